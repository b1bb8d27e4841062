//! `explain` first prints a number's value, and then how it was computed. Also: the ways to ask, and questions that are
//! refused.

use crate::cases::{FILE, Page, case, cases, lines};
use crate::world::{BAD_DATA, GOOD, TABLE, USAGE, World, changed, has};

const CELL: &str = "small/tau[collection=tiny-twin,judgments=pool-depth(depth=5),measure=AP]";
/// An address whose draws differ.
const TEAM: &str = "small/tau[collection=tiny-twin,judgments=take-one-team(team=one),measure=AP]";
const POWER: &str = "small/dp[collection=tiny-twin,judgments=full,measure=AP]";

/// Returns the mean over the draws of an address, from cells.parquet.
fn mean(world: &World, address: &str) -> f64 {
    let cells = world.rows("results/small/cells.parquet").with(&[("address", address), ("status", "ok")]);
    cells.numbers("value").iter().sum::<f64>() / cells.0.len() as f64
}

#[test]
fn the_value_is_on_the_first_line() {
    let world = World::with_table();
    let text = world.rejudge(["explain", TEAM]).code(GOOD).stdout;
    let expected = format!("{TEAM}\n  tau = {:.4} ±", mean(&world, TEAM));
    assert!(text.starts_with(&expected), "{expected}\n{text}");
    // `--draw 2` shows the second draw, not the first.
    let second = world.rejudge(["explain", TEAM, "--draw", "2"]).code(GOOD).stdout;
    assert!(second.contains("; draw 2: ") && !second.contains("; draw 1: "), "{second}");
}

#[test]
fn a_table_cell_is_found_by_its_labels() {
    let world = World::with_table();
    let asked = |words: &[&str]| world.rejudge(["explain"].iter().chain(words)).code(GOOD).stdout;
    let cell = "x[AP, take-one-team(team=one)]";
    let text = asked(&["small", cell]);
    let value = format!("small/{cell}\n  {:.3} ±", mean(&world, TEAM));
    assert!(text.starts_with(&value), "{value}\n{text}");
    assert!(text.contains(&format!("  made of      {TEAM}\n")), "{text}");
    // The question may be one word, or name the experiment's file, or have the labels in another order.
    let reversed = "x[take-one-team(team=one),AP]";
    for words in [&["small/x[AP, take-one-team(team=one)]"][..], &[FILE, cell], &["small", reversed]] {
        assert_eq!(asked(words), text, "{words:?}");
    }
    // One label fits several cells. They are listed with their values.
    let several = asked(&["small", "x[AP]"]);
    assert!(several.contains("cells; add a label to choose one:\n  x[AP, "), "{several}");
    assert!(several.contains(&format!("  {cell}  {:.4}\n", mean(&world, TEAM))), "{several}");
}

#[test]
fn experiments_and_tables_list_their_contents() {
    let world = World::with_table();
    world.line("explain small").code(GOOD).prints("  x  A table (tau-b)\n");
    let lines = world.line("explain small x").code(GOOD).stdout;
    has(&lines, "  rows: AP, nDCG@10\n");
    has(&lines, "  columns: full, ");
    // The suggested command works.
    let quoted = lines.split('`').nth(1).unwrap();
    let (words, cell) = quoted.strip_prefix("rejudge ").unwrap().split_once(" '").unwrap();
    let proposed = words.split(' ').chain([cell.trim_end_matches('\'')]);
    assert!(world.rejudge(proposed).code(GOOD).stdout.contains("  made of "), "{quoted}");
}

/// The runs of a table's rows are known only after a run.
#[test]
fn rows_that_a_run_computes_are_not_listed_before_it() {
    let world = World::new();
    let table = "{caption: Scores, where: {judgments: full}, rows: run, columns: measure, cell: score}";
    let tables = format!("tables: {{x: {table}}}\nprofiles:");
    let statistics = "score: {run-scores: {}}\n  mean: {mean-score";
    world.experiment(&[("mean: {mean-score", statistics), ("profiles:", &tables)]);
    let rows = [
        case(GOOD, "explain small x").printed(),
        case(USAGE, "explain small 'x[one-1, AP]'"),
        case(USAGE, "explain small 'x[one-1, nDGC@10]'"),
    ];
    cases("rows_before_a_run", &world, rows);
}

