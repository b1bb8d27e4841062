//! Reads and ranks run files, looks up their documents in the judgments, and names the runs. A [`JoinedRun`]
//! identifies documents by numbers.
//!
//! Each file is read by one thread with its own buffer, so that the result does not depend on the number of
//! threads.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::descriptor::RunNames;
use rayon::prelude::*;
use rejudge_names::plural::{few, of_number};
use rejudge_pools::{
    DocIx, FileFacts, IntentJudgments, JoinedRun, Names, Run, RunGroups, Team, TestCollection, Tied, Topic,
    TopicIx, UNINTERNED, Units,
};

use crate::docids::Scratch;
use crate::error::{LoadError, Located};
use crate::fields::is_about_contents;
use crate::qrels::{JudgedTopic, Qrels};
use crate::reading::Reading;
use crate::run_files::{own_folder, pattern_of_files};
use crate::runs::{Entry, Ranking, Rankings, read_run};
use crate::scan::Stop;
use crate::text::{hash, uncompressed};
use crate::unscored::{Part, Unscored};
use unicode_normalization::UnicodeNormalization;

/// A run, usually from a file, with the parts of its rankings that the caller needs. A run from a file is
/// named by its tag, or by its file if [`Reading`] or a description says so. [`join_runs`] names runs with
/// the same tag by their own folders or by their paths.
#[derive(Clone, Debug, Default)]
pub struct ReadRun<K = JoinedRun> {
    /// The run's name.
    pub name: String,
    /// The rankings. A [`JoinedRun`] has only documents that have a verdict.
    pub kept: K,
    pub(crate) path: PathBuf,
    /// The topics in comments that look like lines of a run.
    pub(crate) comments: BTreeSet<String>,
}

/// The documents of a run that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptDocuments {
    /// All documents.
    All,
    /// The documents that have a verdict.
    Judged,
    /// The documents of level 1 or above. They are enough for measures that do not [walk the
    /// ranking](rejudge_metrics::Metric::walks_ranking), and take about a tenth of the memory. If any
    /// judgment is withheld, or [`JudgmentFiles`](crate::JudgmentFiles) name duplicates or groups of
    /// documents, this is the same as [`Judged`](Self::Judged).
    Relevant,
}

/// A run that is joined with judgments.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    pub run: JoinedRun,
    /// The rest of each ranking, by topic of the qrels. Empty unless all documents are kept.
    rest: Vec<RestOfRanking>,
    /// The number of the run's topics that are not in the qrels and were not removed from the qrels.
    skipped_topics: usize,
    /// The first topic that `skipped_topics` counts, escaped for messages.
    first_skipped: Option<String>,
    /// The topics and documents that the judgments write in another Unicode normal form.
    other_forms: OtherForms,
}

#[derive(Debug, Default)]
struct OtherForms {
    topics: BTreeSet<String>,
    documents: BTreeSet<(TopicIx, String)>,
}

/// The parts of a ranking that a [`JoinedRun`] lacks.
#[derive(Clone, Debug, Default)]
struct RestOfRanking {
    /// The ids of the documents without a verdict, by rank.
    unjudged: Names,
    /// The groups of documents with equal scores.
    tied: Vec<Tied>,
}

/// Judgments, and runs joined with them, in the order of their files.
#[derive(Debug)]
pub struct JoinedRuns {
    /// The judgments, with the ids of their documents. Topics and documents have the same numbers as in
    /// `judgments`.
    pub qrels: Qrels,
    /// The judgments as a collection without runs. If judgments are by intent, a document has its highest
    /// level for any intent.
    pub judgments: TestCollection,
    /// The units of relevance, for [`View::with_units`](rejudge_pools::View::with_units).
    pub units: Option<Units>,
    /// Judgments by intent.
    pub intents: Option<IntentJudgments>,
    /// The runs.
    pub runs: Vec<ReadRun>,
    /// The parts of the files that are not scored.
    pub unscored: Vec<Unscored>,
}

