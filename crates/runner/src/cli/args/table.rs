//! Arguments for a table: its format and its file, and for a table of scores also which scores it shows and
//! with how many decimals.

use std::io::IsTerminal;
use std::path::PathBuf;

use clap::builder::ArgPredicate;
use clap::{Args as ClapArgs, ValueEnum};
use rejudge_eval::OutputOptions;
use rejudge_report::table::parquet;
use rejudge_tables::frame::{Decimals, Format, Table};

use crate::cli::output::{Failure, check_target, print_bytes, write_target};
use crate::cli::output::{print_columns, print_sheets};

/// The format and the file of a table.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Output")]
pub struct FormArgs {
    /// Output format [default: from FILE's extension; without FILE wide on a terminal or with --digits, and tsv
    /// otherwise]
    // `--digits` rounds only tables for people, so without `-o` it changes the default to `wide`.
    #[arg(
        long,
        aliases = ["fmt", "outfmt", "output-format"],
        default_value_ifs = [("output", ArgPredicate::IsPresent, None), ("digits", ArgPredicate::IsPresent, Some("wide"))]
    )]
    pub format: Option<Format>,
    /// Write to this file instead of stdout (`-`: stdout)
    #[arg(short, long, aliases = ["plot", "out", "outfile", "output-file"], value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Returns the name of a format, as you type it.
pub fn name_of(format: Format) -> String {
    format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Refuses parquet if this program cannot write it.
pub fn check_can_write(format: Format) -> Result<(), Failure> {
    if format == Format::Parquet && !parquet::can_write() {
        let reason = parquet::NOT_BUILT_IN;
        return Err(Failure::usage(format!("{reason}: choose another format, such as csv")));
    }
    Ok(())
}

/// Returns the bytes of a file with this table.
pub fn bytes(format: Format, table: &Table) -> Result<Vec<u8>, Failure> {
    if format == Format::Parquet {
        let bytes = parquet::write(&table.rows, &table.about);
        return bytes.map_err(|error| Failure::data(format!("{error:#}")));
    }
    Ok(text(format, table)?.into_bytes())
}

/// Returns a table in a text format.
fn text(format: Format, table: &Table) -> Result<String, Failure> {
    format.text(table).map_err(|error| Failure::usage(format!("{error:#}")))
}

/// The scores that a table shows, and the table's format and file.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Output")]
pub struct TableArgs {
    /// Show the values of each topic too (trec_eval's -q)
    #[arg(
        short = 'q',
        long,
        aliases = ["by-topic", "by-query", "by_query", "per-query", "per_query", "perquery", "query_eval_wanted"]
    )]
    pub per_topic: bool,
    /// Omit the summary (with -q)
    #[arg(short = 'n', long, aliases = ["no_summary", "nosummary"], requires = "per_topic")]
    pub no_summary: bool,
    #[command(flatten)]
    pub digits: DigitsArgs,
    #[command(flatten)]
    pub form: FormArgs,
}

/// The number of decimals in tables for people.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Output")]
pub struct DigitsArgs {
    /// Decimals of numbers other than p-values in tables for people (wide, markdown, latex, html) [default:
    /// as many as their standard errors support]
    #[arg(
        hide_short_help = true,
        long,
        aliases = ["places", "decimals", "round"],
        value_name = "N",
        value_parser = clap::value_parser!(u8).range(0..=9)
    )]
    pub digits: Option<u8>,
}

impl DigitsArgs {
    /// Returns the number of decimals, if it is given.
    pub fn decimals(&self) -> Option<Decimals> {
        self.digits.map(|digits| Decimals(digits.into()))
    }

    /// Refuses `--digits` for a format that programs read, because the numbers would lose precision.
    pub fn check(&self, format: Format) -> Result<(), Failure> {
        if self.digits.is_some() && !format.is_for_people() {
            return Err(Failure::usage(
                "--digits rounds only tables for people: add --format wide, markdown, latex or html; other formats have all \
                 digits",
            ));
        }
        Ok(())
    }
}

impl TableArgs {
    /// Returns the options that say which scores are shown, and with how many decimals.
    pub fn options(&self) -> OutputOptions {
        OutputOptions {
            per_topic: self.per_topic,
            summary: !self.no_summary,
            decimals: self.digits.digits.map(usize::from),
        }
    }

