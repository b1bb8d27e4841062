//! Splits lines of runs, judgments and tables into fields. Also guesses what is wrong with a line, for hints
//! in errors.
//!
//! Fields are separated by any number of spaces and tabs, and spaces and tabs before the first field are
//! ignored. Other Unicode white space is part of an id. We allocate nothing per line. The crate csv does not
//! help, because it splits at every single space, and fields here have no quotes.

use std::path::Path;

use crate::error::{Located, wrong_count};
use crate::file_text::FileText;
use crate::grades::TREC;
use crate::judges::LABELS;
use crate::runs::RUN;
use crate::text::read;
use crate::text_table::TableCell;

/// The position of a field or a line in the text of a file: bytes `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// Returns the empty span at a byte, for an error there.
    pub(crate) fn empty_at(byte: usize) -> Self {
        Self { start: byte as u32, end: byte as u32 }
    }

    /// Returns the bytes of the field, which is a part of `text`.
    #[inline]
    pub(crate) fn slice(self, text: &[u8]) -> &[u8] {
        &text[self.start as usize..self.end as usize]
    }

    #[inline]
    pub(crate) fn length(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Returns the span of the field after the first `moved` bytes of the text are removed.
    #[inline]
    pub(crate) fn moved_back(self, moved: u32) -> Self {
        Self { start: self.start - moved, end: self.end - moved }
    }

    /// Returns the span of the field after `moved` bytes are put before the text.
    #[inline]
    pub(crate) fn moved_forward(self, moved: u32) -> Self {
        Self { start: self.start + moved, end: self.end + moved }
    }
}

impl<'a> FileText<'a> {
    /// Returns the `N` fields of a line.
    ///
    /// # Errors
    /// If the line has more or fewer than `N` fields. The message names the `expected` fields.
    #[inline]
    pub fn fields<const N: usize>(&self, line: Span, expected: &'static str) -> Result<[Span; N], Located> {
        let (spans, count) = self.split(line)?;
        if count == N { Ok(spans) } else { Err(self.wrong_columns(line, count, expected)) }
    }

    /// Returns the first `N` fields of a line and ignores the rest.
    ///
    /// # Errors
    /// If the line has fewer than `N` fields. The message names the `expected` fields.
    #[inline]
    pub fn first_fields<const N: usize>(
        &self,
        line: Span,
        expected: &'static str,
    ) -> Result<[Span; N], Located> {
        let (spans, count) = self.split(line)?;
        if count >= N { Ok(spans) } else { Err(self.wrong_columns(line, count, expected)) }
    }

