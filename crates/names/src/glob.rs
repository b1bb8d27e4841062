//! Patterns of names.

/// Returns true if `text` matches `pattern`, in which `*` matches any text. Other characters match
/// themselves.
///
/// ```
/// use rejudge_names::glob;
/// assert!(glob("bm25*", "bm25-rm3") && glob("*a*b*", "xaxbx") && glob("*", ""));
/// assert!(!glob("bm25", "bm25-rm3") && !glob("a*a", "a"));
/// ```
// Each part between stars is matched at its first occurrence, because that leaves the most text for later
// parts. So we never have to go back, and no pattern takes long.
pub fn glob(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == text };
    let (parts, tail) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(text) = text.strip_prefix(head).and_then(|text| text.strip_suffix(tail)) else { return false };
    parts.split('*').try_fold(text, |text, part| Some(&text[text.find(part)? + part.len()..])).is_some()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Compares `glob` with an oracle that tries all splits.
        #[test]
        fn a_pattern_matches_as_all_splits_do(pattern in "[ab*]{0,6}", text in "[ab]{0,8}") {
            fn matches_by_splits(pattern: &[u8], text: &[u8]) -> bool {
                match pattern.split_first() {
                    None => text.is_empty(),
                    Some((b'*', rest)) => (0..=text.len()).any(|start| matches_by_splits(rest, &text[start..])),
                    Some((c, rest)) => text.first() == Some(c) && matches_by_splits(rest, &text[1..]),
                }
            }
            prop_assert_eq!(glob(&pattern, &text), matches_by_splits(pattern.as_bytes(), text.as_bytes()), "{} {}", pattern, text);
        }
    }
}
