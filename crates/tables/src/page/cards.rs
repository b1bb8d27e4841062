//! A card of a page has a question, a verdict, and the evidence under "Why?".

use serde::Serialize;

use crate::page::Markdown;

/// A question with its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Card {
    pub question: String,
    /// The CSS class of the verdict: `yes`, `partly`, `no` or `unsaid`.
    pub class: String,
    /// A sign for readers who cannot distinguish colours.
    pub sign: String,
    /// The verdict in a word.
    pub word: String,
    /// The answer, in a sentence.
    pub sentence: String,
    /// The number on which the answer is based. It may be empty.
    pub number: String,
    /// A description of the number.
    pub number_is: String,
    /// Qualifications. A page shows the first two on the card, and the others with the evidence. Without evidence, it
    /// shows all on the card.
    pub small_print: Vec<String>,
    /// A small SVG, which is not escaped. It may be empty.
    pub picture: String,
    /// The evidence.
    pub evidence: Markdown,
}
