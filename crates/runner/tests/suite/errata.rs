//! Known errata that say what should be printed: what a computed value that agrees with it, or with the
//! print, becomes.

use std::path::PathBuf;

use rejudge_check::computed::compare;
use rejudge_check::outcome::CellOutcome;
use rejudge_printed::{Expected, Licensed, PrintedCheck};
use rejudge_spec::yaml::Source;
use rejudge_table::{Asked, FilledCell, FilledTable};

use crate::world::{BAD_DATA, DIFFERENT, EXPERIMENT, GOOD, World, changed};

/// A cell of a licensed collection that prints `60` where 59 is meant, and another beside it.
const EXPECTED: &str = "\
schema: expected/v1
experiment: small
tables:
  t:
    kind: needs-licensed-data
    then: exact
    cells: |
      size   | own
      topics | 60
      runs   | 4
relations:
  - name: lost
    says: they are of the same size
    equations: {in: {table: t}, binds: {topics: {row: topics, column: own}}, holds: topics = 59}
known-errata:
  - name: one-too-many
    reason: the other tables are of 59
    printed:
      - {cell: {table: t, row: topics, column: own}, text: \"60\", should-be: \"59\"}
    shows-in:
      - {relation: lost, at: [{table: t}]}
gate: {fail-on: [mismatch, not-computed, unexpected-match, stale-expectation, relation-fails]}
";

fn parse(text: &str) -> Result<Expected, String> {
    let source = Source { name: "expected.yaml".into(), folder: PathBuf::new(), text: text.to_owned() };
    Expected::parse(source).map_err(|e| e.to_string())
}

/// What follows another rule than the text's is no misprint: it has a count of its own, and says of no cell
/// what it should be.
#[test]
fn a_departure_from_the_text_is_no_misprint() {
    let departs = changed(EXPECTED, "    reason:", "    misprint: false\n    reason:");
    let error = parse(&departs).unwrap_err();
    assert!(error.contains("erratum `one-too-many` is no misprint"), "{error}");
    let expected = parse(&changed(&departs, ", should-be: \"59\"", "")).unwrap();
    let tally = PrintedCheck::of(&expected).unwrap().tally;
    assert_eq!((tally.known_errata, tally.departures, tally.total.at_errata), (0, 1, 0));
    // No other relation binds the cell.
    assert_eq!((tally.total.consistent, tally.total.contradicted, tally.total.unchecked), (0, 0, 2));
    assert!(tally.headline(&Licensed::default()).contains("(0 known errata, 1 departure from the text)"));
    let misprint = parse(EXPECTED).unwrap();
    let tally = PrintedCheck::of(&misprint).unwrap().tally;
    assert_eq!((tally.known_errata, tally.departures, tally.total.at_errata), (1, 0, 1));
}

/// A table with these draws of the topics of `own`.
fn table(draws: &[f64]) -> FilledTable {
    let cell = FilledCell {
        panel: String::new(),
        collection: "own".to_owned(),
        kind: "licensed",
        row: "topics".to_owned(),
        row_quantity: String::new(),
        column: "own".to_owned(),
        quantity: String::new(),
        coefficient: "",
        draws: (1..).zip(draws.iter().copied()).collect(),
        averaged: 1.0,
        note: String::new(),
        decimals: 0,
        percent: false,
        asked: Asked::default(),
    };
    FilledTable { name: "t".to_owned(), caption: String::new(), show: None, plot: None, cells: vec![cell] }
}

#[test]
fn a_computed_value_agrees_with_what_is_meant_or_with_what_is_printed() {
    use CellOutcome::{
        Inside, KnownDifference, Match, Mismatch, NotComputed, Outside, SkippedData, UnexpectedMatch,
    };
    let without = changed(EXPECTED, ", should-be: \"59\"", "");
    let drawn = |text: &str| changed(text, "then: exact", "then: within-draws");
    // Draws from 58.5 to 60.5 hold both; the percentile and the difference are of what is printed.
    let [low, high, both, neither] =
        [[58.0, 59.0, 59.5], [59.5, 60.0, 61.0], [58.5, 59.5, 60.5], [1.0, 2.0, 3.0]];
    for (text, draws, outcome) in [
        (EXPECTED.to_owned(), vec![59.0], KnownDifference),
        (EXPECTED.to_owned(), vec![60.0], UnexpectedMatch),
        (EXPECTED.to_owned(), vec![58.0], Mismatch),
        (EXPECTED.to_owned(), vec![59.0, 60.0], Mismatch),
        (EXPECTED.to_owned(), vec![], NotComputed),
        (without.clone(), vec![59.0], Mismatch),
        (without.clone(), vec![60.0], Match),
        (drawn(EXPECTED), low.to_vec(), KnownDifference),
        (drawn(EXPECTED), high.to_vec(), UnexpectedMatch),
        (drawn(EXPECTED), both.to_vec(), Inside),
        (drawn(EXPECTED), neither.to_vec(), Outside),
        (drawn(&without), low.to_vec(), Outside),
    ] {
        let expected = parse(&text).unwrap();
        let compared = compare(&expected.cells[0], &[table(&draws)], &|_| true);
        assert_eq!(compared.outcome, outcome, "{draws:?}\n{text}");
        let mean = (!draws.is_empty()).then(|| draws.iter().sum::<f64>() / draws.len() as f64);
        assert_eq!(compared.computed, mean);
        assert_eq!(compared.diff, mean.map(|mean| mean - 60.0), "computed minus printed");
    }
    let absent = compare(&parse(EXPECTED).unwrap().cells[0], &[], &|_| false);
    assert_eq!(absent.outcome, SkippedData);
}

#[test]
fn what_should_be_is_of_the_form_of_the_print() {
    for (from, to, message) in [
        ("should-be: \"59\"", "should-be: \"59.0\"", "`59.0` is no number like the printed `60`"),
        ("should-be: \"59\"", "should-be: 59/60", "`59/60` is no number like the printed `60`"),
        ("should-be: \"59\"", "should-be: \"60\"", "`60` is what t[topics, own] prints"),
        ("should-be: \"59\"", "should-be: many", "`many` is not a printed value"),
        (
            "needs-licensed-data\n    then: exact",
            "relation",
            "t[topics, own] is compared with no computed value",
        ),
    ] {
        let text = changed(EXPECTED, from, to);
        let error = parse(&text).unwrap_err();
        let line = text.lines().position(|line| line.contains("should-be")).unwrap() + 1;
        let place = format!("expected.yaml:{line}:");
        assert!(error.contains(message) && error.contains(&place), "{message}\n{error}");
    }
    // A mended print is no error but makes the erratum stale.
    assert!(parse(&changed(EXPECTED, "topics | 60", "topics | 59")).unwrap().cells[0].should_be.is_none());
}

/// The collection `own` under licence: the files that the tests write, of three topics.
fn world(should_be: &str) -> World {
    let world = World::with_files();
    let own = crate::world::TINY.replace("id: tiny", "id: own").replace("kind: open", "kind: licensed");
    world.write("collections/own.yaml", own);
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny-twin, own]");
    let text = changed(&text, "seed: 1", "expected: expected.yaml\nseed: 1");
    let tables = "tables:\n  t:\n    caption: Sizes\n    where: {judgments: full}\n    columns: collection\n    decimals: 0\n    \
                  rows:\n      - {label: topics, cell: facts.topics}\n      - {label: runs, cell: facts.runs}\nprofiles:";
    world.write("experiments/small/experiment.yaml", changed(&text, "profiles:", tables));
    let expected = changed(EXPECTED, "should-be: \"59\"", &format!("should-be: \"{should_be}\""));
    world.write("experiments/small/expected.yaml", expected);
    world
}

