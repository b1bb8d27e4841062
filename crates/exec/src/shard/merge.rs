//! The proof that shards are one plan, whole and without overlap; and their joining into one cache.
//!
//! Nothing is joined before all of it holds. Everything that does not is said with the name of the shard.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::name::Shard;
use super::origin::Origin;
use super::record::{FailedCell, Record, State};
use super::wrong::{Expected, NamedShard, Wrong};
use rejudge_grid::plan::Plan;
use rejudge_names::plural::{counted, of_number};
use rejudge_store::atomic::write_whole;
use rejudge_store::cache::{Cache, Key, PACK};
use rejudge_store::ordinary_file;

/// Shards that are proved to be one plan.
#[derive(Debug)]
pub struct Shards {
    given: Vec<NamedShard>,
    packs: Vec<PathBuf>,
}

impl Shards {
    /// Proves that the shards in `folders` are those of the `plan` called `origin`: each of them, each
    /// once, each with every cell of its own that did not fail, in packs whose bytes are those that were
    /// written. Its shards lie below the folder `usual`, unless those that are given lie elsewhere.
    pub fn prove(origin: &Origin, plan: &Plan, folders: &[PathBuf], usual: &Path) -> Result<Self, Wrong> {
        let (mut given, mut packs, mut wrong) = (Vec::new(), Vec::new(), Wrong::default());
        for folder in folders {
            match Record::read(folder) {
                Ok(record) => given.push(NamedShard { folder: folder.clone(), record }),
                Err(error) => wrong.why.push(format!("{error:#}")),
            }
        }
        let (given, others): (Vec<NamedShard>, Vec<NamedShard>) =
            given.into_iter().partition(|given| given.record.plan == *origin);
        let expected = Expected::beside(origin, &given, usual);
        wrong.of_other_plans(&expected, &given, &others);
        wrong.of_division(&expected, &given, &others);
        // With a shard missing, its keys are missing too, which is said already.
        if wrong.why.is_empty() {
            wrong.why = wrong_keys(plan, &given);
        }
        for given in &given {
            match sound_packs(given) {
                Ok(sound) => packs.extend(sound),
                Err(why) => {
                    wrong.why.push(why);
                    continue;
                }
            }
            match unfinished(given) {
                Ok(Some(why)) => {
                    wrong.why.push(why);
                    wrong.again(given);
                }
                Ok(None) => {}
                Err(error) => wrong.why.push(format!("{given}: {error:#}")),
            }
        }
        if wrong.why.is_empty() { Ok(Self { given, packs }) } else { Err(wrong) }
    }

    /// Cells that failed, of all shards.
    pub fn failed(&self) -> impl Iterator<Item = &FailedCell> {
        self.given.iter().flat_map(|given| &given.record.failed)
    }

    /// Shards with cells that an earlier version of rejudge computed, and which.
    pub fn of_earlier_versions(&self) -> impl Iterator<Item = (Shard, &[String])> {
        let records = self.given.iter().map(|given| &given.record);
        let taken_over = records.filter(|record| !record.earlier_versions.is_empty());
        taken_over.map(|record| (record.shard, record.earlier_versions.as_slice()))
    }

    /// Takes their packs into `cache`, and from `plan` what is missing no more.
    pub fn join(&self, cache: &Cache, plan: &mut Plan) -> Result<()> {
        let folder = cache.folder();
        let context = || format!("cannot write to the cache {}", folder.display());
        std::fs::create_dir_all(folder).with_context(context)?;
        for pack in &self.packs {
            let name = pack.file_name().context("a pack has a name")?;
            let target = folder.join(name);
            take(pack, &target).with_context(context)?;
            cache.take_in(&target).with_context(context)?;
        }
        File::open(folder).and_then(|folder| folder.sync_all()).with_context(context)?;
        plan.groups.iter_mut().for_each(|group| group.missing.retain(|key| !cache.has(key)));
        Ok(())
    }
}

/// What keeps each key of the plan from being one shard's own, and the shards from having no others.
fn wrong_keys(plan: &Plan, given: &[NamedShard]) -> Vec<String> {
    let keys: HashSet<Key> = plan.groups.iter().flat_map(|group| group.keys()).collect();
    let mut owners: HashMap<Key, &NamedShard> = HashMap::new();
    let mut wrong = Vec::new();
    for given in given {
        let (mut twice, mut foreign) = (BTreeMap::new(), 0);
        for key in &given.record.keys {
            foreign += usize::from(!keys.contains(key));
            if let Some(before) = owners.insert(*key, given) {
                *twice.entry(before.to_string()).or_insert(0) += 1;
            }
        }
        if foreign > 0 {
            let (keys, are) = (counted(foreign, "key"), of_number(foreign, "is", "are"));
            wrong.push(format!("{given} has {keys} that {are} not in the plan: its record is damaged"));
        }
        let overlap = |(before, keys): (String, usize)| {
            let are = of_number(keys, "is", "are");
            format!("{before} and {given} overlap: {} {are} in both", counted(keys, "key"))
        };
        wrong.extend(twice.into_iter().map(overlap));
    }
    let left = keys.iter().filter(|key| !owners.contains_key(key)).count();
    if left > 0 && wrong.is_empty() {
        let are = of_number(left, "is", "are");
        wrong.push(format!("{} of the plan {are} no shard's own: a record is damaged", counted(left, "key")));
    }
    wrong
}

/// The packs of a shard: named by the hash of what they hold.
fn sound_packs(given: &NamedShard) -> Result<Vec<PathBuf>, String> {
    let listed = std::fs::read_dir(&given.folder).map_err(|error| format!("{given}: {error}"))?;
    let mut packs: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
    packs.retain(|path| path.extension().is_some_and(|e| e == PACK));
    packs.sort();
    for pack in &packs {
        let hash = checksum(pack).map_err(|error| format!("{given}: {}: {error}", pack.display()))?;
        if pack.file_stem().is_none_or(|stem| *stem != *hash) {
            return Err(format!(
                "{given}: {} is damaged (another checksum than its name): remove it and run the shard again",
                pack.display()
            ));
        }
    }
    Ok(packs)
}

fn checksum(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(ordinary_file::open(path)?)?;
    Ok(hasher.finalize().to_hex()[..32].to_owned())
}

/// Why a shard has not done its part; cells that failed are its part too.
fn unfinished(given: &NamedShard) -> Result<Option<String>> {
    let cache = Cache::open(&given.folder)?;
    let Record { keys, missing, state, .. } = &given.record;
    let absent: Vec<&Key> = keys.iter().filter(|key| !cache.has(key)).collect();
    let failed: HashSet<&Key> = missing.iter().collect();
    let excused = match state {
        State::Finished => absent.iter().filter(|key| failed.contains(*key)).count(),
        State::Started | State::Stopped => 0,
    };
    let (left, all) = (absent.len() - excused, keys.len());
    let why = match state {
        _ if left == 0 => return Ok(None),
        State::Started => "it is running, or was killed",
        State::Stopped => "it was stopped",
        State::Finished => "packs of it are gone",
    };
    let (all, are) = (counted(all, "key"), of_number(left, "is", "are"));
    Ok(Some(format!("{given} is not finished: {left} of {all} {are} missing ({why}): run it again")))
}

/// Gives a pack its name in another folder: a second name of the same file where that can be, else a copy.
fn take(pack: &Path, target: &Path) -> Result<()> {
    let number = |path: &Path| path.metadata().map(|file| (file.dev(), file.ino())).ok();
    if number(pack) == number(target) || std::fs::hard_link(pack, target).is_ok() {
        return Ok(());
    }
    write_whole(target, &std::fs::read(pack)?)
}
