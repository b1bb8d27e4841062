"""Bompada's tables and tests, from what the experiment stored of them (bompada-incomplete)."""

import re

from laboratory import demand
from rank_correlations import RunMeans, tau_a

ABOVE, ALPHA = 0.9, 0.05
MEASURES = {
    "bpref": "Bpref",
    "infAP": "infAP",
    "NDCG": "nDCG'(gains={1: 1, 2: 1, 3: 1})@1000",
    "NDCG, in place": "nDCG(gains={1: 1, 2: 1, 3: 1})@1000",
}
# A small piece: of one twin all pairs of runs, tested with the judgments of all runs.
PIECE = [
    *["--profile", "pool-of-all-runs", "--keep-scores", "-s", "axes.collection=[trec14-twin]", "-s", "draws=1"],
    *["-s", "statistics.tests.pair-tests.pairs=2000", "-s"],
    "axes.judgments=[full, {sample: {rate: {each: [0.1, 0.5]}, rounding: floor, pool: kept}}]",
]


def piece(laboratory):
    """Folder of the small piece's results, computed anew."""
    results = laboratory.folder / "piece"
    places = ["--results", results, "--cache", laboratory.folder / "cache"]
    laboratory.succeed("run", "bompada-incomplete", "--quiet", *PIECE, *places, data="")
    return results


def rate_of(judgments):
    """The rate as typed."""
    return float(re.search(r"rate=([0-9.]+)", judgments)[1])


def tau_of_samples(laboratory):
    """Every tau of the experiment, from the run means under the sample and under all judgments, by SciPy."""
    import polars

    col = polars.col
    folder = laboratory.results("bompada-incomplete")
    means = RunMeans(folder)
    cells = polars.read_parquet(folder / "cells.parquet").filter((col("statistic") == "tau") & (col("status") == "ok"))
    tied = 0
    for cell in cells.to_dicts():
        full, sample = means.of(cell, judgments="full"), means.of(cell)
        tied += len(set(sample)) < len(sample)
        expected = tau_a(full, sample)
        name = f"{cell['address']} draw {cell['draw']}"
        demand(abs(expected - cell["value"]) < 1e-12, f"{name} is {cell['value']}, SciPy says {expected}")
    demand(cells.height >= 1000, f"only {cells.height} cells")
    return f"{cells.height} cells of {cells['collection'].n_unique()} collections, {tied} with ties"


def knee(curve, dips):
    """The lowest rate whose value is above 0.9, or from which on all are; 1 where there is none."""
    rates = sorted(curve)
    good = [f for f in rates if curve[f] > ABOVE and (not dips or all(curve[g] > ABOVE for g in rates if g >= f))]
    return good[0] if good else 1.0


def knees(laboratory):
    """Tables 3 and 5, from the tau and the accuracies in cells.parquet: mean and deviation over the draws of the knee of
    each draw."""
    import numpy
    import polars

    col = polars.col
    folder = laboratory.results("bompada-incomplete")
    cells = polars.read_parquet(folder / "cells.parquet").filter(col("status") == "ok")
    compared, dipped = 0, 0
    for table, statistic, component in [("table-3", "tau", "tau"), ("table-5", "confusion", "accuracy")]:
        curves = {}
        for cell in cells.filter((col("statistic") == statistic) & (col("component") == component)).to_dicts():
            if cell["judgments"] != "full":
                of_draw = curves.setdefault((cell["collection"], cell["measure"]), {}).setdefault(cell["draw"], {})
                of_draw[rate_of(cell["judgments"])] = cell["value"]
        for row in polars.read_parquet(folder / "tables" / f"{table}.parquet").filter(col("draws") > 0).to_dicts():
            dips = row["row_quantity"] == "dips counted"
            of_draws = curves[row["collection"], MEASURES[row["row"]]].values()
            demand(all(len(curve) == 14 for curve in of_draws), f"{table} {row['row']}: not 14 rates in every draw")
            found = [knee(curve, dips) for curve in of_draws]
            name = f"{table}[{row['row']}, {row['collection']}]"
            demand(row["draws"] == len(found), f"{name}: {row['draws']} draws, {len(found)} in cells.parquet")
            mean, deviation = numpy.mean(found), numpy.std(found, ddof=1)
            same = abs(row["mean"] - mean) < 1e-12 and abs(row["sd"] - deviation) < 1e-12
            demand(same, f"{name} is {row['mean']} +- {row['sd']}, expected {mean} +- {deviation}")
            compared += 1
            dipped += found != [knee(curve, not dips) for curve in of_draws]
    demand(compared >= 64 and dipped > 0, f"{compared} knees compared, {dipped} of them with dips")
    return f"{compared} mean knees, {dipped} of curves with dips"


def matrices_of(cells):
    """Component -> value of each confusion matrix, by collection, judgments, measure and draw."""
    found = {}
    for cell in cells.to_dicts():
        where = cell["collection"], cell["judgments"], cell["measure"], cell["draw"]
        found.setdefault(where, {})[cell["component"]] = cell["value"]
    return found


def wilcoxon_tests(laboratory):
    """The significant pairs among all 1,596 pairs of runs of a twin, under all judgments and two samples, and the
    confusion matrices, by SciPy's normal approximation from the scores of each topic."""
    import numpy
    import polars
    from scipy.stats import wilcoxon

    col = polars.col
    folder = piece(laboratory)
    cells = polars.read_parquet(folder / "cells.parquet").filter(col("status") == "ok")
    tests = matrices_of(cells.filter(col("statistic") == "tests"))
    matrices = matrices_of(cells.filter(col("statistic") == "confusion"))
    scores = polars.scan_parquet(folder / "scores.parquet").filter(col("topic") != "all").collect()
    rejected, nearest = {}, 1.0
    for (judgments, measure), group in scores.partition_by(["judgments", "measure"], as_dict=True).items():
        table = group.pivot("topic", index="run", values="score").sort("run").drop("run").to_numpy()
        first, second = numpy.triu_indices(len(table), 1)
        # Scores are sums and quotients: equal differences are to be equal.
        differences = (table[first] - table[second]).round(11)
        p = wilcoxon(differences, zero_method="wilcox", correction=False, method="approx", axis=1).pvalue
        p = numpy.where((differences == 0).all(axis=1), 1.0, p)
        nearest = min(nearest, float(numpy.abs(p - ALPHA).min()))
        rejected[judgments, measure] = p <= ALPHA
        found = tests["trec14-twin", judgments, measure, 1]
        demand(found["pairs"] == len(p), f"{measure} under {judgments}: {found['pairs']} pairs, {len(p)} expected")
        count = int(rejected[judgments, measure].sum())
        demand(found["significant"] == count, f"{measure} under {judgments}: {found['significant']} significant, SciPy {count}")
    demand(nearest > 1e-9, f"a p value is {nearest} from {ALPHA}: rounding decides")
    demand(len(rejected) == 21 and len(matrices) == 14, f"{len(rejected)} tests, {len(matrices)} matrices")
    for (_, judgments, measure, _), found in matrices.items():
        full, fewer = rejected["full", measure], rejected[judgments, measure]
        counts = [(~full & ~fewer).sum(), (~full & fewer).sum(), (full & ~fewer).sum(), (full & fewer).sum()]
        for name, count in zip(("c11", "c12", "c21", "c22"), counts):
            demand(found[name] == count, f"{name} of {measure} under {judgments} is {found[name]}, SciPy {count}")
    return f"{len(rejected)} x {len(p)} tests, {len(matrices)} matrices; p nearest to {ALPHA} is {nearest:.1g} away"
