//! Parses text to a tree. YAML 1.2 syntax; scalars keep their spelling, so `010` and `1.10` stay as they are.
//!
//! The limits are far above the size of handwritten files, and low enough that no file takes seconds or gigabytes.
//!
//! Longer than other files: events become a tree in one machine.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;
use std::sync::Arc;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span, Tag};

use super::{Node, Position, Source, Value, YamlError};

/// Largest file, 4 MiB. The printed tables of a paper take 60 KB.
const MAX_BYTES: usize = 4 << 20;
/// Deepest nesting. Experiments need about ten levels.
const MAX_DEPTH: usize = 64;
/// The largest number of nodes of a file: nodes with an anchor count twice, and an alias counts as its whole value.
const MAX_NODES: usize = 250_000;

/// Reads and parses the file at `path`.
pub fn read(path: &Path) -> Result<Node, YamlError> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    match rejudge_collections::bundled::in_place(path) {
        Some(brought) => bytes.extend_from_slice(brought),
        None => {
            File::open(path)
                // One byte more than allowed tells a file that is too large from one that just fits.
                .and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
                .map_err(|e| YamlError::nowhere(format!("cannot read {name}: {e}")))?;
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
    YamlError::nowhere(format!("{name}: more than {MAX_BYTES} bytes, the limit for a YAML file"))
}

/// Points at the first byte that is not UTF-8, in a text with substitutes for such bytes.
fn not_utf8(name: String, folder: PathBuf, error: &FromUtf8Error) -> YamlError {
    let good = error.utf8_error().valid_up_to();
    let byte = error.as_bytes().get(good).copied().unwrap_or_default();
    let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
    at_offset(&Arc::new(Source { name, folder, text }), good, format!("byte 0x{byte:02x} is not UTF-8"))
}

fn at_offset(source: &Arc<Source>, offset: usize, message: String) -> YamlError {
    let before = &source.text[..offset];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    YamlError::here(&Position { source: Arc::clone(source), line, column }, message)
}

/// Returns true if YAML does not allow the character (1.2.2, rule 1, c-printable). The parser also reports
/// it, but counts the columns before it differently.
fn is_unprintable(c: char) -> bool {
    !matches!(c, '\t' | '\n' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..)
}

/// Parses one document.
pub fn parse(source: Source) -> Result<Node, YamlError> {
    if source.text.len() > MAX_BYTES {
        return Err(too_large(&source.name));
    }
    let text = source.text.trim_start_matches('\u{feff}');
    // For YAML a lone carriage return ends a line too. Positions are found again by line feeds.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let source = Arc::new(Source { text, ..source });
    if let Some((offset, found)) = source.text.char_indices().find(|(_, c)| is_unprintable(*c)) {
        let found = u32::from(found);
        let message = format!("found U+{found:04X}: YAML allows only printable characters");
        return Err(at_offset(&source, offset, message));
    }
    let mut builder =
        Builder { source: &source, open: Vec::new(), anchors: HashMap::new(), nodes: 0, root: None };
    let mut documents = 0;
    for event in Parser::new_from_str(&source.text) {
        let (event, span) = event.map_err(|e| builder.syntax(&e))?;
        if let Event::DocumentStart(_) = event {
            documents += 1;
            if documents > 1 {
                return Err(YamlError::here(
                    &builder.position(span.start),
                    "a second document; one was expected",
                ));
            }
        }
        builder.event(event, span)?;
    }
    let empty = || YamlError::nowhere(format!("{}: the file is empty", source.name));
    builder.root.filter(|root| !root.is_null()).ok_or_else(empty)
}

/// The parser's error for a tab in the indentation of a line.
const TAB: &str = "while scanning a plain scalar, found a tab";

/// The parser's errors for common slips, and how to mend them.
const SLIPS: [(&str, &str); 5] = [
    (TAB, "use spaces instead of tabs"),
    (
        "while parsing a block mapping, did not find expected key",
        "is it indented like the keys above, and every quote before it closed?",
    ),
    ("mapping values are not allowed in this context", "a text that contains `: ` needs quotes"),
    ("while parsing node, found unknown anchor", "a text that begins with `*` needs quotes"),
    (
        "invalid indentation in quoted scalar",
        "is the quote at its end missing? Within single quotes `'` is written twice",
    ),
];

/// A list or map that is not closed yet.
struct Open {
    node: Node,
    key: Option<Node>,
    /// The line of each key.
    keys: HashMap<String, usize>,
    anchor: usize,
}

struct Builder<'a> {
    source: &'a Arc<Source>,
    open: Vec<Open>,
    /// The value of each anchor, for its aliases.
    anchors: HashMap<usize, Node>,
    nodes: usize,
    root: Option<Node>,
}

