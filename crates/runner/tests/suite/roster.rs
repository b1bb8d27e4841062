//! Collections with only judgments and names of runs. Judgments and runs are counted, no score is computed, and the papers'
//! numbers about them are recomputed.

use rejudge_experiment::printed::{CellKind, Expected, PrintedCell};

use crate::cases::{FILE, Page, case};
use crate::world::{BAD_DATA, GOOD, TINY, World, changed, has, repository};

const ROSTER: &str = "run\tteam\nr1\tA\nr2\tA\nr3\tB, Inc\n";

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Who took part
expected: expected.yaml
seed: 1
axes:
  collection: [listed, names]
  runs: [all]
  judgments: [full]
statistics:
  facts: {collection-facts: {}}
  teams: {team-facts: {}}
tables:
  sizes:
    caption: Sizes
    columns: collection
    decimals: 1
    rows:
      - {label: topics, where: {collection: listed}, cell: facts.topics, decimals: 0}
      - {label: average R, where: {collection: listed}, cell: facts.relevant}
      - {label: runs, cell: facts.runs, decimals: 0}
      - {label: teams, cell: facts.teams, decimals: 0}
  teams:
    caption: Runs by team
    panels: collection
    rows: team
    columns:
      - {label: runs, cell: teams.runs, decimals: 0}
";

const EXPECTED: &str = "\
schema: expected/v1
experiment: small
tables:
  sizes:
    kind: real-collections
    cells: |
      size      | listed | names
      topics    | 3      | -
      average R | 2.3    | -
      runs      | 3      | 3
      teams     | 2      | 3
  teams/listed:
    kind: real-collections
    cells: |
      team   | runs
      A      | 2
      B, Inc | 1
known-errata:
  - name: three-teams
    reason: the list has two
    printed:
      - {cell: {table: sizes, row: teams, column: names}, text: \"3\", should-be: \"2\"}
gate:
  fail-on: [mismatch, not-computed, stale-expectation]
";

fn without_tables() -> &'static str {
    EXPERIMENT.split_once("tables:\n").expect("tables").0
}

/// Creates a world in which `listed` has judgments and a list of runs, and `names` has only a list of runs.
fn world() -> World {
    let world = World::with_files();
    let runs = ", runs: \"runs/*\", teams: teams.tsv";
    let described = changed(TINY, "pool-depth: 3\n", "counts: {runs: 3, teams: 2}\n");
    let listed = changed(&described, runs, ", roster: roster.tsv");
    world.write("collections/listed.yaml", changed(&listed, "id: tiny", "id: listed"));
    let names = changed(&listed, ", qrels: qrels.txt", "");
    world.write("collections/names.yaml", changed(&names, "id: tiny", "id: names"));
    world.write("data/tiny/roster.tsv", ROSTER);
    world.write(FILE, EXPERIMENT);
    world.write("experiments/small/expected.yaml", EXPECTED);
    world
}

#[test]
fn printed_numbers_of_judgments_and_rosters_are_recomputed() {
    let world = world();
    world.line("run small --results r").code(GOOD);
    world.line("accept small --results r").code(GOOD);
    let checked = world.line("check small --results r").code(GOOD);
    let headline = "small: 7 printed numbers of real judgments and rosters recomputed, 0 off, 1 different for a known reason";
    checked.prints(headline);
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report.md");
    has(&report, "7 printed numbers of real judgments and rosters recomputed, 0 off, 1 different");
    let known = "sizes[teams, names]: printed 3, should be 2, computed 2 (`three-teams`)";
    assert!(report.contains(known), "{report}");
    // A number must agree in every digit.
    world.write("experiments/small/expected.yaml", changed(EXPECTED, "A      | 2", "A      | 3"));
    let off = world.line("check small --results r");
    off.prints(" 6 printed numbers").prints(" 1 off");
    assert_ne!(off.code, GOOD);
}

/// If the files are missing, no number is checked, and a message gives the reason.
#[test]
fn numbers_wait_for_missing_files() {
    let world = world();
    world.line("run small --results r -s axes.collection=[listed]").code(GOOD);
    std::fs::remove_dir_all(world.path("data/tiny")).unwrap();
    let checked = world.line("check small --results none");
    checked.prints("small: nothing checked, because the data of its collections are not available");
}

/// If the data of a collection are missing, its table is empty, and its numbers are not checked. This is not
/// an error.
#[test]
fn a_table_waits_for_missing_data() {
    let world = world();
    let names = world.read("collections/names.yaml");
    world.write("collections/names.yaml", changed(&names, "folder: tiny", "folder: elsewhere"));
    let more = "tables:\n  more:\n    caption: More\n    where: {collection: names}\n    columns: collection\n    \
                rows:\n      - {label: runs, cell: facts.runs}\n";
    world.write(FILE, changed(EXPERIMENT, "tables:\n", more));
    world.line("run small --results r").code(GOOD);
    world.line("accept small --results r").code(GOOD);
    let checked = world.line("check small --results r").code(GOOD);
    let headline =
        "small: 6 printed numbers of real judgments and rosters recomputed, 0 off (2 more need data";
    checked.prints(headline);
}

