"""Kendall's tau and AP rank correlation of all runs (sakai-ncu), from the run means in scores.parquet."""

from itertools import chain, groupby, permutations, product

from laboratory import demand

AP = "NCU(beta=0)"
# More ways of breaking ties than this are not listed.
ORDERS = 5000


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


class RunMeans:
    """Mean scores over topics of the runs that a cell compares."""

    def __init__(self, folder):
        import polars

        key = ["collection", "runs", "judgments", "measure", "draw"]
        scores = polars.scan_parquet(folder / "scores.parquet").filter(polars.col("topic") == "all").collect()
        groups = scores.partition_by(key, as_dict=True)
        self.means = {where: dict(zip(group["run"], group["score"])) for where, group in groups.items()}
        chosen = polars.read_parquet(folder / "choices.parquet").partition_by(["collection", "runs", "draw"], as_dict=True)
        self.chosen = {where: group["run"].to_list() for where, group in chosen.items()}

    def of(self, cell, measure=None, judgments=None):
        """By the names of the runs, which are in one order for all measures and judgments."""
        where = cell["collection"], cell["runs"], judgments or cell["judgments"], measure or cell["measure"]
        # Scores of stored files are the same in each draw, where nothing is sampled.
        means = self.means.get((*where, cell["draw"])) or self.means.get((*where, None))
        demand(means, f"{cell['address']}: scores.parquet has no {where}")
        runs = self.chosen[cell["collection"], cell["runs"], cell["draw"]]
        demand(len(runs) == cell["n_runs"], f"{cell['address']}: {cell['n_runs']} runs, {len(runs)} in choices.parquet")
        return rounded([means[run] for run in runs])


def orders(scores):
    """Every ranking (best first) that breaking the ties of the scores can give."""
    best_first = sorted(range(len(scores)), key=lambda run: -scores[run])
    tied = [list(group) for _, group in groupby(best_first, key=lambda run: scores[run])]
    return [list(chain(*order)) for order in product(*(permutations(group) for group in tied))]


def ways(*lists):
    """Returns the number of pairs of rankings that `orders` gives."""
    count = 1
    for scores in lists:
        for score in set(scores):
            for tied in range(2, scores.count(score) + 1):
                count *= tied
    return count


def tau_ap(gold, examined):
    """2/(N - 1) sum C(i)/(i - 1) - 1 (Yilmaz, Aslam and Robertson 2008), C(i) being the runs above rank i of the examined
    ranking that the gold standard has above it too: the mean over all ways to break ties on either side."""
    import numpy

    count, found = len(gold), []
    for truth in orders(gold):
        rank = numpy.empty(count)
        rank[truth] = numpy.arange(count)
        for ranking in orders(examined):
            at = rank[ranking]
            above = numpy.tril(at[None, :] < at[:, None], -1).sum(axis=1)[1:]
            found.append(2 / (count - 1) * (above / numpy.arange(1, count)).sum() - 1)
    return sum(found) / len(found)


OF = {
    "tau": lambda ap, x: tau_a(ap, x),
    "yar": tau_ap,
    "yar-reversed": lambda ap, x: tau_ap(x, ap),
    "yar-symmetric": lambda ap, x: (tau_ap(ap, x) + tau_ap(x, ap)) / 2,
}


def with_ap(laboratory):
    """Every cell of Tables 4 and 5 and of the other readings of Table 5: tau by SciPy, AP rank correlation by its
    definition, all ways to break ties being listed."""
    import polars

    folder = laboratory.results("sakai-ncu")
    means, col = RunMeans(folder), polars.col
    cells = polars.read_parquet(folder / "cells.parquet").filter(col("statistic").is_in(list(OF)) & (col("status") == "ok"))
    compared, tied, left = dict.fromkeys(OF, 0), 0, 0
    for cell in cells.to_dicts():
        ap, x = means.of(cell, measure=AP), means.of(cell)
        many = ways(ap, x)
        if cell["statistic"] != "tau" and many > ORDERS:
            left += 1
            continue
        expected = OF[cell["statistic"]](ap, x)
        name = f"{cell['address']} draw {cell['draw']}"
        demand(abs(expected - cell["value"]) < 1e-12, f"{name} is {cell['value']}, expected {expected}")
        compared[cell["statistic"]] += 1
        tied += many > 1
    demand(min(compared.values()) >= 500, f"cells compared: {compared}")
    said = ", ".join(f"{count} {name}" for name, count in compared.items())
    return f"{said}; {tied} with ties, {left} with too many"
