//! Arguments of `rejudge pool`, as typed.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use rejudge_collections::{Reading, ScoreType, Ties};
use rejudge_descriptor::RepeatedDocuments;
use rejudge_pools::{Absent, Manipulation, Parameter, Preference, Rule};

use super::eval::{QrelsFormatArg, extra_columns};
use rejudge_eval::pooling::Form;

/// `rejudge pool`
#[derive(Debug, ClapArgs)]
#[command(
    override_usage = "rejudge pool QRELS 'MANIPULATION(PARAMETER=VALUE, ..)' --runs DIR [OPTIONS]\n       \
                      rejudge pool build --runs DIR --depth K [OPTIONS]",
    after_help = manipulations()
)]
pub struct Pool {
    /// Judgments (`-` for standard input; a file that is called `build`: ./build), and what is done to them, as
    /// experiments write it: 'leave-one-team-out(team=A)', 'sample(rate=0.1)'
    #[arg(value_names = ["QRELS", "MANIPULATION"])]
    pub words: Vec<OsString>,
    #[command(subcommand)]
    pub build: Option<PoolVerb>,
    #[command(flatten)]
    pub input: PoolInput,
    /// A run contributed its top K documents, for manipulations of teams [default: all that it retrieved]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub pool_depth: Option<u32>,
    /// Seed of a manipulation that draws, such as `sample`: an experiment with this seed draws the same [default: 1]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Which draw of this seed. Samples of one draw are nested: a lower rate keeps a part of what a higher one does
    /// [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub draw: Option<u32>,
    /// Write here instead of stdout (`-`: stdout)
    #[arg(short, long, global = true, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Show what changes: judged documents by level, topics, teams (on stderr where the judgments go to
    /// stdout)
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
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Input")]
pub struct PoolInput {
    /// Judgments, where they do not stand first
    // Named apart from the argument that stands first: clap tells arguments apart by field name.
    #[arg(long = "qrels", global = true, value_name = "FILE")]
    pub judgments: Option<PathBuf>,
    /// Folder of run files, a run file, or a pattern in quotes ('runs/*.gz'); may be given several times
    #[arg(long, global = true, value_name = "DIR")]
    pub runs: Vec<PathBuf>,
    /// Table of runs and teams: run, team [default: the part of a run file's name before `__`, else one
    /// team a run]
    #[arg(long, global = true, value_name = "FILE")]
    pub teams: Option<PathBuf>,
    /// Table of the runs that formed the pool: run, 0 or 1, with the header run, pooled [default: all of
    /// them]
    #[arg(long, global = true, value_name = "FILE")]
    pub pooled: Option<PathBuf>,
    /// Labels of another judge, which a manipulation may name: 'full(judge=gpt)', 'full(fill=gpt)'. What is done
    /// to them stands behind the file, as in gpt=labels.txt,repeated=last; may be given several times
    #[arg(hide_short_help = true, long, global = true, value_name = "NAME=FILE[,KEY=VALUE]")]
    pub also: Vec<String>,
    /// Form of the judgments
    #[arg(hide_short_help = true, long, global = true, default_value = "trec")]
    pub qrels_format: QrelsFormatArg,
    /// The order of documents with equal scores, or of all documents
    #[arg(hide_short_help = true, long, global = true, default_value = "docno-descending")]
    pub ties: Ties,
    /// Precision of scores
    #[arg(hide_short_help = true, long, global = true, default_value = "f64")]
    pub score_type: ScoreType,
    /// Do not read what follows the tag of a run's line; it is an error otherwise
    #[arg(hide_short_help = true, long, global = true)]
    pub extra_columns: bool,
    /// A document that a run has twice for a topic
    #[arg(hide_short_help = true, long, global = true, value_name = "HOW", default_value = "refuse")]
    pub repeated: RepeatedDocuments,
}

impl PoolInput {
    /// How runs are read, down to `max_rank`.
    pub fn reading(&self, max_rank: usize) -> Reading {
        Reading {
            ties: self.ties,
            score_type: self.score_type,
            max_rank,
            extra_columns: extra_columns(self.extra_columns),
            repeated: self.repeated,
        }
    }
}

/// The verb that takes no judgments.
#[derive(Debug, Subcommand)]
pub enum PoolVerb {
    /// No judgments, but the documents to be judged: the top documents of the runs
    Build(Build),
}

/// `rejudge pool build`
#[derive(Debug, ClapArgs)]
pub struct Build {
    /// Documents of a run that go into the pool
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
    /// Only the first N pooled runs of every team, by the names of their files
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub runs_per_team: Option<u32>,
    /// Leave out the documents that these judgments judge; one with a negative grade is still to be judged
    #[arg(long, value_name = "QRELS")]
    pub judged: Option<PathBuf>,
    /// Most documents of a topic
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "budget_in_all")]
    pub budget: Option<u32>,
    /// Most documents of all topics together; a topic may get none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub budget_in_all: Option<u32>,
    /// Which documents a budget goes to first
    #[arg(long, default_value = "frequency")]
    pub prefer: PreferArg,
    /// Persistence of the RBP that --prefer rbp weighs by
    #[arg(hide_short_help = true, long, value_name = "P", default_value = "0.8", value_parser = persistence)]
    pub persistence: f64,
    /// Order of the documents of a topic; `preferred` tells the assessor what the runs think of them
    #[arg(long, default_value = "docid")]
    pub order: OrderArg,
    /// Seed of --order random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Form of the list
    #[arg(long, default_value = "docs")]
    pub form: Form,
}

impl Build {
    /// Which documents come first.
    pub fn preference(&self) -> Preference {
        match self.prefer {
            PreferArg::Frequency => Preference::Frequency,
            PreferArg::BestRank => Preference::BestRank,
            PreferArg::Rbp => Preference::Rbp(self.persistence),
        }
    }
}

/// Which documents a budget goes to first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PreferArg {
    /// In the pools of more runs, then with the lower sum of ranks in them (as NTCIR sorts its pools)
    Frequency,
    /// Of the better best rank, then as frequency
    BestRank,
    /// With the higher sum of (1 - p) p^(rank - 1) over the runs (Moffat, Webber and Zobel, SIGIR 2007)
    Rbp,
}

/// Order of the documents of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum OrderArg {
    /// By document id, which tells nothing of ranks
    Docid,
    /// As --prefer says
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
