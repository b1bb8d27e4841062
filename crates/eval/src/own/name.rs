//! Names made of the characters that names of collections permit.

/// Longest name, because files and folders are named after it.
pub const LONGEST: usize = 100;

/// Returns true if a collection may have this name: a-z, 0-9 and `-`.
pub fn is_name(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// Returns a name made from any text, or `None` if no character is left.
pub fn name_of(text: &str) -> Option<String> {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let mapped: String = text.chars().map(plain).collect();
    let words: Vec<&str> = mapped.split('-').filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(LONGEST).collect();
    (!name.is_empty()).then(|| name.trim_end_matches('-').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_of_a_text_is_a_name() {
        assert_eq!(name_of("TREC 8 (ad hoc)").as_deref(), Some("trec-8-ad-hoc"));
        assert_eq!(name_of("-a--b_"), Some("a-b".to_owned()));
        assert_eq!(name_of("..."), None);
        let long = name_of(&"ab ".repeat(200)).unwrap_or_default();
        assert!(is_name(&long) && long.len() == LONGEST && !is_name(&format!("{long}-{long}")), "{long}");
        assert!(is_name("a-b-2") && !is_name("A") && !is_name("") && !is_name("a_b"));
    }
}
