//! Scores by topic that the makers of a collection published, compared with computed scores.

use crate::cases::FILE;
use crate::data_get::sum;
use crate::world::{GOOD, World, changed, has};

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Scores by topic
expected: expected.yaml
seed: 1
axes:
  collection: [tiny]
  runs: [all]
  judgments: [full]
  measure: [P@2]
statistics:
  score: {run-scores: {}}
tables:
  scores: {caption: Means, panels: collection, rows: run, columns: measure, cell: score}
";

/// Scores by P@2, with one error: `beta` has 1.00 on topic 3, but the correct score is 0.5.
const SCORES: &str =
    "topic,alpha,beta,elsewhere,gamma\n1,0.50,1.00,1.00,0.50\n2,0.50,1.00,1.00,0.00\n3,0.50,1.00,1.00,0.00\n";

/// Creates a world with these official scores, and runs its experiment. `explained` is the number of
/// differing scores on topic 3 that are explained.
fn world(scores: &str, explained: usize) -> World {
    let world = World::with_files();
    world.write("data/others/p2.csv", scores);
    world.write(FILE, EXPERIMENT);
    let expected = format!(
        "schema: expected/v1\nexperiment: small\nofficial:\n  by-topic/tiny/P@2:\n    folder: others\n    file: p2.csv\n\
         \x20   sha256: {}\n    numbers: 9\n    without: [else*]\n\
         \x20   explained: [{{topic: \"3\", numbers: {explained}, reason: they counted another document}}]\n\
         gate: {{fail-on: [mismatch, not-computed, transcription-differs]}}\n",
        sum(scores.as_bytes())
    );
    world.write("experiments/small/expected.yaml", expected);
    world.line("run small --results r").code(GOOD);
    world
}

#[test]
fn scores_by_topic_are_compared_one_by_one() {
    let world = world(SCORES, 1);
    let checked = world.line("check small --results r").code(GOOD);
    let headline = "small: 8 printed numbers of real runs recomputed, 0 off, 1 different for a known reason";
    checked.prints(headline);
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report.md");
    let known = "1 score of topic 3 in p2.csv differs: they counted another document";
    assert!(report.contains(known), "{report}");
}

/// An explanation must give the exact number of scores that differ.
#[test]
fn a_score_that_differs_and_a_stale_explanation_fail() {
    for (scores, explained, message) in [
        (
            changed(SCORES, "2,0.50", "2,0.51"),
            1,
            "p2.csv:3:1: by-topic/tiny[2, alpha, P@2] is printed 0.51, computed 0.5",
        ),
        (SCORES.to_owned(), 2, "p2.csv: 1 score of topic 3 differs, expected 2"),
    ] {
        let checked = world(&scores, explained).line("check small --results r");
        assert_ne!(checked.code, GOOD);
        has(&format!("{}{}", checked.stdout, checked.stderr), message);
    }
}

#[test]
fn scores_wait_for_missing_files() {
    let world = world(SCORES, 1);
    std::fs::remove_dir_all(world.path("data/tiny")).unwrap();
    std::fs::remove_dir_all(world.path("data/others")).unwrap();
    let checked = world.line("check small --results none");
    checked.prints("small: nothing checked, because the data of its collections are not available");
}
