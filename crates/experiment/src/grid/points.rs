//! The points of a grid: the product of the axes without the points that `linked` and `exclude` remove, and with the
//! points that `include` adds.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{EvaluationPoint, Grid, Measure};
use crate::spec::yaml::Spanned;
use crate::spec::{Axis, Selector, fits_list};
use rejudge_pools::{Rule, WithArguments};

/// One point: indices into the axes of a [`Grid`]. `judgments` is an index into the collection's own judgment sets. A
/// cell's point lacks judgments or a measure if the statistic needs none. A point without sets of topics uses all
/// topics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    pub collection: u32,
    pub runs: u32,
    pub evaluation: u32,
    pub judgments: Option<u32>,
    pub topic_sets: Option<u32>,
    pub measure: Option<u32>,
}

/// The names that a selector can use for one value of an axis, each with the key of the axis in selectors. A
/// measure has two names, its full name and its label. An evaluation has a key for every rule that may be
/// swept, with an empty name if the experiment does not sweep the rule.
type Names<'a> = Vec<(&'static str, Vec<Cow<'a, str>>)>;

impl Point {
    /// Returns the index on an axis, or `None` if the point does not have the axis.
    fn index_on(&self, axis: Axis) -> Option<u32> {
        match axis {
            Axis::Collection => Some(self.collection),
            Axis::Runs => Some(self.runs),
            Axis::Evaluation => Some(self.evaluation),
            Axis::Judgments => self.judgments,
            Axis::TopicSets => self.topic_sets,
            Axis::Measure => self.measure,
        }
    }

    /// Returns the point with another index on an axis.
    fn with_index(self, axis: Axis, index: Option<u32>) -> Self {
        const ALWAYS: &str = "every point has an index on this axis";
        match axis {
            Axis::Collection => Self { collection: index.expect(ALWAYS), ..self },
            Axis::Runs => Self { runs: index.expect(ALWAYS), ..self },
            Axis::Evaluation => Self { evaluation: index.expect(ALWAYS), ..self },
            Axis::Judgments => Self { judgments: index, ..self },
            Axis::TopicSets => Self { topic_sets: index, ..self },
            Axis::Measure => Self { measure: index, ..self },
        }
    }

    /// Returns the point of the compared runs, which has no judgments, no sets of topics and no measure.
    #[must_use]
    pub fn roster_point(&self) -> Self {
        Self { judgments: None, topic_sets: None, measure: None, ..*self }
    }

    /// Returns the point of the score matrix, which has all topics.
    #[must_use]
    pub(crate) fn score_point(&self) -> Self {
        Self { topic_sets: None, ..*self }
    }
}

/// The rows of `linked`, `exclude` and `include`. A row is a selector with its position in the YAML, or a
/// [`Fit`] after the selectors were matched with the axes of a grid.
#[derive(Clone, Debug)]
pub struct Points<S = Spanned<Selector>> {
    /// Axes that change together: a selector for each row.
    pub linked: Vec<Vec<S>>,
    /// Points to leave out.
    pub exclude: Vec<S>,
    /// Points to add.
    pub include: Vec<S>,
    /// Values that occur only in `include`.
    pub only_included: Vec<S>,
}

impl<S> Default for Points<S> {
    fn default() -> Self {
        Self { linked: Vec::new(), exclude: Vec::new(), include: Vec::new(), only_included: Vec::new() }
    }
}

/// The values of a grid's axes that a selector takes. If the selector has no pattern for an axis, the list of
/// the axis is empty, and all of its values are taken.
#[derive(Clone, Debug)]
pub struct Fit {
    /// For each axis except `judgments`, true for each value that is taken. The list of `judgments` is empty here.
    taken_values: [Vec<bool>; Axis::ALL.len()],
    /// For each collection, true for each judgment set that is taken.
    judgments: Vec<Vec<bool>>,
}

impl Selector {
    /// Returns the selector of the points that both select.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self { parts: self.parts.iter().chain(&other.parts).cloned().collect() }
    }

    /// Returns true if the selector has a pattern for an axis.
    pub fn names(&self, axis: &str) -> bool {
        self.parts.iter().any(|(name, _)| name == axis)
    }

    /// Returns true if the selector takes the value with these names.
    fn takes(&self, names: &Names<'_>) -> bool {
        names.iter().all(|(axis, names)| {
            self.parts.iter().filter(|(name, _)| name == axis).all(|(_, patterns)| fits_list(patterns, names))
        })
    }

    /// Returns the values of each axis of `grid` that match the patterns. The patterns are matched here once,
    /// so that testing a point is only a look-up.
    pub fn on(&self, grid: &Grid) -> Fit {
        let values_of = |axis: Axis, judgments: &[String]| -> Vec<bool> {
            // Most selectors have patterns for few axes, and writing the names of hundreds of judgment sets takes time.
            if !axis.names().iter().any(|(name, _)| self.names(name)) {
                return Vec::new();
            }
            grid.names(axis, judgments).iter().map(|names| self.takes(names)).collect()
        };
        Fit {
            taken_values: Axis::ALL.map(|axis| values_of(axis, &[])),
            judgments: grid
                .collections
                .iter()
                .map(|collection| values_of(Axis::Judgments, &collection.judgment_names))
                .collect(),
        }
    }
}

