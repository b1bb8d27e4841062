//! The paper's values for a collection: sizes, and the contributions of each team.
//!
//! Owners of licensed data can compare with these; the twins are fitted to them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::descriptor::contradictions::Faults;
use crate::descriptor::description::Counts;

/// Printed statistics of a collection.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Published {
    /// The paper and its tables.
    pub printed: String,
    /// The part of it that the paper uses, if it prints that: its choice of runs may be smaller than what the
    /// files hold.
    #[serde(default)]
    pub used: Counts,
    /// Documents in the collection, about.
    pub documents: Option<u64>,
    /// Judged nonrelevant documents of a topic.
    pub nonrelevant: Option<Statistic>,
    /// Relevant documents of a topic.
    pub relevant: Option<Statistic>,
    /// Relevant documents of a topic by label, on average.
    #[serde(default)]
    pub by_label: BTreeMap<String, f64>,
    /// The teams that the paper analyses.
    #[serde(default)]
    pub teams: Vec<PublishedTeam>,
    /// Teams that pool but are not analysed, with no run that may stand for them.
    #[serde(default)]
    pub other_teams: usize,
}

/// A mean over topics with its range.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Statistic {
    /// Mean over topics.
    pub mean: f64,
    /// Smallest and largest; absent where only the mean is printed.
    pub range: Option<[u32; 2]>,
}

/// A team as printed.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PublishedTeam {
    /// Its name in the paper.
    pub name: String,
    /// Runs it submitted.
    pub runs: usize,
    /// Documents a topic that only this team brought into the pool, |U_t|.
    pub unique: f64,
    /// The relevant ones among them.
    pub unique_relevant: f64,
    /// Marked `*`: one of the three teams of the take-three-teams experiment.
    #[serde(default)]
    pub take_three: bool,
    /// Marked with a dagger: left out of the take-one-team experiment.
    #[serde(default)]
    pub not_take_one: bool,
}

impl Published {
    /// Adds the errors for values that contradict each other or the counts.
    pub(super) fn check(&self, counts: &Counts, faults: &mut Faults) {
        let mut fail = |field: &str, reason: String| faults.add(format!("published.{field}"), reason);
        for (name, statistic) in [("relevant", &self.relevant), ("nonrelevant", &self.nonrelevant)] {
            let Some(Statistic { mean, range: Some([low, high]) }) = *statistic else { continue };
            if !(f64::from(low) <= mean && mean <= f64::from(high)) {
                fail(name, format!("the mean {mean} is outside the range {low} to {high}"));
            }
        }
        let labels: f64 = self.by_label.values().sum();
        // Each printed mean is rounded to one decimal.
        let rounding = 0.05 * (self.by_label.len() as f64 + 1.0) + 1e-9;
        if let Some(relevant) = self.relevant
            && !self.by_label.is_empty()
            && (labels - relevant.mean).abs() > rounding
        {
            fail("by-label", format!("adds up to {labels}, but `relevant` is {}", relevant.mean));
        }
        if !self.teams.is_empty() {
            let teams = self.teams.len() + self.other_teams;
            if let Some(count) = counts.teams.filter(|&count| count != teams) {
                fail("teams", format!("{teams} with the other teams, but `counts.teams` is {count}"));
            }
            let runs: usize = self.teams.iter().map(|team| team.runs).sum();
            if let Some(count) =
                counts.runs.filter(|&count| runs > count || (runs < count && self.other_teams == 0))
            {
                fail("teams", format!("they submitted {runs} runs, but `counts.runs` is {count}"));
            }
        }
    }
}
