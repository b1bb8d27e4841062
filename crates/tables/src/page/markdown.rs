//! Converts Markdown to HTML. It supports the elements that reports use. Raw HTML becomes text, except for line breaks.

use std::collections::BTreeMap;

use minijinja::context;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use serde::Serialize;

use crate::page::escape::{Ids, escape};
use crate::page::picture::{embedded, is_wide, missing};
use crate::page::table::{Inline, Table};
use crate::page::templates::fill;
use crate::page::{Markdown, Picture};

/// The HTML of a line break that is kept.
const LINE_BREAK: &str = "<br>";
/// A paragraph with at most this number of characters becomes part of the name of the table below it.
const MAX_NAME_LENGTH: usize = 90;

/// A heading of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Heading {
    /// The level, from 1 to 6.
    pub level: usize,
    pub id: String,
    pub text: String,
}

/// Writes the HTML of one page from Markdown.
#[derive(Debug, Default)]
pub struct Writer {
    /// The pictures by their addresses.
    pictures: BTreeMap<String, Picture>,
    /// The ids that the page has so far.
    pub(crate) ids: Ids,
    /// The headings so far, except those in collapsed texts. The table of contents lists the upper levels.
    pub(crate) headings: Vec<Heading>,
    /// The number of levels by which headings are lowered.
    down: usize,
    /// True if a line break in the source is a blank, as in prose. In reports it is kept.
    is_prose: bool,
    /// The number of SVGs so far.
    embedded: usize,
    /// The elements that are not complete yet, the innermost last.
    open: Vec<Inline>,
    /// The figures of the current paragraph, heading, table or list item. They are written at its end, because HTML
    /// does not allow figures in a paragraph.
    figures: String,
    table: Table,
    /// The addresses of the open links and pictures, with `None` for a link that is left out.
    links: Vec<Option<String>>,
    /// The text of the paragraph directly above, or an empty text.
    pub(crate) above: String,
}

impl Writer {
    /// Creates a writer for a page with these pictures.
    pub fn new(pictures: BTreeMap<String, Picture>) -> Self {
        Self { pictures, ..Self::default() }
    }

