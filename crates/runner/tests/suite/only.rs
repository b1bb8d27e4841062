//! `check` of a run with `--only` checks only the part that was run. Also: the plan of a part.

use serde_json::json;

use crate::cases::{Page, case};
use crate::world::{DIFFERENT, EXPERIMENT, GOOD, TINY, World, changed};

const EXPECTED: &str = "\
schema: expected/v1
experiment: small
tables:
  t:
    kind: needs-licensed-data
    then: exact
    cells: |
      size   | own | other
      topics | 3   | 3
      runs   | 4   | 4
gate: {fail-on: [mismatch, not-computed], at-least: {recomputed-cells: 4}}
";

/// Creates a world with two licensed collections of the same files.
fn world() -> World {
    let world = World::with_files();
    for name in ["own", "other"] {
        let text = TINY.replace("id: tiny", &format!("id: {name}")).replace("kind: open", "kind: licensed");
        world.write(&format!("collections/{name}.yaml"), text);
    }
    let text = changed(EXPERIMENT, "[tiny-twin]", "[own, other]");
    let text = changed(&text, "seed: 1", "expected: expected.yaml\nseed: 1");
    let tables = "tables:\n  t:\n    caption: Sizes\n    where: {judgments: full}\n    columns: collection\n    decimals: 0\n    \
                  rows:\n      - {label: topics, cell: facts.topics}\n      - {label: runs, cell: facts.runs}\nprofiles:";
    world.write("experiments/small/experiment.yaml", changed(&text, "profiles:", tables));
    world.write("experiments/small/expected.yaml", EXPECTED);
    world
}

#[test]
fn a_part_is_checked_on_its_own() {
    let world = world();
    let mut page = Page::default();
    world.line("run small --only collection=own --results r --quiet").code(GOOD);
    page.case(&world, case(GOOD, "check small --results r"));
    let json = world.json("r/check.json");
    assert_eq!(json["with-data"], json!({"match": 2, "left-out": 2}));
    // A cell of the part is compared, and fails if its value differs.
    let row = case(DIFFERENT, "check small --results r");
    page.case(&world, row.edit("experiments/small/expected.yaml", "runs   | 4", "runs   | 5"));
    // A check of the complete experiment needs all cells.
    world.line("run small --results r --quiet").code(GOOD);
    let row = case(DIFFERENT, "check small --results r");
    page.case(
        &world,
        row.edit("experiments/small/expected.yaml", "recomputed-cells: 4", "recomputed-cells: 5"),
    );
    page.shown("a_part_is_checked_by_itself");
}

const PARTS: &str = "\
expected: expected.yaml
tables:
  means:
    caption: Means
    where: {judgments: \"take-one-team(*)\"}
    rows: measure
    columns: [{label: tau, cell: tau, over: judgments}, {label: of one, cell: tau, where: {judgments: \"take-one-team(team=one)\"}}]
claims:
  above: {claim: it is above 0, holds: {positive: {of: mean}}}
  ap: {claim: AP is above 0, holds: {positive: {of: mean, measure: AP, judgments: full}}}
profiles:";

/// A mean over a part of the judgments would look like the mean over all of them. A claim about all measures
/// could hold only because it is tested by AP. Both are left out, and the check counts them.
#[test]
fn means_and_claims_that_need_more_than_the_part_are_left_out() {
    let world = World::new();
    world.change("profiles:", PARTS);
    let recorded = "schema: expected/v1\nexperiment: small\nrecorded: {above: {tiny-twin: holds 2/2}, ap: {tiny-twin: holds 2/2}}\n";
    world.write("experiments/small/expected.yaml", recorded);
    world.line("run small --quiet").code(GOOD);
    world.line("accept small").code(GOOD);
    let mut page = Page::default();
    for only in ["measure=AP", "judgments=take-one-team(team=one)"] {
        world.line(&format!("run small --only {only} --results r --quiet")).code(GOOD);
        page.case(&world, case(GOOD, "check small --results r").printed());
        let table = world.rows("r/tables/means.parquet");
        let noted = table.texts("column").into_iter().zip(table.texts("note"));
        let noted: Vec<_> = noted.filter(|(_, note)| !note.is_empty()).collect();
        let is_part = only.starts_with("judgments");
        // With `measure=AP`, both columns lack the row of the other measure.
        let columns = if is_part { ["tau", "tau"] } else { ["tau", "of one"] };
        assert_eq!(noted, columns.map(|column| (column, "left out by --only")), "{only}");
        let json = world.json("r/check.json");
        assert_eq!(json["claims-left-out"], if is_part { 2 } else { 1 }, "{only}");
        assert_eq!(json["golden-moved"], 0, "{only}");
    }
    world.line("check small").code(GOOD).prints("claims 2 of 2 unchanged\n");
    page.shown("left_out_of_a_part");
}

#[test]
fn the_plan_of_a_part_has_the_values_of_the_part() {
    let world = World::with_files();
    world.change("[tiny-twin]", "[tiny, tiny-twin]");
    let plan = |only: &str| world.line(&format!("plan small --json {only}")).code(GOOD).json();
    let axes = |only: &str| {
        let axes = plan(only)["axes"].clone();
        ["collection", "runs", "measure", "judgments"].map(|axis| axes[axis].clone())
    };
    let [tiny, twin] = ["tiny", "tiny-twin"];
    assert_eq!(axes("--quiet"), [2.into(), 1.into(), 2.into(), json!({tiny: 6, twin: 6})]);
    let part = "--only collection=tiny,measure=AP --only collection=tiny,judgments=full";
    assert_eq!(axes(part), [1.into(), 1.into(), 2.into(), json!({tiny: 6})]);
    let part = "--only collection=tiny-twin,judgments=full,measure=AP";
    assert_eq!(axes(part), [1.into(), 1.into(), 1.into(), json!({twin: 1})]);
    let collections = plan(part)["collections"].clone();
    assert_eq!(collections.as_array().map(Vec::len), Some(1), "{collections}");
    let lines = world.line(&format!("plan small {part}")).code(GOOD).stdout;
    assert!(!lines.contains("tiny: "), "{lines}");
}
