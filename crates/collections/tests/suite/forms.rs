//! Tests of the forms that other tools write, and of the errors for invalid files.

use std::path::Path;

use proptest::prelude::*;
use rejudge_collections::forms::{FileKind, as_trec, is_form, kind_of};

fn judgments(text: &str) -> Result<Option<String>, String> {
    read(FileKind::Judgments, text)
}

fn run(text: &str) -> Result<Option<String>, String> {
    read(FileKind::Run, text)
}

fn read(kind: FileKind, text: &str) -> Result<Option<String>, String> {
    let read = as_trec(kind, false, Path::new("file"), text.as_bytes());
    let read = read.map_err(|fault| fault.to_string()["file:".len()..].to_owned())?;
    Ok(read.map(|lines| String::from_utf8(lines).expect("text")))
}

fn lines(text: &str) -> Result<Option<String>, String> {
    Ok(Some(text.to_owned()))
}

#[test]
fn judgments_of_other_tools_become_lines_of_trec() {
    let expected = || lines("\n1 0 d1 2\n2 0 d2 0\n");
    for text in [
        "query_id,doc_id,relevance\n1,d1,2\n2,d2,0\n",
        "qid\tdocno\tlabel\n1\td1\t2\n2\td2\t0\n",
        "query-id\tcorpus-id\tscore\n1\td1\t2\n2\td2\t0\n",
        "\u{feff}Query ID;Document ID;Grade\r\n1;d1;2\r\n2;d2;0\r\n",
        "\"iteration\",\"qid\",\"docno\",\"rel\"\n\"0\",\"1\",\"d1\",\"2.0\"\n0,2,d2,0\n",
    ] {
        assert_eq!(judgments(text), expected(), "{text}");
    }
    let expected = || lines("1 0 d1 2\n2 0 d2 0\n");
    for text in [
        "{\"query_id\": \"1\", \"doc_id\": \"d1\", \"relevance\": 2}\n{\"query_id\": 2, \"doc_id\": \"d2\", \"relevance\": 0}\n",
        "[{\"qid\": 1, \"docno\": \"d1\", \"label\": 2}, {\"qid\": 2, \"docno\": \"d2\", \"label\": 0}]",
        "{\"1\": {\"d1\": 2}, \"2\": {\"d2\": 0}}",
        "{\n  \"1\": {\n    \"d1\": 2\n  },\n  \"2\": {\"d2\": 0}\n}\n",
    ] {
        assert_eq!(judgments(text), expected(), "{text}");
    }
}

#[test]
fn runs_of_other_tools_become_lines_of_trec() {
    // Comments may come before the names of columns. Later ones are refused, because a topic may begin with `#`.
    let commented = "# made by a tool, version 2\r\n#\nqid,docno,score\n1,d1,2.5\n";
    assert_eq!(run(commented), lines("\n\n\n1 Q0 d1 1 2.5 file\n"));
    let error = run(&format!("{commented}# end\n")).unwrap_err();
    assert!(error.starts_with("5:1: 1 column, expected 3 as in the header"), "{error}");
    let error = run("# note\nqid,docno,docno,score\n").unwrap_err();
    assert!(error.starts_with("2:1: two columns for the document"), "{error}");
    // In PyTerrier, docid is the number of the document in the index, and ranks begin at 0.
    let pyterrier = "qid,docid,docno,rank,score,query\n1,17,d1,0,2.5,\"a, b\"\n1,4,d2,1,1.25,\"a, b\"\n";
    assert_eq!(run(pyterrier), lines("\n1 Q0 d1 0 2.5 file\n1 Q0 d2 1 1.25 file\n"));
    assert_eq!(
        run("{\"1\": {\"d2\": 0.1, \"d1\": 1e-3}}"),
        lines("1 Q0 d2 1 0.1 file\n1 Q0 d1 2 0.001 file\n")
    );
    assert_eq!(run("7\tp1\t1\n7\tp2\t2\n"), lines("7 Q0 p1 1 -1 file\n7 Q0 p2 2 -2 file\n"));
    let candidates = "{\"query\": {\"qid\": \"1\", \"text\": \"x\"}, \"candidates\": [{\"docid\": \"a\", \"score\": 2}, {\"docid\": \"b\", \"score\": 1.5}]}\n";
    assert_eq!(run(candidates), lines("1 Q0 a 1 2 file\n1 Q0 b 2 1.5 file\n"));
    let answer =
        "{\"run_id\": \"mine\", \"topic_id\": \"1\", \"references\": [\"b\", \"a\"], \"answer\": []}\n";
    assert_eq!(run(answer), lines("1 Q0 b 1 -1 mine\n1 Q0 a 2 -2 mine\n"));
    let named = "run_id,qid,docid,score\nmy run,1,d,3\n";
    assert_eq!(run(named), lines("\n1 Q0 d 1 3 my-run\n"));
}

