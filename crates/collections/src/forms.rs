//! The registry of the forms that files of judgments and runs may have, besides lines in TREC and NTCIR
//! format. There are tables with named columns, JSON with named fields, nested JSON, MS MARCO's three columns,
//! parquet and others. Most forms turn the bytes of a file into records (topic, document, value); some are
//! recognised only so that the error can name them. A form is recognised by the contents of the file, never by
//! the name of the file. If a recognised file cannot be read, the error names the form.
//!
//! Lines in TREC and NTCIR format are read by the scanner directly, except judgments in which a grade is a
//! fraction: they are a form of the registry. Records of the registry's forms are rewritten as lines in TREC
//! format, each at its line number in the file if there is one record per line, so that errors name the right
//! line. Because runs are long, their records can also be passed on as rows, without being rewritten.

mod columns;
mod json;
mod number;
mod parquet;
mod run_rules;
mod tables;
mod trec_lines;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

pub use columns::Role;
pub(crate) use columns::normalized_name;
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

/// The kind of contents that a file is expected to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Judgments: topic, document, grade. A fraction is rounded to the nearest level.
    Judgments,
    /// Judgments by intent: topic, intent, document, grade.
    Intents,
    /// Labels of a judge, or judgments with grades that are labels or gains: topic, document, and the label
    /// as it is written, except that a whole number loses its decimals and its exponent: `2.0` becomes `2`,
    /// and `1e3` becomes `1000`.
    Labels,
    /// A run: topic, document, score or rank.
    Run,
}

/// The contents of a file.
#[derive(Clone, Copy)]
struct File<'f> {
    bytes: &'f [u8],
    /// The bytes as text, without a byte order mark. Empty if they are not UTF-8.
    text: &'f str,
    /// True if the ranks of a run must be read even if it has scores.
    needs_ranks: bool,
}

/// A judgment, a label, or a line of a run, independent of the form of the file.
#[derive(Clone, Copy, Debug, Default)]
struct Record<'r> {
    /// The number, from 1, of the line, of the row, or of the record in a list. Always 1 for other forms.
    pub line: usize,
    pub topic: &'r str,
    pub document: &'r str,
    /// The grade, the label or the score.
    pub number: Option<Number<'r>>,
    pub rank: Option<Number<'r>>,
    pub tag: Option<&'r str>,
    pub intent: Option<&'r str>,
    /// True if we know that topic and tag are the same as in the record before, so we need not check
    /// them.
    pub repeats: bool,
}

/// Receives the records of a file.
trait Records {
    /// Receives the next record.
    fn add(&mut self, record: Record<'_>) -> Result<(), Located>;

    /// Returns true if the ranks of a run matter even if it has scores.
    fn needs_ranks(&self) -> bool {
        true
    }

    /// Receives the next records as rows of columns. The default adds the records one by one.
    fn add_rows(&mut self, rows: &Rows<'_>) -> Result<(), Located> {
        rows.each(|record| self.add(record))
    }
}

/// A function that reads the records of a file and passes them to a receiver.
type ReadRecords<'f> = Box<dyn FnOnce(&mut dyn Records) -> Result<(), Located> + 'f>;

/// A form that was recognised in a file.
struct Form<'f> {
    /// The name of the form in messages.
    name: String,
    /// True if `Record::line` is the number of a line of the file.
    has_lines: bool,
    read: ReadRecords<'f>,
}

/// A function that returns the form if the file has it.
type Recognise = for<'f> fn(FileKind, File<'f>) -> Option<Form<'f>>;

const ALL_KINDS: &[FileKind] = &[FileKind::Judgments, FileKind::Intents, FileKind::Labels, FileKind::Run];
const WITHOUT_INTENTS: &[FileKind] = &[FileKind::Judgments, FileKind::Labels, FileKind::Run];

/// The registry, in the order in which forms are tried: the kinds of contents for which a form is read, and
/// the function that recognises it.
static FORMS: &[(&[FileKind], Recognise)] = &[
    (ALL_KINDS, parquet::recognised),
    (ALL_KINDS, tables::markup),
    (ALL_KINDS, tables::letor),
    (ALL_KINDS, json::nuggets),
    (&[FileKind::Run], json::retrieved),
    (ALL_KINDS, json::records),
    (ALL_KINDS, json::other_list),
    (WITHOUT_INTENTS, json::nested),
    (ALL_KINDS, tables::named_columns),
    (&[FileKind::Run], tables::ms_marco),
    (&[FileKind::Run], tables::colbert),
    (&[FileKind::Judgments], tables::fractions),
];

impl<'f> Form<'f> {
    /// Returns the first form of the registry that the file has.
    fn recognised(kind: FileKind, bytes: &'f [u8], needs_ranks: bool) -> Option<Self> {
        let file = File { needs_ranks, ..File::new(bytes) };
        FORMS
            .iter()
            .filter(|(kinds, _)| kinds.contains(&kind))
            .find_map(|(_, recognise)| recognise(kind, file))
    }

