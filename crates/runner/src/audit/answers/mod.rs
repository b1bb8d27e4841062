//! The questions, and what the cells answer: one question a file.

mod deep;
mod fair;
mod few;
mod ranking;
mod separate;

use super::numbers::Numbers;
use crate::grid::Grid;
use crate::table::Book;
use rejudge_collections::Base;

/// Rankings agree where tau is above this: Voorhees (SIGIR 1998; TREC 2000 overview) takes correlations of .9 for
/// equivalent, and Bompada et al. (SIGIR 2007) set their knees there.
pub const AGREE: f64 = 0.9;

/// An answered question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What was asked.
    pub question: &'static str,
    /// What is to be said, in one or two sentences.
    pub short: String,
    /// The figures that it rests on, one line each.
    pub figures: Vec<String>,
    /// Tables and figures of the experiment that show them.
    pub shown: &'static [&'static str],
}

/// Answers what the cells of the audit's own experiment can answer.
pub fn answers(grid: &Grid, book: &Book) -> Vec<Answer> {
    let numbers = Numbers::new(grid, book);
    let descriptor = &grid.collections[0].entry.descriptor;
    if descriptor.scores.is_some() {
        return vec![separate::answer(&numbers), ranking::answer(&numbers)];
    }
    let depth = match descriptor.base {
        Base::Repooled { depth } => Some(depth),
        Base::AsJudged => None,
    };
    vec![
        deep::answer(&numbers, depth),
        fair::answer(&numbers),
        few::answer(&numbers),
        separate::answer(&numbers),
        ranking::answer(&numbers),
    ]
}

/// Several things as people list them.
fn listed(things: &[String]) -> String {
    match things {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}
