//! The points of a grid: product of the axes, thinned by `linked` and `exclude`, widened by `include`.

use std::fmt;

use super::Grid;
use rejudge_spec::fits_list;
use rejudge_spec::yaml::Spanned;

/// One point: indices into the axes of a [`Grid`]; `judgments` counts within the collection. Facts of a
/// collection have neither judgments nor a measure, and most statistics are of all topics, not of sets of
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    pub collection: u32,
    pub runs: u32,
    pub evaluation: u32,
    pub judgments: Option<u32>,
    pub topic_sets: Option<u32>,
    pub measure: Option<u32>,
}

impl Point {
    /// The point of the runs that are compared here, whatever judges and measures them.
    #[must_use]
    pub fn of_runs(&self) -> Self {
        Self { judgments: None, topic_sets: None, measure: None, ..*self }
    }

    /// The point of the scores that are looked at here, whatever sets of their topics are.
    #[must_use]
    pub fn of_scores(&self) -> Self {
        Self { topic_sets: None, ..*self }
    }
}

/// Patterns per axis, all of which must fit.
#[derive(Clone, Debug, Default)]
pub struct Selector {
    /// (axis, alternatives).
    pub parts: Vec<(String, Vec<String>)>,
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |(axis, patterns): &(String, Vec<String>)| format!("{axis}={}", patterns.join("|"));
        f.write_str(&self.parts.iter().map(part).collect::<Vec<_>>().join(", "))
    }
}

/// Which points there are.
#[derive(Clone, Debug, Default)]
pub struct Points {
    /// Axes that move together: one selector a row, with its place.
    pub linked: Vec<Vec<Spanned<Selector>>>,
    /// Points to leave out, with their place for the message when they match nothing.
    pub exclude: Vec<Spanned<Selector>>,
    /// Points to add.
    pub include: Vec<Spanned<Selector>>,
    /// Per axis: the values that are there for `include` alone.
    pub only_included: Vec<(String, String)>,
}

/// A selector against the axes of one grid: which values of each axis it takes.
#[derive(Clone, Debug)]
pub struct Fit {
    pub(super) collection: Vec<bool>,
    pub(super) judgments: Vec<Vec<bool>>,
    pub(super) measure: Vec<bool>,
    pub(super) runs: Vec<bool>,
    pub(super) topic_sets: Vec<bool>,
    pub(super) evaluation: Vec<bool>,
}

impl Selector {
    /// The axes a selector may name.
    pub const AXES: [&'static str; 7] =
        ["collection", "judgments", "max-rank", "measure", "min-rel", "runs", "topic-sets"];

    /// Both selectors at once.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self { parts: self.parts.iter().chain(&other.parts).cloned().collect() }
    }

    /// Returns true if it says anything of an axis.
    pub fn names(&self, axis: &str) -> bool {
        self.parts.iter().any(|(name, _)| name == axis)
    }

    /// Looks every value of every axis up once, so that a point costs five look-ups.
    pub fn on(&self, grid: &Grid) -> Fit {
        let takes = |axis: &str, names: &[&str]| {
            let of_axis = self.parts.iter().filter(|(name, _)| name == axis);
            of_axis.clone().all(|(_, patterns)| fits_list(patterns, names))
        };
        let evaluation = |point: &super::EvaluationPoint| {
            ["max-rank", "min-rel"].iter().all(|rule| {
                let value = point.swept.iter().find(|(name, _)| name == rule).map_or("", |(_, value)| value);
                takes(rule, &[value])
            })
        };
        Fit {
            collection: grid.collections.iter().map(|c| takes("collection", &[&c.name])).collect(),
            judgments: grid
                .collections
                .iter()
                .map(|c| c.judgment_names.iter().map(|name| takes("judgments", &[name])).collect())
                .collect(),
            measure: grid.measures.iter().map(|m| takes("measure", &[&m.name, &m.label])).collect(),
            runs: grid.runs.iter().map(|r| takes("runs", &[&r.to_string()])).collect(),
            topic_sets: grid
                .topic_sets
                .iter()
                .map(|sets| takes("topic-sets", &[&sets.to_string()]))
                .collect(),
            evaluation: grid.evaluations.iter().map(evaluation).collect(),
        }
    }
}

