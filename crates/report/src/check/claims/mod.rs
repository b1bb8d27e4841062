//! Claims: statements of the paper, evaluated in each draw.
//!
//! A claim is a condition (`rejudge_experiment::spec::Condition`) on the numbers of cells (`operand`). In each draw of
//! a collection the condition holds or fails, with a margin. expected.yaml records outcomes, and a check fails if an
//! outcome differs from the recorded one. A claim that fails is not a failure of the check.
//!
//! The same condition is evaluated on the printed numbers of a collection (`print`).

mod grounds;
mod operand;
mod print;
mod resampling;
mod skew;
mod wire;

pub(crate) use grounds::facts_of;
pub use grounds::{Ground, Group};
pub use print::{Print, prints};
pub use resampling::{RealVerdicts, Resampling};
pub use skew::Skew;
pub use wire::claims;
use wire::is_inherited;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use rejudge_names::plural::counted;
use rejudge_pools::{NoVerdict, check_enough};
use rejudge_stats::{CONFIDENCE, clopper_pearson, mean};
use serde::Serialize;

use crate::check::check_row::Spread;

use crate::check::computed::original;
use crate::table::{CellTable, LEFT_OUT, distinct};
use operand::{Cells, Operand, Taken};
use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::{Axis, Collection, Grid, Selector};
pub use rejudge_experiment::spec::ConditionOutcome;
use rejudge_experiment::spec::yaml::Spanned;
use rejudge_experiment::spec::{Condition, Numbers};
use rejudge_experiment::statistics::TEAM_FACTS;

/// A claim whose names are resolved.
#[derive(Clone, Debug)]
pub struct Claim {
    pub name: Spanned<String>,
    pub claim: String,
    /// The section of the paper that makes the claim.
    pub section: Option<String>,
    /// The paper's collections that the claim is about; empty if it is about all of them.
    of: Vec<String>,
    /// False if the claim is our own reading of the paper, or a fact about the paper's own data. Such a claim
    /// is shown, but not counted.
    pub is_counted: bool,
    /// The condition and the selection of its cells, as in the YAML file.
    text: String,
    condition: Condition<Operand>,
    /// The reason why printed, simulated and real collections disagree, if it is known.
    pub differs: Option<String>,
}

/// The claims of an experiment.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// The claims that are evaluated on each collection.
    pub tested: Vec<Claim>,
    /// Claims of an experiment that this one extends, if they cannot be evaluated here.
    pub untested: Vec<Untested>,
}

/// An inherited claim that cannot be evaluated here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untested {
    pub name: String,
    pub why: String,
}

/// A claim with its outcomes.
#[derive(Clone, Debug)]
pub struct CheckedClaim {
    pub claim: Claim,
    /// The unit of the margins, such as a measure or a count.
    pub unit: String,
    /// The outcomes on the numbers that the paper prints, for each collection.
    pub in_print: Vec<InPrint>,
    /// The outcomes on each collection that has results, real ones before simulated ones.
    pub outcomes: Vec<ClaimOutcome>,
    /// The recorded results, to compare the outcomes with.
    pub(super) recorded: Recorded,
}

/// The outcome of a claim on one collection.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimOutcome {
    pub collection: String,
    pub kind: Kind,
    /// The group of the collection, if its runs are real.
    pub group: Option<Group>,
    /// False if the claim itself is not counted ([`Claim::is_counted`]), or if it is about other collections
    /// only. Such an outcome is shown, but not counted.
    pub is_counted: bool,
    /// The number of draws in which the claim holds.
    pub holds: usize,
    /// The number of draws in which the claim can be evaluated.
    pub draws: usize,
    /// The mean of the margins. A margin is the distance from failing or, if it is negative, from holding.
    pub margin: Option<f64>,
    /// The spread of the margins over the draws.
    pub margins: Option<Spread>,
    /// The number of different choices of runs among the draws (`RealVerdict::choices`). If claims.parquet
    /// has no verdict on the claim and the collection, this is the number of draws.
    pub choices: usize,
    /// The outcome over draws of both runs and topics; `None` if the topics are not resampled, or if no draw
    /// can be evaluated.
    pub resampling: Option<Resampling>,
    /// The quantities whose mean and median over the teams have different signs.
    pub skews: Vec<Skew>,
    /// A note such as ` [here at depth 5, 10]`, if the claim may have been written for other values of a
    /// parameter that it compares: it is inherited, or the experiment was changed on the command line.
    pub here_at: String,
    /// The parameter values at which the claim can be tested, such as `depth 5, 10`; `None` if it can be
    /// tested at every value, or at none.
    pub only_at: Option<String>,
    /// The reason why there is no verdict, if it is known.
    pub why_not: Option<String>,
    /// The recorded result.
    pub before: Option<String>,
}

