//! Tests of pairs of runs of a score matrix.

use rejudge_stats::{
    Alternative, Correction, Draw, Matrix, NullDistribution, PairedBootstrap, PairedTest, Resamples,
    SignFlips, Test, TestResult, t_test,
};

fn random_matrix(rows: usize, cols: usize) -> Matrix {
    let mut draw = Draw::new(1, &["scores"]);
    let data = (0..rows * cols).map(|i| draw.unit() + 0.1 * (i / cols) as f64).collect();
    Matrix::new(rows, cols, data).expect("finite scores")
}

/// More pairs than the bootstrap test computes at a time, with pairs in both orders and a pair of a run with
/// itself.
const PAIRS: [(usize, usize); 11] =
    [(1, 0), (2, 0), (3, 0), (4, 0), (0, 4), (3, 3), (2, 4), (4, 2), (1, 2), (0, 1), (2, 3)];

#[test]
fn pairs_have_the_same_results_together_and_alone() {
    let scores = random_matrix(5, 20);
    let resamples = Resamples::draw(500, 20, &mut Draw::new(2, &["bootstrap"]));
    let alone = |&(x, y): &(usize, usize)| {
        let (x, y) = (scores.row(x), scores.row(y));
        let pair = Matrix::new(2, 20, [x, y].concat()).expect("finite scores");
        let p = PairedBootstrap::new(&pair, &resamples).expect("20 topics").asl()[0];
        TestResult { p, ..t_test(x, y).expect("20 topics") }
    };
    let results = PairedTest::Bootstrap(resamples.clone())
        .results(&scores, &PAIRS, Alternative::TwoSided)
        .expect("20 topics");
    assert_eq!(results, PAIRS.iter().map(alone).collect::<Vec<_>>());
}

#[test]
fn other_topics_or_one_topic_are_refused() {
    let (scores, alone) = (random_matrix(2, 5), random_matrix(2, 1));
    let resamples = [4, 1].map(|topics| Resamples::draw(10, topics, &mut Draw::new(1, &["bootstrap"])));
    let flips = SignFlips::draw(10, 4, &mut Draw::new(1, &["randomisation"]));
    let [topics, one] =
        ["the scores have 5 topics, but the samples have 4", "a paired test needs at least 2 topics"];
    for (test, scores, error) in [
        (PairedTest::Bootstrap(resamples[0].clone()), &scores, topics),
        (PairedTest::Randomisation(flips), &scores, topics),
        (PairedTest::Bootstrap(resamples[1].clone()), &alone, one),
        (PairedTest::StudentT, &alone, one),
    ] {
        // The error occurs even if there are no pairs.
        for pairs in [&[(0, 1)][..], &[]] {
            assert_eq!(
                test.results(scores, pairs, Alternative::TwoSided).expect_err("refused").to_string(),
                error,
                "{test:?}"
            );
        }
    }
    let one =
        PairedTest::Wilcoxon(NullDistribution::Automatic).results(&alone, &[(0, 1)], Alternative::TwoSided);
    assert_eq!(one.map(|results| results[0].p), Ok(1.0));
}

