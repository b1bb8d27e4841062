//! The experiment after its names were resolved and its sweeps expanded, and after all checks.
//!
//! A [`Grid`] is made from the structs of the YAML in one go, so that all unresolved references are reported
//! together. Its points are the product of the axes without the points that `linked` and `exclude` remove, and with
//! the points that `include` adds ([`Points`]).

pub mod cache_key;
mod figures;
mod lines;
mod linked_values;
mod load;
mod passes;
pub mod plan;
mod points;
mod remarks;
mod resolve;
mod resolve_collections;
mod rules;
mod runs;
mod statistic;
mod tables;
mod whole;

pub use figures::PARTS;
pub use load::{is_yaml, load, locate};
pub use points::{Fit, Point, Points};
pub use resolve::parse_selector;
pub use rules::judgment_sets;
pub use runs::Runs;
pub use statistic::{Statistic, experiment_schema, find_component, mistakes_in_only};
pub(crate) use statistic::{measure_of, versus_point};

use std::collections::BTreeSet;
use std::num::NonZeroU8;
use std::path::PathBuf;

use rejudge_collections::descriptor::{Descriptor, Kind, Repeated};
use rejudge_metrics::{Metric, Summary};
use rejudge_pools::{JudgmentSet, TopicSets};

pub use crate::spec::yaml::experiment_names;
use crate::spec::yaml::{Node, Position};
pub use crate::spec::{Axis, Dimension, Line, Lines, Plot, Quantity, Selector, Table};
use crate::spec::{CatalogueEntry, ClaimWire, Draws, Excluded, Named, Paper, Rules, RunSettings};

/// The reason why a statistic of runs has no number if only their names are available.
pub(crate) const ROSTER_ONLY: &str =
    "this collection has only a roster: who took part with how many runs, not what they retrieved";

/// A checked experiment.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The name of the experiment.
    pub id: String,
    /// The title of the experiment.
    pub title: String,
    /// The paper that the experiment reproduces.
    pub paper: Option<Paper>,
    /// The folder of experiment.yaml.
    pub folder: PathBuf,
    /// The file of expected values, if there is one.
    pub expected: Option<PathBuf>,
    /// The root seed of all draws.
    pub seed: u64,
    /// The number of draws for each kind of collection, and for verdicts.
    pub draws: Draws,
    /// The collections on the axis.
    pub collections: Vec<Collection>,
    /// The choices of runs.
    pub runs: Vec<Runs>,
    /// The sets of topics; empty if the experiment has no axis `topic-sets`.
    pub topic_sets: Vec<TopicSets>,
    /// The combinations of the rules that can change a number. There are several if a rule is swept, or if
    /// the tracks of the collections have different lowest relevant levels.
    pub evaluations: Vec<EvaluationPoint>,
    /// The measures, with their labels in tables.
    pub measures: Vec<Measure>,
    /// The statistics that are computed.
    pub statistics: Vec<Statistic>,
    /// The tables, followed by the figures. A figure is a table that is drawn.
    pub tables: Vec<Table>,
    /// The claims about the cells.
    pub claims: Named<ClaimWire>,
    /// The rows of `linked`, `exclude` and `include`, which restrict and extend the product of the axes.
    pub points: Points,
    /// The points that the experiment leaves out, with reasons.
    pub excluded: Vec<Excluded>,
    /// The settings of the run.
    pub run: RunSettings,
    /// The overrides of each profile, by the profile's name.
    pub profiles: Named<Vec<String>>,
    /// The YAML tree from which the experiment was read, after files were merged and overrides applied.
    pub resolved: Node,
    /// The overrides of the profile and of the command line that change a value, as they are written.
    pub overrides: Vec<String>,
    /// Notes on inherited `exclude` entries that match no point.
    pub exclusions_without_points: Vec<String>,
}

/// A collection with the judgment sets that the axis `judgments` makes of it.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The name of the collection.
    pub name: String,
    /// The description, and the folder of the data if they are available.
    pub entry: CatalogueEntry,
    /// The paper's collection with the same topics and judgments, if the experiment names one.
    pub paper: Option<PaperCollection>,
    /// The analysed teams, as far as they are known without reading runs.
    pub teams: Vec<String>,
    /// The judgment sets.
    pub judgments: Vec<JudgmentSet>,
    /// The names of the judgment sets, in the same order.
    pub judgment_names: Vec<String>,
}

