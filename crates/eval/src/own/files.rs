//! Judgments, runs and the tables that belong to them.

use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::{ExtraColumns, QrelsFormat, RepeatedDocuments, RunNames};
use rejudge_collections::{
    NumberedRuns, Qrels, Reading, Stamps, TeamChoice, TeamFiles, TeamRule, load_by_rank, load_numbered,
    run_files,
};
use rejudge_pools::TestCollection;

use super::{UnreadTable, check_each_once, unread};
use crate::EvalError;

/// Files of judgments and runs, as named by the user.
#[derive(Clone, Debug)]
pub struct OwnFiles {
    /// The judgments.
    pub qrels: PathBuf,
    /// The format of the judgments.
    pub format: QrelsFormat,
    /// The run files: a folder, a file, or a pattern with `*` in its last part.
    pub runs: PathBuf,
    /// Table run -> team.
    pub teams: Option<PathBuf>,
    /// Table of the runs that were pooled.
    pub pooled: Option<PathBuf>,
    /// Table of the runs that may represent their team.
    pub eligible: Option<PathBuf>,
    /// The treatment of text after the tag of a run's line.
    pub extra_columns: ExtraColumns,
    /// The treatment of a document that a run has twice for a topic.
    pub repeated: RepeatedDocuments,
}

/// The contents of the files.
#[derive(Debug)]
pub struct Loaded {
    /// Topics, runs and teams, with a number for every document.
    pub collection: TestCollection,
    /// The collection in the order of ranks, if that is a different reading: the pool may have been formed by it.
    pub by_rank: Option<TestCollection>,
    /// The rule by which runs got their teams.
    pub teams: TeamRule,
    /// The rule by which runs got their names.
    pub names: RunNames,
}

impl Loaded {
    /// The longest ranking, at least 1.
    pub fn longest(&self) -> u32 {
        let runs = 0..self.collection.runs().len();
        let longest = runs.flat_map(|run| self.collection.lengths(run)).max();
        u32::try_from(longest.unwrap_or(0).max(1)).unwrap_or(u32::MAX)
    }

    /// Returns the given depth of the pool, or the length of the longest ranking if that is less: no document is below
    /// it.
    pub fn depth(&self, stated: Option<u32>) -> Option<u32> {
        stated.map(|depth| depth.min(self.longest()))
    }
}

impl OwnFiles {
    /// Reads them.
    ///
    /// # Errors
    /// If a file is wrong or can be read only once, or when runs, judgments and tables do not fit.
    pub fn load(&self, reading: &Reading) -> Result<Loaded, EvalError> {
        let runs = run_files(std::slice::from_ref(&self.runs))?;
        check_each_once(&runs)?;
        check_read_again(self.named().chain(runs.iter().map(PathBuf::as_path)))?;
        // Runs are read by scores and by ranks.
        let stamps = Stamps::new(self.named().map(Path::to_owned).chain(runs.iter().cloned()));
        let qrels = Qrels::read(&self.qrels, &self.format)?;
        let files = TeamFiles {
            teams: self.teams.clone().map_or(TeamChoice::FileNames, TeamChoice::Table),
            pooled: self.pooled.clone(),
            eligible: self.eligible.clone(),
        };
        let reading = &Reading { extra_columns: self.extra_columns, repeated: self.repeated, ..*reading };
        let NumberedRuns { collection, teams, names } =
            load_numbered(&qrels, &self.qrels, &runs, &files, reading)?;
        let by_rank = load_by_rank(&qrels, &self.qrels, &runs, &files, reading);
        check_unchanged(&stamps)?;
        Ok(Loaded { collection, by_rank, teams, names })
    }

    /// The judgments and the tables.
    pub fn named(&self) -> impl Iterator<Item = &Path> {
        let tables = [&self.teams, &self.pooled, &self.eligible].into_iter().flatten();
        std::iter::once(&self.qrels).chain(tables).map(PathBuf::as_path)
    }

    /// Returns the files in the folder that are not read; `asks_eligible`: true if there is an option that names
    /// eligible.tsv.
    pub fn unread(&self, asks_eligible: bool) -> Vec<String> {
        let table =
            |file, option, named: &Option<PathBuf>| UnreadTable { file, option, is_named: named.is_some() };
        let mut tables =
            vec![table("teams.tsv", "--teams", &self.teams), table("pooled.tsv", "--pooled", &self.pooled)];
        if asks_eligible {
            tables.push(table("eligible.tsv", "--eligible", &self.eligible));
        }
        unread(std::slice::from_ref(&self.runs), &self.qrels, &tables)
    }
}

/// Refuses files that changed since these stamps were taken.
///
/// # Errors
/// If there is one.
pub fn check_unchanged(stamps: &Stamps) -> Result<(), EvalError> {
    let changed =
        stamps.changed().map(|path| format!("{} changed while it was read: run again", path.display()));
    changed.map_or(Ok(()), |message| Err(EvalError::Data(message)))
}

/// Refuses standard input, pipes and devices among files that are read more than once: their second reading
/// is empty.
///
/// # Errors
/// If there is one.
pub fn check_read_again<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), EvalError> {
    let is_stream = |path: &Path| {
        let kind = path.metadata().map(|found| found.is_file() || found.is_dir());
        // A missing file is reported when it is read.
        path == Path::new("-") || kind.is_ok_and(|is_kept| !is_kept)
    };
    match paths.into_iter().find(|path| is_stream(path)) {
        None => Ok(()),
        Some(path) => {
            let what = if path == Path::new("-") {
                "standard input (`-`)".to_owned()
            } else {
                path.display().to_string()
            };
            Err(EvalError::Usage(format!(
                "{what} can be read once only, and is read more than once here: write it to a file first"
            )))
        }
    }
}
