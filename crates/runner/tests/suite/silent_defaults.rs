//! Input that a default would hide: it is refused, with its place.

use rejudge_report::check::claims;
use rejudge_report::check::golden;
use rejudge_report::table::{CellTable, fill};
use rejudge_tables::frame::{Column, Frame, Values};

use crate::cases::FILE;
use crate::world::{EXPERIMENT, GOOD, USAGE, World, changed, has};

/// The mean over the teams that contributed a relevant document for a share of the topics.
const OF_TEAMS: &str = "\
tables:
  t:
    caption: Changes
    where: {judgments: \"take-one-team(*)\", measure: AP}
    rows: [{label: teams, cell: change.rank-rise, over: judgments.team, only: {relevant-for: 0.1}}]
    columns: collection
profiles:";

/// The frame with some of the values of a column changed.
fn with(frame: &Frame, name: &str, change: impl Fn(&mut Values)) -> Frame {
    let changed = |column: &Column| {
        let mut column = column.clone();
        if column.name == name {
            change(&mut column.values);
        }
        column
    };
    Frame { columns: frame.columns.iter().map(changed).collect() }
}

/// Statistic 0 was used if the experiment has no facts of teams.
#[test]
fn a_claim_that_needs_team_facts_is_refused_without_them() {
    let world = World::new();
    let holds = "{positive: {of: mean, judgments: full, measure: AP, only: {relevant-for: 1.0}}}";
    let claims = format!("claims:\n  rises: {{claim: it rises, holds: {holds}}}\nprofiles:");
    let text = changed(EXPERIMENT, "profiles:", &claims);
    world.write(FILE, &text);
    world.line("run small --results r").code(GOOD);
    world.write(FILE, changed(&text, "  teams: {team-facts: {}}\n", ""));
    let said = world.line("run small --results r").code(USAGE).stderr;
    has(&said, "experiment.yaml:");
    has(&said, "needs a statistic `team-facts: {}`");
    // A sweep that leaves the facts out does not evaluate the claim, and reports it.
    world.write(FILE, &text);
    world.write("sweep.yaml", "extends: small\nid: sweep\ndrop: [statistics.teams]\n");
    world.line("run sweep.yaml --results s").code(GOOD);
    world.line("report sweep.yaml --results s").code(GOOD);
    let report = world.read("s/report.md");
    assert!(report.contains("Not tested: **rises**, because `only: {relevant-for: ..}` needs"), "{report}");
}

/// Each held, or was a share of nothing.
#[test]
fn a_claim_that_compares_nothing_is_refused() {
    let world = World::new();
    for (holds, says) in [
        ("{all: []}", "`all` needs a condition or more"),
        ("{falling: []}", "`falling` needs two numbers or more"),
        ("{falling: [{of: mean}]}", "`falling` needs two numbers or more"),
        ("{positive: {of: mean, only: {relevant-for: 10}}}", "relevant-for: 10 is no share from 0 to 1"),
    ] {
        let claims = format!("claims: {{f: {{claim: a claim, holds: {holds}}}}}\nprofiles:");
        world.write(FILE, changed(EXPERIMENT, "profiles:", &claims));
        let errors = claims::claims(&world.grid().unwrap()).expect_err(holds);
        assert_eq!(errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>(), [says]);
        assert!(errors[0].at.is_some(), "{holds}");
    }
}

/// The digits of the table's default were shown.
#[test]
fn a_form_that_is_none_is_refused() {
    let world = World::new();
    let table = |show: &str| {
        let table = format!(
            "tables:\n  t: {{caption: c, rows: measure, columns: judgments, cell: {{c: change.relative}}, show: \"{show}\"}}\nprofiles:"
        );
        world.write(FILE, changed(EXPERIMENT, "profiles:", &table));
        world.line("plan small")
    };
    for sound in ["{c}", "{c:2}", "{c:+2%}", "{c.sd:%}", "{c:+}"] {
        table(sound).code(GOOD);
    }
    for wrong in ["x", "2+", "%2", "300", "++1", "1%%", "-1", ".2"] {
        table(&format!("{{c:{wrong}}}")).code(USAGE).says(format!("`{{c:{wrong}}}`: `{wrong}` is no form"));
    }
}

/// The lines of a measure that is none were left out where the axis has its measures from elsewhere.
#[test]
fn a_table_of_tasks_with_a_wrong_measure_is_refused_once() {
    let world = World::new();
    let tasks = "\
schema: tasks/v1
tables:
  t:
    - id: one
      section: \"1\"
      levels: 4
      on: tiny-twin
      gains: linear
      measures:
        - {printed: AP, ours: [AP]}
        - {printed: Q, ours: [Qq]}
";
    world.write("experiments/small/tasks.yaml", tasks);
    let table = "tables:\n  t: {caption: c, where: {judgments: full}, rows: {tasks: tasks.yaml}, columns: [{label: mean, cell: mean}]}\nprofiles:";
    let text = changed(EXPERIMENT, "profiles:", table);
    for text in [text.clone(), changed(&text, "[AP, nDCG@10]", "{tasks: tasks.yaml}")] {
        world.write(FILE, text);
        let said = world.line("plan small").code(USAGE).stderr;
        assert_eq!(said.matches("tasks.yaml:11:").count(), 1, "{said}");
        assert!(said.contains("`Qq`"), "{said}");
    }
}

/// Cells were of no measure, and their scores of none of the rest.
#[test]
fn an_axis_of_measures_from_which_all_are_removed_is_refused() {
    let world = World::new();
    world.write("experiments/small/set.yaml", "schema: measures/v1\nmeasures:\n  AP: AP\n");
    let axis = |axis: &str| {
        world.write(FILE, changed(EXPERIMENT, "[AP, nDCG@10]", axis));
        world.line("plan small")
    };
    axis("{set: set.yaml}").code(GOOD);
    axis("{set: set.yaml, remove: [AP]}")
        .code(USAGE)
        .says("experiment.yaml:14:12: the axis `measure` is empty");
}

/// The hint was given by the first words of a message, whatever it was about.
#[test]
fn a_copy_with_a_slip_is_not_told_that_files_are_missing() {
    let world = World::new();
    world.write(FILE, EXPERIMENT);
    let table = "tables:\n  t: {caption: c, rows: measure, columns: collection, cell: zzzzzzzz}\nprofiles:";
    world.write("own/copy.yaml", changed(EXPERIMENT, "profiles:", table));
    let said = world.line("plan own/copy.yaml").code(USAGE).stderr;
    assert!(said.contains("there is no statistic `zzzzzzzz`") && !said.contains("extends:"), "{said}");
}

/// Draw, topics or runs 0 were read, and ranks by their lowest 32 bits.
#[test]
fn cells_without_a_number_that_each_has_are_refused() {
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
        assert!(error.contains(&format!("cells.parquet: `{name}` of row 3 is")), "{error}");
        assert!(error.ends_with(": run again"), "{error}");
    }
}

/// No team was eligible, so that a mean over teams was one over the other draws, without a word.
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

/// A file without the column had accepted that there is no number.
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
    ] {
        has(&format!("{:#}", read(text).expect_err(text)), says);
    }
}
