//! The SVG itself: elements with attributes, escaped text, numbers to a hundredth.

use std::fmt::Write;

use crate::figures::style;
use crate::figures::text::FONTS;
use crate::frame::trimmed;
use crate::page::html;

/// An SVG that grows element by element.
#[derive(Debug, Default)]
pub struct Svg {
    text: String,
    /// The open elements.
    open: Vec<&'static str>,
}

/// A number to a hundredth of a unit, without trailing zeros and without minus zero.
pub fn number(value: f64) -> String {
    trimmed(value, 2)
}

/// Escapes text as a page does, for one line of XML, which has no place for two characters that HTML allows.
fn escape(text: &str) -> String {
    html(text).replace(['\n', '\t'], " ").replace(['\u{fffe}', '\u{ffff}'], "")
}

impl Svg {
    /// Opens a picture of this size, font size and name.
    pub fn picture([wide, high]: [f64; 2], size: f64, name: &str) -> Self {
        let [w, h, size] = [wide, high, size].map(number);
        let view = format!("0 0 {w} {h}");
        let attributes = [
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("width", w.as_str()),
            ("height", &h),
            ("viewBox", &view),
            ("role", "img"),
            ("aria-label", name),
            ("font-family", FONTS),
            ("font-size", &size),
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

    /// Closes the element opened last.
    pub fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            let _ = writeln!(self.text, "</{name}>");
        }
    }

    /// An element without content.
    pub fn empty(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.begin(name, attributes);
        self.text.push_str("/>\n");
    }

    /// An element with text.
    pub fn text(&mut self, name: &'static str, attributes: &[(&str, &str)], content: &str) {
        self.begin(name, attributes);
        let _ = writeln!(self.text, ">{}</{name}>", escape(content));
    }

    /// A straight line.
    pub fn line(&mut self, [x1, y1, x2, y2]: [f64; 4], attributes: &[(&str, &str)]) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
        let own = [("x1", x1.as_str()), ("y1", &y1), ("x2", &x2), ("y2", &y2)];
        self.empty("line", &[&own[..], attributes].concat());
    }

    /// A rectangle at left, top, width and height; its class may be empty.
    pub fn rect(&mut self, class: &str, place: [f64; 4], attributes: &[(&str, &str)]) {
        let [x, y, width, height] = place.map(number);
        let own = [("class", class), ("x", &x), ("y", &y), ("width", &width), ("height", &height)];
        self.empty("rect", &[&own[usize::from(class.is_empty())..], attributes].concat());
    }

    /// A circle around (x, y); its class may be empty.
    pub fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: &str, attributes: &[(&str, &str)]) {
        let (x, y) = (number(x), number(y));
        let own = [("class", class), ("cx", &x), ("cy", &y), ("r", radius)];
        self.empty("circle", &[&own[usize::from(class.is_empty())..], attributes].concat());
    }

    /// A label at (x, y), its baseline there.
    pub fn label(&mut self, (x, y): (f64, f64), anchor: &str, attributes: &[(&str, &str)], content: &str) {
        let (x, y) = (number(x), number(y));
        let own = [("x", x.as_str()), ("y", &y), ("text-anchor", anchor)];
        self.text("text", &[&own[..], attributes].concat(), content);
    }

    /// Appends another drawing inside the open element.
    pub fn inside(&mut self, other: Self) {
        self.text.push_str(&other.finish());
    }

    /// The whole text; all elements are closed.
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
