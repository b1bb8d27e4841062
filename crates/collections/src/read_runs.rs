//! Run files read, ranked, looked up in the judgments, and named; here document ids end.
//!
//! Each file is read by one worker with its own buffer; the result does not depend on how many there are.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::descriptor::RunNames;
use rayon::prelude::*;
use rejudge_pools::{
    AsRead, DocIx, IntentJudgments, JoinedRun, Names, Run, RunGroups, Team, TestCollection, Tied, Topic,
    TopicIx, UNINTERNED, Units,
};

use crate::docids::Scratch;
use crate::error::LoadError;
use crate::qrels::{JudgedTopic, Qrels};
use crate::reading::Reading;
use crate::run_files::own_folder;
use crate::runs::{Entry, Ranking, Rankings, read_run};
use crate::scan::Stop;
use crate::text::{hash, uncompressed};
use crate::unscored::{Part, Unscored};
use unicode_normalization::UnicodeNormalization;

/// A run that was read from a file, with the part of its rankings that is kept. It is named by its tag or, if the reading
/// asks for it, by its file; by its path if several runs have the tag.
#[derive(Clone, Debug, Default)]
pub struct ReadRun<K = JoinedRun> {
    /// The run's name.
    pub name: String,
    /// The part of its rankings that is kept; of a [`JoinedRun`], the documents that have a verdict.
    pub kept: K,
    pub(crate) path: PathBuf,
    /// The topics of comments that look like lines.
    pub(crate) comments: BTreeSet<String>,
}

/// The documents that are kept of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptDocuments {
    /// All: its rankings.
    All,
    /// Those with a verdict.
    Judged,
    /// Those of level 1 or above, for measures that do not [walk the ranking](rejudge_metrics::Metric::walks_ranking):
    /// a hundred runs take a tenth of the memory. If a judgment is withheld, or documents are units, it is
    /// [`Judged`](Self::Judged).
    Relevant,
}

/// A run that is joined with judgments, whole or only as measures use it.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    pub run: JoinedRun,
    /// The rest of its rankings by topic of the qrels; empty if only measures use the run.
    rest: Vec<Rest>,
    /// Topics of the run that are not in the qrels.
    skipped: usize,
    /// The first of these.
    other: Option<String>,
    /// Topics, and documents of topics, that the judgments have in another Unicode form.
    other_forms: (BTreeSet<String>, BTreeSet<(TopicIx, String)>),
}

/// The parts of a ranking that a joined run lacks.
#[derive(Clone, Debug, Default)]
struct Rest {
    /// The ids of the documents without a verdict, by rank.
    unjudged: Names,
    /// The documents of equal scores.
    tied: Vec<Tied>,
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
    pub runs: Vec<ReadRun>,
    /// The parts of the files that are not scored.
    pub unscored: Vec<Unscored>,
}

impl ReadRun {
    /// A run that no file holds.
    pub fn new(name: String, kept: JoinedRun) -> Self {
        Self { name, kept, ..Self::default() }
    }
}

impl Joined {
    pub(crate) fn has_any(&self, qrels: &Qrels) -> bool {
        (0..qrels.topics().len()).any(|topic| self.run.has(topic))
    }
}

/// A run while it is read: its topics that are in the qrels are joined with them, others are counted.
pub(crate) struct Joining<'a> {
    qrels: &'a Qrels,
    documents: KeptDocuments,
    joined: Joined,
    /// The expected position of the next topic.
    next: usize,
    /// The hashes of the topics that are not in the qrels: two of one hash are taken for one.
    others: HashSet<u64>,
    /// Room to look up documents: rank and number of each that has a verdict.
    seen: Vec<(u32, DocIx)>,
    room: Scratch,
}

