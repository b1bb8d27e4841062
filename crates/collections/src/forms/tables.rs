//! Forms with a record on each line: tables with named columns (PyTerrier's, BEIR's, pandas'), runs of MS
//! MARCO and ColBERT, judgments with fractional grades. Also recognises XML, HTML, YAML and LETOR, which
//! rejudge cannot read, so that the error can name them.

use std::borrow::Cow;

use super::columns::{Columns, Role, is_topic_or_document};
use super::{File, FileKind, Form, Number, Record, Records, lines_of, wrong};
use crate::error::{Located, wrong_count};
use crate::fields::words_of;
use crate::separated::{SeparatedRows, WrongQuote};
use crate::text::same;
use rejudge_names::plural::few;

/// Recognises XML and HTML, and YAML that begins with `%YAML`, which rejudge cannot read, so that the error
/// can say so.
pub(super) fn markup(_: FileKind, file: File<'_>) -> Option<Form<'_>> {
    let text = file.text.trim_start();
    let forms = [("<", "a file of XML or HTML"), ("%YAML", "YAML")];
    let (_, words) = forms.into_iter().find(|(begin, _)| text.starts_with(begin))?;
    Form::new(words, false, |_| {
        let what = "expected TREC's columns, or csv, tsv, JSON or JSON lines with named columns";
        Err(wrong(1, what))
    })
}

/// Recognises lines of LETOR and SVMlight, so that the error can say that they cannot be read. They have no column
/// for the document; only a comment at the end of a line may name it.
pub(super) fn letor(_: FileKind, file: File<'_>) -> Option<Form<'_>> {
    let (first, line) = lines_of(file.text).find(|(line, _)| !line.starts_with('#'))?;
    let topic = first.split_ascii_whitespace().nth(1)?;
    if !topic.starts_with("qid:") {
        return None;
    }
    Form::new("lines of LETOR or SVMlight: grade, qid:topic, features", true, move |_| {
        let hint = "if the comments begin with the docid, `awk '{split($0, c, \"# *\"); split(c[2], d); sub(\"qid:\", \"\", $2); \
                    print $2, 0, d[1], $1}' FILE` writes judgments";
        let what = "no column for the document, expected topic, iteration, document and grade";
        Err(Located { hint: Some(hint.to_owned()), ..wrong(line, what) })
    })
}

/// The separators of columns, with their names.
const SEPARATORS: [(char, &str); 3] = [('\t', "tsv"), (',', "csv"), (';', "csv with semicolons")];

/// A table whose first row is a header that names the columns.
struct Head<'t> {
    /// All rows, including the first.
    rows: SeparatedRows<'t>,
    /// The name of the separator in [`SEPARATORS`].
    form: &'static str,
    names: Vec<String>,
}

/// Returns the table with its header, which may come after comments. Returns `None` if the header has only
/// one column, or names neither a topic nor a document.
fn head(text: &str) -> Option<Head<'_>> {
    let mut cells = Vec::new();
    SEPARATORS.into_iter().find_map(|(separator, form)| {
        let rows = SeparatedRows::new(text, separator);
        // The header itself may begin with `#`.
        [rows.clone().after_comments(), rows].into_iter().find_map(|rows| {
            // We ignore a wrong quote here, because it is reported when the rows are read.
            let _ = rows.clone().read(&mut cells);
            let names: Vec<String> = cells.iter().map(|cell| cell.text.trim().to_owned()).collect();
            let is_head = names.len() > 1 && names.iter().any(|name| is_topic_or_document(name));
            is_head.then_some(Head { rows, form, names })
        })
    })
}

