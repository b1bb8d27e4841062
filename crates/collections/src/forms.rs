//! The registry of formats. Each turns the bytes of a file into records (topic, document, value): tables and JSON with
//! named columns, nested JSON, MS MARCO's three columns, parquet. A form is recognised by the contents of
//! the file, never by its name. If a recognised file cannot be read, the error names the form.
//!
//! Lines of TREC and NTCIR are no entry, because the scanner reads them as they are. Records of the others become such
//! lines, each with its line number, so that errors in the lines name the right line; those of a run can be taken as rows
//! instead, because a run is long.

mod columns;
mod json;
mod number;
mod parquet;
mod run_rules;
mod tables;
mod trec_lines;

use std::path::Path;

pub use columns::Role;
use number::Number;
use parquet::Rows;
pub(crate) use parquet::{cell_text, is_parquet};
use rejudge_names::located::Excerpt;
pub use run_rules::untagged_name;
use run_rules::{RowsByRules, RunRules};
pub(crate) use run_rules::{RunRow, TakeRows};
use trec_lines::TrecLines;

use crate::error::{LoadError, Located};
use crate::file_text::LineColumn;
use crate::text::{BOM, read};

/// The kind of contents for which a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Judgments: topic, document, grade. A fraction is rounded.
    Judgments,
    /// Judgments by intent: topic, intent, document, grade.
    Intents,
    /// Labels of a judge: topic, document, label as it is written.
    Labels,
    /// A run: topic, document, score or rank.
    Run,
}

/// The contents of a file.
#[derive(Clone, Copy)]
struct File<'f> {
    bytes: &'f [u8],
    /// The same as text, without a byte order mark; empty if it is none.
    text: &'f str,
    /// True if the ranks of a run are read although it has scores.
    needs_ranks: bool,
}

/// A record.
#[derive(Clone, Copy, Debug, Default)]
struct Record<'r> {
    pub line: usize,
    pub topic: &'r str,
    pub document: &'r str,
    /// The grade, the label or the score.
    pub number: Option<Number<'r>>,
    pub rank: Option<Number<'r>>,
    pub tag: Option<&'r str>,
    pub intent: Option<&'r str>,
    /// True if topic and tag are known to be those of the record before, so that they need no further check.
    pub repeats: bool,
}

/// Takes in the records of a file, one after the other.
trait Records {
    /// Takes in the next record.
    fn add(&mut self, record: Record<'_>) -> Result<(), Located>;

    /// Returns true if the ranks of a run matter although it has scores.
    fn needs_ranks(&self) -> bool {
        true
    }

    /// Takes in the next records, which are rows of columns. The default is to add each of them.
    fn add_rows(&mut self, rows: &Rows<'_>) -> Result<(), Located> {
        rows.each(|record| self.add(record))
    }
}

/// Reads the records of a file.
type ReadRecords<'f> = Box<dyn FnOnce(&mut dyn Records) -> Result<(), Located> + 'f>;

/// The form of a file that is recognised.
struct Form<'f> {
    words: String,
    /// True if records are numbered by the lines on which they are.
    has_lines: bool,
    read: ReadRecords<'f>,
}

/// Returns the form of a file, or `None` if it does not have it.
type Recognise = for<'f> fn(Kind, File<'f>) -> Option<Form<'f>>;

const ALL: &[Kind] = &[Kind::Judgments, Kind::Intents, Kind::Labels, Kind::Run];
const ONE_LEVEL: &[Kind] = &[Kind::Judgments, Kind::Labels, Kind::Run];

/// The registry, in the order in which forms are tried: the contents for which a form is read, and its function.
static FORMS: &[(&[Kind], Recognise)] = &[
    (ALL, parquet::recognised),
    (ALL, tables::markup),
    (ALL, tables::letor),
    (ALL, json::nuggets),
    (&[Kind::Run], json::retrieved),
    (ALL, json::records),
    (ONE_LEVEL, json::nested),
    (ALL, tables::named_columns),
    (&[Kind::Run], tables::ms_marco),
    (&[Kind::Run], tables::colbert),
    (&[Kind::Judgments], tables::fractions),
];

impl<'f> Form<'f> {
    /// Returns the form of a file by the registry.
    fn recognised(kind: Kind, bytes: &'f [u8], needs_ranks: bool) -> Option<Self> {
        let file = File { needs_ranks, ..File::new(bytes) };
        FORMS.iter().filter(|(kinds, _)| kinds.contains(&kind)).find_map(|(_, form)| form(kind, file))
    }

