//! Tables and JSON of other tools that hold what would be read otherwise than it was meant.

use rejudge_frame::{Frame, Values};

use crate::world::{BAD_DATA, GOOD, World};

const Q: &str = "1 0 a 2\n1 0 b 0\n1 0 c 1\n2 0 d 1\n";
const R: &str = "1 Q0 b 1 3 me\n1 Q0 u 2 2 me\n1 Q0 a 3 1 me\n2 Q0 d 1 1 me\n";

fn world() -> World {
    let world = World::new();
    world.write("q", Q);
    world.write("r", R);
    world
}

/// What `eval` says of a file that it refuses.
fn refused(world: &World, words: &str) -> String {
    world.line(&format!("eval {words} -m AP")).code(BAD_DATA).stderr
}

#[test]
fn a_table_without_ranks_is_not_ordered_by_them() {
    let world = world();
    world.write("r.csv", "qid,docno,score\n1,b,3\n1,u,2\n1,a,1\n2,d,1\n");
    world.write("r.json", "{\"1\": {\"b\": 3, \"u\": 2, \"a\": 1}, \"2\": {\"d\": 1}}");
    world.write("gap.csv", "qid,docno,score,rank\n1,b,3,1\n1,u,2,\n");
    for (file, line) in [("r.csv", 2), ("r.json", 1), ("gap.csv", 3)] {
        let said = refused(&world, &format!("q {file} --ties rank"));
        let expected =
            format!("error: {file}:{line}:1: no rank, by which ties are to go: expected a column `rank`");
        assert!(said.starts_with(&expected), "{said}");
    }
    // By ranks the worst score may come first.
    world.write("ranked.csv", "qid,docno,score,rank\n1,b,3,3\n1,u,2,2\n1,a,1,1\n2,d,1,1\n");
    world.write("ranked", "1 Q0 b 3 3 ranked\n1 Q0 u 2 2 ranked\n1 Q0 a 1 1 ranked\n2 Q0 d 1 1 ranked\n");
    let scores = |run: &str| world.line(&format!("eval q {run} -m AP --ties rank --quiet")).code(GOOD).stdout;
    assert_eq!(scores("ranked.csv"), scores("ranked"));
}

#[test]
fn ids_that_json_numbers_would_round_are_refused() {
    let world = world();
    let [one, other] = ["20000000000000000000", "20000000000000000001"];
    let record = |id: &str| format!("{{\"qid\": 1, \"docno\": {id}, \"score\": 1}}\n");
    world.write("big.jsonl", record(one) + &record(other));
    world.write("half.jsonl", record("1.5"));
    world.write("rag.jsonl", format!("{{\"topic_id\": 1, \"references\": [{one}, {other}]}}\n"));
    for file in ["big.jsonl", "half.jsonl", "rag.jsonl"] {
        let said = refused(&world, &format!("q {file}"));
        assert!(said.contains(&format!("{file}:1:1: ")), "{said}");
        assert!(said.contains("expected a text, or a whole number below 2^64"), "{said}");
    }
    // All 64 bits are kept.
    let [one, other] = ["18446744073709551614", "18446744073709551615"];
    world.write("most.jsonl", record(one) + &record(other));
    world.write("judged", format!("1 0 {one} 0\n1 0 {other} 1\n"));
    let scores = world.line("eval judged most.jsonl -m NumRelRet --quiet").code(GOOD).stdout;
    assert!(scores.ends_with("\t1\n"), "{scores}");
    let control = "{\"qid\": 1, \"docno\": \"a\\u0000b\", \"score\": 1}\n";
    world.write("control.jsonl", control);
    assert!(refused(&world, "q control.jsonl").contains("document `a\\0b` holds a control character"));
}

