//! The text of an SVG: elements with attributes, escaped text, and numbers with at most two decimals.

use std::fmt::Write;

use crate::figures::style;
use crate::figures::text::FONTS;
use crate::frame::trimmed;
use crate::page::html;

/// An SVG, to which you add elements.
#[derive(Debug, Default)]
pub struct Svg {
    text: String,
    /// The elements that are not closed yet.
    open: Vec<&'static str>,
}

/// Formats a number with at most two decimals, without trailing zeros. It never returns `-0`.
pub fn number(value: f64) -> String {
    trimmed(value, 2)
}

/// Escapes text for one line of XML, like [`html`]. XML forbids two characters that HTML allows; we remove these.
fn escape(text: &str) -> String {
    html(text).replace(['\n', '\t'], " ").replace(['\u{fffe}', '\u{ffff}'], "")
}

impl Svg {
    /// Creates an SVG with this width and height, font size and title.
    pub fn picture([width, height]: [f64; 2], font_size: f64, name: &str) -> Self {
        let [width, height, font_size] = [width, height, font_size].map(number);
        let view_box = format!("0 0 {width} {height}");
        let attributes = [
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("width", width.as_str()),
            ("height", &height),
            ("viewBox", &view_box),
            ("role", "img"),
            ("aria-label", name),
            ("font-family", FONTS),
            ("font-size", &font_size),
            ("fill", style::LETTERS),
        ];
        let mut svg = Self::default();
        svg.open("svg", &attributes);
        svg.text("title", &[], name);
        svg
    }

    /// Opens an element.
    pub fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.begin(name, attributes);
        self.text.push_str(">\n");
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    pub fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            let _ = writeln!(self.text, "</{name}>");
        }
    }

    /// Adds an element without content.
    pub(crate) fn empty_element(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.begin(name, attributes);
        self.text.push_str("/>\n");
    }

    /// Adds an element with text.
    pub fn text(&mut self, name: &'static str, attributes: &[(&str, &str)], content: &str) {
        self.begin(name, attributes);
        let _ = writeln!(self.text, ">{}</{name}>", escape(content));
    }

    /// Adds a straight line.
    pub fn line(&mut self, [x1, y1, x2, y2]: [f64; 4], attributes: &[(&str, &str)]) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
        let position = [("x1", x1.as_str()), ("y1", &y1), ("x2", &x2), ("y2", &y2)];
        self.empty_element("line", &[&position[..], attributes].concat());
    }

    /// Adds a rectangle with its left, top, width and height. An empty class is left out.
    pub fn rect(&mut self, class: &str, place: [f64; 4], attributes: &[(&str, &str)]) {
        let [x, y, width, height] = place.map(number);
        let position = [("class", class), ("x", &x), ("y", &y), ("width", &width), ("height", &height)];
        self.empty_element("rect", &[&position[usize::from(class.is_empty())..], attributes].concat());
    }

    /// Adds a circle around (x, y). An empty class is left out.
    pub fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: &str, attributes: &[(&str, &str)]) {
        let (x, y) = (number(x), number(y));
        let position = [("class", class), ("cx", &x), ("cy", &y), ("r", radius)];
        self.empty_element("circle", &[&position[usize::from(class.is_empty())..], attributes].concat());
    }

    /// Adds a label with its baseline at (x, y).
    pub fn label(&mut self, (x, y): (f64, f64), anchor: &str, attributes: &[(&str, &str)], content: &str) {
        let (x, y) = (number(x), number(y));
        let position = [("x", x.as_str()), ("y", &y), ("text-anchor", anchor)];
        self.text("text", &[&position[..], attributes].concat(), content);
    }

    /// Adds another drawing inside the element that was opened last.
    pub fn inside(&mut self, other: Self) {
        self.text.push_str(&other.finish());
    }

    /// Closes all elements and returns the text.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }

    fn begin(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        let _ = write!(self.text, "<{name}");
        for (key, value) in attributes {
            let _ = write!(self.text, " {key}=\"{}\"", escape(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, 0.126, -0.001, 10.5, 100.0].map(number), ["1", "0.13", "0", "10.5", "100"]);
    }

    #[test]
    fn text_is_escaped() {
        let mut svg = Svg::default();
        svg.text("text", &[("aria-label", "\"<&>\"")], "a < b & c\u{0}\u{202e}");
        let expected = "<text aria-label=\"&quot;&lt;&amp;&gt;&quot;\">a &lt; b &amp; c\u{fffd}</text>\n";
        assert_eq!(svg.finish(), expected);
    }
}
