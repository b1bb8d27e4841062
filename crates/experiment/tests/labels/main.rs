//! Label schemes (the survey's worked examples, laws, a naive implementation, and errors), and files of labels and
//! subtopics.

#![allow(clippy::panic, reason = "helpers of tests may panic as tests do")]

mod examples;
mod faults;
mod laws;
mod subtopics;
mod table;

use rejudge_experiment::labels::{Answer, Scheme, Vote, to_f64};

/// Returns the text of a scheme, which has four lines before `rest`.
fn text(assessors: &str, labels: &str, rest: &str) -> String {
    format!("schema: labels/v1\nid: x\nassessors: {assessors}\nlabels: {{{labels}}}\n{rest}\n")
}

/// Returns a scheme of labels.
fn scheme(assessors: &str, labels: &str, rest: &str) -> Scheme {
    let text = text(assessors, labels, rest);
    Scheme::parse("x", &text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the level of an item with these answers. The item is the only one of its topic.
fn level_of(scheme: &Scheme, answers: &[Answer]) -> u8 {
    let votes: Vec<Vote> =
        (0..).zip(answers).map(|(assessor, &answer)| Vote { item: 0, assessor, answer }).collect();
    scheme.consolidate(1, &votes, &[])[0].expect("the item has the right number of assessors")
}

/// Returns the level of an item with these labels, which are separated by blanks.
fn level(scheme: &Scheme, labels: &str) -> u8 {
    let answers: Vec<Answer> =
        labels.split(' ').map(|label| scheme.answer(&[label]).expect("the label is in the scheme")).collect();
    level_of(scheme, &answers)
}

/// Returns the gain of an item with these labels.
fn gain(scheme: &Scheme, labels: &str) -> f64 {
    let level = level(scheme, labels);
    scheme.gains().iter().find(|&&(other, _)| other == level).map_or(0.0, |(_, gain)| to_f64(gain))
}
