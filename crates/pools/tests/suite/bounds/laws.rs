//! Laws of bounds, on topics with too many holes to try every filling. Also tests the error for a measure
//! without derived bounds.

use rejudge_metrics::Verdict;
use rejudge_stats::Draw;

use crate::bounds::world::{World, metrics};

const MEASURES: &[&str] = &[
    "P@10",
    "R@10",
    "RR",
    "Rprec",
    "AP",
    "AP(norm='min')@10",
    "RBP",
    "gRBP",
    "nDCG",
    "nDCG@10",
    "nDCG(dcg='jk', log=2)",
    "ERR",
    "nERR",
    "Bpref",
    "Q",
    "Q@10",
    "AP'",
    "Bpref(form='R')",
];

/// Draws a topic of 60 to 259 documents, 60 of them judged, and two runs.
fn large(draw: &mut Draw) -> World {
    let verdicts = (0..60).map(|_| Verdict::Level([0, 0, 0, 0, 1, 2][draw.below(6) as usize])).collect();
    let documents = 60 + draw.below(200);
    let ranking = |draw: &mut Draw| {
        let mut rest: Vec<u32> = (0..documents).collect();
        let count = draw.below(documents);
        (0..count).map(|_| rest.swap_remove(draw.below(rest.len() as u32) as usize)).collect::<Vec<_>>()
    };
    let rankings = vec![ranking(draw), ranking(draw)];
    let gains = rejudge_metrics::Gains::linear(2);
    World { verdicts, documents, rankings, gains, min_rel: 1, max_rank: None }
}

#[test]
fn bounds_contain_the_score_and_the_scores_of_random_fillings() {
    let metrics = metrics(MEASURES);
    let mut draw = Draw::new(2, &["large"]);
    for _ in 0..60 {
        let world = large(&mut draw);
        let scorers = world.scorers(&metrics);
        let bounds = world.bounds(&metrics).expect("all are derived");
        let scores = world.scores(&scorers, world.verdicts.clone());
        for (metric, name) in MEASURES.iter().enumerate() {
            for (run, &score) in scores[metric].iter().enumerate() {
                let run_bounds = bounds.of_run(metric, run)[0];
                assert!(
                    run_bounds.lower <= score && score <= run_bounds.upper,
                    "{name}: {run_bounds:?}, {score}"
                );
            }
        }
        for share in 0..20_u32 {
            let levels: Vec<u8> = world
                .holes()
                .iter()
                .map(|_| if draw.below(20) < share { 1 + draw.below(2) as u8 } else { 0 })
                .collect();
            for (metric, scores) in world.scores(&scorers, world.filled(&levels)).iter().enumerate() {
                for (run, &score) in scores.iter().enumerate() {
                    let run_bounds = bounds.of_run(metric, run)[0];
                    assert!(
                        run_bounds.contains(score, 1e-10),
                        "{}: {run_bounds:?}, {score}",
                        MEASURES[metric]
                    );
                }
            }
        }
    }
}

#[test]
fn a_measure_without_a_derivation_has_no_bounds() {
    let world = World::draw(&mut Draw::new(4, &["none"]));
    for name in ["infAP", "Bpref(form='relative')", "OldBpref", "NCU(stop='rb', gamma=0.5)", "Judged@10"] {
        let metric = metrics(&[name]);
        let error = world.bounds(&metric).expect_err("none is derived");
        assert_eq!(error.to_string(), format!("no bounds are derived for {}", metric[0]));
    }
}