impl ReadRun {
    /// Creates a run that does not come from a file.
    pub fn new(name: String, kept: JoinedRun) -> Self {
        Self { name, kept, ..Self::default() }
    }
}

impl Joined {
    /// Returns true if a topic of the run is in the qrels.
    pub(crate) fn has_any(&self, qrels: &Qrels) -> bool {
        (0..qrels.topics().len()).any(|topic| self.run.has(topic))
    }
}

/// Joins the rankings of a run with judgments while the run is read.
pub(crate) struct Joining<'a> {
    qrels: &'a Qrels,
    documents: KeptDocuments,
    joined: Joined,
    /// The expected number of the next topic.
    next: usize,
    /// The hashes of the run's topics that are not in the qrels. If two such topics have the same hash, the
    /// second topic looks as if the first one appeared again. The file is then read again, grouped by topic.
    skipped: HashSet<u64>,
    /// The rank and the number of each document of the current topic that has a verdict. The memory of
    /// `judged` and `scratch` is reused from topic to topic.
    judged: Vec<(u32, DocIx)>,
    scratch: Scratch,
}

impl<'a> Joining<'a> {
    pub fn new(qrels: &'a Qrels, documents: KeptDocuments) -> Self {
        let topics = if documents == KeptDocuments::All { qrels.topics().len() } else { 0 };
        let joined = Joined { rest: vec![RestOfRanking::default(); topics], ..Joined::default() };
        let (skipped, judged, scratch) = (HashSet::new(), Vec::new(), Scratch::default());
        Self { qrels, documents, joined, next: 0, skipped, judged, scratch }
    }

    pub fn end(mut self) -> Joined {
        self.joined.run.shrink_to_fit();
        self.joined
    }
}

impl Rankings for Joining<'_> {
    fn restart(&mut self) {
        *self = Self::new(self.qrels, self.documents);
    }

    fn add(&mut self, ranking: &Ranking<'_>) -> Result<(), Stop> {
        let Some(topic) = self.qrels.number(ranking.name, self.next) else {
            if !self.qrels.is_left_out(ranking.name) {
                self.joined.skipped_topics += 1;
                self.joined.first_skipped.get_or_insert_with(|| ranking.name.escape_debug().to_string());
                if self.qrels.in_other_form(ranking.name).is_some() {
                    self.joined.other_forms.topics.insert(ranking.name.to_owned());
                }
            }
            let is_new = self.skipped.insert(hash(ranking.name.as_bytes()));
            return if is_new { Ok(()) } else { Err(Stop::TopicAgain) };
        };
        let Joined { run, rest, other_forms, .. } = &mut self.joined;
        if run.has(topic) {
            return Err(Stop::TopicAgain);
        }
        self.next = topic + 1;
        let copies = self.qrels.copies(ranking.name).map(|copies| copies.first_only(ranking));
        let ranking = &match &copies {
            Some((lines, _)) => Ranking { lines, ..*ranking },
            None => Ranking { ..*ranking },
        };
        let (judged, documents) = (&mut self.judged, ranking.documents());
        judged.clear();
        let take = |place, number| judged.push((place + 1, number));
        self.qrels.topic_at(topic).find(ranking.text, documents, &mut self.scratch, take);
        if let Some((_, copy_judgments)) = &copies {
            judged.retain(|(rank, _)| copy_judgments.iter().all(|(copy_rank, _)| copy_rank != rank));
            judged.extend(copy_judgments.iter().filter(|(rank, _)| *rank as usize <= documents.len()));
            judged.sort_unstable();
        }
        let retrieved = documents.len() as u32;
        if self.documents == KeptDocuments::Relevant {
            let verdicts = self.qrels.topic_at(topic).verdicts();
            let with_verdicts =
                (0..).zip(&*judged).map(|(place, &(rank, doc))| (place, rank, verdicts[doc as usize]));
            run.add_relevant(topic, with_verdicts, (judged.len(), retrieved));
        } else {
            run.add(topic, judged, retrieved);
        }
        let unjudged_ids = || {
            let mut judged_ranks = judged.iter().map(|&(rank, _)| rank).peekable();
            let is_unjudged = move |&(rank, _): &(u32, &Entry)| judged_ranks.next_if_eq(&rank).is_none();
            (1..).zip(documents).filter(is_unjudged).map(move |(_, document)| ranking.id(document))
        };
        let is_beyond_ascii = |line: &Entry| !line.document.slice(ranking.text).is_ascii();
        if !self.qrels.topic_at(topic).is_ascii() && documents.iter().any(is_beyond_ascii) {
            let normal_ids = self.qrels.topic_at(topic).normal_ids();
            for id in unjudged_ids().filter(|id| !id.is_ascii()) {
                if normal_ids.contains(&id.nfc().collect::<String>()) {
                    other_forms.documents.insert((topic, id.to_owned()));
                }
            }
        }
        if self.documents == KeptDocuments::All {
            rest[topic] = RestOfRanking { unjudged: unjudged_ids().collect(), tied: ranking.tied() };
        }
        Ok(())
    }
}

