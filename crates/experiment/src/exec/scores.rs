//! Computes score matrices. All measures under a judgment set are computed in one pass over each joined list,
//! except measures by intent, which have a separate pass.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, ensure};
use rayon::prelude::*;
use rejudge_metrics::Metric;
use rejudge_pools::{JoinedRun, JudgmentSet, NothingToInfer, ScoreMatrix, View};

use super::RunOptions;
use super::instance::Instance;
use crate::exec::defect::{panic_on_demand, run_guarded};
use crate::grid::Grid;
use crate::grid::plan::Scored;
use crate::spec::EmptiedTopics;

/// The points to score, in groups that are scored together. The points of a group have the same judgment set and the
/// same sample, and their measures are all by document or all by intent.
type PointsBySet = BTreeMap<(Option<u32>, Option<u32>, bool), Vec<Scored>>;

/// Computes the matrices of `tasks`: the scores of the roster's runs (rows) by topic. The matrices of a judgment set
/// are given to `store` as soon as they are computed, because the matrices of all sets may not fit into memory. Returns
/// the results of `store` in no particular order. If a judgment set cannot be made, only its own tasks fail. If the
/// run is stopped, the remaining sets are left out.
///
/// Each measure has its own relevant documents: `AP(rel=2)` needs a document of level 2 or above, and `AP`
/// needs a document of level `min-rel` or above. A topic is *emptied* if the measure is defined on it
/// under the full judgments but not under the manipulated ones. The score on an emptied topic is missing, and
/// `emptied-topics` decides how the topic is treated. With `drop-unlabelled` the score on an emptied topic is 0,
/// and the scores on topics that the set's other judges did not label are missing instead. If the measure is
/// undefined on a topic even in the full judgments, the score on this topic is 0.
///
/// # Errors
/// If `store` returns an error. No other set is begun after the first error, because a full disk stays full.
pub fn matrices<T: Send>(
    grid: &Grid,
    instance: &Instance,
    tasks: &[Scored],
    options: RunOptions<'_>,
    store: &(impl Fn(Scored, Result<ScoreMatrix, String>) -> Result<T> + Sync),
) -> Result<Vec<T>> {
    let mut out = Vec::with_capacity(tasks.len());
    let mut by_choice: BTreeMap<(u32, u32), PointsBySet> = BTreeMap::new();
    for &(point, sample) in tasks {
        let metric = &grid.measure(&point).expect("every score matrix has a measure").metric;
        if instance.published.is_none()
            && let Err(error) = NothingToInfer::check([metric], instance.has_unjudged)
        {
            out.push(store((point, sample), Err(error.to_string()))?);
            continue;
        }
        let sets = by_choice.entry((point.evaluation, point.runs)).or_default();
        let by_intent = metric.family().is_by_intent();
        sets.entry((point.judgments, sample, by_intent)).or_default().push((point, sample));
    }
    for ((evaluation, runs), sets) in by_choice {
        // The lists are joined once for all judgment sets.
        let inputs = run_guarded(|| {
            let rules = &grid.evaluations[evaluation as usize].rules;
            let scored_runs = instance.scored_runs(rules, &grid.runs[runs as usize])?;
            let joined_runs: Vec<JoinedRun> = scored_runs
                .par_iter()
                .map(|&run| JoinedRun::new(&instance.collection, run, rules.depth()))
                .collect();
            Ok((instance.topics(rules, &scored_runs), scored_runs, joined_runs))
        });
        let sets: Vec<Vec<Scored>> = sets.into_values().collect();
        let stored = sets.into_par_iter().map(|tasks| -> Result<Vec<T>> {
            if options.is_stopped() {
                return Ok(Vec::new());
            }
            let matrices = run_guarded(|| {
                panic_on_demand(|| grid.address("scores", &tasks[0].0));
                let (topics, scored_runs, joined_runs) =
                    inputs.as_ref().map_err(|reason| anyhow!(reason.clone()))?;
                let matrices = matrices_of(grid, instance, &tasks, topics, scored_runs, joined_runs)?;
                let is_averaged = grid.runs[runs as usize].rule().is_averaged;
                let teams = is_averaged.then(|| instance.rows_by_team(scored_runs));
                Ok(match teams {
                    Some(teams) => matrices.iter().map(|matrix| matrix.means(&teams)).collect(),
                    None => matrices,
                })
            });
            match matrices {
                Ok(matrices) => {
                    tasks.into_iter().zip(matrices).map(|(task, matrix)| store(task, Ok(matrix))).collect()
                }
                Err(reason) => tasks.into_iter().map(|task| store(task, Err(reason.clone()))).collect(),
            }
        });
        let stored: Vec<Vec<T>> = stored.collect::<Result<_>>()?;
        out.extend(stored.into_iter().flatten());
    }
    Ok(out)
}

