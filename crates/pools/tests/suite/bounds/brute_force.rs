//! Scores every filling of a thousand small collections, and compares the scores with the bounds.

use rejudge_metrics::Family;
use rejudge_pools::bounds::Kind;
use rejudge_stats::Draw;

use crate::bounds::world::{World, metrics};

const COLLECTIONS: usize = 1000;

/// The tolerance: far below any difference that a wrong formula makes, and above the rounding errors of sums.
const ROUNDING: f64 = 1e-10;

const MEASURES: &[&str] = &[
    "P@1",
    "P@3",
    "P@10",
    "P(rel=1)@5",
    "R@2",
    "R@10",
    "SetR",
    "RR",
    "RR@2",
    "Success@3",
    "Rprec",
    "AP",
    "AP@3",
    "AP(norm='min')@2",
    "AP(norm='min')@4",
    "GMAP",
    "AP'",
    "P'@3",
    "RBP",
    "RBP(p=0.5)@3",
    "gRBP",
    "DCG",
    "DCG@3",
    "CG@4",
    "DCG(dcg='jk', log=2)",
    "nDCG",
    "nDCG@1",
    "nDCG@3",
    "nDCG@5",
    "nDCG(dcg='jk', log=2)",
    "nDCG(dcg='jk', log=3)@4",
    "nDCG(dcg='jk', log=10)@20",
    "nCG@1",
    "nCG@4",
    "nDCG'@3",
    "ERR",
    "ERR@2",
    "ERR(stop='gain')",
    "ERR(stop='gain')@3",
    "nERR",
    "nERR(stop='gain')@3",
    "Bpref",
    "Bpref(form='R')",
    "Bpref(form='N')",
    "Bpref(form='10')",
    "GMBpref",
    "Q",
    "Q@3",
    "Q(beta=10)",
    "Q(beta=inf)",
    "Q(norm='R')@2",
    "Q(beta=0)",
    "Q'",
    "NCU",
    "NCU(beta=100)",
];

/// Families with exact bounds on every list, unless the list is condensed.
const ALWAYS_EXACT: [Family; 15] = [
    Family::Precision,
    Family::RankBiasedPrecision,
    Family::GradedRankBiasedPrecision,
    Family::DiscountedCumulativeGain,
    Family::CumulativeGain,
    Family::ReciprocalRank,
    Family::Success,
    Family::Recall,
    Family::SetRecall,
    Family::RPrecision,
    Family::AveragePrecision,
    Family::GeometricMeanAp,
    Family::Ndcg,
    Family::NormalisedCumulativeGain,
    Family::ExpectedReciprocalRank,
];

/// The sums for one measure over all collections.
#[derive(Clone, Copy, Default)]
struct Observations {
    lower_slack: f64,
    upper_slack: f64,
    widths: f64,
    /// The number of lists with bounds that are called exact.
    exact: f64,
}

#[test]
fn no_filling_is_beyond_the_bounds_and_exact_bounds_are_reached() {
    let metrics = metrics(MEASURES);
    let mut draw = Draw::new(1, &["bounds"]);
    let (mut observations, mut lists) = (vec![Observations::default(); metrics.len()], 0.0);
    for number in 0..COLLECTIONS {
        let world = World::draw(&mut draw);
        let scorers = world.scorers(&metrics);
        let bounds = world.bounds(&metrics).expect("all are derived");
        let scores = world.scores(&scorers, world.verdicts.clone());
        let mut extremes =
            vec![vec![(f64::INFINITY, f64::NEG_INFINITY); world.rankings.len()]; metrics.len()];
        for filling in world.fillings() {
            let scores = world.scores(&scorers, world.filled(&filling));
            for (extremes, scores) in extremes.iter_mut().zip(scores) {
                for ((low, high), score) in extremes.iter_mut().zip(scores) {
                    (*low, *high) = (low.min(score), high.max(score));
                }
            }
        }
        lists += world.rankings.len() as f64;
        for (metric, name) in MEASURES.iter().enumerate() {
            for (run, &(low, high)) in extremes[metric].iter().enumerate() {
                let run_bounds = bounds.of_run(metric, run)[0];
                let context = || {
                    format!(
                        "collection {number}, {name}, run {run}: {run_bounds:?}, fillings from {low} to {high}; \
                         {:?} {:?} {:?} rel {} rank {:?}",
                        world.verdicts,
                        world.rankings,
                        world.gains.top_level(),
                        world.min_rel,
                        world.max_rank
                    )
                };
                assert!(
                    run_bounds.lower <= low + ROUNDING && run_bounds.upper >= high - ROUNDING,
                    "{}",
                    context()
                );
                let score = scores[metric][run];
                assert!(run_bounds.contains(score, ROUNDING), "{}", context());
                let kind = bounds.kinds(metric, run)[0];
                observations[metric].exact += f64::from(u8::from(kind == Kind::Exact));
                if kind == Kind::Exact {
                    assert!(
                        run_bounds.lower >= low - ROUNDING && run_bounds.upper <= high + ROUNDING,
                        "not reached: {}",
                        context()
                    );
                }
                observations[metric].lower_slack += low - run_bounds.lower;
                observations[metric].upper_slack += run_bounds.upper - high;
                observations[metric].widths += high - low;
            }
        }
    }
    for (metric, observations) in metrics.iter().zip(&observations) {
        let is_exact = (observations.exact - lists).abs() < 0.5;
        // A condensed list may have a score that no filling has. Its bounds are widened to that score, and are not
        // called exact.
        if !metric.is_condensed() {
            assert_eq!(is_exact, ALWAYS_EXACT.contains(&metric.family()), "{metric}");
        } else if [Family::Ndcg, Family::AveragePrecision].contains(&metric.family()) {
            assert!(!is_exact && observations.exact > 0.0, "{metric}");
        }
    }
    println!("{COLLECTIONS} collections, {lists} lists");
    println!("measure\texact\tmean width of the fillings\tmean slack below\tmean slack above");
    for (name, observations) in MEASURES.iter().zip(&observations) {
        // The slack of exact bounds is only a rounding error, of either sign.
        let mean = |sum: f64| (sum / lists * 1e4).round() / 1e4 + 0.0;
        println!(
            "{name}\t{:.4}\t{:.4}\t{:.4}\t{:.4}",
            mean(observations.exact),
            mean(observations.widths),
            mean(observations.lower_slack),
            mean(observations.upper_slack)
        );
    }
}
