//! The order of names as people read them: `run.2` before `run.10`.

use std::cmp::Ordering;

/// Compares two names part by part: numbers by what they count, everything else by its letters. Names that
/// read alike, such as `1` and `01`, are compared as they are written.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    while let (Some(x), Some(y)) = (next(&mut left), next(&mut right)) {
        let order = match (x.parse::<u128>(), y.parse::<u128>()) {
            (Ok(x), Ok(y)) => x.cmp(&y),
            _ => x.cmp(y),
        };
        if order.is_ne() {
            return order;
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// Takes the digits, or what is none, that a name begins with.
fn next<'a>(name: &mut &'a str) -> Option<&'a str> {
    let is_digit = name.chars().next()?.is_ascii_digit();
    let end = name.find(|c: char| c.is_ascii_digit() != is_digit).unwrap_or(name.len());
    let (part, rest) = name.split_at(end);
    *name = rest;
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_and_letters_do_not() {
        let mut names = [
            "run.10",
            "run.2",
            "run",
            "a10b3",
            "a10b",
            "b",
            "run.02",
            "99999999999999999999999999999999999999999",
            "2",
        ];
        names.sort_by(|a, b| natural(a, b));
        let first = ["2", "99999999999999999999999999999999999999999"];
        assert_eq!(names[..2], first);
        assert_eq!(names[2..], ["a10b", "a10b3", "b", "run", "run.02", "run.2", "run.10"]);
    }
}
