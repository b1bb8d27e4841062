//! Finds the number at which a condition turns false, to the last bit.

/// Returns the number above 0 at which `holds` turns from true to false. The search ends at about 1e150,
/// because some callers square the number, and the square of a number above about 1.34e154 is infinite.
pub(crate) fn turning_point(holds: impl Fn(f64) -> bool) -> f64 {
    let mut high = 1.0;
    while high < 1e150 && holds(high) {
        high *= 2.0;
    }
    let mut low = 0.0;
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return high;
        }
        if holds(middle) { low = middle } else { high = middle }
    }
}
