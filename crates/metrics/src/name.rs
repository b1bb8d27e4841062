//! The names of measures: ir-measures notation, read and printed.
//!
//! ```text
//! name      = family [prime] ["(" parameter {"," parameter} ")"] ["@" cutoff]   a rank or recall level
//! family    = letter {letter | digit | "_" | "-" | "+" | "#"}
//! prime     = "'" | "′"                 condensed list, the same as judged_only=True
//! parameter = word "=" value            spaces around the three are ignored
//! value     = decimal | word | "'" word "'" | '"' word '"' | gains
//! gains     = "{" level ":" decimal {"," level ":" decimal} "}"
//! ```
//! A synonym is read as the name that it abbreviates, and so is the title of a measure.

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
            // Errors in a synonym are found in its translation, whose offsets differ from those of the synonym.
            let offset = if translated == name { offset } else { 0 };
            let of_papers = || Some(format!("`{name}` {}", synonyms::answer(name)?));
            let other = synonyms::incomplete(name).or_else(of_papers).map(|message| (0, message));
            let (offset, message) = other.unwrap_or((offset, message));
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
        let mut given = Vec::new();
        let in_parentheses = usize::from(entry.cutoff == Cutoff::Recall);
        for (parameter, value) in entry.parameters.iter().zip(&self.values).skip(in_parentheses) {
            if let Some(value) = value.as_ref().filter(|value| !is_default(parameter, value)) {
                given.push(format!("{}={value}", parameter.name));
            }
        }
        given.extend(self.gains.as_ref().map(|gains| format!("gains={gains}")));
        given.extend(self.rel.map(|rel| format!("rel={rel}")));
        if !given.is_empty() {
            write!(f, "({})", given.join(", "))?;
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

/// Returns the texts of `decimals` with commas between them.
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