impl Fit {
    /// Returns the values that both fits take.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        // An empty list takes all values.
        let intersection = |(first, second): (&Vec<bool>, &Vec<bool>)| {
            if first.is_empty() {
                second.clone()
            } else if second.is_empty() {
                first.clone()
            } else {
                first.iter().zip(second).map(|(first, second)| *first && *second).collect()
            }
        };
        Self {
            taken_values: std::array::from_fn(|axis| {
                intersection((&self.taken_values[axis], &other.taken_values[axis]))
            }),
            judgments: self.judgments.iter().zip(&other.judgments).map(intersection).collect(),
        }
    }

    /// Restricts the fit to some values of an axis. `takes` returns true for each value that stays. For the
    /// axis `judgments`, `takes` is called with the index of each collection, and for any other axis once,
    /// with 0.
    #[must_use]
    pub fn only(&self, axis: Axis, takes: impl Fn(u32) -> Vec<bool>) -> Self {
        let mut only =
            Self { taken_values: Default::default(), judgments: vec![Vec::new(); self.judgments.len()] };
        match axis {
            Axis::Judgments => only.judgments = (0..self.judgments.len() as u32).map(takes).collect(),
            axis => only.taken_values[axis as usize] = takes(0),
        }
        self.and(&only)
    }

    /// Returns true if `point` fits. An axis that the point does not have always fits.
    pub fn fits(&self, point: &Point) -> bool {
        let takes = |axis: Axis| {
            point.index_on(axis).is_none_or(|index| self.takes_at(axis, point.collection, index))
        };
        Axis::ALL.into_iter().all(takes)
    }

    /// Returns true if the value at `index` of an axis fits. Judgments are indexed within `collection`.
    pub fn takes_at(&self, axis: Axis, collection: u32, index: u32) -> bool {
        let values = match axis {
            Axis::Judgments => &self.judgments[collection as usize],
            axis => &self.taken_values[axis as usize],
        };
        values.get(index as usize).is_none_or(|is_taken| *is_taken)
    }

    /// Returns true if the value at `index` of an axis fits. For judgments use [`Self::takes_at`], because each collection
    /// has its own.
    pub fn takes(&self, axis: Axis, index: u32) -> bool {
        debug_assert!(axis != Axis::Judgments, "each collection has its own judgment sets");
        self.takes_at(axis, 0, index)
    }

    /// Returns true if at least one collection fits, with one of its judgment sets and one value of every other axis.
    pub(super) fn takes_a_point(&self) -> bool {
        (0..self.judgments.len() as u32).any(|collection| self.takes_a_point_of(collection))
    }

    /// Returns true if `collection` and at least one value of every other axis fit.
    pub fn takes_a_point_of(&self, collection: u32) -> bool {
        let takes_any = |taken: &[bool]| taken.is_empty() || taken.contains(&true);
        self.takes(Axis::Collection, collection)
            && takes_any(&self.judgments[collection as usize])
            && self.taken_values.iter().all(|taken| takes_any(taken))
    }
}

impl Points {
    fn on(&self, grid: &Grid) -> Points<Fit> {
        let fits = |selectors: &Vec<Spanned<Selector>>| -> Vec<Fit> {
            selectors.iter().map(|selector| selector.value.on(grid)).collect()
        };
        Points {
            linked: self.linked.iter().map(fits).collect(),
            exclude: fits(&self.exclude),
            include: fits(&self.include),
            only_included: fits(&self.only_included),
        }
    }
}

impl Points<Fit> {
    fn has(&self, point: &Point) -> bool {
        let any_fits = |fits: &[Fit]| fits.iter().any(|fit| fit.fits(point));
        (self.linked.iter().all(|rows| any_fits(rows))
            && !any_fits(&self.exclude)
            && !any_fits(&self.only_included))
            || any_fits(&self.include)
    }
}

