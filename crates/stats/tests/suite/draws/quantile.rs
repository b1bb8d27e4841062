//! Compares the normal distribution function and its inverse with SciPy 1.17.1.

use rejudge_stats::{normal_cdf, normal_quantile};

/// python -c "from scipy.special import ndtri; print(repr(float(ndtri(P))))"
#[test]
fn quantiles_agree_with_scipy() {
    let values = [
        (1e-300, -37.0470962993612),
        (1e-20, -9.262340089798409),
        (1e-05, -4.264890793922825),
        (0.001, -3.090232306167813),
        (0.025, -1.9599639845400545),
        (0.075, -1.4395314709384563),
        (0.2, -0.8416212335729142),
        (0.425, -0.18911842627279252),
        (0.6, 0.2533471031357997),
        (0.9, 1.2815515655446004),
        (0.975, 1.959963984540054),
        (0.999, 3.090232306167813),
    ];
    for (p, expected) in values {
        let found = normal_quantile(p);
        assert!((found / expected - 1.0).abs() < 1e-15, "{p}: {found} against {expected}");
    }
    assert_eq!(normal_quantile(0.5), 0.0);
    assert_eq!([normal_quantile(0.0), normal_quantile(1.0)], [f64::NEG_INFINITY, f64::INFINITY]);
}

/// python -c "from scipy.special import ndtr; print(repr(float(ndtr(X))))"
#[test]
fn distribution_function_agrees_with_scipy() {
    let values = [
        (-37.5, 4.605353009581954e-308),
        (-10.0, 7.61985302416047e-24),
        (-5.0, 2.866515718791933e-07),
        (-1.96, 0.024997895148220435),
        (-1.0, 0.15865525393145707),
        (-0.1, 0.460172162722971),
        (0.0, 0.5),
        (0.5, 0.6914624612740131),
        (1.0, 0.8413447460685429),
        (2.5, 0.9937903346742238),
        (8.0, 0.9999999999999993),
    ];
    for (x, expected) in values {
        let found = normal_cdf(x);
        assert!((found / expected - 1.0).abs() < 1e-12, "{x}: {found} against {expected}");
    }
}
