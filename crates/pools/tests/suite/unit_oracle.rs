//! Units, and AP and Q over units, by a naive implementation of the definition.

use std::collections::BTreeSet;

use rejudge_pools::{DocIx, TopicUnits};

/// A unit of relevance by its definition: a condition on the documents that were seen.
enum Unit {
    /// A member of this class (or this document) that is relevant on its own.
    Content(BTreeSet<DocIx>),
    /// A member of each of these classes. The number is the group's level.
    Together(Vec<BTreeSet<DocIx>>, u8),
}

/// The units of a topic under some judgments. A `list` contains the numbers of documents in rank order,
/// judged or not.
pub struct Naive<'a> {
    pub units: &'a TopicUnits,
    /// Returns the own level of each judged document.
    pub level: &'a dyn Fn(DocIx) -> Option<u8>,
    /// The number of documents with a verdict.
    pub documents: DocIx,
}

impl Naive<'_> {
    fn class(&self, doc: DocIx) -> BTreeSet<DocIx> {
        let class = self.units.classes.iter().find(|class| class.contains(&doc));
        class.map_or_else(|| [doc].into(), |class| class.iter().copied().collect())
    }

    fn judged(&self, docs: &BTreeSet<DocIx>) -> BTreeSet<DocIx> {
        docs.iter().copied().filter(|&doc| (self.level)(doc).is_some()).collect()
    }

    /// Returns the level of a judged document on its own or in a group of one, whichever is higher.
    fn own(&self, doc: DocIx) -> u8 {
        let alone = self.units.groups.iter().filter(|group| group.members == [doc]).map(|group| group.level);
        alone.chain((self.level)(doc)).max().unwrap_or(0)
    }

    fn all_units(&self) -> Vec<Unit> {
        let contents: BTreeSet<_> = (0..self.documents).map(|doc| self.judged(&self.class(doc))).collect();
        let relevant = contents.into_iter().filter(|content| content.iter().any(|&doc| self.own(doc) > 0));
        let mut units: Vec<Unit> = relevant.map(Unit::Content).collect();
        let mut together: Vec<(BTreeSet<BTreeSet<DocIx>>, u8)> = Vec::new();
        for group in self.units.groups.iter().filter(|group| group.members.len() > 1) {
            let classes: BTreeSet<_> =
                group.members.iter().map(|&doc| self.judged(&self.class(doc))).collect();
            if classes.iter().any(BTreeSet::is_empty) {
                continue;
            }
            match together.iter_mut().find(|(classes_before, _)| *classes_before == classes) {
                Some((_, level)) => *level = (*level).max(group.level),
                None => together.push((classes, group.level)),
            }
        }
        units.extend(
            together.into_iter().map(|(sets, level)| Unit::Together(sets.into_iter().collect(), level)),
        );
        units
    }

    /// Returns the level of `unit` if the first documents of a list complete it.
    fn found(&self, unit: &Unit, top: &[DocIx]) -> Option<u8> {
        match unit {
            Unit::Content(docs) => {
                let first = top.iter().find(|doc| docs.contains(doc) && self.own(**doc) > 0);
                first.map(|&doc| self.own(doc))
            }
            Unit::Together(sets, level) => {
                sets.iter().all(|set| top.iter().any(|doc| set.contains(doc))).then_some(*level)
            }
        }
    }

    fn highest(&self, unit: &Unit) -> u8 {
        match unit {
            Unit::Content(docs) => docs.iter().map(|&doc| self.own(doc)).max().unwrap_or(0),
            Unit::Together(_, level) => *level,
        }
    }

    /// Returns the rank and the level of each unit that `list` completes, in the order in which the units
    /// count.
    pub fn counted(&self, list: &[DocIx]) -> Vec<(u32, u8)> {
        let mut complete = Vec::new();
        for unit in self.all_units() {
            let completed = (1..=list.len()).find_map(|rank| Some((rank, self.found(&unit, &list[..rank])?)));
            complete.extend(completed);
        }
        complete.sort_unstable();
        // By rank r at most r units count.
        let by_rank = |rank: usize| {
            complete.iter().filter(|&&(complete_rank, _)| complete_rank <= rank).count().min(rank)
        };
        let counts_at = |nth: usize| (1..).find(|&rank| by_rank(rank) >= nth).expect("some rank has it");
        (1..).zip(&complete).map(|(nth, &(_, level))| (counts_at(nth) as u32, level)).collect()
    }

    pub fn ideal(&self) -> Vec<u8> {
        let mut levels: Vec<u8> = self.all_units().iter().map(|unit| self.highest(unit)).collect();
        levels.sort_unstable_by(|a, b| b.cmp(a));
        levels
    }

    /// Returns Q, or AP if `beta` is 0.
    pub fn q(&self, list: &[DocIx], gains: [f64; 4], beta: f64) -> Option<f64> {
        let (counted, ideal) = (self.counted(list), self.ideal());
        let gain = |level: &u8| gains[usize::from(*level)];
        let ratio = |nth: usize| {
            let cumulated: f64 = counted[..nth].iter().map(|(_, level)| gain(level)).sum();
            let rank = counted[nth - 1].0;
            let at_best: f64 = ideal.iter().take(rank as usize).map(gain).sum();
            (nth as f64 + beta * cumulated) / (f64::from(rank) + beta * at_best)
        };
        let sum: f64 = (1..=counted.len()).map(ratio).sum();
        (!ideal.is_empty()).then(|| sum / ideal.len() as f64)
    }
}
