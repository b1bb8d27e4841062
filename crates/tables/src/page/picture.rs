//! SVG inside the page.

use crate::page::Markdown;
use crate::page::escape::escape;

/// The widest picture that is placed next to another one, in its own units.
const WIDE: f64 = 700.0;

/// A figure of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The SVG, which is trusted.
    pub svg: String,
    /// The picture for narrow screens; may be empty.
    pub narrow: String,
    /// The numbers in the picture, for readers who cannot see it; may be empty.
    pub numbers: Markdown,
}

/// Returns the SVG as figure number `at` of the page: its ids are unique, and its root has no title, because its label
/// has the same text. No text looks like an attribute, because the quotation marks of labels are escaped. No id of a
/// heading has a capital.
pub(crate) fn embedded(svg: &str, at: usize) -> String {
    let (before, title) = svg.split_once("<title>").unwrap_or((svg, ""));
    let is_of_root = before.matches('<').count() == 1;
    let untitled = title.split_once("</title>\n").filter(|_| is_of_root);
    let mut out = untitled.map_or(svg.to_owned(), |(_, inside)| before.to_owned() + inside);
    for reference in [" id=\"", " fill=\"url(#", " clip-path=\"url(#"] {
        out = out.replace(reference, &format!("{reference}G{at}."));
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
