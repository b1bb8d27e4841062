//! Notes in the captions of tables with other judges' labels: whether the labels are one pass of a judge or several.

use std::collections::BTreeMap;

use super::Grid;

/// Adds a note to the captions of tables with other judges' labels: the labels are one pass, or several. Captions that
/// mention passes stay as they are. One pass is one draw, because a model labels the same documents differently in another
/// pass. People's labels, such as one of two rounds, are not a pass.
pub(super) fn name_passes(grid: &mut Grid) {
    let mut sets = grid.collections.iter().flat_map(|collection| &collection.judgments);
    if sets.all(rejudge_pools::JudgmentSet::is_of_people) {
        return;
    }
    let points = grid.all_points();
    for table in 0..grid.tables.len() {
        let mut words = grid.tables[table].caption.split(|c: char| !c.is_alphanumeric());
        if words.any(|word| ["pass", "passes"].contains(&word)) {
            continue;
        }
        let mut has_passes: BTreeMap<String, bool> = BTreeMap::new();
        for (statistic, selector) in grid.tables[table].demands(grid) {
            let fit = selector.on(grid);
            let cells = points.iter().filter_map(|point| grid.statistics[statistic].own_point(point, grid));
            for point in cells.filter(|point| fit.fits(point)) {
                let collection = &grid.collections[point.collection as usize];
                let names = grid.set(&point).into_iter().flat_map(|set| set.judges());
                for judge in names.filter(|judge| !collection.is_of_people(judge)) {
                    *has_passes.entry(judge.to_owned()).or_default() |= collection.has_passes(judge);
                }
            }
        }
        let with_passes: Vec<&str> =
            has_passes.iter().filter(|(_, has)| **has).map(|(judge, _)| judge.as_str()).collect();
        let words = match (with_passes.len(), has_passes.len()) {
            (_, 0) => continue,
            (0, _) => "one pass of each judge".to_owned(),
            (repeating, judges) => {
                let others = if repeating < judges { ", one pass of each other judge" } else { "" };
                format!(
                    "draws are passes of {}, further ones are dealt from them{others}",
                    with_passes.join(", ")
                )
            }
        };
        let caption = &mut grid.tables[table].caption;
        *caption = format!("{caption} ({words})");
    }
}
