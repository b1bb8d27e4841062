//! Where a condition ends, to the last bit.

/// The least number above 0 at which `holds` is false, where it is true below and false from there on; up to
/// 1e150, whose square is a number still.
pub(crate) fn end_of(holds: impl Fn(f64) -> bool) -> f64 {
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
