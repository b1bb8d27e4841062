//! The statistics of an experiment, with their references to measures and other statistics resolved.

use std::borrow::Cow;
use std::sync::Arc;

use crate::spec::yaml::{Node, Spanned, Value, YamlError, call, name_and_parameters};
use crate::spec::{Only, Versus};
use crate::statistics::{STATISTICS, StatisticEntry, TEAM_FACTS, TopicSetUse};
use rejudge_names::nearest;
use rejudge_names::plural::few;
use rejudge_pools::{JudgmentSet, POOL_DEPTH};
use serde_json::{Value as Json, json};

use super::{Grid, Measure, Point};

/// The maximum number of statistics that a hint names.
const MAX_LISTED: usize = 10;

/// A statistic of an experiment: its name, its kind and its parameters.
#[derive(Clone, Debug)]
pub struct Statistic {
    /// The name in addresses and tables.
    pub name: String,
    /// The registry's entry for the kind.
    pub entry: &'static StatisticEntry,
    /// The kind with its parameters, which computes the cells.
    pub kind: Arc<dyn crate::statistics::StatisticKind>,
    /// The index of the statistic with tests of pairs of runs, if this statistic is computed from these tests.
    pub base: Option<usize>,
    /// The name and version of the kind, with all parameters. Cache keys and the manifest of results contain this text.
    pub operation: String,
}

impl Statistic {
    /// Returns true if the statistic is of this kind.
    pub fn is(&self, entry: &StatisticEntry) -> bool {
        self.entry.name == entry.name
    }

    /// Returns true if the statistic is computed from score matrices.
    pub fn needs_scores(&self) -> bool {
        self.entry.has_measure && self.kind.needs_scores()
    }

    /// Returns true if the statistic needs the collection itself, not only scores.
    pub(crate) fn needs_collection(&self) -> bool {
        self.entry.needs_collection || self.kind.needs_collection()
    }

    /// Returns the unit of a quantity, or `None` if the quantity's name says it already. The unit of a rank
    /// correlation is its coefficient, such as `tau-b`.
    pub fn unit(&self, component: &str) -> Option<&'static str> {
        let unit = self.entry.units.iter().find(|(name, _)| *name == component || name.is_empty());
        unit.map(|(_, unit)| *unit).or_else(|| self.kind.coefficient())
    }

    /// Returns which values of the axis `topic-sets` the statistic's cells have.
    pub(crate) fn topic_set_use(&self) -> TopicSetUse {
        if self.entry.has_measure { self.entry.topic_set_use } else { TopicSetUse::Never }
    }

    /// Returns the points that a cell is computed from: its own point and the point that it is compared with. If the
    /// statistic needs another measure, both points are also returned with that measure.
    pub(crate) fn points_of(&self, point: Point, grid: &Grid) -> impl Iterator<Item = Point> {
        let versus = self.kind.versus().and_then(|versus| versus_point(versus, grid, &point));
        let other_measure = grid.measure(&point).and_then(|measure| self.kind.other_measure(&measure.name));
        let other_measure =
            other_measure.and_then(|name| index_of_measure(name, &grid.measures)).map(|place| place as u32);
        let points = std::iter::once(point).chain(versus);
        let by_other_measure =
            move |point| other_measure.map(|measure| Point { measure: Some(measure), ..point });
        points.clone().chain(points.filter_map(by_other_measure))
    }

    /// Returns the point of the statistic's cell, without the axes that the statistic does not have. Returns `None` if
    /// the statistic has no cell at this value of the axis `topic-sets`, for example a mean score over a pair of sets.
    pub fn own_point(&self, point: &Point, grid: &Grid) -> Option<Point> {
        let entry = self.entry;
        let is_one = |sets: u32| grid.topic_sets[sets as usize].is_one();
        let topic_sets = match (self.topic_set_use(), point.topic_sets) {
            (TopicSetUse::Pairs, Some(sets)) if is_one(sets) => return None,
            (TopicSetUse::Pairs, sets) => sets,
            (TopicSetUse::One, Some(sets)) if is_one(sets) => Some(sets),
            (TopicSetUse::One, Some(_)) if grid.has_topic_subsets() => return None,
            (TopicSetUse::One | TopicSetUse::Never, _) => None,
        };
        Some(Point {
            measure: point.measure.filter(|_| entry.has_measure),
            judgments: point.judgments.filter(|_| entry.has_judgments),
            topic_sets,
            ..*point
        })
    }
}

