//! Patterns. `*` matches any text, and other characters match themselves. `not ` before a pattern matches
//! everything that the pattern does not match. A list of patterns selects the values that match one of its
//! patterns without `not `, or all values if it has only patterns with `not `. Values that match a pattern
//! after `not ` are left out. In `sample(rate=0.3, *)`, the star matches all other parameters in any order.

use rejudge_names::{arguments, glob};

/// Returns true if `pattern` selects a value with these names.
pub fn fits(pattern: &str, names: &[impl AsRef<str>]) -> bool {
    let (is_negated, pattern) = match pattern.strip_prefix("not ") {
        Some(pattern) => (true, pattern),
        None => (false, pattern),
    };
    let matches = |name: &str| glob(pattern, name) || has_parameters(pattern, name);
    names.iter().any(|name| matches(name.as_ref())) != is_negated
}

/// Returns true if `pattern` is a name with some parameters and `*` for the others, and `text` has this name
/// and these parameters. For example, `sample(rate=0.3, *)` matches `sample(draw=2,rate=0.3)`, but not
/// `sample(draw=2,rate=0.35)`.
fn has_parameters(pattern: &str, text: &str) -> bool {
    // We compare the names first, because every pattern is matched with every name of an axis, and most
    // patterns have another name, or no star.
    let name_length = |text: &'_ str| text.split_once('(').map_or(0, |(name, _)| name.len());
    if !pattern.contains('*') || !glob(&pattern[..name_length(pattern)], &text[..name_length(text)]) {
        return false;
    }
    let (Some((_, patterns)), Some((_, arguments))) = (parameters(pattern), parameters(text)) else {
        return false;
    };
    let has_argument = |pattern: &&str| arguments.iter().any(|argument| glob(pattern, argument));
    patterns.contains(&"*") && patterns.iter().filter(|pattern| **pattern != "*").all(has_argument)
}

/// Returns the name and the parameters of `name(one=1,two=2)`.
fn parameters(text: &str) -> Option<(&str, Vec<&str>)> {
    let (name, rest) = text.split_once('(')?;
    Some((name, arguments(rest.strip_suffix(')')?).into_iter().map(str::trim).collect()))
}

/// Returns true if a list of patterns selects a value with these names. The value must fit every pattern with
/// `not `, and one of the patterns without `not `, if there are any. An empty list selects nothing.
pub fn fits_list(patterns: &[impl AsRef<str>], names: &[impl AsRef<str>]) -> bool {
    let (excluding, including): (Vec<&str>, Vec<&str>) =
        patterns.iter().map(AsRef::as_ref).partition(|pattern: &&str| pattern.starts_with("not "));
    let is_included =
        including.is_empty() && !excluding.is_empty() || including.iter().any(|pattern| fits(pattern, names));
    is_included && excluding.iter().all(|pattern| fits(pattern, names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_any_text_and_not_negates_a_pattern() {
        for (pattern, names, expected) in [
            ("full", "full", true),
            ("full", "fuller", false),
            ("pool-depth(*)", "pool-depth(depth=10)", true),
            ("pool-depth(*)", "pool-depth", false),
            ("*", "", true),
            ("trec*-twin", "trec03-twin", true),
            ("trec*-twin", "trec03", false),
            ("*a*b*", "xaxbx", true),
            ("a*a", "a", false),
            ("not ntcir*", "mine", true),
            ("not ntcir*", "ntcir6-j", false),
            ("not *", "mine", false),
            // A measure has a name and a label. A pattern for either of the two selects the measure, and
            // `not` before such a pattern leaves it out.
            ("AveP", "AP AveP", true),
            ("not AveP", "AP AveP", false),
            ("sample(rate=0.3,*)", "sample(draw=2,rate=0.3)", true),
            ("sample(*, rate=0.3)", "sample(draw=2,rate=0.3,strata=level)", true),
            ("sample(rate=0.3, *)", "sample(draw=2,rate=0.35)", false),
            ("sample(rate=0.3, *)", "budget(draw=2,rate=0.3)", false),
            ("sample(rate=0.3)", "sample(draw=2,rate=0.3)", false),
            ("not sample(rate=0.3, *)", "sample(draw=2,rate=0.35)", true),
        ] {
            let is_selected = fits(pattern, &names.split(' ').collect::<Vec<_>>());
            assert_eq!(is_selected, expected, "{pattern} {names}");
        }
    }

    #[test]
    fn a_list_selects_by_plain_and_by_negated_patterns() {
        for (patterns, expected) in [
            (vec!["trec*", "mine"], "trec03 trec8 mine"),
            (vec!["not trec*", "not ntcir6"], "clef mine"),
            (vec!["trec*", "mine", "not trec8"], "trec03 mine"),
            (vec!["trec03", "not trec*"], ""),
            (vec![], ""),
        ] {
            let names = ["trec03", "trec8", "ntcir6", "clef", "mine"];
            let selected: Vec<&str> =
                names.into_iter().filter(|name| fits_list(&patterns, &[name])).collect();
            assert_eq!(selected.join(" "), expected, "{patterns:?}");
        }
    }
}
