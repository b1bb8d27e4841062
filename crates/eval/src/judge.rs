//! The judgments of another judge in addition to people's: alone, and for documents that people did not judge. Its
//! labels are read as everywhere: four columns, on people's scale unless the judge has its own.

use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::{JudgeFile, QrelsFormat};
use rejudge_collections::{JudgeBytes, Qrels, join_runs, judged};
use rejudge_experiment::spec::Rules;
use rejudge_metrics::Verdict;
use rejudge_pools::{TestCollection, Topic, TopicIx};

use crate::bounds::{numbered, reading};
use crate::{EvalError, Files, Input, Judgments};
use rejudge_names::plural::{counted, of_number};

/// The name of the judge in messages.
const NAME: &str = "judge";

/// Reads the runs with the judgments of another judge alone, on the scale of people's.
///
/// # Errors
/// If a file is wrong, or people's judgments are of intents or of units.
pub fn load_judge(files: &Files, judge: &JudgeFile, rules: &Rules) -> Result<Input, EvalError> {
    let (path, format) = plain(files, judge)?;
    let mut people = Qrels::read(path, format)?;
    let reading = reading(files, rules);
    files.choose(&mut people, &reading)?;
    let labels = labels(judge)?;
    let mut qrels = labels.alone(&people)?;
    if let Some(choice) = &files.topics {
        let is_kept: Vec<bool> = qrels.topics().map(|topic| choice.contains(topic.name())).collect();
        qrels.keep(&is_kept);
    }
    let runs = join_runs(&qrels, &files.runs, &reading)?;
    let mut input = Input::of_judgments(judge.file.clone(), judged(&qrels)?);
    input.runs = runs;
    Ok(input)
}

/// Returns a remark if the judge's highest level differs from people's: graded measures and min-rel depend on levels.
pub fn other_scale(people: &Input, judge: u8) -> Option<String> {
    let people = people.highest();
    (people != judge).then(|| {
        format!(
            "the judge's highest level is {judge} and people's is {people}: levels are taken as they are, so that graded \
             measures and min-rel may mean something else by each"
        )
    })
}

/// Returns a remark if the judge labels only documents that people judged, so that no score changes.
pub fn fills_nothing(people: &Input, filled: &Input) -> Option<String> {
    let judged =
        |of: &Input| -> usize { of.judgments.topics().iter().map(|topic| topic.verdicts.len()).sum() };
    let said = "the judge labels no document that people did not judge: filled is the score";
    (judged(people) == judged(filled)).then(|| said.to_owned())
}

/// Returns a remark if the judge labels documents relevant that no run retrieved: they fill no gap, so that `filled`
/// may differ without one.
pub fn fills_beyond(people: &Input, filled: &Input, rules: &Rules) -> Option<String> {
    let unseen = |of: &Input| relevant_unretrieved(&of.judgments, rules.min_rel.get());
    // Documents that people judged are in both.
    let beyond = unseen(filled).saturating_sub(unseen(people));
    (beyond > 0).then(|| {
        format!(
            "the judge calls {} relevant that no run retrieved: the bounds do not count {}, and filled may lie \
             outside them",
            counted(beyond, "document"),
            of_number(beyond, "it", "them")
        )
    })
}

/// Returns the number of documents that have at least this level and are in no run.
fn relevant_unretrieved(judgments: &TestCollection, min_rel: u8) -> usize {
    let of_topic = |(at, topic): (TopicIx, &Topic)| {
        let is_relevant = |verdict: &Verdict| matches!(verdict, Verdict::Level(level) if *level >= min_rel);
        let mut unseen: Vec<bool> = topic.verdicts.iter().map(is_relevant).collect();
        for run in 0..judgments.runs().len() {
            for &document in judgments.ranking(run, at) {
                if let Some(unseen) = unseen.get_mut(document as usize) {
                    *unseen = false;
                }
            }
        }
        unseen.into_iter().filter(|unseen| *unseen).count()
    };
    judgments.topics().iter().enumerate().map(of_topic).sum()
}

/// Reads the runs with people's judgments, and with those of another judge for the documents of their topics that
/// people did not judge.
///
/// # Errors
/// Like [`load_judge`].
pub fn load_filled(files: &Files, judge: &JudgeFile, rules: &Rules) -> Result<Input, EvalError> {
    let (path, format) = plain(files, judge)?;
    let mut people = Qrels::read(path, format)?;
    files.choose(&mut people, &reading(files, rules))?;
    let labels = labels(judge)?;
    let filled = labels.filling(people)?;
    // The bounds have the runs in the same order, so that these scores can be shown next to them.
    numbered(&filled, path, files, rules)
}

fn labels(judge: &JudgeFile) -> Result<JudgeBytes<'_>, EvalError> {
    JudgeBytes::of_files(std::iter::once((NAME, judge)), Path::new("")).map_err(EvalError::from)
}

/// Returns people's judgments if they are by document and the runs can be read again.
fn plain<'a>(files: &'a Files, judge: &JudgeFile) -> Result<(&'a Path, &'a QrelsFormat), EvalError> {
    let Judgments::Plain { qrels, format, units } = &files.judgments else {
        return Err(EvalError::Usage("--judge is of judgments by document, not --by-intent".into()));
    };
    if units.duplicates.is_some() || units.groups.is_some() {
        return Err(EvalError::Usage("--judge does not go with --duplicates and --groups".into()));
    }
    let mut paths = files.runs.iter().chain([qrels, &judge.file]).map(PathBuf::as_path);
    if paths.any(|path| path.as_os_str() == "-") {
        return Err(EvalError::Usage(
            "--judge reads files again, and standard input (`-`) can be once".into(),
        ));
    }
    Ok((qrels, format))
}
