//! SVG inside the page.

use std::fmt::Write;

use crate::page::escape::escape;

/// The widest picture that is placed next to another one, in its own units.
const WIDE: f64 = 1100.0;

/// A figure of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The SVG, which is trusted.
    pub svg: String,
    /// The picture for narrow screens; may be empty.
    pub narrow: String,
    /// Its numbers as Markdown, for readers who cannot see it; may be empty.
    pub numbers: String,
}

impl From<String> for Picture {
    fn from(svg: String) -> Self {
        Self { svg, ..Self::default() }
    }
}

/// Returns the SVG as figure number `at` of the page: its ids are unique, and its root has no title, because its label
/// has the same text.
pub(crate) fn embedded(svg: &str, at: usize) -> String {
    let start = svg.find("<svg").unwrap_or(0);
    let svg = &svg[start..];
    let mut out = String::with_capacity(svg.len() + 64);
    let mut rest = svg;
    let mut tags = 0;
    while let Some((before, after)) = rest.split_once('<') {
        let Some((tag, tail)) = after.split_once('>') else { break };
        out.push_str(before);
        rest = tail;
        // The title of the root is the first child; that of a curve or mark is nested deeper.
        if tag == "title" && tags == 1 {
            rest = tail.split_once("</title>").map_or(tail, |(_, tail)| tail.trim_start_matches('\n'));
            continue;
        }
        tags += 1;
        let _ = write!(out, "<{}>", own_ids(tag, at));
    }
    out.push_str(rest);
    out
}

/// Rewrites the inside of a tag so that its ids and references are unique to figure `at`. No id of a heading has a
/// capital.
fn own_ids(tag: &str, at: usize) -> String {
    let mut out = String::with_capacity(tag.len() + 8);
    let mut pieces = tag.split('"');
    while let Some(before) = pieces.next() {
        out.push_str(before);
        let Some(value) = pieces.next() else { break };
        let name = before.trim_end_matches('=').rsplit([' ', '\n', '\t']).next().unwrap_or("");
        let value = match (name, value.strip_prefix('#')) {
            ("id", _) => format!("G{at}.{value}"),
            ("href", Some(id)) => format!("#G{at}.{id}"),
            // Labels contain no references to ids.
            _ if name.starts_with("data-") || name.starts_with("aria-") => value.to_owned(),
            _ => value.replace("url(#", &format!("url(#G{at}.")),
        };
        let _ = write!(out, "\"{value}\"");
    }
    out
}

/// Returns true if a picture needs the whole width of a page.
pub(crate) fn is_wide(svg: &str) -> bool {
    let view = svg.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"'));
    let width = view.and_then(|(view, _)| view.split(' ').nth(2)?.parse::<f64>().ok());
    width.is_some_and(|width| width > WIDE)
}

/// Returns the placeholder of a missing figure.
pub fn missing(alternative: &str) -> String {
    format!("<p class=\"missing\">Not here: {}</p>\n", escape(alternative))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_those_of_the_figure() {
        let svg = "<svg aria-label=\"url(#a)\"><title>url(#a)</title><defs><g id=\"a\" data-id=\"url(#a)\"/></defs>\
                   <g fill=\"url(#a)\"><title>a</title><use href=\"#a\"/></g></svg>";
        let own = "<svg aria-label=\"url(#a)\"><defs><g id=\"G3.a\" data-id=\"url(#a)\"/></defs>\
                   <g fill=\"url(#G3.a)\"><title>a</title><use href=\"#G3.a\"/></g></svg>";
        assert_eq!(embedded(svg, 3), own);
        assert_eq!(embedded(&format!("<?xml version=\"1.0\"?>\n{svg}"), 3), own);
    }
}