/// The outcome of a claim on the numbers that the paper prints for one collection.
#[derive(Clone, Debug, PartialEq)]
pub struct InPrint {
    pub collection: String,
    /// The verdict and its margin; `None` if the paper does not print all numbers that decide it.
    pub outcome: Option<ConditionOutcome>,
}

/// The recorded results of a claim, such as `holds 193/200`, by collection.
pub(super) type Recorded = BTreeMap<String, Spanned<String>>;

/// The verdict on a claim on one collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    Holds,
    Fails,
    /// The claim is true in more than a tenth and less than nine tenths of the draws, or for one of only two
    /// choices of runs.
    Undecided,
}

/// A claim holds if it is true in at least this share of the draws, and fails if it is false in at least this share.
const DECISIVE_SHARE: f64 = 0.9;

/// If there are at most this many choices of runs, the share of draws says little.
const TOO_FEW_CHOICES: usize = 2;

impl ClaimVerdict {
    /// All verdicts, in the order in which they are counted.
    pub const ALL: [Self; 3] = [Self::Holds, Self::Undecided, Self::Fails];

    /// Returns the verdict of a claim that is true in `holds` of `draws` draws, or `None` without draws.
    pub fn from_draws(holds: usize, draws: usize) -> Option<Self> {
        let share = (draws > 0).then(|| holds as f64 / draws as f64)?;
        Some(match share {
            _ if share >= DECISIVE_SHARE => Self::Holds,
            // Not `share <= 1.0 - DECISIVE_SHARE`: in binary 1 - .9 is less than .1, so 1 of 10 draws would be undecided.
            _ if 1.0 - share >= DECISIVE_SHARE => Self::Fails,
            _ => Self::Undecided,
        })
    }

    /// Returns the verdict as one word, for files and pages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Undecided => "undecided",
        }
    }
}

impl ClaimOutcome {
    /// Removes the verdict, because only `evaluable` of the draws can be evaluated, and the claim may be false in
    /// all other draws.
    fn without_verdict(self, evaluable: usize, draws: u32) -> Self {
        let samples = counted(draws as usize, "sample");
        let why_not = format!("only {evaluable} of {samples} of the topics can be evaluated");
        let why_not = Some(why_not);
        Self { holds: 0, draws: 0, margin: None, margins: None, resampling: None, why_not, ..self }
    }

    /// Returns the verdict, or `None` if the claim cannot be evaluated.
    pub fn verdict(&self) -> Option<ClaimVerdict> {
        match self.share() {
            Some((holds, draws)) => ClaimVerdict::from_draws(holds, draws),
            None if self.draws == 0 => None,
            None if self.holds == self.draws => Some(ClaimVerdict::Holds),
            None if self.holds == 0 => Some(ClaimVerdict::Fails),
            None => Some(ClaimVerdict::Undecided),
        }
    }

    /// Returns the number of draws in which the claim holds, and the number of draws in which it can be
    /// evaluated. A draw is a choice of runs and a sample of topics, or only a choice of runs if the topics are not
    /// resampled.
    /// Returns `None` if there are no draws. On real runs whose topics are not resampled, also returns
    /// `None` if the draws have at most two different choices of runs, because a share of two choices says
    /// little.
    pub fn share(&self) -> Option<(usize, usize)> {
        match self.resampling {
            Some(Resampling { holds, draws, .. }) => Some((holds, draws)),
            // Each draw of a twin is a separate collection, so the number of choices of runs does not matter.
            None if self.group.is_none() => Some((self.holds, self.draws)).filter(|_| self.draws > 0),
            None => (self.choices > TOO_FEW_CHOICES)
                .then_some((self.holds, self.draws))
                .filter(|_| self.draws > 0),
        }
    }

    /// Returns the verdict and the share of draws, as in `undecided 7/8`, or only the verdict if there is no share.
    /// Without a verdict, returns `not-evaluable`.
    pub fn result(&self) -> String {
        match (self.verdict(), self.share()) {
            (None, _) => "not-evaluable".to_owned(),
            (Some(verdict), None) => verdict.word().to_owned(),
            (Some(verdict), Some((holds, draws))) => format!("{} {holds}/{draws}", verdict.word()),
        }
    }

    /// Returns the 95% interval of Clopper and Pearson for the true share of draws in which the claim holds.
    /// Returns `None` if [`Self::share`] does.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let (holds, draws) = self.share()?;
        clopper_pearson(holds, draws, CONFIDENCE)
    }

    /// Returns true if the result differs from the recorded one.
    pub fn changed(&self) -> bool {
        self.before.as_ref().is_some_and(|before| *before != self.result())
    }
}

