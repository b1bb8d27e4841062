//! What stands around the text: head, contents, style and script.

use std::fmt::Write;

use crate::Picture;
use crate::cards::{Card, cards};
use crate::escape::escape;
use crate::glance::Glance;
use crate::index_card::{IndexCard, index_cards};
use crate::markdown::{Heading, Writer};

const STYLE: &str = concat!(include_str!("page.css"), include_str!("cards.css"));
const SCRIPT: &str = include_str!("page.js");

/// Nothing is fetched, whatever the text says.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// A part of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part<'a> {
    /// What stands above it; empty where the page is one part.
    pub name: &'a str,
    /// Its text. The first heading of level 1 is left out: page and part have their names.
    pub markdown: &'a str,
}

/// A section of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Section<'a> {
    /// Text.
    Text(Part<'a>),
    /// Text that is folded away under its name.
    Folded(Part<'a>),
    /// The same, of prose: its lines flow, where those of a report stay lines.
    Prose(Part<'a>),
    /// The same, which stands open.
    Words(Part<'a>),
    /// Questions with their verdicts.
    Cards(&'a [Card]),
    /// What answers at first sight.
    Glance(&'a Glance),
    /// The cards of an index.
    Index(&'a [IndexCard]),
}

impl<'a> Part<'a> {
    /// The whole of a page.
    pub fn whole(markdown: &'a str) -> Self {
        Self { name: "", markdown }
    }
}

/// The page called `title`, the same bytes for the same input; `figure` knows the pictures by their address
/// in the text.
///
/// Every named part is a section with a heading of level 2, and its own headings go one level down.
///
/// ```
/// # use rejudge_page::{Part, page};
/// let parts = [
///     Part { name: "Twins", markdown: "## Tables" },
///     Part { name: "Open data", markdown: "## Tables" },
/// ];
/// let html = page("Bias", &parts, &|_| None);
/// assert!(html.contains("<h2 id=\"open-data\">Open data</h2>\n<h3 id=\"tables-2\">Tables</h3>"));
/// ```
pub fn page(title: &str, parts: &[Part<'_>], figure: &dyn Fn(&str) -> Option<Picture>) -> String {
    let sections: Vec<Section<'_>> = parts.iter().map(|part| Section::Text(*part)).collect();
    page_of(title, &sections, figure)
}

/// The same of sections of other kinds.
///
/// ```
/// # use rejudge_page::{Card, Part, Section, page_of};
/// let cards = [Card { question: "Deep enough?".into(), word: "Yes".into(), ..Card::default() }];
/// let rules = Part { name: "Rules", markdown: "Ties: docno." };
/// let html = page_of("Audit", &[Section::Cards(&cards), Section::Folded(rules)], &|_| None);
/// assert!(html.contains("Deep enough?</h2>") && html.contains("<details class=\"section\">"));
/// ```
pub fn page_of(title: &str, sections: &[Section<'_>], figure: &dyn Fn(&str) -> Option<Picture>) -> String {
    let mut writer = Writer::new(figure);
    let main = writer.ids.of("main");
    let mut body = String::new();
    // Headings that stand in what is folded away, and glances with where they stand.
    let (mut hidden, mut glances) = (Vec::new(), Vec::new());
    for section in sections {
        match section {
            Section::Index(of) => body.push_str(&index_cards(of)),
            Section::Glance(glance) => {
                body.push_str(&writer.heading_of(2, &escape(&glance.name), &glance.name));
                glances.push((body.len(), glance));
            }
            Section::Cards(of) => body.push_str(&cards(&mut writer, of)),
            Section::Text(part) if part.name.is_empty() => {
                writer.down = 0;
                body.push_str(&writer.html(part.markdown));
            }
            Section::Text(part) | Section::Words(part) => {
                writer.flows = matches!(section, Section::Words(_));
                let (id, heading, text) = named(&mut writer, part);
                writer.flows = false;
                let _ = write!(body, "<section aria-labelledby=\"{id}\">\n{heading}{text}</section>\n");
            }
            Section::Folded(part) | Section::Prose(part) => {
                let first = writer.headings.len() + 1;
                writer.flows = matches!(section, Section::Prose(_));
                let (_, heading, text) = named(&mut writer, part);
                writer.flows = false;
                hidden.push(first..writer.headings.len());
                let heading = heading.trim();
                let _ = write!(
                    body,
                    "<details class=\"section\"><summary>{heading}</summary>\n{text}</details>\n"
                );
            }
        }
    }
    // They lead to headings of other sections, which are known now; the last first, lest places move.
    for (place, glance) in glances.into_iter().rev() {
        body.insert_str(place, &glance.html(&writer.headings, writer.pictures + 1));
    }
    let title = escape(title);
    let mut out = String::with_capacity(body.len() + STYLE.len() + SCRIPT.len() + 4096);
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#{main}\">Skip to the content</a>\n\
         <header>\n<h1>{title}</h1>\n</header>\n"
    );
    let in_sight = |(at, _): &(usize, &Heading)| !hidden.iter().any(|range| range.contains(at));
    contents(&mut out, writer.headings.iter().enumerate().filter(in_sight).map(|(_, heading)| heading));
    let _ = write!(
        out,
        "<main id=\"{main}\" tabindex=\"-1\">\n{body}</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    );
    out
}

/// The id, the heading and the text of a part that has a name.
fn named(writer: &mut Writer<'_>, part: &Part<'_>) -> (String, String, String) {
    writer.down = 1;
    let heading = writer.heading_of(2, &escape(part.name), part.name);
    let id = writer.headings.last().map_or(String::new(), |heading| heading.id.clone());
    let text = writer.html(part.markdown);
    (id, heading, text)
}

/// Writes the list of the headings down to level 4.
fn contents<'a>(out: &mut String, headings: impl Iterator<Item = &'a Heading>) {
    let listed: Vec<&Heading> = headings.filter(|heading| heading.level <= 4).collect();
    // One heading is in sight anyhow.
    if listed.len() < 2 {
        return;
    }
    out.push_str("<nav aria-label=\"Contents\">\n<details open>\n<summary>Contents</summary>\n<ul>\n");
    for Heading { level, id, text } in listed {
        let _ = writeln!(out, "<li class=\"level-{level}\"><a href=\"#{id}\">{}</a></li>", escape(text));
    }
    out.push_str("</ul>\n</details>\n</nav>\n");
}
