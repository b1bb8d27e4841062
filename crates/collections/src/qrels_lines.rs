//! The lines of a qrels file that a judgment set keeps, byte for byte.
//!
//! The output preserves the input: second columns, grades as they were written, blanks, line ends, comments,
//! a byte order mark, and the order. Judgments that a view leaves out lose their lines; those that it
//! withholds get grade -1 instead.

use std::collections::HashMap;
use std::path::Path;

use crate::descriptor::{Format, QrelsFormat};
use crate::forms::{Kind, as_trec};
use rejudge_metrics::Verdict;
use rejudge_pools::{DocIx, TopicIx, View};

use crate::error::LoadError;
use crate::file_text::FileText;
use crate::grades::{NTCIR, TREC};
use crate::qrels::Qrels;
use crate::write::WriteError;

/// Judgments with the lines that state them.
#[derive(Clone, Debug)]
pub struct QrelsLines {
    qrels: Qrels,
    bytes: Vec<u8>,
    lines: Vec<JudgmentLine>,
    /// True if the format has a grade for withheld judgments.
    withholds: bool,
}

/// A line that states a judgment.
#[derive(Clone, Copy, Debug)]
struct JudgmentLine {
    topic: TopicIx,
    doc: DocIx,
    /// Bytes of the file, the line's end included.
    line: [usize; 2],
    /// Bytes of the grade.
    grade: [usize; 2],
}

impl QrelsLines {
    /// Reads judgments as [`Qrels::parse`] does; of another form than TREC's, the lines are those that TREC would have.
    /// One document under two values of the second column of TREC
    /// qrels is an error: these are judgments by intent, and a view knows one judgment a document.
    pub fn parse(path: &Path, bytes: Vec<u8>, format: &QrelsFormat) -> Result<Self, LoadError> {
        let is_trec = format.format == Format::Trec;
        let of_other_form = (*format == QrelsFormat::trec())
            .then(|| as_trec(Kind::Judgments, false, path, &bytes))
            .transpose()?;
        let bytes = of_other_form.flatten().unwrap_or(bytes);
        let source = FileText::new(path, &bytes)?;
        // Offsets are those of the text, which begins after a byte order mark.
        let shift = bytes.len() - source.bytes().len();
        let (mut stated, mut seen) = (Vec::new(), HashMap::new());
        for line in source.lines() {
            let [topic, iteration, document, grade] = if is_trec {
                source.fields(line, TREC)?
            } else {
                let [topic, document, grade] = source.fields(line, NTCIR)?;
                [topic, topic, document, grade]
            };
            let (name, doc) = (source.get(topic), source.get(document));
            let first = *seen.entry((name, doc)).or_insert(iteration);
            if source.get(first) != source.get(iteration) {
                let [name, doc] = [name, doc].map(str::escape_debug);
                let [one, other] = [first, iteration].map(|span| source.get(span).escape_debug());
                let line = source.line_of(first);
                let what = format!(
                    "topic `{name}`, document `{doc}`: judged under `{other}` in the second column here and under \
                     `{one}` on line {line}: judgments by intent are not one judgment a document"
                );
                return Err(source.error(document, what).into());
            }
            let start = shift + line.start as usize;
            let end = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |at| start + at + 1);
            let grade = [grade.start, grade.end].map(|at| shift + at as usize);
            stated.push((name, doc, [start, end], grade));
        }
        drop(seen);
        let qrels = Qrels::parse(path, &bytes, format)?;
        let (mut lines, mut last) = (Vec::with_capacity(stated.len()), 0);
        for (name, doc, line, grade) in stated {
            last = qrels.number(name, last).expect("the judgments were read from these lines");
            let doc = qrels.at(last).number(doc).expect("the judgments were read from these lines");
            lines.push(JudgmentLine { topic: last, doc, line, grade });
        }
        Ok(Self { qrels, bytes, lines, withholds: is_trec })
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
        let mut out = Vec::with_capacity(self.bytes.len());
        let mut copied = 0;
        for stated in &self.lines {
            let verdict = self.qrels.at(stated.topic).verdicts()[stated.doc as usize];
            let is_pooled = view.pool(stated.topic).contains(stated.doc);
            let ([from, to], put): (_, &[u8]) = match verdict {
                _ if !is_pooled => (stated.line, b""),
                Verdict::Level(_) if !view.keeps(stated.topic, stated.doc) => {
                    if !self.withholds {
                        return Err(WriteError::label(Verdict::Pooled));
                    }
                    (stated.grade, b"-1")
                }
                _ => continue,
            };
            out.extend_from_slice(&self.bytes[copied..from]);
            out.extend_from_slice(put);
            copied = to;
        }
        out.extend_from_slice(&self.bytes[copied..]);
        Ok(out)
    }
}
