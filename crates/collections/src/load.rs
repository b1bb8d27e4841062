//! Files to a `TestCollection`: here document ids become numbers, and end.
//!
//! Each run file is read, ranked and looked up in the judgments by one worker with its own buffer;
//! the result does not depend on how many there are. Judged documents have the numbers `0..J` of
//! their topic in the order of the qrels; the others follow in the order of runs and ranks, or get
//! no number at all where nobody needs one ([`load_runs_with`]).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rejudge_pools::{
    AsRead, DocIx, IntentJudgments, Run, Team, TestCollection, Tied, Topic, UNINTERNED, Units,
};

use crate::bytes::{read, read_into};
use crate::descriptor::{Descriptor, Files, RunNames};
use crate::docids::{DocId, DocTable};
use crate::error::ReadError;
use crate::intents_load::{IntentFiles, VerticalFiles, load_by_intent};
use crate::load_error::LoadError;
use crate::load_units::UnitFiles;
use crate::qrels::{Qrels, QrelsFormat};
use crate::runs::{Reading, RunFile};
use crate::teams::{parse_marks, parse_teams};

/// Loads the collection whose files lie under `root` (the value of
/// [`DATA_VARIABLE`](crate::DATA_VARIABLE)). Runs and teams are sorted by name, topics are in the
/// order of the qrels, and every document has a number. Topics that are not in the qrels are
/// skipped, and counted in a `tracing` event.
///
/// A team is `analysed` if one of its runs is both eligible and pooled: another has brought nothing that
/// could be left out or taken.
pub fn load(descriptor: &Descriptor, root: &Path, reading: &Reading) -> Result<TestCollection, LoadError> {
    Ok(load_described(descriptor, root, reading)?.collection)
}

/// A collection with all that its descriptor says of its judgments.
#[derive(Debug)]
pub struct DescribedCollection {
    /// Topics, runs and teams. With judgments by intent, a document's level is its highest one for any intent.
    pub collection: TestCollection,
    /// Judgments by intent, where the descriptor names a table of intents.
    pub intents: Option<IntentJudgments>,
    /// What is relevant as one, where it names duplicates or groups; for
    /// [`View::with_units`](rejudge_pools::View::with_units).
    pub units: Option<Units>,
}

/// As [`load`], with judgments by intent and with units. A worked example without files has no topics.
pub fn load_described(
    descriptor: &Descriptor,
    root: &Path,
    reading: &Reading,
) -> Result<DescribedCollection, LoadError> {
    if descriptor.is_without_files() {
        let collection = TestCollection::new(Vec::new(), Vec::new(), Vec::new(), Vec::new())?;
        return Ok(DescribedCollection { collection, intents: None, units: None });
    }
    let id = || descriptor.id.clone();
    if descriptor.scores.is_some() {
        return Err(LoadError::OnlyScores { id: id() });
    }
    let files = descriptor.files.as_ref().ok_or_else(|| LoadError::Simulated { id: id() })?;
    let folder = root.join(&files.folder);
    if !folder.is_dir() {
        return Err(LoadError::Missing { id: id(), folder });
    }
    let (qrels_path, format) = (folder.join(&files.qrels), files.qrels_format());
    match &files.intents {
        None => {
            let bytes = read(&qrels_path)?;
            let qrels = Qrels::parse(&qrels_path, &bytes, &format)?;
            let at = |file: &Option<PathBuf>| file.as_ref().map(|file| folder.join(file));
            let unit_files = UnitFiles { duplicates: at(&files.duplicates), groups: at(&files.groups) };
            let stated = unit_files.stated(&qrels, &format)?;
            let collection = described(&qrels, files, &folder, reading)?;
            let has_units = unit_files != UnitFiles::default();
            let units = if has_units { Some(Units::new(&collection, &stated)?) } else { None };
            Ok(DescribedCollection { collection, intents: None, units })
        }
        Some(intents) => {
            let probabilities = Some(folder.join(intents));
            let verticals = files.verticals.as_ref().map(|verticals| VerticalFiles {
                probabilities: folder.join(&verticals.probabilities),
                documents: verticals.documents.as_ref().map(|file| folder.join(file)),
                level: verticals.level,
            });
            let by_intent = IntentFiles { qrels: qrels_path, format, probabilities, kinds: None, verticals };
            let (collection, judgments) =
                load_by_intent(&by_intent, |qrels| described(qrels, files, &folder, reading))?;
            Ok(DescribedCollection { collection, intents: Some(judgments), units: None })
        }
    }
}

