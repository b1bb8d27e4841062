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
    /// If the file cannot be read, or with the place of a line that is not of that form.
    pub fn read(path: &Path) -> Result<Self, EvalError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| EvalError::Data(format!("{}: {error}", path.display())))?;
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

/// Returns the lines of scores. Of scores against means and deviations names begin with `Z`, and every number has four
/// decimals; measures without means for every topic are left out, except geometric ones: their means are of logarithms,
/// are rarely in the file, and 0 is printed without them, as trec_eval does.
///
/// # Errors
/// If a measure has no name in trec_eval, or none has a mean for every topic in the file of `-Z`.
pub(super) fn scores(written: ScoreOutput<'_>) -> Result<String, EvalError> {
    let ScoreOutput { scores, zscores, wanted, shown, .. } = written;
    let columns = columns(wanted, &scores.metrics)?;
    let metric = |column: &Column| &scores.metrics[column.metric];
    let is_geometric = |column: &Column| metric(column).summary() == Summary::GeometricMean;
    let digits = |column: &Column, value: f64| match zscores {
        None => number(metric(column), value),
        Some(_) => format!("{value:.4}"),
    };
    let prefix = if zscores.is_some() { "Z" } else { "" };
    let (mut text, mut has_mean) = (String::new(), false);
    for (run, tag) in scores.runs.iter().enumerate() {
        let mut topics: Vec<usize> = scores.counted(run).to_vec();
        topics.sort_by(|&a, &b| scores.topics[a].as_bytes().cmp(scores.topics[b].as_bytes()));
        let value = |topic: usize, column: &Column| {
            let score = scores.value(run, topic, column.metric);
            let Some(zscores) = zscores else { return Some(score) };
            zscores.zscore(&scores.topics[topic], &column.name, metric(column).summary().term(score))
        };
        for &topic in topics.iter().filter(|_| shown.per_topic) {
            // A geometric mean is one of topics only.
            for column in columns.iter().filter(|column| !is_geometric(column)) {
                if let Some(value) = value(topic, column) {
                    let (name, topic) = (&column.name, &scores.topics[topic]);
                    let _ = writeln!(text, "{prefix}{name:<22}\t{topic}\t{}", digits(column, value));
                }
            }
        }
        let of_all = |column: &Column| {
            let all = match zscores {
                None => Some(scores.summary_over(run, column.metric, &topics)),
                Some(_) => {
                    let values: Option<Vec<f64>> = topics.iter().map(|&topic| value(topic, column)).collect();
                    has_mean |= values.is_some();
                    let all = values.map(|values| metric(column).summary().of_terms(values));
                    all.or(is_geometric(column).then_some(0.0))
                }
            };
            all.map(|all| digits(column, all))
        };
        let count = zscores.map_or(topics.len().to_string(), |_| format!("{:.4}", topics.len() as f64));
        if shown.summary {
            summary(&mut text, wanted, prefix, [tag, &count], &columns, of_all);
        }
    }
    if zscores.is_some() && !has_mean {
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

/// The summary of a run with its tag and number of topics; `of_all` gives the number of a measure, if it is printed.
fn summary(
    text: &mut String,
    wanted: &Wanted,
    prefix: &str,
    [tag, topics]: [&str; 2],
    columns: &[Column],
    mut of_all: impl FnMut(&Column) -> Option<String>,
) {
    let mut columns = columns.iter();
    for item in &wanted.items {
        let _ = match item {
            Item::RunId => writeln!(text, "{:<22}\tall\t{tag}", "runid"),
            Item::NumTopics => writeln!(text, "{prefix}{:<22}\tall\t{topics}", "num_q"),
            Item::Measure(_) => {
                let column = columns.next().expect("each measure has a column");
                let Some(value) = of_all(column) else { continue };
                writeln!(text, "{prefix}{:<22}\tall\t{value}", column.name)
            }
        };
    }
}
