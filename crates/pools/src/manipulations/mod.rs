//! Manipulations make judgment sets from a collection's judgments. Each manipulation has a line in
//! `MANIPULATIONS`, and similar ones share a file.

mod budget;
mod depth;
mod full;
mod judges;
mod leave_out;
mod request;
mod sample;
mod shallower;
mod take;
mod teams;

use rejudge_names::{Mistyped, meant, nearest};

use crate::{
    Arguments, Contributions, DocIx, Parameter, Rule, RuleEntry, TeamIx, TestCollection, TopicIx, View,
    WithArguments,
};

pub use depth::{POOL_DEPTH, pool_depth, repooled};
pub(crate) use full::FULL;
pub use leave_out::leave_teams_out;
pub use request::JudgmentRequest;
pub use sample::{SAMPLE, SampleOrder, SampleRule, sample};
pub use take::{fewest_unique, take_teams};

pub(crate) use depth::top_documents;

/// A manipulation of judgments: an entry of the registry.
#[derive(Debug)]
pub struct Manipulation {
    /// The name.
    pub name: &'static str,
    /// A summary of the judgments that are left.
    pub summary: &'static str,
    /// The parameters. If a sweep varies several of them, the last one changes fastest.
    pub parameters: &'static [Parameter],
    /// Returns true if the manipulation draws at random with these arguments.
    pub is_drawn: fn(&Arguments) -> bool,
    /// Returns true if the judgments depend on the documents that runs retrieved.
    pub depends_on_runs: fn(&Arguments) -> bool,
    /// True if the manipulation can leave documents in the pool and withhold their judgments. infAP needs such
    /// documents.
    pub withholds: bool,
    /// If each team's runs have their own judgments, the manipulation that makes the judgments for one team.
    pub for_each_team: Option<&'static Manipulation>,
    /// Checks that the arguments are compatible.
    pub check: fn(&Arguments) -> Result<(), Mistyped>,
    /// Makes the judgment set.
    pub apply: fn(&Arguments, &Material<'_>) -> Result<View, ManipulationError>,
}

/// A manipulation with its arguments: `pool-depth(depth=10)`.
pub type JudgmentSet = WithArguments<Manipulation>;

/// The input of a manipulation.
#[derive(Clone, Copy, Debug)]
pub struct Material<'a> {
    /// Topics, runs and teams.
    pub collection: &'a TestCollection,
    /// The judgments from which every judgment set is made.
    pub base: &'a View,
    /// The contributions of each team to the pool.
    pub contributions: &'a Contributions,
    /// The seed of every draw.
    pub seed: u64,
    /// The key of the draws: the name of a twin, or [`KEY_OF_FILES`](Self::KEY_OF_FILES).
    pub key: &'a str,
    /// The number of the draw of the collection, or of its judgments.
    pub draw: u32,
}

impl Material<'_> {
    /// The key of draws for files. It does not contain the file's name or folder, so that copied and renamed
    /// files get the same draws.
    pub const KEY_OF_FILES: &'static str = "own";
}

/// Returns the number of a team.
fn team(collection: &TestCollection, name: &str) -> Result<TeamIx, ManipulationError> {
    collection.teams().iter().position(|team| team.name == name).ok_or_else(|| {
        let teams: Vec<&str> = collection.teams().iter().map(|team| team.name.as_str()).collect();
        ManipulationError(format!(
            "there is no team `{}`{}",
            name.escape_debug(),
            team_suggestion(name, &teams)
        ))
    })
}

/// Returns the end of the message about an unknown team: the team that was probably meant, or else the list
/// of teams, or their number if there are many.
fn team_suggestion(name: &str, teams: &[&str]) -> String {
    /// A message lists up to this many teams.
    const MAX_LISTED_TEAMS: usize = 10;
    match nearest(name, teams.iter().copied()) {
        Some(near) => meant(Some(near)),
        None if teams.len() <= MAX_LISTED_TEAMS => format!(", only {}", teams.join(", ")),
        None => format!(" among the {} teams of the runs", teams.len()),
    }
}

/// Returns the numbers of the teams in `names`, a list with `+` between the names. A name may contain `+`
/// itself, so we take the longest beginning that is the name of a team.
fn teams(collection: &TestCollection, names: &str) -> Result<Vec<TeamIx>, ManipulationError> {
    let (mut numbers, mut rest) = (Vec::new(), names);
    loop {
        let ends: Vec<usize> = rest.match_indices('+').map(|(index, _)| index).chain([rest.len()]).collect();
        let longest =
            ends.into_iter().rev().find_map(|end| Some((end, team(collection, &rest[..end]).ok()?)));
        let Some((end, number)) = longest else {
            return Err(team(collection, rest.split('+').next().unwrap_or(rest)).expect_err("no name fits"));
        };
        numbers.push(number);
        match rest[end..].strip_prefix('+') {
            Some(tail) => rest = tail,
            None => return Ok(numbers),
        }
    }
}

