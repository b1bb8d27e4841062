//! Laws of topic set sizes and of prediction-powered means.

use proptest::prelude::*;
use rejudge_stats::{
    JudgedTwice, Matrix, PredictionPowered, Requirement, ScoreVariance, Weight, expected_width,
    topics_by_interval,
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
}

#[test]
fn too_few_topics_have_no_estimate() {
    let of = |n: usize, others: usize, weight| {
        let (human, model_only) = (vec![0.5; n], vec![0.25; others]);
        let scores = JudgedTwice { human: &human, model: &human, model_only: &model_only };
        PredictionPowered::new(&scores, weight).map(|found| found.weight)
    };
    assert_eq!([of(1, 9, Weight::One), of(9, 1, Weight::One), of(2, 9, Weight::Tuned)], [None; 3]);
    // The human scores are constant, so that the model's weight is 0.
    assert_eq!(of(3, 9, Weight::Tuned), Some(0.0));
    assert_eq!(ScoreVariance::new(&Matrix::new(1, 3, vec![0.1, 0.2, 0.3]).expect("finite")), None);
    assert_eq!(Requirement { alpha: 0.05, power: 0.8, difference: 1e-5 }.topics_by_paired_t(1.0), None);
}