impl<'a> Joining<'a> {
    /// Begins a run.
    pub fn new(qrels: &'a Qrels, documents: KeptDocuments) -> Self {
        let is_whole = documents == KeptDocuments::All;
        let rest = vec![Rest::default(); if is_whole { qrels.topics().len() } else { 0 }];
        let joined = Joined { rest, ..Joined::default() };
        let (others, seen, room) = (HashSet::new(), Vec::new(), Scratch::default());
        Self { qrels, documents, joined, next: 0, others, seen, room }
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
                self.joined.skipped += 1;
                self.joined.other.get_or_insert_with(|| ranking.name.escape_debug().to_string());
                let topic = self.qrels.in_other_form(ranking.name).map(|_| ranking.name.to_owned());
                self.joined.other_forms.0.extend(topic);
            }
            let is_new = self.others.insert(hash(ranking.name.as_bytes()));
            return if is_new { Ok(()) } else { Err(Stop::Returned) };
        };
        let Joined { run, rest, other_forms, .. } = &mut self.joined;
        if run.has(topic) {
            return Err(Stop::Returned);
        }
        self.next = topic + 1;
        let copies = self.qrels.copies(ranking.name).map(|copies| copies.first_only(ranking));
        let ranking = &match &copies {
            Some((lines, _)) => Ranking { lines, ..*ranking },
            None => Ranking { ..*ranking },
        };
        let (seen, documents) = (&mut self.seen, ranking.documents());
        seen.clear();
        let found = |place, number| seen.push((place + 1, number));
        self.qrels.at(topic).find(ranking.text, documents, &mut self.room, found);
        if let Some((_, in_place)) = &copies {
            seen.retain(|(rank, _)| in_place.iter().all(|(other, _)| other != rank));
            seen.extend(in_place.iter().filter(|(rank, _)| *rank as usize <= documents.len()));
            seen.sort_unstable();
        }
        let retrieved = documents.len() as u32;
        if self.documents == KeptDocuments::Relevant {
            let verdicts = self.qrels.at(topic).verdicts();
            let judged = (0..).zip(&*seen).map(|(place, &(rank, doc))| (place, rank, verdicts[doc as usize]));
            run.add_relevant(topic, judged, (seen.len(), retrieved));
        } else {
            run.add(topic, seen, retrieved);
        }
        let unjudged = || {
            let mut judged = seen.iter().map(|&(rank, _)| rank).peekable();
            let others = (1..).zip(documents).filter(move |&(rank, _)| judged.next_if_eq(&rank).is_none());
            others.map(move |(_, document)| ranking.id(document))
        };
        let is_beyond_ascii = |line: &Entry| !line.document.slice(ranking.text).is_ascii();
        if !self.qrels.at(topic).is_ascii() && documents.iter().any(is_beyond_ascii) {
            let normal = self.qrels.at(topic).normal_ids();
            let others =
                unjudged().filter(|id| !id.is_ascii() && normal.contains(&id.nfc().collect::<String>()));
            other_forms.1.extend(others.map(|id| (topic, id.to_owned())));
        }
        if self.documents == KeptDocuments::All {
            rest[topic] = Rest { unjudged: unjudged().collect(), tied: ranking.tied() };
        }
        Ok(())
    }
}

/// Runs without a topic of the judgments that are named, of however many.
const NAMED: usize = 3;

/// Reads and ranks run files in parallel, in the order given, each named by its tag. The error is that of the first invalid
/// file in their order.
pub(crate) fn read_each<R: Rankings, K: Send>(
    paths: &[PathBuf],
    reading: &Reading,
    begin: impl Fn() -> R + Sync,
    end: impl Fn(R) -> K + Sync,
) -> Result<Vec<ReadRun<K>>, LoadError> {
    let load = |path: &PathBuf| {
        let mut rankings = begin();
        let (name, comments) = read_run(path, reading, &mut rankings)?;
        Ok(ReadRun { name, kept: end(rankings), path: path.clone(), comments })
    };
    let loaded: Vec<Result<_, LoadError>> = paths.par_iter().map(load).collect();
    loaded.into_iter().collect()
}

/// Reads run files and joins them. Warns about runs without any topic of the judgments, with an example topic of each: if there are many, the usual reason
/// is that the judgments are of another year.
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
    let loaded = read_each(paths, reading, || Joining::new(qrels, documents), Joining::end)?;
    let mut apart = 0;
    for run in &loaded {
        let Some(topic) = &run.kept.other else { continue };
        let (path, skipped) = (run.path.display(), run.kept.skipped);
        if run.kept.has_any(qrels) {
            tracing::info!(%path, skipped, "topics of this run that are not in the qrels");
            continue;
        }
        apart += 1;
        if apart <= NAMED {
            tracing::warn!(%path, %topic, "no topic of this run is in the qrels");
        }
    }
    if apart > NAMED {
        tracing::warn!(runs = apart - NAMED, "no topic of these further runs is in the qrels");
    }
    let unscored = unscored(qrels, &loaded);
    Ok((loaded, unscored))
}

