//! What can be seen of score matrices before anything is computed on them.

use std::collections::BTreeMap;

use rejudge_collections::ScoreMatrices;

use super::inspection::Remark;
use rejudge_eval::plural::{counted, of_number};

/// What was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    topics: usize,
    runs: usize,
    /// Groups of runs with the same scores throughout.
    same: Vec<Vec<String>>,
    /// Topics for which all runs score alike, by measure.
    flat: Vec<(String, Vec<String>)>,
}

impl Scored {
    /// Looks at the matrices of all measures.
    pub fn new(of: &ScoreMatrices) -> Self {
        let bits = |run: usize| -> Vec<u64> {
            of.matrices
                .iter()
                .flat_map(|(_, matrix)| matrix.of_run(run).iter().map(|score| score.to_bits()))
                .collect()
        };
        let mut by_scores: BTreeMap<Vec<u64>, Vec<usize>> = BTreeMap::new();
        for run in 0..of.runs.len() {
            by_scores.entry(bits(run)).or_default().push(run);
        }
        let mut same: Vec<Vec<usize>> = by_scores.into_values().filter(|group| group.len() > 1).collect();
        same.sort();
        let name = |run: &usize| of.runs[*run].name.clone();
        let flat = of.matrices.iter().map(|(measure, matrix)| {
            let is_flat = |topic: &usize| {
                let mut scores = (0..of.runs.len()).map(|run| matrix.of_run(run)[*topic]);
                let first = scores.next();
                scores.all(|score| Some(score) == first)
            };
            let topics = (0..of.topics.len()).filter(is_flat).map(|topic| of.topics[topic].clone());
            (measure.clone(), topics.collect::<Vec<_>>())
        });
        Self {
            topics: of.topics.len(),
            runs: of.runs.len(),
            same: same.iter().map(|group| group.iter().map(name).collect()).collect(),
            flat: flat.filter(|(_, topics)| !topics.is_empty()).collect(),
        }
    }

    /// What a user should know before any number.
    pub fn oddities(&self) -> Vec<Remark> {
        let without = format!(
            "{} over {} {} given, without judgments and rankings, so that nothing can be said of pools, unjudged documents, \
             teams and ties.",
            counted(self.runs, "run"),
            counted(self.topics, "topic"),
            of_number(self.runs, "is", "are")
        );
        let mut out = vec![Remark::new("What scores cannot tell:", without)];
        out.extend(self.same.iter().map(|group| {
            let text = format!("{} score the same for every topic.", group.join(", "));
            Remark::new("Runs of equal scores:", text)
        }));
        out.extend(self.flat.iter().map(|(measure, topics)| {
            Remark::new(
                format!("Topics that tell no runs apart by {measure}:"),
                format!("{}.", topics.join(", ")),
            )
        }));
        out
    }
}
