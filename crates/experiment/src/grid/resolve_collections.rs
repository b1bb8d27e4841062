//! The collections of an experiment, each with its judgment sets.

use std::collections::HashSet;

use rejudge_collections::analysed_teams;
use rejudge_collections::descriptor::{Base, Counts, Repeated};
use rejudge_pools::{JudgmentSet, Rule};

use super::resolve::{MOST_ERRORS, RAISE};
use super::rules::{Known, expand};
use super::{Collection, PaperCollection};
use crate::spec::yaml::{Spanned, YamlError};
use crate::spec::{Catalogue, Entry, Experiment, Named, Repooled};

/// Returns the collections, each with its judgment sets; errors in these are reported separately.
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
        let mut named = HashSet::new();
        let most = u64::from(experiment.run.max_cells.get());
        for judged in &experiment.axes.judgments {
            let known = Known { collection: &id, teams: &teams, judges: &judges, most };
            for set in expand(judged, &known, judgment_errors) {
                let text = set.to_string();
                if named.insert(value(&set)) {
                    sets.push(set);
                    judgment_names.push(text);
                } else if judgment_errors.len() < MOST_ERRORS {
                    let message = format!("`{text}` is on the axis `judgments` already");
                    judgment_errors.push(YamlError::here(judged.typed_at(), message));
                }
            }
            if judgment_names.len() as u64 > most {
                let message = format!("more judgment sets than max-cells: {most}; {RAISE}");
                errors.push(YamlError::here(judged.typed_at(), message));
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

/// Returns the value of a judgment set, independent of the notation of its numbers: .5 is 0.50.
fn value(set: &JudgmentSet) -> String {
    let mut value = set.rule().name.to_owned();
    for parameter in set.rule().parameters() {
        let Some(text) = set.argument(parameter.name) else { continue };
        let number = text.parse::<f64>().ok().filter(|_| parameter.domain.is_number());
        value +=
            &format!(",{}={}", parameter.name, number.map_or(text.to_owned(), |number| number.to_string()));
    }
    value
}

/// Returns the analysed teams of a collection, sorted, as far as they are known without reading its runs. A
/// list that cannot be read fails the cells of the collection later, not the whole experiment here.
fn teams(entry: &Entry) -> Vec<String> {
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

/// Sets the base of the collections that the experiment pools again. A base that is not on the axis may be on
/// it in another profile, but it must be known.
pub(super) fn repool(
    collections: &mut [Collection],
    repooled: &Named<Repooled>,
    catalogue: &Catalogue,
    errors: &mut Vec<YamlError>,
) {
    for (name, Repooled { depth, unjudged }) in &repooled.0 {
        if depth.value == 0 {
            errors.push(depth.error("a pool of depth 0, expected at least 1"));
        }
        // Like the axis, it may name a collection by the path of its description.
        let by_path = || catalogue.entry(name).ok().map(|entry| entry.descriptor.id.clone());
        let place = |id: &str| collections.iter().position(|collection| collection.name == id);
        let place = place(&name.value).or_else(|| place(&by_path()?));
        match place.map(|at| &mut collections[at]) {
            Some(Collection { entry: Entry { descriptor, .. }, .. }) if descriptor.files.is_some() => {
                descriptor.base = Base::Repooled { depth: depth.value, unjudged: *unjudged };
            }
            Some(_) => {
                errors.push(name.error(format!("`{}` has no files of runs to pool again", name.value)));
            }
            None if catalogue.names().any(|known| known == name.value) => {}
            None => {
                let known: Vec<String> =
                    collections.iter().map(|collection| collection.name.clone()).collect();
                let error = name.error(format!("there is no collection `{}` to pool again", name.value));
                let names = known.iter().map(String::as_str).chain(catalogue.names());
                errors.push(error.suggesting(&name.value, names));
            }
        }
    }
}

/// Sets the treatment of labels that judges repeat.
pub(super) fn repeat(
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

/// Notes which open collections are those of the paper. As in `repooled`, a known collection may be missing from the
/// axis.
pub(super) fn find_own(
    collections: &mut [Collection],
    own: &Named<Spanned<String>>,
    catalogue: &Catalogue,
    errors: &mut Vec<YamlError>,
) {
    for (at, (name, open)) in own.0.iter().enumerate() {
        // A claim on the one collection of the paper would be counted on the other's topics.
        if let Some((first, _)) = own.0[..at].iter().find(|(_, earlier)| earlier.value == open.value) {
            let message = format!("`{}` is the collection of `{}` already", open.value, first.value);
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

fn paper_collection(Entry { descriptor, .. }: &Entry) -> PaperCollection {
    let Counts { runs, teams, .. } = descriptor.counts;
    PaperCollection { name: descriptor.id.clone(), runs, teams }
}
