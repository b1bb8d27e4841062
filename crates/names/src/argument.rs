//! The grammar of a name with arguments, such as `take-teams(teams=a+b, draw=2)`. The command line, Python,
//! YAML and cell keys share it.

use std::borrow::Cow;
use std::fmt::Write;

/// A scan of a text for commas outside of brackets and quotes.
#[derive(Default)]
struct Scan {
    /// The number of open brackets.
    depth: i32,
    /// True if a bracket was closed that was not open.
    overclosed: bool,
    quote: Option<char>,
}

impl Scan {
    /// Returns the byte offsets of the commas.
    fn commas(&mut self, text: &str) -> Vec<usize> {
        let mut commas = Vec::new();
        // A quote opens only at the beginning of a value, because an apostrophe inside a name is a letter, as
        // in `O'Neill` and `AP'`.
        let mut is_value_start = true;
        let mut chars = text.char_indices().peekable();
        while let Some((offset, c)) = chars.next() {
            match (c, self.quote) {
                ('\\', Some('"')) => {
                    chars.next();
                }
                ('\'', Some('\'')) if chars.peek().is_some_and(|(_, next)| *next == '\'') => {
                    chars.next();
                }
                (c, Some(end)) if c == end => self.quote = None,
                (_, Some(_)) => {}
                ('\'' | '"', None) if is_value_start => self.quote = Some(c),
                ('(' | '[' | '{', None) => self.depth += 1,
                (')' | ']' | '}', None) => {
                    self.depth -= 1;
                    self.overclosed |= self.depth < 0;
                    self.depth = self.depth.max(0);
                }
                (',', None) if self.depth == 0 => commas.push(offset),
                _ => {}
            }
            is_value_start =
                matches!(c, '=' | ',' | '(' | '[' | '{' | ':') || (is_value_start && c.is_whitespace());
        }
        commas
    }
}

/// Splits a text at the commas that are outside of brackets and quotes.
///
/// ```
/// use rejudge_names::arguments;
/// assert_eq!(arguments("a=1, b=c(d=2, e=3)"), ["a=1", " b=c(d=2, e=3)"]);
/// assert_eq!(arguments("team='A, B', by=O'Neill, x"), ["team='A, B'", " by=O'Neill", " x"]);
/// ```
pub fn arguments(text: &str) -> Vec<&str> {
    let mut start = 0;
    let mut parts = Vec::new();
    for comma in Scan::default().commas(text).into_iter().chain([text.len()]) {
        parts.push(&text[start..comma]);
        start = comma + 1;
    }
    parts
}

/// An argument `key=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument<'a> {
    /// The name before `=`.
    pub key: &'a str,
    /// The value as it was typed.
    pub typed: &'a str,
    /// The value without its quotes, if it is in quotes.
    pub unquoted: Option<String>,
}

impl Argument<'_> {
    /// Returns the value, without quotes.
    pub fn text(&self) -> &str {
        self.unquoted.as_deref().unwrap_or(self.typed)
    }

    /// Returns the items of a list such as `[a, 'b, c']`, without quotes, or `None` if the value is not a
    /// list.
    ///
    /// ```
    /// use rejudge_names::read_call;
    /// let (_, arguments) = read_call("take-teams(teams=[A, 'B, C'], by=[], draw='[1]')").unwrap();
    /// let items: Vec<_> = arguments.unwrap().iter().map(|argument| argument.items()).collect();
    /// assert_eq!(items[0], Some(vec!["A".to_owned(), "B, C".to_owned()]));
    /// assert_eq!(items[1..], [Some(vec![]), None]);
    /// ```
    pub fn items(&self) -> Option<Vec<String>> {
        let inner = self.typed.strip_prefix('[')?.strip_suffix(']')?;
        let items = arguments(inner).into_iter().map(str::trim);
        let items = items.map(|item| unquoted(item).unwrap_or_else(|| item.to_owned()));
        Some(if inner.trim().is_empty() { Vec::new() } else { items.collect() })
    }
}

