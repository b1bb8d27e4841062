//! Arguments of `rejudge audit`, as typed.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;

use super::eval::QrelsFormatArg;
use super::rules::ChosenRules;
use crate::cli::completion;
use rejudge_descriptor::RepeatedDocuments;

const USAGE: &str = "rejudge audit --qrels FILE --runs DIR [OPTIONS]
       rejudge audit QRELS RUNS [OPTIONS]
       rejudge audit COLLECTION [OPTIONS]
       rejudge audit --scores [MEASURE=]FILE.. [OPTIONS]";

/// `rejudge audit`
#[derive(Debug, ClapArgs)]
#[command(override_usage = USAGE)]
pub struct Audit {
    /// Judgments, and the runs: as --qrels and --runs; or a collection of `rejudge data list`
    #[arg(
        value_name = "QRELS RUNS|COLLECTION",
        num_args = 1..=2,
        required_unless_present_any = ["scores", "qrels"],
        conflicts_with = "scores"
    )]
    pub files: Vec<PathBuf>,
    /// Judgments, if not given as the first argument
    #[arg(long, value_name = "FILE", conflicts_with = "scores")]
    pub qrels: Option<PathBuf>,
    /// Folder of run files, a run file, or a pattern in quotes ('runs/*.gz')
    #[arg(long, value_name = "DIR", conflicts_with = "scores")]
    pub runs: Option<PathBuf>,
    /// Score matrices instead (CSV or parquet, topics by runs), as MEASURE=FILE; of one file -m may say the
    /// measure
    #[arg(hide_short_help = true, long, value_name = "[MEASURE=]FILE", num_args = 1..)]
    pub scores: Vec<String>,
    /// Form of the judgments
    #[arg(hide_short_help = true, long, default_value = "trec", conflicts_with = "scores")]
    pub qrels_format: QrelsFormatArg,
    /// Do not read what follows the tag of a run's line; it is an error otherwise
    #[arg(hide_short_help = true, long, conflicts_with = "scores")]
    pub extra_columns: bool,
    /// A document that a run has twice for a topic [default: refuse]
    #[arg(hide_short_help = true, long, value_name = "HOW", conflicts_with = "scores")]
    pub repeated: Option<RepeatedDocuments>,
    /// Table of runs and teams: run, team [default: the part of a run file's name before `__`, else one
    /// team a run]
    #[arg(long, value_name = "FILE", conflicts_with = "scores")]
    pub teams: Option<PathBuf>,
    /// Table of the runs that formed the pool: run, 0 or 1, with the header run, pooled [default: all]
    #[arg(hide_short_help = true, long, value_name = "FILE", conflicts_with = "scores")]
    pub pooled: Option<PathBuf>,
    /// Labels of another judge, such as a model: may it stand in for people? What is done to them behind the
    /// file, as in gpt=labels.txt,repeated=last,outside=drop,labels=gains,highest=3
    #[arg(long, value_name = "NAME=FILE[,KEY=VALUE]", num_args = 1.., conflicts_with = "scores")]
    pub also: Vec<String>,
    /// Labels of other people for the same documents: how far people agree with people is what a judge of
    /// --also is held against
    #[arg(hide_short_help = true, long, value_name = "NAME=FILE[,KEY=VALUE]", num_args = 1.., conflicts_with = "scores", requires = "also")]
    pub also_people: Vec<String>,
    /// Runs that did not contribute to the pool. For each: may these judgments score it, or which documents should be
    /// judged first? The rest of the audit does not change
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "scores")]
    pub new_run: Vec<PathBuf>,
    /// Depth of the pool, at most the length of the longest ranking [default: the one that the judgments imply, if its pool
    /// holds at least 90% of them]
    #[arg(long, value_name = "DEPTH", conflicts_with = "scores")]
    pub depth: Option<NonZeroU32>,
    /// Measures, separated by blanks; the first is the one that verdicts are about [default: nDCG@10 if runs are judged to
    /// fewer than 50 ranks, else AP; then the other of the two, and nDCG P@10 Q RBP RR Bpref AP' nDCG' Q']
    #[arg(short, long, value_name = "MEASURES", add = ArgValueCompleter::new(completion::measures))]
    pub measures: Option<Vec<String>>,
    #[command(flatten)]
    pub rules: ChosenRules<false>,
    /// How often whatever is random is drawn
    #[arg(long, default_value_t = const { NonZeroU32::new(10).expect("10 is not 0") })]
    pub draws: NonZeroU32,
    /// Root seed
    #[arg(hide_short_help = true, long, default_value_t = 1)]
    pub seed: u64,
    /// Name of the collection [default: of the folder that the judgments are in]
    #[arg(hide_short_help = true, long, value_name = "NAME")]
    pub id: Option<String>,
    /// Folder of the report, the tables and the experiment: a new one, an empty one, or that of an earlier
    /// audit of the same judgments, which is replaced [default: audit/<id>]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Write the experiment, and compute nothing; not over the report of another one
    #[arg(hide_short_help = true, long)]
    pub emit_yaml: bool,
    /// Folder of finished cells [default: that of REJUDGE_CACHE, or .rejudge/cache]
    #[arg(
        hide_short_help = true, long, value_name = "DIR",
        default_value_os_t = rejudge_session::cache_folder(), hide_default_value = true
    )]
    pub cache: PathBuf,
    /// Threads [default: one a core]
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}
