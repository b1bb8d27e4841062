//! Text and ids, escaped for HTML.

use std::collections::BTreeSet;

/// Returns true if a character changes the direction of the text after it (embeddings, overrides and isolates of the
/// bidirectional algorithm): in a name it would affect the page around it.
pub(crate) fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The replacement of such a character.
pub(crate) const TURNED: char = '\u{fffd}';

/// Escapes text for use between tags and within quotes. Control characters, which HTML cannot represent, are left out.
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
            c if turns(c) => out.push(TURNED),
            c => out.push(c),
        }
    }
    out
}

/// The ids of a page, all distinct.
#[derive(Debug, Default)]
pub struct Ids(BTreeSet<String>);

impl Ids {
    /// An id made of the letters and digits of `text`.
    pub fn unique(&mut self, text: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' };
        let words: String = text.chars().map(plain).collect();
        let words: Vec<&str> = words.split_whitespace().collect();
        let base = if words.is_empty() { "section".to_owned() } else { words.join("-") };
        let numbered = (2..).map(|n| format!("{base}-{n}"));
        let free = std::iter::once(base.clone()).chain(numbered).find(|id| !self.0.contains(id));
        // Numbers do not end.
        let id = free.unwrap_or(base);
        self.0.insert(id.clone());
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_of_words_and_no_two_alike() {
        let mut ids = Ids::default();
        let found =
            ["Table 2a: P@10", "table 2a, P 10", "table-2a-p-10-2", "γ", ""].map(|text| ids.unique(text));
        assert_eq!(found, ["table-2a-p-10", "table-2a-p-10-2", "table-2a-p-10-2-2", "section", "section-2"]);
    }
}
