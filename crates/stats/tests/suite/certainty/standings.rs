//! Properties of standings and intervals, and runs that are equal or nearly equal.

use proptest::prelude::*;
use rejudge_stats::{
    Draw, Estimate, Matrix, Ranking, Resamples, SignFlips, Standings, bootstrap_t_interval, t_test,
};

/// Returns scores of runs with increasing quality. Some topics are hard for all runs, and there is noise.
fn scores(runs: usize, topics: usize, spread: f64, draw: &mut Draw) -> Matrix {
    let hard: Vec<f64> = (0..topics).map(|_| draw.unit()).collect();
    let data = (0..runs).flat_map(|run| {
        let quality = spread * run as f64;
        hard.iter().map(|hard| quality + hard + 0.3 * draw.normal()).collect::<Vec<_>>()
    });
    Matrix::new(runs, topics, data.collect()).expect("finite")
}

fn resamples(topics: usize) -> Resamples {
    Resamples::draw(400, topics, &mut Draw::new(7, &["bootstrap"]))
}

fn flips(topics: usize) -> SignFlips {
    SignFlips::draw(400, topics, &mut Draw::new(7, &["signs"]))
}

proptest! {
    #[test]
    fn ranges_of_ranks_contain_the_observed_rank(runs in 1_usize..14, topics in 8_usize..40, spread in 0.0..0.5, seed: u64) {
        let scores = scores(runs, topics, spread, &mut Draw::new(seed, &["scores"]));
        let found = Standings::new(&scores, &flips(topics), 0.05).expect("standings");
        let ranking = Ranking::new(&scores.row_means());
        let best = (0..runs).min_by(|&a, &b| ranking.mean_rank(a).total_cmp(&ranking.mean_rank(b))).expect("a run");
        prop_assert!(found.may_be_best[best]);
        for (run, &[first, last]) in found.ranks.iter().enumerate() {
            prop_assert!(1 <= first && first <= last && last <= runs);
            let rank = ranking.mean_rank(run);
            prop_assert!(first as f64 <= rank && rank <= last as f64, "{rank} in {first} to {last}");
        }
        // Each distinguished pair adds 1 to the best possible rank of its worse run, and takes 1 from the
        // worst possible rank of its better run.
        let lost: usize = found.ranks.iter().map(|[_, last]| runs - last).sum();
        prop_assert_eq!(lost, found.separated);
    }

    /// With more confidence we never distinguish more pairs.
    #[test]
    fn more_confidence_separates_fewer_pairs(topics in 10_usize..40, spread in 0.0..0.3, seed: u64) {
        let scores = scores(8, topics, spread, &mut Draw::new(seed, &["scores"]));
        let standings = |alpha| Standings::new(&scores, &flips(topics), alpha).expect("standings");
        let (sure, surer) = (standings(0.2), standings(0.02));
        prop_assert!(sure.critical <= surer.critical && sure.separated >= surer.separated);
        for run in 0..8 {
            prop_assert!(sure.ranks[run][0] >= surer.ranks[run][0] && sure.ranks[run][1] <= surer.ranks[run][1]);
            prop_assert!(!sure.may_be_best[run] || surer.may_be_best[run]);
        }
    }

    /// The order of the runs does not matter.
    #[test]
    fn standings_are_those_of_the_runs(topics in 8_usize..30, seed: u64) {
        let mut draw = Draw::new(seed, &["scores"]);
        let scores = scores(9, topics, 0.2, &mut draw);
        let mut order: Vec<usize> = (0..9).collect();
        draw.shuffle(&mut order);
        let flips = flips(topics);
        let found = Standings::new(&scores, &flips, 0.05).expect("standings");
        let rows = order.iter().flat_map(|&run| scores.row(run)).copied().collect();
        let shuffled = Matrix::new(9, topics, rows).expect("finite");
        let shuffled = Standings::new(&shuffled, &flips, 0.05).expect("standings");
        for (place, &run) in order.iter().enumerate() {
            prop_assert_eq!(shuffled.ranks[place], found.ranks[run]);
            prop_assert_eq!(shuffled.may_be_best[place], found.may_be_best[run]);
        }
    }

    #[test]
    fn intervals_move_with_the_scores(scores in prop::collection::vec(0.0..1.0, 5..40), by in -2.0..2.0, unit in 0.1..9.0) {
        let resamples = resamples(scores.len());
        let moved: Vec<f64> = scores.iter().map(|score| unit * score + by).collect();
        let student = |scores: &[f64]| Estimate::new(scores).expect("scores").interval(0.05);
        let bootstrap = |scores: &[f64]| bootstrap_t_interval(scores, &resamples, 0.05).expect("scores");
        for (there, here) in [(student(&scores), student(&moved)), (bootstrap(&scores), bootstrap(&moved))] {
            for end in [0, 1] {
                let expected: f64 = unit * there[end] + by;
                prop_assert!((here[end] - expected).abs() < 1e-7 * expected.abs().max(1.0) || here[end] == expected);
            }
        }
    }
}