/// Names of rows may contain commas. `explain` accepts every name that it lists.
#[test]
fn listed_lines_with_commas_can_be_asked_for() {
    let world = World::new();
    let measures = "schema: measures/v1\ntitle: Two\nmeasures: {\"AP, plain\": AP, \"nDCG,10\": nDCG@10}\n";
    world.write("experiments/small/two.yaml", measures);
    world.change("measure: [AP, nDCG@10]", "measure: {set: two.yaml}");
    let text = world.read(FILE);
    world.write(FILE, changed(&text, "profiles:", TABLE));
    world.line("run small --quiet").code(GOOD);
    world.line("explain small x").code(GOOD).prints("  rows: \"AP, plain\", \"nDCG,10\"\n");
    let asked = |cell: &str| world.rejudge(["explain", "small", cell]).code(GOOD).stdout;
    let quoted = asked("x[\"AP, plain\", full]");
    assert!(quoted.starts_with("small/x[\"AP, plain\", full]\n"), "{quoted}");
    assert!(asked("x[\"nDCG,10\", full]").starts_with("small/x[\"nDCG,10\", full]\n"));
    let refused = [
        "explain small 'x[AP, plain, full]'",
        "explain small 'x[\"AP, plan\", full]'",
        "explain small 'x[\"AP, plain\", \"nDCG,10\"]'",
    ];
    cases("lines_with_commas", &world, lines(USAGE, refused));
}

/// `explain` accepts the name of a cell as `check` prints it, for printed cells and for accepted numbers.
#[test]
fn a_cell_has_the_name_that_check_prints() {
    let world = World::new();
    world.change("profiles:", &TABLE.replace("rows:", "panels: collection, rows:"));
    world.line("run small --quiet").code(GOOD);
    world.line("accept small").code(GOOD);
    let cell = "x/tiny-twin[AP, pool-depth(depth=5)]";
    let golden = world.read("experiments/small/golden/small/tables.csv");
    let accepted = cell.replace(']', ", mean]");
    assert!(golden.contains(&accepted), "{golden}");
    let asked = |words: &[&str]| world.rejudge(["explain"].iter().chain(words)).code(GOOD).stdout;
    let text = asked(&["small", cell]);
    assert!(text.starts_with(&format!("small/{cell}\n")), "{text}");
    let one_word = format!("experiments/small/{cell}");
    for words in
        [&["small", &accepted][..], &[&one_word], &["small", "x[tiny-twin, AP, pool-depth(depth=5)]"]]
    {
        assert_eq!(asked(words), text, "{words:?}");
    }
}

#[test]
fn unknown_numbers_are_refused() {
    let refused = [
        "explain small 'y[AP]'",
        "explain small 'x[APP]'",
        "explain small 'x[AP, nDCG@10]'",
        "explain small 'x[AP'",
        "explain 'y[AP]'",
        "explain smal",
        "explain small tau",
        "explain 'small/tau[collection=tiny-twin,judgments=ful,measure=AP]'",
        "explain 'small/tau[collection=tiny-twin,judgments=full,measure=AP]' --draw 99",
    ];
    cases("mistakes_of_explain", &World::with_table(), lines(USAGE, refused));
}

