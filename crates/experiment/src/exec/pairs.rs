//! Computes significance tests of random pairs of runs, with a separate pool for each pair (Bompada et al.,
//! SIGIR 2007, section 4.3).
//!
//! With a pool for each pair, the full judgments and the samples differ from pair to pair. So we go through
//! the pairs once, and score each pair under the judgment sets and by the measures of all cells that are
//! tested together.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::statistics::{PairPValues, PairTests, Roster};
use anyhow::{Context, Result, anyhow, bail, ensure};
use rayon::prelude::*;
use rejudge_metrics::Metric;
use rejudge_pools::{JoinedRun, RunIx, SampleOrder, SampleRule, Scorers, View};

use super::RunOptions;
use super::cells::{OTHER_NAMES, topics_at};
use super::instance::Instance;
use crate::exec::defect::run_guarded;
use crate::grid::plan::CellTask;
use crate::grid::{Grid, Point};

/// Cells that are tested together have the same statistic, evaluation, choice of runs, set of topics and draw.
type TestedTogether = (u32, u32, u32, Option<u32>, u32);

/// Returns the p values of the drawn pairs for each cell in `to_compute` whose pairs have their own judgments.
/// The keys of the map are indices into `cells`. If the run is stopped, the remaining cells are left out.
pub(crate) fn p_values_of_cells(
    grid: &Grid,
    instance: &Instance,
    rosters: &BTreeMap<(Point, u32), Arc<Roster>>,
    cells: &[CellTask],
    to_compute: &[usize],
    options: RunOptions<'_>,
) -> HashMap<usize, PairPValues> {
    let mut together: BTreeMap<TestedTogether, BTreeMap<Option<u32>, Vec<usize>>> = BTreeMap::new();
    for &cell in to_compute {
        let CellTask { statistic, point, draw, .. } = cells[cell];
        let Some(tests) = grid.statistics[statistic as usize].kind.as_kind::<PairTests>() else { continue };
        if tests.has_pool_per_pair() && !grid.runs[point.runs as usize].rule().is_averaged {
            let sets = together
                .entry((statistic, point.evaluation, point.runs, point.topic_sets, draw))
                .or_default();
            sets.entry(point.judgments).or_default().push(cell);
        }
    }
    let mut out = HashMap::new();
    for ((statistic, ..), sets) in together {
        if options.is_stopped() {
            break;
        }
        let tests = grid.statistics[statistic as usize].kind.as_kind::<PairTests>();
        let tests = tests.expect("only cells of pair tests are in `together`");
        let indices: Vec<usize> = sets.values().flatten().copied().collect();
        let computed = run_guarded(|| {
            let task = cells[indices[0]];
            let roster =
                rosters.get(&(task.point.roster_point(), task.draw)).context("the roster is missing")?;
            if let Some(error) = &roster.error {
                bail!("{error}");
            }
            let sets = sets
                .values()
                .map(|set| PreparedSet::new(grid, instance, set.iter().map(|&cell| cells[cell])));
            let sets: Vec<PreparedSet> = sets.collect::<Result<_>>()?;
            p_values(grid, instance, tests, &task, roster, &sets)
        });
        match computed {
            Ok(p) => out.extend(indices.into_iter().zip(p.into_iter().map(Ok))),
            Err(reason) => out.extend(indices.into_iter().map(|cell| (cell, Err(reason.clone())))),
        }
    }
    out
}

/// The judgments by which a pair is scored. They are taken from the pair's pool.
enum Judged {
    /// A sample of the pool, with the number of the sample within one draw.
    Sample(SampleRule, u32),
    /// The judgments of a set. They are restricted to documents in the pair's pool when the pair is scored.
    Within(View),
}

/// A judgment set, and the measures of the cells under it.
struct PreparedSet {
    judgments: Judged,
    scorers: Scorers,
}

