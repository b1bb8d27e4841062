"""Rises of groups of runs (llm-judges-modern) computed again by numpy, from the published runs and judgments."""

import importlib.util
import lzma
from collections import defaultdict

from bootstrap import BLOCK, ERRORS, standard_errors
from laboratory import REPOSITORY, demand
from peers import Largest

YEARS = (2019, 2020)
JUDGES = ("umbrela_gpt4", "umbrela_gpt4o", "binary_llama3.2", "exam_graded_max_gpt4o", "nuggets_all_gpt4o")
# Each block of resamples gives an estimate of the standard error; their spread is the tolerance.
BLOCKS = 10


def text(path):
    return lzma.open(path, "rt") if path.suffix == ".xz" else open(path)


def labels(path):
    """{topic: {document: label}}."""
    found = defaultdict(dict)
    for line in text(path):
        topic, _, document, label = line.split()
        found[topic][document] = float(label)
    return found


def best(path):
    """The name of a run, and its best 10 documents of each topic; scores in single precision, ties as trec_eval has them."""
    import numpy

    scored, name = defaultdict(list), None
    for line in text(path):
        topic, _, document, _, score, name = line.split()
        scored[topic].append((numpy.float32(score), document))
    return name, {topic: [document for _, document in sorted(of, reverse=True)[:10]] for topic, of in scored.items()}


def ndcg(run, judgments, topics):
    import numpy

    discounts = 1 / numpy.log2(numpy.arange(2, 12))

    def gain(gains):
        return sum(gain * discount for gain, discount in zip(gains, discounts))

    def of(topic):
        judged = judgments.get(topic, {})
        ideal = gain(sorted(judged.values(), reverse=True)[:10])
        return gain([judged.get(document, 0) for document in run.get(topic, [])]) / ideal if ideal else 0.0

    return [of(topic) for topic in topics]


def classes(names, table):
    """Rows of the runs of each model of the LLM re-rankers and of the neural runs, and of each other run."""
    rows = [line.rstrip("\n").split("\t") for line in open(table)]
    of, members = {row[0]: row[1:3] for row in rows[1:]}, (defaultdict(list), defaultdict(list), defaultdict(list))
    for row, name in enumerate(names):
        family, model = of.get(name, (None, name))
        members[{"llm-reranker": 0, "neural": 1, None: 2}[family]][model].append(row)
    return [[*by_model.values()] for by_model in members]


def oracle():
    path = REPOSITORY / "crates/stats/tests/suite/oracle/group_change.py"
    spec = importlib.util.spec_from_file_location("group_change", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def from_files(laboratory):
    """What each component should be of the statistic that counts a model's runs as one; intervals by numpy's own samples."""
    import numpy
    import polars

    data, rises = laboratory.data(), oracle().rises
    cells = polars.read_parquet(laboratory.results("llm-judges-modern") / "cells.parquet")
    cells = cells.filter((polars.col("statistic") == "models") & (polars.col("status") == "ok"))
    largest, farthest, generator = Largest(), 0.0, numpy.random.default_rng(31)
    for year in YEARS:
        folder = data / f"trec_dl_{year}_passage"
        people = labels(folder / "qrels.txt")
        topics = sorted(people)
        runs = dict(best(path) for part in ("runs", "runs-modern") for path in sorted((folder / part).iterdir()))
        by_class = classes(runs, folder / "modern.tsv")
        before = numpy.array([ndcg(run, people, topics) for run in runs.values()])
        for judge in JUDGES:
            judged = labels(next((folder / "judges").glob(f"{judge}.txt*")))
            after = numpy.array([ndcg(run, judged, topics) for run in runs.values()])
            counts = generator.multinomial(len(topics), [1 / len(topics)] * len(topics), size=(BLOCKS, BLOCK))
            blocks = [rises(before, after, block, by_class) for block in counts]
            names = ["more", "more-low", "more-high", "rank-more", "rank-low", "rank-high", "rise", "rise-of-others"]
            expected = dict(zip([*names, "rank-rise", "rank-rise-of-others", "slope", "error"], zip(*blocks)))
            of_cell = cells.filter(
                (polars.col("collection") == f"trec-dl-{year}-modern") & (polars.col("judgments") == f"full(judge={judge})")
            )
            found = dict(zip(of_cell["component"], of_cell["value"]))
            for name in ("more", "rank-more", "rise", "rise-of-others", "rank-rise", "rank-rise-of-others", "slope"):
                largest.see(found[name], expected[name][0], f"{year}, {judge}, {name}")
            for name in ("error", "more-low", "more-high"):
                off = standard_errors(found[name], expected[name], 1e-9)
                demand(off < ERRORS, f"{year}, {judge}, {name}: {found[name]} against {expected[name]}")
                farthest = max(farthest, off)
    compared = largest.check(1e-9, 7 * len(YEARS) * len(JUDGES))
    return f"{compared}; intervals off by {farthest:.1f} standard errors at most"
