//! Findings: what the paper claims in words, evaluated within each draw.
//!
//! A finding is a condition on averages over cells. It holds or does not in each draw of each
//! collection, with a margin; what came out when it was first measured stands under `on`, and a change
//! either way is reported. A finding that does not hold is reported as such.

mod wire;

pub use wire::resolve;

use std::collections::BTreeMap;

use rejudge_stats::mean;
use serde::Deserialize;

use crate::exec::Subject;
use crate::grid::{Fit, Grid, NONE, Point, Selector, StatisticKind};
use crate::table::Book;
use crate::yaml::Spanned;

/// A finding, resolved.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its name.
    pub name: Spanned<String>,
    /// The claim.
    pub claim: String,
    /// Where the paper makes it.
    pub section: Option<String>,
    condition: Condition,
    /// What came out first, by collection: `8/8`.
    pub on: BTreeMap<String, Spanned<String>>,
}

#[derive(Clone, Debug)]
enum Condition {
    Positive(Operand),
    Negative(Operand),
    Greater(Operand, Operand),
    AtLeast(Operand, Operand),
    Between(Operand, f64, f64),
    Falling(Vec<Operand>),
    All(Vec<Condition>),
}

#[derive(Clone, Debug)]
struct Operand {
    statistic: usize,
    component: &'static str,
    take: Take,
    selector: Selector,
    fit: Fit,
    relevant_for: Option<f64>,
}

/// What became of a finding on one collection.
#[derive(Clone, Debug, PartialEq)]
pub struct FindingOutcome {
    /// Its name.
    pub finding: String,
    /// The claim.
    pub claim: String,
    /// Where the paper makes it.
    pub section: Option<String>,
    /// The collection.
    pub collection: String,
    /// Draws in which it holds.
    pub holds: usize,
    /// Draws in which it can be evaluated.
    pub draws: usize,
    /// Mean of the margins: how far from not holding.
    pub margin: Option<f64>,
    /// What `on` says.
    pub before: Option<String>,
}

impl FindingOutcome {
    /// `7/8`, or `not-evaluable`.
    pub fn result(&self) -> String {
        if self.draws == 0 { "not-evaluable".to_owned() } else { format!("{}/{}", self.holds, self.draws) }
    }

    /// Whether it came out otherwise than `on` says.
    pub fn changed(&self) -> bool {
        self.before.as_ref().is_some_and(|before| *before != self.result())
    }
}

/// How cells are averaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Take {
    /// Their mean.
    #[default]
    Mean,
    /// The mean of their absolute values.
    MeanAbs,
    /// The share of them above 0.
    ShareAboveZero,
}

/// Averages of the same numbers in another order may differ in their last bits; what is closer than
/// this is equal.
const EQUAL: f64 = 1e-12;

/// `left - right`, exactly 0 where they are equal but for rounding.
fn difference(left: f64, right: f64) -> f64 {
    let margin = left - right;
    if margin.abs() <= EQUAL { 0.0 } else { margin }
}

impl Condition {
    fn operands(&self) -> Vec<&Operand> {
        match self {
            Self::Positive(of) | Self::Negative(of) | Self::Between(of, ..) => vec![of],
            Self::Greater(left, right) | Self::AtLeast(left, right) => vec![left, right],
            Self::Falling(list) => list.iter().collect(),
            Self::All(list) => list.iter().flat_map(Self::operands).collect(),
        }
    }

