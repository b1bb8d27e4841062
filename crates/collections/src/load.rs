//! Loads the files of a described collection as a `TestCollection`.

use std::path::{Path, PathBuf};

use crate::bundled::is_dir;
use crate::descriptor::{Base, Descriptor, ExtraColumns, Files, RepeatedDocuments, Unjudged, place};
use indexmap::IndexSet;
use rejudge_pools::{IntentJudgments, Names, TestCollection, Units};

use crate::error::LoadError;
use crate::file_text::read_as;
use crate::judge_counts::JudgeCounts;
use crate::judges::{JudgeBytes, Labelled};
use crate::judgment_files::{JudgmentFiles, ReadJudgments};
use crate::load_rankings::ranked_runs;
use crate::load_teams::{TeamFiles, TeamedRuns};
use crate::qrels::Qrels;
use crate::read_runs::{NamedRuns, collection_of, runs_by_name, sort_by_name};
use crate::reading::{Reading, Ties};
use crate::run_files::described_runs;
use crate::teams::parse_run_groups;
use crate::text::check_ordinary;
use crate::unscored::Unscored;

/// Loads a collection from the files under `root`: the [data folder](crate::descriptor::data_folder), or, for
/// a collection that comes with the project or is the user's own, the folder of the description. Topics, runs
/// and teams are sorted by name, and every document has a number. Topics of a run that are not in the qrels
/// are skipped, and `tracing` events report them.
///
/// A team is `analysed` if one of its runs is both eligible and pooled. Experiments can select or leave out only
/// analysed teams.
pub fn load(descriptor: &Descriptor, root: &Path, reading: &Reading) -> Result<TestCollection, LoadError> {
    Ok(load_described(descriptor, root, reading, &[])?.collection)
}

/// A collection with the labels of the requested judges, and with the judgments by intent and the units of
/// relevance that its descriptor names.
#[derive(Debug)]
pub struct DescribedCollection {
    /// Topics, runs and teams. If judgments are by intent, a document has its highest level for any intent.
    pub collection: TestCollection,
    /// Judgments by intent, if the descriptor names a table of intents.
    pub intents: Option<IntentJudgments>,
    /// The units of relevance, if the descriptor names duplicates or groups. Pass them to
    /// [`View::with_units`](rejudge_pools::View::with_units).
    pub units: Option<Units>,
    /// The counts of the labels of each requested judge.
    pub judges: Vec<JudgeCounts>,
    /// The parts of the files that do not affect any score.
    pub unscored: Vec<Unscored>,
}

impl DescribedCollection {
    /// Creates a collection without judgments by intent, units and other judges.
    pub fn plain(collection: TestCollection) -> Self {
        let (intents, units) = (None, None);
        Self { collection, intents, units, judges: Vec::new(), unscored: Vec::new() }
    }
}