/// Returns topics that became comments, ids in another Unicode form, and runs of several files.
fn unscored(qrels: &Qrels, runs: &[ReadRun<Joined>]) -> Vec<Unscored> {
    let other_form = "that the judgments have in another Unicode form (NFC, NFD)";
    let topics: BTreeSet<&str> =
        runs.iter().flat_map(|run| &run.kept.other_forms.0).map(String::as_str).collect();
    let documents: BTreeSet<&(TopicIx, String)> =
        runs.iter().flat_map(|run| &run.kept.other_forms.1).collect();
    let mut by_tag: BTreeMap<&str, Vec<&JoinedRun>> = BTreeMap::new();
    for run in runs {
        by_tag.entry(&run.name).or_default().push(&run.kept.run);
    }
    let is_parted = |(_, parts): &(&str, Vec<&JoinedRun>)| {
        let topics = 0..qrels.topics().len();
        let has_any = |part: &&JoinedRun| topics.clone().any(|topic| part.has(topic));
        let is_common = |topic| parts.iter().filter(|part| part.has(topic)).count() > 1;
        parts.len() > 1 && parts.iter().all(has_any) && !topics.clone().any(is_common)
    };
    let parted = by_tag.into_iter().filter(is_parted).map(|(tag, _)| tag);
    let all = [
        commented(qrels.comments().iter().chain(runs.iter().flat_map(|run| &run.comments))),
        Unscored::new(Part::Topic, topics, other_form),
        Unscored::new(Part::Document, documents.into_iter().map(|(_, id)| id.as_str()), other_form),
        Unscored::new(
            Part::Run,
            parted,
            "as a whole, because several files without a common topic have its tag: each file is scored as a run",
        ),
    ];
    all.into_iter().flatten().collect()
}

/// Returns the topics of comments that look like lines.
pub(crate) fn commented<'c>(topics: impl Iterator<Item = &'c String>) -> Option<Unscored> {
    let topics: BTreeSet<&str> = topics.map(String::as_str).collect();
    Unscored::new(Part::Topic, topics, "in lines that begin with `#`, which are comments")
}

/// Joins a run with judgments; it is named by its tag. There is no warning about topics without judgments.
pub fn join_run(qrels: &Qrels, path: &Path, reading: &Reading) -> Result<ReadRun, LoadError> {
    let mut lines = Joining::new(qrels, KeptDocuments::Judged);
    let (name, comments) = read_run(path, reading, &mut lines)?;
    Ok(ReadRun { name, kept: lines.end().run, path: path.to_owned(), comments })
}

/// Joins runs, in the order given, with judgments.
pub fn join_runs(
    qrels: &Qrels,
    paths: &[PathBuf],
    reading: &Reading,
    documents: KeptDocuments,
) -> Result<(Vec<ReadRun>, Vec<Unscored>), LoadError> {
    let (mut runs, unscored) = join_each(qrels, paths, reading, documents)?;
    let mut with_others = runs.iter().filter(|run| run.kept.skipped > 0);
    if let Some(first) = with_others.next() {
        let (count, topics, first) = (1 + with_others.count(), first.kept.skipped, first.path.display());
        tracing::warn!(runs = count, %first, topics, "topics that are not in the qrels are not scored");
    }
    name_apart(&mut runs, reading);
    let of_measures = |ReadRun { name, kept, path, comments }: ReadRun<Joined>| ReadRun {
        name,
        kept: kept.run,
        path,
        comments,
    };
    Ok((runs.into_iter().map(of_measures).collect(), unscored))
}

