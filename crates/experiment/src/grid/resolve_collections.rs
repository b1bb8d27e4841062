//! Resolves the collections of an experiment, each with its judgment sets.

use std::collections::HashSet;

use rejudge_collections::analysed_teams;
use rejudge_collections::descriptor::{Base, Counts, Repeated};
use rejudge_pools::{JudgmentSet, Rule};

use super::resolve::{MAX_ERRORS, RAISE_MAX_CELLS};
use super::rules::{PossibleValues, expand};
use super::{Collection, PaperCollection};
use crate::spec::yaml::{Spanned, YamlError};
use crate::spec::{Catalogue, CatalogueEntry, Experiment, Named, Repooled};

/// Returns the collections, each with its judgment sets. Errors in a judgment set go to `judgment_errors`,
/// and all other errors to `errors`.
pub(super) fn collections(
    experiment: &Experiment,
    catalogue: &Catalogue,
    errors: &mut Vec<YamlError>,
    judgment_errors: &mut Vec<YamlError>,
) -> Vec<Collection> {
    let mut out: Vec<Collection> = Vec::new();
    for name in &experiment.axes.collection {
        let entry = match catalogue.entry(name) {
            Ok(entry) => entry,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        let id = entry.descriptor.id.clone();
        if out.iter().any(|c| c.name == id) {
            errors.push(name.error(format!("duplicate collection `{id}`")));
            continue;
        }
        let teams = teams(&entry);
        let judges: Vec<String> =
            entry.descriptor.files.iter().flat_map(|files| files.judges.keys().cloned()).collect();
        let mut sets: Vec<JudgmentSet> = Vec::new();
        let mut judgment_names: Vec<String> = Vec::new();
        let mut seen = HashSet::new();
        let max_cells = u64::from(experiment.run.max_cells.get());
        for node in &experiment.axes.judgments {
            let values =
                PossibleValues { collection: &id, teams: &teams, judges: &judges, max_values: max_cells };
            for set in expand(node, &values, judgment_errors) {
                let text = set.to_string();
                if seen.insert(with_plain_numbers(&set)) {
                    sets.push(set);
                    judgment_names.push(text);
                } else if judgment_errors.len() < MAX_ERRORS {
                    let message = format!("`{text}` is on the axis `judgments` already");
                    judgment_errors.push(YamlError::at_position(node.typed_at(), message));
                }
            }
            if judgment_names.len() as u64 > max_cells {
                let message = format!("more judgment sets than max-cells: {max_cells}; {RAISE_MAX_CELLS}");
                errors.push(YamlError::at_position(node.typed_at(), message));
                return out;
            }
        }
        if experiment.axes.judgments.is_empty() {
            let full = JudgmentSet::full();
            judgment_names.push(full.to_string());
            sets.push(full);
        }
        out.push(Collection { name: id, entry, paper: None, teams, judgments: sets, judgment_names });
    }
    out
}

/// Returns a text that is equal for equal judgment sets, even if their numbers are written differently, such as .5 and
/// 0.50.
fn with_plain_numbers(set: &JudgmentSet) -> String {
    let mut value = set.rule().name.to_owned();
    for parameter in set.rule().parameters() {
        let Some(text) = set.argument(parameter.name) else { continue };
        let number = text.parse::<f64>().ok().filter(|_| parameter.domain.is_number());
        value +=
            &format!(",{}={}", parameter.name, number.map_or(text.to_owned(), |number| number.to_string()));
    }
    value
}

/// Returns the analysed teams of a collection, sorted, as far as they are known without reading its runs. If a list
/// of teams cannot be read, this is not an error here: the collection's cells fail later, and only these.
fn teams(entry: &CatalogueEntry) -> Vec<String> {
    let descriptor = &entry.descriptor;
    let published =
        || descriptor.published.iter().flat_map(|p| p.teams.iter().map(|team| team.name.clone())).collect();
    let mut teams: Vec<String> = match (descriptor.as_twin(), &entry.root, &descriptor.files) {
        (Some(twin), ..) => twin.analysed_teams().map(str::to_owned).collect(),
        (None, Some(root), Some(files)) => analysed_teams(files, root).unwrap_or_else(|_| published()),
        _ => published(),
    };
    teams.sort();
    teams.dedup();
    teams
}

/// Sets the base of the collections that the experiment pools again. The experiment may name a collection that is not
/// on the axis, because another profile may add it to the axis. But the catalogue must have the collection.
pub(super) fn set_repooled(
    collections: &mut [Collection],
    repooled: &Named<Repooled>,
    catalogue: &Catalogue,
    errors: &mut Vec<YamlError>,
) {
    for (name, Repooled { depth, unjudged }) in &repooled.0 {
        if depth.value == 0 {
            errors.push(depth.error("a pool of depth 0, expected at least 1"));
        }
        // As on the axis, a collection may be named by the path of its description.
        let by_path = || catalogue.entry(name).ok().map(|entry| entry.descriptor.id.clone());
        let place = |id: &str| collections.iter().position(|collection| collection.name == id);
        let place = place(&name.value).or_else(|| place(&by_path()?));
        match place.map(|place| &mut collections[place]) {
            Some(Collection { entry: CatalogueEntry { descriptor, .. }, .. })
                if descriptor.files.is_some() =>
            {
                descriptor.base = Base::Repooled { depth: depth.value, unjudged: *unjudged };
            }
            Some(_) => {
                errors.push(name.error(format!("`{}` has no files of runs to pool again", name.value)));
            }
            None if catalogue.names().any(|listed| listed == name.value) => {}
            None => {
                let error = name.error(format!("there is no collection `{}` to pool again", name.value));
                let on_axis = collections.iter().map(|collection| collection.name.as_str());
                errors.push(error.suggesting(&name.value, on_axis.chain(catalogue.names())));
            }
        }
    }
}

/// Sets how a judge's repeated labels are treated.
pub(super) fn set_repeated(
    collections: &mut [Collection],
    repeated: &Named<Repeated>,
    errors: &mut Vec<YamlError>,
) {
    for (name, treatment) in &repeated.0 {
        let files = || collections.iter().filter_map(|collection| collection.entry.descriptor.files.as_ref());
        if !files().any(|files| files.judges.contains_key(&name.value)) {
            let error = name.error(format!("no collection has a judge `{}`", name.value));
            let judges: Vec<String> = files().flat_map(|files| files.judges.keys().cloned()).collect();
            errors.push(error.suggesting(&name.value, judges.iter().map(String::as_str)));
        }
        for collection in collections.iter_mut() {
            let files = collection.entry.descriptor.files.as_mut();
            if let Some(judge) = files.and_then(|files| files.judges.get_mut(&name.value)) {
                judge.repeated = *treatment;
            }
        }
    }
}

/// Links open collections, which have official runs, to the paper's collections with the same topics and
/// judgments. As for [`set_repooled`], a collection of the catalogue may be missing from the axis.
pub(super) fn set_paper_collections(
    collections: &mut [Collection],
    open_by_paper: &Named<Spanned<String>>,
    catalogue: &Catalogue,
    errors: &mut Vec<YamlError>,
) {
    for (place, (name, open)) in open_by_paper.0.iter().enumerate() {
        // If two of the paper's collections shared one open collection, a claim about one of them would be counted on
        // the topics of the other.
        let earlier = &open_by_paper.0[..place];
        if let Some((first, _)) = earlier.iter().find(|(_, earlier)| earlier.value == open.value) {
            let message = format!("`{}` is already the open collection for `{}`", open.value, first.value);
            errors.push(open.error(message));
        }
        let paper = match catalogue.entry(name) {
            Ok(entry) => paper_collection(&entry),
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        match collections.iter_mut().find(|collection| collection.name == open.value) {
            Some(Collection { entry, .. }) if entry.descriptor.files.is_none() => {
                errors.push(open.error(format!("`{}` has no files of official runs", open.value)));
            }
            Some(collection) => collection.paper = Some(paper),
            None => errors.extend(catalogue.entry(open).err()),
        }
    }
}

fn paper_collection(CatalogueEntry { descriptor, .. }: &CatalogueEntry) -> PaperCollection {
    let Counts { runs, teams, .. } = descriptor.counts;
    PaperCollection { name: descriptor.id.clone(), runs, teams }
}
