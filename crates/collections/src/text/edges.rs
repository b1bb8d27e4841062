//! Finds the starts and ends of words, 64 bytes at a time, as the changes in a bitmap of separators.
//!
//! In a loop over the bytes of a word, the processor would mispredict where the word ends. Here no branch depends on
//! where a single word ends, only on the number of edges in a block, in steps of eight.

/// The number of bytes in a block.
pub(crate) const BLOCK: usize = 64;

/// The bytes that separate words.
const SEPARATORS: [u8; 3] = [b' ', b'\t', b'\n'];

/// Finds the edges of words; the memory is reused from text to text.
#[derive(Debug, Default)]
pub struct Edges {
    places: Vec<u32>,
}

/// The words of a text.
#[derive(Debug)]
pub struct Words<'e> {
    /// The start and the end of each word, one after the other.
    pub edges: &'e [u32],
    /// The number of line feeds.
    pub feeds: usize,
    /// True if all bytes are ASCII, and there are no control characters except for tabs and line feeds.
    pub is_plain: bool,
}

impl Edges {
    /// Finds the words of `text`, which are separated by blanks, tabs and line feeds.
    pub fn find(&mut self, text: &[u8]) -> Words<'_> {
        // Every byte may be an edge, and edges are written eight at a time.
        let room = text.len() + BLOCK + 8;
        if self.places.len() < room {
            self.places.resize(room, 0);
        }
        let mut search = Search {
            places: &mut self.places,
            count: 0,
            follows_separator: 1,
            feeds: 0,
            bytes: BytesSoFar::default(),
        };
        let (blocks, rest) = text.as_chunks::<BLOCK>();
        search.add_blocks(blocks);
        // The last block is padded with at least one blank, which also ends the last word of the text.
        let mut last = [b' '; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        search.add_block(&last, (text.len() - rest.len()) as u32);
        let Search { count, feeds, bytes, .. } = search;
        Words { edges: &self.places[..count], feeds, is_plain: bytes.are_plain() }
    }
}

/// The state of a search for edges.
struct Search<'a> {
    places: &'a mut [u32],
    count: usize,
    /// 1 if the byte before the next block is a separator, or else 0.
    follows_separator: u64,
    feeds: usize,
    bytes: BytesSoFar,
}

impl Search<'_> {
    fn add_blocks(&mut self, blocks: &[[u8; BLOCK]]) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt") {
            #[expect(
                unsafe_code,
                reason = "with bmi1 and popcnt, counting and finding bits takes one instruction each, otherwise ten"
            )]
            // SAFETY: we have checked that the processor has bmi1 and popcnt.
            return unsafe { self.add_blocks_with_bmi1(blocks) };
        }
        self.add_each_block(blocks);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,popcnt")]
    fn add_blocks_with_bmi1(&mut self, blocks: &[[u8; BLOCK]]) {
        self.add_each_block(blocks);
    }

    #[inline(always)]
    fn add_each_block(&mut self, blocks: &[[u8; BLOCK]]) {
        for (base, block) in (0..).step_by(BLOCK).zip(blocks) {
            self.add_block(block, base);
        }
    }

    /// Writes the positions in a block at which words start or end. We write eight positions at a time, even
    /// if fewer are left, because the processor would mispredict a branch that depends on the exact number of
    /// positions.
    #[inline(always)]
    fn add_block(&mut self, block: &[u8; BLOCK], base: u32) {
        let (separators, feeds) = self.bytes.add(block);
        self.feeds += feeds.count_ones() as usize;
        let mut changes = separators ^ (separators << 1 | self.follows_separator);
        self.follows_separator = separators >> 63;
        let count = changes.count_ones() as usize;
        let mut next = self.count;
        self.count += count;
        while next < self.count {
            let Some(eight) = self.places.get_mut(next..).and_then(<[u32]>::first_chunk_mut::<8>) else {
                return;
            };
            for place in eight {
                *place = base + changes.trailing_zeros();
                changes &= changes.wrapping_sub(1);
            }
            next += 8;
        }
    }
}

/// Returns a bitmap of the bytes of a block that are equal to one of three `bytes`. The first byte is the lowest bit.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
pub(crate) fn any_of(bytes: [u8; 3], block: &[u8; BLOCK]) -> u64 {
    #[expect(
        unsafe_code,
        reason = "SSE2 is part of x86_64; with it five million lines take 0.2 s, without it 0.23 s"
    )]
    // SAFETY: `sse2` requires only SSE2, which every x86_64 processor has.
    unsafe {
        sse2::any_of(bytes, block)
    }
}

#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn any_of(bytes: [u8; 3], block: &[u8; BLOCK]) -> u64 {
    any_of_portable(bytes, block)
}

/// Summarises the bytes that have been searched so far.
#[cfg(not(target_arch = "x86_64"))]
#[derive(Debug, Default)]
struct BytesSoFar {
    has_unusual: bool,
}

#[cfg(not(target_arch = "x86_64"))]
impl BytesSoFar {
    /// Returns bitmaps of the separators and of the line feeds in a block. The first byte is the lowest bit.
    fn add(&mut self, block: &[u8; BLOCK]) -> (u64, u64) {
        self.has_unusual |= block.iter().fold(false, |any, &byte| any | is_unusual(byte));
        (any_of_portable(SEPARATORS, block), any_of_portable([b'\n'; 3], block))
    }

