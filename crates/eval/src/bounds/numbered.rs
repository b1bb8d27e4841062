//! Runs read with a number for every document, so that unjudged documents can be distinguished.

use std::path::Path;

use rejudge_collections::{Qrels, ReadRun, Reading, TeamChoice, TeamFiles, load_numbered};
use rejudge_experiment::spec::Rules;
use rejudge_pools::{JoinedRun, Run};

use crate::{EvalError, Files, Input};

/// Reads files for bounds: the judgments of the input are a collection that has the runs, in the order of
/// their names.
///
/// # Errors
/// If a file is wrong, or the judgments are of intents or of units.
pub fn load_for_bounds(files: &Files, rules: &Rules) -> Result<Input, EvalError> {
    let (path, format) = files.by_document("--bounds")?;
    files.check()?;
    let mut qrels = Qrels::read(path, format)?;
    files.choose(&mut qrels, &reading(files, rules))?;
    Ok(numbered(&qrels, path, files, rules)?.of_choice(files))
}

/// Returns the settings for reading runs.
pub(crate) fn reading(files: &Files, rules: &Rules) -> Reading {
    let Files { repeated, may_share_tags, run_names, .. } = *files;
    Reading { repeated, may_share_tags, run_names, ..rules.reading(files.extra_columns) }
}

/// The runs of `files` with these judgments, every document with a number.
pub(crate) fn numbered(qrels: &Qrels, path: &Path, files: &Files, rules: &Rules) -> Result<Input, EvalError> {
    let teams = TeamFiles { teams: TeamChoice::OneEach, ..TeamFiles::default() };
    let loaded = load_numbered(qrels, path, &files.runs, &teams, &reading(files, rules))?;
    let collection = loaded.collection;
    let join = |(at, run): (usize, &Run)| {
        ReadRun::new(run.name.clone(), JoinedRun::new(&collection, at, rules.depth()))
    };
    let runs = collection.runs().iter().enumerate().map(join).collect();
    Ok(Input::of_judgments(path.to_owned(), collection).with_runs(runs))
}
