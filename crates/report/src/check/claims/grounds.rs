//! Groups of collections, by how well a collection can support a verdict.

use std::fmt;

use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::{Collection, PaperCollection};
use rejudge_names::plural::counted;
use serde::Serialize;

use crate::table::base::{Bases, kept_share, outside_share, pool_depth};
use crate::table::number;

/// A pool is deep if its depth is at least this.
const MIN_DEEP_POOL: u32 = 50;

/// A pool is whole if at least this share of the runs' documents down to the pool depth is judged.
const MIN_JUDGED_SHARE: f64 = 0.9;

/// A group of collections. Verdicts are counted for each group separately. If a claim holds on the paper's
/// own collection and fails on five shallow pools, a count of one in six would hide this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// The paper's topics and judgments, with official runs of its track: at least half of the paper's
    /// runs, or runs of all its teams. A licensed collection is in this group if the paper prints its
    /// numbers.
    Own,
    /// The paper's collection with fewer runs.
    Part,
    /// The paper does not use the collection. Its pool has a depth of at least 50, and at least nine tenths
    /// of the runs' documents down to the pool depth are judged.
    Deep,
    /// The paper does not use the collection. Its pool is shallower or has holes, or its judged share is
    /// unknown.
    Shallow,
    /// The paper does not use the collection, and the depth of its pool is unknown, as for scores without
    /// judgments.
    Unknown,
}

impl Group {
    /// All groups, in the order of the columns.
    pub const ALL: [Self; 5] = [Self::Own, Self::Part, Self::Deep, Self::Shallow, Self::Unknown];

    /// Returns the heading of the group's column.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Own => "the paper's own",
            Self::Part => "a part of the paper's own",
            Self::Deep => "deep and whole",
            Self::Shallow => "shallow or with holes",
            Self::Unknown => "of unknown pool depth",
        }
    }

    /// Returns the predicate for a collection of this group, such as `is deep and whole`.
    pub(crate) fn predicate(self) -> String {
        match self {
            Self::Shallow => "is shallow or has holes".to_owned(),
            _ => format!("is {}", self.heading()),
        }
    }
}

/// A collection with real runs, its group, and the facts that decide the group.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    pub collection: String,
    pub group: Group,
    /// The paper's collection, if this collection is the same or a part of it; `None` if the paper does not
    /// use it.
    paper: Option<PaperCollection>,
    /// The number of runs in the collection's description.
    runs: Option<usize>,
    teams: Option<usize>,
    depth: Option<u32>,
    /// The judged share of the runs' documents down to the pool depth.
    judged_share: Option<f64>,
    /// The share of the judgments that repooling keeps; `None` if the collection is not repooled.
    kept_share: Option<f64>,
    /// The share of the judgments that are outside the pool, and stay if a team is left out. `None` if the
    /// share is small or unknown, if the collection is repooled, or if these judgments do not stay.
    pub(crate) outside_share: Option<f64>,
    /// True if the collection has only scores.
    has_no_judgments: bool,
}

