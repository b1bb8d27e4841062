//! Bounds of words, found for 64 bytes at a time: a bitmap of separators, and its changes.
//!
//! A loop over the bytes of a word mispredicts its end; here nothing depends on the length of a word.

/// The number of bytes that are looked at together.
pub(crate) const BLOCK: usize = 64;

/// The bytes that part words.
const PARTINGS: [u8; 3] = [b' ', b'\t', b'\n'];

/// The edges of words, in room that is kept from text to text.
#[derive(Debug, Default)]
pub struct Edges {
    places: Vec<u32>,
}

/// A text that was looked at.
#[derive(Debug)]
pub struct Words<'e> {
    /// Start and end of each word, one after the other.
    pub edges: &'e [u32],
    /// The number of line feeds.
    pub feeds: usize,
    /// True if all bytes are ASCII without control characters but tabs and line feeds.
    pub is_plain: bool,
}

impl Edges {
    /// Finds the words of `text`. They are parted by blanks, tabs and line feeds.
    pub fn find(&mut self, text: &[u8]) -> Words<'_> {
        // Every byte may be an edge, and they are written eight at a time.
        let room = text.len() + BLOCK + 8;
        if self.places.len() < room {
            self.places.resize(room, 0);
        }
        let mut found =
            Found { places: &mut self.places, count: 0, parted: 1, feeds: 0, seen: Seen::default() };
        let (blocks, rest) = text.as_chunks::<BLOCK>();
        found.all(blocks);
        // The last block is padded with blanks, which end its last word.
        let mut last = [b' '; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        found.block(&last, (text.len() - rest.len()) as u32);
        if found.parted == 0 {
            found.push(text.len() as u32);
        }
        let Found { count, feeds, seen, .. } = found;
        Words { edges: &self.places[..count], feeds, is_plain: seen.is_plain() }
    }
}

struct Found<'a> {
    places: &'a mut [u32],
    count: usize,
    /// 1 if the byte before is a separator, as the lowest bit.
    parted: u64,
    feeds: usize,
    seen: Seen,
}

impl Found<'_> {
    fn all(&mut self, blocks: &[[u8; BLOCK]]) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt") {
            #[expect(unsafe_code, reason = "counting and finding bits takes an instruction each, else ten")]
            // SAFETY: the processor has both.
            return unsafe { self.all_by_bits(blocks) };
        }
        self.each(blocks);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,popcnt")]
    fn all_by_bits(&mut self, blocks: &[[u8; BLOCK]]) {
        self.each(blocks);
    }

    #[inline(always)]
    fn each(&mut self, blocks: &[[u8; BLOCK]]) {
        for (base, block) in (0..).step_by(BLOCK).zip(blocks) {
            self.block(block, base);
        }
    }

    /// Writes the positions at which bits change, always eight at a time, because the number of changes is
    /// unpredictable for a branch.
    #[inline(always)]
    fn block(&mut self, block: &[u8; BLOCK], base: u32) {
        let (partings, feeds) = self.seen.look(block);
        self.feeds += feeds.count_ones() as usize;
        let mut changes = partings ^ (partings << 1 | self.parted);
        self.parted = partings >> 63;
        let count = changes.count_ones() as usize;
        let mut at = self.count;
        self.count += count;
        while at < self.count {
            let Some(eight) = self.places.get_mut(at..).and_then(<[u32]>::first_chunk_mut::<8>) else {
                return;
            };
            for place in eight {
                *place = base + changes.trailing_zeros();
                changes &= changes.wrapping_sub(1);
            }
            at += 8;
        }
    }

    fn push(&mut self, place: u32) {
        self.places[self.count] = place;
        self.count += 1;
    }
}

/// Returns the bytes of a block that are one of three, the first as the lowest bit.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
pub(crate) fn any_of(bytes: [u8; 3], block: &[u8; BLOCK]) -> u64 {
    #[expect(
        unsafe_code,
        reason = "SSE2 is part of x86_64; without it five million lines take 0.03 s more, of 0.2 s"
    )]
    // SAFETY: `sse2` requires only SSE2, which every processor of x86_64 has.
    unsafe {
        sse2::any_of(bytes, block)
    }
}

#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn any_of(bytes: [u8; 3], block: &[u8; BLOCK]) -> u64 {
    portable(bytes, block)
}

/// The bytes that were seen.
#[cfg(not(target_arch = "x86_64"))]
#[derive(Debug, Default)]
struct Seen {
    is_odd: bool,
}

#[cfg(not(target_arch = "x86_64"))]
impl Seen {
    /// Returns the bytes of a block that part words, and its line feeds, the first as the lowest bit.
    fn look(&mut self, block: &[u8; BLOCK]) -> (u64, u64) {
        self.is_odd |= block.iter().fold(false, |any, &byte| any | is_odd(byte));
        (portable(PARTINGS, block), portable([b'\n'; 3], block))
    }

