//! The statistics of an experiment, with references resolved.

use std::borrow::Cow;
use std::sync::Arc;

use crate::spec::yaml::{Node, Spanned, Value, YamlError, call, named};
use crate::spec::{Only, Versus};
use crate::statistics::{Entry, OfTopicSets, STATISTICS, TEAM_FACTS};
use rejudge_pools::{JudgmentSet, POOL_DEPTH};
use serde_json::{Value as Json, json};

use super::{Grid, Measure, Point};

/// A named statistic.
#[derive(Clone, Debug)]
pub struct Statistic {
    /// Its name in addresses and tables.
    pub name: String,
    /// The entry of its kind.
    pub entry: &'static Entry,
    /// Its parameters, and how it is computed.
    pub kind: Arc<dyn crate::statistics::Statistic>,
    /// The place of the statistic whose pairs of runs it looks at.
    pub of: Option<usize>,
    /// Name, version and parameters, defaults filled in and references resolved: as keys and the manifest of results
    /// hold it.
    pub operation: String,
}

impl Statistic {
    /// Returns true if it is of this kind.
    pub fn is(&self, entry: &Entry) -> bool {
        self.entry.name == entry.name
    }

    /// Returns true if it is computed from score matrices.
    pub fn needs_scores(&self) -> bool {
        self.entry.has_measure && self.kind.needs_scores()
    }

    /// Returns true if it looks at the collection itself, not only at scores.
    pub(crate) fn needs_collection(&self) -> bool {
        self.entry.needs_collection || self.kind.needs_collection()
    }

    /// Returns the unit of one of its quantities, if that is not the quantity's name.
    pub fn unit(&self, component: &str) -> Option<&'static str> {
        let known = self.entry.units.iter().find(|(name, _)| *name == component || name.is_empty());
        known.map(|(_, unit)| *unit).or_else(|| self.kind.coefficient())
    }

    /// Returns the values of the axis `topic-sets` that are part of its cells.
    pub(crate) fn of_topic_sets(&self) -> OfTopicSets {
        if self.entry.has_measure { self.entry.of_topic_sets } else { OfTopicSets::Never }
    }

    /// Returns the points that a cell is computed from: its own, and that which it is compared with; and both by another
    /// measure, if the statistic looks at one.
    pub(crate) fn points_of(&self, point: Point, grid: &Grid) -> impl Iterator<Item = Point> {
        let versus = self.kind.versus().and_then(|versus| versus_point(versus, grid, &point));
        let other = grid.measure(&point).and_then(|measure| self.kind.other_measure(&measure.name));
        let other = other.and_then(|name| place_of_measure(name, &grid.measures)).map(|place| place as u32);
        let points = std::iter::once(point).chain(versus);
        let by_other = move |point| other.map(|measure| Point { measure: Some(measure), ..point });
        points.clone().chain(points.filter_map(by_other))
    }

    /// Returns the point of a cell: without the axes that its statistic does not have. `None` if another
    /// point of the axis `topic-sets` is the cell's: pairs of sets are no set that scores are taken on.
    pub fn own_point(&self, point: &Point, grid: &Grid) -> Option<Point> {
        let entry = self.entry;
        let is_one = |at: u32| grid.topic_sets[at as usize].is_one();
        let topic_sets = match (self.of_topic_sets(), point.topic_sets) {
            (OfTopicSets::Pairs, Some(at)) if is_one(at) => return None,
            (OfTopicSets::Pairs, at) => at,
            (OfTopicSets::One, Some(at)) if is_one(at) => Some(at),
            (OfTopicSets::One, Some(_)) if grid.has_topic_subsets() => return None,
            (OfTopicSets::One | OfTopicSets::Never, _) => None,
        };
        Some(Point {
            measure: point.measure.filter(|_| entry.has_measure),
            judgments: point.judgments.filter(|_| entry.has_judgments),
            topic_sets,
            ..*point
        })
    }
}

/// Returns the index of the statistic that a reference names, and its component: `tau`, `dp.power`.
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
    let Some(at) = statistics.iter().position(|of| of.name == name) else {
        let error = written.error(format!("there is no statistic `{name}`"));
        return Err(error.suggesting(name, statistics.iter().map(|of| of.name.as_str())));
    };
    let components = statistics[at].entry.components;
    let Some(component) = component else { return Ok((at, components[0])) };
    let found = components.iter().find(|known| **known == component);
    found.map(|found| (at, *found)).ok_or_else(|| {
        let known = components.join(", ");
        let message = match component {
            "" => format!("`{name}.` lacks its quantity, expected one of {known}"),
            _ => format!("`{name}` has no `{component}`, only {known}"),
        };
        written.error(message).suggesting(component, components.iter().copied())
    })
}

/// Returns the mistakes in a choice of teams, which the statistic `team-facts` knows.
pub fn mistakes_of_only(statistics: &[Statistic], only: Option<Only>) -> Vec<String> {
    let Some(Only { relevant_for: share }) = only else { return Vec::new() };
    let is_wrong = !(0.0..=1.0).contains(&share);
    let wrong = is_wrong.then(|| format!("relevant-for: {share} is no share from 0 to 1"));
    let are_unknown = !statistics.iter().any(|of| of.is(&TEAM_FACTS));
    let unknown = "`only: {relevant-for: ..}` needs a statistic `team-facts: {}` to know the teams";
    wrong.into_iter().chain(are_unknown.then(|| unknown.to_owned())).collect()
}

/// Returns the schema of an experiment, whole or over another.
pub fn experiment_schema() -> serde_json::Value {
    let of = STATISTICS.iter().map(|entry| (entry.name, entry.summary, entry.schema));
    crate::spec::experiment_schema(of)
}

