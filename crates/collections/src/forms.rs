//! The registry of formats. Each turns the bytes of a file into records (topic, document, value): tables and JSON with
//! named columns, nested JSON, MS MARCO's three columns, parquet, score matrices. A form is recognised by the contents of
//! the file, never by its name. If a recognised file cannot be read, the error names the form.
//!
//! Lines of TREC and NTCIR are no entry, because the scanner reads them as they are; records of the others become such
//! lines. Each record keeps its line number, so that errors in the lines name the right line.
//!
//! ```
//! use rejudge_collections::forms::{Kind, as_trec};
//! let csv = b"qid,docno,label\n1,d1,2\n1,d2,0\n";
//! let read = as_trec(Kind::Judgments, "mine", csv)?.expect("columns with names");
//! assert_eq!((read.form.as_str(), read.text.as_str()), ("csv with columns qid, docno, label", "\n1 0 d1 2\n1 0 d2 0\n"));
//! assert_eq!(as_trec(Kind::Judgments, "mine", b"1 0 d1 2\n")?, None, "TREC's own form");
//! # Ok::<(), rejudge_collections::Located>(())
//! ```

mod columns;
mod form;
mod fractions;
mod matrix;
mod ms_marco;
mod nested;
mod objects;
mod parquet;
mod records;
mod retrieved;
mod table;
mod trec_lines;
mod unread;

pub use columns::Role;
pub use form::Kind;
pub(crate) use form::{File, Record};

use form::Form;
pub(crate) use form::{with_line, wrong};
use trec_lines::TrecLines;

use crate::error::Located;

/// Returns the form of a file, or `None` if it does not have it.
type Recognise = for<'f> fn(Kind, File<'f>) -> Option<Form<'f>>;

const ALL: &[Kind] = &[Kind::Judgments, Kind::Intents, Kind::Labels, Kind::Run, Kind::Scores];
const DOCUMENTS: &[Kind] = &[Kind::Judgments, Kind::Intents, Kind::Labels, Kind::Run];
const ONE_LEVEL: &[Kind] = &[Kind::Judgments, Kind::Labels, Kind::Run];

/// The registry, in the order in which forms are tried: the contents for which a form is read, and its function.
static FORMS: &[(&[Kind], Recognise)] = &[
    (ALL, parquet::recognised),
    (&[Kind::Scores], matrix::recognised),
    (DOCUMENTS, unread::recognised),
    (&[Kind::Run], retrieved::recognised),
    (DOCUMENTS, records::recognised),
    (ONE_LEVEL, nested::recognised),
    (DOCUMENTS, table::recognised),
    (&[Kind::Run], ms_marco::recognised),
    (&[Kind::Judgments], fractions::recognised),
];

/// A file of another form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The name of its form.
    pub form: String,
    /// The contents as lines of TREC.
    pub text: String,
    /// The number of fractional grades, which were rounded to the nearest level, halves up.
    pub rounded: usize,
    /// The line of the first record of a run without a rank: its rank is its place.
    pub unranked: Option<usize>,
}

/// Returns the form of a file by the registry.
pub(crate) fn recognised(kind: Kind, file: File<'_>) -> Option<Form<'_>> {
    let mut of_kind = FORMS.iter().filter(|(kinds, _)| kinds.contains(&kind));
    of_kind.find_map(|(_, recognised)| recognised(kind, file))
}

/// Returns the lines of a file in a form other than TREC's, or `None` if the form is unknown. `name` is the
/// run's name if the file has none.
///
/// # Errors
/// If the file is of a form, and a record of it cannot be read.
///
/// # Panics
/// If `kind` is [`Kind::Scores`], which no lines hold.
pub fn as_trec(kind: Kind, name: &str, bytes: &[u8]) -> Result<Option<Read>, Located> {
    assert!(kind != Kind::Scores, "no lines hold a score matrix");
    let file = File::new(bytes);
    // Most files are in TREC format, which one line is enough to recognise.
    if begins_as_trec(kind, file.text) && (kind != Kind::Judgments || !fractions::has_any(file.text)) {
        return Ok(None);
    }
    // If it is no text, the reader of TREC lines reports the position.
    let Some(Form { words, has_lines, read }) = recognised(kind, file) else { return Ok(None) };
    let mut lines = TrecLines::new(kind, name);
    read(&mut |record| lines.add(&record)).map_err(|fault| {
        let message = format!("{} (read as {words})", fault.message);
        Located { message, ..with_line(fault, has_lines, file.text) }
    })?;
    Ok(Some(lines.end(words)))
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
        Kind::Scores => false,
    }
}
