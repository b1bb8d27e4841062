//! Compares continuous random numbers with their distributions: moments, Kolmogorov-Smirnov distance, tails.
//! Also compares some numbers with the exact numbers that were drawn before.
//!
//! The bounds are four standard errors for moments and shares (3 % for the variance of Dirichlet shares), and
//! the 0.1 % point of the Kolmogorov distribution (1.95) for distances. The seeds are fixed, so the result of
//! a test never changes.

use rejudge_stats::{Draw, normal_cdf, normal_quantile};

const COUNT: usize = 1_000_000;

fn sample(name: &str, mut next: impl FnMut(&mut Draw) -> f64) -> Vec<f64> {
    let mut draw = Draw::new(20_091_115, &[name]);
    (0..COUNT).map(|_| next(&mut draw)).collect()
}

/// Returns sqrt(n) times the largest distance between the distribution function of the sample and `cdf`.
fn kolmogorov_smirnov(sample: &[f64], cdf: impl Fn(f64) -> f64) -> f64 {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len() as f64;
    let distance = |(i, &x): (usize, &f64)| {
        let p = cdf(x);
        (p - i as f64 / n).abs().max(((i + 1) as f64 / n - p).abs())
    };
    sorted.iter().enumerate().map(distance).fold(0.0, f64::max) * n.sqrt()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    values.sum::<f64>() / COUNT as f64
}

fn assert_near(what: &str, found: f64, expected: f64, standard_error: f64) {
    let off = (found - expected) / standard_error;
    assert!(off.abs() < 4.0, "{what}: {found} is {off:.2} standard errors from {expected}");
}

#[test]
fn normal_numbers_are_normal() {
    let numbers = sample("normal", Draw::normal);
    assert!(kolmogorov_smirnov(&numbers, normal_cdf) < 1.95);
    let n = COUNT as f64;
    assert_near("mean", mean(numbers.iter().copied()), 0.0, (1.0 / n).sqrt());
    assert_near("second moment", mean(numbers.iter().map(|x| x * x)), 1.0, (2.0 / n).sqrt());
    assert_near("third moment", mean(numbers.iter().map(|x| x.powi(3))), 0.0, (15.0 / n).sqrt());
    assert_near("fourth moment", mean(numbers.iter().map(|x| x.powi(4))), 3.0, (96.0 / n).sqrt());
    let lag: f64 = numbers.windows(2).map(|pair| pair[0] * pair[1]).sum();
    assert_near("correlation of neighbours", lag / n, 0.0, (1.0 / n).sqrt());
}

/// Numbers beyond 3.6541, the start of the tail, are drawn by another method. Except for layer 0, the widest
/// layers have their edges between 3 and 3.6541. We check the share and the distribution of the numbers
/// beyond 3 and of those beyond 3.6541, on both sides of 0.
#[test]
fn the_normal_tail_is_exact() {
    let mut draw = Draw::new(20_091_115, &["tail"]);
    let n = 20_000_000;
    let far: Vec<f64> = (0..n).map(|_| draw.normal()).filter(|x| x.abs() > 3.0).collect();
    for (edge, side) in [(3.0, 1.0), (3.0, -1.0), (3.654_152_885_361_009, 1.0), (3.654_152_885_361_009, -1.0)]
    {
        let share = normal_cdf(-edge);
        let beyond: Vec<f64> = far.iter().map(|x| x * side).filter(|&x| x > edge).collect();
        let expected = f64::from(n) * share;
        assert_near("numbers in the tail", beyond.len() as f64, expected, expected.sqrt());
        assert!(kolmogorov_smirnov(&beyond, |x| 1.0 - normal_cdf(-x) / share) < 1.95, "beyond {edge}");
    }
}

#[test]
fn exponential_numbers_are_exponential() {
    let numbers = sample("exponential", Draw::exponential);
    assert!(kolmogorov_smirnov(&numbers, |x| 1.0 - libm::exp(-x)) < 1.95);
    let n = COUNT as f64;
    assert_near("mean", mean(numbers.iter().copied()), 1.0, (1.0 / n).sqrt());
    assert_near("second moment", mean(numbers.iter().map(|x| x * x)), 2.0, (20.0 / n).sqrt());
    let tail = numbers.iter().filter(|&&x| x > 8.0).count() as f64;
    let expected = n * libm::exp(-8.0);
    assert_near("numbers beyond the last layer", tail, expected, expected.sqrt());
}

