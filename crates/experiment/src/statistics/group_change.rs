//! The rise of a group of runs under other judgments, compared with other runs.

use std::collections::BTreeMap;

use crate::spec::yaml::{Spanned, WholeNumber, YamlError};
use rejudge_metrics::Summary;
use rejudge_names::plural::counted;
use rejudge_names::{meant, nearest};
use rejudge_pools::RunGroups;
use rejudge_stats::{ALPHA, GroupChange as Change, RunClasses};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind, Versus, versus_judgments};

/// The change of scores and ranks in a group of runs, compared with other runs.
pub(crate) static GROUP_CHANGE: StatisticEntry = StatisticEntry {
    summary: "Change of the scores and ranks of a group of runs, and by how much more the group rises than \
              other runs, with an interval over topics and members.",
    version: 2,
    components: &[
        "more",
        "more-low",
        "more-high",
        "differs",
        "rank-more",
        "rank-more-low",
        "rank-more-high",
        "rise",
        "rise-of-others",
        "rank-rise",
        "rank-rise-of-others",
        "slope",
        "error",
        "members",
        "members-of-others",
    ],
    needs_collection: true,
    ..StatisticEntry::new::<GroupChange>("group-change")
};

/// `group-change`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct GroupChange {
    /// The judgments to compare with.
    #[serde(deserialize_with = "versus_judgments")]
    #[schemars(with = "String")]
    versus: Versus,
    /// The kind of groups: a column of the collection's table of run groups, such as `family`.
    groups: Spanned<String>,
    /// The group.
    group: Spanned<String>,
    /// The group to compare with. Its runs should be as new as the group's runs, and as little pooled.
    against: Spanned<String>,
    /// The kind of groups whose runs count as one member, such as `model`. By default each run is a member.
    members: Option<Spanned<String>>,
    /// The number of samples of the topics.
    #[serde(default = "default_samples")]
    samples: WholeNumber<2, 100_000>,
}

fn default_samples() -> WholeNumber<2, 100_000> {
    WholeNumber::new(1_000)
}

impl StatisticKind for GroupChange {
    fn check(&mut self, _base: Option<&dyn StatisticKind>, errors: &mut Vec<YamlError>) {
        if self.group.value == self.against.value {
            let message = format!("`{}` is compared with itself: name another group", self.group.value);
            errors.push(self.against.error(message));
        }
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn draws(&self) -> Option<&'static str> {
        Some("bootstrap samples of the topics")
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        if inputs.metric()?.summary() != Summary::Mean {
            return Err(Outcome::undefined("only means over topics are resampled"));
        }
        let [scores, reference] = inputs.compared_scores(self.versus())?;
        let judged = inputs.judged_collection()?;
        let groups = judged.collection.file_facts().and_then(|file_facts| file_facts.groups.as_ref());
        if let Some(fault) = self.fault_of_groups(groups) {
            return Err(Outcome::failed(fault));
        }
        let runs =
            self.classes(inputs, groups.ok_or_else(|| Outcome::undefined("there are no groups of runs"))?);
        let resamples = inputs.resamples(self.samples.get(), scores.cols())?;
        let Some(change) = Change::new(&reference, &scores, &runs, &resamples, ALPHA) else {
            let needs = format!(
                "an interval needs two topics and two members of each group, found {}, {} and {}",
                counted(scores.cols(), "topic"),
                runs.group.len(),
                counted(runs.comparison.len(), "member")
            );
            return Err(Outcome::undefined(needs));
        };
        let Change { score, rank, slope, error } = change;
        Ok(Outcome::new(&[
            ("more", score.excess),
            ("more-low", score.interval[0]),
            ("more-high", score.interval[1]),
            ("differs", f64::from(u8::from(score.differs()))),
            ("rank-more", rank.excess),
            ("rank-more-low", rank.interval[0]),
            ("rank-more-high", rank.interval[1]),
            ("rise", score.group),
            ("rise-of-others", score.comparison),
            ("rank-rise", rank.group),
            ("rank-rise-of-others", rank.comparison),
            ("slope", slope),
            ("error", error),
            ("members", runs.group.len() as f64),
            ("members-of-others", runs.comparison.len() as f64),
        ])
        .over(&scores))
    }
}

/// The rows of each member, by the member's name. If the name is `None`, the member is a single run, and the key has
/// its row.
type Members<'a> = BTreeMap<(Option<&'a str>, usize), Vec<usize>>;

impl GroupChange {
    /// Returns the reason why the statistic cannot be computed with these groups of runs, if there is one.
    fn fault_of_groups(&self, groups: Option<&RunGroups>) -> Option<String> {
        let Some(groups) = groups else {
            return Some("the collection has no table of run groups (`files.run-groups`)".to_owned());
        };
        for kind in [Some(&self.groups), self.members.as_ref()].into_iter().flatten().map(|kind| &kind.value)
        {
            if groups.kind(kind).is_none() {
                let suggestion = meant(nearest(kind, groups.kinds().iter().map(String::as_str)));
                let kinds = groups.kinds().join("`, `");
                return Some(format!("the runs have no groups by `{kind}`, only by `{kinds}`{suggestion}"));
            }
        }
        let kind = groups.kind(&self.groups.value)?;
        let names = groups.names(kind);
        let unknown = self.names().into_iter().find(|name| !names.contains(name))?;
        let suggestion = meant(nearest(unknown, names.iter().copied()));
        Some(format!("no run belongs to the {} `{unknown}`{suggestion}", self.groups.value))
    }

    /// Returns the names of the group and of the group that it is compared with.
    fn names(&self) -> [&str; 2] {
        [&self.group.value, &self.against.value]
    }

    /// Returns the compared runs by their groups. If members are groups of runs, a run that is in none of these
    /// groups is a separate member.
    fn classes(&self, inputs: &dyn Inputs, groups: &RunGroups) -> RunClasses {
        let kind = groups.kind(&self.groups.value);
        let member_kind = self.members.as_ref().and_then(|members| groups.kind(&members.value));
        let mut members = [Members::new(), Members::new()];
        let mut rest = Vec::new();
        for (row, run) in inputs.roster().compared_runs().enumerate() {
            let group = kind.and_then(|kind| groups.group(run, kind));
            let Some(side) = self.names().iter().position(|name| group == Some(name)) else {
                rest.push(row);
                continue;
            };
            let member = member_kind.and_then(|kind| groups.group(run, kind));
            members[side].entry((member, if member.is_some() { 0 } else { row })).or_default().push(row);
        }
        let [group, comparison] = members.map(|members| members.into_values().collect());
        RunClasses { group, comparison, rest }
    }
}
