//! Adds notes to the captions of tables with other judges' labels. A note says whether the labels are one pass of
//! a judge, several passes, or means of passes.

use std::collections::BTreeMap;

use rejudge_collections::descriptor::Repeated;

use super::Grid;

/// The labels of a judge in a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Labels {
    OnePass,
    Means,
    Passes,
}

/// Adds a note to the captions of tables with other judges' labels: the labels are one pass, several passes,
/// or means of passes. Readers must know which, because a model labels the same documents differently in each
/// pass, so that one pass is only one sample. Captions that mention passes stay as they are. People's labels
/// are not a pass, even if they are one of two rounds.
pub(super) fn name_passes(grid: &mut Grid) {
    let mut sets = grid.collections.iter().flat_map(|collection| &collection.judgments);
    if sets.all(rejudge_pools::JudgmentSet::is_by_people) {
        return;
    }
    let points = grid.all_points();
    for table in 0..grid.tables.len() {
        let mut words = grid.tables[table].caption.split(|c: char| !c.is_alphanumeric());
        if words.any(|word| ["pass", "passes"].contains(&word)) {
            continue;
        }
        let mut labels_of: BTreeMap<String, Labels> = BTreeMap::new();
        for (statistic, selector) in grid.tables[table].demands(grid) {
            let fit = selector.on(grid);
            let cells = points.iter().filter_map(|point| grid.statistics[statistic].own_point(point, grid));
            for point in cells.filter(|point| fit.fits(point)) {
                let collection = &grid.collections[point.collection as usize];
                let names = grid.set(&point).into_iter().flat_map(|set| set.judges());
                for judge in names.filter(|judge| !collection.is_human(judge)) {
                    let labels = match collection.repeated(judge) {
                        Some(Repeated::Each) => Labels::Passes,
                        Some(Repeated::Mean) => Labels::Means,
                        _ => Labels::OnePass,
                    };
                    let greatest = labels_of.entry(judge.to_owned()).or_insert(labels);
                    *greatest = labels.max(*greatest);
                }
            }
        }
        let judges_with = |labels| -> Vec<&str> {
            labels_of.iter().filter(|(_, other)| **other == labels).map(|(judge, _)| judge.as_str()).collect()
        };
        let [passes, means, one_pass] = [Labels::Passes, Labels::Means, Labels::OnePass].map(judges_with);
        let mut words = Vec::new();
        if !passes.is_empty() {
            words.push(format!(
                "draws are passes of {}, further draws are dealt from these passes",
                passes.join(", ")
            ));
        }
        match means.len() {
            0 => {}
            all if all == labels_of.len() => words.push("mean labels of each judge".to_owned()),
            _ => words.push(format!("mean labels of {}", means.join(", "))),
        }
        match one_pass.len() {
            0 => {}
            all if all == labels_of.len() => words.push("one pass of each judge".to_owned()),
            _ => words.push("one pass of each other judge".to_owned()),
        }
        if words.is_empty() {
            continue;
        }
        let words = words.join(", ");
        let caption = &mut grid.tables[table].caption;
        *caption = format!("{caption} ({words})");
    }
}