    fn new(
        name: impl Into<String>,
        has_lines: bool,
        read: impl FnOnce(&mut dyn Records) -> Result<(), Located> + 'f,
    ) -> Option<Self> {
        Some(Self { name: name.into(), has_lines, read: Box::new(read) })
    }

    /// Reads the records of the file. `bytes` are its contents, for the excerpt of an error.
    fn read(self, path: &Path, bytes: &[u8], records: &mut dyn Records) -> Result<(), Located> {
        (self.read)(records).map_err(|error| {
            let line = File::new(bytes).text.lines().nth(error.line - 1).filter(|_| self.has_lines);
            let line_excerpt = line.map(|line| Excerpt::of_line(line, error.column));
            Located { name: path.to_string_lossy().into(), excerpt: error.excerpt.or(line_excerpt), ..error }
        })
    }
}

impl<'f> File<'f> {
    fn new(bytes: &'f [u8]) -> Self {
        let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
        Self { bytes, text: std::str::from_utf8(text).unwrap_or_default(), needs_ranks: true }
    }
}

/// Returns an error with this message at a line. If a form has no lines, `line` is the number of the record
/// or row, or 1.
fn wrong(line: usize, what: impl Into<String>) -> Located {
    LineColumn { line, column: 1 }.error(Path::new(""), what)
}

/// Returns the lines that are not blank, with their numbers.
fn lines_of(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty())
}

/// Rewrites a file as lines in TREC format. Returns `None` if the file already consists of such lines, or
/// has no form of the registry. A run without tags is named after its file. If `by_rank`, each record of a
/// run must have a rank.
///
/// # Errors
/// If the file has a form of the registry, but a record cannot be read, or nearly all grades are fractions.
pub fn as_trec(kind: FileKind, by_rank: bool, path: &Path, bytes: &[u8]) -> Result<Option<Vec<u8>>, Located> {
    let mut lines = TrecLines::new(kind, by_rank, path);
    let has_form = read_records(kind, path, bytes, &mut lines)?;
    has_form.then(|| lines.end().map(String::into_bytes)).transpose()
}

/// Passes the rows of a run to `rows` and returns true if [`as_trec`] would rewrite the file. Otherwise
/// returns false.
///
/// # Errors
/// Returns the same errors as [`as_trec`].
pub(crate) fn each_row(
    by_rank: bool,
    path: &Path,
    bytes: &[u8],
    rows: &mut impl TakeRows,
) -> Result<bool, Located> {
    read_records(FileKind::Run, path, bytes, &mut RowsByRules { rules: RunRules::new(by_rank, path), rows })
}

/// Passes the records of a file to `records` and returns true if the file has a form of the registry. Returns
/// false for other files, such as files in TREC format.
fn read_records(
    kind: FileKind,
    path: &Path,
    bytes: &[u8],
    records: &mut dyn Records,
) -> Result<bool, Located> {
    let text = File::new(bytes).text;
    // Most files are in TREC format. We recognise it by one line, before we try the forms. But judgments may
    // have a fraction in any line.
    if begins_as_trec(kind, text) && (kind != FileKind::Judgments || !tables::has_fraction(text)) {
        return Ok(false);
    }
    // If the file is not UTF-8, `text` is empty, and no form except parquet is recognised. The reader of TREC
    // lines then reports the position.
    let quoted = json::quote_non_finite(text);
    let readable_bytes = quoted.as_deref().map_or(bytes, str::as_bytes);
    let Some(form) = Form::recognised(kind, readable_bytes, records.needs_ranks()) else {
        return Ok(false);
    };
    let form_name = form.name.clone();
    form.read(path, bytes, records)
        .map_err(|error| Located { message: format!("{} (read as {form_name})", error.message), ..error })?;
    tracing::info!(path = %path.display(), form = form_name, "file is not in TREC format");
    Ok(true)
}

/// Reads a file and returns its contents. If the file has a form of the registry, the contents are rewritten
/// as lines in TREC format. Otherwise they are unchanged.
pub fn read_lines(kind: FileKind, path: &Path) -> Result<Vec<u8>, LoadError> {
    let bytes = read(path)?;
    Ok(as_trec(kind, false, path, &bytes)?.unwrap_or(bytes))
}

/// Returns the tag of the first line if a text begins as a run in TREC format.
pub(crate) fn tag_of_trec(text: &str) -> Option<&str> {
    begins_as_trec(FileKind::Run, text).then(|| first_words(text)[5])
}

