//! Score matrices: every measure of a judgment set from one pass over each joined list.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, ensure};
use rayon::prelude::*;
use rejudge_metrics::Metric;
use rejudge_pools::{JoinedRun, NothingToInfer, ScoreMatrix, View};

use super::instance::Instance;
use crate::exec::defect::{caught, on_demand};
use crate::grid::Grid;
use crate::grid::plan::ScoreTask;
use crate::spec::{EmptiedTopics, Rules};

/// The matrix of one task, or the reason why there is none.
pub type Scored = (ScoreTask, Result<ScoreMatrix, String>);

/// Tasks that are scored together: those of one judgment set, all by document or all by intent.
type Sets = BTreeMap<(Option<u32>, Option<u32>, bool), Vec<ScoreTask>>;

/// Computes the matrices of `tasks`: scores of the roster's runs (rows) by topic. If a judgment set cannot be made,
/// only its own tasks fail.
///
/// Each measure decides if a topic has relevant documents: `AP(rel=2)` needs a document of level 2, and `AP` one of
/// level 1 or above. A topic on which the measure is defined in the full judgments but not in the manipulated ones
/// was emptied; its score is missing, and `emptied-topics` decides how to treat it. A topic on which the measure is
/// undefined even in the full judgments scores 0.
pub fn matrices(grid: &Grid, instance: &Instance, tasks: &[ScoreTask]) -> Vec<Scored> {
    let by_intent = |task: &ScoreTask| {
        grid.measure(&task.point).is_some_and(|measure| measure.metric.family().is_by_intent())
    };
    let refused = |task: &ScoreTask| {
        let measure = &grid.measure(&task.point)?.metric;
        NothingToInfer::refuse([measure], instance.has_pooled).err().map(|error| error.to_string())
    };
    let mut out = Vec::with_capacity(tasks.len());
    let mut by_choice: BTreeMap<(u32, u32), Sets> = BTreeMap::new();
    for task in tasks {
        if let Some(error) = refused(task) {
            out.push((*task, Err(error)));
            continue;
        }
        let sets = by_choice.entry((task.point.evaluation, task.point.runs)).or_default();
        sets.entry((task.point.judgments, task.sample, by_intent(task))).or_default().push(*task);
    }
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
        let join = |&run: &usize| JoinedRun::new(&instance.collection, run, rules.depth());
        let joined: Vec<JoinedRun> = scored.par_iter().map(join).collect();
        let choice = ScoredChoice { grid, instance, rules, topics, joined };
        let sets: Vec<Vec<ScoreTask>> = sets.into_values().collect();
        let of_set = |tasks: &Vec<ScoreTask>| {
            let score = || {
                on_demand(|| grid.address("scores", &tasks[0].point));
                choice.of_set(tasks)
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

/// The data that the judgment sets of one choice of rules and runs share.
struct ScoredChoice<'a> {
    grid: &'a Grid,
    instance: &'a Instance,
    rules: &'a Rules,
    topics: Vec<usize>,
    joined: Vec<JoinedRun>,
}

impl ScoredChoice<'_> {
    /// The matrices of `tasks`, which share one judgment set and are all by document or all by intent.
    fn of_set(&self, tasks: &[ScoreTask]) -> Result<Vec<ScoreMatrix>> {
        let Self { grid, instance, rules, topics, joined } = self;
        let ScoreTask { point, sample, .. } = tasks[0];
        let metric =
            |task: &ScoreTask| grid.measure(&task.point).expect("scores are by a measure").metric.clone();
        // One entry per task, because matrices are assigned by position.
        let metrics: Vec<Metric> = tasks.iter().map(metric).collect();
        let by_intent = metrics.iter().any(|metric| metric.family().is_by_intent());
        ensure!(!by_intent || instance.intents.is_some(), "`{}` has no judgments by intent", instance.name);
        let set = grid.set(&point).context("scores are under judgments")?;
        let view = instance.view(set, sample)?;
        ensure!(
            !by_intent || view.levels().is_none(),
            "`{set}`: other judges label documents, and `{}` is judged by intent",
            instance.name
        );
        let scorers = |view: &View| instance.scorers(&metrics, rules, view);
        // Labels of another judge may have a gain that no human level has.
        let (scorers, of_full) = (scorers(&view)?, scorers(&instance.base)?);
        let full = instance.scoring(&of_full, &instance.base)?;
        let matrices = instance.scoring(&scorers, &view)?.scores_beside(&full, joined, topics);
        match rules.emptied_topics {
            EmptiedTopics::Zero | EmptiedTopics::DropInBoth => Ok(matrices),
            EmptiedTopics::DropUnlabelled => {
                let labelled: Vec<bool> =
                    topics.iter().map(|&topic| instance.is_labelled(set, topic)).collect();
                Ok(matrices.iter().map(|matrix| matrix.on_topics(&labelled)).collect())
            }
        }
    }
}
