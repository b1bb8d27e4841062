"""The published score matrix of robust 2003: its CSV against numpy's bootstrap (open-scores)."""

import csv
import json

from bootstrap import ALPHA, ERRORS, block_levels, standard_errors
from laboratory import demand

RUNS, DRAWS = 16, 1000
TOPICS = [f"t{number}" for number in range(51, 101)]
# Table 6(b) of sakai-ncu prints a power of 64.2%.
PRINTED, DIGIT = 64.2, 0.1


def matrix(data):
    """Names of the runs, and scores (run x topic) of the 50 new topics, as the file has them."""
    import numpy

    with open(data / "scores" / "robust2003_eff.csv", newline="") as file:
        rows = {row.pop("topic"): row for row in csv.DictReader(file)}
    names = list(next(iter(rows.values())))
    return names, numpy.array([[float(rows[topic][name]) for topic in TOPICS] for name in names])


def cells_of(laboratory):
    """The experiment's folder, and its cells of the matrix."""
    import polars

    folder = laboratory.results("open-scores")
    cells = polars.read_parquet(folder / "cells.parquet")
    return folder, cells.filter(polars.col("collection") == "robust2003-scores")


def all_pairs(laboratory):
    """Significant pairs, the difference required and the whole ASL curve over all 3,003 pairs of runs, against 20,000
    resamples of our own in blocks of 1,000."""
    import numpy
    import polars

    col = polars.col
    _, scores = matrix(laboratory.data())
    _, cells = cells_of(laboratory)
    levels, required = block_levels(scores, seed=20030601)
    of_all = cells.filter(col("runs") == "all")
    found = {row["component"]: row["value"] for row in of_all.filter(col("statistic") == "dp").to_dicts()}
    demand(found["pairs"] == levels.shape[1], f"{found['pairs']} pairs, {levels.shape[1]} expected")
    counts = (levels < ALPHA).sum(axis=1)
    away = {
        "significant pairs": standard_errors(found["significant"], counts, least=0.5),
        "difference": standard_errors(found["difference"], required, least=1e-6),
    }
    curve = of_all.filter(col("statistic") == "asl").sort("rank")["value"].to_numpy()
    demand(len(curve) == levels.shape[1], f"a curve of {len(curve)} pairs")
    ranked = numpy.sort(levels, axis=1)
    # A level is a count of resamples: equal counts still leave half a resample open.
    error = numpy.maximum(ranked.std(axis=0, ddof=1), 0.0005) * (1 + 1 / len(ranked)) ** 0.5
    away["ASL curve"] = float((numpy.abs(curve - ranked.mean(axis=0)) / error).max())
    # Not each pair alone: the place under the curve has an error of its own, which is far smaller.
    away["mean ASL"] = standard_errors(curve.mean(), levels.mean(axis=1), least=1e-6)
    for name, errors in away.items():
        # The curve has 3,003 chances to be far away.
        limit = ERRORS + 1 if name == "ASL curve" else ERRORS
        demand(errors <= limit, f"{name} of {found}: {errors:.1f} standard errors from numpy's {counts.mean():.1f} pairs")
    said = ", ".join(f"{name} {errors:.1f}" for name, errors in away.items())
    return f"{found['significant']:.0f} pairs, numpy {counts.mean():.1f}; standard errors away: {said}"


def powers(levels, first, second, selections):
    """Discriminative power in % of each selection of runs (rows of indices), the levels being those of all pairs."""
    import numpy

    size = 1 + max(second)
    significant = numpy.zeros((size, size))
    significant[first, second] = significant[second, first] = levels < ALPHA
    inside = significant[selections[:, :, None], selections[:, None, :]].sum(axis=(1, 2)) / 2
    return 100 * inside / (RUNS * (RUNS - 1) / 2)


def percentile(powers):
    """The percentile of the printed power; draws that round to it count half."""
    import numpy

    away = numpy.round(powers / DIGIT) - round(PRINTED / DIGIT)
    return 100 * ((away < 0).mean() + (away == 0).mean() / 2)


def random_selections(laboratory):
    """The 1,000 selections of 16 runs are 1,000 times 16 runs, each run as often as any other; the mean power over just
    these selections is numpy's, and the percentile of 64.2% is that of their powers."""
    import numpy
    import polars
    from scipy.stats import chi2, chisquare

    col = polars.col
    names, scores = matrix(laboratory.data())
    folder, cells = cells_of(laboratory)
    found = cells.filter(col("runs").str.starts_with("random(") & (col("statistic") == "dp") & (col("component") == "power"))
    found = found.sort("draw")
    power = 100 * found["value"].to_numpy()
    demand(len(power) == DRAWS, f"{len(power)} selections in cells.parquet")
    choices = polars.read_parquet(folder / "choices.parquet")
    choices = choices.filter((col("collection") == "robust2003-scores") & col("runs").str.starts_with("random("))
    of_draw = {draw: group["run"].to_list() for (draw,), group in choices.partition_by("draw", as_dict=True).items()}
    demand(all(len(set(runs)) == len(runs) == RUNS for runs in of_draw.values()), f"not {RUNS} different runs everywhere")
    places = {name: at for at, name in enumerate(names)}
    selections = numpy.array([[places[run] for run in of_draw[draw]] for draw in found["draw"].to_list()])
    demand(len({tuple(sorted(row)) for row in selections.tolist()}) > 0.99 * DRAWS, "selections come again")
    often = numpy.bincount(selections.ravel(), minlength=len(names))
    share = RUNS / len(names)
    errors = numpy.abs(often - DRAWS * share) / (DRAWS * share * (1 - share)) ** 0.5
    # Without replacement counts vary less than chi-square has it, by (78 - 16)/(78 - 1).
    chance = chi2.sf(chisquare(often).statistic * (len(names) - 1) / (len(names) - RUNS), len(names) - 1)
    even = errors.max() <= ERRORS and 0.0001 < chance < 0.9999
    demand(even, f"runs are chosen {often.min()} to {often.max()} times, {errors.max():.1f} errors (p = {chance:.2g})")

    levels, _ = block_levels(scores, seed=20030602)
    first, second = numpy.triu_indices(len(names), 1)
    same = [powers(block, first, second, selections).mean() for block in levels]
    away = standard_errors(power.mean(), same, least=1e-6)
    demand(away <= ERRORS, f"mean power {power.mean():.2f}%, numpy {numpy.mean(same):.2f}%: {away:.1f} standard errors")

    paper = laboratory.results("sakai-ncu")
    laboratory.run("check", "sakai-ncu")
    drawn = json.loads((paper / "check.json").read_text())["real-drawn"]
    stated = next(cell["percentile"] for cell in drawn if str(PRINTED) in cell["printed"])
    demand(abs(stated - percentile(power)) < 1e-9, f"the percentile is {stated}, of the same draws {percentile(power)}")
    return f"mean {power.mean():.2f}%, numpy {numpy.mean(same):.2f}%; 64.2% at percentile {stated:.1f}; a run in {often.min()} to {often.max()}"
