//! A run behind a password, recognised by the scores that are printed of it: its publisher gives no hashes.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{PrintedScore, PrintedTable, Qrels, Reading, join_run, judged};
use rejudge_eval::{Input, Preset, Scores, Wanted};
use rejudge_experiment::printed::{Printed, Reading as PrintedReading};
use rejudge_experiment::spec::{Rules, TopicRule};

/// A measure, and the value as it is printed.
type MeasureAndValue = (String, String);

/// The printed scores of a collection's runs, and the judgments that they are of.
pub(crate) struct PrintedOfRuns {
    by_run: BTreeMap<String, Vec<MeasureAndValue>>,
    qrels: Qrels,
    input: Input,
}

impl PrintedOfRuns {
    /// Reads a table with the columns `run`, `measure` and `value`, and judgments.
    ///
    /// # Errors
    /// If a file cannot be read or is not of its form.
    pub(crate) fn read(scores: &Path, judgments: &Path) -> Result<Self> {
        let bytes = std::fs::read(scores).with_context(|| scores.display().to_string())?;
        let mut by_run: BTreeMap<String, Vec<MeasureAndValue>> = BTreeMap::new();
        for score in PrintedTable::parse(scores, &bytes)?.scores()? {
            let PrintedScore { run, measure, value, .. } = score?;
            let of_run = by_run.entry(run.text.to_owned()).or_default();
            of_run.push((measure.text.to_owned(), value.text.to_owned()));
        }
        let qrels = Qrels::read(judgments, &QrelsFormat::default())?;
        let input = Input::of_judgments(judgments.to_owned(), judged(&qrels));
        Ok(Self { by_run, qrels, input })
    }

    /// Checks that a file is of a run: its lines have the name, and its scores are the printed ones.
    ///
    /// # Errors
    /// If the file is not a run, or is of another run.
    pub(crate) fn check(&self, run: &str, file: &Path) -> Result<()> {
        let printed = self.by_run.get(run).ok_or_else(|| anyhow!("no score is printed of `{run}`"))?;
        let names: Vec<String> = printed.iter().map(|(measure, _)| measure.clone()).collect();
        let wanted = Wanted::read(&names, Preset::Trec9)?;
        let read = join_run(&self.qrels, file, &Preset::Trec9.rules().reading(Reading::default()))?;
        let tag = read.name.clone();
        let input = self.input.clone().with_runs(vec![read]);
        // The tracks' program read scores in single precision. If a run lacks topics, some tracks took the mean of those that it has,
        // others the mean of all.
        let means = [TopicRule::Run, TopicRule::Qrels].map(|topics| {
            let scores = Scores::compute(&input, &wanted, &Rules { topics, ..Preset::Trec9.rules() })?;
            Ok((0..names.len()).map(|at| scores.summary(0, at)).collect::<Vec<f64>>())
        });
        let means = means.into_iter().collect::<Result<Vec<_>>>()?;
        let is_of = |printed: &[MeasureAndValue]| {
            means.iter().any(|means| {
                printed.len() == means.len()
                    && printed.iter().zip(means).all(|((_, value), mean)| agrees(value, *mean))
            })
        };
        if !is_of(printed) {
            let other = self.by_run.iter().find(|(_, printed)| is_of(printed));
            let other =
                other.map_or_else(String::new, |(name, _)| format!(": it has the scores of `{name}`"));
            let differing = printed.iter().zip(&means[0]).filter(|((_, value), mean)| !agrees(value, **mean));
            let differing = differing
                .map(|((measure, value), mean)| format!("{measure} is {mean:.4}, and {value} is printed"));
            let differing = differing.collect::<Vec<_>>().join(", ");
            bail!("the file is not of the run `{run}`{other}; {differing}");
        }
        ensure!(tag == run, "the lines of the file have the tag `{tag}`, expected `{run}`");
        Ok(())
    }
}

fn agrees(printed: &str, score: f64) -> bool {
    Printed::parse(printed, PrintedReading::default()).is_ok_and(|value| value.agrees(score))
}
