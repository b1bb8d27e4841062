//! Significance tests of random pairs of runs (Bompada et al., SIGIR 2007, section 4.3).
//!
//! If the pool is that of the pair, each pair has full judgments of its own, and samples of its own: all judgment sets
//! and measures of a (draw, choice of runs, rules) are scored in one pass per pair.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::statistics::{PairTests, Roster, Tested};
use anyhow::{Context, Result, anyhow, bail, ensure};
use rayon::prelude::*;
use rejudge_metrics::Metric;
use rejudge_pools::{JoinedRun, RunIx, SampleOrder, SampleRule, Scorers, View};

use super::Conduct;
use super::cells::{MISFIT, topics_at};
use super::instance::Instance;
use crate::exec::defect::guarded;
use crate::grid::plan::CellTask;
use crate::grid::{Grid, Point};

/// Cells that are tested together: of one statistic, choice of rules and runs, set of topics, and draw.
type Together = (u32, u32, u32, Option<u32>, u32);

/// The p values of those of the `wanted` cells whose pairs have judgments of their own, by place. A run that is stopped
/// leaves the other cells out.
pub(crate) fn of_the_pair(
    grid: &Grid,
    instance: &Instance,
    rosters: &BTreeMap<(Point, u32), Arc<Roster>>,
    cells: &[CellTask],
    wanted: &[usize],
    conduct: Conduct<'_>,
) -> HashMap<usize, Tested> {
    let mut together: BTreeMap<Together, BTreeMap<Option<u32>, Vec<usize>>> = BTreeMap::new();
    for &at in wanted {
        let CellTask { statistic, point, draw, .. } = cells[at];
        let Some(tests) = grid.statistics[statistic as usize].kind.as_kind::<PairTests>() else { continue };
        if tests.of_the_pair() && !grid.runs[point.runs as usize].rule().is_averaged {
            let sets = together
                .entry((statistic, point.evaluation, point.runs, point.topic_sets, draw))
                .or_default();
            sets.entry(point.judgments).or_default().push(at);
        }
    }
    let mut out = HashMap::new();
    for ((statistic, ..), sets) in together {
        if conduct.is_stopped() {
            break;
        }
        let tests = grid.statistics[statistic as usize].kind.as_kind::<PairTests>();
        let tests = tests.expect("only cells of pair tests were put together");
        let places: Vec<usize> = sets.values().flatten().copied().collect();
        let work = || {
            let task = cells[places[0]];
            let roster = rosters.get(&(task.point.of_runs(), task.draw)).context("no roster")?;
            if let Some(error) = &roster.error {
                bail!("{error}");
            }
            let set = |places: &Vec<usize>| Set::new(grid, instance, places.iter().map(|&at| cells[at]));
            let sets: Vec<Set> = sets.values().map(set).collect::<Result<_>>()?;
            p_values(grid, instance, tests, &task, roster, &sets)
        };
        match guarded(work) {
            Ok(p) => out.extend(places.into_iter().zip(p.into_iter().map(Ok))),
            Err(reason) => out.extend(places.into_iter().map(|at| (at, Err(reason.clone())))),
        }
    }
    out
}

/// The judged part of a pair's pool.
enum Judged {
    /// A sample, and its number among those of one draw.
    Sample(SampleRule, u32),
    /// The judgments of the set within the pool.
    By(View),
}

/// A judgment set, and the measures that are asked for under it.
struct Set {
    judgments: Judged,
    scorers: Scorers,
}

