//! The greedy ideal list of the novelty measures, as in ndeval. Finding the best list is NP-hard.

use std::collections::BinaryHeap;

use crate::diversity::topic_gains::TopicGains;

/// Returns the rows of the documents with a gain for at least one intent that has a probability above 0. They
/// are in greedy order: the document with the most novelty comes next; among equal ones, the document with
/// the greatest id. A document's novelty is Σ w_i (1 - α)^c_i over the intents i to which it is relevant,
/// where w_i is the weight of intent i and c_i counts the earlier documents that are relevant to intent i.
pub(crate) fn order(topic: &TopicGains, alpha: f64, id_order: &[u32]) -> Vec<u32> {
    let mut worth: Vec<f64> = topic.weights.clone();
    let novelty = |row: u32, worth: &[f64]| {
        let relevant = topic.row(row).iter().zip(worth).filter(|(gain, _)| **gain > 0.0);
        relevant.map(|(_, worth)| worth).sum::<f64>()
    };
    // The heap has each document with the novelty that we last computed. We store the bits of this number,
    // because bits of nonnegative floats sort like the floats. Novelty only shrinks, so an old value is an
    // upper bound. If the top document's novelty is unchanged, no other document can be better.
    let mut candidates: BinaryHeap<(u64, u32, u32)> = (0..topic.rows())
        .filter(|&row| topic.global(row) > 0.0)
        .map(|row| {
            let id_place = id_order.get(row as usize).copied().unwrap_or(row);
            (novelty(row, &worth).to_bits(), id_place, row)
        })
        .collect();
    let mut order = Vec::with_capacity(candidates.len());
    while let Some((before, id_place, row)) = candidates.pop() {
        let now = novelty(row, &worth).to_bits();
        if now < before {
            candidates.push((now, id_place, row));
            continue;
        }
        order.push(row);
        for (worth, gain) in worth.iter_mut().zip(topic.row(row)) {
            if *gain > 0.0 {
                *worth *= 1.0 - alpha;
            }
        }
    }
    order
}
