//! The values that a paper prints about a collection: sizes, and the contributions of each team.
//!
//! `rejudge data verify` compares your files with some of these values, and some constants of twins are
//! fitted to them.

use std::collections::BTreeMap;

use rejudge_names::plural::counted;
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
    /// The numbers of topics, runs and so on that the paper uses, if they are printed. The paper may use fewer runs
    /// than the files have.
    #[serde(default)]
    pub used: Counts,
    /// The approximate number of documents in the collection.
    pub documents: Option<u64>,
    /// The number of judged nonrelevant documents per topic.
    pub nonrelevant: Option<Statistic>,
    /// The number of relevant documents per topic.
    pub relevant: Option<Statistic>,
    /// The mean number of a topic's relevant documents, by label.
    #[serde(default)]
    pub by_label: BTreeMap<String, f64>,
    /// The teams that the paper analyses.
    #[serde(default)]
    pub teams: Vec<PublishedTeam>,
    /// The number of teams whose runs were pooled, but that are not analysed, because none of their runs is eligible.
    #[serde(default)]
    pub other_teams: usize,
}

/// A mean over topics with its range.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Statistic {
    /// Mean over topics.
    pub mean: f64,
    /// The smallest and the largest value of a topic; absent if only the mean is printed.
    pub range: Option<[u32; 2]>,
}

/// A team as printed.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PublishedTeam {
    /// Its name in the paper.
    pub name: String,
    /// The number of runs that the team submitted.
    pub runs: usize,
    /// The mean over topics of |U_t|, the number of documents that only this team contributed to the pool.
    pub unique: f64,
    /// The mean number of relevant documents among them.
    pub unique_relevant: f64,
    /// True if the team is marked `*`: it is one of the three teams of the take-three-teams experiment.
    #[serde(default)]
    pub take_three: bool,
    /// True if the team is marked with a dagger: it is left out of the take-one-team experiment.
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
        let sum: f64 = self.by_label.values().sum();
        // Each printed mean is rounded to one decimal.
        let rounding = 0.05 * (self.by_label.len() as f64 + 1.0) + 1e-9;
        if let Some(relevant) = self.relevant
            && !self.by_label.is_empty()
            && (sum - relevant.mean).abs() > rounding
        {
            fail("by-label", format!("adds up to {sum}, but `relevant` is {}", relevant.mean));
        }
        if !self.teams.is_empty() {
            let teams = self.teams.len() + self.other_teams;
            if let Some(count) = counts.teams.filter(|&count| count != teams) {
                fail(
                    "teams",
                    format!("`teams` and `other-teams` add up to {teams}, but `counts.teams` is {count}"),
                );
            }
            let runs: usize = self.teams.iter().map(|team| team.runs).sum();
            if let Some(count) =
                counts.runs.filter(|&count| runs > count || (runs < count && self.other_teams == 0))
            {
                fail(
                    "teams",
                    format!("the teams submitted {}, but `counts.runs` is {count}", counted(runs, "run")),
                );
            }
        }
    }
}