#[test]
fn a_known_difference_is_counted_apart_and_tells_its_reason() {
    let world = world("3");
    world.line("run small --results r").code(GOOD);
    world.line("accept small --results r").code(GOOD);
    let check = world.line("check small --results r").code(GOOD).stdout;
    assert!(
        check.contains("with licensed data: 1 match, 0 differ, 1 known differences, 0 inside and 0 outside"),
        "{check}"
    );
    let read = |name: &str| std::fs::read_to_string(world.path("r").join(name)).unwrap();
    let json: serde_json::Value = serde_json::from_str(&read("check.json")).unwrap();
    assert_eq!(json["with-data"], serde_json::json!({"known-difference": 1, "match": 1}));
    assert_eq!(
        json["known-differences"],
        serde_json::json!([{
            "cell": "t[topics, own]", "printed": "60", "should-be": "3", "computed": 3.0,
            "erratum": "one-too-many", "reason": "the other tables are of 59",
        }])
    );
    let explained = world.rejudge(["explain", "small", "t[topics, own]", "--results", "r"]).code(GOOD).stdout;
    let said = "  printed of own: 60 (recomputed: not equal, but to 3, which the erratum one-too-many says it should be)\n";
    assert!(explained.contains(said), "{explained}");
    let rows = world.frame("r/checks.parquet");
    let column = |name: &str| rows.text(name).unwrap().to_vec();
    assert_eq!(column("should_be"), ["3", ""]);
    assert_eq!(column("outcome"), ["known-difference", "match"]);
    world.line("report small --results r").code(GOOD);
    let known = "t[topics, own]: printed 60, should be 3, computed 3: the other tables are of 59 (erratum `one-too-many`)";
    assert!(read("report-licensed.md").contains(known) && !read("report.md").contains(known));
    assert!(!read("report.md").contains("known differences"), "it depends on no data");
    // Without the data there is none to count.
    std::fs::remove_dir_all(world.path("data/tiny")).unwrap();
    let skipped = world.line("check small --results r");
    assert!(!skipped.stdout.contains("known differences"), "{}", skipped.stdout);
}

