//! All that an assessor may answer, and the score of each answer: a map of labels, or a table of rules over
//! several criteria.

use rejudge_names::Mistyped;

use crate::spec::Named;
use crate::spec::yaml::{OneOrMany, Shaped, Spanned, YamlError};

use crate::labels::definition::{Bound, Condition, Rule};
use crate::labels::number::{LARGEST, Number, Ratio, exact_number};

/// Most combinations of values of all criteria.
const MOST_ANSWERS: usize = 10_000;

/// A column of the table of labels, with its valid values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The valid values.
    pub values: Vec<String>,
}

impl Column {
    /// Returns the number of a value.
    fn value(&self, text: &str) -> Result<usize, Mistyped> {
        let place = self.values.iter().position(|value| value == text);
        place.ok_or_else(|| {
            let known: Vec<&str> = self.values.iter().map(String::as_str).collect();
            Mistyped::unknown(&self.name, text, &known)
        })
    }

    /// Returns, for each value, true if it meets the condition of a rule; `name` is the criterion as the rule has it.
    fn meeting(&self, name: &Spanned<String>, condition: &Condition) -> Result<Vec<bool>, YamlError> {
        let wanted = match condition {
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
        for value in wanted {
            holds[self.value(&value.value).map_err(|unknown| value.mistyped(unknown))?] = true;
        }
        Ok(holds)
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
    /// True if an answer is one label.
    pub are_labels: bool,
}

impl Answers {
    /// Creates the answers of assessors who give a label, which has a score.
    pub fn of_labels(labels: &Spanned<Named<Number>>) -> Result<Self, YamlError> {
        let Named(entries) = &labels.value;
        names(entries.iter().map(|(name, _)| name), labels)?;
        if entries.len() > MOST_ANSWERS {
            return Err(too_many(labels));
        }
        let values = entries.iter().map(|(name, _)| name.value.clone()).collect();
        let columns = vec![Column { name: "label".to_owned(), values }];
        let scores = entries.iter().map(|(_, Number(score))| *score).collect();
        Self { columns, scores, are_labels: true }.with_common_denominator(labels)
    }

    /// Creates the answers of assessors who answer by criteria; the first rule that matches has the score.
    pub(crate) fn of_rules(
        criteria: &Spanned<Named<Spanned<OneOrMany<String>>>>,
        rules: &Spanned<Vec<Spanned<Rule>>>,
    ) -> Result<Self, YamlError> {
        let Named(entries) = &criteria.value;
        names(entries.iter().map(|(name, _)| name), criteria)?;
        let mut columns = Vec::new();
        for (name, values) in entries {
            let value = |text: &String| Spanned { value: text.clone(), at: values.at.clone() };
            names(values.value.0.iter().map(value).collect::<Vec<_>>().iter(), values)?;
            columns.push(Column { name: name.value.clone(), values: values.value.0.clone() });
        }
        let product = columns.iter().try_fold(1_usize, |n, column| n.checked_mul(column.values.len()));
        let combinations = product.filter(|&n| n <= MOST_ANSWERS).ok_or_else(|| too_many(criteria))?;

        // For each rule, criterion and value: true if the rule allows it.
        let mut allowed = Vec::new();
        for rule in &rules.value {
            let mut of_rule: Vec<Vec<bool>> = columns.iter().map(|c| vec![true; c.values.len()]).collect();
            for (name, condition) in &rule.value.when.0 {
                let Some(at) = columns.iter().position(|column| column.name == name.value) else {
                    let known: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
                    return Err(name.mistyped(Mistyped::unknown("criterion", &name.value, &known)));
                };
                let meeting = columns[at].meeting(name, condition)?;
                of_rule[at].iter_mut().zip(meeting).for_each(|(allowed, holds)| *allowed &= holds);
            }
            allowed.push(of_rule);
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
            let matches = |rule: &Vec<Vec<bool>>| rule.iter().zip(&values).all(|(ok, &value)| ok[value]);
            let Some(rule) = allowed.iter().position(matches) else {
                let shown = columns.iter().zip(&values).map(|(c, &v)| format!("{} {}", c.name, c.values[v]));
                let answer = shown.collect::<Vec<_>>().join(", ");
                return Err(rules.error(format!("no rule matches {answer}")));
            };
            scores.push(rules.value[rule].value.score.0);
        }
        Self { columns, scores, are_labels: false }.with_common_denominator(rules)
    }

    fn with_common_denominator<T>(self, part: &Spanned<T>) -> Result<Self, YamlError> {
        let mut common = 1;
        for score in &self.scores {
            common = num_integer::lcm(common, *score.denom());
            if common > LARGEST {
                return Err(part.error("the common denominator of the scores is above 10000"));
            }
        }
        Ok(self)
    }

    /// Returns the answer that the values of all columns make, or the number of the column whose value is
    /// unknown.
    pub fn answer(&self, texts: &[&str]) -> Result<Answer, (usize, Mistyped)> {
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

    /// Returns the label of an answer that is one.
    pub fn label(&self, answer: Answer) -> &str {
        &self.columns[0].values[usize::from(answer.0)]
    }
}

fn too_many<T>(part: &Spanned<T>) -> YamlError {
    part.error(format!("an assessor could give more than {MOST_ANSWERS} different answers"))
}

/// Checks that names of `whole` are distinct and valid in a field of a table.
fn names<'a, T>(
    names: impl Iterator<Item = &'a Spanned<String>>,
    whole: &Spanned<T>,
) -> Result<(), YamlError> {
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        let (text, shown) = (&name.value, name.value.escape_debug());
        if text.is_empty() || text.trim() != text || text.contains(['\t', '\n', '\r']) {
            let why = "it is empty, or has a blank at an end, or a tab";
            return Err(name.error(format!("`{shown}` cannot be a field of a table: {why}")));
        }
        if !seen.insert(text) {
            return Err(name.error(format!("duplicate `{shown}`")));
        }
    }
    if seen.is_empty() { Err(whole.error("nothing is listed")) } else { Ok(()) }
}