/// Loads a collection as [`load`] does, but also returns judgments by intent and units of relevance, and adds
/// the judges in `judges` if the descriptor describes them. A worked example without files, or a description
/// with only a roster, becomes a collection without topics.
pub fn load_described(
    descriptor: &Descriptor,
    root: &Path,
    reading: &Reading,
    judges: &[String],
) -> Result<DescribedCollection, LoadError> {
    let empty = || {
        let collection = TestCollection::new(Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(DescribedCollection::plain(collection))
    };
    if descriptor.is_without_files() {
        return empty();
    }
    let id = &descriptor.id;
    if descriptor.scores.is_some() {
        let what = format!("collection `{id}` consists of score matrices: it has no judgments or runs");
        return Err(LoadError::Unfit(what));
    }
    let folder = folder_of(descriptor, root)?;
    let files = descriptor.files.as_ref().expect("collections without `files` have returned above");
    // A description may have only a roster.
    let Some(judgment_files) = JudgmentFiles::described(files, &folder) else { return empty() };
    for (_, path) in files.named_files() {
        check_ordinary(&place(&folder, path))?;
    }
    let ReadJudgments { mut qrels, units, intents } = judgment_files.read(None)?;
    if let Base::Repooled { depth, unjudged: Unjudged::Pooled } = descriptor.base {
        let reading = reading_of(files, reading);
        let reading = Reading { ties: descriptor.pool_order.unwrap_or(reading.ties), ..reading };
        qrels = with_unjudged_pool(qrels, files, &folder, &reading, depth as usize)?;
    }
    let requested = files.judges.iter().filter(|(name, _)| judges.contains(name));
    let judges = requested.map(|(name, judge)| JudgeBytes::read(name, judge, &folder));
    let labelled = Labelled::new(&judges.collect::<Result<Vec<_>, _>>()?, &mut qrels)?;
    let (collection, unscored) = described(&qrels, files, &folder, reading, descriptor.pool_order)?;
    let (collection, judges) = labelled.add_to(collection);
    let units = units.map(|units| Units::new(&collection, &units));
    let intents = intents.map(|intents| IntentJudgments::new(&collection, intents));
    Ok(DescribedCollection { collection, intents, units, judges, unscored })
}

/// Returns the folder of a collection.
///
/// # Errors
/// If the folder does not exist, usually because you do not have the data, or if the collection is simulated.
pub(crate) fn folder_of(descriptor: &Descriptor, root: &Path) -> Result<PathBuf, LoadError> {
    let why = match descriptor.folder(root) {
        Some(folder) if is_dir(&folder) => return Ok(folder),
        Some(folder) => format!(": no folder {}", folder.display()),
        None => " is simulated: it has no files to load".to_owned(),
    };
    Err(LoadError::Unfit(format!("collection `{}`{why}", descriptor.id)))
}

/// Returns the rules for reading the runs of a description. They are the rules of `reading`, unless the description
/// allows extra columns or repeated documents.
fn reading_of(files: &Files, reading: &Reading) -> Reading {
    let extra_columns = match files.extra_columns {
        ExtraColumns::Ignored => ExtraColumns::Ignored,
        ExtraColumns::Refused => reading.extra_columns,
    };
    let repeated = match files.repeated_documents {
        RepeatedDocuments::First => RepeatedDocuments::First,
        RepeatedDocuments::Refuse => reading.repeated,
    };
    Reading { extra_columns, repeated, ..*reading }
}

/// Adds the unjudged documents of a pool to the judgments: documents without a verdict in the top `depth` of a
/// pooled run. They are numbered after the judged documents, by the names of the runs and then by rank, and
/// their judgments are withheld.
fn with_unjudged_pool(
    qrels: Qrels,
    files: &Files,
    folder: &Path,
    reading: &Reading,
    depth: usize,
) -> Result<Qrels, LoadError> {
    let mut ranked =
        ranked_runs(&described_runs(&files.runs, folder)?, &Reading { max_rank: depth, ..*reading })?;
    sort_by_name(&mut ranked, Some(files.run_names), reading)?;
    let runs = TeamFiles::described(files, folder).runs_and_teams(&ranked, &[])?.runs;
    let mut unjudged: Vec<IndexSet<&str>> = Vec::new();
    for topic in qrels.topics() {
        let pooled = ranked.iter().zip(&runs).filter(|(_, run)| run.pooled);
        let ids = pooled.filter_map(|(run, _)| run.kept.get(topic.name())).flat_map(Names::iter);
        unjudged.push(ids.filter(|id| topic.number(id).is_none()).collect());
    }
    Ok(qrels.with_more_documents(&unjudged))
}

/// Returns the judgments with the described runs and teams, and the parts of the files that are not scored.
fn described(
    qrels: &Qrels,
    files: &Files,
    folder: &Path,
    reading: &Reading,
    pool_order: Option<Ties>,
) -> Result<(TestCollection, Vec<Unscored>), LoadError> {
    let runs = described_runs(&files.runs, folder)?;
    let later = described_runs(&files.later_runs, folder)?;
    let paths = [runs, later.clone()].concat();
    let reading = reading_of(files, reading);
    let NamedRuns { runs: joined, unscored: unscored_in_runs, .. } =
        runs_by_name(qrels, &paths, Some(files.run_names), &reading)?;
    let TeamedRuns { runs, teams, mut unscored, .. } =
        TeamFiles::described(files, folder).runs_and_teams(&joined, &later)?;
    let groups = files.run_groups.as_ref().map(|file| {
        let names: Vec<&str> = joined.iter().map(|run| run.name.as_str()).collect();
        read_as(&place(folder, file), |path, bytes| parse_run_groups(path, bytes, &names))
    });
    let (groups, without_files) = groups.transpose()?.unzip();
    // The tables of teams and of groups usually list the same runs, so we report the runs without files only once.
    unscored.extend(without_files.flatten().filter(|_| unscored.is_empty()));
    unscored.extend(unscored_in_runs);
    let collection = collection_of(qrels, runs, teams, joined, groups);
    let Some(ties) = pool_order.filter(|order| *order != reading.ties) else {
        return Ok((collection, unscored));
    };
    let reading = Reading { ties, ..reading };
    let joined = runs_by_name(qrels, &paths, Some(files.run_names), &reading)?.runs;
    let (runs, teams) = (collection.runs().to_vec(), collection.teams().to_vec());
    let in_pool_order = collection_of(qrels, runs, teams, joined, None);
    Ok((collection.with_pool_order(&in_pool_order), unscored))
}
