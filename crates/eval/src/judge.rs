//! The judgments of another judge beside people's: alone, and where people did not judge.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rejudge_collections::{Qrels, read_judgments};
use rejudge_descriptor::QrelsFormat;
use rejudge_metrics::Verdict;
use rejudge_spec::Rules;

use crate::bounds::numbered;
use crate::{EvalError, Files, Input, Judgments, wrong_judgments};

/// Reads the runs with the judgments of another judge alone, which are of people's form.
///
/// # Errors
/// When a file is wrong, or people's judgments are of intents or of units.
pub fn load_judge(files: &Files, judge: &Path, rules: &Rules) -> Result<Input, EvalError> {
    let (_, format) = plain(files, judge)?;
    let judgments =
        Judgments::Plain { qrels: judge.to_owned(), format: format.clone(), units: Default::default() };
    Input::load(
        &Files {
            judgments,
            runs: files.runs.clone(),
            extra_columns: files.extra_columns,
            repeated: files.repeated,
        },
        rules,
    )
}

/// What to say where the judge's highest level is above people's, or below it: levels are taken as they are.
pub fn other_scale(people: &Input, judge: u8) -> Option<String> {
    let people = people.highest();
    (people != judge).then(|| {
        format!(
            "the judge's highest level is {judge} and people's is {people}: levels are taken as they are, so that graded \
             measures and min-rel may mean something else by each"
        )
    })
}

/// Reads the runs with people's judgments, and those of another judge for what people did not judge of their
/// topics; and that judge's highest level.
///
/// # Errors
/// As [`load_judge`].
pub fn load_filled(files: &Files, judge: &Path, rules: &Rules) -> Result<(Input, u8), EvalError> {
    let (path, format) = plain(files, judge)?;
    let bytes =
        |path: &Path| read_judgments(path, format).map_err(|error| EvalError::Data(error.to_string()));
    let (of_people, of_judge) = (bytes(path)?, bytes(judge)?);
    let people = Qrels::parse(path, &of_people, format).map_err(wrong_judgments)?;
    let other = Qrels::parse(judge, &of_judge, format).map_err(wrong_judgments)?;
    let level = |verdict| match verdict {
        Verdict::Level(level) => level,
        Verdict::Pooled => 0,
    };
    let judged = other.topics().flat_map(|topic| topic.judgments());
    let highest = judged.map(|(_, verdict)| level(verdict)).max().unwrap_or(0);
    let mut text = String::new();
    for topic in people.topics() {
        let others = other.topic(topic.name()).into_iter().flat_map(|topic| topic.judgments());
        let filled = others.filter(|(document, _)| topic.verdict(document).is_none());
        for (document, verdict) in topic.judgments().chain(filled) {
            let grade = match verdict {
                Verdict::Level(level) => i16::from(level),
                Verdict::Pooled => -1,
            };
            let _ = writeln!(text, "{} 0 {document} {grade}", topic.name());
        }
    }
    let filled = Qrels::parse(path, text.as_bytes(), &QrelsFormat::trec()).map_err(wrong_judgments)?;
    // In the order in which bounds have the runs, beside which these scores stand.
    Ok((numbered(&filled, path, files, rules)?, highest))
}

/// People's judgments where they are by document, and the runs can be read again.
fn plain<'a>(files: &'a Files, judge: &Path) -> Result<(&'a Path, &'a QrelsFormat), EvalError> {
    let Judgments::Plain { qrels, format, units } = &files.judgments else {
        return Err(EvalError::Usage("--judge is of judgments by document, not --by-intent".into()));
    };
    if units.duplicates.is_some() || units.groups.is_some() {
        return Err(EvalError::Usage("--judge does not go with --duplicates and --groups".into()));
    }
    let mut paths = files.runs.iter().map(PathBuf::as_path).chain([qrels.as_path(), judge]);
    if paths.any(|path| path.as_os_str() == "-") {
        return Err(EvalError::Usage(
            "--judge reads files again, and standard input (`-`) can be once".into(),
        ));
    }
    Ok((qrels, format))
}