    /// Returns true if no byte is unusual.
    fn are_plain(&self) -> bool {
        !self.has_unusual
    }
}

/// Returns true if a byte is not ASCII, or is a control character other than tab and line feed.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn is_unusual(byte: u8) -> bool {
    !(byte.is_ascii_graphic() || SEPARATORS.contains(&byte))
}

#[cfg(target_arch = "x86_64")]
use sse2::BytesSoFar;

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "as for `any_of`: SSE2 is part of x86_64")]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set_epi64x, _mm_set1_epi8, _mm_setzero_si128,
    };

    use super::{BLOCK, SEPARATORS};

    /// Summarises the bytes that have been searched so far. The value is not 0 if a byte is not ASCII, or is a control
    /// character other than tab and line feed.
    #[derive(Debug)]
    pub(super) struct BytesSoFar(__m128i);

    impl Default for BytesSoFar {
        fn default() -> Self {
            // SAFETY: every x86_64 processor has SSE2.
            Self(unsafe { _mm_setzero_si128() })
        }
    }

    impl BytesSoFar {
        /// Returns bitmaps of the separators and of the line feeds in a block. The first byte is the lowest bit.
        #[inline(always)]
        pub fn add(&mut self, block: &[u8; BLOCK]) -> (u64, u64) {
            // SAFETY: every x86_64 processor has SSE2.
            unsafe { self.add_with_sse2(block) }
        }

        #[inline]
        #[target_feature(enable = "sse2")]
        fn add_with_sse2(&mut self, block: &[u8; BLOCK]) -> (u64, u64) {
            let [blank, tab, feed] = SEPARATORS.map(|byte| _mm_set1_epi8(byte as i8));
            let delete = _mm_set1_epi8(0x7f);
            let (mut separators, mut feeds) = (0, 0);
            for (number, bytes) in sixteens(block).enumerate() {
                let is_feed = _mm_cmpeq_epi8(bytes, feed);
                let is_control = _mm_or_si128(_mm_cmpeq_epi8(bytes, tab), is_feed);
                let is_separator = _mm_or_si128(_mm_cmpeq_epi8(bytes, blank), is_control);
                // As signed numbers, bytes that are not ASCII are negative, and so below the blank, too.
                let is_unusual = _mm_andnot_si128(is_control, _mm_cmplt_epi8(bytes, blank));
                self.0 = _mm_or_si128(self.0, _mm_or_si128(is_unusual, _mm_cmpeq_epi8(bytes, delete)));
                separators |= u64::from(_mm_movemask_epi8(is_separator) as u16) << (16 * number);
                feeds |= u64::from(_mm_movemask_epi8(is_feed) as u16) << (16 * number);
            }
            (separators, feeds)
        }

        /// Returns true if no byte is unusual.
        pub(crate) fn are_plain(&self) -> bool {
            // SAFETY: every x86_64 processor has SSE2.
            unsafe { _mm_movemask_epi8(self.0) == 0 }
        }
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub(super) fn any_of(bytes: [u8; 3], block: &[u8; BLOCK]) -> u64 {
        let [first, second, third] = bytes.map(|byte| _mm_set1_epi8(byte as i8));
        let mut bits = 0;
        for (number, bytes) in sixteens(block).enumerate() {
            let is_other = _mm_or_si128(_mm_cmpeq_epi8(bytes, second), _mm_cmpeq_epi8(bytes, third));
            let is_any = _mm_or_si128(_mm_cmpeq_epi8(bytes, first), is_other);
            bits |= u64::from(_mm_movemask_epi8(is_any) as u16) << (16 * number);
        }
        bits
    }

    /// Returns the bytes of a block, sixteen at a time.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn sixteens(block: &[u8; BLOCK]) -> impl Iterator<Item = __m128i> {
        let words = block.as_chunks::<8>().0.as_chunks::<2>().0;
        words.iter().map(|words| {
            let [low, high] = words.map(i64::from_le_bytes);
            _mm_set_epi64x(high, low)
        })
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn any_of_portable(bytes: [u8; 3], block: &[u8; BLOCK]) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
    let mut bits = 0;
    for (number, word) in block.as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The top bit of each byte that is none of `bytes` stays set. No carry goes from one byte into the next.
        let mut others = !0_u64;
        for byte in bytes {
            let differs = word ^ u64::from_le_bytes([byte; 8]);
            others &= ((differs & LOW) + LOW) | differs;
        }
        let tops = !others & !LOW;
        // Gathers the eight top bits in the highest byte.
        bits |= ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * number);
    }
    bits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn both_bitmaps_equal_a_loop_over_the_bytes(bytes in prop::collection::vec(prop_oneof![any::<u8>(), Just(b' '), 8..12_u8], BLOCK)) {
            let block: &[u8; BLOCK] = bytes.first_chunk().expect("a block");
            let expected = block.iter().rev().fold(0, |bits, byte| bits << 1 | u64::from(SEPARATORS.contains(byte)));
            prop_assert_eq!(any_of_portable(SEPARATORS, block), expected);
            prop_assert_eq!(any_of(SEPARATORS, block), expected);
            let mut edges = Edges::default();
            let words = edges.find(&bytes);
            prop_assert_eq!(words.is_plain, !bytes.iter().any(|&byte| is_unusual(byte)));
            prop_assert_eq!(words.feeds, bytes.iter().filter(|&&byte| byte == b'\n').count());
        }
    }
}
