//! Compares and hashes ids as words of eight bytes. This takes a few instructions for ids of up to 16 bytes, which
//! are the usual ones.

/// Returns true if two ids are equal. Ids of 4 to 16 bytes are compared as two words, which may overlap,
/// because this needs no function call.
#[inline]
pub fn same(a: &[u8], b: &[u8]) -> bool {
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

/// Returns the hash of an id: multiply-and-fold over 16 bytes at a time. It does not withstand adversaries, but collisions
/// only cost time.
#[inline]
pub fn hash(id: &[u8]) -> u64 {
    const A: u64 = 0x9e37_79b9_7f4a_7c15;
    const B: u64 = 0xd1b5_4a32_d192_ed03;
    // The length is spread over the word. Otherwise a number and a number with one more digit would often have the same
    // hash.
    let (mut rest, mut state) = (id, (id.len() as u64).wrapping_mul(A));
    while rest.len() > 16 {
        state = fold(word(&rest[..8]) ^ state, word(&rest[8..16]) ^ B);
        rest = &rest[16..];
    }
    let (low, high) = words(rest);
    let folded = fold(low ^ state, high ^ B);
    folded ^ folded >> 32
}

/// Returns two words, which may overlap, that cover an id of up to 16 bytes. Two such ids of the same length are
/// equal if their words are equal. The words of a longer id cover only its start and its end.
#[inline]
pub fn words(id: &[u8]) -> (u64, u64) {
    let end = id.len();
    match end {
        8.. => (word(&id[..8]), word(&id[end - 8..])),
        4..=7 => (half(&id[..4]), half(&id[end - 4..])),
        1..=3 => (u64::from(id[0]) << 8 | u64::from(id[end / 2]), u64::from(id[end - 1])),
        0 => (0, 0),
    }
}

/// Returns true if all bytes are visible ASCII, as in nearly all ids. There is no branch for each byte.
#[inline]
pub(crate) fn is_graphic(id: &[u8]) -> bool {
    match id.len() {
        8..=16 => {
            let (start, end) = words(id);
            is_word_graphic(start) & is_word_graphic(end)
        }
        _ => id.iter().map(u8::is_ascii_graphic).fold(true, |all, is_graphic| all & is_graphic),
    }
}

/// Returns true if eight bytes are visible ASCII. Adding 0x5f sets the top bit of bytes above the blank, and adding 1 sets
/// the top bit of DEL. No sum of ASCII bytes carries over into the next byte.
#[inline]
fn is_word_graphic(word: u64) -> bool {
    const fn each(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }
    let tops = each(0x80);
    let is_ascii = word & tops == 0;
    is_ascii && (word + each(0x5f)) & tops == tops && (word + each(1)) & tops == 0
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
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn an_id_is_graphic_if_each_byte_is() {
        for byte in 0..=u8::MAX {
            for (length, place) in (1..20).flat_map(|length| (0..length).map(move |place| (length, place))) {
                let mut id = vec![b'x'; length];
                id[place] = byte;
                assert_eq!(is_graphic(&id), byte.is_ascii_graphic(), "{byte} at {place} of {length}");
            }
        }
    }

    #[test]
    fn numbers_have_distinct_hashes() {
        let hashes: HashSet<u64> = (0..300_000).map(|n| hash(n.to_string().as_bytes())).collect();
        assert_eq!(hashes.len(), 300_000);
    }

    #[test]
    fn usual_ids_spread_over_the_table() {
        let low: HashSet<u64> = (0..20_000).map(|n| hash(format!("FBIS3-{n}").as_bytes()) & 0xffff).collect();
        // 20,000 balls in 65,536 bins fill 17,236 bins on average (standard deviation 43).
        assert!((17_000..17_460).contains(&low.len()), "{}", low.len());
    }
}