    fn new(
        words: impl Into<String>,
        has_lines: bool,
        read: impl FnOnce(&mut dyn Records) -> Result<(), Located> + 'f,
    ) -> Option<Self> {
        Some(Self { words: words.into(), has_lines, read: Box::new(read) })
    }

    /// Reads the records of the file, which has these bytes.
    fn read(self, path: &Path, bytes: &[u8], records: &mut dyn Records) -> Result<(), Located> {
        (self.read)(records).map_err(|fault| {
            let line = File::new(bytes).text.lines().nth(fault.line - 1).filter(|_| self.has_lines);
            let of_line = line.map(|line| Excerpt::of_line(line, fault.column));
            Located { name: path.to_string_lossy().into(), excerpt: fault.excerpt.or(of_line), ..fault }
        })
    }
}

impl<'f> File<'f> {
    fn new(bytes: &'f [u8]) -> Self {
        let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
        Self { bytes, text: std::str::from_utf8(text).unwrap_or_default(), needs_ranks: true }
    }
}

/// An error in a line, or in the record of that number.
fn wrong(line: usize, what: impl Into<String>) -> Located {
    LineColumn { line, column: 1 }.error(Path::new(""), what)
}

/// Returns the lines that hold something, with their numbers.
fn lines_of(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty())
}

/// Returns the lines of a file in a form other than TREC's, or `None` if the form is unknown. A run without a name is
/// named by its file. If `by_rank`, each record must have a rank.
///
/// # Errors
/// If the file is of a form, and a record of it cannot be read.
pub fn as_trec(kind: Kind, by_rank: bool, path: &Path, bytes: &[u8]) -> Result<Option<Vec<u8>>, Located> {
    let mut lines = TrecLines::new(kind, by_rank, path);
    let is_known = read_records(kind, path, bytes, &mut lines)?;
    Ok(is_known.then(|| lines.end().into_bytes()))
}

/// Passes on the rows of a run in a form other than TREC's, as [`as_trec`] writes them. Returns false if the form is
/// unknown.
///
/// # Errors
/// If the file is of a form, and a record of it cannot be read.
pub(crate) fn each_row(
    by_rank: bool,
    path: &Path,
    bytes: &[u8],
    rows: &mut impl TakeRows,
) -> Result<bool, Located> {
    read_records(Kind::Run, path, bytes, &mut RowsByRules { rules: RunRules::new(by_rank, path), rows })
}

/// Reads the records of a file in a form other than TREC's. Returns false if the form is unknown.
fn read_records(kind: Kind, path: &Path, bytes: &[u8], records: &mut dyn Records) -> Result<bool, Located> {
    let text = File::new(bytes).text;
    // Most files are in TREC format, which one line is enough to recognise.
    if begins_as_trec(kind, text) && (kind != Kind::Judgments || !tables::has_fraction(text)) {
        return Ok(false);
    }
    // If it is no text, the reader of TREC lines reports the position.
    let with_texts = json::with_texts(text);
    let bytes_with_texts = with_texts.as_deref().map_or(bytes, str::as_bytes);
    let Some(form) = Form::recognised(kind, bytes_with_texts, records.needs_ranks()) else {
        return Ok(false);
    };
    let words = form.words.clone();
    form.read(path, bytes, records)
        .map_err(|fault| Located { message: format!("{} (read as {words})", fault.message), ..fault })?;
    tracing::info!(path = %path.display(), form = words, "not TREC's form");
    Ok(true)
}

/// Returns the lines of a file in TREC format, whatever its form.
pub fn read_lines(kind: Kind, path: &Path) -> Result<Vec<u8>, LoadError> {
    let bytes = read(path)?;
    Ok(as_trec(kind, false, path, &bytes)?.unwrap_or(bytes))
}

/// Returns true if the first nonempty line has the columns of TREC, with a number in the numeric column.
fn begins_as_trec(kind: Kind, text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let mut words = first.split_ascii_whitespace();
    let mut is_number_at = |at: usize| words.nth(at).is_some_and(|word| word.parse::<f64>().is_ok());
    match kind {
        Kind::Judgments | Kind::Intents | Kind::Labels => is_number_at(3) && words.next().is_none(),
        Kind::Run => is_number_at(4) && words.next().is_some(),
    }
}
