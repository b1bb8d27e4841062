//! Numbers of things, for people.

/// Returns a count with its noun, `what`, whose plural ends in `s`: `1 run`, `0 runs`.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Returns the form of a verb or a word that agrees with `count`: `one` with 1, `several` with any other number.
pub fn of_number<'a>(count: usize, one: &'a str, several: &'a str) -> &'a str {
    if count == 1 { one } else { several }
}

/// Returns the first `most` names, separated by `between`, and the number of the others: `a, b and 3 more`.
pub fn few<S: AsRef<str>>(names: &[S], most: usize, between: &str) -> String {
    let shown: Vec<&str> = names.iter().take(most).map(AsRef::as_ref).collect();
    let more = match names.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    shown.join(between) + &more
}

/// Returns a sentence that begins with a capital.
pub fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_stands_in_the_singular() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "topic")), ["0 topics", "1 topic", "2 topics"]);
        assert_eq!([0, 1, 2].map(|count| of_number(count, "is", "are")), ["are", "is", "are"]);
        assert_eq!([3, 2].map(|most| few(&["a", "b", "c"], most, ", ")), ["a, b, c", "a, b and 1 more"]);
    }
}
