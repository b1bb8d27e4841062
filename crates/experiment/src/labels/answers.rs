//! The possible answers of an assessor, each with its score. An answer is a label, or a combination of values
//! of several criteria. Rules give the score of a combination.

use rejudge_names::Mistyped;

use crate::spec::Named;
use crate::spec::yaml::{OneOrMany, Shaped, Spanned, YamlError};

use crate::labels::definition::{Bound, Condition, Rule};
use crate::labels::number::{MAX_NUMBER, Number, Ratio, exact_number};

/// The largest number of possible answers, for example combinations of the criteria's values.
const MAX_ANSWERS: usize = 10_000;

/// A column of a table of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The column's name.
    pub name: String,
    /// The valid values.
    pub values: Vec<String>,
}

impl Column {
    /// Returns the index of a value.
    fn value(&self, text: &str) -> Result<usize, Mistyped> {
        let place = self.values.iter().position(|value| value == text);
        place.ok_or_else(|| {
            let values: Vec<&str> = self.values.iter().map(String::as_str).collect();
            Mistyped::unknown(&self.name, text, &values)
        })
    }

    /// Returns true for each value that meets the condition of a rule. `name` is the criterion's name in the rule.
    fn values_meeting(&self, name: &Spanned<String>, condition: &Condition) -> Result<Vec<bool>, YamlError> {
        let accepted = match condition {
            Shaped::Map(bound) => {
                let number = |value: &String| {
                    exact_number(value).map_err(|_| {
                        let (column, value) = (&self.name, value.escape_debug());
                        name.error(format!(
                            "`{column}` cannot be compared: its value `{value}` is not a number"
                        ))
                    })
                };
                let numbers = self.values.iter().map(number).collect::<Result<Vec<Ratio>, _>>()?;
                let holds = |number: &Ratio| match bound {
                    Bound::AtLeast(Number(least)) => number >= least,
                    Bound::AtMost(Number(most)) => number <= most,
                };
                return Ok(numbers.iter().map(holds).collect());
            }
            Shaped::List(several) => several.as_slice(),
            Shaped::Scalar(one) => std::slice::from_ref(one),
        };
        let mut holds = vec![false; self.values.len()];
        for value in accepted {
            holds[self.value(&value.value).map_err(|unknown| value.mistyped(unknown))?] = true;
        }
        Ok(holds)
    }
}

/// An answer of an assessor, as an index into the answers of a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answer(u16);

/// All possible answers, with their scores.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    pub columns: Vec<Column>,
    scores: Vec<Ratio>,
    /// True if an answer is a label, and not values of criteria.
    pub are_labels: bool,
}

impl Answers {
    /// Creates the answers of assessors who give labels.
    pub fn of_labels(labels: &Spanned<Named<Number>>) -> Result<Self, YamlError> {
        let Named(entries) = &labels.value;
        check_names(entries.iter().map(|(name, _)| name), labels)?;
        if entries.len() > MAX_ANSWERS {
            return Err(too_many(labels));
        }
        let values = entries.iter().map(|(name, _)| name.value.clone()).collect();
        let columns = vec![Column { name: "label".to_owned(), values }];
        let scores = entries.iter().map(|(_, Number(score))| *score).collect();
        Self { columns, scores, are_labels: true }.refuse_large_denominator(labels)
    }

