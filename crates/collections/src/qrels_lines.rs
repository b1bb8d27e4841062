//! The lines of a qrels file that a judgment set keeps, byte for byte.
//!
//! The output preserves the input: second columns, grades as they were written, blanks, line ends, comments,
//! a byte order mark, and the order. Judgments that a view leaves out lose their lines; those that it
//! withholds get grade -1 instead.

use std::collections::HashMap;
use std::path::Path;

use crate::descriptor::{Format, QrelsFormat};
use crate::forms::as_trec;
use rejudge_metrics::Verdict;
use rejudge_pools::View;

use crate::error::{LoadError, Located};
use crate::fields::Span;
use crate::file_text::FileText;
use crate::grades::{Grades, NTCIR, TREC};
use crate::qrels::{Qrels, early_ntcir};
use crate::write::WriteError;

/// Judgments with the lines that state them.
#[derive(Clone, Debug)]
pub struct QrelsLines {
    qrels: Qrels,
    bytes: Vec<u8>,
    format: Format,
}

/// Returns the place after a line, its end included.
fn line_end(text: &[u8], line: Span) -> usize {
    let end = memchr::memchr(b'\n', &text[line.end as usize..]);
    end.map_or(text.len(), |end| line.end as usize + end + 1)
}

/// Returns the topic, the second column, which NTCIR lacks, the document and the grade of a line.
fn fields(source: &FileText<'_>, line: Span, format: Format) -> Result<[Span; 4], Located> {
    match format {
        Format::Trec => source.fields(line, TREC),
        Format::Ntcir => {
            source.fields(line, NTCIR).map(|[topic, document, grade]| [topic, topic, document, grade])
        }
    }
}

impl QrelsLines {
    /// Reads judgments as [`Qrels::parse`] does; of another form, the lines are those that TREC or NTCIR would have.
    /// One document under two values of the second column of TREC
    /// qrels is an error: these are judgments by intent, and a view knows one judgment a document.
    pub fn parse(path: &Path, bytes: Vec<u8>, format: &QrelsFormat) -> Result<Self, LoadError> {
        let of_other_form = match format.format {
            Format::Ntcir => early_ntcir(&Grades::new(format), path, &bytes)?,
            Format::Trec => as_trec(Grades::new(format).kind(), false, path, &bytes)?,
        };
        let bytes = of_other_form.unwrap_or(bytes);
        let source = FileText::new(path, &bytes)?;
        let mut seen = HashMap::new();
        for line in source.lines() {
            let [topic, iteration, document, _] = fields(&source, line, format.format)?;
            let first = *seen.entry([topic, document].map(|span| source.get(span))).or_insert(iteration);
            if source.get(first) != source.get(iteration) {
                let [name, doc, one, other] =
                    [topic, document, first, iteration].map(|span| source.get(span).escape_debug());
                let line = source.line_of(first);
                let what = format!(
                    "topic `{name}`, document `{doc}`: judged under `{other}` in the second column here and under \
                     `{one}` on line {line}: judgments by intent are not one judgment a document"
                );
                return Err(source.error(document, what).into());
            }
        }
        drop(seen);
        Ok(Self { qrels: Qrels::parse(path, &bytes, format)?, bytes, format: format.format })
    }

    /// Returns the judgments.
    pub fn qrels(&self) -> &Qrels {
        &self.qrels
    }

    /// Returns the file with the judgments of `view` alone, which is one of a collection with these
    /// judgments.
    ///
    /// # Errors
    /// If the view withholds a judgment, and the format has no grade for that.
    ///
    /// # Panics
    /// If the view has fewer topics.
    pub fn kept(&self, view: &View) -> Result<Vec<u8>, WriteError> {
        let source = FileText::new(Path::new(""), &self.bytes).expect("it was read before");
        let text = source.bytes();
        // A byte order mark stays.
        let mut out = self.bytes[..self.bytes.len() - text.len()].to_vec();
        let (mut copied, mut topic) = (0, 0);
        for line in source.lines() {
            let [name, _, document, grade] = fields(&source, line, self.format).expect("it was read before");
            let judgment = self.qrels.number(source.get(name), topic).map(|number| {
                topic = number;
                let judged = self.qrels.at(topic);
                let doc = judged.number(source.get(document)).expect("it was read from this line");
                (doc, judged.verdicts()[doc as usize])
            });
            let (from, to, put): (_, _, &[u8]) = match judgment {
                // The topic is not one of those that are used.
                None => (line.start, line_end(text, line), b""),
                Some((doc, _)) if !view.pool(topic).contains(doc) => (line.start, line_end(text, line), b""),
                Some((doc, Verdict::Level(_))) if !view.keeps(topic, doc) => {
                    if self.format == Format::Ntcir {
                        return Err(WriteError::label(Verdict::Pooled));
                    }
                    (grade.start, grade.end as usize, b"-1")
                }
                _ => continue,
            };
            out.extend_from_slice(&text[copied..from as usize]);
            out.extend_from_slice(put);
            copied = to;
        }
        out.extend_from_slice(&text[copied..]);
        Ok(out)
    }
}
