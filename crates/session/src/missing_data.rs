//! A message about missing data, with the commands that download them or say how to get them.

use rejudge_collections::descriptor::{Kind, place};
use rejudge_experiment::spec::CatalogueEntry;

use crate::RunOutcome;

impl RunOutcome {
    /// Returns sentences that name the collections with missing data, and the commands that download the data
    /// or say how to get them. Returns `None` if no data are missing.
    pub fn missing_data(&self) -> Option<String> {
        let (planned, report) = (&self.computed.planned, &self.computed.report);
        let grid = &planned.grid;
        let without_data = planned.plan.no_data.iter().map(|(collection, _)| *collection);
        let has_failed = !self.computed.interrupted && !report.failed.is_empty();
        // A cell may have failed because some files of its collection are missing.
        let failed = planned.plan.groups.iter().filter(|_| has_failed);
        let incomplete = failed.map(|group| group.collection);
        let incomplete =
            incomplete.filter(|collection| lacks_files(&grid.collections[*collection as usize].entry));
        let planned_collections = without_data.chain(incomplete).map(|collection| {
            let collection = &grid.collections[collection as usize];
            (collection.name.as_str(), collection.entry.is_downloadable)
        });
        let shown_collections = &self.results_folder.shown_without_data;
        let shown_collections =
            shown_collections.iter().map(|collection| (collection.name.as_str(), collection.is_downloadable));
        let names = with_commands(planned_collections.chain(shown_collections))?;
        let mut text = format!("Missing data: {names}.");
        if let Some(complete) = self.results_folder.complete_folder() {
            let complete = complete.display();
            text += &format!(" {complete} shows numbers of the missing data and was not changed.");
        }
        Some(text)
    }
}

/// Returns the names of `collections`, whose data are missing or incomplete, with commands: ``a, b (`rejudge
/// data get a`; `rejudge data verify b` says how to get it)``. Each item of `collections` is the name of a
/// collection, and true if `rejudge data get` can download it. Returns `None` if there are no collections.
pub fn with_commands<'c>(collections: impl IntoIterator<Item = (&'c str, bool)>) -> Option<String> {
    let (mut downloadable, mut not_downloadable) = (Vec::new(), Vec::new());
    for (name, is_downloadable) in collections {
        let names = if is_downloadable { &mut downloadable } else { &mut not_downloadable };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let names: Vec<&str> = downloadable.iter().chain(&not_downloadable).copied().collect();
    let get = (!downloadable.is_empty()).then(|| format!("`rejudge data get {}`", downloadable.join(" ")));
    let obtain =
        not_downloadable.first().map(|name| format!("`rejudge data verify {name}` says how to get it"));
    let ways: Vec<String> = get.into_iter().chain(obtain).collect();
    (!names.is_empty()).then(|| format!("{} ({})", names.join(", "), ways.join("; ")))
}

/// Returns true if files of a licensed or open collection are missing from its folder.
fn lacks_files(entry: &CatalogueEntry) -> bool {
    let CatalogueEntry { descriptor, folder: Some(folder), .. } = entry else { return false };
    let runs = descriptor.files.as_ref().and_then(|files| files.runs.as_ref()?.parent());
    let mut paths = descriptor.named_files().map(|(_, path)| path).chain(runs);
    matches!(descriptor.kind, Kind::Licensed | Kind::Open) && paths.any(|path| !place(folder, path).exists())
}
