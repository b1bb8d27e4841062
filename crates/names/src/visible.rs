//! Text that is safe for a terminal, because names in files, of files and of runs may contain anything.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

/// Returns true if a character acts on a terminal that shows it.
fn acts(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // Embeddings, overrides and isolates of the bidirectional algorithm.
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

/// Returns `text` with control characters, and those that change the direction of the following text, as
/// escapes such as `\u{1b}`. Line feeds and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        // Writing to a string cannot fail.
        let _ = if acts(c) { write!(out, "{}", c.escape_unicode()) } else { out.write_char(c) };
    }
    Cow::Owned(out)
}

/// Like [`visible`], but also escapes line feeds and tabs, because messages show values of files in one line.
pub fn one_line(text: &str) -> String {
    let shown = |c: char| match acts(c) || c == '\n' || c == '\t' {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    text.chars().map(shown).collect()
}

/// The most characters of a word in a message, and those that are shown of a longer one at its beginning and its end.
const WORD: (usize, usize) = (300, 60);

/// Returns a message without the middle of long words: a message quotes ids, and an id may be as long as a line of a
/// file, a megabyte.
///
/// ```
/// use rejudge_names::visible::brief;
/// let message = brief(&format!("duplicate `{}` (line 1)", "x".repeat(1000))).into_owned();
/// assert!(message.starts_with("duplicate `xxx") && message.ends_with("xxx` (line 1)"));
/// assert!(message.contains("x..(883 characters more)..x"));
/// ```
pub fn brief(message: &str) -> Cow<'_, str> {
    let (most, shown) = WORD;
    let is_long = |word: &str| word.len() > most && word.chars().count() > most;
    if !message.split_whitespace().any(is_long) {
        return Cow::Borrowed(message);
    }
    let shortened = |word: &str| {
        let letters: Vec<char> = word.chars().collect();
        let [begin, end] = [&letters[..shown], &letters[letters.len() - shown..]].map(String::from_iter);
        format!("{begin}..({} characters more)..{end}", letters.len() - 2 * shown)
    };
    let words = message.split_inclusive(char::is_whitespace);
    Cow::Owned(words.map(|word| if is_long(word) { shortened(word) } else { word.to_owned() }).collect())
}

/// Returns the name of a file, in one line.
pub fn path(path: &Path) -> String {
    one_line(&path.to_string_lossy())
}

/// Returns `text` with a substitute for each control character, so that columns do not move.
pub fn in_place(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    // The end of a line may have two characters.
    let lines = text.split_inclusive('\n').flat_map(|line| match line.strip_suffix("\r\n") {
        Some(line) => [line, "\r\n"],
        None => [line, ""],
    });
    let shown = |(line, end): (&str, bool)| match end {
        true => line.to_owned(),
        false => line.chars().map(|c| if acts(c) { '\u{fffd}' } else { c }).collect(),
    };
    Cow::Owned(lines.zip([false, true].into_iter().cycle()).map(shown).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_shown_and_the_rest_stays() {
        assert_eq!(visible("a\u{1b}[31mb\u{7}\r\u{9b}2J"), r"a\u{1b}[31mb\u{7}\u{d}\u{9b}2J");
        assert_eq!(visible("run\u{202e}gpj.exe"), r"run\u{202e}gpj.exe");
        assert_eq!(one_line("a\n\tb\u{1b}é"), r"a\n\tb\u{1b}é");
        assert_eq!(in_place("a\u{1b}b\r\n\rc\r\n"), "a\u{fffd}b\r\n\u{fffd}c\r\n");
        let plain = "日本語 é\tτ\n";
        assert!(matches!(visible(plain), Cow::Borrowed(text) if text == plain));
    }
}
