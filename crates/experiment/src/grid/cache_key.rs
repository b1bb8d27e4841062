//! Cache keys of rosters, score matrices, cells, and lists of what is not scored in a collection's files. The parts of a key are the
//! inputs on which the cached result depends.
//!
//! The key is the BLAKE3 hash of the parts as canonical JSON. Captions, the labels in tables and figures, paths, the order of
//! files, the number of threads and the layout of the YAML are not parts, and the seed is a part only if something is drawn. `rejudge
//! explain` prints the parts, and those that changed since the last run.
//!
//! The parts of all keys are in this one file, because you need to see them all when you add one.

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

// The versions of operations that are not statistics. Raise a version when the operation's numbers change.
const ROSTER: &str = "roster/2";
const SCORES: &str = "scores/3";
const BEST_RUNS: &str = "best/2";
const UNSCORED: &str = "unscored/1";
const DISAGREEMENT: &str = "disagreement/2";

/// The word that replaces a hash in keys if files cannot be read.
pub const UNREADABLE: &str = "unreadable";

/// The parts of keys that come from the contents and descriptions of a grid's collections, and from its
/// choices of runs. They are computed once for each plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CacheInputs {
    /// The hash of each collection's files, or of a twin's constants.
    pub content: BTreeMap<String, String>,
    /// The judgments from which each collection starts.
    #[serde(default)]
    pub base: BTreeMap<String, String>,
    /// The hashes of the other judges' labels, by collection, for the judges that judgment sets need.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub judges: BTreeMap<String, BTreeMap<String, String>>,
    /// The depth of each collection's pool, with the order of pooling if the description gives one.
    #[serde(default)]
    pub pool_depth: BTreeMap<String, String>,
    /// The choices of runs, in the order of the axis. A choice from a file is identified by the file's content, not by
    /// its path.
    #[serde(default)]
    pub runs: Vec<String>,
}

/// The parts of a key, by name.
pub type Parts<'a> = BTreeMap<&'static str, Cow<'a, str>>;

/// Returns the key with these parts.
pub fn key_of(parts: &Parts<'_>) -> Key {
    Key::new(&serde_json::to_vec(parts).expect("texts can be written as JSON"))
}

/// The fingerprint of each collection's hashed files; `None` if they cannot be read.
pub type FileFingerprints = BTreeMap<String, Option<FileFingerprint>>;

/// Hashes the contents of the collections of `grid` that have available data. A file is not read if its hash
/// is in `hashes`.
pub fn fingerprints(grid: &Grid, hashes: &FileHashes) -> FileFingerprints {
    use rayon::prelude::*;
    let hashed = grid.collections.par_iter().filter(|c| c.entry.is_available()).map(|collection| {
        // A twin has no files. It is hashed by its constants.
        let root = collection.entry.root.clone().unwrap_or_default();
        (
            collection.name.clone(),
            FileFingerprint::new(&collection.entry.descriptor, &root, &collection.used_judges(), hashes).ok(),
        )
    });
    hashed.collect()
}

impl CacheInputs {
    /// Hashes the contents of the collections of `grid` that have available data. Files that cannot be read
    /// are not an error here, because only the cells of their collection fail.
    pub fn new(grid: &Grid, hashes: &FileHashes) -> Self {
        Self::from_fingerprints(grid, &fingerprints(grid, hashes))
    }

