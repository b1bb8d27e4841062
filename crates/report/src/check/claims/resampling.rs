//! Verdicts on real runs. Conditions are evaluated over choices of runs and bootstrap samples of the topics, and
//! claims.parquet keeps the outcome.
//!
//! A draw of a verdict is a choice of runs together with a sample of topics, because both are uncertain. The
//! cells of a draw exist only in memory. For each claim and collection, the file has counts of draws and
//! quantiles of margins. Some statistics, such as mean scores, changes of scores and rank correlations, can
//! be computed over resampled topics. If a claim uses any other statistic, its topics are not resampled.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use rayon::prelude::*;
use rejudge_collections::descriptor::Kind;
use rejudge_experiment::exec::{Outcome, Resampled, RunReport, Status};
use rejudge_experiment::grid::plan::{Group, Plan};
use rejudge_experiment::grid::{Grid, Point};
use rejudge_experiment::spec::{Condition, ConditionOutcome};
use rejudge_stats::quantile;
use rejudge_store::cache::{Cache, Key};
use rejudge_tables::frame::{Frame, Kind as ColumnKind};
use serde::{Deserialize, Serialize};

use super::operand::{Cells, Sample, Taken};
use super::{Claim, claims};
use crate::table::CellTable;

/// A part of the cache keys. Change it if the computation changes.
const VERSION: &str = "verdict 1";

/// Nine tenths of the margins are between these quantiles.
const MARGIN_QUANTILES: [f64; 2] = [0.05, 0.95];

/// The outcome of a claim over draws, each a choice of runs and a sample of topics.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resampling {
    /// The number of draws in which the claim holds.
    pub holds: usize,
    /// The number of draws in which the claim can be evaluated.
    pub draws: usize,
    /// The quantiles 0.05 and 0.95 of the margins. Nine tenths of the margins are between them.
    pub margins: (f64, f64),
}

impl Resampling {
    fn new(outcomes: &[ConditionOutcome]) -> Option<Self> {
        let margins: Vec<f64> = outcomes.iter().map(|outcome| outcome.margin).collect();
        let [low, high] = MARGIN_QUANTILES.map(|share| quantile(&margins, share));
        let holds = outcomes.iter().filter(|outcome| outcome.holds).count();
        Some(Self { holds, draws: outcomes.len(), margins: (low?, high?) })
    }

    /// Returns true if fewer than nine tenths of `draws` can be evaluated.
    pub(super) fn is_incomplete(&self, draws: u32) -> bool {
        10 * self.draws < 9 * draws as usize
    }
}

/// Returns true if the numbers of a cached value are consistent. A damaged cache file may contain
/// inconsistent numbers.
fn is_sound(cached: &Option<Resampling>) -> bool {
    cached.is_none_or(|resampling| {
        resampling.holds <= resampling.draws && resampling.margins.0 <= resampling.margins.1
    })
}

/// The row of claims.parquet about a claim on a collection.
#[derive(Clone, Debug, PartialEq)]
pub struct RealVerdict {
    /// `Claim::text` at the time of the run. If the condition or the `where` of the claim is edited later,
    /// the two texts differ.
    condition: String,
    /// The number of different choices of runs in the experiment's own draws (not in the draws of the resampling). If
    /// the experiment also draws judgments or topic sets, each of its draws counts as a different choice.
    pub choices: usize,
    /// `None` if the topics are not resampled, or if no draw can be evaluated.
    pub resampling: Option<Resampling>,
}

/// Verdicts by claim and collection.
#[derive(Clone, Debug, Default)]
pub struct RealVerdicts(BTreeMap<(String, String), RealVerdict>);

/// The columns of claims.parquet.
const COLUMNS: [(&str, ColumnKind, &str); 8] = {
    use ColumnKind::{Number, Text, Whole};
    [
        ("claim", Text, "name of the claim"),
        ("collection", Text, "name of the collection, which has real runs"),
        ("condition", Text, "the claim's `where` and condition, as in the experiment"),
        (
            "choices",
            Whole,
            "number of different choices of runs in the experiment's draws; number of these draws if they also draw \
             judgments or topic sets",
        ),
        (
            "holds",
            Whole,
            "number of draws (each a choice of runs and a sample of topics) in which the claim holds; null if the \
             topics are not resampled or no draw can be evaluated",
        ),
        (
            "draws",
            Whole,
            "number of such draws in which the claim can be evaluated; null in the same cases as `holds`",
        ),
        ("low", Number, "quantile .05 of the margins over these draws"),
        ("high", Number, "quantile .95 of the margins over these draws"),
    ]
};

