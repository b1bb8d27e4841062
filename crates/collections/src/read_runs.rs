//! Run files read, ranked, looked up in the judgments, and named.
//!
//! Each file is read by one worker with its own buffer; the result does not depend on how many there are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rejudge_pools::{DocIx, Tied, UNINTERNED};

use crate::bytes::read_into;
use crate::descriptor::RunNames;
use crate::docids::Ids;
use crate::load_error::LoadError;
use crate::qrels::Qrels;
use crate::reading::Reading;
use crate::runs::RunFile;

/// What becomes of documents that have no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unjudged {
    /// They get numbers after the judged ones.
    Numbered,
    /// They stay [`UNINTERNED`].
    Left,
}

/// A run with its judged documents numbered.
pub(crate) struct LoadedRun {
    pub name: String,
    pub path: PathBuf,
    /// By topic of the qrels.
    pub rankings: Vec<Vec<DocIx>>,
    /// By topic of the qrels: documents of equal scores.
    pub tied: Vec<Vec<Tied>>,
    /// By topic: ids of the documents still [`UNINTERNED`], in order of rank.
    pub unjudged: Vec<Ids>,
    /// Topics of the run that are not in the qrels.
    pub skipped: usize,
}

/// Reads and ranks run files in parallel. The error is that of the first bad file in their order.
fn read_runs(
    qrels: &Qrels<'_>,
    paths: &[PathBuf],
    reading: &Reading,
    unjudged: Unjudged,
) -> Result<Vec<LoadedRun>, LoadError> {
    let load = |buffer: &mut Vec<u8>, path: &PathBuf| {
        read_into(path, buffer)?;
        let run = RunFile::parse(path, buffer, reading)?;
        Ok(look_up(qrels, path, &run, unjudged))
    };
    let loaded: Vec<Result<_, LoadError>> = paths.par_iter().map_init(Vec::new, load).collect();
    loaded.into_iter().collect()
}

fn look_up(qrels: &Qrels<'_>, path: &Path, run: &RunFile<'_>, unjudged: Unjudged) -> LoadedRun {
    let topics = qrels.topics.len();
    let (mut rankings, mut tied) = (vec![Vec::new(); topics], vec![Vec::new(); topics]);
    let mut others: Vec<Ids> = std::iter::repeat_with(Ids::default).take(topics).collect();
    let mut skipped = 0;
    for ranked in &run.topics {
        let Some(&number) = qrels.by_name.get(ranked.name) else {
            skipped += 1;
            continue;
        };
        let table = &qrels.topics[number].documents;
        tied[number].clone_from(&ranked.tied);
        rankings[number] = ranked.documents.iter().map(|&id| table.get(id).unwrap_or(UNINTERNED)).collect();
        if unjudged == Unjudged::Numbered {
            for (id, _) in
                ranked.documents.iter().zip(&rankings[number]).filter(|&(_, &number)| number == UNINTERNED)
            {
                others[number].push(id.text);
            }
        }
    }
    if skipped == run.topics.len() {
        tracing::warn!(path = %path.display(), "no topic of this run is in the qrels");
    } else if skipped > 0 {
        tracing::info!(path = %path.display(), skipped, "topics of this run that are not in the qrels");
    }
    LoadedRun { name: run.tag.to_owned(), path: path.to_owned(), rankings, tied, unjudged: others, skipped }
}

/// Reads runs in the order given, and names them; documents without a verdict stay [`UNINTERNED`].
pub(crate) fn named_runs(
    qrels: &Qrels<'_>,
    runs: &[PathBuf],
    reading: &Reading,
) -> Result<Vec<LoadedRun>, LoadError> {
    let mut loaded = read_runs(qrels, runs, reading, Unjudged::Left)?;
    let with_others: Vec<&LoadedRun> = loaded.iter().filter(|run| run.skipped > 0).collect();
    if let Some(first) = with_others.first() {
        let (runs, first, topics) = (with_others.len(), first.path.display(), first.skipped);
        tracing::warn!(runs, %first, topics, "topics that are not in the qrels are not scored");
    }
    let names = names_apart(loaded.iter().map(|run| (run.name.as_str(), run.path.as_path())));
    for (run, name) in loaded.iter_mut().zip(names) {
        run.name = name;
    }
    Ok(loaded)
}

/// The names of runs with these tags and files: a tag, or the path where several files have the tag.
pub(crate) fn names_apart<'a>(runs: impl Iterator<Item = (&'a str, &'a Path)> + Clone) -> Vec<String> {
    let mut tags = BTreeMap::<&str, usize>::new();
    for (tag, _) in runs.clone() {
        *tags.entry(tag).or_default() += 1;
    }
    let name = |(tag, path): (&str, &Path)| {
        if tags[tag] == 1 {
            return tag.to_owned();
        }
        tracing::warn!(tag, path = %path.display(), "several files have this run tag: named by path");
        path.display().to_string()
    };
    runs.map(name).collect()
}

/// Reads runs and names them by their tags, or all by their files where tags do not tell them apart; in the order of
/// their names, each document with a number. `names` says by which, should that be known.
pub(crate) fn runs_by_name(
    qrels: &Qrels<'_>,
    paths: &[PathBuf],
    names: Option<RunNames>,
    reading: &Reading,
) -> Result<(Vec<LoadedRun>, RunNames), LoadError> {
    let mut loaded = read_runs(qrels, paths, reading, Unjudged::Numbered)?;
    let tags: BTreeSet<&str> = loaded.iter().map(|run| run.name.as_str()).collect();
    let apart = if tags.len() == loaded.len() { RunNames::Tags } else { RunNames::Files };
    let names = names.unwrap_or(apart);
    if names == RunNames::Files {
        loaded.iter_mut().for_each(|run| run.name = file_name(&run.path));
    }
    loaded.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some([first, second]) = loaded.array_windows().find(|[a, b]| a.name == b.name) {
        return Err(LoadError::RepeatedRun {
            run: first.name.clone(),
            first: first.path.clone(),
            second: second.path.clone(),
        });
    }
    Ok((loaded, names))
}

/// What a run is called by its file.
fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
