//! Runs that reproduce others, compared with these by the measures of Breuer et al. (SIGIR 2020).

use std::collections::HashMap;
use std::path::PathBuf;

use rayon::prelude::*;
use rejudge_collections::{JudgmentFiles, retrieved_documents};
use rejudge_stats::{
    Improvement, delta_relative_improvement, effect_ratio, kendall_tau_union, mean, rmse, t_test,
    truncated_rbo, unpaired_t_test,
};
use rejudge_tables::frame::{Frame, Kind, Table};

use crate::bounds::reading;
use crate::{EvalError, Files, Input, PresetRules, Scores, Wanted, notes};

/// Persistence and depth of the rank-biased overlap, as in repro_eval.
const P: f64 = 0.95;
const DEPTH: usize = 1000;

/// Reproduced runs and their originals, scored.
#[derive(Debug)]
pub struct Reproduction {
    /// The scores of the originals, then of the reproduced runs; of the originals alone if the reproduced runs have
    /// other judgments.
    scores: Scores,
    /// The scores of the reproduced runs by other judgments.
    replicated: Option<Scores>,
    /// The documents of each counted topic, by run; empty if the judgments differ.
    documents: Vec<Vec<String>>,
    /// 1: an original that each run reproduces; 2: a baseline and an advanced run.
    originals: usize,
    /// Remarks on the files.
    pub notes: Vec<String>,
}

/// The columns of the table: a row for each measure and reproduced run.
const COLUMNS: [(&str, Kind, &str); 14] = [
    ("measure", Kind::Text, "name of the measure"),
    ("run", Kind::Text, "name of the reproduced run"),
    ("original", Kind::Text, "name of the run that it reproduces"),
    ("topics", Kind::Whole, "topics of the reproduced run"),
    ("mean", Kind::Number, "mean score of the reproduced run"),
    ("original-mean", Kind::Number, "mean score of the original"),
    ("original-topics", Kind::Whole, "topics of the original"),
    ("rmse", Kind::Number, "root mean square error of the scores by topic; empty if the judgments differ"),
    (
        "p",
        Kind::Number,
        "two-sided p-value of Student's t test of the two runs, paired by topic, or unpaired if the judgments differ",
    ),
    (
        "er",
        Kind::Number,
        "effect ratio: the mean improvement over the baseline divided by the original mean improvement; of advanced runs",
    ),
    (
        "delta-ri",
        Kind::Number,
        "delta relative improvement: the original relative improvement over the baseline minus the reproduced one, above 0 if \
         the original improved more; of advanced runs",
    ),
    (
        "ktu",
        Kind::Number,
        "Kendall's tau union of the documents, as in repro_eval: numbered by their ids; mean over topics",
    ),
    (
        "ktu-by-rank",
        Kind::Number,
        "Kendall's tau union of the documents, numbered by their ranks in the original run; mean over topics",
    ),
    (
        "rbo@1000",
        Kind::Number,
        "rank-biased overlap of the documents, cut at rank 1000, with p = 0.95, as in repro_eval: 1 only for equal lists of 1000 \
         documents; mean over topics",
    ),
];

impl Reproduction {
    /// Reads and scores the runs of `files` and the originals: a run, or a baseline and an advanced run that the two
    /// runs of `files` reproduce in this order. The originals have the judgments of `other` if there are some.
    ///
    /// # Errors
    /// If a file is wrong, there are too many or too few, the runs differ in topics, or a measure is not averaged.
    pub fn load(
        files: &Files,
        originals: &[PathBuf],
        other: Option<JudgmentFiles>,
        wanted: &Wanted,
        rules: &PresetRules,
    ) -> Result<Self, EvalError> {
        check(originals, &files.runs)?;
        let scored = |files: &Files| -> Result<(Scores, Vec<String>), EvalError> {
            let input = Input::load(files, &rules.rules)?;
            input.check(wanted, &rules.rules, false)?;
            let scores = Scores::compute(&input, wanted, &rules.rules)?;
            scores.averaged("--reproduces")?;
            let notes = notes(&input, wanted, &scores, rules);
            Ok((scores, notes))
        };
        if let Some(judgments) = other {
            let theirs = Files { judgments, runs: originals.to_vec(), ..files.clone() };
            let (scores, mut notes) = scored(&theirs)?;
            let (replicated, more) = scored(files)?;
            notes.iter_mut().for_each(|note| note.insert_str(0, "originals: "));
            notes.extend(more);
            let (replicated, documents) = (Some(replicated), Vec::new());
            return Ok(Self { scores, replicated, documents, originals: originals.len(), notes });
        }
        let all = Files { runs: [originals, &files.runs].concat(), ..files.clone() };
        let (scores, mut notes) = scored(&all)?;
        let pairs = originals.iter().cycle().zip(&files.runs);
        let same = pairs.filter(|(original, run)| original.canonicalize().ok() == run.canonicalize().ok());
        notes.extend(same.map(|(_, run)| format!("{}: compared with itself", run.display())));
        let topics: Vec<&str> = scores.counted(0).iter().map(|&topic| &scores.topics[topic]).collect();
        let documents = retrieved_documents(&topics, &all.runs, &reading(&all, &rules.rules))?;
        Ok(Self { scores, replicated: None, documents, originals: originals.len(), notes })
    }

