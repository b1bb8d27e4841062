//! Judgments and a folder of runs that no descriptor describes, with what is known of the runs' teams and pooling.

use std::path::PathBuf;

use rejudge_pools::TestCollection;

use crate::bytes::read;
use crate::descriptor::RunNames;
use crate::load::{Tables, numbered};
use crate::load_error::LoadError;
use crate::qrels::{Qrels, QrelsFormat};
use crate::runs::Reading;

/// Files of a collection without a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderFiles {
    /// The judgments.
    pub qrels: PathBuf,
    /// How they are written.
    pub format: QrelsFormat,
    /// The folder of the runs: all files of it, but those with a leading dot.
    pub runs: PathBuf,
    /// Table run -> team; absent: every run is its own team.
    pub teams: Option<PathBuf>,
    /// Table of the runs that were pooled; absent: all were.
    pub pooled: Option<PathBuf>,
    /// Table of the runs that may stand for their team; absent: all may.
    pub eligible: Option<PathBuf>,
}

/// Loads them as [`load`](crate::load()) does: every document has a number, runs and teams are sorted by name.
///
/// ```
/// use rejudge_collections::{FolderFiles, QrelsFormat, Reading, load_folder};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("qrels.txt"), "1 0 a 1\n1 0 b 0\n")?;
/// std::fs::create_dir(folder.path().join("runs"))?;
/// std::fs::write(folder.path().join("runs/me"), "1 Q0 c 1 2 me\n1 Q0 a 2 1 me\n")?;
/// let (teams, pooled, eligible) = (None, None, None);
/// let (qrels, runs) = (folder.path().join("qrels.txt"), folder.path().join("runs"));
/// let files = FolderFiles { qrels, format: QrelsFormat::trec(), runs, teams, pooled, eligible };
/// let collection = load_folder(&files, &Reading::default())?;
/// assert_eq!(collection.ranking(0, 0), [2, 0]);
/// assert_eq!(collection.teams()[0].name, "me");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a file cannot be read, is not of its format, or says other than the others.
pub fn load_folder(files: &FolderFiles, reading: &Reading) -> Result<TestCollection, LoadError> {
    let bytes = read(&files.qrels)?;
    let qrels = Qrels::parse(&files.qrels, &bytes, &files.format)?;
    let tables =
        Tables { teams: files.teams.clone(), pooled: files.pooled.clone(), eligible: files.eligible.clone() };
    numbered(&qrels, &files.runs.join("*"), RunNames::Tags, &tables, reading)
}