#[test]
fn two_columns_for_one_thing_are_refused() {
    let world = world();
    let cases = [
        ("two.csv", "qid,doc_id,docno,score\n1,a,b,1\n", "columns of the document, `doc_id` and `docno`"),
        ("same.csv", "qid,docno,docno,score\n1,a,b,1\n", "columns of the document, `docno` and `docno`"),
        ("topics.csv", "qid,query_id,docno,score\n1,2,b,1\n", "columns of the topic, `qid` and `query_id`"),
        ("runs.csv", "qid,docno,score,run,system\n1,b,1,x,y\n", "columns of the run, `run` and `system`"),
        (
            "f.jsonl",
            "{\"qid\": 1, \"topic\": 2, \"docno\": \"a\", \"score\": 1}\n",
            "fields of the topic, `qid` and `topic`",
        ),
    ];
    for (file, text, expected) in cases {
        world.write(file, text);
        let said = refused(&world, &format!("q {file}"));
        assert!(said.contains(&format!("{file}:1:1: two {expected}: expected one")), "{said}");
    }
    world.write("g.csv", "qid,docno,label,relevance\n1,a,1,0\n");
    let said = refused(&world, "g.csv r");
    assert!(said.contains("two columns of the grade, `label` and `relevance`"), "{said}");
    // PyTerrier's number of its index, and a run beside its judgments, are no doubt.
    world.write(
        "both.csv",
        "qid,docid,docno,label,score,rank,run\n1,0,a,2,9,1,x\n1,1,b,0,8,2,x\n1,2,c,1,7,3,x\n2,3,d,1,6,1,x\n",
    );
    let scores = |qrels: &str| world.line(&format!("eval {qrels} r -m AP --quiet")).code(GOOD).stdout;
    assert_eq!(scores("both.csv"), scores("q"));
}

#[test]
fn parquet_ids_are_as_they_are_stored() {
    let world = world();
    let text = |values: [&str; 1]| Values::Text(values.map(str::to_owned).to_vec());
    let frame = Frame::default()
        .with("qid", "", text(["1"]))
        .with("docno", "", Values::Number(vec![Some(20_000_000_000_000_000_000.0)]))
        .with("score", "", Values::Number(vec![Some(1.0)]));
    world.write("r.parquet", rejudge_table::parquet::write(&frame, "").unwrap());
    let said = refused(&world, "q r.parquet");
    assert!(said.contains("r.parquet:1:1: the column `docno` holds floating-point numbers"), "{said}");
}

/// What pyarrow and polars write: columns of types that are not built here are read where they are stored as
/// others, and else refused by their names.
#[test]
fn types_of_parquet_are_read_or_named() {
    let world = world();
    let fixture = |name: &str, bytes: &[u8]| world.write(name, bytes);
    fixture("decimal", include_bytes!("../fixtures/decimal.parquet"));
    fixture("half", include_bytes!("../fixtures/half.parquet"));
    for (file, dtype) in [("decimal", "Decimal"), ("half", "Float16")] {
        let said = refused(&world, &format!("q {file}"));
        let expected = format!("error: {file}:1:1: the column `score` is of type {dtype}");
        assert!(said.starts_with(&expected) && !said.contains("damaged"), "{said}");
    }
    // b before a, in categories, and beside a decimal of which nothing is asked.
    world.write("plain", "1 Q0 a 2 1 plain\n1 Q0 b 1 2 plain\n");
    let scores = |run: &str| {
        let said = world.line(&format!("eval q {run} -m AP -m NumRet --quiet")).code(GOOD).stdout;
        said.replace(run, "run")
    };
    fixture("categories", include_bytes!("../fixtures/categories.parquet"));
    fixture("beside", include_bytes!("../fixtures/beside-decimal.parquet"));
    for file in ["categories", "beside"] {
        assert_eq!(scores(file), scores("plain"), "{file}");
    }
    fixture("large", include_bytes!("../fixtures/large.parquet"));
    world.write("judged", "1 0 18446744073709551614 0\n1 0 18446744073709551615 1\n");
    let found = world.line("eval judged large -m RR --quiet").code(GOOD).stdout;
    assert!(found.ends_with("\t1\n"), "{found}");
}