/// Python's csv module in strict mode reads the csv tables in the same way, or also refuses them.
#[test]
fn quotes_are_read_strictly() {
    for (text, expected) in [
        ("\"qid\",\"docno\",\"score\"\n1,a,3\n", Ok("\n1 Q0 a 1 3 file\n")),
        ("qid,docno,score\r\n1,\"a\"\"b\",\"3\"\r\n", Ok("\n1 Q0 a\"b 1 3 file\n")),
        ("qid,docno,score\n1,a\"b\"c,3\n", Ok("\n1 Q0 a\"b\"c 1 3 file\n")),
        ("qid;docno;score\n1; \"a;b\" ;3\n", Ok("\n1 Q0 a;b 1 3 file\n")),
        (
            "qid,text,docno,score\n1,\"two\nlines\",a,3\n\n2,x,b,1",
            Ok("\n1 Q0 a 1 3 file\n\n\n2 Q0 b 1 1 file\n"),
        ),
        ("qid,docno,score,text\n1,a,3,\"x\"", Ok("\n1 Q0 a 1 3 file\n")),
        (
            "qid,docno,score,text\n1,a,3,\"hello\n1,b,2,x\n2,a,1,z\n",
            Err("2:7: a cell begins with a quote that is not closed"),
        ),
        (
            "\u{feff}qid,docno,score\r\n1,a,3\r\n2,\"b,1\r\n",
            Err("3:3: a cell begins with a quote that is not closed"),
        ),
        ("qid,docno,\"score\n1,a,3\n", Err("1:11: a cell begins with a quote that is not closed")),
        ("qid;docno;score\n1;a;\"3", Err("2:5: a cell begins with a quote that is not closed")),
        (
            "qid,docno,score\n1,\"a\"b,3\n",
            Err("2:6: text follows a quoted cell: quotes inside a quoted cell must be doubled"),
        ),
        (
            "qid\tdocno\tscore\ttext\n1\ta\t3\t\"hello\n1\tb\t2\tx\n",
            Ok("\n1 Q0 a 1 3 file\n1 Q0 b 2 2 file\n"),
        ),
        (
            "qid\tdocno\tscore\n1\t\"Weird_Al\"_Yankovic\t3\n1\tx\"\t2\r\n",
            Ok("\n1 Q0 \"Weird_Al\"_Yankovic 1 3 file\n1 Q0 x\" 2 2 file\n"),
        ),
        ("qid\tdocno\tscore\n1\t\"\"\"Weird_Al\"\"_Y\"\t\"3\"\n", Ok("\n1 Q0 \"Weird_Al\"_Y 1 3 file\n")),
        (
            "\"qid\"\t\"docno\"\t\"score\"\n1\t\"a\"b\"\t3\n1\t\"\t2\n",
            Ok("\n1 Q0 \"a\"b\" 1 3 file\n1 Q0 \" 2 2 file\n"),
        ),
        ("qid\tdocno\tscore\n1\t\"a\tb\"\t3\n", Err("2:1: 4 columns, expected 3 as in the header")),
    ] {
        let read = run(text).map_err(|error| error.split(" (read as").next().unwrap_or_default().to_owned());
        assert_eq!(read, expected.map(|lines| Some(lines.to_owned())).map_err(str::to_owned), "{text}");
    }
}

#[test]
fn intents_and_labels_come_from_the_same_forms() {
    let table = "qid,subtopic,docno,label\n1,a,d,2.0\n1,b,d,0.5\n";
    assert_eq!(read(FileKind::Labels, table), lines("\n1 0 d 2\n1 0 d 0.5\n"));
    assert_eq!(read(FileKind::Intents, table), lines("\n1 a d 2\n1 b d 1\n"));
    assert_eq!(read(FileKind::Intents, "1 a d 0.5\n"), Ok(None), "TREC's own form");
    let error = read(FileKind::Intents, "qid,docno,label\n1,d,1\n").expect_err("no intents");
    assert!(error.starts_with("1:1: no column for the intent (intent, subtopic, ..)"), "{error}");
}

