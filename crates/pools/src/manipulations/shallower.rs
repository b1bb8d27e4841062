//! Makes the shallower pools that other manipulations start from, and chooses the runs that form them.

use std::collections::BTreeSet;

use rejudge_names::Mistyped;
use rejudge_stats::Draw;

use super::depth::pool_of;
use super::teams::random_teams;
use super::{ManipulationError, Material, top_documents};
use crate::{Arguments, Contributions, Domain, Mask, Parameter, RunIx, TeamIx, View, pooled_runs};

/// The depth of the shallower pool.
pub(super) const DEPTH: Parameter = Parameter::optional(
    "depth",
    "Depth of a shallower pool, which is made first: other judgments are left out, and teams contribute only to this pool.",
    Domain::Positive,
);

/// The runs that form a shallower pool.
pub(super) const FORMED_BY: Parameter = Parameter::optional(
    "formed-by",
    "Runs that form the shallower pool; by default all pooled runs.",
    Domain::Words(&[
        (
            DISTINCT_RUNS,
            "All but near copies, which share at least nine tenths of their documents with a run whose name comes earlier.",
        ),
        (TEAMS, "The runs of `size` teams, drawn at random."),
        (
            SIMILAR_TEAMS,
            "The runs of a team, drawn at random, and of the teams that share most with it, `size` teams in all.",
        ),
    ]),
);

const DISTINCT_RUNS: &str = "distinct-runs";
const TEAMS: &str = "teams";
const SIMILAR_TEAMS: &str = "similar-teams";

/// The number of teams that form a shallower pool.
pub(super) const SIZE: Parameter = Parameter::optional(
    "size",
    "Number of teams, with `formed-by=teams` or `formed-by=similar-teams`.",
    Domain::Positive,
);

/// The treatment of the judgments outside of a shallower pool.
pub(super) const OUTSIDE: Parameter = Parameter::optional(
    "outside",
    "Judgments from outside of the shallower pool, which are left out by default.",
    Domain::Words(&[("kept", "They stay, but teams contribute only to the shallower pool.")]),
);

