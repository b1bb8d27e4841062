//! Grades that are gains, such as means of ratings: on the command line, in descriptions, and in an audit.

use crate::cases::{Page, case, edits, lines};
use crate::world::{BAD_DATA, GOOD, TINY, USAGE, World, changed};

/// Judgments whose grades are ratings. -0 is 0, and -1 is a withheld judgment.
const RATINGS: &str = "1 0 a 0.5\n1 0 b .25\n1 0 c 1\n2 0 a .4\n2 0 b -0.0\n2 0 c -1\n";

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Ratings
seed: 1
draws: 1
axes:
  collection: [rated]
  judgments: [full]
  measure: [nDCG@10]
statistics:
  score: {run-scores: {}}
";

const DESCRIPTION: &str = "collections/rated.yaml";

/// Creates a world with two topics, the runs x and y, and a collection `rated` of these files.
fn world() -> World {
    let world = World::new();
    world.write("data/rated/qrels.txt", RATINGS);
    world.run("data/rated/runs/x.txt", "x", [("1", ["a", "b", "c"]), ("2", ["b", "a", "c"])]);
    world.run("data/rated/runs/y.txt", "y", [("1", ["c", "a", "b"]), ("2", ["a", "b", "c"])]);
    world.write("data/rated/teams.tsv", "x\tX\ny\tY\n");
    let files = "files: {folder: rated, labels: gains,";
    let described = changed(&TINY.replace("tiny", "rated"), "files: {folder: rated,", files);
    world.write(DESCRIPTION, described);
    world.write("experiments/small/experiment.yaml", EXPERIMENT);
    world
}

/// Returns nDCG@10 of x and y, worked by hand. Topic 1: (.5 + .25 / log2 3 + 1 / 2) / (1 + .5 / log2 3 + .25 / 2) for x and
/// 1 for y. Topic 2: 1 / log2 3 and 1. If gains were rounded to levels, .25 and .4 would be nonrelevant.
fn expected() -> [f64; 2] {
    let log3 = 3.0_f64.log2();
    let first = (0.5 + 0.25 / log3 + 0.5) / (1.0 + 0.5 / log3 + 0.125);
    [(first + 1.0 / log3) / 2.0, 1.0]
}

#[track_caller]
fn check(found: &[f64], from: &str) {
    let is_close = |(found, expected): (&f64, f64)| (found - expected).abs() < 1e-12;
    assert!(found.len() == 2 && found.iter().zip(expected()).all(is_close), "{from}: {found:?}");
}

/// An option, a description, another file format and an experiment give the same scores.
#[test]
fn ratings_are_gains() {
    let world = world();
    world.write("q.csv", format!("qid,docno,label\n{}", RATINGS.replace(" 0 ", ",").replace(' ', ",")));
    for line in [
        "data/rated/qrels.txt data/rated/runs --labels gains",
        "q.csv data/rated/runs --labels gains",
        "rated",
    ] {
        let printed = world.line(&format!("eval {line} -m nDCG@10 --format tsv --quiet")).code(GOOD);
        let cells = printed.cells();
        let scores: Vec<f64> = cells.iter().filter_map(|row| row.last()?.parse().ok()).collect();
        check(&scores, line);
    }
    world.line("run small --results r --quiet").code(GOOD);
    let rows = world.rows("r/cells.parquet").with(&[("statistic", "score"), ("status", "ok")]);
    check(&rows.numbers("value"), "run small");
}

/// An audit describes the collection with its scale, so that the experiment has the same scores.
#[test]
fn an_audit_of_ratings_keeps_their_scale() {
    let world = world();
    world.line("audit data/rated/qrels.txt data/rated/runs --labels gains -m nDCG@10 --draws 1 --id mine -o out --quiet").code(GOOD);
    assert!(
        world.read("out/collection.yaml").contains("labels: gains"),
        "{}",
        world.read("out/collection.yaml")
    );
    let rows = world.rows("out/cells.parquet");
    let asked = [("statistic", "scores"), ("judgments", "full"), ("measure", "nDCG@10"), ("status", "ok")];
    check(&rows.with(&asked).numbers("value"), "audit");
}

