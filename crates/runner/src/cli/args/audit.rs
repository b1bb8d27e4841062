//! Arguments of `rejudge audit`, as typed.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;

use super::files::FileArgs;
use super::rules::ChosenRules;
use crate::cli::completion;

const USAGE: &str = "rejudge audit --qrels FILE --runs DIR [OPTIONS]
       rejudge audit QRELS RUNS [OPTIONS]
       rejudge audit COLLECTION [OPTIONS]
       rejudge audit --scores [MEASURE=]FILE.. [OPTIONS]";

/// `rejudge audit`
#[derive(Debug, ClapArgs)]
#[command(override_usage = USAGE)]
pub struct Audit {
    /// Qrels file and runs, as with --qrels and --runs; or the name of a collection (`rejudge data list`)
    #[arg(
        value_name = "QRELS RUNS|COLLECTION",
        num_args = 1..,
        required_unless_present_any = ["scores", "qrels"]
    )]
    pub files: Vec<PathBuf>,
    /// Qrels file, if it is not the first argument
    #[arg(long, value_name = "FILE")]
    pub qrels: Option<PathBuf>,
    /// Folder of runs, a run file, or a quoted pattern ('runs/*.gz')
    #[arg(long, value_name = "DIR")]
    pub runs: Option<PathBuf>,
    /// Score matrices (CSV or parquet, topics by runs) instead of qrels and runs, as MEASURE=FILE; with one file,
    /// -m can name the measure
    #[arg(
        hide_short_help = true, long, value_name = "[MEASURE=]FILE", num_args = 1..,
        conflicts_with_all = [
            "files", "qrels", "runs", "teams", "pooled", "qrels_format", "extra_columns", "repeated", "also",
            "also_people", "new_run", "depth",
        ]
    )]
    pub scores: Vec<String>,
    #[command(flatten)]
    pub more: FileArgs,
    /// Labels of another judge, such as a model, to test whether it can replace people. Options follow the name:
    /// gpt=labels.txt,repeated=last,outside=drop,labels=gains,highest=3. Without NAME, the judge is named after the file
    #[arg(long, aliases = ["judge", "judges", "llm"], value_name = "[NAME=]FILE[,KEY=VALUE]", num_args = 1..)]
    pub also: Vec<String>,
    /// Labels of other people for the same documents. A judge of --also is measured against the agreement among people
    #[arg(hide_short_help = true, long, value_name = "[NAME=]FILE[,KEY=VALUE]", num_args = 1.., requires = "also")]
    pub also_people: Vec<String>,
    /// Runs that did not contribute to the pool. For each: can these judgments score it, or which documents should
    /// be judged first? The rest of the audit does not change
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub new_run: Vec<PathBuf>,
    /// Pool depth, at most the length of the longest ranking [default: inferred from the judgments, if a pool of
    /// that depth contains at least 90% of them]
    #[arg(long, value_name = "DEPTH")]
    pub depth: Option<NonZeroU32>,
    /// Measures, separated by spaces; the verdicts are about the first one [default: nDCG@10 if runs are judged to
    /// a depth below 50, AP otherwise; then the other of the two, and nDCG P@10 Q RBP RR Bpref AP' nDCG' Q']
    #[arg(short, long, value_name = "MEASURES", add = ArgValueCompleter::new(completion::measures))]
    pub measures: Option<Vec<String>>,
    #[command(flatten)]
    pub rules: ChosenRules<false>,
    /// Change a value of the experiment: path=value, or path+=value to add to a list (--emit-yaml shows the experiment)
    #[arg(hide_short_help = true, short = 's', long = "set", value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Number of random draws
    #[arg(long, default_value_t = const { NonZeroU32::new(10).expect("10 is not 0") })]
    pub draws: NonZeroU32,
    /// Root seed
    #[arg(hide_short_help = true, long, default_value_t = 1)]
    pub seed: u64,
    /// Name of the collection [default: the folder of the qrels file]
    #[arg(hide_short_help = true, long, value_name = "NAME")]
    pub id: Option<String>,
    /// Folder for the report, the tables and the experiment: new, empty, or that of an earlier audit of the same
    /// judgments, which is replaced [default: audit/<id>]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Write the experiment and compute nothing. Refuses a folder that has another experiment's report
    #[arg(hide_short_help = true, long)]
    pub emit_yaml: bool,
    /// Cache folder [default: $REJUDGE_CACHE, or .rejudge/cache]
    #[arg(
        hide_short_help = true, long, value_name = "DIR",
        default_value_os_t = crate::session::cache_folder(), hide_default_value = true
    )]
    pub cache: PathBuf,
    /// Number of threads [default: one per core]
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}
