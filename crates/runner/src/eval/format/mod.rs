//! Scores written down.

mod csv;
mod json;
mod parquet;
mod trec_eval;
mod tsv;

use super::{EvalError, Rules, Scores, Wanted};
pub use trec_eval::Zscores;

/// How scores are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// run, topic, measure, value; topic `all` is the summary; full precision
    Tsv,
    /// As trec_eval prints it: its names, four decimals, one block a run
    #[value(name = "trec_eval")]
    TrecEval,
    /// One object: the rules, and the scores of each run
    Json,
    /// As tsv, with a header and quotes
    Csv,
    /// As tsv, in a parquet file (needs -o)
    Parquet,
}

/// Scores and how much of them is written.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The scores.
    pub scores: &'a Scores,
    /// What was asked for, in order.
    pub wanted: &'a Wanted,
    /// The rules in force.
    pub rules: &'a Rules,
    /// Whether every topic is written, not only the summary.
    pub per_topic: bool,
    /// Means and deviations that scores are measured against, in trec_eval's form only.
    pub zscores: Option<&'a Zscores>,
}

impl Format {
    /// The bytes of a file.
    ///
    /// # Errors
    /// When a measure has no name in the form, or the form cannot be written.
    pub fn write(self, written: Written<'_>) -> Result<Vec<u8>, EvalError> {
        match self {
            Self::Tsv => Ok(tsv::write(written)),
            Self::TrecEval => trec_eval::write(written),
            Self::Json => json::write(written),
            Self::Csv => csv::write(written),
            Self::Parquet => parquet::write(written),
        }
    }
}

/// One score as a row of a long table.
struct Row<'a> {
    run: &'a str,
    topic: &'a str,
    metric: usize,
    value: f64,
}

/// The rows of a long table: run by run, topics before the summary (`all`).
fn rows<'a>(written: Written<'a>) -> impl Iterator<Item = Row<'a>> {
    let scores = written.scores;
    (0..scores.runs.len()).flat_map(move |run| {
        let topics = if written.per_topic { scores.counted(run) } else { &[] };
        let measures = 0..scores.metrics.len();
        let name = scores.runs[run].as_str();
        let of_topics = topics.iter().flat_map({
            let measures = measures.clone();
            move |&topic| {
                measures.clone().map(move |metric| Row {
                    run: name,
                    topic: scores.topics[topic].as_str(),
                    metric,
                    value: scores.value(run, topic, metric),
                })
            }
        });
        let of_all = measures.map(move |metric| Row {
            run: name,
            topic: "all",
            metric,
            value: scores.summary(run, metric),
        });
        of_topics.chain(of_all)
    })
}

/// Names of the measures, each printed once.
fn names(scores: &Scores) -> Vec<String> {
    scores.metrics.iter().map(ToString::to_string).collect()
}