impl RealVerdicts {
    /// Evaluates the claims of `grid` on each collection with real runs. Verdicts that are in the cache are
    /// not computed again. Returns `None` if `stop` was set meanwhile; the cache keeps the verdicts on the
    /// collections that were finished.
    ///
    /// # Errors
    /// If one of the experiment's own claims has a mistake or cannot be evaluated, or if the cache cannot be written to.
    pub fn new(
        grid: &Grid,
        plan: &Plan,
        report: &RunReport,
        (cache, cell_table): (&Cache, &CellTable),
        stop: &AtomicBool,
    ) -> Result<Option<Self>> {
        let claims = claims(grid).map_err(|errors| anyhow::anyhow!(errors[0].to_string()))?.tested;
        let mut verdicts = BTreeMap::new();
        for group in plan.groups.iter().filter(|group| is_real(grid, group)) {
            let name = &grid.collections[group.collection as usize].name;
            let group_claims = GroupClaims::new(grid, group, cache, cell_table, &claims);
            let resampled = group_claims.resampled(stop)?;
            if stop.load(Ordering::Relaxed) {
                cache.write()?;
                return Ok(None);
            }
            for ((claim, taken), resampling) in group_claims.claims.iter().zip(resampled) {
                let choices = choices(grid, report, taken);
                let verdict = RealVerdict { condition: claim.text.clone(), choices, resampling };
                verdicts.insert((claim.name.value.clone(), name.clone()), verdict);
            }
        }
        cache.write()?;
        Ok(Some(Self(verdicts)))
    }

    /// Returns the verdict on a claim on a collection. Returns `None` if there is no verdict, or if the claim's
    /// condition or `where` has been edited since the run.
    pub(super) fn get(&self, claim: &Claim, collection: &str) -> Option<&RealVerdict> {
        let verdict = self.0.get(&(claim.name.value.clone(), collection.to_owned()));
        verdict.filter(|verdict| verdict.condition == claim.text)
    }

    /// Returns true if no claim was evaluated on real runs.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the rows of claims.parquet.
    pub fn frame(&self) -> Frame {
        let mut rows = Frame::new(COLUMNS);
        for ((claim, collection), RealVerdict { condition, choices, resampling }) in &self.0 {
            let count = |count: fn(&Resampling) -> usize| resampling.as_ref().map(|r| count(r) as u32);
            rows.push([
                claim.into(),
                collection.into(),
                condition.into(),
                (*choices as u32).into(),
                count(|resampling| resampling.holds).into(),
                count(|resampling| resampling.draws).into(),
                resampling.map(|resampling| resampling.margins.0).into(),
                resampling.map(|resampling| resampling.margins.1).into(),
            ]);
        }
        rows
    }

    /// Reads the rows of claims.parquet.
    ///
    /// # Errors
    /// If a column is missing or has another type.
    pub fn read(rows: &Frame) -> Result<Self> {
        let [claim, collection, condition] = ["claim", "collection", "condition"].map(|name| rows.text(name));
        let (claim, collection, condition) = (claim?, collection?, condition?);
        let [choices, holds, draws] = ["choices", "holds", "draws"].map(|name| rows.whole(name));
        let (choices, holds, draws) = (choices?, holds?, draws?);
        let (low, high) = (rows.number("low")?, rows.number("high")?);
        let count = |number: Option<i64>| number.and_then(|number| usize::try_from(number).ok());
        let row = |row: usize| {
            let margins = low[row].zip(high[row]);
            let resampling = margins.and_then(|margins| {
                Some(Resampling { holds: count(holds[row])?, draws: count(draws[row])?, margins })
            });
            let choices = count(choices[row]).unwrap_or_default();
            let verdict = RealVerdict { condition: condition[row].to_owned(), choices, resampling };
            ((claim[row].to_owned(), collection[row].to_owned()), verdict)
        };
        Ok(Self((0..rows.rows()).map(row).collect()))
    }
}

