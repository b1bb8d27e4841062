//! Maps the document ids of a topic to numbers.
//!
//! Reading runs spends most of its time looking up ids, because each lookup waits for memory. So a table is flat,
//! each slot holds a part of the hash, and ids of up to 16 bytes are compared as two words instead of texts.

use rejudge_pools::DocIx;

use crate::runs::Entry;
use crate::text::{hash, same, words};

/// The maximum number of documents that are compared one by one. A table for each of a million small topics would
/// fill the memory.
pub(crate) const MAX_WITHOUT_TABLE: usize = 16;

/// The document ids of a topic. In the text, they follow each other without separators.
#[derive(Clone, Copy)]
pub(crate) struct DocIds<'a> {
    text: &'a [u8],
    /// The byte where the first id starts, then the byte where each id ends.
    edges: &'a [u32],
}

impl<'a> DocIds<'a> {
    pub fn new(text: &'a [u8], edges: &'a [u32]) -> Self {
        Self { text, edges }
    }

    pub fn count(self) -> usize {
        self.edges.len() - 1
    }

    /// Returns true if all ids are ASCII.
    pub fn is_ascii(self) -> bool {
        let [start, end] =
            [self.edges.first(), self.edges.last()].map(|edge| edge.map_or(0, |&place| place as usize));
        self.text[start..end].is_ascii()
    }

    #[inline]
    pub fn id(self, number: DocIx) -> &'a [u8] {
        &self.text[self.edges[number as usize] as usize..self.edges[number as usize + 1] as usize]
    }

    pub fn iter(self) -> impl ExactSizeIterator<Item = &'a [u8]> {
        self.edges.array_windows().map(move |&[start, end]| &self.text[start as usize..end as usize])
    }

    /// Returns the number of a document. `table` is the table of these ids, if there is one.
    pub fn number(self, table: Option<&DocTable>, id: &[u8]) -> Option<DocIx> {
        match table {
            Some(table) => table.number(hash(id), id, self),
            None => (0..).zip(self.iter()).find_map(|(number, doc_id)| same(doc_id, id).then_some(number)),
        }
    }

    /// Calls `take` for each line with one of these documents, in the order of `lines`. The arguments of
    /// `take` are the index of the line and the number of the document.
    pub fn find(
        self,
        table: Option<&DocTable>,
        text: &[u8],
        lines: &[Entry],
        scratch: &mut Scratch,
        mut take: impl FnMut(u32, DocIx),
    ) {
        let Scratch { candidates, hashes, table: scratch_table } = scratch;
        if let Some(table) = table {
            return table.find(self, text, lines, candidates, take);
        }
        if self.count() > MAX_WITHOUT_TABLE {
            scratch_table.fill(self);
            return scratch_table.find(self, text, lines, candidates, take);
        }
        hashes.clear();
        hashes.extend(self.iter().map(hash));
        let bits = hashes.iter().fold(0, |bits, &hash| bits | bit(hash, 0).1);
        for (place, line) in (0..).zip(lines).filter(|(_, line)| bits & bit(line.hash, 0).1 != 0) {
            let is_equal = |&(number, &hash): &(DocIx, &u64)| {
                hash == line.hash && same(self.id(number), line.document.slice(text))
            };
            if let Some((number, _)) = (0..).zip(&*hashes).find(is_equal) {
                take(place, number);
            }
        }
    }
}

/// Scratch memory of [`DocIds::find`], reused from ranking to ranking.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The index of a line, and the probable number of its document.
    candidates: Vec<(u32, u32)>,
    /// The hashes of the documents, if there are few of them and no table.
    hashes: Vec<u64>,
    /// A table of the topic's ids, used if the caller has none.
    table: DocTable,
}

/// A hash table of the documents of a topic. It must be small, because reading a run needs the tables of all topics,
/// which do not fit in the processor's cache.
#[derive(Clone, Debug, Default)]
pub(crate) struct DocTable {
    /// The lower bits of a slot, which `number_mask` selects, contain the number of a document + 1. The upper
    /// bits contain a part of its hash. A free slot is 0. The number of slots is a power of two.
    slots: Vec<u32>,
    number_mask: u32,
    /// A Bloom filter with eight bits for each slot, and one [`bit`] set for each document. It rejects most documents
    /// that are not in the table, and is small enough to stay in the L1 cache.
    bits: Vec<u64>,
    /// The [`words`] of each id, by document number. With the lengths, they suffice to compare ids of up to
    /// 16 bytes.
    words: Vec<(u64, u64)>,
    /// The [`length`] of each id, by document number.
    lengths: Vec<u8>,
    /// True if all ids are ASCII.
    pub is_ascii: bool,
}

