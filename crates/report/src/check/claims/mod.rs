//! Claims: the statements of the paper, evaluated within each draw.
//!
//! A claim is a condition (`rejudge_experiment::spec::Condition`) on numbers taken from cells (`operand`). It holds or does not in each draw of
//! each collection, with a margin; the outcome of the first measurement is recorded in expected.yaml, and a change in
//! either direction is reported. A claim that does not hold is reported as such.
//!
//! The same condition is evaluated on the printed numbers of a collection (`print`).

mod operand;
mod print;
mod wire;

pub use print::{Print, prints};
pub use wire::claims;
use wire::is_inherited;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use rejudge_stats::{clopper_pearson, mean};

use crate::check::checked_cell::central;

use crate::table::{CellTable, distinct};
use operand::{Cells, Operand, values_of};
use rejudge_experiment::grid::{Axis, Grid, Selector};
pub use rejudge_experiment::spec::Held;
use rejudge_experiment::spec::yaml::Spanned;
use rejudge_experiment::spec::{Condition, Numbers};
use rejudge_experiment::statistics::TEAM_FACTS;

/// A claim, resolved.
#[derive(Clone, Debug)]
pub struct Claim {
    pub name: Spanned<String>,
    pub claim: String,
    /// The section of the paper that makes it.
    pub section: Option<String>,
    condition: Condition<Operand>,
    /// The reason why print, simulated collections and other data differ, if it is known.
    pub differs: Option<String>,
}

/// The claims of an experiment.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// The claims that are evaluated on each collection.
    pub tested: Vec<Claim>,
    /// The claims of an experiment that this one extends, which cannot be evaluated here.
    pub untested: Vec<Untested>,
}

/// A claim of an experiment that this one extends, which cannot be asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untested {
    pub name: String,
    pub why: String,
}

/// The outcome of a claim on one collection.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimOutcome {
    pub name: String,
    pub claim: String,
    /// The section of the paper that makes it.
    pub section: Option<String>,
    pub collection: String,
    /// Draws in which it holds.
    pub holds: usize,
    /// Draws in which it can be evaluated.
    pub draws: usize,
    /// Mean of the margins: the distance from not holding.
    pub margin: Option<f64>,
    /// The 95% prediction interval of the margins.
    pub margins: Option<(f64, f64)>,
    /// The values of the parameters that it goes over at which it can be tested, if it cannot be at others.
    pub only_at: Option<String>,
    /// The reason why it can be evaluated in no draw, if it is known.
    pub why_not: Option<String>,
    /// The unit of the margins.
    pub unit: String,
    /// The recorded result.
    pub before: Option<String>,
    /// The reason why print, simulated collections and other data differ, if it is known.
    pub differs: Option<String>,
}

/// The outcome of a claim on the cells that the paper prints of a collection.
#[derive(Clone, Debug, PartialEq)]
pub struct InPrint {
    pub name: String,
    pub collection: String,
    /// The verdict and its margin; `None` if the cells that decide it are not printed.
    pub outcome: Option<Held>,
}

impl InPrint {
    /// The word in check.json.
    pub fn word(&self) -> &'static str {
        match self.outcome {
            Some(Held { holds: true, .. }) => "holds",
            Some(Held { holds: false, .. }) => "does-not-hold",
            None => "not-printed",
        }
    }
}

/// The number of draws in which a claim was found to hold, by collection: `8/8`.
pub(super) type Recorded = BTreeMap<String, Spanned<String>>;

/// The coverage of the interval shown with `k` of `n` draws.
const COVERAGE: f64 = 0.95;

impl ClaimOutcome {
    /// Returns true if it holds in more than half of the draws, or `None` if it cannot be evaluated.
    pub(crate) fn holds_mostly(&self) -> Option<bool> {
        (self.draws > 0).then(|| 2 * self.holds > self.draws)
    }

    /// `7/8`, or `not-evaluable`.
    pub fn result(&self) -> String {
        if self.draws == 0 { "not-evaluable".to_owned() } else { format!("{}/{}", self.holds, self.draws) }
    }

    /// The interval of Clopper and Pearson, at 95%, for the share of all draws in which it holds.
    pub fn interval(&self) -> Option<(f64, f64)> {
        clopper_pearson(self.holds, self.draws, COVERAGE)
    }

    /// Returns true if the result is not the recorded one.
    pub fn changed(&self) -> bool {
        self.before.as_ref().is_some_and(|before| *before != self.result())
    }
}

impl Claim {
    /// The cells it needs.
    pub fn demands(&self, grid: &Grid) -> Vec<(usize, Selector)> {
        let mut out = Vec::new();
        for operand in self.condition.operands() {
            out.push((operand.statistic, operand.selector.clone()));
            if operand.relevant_for.is_some() {
                let facts = grid.statistics.iter().position(|s| s.is(&TEAM_FACTS));
                out.extend(facts.map(|facts| (facts, Selector::default())));
            }
        }
        out
    }

