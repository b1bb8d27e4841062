//! Converts judgments and runs of other tools to lines of TREC: tables and JSON with named columns, nested
//! JSON, MS MARCO's three columns, parquet. A form is recognised by the contents of the file, never by its
//! name. If a recognised file cannot be read, the error names the form.
//!
//! Each record keeps its line number, so that errors in the lines name the right line.
//!
//! ```
//! use rejudge_collections::forms::{Kind, as_trec};
//! let csv = b"qid,docno,label\n1,d1,2\n1,d2,0\n";
//! let read = as_trec(Kind::Judgments, "mine", csv)?.expect("columns with names");
//! assert_eq!((read.form.as_str(), read.text.as_str()), ("csv with columns qid, docno, label", "\n1 0 d1 2\n1 0 d2 0\n"));
//! assert_eq!(as_trec(Kind::Judgments, "mine", b"1 0 d1 2\n")?, None, "TREC's own form");
//! # Ok::<(), rejudge_collections::forms::Fault>(())
//! ```

mod columns;
mod fault;
mod form;
mod fractions;
mod nested;
mod objects;
mod parquet;
mod passages;
mod records;
mod retrieved;
mod table;
mod trec_lines;
mod unread;

pub use fault::Fault;
pub use form::Kind;

use form::Form;
use trec_lines::TrecLines;

/// The registry of forms, in the order in which they are tried.
static FORMS: [&dyn Form; 7] = [
    &unread::Unread,
    &retrieved::Retrieved,
    &records::Records,
    &nested::Nested,
    &table::Table,
    &passages::Passages,
    &fractions::Fractions,
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

/// Returns the lines of a file in a form other than TREC's, or `None` if the form is unknown. `name` is the
/// run's name if the file has none.
///
/// # Errors
/// If the file is of a form, and a record of it cannot be read.
pub fn as_trec(kind: Kind, name: &str, bytes: &[u8]) -> Result<Option<Read>, Fault> {
    if parquet::is_parquet(bytes) {
        return parquet::as_trec(kind, name, bytes).map(Some);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // Most files are in TREC format, which one line is enough to recognise.
    if begins_as_trec(kind, bytes) && (kind == Kind::Run || !fractions::has_any(bytes)) {
        return Ok(None);
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        // The reader of TREC lines reports the position.
        return Ok(None);
    };
    let Some((form, words)) =
        FORMS.iter().find_map(|form| form.recognised(kind, text).map(|words| (form, words)))
    else {
        return Ok(None);
    };
    let mut lines = TrecLines::new(kind, name);
    let is_line = form.has_lines(text);
    form.read(text, &mut lines)
        .map_err(|fault| Fault { is_line: fault.is_line || is_line, ..fault.of_form(&words) })?;
    Ok(Some(lines.end(words)))
}

/// Returns true if the first nonempty line has the columns of TREC, with a number in the numeric column.
fn begins_as_trec(kind: Kind, bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#")).unwrap_or_default();
    let mut words = std::str::from_utf8(first).unwrap_or_default().split_ascii_whitespace();
    let mut is_number_at = |at: usize| words.nth(at).is_some_and(|word| word.parse::<f64>().is_ok());
    match kind {
        Kind::Judgments => is_number_at(3) && words.next().is_none(),
        Kind::Run => is_number_at(4) && words.next().is_some(),
    }
}
