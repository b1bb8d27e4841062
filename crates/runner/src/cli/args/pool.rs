//! Arguments of `rejudge pool`, as typed.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args as ClapArgs, Subcommand};
use rejudge_collections::{Reading, ScoreType, Ties};
use rejudge_descriptor::RepeatedDocuments;
use rejudge_pools::{JudgmentSet, Preference, Rate, Rounding, Strata};

use super::eval::{QrelsFormatArg, extra_columns};
use rejudge_eval::pooling::Form;

/// `rejudge pool`
#[derive(Debug, ClapArgs)]
#[command(
    override_usage = "rejudge pool QRELS --runs DIR <MANIPULATION> [OPTIONS]\n       \
                      rejudge pool build --runs DIR --depth K [OPTIONS]",
    subcommand_value_name = "MANIPULATION",
    subcommand_help_heading = "Manipulations"
)]
pub struct Pool {
    /// Judgments (`-` for standard input); none for `build`. A file that is called like a manipulation:
    /// ./depth
    #[arg(value_name = "QRELS")]
    pub qrels: Option<PathBuf>,
    #[command(subcommand)]
    pub verb: PoolVerb,
    #[command(flatten)]
    pub input: PoolInput,
    /// Write here instead of stdout (`-`: stdout)
    #[arg(short, long, global = true, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Show what changes: judged documents by level, topics, teams (on stderr where the judgments go to
    /// stdout)
    #[arg(long, global = true, help_heading = "Output")]
    pub stats: bool,
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
    /// Labels of another judge, which a set may name: set 'full(judge=gpt)', 'full(fill=gpt)'. What is done
    /// to them stands behind the file, as in gpt=labels.txt,repeated=last; may be given several times
    #[arg(hide_short_help = true, long, global = true, value_name = "NAME=FILE[,KEY=VALUE]")]
    pub also: Vec<String>,
    /// Form of the judgments
    #[arg(hide_short_help = true, long, global = true, default_value = "trec")]
    pub qrels_format: QrelsFormatArg,
    /// What orders documents, or those of equal scores
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

/// What is done to the judgments.
#[derive(Debug, Subcommand)]
pub enum PoolVerb {
    /// Without the documents that only this team brought
    #[command(override_usage = "rejudge pool QRELS leave-one-team-out TEAM --runs DIR [OPTIONS]")]
    LeaveOneTeamOut {
        /// The team
        team: String,
        #[command(flatten)]
        contributed: Contributed,
    },
    /// Only the documents that this team brought
    #[command(override_usage = "rejudge pool QRELS take-one-team TEAM --runs DIR [OPTIONS]")]
    TakeOneTeam {
        /// The team
        team: String,
        #[command(flatten)]
        contributed: Contributed,
    },
    /// Only the documents that these teams brought
    #[command(override_usage = "rejudge pool QRELS take-teams A,B,C --runs DIR [OPTIONS]")]
    TakeTeams {
        /// The teams: A,B,C or A B C
        #[arg(required = true, value_name = "TEAMS")]
        names: Vec<String>,
        #[command(flatten)]
        contributed: Contributed,
    },
    /// Only the top documents of every pooled run
    #[command(alias = "pool-depth", override_usage = "rejudge pool QRELS depth K --runs DIR [OPTIONS]")]
    Depth {
        /// Depth of the pool
        #[arg(value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
    },
    /// A random part of the judged documents, the relevant and the nonrelevant ones apart
    #[command(override_usage = "rejudge pool QRELS sample --rate F [OPTIONS]")]
    Sample(SampleArgs),
    /// Any judgment set that an experiment may have, by its name
    #[command(override_usage = "rejudge pool QRELS set 'NAME(PARAMETER=VALUE,..)' --runs DIR [OPTIONS]")]
    Set(WrittenSet),
    /// No judgments, but the documents to be judged: the top documents of the runs
    Build(Build),
}

/// What counts as brought by a team.
#[derive(Debug, ClapArgs)]
pub struct Contributed {
    /// A run brought its top K documents [default: all that it retrieved]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub pool_depth: Option<u32>,
}

/// `rejudge pool QRELS sample`
#[derive(Debug, ClapArgs)]
pub struct SampleArgs {
    /// Share of the documents of each stratum, above 0 and up to 1
    #[arg(long, value_name = "F", value_parser = rate)]
    pub rate: String,
    /// Seed of the draw: an experiment with this seed samples the same documents
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Which draw of this seed. Samples of one draw are nested: a lower rate keeps a part of what a higher
    /// one does
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub draw: u32,
    /// Which of the samples that an experiment takes in each draw: N of `sample(draw=N)`
    #[arg(hide_short_help = true, long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub sample_draw: u32,
    /// What is sampled apart
    #[arg(hide_short_help = true, long, default_value = "relevance", value_parser = words(Strata::WORDS))]
    pub strata: String,
    /// Least number of relevant documents of a topic, or of each level of them with --strata level
    #[arg(hide_short_help = true, long, default_value_t = 1, value_name = "N")]
    pub min_relevant: usize,
    /// Least number of nonrelevant documents of a topic
    #[arg(hide_short_help = true, long, default_value_t = 10, value_name = "N")]
    pub min_nonrelevant: usize,
    /// How a share becomes a number of documents
    #[arg(hide_short_help = true, long, default_value = "floor", value_parser = words(Rounding::WORDS))]
    pub rounding: String,
    /// Keep the documents that are left out, with grade -1: in the pool, judgment withheld (for infAP)
    #[arg(long)]
    pub withhold: bool,
}

/// `rejudge pool QRELS set`
#[derive(Debug, ClapArgs)]
pub struct WrittenSet {
    /// A judgment set as experiments print it: 'take-teams(fewest-unique=3)'
    #[arg(value_name = "SET")]
    pub set: JudgmentSet,
    #[command(flatten)]
    pub contributed: Contributed,
    /// Seed of what is drawn
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Which draw of this seed
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub draw: u32,
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

/// One of these words, each with its meaning.
fn words(words: &'static [(&'static str, &'static str)]) -> PossibleValuesParser {
    // Sentences stand without a full stop in help.
    PossibleValuesParser::new(
        words.iter().map(|(word, means)| PossibleValue::new(*word).help(means.trim_end_matches('.'))),
    )
}

fn rate(text: &str) -> Result<String, String> {
    let rate: Rate = text
        .parse()
        .map_err(|_| "expected a decimal fraction above 0 and up to 1, with at most 15 digits".to_owned())?;
    // A share of nothing is reached by no document at all.
    if rate.is_reached_by(0, 1) {
        return Err("a share of 0 keeps nothing but the least numbers: expected one above 0".to_owned());
    }
    Ok(text.to_owned())
}

fn persistence(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(p) if p > 0.0 && p < 1.0 => Ok(p),
        _ => Err("expected a number between 0 and 1".to_owned()),
    }
}
