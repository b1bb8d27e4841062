//! Properties of topic set sizes and of prediction-powered means.

use proptest::prelude::*;
use rejudge_stats::{
    Draw, Estimate, JudgedTwice, Matrix, PredictionPowered, Requirement, ScoreVariance, Weight,
    expected_width, t_test, topics_by_interval,
};

proptest! {
    #[test]
    fn sizes_are_the_least(
        alpha in 0.01..0.2, power in 0.3..0.95, difference in 0.05..0.6, variance in 0.01..0.5, runs in 2_usize..30,
    ) {
        let asked = Requirement { alpha, power, difference };
        let by_t = asked.topics_by_paired_t(variance).expect("few enough");
        prop_assert!(asked.power_of_paired_t(by_t, variance) >= power);
        prop_assert!(by_t == 2 || asked.power_of_paired_t(by_t - 1, variance) < power);
        let by_anova = asked.topics_by_anova(runs, variance).expect("few enough");
        prop_assert!(asked.power_of_anova(by_anova, runs, variance) >= power);
        prop_assert!(by_anova == 2 || asked.power_of_anova(by_anova - 1, runs, variance) < power);
        let by_interval = topics_by_interval(alpha, difference, variance).expect("few enough");
        prop_assert!(expected_width(alpha, by_interval, variance) <= difference);
        prop_assert!(by_interval == 2 || expected_width(alpha, by_interval - 1, variance) > difference);
    }

    /// If the difference and the standard deviation are scaled by the same factor, the number of topics
    /// changes by at most 1, because of rounding.
    #[test]
    fn units_do_not_matter(difference in 0.1..0.6, variance in 0.01..0.5, unit in 0.1..10.0) {
        let topics_needed = |difference, variance| Requirement { alpha: 0.05, power: 0.8, difference }.topics_by_paired_t(variance);
        let (here, there) = (topics_needed(difference, variance), topics_needed(unit * difference, unit * unit * variance));
        prop_assert!(here.expect("a size").abs_diff(there.expect("a size")) <= 1);
    }

    #[test]
    fn doubles_have_no_difference(scores in prop::collection::vec(0.0..1.0, 2..30)) {
        let topics = scores.len();
        let matrix = Matrix::new(2, topics, [scores.clone(), scores].concat()).expect("finite");
        prop_assert_eq!(ScoreVariance::new(&matrix).expect("2 runs").of_differences, 0.0);
    }

    /// With weight 0 the interval is Student's interval for people's scores. If a constant is added to all scores of
    /// the model, the constant is subtracted again.
    #[test]
    fn a_constant_error_of_the_model_is_corrected(n in 3_usize..30, others in 2_usize..60, kind in -1.0..1.0, seed: u64) {
        let mut draw = Draw::new(seed, &["judged"]);
        let human: Vec<f64> = (0..n).map(|_| draw.unit()).collect();
        let model: Vec<f64> = human.iter().map(|score| 0.6 * score + 0.3 * draw.unit()).collect();
        let model_only: Vec<f64> = (0..others).map(|_| draw.unit()).collect();
        let by = |model: &[f64], model_only: &[f64], weight| {
            PredictionPowered::new(&JudgedTwice { human: &human, model, model_only }, weight).expect("topics")
        };
        let plain = Estimate::new(&human).expect("topics");
        let none = by(&model, &model_only, Weight::Given(0.0)).estimate;
        prop_assert!((none.mean - plain.mean).abs() < 1e-12 && (none.error - plain.error).abs() < 1e-12);
        prop_assert_eq!(none.freedom, plain.freedom);
        let kinder = |scores: &[f64]| scores.iter().map(|score| score + kind).collect::<Vec<_>>();
        for weight in [Weight::One, Weight::Tuned] {
            let (here, there) = (by(&model, &model_only, weight), by(&kinder(&model), &kinder(&model_only), weight));
            prop_assert!((here.estimate.mean - there.estimate.mean).abs() < 1e-10);
            prop_assert!((here.estimate.error - there.estimate.error).abs() < 1e-10);
            prop_assert!((0.0..=1.0).contains(&here.weight));
        }
    }
}

/// The share of random samples in which the t test finds the difference agrees with the power.
#[test]
fn the_t_test_finds_a_difference_as_often_as_its_power() {
    let asked = Requirement { alpha: 0.05, power: 0.8, difference: 0.5 };
    let (draws, topics) = (4000, asked.topics_by_paired_t(1.0).expect("a size"));
    let mut draw = Draw::new(11, &["power"]);
    let found = (0..draws).filter(|_| {
        let z: Vec<f64> = (0..topics).map(|_| 0.5 + draw.normal()).collect();
        t_test(&z, &vec![0.0; topics]).expect("topics").p < 0.05
    });
    let (share, power) = (found.count() as f64 / f64::from(draws), asked.power_of_paired_t(topics, 1.0));
    let error = (power * (1.0 - power) / f64::from(draws)).sqrt();
    assert!((share - power).abs() < 3.5 * error, "{share} against {power} up to {error}");
}

#[test]
fn too_few_topics_have_no_estimate() {
    let tuned_weight = |n: usize, others: usize, weight| {
        let (human, model_only) = (vec![0.5; n], vec![0.25; others]);
        let scores = JudgedTwice { human: &human, model: &human, model_only: &model_only };
        PredictionPowered::new(&scores, weight).map(|found| found.weight)
    };
    assert_eq!(
        [tuned_weight(1, 9, Weight::One), tuned_weight(9, 1, Weight::One), tuned_weight(2, 9, Weight::Tuned)],
        [None; 3]
    );
    // People's scores are constant, so the covariance and the weight are 0.
    assert_eq!(tuned_weight(3, 9, Weight::Tuned), Some(0.0));
    assert_eq!(ScoreVariance::new(&Matrix::new(1, 3, vec![0.1, 0.2, 0.3]).expect("finite")), None);
    assert_eq!(Requirement { alpha: 0.05, power: 0.8, difference: 1e-5 }.topics_by_paired_t(1.0), None);
}