/// The judgments with the described runs and teams.
fn described(
    qrels: &Qrels<'_>,
    files: &Files,
    folder: &Path,
    reading: &Reading,
) -> Result<TestCollection, LoadError> {
    let at = |file: &Option<PathBuf>| file.as_ref().map(|file| folder.join(file));
    let tables = Tables {
        teams: Some(folder.join(&files.teams)),
        pooled: at(&files.pooled),
        eligible: at(&files.eligible),
    };
    numbered(qrels, &folder.join(&files.runs), files.run_names, &tables, reading)
}

/// What is known of runs beside their rankings.
pub(crate) struct Tables {
    /// Absent: every run is its own team.
    pub teams: Option<PathBuf>,
    /// Absent: all were pooled.
    pub pooled: Option<PathBuf>,
    /// Absent: all may stand for their team.
    pub eligible: Option<PathBuf>,
}

/// The judgments with the runs that `pattern` names, every document numbered.
pub(crate) fn numbered(
    qrels: &Qrels<'_>,
    pattern: &Path,
    names: RunNames,
    tables: &Tables,
    reading: &Reading,
) -> Result<TestCollection, LoadError> {
    let paths = matching(pattern)?;
    let mut loaded = read_runs(qrels, &paths, reading, Unjudged::Numbered)?;
    if names == RunNames::Files {
        loaded.iter_mut().for_each(|run| run.name = file_name(&run.path));
    }
    loaded.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some([first, second]) = loaded.array_windows().find(|[a, b]| a.name == b.name) {
        let (first, second) = (first, second);
        return Err(LoadError::RepeatedRun {
            run: first.name.clone(),
            first: first.path.clone(),
            second: second.path.clone(),
        });
    }
    let (runs, teams) = assign_teams(&loaded, tables)?;
    assembled(qrels, runs, teams, loaded, Unjudged::Numbered)
}

/// Loads judgments and runs that no descriptor describes, in the order given. Every run is its own
/// team, and documents without a judgment have no number (`UNINTERNED`).
///
/// A run is named by its tag; runs that share a tag are named by their paths.
pub fn load_runs_with(
    qrels: &Path,
    format: &QrelsFormat,
    runs: &[PathBuf],
    reading: &Reading,
) -> Result<TestCollection, LoadError> {
    let bytes = read(qrels)?;
    runs_with(&Qrels::parse(qrels, &bytes, format)?, runs, reading, Unjudged::Left)
}

/// As [`load_runs_with`], with numbers for all documents: for who must tell documents without a judgment apart.
pub fn load_runs_numbered(
    qrels: &Path,
    format: &QrelsFormat,
    runs: &[PathBuf],
    reading: &Reading,
) -> Result<TestCollection, LoadError> {
    let bytes = read(qrels)?;
    runs_with(&Qrels::parse(qrels, &bytes, format)?, runs, reading, Unjudged::Numbered)
}

/// As [`load_runs_with`], with judgments that are read already.
pub(crate) fn runs_with(
    qrels: &Qrels<'_>,
    runs: &[PathBuf],
    reading: &Reading,
    unjudged: Unjudged,
) -> Result<TestCollection, LoadError> {
    let loaded = named_runs(qrels, runs, reading, unjudged)?;
    let own_team =
        |(team, run): (usize, &LoadedRun)| Run { name: run.name.clone(), team, pooled: true, eligible: true };
    let teams = loaded.iter().map(|run| Team { name: run.name.clone(), analysed: true }).collect();
    let runs = loaded.iter().enumerate().map(own_team).collect();
    assembled(qrels, runs, teams, loaded, unjudged)
}