impl Builder<'_> {
    fn position(&self, mark: Marker) -> Position {
        Position { source: Arc::clone(self.source), line: mark.line().max(1), column: mark.col() + 1 }
    }

    /// The parser's error. It meets a missing bracket lines later, so the open one is named as well.
    fn syntax(&self, error: &ScanError) -> YamlError {
        let message = match error.info() {
            "recursion limit exceeded" => too_deep(),
            info => info.to_owned(),
        };
        let mut place = self.position(*error.marker());
        // In a line that begins with % the parser counts bytes: no place is behind the end of its line.
        let length = self.source.text.split('\n').nth(place.line - 1).map_or(0, |line| line.chars().count());
        place.column = place.column.min(length + 1);
        if error.info() == TAB {
            (place.line, place.column) = self.tab_from(place.line).unwrap_or((place.line, place.column));
        }
        let slip = SLIPS.iter().find(|(info, _)| *info == error.info());
        let error = YamlError::here(&place, message);
        if let Some((_, help)) = slip {
            return error.with_help(*help);
        }
        let Some(open) = self.open.last().map(|open| &open.node.at) else { return error };
        let line = self.source.text.lines().nth(open.line - 1).unwrap_or("");
        match line.chars().nth(open.column - 1) {
            Some(bracket @ ('[' | '{')) => {
                let place = format!("line {}, column {}", open.line, open.column);
                error.with_help(format!("the `{bracket}` in {place} is still open: is its end missing?"))
            }
            _ => error,
        }
    }

    /// Returns the place of the first tab that indents a line, from this line on: the parser's error has that of the text
    /// that the tab follows.
    fn tab_from(&self, line: usize) -> Option<(usize, usize)> {
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
                untagged(tag, &at)?;
                // An escape such as "\e" would control the terminal that shows the text. Ids have no such characters either.
                if let Some(control) =
                    text.chars().find(|c| c.is_ascii_control() && !matches!(c, '\t' | '\n'))
                {
                    let message = format!("control character U+{:04X} in a text", u32::from(control));
                    return Err(YamlError::here(&at, message));
                }
                let value = Value::Scalar { text: text.into_owned(), quoted: style != ScalarStyle::Plain };
                self.close(Node { value, at }, anchor)
            }
            Event::SequenceStart(anchor, tag) => {
                untagged(tag, &at)?;
                self.begin(Node { value: Value::List(Vec::new()), at }, anchor)
            }
            Event::MappingStart(anchor, tag) => {
                untagged(tag, &at)?;
                self.begin(Node { value: Value::Map(Vec::new()), at }, anchor)
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(done) => self.close(done.node, done.anchor),
                None => Ok(()),
            },
            Event::Alias(anchor) => {
                let found = self.anchors.get(&anchor);
                let found = found.ok_or_else(|| YamlError::here(&at, "an alias without an anchor"))?;
                if self.open.len() + depth(found) > MAX_DEPTH {
                    return Err(YamlError::here(&at, too_deep()));
                }
                self.count(size(found), &at)?;
                self.close(self.anchors[&anchor].clone(), 0)
            }
            _ => Ok(()),
        }
    }

    fn count(&mut self, nodes: usize, at: &Position) -> Result<(), YamlError> {
        self.nodes += nodes;
        if self.nodes > MAX_NODES {
            return Err(YamlError::here(at, format!("more than {MAX_NODES} values in one file")));
        }
        Ok(())
    }

    fn begin(&mut self, node: Node, anchor: usize) -> Result<(), YamlError> {
        if self.open.len() == MAX_DEPTH {
            return Err(YamlError::at(&node, too_deep()));
        }
        self.open.push(Open { node, key: None, keys: HashMap::new(), anchor });
        Ok(())
    }

    /// Adds a finished node to its parent.
    fn close(&mut self, node: Node, anchor: usize) -> Result<(), YamlError> {
        self.count(1, &node.at)?;
        if anchor > 0 {
            self.count(size(&node), &node.at)?;
            self.anchors.insert(anchor, node.clone());
        }
        let Some(parent) = self.open.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        match &mut parent.node.value {
            Value::List(items) => items.push(node),
            Value::Map(entries) => match parent.key.take() {
                Some(key) => entries.push((key, node)),
                None => {
                    let Some(text) = node.text() else {
                        return Err(YamlError::at(
                            &node,
                            format!("a key must be a word, found {}", node.kind()),
                        ));
                    };
                    if let Some(first) = parent.keys.insert(text.to_owned(), node.at.line) {
                        let message = format!("duplicate key `{text}` (first defined on line {first})");
                        return Err(YamlError::at(&node, message));
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
fn untagged(tag: Option<Cow<'_, Tag>>, at: &Position) -> Result<(), YamlError> {
    let Some(tag) = tag else { return Ok(()) };
    let message = format!("found the tag `{}{}`, expected a value without one", tag.handle, tag.suffix);
    Err(YamlError::here(at, message))
}

fn too_deep() -> String {
    format!("nested deeper than {MAX_DEPTH} levels")
}

/// Returns the number of nodes that a copy of `node` counts as; a long text counts as much as many short ones.
fn size(node: &Node) -> usize {
    1 + match &node.value {
        Value::Scalar { text, .. } => text.len() / 64,
        Value::List(items) => items.iter().map(size).sum(),
        Value::Map(entries) => entries.iter().map(|(k, v)| size(k) + size(v)).sum(),
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
