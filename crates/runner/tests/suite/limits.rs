//! The limits of docs/dev/limits.md for experiments and similar files. A violation is refused in bounded
//! memory, and the message names the limit. Most limits for collection files are tested in the crate that
//! reads them.

use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{IntentQrels, IntentTable, MAX_INTENTS};
use rejudge_experiment::labels::SubtopicGold;

use crate::cases::{Case, FILE, case, cases, edits};
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, TINY_TWIN, USAGE, World, changed, counts};

/// Returns a case that plans another experiment.
fn plan(text: impl AsRef<[u8]>) -> Case {
    case(USAGE, "plan small").write(FILE, text)
}

#[test]
fn the_size_of_a_yaml_file_is_limited() {
    let padded = |bytes: usize| format!("{EXPERIMENT}#{}\n", "x".repeat(bytes - EXPERIMENT.len() - 2));
    let world = World::new();
    std::os::unix::fs::symlink("/dev/zero", world.path("collections/zero.yaml")).unwrap();
    cases(
        "limit_of_a_file",
        &world,
        [
            case(GOOD, "plan small").write(FILE, padded(4 << 20)),
            plan(padded((4 << 20) + 1)),
            case(USAGE, "plan small -s axes.collection=[zero]"),
        ],
    );
}

/// Files extend one another in a chain. None of them is large.
#[test]
fn a_chain_of_extended_files_is_limited() {
    let world = World::new();
    for at in 1..200 {
        let id = if at == 1 { "id: mine\n" } else { "" };
        world.write(&format!("chain/{at}.yaml"), format!("{id}extends: {}.yaml\n", at + 1));
    }
    world.write("chain/200.yaml", EXPERIMENT);
    let chain = |code: i32, length: usize| {
        case(code, "plan chain/1.yaml").write(&format!("chain/{length}.yaml"), EXPERIMENT)
    };
    cases("limit_of_extends", &world, [chain(GOOD, 64), chain(USAGE, 65), chain(USAGE, 200)]);
}

#[test]
fn copies_of_anchors_are_limited() {
    // One text of a megabyte is repeated a thousand times. In the next file, anchors are nested, and the
    // content of each anchor is kept.
    let long = format!("{EXPERIMENT}x: &x {}\ny: [{}]\n", "x".repeat(1 << 20), "*x, ".repeat(1000));
    let open: String = (0..60).map(|n| format!("&a{n} [")).collect();
    let within = format!("{EXPERIMENT}x: {open}{}{}\n", "1, ".repeat(50_000), "]".repeat(60));
    // The depth is large, although no single line is deep.
    let mut deep = format!("{EXPERIMENT}a0: &a0 {}x{}\n", "[".repeat(40), "]".repeat(40));
    for n in 1..4 {
        deep += &format!("a{n}: &a{n} {}*a{}{}\n", "[".repeat(40), n - 1, "]".repeat(40));
    }
    cases("limit_of_anchors", &World::new(), [plan(long), plan(within), plan(deep)]);
}

#[test]
fn the_size_of_a_grid_is_limited() {
    // There are 2,000 ranges. No range is expanded before its size is checked.
    let range = "    - pool-depth: {depth: {range: {from: 1, to: 1000000}}}\n".repeat(2000);
    let measures = |most: usize| {
        let names: Vec<String> = (1..most).map(|k| format!("P@{k}")).collect();
        format!("[{}]", names.join(", "))
    };
    let rules = |most: usize| {
        let rows: Vec<String> = (1..most).map(|k| format!("{{measure: P@{k}}}")).collect();
        format!("[{}]\n", rows.join(", "))
    };
    let excluded = changed(EXPERIMENT, "[AP, nDCG@10]", &measures(4000)) + "exclude: " + &rules(10_000);
    let mut rows = edits(
        USAGE,
        "plan small",
        FILE,
        &[
            ("profiles:", "run: {max-cells: 10000001}\nprofiles:"),
            ("draws: 2", "draws: 4000000000"),
            ("    - full\n", &range),
            ("[AP, nDCG@10]", &measures(60_000)),
        ],
    );
    rows.extend([plan(excluded), plan(format!("{EXPERIMENT}include: {}", rules(20_000)))]);
    cases("limit_of_a_grid", &World::new(), rows);
}

