//! The scores of runs of a subtopic task: runs by topics by measures.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rejudge_metrics::Summary;

use crate::notes::{LISTED, lacking};
use crate::{EvalError, RunRows, ScoreRows, Shown};
use rejudge_names::plural::{counted, few};
use rejudge_tables::frame::{Format, Table, in_line};

/// The scores of runs, topic by topic.
#[derive(Clone, Debug)]
pub struct SubtopicScores {
    gold: PathBuf,
    /// In the order of their names.
    topics: Vec<String>,
    measures: Vec<String>,
    rules: Vec<(String, String)>,
    runs: Vec<RunScores>,
}

#[derive(Clone, Debug)]
struct RunScores {
    name: String,
    path: PathBuf,
    /// By measure, then by topic.
    scores: Vec<Vec<f64>>,
    /// Topics of the gold standard that it does not have.
    missing: Vec<usize>,
    /// Its topics that the gold standard does not have.
    unknown: Vec<String>,
}

impl SubtopicScores {
    /// Makes scores without runs.
    pub(super) fn new<'t>(
        gold: &Path,
        topics: impl Iterator<Item = &'t str>,
        measures: Vec<String>,
        rules: Vec<(&'static str, String)>,
    ) -> Self {
        let topics = topics.map(str::to_owned).collect();
        let rules = rules.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self { gold: gold.to_owned(), topics, measures, rules, runs: Vec::new() }
    }

    /// Adds a run: `topics` by name, each of which `score` scores, given its index in the gold standard.
    ///
    /// # Errors
    /// If the gold standard has none of them.
    pub(super) fn add<'t, T>(
        &mut self,
        path: &Path,
        name: String,
        topics: impl Iterator<Item = (&'t str, T)>,
        score: impl Fn(usize, T) -> Vec<f64>,
    ) -> Result<(), EvalError> {
        let mut scores = vec![vec![0.0; self.topics.len()]; self.measures.len()];
        let (mut missing, mut unknown): (Vec<usize>, _) = ((0..self.topics.len()).collect(), Vec::new());
        for (topic, found) in topics {
            match self.topics.binary_search_by(|known| known.as_str().cmp(topic)) {
                Err(_) => unknown.push(topic.to_owned()),
                Ok(at) => {
                    let of_topic = scores.iter_mut().zip(score(at, found));
                    of_topic.for_each(|(scores, value)| scores[at] = value);
                    missing.retain(|&other| other != at);
                }
            }
        }
        if missing.len() == self.topics.len() {
            let (path, gold) = (path.display(), self.gold.display());
            return Err(EvalError::Data(format!("{path}: run `{name}` has no topic in common with {gold}")));
        }
        self.runs.push(RunScores { name, path: path.to_owned(), scores, missing, unknown });
        Ok(())
    }

    /// Names runs that share a tag by their paths, like those of documents.
    pub(super) fn tell_apart(&mut self) {
        let mut tags = BTreeMap::<String, usize>::new();
        for run in &self.runs {
            *tags.entry(run.name.clone()).or_default() += 1;
        }
        for run in self.runs.iter_mut().filter(|run| tags[&run.name] > 1) {
            let path = run.path.display();
            tracing::warn!(tag = run.name, %path, "several files have this run tag: named by path");
            run.name = path.to_string();
        }
    }

    /// The scores as a table, with means over all topics, as far as a form shows it.
    ///
    /// # Errors
    /// If rows of a topic look like those of the means.
    pub fn table(&self, shown: Shown, format: Format) -> Result<Table, EvalError> {
        let measures = self.measures.iter().map(|name| (name.clone(), true)).collect();
        let runs = self.runs.iter().map(|run| self.rows_of(run)).collect();
        ScoreRows { measures, rules: self.rules.clone(), runs, shown }.table(format)
    }

    fn rows_of<'s>(&'s self, run: &'s RunScores) -> RunRows<'s> {
        let mean = |scores: &Vec<f64>| Summary::Mean.summarise(scores.iter().copied());
        let topics: Vec<&str> = self.topics.iter().map(String::as_str).collect();
        RunRows {
            name: &run.name,
            counted: topics.len(),
            topics,
            scores: run.scores.iter().map(Into::into).collect(),
            all: run.scores.iter().map(mean).collect(),
        }
    }

    /// Returns notes that a reader needs to interpret the numbers, a line each; the first contains the rules.
    pub fn notes(&self) -> Vec<String> {
        let (rules, gold) = (in_line(&self.rules), self.gold.display());
        let mut notes =
            vec![format!("rules: {rules}; summaries over {}", counted(self.topics.len(), "topic"))];
        for run in &self.runs {
            if !run.missing.is_empty() {
                let missing: Vec<&str> = run.missing.iter().map(|&at| self.topics[at].as_str()).collect();
                notes.push(lacking(&run.name, &missing, &gold, "scored 0"));
            }
            if !run.unknown.is_empty() {
                let count = counted(run.unknown.len(), "topic");
                let names = few(&run.unknown, LISTED, ", ");
                notes.push(format!("run {} has {count} that {gold} lacks ({names}): not scored", run.name));
            }
        }
        notes
    }
}
