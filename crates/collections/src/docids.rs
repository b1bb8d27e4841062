//! Document ids to numbers, for one topic: the only place where ids are compared.
//!
//! Looking up ids is what costs when runs are read (memory latency, not arithmetic), so the table
//! is flat, keeps a 64-bit hash in each slot, and compares text only where the hashes agree. The
//! hash is ours: fixed, and a few instructions for the usual ids of up to 16 bytes.

use rejudge_pools::DocIx;

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
    /// Hash and number + 1; 0 marks a free slot. The length is a power of two.
    slots: Vec<(u64, u32)>,
    names: Vec<&'a str>,
}

impl<'a> DocTable<'a> {
    /// The ids by number.
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// The number of a document.
    #[inline]
    pub fn get(&self, id: DocId<'_>) -> Option<DocIx> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut at = id.hash as usize & mask;
        loop {
            let (hash, number) = self.slots[at];
            if number == 0 {
                return None;
            }
            if hash == id.hash && same(self.names[number as usize - 1], id.text) {
                return Some(number - 1);
            }
            at = (at + 1) & mask;
        }
    }

    /// Gives a document the next number; `Err` holds the number it has already.
    pub fn insert(&mut self, id: DocId<'a>) -> Result<DocIx, DocIx> {
        if let Some(number) = self.get(id) {
            return Err(number);
        }
        let number = self.names.len() as u32;
        self.names.push(id.text);
        if self.names.len() * 2 > self.slots.len() {
            self.grow();
        } else {
            self.place(id.hash, number);
        }
        Ok(number)
    }

    fn grow(&mut self) {
        let slots = (self.slots.len() * 2).max(16);
        self.slots.clear();
        self.slots.resize(slots, (0, 0));
        for number in 0..self.names.len() {
            self.place(hash(self.names[number].as_bytes()), number as u32);
        }
    }

    fn place(&mut self, hash: u64, number: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].1 != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = (hash, number + 1);
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

/// Finds documents that a ranking lists twice; the table is kept from ranking to ranking.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repetitions {
    /// Hash and position + 1; 0 marks a free slot.
    slots: Vec<(u64, u32)>,
}

impl Repetitions {
    /// The first two positions that hold the same document, the later one last.
    pub fn first(&mut self, documents: &[DocId<'_>]) -> Option<(usize, usize)> {
        let size = (documents.len() * 2).next_power_of_two().max(16);
        self.slots.clear();
        self.slots.resize(size, (0, 0));
        for (position, id) in documents.iter().enumerate() {
            let mut at = id.hash as usize & (size - 1);
            loop {
                let (hash, other) = self.slots[at];
                if other == 0 {
                    break;
                }
                let other = other as usize - 1;
                if hash == id.hash && same(documents[other].text, id.text) {
                    return Some((other, position));
                }
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = (id.hash, position as u32 + 1);
        }
        None
    }
}

/// Equality of two texts, without a call for the usual lengths: two words that overlap cover them.
#[inline]
pub(crate) fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let end = a.len();
    if end != b.len() {
        return false;
    }
    match end {
        8..=16 => word(&a[..8]) == word(&b[..8]) && word(&a[end - 8..]) == word(&b[end - 8..]),
        4..=7 => half(&a[..4]) == half(&b[..4]) && half(&a[end - 4..]) == half(&b[end - 4..]),
        1..=3 => a[0] == b[0] && a[end / 2] == b[end / 2] && a[end - 1] == b[end - 1],
        _ => a == b,
    }
}

/// Multiply-and-fold over 16 bytes at a time. Not against adversaries: collisions cost time only.
#[inline]
fn hash(id: &[u8]) -> u64 {
    const A: u64 = 0x9e37_79b9_7f4a_7c15;
    const B: u64 = 0xd1b5_4a32_d192_ed03;
    let (mut rest, mut state) = (id, id.len() as u64 ^ A);
    while rest.len() > 16 {
        state = fold(word(&rest[..8]) ^ state, word(&rest[8..16]) ^ B);
        rest = &rest[16..];
    }
    // Two words that overlap cover what is left, whatever its length.
    let (low, high) = match rest.len() {
        8.. => (word(&rest[..8]), word(&rest[rest.len() - 8..])),
        4..=7 => (half(&rest[..4]), half(&rest[rest.len() - 4..])),
        1..=3 => (u64::from(rest[0]) << 8 | u64::from(rest[rest.len() / 2]), u64::from(rest[rest.len() - 1])),
        0 => (0, 0),
    };
    let folded = fold(low ^ state, high ^ B);
    folded ^ folded >> 32
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[inline]
fn word(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, u64::from_le_bytes)
}

#[inline]
fn half(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, |bytes| u64::from(u32::from_le_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The table is a map: numbers by first insertion, nothing found that was not put in.
        #[test]
        fn agrees_with_a_map(ids in prop::collection::vec("[a-c]{0,40}", 0..300)) {
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
        }

        #[test]
        fn same_is_equality(a in "[ab]{0,18}", b in "[ab]{0,18}", at in 0_usize..18) {
            prop_assert_eq!(same(&a, &b), a == b);
            prop_assert!(same(&a, &a.clone()));
            let mut other = a.clone().into_bytes();
            if let Some(byte) = other.get_mut(at) {
                *byte = b'c';
                let other = String::from_utf8(other).expect("ASCII");
                prop_assert!(!same(&a, &other) && !same(&other, &a));
            }
        }

        #[test]
        fn repetitions_are_found(ids in prop::collection::vec("[a-d]{0,18}", 0..60)) {
            let documents: Vec<_> = ids.iter().map(|id| DocId::new(id)).collect();
            let slow = (0..ids.len()).find_map(|later| {
                (0..later).find(|&earlier| ids[earlier] == ids[later]).map(|earlier| (earlier, later))
            });
            prop_assert_eq!(Repetitions::default().first(&documents), slow);
        }
    }

    #[test]
    fn usual_ids_spread_over_the_table() {
        let ids: Vec<_> = (0..20_000).map(|n| format!("FBIS3-{n}")).collect();
        let mut low: Vec<_> = ids.iter().map(|id| hash(id.as_bytes()) & 0xffff).collect();
        low.sort_unstable();
        low.dedup();
        // 20,000 balls in 65,536 bins fill 17,230 of them on average (sd about 47).
        assert!((17_000..17_460).contains(&low.len()), "{}", low.len());
    }
}