/// python -c "from scipy.stats import gamma; print(gamma.ppf([.05, .25, .5, .75, .95], SHAPE))",
/// SciPy 1.17.1.
#[test]
fn gamma_numbers_have_the_quantiles_of_scipy() {
    const LEVELS: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
    let quantiles = [
        (
            0.1,
            [
                5.930711291414248e-14,
                5.791713294969618e-07,
                0.0005933911044602284,
                0.0353063580735584,
                0.5804351053231342,
            ],
        ),
        (
            0.7,
            [
                0.012163199432408395,
                0.12976492383600585,
                0.4074237484764413,
                0.9615070868942999,
                2.3826200186483693,
            ],
        ),
        (
            2.5,
            [
                0.5727381130308846,
                1.3373014047160818,
                2.175730095547763,
                3.3128398819146234,
                5.535248846758176,
            ],
        ),
        (
            40.0,
            [30.195739194344732, 35.572254287792006, 39.6671650106891, 44.06512887707108, 50.93973698271794],
        ),
    ];
    for (shape, quantiles) in quantiles {
        let numbers = sample(&format!("gamma {shape}"), |draw| draw.gamma(shape));
        for (level, quantile) in LEVELS.into_iter().zip(quantiles) {
            let share = mean(numbers.iter().map(|&x| f64::from(u8::from(x < quantile))));
            assert_near("share below", share, level, (level * (1.0 - level) / COUNT as f64).sqrt());
        }
        assert_near("mean", mean(numbers.iter().copied()), shape, (shape / COUNT as f64).sqrt());
    }
}

/// Share i of Dirichlet(a) has mean a_i / s and variance a_i (s - a_i) / (s^2 (s + 1)), where s is the sum of a.
#[test]
fn dirichlet_shares_have_their_moments() {
    let weights = [0.3, 1.2, 2.5];
    let (sum, draws) = (4.0, 200_000);
    let mut draw = Draw::new(1, &["dirichlet"]);
    let rows: Vec<Vec<f64>> = (0..draws).map(|_| draw.dirichlet(&weights)).collect();
    for (i, weight) in weights.into_iter().enumerate() {
        let expected = weight / sum;
        let variance = weight * (sum - weight) / (sum * sum * (sum + 1.0));
        let found = rows.iter().map(|row| row[i]).sum::<f64>() / f64::from(draws);
        assert_near("mean share", found, expected, (variance / f64::from(draws)).sqrt());
        let spread = rows.iter().map(|row| (row[i] - expected).powi(2)).sum::<f64>() / f64::from(draws);
        assert!((spread / variance - 1.0).abs() < 0.03, "share {i}: variance {spread} against {variance}");
    }
}

#[test]
fn dirichlet_survives_weights_whose_gamma_numbers_round_to_zero() {
    let mut draw = Draw::new(1, &["tiny weights"]);
    for _ in 0..1000 {
        let shares = draw.dirichlet(&[1e-5, 2e-5, 0.0]);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-15 && shares[2] == 0.0);
    }
}

#[test]
fn stratified_normals_are_the_scores_in_another_order() {
    let mut draw = Draw::new(1, &["scores"]);
    let scores = draw.stratified_normals(50);
    assert_ne!(scores, draw.stratified_normals(50));
    let mut sorted = scores;
    sorted.sort_by(f64::total_cmp);
    for (i, score) in sorted.into_iter().enumerate() {
        assert_eq!(score, normal_quantile((i as f64 + 0.5) / 50.0));
    }
    assert!(draw.stratified_normals(0).is_empty());
}

/// Stored results depend on these numbers: if they change, every simulated collection ("twin") changes.
#[test]
fn the_samplers_draw_the_same_numbers_for_ever() {
    let mut draw = Draw::new(42, &["pinned"]);
    let found = [draw.normal(), draw.exponential(), draw.gamma(0.5), draw.gamma(4.0), draw.unit()];
    assert_eq!(found.map(f64::to_bits), EXPECTED.map(f64::to_bits), "{found:?}");
}

const EXPECTED: [f64; 5] =
    [-0.07498416853547928, 0.6658808035577962, 0.33399045553752627, 5.761598256982862, 0.06533833975720216];
