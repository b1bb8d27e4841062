//! Prediction-powered estimates of mean scores, for collections in which people judged some topics and a model judged all.

use std::collections::BTreeMap;

use rejudge_experiment::spec::NoRelevant;
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_names::plural::counted;
use rejudge_stats::{Estimate, JudgedTwice, PredictionPowered, Weight};
use rejudge_tables::frame::{Frame, Kind, Table};

use super::{EvalError, PresetRules, Scores};

/// The estimates to compute.
#[derive(Clone, Copy, Debug)]
pub struct Estimates<'a> {
    /// The weight of the model's scores.
    pub estimator: Weight,
    /// The confidence level, between 0 and 1.
    pub confidence: f64,
    /// The run with which the others are compared. If it is `None`, means are estimated, not differences.
    pub baseline: Option<&'a str>,
}

/// The columns of the table, which has a row for each measure and run. With a baseline, the means are mean differences
/// from it.
const COLUMNS: [(&str, Kind, &str); 13] = [
    ("measure", Kind::Text, "name of the measure"),
    ("run", Kind::Text, "name of the run"),
    ("topics", Kind::Whole, "topics that people judged"),
    ("judge-alone", Kind::Whole, "topics that only the judge judged"),
    ("estimate", Kind::Number, "estimate from people's and the judge's judgments"),
    (
        "low",
        Kind::Number,
        "lower end of the estimate's interval, which holds for each row separately, not for all rows at once",
    ),
    ("high", Kind::Number, "upper end of the interval"),
    ("weight", Kind::Number, "how much the judge's scores count, from 0 to 1"),
    ("people", Kind::Number, "mean by people's judgments, over the topics that they judged"),
    ("people-low", Kind::Number, "lower end of the interval from people's judgments"),
    ("people-high", Kind::Number, "upper end of the interval from people's judgments"),
    ("judge", Kind::Number, "mean by the judge's judgments, over all topics"),
    (
        "people-differ",
        Kind::Number,
        "mean by people's judgments minus mean by the judge's, over the topics that both judged",
    ),
];

impl Estimates<'_> {
    /// Estimates each run's mean by each measure, or its difference from the baseline. The table has a row for each measure
    /// and run.
    ///
    /// # Errors
    /// If topics without a relevant document are dropped, the runs differ in their topics, people judged a topic that the
    /// judge did not, there are too few topics that both judged or that only the judge judged, a measure is not averaged, or
    /// the baseline is missing.
    pub fn table(&self, people: &Scores, judge: &Scores, rules: &PresetRules) -> Result<Table, EvalError> {
        if rules.rules.no_relevant == NoRelevant::Drop {
            // A topic could count for one judge and not for the other. Then the topics that people judged would not be a
            // random sample.
            let message = "estimates need the same topics for both judges, so topics without a relevant document must \
                        count (no-relevant zero)";
            return Err(EvalError::Usage(message.to_owned()));
        }
        people.averaged_topics("--estimate")?;
        judge.averaged_topics("--estimate")?;
        let (judged_by_both, judge_only) = common_topics(people, judge)?;
        let baseline = self.baseline.map(|name| people.run("--compare", name)).transpose()?;
        let alpha = 1.0 - self.confidence;
        let mut rows = Frame::new(COLUMNS);
        for (metric, measure) in people.metrics.iter().enumerate() {
            let measure = measure.to_string();
            for (run, name) in people.runs.iter().enumerate().filter(|(run, _)| Some(*run) != baseline) {
                let value = |scores: &Scores, topic: usize| {
                    let baseline = baseline.map_or(0.0, |run| scores.of_run(run, metric)[topic]);
                    scores.of_run(run, metric)[topic] - baseline
                };
                let human: Vec<f64> = judged_by_both.iter().map(|&(topic, _)| value(people, topic)).collect();
                let model: Vec<f64> = judged_by_both.iter().map(|&(_, topic)| value(judge, topic)).collect();
                let model_only: Vec<f64> = judge_only.iter().map(|&topic| value(judge, topic)).collect();
                let scores = JudgedTwice { human: &human, model: &model, model_only: &model_only };
                let powered = PredictionPowered::new(&scores, self.estimator);
                let Some((powered, people_only)) = powered.zip(Estimate::new(&human)) else {
                    return Err(self.too_few(&measure, judged_by_both.len(), judge_only.len()));
                };
                let [low, high] = powered.estimate.interval(alpha);
                let [people_low, people_high] = people_only.interval(alpha);
                let model_mean = model.iter().sum::<f64>() / model.len() as f64;
                let all_by_model = model.iter().chain(&model_only);
                rows.push([
                    (&measure).into(),
                    name.into(),
                    judged_by_both.len().into(),
                    judge_only.len().into(),
                    powered.estimate.mean.into(),
                    low.into(),
                    high.into(),
                    powered.weight.into(),
                    people_only.mean.into(),
                    people_low.into(),
                    people_high.into(),
                    (all_by_model.sum::<f64>() / (model.len() + model_only.len()) as f64).into(),
                    (people_only.mean - model_mean).into(),
                ]);
            }
        }
        let estimated = self.baseline.map_or("means".to_owned(), |name| format!("differences from {name}"));
        let estimator = to_compact(&self.estimator);
        let settings = format!("; {estimated}; estimates {estimator}; confidence {}", self.confidence);
        Ok(rules.table("estimates", rows, &settings))
    }

    fn too_few(&self, measure: &str, judged_by_both: usize, judge_only: usize) -> EvalError {
        let min_topics = if self.estimator == Weight::Tuned { 3 } else { 2 };
        EvalError::Data(match judge_only {
            0 => format!(
                "people judged every topic that the judge judged ({}), so nothing is left to estimate: expected human \
                 judgments of a random sample of the topics",
                counted(judged_by_both, "topic")
            ),
            _ => format!(
                "{measure}: people judged {}, expected {min_topics} or more; the judge alone judged {judge_only} more, \
                 expected 2 or more",
                counted(judged_by_both, "topic")
            ),
        })
    }
}

/// Positions in the lists of counted topics. First, for each topic that both judged, its position in people's
/// list and in the judge's list. Second, the positions in the judge's list of the topics that only the judge
/// judged.
type Topics = (Vec<(usize, usize)>, Vec<usize>);

fn common_topics(people: &Scores, judge: &Scores) -> Result<Topics, EvalError> {
    let with_name = |(position, &topic): (usize, &usize)| (&judge.topics[topic], position);
    let mut judge_positions: BTreeMap<&str, usize> =
        judge.counted(0).iter().enumerate().map(with_name).collect();
    let mut judged_by_both = Vec::new();
    for (position, &topic) in people.counted(0).iter().enumerate() {
        let name = &people.topics[topic];
        let judge_position = judge_positions.remove(name).ok_or_else(|| {
            EvalError::Data(format!(
                "topic `{name}`: judged by people but not by the judge, which must label every topic that people judged"
            ))
        })?;
        judged_by_both.push((position, judge_position));
    }
    let mut judge_only: Vec<usize> = judge_positions.into_values().collect();
    judge_only.sort_unstable();
    Ok((judged_by_both, judge_only))
}
