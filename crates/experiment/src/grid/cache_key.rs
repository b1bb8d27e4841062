//! The parts of a cell's cache key: exactly the inputs on which its number depends.
//!
//! The key is the BLAKE3 hash of canonical JSON of the parts. Captions, labels, paths, the order of files,
//! threads and the layout of the YAML are not parts; the seed is a part only if something is drawn. `rejudge
//! explain` prints the parts and the changes in them.
//!
//! Longer than other files: whoever adds a part has to see all the others.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rejudge_collections::contents::FileFingerprint;
pub use rejudge_collections::contents::FileHashes;
use rejudge_collections::descriptor::{Base, Kind, Unjudged};
use serde::{Deserialize, Serialize};

use crate::grid::{Collection, Grid, Point, Runs, versus_point};
use crate::spec::TopicRule;
use crate::spec::yaml::to_compact;
use rejudge_metrics::Family;
use rejudge_pools::{JudgmentSet, Material, RunChoice};
use rejudge_store::cache::Key;

/// Version of each operation: raised when its numbers change.
const ROSTER: &str = "roster/2";
const SCORES: &str = "scores/3";
const BEST_RUNS: &str = "best/2";
const UNSCORED: &str = "unscored/1";

/// The content of files that cannot be read.
const UNREADABLE: &str = "unreadable";

/// The hashed contents of a grid's collections, computed once per plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CacheInputs {
    /// Collection -> hash of its files, or of the constants of its model.
    pub content: BTreeMap<String, String>,
    /// Collection -> the judgments it starts from.
    #[serde(default)]
    pub base: BTreeMap<String, String>,
    /// Collection -> other judge -> hash of its labels, of those that are asked for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub judges: BTreeMap<String, BTreeMap<String, String>>,
    /// Collection -> depth of its pool.
    #[serde(default)]
    pub pool_depth: BTreeMap<String, String>,
    /// The choices of runs, in the order of the axis; a pinned one is identified by the contents of its file,
    /// not by its path.
    #[serde(default)]
    pub runs: Vec<String>,
}

/// The parts of a key, by name.
pub type Parts<'a> = BTreeMap<&'static str, Cow<'a, str>>;

/// Returns the key of its parts: that of their canonical JSON.
pub fn key_of(parts: &Parts<'_>) -> Key {
    Key::new(&serde_json::to_vec(parts).expect("text is written to memory"))
}

/// Collection -> the fingerprint of its hashed content; `None` if it cannot be read.
pub type FileFingerprints = BTreeMap<String, Option<FileFingerprint>>;

/// Hashes the contents of the collections of `grid`, if their data are available. Files that `hashes` knows
/// are not read.
pub fn fingerprints(grid: &Grid, hashes: &FileHashes) -> FileFingerprints {
    use rayon::prelude::*;
    let hashed = grid.collections.par_iter().filter(|c| c.entry.available()).map(|collection| {
        // A twin has no files: its constants are its content.
        let root = collection.entry.root.clone().unwrap_or_default();
        (
            collection.name.clone(),
            FileFingerprint::new(&collection.entry.descriptor, &root, &collection.asked_judges(), hashes)
                .ok(),
        )
    });
    hashed.collect()
}

impl CacheInputs {
    /// Hashes the contents of the collections of `grid`, if their data are available. Files that cannot be
    /// read are not an error yet: they fail the cells of their own collection.
    pub fn new(grid: &Grid, hashes: &FileHashes) -> Self {
        Self::with(grid, &fingerprints(grid, hashes))
    }

    /// Creates the inputs from contents that were hashed already.
    pub fn with(grid: &Grid, fingerprints: &FileFingerprints) -> Self {
        let content = |(name, fingerprint): (&String, &Option<FileFingerprint>)| {
            let hash = fingerprint.as_ref().map_or(UNREADABLE, |fingerprint| &fingerprint.hash);
            (name.clone(), hash.to_owned())
        };
        let judges = |(name, fingerprint): (&String, &Option<FileFingerprint>)| {
            let judges = &fingerprint.as_ref()?.judges;
            (!judges.is_empty()).then(|| (name.clone(), judges.clone()))
        };
        let base = |collection: &Collection| match collection.entry.descriptor.base {
            Base::AsJudged => "as-judged".to_owned(),
            // A key that was made before unjudged documents could be kept is that of leaving them out.
            Base::Repooled { depth, unjudged: Unjudged::LeftOut } => format!("repooled(depth={depth})"),
            Base::Repooled { depth, unjudged: Unjudged::Pooled } => {
                format!("repooled(depth={depth}, unjudged=pooled)")
            }
        };
        let depth = |collection: &Collection| {
            let descriptor = &collection.entry.descriptor;
            let depth = descriptor.pool_depth.map_or_else(|| "none".to_owned(), |depth| depth.to_string());
            // A pool that was read as the runs are scored is keyed by its depth alone.
            descriptor
                .pool_order
                .map_or_else(|| depth.clone(), |order| format!("{depth} by {}", to_compact(&order)))
        };
        let runs = |runs: &Runs| match runs.file.as_ref().map(|(_, content)| content) {
            Some(Ok(bytes)) => format!("pinned({})", blake3::hash(bytes).to_hex()),
            Some(Err(_)) => format!("pinned({UNREADABLE})"),
            None => choice(runs),
        };
        Self {
            content: fingerprints.iter().map(content).collect(),
            judges: fingerprints.iter().filter_map(judges).collect(),
            base: grid.collections.iter().map(|c| (c.name.clone(), base(c))).collect(),
            pool_depth: grid.collections.iter().map(|c| (c.name.clone(), depth(c))).collect(),
            runs: grid.runs.iter().map(runs).collect(),
        }
    }

