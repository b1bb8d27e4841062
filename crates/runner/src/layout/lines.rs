//! Lines of runs and judgments: some of them, written otherwise.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

use anyhow::{Result, bail};
use rejudge_collections::descriptor::origin::{Best, By, Lines, Tag, TopicSpan};

use crate::layout::at_line;

/// A line with its fields.
struct Row<'a> {
    /// The published line, with its end.
    line: &'a [u8],
    fields: Vec<&'a [u8]>,
    /// Its number in the published file, from 1.
    number: usize,
    /// Its rank among the best, from 1, if it is written with another one.
    rank: Option<usize>,
}

impl<'a> Row<'a> {
    fn field(&self, at: usize, what: &str) -> Result<&'a [u8]> {
        self.fields.get(at).copied().ok_or_else(|| at_line(self.number, format!("there is no {what}")))
    }

    fn topic(&self) -> &'a [u8] {
        self.fields.first().copied().unwrap_or_default()
    }
}

/// Returns all lines with their fields joined by one blank.
pub(crate) fn one_blank(source: &[u8]) -> Vec<u8> {
    rows(source).iter().flat_map(|row| [row.fields.join(&b' '), b"\n".to_vec()].concat()).collect()
}

/// The lines that are chosen, as they are to be written. `judged` are those whose topics count, `documents`
/// begin with a document that counts.
pub(crate) fn chosen(
    lines: &Lines,
    name: &Path,
    source: Vec<u8>,
    [judged, documents]: [Option<&[u8]>; 2],
) -> Result<Vec<u8>> {
    let mut rows = rows(&source);
    if let Some(judged) = judged {
        let topics = first_fields(judged);
        rows.retain(|row| topics.contains(row.topic()));
    }
    if let Some(TopicSpan { from, to }) = lines.topics {
        let number = |row: &Row<'_>| std::str::from_utf8(row.topic()).ok()?.parse::<u32>().ok();
        rows.retain(|row| number(row).is_some_and(|topic| (from..=to).contains(&topic)));
        if rows.is_empty() {
            bail!("no line is of a topic from {from} to {to}");
        }
    }
    if let Some(documents) = documents {
        let documents = first_fields(documents);
        rows.retain(|row| row.fields.get(2).is_some_and(|document| documents.contains(document)));
    }
    if lines.topics_in_order {
        rows.sort_by(|a, b| a.topic().cmp(b.topic()));
    }
    match lines.best {
        Some(Best { documents, by: By::Score }) => rows = best_by_score(rows, documents)?,
        Some(Best { documents, by: By::Rank }) => rows = best_by_rank(rows, documents)?,
        None => {}
    }
    let tag = (lines.tag == Tag::FileName).then(|| run_of(name));
    let mut out = Vec::with_capacity(source.len());
    for row in &rows {
        if row.rank.is_none() && !lines.one_blank {
            write_as_published(row, tag.as_deref(), &mut out)?;
            continue;
        }
        let number = row.rank.map(|rank| (rank.to_string(), (MOST - rank).to_string()));
        let published = |at, what| row.field(at, what);
        let fields = [
            published(0, "topic")?,
            b"Q0",
            published(2, "document")?,
            number.as_ref().map_or(published(3, "rank")?, |(rank, _)| rank.as_bytes()),
            number.as_ref().map_or(published(4, "score")?, |(_, score)| score.as_bytes()),
            tag.as_deref().map_or(published(5, "tag")?, str::as_bytes),
        ];
        out.extend(fields.join(&b' '));
        out.push(b'\n');
    }
    Ok(out)
}

/// Scores that are made from ranks begin below this number.
const MOST: usize = 1_000_000;

/// Returns a line as it is, but for its tag.
fn write_as_published(row: &Row<'_>, tag: Option<&str>, out: &mut Vec<u8>) -> Result<()> {
    let Some(tag) = tag else {
        out.extend(row.line);
        return Ok(());
    };
    let last = row.field(5, "tag")?;
    // Fields are slices of the line, so the offset of the tag is the length of the text before it.
    let end = row.line.trim_ascii_end().len();
    let begin = end - row.fields.last().map_or(last.len(), |last| last.len());
    out.extend(&row.line[..begin]);
    out.extend(tag.as_bytes());
    out.extend(&row.line[end..]);
    Ok(())
}

