//! Fits the constants of a twin to an existing collection.
//!
//! [`Statistics`] are the targets. [`fit`] draws a twin, compares its statistics, corrects the constants by
//! the differences, and repeats; `pass` has the steps. Documents, topics and rankings affect the constants
//! only through the statistics.

mod pass;
mod statistics;
#[cfg(test)]
mod tests;

pub use statistics::{Statistics, TeamStatistics};

use rejudge_pools::View;

use super::{Relevant, Twin, TwinParameters, TwinTeam, generate, model};
use pass::Constants;

/// The reason why a collection cannot have a twin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FitError(String);

/// Fitted constants with notes on the fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The constants, rounded to meaningful digits.
    pub parameters: TwinParameters,
    /// Constants at the end of their range, because the model cannot follow the collection; each with its
    /// value.
    pub at_limit: Vec<(String, f64)>,
}

/// The twin's name while constants are sought; no description can have it, so that no twin repeats these
/// draws.
const WHILE_FITTING: &str = "(fit)";
/// Most relevant documents of a topic, as [`TwinParameters`] are checked for.
const MOST_RELEVANT: f64 = model::CANDIDATES as f64 / 4.0;

/// Finds the constants of a twin with the statistics `targets`; its teams are those of `targets`, in their
/// order.
///
/// Each pass draws a twin with another seed and moves the constants by the ratios of targets to statistics.
/// The constants are the mean of those after the last third of the passes. `passed` is called for each one.
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
/// If the model cannot be fitted to the collection: it has a single team, or far too many relevant documents.
///
/// # Panics
/// If `passes` is 0.
pub fn fit(
    targets: &Statistics,
    seed: u64,
    passes: u32,
    mut passed: impl FnMut(u32),
) -> Result<Fitted, FitError> {
    assert!(passes > 0, "constants of no pass");
    let mut parameters = unfitted(targets)?;
    let mut constants = Constants::new(targets);
    let (last, mut kept) = (passes - passes.div_ceil(3), Vec::new());
    let mut recent = Vec::new();
    for pass in 0..passes {
        constants.put(&mut parameters);
        let twin = Twin { id: WHILE_FITTING, pool_depth: targets.pool_depth, parameters: &parameters };
        let collection = generate(&twin, seed, pass);
        let drawn = Statistics::new(&collection, &View::full(&collection), targets.pool_depth)?;
        recent.push(drawn.teams.iter().map(|team| team.unique_relevant).collect());
        constants.step(targets, &drawn, &recent[recent.len().saturating_sub(3)..]);
        if pass >= last {
            kept.push(constants.clone());
        }
        passed(pass);
    }
    let constants = Constants::mean(&kept);
    constants.put(&mut parameters);
    match parameters.check().into_iter().next() {
        Some(error) => Err(FitError(format!("the twin cannot be described: {error}"))),
        None => Ok(Fitted { at_limit: constants.at_limit(targets), parameters }),
    }
}

/// Returns the constants that need no fitting.
fn unfitted(targets: &Statistics) -> Result<TwinParameters, FitError> {
    let refused = |why: &str| Err(FitError(why.to_owned()));
    if targets.teams.len() < 2 {
        return refused(
            "all runs are of one team, and a twin needs at least 2: it imitates what each team contributed alone",
        );
    }
    if targets.teams.iter().all(|team| team.pooled == 0) {
        return refused("no run is marked as pooled, and a twin is judged by the pool of its runs");
    }
    let relevant = statistics::mean(&targets.relevant);
    if relevant > MOST_RELEVANT {
        return refused(&format!(
            "a topic has {relevant:.1} relevant documents on average, and the model draws at most {MOST_RELEVANT}"
        ));
    }
    let range = [
        targets.relevant.iter().copied().fold(f64::MAX, f64::min),
        targets.relevant.iter().copied().fold(0.0, f64::max).min(MOST_RELEVANT),
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