impl Ground {
    /// Returns the group of a collection with the facts that decide it, or `None` if the collection has no
    /// real runs. The judged, kept and outside shares come from `bases`. `is_printed` is true if the paper
    /// prints numbers of this collection: any experiment may have a licensed collection, so a licensed one
    /// is the paper's own only if the paper prints its numbers.
    pub(crate) fn new(collection: &Collection, bases: &Bases, is_printed: bool) -> Option<Self> {
        let descriptor = &collection.entry.descriptor;
        if descriptor.kind == Kind::Simulated || descriptor.kind.needs_no_data() {
            return None;
        }
        let (runs, teams) = (descriptor.counts.runs, descriptor.counts.teams);
        let depth = pool_depth(collection);
        let judged_share = bases.get(&collection.name).and_then(|kept| kept.judged_share);
        let is_deep = depth.is_some_and(|depth| depth >= MIN_DEEP_POOL);
        let is_own_licensed = descriptor.kind == Kind::Licensed && is_printed;
        let paper = collection.paper.clone().or_else(|| {
            is_own_licensed.then(|| PaperCollection { name: collection.name.clone(), runs, teams })
        });
        let group = match &paper {
            Some(_) if is_own_licensed => Group::Own,
            Some(paper) if has_enough_runs(paper, runs, teams) => Group::Own,
            Some(_) => Group::Part,
            None if depth.is_none() => Group::Unknown,
            None if is_deep && judged_share.is_some_and(|share| share >= MIN_JUDGED_SHARE) => Group::Deep,
            None => Group::Shallow,
        };
        let has_no_judgments = descriptor.scores.is_some();
        Some(Self {
            collection: collection.name.clone(),
            group,
            paper,
            runs,
            teams,
            depth,
            judged_share,
            kept_share: kept_share(collection, bases),
            outside_share: outside_share(collection, bases),
            has_no_judgments,
        })
    }

    /// Returns the depth of the pool in words.
    fn depth_in_words(&self) -> String {
        match self.depth {
            Some(depth) => format!("pool depth {depth}"),
            None if self.has_no_judgments => "scores without judgments".to_owned(),
            None => "pool depth unknown".to_owned(),
        }
    }

    /// Returns how many of the paper's runs and teams the collection has: `17 of 78 runs` and `16 of 16
    /// teams`.
    fn counts(&self) -> Vec<String> {
        let Some(paper) = &self.paper else { return Vec::new() };
        let counts = [(self.runs, paper.runs, "runs"), (self.teams, paper.teams, "teams")];
        let pairs = counts.into_iter().filter_map(|(public, all, what)| Some((public.zip(all)?, what)));
        pairs.map(|((public, all), what)| format!("{public} of {all} {what}")).collect()
    }

    /// Returns a text such as `60% of its judgments kept`, or `None` if the collection is not repooled or its
    /// judgments were not counted.
    fn kept_text(&self) -> Option<String> {
        self.kept_share.map(|share| format!("{} of its judgments kept", whole_percent(share)))
    }

    /// Returns the judged share of the runs' documents down to the pool depth, as `0.784 judged`. Returns `None` if the
    /// share or the depth is unknown.
    fn judged(&self) -> Option<String> {
        let share = self.judged_share.filter(|_| self.depth.is_some())?;
        Some(format!("{} judged", number(share, 3, false)))
    }

    fn outside_text(&self) -> Option<String> {
        let share = self.outside_share?;
        Some(format!("{} of its judgments are outside the pool", whole_percent(share)))
    }
}

/// Returns true if there are at least half of the paper's runs, or runs of all its teams.
fn has_enough_runs(paper: &PaperCollection, runs: Option<usize>, teams: Option<usize>) -> bool {
    let is_half = runs.zip(paper.runs).is_some_and(|(public, all)| 2 * public >= all);
    let is_every_team = teams.zip(paper.teams).is_some_and(|(public, all)| public >= all);
    is_half || is_every_team
}

/// Writes, for example, `trec-dl-2019 (pool depth 10, 1.000 judged, 73% of its judgments are outside the pool)` or
/// `trec03-17-runs (trec03, 17 of 78 runs, 16 of 16 teams, 60% of its judgments kept, pool depth 125, 1.000 judged)`.
impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paper = self.paper.iter().filter(|paper| paper.name != self.collection);
        let mut facts: Vec<String> = paper.map(|paper| paper.name.clone()).collect();
        facts.extend(self.counts());
        facts.extend(self.kept_text());
        facts.push(self.depth_in_words());
        facts.extend(self.judged());
        facts.extend(self.outside_text());
        write!(f, "{} ({})", self.collection, facts.join(", "))
    }
}

