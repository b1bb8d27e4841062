//! The points of a grid: product of the axes, thinned by `linked` and `exclude`, widened by `include`.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{EvaluationPoint, Grid, Measure};
use crate::spec::yaml::Spanned;
use crate::spec::{Axis, Selector, fits_list};
use rejudge_pools::{Rule, WithArguments};

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

/// The names of a value, each list under the name of an axis in selectors: a point of swept rules has a value of every
/// rule, empty if it is not swept, and a measure its full name and its label.
type Names<'a> = Vec<(&'static str, Vec<Cow<'a, str>>)>;

impl Point {
    /// Returns the place on an axis; `None` if the point does not have it.
    fn at(&self, axis: Axis) -> Option<u32> {
        match axis {
            Axis::Collection => Some(self.collection),
            Axis::Runs => Some(self.runs),
            Axis::Evaluation => Some(self.evaluation),
            Axis::Judgments => self.judgments,
            Axis::TopicSets => self.topic_sets,
            Axis::Measure => self.measure,
        }
    }

    /// The point at another place of an axis.
    fn with(self, axis: Axis, at: Option<u32>) -> Self {
        const ALWAYS: &str = "every point has a place on this axis";
        match axis {
            Axis::Collection => Self { collection: at.expect(ALWAYS), ..self },
            Axis::Runs => Self { runs: at.expect(ALWAYS), ..self },
            Axis::Evaluation => Self { evaluation: at.expect(ALWAYS), ..self },
            Axis::Judgments => Self { judgments: at, ..self },
            Axis::TopicSets => Self { topic_sets: at, ..self },
            Axis::Measure => Self { measure: at, ..self },
        }
    }

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

/// The points of the grid: selectors with their places for messages, or these against the axes of one grid.
#[derive(Clone, Debug)]
pub struct Points<S = Spanned<Selector>> {
    /// Axes that move together: one selector a row.
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

/// A selector against the axes of one grid: which values of each axis it takes; none are listed if it takes all.
#[derive(Clone, Debug)]
pub struct Fit {
    /// By axis; that of the judgments is empty.
    taken: [Vec<bool>; Axis::ALL.len()],
    /// By collection.
    judgments: Vec<Vec<bool>>,
}

impl Selector {
    /// Both selectors at once.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self { parts: self.parts.iter().chain(&other.parts).cloned().collect() }
    }

    /// Returns true if it has a pattern for an axis.
    pub fn names(&self, axis: &str) -> bool {
        self.parts.iter().any(|(name, _)| name == axis)
    }

    /// Returns true if it takes a value of these names.
    fn takes(&self, names: &Names<'_>) -> bool {
        let fits = |(axis, names): &(&str, Vec<Cow<'_, str>>)| {
            self.parts.iter().filter(|(name, _)| name == axis).all(|(_, patterns)| fits_list(patterns, names))
        };
        names.iter().all(fits)
    }

