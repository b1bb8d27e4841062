//! Normalised cumulative utility, rank by rank (Sakai and Robertson, EVIA 2008, Table 1 and Figure 1).
//!
//! The probabilities and ratios are those of the measures' crate. Numerators and denominators, which the
//! paper prints too, are added up here from the list itself: Eqs. 8, 10 and 11 as they stand.

use rejudge_metrics::{
    Family, Gains, JudgedList, LevelTable, Stopping, Value, Verdict, blended_ratios, stopping_probabilities,
};
use rejudge_pools::{Buffers, JoinedRun};

use super::instance::Instance;
use super::outcome::{Number, Outcome, Subject};
use super::scores::highest_level;
use super::source::Source;
use rejudge_grid::{Grid, Point};

/// Probability and utility at each retrieved relevant document of the collection's only run and topic.
pub fn utility(
    grid: &Grid,
    instance: &Instance,
    point: &Point,
    sample: Option<u32>,
) -> Result<Outcome, Outcome> {
    let rules = &grid.evaluations[point.evaluation as usize].rules;
    let metric = &grid.measures[point.measure as usize].metric;
    if metric.family() != Family::NormalisedCumulativeUtility || metric.is_condensed() {
        return Err(Outcome::undefined("only NCU, on the raw list, says where users stop"));
    }
    let scored = instance.scored(rules, &grid.runs[point.runs as usize]);
    let scored = scored.map_err(|e| Outcome::failed(format!("{e:#}")))?;
    let topics = instance.topics(rules, &scored);
    let (&[run], &[topic]) = (scored.as_slice(), topics.as_slice()) else {
        let found = format!("{} runs and {} topics", scored.len(), topics.len());
        return Err(Outcome::undefined(format!("{found}, expected one of each")));
    };
    let set = &grid.collections[point.collection as usize].judgments[point.judgments as usize];
    let view = instance.view(set, sample).map_err(|e| Outcome::failed(format!("{e:#}")))?;
    let joined = JoinedRun::new(&instance.collection, run, rules.max_rank as usize);
    let mut buffers = Buffers::default();
    let list = buffers.lists(&instance.collection, &view, &joined, topic).raw;
    let evaluation = rules.gains.of(highest_level(instance));
    let gains = metric.gains_over(&evaluation).map_err(|e| Outcome::failed(e.to_string()))?;
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
    let relevant = |level: &&u8| gains.gain(**level) > 0.0;
    let share = |found: u32, level: u8| match &stopping {
        Stopping::Uniform => 1.0,
        Stopping::RankBiased { gamma } => (1..found).fold(1.0, |power, _| power * gamma),
        Stopping::GradedUniform { weights } => weights.at(level),
    };
    let shares: f64 =
        list.ideal.iter().filter(relevant).zip(1..).map(|(&level, found)| share(found, level)).sum();
    let gained_by = |rank: u32| -> f64 {
        let level = |verdict: Verdict| match verdict {
            Verdict::Level(level) => gains.gain(level),
            Verdict::Pooled => 0.0,
        };
        list.ranking.iter().filter(|judged| judged.rank <= rank).map(|judged| level(judged.verdict)).sum()
    };
    let ideal_by =
        |rank: u32| -> f64 { list.ideal.iter().take(rank as usize).map(|&level| gains.gain(level)).sum() };
    let mut outcome = Outcome::of(&[]);
    let probabilities = stopping_probabilities(list, gains, stopping.clone());
    for (at, (rank, probability)) in blended_ratios(list, gains, beta).zip(probabilities) {
        // With beta = inf the counts vanish beside the gains.
        let (of_count, of_gain) = if beta.is_infinite() { (0.0, 1.0) } else { (1.0, beta) };
        let parts = [
            ("stop", probability),
            ("stop-numerator", share(at.found, at.level)),
            ("stop-denominator", shares),
            ("utility", at.ratio),
            ("utility-numerator", of_count * f64::from(at.found) + of_gain * gained_by(rank)),
            ("utility-denominator", of_count * f64::from(rank) + of_gain * ideal_by(rank)),
        ];
        let number = |(component, value): (&str, f64)| Number {
            component: component.to_owned(),
            of: Subject::Rank(rank),
            value,
        };
        outcome.numbers.extend(parts.map(number));
    }
    outcome
}
