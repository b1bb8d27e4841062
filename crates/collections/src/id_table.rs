//! Where documents are looked up by their ids, many of a topic.

use rejudge_pools::DocIx;

use crate::docids::DocId;
use crate::run_order::Entry;
use crate::text::{hash, words};

/// The ids of a topic's documents by number, wherever they are.
pub(crate) trait Names {
    /// How many there are.
    fn count(&self) -> usize;

    /// One of them.
    fn id(&self, number: DocIx) -> &[u8];
}

impl Names for Vec<&str> {
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn id(&self, number: DocIx) -> &[u8] {
        self[number as usize].as_bytes()
    }
}

/// Where many documents are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Many {
    /// [`mark`] and number + 1; 0 marks a free slot. The length is a power of two.
    slots: Vec<(u32, u32)>,
    /// Four bits a slot, of which those of the hashes are set: most documents that are not here are told by
    /// them, and a topic's stay in the nearest cache.
    bits: Vec<u64>,
    /// By number the [`words`], with which the usual ids are compared without a look at their text.
    words: Vec<(u64, u64)>,
}

/// No number: to be looked up.
const UNSURE: u32 = u32::MAX;

impl Many {
    /// A table of these documents.
    pub fn of<N: Names>(names: &N) -> Self {
        let mut many = Self::default();
        many.fill(names);
        many
    }

    /// Holds these documents and no others.
    pub fn fill<N: Names>(&mut self, names: &N) {
        self.words.clear();
        self.words.extend((0..names.count() as DocIx).map(|number| words(names.id(number))));
        self.slots.clear();
        self.grow(names);
    }

    /// As [`DocTable::find`]. In passes without branches that would be mispredicted, so that the memory which
    /// one document waits for does not hold up the others: who may be here by its bit; who is in the slot
    /// where it should be; is it that one.
    pub fn find<N: Names>(
        &self,
        names: &N,
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
            let Entry { document, hash, .. } = lines[*place as usize];
            let (found, after) = self.slots[hash as usize & mask];
            let is_there = found == mark(hash, document.length()) && after > 0;
            *number = if is_there { after - 1 } else { UNSURE };
        }
        for (place, number) in &mut *candidates {
            let id = lines[*place as usize].document.of(text);
            // Marks of ids agree in their lengths; longer ones have more than two words.
            let known = self.words.get(*number as usize).copied().unwrap_or_default();
            let is_it = (known == words(id)) & (id.len() <= 16);
            *number = if is_it { *number } else { UNSURE };
        }
        for &(place, number) in &*candidates {
            let line = &lines[place as usize];
            let is_sure = number != UNSURE;
            let number =
                if is_sure { Some(number) } else { self.number(line.hash, line.document.of(text), names) };
            if let Some(number) = number {
                found(place, number);
            }
        }
    }

    /// The number of a document.
    pub fn number<N: Names>(&self, hash: u64, id: &[u8], names: &N) -> Option<DocIx> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (found, after) = self.slots[at];
            let number = after.checked_sub(1)?;
            if found == mark(hash, id.len()) && self.is(number, id, names) {
                return Some(number);
            }
            at = (at + 1) & mask;
        }
    }

    /// Whether a document has an id, whose length is that of its own or above 16.
    fn is<N: Names>(&self, number: DocIx, id: &[u8], names: &N) -> bool {
        let is_short = id.len() <= 16;
        self.words[number as usize] == words(id) && (is_short || names.id(number) == id)
    }

    /// Places the last of the documents, which is `id`.
    pub fn insert<N: Names>(&mut self, id: DocId<'_>, names: &N) {
        self.words.push(words(id.text.as_bytes()));
        if names.count() * 4 > self.slots.len() {
            self.grow(names);
        } else {
            self.place(id.hash, id.text.len(), names.count() as u32 - 1);
        }
    }

    fn grow<N: Names>(&mut self, names: &N) {
        let slots = (self.slots.len() * 2).max((names.count() * 4).next_power_of_two());
        self.slots.clear();
        self.slots.resize(slots, (0, 0));
        self.bits.clear();
        self.bits.resize(slots / 16, 0);
        for number in 0..names.count() as DocIx {
            let id = names.id(number);
            self.place(hash(id), id.len(), number);
        }
    }

    fn place(&mut self, hash: u64, length: usize, number: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].1 != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = (mark(hash, length), number + 1);
        let (word, bit) = bit(hash, self.bits.len() - 1);
        self.bits[word] |= bit;
    }
}

/// What tells most ids of one slot apart: their lengths (up to 255) and 24 bits of their hashes.
#[inline]
fn mark(hash: u64, length: usize) -> u32 {
    (hash >> 32) as u32 & !0xff | length.min(0xff) as u32
}

/// Where the bit of a hash is, among words of which there are `mask` + 1: not by its lowest bits, which
/// choose the slot.
#[inline]
pub(crate) fn bit(hash: u64, mask: usize) -> (usize, u64) {
    ((hash >> 38) as usize & mask, 1 << (hash >> 32 & 63))
}
