//! Arguments of comparisons, intervals and estimates.

use clap::Args as ClapArgs;
use clap::builder::ArgPredicate;
use rejudge_eval::estimate::Estimator;
use rejudge_eval::intervals::MeanInterval;
use rejudge_stats::{Correction, SAMPLES, Test};

use super::choice::Choice;

/// A comparison with one run, or how sure each is.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Comparison")]
pub struct ComparisonArgs {
    /// Print differences, with confidence intervals and p-values, instead of scores: between RUN and every other run,
    /// or with `all` between every pair of runs. With two runs and no RUN, between the first and the second
    // Before `test` and `correction`, which have defaults: clap fills those in in order, and here only typed ones count.
    #[arg(
        long,
        aliases = ["baseline", "base"],
        value_name = "RUN|all",
        num_args = 0..=1,
        default_missing_value = "",
        default_value_ifs = ["test", "correction"].map(|typed| (typed, ArgPredicate::IsPresent, "all")),
        group = "drawn"
    )]
    pub compare: Option<String>,
    /// Two-sided test of the differences by topic; without --compare, of every pair of runs
    #[arg(
        long,
        default_value = "paired-t",
        conflicts_with_all = ["estimate", "intervals", "bounds"],
        value_parser = Choice::<Test>::new(Test::OTHER_NAMES)
    )]
    pub test: Test,
    /// Correction for multiple comparisons, for each measure
    #[arg(
        hide_short_help = true,
        long,
        default_value = "holm",
        conflicts_with_all = ["estimate", "intervals", "bounds"],
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
        value_parser = Choice::<Estimator>::new(&[]),
        requires = "judge",
        conflicts_with_all = ["zscores", "judged_report"],
        group = "sure"
    )]
    pub estimate: Option<Estimator>,
    /// Confidence level of the intervals: of each mean, of all ranks together, and of the best run
    #[arg(hide_short_help = true, long, default_value_t = 0.95, requires = "sure", value_parser = confidence)]
    pub confidence: f64,
}

fn confidence(text: &str) -> Result<f64, String> {
    let read = text.parse().ok().filter(|share: &f64| *share > 0.0 && *share < 1.0);
    read.ok_or_else(|| "expected a share between 0 and 1, such as 0.95".to_owned())
}

/// Samples and seeds of comparisons and intervals.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Comparison")]
pub struct DrawnArgs {
    /// Number of random samples for --intervals: sign flips for the ranks, samples of topics for a bootstrap of the
    /// means. A test takes its own: --test 'paired-bootstrap(samples=1000)'
    // clap drops `requires = "intervals"` beside --compare, because the two conflict.
    #[arg(hide_short_help = true, long, default_value_t = SAMPLES, requires = "intervals", conflicts_with_all = ["compare", "test", "correction", "estimate"], value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub samples: u32,
    /// Seed of the samples
    // clap makes a group of the struct: any of its options.
    #[arg(
        hide_short_help = true,
        long,
        default_value_t = 1,
        requires = "ComparisonArgs",
        conflicts_with = "estimate"
    )]
    pub seed: u64,
}