/// A collection of the paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperCollection {
    /// The paper's name of the collection, which is also the name of the description.
    pub name: String,
    /// The number of runs that the paper used.
    pub runs: Option<usize>,
    /// The number of teams that these runs came from.
    pub teams: Option<usize>,
}

/// A measure with its label in tables.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The paper's label.
    pub label: String,
    pub metric: Metric,
    /// The measure's full name.
    pub name: String,
}

/// One combination of the swept rules.
#[derive(Clone, Debug)]
pub struct EvaluationPoint {
    /// Each swept rule with its value.
    pub swept: Vec<(&'static str, String)>,
    /// The lowest relevant level of a track. If each collection is evaluated with the level of its own track, this
    /// point applies only to the collections whose track has this level. `None` if the experiment chooses the level for
    /// all collections, or sweeps it.
    pub track_level: Option<NonZeroU8>,
    /// All rules, swept or not.
    pub rules: Rules,
    /// The rules as canonical JSON, for cache keys and for the settings in manifest.json.
    pub canonical: String,
}

impl EvaluationPoint {
    /// Returns true if a collection is evaluated by these rules.
    pub fn is_for(&self, descriptor: &Descriptor) -> bool {
        self.track_level.is_none_or(|level| level == track_level(descriptor))
    }

    /// Returns the value of a rule that is swept.
    pub(crate) fn swept_value(&self, rule: &str) -> Option<&str> {
        self.swept.iter().find(|(name, _)| *name == rule).map(|(_, value)| value.as_str())
    }
}

/// Returns the lowest relevant level by the rules of the collection's track.
pub(crate) fn track_level(descriptor: &Descriptor) -> NonZeroU8 {
    descriptor.min_rel.unwrap_or(NonZeroU8::MIN)
}

/// The key of draws on a user's own files.
const OWN_FILES: &str = "own";

impl Collection {
    /// Returns the key of the collection's draws, which is the collection's name. All of a user's own collections share
    /// one key instead: a user may copy or rename a folder, and the same files must give the same numbers.
    pub(crate) fn draw_key(&self) -> &str {
        if self.entry.descriptor.kind == Kind::Own { OWN_FILES } else { &self.name }
    }

    /// Returns the names of the other judges whose labels some judgment set uses.
    pub(crate) fn used_judges(&self) -> Vec<String> {
        let judges: BTreeSet<&str> = self.judgments.iter().flat_map(|set| self.judges_of(set)).collect();
        judges.into_iter().map(str::to_owned).collect()
    }

    /// Returns true if a judgment set differs from draw to draw: because it is random, or because a judge's labels have
    /// passes.
    pub fn is_drawn(&self, set: &JudgmentSet) -> bool {
        set.is_drawn() || set.judges().any(|judge| self.has_passes(judge))
    }

    /// Returns true if the repeated labels of a judge count as separate passes.
    pub(crate) fn has_passes(&self, judge: &str) -> bool {
        self.repeated(judge) == Some(Repeated::Each)
    }

    /// Returns the treatment of the judge's repeated labels; `None` if the collection has no such judge.
    pub(crate) fn repeated(&self, judge: &str) -> Option<Repeated> {
        Some(self.entry.descriptor.files.as_ref()?.judges.get(judge)?.repeated)
    }

    /// Returns true if the judge's labels are from people, with one label for each document. That is the case
    /// if the description marks the judge as people without separate passes, or if the labels are lines of
    /// the judgments' own file, for example the lines of one round.
    pub(crate) fn is_human(&self, judge: &str) -> bool {
        let Some(files) = &self.entry.descriptor.files else { return false };
        files.judges.get(judge).is_some_and(|judge| {
            let is_of_qrels = files.qrels.as_ref() == Some(&judge.file);
            judge.people && judge.repeated != Repeated::Each || is_of_qrels
        })
    }