    /// The table.
    pub fn table(&self, rules: &PresetRules) -> Table {
        let (reproduced, runs) = match &self.replicated {
            Some(replicated) => (replicated, 0..replicated.runs.len()),
            None => (&self.scores, self.originals..self.scores.runs.len()),
        };
        // Each run with its original: the only one, or that at its place.
        let pairs: Vec<(usize, usize)> =
            runs.enumerate().map(|(at, run)| (run, at.min(self.originals - 1))).collect();
        let orders: Vec<Orders> =
            pairs.par_iter().map(|&(run, original)| self.orders(original, run)).collect();
        let mut rows = Frame::new(COLUMNS);
        for (at, metric) in self.scores.metrics.iter().enumerate() {
            let measure = metric.to_string();
            let effects = match pairs[..] {
                [(baseline, 0), (advanced, 1)] => {
                    let original = improvement(&self.scores, at, 0, 1);
                    let other = improvement(reproduced, at, baseline, advanced);
                    [effect_ratio(original, other), delta_relative_improvement(original, other)]
                }
                _ => [None, None],
            };
            for (&(run, original), orders) in pairs.iter().zip(&orders) {
                let (theirs, ours) = (self.scores.of_run(original, at), reproduced.of_run(run, at));
                // The second original is the advanced run.
                let [er, delta] = if original == 1 { effects } else { [None, None] };
                let (error, test) = match self.replicated {
                    None => (rmse(theirs, ours), t_test(theirs, ours)),
                    Some(_) => (None, unpaired_t_test(theirs, ours)),
                };
                rows.push([
                    (&measure).into(),
                    (&reproduced.runs[run]).into(),
                    (&self.scores.runs[original]).into(),
                    ours.len().into(),
                    mean(ours).into(),
                    mean(theirs).into(),
                    theirs.len().into(),
                    error.into(),
                    test.map(|test| test.p).into(),
                    er.into(),
                    delta.into(),
                    orders.ktu.into(),
                    orders.tau.into(),
                    orders.rbo.into(),
                ]);
            }
        }
        rules.table("reproductions", rows, "")
    }

    /// The documents of two runs compared, if they are of one collection.
    fn orders(&self, original: usize, reproduced: usize) -> Orders {
        let (Some(theirs), Some(ours)) = (self.documents.get(original), self.documents.get(reproduced))
        else {
            return Orders::default();
        };
        let [mut ktu, mut tau, mut rbo] = <[Vec<f64>; 3]>::default();
        for (theirs, ours) in theirs.iter().zip(ours) {
            let theirs: Vec<&str> = theirs.split_ascii_whitespace().collect();
            let ours: Vec<&str> = ours.split_ascii_whitespace().collect();
            ktu.extend(kendall_tau_union(&theirs, &ours));
            rbo.extend(truncated_rbo(&theirs, &ours, P, DEPTH));
            // Documents that the original run lacks come after the others, in the order of the reproduced run.
            let mut numbers: HashMap<&str, usize> = theirs.iter().copied().zip(0..).collect();
            for id in &ours {
                let next = numbers.len();
                numbers.entry(id).or_insert(next);
            }
            let [theirs, ours] =
                [theirs, ours].map(|ids| ids.iter().map(|id| numbers[id]).collect::<Vec<usize>>());
            tau.extend(kendall_tau_union(&theirs, &ours));
        }
        Orders { ktu: mean(&ktu), tau: mean(&tau), rbo: mean(&rbo) }
    }
}

/// Agreement of the document orders of two runs, averaged over topics.
#[derive(Clone, Copy, Debug, Default)]
struct Orders {
    ktu: Option<f64>,
    tau: Option<f64>,
    rbo: Option<f64>,
}

/// Refuses numbers of runs that do not go together.
fn check(originals: &[PathBuf], reproduced: &[PathBuf]) -> Result<(), EvalError> {
    let is_pattern = |path: &&PathBuf| path.to_string_lossy().contains('*') && !path.is_file();
    if let Some(pattern) = originals.iter().find(is_pattern) {
        let pattern = pattern.display();
        return Err(EvalError::Usage(format!("--reproduces takes files, no pattern; found {pattern}")));
    }
    let message = match (originals.len(), reproduced.len()) {
        (1, _) | (2, 2) => return Ok(()),
        (2, found) => format!(
            "--reproduces BASE,ADVANCED needs 2 runs, the reproduced baseline and the reproduced advanced run in this \
             order; found {found}"
        ),
        (found, _) => {
            format!(
                "--reproduces takes an original run, or a baseline and an advanced one; found {found} files"
            )
        }
    };
    Err(EvalError::Usage(message))
}

fn improvement(scores: &Scores, measure: usize, baseline: usize, advanced: usize) -> Improvement<'_> {
    Improvement { baseline: scores.of_run(baseline, measure), advanced: scores.of_run(advanced, measure) }
}