    /// Returns true if its `where` includes the collection.
    fn is_meant_for(&self, collection: u32) -> bool {
        self.condition.operands().iter().all(|operand| operand.fit.takes(Axis::Collection, collection))
    }

    /// Returns the parameters that it goes over, with the values at which it has numbers, `depth 5, 10`, and true if
    /// there are values without.
    fn tested_at(&self, grid: &Grid, cell_table: &CellTable, collection: u32) -> (Vec<String>, bool) {
        let operands = self.condition.operands();
        let has_number = |parameter: &str, value: &str| {
            operands.iter().all(|operand| {
                (1..=operand.draws(grid, collection as usize)).any(|draw| {
                    let cells = Cells { grid, cell_table, collection, draw };
                    cells.number(operand, Some((parameter, value))).is_some()
                })
            })
        };
        let mut is_part = false;
        let at = |parameter: &str| {
            let all = values_of(grid, collection, parameter);
            let mut values: Vec<&String> = all.iter().filter(|value| has_number(parameter, value)).collect();
            is_part |= values.len() < all.len();
            let number = |value: &str| value.parse::<f64>().ok();
            values.sort_by(|a, b| number(a).partial_cmp(&number(b)).unwrap_or(Ordering::Equal));
            let values: Vec<&str> = values.into_iter().map(String::as_str).collect();
            format!("{parameter} {}", values.join(", "))
        };
        (self.condition.parameters().into_iter().map(at).collect(), is_part)
    }

    /// Returns the unit of its margins.
    fn unit(&self, grid: &Grid) -> String {
        let units = self.condition.units(&|operand: &Operand| operand.unit(grid));
        distinct(units.into_iter()).join(" or ")
    }

    /// Evaluates it on every collection that has cells in the cell table, real ones before simulated ones.
    pub fn evaluate(
        &self,
        grid: &Grid,
        cell_table: &CellTable,
        recorded: Option<&Recorded>,
    ) -> Vec<ClaimOutcome> {
        let mut out = Vec::new();
        for (at, collection) in grid.collections.iter().enumerate() {
            let number = at as u32;
            if !cell_table.has_collection(number) || !self.is_meant_for(number) {
                continue;
            }
            let mut outcome = ClaimOutcome {
                name: self.name.value.clone(),
                claim: self.claim.clone(),
                only_at: None,
                why_not: None,
                section: self.section.clone(),
                collection: collection.name.clone(),
                holds: 0,
                draws: 0,
                margin: None,
                margins: None,
                unit: self.unit(grid),
                // The recorded outcome belongs to the unchanged experiment.
                before: recorded
                    .filter(|_| grid.overrides.is_empty())
                    .and_then(|on| on.get(&collection.name))
                    .map(|on| on.value.clone()),
                differs: self.differs.clone(),
            };
            let mut margins = Vec::new();
            let draws = self.condition.operands().into_iter().map(|operand| operand.draws(grid, at));
            for draw in 1..=draws.max().expect("every condition has a number") {
                let cells = Cells { grid, cell_table, collection: number, draw };
                if let Some(Held { holds, margin, .. }) = self.condition.evaluate(&cells) {
                    outcome.draws += 1;
                    outcome.holds += usize::from(holds);
                    margins.push(margin);
                }
            }
            if outcome.draws == 0 {
                let cells = Cells { grid, cell_table, collection: number, draw: 1 };
                let operands = self.condition.operands();
                outcome.why_not = operands.into_iter().find_map(|operand| cells.why_none(operand));
            }
            outcome.margin = mean(&margins);
            outcome.margins = central(&margins);
            let (tested_at, is_part) = self.tested_at(grid, cell_table, number);
            // The claim was written for an experiment that may have had other values.
            if !grid.overrides.is_empty() || is_inherited(&self.name, grid) {
                outcome.claim.extend(tested_at.iter().map(|at| format!(" [here at {at}]")));
            }
            outcome.only_at = (is_part && outcome.draws > 0).then(|| tested_at.join(", "));
            out.push(outcome);
        }
        out.sort_by_key(|outcome| grid.is_simulated(&outcome.collection));
        out
    }

    /// Evaluates it on the printed numbers of each collection that it is meant for.
    pub fn in_print(&self, prints: &[Print<'_>]) -> Vec<InPrint> {
        let meant = prints.iter().filter(|print| self.is_meant_for(print.counterpart));
        meant
            .map(|print| InPrint {
                name: self.name.value.clone(),
                collection: print.collection.clone(),
                outcome: self.condition.evaluate(print),
            })
            .collect()
    }
}