#[test]
fn runs_that_are_far_apart_are_told_apart() {
    let scores = scores(10, 50, 3.0, &mut Draw::new(1, &["scores"]));
    let found = Standings::new(&scores, &flips(50), 0.05).expect("standings");
    assert!(found.ranks.iter().zip((1..=10).rev()).all(|(ranks, rank)| *ranks == [rank, rank]));
    assert_eq!(found.may_be_best.iter().filter(|&&may_be| may_be).count(), 1);
    assert_eq!(found.separated, 45);
}

/// Computes critical values by the definition: for every assignment of signs and every pair, t of the signed
/// centred differences by the crate's t test.
#[test]
fn critical_values_are_those_of_the_definition() {
    for runs in [2, 3, 8, 9] {
        let (topics, alpha) = (9, 0.1);
        let scores = scores(runs, topics, 0.02, &mut Draw::new(runs as u64, &["scores"]));
        let flips = SignFlips::draw(1000, topics, &mut Draw::new(1, &["signs"]));
        assert!(flips.exhaustive() && flips.samples() == 256);
        let t_of = |z: &[f64]| t_test(z, &vec![0.0; z.len()]).expect("topics").statistic;
        let differences = |i: usize, j: usize| -> Vec<f64> {
            scores.row(i).iter().zip(scores.row(j)).map(|(x, y)| x - y).collect()
        };
        let with_signs = |i: usize, j: usize, sample: usize, sign: f64| {
            let z = differences(i, j);
            let mean = z.iter().sum::<f64>() / topics as f64;
            let flipped = |topic: usize| if flips.flips(sample, topic) { -sign } else { sign };
            t_of(&z.iter().enumerate().map(|(topic, z)| flipped(topic) * (z - mean)).collect::<Vec<_>>())
        };
        let others = |run: usize| (0..runs).filter(move |&other| other != run);
        let most_over = |run: usize, sample: usize, sign: f64| {
            others(run).map(|other| with_signs(other, run, sample, sign)).fold(f64::NEG_INFINITY, f64::max)
        };
        let quantile = |mut values: Vec<f64>, place: usize| {
            values.sort_by(f64::total_cmp);
            values[place - 1]
        };
        let of_all: Vec<f64> =
            (0..256).map(|s| (0..runs).map(|run| most_over(run, s, 1.0)).fold(0.0, f64::max)).collect();
        // The places are .9 x 257 = 231.3, rounded up to 232, for all pairs, and .9 x 513 = 461.7, rounded up
        // to 462, for the pairs of a run.
        let critical = quantile(of_all, 232);
        let found = Standings::new(&scores, &flips, alpha).expect("standings");
        assert!((found.critical - critical).abs() < 1e-9, "{} against {critical}", found.critical);
        for run in 0..runs {
            let leads: Vec<f64> = others(run).map(|other| t_of(&differences(other, run))).collect();
            let better = leads.iter().filter(|&&t| t > critical).count();
            let worse = leads.iter().filter(|&&t| t < -critical).count();
            assert_eq!(found.ranks[run], [better + 1, runs - worse]);
            let both: Vec<f64> =
                (0..256).flat_map(|s| [most_over(run, s, 1.0), most_over(run, s, -1.0)]).collect();
            let may_be = leads.iter().all(|&t| t <= quantile(both.clone(), 462).max(0.0));
            assert_eq!(found.may_be_best[run], may_be, "run {run} of {runs}");
        }
    }
}

/// Adds a run that differs from another run on one topic of fifty, or not at all.
#[test]
fn a_run_that_is_nearly_another_takes_nothing_from_the_others() {
    let mut draw = Draw::new(3, &["scores"]);
    let apart = scores(4, 50, 0.4, &mut draw);
    let alone = Standings::new(&apart, &flips(50), 0.05).expect("standings");
    let mut nearly = apart.row(0).to_vec();
    nearly[17] += 0.3;
    for (double, what) in [(nearly, "nearly the same"), (apart.row(0).to_vec(), "the same")] {
        let data = [(0..4).flat_map(|run| apart.row(run).to_vec()).collect(), double].concat();
        let both = Matrix::new(5, 50, data).expect("finite");
        let found = Standings::new(&both, &flips(50), 0.05).expect("standings");
        assert!(found.critical < alone.critical + 0.1, "{what}: {found:?}");
        assert_eq!((found.separated, found.ranks[0], found.ranks[4]), (9, [4, 5], [4, 5]), "{what}");
    }
}

