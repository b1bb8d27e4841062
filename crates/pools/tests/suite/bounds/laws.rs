//! Laws of bounds at any size.

use rejudge_metrics::Verdict;
use rejudge_pools::bounds::BoundsError;
use rejudge_stats::Draw;

use crate::bounds::world::{World, metrics};

const SOME: &[&str] = &[
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

/// A topic of some hundred documents, some of which are judged.
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
fn bounds_do_not_cross_contain_the_score_and_what_random_fillings_score() {
    let metrics = metrics(SOME);
    let mut draw = Draw::new(2, &["large"]);
    for _ in 0..60 {
        let world = large(&mut draw);
        let scorers = world.scorers(&metrics);
        let bounds = world.bounds(&metrics).expect("all are derived");
        for (metric, name) in SOME.iter().enumerate() {
            for run in 0..2 {
                let (of, score) = (bounds.of_run(metric, run)[0], bounds.scores(metric, run)[0]);
                assert!(of.lower <= score && score <= of.upper, "{name}: {of:?}, {score}");
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
                    let of = bounds.of_run(metric, run)[0];
                    assert!(of.contain(score, 1e-10), "{}: {of:?}, {score}", SOME[metric]);
                }
            }
        }
    }
}

#[test]
fn bounds_shrink_as_more_is_judged_and_to_the_score_when_all_is() {
    let metrics = metrics(&["P@10", "R@10", "RR", "Rprec", "AP", "RBP", "nDCG", "nDCG@10", "ERR"]);
    let mut draw = Draw::new(3, &["shrink"]);
    for _ in 0..60 {
        let world = large(&mut draw);
        let scorers = world.scorers(&metrics);
        let holes = world.holes();
        let levels: Vec<u8> = holes.iter().map(|_| [0, 0, 1, 2][draw.below(4) as usize]).collect();
        let all = world.filled(&levels);
        let wide = world.bounds(&metrics).expect("all are derived");
        // Half of the holes judged, as the filling has them.
        let mut half = World { verdicts: all.clone(), ..large(&mut draw) };
        (half.documents, half.rankings) = (world.documents, world.rankings.clone());
        for &doc in holes.iter().step_by(2) {
            half.verdicts[doc as usize] = Verdict::Pooled;
        }
        let narrow = half.bounds(&metrics).expect("all are derived");
        half.verdicts = all.clone();
        let point = half.bounds(&metrics).expect("all are derived");
        let scores = world.scores(&scorers, all);
        for metric in 0..metrics.len() {
            for (run, &score) in scores[metric].iter().enumerate() {
                let [wide, narrow, point] = [&wide, &narrow, &point].map(|of| of.of_run(metric, run)[0]);
                assert!(
                    wide.contain(narrow.lower, 1e-10) && wide.contain(narrow.upper, 1e-10),
                    "{}",
                    metrics[metric]
                );
                assert_eq!((point.lower, point.upper), (score, score));
            }
        }
    }
}

#[test]
fn a_measure_without_a_derivation_has_no_bounds() {
    let world = World::draw(&mut Draw::new(4, &["none"]));
    for name in ["infAP", "Bpref(form='relative')", "OldBpref", "NCU(stop='rb', gamma=0.5)", "Judged@10"] {
        let metric = metrics(&[name]);
        let expected = BoundsError::NotDerived { metric: metric[0].to_string() };
        assert_eq!(world.bounds(&metric), Err(expected));
    }
}

/// The residual of RBP: the score that the unjudged documents of the list could add (A. Moffat and J. Zobel,
/// Rank-biased precision for measurement of retrieval effectiveness, TOIS 27(1), 2008, section 3.2), without
/// p^d of the ranks below the last one.
#[test]
fn the_width_of_rbp_is_its_residual() {
    let metrics = metrics(&["RBP(p=0.5)", "RBP(p=0.8)", "RBP(p=0.95)"]);
    let mut draw = Draw::new(5, &["residual"]);
    for _ in 0..60 {
        let world = large(&mut draw);
        let bounds = world.bounds(&metrics).expect("all are derived");
        for (metric, p) in [0.5_f64, 0.8, 0.95].into_iter().enumerate() {
            for (run, ranking) in world.rankings.iter().enumerate() {
                let is_hole = |doc: u32| doc as usize >= world.verdicts.len();
                let ranked = (0..).zip(ranking).filter(|(_, doc)| is_hole(**doc));
                let residual: f64 = ranked.map(|(above, _)| (1.0 - p) * p.powi(above)).sum();
                let width = bounds.of_run(metric, run)[0].width();
                assert!((width - residual).abs() < 1e-12, "{}: {width}, {residual}", metrics[metric]);
            }
        }
    }
}