/// The maximum number of warnings about single runs that have no topic of the judgments. Further runs are
/// only counted.
const MAX_SINGLE_WARNINGS: usize = 3;

/// Reads and ranks run files in parallel, each named by its tag, and returns the runs in the order of
/// `paths`. If several files are invalid, the error is about the first of them in this order.
pub(crate) fn read_each<R: Rankings, K: Send>(
    paths: &[PathBuf],
    reading: &Reading,
    begin: impl Fn() -> R + Sync,
    end: impl Fn(R) -> K + Sync,
) -> Result<Vec<ReadRun<K>>, LoadError> {
    let runs = paths.par_iter().map(|path| {
        let mut rankings = begin();
        let (name, comments) = read_run(path, None, reading, &mut rankings)?.named_by_tag(path);
        Ok(ReadRun { name, kept: end(rankings), path: path.clone(), comments })
    });
    // First collect all results, then return the first error in the order of the files. If rayon collected
    // into a `Result`, it would return the error that a thread happens to find first.
    let runs: Vec<Result<_, LoadError>> = runs.collect();
    let not_runs: Vec<&PathBuf> = paths
        .iter()
        .zip(&runs)
        .filter(|(_, run)| run.as_ref().err().is_some_and(has_other_contents))
        .map(|(path, _)| path)
        .collect();
    let hint = hint_to_leave_out(&not_runs, paths);
    let runs: Result<Vec<_>, LoadError> = runs.into_iter().collect();
    runs.map_err(|error| match error {
        LoadError::Format(error) if error.hint.as_deref().is_some_and(is_about_contents) => {
            LoadError::Format(Located { hint: hint.or(error.hint), ..error })
        }
        error => error,
    })
}

/// Returns true if the error of a file says that its contents are not a run.
fn has_other_contents(error: &LoadError) -> bool {
    matches!(error, LoadError::Format(error) if error.hint.as_deref().is_some_and(is_about_contents))
}

/// The largest number of files in a hint about files that are not runs. Further files are only counted.
const MAX_FILES: usize = 5;

/// Returns a hint with the names of the files that are not runs, and a pattern that leaves them out. For example, a
/// folder of runs may also have a README and the judgments. Returns `None` if all files are runs, or fewer than two: a single file
/// is usually named in the wrong place.
fn hint_to_leave_out(not_runs: &[&PathBuf], paths: &[PathBuf]) -> Option<String> {
    if not_runs.is_empty() || paths.len() - not_runs.len() < 2 {
        return None;
    }
    let names: Vec<String> = not_runs
        .iter()
        .map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    let are_not = of_number(names.len(), "is not a run", "are not runs");
    let them = of_number(names.len(), "it", "them");
    let runs: Vec<PathBuf> = paths.iter().filter(|path| !not_runs.contains(path)).cloned().collect();
    let advice = match pattern_of_files(&runs) {
        Some(pattern) => format!("'{}' leaves {them} out", pattern.display()),
        None => format!("leave {them} out"),
    };
    Some(format!("{} {are_not}: {advice}", few(&names, MAX_FILES, ", ")))
}

