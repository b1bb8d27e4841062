//! The critical values of Kendall's tau, against SciPy 1.17.1.

use rejudge_stats::{critical_tau, critical_tau_normal};

/// The largest number c of discordant pairs with `scipy.stats._mstats_basic._kendall_p_exact(n, c) <=
/// alpha` gives (pairs - 2c)/pairs; `norm.isf(alpha / 2) * sqrt(2 * (2n + 5) / (9n(n - 1)))`.
#[test]
fn thresholds_by_scipy() {
    for (items, alpha, balance, pairs, normal) in [
        (10, 0.05, 23.0, 45.0, 0.486_956_966_987),
        (10, 0.01, 29.0, 45.0, 0.639_969_935_686),
        (16, 0.05, 46.0, 120.0, 0.362_774_769_894),
        (16, 0.01, 58.0, 120.0, 0.476_766_864_214),
        (30, 0.05, 111.0, 435.0, 0.252_545_064_876),
        (30, 0.01, 145.0, 435.0, 0.331_900_475_576),
        (74, 0.05, 421.0, 2701.0, 0.155_492_791_239),
        (74, 0.01, 551.0, 2701.0, 0.204_352_167_348),
    ] {
        assert_eq!(critical_tau(items, alpha), Some(balance / pairs), "{items} {alpha}");
        let found = critical_tau_normal(items, alpha).expect("items");
        assert!((found - normal).abs() < 1e-11, "{items} {alpha}: {found}");
    }
}

/// According to section 4 of "Controlling the Penalty on Late Arrival", for 30 runs every tau above 0.34 is
/// significant at 0.01, two-sided: the threshold by either distribution, rounded up.
#[test]
fn the_threshold_in_print() {
    let thresholds = [critical_tau(30, 0.01), critical_tau_normal(30, 0.01)].map(|tau| tau.expect("items"));
    assert_eq!(thresholds.map(|tau| (100.0 * tau).ceil()), [34.0; 2]);
}
