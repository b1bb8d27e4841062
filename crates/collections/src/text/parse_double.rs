//! Parses decimal texts as doubles, with a fast path for the usual forms.

/// Powers of ten, which are exact doubles.
const POWERS: [f64; 19] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18];

/// The maximum length of a usual text, without the minus. Its digits cannot overflow 64 bits.
const MAX_DIGITS: usize = 18;

/// Every integer up to this one is exactly representable as a double.
const MAX_EXACT_INTEGER: u64 = 1 << 53;

/// Returns the double nearest to a decimal number, or `None` if the text is not a number. The result is
/// always the same as from `str::parse`, which also accepts `inf` and `nan`, and which we call for unusual
/// texts. A usual text has 2 to 18 characters, which are digits and at most one point, after an optional
/// minus. We divide its digits, as an integer, by a power of ten. The integer (up to 2^53) and the power are
/// exact doubles, so only the quotient is rounded, and it is rounded correctly (Clinger 1990).
#[inline]
pub(crate) fn parse_double(text: &[u8]) -> Option<f64> {
    let (digits, is_negative) = match text {
        [b'-', digits @ ..] => (digits, true),
        digits => (digits, false),
    };
    let (mut integer, mut point) = (0, digits.len());
    for (place, &byte) in digits.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            integer = u64::wrapping_mul(integer, 10).wrapping_add(u64::from(digit));
        } else if byte == b'.' && point == digits.len() {
            point = place;
        } else {
            return parse_with_std(text);
        }
    }
    let decimals = (digits.len() - point).saturating_sub(1);
    if digits.len() > MAX_DIGITS || digits.len() < 2 || integer > MAX_EXACT_INTEGER {
        return parse_with_std(text);
    }
    let value = integer as f64 / POWERS[decimals];
    Some(if is_negative { -value } else { value })
}

#[inline(never)]
fn parse_with_std(text: &[u8]) -> Option<f64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}
