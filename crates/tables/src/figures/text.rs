//! Estimates the widths of text without a font, and breaks lines.
//!
//! We use the widths of DejaVu Sans, the widest font that the SVG names. So text also fits if a browser chooses
//! Helvetica or Arial.

/// The fonts of all text. A browser uses the first one that is installed.
pub(crate) const FONTS: &str = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif";

/// Advance widths of the printable ASCII characters in thousandths of the font size.
const ASCII: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636,
    636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
    295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838,
    500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
    392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

/// Returns the width of `text` at a font size, in the same unit.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance_width).sum::<f64>() * size
}

/// Returns the advance width of a character at a font size of 1.
fn advance_width(c: char) -> f64 {
    match c {
        ' '..='~' => f64::from(ASCII[c as usize - 32]) / 1000.0,
        // These widths are estimates: the first one for accented Latin, Greek, Cyrillic and Hebrew letters,
        // the second for other scripts. The characters of other scripts are at most as wide as a square.
        '\u{a0}'..='\u{5ff}' => 0.8,
        _ => 1.0,
    }
}

/// Breaks `text` between words into lines that are at most `max_width` wide. A wider word gets its own line.
pub fn lines(text: &str, size: f64, max_width: f64) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match out.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= max_width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => out.push(word.to_owned()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hold_every_word_and_fit() {
        let text = "Kendall's tau between the full and the shallow judgments";
        let lines = lines(text, 12.0, 120.0);
        assert_eq!(lines.join(" "), text);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| width(line, 12.0) <= 120.0));
    }

    #[test]
    fn a_word_that_is_too_wide_has_its_own_line() {
        assert_eq!(lines("a discriminative b", 10.0, 20.0), ["a", "discriminative", "b"]);
        assert!(lines("", 10.0, 20.0).is_empty());
    }
}
