//! Normalised cumulative utility, rank by rank (Sakai and Robertson, EVIA 2008, Table 1 and Figure 1).
//!
//! The crate `metrics` computes the probabilities and ratios. The paper prints their numerators and denominators too.
//! This file computes the numerators and denominators from the list, by Eqs. 8, 10 and 11 as printed.

use rejudge_metrics::{
    Family, Gains, JudgedList, LevelTable, Stopping, Value, Verdict, blended_ratios, stopping_probabilities,
};
use rejudge_names::plural::counted;
use rejudge_pools::{Buffers, JoinedRun};

use crate::statistics::{Inputs, JudgedCollection, Outcome, StatisticEntry, Subject};

/// The share of users who stop at each retrieved relevant document, and the utility of the list for them. These are the
/// two parts of normalised cumulative utility, for the only run and topic of a collection.
pub(crate) static UTILITY_BY_RANK: StatisticEntry = StatisticEntry {
    summary: "Share of users who stop at each retrieved relevant document, and the utility of the list for \
              them: the two parts of normalised cumulative utility, for a collection of one run \
              and one topic.",
    components: &[
        "stop",
        "stop-numerator",
        "stop-denominator",
        "utility",
        "utility-numerator",
        "utility-denominator",
    ],
    needs_collection: true,
    ..StatisticEntry::plain("utility-by-rank", compute)
};

fn compute(inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let JudgedCollection { collection, view, rules, gains: level_gains, .. } = inputs.judged_collection()?;
    let metric = inputs.metric()?;
    if metric.family() != Family::NormalisedCumulativeUtility || metric.is_condensed() {
        return Err(Outcome::undefined("only NCU on the raw list defines where users stop"));
    }
    let (runs, topics) = inputs.scored_runs_and_topics()?;
    let (&[run], &[topic]) = (runs.as_slice(), topics.as_slice()) else {
        let counts = format!("{} and {}", counted(runs.len(), "run"), counted(topics.len(), "topic"));
        return Err(Outcome::undefined(format!("{counts}, expected one of each")));
    };
    let joined = JoinedRun::new(collection, run, rules.depth());
    let mut buffers = Buffers::default();
    let list = buffers.lists(view.judgments(topic), &joined, topic).raw;
    let gains = metric.gains_over(&level_gains).map_err(|error| Outcome::failed(error.to_string()))?;
    let number = |parameter: &str| match metric.value(parameter) {
        Some(Value::Decimal(decimal)) => decimal.value(),
        _ => 0.0,
    };
    let weights = match metric.value("weights") {
        Some(Value::ByLevel(map)) => LevelTable::from(map),
        _ => LevelTable::from(&gains),
    };
    let stopping = match metric.value("stop") {
        Some(Value::Word("rb")) => Stopping::RankBiased { gamma: number("gamma") },
        Some(Value::Word("gu")) => Stopping::GradedUniform { weights },
        _ => Stopping::Uniform,
    };
    Ok(numbers(&list, &gains, stopping, number("beta")))
}

fn numbers(list: &JudgedList<'_>, gains: &Gains, stopping: Stopping, beta: f64) -> Outcome {
    let is_relevant = |level: &&u8| gains.gain(**level) > 0.0;
    // The share of users, before normalisation, who stop at the `number`th relevant document of a list.
    let share = |number: u32, level: u8| match &stopping {
        Stopping::Uniform => 1.0,
        Stopping::RankBiased { gamma } => (1..number).fold(1.0, |power, _| power * gamma),
        Stopping::GradedUniform { weights } => weights.at(level),
    };
    let relevant = list.ideal.iter().filter(is_relevant);
    let shares: f64 = relevant.zip(1..).map(|(&level, number)| share(number, level)).sum();
    let gained_by = |rank: u32| -> f64 {
        let gain = |verdict: Verdict| match verdict {
            Verdict::Level(level) => gains.gain(level),
            Verdict::Pooled => 0.0,
        };
        list.ranking.iter().filter(|judged| judged.rank <= rank).map(|judged| gain(judged.verdict)).sum()
    };
    let ideal_by =
        |rank: u32| -> f64 { list.ideal.iter().take(rank as usize).map(|&level| gains.gain(level)).sum() };
    let mut outcome = Outcome::new(&[]);
    let probabilities = stopping_probabilities(list, gains, stopping.clone());
    for (document, (rank, probability)) in blended_ratios(list, gains, beta).zip(probabilities) {
        // With beta = inf, only the gains count.
        let (count_weight, gain_weight) = if beta.is_infinite() { (0.0, 1.0) } else { (1.0, beta) };
        let parts = [
            ("stop", probability),
            ("stop-numerator", share(document.relevant_seen, document.level)),
            ("stop-denominator", shares),
            ("utility", document.ratio),
            (
                "utility-numerator",
                count_weight * f64::from(document.relevant_seen) + gain_weight * gained_by(rank),
            ),
            ("utility-denominator", count_weight * f64::from(rank) + gain_weight * ideal_by(rank)),
        ];
        outcome.add(&Subject::Rank(rank), parts);
    }
    outcome
}
