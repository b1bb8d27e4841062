//! Tables that cannot be filled. `plan` refuses them if the file itself names values that do not exist, and reports them if
//! they were inherited or narrowed. A table that is empty after a run is an error.

use crate::cases::{Case, FILE, case, cases};
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, USAGE, World, changed, has};

const FILLED: &str = "  good: {caption: Tau, where: {judgments: \"pool-depth(*)\"}, panels: collection, rows: judgments.depth, columns: measure, cell: tau}\n";

/// Returns the experiment with the tables `good` and `bad`.
fn experiment_with(bad: &str) -> String {
    changed(EXPERIMENT, "profiles:", &format!("tables:\n{FILLED}{bad}profiles:"))
}

/// Returns cases in which `plan` and `run` refuse the experiment with this table in addition to `good`.
fn refused(bad: &str) -> [Case; 2] {
    let table =
        |verb: &str| case(USAGE, format!("{verb} small")).edit(FILE, "profiles:", format!("{bad}profiles:"));
    ["plan", "run"].map(table)
}

/// Creates a world with the table `good`.
fn world() -> World {
    let world = World::with_files();
    world.write(FILE, experiment_with(""));
    world
}

#[test]
fn a_table_that_cannot_be_filled_is_refused() {
    let tables = [
        "where: {judgments: \"pooldepth(*)\"}, panels: collection, rows: judgments, columns: measure, cell: tau",
        "panels: collection, rows: judgments.rate, columns: measure, cell: tau",
        "where: {judgments: full, measure: NDCG@10}, rows: collection, columns: [{label: mean, cell: mean}]",
        "where: {collection: \"trec*\", judgments: full}, rows: collection, columns: measure, cell: mean",
        "where: {measure: AP}, rows: collection, columns: [{label: tau, cell: tau}]",
        // Otherwise an unknown name among several would silently be left out.
        "where: {measure: [AP, nDGC@10], judgments: full}, rows: collection, columns: measure, cell: mean",
        "where: {measure: \"not nDGC@10\", judgments: full}, rows: collection, columns: measure, cell: mean",
    ];
    let same = "rows: judgments.depth, columns: judgments.depth, cell: tau";
    let bad = |text: &str| refused(&format!("  bad: {{caption: Bad, {text}}}\n"));
    let two =
        "where: {judgments: \"pool-depth(depth=5)\"}, rows: measure, columns: [{label: tau, cell: tau}]";
    let two = bad(two).map(|case| case.edit(FILE, "[tiny-twin]", "[tiny-twin, tiny]"));
    let over = ["team", "run", "rank", "item", "collection"];
    let over = over.map(|over| bad(&format!("rows: collection, columns: measure, cell: tau, over: {over}")));
    let rows = tables.into_iter().flat_map(bad).chain(two).chain(over.into_iter().flatten()).chain(bad(same));
    cases("tables_that_cannot_be_filled", &world(), rows);
    let world = World::new();
    let averaged = "  all: {caption: Mean over both, where: {judgments: full}, rows: collection, columns: [{label: mean, cell: mean, over: measure}]}\n";
    world.write(FILE, experiment_with(averaged));
    world.line("run small").code(GOOD);
}

/// A table that can be filled by any experiment that has all judgments.
const SCORES: &str =
    "  scores: {caption: Scores, where: {judgments: full}, rows: collection, columns: measure, cell: mean}\n";

/// A table with two rows.
const ROWS: &str = "  rows:
    caption: Tau
    panels: collection
    columns: measure
    cell: tau
    rows:
      - {label: five, where: {judgments: pool-depth(depth=5)}}
      - {label: one, quantity: deep, where: {judgments: pool-depth(depth=1)}}
";

#[test]
fn a_line_that_cannot_be_filled_is_refused() {
    let lines = [
        ("pool-depth(depth=1)", "pooldepth(depth=1)"),
        (
            "columns: measure",
            "columns: [{label: AP, where: {measure: AP}}, {label: n, where: {measure: NDCG@10}}]",
        ),
        ("panels: collection", "panels: [{label: p, where: {collection: tiny-twn}}, {label: all}]"),
    ];
    let rows = lines.into_iter().flat_map(|(from, to)| refused(&changed(ROWS, from, to)));
    // In a list, a pattern may match no name.
    let pattern = "  bad: {caption: Bad, where: {measure: [AP, \"RBP*\"], judgments: full}, rows: collection, columns: measure, cell: mean}\n";
    let pattern = case(GOOD, "plan small").edit(FILE, "profiles:", format!("{pattern}profiles:"));
    cases("lines_that_cannot_be_filled", &world(), rows.chain([pattern]));
}