/// The p values of `Greater` and `Less` sum to 1 plus the probability of the observed value. If the runs are
/// exchanged, the p values are exchanged too. The expected values are from SciPy 1.17 (`ttest_rel`,
/// `wilcoxon(method="exact")` and `binomtest` with `alternative="greater"`), and from all 2^6 assignments of
/// signs.
#[test]
fn one_sided_p_values_agree_with_scipy() {
    let scores = Matrix::new(2, 6, vec![0.5, 0.9, 0.7, 0.4, 0.8, 0.75, 0.3, 0.8, 0.75, 0.1, 0.4, 0.6]);
    let scores = scores.expect("finite scores");
    let p = |test: Test, alternative, pair| {
        let prepared = test.prepared(6, |label| Draw::new(1, &[label]));
        prepared.results(&scores, &[pair], alternative).expect("6 topics")[0].p
    };
    let exact = NullDistribution::Exact;
    let [t, wilcoxon, randomisation] =
        [Test::PairedT, Test::Wilcoxon { distribution: exact }, Test::Randomisation { samples: 1000 }];
    for (test, greater, at_observed) in [
        (t, 0.017_717_465_861_055_79, 0.0),
        (wilcoxon, 2.0 / 64.0, 1.0 / 64.0),
        (Test::Sign, 7.0 / 64.0, 6.0 / 64.0),
        (randomisation, 2.0 / 64.0, 1.0 / 64.0),
    ] {
        let found = p(test, Alternative::Greater, (0, 1));
        assert!((found - greater).abs() < 1e-12, "{test}: {found}");
        let less = p(test, Alternative::Less, (0, 1));
        assert!((found + less - 1.0 - at_observed).abs() < 1e-12, "{test}: {found} and {less}");
        assert_eq!(less, p(test, Alternative::Greater, (1, 0)), "{test}");
        let two_sided = p(test, Alternative::TwoSided, (0, 1));
        assert!((two_sided - 2.0 * found).abs() < 1e-12, "{test}: {two_sided}");
    }
    // With 63 random assignments of signs p is small too.
    let drawn = p(Test::Randomisation { samples: 63 }, Alternative::Greater, (0, 1));
    assert!(drawn < 0.15, "{drawn}");
    for (test, correction, is_right) in [
        (Test::PairedBootstrap { samples: 10 }, Correction::None, false),
        (t, Correction::Tukey, false),
        (t, Correction::Holm, true),
    ] {
        assert_eq!(Alternative::Less.check(test, correction).is_ok(), is_right, "{test}");
        assert!(Alternative::TwoSided.check(test, correction).is_ok(), "{test}");
    }
}

/// 0.1 + 0.2 and 0.3 are the same score, and 0.7 - 0.6 and 0.4 - 0.3 are the same difference, but their last
/// bits differ.
const ROUNDED: [[f64; 8]; 3] = [
    [0.1 + 0.2, 0.6, 0.7, 0.4, 0.2, 0.1 + 0.7, 0.0, 1.0],
    [0.3, 0.2 + 0.4, 0.7, 0.1 + 0.3, 0.2, 0.8, 1e-17, 1.0 - 1e-16],
    [0.4, 0.7, 0.8, 0.5, 0.3, 0.9, 0.1, 1.1],
];

#[test]
fn every_test_gives_p_1_for_identical_runs_and_for_differences_that_are_only_rounding() {
    let scores = Matrix::new(3, 8, ROUNDED.concat()).expect("finite scores");
    let tests = [
        Test::PairedT,
        Test::PairedBootstrap { samples: 200 },
        Test::Wilcoxon { distribution: NullDistribution::Automatic },
        Test::Wilcoxon { distribution: NullDistribution::Normal },
        Test::Randomisation { samples: 200 },
        Test::Randomisation { samples: 1000 },
    ];
    for test in tests {
        let prepared = test.prepared(8, |label| Draw::new(1, &[label]));
        for alternative in [Alternative::TwoSided, Alternative::Greater, Alternative::Less] {
            if alternative.check(test, Correction::None).is_err() {
                continue;
            }
            let results = prepared.results(&scores, &[(0, 0), (0, 1), (1, 0)], alternative);
            let p = results.expect("8 topics").into_iter().map(|result| result.p);
            assert_eq!(p.collect::<Vec<_>>(), [1.0; 3], "{test}, {alternative:?}");
        }
    }
    // The sign test compares only the two scores of a topic with each other, so 1e-17 is above 0 there. We
    // therefore test it only on identical runs.
    let sign = Test::Sign.prepared(8, |label| Draw::new(1, &[label]));
    for alternative in [Alternative::TwoSided, Alternative::Greater, Alternative::Less] {
        assert_eq!(sign.results(&scores, &[(0, 0)], alternative).map(|results| results[0].p), Ok(1.0));
    }
}

#[test]
fn equal_differences_have_no_variance_whatever_their_last_bits() {
    let scores = Matrix::new(3, 8, ROUNDED.concat()).expect("finite scores");
    for test in [Test::PairedT, Test::PairedBootstrap { samples: 200 }] {
        let prepared = test.prepared(8, |label| Draw::new(1, &[label]));
        let results = prepared.results(&scores, &[(2, 0), (0, 2)], Alternative::TwoSided).expect("8 topics");
        let expected = [f64::INFINITY, f64::NEG_INFINITY].map(|statistic| TestResult { statistic, p: 0.0 });
        assert_eq!(results, expected, "{test}");
    }
}
