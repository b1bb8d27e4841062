//! Cards: a question each, with its verdict, and what it rests on behind "Why?".

use std::fmt::Write;

use crate::escape::escape;
use crate::markdown::Writer;
use crate::picture::embedded;

/// A question and its answer at a glance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// The question.
    pub question: String,
    /// The class of its verdict: `yes`, `partly`, `no`, `unsaid`.
    pub class: String,
    /// A sign for who does not see colours.
    pub sign: String,
    /// The verdict in a word.
    pub word: String,
    /// What is to be said, in a sentence.
    pub sentence: String,
    /// The number that carries it; may be empty.
    pub number: String,
    /// What the number is.
    pub number_is: String,
    /// What is to be known beside it, a line each.
    pub small_print: Vec<String>,
    /// A small SVG, which is trusted; may be empty.
    pub picture: String,
    /// What it rests on, as Markdown.
    pub evidence: String,
}

/// The cards as HTML: on narrow screens a list of all verdicts stands before them.
pub(crate) fn cards(writer: &mut Writer<'_>, cards: &[Card]) -> String {
    let (mut list, mut out) = (String::new(), String::new());
    for card in cards {
        let heading = writer.heading_of(2, &escape(&card.question), &card.question);
        let id = writer.headings.last().map_or(String::new(), |heading| heading.id.clone());
        let [class, sign, word, question] =
            [&card.class, &card.sign, &card.word, &card.question].map(|text| escape(text));
        let verdict = format!("<span class=\"sign\" aria-hidden=\"true\">{sign}</span> {word}");
        let _ = writeln!(
            list,
            "<li class=\"{class}\"><a href=\"#{id}\">{question}</a> <span class=\"verdict\">{verdict}</span></li>"
        );
        let _ = write!(
            out,
            "<article class=\"card {class}\" aria-labelledby=\"{id}\">\n{heading}<p class=\"verdict\">{verdict}</p>\n"
        );
        if !card.number.is_empty() {
            let _ = writeln!(
                out,
                "<p class=\"number\"><strong>{}</strong> {}</p>",
                escape(&card.number),
                escape(&card.number_is)
            );
        }
        let _ = writeln!(out, "<p class=\"sentence\">{}</p>", escape(&card.sentence));
        if !card.small_print.is_empty() {
            let line = |line: &String| format!("<li>{}</li>", escape(line));
            let lines: String = card.small_print.iter().map(line).collect();
            let _ = writeln!(out, "<ul class=\"small-print\">{lines}</ul>");
        }
        if !card.picture.is_empty() {
            let at = writer.next_picture();
            let _ = write!(out, "<div class=\"paper sketch\">\n{}</div>\n", embedded(&card.picture, at));
        }
        if !card.evidence.is_empty() {
            writer.down = 1;
            let listed = writer.headings.len();
            let evidence = writer.html(&card.evidence);
            writer.down = 0;
            // The contents list what is in sight.
            writer.headings.truncate(listed);
            let _ = write!(
                out,
                "<details class=\"why\"><summary>Why?<span class=\"unseen\"> {question}</span></summary>\n\
                 <div class=\"evidence\">\n{evidence}</div></details>\n"
            );
        }
        out.push_str("</article>\n");
    }
    format!("<ul class=\"glance\">\n{list}</ul>\n<div class=\"cards\">\n{out}</div>\n")
}
