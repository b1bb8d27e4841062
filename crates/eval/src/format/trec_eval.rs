//! Writes scores as trec_eval prints them: with its names, its decimals (usually four), and the topics in
//! byte order.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use rejudge_collections::{Located, SeenValues, Split, TextTable, read_as};
use rejudge_metrics::{Summary, trec_eval};

use super::OutputOptions;
use crate::{EvalError, Item, RequestedMeasures, Scores};

/// For trec_eval's `-Z`: the mean and standard deviation of each measure on each topic.
#[derive(Clone, Debug, Default)]
pub struct Zscores(HashMap<(String, String), (f64, f64)>);

impl Zscores {
    /// Reads a file with lines `topic measure mean deviation`.
    ///
    /// # Errors
    /// If the file cannot be read or has no lines, a line has another form, a number is not finite, or a
    /// topic has two lines for a measure.
    pub fn read(path: &Path) -> Result<Self, EvalError> {
        Ok(read_as(path, Self::parse)?)
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let table = TextTable::parse(path, bytes, Split::Fields)?;
        let source = table.source();
        let (mut by_topic, mut seen) = (HashMap::new(), SeenValues::default());
        for row in table.records(["topic", "measure", "mean", "deviation"])? {
            let [topic, measure, mean, deviation] = row?;
            seen.insert(source, "measure", &topic, &measure)?;
            let [mean, deviation] = [(mean, "mean"), (deviation, "deviation")].map(|(cell, name)| {
                let number = table.number(&cell).filter(|number| number.is_finite());
                number.ok_or_else(|| {
                    let what = format!("{name} `{}` is not a finite number", cell.text.escape_debug());
                    source.error(cell.place, what)
                })
            });
            by_topic.insert((topic.text.into_owned(), measure.text.into_owned()), (mean?, deviation?));
        }
        Ok(Self(by_topic))
    }

    /// Returns how many standard deviations a score is above the mean of `measure` on `topic`, or 0 if the
    /// deviation is 0. Returns `None` if the file does not have this mean.
    fn zscore(&self, topic: &str, measure: &str, score: f64) -> Option<f64> {
        let &(mean, deviation) = self.0.get(&(topic.to_owned(), measure.to_owned()))?;
        Some(if deviation == 0.0 { 0.0 } else { (score - mean) / deviation })
    }
}

/// Returns the lines with scores. With `zscores`, the scores are standardised, names of measures begin with
/// `Z`, and every number has four decimals. If `zscores` has no mean of a measure on a topic, we leave out
/// the measure's line for this topic, and the measure's summary. Only the summary of a geometric mean is
/// never left out. It needs means of logarithms, which `zscores` rarely has; if one is missing, we print 0 as
/// trec_eval does.
///
/// # Errors
/// If trec_eval has no name for a measure, or if summaries are requested with `zscores`, but every measure
/// lacks its mean on some topic.
pub fn trec_eval_lines(
    scores: &Scores,
    measures: &RequestedMeasures,
    options: OutputOptions,
    zscores: Option<&Zscores>,
) -> Result<String, EvalError> {
    let name = |measure: usize| {
        let metric = &scores.metrics[measure];
        measures.in_trec_eval(measure).ok_or_else(|| {
            EvalError::Usage(format!("trec_eval has no name for {metric}: use another --format"))
        })
    };
    let names: Vec<String> = (0..scores.metrics.len()).map(name).collect::<Result<_, _>>()?;
    let summary = |measure: usize| scores.metrics[measure].summary();
    let formatted = |measure: usize, value: f64| {
        let digits = if zscores.is_some() { 4 } else { trec_eval::digits(&scores.metrics[measure]) };
        format!("{value:.digits$}")
    };
    let prefix = if zscores.is_some() { "Z" } else { "" };
    let (mut text, mut has_mean) = (String::new(), false);
    for (run, tag) in scores.runs.iter().enumerate() {
        let topic_name = |position: u32| &scores.topics[scores.counted(run)[position as usize]];
        // The positions are 32-bit numbers, to save memory if there are a million topics.
        let mut order: Vec<u32> = (0..).take(scores.counted(run).len()).collect();
        order.sort_by(|&a, &b| topic_name(a).as_bytes().cmp(topic_name(b).as_bytes()));
        let score = |position: u32, measure: usize| scores.of_run(run, measure)[position as usize];
        let value = |position: u32, measure: usize| {
            let score = score(position, measure);
            let Some(zscores) = zscores else { return Some(score) };
            zscores.zscore(topic_name(position), &names[measure], summary(measure).term(score))
        };
        for &position in order.iter().filter(|_| options.per_topic) {
            for (measure, name) in names.iter().enumerate() {
                // trec_eval does not print geometric means such as gm_map for single topics.
                if summary(measure) != Summary::GeometricMean
                    && let Some(value) = value(position, measure)
                {
                    let topic = topic_name(position);
                    let _ = writeln!(text, "{prefix}{name:<22}\t{topic}\t{}", formatted(measure, value));
                }
            }
        }
        for item in measures.items.iter().filter(|_| options.summary) {
            let _ = match *item {
                Item::RunId => writeln!(text, "{:<22}\tall\t{tag}", "runid"),
                Item::NumTopics => {
                    let digits = if zscores.is_some() { 4 } else { 0 };
                    writeln!(text, "{prefix}{:<22}\tall\t{:.digits$}", "num_q", order.len() as f64)
                }
                Item::Measure(measure) => {
                    let mean = match zscores {
                        None => {
                            let in_order = order.iter().map(|&position| score(position, measure));
                            Some(summary(measure).summarise(in_order))
                        }
                        Some(_) => {
                            let values: Option<Vec<f64>> =
                                order.iter().map(|&position| value(position, measure)).collect();
                            has_mean |= values.is_some();
                            let mean = values.map(|values| summary(measure).summarise_terms(values));
                            mean.or((summary(measure) == Summary::GeometricMean).then_some(0.0))
                        }
                    };
                    let Some(mean) = mean else { continue };
                    writeln!(text, "{prefix}{:<22}\tall\t{}", names[measure], formatted(measure, mean))
                }
            };
        }
    }
    if zscores.is_some() && options.summary && !has_mean {
        return Err(EvalError::Data(
            "--zscores: this file has no measure with a mean for every topic".to_owned(),
        ));
    }
    Ok(text)
}