/// Reads runs, and names them.
pub(crate) fn named_runs(
    qrels: &Qrels<'_>,
    runs: &[PathBuf],
    reading: &Reading,
    unjudged: Unjudged,
) -> Result<Vec<LoadedRun>, LoadError> {
    let mut loaded = read_runs(qrels, runs, reading, unjudged)?;
    let with_others: Vec<&LoadedRun> = loaded.iter().filter(|run| run.skipped > 0).collect();
    if let Some(first) = with_others.first() {
        let (runs, first, topics) = (with_others.len(), first.path.display(), first.skipped);
        tracing::warn!(runs, %first, topics, "topics that are not in the qrels are not scored");
    }
    let names = names_apart(loaded.iter().map(|run| (run.name.as_str(), run.path.as_path())));
    for (run, name) in loaded.iter_mut().zip(names) {
        run.name = name;
    }
    Ok(loaded)
}

/// The names of runs with these tags and files: a tag, or the path where several files have the tag.
pub(crate) fn names_apart<'a>(runs: impl Iterator<Item = (&'a str, &'a Path)> + Clone) -> Vec<String> {
    let mut tags = BTreeMap::<&str, usize>::new();
    for (tag, _) in runs.clone() {
        *tags.entry(tag).or_default() += 1;
    }
    let name = |(tag, path): (&str, &Path)| {
        if tags[tag] == 1 {
            return tag.to_owned();
        }
        tracing::warn!(tag, path = %path.display(), "several files have this run tag: named by path");
        path.display().to_string()
    };
    runs.map(name).collect()
}

/// The collection of runs that are read.
pub(crate) fn assembled(
    qrels: &Qrels<'_>,
    runs: Vec<Run>,
    teams: Vec<Team>,
    mut loaded: Vec<LoadedRun>,
    unjudged: Unjudged,
) -> Result<TestCollection, LoadError> {
    let tied = loaded.iter_mut().map(|run| std::mem::take(&mut run.tied)).collect();
    let as_read = AsRead { tied, unjudged_topics: loaded.iter().map(|run| run.skipped).collect() };
    let (topics, rankings) = match unjudged {
        Unjudged::Left => judged_only(qrels, loaded),
        Unjudged::Numbered => number_unjudged(qrels, loaded),
    };
    Ok(TestCollection::new(topics, runs, teams, rankings)?.with_as_read(as_read))
}

/// What becomes of documents that have no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unjudged {
    /// They get numbers after the judged ones.
    Numbered,
    /// They stay [`UNINTERNED`].
    Left,
}

/// A run with its judged documents numbered.
pub(crate) struct LoadedRun {
    pub name: String,
    pub path: PathBuf,
    /// By topic of the qrels.
    pub rankings: Vec<Vec<DocIx>>,
    /// By topic of the qrels: documents of equal scores.
    tied: Vec<Vec<Tied>>,
    /// By topic: ids of the documents still [`UNINTERNED`], in order of rank.
    unjudged: Vec<Ids>,
    /// Topics of the run that are not in the qrels.
    skipped: usize,
}

/// Ids end to end: one allocation for many.
#[derive(Default)]
pub(crate) struct Ids {
    text: String,
    ends: Vec<u32>,
}

impl Ids {
    pub fn push(&mut self, id: &str) {
        self.text.push_str(id);
        self.ends.push(self.text.len() as u32);
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start as usize..end as usize])
    }
}

