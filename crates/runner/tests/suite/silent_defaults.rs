//! Input that a default value would hide is refused, with its place. Also: commands that are rarely meant,
//! and checks that compare nothing.

use rejudge_report::check::golden;
use rejudge_report::table::{CellTable, fill};
use rejudge_tables::frame::{Column, Frame, Values};

use crate::cases::{FILE, Page, case, cases};
use crate::world::{ABOVE, EXPERIMENT, GOOD, NOTHING_CHECKED, USAGE, World, changed, has};

/// The mean over the teams that contributed a relevant document for a share of the topics.
const OF_TEAMS: &str = "\
tables:
  t:
    caption: Changes
    where: {judgments: \"take-one-team(*)\", measure: AP}
    rows: [{label: teams, cell: change.rank-rise, over: judgments.team, only: {relevant-for: 0.1}}]
    columns: collection
profiles:";

/// Returns the frame with changed values in one column.
pub fn with(frame: &Frame, name: &str, change: impl Fn(&mut Values)) -> Frame {
    let changed = |column: &Column| {
        let mut column = column.clone();
        if column.name == name {
            change(&mut column.values);
        }
        column
    };
    Frame { columns: frame.columns.iter().map(changed).collect() }
}

/// Without this check, an experiment without facts about teams would use statistic 0 instead.
#[test]
fn a_claim_that_needs_team_facts_is_refused_without_them() {
    let world = World::new();
    let holds = "{positive: {of: mean, judgments: full, measure: AP, only: {relevant-for: 1.0}}}";
    let claims = format!("claims:\n  rises: {{claim: it rises, holds: {holds}}}\nprofiles:");
    let text = changed(EXPERIMENT, "profiles:", &claims);
    world.write(FILE, &text);
    world.line("run small --results r").code(GOOD);
    world.write(FILE, changed(&text, "  teams: {team-facts: {}}\n", ""));
    let output = world.line("run small --results r").code(USAGE).stderr;
    has(&output, "experiment.yaml:");
    has(&output, "needs a statistic `team-facts: {}`");
    // A sweep that leaves the facts out does not evaluate the claim, and its report says so.
    world.write(FILE, &text);
    world.write("sweep.yaml", "extends: small\nid: sweep\ndrop: [statistics.teams]\n");
    world.line("run sweep.yaml --results s").code(GOOD);
    world.line("report sweep.yaml --results s").code(GOOD);
    let report = world.read("s/report.md");
    assert!(report.contains("Not tested: **rises**, because `only: {relevant-for: ..}` needs"), "{report}");
}

/// Without this check, missing numbers of draws, topics and runs would be read as 0, and only the lowest 32 bits of ranks
/// would be read.
#[test]
fn cells_without_a_required_number_are_refused() {
    let world = World::new();
    world.write(FILE, EXPERIMENT);
    world.line("run small --results r").code(GOOD);
    let (grid, cells) = (world.grid().unwrap(), world.frame("r/cells.parquet"));
    CellTable::read(&grid, |add| add(&cells)).expect("the cells as they were written");
    for (name, value) in [
        ("draw", None),
        ("draw", Some(-1)),
        ("n_topics", None),
        ("n_runs", Some(1 << 32)),
        ("rank", Some(-1)),
    ] {
        let damaged = with(&cells, name, |values| match values {
            Values::Whole(values) => values[2] = value,
            other => panic!("{name} is {other:?}"),
        });
        let error = CellTable::read(&grid, |add| add(&damaged)).expect_err(name).to_string();
        let message =
            if name == "rank" { "-1 is not a rank".to_owned() } else { format!("`{name}` of row 3 is") };
        assert!(error.contains(&format!("cells.parquet: {message}")), "{error}");
        assert!(error.ends_with(": run again"), "{error}");
    }
}

/// If the facts of a draw failed, no team would count as eligible, and the mean would silently be over the other draws.
#[test]
fn a_mean_over_eligible_teams_fails_with_the_facts_of_its_draw() {
    let world = World::with_files();
    world.write(FILE, changed(EXPERIMENT, "profiles:", OF_TEAMS));
    world.line("run small --results r").code(GOOD);
    let (grid, cells) = (world.grid().unwrap(), world.frame("r/cells.parquet"));
    let cell = |cells: &Frame| {
        let cell_table = CellTable::read(&grid, |add| add(cells)).expect("the cells");
        fill(&grid, &cell_table, &grid.tables[0]).cells.remove(0)
    };
    let sound = cell(&cells);
    assert_eq!((sound.draws.len(), sound.note.as_str()), (2, ""));
    let statistics = cells.text("statistic").expect("statistics").to_vec();
    let draws = cells.whole("draw").expect("draws");
    let is_of_facts = |row: usize| statistics[row] == "teams" && draws[row] == Some(2);
    let set = |cells: &Frame, name: &str, text: &str| {
        with(cells, name, |values| {
            let Values::Text(values) = values else { panic!("{name} is {values:?}") };
            let changed = |(row, old)| if is_of_facts(row) { text } else { old };
            *values = values.clone().iter().enumerate().map(changed).collect();
        })
    };
    let failed = cell(&set(&set(&cells, "status", "failed"), "error", "no disk"));
    assert_eq!(failed.draws, sound.draws[..1]);
    assert_eq!(failed.note, "failed: no disk");
}

/// Without this check, every number would count as missing if the file lacked a column.
#[test]
fn accepted_numbers_in_another_form_are_refused() {
    let world = World::new();
    let read = |text: &str| {
        world.write("golden.csv", text);
        golden::read(&world.path("golden.csv"))
    };
    assert_eq!(read("cell,collection,value\na,b,0.5\nc,b,\n").expect("it is sound").len(), 2);
    for (text, says) in [
        ("cell,collection\na,b\n", "golden.csv:1: found the columns cell, collection, expected"),
        (
            "cell,value,collection\na,0.5,b\n",
            "golden.csv:1: found the columns cell, value, collection, expected",
        ),
        ("cell,collection,value\na,b,0.5\na,b,0.6\n", "golden.csv: a is given twice"),
        ("cell,collection,value\na,b,0.5\nc,b,half\n", "(line: 3, byte: 30): field 2: invalid float literal"),
    ] {
        has(&format!("{:#}", read(text).expect_err(text)), says);
    }
}

/// Commands that are rarely meant, most of them valid. Each of them says what it found.
#[test]
fn rarely_meant_commands_say_what_they_found() {
    let world = World::with_files();
    let equal: String = ["a1", "a2", "b1"].map(|id| format!("1 Q0 {id} 1 1.0 equal\n")).concat();
    world.write("equal.run", equal + "2 Q0 b2 1 7 equal\n2 Q0 a1 2 7 equal\n");
    let (q, runs) = ("data/tiny/qrels.txt", "data/tiny/runs");
    let rows = [
        case(GOOD, format!("eval {q} equal.run -m AP --format tsv")).said_with("equal"),
        // The user asked for the order of the file.
        case(GOOD, format!("eval {q} equal.run -m AP --ties file-order")).said_with("scores of each"),
        case(GOOD, format!("eval {q} {runs}/beta.txt --by-intent -m alpha_nDCG@10")).said_with("intent"),
        case(GOOD, format!("pool build {runs} --depth 100 --budget 50")).said_with("the "),
        case(USAGE, format!("pool build {runs} --depth -5")),
        case(USAGE, format!("pool build {runs} --depth 5 --budget -5")),
        case(GOOD, format!("agreement {q} {q}")).said_with("labels"),
        case(GOOD, format!("new study --extends small --qrels {q} --runs {runs}/beta.txt"))
            .said_with("too few"),
        case(GOOD, format!("new zobel --qrels {q} --runs {runs}/beta.txt"))
            .write(
                "experiments/sakai-bias/experiment.yaml",
                changed(EXPERIMENT, "id: small", "id: sakai-bias"),
            )
            .said_with("repeats"),
        case(USAGE, format!("eval {q} {runs}/beta.txt --format csv -o x.parquet")),
        case(USAGE, format!("eval {q} {runs}/beta.txt --format parquet -o x.csv")),
    ];
    cases("what_is_seldom_meant", &world, rows);
    // Each command names the folder `collections`, which no longer exists.
    std::fs::remove_dir_all(world.path("collections")).unwrap();
    world.line(&format!("eval {q} {runs}/beta.txt")).code(USAGE).says("there is no folder collections");
}

/// If a job compares nothing, it must not look like a job in which everything is equal.
#[test]
fn a_check_that_compares_nothing_ends_with_its_own_code() {
    let world = World::new();
    world.change("profiles:", &format!("{ABOVE}profiles:"));
    let mut page = Page::default();
    page.case(&world, case(NOTHING_CHECKED, format!("check {FILE}")).printed());
    world.line("run small --quiet").code(GOOD);
    page.case(&world, case(NOTHING_CHECKED, "check small").printed());
    page.shown("a_check_that_compares_nothing");
    assert_eq!(world.line("check small --json").code(NOTHING_CHECKED).json()["code"], 4);
}
