//! Runs whose means differ only in the last bit, which depends on the order of the topics. No rank, choice or correlation
//! may distinguish these runs.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::world::{GOOD, TINY, World};

/// The number of relevant documents in the top 10 by topic. Other retrieved documents are not relevant. By
/// P@10 `up`, `level` and `down` have a mean of .2. Summed in this order, .1, .2, .3 have the mean
/// 0.20000000000000004, and .3, .2, .1 have the mean 0.19999999999999998.
const RELEVANT: [(&str, [usize; 3]); 5] =
    [("worst", [0, 1, 1]), ("up", [1, 2, 3]), ("level", [2, 2, 2]), ("down", [3, 2, 1]), ("good", [4, 4, 4])];

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Equal scores
seed: 1
axes:
  collection: [tied]
  runs: [all, top: {runs: 2, by: P@10}, best-of-each-team: {by: P@10}]
  judgments: [full, leave-one-team-out: {team: {each: all}}]
  measure: [P@10, P@5]
statistics:
  compared: {run-scores: {}}
  tau-a: {kendall-tau: {versus: {measure: P@5}, ties: a}}
  tau-b: {kendall-tau: {versus: {measure: P@5}, ties: b}}
  itself: {kendall-tau: {versus: full}}
  gold: {tau-ap: {versus: {measure: P@5}, form: versus-is-gold}}
  examined: {tau-ap: {versus: {measure: P@5}, form: cell-is-gold}}
  agreement: {tau-ap: {versus: {measure: P@5}, form: agreement}}
  changes: {run-changes: {versus: full, of: judgments.team}}
";

/// Returns the documents of a run. Relevant documents come first, except in `up`, where they come last. So P@5 orders runs
/// that have the same P@10.
fn ranking(run: &str, relevant: usize) -> Vec<String> {
    let found = (0..relevant).map(|at| format!("r{at}"));
    let others = (0..10 - relevant).map(|at| format!("n{at}"));
    if run == "up" { others.chain(found).collect() } else { found.chain(others).collect() }
}

/// Creates a world with the runs of `RELEVANT` on three topics, which are called 1, 2, 3, or 3, 2, 1 if
/// `reversed`, and runs the experiment.
fn world(reversed: bool) -> World {
    let world = World::new();
    let mut qrels: Vec<String> = Vec::new();
    for topic in 1..=3 {
        qrels.extend((0..4).map(|at| format!("{topic} 0 r{at} 1\n")));
        qrels.extend((0..10).map(|at| format!("{topic} 0 n{at} 0\n")));
    }
    let mut teams = String::new();
    for (run, relevant) in RELEVANT {
        let topics = (1..).zip(relevant).map(|(place, relevant)| {
            let topic = if reversed { 4 - place } else { place };
            (topic, ranking(run, relevant))
        });
        world.run(&format!("data/tied/runs/{run}.txt"), run, topics);
        let team = if ["up", "level", "down"].contains(&run) { "A" } else { run };
        let _ = writeln!(teams, "{run}\t{team}");
    }
    world.write("data/tied/qrels.txt", qrels.concat());
    world.write("data/tied/teams.tsv", teams);
    world.write("collections/tied.yaml", TINY.replace("tiny", "tied").replace("depth: 3", "depth: 10"));
    world.write("experiments/small/experiment.yaml", EXPERIMENT);
    world.line("run small --quiet").code(GOOD);
    world
}

/// Returns every number of the cells of P@10 by statistic, judgments, choice of runs, component and run.
/// Scores are rounded to 12 decimals.
fn numbers(world: &World) -> BTreeMap<[String; 5], String> {
    let rows = world.rows("results/small/cells.parquet").with(&[("status", "ok"), ("measure", "P@10")]);
    let mut found = BTreeMap::new();
    for mut row in rows.0 {
        let key =
            ["statistic", "judgments", "runs", "component", "run"].map(|name| row.remove(name).unwrap());
        let is_score = key[0] == "compared" || ["before", "after", "relative"].contains(&key[3].as_str());
        let value = row.remove("value").unwrap();
        let rounded = format!("{:.12}", value.parse::<f64>().unwrap());
        found.insert(key, if is_score { rounded } else { value });
    }
    found
}

/// Returns tau between P@10 and the statistic's other measure, under all judgments.
fn tau(numbers: &BTreeMap<[String; 5], String>, statistic: &str) -> f64 {
    numbers[&[statistic, "full", "all", "tau", ""].map(str::to_owned)].parse().expect("a number")
}

#[test]
fn the_order_of_the_topics_decides_nothing() {
    let (forward, backward) = (world(false), world(true));
    let [found, other] = [&forward, &backward].map(numbers);
    assert_eq!(found, other);

    // The last bits differ, so the numbers above are not equal by luck.
    let bits = |world: &World| {
        let all = [("topic", "all"), ("measure", "P@10"), ("runs", "all"), ("judgments", "full")];
        let scores = world.rows("results/small/scores.parquet").with(&all);
        ["up", "down"].map(|run| scores.with(&[("run", run)]).number("score"))
    };
    assert_eq!(bits(&forward), [0.20000000000000004, 0.19999999999999998]);
    assert_eq!(bits(&backward), [0.19999999999999998, 0.20000000000000004]);

    // By P@5: good 12/15, level and down 6/15, worst 2/15, up 0. By P@10: good, three runs with .2, worst. So 6 of 10 pairs
    // are concordant (good above all others, worst below level and down), 1 is discordant (up and worst), and 3 are tied by
    // P@10, 1 of them also by P@5. 6 - 1 is 5.
    assert_eq!(tau(&found, "tau-a"), 5.0 / 10.0);
    assert_eq!(tau(&found, "tau-b"), 5.0 / (7.0 * 9.0_f64).sqrt());
    assert_eq!(tau(&found, "itself"), 1.0);
}

#[test]
fn tied_runs_share_a_rank_and_are_chosen_by_name() {
    for world in [world(false), world(true)] {
        let found = numbers(&world);
        let ranks = |component: &str, run: &str| {
            let key = ["changes", "leave-one-team-out(team=A)", "all", component, run];
            found[&key.map(str::to_owned)].clone()
        };
        for run in ["up", "level", "down"] {
            assert_eq!([ranks("rank-before", run), ranks("rank-rise", run)], ["2", "0"], "{run}");
        }
        // The best two runs, and the best run of each team.
        let chosen = |choice: &str| -> Vec<String> {
            let is_of = |key: &&[String; 5]| key[..4] == ["compared", "full", choice, "score"];
            found.keys().filter(is_of).map(|key| key[4].clone()).collect()
        };
        assert_eq!(chosen("top(by=P@10,runs=2)"), ["down", "good"]);
        assert_eq!(chosen("best-of-each-team(by=P@10)"), ["down", "good", "worst"]);
    }
}
