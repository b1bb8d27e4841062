//! Comparison of runs with one of them, or of each with each: mean differences over topics, and whether they may be due
//! to chance.

mod sheets;

use rayon::prelude::*;
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_metrics::Metric;
use rejudge_names::plural::few;
use rejudge_names::{meant, nearest};
use rejudge_stats::{
    ALPHA, Correction, Draw, Matrix, Test, TestResult, standard_deviation, student_t_critical,
};
use rejudge_tables::frame::{Frame, Kind, Table};

use super::{EvalError, PresetRules, Scores};

/// The pairs of runs to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against<'a> {
    /// Every other run with this one.
    Run(&'a str),
    /// Every run with every other.
    EachOther,
}

/// The word for [`Against::EachOther`].
pub const ALL: &str = "all";

impl<'a> Against<'a> {
    /// The name of a run, or `all`.
    pub fn named(name: &'a str) -> Self {
        if name == ALL { Self::EachOther } else { Self::Run(name) }
    }
}

/// A comparison as asked for.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The pairs of runs to compare.
    pub against: Against<'a>,
    pub test: Test,
    /// The correction, within a measure.
    pub correction: Correction,
    /// Seed of the randomised tests and corrections.
    pub seed: u64,
}

/// The result.
struct Compared<'a> {
    comparison: Comparison<'a>,
    scores: &'a Scores,
    /// First and second run of each pair; the second is the baseline if there is one.
    pairs: Vec<(usize, usize)>,
    topics: usize,
    /// By measure.
    found: Vec<OfMeasure>,
}

/// The result for a measure.
struct OfMeasure {
    /// By run.
    means: Vec<f64>,
    /// By pair.
    results: Vec<TestResult>,
    /// By pair, corrected.
    p: Vec<f64>,
    /// By pair, half the width of the interval of the difference; `None` if there is only one topic.
    half_widths: Vec<Option<f64>>,
}

/// The number of run names that a message lists.
const NAMED: usize = 10;

fn usage<T>(message: impl Into<String>) -> Result<T, EvalError> {
    Err(EvalError::Usage(message.into()))
}

impl<'a> Comparison<'a> {
    /// Compares the runs: a row for each measure and pair.
    ///
    /// # Errors
    /// If there is no such run, or nothing to compare, or if test and correction cannot be combined.
    pub fn table(self, scores: &Scores, rules: &PresetRules) -> Result<Table, EvalError> {
        self.correction.check(self.test).map_err(|why| EvalError::Usage(format!("--correction: {why}")))?;
        let pairs = self.pairs(&scores.runs)?;
        let topics = scores.averaged("--compare")?;
        self.test.check_room(topics.len())?;
        let draw = |of| Draw::new(self.seed, &["eval", of]);
        let test = self.test.prepared(topics.len(), draw);
        let of_measure = |(at, metric): (usize, &Metric)| {
            let rows = (0..scores.runs.len()).flat_map(|run| topics.iter().map(move |&topic| (run, topic)));
            let data = rows.map(|(run, topic)| scores.value(run, topic, at)).collect();
            let failed = |error: &dyn std::fmt::Display| EvalError::Data(format!("{metric}: {error}"));
            let matrix = Matrix::new(scores.runs.len(), topics.len(), data).map_err(|e| failed(&e))?;
            let results = test.results(&matrix, &pairs).map_err(|e| failed(&e))?;
            let adjusted = self.correction.adjusted(&matrix, &pairs, &results, draw);
            let adjusted = adjusted.map_err(|e| failed(&e))?;
            let half_widths = match adjusted.half_width {
                Some(half) => vec![Some(half); pairs.len()],
                None => pairs.iter().map(|&(x, y)| half_width(matrix.row(x), matrix.row(y))).collect(),
            };
            Ok(OfMeasure { means: matrix.row_means(), results, p: adjusted.p, half_widths })
        };
        let found: Vec<Result<OfMeasure, EvalError>> =
            scores.metrics.par_iter().enumerate().map(of_measure).collect();
        let found = found.into_iter().collect::<Result<_, _>>()?;
        let compared = Compared { comparison: self, scores, topics: topics.len(), pairs, found };
        let draws = self.test.samples().or(self.correction.samples()).is_some();
        let seed = if draws { format!(", seed {}", self.seed) } else { String::new() };
        let [test, correction] = self.names();
        let about = format!("; test {test}; correction {correction}{seed}");
        let table = rules.table("comparisons", compared.frame(), &about);
        Ok(Table { sheets: Some(compared.sheets()), ..table })
    }

