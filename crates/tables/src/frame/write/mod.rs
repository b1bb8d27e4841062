//! The writers: each turns a table into text. To add a form of output, write a function and add a variant to [`Format`].

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

/// Returns the reason why trec_eval's format has no table of this name.
pub fn no_trec_eval(name: &str) -> String {
    format!("--format trec_eval has no {name}; use tsv, csv or json")
}

/// Formats rules in one line: `ties rank, gains linear`.
pub fn in_line(rules: &[(String, String)]) -> String {
    let fields: Vec<String> = rules.iter().map(|(field, value)| format!("{field} {value}")).collect();
    fields.join(", ")
}

/// A form of output, in the order of help.
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

/// The ending of plain text, which is written tab-separated.
const TEXT: &str = "txt";

impl Format {
    /// Returns the form that the ending of a file's name asks for.
    pub fn of_file(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        if ending.eq_ignore_ascii_case(TEXT) {
            return Some(Self::Tsv);
        }
        let mut forms = Self::value_variants().iter().copied();
        forms.find(|form| form.ending().is_some_and(|known| ending.eq_ignore_ascii_case(known)))
    }

    /// Returns the endings that [`Format::of_file`] knows, in the order of help.
    pub fn endings() -> impl Iterator<Item = &'static str> {
        Self::value_variants().iter().filter_map(|form| form.ending()).chain([TEXT])
    }

    /// Returns the ending of such files, if no other form has the same.
    fn ending(self) -> Option<&'static str> {
        match self {
            Self::Wide | Self::TrecEval => None,
            Self::Tsv => Some("tsv"),
            Self::Json => Some("json"),
            Self::Csv => Some("csv"),
            Self::Parquet => Some("parquet"),
            Self::Markdown => Some("md"),
            Self::Latex => Some("tex"),
            Self::Html => Some("html"),
            Self::Svg => Some("svg"),
        }
    }

    /// Returns true if people read it: numbers are rounded and marked.
    pub fn is_for_people(self) -> bool {
        matches!(self, Self::Wide | Self::Markdown | Self::Latex | Self::Html | Self::Svg)
    }

    /// Returns the text of a table. Tables for people are not broken to the width of a terminal.
    ///
    /// # Errors
    /// If the form cannot hold the table.
    ///
    /// # Panics
    /// If the form is parquet, which is not text.
    pub fn text(self, table: &Table) -> Result<String> {
        Ok(match self {
            Self::Wide => Sheet::text_of(&table.sheets(), None),
            Self::Parquet => unreachable!("parquet is not text"),
            Self::Tsv => separated::tsv(&table.rows, !table.is_headless),
            Self::TrecEval => table.lines.clone().with_context(|| no_trec_eval(&table.name))?,
            Self::Json => format!("{:#}\n", table.json()),
            Self::Csv => separated::csv(&table.rows),
            Self::Markdown => markdown::sheets(&table.sheets()),
            Self::Latex => latex::sheets(&table.name, &table.sheets()),
            Self::Html => table.sheets().iter().map(html::sheet).collect(),
            Self::Svg => {
                let figure = table.figure.clone();
                figure.with_context(|| format!("--format svg draws scores, not {}", table.name))?
            }
        })
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
