//! Comparing runs of a score matrix: each test gives the same result as alone.

use rejudge_stats::{
    Draw, Matrix, NullDistribution, PairedBootstrap, PairedTest, Resamples, SignFlips, TestResult, t_test,
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
fn results_of_pairs_are_those_of_each_alone() {
    let scores = random_matrix(5, 20);
    let resamples = Resamples::draw(500, 20, &mut Draw::new(2, &["bootstrap"]));
    let alone = |&(x, y): &(usize, usize)| {
        let (x, y) = (scores.row(x), scores.row(y));
        let pair = Matrix::new(2, 20, [x, y].concat()).expect("finite scores");
        let p = PairedBootstrap::new(&pair, &resamples).expect("20 topics").asl()[0];
        TestResult { p, ..t_test(x, y).expect("20 topics") }
    };
    let results = PairedTest::Bootstrap(resamples.clone()).results(&scores, &PAIRS).expect("20 topics");
    assert_eq!(results, PAIRS.iter().map(alone).collect::<Vec<_>>());
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
