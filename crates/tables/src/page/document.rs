//! The frame of a page: head, table of contents, style and script.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use crate::page::cards::Card;
use crate::page::markdown::Writer;
use crate::page::templates::{Shared, fill};
use crate::page::{Markdown, Picture};

const STYLE: &str = concat!(include_str!("templates/page.css"), include_str!("templates/cards.css"));
const SCRIPT: &str = include_str!("templates/page.js");

/// The deepest level of headings in the table of contents.
const MAX_LISTED_LEVEL: usize = 3;

/// A section of a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", content = "of")]
pub enum Section<'a> {
    /// A heading, which may be empty, and a text. The text's first heading of level 1 is left out, because
    /// the page or the section already has one.
    Text(&'a str, &'a Markdown),
    /// A heading, and a text that is hidden until you open it.
    Folded(&'a str, &'a Markdown),
    /// Questions with their verdicts.
    Cards(&'a [Card]),
}

/// Returns a page with this title. `pictures` contains the picture for each address in the texts. The same input gives
/// the same bytes.
///
/// The heading of a section has level 2, and the headings in its text are one level lower than in the Markdown. In a
/// section without a heading they keep their level.
///
/// ```
/// # use rejudge_tables::page::{Card, Markdown, Section, page};
/// let cards = [Card { question: "Deep enough?".into(), word: "Yes".into(), ..Card::default() }];
/// let rules = Markdown::from("Ties: docno.");
/// let rules = Section::Folded("Rules", &rules);
/// let html = page("Audit", &[Section::Cards(&cards), rules], [].into());
/// assert!(html.contains("Deep enough?</h2>") && html.contains("<details class=\"section\">"));
/// ```
pub fn page(title: &str, sections: &[Section<'_>], pictures: BTreeMap<String, Picture>) -> String {
    page_from_template(title, "sections.html", context! { sections => Serde(sections) }, pictures)
}

/// Returns a page with this title. Its body is `template`, filled with `values`. The template converts Markdown to HTML
/// with filters.
pub fn page_from_template(
    title: &str,
    template: &str,
    values: impl Into<Value>,
    pictures: BTreeMap<String, Picture>,
) -> String {
    let shared = Arc::new(Shared(Mutex::new(Writer::new(pictures))));
    let writer = Value::from_dyn_object(Arc::clone(&shared));
    let body = fill(template, context! { writer, ..values.into() });
    let mut writer = shared.0.lock().expect("the template is filled");
    let main = writer.ids.unique("main");
    writer.headings.retain(|heading| heading.level <= MAX_LISTED_LEVEL);
    let contents = Serde(&writer.headings);
    fill("page.html", context! { title, body, main, contents, style => STYLE, script => SCRIPT })
}