#[test]
fn nothing_of_a_roster_is_scored() {
    let world = world();
    let sets = "  judgments: [full, leave-one-team-out: {team: {each: all}}, pool-depth: {depth: 1}]\n";
    let scored = changed(without_tables(), "  judgments: [full]\n", &format!("{sets}  measure: [AP]\n"));
    let scored = changed(&scored, "  runs: [all]\n", "  runs: [all, random: {runs: 2, draws: 3}]\n");
    let scored = changed(&scored, "statistics:\n", "statistics:\n  mean: {mean-score: {}}\n");
    world.write(FILE, scored);
    world.line("run small --results r").code(GOOD).says(" 0 failed");
    let rows = world.rows("r/cells.parquet");
    let reason =
        "this collection has only a roster: who took part with how many runs, not what they retrieved";
    for row in &rows.0 {
        let counts =
            row["statistic"] == "teams" || (row["statistic"] == "facts" && row["judgments"] == "full");
        assert_eq!(row["error"], if counts { "" } else { reason }, "{row:?}");
    }
    let means = rows.with(&[("statistic", "mean")]);
    for (collection, set) in
        [("listed", "full"), ("names", "full"), ("listed", "leave-one-team-out(team=\"B, Inc\")")]
    {
        assert!(
            !means.with(&[("collection", collection), ("judgments", set)]).0.is_empty(),
            "{collection} {set}"
        );
    }
}

#[test]
fn mistakes_in_a_roster_have_a_place() {
    let world = world();
    world.write(FILE, without_tables());
    let mut page = Page::default();
    for text in ["run\tteam\nr1\tA\nr1\tB\n", "run\tteam\nr1\n", "team\trun\nA\tr1\n", ""] {
        page.write(&world, "data/tiny/roster.tsv", text);
        page.case(&world, case(BAD_DATA, "data verify listed").printed_with("roster.tsv"));
        page.case(&world, case(BAD_DATA, "run small --results r").said_with("error: "));
    }
    page.write(&world, "data/tiny/roster.tsv", "r1\tA\n");
    page.case(&world, case(BAD_DATA, "data verify names").printed_with("BAD"));
    page.shown("mistakes_in_a_roster");
}

fn expected(experiment: &str) -> Expected {
    let path = repository().join("experiments").join(experiment).join("expected.yaml");
    Expected::load(&path).unwrap_or_else(|error| panic!("{error}"))
}

/// The numbers that the experiment public-data takes from papers are in these papers, digit for digit. The
/// test also counts them.
#[test]
fn the_cells_of_public_data_equal_the_papers() {
    let papers = ["sakai-bias", "sakai-ncu", "bompada-incomplete"].map(|paper| (paper, expected(paper)));
    let printed_as = |collection: &str| match collection {
        "trec8-robust" => "trec8".to_owned(),
        "robust2003-all-scores" | "trec12-17-runs" => "trec12".to_owned(),
        other => other.strip_suffix("-public").expect("a public collection").to_owned(),
    };
    let public = expected("public-data");
    let of_paper = |cell: &PrintedCell| {
        let found = papers.iter().find_map(|(paper, of)| {
            let table = cell.address.table.strip_prefix(paper)?.strip_prefix('-')?;
            let mut address = cell.address.clone();
            address.table = table.to_owned();
            match &mut address.panel {
                Some(panel) => *panel = printed_as(panel),
                None => address.column = printed_as(&address.column),
            }
            of.cells.iter().find(|cell| cell.address == address)
        });
        found.unwrap_or_else(|| panic!("{} is in no paper", cell.address)).clone()
    };
    for cell in &public.cells {
        assert_eq!(cell.kind, CellKind::RealCollections);
        let printed = of_paper(cell);
        assert_eq!(cell.text, printed.text, "{}", cell.address);
        let should_be = |cell: &PrintedCell| cell.should_be.as_ref().map(|of| of.text.clone());
        if cell.address.row != "groups" {
            assert_eq!(should_be(cell), should_be(&printed), "{}", cell.address);
        }
    }
    let count = |table: &str| public.cells.iter().filter(|cell| cell.address.table == table).count();
    let tables =
        ["sakai-bias-table-1", "sakai-bias-table-2", "sakai-ncu-table-3", "bompada-incomplete-table-1"];
    assert_eq!(tables.map(count), [18, 30, 9, 8]);
    assert_eq!(public.cells.len(), 65);
}