/// Reads run files and joins them with judgments. Warns about runs that have no topic of the judgments. A
/// usual reason is that the judgments belong to another year, so the warning shows a topic of the run.
fn join_each(
    qrels: &Qrels,
    paths: &[PathBuf],
    reading: &Reading,
    documents: KeptDocuments,
) -> Result<(Vec<ReadRun<Joined>>, Vec<Unscored>), LoadError> {
    let documents = match documents {
        KeptDocuments::Relevant if qrels.withholds() => KeptDocuments::Judged,
        documents => documents,
    };
    let runs = read_each(paths, reading, || Joining::new(qrels, documents), Joining::end)?;
    let mut runs_without_topics = 0;
    for run in &runs {
        let Some(topic) = &run.kept.first_skipped else { continue };
        let (path, skipped) = (run.path.display(), run.kept.skipped_topics);
        if run.kept.has_any(qrels) {
            tracing::info!(%path, skipped, "topics of this run that are not in the qrels");
            continue;
        }
        runs_without_topics += 1;
        if runs_without_topics <= MAX_SINGLE_WARNINGS {
            tracing::warn!(%path, %topic, "no topic of this run is in the qrels");
        }
    }
    if runs_without_topics > MAX_SINGLE_WARNINGS {
        tracing::warn!(
            runs = runs_without_topics - MAX_SINGLE_WARNINGS,
            "no topic of these further runs is in the qrels"
        );
    }
    let unscored = unscored(qrels, &runs);
    Ok((runs, unscored))
}

/// Returns three kinds of unscored parts: topics in comments that look like lines, topics and documents that
/// the judgments write in another Unicode normal form, and runs that are split into several files.
fn unscored(qrels: &Qrels, runs: &[ReadRun<Joined>]) -> Vec<Unscored> {
    let other_form = "that the judgments have in another Unicode form (NFC, NFD)";
    let topics: BTreeSet<&str> =
        runs.iter().flat_map(|run| &run.kept.other_forms.topics).map(String::as_str).collect();
    let documents: BTreeSet<&(TopicIx, String)> =
        runs.iter().flat_map(|run| &run.kept.other_forms.documents).collect();
    let mut by_tag: BTreeMap<&str, Vec<&JoinedRun>> = BTreeMap::new();
    for run in runs {
        by_tag.entry(&run.name).or_default().push(&run.kept.run);
    }
    let split_runs = by_tag.iter().filter(|(_, parts)| are_parts_of_a_run(parts, qrels));
    let parts = [
        unscored_comments(qrels.comments().iter().chain(runs.iter().flat_map(|run| &run.comments))),
        Unscored::new(Part::Topic, topics, other_form),
        Unscored::new(Part::Document, documents.into_iter().map(|(_, id)| id.as_str()), other_form),
        Unscored::new(
            Part::Run,
            split_runs.map(|(tag, _)| *tag),
            "as a whole, because several files without a common topic have its tag: each file is scored as a run",
        ),
    ];
    parts.into_iter().flatten().collect()
}

/// Returns true if files with the same tag are probably parts of one run: each has a topic of the judgments,
/// and no topic is in two of them.
fn are_parts_of_a_run(files: &[&JoinedRun], qrels: &Qrels) -> bool {
    let topics = 0..qrels.topics().len();
    let has_any = |file: &&JoinedRun| topics.clone().any(|topic| file.has(topic));
    let is_common = |topic| files.iter().filter(|file| file.has(topic)).count() > 1;
    files.len() > 1 && files.iter().all(has_any) && !topics.clone().any(is_common)
}

/// Returns the topics in comments that look like lines, as parts that are not scored.
pub(crate) fn unscored_comments<'c>(topics: impl Iterator<Item = &'c String>) -> Option<Unscored> {
    let topics: BTreeSet<&str> = topics.map(String::as_str).collect();
    Unscored::new(Part::Topic, topics, "in lines that begin with `#`, which are comments")
}