/// Reads a name and its arguments, `name(key=value, ..)`. The arguments are `None` if the text has no `(`.
///
/// ```
/// use rejudge_names::read_call;
/// let (name, arguments) = read_call("sample(rate=0.1, team='A, B')").unwrap();
/// let arguments = arguments.unwrap();
/// assert_eq!((name, arguments[0].text(), arguments[1].text()), ("sample", "0.1", "A, B"));
/// assert_eq!(read_call("full"), Ok(("full", None)));
/// assert_eq!(read_call("a(b)").unwrap_err(), "found `b`, expected `key=value`");
/// assert!(["tau(versus=full) x)", "a(team='A' x)", "a(b=1, b=2)"].iter().all(|text| read_call(text).is_err()));
/// ```
///
/// # Errors
/// If the text has a `(` but does not end with `)`, a bracket or a quote in the arguments is not closed, a
/// bracket is closed that is not open, an argument is not `key=value`, a value begins with a quote but is not
/// in quotes as a whole or has an invalid escape, or a key occurs twice.
pub fn read_call(text: &str) -> Result<(&str, Option<Vec<Argument<'_>>>), String> {
    let wrong = |part: &str, expected| format!("found `{part}`, expected {expected}");
    let Some((name, rest)) = text.split_once('(') else { return Ok((text.trim(), None)) };
    let inner = rest.trim_end().strip_suffix(')').filter(|inner| is_balanced(inner));
    let inner =
        inner.ok_or_else(|| wrong(text, "`name(key=value, ..)` with every bracket and quote closed"))?;
    let mut arguments_read: Vec<Argument<'_>> = Vec::new();
    for part in arguments(inner).into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        let (key, typed) = part.split_once('=').ok_or_else(|| wrong(part, "`key=value`"))?;
        let (key, typed, unquoted) = (key.trim(), typed.trim(), unquoted(typed.trim()));
        if unquoted.is_none() && typed.starts_with(['\'', '"']) {
            return Err(wrong(typed, "a value that is in quotes as a whole"));
        }
        if arguments_read.iter().any(|argument| argument.key == key) {
            return Err(format!("duplicate key `{key}`"));
        }
        arguments_read.push(Argument { key, typed, unquoted });
    }
    Ok((name.trim(), Some(arguments_read)))
}

/// Returns a value as it is written in an argument: in double quotes if they are needed to read the value
/// back as the same text.
///
/// ```
/// use rejudge_names::{quoted, unquoted};
/// assert_eq!(quoted("pool-depth(depth=10, judge=m)"), "pool-depth(depth=10, judge=m)");
/// assert_eq!(quoted("A, B"), "\"A, B\"");
/// assert_eq!(unquoted("\"A, B\"").as_deref(), Some("A, B"));
/// ```
pub fn quoted(text: &str) -> Cow<'_, str> {
    if is_plain(text) { Cow::Borrowed(text) } else { Cow::Owned(in_quotes(text)) }
}

/// Returns true if every bracket and quote is closed, and no bracket is closed that is not open.
fn is_balanced(text: &str) -> bool {
    let mut scan = Scan::default();
    scan.commas(text);
    scan.depth == 0 && !scan.overclosed && scan.quote.is_none()
}

/// Returns true if an argument needs no quotes to be read as this text.
fn is_plain(text: &str) -> bool {
    let reads_as_null = matches!(text, "" | "~" | "null");
    is_balanced(text)
        && arguments(text).len() == 1
        && !reads_as_null
        && text.trim() == text
        && !text.starts_with(['[', '{', '\'', '"'])
        && !text.contains(is_escaped)
}

/// Returns true for control characters, and for characters that YAML does not allow or may not read as text,
/// such as line separators.
fn is_escaped(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns a text in double quotes, as YAML and [`unquoted`] read it.
pub fn in_quotes(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if is_escaped(c) => {
                write!(out, "\\u{:04x}", u32::from(c)).expect("writing to a string cannot fail");
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// Returns the text between quotes, or `None` if the quotes are not around the whole text, or an escape is
/// invalid. Within single quotes, `''` is a single quote. Within double quotes, the escapes are `\"`, `\\`,
/// `\n`, `\t`, and `\u` with four hexadecimal digits, as in `\u00e9`.
///
/// ```
/// use rejudge_names::unquoted;
/// assert_eq!(unquoted("'it''s'").as_deref(), Some("it's"));
/// assert_eq!(unquoted(r#""a\"\u00e9""#).as_deref(), Some("a\"é"));
/// assert_eq!((unquoted("plain"), unquoted("'a' 'b'"), unquoted("'")), (None, None, None));
/// ```
pub fn unquoted(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let inner = text[1..].strip_suffix(quote)?;
    let mut out = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\'', '\'') => out.push(chars.next().filter(|next| *next == '\'')?),
            ('"', '"') => return None,
            ('\\', '"') => out.push(match chars.next()? {
                'n' => '\n',
                't' => '\t',
                c @ ('"' | '\\') => c,
                'u' => {
                    let digits: String = chars.by_ref().take(4).collect();
                    let is_code = digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
                    char::from_u32(u32::from_str_radix(&digits, 16).ok().filter(|_| is_code)?)?
                }
                _ => return None,
            }),
            _ => out.push(c),
        }
    }
    Some(out)
}