fn is_real(grid: &Grid, group: &Group) -> bool {
    let kind = grid.collections[group.collection as usize].entry.descriptor.kind;
    kind != Kind::Simulated && !kind.needs_no_data()
}

/// Returns the number of different choices of runs that a condition is evaluated on. If the experiment also draws
/// judgments or topic sets, each of its draws counts as a different choice.
fn choices(grid: &Grid, report: &RunReport, condition: &Condition<Taken<'_>>) -> usize {
    let operands = condition.operands();
    let points: BTreeSet<Point> =
        operands.iter().flat_map(|taken| &taken.points).map(|(point, _)| **point).collect();
    let is_drawn = |point: &Point| {
        let collection = &grid.collections[point.collection as usize];
        let draws_judgments = grid.set(point).is_some_and(|set| collection.is_drawn(set));
        draws_judgments || grid.topic_sets(point).is_some_and(|sets| sets.is_drawn())
    };
    if points.iter().any(is_drawn) {
        return operands.iter().map(|taken| taken.draws as usize).max().unwrap_or(1);
    }
    let roster_points: BTreeSet<Point> = points.iter().map(|point| point.roster_point()).collect();
    let different_choices = |roster_point: &Point| {
        let rosters = report.rosters.iter().filter(|((point, _), _)| point == roster_point);
        rosters.map(|(_, roster)| &roster.chosen).collect::<BTreeSet<_>>().len()
    };
    roster_points.iter().map(different_choices).max().unwrap_or(0).max(1)
}

/// The claims to evaluate on one collection.
struct GroupClaims<'a> {
    grid: &'a Grid,
    group: &'a Group,
    cache: &'a Cache,
    cell_table: &'a CellTable,
    claims: Vec<(&'a Claim, Condition<Taken<'a>>)>,
}

impl<'a> GroupClaims<'a> {
    fn new(
        grid: &'a Grid,
        group: &'a Group,
        cache: &'a Cache,
        cell_table: &'a CellTable,
        claims: &'a [Claim],
    ) -> Self {
        let collection_claims = claims.iter().filter(|claim| claim.is_meant_for(group.collection));
        let taken = |claim: &'a Claim| (claim, claim.taken(grid, cell_table, group.collection));
        Self { grid, group, cache, cell_table, claims: collection_claims.map(taken).collect() }
    }

    /// Returns the resampling of each claim, or `None` for a claim whose topics cannot be resampled or that cannot be
    /// evaluated in any draw.
    fn resampled(&self, stop: &AtomicBool) -> Result<Vec<Option<Resampling>>> {
        let mut keys: HashMap<(u32, Point), Vec<Key>> = HashMap::new();
        for task in &self.group.cells {
            keys.entry((task.statistic, task.point)).or_default().push(task.key);
        }
        let key = |(claim, condition): &(&Claim, Condition<Taken<'_>>)| {
            self.resamples_topics(condition).then(|| self.key(claim, condition, &keys))
        };
        let keys: Vec<Option<Key>> = self.claims.iter().map(key).collect();
        let mut resamplings: Vec<Option<Option<Resampling>>> =
            keys.iter().map(|key| key.map_or(Some(None), |key| self.cache.load_if(&key, is_sound))).collect();
        let missing: Vec<usize> =
            (0..resamplings.len()).filter(|claim| resamplings[*claim].is_none()).collect();
        let conditions: Vec<&Condition<Taken<'_>>> =
            missing.iter().map(|&claim| &self.claims[claim].1).collect();
        let (computed, is_complete) = self.computed(&conditions, stop);
        for (claim, resampling) in missing.into_iter().zip(computed) {
            let key = keys[claim].expect("a claim without a key is not missing");
            // Store only complete results. The key does not show that a cell failed because a stored score
            // is damaged, and the score may be restored later.
            if is_complete {
                self.cache.store(&[(key, resampling)])?;
            }
            resamplings[claim] = Some(resampling);
        }
        Ok(resamplings.into_iter().map(Option::flatten).collect())
    }

