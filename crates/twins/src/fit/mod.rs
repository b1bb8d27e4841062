//! Fits the constants of a twin to an existing collection.
//!
//! The targets are the collection's [`Statistics`]. [`fit`] draws a twin, compares its statistics with the targets,
//! corrects the constants and repeats; `pass` contains one such step. Apart from these statistics, the fit uses
//! nothing from the collection, in particular no document ids.

mod pass;
mod statistics;
#[cfg(test)]
mod tests;

pub use statistics::{Statistics, TeamStatistics};

use rejudge_pools::View;

use super::{Relevant, Twin, TwinParameters, TwinTeam, generate, model};
use pass::Constants;

/// The reason why no twin can be fitted to a collection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FitError(String);

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The constants, rounded to three or four decimals.
    pub parameters: TwinParameters,
    /// The names and values of the constants, other than wr, that ended at a limit of their range. The model cannot
    /// imitate the properties of the collection to which these constants were fitted.
    pub at_limit: Vec<(String, f64)>,
}

/// The twin's id while constants are fitted. No description can have this id, so no twin repeats these draws.
const FIT_ID: &str = "(fit)";
/// The largest number of relevant documents of a topic that [`TwinParameters::check`] accepts.
const MAX_RELEVANT: f64 = model::CANDIDATES as f64 / 4.0;

/// Finds constants such that a twin's statistics are close to `targets`. The twin has the teams of `targets`, in the
/// same order.
///
/// Each pass draws a new twin (the number of the pass is the number of the draw), and corrects the constants
/// by comparing the twin's statistics with the targets. The result is the mean of the constants over the last
/// third of the passes. `passed` is called after each pass with the number of the pass, from 0.
///
/// ```
/// use rejudge_twins::fit::{Statistics, TeamStatistics, fit};
/// let team = |name: &str, unique| TeamStatistics {
///     name: name.into(), runs: 1, pooled: 1, unique, unique_relevant: 1.0, average_precision: 0.3,
/// };
/// let targets = Statistics {
///     pool_depth: 10,
///     ranking_length: 100,
///     empty_topics: 0,
///     relevant: vec![5.0, 10.0, 30.0],
///     nonrelevant: vec![20.0, 25.0, 30.0],
///     by_level: [15.0, 0.0, 0.0],
///     highest_level: 1,
///     teams: vec![team("a", 3.0), team("b", 9.0)],
///     average_precision: vec![vec![0.3, 0.2, 0.1], vec![0.5, 0.4, 0.3]],
///     precision_at_10: vec![vec![0.3, 0.2, 0.1], vec![0.5, 0.4, 0.3]],
/// };
/// let fitted = fit(&targets, 1, 3, |_| ())?;
/// assert_eq!((fitted.parameters.topics, fitted.parameters.teams.len()), (3, 2));
/// assert!(fitted.parameters.teams[0].oddness < fitted.parameters.teams[1].oddness);
/// # Ok::<(), rejudge_twins::fit::FitError>(())
/// ```
///
/// # Errors
/// If the model cannot be fitted, for example because the collection has a single team, no pooled run or too many
/// relevant documents.
///
/// # Panics
/// If `passes` is 0.
pub fn fit(
    targets: &Statistics,
    seed: u64,
    passes: u32,
    mut passed: impl FnMut(u32),
) -> Result<Fitted, FitError> {
    assert!(passes > 0, "fitting needs at least one pass");
    let mut parameters = unfitted(targets)?;
    let mut constants = Constants::new(targets);
    let last_third = passes - passes.div_ceil(3);
    let mut averaged = Vec::new();
    let mut unique_relevant = Vec::new();
    for pass in 0..passes {
        constants.write_to(&mut parameters);
        let twin = Twin { id: FIT_ID, pool_depth: targets.pool_depth, parameters: &parameters };
        let collection = generate(&twin, seed, pass);
        let drawn = Statistics::new(&collection, &View::full(&collection), targets.pool_depth)?;
        unique_relevant.push(drawn.teams.iter().map(|team| team.unique_relevant).collect());
        constants.step(targets, &drawn, &unique_relevant[unique_relevant.len().saturating_sub(3)..]);
        if pass >= last_third {
            averaged.push(constants.clone());
        }
        passed(pass);
    }
    let constants = Constants::mean(&averaged);
    constants.write_to(&mut parameters);
    match parameters.check().into_iter().next() {
        Some(error) => Err(FitError(format!("the twin cannot be described: {error}"))),
        None => Ok(Fitted { at_limit: constants.at_limit(targets), parameters }),
    }
}

/// Returns parameters with the constants that can be read from `targets`, and defaults for the constants that are
/// fitted.
fn unfitted(targets: &Statistics) -> Result<TwinParameters, FitError> {
    let refused = |why: &str| Err(FitError(why.to_owned()));
    if targets.teams.len() < 2 {
        return refused(
            "all runs belong to one team, but a twin needs at least 2 teams, because it is fitted to the number of documents that each team contributed and no other team did",
        );
    }
    if targets.teams.iter().all(|team| team.pooled == 0) {
        return refused("no run is marked as pooled, and a twin is judged by the pool of its runs");
    }
    let relevant = statistics::mean(&targets.relevant);
    if relevant > MAX_RELEVANT {
        return refused(&format!(
            "a topic has {relevant:.1} relevant documents on average, and the model draws at most {MAX_RELEVANT}"
        ));
    }
    let range = [
        targets.relevant.iter().copied().fold(f64::MAX, f64::min),
        targets.relevant.iter().copied().fold(0.0, f64::max).min(MAX_RELEVANT),
    ];
    let team = |team: &TeamStatistics| TwinTeam {
        name: team.name.clone(),
        runs: team.runs,
        pooled: (team.pooled < team.runs).then_some(team.pooled),
        ..TwinTeam::default()
    };
    let mut order: Vec<&TeamStatistics> = targets.teams.iter().collect();
    order.sort_by(|a, b| b.average_precision.total_cmp(&a.average_precision));
    let [b, a, s] = targets.by_level.map(|mean| pass::round(mean, 4));
    Ok(TwinParameters {
        topics: targets.relevant.len(),
        relevant: Relevant { mean: pass::round(relevant, 4), range: range.map(|r| r as u32) },
        grades: super::ByGrade { s, a, b },
        ranking_length: Some(targets.ranking_length.clamp(1, model::RUN_LENGTH as u32))
            .filter(|&length| (length as usize) < model::RUN_LENGTH),
        quality_order: order.into_iter().map(|team| team.name.clone()).collect(),
        teams: targets.teams.iter().map(team).collect(),
        ..TwinParameters::default()
    })
}