impl Claim {
    /// Returns the cells that the claim needs, as statistics with selectors.
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

    /// Returns true if the claim's `where` includes the collection.
    fn is_meant_for(&self, collection: u32) -> bool {
        self.condition.operands().iter().all(|operand| operand.fit.takes(Axis::Collection, collection))
    }

    /// Returns true if the paper makes the claim about this collection. A twin counts as the collection that it simulates.
    /// An open collection counts as the paper's collection that its public runs come from.
    fn is_about(&self, collection: &Collection) -> bool {
        let paper = collection.paper.as_ref().map(|paper| paper.name.as_str());
        let original = original(collection);
        let names = [Some(collection.name.as_str()), paper, original];
        self.of.is_empty() || self.of.iter().any(|name| names.contains(&Some(name)))
    }

    /// Returns the unit of the claim's margins.
    fn unit(&self, grid: &Grid) -> String {
        let units = self.condition.units(&|operand: &Operand| operand.unit(grid));
        distinct(units.into_iter()).join(" or ")
    }

    /// Evaluates the claim on the printed numbers of each collection that it is about, and on every collection that has
    /// computed cells. Collections that its `where` excludes are left out. A collection with a reason in `too_few` has
    /// an outcome without a verdict.
    pub fn checked(
        self,
        grid: &Grid,
        cell_table: &CellTable,
        prints: &[Print<'_>],
        too_few: &[Option<NoVerdict>],
        (grounds, real_verdicts): (&[Ground], &RealVerdicts),
        recorded: Recorded,
    ) -> CheckedClaim {
        let is_about = |name: &str| {
            let printed = grid.collections.iter().find(|collection| collection.name == name);
            printed.is_none_or(|collection| self.is_about(collection))
        };
        let printed =
            prints.iter().filter(|print| self.is_meant_for(print.counterpart) && is_about(&print.collection));
        let in_print = printed.map(|print| InPrint {
            collection: print.collection.clone(),
            outcome: self.condition.evaluate(print),
        });
        let (in_print, unit) = (in_print.collect(), self.unit(grid));
        let numbers = 0..grid.collections.len() as u32;
        let computed = numbers
            .filter(|collection| cell_table.has_collection(*collection) && self.is_meant_for(*collection));
        let outcome = |collection: u32| {
            let too_few = too_few[collection as usize].as_ref();
            let outcome = self.evaluate(grid, cell_table, (collection, too_few), &recorded);
            let ground = grounds.iter().find(|ground| ground.collection == outcome.collection);
            let real = real_verdicts.get(&self, &outcome.collection).filter(|_| outcome.draws > 0);
            let resampling = real.and_then(|real| real.resampling);
            let outcome = ClaimOutcome {
                group: ground.map(|ground| ground.group),
                choices: real.map_or(outcome.choices, |real| real.choices),
                resampling,
                ..outcome
            };
            match resampling.filter(|resampling| resampling.is_incomplete(grid.draws.verdicts)) {
                Some(part) => outcome.without_verdict(part.draws, grid.draws.verdicts),
                None => outcome,
            }
        };
        let mut outcomes: Vec<ClaimOutcome> = computed.map(outcome).collect();
        outcomes.sort_by_key(|outcome| grid.is_simulated(&outcome.collection));
        CheckedClaim { claim: self, unit, in_print, outcomes, recorded }
    }

    /// Resolves the claim's condition to the cells of a collection.
    fn taken<'a>(
        &'a self,
        grid: &'a Grid,
        cell_table: &'a CellTable,
        collection: u32,
    ) -> Condition<Taken<'a>> {
        let condition = self.condition.on(&mut |operand| Some(operand.taken(grid, cell_table, collection)));
        condition.expect("every operand is resolved")
    }

    /// Evaluates the claim on the draws of a collection, unless the collection has too few topics or runs, lacks a pool
    /// depth that the claim needs, or `--only` left out cells that the claim needs.
    fn evaluate(
        &self,
        grid: &Grid,
        cell_table: &CellTable,
        (collection, too_few): (u32, Option<&NoVerdict>),
        recorded: &Recorded,
    ) -> ClaimOutcome {
        let described = &grid.collections[collection as usize];
        let Collection { name, entry, .. } = described;
        let condition = self.taken(grid, cell_table, collection);
        let operands = condition.operands();
        let cells = |draw: u32| Cells { grid, cell_table, collection, draw, sample: None };
        let draws = operands.iter().map(|operand| operand.draws).max();
        let has_no_depth =
            || lacks_depth(described) && operands.iter().any(|operand| operand.needs_pool_depth(grid));
        let is_left_out = self
            .condition
            .operands()
            .iter()
            .any(|operand| cell_table.leaves_out_any(operand.statistic as u32, collection, &operand.fit));
        let obstacle = too_few.map(ToString::to_string).or_else(|| is_left_out.then(|| LEFT_OUT.to_owned()));
        let obstacle = obstacle.or_else(|| has_no_depth().then(|| NO_DEPTH.to_owned()));
        let draws = draws.expect("every condition has a number");
        let outcomes: Vec<ConditionOutcome> = match obstacle {
            Some(_) => Vec::new(),
            None => (1..=draws).filter_map(|draw| condition.evaluate(&cells(draw))).collect(),
        };
        let margins: Vec<f64> = outcomes.iter().map(|outcome| outcome.margin).collect();
        let (tested_at, is_part) = tested_at(&condition, &cells);
        // An inherited claim, or one of a changed experiment, may have been written for other values.
        let is_other = !grid.overrides.is_empty() || is_inherited(&self.name, grid);
        let here_at = tested_at.iter().filter(|_| is_other).map(|at| format!(" [here at {at}]")).collect();
        let why_none = || operands.iter().find_map(|operand| cells(1).missing_reason(operand));
        // The recorded outcome belongs to the experiment as written, so there is nothing to compare the outcome of a
        // changed experiment with.
        let recorded = recorded.get(name).filter(|_| grid.overrides.is_empty());
        ClaimOutcome {
            collection: name.clone(),
            kind: entry.descriptor.kind,
            group: None,
            is_counted: self.is_counted && self.is_about(described),
            holds: outcomes.iter().filter(|outcome| outcome.holds).count(),
            draws: outcomes.len(),
            margin: mean(&margins),
            margins: Spread::new(&margins),
            choices: outcomes.len(),
            resampling: None,
            skews: if outcomes.is_empty() { Vec::new() } else { skew::skews(&condition, &cells) },
            here_at,
            only_at: (is_part && !outcomes.is_empty()).then(|| tested_at.join(", ")),
            why_not: obstacle.or_else(|| outcomes.is_empty().then(why_none).flatten()),
            before: recorded.map(|result| result.value.clone()),
        }
    }
}

