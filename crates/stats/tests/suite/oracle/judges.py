"""Agreement of judges by scikit-learn 1.9.1 and krippendorff 0.9.0, correlation of their errors by SciPy 1.17.1 (NumPy 1.26.4).

    python crates/stats/tests/suite/oracle/judges.py

It writes two_judges.tsv and several_judges.tsv beside this file. `-` is a label that is missing, or a value that is not defined.
"""

import warnings
from itertools import combinations

import krippendorff
import numpy as np
from scipy import stats
from sklearn.metrics import cohen_kappa_score, matthews_corrcoef
from tables import labels, many, said, write

DISTANCES = ["nominal", "ordinal", "interval"]


def missing(rng, values, share):
    return np.where(rng.random(len(values)) < share, np.nan, values.astype(float))


def agrees(rng, truth, levels, share):
    """The labels of a judge: some are the truth, some a neighbouring level, and the rest are random."""
    kind = rng.random(len(truth))
    near = np.clip(truth + rng.choice([-1, 1], len(truth)), 0, levels - 1)
    return np.where(kind < share, truth, np.where(kind < (1 + share) / 2, near, rng.integers(0, levels, len(truth))))


def alpha(judges, distance):
    """Krippendorff's alpha; None where the package refuses: one label everywhere, or none to compare."""
    judges = np.array(judges)
    # The package also counts the label of an item that has no other label, although the coincidence matrix does not.
    counted = judges[:, (~np.isnan(judges)).sum(axis=0) > 1]
    if len(set(counted[~np.isnan(counted)])) < 2:
        return None
    return krippendorff.alpha(judges, level_of_measurement=distance)


def two_judges():
    yield "one", "other", "items", "kappa", "linear", "quadratic", "kappa_by_cut", "nominal", "ordinal", "interval"
    rng = np.random.default_rng(1960)
    for case in range(100):
        items, levels = rng.integers(3, 120), rng.integers(2, 9)
        truth = rng.choice(levels, items, p=rng.dirichlet(np.ones(levels)))
        one = missing(rng, truth, rng.choice([0, 0.1, 0.5]))
        other = missing(rng, agrees(rng, truth, levels, rng.random()), rng.choice([0, 0.1, 0.5]))
        both = ~np.isnan(one) & ~np.isnan(other)
        x, y = one[both].astype(int), other[both].astype(int)
        if len(x) == 0:
            continue
        # All levels up to the highest, so that the cost of a disagreement is the difference of the levels.
        every = list(range(max(x.max(), y.max()) + 1))
        kappa = lambda weights: cohen_kappa_score(x, y, labels=every, weights=weights)
        cuts = [cohen_kappa_score(x >= cut, y >= cut, labels=[False, True]) for cut in every[1:]]
        yield (labels(one), labels(other), str(len(x)), *(said(kappa(by)) for by in [None, "linear", "quadratic"]),
               many(cuts) or "-", *(said(alpha([one, other], distance)) for distance in DISTANCES))


def correlation(x, y):
    return stats.pearsonr(x, y).statistic if len(set(x)) > 1 and len(set(y)) > 1 else None


def several_judges():
    yield "reference", "judges", "nominal", "ordinal", "interval", "signed", "absolute", "phi"
    rng = np.random.default_rng(2011)
    for case in range(60):
        count, items, levels = rng.integers(2, 8), rng.integers(6, 60), rng.integers(2, 6)
        truth = rng.integers(0, levels, items)
        reference = missing(rng, truth, rng.choice([0, 0.1]))
        judges = [agrees(rng, truth, levels, 0.7 * rng.random()) for _ in range(count)]
        # In every third case labels are fractions.
        judges = [missing(rng, judge / (3 if case % 3 == 0 else 1), rng.choice([0, 0.1, 0.4])) for judge in judges]
        # Labels have the digits that are written.
        judges = [np.array([float(f"{label:g}") for label in judge]) for judge in judges]
        errors = [judge - reference for judge in judges]
        correlations = []
        for x, y in combinations(errors, 2):
            both = ~np.isnan(x) & ~np.isnan(y)
            x, y = x[both], y[both]
            defined = len(set(x != 0)) > 1 and len(set(y != 0)) > 1
            phi = matthews_corrcoef(x != 0, y != 0) if defined else None
            correlations.append((correlation(x, y), correlation(abs(x), abs(y)), phi))
        yield (labels(reference), ";".join(map(labels, judges)), *(said(alpha(judges, distance)) for distance in DISTANCES),
               *map(many, zip(*correlations)))


warnings.simplefilter("ignore")  # of values that are not defined
write(__file__, two_judges=two_judges(), several_judges=several_judges())