/// An experiment for levels is extended to ratings. Its rules about levels are dropped. Anything else that needs levels is
/// refused.
#[test]
fn an_experiment_of_levels_is_extended_to_ratings() {
    let world = world();
    let file = "experiments/small/experiment.yaml";
    let rules = "draws: 1\nevaluation: {gains: exponential, min-rel: 2, ties: rank}";
    world.write(file, changed(EXPERIMENT, "draws: 1", rules));
    let new = |name: &str| {
        format!(
            "new {name} --qrels data/rated/qrels.txt --runs data/rated/runs --labels gains --depth 3 --extends small"
        )
    };
    let mut page = Page::default();
    page.case(&world, case(GOOD, new("mine")));
    world.line("run mine/experiment.yaml --results r --quiet").code(GOOD);
    let rows = world.rows("r/cells.parquet").with(&[("statistic", "score"), ("status", "ok")]);
    check(&rows.numbers("value"), "run mine");
    page.case(&world, case(USAGE, new("other")).edit(file, "[nDCG@10]", "[nDCG@10, ERR@10]"));
    page.case(&world, case(USAGE, new("other")).edit(file, "  measure:", "  min-rel: [1, 2]\n  measure:"));
    assert!(!world.path("other").exists());
    page.shown("an_experiment_of_levels_on_ratings");
}

#[test]
fn options_and_measures_of_levels_are_refused_for_gains() {
    let world = world();
    world.write("data/rated/model.txt", "1 0 a 1\n1 0 b 0\n");
    world.write("huge.txt", (0..256).map(|at| format!("1 0 d{at} {}\n", at + 1)).collect::<String>());
    world.write("word.txt", "1 0 a 0.5\n1 0 b high\n");
    world.write("high.txt", "1 0 a 200\n2 0 b 0.5\n");
    world.write("large.txt", "1 0 a 0.5\n1 0 b 1e308\n");
    world.write("twice.txt", "1 0 a 0.5\n1 0 a 0.75\n");
    let mut page = Page::default();
    let eval = |more: &str| format!("eval data/rated/qrels.txt data/rated/runs --labels gains {more}");
    let refused =
        ["--gains 1=2", "-l 2", "--grades 1=1", "--by-intent", "-m AP(rel=2)", "-m ERR@10", "-m GAP"]
            .map(eval);
    for row in lines(USAGE, refused).into_iter().chain(lines(
        USAGE,
        ["eval rated --gains exponential", "audit data/rated/qrels.txt data/rated/runs --labels gains -l 2"],
    )) {
        page.case(&world, row);
    }
    let data = [
        "eval huge.txt data/rated/runs --labels gains",
        "eval word.txt data/rated/runs --labels gains",
        "eval large.txt data/rated/runs --labels gains",
        "audit data/rated/qrels.txt data/rated/runs --labels gains --also model=large.txt,labels=gains",
        "validate data/rated/runs --qrels high.txt",
        "eval twice.txt data/rated/runs --labels gains",
        "agreement data/rated/qrels.txt --labels gains model=data/rated/model.txt",
        "audit data/rated/qrels.txt data/rated/runs --labels gains --also model=data/rated/model.txt",
        "simulate --like data/rated/qrels.txt data/rated/runs --labels gains -o twin",
    ];
    for row in lines(BAD_DATA, data) {
        page.case(&world, row);
    }
    page.case(&world, case(GOOD, "validate data/rated/runs --qrels high.txt --labels gains").printed());
    for row in edits(
        USAGE,
        "plan small",
        DESCRIPTION,
        &[("labels: gains,", "labels: gains, grades: {a: 1},"), ("labels: gains,", "labels: gain,")],
    ) {
        page.case(&world, row);
    }
    let failing = case(BAD_DATA, "run small --results r").edit(
        "experiments/small/experiment.yaml",
        "draws: 1",
        "draws: 1\nevaluation: {min-rel: 2}",
    );
    page.case(&world, failing.said_with("error: "));
    page.shown("levels_beside_gains");
}
