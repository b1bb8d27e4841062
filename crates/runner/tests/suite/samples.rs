//! Samples of `rejudge pool` and samples of experiments: one draw, whatever the order of the lines.

use crate::world::{GOOD, World};

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Samples
seed: 5
draws: {open: 2}
axes:
  collection: [tiny]
  runs: [all]
  judgments: [sample: {rate: {each: [0.3, 0.6]}, min-nonrelevant: 1, draws: 2}]
  measure: [AP, nDCG, Bpref, P@10]
statistics:
  mean: {mean-score: {}}
";

/// Judgments of 40 documents of each of two topics, in an order of their own.
fn qrels() -> Vec<String> {
    let line = |topic: u32, doc: u32| format!("{topic} 0 d{:02} {}\n", doc * 27 % 40, doc * doc % 7 % 3);
    (1..3).flat_map(|topic| (0..40).map(move |doc| line(topic, doc))).collect()
}

/// An experiment's scores under its samples are those under the judgments that `pool sample` writes.
#[test]
fn an_experiment_draws_what_pool_sample_draws() {
    let world = World::with_files();
    world.write("data/tiny/qrels.txt", qrels().concat());
    for (run, step) in [("alpha", 3), ("alpha2", 7), ("beta", 9), ("gamma", 11)] {
        let line = |topic: u32, rank: u32| {
            format!("{topic} Q0 d{:02} {rank} {} {run}\n", rank * step % 40, 50 - rank)
        };
        let text: String = (1..3).flat_map(|topic| (0..40).map(move |rank| line(topic, rank))).collect();
        world.write(&format!("data/tiny/runs/{run}.txt"), text);
    }
    world.write("experiments/small/experiment.yaml", EXPERIMENT);
    world.line("run small --keep-scores").code(GOOD);
    let scores = world.rows("results/small/scores.parquet");
    let computed = scores.by(["draw", "judgments", "run", "topic", "measure"], "score");
    let mut compared = 0;
    for (draw, sample, rate) in [("1", 1, "0.3"), ("1", 2, "0.6"), ("2", 1, "0.6"), ("2", 2, "0.3")] {
        let drawn = format!(
            "sample(rate={rate},min-nonrelevant=1,draw={sample},pool=dropped) --seed 5 --draw {draw}"
        );
        world.line(&format!("pool data/tiny/qrels.txt {drawn} --quiet -o few.qrels")).code(GOOD);
        let runs = ["alpha", "alpha2", "beta", "gamma"].map(|run| format!("data/tiny/runs/{run}.txt"));
        let mut args = vec!["eval", "few.qrels"];
        args.extend(runs.iter().map(String::as_str));
        args.extend(["-q", "--quiet", "-m", "AP nDCG Bpref P@10"]);
        let parts = [format!("draw={sample},"), format!("rate={rate}")];
        let is_it = |set: &str| parts.iter().all(|part| set.contains(part.as_str()));
        let set = computed.keys().map(|key| key[1]).find(|set| is_it(set)).unwrap();
        for row in world.rejudge(args).code(GOOD).lines() {
            let [run, topic, measure, score] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            let key = [draw, set, run, topic, measure];
            assert!((computed[&key] - score.parse::<f64>().unwrap()).abs() < 1e-12, "{key:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 4 * 4 * 3 * 4);
}

/// The full judgments are tested once for all draws of a sample, and compared with each of them.
#[test]
fn decisions_under_each_draw_are_compared_with_those_of_the_full_judgments() {
    let world = World::with_files();
    let text = EXPERIMENT.replace(
        "sample: {rate: {each: [0.3, 0.6]}, min-nonrelevant: 1, draws: 2}",
        "full, sample: {rate: 0.5}",
    );
    let statistics = "  dp: {discriminative-power: {test: {paired-t: {}}, alpha: 0.4}}\n  \
                      decisions: {decisions: {of: dp, versus: full}}\n";
    world.write(
        "experiments/small/experiment.yaml",
        text.replace("open: 2", "open: 3").replace("  mean: {mean-score: {}}\n", statistics),
    );
    world.line("run small").code(GOOD);
    let cells = world.rows("results/small/cells.parquet");
    let of = |statistic: &str, component: &str, judgments: &str, draw: &str| -> Vec<f64> {
        let asked = [("statistic", statistic), ("component", component), ("draw", draw), ("status", "ok")];
        let found = cells.with(&asked);
        let sets = found.texts("judgments");
        let numbers = sets.iter().zip(found.numbers("value")).filter(|(set, _)| set.starts_with(judgments));
        numbers.map(|(_, number)| number).collect()
    };
    for draw in ["1", "2", "3"] {
        let kinds = |names: [&str; 3]| -> Vec<f64> {
            let [one, two, three] = names.map(|name| of("decisions", name, "sample", draw));
            (0..4).map(|measure| one[measure] + two[measure] + three[measure]).collect()
        };
        let significant = |set: &str| of("dp", "significant", set, draw);
        assert_eq!(kinds(["agreed", "reversed", "lost"]), significant("full"), "{draw}");
        assert_eq!(kinds(["agreed", "reversed", "new"]), significant("sample"), "{draw}");
    }
}
