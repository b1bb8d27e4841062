//! Counts, lists and sentences in messages for people.

/// Returns a count with its noun: `1 run`, `0 runs`. The plural must be `noun` followed by `s`.
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Returns the form of a verb or a noun that agrees with `count`: `singular` with 1, `plural` with any other
/// number.
pub fn of_number<'a>(count: usize, singular: &'a str, plural: &'a str) -> &'a str {
    if count == 1 { singular } else { plural }
}

/// Returns the form of a verb that agrees with `part` of `all` things: `1 of 3 runs is`, `0 of 1 run is`,
/// `0 of 3 runs are`.
pub fn of_share<'a>(part: usize, all: usize, singular: &'a str, plural: &'a str) -> &'a str {
    of_number(if all == 1 { 1 } else { part }, singular, plural)
}

/// Returns the first `limit` names, separated by `separator`, and the number of names left out, if any:
/// `a, b and 3 more`.
pub fn few<S: AsRef<str>>(names: &[S], limit: usize, separator: &str) -> String {
    let first: Vec<&str> = names.iter().take(limit).map(AsRef::as_ref).collect();
    let rest = match names.len() - first.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    first.join(separator) + &rest
}

/// Returns the sentence with a capital as its first letter.
pub fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_their_words() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "topic")), ["0 topics", "1 topic", "2 topics"]);
        assert_eq!([0, 1, 2].map(|count| of_number(count, "is", "are")), ["are", "is", "are"]);
        let shares = [(0, 1), (1, 1), (0, 3), (1, 3), (2, 3)];
        let verbs = shares.map(|(part, all)| of_share(part, all, "is", "are"));
        assert_eq!(verbs, ["is", "is", "are", "is", "are"]);
        assert_eq!([3, 2].map(|limit| few(&["a", "b", "c"], limit, ", ")), ["a, b, c", "a, b and 1 more"]);
    }
}
