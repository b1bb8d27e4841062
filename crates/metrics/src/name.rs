//! Reads and prints the names of measures, in the notation of ir-measures.
//!
//! ```text
//! name      = family [prime] ["(" parameter {"," parameter} ")"] ["@" cutoff]   a rank or recall level
//! family    = letter {letter | digit | "_" | "-" | "+" | "#"}
//! prime     = "'" | "′"                 condensed list, the same as judged_only=True
//! parameter = word "=" value            spaces around the three are ignored
//! value     = decimal | word | "'" text "'" | '"' text '"' | map
//! map       = "{" level ":" decimal {"," level ":" decimal} "}"
//! ```
//! A synonym, or a title of more than one word, is first replaced by our name.

use std::fmt;
use std::str::FromStr;

use crate::levels::Decimal;
use crate::metric::{Metric, Value};
use crate::name_error::NameError;
use crate::name_reader::Reader;
use crate::registry::{Cutoff, Parameter};
use crate::synonyms;

impl FromStr for Metric {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        let translated = synonyms::translate(name);
        let parsed = Reader::new(&translated).metric();
        parsed.map_err(|(offset, message)| {
            // The offset is a place in our name. It means nothing in the synonym that was typed.
            let offset = if translated == name { offset } else { 0 };
            let answer = || Some(format!("`{name}` {}", synonyms::answer(name)?));
            let (offset, message) = match synonyms::incomplete(name).or_else(answer) {
                Some(better_message) => (0, better_message),
                None => (offset, message),
            };
            NameError { name: name.to_owned(), offset, message }
        })
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = self.family.entry();
        f.write_str(entry.name)?;
        if self.condensed {
            f.write_str("'")?;
        }
        let mut assignments = Vec::new();
        let after_the_at = usize::from(entry.cutoff == Cutoff::Recall);
        for (parameter, value) in entry.parameters.iter().zip(&self.values).skip(after_the_at) {
            if let Some(value) = value.as_ref().filter(|value| !is_default(parameter, value)) {
                assignments.push(format!("{}={value}", parameter.name));
            }
        }
        assignments.extend(self.gains.as_ref().map(|gains| format!("gains={gains}")));
        assignments.extend(self.rel.map(|rel| format!("rel={rel}")));
        if !assignments.is_empty() {
            write!(f, "({})", assignments.join(", "))?;
        }
        match (entry.cutoff, &self.values[..]) {
            (Cutoff::Recall, [Some(recall), ..]) => write!(f, "@{recall}"),
            _ => self.cutoff.map_or(Ok(()), |cutoff| write!(f, "@{cutoff}")),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decimal(decimal) => decimal.fmt(f),
            Self::Word(word) => write!(f, "'{word}'"),
            Self::ByLevel(map) => map.fmt(f),
            Self::Decimals(decimals) => write!(f, "'{}'", with_commas(decimals)),
        }
    }
}

/// Joins the texts of `decimals` with commas.
fn with_commas(decimals: &[Decimal]) -> String {
    decimals.iter().map(Decimal::text).collect::<Vec<_>>().join(",")
}

fn is_default(parameter: &Parameter, value: &Value) -> bool {
    parameter.default.is_some_and(|default| match value {
        Value::Decimal(decimal) => decimal.text() == default,
        Value::Word(word) => *word == default,
        Value::ByLevel(map) => map.to_string() == default,
        Value::Decimals(decimals) => with_commas(decimals) == default,
    })
}
