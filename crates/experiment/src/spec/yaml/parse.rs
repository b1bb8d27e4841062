//! Parses YAML 1.2 into a tree. Scalars keep their spelling, so that `010` and `1.10` stay as they are.
//!
//! The limits are far above the size of handwritten files, but low enough that no file takes seconds or gigabytes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;
use std::sync::Arc;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span, Tag};

use super::{Node, Position, Source, Value, YamlError};

/// The largest size of a file in bytes. The printed tables of a paper take up to 50 KB.
const MAX_BYTES: usize = 4 << 20;
/// The deepest nesting. Experiments need about ten levels.
const MAX_DEPTH: usize = 64;
/// The largest number of nodes in a file. Each anchor and each alias adds the [`size`] of its value to the nodes that
/// are written in the file, because the value is copied.
const MAX_NODES: usize = 250_000;

/// Reads and parses the file at `path`.
pub fn read(path: &Path) -> Result<Node, YamlError> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    match rejudge_collections::bundled::bundled_file(path) {
        Some(bundled) => bytes.extend_from_slice(bundled),
        None => {
            File::open(path)
                // We read one byte more than allowed, so that a file that is too large can be recognised.
                .and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
                .map_err(|error| YamlError::without_position(format!("cannot read {name}: {error}")))?;
        }
    }
    if bytes.len() > MAX_BYTES {
        return Err(too_large(&name));
    }
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    match String::from_utf8(bytes) {
        Ok(text) => parse(Source { name, folder, text }),
        Err(error) => Err(not_utf8(name, folder, &error)),
    }
}

fn too_large(name: &str) -> YamlError {
    YamlError::without_position(format!("{name}: more than {MAX_BYTES} bytes, the limit for a YAML file"))
}

/// Returns an error at the first byte that is not UTF-8. The text of the source has substitutes for such bytes.
fn not_utf8(name: String, folder: PathBuf, error: &FromUtf8Error) -> YamlError {
    let valid_length = error.utf8_error().valid_up_to();
    let byte = error.as_bytes().get(valid_length).copied().unwrap_or_default();
    let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
    at_offset(
        &Arc::new(Source { name, folder, text }),
        valid_length,
        format!("byte 0x{byte:02x} is not UTF-8"),
    )
}

fn at_offset(source: &Arc<Source>, offset: usize, message: String) -> YamlError {
    let before = &source.text[..offset];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    YamlError::at_position(&Position { source: Arc::clone(source), line, column }, message)
}

/// Returns true if YAML does not allow the character (1.2.2, rule 1, c-printable), or if it is a carriage
/// return, which is replaced before this check. We check the characters, because the parser accepts most
/// of those that YAML does not allow.
fn is_unprintable(c: char) -> bool {
    !matches!(c, '\t' | '\n' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..)
}

/// Parses one document.
pub fn parse(source: Source) -> Result<Node, YamlError> {
    if source.text.len() > MAX_BYTES {
        return Err(too_large(&source.name));
    }
    let text = source.text.trim_start_matches('\u{feff}');
    // In YAML, a single carriage return ends a line too. We replace it, because we find lines by line feeds.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let source = Arc::new(Source { text, ..source });
    if let Some((offset, character)) = source.text.char_indices().find(|(_, c)| is_unprintable(*c)) {
        let code = u32::from(character);
        let message = format!("found U+{code:04X}: YAML allows only printable characters");
        return Err(at_offset(&source, offset, message));
    }
    let mut builder =
        Builder { source: &source, open_nodes: Vec::new(), anchors: HashMap::new(), nodes: 0, root: None };
    let mut documents = 0;
    for event in Parser::new_from_str(&source.text) {
        let (event, span) = event.map_err(|error| builder.syntax_error(&error))?;
        if let Event::DocumentStart(_) = event {
            documents += 1;
            if documents > 1 {
                return Err(YamlError::at_position(
                    &builder.position(span.start),
                    "found a second document, expected one",
                ));
            }
        }
        builder.event(event, span)?;
    }
    let root = builder.root.filter(|root| !root.is_null());
    root.ok_or_else(|| YamlError::without_position(format!("{}: the file is empty", source.name)))
}