/// Returns a matrix of all runs for each measure. `teams` has, for each team, the matrices of its runs by measure, and
/// the rows of these runs in the result.
fn joined_by_row(
    teams: &[(Vec<ScoreMatrix>, Vec<usize>)],
    measures: usize,
    topics: usize,
) -> Vec<ScoreMatrix> {
    let mut places: Vec<(usize, usize, usize)> = Vec::new();
    for (team, (_, rows)) in teams.iter().enumerate() {
        places.extend(rows.iter().enumerate().map(|(place, &row)| (row, team, place)));
    }
    places.sort_unstable();
    let matrix = |measure: usize| {
        let scores = places.iter().flat_map(|&(_, team, place)| {
            (0..topics).map(move |topic| teams[team].0[measure].score(place, topic))
        });
        ScoreMatrix::new(topics, scores)
    };
    (0..measures).map(matrix).collect()
}

/// Returns the matrices of `tasks`, with a row for each scored run and a column for each of `topics`. The tasks have
/// one judgment set, and measures that are all by document or all by intent.
fn matrices_of(
    grid: &Grid,
    instance: &Instance,
    tasks: &[Scored],
    topics: &[usize],
    scored_runs: &[usize],
    joined_runs: &[JoinedRun],
) -> Result<Vec<ScoreMatrix>> {
    let (point, sample) = tasks[0];
    let rules = &grid.evaluations[point.evaluation as usize].rules;
    let measures =
        tasks.iter().map(|(point, _)| grid.measure(point).expect("every score matrix has a measure"));
    if let Some(published) = &instance.published {
        return measures
            .map(|measure| {
                let matrix = published.matrix(&measure.name, &instance.name)?;
                let scores = scored_runs.iter().flat_map(|&run| matrix.of_run(run).iter().copied());
                Ok(ScoreMatrix::new(matrix.topics(), scores.map(Some)))
            })
            .collect();
    }
    // There is one measure for each task, because matrices are assigned by position.
    let metrics: Vec<Metric> = measures.map(|measure| measure.metric.clone()).collect();
    let by_intent = metrics.iter().any(|metric| metric.family().is_by_intent());
    ensure!(!by_intent || instance.intents.is_some(), "`{}` has no judgments by intent", instance.name);
    let set = grid.set(&point).context("scores are under judgments")?;
    let scorers = |view: &View| instance.scorers(&metrics, rules, view);
    let full_scorers = scorers(&instance.base)?;
    let full = instance.scoring(&full_scorers, &instance.base)?;
    let matrices_under = |set: &JudgmentSet, runs: &[&JoinedRun]| -> Result<Vec<ScoreMatrix>> {
        let view = instance.view(set, sample)?;
        ensure!(
            !by_intent || view.levels().is_none(),
            "`{set}`: other judges label documents, but `{}` is judged by intent",
            instance.name
        );
        // The scorers differ by judgment set, because another judge's labels may have gains that no human level has.
        let scorers = scorers(&view)?;
        Ok(instance.scoring(&scorers, &view)?.scores_beside(Some(&full), runs.iter().copied(), topics))
    };
    let matrices = match set.rule().for_each_team {
        None => matrices_under(set, &joined_runs.iter().collect::<Vec<_>>())?,
        Some(_) => {
            let teams = instance.rows_by_team(scored_runs).into_par_iter().map(|rows| {
                let team = instance.collection.runs()[scored_runs[rows[0]]].team;
                let set = set
                    .for_team(&instance.collection.teams()[team].name)
                    .expect("each team has its own judgments");
                let runs: Vec<&JoinedRun> = rows.iter().map(|&row| &joined_runs[row]).collect();
                Ok((matrices_under(&set, &runs)?, rows))
            });
            let teams: Vec<_> = teams.collect::<Result<_>>()?;
            joined_by_row(&teams, metrics.len(), topics.len())
        }
    };
    match rules.emptied_topics {
        EmptiedTopics::Zero | EmptiedTopics::DropInBoth => Ok(matrices),
        EmptiedTopics::DropUnlabelled => {
            let labelled: Vec<bool> = topics.iter().map(|&topic| instance.is_labelled(set, topic)).collect();
            Ok(matrices.iter().map(|matrix| matrix.on_topics(&labelled)).collect())
        }
    }
}
