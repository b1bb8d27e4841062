//! Collections that the command line names instead of files.

use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::{Descriptor, Files, place};
use rejudge_collections::{JudgmentFiles, all_runs};
use rejudge_eval::own_files::OwnFiles;
use rejudge_names::{meant, nearest_by_words};

use super::args::Global;
use super::args::files::FileArgs;
use super::data::{entry, name_of, why_unavailable};
use super::output::Failure;

/// An available collection of the catalogue.
pub struct NamedCollection {
    pub descriptor: Descriptor,
    pub files: Files,
    folder: PathBuf,
}

/// Ids in ir_datasets and Anserini, with our name for the collection that has the same judgments and topics.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("dl19-passage", "trec-dl-2019"),
    ("dl20-passage", "trec-dl-2020"),
    ("dl21-passage", "trec-dl-2021"),
    ("msmarco-passage/trec-dl-2019", "trec-dl-2019"),
    ("msmarco-passage/trec-dl-2020", "trec-dl-2020"),
    ("msmarco-passage-v2/trec-dl-2021", "trec-dl-2021"),
    ("cord19/trec-covid/round1", "trec-covid-round1"),
    ("cord19/trec-covid/round2", "trec-covid-round2"),
    ("cord19/trec-covid/round3", "trec-covid-round3"),
    ("cord19/trec-covid/round4", "trec-covid-round4"),
    ("cord19/trec-covid/round5", "trec-covid-round5"),
];

/// Returns our name for another tool's id. Returns the name itself if it is not such an id.
fn our_name(name: &str) -> &str {
    let id = name.strip_suffix("/judged").unwrap_or(name);
    OTHER_NAMES.iter().find(|(other_id, _)| *other_id == id).map_or(name, |(_, ours)| ours)
}

impl NamedCollection {
    /// Returns the collection called `name`. Returns `None` if a file has this name, or if it cannot be the name of a
    /// collection.
    ///
    /// # Errors
    /// If there is no such collection, if its data are missing, or if it lacks judgments or runs. Also if `name` is
    /// probably an id of ir_datasets.
    pub fn find(global: &Global, name: &Path) -> Result<Option<Self>, Failure> {
        let could_be = |name: &&str| !name.contains(['/', '.', '*']) && *name != "-";
        let is_id = |name: &str| {
            let folder = name.split_once('/').map(|(folder, _)| folder);
            folder.is_some_and(|folder| !folder.is_empty() && !Path::new(folder).exists())
                && !name.contains(['.', '*'])
        };
        let name = name.to_str().filter(|_| !name.exists()).map(our_name);
        if let Some(id) = name.filter(|name| is_id(name)) {
            return Err(Failure::usage(format!(
                "{id}: neither a file nor a collection of `rejudge data list`; if it is an id of ir_datasets, \
                 `ir_datasets export {id} qrels > qrels.txt` writes its judgments"
            )));
        }
        let Some(name) = name.filter(could_be) else { return Ok(None) };
        let catalogue = &global.places().catalogue();
        let name = &*name_of(catalogue, name);
        if !catalogue.names().any(|existing| existing == name) {
            let hint = meant(nearest_by_words(name, catalogue.names()));
            return Err(Failure::usage(format!(
                "{name}: neither a file nor a collection of `rejudge data list`{hint}"
            )));
        }
        let entry = entry(catalogue, name)?;
        let descriptor = entry.descriptor.clone();
        let Some(files) =
            descriptor.files.clone().filter(|files| files.qrels.is_some() && files.runs.is_some())
        else {
            return Err(Failure::usage(format!("the collection {name} has no judgments and runs")));
        };
        let Some(root) = &entry.root else {
            return Err(Failure::data(format!(
                "the collection {name} is not available: {}. `rejudge data get {name}` downloads it, or says how to obtain it",
                why_unavailable(&entry)
            )));
        };
        let folder = place(root, &files.folder);
        Ok(Some(Self { descriptor, files, folder }))
    }

    /// Returns the files of the judgments.
    pub fn judgments(&self) -> JudgmentFiles {
        JudgmentFiles::described(&self.files, &self.folder).expect("the collection has judgments")
    }

    /// Returns the run files. Runs that the description lists as later come last.
    ///
    /// # Errors
    /// If there are no run files.
    pub fn runs(&self) -> Result<Vec<PathBuf>, Failure> {
        Ok(all_runs(&self.files, &self.folder)?)
    }

    /// Returns the judgments and runs with the tables of teams and pooled runs. Tables in `args` are used instead of the
    /// collection's tables.
    pub fn own_files(&self, args: &FileArgs) -> OwnFiles {
        let path = |file: &Option<PathBuf>| file.as_ref().map(|file| place(&self.folder, file));
        let [qrels, runs] = [&self.files.qrels, &self.files.runs]
            .map(|file| path(file).expect("the collection has judgments and runs"));
        let files = args.own_files(&qrels, &runs);
        OwnFiles {
            format: self.files.qrels_format(),
            teams: files.teams.or_else(|| path(&self.files.teams)),
            pooled: files.pooled.or_else(|| path(&self.files.pooled)),
            reading: args.reading.to_reading(Some(&self.files)),
            ..files
        }
    }
}
