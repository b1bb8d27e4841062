//! Run files read, ranked, looked up in the judgments, and named.
//!
//! Each file is read by one worker with its own buffer; the result does not depend on how many there are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::descriptor::RunNames;
use rayon::prelude::*;
use rejudge_pools::{
    DocIx, IntentJudgments, JoinedRun, Names, TestCollection, Tied, TopicIx, UNINTERNED, Units,
};

use crate::error::LoadError;
use crate::qrels::Qrels;
use crate::reading::Reading;
use crate::run_sink::{Lookup, QrelsFilter, Retrieved, RunSink};
use crate::runs::RunReader;
use crate::text::uncompressed;

/// A run that was read. It is named by its tag, or by its path if several runs have the tag.
#[derive(Clone, Debug)]
pub struct ReadRun<T> {
    /// The run's name.
    pub name: String,
    /// The kept data of the run.
    pub kept: T,
    pub(crate) path: PathBuf,
    /// Topics of the run that are not in the qrels.
    skipped: usize,
    /// One of its topics if the qrels have none of them.
    apart: Option<String>,
}

/// Judgments, and runs joined with them in the order in which they were named.
#[derive(Debug)]
pub struct JoinedRuns {
    /// The judgments as a collection without runs. A document that has judgments by intent has its highest level for
    /// any intent.
    pub judgments: TestCollection,
    /// The units of relevance, for [`View::with_units`](rejudge_pools::View::with_units).
    pub units: Option<Units>,
    /// Judgments by intent.
    pub intents: Option<IntentJudgments>,
    /// The runs.
    pub runs: Vec<ReadRun<JoinedRun>>,
}

impl<T> ReadRun<T> {
    /// A run that no file holds.
    pub fn new(name: String, kept: T) -> Self {
        Self { name, kept, path: PathBuf::new(), skipped: 0, apart: None }
    }
}

/// The rankings of a run with its judged documents numbered.
#[derive(Default)]
pub(crate) struct NumberedRun {
    /// By topic of the qrels.
    pub rankings: Vec<Vec<DocIx>>,
    /// By topic of the qrels: documents of equal scores.
    pub tied: Vec<Vec<Tied>>,
    /// By topic: ids of the documents still [`UNINTERNED`], in order of rank.
    pub unjudged: Vec<Names>,
}

/// A run with all its rankings.
pub(crate) type LoadedRun = ReadRun<NumberedRun>;

/// Runs without a topic of the judgments that are named, of however many.
const NAMED: usize = 3;

/// Like [`read_each`], with a warning about runs without a topic of the judgments. Runs are named by their tags.
fn tagged<K: RunSink>(
    qrels: &Qrels,
    paths: &[PathBuf],
    reading: &Reading,
) -> Result<Vec<ReadRun<K>>, LoadError> {
    let loaded = read_each(qrels, paths, reading)?;
    warn_of(&loaded);
    Ok(loaded)
}

/// Reads and ranks run files in parallel. The error is that of the first invalid file in their order.
fn read_each<K: RunSink>(
    qrels: &Qrels,
    paths: &[PathBuf],
    reading: &Reading,
) -> Result<Vec<ReadRun<K>>, LoadError> {
    let load = |(reader, lookup): &mut (RunReader, Lookup), path: &PathBuf| {
        let mut of_qrels = QrelsFilter::new(qrels, lookup);
        let name = reader.read(path, reading, &mut of_qrels)?;
        let skipped = of_qrels.skipped;
        let apart = of_qrels.other.take().filter(|_| skipped == of_qrels.all);
        if apart.is_none() && skipped > 0 {
            tracing::info!(path = %path.display(), skipped, "topics of this run that are not in the qrels");
        }
        Ok(ReadRun { name, path: path.clone(), skipped, apart, kept: of_qrels.end() })
    };
    let loaded: Vec<Result<_, LoadError>> = paths.par_iter().map_init(Default::default, load).collect();
    loaded.into_iter().collect()
}

/// Warns about runs without any topic of the judgments, with an example topic of each. If there are many, the
/// usual reason is that the judgments are of another year.
fn warn_of<T>(runs: &[ReadRun<T>]) {
    let mut apart = runs.iter().filter_map(|run| Some((&run.path, run.apart.as_ref()?)));
    for (path, topic) in apart.by_ref().take(NAMED) {
        tracing::warn!(path = %path.display(), %topic, "no topic of this run is in the qrels");
    }
    let more = apart.count();
    if more > 0 {
        tracing::warn!(runs = more, "no topic of these further runs is in the qrels");
    }
}

impl RunSink for NumberedRun {
    fn begin(qrels: &Qrels) -> Self {
        let topics = qrels.topics().len();
        let unjudged = vec![Names::default(); topics];
        Self { rankings: vec![Vec::new(); topics], tied: vec![Vec::new(); topics], unjudged }
    }

    fn add(&mut self, topic: TopicIx, Retrieved { seen, ranking }: Retrieved<'_>) {
        let documents = ranking.documents();
        let mut numbers = vec![UNINTERNED; documents.len()];
        seen.iter().for_each(|&(rank, number)| numbers[rank as usize - 1] = number);
        let others = documents.iter().zip(&numbers).filter(|&(_, &number)| number == UNINTERNED);
        others.for_each(|(document, _)| self.unjudged[topic].push(ranking.id(document)));
        self.rankings[topic] = numbers;
        self.tied[topic] = ranking.tied();
    }
}

impl RunSink for JoinedRun {
    fn begin(_: &Qrels) -> Self {
        Self::default()
    }

