//! The resolved experiment: every name resolved, every sweep expanded, every error found.
//!
//! A [`Grid`] is made from the structs of the YAML in one go, and all unresolved references are reported
//! together. Its points are the product of the axes, thinned by `linked` and `exclude` and widened by
//! `include` ([`Points`]).

pub mod cache_key;
mod figures;
mod joined;
mod lines;
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
pub use load::{load, locate};
pub use points::{Fit, Point, Points};
pub use resolve::parse_selector;
pub use runs::Runs;
pub use statistic::{Statistic, experiment_schema, find_component, mistakes_of_only};
pub(crate) use statistic::{measure_of, versus_point};

use std::collections::BTreeSet;
use std::num::NonZeroU8;
use std::path::PathBuf;

use rejudge_collections::descriptor::{Descriptor, Kind, Repeated};
use rejudge_metrics::{Metric, Summary};
use rejudge_pools::{JudgmentSet, TopicSets};

pub use crate::spec::yaml::names;
use crate::spec::yaml::{Node, Position};
pub use crate::spec::{Axis, Dimension, Line, Lines, Plot, Quantity, Selector, Table};
use crate::spec::{ClaimWire, Draws, Entry, Excluded, Named, Paper, Rules, RunSettings};

/// The reason why a statistic of runs has no number if only their names are available.
pub(crate) const ROSTER_ALONE: &str =
    "this collection has a roster alone: who took part with how many runs, not what they retrieved";

/// A checked experiment.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Its name.
    pub id: String,
    /// The title of the experiment.
    pub title: String,
    /// The paper it reproduces.
    pub paper: Option<Paper>,
    /// Folder of experiment.yaml.
    pub folder: PathBuf,
    /// The expected values, if there are any.
    pub expected: Option<PathBuf>,
    /// Root of every draw.
    pub seed: u64,
    /// Draws a kind.
    pub draws: Draws,
    /// The collections on the axis.
    pub collections: Vec<Collection>,
    /// The choices of runs.
    pub runs: Vec<Runs>,
    /// The sets of topics; empty if no statistic uses them.
    pub topic_sets: Vec<TopicSets>,
    /// The rules that move numbers; more than one when a rule is swept.
    pub evaluations: Vec<EvaluationPoint>,
    /// The measures, with the labels of the tables.
    pub measures: Vec<Measure>,
    /// The statistics of the scores.
    pub statistics: Vec<Statistic>,
    /// The tables, followed by the figures, which are tables that are drawn.
    pub tables: Vec<Table>,
    /// The claims about the cells.
    pub claims: Named<ClaimWire>,
    /// The points of the grid.
    pub points: Points,
    /// The points that the experiment leaves out, with reasons.
    pub excluded: Vec<Excluded>,
    /// The settings of the run.
    pub run: RunSettings,
    /// Named overrides.
    pub profiles: Named<Vec<String>>,
    /// The tree it was read from, after merging.
    pub resolved: Node,
    /// The overrides that were applied, as typed.
    pub overrides: Vec<String>,
    /// Notes on rules that cover more than the axes contain.
    pub idle: Vec<String>,
}

/// A collection and the judgment sets that the axis makes of it.
#[derive(Clone, Debug)]
pub struct Collection {
    /// Its name.
    pub name: String,
    /// Its description, and the folder of its data if they are available.
    pub entry: Entry,
    /// The collection of the paper whose topics, judgments and official runs it has.
    pub paper: Option<PaperCollection>,
    /// Its analysed teams, as far as they are known without reading runs.
    pub teams: Vec<String>,
    /// The judgment sets.
    pub judgments: Vec<JudgmentSet>,
    /// Their names, in the same order.
    pub judgment_names: Vec<String>,
}

/// A collection of the paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperCollection {
    /// The paper's name for it, which is also that of its description.
    pub name: String,
    /// The number of runs that the paper used.
    pub runs: Option<usize>,
    /// The number of their teams.
    pub teams: Option<usize>,
}

/// A measure with its label in tables.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The paper's label.
    pub label: String,
    /// The measure.
    pub metric: Metric,
    /// Its full name.
    pub name: String,
}

/// One combination of the swept rules.
#[derive(Clone, Debug)]
pub struct EvaluationPoint {
    /// (rule, value) of the swept rules.
    pub swept: Vec<(&'static str, String)>,
    /// The level from which the tracks count whose collections this point is for; `None`: it is for all collections,
    /// because the experiment chooses the level.
    pub of_tracks: Option<NonZeroU8>,
    /// All rules.
    pub rules: Rules,
    /// The rules as canonical JSON, for keys and headers.
    pub canonical: String,
}

impl EvaluationPoint {
    /// Returns true if a collection is evaluated by these rules.
    pub fn is_for(&self, descriptor: &Descriptor) -> bool {
        self.of_tracks.is_none_or(|level| level == track_level(descriptor))
    }

