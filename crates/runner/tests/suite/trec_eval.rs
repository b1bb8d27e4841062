//! `rejudge eval --format trec_eval` against the outputs that trec_eval ships with itself.

use std::path::PathBuf;

use crate::world::{GOOD, World, real_data, say};

/// The fixtures' folder, when the open data are there.
fn fixtures() -> Option<PathBuf> {
    real_data("fixtures").map(|folder| folder.join("trec_eval"))
}

/// What `rejudge eval` prints for files of the fixtures.
fn ours(folder: &std::path::Path, qrels: &str, run: &str, more: &[&str]) -> String {
    let world = World::new();
    let mut command = world.command(["eval", "--format", "trec_eval"]);
    command.arg(folder.join(qrels)).arg(folder.join(run)).args(more);
    crate::world::ended(&mut command).code(GOOD).stdout
}

/// The expected output, without the lines of measures that are not numbers, and how many those are.
fn theirs(folder: &std::path::Path, file: &str) -> (String, usize) {
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let is_number = |line: &&str| !line.starts_with("relstring");
    let kept: String = text.lines().filter(is_number).map(|line| format!("{line}\n")).collect();
    let left_out = text.lines().count() - kept.lines().count();
    (kept, left_out)
}

fn agrees(file: &str, qrels: &str, run: &str, more: &[&str]) {
    let Some(folder) = fixtures() else { return };
    let (expected, left_out) = theirs(&folder, file);
    let found = ours(&folder, qrels, run, more);
    for (ours, theirs) in found.lines().zip(expected.lines()) {
        assert_eq!(ours, theirs, "{file}");
    }
    assert_eq!(found, expected, "{file}");
    say(&format!("{file}: {} lines equal, {left_out} of relstring left out", expected.lines().count()));
}

#[test]
fn the_official_set_is_printed_byte_for_byte() {
    let Some(folder) = fixtures() else { return };
    let expected = std::fs::read_to_string(folder.join("out.test")).unwrap();
    assert_eq!(ours(&folder, "qrels.test", "results.test", &["-m", "official"]), expected);
    // Comments in the judgments change nothing.
    assert_eq!(ours(&folder, "qrels.test.with-comments", "results.test", &["-m", "official"]), expected);
}

#[test]
fn all_measures_are_printed_as_by_trec_eval() {
    agrees("out.test.a", "qrels.test", "results.test", &["-m", "all_trec"]);
}

#[test]
fn all_measures_are_printed_as_by_trec_eval_for_every_topic() {
    agrees("out.test.aq", "qrels.test", "results.test", &["-m", "all_trec", "-q"]);
}

#[test]
fn a_short_run_is_scored_over_all_topics() {
    agrees("out.test.aqc", "qrels.test", "results.trunc", &["-m", "all_trec", "-q"]);
}

#[test]
fn documents_after_the_last_rank_do_not_exist() {
    let more = ["-m", "all_trec", "-q", "--max-rank", "100"];
    agrees("out.test.aqcM", "qrels.test", "results.trunc", &more);
}

#[test]
fn relevance_may_begin_at_level_two() {
    let more = ["-m", "all_trec", "-q", "--min-rel", "2"];
    agrees("out.test.aql", "qrels.rel_level", "results.test", &more);
}

#[test]
fn scores_may_be_measured_against_those_of_others() {
    let Some(folder) = fixtures() else { return };
    let zscores = folder.join("zscores_file");
    let more = ["-m", "all_trec", "-q", "-Z", zscores.to_str().unwrap()];
    // Of geometric means there are no deviations: trec_eval prints 0.
    let found = ours(&folder, "qrels.test", "results.test", &more);
    let expected = std::fs::read_to_string(folder.join("out.test.aqZ")).unwrap();
    let kept: Vec<&str> = expected.lines().filter(|line| !line.starts_with("Zgm_")).collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), kept);
    assert_eq!(kept.len() + 2, expected.lines().count());
}

/// Gains that decrease with the level are refused, so that the one line of them is left out; on these
/// judgments of one level any gains give the value.
#[test]
fn measures_take_parameters() {
    let Some(folder) = fixtures() else { return };
    let measures = "iprec_at_recall..10,.20,.25,.75,.50 P.5,7,3 recall.20,2000 Rprec_mult.5.0,0.2,0.35 \
                    utility.2,-1,0,0 11pt_avg..25,.5,.75 ndcg_cut.10,20,23.4 success.2,5,20";
    let found = ours(&folder, "qrels.test", "results.test", &["-q", "-m", measures]);
    let expected = std::fs::read_to_string(folder.join("out.test.meas_params")).unwrap();
    // trec_eval prints these points as they were typed, we in shortest form.
    let expected = expected.replace("11pt_avg_.25,.5,.75   ", "11pt_avg_0.25,0.5,0.75");
    let kept: Vec<&str> = expected.lines().filter(|line| !line.starts_with("ndcg_1=")).collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), kept);
    assert_eq!(kept.len() + 4, expected.lines().count());
}
