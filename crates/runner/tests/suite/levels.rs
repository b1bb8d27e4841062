//! Experiments count documents as relevant from the level that a collection's track uses, unless the experiment sets a
//! level.

use crate::world::{EXPERIMENT, GOOD, TINY, World, changed, has};

const FILE: &str = "experiments/small/experiment.yaml";

const TABLES: &str = "tables:
  means: {caption: Mean scores, where: {judgments: full}, panels: collection, rows: measure, columns: [{label: mean}], cell: mean}
  facts:
    caption: Facts
    where: {judgments: full}
    columns: collection
    rows: [{label: R, cell: facts.relevant}, {label: topics with R > N, cell: facts.more-relevant}]
profiles:";

/// Creates a world with the files of `tiny` under two descriptions. The second description counts from level
/// 2.
fn world(evaluation: &str) -> World {
    let world = World::with_files();
    let second = changed(TINY, "id: tiny", "id: tiny-2");
    world.write("collections/tiny-2.yaml", format!("{second}min-rel: 2\n"));
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny, tiny-2]");
    let text = changed(&text, "one-per-team: {}", "all");
    let text = changed(&text, "profiles:", TABLES);
    world.write(FILE, changed(&text, "evaluation: {gains: {S: 3, A: 2, B: 1}}\n", evaluation));
    world
}

/// Returns the value of a cell under all judgments, for both collections.
fn values_of_both(world: &World, results: &str, cell: [(&str, &str); 2]) -> [f64; 2] {
    let cells = world.rows(&format!("{results}/cells.parquet"));
    ["tiny", "tiny-2"].map(|collection| {
        let of = [("collection", collection), ("judgments", "full"), ("draw", "1"), cell[0], cell[1]];
        cells.with(&of).number("value")
    })
}

#[test]
fn each_collection_has_the_level_of_its_description() {
    let followed = world("");
    followed.line("run small --results r").code(GOOD);
    let facts = |component: &'static str| {
        values_of_both(&followed, "r", [("statistic", "facts"), ("component", component)])
    };
    // From level 1, R is 3, 2, 2 and N is 1, 1, 0 on the three topics. From level 2, R is 1, 1, 0 and N is 3, 2, 2.
    assert_eq!(facts("relevant"), [7.0 / 3.0, 2.0 / 3.0]);
    assert_eq!(facts("more-relevant"), [3.0, 0.0]);
    let mean = |world: &World, results: &str, measure: &'static str| {
        values_of_both(world, results, [("statistic", "mean"), ("measure", measure)])
    };
    let [first, second] = mean(&followed, "r", "AP");
    assert_ne!(first, second);
    // Levels below `min-rel` keep their gains.
    let [gained, same] = mean(&followed, "r", "nDCG@10");
    assert_eq!(gained, same);
    for (level, ap) in [("1", first), ("2", second)] {
        let stated = world(&format!("evaluation: {{min-rel: {level}}}\n"));
        stated.line("run small --results r").code(GOOD);
        assert_eq!(mean(&stated, "r", "AP"), [ap; 2], "all collections from level {level}");
        let option = format!("run small --results s{level} -s evaluation.min-rel={level}");
        followed.line(&option).code(GOOD);
        assert_eq!(mean(&followed, &format!("s{level}"), "AP"), [ap; 2]);
    }
    followed.line("report small --results r").code(GOOD);
    let report = followed.read("r/report.md");
    has(&report, "Rules in force for tiny: ");
    has(&report, "Rules in force for tiny-2: ");
}

#[test]
fn a_swept_level_applies_to_all_collections() {
    let world = world("");
    let swept = changed(&world.read(FILE), "axes:\n", "axes:\n  min-rel: [1, 2]\n");
    let tables = "tables: {means: {caption: Mean scores, where: {judgments: full}, panels: collection, rows: measure, columns: [{label: one, where: {min-rel: 1}}, {label: two, where: {min-rel: 2}}], cell: mean}}\nprofiles:";
    world.write(FILE, changed(&swept, TABLES, tables));
    world.line("run small --results r").code(GOOD);
    let cells = world.rows("r/cells.parquet");
    let ap = |collection: &str, level: &str| {
        let of = [("statistic", "mean"), ("measure", "AP"), ("judgments", "full"), ("draw", "1")];
        cells.with(&of).with(&[("collection", collection), ("min_rel", level)]).number("value")
    };
    assert_eq!(["1", "2"].map(|level| ap("tiny", level)), ["1", "2"].map(|level| ap("tiny-2", level)));
}
