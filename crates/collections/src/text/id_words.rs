//! Ids as words of eight bytes: their hashes, and comparison. This takes a few instructions for the usual ids
//! of up to 16 bytes.

/// Equality of two ids, without a call for the usual lengths: two words that overlap cover them.
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

/// Multiply-and-fold over 16 bytes at a time. Not against adversaries: collisions cost time only.
#[inline]
pub fn hash(id: &[u8]) -> u64 {
    const A: u64 = 0x9e37_79b9_7f4a_7c15;
    const B: u64 = 0xd1b5_4a32_d192_ed03;
    // The length is spread over the word, else numbers of one digit more would often have one hash.
    let (mut rest, mut state) = (id, (id.len() as u64).wrapping_mul(A));
    while rest.len() > 16 {
        state = fold(word(&rest[..8]) ^ state, word(&rest[8..16]) ^ B);
        rest = &rest[16..];
    }
    let (low, high) = words(rest);
    let folded = fold(low ^ state, high ^ B);
    folded ^ folded >> 32
}

/// Two words that overlap and cover all of an id of up to 16 bytes: of ids of one length, they are the same
/// only if the ids are. Of a longer id they cover both ends.
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

/// Returns true if all bytes are visible ASCII, as those of nearly all ids are. Without a branch for each byte.
#[inline]
pub(crate) fn is_graphic(id: &[u8]) -> bool {
    let is_byte_graphic = |byte: &u8| byte.is_ascii_graphic();
    match id.len() {
        8..=16 => {
            let (start, end) = words(id);
            is_word_graphic(start) & is_word_graphic(end)
        }
        _ => id.iter().map(is_byte_graphic).fold(true, |all, is_graphic| all & is_graphic),
    }
}

/// Returns true if eight bytes are visible ASCII. With 0x5f more, those above the blank have their top bit set, and with
/// 1 more DEL has; no sum of ASCII leaves its byte.
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
    fn graphic_is_what_each_byte_is() {
        for byte in 0..=u8::MAX {
            for (length, at) in (1..20).flat_map(|length| (0..length).map(move |at| (length, at))) {
                let mut id = vec![b'x'; length];
                id[at] = byte;
                assert_eq!(is_graphic(&id), byte.is_ascii_graphic(), "{byte} at {at} of {length}");
            }
        }
    }

    #[test]
    fn numbers_have_hashes_of_their_own() {
        let hashes: HashSet<u64> = (0..300_000).map(|n| hash(n.to_string().as_bytes())).collect();
        assert_eq!(hashes.len(), 300_000);
    }

    #[test]
    fn usual_ids_spread_over_the_table() {
        let low: HashSet<u64> = (0..20_000).map(|n| hash(format!("FBIS3-{n}").as_bytes()) & 0xffff).collect();
        // 20,000 balls in 65,536 bins fill 17,230 of them on average (sd about 47).
        assert!((17_000..17_460).contains(&low.len()), "{}", low.len());
    }
}
