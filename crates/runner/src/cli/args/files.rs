//! Files of a collection besides its judgments and runs, and how all of them are read.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;

use super::eval::{QrelsFormatArg, extra_columns};
use rejudge_collections::descriptor::RepeatedDocuments;
use rejudge_eval::own::OwnFiles;

#[derive(Clone, Debug, ClapArgs)]
pub struct FileArgs {
    /// Table of teams, with the columns run and team [default: the part of a run file's name before `__`, or one
    /// team for each run]
    #[arg(long, value_name = "FILE")]
    pub teams: Option<PathBuf>,
    /// Table of pooled runs, with the columns run and pooled (0 or 1) [default: all runs]
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    pub pooled: Option<PathBuf>,
    /// Format of the qrels file
    #[arg(hide_short_help = true, long, default_value = "trec")]
    pub qrels_format: QrelsFormatArg,
    /// Ignore columns after the run tag instead of refusing them
    #[arg(hide_short_help = true, long)]
    pub extra_columns: bool,
    /// How to treat a document that a run retrieves twice for a topic [default: refuse]
    #[arg(hide_short_help = true, long, value_name = "HOW")]
    pub repeated: Option<RepeatedDocuments>,
}

impl FileArgs {
    /// These files, with judgments and runs.
    pub fn own(&self, qrels: &Path, runs: &Path) -> OwnFiles {
        OwnFiles {
            qrels: qrels.to_owned(),
            format: self.qrels_format.into(),
            runs: runs.to_owned(),
            teams: self.teams.clone(),
            pooled: self.pooled.clone(),
            eligible: None,
            extra_columns: extra_columns(self.extra_columns),
            repeated: self.repeated.unwrap_or_default(),
        }
    }
}
