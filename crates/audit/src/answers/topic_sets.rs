//! Are there enough topics? Topic set size design (T. Sakai, Information Retrieval Journal 19(3), 2016) by
//! the paired t test, from the variance of these scores; and what the same number of judgments would find on
//! more topics judged less deep.

use std::collections::BTreeMap;

use rejudge_certainty::Requirement;
use rejudge_figures::SketchForm;
use rejudge_pools::POOL_DEPTH;

use super::super::cards::{Card, Finding, Question, Shallower};
use super::ground::Ground;
use super::shallower_pools::agrees_from;
use super::{AGREE, Answer};
use rejudge_eval::plural::counted;

const QUESTION: Question = Question::Topics;

/// The level and the power that are asked for: Sakai's own examples.
const ALPHA: f64 = 0.05;
const POWER: f64 = 0.8;

/// Differences of two runs that are asked about: one that users may notice, and a large one. They are this
/// report's.
const NOTICED: f64 = 0.05;
const LARGE: f64 = 0.1;

/// Another depth is named where it finds differences smaller by this part.
const BETTER: f64 = 0.05;

/// A pool of this depth on as many topics as the judgments of the whole pool pay for.
struct Design {
    depth: f64,
    topics: usize,
    /// The least difference that they find.
    least: f64,
}

/// The least difference that the paired t test finds on so many topics.
fn least_difference(topics: usize, variance: f64) -> f64 {
    Requirement::least_difference_of_paired_t(ALPHA, POWER, topics, variance)
}

fn needed(difference: f64, variance: f64) -> Option<usize> {
    Requirement { alpha: ALPHA, power: POWER, difference }.topics_by_paired_t(variance)
}

pub(super) fn answer(ground: &Ground<'_>) -> Answer {
    let measures = ground.numbers.measures();
    let measure = measures[0];
    if let Some(why) = ground.without_ranking(0) {
        return Answer::cannot(QUESTION, &why, &[]);
    }
    if ground.numbers.scores(0).iter().any(|score| *score > 1.0) {
        let why = format!("{measure} is no share, and the differences that are asked about are of shares");
        return Answer::cannot(QUESTION, &why, &[]);
    }
    let variance = |at: usize| ground.numbers.full("topics", "variance-of-differences", at);
    let Some(of_main) = variance(0) else {
        return Answer::cannot(QUESTION, "it takes more topics than anybody would judge", &[]);
    };
    let least = least_difference(ground.topics, of_main);
    let [noticed, large] = [NOTICED, LARGE].map(|difference| needed(difference, of_main));
    let designs = designs(ground);
    // A pool that ranks the runs otherwise finds differences that are not those of all judgments.
    let tau = ground.numbers.curve("tau", "depth", 0).mean(0.0);
    let from = designs.last().and_then(|whole| agrees_from(&tau, whole.depth));
    let agreeing = designs.iter().filter(|design| from.is_some_and(|from| design.depth >= from));
    let best = agreeing.min_by(|a, b| a.least.total_cmp(&b.least));
    let whole = designs.last();
    let better = best.zip(whole).filter(|(best, whole)| best.least < (1.0 - BETTER) * whole.least);
    let short = format!(
        "{} {} a paired t test at the level {ALPHA} finds, in {:.0}% of cases, a difference of two runs in {measure} of \
         {least:.3} or more. To find one of {NOTICED} it takes {}, to find one of {LARGE} {}. (The variance is that of the \
         differences of these runs, on average over all pairs: {of_main:.4}. Pairs that are more alike take fewer topics, other \
         pairs more.) {}",
        ground.opening("With"),
        counted(ground.topics, "topic"),
        100.0 * POWER,
        asked(noticed),
        asked(large),
        budget(best, whole, measure)
    );
    let line = |at: usize| {
        let variance = variance(at)?;
        Some(format!(
            "{}: {:.3} is found on {} topics; {NOTICED} takes {}, {LARGE} {}",
            measures[at],
            least_difference(ground.topics, variance),
            ground.topics,
            asked(needed(NOTICED, variance)),
            asked(needed(LARGE, variance))
        ))
    };
    let figures = ground.told().into_iter().filter_map(line).collect();
    let shallower = better.map(|(best, _)| Shallower {
        topics: best.topics,
        depth: best.depth as u32,
        least: format!("{:.3}", best.least),
    });
    let (topics, least, measure) = (ground.topics, format!("{least:.3}"), measure.to_owned());
    let finding = match (noticed, large) {
        (Some(needed), _) if needed <= topics => Finding::EnoughTopics { topics, least, measure, shallower },
        (needed, Some(large)) if large <= topics => {
            Finding::TopicsForLarge { topics, needed: asked(needed), least, measure, shallower }
        }
        (needed, _) => Finding::TooFewTopics { topics, needed: asked(needed), least, measure, shallower },
    };
    let picture = picture(ground, &designs, of_main);
    let card = Card::new(finding, ground.is_thin(), Some(picture));
    Answer {
        question: QUESTION,
        card: Some(card),
        short,
        figures,
        table: None,
        shown: &["topics", "topics-by-depth"],
    }
}

