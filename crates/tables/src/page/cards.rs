//! Cards: a question each, with its verdict, and the evidence under "Why?".

use serde::Serialize;

use crate::page::Markdown;

/// A question and its answer at a glance.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Card {
    pub question: String,
    /// The class of its verdict: `yes`, `partly`, `no`, `unsaid`.
    pub class: String,
    /// A sign for readers who cannot distinguish colours.
    pub sign: String,
    /// The verdict in a word.
    pub word: String,
    /// The answer, in a sentence.
    pub sentence: String,
    /// The number that carries it; may be empty.
    pub number: String,
    /// A description of the number.
    pub number_is: String,
    /// Qualifications, one per line. A page shows two of them, and the others with the evidence.
    pub small_print: Vec<String>,
    /// A small SVG, which is trusted; may be empty.
    pub picture: String,
    /// The evidence.
    pub evidence: Markdown,
}
