//! The bundled worked examples agree with the papers to the last digit, except for one known erratum, and
//! `eval` gives the same scores. Also: which numbers count as printed.

use std::collections::{BTreeMap, BTreeSet};

use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::cache_key::FileHashes;
use rejudge_experiment::grid::{Grid, load};
use rejudge_experiment::printed::{CellKind, CheckOutcome, Expected, PrintedCell, Tally};
use rejudge_experiment::spec::Catalogue;
use rejudge_experiment::spec::yaml::{Source, to_compact};
use rejudge_report::check::Computed;
use rejudge_report::check::computed::{ambiguous, compare};
use rejudge_report::check::verdict::Verdict;
use rejudge_report::table::results::Results;
use rejudge_report::table::{FilledCell, FilledTable, fill_all};

use crate::alone::Empty;
use crate::cases::{Place, case, cases};
use crate::snapshots::shown;
use crate::world::{BAD_DATA, GOOD, World, ended, has, repository};

/// Runs a bundled experiment in an empty folder. Returns its grid, its tables and the text of its expected values.
fn run_worked_examples(place: &Empty, experiment: &str) -> (Grid, Vec<FilledTable>, String) {
    let results = place.at("results");
    // Twins take minutes and have no worked examples. sakai-ntcir has made-up collections instead.
    let words = format!("run {experiment} --results {}", results.display());
    let words = match experiment {
        "sakai-ntcir" => words,
        _ => format!("{words} --only collection={experiment}-*"),
    };
    place.line(&words).code(GOOD);
    let folder = repository().join("experiments").join(experiment);
    let catalogue = Catalogue::open(&repository().join("configs/collections"), None);
    let grid = load(&folder.join("experiment.yaml"), None, &[], &catalogue).unwrap();
    let results = Results::new(results);
    let cell_table = results.snapshot().unwrap().cell_table(&grid).unwrap();
    let tables = fill_all(&grid, &cell_table);
    let text = std::fs::read_to_string(folder.join("expected.yaml")).unwrap();
    (grid, tables, text)
}

fn expected(experiment: &str, text: &str) -> Expected {
    let folder = repository().join("experiments").join(experiment);
    Expected::parse(Source { name: "expected.yaml".into(), folder, text: text.to_owned() }).unwrap()
}

/// Returns the number of exact cells with each outcome.
fn outcomes(expected: &Expected, tables: &[FilledTable]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for cell in expected.cells.iter().filter(|cell| cell.kind == CellKind::Exact) {
        *counts.entry(to_compact(&compare(cell, tables, None, &|_| true).outcome)).or_default() += 1;
    }
    counts
}

/// If the last digit of any exact cell is changed, this cell must differ. A change of an earlier digit is even larger.
#[test]
fn the_last_digit_matters() {
    for (experiment, counts) in [
        ("sakai-ncu", &[("match", 71)][..]),
        ("sakai-late-arrival", &[("match", 10)]),
        ("sakai-ntcir", &[("match", 50), ("known-difference", 1)]),
    ] {
        let (_, tables, text) = run_worked_examples(&Empty::new(), experiment);
        let whole = expected(experiment, &text);
        assert_eq!(
            outcomes(&whole, &tables),
            counts.iter().map(|(word, count)| ((*word).to_owned(), *count)).collect()
        );
        // If the cell is a misprint, another digit may be the right one.
        let is_right = |cell: &&PrintedCell| cell.kind == CellKind::Exact && cell.should_be.is_none();
        for cell in whole.cells.iter().filter(is_right) {
            let Some(at) = cell.text.rfind(|c: char| c.is_ascii_digit()) else { continue };
            let digit = cell.text.as_bytes()[at] - b'0';
            let printed = format!("{}{}{}", &cell.text[..at], (digit + 1) % 10, &cell.text[at + 1..]);
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let column = cell.at.column - 1;
            lines[cell.at.line - 1].replace_range(column..column + cell.text.len(), &printed);
            let mutated = expected(experiment, &lines.join("\n"));
            let there = mutated.cells.iter().find(|of| of.address == cell.address).unwrap();
            assert_eq!(there.text, printed);
            let outcome = compare(there, &tables, None, &|_| true).outcome;
            assert_ne!(outcome, CheckOutcome::Match, "{}: {printed}", cell.address);
        }
    }
}

