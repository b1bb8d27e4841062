//! A judgment set that is requested on the command line or in Python.

use rejudge_names::Mistyped;

use super::judges::FILL;
use super::{JudgmentSet, ManipulationError, Material};
use crate::{Contributions, TestCollection, View};

/// A request for a judgment set of one collection, with the seed of its draws.
///
/// The draws depend on the seed, the number of the draw, and the names in the collection, not on where the request
/// comes from: `rejudge pool 'sample(rate=0.5)' --seed 1` keeps the same documents as `Collection.sample(0.5, seed=1)`
/// and as draw 1 of an experiment with seed 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgmentRequest {
    /// The judgment set.
    pub set: JudgmentSet,
    /// The depth to which each run contributed documents; `None` if it contributed all that it retrieved.
    pub pool_depth: Option<u32>,
    /// The seed of random choices. `None` means 1.
    pub seed: Option<u64>,
    /// The number of the draw with this seed. `None` means 1.
    pub draw: Option<u32>,
}

impl JudgmentRequest {
    /// The seed if none is given.
    pub(crate) const DEFAULT_SEED: u64 = 1;

    /// Returns an option that was given but that the set ignores, and the reason, or `None` if no such option
    /// is found.
    pub fn ignored_option(&self) -> Option<(&'static str, String)> {
        let set = &self.set;
        if self.pool_depth.is_some() && !set.rule().depends_on_teams() {
            let why = format!("it is the depth to which teams contributed, but {} ignores teams", set.name());
            return Some(("pool-depth", why));
        }
        // A draw has an effect if a judge has several passes. Only `view` can check that.
        let ignored = self.draw_option().filter(|_| !set.is_drawn() && set.is_by_people());
        ignored.map(|option| (option, format!("{set} is not random")))
    }

    /// Returns the name of the option about draws that was given, if any.
    fn draw_option(&self) -> Option<&'static str> {
        self.seed.map(|_| "seed").or(self.draw.map(|_| "draw"))
    }

    /// Returns the depth to which each run contributed documents, or the set's own depth if that is less.
    /// Without either, there is no limit (`usize::MAX`).
    pub fn contribution_depth(&self) -> usize {
        let shallower: Option<u32> = self.set.argument("depth").and_then(|depth| depth.parse().ok());
        shallower.into_iter().chain(self.pool_depth).min().map_or(usize::MAX, |depth| depth as usize)
    }

    /// Returns a team that the set names although none of the team's runs contributed to the pool, so there is
    /// nothing to take or leave out. Returns `None` if each named team contributed.
    ///
    /// # Errors
    /// If the set names a team that the collection lacks.
    pub fn team_without_pool<'a>(
        &self,
        collection: &'a TestCollection,
    ) -> Result<Option<&'a str>, ManipulationError> {
        let teams = self.set.teams(collection)?;
        let has_pooled = |team: usize| collection.runs().iter().any(|run| run.team == team && run.pooled);
        let without = teams.into_iter().find(|&team| !has_pooled(team));
        Ok(without.map(|team| collection.teams()[team].name.as_str()))
    }

    /// Returns the contributions of the teams to the judgments `remaining`.
    pub fn contributions(&self, collection: &TestCollection, remaining: &View) -> Contributions {
        Contributions::new(collection, remaining, self.contribution_depth())
    }

    /// Applies the request to `remaining`, the judgments of `base` that earlier requests have kept.
    /// `contributions` are the teams' contributions to `remaining`. A judge who fills in labels also labels
    /// the documents that lost their judgments to earlier requests.
    ///
    /// # Errors
    /// If the set does not fit the collection (see [`JudgmentSet::view`]), or if a seed or a draw is given
    /// although nothing is random.
    pub fn view(
        &self,
        collection: &TestCollection,
        [base, remaining]: [&View; 2],
        contributions: &Contributions,
    ) -> Result<View, ManipulationError> {
        let names: Vec<&str> = self.set.judges().collect();
        let mut judges = collection.judges().iter().filter(|judge| names.contains(&judge.name.as_str()));
        if let Some(option) = self.draw_option().filter(|_| !self.set.is_drawn())
            && judges.all(|judge| judge.passes().len() == 1)
        {
            return Err(ManipulationError(format!(
                "{option}: would have no effect: {} is not random, and its judges have one pass",
                self.set
            )));
        }
        let (seed, draw) = (self.seed.unwrap_or(Self::DEFAULT_SEED), self.draw.unwrap_or(1));
        let key = Material::KEY_OF_FILES;
        let material = Material { collection, base: remaining, contributions, seed, key, draw };
        let view = self.set.without(FILL.name).view(&material)?;
        self.set.filling(&view, &Material { base, ..material })
    }
}

impl From<JudgmentSet> for JudgmentRequest {
    fn from(set: JudgmentSet) -> Self {
        Self { set, pool_depth: None, seed: None, draw: None }
    }
}

impl std::str::FromStr for JudgmentRequest {
    type Err = Mistyped;

    fn from_str(text: &str) -> Result<Self, Mistyped> {
        text.parse::<JudgmentSet>().map(Self::from)
    }
}
