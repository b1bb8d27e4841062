//! Paragraphs, and the collapsed parts in them: long lists of names, which few readers need.

use std::fmt::Write;

/// Longest list of names in code that is not folded away, and longest name that one is folded away under.
const LONG: usize = 150;
const FOLDED_NAME: usize = 30;

/// The end of a line that is kept.
pub(crate) const BREAK: &str = "<br>";

/// Returns a paragraph whose long lists of names in code are collapsed under their label: `Measures: ..`.
pub fn folded(html: &str) -> String {
    let lines: Vec<&str> = html.split(BREAK).collect();
    let (mut out, mut open) = (String::new(), Vec::new());
    let paragraph = |out: &mut String, open: &mut Vec<&str>| {
        if !open.concat().is_empty() {
            let _ = writeln!(out, "<p>{}</p>", open.join(BREAK));
        }
        open.clear();
    };
    // A paragraph is not split if an element begins in one line and ends in another.
    let whole = lines.iter().all(|line| line.matches("</").count() * 2 == line.matches('<').count());
    for line in lines {
        let name = line.split_once(": ").filter(|(name, _)| name.len() <= FOLDED_NAME && !name.contains('<'));
        match name.filter(|(_, list)| whole && list.len() > LONG && list.contains("<code>")) {
            Some((name, list)) => {
                paragraph(&mut out, &mut open);
                let _ = writeln!(
                    out,
                    "<details class=\"folded\"><summary>{name}</summary><p>{list}</p></details>"
                );
            }
            None => open.push(line),
        }
    }
    paragraph(&mut out, &mut open);
    out
}
