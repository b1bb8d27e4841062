//! The output formats. To add a format, write a function that returns a table as text, add a variant to
//! [`Format`], and add its details to `Format::details`.

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

/// Returns the error message for a table that cannot be written in trec_eval's format.
pub fn no_trec_eval(name: &str) -> String {
    format!("--format trec_eval cannot show {name}; use tsv, csv or json")
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
    /// An object for each row, one per line (NDJSON): the columns of csv, full precision
    #[value(name = "jsonl", aliases = ["ndjson", "json-lines"])]
    JsonLines,
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
    /// A figure, such as bars of scores for each run and measure
    Svg,
}

impl Format {
    /// Returns the format for the extension of a file name, or `None` if the extension is missing or unknown.
    pub fn from_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        let mut forms = Self::value_variants().iter().copied();
        forms.find(|form| form.details().endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
    }

    /// Returns the extensions that [`Format::from_path`] knows, in the order in which help lists the formats.
    pub fn endings() -> impl Iterator<Item = &'static str> {
        Self::value_variants().iter().flat_map(|form| form.details().endings).copied()
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
            Self::Wide => Details::new(&[], Part::Sheets, |table| Ok(Sheet::to_text(&table.sheets(), None))),
            Self::Tsv => {
                let tsv = |table: &Table| Ok(separated::tsv(&table.rows, !table.is_headless));
                // Plain text files are written as TSV.
                Details::new(&["tsv", "txt"], Part::Rows, tsv)
            }
            Self::TrecEval => {
                let lines = |table: &Table| table.lines.clone().with_context(|| no_trec_eval(&table.name));
                Details::new(&[], Part::Lines, lines)
            }
            Self::Json => Details::new(&["json"], Part::Json, |table| Ok(format!("{:#}\n", table.json()))),
            Self::JsonLines => {
                Details::new(&["jsonl", "ndjson"], Part::Rows, |table| Ok(json::lines(&table.rows)))
            }
            Self::Csv => Details::new(&["csv"], Part::Rows, |table| Ok(separated::csv(&table.rows))),
            Self::Parquet => Details::new(&["parquet"], Part::Rows, |_| unreachable!("parquet is not text")),
            Self::Markdown => {
                Details::new(&["md"], Part::Sheets, |table| Ok(markdown::sheets(&table.sheets())))
            }
            Self::Latex => {
                let latex = |table: &Table| Ok(latex::sheets(&table.name, &table.sheets()));
                Details::new(&["tex"], Part::Sheets, latex)
            }
            Self::Html => {
                let html = |table: &Table| Ok(table.sheets().iter().map(html::sheet).collect());
                Details::new(&["html"], Part::Sheets, html)
            }
            Self::Svg => Details::new(&["svg"], Part::Figure, |table| {
                let figure = table.figure.clone();
                figure.with_context(|| format!("--format svg draws scores, not {}", table.name))
            }),
        }
    }
}

/// The part of a [`Table`] that a format writes. For a table of scores, only the part that the format needs
/// is computed.
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
    /// The file extensions. Empty if none is specific to this format.
    endings: &'static [&'static str],
    part: Part,
    text: fn(&Table) -> Result<String>,
}

impl Details {
    fn new(endings: &'static [&'static str], part: Part, text: fn(&Table) -> Result<String>) -> Self {
        Self { endings, part, text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{Cell, Frame, Heading, Kind};

    /// JSON lines have the columns of csv in the same order, and all digits. JSON has no infinity, so an
    /// infinity becomes null.
    #[test]
    fn json_lines_have_the_columns_of_csv() {
        let kinds = [("run", Kind::Text), ("topics", Kind::Whole), ("AP", Kind::Number), ("p", Kind::Number)];
        let mut rows = Frame::new(kinds.map(|(name, kind)| (name, kind, "")));
        rows.push(["a \"b\", c".into(), 3_usize.into(), (0.1 + 0.2).into(), None::<f64>.into()]);
        rows.push(["d\n".into(), None::<u32>.into(), 1e-7.into(), f64::INFINITY.into()]);
        let table = Table { rows, ..Table::default() };
        let lines = Format::JsonLines.text(&table).expect("rows");
        assert_eq!(
            lines,
            "{\"run\":\"a \\\"b\\\", c\",\"topics\":3,\"AP\":0.30000000000000004,\"p\":null}\n\
             {\"run\":\"d\\n\",\"topics\":null,\"AP\":1e-7,\"p\":null}\n"
        );
        let csv = Format::Csv.text(&table).expect("rows");
        assert_eq!(csv.lines().next(), Some("run,topics,AP,p"));
        for (file, format) in
            [("a.jsonl", Format::JsonLines), ("a.NDJSON", Format::JsonLines), ("a.txt", Format::Tsv)]
        {
            assert_eq!(Format::from_path(Path::new(file)), Some(format), "{file}");
        }
    }

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
