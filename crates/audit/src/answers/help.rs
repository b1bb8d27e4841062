//! What would help where a question has no verdict: what a user can give, or do.

use super::super::cards::{Finding, Help, Question, Verdict};
use super::super::inspection::{Inspection, Origin};
use super::ground::{ENOUGH_RUNS, FEWEST_RUNS, Ground};
use super::{Answer, ENOUGH_DRAWS};
use rejudge_metrics::Metric;
use rejudge_pools::inspect::FEWEST_TOPICS;
use rejudge_spec::NoRelevant;

/// Adds to a card what is assumed of the pool, where its verdict rests on that, and what would help.
pub(super) fn add_small_print(ground: &Ground<'_>, answer: &mut Answer) {
    let question = answer.question;
    let Some(card) = &mut answer.card else { return };
    if card.verdict == Verdict::CannotSay {
        card.add_help(&helps(ground, question, &card.finding));
    }
    let rests_on_pool = matches!(question, Question::Deep | Question::Fair);
    if let Some(told) = ground.files.and_then(Inspection::told_depth).filter(|_| rests_on_pool) {
        card.assume(&told);
    }
}

/// What would help, the first thing first.
fn helps(ground: &Ground<'_>, question: Question, finding: &Finding) -> Vec<Help> {
    let mut out = Vec::new();
    if ground.topics < FEWEST_TOPICS {
        out.push(Help::Topics);
    }
    let compares_measures = matches!(question, Question::Cut | Question::Separates | Question::Report);
    if compares_measures && ground.runs < ENOUGH_RUNS {
        out.push(Help::RunsToCompareMeasures);
    } else if ground.runs < FEWEST_RUNS {
        out.push(Help::Runs);
    }
    if out.is_empty() && ground.without_ranking(0).is_some() {
        out.push(Help::Level);
    }
    if !out.is_empty() {
        return out;
    }
    match question {
        Question::Deep | Question::Fair => {
            ground.files.map_or_else(Vec::new, |files| of_pool(files, question))
        }
        Question::Cut => vec![Help::Runs],
        Question::Separates => vec![Help::Draws],
        Question::Report => of_report(ground, finding),
        Question::Hidden => of_bounds(ground, finding),
        Question::Topics => vec![Help::Share],
        Question::Judges => vec![Help::OtherLabels],
        Question::Basis | Question::Hangs => Vec::new(),
    }
}

/// Where nobody knows enough of the pool.
fn of_pool(files: &Inspection, question: Question) -> Vec<Help> {
    let mut out = Vec::new();
    if files.depth().is_some() && !files.pool_is_filled() {
        out.push(Help::JudgeThePool);
    }
    match files.told_depth() {
        Some(told) if !told.is_borne_out() => out.push(Help::AnotherDepth),
        Some(_) => {}
        None if files.origin() == Origin::Unknown => out.push(Help::Depth),
        None => {}
    }
    if !files.is_marked() || files.pooled_teams().is_empty() {
        out.push(Help::Pooled);
    }
    if question == Question::Fair && files.pooled_teams().len() < 2 {
        out.push(Help::Teams);
    }
    // A pool of depth 1 cannot be made shallower, whoever formed it.
    if out.is_empty() {
        out.push(Help::AnotherDepth);
    }
    out
}

/// Where bounds say nothing, or there are none.
fn of_bounds(ground: &Ground<'_>, finding: &Finding) -> Vec<Help> {
    if ground.numbers.no_relevant() == NoRelevant::Drop {
        return vec![Help::EveryTopic];
    }
    if matches!(finding, Finding::CannotSay { .. }) {
        return vec![Help::BoundedMeasure];
    }
    let names = ground.numbers.measure_names();
    let has_cutoff = |name: &&str| name.parse::<Metric>().is_ok_and(|metric| metric.cutoff().is_some());
    // One that was asked for already is in the answer.
    let first_ranks = (!names.iter().any(has_cutoff)).then_some(Help::FirstRanks);
    [Help::JudgeTheRuns].into_iter().chain(first_ranks).collect()
}

/// Where no measure can be named.
fn of_report(ground: &Ground<'_>, finding: &Finding) -> Vec<Help> {
    if ground.files.is_some_and(Inspection::holds_relevant_alone) {
        return vec![Help::Nonrelevant];
    }
    match finding {
        Finding::NoneLeads { .. } if (ground.numbers.draws() as usize) < ENOUGH_DRAWS => vec![Help::Draws],
        Finding::NoneLeads { .. } => vec![Help::FewerMeasures],
        _ => vec![Help::Measures],
    }
}
