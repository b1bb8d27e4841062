//! Rules over several criteria: the first one that matches gives the assessor's score.
//!
//! This is how the STC tasks of NTCIR-12 to -14 made a score of judgments such as *fluent* and
//! *coherent* (survey, section 4.9).

use crate::answers::Column;
use crate::error::{Fault, SchemeError};
use crate::ratio::{Ratio, exact_number};

/// Something that an assessor judges, apart from other things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criterion {
    /// Its name, the column of the table of labels.
    pub name: String,
    /// The values that an assessor may give.
    pub values: Vec<String>,
}

/// What a rule asks of a criterion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// One of these values.
    OneOf(Vec<String>),
    /// A number that is at least this one.
    AtLeast(Ratio),
    /// A number that is at most this one.
    AtMost(Ratio),
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// All of them must hold; no condition: the rule matches everything.
    pub when: Vec<(String, Condition)>,
    /// The score.
    pub score: Ratio,
}

/// For each criterion and value whether a rule allows it.
struct Allowed(Vec<Vec<bool>>);

impl Allowed {
    fn new(number: usize, rule: &Rule, columns: &[Column]) -> Result<Self, SchemeError> {
        let mut allowed: Vec<Vec<bool>> =
            columns.iter().map(|column| vec![true; column.values.len()]).collect();
        for (name, condition) in &rule.when {
            let part = |fault| SchemeError::at(["rules", &number.to_string(), "when", name], fault);
            let Some(at) = columns.iter().position(|column| column.name == *name) else {
                let known = columns.iter().map(|column| column.name.clone()).collect();
                return Err(part(Fault::UnknownCriterion { found: name.clone(), known }));
            };
            let column = &columns[at];
            let holds = matching(column, condition).map_err(part)?;
            if !holds.contains(&true) {
                return Err(part(Fault::NeverHolds { criterion: name.clone() }));
            }
            allowed[at].iter_mut().zip(holds).for_each(|(allowed, holds)| *allowed &= holds);
        }
        Ok(Self(allowed))
    }

    fn matches(&self, values: &[usize]) -> bool {
        self.0.iter().zip(values).all(|(allowed, &value)| allowed[value])
    }
}

fn matching(column: &Column, condition: &Condition) -> Result<Vec<bool>, Fault> {
    match condition {
        Condition::OneOf(values) => {
            for value in values {
                column.value(value).map_err(Fault::UnknownValue)?;
            }
            Ok(column.values.iter().map(|value| values.contains(value)).collect())
        }
        Condition::AtLeast(bound) => compared(column, |number| number >= *bound),
        Condition::AtMost(bound) => compared(column, |number| number <= *bound),
    }
}

fn compared(column: &Column, holds: impl Fn(Ratio) -> bool) -> Result<Vec<bool>, Fault> {
    let holds = |value: &String| match exact_number(value) {
        Ok(number) => Ok(holds(number)),
        Err(_) => Err(Fault::NotNumeric { criterion: column.name.clone(), value: value.clone() }),
    };
    column.values.iter().map(holds).collect()
}

/// The score of every combination of values, the last criterion fastest.
pub(crate) fn scores(
    columns: &[Column],
    rules: &[Rule],
    combinations: usize,
) -> Result<Vec<Ratio>, SchemeError> {
    let allowed: Vec<Allowed> = rules
        .iter()
        .enumerate()
        .map(|(number, rule)| Allowed::new(number, rule, columns))
        .collect::<Result<_, _>>()?;
    let mut used = vec![false; rules.len()];
    let mut values = vec![0; columns.len()];
    let mut scores = Vec::with_capacity(combinations);
    for combination in 0..combinations {
        let mut rest = combination;
        for (value, column) in values.iter_mut().zip(columns).rev() {
            *value = rest % column.values.len();
            rest /= column.values.len();
        }
        let Some(rule) = allowed.iter().position(|allowed| allowed.matches(&values)) else {
            let shown =
                columns.iter().zip(&values).map(|(c, &value)| format!("{} {}", c.name, c.values[value]));
            let answer = shown.collect::<Vec<_>>().join(", ");
            return Err(SchemeError::at(["rules"], Fault::NoRule { answer }));
        };
        used[rule] = true;
        scores.push(rules[rule].score);
    }
    match used.iter().position(|used| !used) {
        Some(idle) => Err(SchemeError::at(["rules", &idle.to_string()], Fault::IdleRule)),
        None => Ok(scores),
    }
}
