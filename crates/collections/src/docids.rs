//! Document ids to numbers, for one topic: the only place where ids are compared.
//!
//! Looking up ids is what costs when runs are read (memory latency, not arithmetic), so the table
//! is flat, keeps a part of the hash in each slot, and compares text only where words do not suffice.

use rejudge_pools::DocIx;
use rejudge_text::{hash, same, words};

use crate::run_order::Entry;

/// A document id with its hash, computed once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DocId<'a> {
    pub text: &'a str,
    hash: u64,
}

impl<'a> DocId<'a> {
    #[inline]
    pub fn new(text: &'a str) -> Self {
        Self { text, hash: hash(text.as_bytes()) }
    }
}

/// The documents of a topic, numbered from 0 in order of insertion.
#[derive(Clone, Debug, Default)]
pub(crate) struct DocTable<'a> {
    names: Vec<&'a str>,
    /// The [`bit`]s of the documents in one word: who is not here is told by them while they are few.
    few_bits: u64,
    /// What more than [`FEW`] documents are looked up in.
    many: Option<Box<Many>>,
}

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

/// What [`DocTable::find`] works with, kept from ranking to ranking.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Place of a line among the lines, and number of the document that it should be.
    candidates: Vec<(u32, u32)>,
    /// Of documents that have no table: their hashes, or a table for this ranking.
    hashes: Vec<u64>,
    many: Many,
}

/// No number: to be looked up.
const UNSURE: u32 = u32::MAX;

/// So few documents are compared one by one: a table for each of a million topics would fill the memory.
pub(crate) const FEW: usize = 16;

impl<'a> DocTable<'a> {
    /// No documents yet, and memory for `count` of them.
    pub fn with_capacity(count: usize) -> Self {
        Self { names: Vec::with_capacity(count), ..Self::default() }
    }

    /// Gives back the room for documents that did not come.
    pub fn shrink(&mut self) {
        self.names.shrink_to_fit();
    }

    /// The ids by number.
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// The number of a document.
    pub fn get(&self, id: DocId<'_>) -> Option<DocIx> {
        self.number(id.hash, id.text.as_bytes())
    }

    fn number(&self, hash: u64, id: &[u8]) -> Option<DocIx> {
        match &self.many {
            Some(many) => many.number(hash, id, &self.names),
            None if self.few_bits & bit(hash, 0).1 == 0 => None,
            None => self.names.iter().zip(0..).find_map(|(name, at)| (name.as_bytes() == id).then_some(at)),
        }
    }

    /// The documents of `lines` that have numbers: place among the lines and number, in their order.
    pub fn find(&self, text: &[u8], lines: &[Entry], room: &mut Scratch, mut found: impl FnMut(u32, DocIx)) {
        let Some(many) = &self.many else {
            for (place, line) in (0..).zip(lines) {
                if let Some(number) = self.number(line.hash, line.document.of(text)) {
                    found(place, number);
                }
            }
            return;
        };
        many.find(&self.names, text, lines, &mut room.candidates, found);
    }

    /// Gives a document the next number; `Err` holds the number it has already.
    pub fn insert(&mut self, id: DocId<'a>) -> Result<DocIx, DocIx> {
        if let Some(number) = self.get(id) {
            return Err(number);
        }
        let number = self.names.len() as u32;
        self.names.push(id.text);
        match &mut self.many {
            Some(many) => many.insert(id, &self.names),
            None if self.names.len() > FEW => self.many = Some(Box::new(Many::of(&self.names))),
            None => self.few_bits |= bit(id.hash, 0).1,
        }
        Ok(number)
    }
}

