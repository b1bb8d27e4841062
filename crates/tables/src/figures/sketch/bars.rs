//! A bar a row.

use super::{ROW, SIZE, WIDTH, cut, room};
use crate::figures::style::{LIMIT, MAIN, QUIET};
use crate::figures::svg::Svg;
use crate::figures::text::width;

/// Draws the bars; the height of the sketch.
pub fn draw(svg: &mut Svg, bars: &[(String, f64, String)], lines: &[(f64, String)], below: &str) -> f64 {
    let left = room(bars.iter().map(|(name, ..)| name.as_str()));
    let text = bars.iter().map(|(.., text)| width(text, SIZE)).fold(0.0, f64::max) + 5.0;
    let most = bars.iter().map(|(_, value, _)| *value).chain(lines.iter().map(|(at, _)| *at));
    let most = most.fold(0.0, f64::max);
    let full = WIDTH - left - text;
    let long = |value: f64| if most > 0.0 { full * (value / most).clamp(0.0, 1.0) } else { 0.0 };
    let height = bars.len() as f64 * ROW;
    for (at, _) in lines {
        let x = left + long(*at);
        let attributes = [("stroke", LIMIT), ("stroke-width", "1.2"), ("stroke-dasharray", "4 3")];
        svg.line([x, 0.0, x, height], &attributes);
    }
    for (at, (name, value, text)) in bars.iter().enumerate() {
        let top = at as f64 * ROW;
        svg.label((left - 5.0, top + 10.5), "end", &[], &cut(name));
        svg.rect("bar", [left, top + 2.0, long(*value).max(0.5), ROW - 4.0], &[("fill", MAIN)]);
        // A line must not cross a number, so the number is placed after the line.
        let begin = lines.iter().fold(left + long(*value) + 4.0, |begin, (at, _)| {
            let line = left + long(*at);
            let is_crossed = (begin - 2.0..begin + width(text, SIZE) + 2.0).contains(&line);
            if is_crossed { line + 3.0 } else { begin }
        });
        svg.label((begin, top + 10.5), "start", &[("fill", QUIET)], text);
    }
    let mut end = height;
    let words: Vec<&str> =
        lines.iter().map(|(_, what)| what.as_str()).chain([below]).filter(|w| !w.is_empty()).collect();
    for word in words {
        end += 12.0;
        svg.label((0.0, end), "start", &[("fill", QUIET)], word);
    }
    end + 3.0
}
