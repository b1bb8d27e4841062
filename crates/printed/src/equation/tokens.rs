//! The words of an equation, each with its place.

use super::Mistake;
use crate::printed_decimal::PrintedDecimal;

/// Most characters of an equation, which keeps the tree of its formulas shallow.
const MOST_CHARACTERS: usize = 1000;

/// A word of an equation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A number, as written and read; whether it counts hundredths.
    Number(String, PrintedDecimal, bool),
    /// A printed text in quotes.
    Text(String),
    /// A name, or a word of the grammar.
    Word(String),
    /// An operator, a comparison, a comma or a parenthesis.
    Sign(&'static str),
}

/// The longer ones first, so that `<=` is not read as `<`.
const SIGNS: [&str; 13] = ["<=", ">=", "=", "<", ">", "+", "-", "*", "/", "^", "(", ")", ","];

/// Cuts an equation; each token has the number of characters before it.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, Mistake> {
    if text.chars().count() > MOST_CHARACTERS {
        return Err(Mistake::at(0, format!("an equation has up to {MOST_CHARACTERS} characters")));
    }
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let at = text.chars().count() - rest.chars().count();
        let (token, length) = token(rest, first).map_err(|message| Mistake::at(at, message))?;
        tokens.push((at, token));
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// The token that `rest` begins with, and its length in bytes.
fn token(rest: &str, first: char) -> Result<(Token, usize), String> {
    if matches!(first, '"' | '\'') {
        let inside = rest[1..].split_once(first).map(|(inside, _)| inside);
        let inside = inside.ok_or_else(|| format!("a text that begins with {first} ends with it"))?;
        return Ok((Token::Text(inside.to_owned()), inside.len() + 2));
    }
    if first.is_ascii_digit() || first == '.' {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number = PrintedDecimal::parse(&rest[..end]);
        let number = number.ok_or_else(|| format!("`{}` is no number", &rest[..end]))?;
        let percent = rest[end..].starts_with('%');
        let end = end + usize::from(percent);
        return Ok((Token::Number(rest[..end].to_owned(), number, percent), end));
    }
    if first.is_alphabetic() {
        let end = end_of_name(rest);
        return Ok((Token::Word(rest[..end].to_owned()), end));
    }
    let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
    let sign = sign.ok_or_else(|| format!("`{first}` belongs to no equation"))?;
    Ok((Token::Sign(sign), sign.len()))
}

/// Where the name ends: a hyphen belongs to it before a letter, so that `false-alarms` is one and `n-1` none.
fn end_of_name(rest: &str) -> usize {
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let joins = c == '-' && chars.peek().is_some_and(|(_, next)| next.is_alphabetic());
        if !(c.is_alphanumeric() || c == '_' || joins) {
            return at;
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_numbers_texts_and_signs() {
        let cut = |text| -> Vec<(usize, Token)> { tokens(text).unwrap_or_else(|e| panic!("{}", e.message)) };
        let word = |text: &str| Token::Word(text.to_owned());
        let number = |text: &str, units, digits, percent| {
            Token::Number(text.to_owned(), PrintedDecimal { units, digits }, percent)
        };
        assert_eq!(
            cut("false-alarms <= n-1"),
            [
                (0, word("false-alarms")),
                (13, Token::Sign("<=")),
                (16, word("n")),
                (17, Token::Sign("-")),
                (18, number("1", 1, 0, false)),
            ]
        );
        assert_eq!(
            cut("β is \"6↓8\" or 66.7%"),
            [
                (0, word("β")),
                (2, word("is")),
                (5, Token::Text("6↓8".to_owned())),
                (11, word("or")),
                (14, number("66.7%", 667, 1, true)),
            ]
        );
    }

    #[test]
    fn anything_else_is_told_with_its_place() {
        for (text, at, message) in [
            ("a = 1.2.3", 4, "`1.2.3` is no number"),
            ("a is \"b", 5, "a text that begins with \" ends with it"),
            ("a ≤ b", 2, "`≤` belongs to no equation"),
            (&"1+".repeat(600), 0, "up to 1000 characters"),
        ] {
            let mistake = tokens(text).expect_err(text);
            assert_eq!(mistake.at, at, "{text}");
            assert!(mistake.message.contains(message), "{text}: {}", mistake.message);
        }
    }
}