/// Returns a topic's judged documents in the order of their ids, so that draws do not depend on the order of lines.
/// If the ids are unknown, the documents are in the order of their numbers.
fn judged_by_id(collection: &TestCollection, base: &View, topic: TopicIx) -> Vec<DocIx> {
    let mask = base.mask(topic);
    match collection.file_facts().and_then(|file_facts| file_facts.by_id(topic)) {
        Some(by_id) => by_id.iter().copied().filter(|&doc| mask.contains(doc)).collect(),
        None => mask.iter().collect(),
    }
}

/// The reason why a manipulation does not fit the collection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ManipulationError(pub(crate) String);

/// Every manipulation of judgments.
static MANIPULATIONS: &[&Manipulation] = &[
    &FULL,
    &leave_out::LEAVE_ONE_TEAM_OUT,
    &leave_out::LEAVE_TEAMS_OUT,
    &leave_out::LEAVE_OWN_TEAM_OUT,
    &take::TAKE_ONE_TEAM,
    &take::TAKE_TEAMS,
    &depth::POOL_DEPTH,
    &sample::SAMPLE,
    &budget::BUDGET,
];

impl Rule for Manipulation {
    const KIND: &'static str = "JudgmentSet";

    fn all() -> &'static [&'static Self] {
        MANIPULATIONS
    }

    fn entry(&self) -> RuleEntry {
        RuleEntry { name: self.name, summary: self.summary, parameters: self.parameters }
    }

    fn check(&self, arguments: &Arguments) -> Result<(), Mistyped> {
        judges::check(arguments)?;
        (self.check)(arguments)
    }
}

impl Manipulation {
    /// Returns true if a parameter names teams, or if each team's runs have their own judgments. The teams
    /// must then be known.
    pub fn depends_on_teams(&self) -> bool {
        self.for_each_team.is_some() || self.parameters.iter().any(|parameter| parameter.domain.names_teams())
    }
}

impl JudgmentSet {
    /// Returns the set of all judgments.
    pub fn full() -> Self {
        Self::without_arguments(&FULL)
    }

    /// Returns true if the manipulation can leave documents in the pool and withhold their judgments. infAP
    /// needs such documents.
    pub fn withholds(&self) -> bool {
        self.rule().withholds
    }

    /// Returns true if these are all of the collection's own judgments, and only these.
    pub fn is_full(&self) -> bool {
        self.is(&FULL) && self.is_by_people()
    }

    /// Returns true if the set names no other judge, so that all of its judgments are the collection's own.
    pub fn is_by_people(&self) -> bool {
        self.judges().next().is_none()
    }

    /// Returns true if the manipulation draws at random. If it does not, the labels of a judge with several
    /// passes still depend on the draw.
    pub fn is_drawn(&self) -> bool {
        (self.rule().is_drawn)(self.arguments())
    }

    /// Returns the names of the other judges whose labels the set uses.
    pub fn judges(&self) -> impl Iterator<Item = &str> {
        let names =
            [judges::JUDGE, judges::FILL].map(|parameter| self.argument(parameter.name).unwrap_or_default());
        names.into_iter().flat_map(|names| names.split('+')).filter(|name| !name.is_empty())
    }

    /// Returns true if the set depends on the labels of all other judges.
    pub fn depends_on_every_judge(&self) -> bool {
        self.is(&budget::BUDGET) && self.argument("order") == Some("disagreement")
    }

    /// Returns the argument `team`, or `None` if the set has none.
    pub fn team(&self) -> Option<&str> {
        self.argument(teams::TEAM.name)
    }

    /// Returns the judgment set for the runs of `team`, or `None` if all runs have the same judgments.
    ///
    /// ```
    /// use rejudge_pools::JudgmentSet;
    /// let for_a = |set: &str| set.parse::<JudgmentSet>().unwrap().for_team("A").map(|set| set.to_string());
    /// assert_eq!(for_a("leave-own-team-out").as_deref(), Some("leave-one-team-out(team=A)"));
    /// assert_eq!(for_a("leave-own-team-out(depth=10)").as_deref(), Some("leave-one-team-out(depth=10,team=A)"));
    /// assert_eq!(for_a("full"), None);
    /// ```
    pub fn for_team(&self, team: &str) -> Option<Self> {
        Some(self.with_argument(self.rule().for_each_team?, &teams::TEAM, team.to_owned()))
    }

