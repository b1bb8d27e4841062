//! Scores as trec_eval prints them: its names, four decimals, topics in byte order.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use rejudge_metrics::{Metric, Summary, trec_eval};

use super::ScoreOutput;
use crate::{EvalError, Item, Wanted};
use rejudge_names::plural::counted;

/// The fields of a line of the file of `-Z`.
const ZSCORE_FIELDS: &str = "topic, measure, mean, deviation";

/// Mean and standard deviation of measures by topic, from a file for trec_eval's `-Z`.
#[derive(Clone, Debug, Default)]
pub struct Zscores(HashMap<(String, String), (f64, f64)>);

impl Zscores {
    /// Reads lines of `topic measure mean deviation`.
    ///
    /// # Errors
    /// With the place of a line that is not of that form.
    pub fn parse(path: &Path, text: &str) -> Result<Self, EvalError> {
        let mut all = HashMap::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let wrong = |what: String| EvalError::Data(format!("{}:{}: {what}", path.display(), number + 1));
            let cells: Vec<&str> = line.split_whitespace().collect();
            let [topic, measure, mean, deviation] = cells[..] else {
                let found = counted(cells.len(), "field");
                return Err(wrong(format!("{found}, expected {ZSCORE_FIELDS}")));
            };
            let read = |text: &str| {
                let number = text.parse().ok().filter(|number: &f64| number.is_finite());
                number.ok_or_else(|| {
                    wrong(format!("`{text}` is not a finite number; expected {ZSCORE_FIELDS}"))
                })
            };
            let key = (topic.to_owned(), measure.to_owned());
            if all.insert(key, (read(mean)?, read(deviation)?)).is_some() {
                return Err(wrong(format!("topic {topic} has a second line for {measure}")));
            }
        }
        Ok(Self(all))
    }

    /// Returns the score in deviations from the mean; 0 if the deviation is 0.
    fn zscore(&self, topic: &str, measure: &str, score: f64) -> Option<f64> {
        let &(mean, deviation) = self.0.get(&(topic.to_owned(), measure.to_owned()))?;
        Some(if deviation == 0.0 { 0.0 } else { (score - mean) / deviation })
    }
}

/// A column: trec_eval's name, and the measure.
struct Column {
    name: String,
    metric: usize,
}

/// Returns the lines of scores.
///
/// # Errors
/// If a measure has no name in trec_eval, or none has a mean for every topic in the file of `-Z`.
pub(super) fn scores(written: ScoreOutput<'_>) -> Result<String, EvalError> {
    let scores = written.scores;
    let columns = columns(written.wanted, &scores.metrics)?;
    let (mut text, mut has_mean) = (String::new(), false);
    for (run, tag) in scores.runs.iter().enumerate() {
        let mut topics = scores.counted(run).to_vec();
        topics.sort_by(|&a, &b| scores.topics[a].as_bytes().cmp(scores.topics[b].as_bytes()));
        match written.zscores {
            Some(zscores) => has_mean |= z_block(&mut text, written, run, tag, &topics, &columns, zscores),
            None => block(&mut text, written, run, tag, &topics, &columns),
        }
    }
    if written.zscores.is_some() && !has_mean {
        return Err(EvalError::Data("--zscores: no measure has a mean for every topic there".to_owned()));
    }
    Ok(text)
}

/// The measures that are wanted, by their names there.
fn columns(wanted: &Wanted, metrics: &[Metric]) -> Result<Vec<Column>, EvalError> {
    let name = |metric: usize| wanted.in_trec_eval(metric).ok_or_else(|| no_name(&metrics[metric]));
    let measures =
        wanted.items.iter().filter_map(|item| if let Item::Measure(at) = *item { Some(at) } else { None });
    measures.map(|metric| Ok(Column { name: name(metric)?, metric })).collect()
}

/// Formats a score.
fn number(metric: &Metric, value: f64) -> String {
    let digits = trec_eval::digits(metric);
    format!("{value:.digits$}")
}

