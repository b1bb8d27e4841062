//! Tables that cannot be filled: refused in the plan where the file itself asks for what is not there, said
//! where something was inherited or narrowed, an error where they came out empty all the same.

use serde_json::Value;

use crate::world::{BAD_DATA, EXPERIMENT, GOOD, USAGE, World, changed};

const FILLED: &str = "  good: {caption: Tau, where: {judgments: \"pool-depth(*)\"}, panels: collection, rows: judgments.depth, columns: measure, cell: tau}\n";

/// The experiment with the tables `good` and `bad`.
fn with(bad: &str) -> String {
    changed(EXPERIMENT, "profiles:", &format!("tables:\n{FILLED}{bad}profiles:"))
}

/// What `plan` and `run` say of an experiment that they refuse.
#[track_caller]
fn refused(world: &World, text: &str, headline: &str, help: &str) {
    world.write("experiments/small/experiment.yaml", text);
    for words in ["plan small", "run small"] {
        let ended = world.line(words).code(USAGE);
        let first = ended.stderr.lines().next().unwrap();
        assert!(first.ends_with(headline), "{first}");
        assert!(help.is_empty() || ended.stderr.contains(&format!("help: {help}")), "{}", ended.stderr);
    }
    assert!(!world.path("results").exists());
}

#[test]
fn a_table_that_cannot_be_filled_is_refused() {
    let world = World::with_files();
    let bad = |text: &str| with(&format!("  bad: {{caption: Bad, {text}}}\n"));
    refused(
        &world,
        &changed(
            &bad(
                "where: {judgments: \"pool-depth(depth=5)\"}, rows: measure, columns: [{label: tau, cell: tau}]",
            ),
            "[tiny-twin]",
            "[tiny-twin, tiny]",
        ),
        "`bad` cannot be filled: 2 collections fit; say `panels: collection`",
        "",
    );
    refused(
        &world,
        &bad(
            "where: {judgments: \"pooldepth(*)\"}, panels: collection, rows: judgments, columns: measure, cell: tau",
        ),
        ":25:42: `bad` cannot be filled: no value of the axis `judgments` fits `pooldepth(*)`",
        "did you mean `pool-depth(*)`?",
    );
    refused(
        &world,
        &bad("panels: collection, rows: judgments.rate, columns: measure, cell: tau"),
        "`bad` cannot be filled: no judgment set has a `rate`",
        "did you mean `judgments.team`?",
    );
    refused(
        &world,
        &bad(
            "where: {judgments: full, measure: NDCG@10}, rows: collection, columns: [{label: mean, cell: mean}]",
        ),
        "`bad` cannot be filled: no value of the axis `measure` fits `NDCG@10`",
        "did you mean `nDCG@10`?",
    );
    refused(
        &world,
        &bad(
            "where: {collection: \"trec*\", judgments: full}, rows: collection, columns: measure, cell: mean",
        ),
        "`bad` cannot be filled: no value of the axis `collection` fits `trec*`",
        "the axis `collection` has `tiny-twin`",
    );
    refused(
        &world,
        &bad("where: {measure: AP}, rows: collection, columns: [{label: tau, cell: tau}]"),
        "`bad` cannot be filled: 6 cells fit; say `over:` to average them",
        "",
    );
}

#[test]
fn what_no_cells_are_over_is_refused() {
    let world = World::new();
    for (over, meant) in [
        ("team", "did you mean `judgments.team`?"),
        ("run", ""),
        ("rank", ""),
        ("item", ""),
        ("collection", ""),
    ] {
        let bad =
            format!("  bad: {{caption: Bad, rows: collection, columns: measure, cell: tau, over: {over}}}\n");
        let said = format!(
            "`over: {over}` fits no cells, expected `draw`, `measure`, `judgments` or judgments.team, judgments.depth, \
             judgments.rate, judgments.draw"
        );
        refused(&world, &with(&bad), &said, meant);
    }
    let averaged = "  all: {caption: Mean over both, where: {judgments: full}, rows: collection, columns: [{label: mean, cell: mean, over: measure}]}\n";
    world.write("experiments/small/experiment.yaml", with(averaged));
    world.line("run small").code(GOOD);
}

