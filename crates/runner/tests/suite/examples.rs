//! Worked examples: the bundled ones hold, every printed digit of them matters, and their scores are those of
//! `eval`.

use std::collections::BTreeMap;

use rejudge_experiment::grid::cache_key::FileHashes;
use rejudge_experiment::grid::{Grid, load};
use rejudge_experiment::printed::{CellKind, Expected, PrintedCell, Tally};
use rejudge_experiment::spec::Catalogue;
use rejudge_experiment::spec::yaml::Source;
use rejudge_report::check::Computed;
use rejudge_report::check::computed::{ambiguous, compare};
use rejudge_report::check::outcome::CellOutcome;
use rejudge_report::check::verdict::Verdict;
use rejudge_report::table::results::Results;
use rejudge_report::table::{FilledTable, fill_all};

use crate::cases::{case, cases};
use crate::snapshots::shown;
use crate::world::{BAD_DATA, DIFFERENT, GOOD, World, ended, has, repository};

/// The bundled experiment, run in `world`: its grid, its tables and the text of its expected values.
fn worked(world: &World, experiment: &str) -> (Grid, Vec<FilledTable>, String) {
    let results = world.path("results");
    // The twins take minutes, and no example is among them; sakai-ntcir has made-up collections instead.
    let words = format!("run {experiment} --results {}", results.display());
    let words = match experiment {
        "sakai-ntcir" => words,
        _ => format!("{words} --only collection={experiment}-*"),
    };
    ended(&mut world.bundled(&words)).code(GOOD);
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

/// Exact cells that agree, and those that do not.
fn outcomes(expected: &Expected, tables: &[FilledTable]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for cell in expected.cells.iter().filter(|cell| cell.kind == CellKind::Exact) {
        *counts.entry(compare(cell, tables, &|_| true).outcome.word()).or_default() += 1;
    }
    counts
}

/// Every digit of every exact cell, changed on its own, must make that cell differ.
#[test]
fn every_digit_matters() {
    for (experiment, counts) in [
        ("sakai-ncu", &[("match", 71)][..]),
        ("sakai-late-arrival", &[("match", 10)]),
        ("sakai-ntcir", &[("match", 50), ("known-difference", 1)]),
    ] {
        let world = World::new();
        let (_, tables, text) = worked(&world, experiment);
        let whole = expected(experiment, &text);
        assert_eq!(outcomes(&whole, &tables), counts.iter().copied().collect());
        let (mut tried, exact) = (0, counts.iter().map(|(_, count)| count).sum::<usize>());
        // Of a misprint another digit may be the right one.
        let is_right = |cell: &&PrintedCell| cell.kind == CellKind::Exact && cell.should_be.is_none();
        for cell in whole.cells.iter().filter(is_right) {
            for (at, digit) in cell.text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
                let other = char::from_digit((digit.to_digit(10).unwrap() + 1) % 10, 10).unwrap();
                let printed = format!("{}{other}{}", &cell.text[..at], &cell.text[at + 1..]);
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                let column = cell.at.column - 1;
                lines[cell.at.line - 1].replace_range(column..column + cell.text.len(), &printed);
                let mutated = expected(experiment, &lines.join("\n"));
                let there = mutated.cells.iter().find(|of| of.address == cell.address).unwrap();
                assert_eq!(there.text, printed);
                let outcome = compare(there, &tables, &|_| true).outcome;
                assert_ne!(outcome, CellOutcome::Match, "{}: {printed}", cell.address);
                tried += 1;
            }
        }
        assert!(tried >= exact, "{tried} digits of {exact} cells");
    }
}

/// Writes sakai-ncu into `world` with its worked examples alone: no twin, and no table or claim of one.
/// Returns the text of its expected values.
fn examples_alone(world: &World) -> String {
    let folder = repository().join("experiments/sakai-ncu");
    let bundled = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let without = |text: &str, from: &str, to: &str| {
        let start = text.find(from).unwrap_or_else(|| panic!("no `{from}`"));
        let end = start + text[start..].find(to).unwrap_or_else(|| panic!("no `{to}`"));
        format!("{}{}", &text[..start], &text[end..])
    };
    let experiment = without(&bundled("experiment.yaml"), "\n    - ntcir6-j-twin", "\n  runs:");
    let experiment = without(&experiment, "\n  table-3:", "\nfigures:");
    let experiment = without(&experiment, "\n  figure-2:", "\nprofiles:");
    world.write("e/sakai-ncu/experiment.yaml", experiment);
    world.write("e/sakai-ncu/measures.yaml", bundled("measures.yaml"));
    for name in ["golden/sakai-ncu/tables.csv", "golden/sakai-ncu/scores.csv"] {
        let text = bundled(name);
        let of_examples = |(i, line): &(usize, &str)| *i == 0 || line.contains(",sakai-ncu-");
        let lines: Vec<&str> = text.lines().enumerate().filter(of_examples).map(|(_, line)| line).collect();
        world.write(&format!("e/sakai-ncu/{name}"), lines.join("\n") + "\n");
    }
    let text = without(&bundled("expected.yaml"), "\nrecorded:", "\n# Cells that no runs");
    world.write("e/sakai-ncu/expected.yaml", &text);
    text
}

