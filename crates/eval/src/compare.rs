//! Comparison of runs with one of them: mean differences over topics, and whether they may be chance.

use rejudge_draws::Draw;
use rejudge_metrics::{Summary, meant, nearest};
use rejudge_stats::{Matrix, NullDistribution, PairedTest, Resamples, SignFlips, bonferroni, holm};

use super::rules::name_of;
use super::{Content, EvalError, Format, PresetRules, Scores, Table};
use crate::plural::counted;
use rejudge_frame::{Frame, Values};

/// A two-sided paired test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Test {
    /// Student's paired t test
    T,
    /// Paired bootstrap test (Sakai, SIGIR 2006)
    Bootstrap,
    /// Wilcoxon's signed-rank test
    Wilcoxon,
    /// Randomisation test of the mean difference
    Randomisation,
}

/// What becomes of p-values when several runs are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Correction {
    /// Holm's step-down procedure
    Holm,
    /// As many times the p-value as runs are compared
    Bonferroni,
    /// Left as they are
    None,
}

/// A comparison as asked for.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// Name of the run that the others are compared with.
    pub baseline: &'a str,
    /// The test.
    pub test: Test,
    /// The correction, within a measure.
    pub correction: Correction,
    /// Samples of the tests that draw.
    pub samples: u32,
    /// Seed of the tests that draw.
    pub seed: u64,
}

/// What came out: a row for each measure and run but the baseline.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    measures: Vec<String>,
    runs: Vec<String>,
    baselines: Vec<String>,
    topics: Vec<usize>,
    numbers: Vec<[f64; 6]>,
    /// Test and correction, for the metadata.
    about: String,
}

/// How many names of runs a message lists.
const NAMED: usize = 10;

/// The runs that there are.
fn among(runs: &[String]) -> String {
    let names: Vec<String> = runs.iter().take(NAMED).map(|run| format!("`{run}`")).collect();
    let more = runs.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("; the runs are {}{more}", names.join(", "))
}

/// Names of the columns of numbers.
const NUMBERS: [&str; 6] = ["mean", "baseline-mean", "difference", "statistic", "p", "p-adjusted"];

impl Comparison<'_> {
    /// Compares.
    ///
    /// # Errors
    /// When there is no such run, or nothing to compare.
    pub fn of(&self, scores: &Scores, rules: &PresetRules) -> Result<Compared, EvalError> {
        let usage = |message: String| Err(EvalError::Usage(message));
        let Some(baseline) = scores.runs.iter().position(|run| run == self.baseline) else {
            let near = nearest(self.baseline, scores.runs.iter().map(String::as_str));
            let near = near.map_or_else(|| among(&scores.runs), |_| meant(near));
            return usage(format!("--compare: no run is named `{}`{near}", self.baseline));
        };
        let topics = scores.counted(baseline);
        if (0..scores.runs.len()).any(|run| scores.counted(run) != topics) {
            let message =
                "--compare needs one set of topics, and the runs have others: --topics qrels or intersection";
            return usage(message.to_owned());
        }
        let others: Vec<usize> = (0..scores.runs.len()).filter(|&run| run != baseline).collect();
        if others.is_empty() {
            return usage(format!("--compare: there is no run besides `{}`", self.baseline));
        }
        if let Some(metric) = scores.metrics.iter().find(|m| m.summary() != Summary::Mean) {
            let summary =
                if metric.summary() == Summary::Sum { "is a sum over topics" } else { "has a geometric one" };
            return usage(format!("--compare tests arithmetic means, and {metric} {summary}"));
        }
        let pairs: Vec<(usize, usize)> = others.iter().map(|&run| (run, baseline)).collect();
        let samples = self.samples as usize;
        let resamples;
        let flips;
        let test = match self.test {
            Test::T => PairedTest::StudentT,
            Test::Wilcoxon => PairedTest::Wilcoxon(NullDistribution::Automatic),
            Test::Bootstrap => {
                let mut draw = Draw::new(self.seed, &["eval", "bootstrap"]);
                resamples = Resamples::draw(samples, topics.len(), &mut draw);
                PairedTest::Bootstrap(&resamples)
            }
            Test::Randomisation => {
                let mut draw = Draw::new(self.seed, &["eval", "randomisation"]);
                flips = SignFlips::draw(samples, topics.len(), &mut draw);
                PairedTest::Randomisation(&flips)
            }
        };
        let mut compared = Compared { about: self.about(rules), ..Compared::default() };
        for (at, metric) in scores.metrics.iter().enumerate() {
            let rows = (0..scores.runs.len()).flat_map(|run| topics.iter().map(move |&topic| (run, topic)));
            let data = rows.map(|(run, topic)| scores.value(run, topic, at)).collect();
            let failed = |error: &dyn std::fmt::Display| EvalError::Data(format!("{metric}: {error}"));
            let matrix = Matrix::new(scores.runs.len(), topics.len(), data).map_err(|e| failed(&e))?;
            let results = test.results(&matrix, &pairs).map_err(|e| failed(&e))?;
            let p: Vec<f64> = results.iter().map(|result| result.p).collect();
            let adjusted = match self.correction {
                Correction::Holm => holm(&p),
                Correction::Bonferroni => bonferroni(&p),
                Correction::None => p,
            };
            let means = matrix.row_means();
            for ((&run, result), adjusted) in others.iter().zip(&results).zip(adjusted) {
                let (mean, of_baseline) = (means[run], means[baseline]);
                compared.measures.push(metric.to_string());
                compared.runs.push(scores.runs[run].clone());
                compared.baselines.push(self.baseline.to_owned());
                compared.topics.push(topics.len());
                compared.numbers.push([
                    mean,
                    of_baseline,
                    mean - of_baseline,
                    result.statistic,
                    result.p,
                    adjusted,
                ]);
            }
        }
        Ok(compared)
    }

    fn about(&self, rules: &PresetRules) -> String {
        let (test, correction) = (self.test, self.correction);
        let drawn = match test {
            Test::Bootstrap | Test::Randomisation => {
                format!(", {}, seed {}", counted(self.samples as usize, "sample"), self.seed)
            }
            Test::T | Test::Wilcoxon => String::new(),
        };
        let (test, correction) = (name_of(test), name_of(correction));
        format!("{rules}; test {test}{drawn}; correction {correction}")
    }
}

impl Compared {
    /// What a file of this form holds.
    ///
    /// # Errors
    /// When the form has no comparisons, or cannot be written.
    pub fn write(&self, format: Format, rules: &PresetRules) -> Result<Content, EvalError> {
        Table { frame: self.frame(), about: self.about.clone(), rows: "comparisons" }.write(format, rules)
    }

    fn frame(&self) -> Frame {
        let number = |at: usize| Values::Number(self.numbers.iter().map(|row| Some(row[at])).collect());
        let topics = self.topics.iter().map(|&topics| Some(topics as i64)).collect();
        let frame = Frame::default()
            .with("measure", "name of the measure", Values::Text(self.measures.clone()))
            .with("run", "name of the run", Values::Text(self.runs.clone()))
            .with("baseline", "the run it is compared with", Values::Text(self.baselines.clone()))
            .with("topics", "topics that are paired", Values::Whole(topics));
        let about = [
            "mean score of the run",
            "mean score of the baseline",
            "mean less baseline-mean",
            "statistic of the test",
            "two-sided p-value",
            "p-value corrected for the number of runs",
        ];
        (0..NUMBERS.len()).fold(frame, |frame, at| frame.with(NUMBERS[at], about[at], number(at)))
    }
}
