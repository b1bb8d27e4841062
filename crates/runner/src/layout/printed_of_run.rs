//! Checks a downloaded run by its printed scores, because the publisher of these runs gives no hashes.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{PrintedScore, PrintedTable, Qrels, Reading, join_run, judged};
use rejudge_eval::{Input, Preset, RequestedMeasures, Scores};
use rejudge_experiment::printed::{Printed, Reading as PrintedReading};
use rejudge_experiment::spec::{Rules, TopicRule};

/// The name of a measure, and the printed value.
type MeasureAndValue = (String, String);

/// The printed scores of the runs of a collection, and the judgments that they were scored with.
pub(crate) struct PrintedOfRuns {
    by_run: BTreeMap<String, Vec<MeasureAndValue>>,
    qrels: Qrels,
    input: Input,
}

impl PrintedOfRuns {
    /// Reads the judgments, and a table of printed scores with the columns `run`, `measure` and `value`.
    ///
    /// # Errors
    /// If a file cannot be read or parsed.
    pub(crate) fn read(scores: &Path, judgments: &Path) -> Result<Self> {
        let bytes = std::fs::read(scores).with_context(|| scores.display().to_string())?;
        let mut by_run: BTreeMap<String, Vec<MeasureAndValue>> = BTreeMap::new();
        for score in PrintedTable::parse(scores, &bytes)?.scores()? {
            let PrintedScore { run, measure, value, .. } = score?;
            let values = by_run.entry(run.text.to_owned()).or_default();
            values.push((measure.text.to_owned(), value.text.to_owned()));
        }
        let qrels = Qrels::read(judgments, &QrelsFormat::default())?;
        let input = Input::from_judgments(judgments.to_owned(), judged(&qrels));
        Ok(Self { by_run, qrels, input })
    }

    /// Checks that a file is this run: its lines must have the run's name as tag, and its scores must be the printed ones.
    ///
    /// # Errors
    /// If no score is printed for the run, or if the file is not a run or is another run.
    pub(crate) fn check(&self, run: &str, file: &Path) -> Result<()> {
        let printed = self.by_run.get(run).ok_or_else(|| anyhow!("no score is printed for `{run}`"))?;
        let names: Vec<String> = printed.iter().map(|(measure, _)| measure.clone()).collect();
        let measures = RequestedMeasures::read(&names, Preset::Trec9)?;
        let joined = join_run(&self.qrels, file, &Preset::Trec9.rules().reading(Reading::default()))?;
        let tag = joined.name.clone();
        let input = self.input.clone().with_runs(vec![joined]);
        // TREC's program computed scores in single precision, as the preset trec9 does. If a run lacks topics, some tracks
        // averaged over the run's topics and others over all topics, so we try both.
        let means = [TopicRule::Run, TopicRule::Qrels].map(|topics| {
            let scores = Scores::compute(&input, &measures, &Rules { topics, ..Preset::Trec9.rules() })?;
            Ok((0..names.len()).map(|measure| scores.summary(0, measure)).collect::<Vec<f64>>())
        });
        let means = means.into_iter().collect::<Result<Vec<_>>>()?;
        let has_scores = |printed: &[MeasureAndValue]| {
            means.iter().any(|means| {
                printed.len() == means.len()
                    && printed.iter().zip(means).all(|((_, value), mean)| agrees(value, *mean))
            })
        };
        if !has_scores(printed) {
            let other_run = self.by_run.iter().find(|(_, printed)| has_scores(printed));
            let hint =
                other_run.map_or_else(String::new, |(name, _)| format!(": it has the scores of `{name}`"));
            let differing = printed.iter().zip(&means[0]).filter(|((_, value), mean)| !agrees(value, **mean));
            let differing = differing
                .map(|((measure, value), mean)| format!("{measure} is {mean:.4}, but {value} is printed"));
            let differing = differing.collect::<Vec<_>>().join(", ");
            bail!("the file is not the run `{run}`{hint}; {differing}");
        }
        ensure!(tag == run, "the file has the run tag `{tag}`, expected `{run}`");
        Ok(())
    }
}

fn agrees(printed: &str, score: f64) -> bool {
    Printed::parse(printed, PrintedReading::default()).is_ok_and(|value| value.agrees(score))
}