    /// Creates the answers of assessors who answer by criteria. The score comes from the first rule that matches.
    pub(crate) fn of_rules(
        criteria: &Spanned<Named<Spanned<OneOrMany<String>>>>,
        rules: &Spanned<Vec<Spanned<Rule>>>,
    ) -> Result<Self, YamlError> {
        let Named(entries) = &criteria.value;
        check_names(entries.iter().map(|(name, _)| name), criteria)?;
        let mut columns = Vec::new();
        for (name, values) in entries {
            let value = |text: &String| Spanned { value: text.clone(), at: values.at.clone() };
            check_names(values.value.0.iter().map(value).collect::<Vec<_>>().iter(), values)?;
            columns.push(Column { name: name.value.clone(), values: values.value.0.clone() });
        }
        let product =
            columns.iter().try_fold(1_usize, |product, column| product.checked_mul(column.values.len()));
        let combinations =
            product.filter(|&product| product <= MAX_ANSWERS).ok_or_else(|| too_many(criteria))?;

        // For each rule, criterion and value: true if the rule allows the value.
        let mut allowed = Vec::new();
        for rule in &rules.value {
            let mut allowed_by_rule: Vec<Vec<bool>> =
                columns.iter().map(|column| vec![true; column.values.len()]).collect();
            for (name, condition) in &rule.value.when.0 {
                let Some(column) = columns.iter().position(|column| column.name == name.value) else {
                    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
                    return Err(name.mistyped(Mistyped::unknown("criterion", &name.value, &names)));
                };
                let meeting = columns[column].values_meeting(name, condition)?;
                for (allowed, meets) in allowed_by_rule[column].iter_mut().zip(meeting) {
                    *allowed &= meets;
                }
            }
            allowed.push(allowed_by_rule);
        }
        let mut values = vec![0; columns.len()];
        let mut scores = Vec::with_capacity(combinations);
        for combination in 0..combinations {
            // The last criterion changes fastest.
            let mut rest = combination;
            for (value, column) in values.iter_mut().zip(&columns).rev() {
                *value = rest % column.values.len();
                rest /= column.values.len();
            }
            let matches =
                |rule: &Vec<Vec<bool>>| rule.iter().zip(&values).all(|(allowed, &value)| allowed[value]);
            let Some(rule) = allowed.iter().position(matches) else {
                let answer = columns.iter().zip(&values);
                let answer =
                    answer.map(|(column, &value)| format!("{} {}", column.name, column.values[value]));
                let answer = answer.collect::<Vec<_>>().join(", ");
                return Err(rules.error(format!("no rule matches {answer}")));
            };
            scores.push(rules.value[rule].value.score.0);
        }
        Self { columns, scores, are_labels: false }.refuse_large_denominator(rules)
    }

    fn refuse_large_denominator<T>(self, part: &Spanned<T>) -> Result<Self, YamlError> {
        let mut common = 1;
        for score in &self.scores {
            common = num_integer::lcm(common, *score.denom());
            if common > MAX_NUMBER {
                return Err(part.error("the common denominator of the scores is above 10000"));
            }
        }
        Ok(self)
    }

    /// Returns the answer with these values of all columns.
    ///
    /// # Errors
    /// If a value is unknown. The error contains the index of its column.
    pub fn answer(&self, texts: &[&str]) -> Result<Answer, (usize, Mistyped)> {
        assert_eq!(texts.len(), self.columns.len(), "there is a text for every column");
        let mut number = 0;
        for (index, (column, text)) in self.columns.iter().zip(texts).enumerate() {
            number = number * column.values.len() + column.value(text).map_err(|error| (index, error))?;
        }
        Ok(Answer(number as u16))
    }

    pub fn score(&self, answer: Answer) -> Ratio {
        self.scores[usize::from(answer.0)]
    }

    pub fn iter(&self) -> impl Iterator<Item = Answer> {
        (0..self.scores.len() as u16).map(Answer)
    }

    /// Returns one answer for each score, in ascending order of scores.
    pub fn by_score(&self) -> Vec<Answer> {
        let mut answers: Vec<Answer> = self.iter().collect();
        answers.sort_by_key(|&answer| self.score(answer));
        answers.dedup_by_key(|answer| self.score(*answer));
        answers
    }

    /// Returns the label of an answer. The answers of the scheme must be labels.
    pub fn label(&self, answer: Answer) -> &str {
        &self.columns[0].values[usize::from(answer.0)]
    }
}

fn too_many<T>(part: &Spanned<T>) -> YamlError {
    part.error(format!("an assessor could give more than {MAX_ANSWERS} different answers"))
}

/// Checks that there is at least one name, and that names are distinct and can be fields of a table. `part` is
/// the part of the scheme that lists the names.
fn check_names<'a, T>(
    names: impl Iterator<Item = &'a Spanned<String>>,
    part: &Spanned<T>,
) -> Result<(), YamlError> {
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        let (text, escaped) = (&name.value, name.value.escape_debug());
        if text.is_empty() || text.trim() != text || text.contains(['\t', '\n', '\r']) {
            let reason = "it is empty, begins or ends with a blank, or contains a tab or a line break";
            return Err(name.error(format!("`{escaped}` cannot be a field of a table: {reason}")));
        }
        if !seen.insert(text) {
            return Err(name.error(format!("duplicate `{escaped}`")));
        }
    }
    if seen.is_empty() { Err(part.error("found nothing, expected at least one entry")) } else { Ok(()) }
}
