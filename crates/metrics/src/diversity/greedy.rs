//! The greedy ideal list of the novelty measures, as in ndeval, because finding the best list is NP-hard.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::diversity::topic_gains::TopicGains;

/// A document with the novelty that it had when it was last looked at. Novelty only shrinks, so this is an
/// upper bound: if the bound of the document on top is still exact, that document is the best one.
struct Candidate {
    novelty: f64,
    id_place: u32,
    row: u32,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.novelty.total_cmp(&other.novelty).then(self.id_place.cmp(&other.id_place))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

/// Returns the documents with a gain for some intent, each the one that adds most novelty to those before it:
/// Σ w_i (1 - α)^c over the intents that it is relevant to, c being the documents before that are. Of equal
/// ones the greatest id comes first.
pub(crate) fn order(topic: &TopicGains, alpha: f64, id_order: &[u32]) -> Vec<u32> {
    let mut worth: Vec<f64> = topic.weights.clone();
    let novelty = |row: u32, worth: &[f64]| {
        let relevant = topic.row(row).iter().zip(worth).filter(|(gain, _)| **gain > 0.0);
        relevant.map(|(_, worth)| worth).sum::<f64>()
    };
    let candidate = |row: u32| Candidate {
        novelty: novelty(row, &worth),
        id_place: id_order.get(row as usize).copied().unwrap_or(row),
        row,
    };
    let mut candidates: BinaryHeap<Candidate> =
        (0..topic.rows()).filter(|&row| topic.global(row) > 0.0).map(candidate).collect();
    let mut order = Vec::with_capacity(candidates.len());
    while let Some(best) = candidates.pop() {
        let now = novelty(best.row, &worth);
        if now < best.novelty {
            candidates.push(Candidate { novelty: now, ..best });
            continue;
        }
        order.push(best.row);
        for (worth, gain) in worth.iter_mut().zip(topic.row(best.row)) {
            if *gain > 0.0 {
                *worth *= 1.0 - alpha;
            }
        }
    }
    order
}
