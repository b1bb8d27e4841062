//! The numbers of an audit's cells, by the names of its experiment.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rejudge_collections::Ties;
use rejudge_stats::{Dips, knee, mean, standard_deviation};

use rejudge_exec::Subject;
use rejudge_grid::{Grid, Measure};
use rejudge_metrics::registry::Relevance;
use rejudge_pools::JudgmentSet;
use rejudge_spec::NoRelevant;
use rejudge_table::Book;

/// A ranking in which all runs are alike correlates with none: at a place of a curve that stands for no
/// agreement at all.
const NO_RANKING: f64 = -1.0;

/// What a number of no judgment set is told under.
static FULL: LazyLock<JudgmentSet> = LazyLock::new(JudgmentSet::full);

/// The cells of an audited collection.
#[derive(Clone, Copy)]
pub struct Numbers<'a> {
    grid: &'a Grid,
    book: &'a Book,
}

/// A number of a cell.
pub struct CellNumber<'a> {
    /// The judgment set.
    pub judgments: &'a JudgmentSet,
    /// What it is of.
    pub of: &'a Subject,
    /// The draw.
    pub draw: u32,
    /// Topics that it is over.
    pub topics: usize,
    /// The number.
    pub value: f64,
}

/// A correlation over a parameter of the judgments: a value a draw at each place, by place.
#[derive(Clone, Debug, Default)]
pub struct Curve(Vec<(f64, Vec<f64>)>);

impl Curve {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The mean over the draws at each place, and so many standard errors more.
    pub fn mean(&self, errors: f64) -> Vec<(f64, f64)> {
        let of_draws = |(place, values): &(f64, Vec<f64>)| {
            let error = standard_deviation(values).unwrap_or(0.0) / (values.len() as f64).sqrt();
            Some((*place, mean(values)? + errors * error))
        };
        self.0.iter().filter_map(of_draws).collect()
    }

    /// The least of the draws at each place.
    pub fn least(&self) -> Vec<(f64, f64)> {
        let of_draws = |(place, values): &(f64, Vec<f64>)| {
            let least = values.iter().copied().reduce(f64::min)?;
            Some((*place, least))
        };
        self.0.iter().filter_map(of_draws).collect()
    }

    /// From where on the mean, with so many standard errors more, is above a value, up to the `whole`.
    pub fn knee(&self, whole: f64, above: f64, errors: f64) -> f64 {
        knee(&self.mean(errors), whole, above, Dips::Counted)
    }

    /// The knee of each draw, by itself: the smallest and the largest.
    pub fn knees(&self, whole: f64, above: f64) -> (f64, f64) {
        let draws = self.0.iter().map(|(_, values)| values.len()).min().unwrap_or(0);
        let of = |draw: usize| {
            let curve: Vec<(f64, f64)> =
                self.0.iter().map(|(place, values)| (*place, values[draw])).collect();
            knee(&curve, whole, above, Dips::Counted)
        };
        let all: Vec<f64> = (0..draws).map(of).collect();
        (all.iter().copied().fold(whole, f64::min), all.iter().copied().fold(0.0, f64::max))
    }
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