    /// Returns the value of a rule that is swept.
    pub(crate) fn swept_value(&self, rule: &str) -> Option<&str> {
        self.swept.iter().find(|(name, _)| *name == rule).map(|(_, value)| value.as_str())
    }
}

/// Returns the level from which the track of a collection counts a document as relevant.
pub(crate) fn track_level(descriptor: &Descriptor) -> NonZeroU8 {
    descriptor.min_rel.unwrap_or(NonZeroU8::MIN)
}

/// The key of draws on the files of a user.
const OWN: &str = "own";

impl Collection {
    /// Returns the key of its draws: its name. A user's files have no stable name (a folder may be copied or
    /// renamed), and the same files must give the same numbers.
    pub(crate) fn draw_key(&self) -> &str {
        if self.entry.descriptor.kind == Kind::Own { OWN } else { &self.name }
    }

    /// Returns the other judges that its judgment sets ask for, by name.
    pub(crate) fn asked_judges(&self) -> Vec<String> {
        let asked: BTreeSet<&str> = self.judgments.iter().flat_map(|set| self.judges_of(set)).collect();
        asked.into_iter().map(str::to_owned).collect()
    }

    /// Returns true if other draws of a judgment set give other judgments: it is random, or a judge's labels have passes.
    pub fn is_drawn(&self, set: &JudgmentSet) -> bool {
        set.is_drawn() || set.judges().any(|judge| self.has_passes(judge))
    }

    /// Returns true if each label of a pair that the judge repeats counts.
    pub(crate) fn has_passes(&self, judge: &str) -> bool {
        let files = self.entry.descriptor.files.as_ref();
        let file = files.and_then(|files| files.judges.get(judge));
        file.is_some_and(|file| file.repeated == Repeated::Each)
    }

    /// Returns true if the judge's labels are lines of the judgments' own file, such as those of one round.
    pub(crate) fn is_part_of_judgments(&self, judge: &str) -> bool {
        let files = self.entry.descriptor.files.as_ref();
        files.is_some_and(|files| files.judges.get(judge).map(|judge| &judge.file) == files.qrels.as_ref())
    }

    /// Returns the other judges that a judgment set asks for.
    pub(crate) fn judges_of<'a>(&'a self, set: &'a JudgmentSet) -> Vec<&'a str> {
        let files = self.entry.descriptor.files.iter().filter(|_| set.is_of_every_judge());
        set.judges().chain(files.flat_map(|files| files.judges.keys().map(String::as_str))).collect()
    }
}

impl Grid {
    /// Returns true if `collection` is simulated.
    pub fn is_simulated(&self, collection: &str) -> bool {
        let of_name = self.collections.iter().find(|of| of.name == collection);
        of_name.is_some_and(|of| of.entry.descriptor.kind == Kind::Simulated)
    }

    /// Returns true if the current user wrote the text at this position: on the command line or in the requested
    /// file. Text that is inherited, or that was written before the command line changed the experiment, may refer
    /// to more than exists, and that is not an error.
    pub fn is_own(&self, at: Option<&Position>) -> bool {
        at.is_none_or(|at| {
            let name = &at.source.name;
            at.source.is_typed() || (*name == self.resolved.at.source.name && self.overrides.is_empty())
        })
    }

    /// Returns the largest number of draws of `collection` over all choices of its runs.
    pub fn draws_of(&self, collection: usize) -> u32 {
        let of_choices = (0..self.runs.len()).map(|runs| self.draws_at(collection, runs as u32));
        of_choices.max().expect("the axis `runs` compares all runs if the file has no choice")
    }

    /// Returns the number of draws of `collection`: of the twin itself, or of the choice `runs` of its runs,
    /// which may have its own number. Bundled collections are never drawn.
    pub fn draws_at(&self, collection: usize, runs: u32) -> u32 {
        let own = self.runs[runs as usize].draws();
        match self.collections[collection].entry.descriptor.kind {
            Kind::Simulated => self.draws.simulated,
            Kind::WorkedExample | Kind::MadeUp => 1,
            Kind::Open => own.unwrap_or(self.draws.open),
            Kind::Licensed => own.unwrap_or(self.draws.licensed),
            Kind::Own => own.unwrap_or(self.draws.own),
        }
    }

    /// Returns the judgments of a point, or `None` for a fact.
    pub fn set(&self, point: &Point) -> Option<&JudgmentSet> {
        Some(&self.collections[point.collection as usize].judgments[point.judgments? as usize])
    }

