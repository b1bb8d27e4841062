"""Computes intervals, powers and sizes by SciPy 1.17.1 and statsmodels 0.15.0, and prediction-powered means by
ppi-python 0.2.3.

    python crates/stats/tests/suite/oracle/certainty.py

writes intervals.tsv, powers.tsv, sizes.tsv, widths.tsv and powered.tsv beside this file.
"""

import numpy as np
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate
from ppi_py.ppi import _calc_lam_glm
from scipy import special, stats
from statsmodels.stats.power import FTestAnovaPower, TTestPower
from tables import many, write


def intervals():
    yield "scores", "alpha", "low", "high"
    rng = np.random.default_rng(20161)
    for n in [2, 3, 10, 25, 50, 100, 400]:
        scores = rng.beta(1, 2, n).round(4)
        for alpha in [0.1, 0.05, 0.01]:
            low, high = stats.t.interval(1 - alpha, n - 1, loc=scores.mean(), scale=stats.sem(scores))
            yield many(scores), alpha, repr(float(low)), repr(float(high))


def powers():
    """The paired t test by the noncentral t, analysis of variance by the noncentral F."""
    yield "test", "runs", "topics", "effect", "alpha", "power"
    for alpha in [0.05, 0.01]:
        for n in [2, 3, 10, 25, 50, 100, 500]:
            for effect in [0.05, 0.2, 0.5, 1.0]:
                critical, shift = stats.t.isf(alpha / 2, n - 1), effect * np.sqrt(n)
                power = stats.nct.sf(critical, n - 1, shift) + stats.nct.cdf(-critical, n - 1, shift)
                yield "t", 2, n, effect, alpha, repr(float(power))
                for m in [2, 3, 10, 50]:
                    d1, d2 = m - 1, m * (n - 1)
                    power = stats.ncf.sf(stats.f.isf(alpha, d1, d2), d1, d2, n * effect**2 / 2)
                    yield "anova", m, n, effect, alpha, repr(float(power))


def sizes():
    yield "test", "runs", "effect", "alpha", "power", "topics"
    for alpha, power in [(0.05, 0.8), (0.05, 0.9), (0.01, 0.8), (0.1, 0.5)]:
        for effect in [0.1, 0.2, 0.3, 0.5, 0.8, 1.0]:
            n = TTestPower().solve_power(effect, None, alpha, power)
            yield "t", 2, effect, alpha, power, int(np.ceil(n))
            for m in [2, 3, 10, 50]:
                # Cohen's f if two runs have the extreme means and all others the mean in the middle.
                total = FTestAnovaPower().solve_power(effect / np.sqrt(2 * m), None, alpha, power, k_groups=m)
                n = total / m
                assert abs(n - round(n)) > 1e-4, "too near to call"
                yield "anova", m, effect, alpha, power, int(np.ceil(n))


def widths():
    yield "topics", "alpha", "width"
    for n in [2, 3, 4, 5, 10, 25, 50, 99, 100, 1000, 10_000, 50_000]:
        for alpha in [0.1, 0.05]:
            ratio = np.exp(special.gammaln(n / 2) - special.gammaln((n - 1) / 2))
            width = 2 * stats.t.isf(alpha / 2, n - 1) * np.sqrt(2 / (n - 1)) * ratio / np.sqrt(n)
            yield n, alpha, repr(float(width))


def powered():
    """The estimate, the weight and the standard error of ppi-python; the error is half the interval divided by the
    normal quantile."""
    yield "human", "model", "model_only", "weight", "used", "mean", "error"
    rng = np.random.default_rng(20232)
    for n, others in [(10, 10), (25, 25), (40, 40), (10, 90), (25, 75), (50, 150), (60, 20)]:
        for noise in [0.02, 0.2, 5.0]:
            truth = rng.beta(1, 2, n + others)
            seen = 0.8 * truth + 0.1 + rng.normal(0, noise, n + others)
            Y, f, F = truth[:n].round(4), seen[:n].round(4), seen[n:].round(4)
            for weight in [0.0, 0.5, 1.0, None]:
                mean = float(np.squeeze(ppi_mean_pointestimate(Y, f, F, lam=weight)))
                low, high = ppi_mean_ci(Y, f, F, alpha=0.05, lam=weight)
                error = float(np.squeeze(high - low) / 2 / stats.norm.isf(0.025))
                used = weight
                if weight is None:
                    at = F.mean() + (Y - f).mean()
                    column = lambda values: (values - at)[:, None]
                    used = float(_calc_lam_glm(column(Y), column(f), column(F), np.eye(1), clip=True))
                yield many(Y), many(f), many(F), "tuned" if weight is None else weight, repr(used), repr(mean), repr(error)


write(__file__, intervals=intervals(), powers=powers(), sizes=sizes(), widths=widths(), powered=powered())