impl Set {
    fn new(grid: &Grid, instance: &Instance, tasks: impl Iterator<Item = CellTask>) -> Result<Self> {
        let tasks: Vec<CellTask> = tasks.collect();
        let &CellTask { point, draw, .. } =
            tasks.first().context("a judgment set that nothing is asked of")?;
        let metric = |task: &CellTask| {
            grid.measure(&task.point).expect("pairs are tested by a measure").metric.clone()
        };
        // One entry per task, because p values are assigned by position.
        let metrics: Vec<Metric> = tasks.iter().map(metric).collect();
        let by_intent = metrics.iter().find(|metric| metric.family().is_by_intent());
        ensure!(by_intent.is_none(), "pairs are not tested by measures over intents");
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        let judgments = grid.set(&point).context("pairs are tested under judgments")?;
        let judgments = match judgments.as_sample() {
            Some((rule, number)) if judgments.is_of_people() => Judged::Sample(rule, number),
            _ => Judged::By(instance.view(judgments, grid.sample_draw(&point, draw))?),
        };
        let scorers = match &judgments {
            Judged::By(view) => instance.scorers(&metrics, rules, view)?,
            Judged::Sample(..) => instance.scorers(&metrics, rules, &instance.base)?,
        };
        Ok(Self { judgments, scorers })
    }
}

/// Returns the p values of random pairs of the compared runs for each set and measure, in that order.
fn p_values(
    grid: &Grid,
    instance: &Instance,
    tests: &PairTests,
    &CellTask { point, draw, .. }: &CellTask,
    roster: &Roster,
    sets: &[Set],
) -> Result<Vec<Vec<f64>>> {
    let rules = &grid.evaluations[point.evaluation as usize].rules;
    let scored = instance.scored(rules, &grid.runs[point.runs as usize])?;
    let counted = instance.topics(rules, &scored);
    ensure!((roster.runs.len(), roster.topics.len()) == (scored.len(), counted.len()), MISFIT);
    let kept = topics_at(grid, &point, draw, roster).map_err(|outcome| anyhow!(outcome.note))?;
    let topics: Vec<usize> = kept.into_iter().map(|topic| counted[topic]).collect();
    let chosen: Vec<RunIx> = roster.chosen.iter().map(|&row| scored[row as usize]).collect();
    let data = &instance.collection;
    // Runs are scored down to the last rank, and pooled to their ends.
    let join = |&run: &RunIx| [rules.depth(), usize::MAX].map(|rank| JoinedRun::new(data, run, rank));
    let joined: Vec<[JoinedRun; 2]> = chosen.par_iter().map(join).collect();
    let of_pair = |&(a, b): &(usize, usize)| -> Result<Vec<f64>> {
        let of_the_pair = |base: &View| base.retrieved_by(data, [a, b].map(|at| &joined[at][1]).into_iter());
        let pool = of_the_pair(&instance.base);
        // The samples of a pair are the same whichever of its runs is named first.
        let mut names = [a, b].map(|at| data.runs()[chosen[at]].name.as_str());
        names.sort_unstable();
        // By draw of the sample: the rates of one draw are nested, as heads of one order.
        let mut orders: BTreeMap<u32, SampleOrder<'_>> = BTreeMap::new();
        let mut p = Vec::new();
        for set in sets {
            let view = match &set.judgments {
                Judged::By(judgments) => of_the_pair(judgments),
                Judged::Sample(rule, number) => {
                    let (draw, sample) = (draw.to_string(), number.to_string());
                    let key = ["pair", &instance.draw_key, &draw, &sample, names[0], names[1]];
                    let order = || SampleOrder::draw(data, &pool, grid.seed, &key);
                    orders.entry(*number).or_insert_with(order).sample(*rule)
                }
            };
            // A topic on which a measure is not defined scores 0: it has no relevant document, or the judgment set
            // removed them.
            let scoring = instance.scoring(&set.scorers, &view)?;
            for scores in scoring.scores([a, b].map(|at| &joined[at][0]), &topics) {
                let value = tests.test.value.p_value(scores.of_run(0), scores.of_run(1));
                p.push(value.with_context(|| tests.too_few_topics(scores.topics()))?);
            }
        }
        Ok(p)
    };
    let pairs = tests.draw(grid.seed, &instance.draw_key, draw, chosen.len());
    let by_pair: Vec<Vec<f64>> = pairs.par_iter().map(of_pair).collect::<Result<_>>()?;
    let cells = sets.iter().map(|set| set.scorers.measures()).sum();
    Ok((0..cells).map(|cell| by_pair.iter().map(|p| p[cell]).collect()).collect())
}
