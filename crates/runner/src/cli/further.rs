//! The last line of a run: the next command, and the data that are missing.

use super::output::remark;
use crate::session::{Computed, Ended};
use rejudge_collections::descriptor::{Kind, place};
use rejudge_experiment::spec::Entry;
use rejudge_report::table::results::Results;

/// Returns true if nothing can be computed because data are missing.
pub fn lacks_all(computed: &Computed) -> bool {
    let plan = &computed.planned.plan;
    plan.keys() == 0 && plan.no_data.iter().any(|(_, cells)| *cells > 0)
}

/// Prints a line with the next command, which reports on the `results` of `experiment` if no cell failed, and the
/// missing data, with the commands that get them.
pub fn say(experiment: &str, results: &Results, computed: &Computed) {
    let planned = &computed.planned;
    let grid = &planned.grid;
    let (mut fetched, mut others) = (Vec::new(), Vec::new());
    let without_data = planned.plan.no_data.iter().map(|(collection, _)| *collection);
    let failed = planned.plan.groups.iter().filter(|_| computed.ended == Ended::Failed);
    let incomplete = failed.map(|group| group.collection);
    let incomplete = incomplete.filter(|at| lacks_files(&grid.collections[*at as usize].entry));
    for collection in without_data.chain(incomplete) {
        let collection = &grid.collections[collection as usize];
        let name = collection.name.as_str();
        let is_published = collection.entry.descriptor.origin.is_some();
        if is_published { &mut fetched } else { &mut others }.push(name);
    }
    let mut parts = Vec::new();
    // There is nothing to report if the data of all cells are missing.
    if planned.plan.keys() > 0 && computed.ended == Ended::Good {
        parts.push(format!("Next: `{}`.", report_on(experiment, results, &grid.id)));
    }
    let lacks_all = lacks_all(computed);
    if lacks_all {
        parts.push("nothing can be computed.".to_owned());
    }
    let missing: Vec<&str> = fetched.iter().chain(&others).copied().collect();
    if !missing.is_empty() {
        let get = (!fetched.is_empty()).then(|| format!("`rejudge data get {}`", fetched.join(" ")));
        let obtain = others.first().map(|name| format!("`rejudge data verify {name}` says how to get it"));
        let ways: Vec<String> = get.into_iter().chain(obtain).collect();
        parts.push(format!("Missing data: {} ({}).", missing.join(", "), ways.join("; ")));
    }
    if !parts.is_empty() {
        let error = if lacks_all { "error: " } else { "" };
        remark(format_args!("{error}{}: {}", grid.id, parts.join(" ")));
    }
}

/// Returns true if files of a licensed or open collection are missing from its folder.
fn lacks_files(entry: &Entry) -> bool {
    let Entry { descriptor, folder: Some(folder), .. } = entry else { return false };
    let runs = descriptor.files.as_ref().and_then(|files| files.runs.as_ref()?.parent());
    let mut all = descriptor.named().map(|(_, path)| path).chain(runs);
    matches!(descriptor.kind, Kind::Licensed | Kind::Open) && all.any(|path| !place(folder, path).exists())
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