    fn add(&mut self, topic: TopicIx, Retrieved { seen, ranking }: Retrieved<'_>) {
        Self::add(self, topic, seen, ranking.documents().len() as u32);
    }

    fn end(&mut self) {
        self.shrink_to_fit();
    }
}

/// The ids of the documents of each topic, by rank, with blanks between them.
impl RunSink for Vec<String> {
    fn begin(qrels: &Qrels) -> Self {
        vec![String::new(); qrels.topics().len()]
    }

    fn add(&mut self, topic: TopicIx, Retrieved { ranking, .. }: Retrieved<'_>) {
        let ids: Vec<&str> = ranking.documents().iter().map(|document| ranking.id(document)).collect();
        self[topic] = ids.join(" ");
    }
}

/// Joins runs, in the order given, with judgments.
///
/// # Errors
/// If a file cannot be read or is not of its form.
pub fn join_runs(
    qrels: &Qrels,
    paths: &[PathBuf],
    reading: &Reading,
) -> Result<Vec<ReadRun<JoinedRun>>, LoadError> {
    let mut runs: Vec<ReadRun<JoinedRun>> = tagged(qrels, paths, reading)?;
    let mut with_others = runs.iter().filter(|run| run.skipped > 0);
    if let Some(first) = with_others.next() {
        let (count, topics, first) = (1 + with_others.count(), first.skipped, first.path.display());
        tracing::warn!(runs = count, %first, topics, "topics that are not in the qrels are not scored");
    }
    let names = names_apart(runs.iter().map(|run| (run.name.as_str(), run.path.as_path())), reading);
    runs.iter_mut().zip(names).for_each(|(run, name)| run.name = name);
    Ok(runs)
}

/// Returns, for each of these topics, true if a run has documents for it.
///
/// # Errors
/// If a file cannot be read or is not of its form.
pub fn are_in_runs(topics: &[&str], paths: &[PathBuf], reading: &Reading) -> Result<Vec<bool>, LoadError> {
    let qrels = Qrels::of_topics(topics.iter().map(|&name| (name, [])));
    let runs: Vec<ReadRun<JoinedRun>> = read_each(&qrels, paths, reading)?;
    let is_in_run = |name: &&str| {
        let place = qrels.number(name, 0).expect("it is one of them");
        runs.iter().any(|run| run.kept.retrieved(place) > 0)
    };
    Ok(topics.iter().map(is_in_run).collect())
}

/// Returns for each run and each of these topics the ids of the documents that the run retrieved, by rank, with blanks
/// between them.
///
/// # Errors
/// If a file cannot be read or is not of its form.
pub fn retrieved_documents(
    topics: &[&str],
    paths: &[PathBuf],
    reading: &Reading,
) -> Result<Vec<Vec<String>>, LoadError> {
    let qrels = Qrels::of_topics(topics.iter().map(|&name| (name, [])));
    let runs = read_each(&qrels, paths, reading)?;
    Ok(runs.into_iter().map(|run| run.kept).collect())
}

/// Returns the names of runs with these tags and files: the tag, or the path if several files have the tag.
pub(crate) fn names_apart<'a>(
    runs: impl Iterator<Item = (&'a str, &'a Path)> + Clone,
    reading: &Reading,
) -> Vec<String> {
    let mut tags = BTreeMap::<&str, usize>::new();
    for (tag, _) in runs.clone() {
        *tags.entry(tag).or_default() += 1;
    }
    let name = |(tag, path): (&str, &Path)| {
        if let Some(name) = name_by_file(reading.run_names, path) {
            return name;
        }
        if tags[tag] == 1 {
            return tag.to_owned();
        }
        if !reading.may_share_tags {
            tracing::warn!(
                tag,
                path = %path.display(),
                "several files have this run tag: named by path; `cat PART..` joins the parts of one run"
            );
        }
        path.display().to_string()
    };
    runs.map(name).collect()
}

/// Reads runs and names them by their tags, or all by their files if tags are not distinct; sorted by name,
/// each document with a number. `names` gives the rule if it is known.
pub(crate) fn runs_by_name(
    qrels: &Qrels,
    paths: &[PathBuf],
    names: Option<RunNames>,
    reading: &Reading,
) -> Result<(Vec<LoadedRun>, RunNames), LoadError> {
    let mut loaded: Vec<LoadedRun> = tagged(qrels, paths, reading)?;
    let tags: BTreeSet<&str> = loaded.iter().map(|run| run.name.as_str()).collect();
    let apart = match reading.run_names {
        RunNames::Tags if tags.len() < loaded.len() => RunNames::Files,
        names => names,
    };
    let names = names.unwrap_or(apart);
    for run in &mut loaded {
        run.name = name_by_file(names, &run.path).unwrap_or_else(|| std::mem::take(&mut run.name));
    }
    loaded.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some([first, second]) = loaded.array_windows().find(|[a, b]| a.name == b.name) {
        return Err(LoadError::Unfit(format!(
            "{} and {} both hold run `{}`",
            first.path.display(),
            second.path.display(),
            first.name.escape_debug()
        )));
    }
    Ok((loaded, names))
}

/// Returns the name of a run by its file; `None` if runs are called by their tags.
pub fn name_by_file(names: RunNames, path: &Path) -> Option<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match names {
        RunNames::Tags => None,
        RunNames::Files => Some(name.into_owned()),
        // The name without the extensions of a compression and of a form.
        RunNames::FileStems => {
            let stem = Path::new(uncompressed(&name)).file_stem().unwrap_or_default();
            Some(stem.to_string_lossy().into_owned())
        }
    }
}
