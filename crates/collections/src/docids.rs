//! Maps document ids to numbers, for one topic. Ids are compared only here.
//!
//! Looking up ids dominates the cost of reading runs (memory latency, not arithmetic), so the table is flat,
//! keeps a part of the hash in each slot, and compares text only if words do not suffice.

use rejudge_pools::DocIx;

use crate::runs::Entry;
use crate::text::{hash, same, words};

/// Up to this many documents are compared one by one: a table for each of a million topics would fill the memory.
pub(crate) const FEW: usize = 16;

/// The ids of a topic by number, end to end in a text.
#[derive(Clone, Copy)]
pub(crate) struct DocIds<'a> {
    text: &'a [u8],
    /// The start of the first id, and the end of each.
    edges: &'a [u32],
}

impl<'a> DocIds<'a> {
    /// The ids between the edges.
    pub fn new(text: &'a [u8], edges: &'a [u32]) -> Self {
        Self { text, edges }
    }

    pub fn count(self) -> usize {
        self.edges.len() - 1
    }

    /// Returns true if all ids are ASCII.
    pub fn is_ascii(self) -> bool {
        let [start, end] =
            [self.edges.first(), self.edges.last()].map(|edge| edge.map_or(0, |&at| at as usize));
        self.text[start..end].is_ascii()
    }

    #[inline]
    pub fn id(self, number: DocIx) -> &'a [u8] {
        &self.text[self.edges[number as usize] as usize..self.edges[number as usize + 1] as usize]
    }

    pub fn iter(self) -> impl ExactSizeIterator<Item = &'a [u8]> {
        self.edges.array_windows().map(move |&[start, end]| &self.text[start as usize..end as usize])
    }

    /// Returns the number of a document; `table` is one of these ids, should there be one.
    pub fn number(self, table: Option<&DocTable>, id: &[u8]) -> Option<DocIx> {
        match table {
            Some(table) => table.number(hash(id), id, self),
            None => (0..).zip(self.iter()).find_map(|(number, other)| same(other, id).then_some(number)),
        }
    }

    /// The documents of `lines` that have numbers: place among the lines and number, in their order.
    pub fn find(
        self,
        table: Option<&DocTable>,
        text: &[u8],
        lines: &[Entry],
        room: &mut Scratch,
        mut found: impl FnMut(u32, DocIx),
    ) {
        let Scratch { candidates, hashes, table: room } = room;
        if let Some(table) = table {
            return table.find(self, text, lines, candidates, found);
        }
        if self.count() > FEW {
            room.fill(self);
            return room.find(self, text, lines, candidates, found);
        }
        hashes.clear();
        hashes.extend(self.iter().map(hash));
        let bits = hashes.iter().fold(0, |bits, &hash| bits | bit(hash, 0).1);
        for (place, line) in (0..).zip(lines).filter(|(_, line)| bits & bit(line.hash, 0).1 != 0) {
            let is_it = |&(number, &hash): &(DocIx, &u64)| {
                hash == line.hash && same(self.id(number), line.document.slice(text))
            };
            if let Some((number, _)) = (0..).zip(&*hashes).find(is_it) {
                found(place, number);
            }
        }
    }
}

/// Scratch memory of [`DocIds::find`], reused from ranking to ranking.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Place of a line among the lines, and number of the document that it should be.
    candidates: Vec<(u32, u32)>,
    /// For documents without a table: their hashes, or a table for this ranking.
    hashes: Vec<u64>,
    table: DocTable,
}

/// A hash table of the documents of a topic. It is small, because the tables of all topics do not fit into a cache, and
/// each run needs all of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct DocTable {
    /// Number + 1 in the bits of `numbers`, and bits of the hash above them; 0 marks a free slot. The length is a power
    /// of two.
    slots: Vec<u32>,
    numbers: u32,
    /// Eight bits per slot; the bits of the hashes are set. They reject most documents that are not in
    /// the table, and the bits of a topic stay in the nearest cache.
    bits: Vec<u64>,
    /// By number the [`words`], with which the usual ids are compared without a look at their text.
    words: Vec<(u64, u64)>,
    /// By number the lengths of the ids, up to 255.
    lengths: Vec<u8>,
    /// True if all ids are ASCII.
    pub is_ascii: bool,
}

/// No number, which is 0 - 1: to be looked up.
const UNSURE: u32 = u32::MAX;

