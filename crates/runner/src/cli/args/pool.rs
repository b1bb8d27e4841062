//! Arguments of `rejudge pool`, as typed.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use rejudge_collections::{Reading, ScoreType, Ties};
use rejudge_pools::{Absent, Manipulation, Parameter, Preference, Rule};

use super::files::FileArgs;
use rejudge_eval::pooling::Form;

/// `rejudge pool`
#[derive(Debug, ClapArgs)]
#[command(
    override_usage = "rejudge pool QRELS 'MANIPULATION(PARAMETER=VALUE, ..)' --runs DIR [OPTIONS]\n       \
                      rejudge pool build RUNS --depth K [OPTIONS]",
    after_help = manipulations()
)]
pub struct Pool {
    /// Qrels file (`-` for standard input; write ./build for a file named `build`), and a manipulation as in an
    /// experiment: 'leave-one-team-out(team=A)', 'sample(rate=0.1)'
    #[arg(value_names = ["QRELS", "MANIPULATION"])]
    pub words: Vec<OsString>,
    #[command(subcommand)]
    pub build: Option<PoolVerb>,
    #[command(flatten)]
    pub input: PoolInput,
    /// Number of top documents that each run contributed, for manipulations of teams [default: all documents
    /// retrieved]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub pool_depth: Option<u32>,
    /// Seed of a random manipulation such as `sample`; an experiment with this seed makes the same draw [default:
    /// 1]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Number of the draw with this seed. Samples of one draw are nested: a lower rate keeps a subset of what a
    /// higher rate keeps [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub draw: Option<u32>,
    /// Write to this file instead of stdout (`-`: stdout)
    #[arg(short, long, global = true, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Show what changes: judged documents by level, topic and team (on stderr if the judgments go to stdout)
    #[arg(long, global = true, help_heading = "Output")]
    pub stats: bool,
}

/// Every manipulation with its parameters, for help.
fn manipulations() -> String {
    let mut text = String::from("Manipulations:\n");
    for rule in Manipulation::all() {
        let parameter = |parameter: &Parameter| match parameter.absent {
            Absent::Refused => format!("{}=..", parameter.name),
            _ => format!("[{}=..]", parameter.name),
        };
        let parameters: Vec<String> = rule.parameters().iter().map(parameter).collect();
        text += &format!(
            "  {}({})\n      {}\n",
            rule.name(),
            parameters.join(", "),
            rule.summary().trim_end_matches('.')
        );
    }
    text + "\nA parameter in brackets may be left out. A value with a comma needs quotes: \"take-one-team(team='A, B')\"."
}

/// The runs, and how files are read. All of it may stand before or after the manipulation.
#[derive(Clone, Debug, ClapArgs)]
#[command(next_help_heading = "Input")]
pub struct PoolInput {
    /// Qrels file, if it is not the first argument
    // Named apart from the argument that stands first: clap tells arguments apart by field name.
    #[arg(long = "qrels", global = true, value_name = "FILE")]
    pub judgments: Option<PathBuf>,
    /// Folder of runs, a run file, or a quoted pattern ('runs/*.gz'). May be repeated
    #[arg(long, global = true, value_name = "DIR")]
    pub runs: Vec<PathBuf>,
    #[command(flatten)]
    pub files: FileArgs,
    /// Labels of another judge, for manipulations that name it: 'full(judge=gpt)', 'full(fill=gpt)'. Options follow
    /// the name: gpt=labels.txt,repeated=last. May be repeated
    #[arg(
        hide_short_help = true,
        long,
        alias = "judge",
        global = true,
        value_name = "[NAME=]FILE[,KEY=VALUE]"
    )]
    pub also: Vec<String>,
    /// How ties are broken, or how all documents are ordered
    #[arg(hide_short_help = true, long, global = true, default_value = "docno-descending")]
    pub ties: Ties,
    /// Precision of scores
    #[arg(hide_short_help = true, long, global = true, default_value = "f64")]
    pub score_type: ScoreType,
}

impl PoolInput {
    /// The rules by which runs are read, down to `max_rank`.
    pub fn reading(&self, max_rank: usize) -> Reading {
        Reading {
            ties: self.ties,
            score_type: self.score_type,
            max_rank,
            extra_columns: self.files.reading.extra_columns(),
            repeated: self.files.reading.repeated.unwrap_or_default(),
            ..Reading::default()
        }
    }
}

/// The verb that takes no judgments.
#[derive(Debug, Subcommand)]
pub enum PoolVerb {
    /// List the documents to be judged: the top documents of the runs
    Build(Build),
}

/// `rejudge pool build`
#[derive(Debug, ClapArgs)]
pub struct Build {
    /// Folders of runs, run files, or quoted patterns, as with --runs
    #[arg(value_name = "RUNS")]
    pub files: Vec<PathBuf>,
    /// Number of top documents that each run contributes
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
    /// Use only the first N pooled runs of each team, in the order of file names
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub runs_per_team: Option<u32>,
    /// Leave out the documents that this qrels file judges. A document with a negative grade is not judged yet
    #[arg(long, value_name = "QRELS")]
    pub judged: Option<PathBuf>,
    /// Judge at most N documents a topic
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "budget_in_all")]
    pub budget: Option<u32>,
    /// Judge at most N documents in all; a topic may get none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub budget_in_all: Option<u32>,
    /// Which documents to judge first if the budget does not cover the pool
    #[arg(long, default_value = "frequency")]
    pub prefer: PreferArg,
    /// Persistence of the RBP weights of --prefer rbp
    #[arg(hide_short_help = true, long, value_name = "P", default_value = "0.8", value_parser = persistence)]
    pub persistence: f64,
    /// Order of the documents of a topic; `preferred` reveals to the assessor how the runs rank them
    #[arg(long, default_value = "docid")]
    pub order: OrderArg,
    /// Seed of --order random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Format of the list
    #[arg(long, default_value = "docs")]
    pub form: Form,
}

impl Build {
    /// The documents that come first.
    pub fn preference(&self) -> Preference {
        match self.prefer {
            PreferArg::Frequency => Preference::Frequency,
            PreferArg::BestRank => Preference::BestRank,
            PreferArg::Rbp => Preference::Rbp(self.persistence),
        }
    }
}

/// The documents that a budget goes to first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PreferArg {
    /// Documents in the pools of more runs; ties by the lower sum of ranks (as NTCIR sorts its pools)
    Frequency,
    /// Documents with the better best rank; ties as with frequency
    BestRank,
    /// Documents with the higher sum of (1 - p) p^(rank - 1) over the runs (Moffat, Webber and Zobel, SIGIR 2007)
    Rbp,
}

/// Order of the documents of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum OrderArg {
    /// By docid, which reveals no ranks
    Docid,
    /// As given by --prefer
    Preferred,
    /// At random
    Random,
}

fn persistence(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(p) if p > 0.0 && p < 1.0 => Ok(p),
        _ => Err("expected a number between 0 and 1".to_owned()),
    }
}
