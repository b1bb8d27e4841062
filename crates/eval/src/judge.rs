//! The judgments of another judge in addition to people's: alone, and for documents that people did not judge. Its
//! labels are read as everywhere: four columns, on people's scale unless the judge has its own.

use std::path::Path;

use rejudge_collections::descriptor::JudgeFile;
use rejudge_collections::{JudgeBytes, Qrels, join_runs, judged};
use rejudge_experiment::spec::Rules;

use crate::bounds::{numbered, reading};
use crate::{EvalError, Files, Input};

/// The name of the judge in messages.
const NAME: &str = "judge";

/// Reads the runs with the judgments of another judge alone, on the scale of people's.
///
/// # Errors
/// If a file is wrong, or people's judgments are of intents or of units.
pub fn load_judge(files: &Files, judge: &JudgeFile, rules: &Rules) -> Result<Input, EvalError> {
    let (path, format) = files.by_document("--judge")?;
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
    Ok(Input::of_judgments(judge.file.clone(), judged(&qrels)).with_runs(runs))
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

/// Reads the runs with people's judgments, and with those of another judge for the documents of their topics that
/// people did not judge.
///
/// # Errors
/// Like [`load_judge`].
pub fn load_filled(files: &Files, judge: &JudgeFile, rules: &Rules) -> Result<Input, EvalError> {
    let (path, format) = files.by_document("--judge")?;
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
