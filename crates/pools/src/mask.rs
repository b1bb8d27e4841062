//! A set of judged documents of one topic, as bits.

use crate::DocIx;

/// Which of the judged documents `0..len` of a topic are in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    words: Vec<u64>,
    len: u32,
}

impl Mask {
    /// No document of `len`.
    pub fn none(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)], len: len as u32 }
    }

    /// All documents of `len`.
    pub fn all(len: usize) -> Self {
        let mut mask = Self { words: vec![u64::MAX; len.div_ceil(64)], len: len as u32 };
        if len % 64 != 0
            && let Some(last) = mask.words.last_mut()
        {
            *last = (1 << (len % 64)) - 1;
        }
        mask
    }

    /// Puts `doc` into the set; a document beyond the judged ones is not stored.
    #[inline]
    pub fn insert(&mut self, doc: DocIx) {
        if doc < self.len {
            self.words[doc as usize / 64] |= 1 << (doc % 64);
        }
    }

    /// Whether `doc` is in the set.
    #[inline]
    pub fn contains(&self, doc: DocIx) -> bool {
        doc < self.len && self.words[doc as usize / 64] >> (doc % 64) & 1 == 1
    }

    /// Number of documents in the set.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }

    /// Documents in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Documents in either set.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Documents in this set and not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// The documents of the set, by number.
    pub fn iter(&self) -> impl Iterator<Item = DocIx> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    at as u32 * 64 + bit
                })
            })
        })
    }

    fn zip(&self, other: &Self, op: impl Fn(u64, u64) -> u64) -> Self {
        debug_assert_eq!(self.len, other.len, "masks of one topic");
        Self { words: self.words.iter().zip(&other.words).map(|(&a, &b)| op(a, b)).collect(), len: self.len }
    }
}
