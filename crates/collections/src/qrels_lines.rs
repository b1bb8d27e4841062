//! Copies a qrels file, but only the judgments of a view.
//!
//! The file is copied byte for byte: the order of its lines, the second column, the spelling of grades, blanks,
//! line ends, comments and the byte order mark stay as they are. Only two things change: the line of a judgment
//! that the view leaves out is removed, and the grade of a judgment that the view withholds becomes -1. A file
//! in another form, such as csv, is first rewritten as lines of TREC, and a file of an early NTCIR collection is
//! first rewritten in the format of later ones. Then the rewritten lines are copied, without blank lines.

use std::collections::HashMap;
use std::path::Path;

use crate::descriptor::{Format, QrelsFormat};
use crate::forms::{FileKind, as_trec};
use rejudge_metrics::Verdict;
use rejudge_pools::View;

use crate::error::{LoadError, Located};
use crate::fields::Span;
use crate::file_text::FileText;
use crate::grades::{Grades, NTCIR, TREC};
use crate::qrels::{Qrels, later_ntcir_lines};
use crate::write::WriteError;

/// Judgments, and the bytes of their lines in TREC's or NTCIR's format.
#[derive(Clone, Debug)]
pub struct QrelsLines {
    qrels: Qrels,
    bytes: Vec<u8>,
    format: Format,
}

/// Returns the position after a line and its line feed.
fn line_end(text: &[u8], line: Span) -> usize {
    let end = line.end as usize;
    memchr::memchr(b'\n', &text[end..]).map_or(text.len(), |feed| end + feed + 1)
}

/// Returns the lines of a text that are not empty. Each of them, even the last, ends with a line feed.
fn without_empty_lines(text: &[u8]) -> Vec<u8> {
    let mut lines = Vec::with_capacity(text.len() + 1);
    for line in text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        lines.extend_from_slice(line);
        lines.push(b'\n');
    }
    lines
}

/// Returns the topic, the second column, the document and the grade of a line. NTCIR's format has no second
/// column, so the topic is returned twice.
fn fields(source: &FileText<'_>, line: Span, format: Format) -> Result<[Span; 4], Located> {
    match format {
        Format::Trec => source.fields(line, TREC),
        Format::Ntcir => {
            source.fields(line, NTCIR).map(|[topic, document, grade]| [topic, topic, document, grade])
        }
    }
}

/// Returns true if two judgments of a topic differ in the second column, or, if the file has a form other than
/// TREC qrels, such as csv, in the intent. Invalid lines are skipped. Returns false if the file cannot be read.
pub fn has_intents(path: &Path, bytes: &[u8]) -> bool {
    let Ok(converted) = as_trec(FileKind::Intents, false, path, bytes) else { return false };
    let Ok(source) = FileText::new(path, converted.as_deref().unwrap_or(bytes)) else { return false };
    let mut first_intents = HashMap::new();
    let mut lines = source.lines().filter_map(|line| fields(&source, line, Format::Trec).ok());
    lines.any(|[topic, intent, ..]| {
        let intent = source.get(intent);
        *first_intents.entry(source.get(topic)).or_insert(intent) != intent
    })
}

impl QrelsLines {
    /// Reads judgments as [`Qrels::parse`] does, and keeps their lines.
    ///
    /// # Errors
    /// If [`Qrels::parse`] would refuse the judgments, or if TREC qrels judge a document of a topic twice, with
    /// different second columns. Such judgments are by intent, but a view has one judgment per document.
    pub fn parse(path: &Path, bytes: Vec<u8>, format: &QrelsFormat) -> Result<Self, LoadError> {
        let converted = match format.format {
            Format::Ntcir => later_ntcir_lines(&Grades::new(format), path, &bytes)?,
            Format::Trec => as_trec(Grades::new(format).kind(), false, path, &bytes)?,
        };
        let is_converted = converted.is_some();
        let bytes = converted.unwrap_or(bytes);
        let source = FileText::new(path, &bytes)?;
        let mut iterations = HashMap::new();
        for line in source.lines() {
            let [topic, iteration, document, _] = fields(&source, line, format.format)?;
            let pair = [topic, document].map(|span| source.get(span));
            let first_iteration = *iterations.entry(pair).or_insert(iteration);
            if source.get(first_iteration) != source.get(iteration) {
                let [name, doc, first, second] =
                    [topic, document, first_iteration, iteration].map(|span| source.get(span).escape_debug());
                let line = source.line_of(first_iteration);
                let what = format!(
                    "topic `{name}`, document `{doc}`: judged under `{second}` in the second column here and under \
                     `{first}` on line {line}: these look like judgments by intent, but a judgment set has one judgment per document"
                );
                return Err(source.error(document, what).into());
            }
        }
        drop(iterations);
        let qrels = Qrels::parse(path, &bytes, format)?;
        // Errors name the lines of the original file, so converted lines keep their numbers until here. Empty
        // lines replace the header, comments and blank lines.
        let bytes = if is_converted { without_empty_lines(&bytes) } else { bytes };
        Ok(Self { qrels, bytes, format: format.format })
    }

    /// Returns the judgments.
    pub fn qrels(&self) -> &Qrels {
        &self.qrels
    }

    /// Returns the lines, with the file's byte order mark if it has one.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the lines with only the judgments of `view`, which must be a view of a collection with these
    /// judgments.
    ///
    /// # Errors
    /// If the view withholds a judgment, and the format has no grade for that.
    ///
    /// # Panics
    /// If the view has fewer topics than the judgments.
    pub fn only_judgments_of(&self, view: &View) -> Result<Vec<u8>, WriteError> {
        let source = FileText::new(Path::new(""), &self.bytes).expect("the file was read before");
        let text = source.bytes();
        // If the file begins with a byte order mark, which `text` does not contain, copy it.
        let mut out = self.bytes[..self.bytes.len() - text.len()].to_vec();
        let (mut copied, mut topic) = (0, 0);
        for line in source.lines() {
            let [name, _, document, grade] =
                fields(&source, line, self.format).expect("the line was read before");
            let judgment = self.qrels.number(source.get(name), topic).map(|number| {
                topic = number;
                let judged = self.qrels.topic_at(topic);
                let doc = judged.number(source.get(document)).expect("the document was read from this line");
                (doc, judged.verdicts()[doc as usize])
            });
            let (from, to, replacement): (_, _, &[u8]) = match judgment {
                // The topic was removed from the judgments.
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
            out.extend_from_slice(replacement);
            copied = to;
        }
        out.extend_from_slice(&text[copied..]);
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::QrelsLines;
    use crate::descriptor::QrelsFormat;

    /// Converted lines have no empty lines between them. Lines that were not converted are copied.
    #[test]
    fn converted_lines_follow_each_other() {
        let (trec, ntcir) = (QrelsFormat::trec(), QrelsFormat::ntcir());
        for (text, format, expected) in [
            ("qid,text,docno,label\n1,\"x\ny\",a,2\n2,,b,-1\n", &trec, "1 0 a 2\n2 0 b -1\n"),
            ("{\"1\": {\"a\": 2}, \"2\": {\"b\": 0}}", &trec, "1 0 a 2\n2 0 b 0\n"),
            ("# by hand\n001 S a 1\n\n002 C b 0", &ntcir, "001 a S\n002 b C\n"),
            ("\u{feff}# by hand\r\n\r\n1 0 a 2", &trec, "\u{feff}# by hand\r\n\r\n1 0 a 2"),
        ] {
            let lines = QrelsLines::parse(Path::new("q"), text.into(), format).expect("judgments");
            assert_eq!(lines.bytes(), expected.as_bytes(), "{text}");
        }
    }
}
