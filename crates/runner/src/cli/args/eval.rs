//! Arguments of `rejudge eval`, as typed.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_descriptor::{ExtraColumns, JudgeFile, QrelsFormat, RepeatedDocuments};
use rejudge_eval::{BoundsOf, Preset};
use rejudge_spec::TopicRule;
use rejudge_spec::yaml::from_compact;

use super::choice::Choice;
use super::comparison::{ComparisonArgs, DrawnArgs};
use super::rules::ChosenRules;
use super::table::TableArgs;
use crate::cli::completion;

const USAGE: &str = "rejudge eval QRELS RUN.. [OPTIONS]
       rejudge eval --qrels FILE --runs DIR [OPTIONS]";

/// What is computed where no measure is named.
pub const USUAL_MEASURES: &str = "AP P@10 RR Rprec Bpref nDCG nDCG@10";

/// `rejudge eval`
#[derive(Debug, ClapArgs)]
#[command(override_usage = USAGE)]
pub struct Eval {
    /// Judgments, then runs: files, folders, patterns in quotes ('runs/*.gz'); `-` is standard input. TREC's
    /// lines, or csv, tsv, parquet, JSON and JSON lines with named columns
    #[arg(value_name = "QRELS RUN", required_unless_present_all = ["qrels", "runs"])]
    pub files: Vec<PathBuf>,
    /// Judgments, where they do not stand first
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub qrels: Option<PathBuf>,
    /// Runs, where they do not stand behind the judgments; may be given several times
    #[arg(long, alias = "run", value_name = "DIR", num_args = 1.., help_heading = "Input")]
    pub runs: Vec<PathBuf>,
    /// Measures, separated by blanks: 'AP nDCG@10 P@30'. Names of trec_eval and NTCIREVAL are understood
    #[arg(
        short,
        long,
        value_name = "MEASURES",
        default_value = USUAL_MEASURES,
        add = ArgValueCompleter::new(completion::measures)
    )]
    pub measures: Vec<String>,

    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub comparison: ComparisonArgs,
    #[command(flatten)]
    pub drawn: DrawnArgs,
    #[command(flatten)]
    pub more: InputArgs,
    /// The lowest and highest scores that the judgments allow, over all levels of the documents that a run
    /// of these retrieved and nobody judged: of runs, or (--bounds=pairs) of the differences of pairs
    #[arg(
        long,
        value_name = "runs|pairs",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "runs",
        hide_possible_values = true,
        conflicts_with_all = ["compare", "intervals", "estimate", "zscores", "judged_report"],
        help_heading = "Bounds"
    )]
    pub bounds: Option<BoundsOf>,
    /// Recompute the values of a table and compare them at their printed digits: run, measure and value, or a
    /// column for each measure, in csv, tsv or JSON, or in a README under a heading (README.md#results). Exit
    /// code 1 if one differs; conventions that would explain all of them are named
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["measures", "compare", "intervals", "estimate", "bounds", "zscores", "judged_report", "per_topic"],
        help_heading = "Comparison"
    )]
    pub expect: Option<String>,
    /// Print the values that differ as annotations of GitHub, on their lines, and the table only with -o. Paths are seen
    /// from GITHUB_WORKSPACE, or from the working folder
    #[arg(hide_short_help = true, long, requires = "expect", help_heading = "Comparison")]
    pub github: bool,
    /// The run that each RUN reproduces, or a baseline and an advanced run (BASE,ADVANCED) that the first and the second
    /// RUN reproduce: a table of error, p-value, effect ratio and order of documents instead of scores
    #[arg(
        long,
        value_name = "FILE[,FILE]",
        value_delimiter = ',',
        conflicts_with_all = ["compare", "intervals", "estimate", "bounds", "expect", "zscores", "judged_report", "per_topic", "judge"],
        help_heading = "Comparison"
    )]
    pub reproduces: Vec<PathBuf>,
    /// Judgments of the runs of --reproduces, if the RUNs are of another collection
    #[arg(
        hide_short_help = true,
        long,
        value_name = "FILE",
        requires = "reproduces",
        help_heading = "Comparison"
    )]
    pub original_qrels: Option<PathBuf>,
    /// Labels of another judge, such as a model, on people's scale. --bounds adds the score with these where
    /// people did not judge; --estimate needs them. Behind the file stands what is done to them, as in
    /// FILE,repeated=last,outside=clamp
    #[arg(hide_short_help = true, long, value_name = "FILE", help_heading = "Input")]
    pub judge: Option<JudgeFile>,
}

