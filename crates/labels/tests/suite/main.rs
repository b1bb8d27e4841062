//! Schemes from outside: the survey's worked examples, laws against a naive count, and what is refused.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]

mod examples;
mod faults;
mod laws;

use rejudge_labels::{
    Answer, Assessors, Combination, Definition, Ratio, Scheme, Scoring, Threshold, Vote, exact_number, to_f64,
};

/// A number of a scheme.
fn ratio(text: &str) -> Ratio {
    exact_number(text).expect(text)
}

/// `N` assessors, labels with scores.
fn definition(assessors: usize, labels: &[(&str, &str)], combination: Combination) -> Definition {
    Definition {
        assessors: Assessors { at_least: assessors, at_most: Some(assessors) },
        scoring: Scoring::Labels(
            labels.iter().map(|&(label, score)| (label.to_owned(), ratio(score))).collect(),
        ),
        combination,
        levels: Vec::new(),
    }
}

/// Level and lowest score; the gain is the level.
fn threshold(level: u8, at_least: &str) -> Threshold {
    Threshold { level, at_least: ratio(at_least), gain: None }
}

/// An item of its own topic with these answers; the level.
fn level_of(scheme: &Scheme, answers: &[Answer]) -> u8 {
    let votes: Vec<Vote> =
        (0..).zip(answers).map(|(assessor, &answer)| Vote { item: 0, assessor, answer }).collect();
    scheme.consolidate(1, &votes, &[])[0].expect("the right number of assessors")
}

/// As [`level_of`], from labels parted by blanks.
fn level(scheme: &Scheme, labels: &str) -> u8 {
    let answers: Vec<Answer> =
        labels.split(' ').map(|label| scheme.answer(&[label]).expect("a label of the scheme")).collect();
    level_of(scheme, &answers)
}

/// The gain of the level.
fn gain(scheme: &Scheme, labels: &str) -> f64 {
    let level = level(scheme, labels);
    scheme.gains().iter().find(|&&(of, _)| of == level).map_or(0.0, |(_, gain)| to_f64(gain))
}