    /// Returns true if each number of the condition has points, and can be computed from scores over any sample of
    /// topics.
    fn resamples_topics(&self, condition: &Condition<Taken<'_>>) -> bool {
        let can_resample = |taken: &Taken<'_>| {
            let entry = self.grid.statistics[taken.operand.statistic].entry;
            entry.resamples_topics && !taken.points.is_empty()
        };
        condition.operands().into_iter().all(can_resample)
    }

    /// Returns the cache key of a claim: a hash of the version, the seed, the numbers of draws, the collection, the
    /// claim's `where` and condition, and the keys of the cells that it needs. If a number of the claim is averaged over
    /// certain teams only (`only`), the claim also needs the cells of the team facts, which decide which teams count.
    fn key(
        &self,
        claim: &Claim,
        condition: &Condition<Taken<'_>>,
        keys: &HashMap<(u32, Point), Vec<Key>>,
    ) -> Key {
        let Grid { seed, draws, collections, .. } = self.grid;
        let name = &collections[self.group.collection as usize].name;
        let mut text = format!("{VERSION} {seed} {} {name} {}", draws.verdicts, claim.text);
        for (statistic, selector) in claim.demands(self.grid) {
            let fit = selector.on(self.grid);
            let statistic = statistic as u32;
            let points = self.cell_table.fitting(self.grid, statistic, self.group.collection, &fit);
            let point_keys = points.filter_map(|point| keys.get(&(statistic, *point)));
            point_keys.flatten().for_each(|key| text += &format!(" {key}"));
        }
        let draws = condition.operands().into_iter().map(|taken| taken.draws.to_string());
        text += &draws.collect::<Vec<_>>().join(" ");
        Key::new(text.as_bytes())
    }

    /// Evaluates conditions in every draw, or in fewer draws if `stop` is set. The flag is true if every draw was evaluated
    /// and no cell failed.
    fn computed(
        &self,
        conditions: &[&Condition<Taken<'_>>],
        stop: &AtomicBool,
    ) -> (Vec<Option<Resampling>>, bool) {
        if conditions.is_empty() {
            return (Vec::new(), true);
        }
        let cells: BTreeSet<(u32, Point)> = conditions
            .iter()
            .flat_map(|condition| condition.operands())
            .flat_map(|taken| taken.points.iter().map(|(point, _)| (taken.operand.statistic as u32, **point)))
            .collect();
        let cells: Vec<(u32, Point)> = cells.into_iter().collect();
        let resampled = Resampled::new(self.grid, self.group, self.cache, &cells);
        let evaluate = |number: u32| -> (Vec<Option<ConditionOutcome>>, bool) {
            if stop.load(Ordering::Relaxed) {
                return (vec![None; conditions.len()], false);
            }
            let outcome = |&(statistic, point): &(u32, Point)| {
                ((statistic, point), resampled.compute(statistic, point, number))
            };
            let outcomes: HashMap<(u32, Point), Outcome> = cells.iter().map(outcome).collect();
            let draw_of_runs = |point: &Point| resampled.draw_of_runs(point, number);
            let sample = Sample { outcomes: &outcomes, draw_of_runs: &draw_of_runs };
            let cells = Cells {
                grid: self.grid,
                cell_table: self.cell_table,
                collection: self.group.collection,
                draw: number,
                sample: Some(sample),
            };
            let is_complete = outcomes.values().all(|outcome| outcome.status != Status::Failed);
            (conditions.iter().map(|condition| condition.evaluate(&cells)).collect(), is_complete)
        };
        let draws: Vec<(Vec<Option<ConditionOutcome>>, bool)> =
            (1..=self.grid.draws.verdicts).into_par_iter().map(evaluate).collect();
        let resampling = |index: usize| {
            let outcomes: Vec<ConditionOutcome> = draws.iter().filter_map(|(draw, _)| draw[index]).collect();
            Resampling::new(&outcomes)
        };
        let is_complete = draws.iter().all(|(_, is_complete)| *is_complete);
        ((0..conditions.len()).map(resampling).collect(), is_complete)
    }
}
