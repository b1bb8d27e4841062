"""How many judgments a sample keeps of each topic, counted in a twin's files."""

from fractions import Fraction

from laboratory import demand
from sampled_scores import root_seed, twin

RATES = ["0.01", "0.02", "0.03", "0.05", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"]
HALF = Fraction(1, 2)
ROUNDED = {
    "floor": lambda x: x.numerator // x.denominator,
    "ceil": lambda x: -(-x.numerator // x.denominator),
    "half-up": lambda x: (x + HALF).numerator // (x + HALF).denominator,
}
EXPERIMENT = """schema: experiment/v1
id: sample-sizes
title: How many judgments a sample keeps
seed: SEED
axes:
  collection: [trec14-twin]
  runs: [all]
  judgments: [{sample: {rate: {each: [RATES]}, rounding: ROUNDING}}]
  measure: [AP]
statistics:
  facts: {collection-facts: {}}
tables:
  sizes:
    caption: Judgments a topic
    rows: judgments.rate
    columns:
      - {label: relevant, cell: facts.relevant}
      - {label: relevant-min, cell: facts.relevant-min}
      - {label: relevant-max, cell: facts.relevant-max}
      - {label: nonrelevant, cell: facts.nonrelevant}
      - {label: nonrelevant-min, cell: facts.nonrelevant-min}
      - {label: nonrelevant-max, cell: facts.nonrelevant-max}
"""


def as_counted(laboratory):
    """max(1, f|R|) relevant and max(10, f|N|) nonrelevant documents, f|R| and f|N| rounded in each of the three ways:
    mean, least and most over the topics at every rate."""
    import polars

    _, judgments = twin(laboratory)
    path, cache, compared = laboratory.folder / "sizes.yaml", laboratory.folder / "cache", 0
    for rounding, rounded in ROUNDED.items():
        results = laboratory.folder / rounding
        text = EXPERIMENT.replace("SEED", root_seed()).replace("RATES", ", ".join(RATES)).replace("ROUNDING", rounding)
        path.write_text(text)
        laboratory.succeed("run", path, "--quiet", "--results", results, "--cache", cache, data="")
        found = polars.read_parquet(results / "tables" / "sizes.parquet")
        found = {(row["row"], row["column"]): row["mean"] for row in found.to_dicts()}
        for rate in RATES:
            for name, relevant, least in [("relevant", True, 1), ("nonrelevant", False, 10)]:
                counts = [sum((level > 0) == relevant for level in of.values()) for of in judgments.values()]
                sizes = [min(count, max(least, rounded(Fraction(rate) * count))) for count in counts]
                expected = {"": sum(sizes) / len(sizes), "-min": min(sizes), "-max": max(sizes)}
                for suffix, number in expected.items():
                    value = found.get((rate, name + suffix))
                    same = value is not None and abs(value - number) < 1e-9
                    demand(same, f"{name}{suffix} at {rate}, rounded {rounding}: {value}, counted {number}")
                    compared += 1
    return f"{compared} sizes"
