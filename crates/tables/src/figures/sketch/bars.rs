//! A sketch with a bar in each row.

use super::{FONT_SIZE, ROW, WIDTH, name_column_width, share, shortened};
use crate::figures::style::{LIMIT, MAIN, QUIET};
use crate::figures::svg::Svg;
use crate::figures::text::width;

/// Draws the bars and returns the height of the sketch.
pub fn draw(svg: &mut Svg, bars: &[(String, f64, String)], lines: &[(f64, String)], below: &str) -> f64 {
    let left = name_column_width(bars.iter().map(|(name, ..)| name.as_str()));
    let text_width = bars.iter().map(|(.., text)| width(text, FONT_SIZE)).fold(0.0, f64::max) + 5.0;
    let largest = bars.iter().map(|(_, value, _)| *value).chain(lines.iter().map(|(value, _)| *value));
    let largest = largest.filter(|value| value.is_finite()).fold(0.0, f64::max);
    let max_length = WIDTH - left - text_width;
    let length = |value: f64| if largest > 0.0 { max_length * share(value, (0.0, largest)) } else { 0.0 };
    let height = bars.len() as f64 * ROW;
    for (value, _) in lines {
        let x = left + length(*value);
        let attributes = [("stroke", LIMIT), ("stroke-width", "1.2"), ("stroke-dasharray", "4 3")];
        svg.line([x, 0.0, x, height], &attributes);
    }
    for (row, (name, value, text)) in bars.iter().enumerate() {
        let top = row as f64 * ROW;
        svg.label((left - 5.0, top + 10.5), "end", &[], &shortened(name));
        svg.rect("bar", [left, top + 2.0, length(*value).max(0.5), ROW - 4.0], &[("fill", MAIN)]);
        // If a line would cross the number, we move the number to the right of the line.
        let begin = lines.iter().fold(left + length(*value) + 4.0, |begin, (value, _)| {
            let line = left + length(*value);
            let is_crossed = (begin - 2.0..begin + width(text, FONT_SIZE) + 2.0).contains(&line);
            if is_crossed { line + 3.0 } else { begin }
        });
        svg.label((begin, top + 10.5), "start", &[("fill", QUIET)], text);
    }
    let mut end = height;
    let captions = lines.iter().map(|(_, label)| label.as_str()).chain([below]);
    for caption in captions.filter(|caption| !caption.is_empty()) {
        end += 12.0;
        svg.label((0.0, end), "start", &[("fill", QUIET)], caption);
    }
    end + 3.0
}