    /// Returns an iterator over the fields of each line.
    ///
    /// # Errors
    /// If the file has no rows. The iterator returns an error for a line with more or fewer than `N` fields.
    pub fn rows<const N: usize>(
        &self,
        expected: &'static str,
    ) -> Result<impl Iterator<Item = Result<[Span; N], Located>> + use<'a, N>, Located> {
        let source = *self;
        match source.lines().next() {
            None => Err(source.empty(expected)),
            Some(_) => Ok(source.lines().map(move |line| source.fields(line, expected))),
        }
    }

    /// Returns the error for a line with a wrong number of columns, with a hint if we can guess the mistake.
    pub(crate) fn wrong_columns(&self, line: Span, count: usize, expected: &str) -> Located {
        let separator = [b',', b';']
            .into_iter()
            .find(|separator| count == 1 && line.slice(self.bytes()).contains(separator));
        if let Some(separator) = separator.map(char::from) {
            let what = format!(
                "`{separator}` between the columns, expected {expected}, separated by blanks or tabs"
            );
            return self.error(line, what);
        }
        let text = self.get(line);
        let hint = match expected {
            _ if text.starts_with("version https://git-lfs") => {
                Some("this is a pointer of Git LFS, not the file: `git lfs pull` fetches the file")
            }
            _ if text.contains('\u{a0}') => Some(
                "the line has no-break spaces (U+00A0), which do not separate columns: `sed 's/\\xc2\\xa0/ /g' FILE` replaces them",
            ),
            RUN | TREC if is_trec_eval_line(text) => Some(TREC_EVAL_OUTPUT),
            TREC if is_run_line(text) => Some(
                "this line belongs to a run, expected judgments: in a list of files judgments come first, then runs",
            ),
            LABELS if is_run_line(text) => Some("this line belongs to a run, not to a judge's labels"),
            RUN if is_judgment_line(text) => Some(JUDGMENTS),
            TREC if is_ntcir_line(text) => Some("--qrels-format=ntcir reads a topic, a document and a label"),
            RUN if is_document_and_number(text, |rank| rank == "0") => Some(
                "if these are topic, document and a rank from 0, `awk '{print $1, \"Q0\", $2, $3 + 1, -$3, \"NAME\"}' FILE` writes a run",
            ),
            RUN if is_document_and_number(text, |score| score.parse::<f64>().is_ok()) => Some(
                "if these are topic, document and score, `awk '{print $1, \"Q0\", $2, NR, $3, \"NAME\"}' FILE` writes a run",
            ),
            TREC if is_document_and_number(text, is_integer) => Some(
                "if these are topic, document and level, `awk '{print $1, 0, $2, $3}' FILE` writes judgments",
            ),
            RUN if lacks_tag(text) => Some("the tag is missing: `awk '{print $0, \"NAME\"}' FILE` adds one"),
            RUN if lacks_q0(text) => Some("Q0 is missing: `awk '{$1 = $1 \" Q0\"} 1' FILE` adds it"),
            RUN if count == 1 && Path::new(text.trim()).exists() => {
                Some("this is a list of files: `$(cat FILE)` names the files of a list")
            }
            RUN if count > 6 && has_extra_columns(text) => Some(EXTRA_COLUMNS),
            RUN if count > 6 && may_have_blank_in_run(text) => Some(BLANK_IN_DOCID),
            RUN if is_topic_line(text) => Some(TOPICS),
            RUN if !(4..=6).contains(&count) || !has_number(text) => Some(NOT_A_RUN),
            TREC | LABELS if may_have_blank_in_judgment(text) => Some(BLANK_IN_DOCID),
            TREC | LABELS if is_topic_line(text) => Some(TOPICS),
            _ => None,
        };
        let error = self.error(line, wrong_count(count, expected));
        Located { hint: error.hint.clone().or_else(|| hint.map(str::to_owned)), ..error }
    }

    /// Returns a field as the cell of a table, with its text unchanged.
    pub fn cell(&self, field: Span) -> TableCell<'a> {
        TableCell { text: self.get(field).into(), place: field }
    }

    /// Returns the first `N` fields of a line, and the total number of its fields.
    #[inline]
    pub(crate) fn split<const N: usize>(&self, line: Span) -> Result<([Span; N], usize), Located> {
        let (mut spans, mut count) = ([Span::default(); N], 0);
        for field in self.parts(line, is_blank)?.filter(|part| part.length() > 0) {
            if let Some(span) = spans.get_mut(count) {
                *span = field;
            }
            count += 1;
        }
        Ok((spans, count))
    }

    /// Returns the parts between separators, including empty parts. Spaces and tabs around each part are
    /// removed.
    #[inline]
    pub fn parts(
        &self,
        line: Span,
        is_separator: impl Fn(u8) -> bool,
    ) -> Result<impl Iterator<Item = Span>, Located> {
        self.check_line(line)?;
        let mut next = line.start;
        Ok(line.slice(self.bytes()).split(move |&byte| is_separator(byte)).map(move |part| {
            let lead = part.iter().take_while(|&&byte| is_blank(byte)).count();
            let tail = part[lead..].iter().rev().take_while(|&&byte| is_blank(byte)).count();
            let (start, end) = (next, next + part.len() as u32);
            next = end + 1;
            Span { start: start + lead as u32, end: end - tail as u32 }
        }))
    }
}

/// The hint for a run's line that continues after the tag. Once it has read a line, the scanner drops all hints except
/// this one and the next, because most of them say that the file is of another kind.
pub(crate) const EXTRA_COLUMNS: &str = "--extra-columns ignores text after the tag";

