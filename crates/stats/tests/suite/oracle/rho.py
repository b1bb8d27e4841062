"""Spearman's rho by SciPy 1.17.1. It writes rho.tsv beside this file; `-` is a value that is not defined.

    python crates/stats/tests/suite/oracle/rho.py
"""

import warnings
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr


def rows():
    yield "x", "y", "rho"
    rng = np.random.default_rng(1904)
    for case in range(200):
        items = int(rng.integers(2, 60))
        # A third without ties, a third with some, a third with many.
        x, y = [
            (rng.permutation(items), rng.permutation(items)),
            (rng.integers(0, items, items), rng.integers(0, items, items)),
            (rng.integers(0, 4, items), rng.integers(0, 4, items)),
        ][case % 3]
        if case % 2:
            y = np.clip(x + rng.integers(-2, 3, items), 0, None)
        rho = spearmanr(x, y).statistic
        yield *(",".join(map(str, scores)) for scores in (x, y)), "-" if np.isnan(rho) else repr(float(rho))


warnings.simplefilter("ignore")  # of values that are not defined
lines = ["\t".join(row) + "\n" for row in rows()]
(Path(__file__).parent / "rho.tsv").write_text("".join(lines))
