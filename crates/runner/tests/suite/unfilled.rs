//! Tables that cannot be filled: refused in the plan where the file itself asks for what is not there, said
//! where something was inherited or narrowed, an error where they came out empty all the same.

use rejudge_pools::Manipulation;
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
            "`over: {over}` fits no cells, expected `draw`, `measure`, `judgments` or judgments.{}, topic-sets.size, \
             topic-sets.pairs",
            Manipulation::parameter_names().join(", judgments.")
        );
        refused(&world, &with(&bad), &said, meant);
    }
    let averaged = "  all: {caption: Mean over both, where: {judgments: full}, rows: collection, columns: [{label: mean, cell: mean, over: measure}]}\n";
    world.write("experiments/small/experiment.yaml", with(averaged));
    world.line("run small").code(GOOD);
}

/// A table that is there whatever the judgments.
const SCORES: &str =
    "  scores: {caption: Scores, where: {judgments: full}, rows: collection, columns: measure, cell: mean}\n";

/// A table of two lines.
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
    let world = World::with_files();
    refused(
        &world,
        &with(&changed(ROWS, "pool-depth(depth=1)", "pooldepth(depth=1)")),
        "error: experiments/small/experiment.yaml:32:57: `rows`, row one deep, cannot be filled: no value of the axis \
         `judgments` fits `pooldepth(depth=1)`",
        "did you mean `pool-depth(depth=1)`?",
    );
    refused(
        &world,
        &with(&changed(
            ROWS,
            "columns: measure",
            "columns: [{label: AP, where: {measure: AP}}, {label: n, where: {measure: NDCG@10}}]",
        )),
        ":28:78: `rows`, column n, cannot be filled: no value of the axis `measure` fits `NDCG@10`",
        "did you mean `nDCG@10`?",
    );
    refused(
        &world,
        &with(&changed(
            ROWS,
            "panels: collection",
            "panels: [{label: p, where: {collection: tiny-twn}}, {label: all}]",
        )),
        ":27:45: `rows`, panel p, cannot be filled: no value of the axis `collection` fits `tiny-twn`",
        "did you mean `tiny-twin`?",
    );
    // A name among others that are there would be left out in silence.
    let table = "  bad: {caption: Bad, where: {measure: [AP, nDGC@10], judgments: full}, rows: collection, columns: measure, cell: mean}\n";
    refused(
        &world,
        &with(table),
        ":25:45: `bad`: no value of the axis `measure` is `nDGC@10`",
        "did you mean `nDCG@10`?",
    );
    // A pattern takes what is there.
    let table = table.replace("[AP, nDGC@10]", "[AP, \"RBP*\"]");
    world.write("experiments/small/experiment.yaml", with(&table));
    world.line("plan small").code(GOOD);
}

#[test]
fn what_stays_empty_is_said_in_the_plan() {
    let world = World::new();
    world.write("experiments/small/experiment.yaml", with(ROWS));
    assert!(!world.line("plan small").code(GOOD).stdout.contains("stays empty"));
    // What a sweep inherits, or the command line narrows, is no mistake.
    let sweep = "schema: experiment/v1\nid: one\nextends: ../experiments/small/experiment.yaml\naxes: {judgments: [full, {pool-depth: {depth: 5}}]}\n";
    world.write("sweeps/one.yaml", sweep);
    let line = "  rows, row one deep: no value of the axis `judgments` fits `pool-depth(depth=1)`";
    let planned = world.line("plan sweeps/one.yaml").code(GOOD);
    let said: Vec<&str> =
        planned.lines().into_iter().skip_while(|line| !line.starts_with("stays empty")).collect();
    assert_eq!(said, ["stays empty: 1", line]);
    let planned: Value =
        serde_json::from_str(&world.line("plan sweeps/one.yaml --json").code(GOOD).stdout).unwrap();
    assert_eq!(planned["stays-empty"][0]["table"], "rows");
    assert_eq!(planned["stays-empty"][0]["line"], "row one deep");
    let narrowed =
        world.line("plan small -s axes.judgments=[full,{\"pool-depth\":{\"depth\":5}}]").code(GOOD).stdout;
    assert!(narrowed.ends_with(&format!("stays empty: 1\n{line}\n")), "{narrowed}");
    // What was typed is meant.
    let typed = "plan small -s tables.good.where.judgments=pooldepth(*)";
    let ended = world.line(typed).code(USAGE);
    assert!(
        ended.stderr.contains("-s tables.good.where.judgments:1:1: `good` cannot be filled: "),
        "{}",
        ended.stderr
    );
    world.write("sweeps/one.yaml", format!("{sweep}drop: [tables.rows]\n"));
    let sweep = std::fs::read_to_string(world.path("sweeps/one.yaml")).unwrap();
    assert!(!world.line("plan sweeps/one.yaml").code(GOOD).stdout.contains("stays empty"));
    let bare = sweep.replace(", {pool-depth: {depth: 5}}", "");
    world.write("sweeps/one.yaml", format!("{bare}tables:\n{SCORES}"));
    let planned = world.line("plan sweeps/one.yaml").code(GOOD);
    let said = "stays empty: 1\n  good: no value of the axis `judgments` fits `pool-depth(*)`\n";
    assert!(planned.stdout.ends_with(said), "{}", planned.stdout);
    // It was foreseen, and is no error where there is anything else to see.
    let why = "one: good is empty: no value of the axis `judgments` fits `pool-depth(*)`\n";
    let ran = world.line("run sweeps/one.yaml").code(GOOD).stderr;
    assert!(ran.contains(why) && !ran.contains("error: "), "{ran}");
    world.write("sweeps/one.yaml", bare);
    world.line("plan sweeps/one.yaml").code(GOOD);
    let ran = world.line("run sweeps/one.yaml --quiet").code(BAD_DATA).stderr;
    assert_eq!(ran, format!("error: {why}"));
    world.line("run sweeps/one.yaml --only measure=AP").code(GOOD);
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
    // A reason is said once, of whatever is empty for it.
    let text = std::fs::read_to_string(world.path("experiments/small/experiment.yaml")).unwrap();
    let twice = changed(&text, FILLED, &format!("{FILLED}{}", FILLED.replace("good", "also")));
    world.write("experiments/small/experiment.yaml", twice);
    let ended = world.line("run small --quiet").code(BAD_DATA);
    assert_eq!(ended.stderr, "error: small: good, also are empty: tau needs two runs that differ\n");
    world.write("experiments/small/experiment.yaml", text);
    // An inherited one is no other: nothing foresaw it.
    world.write(
        "sweeps/one.yaml",
        "schema: experiment/v1\nid: one\nextends: ../experiments/small/experiment.yaml\nseed: 2\n",
    );
    let ended = world.line("run sweeps/one.yaml").code(BAD_DATA);
    assert!(
        ended.stderr.contains("error: one: good is empty: tau needs two runs that differ"),
        "{}",
        ended.stderr
    );
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
        "the description of `mine` has no `pool-depth`: a team has brought every judged document of its runs, however deep it stands",
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
