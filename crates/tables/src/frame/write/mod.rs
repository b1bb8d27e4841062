//! The one set of writers: a table in, text out. A form of output is a function and a line of the registry.

mod html;
pub(super) mod json;
mod latex;
mod markdown;
mod separated;
mod text;

use std::fmt;
use std::path::Path;

use anyhow::{Result, bail};
use clap::builder::PossibleValue;

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

/// The output of a form.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// The text of a file.
    Text(String),
    /// The rows of the table, for a parquet file: only some programs write it.
    Rows,
    /// Tables for people: only the printing code knows the available width.
    Sheets(Vec<Sheet>),
}

/// A form of output.
#[derive(Clone, Copy)]
pub struct Format(&'static Form);

struct Form {
    name: &'static str,
    about: &'static str,
    /// The extension of such files.
    ending: Option<&'static str>,
    /// Returns true if people read it: numbers are rounded and marked.
    is_for_people: bool,
    write: fn(&Table) -> Result<Content>,
}

/// The registry, in the order of help.
static FORMS: &[Form] = &[
    Form {
        name: "wide",
        about: "A table for people: rounded, the best first; marks say what is best or significant",
        ending: None,
        is_for_people: true,
        write: |table| Ok(Content::Sheets(table.sheets())),
    },
    Form {
        name: "tsv",
        about: "Tab-separated rows, full precision; for scores: run, topic, measure, value (topic `all` is the summary)",
        ending: Some("tsv"),
        is_for_people: false,
        write: |table| Ok(Content::Text(separated::tsv(&table.rows, !table.is_headless))),
    },
    Form {
        name: "trec_eval",
        about: "Scores as trec_eval prints them: its names, four decimals, one block per run",
        ending: None,
        is_for_people: false,
        write: |table| match &table.lines {
            Some(lines) => Ok(Content::Text(lines.clone())),
            None => bail!(no_trec_eval(&table.name)),
        },
    },
    Form {
        name: "json",
        about: "One object: the rules in force, and the rows or the scores of each run",
        ending: Some("json"),
        is_for_people: false,
        write: |table| Ok(Content::Text(format!("{:#}\n", table.json()))),
    },
    Form {
        name: "csv",
        about: "Comma-separated rows with a header, full precision",
        ending: Some("csv"),
        is_for_people: false,
        write: |table| Ok(Content::Text(separated::csv(&table.rows))),
    },
    Form {
        name: "parquet",
        about: "The same rows in a parquet file (needs -o)",
        ending: Some("parquet"),
        is_for_people: false,
        write: |_| Ok(Content::Rows),
    },
    Form {
        name: "markdown",
        about: "As wide, in Markdown; the best score is bold",
        ending: Some("md"),
        is_for_people: true,
        write: |table| Ok(Content::Text(markdown::sheets(&table.sheets()))),
    },
    Form {
        name: "latex",
        about: "As wide, as LaTeX tables (package booktabs); the best score is bold",
        ending: Some("tex"),
        is_for_people: true,
        write: |table| Ok(Content::Text(latex::sheets(&table.name, &table.sheets()))),
    },
    Form {
        name: "html",
        about: "As wide, as HTML tables for your own page; the best score is bold",
        ending: Some("html"),
        is_for_people: true,
        write: |table| Ok(Content::Text(table.sheets().iter().map(html::sheet).collect())),
    },
    Form {
        name: "svg",
        about: "A figure of scores: bars for each run and measure",
        ending: Some("svg"),
        is_for_people: true,
        write: |table| match &table.figure {
            Some(svg) => Ok(Content::Text(svg.clone())),
            None => bail!("--format svg draws scores, not {}", table.name),
        },
    },
];

/// The ending of any text, which is written in the form for programs.
const TEXT: &str = "txt";

/// Returns the form of this name; without one the program does not compile.
const fn named(name: &str) -> Format {
    let mut at = 0;
    while !is_same(FORMS[at].name.as_bytes(), name.as_bytes()) {
        at += 1;
    }
    Format(&FORMS[at])
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

impl Format {
    /// A table for people, on a terminal.
    pub const WIDE: Self = named("wide");
    /// The long form for programs.
    pub const TSV: Self = named("tsv");
    /// Lines as trec_eval prints them.
    pub const TREC_EVAL: Self = named("trec_eval");
    /// One object.
    pub const JSON: Self = named("json");
    /// Rows with a head, quoted if need be.
    pub const CSV: Self = named("csv");
    /// Columns of a file.
    pub const PARQUET: Self = named("parquet");
    /// Tables of Markdown.
    pub const MARKDOWN: Self = named("markdown");
    /// Tables of LaTeX.
    pub const LATEX: Self = named("latex");
    /// A figure.
    pub const SVG: Self = named("svg");

    /// The form that a file's name tells by its ending.
    pub fn of_file(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        let is_it = |known: &str| ending.eq_ignore_ascii_case(known);
        if is_it(TEXT) {
            return Some(Self::TSV);
        }
        FORMS.iter().find(|form| form.ending.is_some_and(is_it)).map(Self)
    }

    /// The endings that [`Format::of_file`] knows, in the order of help.
    pub fn endings() -> impl Iterator<Item = &'static str> {
        FORMS.iter().filter_map(|form| form.ending).chain([TEXT])
    }

    /// Returns true if people read it: numbers are rounded and marked.
    pub fn is_for_people(self) -> bool {
        self.0.is_for_people
    }

    /// Writes a table.
    ///
    /// # Errors
    /// If the form cannot hold it.
    pub fn write(self, table: &Table) -> Result<Content> {
        (self.0.write)(table)
    }

    /// The text of a table.
    ///
    /// # Errors
    /// If the form cannot hold it.
    ///
    /// # Panics
    /// If the form is parquet, which is no text.
    pub fn text(self, table: &Table) -> Result<String> {
        Ok(match self.write(table)? {
            Content::Text(text) => text,
            Content::Sheets(sheets) => Sheet::text_of(&sheets, None),
            Content::Rows => unreachable!("parquet is no text"),
        })
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl clap::ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [Format; FORMS.len()] = {
            let mut all = [Format(&FORMS[0]); FORMS.len()];
            let mut at = 0;
            while at < all.len() {
                all[at] = Format(&FORMS[at]);
                at += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name).help(self.0.about))
    }
}