/// The error for a measure that trec_eval does not have.
fn no_name(measure: &dyn std::fmt::Display) -> EvalError {
    EvalError::Usage(format!("trec_eval has no name for {measure}: ask for another --format"))
}

fn block(
    text: &mut String,
    written: ScoreOutput<'_>,
    run: usize,
    tag: &str,
    topics: &[usize],
    columns: &[Column],
) {
    let scores = written.scores;
    if written.shown.per_topic {
        for &topic in topics {
            // A geometric mean is one of topics only.
            let of_topic =
                |column: &&Column| scores.metrics[column.metric].summary() != Summary::GeometricMean;
            for Column { name, metric } in columns.iter().filter(of_topic) {
                let value = number(&scores.metrics[*metric], scores.value(run, topic, *metric));
                let _ = writeln!(text, "{name:<22}\t{}\t{value}", scores.topics[topic]);
            }
        }
    }
    if written.shown.summary {
        let of_all = |metric: usize| scores.summary_over(run, metric, topics);
        summary(text, written.wanted, &scores.metrics, tag, topics.len(), columns, of_all);
    }
}

/// The summary of a run, which `of_all` gives by each measure.
fn summary(
    text: &mut String,
    wanted: &Wanted,
    metrics: &[Metric],
    tag: &str,
    topics: usize,
    columns: &[Column],
    of_all: impl Fn(usize) -> f64,
) {
    let mut columns = columns.iter();
    for item in &wanted.items {
        let (name, value) = match item {
            Item::RunId => ("runid", tag.to_owned()),
            Item::NumTopics => ("num_q", topics.to_string()),
            Item::Measure(_) => {
                let Column { name, metric } = columns.next().expect("each measure has a column");
                (name.as_str(), number(&metrics[*metric], of_all(*metric)))
            }
        };
        let _ = writeln!(text, "{name:<22}\tall\t{value}");
    }
}

/// Like `block`, for scores against means and deviations: names begin with `Z`, and every number has four decimals.
/// Measures without means for every topic are left out, except geometric ones: their means are of logarithms, are
/// rarely in the file, and 0 is printed without them, as trec_eval does. Returns true if any measure has means.
fn z_block(
    text: &mut String,
    written: ScoreOutput<'_>,
    run: usize,
    tag: &str,
    topics: &[usize],
    columns: &[Column],
    zscores: &Zscores,
) -> bool {
    let scores = written.scores;
    let is_geometric = |column: &Column| scores.metrics[column.metric].summary() == Summary::GeometricMean;
    let value = |topic: usize, column: &Column| {
        let score = scores.value(run, topic, column.metric);
        let term = scores.metrics[column.metric].summary().term(score);
        zscores.zscore(&scores.topics[topic], &column.name, term)
    };
    if written.shown.per_topic {
        for &topic in topics {
            for column in columns.iter().filter(|column| !is_geometric(column)) {
                if let Some(value) = value(topic, column) {
                    let _ = writeln!(text, "Z{:<22}\t{}\t{value:.4}", column.name, scores.topics[topic]);
                }
            }
        }
    }
    let (mut columns, mut has_mean) = (columns.iter(), false);
    let items = if written.shown.summary { written.wanted.items.as_slice() } else { &[] };
    for item in items {
        match item {
            Item::RunId => {
                let _ = writeln!(text, "{:<22}\tall\t{tag}", "runid");
            }
            Item::NumTopics => {
                let _ = writeln!(text, "Z{:<22}\tall\t{:.4}", "num_q", topics.len() as f64);
            }
            Item::Measure(_) => {
                let column = columns.next().expect("each measure has a column");
                let values: Option<Vec<f64>> = topics.iter().map(|&topic| value(topic, column)).collect();
                has_mean |= values.is_some();
                let all = match values {
                    Some(values) => scores.metrics[column.metric].summary().of_terms(values),
                    None if is_geometric(column) => 0.0,
                    None => continue,
                };
                let _ = writeln!(text, "Z{:<22}\tall\t{all:.4}", column.name);
            }
        }
    }
    has_mean
}