/// The hint for a run's line with more columns, in which rank and score are not in their places.
pub(crate) const BLANK_IN_DOCID: &str =
    "is there a blank in the docid? Write it without blanks, in the judgments and in the runs";

/// The hint for a line of prose, for example in a README beside the runs.
pub(crate) const NOT_A_RUN: &str = "if this file is not a run, name the runs by a pattern, as in 'DIR/*.txt'";

/// The hint for a line of judgments in place of a run.
const JUDGMENTS: &str = "this line belongs to judgments, expected a run: in a list of files judgments come first, then runs; `pool build` \
     takes judgments from --judged, and `validate` from --qrels";

/// The hint for the scores that trec_eval prints.
const TREC_EVAL_OUTPUT: &str =
    "this is output of trec_eval: move the file, or name the runs by a pattern, as in 'DIR/*.txt'";

/// The hint for a topic with its query.
pub(crate) const TOPICS: &str =
    "is this a file of topics with their queries? Neither judgments nor runs contain queries";

/// Returns true if the hint of a run's error says that the file contains something other than a run.
pub(crate) fn is_about_contents(hint: &str) -> bool {
    [NOT_A_RUN, JUDGMENTS, TREC_EVAL_OUTPUT, TOPICS].contains(&hint)
}

/// The hint for a line whose words look like the names of columns.
pub(crate) const HEADER: &str = "is this a header? `tail -n +2 FILE` leaves it out";

/// Returns true if a word may be the name of a column: letters and `_`.
pub(crate) fn is_name(word: &[u8]) -> bool {
    word.len() > 1 && word.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
}

/// Returns the words of a line if there are exactly `N`.
pub(crate) fn words_of<const N: usize>(line: &str) -> Option<[&str; N]> {
    line.split_ascii_whitespace().collect::<Vec<_>>().try_into().ok()
}

fn is_integer(word: &str) -> bool {
    word.parse::<i64>().is_ok()
}

/// Returns true if a line has six words, with a rank and a score where a run has them.
fn is_run_line(line: &str) -> bool {
    let is_run = |[_, _, _, rank, score, _]: [&str; 6]| is_integer(rank) && score.parse::<f64>().is_ok();
    words_of(line).is_some_and(is_run)
}

/// Returns true if the fourth word of a line is a rank and the fifth is a score, as in a run.
fn begins_as_run(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace().skip(3);
    words.next().is_some_and(is_integer) && words.next().is_some_and(|score| score.parse::<f64>().is_ok())
}

/// Returns true if a rank, a score and a tag end a line, as in a run.
fn ends_as_run(line: &str) -> bool {
    let mut last_words = line.split_ascii_whitespace().rev().skip(1);
    last_words.next().is_some_and(|score| score.parse::<f64>().is_ok())
        && last_words.next().is_some_and(is_integer)
}

/// Returns true if a line with too many columns is probably a run's line with more columns after the tag. In
/// `1 Q0 FT916 07105 1 9.5 me`, the docid has a blank: a number is in the place of the tag, and the line ends as in a run.
fn has_extra_columns(line: &str) -> bool {
    let tag = line.split_ascii_whitespace().nth(5);
    begins_as_run(line) && !(ends_as_run(line) && tag.is_some_and(|tag| tag.parse::<f64>().is_ok()))
}

/// Returns true if a line with too many columns is probably a run's line with a blank in the docid: Q0 is its second
/// word, or a rank, a score and a tag end it.
fn may_have_blank_in_run(line: &str) -> bool {
    let second = line.split_ascii_whitespace().nth(1);
    ends_as_run(line) || second.is_some_and(|word| word.eq_ignore_ascii_case("Q0"))
}

/// Returns true if a line is probably a topic with its query: its first word has a digit, its second is a word
/// without digits, and no grade or score ends it. An iteration and nearly all docids have digits.
fn is_topic_line(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let ends_with_number = words.clone().next_back().is_some_and(|word| word.parse::<f64>().is_ok());
    words.next().is_some_and(has_digit) && words.next().is_some_and(is_plain_word) && !ends_with_number
}