    /// The names of test and correction.
    fn names(self) -> [String; 2] {
        [to_compact(&self.test), to_compact(&self.correction)]
    }

    /// The pairs of runs.
    fn pairs(self, runs: &[String]) -> Result<Vec<(usize, usize)>, EvalError> {
        match self.against {
            Against::EachOther => {
                if runs.iter().any(|run| run == ALL) {
                    return usage(
                        "--compare all compares every pair, and a run is named `all`: give it another name",
                    );
                }
                if runs.len() < 2 {
                    return usage("a comparison needs two runs, found one");
                }
                Ok(rejudge_stats::pairs(runs.len()).collect())
            }
            Against::Run(name) => {
                let Some(baseline) = runs.iter().position(|run| run == name) else {
                    let near = nearest(name, runs.iter().map(String::as_str));
                    let near = match near {
                        Some(_) => meant(near),
                        None => format!("; the runs are {}", few(runs, NAMED, ", ")),
                    };
                    let why = format!("no run is named `{name}`{near}");
                    return Err(EvalError::argument("--compare", name, why));
                };
                let others: Vec<usize> = (0..runs.len()).filter(|&run| run != baseline).collect();
                if others.is_empty() {
                    return usage(format!("--compare: there is no run besides `{name}`"));
                }
                Ok(others.into_iter().map(|run| (run, baseline)).collect())
            }
        }
    }
}

/// Returns half of Student's 95% interval of the mean difference of two runs: `t sd(z) / sqrt n` with n - 1 degrees of
/// freedom (Student, Biometrika 6(1), 1908).
fn half_width(x: &[f64], y: &[f64]) -> Option<f64> {
    let z: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
    let n = z.len() as f64;
    Some(student_t_critical(ALPHA, (n - 1.0).max(1.0)) * standard_deviation(&z)? / n.sqrt())
}

/// The columns of the table: a row for each measure and pair.
const COLUMNS: [(&str, Kind, &str); 14] = [
    ("measure", Kind::Text, "name of the measure"),
    ("run", Kind::Text, "name of the run"),
    ("baseline", Kind::Text, "the run it is compared with"),
    ("topics", Kind::Whole, "topics that are paired"),
    ("mean", Kind::Number, "mean score of the run"),
    ("baseline-mean", Kind::Number, "mean score of the baseline"),
    ("difference", Kind::Number, "mean less baseline-mean"),
    ("statistic", Kind::Number, "statistic of the test"),
    ("p", Kind::Number, "two-sided p-value"),
    ("p-adjusted", Kind::Number, "p-value corrected for the number of pairs"),
    (
        "low",
        Kind::Number,
        "lower end of the 95% interval of the difference: Student's of each pair by itself, whatever the test, or of \
         all pairs at once with a correction of Tukey's",
    ),
    ("high", Kind::Number, "upper end of it"),
    ("test", Kind::Text, "the test"),
    ("correction", Kind::Text, "the correction for the number of pairs"),
];

impl Compared<'_> {
    fn frame(&self) -> Frame {
        let names = &self.scores.runs;
        let [test, correction] = self.comparison.names();
        let mut rows = Frame::new(COLUMNS);
        for (metric, found) in self.scores.metrics.iter().zip(&self.found) {
            let measure = metric.to_string();
            for (at, &(run, baseline)) in self.pairs.iter().enumerate() {
                let (mean, of_baseline) = (found.means[run], found.means[baseline]);
                let TestResult { statistic, p } = found.results[at];
                let [low, high] = found.interval(at, (run, baseline));
                rows.push([
                    (&measure).into(),
                    (&names[run]).into(),
                    (&names[baseline]).into(),
                    self.topics.into(),
                    mean.into(),
                    of_baseline.into(),
                    (mean - of_baseline).into(),
                    statistic.into(),
                    p.into(),
                    found.p[at].into(),
                    low.into(),
                    high.into(),
                    (&test).into(),
                    (&correction).into(),
                ]);
            }
        }
        rows
    }
}

impl OfMeasure {
    fn difference(&self, (run, baseline): (usize, usize)) -> f64 {
        self.means[run] - self.means[baseline]
    }

    /// Returns the interval of the difference of the pair at position `at`.
    fn interval(&self, at: usize, pair: (usize, usize)) -> [Option<f64>; 2] {
        let (difference, half) = (self.difference(pair), self.half_widths[at]);
        [half.map(|half| difference - half), half.map(|half| difference + half)]
    }
}
