//! Agreement of the judge of a judgment set with the people, by pairs of topic and document.

use rejudge_metrics::Verdict;
use rejudge_pools::{TopicIx, View};
use rejudge_stats::{Agreement, Coincidences, Distance, Weights};

use crate::statistics::{Entry, Inputs, JudgedCollection, Outcome, Subject};

/// Agreement of the labels of a judgment set with those that the experiment starts from.
///
/// Over the pairs that both label; `by-one-alone` counts those that one of them labels alone. Kappa is over
/// the levels as they are, `kappa-N` with the levels from N on against the rest, as is `alpha-N` of alpha;
/// the weighted ones take distances of levels. Labels on a scale of their own agree with nobody's levels:
/// they have none. `people-N` and `given-N` count how often people and the judge gave each level,
/// `both-N-M` how often people gave N where the judge gave M; tables can name levels to 3, cells hold all.
pub(crate) static AGREEMENT: Entry = Entry {
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
    is_of_compared_runs: false,
    needs_collection: true,
    ..Entry::plain("agreement", compute)
};

fn compute(inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let JudgedCollection { collection, base, view, .. } = inputs.judged()?;
    let topics = collection.topics().len();
    let mut whole = Agreement::default();
    let mut by_topic: Vec<f64> = Vec::new();
    let (mut people, mut judge): (Vec<Option<f64>>, Vec<Option<f64>>) = (Vec::new(), Vec::new());
    for topic in 0..topics {
        // Documents that only a third judge labels have a label from neither of the two.
        let both = labels(base, topic).into_iter().zip(labels(&view, topic));
        let (one, other): (Vec<_>, Vec<_>) =
            both.filter(|(one, other)| one.is_some() || other.is_some()).unzip();
        let of_topic = Agreement::new(&one, &other);
        by_topic.extend(of_topic.kappa());
        whole += &of_topic;
        people.extend(one.iter().map(|label| label.map(f64::from)));
        judge.extend(other.iter().map(|label| label.map(f64::from)));
    }
    if whole.items() == 0 {
        return Err(Outcome::undefined("no pair of topic and document has both labels"));
    }
    let counts = [("pairs", whole.items() as f64), ("by-one-alone", whole.left_out() as f64)];
    let mut outcome = Outcome::new(&counts).over_all(topics, collection);
    let mut add =
        |name: &str, value: Option<f64>| outcome.add(&Subject::Whole, value.map(|value| (name, value)));
    // Labels on a scale of their own are no levels that could agree.
    if base.gains().is_none() && view.gains().is_none() {
        of_levels(&whole, &by_topic, &mut add);
        let alpha = |cut: &dyn Fn(f64) -> f64| {
            let cut = |labels: &[Option<f64>]| labels.iter().map(|label| label.map(cut)).collect::<Vec<_>>();
            Coincidences::new(&[&cut(&people), &cut(&judge)]).alpha(Distance::Ordinal)
        };
        add("alpha", alpha(&|level| level));
        for from in 1..whole.levels() {
            add(&format!("alpha-{from}"), alpha(&|level| f64::from(level >= from as f64)));
        }
    }
    Ok(outcome)
}

/// Returns the level of each document of a topic, or `None` if the judgments leave it unjudged.
pub(crate) fn labels(view: &View, topic: TopicIx) -> Vec<Option<u8>> {
    let of_document = |(doc, verdict): (u32, &Verdict)| match verdict {
        Verdict::Level(level) if view.keeps(topic, doc) => Some(*level),
        _ => None,
    };
    (0..).zip(view.verdicts(topic)).map(of_document).collect()
}

/// Adds the agreement measures of the counts of levels.
fn of_levels(whole: &Agreement, by_topic: &[f64], add: &mut impl FnMut(&str, Option<f64>)) {
    add("kappa", whole.kappa());
    add("linear-kappa", whole.weighted_kappa(Weights::Linear));
    add("quadratic-kappa", whole.weighted_kappa(Weights::Quadratic));
    add("observed", whole.observed());
    let mean = by_topic.iter().sum::<f64>() / by_topic.len() as f64;
    add("topic-kappa-mean", (!by_topic.is_empty()).then_some(mean));
    add("topic-kappa-min", by_topic.iter().copied().reduce(f64::min));
    for cut in 1..whole.levels() {
        add(&format!("kappa-{cut}"), whole.cut(cut).kappa());
    }
    for level in 0..whole.levels() {
        let (of_people, of_judge) = whole.given(level);
        add(&format!("people-{level}"), Some(of_people as f64));
        add(&format!("given-{level}"), Some(of_judge as f64));
        for other in 0..whole.levels() {
            add(&format!("both-{level}-{other}"), Some(whole.count(level, other) as f64));
        }
    }
}
