//! Failures, by reason.

use rejudge_experiment::exec::NO_SCORES;

/// Returns the failures, one line per reason, in the order of the plan: a broken file fails hundreds of cells.
pub fn failures(failed: &[(String, String)]) -> Vec<String> {
    let mut reasons: Vec<(&str, &str, usize)> = Vec::new();
    for (address, reason) in failed {
        // A cell without scores repeats the reason of its scores.
        let reason = reason.strip_prefix(NO_SCORES).unwrap_or(reason);
        match reasons.iter_mut().find(|(known, ..)| *known == reason) {
            Some((.., count)) => *count += 1,
            None => reasons.push((reason, address, 1)),
        }
    }
    let line = |(reason, address, count): (&str, &str, usize)| match count {
        1 => format!("{reason}: {address} failed"),
        _ => format!("{reason}: {count} cells failed, the first of them {address}"),
    };
    reasons.into_iter().map(line).collect()
}
