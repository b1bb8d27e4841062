//! Reads the rows of run files, and writes the lines of runs.

use std::collections::HashMap;
use std::path::Path;

use rejudge_collections::forms::FileKind;
use rejudge_collections::{FileText, LoadError, Rows, read_lines};

use crate::exceptions::Exception;
use crate::rows::TopicRows;

/// The columns of a line, for messages.
const COLUMNS: &str = "6 (topic, Q0, document, rank, score, tag)";

/// Returns the tag in the first line of a run file, and the file's rows with scores, or with ranks if
/// `by_rank`.
pub fn read_file(path: &Path, by_rank: bool) -> Result<(String, TopicRows), Exception> {
    let bytes = read_lines(FileKind::Run, path)?;
    let source = FileText::new(path, &bytes).map_err(LoadError::from)?;
    let (mut run_tag, mut topic_positions) = (None, HashMap::<&str, usize>::new());
    let mut topics: Vec<(&str, Vec<(&str, f64)>)> = Vec::new();
    for line in source.lines() {
        let [topic, _, document, rank, score, tag] =
            source.first_fields(line, COLUMNS).map_err(LoadError::from)?;
        let (number, field, name, fault) = if by_rank {
            let rank_number = source.get(rank).parse::<i32>().map(f64::from).ok();
            (rank_number, rank, "rank", "is not a 32-bit integer")
        } else {
            (source.get(score).parse::<f64>().ok(), score, "score", "is not a number")
        };
        let number = number.ok_or_else(|| {
            let message = format!("{name} `{}` {fault}", source.get(field).escape_debug());
            LoadError::from(source.error(field, message))
        })?;
        let topic = source.get(topic);
        let position = *topic_positions.entry(topic).or_insert(topics.len());
        if position == topics.len() {
            topics.push((topic, Vec::new()));
        }
        topics[position].1.push((source.get(document), number));
        run_tag.get_or_insert_with(|| source.get(tag).to_owned());
    }
    let mut rows = TopicRows::default();
    for (topic, documents) in topics {
        rows.begin(topic);
        documents.into_iter().for_each(|(document, number)| rows.push(document, number));
    }
    Ok((run_tag.unwrap_or_default(), rows))
}

/// Returns the lines of a file, with the run's name instead of the tag.
///
/// # Errors
/// If the file cannot be read or is not a run, or the name cannot be written in a line.
pub fn retagged_lines(name: &str, path: &Path) -> Result<String, Exception> {
    check_ids([name])?;
    let bytes = read_lines(FileKind::Run, path)?;
    let source = FileText::new(path, &bytes).map_err(LoadError::from)?;
    let mut lines = String::new();
    for line in source.lines() {
        let [topic, q0, document, rank, score, _] =
            source.first_fields(line, COLUMNS).map_err(LoadError::from)?.map(|field| source.get(field));
        lines += &format!("{topic} {q0} {document} {rank} {score} {name}\n");
    }
    Ok(lines)
}

/// Returns the lines of a run in the order of its rows. If rows have scores, every rank is 0. If they have ranks,
/// each score is the negative rank.
///
/// # Errors
/// If an id or a score cannot be written in a line.
pub fn lines(name: &str, rows: &TopicRows, by_rank: bool) -> Result<String, Exception> {
    let mut lines = String::new();
    for (topic, document, number) in rows.iter() {
        // We write `0.0 - number` instead of `-number`, because rank 0 must not become the score -0.
        let (rank, score) = if by_rank { (number, 0.0 - number) } else { (0.0, number) };
        push_run_line(&mut lines, name, [topic, document], rank, score)?;
    }
    Ok(lines)
}

/// Returns the lines of a run as other tools expect them: each topic's documents in order, with their ranks.
/// Equal scores are in trec_eval's order, equal ranks in the order of the rows.
///
/// # Errors
/// If an id or a score cannot be written in a line.
pub fn ranked_lines(name: &str, rows: &TopicRows, by_rank: bool) -> Result<String, Exception> {
    let mut lines = String::new();
    for topic in 0..rows.topics() {
        let mut documents: Vec<(&str, f64)> = rows.topic_rows(topic).collect();
        if by_rank {
            documents.sort_by(|(_, rank_a), (_, rank_b)| rank_a.total_cmp(rank_b));
        } else {
            documents.sort_by(|(document_a, score_a), (document_b, score_b)| {
                score_b.total_cmp(score_a).then_with(|| document_b.cmp(document_a))
            });
        }
        for (position, (document, number)) in documents.into_iter().enumerate() {
            let ids = [rows.name(topic), document];
            let (rank, score) =
                if by_rank { (number, 0.0 - number) } else { ((position + 1) as f64, number) };
            push_run_line(&mut lines, name, ids, rank, score)?;
        }
    }
    Ok(lines)
}

/// Adds a line with the ids `[topic, document]` and the run's name.
fn push_run_line(
    lines: &mut String,
    name: &str,
    [topic, document]: [&str; 2],
    rank: f64,
    score: f64,
) -> Result<(), Exception> {
    check_ids([topic, document, name])?;
    if !score.is_finite() {
        return Err(Exception::value(format!(
            "runs: `{name}`, topic `{topic}`, document `{document}`: the score {score} cannot be in a file"
        )));
    }
    *lines += &format!("{topic} Q0 {document} {rank} {score} {name}\n");
    Ok(())
}

/// Refuses an id that cannot be written in a line.
fn check_ids<'a>(ids: impl IntoIterator<Item = &'a str>) -> Result<(), Exception> {
    let Some(id) = ids.into_iter().find(|id| is_not_one_word(id)) else { return Ok(()) };
    let id = id.escape_debug();
    let reason = "it is empty, or contains a blank or a control character";
    Err(Exception::value(format!("runs: `{id}` cannot be in a line: {reason}")))
}

/// Returns true if the id is empty, or contains a blank or a control character, which could change a line's
/// number of columns.
pub fn is_not_one_word(id: &str) -> bool {
    id.is_empty() || id.contains(|c: char| c.is_whitespace() || c.is_control())
}
