//! Known errata that give a correct value. A computed value may agree with it, with the printed value, or with neither.

use std::path::PathBuf;

use rejudge_collections::descriptor::Kind;
use rejudge_experiment::printed::{CheckOutcome, Expected};
use rejudge_experiment::spec::yaml::Source;
use rejudge_report::check::computed::compare;
use rejudge_report::table::{FilledCell, FilledTable};

use crate::cases::{Page, case};
use crate::snapshots::shown;
use crate::world::{DIFFERENT, EXPERIMENT, GOOD, NOTHING_CHECKED, USAGE, World, changed, has};

/// The paper prints 60 topics instead of 59 in one cell of a licensed collection. The other cell is correct.
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
known-errata:
  - name: one-too-many
    reason: the other tables are of 59
    printed:
      - {cell: {table: t, row: topics, column: own}, text: \"60\", should-be: \"59\"}
gate: {fail-on: [mismatch, not-computed, unexpected-match, stale-expectation]}
";

fn parse(text: &str) -> Result<Expected, String> {
    let source = Source { name: "expected.yaml".into(), folder: PathBuf::new(), text: text.to_owned() };
    Expected::parse(source).map_err(|e| e.to_string())
}

/// Returns a table in which the number of topics of `own` has these values, one for each draw.
fn table(draws: &[f64]) -> FilledTable {
    let cell = FilledCell {
        collection: "own".to_owned(),
        kind: Kind::Licensed,
        row: "topics".to_owned(),
        column: "own".to_owned(),
        draws: (1..).zip(draws.iter().copied()).collect(),
        averaged: 1.0,
        ..FilledCell::default()
    };
    FilledTable { name: "t".to_owned(), caption: String::new(), show: None, plot: None, cells: vec![cell] }
}

#[test]
fn a_value_agrees_with_the_correct_or_the_printed_number() {
    use CheckOutcome::{
        Inside, KnownDifference, Match, Mismatch, NotComputed, Outside, SkippedData, UnexpectedMatch,
    };
    let without = changed(EXPECTED, ", should-be: \"59\"", "");
    let drawn = |text: &str| changed(text, "then: exact", "then: within-draws");
    // Draws from 58.5 to 60.5 include both values. The difference is always from the printed value.
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
        let tables = [table(&draws)];
        let compared = compare(&expected.cells[0], &tables, None, &|_| true);
        assert_eq!(compared.outcome, outcome, "{draws:?}\n{text}");
        let mean = (!draws.is_empty()).then(|| draws.iter().sum::<f64>() / draws.len() as f64);
        assert_eq!(compared.computed.as_ref().map(|computed| computed.value), mean);
        let diff = compared.computed.map(|computed| computed.diff);
        assert_eq!(diff, mean.map(|mean| mean - 60.0), "computed minus printed");
    }
    let expected = parse(EXPECTED).unwrap();
    let absent = compare(&expected.cells[0], &[], None, &|_| false);
    assert_eq!(absent.outcome, SkippedData);
}

#[test]
fn a_correction_has_the_form_of_the_printed_value() {
    let mistakes = [
        ("topics | 60", "topics | 60\n      topics | 61"),
        ("should-be: \"59\"", "should-be: \"59.0\""),
        ("should-be: \"59\"", "should-be: 59/60"),
        ("should-be: \"59\"", "should-be: \"60\""),
        ("should-be: \"59\"", "should-be: many"),
        ("needs-licensed-data\n    then: exact", "transcribed"),
        ("    reason:", "    misprint: false\n    reason:"),
    ];
    let sections = mistakes.map(|(from, to)| {
        let error = parse(&changed(EXPECTED, from, to)).unwrap_err();
        format!("-{from}\n+{to}\n{error}\n\n")
    });
    shown("mistakes_in_errata", &sections.concat());
    // If the printed value was corrected, or the cell was removed, the erratum is stale, which is not a
    // mistake in the file.
    let mended = parse(&changed(EXPECTED, "topics | 60", "topics | 59")).unwrap();
    assert!(mended.cells[0].should_be.is_none());
    let gone = parse(&changed(EXPECTED, "topics | 60", "topic | 60")).unwrap();
    let stale = [mended, gone].map(|expected| expected.stale_errata());
    assert!(stale.iter().flatten().all(|failure| failure.outcome == CheckOutcome::StaleExpectation));
    let messages: Vec<&str> = stale.iter().flatten().map(|failure| failure.message.as_str()).collect();
    shown("stale_errata", &messages.join("\n"));
}

/// Creates a world in which the licensed collection `own` has files with three topics.
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

