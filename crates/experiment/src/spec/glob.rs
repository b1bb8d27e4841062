//! Patterns: `*` matches any text, everything else matches itself; `not ` before a pattern matches whatever
//! the pattern does not. A list selects values that match one of its patterns, and leaves out those that
//! match a pattern after `not `. In `sample(rate=0.3, *)` the star matches all other parameters, in any
//! order.

use rejudge_names::arguments;

/// Returns true if `text` matches `pattern`.
pub fn glob(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(head) else {
        return false;
    };
    let mut parts = rest.split('*').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return text.ends_with(part);
        }
        match text.find(part) {
            Some(at) => text = &text[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// Returns true if `pattern` selects a value with these names.
pub fn fits(pattern: &str, names: &[impl AsRef<str>]) -> bool {
    let (pattern, wanted) = match pattern.strip_prefix("not ") {
        Some(pattern) => (pattern, false),
        None => (pattern, true),
    };
    let is_fit = |name: &str| glob(pattern, name) || has_parameters(pattern, name);
    names.iter().any(|name| is_fit(name.as_ref())) == wanted
}

/// Returns true if `pattern` is a name with some parameters and `*` for the others, and `text` has these:
/// `sample(rate=0.3, *)` fits `sample(draw=2,rate=0.3)`, and not `sample(draw=2,rate=0.35)`.
fn has_parameters(pattern: &str, text: &str) -> bool {
    // Most patterns have no star or another name, and are matched with every name of an axis.
    let name_of = |text: &'_ str| text.split_once('(').map_or(0, |(name, _)| name.len());
    if !pattern.contains('*') || !glob(&pattern[..name_of(pattern)], &text[..name_of(text)]) {
        return false;
    }
    let (Some((_, wanted)), Some((_, given))) = (parameters(pattern), parameters(text)) else {
        return false;
    };
    let is_given = |wanted: &&str| given.iter().any(|given| glob(wanted, given));
    wanted.contains(&"*") && wanted.iter().filter(|wanted| **wanted != "*").all(is_given)
}

/// Returns the name and the parameters of `name(one=1,two=2)`.
fn parameters(text: &str) -> Option<(&str, Vec<&str>)> {
    let (name, rest) = text.split_once('(')?;
    Some((name, arguments(rest.strip_suffix(')')?).into_iter().map(str::trim).collect()))
}

/// Returns true if a value with these names is taken by a list of patterns: it fits one of those without a `not `, if
/// there are any, and each of those with one.
pub fn fits_list(patterns: &[impl AsRef<str>], names: &[impl AsRef<str>]) -> bool {
    let (excluding, including): (Vec<&str>, Vec<&str>) =
        patterns.iter().map(AsRef::as_ref).partition(|pattern: &&str| pattern.starts_with("not "));
    let is_included =
        including.is_empty() && !excluding.is_empty() || including.iter().any(|pattern| fits(pattern, names));
    is_included && excluding.iter().all(|pattern| fits(pattern, names))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Patterns against an oracle that tries all splits.
        #[test]
        fn patterns(pattern in "[ab*]{0,6}", text in "[ab]{0,8}") {
            fn slow(pattern: &[u8], text: &[u8]) -> bool {
                match pattern.split_first() {
                    None => text.is_empty(),
                    Some((b'*', rest)) => (0..=text.len()).any(|at| slow(rest, &text[at..])),
                    Some((c, rest)) => text.first() == Some(c) && slow(rest, &text[1..]),
                }
            }
            prop_assert_eq!(glob(&pattern, &text), slow(pattern.as_bytes(), text.as_bytes()), "{} {}", pattern, text);
        }
    }

    #[test]
    fn a_star_stands_for_any_text_and_not_for_what_a_pattern_does_not_fit() {
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
            // A measure has a name and a label: it is taken by either, and left out by either.
            ("AveP", "AP AveP", true),
            ("not AveP", "AP AveP", false),
            ("sample(rate=0.3,*)", "sample(draw=2,rate=0.3)", true),
            ("sample(*, rate=0.3)", "sample(draw=2,rate=0.3,strata=level)", true),
            ("sample(rate=0.3, *)", "sample(draw=2,rate=0.35)", false),
            ("sample(rate=0.3, *)", "budget(draw=2,rate=0.3)", false),
            ("sample(rate=0.3)", "sample(draw=2,rate=0.3)", false),
            ("not sample(rate=0.3, *)", "sample(draw=2,rate=0.35)", true),
        ] {
            let found = fits(pattern, &names.split(' ').collect::<Vec<_>>());
            assert_eq!(found, expected, "{pattern} {names}");
        }
    }

    #[test]
    fn a_list_takes_what_one_pattern_fits_and_leaves_out_what_it_negates() {
        for (patterns, taken) in [
            (vec!["trec*", "mine"], "trec03 trec8 mine"),
            (vec!["not trec*", "not ntcir6"], "clef mine"),
            (vec!["trec*", "mine", "not trec8"], "trec03 mine"),
            (vec!["trec03", "not trec*"], ""),
            (vec![], ""),
        ] {
            let all = ["trec03", "trec8", "ntcir6", "clef", "mine"];
            let found = all.into_iter().filter(|name| fits_list(&patterns, &[name])).collect::<Vec<_>>();
            assert_eq!(found.join(" "), taken, "{patterns:?}");
        }
    }
}