/// The documents of `lines` that are among `names`, as [`DocTable::find`] has them: the documents of a topic
/// that keeps nothing to look them up in, or a table alone.
pub(crate) fn find<N: Names>(
    names: &N,
    table: Option<&Many>,
    text: &[u8],
    lines: &[Entry],
    room: &mut Scratch,
    mut found: impl FnMut(u32, DocIx),
) {
    let Scratch { candidates, hashes, many } = room;
    if let Some(table) = table {
        return table.find(names, text, lines, candidates, found);
    }
    if names.count() > FEW {
        many.fill(names);
        return many.find(names, text, lines, candidates, found);
    }
    hashes.clear();
    hashes.extend((0..names.count() as DocIx).map(|number| hash(names.id(number))));
    let bits = hashes.iter().fold(0, |bits, &hash| bits | bit(hash, 0).1);
    for (place, line) in (0..).zip(lines).filter(|(_, line)| bits & bit(line.hash, 0).1 != 0) {
        let is_it = |&(number, &hash): &(DocIx, &u64)| {
            hash == line.hash && same(names.id(number), line.document.of(text))
        };
        if let Some((number, _)) = (0..).zip(&*hashes).find(is_it) {
            found(place, number);
        }
    }
}

impl Many {
    /// A table of these documents.
    pub fn of<N: Names>(names: &N) -> Self {
        let mut many = Self::default();
        many.fill(names);
        many
    }

    /// Holds these documents and no others.
    fn fill<N: Names>(&mut self, names: &N) {
        self.words.clear();
        self.words.extend((0..names.count() as DocIx).map(|number| words(names.id(number))));
        self.slots.clear();
        self.grow(names);
    }

    /// As [`DocTable::find`]. In passes without branches that would be mispredicted, so that the memory which
    /// one document waits for does not hold up the others: who may be here by its bit; who is in the slot
    /// where it should be; is it that one.
    fn find<N: Names>(
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

    fn number<N: Names>(&self, hash: u64, id: &[u8], names: &N) -> Option<DocIx> {
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
    fn insert<N: Names>(&mut self, id: DocId<'_>, names: &N) {
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

/// Ids end to end: one allocation for many.
#[derive(Default)]
pub(crate) struct Ids {
    text: String,
    ends: Vec<u32>,
}

impl Ids {
    pub fn push(&mut self, id: &str) {
        self.text.push_str(id);
        self.ends.push(self.text.len() as u32);
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start as usize..end as usize])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::fields::Span;

    proptest! {
        /// The table is a map: numbers by first insertion, nothing found that was not put in.
        #[test]
        fn agrees_with_a_map(ids in prop_oneof![
            prop::collection::vec("[a-c\\x00]{0,20}|[ab]{0,3}|[ab]{250,260}", 0..300),
            prop::collection::vec("[ab]{0,3}|[ab]{15,18}", 0..30),
        ]) {
            let (mut table, mut map) = (DocTable::default(), HashMap::new());
            for id in &ids[..ids.len() / 2] {
                let next = map.len() as u32;
                let expected = map.get(id.as_str()).copied().map_or(Ok(next), Err);
                prop_assert_eq!(table.insert(DocId::new(id)), expected);
                map.entry(id.as_str()).or_insert(next);
            }
            for id in &ids {
                prop_assert_eq!(table.get(DocId::new(id)), map.get(id.as_str()).copied());
            }
            let (text, mut lines, mut found) = (ids.concat(), Vec::new(), Vec::new());
            for id in &ids {
                let start = lines.last().map_or(0, |line: &Entry| line.document.end);
                lines.push(Entry::new(text.as_bytes(), Span { start, end: start + id.len() as u32 }, 0.0));
            }
            table.find(text.as_bytes(), &lines, &mut Scratch::default(), |place, number| found.push((place, number)));
            let expected = (0..).zip(&ids).filter_map(|(place, id)| Some((place, *map.get(id.as_str())?)));
            let expected: Vec<_> = expected.collect();
            prop_assert_eq!(&found, &expected);
            // The same without a table, and with one that was made for it.
            let (names, mut room) = (table.names().to_vec(), Scratch::default());
            let made = (names.len() > FEW).then(|| Many::of(&names));
            for table in [None, made.as_ref()] {
                found.clear();
                find(&names, table, text.as_bytes(), &lines, &mut room, |place, number| found.push((place, number)));
                prop_assert_eq!(&found, &expected);
            }
        }
    }
}
