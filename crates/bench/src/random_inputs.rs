//! Random inputs. They need no files and are the same on every machine.

use std::error::Error;
use std::fmt::Write;

use rejudge_metrics::Verdict;
use rejudge_pools::{DocIx, Run, Team, TestCollection, Topic};
use rejudge_stats::{Draw, Matrix, Resamples};

use crate::arguments::Arguments;

const SEED: u64 = 20_071;

/// The number of runs of each team. The last team may have fewer.
const RUNS_PER_TEAM: usize = 4;

/// Returns the number of documents of a topic: three times as many as a run retrieves, or the number of
/// judged documents if that is larger.
fn document_count(retrieved: usize, judged: usize) -> usize {
    (3 * retrieved).max(judged)
}

/// Draws a level: on average, seven of a hundred documents are relevant, and two of these seven are highly
/// relevant.
fn level(draw: &mut Draw) -> u8 {
    match draw.below(100) {
        0 | 1 => 2,
        2..=6 => 1,
        _ => 0,
    }
}

/// Draws a ranking. Judged documents have low numbers, and documents with low numbers tend to come first.
fn ranking(draw: &mut Draw, retrieved: usize, judged: usize) -> Vec<DocIx> {
    let documents = document_count(retrieved, judged);
    let mut keyed: Vec<(f64, DocIx)> = (0..documents as DocIx)
        .map(|doc| (f64::from(doc) + 2.0 * documents as f64 * draw.unit().powi(3), doc))
        .collect();
    keyed.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    keyed.truncate(retrieved);
    keyed.into_iter().map(|(_, doc)| doc).collect()
}

/// Returns a collection with judgments, teams and rankings.
pub fn collection(arguments: &Arguments) -> TestCollection {
    let mut draw = Draw::new(SEED, &["collection"]);
    let documents = document_count(arguments.documents, arguments.judged) as u32;
    let mut topics = Vec::with_capacity(arguments.topics);
    for number in 0..arguments.topics {
        let verdicts = (0..arguments.judged).map(|_| Verdict::Level(level(&mut draw))).collect();
        topics.push(Topic { name: (401 + number).to_string(), verdicts, documents });
    }
    let run = |number: usize| Run {
        name: format!("run{number:03}"),
        team: number / RUNS_PER_TEAM,
        pooled: true,
        eligible: true,
    };
    let team = |number: usize| Team { name: format!("team{number:02}"), analysed: true };
    let mut rankings = Vec::with_capacity(arguments.runs);
    for _ in 0..arguments.runs {
        rankings.push(
            (0..arguments.topics)
                .map(|_| ranking(&mut draw, arguments.documents, arguments.judged))
                .collect(),
        );
    }
    let (runs, teams) = (
        (0..arguments.runs).map(run).collect(),
        (0..arguments.runs.div_ceil(RUNS_PER_TEAM)).map(team).collect(),
    );
    TestCollection::new(topics, runs, teams, rankings)
}

/// Returns a qrels file for the documents with low numbers, which tend to come first in rankings.
pub fn qrels_text(arguments: &Arguments) -> String {
    let mut draw = Draw::new(SEED, &["judgments"]);
    let mut text = String::new();
    for topic in 0..arguments.topics {
        for doc in 0..arguments.judged {
            let level = level(&mut draw);
            let _ = writeln!(text, "{} 0 FBIS3-{doc:05} {level}", 401 + topic);
        }
    }
    text
}

/// Returns the name and the text of each run file. About one score in 50 equals the score of the line before.
pub fn run_texts(arguments: &Arguments) -> Vec<(String, Vec<u8>)> {
    let mut draw = Draw::new(SEED, &["texts"]);
    (0..arguments.runs).map(|number| run_text(arguments, number, &mut draw)).collect()
}

fn run_text(arguments: &Arguments, number: usize, draw: &mut Draw) -> (String, Vec<u8>) {
    let (name, mut text) = (format!("run{number:03}"), String::new());
    for topic in 0..arguments.topics {
        let mut score = (5001 * arguments.documents as u32).max(9_000_000);
        for (rank, doc) in (1..).zip(ranking(draw, arguments.documents, arguments.judged)) {
            score -= if draw.below(50) == 0 { 0 } else { 1 + draw.below(5000) };
            let (whole, part) = (score / 10_000, score % 10_000);
            let _ = writeln!(text, "{} Q0 FBIS3-{doc:05} {rank} {whole}.{part:04} {name}", 401 + topic);
        }
    }
    (name, text.into_bytes())
}

/// Returns scores by run (row) and topic, good runs first.
pub fn scores(arguments: &Arguments) -> Result<Matrix, Box<dyn Error>> {
    let mut draw = Draw::new(SEED, &["scores"]);
    let mut data = Vec::with_capacity(arguments.runs * arguments.topics);
    for run in 0..arguments.runs {
        let quality = 1.0 - 0.5 * run as f64 / arguments.runs as f64;
        data.extend((0..arguments.topics).map(|_| quality * draw.unit()));
    }
    Ok(Matrix::new(arguments.runs, arguments.topics, data)?)
}

/// Draws samples of topics.
pub fn resamples(arguments: &Arguments) -> Resamples {
    Resamples::draw(arguments.samples, arguments.topics, &mut Draw::new(SEED, &["bootstrap"]))
}