/// Numbers that the paper does not print must not be counted, written or described as printed.
#[test]
fn worked_out_numbers_do_not_count_as_printed() {
    let place = Empty::new();
    let (grid, _, text) = run_worked_examples(&place, "sakai-ncu");
    let results = Results::new(place.at("results"));
    let computed = Computed::read(&grid, results.snapshot().unwrap(), &FileHashes::without_cache()).unwrap();
    let verdict = |text: &str| {
        let expected = expected("sakai-ncu", text);
        let verdict = Verdict::new(&grid, &expected, Some(&computed), true).unwrap();
        let json: serde_json::Value = verdict.json();
        // No twin was run.
        let of_a_twin = |message: &String| message.contains("-twin") || message.contains(" is empty: ");
        let messages = verdict.failures.iter().map(|f| f.message.clone());
        let messages: Vec<String> = messages.filter(|message| !of_a_twin(message)).collect();
        (json, verdict.headline.clone(), messages, verdict.frame())
    };
    let (json, _, messages, frame) = verdict(&text);
    assert_eq!(messages, [""; 0]);
    assert_eq!([&json["printed"]["all"], &json["printed"]["recomputed"]], [262, 31]);
    let from = ["Eq. 10", "Table 6 (a)", "Table 6 (b)"];
    assert_eq!([&json["worked-out"]["all"], &json["worked-out"]["recomputed"]], [60, 40]);
    assert_eq!(json["worked-out-from"], serde_json::json!(from));
    let [table, printed, worked_out] = ["table", "printed", "worked_out"].map(|c| frame.text(c).unwrap());
    for row in 0..frame.rows() {
        let is_worked_out = &table[row] == "figure-1" || table[row].starts_with("crossings-");
        assert_eq!((printed[row].is_empty(), worked_out[row].is_empty()), (is_worked_out, !is_worked_out));
    }
    // A worked-out number is checked too, but if it differs, this is not a difference from the paper.
    let (json, headline, messages, _) = verdict(&text.replace("| 0.1535 ", "| 0.1536 "));
    assert_eq!([&json["printed"]["all"], &json["printed"]["differs"]], [262, 0]);
    shown("a_worked_out_number_that_differs", &format!("{headline}\n{}", messages.join("\n")));
    let source = text.replace("kind: exact\n    worked-out-from", "kind: words\n    worked-out-from");
    let folder = repository().join("experiments/sakai-ncu");
    let refused = Expected::parse(Source { name: "expected.yaml".into(), folder, text: source });
    assert!(refused.unwrap_err().to_string().contains("`worked-out-from` belongs to `kind: exact`"));
}

/// A printed cell belongs to one example. A second example in its panel is an error, but made-up data are not
/// examples. A printed cell whose row the table lacks is not computed.
#[test]
fn a_printed_cell_belongs_to_one_worked_example() {
    let (_, mut tables, text) = run_worked_examples(&Empty::new(), "sakai-ncu");
    let renamed = self::expected("sakai-ncu", &text.replace("      p_gu | ", "      p_gx | "));
    assert_eq!(
        outcomes(&renamed, &tables),
        BTreeMap::from([("match".to_owned(), 69), ("not-computed".to_owned(), 2)])
    );
    let expected = expected("sakai-ncu", &text);
    assert_eq!(ambiguous(&expected.cells, &tables), []);
    let mut other = tables[1].cells[0].clone();
    other.collection = "another".to_owned();
    for (kind, errors) in [(Kind::MadeUp, 0), (Kind::WorkedExample, 1)] {
        other.kind = kind;
        tables[1].cells.truncate(6);
        tables[1].cells.push(other.clone());
        let found = ambiguous(&expected.cells, &tables);
        assert_eq!(found.len(), errors, "{found:?}");
        found
            .iter()
            .for_each(|error| has(&error.message, "two worked examples, `another` and `sakai-ncu-topic`"));
    }
}