/// Returns the error for a name that no statistic has. The hint is the statistic of that kind, or else the statistic
/// with the most similar name, or else a list of the first [`MAX_LISTED`] names.
fn no_statistic(written: &Spanned<String>, name: &str, statistics: &[Statistic]) -> YamlError {
    let error = written.error(format!("there is no statistic `{name}`"));
    let names: Vec<&str> = statistics.iter().map(|statistic| statistic.name.as_str()).collect();
    match statistics.iter().find(|statistic| statistic.entry.name == name) {
        Some(statistic) => {
            error.with_help(format!("the statistic of this kind is called `{}`", statistic.name))
        }
        None if nearest(name, names.iter().copied()).is_some() => error.suggesting(name, names),
        None if names.is_empty() => error,
        None => error.with_help(format!("the statistics are {}", few(&names, MAX_LISTED, ", "))),
    }
}

/// Returns the index of the statistic that a reference names, and its component: `dp.power`, or `tau` for the first
/// component of the statistic `tau`.
///
/// # Errors
/// If there is no such statistic, or it has no such component.
pub fn find_component(
    statistics: &[Statistic],
    written: &Spanned<String>,
) -> Result<(usize, &'static str), YamlError> {
    let (name, component) = match written.value.split_once('.') {
        Some((name, component)) => (name, Some(component)),
        None => (written.value.as_str(), None),
    };
    let Some(index) = statistics.iter().position(|statistic| statistic.name == name) else {
        return Err(no_statistic(written, name, statistics));
    };
    let components = statistics[index].entry.components;
    let Some(component) = component else { return Ok((index, components[0])) };
    let place = components.iter().position(|name| *name == component);
    place.map(|place| (index, components[place])).ok_or_else(|| {
        let listed = components.join(", ");
        let message = match component {
            "" => format!("`{name}.` lacks its quantity, expected one of {listed}"),
            _ => format!("`{name}` has no `{component}`, only {listed}"),
        };
        written.error(message).suggesting(component, components.iter().copied())
    })
}

/// Returns the mistakes in `only`, a choice of teams. The choice needs the statistic `team-facts`, which has the teams'
/// shares.
pub fn mistakes_in_only(statistics: &[Statistic], only: Option<Only>) -> Vec<String> {
    let Some(Only { relevant_for: share }) = only else { return Vec::new() };
    let is_wrong = !(0.0..=1.0).contains(&share);
    let wrong = is_wrong.then(|| format!("relevant-for: {share} is not a share from 0 to 1"));
    let are_unknown = !statistics.iter().any(|statistic| statistic.is(&TEAM_FACTS));
    let unknown = "`only: {relevant-for: ..}` needs a statistic `team-facts: {}` to know the teams";
    wrong.into_iter().chain(are_unknown.then(|| unknown.to_owned())).collect()
}

/// Returns the JSON schema of a file that contains a complete experiment, or changes to another experiment.
pub fn experiment_schema() -> serde_json::Value {
    let statistics = STATISTICS.iter().map(|entry| (entry.name, entry.summary, entry.schema));
    crate::spec::experiment_schema(statistics)
}

/// Resolves the statistics of an experiment. Returns `None` if one cannot be read, so that tables and statistics that
/// refer to it are not reported as well.
pub(super) fn resolve(
    written: &[(Spanned<String>, Node)],
    measures: &[Measure],
    has_measure_axis: bool,
    errors: &mut Vec<YamlError>,
) -> Option<Vec<Statistic>> {
    let mut out = Vec::new();
    for (name, node) in written {
        match read(name, node) {
            Ok((kind, statistic)) => {
                // An error in the axis has already been reported.
                if statistic.entry.has_measure && measures.is_empty() && !has_measure_axis {
                    let message =
                        format!("`{}` needs a measure, but the experiment has no axis `measure`", kind.value);
                    errors.push(kind.error(message));
                }
                out.push(statistic);
            }
            Err(error) => errors.push(error),
        }
    }
    if out.len() < written.len() {
        return None;
    }
    resolve_references(&mut out, measures, errors);
    Some(out)
}

/// Reads a statistic. Returns the name of its kind with its position, and the statistic without references.
fn read(name: &Spanned<String>, node: &Node) -> Result<(Spanned<String>, Statistic), YamlError> {
    let (kind, parameters) = name_and_parameters(node)?;
    let entry = StatisticEntry::find(&kind)?;
    let none = Node { value: Value::Map(Vec::new()), at: kind.at.clone().unwrap_or_else(|| node.at.clone()) };
    let statistic = Statistic {
        name: name.value.clone(),
        entry,
        kind: entry.read(parameters.as_deref().unwrap_or(&none))?,
        base: None,
        operation: String::new(),
    };
    Ok((kind, statistic))
}