/// Joins the run in a file with judgments, and names it by its tag. There is no warning about topics without
/// judgments.
pub fn join_run(qrels: &Qrels, path: &Path, reading: &Reading) -> Result<ReadRun, LoadError> {
    let mut joining = Joining::new(qrels, KeptDocuments::Judged);
    let (name, comments) = read_run(path, None, reading, &mut joining)?.named_by_tag(path);
    Ok(ReadRun { name, kept: joining.end().run, path: path.to_owned(), comments })
}

/// Joins runs with judgments, in the order of `paths`. Also returns the parts of the files that are not
/// scored. Warns if runs have topics that are not in the judgments.
pub fn join_runs(
    qrels: &Qrels,
    paths: &[PathBuf],
    reading: &Reading,
    documents: KeptDocuments,
) -> Result<(Vec<ReadRun>, Vec<Unscored>), LoadError> {
    let (mut runs, unscored) = join_each(qrels, paths, reading, documents)?;
    let mut with_skipped = runs.iter().filter(|run| run.kept.skipped_topics > 0);
    if let Some(first) = with_skipped.next() {
        let (topics, count, first) =
            (first.kept.skipped_topics, 1 + with_skipped.count(), first.path.display());
        tracing::warn!(runs = count, %first, topics, "topics that are not in the qrels are not scored");
    }
    make_names_distinct(&mut runs, reading);
    let joined = runs.into_iter().map(|ReadRun { name, kept, path, comments }| ReadRun {
        name,
        kept: kept.run,
        path,
        comments,
    });
    Ok((joined.collect(), unscored))
}

/// Makes a collection from `joined` runs, which must have been read with [`KeptDocuments::All`]. The judged
/// documents of a topic have the numbers from 0, in the order of the qrels. The unjudged documents follow, in
/// the order of runs and ranks.
pub(crate) fn collection_of(
    qrels: &Qrels,
    runs: Vec<Run>,
    teams: Vec<Team>,
    mut joined: Vec<ReadRun<Joined>>,
    groups: Option<RunGroups>,
) -> TestCollection {
    let tied = joined
        .iter_mut()
        .map(|run| run.kept.rest.iter_mut().map(|rest| std::mem::take(&mut rest.tied)).collect())
        .collect();
    let by_id = qrels.topics().map(|topic| {
        let mut order: Vec<DocIx> = (0..topic.verdicts().len() as DocIx).collect();
        order.sort_unstable_by_key(|&doc| topic.document(doc));
        order
    });
    let file_facts = FileFacts { tied, by_id: by_id.collect(), groups };
    let topics: Vec<JudgedTopic<'_>> = qrels.topics().collect();
    let ranked_topics = topics.into_par_iter().map(|judged| {
        let topic = judged.topic_ix();
        let verdicts = judged.verdicts().to_vec();
        let first_unjudged = verdicts.len() as u32;
        let mut unjudged_numbers = HashMap::new();
        let mut rankings: Vec<Vec<DocIx>> = Vec::with_capacity(joined.len());
        for run in &joined {
            let mut ranking = vec![UNINTERNED; run.kept.run.retrieved(topic) as usize];
            let (ranks, documents) = run.kept.run.seen(topic);
            for (&rank, &doc) in ranks.iter().zip(documents) {
                ranking[rank as usize - 1] = doc;
            }
            let unjudged = ranking.iter_mut().filter(|number| **number == UNINTERNED);
            for (number, id) in unjudged.zip(run.kept.rest[topic].unjudged.iter()) {
                let next = first_unjudged + unjudged_numbers.len() as u32;
                *number = *unjudged_numbers.entry(id).or_insert(next);
            }
            rankings.push(ranking);
        }
        let documents = first_unjudged + unjudged_numbers.len() as u32;
        (Topic { name: judged.name().to_owned(), verdicts, documents }, rankings)
    });
    TestCollection::from_ranked_topics(ranked_topics.collect(), runs, teams)
        .with_gains(qrels.gains().cloned())
        .with_file_facts(file_facts)
}

