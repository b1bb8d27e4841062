//! Results of an experiment that was changed since, or of a part of it. The text of the new experiment is
//! never shown with numbers of the old experiment. Also: results of other data, and files that no run wrote.

use crate::cases::{FILE, Page, case, cases};
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, QRELS, TABLE, USAGE, World, changed};

#[test]
fn reports_and_accepted_numbers_belong_to_the_current_experiment() {
    let world = World::with_table();
    world.line("report small --quiet").code(GOOD);
    let report = || world.read("results/small/report.md");
    let before = report();
    let mut page = Page::default();
    for (old, new) in [
        ("seed: 1", "seed: 2"),
        ("draws: 2", "draws: 3"),
        ("gains: {S: 3", "gains: {S: 7"),
        ("samples: 50", "samples: 60"),
        ("kendall-tau: {", "kendall-tau: {ties: a, "),
    ] {
        for verb in ["report", "accept"] {
            page.case(&world, case(BAD_DATA, format!("{verb} small")).edit(FILE, old, new));
        }
    }
    page.shown("outdated_results");
    assert_eq!(report(), before);
    assert!(!world.path("experiments/small/golden").exists());
    // Another run makes the results current.
    world.write(FILE, changed(&world.read(FILE), "seed: 1", "seed: 2"));
    world.line("run small --quiet").code(GOOD);
    world.line("report small --quiet").code(GOOD);
    world.line("accept small").code(GOOD);
}

#[test]
fn numbers_of_other_data_are_neither_checked_nor_reported() {
    let world = World::with_files();
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny-twin, tiny]");
    world.write(
        FILE,
        changed(&text, "profiles:", &changed(TABLE, "rows: measure", "panels: collection, rows: measure")),
    );
    world.line("run small --quiet").code(GOOD);
    world.line("accept small").code(GOOD);
    world.line("check small").code(GOOD);
    let judged_again = changed(QRELS, "1 0 x1 1", "1 0 x1 2");
    let lines = ["check", "report"].map(|verb| {
        case(BAD_DATA, format!("{verb} small")).write("data/tiny/qrels.txt", &judged_again).printed()
    });
    // The pool depth is in no file of the collection and in no setting of the experiment.
    let described_again = ["check", "report", "accept"].map(|verb| {
        let row = case(BAD_DATA, format!("{verb} small")).printed();
        row.edit("collections/tiny.yaml", "pool-depth: 3", "pool-depth: 2")
    });
    cases("results_of_other_data", &world, lines.into_iter().chain(described_again));
}

#[test]
fn a_part_is_not_accepted_as_the_whole() {
    let world = World::with_table();
    world.line("accept small").code(GOOD);
    let golden = || std::fs::read(world.path("experiments/small/golden/small/tables.csv")).unwrap();
    let before = golden();
    world.line("run small --quiet --only measure=AP --results part").code(GOOD);
    cases("a_part_as_the_whole", &world, [case(USAGE, "accept small --results part")]);
    assert_eq!(golden(), before);
}

/// A table's cell is filled from the results as its current `cell:` says.
#[test]
fn a_table_that_was_changed_is_not_shown_beside_the_old_one() {
    let world = World::new();
    let both = TABLE.replace(
        "}\nprofiles:",
        ", y: {caption: Another, rows: measure, columns: judgments, cell: dp}}\nprofiles:",
    );
    world.change("profiles:", &both);
    world.line("run small --quiet").code(GOOD);
    let asked = ["explain", "small", "x[AP, pool-depth(depth=5)]"];
    let before = world.rejudge(asked).code(GOOD).stdout;
    assert!(before.contains("nothing changed since"), "{before}");
    let table = changed(&both, "cell: tau", "cell: dp.power");
    world.write(FILE, changed(EXPERIMENT, "profiles:", &table));
    world.rejudge(asked).code(GOOD).prints("  made of      small/dp[");
    // No table asked for this statistic, so it has no cells.
    world.write(FILE, changed(EXPERIMENT, "profiles:", &changed(&both, "cell: tau", "cell: change")));
    world.rejudge(asked).code(GOOD).prints("no number: no such cell");
}

/// A run locks the folder before it writes, so files without a lock or a manifest do not come from a run.
#[test]
fn files_that_no_run_wrote_are_not_replaced() {
    let mut page = Page::default();
    for name in ["cells.parquet", "choices.parquet", "scores.parquet", "tables/x.csv"] {
        let world = World::new();
        world.write(&format!("mine/{name}"), "theirs");
        page.case(&world, case(USAGE, "run small --quiet --results mine"));
        assert_eq!(world.read(format!("mine/{name}")), "theirs");
        assert!(!world.path("mine/manifest.json").exists());
    }
    page.shown("files_of_somebody_else");
    // Other files in the folder do not matter. A run that was killed before it wrote the manifest can continue.
    let world = World::new();
    world.write("mine/notes.txt", "theirs");
    world.line("run small --quiet --results mine").code(GOOD);
    std::fs::remove_file(world.path("mine/manifest.json")).unwrap();
    world.line("run small --quiet --results mine").code(GOOD);
}
