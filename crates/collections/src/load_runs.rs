//! Judgments and runs that no descriptor describes, every run its own team.

use std::path::{Path, PathBuf};

use rejudge_pools::{Run, Team, TestCollection};

use crate::bytes::read;
use crate::load_error::LoadError;
use crate::numbering::assembled;
use crate::qrels::Qrels;
use crate::qrels_format::QrelsFormat;
use crate::read_runs::{LoadedRun, Unjudged, named_runs};
use crate::reading::Reading;

/// Loads judgments and runs that no descriptor describes, in the order given. Every run is its own
/// team, and documents without a judgment have no number (`UNINTERNED`).
///
/// A run is named by its tag; runs that share a tag are named by their paths.
pub fn load_runs_with(
    qrels: &Path,
    format: &QrelsFormat,
    runs: &[PathBuf],
    reading: &Reading,
) -> Result<TestCollection, LoadError> {
    let bytes = read(qrels)?;
    runs_with(&Qrels::parse(qrels, &bytes, format)?, runs, reading)
}

/// As [`load_runs_with`], with judgments that are read already.
pub(crate) fn runs_with(
    qrels: &Qrels<'_>,
    runs: &[PathBuf],
    reading: &Reading,
) -> Result<TestCollection, LoadError> {
    let loaded = named_runs(qrels, runs, reading)?;
    let own_team =
        |(team, run): (usize, &LoadedRun)| Run { name: run.name.clone(), team, pooled: true, eligible: true };
    let teams = loaded.iter().map(|run| Team { name: run.name.clone(), analysed: true }).collect();
    let runs = loaded.iter().enumerate().map(own_team).collect();
    assembled(qrels, runs, teams, loaded, Unjudged::Left)
}
