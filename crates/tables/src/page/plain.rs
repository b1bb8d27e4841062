//! A type for Markdown in which text from outside is escaped.

use std::fmt::{self, Arguments, Display};
use std::ops::AddAssign;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Object, ObjectRepr};
use serde::{Serialize, Serializer};

use crate::page::MarkdownTable;
use crate::page::escape::{REPLACEMENT, changes_direction};

/// Markdown in which text from outside is escaped. Without escaping, a caption or a name could become an
/// element, a link or a heading. Reports and pages accept only this type, so the code does not compile
/// if you forget to escape a text.
///
/// [`plain`], [`inert`] and [`Markdown::code`] escape a text, and [`markdown!`](crate::markdown) combines parts. A
/// `&'static str` is a text of the program, so it is not escaped.
///
/// ```
/// use rejudge_tables::markdown;
/// use rejudge_tables::page::{Markdown, plain};
/// let (name, caption) = ("a`b", "<script> [x](y)".to_owned());
/// let text = markdown!("- {}: {} ({})\n", Markdown::code(name), plain(&caption), 3_u32);
/// assert_eq!(text.as_str(), "- ``a`b``: \\<script> [x]\\(y) (3)\n");
/// ```
///
/// Text from outside does not compile unless it is escaped:
///
/// ```compile_fail
/// let caption = String::from("<script>");
/// let text = rejudge_tables::markdown!("{}", caption);
/// ```
///
/// ```compile_fail
/// let caption = String::from("<script>");
/// let text = rejudge_tables::markdown!("{}", caption.as_str());
/// ```
///
/// ```compile_fail
/// let caption = "<script>";
/// let text = rejudge_tables::markdown!("{caption}");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markdown(String);

/// Combines parts of Markdown, like `format!`, but only with positional arguments. The parts are [`Markdown`], tables,
/// numbers, and texts of the program.
#[macro_export]
macro_rules! markdown {
    // Because of `concat!`, `{name}` in the format does not compile. Otherwise the variable `name` would be written
    // without a check of its type.
    ($format:literal $(, $part:expr)* $(,)?) => {
        $crate::page::Markdown::of_parts(::core::format_args!(
            ::core::concat!($format)
            $(, $crate::page::markdown_part(&$part))*
        ))
    };
}

/// A type that [`markdown!`](crate::markdown) accepts as a part.
pub trait MarkdownPart: Display {}

impl MarkdownPart for Markdown {}
impl MarkdownPart for MarkdownTable {}
impl MarkdownPart for &'static str {}
impl MarkdownPart for usize {}
impl MarkdownPart for u32 {}
impl MarkdownPart for u64 {}
impl MarkdownPart for f64 {}
impl<T: MarkdownPart> MarkdownPart for &T {}

#[doc(hidden)]
pub fn markdown_part<T: MarkdownPart>(part: &T) -> &T {
    part
}

impl Markdown {
    #[doc(hidden)]
    pub fn of_parts(parts: Arguments<'_>) -> Self {
        Self(parts.to_string())
    }