impl Fit {
    /// Whether `point` fits; an axis that it does not have fits always.
    pub fn fits(&self, point: &Point) -> bool {
        self.takes_collection(point.collection)
            && point.judgments.is_none_or(|judgments| self.takes_judgments(point.collection, judgments))
            && point.measure.is_none_or(|measure| self.takes_measure(measure))
            && self.takes_runs(point.runs)
            && point.topic_sets.is_none_or(|sets| self.takes_topic_sets(sets))
            && self.evaluation[point.evaluation as usize]
    }

    /// Whether points of a collection fit, whatever else they are of.
    pub fn takes_collection(&self, collection: u32) -> bool {
        self.collection[collection as usize]
    }

    /// Whether points of these judgments of a collection fit, whatever else they are of.
    pub fn takes_judgments(&self, collection: u32, judgments: u32) -> bool {
        self.judgments[collection as usize][judgments as usize]
    }

    /// Whether points of a measure fit, whatever else they are of.
    pub fn takes_measure(&self, measure: u32) -> bool {
        self.measure[measure as usize]
    }

    /// Whether points of these sets of topics fit, whatever else they are of.
    pub fn takes_topic_sets(&self, sets: u32) -> bool {
        self.topic_sets[sets as usize]
    }

    /// Whether points of a choice of runs fit, whatever else they are of.
    pub fn takes_runs(&self, runs: u32) -> bool {
        self.runs[runs as usize]
    }
}

/// The rules of [`Points`] against the axes of one grid.
struct Rules {
    linked: Vec<Vec<Fit>>,
    exclude: Vec<Fit>,
    include: Vec<Fit>,
    only_included: Vec<Fit>,
}

impl Rules {
    fn new(grid: &Grid) -> Self {
        let points = &grid.points;
        let value = |(axis, value): &(String, String)| {
            Selector { parts: vec![(axis.clone(), vec![value.clone()])] }.on(grid)
        };
        Self {
            linked: points
                .linked
                .iter()
                .map(|rows| rows.iter().map(|row| row.value.on(grid)).collect())
                .collect(),
            exclude: points.exclude.iter().map(|s| s.value.on(grid)).collect(),
            include: points.include.iter().map(|s| s.value.on(grid)).collect(),
            only_included: points.only_included.iter().map(value).collect(),
        }
    }

    fn has(&self, point: &Point) -> bool {
        let any = |fits: &[Fit]| fits.iter().any(|fit| fit.fits(point));
        (self.linked.iter().all(|rows| any(rows)) && !any(&self.exclude) && !any(&self.only_included))
            || any(&self.include)
    }
}

impl Grid {
    /// The values of an axis, as a selector writes them.
    pub fn values_of(&self, axis: &str) -> Vec<String> {
        let swept = || self.evaluations.iter().flat_map(|point| &point.swept);
        let mut found: Vec<String> = match axis {
            "collection" => self.collections.iter().map(|of| of.name.clone()).collect(),
            "judgments" => self.collections.iter().flat_map(|of| of.judgment_names.clone()).collect(),
            "measure" => self.measures.iter().map(|of| of.label.clone()).collect(),
            "runs" => self.runs.iter().map(ToString::to_string).collect(),
            "topic-sets" => self.topic_sets.iter().map(ToString::to_string).collect(),
            _ => swept().filter(|(rule, _)| *rule == axis).map(|(_, value)| value.clone()).collect(),
        };
        found.sort();
        found.dedup();
        let quoted = |value: String| if value.contains(',') { format!("\"{value}\"") } else { value };
        found.into_iter().map(quoted).collect()
    }

    /// All points, in the order of the axes; measures change fastest. Without measures there are those of
    /// what has none, such as agreement of labels, and so of sets of topics.
    pub fn all_points(&self) -> Vec<Point> {
        let rules = Rules::new(self);
        let axis = |n: usize| 0..n as u32;
        let or_none = |n: usize| if n == 0 { vec![None] } else { axis(n).map(Some).collect::<Vec<_>>() };
        let (measures, topic_sets) = (or_none(self.measures.len()), or_none(self.topic_sets.len()));
        let mut out = Vec::new();
        for collection in axis(self.collections.len()) {
            for runs in axis(self.runs.len()) {
                for evaluation in axis(self.evaluations.len()) {
                    for judgments in axis(self.collections[collection as usize].judgments.len()).map(Some) {
                        for &topic_sets in &topic_sets {
                            let point = |measure| Point {
                                collection,
                                runs,
                                evaluation,
                                judgments,
                                topic_sets,
                                measure,
                            };
                            out.extend(measures.iter().copied().map(point).filter(|point| rules.has(point)));
                        }
                    }
                }
            }
        }
        out
    }
}
