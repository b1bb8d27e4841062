//! Tables of teams, marks, assessors' labels and scores.

use std::collections::BTreeMap;
use std::path::Path;

use rejudge_collections::{Located, ScoreTable, name_cell, parse_marks, parse_teams, text_cell};
use rejudge_experiment::labels::{LabelledTopic, Scheme, read_labels};

use super::{choice, place};

/// The first byte chooses the kind of table.
pub fn check(data: &[u8]) {
    let Some((choice, bytes)) = choice(data) else { return };
    let path = Path::new("table");
    let read = match choice % 6 {
        0 => teams(path, bytes),
        1 => marks(path, bytes),
        2 => scores(path, bytes),
        3 => labels(path, bytes, &by_label("sum")),
        4 => labels(path, bytes, &by_label("{favourites: {asker: {assessor: asker, best: best}}}")),
        _ => labels(path, bytes, &by_criteria()),
    };
    if let Err(error) = read {
        place::check_located(&error, path, bytes);
    }
}

fn expect_readable<T>(read: Result<T, Located>, text: &str) -> T {
    read.unwrap_or_else(|error| panic!("{error} in the text that was written:\n{text}"))
}

fn teams(path: &Path, bytes: &[u8]) -> Result<(), Located> {
    let teams = parse_teams(path, bytes)?;
    let row = |(run, team): (&String, &String)| format!("{}\t{}\n", name_cell(run), text_cell(team));
    let text: String = teams.iter().map(row).collect();
    let text = format!("run\tteam\n{text}");
    assert_eq!(expect_readable(parse_teams(path, text.as_bytes()), &text), teams, "{text}");
    Ok(())
}

fn marks(path: &Path, bytes: &[u8]) -> Result<(), Located> {
    let marks = parse_marks(path, bytes, "pooled")?;
    let row = |(run, mark): (&String, &bool)| format!("{}\t{}\n", name_cell(run), u8::from(*mark));
    let text = format!("run\tpooled\n{}", marks.iter().map(row).collect::<String>());
    assert_eq!(expect_readable(parse_marks(path, text.as_bytes(), "pooled"), &text), marks, "{text}");
    Ok(())
}

fn scores(path: &Path, bytes: &[u8]) -> Result<(), Located> {
    for (_, table) in ScoreTable::by_measure(path, bytes)? {
        let quoted = |name: &String| format!("\"{}\"", name.replace('"', "\"\""));
        let mut text = format!("topic,{}", table.runs.iter().map(quoted).collect::<Vec<_>>().join(","));
        for (topic, scores) in table.topics.iter().zip(&table.scores) {
            assert_eq!(scores.len(), table.runs.len());
            let scores: Vec<String> = scores.iter().map(|score| format!("{score:e}")).collect();
            text += &format!("\n{},{}", quoted(topic), scores.join(","));
        }
        assert_eq!(
            expect_readable(ScoreTable::by_measure(path, text.as_bytes()), &text),
            [(None, table)],
            "{text}"
        );
    }
    Ok(())
}

fn labels(path: &Path, bytes: &[u8], scheme: &Scheme) -> Result<(), Located> {
    let mut seen = BTreeMap::new();
    for topic in &read_labels(path, bytes, scheme)? {
        let levels = levels_by_document(topic, scheme);
        assert!(seen.insert(topic.name.to_string(), levels).is_none(), "topic {} twice", topic.name);
    }
    assert!(!seen.is_empty());
    let text = std::str::from_utf8(bytes).expect("read before").trim_start_matches('\u{feff}');
    // A quoted cell of csv may have several lines, and these must keep their order.
    if text.contains('"') {
        return Ok(());
    }
    // The order of the rows must not matter.
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let has_text = |line: &&str| !line.trim_matches([' ', '\t', ',', ';']).is_empty();
    let header = lines.iter().position(has_text).expect("a header");
    lines[header + 1..].reverse();
    let text = lines.join("\n");
    let again = expect_readable(read_labels(path, text.as_bytes(), scheme), &text);
    let again: BTreeMap<_, _> =
        again.iter().map(|topic| (topic.name.to_string(), levels_by_document(topic, scheme))).collect();
    assert_eq!(again, seen);
    Ok(())
}

/// Returns the level of each document, or the number of its assessors if this number is wrong.
fn levels_by_document(topic: &LabelledTopic<'_>, scheme: &Scheme) -> BTreeMap<String, Result<u8, usize>> {
    let rows = topic.documents.iter().zip(topic.levels(scheme));
    rows.map(|(document, level)| (document.to_string(), level.map_err(|wrong| wrong.found))).collect()
}

fn by_label(combine: &str) -> Scheme {
    scheme(&format!("assessors: 1-3\nlabels: {{A: 2, B: 1, C: 0}}\ncombine: {combine}"))
}

fn by_criteria() -> Scheme {
    scheme("assessors: 1\ncriteria: {fluent: [0, 1], coherent: [0, 1]}\nrules: [{score: 1}]")
}

fn scheme(rest: &str) -> Scheme {
    Scheme::parse("scheme", &format!("schema: labels/v1\nid: x\n{rest}\n")).expect("a good scheme")
}
