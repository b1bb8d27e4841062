//! The frame of a page: head, contents, style and script.

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

/// Lowest level of the headings that the contents list.
const LISTED: usize = 3;

/// A section of a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", content = "of")]
pub enum Section<'a> {
    /// A heading, which is empty if the page has one text only, and a text. The first heading of level 1 in the text is
    /// left out: page and section have their names.
    Text(&'a str, &'a Markdown),
    /// The same, folded away under its name.
    Folded(&'a str, &'a Markdown),
    /// Questions with their verdicts.
    Cards(&'a [Card]),
}

/// Returns the page called `title`, with the same bytes for the same input; `pictures` has the picture of each address
/// in the text.
///
/// Every named section has a heading of level 2, and its own headings go one level down.
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
    page_of(title, "sections.html", context! { sections => Serde(sections) }, pictures)
}

/// Returns the page called `title` whose body is the template of this name, filled with `values`. Its filters turn
/// Markdown into HTML.
pub fn page_of(
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
    writer.headings.retain(|heading| heading.level <= LISTED);
    let contents = Serde(&writer.headings);
    fill("page.html", context! { title, body, main, contents, style => STYLE, script => SCRIPT })
}
