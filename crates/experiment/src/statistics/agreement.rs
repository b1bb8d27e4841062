//! Agreement of a judge with people, over pairs of topic and document.

use rejudge_metrics::Verdict;
use rejudge_pools::{TopicIx, View};
use rejudge_stats::{Agreement, Coincidences, Distance, Weights};

use crate::statistics::{Inputs, JudgedCollection, Outcome, StatisticEntry, Subject};

/// Agreement of the labels of a judgment set with the judgments from which the experiment starts.
///
/// Agreement is computed over the pairs that both people and the judge labelled. `by-one-alone` counts the
/// pairs that only people or only the judge labelled. `kappa` compares the levels themselves, and the weighted
/// kappas use the distance between levels. `kappa-N` and `alpha-N` compare level N and above with the lower
/// levels. Labels with their own scale have only `pairs` and `by-one-alone`, because they cannot equal
/// people's levels. `people-N` and `given-N` count how often people and the judge gave level N, and `both-N-M`
/// how often people gave N and the judge M. Tables can show levels up to 3, but cells contain all levels.
pub(crate) static AGREEMENT: StatisticEntry = StatisticEntry {
    summary: "Agreement of the labels of a judgment set with the judgments that the experiment starts from.",
    version: 2,
    components: &[
        "kappa",
        "linear-kappa",
        "quadratic-kappa",
        "alpha",
        "pairs",
        "by-one-alone",
        "observed",
        "topic-kappa-mean",
        "topic-kappa-min",
        "kappa-1",
        "kappa-2",
        "kappa-3",
        "alpha-1",
        "alpha-2",
        "alpha-3",
        "people-0",
        "people-1",
        "people-2",
        "people-3",
        "given-0",
        "given-1",
        "given-2",
        "given-3",
        "both-0-0",
        "both-0-1",
        "both-0-2",
        "both-0-3",
        "both-1-0",
        "both-1-1",
        "both-1-2",
        "both-1-3",
        "both-2-0",
        "both-2-1",
        "both-2-2",
        "both-2-3",
        "both-3-0",
        "both-3-1",
        "both-3-2",
        "both-3-3",
    ],
    has_measure: false,
    uses_compared_runs: false,
    needs_collection: true,
    ..StatisticEntry::plain("agreement", compute)
};

fn compute(inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let JudgedCollection { collection, base, view, .. } = inputs.judged_collection()?;
    let topics = collection.topics().len();
    let mut all_topics = Agreement::default();
    let mut by_topic: Vec<f64> = Vec::new();
    let (mut people, mut judge): (Vec<Option<f64>>, Vec<Option<f64>>) = (Vec::new(), Vec::new());
    for topic in 0..topics {
        // A document that only a third judge labelled is left out, because neither people nor this judge labelled it.
        let pairs = labels(base, topic).into_iter().zip(labels(&view, topic));
        let (human_labels, judge_labels): (Vec<_>, Vec<_>) = pairs
            .filter(|(human_labels, judge_labels)| human_labels.is_some() || judge_labels.is_some())
            .unzip();
        let agreement = Agreement::new(&human_labels, &judge_labels);
        by_topic.extend(agreement.kappa());
        all_topics += &agreement;
        people.extend(human_labels.iter().map(|label| label.map(f64::from)));
        judge.extend(judge_labels.iter().map(|label| label.map(f64::from)));
    }
    if all_topics.items() == 0 {
        return Err(Outcome::undefined(
            "no pair of topic and document has a label both from people and from the judge",
        ));
    }
    let counts = [("pairs", all_topics.items() as f64), ("by-one-alone", all_topics.left_out() as f64)];
    let mut outcome = Outcome::new(&counts).over_all(topics, collection);
    let mut add = |name: &str, value: Option<f64>| {
        outcome.add(&Subject::Whole, value.map(|value| (name, value)));
    };
    // Labels with their own scale cannot agree with levels.
    if base.gains().is_none() && view.gains().is_none() {
        add_level_agreement(&all_topics, &by_topic, &mut add);
        let alpha = |cut: &dyn Fn(f64) -> f64| {
            let cut_labels =
                |labels: &[Option<f64>]| labels.iter().map(|label| label.map(cut)).collect::<Vec<_>>();
            Coincidences::new(&[&cut_labels(&people), &cut_labels(&judge)]).alpha(Distance::Ordinal)
        };
        add("alpha", alpha(&|level| level));
        for from in 1..all_topics.levels() {
            add(&format!("alpha-{from}"), alpha(&|level| f64::from(level >= from as f64)));
        }
    }
    Ok(outcome)
}

/// Returns the level of each document of a topic, or `None` if the document is unjudged in `view`.
pub(crate) fn labels(view: &View, topic: TopicIx) -> Vec<Option<u8>> {
    let label = |(doc, verdict): (u32, &Verdict)| match verdict {
        Verdict::Level(level) if view.keeps(topic, doc) => Some(*level),
        _ => None,
    };
    (0..).zip(view.verdicts(topic)).map(label).collect()
}

/// Adds the quantities that are computed from counts of levels.
fn add_level_agreement(agreement: &Agreement, by_topic: &[f64], add: &mut impl FnMut(&str, Option<f64>)) {
    add("kappa", agreement.kappa());
    add("linear-kappa", agreement.weighted_kappa(Weights::Linear));
    add("quadratic-kappa", agreement.weighted_kappa(Weights::Quadratic));
    add("observed", agreement.observed());
    let mean = by_topic.iter().sum::<f64>() / by_topic.len() as f64;
    add("topic-kappa-mean", (!by_topic.is_empty()).then_some(mean));
    add("topic-kappa-min", by_topic.iter().copied().reduce(f64::min));
    for cut in 1..agreement.levels() {
        add(&format!("kappa-{cut}"), agreement.cut(cut).kappa());
    }
    for level in 0..agreement.levels() {
        let (by_people, by_judge) = agreement.label_counts(level);
        add(&format!("people-{level}"), Some(by_people as f64));
        add(&format!("given-{level}"), Some(by_judge as f64));
        for judge_level in 0..agreement.levels() {
            add(&format!("both-{level}-{judge_level}"), Some(agreement.count(level, judge_level) as f64));
        }
    }
}