/// So many topics, in words.
fn asked(topics: Option<usize>) -> String {
    topics.map_or_else(
        || "more topics than anybody would judge".to_owned(),
        |topics| format!("{topics} topics"),
    )
}

/// What the judgments of the pool would pay for at each depth, the whole pool last; nothing where there is no
/// pool that can be made shallower.
fn designs(ground: &Ground<'_>) -> Vec<Design> {
    let by_depth = |statistic: &str, component: &str| -> BTreeMap<usize, f64> {
        let found = ground.numbers.of(statistic, component, 0).into_iter();
        let of_pool =
            found.filter(|f| f.judgments.is(&POOL_DEPTH) && f.judgments.is_of_people() && f.draw == 1);
        of_pool.filter_map(|f| Some((f.judgments.number("depth")? as usize, f.value))).collect()
    };
    let (judged, variance) = (by_depth("facts", "judged"), by_depth("topics", "variance-of-differences"));
    let Some(budget) = judged.values().next_back().copied() else { return Vec::new() };
    let design = |(depth, judged): (&usize, &f64)| {
        let topics = (ground.topics as f64 * budget / judged) as usize;
        let least = least_difference(topics.max(2), *variance.get(depth)?);
        (*judged > 0.0).then_some(Design { depth: *depth as f64, topics, least })
    };
    judged.iter().filter_map(design).collect()
}

/// What the same judgments would find at another depth, in words.
fn budget(best: Option<&Design>, whole: Option<&Design>, measure: &str) -> String {
    let Some((best, whole)) = best.zip(whole).filter(|(best, whole)| best.depth < whole.depth) else {
        return String::new();
    };
    format!(
        "The judgments of the pool of depth {} would pay for {} topics to depth {}. On these, {measure} by the shallower pool \
         would find a difference of {:.3}, against {:.3}. No depth was looked at from which on the runs are not ranked nearly \
         as by all judgments (tau-b above {AGREE}). That counts judgments alone, not the work that each topic is, and {measure} \
         by a shallower pool is not quite the same measure.",
        whole.depth, best.topics, best.depth, best.least, whole.least
    )
}

/// The least difference by depth for the same judgments; without a pool by the number of topics.
fn picture(ground: &Ground<'_>, designs: &[Design], variance: f64) -> SketchForm {
    let by_topics = || {
        let most = (2 * ground.topics).max(20);
        let places = (1..=20).map(|at| (at * most / 20).max(5));
        places.map(|topics| (topics as f64, least_difference(topics, variance))).collect::<Vec<_>>()
    };
    let (main, x, at) = if designs.len() > 1 {
        let curve = designs.iter().map(|design| (design.depth, design.least)).collect();
        (curve, "pool depth, at the cost of today's", designs.last().map(|design| design.depth))
    } else {
        (by_topics(), "topics", Some(ground.topics as f64))
    };
    let axes = [x.to_owned(), "smallest difference found".to_owned()];
    SketchForm::Curves { main, others: Vec::new(), line: Some(NOTICED), at, axes, y: None }
}
