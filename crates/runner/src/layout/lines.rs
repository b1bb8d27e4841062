//! Selects lines of run files, qrels files and logs of trec_eval, and writes them as the description says.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

use anyhow::{Result, bail};
use rejudge_collections::descriptor::origin::{Best, By, Lines, Tag, TopicSpan};

use crate::layout::at_line;

/// A line of a file, split into fields.
struct Row<'a> {
    /// The line as it was published, including the line feed if it has one.
    line: &'a [u8],
    fields: Vec<&'a [u8]>,
    /// The line number in the published file, from 1.
    number: usize,
    /// The new rank, from 1. `None` keeps the published rank.
    rank: Option<usize>,
}

impl<'a> Row<'a> {
    fn field(&self, index: usize, name: &str) -> Result<&'a [u8]> {
        self.fields.get(index).copied().ok_or_else(|| at_line(self.number, format!("there is no {name}")))
    }

    fn topic(&self) -> &'a [u8] {
        self.fields.first().copied().unwrap_or_default()
    }
}

/// Writes all lines that are not empty, with one blank between the fields.
pub(crate) fn one_blank(source: &[u8]) -> Vec<u8> {
    rows(source).iter().flat_map(|row| [row.fields.join(&b' '), b"\n".to_vec()].concat()).collect()
}

/// Selects lines by the rules `lines`, and writes them. Lines are dropped if their topic is not in the first column of
/// `judged`, or their document is not in the first column of `documents`. A table that is `None` drops no lines.
pub(crate) fn choose(
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
            bail!("no line has a topic from {from} to {to}");
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
    let tag = (lines.tag == Tag::FileName).then(|| run_of_file(name));
    let mut out = Vec::with_capacity(source.len());
    for row in &rows {
        if row.rank.is_none() && !lines.one_blank {
            write_as_published(row, tag.as_deref(), &mut out)?;
            continue;
        }
        let numbers = row.rank.map(|rank| (rank.to_string(), (SCORE_BASE - rank as i64).to_string()));
        let fields = [
            row.field(0, "topic")?,
            b"Q0",
            row.field(2, "document")?,
            numbers.as_ref().map_or(row.field(3, "rank")?, |(rank, _)| rank.as_bytes()),
            numbers.as_ref().map_or(row.field(4, "score")?, |(_, score)| score.as_bytes()),
            tag.as_deref().map_or(row.field(5, "tag")?, str::as_bytes),
        ];
        out.extend(fields.join(&b' '));
        out.push(b'\n');
    }
    Ok(out)
}

/// A score that we make from a rank is this number minus the rank.
const SCORE_BASE: i64 = 1_000_000;

/// Writes a line as it was published. If `tag` is given, it replaces the line's tag.
fn write_as_published(row: &Row<'_>, tag: Option<&str>, out: &mut Vec<u8>) -> Result<()> {
    let Some(tag) = tag else {
        out.extend(row.line);
        return Ok(());
    };
    let sixth = row.field(5, "tag")?;
    // The tag is the last field, so it ends where the text of the line ends.
    let end = row.line.trim_ascii_end().len();
    let begin = end - row.fields.last().map_or(sixth.len(), |last| last.len());
    out.extend(&row.line[..begin]);
    out.extend(tag.as_bytes());
    out.extend(&row.line[end..]);
    Ok(())
}

/// A document of a topic: its score, its id, and its row's index.
type Scored<'a> = (f64, &'a [u8], usize);

/// Returns the best documents of each topic: by score, and by docid if scores are equal, both descending. Rows keep their
/// order.
fn best_by_score(rows: Vec<Row<'_>>, documents: usize) -> Result<Vec<Row<'_>>> {
    let mut topics: HashMap<&[u8], Vec<Scored<'_>>> = HashMap::new();
    for (index, row) in rows.iter().enumerate() {
        let score = number(row, 4, "score")?;
        topics.entry(row.topic()).or_default().push((score, row.field(2, "document")?, index));
    }
    let mut best = BTreeSet::new();
    for mut scored in topics.into_values() {
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(a.1)));
        best.extend(scored.iter().take(documents).map(|&(.., index)| index));
    }
    Ok(rows.into_iter().enumerate().filter(|(index, _)| best.contains(index)).map(|(_, row)| row).collect())
}

/// Returns the first documents of each topic by rank, without repetitions, with new ranks from 1. Topics are in the order
/// of their first lines.
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
    let mut best = Vec::new();
    for (topic, _, row) in ranked {
        let count = counts.entry(topic).or_insert(0_usize);
        if seen.insert((topic, row.field(2, "document")?)) && *count < documents {
            *count += 1;
            best.push(Row { rank: Some(*count), ..row });
        }
    }
    Ok(best)
}

fn number(row: &Row<'_>, index: usize, name: &str) -> Result<f64> {
    let text = String::from_utf8_lossy(row.field(index, name)?);
    text.parse()
        .ok()
        .filter(|number: &f64| !number.is_nan())
        .ok_or_else(|| at_line(row.number, format!("the {name} `{text}` is not a number")))
}

/// Returns the lines that trec_eval printed into a log: lines with a measure, a topic and a value, separated by tabs.
pub(crate) fn trec_eval_output(source: &[u8]) -> Result<Vec<u8>> {
    let lines = source.split_inclusive(|&byte| byte == b'\n');
    let tabs = |line: &[u8]| line.iter().filter(|&&byte| byte == b'\t').count();
    let printed = lines.filter(|line| tabs(line) == 2).collect::<Vec<_>>().concat();
    if printed.is_empty() {
        bail!("there is no line with a measure, a topic and a value, separated by tabs");
    }
    Ok(printed)
}

/// Returns the run's name from a file name: the text after `__`, or the whole name if it has no `__`, without
/// `.txt` and without the extension of a compressed file.
fn run_of_file(name: &Path) -> String {
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    let name = name.split_once("__").map_or(&*name, |(_, run)| run);
    let name =
        [".gz", ".xz", ".zst"].iter().find_map(|extension| name.strip_suffix(extension)).unwrap_or(name);
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
        let bytes = choose(lines, name, source.into(), [judged, documents])?;
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
            (span(652, 700), qrels, Err("no line has a topic from 652 to 700")),
            // d8 and d9 both have the score 1. The greater docid comes first.
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
    fn blanks_become_one_blank() {
        assert_eq!(one_blank(b"a\t b   c\r\n\n d\n"), b"a b c\nd\n");
    }
}
