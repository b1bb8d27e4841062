//! Runs and judgments without a descriptor, with units of relevance.

use std::path::{Path, PathBuf};

use crate::descriptor::QrelsFormat;
use rejudge_pools::{TopicUnits, Units};

use crate::error::LoadError;
use crate::in_memory::judged;
use crate::qrels::{JudgedTopic, Qrels};
use crate::read_runs::{JoinedRuns, join_runs};
use crate::reading::Reading;
use crate::text::read;
use crate::topics_kept::{KeepTopics, only};
use crate::units::parse_units;

/// The files of the units of relevance; they may be compressed like others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitFiles {
    /// Classes of duplicates.
    pub duplicates: Option<PathBuf>,
    /// Groups relevant only together.
    pub groups: Option<PathBuf>,
}

impl UnitFiles {
    /// Returns their units for the documents of `qrels`, topic by topic, or `None` if there is no such file.
    pub(crate) fn stated(
        &self,
        qrels: &Qrels,
        format: &QrelsFormat,
    ) -> Result<Option<Vec<TopicUnits>>, LoadError> {
        if *self == Self::default() {
            return Ok(None);
        }
        let contents = |path: &Option<PathBuf>| path.as_deref().map(read).transpose();
        let (duplicates, groups) = (contents(&self.duplicates)?, contents(&self.groups)?);
        let duplicates = self.duplicates.as_deref().zip(duplicates.as_deref());
        let groups = self.groups.as_deref().zip(groups.as_deref());
        Ok(Some(parse_units(qrels, format, duplicates, groups)?))
    }
}

/// Loads judgments, their units of relevance (for [`View::with_units`](rejudge_pools::View::with_units), if
/// there are such files), and runs joined with them, in the order given. The collection contains only
/// judgments, of the topics that `keep` selects.
///
/// # Errors
/// If a file cannot be read or is not of its form, or `keep` refuses the topics.
pub fn join_runs_with_units(
    qrels: &Path,
    format: &QrelsFormat,
    files: &UnitFiles,
    runs: &[PathBuf],
    reading: &Reading,
    keep: Option<&KeepTopics<'_>>,
) -> Result<JoinedRuns, LoadError> {
    let mut qrels = Qrels::read(qrels, format)?;
    // They are checked against all judgments.
    let mut stated = files.stated(&qrels, format)?;
    if let Some(keep) = keep {
        let is_kept = keep(&qrels.topics().map(JudgedTopic::name).collect::<Vec<_>>())?;
        qrels.keep(&is_kept);
        stated = stated.map(|stated| only(stated, &is_kept));
    }
    let runs = join_runs(&qrels, runs, reading)?;
    let judgments = judged(&qrels);
    let units = stated.map(|stated| Units::new(&judgments, &stated));
    Ok(JoinedRuns { judgments, units, intents: None, runs })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rejudge_pools::{JoinedRun, View};

    use super::*;

    #[test]
    fn runs_are_loaded_with_units() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).expect("written");
            path
        };
        let qrels = file("qrels", b"1 0 a 2\n1 0 b 1\n1 0 c 0\n");
        let run = file("run", b"1 Q0 b 1 3 me\n1 Q0 c 2 2 me\n1 Q0 a 3 1 me\n");
        let packed = zstd::encode_all(&b"1 x a\n1 x b\n"[..], 3).expect("into memory");
        let files = UnitFiles { duplicates: Some(file("classes.zst", &packed)), groups: None };
        let format = QrelsFormat::trec();
        let load = |files: &UnitFiles| {
            let runs = std::slice::from_ref(&run);
            join_runs_with_units(&qrels, &format, files, runs, &Reading::default(), None)
        };
        let JoinedRuns { judgments: collection, units, runs, .. } = load(&files).expect("valid");
        let (full, units) = (View::full(&collection), units.expect("files"));
        assert_eq!(full.ideal(0), [2, 1]);
        assert_eq!(full.with_units(&collection, Arc::new(units)).ideal(0), [2]);
        let mut joined = JoinedRun::default();
        joined.add(0, &[(1, 1), (2, 2), (3, 0)], 3);
        assert_eq!((runs[0].name.as_str(), &runs[0].kept), ("me", &joined));

        let files = UnitFiles { groups: Some(file("groups", b"1 x a one\n")), ..files };
        let error = load(&files).expect_err("no level").to_string();
        assert!(error.ends_with("groups:1:7: grade `one` is not an integer"), "{error}");
    }
}