#[test]
fn grades_that_are_fractions_are_rounded() {
    let text = "1 0 a 0.5\n1 0 b 1.4\n1 0 c 2\n1 0 d 1.0\n";
    assert_eq!(judgments(text), lines("1 0 a 1\n1 0 b 1\n1 0 c 2\n1 0 d 1\n"));
}

#[test]
fn lines_of_trec_are_not_rewritten() {
    for text in [
        "1 0 d 1\n",
        "1 Q0 d 1 2.5 tag\n",
        "",
        "\n\n",
        "qid\n",
        "1 0 d high\n",
        "1,0,d,1\n",
        "x y\n",
        "1 0 d1.5 1\n",
    ] {
        assert_eq!(judgments(text), Ok(None), "{text:?}");
        assert_eq!(run(text), Ok(None), "{text:?}");
    }
    assert_eq!(run("1 d 3\n"), Ok(None), "the first rank is not 1");
    assert_eq!(judgments("1 d 1\n"), Ok(None), "judgments have a second column");
    assert_eq!(as_trec(FileKind::Run, false, Path::new("f"), b"\xff\xfe"), Ok(None));
}

#[test]
fn mistakes_name_the_line_and_the_form() {
    for (kind, text, expected) in [
        (
            FileKind::Judgments,
            "qid,docno\n1,d\n",
            "1:1: no column for the grade (label, relevance, rel, score, ..) (read as csv with columns qid, docno)",
        ),
        (FileKind::Run, "qid,docno,label\n1,d,1\n", "1:1: no column for the score or the rank"),
        (
            FileKind::Run,
            "qid,text,score\n1,d,1\n",
            "1:1: no column for the document (docno, doc_id, corpus-id, ..)",
        ),
        (FileKind::Judgments, "qid,docno,label\n1,d,1\n1,e\n", "3:1: 2 columns, expected 3 as in the header"),
        (FileKind::Judgments, "qid,docno,label\n1,d,high\n", "2:1: grade `high` is not a number"),
        (FileKind::Judgments, "qid,docno,label\n1,,1\n", "2:1: topic `1`: no document"),
        (
            FileKind::Judgments,
            "qid,docno,label\n1,a b,1\n",
            "2:1: topic `1`: document `a b` contains a blank",
        ),
        (FileKind::Judgments, "qid,docno,label\n#1,a,1\n", "2:1: topic `#1` begins with `#`"),
        (FileKind::Run, "qid,docno,score\n1,d,nan\n", "2:1: score `nan` is not a finite number"),
        (FileKind::Run, "qid,docno,rank\n1,d,1.5\n", "2:1: rank `1.5` is not a whole number"),
        (
            FileKind::Run,
            "run,qid,docno,score\na,1,d,1\nb,1,d,1\n",
            "3:1: found the runs `a` and `b`, but a file may contain only one run",
        ),
        (FileKind::Run, "1\td\t1\n1\te\tx\n", "2:1: rank `x` is not a whole number of 1 or more"),
        (FileKind::Run, "{\"1\": {\"d\": \"x\"}}", "1:1: topic `1`, document `d`: \"x\", expected a number"),
        (FileKind::Run, "{\"1\": {\"d\": 1, \"d\": 2}}", "duplicate `d`"),
        (FileKind::Run, "{\"1\": 2}", "invalid type"),
        (FileKind::Run, "{\"é\": {\"d\": 1}", "1:14: EOF"),
        (FileKind::Run, "{\"1\":\n {\"é\": x}}", "2:8: expected value"),
        (
            FileKind::Run,
            "{\"qid\": 1, \"docno\": \"d\", \"score\": 1}\n{\"qid\": 1}\n",
            "2:1: no field for the document",
        ),
        (
            FileKind::Run,
            "{\"qid\": {\"0\": 1}, \"docno\": {\"0\": 2}}",
            "expected records, as with orient='records'",
        ),
        (FileKind::Judgments, "PAR1..", "(read as a parquet file)"),
    ] {
        let error = read(kind, text).expect_err(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
}

/// A run and judgments differ in their columns and numbers. Whole numbers without ranks and tags may be scores or grades.
#[test]
fn runs_and_judgments_are_told_apart() {
    let (run, judgments) = (Some(FileKind::Run), Some(FileKind::Judgments));
    for (text, kind) in [
        ("1 Q0 d 1 2 t\n", run),
        ("# 1 0 d 1\n\n1 Q0 d 1 2 t\n", run),
        ("1 0 d 1\n", judgments),
        ("1 Q0 d 0\n", judgments),
        ("1 0 d 0.5\n", judgments),
        ("1 0 d E\n", judgments),
        ("1 d 1\n", run),
        ("1\td\t1\t9.5\n1\te\t2\t8.5\n", run),
        ("1 0 1 1\n1 0 2 0\n", judgments),
        ("qid,docno,label\n1,d,1\n", judgments),
        ("qid,docno,label\n1,d,E\n", judgments),
        ("qid,docno,score\n1,d,1.5\n", run),
        ("qid,docno,score\n1,d,1\n1,e,200\n", run),
        ("qid,docno,rank\n1,d,1\n", run),
        ("qid,docno,score,tag\n1,d,1,t\n", run),
        ("query-id\tcorpus-id\tscore\n1\td\t1\n", None),
        ("{\"1\": {\"d\": 1}}", None),
        ("{\"1\": {\"d\": 1}, \"2\": {\"d\": 1.0}}", run),
        ("{\"qid\": 1, \"docno\": \"d\", \"relevance\": 1}\n", judgments),
        ("[{\"qid\": 1, \"docno\": \"d\", \"score\": 1}]", None),
        ("{\"topic_id\": 1, \"references\": [\"d\"]}\n", run),
        ("{\"topic_id\": 1, \"candidates\": [{\"docid\": \"d\", \"score\": 1}]}\n", run),
        // These are neither.
        ("", run),
        ("qid,docno,score\n", run),
        ("{\"1\": {\"d\": \"x\"}}", run),
        ("some words of a text", run),
    ] {
        assert_eq!(kind_of(Path::new("f"), text.as_bytes()), kind, "{text}");
    }
}

#[test]
fn forms_have_the_names_of_other_tools() {
    for (text, names, others) in [
        ("1 Q0 d 1 2 t\n", &["trec", "TREC"][..], &["csv", "json"][..]),
        ("1 0 d 1\n", &["trec"], &["json"]),
        ("qid,docno,score\n1,d,1\n", &["csv"], &["tsv", "trec", "score"]),
        ("qid\tdocno\tlabel\n1\td\t1\n", &["tsv"], &["csv"]),
        ("{\"1\": {\"d\": 1}}", &["json", "pytrec_eval", "ranx"], &["jsonl", "trec"]),
        ("{\"qid\": 1, \"docno\": \"d\", \"score\": 1}\n", &["json", "jsonl"], &["ranx"]),
        ("{\"topic_id\": 1, \"references\": [\"d\"]}\n", &["jsonl"], &["trec"]),
    ] {
        for name in names {
            assert!(is_form(name, text.as_bytes()), "{name}: {text}");
        }
        for name in others {
            assert!(!is_form(name, text.as_bytes()), "{name}: {text}");
        }
    }
}

proptest! {
    /// A table gives the same judgments with tabs, with commas and as JSON.
    #[test]
    fn forms_have_the_same_contents(rows in prop::collection::vec(("[a-z0-9]{1,4}", "[a-z0-9]{1,4}", 0_u8..4), 1..8)) {
        let table = |by: &str| {
            let rows = rows.iter().map(|(topic, document, grade)| [topic.clone(), document.clone(), grade.to_string()].join(by));
            [["qid", "docno", "label"].join(by)].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
        };
        let json: Vec<String> = rows.iter().map(|(topic, document, grade)| format!("{{\"qid\":\"{topic}\",\"docno\":\"{document}\",\"label\":{grade}}}")).collect();
        let from_table = judgments(&table(",")).expect("good").expect("a table");
        prop_assert_eq!(&judgments(&table("\t")).expect("good").expect("a table"), &from_table);
        prop_assert_eq!(judgments(&json.join("\n")).expect("good").expect("records"), from_table.trim_start().to_owned());
    }
}
