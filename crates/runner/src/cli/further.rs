//! The last line of a run: the next command, and the data that are missing.

use super::output::remark;
use crate::session::{Computed, Ended};
use rejudge_collections::descriptor::{DATA_VARIABLE, data_folder};
use rejudge_report::table::results::Results;

/// Prints a line with the next command, which reports on the `results` of `experiment` if no cell failed, and the
/// missing data, with the commands that get them. The log has a line per collection.
pub fn say(experiment: &str, results: &Results, computed: &Computed) {
    let planned = &computed.planned;
    let grid = &planned.grid;
    let (mut fetched, mut others) = (Vec::new(), Vec::new());
    for (collection, cells) in &planned.plan.no_data {
        let collection = &grid.collections[*collection as usize];
        let name = collection.name.as_str();
        tracing::info!(
            experiment = grid.id,
            collection = name,
            cells,
            "the collection's files are not available"
        );
        let is_published = collection.entry.descriptor.origin.is_some();
        if is_published { &mut fetched } else { &mut others }.push(name);
    }
    let mut parts = Vec::new();
    // There is nothing to report if the data of all cells are missing.
    if planned.plan.keys() > 0 && computed.ended == Ended::Good {
        parts.push(format!("Next: `{}`.", report_on(experiment, results, &grid.id)));
    }
    let missing: Vec<&str> = fetched.iter().chain(&others).copied().collect();
    if !missing.is_empty() {
        let folder = data_folder().filter(|(folder, is_named)| *is_named && !folder.is_dir());
        let no_folder = folder
            .map(|(folder, _)| format!("{DATA_VARIABLE} names {}, which is not a folder", folder.display()));
        let get = (!fetched.is_empty()).then(|| format!("`rejudge data get {}`", fetched.join(" ")));
        let obtain = match (others.as_slice(), fetched.is_empty()) {
            ([], _) => None,
            ([only], _) => Some(format!("`rejudge data verify {only}` says how to get it")),
            (_, true) => Some("`rejudge data verify NAME` says how to get them".to_owned()),
            (_, false) => Some("`rejudge data verify NAME` says how to get the others".to_owned()),
        };
        let ways: Vec<String> = no_folder.into_iter().chain(get).chain(obtain).collect();
        parts.push(format!("Missing data: {} ({}).", missing.join(", "), ways.join("; ")));
    }
    if !parts.is_empty() {
        remark(format_args!("{}: {}", grid.id, parts.join(" ")));
    }
}

/// The command that writes the report on the results.
fn report_on(experiment: &str, results: &Results, id: &str) -> String {
    let folder = results.folder.as_path();
    let usual = std::path::Path::new("results").join(id);
    let mut words = vec!["rejudge", "report", experiment];
    let typed = folder.to_string_lossy();
    if folder != usual {
        words.extend(["--results", &typed]);
    }
    shlex::try_join(words).unwrap_or_else(|_| format!("rejudge report {id}"))
}
