//! Judgments without runs, and experiments without measures. Labels are compared, and printed agreement is recomputed.

use crate::world::{EXPERIMENT as SMALL, GOOD, TINY, USAGE, World, changed, edited};

/// Four documents. People give 2, 0, 0, 1, and the judge gives 1, 0, 1, 1.
const QRELS: &str = "1 0 a 2\n1 0 b 0\n1 0 c 0\n1 0 d 1\n";
const LABELS: &str = "1 0 a 1\n1 0 b 0\n1 0 c 1\n1 0 d 1\n";

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Labels
expected: expected.yaml
seed: 1
axes:
  collection: [alone]
  judgments: [full: {judge: {each: all}}]
statistics:
  agreement: {agreement: {}}
tables:
  labels:
    caption: Agreement
    panels: collection
    rows: judgments.judge
    decimals: 3
    columns:
      - {label: kappa, cell: agreement.kappa-1}
      - {label: alpha, cell: agreement.alpha-1}
      - {label: ones, cell: agreement.given-1}
";

const EXPECTED: &str = "\
schema: expected/v1
experiment: small
tables:
  labels/alone:
    kind: real-labels
    cells: |
      judge | kappa | alpha | ones
      model | .500  | .533  | 3
gate:
  fail-on: [mismatch, not-computed]
";

fn world() -> World {
    let world = World::with_files();
    let judges = (", runs: \"runs/*\", teams: teams.tsv", ", judges: {model: {file: model.txt}}");
    let alone = edited(TINY, &[("id: tiny", "id: alone"), ("pool-depth: 3\n", ""), judges]);
    world.write("collections/alone.yaml", alone);
    world.write("data/tiny/qrels.txt", QRELS);
    world.write("data/tiny/model.txt", LABELS);
    world.write("experiments/small/experiment.yaml", EXPERIMENT);
    world.write("experiments/small/expected.yaml", EXPECTED);
    world
}

/// If levels 1 and 2 are merged, kappa is (3/4 - 1/2) / (1 - 1/2), and alpha is 1 - 7 * 1 / (3 * 5), because three of eight
/// labels are 0.
#[test]
fn printed_agreement_is_recomputed_without_runs_and_measures() {
    let world = world();
    world.line("run small --results r").code(GOOD);
    world.line("accept small --results r").code(GOOD);
    let checked = world.line("check small --results r").code(GOOD);
    let headline = "small: 3 printed numbers of real labels recomputed, 0 off";
    checked.prints(headline);
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report.md");
    assert!(
        !report.contains("Measures:")
            && report.contains("3 printed numbers of real labels recomputed, 0 off."),
        "{report}"
    );
    world.write("experiments/small/expected.yaml", changed(EXPECTED, ".533", ".534"));
    let off = world.line("check small --results r");
    off.prints("2 printed numbers of real labels recomputed, 1 off");
    assert_ne!(off.code, GOOD);
}

#[test]
fn a_missing_measure_is_reported_once() {
    let world = World::with_files();
    world.write("experiments/small/experiment.yaml", changed(SMALL, "  measure: [AP, nDCG@10]\n", ""));
    let stderr = world.line("plan small").code(USAGE).stderr;
    let message = "`mean-score` needs a measure, but the experiment has no axis `measure`";
    assert_eq!(stderr.matches(message).count(), 1, "{stderr}");
    assert!(!stderr.contains("there is no statistic"), "{stderr}");
}

/// Each measure has a score matrix, but the matrix has no topics.
#[test]
fn missing_topics_are_reported_as_the_reason() {
    let world = World::with_files();
    let rules = ("{gains: {S: 3, A: 2, B: 1}}", "{min-rel: 9, no-relevant: drop}");
    world.experiment(&[rules, ("[tiny-twin]", "[tiny]")]);
    world.line("run small --results r").code(GOOD).says(" 0 failed");
    let means = world.rows("r/cells.parquet").with(&[("statistic", "mean")]);
    let notes = means.texts("error");
    assert!(!notes.is_empty() && notes.iter().all(|note| note.contains("no topic is left")), "{notes:?}");
}