/// Resolves the statistics of an experiment; `None` if one cannot be read, because tables and other statistics may
/// refer to it, which is not a second error.
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
                // An error in the axis is reported there.
                if statistic.entry.has_measure && measures.is_empty() && !has_measure_axis {
                    let message =
                        format!("`{}` is of a measure, and the experiment has no axis `measure`", kind.value);
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
    refer(&mut out, measures, errors);
    Some(out)
}

/// Reads a statistic; the name of its kind with its place, and the statistic without references.
fn read(name: &Spanned<String>, node: &Node) -> Result<(Spanned<String>, Statistic), YamlError> {
    let (kind, parameters) = named(node)?;
    let entry = Entry::find(&kind)?;
    let none = Node { value: Value::Map(Vec::new()), at: kind.at.clone().unwrap_or_else(|| node.at.clone()) };
    let read = entry.read(parameters.as_deref().unwrap_or(&none))?;
    Ok((kind, Statistic { name: name.value.clone(), entry, kind: read, of: None, operation: String::new() }))
}

/// Resolves the measures and other statistics to which statistics refer, and checks the parameters of each.
fn refer(read: &mut [Statistic], measures: &[Measure], errors: &mut Vec<YamlError>) {
    for at in 0..read.len() {
        let of = match read[at].kind.base_statistic() {
            None => None,
            Some(of) => match read.iter().position(|other| other.name == of.name.value) {
                Some(place) if read[place].is(of.kind) => Some(place),
                Some(place) => {
                    let (name, found, expected) = (&of.name.value, read[place].entry.name, of.kind.name);
                    let message = format!(
                        "`{name}` is of kind `{found}`: the tests of pairs of runs come from kind `{expected}`"
                    );
                    errors.push(of.name.error(message));
                    None
                }
                None => {
                    let error = of.name.error(format!("there is no statistic `{}`", of.name.value));
                    let names = read.iter().map(|other| other.name.as_str());
                    errors.push(error.suggesting(&of.name.value, names));
                    None
                }
            },
        };
        if let Some(name) = read[at].kind.versus().and_then(|versus| versus.measure.as_ref())
            && place_of_measure(name, measures).is_none()
        {
            let error = name.error(format!("the measure `{}` is not on the axis", name.value));
            errors.push(error.suggesting(&name.value, measures.iter().map(|m| m.label.as_str())));
        }
        let looked_at = of.map(|of| Arc::clone(&read[of].kind));
        let kind = Arc::get_mut(&mut read[at].kind).expect("nothing else holds it yet");
        kind.check(looked_at.as_deref(), errors);
        read[at].of = of;
    }
    for at in 0..read.len() {
        read[at].operation = operation(read, at, measures);
    }
}

fn operation(read: &[Statistic], at: usize, measures: &[Measure]) -> String {
    let Statistic { entry, kind, of, .. } = &read[at];
    let mut parameters = kind.parameters();
    if let Some(versus) = kind.versus() {
        parameters["versus"] = versus_key(versus, measures);
    }
    if let Some(of) = of {
        parameters["of"] = operation(read, *of, measures).into();
    }
    call(&format!("{}/{}", entry.name, entry.version), &parameters)
}

/// Returns the position of a measure on the axis, by its label or its name. Labels take precedence, because a label
/// may be the name of another measure.
fn place_of_measure(name: &Spanned<String>, measures: &[Measure]) -> Option<usize> {
    let by_label = measures.iter().position(|measure| measure.label == name.value);
    by_label.or_else(|| measures.iter().position(|measure| measure.name == name.value))
}

/// Returns the point that `point` is compared with; `None` if its collection has no such judgments.
pub(crate) fn versus_point(versus: &Versus, grid: &Grid, point: &Point) -> Option<Point> {
    let names = &grid.collections[point.collection as usize].judgment_names;
    let judgments = match &versus.judgments {
        Some(name) => {
            let name = reference(&name.value, grid.set(point));
            Some(names.iter().position(|other| *other == name)? as u32)
        }
        None => point.judgments,
    };
    let topic_sets = match &versus.topic_sets {
        Some(name) => Some(place_of_topics(&name.value, grid)? as u32),
        None => point.topic_sets,
    };
    Some(Point { judgments, measure: measure_of(versus, grid).or(point.measure), topic_sets, ..*point })
}

/// The reference that is the pool which a judgment set was taken from.
pub(super) const ITS_POOL: &str = "its-pool";

/// Returns the name of the judgments that a set is compared with: `name`, or the pool that the set was taken from, which
/// is all judgments unless it is shallower and nothing outside of it is kept.
pub(super) fn reference<'a>(name: &'a str, set: Option<&JudgmentSet>) -> Cow<'a, str> {
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

/// Returns the place of the measure that is compared with; `None`: the same.
pub(crate) fn measure_of(versus: &Versus, grid: &Grid) -> Option<u32> {
    Some(place_of_measure(versus.measure.as_ref()?, &grid.measures)? as u32)
}

/// Returns the place of a set of topics on the axis.
pub(super) fn place_of_topics(name: &str, grid: &Grid) -> Option<usize> {
    grid.topic_sets.iter().position(|sets| sets.is_one() && sets.to_string() == name)
}

/// Returns the parameter `versus` of a key: a measure has its full name.
fn versus_key(versus: &Versus, measures: &[Measure]) -> Json {
    let at = versus.measure.as_ref().and_then(|name| place_of_measure(name, measures));
    let mut key = json!(versus);
    if let Some(at) = at {
        key["measure"] = json!(measures[at].name);
    }
    key
}
