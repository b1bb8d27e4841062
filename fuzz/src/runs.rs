//! Runs. The scanner, which reads in passes or line by line, must give the same result as a plain reader.

use std::path::Path;

use rejudge_collections::descriptor::ExtraColumns;
use rejudge_collections::forms::{FileKind, as_trec};
use rejudge_collections::{LoadError, Reading, ScoreType, Ties, decoded, ranked_runs};
use rejudge_pools::Names;

use super::{choice, place, scratch};

/// The contents of a run: its tag, and the documents of each topic by rank.
type Run = (String, Vec<(String, Vec<String>)>);

/// The first byte chooses the rules.
pub fn check(data: &[u8]) {
    let Some((choice, bytes)) = choice(data) else { return };
    let reading = reading(choice);
    let found = load(bytes, &reading);
    let path = scratch::with_file("run", bytes, |folder| folder.join("run"));
    let text = match decoded(&path, bytes.to_vec()) {
        Ok(text) => text,
        Err(error) => {
            place::check_printable(&error.to_string());
            assert_eq!(found.expect_err("it cannot be decompressed").to_string(), error.to_string());
            return;
        }
    };
    // Other tools' formats have other readers.
    if !matches!(as_trec(FileKind::Run, false, Path::new("run"), &text), Ok(None)) {
        if let Err(error) = found {
            place::check_printable(&error.to_string());
        }
        return;
    }
    // A blank line at the end does not change the run, but makes the scanner parse its part of the file line by line.
    let by_line = load(&[&text[..], b"\n\n"].concat(), &reading);
    match (found, by_line) {
        (Err(LoadError::Format(mut error)), Err(LoadError::Format(same))) => {
            place::check_located(&error, &path, &text);
            // Only the last line of a file may have been cut off.
            error.hint = error.hint.filter(|hint| !hint.starts_with("the file ends within this line"));
            assert_eq!(error, same);
        }
        (Ok(found), Ok(by_line)) => {
            assert_eq!(found, by_line);
            assert_eq!(read_plainly(&text, &reading), found);
            check_round_trip(&found);
        }
        (found, by_line) => {
            panic!("only one of two readings succeeds: {:?} {:?}", found.err(), by_line.err())
        }
    }
}

/// Writes `bytes` to a file and reads it as a run.
fn load(bytes: &[u8], reading: &Reading) -> Result<Run, LoadError> {
    scratch::with_file("run", bytes, |folder| {
        let run = ranked_runs(&[folder.join("run")], reading)?.remove(0);
        let documents = |ids: &Names| ids.iter().map(str::to_owned).collect();
        Ok((run.name, run.kept.iter().map(|(topic, ids)| (topic.clone(), documents(ids))).collect()))
    })
}

fn reading(choice: usize) -> Reading {
    let ties = [Ties::DocnoDescending, Ties::DocnoAscending, Ties::FileOrder, Ties::Rank];
    Reading {
        ties: ties[choice % 4],
        score_type: [ScoreType::F64, ScoreType::F32][choice / 4 % 2],
        extra_columns: [ExtraColumns::Refused, ExtraColumns::Ignored][choice / 8 % 2],
        max_rank: [1000, 1, 3, usize::MAX][choice / 16 % 4],
        ..Reading::default()
    }
}

/// A plain implementation of all rules, for valid files.
fn read_plainly(text: &[u8], reading: &Reading) -> Run {
    let text = std::str::from_utf8(text).expect("read before");
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut topics: Vec<(String, Vec<(f64, String)>)> = Vec::new();
    let mut tag = None;
    for line in text.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let words: Vec<&str> = line.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        if line.starts_with('#') || words.is_empty() {
            continue;
        }
        let (topic, document) = (words[0].to_owned(), words[2].to_owned());
        let score: f64 = words[4].parse().expect("read before");
        let key = match (reading.ties, reading.score_type) {
            (Ties::FileOrder, _) => 0.0,
            (Ties::Rank, _) => -f64::from(words[3].parse::<i32>().expect("read before")),
            (_, ScoreType::F64) => score,
            (_, ScoreType::F32) => f64::from(score as f32),
        };
        tag.get_or_insert_with(|| words[5].to_owned());
        match topics.iter_mut().find(|(name, _)| *name == topic) {
            Some((_, documents)) => documents.push((key, document)),
            None => topics.push((topic, vec![(key, document)])),
        }
    }
    let topics = topics.into_iter().map(|(topic, documents)| (topic, ranked(documents, reading)));
    (tag.expect("a line"), topics.collect())
}

/// Returns the documents by rank, without their sort keys.
fn ranked(mut documents: Vec<(f64, String)>, reading: &Reading) -> Vec<String> {
    documents.sort_by(|(a, x), (b, y)| {
        let by_id = match reading.ties {
            Ties::DocnoDescending => y.as_bytes().cmp(x.as_bytes()),
            Ties::DocnoAscending => x.as_bytes().cmp(y.as_bytes()),
            Ties::FileOrder | Ties::Rank | Ties::ScoreThenFile => std::cmp::Ordering::Equal,
        };
        b.partial_cmp(a).expect("finite").then(by_id)
    });
    documents.truncate(reading.max_rank);
    documents.into_iter().map(|(_, document)| document).collect()
}

/// Checks that a run, written with decreasing scores, is read unchanged.
fn check_round_trip(expected: &Run) {
    let (tag, topics) = expected;
    let mut text = String::new();
    for (topic, documents) in topics {
        for (above, document) in documents.iter().enumerate() {
            text += &format!("{topic} Q0 {document} {} {} {tag}\n", above + 1, documents.len() - above);
        }
    }
    for ties in [Ties::DocnoDescending, Ties::DocnoAscending, Ties::FileOrder, Ties::Rank] {
        let again = load(text.as_bytes(), &Reading { ties, max_rank: usize::MAX, ..Reading::default() });
        let again = again.unwrap_or_else(|error| panic!("{error} in the text that was written:\n{text}"));
        assert_eq!(again, *expected, "written as:\n{text}");
    }
}
