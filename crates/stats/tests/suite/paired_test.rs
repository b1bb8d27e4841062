//! Comparing runs of a score matrix: each test gives the same result as alone.

use rejudge_stats::{
    Draw, Matrix, NullDistribution, PairedBootstrap, PairedTest, Resamples, SignFlips, TestResult,
    randomisation_test, t_test, wilcoxon,
};

fn random_matrix(rows: usize, cols: usize) -> Matrix {
    let mut draw = Draw::new(1, &["scores"]);
    let data = (0..rows * cols).map(|i| draw.unit() + 0.1 * (i / cols) as f64).collect();
    Matrix::new(rows, cols, data).expect("finite scores")
}

/// More pairs than the bootstrap takes at a time, turned round, and one of a run with itself.
const PAIRS: [(usize, usize); 11] =
    [(1, 0), (2, 0), (3, 0), (4, 0), (0, 4), (3, 3), (2, 4), (4, 2), (1, 2), (0, 1), (2, 3)];

#[test]
fn results_are_those_of_each_test_alone() {
    let scores = random_matrix(5, 20);
    let resamples = Resamples::draw(500, 20, &mut Draw::new(2, &["bootstrap"]));
    let flips = SignFlips::draw(500, 20, &mut Draw::new(2, &["randomisation"]));
    let results = |test: PairedTest| test.results(&scores, &PAIRS).expect("20 topics");
    let by_pair = |test: &dyn Fn(&[f64], &[f64]) -> TestResult| -> Vec<TestResult> {
        PAIRS.iter().map(|&(x, y)| test(scores.row(x), scores.row(y))).collect()
    };
    let t = |x: &[f64], y: &[f64]| t_test(x, y).expect("20 topics");
    let bootstrap = |x: &[f64], y: &[f64]| {
        let pair = Matrix::new(2, 20, [x, y].concat()).expect("finite scores");
        let p = PairedBootstrap::new(&pair, &resamples).expect("20 topics").asl()[0];
        TestResult { p, ..t(x, y) }
    };
    assert_eq!(results(PairedTest::Bootstrap(resamples.clone())), by_pair(&bootstrap));
    assert_eq!(results(PairedTest::StudentT), by_pair(&t));
    for against in [NullDistribution::Exact, NullDistribution::Normal] {
        let signed_rank = |x: &[f64], y: &[f64]| wilcoxon(x, y, against).expect("20 topics");
        assert_eq!(results(PairedTest::Wilcoxon(against)), by_pair(&signed_rank));
    }
    let randomisation = |x: &[f64], y: &[f64]| randomisation_test(x, y, &flips);
    assert_eq!(results(PairedTest::Randomisation(flips.clone())), by_pair(&randomisation));
}

#[test]
fn other_topics_or_one_topic_are_refused() {
    let (scores, alone) = (random_matrix(2, 5), random_matrix(2, 1));
    let resamples = [4, 1].map(|topics| Resamples::draw(10, topics, &mut Draw::new(1, &["bootstrap"])));
    let flips = SignFlips::draw(10, 4, &mut Draw::new(1, &["randomisation"]));
    let [topics, one] = ["scores of 5 topics, samples of 4", "a paired test needs at least 2 topics"];
    for (test, scores, error) in [
        (PairedTest::Bootstrap(resamples[0].clone()), &scores, topics),
        (PairedTest::Randomisation(flips), &scores, topics),
        (PairedTest::Bootstrap(resamples[1].clone()), &alone, one),
        (PairedTest::StudentT, &alone, one),
    ] {
        // Even if there is no pair to test.
        for pairs in [&[(0, 1)][..], &[]] {
            assert_eq!(test.results(scores, pairs).expect_err("refused").to_string(), error, "{test:?}");
        }
    }
    let one = PairedTest::Wilcoxon(NullDistribution::Automatic).results(&alone, &[(0, 1)]);
    assert_eq!(one.map(|results| results[0].p), Ok(1.0));
}