    /// Returns true if the files of `collection` could be read, so that its keys depend on the contents.
    pub fn readable(&self, collection: &str) -> bool {
        self.content.get(collection).is_none_or(|content| content != UNREADABLE)
    }

    /// Returns the judges of `collection` that are requested but whose labels could not be hashed: no key
    /// covers their labels, so nothing may be computed with them, even if their files have become readable.
    pub(crate) fn unread_judges(&self, collection: &Collection) -> Vec<String> {
        let hashes = self.judges.get(&collection.name);
        let mut asked = collection.asked_judges();
        asked.retain(|judge| hashes.is_none_or(|hashes| !hashes.contains_key(judge)));
        asked
    }

    /// Returns the parts of the key of an `operation`: those that every key of a collection has.
    fn common<'a>(
        &'a self,
        grid: &'a Grid,
        point: &Point,
        instance: Option<u32>,
        operation: &'a str,
    ) -> Parts<'a> {
        let name = &grid.collections[point.collection as usize].name;
        // An earlier manifest may lack the collection.
        let of = |parts: &'a BTreeMap<String, String>| -> Cow<'a, str> {
            parts.get(name).map_or("", String::as_str).into()
        };
        let evaluation = &grid.evaluations[point.evaluation as usize];
        let mut parts = Parts::from([
            ("base", of(&self.base)),
            ("content", of(&self.content)),
            ("evaluation", evaluation.canonical.as_str().into()),
            ("operation", operation.into()),
            ("pool-depth", of(&self.pool_depth)),
            ("version", env!("CARGO_PKG_VERSION").into()),
        ]);
        // A twin is drawn: its name, the seed and the draw make its data.
        parts.extend(instance.map(|draw| ("drawn", format!("{}/{name}/{draw}", grid.seed).into())));
        parts
    }

    /// Returns the key of the parts of a collection's files that are not scored; `None` if it has no readable files.
    pub fn unscored(&self, collection: &Collection) -> Option<Key> {
        let content = self.content.get(&collection.name).filter(|content| *content != UNREADABLE)?;
        let has_files = collection.entry.descriptor.kind != Kind::Simulated;
        has_files.then(|| key_of(&Parts::from([("content", content.into()), ("operation", UNSCORED.into())])))
    }

    /// Returns the runs that are scored: the chosen ones, or all runs of files if other draws choose others.
    fn scored_runs(grid: &Grid, point: &Point, instance: Option<u32>) -> String {
        let runs = &grid.runs[point.runs as usize];
        if runs.scores_all(instance.is_none()) { RunChoice::every_run().to_string() } else { choice(runs) }
    }

    /// Key of the names of runs, teams and topics that score matrices go by, and of the chosen runs.
    pub fn roster<'a>(
        &'a self,
        grid: &'a Grid,
        point: &Point,
        instance: Option<u32>,
        draw: u32,
    ) -> Parts<'a> {
        let mut parts = self.common(grid, point, instance, ROSTER);
        self.add_choice(&mut parts, grid, point, instance, draw, false);
        parts
    }

    /// Key of a score matrix.
    pub fn scores<'a>(
        &'a self,
        grid: &'a Grid,
        point: &Point,
        instance: Option<u32>,
        sample: Option<u32>,
    ) -> Parts<'a> {
        let mut parts = self.common(grid, point, instance, SCORES);
        parts.insert("runs", Self::scored_runs(grid, point, instance).into());
        self.add_judgments(&mut parts, grid, point, sample);
        parts
    }

    /// Key of a statistic of one draw.
    pub fn cell<'a>(
        &'a self,
        grid: &'a Grid,
        statistic: usize,
        point: &Point,
        instance: Option<u32>,
        draw: u32,
    ) -> Parts<'a> {
        let about = &grid.statistics[statistic];
        let kind = &about.kind;
        let mut parts = self.common(grid, point, instance, &about.operation);
        // A cell over all draws has one key for all of them, and changes with their number.
        let draw = if kind.is_over_all_draws() {
            let draws = grid.draws_at(point.collection as usize, point.runs);
            parts.insert("draws", draws.to_string().into());
            1
        } else {
            draw
        };
        self.add_judgments(&mut parts, grid, point, grid.sample_draw(point, draw));
        let of = about.of.map(|of| &grid.statistics[of].kind);
        let resampled = kind.draws().is_some() || of.is_some_and(|of| of.draws().is_some());
        if about.entry.needs_printed_scores {
            let files = grid.collections[point.collection as usize].entry.descriptor.files.as_ref();
            let printed = files.and_then(|files| files.printed_scores.as_ref());
            parts.insert("printed-scores", printed.map_or("none", |printed| &printed.sha256.0).into());
        }
        let versus = kind.versus().and_then(|versus| versus_point(versus, grid, point));
        if let Some(versus) = versus.filter(|versus| versus.judgments != point.judgments) {
            parts.extend(self.labels(grid, &versus).map(|labels| ("versus-judges", labels.into())));
        }
        // Facts are the same for every choice of runs, unless the topics depend on it.
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        if about.entry.is_of_compared_runs || rules.topics == TopicRule::Intersection {
            self.add_choice(&mut parts, grid, point, instance, draw, resampled);
        }
        parts.extend(grid.topic_sets(point).map(|sets| ("topic-sets", sets.to_string().into())));
        // A twin's draw and its seed are among the common parts.
        let drawn_topics = [Some(*point), versus]
            .into_iter()
            .flatten()
            .any(|point| grid.topic_sets(&point).is_some_and(|sets| sets.is_one() && sets.is_drawn()));
        if drawn_topics {
            let key = grid.collections[point.collection as usize].draw_key();
            let of_files = if instance.is_none() { format!("/{draw}") } else { String::new() };
            parts.insert("drawn-topics", format!("{}/{key}{of_files}", grid.seed).into());
        }
        parts
    }

    /// Returns hashes of the labels of the other judges that are in the judgments of `point`.
    fn labels(&self, grid: &Grid, point: &Point) -> Option<String> {
        let collection = &grid.collections[point.collection as usize];
        let hashes = self.judges.get(&collection.name);
        let of_judge =
            |name: &&str| hashes.and_then(|hashes| hashes.get(*name)).map_or(UNREADABLE, String::as_str);
        let labels: Vec<&str> = collection.judges_of(grid.set(point)?).iter().map(of_judge).collect();
        (!labels.is_empty()).then(|| labels.join(","))
    }

    /// Adds the judgments and the measure. A sample is drawn, so its seed belongs to it, and of files the draw that
    /// samples them.
    fn add_judgments<'a>(
        &'a self,
        parts: &mut Parts<'a>,
        grid: &'a Grid,
        point: &Point,
        sample: Option<u32>,
    ) {
        let collection = &grid.collections[point.collection as usize];
        parts.extend(self.labels(grid, point).map(|labels| ("judges", labels.into())));
        if let (Some(set), Some(name)) = (grid.set(point), grid.set_name(point)) {
            let (seed, key) = (grid.seed, collection.draw_key());
            let judgments = match (collection.is_drawn(set), sample) {
                (true, Some(draw)) => format!("{name}, drawn {seed}/{}/{draw}", Material::FILES).into(),
                (true, None) => format!("{name}, drawn {seed}/{key}").into(),
                (false, _) => name.into(),
            };
            parts.insert("judgments", judgments);
        }
        if let Some(measure) = grid.measure(point) {
            parts.insert("measure", measure.name.as_str().into());
            // infAP of judgments that withhold none is refused, but beside a sample of them.
            let withholds = collection.judgments.iter().any(JudgmentSet::withholds);
            if measure.metric.family() == Family::InferredAp && !withholds {
                parts.insert("withheld", "none".into());
            }
        }
    }

    /// Adds which runs are compared, and the draw that chooses them or resamples their topics.
    fn add_choice<'a>(
        &'a self,
        parts: &mut Parts<'a>,
        grid: &Grid,
        point: &Point,
        instance: Option<u32>,
        draw: u32,
        resampled: bool,
    ) {
        let drawn = grid.runs[point.runs as usize].is_drawn();
        // An earlier manifest, which `explain` compares with, may name fewer choices.
        parts.insert("runs", self.runs.get(point.runs as usize).map_or("", String::as_str).into());
        // A twin's draw is among the common parts already.
        if (drawn || resampled) && instance.is_none() {
            let key = grid.collections[point.collection as usize].draw_key();
            parts.insert("drawn", format!("{}/{key}/{draw}", grid.seed).into());
        }
    }
}

/// Returns a choice of runs that is no file; that of the best ones has a version.
fn choice(runs: &Runs) -> String {
    let of_one_draw = runs.of_one_draw();
    if runs.by().is_some() { format!("{BEST_RUNS}: {of_one_draw}") } else { of_one_draw.to_string() }
}