    /// Creates Markdown from a text that is already Markdown, for example a README.
    pub fn written(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns a text as inline code. No character in it is interpreted.
    pub fn code(text: &str) -> Self {
        let text: String = text.chars().map(tamed).collect();
        let longest = text.split(|c: char| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest + 1);
        let room = if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
        Self(format!("{fence}{room}{text}{room}{fence}"))
    }

    /// Returns a link to the file or the page at this address.
    pub fn link(text: &str, address: &str) -> Self {
        Self(format!("[{}]({})", within_brackets(text), within_parentheses(address)))
    }

    /// Returns the picture at this address, with a text that describes it.
    pub fn picture(alternative: &str, address: &str) -> Self {
        Self(format!("![{}]({})", within_brackets(alternative), within_parentheses(address)))
    }

    /// Joins the parts, with `between` between them.
    pub fn joined(parts: impl IntoIterator<Item = Self>, between: &'static str) -> Self {
        let texts: Vec<String> = parts.into_iter().map(|Self(text)| text).collect();
        Self(texts.join(between))
    }

    /// Returns the text without the white space at its end.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        Self(self.0.trim_end().to_owned())
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns true if there is no text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Display for Markdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl From<&'static str> for Markdown {
    fn from(text: &'static str) -> Self {
        Self(text.to_owned())
    }
}

impl From<&MarkdownTable> for Markdown {
    fn from(table: &MarkdownTable) -> Self {
        Self(table.to_string())
    }
}

impl From<Markdown> for String {
    fn from(Markdown(text): Markdown) -> Self {
        text
    }
}

impl AddAssign for Markdown {
    fn add_assign(&mut self, Self(more): Self) {
        self.0 += &more;
    }
}

impl FromIterator<Self> for Markdown {
    fn from_iter<I: IntoIterator<Item = Self>>(parts: I) -> Self {
        Self::joined(parts, "")
    }
}

impl Extend<Self> for Markdown {
    fn extend<I: IntoIterator<Item = Self>>(&mut self, parts: I) {
        parts.into_iter().for_each(|part| *self += part);
    }
}

/// Templates for Markdown write this type unchanged; templates for HTML must use a filter.
impl Object for Markdown {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn is_true(self: &Arc<Self>) -> bool {
        !self.is_empty()
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Markdown> for Value {
    fn from(text: Markdown) -> Self {
        Self::from_object(text)
    }
}

impl Serialize for Markdown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Value::from_object(self.clone()).serialize(serializer)
    }
}

/// Escapes text for use in brackets, so that it cannot end them.
fn within_brackets(text: &str) -> String {
    escaped(text, |c| matches!(c, '[' | ']' | '\\'))
}

/// Removes the characters that would end an address in parentheses.
fn within_parentheses(address: &str) -> String {
    let plain = |c: &char| !c.is_whitespace() && !c.is_control() && !"()<>\\".contains(*c);
    address.chars().filter(plain).collect()
}

/// Escapes `text` for a line of Markdown or a part of one, for example a cell of a table. Bars do not end the
/// cell, and elements, emphasis, code, links, entities, lists and headings are shown literally.
pub fn plain(text: &str) -> Markdown {
    Markdown(without_block(&escaped(text, |c| matches!(c, '|' | '\\' | '*' | '`' | '_'))))
}

/// Escapes `text` for a line of Markdown. Emphasis and code are kept, but elements, links, pictures, entities, lists
/// and headings are shown literally, and line breaks become blanks.
pub fn inert(text: &str) -> Markdown {
    Markdown(without_block(&escaped(text, |_| false)))
}

/// Escapes the mark with which a text would begin a list, a heading, a quotation, code, a rule or a link definition
/// if it started a line. Blanks at the start of the text become one blank, because four would begin code. A text that
/// is only `-` is kept, because table cells use it for a missing number.
fn without_block(text: &str) -> String {
    let line = text.trim_start_matches(' ');
    let indent = if line.len() < text.len() { " " } else { "" };
    match place_of_mark(line) {
        Some(place) if line.trim_end() != "-" => format!("{indent}{}\\{}", &line[..place], &line[place..]),
        _ => format!("{indent}{line}"),
    }
}

/// Returns the place of the mark that must be escaped so that the line does not begin a block.
fn place_of_mark(line: &str) -> Option<usize> {
    let ends_mark = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    let first = line.chars().next()?;
    let after_digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let begins_block = match first {
        '-' | '+' | '*' if ends_mark(&line[1..]) => true,
        // A rule, or the line below a heading.
        '-' | '*' | '_' | '=' => line.chars().all(|c| c == first || c == ' '),
        '#' => ends_mark(line.trim_start_matches('#')),
        '>' => true,
        '~' | '`' => line.starts_with("~~~") || line.starts_with("```"),
        '[' => line.contains("]:"),
        '0'..='9' => {
            let begins_list = after_digits.starts_with(['.', ')']) && ends_mark(&after_digits[1..]);
            return begins_list.then(|| line.len() - after_digits.len());
        }
        _ => false,
    };
    begins_block.then_some(0)
}

/// Replaces a control character by a blank, and a character that changes the direction of text by [`REPLACEMENT`].
fn tamed(c: char) -> char {
    match c {
        c if c.is_control() => ' ',
        c if changes_direction(c) => REPLACEMENT,
        c => c,
    }
}

/// Escapes the characters that would begin HTML, an entity, a link or a picture, and the characters for which
/// `is_escaped` is true.
fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    for (index, &c) in chars.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| chars.get(before));
        let after = chars.get(index + 1);
        let is_in_word = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric());
        let acts = match c {
            // Within a word an underscore is an ordinary character.
            '_' => is_escaped(c) && !(is_in_word(before) && is_in_word(after)),
            _ if is_escaped(c) => true,
            '<' => after.is_some_and(|c| c.is_ascii_alphabetic() || "/!?".contains(*c)),
            '&' => {
                after.is_some_and(|c| c.is_ascii_alphanumeric() || *c == '#') && chars[index..].contains(&';')
            }
            '(' => before == Some(&']'),
            '!' => after == Some(&'['),
            _ => false,
        };
        if acts {
            out.push('\\');
        }
        out.push(tamed(c));
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

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
            assert_eq!(inert(text).as_str(), expected);
        }
    }

    #[test]
    fn no_text_begins_a_block() {
        let shown = [
            ("- a", "\\- a"),
            ("+ a", "\\+ a"),
            ("* a", "\\* a"),
            ("## a", "\\## a"),
            ("12. a", "12\\. a"),
            ("1) a", "1\\) a"),
            ("> a", "\\> a"),
            ("---", "\\---"),
            ("==", "\\=="),
            ("```a", "\\```a"),
            ("[a]: b", "\\[a]: b"),
            ("     a", " a"),
            ("\n# a", " \\# a"),
            // These begin no block, or are the cell of a missing number.
            ("-", "-"),
            ("-0.31", "-0.31"),
            ("+.05", "+.05"),
            ("#1", "#1"),
            ("1.5 a", "1.5 a"),
            ("*a* b", "*a* b"),
        ];
        for (text, expected) in shown {
            assert_eq!(inert(text).as_str(), expected);
        }
        assert_eq!(plain("* a").as_str(), "\\* a");
    }

    proptest! {
        #[test]
        fn a_plain_line_is_read_back(text in "[ #>+=~0-9.):*_`-]{0,4}[a-z0-9 |`*_<>&;#!\\[\\]()\\\\/.~:=+-]{0,12}") {
            prop_assume!(text.trim_matches(' ') != "-");
            let shown = format!("before\n\n{}\n\nafter\n", plain(&text));
            let mut paragraphs = Vec::new();
            for event in Parser::new_ext(&shown, Options::ENABLE_TABLES) {
                match event {
                    Event::Start(Tag::Paragraph) => paragraphs.push(String::new()),
                    Event::Text(part) => paragraphs.last_mut().expect("a paragraph").push_str(&part),
                    Event::End(TagEnd::Paragraph) => {}
                    other => prop_assert!(false, "{:?}: {}", other, shown),
                }
            }
            let expected = ["before", text.trim_matches(' '), "after"];
            let expected: Vec<&str> = expected.into_iter().filter(|line| !line.is_empty()).collect();
            prop_assert_eq!(paragraphs, expected, "{}", shown);
        }
    }

    #[test]
    fn nothing_ends_a_picture_a_link_or_code() {
        let caption = "a\\](http://evil/x.png) <script>x</script> ![b";
        let picture = Markdown::picture(caption, "figures/a b(1).svg");
        assert_eq!(
            picture.as_str(),
            "![a\\\\\\]\\(http://evil/x.png) \\<script>x\\</script> \\!\\[b](figures/ab1.svg)"
        );
        assert_eq!(Markdown::link("a]", "b").as_str(), "[a\\]](b)");
        let shown = ["a", "a`b", "``", "", "a\n# b"].map(|text| String::from(Markdown::code(text)));
        assert_eq!(shown, ["`a`", "``a`b``", "``` `` ```", "`  `", "`a # b`"]);
    }
}