/// Returns a share as `60%`.
fn whole_percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// Returns the facts of a group for the heading of its column. For one collection, these are its name, the
/// reason why it is in this group, and its kept share (if it is repooled). For several, they are the number
/// of collections, the range of their pool depths (if every depth is known), the range of their judged shares
/// (if every share is known), and the range of their kept shares (if at least one collection is repooled).
/// Kept shares are shown because a collection that keeps a quarter of its judgments differs from the whole
/// collection. A heading is short, and the list above the table has all facts of each collection.
pub(crate) fn facts_of(grounds: &[&Ground]) -> String {
    if let [only] = grounds {
        let mut facts = vec![only.collection.clone()];
        match only.paper {
            Some(_) => facts.extend(only.counts().into_iter().next()),
            None => {
                facts.push(only.depth_in_words());
                facts.extend(only.judged());
            }
        }
        facts.extend(only.kept_text());
        return facts.join(", ");
    }
    let mut facts = vec![counted(grounds.len(), "collection")];
    let depths: Option<Vec<f64>> = grounds.iter().map(|ground| ground.depth.map(f64::from)).collect();
    facts.extend(depths.and_then(|depths| Some(format!("pool depth {}", range(&depths, 0)?))));
    let shares: Option<Vec<f64>> = grounds.iter().map(|ground| ground.judged_share).collect();
    facts.extend(shares.and_then(|shares| Some(format!("{} judged", range(&shares, 3)?))));
    if grounds.iter().any(|ground| ground.kept_share.is_some()) {
        // A collection that is not repooled keeps all its judgments.
        let percents: Vec<f64> =
            grounds.iter().map(|ground| 100.0 * ground.kept_share.unwrap_or(1.0)).collect();
        facts.extend(range(&percents, 0).map(|percents| format!("{percents}% of the judgments kept")));
    }
    facts.join(", ")
}

/// Returns the range as a text such as `7 to 10`, or `10` if both ends are 10 after rounding.
fn range(values: &[f64], decimals: u8) -> Option<String> {
    let lowest = values.iter().copied().reduce(f64::min)?;
    let highest = values.iter().copied().reduce(f64::max)?;
    let [lowest, highest] = [lowest, highest].map(|value| number(value, decimals, false));
    Some(if lowest == highest { lowest } else { format!("{lowest} to {highest}") })
}

#[cfg(test)]
mod tests {
    use super::{Ground, Group, PaperCollection, facts_of, has_enough_runs};

    #[test]
    fn half_of_the_runs_or_every_team_is_enough_for_the_papers_collection() {
        let paper = PaperCollection { name: "trec03".to_owned(), runs: Some(78), teams: Some(16) };
        let has_enough = |runs, teams| has_enough_runs(&paper, Some(runs), Some(teams));
        assert!(has_enough(17, 16), "17 of 78 runs, but one of every team");
        assert!(has_enough(39, 9) && !has_enough(38, 15));
        let unknown = PaperCollection { runs: None, teams: None, ..paper.clone() };
        assert!(!super::has_enough_runs(&unknown, Some(17), Some(16)));
    }

    #[test]
    fn a_heading_names_the_share_of_the_judgments_that_repooling_keeps() {
        let ground = |collection: &str, kept_share| Ground {
            collection: collection.to_owned(),
            group: Group::Deep,
            paper: None,
            runs: None,
            teams: None,
            depth: Some(100),
            judged_share: Some(0.96),
            kept_share,
            outside_share: None,
            has_no_judgments: false,
        };
        let (whole, part) = (ground("trec8", None), ground("trec8-robust", Some(0.24)));
        assert_eq!(
            facts_of(&[&whole, &part]),
            "2 collections, pool depth 100, 0.960 judged, 24 to 100% of the judgments kept"
        );
        assert_eq!(
            facts_of(&[&part]),
            "trec8-robust, pool depth 100, 0.960 judged, 24% of its judgments kept"
        );
        assert_eq!(facts_of(&[&whole, &whole]), "2 collections, pool depth 100, 0.960 judged");
    }
}
