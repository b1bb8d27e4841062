//! A check of a run with `--only` asks for the part that was run.

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

/// Two licensed collections of the same files.
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
fn a_part_is_checked_by_itself() {
    let world = world();
    let mut page = Page::default();
    world.line("run small --only collection=own --results r --quiet").code(GOOD);
    page.case(&world, case(GOOD, "check small --results r"));
    let json = world.json("r/check.json");
    assert_eq!(json["with-data"], serde_json::json!({"match": 2, "left-out": 2}));
    // A cell of the part itself is compared, and a value that differs fails.
    let row = case(DIFFERENT, "check small --results r");
    page.case(&world, row.edit("experiments/small/expected.yaml", "runs   | 4", "runs   | 5"));
    // The whole experiment must have all cells.
    world.line("run small --results r --quiet").code(GOOD);
    let row = case(DIFFERENT, "check small --results r");
    page.case(
        &world,
        row.edit("experiments/small/expected.yaml", "recomputed-cells: 4", "recomputed-cells: 5"),
    );
    page.shown("a_part_is_checked_by_itself");
}