/// `check` as its users see it: good as bundled, and a changed cell is named with its line.
#[test]
fn a_wrong_example_fails_the_check() {
    let world = World::new();
    let text = examples_alone(&world);
    let rejudge = |words: &str| {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("rejudge"));
        command.args(words.split(' ')).args(["--experiments", "e", "--collections"]);
        command.arg(repository().join("configs/collections")).current_dir(world.path(""));
        ended(&mut command)
    };
    rejudge("run sakai-ncu").code(GOOD);
    let good = rejudge("check sakai-ncu").code(GOOD);
    shown("worked_examples_alone", good.lines()[0]);
    // The sum below the line, and the result of another cell.
    let wrong = text.replace("(4+9)/(12+19)=.4194", "(4+9)/(12+18)=.4194").replace(".2610", ".2611");
    // A contradiction fails for any gate.
    let gate = wrong.find("\ngate:").expect("a gate");
    world.write("e/sakai-ncu/expected.yaml", &wrong[..gate]);
    let bad = rejudge("check sakai-ncu").code(DIFFERENT);
    assert!(bad.lines()[0].contains("2 not equal"), "{}", bad.stdout);
    world.write("e/sakai-ncu/expected.yaml", &wrong);
    let bad = rejudge("check sakai-ncu").code(DIFFERENT);
    assert!(bad.lines()[0].contains("29 recomputed"), "{}", bad.stdout);
    assert!(bad.lines()[0].contains("2 not equal"), "{}", bad.stdout);
    for (line, printed) in [("(4+9)", "(4+9)/(12+18)=.4194"), ("p_gu ", ".2611")] {
        let at = wrong.lines().position(|l| l.contains(printed) && l.contains(line)).unwrap() + 1;
        let found =
            bad.stderr.lines().any(|l| l.contains(&format!("expected.yaml:{at}:")) && l.contains(printed));
        assert!(found, "{printed}: {}", bad.stderr);
    }
}

