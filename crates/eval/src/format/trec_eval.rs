//! Scores as trec_eval prints them: its names, four decimals, topics in byte order.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use rejudge_collections::{FileText, Located, Once, read_as};
use rejudge_metrics::{Summary, trec_eval};

use super::Shown;
use crate::{EvalError, Item, Scores, Wanted};

/// Mean and standard deviation of measures by topic, from a file for trec_eval's `-Z`.
#[derive(Clone, Debug, Default)]
pub struct Zscores(HashMap<(String, String), (f64, f64)>);

impl Zscores {
    /// Reads lines of `topic measure mean deviation`.
    ///
    /// # Errors
    /// If the file cannot be read, or with the place of a line that is not of that form.
    pub fn read(path: &Path) -> Result<Self, EvalError> {
        Ok(read_as(path, Self::parse)?)
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let (source, mut all, mut seen) = (FileText::new(path, bytes)?, HashMap::new(), Once::default());
        for row in source.rows("4 (topic, measure, mean, deviation)")? {
            let [topic, measure, mean, deviation] = row?;
            seen.once(&source, "measure", topic, measure)?;
            let [mean, deviation] = [(mean, "mean"), (deviation, "deviation")].map(|(at, what)| {
                let text = source.get(at);
                let number = text.parse().ok().filter(|number: &f64| number.is_finite());
                number.ok_or_else(|| source.error(at, format!("{what} `{text}` is not a finite number")))
            });
            let key = (source.get(topic).to_owned(), source.get(measure).to_owned());
            all.insert(key, (mean?, deviation?));
        }
        Ok(Self(all))
    }

    /// Returns the score in deviations from the mean; 0 if the deviation is 0.
    fn zscore(&self, topic: &str, measure: &str, score: f64) -> Option<f64> {
        let &(mean, deviation) = self.0.get(&(topic.to_owned(), measure.to_owned()))?;
        Some(if deviation == 0.0 { 0.0 } else { (score - mean) / deviation })
    }
}

/// Returns the lines of scores. Of scores against means and deviations names begin with `Z`, and every number has four
/// decimals; measures without means for every topic are left out, except geometric ones: their means are of logarithms,
/// are rarely in the file, and 0 is printed without them, as trec_eval does.
///
/// # Errors
/// If a measure has no name in trec_eval, or none has a mean for every topic in the file of `-Z`.
pub fn trec_eval_lines(
    scores: &Scores,
    wanted: &Wanted,
    shown: Shown,
    zscores: Option<&Zscores>,
) -> Result<String, EvalError> {
    let name = |at: usize| {
        let says = || format!("trec_eval has no name for {}: ask for another --format", scores.metrics[at]);
        wanted.in_trec_eval(at).ok_or_else(|| EvalError::Usage(says()))
    };
    let names: Vec<String> = (0..scores.metrics.len()).map(name).collect::<Result<_, _>>()?;
    let summary = |at: usize| scores.metrics[at].summary();
    let digits = |at: usize, value: f64| {
        let digits = if zscores.is_some() { 4 } else { trec_eval::digits(&scores.metrics[at]) };
        format!("{value:.digits$}")
    };
    let prefix = if zscores.is_some() { "Z" } else { "" };
    let (mut text, mut has_mean) = (String::new(), false);
    for (run, tag) in scores.runs.iter().enumerate() {
        let mut topics: Vec<usize> = scores.counted(run).to_vec();
        topics.sort_by(|&a, &b| scores.topics[a].as_bytes().cmp(scores.topics[b].as_bytes()));
        let value = |topic: usize, at: usize| {
            let score = scores.value(run, topic, at);
            let Some(zscores) = zscores else { return Some(score) };
            zscores.zscore(&scores.topics[topic], &names[at], summary(at).term(score))
        };
        for &topic in topics.iter().filter(|_| shown.per_topic) {
            for (at, name) in names.iter().enumerate() {
                // A geometric mean is one of topics only.
                if summary(at) != Summary::GeometricMean
                    && let Some(value) = value(topic, at)
                {
                    let topic = &scores.topics[topic];
                    let _ = writeln!(text, "{prefix}{name:<22}\t{topic}\t{}", digits(at, value));
                }
            }
        }
        for item in wanted.items.iter().filter(|_| shown.summary) {
            let _ = match *item {
                Item::RunId => writeln!(text, "{:<22}\tall\t{tag}", "runid"),
                Item::NumTopics => {
                    let digits = if zscores.is_some() { 4 } else { 0 };
                    writeln!(text, "{prefix}{:<22}\tall\t{:.digits$}", "num_q", topics.len() as f64)
                }
                Item::Measure(at) => {
                    let all = match zscores {
                        None => Some(scores.summary_over(run, at, &topics)),
                        Some(_) => {
                            let values: Option<Vec<f64>> =
                                topics.iter().map(|&topic| value(topic, at)).collect();
                            has_mean |= values.is_some();
                            let all = values.map(|values| summary(at).summarise_terms(values));
                            all.or((summary(at) == Summary::GeometricMean).then_some(0.0))
                        }
                    };
                    let Some(all) = all else { continue };
                    writeln!(text, "{prefix}{:<22}\tall\t{}", names[at], digits(at, all))
                }
            };
        }
    }
    if zscores.is_some() && !has_mean {
        return Err(EvalError::Data("--zscores: no measure has a mean for every topic there".to_owned()));
    }
    Ok(text)
}
