//! Every filling of a thousand small collections, scored.

use rejudge_bounds::{Bounding, Kind, Retrieved};
use rejudge_draws::Draw;
use rejudge_pools::View;

use crate::world::{World, metrics};

const COLLECTIONS: usize = 1000;

/// What is far below any difference of formulas, and above the rounding of sums.
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

/// What is seen of one measure over all collections.
#[derive(Clone, Copy, Default)]
struct Seen {
    lower_slack: f64,
    upper_slack: f64,
    widths: f64,
}

#[test]
fn no_filling_is_beyond_the_bounds_and_exact_ones_are_reached() {
    let metrics = metrics(MEASURES);
    let mut draw = Draw::new(1, &["bounds"]);
    let (mut seen, mut lists, mut kinds) = (vec![Seen::default(); metrics.len()], 0.0, Vec::new());
    for number in 0..COLLECTIONS {
        let world = World::draw(&mut draw);
        let scorers = world.scorers(&metrics);
        let bounds = world.bounds(&metrics).expect("all are derived");
        let mut extremes: Vec<Vec<(f64, f64)>> = world
            .scores(&scorers, world.verdicts.clone())
            .iter()
            .map(|runs| runs.iter().map(|&s| (s, s)).collect())
            .collect();
        for filling in world.fillings() {
            let scores = world.scores(&scorers, world.filled(&filling));
            for (extremes, scores) in extremes.iter_mut().zip(scores) {
                for ((low, high), score) in extremes.iter_mut().zip(scores) {
                    (*low, *high) = (low.min(score), high.max(score));
                }
            }
        }
        let collection = world.collection(world.verdicts.clone());
        let (full, retrieved) =
            (View::full(&collection), Retrieved::new(&collection, world.max_rank).expect("numbered"));
        let bounding = Bounding::new(&metrics, &world.gains, world.min_rel, &collection, &full, &retrieved)
            .expect("they fit");
        kinds = (0..metrics.len()).map(|metric| bounding.kind(metric)).collect();
        lists += world.rankings.len() as f64;
        for (metric, name) in MEASURES.iter().enumerate() {
            for (run, &(low, high)) in extremes[metric].iter().enumerate() {
                let found = bounds.of_run(metric, run)[0];
                let what = || {
                    format!(
                        "collection {number}, {name}, run {run}: {found:?}, fillings from {low} to {high}; \
                         {:?} {:?} {:?} rel {} rank {:?}",
                        world.verdicts,
                        world.rankings,
                        world.gains.top_level(),
                        world.min_rel,
                        world.max_rank
                    )
                };
                assert!(found.lower <= low + ROUNDING && found.upper >= high - ROUNDING, "{}", what());
                if kinds[metric] == Kind::Exact {
                    assert!(
                        found.lower >= low - ROUNDING && found.upper <= high + ROUNDING,
                        "not reached: {}",
                        what()
                    );
                }
                seen[metric].lower_slack += low - found.lower;
                seen[metric].upper_slack += found.upper - high;
                seen[metric].widths += high - low;
            }
        }
    }
    println!("{COLLECTIONS} collections, {lists} lists");
    println!("measure\tkind\tmean width of the fillings\tmean slack below\tmean slack above");
    for ((name, seen), kind) in MEASURES.iter().zip(&seen).zip(&kinds) {
        // Of exact ones rounding is left, of either sign.
        let mean = |sum: f64| (sum / lists * 1e4).round() / 1e4 + 0.0;
        println!(
            "{name}\t{}\t{:.4}\t{:.4}\t{:.4}",
            kind.word(),
            mean(seen.widths),
            mean(seen.lower_slack),
            mean(seen.upper_slack)
        );
    }
}
