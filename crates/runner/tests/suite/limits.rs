//! The limits of docs/limits.md that experiments and their like meet: each is refused at once, in a bounded
//! memory, and the message says what the limit is. Those of the files of collections are tested where these
//! are read.

use std::time::{Duration, Instant};

use rejudge_collections::{IntentQrels, IntentTable, MOST_INTENTS};
use rejudge_descriptor::QrelsFormat;
use rejudge_subtopics::{SubtopicGold, SubtopicRun};

use crate::world::{EXPERIMENT, GOOD, USAGE, World, changed};

/// The first line of what `plan` says of an experiment.
#[track_caller]
fn refused(text: &str) -> String {
    let world = World::new();
    world.write("experiments/small/experiment.yaml", text);
    let started = Instant::now();
    let ended = world.line("plan small").code(USAGE);
    assert!(started.elapsed() < Duration::from_secs(10), "a wrong file is refused at once");
    ended.stderr.lines().next().unwrap_or_default().to_owned()
}

#[track_caller]
fn says(from: &str, to: &str, end: &str) {
    let first = refused(&changed(EXPERIMENT, from, to));
    assert!(first.ends_with(end), "{end}\n{first}");
}

#[test]
fn a_file_of_yaml() {
    let padded = |bytes: usize| format!("{EXPERIMENT}#{}\n", "x".repeat(bytes - EXPERIMENT.len() - 2));
    let world = World::new();
    world.write("experiments/small/experiment.yaml", padded(4 << 20));
    world.line("plan small").code(GOOD);
    let first = refused(&padded((4 << 20) + 1));
    assert!(
        first.ends_with("experiment.yaml: more than 4194304 bytes, the limit for a YAML file"),
        "{first}"
    );
    world.write("collections/zero.yaml", "");
    std::fs::remove_file(world.path("collections/zero.yaml")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", world.path("collections/zero.yaml")).unwrap();
    let endless = world.line("plan small -s axes.collection=[zero]").code(USAGE).stderr;
    assert!(endless.contains("zero.yaml: more than 4194304 bytes"), "{endless}");
}

/// A chain of files that extend one another, none of them large.
#[test]
fn files_that_extend_files() {
    let world = World::new();
    let chain = |length: usize| {
        for at in 1..length {
            let id = if at == 1 { "id: mine\n" } else { "" };
            world.write(&format!("chain/{at}.yaml"), format!("{id}extends: {}.yaml\n", at + 1));
        }
        world.write(&format!("chain/{length}.yaml"), EXPERIMENT);
        world.line("plan chain/1.yaml")
    };
    chain(64).code(GOOD);
    for length in [65, 5000] {
        let refused = chain(length).code(USAGE).stderr;
        let first = "error: chain/64.yaml:1:10: more than 64 files that extend one another\n";
        assert!(refused.starts_with(first), "{refused}");
    }
}

#[test]
fn copies_of_anchors() {
    let many = "more than 250000 values in one file";
    // One text of a megabyte, a thousand times; and anchors within anchors, each of which is kept.
    let long = format!("{EXPERIMENT}x: &x {}\ny: [{}]\n", "x".repeat(1 << 20), "*x, ".repeat(1000));
    assert!(refused(&long).ends_with(many));
    let open: String = (0..60).map(|n| format!("&a{n} [")).collect();
    let within = format!("{EXPERIMENT}x: {open}{}{}\n", "1, ".repeat(50_000), "]".repeat(60));
    assert!(refused(&within).ends_with(many));
    // Depth that no single line has.
    let mut deep = format!("{EXPERIMENT}a0: &a0 {}x{}\n", "[".repeat(40), "]".repeat(40));
    for n in 1..4 {
        deep += &format!("a{n}: &a{n} {}*a{}{}\n", "[".repeat(40), n - 1, "]".repeat(40));
    }
    assert!(refused(&deep).ends_with("nested deeper than 64 levels"), "{}", refused(&deep));
}

#[test]
fn sizes_of_a_grid() {
    says(
        "profiles:",
        "run: {max-cells: 10000001}\nprofiles:",
        ":23:18: found `10000001`, expected a whole number from 0 to 10000000",
    );
    says(
        "draws: 2",
        "draws: 4000000000",
        "8:3: the grid has 12 points, 48000000000 with their draws: the limit is 10000000",
    );
    // As many ranges as lines: none is a list before it is looked at.
    let range = "    - pool-depth: {depth: {range: {from: 1, to: 1000000}}}\n";
    says(
        "    - full\n",
        &range.repeat(2000),
        "more judgment sets than max-cells: 50000; raise `run.max-cells` if that is meant",
    );
    let measures: Vec<String> = (1..60_000).map(|k| format!("P@{k}")).collect();
    says(
        "[AP, nDCG@10]",
        &format!("[{}]", measures.join(", ")),
        "more measures than max-cells: 50000; raise `run.max-cells` if that is meant",
    );
    let measures: Vec<String> = (1..4000).map(|k| format!("P@{k}")).collect();
    let rows: Vec<String> = (1..10_000).map(|k| format!("{{measure: P@{k}}}")).collect();
    let text = changed(EXPERIMENT, "[AP, nDCG@10]", &format!("[{}]", measures.join(", ")));
    let first = refused(&format!("{text}exclude: [{}]\n", rows.join(", ")));
    assert!(first.ends_with("all pairs of them are looked at, and the limit is 100000000"), "{first}");
}

#[test]
fn thousands_of_rows_and_measures() {
    let rows: Vec<String> = (1..20_000).map(|k| format!("{{measure: P@{k}}}")).collect();
    let world = World::new();
    world.write("experiments/small/experiment.yaml", format!("{EXPERIMENT}include: [{}]\n", rows.join(", ")));
    let started = Instant::now();
    world.line("plan small").code(USAGE);
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn numbers_of_samples_and_pairs() {
    says("samples: 50", "samples: 1000001", "found `1000001`, expected a whole number from 1 to 1000000");
    says("samples: 50", "samples: -3", "found `-3`, expected a whole number from 1 to 1000000");
    says(
        "mean: {mean-score: {}}",
        "mean: {pair-tests: {test: {wilcoxon: {}}, pairs: 1000001}}",
        "found `1000001`, expected a whole number from 1 to 1000000",
    );
}

#[test]
fn lengths_of_names() {
    let name = "x".repeat(101);
    says("id: small", &format!("id: {name}"), "a name of 101 characters, expected at most 100");
    says("mean: {", &format!("{name}: {{"), "a name of 101 characters, expected at most 100");
}

#[test]
fn a_hundred_mistakes_are_told() {
    let world = World::new();
    let wrong: Vec<String> = (0..5000).map(|n| format!("no{n}")).collect();
    let text = changed(EXPERIMENT, "[AP, nDCG@10]", &format!("[{}]", wrong.join(", ")));
    world.write("experiments/small/experiment.yaml", text);
    let said = world.line("plan small").code(USAGE).stderr;
    assert_eq!(said.matches("error: ").count(), 100);
}

#[test]
fn control_characters_are_shown_as_such() {
    let text = changed(EXPERIMENT, "[AP, nDCG@10]", "[\"A\\e[2JP\"]");
    let first = refused(&text);
    assert!(first.contains(r"measure `A\u{1b}[2JP`"), "{first}");
    // A lone carriage return ends a line, for the parser and for the place of an error.
    let first = refused(&EXPERIMENT.replace('\n', "\r").replace("seed: 1", "sead: 1"));
    assert!(first.contains(":4:1: unknown key `sead`"), "{first}");
}

#[test]
fn a_twin() {
    let world = World::new();
    for (from, to, message) in [
        ("topics: 6", "topics: 100001", "twin.topics: 100001, expected from 1 to 100000"),
        ("runs: 2, oddness: 0.7", "runs: 18446744073709551615, oddness: 0.7", "more than 1000000 rankings"),
        ("runs: 2, oddness: 0.7", "runs: 200000, oddness: 0.7", "more than 1000000 rankings"),
    ] {
        world.write("collections/tiny-twin.yaml", changed(crate::world::TINY_TWIN, from, to));
        let said = world.line("plan small").code(USAGE).stderr;
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn intents_of_a_topic() {
    let path = std::path::Path::new("f");
    let lines = |line: fn(usize) -> String| (0..=MOST_INTENTS).map(line).collect::<String>().into_bytes();
    let message = format!("f:{}:3: topic `1` has more than 256 intents, the limit", MOST_INTENTS + 1);
    let qrels = lines(|n| format!("1 {n} d 1\n"));
    let error = IntentQrels::parse(path, &qrels, &QrelsFormat::trec()).unwrap_err();
    assert_eq!(error.to_string(), message);
    let fewer = &qrels[..qrels.len() - format!("1 {MOST_INTENTS} d 1\n").len()];
    assert!(IntentQrels::parse(path, fewer, &QrelsFormat::trec()).is_ok());
    let table = lines(|n| format!("1 {n} 0.1\n"));
    assert_eq!(IntentTable::parse(path, &table).unwrap_err().to_string(), message);
    let gold = lines(|n| format!("1;{n};subtopic {n}\n"));
    assert_eq!(SubtopicGold::parse(path, &gold, None).unwrap_err().to_string(), message);
}

/// A topic a line: what is looked up for each line is not looked for among all.
#[test]
fn many_topics() {
    let started = Instant::now();
    let run: String = (0..100_000).map(|n| format!("{n};0;a;1;1;0;b;1;1;me\n")).collect();
    assert_eq!(SubtopicRun::parse(std::path::Path::new("f"), run.as_bytes()).unwrap().topics.len(), 100_000);
    assert!(started.elapsed() < Duration::from_secs(10));
}
