//! Sets of topics as an axis: which cells there are, what is computed of them, what is refused.

use rejudge_frame::Frame;

use crate::cases::{FILE, cases, edits};
use crate::world::{GOOD, USAGE, World, changed};

const COLLECTION: &str = "\
schema: collection/v1
id: given
title: Scores of three runs
kind: open
scores: {folder: scores, files: {AP: ap.csv}}
licence: none
obtain: it is written by the test
";

/// By the first two topics A is best, by the last two C; B is between them.
const SCORES: &str = "topic,A,B,C\nt1,0.9,0.5,0.1\nt2,0.9,0.5,0.1\nt3,0.1,0.5,0.9\nt4,0.1,0.5,0.9\n";

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Sets of topics
seed: 5
draws: 1
axes:
  collection: [given]
  judgments: [full]
  topic-sets:
    - disjoint-pairs: {size: {each: [1, 2, 3]}, pairs: 3000}
    - overlapping-pairs: {size: 4, pairs: 20}
  measure: [AP]
statistics:
  mean: {mean-score: {}}
  swaps: {swap-rates: {}}
tables:
  means: {caption: Means, rows: collection, columns: measure, cell: mean}
  errors: {caption: Errors, where: {topic-sets: \"disjoint-pairs(*)\"}, rows: topic-sets.size, columns: measure, cell: swaps}
";

fn world(experiment: &str) -> World {
    let world = World::new();
    world.write("collections/given.yaml", COLLECTION);
    world.write("data/scores/ap.csv", SCORES);
    world.write("experiments/small/experiment.yaml", experiment);
    world
}

/// Address, component, value and note of each number.
fn numbers(frame: &Frame) -> Vec<(String, String, Option<f64>, String)> {
    let [address, component, note] = ["address", "component", "error"].map(|name| frame.text(name).unwrap());
    let value = frame.number("value").unwrap();
    let row = |row: usize| (address[row].clone(), component[row].clone(), value[row], note[row].clone());
    (0..frame.rows()).map(row).collect()
}

#[test]
fn statistics_of_all_topics_have_no_more_cells_for_them() {
    let world = world(EXPERIMENT);
    let planned = world.line("plan small").code(GOOD).stdout;
    assert!(planned.contains("\naxis topic-sets: 4\n"), "{planned}");
    world.line("run small --results r --quiet").code(GOOD);
    let numbers = numbers(&world.frame("r/cells.parquet"));
    let means: Vec<_> = numbers.iter().filter(|(_, component, ..)| component == "mean").collect();
    assert_eq!(means.len(), 1, "{means:?}");
    assert_eq!(means[0].0, "small/mean[collection=given,judgments=full,measure=AP]");
    // One cell of three thousand pairs of sets each, and none of sets that no table asks for.
    let mut cells: Vec<&str> = numbers.iter().map(|(address, ..)| address.as_str()).collect();
    cells.dedup();
    assert_eq!(cells.len(), 4, "{cells:?}");
    assert!(cells[1].ends_with("measure=AP,topic-sets=disjoint-pairs(pairs=3000,size=1)]"), "{cells:?}");
}

/// By hand: of 12 ordered pairs of topics 8 are of different halves, so that every pair of runs is the
/// other way round. Of the three pairs of halves one parts {1, 2} from {3, 4}; by the others all runs are
/// tied, which is half a swap.
#[test]
fn error_rates_are_those_of_all_sets() {
    let world = world(EXPERIMENT);
    world.line("run small --results r --quiet").code(GOOD);
    let numbers = numbers(&world.frame("r/cells.parquet"));
    let of = |size: &str, wanted: &str| {
        let is_it = |(address, component, ..): &&(String, String, Option<f64>, String)| {
            address.contains(&format!("size={size})")) && component == wanted
        };
        numbers.iter().find(is_it).and_then(|(_, _, value, _)| *value)
    };
    // 3,000 draws: four standard errors are .035.
    let near =
        |found: Option<f64>, expected: f64| found.is_some_and(|found| (found - expected).abs() < 0.035);
    assert!(near(of("1", "error"), 8.0 / 12.0), "{:?}", of("1", "error"));
    assert!(near(of("2", "error"), 1.0 / 3.0 + 0.5 * 2.0 / 3.0), "{:?}", of("2", "error"));
    assert_eq!((of("1", "pairs-20"), of("1", "pairs-00")), (Some(9000.0), Some(0.0)));
    assert_eq!(of("2", "error-00"), Some(0.5));
    assert_eq!(of("2", "error-20"), Some(1.0));
    let note =
        numbers.iter().find(|(address, ..)| address.contains("size=3)")).map(|(.., note)| note.as_str());
    assert_eq!(note, Some("two sets of 3 topics need 6, and there are 4"));
}

#[test]
fn mistakes() {
    let axis = "  topic-sets:
    - disjoint-pairs: {size: {each: [1, 2, 3]}, pairs: 3000}
    - overlapping-pairs: {size: 4, pairs: 20}
";
    let line = "columns: [{label: x, over: topic-sets.size, take: {extrapolated: {at: 9}}}]";
    let of_judgments = format!("rows: measure, {}", line.replace("topic-sets.size", "judgments"));
    let rows: [(&str, &str); 10] = [
        (axis, ""),
        (axis, "  topic-sets: []\n"),
        ("overlapping-pairs", "overlaping-pairs"),
        ("size: 4", "sise: 4"),
        ("size: 4, ", ""),
        ("size: 4", "size: 0"),
        ("rows: topic-sets.size", "rows: topic-sets.sise"),
        ("{swap-rates: {}}", "{swap-rates: {error: 5}}"),
        ("{swap-rates: {}}", "{swap-rates: {ties: bogus}}"),
        ("rows: topic-sets.size, columns: measure", &of_judgments),
    ];
    cases("mistakes_of_topic_sets", &world(EXPERIMENT), edits(USAGE, "plan small", FILE, &rows));
    world(&changed(EXPERIMENT, "rows: topic-sets.size, columns: measure", &format!("rows: measure, {line}")))
        .line("plan small")
        .code(GOOD);
}

/// The worst share goes, as many runs as fit into it.
#[test]
fn the_worst_runs_can_be_left_out() {
    let with_runs = changed(
        EXPERIMENT,
        "  judgments: [full]\n",
        "  runs: [without-worst: {share: 0.4, by: AP}]\n  judgments: [full]\n",
    );
    let world = world(&with_runs);
    world.write("data/scores/ap.csv", SCORES.replace("t1,0.9,0.5,0.1", "t1,0.8,0.5,0.2"));
    world.line("run small --results r --quiet").code(GOOD);
    let choices = world.frame("r/choices.parquet");
    assert_eq!(choices.text("run").unwrap().len(), 2);
}
