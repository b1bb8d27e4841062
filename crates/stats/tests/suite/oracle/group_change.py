"""Rises of groups of runs by NumPy 2 and SciPy 1: least squares with a column for each class, quantiles of Student's t,
ranks.

    python crates/stats/tests/suite/oracle/group_change.py

writes group_change.tsv beside this file: each row is a case. `members` are the numbers of runs of each member: of the
group, of the comparison group and of the rest. Scores are in the order of the runs. A sample of the topics is the
count of each topic; the counts of one sample follow those of another.
"""

from pathlib import Path

import numpy as np
from scipy import stats

HEADING = "members before after counts more low high rank_more rank_low rank_high rise others rank_rise rank_others slope error"


def many(values, of=repr):
    return ",".join(of(value) for value in np.ravel(values).tolist())


def mean_of_members(values, members):
    """The mean over each member's runs. Runs are the last axis of `values`, and members that of the result."""
    return np.stack([values[..., member].mean(axis=-1) for member in members], axis=-1)


def fitted(before, change, classes):
    """The slope of least squares with a constant for each class, and the change that it does not explain."""
    dummies = np.stack([np.isin(np.arange(len(before)), np.concatenate(c)) for c in classes if c], axis=1)
    design = np.column_stack([dummies.astype(float), before])
    slope = np.linalg.lstsq(design, change, rcond=None)[0][-1]
    return slope, change - slope * before


def ranks(scores):
    """The ranks of rounded scores: means that are equal by arithmetic can differ in the last bits, which must not order
    runs."""
    return stats.rankdata(-np.round(scores, 11))


def scores_above(scores):
    """The mid-distribution function from above, times the number of scores. Its lines at the ends continue to 0 and to
    the number of scores."""
    _, first, ties = np.unique(np.round(scores, 11), return_index=True, return_counts=True)
    knots = scores[first]
    below = np.cumsum(ties) - ties / 2
    if len(knots) > 1:
        ends = [(0, 1, 0.0), (-1, -2, float(len(scores)))]
        reach = [knots[a] + (to - below[a]) * (knots[b] - knots[a]) / (below[b] - below[a]) for a, b, to in ends]
        knots, below = np.r_[reach[0], knots, reach[1]], np.r_[0.0, below, len(scores)]
        return lambda of: len(scores) - np.interp(of, knots, below)
    return lambda of: np.where(np.abs(of - knots) < 1e-11, below, np.where(of > knots, 0.0, len(scores)))


def rises(before, after, counts, classes, alpha=0.05):
    group, others, _ = classes
    topics = before.shape[1]
    weights = counts / topics
    x, y = before.mean(axis=1), after.mean(axis=1)
    slope, z = fitted(x, y - x, classes)
    resampled = np.stack([fitted(before @ w, (after - before) @ w, classes)[1] for w in weights])
    own = [mean_of_members(z, c) for c in (group, others)]
    drawn = [mean_of_members(resampled, c) for c in (group, others)]
    more = own[0].mean() - own[1].mean()
    parts = [np.var(m, ddof=1) / len(m) for m in own]
    whole = topics / (topics - 1)
    of_topics = whole * np.var(drawn[0].mean(axis=1) - drawn[1].mean(axis=1), ddof=1)
    inner = 0.0
    for m in drawn:
        deviations = m - m.mean(axis=1, keepdims=True)
        inner += whole * np.var(deviations, axis=0, ddof=1).mean() / (m.shape[1] - 1)
    shared = max(0.0, of_topics - inner)
    variance = sum(parts) + shared
    df = variance**2 / (sum(p**2 / (len(m) - 1) for p, m in zip(parts, own)) + shared**2 / (topics - 1))
    reach = stats.t.ppf(1 - alpha / 2, df) * variance**0.5

    above = scores_above(np.delete(y, np.concatenate(group)))

    def rank_of_group(shift):
        return mean_of_members(above(y - shift), group).mean()

    worth = [rank_of_group(shift) - rank_of_group(0.0) for shift in (more, more - reach, more + reach)]
    plain = [mean_of_members(v, c).mean() for v in (y - x, ranks(x) - ranks(y)) for c in (group, others)]
    return [more, more - reach, more + reach, *worth, *plain, slope, variance**0.5]


def cases(rng):
    for _ in range(40):
        topics, samples = int(rng.integers(2, 12)), int(rng.integers(2, 30))
        sizes = [rng.integers(1, 4, rng.integers(2, 5)), rng.integers(1, 3, rng.integers(2, 6)), [1] * int(rng.integers(0, 9))]
        runs, classes = 0, []
        for of_class in sizes:
            classes.append([])
            for size in of_class:
                classes[-1].append(np.arange(runs, runs + size))
                runs += size
        quality = rng.normal(0.5, 0.1, (runs, 1))
        before = np.round(np.clip(quality + rng.normal(0, 0.2, (runs, topics)), 0, 1), 3)
        lift = np.repeat(rng.normal(0, 0.1, 3), [sum(s) for s in sizes])[:, None]
        after = np.round(np.clip(0.1 + 0.7 * before + lift + rng.normal(0, 0.1, (runs, topics)), 0, 1), 3)
        yield sizes, classes, before, after, rng.multinomial(topics, [1 / topics] * topics, size=samples)


def main():
    with open(Path(__file__).parent / "group_change.tsv", "w") as out:
        print(*HEADING.split(), sep="\t", file=out)
        for sizes, classes, before, after, counts in cases(np.random.default_rng(20190601)):
            members = ";".join(many(s) for s in sizes)
            values = map(repr, map(float, rises(before, after, counts, classes)))
            print(members, many(before), many(after), many(counts), *values, sep="\t", file=out)


if __name__ == "__main__":
    main()
