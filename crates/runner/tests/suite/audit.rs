//! `rejudge audit`: the experiment that it writes, the names of runs, wrong inputs, and score matrices.

use std::fmt::Write;

use crate::audited::{Noise, Verdicts};
use crate::cases::{cases, lines};
use crate::world::{BAD_DATA, GOOD, USAGE, World};

const TOPICS: usize = 12;
const DEPTH: usize = 4;
const DOCUMENTS: usize = 12;

/// Returns the ranking of a run over documents `d0` to `d39`. Relevant documents mostly come first. The
/// higher the number of the run, the stronger its noise.
fn ranking(run: usize, topic: usize) -> Vec<usize> {
    let mut noise = Noise((1 + run as u64) * 1_000_003 + topic as u64);
    let mut scored: Vec<(f64, usize)> = (0..40)
        .map(|doc| (noise.next() * (1.0 + run as f64 / 3.0) - if doc < 10 { 0.6 } else { 0.0 }, doc))
        .collect();
    scored.sort_by(|a, b| a.0.total_cmp(&b.0));
    scored.into_iter().take(DOCUMENTS).map(|(_, doc)| doc).collect()
}

/// Writes six teams with two runs each. The first run of each team contributed to a pool of depth [`DEPTH`],
/// the second run did not. The documents `d0` to `d9` are relevant. `tag` gives the tag in each run's lines.
pub fn collection(world: &World, tag: impl Fn(usize) -> String) {
    let mut qrels = String::new();
    for topic in 0..TOPICS {
        let mut pool: Vec<usize> =
            (0..6).flat_map(|team| ranking(2 * team, topic).into_iter().take(DEPTH)).collect();
        pool.sort_unstable();
        pool.dedup();
        for doc in pool {
            let _ = writeln!(qrels, "{topic} 0 d{doc} {}", u8::from(doc < 10) * (1 + u8::from(doc < 3)));
        }
    }
    world.write("mine/qrels.txt", qrels);
    for run in 0..12 {
        let of_topic =
            |topic| (topic, ranking(run, topic).into_iter().map(|document| format!("d{document}")));
        let path = format!("mine/runs/team{}__run{}.txt", run / 2, run % 2);
        world.run(&path, &tag(run), (0..TOPICS).map(of_topic));
    }
}

pub fn own_tag(run: usize) -> String {
    format!("r{run:02}")
}

const AUDIT: &str = "audit --qrels mine/qrels.txt --runs mine/runs --depth 4 --draws 2 -o out";

#[test]
fn the_emitted_experiment_gives_the_same_numbers() {
    let world = World::new();
    collection(&world, own_tag);
    world.line(AUDIT).code(GOOD);
    world.line("run out/experiment.yaml --results again --cache another").code(GOOD);
    let (first, again) = (world.results("out"), world.results("again"));
    for (name, bytes) in &again {
        assert_eq!(first.get(name), Some(bytes), "{}", name.display());
    }
    assert!(again.len() > 15, "tables and figures");
    assert_eq!(world.line("diff out again").code(GOOD).stdout.lines().count(), 1);
    // The experiment may also be in a deeper folder, because paths are relative to the description.
    world
        .line("audit --qrels mine/qrels.txt --runs mine/runs --depth 4 --draws 2 -o a/b/out --emit-yaml")
        .code(GOOD);
    world.line("run a/b/out/experiment.yaml --results third").code(GOOD);
    assert_eq!(
        world.results("third").get(std::path::Path::new("cells.parquet")),
        first.get(std::path::Path::new("cells.parquet"))
    );
}

#[test]
fn emit_yaml_computes_nothing() {
    let world = World::new();
    collection(&world, own_tag);
    let ended = world.line(&format!("{AUDIT} --emit-yaml")).code(GOOD);
    assert_eq!(ended.stdout, "out/experiment.yaml\n");
    let mut there: Vec<_> =
        std::fs::read_dir(world.path("out")).unwrap().map(|e| e.unwrap().file_name()).collect();
    there.sort();
    assert_eq!(there, [".lock", "audit.json", "collection.yaml", "experiment.yaml", "teams.tsv"]);
}

