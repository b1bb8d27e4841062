//! A score for each pattern of labels, such as AAAB: a table of multisets.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::answers::{Answer, Answers, Column};
use crate::attainable::multisets;
use crate::error::{Fault, SchemeError};
use crate::ratio::Ratio;

/// Sorted answers -> score; complete over the numbers of assessors of its scheme.
#[derive(Clone, Debug)]
pub(crate) struct PatternTable(BTreeMap<Vec<Answer>, Ratio>);

impl PatternTable {
    pub fn new(
        scores: &[(String, Ratio)],
        otherwise: Option<Ratio>,
        answers: &Answers,
        counts: RangeInclusive<usize>,
    ) -> Result<Self, SchemeError> {
        let whole = |fault| SchemeError::at(["combine", "patterns"], fault);
        if !answers.labels {
            return Err(whole(Fault::NoLabels));
        }
        let labels = &answers.columns[0];
        if let Some(label) = labels.values.iter().find(|label| label.contains('/')) {
            return Err(SchemeError::at(["labels", label], Fault::Slash { label: label.clone() }));
        }
        let mut table = BTreeMap::new();
        for (pattern, score) in scores {
            let part = |fault| SchemeError::at(["combine", "patterns", "scores", pattern], fault);
            let mut given = Vec::new();
            for label in split(pattern, labels) {
                let answer = answers.answer(&[label]).map_err(|(_, unknown)| {
                    part(Fault::PatternLabel { pattern: pattern.clone(), unknown })
                })?;
                given.push(answer);
            }
            if !counts.contains(&given.len()) {
                let expected = match (counts.start(), counts.end()) {
                    (least, most) if least == most => least.to_string(),
                    (least, most) => format!("{least}-{most}"),
                };
                return Err(part(Fault::PatternSize {
                    pattern: pattern.clone(),
                    found: given.len(),
                    expected,
                }));
            }
            given.sort_unstable();
            if table.insert(given, *score).is_some() {
                return Err(part(Fault::RepeatedPattern { pattern: pattern.clone() }));
            }
        }
        let (mut first, mut count) = (None, 0);
        let all: Vec<Answer> = answers.all().collect();
        multisets(&all, counts, |given| {
            if table.contains_key(given) {
                return;
            }
            count += 1;
            match otherwise {
                Some(score) => {
                    table.insert(given.to_vec(), score);
                }
                None if first.is_none() => first = Some(shown(given, answers)),
                None => {}
            }
        })
        .map_err(|fault| SchemeError::at(["assessors"], fault))?;
        match (first, otherwise) {
            (Some(first), _) => Err(whole(Fault::MissingPatterns { first, count })),
            (None, Some(_)) if count == 0 => {
                Err(SchemeError::at(["combine", "patterns", "otherwise"], Fault::IdleOtherwise))
            }
            _ => Ok(Self(table)),
        }
    }

    /// The score of a pattern; it gets sorted.
    pub fn score(&self, given: &mut [Answer]) -> Ratio {
        given.sort_unstable();
        *self.0.get(&*given).expect("the table is complete over the numbers of assessors of its scheme")
    }
}

/// The labels of a pattern: between slashes, or character by character where all labels are characters.
fn split<'a>(pattern: &'a str, labels: &Column) -> Vec<&'a str> {
    if pattern.contains('/') || labels.values.iter().any(|label| label.chars().count() > 1) {
        return pattern.split('/').collect();
    }
    pattern.char_indices().map(|(at, letter)| &pattern[at..at + letter.len_utf8()]).collect()
}

fn shown(given: &[Answer], answers: &Answers) -> String {
    let labels: Vec<&str> = given.iter().map(|&answer| answers.label(answer)).collect();
    let letters = labels.iter().all(|label| label.chars().count() == 1);
    labels.join(if letters { "" } else { "/" })
}