    /// Returns the judgments of a point, as addresses write them.
    pub fn set_name(&self, point: &Point) -> Option<&str> {
        Some(&self.collections[point.collection as usize].judgment_names[point.judgments? as usize])
    }

    /// Returns true if results show the scores of each topic at a point: under all judgments, and if each team's runs
    /// have judgments of their own, since each run has one score on a topic then too.
    pub fn shows_topics(&self, point: &Point) -> bool {
        self.set(point).is_some_and(|set| set.is_full() || set.rule().for_each_team.is_some())
    }

    /// Returns the sets of topics of a point, or `None` for all topics.
    pub fn topic_sets(&self, point: &Point) -> Option<&TopicSets> {
        let sets = &self.topic_sets[point.topic_sets? as usize];
        (!sets.is_all()).then_some(sets)
    }

    /// Returns a parameter of the value that a point has of an axis; of its evaluation, the value of a swept rule.
    pub fn argument(&self, point: &Point, axis: Axis, parameter: &str) -> Option<&str> {
        match axis {
            Axis::Judgments => self.set(point)?.argument(parameter),
            Axis::TopicSets => self.topic_sets(point)?.argument(parameter),
            Axis::Evaluation => self.evaluations[point.evaluation as usize].swept_value(parameter),
            _ => None,
        }
    }

    /// Returns true if the axis `topic-sets` has sets of some topics, on which statistics of scores are computed.
    pub fn has_topic_subsets(&self) -> bool {
        self.topic_sets.iter().any(TopicSets::is_one)
    }

    /// Returns the default for a selection that does not mention sets of topics: all topics, and pairs of sets.
    pub fn without_topic_subsets(&self) -> Selector {
        let taken = self.topic_sets.iter().filter(|sets| sets.is_all() || !sets.is_one());
        let taken: Vec<String> = taken.map(ToString::to_string).collect();
        let parts =
            if self.has_topic_subsets() { vec![("topic-sets".to_owned(), taken)] } else { Vec::new() };
        Selector { parts }
    }

    /// Returns the measure of a point, or `None` if its statistics need no measure.
    pub fn measure(&self, point: &Point) -> Option<&Measure> {
        Some(&self.measures[point.measure? as usize])
    }

    /// Returns the summary of the topic scores that gives the score of a run: that of the measure, or by default the
    /// mean.
    pub fn summary(&self, point: &Point) -> Summary {
        self.measure(point).map_or(Summary::Mean, |measure| measure.metric.summary())
    }

    /// Returns the draw that samples the judgments of `point` anew: each draw of a cell does so with files. A
    /// twin is another collection in each draw already, and judgments that are not sampled are the same in
    /// all.
    pub(crate) fn sample_draw(&self, point: &Point, draw: u32) -> Option<u32> {
        let collection = &self.collections[point.collection as usize];
        let judgments = self.set(point)?;
        let of_files = collection.entry.descriptor.kind != Kind::Simulated;
        (of_files && collection.is_drawn(judgments)).then_some(draw)
    }

    /// Returns true if of the runs of a collection nothing but the names is here.
    pub(crate) fn has_a_roster_alone(&self, collection: u32) -> bool {
        let files = self.collections[collection as usize].entry.descriptor.files.as_ref();
        files.is_some_and(|files| files.roster.is_some())
    }

    /// Returns the reason why a point has no scores: its collection contains only scores, or only the names
    /// of its runs. Returns `None` if it has scores.
    pub fn without_scores(&self, point: &Point) -> Option<String> {
        if self.has_a_roster_alone(point.collection) {
            // Without a pool there are no other judgments either.
            let is_full = self.set(point).is_none_or(JudgmentSet::is_full);
            return (self.measure(point).is_some() || !is_full).then(|| ROSTER_ALONE.to_owned());
        }
        let collection = &self.collections[point.collection as usize];
        let scores = collection.entry.descriptor.scores.as_ref()?;
        if self.set(point).is_some_and(|set| !set.is_full()) {
            return Some("the collection has scores, but no judgments to remove".to_owned());
        }
        let measure = &self.measure(point)?.name;
        (!scores.files.contains_key(measure)).then(|| format!("no scores by {measure}"))
    }

    /// Returns the runs that a point compares, with the swept rules: `all,min-rel=2`.
    pub fn compared(&self, point: &Point) -> String {
        let swept = &self.evaluations[point.evaluation as usize].swept;
        let rules = swept.iter().map(|(rule, value)| format!("{rule}={value}"));
        let runs = self.runs[point.runs as usize].to_string();
        std::iter::once(runs).chain(rules).collect::<Vec<_>>().join(",")
    }

    /// `sakai-bias/tau[collection=trec03-twin,judgments=full,measure=AP]`: parts sorted by name. An
    /// axis that a cell does not have, or that holds a single choice of runs, is left out.
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