/// If the results have fewer draws than the experiment, the check prints a warning. A check without results
/// writes no file.
#[test]
fn a_check_warns_of_few_draws_and_writes_only_next_to_results() {
    let world = world("3");
    let (file, drawn) = ("experiments/small/expected.yaml", "then: within-draws");
    let expected = world.read(file);
    let expected = changed(&changed(&expected, "then: exact", drawn), "runs   | 4", "runs   | 5");
    world.write(file, expected);
    let mut page = Page::default();
    page.case(&world, case(NOTHING_CHECKED, "check small --results nowhere"));
    assert!(!world.path("nowhere").exists());
    world.line("run small --results r -s draws=1").code(GOOD);
    page.case(&world, case(GOOD, "check small --results r"));
    page.shown("a_check_of_few_draws");
    // The draws are equal, so there is no standard deviation to measure a distance with.
    let checked = world.line("check small --results r").code(GOOD);
    checked.prints("farthest: t[runs, own] is printed 5, draws 4 to 4, all draws equal");
    let outside = &world.json("r/check.json")["outside"][0];
    let found =
        [&outside["cell"], &outside["central"], &outside["distance"], &outside["draws"]].map(Clone::clone);
    assert_eq!(serde_json::json!(found), serde_json::json!(["t[runs, own]", [4.0, 4.0], null, 1]));
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report-licensed.md");
    has(&report, "(0 inside and 1 outside of the central 99% of the draws)");
    has(&report, "computed 4\u{a0}∉\u{a0}all\u{a0}draws\u{a0}equal*");
}

#[test]
fn a_known_difference_is_counted_separately_with_its_reason() {
    let world = world("3");
    world.line("run small --results r").code(GOOD);
    world.line("accept small --results r").code(GOOD);
    let mut page = Page::default();
    page.case(&world, case(GOOD, "check small --results r").printed_with("printed cells"));
    let json = world.json("r/check.json");
    assert_eq!(json["with-data"], serde_json::json!({"known-difference": 1, "match": 1}));
    assert_eq!(
        json["known-differences"],
        serde_json::json!([{
            "cell": "t[topics, own]", "printed": "60", "should-be": "3", "computed": 3.0,
            "erratum": "one-too-many", "reason": "the other tables are of 59",
        }])
    );
    page.case(&world, case(GOOD, "explain small 't[topics, own]' --results r").printed_with("printed for"));
    page.shown("a_known_difference");
    let rows = world.frame("r/checks.parquet");
    let column = |name: &str| rows.text(name).unwrap().to_vec();
    assert_eq!(column("should_be"), ["3", ""]);
    assert_eq!(column("outcome"), ["known-difference", "match"]);
    world.line("report small --results r").code(GOOD);
    let known = "- `one-too-many`: the other tables are of 59. Printed: t: topics, own 60 (should be 3)\n- t[topics, own]: printed 60, should be 3, computed 3 (`one-too-many`)\n";
    let report = world.read("r/report-licensed.md");
    assert_eq!(report.matches(known).count(), 1, "{report}");
    // If the data are missing, the cell is not counted.
    std::fs::remove_dir_all(world.path("data/tiny")).unwrap();
    let skipped = world.line("check small --results r");
    assert!(!skipped.stdout.contains("known differences"), "{}", skipped.stdout);
}

#[test]
fn an_erratum_that_begins_to_agree_fails_the_check() {
    // The paper prints 3, which is also computed, and the erratum says 4.
    let world = world("4");
    let path = "experiments/small/expected.yaml";
    let text = world.read(path).replace("60", "3");
    world.write(path, text);
    world.line("run small --results r").code(GOOD);
    world.line("accept small --results r").code(GOOD);
    let check = |code: i32| case(code, "check small --results r");
    let mut page = Page::default();
    page.case(&world, check(DIFFERENT).printed_with("printed cells"));
    let json = world.read("r/check.json");
    assert!(json.contains("\"kind\": \"unexpected-match\""), "{json}");
    // Three cases follow: the computed value agrees with neither value; `should-be` is not a number; the
    // table of the erratum does not exist.
    let neither = check(DIFFERENT).edit(path, "\"3\"", "\"5\"").edit(path, "topics | 3", "topics | 5");
    page.case(&world, neither.printed_with("printed cells"));
    page.case(&world, check(USAGE).edit(path, "should-be: \"4\"", "should-be: four"));
    page.case(&world, check(USAGE).edit(path, "  t:\n", "  tt:\n"));
    page.shown("an_erratum_that_agrees");
}