    /// Returns the other judges whose labels are in a judgment set.
    pub(crate) fn judges_of<'a>(&'a self, set: &'a JudgmentSet) -> Vec<&'a str> {
        let files = self.entry.descriptor.files.iter().filter(|_| set.depends_on_every_judge());
        set.judges().chain(files.flat_map(|files| files.judges.keys().map(String::as_str))).collect()
    }
}

impl Grid {
    /// Returns true if `collection` is simulated.
    pub fn is_simulated(&self, collection: &str) -> bool {
        let mut collections = self.collections.iter();
        collections.any(|other| other.name == collection && other.entry.descriptor.kind == Kind::Simulated)
    }

    /// Returns true if the current user wrote the text at this position, on the command line or in the
    /// requested file. A name that does not exist is an error in such a text, but not in an inherited text,
    /// or in a file that the command line changed. Returns true if there is no position.
    pub fn is_own(&self, at: Option<&Position>) -> bool {
        let Some(Position { source, .. }) = at else { return true };
        source.is_typed() || (source.name == self.resolved.at.source.name && self.overrides.is_empty())
    }

    /// Returns the largest number of draws that `collection` has with any choice of runs.
    pub fn draws_of(&self, collection: usize) -> u32 {
        let draws = (0..self.runs.len()).map(|runs| self.draws_at(collection, runs as u32));
        draws.max().expect("a grid has at least one choice of runs")
    }

    /// Returns the number of draws of `collection` with the choice `runs`. Each draw of a twin is another collection.
    /// For files, the choice of runs may set the number of draws. Worked examples and made-up collections have one
    /// draw.
    pub fn draws_at(&self, collection: usize, runs: u32) -> u32 {
        let draws_of_choice = self.runs[runs as usize].draws();
        match self.collections[collection].entry.descriptor.kind {
            Kind::Simulated => self.draws.simulated,
            Kind::WorkedExample | Kind::MadeUp => 1,
            Kind::Open => draws_of_choice.unwrap_or(self.draws.open),
            Kind::Licensed => draws_of_choice.unwrap_or(self.draws.licensed),
            Kind::Own => draws_of_choice.unwrap_or(self.draws.own),
        }
    }

    /// Returns the judgment set of a point, or `None` if its statistics need no judgments.
    pub fn set(&self, point: &Point) -> Option<&JudgmentSet> {
        Some(&self.collections[point.collection as usize].judgments[point.judgments? as usize])
    }

    /// Returns the judgment set of a point as it is written in addresses.
    pub fn set_name(&self, point: &Point) -> Option<&str> {
        Some(&self.collections[point.collection as usize].judgment_names[point.judgments? as usize])
    }

    /// Returns true if results show each topic's scores at a point. Results show them under the full
    /// judgments, and under a judgment set by which each team's runs have their own judgments. In both cases
    /// each run has one score on a topic.
    pub fn shows_topics(&self, point: &Point) -> bool {
        self.set(point).is_some_and(|set| set.is_full() || set.rule().for_each_team.is_some())
    }

    /// Returns the sets of topics of a point, or `None` if the point has all topics.
    pub fn topic_sets(&self, point: &Point) -> Option<&TopicSets> {
        let sets = &self.topic_sets[point.topic_sets? as usize];
        (!sets.is_all()).then_some(sets)
    }

    /// Returns a parameter of the point's value on an axis. On the axis of evaluations, the parameters are the swept
    /// rules.
    pub fn argument(&self, point: &Point, axis: Axis, parameter: &str) -> Option<&str> {
        match axis {
            Axis::Judgments => self.set(point)?.argument(parameter),
            Axis::TopicSets => self.topic_sets(point)?.argument(parameter),
            Axis::Evaluation => self.evaluations[point.evaluation as usize].swept_value(parameter),
            _ => None,
        }
    }

    /// Returns true if the axis `topic-sets` has single sets of topics, and not only pairs of sets. The set
    /// `all` is a single set, and every axis with smaller single sets also has it.
    pub fn has_topic_subsets(&self) -> bool {
        self.topic_sets.iter().any(TopicSets::is_one)
    }

    /// Returns the selector that applies if a selection does not mention `topic-sets`. It selects all topics and the
    /// pairs of sets, but not single sets of some topics.
    pub fn default_topic_sets(&self) -> Selector {
        if !self.has_topic_subsets() {
            return Selector::default();
        }
        let selected = self.topic_sets.iter().filter(|sets| sets.is_all() || !sets.is_one());
        Selector { parts: vec![("topic-sets".to_owned(), selected.map(ToString::to_string).collect())] }
    }

