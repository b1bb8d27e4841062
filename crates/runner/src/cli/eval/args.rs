//! The arguments of `rejudge eval`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap::builder::ArgPredicate;
use clap_complete::ArgValueCompleter;
use rejudge_collections::descriptor::JudgeFile;
use rejudge_eval::intervals::MeanInterval;
use rejudge_eval::{BoundsOf, Preset};
use rejudge_experiment::spec::TopicRule;
use rejudge_experiment::spec::yaml::from_compact;
use rejudge_stats::{Alternative, CONFIDENCE, Correction, SAMPLES, Test, Weight};

use crate::cli::args::choice::Choice;
use crate::cli::args::files::ReadingArgs;
use crate::cli::args::rules::{ChosenRules, OTHER_MEASURES};
use crate::cli::args::table::TableArgs;
use crate::cli::completion;

/// Options for comparisons of runs and for confidence intervals.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Comparison")]
pub struct ComparisonArgs {
    /// Print differences, with confidence intervals and p-values, instead of scores: between RUN and every other run,
    /// or with `all` between every pair of runs. With two runs and no RUN, between the first and the second
    // This field must come before `test`, `alternative` and `correction`. clap fills in defaults in the order of the
    // fields, and otherwise the defaults of these three would count as typed.
    #[arg(
        long,
        aliases = ["baseline", "base"],
        value_name = "RUN|all",
        num_args = 0..=1,
        default_missing_value = "",
        default_value_ifs = ["test", "correction", "alternative"].map(|typed| (typed, ArgPredicate::IsPresent, "all")),
        conflicts_with_all = ["per_topic", "judged_report"],
        group = "drawn"
    )]
    pub compare: Option<String>,
    /// Test of the differences by topic. Without --compare, every pair of runs is tested
    #[arg(
        long,
        aliases = ["stat-test", "stat_test", "significance-test"],
        default_value = "paired-t",
        conflicts_with_all = ["estimate", "intervals", "bounds", "per_topic", "judged_report"],
        value_parser = Choice::<Test>::new(&[])
    )]
    pub test: Test,
    /// What a small p-value shows of each run, against the run of --compare. Choose before you see the scores
    #[arg(
        hide_short_help = true,
        long,
        default_value = "two-sided",
        conflicts_with_all = ["estimate", "intervals", "bounds", "per_topic", "judged_report"],
        value_parser = Choice::<Alternative>::new(&[])
    )]
    pub alternative: Alternative,
    /// Correction for multiple comparisons. The family is the pairs of one measure that are compared: each run with RUN, or all
    /// pairs. Measures are corrected separately
    #[arg(
        hide_short_help = true,
        long,
        aliases = ["adjust", "adjustment", "p-adjust"],
        default_value = "holm",
        conflicts_with_all = ["estimate", "intervals", "bounds", "per_topic", "judged_report"],
        value_parser = Choice::<Correction>::new(&[])
    )]
    pub correction: Correction,
    /// Print confidence intervals of each run's mean and rank, and whether it could be the best, instead of scores.
    /// The value is the method for the mean [default: t]
    #[arg(
        long,
        value_name = "HOW",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "t",
        value_parser = Choice::<MeanInterval>::new(&[]),
        conflicts_with_all = ["per_topic", "judged_report"],
        groups = ["drawn", "sure", "of_intervals"]
    )]
    pub intervals: Option<MeanInterval>,
    /// Print prediction-powered estimates of each run's mean, with intervals, instead of scores; with --compare RUN, of the
    /// difference of each mean from RUN's. People must have judged a random sample of the topics, and the judge of --judge
    /// all of them. The value is the weight of the judge [default: tuned]
    #[arg(
        hide_short_help = true,
        long,
        value_name = "HOW",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "tuned",
        value_parser = Choice::<Weight>::new(&[]),
        requires = "judge",
        conflicts_with_all = ["zscores", "judged_report", "per_topic"],
        groups = ["sure", "by_judge"]
    )]
    pub estimate: Option<Weight>,
    /// Confidence level of each mean's interval, of the intervals of all ranks together, and of the set of best runs
    #[arg(hide_short_help = true, long, alias = "confidence-level", default_value_t = CONFIDENCE, requires = "sure", value_parser = confidence)]
    pub confidence: f64,
}

fn confidence(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share: &f64| *share > 0.0 && *share < 1.0);
    share.ok_or_else(|| format!("expected a share between 0 and 1, such as {CONFIDENCE}"))
}

