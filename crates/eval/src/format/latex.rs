//! Tables for people as LaTeX that pastes into a paper.

use std::fmt::Write;

use rejudge_page::{latex, latex_value};

use super::form::SheetForm;
use super::{Cell, Content, Sheet};

pub struct Latex;

impl SheetForm for Latex {
    const NAME: &'static str = "latex";
    const ABOUT: &'static str = "As wide, as tables of LaTeX (package booktabs); the best is bold";
    const ENDING: Option<&'static str> = Some("tex");

    fn sheets(sheets: Vec<Sheet>) -> Content {
        let mut out = format!(
            "% By rejudge {}. It needs \\usepackage{{booktabs}}, and \\usepackage[T1]{{fontenc}} for quotes.\n",
            env!("CARGO_PKG_VERSION")
        );
        sheets.iter().for_each(|sheet| of_sheet(&mut out, sheet));
        Content::Text(out.into_bytes())
    }
}

fn of_sheet(out: &mut String, sheet: &Sheet) {
    let sides: String = sheet.columns.iter().map(|head| if head.is_number { 'r' } else { 'l' }).collect();
    let best = sheet.has_best().then_some("Bold: the best of its column.");
    let title = Some(sheet.title.as_str()).filter(|title| !title.is_empty());
    let notes = title.into_iter().chain(best).chain(sheet.notes.iter().map(String::as_str)).map(latex);
    let caption = notes.collect::<Vec<_>>().join(" ");
    let line = |cells: Vec<String>| format!("    {} \\\\\n", cells.join(" & "));
    let head = line(sheet.columns.iter().map(|heading| latex(&heading.text)).collect());
    let rows: String = sheet
        .rows
        .iter()
        .map(|row| {
            let cells = row.iter().zip(&sheet.columns);
            line(cells.map(|(of_row, heading)| cell(of_row, heading.is_number)).collect())
        })
        .collect();
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "\\begin{{table}}\n  \\centering\n  \\caption{{{caption}}}\n  \\begin{{tabular}}{{{sides}}}\n    \\toprule\n\
         {head}    \\midrule\n{rows}    \\bottomrule\n  \\end{{tabular}}\n\\end{{table}}\n"
    );
}

fn cell(cell: &Cell, is_number: bool) -> String {
    let text = if is_number { latex_value(&cell.text) } else { latex(&cell.text) };
    let text = if cell.is_best { format!("\\textbf{{{text}}}") } else { text };
    match cell.mark.as_str() {
        "" => text,
        mark => format!("{text}\\textsuperscript{{{}}}", latex(mark)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Heading;
    use super::*;

    #[test]
    fn names_are_text_and_numbers_mathematics() {
        let best = Cell { text: "-0.31".into(), is_best: true, mark: "a".into() };
        let sheet = Sheet {
            title: String::new(),
            columns: vec![Heading::words("run"), Heading::numbers("nDCG@10")],
            rows: vec![vec!["a_b".into(), best]],
            notes: vec!["50% rounded.".into()],
        };
        let mut text = String::new();
        of_sheet(&mut text, &sheet);
        assert!(text.contains("    a\\_b & \\textbf{$-$0.31}\\textsuperscript{a} \\\\\n"), "{text}");
        assert!(text.contains("\\begin{tabular}{lr}") && text.contains("50\\% rounded."), "{text}");
    }
}
