//! What groups took: a line of JSON each in `timings.jsonl`, beside the packs of the cache, never among
//! results.
//!
//! `plan` multiplies its guess ([`Cost`]) by what the same guess was off before. Lines that cannot be read
//! are passed over, and a line that cannot be written costs no run: nothing but an estimate hangs on them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use crate::Event;
use rejudge_grid::Grid;
use rejudge_grid::cost::{Cost, of_group};
use rejudge_grid::plan::{Group, Plan};
use rejudge_store::atomic::{NO_LINK, write_whole};
use rejudge_store::cache::{Cache, Key, held};
use rejudge_store::ordinary_file;

/// The file in the cache's folder.
pub const TIMINGS: &str = "timings.jsonl";

/// Bytes from which on its older half is forgotten.
const MOST: u64 = 1 << 20;

/// What one group took in one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Timing {
    /// Name of the experiment.
    pub experiment: String,
    /// Name of the collection.
    pub collection: String,
    /// The draw of a twin.
    pub draw: Option<u32>,
    /// Keys that were computed.
    pub computed: usize,
    /// Seconds from its start to its end, beside other groups.
    pub elapsed: f64,
    /// Seconds of processors: those of the run, shared by what each group elapsed.
    pub seconds: f64,
    /// What had been guessed.
    pub guessed_seconds: f64,
    /// Bytes in the cache: those of the run, shared by what had been guessed.
    pub bytes: f64,
    /// What had been guessed.
    pub guessed_bytes: f64,
}

/// Times the groups of a run by its events.
#[derive(Debug)]
pub struct Stopwatch {
    processor: Option<f64>,
    stored: u64,
    started: Mutex<HashMap<String, Instant>>,
    elapsed: Mutex<HashMap<String, f64>>,
}

impl Stopwatch {
    /// Starts, before anything is computed.
    pub fn start(cache: &Cache) -> Self {
        let (started, elapsed) = Default::default();
        Self { processor: processor_seconds(), stored: cache.stored(), started, elapsed }
    }

    /// Is told of an event.
    pub fn note(&self, event: &Event) {
        match event {
            Event::GroupStarted { label } => {
                held(&self.started).insert(label.clone(), Instant::now());
            }
            Event::GroupFinished { label } => {
                if let Some(since) = held(&self.started).get(label) {
                    let elapsed = since.elapsed().as_secs_f64();
                    held(&self.elapsed).insert(label.clone(), elapsed);
                }
            }
            Event::CellsDone { .. } | Event::CellFailed { .. } => {}
        }
    }

    /// What the groups of `plan` took that computed something.
    pub fn stop(self, grid: &Grid, plan: &Plan, cache: &Cache) -> Vec<Timing> {
        let elapsed = self.elapsed.into_inner().unwrap_or_else(PoisonError::into_inner);
        let all: f64 = elapsed.values().sum();
        let processor = processor_seconds().zip(self.processor).map(|(now, before)| now - before);
        let timing = |group: &Group| {
            let elapsed = *elapsed.get(&group.label(grid))?;
            let computed: HashSet<&Key> = group.missing.iter().filter(|key| cache.has(key)).collect();
            let mut left = computed.clone();
            let guess = of_group(grid, group, |key| left.remove(key));
            (guess.seconds > 0.0).then(|| Timing {
                experiment: grid.id.clone(),
                collection: grid.collections[group.collection as usize].name.clone(),
                draw: group.instance,
                computed: computed.len(),
                elapsed,
                seconds: processor.map_or(elapsed, |seconds| seconds * elapsed / all.max(f64::MIN_POSITIVE)),
                guessed_seconds: guess.seconds,
                bytes: 0.0,
                guessed_bytes: guess.bytes,
            })
        };
        let mut timings: Vec<Timing> = plan.groups.iter().filter_map(timing).collect();
        let guessed: f64 = timings.iter().map(|timing| timing.guessed_bytes).sum();
        let stored = (cache.stored() - self.stored) as f64;
        timings.iter_mut().for_each(|timing| timing.bytes = stored * timing.guessed_bytes / guessed.max(1.0));
        timings
    }
}

/// Seconds that this process has had of all processors; `None` where the system does not say as Linux does.
fn processor_seconds() -> Option<f64> {
    /// Of user space: what Linux counts in, whatever the kernel ticks.
    const TICKS_A_SECOND: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may hold blanks; user and system time are the 12th and 13th
    // field behind it.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS_A_SECOND)
}