/// Options for the random samples of tests and intervals.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Comparison")]
pub struct DrawnArgs {
    /// Number of random samples for --intervals: sign flips for the ranks, samples of topics for a bootstrap of the
    /// means. A test takes its own: --test 'paired-bootstrap(samples=1000)'
    // `requires` names a group of one option, because clap ignores a required option that conflicts with a given one, but
    // not a required group.
    #[arg(hide_short_help = true, long, default_value_t = SAMPLES, requires = "of_intervals", conflicts_with_all = ["compare", "test", "alternative", "correction", "estimate"], value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub samples: u32,
    /// Seed of the samples
    // clap makes a group of the options of each struct and gives the group the struct's name, so any option of
    // `ComparisonArgs` is enough.
    #[arg(
        hide_short_help = true,
        long,
        default_value_t = 1,
        requires = "ComparisonArgs",
        conflicts_with = "estimate"
    )]
    pub seed: u64,
}

const USAGE: &str = "rejudge eval QRELS RUN.. [OPTIONS]
       rejudge eval COLLECTION [RUN..] [OPTIONS]
       rejudge eval --scores [MEASURE=]FILE.. [OPTIONS]";

/// The default measures.
pub const USUAL_MEASURES: &str = "AP P@10 RR Rprec Bpref nDCG nDCG@10";

/// `rejudge eval`
#[derive(Debug, ClapArgs)]
#[command(override_usage = USAGE)]
pub struct Eval {
    /// Qrels file, or a collection's name (`rejudge data list`), then runs: files, folders, or quoted patterns
    /// ('runs/*.gz'); `-` is standard input. Reads TREC format, and csv, tsv, parquet, JSON and JSON lines with named
    /// columns
    ///
    /// If no run follows a collection's name, its own runs are scored.
    #[arg(value_name = "QRELS RUN", required_unless_present_any = ["qrels", "scores"])]
    pub files: Vec<PathBuf>,
    /// Qrels file, if it is not the first argument
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub qrels: Option<PathBuf>,
    /// Runs, if they do not follow the qrels file. May be repeated
    #[arg(long, alias = "run", value_name = "DIR", num_args = 1.., help_heading = "Input")]
    pub runs: Vec<PathBuf>,
    /// Scores that were computed elsewhere instead of qrels and runs: a table (CSV or parquet) of topic, run
    /// and score, or of topics by runs, for each measure; or the output of `eval -q`. `-` is standard input.
    /// Prints means, or the table of --compare, --intervals or --tau
    #[arg(
        hide_short_help = true,
        long,
        value_name = "[MEASURE=]FILE",
        num_args = 1..,
        help_heading = "Input",
        value_parser = measure_and_file,
        conflicts_with_all = [
            "files", "qrels", "runs", "measures", "estimate", "bounds", "reproduces", "expect", "allow", "judge", "zscores", "sort",
            "judged_report", "RuleArgs", "InputArgs", "QrelsArgs", "ReadingArgs",
        ]
    )]
    pub scores: Vec<(Option<String>, PathBuf)>,
    /// Measures: 'AP nDCG@10' or 'map,P_30', also by NTCIREVAL's names
    #[arg(
        short,
        long,
        aliases = OTHER_MEASURES,
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
    /// Lowest and highest possible scores, whatever grade each unjudged document might have: for each run, or with
    /// --bounds=pairs for the difference of each pair of runs
    #[arg(
        long,
        value_name = "runs|pairs",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "runs",
        hide_possible_values = true,
        group = "by_judge",
        conflicts_with_all = ["compare", "intervals", "estimate", "zscores", "judged_report"],
        help_heading = "Bounds"
    )]
    pub bounds: Option<BoundsOf>,
    /// Print Kendall's tau-b and tau-AP,b between the rankings of the runs by each pair of measures, instead of scores; or
    /// with --judge, between the rankings by the qrels and by the judge's labels, for each measure
    #[arg(
        long,
        aliases = ["kendall", "kendall-tau", "rank-correlation"],
        group = "by_judge",
        conflicts_with_all = ["compare", "test", "alternative", "correction", "intervals", "estimate", "bounds", "expect", "allow", "reproduces", "zscores", "judged_report", "per_topic"],
        help_heading = "Comparison"
    )]
    pub tau: bool,
    /// Recompute the values of a table and compare them at their printed digits. The table has the columns run,
    /// measure and value, or a column for each measure, and is a csv, tsv or JSON file or the table under a heading
    /// of a README (README.md#results). If a value differs, the exit code is 1, and the conventions that would
    /// explain all values are named
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["measures", "compare", "intervals", "estimate", "bounds", "zscores", "judged_report", "per_topic", "test", "alternative", "correction", "confidence", "samples", "seed"],
        group = "annotated",
        help_heading = "Comparison"
    )]
    pub expect: Option<String>,
    /// The run that a name in the table of --expect means, as a run's name or file: --names 'BM25=runs/bm25.txt'. May be
    /// repeated; a column `file` of the table does the same
    #[arg(
        hide_short_help = true,
        long,
        value_name = "NAME=RUN",
        requires = "expect",
        value_parser = name_and_run,
        help_heading = "Comparison"
    )]
    pub names: Vec<(String, String)>,
    /// Judge whether each run is worse than the run of --compare by more than a budget: 'nDCG@10:.01 AP:.02'. The exit
    /// code is 0 if each is shown to lose less, 1 if one is shown to lose more, and 4 if the topics do not decide
    #[arg(
        long,
        value_name = "MEASURE:BUDGET",
        requires = "compare",
        conflicts_with_all = ["measures", "test", "alternative", "correction", "intervals", "estimate", "bounds", "zscores", "reproduces"],
        groups = ["gate", "annotated"],
        help_heading = "Comparison"
    )]
    pub allow: Vec<String>,
    /// Also judge each slice of the topics: a table with a header, topic, then a column for each kind of slice, such as
    /// language
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "gate", help_heading = "Comparison")]
    pub slices: Option<PathBuf>,
    /// Print the values that differ, or the runs that are or may be worse, as GitHub annotations, and write
    /// the table only with -o. Paths are relative to GITHUB_WORKSPACE if it is set, and to the working folder
    /// otherwise. With --allow, the table is also added to the file that GITHUB_STEP_SUMMARY names
    #[arg(hide_short_help = true, long, requires = "annotated", help_heading = "Comparison")]
    pub github: bool,
    /// Compare each RUN with the original run that it reproduces; or, with BASE,ADVANCED, the first RUN with the
    /// original baseline and the second with the original advanced run. Prints RMSE by topic, p-value, effect ratio and
    /// agreement of the rankings instead of scores
    #[arg(
        long,
        value_name = "FILE[,FILE]",
        value_delimiter = ',',
        conflicts_with_all = ["compare", "intervals", "estimate", "bounds", "expect", "zscores", "judged_report", "per_topic", "judge", "test", "alternative", "correction", "confidence", "samples", "seed"],
        group = "reproduction",
        help_heading = "Comparison"
    )]
    pub reproduces: Vec<PathBuf>,
    /// Qrels file of the original runs, if the RUNs belong to another collection. Columns that compare topics or documents
    /// are then empty
    #[arg(
        hide_short_help = true,
        long,
        value_name = "FILE",
        requires = "reproduction",
        conflicts_with_all = ["duplicates", "groups", "by_intent"],
        help_heading = "Comparison"
    )]
    pub original_qrels: Option<PathBuf>,
    /// Labels of another judge, such as a model, on the scale of the qrels. --bounds adds the score with these
    /// labels for documents that people did not judge; --tau compares rankings with its own; --estimate requires them. Options follow the name:
    /// FILE,repeated=last,outside=clamp
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "by_judge", help_heading = "Input")]
    pub judge: Option<JudgeFile>,
}

