"""Values of the paired tests by SciPy 1.17.1, of Student's t also by mpmath 1.4.1 (NumPy 2.4.6).

    python crates/stats/tests/suite/oracle/paired_tests.py

writes student_t.tsv and pairs.tsv beside this file.
"""

from fractions import Fraction

import mpmath
import numpy as np
from scipy import stats
from tables import many, write


def two_sided(t, df):
    """The two-sided p value of t with 30 digits, by a series of positive terms."""
    mpmath.mp.dps = 60
    x = mpmath.mpf(df) / (df + mpmath.mpf(t) ** 2)
    if x > 0.9:  # 1 - I_(1-x)(1/2, df/2), which cancels up to 310 digits
        mpmath.mp.dps = 800
    t, df, half = mpmath.mpf(t), mpmath.mpf(df), mpmath.mpf(1) / 2
    x = df / (df + t * t)
    near = x > 0.9
    a, b, z = (half, df / 2, 1 - x) if near else (df / 2, half, x)
    total = term = mpmath.mpf(1)
    k = 0
    while term > total * mpmath.mpf(10) ** -mpmath.mp.dps:
        term *= (a + b + k) / (a + 1 + k) * z
        total += term
        k += 1
    share = z**a * (1 - z) ** b / (a * mpmath.beta(a, b)) * total
    return 1 - share if near else share


def student_t():
    yield "df", "t", "scipy", "mpmath"
    for df in [1, 2, 3, 5, 10, 24, 31, 32, 49, 50, 99, 149, 250, 499, 500, 1_000_000]:
        for t in [0.001, 0.1, 0.5, 1.0, 1.5, 1.7, 1.75, 2.0, 3.0, 5.0, 10.0, 20.0, 37.1, 40.0]:
            p = two_sided(t, df)
            if p > 1e-307:
                yield df, repr(t), repr(float(2 * stats.t.sf(t, df))), mpmath.nstr(p, 20)


def scores():
    """Names and scores of two runs: rounded as trec_eval does, tenths (with ties and zeros), and special cases."""
    rng = np.random.default_rng(20070723)
    for n in [2, 3, 6, 10, 12, 25, 49, 50, 51, 150]:
        x = rng.beta(1, 2, n)
        y = np.clip(x + rng.normal(-0.05, 0.15, n), 0, 1)
        yield f"ap-{n}", x.round(4), y.round(4)
    for n in [4, 7, 12, 30, 50, 75]:
        x = rng.integers(0, 11, n)
        y = np.clip(x + rng.integers(-3, 3, n), 0, 10)
        yield f"p10-{n}", x / 10, y / 10
    for n in [5, 12, 50]:
        y = rng.integers(0, 30, n) / 64
        yield f"one-sided-{n}", y + (1 + np.arange(n)) / 128, y
    yield "balanced", np.array([1, 0, 0, 4]) / 4, np.array([0, 2, 3, 0]) / 4
    yield "one-topic-differs", np.array([0.5, 0.25, 0.75, 0.5, 1]), np.array([0.5, 0.25, 0.75, 0.5, 0])
    yield "almost-constant", np.arange(20) / 64 + 0.25 + (np.arange(20) % 3) * 2.0**-30, np.arange(20) / 64


def counted(ranks, plus, minus):
    """The exact two-sided p of tied ranks, from the share of the 2^n choices of signs whose rank sum is at most the
    smaller of the two. Ranks are doubled, so that they are whole."""
    signs = {0: 1}
    for rank in (int(2 * rank) for rank in ranks):
        with_rank = {total + rank: count for total, count in signs.items()}
        signs = {total: signs.get(total, 0) + with_rank.get(total, 0) for total in signs.keys() | with_rank.keys()}
    few = sum(count for total, count in signs.items() if total <= 2 * min(plus, minus))
    return repr(float(min(Fraction(1), Fraction(2 * few, 2 ** len(ranks)))))


def pairs():
    yield "name", "x", "y", "t", "p_t", "w_plus", "w_minus", "p_exact", "p_normal", "p_automatic", "p_permutation"
    for name, x, y in scores():
        t = stats.ttest_rel(x, y)
        # Scores are multiples of simple fractions, so that their differences are exact to 12 digits.
        z = np.round(x - y, 12)
        nonzero = z[z != 0]
        ranks = stats.rankdata(abs(nonzero))
        plus, minus = ranks[nonzero > 0].sum(), ranks[nonzero < 0].sum()
        tied = len(set(abs(nonzero))) < len(nonzero)

        def wilcoxon(method):
            found = stats.wilcoxon(z, zero_method="wilcox", correction=False, method=method)
            assert found.statistic == min(plus, minus)
            return repr(float(found.pvalue))

        # SciPy's exact distribution is for untied ranks. With ties all choices of signs are tried, or, if there are too
        # many, their rank sums are counted in whole numbers.
        every = stats.PermutationMethod(n_resamples=np.inf)
        exact = wilcoxon("exact") if not tied else wilcoxon(every) if len(nonzero) <= 12 else counted(ranks, plus, minus)
        normal = wilcoxon("asymptotic")
        automatic = exact if len(nonzero) <= 50 else normal
        permutation = "-"
        if len(z) <= 12:
            found = stats.permutation_test(
                (x - y,), np.mean, permutation_type="samples", n_resamples=np.inf, vectorized=False
            )
            permutation = repr(float(found.pvalue))
        yield (name, many(x), many(y), repr(float(t.statistic)), repr(float(t.pvalue)), repr(float(plus)),
               repr(float(minus)), exact, normal, automatic, permutation)


write(__file__, student_t=student_t(), pairs=pairs())