    /// Looks every value of every axis up once, so that a point costs a look-up for each axis.
    pub fn on(&self, grid: &Grid) -> Fit {
        let taken = |axis: Axis, judgments: &[String]| -> Vec<bool> {
            // Most selectors have patterns for few axes, and names of hundreds of judgment sets are long.
            if !axis.names().iter().any(|(name, _)| self.names(name)) {
                return Vec::new();
            }
            grid.names(axis, judgments).iter().map(|names| self.takes(names)).collect()
        };
        Fit {
            taken: Axis::ALL.map(|axis| taken(axis, &[])),
            judgments: grid.collections.iter().map(|of| taken(Axis::Judgments, &of.judgment_names)).collect(),
        }
    }
}

impl Fit {
    /// The values that both take, which are those of both selectors at once.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let both = |(one, other): (&Vec<bool>, &Vec<bool>)| match (one.is_empty(), other.is_empty()) {
            (true, _) => other.clone(),
            (_, true) => one.clone(),
            _ => one.iter().zip(other).map(|(one, other)| *one && *other).collect(),
        };
        Self {
            taken: std::array::from_fn(|axis| both((&self.taken[axis], &other.taken[axis]))),
            judgments: self.judgments.iter().zip(&other.judgments).map(both).collect(),
        }
    }

    /// This fit, narrowed to some places of an axis. `meant` returns which: for judgments it is called with each
    /// collection, for another axis once, with 0.
    #[must_use]
    pub fn only(&self, axis: Axis, meant: impl Fn(u32) -> Vec<bool>) -> Self {
        let mut only = Self { taken: Default::default(), judgments: vec![Vec::new(); self.judgments.len()] };
        match axis {
            Axis::Judgments => only.judgments = (0..self.judgments.len() as u32).map(meant).collect(),
            axis => only.taken[axis as usize] = meant(0),
        }
        self.and(&only)
    }

    /// Returns true if `point` fits; an axis that it does not have fits always.
    pub fn fits(&self, point: &Point) -> bool {
        let takes = |axis: Axis| point.at(axis).is_none_or(|at| self.takes_at(axis, point.collection, at));
        Axis::ALL.into_iter().all(takes)
    }

    /// Returns true if points at a place of an axis fit, whatever else they are of; judgments are those of a collection.
    pub fn takes_at(&self, axis: Axis, collection: u32, at: u32) -> bool {
        let taken = match axis {
            Axis::Judgments => &self.judgments[collection as usize],
            axis => &self.taken[axis as usize],
        };
        taken.get(at as usize).is_none_or(|taken| *taken)
    }

    /// The same for axes but the judgments, whose places are the same in all collections.
    pub fn takes(&self, axis: Axis, at: u32) -> bool {
        debug_assert!(axis != Axis::Judgments, "judgments are those of a collection");
        self.takes_at(axis, 0, at)
    }

    /// Returns true if some value of every axis fits.
    pub(super) fn takes_a_point(&self) -> bool {
        (0..self.judgments.len() as u32).any(|collection| self.takes_a_point_of(collection))
    }

    /// Returns true if `collection` and some value of every other axis fit.
    pub fn takes_a_point_of(&self, collection: u32) -> bool {
        let is_any = |taken: &[bool]| taken.is_empty() || taken.contains(&true);
        self.takes(Axis::Collection, collection)
            && is_any(&self.judgments[collection as usize])
            && self.taken.iter().all(|taken| is_any(taken))
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
        let any = |fits: &[Fit]| fits.iter().any(|fit| fit.fits(point));
        (self.linked.iter().all(|rows| any(rows)) && !any(&self.exclude) && !any(&self.only_included))
            || any(&self.include)
    }
}