/// The files that `pattern` names, sorted; `*` in its last part stands for any characters.
pub(crate) fn matching(pattern: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let none = || LoadError::NoRuns { pattern: pattern.to_owned() };
    let (folder, name) = pattern.parent().zip(pattern.file_name()).ok_or_else(none)?;
    // The parent of a bare name is the empty path, which is no folder.
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    let name = name.to_string_lossy();
    let io = |cause| ReadError::Io { path: folder.to_owned(), cause };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        let found = entry.file_name();
        let found = found.to_string_lossy();
        // As in a shell, `*` does not match a leading dot.
        if found.starts_with('.') == name.starts_with('.')
            && matches_glob(&name, &found)
            && entry.path().is_file()
        {
            paths.push(entry.path());
        }
    }
    paths.sort();
    if paths.is_empty() { Err(none()) } else { Ok(paths) }
}

/// What a run is called by its file.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn matches_glob(pattern: &str, name: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(name) = name.strip_prefix(head) else { return false };
    let cuts = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    cuts.into_iter().any(|at| matches_glob(rest, &name[at..]))
}

/// Reads and ranks run files in parallel. The error is that of the first bad file in their order.
pub(crate) fn read_runs(
    qrels: &Qrels<'_>,
    paths: &[PathBuf],
    reading: &Reading,
    unjudged: Unjudged,
) -> Result<Vec<LoadedRun>, LoadError> {
    let load = |buffer: &mut Vec<u8>, path: &PathBuf| {
        read_into(path, buffer)?;
        let run = RunFile::parse(path, buffer, reading)?;
        Ok(look_up(qrels, path, &run, unjudged))
    };
    let loaded: Vec<Result<_, LoadError>> = paths.par_iter().map_init(Vec::new, load).collect();
    loaded.into_iter().collect()
}

fn look_up(qrels: &Qrels<'_>, path: &Path, run: &RunFile<'_>, unjudged: Unjudged) -> LoadedRun {
    let topics = qrels.topics.len();
    let (mut rankings, mut tied) = (vec![Vec::new(); topics], vec![Vec::new(); topics]);
    let mut others: Vec<Ids> = std::iter::repeat_with(Ids::default).take(topics).collect();
    let mut skipped = 0;
    for ranked in &run.topics {
        let Some(&number) = qrels.by_name.get(ranked.name) else {
            skipped += 1;
            continue;
        };
        let table = &qrels.topics[number].documents;
        tied[number].clone_from(&ranked.tied);
        rankings[number] = ranked.documents.iter().map(|&id| table.get(id).unwrap_or(UNINTERNED)).collect();
        if unjudged == Unjudged::Numbered {
            for (id, _) in
                ranked.documents.iter().zip(&rankings[number]).filter(|&(_, &number)| number == UNINTERNED)
            {
                others[number].push(id.text);
            }
        }
    }
    if skipped == run.topics.len() {
        tracing::warn!(path = %path.display(), "no topic of this run is in the qrels");
    } else if skipped > 0 {
        tracing::info!(path = %path.display(), skipped, "topics of this run that are not in the qrels");
    }
    LoadedRun { name: run.tag.to_owned(), path: path.to_owned(), rankings, tied, unjudged: others, skipped }
}

type Rankings = Vec<Vec<Vec<DocIx>>>;

fn judged_only(qrels: &Qrels<'_>, loaded: Vec<LoadedRun>) -> (Vec<Topic>, Rankings) {
    let topics = qrels.topics.iter().map(|judged| Topic {
        name: judged.name.to_owned(),
        verdicts: judged.verdicts.clone(),
        documents: judged.verdicts.len() as u32,
    });
    (topics.collect(), loaded.into_iter().map(|run| run.rankings).collect())
}

