//! How far shards have come, by their own files, whoever started them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use super::alive::SignOfLife;
use super::name::Shard;
use super::origin::Origin;
use super::record::{RECORD, Record, State};
use rejudge_store::cache::Cache;

/// How many shards of a division are named that left no record: one may say that there are billions.
const LISTED: usize = 100;

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
    /// It began, and neither lives nor says how it ended.
    Killed,
    /// Nothing of it lies beside the others.
    NotStarted,
    /// It lost its packs; or it is a task that left the queue and did not finish.
    Missing,
}

impl ShardStatus {
    /// Whether it has to be started again.
    pub fn is_lost(&self) -> bool {
        match self {
            Self::Done | Self::Waiting(_) | Self::Running(_) => false,
            Self::Silent(_)
            | Self::Failed(..)
            | Self::Stopped
            | Self::Killed
            | Self::NotStarted
            | Self::Missing => true,
        }
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
            Self::Killed => "killed",
            Self::NotStarted => "not started",
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
    /// How many are its own; `None` where that is not known without the plan.
    pub keys: Option<usize>,
    /// The task of Slurm, where it is in the queue: `12_3`.
    pub task: Option<String>,
    /// Collections that its plan lacks the data of.
    pub without_data: Vec<String>,
}

impl Line {
    /// The name of where it stands. With more shards than draws, or without data, some have no keys.
    pub fn word(&self) -> &'static str {
        match (&self.standing, self.keys) {
            (ShardStatus::Done, Some(0)) => "nothing to do",
            (standing, _) => standing.word(),
        }
    }
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
    let Some(ShardFolder { record, kept }) = found else { return begun(folder) };
    match record.state {
        State::Finished if *kept == record.keys.len() => ShardStatus::Done,
        State::Finished => match record.failed.first() {
            Some(first) => ShardStatus::Failed(record.failed.len(), first.reason.clone()),
            None => ShardStatus::Missing,
        },
        State::Stopped => ShardStatus::Stopped,
        State::Started => match begun(folder) {
            ShardStatus::NotStarted => ShardStatus::Killed,
            begun => begun,
        },
    }
}

/// Where a shard stands by its signs of life alone, as long as it has not planned.
fn begun(folder: &Path) -> ShardStatus {
    match SignOfLife::of(folder) {
        Some(sign) if sign.is_of_the_living() => ShardStatus::Running(sign.whose),
        Some(_) => ShardStatus::Killed,
        None => ShardStatus::NotStarted,
    }
}

/// Shards that lie here.
#[derive(Debug, Default)]
pub struct Found {
    /// The shards, of whatever division, by name; of each division those too that were not started.
    pub lines: Vec<Line>,
    /// How many more were not started.
    pub more: usize,
    /// Which of them merging would refuse together with the others, and why.
    pub of_other_plans: Vec<String>,
}

/// The shard in `folder`, or those in folders under it.
pub fn of_folders(folder: &Path) -> Result<Found> {
    if folder.join(RECORD).is_file() {
        let alone = (Record::read(folder)?, folder.to_owned());
        return Ok(Found { lines: vec![line(&alone)?], ..Found::default() });
    }
    let listed = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut records = Vec::new();
    for folder in listed.filter(|path| path.join(RECORD).is_file()) {
        records.push((Record::read(&folder)?, folder));
    }
    records.sort_by_key(|(Record { shard, .. }, _)| (shard.division.to_string(), shard.of, shard.number));
    let mut found = Found { of_other_plans: of_other_plans(&records), ..Found::default() };
    for division in by_division(&records) {
        found.add(folder, division)?;
    }
    Ok(found)
}

impl Found {
    /// Adds the shards of a division, also those that left no record.
    fn add(&mut self, folder: &Path, division: &[(Record, PathBuf)]) -> Result<()> {
        let before = self.lines.len();
        for record in division {
            self.lines.push(line(record)?);
        }
        let numbers: BTreeSet<u32> = division.iter().map(|(record, _)| record.shard.number).collect();
        let Shard { division, of, .. } = division[0].0.shard;
        let absent = Shard::all(division, of).filter(|shard| !numbers.contains(&shard.number));
        self.lines.extend(absent.take(LISTED).map(|shard| Line {
            shard,
            standing: begun(&folder.join(shard.folder())),
            kept: 0,
            keys: None,
            task: None,
            without_data: Vec::new(),
        }));
        self.lines[before..].sort_by_key(|line| line.shard.number);
        self.more += (of as usize - numbers.len()).saturating_sub(LISTED);
        Ok(())
    }
}

/// The line of a shard that left a record.
fn line((record, folder): &(Record, PathBuf)) -> Result<Line> {
    let found = found(folder, &record.plan, record.shard)?;
    Ok(Line {
        shard: record.shard,
        standing: standing(folder, found.as_ref()),
        kept: found.map_or(0, |found| found.kept),
        keys: Some(record.keys.len()),
        task: None,
        without_data: record.plan.without_data.clone(),
    })
}

/// Sorted records, division by division.
fn by_division(records: &[(Record, PathBuf)]) -> impl Iterator<Item = &[(Record, PathBuf)]> {
    records.chunk_by(|(a, _), (b, _)| (a.shard.division, a.shard.of) == (b.shard.division, b.shard.of))
}

/// Each shard whose plan is not that of the first of its division.
fn of_other_plans(records: &[(Record, PathBuf)]) -> Vec<String> {
    let of_division = |division: &[(Record, PathBuf)]| {
        let (first, rest) = division.split_first()?;
        let differs = |(record, folder): &(Record, PathBuf)| {
            let differs = record.plan.differs(&first.0.plan)?;
            let (shard, folder) = (record.shard, folder.display());
            Some(format!("shard {shard} ({folder}) {differs} (as shard {})", first.0.shard))
        };
        Some(rest.iter().filter_map(differs).collect::<Vec<_>>())
    };
    by_division(records).filter_map(of_division).flatten().collect()
}
