"""Spearman's rho by SciPy 1.17.1, and rank-biased overlap by rbo 0.1.3 (without ties) and by the program of Corsi and Urbano (NumPy
2.4.6; 1.26.4 for overlap.tsv).

    python crates/stats/tests/suite/oracle/rankings.py RBO.PY

RBO.PY is rbo/Python/rbo.py of github.com/julian-urbano/sigir2024-rbo, commit 0338fd9dee6d51b5c51a40cb72c9fc73837c3a4a
(MIT). It writes rho.tsv, overlap.tsv and rbo.tsv beside this file; `-` is a value that is not defined. A row of rbo.tsv has two rankings
of the same items, from the top, with `=` between tied items and a blank between groups; the persistence; and the value of w, a and b.
"""

import importlib.util
import sys
import warnings

import numpy as np
import rbo
from scipy.stats import spearmanr
from tables import labels, said, write

np.in1d = np.isin  # NumPy 2.4 has no in1d


def rho():
    yield "x", "y", "rho"
    rng = np.random.default_rng(1904)
    for case in range(200):
        items = int(rng.integers(2, 60))
        # In a third of the cases x has no ties, in a third some, and in a third many.
        x, y = [
            (rng.permutation(items), rng.permutation(items)),
            (rng.integers(0, items, items), rng.integers(0, items, items)),
            (rng.integers(0, 4, items), rng.integers(0, 4, items)),
        ][case % 3]
        if case % 2:
            y = np.clip(x + rng.integers(-2, 3, items), 0, None)
        yield labels(x), labels(y), said(spearmanr(x, y).statistic)


def overlap(theirs):
    yield "x", "y", "p", "without_ties", "corsi_urbano_w"
    rng = np.random.default_rng(2010)
    for case in range(100):
        items, p = rng.integers(1, 70), float(rng.choice([0.5, 0.8, 0.9, 0.95, 0.98]))
        tied = case % 2 == 1
        x = rng.integers(0, max(2, items // 3), items) if tied else rng.permutation(items)
        y = np.clip(x + rng.integers(-3, 4, items), 0, None) if tied else np.argsort(np.argsort(x + rng.normal(0, items / 4, items)))
        from_the_top = lambda scores: [f"i{item}" for item in np.argsort(-scores)]
        ranking = lambda scores: theirs.extract_ranking([f"i{item}" for item in range(items)], scores)
        plain = None if tied else rbo.RankingSimilarity(from_the_top(x), from_the_top(y)).rbo_ext(p)
        # The program makes sets of NumPy's strings, but in lists it must get Python's.
        plainly = lambda ranking: [set(map(str, group)) if isinstance(group, set) else str(group) for group in ranking]
        w = theirs.rbo(plainly(ranking(x)), plainly(ranking(y)), p, ties="w", score=("ext",))["ext"]
        yield labels(x), labels(y), repr(p), said(plain), said(w)


def groups(rng, items):
    """Groups of 1 to 5 tied items, most of them of 1."""
    ends, end = [], 0
    while end < len(items):
        end += int(rng.choice([1, 1, 1, 2, 3, 5]))
        ends.append(min(end, len(items)))
    return [items[begin:end] for begin, end in zip([0, *ends], ends)]


def with_ties(theirs):
    yield "x", "y", "p", *"wab"
    rng = np.random.default_rng(2024)
    for _ in range(200):
        items = int(rng.integers(1, 50))
        # The rankings of a pair have items in common near the top.
        order = lambda: [f"i{item}" for item in np.argsort(np.arange(items) + rng.normal(0, 8, items))]
        x, y = (groups(rng, order()) for _ in range(2))
        p = float(rng.choice([0.5, 0.8, 0.9, 0.95, 0.98]))
        theirs_of = lambda list: [group[0] if len(group) == 1 else set(group) for group in list]
        found = [repr(float(theirs.rbo(theirs_of(x), theirs_of(y), p, ties=ties, score="ext")["ext"])) for ties in "wab"]
        yield *(" ".join("=".join(group) for group in list) for list in (x, y)), repr(p), *found


warnings.simplefilter("ignore")  # of values that are not defined
spec = importlib.util.spec_from_file_location("corsi_urbano", sys.argv[1])
corsi_urbano = importlib.util.module_from_spec(spec)
spec.loader.exec_module(corsi_urbano)
write(__file__, rho=rho(), overlap=overlap(corsi_urbano), rbo=with_ties(corsi_urbano))
