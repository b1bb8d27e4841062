//! A set of documents, as bits.

use crate::DocIx;

/// A set of documents of one topic, out of the `len` documents `0..len` that have a verdict.
///
/// Only masks with the same `len` can be combined. They must belong to the same topic.
///
/// ```
/// use rejudge_pools::Mask;
/// let mut mask = Mask::none(70);
/// for doc in [3, 69, 3, 70] {
///     mask.insert(doc); // 70 has no verdict and is not stored
/// }
/// assert_eq!(mask.iter().collect::<Vec<_>>(), [3, 69]);
/// mask.extend([3, 71, u32::MAX]);
/// assert!(mask.contains(69) && !mask.contains(4) && !mask.contains(u32::MAX));
/// assert_eq!(mask.count(), 2);
/// assert_eq!(Mask::all(70).without(&mask).count(), 68);
/// assert!(mask.is_subset(&Mask::all(70)) && !Mask::all(70).is_subset(&mask));
/// ```
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    words: Vec<u64>,
    len: u32,
}

impl Mask {
    /// Returns the empty set, for a topic with `len` documents.
    ///
    /// # Panics
    /// If `len` is 2^32 or more.
    pub fn none(len: usize) -> Self {
        Self::filled(len, 0)
    }

    /// Returns the set of all `len` documents.
    ///
    /// # Panics
    /// If `len` is 2^32 or more.
    pub fn all(len: usize) -> Self {
        let mut mask = Self::filled(len, u64::MAX);
        mask.trim();
        mask
    }

    /// Returns the first `count` of `len` documents, or all if there are fewer.
    ///
    /// # Panics
    /// If `len` is 2^32 or more.
    pub(crate) fn first(len: usize, count: usize) -> Self {
        let mut mask = Self::none(len);
        let full_words = count.min(len) / 64;
        mask.words[..full_words].fill(u64::MAX);
        for doc in 64 * full_words..count.min(len) {
            mask.words[full_words] |= 1 << (doc % 64);
        }
        mask
    }

    /// Clears the bits after the last document.
    fn trim(&mut self) {
        if !self.len.is_multiple_of(64)
            && let Some(last) = self.words.last_mut()
        {
            *last &= (1 << (self.len % 64)) - 1;
        }
    }

    fn filled(len: usize, word: u64) -> Self {
        let documents = u32::try_from(len).expect("a topic has fewer documents than 2^32");
        // `extend` needs room for one more word.
        let mut words = Vec::with_capacity(len.div_ceil(64) + 1);
        words.resize(len.div_ceil(64), word);
        Self { words, len: documents }
    }

    /// Puts `doc` into the set, unless it has no verdict.
    #[inline]
    pub fn insert(&mut self, doc: DocIx) {
        if doc < self.len {
            self.words[doc as usize / 64] |= 1 << (doc % 64);
        }
    }

    /// Returns true if `doc` is in the set; a document without a verdict never is.
    #[inline]
    pub fn contains(&self, doc: DocIx) -> bool {
        // One look-up is enough: bits after the last document are never set.
        self.words.get(doc as usize / 64).is_some_and(|word| word >> (doc % 64) & 1 == 1)
    }

    /// Returns how many documents are in the set.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }

    /// Returns the documents in both sets.
    ///
    /// # Panics
    /// If the masks have different lengths.
    pub fn and(&self, mask: &Self) -> Self {
        self.zip(mask, |a, b| a & b)
    }

    /// Returns the documents in either set.
    ///
    /// # Panics
    /// If the masks have different lengths.
    pub fn or(&self, mask: &Self) -> Self {
        self.zip(mask, |a, b| a | b)
    }

    /// Returns the documents in this set that are not in `mask`.
    ///
    /// # Panics
    /// If the masks have different lengths.
    pub fn without(&self, mask: &Self) -> Self {
        self.zip(mask, |a, b| a & !b)
    }

    /// Returns the documents of the set, by number.
    pub fn iter(&self) -> impl Iterator<Item = DocIx> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    index as u32 * 64 + bit
                })
            })
        })
    }

    /// Returns true if every document of the set is in `mask`.
    ///
    /// # Panics
    /// If the masks have different lengths.
    pub fn is_subset(&self, mask: &Self) -> bool {
        assert_eq!(self.len, mask.len, "the masks belong to different topics");
        self.words.iter().zip(&mask.words).all(|(a, b)| a & !b == 0)
    }

    fn zip(&self, mask: &Self, op: impl Fn(u64, u64) -> u64) -> Self {
        // Without this check, which is cheap, a mask of another topic would be taken for a smaller set.
        assert_eq!(self.len, mask.len, "the masks belong to different topics");
        Self { words: self.words.iter().zip(&mask.words).map(|(&a, &b)| op(a, b)).collect(), len: self.len }
    }
}

impl Extend<DocIx> for Mask {
    /// Puts documents into the set, as [`Mask::insert`] does with one document.
    fn extend<I: IntoIterator<Item = DocIx>>(&mut self, docs: I) {
        // Documents beyond the last word go to an extra word, which is removed again. This needs no branch,
        // which would be slower, because the processor could not predict which documents of a ranking are
        // judged.
        let beyond = self.words.len();
        self.words.push(0);
        for doc in docs {
            self.words[(doc as usize / 64).min(beyond)] |= 1 << (doc % 64);
        }
        self.words.pop();
        self.trim();
    }
}
