//! Checks of the grid as a whole: its size, selectors that match nothing, comparisons with values that are
//! not on an axis, and values of `emptied-topics` that tests of pairs of runs do not allow.
//!
//! A few short numbers in a file can make a grid of any size. So sizes are multiplied with overflow checks,
//! and compared with limits before anything is allocated.

use super::resolve::RAISE_MAX_CELLS;
use super::statistic::{ITS_POOL, index_of_topic_sets, reference_name};
use super::{Collection, Grid, Point, Points, Selector};
use crate::spec::EmptiedTopics;
use crate::spec::yaml::YamlError;
use crate::statistics::PairTests;

/// The largest number of points of a grid, counted once for each draw. Each needs about 100 bytes in a plan.
const MAX_DRAWN_POINTS: u64 = 10_000_000;

/// The largest product of points and rows of `linked`, `exclude` and `include`. Every row is checked at every
/// point.
const MAX_SELECTIONS: u64 = 100_000_000;

const EXCLUDE: &str = "`exclude`";

/// Reports a grid that is too large, and selectors that match nothing. An inherited `exclude` that matches
/// nothing is not an error: a note about it is returned.
pub(super) fn check_points(grid: &Grid, errors: &mut Vec<YamlError>) -> Vec<String> {
    let (mut product, mut drawn): (u64, u64) = (0, 0);
    for collection in 0..grid.collections.len() {
        let size = grid.product(collection);
        product = product.saturating_add(size);
        drawn = drawn.saturating_add(size.saturating_mul(u64::from(grid.draws_of(collection))));
    }
    let at_axes =
        |message: String| YamlError::new(grid.resolved.get("axes").map(|axes| axes.at.clone()), message);
    let max_cells = u64::from(grid.run.max_cells.get());
    if product > max_cells {
        errors.push(at_axes(format!(
            "the grid has {product} points, more than max-cells: {max_cells}; {RAISE_MAX_CELLS}"
        )));
        return Vec::new();
    }
    if drawn > MAX_DRAWN_POINTS {
        errors.push(at_axes(format!(
            "the grid has {product} points, and {drawn} in all draws together: the limit is {MAX_DRAWN_POINTS} points"
        )));
        return Vec::new();
    }
    let axes_only = Grid { points: Points::default(), ..grid.clone() };
    let rules = &grid.points;
    let kinds = [
        ("row of `linked`", rules.linked.iter().flatten().collect::<Vec<_>>()),
        (EXCLUDE, rules.exclude.iter().collect()),
        ("`include`", rules.include.iter().collect()),
    ];
    let rows = kinds.iter().map(|(_, selectors)| selectors.len() as u64).sum::<u64>();
    if rows.saturating_mul(product) > MAX_SELECTIONS {
        let message = format!(
            "{rows} rows of `linked`, `exclude` and `include` for {product} points: each row is checked at each \
             point, and the limit is {MAX_SELECTIONS} checks"
        );
        errors.push(at_axes(message));
        return Vec::new();
    }
    let has_selectors = kinds.iter().any(|(_, selectors)| !selectors.is_empty());
    let all_points = if has_selectors { axes_only.all_points() } else { Vec::new() };
    let mut notes = Vec::new();
    for (kind, selectors) in kinds {
        for selector in selectors {
            let fit = selector.value.on(&axes_only);
            if all_points.iter().any(|point| fit.fits(point))
                || may_match(&axes_only, &selector.value, &all_points)
            {
                continue;
            }
            let nothing = format!("matches nothing: no point has all of {}", selector.value);
            match &selector.at {
                Some(position) if kind == EXCLUDE && !grid.is_own(Some(position)) => {
                    notes.push(format!("the {kind} of {position} {nothing}"));
                }
                _ => errors.push(selector.error(format!("this {kind} {nothing}"))),
            }
        }
    }
    notes
}

/// Returns true if a selector without a match could match once the missing data are available. It could if it
/// has a pattern for judgment sets and otherwise matches a collection without data whose teams are unknown,
/// because judgment sets can name teams.
fn may_match(grid: &Grid, selector: &Selector, points: &[Point]) -> bool {
    let other_parts: Vec<_> =
        selector.parts.iter().filter(|(axis, _)| axis != "judgments").cloned().collect();
    if other_parts.len() == selector.parts.len() {
        return false;
    }
    let fit = Selector { parts: other_parts }.on(grid);
    points.iter().any(|point| {
        let collection = &grid.collections[point.collection as usize];
        collection.teams.is_empty() && !collection.entry.is_available() && fit.fits(point)
    })
}

/// Reports statistics that compare with judgments or topics that are not on an axis. Also reports tests of
/// pairs of runs, and statistics that are computed from tests, if `emptied-topics` has a value that they do
/// not allow.
pub(super) fn check_comparisons(grid: &Grid, errors: &mut Vec<YamlError>) {
    let has_rule = |rule| grid.evaluations.iter().any(|point| point.rules.emptied_topics == rule);
    let drops = has_rule(EmptiedTopics::DropInBoth);
    // If each pair of runs has its own judgments, its test uses all topics, so `drop-unlabelled` would have
    // no effect. We refuse this value for all tests of pairs.
    let drops_for_pairs = drops || has_rule(EmptiedTopics::DropUnlabelled);
    for statistic in &grid.statistics {
        let tests_pairs = statistic.kind.as_kind::<PairTests>().is_some();
        if (drops && statistic.base.is_some()) || (drops_for_pairs && tests_pairs) {
            let node = grid.resolved.get("statistics").and_then(|nodes| nodes.get(&statistic.name));
            let message = format!(
                "`{}` compares tests over the same topics: it needs `emptied-topics: zero`",
                statistic.name
            );
            errors.push(YamlError::new(node.map(|node| node.at.clone()), message));
        }
        let Some(versus) = statistic.kind.versus() else { continue };
        if let Some(topics) =
            versus.topic_sets.as_ref().filter(|topics| index_of_topic_sets(&topics.value, grid).is_none())
        {
            let message = format!(
                "`{}` compares with the topics `{}`, which are not on the axis `topic-sets`",
                statistic.name, topics.value
            );
            let on_axis: Vec<String> = grid.topic_sets.iter().map(ToString::to_string).collect();
            errors.push(topics.error(message).suggesting(&topics.value, on_axis.iter().map(String::as_str)));
        }
        let Some(judgments) = &versus.judgments else { continue };
        let missing_reference = |collection: &Collection| {
            let sets = collection.judgments.iter().map(Some).chain([None]);
            let mut references = sets.map(|set| reference_name(&judgments.value, set).into_owned());
            references.find(|name| !collection.judgment_names.contains(name))
        };
        let mut collections = grid.collections.iter();
        let missing = collections.find_map(|collection| Some((collection, missing_reference(collection)?)));
        if let Some((collection, name)) = missing {
            let message =
                format!("`{}` compares with `{name}`, which is not on the axis `judgments`", statistic.name);
            let error = judgments.error(message);
            let names = collection.judgment_names.iter().map(String::as_str).chain([ITS_POOL]);
            errors.push(if judgments.value == ITS_POOL {
                error.with_help(format!("add `{name}` to the axis, or compare with another set"))
            } else {
                error.suggesting(&judgments.value, names)
            });
        }
    }
}
