//! `rejudge eval --format trec_eval`, compared with the outputs that are distributed with trec_eval, and with
//! an output of trec_eval 10.0-rc3.

use std::path::PathBuf;

use crate::world::{GOOD, World, real_data, say};

/// Returns the folder of the fixtures, if the open data are available.
fn fixtures() -> Option<PathBuf> {
    real_data("fixtures").map(|folder| folder.join("trec_eval"))
}

/// Returns what `rejudge eval` prints for files of the fixtures.
fn rejudge_output(folder: &std::path::Path, qrels: &str, run: &str, more: &[&str]) -> String {
    let world = World::new();
    let mut command = world.command(["eval", "--format", "trec_eval"]);
    command.arg(folder.join(qrels)).arg(folder.join(run)).args(more);
    crate::world::ended(&mut command).code(GOOD).stdout
}

/// Returns the expected output without lines of measures that are not numbers, and the number of these lines.
fn expected_output(folder: &std::path::Path, file: &str) -> (String, usize) {
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let is_number = |line: &&str| !line.starts_with("relstring");
    let kept: String = text.lines().filter(is_number).map(|line| format!("{line}\n")).collect();
    let left_out = text.lines().count() - kept.lines().count();
    (kept, left_out)
}

#[test]
fn the_official_set_is_printed_byte_for_byte() {
    let Some(folder) = fixtures() else { return };
    let expected = std::fs::read_to_string(folder.join("out.test")).unwrap();
    assert_eq!(rejudge_output(&folder, "qrels.test", "results.test", &["-m", "official"]), expected);
    // Comments in the judgments make no difference.
    assert_eq!(
        rejudge_output(&folder, "qrels.test.with-comments", "results.test", &["-m", "official"]),
        expected
    );
}

/// The cases print all measures of a complete run, of a short run (some of its lines have more than six
/// columns), down to rank 100, from level 2, and with -Z. All but the first case also print each topic.
#[test]
fn all_measures_are_printed_as_by_trec_eval() {
    let (test, short) = ("qrels.test results.test", "qrels.test results.trunc");
    for (file, files, more) in [
        ("out.test.a", test, "-m all_trec"),
        ("out.test.aq", test, "-m all_trec -q"),
        ("out.test.aqc", short, "-m all_trec -q --extra-columns"),
        ("out.test.aqcM", short, "-m all_trec -q --max-rank 100 --extra-columns"),
        ("out.test.aql", "qrels.rel_level results.test", "-m all_trec -q --min-rel 2"),
        ("out.test.aqZ", test, "-m all_trec -q -Z zscores_file"),
    ] {
        let Some(folder) = fixtures() else { return };
        let more = more.replace("zscores_file", folder.join("zscores_file").to_str().unwrap());
        let (qrels, run) = files.split_once(' ').unwrap();
        let (expected, left_out) = expected_output(&folder, file);
        let found = rejudge_output(&folder, qrels, run, &more.split(' ').collect::<Vec<_>>());
        assert_eq!(found.lines().collect::<Vec<_>>(), expected.lines().collect::<Vec<_>>(), "{file}");
        say(&format!("{file}: {} lines equal, {left_out} of relstring left out", expected.lines().count()));
    }
}

/// The values are from trec_eval 10.0-rc3, `trec_eval -q -c -Z z -m map -m gm_map q r`. For a geometric mean, the logarithms
/// are standardised.
#[test]
fn geometric_means_have_deviations_of_logarithms() {
    let world = World::new();
    world.write("q", "1 0 a 1\n1 0 b 1\n2 0 a 1\n");
    world.write("r", "1 Q0 a 1 2 me\n1 Q0 c 2 1 me\n2 Q0 b 1 1 me\n");
    world.write("z", "1 map 0.25 0.5\n1 gm_map -1 0.5\n2 map 0.5 0.25\n2 gm_map -2 4\n");
    let args = ["eval", "q", "r", "--format", "trec_eval", "--quiet", "-Z", "z", "-q", "-m", "map gm_map"];
    let printed = world.rejudge(args).code(GOOD).stdout;
    let row = |name: &str, topic: &str, value: &str| format!("Z{name:<22}\t{topic}\t{value}\n");
    let expected = [
        ("map", "1", "0.5000"),
        ("map", "2", "-2.0000"),
        ("map", "all", "-0.7500"),
        ("gm_map", "all", "0.4138"),
    ];
    assert_eq!(printed, expected.map(|(name, topic, value)| row(name, topic, value)).concat());
}

/// We refuse gains that decrease with the level, so the four lines with such gains are left out.
#[test]
fn measures_take_parameters() {
    let Some(folder) = fixtures() else { return };
    let measures = "iprec_at_recall..10,.20,.25,.75,.50 P.5,7,3 recall.20,2000 Rprec_mult.5.0,0.2,0.35 \
                    utility.2,-1,0,0 11pt_avg..25,.5,.75 ndcg_cut.10,20,23.4 success.2,5,20";
    let found = rejudge_output(&folder, "qrels.test", "results.test", &["-q", "-m", measures]);
    let expected = std::fs::read_to_string(folder.join("out.test.meas_params")).unwrap();
    let kept: Vec<&str> = expected.lines().filter(|line| !line.starts_with("ndcg_1=")).collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), kept);
    assert_eq!(kept.len() + 4, expected.lines().count());
}