/// With judgments by document, diversity measures fail, and all other cells are computed.
#[test]
fn diversity_needs_judgments_by_intent() {
    let world = World::with_files();
    world.experiment(&[("[tiny-twin]", "[tiny]"), ("[AP, nDCG@10]", "[AP, \"D#-nDCG@10\"]")]);
    cases("judgments_without_intents", &world, [case(BAD_DATA, "run small").said_with("error: ")]);
    let failed = world.rows("results/small/cells.parquet").with(&[("status", "failed")]);
    assert!(!failed.0.is_empty() && failed.texts("measure").iter().all(|measure| *measure == "D#-nDCG@10"));
}

/// The experiment's scores of runs on made-up collections are the scores that `eval` gives on these
/// collections.
#[test]
fn run_scores_equal_eval() {
    let place = Empty::new();
    let (grid, tables, _) = run_worked_examples(&place, "sakai-ntcir");
    let scores = tables.iter().find(|table| table.name == "scores").expect("the experiment has this table");
    let name = |cell: &FilledCell| {
        let text = cell.row_quantity.split_once(": ").unwrap().1.split(" (graded").next().unwrap();
        grid.measures.iter().find(|measure| measure.name == text).unwrap().name.as_str()
    };
    let mut compared = 0;
    for scale in ["3", "10", "5-intents", "6-duplicates", "3-groups", "3-verticals"] {
        let on = format!("graded-{scale}");
        let is_of_run = |cell: &&FilledCell| ["ant1", "cat2"].contains(&cell.column.as_str());
        let cells: Vec<_> =
            scores.cells.iter().filter(|cell| cell.collection == on).filter(is_of_run).collect();
        assert!(!cells.is_empty(), "{on}");
        let mut command = Place::command(&place, ["eval", &on, "--quiet"].map(str::to_owned).into());
        for measure in cells.iter().map(|cell| name(cell)).collect::<BTreeSet<_>>() {
            command.args(["-m", measure]);
        }
        let output = ended(&mut command).code(GOOD);
        let evaluated: BTreeMap<(&str, &str), f64> =
            output.cells().iter().map(|row| ((row[0], row[2]), row[3].parse().unwrap())).collect();
        for cell in cells {
            let (mean, there) = (cell.mean().unwrap(), evaluated[&(cell.column.as_str(), name(cell))]);
            assert!((mean - there).abs() < 1e-12, "{on}: {}: {mean} {there}", name(cell));
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared} compared");
}

/// Counts the printed cells of the five papers if nothing was run and no data are available. All cells need
/// data, except transcribed cells, and cells of worked examples, which count as not computed.
#[test]
fn all_printed_cells_are_counted_once() {
    let mut total = Tally::default();
    for paper in ["bompada-incomplete", "sakai-bias", "sakai-late-arrival", "sakai-ncu", "sakai-ntcir"] {
        let folder = repository().join("experiments").join(paper);
        let catalogue = Catalogue::open(&repository().join("configs/collections"), None);
        let grid = load(&folder.join("experiment.yaml"), None, &[], &catalogue).unwrap();
        let expected = Expected::load(&folder.join("expected.yaml")).unwrap_or_else(|e| panic!("{e}"));
        let verdict = Verdict::new(&grid, &expected, None, true).unwrap_or_else(|e| panic!("{e:?}"));
        assert!(expected.stale_errata().is_empty(), "{paper}");
        total.add(&verdict.tally);
    }
    shown("printed_cells_without_data", &total.to_string());
}
