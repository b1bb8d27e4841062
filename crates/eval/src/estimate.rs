//! Mean scores if people judged some topics and a model judged all: prediction-powered estimates.

use std::collections::BTreeMap;

use rejudge_experiment::spec::NoRelevant;
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_names::plural::counted;
use rejudge_stats::{Estimate, JudgedTwice, PredictionPowered, Weight};
use rejudge_tables::frame::{Frame, Kind, Table};

use super::{EvalError, PresetRules, Scores};

/// The requested estimates.
#[derive(Clone, Copy, Debug)]
pub struct Estimates<'a> {
    /// The weight of the model's scores.
    pub estimator: Weight,
    /// The confidence, within 0 and 1.
    pub confidence: f64,
    /// The run that differences are from; `None`: means are estimated.
    pub baseline: Option<&'a str>,
}

/// The columns of the table: a row for each measure and run.
const COLUMNS: [(&str, Kind, &str); 13] = [
    ("measure", Kind::Text, "name of the measure"),
    ("run", Kind::Text, "name of the run"),
    ("topics", Kind::Whole, "topics that people judged"),
    ("judge-alone", Kind::Whole, "topics that the judge alone judged"),
    ("estimate", Kind::Number, "the estimate from people's and the judge's judgments"),
    ("low", Kind::Number, "lower end of its interval, of this row alone"),
    ("high", Kind::Number, "upper end of it"),
    ("weight", Kind::Number, "how much the judge's scores count, from 0 to 1"),
    ("people", Kind::Number, "the mean over the topics that people judged, by their judgments"),
    ("people-low", Kind::Number, "lower end of its interval"),
    ("people-high", Kind::Number, "upper end of it"),
    ("judge", Kind::Number, "the mean over all topics by the judge's judgments"),
    (
        "people-differ",
        Kind::Number,
        "how much people differ from the judge, on average over the topics that both judged",
    ),
];

impl Estimates<'_> {
    /// Estimates the mean of every run by every measure, or its difference from the baseline: a row for each.
    ///
    /// # Errors
    /// If topics without a relevant document do not count, runs have topics of their own, people judged a
    /// topic that the judge did not, there are too few topics of either kind, a measure is not averaged, or
    /// no run has the name of the baseline.
    pub fn table(&self, people: &Scores, judge: &Scores, rules: &PresetRules) -> Result<Table, EvalError> {
        if rules.rules.no_relevant == NoRelevant::Drop {
            // Otherwise a topic could count by one judge and not by the other, and people's topics would not be a
            // random sample.
            let says = "estimates are over the same topics by both judges: topics without a relevant document must \
                        count (no-relevant zero)";
            return Err(EvalError::Usage(says.to_owned()));
        }
        people.averaged("--estimate")?;
        judge.averaged("--estimate")?;
        let (both, judge_alone) = common_topics(people, judge)?;
        let baseline = self.baseline.map(|name| people.run("--compare", name)).transpose()?;
        let alpha = 1.0 - self.confidence;
        let mut rows = Frame::new(COLUMNS);
        for (at, metric) in people.metrics.iter().enumerate() {
            let measure = metric.to_string();
            for (run, name) in people.runs.iter().enumerate().filter(|(run, _)| Some(*run) != baseline) {
                let of = |scores: &Scores, place: usize| {
                    let less = baseline.map_or(0.0, |run| scores.of_run(run, at)[place]);
                    scores.of_run(run, at)[place] - less
                };
                let human: Vec<f64> = both.iter().map(|&(place, _)| of(people, place)).collect();
                let model: Vec<f64> = both.iter().map(|&(_, place)| of(judge, place)).collect();
                let model_only: Vec<f64> = judge_alone.iter().map(|&place| of(judge, place)).collect();
                let scores = JudgedTwice { human: &human, model: &model, model_only: &model_only };
                let powered = PredictionPowered::new(&scores, self.estimator);
                let Some((powered, alone)) = powered.zip(Estimate::new(&human)) else {
                    return Err(self.too_few(&measure, both.len(), judge_alone.len()));
                };
                let [low, high] = powered.estimate.interval(alpha);
                let [people_low, people_high] = alone.interval(alpha);
                let of_model = model.iter().sum::<f64>() / model.len() as f64;
                let all = model.iter().chain(&model_only);
                rows.push([
                    (&measure).into(),
                    name.into(),
                    both.len().into(),
                    judge_alone.len().into(),
                    powered.estimate.mean.into(),
                    low.into(),
                    high.into(),
                    powered.weight.into(),
                    alone.mean.into(),
                    people_low.into(),
                    people_high.into(),
                    (all.sum::<f64>() / (model.len() + model_only.len()) as f64).into(),
                    (alone.mean - of_model).into(),
                ]);
            }
        }
        let of = self.baseline.map_or("means".to_owned(), |name| format!("differences from {name}"));
        let estimator = to_compact(&self.estimator);
        let about = format!("; {of}; estimates {estimator}; confidence {}", self.confidence);
        Ok(rules.table("estimates", rows, &about))
    }

    fn too_few(&self, measure: &str, both: usize, judge_alone: usize) -> EvalError {
        let least = if self.estimator == Weight::Tuned { 3 } else { 2 };
        EvalError::Data(match judge_alone {
            0 => format!(
                "people judged every topic of the judge ({both}), so nothing is left to estimate: expected human judgments \
                 of a random sample of the topics"
            ),
            _ => format!(
                "{measure}: people judged {}, expected {least} or more; the judge alone {judge_alone}, expected 2 or more",
                counted(both, "topic")
            ),
        })
    }
}

/// The topics that both judged, and those that the judge alone did: places among the counted ones.
type Topics = (Vec<(usize, usize)>, Vec<usize>);

fn common_topics(people: &Scores, judge: &Scores) -> Result<Topics, EvalError> {
    let named = |(place, &topic): (usize, &usize)| (&judge.topics[topic], place);
    let mut alone: BTreeMap<&str, usize> = judge.counted(0).iter().enumerate().map(named).collect();
    let mut both = Vec::new();
    for (place, &topic) in people.counted(0).iter().enumerate() {
        let name = &people.topics[topic];
        let of_judge = alone.remove(name).ok_or_else(|| {
            EvalError::Data(format!(
                "topic `{name}`: judged by people but not by the judge, which must label all their topics"
            ))
        })?;
        both.push((place, of_judge));
    }
    let mut judge_alone: Vec<usize> = alone.into_values().collect();
    judge_alone.sort_unstable();
    Ok((both, judge_alone))
}
