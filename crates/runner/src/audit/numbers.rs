//! The numbers of an audit's cells, by the names of its experiment.

use rejudge_stats::mean;

use crate::exec::Subject;
use crate::grid::{Grid, Judgments, NONE};
use crate::table::Book;

/// The cells of an audited collection.
#[derive(Clone, Copy)]
pub struct Numbers<'a> {
    grid: &'a Grid,
    book: &'a Book,
}

/// A number of a cell.
pub struct Found<'a> {
    /// The judgment set.
    pub judgments: &'a Judgments,
    /// What it is of.
    pub of: &'a Subject,
    /// The draw.
    pub draw: u32,
    /// The number.
    pub value: f64,
}

impl<'a> Numbers<'a> {
    /// The cells of a run of the audit's own experiment.
    pub fn new(grid: &'a Grid, book: &'a Book) -> Self {
        Self { grid, book }
    }

    /// Labels of the measures, in the order of the axis.
    pub fn measures(&self) -> Vec<&'a str> {
        self.grid.measures.iter().map(|m| m.label.as_str()).collect()
    }

    /// How often whatever is random was drawn.
    pub fn draws(&self) -> u32 {
        self.grid.draws_of(0)
    }

    /// All numbers of a statistic's component for a measure, in the order of the plan.
    pub fn of(&self, statistic: &str, component: &str, measure: usize) -> Vec<Found<'a>> {
        let Some(at) = self.grid.statistics.iter().position(|s| s.name == statistic) else {
            return Vec::new();
        };
        let measure = if self.grid.statistics[at].kind.has_measure() { measure as u32 } else { NONE };
        let sets = &self.grid.collections[0].judgments;
        let mut out = Vec::new();
        for point in self.book.points(at as u32, 0, measure) {
            let judgments = sets.get(point.judgments as usize).unwrap_or(&Judgments::Full);
            for drawn in self.book.draws(at as u32, point) {
                let numbers = drawn.numbers.iter().filter(|number| number.component == component);
                out.extend(numbers.map(|n| Found { judgments, of: &n.of, draw: drawn.draw, value: n.value }));
            }
        }
        out
    }

    /// Mean over the draws of what is under the full judgments; `None` where it is undefined.
    pub fn full(&self, statistic: &str, component: &str, measure: usize) -> Option<f64> {
        let found = self.of(statistic, component, measure);
        mean(&found.iter().filter(|f| *f.judgments == Judgments::Full).map(|f| f.value).collect::<Vec<_>>())
    }

    /// A curve over a parameter of the judgments: place and mean over the draws, by place.
    pub fn curve(&self, statistic: &str, parameter: &str, measure: usize) -> Vec<(f64, f64)> {
        let mut places: Vec<(f64, Vec<f64>)> = Vec::new();
        for found in self.of(statistic, "tau", measure) {
            let place = found.judgments.parameter(parameter).and_then(|text| text.parse::<f64>().ok());
            let Some(place) = place else { continue };
            match places.iter_mut().find(|(known, _)| *known == place) {
                Some((_, values)) => values.push(found.value),
                None => places.push((place, vec![found.value])),
            }
        }
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        places.into_iter().filter_map(|(place, values)| Some((place, mean(&values)?))).collect()
    }

    /// The same of one draw.
    pub fn curve_of_draw(
        &self,
        statistic: &str,
        parameter: &str,
        measure: usize,
        draw: u32,
    ) -> Vec<(f64, f64)> {
        let found = self.of(statistic, "tau", measure).into_iter().filter(|found| found.draw == draw);
        let place = |f: &Found<'_>| f.judgments.parameter(parameter)?.parse::<f64>().ok();
        found.filter_map(|f| Some((place(&f)?, f.value))).collect()
    }
}
