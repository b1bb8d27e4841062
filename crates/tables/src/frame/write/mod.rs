//! The output formats. To add a format, write a function that returns a table as text, and add a variant with its
//! details to [`Format`].

mod html;
pub(super) mod json;
mod latex;
mod markdown;
mod separated;
mod text;

use std::path::Path;

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::frame::{Sheet, Table};

/// Returns the error message if a table cannot be written in trec_eval's format.
pub fn no_trec_eval(name: &str) -> String {
    format!("--format trec_eval has no {name}; use tsv, csv or json")
}

/// Formats rules in one line, for example `ties rank, gains linear`.
pub fn in_line(rules: &[(String, String)]) -> String {
    let fields: Vec<String> = rules.iter().map(|(field, value)| format!("{field} {value}")).collect();
    fields.join(", ")
}

/// An output format. The variants are in the order in which help lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for people: rounded, the best first; marks say what is best or significant
    Wide,
    /// Tab-separated rows, full precision; for scores: run, topic, measure, value (topic `all` is the summary)
    Tsv,
    /// Scores as trec_eval prints them: its names, four decimals, one block per run
    #[value(name = "trec_eval")]
    TrecEval,
    /// One object: the rules in force, and the rows or the scores of each run
    Json,
    /// Comma-separated rows with a header, full precision
    Csv,
    /// The same rows in a parquet file (needs -o)
    Parquet,
    /// As wide, in Markdown; the best score is bold
    Markdown,
    /// As wide, as LaTeX tables (package booktabs); the best score is bold
    Latex,
    /// As wide, as HTML tables for your own page; the best score is bold
    Html,
    /// A figure of scores: bars for each run and measure
    Svg,
}

/// The extension of plain text files, which are written as TSV.
const TEXT: &str = "txt";

impl Format {
    /// Returns the format for the extension of a file name.
    pub fn from_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        if ending.eq_ignore_ascii_case(TEXT) {
            return Some(Self::Tsv);
        }
        let mut forms = Self::value_variants().iter().copied();
        forms.find(|form| form.details().ending.is_some_and(|known| ending.eq_ignore_ascii_case(known)))
    }

    /// Returns the extensions that [`Format::from_path`] knows, in the order in which help lists the
    /// formats; `txt` is the last.
    pub fn endings() -> impl Iterator<Item = &'static str> {
        Self::value_variants().iter().filter_map(|form| form.details().ending).chain([TEXT])
    }

    /// Returns the part of a table that this format writes.
    pub fn part(self) -> Part {
        self.details().part
    }

    /// Returns true if the format is for people, with rounded numbers and marks.
    pub fn is_for_people(self) -> bool {
        matches!(self.part(), Part::Sheets | Part::Figure)
    }

    /// Returns a table as text in this format. Tables for people are not fitted to the width of a terminal.
    ///
    /// # Errors
    /// If the table cannot be written in this format.
    ///
    /// # Panics
    /// If the format is parquet, which is not text.
    pub fn text(self, table: &Table) -> Result<String> {
        (self.details().text)(table)
    }

    /// Returns the properties in which formats differ.
    fn details(self) -> Details {
        match self {
            Self::Wide => Details::new(None, Part::Sheets, |table| Ok(Sheet::to_text(&table.sheets(), None))),
            Self::Tsv => {
                let tsv = |table: &Table| Ok(separated::tsv(&table.rows, !table.is_headless));
                Details::new(Some("tsv"), Part::Rows, tsv)
            }
            Self::TrecEval => {
                let lines = |table: &Table| table.lines.clone().with_context(|| no_trec_eval(&table.name));
                Details::new(None, Part::Lines, lines)
            }
            Self::Json => Details::new(Some("json"), Part::Json, |table| Ok(format!("{:#}\n", table.json()))),
            Self::Csv => Details::new(Some("csv"), Part::Rows, |table| Ok(separated::csv(&table.rows))),
            Self::Parquet => {
                Details::new(Some("parquet"), Part::Rows, |_| unreachable!("parquet is not text"))
            }
            Self::Markdown => {
                Details::new(Some("md"), Part::Sheets, |table| Ok(markdown::sheets(&table.sheets())))
            }
            Self::Latex => {
                let latex = |table: &Table| Ok(latex::sheets(&table.name, &table.sheets()));
                Details::new(Some("tex"), Part::Sheets, latex)
            }
            Self::Html => {
                let html = |table: &Table| Ok(table.sheets().iter().map(html::sheet).collect());
                Details::new(Some("html"), Part::Sheets, html)
            }
            Self::Svg => {
                let svg = |table: &Table| {
                    let figure = table.figure.clone();
                    figure.with_context(|| format!("--format svg draws scores, not {}", table.name))
                };
                Details::new(Some("svg"), Part::Figure, svg)
            }
        }
    }
}

/// The part of a [`Table`] that a format writes. If the table has scores, only the part that the format needs is
/// computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Rows,
    /// The tables for people.
    Sheets,
    /// The lines in trec_eval's format.
    Lines,
    Json,
    Figure,
}

/// The properties in which formats differ.
struct Details {
    /// The file extension, or `None` if it is not specific to this format.
    ending: Option<&'static str>,
    part: Part,
    text: fn(&Table) -> Result<String>,
}

impl Details {
    fn new(ending: Option<&'static str>, part: Part, text: fn(&Table) -> Result<String>) -> Self {
        Self { ending, part, text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{Cell, Heading};

    #[test]
    fn names_are_text_the_best_is_marked_and_reasons_are_said_once() {
        let best = Cell { text: "-0.31".into(), is_best: true, mark: "a*".into() };
        let row = |name: &str, text: &str| vec![name.into(), text.into()];
        let sheet = Sheet {
            title: "AP <b>".into(),
            label: vec!["x".into(), String::new(), "table 1".into()],
            columns: vec![Heading::words("run"), Heading::numbers("A<P_2")],
            rows: vec![
                vec!["x|<y>".into(), best],
                row("b", "(50% of x_1)"),
                row("c", "(50% of x_1)"),
                row("d", "(.95)"),
            ],
            notes: vec!["50% rounded.".into()],
        };
        let table = Table { name: "scores\nof two".into(), sheets: Some(vec![sheet]), ..Table::default() };
        let text = |form: Format| form.text(&table).expect("people read it");
        let all = [Format::Wide, Format::Markdown, Format::Html, Format::Latex].map(text).join("----\n");
        let version = concat!("rejudge ", env!("CARGO_PKG_VERSION"));
        insta::assert_snapshot!(all.replace(version, "rejudge VERSION"));
    }
}
