//! Means of runs that are scored topic by topic while they are read: neither the runs nor their documents are held in
//! memory, and judgments are packed.
//!
//! If topics are requested one by one, or runs side by side, they are held in [`Scores`](crate::Scores). Both ways give
//! the same numbers, notes and errors.

use std::num::NonZeroU32;

use rejudge_collections::{Qrels, ReadRun, Reading, UnitFiles, read_runs};
use rejudge_experiment::spec::{Rules, TopicRule};
use rejudge_metrics::{Metric, Scorer};
use rejudge_tables::frame::Format;

use crate::format::Spread;
use crate::input::Held;
use crate::notes::{Few, Noted};
use crate::{EvalError, Files, Judgments, Wanted, scores};

mod passing;
#[cfg(test)]
mod tests;
mod topic_bits;

use passing::{Kept, Passing, Scored};
use topic_bits::TopicBits;

/// The summaries of runs.
#[derive(Clone, Debug)]
pub struct Summaries {
    /// The measures.
    pub metrics: Vec<Metric>,
    pub runs: Vec<RunSummary>,
    /// The facts that notes mention.
    pub(crate) noted: Noted,
}

#[derive(Clone, Debug)]
pub struct RunSummary {
    pub name: String,
    /// The number of topics.
    pub counted: usize,
    /// The summary by each measure.
    pub all: Vec<f64>,
    /// The spread of the topics' scores, by measure; empty if the format does not round by it.
    pub(crate) spreads: Vec<Spread>,
}

impl Summaries {
    /// Reads the files and scores the runs with the wanted measures, for the summaries that `format` writes. Returns
    /// `None` if runs have to be held: for judgments by intent, units, topics that all runs have, or a choice of
    /// topics.
    ///
    /// # Errors
    /// Those of reading all files, and then of checking and scoring their contents.
    pub fn new(
        files: &Files,
        wanted: &Wanted,
        rules: &Rules,
        format: Format,
    ) -> Result<Option<Self>, EvalError> {
        let Judgments::Plain { qrels: path, format: written, units } = &files.judgments else {
            return Ok(None);
        };
        let is_by_intent = wanted.metrics.iter().any(|metric| metric.family().is_by_intent());
        if files.topics.is_some()
            || *units != UnitFiles::default()
            || rules.topics == TopicRule::Intersection
            || is_by_intent
        {
            return Ok(None);
        }
        files.check()?;
        let qrels = Qrels::read(path, written)?;
        let held =
            Held { qrels: path, highest: qrels.highest(), has_pooled: qrels.has_pooled(), by_intent: false };
        // Errors in the files are reported first.
        let checked = held.check(wanted, rules, format == Format::TREC_EVAL);
        let scorer = held.gains(rules).and_then(|gains| {
            let max_rank = rules.max_rank.map(NonZeroU32::get);
            Scorer::new(&wanted.metrics, &gains, rules.min_rel.get(), max_rank)
                .map_err(|error| EvalError::Usage(error.to_string()))
        });
        let sound = scorer.as_ref().ok().filter(|_| checked.is_ok());
        let order = if format == Format::TREC_EVAL { by_bytes(&qrels) } else { None };
        let (order, rounds) = (order.as_deref(), format.is_for_people());
        let by = Scored { qrels: &qrels, metrics: &wanted.metrics, rules, order, rounds };
        let reading = Reading { repeated: files.repeated, ..rules.reading(files.extra_columns) };
        let room = || Passing::new(&by, sound);
        let passed = read_runs(&qrels, &files.runs, &reading, room)?;
        checked?;
        let first = qrels.topics().next().map_or("", |topic| topic.name());
        if let Some(stranger) = passed.iter().find(|run| run.kept.is_stranger) {
            return Err(scores::stranger(path, &stranger.name, first));
        }
        scorer?;
        if qrels.topics().all(|topic| !by.counts(topic)) {
            return Err(scores::none_counts(path));
        }
        if let Some(empty) = passed.iter().find(|run| run.kept.counted == 0) {
            return Err(scores::none_of_run(path, &empty.name));
        }
        let dropped = qrels.topics().filter(|&topic| !by.counts(topic));
        let first = passed.first().map(|run| &run.kept);
        let noted = Noted {
            counted: first.map_or(0, |kept| kept.counted),
            same: passed.iter().all(|run| Some(&run.kept.own) == first.map(|first| &first.own)),
            dropped: Few::new(dropped.map(|topic| topic.name())),
            undefined: first.map_or(Vec::new(), |kept| kept.undefined.clone()),
            runs: passed.iter().map(|run| run.kept.noted(&run.name)).collect(),
        };
        let summary = |run: ReadRun<Kept>| RunSummary {
            name: run.name,
            counted: run.kept.counted,
            all: run.kept.all,
            spreads: run.kept.spreads,
        };
        let runs = passed.into_iter().map(summary).collect();
        Ok(Some(Self { metrics: wanted.metrics.clone(), runs, noted }))
    }
}

/// Returns the topics in byte order of their names, if that differs from their own order.
fn by_bytes(qrels: &Qrels) -> Option<Vec<u32>> {
    let name = |&topic: &u32| qrels.at(topic as usize).name().as_bytes();
    let mut order: Vec<u32> = (0..qrels.topics().len() as u32).collect();
    if order.is_sorted_by_key(name) {
        return None;
    }
    // Most are in order already, which this sort exploits.
    order.sort_by_key(name);
    Some(order)
}