/// Resolves the measures and other statistics to which statistics refer, and checks each statistic's parameters.
fn resolve_references(statistics: &mut [Statistic], measures: &[Measure], errors: &mut Vec<YamlError>) {
    for index in 0..statistics.len() {
        let base = match statistics[index].kind.base_statistic() {
            None => None,
            Some(reference) => match statistics.iter().position(|other| other.name == reference.name.value) {
                Some(base) if statistics[base].is(reference.kind) => Some(base),
                Some(base) => {
                    let (name, kind, expected) =
                        (&reference.name.value, statistics[base].entry.name, reference.kind.name);
                    let message = format!(
                        "`{name}` is a `{kind}`, but the pairs of runs must be tested by a `{expected}`"
                    );
                    errors.push(reference.name.error(message));
                    None
                }
                None => {
                    errors.push(no_statistic(reference.name, &reference.name.value, statistics));
                    None
                }
            },
        };
        if let Some(name) = statistics[index].kind.versus().and_then(|versus| versus.measure.as_ref())
            && index_of_measure(name, measures).is_none()
        {
            let error = name.error(format!("the measure `{}` is not on the axis", name.value));
            errors.push(error.suggesting(&name.value, measures.iter().map(|m| m.label.as_str())));
        }
        let base_kind = base.map(|base| Arc::clone(&statistics[base].kind));
        let kind =
            Arc::get_mut(&mut statistics[index].kind).expect("only the list of statistics holds this kind");
        kind.check(base_kind.as_deref(), errors);
        statistics[index].base = base;
    }
    for index in 0..statistics.len() {
        statistics[index].operation = operation(statistics, index, measures);
    }
}

/// Returns the text of a statistic in cache keys: its kind with the version, and all parameters.
fn operation(statistics: &[Statistic], index: usize, measures: &[Measure]) -> String {
    let Statistic { entry, kind, base, .. } = &statistics[index];
    let mut parameters = kind.parameters();
    if let Some(versus) = kind.versus() {
        parameters["versus"] = versus_key(versus, measures);
    }
    if let Some(base) = base {
        parameters["of"] = operation(statistics, *base, measures).into();
    }
    call(&format!("{}/{}", entry.name, entry.version), &parameters)
}

/// Returns the index of the measure with this label or name. Labels take precedence, because a label may be the name
/// of another measure.
fn index_of_measure(name: &Spanned<String>, measures: &[Measure]) -> Option<usize> {
    let by_label = measures.iter().position(|measure| measure.label == name.value);
    by_label.or_else(|| measures.iter().position(|measure| measure.name == name.value))
}

/// Returns the point that `point` is compared with, or `None` if the collection has no such judgments, or the grid no
/// such topics.
pub(crate) fn versus_point(versus: &Versus, grid: &Grid, point: &Point) -> Option<Point> {
    let names = &grid.collections[point.collection as usize].judgment_names;
    let judgments = match &versus.judgments {
        Some(name) => {
            let name = reference_name(&name.value, grid.set(point));
            Some(names.iter().position(|other| *other == name)? as u32)
        }
        None => point.judgments,
    };
    let topic_sets = match &versus.topic_sets {
        Some(name) => Some(index_of_topic_sets(&name.value, grid)? as u32),
        None => point.topic_sets,
    };
    Some(Point { judgments, measure: measure_of(versus, grid).or(point.measure), topic_sets, ..*point })
}

/// The name that refers to the pool from which a judgment set was taken.
pub(super) const ITS_POOL: &str = "its-pool";

/// Returns the name of the judgments that a set is compared with. If `name` is [`ITS_POOL`], this is the pool from
/// which the set was taken: a shallower pool if the set has a depth and keeps nothing outside that pool, and otherwise
/// all judgments. The set `pool-depth` is such a pool itself, and was taken from all judgments.
pub(super) fn reference_name<'a>(name: &'a str, set: Option<&JudgmentSet>) -> Cow<'a, str> {
    if name != ITS_POOL {
        return name.into();
    }
    let shallower = set.filter(|set| !set.is(&POOL_DEPTH) && set.argument("depth").is_some());
    match shallower.filter(|set| set.argument("outside").is_none()) {
        Some(set) => {
            let arguments = ["depth", "formed-by", "size"].map(|name| Some((name, set.argument(name)?)));
            let arguments = arguments.into_iter().flatten().map(|(name, value)| format!("{name}={value}"));
            format!("pool-depth({})", arguments.collect::<Vec<_>>().join(",")).into()
        }
        None => "full".into(),
    }
}

/// Returns the index of the measure that a cell is compared with, or `None` if it is the cell's own measure.
pub(crate) fn measure_of(versus: &Versus, grid: &Grid) -> Option<u32> {
    Some(index_of_measure(versus.measure.as_ref()?, &grid.measures)? as u32)
}

/// Returns the index of a set of topics on the axis.
pub(super) fn index_of_topic_sets(name: &str, grid: &Grid) -> Option<usize> {
    grid.topic_sets.iter().position(|sets| sets.is_one() && sets.to_string() == name)
}

/// Returns the parameter `versus` for cache keys, in which a measure has its full name.
fn versus_key(versus: &Versus, measures: &[Measure]) -> Json {
    let mut key = json!(versus);
    if let Some(index) = versus.measure.as_ref().and_then(|name| index_of_measure(name, measures)) {
        key["measure"] = json!(measures[index].name);
    }
    key
}
