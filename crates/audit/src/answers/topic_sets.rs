//! Are there enough topics? Topic set size design (T. Sakai, Information Retrieval Journal 19(3), 2016) by
//! the paired t test, from the variance of these scores; and what the same number of judgments would find on
//! more topics judged less deep.

use std::collections::BTreeMap;

use rejudge_figures::SketchForm;
use rejudge_pools::POOL_DEPTH;
use rejudge_stats::Requirement;

use super::super::cards::{Card, Finding, Question, Shallower};
use super::ground::Ground;
use super::same_budget::{ByPool, Design, Today, least_difference};
use super::shallower_pools::agrees_from;
use super::{AGREE, Answer};
use rejudge_eval::plural::counted;

const QUESTION: Question = Question::Topics;

/// The level and the power that are asked for: Sakai's own examples.
pub const ALPHA: f64 = 0.05;
pub const POWER: f64 = 0.8;

/// Differences of two runs that are asked about: one that users may notice, and a large one. They are this
/// report's.
const NOTICED: f64 = 0.05;
const LARGE: f64 = 0.1;

/// Another depth is named where it finds differences smaller by this part.
const BETTER: f64 = 0.05;

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
    let from = designs.last().and_then(|deepest| agrees_from(&tau, f64::from(deepest.depth)));
    let agreeing = designs.iter().filter(|design| from.is_some_and(|from| f64::from(design.depth) >= from));
    let best = agreeing.min_by(|a, b| a.least.total_cmp(&b.least));
    let better = best.filter(|best| best.least < (1.0 - BETTER) * least);
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
        better.map_or_else(String::new, |best| budget(ground, best, least, measure))
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
    let shallower = better.map(|best| Shallower {
        topics: best.topics,
        depth: best.depth,
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
    let picture = picture(ground, &designs, better, of_main);
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

/// What as many judgments would pay for at each depth, by depth; nothing where there is no pool that can be
/// made shallower, or too little of it is judged to tell what it costs.
fn designs(ground: &Ground<'_>) -> Vec<Design> {
    let Some(files) = ground.files.filter(|files| files.pool_is_filled()) else { return Vec::new() };
    let by_depth = |statistic: &str, component: &str| -> BTreeMap<u32, f64> {
        let found = ground.numbers.of(statistic, component, 0).into_iter();
        let of_pool =
            found.filter(|f| f.judgments.is(&POOL_DEPTH) && f.judgments.is_of_people() && f.draw == 1);
        of_pool.filter_map(|f| Some((f.judgments.number("depth")? as u32, f.value))).collect()
    };
    let (judged, variance) = (by_depth("facts", "judged"), by_depth("topics", "variance-of-differences"));
    let today = Today { topics: ground.topics, judged: files.judged().0 as f64 };
    let design = |&(depth, stretch): &(u32, f64)| {
        let (judged, variance) = (*judged.get(&depth)?, *variance.get(&depth)?);
        Design::new(today, ByPool { depth, judged, variance, stretch })
    };
    files.stretch().iter().filter_map(design).collect()
}

/// What as many judgments would find at another depth, in words.
fn budget(ground: &Ground<'_>, best: &Design, least: f64, measure: &str) -> String {
    let judged = ground.files.map_or(0, |files| files.judged().0);
    format!(
        "The {judged} judgments would pay for {} to depth {}. On these a difference of {:.3} would be found, against {least:.3} \
         today. Both are differences in {measure} by all judgments: what is found by the shallower pool is multiplied by how much \
         further apart the runs are by all judgments. No depth was looked at from which on the runs are not ranked nearly as by \
         all judgments (tau-b above {AGREE}). That counts judgments alone, not the work that each topic is.",
        counted(best.topics, "topic"),
        best.depth,
        best.least
    )
}

/// The least difference by depth for the same judgments; without a pool by the number of topics.
fn picture(ground: &Ground<'_>, designs: &[Design], better: Option<&Design>, variance: f64) -> SketchForm {
    let by_topics = || {
        let most = (2 * ground.topics).max(20);
        let places = (1..=20).map(|at| (at * most / 20).max(5));
        places.map(|topics| (topics as f64, least_difference(topics, variance))).collect::<Vec<_>>()
    };
    let (main, x, at) = if designs.len() > 1 {
        let curve = designs.iter().map(|design| (f64::from(design.depth), design.least)).collect();
        (curve, "pool depth, for as many judgments", better.map(|best| f64::from(best.depth)))
    } else {
        (by_topics(), "topics", Some(ground.topics as f64))
    };
    let axes = [x.to_owned(), "smallest difference found".to_owned()];
    SketchForm::Curves { main, others: Vec::new(), line: Some(NOTICED), at, axes, y: None }
}