/// Recognises a table with named columns, separated by commas, tabs or semicolons.
pub(super) fn named_columns(kind: FileKind, file: File<'_>) -> Option<Form<'_>> {
    let head = head(file.text)?;
    let names: Vec<String> = head.names.iter().map(|name| name.escape_debug().to_string()).collect();
    let words = format!("{} with columns {}", head.form, names.join(", "));
    Form::new(words, true, move |records| read(kind, file.text, head, records))
}

fn read(kind: FileKind, text: &str, head: Head<'_>, records: &mut dyn Records) -> Result<(), Located> {
    let Head { mut rows, form, names } = head;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut cells = Vec::new();
    let misquoted = |WrongQuote { position, message }| {
        let before = &text[..position];
        let line_start = before.rfind('\n').map_or(0, |feed| feed + 1);
        let (line, column) = (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1);
        Located { column, ..wrong(line, message) }
    };
    rows.read(&mut cells).map_err(misquoted)?;
    let columns = Columns::new(kind, &names, "column").map_err(|what| {
        let may_have_judges = matches!(kind, FileKind::Judgments | FileKind::Labels);
        let hint = if may_have_judges { hint_on_judges(&names, form, rows.clone()) } else { None };
        Located { hint, ..wrong(rows.row_line(), what) }
    })?;
    // The topic and the tag of the row before.
    let mut last: Option<(Cow<'_, str>, Cow<'_, str>)> = None;
    while rows.read(&mut cells).map_err(misquoted)? {
        let line = rows.row_line();
        if cells.len() != names.len() {
            let what = wrong_count(cells.len(), format_args!("{} as in the header", names.len()));
            return Err(wrong(line, what));
        }
        let cell = |column: usize| cells[column].text.as_bytes();
        let (topic, tag) = (cell(columns.topic), columns.tag.map_or(&b""[..], cell));
        let repeats = last.as_ref().is_some_and(|(last_topic, last_tag)| {
            same(last_topic.as_bytes(), topic) && same(last_tag.as_bytes(), tag)
        });
        records.add(columns.record(line, repeats, |column| cells[column].text.trim_ascii()))?;
        if !repeats {
            let tag = columns.tag.map(|column| cells[column].text.clone()).unwrap_or_default();
            last = Some((cells[columns.topic].text.clone(), tag));
        }
    }
    Ok(())
}

/// Returns a hint if a table has topics and documents, but several columns of numbers instead of a column of grades, because
/// each of them may have the labels of a judge. `rows` are the rows after the header.
fn hint_on_judges(names: &[&str], form: &str, mut rows: SeparatedRows<'_>) -> Option<String> {
    let position = |role: Role| role.find(names, "column").ok().flatten();
    let (topic, document) = (position(Role::Topic)?, position(Role::Document)?);
    if names.iter().any(|name| Role::Grade.is_named(name)) {
        return None;
    }
    let header_line = rows.row_line();
    let mut cells = Vec::new();
    rows.read(&mut cells).ok()?;
    let is_judge = |&column: &usize| {
        !Role::is_record_column(names[column]) && cells[column].text.trim().parse::<f64>().is_ok()
    };
    let judges: Vec<usize> = (0..names.len().min(cells.len())).filter(is_judge).collect();
    let [first, _, ..] = judges[..] else { return None };
    let judge_names: Vec<String> =
        judges.iter().map(|&column| names[column].escape_debug().to_string()).collect();
    let (separator, _) = SEPARATORS.into_iter().find(|(_, name)| *name == form)?;
    let separator = separator.escape_default();
    let [topic, document, label] = [topic, document, first].map(|column| column + 1);
    Some(format!(
        "if the columns {} are the labels of several judges, write a file for each judge, as `awk -F'{separator}' 'NR > {header_line} \
         {{print ${topic}, 0, ${document}, ${label}}}' FILE` does for {}",
        few(&judge_names, 3, ", "),
        judge_names[0]
    ))
}

/// Recognises MS MARCO's runs of three columns: topic, passage, rank.
pub(super) fn ms_marco(_: FileKind, file: File<'_>) -> Option<Form<'_>> {
    // The first line of such a run has rank 1. If we did not require this, any file with three columns would be
    // recognised as a run.
    let (first, _) = lines_of(file.text).next()?;
    if !matches!(words_of(first), Some([_, _, "1"])) {
        return None;
    }
    Form::new("MS MARCO's three columns: topic, passage, rank", true, move |records| {
        for (line, number) in lines_of(file.text) {
            let [topic, document, rank] = words_of(line).ok_or_else(|| {
                let count = line.split_ascii_whitespace().count();
                wrong(number, wrong_count(count, "3 (topic, passage, rank)"))
            })?;
            if !rank.parse::<u32>().is_ok_and(|rank| rank > 0) {
                return Err(wrong(
                    number,
                    format!("rank `{}` is not a whole number of 1 or more", rank.escape_debug()),
                ));
            }
            let rank = Some(Number::Text(rank));
            records.add(Record { line: number, topic, document, rank, ..Record::default() })?;
        }
        Ok(())
    })
}

/// Recognises ColBERT's rankings of four columns: topic, passage, rank, score.
pub(super) fn colbert(_: FileKind, file: File<'_>) -> Option<Form<'_>> {
    let mut lines = lines_of(file.text).map(|(line, _)| words_of(line));
    let [topic, passage, rank, score] = lines.next()??;
    let is_score = |word: &str| word.parse::<f64>().is_ok();
    let is_second = |[second_topic, second_passage, rank, score]: [&str; 4]| {
        second_topic == topic && second_passage != passage && rank == "2" && is_score(score)
    };
    // Judgments of documents that are called 1, 2, .. look similar. But in their first two lines, the last
    // column has no decimal point, and the second column (the iteration) has the same value.
    let is_ranking = score.contains('.') || lines.next().flatten().is_some_and(is_second);
    if rank != "1" || !is_score(score) || !is_ranking {
        return None;
    }
    Form::new("ColBERT's four columns: topic, passage, rank, score", true, move |records| {
        for (text, line) in lines_of(file.text) {
            let [topic, document, rank, score] = words_of(text).ok_or_else(|| {
                let count = text.split_ascii_whitespace().count();
                wrong(line, wrong_count(count, "4 (topic, passage, rank, score)"))
            })?;
            let (number, rank) = (Some(Number::Text(score)), Some(Number::Text(rank)));
            records.add(Record { line, topic, document, number, rank, ..Record::default() })?;
        }
        Ok(())
    })
}

/// Returns true if the last word of any line that is not a comment contains a point. Then a file with TREC's columns may
/// have fractional grades.
pub(super) fn has_fraction(text: &str) -> bool {
    // Most files contain no point, not even in ids, and this search is much faster than looking at each line.
    text.contains('.')
        && text.lines().filter(|line| !line.starts_with('#')).any(|line| {
            let last = line.trim_ascii_end().rsplit(|c: char| c.is_ascii_whitespace()).next();
            last.is_some_and(|word| word.contains('.'))
        })
}

/// Recognises judgments in TREC format with fractional grades.
pub(super) fn fractions(_: FileKind, file: File<'_>) -> Option<Form<'_>> {
    let lines = || lines_of(file.text).filter(|(line, _)| !line.starts_with('#'));
    let is_judgment = |(line, _): (&str, usize)| {
        words_of(line).is_some_and(|[_, _, _, grade]| !grade.contains('.') || grade.parse::<f64>().is_ok())
    };
    if !has_fraction(file.text) || !lines().all(is_judgment) {
        return None;
    }
    Form::new("TREC's four columns with fractions as grades", true, move |records| {
        for (line, number) in lines() {
            if let Some([topic, _, document, grade]) = words_of(line) {
                let grade = Some(Number::Text(grade));
                records.add(Record { line: number, topic, document, number: grade, ..Record::default() })?;
            }
        }
        Ok(())
    })
}