impl Eval {
    /// Returns the option that asks for another table than the scores.
    pub fn other_table(&self) -> Option<&'static str> {
        let options = [
            ("--bounds", self.bounds.is_some()),
            ("--estimate", self.comparison.estimate.is_some()),
            ("--compare", self.comparison.compare.is_some()),
            ("--intervals", self.comparison.intervals.is_some()),
            ("--reproduces", !self.reproduces.is_empty()),
            ("--tau", self.tau),
            ("--expect", self.expect.is_some()),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}

/// Parses `AP=scores.csv`, or only a file name. A file without `AP=` contains the names of its measures, or has a single
/// measure without a name.
fn measure_and_file(text: &str) -> Result<(Option<String>, PathBuf), String> {
    match text.split_once('=') {
        None => Ok((None, text.into())),
        Some((measure, file)) if !measure.trim().is_empty() => {
            Ok((Some(measure.trim().to_owned()), file.into()))
        }
        Some(_) => Err("expected a measure and a file, as in AP=scores.csv".to_owned()),
    }
}

fn name_and_run(text: &str) -> Result<(String, String), String> {
    let (name, run) = text.split_once('=').ok_or("expected a name and a run, as in BM25=runs/bm25.txt")?;
    Ok((name.trim().to_owned(), run.trim().to_owned()))
}

/// Options for the rules of the evaluation.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    /// Preset of evaluation rules; the options below override single rules
    #[arg(long, default_value = "trec10", value_parser = Choice::<Preset>::new(&[]))]
    pub preset: Preset,
    #[command(flatten)]
    pub chosen: ChosenRules<true>,
    /// Topics to score (1-25, or 1,3,7, or a FILE with a topic at the start of each line), or the topics to average
    /// over: all topics with judgments (qrels), those that every run has (intersection), or those that the run has
    /// (run). Repeat the option to set both
    #[arg(long, aliases = ["topic", "query", "queries", "qid", "qids"], value_name = "WHICH", value_parser = topics)]
    pub topics: Vec<Topics>,
    /// Average over all topics with judgments, as --topics qrels (trec_eval's -c)
    #[arg(short = 'c', long, alias = "complete_rel_info_wanted")]
    pub complete: bool,
    /// Remove unjudged documents, after --max-rank is applied: each measure is computed on the condensed list
    /// (trec_eval's -J)
    #[arg(
        short = 'J',
        long,
        aliases = [
            "condensed", "condense", "condensed-list", "remove-unjudged", "ignore-unjudged", "skip-unjudged", "drop-unjudged",
            "Judged_docs_only",
        ]
    )]
    pub judged_only: bool,
}

