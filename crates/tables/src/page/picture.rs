//! SVG inside a page.

use crate::page::Markdown;
use crate::page::escape::escape;

/// A picture that is wider than this, in its own units, is not placed next to another one.
const MAX_SHARED_WIDTH: f64 = 700.0;

/// A picture of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The SVG, which is not escaped.
    pub svg: String,
    /// The SVG for narrow screens. It may be empty.
    pub narrow: String,
    /// The numbers in the picture, for readers who cannot see it. It may be empty.
    pub numbers: Markdown,
}

/// Returns the SVG for picture number `at` of a page. Its ids get a prefix that makes them unique: a capital,
/// which ids of headings do not have, and the number. We replace attributes in the text of the SVG, which is
/// safe because quotation marks in labels are escaped. The title of the root element is removed,
/// because its `aria-label` has the same text.
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
    width.is_some_and(|width| width > MAX_SHARED_WIDTH)
}

/// Returns a placeholder for a missing picture.
pub fn missing(alternative: &str) -> String {
    format!("<p class=\"missing\">Missing picture: {}</p>\n", escape(alternative))
}
