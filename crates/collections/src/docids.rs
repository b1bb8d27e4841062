//! Document ids to numbers, for one topic: the only place where ids are compared.
//!
//! Looking up ids is what costs when runs are read (memory latency, not arithmetic), so the table
//! is flat, keeps a part of the hash in each slot, and compares text only where words do not suffice.

use rejudge_pools::DocIx;

use crate::id_table::{Many, Names, bit};
use crate::run_order::Entry;
use crate::text::{hash, same};

/// A document id with its hash, computed once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DocId<'a> {
    pub text: &'a str,
    pub hash: u64,
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

/// What [`DocTable::find`] works with, kept from ranking to ranking.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Place of a line among the lines, and number of the document that it should be.
    candidates: Vec<(u32, u32)>,
    /// Of documents that have no table: their hashes, or a table for this ranking.
    hashes: Vec<u64>,
    many: Many,
}

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
