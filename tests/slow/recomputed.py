"""Cells computed again with SciPy and numpy, from scores.parquet alone."""

import random

from laboratory import demand

TAUS = 10
ALPHA = 0.05
# Twenty times the resamples of the experiment, in blocks of its number.
BLOCKS, BLOCK = 20, 1000
# Standard errors between two estimates of one number before they count as different.
ERRORS = 4


def read(laboratory):
    import polars

    home = laboratory.results()
    return [polars.read_parquet(home / f"{name}.parquet") for name in ("scores", "choices", "cells")]


def run_means(scores, choices, cell, judgments):
    """Run -> mean score over topics under `judgments`, for the runs that the cell's draw compares."""
    import polars

    col = polars.col
    chosen = choices.filter((col("collection") == cell["collection"]) & (col("draw") == cell["draw"]))["run"]
    found = scores.filter(
        (col("collection") == cell["collection"])
        & (col("draw").is_null() | (col("draw") == cell["draw"]))
        & (col("judgments") == judgments)
        & (col("measure") == cell["measure"])
        & (col("topic") == "all")
        & col("run").is_in(chosen.to_list())
    )
    means = dict(zip(found["run"], found["score"]))
    demand(len(means) == len(chosen) == cell["n_runs"], f"{cell['address']}: {len(means)} of {len(chosen)} runs in scores.parquet")
    return means


def tau(laboratory):
    """Kendall's tau of ten cells, of different collections and kinds of judgments, from the run means."""
    import numpy
    import polars
    from scipy.stats import kendalltau

    scores, choices, cells = read(laboratory)
    cells = cells.filter((polars.col("statistic") == "tau") & (polars.col("status") == "ok")).sort("address", "draw")
    # One cell of each collection and kind of judgments, in a random but fixed order.
    cells = cells.with_columns(form=polars.col("judgments").str.extract(r"^([a-z-]+)"))
    groups = [group.to_dicts() for _, group in cells.group_by(["collection", "form"], maintain_order=True)]
    order = random.Random(20090107)
    order.shuffle(groups)
    picked = [order.choice(group) for group in groups[:TAUS]]
    demand(len(picked) == TAUS, f"only {len(picked)} kinds of cells in cells.parquet")
    tied = 0
    for cell in picked:
        here = run_means(scores, choices, cell, cell["judgments"])
        full = run_means(scores, choices, cell, "full")
        runs = sorted(here)
        x, y = (numpy.array([means[run] for run in runs]) for means in (full, here))
        expected = kendalltau(x, y).statistic
        pairs = len(runs) * (len(runs) - 1) // 2
        untied = [sum(a != b for i, a in enumerate(z) for b in z[:i]) for z in (x, y)]
        if untied != [pairs, pairs]:
            # SciPy has tau-b; ours is tau-a, where tied pairs stay in the denominator.
            tied += 1
            expected *= (untied[0] * untied[1]) ** 0.5 / pairs
        name = f"{cell['address']} draw {cell['draw']}"
        demand(abs(expected - cell["value"]) < 1e-12, f"{name} is {cell['value']}, SciPy says {expected}")
    collections = len({cell["collection"] for cell in picked})
    return f"{TAUS} cells of {collections} collections, {tied} with ties"


def block_counts(scores, seed):
    """Significant pairs of runs by the paired two-sided bootstrap, once for each block of resamples."""
    import numpy

    runs, topics = scores.shape
    first, second = numpy.triu_indices(runs, 1)
    z = scores[first] - scores[second]
    identical = (z == 0).all(axis=1)
    t = z.mean(axis=1) / (z.std(axis=1, ddof=1) / topics**0.5 + identical)
    w = z - z.mean(axis=1, keepdims=True)
    generator, counts = numpy.random.default_rng(seed), []
    for _ in range(BLOCKS):
        drawn = generator.multinomial(topics, [1 / topics] * topics, size=BLOCK).astype(float)
        mean = drawn @ w.T / topics
        variance = numpy.maximum(drawn @ (w**2).T / topics - mean**2, 0) * topics / (topics - 1)
        with numpy.errstate(divide="ignore", invalid="ignore"):
            t_star = numpy.abs(mean) / numpy.sqrt(variance / topics)
        asl = (t_star >= numpy.abs(t)).mean(axis=0)
        counts.append(int(((asl < ALPHA) & ~identical).sum()))
    return numpy.array(counts, dtype=float), len(z)


def discriminative_power(laboratory):
    """Significant pairs of a twin's first draw under the full judgments, for every measure, against 20,000 resamples
    of our own. They are drawn in twenty blocks of 1,000, the number that the experiment draws, so that the scatter of
    the blocks' counts is the standard error of one such count with all dependence between pairs in it."""
    import numpy
    import polars

    scores, choices, cells = read(laboratory)
    col = polars.col
    of_draw = (col("collection") == "trec03-twin") & (col("draw") == 1)
    cells = cells.filter(of_draw & (col("statistic") == "dp") & (col("judgments") == "full")).sort("measure")
    measures = cells["measure"].unique().sort().to_list()
    demand(len(measures) >= 9, f"discriminative power of only {len(measures)} measures in cells.parquet")
    chosen = choices.filter(of_draw)["run"].to_list()
    worst = 0.0
    for measure in measures:
        wanted = of_draw & (col("judgments") == "full") & (col("measure") == measure) & (col("topic") != "all")
        table = scores.filter(wanted & col("run").is_in(chosen)).pivot("topic", index="run", values="score")
        counts, pairs = block_counts(table.drop("run").to_numpy(), seed=20090107)
        found = {row["component"]: row["value"] for row in cells.filter(col("measure") == measure).to_dicts()}
        demand(found["pairs"] == pairs, f"{measure}: {found['pairs']} pairs of runs, {pairs} expected")
        demand(abs(found["power"] - found["significant"] / pairs) < 1e-12, f"{measure}: power is not significant/pairs")
        # The count and the mean of the blocks are both random; equal counts still leave half a pair open.
        error = max(float(numpy.std(counts, ddof=1)), 0.5) * (1 + 1 / BLOCKS) ** 0.5
        away = abs(found["significant"] - counts.mean()) / error
        worst = max(worst, away)
        demand(
            away <= ERRORS,
            f"{measure}: {found['significant']:.0f} of {pairs} pairs significant, numpy says {counts.mean():.1f} "
            f"with a standard error of {error:.2f}",
        )
    return f"{len(measures)} measures, at most {worst:.1f} standard errors away"
