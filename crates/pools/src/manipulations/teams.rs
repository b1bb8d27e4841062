//! Chooses the teams to leave out or to take: one team, a list, the teams with the fewest unique contributions, or
//! random teams.

use rejudge_names::Mistyped;
use rejudge_names::plural::{counted, of_number};
use rejudge_stats::Draw;

use super::{ManipulationError, Material, fewest_unique};
use crate::{Arguments, Contributions, Domain, Mask, Parameter, TeamIx, TestCollection};

/// The one team to leave out or to take.
pub(super) const TEAM: Parameter =
    Parameter::required("team", "The team; `all` sweeps over every analysed team.", Domain::Team);

/// Several teams that are named.
pub(super) const TEAMS: Parameter = Parameter::optional("teams", "Named teams.", Domain::Teams);

/// Several teams that are chosen by their contributions.
pub(super) const FEWEST_UNIQUE: Parameter = Parameter::optional(
    "fewest-unique",
    "Instead of `teams`: the N teams with the fewest unique contributions.",
    Domain::Positive,
);

/// With `fewest-unique`, the smallest number of unique documents that a team may have.
pub(super) const MIN_UNIQUE: Parameter = Parameter::optional(
    "min-unique",
    "With `fewest-unique`: the smallest number of unique documents, over all topics, that a team may have. This skips teams whose runs nearly repeat other runs.",
    Domain::Positive,
);

/// Several teams that are drawn at random.
pub(super) const RANDOM: Parameter =
    Parameter::optional("random", "Instead of `teams`: N analysed teams, drawn at random.", Domain::Positive);

/// The number of the draw, if teams are drawn at random.
pub(super) const DRAW: Parameter =
    Parameter::optional("draw", "Draws of the teams, with `random`.", Domain::Draw);

/// Checks that the arguments choose teams in one way, give the number of a draw if and only if teams are
/// random, and give `min-unique` only with `fewest-unique`.
pub(super) fn check(arguments: &Arguments) -> Result<(), Mistyped> {
    let ways = [&TEAMS, &FEWEST_UNIQUE, &RANDOM].map(|parameter| arguments.get(parameter.name).is_some());
    if arguments.get(MIN_UNIQUE.name).is_some() && ways != [false, true, false] {
        return Err(Mistyped::new("`min-unique` goes only with `fewest-unique: N`"));
    }
    let message = match (ways, arguments.get(DRAW.name)) {
        ([true, false, false] | [false, true, false], None) | ([false, false, true], Some(_)) => {
            return Ok(());
        }
        ([false, false, true], None) => "`random` needs a draw: `draws: 10` in YAML, `draw=1` in text",
        ([true, false, false] | [false, true, false], Some(_)) => "`draws` and `draw` go only with `random`",
        _ => "expected one of `teams: [..]`, `fewest-unique: N` or `random: N`",
    };
    Err(Mistyped::new(message))
}

/// Returns true if the teams are drawn at random.
pub(super) fn is_drawn(arguments: &Arguments) -> bool {
    arguments.get(RANDOM.name).is_some()
}

/// Returns the teams that the arguments name, or `None` if they choose teams in another way.
pub(super) fn named_teams(
    arguments: &Arguments,
    collection: &TestCollection,
) -> Result<Option<Vec<TeamIx>>, ManipulationError> {
    match (arguments.get(TEAM.name), arguments.get(TEAMS.name)) {
        (Some(name), _) => Ok(Some(vec![super::team(collection, name)?])),
        (None, Some(names)) => super::teams(collection, names).map(Some),
        (None, None) => Ok(None),
    }
}

/// Returns the teams that the arguments choose.
pub(super) fn chosen_teams(
    arguments: &Arguments,
    material: &Material<'_>,
) -> Result<Vec<TeamIx>, ManipulationError> {
    if let Some(teams) = named_teams(arguments, material.collection)? {
        return Ok(teams);
    }
    if is_drawn(arguments) {
        let draw = material.draw.to_string();
        let parts = ["teams", material.key, &draw, arguments.text(DRAW.name)];
        let mut draw = Draw::new(material.seed, &parts);
        return random_teams(material.collection, arguments.count(RANDOM.name), RANDOM.name, &mut draw);
    }
    let min_unique = arguments.get(MIN_UNIQUE.name).map_or(0, |_| arguments.count(MIN_UNIQUE.name));
    let teams = fewest_unique(
        material.collection,
        material.contributions,
        arguments.count(FEWEST_UNIQUE.name),
        min_unique,
    );
    if teams.is_empty() && min_unique > 0 {
        let fault = format!("`min-unique: {min_unique}`: no analysed team has that many unique documents");
        return Err(ManipulationError(fault));
    }
    Ok(teams)
}

/// Draws `count` analysed teams that have a pooled run; every set of teams is equally likely. With the same draw,
/// a larger `count` adds teams to the teams of a smaller `count`. If there are fewer such teams than `count`,
/// the error names `parameter`.
pub(super) fn random_teams(
    collection: &TestCollection,
    count: usize,
    parameter: &str,
    draw: &mut Draw,
) -> Result<Vec<TeamIx>, ManipulationError> {
    let mut teams = pooling_teams(collection);
    if count > teams.len() {
        let (analysed, have) = (counted(teams.len(), "analysed team"), of_number(teams.len(), "has", "have"));
        let fault = format!("`{parameter}: {count}`: only {analysed} {have} a pooled run");
        return Err(ManipulationError(fault));
    }
    // Sorting by name makes the result independent of the order of files.
    teams.sort_by_key(|&team| &collection.teams()[team].name);
    draw.shuffle(&mut teams);
    teams.truncate(count);
    teams.sort_unstable();
    Ok(teams)
}

/// Returns the analysed teams that have a pooled run.
pub(super) fn pooling_teams(collection: &TestCollection) -> Vec<TeamIx> {
    let pooled = |team: TeamIx| collection.runs().iter().any(|run| run.pooled && run.team == team);
    (0..collection.teams().len()).filter(|&team| collection.teams()[team].analysed && pooled(team)).collect()
}

/// Returns the documents of a topic that only `teams` contributed.
pub(super) fn unique_documents(
    collection: &TestCollection,
    contributions: &Contributions,
    teams: &[TeamIx],
    topic: usize,
) -> Mask {
    if let [team] = teams {
        return contributions.unique(*team, topic).clone();
    }
    let none = || Mask::none(collection.topic(topic).verdicts.len());
    let union = |teams: &mut dyn Iterator<Item = TeamIx>| {
        teams.fold(none(), |union, team| union.or(contributions.pooled(team, topic)))
    };
    let contributed = union(&mut teams.iter().copied());
    contributed.without(&union(&mut (0..collection.teams().len()).filter(|team| !teams.contains(team))))
}
