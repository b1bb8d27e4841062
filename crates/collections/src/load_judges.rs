//! The other judges of a described collection.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::descriptor::{Files, JudgeFile, QrelsFormat, place};
use rejudge_pools::{Judge, TestCollection};

use crate::error::LoadError;
use crate::forms::Kind;
use crate::judge_counts::JudgeCounts;
use crate::judges::{ReadJudge, read_judge, topic_names};
use crate::other_forms::as_lines;
use crate::printed_scores::expect_sha256;
use crate::qrels::Qrels;
use crate::text::read_stored;

/// The other judges to read.
#[derive(Clone, Copy, Debug)]
pub enum Judges<'a> {
    /// None.
    None,
    /// These, by name.
    Named(&'a [String]),
    /// All that the description names.
    All,
}

impl Judges<'_> {
    fn are_asked(self, name: &str) -> bool {
        match self {
            Self::None => false,
            Self::Named(names) => names.iter().any(|other| other == name),
            Self::All => true,
        }
    }
}

/// Their files, in memory: ids are slices of them.
pub struct JudgeBytes<'a> {
    read: Vec<FileOfJudge<'a>>,
}

/// The file of a judge, in memory.
struct FileOfJudge<'a> {
    name: &'a str,
    judge: &'a JudgeFile,
    path: PathBuf,
    bytes: Cow<'a, [u8]>,
}

impl<'a> JudgeBytes<'a> {
    pub(crate) fn read(files: &'a Files, folder: &Path, asked: Judges<'_>) -> Result<Self, LoadError> {
        let judges = files.judges.iter().filter(|(name, _)| asked.are_asked(name));
        Self::of_files(judges.map(|(name, judge)| (name.as_str(), judge)), folder)
    }

    /// Reads the files of judges by their names.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn of_files(
        judges: impl Iterator<Item = (&'a str, &'a JudgeFile)>,
        folder: &Path,
    ) -> Result<Self, LoadError> {
        let read = judges.map(|(name, judge)| Self::of_file(name, judge, folder).map_err(of_judge(name)));
        Ok(Self { read: read.collect::<Result<_, _>>()? })
    }

    /// Takes contents that the caller holds in memory; the file names are then used in messages only.
    pub fn held(judges: impl Iterator<Item = (&'a str, &'a JudgeFile, &'a [u8])>) -> Self {
        let held = judges.map(|(name, judge, bytes)| FileOfJudge {
            name,
            judge,
            path: judge.file.clone(),
            bytes: bytes.into(),
        });
        Self { read: held.collect() }
    }

    fn of_file(name: &'a str, judge: &'a JudgeFile, folder: &Path) -> Result<FileOfJudge<'a>, LoadError> {
        let path = place(folder, &judge.file);
        let bytes = read_stored(&path)?;
        if let Some(expected) = &judge.sha256 {
            expect_sha256(&path, &bytes, expected)?;
        }
        let bytes = as_lines(Kind::Labels, false, &path, &bytes)?.unwrap_or(bytes);
        Ok(FileOfJudge { name, judge, path, bytes: bytes.into() })
    }

    /// Reads the labels; documents that `qrels` lacks are added to it.
    ///
    /// # Errors
    /// If a file is not of its form.
    pub fn labels(&self, qrels: &mut Qrels) -> Result<Labelled, LoadError> {
        let (own, highest) = (sizes(qrels), qrels.highest());
        let mut judges = Vec::with_capacity(self.read.len());
        for FileOfJudge { name, judge, path, bytes } in &self.read {
            let read = read_judge((name, judge), (path, bytes), qrels, &own, highest);
            judges.push(read.map_err(|error| of_judge(name)(error.into()))?);
        }
        Ok(Labelled { own, judges })
    }

    /// Returns the judgments `qrels`, followed by the labels of each judge for the documents without a judgment.
    ///
    /// # Errors
    /// If a file does not have its format, or its labels are gains, which are not on a scale of judgments.
    pub fn filling(&self, qrels: Qrels) -> Result<Qrels, LoadError> {
        let highest = qrels.highest();
        self.read.iter().try_fold(qrels, |qrels, file| {
            let own = sizes(&qrels);
            file.fill(qrels, &own, highest)
        })
    }

    /// Returns the labels of the judges as judgments, of all topics that they label, on the scale of
    /// `people`.
    ///
    /// # Errors
    /// As [`filling`](Self::filling).
    pub fn alone(&self, people: &Qrels) -> Result<Qrels, LoadError> {
        let mut names: Vec<&str> = Vec::new();
        for FileOfJudge { name, path, bytes, .. } in &self.read {
            let topics = topic_names(path, bytes).map_err(|error| of_judge(name)(error.into()))?;
            names.extend(topics);
        }
        names.sort_unstable();
        names.dedup();
        let qrels = Qrels::of_topics(names.into_iter().map(|name| (name, [])));
        let own = sizes(&qrels);
        self.read.iter().try_fold(qrels, |qrels, file| file.fill(qrels, &own, people.highest()))
    }
}

impl FileOfJudge<'_> {
    /// Adds the labels to the documents of `qrels` after the first `own` of each topic.
    fn fill(&self, mut qrels: Qrels, own: &[usize], highest: u8) -> Result<Qrels, LoadError> {
        let read = read_judge((self.name, self.judge), (&self.path, &self.bytes), &mut qrels, own, highest);
        let filled = read.and_then(|read| read.fill(qrels, own, &self.path));
        filled.map_err(|error| of_judge(self.name)(error.into()))
    }
}

/// Returns the number of documents in the judgments of each topic.
fn sizes(qrels: &Qrels) -> Vec<usize> {
    qrels.topics().map(|topic| topic.verdicts().len()).collect()
}

/// Returns an error with the labels of the judge `name`.
fn of_judge(name: &str) -> impl FnOnce(LoadError) -> LoadError {
    let name = name.to_owned();
    |error| LoadError::Judge { name, error: Box::new(error) }
}

/// Returns the contents of a judge's file, without the runs, or the error from reading it.
///
/// # Errors
/// If a file cannot be read or is not of its form.
pub fn judge_counts(
    (qrels, format): (&Path, &QrelsFormat),
    (name, judge): (&str, &JudgeFile),
    folder: &Path,
) -> Result<JudgeCounts, LoadError> {
    let mut qrels = Qrels::read(qrels, format)?;
    let judges = JudgeBytes { read: vec![JudgeBytes::of_file(name, judge, folder)?] };
    let labelled = judges.labels(&mut qrels)?;
    Ok(labelled.judges.first().map(|judge| judge.counts().clone()).unwrap_or_default())
}

/// The labels of the judges, before the collection exists.
pub struct Labelled {
    own: Vec<usize>,
    judges: Vec<ReadJudge>,
}

impl Labelled {
    /// Returns the collection with its judges, and the counts. The collection must be made from the judgments
    /// to which the documents were added.
    pub fn for_collection(self, collection: TestCollection) -> (TestCollection, Vec<JudgeCounts>) {
        let Self { own, judges } = self;
        let (judges, counts): (Vec<Judge>, Vec<JudgeCounts>) =
            judges.into_iter().map(|judge| judge.for_collection(&collection)).unzip();
        (if judges.is_empty() { collection } else { collection.with_judges(own, judges) }, counts)
    }
}
