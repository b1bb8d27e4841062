//! `rejudge eval` gives trec_eval's values, values that were worked by hand, and the scores of experiments
//! with the same rules.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cases::{cases, lines};
use crate::world::{Ended, GOOD, World, close, ended, real_data, say};

/// Pairs of trec_eval's name of a measure and our name.
const NAMES: [(&str, &str); 8] = [
    ("map", "AP"),
    ("P_10", "P@10"),
    ("P_30", "P@30"),
    ("bpref", "Bpref"),
    ("recip_rank", "RR"),
    ("ndcg_cut_10", "nDCG@10"),
    ("ndcg_cut_20", "nDCG@20"),
    ("recall_100", "R@100"),
];

/// Runs `eval` on all runs in `folder`, and returns the values that it prints.
fn eval(folder: &Path, more: &[&str]) -> BTreeMap<[String; 3], f64> {
    let world = World::new();
    let mut runs: Vec<_> =
        std::fs::read_dir(folder.join("runs")).unwrap().map(|e| e.unwrap().path()).collect();
    runs.sort();
    let mut command = world.command(["eval"]);
    command.arg(folder.join("qrels.txt")).args(runs).args(more);
    printed(&ended(&mut command).code(GOOD))
}

/// Returns the values that `eval` prints, by run, topic and measure.
fn printed(ended: &Ended) -> BTreeMap<[String; 3], f64> {
    let row = |row: Vec<&str>| {
        let [run, topic, measure, value] = row[..] else { panic!("{row:?}") };
        ([run, topic, measure].map(str::to_owned), value.parse().unwrap())
    };
    ended.cells().into_iter().map(row).collect()
}

/// Compares means with trec_eval's output. The printed digits must be equal, not only close.
fn agrees_with_trec_eval(folder: &str, expected: usize) {
    let Some(folder) = real_data(folder) else { return };
    let measures = NAMES.map(|(theirs, _)| theirs).join(" ");
    let ours = eval(&folder, &["-m", &measures]);
    let printed = std::fs::read_to_string(folder.join("trec_eval_means.tsv")).unwrap();
    let (mut compared, mut different) = (0, Vec::new());
    for line in printed.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [run, measure, "all", value] = cells[..] else { panic!("{line}") };
        let name = NAMES.iter().find(|(theirs, _)| *theirs == measure).expect(measure).1;
        let key = [run, "all", name].map(str::to_owned);
        let found = ours.get(&key).map(|value| format!("{value:.4}"));
        compared += 1;
        if found.as_deref() != Some(value) {
            different.push(format!("{run} {measure}: trec_eval {value}, rejudge {found:?}"));
        }
    }
    say(&format!("{}: {compared} values compared, {} differ", folder.display(), different.len()));
    assert_eq!((compared, different), (expected, Vec::new()));
    assert_eq!(ours.len(), expected, "no run is left out on either side");
}

#[test]
fn runs_are_scored_as_by_trec_eval() {
    for (folder, values) in [("clef_ehealth_2015", 544), ("trec8_robust_runs", 368), ("clef_tar_2017", 112)] {
        agrees_with_trec_eval(folder, values);
    }
}

/// Options change the scores. The expected numbers are worked by hand.
#[test]
fn options_change_scores_as_documented() {
    let world = World::new();
    world.write("q", "1 0 a 2\n1 0 b 1\n1 0 c 0\n2 0 x 0\n");
    world.write("r", "1 Q0 b 1 5 me\n1 Q0 c 2 5 me\n1 Q0 a 3 1 me\n2 Q0 x 1 1 me\n");
    let mean = |more: &[&str]| {
        let ended = world.rejudge([&["eval", "q", "r", "-m", "AP"], more].concat()).code(GOOD);
        ended.cells()[0][3].parse::<f64>().unwrap()
    };
    let by_docno = (1.0 / 2.0 + 2.0 / 3.0) / 2.0; // c before b
    let by_rank = (1.0 / 1.0 + 2.0 / 3.0) / 2.0; // b before c
    close(mean(&[]), by_docno / 2.0);
    close(mean(&["--no-relevant", "drop"]), by_docno);
    close(mean(&["--no-relevant", "drop", "--ties", "docno-ascending"]), by_rank);
    close(mean(&["--no-relevant", "drop", "--ties", "file-order"]), by_rank);
    close(mean(&["--no-relevant", "drop", "--ties", "rank"]), by_rank);
    close(mean(&["--no-relevant", "drop", "--min-rel", "2"]), 1.0 / 3.0);
    close(mean(&["--no-relevant", "drop", "--max-rank", "2"]), 0.25);
    let written = world.rejudge(["eval", "q", "r", "-m", "AP", "-o", "scores.tsv"]).code(GOOD);
    assert_eq!(written.stdout, "");
    let to_stdout = world.rejudge(["eval", "q", "r", "-m", "AP"]).code(GOOD).stdout;
    assert_eq!(world.read("scores.tsv"), to_stdout);
}