impl Grid {
    /// Returns the names of the values of an axis; judgments differ from collection to collection.
    fn names<'a>(&'a self, axis: Axis, judgments: &'a [String]) -> Vec<Names<'a>> {
        fn named<'a>(axis: &'static str, names: impl Iterator<Item = Cow<'a, str>>) -> Vec<Names<'a>> {
            names.map(|name| vec![(axis, vec![name])]).collect()
        }
        match axis {
            Axis::Collection => named(axis.name(), self.collections.iter().map(|of| of.name.as_str().into())),
            Axis::Runs => named(axis.name(), self.runs.iter().map(|runs| runs.to_string().into())),
            Axis::Judgments => named(axis.name(), judgments.iter().map(|name| name.as_str().into())),
            Axis::TopicSets => named(axis.name(), self.topic_sets.iter().map(|sets| sets.to_string().into())),
            Axis::Measure => {
                let names = |of: &'a Measure| vec![of.name.as_str().into(), of.label.as_str().into()];
                self.measures.iter().map(|of| vec![(axis.name(), names(of))]).collect()
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

    /// Returns the values of an axis as selectors name them, each once and with all of its names.
    pub fn values_of(&self, axis: &str) -> Vec<Vec<String>> {
        let of_collections = self.collections.iter().map(|of| of.judgment_names.as_slice());
        let judgments = of_collections.flat_map(|names| self.names(Axis::Judgments, names));
        let others = Axis::ALL.into_iter().flat_map(|axis| self.names(axis, &[]));
        let names = others.chain(judgments).flatten().filter(|(of, _)| *of == axis).map(|(_, names)| names);
        let names = names.map(|names| names.into_iter().map(Cow::into_owned).collect::<Vec<_>>());
        let mut out: Vec<Vec<String>> = Vec::new();
        let mut known = HashSet::new();
        out.extend(
            names.filter(|names| names.iter().all(|name| !name.is_empty()) && known.insert(names.clone())),
        );
        out
    }

    /// Returns the values that have a parameter on an axis: that of each, and its name.
    pub fn arguments(&self, axis: Axis, parameter: &str) -> Vec<(String, String)> {
        fn parameter_values<R: Rule>(sets: &[WithArguments<R>], parameter: &str) -> Vec<(String, String)> {
            let argument =
                |set: &WithArguments<R>| Some((set.argument(parameter)?.to_owned(), set.to_string()));
            sets.iter().filter_map(argument).collect()
        }
        match axis {
            Axis::Judgments => {
                self.collections.iter().flat_map(|at| parameter_values(&at.judgments, parameter)).collect()
            }
            Axis::TopicSets => parameter_values(&self.topic_sets, parameter),
            _ => Vec::new(),
        }
    }

    /// Returns the number of values of an axis; `None` if cells may lack it.
    fn size(&self, axis: Axis, collection: usize) -> Option<usize> {
        let may_lack = |size: usize| Some(size).filter(|size| *size > 0);
        match axis {
            Axis::Collection => Some(1),
            Axis::Runs => Some(self.runs.len()),
            Axis::Evaluation => Some(self.evaluations_of(collection).count()),
            Axis::Judgments => Some(self.collections[collection].judgments.len()),
            Axis::TopicSets => may_lack(self.topic_sets.len()),
            Axis::Measure => may_lack(self.measures.len()),
        }
    }

    /// Returns the evaluations of a collection, by their places on the axis.
    pub(crate) fn evaluations_of(&self, collection: usize) -> impl Iterator<Item = (u32, &EvaluationPoint)> {
        let descriptor = &self.collections[collection].entry.descriptor;
        (0..).zip(&self.evaluations).filter(|(_, evaluation)| evaluation.is_for(descriptor))
    }

    /// Returns the number of points that the axes of a collection span.
    pub(super) fn product(&self, collection: usize) -> u64 {
        let sizes = Axis::ALL.map(|axis| self.size(axis, collection).unwrap_or(1) as u64);
        sizes.into_iter().try_fold(1_u64, u64::checked_mul).unwrap_or(u64::MAX)
    }

    /// Returns all points, in the order of the axes; measures change fastest. Without measures, returns the
    /// points of statistics without a measure, such as agreement of labels; likewise for sets of topics.
    pub fn all_points(&self) -> Vec<Point> {
        let chosen = self.points.on(self);
        let mut out = Vec::new();
        for at in 0..self.collections.len() {
            let along = |point: Point, axis: Axis| {
                let places: Vec<Option<u32>> = match (axis, self.size(axis, at)) {
                    (Axis::Evaluation, _) => self.evaluations_of(at).map(|(place, _)| Some(place)).collect(),
                    (_, Some(size)) => (0..size as u32).map(Some).collect(),
                    (_, None) => vec![None],
                };
                places.into_iter().map(move |place| point.with(axis, place))
            };
            let [_, between @ .., last] = Axis::ALL;
            let start = Point {
                collection: at as u32,
                runs: 0,
                evaluation: 0,
                judgments: None,
                topic_sets: None,
                measure: None,
            };
            let points = between.into_iter().fold(vec![start], |points, axis| {
                points.into_iter().flat_map(|point| along(point, axis)).collect()
            });
            out.extend(
                points.into_iter().flat_map(|point| along(point, last)).filter(|point| chosen.has(point)),
            );
        }
        out
    }
}