/// Numbers the documents without a verdict, topic by topic: by run, then by rank.
fn number_unjudged(qrels: &Qrels<'_>, mut loaded: Vec<LoadedRun>) -> (Vec<Topic>, Rankings) {
    let mut by_topic: Vec<Vec<(Vec<DocIx>, Ids)>> = qrels.topics.iter().map(|_| Vec::new()).collect();
    for run in &mut loaded {
        for ((topic, ranking), ids) in
            by_topic.iter_mut().zip(run.rankings.drain(..)).zip(run.unjudged.drain(..))
        {
            topic.push((ranking, ids));
        }
    }
    let numbered = qrels.topics.par_iter().zip(by_topic).map(|(judged, mut runs)| {
        let first = judged.verdicts.len() as u32;
        let mut table = DocTable::default();
        let mut rankings = Vec::with_capacity(runs.len());
        for (ranking, ids) in &mut runs {
            let free = ranking.iter_mut().filter(|number| **number == UNINTERNED);
            for (number, id) in free.zip(ids.iter()) {
                let (Ok(other) | Err(other)) = table.insert(DocId::new(id));
                *number = first + other;
            }
            rankings.push(std::mem::take(ranking));
        }
        let documents = first + table.names().len() as u32;
        let topic = Topic { name: judged.name.to_owned(), verdicts: judged.verdicts.clone(), documents };
        (topic, rankings)
    });
    let (mut topics, mut rankings) = (Vec::new(), vec![Vec::new(); loaded.len()]);
    for (topic, by_run) in numbered.collect::<Vec<_>>() {
        topics.push(topic);
        for (run, ranking) in rankings.iter_mut().zip(by_run) {
            run.push(ranking);
        }
    }
    (topics, rankings)
}

fn assign_teams(loaded: &[LoadedRun], tables: &Tables) -> Result<(Vec<Run>, Vec<Team>), LoadError> {
    let own = || loaded.iter().map(|run| (run.name.clone(), run.name.clone())).collect();
    // Without a table nothing can be missing from it, and its path is in no message.
    let table = tables.teams.clone().unwrap_or_default();
    let team_of = tables.teams.as_ref().map(|path| Ok::<_, LoadError>(parse_teams(path, &read(path)?)?));
    let team_of: BTreeMap<String, String> = team_of.transpose()?.unwrap_or_else(own);
    let marks = |file: &Option<PathBuf>, column| match file {
        None => Ok(None),
        Some(path) => {
            let marks = parse_marks(path, &read(path)?, column)?;
            Ok::<_, LoadError>(Some((path.clone(), marks)))
        }
    };
    let pooled = marks(&tables.pooled, "pooled")?;
    let eligible = marks(&tables.eligible, "eligible")?;
    let mut teams: Vec<Team> =
        team_of.values().map(|name| Team { name: name.clone(), analysed: false }).collect();
    teams.sort_by(|a, b| a.name.cmp(&b.name));
    teams.dedup_by(|a, b| a.name == b.name);
    let (mut runs, mut represented) = (Vec::new(), vec![false; teams.len()]);
    for run in loaded {
        let unknown = |table: &Path| LoadError::UnknownRun {
            run: run.name.clone(),
            file: run.path.clone(),
            table: table.to_owned(),
        };
        let name = team_of.get(&run.name).ok_or_else(|| unknown(&table))?;
        let team = teams.partition_point(|team| team.name < *name);
        let mark = |table: &Option<(PathBuf, BTreeMap<String, bool>)>| match table {
            None => Ok(true),
            Some((path, marks)) => marks.get(&run.name).copied().ok_or_else(|| unknown(path)),
        };
        let (pooled, eligible) = (mark(&pooled)?, mark(&eligible)?);
        represented[team] = true;
        teams[team].analysed |= eligible && pooled;
        runs.push(Run { name: run.name.clone(), team, pooled, eligible });
    }
    if let Some(team) = represented.iter().position(|&there| !there) {
        return Err(LoadError::TeamWithoutRuns { team: teams.swap_remove(team).name, table });
    }
    let absent = team_of.len() - loaded.len();
    if absent > 0 {
        tracing::warn!(table = %table.display(), absent, "runs of the table that have no file");
    }
    Ok((runs, teams))
}
