//! Writes small collections, and reads the output of an audit.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::world::{GOOD, World};

/// For each run (`team__run`) and topic, the documents in the order of their ranks.
pub type Rankings = BTreeMap<String, Vec<Vec<String>>>;

/// For each topic, the judged documents.
pub type Judged = Vec<BTreeSet<String>>;

/// Pseudorandom numbers from 0 to 1. They are the same in every run of the tests.
pub struct Noise(pub u64);

impl Noise {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / (1_u64 << 31) as f64
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.next();
        (self.0 >> 33) as usize % bound
    }
}

/// Returns `teams` teams with one run each, from the best to the worst. A run retrieves ten of a topic's
/// thirty documents. The documents `d0` to `d9` are relevant.
pub fn runs(teams: usize, topics: usize) -> Rankings {
    runs_of(teams, topics, 30, 10)
}

/// Returns runs like [`runs`], with this many documents per topic and rankings of this `length`.
pub fn runs_of(teams: usize, topics: usize, documents: usize, length: usize) -> Rankings {
    let run = |team: usize| {
        let mut noise = Noise(team as u64 * 7919 + 17);
        let topic = |_: usize| {
            let mut scored: Vec<(f64, usize)> = (0..documents)
                .map(|doc| (noise.next() * (1.0 + team as f64 / 4.0) - if doc < 10 { 0.7 } else { 0.0 }, doc))
                .collect();
            scored.sort_by(|a, b| a.0.total_cmp(&b.0));
            scored.into_iter().take(length).map(|(_, doc)| format!("d{doc}")).collect()
        };
        (format!("T{team:02}__r{team:02}"), (0..topics).map(topic).collect())
    };
    (0..teams).map(run).collect()
}

/// Returns the first `budget` documents of each topic by reciprocal rank fusion: the sum of 1 / (60 + rank)
/// over the runs.
pub fn budget_a_topic(rankings: &Rankings, budget: usize) -> Judged {
    let of_topic = |topic: usize| {
        let mut score = BTreeMap::<&String, f64>::new();
        for ranking in rankings.values() {
            for (at, document) in ranking[topic].iter().enumerate() {
                *score.entry(document).or_default() += 1.0 / (61 + at) as f64;
            }
        }
        let mut order: Vec<_> = score.into_iter().collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        order.into_iter().take(budget).map(|(document, _)| document.clone()).collect()
    };
    (0..rankings.values().next().unwrap().len()).map(of_topic).collect()
}

pub fn is_relevant(document: &str) -> bool {
    document.starts_with('u') || document[1..].parse::<usize>().is_ok_and(|number| number < 10)
}

/// Returns the documents of a topic that are in the top `depth` of some run.
pub fn pool<'a>(
    rankings: impl IntoIterator<Item = &'a Vec<Vec<String>>>,
    topic: usize,
    depth: usize,
) -> BTreeSet<String> {
    rankings.into_iter().flat_map(|run| run[topic].iter().take(depth).cloned()).collect()
}

/// Writes the runs, and judgments of their pool of this `depth`. For each topic, the documents `more` are
/// also judged.
pub fn write(world: &World, folder: &str, rankings: &Rankings, depth: usize, more: &[&str]) {
    let topics = rankings.values().next().unwrap().len();
    let of_topic = |topic| {
        let mut judged = pool(rankings.values(), topic, depth);
        judged.extend(more.iter().map(|document| (*document).to_owned()));
        judged
    };
    write_judged(world, folder, rankings, &(0..topics).map(of_topic).collect::<Vec<_>>());
}

/// Writes the runs, and judgments of these documents for each topic.
pub fn write_judged(world: &World, folder: &str, rankings: &Rankings, judged: &[BTreeSet<String>]) {
    let mut qrels = String::new();
    for (topic, judged) in judged.iter().enumerate() {
        for document in judged {
            let _ = writeln!(qrels, "{topic} 0 {document} {}", u8::from(is_relevant(document)));
        }
    }
    world.write(&format!("{folder}/qrels.txt"), qrels);
    for (run, topics) in rankings {
        let name = run.split_once("__").unwrap().1;
        world.run(&format!("{folder}/runs/{run}.txt"), name, topics.iter().enumerate());
    }
}

/// Audits `folder` and returns the verdicts from the JSON file. There are two draws unless `more` sets
/// another number.
pub fn audit(world: &World, folder: &str, more: &str) -> Verdicts {
    let draws = if more.contains("--draws") { "" } else { "--draws 2 " };
    let line = format!("audit --qrels {folder}/qrels.txt --runs {folder}/runs -o {folder}-out {draws}{more}");
    world.line(&line).code(GOOD);
    Verdicts::new(world, &format!("{folder}-out"))
}

/// The content of verdicts.json.
pub struct Verdicts(pub serde_json::Value);

impl Verdicts {
    pub fn new(world: &World, folder: &str) -> Self {
        Self(world.json(format!("{folder}/verdicts.json")))
    }

    /// Returns the answer to a question, or null if the question was not asked.
    pub fn answer(&self, question: &str) -> &serde_json::Value {
        let found = self.0["answers"].as_array().unwrap().iter().find(|of| of["question"] == question);
        found.unwrap_or(&serde_json::Value::Null)
    }

    /// Returns the verdict on a question, or `not there` if the question was not asked.
    pub fn verdict(&self, question: &str) -> &str {
        self.answer(question)["verdict"].as_str().unwrap_or("not there")
    }

    /// Returns a number from the answer to a question.
    pub fn number(&self, question: &str, name: &str) -> f64 {
        let answer = self.answer(question);
        answer["numbers"][name].as_f64().unwrap_or_else(|| panic!("{name}: {answer:#}"))
    }

    /// Returns the remarks about the files.
    pub fn remarks(&self) -> String {
        let remarks = self.0["remarks"].as_array().unwrap().iter();
        remarks
            .map(|of| format!("{}: {}\n", of["of"].as_str().unwrap(), of["known"].as_str().unwrap()))
            .collect()
    }
}

/// Returns the values of a statistic's component under a judgment set (in its first draw), by run. The run is
/// empty if the value is about no run.
pub fn values(
    world: &World,
    folder: &str,
    statistic: &str,
    judgments: &str,
    component: &str,
) -> BTreeMap<String, f64> {
    let cells = world.rows(&format!("{folder}/cells.parquet"));
    let wanted = [("statistic", statistic), ("judgments", judgments), ("component", component)];
    let mut rows = cells.with(&wanted);
    rows.0.retain(|row| ["", "1"].contains(&row["draw"].as_str()));
    rows.by(["run"], "value").into_iter().map(|([run], value)| (run.to_owned(), value)).collect()
}
