//! Labels of other judges in captions: a number that is made with them is of one pass of the judge, or over its passes.

use std::collections::BTreeMap;

use super::Grid;

/// Adds to the captions of tables whether numbers made with labels of other judges are of one pass or over several, unless a
/// caption speaks of passes. A model labels the same documents differently in another pass, so that one pass is one draw.
/// A part of people's judgments, such as one of two rounds, is not a pass.
pub(super) fn name_passes(grid: &mut Grid) {
    let mut sets = grid.collections.iter().flat_map(|collection| &collection.judgments);
    if sets.all(rejudge_pools::JudgmentSet::is_of_people) {
        return;
    }
    let points = grid.all_points();
    for at in 0..grid.tables.len() {
        let mut words = grid.tables[at].caption.split(|c: char| !c.is_alphanumeric());
        if words.any(|word| ["pass", "passes"].contains(&word)) {
            continue;
        }
        // By judge: true if it has passes.
        let mut judges: BTreeMap<String, bool> = BTreeMap::new();
        for (statistic, selector) in grid.tables[at].demands(grid) {
            let fit = selector.on(grid);
            let own = points.iter().filter_map(|point| grid.statistics[statistic].own_point(point, grid));
            for point in own.filter(|point| fit.fits(point)) {
                let collection = &grid.collections[point.collection as usize];
                let names = grid.set(&point).into_iter().flat_map(|set| set.judges());
                for judge in names.filter(|judge| !collection.is_part_of_judgments(judge)) {
                    *judges.entry(judge.to_owned()).or_default() |= collection.has_passes(judge);
                }
            }
        }
        let with_passes: Vec<&str> =
            judges.iter().filter(|(_, has_passes)| **has_passes).map(|(judge, _)| judge.as_str()).collect();
        let words = match (with_passes.len(), judges.len()) {
            (_, 0) => continue,
            (0, _) => "one pass of each judge".to_owned(),
            (some, all) => {
                let others = if some < all { ", one pass of each other judge" } else { "" };
                format!(
                    "draws are passes of {}, further ones are dealt from them{others}",
                    with_passes.join(", ")
                )
            }
        };
        let caption = &mut grid.tables[at].caption;
        *caption = format!("{caption} ({words})");
    }
}
