//! Arguments of `rejudge labels`.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand};

/// `rejudge labels`
#[derive(Debug, ClapArgs)]
pub struct Labels {
    #[command(subcommand)]
    pub verb: LabelsVerb,
    /// Folder of schemes
    #[arg(long, global = true, value_name = "DIR", default_value = "configs/labels")]
    pub schemes: PathBuf,
}

/// The verbs of `rejudge labels`.
#[derive(Debug, Subcommand)]
pub enum LabelsVerb {
    /// Write a qrels file from a table of labels
    Consolidate(Consolidate),
    /// List the built-in schemes: name, assessors, columns, gains of the levels, title
    Schemes,
}

/// `rejudge labels consolidate`
#[derive(Debug, ClapArgs)]
pub struct Consolidate {
    /// Table with the columns topic, docid, assessor and label, or with a column for each criterion instead of
    /// label (`-` for standard input)
    #[arg(value_name = "LABELS", required_unless_present = "table")]
    pub labels: Option<PathBuf>,
    /// The table, if it is not the first argument
    // Named apart from the argument that stands first: clap tells arguments apart by field name.
    #[arg(long = "labels", value_name = "FILE", conflicts_with = "labels")]
    pub table: Option<PathBuf>,
    /// Name of a built-in scheme, or the path of a YAML file
    #[arg(long, value_name = "SCHEME")]
    pub scheme: String,
    /// Write the qrels to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the gains of the levels, in the form of `eval --gains`, to this file instead of stderr
    #[arg(long, value_name = "FILE")]
    pub gains: Option<PathBuf>,
    /// How to treat documents with fewer assessors than the scheme requires
    #[arg(long, default_value = "error")]
    pub missing: MissingArg,
}

impl Consolidate {
    /// The table, named by position or by option.
    pub fn path(&self) -> &Path {
        self.labels.as_deref().or(self.table.as_deref()).unwrap_or(Path::new("-"))
    }
}

/// The treatment of documents with too few assessors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum MissingArg {
    /// Stop with an error
    Error,
    /// Leave them out of the qrels
    LeaveOut,
    /// Write grade -1: in the pool, judgment withheld
    Withhold,
}
