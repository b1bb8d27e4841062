//! How far shards have come, by their own files, whoever started them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use super::alive::SignOfLife;
use super::name::Shard;
use super::origin::Origin;
use super::record::{RECORD, Record, State};
use rejudge_store::cache::Cache;

/// Where a shard stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShardStatus {
    /// All its keys are there.
    Done,
    /// It waits in the queue; why.
    Waiting(String),
    /// It computes; where.
    Running(String),
    /// It is said to run, and has given no sign of life for so long.
    Silent(Duration),
    /// Cells of it failed: how many, and why the first did.
    Failed(usize, String),
    /// A signal stopped it.
    Stopped,
    /// It was killed, never ran, or lost its packs.
    Missing,
}

impl ShardStatus {
    /// Whether it has to be started again.
    pub fn is_lost(&self) -> bool {
        matches!(self, Self::Silent(_) | Self::Failed(..) | Self::Stopped | Self::Missing)
    }

    /// Its name.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Waiting(_) => "waiting",
            Self::Running(_) => "running",
            Self::Silent(_) => "silent",
            Self::Failed(..) => "failed",
            Self::Stopped => "stopped",
            Self::Missing => "missing",
        }
    }
}

/// A shard and where it stands.
#[derive(Clone, Debug)]
pub struct Line {
    /// The shard.
    pub shard: Shard,
    /// Where it stands.
    pub standing: ShardStatus,
    /// How many of its keys are kept.
    pub kept: usize,
    /// How many are its own.
    pub keys: usize,
    /// The task of Slurm, where it is in the queue: `12_3`.
    pub task: Option<String>,
    /// Collections that its plan lacks the data of.
    pub without_data: Vec<String>,
}

/// What a shard's folder says.
pub struct ShardFolder {
    record: Record,
    /// How many of its keys are kept.
    pub kept: usize,
}

/// The shard in `folder`, if it is of the plan.
pub fn found(folder: &Path, plan: &Origin, shard: Shard) -> Result<Option<ShardFolder>> {
    let record = Record::read(folder).ok();
    let Some(record) = record.filter(|record| record.plan == *plan && record.shard == shard) else {
        return Ok(None);
    };
    let cache = Cache::of_another(folder)?;
    let kept = record.keys.iter().filter(|key| cache.has(key)).count();
    Ok(Some(ShardFolder { record, kept }))
}

/// Where the shard in `folder` stands by its files alone.
pub fn standing(folder: &Path, found: Option<&ShardFolder>) -> ShardStatus {
    let Some(ShardFolder { record, kept }) = found else { return ShardStatus::Missing };
    let lives = || SignOfLife::of(folder).filter(SignOfLife::is_of_the_living);
    match record.state {
        State::Finished if *kept == record.keys.len() => ShardStatus::Done,
        State::Finished => match record.failed.first() {
            Some(first) => ShardStatus::Failed(record.failed.len(), first.reason.clone()),
            None => ShardStatus::Missing,
        },
        State::Stopped => ShardStatus::Stopped,
        State::Started => lives().map_or(ShardStatus::Missing, |sign| ShardStatus::Running(sign.whose)),
    }
}

/// Shards that lie here.
#[derive(Debug, Default)]
pub struct Found {
    /// The shards, of whatever division, by name.
    pub lines: Vec<Line>,
    /// Which of them merging would refuse together with the others, and why.
    pub of_other_plans: Vec<String>,
}

/// The shard in `folder`, or those in folders under it.
pub fn of_folders(folder: &Path) -> Result<Found> {
    let listed = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = listed.filter(|path| path.join(RECORD).is_file()).collect();
    if folder.join(RECORD).is_file() {
        folders = vec![folder.to_owned()];
    }
    let mut records = Vec::new();
    for folder in folders {
        records.push((Record::read(&folder)?, folder));
    }
    records.sort_by_key(|(Record { shard, .. }, _)| (shard.division.to_string(), shard.of, shard.number));
    let mut lines = Vec::new();
    for (record, folder) in &records {
        let (shard, keys, without_data) = (record.shard, record.keys.len(), record.plan.without_data.clone());
        let found = found(folder, &record.plan, shard)?;
        let standing = standing(folder, found.as_ref());
        let kept = found.map_or(0, |found| found.kept);
        lines.push(Line { shard, standing, kept, keys, task: None, without_data });
    }
    Ok(Found { lines, of_other_plans: of_other_plans(&records) })
}

/// Each shard whose plan is not that of the first of its division.
fn of_other_plans(records: &[(Record, PathBuf)]) -> Vec<String> {
    let said =
        records.chunk_by(|(a, _), (b, _)| (a.shard.division, a.shard.of) == (b.shard.division, b.shard.of));
    let of_division = |division: &[(Record, PathBuf)]| {
        let (first, rest) = division.split_first()?;
        let differs = |(record, folder): &(Record, PathBuf)| {
            let differs = record.plan.differs(&first.0.plan)?;
            let (shard, folder) = (record.shard, folder.display());
            Some(format!("shard {shard} ({folder}) {differs} (as shard {})", first.0.shard))
        };
        Some(rest.iter().filter_map(differs).collect::<Vec<_>>())
    };
    said.filter_map(of_division).flatten().collect()
}