/// Returns the collection of runs that are read with all their rankings. Judged documents have the numbers `0..J` of
/// their topic in the order of the qrels; the others follow in the order of runs and ranks.
pub(crate) fn assembled(
    qrels: &Qrels,
    runs: Vec<Run>,
    teams: Vec<Team>,
    mut loaded: Vec<ReadRun<Joined>>,
    groups: Option<RunGroups>,
) -> TestCollection {
    let tied = loaded
        .iter_mut()
        .map(|run| run.kept.rest.iter_mut().map(|rest| std::mem::take(&mut rest.tied)).collect());
    let tied = tied.collect();
    let by_id = qrels.topics().map(|topic| {
        let mut order: Vec<DocIx> = (0..topic.verdicts().len() as DocIx).collect();
        order.sort_unstable_by_key(|&doc| topic.document(doc));
        order
    });
    let as_read = AsRead { tied, by_id: by_id.collect(), groups };
    let topics: Vec<JudgedTopic<'_>> = qrels.topics().collect();
    let numbered = topics.into_par_iter().enumerate().map(|(at, judged)| {
        let verdicts = judged.verdicts().to_vec();
        let first = verdicts.len() as u32;
        let mut others = HashMap::new();
        let rankings = loaded.iter().map(|run| {
            let mut ranking = vec![UNINTERNED; run.kept.run.retrieved(at) as usize];
            let (ranks, documents) = run.kept.run.seen(at);
            ranks.iter().zip(documents).for_each(|(&rank, &doc)| ranking[rank as usize - 1] = doc);
            let free = ranking.iter_mut().filter(|number| **number == UNINTERNED);
            for (number, id) in free.zip(run.kept.rest[at].unjudged.iter()) {
                let next = first + others.len() as u32;
                *number = *others.entry(id).or_insert(next);
            }
            ranking
        });
        let rankings: Vec<Vec<DocIx>> = rankings.collect();
        let documents = first + others.len() as u32;
        (Topic { name: judged.name().to_owned(), verdicts, documents }, rankings)
    });
    TestCollection::of_ranked(numbered.collect(), runs, teams)
        .with_gains(qrels.gains().cloned())
        .with_as_read(as_read)
}

/// Names runs by their files if `reading` asks for it, otherwise by their tags, and by their paths if several have a tag.
pub(crate) fn name_apart<K>(runs: &mut [ReadRun<K>], reading: &Reading) {
    let mut tags = BTreeMap::<String, usize>::new();
    for run in &*runs {
        *tags.entry(run.name.clone()).or_default() += 1;
    }
    let folders: Vec<Option<String>> = runs
        .iter()
        .map(|run| own_folder(&run.path).filter(|_| tags[&run.name] > 1).map(str::to_owned))
        .collect();
    for (ReadRun { name, path, .. }, folder) in runs.iter_mut().zip(&folders) {
        if let Some(of_file) = name_by_file(reading.run_names, path) {
            *name = of_file;
            continue;
        }
        if tags[name] == 1 {
            continue;
        }
        // A folder of its own names a run, if no other run has a folder of that name.
        if let Some(folder) = folder
            && folders.iter().filter(|other| other.as_ref() == Some(folder)).count() == 1
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
    /// The rule that gave them their names.
    pub names: RunNames,
    /// The parts of the files that are not scored.
    pub unscored: Vec<Unscored>,
}

/// Reads runs and names them by their tags, or all by their files if tags are not distinct; sorted by name,
/// each document with a number; with the parts that are not scored. `names` gives the rule if it is known.
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

/// Names runs as [`runs_by_name`] does, and sorts them by name. Returns the rule of the names.
pub(crate) fn sort_by_name<K>(
    loaded: &mut [ReadRun<K>],
    names: Option<RunNames>,
    reading: &Reading,
) -> Result<RunNames, LoadError> {
    let tags: BTreeSet<&str> = loaded.iter().map(|run| run.name.as_str()).collect();
    let apart = match reading.run_names {
        RunNames::Tags if tags.len() < loaded.len() => RunNames::Files,
        names => names,
    };
    let names = names.unwrap_or(apart);
    for run in &mut *loaded {
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
    Ok(names)
}

/// Returns the name of a run by its file; `None` if runs are called by their tags.
pub fn name_by_file(names: RunNames, path: &Path) -> Option<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if let (RunNames::Files | RunNames::FileStems, Some(folder)) = (names, own_folder(path)) {
        return Some(folder.to_owned());
    }
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
