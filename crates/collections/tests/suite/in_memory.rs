//! Compares rows in memory with files of the same contents, and tests that unjudged documents can be removed
//! and that duplicate documents are refused.

use std::path::Path;

use proptest::prelude::*;
use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{
    KeptDocuments, Qrels, Reading, RepeatedRow, Rows, ScoreType, TeamFiles, Ties, collection_from_rows,
    join_rows, join_runs, load_numbered,
};
use rejudge_metrics::Verdict;

/// Topics with their documents.
struct MemoryRows(Vec<(String, Vec<(String, f64)>)>);

impl Rows for MemoryRows {
    fn topics(&self) -> usize {
        self.0.len()
    }

    fn name(&self, topic: usize) -> &str {
        &self.0[topic].0
    }

    fn each<'a>(&'a self, topic: usize, mut row: impl FnMut(&'a str, f64)) {
        self.0[topic].1.iter().for_each(|(document, number)| row(document, *number));
    }
}

fn verdict(level: f64) -> Verdict {
    if level < 0.0 { Verdict::Pooled } else { Verdict::Level(level as u8) }
}

fn readings() -> impl Strategy<Value = Reading> {
    let ties = prop::sample::select(vec![
        Ties::DocnoDescending,
        Ties::DocnoAscending,
        Ties::FileOrder,
        Ties::Rank,
        Ties::ScoreThenFile,
    ]);
    let score_type = prop::sample::select(vec![ScoreType::F64, ScoreType::F32]);
    (ties, score_type, prop::sample::select(vec![2, usize::MAX]))
        .prop_map(|(ties, score_type, max_rank)| Reading { ties, score_type, max_rank, ..Reading::default() })
}

proptest! {
    /// Rows give the same judgments and rankings as the lines of a file.
    #[test]
    fn rows_are_read_as_lines(
        judged in prop::collection::btree_map("[1-4]", prop::collection::btree_map("[a-f]{1,2}", -1_i32..3, 1..9), 1..4),
        run in prop::collection::btree_map("[1-5]", prop::collection::btree_map("[a-f]{1,2}", 0_i32..5, 1..12), 1..5),
        reading in readings(),
    ) {
        let labels = MemoryRows(judged.iter().map(|(topic, documents)| {
            (topic.clone(), documents.iter().map(|(document, &grade)| (document.clone(), f64::from(grade))).collect())
        }).collect());
        let from_rows = Qrels::from_rows(&labels, verdict).expect("each document once");
        let text: String = judged.iter()
            .flat_map(|(topic, documents)| documents.iter().map(move |(document, grade)| format!("{topic} 0 {document} {grade}\n")))
            .collect();
        let read = Qrels::parse(Path::new("q"), text.as_bytes(), &QrelsFormat::trec()).expect("lines");
        let rows = MemoryRows(run.iter().map(|(topic, documents)| {
            (topic.clone(), documents.iter().map(|(document, &score)| (document.clone(), f64::from(score))).collect())
        }).collect());
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run");
        let lines: String = run.iter()
            .flat_map(|(topic, documents)| documents.iter().map(move |(document, score)| format!("{topic} Q0 {document} {score} {score} me\n")))
            .collect();
        std::fs::write(&path, lines).expect("written");
        let files = [path];
        let from_file = join_runs(&read, &files, &reading, KeptDocuments::Judged).expect("good").0;
        let from_memory = join_rows(&from_rows, &rows, &reading, false).expect("each document once");
        prop_assert_eq!(&from_file[0].kept, &from_memory);
        if !run.keys().any(|topic| judged.contains_key(topic)) {
            return Ok(());
        }
        let from_file = load_numbered(&read, Path::new("q"), &files, &TeamFiles::default(), &reading);
        let from_file = from_file.expect("good").collection;
        let from_memory = collection_from_rows(&from_rows, &[("me".to_owned(), rows)], &reading);
        let from_memory = from_memory.expect("each document once");
        prop_assert!(from_file.topics().eq(from_memory.topics()));
        for topic in 0..from_file.topics().len() {
            prop_assert_eq!(from_file.ranking(0, topic), from_memory.ranking(0, topic));
        }
        prop_assert_eq!(from_file.file_facts(), from_memory.file_facts());
    }
}

#[test]
fn unjudged_documents_can_be_removed() {
    let labels = MemoryRows(vec![("1".into(), vec![("a".into(), 1.0), ("b".into(), -1.0)])]);
    let qrels = Qrels::from_rows(&labels, verdict).expect("once");
    let rows = MemoryRows(vec![("1".into(), vec![("x".into(), 3.0), ("b".into(), 2.0), ("a".into(), 1.0)])]);
    let joined = |judged_only| join_rows(&qrels, &rows, &Reading::default(), judged_only).expect("once");
    assert_eq!((joined(false).retrieved(0), joined(true).retrieved(0)), (3, 1));
}

#[test]
fn a_duplicate_document_is_refused() {
    let labels = MemoryRows(vec![("1".into(), vec![("a".into(), 1.0)])]);
    let qrels = Qrels::from_rows(&labels, verdict).expect("once");
    let twice = vec![("x".to_owned(), 3.0), ("x".to_owned(), 2.0)];
    // This also applies to a topic without judgments (2).
    for topic in ["1", "2"] {
        let rows = MemoryRows(vec![(topic.into(), twice.clone())]);
        let repeated = RepeatedRow { topic: 0, document: "x".into() };
        assert_eq!(join_rows(&qrels, &rows, &Reading::default(), false), Err(repeated.clone()));
        let numbered = collection_from_rows(&qrels, &[("me".to_owned(), rows)], &Reading::default());
        assert_eq!(numbered.map(|_| ()), Err((0, repeated)));
    }
}