/// Returns [`FileKind::Run`] or [`FileKind::Judgments`], by the columns and the numbers of a file. Returns
/// `None` if the file may be either: if it has topics, documents and whole numbers that may be levels, but no
/// ranks and no tags, or if it has a column of grades and another column of scores or ranks. A file that is
/// neither counts as a run, so that the reader of runs says what is wrong.
///
/// ```
/// use std::path::Path;
/// use rejudge_collections::forms::{FileKind, kind_of};
/// let kind = |text: &str| kind_of(Path::new("a"), text.as_bytes());
/// assert_eq!(kind("1 Q0 d 1 9 tag"), Some(FileKind::Run));
/// assert_eq!(kind("1 0 d 1"), Some(FileKind::Judgments));
/// assert_eq!(kind("qid,docno,label\n1,d,1"), Some(FileKind::Judgments));
/// assert_eq!(kind(r#"{"1": {"d": 1.0}}"#), Some(FileKind::Run));
/// assert_eq!(kind(r#"{"1": {"d": 1}}"#), None);
/// assert_eq!(kind("qid,docno,label,score\n1,d,2,0.53"), None);
/// assert_eq!(kind("qid,docno,rank,label,tag\n1,d,1,2,bm25"), None);
/// ```
pub fn kind_of(path: &Path, bytes: &[u8]) -> Option<FileKind> {
    let text = File::new(bytes).text;
    if begins_as_trec(FileKind::Run, text) {
        return Some(FileKind::Run);
    }
    let reads = |kind: FileKind, records: &mut KindOfRecords| {
        matches!(read_records(kind, path, bytes, records), Ok(true))
    };
    let [mut run, mut judgments] = [KindOfRecords::default(), KindOfRecords::default()];
    let may_be_run = reads(FileKind::Run, &mut run);
    let may_be_judgments = reads(FileKind::Judgments, &mut judgments);
    match (may_be_run, may_be_judgments) {
        // If the numbers differ, the file has a column of grades and another column of scores or ranks, so it
        // may be either.
        (true, true) if run.numbers.finish() != judgments.numbers.finish() => None,
        (true, true) if run.has_ambiguous_record && !run.has_run_record => None,
        (false, true) => Some(FileKind::Judgments),
        // Judgments in TREC's format have four columns. The grade may be a letter.
        (false, false) if first_words(text).len() == 4 && !run.has_run_record => Some(FileKind::Judgments),
        _ => Some(FileKind::Run),
    }
}

/// Finds out if the records of a run may be judgments too.
#[derive(Default)]
struct KindOfRecords {
    /// True if a record has a rank, a tag, or a number that cannot be a level.
    has_run_record: bool,
    /// True if a record may be a judgment too.
    has_ambiguous_record: bool,
    /// The hash of all numbers. They are scores if the file is read as a run, and grades if it is read as
    /// judgments.
    numbers: DefaultHasher,
}

impl Records for KindOfRecords {
    fn add(&mut self, record: Record<'_>) -> Result<(), Located> {
        let is_of_run =
            record.rank.is_some() || record.tag.is_some() || !record.number.is_some_and(Number::may_be_level);
        self.has_run_record |= is_of_run;
        self.has_ambiguous_record |= !is_of_run;
        record.number.map(Number::text).hash(&mut self.numbers);
        Ok(())
    }
}

/// Returns true if `name` is another tool's name for the form of a file, such as `trec`, `csv`, `tsv`,
/// `json`, `jsonl`, `parquet`, `pytrec_eval` or `ranx`.
pub fn is_form(name: &str, bytes: &[u8]) -> bool {
    let is_trec_run = begins_as_trec(FileKind::Run, File::new(bytes).text);
    let kinds = if is_trec_run { &[][..] } else { &[FileKind::Run, FileKind::Judgments] };
    let form = kinds.iter().find_map(|&kind| Form::recognised(kind, bytes, true));
    let form_name = form.map_or_else(|| "TREC".to_owned(), |form| form.name);
    // We leave out the names of columns and fields.
    let words =
        form_name.split(" with columns ").next().and_then(|words| words.split(" with fields ").next());
    let mut words = words.unwrap_or_default().split(|c: char| !c.is_alphanumeric() && c != '_');
    match name.to_lowercase().as_str() {
        "jsonl" => form_name.starts_with("JSON lines"),
        // TREC RAG's forms have `TREC` in their names too, but not at the start.
        "trec" => form_name.starts_with("TREC"),
        name => words.any(|word| word.eq_ignore_ascii_case(name)),
    }
}

/// Returns the first six words of the first line that is not blank or a comment. More words are not needed, and
/// a JSON file may be a single line with millions of words.
fn first_words(text: &str) -> Vec<&str> {
    let mut lines = text.lines().map(str::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    first.split_ascii_whitespace().take(6).collect()
}

/// Returns true if the first line that is neither blank nor a comment has the columns of TREC, with a number
/// as the grade or the score.
fn begins_as_trec(kind: FileKind, text: &str) -> bool {
    let words = first_words(text);
    let number = match (kind, words.as_slice()) {
        (FileKind::Judgments | FileKind::Intents | FileKind::Labels, [_, _, _, grade]) => grade,
        (FileKind::Run, [_, _, _, _, score, _]) => score,
        _ => return false,
    };
    number.parse::<f64>().is_ok()
}
