//! Tests of score tables as text, such as csv: files that other programs write, and the errors for invalid
//! files.

use std::path::Path;

use proptest::prelude::*;
use rejudge_collections::{LoadError, ScoreTable};

fn parse(text: &str) -> Result<ScoreTable, LoadError> {
    ScoreTable::of_measure(Path::new("s.csv"), text.as_bytes(), "nDCG@3")
}

#[test]
fn files_by_r_by_spreadsheets_and_by_hand() {
    let expected = ScoreTable {
        topics: vec!["1".into(), "2".into()],
        runs: vec!["a".into(), "b,\"c\"".into()],
        scores: vec![vec![0.5, 0.0007], vec![1.0, 0.0]],
    };
    for text in [
        "topic,a,\"b,\"\"c\"\"\"\n1,0.5,7e-04\n2,1,0\n",
        "\"\",\"a\",\"b,\"\"c\"\"\"\r\n\"1\",0.5,0.0007\r\n\"2\",1.0,0\r\n",
        "run,score,topic\na,0.5,1\n\"b,\"\"c\"\"\",7e-04,1\n\"b,\"\"c\"\"\",0,2\na,1,2\n",
        "\u{feff}# by hand\ntopic , a,\t\"b,\"\"c\"\"\" \n\n 1, .5 ,\"7E-4\"\n2,1.,-0",
    ] {
        assert_eq!(parse(text).expect(text), expected, "{text}");
    }
}

/// After a column `topic`, the columns `run`, `measure` and `value` are read as runs only if the first row
/// has numbers in them.
#[test]
fn runs_may_have_the_names_of_columns() {
    for (text, runs) in [
        ("topic,run,value\n1,.5,.25\n", &["run", "value"][..]),
        ("topic,run,value\n1,a,.25\n", &["a"]),
        ("topic,run,measure,value\n1,.5,.25,1\n", &["run", "measure", "value"]),
        ("topic,run,measure,value\n1,7,nDCG@3,1\n", &["7"]),
        ("topic,run,score\n1,7,.25\n", &["7"]),
        ("run,topic,value\n7,1,.25\n", &["7"]),
    ] {
        assert_eq!(parse(text).expect(text).runs, runs, "{text}");
    }
}

