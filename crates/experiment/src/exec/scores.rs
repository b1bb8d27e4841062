//! Score matrices: every measure of a judgment set from one pass over each joined list.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, ensure};
use rayon::prelude::*;
use rejudge_metrics::Metric;
use rejudge_pools::{JoinedRun, JudgmentSet, NothingToInfer, ScoreMatrix, View};

use super::Conduct;
use super::instance::Instance;
use crate::exec::defect::{guarded, on_demand};
use crate::grid::Grid;
use crate::grid::plan::Scored;
use crate::spec::EmptiedTopics;

/// Points that are scored together: those of one judgment set, all by document or all by intent.
type Sets = BTreeMap<(Option<u32>, Option<u32>, bool), Vec<Scored>>;

/// Computes the matrices of `tasks`: scores of the roster's runs (rows) by topic. Each is given to `keep` at once,
/// because all of them may fill the memory; returns what `keep` makes of them, in any order. If a judgment set cannot
/// be made, only its own tasks fail. A run that is stopped leaves the other sets out.
///
/// Each measure decides if a topic has relevant documents: `AP(rel=2)` needs a document of level 2, and `AP` one of
/// level 1 or above. A topic on which the measure is defined in the full judgments but not in the manipulated ones
/// was emptied; its score is missing, and `emptied-topics` decides how to treat it. A topic on which the measure is
/// undefined even in the full judgments scores 0.
///
/// # Errors
/// The first error of `keep`, after which no other set is begun: a disk that is full stays so.
pub fn matrices<T: Send>(
    grid: &Grid,
    instance: &Instance,
    tasks: &[Scored],
    conduct: Conduct<'_>,
    keep: &(impl Fn(Scored, Result<ScoreMatrix, String>) -> Result<T> + Sync),
) -> Result<Vec<T>> {
    let mut out = Vec::with_capacity(tasks.len());
    let mut by_choice: BTreeMap<(u32, u32), Sets> = BTreeMap::new();
    for &(point, sample) in tasks {
        let metric = &grid.measure(&point).expect("scores are by a measure").metric;
        if instance.given.is_none()
            && let Err(error) = NothingToInfer::refuse([metric], instance.has_pooled)
        {
            out.push(keep((point, sample), Err(error.to_string()))?);
            continue;
        }
        let sets = by_choice.entry((point.evaluation, point.runs)).or_default();
        let by_intent = metric.family().is_by_intent();
        sets.entry((point.judgments, sample, by_intent)).or_default().push((point, sample));
    }
    for ((evaluation, runs), sets) in by_choice {
        // Joined once for all judgment sets.
        let joined = guarded(|| {
            let rules = &grid.evaluations[evaluation as usize].rules;
            let scored = instance.scored(rules, &grid.runs[runs as usize])?;
            let join = |&run: &usize| JoinedRun::new(&instance.collection, run, rules.depth());
            let joined: Vec<JoinedRun> = scored.par_iter().map(join).collect();
            Ok((instance.topics(rules, &scored), scored, joined))
        });
        let of_set = |tasks: Vec<Scored>| -> Result<Vec<T>> {
            if conduct.is_stopped() {
                return Ok(Vec::new());
            }
            let matrices = guarded(|| {
                on_demand(|| grid.address("scores", &tasks[0].0));
                let (topics, scored, joined) = joined.as_ref().map_err(|reason| anyhow!(reason.clone()))?;
                let matrices = matrices_of(grid, instance, &tasks, topics, scored, joined)?;
                let is_averaged = grid.runs[runs as usize].rule().is_averaged;
                let teams = is_averaged.then(|| instance.rows_by_team(scored));
                Ok(match teams {
                    Some(teams) => matrices.iter().map(|matrix| matrix.means(&teams)).collect(),
                    None => matrices,
                })
            });
            match matrices {
                Ok(matrices) => {
                    tasks.into_iter().zip(matrices).map(|(task, of)| keep(task, Ok(of))).collect()
                }
                Err(reason) => tasks.into_iter().map(|task| keep(task, Err(reason.clone()))).collect(),
            }
        };
        let sets: Vec<Vec<Scored>> = sets.into_values().collect();
        let kept: Vec<Vec<T>> = sets.into_par_iter().map(of_set).collect::<Result<_>>()?;
        out.extend(kept.into_iter().flatten());
    }
    Ok(out)
}

