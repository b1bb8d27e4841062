//! The order of a run's lines of one topic, and what the file does not order.

use std::cmp::Ordering;

use rejudge_pools::Tied;

use crate::fields::{Source, Span};
use crate::reading::{Reading, Ties};

/// A line of a run while the ranking is made.
pub(crate) struct Entry {
    pub topic: u32,
    pub document: Span,
    /// What the order goes by, the highest first.
    pub key: f64,
}

/// The groups of lines with equal keys that begin within the ranking.
pub(crate) fn tied(ranked: &[Entry], reading: &Reading) -> Vec<Tied> {
    if reading.ties == Ties::FileOrder {
        return Vec::new();
    }
    let mut end = 0;
    let groups = ranked.chunk_by(|a, b| a.key == b.key).map(|group| {
        let start = end;
        end += group.len() as u32;
        Tied { start, end }
    });
    let within = groups.take_while(|group| (group.start as usize) < reading.max_rank);
    within.filter(|group| group.end - group.start > 1).collect()
}

/// Puts the lines of a topic in order. Most runs are in order already.
pub(crate) fn rank(source: &Source<'_>, lines: &mut [Entry], ties: Ties) {
    let by_key = |a: &Entry, b: &Entry| b.key.total_cmp(&a.key);
    let docno = |a: &Entry, b: &Entry| source.get(a.document).cmp(source.get(b.document));
    match ties {
        Ties::DocnoDescending => sort(lines, |a, b| by_key(a, b).then_with(|| docno(b, a))),
        Ties::DocnoAscending => sort(lines, |a, b| by_key(a, b).then_with(|| docno(a, b))),
        Ties::FileOrder => {}
        Ties::Rank => sort(lines, by_key),
    }
}

fn sort(lines: &mut [Entry], order: impl Fn(&Entry, &Entry) -> Ordering) {
    if !lines.is_sorted_by(|a, b| order(a, b).is_le()) {
        lines.sort_by(order);
    }
}