/// With `--no-relevant drop`, a topic without a relevant document is left out. Otherwise every run scores 0
/// on it.
#[test]
fn topics_that_are_left_out_are_not_reported_as_missing() {
    let world = World::new();
    world.write("q", "1 0 a 1\n2 0 x 0\n3 0 b 1\n4 0 c 1\n");
    for (run, more) in [("one", ""), ("two", "3 Q0 b 1 1 two\n4 Q0 c 1 1 two\n")] {
        world.write(run, format!("1 Q0 a 1 1 {run}\n{more}"));
    }
    let rows = ["--no-relevant drop", ""].map(|more| format!("eval q one two -m AP {more}"));
    cases("topics_left_out", &world, lines(GOOD, rows));
}

/// `run` and `eval` give the same scores under the same rules.
#[test]
fn experiments_score_as_eval_does() {
    let world = World::with_files();
    // Topic 3 has no relevant document for the last two measures, whatever `min-rel` is.
    let measures =
        ["AP", "P@2", "nDCG@3", "Bpref", "RR", "R@2", "AP'", "AP(rel=2)", "nDCG(gains={1: 0, 2: 3})"];
    let rules: [(&str, &str); 10] = [
        ("", ""),
        ("min-rel: 2", "--min-rel 2"),
        ("max-rank: 1", "--max-rank 1"),
        ("ties: docno-ascending", "--ties docno-ascending"),
        ("ties: file-order", "--ties file-order"),
        ("ties: rank", "--ties rank"),
        ("no-relevant: drop, min-rel: 2", "--no-relevant drop --min-rel 2"),
        ("score-type: f32", "--score-type f32"),
        // A score that was undefined from the beginning is 0. Its topic stays, because no manipulation emptied it.
        ("emptied-topics: drop-in-both", ""),
        ("emptied-topics: drop-in-both, min-rel: 2", "--min-rel 2"),
    ];
    // On topic 1, these scores tie only in single precision.
    world.write(
        "data/tiny/runs/beta.txt",
        "1 Q0 b1 1 3.00000001 beta\n1 Q0 x1 2 3 beta\n2 Q0 b2 1 9 beta\n2 Q0 a1 2 9 beta\n3 Q0 b3 1 1 beta\n",
    );
    // These scores tie, and the four rules for ties order them in three ways.
    world.write(
        "data/tiny/runs/alpha.txt",
        "1 Q0 a1 2 3 alpha\n1 Q0 a2 1 3 alpha\n2 Q0 x2 1 8 alpha\n2 Q0 a1 2 8 alpha\n",
    );
    let runs = ["alpha", "alpha2", "beta", "gamma"].map(|run| format!("data/tiny/runs/{run}.txt"));
    let mut seen = std::collections::BTreeSet::new();
    for (block, options) in rules {
        let names: Vec<String> = measures.iter().map(|name| format!("\"{name}\"")).collect();
        world.write(
            "both.yaml",
            format!(
                "schema: experiment/v1\nid: both\nseed: 1\nevaluation: {{gains: {{A: 3, B: 1}}{}{block}}}\n\
                 axes: {{collection: [tiny], measure: [{}]}}\nstatistics: {{mean: {{mean-score: {{}}}}}}\n",
                if block.is_empty() { "" } else { ", " },
                names.join(", ")
            ),
        );
        world.line("run both.yaml --quiet --results r").code(GOOD);
        let scores = world.rows("r/scores.parquet");
        let by_run = scores.by(["run", "topic", "measure"], "score");
        let mut args = vec!["eval", "data/tiny/qrels.txt", "--per-topic", "--gains", "1=1,2=3"];
        args.extend(measures.iter().flat_map(|measure| ["-m", measure]));
        args.extend(runs.iter().map(String::as_str));
        args.extend(options.split(' ').filter(|word| !word.is_empty()));
        let ended = world.rejudge(args).code(GOOD);
        let by_eval = printed(&ended);
        let by_eval =
            by_eval.iter().map(|(key, value)| (key.each_ref().map(String::as_str), *value)).collect();
        assert_eq!(by_run, by_eval, "{block} {options}");
        let cells = world.rows("r/cells.parquet");
        for ([measure], value) in cells.by(["measure"], "value") {
            let of_runs = ["alpha", "alpha2", "beta", "gamma"].map(|run| by_eval[&[run, "all", measure]]);
            let mean = of_runs.iter().sum::<f64>() / 4.0;
            assert!((value - mean).abs() < 1e-15, "{block}: {measure}: {value:?} {mean}");
        }
        seen.insert(ended.stdout);
    }
    assert!(seen.len() >= 6, "most rules change something here: {}", seen.len());
}

/// Returns the mean score and the number of topics by judgments and measure.
fn means(world: &World) -> BTreeMap<[String; 2], (f64, f64)> {
    let cells = world.rows("r/cells.parquet");
    let key = |key: [&str; 2]| key.map(str::to_owned);
    let topics = cells.by(["judgments", "measure"], "n_topics");
    cells
        .by(["judgments", "measure"], "value")
        .into_iter()
        .map(|(at, mean)| (key(at), (mean, topics[&at])))
        .collect()
}

