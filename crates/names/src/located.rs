//! An error at a place in a file, and two ways to print it. [`Located::render`] prints it as a compiler does:
//! `error: file:line:column: message`, then the line of the file with a caret, then the hint. `Display`
//! writes `file:line:column: message (hint)` on one line. Editors can jump to the place `file:line:column`.

use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::visible::{brief, one_line, with_substitutes};

/// An error at a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The file, as the user named it.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// A description of the error.
    pub message: String,
    /// A hint on how to fix it.
    pub hint: Option<String>,
    /// The line of the file, if it is available.
    pub excerpt: Option<Excerpt>,
}

/// An excerpt of a long line has at most this many characters before the column of the error, and at most
/// this many from the column on. The renderer cuts a long excerpt further.
const MAX_AROUND: usize = 400;

/// A line, or the part of a long line around a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    text: String,
    /// The character in `text` that the caret points to, from 0.
    column: usize,
}

impl Excerpt {
    /// Returns an excerpt of the line that contains byte `offset` of the text.
    ///
    /// ```
    /// use rejudge_names::located::Excerpt;
    /// assert_eq!(Excerpt::at("a b\nc d\n", 6), Excerpt::of_line("c d", 3));
    /// ```
    ///
    /// # Panics
    /// If `offset` is beyond the text, or within a character.
    pub fn at(text: &str, offset: usize) -> Self {
        let (before, after) = text.split_at(offset);
        let start = before.rfind('\n').map_or(0, |feed| feed + 1);
        let end = after.find('\n').map_or(text.len(), |feed| offset + feed);
        let line = text[start..end].trim_end_matches('\r');
        Self::around(line, (offset - start).min(line.len()))
    }

    /// Returns an excerpt of a line, around a column, which is counted in characters from 1.
    pub fn of_line(line: &str, column: usize) -> Self {
        Self::around(line, line.char_indices().nth(column - 1).map_or(line.len(), |(byte, _)| byte))
    }

    fn around(line: &str, byte: usize) -> Self {
        let (before, after) = line.split_at(byte);
        let start =
            before.char_indices().rev().nth(MAX_AROUND).map_or(0, |(offset, c)| offset + c.len_utf8());
        let end = after.char_indices().nth(MAX_AROUND).map_or(line.len(), |(offset, _)| byte + offset);
        Self { text: line[start..end].to_owned(), column: before[start..].chars().count() }
    }
}

impl Located {
    /// Returns the error as a compiler prints it.
    ///
    /// ```
    /// use rejudge_names::located::{Excerpt, Located};
    /// let error = Located {
    ///     name: "qrels".into(),
    ///     line: 2,
    ///     column: 7,
    ///     message: "grade `high` is not an integer".into(),
    ///     hint: None,
    ///     excerpt: Some(Excerpt::of_line("1 0 d high", 7)),
    /// };
    /// let shown = "error: qrels:2:7: grade `high` is not an integer\n  |\n2 | 1 0 d high\n  |       ^^^^";
    /// assert_eq!(error.render(false), shown);
    /// assert_eq!(error.to_string(), "qrels:2:7: grade `high` is not an integer");
    /// ```
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let headline = self.headline();
        let hint = self.hint.as_deref().map(one_line);
        let mut group = Group::with_title(Level::ERROR.primary_title(headline.as_str()));
        let excerpt_text = self.excerpt.as_ref().map(|excerpt| with_substitutes(&excerpt.text));
        if let Some((text, Excerpt { column, .. })) = excerpt_text.as_deref().zip(self.excerpt.as_ref()) {
            let start = text.char_indices().nth(*column).map_or(text.len(), |(byte, _)| byte);
            let rest = &text[start..];
            let width =
                rest.find([' ', '\t', ',', ']', '}', ':']).filter(|&width| width > 0).unwrap_or(rest.len());
            let caret = AnnotationKind::Primary.span(start..start + width);
            group = group.element(Snippet::source(text).line_start(self.line).annotation(caret));
        }
        if let Some(hint) = &hint {
            group = group.element(Level::HELP.message(hint.as_str()));
        }
        renderer.render(&[group])
    }

    fn headline(&self) -> String {
        one_line(&brief(&format!("{}:{}:{}: {}", self.name, self.line, self.column, self.message)))
    }
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline())?;
        self.hint.as_deref().map_or(Ok(()), |hint| write!(f, " ({})", one_line(hint)))
    }
}

impl std::error::Error for Located {}
