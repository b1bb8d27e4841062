//! The arguments of `rejudge eval`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap::builder::ArgPredicate;
use clap_complete::ArgValueCompleter;
use rejudge_collections::descriptor::JudgeFile;
use rejudge_eval::compare::Comparison;
use rejudge_eval::intervals::{Intervals, MeanInterval};
use rejudge_eval::{
    BoundsOf, EvalError, OutputOptions, Preset, RunFilter, TopicDifferences, TypedChoice, with_samples,
};
use rejudge_experiment::spec::TopicRule;
use rejudge_experiment::spec::yaml::from_compact;
use rejudge_stats::{Alternative, CONFIDENCE, Correction, MAX_SAMPLES, SAMPLES, Test, Weight, percent};

use crate::cli::args::choice::Choice;
use crate::cli::args::files::ReadingArgs;
use crate::cli::args::rules::{ChosenRules, OTHER_MEASURES};
use crate::cli::args::table::TableArgs;
use crate::cli::completion;
use crate::cli::output::Failure;

/// Options for comparisons of runs and for confidence intervals.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Comparison")]
pub struct ComparisonArgs {
    /// Print differences, with confidence intervals and p-values, instead of scores: between RUN and every other run,
    /// or with `all` between every pair of runs. With two runs and no RUN, between the first and the second. With -q,
    /// print the differences on each topic, without a test
    #[arg(
        long,
        aliases = ["baseline", "base"],
        value_name = "RUN|all",
        num_args = 0..=1,
        default_missing_value = "",
        default_value_ifs = ["test", "correction", "alternative"].map(|typed| (typed, ArgPredicate::IsPresent, "all")),
        conflicts_with = "judged_report",
        group = "drawn"
    )]
    pub compare: Option<String>,
    /// Test of the differences by topic. Without --compare, every pair of runs is tested [default: paired-t]
    #[arg(
        long,
        aliases = ["stat-test", "stat_test", "significance-test"],
        conflicts_with_all = ["estimate", "intervals", "bounds", "judged_report"],
        value_parser = Choice::<TypedChoice<Test>>::typed()
    )]
    pub test: Option<TypedChoice<Test>>,
    /// What a small p-value shows about each run, compared with the run of --compare. Choose before you see the
    /// scores [default: two-sided]
    #[arg(
        hide_short_help = true,
        long,
        conflicts_with_all = ["estimate", "intervals", "bounds", "judged_report"],
        value_parser = Choice::<Alternative>::new(&[])
    )]
    pub alternative: Option<Alternative>,
    /// Correction for multiple comparisons. The family is the pairs of one measure that are compared: each run with RUN, or all
    /// pairs. Measures are corrected separately [default: holm]
    #[arg(
        hide_short_help = true,
        long,
        aliases = ["adjust", "adjustment", "p-adjust"],
        conflicts_with_all = ["estimate", "intervals", "bounds", "judged_report"],
        value_parser = Choice::<TypedChoice<Correction>>::typed()
    )]
    pub correction: Option<TypedChoice<Correction>>,
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
        groups = ["drawn", "sure"]
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
    /// Confidence level, as 0.95 or 95%, of each mean's interval, of the intervals of all ranks together, and of the set of
    /// best runs
    #[arg(hide_short_help = true, long, alias = "confidence-level", default_value_t = CONFIDENCE, requires = "sure", value_parser = confidence)]
    pub confidence: f64,
}

/// Parses a confidence level: a share such as `.95`, or a percentage such as `95` or `99.9%`.
pub fn confidence(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let (number, is_percentage) =
        text.strip_suffix('%').map_or((text, false), |number| (number.trim_end(), true));
    let share = match number.parse::<f64>() {
        Ok(share) if share > 0.0 && share < 1.0 && !is_percentage => Some(share),
        // The exponent moves the decimal point. A division by 100 would not do: 99.9 / 100.0 is not the
        // double nearest to .999.
        Ok(percentage) if percentage > 1.0 && percentage < 100.0 => format!("{number}e-2").parse().ok(),
        _ => None,
    };
    share.ok_or_else(|| {
        format!(
            "expected a share between 0 and 1, such as {CONFIDENCE}, or a percentage above 1 and below 100, such as 95"
        )
    })
}

/// Returns a remark about a confidence level below 50%: the user may have meant the level of a test.
pub fn low_confidence(confidence: f64) -> Option<String> {
    // Below .001, the other level would be rounded to 100%, which is no confidence level.
    (0.001..0.499).contains(&confidence).then(|| {
        let [level, other] = [confidence, 1.0 - confidence].map(percent);
        format!("note: --confidence {level}: intervals that hold in {level} of cases; did you mean {other}, which goes with a significance level of {level}?")
    })
}

