//! What is wrong with shards that are to be one plan: which are of another plan, which are missing, and what
//! mends it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::name::Shard;
use super::origin::Origin;
use super::record::Record;
use rejudge_names::plural::{counted, of_number};

/// How many missing shards are named: a record may say that there are billions.
const LISTED: usize = 100;

/// A shard that was named.
#[derive(Debug)]
pub struct NamedShard {
    /// Where it lies.
    pub folder: PathBuf,
    /// What it says.
    pub record: Record,
}

/// Its name, and where it lies.
impl std::fmt::Display for NamedShard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "shard {} ({})", self.record.shard, self.folder.display())
    }
}

/// Everything that was found wrong.
#[derive(Debug, Default)]
pub struct Wrong {
    /// A sentence each.
    pub why: Vec<String>,
    /// Shards that running them mends.
    pub again: Vec<Again>,
    /// How many more are to be run, which are not listed.
    pub more: usize,
}

/// A shard to run, and where it lies or would lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Again {
    /// The shard.
    pub shard: Shard,
    /// Its folder.
    pub folder: PathBuf,
}

/// Of which plan the shards have to be, and where those are looked for that were not given.
pub struct Expected<'a> {
    /// The plan.
    pub origin: &'a Origin,
    /// The folder above those of its shards.
    pub above: &'a Path,
}

impl<'a> Expected<'a> {
    /// Those that were not given lie beside those that were, or where shards usually lie.
    pub fn beside(origin: &'a Origin, given: &'a [NamedShard], usual: &'a Path) -> Self {
        let is_named_by_shard = |given: &&NamedShard| given.folder.ends_with(given.record.shard.folder());
        let above = given.iter().find(is_named_by_shard).and_then(|given| given.folder.parent());
        Self { origin, above: above.unwrap_or(usual) }
    }

    /// Where a shard lies, or would.
    fn place(&self, shard: Shard) -> PathBuf {
        self.above.join(shard.folder())
    }

    /// Whether a shard of the plan lies in a folder.
    fn lies_in(&self, folder: &Path, shard: Shard) -> bool {
        Record::read(folder).is_ok_and(|record| record.shard == shard && record.plan == *self.origin)
    }
}

impl Wrong {
    /// A shard is mended by running it again where it lies.
    pub fn again(&mut self, given: &NamedShard) {
        self.again.push(Again { shard: given.record.shard, folder: given.folder.clone() });
    }

    /// Says in what the shards `others` are of another plan, where those `given` are of the expected one.
    pub fn of_other_plans(&mut self, expected: &Expected, given: &[NamedShard], others: &[NamedShard]) {
        let alike = others.iter().all(|other| other.record.plan == others[0].record.plan);
        let as_what = match given.first() {
            Some(given) => format!("as shard {}", given.record.shard),
            None if alike && !others.is_empty() => return self.all_of_another_plan(expected.origin, others),
            None => "as in this merge".to_owned(),
        };
        for other in others {
            let Some(differs) = other.record.plan.differs(expected.origin) else { continue };
            let instead = self.instead_of(expected, given, other);
            self.why.push(format!("{other} {differs} ({as_what}){instead}"));
        }
    }

    /// All shards are one plan, which is another than merging was asked for: more likely this was meant
    /// otherwise than each of them.
    fn all_of_another_plan(&mut self, origin: &Origin, others: &[NamedShard]) {
        let plan = &others[0].record.plan;
        let is_one = others.len() == 1;
        if plan.experiment == origin.experiment && !plan.has_changes_of(origin) {
            let who = if is_one {
                format!("{} was", others[0])
            } else {
                format!("the {} shards were", others.len())
            };
            let (found, asked) = (plan.changes(), origin.changes());
            self.why.push(format!("{who} run with {found}, merge was given {asked}: give merge the same"));
            return;
        }
        let who = if is_one { others[0].to_string() } else { format!("each of the {} shards", others.len()) };
        self.why.extend(plan.differs(origin).map(|differs| format!("{who} {differs} (as in this merge)")));
        if plan.experiment == origin.experiment {
            others.iter().for_each(|other| self.again(other));
        }
    }

    /// What takes the place of a shard of another plan, as an ending of the sentence on it. One that was
    /// computed with other changes may be wanted as it is: its part of this plan is computed beside the others.
    fn instead_of(&mut self, expected: &Expected, given: &[NamedShard], other: &NamedShard) -> String {
        let (plan, shard) = (&other.record.plan, other.record.shard);
        if given.iter().any(|given| given.record.shard == shard) {
            return "; leave it out, the one of this plan is given too".to_owned();
        }
        let place = expected.place(shard);
        let is_same = plan.experiment == expected.origin.experiment && plan.has_changes_of(expected.origin);
        if is_same || place == other.folder {
            self.again(other);
            return String::new();
        }
        let ending = format!("; give merge {} in its place", place.display());
        if !expected.lies_in(&place, shard) {
            self.again.push(Again { shard, folder: place });
        }
        ending
    }

    /// Says what keeps the shards from being one division, each of its shards once. Those of `others` plans
    /// are not missing.
    pub fn of_division(&mut self, expected: &Expected, given: &[NamedShard], others: &[NamedShard]) {
        let Some(first) = given.first() else { return };
        let Shard { division, of, .. } = first.record.shard;
        let is_other =
            |given: &&NamedShard| given.record.shard.division != division || given.record.shard.of != of;
        let elsewhere: Vec<String> = given
            .iter()
            .filter(is_other)
            .map(|given| format!("{given} is of another division than {first}: give the shards of one"))
            .collect();
        if !elsewhere.is_empty() {
            self.why.extend(elsewhere);
            return;
        }
        let mut by_number: BTreeMap<u32, &NamedShard> = BTreeMap::new();
        for given in given {
            if let Some(before) = by_number.insert(given.record.shard.number, given) {
                self.why.push(format!("{before} and {given} overlap: both are the same shard"));
            }
        }
        let of_others = others.iter().map(|other| other.record.shard);
        let of_others = of_others.filter(|shard| shard.division == division && shard.of == of);
        let here: BTreeSet<u32> = by_number.into_keys().chain(of_others.map(|shard| shard.number)).collect();
        let missing = Shard::all(division, of).filter(|shard| !here.contains(&shard.number));
        missing.take(LISTED).for_each(|shard| self.missing(expected, shard));
        let more = (of as usize - here.len()).saturating_sub(LISTED);
        if more > 0 {
            let are = of_number(more, "is", "are");
            self.why.push(format!("and {} {are} missing", counted(more, "more shard")));
            self.more = more;
        }
    }

    /// A shard was not given: it lies beside the others, or has to be run.
    fn missing(&mut self, expected: &Expected, shard: Shard) {
        let folder = expected.place(shard);
        if expected.lies_in(&folder, shard) {
            let folder = folder.display();
            self.why.push(format!("shard {shard} is missing: it lies in {folder}, which was not given"));
        } else {
            self.why.push(format!("shard {shard} is missing"));
            self.again.push(Again { shard, folder });
        }
    }
}