/// Numbers that the paper does not print are never counted, written or described as printed.
#[test]
fn what_is_worked_out_is_not_printed() {
    let world = World::new();
    let (grid, _, text) = worked(&world, "sakai-ncu");
    let results = Results::new(world.path("results"));
    let computed = Computed::read(&grid, results.snapshot().unwrap(), &FileHashes::unkept()).unwrap();
    let verdict = |text: &str| {
        let expected = expected("sakai-ncu", text);
        let verdict = Verdict::new(&grid, &expected, Some(&computed)).unwrap();
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
    // It is checked all the same, and a difference is no difference from the print.
    let (json, headline, messages, _) = verdict(&text.replace("| 0.1535 ", "| 0.1536 "));
    assert_eq!([&json["printed"]["all"], &json["printed"]["differs"]], [262, 0]);
    shown("a_worked_out_number_that_differs", &format!("{headline}\n{}", messages.join("\n")));
    let source = text.replace("kind: exact\n    worked-out-from", "kind: words\n    worked-out-from");
    let folder = repository().join("experiments/sakai-ncu");
    let refused = Expected::parse(Source { name: "expected.yaml".into(), folder, text: source });
    assert!(refused.unwrap_err().to_string().contains("`worked-out-from` belongs to `kind: exact`"));
}

/// A printed cell is that of one example: a second one in its panel is an error, made-up data are none. A printed cell
/// for which nothing is computed is no excuse for an example.
#[test]
fn a_printed_cell_is_that_of_one_worked_example() {
    let world = World::new();
    let (_, mut tables, text) = worked(&world, "sakai-ncu");
    let renamed = self::expected("sakai-ncu", &text.replace("      p_gu | ", "      p_gx | "));
    assert_eq!(outcomes(&renamed, &tables), BTreeMap::from([("match", 69), ("not-computed", 2)]));
    let expected = expected("sakai-ncu", &text);
    assert_eq!(ambiguous(&expected.cells, &tables), []);
    let mut other = tables[1].cells[0].clone();
    other.collection = "another".to_owned();
    for (kind, errors) in [("made-up", 0), ("worked-example", 1)] {
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

/// Numbers of an edited file are not shown under the example's name.
#[test]
fn an_edited_example_is_refused() {
    let world = World::new();
    let source = repository().join("configs/collections");
    // The experiment pools two of them again.
    for name in ["sakai-ncu-topic", "sakai-ncu-figure-1", "clef-ehealth-2015", "trec8-robust"] {
        let file = format!("{name}.yaml");
        world.write(&format!("collections/{file}"), std::fs::read(source.join(file)).unwrap());
    }
    for name in ["qrels.txt", "example.tsv", "ideal.tsv", "runs/example.txt", "runs/ideal.txt"] {
        let bytes = std::fs::read(source.join("sakai-ncu").join(name)).unwrap();
        world.write(&format!("collections/sakai-ncu/{name}"), bytes);
    }
    let run = || {
        let experiments = format!("--experiments={}", repository().join("experiments").display());
        let alone = "axes.collection=[sakai-ncu-topic,sakai-ncu-figure-1]";
        world.rejudge(["run", "sakai-ncu", "-s", alone, experiments.as_str()])
    };
    run().code(GOOD);
    let qrels = world.read("collections/sakai-ncu/qrels.txt");
    world.write("collections/sakai-ncu/qrels.txt", qrels + "1 0 another 1\n");
    let experiments = repository().join("experiments");
    let run = "run sakai-ncu -s axes.collection=[sakai-ncu-topic,sakai-ncu-figure-1]";
    let run = case(BAD_DATA, format!("{run} --experiments={}", experiments.display()));
    cases("an_edited_example", &world, [run.said_with("error: ")]);
}

/// A diversity measure fails if judgments are by document, and nothing else does.
#[test]
fn diversity_needs_judgments_by_intent() {
    let world = World::with_files();
    world.experiment(&[("[tiny-twin]", "[tiny]"), ("[AP, nDCG@10]", "[AP, \"D#-nDCG@10\"]")]);
    cases("judgments_without_intents", &world, [case(BAD_DATA, "run small").said_with("error: ")]);
    let failed = world.rows("results/small/cells.parquet").with(&[("status", "failed")]);
    assert!(!failed.0.is_empty() && failed.texts("measure").iter().all(|measure| *measure == "D#-nDCG@10"));
}

/// Judgments by intent go through every manipulation: D#-nDCG is worked out by hand from the files.
#[test]
fn diversity_by_hand() {
    let world = World::new();
    let descriptor = crate::world::TINY
        .replace("qrels: qrels.txt", "qrels: qrels.txt, intents: intents.txt")
        .replace("kind: open", "kind: made-up");
    world.write("collections/tiny.yaml", descriptor);
    // `x` serves both intents, `y` one of them; `z` is nonrelevant.
    world.write("collections/tiny/qrels.txt", "1 a x 1\n1 b x 2\n1 a y 2\n1 b z 0\n");
    world.write("collections/tiny/intents.txt", "1 a 0.75\n1 b 0.25\n");
    world.write("collections/tiny/teams.tsv", "one\tA\ntwo\tB\n");
    world.write("collections/tiny/runs/one.txt", "1 Q0 z 1 3 one\n1 Q0 y 2 2 one\n");
    world.write("collections/tiny/runs/two.txt", "1 Q0 x 1 3 two\n1 Q0 z 2 2 two\n");
    world.write(
        "experiments/small/experiment.yaml",
        "schema: experiment/v1\nid: small\nseed: 1\naxes:\n  collection: [tiny]\n  judgments: [full, {leave-one-team-out: \
         {team: B}}]\n  measure: [\"D#-nDCG(gains='linear')@2\", I-rec@2]\nstatistics: {run: {run-scores: {}}}\n",
    );
    world.line("run small").code(GOOD);
    let cells = world.rows("results/small/cells.parquet");
    let cells = cells.by(["run", "judgments", "measure"], "value");
    let score = |of: &str, under: &str, by: &str| {
        *cells
            .iter()
            .find(|(at, _)| at[0] == of && at[1].starts_with(under) && at[2].starts_with(by))
            .unwrap()
            .1
    };
    // Global gains: x 0.75 + 0.5 = 1.25, y 1.5. The ideal list is y, x; without x, which B alone found, it
    // is y.
    let half = 1.0 / 3.0_f64.log2();
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
    let ideal = 1.5 + 1.25 * half;
    near(score("two", "full", "I-rec"), 1.0);
    near(score("one", "full", "I-rec"), 0.5);
    near(score("two", "full", "D#"), 0.5 + 0.5 * 1.25 / ideal);
    near(score("one", "full", "D#"), 0.25 + 0.5 * 1.5 * half / ideal);
    near(score("one", "leave", "D#"), 0.25 + 0.5 * half);
    near(score("two", "leave", "D#"), 0.0);
}

/// The score of a run on a scale is that of `eval` on the same files with the same grades.
#[test]
fn run_scores_are_those_of_eval() {
    let world = World::new();
    let (grid, tables, _) = worked(&world, "sakai-ntcir");
    let data = repository().join("configs/collections/graded");
    let mut compared = 0;
    let scales =
        [(3_u8, ""), (10, ""), (5, "-intents"), (6, "-duplicates"), (3, "-groups"), (3, "-verticals")];
    for (levels, with) in scales {
        let by_intent = ["-intents", "-verticals"].contains(&with);
        let (qrels, on) =
            (if by_intent { "intents-qrels.txt" } else { "qrels.txt" }, format!("graded-{levels}{with}"));
        let coarse = |file: &str| {
            let text = std::fs::read_to_string(data.join(file)).unwrap();
            let lines = text.lines().map(|line| {
                let (rest, grade) = line.rsplit_once(' ').unwrap();
                format!("{rest} {}\n", (grade.parse::<u8>().unwrap() * (levels - 1)).div_ceil(9))
            });
            lines.collect::<String>()
        };
        world.write("q", coarse(qrels));
        world.write("g", coarse("groups.txt"));
        let scores =
            tables.iter().find(|table| table.name == "scores").expect("the experiment has this table");
        let cells = || scores.cells.iter().filter(|cell| cell.collection == on);
        let names: Vec<&str> = grid.measures.iter().map(|m| m.name.as_str()).collect();
        let name = |cell: &rejudge_report::table::FilledCell| {
            let text = cell.row_quantity.split_once(": ").unwrap().1.split(" (graded").next().unwrap();
            names.iter().find(|name| **name == text).map(|name| (*name).to_owned()).unwrap()
        };
        let mut measures: Vec<String> = cells().map(name).collect();
        measures.sort();
        measures.dedup();
        let mut args: Vec<String> = vec!["eval".into(), "q".into()];
        args.extend(
            ["ant1", "cat2"].map(|run| data.join("runs").join(format!("{run}.txt")).display().to_string()),
        );
        measures.iter().for_each(|measure| args.extend(["-m".to_owned(), measure.clone()]));
        if by_intent {
            args.extend(["--by-intent".to_owned(), "--intent-probabilities".to_owned()]);
            args.push(data.join("intents.txt").display().to_string());
        }
        let file = |name: &str| data.join(name).display().to_string();
        args.extend(match with {
            "-duplicates" => vec!["--duplicates".to_owned(), file("duplicates.txt")],
            "-groups" => vec!["--groups".to_owned(), "g".to_owned()],
            "-verticals" => {
                let documents = file("document-verticals.txt");
                vec!["--verticals".into(), file("verticals.txt"), "--document-verticals".into(), documents]
            }
            _ => Vec::new(),
        });
        let said = world.rejudge(&args).code(GOOD);
        let scores: BTreeMap<(&str, &str), f64> = said
            .lines()
            .iter()
            .filter_map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
                [run, "all", measure, value] => Some(((run, measure), value.parse().ok()?)),
                _ => None,
            })
            .collect();
        let mut of_scale = 0;
        for cell in cells().filter(|cell| ["ant1", "cat2"].contains(&cell.column.as_str())) {
            let measure = name(cell);
            let there = scores.get(&(cell.column.as_str(), measure.as_str()));
            let there = there.unwrap_or_else(|| panic!("{measure} of {}", cell.column));
            assert!(
                (cell.mean().unwrap() - there).abs() < 1e-12,
                "{on}: {measure}: {:?} {there}",
                cell.mean()
            );
            compared += 1;
            of_scale += 1;
        }
        assert!(of_scale > 0, "{on}");
    }
    assert!(compared > 150, "{compared} compared");
}

/// The printed cells of the five papers without data: all wait except the transcribed ones, and those that a worked
/// example recomputes once it has run.
#[test]
fn all_printed_cells_are_counted_once() {
    let mut total = Tally::default();
    for paper in ["bompada-incomplete", "sakai-bias", "sakai-late-arrival", "sakai-ncu", "sakai-ntcir"] {
        let folder = repository().join("experiments").join(paper);
        let catalogue = Catalogue::open(&repository().join("configs/collections"), None);
        let grid = load(&folder.join("experiment.yaml"), None, &[], &catalogue).unwrap();
        let expected = Expected::load(&folder.join("expected.yaml")).unwrap_or_else(|e| panic!("{e}"));
        let verdict = Verdict::new(&grid, &expected, None).unwrap_or_else(|e| panic!("{e:?}"));
        assert!(expected.stale_errata().is_empty(), "{paper}");
        total.add(&verdict.tally);
    }
    shown("printed_cells_without_data", &total.to_string());
}
