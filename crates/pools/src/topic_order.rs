//! Orders topics by name, so that results do not depend on the order of lines in the judgments.
//!
//! Each addition in a mean rounds, so the mean depends on the order of the topics. Resamples and random signs
//! also refer to topics by position. So stored results depend on this order: if you change it, every number
//! that comes from resampled topics changes.

use std::cmp::Ordering;

/// Compares the names of two topics, or of two intents of a topic, in natural order: numbers by value, other
/// text by bytes, and numbers before other text. If two names differ only in zeros before a number, their
/// bytes decide.
///
/// ```
/// let mut names = ["q10", "q9", "401", "51", "CD008", "q9.2", "051"];
/// names.sort_by(|a, b| rejudge_pools::topic_order(a, b));
/// assert_eq!(names, ["051", "51", "401", "CD008", "q9", "q9.2", "q10"]);
/// ```
pub fn topic_order(a: &str, b: &str) -> Ordering {
    let parts = |name| Parts { rest: name };
    parts(a).cmp(parts(b)).then_with(|| a.cmp(b))
}

/// A part of a name. The derived comparison uses the order of the variants, so a number comes before a text.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part<'a> {
    /// A number without leading zeros: the count of its digits, and the digits. The longer number is the
    /// larger one.
    Number(usize, &'a str),
    /// Text without ASCII digits.
    Text(&'a str),
}

/// The parts of a name, from left to right.
struct Parts<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let is_number = self.rest.starts_with(|c: char| c.is_ascii_digit());
        let end = self.rest.find(|c: char| c.is_ascii_digit() != is_number).unwrap_or(self.rest.len());
        let (part, rest) = self.rest.split_at(end);
        self.rest = rest;
        let digits = part.trim_start_matches('0');
        match part {
            "" => None,
            _ if is_number => Some(Part::Number(digits.len(), digits)),
            text => Some(Part::Text(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_length_are_compared() {
        let long = "9".repeat(60);
        let longer = format!("1{}", "0".repeat(60));
        assert_eq!(topic_order(&long, &longer), Ordering::Less);
        assert_eq!(topic_order("0", "00"), Ordering::Less);
        assert_eq!(topic_order("1-10", "1-9"), Ordering::Greater);
        assert_eq!(topic_order("", "0"), Ordering::Less);
        assert_eq!(topic_order("\u{661}", "2"), Ordering::Greater, "only ASCII digits count");
    }
}