/// Adds lines to the file in `folder`.
pub fn add(folder: &Path, timings: &[Timing]) -> Result<()> {
    let lines: Result<Vec<String>, _> = timings.iter().map(serde_json::to_string).collect();
    append(folder, &lines?)
}

/// Adds the lines of another cache that are not there yet.
pub fn join(from: &Path, to: &Path) -> Result<()> {
    let known: BTreeSet<String> = lines(to).into_iter().collect();
    let new: Vec<String> = lines(from).into_iter().filter(|line| !known.contains(line)).collect();
    append(to, &new)
}

fn append(folder: &Path, new: &[String]) -> Result<()> {
    if new.is_empty() {
        return Ok(());
    }
    let path = folder.join(TIMINGS);
    // A file with a second name is somebody else's too: from here on this one is its own.
    let there = path.symlink_metadata().ok().filter(|file| file.is_file());
    if let Some(file) = there.filter(|file| file.len() > MOST || file.nlink() > 1) {
        let old = lines(folder);
        let forgotten = if file.len() > MOST { old.len() / 2 } else { 0 };
        write_whole(&path, (old[forgotten..].join("\n") + "\n").as_bytes())?;
    }
    // At once, so that two runs do not write into each other's lines. What a link leads to would be written
    // to, and a pipe be waited for.
    let text = new.iter().fold(String::new(), |text, line| text + line + "\n");
    let mut file: File = OpenOptions::new().create(true).append(true).custom_flags(NO_LINK).open(&path)?;
    let about = file.metadata()?;
    ensure!(about.is_file() && about.nlink() == 1, "{} is no ordinary file of its own", path.display());
    Ok(file.write_all(text.as_bytes())?)
}

fn lines(folder: &Path) -> Vec<String> {
    let bytes = ordinary_file::read(&folder.join(TIMINGS)).unwrap_or_default();
    String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
}

/// How far guesses were off in earlier runs.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    /// How many groups were timed.
    pub groups: usize,
    all: TakenAndGuessed,
    by_collection: BTreeMap<String, TakenAndGuessed>,
}

#[derive(Clone, Copy, Debug, Default)]
struct TakenAndGuessed {
    took: Cost,
    guessed: Cost,
}

impl TakenAndGuessed {
    fn add(&mut self, timing: &Timing) {
        self.took += Cost { seconds: timing.seconds, bytes: timing.bytes };
        self.guessed += Cost { seconds: timing.guessed_seconds, bytes: timing.guessed_bytes };
    }
}

/// What a plan will take.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// Seconds of processors, and bytes of the cache.
    pub cost: Cost,
    /// Collections that nothing was timed of: they are taken to be as far off as all others.
    pub untimed: Vec<String>,
}

impl Rates {
    /// The timings in a cache's folder.
    pub fn read(folder: &Path) -> Self {
        let mut rates = Self::default();
        for line in lines(folder) {
            let Ok(timing) = serde_json::from_str::<Timing>(&line) else { continue };
            rates.groups += 1;
            rates.all.add(&timing);
            rates.by_collection.entry(timing.collection.clone()).or_default().add(&timing);
        }
        rates
    }

    /// What the missing keys of `plan` will take; `None` where nothing was timed.
    pub fn estimate(&self, grid: &Grid, plan: &Plan) -> Option<Estimate> {
        if self.groups == 0 {
            return None;
        }
        let (mut cost, mut untimed) = (Cost::default(), BTreeSet::new());
        for group in plan.groups.iter().filter(|group| !group.missing.is_empty()) {
            let name = &grid.collections[group.collection as usize].name;
            let off = self.by_collection.get(name).unwrap_or_else(|| {
                untimed.insert(name.clone());
                &self.all
            });
            let mut left = group.missing.clone();
            let guess = of_group(grid, group, |key| left.remove(key));
            cost += Cost {
                seconds: guess.seconds * off.took.seconds / off.guessed.seconds.max(f64::MIN_POSITIVE),
                bytes: guess.bytes * off.took.bytes / off.guessed.bytes.max(1.0),
            };
        }
        Some(Estimate { cost, untimed: untimed.into_iter().collect() })
    }
}

#[cfg(test)]
mod tests;
