//! Escapes text for HTML, and makes the ids of a page unique.

use std::collections::BTreeSet;

/// Returns true if a character changes the direction of the text after it (embeddings, overrides and isolates of the
/// bidirectional algorithm). In a name it would affect the rest of the page.
pub(crate) fn changes_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The replacement for a character that changes the direction of text.
pub(crate) const REPLACEMENT: char = '\u{fffd}';

/// Escapes text for use between tags and in double-quoted attributes. Control characters other than line feeds and
/// tabs are removed, because HTML cannot represent them. Characters that change the direction of text become
/// U+FFFD.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() => {}
            c if changes_direction(c) => out.push(REPLACEMENT),
            c => out.push(c),
        }
    }
    out
}

/// The ids of a page, all distinct.
#[derive(Debug, Default)]
pub struct Ids(BTreeSet<String>);

impl Ids {
    /// Returns a new id: the ASCII letters and digits of `text` in lower case, with dashes between words, or `section`
    /// if there are none. If the page already has this id, a number is added.
    pub fn unique(&mut self, text: &str) -> String {
        let lower_case = text.to_ascii_lowercase();
        let words = lower_case.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let base = if words.is_empty() { "section".to_owned() } else { words.join("-") };
        let numbered = (2..).map(|n| format!("{base}-{n}"));
        let mut candidates = std::iter::once(base.clone()).chain(numbered);
        let id = candidates.find(|id| !self.0.contains(id)).expect("there is always another number");
        self.0.insert(id.clone());
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_words_and_unique() {
        let mut ids = Ids::default();
        let unique =
            ["Table 2a: P@10", "table 2a, P 10", "table-2a-p-10-2", "γ", ""].map(|text| ids.unique(text));
        assert_eq!(unique, ["table-2a-p-10", "table-2a-p-10-2", "table-2a-p-10-2-2", "section", "section-2"]);
    }
}
