//! Collections that the command line names instead of files.

use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::{Descriptor, Files, JudgeFile, Kind, place};
use rejudge_collections::{
    JudgmentFiles, Reading, RunFile, TeamFiles, all_runs, described_runs, is_run_pattern, run_names,
};
use rejudge_eval::own_files::OwnFiles;
use rejudge_names::{meant, nearest, nearest_by_words};

use super::args::Global;
use super::args::files::{FileArgs, place_of_file};
use super::data::{entry, name_of, why_unavailable};
use super::output::Failure;
use crate::audit::OtherJudge;

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
    /// Returns true if `name` is the name of a collection of our catalogue, or its id in ir_datasets or
    /// Anserini.
    pub fn exists(global: &Global, name: &str) -> bool {
        global.places().catalogue().names().any(|existing| existing == our_name(name))
    }

    /// Returns the collection called `name`. Returns `None` if a file has this name, or if `name` cannot be
    /// the name of a collection.
    ///
    /// # Errors
    /// If there is no such collection, its description is invalid, its data are missing, or it lacks
    /// judgments or runs. Also if `name` looks like an id of ir_datasets for which we have no collection.
    pub fn find(global: &Global, name: &Path) -> Result<Option<Self>, Failure> {
        Self::find_with(global, name, true)
    }

    /// Returns the collection as [`find`](Self::find) does, even if it has no runs.
    ///
    /// # Errors
    /// If there is no such collection, its description is invalid, its data are missing, or it lacks judgments.
    /// Also if `name` looks like an id of ir_datasets for which we have no collection.
    pub fn find_judgments(global: &Global, name: &Path) -> Result<Option<Self>, Failure> {
        Self::find_with(global, name, false)
    }

    fn find_with(global: &Global, name: &Path, needs_runs: bool) -> Result<Option<Self>, Failure> {
        let could_be = |name: &&str| !name.contains(['/', '.', '*']) && *name != "-";
        let name = name.to_str().filter(|_| !name.exists()).map(our_name);
        if let Some(id) = name.filter(|name| is_other_id(name)) {
            return Err(Failure::usage(format!(
                "{id}: neither a file nor a collection of `rejudge data list`; if it is an id of ir_datasets, \
                 `ir_datasets export {id} qrels > qrels.txt` writes its judgments"
            )));
        }
        let Some(name) = name.filter(could_be) else { return Ok(None) };
        let catalogue = &global.places().catalogue();
        let name = &*name_of(catalogue, name);
        let has_files = |files: &Files| files.qrels.is_some() && (files.runs.is_some() || !needs_runs);
        if !catalogue.names().any(|existing| existing == name) {
            // If we suggested a collection that has only scores, the user would get another error. A simulated
            // collection leads to an error too, but that error says what to do.
            let is_usable = |existing: &&str| {
                entry(catalogue, existing).is_ok_and(|entry| {
                    entry.descriptor.kind == Kind::Simulated
                        || entry.descriptor.files.as_ref().is_some_and(has_files)
                })
            };
            let near = nearest_by_words(name, catalogue.names().filter(is_usable));
            let hint = meant(near.or_else(|| nearest_by_words(name, catalogue.names())));
            return Err(Failure::usage(format!(
                "{name}: neither a file nor a collection of `rejudge data list`{hint}"
            )));
        }
        let entry = entry(catalogue, name)?;
        let descriptor = entry.descriptor.clone();
        let Some(files) = descriptor.files.clone().filter(has_files) else {
            let advice = match descriptor.kind {
                Kind::Simulated => format!(
                    ", because it is simulated: `rejudge simulate {name} -o DIR` writes them, and `rejudge eval DIR/qrels.txt DIR/runs` scores them"
                ),
                _ => String::new(),
            };
            let needed = if needs_runs { "judgments and runs" } else { "judgments" };
            return Err(Failure::usage(format!("the collection {name} has no {needed}{advice}")));
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

    /// Returns the judges that the description names.
    pub fn judges(&self) -> Vec<OtherJudge> {
        let judge = |(name, judge): (&String, &JudgeFile)| {
            let file = JudgeFile { file: place(&self.folder, &judge.file), ..judge.clone() };
            OtherJudge { name: name.clone(), file }
        };
        self.files.judges.iter().map(judge).collect()
    }

    /// Returns the run files. Runs that the description lists as later come last.
    ///
    /// # Errors
    /// If the description names runs, and no file matches.
    pub fn runs(&self) -> Result<Vec<PathBuf>, Failure> {
        Ok(all_runs(&self.files, &self.folder)?)
    }

    /// Returns `path` if it exists or cannot be the name of a run. Otherwise returns the file of the
    /// collection's run that `path` names, either by the name of its file or by the name that tables of
    /// scores print.
    ///
    /// # Errors
    /// If no run has this name, or if the description names runs, and no file matches.
    pub fn run_file(&self, path: &Path, reading: &Reading) -> Result<PathBuf, Failure> {
        let could_be = |name: &&str| !name.contains('/') && *name != "-";
        let Some(name) = path.to_str().filter(could_be).filter(|_| !path.exists() && !is_run_pattern(path))
        else {
            return Ok(path.to_owned());
        };
        let files = self.runs()?;
        let runs = run_names(&files, reading);
        // As with --compare and --only-runs, the name of a run takes precedence over the name of a file.
        let is_named = |run: &RunFile| run.name == name;
        if let Some(place) = runs.iter().position(is_named).or_else(|| place_of_file(name, &files)) {
            return Ok(files[place].clone());
        }
        let hint = meant(nearest(name, runs.iter().map(|run| run.name.as_str())));
        let id = &self.descriptor.id;
        Err(Failure::usage(format!("{name}: neither a file nor a run of the collection {id}{hint}")))
    }

    /// Returns the source of the teams, the table of pooled runs, and the later runs, which did not contribute to
    /// the pool.
    ///
    /// # Errors
    /// If the description names later runs, and no file matches.
    pub fn team_files(&self) -> Result<TeamFiles, Failure> {
        let later = described_runs(&self.files.later_runs, &self.folder)?;
        Ok(TeamFiles { later, ..TeamFiles::described(&self.files, &self.folder) })
    }

    /// Returns the judgments and runs with the tables of teams and pooled runs. Tables in `args` are used
    /// instead of the collection's tables.
    ///
    /// # Errors
    /// If the options that choose runs name an unknown run or leave no run, or if no pattern names exactly the
    /// chosen files.
    pub fn own_files(&self, args: &FileArgs) -> Result<OwnFiles, Failure> {
        let path = |file: &Option<PathBuf>| file.as_ref().map(|file| place(&self.folder, file));
        let [qrels, runs] = [&self.files.qrels, &self.files.runs]
            .map(|file| path(file).expect("the collection has judgments and runs"));
        let files = args.own_files(&qrels, &runs)?;
        Ok(OwnFiles {
            format: self.files.qrels_format(),
            teams: files.teams.or_else(|| path(&self.files.teams)),
            pooled: files.pooled.or_else(|| path(&self.files.pooled)),
            reading: args.reading.to_reading(Some(&self.files)),
            ..files
        })
    }
}

/// Refuses the name of a collection among `files`, which follow the file of judgments `qrels`. Without this error, the name
/// would count as a missing file.
pub fn check_no_collection<'a>(
    global: &Global,
    qrels: &Path,
    files: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let mut names = files.into_iter().filter(|file| !file.exists()).filter_map(Path::to_str);
    match names.find(|name| NamedCollection::exists(global, name)) {
        Some(name) => Err(Failure::usage(format!(
            "{name} is a collection, which has judgments of its own, and {} is named as judgments too: leave one of them out",
            qrels.display()
        ))),
        None => Ok(()),
    }
}

/// Returns true if the name looks like an id of ir_datasets: it has a slash, and the text before the slash is not a
/// folder.
fn is_other_id(name: &str) -> bool {
    let folder = name.split_once('/').map(|(folder, _)| folder);
    folder.is_some_and(|folder| !folder.is_empty() && !Path::new(folder).exists())
        && !name.contains(['.', '*'])
}