/// Names runs by their files if `reading` says so, otherwise by their tags. A run that shares its tag with
/// another is named by its own folder ([`own_folder`]) if no other such run has a folder of this name, or
/// else by its path.
pub(crate) fn make_names_distinct<K>(runs: &mut [ReadRun<K>], reading: &Reading) {
    let mut tags = BTreeMap::<String, usize>::new();
    for run in &*runs {
        *tags.entry(run.name.clone()).or_default() += 1;
    }
    let folders: Vec<Option<String>> = runs
        .iter()
        .map(|run| own_folder(&run.path).filter(|_| tags[&run.name] > 1).map(str::to_owned))
        .collect();
    for (ReadRun { name, path, .. }, folder) in runs.iter_mut().zip(&folders) {
        if let Some(file_name) = name_by_file(reading.run_names, path) {
            *name = file_name;
            continue;
        }
        if tags[name] == 1 {
            continue;
        }
        if let Some(folder) = folder
            && folders.iter().flatten().filter(|run_folder| *run_folder == folder).count() == 1
        {
            name.clone_from(folder);
            continue;
        }
        if !reading.may_share_tags {
            tracing::warn!(
                tag = name.as_str(),
                path = %path.display(),
                "several files have this run tag: named by path; `cat PART..` joins the parts of one run"
            );
        }
        *name = path.display().to_string();
    }
}

/// Runs with their names.
pub(crate) struct NamedRuns {
    /// Sorted by name.
    pub runs: Vec<ReadRun<Joined>>,
    /// The rule that gave the runs their names.
    pub names: RunNames,
    /// The parts of the files that are not scored.
    pub unscored: Vec<Unscored>,
}

/// Reads runs with all documents of their rankings, and names and sorts them as [`sort_by_name`] does.
pub(crate) fn runs_by_name(
    qrels: &Qrels,
    paths: &[PathBuf],
    names: Option<RunNames>,
    reading: &Reading,
) -> Result<NamedRuns, LoadError> {
    let (mut runs, unscored) = join_each(qrels, paths, reading, KeptDocuments::All)?;
    let names = sort_by_name(&mut runs, names, reading)?;
    Ok(NamedRuns { runs, names, unscored })
}

/// Names runs by the rule `names`, sorts them by name, and returns the rule. If `names` is `None`, the rule
/// is that of `reading`; but if that is [`RunNames::Tags`] and several runs share a tag, it is
/// [`RunNames::Files`].
///
/// # Errors
/// If two runs have the same name.
pub(crate) fn sort_by_name<K>(
    runs: &mut [ReadRun<K>],
    names: Option<RunNames>,
    reading: &Reading,
) -> Result<RunNames, LoadError> {
    let names = names.unwrap_or_else(|| {
        let tags: BTreeSet<&str> = runs.iter().map(|run| run.name.as_str()).collect();
        match reading.run_names {
            RunNames::Tags if tags.len() < runs.len() => RunNames::Files,
            names => names,
        }
    });
    for run in &mut *runs {
        run.name = name_by_file(names, &run.path).unwrap_or_else(|| std::mem::take(&mut run.name));
    }
    runs.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some([first, second]) = runs.array_windows().find(|[a, b]| a.name == b.name) {
        return Err(LoadError::Unfit(format!(
            "{} and {} both hold run `{}`",
            first.path.display(),
            second.path.display(),
            first.name.escape_debug()
        )));
    }
    Ok(names)
}

/// Returns the name that the file gives a run, or `None` if runs are named by their tags. A run that has its
/// own folder, with metadata, gets the name of this folder instead.
pub fn name_by_file(names: RunNames, path: &Path) -> Option<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if let (RunNames::Files | RunNames::FileStems, Some(folder)) = (names, own_folder(path)) {
        return Some(folder.to_owned());
    }
    match names {
        RunNames::Tags => None,
        RunNames::Files => Some(name.into_owned()),
        // `run.txt.gz` becomes `run`.
        RunNames::FileStems => {
            let stem = Path::new(uncompressed(&name)).file_stem().unwrap_or_default();
            Some(stem.to_string_lossy().into_owned())
        }
    }
}