/// Replaces the document number of a candidate that must be looked up in the whole table. A candidate also
/// gets this value if the two slots that we read first are empty or contain other hashes, because 0 - 1 wraps
/// around to `u32::MAX`.
const TO_LOOK_UP: u32 = u32::MAX;

impl DocTable {
    pub fn new(ids: DocIds<'_>) -> Self {
        let mut table = Self { is_ascii: ids.is_ascii(), ..Self::default() };
        table.fill(ids);
        table
    }

    /// Replaces the contents with these documents. `is_ascii` does not change.
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
        self.number_mask = u32::MAX.checked_shr((ids.count() as u32).leading_zeros()).unwrap_or(0);
        for (number, id) in (0..).zip(ids.iter()) {
            self.insert(hash(id), number);
        }
    }

    fn insert(&mut self, hash: u64, number: u32) {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        while self.slots[place] != 0 {
            place = (place + 1) & mask;
        }
        self.slots[place] = self.hash_bits(hash) | (number + 1);
        let (word, bit) = bit(hash, self.bits.len() - 1);
        self.bits[word] |= bit;
    }

    /// Returns the part of a hash that is stored in a slot.
    #[inline]
    fn hash_bits(&self, hash: u64) -> u32 {
        (hash >> 32) as u32 & !self.number_mask
    }

    /// Returns the number + 1 in a slot, or 0 if the slot is empty or its part of the hash differs from `hash_bits`.
    #[inline]
    fn number_in(&self, slot: u32, hash_bits: u32) -> u32 {
        if slot & !self.number_mask == hash_bits { slot & self.number_mask } else { 0 }
    }

    /// Implements [`DocIds::find`] in passes over all lines, which filter the lines by `bits`, read the expected slot
    /// and the slot after it, and compare the ids. The passes have no branches that would be mispredicted, so the
    /// processor need not wait for the memory of one document before it begins with the next.
    fn find(
        &self,
        ids: DocIds<'_>,
        text: &[u8],
        lines: &[Entry],
        candidates: &mut Vec<(u32, u32)>,
        mut take: impl FnMut(u32, DocIx),
    ) {
        candidates.resize(lines.len(), (0, 0));
        let (mask, mut count) = (self.bits.len() - 1, 0);
        for (place, line) in (0..).zip(lines) {
            candidates[count] = (place, TO_LOOK_UP);
            let (word, bit) = bit(line.hash, mask);
            count += usize::from(self.bits[word] & bit != 0);
        }
        let (candidates, mask) = (&mut candidates[..count], self.slots.len() - 1);
        for (place, number) in &mut *candidates {
            let hash = lines[*place as usize].hash;
            let (first, hash_bits) = (hash as usize, self.hash_bits(hash));
            let [first_number, second_number] =
                [first, first + 1].map(|slot| self.number_in(self.slots[slot & mask], hash_bits));
            *number = (if first_number == 0 { second_number } else { first_number }).wrapping_sub(1);
        }
        for (place, number) in &mut *candidates {
            let id = lines[*place as usize].document.slice(text);
            let index = *number as usize;
            // The words contain the whole id if it has up to 16 bytes.
            let is_equal = (self.words.get(index).copied().unwrap_or_default() == words(id))
                & (self.lengths.get(index).copied().unwrap_or_default() == length(id))
                & (id.len() <= 16);
            *number = if is_equal { *number } else { TO_LOOK_UP };
        }
        for &(place, number) in &*candidates {
            let line = &lines[place as usize];
            let is_sure = number != TO_LOOK_UP;
            let number =
                if is_sure { Some(number) } else { self.number(line.hash, line.document.slice(text), ids) };
            if let Some(number) = number {
                take(place, number);
            }
        }
    }

    fn number(&self, hash: u64, id: &[u8], ids: DocIds<'_>) -> Option<DocIx> {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        while self.slots[place] != 0 {
            if let Some(number) = self.number_in(self.slots[place], self.hash_bits(hash)).checked_sub(1) {
                let is_equal = self.words[number as usize] == words(id)
                    && self.lengths[number as usize] == length(id)
                    && (id.len() <= 16 || ids.id(number) == id);
                if is_equal {
                    return Some(number);
                }
            }
            place = (place + 1) & mask;
        }
        None
    }
}

/// Returns the length of an id, or 255 if the length does not fit into a byte.
#[inline]
fn length(id: &[u8]) -> u8 {
    id.len().min(255) as u8
}

/// Returns the word and the bit of a hash in a filter of `mask` + 1 words. The lowest bits of the hash are not used, because
/// they choose the slot.
#[inline]
pub(crate) fn bit(hash: u64, mask: usize) -> (usize, u64) {
    ((hash >> 38) as usize & mask, 1 << (hash >> 32 & 63))
}