/// A table that is inherited, or narrowed by the command line, may stay empty. `plan` says so.
#[test]
fn tables_that_stay_empty() {
    let world = World::new();
    world.write(FILE, experiment_with(ROWS));
    let sweep = "schema: experiment/v1\nid: one\nextends: ../experiments/small/experiment.yaml\naxes: {judgments: [full, {pool-depth: {depth: 5}}]}\n";
    let plan = |text: &str| {
        case(GOOD, "plan sweeps/one.yaml").write("sweeps/one.yaml", text).printed_with("pool-depth(depth=1)`")
    };
    world.write("sweeps/one.yaml", sweep);
    let planned = world.line("plan sweeps/one.yaml --json").code(GOOD).json();
    assert_eq!(planned["stays-empty"].as_array().map(Vec::len), Some(1));
    assert_eq!(planned["stays-empty"][0]["table"], "rows");
    assert_eq!(planned["stays-empty"][0]["line"], "row one deep");
    let dropped = format!("{sweep}drop: [tables.rows]\n");
    let bare = dropped.replace(", {pool-depth: {depth: 5}}", "");
    let scores = format!("{bare}tables:\n{SCORES}");
    let own = FILLED.replace("good", "own").replace("pool-", "pol-");
    let run = |code: i32, text: &str, more: &str| {
        case(code, format!("run sweeps/one.yaml{more}")).write("sweeps/one.yaml", text).said_with("empty")
    };
    cases(
        "tables_that_stay_empty",
        &world,
        [
            case(GOOD, "plan small").printed_with("stays empty"),
            plan(sweep),
            case(GOOD, "plan small -s 'axes.judgments=[full,{\"pool-depth\":{\"depth\":5}}]'")
                .printed_with("`pool-depth("),
            // A selection that is typed, or that is in the table of the file itself, must match something.
            case(USAGE, "plan small -s 'tables.good.where.judgments=pooldepth(*)'"),
            case(USAGE, "plan sweeps/one.yaml").write("sweeps/one.yaml", format!("{dropped}tables:\n{own}")),
            case(GOOD, "plan sweeps/one.yaml").write("sweeps/one.yaml", &dropped).printed_with("stays empty"),
            case(GOOD, "plan sweeps/one.yaml").write("sweeps/one.yaml", &scores).printed_with("`pool-depth("),
            // The plan has said that the table stays empty, but this is still an error.
            run(BAD_DATA, &scores, ""),
            run(GOOD, &scores.replace("[tables.rows]", "[tables.rows, tables.good]"), ""),
            run(BAD_DATA, &bare, " --quiet"),
            run(GOOD, &bare, " --only measure=AP"),
        ],
    );
    world.line("run small -s axes.judgments=[full]").code(GOOD);
    world.line("run small --only judgments=full").code(GOOD);
}