    /// Returns the measure of a point, or `None` if its statistics need no measure.
    pub fn measure(&self, point: &Point) -> Option<&Measure> {
        Some(&self.measures[point.measure? as usize])
    }

    /// Returns how the measure summarises topic scores as the score of a run; the mean if there is no measure.
    pub fn summary(&self, point: &Point) -> Summary {
        self.measure(point).map_or(Summary::Mean, |measure| measure.metric.summary())
    }

    /// Returns the draw by which the judgments of `point` are sampled, or `None` if they are the same in
    /// every draw of the files. For a twin this is `None` too, because a twin is another collection in each
    /// draw already.
    pub(crate) fn sample_draw(&self, point: &Point, draw: u32) -> Option<u32> {
        let collection = &self.collections[point.collection as usize];
        let judgments = self.set(point)?;
        let has_files = collection.entry.descriptor.kind != Kind::Simulated;
        (has_files && collection.is_drawn(judgments)).then_some(draw)
    }

    /// Returns true if only the names of the collection's runs are available.
    pub(crate) fn has_only_a_roster(&self, collection: u32) -> bool {
        let files = self.collections[collection as usize].entry.descriptor.files.as_ref();
        files.is_some_and(|files| files.roster.is_some())
    }

    /// Returns the reason why a point has no scores, or `None` if it has scores or needs none. A collection of
    /// published scores has no scores by other measures or under other judgments, and a roster has no scores at all.
    pub fn reason_without_scores(&self, point: &Point) -> Option<String> {
        if self.has_only_a_roster(point.collection) {
            // Without runs there is no pool either, from which other judgment sets would be made.
            let is_full = self.set(point).is_none_or(JudgmentSet::is_full);
            return (self.measure(point).is_some() || !is_full).then(|| ROSTER_ONLY.to_owned());
        }
        let collection = &self.collections[point.collection as usize];
        let scores = collection.entry.descriptor.scores.as_ref()?;
        if self.set(point).is_some_and(|set| !set.is_full()) {
            return Some("the collection has scores, but no judgments to remove".to_owned());
        }
        let measure = &self.measure(point)?.name;
        (!scores.files.contains_key(measure)).then(|| format!("no scores by {measure}"))
    }

    /// Returns the name of the choice of runs at a point, with the swept rules: `all,min-rel=2`.
    pub fn runs_and_rules(&self, point: &Point) -> String {
        let swept = &self.evaluations[point.evaluation as usize].swept;
        let rules = swept.iter().map(|(rule, value)| format!("{rule}={value}"));
        let runs = self.runs[point.runs as usize].to_string();
        std::iter::once(runs).chain(rules).collect::<Vec<_>>().join(",")
    }

    /// Returns the address of a cell, for example
    /// `sakai-bias/tau[collection=trec03-twin,judgments=full,measure=AP]`, with the parts in this order:
    /// collection, judgments, swept rules, measure, runs, and sets of topics. A part is left out if the cell
    /// does not have the axis. The runs are also left out if there is only one choice of runs, and the sets
    /// of topics if the cell has all topics.
    pub fn address(&self, statistic: &str, point: &Point) -> String {
        use std::fmt::Write;
        let collection = &self.collections[point.collection as usize];
        let mut text = format!("{}/{statistic}[collection={}", self.id, collection.name);
        if let Some(name) = self.set_name(point) {
            let _ = write!(text, ",judgments={name}");
        }
        for (rule, value) in &self.evaluations[point.evaluation as usize].swept {
            let _ = write!(text, ",{rule}={value}");
        }
        if let Some(measure) = self.measure(point) {
            let _ = write!(text, ",measure={}", measure.name);
        }
        if self.runs.len() > 1 {
            let _ = write!(text, ",runs={}", self.runs[point.runs as usize]);
        }
        if let Some(sets) = self.topic_sets(point) {
            let _ = write!(text, ",topic-sets={sets}");
        }
        text.push(']');
        text
    }
}
