//! Cards: what an audit says at first sight. A question, a verdict, a sentence, a number, a small picture.
//!
//! `finding` is what may be found, as types, and `help` what would help where nothing is; `words.yaml` is
//! what is said of it, for writers, and `words` puts the two together. `pictures` makes the small pictures.

#[cfg(test)]
mod examples;
mod finding;
mod help;
pub mod pictures;
mod words;

use std::fmt;

use rejudge_figures::{Sketch, SketchForm};
use serde::Serialize;

pub use finding::{Finding, Shallower, Verdict};
pub use help::Help;
use words::WORDS;

/// A question that an audit answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    #[default]
    Basis,
    Deep,
    Fair,
    Cut,
    Separates,
    Report,
    Judges,
    Hidden,
    Topics,
    Hangs,
}

impl Question {
    /// All of them.
    #[cfg(test)]
    pub const ALL: [Self; 10] = [
        Self::Basis,
        Self::Deep,
        Self::Fair,
        Self::Cut,
        Self::Separates,
        Self::Report,
        Self::Judges,
        Self::Hidden,
        Self::Topics,
        Self::Hangs,
    ];
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(WORDS.question(*self))
    }
}

/// An answer at first sight.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The verdict.
    pub verdict: Verdict,
    /// Its sign, for who does not see colours.
    pub sign: String,
    /// The verdict in a word; with a warning where topics or runs are few.
    pub word: String,
    /// Whether topics or runs are few, so that a verdict is tentative.
    pub is_tentative: bool,
    /// What is found, in a sentence.
    pub sentence: String,
    /// The number that carries it, and what it is; both may be empty.
    pub number: [String; 2],
    /// What is to be known beside it, a line each: what is assumed, by which rule the verdict goes, what would
    /// help where none is given.
    pub small_print: Vec<String>,
    /// The small picture.
    pub picture: Option<Sketch>,
    /// What is found, as the title of the first picture behind "Why?"; may be empty.
    pub title: String,
    /// What was found, as values.
    pub finding: Finding,
}

impl Card {
    /// Of what was found; `is_tentative` where topics or runs are few.
    pub fn new(finding: Finding, is_tentative: bool, picture: Option<SketchForm>) -> Self {
        let verdict = finding.verdict();
        let words = WORDS.verdict(verdict);
        let said = WORDS.finding(&finding);
        let warns = is_tentative && matches!(verdict, Verdict::Yes | Verdict::Partly | Verdict::No);
        Self {
            verdict,
            sign: words.sign.clone(),
            word: format!("{}{}", words.word, if warns { WORDS.tentatively.as_str() } else { "" }),
            is_tentative: warns,
            sentence: said.sentence,
            title: said.title,
            number: [said.number, said.number_is],
            small_print: if said.rule.is_empty() { Vec::new() } else { vec![said.rule] },
            picture: picture.map(|form| Sketch { caption: said.picture, form }),
            finding,
        }
    }

    /// Adds what is assumed, before everything else in small print.
    pub fn assume(&mut self, assumed: &impl fmt::Display) {
        self.small_print.insert(0, assumed.to_string());
    }

    /// Adds a sentence; nothing where it is empty.
    pub fn note(&mut self, sentence: &str) {
        self.small_print.extend((!sentence.is_empty()).then(|| sentence.trim().to_owned()));
    }

    /// Adds what would help.
    pub fn add_help(&mut self, helps: &[Help]) {
        self.small_print.extend(helps.iter().map(|help| WORDS.help(*help).to_owned()));
    }
}