impl Grid {
    /// Returns the names of an axis's values. `judgments` are the names of one collection's judgment sets.
    fn names<'a>(&'a self, axis: Axis, judgments: &'a [String]) -> Vec<Names<'a>> {
        fn by_axis<'a>(axis: &'static str, names: impl Iterator<Item = Cow<'a, str>>) -> Vec<Names<'a>> {
            names.map(|name| vec![(axis, vec![name])]).collect()
        }
        match axis {
            Axis::Collection => by_axis(
                axis.name(),
                self.collections.iter().map(|collection| collection.name.as_str().into()),
            ),
            Axis::Runs => by_axis(axis.name(), self.runs.iter().map(|runs| runs.to_string().into())),
            Axis::Judgments => by_axis(axis.name(), judgments.iter().map(|name| name.as_str().into())),
            Axis::TopicSets => {
                by_axis(axis.name(), self.topic_sets.iter().map(|sets| sets.to_string().into()))
            }
            Axis::Measure => {
                let names =
                    |measure: &'a Measure| vec![measure.name.as_str().into(), measure.label.as_str().into()];
                self.measures.iter().map(|measure| vec![(axis.name(), names(measure))]).collect()
            }
            Axis::Evaluation => {
                let names = |point: &'a EvaluationPoint| {
                    let value = |rule: &'static str| point.swept_value(rule).unwrap_or_default().into();
                    axis.names().iter().map(|(rule, _)| (*rule, vec![value(rule)])).collect()
                };
                self.evaluations.iter().map(names).collect()
            }
        }
    }

    /// Returns the names of each value of an axis, as they are written in selectors. Each value is returned once.
    pub fn values_of(&self, axis: &str) -> Vec<Vec<String>> {
        let judgments = self
            .collections
            .iter()
            .flat_map(|collection| self.names(Axis::Judgments, &collection.judgment_names));
        let other_names = Axis::ALL.into_iter().flat_map(|axis| self.names(axis, &[]));
        let names =
            other_names.chain(judgments).flatten().filter(|(name, _)| *name == axis).map(|(_, names)| names);
        let names = names.map(|names| names.into_iter().map(Cow::into_owned).collect::<Vec<_>>());
        let mut out: Vec<Vec<String>> = Vec::new();
        let mut seen = HashSet::new();
        out.extend(
            names.filter(|names| names.iter().all(|name| !name.is_empty()) && seen.insert(names.clone())),
        );
        out
    }

    /// Returns the argument and the name of each value of an axis that has the parameter, such as `10` and
    /// `pool-depth(depth=10)`.
    pub fn arguments(&self, axis: Axis, parameter: &str) -> Vec<(String, String)> {
        fn parameter_values<R: Rule>(sets: &[WithArguments<R>], parameter: &str) -> Vec<(String, String)> {
            let argument =
                |set: &WithArguments<R>| Some((set.argument(parameter)?.to_owned(), set.to_string()));
            sets.iter().filter_map(argument).collect()
        }
        match axis {
            Axis::Judgments => self
                .collections
                .iter()
                .flat_map(|collection| parameter_values(&collection.judgments, parameter))
                .collect(),
            Axis::TopicSets => parameter_values(&self.topic_sets, parameter),
            _ => Vec::new(),
        }
    }

    /// Returns the number of values that an axis has for one collection, or `None` if the axis is empty and points
    /// do not have it.
    fn size(&self, axis: Axis, collection: usize) -> Option<usize> {
        let unless_empty = |size: usize| Some(size).filter(|size| *size > 0);
        match axis {
            Axis::Collection => Some(1),
            Axis::Runs => Some(self.runs.len()),
            Axis::Evaluation => Some(self.evaluations_of(collection).count()),
            Axis::Judgments => Some(self.collections[collection].judgments.len()),
            Axis::TopicSets => unless_empty(self.topic_sets.len()),
            Axis::Measure => unless_empty(self.measures.len()),
        }
    }

    /// Returns the evaluations of a collection, each with the index on the axis.
    pub(crate) fn evaluations_of(&self, collection: usize) -> impl Iterator<Item = (u32, &EvaluationPoint)> {
        let descriptor = &self.collections[collection].entry.descriptor;
        (0..).zip(&self.evaluations).filter(|(_, evaluation)| evaluation.is_for(descriptor))
    }

    /// Returns the number of points that the axes of a collection span.
    pub(super) fn product(&self, collection: usize) -> u64 {
        let sizes = Axis::ALL.map(|axis| self.size(axis, collection).unwrap_or(1) as u64);
        sizes.into_iter().try_fold(1_u64, u64::checked_mul).unwrap_or(u64::MAX)
    }

    /// Returns all points in the order of the axes, with measures changing fastest. If the grid has no
    /// measures, or no sets of topics, the points have none. Statistics such as the agreement of labels
    /// need no measure.
    pub fn all_points(&self) -> Vec<Point> {
        let chosen = self.points.on(self);
        let mut out = Vec::new();
        for collection in 0..self.collections.len() {
            let points_along = |point: Point, axis: Axis| {
                let indices: Vec<Option<u32>> = match (axis, self.size(axis, collection)) {
                    (Axis::Evaluation, _) => {
                        self.evaluations_of(collection).map(|(index, _)| Some(index)).collect()
                    }
                    (_, Some(size)) => (0..size as u32).map(Some).collect(),
                    (_, None) => vec![None],
                };
                indices.into_iter().map(move |index| point.with_index(axis, index))
            };
            let [_, between @ .., last] = Axis::ALL;
            let start = Point {
                collection: collection as u32,
                runs: 0,
                evaluation: 0,
                judgments: None,
                topic_sets: None,
                measure: None,
            };
            let points = between.into_iter().fold(vec![start], |points, axis| {
                points.into_iter().flat_map(|point| points_along(point, axis)).collect()
            });
            out.extend(
                points
                    .into_iter()
                    .flat_map(|point| points_along(point, last))
                    .filter(|point| chosen.has(point)),
            );
        }
        out
    }
}
