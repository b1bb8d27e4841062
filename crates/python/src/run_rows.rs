//! The rows of runs, to be looked at and written.

use std::collections::HashMap;
use std::path::Path;

use rejudge_collections::forms::Kind;
use rejudge_collections::{FileText, LoadError, Rows, read_lines};

use crate::exceptions::Wrong;
use crate::rows::TopicRows;

/// The columns of a run's lines.
const COLUMNS: &str = "6 (topic, Q0, document, rank, score, tag)";

/// The tag of a run file and its rows, with scores or, if `by_rank`, with ranks.
pub fn of_file(path: &Path, by_rank: bool) -> Result<(String, TopicRows), Wrong> {
    let bytes = read_lines(Kind::Run, path)?;
    let source = FileText::new(path, &bytes).map_err(LoadError::from)?;
    let (mut run, mut places) = (None, HashMap::<&str, usize>::new());
    let mut topics: Vec<(&str, Vec<(&str, f64)>)> = Vec::new();
    for line in source.lines() {
        let [topic, _, document, rank, score, tag] =
            source.first_fields(line, COLUMNS).map_err(LoadError::from)?;
        let (number, field, name, is_none) = if by_rank {
            let rank_of = source.get(rank).parse::<i32>().map(f64::from).ok();
            (rank_of, rank, "rank", "is not an integer of 32 bits")
        } else {
            (source.get(score).parse::<f64>().ok(), score, "score", "is not a number")
        };
        let number = number.ok_or_else(|| {
            let what = format!("{name} `{}` {is_none}", source.get(field).escape_debug());
            LoadError::from(source.error(field, what))
        })?;
        let topic = source.get(topic);
        let place = *places.entry(topic).or_insert(topics.len());
        if place == topics.len() {
            topics.push((topic, Vec::new()));
        }
        topics[place].1.push((source.get(document), number));
        run.get_or_insert_with(|| source.get(tag).to_owned());
    }
    let mut rows = TopicRows::default();
    for (topic, documents) in topics {
        rows.begin(topic);
        documents.into_iter().for_each(|(document, score)| rows.push(document, score));
    }
    Ok((run.unwrap_or_default(), rows))
}

/// Returns the lines of a file, with the name of the run as their tag.
///
/// # Errors
/// If the file cannot be read, or the name cannot be written in a line.
pub fn named_lines(name: &str, path: &Path) -> Result<String, Wrong> {
    check_ids([name])?;
    let bytes = read_lines(Kind::Run, path)?;
    let source = FileText::new(path, &bytes).map_err(LoadError::from)?;
    let mut lines = String::new();
    for line in source.lines() {
        let [topic, q0, document, rank, score, _] =
            source.first_fields(line, COLUMNS).map_err(LoadError::from)?.map(|field| source.get(field));
        lines += &format!("{topic} {q0} {document} {rank} {score} {name}\n");
    }
    Ok(lines)
}

/// Returns the lines of a run in the order of its rows; ranks are those of the rows, or 0.
///
/// # Errors
/// If an id or a score cannot be written in a line.
pub fn lines(name: &str, rows: &TopicRows, by_rank: bool) -> Result<String, Wrong> {
    let mut lines = String::new();
    for (topic, document, number) in rows.all() {
        let (rank, score) = if by_rank { (number, 0.0 - number) } else { (0.0, number) };
        push(&mut lines, name, [topic, document], rank, score)?;
    }
    Ok(lines)
}

/// Returns the lines of a run as other tools read them: documents in order, with their ranks.
///
/// # Errors
/// If an id or a score cannot be written in a line.
pub fn ranked_lines(name: &str, rows: &TopicRows, by_rank: bool) -> Result<String, Wrong> {
    let mut lines = String::new();
    for topic in 0..rows.topics() {
        let mut documents: Vec<(&str, f64)> = rows.of_topic(topic).collect();
        if by_rank {
            documents.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        } else {
            documents.sort_by(|(a, one), (b, other)| other.total_cmp(one).then_with(|| b.cmp(a)));
        }
        for (place, (document, number)) in documents.into_iter().enumerate() {
            let ids = [rows.name(topic), document];
            let (rank, score) = if by_rank { (number, 0.0 - number) } else { ((place + 1) as f64, number) };
            push(&mut lines, name, ids, rank, score)?;
        }
    }
    Ok(lines)
}

/// Adds the line of a topic's document.
fn push(
    lines: &mut String,
    name: &str,
    [topic, document]: [&str; 2],
    rank: f64,
    score: f64,
) -> Result<(), Wrong> {
    check_ids([topic, document, name])?;
    if !score.is_finite() {
        return Err(Wrong::value(format!(
            "runs: `{name}`, topic `{topic}`, document `{document}`: the score {score} cannot be in a file"
        )));
    }
    *lines += &format!("{topic} Q0 {document} {rank} {score} {name}\n");
    Ok(())
}

/// Refuses an id that cannot be written in a line.
fn check_ids<'a>(ids: impl IntoIterator<Item = &'a str>) -> Result<(), Wrong> {
    match ids.into_iter().find(|id| is_split(id)) {
        None => Ok(()),
        Some(id) => {
            let id = id.escape_debug();
            Err(Wrong::value(format!("runs: `{id}` cannot be in a line: it is empty or contains a blank")))
        }
    }
}

/// Returns true if the id is empty or would be read as several words.
pub fn is_split(id: &str) -> bool {
    id.is_empty() || id.contains(|c: char| c.is_whitespace() || c.is_control())
}
