//! Escaping of text for Markdown.

use crate::page::escape::{TURNED, turns};

/// Escapes `text` for the cell of a Markdown table: bars do not end the cell, and any element, emphasis, code, link or
/// entity is shown as it is written.
pub fn plain(text: &str) -> String {
    escaped(text, |c| matches!(c, '|' | '\\' | '*' | '`' | '_'))
}

/// Escapes `text` for a line of Markdown: emphasis and code are kept, and any element, link, picture, entity or line
/// break is shown as it is written.
pub fn inert(text: &str) -> String {
    escaped(text, |_| false)
}

/// Escapes characters with side effects, and of the others those that are `meant`.
fn escaped(text: &str, meant: impl Fn(char) -> bool) -> String {
    let all: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    for (at, &c) in all.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|i| all.get(i));
        let after = all.get(at + 1);
        let of_word = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric());
        let acts = match c {
            // Within a word it is an ordinary character.
            '_' => meant(c) && !(of_word(before) && of_word(after)),
            _ if meant(c) => true,
            '<' => after.is_some_and(|c| c.is_ascii_alphabetic() || "/!?".contains(*c)),
            '&' => after.is_some_and(|c| c.is_ascii_alphanumeric() || *c == '#') && all[at..].contains(&';'),
            '(' => before == Some(&']'),
            '!' => after == Some(&'['),
            _ => false,
        };
        if acts {
            out.push('\\');
        }
        out.push(match c {
            c if c.is_control() => ' ',
            c if turns(c) => TURNED,
            c => c,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_its_emphasis_and_nothing_that_leads_elsewhere() {
        let shown = [
            ("tau of `P@10`, *not* |U_t|", "tau of `P@10`, *not* |U_t|"),
            ("<script>x</script> 1 < 2", "\\<script>x\\</script> 1 < 2"),
            ("![x](y) &lt; R&D", "\\![x]\\(y) \\&lt; R&D"),
            ("a\n# b", "a # b"),
        ];
        for (text, expected) in shown {
            assert_eq!(inert(text), expected);
        }
    }
}