/// Runs an experiment on `tiny` with and without team B. A topic that has no relevant document any more
/// without team B is dropped.
fn run_without_b(world: &World, measures: &str) {
    let text = format!(
        "schema: experiment/v1\nid: both\nseed: 1\nevaluation: {{emptied-topics: drop-in-both}}\n\
         axes:\n  collection: [tiny]\n  judgments: [full, {{leave-one-team-out: {{team: B}}}}]\n  \
         measure: [{measures}]\nstatistics: {{mean: {{mean-score: {{}}}}}}\n"
    );
    world.write("both.yaml", text);
    world.line("run both.yaml --quiet --results r").code(GOOD);
}

/// A topic is emptied if a measure is no longer defined on it, so measures may have different topics. The expected values
/// are worked by hand.
#[test]
fn each_measure_says_which_topics_were_emptied() {
    let world = World::with_files();
    let (binary, graded) = ("AP(rel=2)", "nDCG(gains={1: 0, 2: 3})@1");
    run_without_b(&world, &format!("AP, \"{binary}\", \"{graded}\""));
    let found = means(&world);
    let of = |judgments: &str, measure: &str| {
        let entry = found.iter().find(|([j, m], _)| j.starts_with(judgments) && m == measure);
        *entry.unwrap_or_else(|| panic!("{judgments} {measure}: {found:?}")).1
    };
    let near = |(mean, topics): (f64, f64), expected: f64, over: f64| {
        assert!((mean - expected).abs() < 1e-15 && topics == over, "{mean} over {topics}, not {expected}");
    };
    // Topic 3 has no document of level 2, and stays with a score of 0. Documents of level 2 are `a1` in topic 1, which alpha
    // has at rank 1 and alpha2 at rank 2, and `b2` in topic 2, which only beta retrieves, at rank 1.
    near(of("full", binary), (1.0 + 0.5 + 1.0) / 4.0 / 3.0, 3.0);
    near(of("full", graded), (1.0 + 1.0) / 4.0 / 3.0, 3.0);
    // Without team B, topic 2 has no document of level 2 any more, so it is dropped. Topic 3 stays.
    near(of("leave", binary), (1.0 + 0.5) / 4.0 / 2.0, 2.0);
    near(of("leave", graded), 1.0 / 4.0 / 2.0, 2.0);
    assert_eq!(of("leave", "AP").1, 3.0, "topic 2 still has the relevant document a1");
}

/// Measures by intent may have different topics too. They are compared with `eval` and with values worked by hand.
#[test]
fn measures_by_intent_say_which_topics_were_emptied() {
    let world = World::new();
    let descriptor = crate::world::TINY.replace("qrels: qrels.txt", "qrels: qrels.txt, intents: intents.txt");
    world.write("collections/tiny.yaml", descriptor);
    // Documents of level 2 are `x` in topic 1 and `y` in topic 2. Topic 3 has none.
    world.write("data/tiny/qrels.txt", "1 a x 2\n1 b x 0\n1 b y 1\n2 a x 1\n2 b y 2\n3 a x 1\n3 b y 0\n");
    world.write("data/tiny/intents.txt", "1 a 0.5\n1 b 0.5\n2 a 0.5\n2 b 0.5\n3 a 0.5\n3 b 0.5\n");
    world.write("data/tiny/teams.tsv", "one\tA\ntwo\tB\n");
    world.write("data/tiny/runs/one.txt", "1 Q0 x 1 3 one\n1 Q0 y 2 2 one\n2 Q0 x 1 3 one\n3 Q0 x 1 1 one\n");
    world.write("data/tiny/runs/two.txt", "1 Q0 x 1 3 two\n2 Q0 y 1 3 two\n3 Q0 x 1 1 two\n");
    let measure = "D-nDCG(gains={1: 0, 2: 3})@1";
    run_without_b(&world, &format!("\"{measure}\""));
    let found: Vec<(f64, f64)> = means(&world).into_values().collect();
    // Both runs have `x` first in topic 1, and run two has `y` first in topic 2. Without team B there is no `y` in topic 2,
    // so the topic is dropped.
    assert_eq!(found, [((1.0 + 2.0) / 2.0 / 3.0, 3.0), (1.0 / 2.0, 2.0)]);
    let args =
        ["eval", "data/tiny/qrels.txt", "data/tiny/runs/one.txt", "data/tiny/runs/two.txt", "-m", measure];
    let by_intent = ["--by-intent", "--intent-probabilities", "data/tiny/intents.txt"];
    let output = world.rejudge(args.into_iter().chain(by_intent)).code(GOOD);
    let summaries: Vec<f64> = output.cells().iter().map(|row| row[3].parse().unwrap()).collect();
    assert_eq!(summaries, [1.0 / 3.0, 2.0 / 3.0]);
    assert_eq!(found[0].0, summaries.iter().sum::<f64>() / 2.0);
}
