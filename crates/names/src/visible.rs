//! Makes text from files safe to print: escapes or replaces control characters, and cuts the middle of very
//! long words.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

/// Returns true if a terminal acts on the character instead of showing it, except for line feeds and tabs.
fn is_control(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // Embeddings, overrides and isolates of the bidirectional algorithm.
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

/// Escapes control characters, as in `\u{1b}`, and characters that change the direction of the text after
/// them. Line feeds and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        // Writing to a string cannot fail.
        let _ = if is_control(c) { write!(out, "{}", c.escape_unicode()) } else { out.write_char(c) };
    }
    Cow::Owned(out)
}

/// Escapes the same characters as [`visible`], and also line feeds and tabs, because a message shows values
/// from files on one line.
pub fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_control(c) || c == '\n' || c == '\t' {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// The length in characters up to which messages show a word in full.
const MAX_WORD: usize = 300;
/// The number of characters that messages show at the beginning and at the end of a longer word.
const SHOWN_AT_EACH_END: usize = 60;

/// Returns a message without the middle of words that have more than 300 characters. Messages quote ids, and
/// an id may be as long as a line of a file: up to a megabyte.
///
/// ```
/// use rejudge_names::visible::brief;
/// let message = brief(&format!("duplicate `{}` (line 1)", "x".repeat(1000))).into_owned();
/// assert!(message.starts_with("duplicate `xxx") && message.ends_with("xxx` (line 1)"));
/// assert!(message.contains("x..(883 characters more)..x"));
/// ```
pub fn brief(message: &str) -> Cow<'_, str> {
    let is_long = |word: &str| word.len() > MAX_WORD && word.trim_end().chars().count() > MAX_WORD;
    if !message.split_whitespace().any(is_long) {
        return Cow::Borrowed(message);
    }
    let mut out = String::new();
    for word in message.split_inclusive(char::is_whitespace) {
        if !is_long(word) {
            out.push_str(word);
            continue;
        }
        let letters: Vec<char> = word.chars().collect();
        let hidden = letters.len() - 2 * SHOWN_AT_EACH_END;
        out.extend(&letters[..SHOWN_AT_EACH_END]);
        // Writing to a string cannot fail.
        let _ = write!(out, "..({hidden} characters more)..");
        out.extend(&letters[SHOWN_AT_EACH_END + hidden..]);
    }
    Cow::Owned(out)
}

/// Returns a path on one line, with its control characters escaped.
pub fn path(path: &Path) -> String {
    one_line(&path.to_string_lossy())
}

/// Replaces each control character, except in line ends, by one substitute, so that the columns after it keep
/// their numbers.
pub(crate) fn with_substitutes(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        // The carriage return of a line end stays.
        let (content, line_end) = line.strip_suffix("\r\n").map_or((line, ""), |content| (content, "\r\n"));
        out.extend(content.chars().map(|c| if is_control(c) { '\u{fffd}' } else { c }));
        out.push_str(line_end);
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_others_stay() {
        assert_eq!(visible("a\u{1b}[31mb\u{7}\r\u{9b}2J"), r"a\u{1b}[31mb\u{7}\u{d}\u{9b}2J");
        assert_eq!(visible("run\u{202e}gpj.exe"), r"run\u{202e}gpj.exe");
        assert_eq!(one_line("a\n\tb\u{1b}é"), r"a\n\tb\u{1b}é");
        assert_eq!(with_substitutes("a\u{1b}b\r\n\rc\r\n"), "a\u{fffd}b\r\n\u{fffd}c\r\n");
        let plain = "日本語 é\tτ\n";
        assert!(matches!(visible(plain), Cow::Borrowed(text) if text == plain));
    }
}