    /// Creates the inputs from contents that were hashed already.
    pub fn from_fingerprints(grid: &Grid, fingerprints: &FileFingerprints) -> Self {
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
            // Keys from the time when unjudged documents were always left out must stay valid.
            Base::Repooled { depth, unjudged: Unjudged::LeftOut } => format!("repooled(depth={depth})"),
            Base::Repooled { depth, unjudged: Unjudged::Pooled } => {
                format!("repooled(depth={depth}, unjudged=pooled)")
            }
        };
        let depth = |collection: &Collection| {
            let descriptor = &collection.entry.descriptor;
            let depth = descriptor.pool_depth.map_or_else(|| "none".to_owned(), |depth| depth.to_string());
            // Without a pool order, the pool is in the order of scoring, and the key has only the depth.
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

    /// Returns false if the files of `collection` could not be read, so that its keys do not depend on their contents.
    /// Returns true for a collection whose data are not available.
    pub(crate) fn is_readable(&self, collection: &str) -> bool {
        self.content.get(collection).is_none_or(|content| content != UNREADABLE)
    }

    /// Returns the judges whose labels are needed but could not be hashed. Nothing may be computed with these
    /// labels, even if the files can be read by now, because no key depends on the labels.
    pub(crate) fn unread_judges(&self, collection: &Collection) -> Vec<String> {
        let hashes = self.judges.get(&collection.name);
        let mut unread = collection.used_judges();
        unread.retain(|judge| hashes.is_none_or(|hashes| !hashes.contains_key(judge)));
        unread
    }

    /// Returns the parts that the keys of rosters, scores and cells have in common.
    fn common<'a>(
        &'a self,
        grid: &'a Grid,
        point: &Point,
        instance: Option<u32>,
        operation: &'a str,
    ) -> Parts<'a> {
        let name = &grid.collections[point.collection as usize].name;
        // The manifest of an earlier run may lack the collection.
        let part_of_collection = |parts: &'a BTreeMap<String, String>| -> Cow<'a, str> {
            parts.get(name).map_or("", String::as_str).into()
        };
        let evaluation = &grid.evaluations[point.evaluation as usize];
        let mut parts = Parts::from([
            ("base", part_of_collection(&self.base)),
            ("content", part_of_collection(&self.content)),
            ("evaluation", evaluation.canonical.as_str().into()),
            ("operation", operation.into()),
            ("pool-depth", part_of_collection(&self.pool_depth)),
            ("version", env!("CARGO_PKG_VERSION").into()),
        ]);
        // The data of a twin are determined by its constants, its name, the seed and the draw.
        parts.extend(instance.map(|draw| ("drawn", format!("{}/{name}/{draw}", grid.seed).into())));
        parts
    }

    /// Returns the key under which the unscored parts of a collection's files are cached, or `None` if the collection has
    /// no files that can be read.
    pub fn unscored(&self, collection: &Collection) -> Option<Key> {
        let content = self.content.get(&collection.name).filter(|content| *content != UNREADABLE)?;
        let has_files = collection.entry.descriptor.kind != Kind::Simulated;
        has_files.then(|| key_of(&Parts::from([("content", content.into()), ("operation", UNSCORED.into())])))
    }

    /// Returns the name of the runs that are scored: all runs if [`RunChoice::scores_all`] returns true, and otherwise
    /// the chosen runs.
    fn scored_runs(grid: &Grid, point: &Point, instance: Option<u32>) -> String {
        let runs = &grid.runs[point.runs as usize];
        if runs.scores_all(instance.is_none()) { RunChoice::every_run().to_string() } else { choice(runs) }
    }

    /// Returns the parts of a roster's key. A roster has the names of a score matrix's runs, teams and topics, and the
    /// chosen runs.
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

    /// Returns the parts of a score matrix's key.
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

    /// Returns the parts of a cell's key.
    pub fn cell<'a>(
        &'a self,
        grid: &'a Grid,
        statistic: usize,
        point: &Point,
        instance: Option<u32>,
        draw: u32,
    ) -> Parts<'a> {
        let definition = &grid.statistics[statistic];
        let kind = &definition.kind;
        let mut parts = self.common(grid, point, instance, &definition.operation);
        // A cell over all draws is the same in each draw, and depends on the number of draws.
        let draw = if kind.is_over_all_draws() {
            let draws = grid.draws_at(point.collection as usize, point.runs);
            parts.insert("draws", draws.to_string().into());
            1
        } else {
            draw
        };
        self.add_judgments(&mut parts, grid, point, grid.sample_draw(point, draw));
        let base = definition.base.map(|base| &grid.statistics[base].kind);
        let statistic_draws = kind.draws().is_some() || base.is_some_and(|base| base.draws().is_some());
        if definition.entry.needs_printed_scores {
            let files = grid.collections[point.collection as usize].entry.descriptor.files.as_ref();
            let printed = files.and_then(|files| files.printed_scores.as_ref());
            parts.insert("printed-scores", printed.map_or("none", |printed| &printed.sha256.0).into());
        }
        let versus = kind.versus().and_then(|versus| versus_point(versus, grid, point));
        if let Some(versus) = versus.filter(|versus| versus.judgments != point.judgments) {
            parts.extend(self.labels(grid, &versus).map(|labels| ("versus-judges", labels.into())));
        }
        // A statistic that does not use the compared runs, such as `collection-facts`, does not depend on the choice of
        // runs, unless the choice decides which topics are scored.
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        if definition.entry.uses_compared_runs || rules.topics == TopicRule::Intersection {
            self.add_choice(&mut parts, grid, point, instance, draw, statistic_draws);
        }
        parts.extend(grid.topic_sets(point).map(|sets| ("topic-sets", sets.to_string().into())));
        // The common parts contain a twin's draw and the seed already.
        let drawn_topics = [Some(*point), versus]
            .into_iter()
            .flatten()
            .any(|point| grid.topic_sets(&point).is_some_and(|sets| sets.is_one() && sets.is_drawn()));
        if drawn_topics {
            let key = grid.collections[point.collection as usize].draw_key();
            let draw_of_files = if instance.is_none() { format!("/{draw}") } else { String::new() };
            parts.insert("drawn-topics", format!("{}/{key}{draw_of_files}", grid.seed).into());
        }
        parts
    }

    /// Returns the hashes of the other judges' labels that are in the judgments of `point`, or `None` if
    /// there are no such labels.
    fn labels(&self, grid: &Grid, point: &Point) -> Option<String> {
        let collection = &grid.collections[point.collection as usize];
        let hashes = self.judges.get(&collection.name);
        let set = grid.set(point)?;
        let judges = collection.judges_of(set);
        let hash =
            |judge: &&str| hashes.and_then(|hashes| hashes.get(*judge)).map_or(UNREADABLE, String::as_str);
        let mut labels: Vec<&str> = judges.iter().map(hash).collect();
        // Since version 2, the judgment set `budget(order=disagreement)` uses the labels of the draw's own pass. Without passes all
        // draws have the same labels, so the version is left out, and older keys stay valid.
        let are_passes = judges.iter().any(|judge| collection.has_passes(judge));
        labels.extend((set.depends_on_every_judge() && are_passes).then_some(DISAGREEMENT));
        (!labels.is_empty()).then(|| labels.join(","))
    }

    /// Adds the judgments and the measure. A sample depends on the seed. If the judgments are from files, the sample
    /// depends on the draw too.
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
                (true, Some(draw)) => {
                    format!("{name}, drawn {seed}/{}/{draw}", Material::KEY_OF_FILES).into()
                }
                (true, None) => format!("{name}, drawn {seed}/{key}").into(),
                (false, _) => name.into(),
            };
            parts.insert("judgments", judgments);
        }
        if let Some(measure) = grid.measure(point) {
            parts.insert("measure", measure.name.as_str().into());
            // infAP refuses complete judgments, except as the reference of a sample. So the key tells the two cases apart.
            let withholds = collection.judgments.iter().any(JudgmentSet::withholds);
            if measure.metric.family() == Family::InferredAp && !withholds {
                parts.insert("withheld", "none".into());
            }
        }
    }

    /// Adds the choice of the compared runs. Also adds the draw if the choice is random, or if the statistic itself draws,
    /// for example bootstrap samples of the topics.
    fn add_choice<'a>(
        &'a self,
        parts: &mut Parts<'a>,
        grid: &Grid,
        point: &Point,
        instance: Option<u32>,
        draw: u32,
        statistic_draws: bool,
    ) {
        let choice_is_drawn = grid.runs[point.runs as usize].is_drawn();
        // The manifest of an earlier run, with which `explain` compares, may have fewer choices.
        parts.insert("runs", self.runs.get(point.runs as usize).map_or("", String::as_str).into());
        // The common parts contain a twin's draw already.
        if (choice_is_drawn || statistic_draws) && instance.is_none() {
            let key = grid.collections[point.collection as usize].draw_key();
            parts.insert("drawn", format!("{}/{key}/{draw}", grid.seed).into());
        }
    }
}

/// Returns the part of a key for a choice of runs that is not from a file. A choice of the best runs has a
/// version, because it computes scores.
fn choice(runs: &Runs) -> String {
    let without_draws = runs.without_draws();
    if runs.by().is_some() { format!("{BEST_RUNS}: {without_draws}") } else { without_draws.to_string() }
}
