//! A table as LaTeX that pastes into a paper: booktabs, a table a panel, and a caption that says what the
//! numbers are of.

use std::fmt::Write;

use super::filled::FilledTable;
use super::parts::{Part, parts};
use rejudge_page::{latex as escaped, latex_value as value};

/// The text of `tables/<name>.tex`.
pub fn latex(table: &FilledTable, experiment: &str) -> String {
    let mut out = headed(experiment, &table.name);
    let parts = parts(table);
    if parts.is_empty() {
        out += "% No cell of it has a number.\n";
    }
    for part in &parts {
        write_part(&mut out, table, part, experiment);
    }
    out
}

/// The first line of a file.
fn headed(experiment: &str, table: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let [experiment, table] = [experiment, table].map(in_line);
    format!("% {experiment}/{table}, by rejudge {version}. It needs \\usepackage{{booktabs,graphicx}}.\n")
}

/// A comment ends with its line.
fn in_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn write_part(out: &mut String, table: &FilledTable, part: &Part<'_>, experiment: &str) {
    let quantities = part.has_quantities();
    // A panel that is a collection is named with what it is.
    let named = if part.collections == [part.panel] { "" } else { part.panel };
    let panel = if named.is_empty() { String::new() } else { format!(" ({named})") };
    let caption = escaped(&format!("{}{panel}. {}", table.caption.trim_end_matches('.'), part.said()));
    let names = [experiment, &table.name, named, &part.collections.join("-")];
    let mut notes = Notes::default();
    let mut head = vec![String::new(); if quantities { 2 } else { 1 }];
    head.extend(part.columns.iter().map(|column| escaped(column)));
    let mut lines = vec![head];
    let mut last = None;
    for row in &part.rows {
        let is_repeated = quantities && last == Some(row.label);
        last = Some(row.label);
        let mut line = vec![if is_repeated { String::new() } else { escaped(row.label) }];
        if quantities {
            line.push(escaped(row.quantity));
        }
        line.extend(part.columns.iter().map(|column| {
            row.shown(column).map_or(String::new(), |text| notes.marked(text).unwrap_or_else(|| value(text)))
        }));
        lines.push(line);
    }
    let left = if quantities { 2 } else { 1 };
    Tabular { caption, names: &names, left, lines }.write(out, &notes.below());
}

/// A table of text, as LaTeX sets it.
struct Tabular<'a> {
    /// Its caption, as LaTeX.
    caption: String,
    /// The parts of its label.
    names: &'a [&'a str],
    /// How many columns are of labels.
    left: usize,
    /// Its lines, the head first, as LaTeX.
    lines: Vec<Vec<String>>,
}

impl Tabular<'_> {
    fn write(&self, out: &mut String, below: &str) {
        let Self { caption, names, left, lines } = self;
        let label = |text: &str| -> String {
            let plain = |c: char| if c.is_ascii_alphanumeric() || "-.:".contains(c) { c } else { '-' };
            text.chars().map(plain).collect()
        };
        let names: Vec<String> =
            names.iter().filter(|name| !name.is_empty()).map(|name| label(name)).collect();
        let all = lines.first().map_or(*left, Vec::len);
        let columns = format!("{}{}", "l".repeat(*left), "r".repeat(all - left));
        let _ = write!(
            out,
            "\n\\begin{{table}}\n  \\centering\n  \\caption{{{caption}}}\n  \\label{{tab:{}}}\n  {FITTING}\n  \
             \\begin{{tabular}}{{{columns}}}\n    \\toprule\n",
            names.join(":")
        );
        // Columns stand below each other in the source too; labels begin at the left.
        let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or_default();
        let widths: Vec<usize> = (0..all).map(width).collect();
        for (at, line) in lines.iter().enumerate() {
            let padded = line.iter().zip(&widths).enumerate().map(|(column, (text, width))| {
                let space = " ".repeat(width - text.chars().count());
                if column < *left { format!("{text}{space}") } else { format!("{space}{text}") }
            });
            let _ = writeln!(out, "    {} \\\\", padded.collect::<Vec<_>>().join(" & "));
            if at == 0 {
                out.push_str("    \\midrule\n");
            }
        }
        out.push_str("    \\bottomrule\n  \\end{tabular}}\n");
        out.push_str(below);
        out.push_str("\\end{table}\n");
    }
}

/// A table of text as a file of LaTeX of its own: panels with their lines, the head first, `left` columns of
/// labels.
pub fn latex_of_text(
    [experiment, name, caption]: [&str; 3],
    left: usize,
    panels: &[(String, Vec<Vec<String>>)],
) -> String {
    let mut out = headed(experiment, name);
    for (panel, lines) in panels {
        let of_panel = if panel.is_empty() { String::new() } else { format!(" ({panel})") };
        let caption = escaped(&format!("{name}{of_panel}. {caption}"));
        let lines = lines.iter().enumerate().map(|(at, line)| {
            let cells = line.iter().enumerate();
            cells.map(|(c, text)| if at == 0 || c < left { escaped(text) } else { value(text) }).collect()
        });
        let names = [experiment, name, panel, "printed"];
        Tabular { caption, names: &names, left, lines: lines.collect() }.write(&mut out, "");
    }
    out
}

/// Begins what is as wide as it is, and no wider than the text.
const FITTING: &str = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%";

/// Why cells have no number, told once below a table.
#[derive(Default)]
struct Notes<'a>(Vec<&'a str>);

impl<'a> Notes<'a> {
    /// The mark of a cell that says why it has no number.
    fn marked(&mut self, text: &'a str) -> Option<String> {
        let note = text.strip_prefix('(')?.strip_suffix(')')?;
        let at = self.0.iter().position(|known| *known == note).unwrap_or_else(|| {
            self.0.push(note);
            self.0.len() - 1
        });
        Some(format!("--$^{{{}}}$", at + 1))
    }

    /// What the marks stand for.
    fn below(&self) -> String {
        let note = |(at, text): (usize, &&str)| {
            format!("\n  \\par\\raggedright\\footnotesize $^{{{}}}$ {}\n", at + 1, escaped(text))
        };
        self.0.iter().enumerate().map(note).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_told_once_below() {
        let mut notes = Notes::default();
        let marks: Vec<Option<String>> =
            ["(no data)", "0.5 ±0.1", "(50% of x_1)", "(no data)"].map(|text| notes.marked(text)).into();
        assert_eq!(
            marks,
            [Some("--$^{1}$".to_owned()), None, Some("--$^{2}$".to_owned()), Some("--$^{1}$".to_owned())]
        );
        let line = "\n  \\par\\raggedright\\footnotesize $^{";
        assert_eq!(notes.below(), format!("{line}1}}$ no data\n{line}2}}$ 50\\% of x\\_1\n"));
    }
}
