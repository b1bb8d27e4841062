//! Judgments and runs as other tools write them, become lines as TREC has them: tables and JSON with named
//! columns, nested JSON, MS MARCO's three columns. A form is recognised by what the file holds, never by its
//! name; what is recognised and cannot be read says which form it was taken for.
//!
//! Each record stays on the line that it stood on, so that whoever reads the lines names the right one.
//!
//! ```
//! use rejudge_forms::{Kind, as_trec};
//! let csv = b"qid,docno,label\n1,d1,2\n1,d2,0\n";
//! let read = as_trec(Kind::Judgments, "mine", csv)?.expect("columns with names");
//! assert_eq!((read.form.as_str(), read.text.as_str()), ("csv with columns qid, docno, label", "\n1 0 d1 2\n1 0 d2 0\n"));
//! assert_eq!(as_trec(Kind::Judgments, "mine", b"1 0 d1 2\n")?, None, "TREC's own form");
//! # Ok::<(), rejudge_forms::Fault>(())
//! ```

#![forbid(unsafe_code)]

mod columns;
mod fault;
mod form;
mod fractions;
mod nested;
mod objects;
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

/// The registry of forms, in the order in which they are asked whether a file is theirs.
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
    /// Its form, in words.
    pub form: String,
    /// The same as lines of TREC.
    pub text: String,
    /// How many grades were fractions, which were rounded to the nearest level, halves up.
    pub rounded: usize,
}

/// The lines of a file of another form than TREC's; `None` where it is of none that is known. `name` names
/// the run where the file does not.
///
/// # Errors
/// When the file is of a form, and a record of it cannot be read.
pub fn as_trec(kind: Kind, name: &str, bytes: &[u8]) -> Result<Option<Read>, Fault> {
    let Ok(text) = std::str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)) else {
        // Who reads TREC's lines says where.
        return Ok(None);
    };
    // Most files are TREC's, and one line tells that.
    if begins_as_trec(kind, text) && (kind == Kind::Run || !fractions::has_any(text)) {
        return Ok(None);
    }
    let Some((form, words)) =
        FORMS.iter().find_map(|form| form.recognised(kind, text).map(|words| (form, words)))
    else {
        return Ok(None);
    };
    let mut lines = TrecLines::new(kind, name);
    form.read(text, &mut lines).map_err(|fault| fault.of_form(&words))?;
    Ok(Some(lines.end(words)))
}

/// Whether the first line that holds something has the columns of TREC, with a number where that has one.
fn begins_as_trec(kind: Kind, text: &str) -> bool {
    let mut lines = text.split('\n');
    let first = lines.find(|line| !line.starts_with('#') && !line.trim_ascii().is_empty());
    let mut words = first.unwrap_or_default().split_ascii_whitespace();
    match kind {
        Kind::Judgments => {
            words.nth(3).is_some_and(|grade| grade.parse::<f64>().is_ok()) && words.next().is_none()
        }
        Kind::Run => words.nth(4).is_some_and(|score| score.parse::<f64>().is_ok()) && words.next().is_some(),
    }
}
