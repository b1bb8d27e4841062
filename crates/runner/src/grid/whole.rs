//! What only the whole grid can tell.

use super::resolve::RAISE;
use super::{Collection, Grid, Points, StatisticKind, Versus};
use crate::spec::EmptiedTopics;
use crate::yaml::YamlError;

/// What only the whole grid can tell: selectors that match nothing, a grid that is too large.
pub(super) fn check_points(grid: &Grid, errors: &mut Vec<YamlError>) {
    let mut product: u64 = 0;
    for collection in &grid.collections {
        let sizes =
            [grid.runs.len(), grid.evaluations.len(), collection.judgments.len(), grid.measures.len()];
        let size = sizes.iter().try_fold(1_u64, |n, &s| n.checked_mul(s as u64)).unwrap_or(u64::MAX);
        product = product.saturating_add(size);
    }
    if product > grid.run.max_cells {
        let message =
            format!("the grid has {product} points, more than max-cells: {}; {RAISE}", grid.run.max_cells);
        let at = grid.resolved.get("axes").map(|axes| axes.at.clone());
        errors.push(YamlError { at, message, help: None });
        return;
    }
    let axes_only = Grid { points: Points::default(), ..grid.clone() };
    let rules = &grid.points;
    let kinds = [
        ("row of `linked`", rules.linked.iter().flatten().collect::<Vec<_>>()),
        ("`exclude`", rules.exclude.iter().collect()),
        ("`include`", rules.include.iter().collect()),
    ];
    let any = kinds.iter().any(|(_, selectors)| !selectors.is_empty());
    let all = if any { axes_only.all_points() } else { Vec::new() };
    for (kind, selectors) in kinds {
        for selector in selectors {
            let fit = selector.value.on(&axes_only);
            if !all.iter().any(|point| fit.fits(point)) {
                errors.push(
                    selector.error(format!(
                        "this {kind} matches nothing: no point has all of {}",
                        selector.value
                    )),
                );
            }
        }
    }
}

/// Statistics whose judgments to compare with are not on the axis.
pub(super) fn check_comparisons(grid: &Grid, errors: &mut Vec<YamlError>) {
    let drops = grid.evaluations.iter().any(|e| e.rules.emptied_topics == EmptiedTopics::DropInBoth);
    for (at, statistic) in grid.statistics.iter().enumerate() {
        if drops && (statistic.kind.of().is_some() || matches!(statistic.kind, StatisticKind::PairTests(_))) {
            let node = grid.resolved.get("statistics").and_then(|s| s.get(&grid.statistics[at].name));
            let message = format!(
                "`{}` compares tests over the same topics: it needs `emptied-topics: zero`",
                statistic.name
            );
            errors.push(YamlError { at: node.map(|n| n.at.clone()), message, help: None });
        }
        let Some(Versus::Judgments(versus)) = statistic.kind.versus() else { continue };
        let known = |c: &Collection| c.judgment_names.iter().any(|name| name == versus);
        if let Some(collection) = grid.collections.iter().find(|c| !known(c)) {
            let node = grid.resolved.get("statistics").and_then(|s| s.get(&grid.statistics[at].name));
            let message = format!(
                "`{}` compares with `{versus}`, which is not on the axis `judgments`",
                statistic.name
            );
            let error = YamlError { at: node.map(|n| n.at.clone()), message, help: None };
            errors.push(error.suggesting(versus, collection.judgment_names.iter().map(String::as_str)));
        }
    }
}