    /// Returns true if all bytes are ASCII without control characters but tabs and line feeds.
    fn is_plain(&self) -> bool {
        !self.is_odd
    }
}

/// Returns true if a byte is not ASCII, or a control character but tab and line feed.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn is_odd(byte: u8) -> bool {
    !(byte.is_ascii_graphic() || PARTINGS.contains(&byte))
}

#[cfg(target_arch = "x86_64")]
use sse2::Seen;

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "as of `any_of`")]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set_epi64x, _mm_set1_epi8, _mm_setzero_si128,
    };

    use super::{BLOCK, PARTINGS};

    /// The bytes that were seen: other bits than 0 are of bytes that are not ASCII, or control characters but tab and
    /// line feed.
    #[derive(Debug)]
    pub(super) struct Seen(__m128i);

    impl Default for Seen {
        fn default() -> Self {
            // SAFETY: every processor of x86_64 has SSE2.
            Self(unsafe { _mm_setzero_si128() })
        }
    }

    impl Seen {
        /// Returns the bytes of a block that part words, and its line feeds, the first as the lowest bit.
        #[inline(always)]
        pub fn look(&mut self, block: &[u8; BLOCK]) -> (u64, u64) {
            // SAFETY: every processor of x86_64 has SSE2.
            unsafe { self.looked(block) }
        }

        #[inline]
        #[target_feature(enable = "sse2")]
        fn looked(&mut self, block: &[u8; BLOCK]) -> (u64, u64) {
            let [blank, tab, feed] = PARTINGS.map(|byte| _mm_set1_epi8(byte as i8));
            let delete = _mm_set1_epi8(0x7f);
            let (mut partings, mut feeds) = (0, 0);
            for (at, here) in sixteens(block).enumerate() {
                let is_feed = _mm_cmpeq_epi8(here, feed);
                let is_control = _mm_or_si128(_mm_cmpeq_epi8(here, tab), is_feed);
                let is_parting = _mm_or_si128(_mm_cmpeq_epi8(here, blank), is_control);
                // As signed numbers, bytes that are not ASCII are below the blank, too.
                let is_odd = _mm_andnot_si128(is_control, _mm_cmplt_epi8(here, blank));
                self.0 = _mm_or_si128(self.0, _mm_or_si128(is_odd, _mm_cmpeq_epi8(here, delete)));
                partings |= u64::from(_mm_movemask_epi8(is_parting) as u16) << (16 * at);
                feeds |= u64::from(_mm_movemask_epi8(is_feed) as u16) << (16 * at);
            }
            (partings, feeds)
        }

        /// Returns true if all bytes are ASCII without control characters but tabs and line feeds.
        pub fn is_plain(&self) -> bool {
            // SAFETY: every processor of x86_64 has SSE2.
            unsafe { _mm_movemask_epi8(self.0) == 0 }
        }
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub(super) fn any_of(bytes: [u8; 3], block: &[u8; BLOCK]) -> u64 {
        let [first, second, third] = bytes.map(|byte| _mm_set1_epi8(byte as i8));
        let mut bits = 0;
        for (at, here) in sixteens(block).enumerate() {
            let later = _mm_or_si128(_mm_cmpeq_epi8(here, second), _mm_cmpeq_epi8(here, third));
            let any = _mm_or_si128(_mm_cmpeq_epi8(here, first), later);
            bits |= u64::from(_mm_movemask_epi8(any) as u16) << (16 * at);
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
fn portable(bytes: [u8; 3], block: &[u8; BLOCK]) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
    let mut bits = 0;
    for (at, word) in block.as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The top bit of each byte that is not `byte`; no carry leaves a byte.
        let other = |byte: u8| {
            let differs = word ^ u64::from_le_bytes([byte; 8]);
            ((differs & LOW) + LOW) | differs
        };
        let tops = !bytes.iter().fold(!0, |all, &byte| all & other(byte)) & !LOW;
        // Gathers the eight top bits in the highest byte.
        bits |= ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * at);
    }
    bits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn both_bitmaps_are_those_of_a_loop(bytes in prop::collection::vec(prop_oneof![any::<u8>(), Just(b' '), 8..12_u8], BLOCK)) {
            let block: &[u8; BLOCK] = bytes.first_chunk().expect("a block");
            let expected = block.iter().rev().fold(0, |bits, byte| bits << 1 | u64::from(PARTINGS.contains(byte)));
            prop_assert_eq!(portable(PARTINGS, block), expected);
            prop_assert_eq!(any_of(PARTINGS, block), expected);
            let mut edges = Edges::default();
            let words = edges.find(&bytes);
            prop_assert_eq!(words.is_plain, !bytes.iter().any(|&byte| is_odd(byte)));
            prop_assert_eq!(words.feeds, bytes.iter().filter(|&&byte| byte == b'\n').count());
        }
    }
}
