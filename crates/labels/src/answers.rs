//! What an assessor may say of an item, and the score of each answer.

use crate::error::{Fault, SchemeError, listed};
use crate::ratio::{LARGEST, Ratio};
use crate::rules::{self, Criterion, Rule};

/// Most combinations of values of all criteria.
pub(crate) const MOST_ANSWERS: usize = 10_000;

/// Names of the columns that every table of labels has.
const RESERVED: [&str; 3] = ["topic", "docid", "assessor"];

/// How an assessor's answer becomes a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// A label, in the column `label`, has a score.
    Labels(Vec<(String, Ratio)>),
    /// Values of several criteria, each in its own column, have the score of the first rule that matches.
    Rules {
        /// The criteria.
        criteria: Vec<Criterion>,
        /// The rules, in order; every combination of values must match one.
        rules: Vec<Rule>,
    },
}

/// A column of the table of labels, and what may stand in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What may stand in it.
    pub values: Vec<String>,
}

/// A value that the scheme does not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{column} `{}` is none of {}", found.escape_debug(), listed(known))]
pub struct UnknownLabel {
    /// The column.
    pub column: String,
    /// What stands in it.
    pub found: String,
    /// What may stand in it.
    pub known: Vec<String>,
}

impl Column {
    /// The number of a value.
    pub(crate) fn value(&self, text: &str) -> Result<usize, UnknownLabel> {
        self.values.iter().position(|value| value == text).ok_or_else(|| UnknownLabel {
            column: self.name.clone(),
            found: text.to_owned(),
            known: self.values.clone(),
        })
    }
}

/// An answer of an assessor, as a number within its scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answer(u16);

/// All answers, with their scores.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    pub columns: Vec<Column>,
    scores: Vec<Ratio>,
    /// Whether an answer is one label.
    pub labels: bool,
}

impl Answers {
    pub fn new(scoring: &Scoring) -> Result<Self, SchemeError> {
        let answers = match scoring {
            Scoring::Labels(labels) => {
                let values = labels.iter().map(|(label, _)| label.clone()).collect();
                names("labels", labels.iter().map(|(label, _)| label))?;
                let columns = vec![Column { name: "label".to_owned(), values }];
                let scores: Vec<Ratio> = labels.iter().map(|&(_, score)| score).collect();
                if scores.len() > MOST_ANSWERS {
                    return Err(SchemeError::at(["labels"], Fault::TooManyAnswers { most: MOST_ANSWERS }));
                }
                Self { columns, scores, labels: true }
            }
            Scoring::Rules { criteria, rules } => {
                names("criteria", criteria.iter().map(|criterion| &criterion.name))?;
                for criterion in criteria {
                    let part = |fault| SchemeError::at(["criteria", &criterion.name], fault);
                    if RESERVED.contains(&criterion.name.as_str()) {
                        return Err(part(Fault::Reserved { name: criterion.name.clone() }));
                    }
                    names("criteria", &criterion.values).map_err(|error| part(*error.fault))?;
                }
                let columns: Vec<Column> = criteria
                    .iter()
                    .map(|Criterion { name, values }| Column { name: name.clone(), values: values.clone() })
                    .collect();
                let product =
                    columns.iter().try_fold(1_usize, |n, column| n.checked_mul(column.values.len()));
                let Some(combinations) = product.filter(|&n| n <= MOST_ANSWERS) else {
                    return Err(SchemeError::at(["criteria"], Fault::TooManyAnswers { most: MOST_ANSWERS }));
                };
                let scores = rules::scores(&columns, rules, combinations)?;
                Self { columns, scores, labels: false }
            }
        };
        let part = if answers.labels { "labels" } else { "rules" };
        let mut common = 1;
        for score in &answers.scores {
            common = num_integer::lcm(common, *score.denom());
            if common > LARGEST {
                return Err(SchemeError::at([part], Fault::Denominator));
            }
        }
        Ok(answers)
    }

    /// The answer that the values of all columns make.
    pub fn answer(&self, texts: &[&str]) -> Result<Answer, (usize, UnknownLabel)> {
        assert_eq!(texts.len(), self.columns.len(), "a value for every column");
        let mut number = 0;
        for (at, (column, text)) in self.columns.iter().zip(texts).enumerate() {
            number = number * column.values.len() + column.value(text).map_err(|error| (at, error))?;
        }
        Ok(Answer(number as u16))
    }

    pub fn score(&self, answer: Answer) -> Ratio {
        self.scores[usize::from(answer.0)]
    }

    pub fn all(&self) -> impl Iterator<Item = Answer> {
        (0..self.scores.len() as u16).map(Answer)
    }

    /// One answer for each score.
    pub fn by_score(&self) -> Vec<Answer> {
        let mut answers: Vec<Answer> = self.all().collect();
        answers.sort_by_key(|&answer| self.score(answer));
        answers.dedup_by_key(|answer| self.score(*answer));
        answers
    }

    pub fn highest(&self) -> Ratio {
        self.all().map(|answer| self.score(answer)).max().unwrap_or(Ratio::ZERO)
    }

    /// The label of an answer of one column.
    pub fn label(&self, answer: Answer) -> &str {
        &self.columns[0].values[usize::from(answer.0)]
    }
}

/// Names that can be told apart and can stand in a field of a table.
fn names<'a>(part: &str, names: impl IntoIterator<Item = &'a String>) -> Result<(), SchemeError> {
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        let wrong = |fault| Err(SchemeError::at([part, name], fault));
        if name.is_empty() || name.trim() != name || name.contains(['\t', '\n', '\r']) {
            return wrong(Fault::Name { name: name.clone() });
        }
        if !seen.insert(name) {
            return wrong(Fault::Repeated { name: name.clone() });
        }
    }
    if seen.is_empty() { Err(SchemeError::at([part], Fault::Nothing)) } else { Ok(()) }
}