/// A value of `--topics`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Topics {
    /// The rule for averages.
    Rule(TopicRule),
    /// The topics to score, as typed.
    Choice(String),
}

fn topics(text: &str) -> Result<Topics, String> {
    match from_compact(text, &[]) {
        Ok(rule) => Ok(Topics::Rule(rule)),
        Err(_) if text.trim().is_empty() => Err("expected topics, as in 1-25".to_owned()),
        Err(_) => Ok(Topics::Choice(text.to_owned())),
    }
}

/// Options for the output.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Order of the runs: a measure, the highest score first, `run` (by name) or `input` (as the files are named)
    /// [default: tables for people by the first measure, others as `input`]
    #[arg(
        hide_short_help = true,
        long,
        aliases = ["sort-by", "order-by"],
        value_name = "MEASURE|run|input",
        num_args = 0..=1,
        default_missing_value = ""
    )]
    pub sort: Option<String>,
    /// Add the proportion of judged documents at the cutoffs of the measures
    #[arg(hide_short_help = true, long)]
    pub judged_report: bool,
    /// Standardise scores with the means and standard deviations in this file (trec_eval's -Z, with --format
    /// trec_eval)
    #[arg(hide_short_help = true, short = 'Z', long, value_name = "FILE")]
    pub zscores: Option<PathBuf>,
}

/// Options for the judgments and the files that go with them.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Classes of duplicate documents: topic, class, document. If all documents of a class are judged, only
    /// the first relevant one that a run retrieves counts as relevant. If at most one is judged, a ranking
    /// keeps only the first document of the class, and this document gets the judgment if there is one
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    pub duplicates: Option<PathBuf>,
    /// Groups of documents that are relevant only together: topic, group, document, level. A group counts as
    /// one relevant document, at the rank where it is complete. A document that is itself judged relevant
    /// also counts on its own
    #[arg(hide_short_help = true, long, value_name = "FILE", conflicts_with = "labels")]
    pub groups: Option<PathBuf>,
    /// Read the second column of the qrels file as an intent, as in TREC's diversity qrels and NTCIR's I-rel files.
    /// Measures without intents use a document's highest level. For ndeval's order of ties, add --ties docno-ascending
    #[arg(hide_short_help = true, long, conflicts_with_all = ["duplicates", "groups", "labels"], group = "of_intents")]
    pub by_intent: bool,
    /// Probabilities of the intents: topic, intent, probability, and nav or inf if known [default: equal]
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "of_intents")]
    pub intent_probabilities: Option<PathBuf>,
    /// Types of the intents, navigational or informational: topic, intent, nav or inf. Overrides
    /// --intent-probabilities
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "of_intents")]
    pub intent_types: Option<PathBuf>,
    /// Suitability of verticals for intents, by which gains are multiplied: topic, intent, vertical, probability
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "of_intents")]
    pub verticals: Option<PathBuf>,
    /// Verticals of documents: topic, document, vertical. Other documents belong to the vertical Web
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "verticals")]
    pub document_verticals: Option<PathBuf>,
    /// Level of all documents of verticals other than Web, judged or not
    #[arg(hide_short_help = true, long, value_name = "LEVEL", requires = "document_verticals", value_parser = clap::value_parser!(u8).range(1..))]
    pub vertical_level: Option<u8>,
}
