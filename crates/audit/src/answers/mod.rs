//! The questions, and what the cells answer: a file a question, and what several of them count with. `ground`
//! is how firm the ground is.

mod basis;
mod by_rank;
mod coverage;
mod criterion;
mod fairness;
mod fewer_judgments;
mod ground;
mod help;
mod last_ranks;
mod leaders;
mod new_team;
mod other_judges;
mod pool_depth;
mod ranked_measures;
mod same_budget;
mod sensitivity;
mod separation;
mod shallower_pools;
mod team_effect;
mod team_table;
mod topic_sets;
mod unjudged;
mod unpooled_runs;
mod which_measure;
mod yardstick;

use super::cards::{Card, Finding, Question};
use super::inspection::Inspection;
use super::numbers::Numbers;
use super::report::AuditSubject;
use rejudge_grid::Grid;
use rejudge_table::Book;

pub use coverage::LOOKED_AT;
pub use fairness::{FAIR, NEARLY};
use ground::Ground;
#[cfg(test)]
pub use ground::{ENOUGH_RUNS, FEWEST_RUNS};
pub use last_ranks::DRY;
pub use leaders::LEADS;

/// Rankings agree where tau is above this: Voorhees (SIGIR 1998; TREC 2000 overview) takes correlations of
/// .9 for equivalent, and Bompada et al. (SIGIR 2007) set their knees there.
pub const AGREE: f64 = 0.9;

/// So many draws of whatever is random tell what its noise is: all of them agree by chance once in 16.
pub const ENOUGH_DRAWS: usize = 5;

/// An answered question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// What was asked.
    pub question: Question,
    /// The answer at first sight, where the question asks for a verdict.
    pub card: Option<Card>,
    /// What is to be said, with every reserve.
    pub short: String,
    /// The figures that it rests on, one line each.
    pub figures: Vec<String>,
    /// The same as a table: its header and rows.
    pub table: Option<AnswerTable>,
    /// Tables and figures of the experiment that show them.
    pub shown: &'static [&'static str],
}

/// A table of numbers, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerTable {
    /// What it shows.
    pub caption: String,
    /// Names of the columns.
    pub header: Vec<&'static str>,
    /// Rows, a text a column.
    pub rows: Vec<Vec<String>>,
}

impl Answer {
    /// The first picture behind "Why?", and its title: what is found in it.
    pub fn title(&self) -> Option<(&'static str, &str)> {
        let title = &self.card.as_ref()?.title;
        let picture = match self.question {
            Question::Deep => "depth",
            Question::Cut => "rate",
            Question::Separates => "asl",
            Question::Basis | Question::Fair | Question::Report | Question::Judges => return None,
            Question::Hidden | Question::Topics | Question::Hangs => return None,
        };
        (!title.is_empty()).then_some((picture, title))
    }

    /// What cannot be said, and why.
    fn cannot(question: Question, why: &str, shown: &'static [&'static str]) -> Self {
        let asks_for_verdict = question != Question::Hangs;
        let cannot = || Card::new(Finding::CannotSay { why: why.to_owned() }, false, None);
        Self {
            question,
            card: asks_for_verdict.then(cannot),
            short: format!("Cannot be said: {why}."),
            shown,
            ..Self::default()
        }
    }
}

/// Answers what the cells of the audit's own experiment can answer.
pub fn answers(grid: &Grid, book: &Book, seen: &AuditSubject) -> Vec<Answer> {
    let files: Option<&Inspection> = match seen {
        AuditSubject::Files(inspection) => Some(inspection),
        AuditSubject::Scores(_) => None,
    };
    let ground = Ground::new(Numbers::new(grid, book), files);
    let mut out = vec![basis::answer(&ground)];
    if let Some(files) = files {
        out.extend([
            pool_depth::answer(&ground, files),
            new_team::answer(&ground, files),
            fewer_judgments::answer(&ground),
        ]);
    }
    out.extend([separation::answer(&ground), which_measure::answer(&ground)]);
    out.extend(files.map(|_| unjudged::answer(&ground)));
    out.push(topic_sets::answer(&ground));
    out.extend(
        files.filter(|files| !files.judges().is_empty()).map(|files| other_judges::answer(&ground, files)),
    );
    out.extend(files.map(|files| sensitivity::answer(&ground, files)));
    out.iter_mut().for_each(|answer| help::add_small_print(&ground, answer));
    out
}

/// Several things as people list them.
fn listed(things: &[String]) -> String {
    match things {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// Words as the beginning of a sentence.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
