//! Score matrices: every measure of a judgment set from one pass over each joined list.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, ensure};
use rayon::prelude::*;
use rejudge_metrics::{IntentScorer, IntentScratch, Metric, Scorer};
use rejudge_pools::{Buffers, IntentBuffers, JoinedRun, View};

use super::instance::Instance;
use super::source::Source;
use crate::defect::{caught, on_demand};
use rejudge_grid::Grid;
use rejudge_grid::plan::ScoreTask;
use rejudge_spec::Evaluation;

/// A matrix of one task, or why there is none.
pub type Scored = (ScoreTask, Result<Vec<f64>, String>);

/// Tasks that are scored together: of one judgment set, and all by document or all by intent.
type Sets = BTreeMap<(u32, Option<u32>, bool), Vec<ScoreTask>>;

/// Computes the matrices of `tasks`: scores of the roster's runs (rows) by topic. A judgment set that
/// cannot be made fails its own tasks only.
///
/// Whether a topic has something to find is for each measure to say: `AP(rel=2)` needs a document of level
/// 2, `AP` one of level 1. A topic that the measure is defined on in the full judgments and not in the
/// manipulated ones was emptied; it is NaN here, for `emptied-topics` to decide. One that it is not even
/// defined on in the full judgments scores 0.
pub fn matrices(grid: &Grid, instance: &Instance, tasks: &[ScoreTask]) -> Vec<Scored> {
    let by_intent =
        |task: &ScoreTask| grid.measures[task.point.measure as usize].metric.family().is_by_intent();
    let mut by_choice: BTreeMap<(u32, u32), Sets> = BTreeMap::new();
    for task in tasks {
        let sets = by_choice.entry((task.point.evaluation, task.point.runs)).or_default();
        sets.entry((task.point.judgments, task.sample, by_intent(task))).or_default().push(*task);
    }
    let mut out = Vec::with_capacity(tasks.len());
    for ((evaluation, runs), sets) in by_choice {
        let rules = &grid.evaluations[evaluation as usize].rules;
        let runs = &grid.runs[runs as usize];
        let scored = match instance.scored(rules, runs) {
            Ok(scored) => scored,
            Err(error) => {
                let of_choice = sets.into_values().flatten();
                out.extend(of_choice.map(|task| (task, Err(format!("{error:#}")))));
                continue;
            }
        };
        let topics = instance.topics(rules, &scored);
        let join = |&run: &usize| JoinedRun::new(&instance.collection, run, rules.max_rank as usize);
        let joined: Vec<JoinedRun> = scored.par_iter().map(join).collect();
        let scoring = Scoring { grid, instance, rules, topics, joined };
        let sets: Vec<Vec<ScoreTask>> = sets.into_values().collect();
        let of_set = |tasks: &Vec<ScoreTask>| {
            let score = || {
                on_demand(|| grid.address("scores", &tasks[0].point));
                if tasks.iter().any(by_intent) { scoring.by_intent(tasks) } else { scoring.of_set(tasks) }
            };
            let scored = caught(score).unwrap_or_else(|message| Err(anyhow!(super::broken(&message))));
            match scored {
                Ok(matrices) => tasks.iter().copied().zip(matrices.into_iter().map(Ok)).collect(),
                Err(error) => {
                    let reason = format!("{error:#}");
                    tasks.iter().map(|&task| (task, Err(reason.clone()))).collect::<Vec<_>>()
                }
            }
        };
        let computed: Vec<Vec<Scored>> = sets.par_iter().map(of_set).collect();
        out.extend(computed.into_iter().flatten());
    }
    out
}

/// What the judgment sets of one choice of rules and runs have in common.
struct Scoring<'a> {
    grid: &'a Grid,
    instance: &'a Instance,
    rules: &'a Evaluation,
    topics: Vec<usize>,
    joined: Vec<JoinedRun>,
}

