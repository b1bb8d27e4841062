//! Tables and JSON of other tools whose content could be misread.

use rejudge_tables::frame::{Frame, Values};

use crate::cases::{case, cases, lines};
use crate::world::{BAD_DATA, GOOD, World};

const Q: &str = "1 0 a 2\n1 0 b 0\n1 0 c 1\n2 0 d 1\n";
const R: &str = "1 Q0 b 1 3 me\n1 Q0 u 2 2 me\n1 Q0 a 3 1 me\n2 Q0 d 1 1 me\n";

fn world() -> World {
    let world = World::new();
    world.write("q", Q);
    world.write("r", R);
    world
}

#[test]
fn a_table_without_ranks_is_not_ordered_by_them() {
    let world = world();
    world.write("r.csv", "qid,docno,score\n1,b,3\n1,u,2\n1,a,1\n2,d,1\n");
    world.write("r.json", "{\"1\": {\"b\": 3, \"u\": 2, \"a\": 1}, \"2\": {\"d\": 1}}");
    world.write("gap.csv", "qid,docno,score,rank\n1,b,3,1\n1,u,2,\n");
    let refused = ["r.csv", "r.json", "gap.csv"].map(|file| format!("eval q {file} -m AP --ties rank"));
    cases("tables_without_ranks", &world, lines(BAD_DATA, refused));
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
    world.write("control.jsonl", "{\"qid\": 1, \"docno\": \"a\\u0000b\", \"score\": 1}\n");
    let refused = ["big", "half", "rag", "control"].map(|file| format!("eval q {file}.jsonl -m AP"));
    cases("ids_of_json", &world, lines(BAD_DATA, refused));
    // All 64 bits are kept.
    let [one, other] = ["18446744073709551614", "18446744073709551615"];
    world.write("most.jsonl", record(one) + &record(other));
    world.write("judged", format!("1 0 {one} 0\n1 0 {other} 1\n"));
    let scores = world.line("eval judged most.jsonl -m NumRelRet --quiet").code(GOOD).stdout;
    assert!(scores.ends_with("\t1\n"), "{scores}");
}

#[test]
fn two_columns_for_one_thing_are_refused() {
    let world = world();
    let runs = [
        ("two.csv", "qid,doc_id,docno,score\n1,a,b,1\n"),
        ("same.csv", "qid,docno,docno,score\n1,a,b,1\n"),
        ("topics.csv", "qid,query_id,docno,score\n1,2,b,1\n"),
        ("runs.csv", "qid,docno,score,run,system\n1,b,1,x,y\n"),
        ("f.jsonl", "{\"qid\": 1, \"topic\": 2, \"docno\": \"a\", \"score\": 1}\n"),
    ];
    let runs = runs.map(|(file, text)| case(BAD_DATA, format!("eval q {file} -m AP")).write(file, text));
    let grades = "qid,docno,label,relevance\n1,a,1,0\n";
    let grades = case(BAD_DATA, "eval g.csv r -m AP").write("g.csv", grades);
    cases("two_columns_for_one_thing", &world, runs.into_iter().chain([grades]));
    // PyTerrier's index numbers, and a run next to its judgments, are not ambiguous.
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
    let text = |values: [&str; 1]| Values::from_iter(values);
    let frame = Frame::default()
        .with("qid", "", text(["1"]))
        .with("docno", "", Values::Number(vec![Some(20_000_000_000_000_000_000.0)]))
        .with("score", "", Values::Number(vec![Some(1.0)]));
    world.write("r.parquet", rejudge_report::table::parquet::write(&frame, "").unwrap());
    cases("ids_of_parquet", &world, [case(BAD_DATA, "eval q r.parquet -m AP")]);
}

/// Files of pyarrow and polars: columns of unsupported types are read if they are stored as another type, and else
/// refused by their names.
#[test]
fn types_of_parquet_are_read_or_named() {
    let world = world();
    let fixture = |name: &str, bytes: &[u8]| world.write(name, bytes);
    fixture("decimal", include_bytes!("../fixtures/decimal.parquet"));
    fixture("half", include_bytes!("../fixtures/half.parquet"));
    let refused = ["decimal", "half"].map(|file| format!("eval q {file} -m AP"));
    cases("types_of_parquet", &world, lines(BAD_DATA, refused));
    // b before a, in categories, and next to an unused decimal column.
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