#[test]
fn a_constant_lead_is_told_apart() {
    let scores = Matrix::new(3, 8, [[0.1; 8], [0.3; 8], [0.3; 8]].concat()).expect("finite");
    let found = Standings::new(&scores, &flips(8), 0.05).expect("standings");
    assert_eq!(found.ranks, [[3, 3], [1, 2], [1, 2]]);
    assert_eq!(found.may_be_best, [false, true, true]);
}

#[test]
fn missing_standings_have_a_reason() {
    let scores = Matrix::new(2, 8, vec![0.5; 16]).expect("finite");
    let signs = |samples, topics| SignFlips::draw(samples, topics, &mut Draw::new(1, &["few"]));
    let error = Standings::new(&scores, &signs(18, 8), 0.05).expect_err("too few");
    assert_eq!(error.to_string(), "found 18 samples, expected 19 or more");
    assert!(Standings::new(&scores, &signs(19, 8), 0.05).is_ok());
    let error = Standings::new(&scores, &signs(100, 9), 0.05).expect_err("other topics");
    assert_eq!(error.to_string(), "the scores have 8 topics, but the samples have 9");
    let one = Matrix::new(2, 1, vec![0.1, 0.9]).expect("finite");
    assert!(Standings::new(&one, &signs(100, 1), 0.05).is_err());
}

/// Five topics have 16 assignments of signs, not counting opposite ones. Even the largest of 16 values is not a 95 %
/// quantile.
#[test]
fn five_topics_tell_nothing_apart() {
    let lead = [0.9, 0.8, 0.85, 0.95, 0.9];
    let scores = Matrix::new(2, 5, [[0.1; 5], lead].concat()).expect("finite");
    let found = Standings::new(&scores, &flips(5), 0.05).expect("standings");
    assert_eq!((found.critical, found.separated), (f64::INFINITY, 0));
    // Equal differences have an infinite t, but with so few topics they are not distinguished either.
    let constant = |topics: usize| Matrix::new(2, topics, [vec![0.25; topics], vec![0.75; topics]].concat());
    for topics in 2..=5 {
        let found = Standings::new(&constant(topics).expect("finite"), &flips(topics), 0.05);
        assert_eq!(found.expect("standings").ranks, [[1, 2]; 2], "{topics} topics");
    }
    let found = Standings::new(&constant(6).expect("finite"), &flips(6), 0.05).expect("standings");
    assert_eq!((found.ranks, found.may_be_best), (vec![[2, 2], [1, 1]], vec![false, true]));
    let six = Matrix::new(2, 6, [[0.1; 6].to_vec(), lead.to_vec(), vec![0.9]].concat()).expect("finite");
    assert_eq!(Standings::new(&six, &flips(6), 0.05).expect("standings").separated, 1);
}

/// Each possible sample occurs once, so we can find the quantiles of t by hand.
#[test]
fn the_bootstrap_interval_is_that_of_its_definition() {
    // Three topics have 27 possible samples.
    let counts: Vec<u32> = (0..27_u32)
        .flat_map(|sample| {
            let drawn = [sample % 3, sample / 3 % 3, sample / 9];
            [0, 1, 2].map(|topic| drawn.iter().filter(|&&d| d == topic).count() as u32)
        })
        .collect();
    let resamples = Resamples::from_counts(3, counts).expect("samples");
    let scores = [0.0, 0.0, 0.6];
    // Eight samples contain only the first two topics, and t is -inf. One contains only the last topic, and t is inf.
    // Twelve contain the last topic once (mean .2, t 0), and six twice (mean .4, t 1).
    let error = 0.2;
    let [low, high] = bootstrap_t_interval(&scores, &resamples, 0.2).expect("27 samples");
    // We take the second t (.1 x 28, rounded down) from either end: -inf and 1.
    assert!((low - (0.2 - 1.0 * error)).abs() < 1e-12, "{low}");
    assert_eq!(high, f64::INFINITY);
    let [_, high] = bootstrap_t_interval(&scores, &resamples, 0.65).expect("27 samples");
    // We take the ninth t, which is the first with t 0.
    assert!((high - 0.2).abs() < 1e-12, "{high}");
    assert_eq!(bootstrap_t_interval(&scores, &resamples, 0.05), None);
    assert_eq!(bootstrap_t_interval(&[0.3; 3], &resamples, 0.2), Some([0.3, 0.3]));
}