impl PreparedSet {
    fn new(grid: &Grid, instance: &Instance, tasks: impl Iterator<Item = CellTask>) -> Result<Self> {
        let tasks: Vec<CellTask> = tasks.collect();
        let &CellTask { point, draw, .. } = tasks.first().context("a judgment set without cells")?;
        let metric = |task: &CellTask| {
            grid.measure(&task.point).expect("pairs are tested by a measure").metric.clone()
        };
        // There is one measure for each task, because p values are assigned by position.
        let metrics: Vec<Metric> = tasks.iter().map(metric).collect();
        let by_intent = metrics.iter().find(|metric| metric.family().is_by_intent());
        ensure!(by_intent.is_none(), "pairs are not tested by measures over intents");
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        let judgments = grid.set(&point).context("pairs are tested under judgments")?;
        let judgments = match judgments.as_sample() {
            Some((rule, number)) if judgments.is_by_people() => Judged::Sample(rule, number),
            _ => Judged::Within(instance.view(judgments, grid.sample_draw(&point, draw))?),
        };
        let scorers = match &judgments {
            Judged::Within(view) => instance.scorers(&metrics, rules, view)?,
            Judged::Sample(..) => instance.scorers(&metrics, rules, &instance.base)?,
        };
        Ok(Self { judgments, scorers })
    }
}

/// Draws pairs of the compared runs. Returns a list of the pairs' p values for each measure of each judgment set,
/// in the order of `sets`.
fn p_values(
    grid: &Grid,
    instance: &Instance,
    tests: &PairTests,
    &CellTask { point, draw, .. }: &CellTask,
    roster: &Roster,
    sets: &[PreparedSet],
) -> Result<Vec<Vec<f64>>> {
    let rules = &grid.evaluations[point.evaluation as usize].rules;
    let scored_runs = instance.scored_runs(rules, &grid.runs[point.runs as usize])?;
    let scored_topics = instance.topics(rules, &scored_runs);
    ensure!(
        (roster.runs.len(), roster.topics.len()) == (scored_runs.len(), scored_topics.len()),
        OTHER_NAMES
    );
    let columns = topics_at(grid, &point, draw, roster).map_err(|outcome| anyhow!(outcome.note))?;
    let topics: Vec<usize> = columns.into_iter().map(|column| scored_topics[column]).collect();
    let compared_runs: Vec<RunIx> = roster.chosen.iter().map(|&row| scored_runs[row as usize]).collect();
    let data = &instance.collection;
    // `max-rank` limits the ranks that are scored, but not the ranks that are pooled.
    let joined_runs: Vec<[JoinedRun; 2]> = compared_runs
        .par_iter()
        .map(|&run| [rules.depth(), usize::MAX].map(|rank| JoinedRun::new(data, run, rank)))
        .collect();
    let pairs = tests.draw(grid.seed, &instance.draw_key, draw, compared_runs.len());
    let by_pair = pairs.par_iter().map(|&(a, b)| -> Result<Vec<f64>> {
        let within_pool =
            |view: &View| view.retrieved_by(data, [a, b].map(|run| &joined_runs[run][1]).into_iter());
        let pool = within_pool(&instance.base);
        // We sort the names, so that the order of the two runs does not change the samples.
        let mut names = [a, b].map(|run| data.runs()[compared_runs[run]].name.as_str());
        names.sort_unstable();
        // The order of each sample, by its number. A smaller rate takes the head of the same order, so that samples are
        // nested.
        let mut orders: BTreeMap<u32, SampleOrder<'_>> = BTreeMap::new();
        let mut p = Vec::new();
        for set in sets {
            let view = match &set.judgments {
                Judged::Within(judgments) => within_pool(judgments),
                Judged::Sample(rule, number) => {
                    let (draw, sample) = (draw.to_string(), number.to_string());
                    let key = ["pair", &instance.draw_key, &draw, &sample, names[0], names[1]];
                    orders
                        .entry(*number)
                        .or_insert_with(|| SampleOrder::draw(data, &pool, grid.seed, &key))
                        .sample(*rule)
                }
            };
            // A topic scores 0 if the measure is undefined on it, because it has no relevant documents or the judgment
            // set removed them.
            let scoring = instance.scoring(&set.scorers, &view)?;
            for scores in scoring.scores([a, b].map(|run| &joined_runs[run][0]), &topics) {
                let p_value = tests.test.value.p_value(scores.of_run(0), scores.of_run(1));
                p.push(p_value.with_context(|| tests.too_few_topics(scores.topics()))?);
            }
        }
        Ok(p)
    });
    let by_pair: Vec<Vec<f64>> = by_pair.collect::<Result<_>>()?;
    let cells = sets.iter().map(|set| set.scorers.measures()).sum();
    Ok((0..cells).map(|cell| by_pair.iter().map(|p| p[cell]).collect()).collect())
}
