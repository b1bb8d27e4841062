//! Judgments in the format of their files, and the errors for invalid lines.

use std::path::Path;

use rejudge_collections::Qrels;
use rejudge_collections::descriptor::{Labels, QrelsFormat};
use rejudge_metrics::Verdict;

fn message(text: &str) -> String {
    let read = Qrels::parse(Path::new("q"), text.as_bytes(), &QrelsFormat::trec());
    read.expect_err(text).to_string()
}

#[test]
fn each_bad_line_is_named() {
    assert_eq!(
        message("1 0 d 1\n1 0 e\n"),
        "q:2:1: 3 columns, expected 4 (topic, iteration, document, grade)"
    );
    assert_eq!(message("1 0 d 1 x\n"), "q:1:1: 5 columns, expected 4 (topic, iteration, document, grade)");
    assert_eq!(message("1 0 c 1\n1 0 d 1.x"), "q:2:7: grade `1.x` is not an integer");
    assert_eq!(message("1 0 d \u{ff11}"), "q:1:7: grade `\u{ff11}` is not an integer");
    assert_eq!(message("1 0 d 128"), "q:1:7: grade 128 is above 127, the highest relevance level");
    assert_eq!(
        message("1 0 d 99999999999"),
        "q:1:7: grade 99999999999 is above 127, the highest relevance level"
    );
    assert_eq!(
        message("1 0 d 1\n2 0 d 1\n1 0 d 0\n"),
        "q:3:5: topic `1`, document `d`: judged level 0 here and level 1 on line 1"
    );
    assert!(message("").starts_with("q:1:1: the file is empty"), "{}", message(""));
    assert!(message("\n# nothing\n").contains("the file holds no rows"));
    assert_eq!(message("1 0 d a\u{85}"), "q:1:7: grade `a\\u{85}` is not an integer");
}

#[test]
fn labels_are_looked_up() {
    let grades = Labels::from([("2".into(), 3), ("1".into(), 1), ("0".into(), 0)]);
    let format = QrelsFormat { grades, ..QrelsFormat::trec() };
    let qrels = Qrels::parse(Path::new("q"), b"1 0 d 2\n", &format).expect("a label");
    assert_eq!(qrels.verdict("1", "d"), Some(Verdict::Level(3)));
    let qrels = Qrels::parse(Path::new("q"), b"1 0 d -1\n", &format).expect("withheld");
    assert_eq!(qrels.verdict("1", "d"), Some(Verdict::Pooled));
    let error = Qrels::parse(Path::new("q"), b"1 0 d 3\n", &format).expect_err("no label");
    assert_eq!(error.to_string(), "q:1:7: unknown relevance label `3`; expected one of `0`, `1`, `2`");
    let format = QrelsFormat::ntcir();
    for (label, level) in [("S", 3), ("A", 2), ("B", 1), ("C", 0), ("L4", 4)] {
        let text = format!("1 d {label}");
        let qrels = Qrels::parse(Path::new("q"), text.as_bytes(), &format).expect(label);
        assert_eq!(qrels.verdict("1", "d"), Some(Verdict::Level(level)));
    }
    let error = Qrels::parse(Path::new("q"), b"1 0 d 1\n", &format).expect_err("TREC columns");
    assert_eq!(error.to_string(), "q:1:1: 4 columns, expected 3 (topic, document, relevance label)");
}
