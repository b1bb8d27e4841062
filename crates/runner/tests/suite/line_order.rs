//! The order of the lines in judgments does not matter: not for the topics of a resample, not for random signs, and not for
//! the last bit of a sum.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::audit::{collection, own_tag};
use crate::world::{GOOD, World, repository};

const COLLECTION: &str = "\
schema: collection/v1
id: mine
title: Mine
kind: own
files: {folder: ., qrels: qrels.txt, runs: \"runs/*\", teams: teams.tsv}
pool-depth: 4
";

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Everything that is drawn over topics
seed: 3
draws: {open: 2}
axes:
  collection: [../../mine/mine.yaml]
  runs: [all, random: {runs: 5}, one-per-team: {}]
  judgments: [full, sample: {rate: 0.5}, pool-depth: {depth: 2}]
  measure: [AP, nDCG@10, P@5]
statistics:
  mean: {mean-score: {}}
  tau: {kendall-tau: {versus: full}}
  power: {discriminative-power: {test: {paired-bootstrap: {samples: 40}}, alpha: 0.05}}
  curve: {asl-curve: {of: power}}
  errors: {misses-and-false-alarms: {of: power, versus: full}}
  pairs: {pair-tests: {pairs: 9, test: {wilcoxon: {distribution: normal}}, alpha: 0.05, reject: at-most-alpha}}
";

/// Creates a world whose judgments have their lines in this order.
fn world(order: impl Fn(&mut Vec<String>)) -> World {
    let world = World::new();
    collection(&world, own_tag);
    let text = world.read("mine/qrels.txt");
    let mut lines: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
    order(&mut lines);
    world.write("mine/qrels.txt", lines.concat());
    world.write("mine/mine.yaml", COLLECTION);
    let teams: String = (0..12).map(|run| format!("{}\tteam{}\n", own_tag(run), run / 2)).collect();
    world.write("mine/teams.tsv", teams);
    world.write("experiments/small/experiment.yaml", EXPERIMENT);
    world
}

/// Returns what `eval` prints: scores of topics and runs, and randomised tests.
fn evaluated(world: &World) -> Vec<String> {
    let runs: Vec<String> =
        (0..12).map(|run| format!("mine/runs/team{}__run{}.txt", run / 2, run % 2)).collect();
    let eval = |more: &str| {
        let args = ["eval", "mine/qrels.txt"].into_iter().chain(runs.iter().map(String::as_str));
        world
            .rejudge(args.chain(more.split(' ')).chain(["-m", "AP nDCG@10 P@5", "--quiet"]))
            .code(GOOD)
            .stdout
    };
    let mut outputs = vec![eval("-q"), eval("--format json -q"), eval("--topics intersection")];
    for test in ["paired-bootstrap", "randomisation"] {
        outputs.push(eval(&format!("--compare r00 --test {test}(samples=300)")));
    }
    outputs
}

/// Returns the files of an audit, without audit.json, which has the hash of the inputs.
fn audited(world: &World) -> BTreeMap<PathBuf, Vec<u8>> {
    world.line("audit --qrels mine/qrels.txt --runs mine/runs --draws 2 -o out --quiet").code(GOOD);
    let mut files = world.results("out");
    files.remove(&PathBuf::from("audit.json")).unwrap();
    files
}

fn computed(world: &World) -> BTreeMap<PathBuf, Vec<u8>> {
    world.line("run small --keep-scores --quiet").code(GOOD);
    world.results("results/small")
}

#[track_caller]
fn are_equal(found: &BTreeMap<PathBuf, Vec<u8>>, expected: &BTreeMap<PathBuf, Vec<u8>>) {
    assert!(found.keys().eq(expected.keys()), "{:?}\n{:?}", found.keys(), expected.keys());
    let is_same = |name: &Path, bytes: &[u8]| {
        // The metadata of a file contain the hash of its inputs.
        let frame = |bytes: &[u8]| rejudge_report::table::parquet::read(bytes).expect("a table");
        bytes == expected[name]
            || name.extension().is_some_and(|end| end == "parquet") && frame(bytes) == frame(&expected[name])
    };
    let other: Vec<&PathBuf> =
        found.iter().filter(|(name, bytes)| !is_same(name, bytes)).map(|(name, _)| name).collect();
    assert!(other.is_empty(), "{other:?}");
}

/// Measures by intent. Each is a sum over intents.
const BY_INTENT: &str = "D-nDCG D-Q@5 D#-nDCG@5 DIN-nDCG@5 P+Q@5 alpha_DCG@5 alpha_nDCG@5 ERR_IA@5 gERR_IA NRBP AP_IA P_IA@5 nDCG_IA@5";

/// Returns what `eval` prints for made-up judgments by intent, with lines and probabilities in this order.
fn by_intent(order: impl Fn(&mut Vec<String>)) -> Vec<String> {
    let world = World::new();
    let graded = repository().join("configs/collections/graded");
    for file in ["intents-qrels.txt", "intents.txt"] {
        let text = std::fs::read_to_string(graded.join(file)).unwrap();
        let mut lines: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
        order(&mut lines);
        world.write(file, lines.concat());
    }
    let runs = ["ant1", "bee2"].map(|run| graded.join(format!("runs/{run}.txt")).display().to_string());
    let eval = |more: &[&str]| {
        let args = [
            "eval",
            "intents-qrels.txt",
            &runs[0],
            &runs[1],
            "--by-intent",
            "-q",
            "--quiet",
            "-m",
            BY_INTENT,
        ];
        world.rejudge([&args[..], more].concat()).code(GOOD).stdout
    };
    vec![eval(&[]), eval(&["--intent-probabilities", "intents.txt"])]
}

fn shuffled(seed: u64) -> impl Fn(&mut Vec<String>) {
    move |lines| rejudge_stats::Draw::new(seed, &["lines"]).shuffle(lines)
}

#[test]
fn shuffled_intents_give_the_same_bytes() {
    let sorted = by_intent(|_| {});
    (1..5).for_each(|seed| assert_eq!(by_intent(shuffled(seed)), sorted, "{seed}"));
}

#[test]
fn shuffled_judgments_give_the_same_bytes() {
    let (sorted, shuffled) = (world(|_| {}), world(shuffled(1)));
    assert_eq!(evaluated(&shuffled), evaluated(&sorted));
    are_equal(&computed(&shuffled), &computed(&sorted));
    are_equal(&audited(&shuffled), &audited(&sorted));
}
