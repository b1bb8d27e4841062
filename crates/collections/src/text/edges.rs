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

impl Edges {
    /// Start and end of each word of `text`, one after the other. Words are parted by blanks, tabs and line
    /// feeds.
    pub fn find(&mut self, text: &[u8]) -> &[u32] {
        // Every byte may be an edge, and they are written eight at a time.
        let room = text.len() + BLOCK + 8;
        if self.places.len() < room {
            self.places.resize(room, 0);
        }
        let mut found = Found { places: &mut self.places, count: 0, parted: 1 };
        let (blocks, rest) = text.as_chunks::<BLOCK>();
        found.all(blocks);
        // The last block is padded with blanks, which end its last word.
        let mut last = [b' '; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        found.block(any_of(PARTINGS, &last), (text.len() - rest.len()) as u32);
        if found.parted == 0 {
            found.push(text.len() as u32);
        }
        let count = found.count;
        &self.places[..count]
    }
}

struct Found<'a> {
    places: &'a mut [u32],
    count: usize,
    /// 1 if the byte before is a separator, as the lowest bit.
    parted: u64,
}

impl Found<'_> {
    fn all(&mut self, blocks: &[[u8; BLOCK]]) {
        for (base, block) in (0..).step_by(BLOCK).zip(blocks) {
            self.block(any_of(PARTINGS, block), base);
        }
    }

    /// Writes the positions at which bits change, always eight at a time, because the number of changes is
    /// unpredictable for a branch.
    #[inline(always)]
    fn block(&mut self, partings: u64, base: u32) {
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
        sse2(bytes, block)
    }
}

#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn any_of(bytes: [u8; 3], block: &[u8; BLOCK]) -> u64 {
    portable(bytes, block)
}

#[inline]
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse2")]
fn sse2(bytes: [u8; 3], block: &[u8; BLOCK]) -> u64 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8};
    let [first, second, third] = bytes.map(|byte| _mm_set1_epi8(byte as i8));
    let mut bits = 0;
    for (at, words) in block.as_chunks::<8>().0.as_chunks::<2>().0.iter().enumerate() {
        let [low, high] = words.map(i64::from_le_bytes);
        let here = _mm_set_epi64x(high, low);
        let later = _mm_or_si128(_mm_cmpeq_epi8(here, second), _mm_cmpeq_epi8(here, third));
        let any = _mm_or_si128(_mm_cmpeq_epi8(here, first), later);
        bits |= u64::from(_mm_movemask_epi8(any) as u16) << (16 * at);
    }
    bits
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
        }
    }
}