/// A document of a topic: its score, its name, and the position of its line.
type Scored<'a> = (f64, &'a [u8], usize);

/// Returns the best of each topic by score, then document, both descending; lines stay in their order.
fn best_by_score(rows: Vec<Row<'_>>, documents: usize) -> Result<Vec<Row<'_>>> {
    let mut topics: HashMap<&[u8], Vec<Scored<'_>>> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        let score = number(row, 4, "score")?;
        topics.entry(row.topic()).or_default().push((score, row.field(2, "document")?, at));
    }
    let mut kept = BTreeSet::new();
    for mut scored in topics.into_values() {
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(a.1)));
        kept.extend(scored.iter().take(documents).map(|&(.., at)| at));
    }
    Ok(rows.into_iter().enumerate().filter(|(at, _)| kept.contains(at)).map(|(_, row)| row).collect())
}

/// Returns the first of each topic by rank, each document once; topics in the order in which they begin.
fn best_by_rank(rows: Vec<Row<'_>>, documents: usize) -> Result<Vec<Row<'_>>> {
    let mut order: HashMap<&[u8], usize> = HashMap::new();
    let mut ranked = Vec::with_capacity(rows.len());
    for row in rows {
        let next = order.len();
        let topic = *order.entry(row.topic()).or_insert(next);
        ranked.push((topic, number(&row, 3, "rank")?, row));
    }
    ranked.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let (mut seen, mut counts) = (HashSet::new(), HashMap::new());
    let mut kept = Vec::new();
    for (topic, _, row) in ranked {
        let count = counts.entry(topic).or_insert(0_usize);
        if seen.insert((topic, row.field(2, "document")?)) && *count < documents {
            *count += 1;
            kept.push(Row { rank: Some(*count), ..row });
        }
    }
    Ok(kept)
}

fn number(row: &Row<'_>, at: usize, what: &str) -> Result<f64> {
    let text = String::from_utf8_lossy(row.field(at, what)?);
    let wrong = || at_line(row.number, format!("the {what} `{text}` is not a number"));
    text.parse().ok().filter(|number: &f64| !number.is_nan()).ok_or_else(wrong)
}

/// The lines that trec_eval printed, of a log: a measure, a topic and a value, with tabs between.
pub(crate) fn trec_eval_output(source: &[u8]) -> Result<Vec<u8>> {
    let lines = source.split_inclusive(|&byte| byte == b'\n');
    let tabs = |line: &[u8]| line.iter().filter(|&&byte| byte == b'\t').count();
    let printed = lines.filter(|line| tabs(line) == 2).collect::<Vec<_>>().concat();
    if printed.is_empty() {
        bail!("no line has a measure, a topic and a value, with tabs between");
    }
    Ok(printed)
}

/// Returns the run of a file: the text between `__` and the extension `.txt`.
fn run_of(name: &Path) -> String {
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    let name = name.split_once("__").map_or(&*name, |(_, run)| run);
    let name = [".gz", ".xz", ".zst"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
    name.strip_suffix(".txt").unwrap_or(name).to_owned()
}

fn rows(source: &[u8]) -> Vec<Row<'_>> {
    let lines = source.split_inclusive(|&byte| byte == b'\n').zip(1..);
    let row = |(line, number)| Row { line, fields: fields(line).collect(), number, rank: None };
    lines.map(row).filter(|row| !row.fields.is_empty()).collect()
}

fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty())
}

