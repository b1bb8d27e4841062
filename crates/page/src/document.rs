//! What stands around the text: head, contents, style and script.

use std::fmt::Write;

use crate::Picture;
use crate::escape::escape;
use crate::markdown::{Heading, Writer};

const STYLE: &str = include_str!("page.css");
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
    let mut writer = Writer::new(figure);
    let main = writer.ids.of("main");
    let mut body = String::new();
    for part in parts {
        if part.name.is_empty() {
            writer.down = 0;
            body.push_str(&writer.html(part.markdown));
        } else {
            writer.down = 1;
            let heading = writer.heading_of(2, &escape(part.name), part.name);
            let id = writer.headings.last().map_or(String::new(), |heading| heading.id.clone());
            let text = writer.html(part.markdown);
            let _ = write!(body, "<section aria-labelledby=\"{id}\">\n{heading}{text}</section>\n");
        }
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
    contents(&mut out, &writer.headings);
    let _ = write!(
        out,
        "<main id=\"{main}\" tabindex=\"-1\">\n{body}</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    );
    out
}

/// Writes the list of the headings down to level 4.
fn contents(out: &mut String, headings: &[Heading]) {
    let listed: Vec<&Heading> = headings.iter().filter(|heading| heading.level <= 4).collect();
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
