//! Writes tables for people as LaTeX with booktabs, which you can paste into a paper. Wide tables shrink to the width
//! of the text.

use std::fmt::Write;

use indexmap::IndexSet;

use crate::page::{latex, latex_value};

use crate::frame::{Cell, Heading, Sheet};

/// Returns the tables after a comment that lists the packages that they need.
pub(super) fn sheets(name: &str, sheets: &[Sheet]) -> String {
    let version = env!("CARGO_PKG_VERSION");
    // The name is in a comment, which would end at a line break.
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = format!(
        "% {name}, by rejudge {version}. It needs \\usepackage{{booktabs,graphicx}}, and \\usepackage[T1]{{fontenc}} for quotes.\n"
    );
    if sheets.is_empty() {
        out += "% No cell has a number.\n";
    }
    sheets.iter().for_each(|sheet| write_sheet(&mut out, sheet));
    out
}

/// The command that shrinks a table if it is wider than the text.
const FITTING: &str = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%";

fn write_sheet(out: &mut String, sheet: &Sheet) {
    let sides: String = sheet.columns.iter().map(|head| if head.is_number { 'r' } else { 'l' }).collect();
    // The reasons why cells have no number. Each is listed once below the table.
    let mut reasons = IndexSet::new();
    let mut lines = vec![sheet.columns.iter().map(|heading| latex(&heading.text)).collect::<Vec<_>>()];
    for row in &sheet.rows {
        let cell = |(cell, heading): (_, &Heading)| format_cell(cell, heading.is_number, &mut reasons);
        lines.push(row.iter().zip(&sheet.columns).map(cell).collect());
    }
    // We align the columns in the source too.
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..sheet.columns.len()).map(width).collect();
    let mut body = String::new();
    for (at, line) in lines.iter().enumerate() {
        let padded = line.iter().zip(&widths).zip(&sheet.columns).map(|((text, width), heading)| {
            let space = " ".repeat(width - text.chars().count());
            if heading.is_number { format!("{space}{text}") } else { format!("{text}{space}") }
        });
        let _ = writeln!(body, "    {} \\\\", padded.collect::<Vec<_>>().join(" & "));
        if at == 0 {
            body.push_str("    \\midrule\n");
        }
    }
    let below = |(at, reason): (usize, &&str)| {
        format!("\n  \\par\\raggedright\\footnotesize $^{{{}}}$ {}\n", at + 1, latex(reason))
    };
    let _ = write!(
        out,
        "\n\\begin{{table}}\n  \\centering\n  \\caption{{{}}}\n{}  {FITTING}\n  \\begin{{tabular}}{{{sides}}}\n    \
         \\toprule\n{body}    \\bottomrule\n  \\end{{tabular}}}}\n{}\\end{{table}}\n",
        sheet.caption(latex),
        label(&sheet.label),
        reasons.iter().enumerate().map(below).collect::<String>()
    );
}

/// Returns the command that gives a table its label, or an empty text if all names are empty. A character
/// other than an ASCII letter, a digit, `-`, `.` or `:` becomes a dash.
fn label(names: &[String]) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-.:".contains(c) { c } else { '-' };
    let names: Vec<String> =
        names.iter().filter(|name| !name.is_empty()).map(|name| name.chars().map(plain).collect()).collect();
    if names.is_empty() { String::new() } else { format!("  \\label{{tab:{}}}\n", names.join(":")) }
}

fn format_cell<'a>(cell: &'a Cell, is_number: bool, reasons: &mut IndexSet<&'a str>) -> String {
    let reason = cell.text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    // A number in parentheses is not a reason.
    if let Some(reason) = reason.filter(|reason| is_number && reason.parse::<f64>().is_err()) {
        return format!("--$^{{{}}}$", reasons.insert_full(reason).0 + 1);
    }
    let text = if is_number { latex_value(&cell.text) } else { latex(&cell.text) };
    let text = if cell.is_best { format!("\\textbf{{{text}}}") } else { text };
    match cell.mark.as_str() {
        "" => text,
        mark => format!("{text}\\textsuperscript{{{}}}", latex(mark)),
    }
}
