"""Cells computed again with SciPy and numpy, from scores.parquet alone."""

import random

from bootstrap import ALPHA, ERRORS, block_levels, standard_errors
from laboratory import demand

TAUS = 10


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


def rounded(means):
    """Means that are equal by arithmetic differ in the last bits, which must not order runs: 12 digits of them."""
    return [float(f"{mean:.11e}") for mean in means]


def tau_a(x, y):
    """SciPy has tau-b; here it is tau-a, in which tied pairs stay in the denominator."""
    import numpy
    from scipy.stats import kendalltau

    x, y = rounded(x), rounded(y)
    pairs = len(x) * (len(x) - 1) // 2
    untied = [pairs - sum(n * (n - 1) // 2 for n in numpy.unique(z, return_counts=True)[1].tolist()) for z in (x, y)]
    return float(kendalltau(x, y).statistic) * (untied[0] * untied[1]) ** 0.5 / pairs


def tau(laboratory):
    """Kendall's tau of ten cells, of different collections and kinds of judgments, from the run means."""
    import numpy
    import polars

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
        expected = tau_a(x, y)
        tied += len(set(x)) < len(x) or len(set(y)) < len(y)
        name = f"{cell['address']} draw {cell['draw']}"
        demand(abs(expected - cell["value"]) < 1e-12, f"{name} is {cell['value']}, SciPy says {expected}")
    collections = len({cell["collection"] for cell in picked})
    return f"{TAUS} cells of {collections} collections, {tied} with ties"


def discriminative_power(laboratory):
    """Significant pairs of a twin's first draw under the full judgments, for every measure, against 20,000 resamples
    of our own. They are drawn in twenty blocks of 1,000, the number that the experiment draws, so that the scatter of
    the blocks' counts is the standard error of one such count with all dependence between pairs in it."""
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
        levels, _ = block_levels(table.drop("run").to_numpy(), seed=20090107)
        counts, pairs = (levels < ALPHA).sum(axis=1), levels.shape[1]
        found = {row["component"]: row["value"] for row in cells.filter(col("measure") == measure).to_dicts()}
        demand(found["pairs"] == pairs, f"{measure}: {found['pairs']} pairs of runs, {pairs} expected")
        demand(abs(found["power"] - found["significant"] / pairs) < 1e-12, f"{measure}: power is not significant/pairs")
        # Equal counts still leave half a pair open.
        away = standard_errors(found["significant"], counts, least=0.5)
        worst = max(worst, away)
        demand(
            away <= ERRORS,
            f"{measure}: {found['significant']:.0f} of {pairs} pairs significant, numpy says {counts.mean():.1f}: "
            f"{away:.1f} standard errors",
        )
    return f"{len(measures)} measures, at most {worst:.1f} standard errors away"