/// Applies `apply` to the shallower pool that the arguments request, or to the whole base if they request no
/// such pool. With `outside=kept`, all judgments of the base stay, but teams contribute only to the shallower
/// pool.
pub(super) fn within_depth(
    arguments: &Arguments,
    material: &Material<'_>,
    apply: impl Fn(&Material<'_>) -> Result<View, ManipulationError>,
) -> Result<View, ManipulationError> {
    if arguments.get(DEPTH.name).is_none() {
        return apply(material);
    }
    let depth = arguments.count(DEPTH.name);
    let runs = forming_runs(arguments, material, depth)?;
    let base = match arguments.get(OUTSIDE.name) {
        Some(_) => material.base.clone(),
        None => pool_of(material.collection, material.base, depth, &runs),
    };
    // Rankings may go below the collection's pool depth, but teams contributed nothing there.
    let contributed = depth.min(material.contributions.depth());
    let contributions = Contributions::of_runs(material.collection, &base, contributed, &runs);
    apply(&Material { base: &base, contributions: &contributions, ..*material })
}

/// Checks that arguments about a shallower pool come with `depth`, and that `size` is given if and only if
/// teams are drawn.
pub(super) fn check(arguments: &Arguments) -> Result<(), Mistyped> {
    let has = |parameter: &Parameter| arguments.get(parameter.name).is_some();
    let pool_parameter = [&FORMED_BY, &SIZE, &OUTSIDE].into_iter().find(|parameter| has(parameter));
    if let Some(parameter) = pool_parameter.filter(|_| !has(&DEPTH)) {
        return Err(Mistyped::new(format!(
            "`{}` needs `depth`, the depth of the shallower pool",
            parameter.name
        )));
    }
    match (draws_teams(arguments), has(&SIZE)) {
        (true, false) => Err(Mistyped::new("`formed-by` needs `size`, the number of teams: `size: 12`")),
        (false, true) => Err(Mistyped::new("`size` needs `formed-by: teams` or `formed-by: similar-teams`")),
        _ => Ok(()),
    }
}

/// Returns true if the teams whose runs form the pool depend on a random draw: `formed-by` is `teams` or
/// `similar-teams`.
pub(super) fn draws_teams(arguments: &Arguments) -> bool {
    matches!(arguments.get(FORMED_BY.name), Some(TEAMS | SIMILAR_TEAMS))
}

/// Returns the runs that form a pool of this depth.
pub(super) fn forming_runs(
    arguments: &Arguments,
    material: &Material<'_>,
    depth: usize,
) -> Result<Vec<RunIx>, ManipulationError> {
    let all_runs = pooled_runs(material.collection, None);
    let Some(word) = arguments.get(FORMED_BY.name) else { return Ok(all_runs) };
    if word == DISTINCT_RUNS {
        return Ok(distinct_runs(&all_runs, material, depth));
    }
    let draw = material.draw.to_string();
    let mut random = Draw::new(material.seed, &["forming", material.key, &draw]);
    let size = arguments.count(SIZE.name);
    let drawn = random_teams(material.collection, size, SIZE.name, &mut random.clone())?;
    let teams = match word {
        TEAMS => drawn,
        // `drawn` came from a clone of `random`, so this call draws the same order of teams. Its one team is
        // in `drawn`.
        _ => similar_teams(
            random_teams(material.collection, 1, SIZE.name, &mut random)?[0],
            size,
            material,
            depth,
        ),
    };
    Ok(all_runs.into_iter().filter(|&run| teams.contains(&material.collection.runs()[run].team)).collect())
}

/// Returns the documents of the base that are in the top ranks of `runs`, topic by topic.
fn documents(runs: &[RunIx], Material { collection, base, .. }: &Material<'_>, depth: usize) -> Vec<Mask> {
    let by_topic = (0..collection.topics().len()).map(|topic| {
        let mut mask = Mask::none(collection.topic(topic).verdicts.len());
        for &run in runs {
            mask.extend(top_documents(collection, run, topic, depth).iter().copied());
        }
        mask.and(base.pool(topic))
    });
    by_topic.collect()
}

fn total(masks: &[Mask]) -> u32 {
    masks.iter().map(Mask::count).sum()
}

fn shared_count(first: &[Mask], second: &[Mask]) -> u32 {
    first.iter().zip(second).map(|(first, second)| first.and(second).count()).sum()
}

/// Removes near copies of runs. The first run by name stays, so that the order of files does not matter.
fn distinct_runs(runs: &[RunIx], material: &Material<'_>, depth: usize) -> Vec<RunIx> {
    let mut by_name = runs.to_vec();
    by_name.sort_by_key(|&run| &material.collection.runs()[run].name);
    let mut distinct: Vec<(RunIx, Vec<Mask>)> = Vec::new();
    for run in by_name {
        let masks = documents(&[run], material, depth);
        let is_copy = |(_, earlier): &(RunIx, Vec<Mask>)| {
            10 * shared_count(&masks, earlier) >= 9 * total(&masks).max(total(earlier))
        };
        if !distinct.iter().any(is_copy) {
            distinct.push((run, masks));
        }
    }
    distinct.into_iter().map(|(run, _)| run).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns `size` teams: `team` and the teams that share most with it. Jaccard's coefficient compares the
/// documents that two teams contribute; if two teams are equally similar to `team`, the first by name is
/// taken.
fn similar_teams(team: TeamIx, size: usize, material: &Material<'_>, depth: usize) -> Vec<TeamIx> {
    let all_runs = pooled_runs(material.collection, None);
    let team_documents = |team: TeamIx| {
        let runs: Vec<RunIx> =
            all_runs.iter().copied().filter(|&run| material.collection.runs()[run].team == team).collect();
        documents(&runs, material, depth)
    };
    let documents_of_team = team_documents(team);
    let mut teams: Vec<(TeamIx, f64)> = super::teams::pooling_teams(material.collection)
        .into_iter()
        .filter(|&candidate| candidate != team)
        .map(|candidate| {
            let masks = team_documents(candidate);
            let intersection = shared_count(&documents_of_team, &masks);
            let union = total(&documents_of_team) + total(&masks) - intersection;
            (candidate, f64::from(intersection) / f64::from(union.max(1)))
        })
        .collect();
    teams.sort_by_key(|&(candidate, _)| &material.collection.teams()[candidate].name);
    teams.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    std::iter::once(team).chain(teams.into_iter().map(|(candidate, _)| candidate)).take(size).collect()
}