#[test]
fn what_stays_empty_is_said_in_the_plan() {
    let world = World::new();
    let rows = "  rows:
    caption: Tau
    panels: collection
    columns: measure
    cell: tau
    rows:
      - {label: five, where: {judgments: pool-depth(depth=5)}}
      - {label: seven, quantity: deep, where: {judgments: pool-depth(depth=7)}}
";
    world.write("experiments/small/experiment.yaml", with(rows));
    let line = "  rows, row seven deep: no value of the axis `judgments` fits `pool-depth(depth=7)`";
    let planned = world.line("plan small").code(GOOD);
    let said: Vec<&str> =
        planned.lines().into_iter().skip_while(|line| !line.starts_with("stays empty")).collect();
    assert_eq!(said, ["stays empty: 1", line]);
    let planned: Value = serde_json::from_str(&world.line("plan small --json").code(GOOD).stdout).unwrap();
    assert_eq!(planned["stays-empty"][0]["table"], "rows");
    assert_eq!(planned["stays-empty"][0]["line"], "row seven deep");
    // What a sweep inherits, or the command line narrows, is no mistake.
    world.write(
        "sweeps/one.yaml",
        "schema: experiment/v1\nid: one\nextends: ../experiments/small/experiment.yaml\naxes: {judgments: [full, {pool-depth: {depth: 5}}]}\ndrop: [tables.rows]\n",
    );
    let sweep = std::fs::read_to_string(world.path("sweeps/one.yaml")).unwrap();
    assert!(!world.line("plan sweeps/one.yaml").code(GOOD).stdout.contains("stays empty"));
    world.write("sweeps/one.yaml", sweep.replace(", {pool-depth: {depth: 5}}", ""));
    let planned = world.line("plan sweeps/one.yaml").code(GOOD);
    let said = "stays empty: 1\n  good: no value of the axis `judgments` fits `pool-depth(*)`\n";
    assert!(planned.stdout.ends_with(said), "{}", planned.stdout);
    let ran = world.line("run sweeps/one.yaml").code(GOOD);
    assert!(ran.stderr.contains("one: good is empty: no cell fits it"), "{}", ran.stderr);
    world.line("run small -s axes.judgments=[full]").code(GOOD);
    world.line("run small --only judgments=full").code(GOOD);
    // But not what it says itself.
    world.write(
        "sweeps/one.yaml",
        format!("{}tables:\n{}", sweep, FILLED.replace("good", "own").replace("pool-", "pol-")),
    );
    let ended = world.line("plan sweeps/one.yaml").code(USAGE);
    assert!(
        ended.stderr.starts_with("error: sweeps/one.yaml:7:42: `own` cannot be filled: "),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_table_that_came_out_empty_is_an_error() {
    let world = World::new();
    // Of one run there is no rank correlation.
    let alone = changed(&with(""), "[one-per-team: {}]", "[top: {by: AP, runs: 1}]");
    world.write("experiments/small/experiment.yaml", alone);
    for words in ["run small", "run small --quiet"] {
        let ended = world.line(words).code(BAD_DATA);
        let said = "error: small: good is empty: tau needs two runs that differ";
        assert!(ended.stderr.lines().any(|line| line == said), "{}", ended.stderr);
    }
    // All that was computed is there.
    assert!(world.path("results/small/tables/good.csv").exists());
    let narrowed = world.line("run small --only measure=AP").code(GOOD);
    assert!(narrowed.stderr.contains("small: good is empty: "), "{}", narrowed.stderr);
}

/// A user's own collection: the files of `tiny`, described without a depth of the pool.
const MINE: &str = "\
schema: collection/v1
id: mine
title: Mine
kind: own
files: {folder: ., qrels: qrels.txt, runs: \"runs/*\", teams: teams.tsv}
";

#[test]
fn an_own_collection_is_left_out_of_nothing_in_silence() {
    let world = World::with_files();
    world.write("data/tiny/mine.yaml", MINE);
    let named = "  named: {caption: Tau, where: {judgments: \"pool-depth(*)\", collection: \"tiny*\"}, panels: collection, rows: judgments.depth, columns: measure, cell: tau}
  others: {caption: Tau, where: {judgments: \"pool-depth(*)\", collection: \"not tiny*\"}, panels: collection, rows: judgments.depth, columns: measure, cell: tau}\n";
    let text = changed(&with(named), "[tiny-twin]", "[tiny-twin, ../../data/tiny/mine.yaml]");
    world.write(
        "experiments/small/experiment.yaml",
        changed(&text, "draws: 2", "draws: {simulated: 2, open: 3}"),
    );
    let remarks = [
        "`mine` is not in named: their `where` takes other collections",
        "`mine` is described without `pool-depth`: what a team brought is every judged document of its runs, however deep it stands",
    ];
    let ran = world.line("run small").code(GOOD);
    world.line("report small").code(GOOD);
    let report = std::fs::read_to_string(world.path("results/small/report-own.md")).unwrap();
    let [plan, list] = ["plan", "list"].map(|verb| world.line(&format!("{verb} small")).code(GOOD).stdout);
    for remark in remarks {
        assert!(plan.contains(&format!("remark: {remark}\n")), "{plan}");
        assert!(list.contains(&format!("remark\t{remark}\n")), "{list}");
        assert!(ran.stderr.contains(&format!("small: {remark}\n")), "{}", ran.stderr);
        assert!(report.contains(&format!("Remark: {remark}.\n")), "{report}");
    }
    let twins = std::fs::read_to_string(world.path("results/small/report.md")).unwrap();
    assert!(!twins.contains("Remark: "), "it is of none of the twins: {twins}");
    // It is drawn as open collections are, and stands where all but others are asked for.
    let cells = |table: &str| {
        std::fs::read_to_string(world.path(format!("results/small/tables/{table}.csv"))).unwrap()
    };
    assert!(report.contains("3 draws of one run a team"), "{report}");
    assert!(
        cells("others").contains("mine,") && !cells("others").contains("tiny-twin,"),
        "{}",
        cells("others")
    );
    assert!(!cells("named").contains("mine,"), "{}", cells("named"));
    world.write("data/tiny/mine.yaml", format!("{MINE}pool-depth: 3\n"));
    assert!(!world.line("plan small").code(GOOD).stdout.contains("pool-depth`"));
}
