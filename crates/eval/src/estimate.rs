//! Mean scores if people judged some topics and a model judged all: prediction-powered estimates.

use std::collections::HashMap;

use rejudge_experiment::spec::NoRelevant;
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_metrics::Metric;
use rejudge_names::plural::counted;
use rejudge_stats::{Estimate, JudgedTwice, PredictionPowered, Weight};
use rejudge_tables::frame::{Frame, Kind, Table, Value};

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
const COLUMNS: [(&str, Kind, &str); 4 + NUMBERS] = [
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

/// The number of numeric columns, which [`Estimates::row`] returns.
const NUMBERS: usize = 9;

/// The topics that both judged, and those that the judge alone did: places among the counted ones.
struct Topics {
    both: Vec<(usize, usize)>,
    judge_alone: Vec<usize>,
}

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
        let topics = Topics::new(people, judge)?;
        let baseline = self.baseline.map(|name| people.run("--compare", name)).transpose()?;
        let mut rows = Frame::new(COLUMNS);
        for (at, metric) in people.metrics.iter().enumerate() {
            let measure = metric.to_string();
            for (run, name) in people.runs.iter().enumerate().filter(|(run, _)| Some(*run) != baseline) {
                let found = self.row(people, judge, &topics, run, baseline, at);
                let row = found.ok_or_else(|| too_few(metric, &topics, self.estimator))?;
                let of: [Value<'_>; 4] = [
                    (&measure).into(),
                    name.into(),
                    topics.both.len().into(),
                    topics.judge_alone.len().into(),
                ];
                rows.push(of.into_iter().chain(row.map(Value::from)));
            }
        }
        let of = self.baseline.map_or("means".to_owned(), |name| format!("differences from {name}"));
        let estimator = to_compact(&self.estimator);
        let about = format!("; {of}; estimates {estimator}; confidence {}", self.confidence);
        Ok(rules.table("estimates", rows, &about))
    }

    /// Returns the numbers of the row of a run and a measure.
    fn row(
        &self,
        people: &Scores,
        judge: &Scores,
        topics: &Topics,
        run: usize,
        baseline: Option<usize>,
        metric: usize,
    ) -> Option<[f64; NUMBERS]> {
        let of = |scores: &Scores, place: usize| {
            let less = baseline.map_or(0.0, |run| scores.of_run(run, metric)[place]);
            scores.of_run(run, metric)[place] - less
        };
        let human: Vec<f64> = topics.both.iter().map(|&(place, _)| of(people, place)).collect();
        let model: Vec<f64> = topics.both.iter().map(|&(_, place)| of(judge, place)).collect();
        let model_only: Vec<f64> = topics.judge_alone.iter().map(|&place| of(judge, place)).collect();
        let scores = JudgedTwice { human: &human, model: &model, model_only: &model_only };
        let powered = PredictionPowered::new(&scores, self.estimator)?;
        let alone = Estimate::new(&human)?;
        let alpha = 1.0 - self.confidence;
        let [low, high] = powered.estimate.interval(alpha);
        let [people_low, people_high] = alone.interval(alpha);
        let all = model.len() + model_only.len();
        let judge = model.iter().chain(&model_only).sum::<f64>() / all as f64;
        let differ = alone.mean - model.iter().sum::<f64>() / model.len() as f64;
        let estimate = powered.estimate.mean;
        Some([estimate, low, high, powered.weight, alone.mean, people_low, people_high, judge, differ])
    }
}

impl Topics {
    fn new(people: &Scores, judge: &Scores) -> Result<Self, EvalError> {
        let named = |(place, &topic): (usize, &usize)| (&judge.topics[topic], place);
        let places: HashMap<&str, usize> = judge.counted(0).iter().enumerate().map(named).collect();
        let mut both = Vec::new();
        for (place, &topic) in people.counted(0).iter().enumerate() {
            let name = &people.topics[topic];
            let Some(&of_judge) = places.get(name) else {
                return Err(EvalError::Data(format!(
                    "topic `{name}`: judged by people but not by the judge, which must label all their topics"
                )));
            };
            both.push((place, of_judge));
        }
        let mut is_alone = vec![true; judge.counted(0).len()];
        both.iter().for_each(|&(_, place)| is_alone[place] = false);
        let judge_alone = (0..is_alone.len()).filter(|&place| is_alone[place]).collect();
        Ok(Self { both, judge_alone })
    }
}

fn too_few(metric: &Metric, topics: &Topics, estimator: Weight) -> EvalError {
    let least = if estimator == Weight::Tuned { 3 } else { 2 };
    if topics.judge_alone.is_empty() {
        return EvalError::Data(format!(
            "people judged every topic of the judge ({}), so nothing is left to estimate: expected human judgments \
             of a random sample of the topics",
            topics.both.len()
        ));
    }
    EvalError::Data(format!(
        "{metric}: people judged {}, expected {least} or more; the judge alone {}, expected 2 or more",
        counted(topics.both.len(), "topic"),
        topics.judge_alone.len()
    ))
}