/// The parser's error for a tab in the indentation of a line.
const TAB: &str = "while scanning a plain scalar, found a tab";

/// The parser's errors for common mistakes, each with a hint on how to fix it.
const COMMON_MISTAKES: [(&str, &str); 4] = [
    (TAB, "use spaces instead of tabs"),
    (
        "while parsing a block mapping, did not find expected key",
        "is this line indented like the keys above it, and is every quote before it closed?",
    ),
    ("while parsing node, found unknown anchor", "a text that begins with `*` needs quotes"),
    (
        "invalid indentation in quoted scalar",
        "is the closing quote missing? Within single quotes `'` is written twice",
    ),
];

/// The parser's error for a colon after a text that cannot be a key.
const NO_KEY: &str = "mapping values are not allowed in this context";

/// The keys whose values are sentences, not maps.
const SENTENCES: [&str; 2] = ["title", "caption"];

/// The parser's errors in or below a line such as `extends:"base"`.
const NO_BLANK: [&str; 2] = [NO_KEY, "simple key expect ':'"];

/// Returns the key if a line or a text begins with a key and a colon that no blank follows, as in `extends:base`.
/// The address of a page, such as `https://doi.org`, has no key.
pub(super) fn key_before_colon(text: &str) -> Option<&str> {
    let (key, value) = text.trim_start_matches([' ', '-']).split_once(':')?;
    let is_key = key.starts_with(char::is_alphabetic)
        && key.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    let has_no_blank = value.starts_with(|c: char| !c.is_whitespace() && c != ':' && c != '/');
    (is_key && has_no_blank).then_some(key)
}

/// Returns the hint for a key without a blank after its colon.
pub(super) fn blank_after_colon(key: &str) -> String {
    format!("write a blank after the colon: `{key}: ..`")
}

/// A list or map that is not closed yet.
struct OpenNode {
    node: Node,
    key: Option<Node>,
    /// The line of each key.
    keys: HashMap<String, usize>,
    anchor: usize,
}

struct Builder<'a> {
    source: &'a Arc<Source>,
    open_nodes: Vec<OpenNode>,
    /// The value of each anchor, for its aliases.
    anchors: HashMap<usize, Node>,
    nodes: usize,
    root: Option<Node>,
}