#[test]
fn explain_shows_the_parts_of_a_key() {
    let world = World::new();
    let mut page = Page::default();
    let mut part = |cell: &str, more: &str, text: &str| {
        page.case(&world, case(GOOD, format!("explain '{cell}' {more}").trim_end()).printed_with(text));
    };
    part(CELL, "", "");
    world.line("run small --quiet").code(GOOD);
    // A part that changed is shown with the old and the new value. A change to the inputs of other cells does
    // not change this cell.
    part(CELL, "", "changed");
    part(CELL, "--draw 2", "drawn: ");
    part(POWER, "-s statistics.dp.discriminative-power.alpha=0.1", "changed");
    part(CELL, "-s seed=2", "changed");
    part(CELL, "-s statistics.dp.discriminative-power.alpha=0.1", "changed");
    part(CELL, "-s axes.runs=[all]", "changed");
    for (from, to) in [("quality: 0.7", "quality: 0.8"), ("pool-depth: 20", "pool-depth: 19")] {
        let row = case(GOOD, format!("explain '{CELL}'")).edit("collections/tiny-twin.yaml", from, to);
        page.case(&world, row.printed_with("changed"));
    }
    page.shown("parts_of_a_key");
    let state = |more: &str| {
        let words = ["explain", CELL].into_iter().chain(more.split_whitespace());
        world.rejudge(words).code(GOOD).stdout.contains(" (cached)\n")
    };
    assert!(state("") && state("-s statistics.dp.discriminative-power.alpha=0.1") && !state("-s seed=2"));
}

/// A number of the unchanged experiment is never shown for a changed experiment.
#[test]
fn a_changed_experiment_has_its_own_numbers() {
    let world = World::new();
    let explain = |options: &str| {
        let words = ["explain", CELL].into_iter().chain(options.split_whitespace());
        world.rejudge(words).code(GOOD).stdout
    };
    let value = |text: &str| text.lines().nth(1).unwrap().to_owned();
    world.line("run small --quiet").code(GOOD);
    let plain = explain("");
    let before = explain("-s seed=3");
    has(&value(&before), "not computed yet: there are no results in results/small/variants/seed-3-");
    has(&value(&before), "`rejudge run small -s 'seed=3'` writes them");
    world.line("run small --quiet -s seed=3").code(GOOD);
    let after = explain("-s seed=3");
    assert_ne!(value(&after), value(&plain));
    assert!(
        after.contains(" (cached)\n") && after.ends_with("nothing changed since the last run\n"),
        "{after}"
    );
    assert_eq!(explain(""), plain);
}

#[test]
fn explain_knows_every_address_of_the_results() {
    let world = World::with_files();
    world.change("[tiny-twin]", "[tiny, tiny-twin]");
    world.line("run small --quiet").code(GOOD);
    let cells = world.rows("results/small/cells.parquet");
    let mut addresses = cells.texts("address");
    addresses.dedup();
    for address in addresses.iter().step_by(7) {
        let text = world.rejudge(["explain", address]).code(GOOD).stdout;
        assert!(text.contains(" (cached)\n"), "{text}");
        // The line after the address has the value, or the reason why there is none.
        let second = text.lines().nth(1).unwrap();
        assert!(second.contains(" = ") || second.contains("no number: "), "{text}");
    }
}

#[test]
fn a_number_without_data_names_what_is_missing() {
    let world = World::with_files();
    let table = TABLE.replace("rows:", "panels: collection, rows:");
    world.experiment(&[("[tiny-twin]", "[tiny, tiny-twin]"), ("profiles:", &table)]);
    std::fs::remove_dir_all(world.path("data/tiny")).unwrap();
    let asked = [
        "explain 'small/tau[collection=tiny,judgments=full,measure=AP]'",
        "explain 'small/tau[collection=tiny,judgments=take-one-team(team=A),measure=AP]'",
        "explain small 'x[tiny, AP, full]'",
        "explain small x -s axes.collection=[tiny]",
        "explain small 'x[AP, full]' -s axes.collection=[tiny]",
    ];
    cases("explained_without_data", &world, lines(BAD_DATA, asked));
    world.line("explain small").code(GOOD);
    world.rejudge(["explain", "small", "x[tiny-twin, AP, full]"]).code(GOOD);
}
