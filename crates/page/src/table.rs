//! Tables, as they can be scrolled, sorted and filtered.

use std::fmt::Write;

use pulldown_cmark::Alignment;

use crate::escape::escape;

/// Longest label that stays in sight while the rest of its row scrolls.
const PINNED: usize = 32;
/// Rows above which a table scrolls within the page, its head in sight.
const TALL: usize = 40;
/// Rows above which a table is folded away.
const FOLDED: usize = 100;
/// Longest text of a cell that a column of one word a line would do for.
const LONG: usize = 40;
/// What a number ends with that is far above or below the one it is compared with.
const FAR: [char; 2] = ['▲', '▼'];

/// Some text, as HTML and without its elements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inline {
    /// With elements.
    pub html: String,
    /// Without.
    pub text: String,
}

/// A table as it is read.
#[derive(Debug, Default)]
pub struct Table {
    /// How columns are aligned.
    pub alignments: Vec<Alignment>,
    /// The head, then the rows.
    pub rows: Vec<Vec<Inline>>,
}

/// The head of a column of claims.
const CLAIMS: &str = "claim";

impl Table {
    /// The table called `name` as HTML.
    pub fn html(&self, name: &str) -> String {
        let Some((head, body)) = self.rows.split_first() else { return String::new() };
        let labels = self.labels(head);
        let mut out = String::new();
        let tall = if body.len() > TALL { " tall" } else { "" };
        let name = escape(name);
        let is_folded = body.len() > FOLDED;
        if is_folded {
            let _ = writeln!(out, "<details class=\"folded\"><summary>{} rows: {name}</summary>", body.len());
        }
        let _ = writeln!(out, "<div class=\"table\">");
        let _ =
            write!(out, "<div class=\"scroll{tall}\" role=\"group\" tabindex=\"0\" aria-label=\"{name}\">");
        // Rows of claims: where there is no room for columns, their cells stand below each other.
        let is_stacked = head.first().is_some_and(|cell| cell.text.trim() == CLAIMS);
        let is_pinned = body.iter().all(|row| row.first().is_none_or(short));
        let class = match (is_stacked, is_pinned) {
            (true, _) => " class=\"stacked\"",
            (false, true) => " class=\"pinned\"",
            (false, false) => "",
        };
        let _ = write!(out, "<table{class}><caption class=\"unseen\">{name}</caption>\n<thead><tr>");
        for (at, cell) in head.iter().enumerate() {
            let unnamed = if at == 0 { "row" } else { "part" };
            let _ = match cell.text.trim() {
                "" => write!(
                    out,
                    "<th scope=\"col\"{}><span class=\"unseen\">{unnamed}</span></th>",
                    self.class(at, "")
                ),
                _ => write!(out, "<th scope=\"col\"{}>{}</th>", self.class(at, ""), cell.html.trim()),
            };
        }
        let _ = writeln!(out, "</tr></thead>\n<tbody>");
        let mut last = &Inline::default();
        for row in body {
            out.push_str("<tr>");
            for (at, cell) in row.iter().enumerate() {
                // What stands only in the first of several rows goes with each, so that they may be sorted.
                let again = labels > 1 && at == 0 && cell.text.trim().is_empty();
                let shown = if again { last } else { cell };
                if at == 0 {
                    last = shown;
                }
                let far = cell.text.trim_end().ends_with(FAR);
                let also = match (again, far, shown.text.chars().count() > LONG) {
                    (true, ..) => "again",
                    (_, true, _) => "far",
                    (.., true) => "long",
                    _ => "",
                };
                let class = self.class(at, also);
                let html = shown.html.trim();
                let _ = match at < labels {
                    true => write!(out, "<th scope=\"row\"{class}>{html}</th>"),
                    false if is_stacked => {
                        let head = head.get(at).map_or("", |head| head.text.trim());
                        write!(out, "<td{class} data-head=\"{}\">{html}</td>", escape(head))
                    }
                    false => write!(out, "<td{class}>{html}</td>"),
                };
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody></table></div>\n</div>\n");
        if is_folded {
            out.push_str("</details>\n");
        }
        out
    }

    /// How many columns name the rows: the first, and a second where neither has a name.
    fn labels(&self, head: &[Inline]) -> usize {
        let unnamed = head.iter().take_while(|cell| cell.text.trim().is_empty()).count();
        unnamed.clamp(1, 2)
    }

    fn class(&self, at: usize, also: &str) -> String {
        let number = matches!(self.alignments.get(at), Some(Alignment::Right));
        match (number, also) {
            (true, "") => " class=\"n\"".to_owned(),
            (true, also) => format!(" class=\"n {also}\""),
            (false, "") => String::new(),
            (false, also) => format!(" class=\"{also}\""),
        }
    }
}

fn short(cell: &Inline) -> bool {
    cell.text.chars().count() <= PINNED
}
