//! Accepted numbers, and how `check` compares them: for each experiment separately, also without
//! expected.yaml and without a gate.

use crate::cases::{Page, case, cases};
use crate::world::{ABOVE, BAD_DATA, DIFFERENT, EXPERIMENT, GOOD, NOTHING_CHECKED, World, changed};

const TABLE: &str = "\
tables:
  shown: {caption: Tau, where: {judgments: \"pool-depth(*)\"}, panels: collection, rows: judgments.depth, columns: measure, cell: tau}
";

/// Returns the accepted numbers of an experiment in the folder `sweeps`.
fn golden(world: &World, id: &str) -> [String; 2] {
    ["tables.csv", "scores.csv"].map(|name| world.read(format!("sweeps/golden/{id}/{name}")))
}

/// Creates a world with two sweeps in one folder, which have different seeds, and runs both.
fn sweeps() -> World {
    let world = World::new();
    let one = changed(EXPERIMENT, "profiles:", &format!("{TABLE}profiles:"));
    world.write("sweeps/one.yaml", changed(&one, "id: small", "id: one"));
    world.write("sweeps/two.yaml", "schema: experiment/v1\nid: two\nextends: one.yaml\nseed: 2\n");
    for sweep in ["one", "two"] {
        world.line(&format!("run sweeps/{sweep}.yaml --quiet")).code(GOOD);
    }
    world
}

#[test]
fn sweeps_in_one_folder_keep_their_numbers_apart() {
    let world = sweeps();
    world.line("accept sweeps/one.yaml").code(GOOD);
    let before = golden(&world, "one");
    world.line("accept sweeps/two.yaml").code(GOOD);
    assert_eq!(golden(&world, "one"), before);
    assert_ne!(golden(&world, "two"), before);
    // Results of the other sweep are refused.
    let mut page = Page::default();
    page.case(&world, case(BAD_DATA, "accept sweeps/one.yaml --results results/two"));
    assert_eq!(golden(&world, "one"), before);
    // Numbers directly in `golden/` do not say which experiment they belong to, so `accept` refuses to
    // continue.
    std::fs::rename(world.path("sweeps/golden/one/tables.csv"), world.path("sweeps/golden/tables.csv"))
        .unwrap();
    page.case(&world, case(BAD_DATA, "accept sweeps/two.yaml"));
    page.shown("accepted_numbers_of_another");
}

/// If a collection's data are missing, its numbers are not compared, and the check says how many are left out.
#[test]
fn accepted_numbers_without_data_are_counted() {
    let world = World::with_files();
    world.experiment(&[("[tiny-twin]", "[tiny-twin, tiny]"), ("profiles:", &format!("{TABLE}profiles:"))]);
    world.line("run small --quiet").code(GOOD);
    world.line("accept small").code(GOOD);
    let all = world.line("check small").code(GOOD).stdout;
    assert!(all.contains("small: golden ") && !all.contains("need data"), "{all}");
    let mut command = world.command(["check", "small"]);
    let some = crate::world::ended(command.env_remove("REJUDGE_DATA")).stdout;
    let numbers = |text: &str| -> Vec<usize> {
        let line = text.lines().find(|line| line.contains("golden ")).unwrap();
        line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    };
    let (all, some) = (numbers(&all), numbers(&some));
    assert!(some[2] > 0 && some[0] == some[1] && some[1] + some[2] == all[1], "{all:?} {some:?}");
}

#[test]
fn accepted_numbers_are_compared_without_expected_values() {
    let world = sweeps();
    let mut page = Page::default();
    let check = |code: i32| case(code, "check sweeps/one.yaml");
    page.case(&world, check(NOTHING_CHECKED).printed());
    // The files are compared with the manifest even if there is nothing to check.
    let table = world.path("results/one/tables/shown.csv");
    let bytes = std::fs::read(&table).unwrap();
    std::fs::write(&table, "row,column\n").unwrap();
    page.case(&world, check(BAD_DATA));
    std::fs::remove_file(&table).unwrap();
    page.case(&world, check(BAD_DATA));
    std::fs::write(&table, bytes).unwrap();
    world.line("accept sweeps/one.yaml").code(GOOD);
    let good = world.line("check sweeps/one.yaml").code(GOOD);
    // The tables have 8 numbers: two depths by two measures, with mean and deviation. The scores have 6: two measures of the
    // runs of three teams under the full judgments.
    good.prints("one: golden 14 of 14\n");
    let [tables, scores] = golden(&world, "one");
    let (head, last) = scores.trim_end().rsplit_once(',').unwrap();
    let moved: f64 = last.parse::<f64>().unwrap() + 1e-6;
    world.write("sweeps/golden/one/scores.csv", format!("{head},{moved}\n"));
    let bad = world.line("check sweeps/one.yaml").code(DIFFERENT);
    assert!(bad.stderr.starts_with("error: golden scores/tiny-twin["), "{}", bad.stderr);
    bad.prints("one: golden 13 of 14");
    // The check names numbers that no longer exist, and numbers that were never accepted.
    world.write("sweeps/golden/one/scores.csv", &scores);
    world.write("sweeps/golden/one/tables.csv", tables.replace("[5, AP, mean]", "[7, AP, mean]"));
    let bad = world.line("check sweeps/one.yaml").code(DIFFERENT);
    assert_eq!(bad.stderr.matches("error: golden shown/").count(), 2, "{}", bad.stderr);
    std::fs::remove_dir_all(world.path("results/one")).unwrap();
    page.case(&world, check(NOTHING_CHECKED));
    page.shown("nothing_to_check");
}

/// If only a part was run, only its numbers are compared, and the accepted numbers of other parts do not
/// count as missing.
#[test]
fn a_part_is_compared_with_its_accepted_numbers() {
    let world = sweeps();
    world.line("accept sweeps/one.yaml").code(GOOD);
    world.line("run sweeps/one.yaml --only measure=AP --results part --quiet").code(GOOD);
    // The tables have 4 numbers: two depths by AP, with mean and deviation. The scores have 3: AP of the runs of three
    // teams.
    world
        .line("check sweeps/one.yaml --results part")
        .code(GOOD)
        .prints("one: golden 7 of 7 (7 left out by --only)\n");
    let [tables, _] = golden(&world, "one");
    let (before, after) = tables.split_once("[5, AP, mean]\",").unwrap();
    let (collection, _) = after.split_once(',').unwrap();
    let rest = after.split_once('\n').unwrap().1;
    world
        .write("sweeps/golden/one/tables.csv", format!("{before}[5, AP, mean]\",{collection},0.123\n{rest}"));
    world.line("check sweeps/one.yaml --results part").code(DIFFERENT);
}

/// Recorded outcomes of the small experiment, without a gate. They agree with the results.
const RECORDED: &str = "\
schema: expected/v1
experiment: small
recorded:
  above: {tiny-twin: holds 2/2}
";

#[test]
fn a_changed_claim_fails_without_a_gate() {
    let world = World::new();
    world.change("profiles:", &format!("expected: expected.yaml\n{ABOVE}profiles:"));
    let write = |text: &str| world.write("experiments/small/expected.yaml", text);
    write(RECORDED);
    let mut page = Page::default();
    page.case(&world, case(NOTHING_CHECKED, "check small"));
    world.line("run small --quiet").code(GOOD);
    assert_eq!(world.line("check small").code(GOOD).stderr, "");
    world.line("accept small").code(GOOD);
    assert_eq!(world.line("check small").code(GOOD).stderr, "");
    page.case(
        &world,
        case(DIFFERENT, "check small").edit("experiments/small/expected.yaml", "holds 2/2", "fails 0/2"),
    );
    // A changed run is not compared with accepted numbers or recorded outcomes.
    world.line("run small --quiet -s draws=1 --results changed").code(GOOD);
    let changed = world.line("check small --results changed").code(NOTHING_CHECKED);
    changed.prints("small: golden and claims not compared (a changed run)");
    page.shown("a_changed_claim");
}

#[test]
fn an_experiment_without_results_is_an_error_among_others() {
    let world = World::new();
    world.change("profiles:", &format!("expected: expected.yaml\n{ABOVE}profiles:"));
    world.write("experiments/small/expected.yaml", RECORDED);
    world.line("run small --quiet").code(GOOD);
    assert_eq!(world.line("check --all").code(GOOD).stderr, "");
    let text = world.read("experiments/small/experiment.yaml");
    world.write("experiments/other/experiment.yaml", changed(&text, "id: small", "id: other"));
    world.write(
        "experiments/other/expected.yaml",
        changed(RECORDED, "experiment: small", "experiment: other"),
    );
    cases("one_without_results", &world, [case(NOTHING_CHECKED, "check --all")]);
}