/// A table with two rows for each depth except 1, whichever depths there are.
const FOLLOWING: &str = "  rows:
    caption: Tau
    panels: collection
    columns: measure
    rows:
      - {label: full, where: {judgments: full}, cell: mean}
      - {each: judgments.depth, label: \"pd={}\", quantity: tau, where: {judgments: \"not *depth=1)\"}, cell: tau}
      - {each: judgments.depth, label: \"pd={}\", quantity: mean, where: {judgments: \"not *depth=1)\"}, cell: mean}
";

#[test]
fn lines_follow_their_axis() {
    let world = World::new();
    world.write(FILE, experiment_with(FOLLOWING));
    let sweep = |depths: &str| {
        format!(
            "id: one\nextends: ../experiments/small/experiment.yaml\naxes: {{judgments: [full{depths}]}}\n"
        )
    };
    let labels = |path: &str| {
        let csv = world.read(path);
        let label = |line: &str| line.split(',').skip(4).take(2).collect::<Vec<_>>().join(" ");
        let mut labels: Vec<String> = csv.lines().skip(1).map(label).collect();
        labels.dedup();
        labels
    };
    world.line("run small --quiet").code(GOOD);
    assert_eq!(labels("results/small/tables/rows.csv"), ["full ", "pd=5 tau", "pd=5 mean"]);
    world.write("sweeps/one.yaml", sweep(", pool-depth: {depth: {each: [3, 1, 2]}}"));
    world.line("run sweeps/one.yaml --quiet").code(GOOD);
    assert_eq!(
        labels("results/one/tables/rows.csv"),
        ["full ", "pd=3 tau", "pd=3 mean", "pd=2 tau", "pd=2 mean"]
    );
    let without = format!("{}drop: [tables.good]\n", sweep(""));
    let line = "each: judgments.depth, label: \"pd={}\", quantity: tau";
    cases(
        "lines_that_follow_an_axis",
        &world,
        [
            case(GOOD, "plan sweeps/one.yaml").write("sweeps/one.yaml", without).printed_with("*depth=*"),
            case(USAGE, "plan small").edit(FILE, line, "each: run, label: \"{}\""),
            case(USAGE, "plan small").edit(FILE, line, "each: judgments.depht, label: \"{}\""),
            case(USAGE, "plan small").edit(FILE, line, "each: judgments.depth, label: pd"),
        ],
    );
}

#[test]
fn a_table_that_is_empty_after_a_run_is_an_error() {
    let world = World::new();
    // A single run has no rank correlation.
    world.write(FILE, changed(&experiment_with(""), "[one-per-team: {}]", "[top: {by: AP, runs: 1}]"));
    let run = |code: i32, line: &str| case(code, line).said_with("empty");
    let sweep = "schema: experiment/v1\nid: one\nextends: ../experiments/small/experiment.yaml\nseed: 2\n";
    cases(
        "tables_that_came_out_empty",
        &world,
        [
            run(BAD_DATA, "run small"),
            run(BAD_DATA, "run small --quiet"),
            // If several tables are empty for the same reason, the reason is printed once.
            run(BAD_DATA, "run small --quiet").edit(
                FILE,
                FILLED,
                format!("{FILLED}{}", FILLED.replace("good", "also")),
            ),
            // The plan did not say that the inherited table stays empty, so this is an error too.
            run(BAD_DATA, "run sweeps/one.yaml").write("sweeps/one.yaml", sweep),
            run(GOOD, "run small --only measure=AP"),
        ],
    );
    // All tables that were computed exist.
    assert!(world.path("results/small/tables/good.csv").exists());
}

/// A user's own collection: the files of `tiny`, described without a pool depth.
const MINE: &str = "\
schema: collection/v1
id: mine
title: Mine
kind: own
files: {folder: ., qrels: qrels.txt, runs: \"runs/*\", teams: teams.tsv}
";

#[test]
fn an_own_collection_is_never_left_out_silently() {
    let world = World::with_files();
    world.write("data/tiny/mine.yaml", MINE);
    let named = "  named: {caption: Tau, where: {judgments: \"pool-depth(*)\", collection: \"tiny*\"}, panels: collection, rows: judgments.depth, columns: measure, cell: tau}
  others: {caption: Tau, where: {judgments: \"pool-depth(*)\", collection: \"not tiny*\"}, panels: collection, rows: judgments.depth, columns: measure, cell: tau}\n";
    let text = changed(&experiment_with(named), "[tiny-twin]", "[tiny-twin, ../../data/tiny/mine.yaml]");
    world.write(FILE, changed(&text, "draws: 2", "draws: {simulated: 2, open: 3}"));
    let remarks = [
        "`mine` is not in named: their `where` takes other collections",
        "no pool depth of `mine` is given: every judged document of a team's runs counts as the team's contribution, at any rank",
    ];
    let ran = world.line("run small").code(GOOD);
    world.line("report small").code(GOOD);
    let report = world.read("results/small/report.md");
    let [plan, list] = ["plan", "list"].map(|verb| world.line(&format!("{verb} small")).code(GOOD).stdout);
    for remark in remarks {
        assert!(plan.contains(&format!("remark: {remark}\n")), "{plan}");
        assert!(list.contains(&format!("remark\t{remark}\n")), "{list}");
        ran.says(format!("small: {remark}\n"));
        assert!(report.contains(&format!("Remark: {remark}.\n")), "{report}");
    }
    // The user's collection is drawn like open collections, and belongs to a table that excludes only other
    // collections.
    let cells = |table: &str| world.read(format!("results/small/tables/{table}.csv"));
    assert!(report.contains("3 draws of one run per team"), "{report}");
    assert!(
        cells("others").contains("mine,") && !cells("others").contains("tiny-twin,"),
        "{}",
        cells("others")
    );
    assert!(!cells("named").contains("mine,"), "{}", cells("named"));
    world.write("data/tiny/mine.yaml", format!("{MINE}pool-depth: 3\n"));
    assert!(!world.line("plan small").code(GOOD).stdout.contains("pool-depth`"));
}

/// A cell that `exclude` removes shows the reason.
#[test]
fn an_excluded_cell_says_why() {
    let world = World::new();
    let excluded = "exclude: [{judgments: \"pool-depth(depth=1)\", measure: AP, reason: too shallow for AP}]\nstatistics:";
    world.write(FILE, changed(&experiment_with(""), "statistics:", excluded));
    world.line("run small --quiet").code(GOOD);
    world.line("report small --quiet").code(GOOD);
    let report = world.read("results/small/report.md");
    has(&report, "(too shallow for AP)");
    assert!(!report.contains("no such cell"), "{report}");
}