    /// Their canonical names.
    pub fn measure_names(&self) -> Vec<&'a str> {
        self.grid.measures.iter().map(|m| m.name.as_str()).collect()
    }

    /// How often whatever is random was drawn.
    pub fn draws(&self) -> u32 {
        self.grid.draws_of(0)
    }

    /// The level from which documents are relevant.
    pub fn min_rel(&self) -> u8 {
        self.grid.evaluations[0].rules.min_rel.get()
    }

    /// Labels of the measures that go by gains, whatever the level from which documents are relevant.
    pub fn graded(&self) -> Vec<String> {
        let is_graded = |m: &&Measure| m.metric.family().entry().relevance == Relevance::Graded;
        self.grid.measures.iter().filter(is_graded).map(|m| m.label.clone()).collect()
    }

    /// What becomes of topics without a relevant document.
    pub fn no_relevant(&self) -> NoRelevant {
        self.grid.evaluations[0].rules.no_relevant
    }

    /// The rank down to which runs are scored.
    pub fn max_rank(&self) -> usize {
        self.grid.evaluations[0].rules.depth()
    }

    /// What documents are ordered by, and what orders those that are equal in it.
    pub fn order(&self) -> [&'static str; 2] {
        match self.grid.evaluations[0].rules.ties {
            Ties::DocnoDescending => ["score", "the greater document id first"],
            Ties::DocnoAscending => ["score", "the smaller document id first"],
            Ties::FileOrder => ["line", "the order of the lines"],
            Ties::Rank => ["rank", "the order of the lines"],
        }
    }

    /// All numbers of a statistic's component for a measure, in the order of the plan.
    pub fn of(&self, statistic: &str, component: &str, measure: usize) -> Vec<CellNumber<'a>> {
        let Some(at) = self.grid.statistics.iter().position(|s| s.name == statistic) else {
            return Vec::new();
        };
        let measure = self.grid.statistics[at].entry.has_measure.then_some(measure as u32);
        let mut out = Vec::new();
        for point in self.book.points(at as u32, 0, measure) {
            let judgments = self.grid.set(point).unwrap_or(&FULL);
            for drawn in self.book.draws(at as u32, point) {
                let numbers =
                    self.book.numbers(drawn).filter(|(of_component, ..)| *of_component == component);
                out.extend(numbers.map(|(_, of, value)| CellNumber {
                    judgments,
                    of,
                    draw: drawn.draw,
                    topics: drawn.topics as usize,
                    value,
                }));
            }
        }
        out
    }

    /// What is under the full judgments, by draw.
    pub fn by_draw(&self, statistic: &str, component: &str, measure: usize) -> Vec<f64> {
        let found = self.of(statistic, component, measure).into_iter();
        found.filter(|f| f.judgments.is_full()).map(|f| f.value).collect()
    }

    /// Its mean over the draws; `None` where it is undefined.
    pub fn full(&self, statistic: &str, component: &str, measure: usize) -> Option<f64> {
        mean(&self.by_draw(statistic, component, measure))
    }

    /// The score of each run by all judgments.
    pub fn scores(&self, measure: usize) -> Vec<f64> {
        let found = self.of("scores", "score", measure).into_iter();
        found.filter(|f| f.judgments.is_full() && f.draw == 1).map(|f| f.value).collect()
    }

    /// A curve of a correlation over a parameter of the judgments, which has a value at every place of the
    /// axis.
    pub fn curve(&self, statistic: &str, parameter: &str, measure: usize) -> Curve {
        let place = |set: &JudgmentSet| set.number(parameter);
        let found = self.of(statistic, "tau", measure);
        if found.is_empty() {
            return Curve::default();
        }
        let by_set: BTreeMap<(String, u32), f64> =
            found.iter().map(|f| ((f.judgments.to_string(), f.draw), f.value)).collect();
        let mut places: Vec<(f64, Vec<f64>)> = Vec::new();
        for set in &self.grid.collections[0].judgments {
            let Some(place) = place(set) else { continue };
            let of = |draw: u32| by_set.get(&(set.to_string(), draw)).copied().unwrap_or(NO_RANKING);
            places.push((place, (1..=self.draws()).map(of).collect()));
        }
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        Curve(places)
    }

    /// The share of the judged documents that a sampling rate leaves, by rate, over the draws.
    pub fn kept(&self) -> Vec<(f64, f64)> {
        let Some(all) = self.full("facts", "judged", 0).filter(|all| *all > 0.0) else { return Vec::new() };
        let mut by_rate: BTreeMap<String, (f64, Vec<f64>)> = BTreeMap::new();
        for found in self.of("facts", "judged", 0) {
            let rate = found.judgments.number("rate");
            if let Some(rate) = rate {
                let at = found.judgments.to_string();
                by_rate.entry(at).or_insert((rate, Vec::new())).1.push(found.value / all);
            }
        }
        let mut kept: Vec<(f64, f64)> =
            by_rate.into_values().filter_map(|(rate, shares)| Some((rate, mean(&shares)?))).collect();
        kept.sort_by(|a, b| a.0.total_cmp(&b.0));
        kept
    }
}
