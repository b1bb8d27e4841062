//! Score matrices: every measure of a judgment set from one pass over each joined list.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use rayon::prelude::*;
use rejudge_metrics::{Gains, Metric, Scorer, Verdict};
use rejudge_pools::{Buffers, JoinedRun};

use super::instance::Instance;
use crate::cache::Key;
use crate::grid::{Grid, Point};
use crate::plan::ScoreTask;

/// Computes the matrices of `tasks`: scores of the roster's runs (rows) by topic.
///
/// A topic that the manipulation left without relevant documents is NaN here, for `emptied-topics`
/// to decide; one without relevant documents in the full judgments scores 0.
pub fn matrices(
    grid: &Grid,
    instance: &Instance,
    tasks: &[ScoreTask],
) -> Result<Vec<(Key, Point, Vec<f64>)>> {
    let mut by_evaluation: BTreeMap<u32, BTreeMap<(u32, u32), Vec<&ScoreTask>>> = BTreeMap::new();
    for task in tasks {
        let sets = by_evaluation.entry(task.point.evaluation).or_default();
        sets.entry((task.point.judgments, task.point.runs)).or_default().push(task);
    }
    let mut out = Vec::with_capacity(tasks.len());
    for (evaluation, sets) in by_evaluation {
        let rules = &grid.evaluations[evaluation as usize].rules;
        let topics = instance.topics(rules);
        let gains = rules.gains.clone().unwrap_or_else(|| Gains::linear(highest_level(instance)));
        let join = |&run: &usize| JoinedRun::new(&instance.collection, run, rules.max_rank as usize);
        let joined: Vec<JoinedRun> = instance.scored.par_iter().map(join).collect();
        let of_set = |(&(judgments, _), tasks): (&(u32, u32), &Vec<&ScoreTask>)| {
            let set = &grid.collections[tasks[0].point.collection as usize].judgments[judgments as usize];
            let view = instance.view(set)?;
            let metrics: Vec<Metric> =
                tasks.iter().map(|task| grid.measures[task.point.measure as usize].metric.clone()).collect();
            let scorer = Scorer::new(&metrics, &gains, rules.min_rel, rules.max_rank).context("measures")?;
            let mut matrices = vec![vec![0.0; joined.len() * topics.len()]; metrics.len()];
            let mut buffers = Buffers::default();
            let mut row = vec![None; metrics.len()];
            for (r, run) in joined.iter().enumerate() {
                for (t, &topic) in topics.iter().enumerate() {
                    let lists = buffers.lists(&instance.collection, &view, run, topic);
                    scorer.score(&lists.raw, &lists.condensed, &mut row);
                    let without = if instance.base.ideal(topic).is_empty() { 0.0 } else { f64::NAN };
                    for (matrix, score) in matrices.iter_mut().zip(&row) {
                        matrix[r * topics.len() + t] = score.unwrap_or(without);
                    }
                }
            }
            let named = tasks.iter().zip(matrices).map(|(task, matrix)| (task.key, task.point, matrix));
            anyhow::Ok(named.collect::<Vec<_>>())
        };
        let sets: Vec<_> = sets.iter().collect();
        let computed: Result<Vec<Vec<_>>> = sets.into_par_iter().map(of_set).collect();
        out.extend(computed?.into_iter().flatten());
    }
    Ok(out)
}

fn highest_level(instance: &Instance) -> u8 {
    let level = |verdict: &Verdict| match verdict {
        Verdict::Level(level) => *level,
        Verdict::Pooled => 0,
    };
    instance.collection.topics().iter().flat_map(|t| &t.verdicts).map(level).max().unwrap_or(1)
}