impl DocTable {
    /// A table of these documents.
    pub fn new(ids: DocIds<'_>) -> Self {
        let mut table = Self { is_ascii: ids.is_ascii(), ..Self::default() };
        table.fill(ids);
        table
    }

    /// Holds these documents and no others.
    fn fill(&mut self, ids: DocIds<'_>) {
        self.words.clear();
        self.words.extend(ids.iter().map(words));
        self.lengths.clear();
        self.lengths.extend(ids.iter().map(length));
        let slots = (ids.count() * 2).next_power_of_two().max(16);
        self.slots.clear();
        self.slots.resize(slots, 0);
        self.bits.clear();
        self.bits.resize(slots / 8, 0);
        self.numbers = u32::MAX.checked_shr((ids.count() as u32).leading_zeros()).unwrap_or(0);
        for (number, id) in (0..).zip(ids.iter()) {
            self.place(hash(id), number);
        }
    }

    fn place(&mut self, hash: u64, number: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = self.mark(hash) | (number + 1);
        let (word, bit) = bit(hash, self.bits.len() - 1);
        self.bits[word] |= bit;
    }

    /// Returns the bits of a hash that a slot has room for.
    #[inline]
    fn mark(&self, hash: u64) -> u32 {
        (hash >> 32) as u32 & !self.numbers
    }

    /// Returns the number + 1 in a slot of this mark; 0 if it has another.
    #[inline]
    fn marked(&self, slot: u32, mark: u32) -> u32 {
        if slot & !self.numbers == mark { slot & self.numbers } else { 0 }
    }

    /// Like [`DocIds::find`]. Works in passes without branches that would be mispredicted, so that the memory
    /// access of one document does not delay the others: first filter by the bits, then read the expected
    /// slot and the one after it, then compare the id.
    fn find(
        &self,
        ids: DocIds<'_>,
        text: &[u8],
        lines: &[Entry],
        candidates: &mut Vec<(u32, u32)>,
        mut found: impl FnMut(u32, DocIx),
    ) {
        candidates.resize(lines.len(), (0, 0));
        let (mask, mut count) = (self.bits.len() - 1, 0);
        for (place, line) in (0..).zip(lines) {
            candidates[count] = (place, UNSURE);
            let (word, bit) = bit(line.hash, mask);
            count += usize::from(self.bits[word] & bit != 0);
        }
        let (candidates, mask) = (&mut candidates[..count], self.slots.len() - 1);
        for (place, number) in &mut *candidates {
            let hash = lines[*place as usize].hash;
            let (at, mark) = (hash as usize, self.mark(hash));
            let [here, next] = [at, at + 1].map(|at| self.marked(self.slots[at & mask], mark));
            *number = (if here == 0 { next } else { here }).wrapping_sub(1);
        }
        for (place, number) in &mut *candidates {
            let id = lines[*place as usize].document.slice(text);
            let at = *number as usize;
            // Longer ids have more than two words.
            let is_it = (self.words.get(at).copied().unwrap_or_default() == words(id))
                & (self.lengths.get(at).copied().unwrap_or_default() == length(id))
                & (id.len() <= 16);
            *number = if is_it { *number } else { UNSURE };
        }
        for &(place, number) in &*candidates {
            let line = &lines[place as usize];
            let is_sure = number != UNSURE;
            let number =
                if is_sure { Some(number) } else { self.number(line.hash, line.document.slice(text), ids) };
            if let Some(number) = number {
                found(place, number);
            }
        }
    }

    fn number(&self, hash: u64, id: &[u8], ids: DocIds<'_>) -> Option<DocIx> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            if let Some(number) = self.marked(self.slots[at], self.mark(hash)).checked_sub(1) {
                // Words cover an id of up to 16 bytes.
                let is_it = self.words[number as usize] == words(id)
                    && self.lengths[number as usize] == length(id)
                    && (id.len() <= 16 || ids.id(number) == id);
                if is_it {
                    return Some(number);
                }
            }
            at = (at + 1) & mask;
        }
        None
    }
}

/// Returns the length of an id, up to 255.
#[inline]
fn length(id: &[u8]) -> u8 {
    id.len().min(255) as u8
}

/// Returns the word and bit of a hash in a filter of `mask` + 1 words. The lowest bits are not used, because
/// they select the slot.
#[inline]
pub(crate) fn bit(hash: u64, mask: usize) -> (usize, u64) {
    ((hash >> 38) as usize & mask, 1 << (hash >> 32 & 63))
}
