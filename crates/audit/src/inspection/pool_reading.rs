//! The order in which runs were read for the pool, as far as the judgments tell it: by it goes who brought a
//! document, whereas scores go by the order that the rules say.

use rejudge_collections::Ties;
use rejudge_descriptor::PoolOrder;
use rejudge_pools::TestCollection;
use rejudge_pools::inspect::{FEWEST_TOPICS, ReadForPool, implied_pool, read_for_pool, with_ties_reversed};

use super::{Inspection, Remark};

/// The runs as they were read for the pool.
pub struct PoolReading {
    /// In that order.
    read: TestCollection,
    /// The order, where it is not the one that runs are scored in.
    found: Option<FoundOrder>,
    /// What else could be assumed: its words, and the runs so read.
    other: Option<(&'static str, TestCollection)>,
}

/// An order that explains the judgments better than the one that runs are scored in.
#[derive(Clone, Copy, Debug)]
pub struct FoundOrder {
    order: PoolOrder,
    /// The order that runs are scored in.
    scored: Ties,
    by: ReadForPool,
    depth: usize,
}

impl PoolReading {
    /// The order that the judgments tell, by the pool of the depth that they imply, or of the one that was
    /// `told` where that is less deep: below the pool tops are judged by chance. `by_rank` has the same files
    /// in the order of ranks.
    pub fn new(
        scored: &TestCollection,
        by_rank: Option<&TestCollection>,
        ties: Ties,
        told: Option<u32>,
    ) -> Self {
        let opposite = match ties {
            Ties::DocnoDescending => Some(PoolOrder::DocnoAscending),
            Ties::DocnoAscending => Some(PoolOrder::DocnoDescending),
            Ties::FileOrder | Ties::Rank => None,
        };
        let reversed = opposite.and_then(|order| Some((order, with_ties_reversed(scored)?)));
        let by_rank = by_rank.map(|read| (PoolOrder::Rank, read));
        let others: Vec<(PoolOrder, &TestCollection)> =
            reversed.iter().map(|(order, read)| (*order, read)).chain(by_rank).collect();
        let orders: Vec<&TestCollection> =
            std::iter::once(scored).chain(others.iter().map(|(_, read)| *read)).collect();
        let implied = implied_pool(&orders).depth;
        let depth = told.map_or(implied, |told| implied.min(told as usize));
        let by = read_for_pool(&orders, depth).filter(|_| scored.topics().len() >= FEWEST_TOPICS);
        if let Some(by) = by {
            let (order, read) = others[by.order - 1];
            let found = FoundOrder { order, scored: ties, by, depth };
            let other = ("a pool read as runs are scored", scored.clone());
            return Self { read: read.clone(), found: Some(found), other: Some(other) };
        }
        let other = reversed.map(|(_, read)| ("equal scores of the pool in the reverse order", read));
        Self { read: scored.clone(), found: None, other }
    }

    /// The runs in that order.
    pub fn read(&self) -> &TestCollection {
        &self.read
    }

    /// The order, where it is not the one that runs are scored in.
    pub fn order(&self) -> Option<PoolOrder> {
        self.found.map(|found| found.order)
    }

    pub(super) fn found(&self) -> Option<FoundOrder> {
        self.found
    }

    /// What else could be assumed: its words, and the runs so read.
    pub fn other(&self) -> Option<(&'static str, &TestCollection)> {
        self.other.as_ref().map(|(words, read)| (*words, read))
    }
}

impl Inspection {
    /// In which order the pool was read, where it is another one than runs are scored in.
    pub(super) fn order_of_pool(&self) -> Option<Remark> {
        let FoundOrder { order, scored, by, depth } = self.pool_order?;
        let first = |smaller: bool| if smaller { "the smaller" } else { "the greater" };
        let read = match order {
            PoolOrder::Rank => "By the rank column, it seems. The order of the lines, which may be the same, was not tried. Runs are scored in another order".to_owned(),
            _ => format!(
                "With {} document id first among equal scores, it seems. Runs are scored with {} first",
                first(order == PoolOrder::DocnoAscending),
                first(scored == Ties::DocnoAscending)
            ),
        };
        let lost = match by.lost {
            0 => "and none ceases to be".to_owned(),
            lost => format!("and {lost} cease to be"),
        };
        Some(Remark::new(
            "In which order were runs read for the pool?",
            format!(
                "{read}. Read so, {} more tops of {depth} documents (of a run and a topic each) are judged whole, {lost}. Who brought a \
                 document to a pool goes by this order. Scores do not.",
                by.gained
            ),
        ))
    }
}