/// Returns true if the words of a line without a grade are probably a topic and its query.
pub(crate) fn are_topic_and_query(words: &[&str]) -> bool {
    has_digit(words[0]) && words[1..].iter().all(|word| is_plain_word(word))
}

fn has_digit(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

/// Returns true if a word begins with a letter, has more than one byte, and has no digit.
fn is_plain_word(word: &str) -> bool {
    word.len() > 1 && word.starts_with(char::is_alphabetic) && !has_digit(word)
}

/// Returns true if a line is probably a judgment with a blank in the docid. Its fourth word is then a part of the
/// docid. If this word is a number, the line may have another format, unless tabs make it four columns.
fn may_have_blank_in_judgment(line: &str) -> bool {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let [_, iteration, _, fourth, .., grade] = words.as_slice() else { return false };
    (is_integer(iteration) || iteration.eq_ignore_ascii_case("Q0"))
        && is_integer(grade)
        && (!is_integer(fourth) || line.split('\t').count() == 4)
}

fn has_number(line: &str) -> bool {
    line.split_ascii_whitespace().any(|word| word.parse::<f64>().is_ok())
}

/// Returns true if a line has all columns of a run except the tag.
fn lacks_tag(line: &str) -> bool {
    line.split_ascii_whitespace().count() == 5 && begins_as_run(line)
}

/// Returns true if a line has all columns of a run except Q0: topic, document, rank, score and tag.
fn lacks_q0(line: &str) -> bool {
    words_of(line)
        .is_some_and(|[_, _, rank, score, _]: [&str; 5]| is_integer(rank) && score.parse::<f64>().is_ok())
}

/// Returns true if a line has three words, and the first is the name of a usual measure of trec_eval.
fn is_trec_eval_line(line: &str) -> bool {
    words_of(line).is_some_and(|[measure, _, _]: [&str; 3]| is_trec_eval_measure(measure))
}

fn is_trec_eval_measure(name: &str) -> bool {
    let begins = ["P_", "recall_", "ndcg_cut_", "map_cut_", "iprec_at_recall_"];
    let names = ["runid", "num_q", "num_ret", "map", "gm_map", "Rprec", "bpref", "recip_rank", "ndcg"];
    names.contains(&name) || begins.iter().any(|begin| name.starts_with(begin))
}

/// Returns true if a line has four words, with an iteration and a level where judgments have them. For a line
/// of a ColBERT ranking (topic, passage, rank, score), this returns false, because the score is not an
/// integer.
fn is_judgment_line(line: &str) -> bool {
    let is_judgment = |[_, iteration, _, level]: [&str; 4]| {
        (is_integer(iteration) || iteration.eq_ignore_ascii_case("Q0")) && is_integer(level)
    };
    words_of(line).is_some_and(is_judgment)
}

/// Returns true if the first line of a file, after blank lines and comments, is a judgment in TREC's format.
/// Returns false if the file cannot be read.
pub fn has_judgments(path: &Path) -> bool {
    let has_judgments = |bytes: &[u8]| {
        let source = FileText::new(path, bytes).ok()?;
        let first = source.lines().next()?;
        Some(is_judgment_line(source.get(first)))
    };
    path.is_file() && read(path).is_ok_and(|bytes| has_judgments(&bytes).unwrap_or(false))
}

/// Returns true if a line has a topic, a document and a number.
fn is_document_and_number(line: &str, is_number: impl Fn(&str) -> bool) -> bool {
    words_of(line).is_some_and(|[_, _, number]: [&str; 3]| is_number(number))
}

/// Returns true if a line has a label of NTCIR after topic and document.
fn is_ntcir_line(line: &str) -> bool {
    let is_label = |label: &str| match label.as_bytes() {
        [b'S' | b'A' | b'B' | b'C'] => true,
        [b'L', digit] => digit.is_ascii_digit(),
        _ => false,
    };
    words_of(line).is_some_and(|[_, _, label]: [&str; 3]| is_label(label))
}

/// Returns true if a byte separates fields.
#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}
