//! The last line of a run: where to look, and what more there would be with data that are not here.

use super::output::remark;
use rejudge_descriptor::DATA_VARIABLE;
use rejudge_eval::plural::{counted, of_number};
use rejudge_session::{Planned, data_folder};
use rejudge_table::results::Results;

use super::report::PAGE;

/// Says in one line what data that are not here would add, and before it how to look at the `results` of
/// `experiment`, until somebody has made a page of them. The log has a line a collection.
pub fn say(experiment: &str, results: &Results, planned: &Planned) {
    let grid = &planned.grid;
    let (mut fetched, mut others) = (Vec::new(), Vec::new());
    for (collection, cells) in &planned.plan.no_data {
        let collection = &grid.collections[*collection as usize];
        let name = collection.name.as_str();
        tracing::info!(experiment = grid.id, collection = name, cells, "the collection's files are not here");
        let is_published = collection.entry.descriptor.origin.is_some();
        if is_published { &mut fetched } else { &mut others }.push(name);
    }
    let count = fetched.len() + others.len();
    if count == 0 {
        return;
    }
    let mut parts = Vec::new();
    // Of an experiment whose data all are elsewhere there is nothing to look at.
    if planned.plan.keys() > 0 && !results.folder.join(PAGE).exists() {
        parts.push(format!("to look at: `{}`", page_of(experiment, results, &grid.id)));
    }
    let missing = format!("{} that {} not here", counted(count, "collection"), of_number(count, "is", "are"));
    let get = (!fetched.is_empty()).then(|| format!("`rejudge data get {}`", fetched.join(" ")));
    let obtain = others.split_first().map(|(first, rest)| match rest {
        [] => format!("`rejudge data verify {first}` says how to get it"),
        rest => format!("`rejudge data verify {first}` says how to get it, and so for {}", rest.join(", ")),
    });
    let absent = data_folder().filter(|(folder, is_named)| *is_named && !folder.is_dir());
    let absent =
        absent.map(|(folder, _)| format!("{DATA_VARIABLE} names {}, which is no folder", folder.display()));
    let ways: Vec<String> = absent.into_iter().chain(get).chain(obtain).collect();
    parts.push(format!("more on {missing}: {}", ways.join("; ")));
    remark(format_args!("{}: {}", grid.id, parts.join("; ")));
}

/// The command that makes a page of the results.
fn page_of(experiment: &str, results: &Results, id: &str) -> String {
    let folder = results.folder.as_path();
    let usual = std::path::Path::new("results").join(id);
    let mut words = vec!["rejudge", "report", experiment];
    let typed = folder.to_string_lossy();
    if folder != usual {
        words.extend(["--results", &typed]);
    }
    shlex::try_join(words).unwrap_or_else(|_| format!("rejudge report {id}"))
}
