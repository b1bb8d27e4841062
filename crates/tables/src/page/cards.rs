//! Cards: a question each, with its verdict, and the evidence under "Why?".

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use crate::page::markdown::Writer;
use crate::page::picture::embedded;
use crate::page::templates::fill;

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
    /// Qualifications, a line each.
    pub small_print: Vec<String>,
    /// A small SVG, which is trusted; may be empty.
    pub picture: String,
    /// The evidence, as Markdown.
    pub evidence: String,
}

/// Returns the cards as HTML: on narrow screens they follow a list of all verdicts.
pub(crate) fn cards(writer: &mut Writer<'_>, cards: &[Card]) -> String {
    let mut placed = Vec::new();
    for card in cards {
        let id = writer.heading(2, &card.question);
        let picture = match card.picture.is_empty() {
            true => String::new(),
            false => embedded(&card.picture, writer.next_picture()),
        };
        let evidence = writer.folded(&card.evidence, 1);
        let card = Serde(Card { picture, evidence, ..card.clone() });
        placed.push(context! { id, ..Value::from(card) });
    }
    fill("cards.html", context! { cards => placed })
}
