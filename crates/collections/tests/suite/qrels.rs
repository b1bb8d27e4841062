//! Tests of the formats of judgments, and of the errors for invalid lines.

use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;
use rejudge_collections::descriptor::{LabelKind, Labels, QrelsFormat, TopicRange};
use rejudge_collections::{Qrels, QrelsLines, judged};
use rejudge_metrics::Verdict;
use rejudge_pools::{SampleRule, TestCollection, View, sample};

fn message(text: &str) -> String {
    let read = Qrels::parse(Path::new("q"), text.as_bytes(), &QrelsFormat::trec());
    read.expect_err(text).to_string()
}

#[test]
fn invalid_lines_are_refused() {
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
        "q:3:5: topic `1`, document `d`: judged level 0 here and level 1 on line 1 (a document has one level for each topic: \
         remove one of the lines (in TREC's format `awk '!seen[$1, $3]++' FILE` keeps the first))"
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

/// Gains are numbered in ascending order, even if the file must be read twice because a topic returns after
/// another one.
#[test]
fn gains_become_levels() {
    let format = QrelsFormat { labels: LabelKind::Gains, ..QrelsFormat::trec() };
    let text = b"2 0 a 7\n1 0 a 0.5\n1 0 b -0.0\n1 0 c -1\n2 0 b .50\n2 0 c 1e-3\n";
    let qrels = Qrels::parse(Path::new("q"), text, &format).expect("gains");
    let verdicts =
        |topic: &str| ["a", "b", "c"].map(|document| qrels.verdict(topic, document).expect("there"));
    let level = Verdict::Level;
    assert_eq!(verdicts("1"), [level(2), level(0), Verdict::Pooled]);
    assert_eq!(verdicts("2"), [level(3), level(2), level(1)]);
    let gains = qrels.gains().expect("gains");
    assert_eq!([1, 2, 3].map(|level| gains.gain(level)), [0.001, 0.5, 7.0]);
    assert_eq!(judged(&qrels).gains(), Some(gains));
    let twice = b"1 0 a 0.5\n1 0 a .50\n1 0 b 0\n";
    assert!(Qrels::parse(Path::new("q"), twice, &format).is_ok(), "equal gains repeat a judgment");
    let ntcir = QrelsFormat { labels: LabelKind::Gains, ..QrelsFormat::ntcir() };
    let error = Qrels::parse(Path::new("q"), b"1 a 0.5\n1 b -1\n", &ntcir).expect_err("withheld");
    assert_eq!(error.to_string(), "q:2:5: gain -1 is below 0");
}

/// Topics outside the range are left out, and the remaining lines keep their order.
#[test]
fn a_range_of_topics_is_read() {
    let range = |from: &str, to: &str| QrelsFormat {
        topics: Some(TopicRange { from: from.to_owned(), to: to.to_owned() }),
        ..QrelsFormat::trec()
    };
    let text = "10 0 a 1\n9 0 b 0\n100 0 c 2\n11 0 d 1\n9 0 e 1\n";
    let read = |from, to| {
        let qrels = Qrels::parse(Path::new("q"), text.as_bytes(), &range(from, to));
        qrels.map(|qrels| qrels.topics().map(|topic| topic.name().to_owned()).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(read("9", "10").expect("two topics"), "9 10", "in the order of numbers");
    assert_eq!(read("11", "100").expect("two topics"), "11 100");
    let message = |from, to| read(from, to).expect_err("no such range").to_string();
    assert_eq!(message("9", "101"), "topic `101` of `files.topics` is not in q");
    assert_eq!(message("11", "9"), "`files.topics` is from `11` to `9`, but q has them the other way round");

    let lines = QrelsLines::parse(Path::new("q"), text.into(), &range("9", "10")).expect("valid");
    let view = View::full(&judged(lines.qrels()));
    assert_eq!(lines.only_judgments_of(&view).expect("lines"), b"10 0 a 1\n9 0 b 0\n9 0 e 1\n");
}

/// Samples the judgments and keeps, per topic, at least `min_relevant` relevant and `min_nonrelevant`
/// nonrelevant documents.
fn sampled(
    collection: &TestCollection,
    rate: &str,
    [min_relevant, min_nonrelevant]: [usize; 2],
    drops_pool: bool,
) -> View {
    let rule = SampleRule::new(rate.parse().expect("a rate"), min_relevant, min_nonrelevant);
    sample(collection, &View::full(collection), SampleRule { drops_pool, ..rule }, 5, &[])
}

proptest! {
    /// If the written lines are read again, they give the judgments of the view. If the view withholds no
    /// judgment, they are lines of the original file, in its order.
    #[test]
    fn kept_lines_are_the_judgments_of_the_view(
        judgments in prop::collection::btree_map(("[12]", "[a-e]{1,2}"), -1_i32..3, 1..40),
        blank in prop::sample::select(vec![" ", "\t", " \t "]),
        end in prop::sample::select(vec!["\n", "\r\n"]),
        before in prop::sample::select(vec!["", "\u{feff}", "# said before\n", "\n"]),
        ends in any::<bool>(),
        rate in prop::sample::select(vec!["0", "0.2", "0.5", "0.73", "1"]),
        drops_pool in any::<bool>(),
    ) {
        let line = |((topic, doc), grade): (&(String, String), &i32)| [topic, "Q", doc, &grade.to_string()].join(blank);
        let lines: Vec<String> = judgments.iter().map(line).collect();
        let text = before.to_owned() + &lines.join(end) + if ends { end } else { "" };
        let (path, format) = (Path::new("q"), QrelsFormat::trec());
        let read = QrelsLines::parse(path, text.clone().into_bytes(), &format).expect("valid");
        let collection = judged(read.qrels());
        let view = sampled(&collection, rate, [0, 0], drops_pool);
        let mut expected = BTreeMap::new();
        for (number, topic) in read.qrels().topics().enumerate() {
            for (doc, (name, verdict)) in (0..).zip(topic.judgments()).filter(|(doc, _)| view.pool(number).contains(*doc)) {
                expected.insert((topic.name(), name), if view.keeps(number, doc) { verdict } else { Verdict::Pooled });
            }
        }
        let out = read.only_judgments_of(&view).expect("TREC has a grade for all");
        prop_assert_eq!(read.only_judgments_of(&View::full(&collection)).expect("nothing is withheld"), text.as_bytes());
        let again = Qrels::parse(path, &out, &format);
        prop_assert_eq!(again.is_err(), expected.is_empty(), "only a file without judgments is none");
        let again = again.unwrap_or_default();
        let judgments = again.topics().flat_map(|topic| topic.judgments().map(move |(doc, verdict)| ((topic.name(), doc), verdict)));
        prop_assert_eq!(judgments.collect::<BTreeMap<_, _>>(), expected);
        if drops_pool {
            let out = String::from_utf8(out).expect("text");
            // The byte order mark stays even if the first line is removed.
            let (marked, text) = (out.strip_prefix('\u{feff}'), text.strip_prefix('\u{feff}').unwrap_or(&text));
            prop_assert_eq!(marked.is_some(), before == "\u{feff}");
            let mut before = text.split_inclusive('\n');
            for line in marked.unwrap_or(&out).split_inclusive('\n') {
                prop_assert!(before.any(|old_line| old_line == line), "{line:?}");
            }
        }
    }
}

#[test]
fn repeated_judgments_are_kept_or_removed_together() {
    let text = b"1 d S\n1 e L0\n1 d L3\n".to_vec();
    let read = QrelsLines::parse(Path::new("q"), text, &QrelsFormat::ntcir()).expect("valid");
    let collection = judged(read.qrels());
    let keep = |least, drops_pool| read.only_judgments_of(&sampled(&collection, "0", least, drops_pool));
    assert_eq!(keep([1, 0], true).expect("lines"), b"1 d S\n1 d L3\n");
    assert_eq!(keep([0, 1], true).expect("lines"), b"1 e L0\n");
    let error = keep([0, 1], false).expect_err("NTCIR has no such label").to_string();
    assert!(error.starts_with("the format of the judgments has no label for"), "{error}");
}

/// NTCIREVAL documents these columns. If we read this file as TREC's, every label except C would become level
/// 1.
#[test]
fn judgments_of_early_ntcir_collections_have_their_labels() {
    let text = "# by hand\r\n001 S docA 1\r\n001 A docB 1\n\n001 B docC 1\n001 C docD 0\n002 A docA 1";
    let read = Qrels::parse(Path::new("q"), text.as_bytes(), &QrelsFormat::ntcir()).expect("sound");
    let levels = |topic| read.topic(topic).expect("judged").judgments().collect::<Vec<_>>();
    let level = Verdict::Level;
    let first = [("docA", level(3)), ("docB", level(2)), ("docC", level(1)), ("docD", level(0))];
    assert_eq!((levels("001"), levels("002")), (first.to_vec(), vec![("docA", level(2))]));
    let lines = QrelsLines::parse(Path::new("q"), text.into(), &QrelsFormat::ntcir()).expect("sound");
    assert_eq!(lines.qrels().verdict("001", "docA"), Some(level(3)));
    let early = message(text);
    assert!(early.starts_with("q:1:1: the second column has NTCIR's labels"), "{early}");
    for (text, expected) in [
        ("1 S a 1\n1 A b\n", "q:2:1: 3 columns, expected 4 (topic, relevance label, document, 0 or 1)"),
        ("1 S a 1\n1 D b 1\n", "q:2:3: unknown relevance label `D`"),
        ("1 S a 1\n\n1 A b 2\n", "q:3:7: `2`, expected 0 or 1"),
        ("1 S a 1\n1 A a 1\n", "q:2:3: topic `1`, document `a`: judged level 2 here and level 3 on line 1"),
        ("1 S a 1\n1 B b 0\n1 S c 0\n", "q:3:7: the flag 0 contradicts the label S, which means relevant"),
        ("1 A a 0\n", "q:1:7: the flag 0 contradicts the label A, which means relevant"),
        ("1 C a 1\n", "q:1:7: the flag 1 contradicts the label C, which means not relevant"),
        ("1 0 a 1\n", "q:1:1: 4 columns, expected 3 (topic, document, relevance label)"),
    ] {
        let error = Qrels::parse(Path::new("q"), text.as_bytes(), &QrelsFormat::ntcir()).expect_err(text);
        assert!(error.to_string().starts_with(expected), "{error}");
    }
    for text in ["1 S a 1\n1 0 b 1\n", "1 S a 2\n", "1 x a 1\n"] {
        let read = Qrels::parse(Path::new("q"), text.as_bytes(), &QrelsFormat::trec());
        assert!(read.is_ok(), "{text}: TREC ignores the second column");
    }
}
