//! Equations between printed numbers, written as a paper writes them: `change = (after - before) / before`.
//!
//! A name stands for a printed cell or a list of them, a number for itself. `=` and its like allow for
//! rounding: a printed number stands for all numbers that round to it, and the equation holds when it holds
//! of some of them. `is` and its like take the digits as they are printed. docs/relations.md says it to
//! those who write equations.

mod functions;
mod holds;
mod means;
mod names;
mod number;
mod parts;
mod syntax;
mod tokens;
mod tree;

use std::collections::BTreeSet;

use super::exact::{Interval, Ratio};
use rejudge_names::nearest;
use rejudge_spec::yaml::{Spanned, YamlError};

pub(super) use names::{Names, Operand};

/// Words that name nothing, since comparisons are made of them.
const RESERVED: [&str; 9] = ["is", "or", "to", "one", "of", "above", "below", "at", "not"];

/// An equation, or a chain of them, one of which holds.
#[derive(Debug)]
pub(super) struct Equation {
    text: Spanned<String>,
    statement: tree::Statement,
}

/// A formula that has a name.
#[derive(Debug)]
pub(super) struct Definition {
    name: String,
    formula: tree::Formula,
}

/// What is wrong with the text of an equation, after so many characters.
#[derive(Debug)]
struct Mistake {
    at: usize,
    message: String,
    help: Option<String>,
}

impl Mistake {
    fn at(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: None }
    }

    fn suggesting(mut self, name: Option<&str>) -> Self {
        self.help = name.map(|name| format!("did you mean `{name}`?"));
        self
    }

    /// The same, at its line and column.
    fn placed(self, text: &Spanned<String>) -> YamlError {
        let mut error = text.error(self.message);
        error.help = self.help;
        if let Some(at) = &mut error.at {
            // Text that is folded or escaped is not found: the error is at its beginning then.
            let line = at.source.text.lines().nth(at.line - 1).unwrap_or_default();
            let line: String = line.chars().skip(at.column - 1).collect();
            let quoted = usize::from(line.starts_with(['"', '\'']));
            if line.chars().skip(quoted).collect::<String>().starts_with(text.value.as_str()) {
                at.column += quoted + self.at;
            }
        }
        error
    }
}

impl Equation {
    /// Reads an equation whose names are among `known`.
    pub(super) fn read(text: &Spanned<String>, known: &[&str]) -> Result<Self, YamlError> {
        let statement = syntax::statement(&text.value).map_err(|mistake| mistake.placed(text))?;
        all_known(&statement.names(), known).map_err(|mistake| mistake.placed(text))?;
        Ok(Self { text: text.clone(), statement })
    }

    /// Its text and place.
    pub(super) fn text(&self) -> &Spanned<String> {
        &self.text
    }

    /// The names in it.
    pub(super) fn names(&self) -> BTreeSet<&str> {
        self.statement.names().into_iter().map(|name| name.text.as_str()).collect()
    }

    /// Whether it is one `=` with the name `name` alone on a side.
    pub(super) fn works_out(&self, name: &str) -> bool {
        let is_alone = |side: &tree::Formula| matches!(side, tree::Formula::Name(n) if n.text == name);
        let [tree::Chain { first, rest }] = self.statement.any.as_slice() else { return false };
        let [(comparison, second)] = rest.as_slice() else { return false };
        comparison.order == tree::Order::Equal && (is_alone(first) != is_alone(second))
    }
}

impl Definition {
    /// Reads a formula whose names are among `known`.
    pub(super) fn read(name: &str, text: &Spanned<String>, known: &[&str]) -> Result<Self, YamlError> {
        let formula = syntax::formula(&text.value).map_err(|mistake| mistake.placed(text))?;
        all_known(&formula.names(), known).map_err(|mistake| mistake.placed(text))?;
        Ok(Self { name: name.to_owned(), formula })
    }

    /// The names in it.
    pub(super) fn names(&self) -> BTreeSet<&str> {
        self.formula.names().into_iter().map(|name| name.text.as_str()).collect()
    }
}

fn all_known(names: &[&tree::Name], known: &[&str]) -> Result<(), Mistake> {
    let Some(name) = names.iter().find(|name| !known.contains(&name.text.as_str())) else {
        return Ok(());
    };
    let mistake = Mistake::at(name.at, format!("nothing is named `{}` here", name.text));
    let parts: Vec<&str> = name.text.split('-').collect();
    if parts.len() > 1 && parts.iter().all(|part| known.contains(part)) {
        let help = format!("a minus has blanks around it: `{}`", parts.join(" - "));
        return Err(Mistake { help: Some(help), ..mistake });
    }
    Err(mistake.suggesting(nearest(&name.text, known.iter().copied())))
}

/// Whether `name` may stand for something in an equation; an error says why not.
pub(super) fn is_name(name: &Spanned<String>) -> Result<(), YamlError> {
    let is_word = |token: &[(usize, tokens::Token)]| matches!(token, [(_, tokens::Token::Word(_))]);
    if RESERVED.contains(&name.value.as_str()) {
        return Err(name.error(format!("`{}` is a word of the equations, and so no name", name.value)));
    }
    match tokens::tokens(&name.value) {
        Ok(tokens) if is_word(&tokens) => Ok(()),
        _ => Err(name.error(format!(
            "`{}` is no name: a letter, then letters, digits, `_`, and `-` before a letter",
            name.value
        ))),
    }
}

/// An interval for people.
fn shown(of: Interval) -> String {
    let [low, high] = [of.low, of.high].map(shown_number);
    if low == high { low } else { format!("{low} to {high}") }
}

/// A number with up to four digits behind the point.
fn shown_number(number: Ratio) -> String {
    match number.floor() == number.ceil() {
        true => number.to_string(),
        false => number.shown(4).trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page for those who write equations names every function and part.
    #[test]
    fn every_function_is_said_in_the_documentation() {
        let page = include_str!("../../../../docs/relations.md");
        for name in functions::names().chain(parts::names()) {
            assert!(
                page.contains(&format!("`{name}(")) || page.contains(&format!("= one of {name}(")),
                "{name}"
            );
        }
    }

    #[test]
    fn no_two_functions_have_one_name() {
        let names: Vec<&str> = functions::names().chain(parts::names()).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert!(names.iter().all(|name| !RESERVED.contains(name)));
    }
}
