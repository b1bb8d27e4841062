//! Schemes from outside the crate: the survey's worked examples, laws against a naive count, and errors; and
//! the files of labels and of subtopics.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]

mod examples;
mod faults;
mod laws;
mod subtopics;
mod table;

use rejudge_experiment::labels::{Answer, Scheme, Vote, to_f64};

/// The text of a scheme, which has four lines before `rest`.
fn text(assessors: &str, labels: &str, rest: &str) -> String {
    format!("schema: labels/v1\nid: x\nassessors: {assessors}\nlabels: {{{labels}}}\n{rest}\n")
}

/// A scheme of labels.
fn scheme(assessors: &str, labels: &str, rest: &str) -> Scheme {
    let text = text(assessors, labels, rest);
    Scheme::parse("x", &text).unwrap_or_else(|error| panic!("{error}\n{text}"))
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
