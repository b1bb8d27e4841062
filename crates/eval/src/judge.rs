//! The judgments of another judge beside people's: alone, and where people did not judge. Its labels are read
//! as everywhere: four columns, on people's scale unless the judge says another.

use std::path::{Path, PathBuf};

use rejudge_collections::{JudgeBytes, Qrels, join_runs, judged};
use rejudge_descriptor::{JudgeFile, QrelsFormat};
use rejudge_metrics::Verdict;
use rejudge_pools::{TestCollection, Topic, TopicIx};
use rejudge_spec::Rules;

use crate::bounds::{numbered, reading};
use crate::plural::{counted, of_number};
use crate::{EvalError, Files, Input, Judgments, wrong_judgments};

/// What messages call the judge.
const NAME: &str = "judge";

/// Reads the runs with the judgments of another judge alone, on the scale of people's.
///
/// # Errors
/// When a file is wrong, or people's judgments are of intents or of units.
pub fn load_judge(files: &Files, judge: &JudgeFile, rules: &Rules) -> Result<Input, EvalError> {
    let (path, format) = plain(files, judge)?;
    let mut people = Qrels::read(path, format).map_err(wrong_judgments)?;
    let reading = reading(files, rules);
    files.choose(&mut people, &reading)?;
    let labels = labels(judge)?;
    let mut qrels = labels.alone(&people)?;
    if let Some(choice) = &files.topics {
        let is_kept: Vec<bool> = qrels.topics().map(|topic| choice.contains(topic.name())).collect();
        qrels.keep(&is_kept);
    }
    let runs = join_runs(&qrels, &files.runs, &reading).map_err(|error| files.wrong(error))?;
    let mut input = Input::of_judgments(judge.file.clone(), judged(&qrels)?);
    input.runs = runs;
    Ok(input)
}

/// What to say where the judge's highest level is not people's: graded measures and min-rel go by levels.
pub fn other_scale(people: &Input, judge: u8) -> Option<String> {
    let people = people.highest();
    (people != judge).then(|| {
        format!(
            "the judge's highest level is {judge} and people's is {people}: levels are taken as they are, so that graded \
             measures and min-rel may mean something else by each"
        )
    })
}

/// What to say where the judge labels nothing but what people judged: no score can be another.
pub fn fills_nothing(people: &Input, filled: &Input) -> Option<String> {
    let judged =
        |of: &Input| -> usize { of.judgments.topics().iter().map(|topic| topic.verdicts.len()).sum() };
    let said = "the judge labels no document that people did not judge: filled is the score";
    (judged(people) == judged(filled)).then(|| said.to_owned())
}

/// What to say where the judge calls documents relevant that no run retrieved: they are no holes, so that
/// `filled` may be where no filling is.
pub fn fills_beyond(people: &Input, filled: &Input, rules: &Rules) -> Option<String> {
    let unseen = |of: &Input| relevant_unretrieved(&of.judgments, rules.min_rel.get());
    // What people judged stands in both.
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

/// How many documents have at least this level and are in no run.
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

/// Reads the runs with people's judgments, and those of another judge for what people did not judge of their
/// topics.
///
/// # Errors
/// As [`load_judge`].
pub fn load_filled(files: &Files, judge: &JudgeFile, rules: &Rules) -> Result<Input, EvalError> {
    let (path, format) = plain(files, judge)?;
    let mut people = Qrels::read(path, format).map_err(wrong_judgments)?;
    files.choose(&mut people, &reading(files, rules))?;
    let labels = labels(judge)?;
    let filled = labels.filling(people)?;
    // In the order in which bounds have the runs, beside which these scores stand.
    numbered(&filled, path, files, rules)
}

fn labels(judge: &JudgeFile) -> Result<JudgeBytes<'_>, EvalError> {
    JudgeBytes::of_files(std::iter::once((NAME, judge)), Path::new("")).map_err(EvalError::from)
}

/// People's judgments where they are by document, and the runs can be read again.
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
