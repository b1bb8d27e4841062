//! Checks that need the whole grid.
//!
//! Sizes are products of numbers that are short to write in a file, so they are multiplied with overflow
//! checks, and compared with limits before anything is allocated.

use super::resolve::RAISE;
use super::statistic::{ITS_POOL, place_of_topics, reference};
use super::{Collection, Grid, Point, Points, Selector};
use crate::spec::EmptiedTopics;
use crate::spec::yaml::YamlError;
use crate::statistics::PairTests;

/// Most points of a grid with all their draws: each is a cell that is planned, at about 100 bytes.
const MOST_DRAWN: u64 = 10_000_000;

/// The largest number of pairs of a point and a row of `linked`, `exclude` or `include`, all of which are checked.
const MOST_SELECTIONS: u64 = 100_000_000;

const EXCLUDE: &str = "`exclude`";

/// Reports selectors that match nothing and a grid that is too large. An inherited `exclude` may match
/// nothing here; such selectors are returned.
pub(super) fn check_points(grid: &Grid, errors: &mut Vec<YamlError>) -> Vec<String> {
    let (mut product, mut drawn): (u64, u64) = (0, 0);
    for number in 0..grid.collections.len() {
        let size = grid.product(number);
        product = product.saturating_add(size);
        drawn = drawn.saturating_add(size.saturating_mul(u64::from(grid.draws_of(number))));
    }
    let of_axes =
        |message: String| YamlError::placed(grid.resolved.get("axes").map(|axes| axes.at.clone()), message);
    let most = u64::from(grid.run.max_cells.get());
    if product > most {
        errors.push(of_axes(format!("the grid has {product} points, more than max-cells: {most}; {RAISE}")));
        return Vec::new();
    }
    if drawn > MOST_DRAWN {
        errors.push(of_axes(format!(
            "the grid has {product} points, {drawn} with their draws: the limit is {MOST_DRAWN}"
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
    if rows.saturating_mul(product) > MOST_SELECTIONS {
        let message = format!(
            "{rows} rows of `linked`, `exclude` and `include` for {product} points: all pairs of them are checked, and the \
             limit is {MOST_SELECTIONS}"
        );
        errors.push(of_axes(message));
        return Vec::new();
    }
    let any = kinds.iter().any(|(_, selectors)| !selectors.is_empty());
    let all = if any { axes_only.all_points() } else { Vec::new() };
    let mut idle = Vec::new();
    for (kind, selectors) in kinds {
        for selector in selectors {
            let fit = selector.value.on(&axes_only);
            if all.iter().any(|point| fit.fits(point)) || may_match(&axes_only, &selector.value, &all) {
                continue;
            }
            let nothing = format!("matches nothing: no point has all of {}", selector.value);
            match &selector.at {
                Some(at) if kind == EXCLUDE && !grid.is_own(Some(at)) => {
                    idle.push(format!("the {kind} of {at} {nothing}"));
                }
                _ => errors.push(selector.error(format!("this {kind} {nothing}"))),
            }
        }
    }
    idle
}

/// Returns true if a selector may match once the data are available, because it names judgments of teams that are
/// still unknown.
fn may_match(grid: &Grid, selector: &Selector, points: &[Point]) -> bool {
    let others = selector.parts.iter().filter(|(axis, _)| axis != "judgments").cloned().collect::<Vec<_>>();
    if others.len() == selector.parts.len() {
        return false;
    }
    let fit = Selector { parts: others }.on(grid);
    points.iter().any(|point| {
        let collection = &grid.collections[point.collection as usize];
        collection.teams.is_empty() && !collection.entry.available() && fit.fits(point)
    })
}

/// Statistics whose judgments to compare with are not on the axis.
pub(super) fn check_comparisons(grid: &Grid, errors: &mut Vec<YamlError>) {
    let is_any = |rule| grid.evaluations.iter().any(|e| e.rules.emptied_topics == rule);
    let drops = is_any(EmptiedTopics::DropInBoth);
    // Tests of a pair of runs under judgments of its own are on all topics.
    let drops_for_pairs = drops || is_any(EmptiedTopics::DropUnlabelled);
    for statistic in &grid.statistics {
        let tests_pairs = statistic.kind.as_kind::<PairTests>().is_some();
        if (drops && statistic.of.is_some()) || (drops_for_pairs && tests_pairs) {
            let node = grid.resolved.get("statistics").and_then(|s| s.get(&statistic.name));
            let message = format!(
                "`{}` compares tests over the same topics: it needs `emptied-topics: zero`",
                statistic.name
            );
            errors.push(YamlError::placed(node.map(|n| n.at.clone()), message));
        }
        let Some(versus) = statistic.kind.versus() else { continue };
        if let Some(topics) =
            versus.topic_sets.as_ref().filter(|topics| place_of_topics(&topics.value, grid).is_none())
        {
            let message = format!(
                "`{}` compares with the topics `{}`, which are not on the axis `topic-sets`",
                statistic.name, topics.value
            );
            let known: Vec<String> = grid.topic_sets.iter().map(ToString::to_string).collect();
            errors.push(topics.error(message).suggesting(&topics.value, known.iter().map(String::as_str)));
        }
        let Some(judgments) = &versus.judgments else { continue };
        let missing = |collection: &Collection| {
            let sets = collection.judgments.iter().map(Some).chain([None]);
            let mut references = sets.map(|set| reference(&judgments.value, set).into_owned());
            references.find(|name| !collection.judgment_names.contains(name))
        };
        let missing = grid.collections.iter().find_map(|collection| Some((collection, missing(collection)?)));
        if let Some((collection, name)) = missing {
            let message =
                format!("`{}` compares with `{name}`, which is not on the axis `judgments`", statistic.name);
            let names = collection.judgment_names.iter().map(String::as_str).chain([ITS_POOL]);
            errors.push(judgments.error(message).suggesting(&judgments.value, names));
        }
    }
}
