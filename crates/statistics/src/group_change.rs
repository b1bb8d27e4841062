//! Whether a group of runs rises more under other judgments than runs that it is compared with.

use std::collections::BTreeMap;
use std::sync::Arc;

use rejudge_metrics::Summary;
use rejudge_names::{meant, nearest};
use rejudge_pools::RunGroups;
use rejudge_spec::yaml::{Spanned, Whole};
use rejudge_stats::{Draw, GroupChange as Change, Resamples, RunClasses};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::entry::written;
use crate::significance_level::ALPHA;
use crate::{Entry, Inputs, Outcome, Statistic, Versus};

/// Samples of the topics where none are written, and at most.
const SAMPLES: u32 = 1_000;
const MOST_SAMPLES: u32 = 100_000;

/// Change of the scores and ranks of a group of runs, against that of other runs.
pub(crate) static GROUP_CHANGE: Entry = Entry {
    name: "group-change",
    summary: "Change of the scores and ranks of a group of runs, and by how much more it rises than other runs, with an \
              interval over topics and members.",
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
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, _, errors| {
        let Written { versus, groups, group, against, members, samples } = written(node)?;
        let samples = samples.map_or(SAMPLES, Whole::get);
        if group.value == against.value {
            let message =
                format!("`{}` is compared with itself: another group rises more or less", group.value);
            errors.push(against.error(message));
        }
        Ok(Arc::new(GroupChange {
            versus: Versus::by_judgments(versus.value),
            groups: groups.value,
            names: [group.value, against.value],
            members: members.map(|members| members.value),
            samples,
        }))
    },
    schema: |generator| generator.subschema_for::<Written>(),
};

/// `group-change`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "GroupChange")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The judgments to compare with.
    versus: Spanned<String>,
    /// The kind of groups: a column of the collection's table of groups of runs, such as `family`.
    groups: Spanned<String>,
    /// The group.
    group: Spanned<String>,
    /// The group that it is compared with: runs as new, and as little pooled.
    against: Spanned<String>,
    /// Runs of one group of this kind, such as `model`, count as one. Absent: each run counts.
    members: Option<Spanned<String>>,
    /// How many samples of the topics.
    samples: Option<Whole<2, MOST_SAMPLES>>,
}

#[derive(Debug)]
struct GroupChange {
    versus: Versus,
    groups: String,
    /// The group, and that which it is compared with.
    names: [String; 2],
    members: Option<String>,
    samples: u32,
}

impl Statistic for GroupChange {
    fn entry(&self) -> &'static Entry {
        &GROUP_CHANGE
    }

    fn parameters(&self, versus: Option<&str>, _of: Option<&str>) -> String {
        let (Self { groups, names: [group, against], samples, .. }, versus) =
            (self, versus.unwrap_or_default());
        let members = self.members.as_ref().map(|members| format!("members={members},")).unwrap_or_default();
        format!("against={against},group={group},groups={groups},{members}samples={samples},versus={versus}")
    }

    fn needs_collection(&self) -> bool {
        true
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn draws(&self) -> Option<&'static str> {
        Some("bootstrap samples of the topics")
    }

    fn fault_of_groups(&self, groups: Option<&RunGroups>) -> Option<String> {
        let Some(groups) = groups else {
            return Some("no table says of what groups its runs are (`files.run-groups`)".to_owned());
        };
        for kind in [Some(&self.groups), self.members.as_ref()].into_iter().flatten() {
            if groups.kind(kind).is_none() {
                let near = meant(nearest(kind, groups.kinds().iter().map(String::as_str)));
                let known = groups.kinds().join("`, `");
                return Some(format!("its runs have no groups by `{kind}`, only by `{known}`{near}"));
            }
        }
        let kind = groups.kind(&self.groups)?;
        let known = groups.names(kind);
        let unknown = self.names.iter().find(|name| !known.contains(name.as_str()))?;
        let near = meant(nearest(unknown, known.iter().copied()));
        Some(format!("no run is of the {} `{unknown}`{near}", self.groups))
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        if inputs.metric()?.summary() != Summary::Mean {
            return Err(Outcome::undefined("only means over topics are resampled"));
        }
        let [scores, reference] = inputs.compared(Some(&self.versus))?;
        let judged = inputs.judged()?;
        let groups = judged.collection.as_read().and_then(|as_read| as_read.groups.as_ref());
        if let Some(fault) = self.fault_of_groups(groups) {
            return Err(Outcome::failed(fault));
        }
        let runs = self.classes(inputs, groups.ok_or_else(|| Outcome::undefined("no groups"))?);
        let (seed, key, draw) = inputs.draw();
        let mut draw = Draw::new(seed, &["bootstrap", key, &draw.to_string()]);
        let resamples = Resamples::draw(self.samples as usize, scores.cols(), &mut draw);
        let Some(change) = Change::of(&reference, &scores, &runs, &resamples, ALPHA) else {
            let needs = format!(
                "an interval needs two topics and two members of each group, and here are {} topics, {} and {} members",
                scores.cols(),
                runs.group.len(),
                runs.comparison.len()
            );
            return Err(Outcome::undefined(needs));
        };
        let Change { score, rank, slope, error } = change;
        Ok(Outcome::of(&[
            ("more", score.more),
            ("more-low", score.interval[0]),
            ("more-high", score.interval[1]),
            ("differs", f64::from(u8::from(score.differs()))),
            ("rank-more", rank.more),
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

/// The rows of a member: by its name, or of a run by itself by its row.
type Members<'a> = BTreeMap<(Option<&'a str>, usize), Vec<usize>>;

impl GroupChange {
    /// The compared runs by their groups. A run without a group of the kind of the members is one by itself.
    fn classes(&self, inputs: &dyn Inputs, groups: &RunGroups) -> RunClasses {
        let kind = groups.kind(&self.groups);
        let of_members = self.members.as_ref().and_then(|members| groups.kind(members));
        let mut members = [Members::new(), Members::new()];
        let mut rest = Vec::new();
        for (row, run) in inputs.roster().compared_runs().enumerate() {
            let own = kind.and_then(|kind| groups.group(run, kind));
            let Some(at) = self.names.iter().position(|name| own == Some(name)) else {
                rest.push(row);
                continue;
            };
            let member = of_members.and_then(|kind| groups.group(run, kind));
            members[at].entry((member, if member.is_some() { 0 } else { row })).or_default().push(row);
        }
        let [group, comparison] = members.map(|members| members.into_values().collect());
        RunClasses { group, comparison, rest }
    }
}