    /// Reads a judgment set, which may lack the team that it needs. A team `{each: all}` counts as missing.
    /// [`of_each_team`](Self::of_each_team) returns the sets of all teams.
    ///
    /// # Errors
    /// If the text is not a judgment set even when the missing team is ignored.
    pub fn read_without_team(text: &str) -> Result<Self, Mistyped> {
        let set = Self::read(text, Some(teams::TEAM.name))?;
        let names_each = set.team().is_some_and(|team| team.replace(' ', "") == "{each:all}");
        Ok(if names_each { set.without(teams::TEAM.name) } else { set })
    }

    /// Returns true if the set needs a team but does not name it.
    pub fn lacks_team(&self) -> bool {
        self.team().is_none()
            && self.rule().parameters().iter().any(|parameter| parameter.name == teams::TEAM.name)
    }

    /// Returns each analysed team that has a pooled run, with this judgment set for that team. This set itself must
    /// lack its team.
    ///
    /// ```
    /// use rejudge_pools::{JudgmentSet, Run, Team, TestCollection, Topic};
    /// let topic = Topic { name: "1".into(), verdicts: vec![], documents: 0 };
    /// let run = |name: &str, team, pooled| Run { name: name.into(), team, pooled, eligible: true };
    /// let team = |name: &str| Team { name: name.into(), analysed: true };
    /// let collection = TestCollection::new(
    ///     vec![topic],
    ///     vec![run("a1", 0, true), run("late", 1, false)],
    ///     vec![team("a"), team("b")],
    ///     vec![vec![vec![]], vec![vec![]]],
    /// );
    /// let set = JudgmentSet::read_without_team("take-one-team(depth=5)")?;
    /// assert!(set.lacks_team() && !"full".parse::<JudgmentSet>()?.lacks_team());
    /// assert_eq!(set.of_each_team(&collection), [("a", "take-one-team(depth=5,team=a)".parse()?)]);
    /// # Ok::<(), rejudge_names::Mistyped>(())
    /// ```
    pub fn of_each_team<'a>(&self, collection: &'a TestCollection) -> Vec<(&'a str, Self)> {
        let teams = teams::pooling_teams(collection).into_iter();
        let names = teams.map(|team| collection.teams()[team].name.as_str());
        names.map(|name| (name, self.with_argument(self.rule(), &teams::TEAM, name.to_owned()))).collect()
    }

    /// Returns the teams that the set names.
    ///
    /// # Errors
    /// If the collection lacks one of these teams.
    pub fn teams(&self, collection: &TestCollection) -> Result<Vec<TeamIx>, ManipulationError> {
        Ok(teams::named_teams(self.arguments(), collection)?.unwrap_or_default())
    }

    /// Makes the judgment set.
    ///
    /// # Errors
    /// If the set does not fit the collection, for example because an argument names a team that the
    /// collection lacks, or requests more teams than there are.
    ///
    /// # Panics
    /// If the parts of `material` belong to different collections.
    pub fn view(&self, material: &Material<'_>) -> Result<View, ManipulationError> {
        judges::with_judges(self.arguments(), material, self.rule().apply)
    }

    /// Returns `view` with its unjudged documents labelled by the judge who fills in labels for this set, or
    /// `view` itself if there is no such judge. `view` may be the view of another set of the same collection.
    /// This set's own manipulation is not applied.
    ///
    /// # Errors
    /// If the set names other judges, and the collection lacks one of them or has units, or if labels cannot
    /// be combined because they are gains and not levels.
    pub fn filling(&self, view: &View, material: &Material<'_>) -> Result<View, ManipulationError> {
        judges::with_judges(self.arguments(), material, |_, _| Ok(view.clone()))
    }

    /// Returns true if the judgments depend on the documents that runs retrieved.
    pub fn depends_on_runs(&self) -> bool {
        (self.rule().depends_on_runs)(self.arguments())
    }

    /// Returns the rule and the number of a sample, or `None` if this is not a sample.
    pub fn as_sample(&self) -> Option<(SampleRule, u32)> {
        self.is(&SAMPLE)
            .then(|| (SampleRule::from_arguments(self.arguments()), sample::sample_number(self.arguments())))
    }
}
