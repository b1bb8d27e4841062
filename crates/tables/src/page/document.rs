//! The frame of a page: head, contents, style and script.

use minijinja::context;
use minijinja::value::Serde;

use crate::page::Picture;
use crate::page::cards::{Card, cards};
use crate::page::markdown::Writer;
use crate::page::templates::fill;

const STYLE: &str = concat!(include_str!("templates/page.css"), include_str!("templates/cards.css"));
const SCRIPT: &str = include_str!("templates/page.js");

/// Lowest level of the headings that the contents list.
const LISTED: usize = 3;

/// A section of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Section<'a> {
    /// A heading, which is empty if the page has one text only, and a text. The first heading of level 1 in the text is
    /// left out: page and section have their names.
    Text(&'a str, &'a str),
    /// The same, folded away under its name.
    Folded(&'a str, &'a str),
    /// Questions with their verdicts.
    Cards(&'a [Card]),
}

/// Returns the page called `title`, with the same bytes for the same input; `figure` returns the picture of an address
/// in the text.
///
/// Every named section has a heading of level 2, and its own headings go one level down.
///
/// ```
/// # use rejudge_tables::page::{Card, Section, page};
/// let cards = [Card { question: "Deep enough?".into(), word: "Yes".into(), ..Card::default() }];
/// let rules = Section::Folded("Rules", "Ties: docno.");
/// let html = page("Audit", &[Section::Cards(&cards), rules], &|_| None);
/// assert!(html.contains("Deep enough?</h2>") && html.contains("<details class=\"section\">"));
/// ```
pub fn page(title: &str, sections: &[Section<'_>], figure: &dyn Fn(&str) -> Option<Picture>) -> String {
    let mut writer = Writer::new(figure);
    let mut body = String::new();
    for section in sections {
        match section {
            Section::Cards(of) => body.push_str(&cards(&mut writer, of)),
            Section::Text("", markdown) => body.push_str(&writer.html(markdown)),
            Section::Text(name, markdown) | Section::Folded(name, markdown) => {
                let id = writer.heading(2, name);
                let folded = matches!(section, Section::Folded(..));
                // The contents list only the visible sections.
                let text = if folded { writer.folded(markdown, 1) } else { writer.below(markdown, 1) };
                body.push_str(&fill("section.html", context! { id, name => *name, text, folded }));
            }
        }
    }
    writer.page(title, &body)
}

impl Writer<'_> {
    /// The whole page around `body`, which this writer has written.
    pub fn page(mut self, title: &str, body: &str) -> String {
        let main = self.ids.unique("main");
        self.headings.retain(|heading| heading.level <= LISTED);
        fill(
            "page.html",
            context! { title, body, main, contents => Serde(self.headings), style => STYLE, script => SCRIPT },
        )
    }
}
