//! Compares the bounds of pairs of runs with the scores of every filling. Also tests that equal runs differ
//! by exactly 0.

use rejudge_metrics::{Gains, Verdict};
use rejudge_pools::bounds::{Bounding, Bounds, Order, PairBounds, Retrieved};
use rejudge_pools::{JoinedRun, Run, Team, TestCollection, Topic, View};
use rejudge_stats::Draw;

use crate::bounds::world::{World, metrics};

const COLLECTIONS: usize = 1000;
const ROUNDING: f64 = 1e-9;

const MEASURES: &[&str] = &[
    "P@3",
    "RBP",
    "gRBP",
    "DCG@4",
    "R@3",
    "R@10",
    "nDCG",
    "nDCG@3",
    "AP",
    "AP(norm='min')@3",
    "RR",
    "Rprec",
    "ERR",
    "Bpref",
    "Q",
    "GMAP",
    "AP'",
];

/// Measures for which the bounds of a difference are exact.
const EXACT: [&str; 4] = ["P@3", "RBP", "gRBP", "DCG@4"];

fn pair_bounds(world: &World) -> Vec<PairBounds> {
    let metrics = metrics(MEASURES);
    let collection = world.collection(world.verdicts.clone());
    let (full, retrieved) = (View::full(&collection), Retrieved::new(&collection, world.max_rank));
    let retrieved = retrieved.expect("numbered");
    let bounding = Bounding::new(&metrics, &world.gains, world.min_rel, &collection, &full, &retrieved);
    let bounding = bounding.expect("all are derived");
    let joined = world.joined(&collection);
    bounding.pairs(&[0, 1], &joined, &[0], false).remove(0)
}

#[test]
fn no_filling_contradicts_the_bounds_of_a_pair() {
    let metrics = metrics(MEASURES);
    let mut draw = Draw::new(5, &["pairs"]);
    let mut counts = vec![[0; 4]; metrics.len()];
    for number in 0..COLLECTIONS {
        let world = World::draw(&mut draw);
        let scorers = world.scorers(&metrics);
        let pairs = pair_bounds(&world);
        let mut all = vec![Bounds { lower: f64::INFINITY, upper: f64::NEG_INFINITY }; metrics.len()];
        for filling in world.fillings() {
            let scores = world.scores(&scorers, world.filled(&filling));
            for (metric, (all, scores)) in all.iter_mut().zip(scores).enumerate() {
                let summary = metrics[metric].summary();
                *all = all.including(summary.term(scores[0]) - summary.term(scores[1]));
            }
        }
        for (metric, name) in MEASURES.iter().enumerate() {
            let (pair, all) = (pairs[metric], all[metric]);
            let context = || format!("collection {number}, {name}: {pair:?}, fillings {all:?}");
            assert!(pair.difference.contains(all.lower, ROUNDING), "{}", context());
            assert!(pair.difference.contains(all.upper, ROUNDING), "{}", context());
            assert!(
                all.contains(pair.reached.lower, ROUNDING) && all.contains(pair.reached.upper, ROUNDING),
                "{}",
                context()
            );
            if EXACT.contains(name) {
                assert!(all.contains(pair.difference.lower, ROUNDING), "not reached: {}", context());
                assert!(all.contains(pair.difference.upper, ROUNDING), "not reached: {}", context());
            }
            match pair.order {
                Order::First => assert!(all.lower > 0.0, "{}", context()),
                Order::Second => assert!(all.upper < 0.0, "{}", context()),
                Order::Flips => assert!(all.lower < 0.0 && all.upper > 0.0, "{}", context()),
                Order::Unknown => {}
            }
            let truth = if all.lower > ROUNDING || all.upper < -ROUNDING {
                0
            } else if all.lower < -ROUNDING && all.upper > ROUNDING {
                1
            } else {
                2
            };
            counts[metric][truth] += 1;
            counts[metric][3] += usize::from(truth < 2 && pair.order != Order::Unknown);
        }
    }
    println!("measure\tordered by all fillings\tflip\tneither (ties)\tof the first two shown");
    for (name, [ordered, flip, ties, shown]) in MEASURES.iter().zip(counts) {
        println!("{name}\t{ordered}\t{flip}\t{ties}\t{shown}");
    }
}

/// Two runs that find the same number of relevant documents, more on one topic and fewer on another, differ
/// by exactly 0, not by the rounding error of a sum of tenths.
#[test]
fn the_difference_of_equal_runs_is_exactly_0() {
    let mut draw = Draw::new(7, &["equal"]);
    let metrics = metrics(&["P@10", "DCG@10", "gRBP"]);
    let mut equal = 0;
    for number in 0..200 {
        let topics = 2 + draw.below(6) as usize;
        let relevant: Vec<u32> = (0..topics).map(|_| draw.below(11)).collect();
        let mut other = relevant.clone();
        other.rotate_left(1);
        if number % 4 == 0 {
            other[0] = draw.below(11);
        }
        let ranking = |&count: &u32| -> Vec<u32> { (0..count).chain(10..20 - count).collect() };
        let topic = |name: usize| Topic {
            name: name.to_string(),
            verdicts: (0..20).map(|doc| Verdict::Level(u8::from(doc < 10))).collect(),
            documents: 20,
        };
        let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
        let team = Team { name: "a".into(), analysed: true };
        let rankings = [&relevant, &other].map(|counts| counts.iter().map(ranking).collect()).to_vec();
        let (runs, topics) = (vec![run("x"), run("y")], (0..topics).map(topic).collect());
        let collection = TestCollection::new(topics, runs, vec![team], rankings);
        let (full, retrieved) = (View::full(&collection), Retrieved::new(&collection, None));
        let (gains, retrieved) = (Gains::linear(1), retrieved.expect("numbered"));
        let bounding = Bounding::new(&metrics, &gains, 1, &collection, &full, &retrieved);
        let joined = [0, 1].map(|run| JoinedRun::new(&collection, run, usize::MAX));
        let all: Vec<usize> = (0..relevant.len()).collect();
        let row = bounding.expect("all are derived").pairs(&[0, 1], &joined, &all, false).remove(0);
        let is_equal = relevant.iter().sum::<u32>() == other.iter().sum::<u32>();
        let PairBounds { difference, reached, .. } = row[0];
        let ends = [difference.lower, difference.upper, reached.lower, reached.upper];
        assert_eq!(ends.iter().all(|&end| end == 0.0), is_equal, "{number}: {relevant:?} {other:?} {ends:?}");
        // By the other measures, runs with the same counts in another order are equal too.
        if number % 4 != 0 {
            equal += 1;
            for pair in &row[1..] {
                assert_eq!(pair.difference, Bounds::default(), "{number}: {relevant:?} {other:?}");
            }
        }
    }
    assert!(equal > 100);
}