#[test]
fn runs_with_the_same_tag_are_named_by_their_files() {
    let world = World::new();
    collection(&world, |run| format!("r{}", run % 2));
    world.line(AUDIT).code(GOOD);
    let cells = world.frame("out/cells.parquet");
    assert!(cells.text("run").unwrap().iter().any(|run| run == "team5__run1.txt"));
}

#[test]
fn wrong_inputs_are_reported_and_leave_no_files() {
    let world = World::new();
    collection(&world, own_tag);
    world.write("mine/others.txt", "99 0 d1 1\n");
    world.write("mine/teams.tsv", "r00\tA\nnobody\tB\n");
    world.write("mine/ap.csv", "topic,a\n1,0.5\n");
    let (judged, run) = ("--qrels mine/qrels.txt --runs", "mine/runs/team0__run0.txt");
    let bad = [
        format!("--qrels {run} --runs mine/qrels.txt"),
        format!("{judged} mine/others.txt"),
        "--qrels mine/others.txt --runs mine/runs".to_owned(),
        format!("{judged} mine/runs --teams mine/teams.tsv"),
        format!("{judged} mine/nothing"),
        format!("{judged} mine/runs/*.gz"),
        "--scores AP=mine/none.csv".to_owned(),
    ];
    let wrong = [
        format!("{judged} mine/runs -m nDGC@10"),
        format!("{judged} mine/runs --min-rel 0"),
        format!("{judged} mine/runs --gains 1=x"),
        format!("{judged} mine/runs --id A/B"),
        "--qrels mine/qrels.txt".to_owned(),
        "--scores mine/none.csv".to_owned(),
        "--scores APX=mine/ap.csv".to_owned(),
    ];
    let rows = [(BAD_DATA, bad.to_vec()), (USAGE, wrong.to_vec())]
        .map(|(code, words)| lines(code, words.into_iter().map(|words| format!("audit -o out {words}"))));
    cases("wrong_arguments_of_audit", &world, rows.concat());
    assert!(!world.path("out").exists());
}

#[test]
fn score_matrices_are_audited() {
    let world = World::new();
    let mut csv = "topic,a,b,c,d\n".to_owned();
    for topic in 0..20 {
        let of = |run: usize| ((topic * 7 + run * 3) % 10) as f64 / 20.0 + 0.1 * run as f64;
        let _ = writeln!(csv, "t{topic},{},{},{},{}", of(0), of(1), of(2), of(2));
    }
    world.write("mine/scores_ap.csv", csv);
    world.line("audit --scores AP=mine/scores_ap.csv -o out --draws 1").code(GOOD);
    let found = Verdicts::new(&world, "out");
    assert!(found.remarks().contains("nothing can be said about pools"), "{}", found.remarks());
    let asked = ["deep", "fair", "cut", "separates", "report", "hidden", "topics", "judges"];
    let verdicts = asked.map(|question| found.verdict(question));
    let none = "not there";
    assert_eq!(verdicts, [none, none, none, "not-asked", "not-asked", none, verdicts[6], none]);
    assert!(["yes", "partly", "no"].contains(&verdicts[6]));
    // The same scores in a parquet file as another program could write it, with a row for each topic.
    let frame = rejudge_tables::frame::Frame::default();
    let text = world.read("mine/scores_ap.csv");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let mut frame = frame.with(
        "topic",
        "",
        rejudge_tables::frame::Values::Text(rows[1..].iter().map(|row| row[0].to_owned()).collect()),
    );
    for (at, run) in rows[0].iter().enumerate().skip(1) {
        let scores = rows[1..].iter().map(|row| Some(row[at].parse().unwrap())).collect();
        frame = frame.with(run, "", rejudge_tables::frame::Values::Number(scores));
    }
    world.write("mine/scores.parquet", rejudge_report::table::parquet::write(&frame, "{}").unwrap());
    world.line("audit --scores AP=mine/scores.parquet -o columns --draws 1 --id mine-scores-ap").code(GOOD);
    world.line("audit --scores AP=mine/scores_ap.csv -o out2 --draws 1 --id mine-scores-ap").code(GOOD);
    let of = |folder: &str| world.results(folder).remove(std::path::Path::new("scores.parquet"));
    let rows =
        |folder: &str| world.frame(&format!("{folder}/cells.parquet")).number("value").unwrap().to_vec();
    assert!(of("columns").is_some());
    assert_eq!(rows("columns"), rows("out2"));
}