fn first_fields(source: &[u8]) -> HashSet<&[u8]> {
    source.split(|&byte| byte == b'\n').filter_map(|line| fields(line).next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(lines: &Lines, source: &str) -> Result<String> {
        let name = Path::new("runs/team__my.run.txt.zst");
        let judged = lines.topics_of.is_some().then_some(&b"2 0 d 1\n1 0 d 1\n"[..]);
        let documents = lines.documents_of.is_some().then_some(&b"d9\nd1\r\n"[..]);
        let bytes = chosen(lines, name, source.into(), [judged, documents])?;
        Ok(String::from_utf8(bytes).expect("text"))
    }

    const RUN: &str = "2\tQ0\td1  1 5.0 a\r\n3 Q0 d1 1 9 a\n1 x d9 0 1 a\n1 x d8 2 1 a\n1 x d8 1 7 a";

    #[test]
    fn lines_are_chosen_and_written() {
        let judged = || Lines { topics_of: Some("qrels.txt".into()), ..Lines::default() };
        let of_documents = Lines { documents_of: Some("documents.txt".into()), ..Lines::default() };
        let tagged = || Lines { tag: Tag::FileName, ..Lines::default() };
        let span = |from, to| Lines { topics: Some(TopicSpan { from, to }), ..Lines::default() };
        let best =
            |documents, by| Lines { best: Some(Best { documents, by }), one_blank: true, ..Lines::default() };
        let qrels = "601 0 a 1\n0650 0 a 0\n651 0 a 1\nx 0 a 1\n";
        for (lines, source, expected) in [
            (Lines::default(), RUN, Ok(RUN)),
            (judged(), RUN, Ok(&*RUN.replace("3 Q0 d1 1 9 a\n", ""))),
            (of_documents, RUN, Ok("2\tQ0\td1  1 5.0 a\r\n3 Q0 d1 1 9 a\n1 x d9 0 1 a\n")),
            (
                Lines { tag: Tag::FileName, ..judged() },
                RUN,
                Ok("2\tQ0\td1  1 5.0 my.run\r\n1 x d9 0 1 my.run\n1 x d8 2 1 my.run\n1 x d8 1 7 my.run"),
            ),
            (tagged(), "1 Q0 d 1 1 a\n\n1 Q0 d 1 1\n", Err("line 3: there is no tag")),
            (span(601, 650), qrels, Ok("601 0 a 1\n0650 0 a 0\n")),
            (span(651, 651), qrels, Ok("651 0 a 1\n")),
            (span(652, 700), qrels, Err("no line is of a topic from 652 to 700")),
            // Of the two that score 1, the one with the greater name.
            (best(2, By::Score), RUN, Ok("2 Q0 d1 1 5.0 a\n3 Q0 d1 1 9 a\n1 Q0 d9 0 1 a\n1 Q0 d8 1 7 a\n")),
            (
                best(2, By::Rank),
                RUN,
                Ok("2 Q0 d1 1 999999 a\n3 Q0 d1 1 999999 a\n1 Q0 d9 1 999999 a\n1 Q0 d8 2 999998 a\n"),
            ),
            (
                Lines { topics_in_order: true, ..best(1, By::Score) },
                RUN,
                Ok("1 Q0 d8 1 7 a\n2 Q0 d1 1 5.0 a\n3 Q0 d1 1 9 a\n"),
            ),
            (best(1, By::Score), "1 Q0 d 1 high a\n", Err("line 1: the score `high` is not a number")),
        ] {
            let made = made(&lines, source).map_err(|error| error.to_string());
            assert_eq!(made.as_deref().map_err(String::as_str), expected, "{lines:?}");
        }
    }

    #[test]
    fn output_of_trec_eval_is_found_in_a_log() {
        let log = b"INFO - 701 : oil\nmap  \t701\t0.0993\nrunid\tall\tBM25\n\n";
        assert_eq!(trec_eval_output(log).expect("lines"), b"map  \t701\t0.0993\nrunid\tall\tBM25\n");
        assert!(trec_eval_output(b"a\tb\n").is_err());
    }

    #[test]
    fn blanks_become_one() {
        assert_eq!(one_blank(b"a\t b   c\r\n\n d\n"), b"a b c\nd\n");
    }
}