/// The rules that move numbers.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    /// Rules to start from; each of the other options below changes one
    #[arg(long, default_value = "trec10", value_parser = Choice::<Preset>::new(&[]))]
    pub preset: Preset,
    #[command(flatten)]
    pub chosen: ChosenRules<true>,
    /// The topics that are scored: 1-25, or 1,3,7, or @FILE with a topic first on each line. Those that a run's
    /// score is made of: all of them that have judgments (qrels), those that every run has (intersection), or
    /// those of each run (run). May be given twice, to say both
    #[arg(long, value_name = "WHICH", value_parser = topics, add = ArgValueCompleter::new(completion::topics))]
    pub topics: Vec<Topics>,
    /// As --topics qrels: all topics of the judgments count (trec_eval's -c)
    #[arg(short = 'c', long)]
    pub complete: bool,
    /// Leave out what nobody judged, after --max-rank and before anything else: each measure on the condensed
    /// list (trec_eval's -J)
    #[arg(short = 'J', long)]
    pub judged_only: bool,
}

/// Which topics are meant by `--topics`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Topics {
    /// A rule.
    By(TopicRule),
    /// A choice, as typed.
    Of(String),
}

fn topics(text: &str) -> Result<Topics, String> {
    match from_compact(text, &[]) {
        Ok(rule) => Ok(Topics::By(rule)),
        Err(_) if text.trim().is_empty() => Err("expected topics, as in 1-25".to_owned()),
        Err(_) => Ok(Topics::Of(text.to_owned())),
    }
}

/// What is written, and where.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Add the share of judged documents at the cutoffs of the measures
    #[arg(hide_short_help = true, long)]
    pub judged_report: bool,
    /// Scores in deviations from the means of this file, as trec_eval's -Z (with --format trec_eval)
    #[arg(hide_short_help = true, short = 'Z', long, value_name = "FILE")]
    pub zscores: Option<PathBuf>,
}

impl Eval {
    /// Whether nothing but the summary of each run is asked for, so that none has to be held.
    pub fn asks_for_summaries(&self) -> bool {
        let ComparisonArgs { compare, intervals, estimate, .. } = &self.comparison;
        let compares = compare.is_some() || intervals.is_some() || estimate.is_some();
        let has_more = self.bounds.is_some() || self.judge.is_some() || self.output.zscores.is_some();
        !compares && !has_more && !self.output.table.per_topic
    }
}

/// How the judgments are written, and what goes with them.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Form of the judgments
    #[arg(hide_short_help = true, long, default_value = "trec")]
    pub qrels_format: QrelsFormatArg,
    /// Classes of documents of which only the first retrieved one counts: topic, class, document
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    pub duplicates: Option<PathBuf>,
    /// Groups of documents that are relevant together only: topic, group, document, level. A group counts
    /// as one relevant document at the rank at which it is complete
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    pub groups: Option<PathBuf>,
    /// The second column of the judgments is an intent (TREC diversity qrels; NTCIR I-rel). Measures that
    /// know no intents take a document's highest level. ndeval orders equal scores as --ties docno-ascending
    #[arg(hide_short_help = true, long)]
    pub by_intent: bool,
    /// Probabilities of the intents, else equal: topic, intent, probability, and nav or inf where known
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "by_intent")]
    pub intent_probabilities: Option<PathBuf>,
    /// Whether intents are navigational: topic, intent, nav or inf; goes before what --intent-probabilities
    /// says
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "by_intent")]
    pub intent_types: Option<PathBuf>,
    /// How well a vertical suits an intent, by which gains are multiplied: topic, intent, vertical,
    /// probability
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "by_intent")]
    pub verticals: Option<PathBuf>,
    /// Verticals of documents, others being of the one named Web: topic, document, vertical
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "verticals")]
    pub document_verticals: Option<PathBuf>,
    /// Level of all documents beside the Web, judged or not
    #[arg(hide_short_help = true, long, value_name = "LEVEL", requires = "document_verticals", value_parser = clap::value_parser!(u8).range(1..))]
    pub vertical_level: Option<u8>,
    /// Do not read what follows the tag of a run's line, as trec_eval; it is an error otherwise
    #[arg(hide_short_help = true, long)]
    pub extra_columns: bool,
    /// A document that a run has twice for a topic
    #[arg(hide_short_help = true, long, value_name = "HOW", default_value = "refuse")]
    pub repeated: RepeatedDocuments,
}

/// What `--extra-columns` says.
pub fn extra_columns(ignored: bool) -> ExtraColumns {
    if ignored { ExtraColumns::Ignored } else { ExtraColumns::Refused }
}

/// Form of the judgments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum QrelsFormatArg {
    /// topic iteration docno grade
    Trec,
    /// topic docno label
    Ntcir,
}

impl From<QrelsFormatArg> for QrelsFormat {
    fn from(arg: QrelsFormatArg) -> Self {
        match arg {
            QrelsFormatArg::Trec => Self::trec(),
            QrelsFormatArg::Ntcir => Self::Ntcir { grades: Default::default() },
        }
    }
}