    /// Whether it holds, and by how much; `None` where a value is missing.
    fn evaluate(&self, value: &dyn Fn(&Operand) -> Option<f64>) -> Option<(bool, f64)> {
        Some(match self {
            Self::Positive(of) => {
                let v = difference(value(of)?, 0.0);
                (v > 0.0, v)
            }
            Self::Negative(of) => {
                let v = difference(value(of)?, 0.0);
                (v < 0.0, -v)
            }
            Self::Greater(left, right) => {
                let margin = difference(value(left)?, value(right)?);
                (margin > 0.0, margin)
            }
            Self::AtLeast(left, right) => {
                let margin = difference(value(left)?, value(right)?);
                (margin >= 0.0, margin)
            }
            Self::Between(of, low, high) => {
                let v = value(of)?;
                (*low <= v && v <= *high, (v - low).min(high - v))
            }
            Self::Falling(list) => {
                let values: Option<Vec<f64>> = list.iter().map(value).collect();
                let margin = values?.windows(2).map(|w| difference(w[0], w[1])).fold(f64::INFINITY, f64::min);
                (margin > 0.0, margin)
            }
            Self::All(list) => {
                let each: Option<Vec<(bool, f64)>> = list.iter().map(|c| c.evaluate(value)).collect();
                let each = each?;
                let margin = each.iter().map(|(_, margin)| *margin).fold(f64::INFINITY, f64::min);
                (each.iter().all(|(holds, _)| *holds), margin)
            }
        })
    }
}

impl Finding {
    /// The cells it needs.
    pub fn demands(&self, grid: &Grid) -> Vec<(usize, Selector)> {
        let mut out = Vec::new();
        for operand in self.condition.operands() {
            out.push((operand.statistic, operand.selector.clone()));
            if operand.relevant_for.is_some() {
                let facts = grid.statistics.iter().position(|s| s.kind == StatisticKind::TeamFacts);
                out.extend(facts.map(|facts| (facts, Selector::default())));
            }
        }
        out
    }

    /// Whether its `where` takes the collection.
    fn is_meant_for(&self, collection: u32) -> bool {
        let point = Point { collection, runs: NONE, evaluation: NONE, judgments: NONE, measure: NONE };
        self.condition.operands().iter().all(|operand| operand.fit.fits(&point))
    }

    /// Evaluates it on every collection that has cells in `book`.
    pub fn evaluate(&self, grid: &Grid, book: &Book) -> Vec<FindingOutcome> {
        let mut out = Vec::new();
        for (at, collection) in grid.collections.iter().enumerate() {
            let number = at as u32;
            if !book.has_collection(number) || !self.is_meant_for(number) {
                continue;
            }
            let mut outcome = FindingOutcome {
                finding: self.name.value.clone(),
                claim: self.claim.clone(),
                section: self.section.clone(),
                collection: collection.name.clone(),
                holds: 0,
                draws: 0,
                margin: None,
                before: self.on.get(&collection.name).map(|on| on.value.clone()),
            };
            let mut margins = Vec::new();
            for draw in 1..=grid.draws_of(at) {
                let value = |operand: &Operand| operand.value(grid, book, number, draw);
                if let Some((holds, margin)) = self.condition.evaluate(&value) {
                    outcome.draws += 1;
                    outcome.holds += usize::from(holds);
                    margins.push(margin);
                }
            }
            outcome.margin = mean(&margins);
            out.push(outcome);
        }
        out
    }
}

impl Operand {
    fn value(&self, grid: &Grid, book: &Book, collection: u32, draw: u32) -> Option<f64> {
        let statistic = self.statistic as u32;
        let measures: Vec<u32> = if grid.statistics[self.statistic].kind.has_measure() {
            (0..grid.measures.len() as u32).collect()
        } else {
            vec![NONE]
        };
        let (mut values, mut choice) = (Vec::new(), None);
        for measure in measures {
            for point in book.points(statistic, collection, measure).iter().filter(|p| self.fit.fits(p)) {
                // Numbers of different runs or rules have no common average.
                if *choice.get_or_insert((point.runs, point.evaluation)) != (point.runs, point.evaluation) {
                    return None;
                }
                let Some(drawn) = book.draws(statistic, point).iter().find(|d| d.draw == draw) else {
                    continue;
                };
                if book.eligible(grid, point, self.relevant_for, draw) {
                    values.extend(drawn.number(self.component, &Subject::Whole));
                }
            }
        }
        match self.take {
            Take::Mean => mean(&values),
            Take::MeanAbs => mean(&values.iter().map(|v| v.abs()).collect::<Vec<_>>()),
            Take::ShareAboveZero => {
                mean(&values.iter().map(|v| f64::from(u8::from(*v > 0.0))).collect::<Vec<_>>())
            }
        }
    }
}