impl Scoring<'_> {
    /// The matrices of `tasks`, diversity measures that share one judgment set.
    fn by_intent(&self, tasks: &[ScoreTask]) -> Result<Vec<Vec<f64>>> {
        let Self { grid, instance, rules, topics, joined } = self;
        let Some(&ScoreTask { point, sample, .. }) = tasks.first() else { return Ok(Vec::new()) };
        let judgments = instance.intents.as_ref();
        let judgments =
            judgments.with_context(|| format!("`{}` has no judgments by intent", instance.name))?;
        let set = &grid.collections[point.collection as usize].judgments[point.judgments as usize];
        let view = instance.view(set, sample)?;
        ensure!(
            view.levels().is_none(),
            "`{set}`: other judges label documents, and `{}` is judged by intent",
            instance.name
        );
        let metrics: Vec<Metric> =
            tasks.iter().map(|task| grid.measures[task.point.measure as usize].metric.clone()).collect();
        let scorer =
            IntentScorer::new(&metrics, &instance.gains(rules, &view)?, rules.min_rel, rules.max_rank)
                .context("measures")?;
        let mut matrices = vec![vec![0.0; joined.len() * topics.len()]; metrics.len()];
        let (mut buffers, mut scratch) = (IntentBuffers::default(), IntentScratch::default());
        let (mut row, mut in_full) = (vec![None; metrics.len()], vec![None; metrics.len()]);
        for (t, &topic) in topics.iter().enumerate() {
            let prepared = judgments.prepare(&scorer, &view, topic);
            let mut full = None;
            for (r, run) in joined.iter().enumerate() {
                let lists = buffers.lists(&view, run, topic);
                prepared.score(lists.raw, lists.condensed, &mut scratch, &mut row);
                if row.contains(&None) {
                    let full = full.get_or_insert_with(|| judgments.prepare(&scorer, &instance.base, topic));
                    let lists = buffers.lists(&instance.base, run, topic);
                    full.score(lists.raw, lists.condensed, &mut scratch, &mut in_full);
                }
                for ((matrix, score), full) in matrices.iter_mut().zip(&row).zip(&in_full) {
                    matrix[r * topics.len() + t] = score.unwrap_or_else(|| without(*full));
                }
            }
        }
        Ok(matrices)
    }

    /// The matrices of `tasks`, which share one judgment set.
    fn of_set(&self, tasks: &[ScoreTask]) -> Result<Vec<Vec<f64>>> {
        let Self { grid, instance, rules, topics, joined } = self;
        let Some(&ScoreTask { point, sample, .. }) = tasks.first() else { return Ok(Vec::new()) };
        let set = &grid.collections[point.collection as usize].judgments[point.judgments as usize];
        let view = instance.view(set, sample)?;
        let metrics: Vec<Metric> =
            tasks.iter().map(|task| grid.measures[task.point.measure as usize].metric.clone()).collect();
        let scorer_of = |view: &View| {
            let gains = instance.gains(rules, view)?;
            gains_alone(&metrics, rules, view)?;
            Scorer::new(&metrics, &gains, rules.min_rel, rules.max_rank).context("measures")
        };
        // Labels of another judge may gain what no level of the people does.
        let (scorer, of_full) = (scorer_of(&view)?, scorer_of(&instance.base)?);
        let mut matrices = vec![vec![0.0; joined.len() * topics.len()]; metrics.len()];
        let mut buffers = Buffers::default();
        let (mut row, mut in_full) = (vec![None; metrics.len()], vec![None; metrics.len()]);
        for (r, run) in joined.iter().enumerate() {
            for (t, &topic) in topics.iter().enumerate() {
                buffers.score(&scorer, &instance.collection, &view, run, topic, &mut row);
                if row.contains(&None) {
                    buffers.score(&of_full, &instance.collection, &instance.base, run, topic, &mut in_full);
                }
                for ((matrix, score), full) in matrices.iter_mut().zip(&row).zip(&in_full) {
                    matrix[r * topics.len() + t] = score.unwrap_or_else(|| without(*full));
                }
            }
        }
        Ok(matrices)
    }
}

/// Refuses what asks for levels where labels are gains: their levels are only the order of the labels.
pub fn gains_alone(metrics: &[Metric], rules: &Evaluation, view: &View) -> Result<()> {
    if view.gains().is_none() {
        return Ok(());
    }
    ensure!(
        rules.min_rel == 1,
        "the labels are gains: they have no level {}, which `min-rel` asks for",
        rules.min_rel
    );
    for metric in metrics {
        let by_level = metric.gains().is_some() || metric.rel().is_some_and(|rel| rel > 1);
        ensure!(!by_level, "the labels are gains: they have no levels, which {metric} asks for");
    }
    Ok(())
}

/// The score of a topic that a measure is not defined on, by that in the full judgments: 0 if there is none
/// either, NaN if the judgment set took it away.
fn without(in_full: Option<f64>) -> f64 {
    in_full.map_or(0.0, |_| f64::NAN)
}