/// The reason why a claim about teams' contributions or shallower pools is not tested.
const NO_DEPTH: &str = "the depth of the pool is unknown: add `pool-depth` to the collection's description";

/// Returns true if this is a user's collection without a pool depth. Without the depth, every document that
/// a team's runs retrieved would count as the team's contribution. On DL 2019, which was pooled to depth
/// 10, that changed a verdict from "undecided" to "fails".
fn lacks_depth(collection: &Collection) -> bool {
    let descriptor = &collection.entry.descriptor;
    descriptor.kind == Kind::Own && descriptor.contributed_depth().is_none()
}

/// Returns, for each collection, the reason why claims are not tested on it, if there is one. If a collection has only a few
/// topics or runs, any claim may hold on it. We check this on users' collections only, because the collections of an
/// experiment were chosen for its claims.
pub fn too_few(grid: &Grid, cell_table: &CellTable) -> Vec<Option<NoVerdict>> {
    let is_own = |index: usize| grid.collections[index].entry.descriptor.kind == Kind::Own;
    let counts = cell_table.most_compared(grid).into_iter().enumerate();
    let check = |(index, count): (usize, Option<(usize, usize)>)| {
        let (topics, runs) = count.filter(|_| is_own(index))?;
        check_enough(topics, runs).err()
    };
    counts.map(check).collect()
}

/// Returns the parameters that a condition compares, with the values at which there are numbers, such as
/// `depth 5, 10`. The flag is true if a parameter also has values at which there is no number. `cells`
/// returns the cells of a draw.
fn tested_at<'a>(condition: &Condition<Taken<'_>>, cells: &dyn Fn(u32) -> Cells<'a>) -> (Vec<String>, bool) {
    let has_number = |parameter: &str, value: &str| {
        condition.operands().into_iter().all(|operand| {
            (1..=operand.draws).any(|draw| cells(draw).number(operand, Some((parameter, value))).is_some())
        })
    };
    let (mut tested, mut is_part) = (Vec::new(), false);
    for parameter in condition.parameters() {
        let all = cells(1).values(parameter);
        let mut values: Vec<&String> = all.iter().filter(|value| has_number(parameter, value)).collect();
        is_part |= values.len() < all.len();
        let number = |value: &str| value.parse::<f64>().ok();
        values.sort_by(|a, b| number(a).partial_cmp(&number(b)).unwrap_or(Ordering::Equal));
        let values: Vec<&str> = values.into_iter().map(String::as_str).collect();
        tested.push(format!("{parameter} {}", values.join(", ")));
    }
    (tested, is_part)
}