#[test]
fn one_that_begins_to_agree_fails_the_check() {
    // 60 is printed of three topics: no erratum is needed for a print of 3.
    let world = world("4");
    let path = world.path("experiments/small/expected.yaml");
    let text = std::fs::read_to_string(&path).unwrap().replace("60", "3");
    std::fs::write(&path, text).unwrap();
    world.line("run small --results r").code(GOOD);
    world.line("accept small --results r").code(GOOD);
    let check = world.line("check small --results r").code(DIFFERENT);
    let message = "t[topics, own] is printed 3, should be 4 (erratum `one-too-many`), computed 3\n";
    assert!(check.stderr.contains(message), "{}", check.stderr);
    assert!(check.stdout.contains("1 match, 0 differ, 1 unexpected matches, "), "{}", check.stdout);
    let json = std::fs::read_to_string(world.path("r/check.json")).unwrap();
    assert!(json.contains("\"kind\": \"unexpected-match\""), "{json}");
    // Neither the one nor the other.
    std::fs::write(
        &path,
        std::fs::read_to_string(&path).unwrap().replace("\"3\"", "\"5\"").replace("topics | 3", "topics | 5"),
    )
    .unwrap();
    let check = world.line("check small --results r").code(DIFFERENT);
    assert!(check.stdout.contains("1 match, 1 differ, 0 inside"), "{}", check.stdout);
    // What is to be compared must be readable.
    std::fs::write(
        &path,
        std::fs::read_to_string(&path).unwrap().replace("should-be: \"4\"", "should-be: four"),
    )
    .unwrap();
    let refused = world.line("check small --results r");
    assert!(refused.code != GOOD && refused.code != BAD_DATA, "{}", refused.stderr);
    assert!(refused.stderr.contains("`four` is not a printed value"), "{}", refused.stderr);
}