    /// Refuses what [`DigitsArgs::check`] and [`FormArgs::check`] refuse.
    pub fn check<'a>(&self, inputs: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
        self.digits.check(self.form.format())?;
        self.form.check(inputs)
    }

    /// Writes the table, with the chosen decimals.
    pub fn write(&self, table: Table) -> Result<(), Failure> {
        self.form.write(&Table { decimals: self.digits.decimals(), ..table })
    }
}

impl FormArgs {
    /// Refuses parquet if there is no output file, or if this program cannot write parquet. Refuses an output
    /// file that is also an input, or that is in a folder that does not exist. Refuses the extension of a
    /// compressed file, an unknown extension if there is no `--format`, and an extension that contradicts
    /// `--format` if one of the two means parquet.
    pub fn check<'a>(&self, inputs: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
        check_target(self.output.as_deref(), inputs)?;
        if self.format == Some(Format::Parquet) && self.output.is_none() {
            return Err(Failure::usage("--format parquet writes a file: name it with -o"));
        }
        check_can_write(self.format())?;
        if let Some(path) = self.output.as_deref().filter(|path| {
            path.extension()
                .is_some_and(|ending| ["gz", "xz", "zst", "bz2"].iter().any(|other| ending == *other))
        }) {
            let (path, plain) = (path.display(), path.with_extension(""));
            let plain = plain.display();
            return Err(Failure::usage(format!(
                "{path}: tables are not compressed: write {plain}, and compress it afterwards"
            )));
        }
        self.check_ending()?;
        // If the extension were wrong, a program that reads the file would take text for parquet, or parquet
        // for text.
        let file_format =
            self.output.as_deref().and_then(Format::from_path).filter(|format| *format != self.format());
        if let (Some(path), Some(file_format)) = (&self.output, file_format)
            && [file_format, self.format()].contains(&Format::Parquet)
        {
            let (path, format) = (path.display(), name_of(self.format()));
            return Err(Failure::usage(format!(
                "{path} is a name for {}, but the format is {format}: change the name, or leave --format out",
                name_of(file_format)
            )));
        }
        Ok(())
    }

    /// Refuses a file with an unknown extension, unless `--format` names the format.
    fn check_ending(&self) -> Result<(), Failure> {
        let Some(path) = self.output.as_deref().filter(|_| self.format.is_none()) else { return Ok(()) };
        // Users may type `-o json` for the format, as for `kubectl get`.
        if let Some(name) = path.to_str().filter(|name| <Format as ValueEnum>::from_str(name, true).is_ok()) {
            return Err(Failure::usage(format!(
                "-o {name} names a file: `--format {name}` chooses the format, `-o ./{name}` writes a file of this name"
            )));
        }
        let (Some(extension), None) = (path.extension(), Format::from_path(path)) else { return Ok(()) };
        let extensions: Vec<String> = Format::endings().map(|extension| format!(".{extension}")).collect();
        Err(Failure::usage(format!(
            "{}: unknown extension .{}, expected one of {}; --format NAME writes that format to a \
             file of any name",
            path.display(),
            extension.to_string_lossy(),
            extensions.join(", ")
        )))
    }

    /// Returns the format. The default is the format of the file's extension, or tsv if the file has no known
    /// extension. Without a file, the default is a table for people on a terminal, and tsv otherwise.
    pub fn format(&self) -> Format {
        match (self.format, &self.output) {
            (Some(format), _) => format,
            (None, Some(path)) => Format::from_path(path).unwrap_or(Format::Tsv),
            (None, None) if std::io::stdout().is_terminal() => Format::Wide,
            (None, None) => Format::Tsv,
        }
    }

    /// Writes the table to the file or to stdout.
    pub fn write(&self, table: &Table) -> Result<(), Failure> {
        let format = self.format();
        if format == Format::Wide && self.output.is_none() {
            return print_sheets(&table.sheets());
        }
        match &self.output {
            Some(path) => write_target(path, &bytes(format, table)?),
            None if format == Format::Tsv => print_columns(&text(format, table)?, "\t"),
            None => print_bytes(&bytes(format, table)?),
        }
    }
}
