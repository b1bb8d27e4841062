//! Arguments of a name, as in `take-teams(teams=a+b, draw=2)`: the grammar that command line, Python, YAML and keys
//! share.

use std::borrow::Cow;
use std::fmt::Write;

/// A scan of a text for its commas outside of brackets and quotes.
#[derive(Default)]
struct Scan {
    /// Open brackets.
    depth: i32,
    /// A bracket was closed that was not open.
    overclosed: bool,
    quote: Option<char>,
}

impl Scan {
    /// The places of the commas.
    fn commas(&mut self, text: &str) -> Vec<usize> {
        let mut commas = Vec::new();
        // A quote opens only at the beginning of a value, so that an apostrophe inside a name is a letter: `O'Neill`,
        // `AP'`.
        let mut begins = true;
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            match (c, self.quote) {
                ('\\', Some('"')) => {
                    chars.next();
                }
                ('\'', Some('\'')) if chars.peek().is_some_and(|(_, next)| *next == '\'') => {
                    chars.next();
                }
                (c, Some(end)) if c == end => self.quote = None,
                (_, Some(_)) => {}
                ('\'' | '"', None) if begins => self.quote = Some(c),
                ('(' | '[' | '{', None) => self.depth += 1,
                (')' | ']' | '}', None) => {
                    self.depth -= 1;
                    self.overclosed |= self.depth < 0;
                    self.depth = self.depth.max(0);
                }
                (',', None) if self.depth == 0 => commas.push(at),
                _ => {}
            }
            begins = matches!(c, '=' | ',' | '(' | '[' | '{' | ':') || (begins && c.is_whitespace());
        }
        commas
    }
}

/// Splits at commas outside of brackets and quotes.
///
/// ```
/// use rejudge_names::arguments;
/// assert_eq!(arguments("a=1, b=c(d=2, e=3)"), ["a=1", " b=c(d=2, e=3)"]);
/// assert_eq!(arguments("team='A, B', by=O'Neill, x"), ["team='A, B'", " by=O'Neill", " x"]);
/// ```
pub fn arguments(text: &str) -> Vec<&str> {
    let mut rest = 0;
    let mut parts = Vec::new();
    for comma in Scan::default().commas(text).into_iter().chain([text.len()]) {
        parts.push(&text[rest..comma]);
        rest = comma + 1;
    }
    parts
}

/// An argument as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument<'a> {
    /// Its name.
    pub key: &'a str,
    /// Its value as typed.
    pub typed: &'a str,
    /// The text of a value in quotes.
    pub unquoted: Option<String>,
}

impl Argument<'_> {
    /// Returns the value, without quotes.
    pub fn text(&self) -> &str {
        self.unquoted.as_deref().unwrap_or(self.typed)
    }

    /// Returns the items of a value that is a list, `[a, 'b, c']`, without quotes; `None` if it is not a list.
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

/// Reads a name and its arguments, `name(key=value, ..)`; these are `None` without brackets.
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
/// If a bracket or a quote is not closed, a part is not `key=value`, or a key is a duplicate.
pub fn read_call(text: &str) -> Result<(&str, Option<Vec<Argument<'_>>>), String> {
    let wrong = |part: &str, expected| format!("found `{part}`, expected {expected}");
    let Some((name, rest)) = text.split_once('(') else { return Ok((text.trim(), None)) };
    let inner = rest.trim_end().strip_suffix(')').filter(|inner| is_balanced(inner));
    let inner =
        inner.ok_or_else(|| wrong(text, "`name(key=value, ..)` with every bracket and quote closed"))?;
    let mut read: Vec<Argument<'_>> = Vec::new();
    for part in arguments(inner).into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        let (key, typed) = part.split_once('=').ok_or_else(|| wrong(part, "`key=value`"))?;
        let (key, typed, unquoted) = (key.trim(), typed.trim(), unquoted(typed.trim()));
        if unquoted.is_none() && typed.starts_with(['\'', '"']) {
            return Err(wrong(typed, "a value that is in quotes as a whole"));
        }
        if read.iter().any(|known| known.key == key) {
            return Err(format!("duplicate key `{key}`"));
        }
        read.push(Argument { key, typed, unquoted });
    }
    Ok((name.trim(), Some(read)))
}

/// Returns a value as it is written among arguments: in double quotes if it would be read as something else
/// without them.
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

/// Returns true if every bracket and quote is closed.
fn is_balanced(text: &str) -> bool {
    let mut scan = Scan::default();
    scan.commas(text);
    scan.depth == 0 && !scan.overclosed && scan.quote.is_none()
}

/// Returns true if a text among arguments is read as itself.
fn is_plain(text: &str) -> bool {
    let is_empty = matches!(text, "" | "~" | "null");
    is_balanced(text)
        && arguments(text).len() == 1
        && !is_empty
        && text.trim() == text
        && !text.starts_with(['[', '{', '\'', '"'])
        && !text.contains(is_escaped)
}

/// Returns true if YAML has the character only as an escape.
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
                write!(out, "\\u{:04x}", u32::from(c)).expect("a string takes all that is written");
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// Returns the text between quotes: in single ones `''` is one, in double ones `\"`, `\\`, `\n`, `\t` and
/// `\u00e9` are escapes. Returns `None` if the text is not in quotes from its first to its last character.
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
                    char::from_u32(u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4)?)?
                }
                _ => return None,
            }),
            _ => out.push(c),
        }
    }
    Some(out)
}