/// Returns a matrix of all runs for each measure, from those of each team's runs with their rows.
fn in_rows(teams: &[(Vec<ScoreMatrix>, Vec<usize>)], measures: usize, topics: usize) -> Vec<ScoreMatrix> {
    let of_rows = |(at, (_, rows)): (usize, &(_, Vec<usize>))| {
        rows.iter().enumerate().map(move |(place, &row)| (row, at, place)).collect::<Vec<_>>()
    };
    let mut places: Vec<(usize, usize, usize)> = teams.iter().enumerate().flat_map(of_rows).collect();
    places.sort_unstable();
    let matrix = |measure: usize| {
        let scores = places.iter().flat_map(|&(_, team, place)| {
            (0..topics).map(move |topic| teams[team].0[measure].score(place, topic))
        });
        ScoreMatrix::new(topics, scores)
    };
    (0..measures).map(matrix).collect()
}

/// The matrices of `tasks`, which share one judgment set and are all by document or all by intent: of the scored runs,
/// over these topics.
fn matrices_of(
    grid: &Grid,
    instance: &Instance,
    tasks: &[Scored],
    topics: &[usize],
    scored: &[usize],
    joined: &[JoinedRun],
) -> Result<Vec<ScoreMatrix>> {
    let (point, sample) = tasks[0];
    let rules = &grid.evaluations[point.evaluation as usize].rules;
    let measures = tasks.iter().map(|(point, _)| grid.measure(point).expect("scores are by a measure"));
    if let Some(given) = &instance.given {
        let of_measure = |name: &str| -> Result<ScoreMatrix> {
            let by = given.by(name, &instance.name)?;
            let scores = scored.iter().flat_map(|&run| by.of_run(run).iter().copied());
            Ok(ScoreMatrix::new(by.topics(), scores.map(Some)))
        };
        return measures.map(|measure| of_measure(&measure.name)).collect();
    }
    // One entry per task, because matrices are assigned by position.
    let metrics: Vec<Metric> = measures.map(|measure| measure.metric.clone()).collect();
    let by_intent = metrics.iter().any(|metric| metric.family().is_by_intent());
    ensure!(!by_intent || instance.intents.is_some(), "`{}` has no judgments by intent", instance.name);
    let set = grid.set(&point).context("scores are under judgments")?;
    let scorers = |view: &View| instance.scorers(&metrics, rules, view);
    let of_full = scorers(&instance.base)?;
    let full = instance.scoring(&of_full, &instance.base)?;
    let matrices_under = |set: &JudgmentSet, runs: &[&JoinedRun]| -> Result<Vec<ScoreMatrix>> {
        let view = instance.view(set, sample)?;
        ensure!(
            !by_intent || view.levels().is_none(),
            "`{set}`: other judges label documents, and `{}` is judged by intent",
            instance.name
        );
        // Labels of another judge may have a gain that no human level has.
        let scorers = scorers(&view)?;
        Ok(instance.scoring(&scorers, &view)?.scores_beside(Some(&full), runs.iter().copied(), topics))
    };
    let matrices = match set.rule().for_each_team {
        None => matrices_under(set, &joined.iter().collect::<Vec<_>>())?,
        Some(_) => {
            let of_team = |rows: Vec<usize>| {
                let team = instance.collection.runs()[scored[rows[0]]].team;
                let set =
                    set.for_team(&instance.collection.teams()[team].name).expect("teams have their own");
                let runs: Vec<&JoinedRun> = rows.iter().map(|&row| &joined[row]).collect();
                Ok((matrices_under(&set, &runs)?, rows))
            };
            let teams: Vec<_> =
                instance.rows_by_team(scored).into_par_iter().map(of_team).collect::<Result<_>>()?;
            in_rows(&teams, metrics.len(), topics.len())
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