/// Options for the random samples of tests and intervals.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Comparison")]
pub struct DrawnArgs {
    /// Number of random samples in a random --test (paired-bootstrap, randomisation) or --correction (randomised-tukey), or
    /// for --intervals: sign flips for the ranks, and samples of topics for a bootstrap of the means [default: 10000]
    // clap makes a group of the options of each struct and gives the group the struct's name, so any option
    // of `ComparisonArgs` is enough.
    #[arg(
        hide_short_help = true,
        long,
        requires = "ComparisonArgs",
        conflicts_with = "estimate",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_SAMPLES))
    )]
    pub samples: Option<u32>,
    /// Seed of the samples [default: 1]
    #[arg(hide_short_help = true, long, requires = "ComparisonArgs", conflicts_with = "estimate")]
    pub seed: Option<u64>,
}

impl DrawnArgs {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
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
    /// After a collection's name, a run may also be one of its own, by name. If no run follows, all of them are scored.
    #[arg(value_name = "QRELS RUN", required_unless_present_any = ["qrels", "scores"])]
    pub files: Vec<PathBuf>,
    /// Measures: 'AP nDCG@10' or 'map,P_30', also by NTCIREVAL's names
    #[arg(
        short,
        long,
        aliases = OTHER_MEASURES,
        value_name = "MEASURES",
        default_value = USUAL_MEASURES,
        default_value_ifs = [("scores", ArgPredicate::IsPresent, None::<&str>)],
        add = ArgValueCompleter::new(completion::measures)
    )]
    pub measures: Vec<String>,
    #[command(flatten)]
    pub more: InputArgs,
    /// Scores that were computed elsewhere instead of qrels and runs: a table (CSV or parquet) of topic, run
    /// and scores, or of topics by runs, for each measure; or the output of `eval -q`. `-` is standard input.
    /// Prints means, or the table of --compare, --intervals or --tau; -m chooses measures
    #[arg(
        hide_short_help = true,
        long,
        value_name = "[MEASURE=]FILE",
        num_args = 1..,
        help_heading = "Input",
        value_parser = measure_and_file,
        conflicts_with_all = [
            "files", "estimate", "bounds", "reproduces", "expect", "allow", "judge", "zscores", "sort",
            "judged_report", "RuleArgs", "InputArgs", "QrelsArgs", "ReadingArgs",
        ]
    )]
    pub scores: Vec<(Option<String>, PathBuf)>,

    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub comparison: ComparisonArgs,
    #[command(flatten)]
    pub drawn: DrawnArgs,
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
    /// Print Kendall's tau-b, tau-AP,b and rank-biased overlap of two rankings of the runs, instead of scores: for each
    /// pair of measures, the rankings by the two measures; or with --judge, for each measure, the rankings by the qrels
    /// and by the judge's labels
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
    /// of a README (README.md#results). With -m, only values by these measures are compared. If a value differs, the
    /// exit code is 1, and the conventions that would explain all values are named
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["compare", "intervals", "estimate", "bounds", "zscores", "judged_report", "per_topic", "test", "alternative", "correction", "confidence", "samples", "seed"],
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
    /// Lowest accepted mean of each run: 'nDCG@10:.45 AP:.2', or one number for all measures of -m. The exit code is 1 if a
    /// mean is below it
    #[arg(
        hide_short_help = true,
        long,
        value_name = "[MEASURE:]MEAN",
        conflicts_with_all = ["scores", "compare", "test", "alternative", "correction", "intervals", "estimate", "bounds", "reproduces", "expect", "allow", "tau", "zscores", "judged_report"],
        help_heading = "Comparison"
    )]
    pub at_least: Vec<String>,
    /// Judge whether each run is worse than the run of --compare by more than a budget: 'nDCG@10:.01 AP:.02', or one
    /// number for all measures of -m. The exit code is 0 if each is shown to lose less, 1 if one is shown to lose more,
    /// and 4 if the topics show neither
    #[arg(
        long,
        value_name = "[MEASURE:]BUDGET",
        requires = "compare",
        conflicts_with_all = [
            "test", "alternative", "correction", "samples", "intervals", "estimate", "bounds", "zscores", "reproduces",
            "per_topic", "sort",
        ],
        groups = ["gate", "annotated"],
        help_heading = "Comparison"
    )]
    pub allow: Vec<String>,
    /// Also judge each slice of the topics: a table (tsv or csv) with a header, topic, then a column for each kind of
    /// slice, such as language
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
    /// Labels of another judge, such as a model, on the scale of the qrels. --bounds adds the score with these labels for
    /// documents that people did not judge; --tau compares the rankings by the qrels and by these labels; --estimate
    /// requires them. Options follow the file: FILE,repeated=last,outside=clamp
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "by_judge", help_heading = "Input")]
    pub judge: Option<JudgeFile>,
}

impl Eval {
    /// Returns the option that asks for a table other than the scores, or `None` if there is none.
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

    /// Returns the measures of -m; none if they are the default.
    pub fn typed_measures(&self) -> &[String] {
        if self.measures == [USUAL_MEASURES] { &[] } else { &self.measures }
    }

