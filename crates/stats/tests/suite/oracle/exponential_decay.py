"""Fits exponential decays by SciPy 1 (curve_fit, Levenberg and Marquardt).

    python crates/stats/tests/suite/oracle/exponential_decay.py

writes exponential_decay.tsv beside this file: each row is a curve of error rates with 1 to 25 topics, and with the
noise of counts.
"""

import numpy as np
from scipy.optimize import curve_fit
from tables import many, said, write


def curve(x, start, rate):
    return start * np.exp(-rate * x)


def curves():
    yield "x", "y", "start", "rate", "at_50"
    generator = np.random.default_rng(20020811)
    for case in range(60):
        size = int(generator.integers(4, 26))
        x = np.sort(generator.choice(np.arange(1, 26), size, replace=False)).astype(float)
        truth = curve(x, generator.uniform(0.1, 0.6), 10 ** generator.uniform(-2.5, -0.3))
        y = generator.binomial(500, np.clip(truth, 0, 1)) / 500
        (start, rate), _ = curve_fit(curve, x, y, p0=(max(y[0], 0.01), 0.05), xtol=1e-15, ftol=1e-15, gtol=1e-15, maxfev=20000)
        # Rising curves are left out, since rejudge does not fit any.
        if rate <= 1e-3:
            continue
        yield many(x), many(y), *map(said, (start, rate, curve(50, start, rate)))


write(__file__, exponential_decay=curves())
