//! The standard normal distribution function and its inverse.

/// Returns `Phi(x) = erfc(-x / sqrt 2) / 2`, the probability that a standard normal number is below `x`. The
/// relative error is below 1e-12, also in the lower tail, unless the result is subnormal. Returns NaN for
/// NaN.
///
/// ```
/// assert_eq!(rejudge_stats::normal_cdf(0.0), 0.5);
/// ```
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

/// Returns `Phi^-1(p)`, the standard normal quantile, with about 16 correct digits (M. J. Wichura, Algorithm AS 241:
/// The percentage points of the normal distribution, Applied Statistics 37(3), 1988; routine PPND16). Returns minus
/// infinity for 0 and infinity for 1.
///
/// # Panics
/// If `p` is outside [0, 1] or NaN.
///
/// ```
/// assert!((rejudge_stats::normal_quantile(0.975) - 1.959963984540054).abs() < 1e-15);
/// assert_eq!(rejudge_stats::normal_quantile(0.0), f64::NEG_INFINITY);
/// ```
pub fn normal_quantile(p: f64) -> f64 {
    assert!((0.0..=1.0).contains(&p), "p is {p}, expected a number from 0 to 1");
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180625 - q * q;
        return q * polynomial(&CENTRE.0, r) / polynomial(&CENTRE.1, r);
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    if tail == 0.0 {
        return f64::INFINITY.copysign(q);
    }
    let r = (-libm::log(tail)).sqrt();
    let (fraction, r) = if r <= 5.0 { (&MIDDLE, r - 1.6) } else { (&FAR, r - 5.0) };
    (polynomial(&fraction.0, r) / polynomial(&fraction.1, r)).copysign(q)
}

/// Computes `c[0] + c[1] x + ..` by Horner's rule.
fn polynomial(coefficients: &[f64; 8], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

/// The coefficients of a rational approximation: numerator and denominator.
type Fraction = ([f64; 8], [f64; 8]);

/// The approximation for 0.075 <= p <= 0.925.
#[rustfmt::skip]
#[expect(clippy::excessive_precision, reason = "digits as published")]
const CENTRE: Fraction = (
    [3.387_132_872_796_366_608, 133.141_667_891_784_377_45, 1_971.590_950_306_551_442_7,
     13_731.693_765_509_461_125, 45_921.953_931_549_871_457, 67_265.770_927_008_700_853,
     33_430.575_583_588_128_105, 2_509.080_928_730_122_672_7],
    [1.0, 42.313_330_701_600_911_252, 687.187_007_492_057_908_3, 5_394.196_021_424_751_107_7,
     21_213.794_301_586_595_867, 39_307.895_800_092_710_61, 28_729.085_735_721_942_674,
     5_226.495_278_852_854_561],
);

/// The approximation for smaller tails, down to a probability of exp(-25).
#[rustfmt::skip]
#[expect(clippy::excessive_precision, reason = "digits as published")]
const MIDDLE: Fraction = (
    [1.423_437_110_749_683_577_34, 4.630_337_846_156_545_295_9, 5.769_497_221_460_691_405_5,
     3.647_848_324_763_204_605_04, 1.270_458_252_452_368_382_58, 0.241_780_725_177_450_611_77,
     0.022_723_844_989_269_184_583_3, 7.745_450_142_783_414_076_4e-4],
    [1.0, 2.053_191_626_637_758_821_87, 1.676_384_830_183_803_849_4, 0.689_767_334_985_100_004_55,
     0.148_103_976_427_480_074_59, 0.015_198_666_563_616_457_196_6, 5.475_938_084_995_344_946e-4,
     1.050_750_071_644_416_843_24e-9],
);

/// The approximation for tails below exp(-25).
#[rustfmt::skip]
#[expect(clippy::excessive_precision, reason = "digits as published")]
const FAR: Fraction = (
    [6.657_904_643_501_103_777_2, 5.463_784_911_164_114_369_9, 1.784_826_539_917_291_335_8,
     0.296_560_571_828_504_891_23, 0.026_532_189_526_576_123_093, 0.001_242_660_947_388_078_438_6,
     2.711_555_568_743_487_578_15e-5, 2.010_334_399_292_288_132_65e-7],
    [1.0, 0.599_832_206_555_887_937_69, 0.136_929_880_922_735_805_31, 0.014_875_361_290_850_615_025,
     7.868_691_311_456_132_591e-4, 1.846_318_317_510_054_681_8e-5, 1.421_511_758_316_445_888_7e-7,
     2.044_263_103_389_939_785_64e-15],
);