    /// Returns the comparison with `baseline`, or of all pairs if `baseline` is `None`.
    ///
    /// # Errors
    /// If --samples is given, and neither the test nor the correction is random, or one of them was typed with
    /// its own number of samples.
    pub fn comparison_with<'a>(&self, baseline: Option<&'a str>) -> Result<Comparison<'a>, EvalError> {
        let ComparisonArgs { test, correction, alternative, .. } = self.comparison;
        let test = test.unwrap_or(Test::PairedT.into());
        let correction = correction.unwrap_or(Correction::Holm.into());
        let (test, correction) = with_samples(test, correction, self.drawn.samples)?;
        Ok(Comparison {
            baseline,
            test,
            alternative: alternative.unwrap_or_default(),
            correction,
            seed: self.drawn.seed(),
            decimals: self.output.table.options().decimals,
        })
    }

    /// Returns a remark if --seed is typed, and neither the test nor the correction draws samples.
    pub fn seed_without_effect(&self) -> Option<String> {
        let comparison = self.comparison_with(None).ok().filter(|_| self.comparison.compare.is_some())?;
        let is_random = comparison.test.samples().or(comparison.correction.samples()).is_some();
        let seed = self.drawn.seed.filter(|_| !is_random)?;
        Some(format!("note: --seed {seed} has no effect: the test and the correction draw no samples"))
    }

    /// If -q is given, returns the differences by topic from `baseline`, or of all pairs if `baseline` is
    /// `None`. Otherwise returns `None`.
    ///
    /// # Errors
    /// If -q and an option of the test are given, because no test is computed.
    pub fn topic_differences<'a>(
        &self,
        baseline: Option<&'a str>,
    ) -> Result<Option<TopicDifferences<'a>>, EvalError> {
        let (options, drawn) = (&self.comparison, &self.drawn);
        let options_of_tests = [
            ("--test", options.test.is_some()),
            ("--alternative", options.alternative.is_some()),
            ("--correction", options.correction.is_some()),
            ("--samples", drawn.samples.is_some()),
            ("--seed", drawn.seed.is_some()),
        ];
        let OutputOptions { per_topic, decimals, .. } = self.output.table.options();
        match options_of_tests.iter().find(|(_, is_given)| per_topic && *is_given) {
            Some((option, _)) => Err(EvalError::Usage(format!(
                "{option} has no effect with -q, which prints the differences by topic without a test: leave one of them out"
            ))),
            None => Ok(per_topic.then_some(TopicDifferences { baseline, decimals })),
        }
    }

    /// Returns the intervals, if the options ask for them.
    pub fn intervals(&self) -> Option<Intervals> {
        Some(Intervals {
            kind: self.comparison.intervals?,
            confidence: self.comparison.confidence,
            samples: self.drawn.samples.unwrap_or(SAMPLES),
            seed: self.drawn.seed(),
        })
    }

    /// Refuses --digits with --expect and --allow, because rounded numbers in their tables would be
    /// misleading.
    pub fn check_digits(&self) -> Result<(), Failure> {
        let option = match (self.output.table.digits.digits, &self.expect, self.allow.as_slice()) {
            (Some(_), Some(_), _) => "--expect, which compares scores at the printed digits",
            (Some(_), _, [_, ..]) => "--allow, in which a rounded limit may look equal to its budget",
            _ => return Ok(()),
        };
        Err(Failure::usage(format!("--digits does not round the table of {option}")))
    }
}

/// Parses `AP=scores.csv`, or only a file name. A file without `AP=` contains the names of its measures, or
/// has a single measure without a name.
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
    /// Order of the runs, also in the tables of --compare, --estimate, --intervals and --bounds: a measure (the highest
    /// score first), `run` (by name) or `input` (in the order in which the files are named; with --bounds, by name)
    /// [default: tables of scores and of --compare for people by the first measure, others as `input`]
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

/// Options for judgments, the files that go with them, and runs.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Qrels file, if it is not the first argument
    #[arg(long, value_name = "FILE")]
    pub qrels: Option<PathBuf>,
    /// Runs, if they do not follow the qrels file. May be repeated
    #[arg(long, alias = "run", value_name = "DIR", num_args = 1..)]
    pub runs: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub filter: RunFilter,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A percentage is read as the double that is nearest to it: `99.9%` is the same as `.999`.
    #[test]
    fn a_confidence_level_is_a_share_or_a_percentage() {
        for (text, share) in [
            (".95", 0.95),
            ("0.5", 0.5),
            ("95", 0.95),
            ("95%", 0.95),
            (" 95 % ", 0.95),
            ("99.9", 0.999),
            ("99.9%", 0.999),
            ("68.3", 0.683),
            ("97.5", 0.975),
            ("99.95", 0.9995),
            ("1.5", 0.015),
            ("99.", 0.99),
        ] {
            assert_eq!(confidence(text), Ok(share), "{text}");
        }
        for text in [
            "0", "1", "100", "1%", "0.95%", "100%", "-5", "101", "nan", "inf", "%", "", "95%%", "9.5e1",
            "high",
        ] {
            assert!(confidence(text).is_err(), "{text}");
        }
    }
}