#[test]
fn numbers_and_names() {
    let name = "x".repeat(101);
    let rows = edits(
        USAGE,
        "plan small",
        FILE,
        &[
            ("samples: 50", "samples: 1000001"),
            ("samples: 50", "samples: -3"),
            ("mean: {mean-score: {}}", "mean: {pair-tests: {test: {wilcoxon: {}}, pairs: 1000001}}"),
            ("id: small", &format!("id: {name}")),
            ("mean: {", &format!("{name}: {{")),
            // Control characters are escaped in the message.
            ("[AP, nDCG@10]", "[\"A\\e[2JP\"]"),
        ],
    );
    // A single carriage return ends a line, both for the parser and for the place of an error.
    let returns = plan(EXPERIMENT.replace('\n', "\r").replace("seed: 1", "sead: 1"));
    cases("limit_of_numbers_and_names", &World::new(), rows.into_iter().chain([returns]));
}

/// Only a cell knows the number of its topics, so only the cells with these samples fail. All other cells are
/// computed.
#[test]
fn samples_that_exceed_the_memory_fail() {
    let world = World::new();
    world.write("collections/tiny-twin.yaml", changed(TINY_TWIN, "topics: 6", "topics: 300"));
    world.change("samples: 50", "samples: 1000000");
    let ended = world.line("run small --profile smoke").code(BAD_DATA);
    assert_eq!(counts(&ended), [50, 0, 24]);
    let message = "1000000 samples of 300 topics take too much memory, at most 894784 fit";
    ended.says(message);
}

#[test]
fn a_hundred_mistakes_are_reported() {
    let world = World::new();
    let wrong: Vec<String> = (0..300).map(|n| format!("no{n}")).collect();
    world.change("[AP, nDCG@10]", &format!("[{}]", wrong.join(", ")));
    assert_eq!(world.line("plan small").code(USAGE).stderr.matches("error: ").count(), 100);
}

#[test]
fn the_size_of_a_twin_is_limited() {
    let rows = [
        ("topics: 6", "topics: 100001"),
        ("runs: 2, oddness: 0.7", "runs: 18446744073709551615, oddness: 0.7"),
        ("runs: 2, oddness: 0.7", "runs: 200000, oddness: 0.7"),
    ];
    cases("limit_of_a_twin", &World::new(), edits(USAGE, "plan small", "collections/tiny-twin.yaml", &rows));
}

#[test]
fn intents_of_a_topic_are_limited() {
    let path = std::path::Path::new("f");
    let lines = |line: fn(usize) -> String| (0..=MAX_INTENTS).map(line).collect::<String>().into_bytes();
    let message = format!("f:{}:3: topic `1` has more than 256 intents, the limit", MAX_INTENTS + 1);
    let qrels = lines(|n| format!("1 {n} d 1\n"));
    let error = IntentQrels::parse(path, &qrels, &QrelsFormat::trec()).unwrap_err();
    assert_eq!(error.to_string(), message);
    let fewer = &qrels[..qrels.len() - format!("1 {MAX_INTENTS} d 1\n").len()];
    assert!(IntentQrels::parse(path, fewer, &QrelsFormat::trec()).is_ok());
    let table = lines(|n| format!("1 {n} 0.1\n"));
    assert_eq!(IntentTable::parse(path, &table).unwrap_err().to_string(), message);
    let gold = lines(|n| format!("1;{n};subtopic {n}\n"));
    assert_eq!(SubtopicGold::parse(path, &gold, None).unwrap_err().to_string(), message);
}