    /// Returns `markdown` as HTML. Its first heading of level 1 is left out, because the page or the section already
    /// has one.
    pub fn html(&mut self, markdown: &Markdown) -> String {
        let outer = std::mem::take(&mut self.open);
        self.open.push(Inline::default());
        let mut has_title = false;
        let mut skipping = false;
        for event in Parser::new_ext(markdown.as_str(), Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) if !has_title => {
                    (has_title, skipping) = (true, true)
                }
                Event::End(TagEnd::Heading(_)) if skipping => skipping = false,
                _ if skipping => {}
                Event::Start(tag) => self.start(tag),
                Event::End(tag) => self.end(tag),
                event => self.push_content(event),
            }
        }
        let html = self.open.pop().unwrap_or_default().html;
        self.open = outer;
        html
    }

    fn push_content(&mut self, event: Event<'_>) {
        match event {
            Event::Code(text) => {
                self.push_html(&format!("<code>{}</code>", escape(&text)));
                self.push_text(&text);
            }
            Event::SoftBreak if self.is_prose => {
                self.push_html("\n");
                self.push_text(" ");
            }
            Event::SoftBreak | Event::HardBreak => self.line_break(),
            Event::Html(text) | Event::InlineHtml(text) if is_line_break(&text) => self.line_break(),
            Event::Rule => self.push_html("<hr>\n"),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.push_html(&escape(&text));
                self.push_text(&text);
            }
            // No other events occur, because tables are the only enabled extension.
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::Heading { .. } | Tag::Image { .. } | Tag::TableCell | Tag::HtmlBlock => {
                if let Tag::Image { dest_url, .. } = &tag {
                    self.links.push(Some(dest_url.to_string()));
                }
                self.open.push(Inline::default());
            }
            Tag::Table(alignments) => self.table = Table { alignments, rows: Vec::new() },
            Tag::TableHead | Tag::TableRow => self.table.rows.push(Vec::new()),
            Tag::Emphasis => self.push_html("<em>"),
            Tag::Strong => self.push_html("<strong>"),
            Tag::List(None) => self.push_html("<ul>\n"),
            Tag::List(Some(start)) => self.push_html(&format!("<ol start=\"{start}\">\n")),
            Tag::Item => self.push_html("<li>"),
            Tag::BlockQuote(_) => self.push_html("<blockquote>\n"),
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.push_html("<pre tabindex=\"0\"><code>");
            }
            Tag::Link { dest_url, .. } => {
                let address = is_local(&dest_url).then(|| dest_url.to_string());
                if let Some(address) = &address {
                    self.push_html(&format!("<a href=\"{}\">", escape(address)));
                }
                self.links.push(address);
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => {
                let paragraph = self.close();
                match paragraph.html.trim() {
                    "" => {}
                    html => self.push_html(&format!("<p>{html}</p>\n")),
                }
                self.push_figures();
                self.above = paragraph.text;
                return;
            }
            TagEnd::Heading(level) => self.end_heading(level as usize),
            TagEnd::Image => {
                let alternative = self.close().text;
                let address = self.links.pop().flatten().unwrap_or_default();
                let figure = self.picture(&address, &alternative);
                self.figures.push_str(&figure);
            }
            TagEnd::TableCell => {
                let cell = self.close();
                if let Some(row) = self.table.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let table = std::mem::take(&mut self.table);
                let html = table.html(&self.table_name());
                self.push_html(&html);
                self.push_figures();
            }
            TagEnd::Emphasis => self.push_html("</em>"),
            TagEnd::Strong => self.push_html("</strong>"),
            TagEnd::List(ordered) => self.push_html(if ordered { "</ol>\n" } else { "</ul>\n" }),
            TagEnd::Item => {
                self.push_figures();
                self.push_html("</li>\n");
            }
            TagEnd::BlockQuote(_) => self.push_html("</blockquote>\n"),
            TagEnd::CodeBlock => self.push_html("</code></pre>\n"),
            TagEnd::Link => {
                if self.links.pop().flatten().is_some() {
                    self.push_html("</a>");
                }
            }
            _ => return,
        }
        if matches!(tag, TagEnd::Heading(_) | TagEnd::Table | TagEnd::List(_) | TagEnd::CodeBlock) {
            self.above.clear();
        }
    }

    /// Adds a heading to the table of contents and returns its id.
    pub(crate) fn heading(&mut self, level: usize, text: &str) -> String {
        let id = self.ids.unique(text);
        self.headings.push(Heading { level, id: id.clone(), text: text.to_owned() });
        id
    }

    /// Returns `markdown` as HTML, with its headings lowered by `down` levels.
    pub(crate) fn below(&mut self, markdown: &Markdown, down: usize) -> String {
        let before = std::mem::replace(&mut self.down, down);
        let html = self.html(markdown);
        self.down = before;
        html
    }

    /// Returns `markdown` as HTML for a part that is collapsed. The table of contents does not list its headings.
    pub(crate) fn folded(&mut self, markdown: &Markdown, down: usize) -> String {
        let listed = self.headings.len();
        let html = self.below(markdown, down);
        self.headings.truncate(listed);
        html
    }

    /// Returns prose as HTML, like `folded`, but line breaks become blanks. In other texts they are
    /// kept.
    pub fn prose(&mut self, markdown: &Markdown) -> String {
        self.is_prose = true;
        let html = self.folded(markdown, 1);
        self.is_prose = false;
        html
    }

    fn end_heading(&mut self, level: usize) {
        let inline = self.close();
        let level = (level + self.down).min(6);
        let id = self.heading(level, inline.text.trim());
        self.push_html(&format!("<h{level} id=\"{id}\">{}</h{level}>\n", inline.html.trim()));
        self.push_figures();
    }

    /// Writes the figures of the element that has just ended.
    fn push_figures(&mut self) {
        let figures = std::mem::take(&mut self.figures);
        self.push_html(&figures);
    }

    /// Returns the name of a table for screen readers: the heading above it, and the paragraph above it if that is
    /// short.
    fn table_name(&self) -> String {
        let heading = self.headings.last().map_or("Table", |heading| heading.text.as_str());
        match self.above.trim() {
            "" => heading.to_owned(),
            above if above.chars().count() > MAX_NAME_LENGTH => heading.to_owned(),
            above => format!("{heading}, {above}"),
        }
    }

    fn picture(&mut self, address: &str, alternative: &str) -> String {
        let Some(picture) = self.pictures.get(address).cloned() else { return missing(alternative) };
        let across = is_wide(&picture.svg);
        let svg = self.embedded(&picture.svg);
        let narrow = self.embedded(&picture.narrow);
        let figures = std::mem::take(&mut self.figures);
        let numbers = self.folded(&picture.numbers, 0);
        self.figures = figures;
        fill("picture.html", context! { label => alternative, svg, narrow, numbers, across })
    }

    /// Returns the SVG with ids that are unique on the page.
    pub(crate) fn embedded(&mut self, svg: &str) -> String {
        self.embedded += usize::from(!svg.is_empty());
        embedded(svg, self.embedded)
    }

    fn close(&mut self) -> Inline {
        self.open.pop().unwrap_or_default()
    }

    fn push_html(&mut self, html: &str) {
        if let Some(open) = self.open.last_mut() {
            open.html.push_str(html);
        }
    }

    fn push_text(&mut self, text: &str) {
        if let Some(open) = self.open.last_mut() {
            open.text.push_str(text);
        }
    }

    /// Writes a line break.
    fn line_break(&mut self) {
        self.push_html(LINE_BREAK);
        self.push_text(" ");
    }
}

fn is_line_break(html: &str) -> bool {
    matches!(html.trim(), "<br>" | "<br/>" | "<br />")
}

/// Returns true if an address is a place on the page or a relative path, not a network address or a script.
pub fn is_local(address: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-_./#%".contains(c);
    !address.starts_with('/') && !address.is_empty() && address.chars().all(is_allowed)
}
