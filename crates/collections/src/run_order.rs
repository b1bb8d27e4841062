//! The order of a run's lines of one topic, and what the file does not order.

use rejudge_pools::Tied;

use crate::fields::Span;
use crate::reading::{Reading, Ties};
use crate::text::hash;

/// A line of a run while the ranking is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub document: Span,
    /// What the order goes by, the highest first; finite, and no negative zero.
    pub key: f64,
    /// Of the document's id.
    pub hash: u64,
}

impl Entry {
    /// The line of `document`, which is a span of `text`.
    #[inline]
    pub fn new(text: &[u8], document: Span, key: f64) -> Self {
        Self { document, key, hash: hash(document.of(text)) }
    }
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

/// Puts the lines of a topic in order, those that the rule does not order as they come. Most runs are in
/// order already, but for ties.
pub(crate) fn rank(text: &[u8], lines: &mut [Entry], ties: Ties) {
    if ties == Ties::FileOrder {
        return;
    }
    if !lines.is_sorted_by(|a, b| a.key >= b.key) {
        lines.sort_by(|a, b| b.key.total_cmp(&a.key));
    }
    let mut next = 0;
    while let Some(tie) = lines[next..].array_windows().position(|[a, b]| a.key == b.key) {
        let group = &mut lines[next + tie..];
        let end = group.iter().position(|line| line.key != group[0].key).unwrap_or(group.len());
        let id = |line: &Entry| line.document.of(text);
        match ties {
            Ties::DocnoDescending => group[..end].sort_by(|a, b| id(b).cmp(id(a))),
            Ties::DocnoAscending => group[..end].sort_by(|a, b| id(a).cmp(id(b))),
            Ties::FileOrder | Ties::Rank => {}
        }
        next += tie + end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_those_that_begin_within_the_ranking() {
        let text = b"abcde";
        let entry = |(at, key): (u32, f64)| Entry::new(text, Span { start: at, end: at + 1 }, key);
        let ranked: Vec<Entry> = (0..).zip([9.0, 9.0, 7.0, 5.0, 5.0]).map(entry).collect();
        let groups = |max_rank, ties| {
            let found = tied(&ranked, &Reading { max_rank, ties, ..Reading::default() });
            found.iter().map(|group| (group.start, group.end)).collect::<Vec<_>>()
        };
        assert_eq!(groups(usize::MAX, Ties::DocnoDescending), [(0, 2), (3, 5)]);
        // The last document is cut off, and its group is told whole.
        assert_eq!(groups(4, Ties::Rank), [(0, 2), (3, 5)]);
        assert_eq!(groups(3, Ties::Rank), [(0, 2)]);
        // The order of the lines leaves nothing open.
        assert_eq!(groups(usize::MAX, Ties::FileOrder), []);
    }
}