#[test]
fn errors_name_the_cell() {
    for (text, message) in [
        (
            "",
            "1:1: the file is empty: expected a header `topic,<run>,..` and a line `<topic>,<score>,..` for each topic",
        ),
        (
            "\n# only a comment\n",
            "1:1: the file holds no rows: expected a header `topic,<run>,..` and a line `<topic>,<score>,..` for each topic",
        ),
        (
            "t1,0.5,0.25\n",
            "1:1: expected the header `topic,<run>,..`, or the columns topic, run and score, found `t1,0.5,0.25`",
        ),
        (
            "topic\nt1\n",
            "1:1: expected the header `topic,<run>,..`, or the columns topic, run and score, found `topic`",
        ),
        (
            "topic\ta\nt1\t1\n",
            "1:1: expected the header `topic,<run>,..`, or the columns topic, run and score, found `topic\\ta`",
        ),
        (
            "topic,a,b\n",
            "1:1: no topic follows the header: expected a line `<topic>,<score>,..` for each topic",
        ),
        ("topic,a,b,a\n1,0,0,0\n", "1:11: duplicate column `a`"),
        ("topic,a,,b\n1,0,0,0\n", "1:9: the name of a run is empty"),
        ("topic,a\n1,0\n\"\",0\n", "3:1: the name of a topic is empty"),
        ("topic,a\n1,0\n2,0\n1,0\n", "4:1: topic `1` is already listed (line 2)"),
        ("topic,a\n1,0\nALL,0\n", "3:1: topic `ALL` is the summary of the other topics: leave its rows out"),
        (
            "topic,run,score\n1,a,0\nMean,a,0\n",
            "3:1: topic `Mean` has the name of a summary of the other topics: leave its rows out, or rename it if it is a topic",
        ),
        ("topic,a,b\n1,0,1\n2,1\n", "3:1: 2 columns, expected 3 (topic and 2 runs, as the header says)"),
        ("topic,a,b\n1,0,1,\n", "2:1: 4 columns, expected 3 (topic and 2 runs, as the header says)"),
        ("topic,a,b\n1,0, NA\n", "2:6: score `NA` is not a number"),
        ("topic,a,b\n1,,0\n", "2:3: score `` is not a number"),
        ("topic,\u{e9}\u{e9},b\n\u{e9}\u{e9},0,x\n", "2:6: score `x` is not a number"),
        ("topic,a\n1,0.5.1\n", "2:3: score `0.5.1` is not a number"),
        ("topic,a\n1,NaN\n", "2:3: score `NaN` is not finite"),
        ("topic,a\n1,-inf\n", "2:3: score `-inf` is not finite"),
        ("topic,a\n1,1e999\n", "2:3: score `1e999` is not finite"),
        (
            "topic,a\n1,-1e200\n",
            "2:3: score `-1e200` is out of range: expected -1e100 to 1e100, because statistics add up squared differences",
        ),
        ("topic,run,score\n", "1:1: no line follows the header: expected `<topic>,<run>,<score>`"),
        ("topic,run,score\n1,a\n", "2:1: 2 columns, expected 3 (topic, run, score)"),
        ("topic,run,score\n1,a,0\n1,,0\n", "3:3: the name of a run is empty"),
        ("topic,run,score\n1,a,0\n1,a,0\n", "3:3: run `a` already has a score on topic `1` (line 2)"),
        ("topic,run,score\n1,a,x\n", "2:5: score `x` is not a number"),
        (
            "topic,run,score\n1,a,0\n1,b,1\n2,b,1\n",
            "4:1: run `a` has no score on topic `2`: write a score for it, such as 0",
        ),
        ("run,topic,measure,value\na,1,AP,0\n", " no scores by `nDCG@3`, only by AP"),
        ("run,topic,measure,value\na,1,AP,0\na,1,RR,0\n", " no scores by `nDCG@3`, only by AP, RR"),
        ("run,topic,measure,value\na,1,,0\n", "2:5: the name of a measure is empty"),
        ("run,topic,measure,value\na,1,AP\n", "2:1: 3 columns, expected 4 (run, topic, measure, value)"),
        ("a\t1\tAP\t0\na\t1\tAP\tx\n", "2:8: score `x` is not a number"),
        ("a\tall\tAP\t0\n", "1:1: there are only summaries: `rejudge eval -q` writes the scores of topics"),
        (
            "t1\t0\td1\t1\nt2\t0\td1\t0\n",
            "1:1: expected the header `topic,<run>,..`, or the columns topic, run and score, found `t1\\t0\\td1\\t1`",
        ),
        (
            "run,topic,measure,value\na,1,AP,0\nb,1,AP,0\nb,2,AP,0\nb,2,RR,0\na,all,AP,0\n",
            "4:1: run `a` has no score on topic `2`: write a score for it, such as 0",
        ),
        ("topic,\"a\n1,0\n", "1:7: a cell begins with a quote that is not closed"),
        (
            "topic,\"a\"x\n1,0\n",
            "1:10: text follows a quoted cell: quotes inside a quoted cell must be doubled",
        ),
    ] {
        assert_eq!(parse(text).expect_err(text).to_string(), format!("s.csv:{message}"));
    }
    let error = ScoreTable::by_measure(Path::new("s.csv"), b"topic,a\n1,\xff\n").expect_err("Latin-1");
    assert_eq!((error.line, error.column), (2, 3));
}

/// If a table has several measures, the requested one is found by any of its names.
#[test]
fn a_measure_is_read_by_its_name() {
    let table = "run,topic,measure,value\na,1,AP,0\na,1,ndcg_cut_3,.5\na,1,mine,1\n";
    let score = |measure: &str| {
        ScoreTable::of_measure(Path::new("s.csv"), table.as_bytes(), measure).expect(measure).scores[0][0]
    };
    assert_eq!(["AP", "map", "nDCG@3", "ndcg_cut_3", "mine"].map(score), [0.0, 0.0, 0.5, 0.5, 1.0]);
    let unnamed =
        ScoreTable::of_measure(Path::new("s.csv"), b"topic,a\n1,.25\n", "mine").expect("one measure");
    assert_eq!(unnamed.scores, [[0.25]]);
}

fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

proptest! {
    #[test]
    fn written_tables_are_read_back(
        runs in prop::collection::hash_set("[!-~\u{e9}]([ -~\u{e9}]{0,6}[!-~])?", 1..6),
        topics in prop::collection::hash_set("[!-~]{1,5}", 1..6),
        values in prop::collection::vec(prop::num::f64::NORMAL | prop::num::f64::ZERO, 25),
    ) {
        let (runs, topics): (Vec<_>, Vec<_>) = (runs.into_iter().collect(), topics.into_iter().collect());
        let scores: Vec<Vec<f64>> =
            (0..topics.len()).map(|t| (0..runs.len()).map(|r| values[t * 5 + r] % 1e100).collect()).collect();
        let mut text = String::from("topic");
        runs.iter().for_each(|run| text += &format!(",{}", quote(run)));
        for (topic, scores) in topics.iter().zip(&scores) {
            text += &format!("\n{}", quote(topic));
            scores.iter().for_each(|score| text += &format!(",{score:e}"));
        }
        prop_assert_eq!(parse(&text).expect("valid"), ScoreTable { topics, runs, scores });
    }
}