impl Builder<'_> {
    fn position(&self, mark: Marker) -> Position {
        Position { source: Arc::clone(self.source), line: mark.line().max(1), column: mark.col() + 1 }
    }

    /// Returns the parser's error. The parser notices a missing bracket only lines later, so we also name the bracket that
    /// is still open.
    fn syntax_error(&self, error: &ScanError) -> YamlError {
        let message = match error.info() {
            "recursion limit exceeded" => too_deep(),
            info => info.to_owned(),
        };
        let mut place = self.position(*error.marker());
        // In a line that begins with %, the parser counts bytes. The position must not be after the end of the line.
        let length = self.source.text.split('\n').nth(place.line - 1).map_or(0, |line| line.chars().count());
        place.column = place.column.min(length + 1);
        if error.info() == TAB {
            (place.line, place.column) =
                self.first_indenting_tab(place.line).unwrap_or((place.line, place.column));
        }
        if NO_BLANK.contains(&error.info())
            && let Some((line, key)) = self.line_without_blank(place.line)
        {
            let text = self.source.text.split('\n').nth(line - 1).unwrap_or_default();
            let before = text.find(':').map_or("", |colon| &text[..colon]);
            let colon = Position { line, column: before.chars().count() + 1, ..place };
            let error = YamlError::at_position(&colon, "there is no blank after this colon");
            return error.with_help(blank_after_colon(key));
        }
        if error.info() == NO_KEY {
            return self.error_without_key(&place, message);
        }
        let hint = COMMON_MISTAKES.iter().find(|(info, _)| *info == error.info());
        let is_at_sign = error.info() == "unexpected character: `@'";
        let error = YamlError::at_position(&place, message);
        if is_at_sign {
            return error.with_help("a text that begins with `@` needs quotes");
        }
        if let Some((_, help)) = hint {
            return error.with_help(*help);
        }
        let Some(open) = self.open_nodes.last().map(|open| &open.node.at) else { return error };
        let line = self.source.text.lines().nth(open.line - 1).unwrap_or("");
        match line.chars().nth(open.column - 1) {
            Some(bracket @ ('[' | '{')) => {
                let place = format!("line {}, column {}", open.line, open.column);
                error.with_help(format!(
                    "the `{bracket}` in {place} is not closed: is the closing bracket missing?"
                ))
            }
            _ => error,
        }
    }

    /// Returns the error for a colon after a text that cannot be a key. If the line has only one colon, the parser has read
    /// it as the rest of the text on the line above, which is indented less.
    fn error_without_key(&self, place: &Position, message: String) -> YamlError {
        let indent = |text: &str| text.chars().take_while(|c| *c == ' ').count();
        let has_text = |text: &str| !text.trim_start().is_empty() && !text.trim_start().starts_with('#');
        let lines: Vec<(&str, usize)> = self.source.text.split('\n').zip(1..).take(place.line).collect();
        let line = lines.last().map_or("", |(text, _)| *text);
        let mut above = lines.iter().rev().skip(1).copied().filter(|(text, _)| has_text(text));
        let error = YamlError::at_position(place, message);
        let before_colon: String = line.chars().take(place.column - 1).collect();
        if let Some((start, inner)) = before_colon.rsplit_once(": ") {
            let key = start.rsplit([' ', '{', '[', ',']).next().unwrap_or_default();
            let is_name = |text: &str| {
                text.starts_with(char::is_alphabetic)
                    && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
            };
            if is_name(key) && is_name(inner) && !SENTENCES.contains(&key) {
                return error.with_help(format!("a map in a line needs braces: `{key}: {{{inner}: ..}}`"));
            }
            return error.with_help("a text that contains `: ` needs quotes");
        }
        let Some((text, number)) = above.next().filter(|(text, _)| indent(text) < indent(line)) else {
            return error;
        };
        let (found, expected) = (indent(text), indent(line));
        match above.next() {
            Some((before, before_number)) if indent(before) == expected => {
                let source = Arc::clone(&place.source);
                let dedented = Position { source, line: number, column: found + 1 };
                let message = format!(
                    "this line is indented less than line {before_number} above it and line {} below it",
                    place.line
                );
                let help = format!("{expected} blanks before it make it a part of the same map");
                YamlError::at_position(&dedented, message).with_help(help)
            }
            _ => error.with_help(format!(
                "this line is indented more than line {number} above it, so it continues the text there"
            )),
        }
    }

    /// Returns the number and the key of a line in which no blank follows the colon: this line, or the last one above it
    /// that is neither blank nor a comment.
    fn line_without_blank(&self, line: usize) -> Option<(usize, &str)> {
        let has_text = |text: &str| !text.trim_start().is_empty() && !text.trim_start().starts_with('#');
        let lines = || self.source.text.split('\n').zip(1..);
        let above = lines().take(line - 1).filter(|(text, _)| has_text(text)).last();
        let mut candidates = lines().nth(line - 1).into_iter().chain(above);
        candidates.find_map(|(text, line)| Some((line, key_before_colon(text)?)))
    }

    /// Returns the position of the first tab that indents `line` or a line below it. The parser's error has the
    /// position of the text before the tab.
    fn first_indenting_tab(&self, line: usize) -> Option<(usize, usize)> {
        let mut lines = self.source.text.split('\n').zip(1..).skip(line - 1);
        lines.find_map(|(text, line)| {
            let indent = text.find(|c: char| c != ' ' && c != '\t')?;
            Some((line, text[..indent].find('\t')? + 1))
        })
    }

    fn event(&mut self, event: Event<'_>, span: Span) -> Result<(), YamlError> {
        let at = self.position(span.start);
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                check_no_tag(tag, &at)?;
                // An escape such as "\e" would control the terminal on which the text is shown.
                if let Some(control) =
                    text.chars().find(|c| c.is_ascii_control() && !matches!(c, '\t' | '\n'))
                {
                    let message = format!("control character U+{:04X} in a text", u32::from(control));
                    return Err(YamlError::at_position(&at, message));
                }
                let value = Value::Scalar { text: text.into_owned(), quoted: style != ScalarStyle::Plain };
                self.add_finished(Node { value, at }, anchor)
            }
            Event::SequenceStart(anchor, tag) => {
                check_no_tag(tag, &at)?;
                self.begin(Node { value: Value::List(Vec::new()), at }, anchor)
            }
            Event::MappingStart(anchor, tag) => {
                check_no_tag(tag, &at)?;
                self.begin(Node { value: Value::Map(Vec::new()), at }, anchor)
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open_nodes.pop() {
                Some(open) => self.add_finished(open.node, open.anchor),
                None => Ok(()),
            },
            Event::Alias(anchor) => {
                let value = self.anchors.get(&anchor);
                let value = value.ok_or_else(|| YamlError::at_position(&at, "an alias without an anchor"))?;
                if self.open_nodes.len() + depth(value) > MAX_DEPTH {
                    return Err(YamlError::at_position(&at, too_deep()));
                }
                self.count(size(value), &at)?;
                self.add_finished(self.anchors[&anchor].clone(), 0)
            }
            _ => Ok(()),
        }
    }

    fn count(&mut self, nodes: usize, at: &Position) -> Result<(), YamlError> {
        self.nodes += nodes;
        if self.nodes > MAX_NODES {
            return Err(YamlError::at_position(at, format!("more than {MAX_NODES} values in one file")));
        }
        Ok(())
    }

    fn begin(&mut self, node: Node, anchor: usize) -> Result<(), YamlError> {
        if self.open_nodes.len() == MAX_DEPTH {
            return Err(YamlError::at_node(&node, too_deep()));
        }
        self.open_nodes.push(OpenNode { node, key: None, keys: HashMap::new(), anchor });
        Ok(())
    }

    /// Adds a finished node to its parent.
    fn add_finished(&mut self, node: Node, anchor: usize) -> Result<(), YamlError> {
        self.count(1, &node.at)?;
        if anchor > 0 {
            self.count(size(&node), &node.at)?;
            self.anchors.insert(anchor, node.clone());
        }
        let Some(parent) = self.open_nodes.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        match &mut parent.node.value {
            Value::List(items) => items.push(node),
            Value::Map(entries) => match parent.key.take() {
                Some(key) => entries.push((key, node)),
                None => {
                    let Some(text) = node.text() else {
                        return Err(YamlError::at_node(
                            &node,
                            format!("a key must be a word, found {}", node.kind()),
                        ));
                    };
                    if let Some(first) = parent.keys.insert(text.to_owned(), node.at.line) {
                        let message = format!("duplicate key `{text}` (first defined on line {first})");
                        return Err(YamlError::at_node(&node, message));
                    }
                    parent.key = Some(node);
                }
            },
            Value::Scalar { .. } => {}
        }
        Ok(())
    }
}

/// Returns an error for a tag, because the key already determines the type of a value.
fn check_no_tag(tag: Option<Cow<'_, Tag>>, at: &Position) -> Result<(), YamlError> {
    let Some(tag) = tag else { return Ok(()) };
    let message = format!("found the tag `{}{}`, expected a value without one", tag.handle, tag.suffix);
    Err(YamlError::at_position(at, message))
}

fn too_deep() -> String {
    format!("nested deeper than {MAX_DEPTH} levels")
}

/// Returns the number of nodes in `node`, including itself. A long text counts as several nodes.
fn size(node: &Node) -> usize {
    1 + match &node.value {
        Value::Scalar { text, .. } => text.len() / 64,
        Value::List(items) => items.iter().map(size).sum(),
        Value::Map(entries) => entries.iter().map(|(key, value)| size(key) + size(value)).sum(),
    }
}

/// Returns the nesting depth of lists and maps, including `node` itself.
fn depth(node: &Node) -> usize {
    match &node.value {
        Value::Scalar { .. } => 0,
        Value::List(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Map(entries) => 1 + entries.iter().map(|(_, value)| depth(value)).max().unwrap_or(0),
    }
}
