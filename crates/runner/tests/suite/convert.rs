//! `rejudge convert`: a converted file has the scores of the original, bit by bit, and its ranks are those of
//! trec_eval.

use std::collections::BTreeMap;

use rejudge_stats::Draw;
use rejudge_tables::frame::{Frame, Values};

use crate::cases::{case, cases, lines};
use crate::world::{BAD_DATA, GOOD, TINY, USAGE, World, gzip};

/// Judgments with levels, a withheld judgment, and ids that csv writes in quotes.
const QRELS: &str = "1 0 a 2\n1 0 b 0\n1 0 c 1\n1 0 d,e 1\n1 0 f\"g 1\n1 0 h -1\n2 0 a 1\n2 0 x 0\n3 0 é 3\n";

/// The rows of a run, with topics mixed. Scores are tied, differ only in the last bit or only in double
/// precision, are tiny, huge, negative or whole, or are written in several ways. Topic 9 is not judged.
const ROWS: [(&str, &str, &str); 18] = [
    ("1", "a", "0.1"),
    ("2", "x", "-3"),
    ("1", "b", ".10"),
    ("1", "c", "0.30000000000000004"),
    ("1", "d,e", "0.3"),
    ("1", "f\"g", "1e-300"),
    ("1", "h", "-0.0"),
    ("1", "i", "0"),
    ("2", "a", "-3.0"),
    ("2", "y", "1.000000001"),
    ("2", "z", "1"),
    ("3", "é", "9007199254740993"),
    ("3", "j", "9007199254740992"),
    ("3", "k", "1e22"),
    ("9", "a", "123456789.125"),
    ("3", "l", "0.3333333333333333"),
    ("3", "m", "0.33333333333333331"),
    ("3", "n", "2.5e-5"),
];

/// Measures that depend on ranks, on gains, on ties, and on every document.
const MEASURES: &str = "AP nDCG@3 RR P@5 Bpref RBP NumRet";

/// Returns the scores of a run by topic, without its name.
fn scores(world: &World, qrels: &str, run: &str, more: &str) -> (String, Vec<String>) {
    let words = ["eval", qrels, run, "-q", "--quiet", "-m", MEASURES];
    let more = more.split(' ').filter(|word| !word.is_empty());
    let output = world.rejudge(words.into_iter().chain(more)).code(GOOD).stdout;
    let (name, _) = output.split_once('\t').expect("a line");
    (name.to_owned(), output.lines().map(|line| line[name.len()..].to_owned()).collect())
}

/// Returns the rows in TREC format with the tag `sys`.
fn trec(rows: &[(&str, &str, &str)]) -> String {
    rows.iter().map(|(topic, document, score)| format!("{topic} Q0 {document} 1 {score} sys\n")).collect()
}

/// Returns a cell of csv.
fn quoted(cell: &str) -> String {
    format!("\"{}\"", cell.replace('"', "\"\""))
}

/// Returns the rows by topic.
fn by_topic<'r>(rows: &[(&'r str, &'r str, &'r str)]) -> BTreeMap<&'r str, Vec<(&'r str, &'r str)>> {
    let mut topics = BTreeMap::<_, Vec<_>>::new();
    rows.iter()
        .for_each(|(topic, document, score)| topics.entry(*topic).or_default().push((*document, *score)));
    topics
}

/// Reads every form and writes every form. A run without a tag is named after its file, which is `sys`.
#[test]
fn a_converted_run_has_the_same_scores() {
    let world = World::new();
    world.write("q", QRELS);
    let separated = |separator: &str| {
        let row = |(topic, document, score): &(&str, &str, &str)| {
            format!("{}\n", [topic, &*quoted(document), score].join(separator))
        };
        [["qid", "docno", "score"].join(separator) + "\n"]
            .into_iter()
            .chain(ROWS.iter().map(row))
            .collect::<String>()
    };
    // JSON has no numbers such as `.10`.
    let number = |score: &str| if score == ".10" { "0.10".to_owned() } else { score.to_owned() };
    let record = |(topic, document, score): &(&str, &str, &str)| {
        format!(
            "{{\"qid\": \"{topic}\", \"docno\": {}, \"score\": {}}}",
            serde_json::json!(document),
            number(score)
        )
    };
    let records: Vec<String> = ROWS.iter().map(record).collect();
    let object = by_topic(&ROWS).into_iter().map(|(topic, documents)| {
        let documents =
            documents.iter().map(|(id, score)| format!("{}: {}", serde_json::json!(id), number(score)));
        format!("\"{topic}\": {{{}}}", documents.collect::<Vec<_>>().join(", "))
    });
    let candidates = by_topic(&ROWS).into_iter().map(|(topic, documents)| {
        let documents = documents.iter().map(|(id, score)| {
            format!("{{\"docid\": {}, \"score\": {}}}", serde_json::json!(id), number(score))
        });
        format!(
            "{{\"query\": {{\"qid\": \"{topic}\"}}, \"candidates\": [{}]}}\n",
            documents.collect::<Vec<_>>().join(", ")
        )
    });
    let column =
        |cell: fn(&(&'static str, &'static str, &'static str)) -> &'static str| ROWS.iter().map(cell);
    let frame = Frame::default()
        .with("query_id", "", column(|row| row.0).collect())
        .with("doc_id", "", column(|row| row.1).collect())
        .with("score", "", Values::Number(column(|row| row.2).map(|score| score.parse().ok()).collect()));
    let twice = trec(&ROWS) + "1 Q0 a 9 -7 sys\n";
    let ranks = "1\tb\t1\n1\ta\t2\n1\tq\t3\n2\ta\t1\n";
    let passages = "1\tb\t1\t9\n1\ta\t2\t7.5\n1\tq\t3\t7\n2\ta\t1\t0.5\n";
    let references = "{\"topic_id\": \"1\", \"references\": [\"c\", \"b\", \"a\"]}\n{\"topic_id\": \"3\", \"references\": [\"é\"]}\n";
    let inputs: [(&str, Vec<u8>, &str); 13] = [
        ("trec/sys.txt", trec(&ROWS).into(), ""),
        ("gz/sys.gz", gzip(&trec(&ROWS)), ""),
        ("crlf/sys", trec(&ROWS).replace('\n', " more words\r\n").into(), "--extra-columns"),
        ("twice/sys.run", twice.into(), "--repeated first"),
        ("csv/sys.csv", separated(",").into(), ""),
        ("semicolons/sys.csv", separated(";").into(), ""),
        ("tsv/sys.tsv", separated("\t").into(), ""),
        ("lines/sys.jsonl", records.join("\n").into(), ""),
        ("list/sys.json", format!("[{}]", records.join(",\n")).into(), ""),
        ("object/sys.json", format!("{{{}}}", object.collect::<Vec<_>>().join(",\n")).into(), ""),
        ("rag/sys.jsonl", candidates.collect::<String>().into(), ""),
        ("references/sys.jsonl", references.into(), ""),
        ("parquet/sys.parquet", rejudge_report::table::parquet::write(&frame, "").unwrap(), ""),
    ];
    let more = [("ranks/sys.tsv", ranks.into(), ""), ("passages/sys.tsv", passages.into(), "")];
    for (input, bytes, options) in inputs.into_iter().chain(more) {
        world.write(input, bytes);
        for ending in ["txt", "trec", "csv", "tsv", "json", "parquet", "txt.gz", "csv.xz", "json.zst"] {
            let output = format!("out.{ending}");
            world.line(format!("convert {input} -o {output} {options}").trim_end()).code(GOOD);
            for rules in ["", "--preset trec9", "--ties docno-ascending"] {
                let (name, original) = scores(&world, "q", input, format!("{rules} {options}").trim());
                let (converted_name, converted) = scores(&world, "q", &output, rules);
                assert_eq!(converted, original, "{input}: {output} {rules}");
                let expected_name = if ending.starts_with("json") { "out" } else { "sys" };
                assert_eq!(
                    (name.as_str(), converted_name.as_str()),
                    ("sys", expected_name),
                    "{input}: {output}"
                );
            }
        }
    }
}

/// Ranks are 1, 2, .. by score, and by id from the greatest to the least if scores are equal. Scores have the
/// same bits, also scores that consist of random bits.
#[test]
fn ranks_are_those_of_trec_eval_and_scores_keep_their_bits() {
    let world = World::new();
    let mut draw = Draw::new(1, &["scores"]);
    let mut random = (0..400)
        .map(|_| f64::from_bits(u64::from(draw.below(u32::MAX)) << 32 | u64::from(draw.below(u32::MAX))));
    let scores: Vec<String> =
        random.by_ref().filter(|score| score.is_finite()).map(|score| format!("{score:e}")).collect();
    let random = scores
        .iter()
        .enumerate()
        .map(|(at, score)| (["1", "2", "7"][at % 3], format!("r{at}"), score.as_str()));
    let rows: Vec<(&str, String, &str)> = ROWS
        .iter()
        .map(|(topic, document, score)| (*topic, (*document).to_owned(), *score))
        .chain(random)
        .collect();
    assert!(rows.len() > 300);
    let original =
        rows.iter().map(|(topic, document, score)| format!("{topic} Q0 {document} 1 {score} sys\n"));
    world.write("sys.run", original.collect::<String>());
    world.line("convert sys.run sys.csv").code(GOOD);
    let of_run = world.line("convert sys.run --quiet").code(GOOD).stdout;
    let of_csv = world.line("convert sys.csv --quiet").code(GOOD).stdout;
    assert_eq!(of_run, of_csv);
    let mut expected = BTreeMap::<&str, Vec<(&str, f64)>>::new();
    for (topic, document, score) in &rows {
        expected.entry(*topic).or_default().push((document.as_str(), score.parse().unwrap()));
    }
    let mut found = BTreeMap::<&str, Vec<(&str, f64)>>::new();
    for line in of_run.lines() {
        let [topic, "Q0", document, rank, score, "sys"] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let documents = found.entry(topic).or_default();
        documents.push((document, score.parse().unwrap()));
        assert_eq!(rank, documents.len().to_string(), "{line}");
    }
    for documents in expected.values_mut() {
        documents.sort_by(|(a, a_score), (b, b_score)| b_score.partial_cmp(a_score).unwrap().then(b.cmp(a)));
    }
    // -0.0 and 0.0 are equal scores.
    assert_eq!(found, expected);
}

/// NTCIREVAL takes the order of the lines as the ranking. Scores that rise, and a document that is repeated, do not
/// change it, and trec_eval's scores stay the same too.
#[test]
fn lines_keep_their_order() {
    let world = World::new();
    world.write("q", QRELS);
    world.write("sys", trec(&ROWS) + "1 Q0 a 9 -7 sys\n");
    for (ties, rules) in [
        ("file-order", "--preset ntcir"),
        ("file-order", ""),
        ("rank", "--ties rank"),
        ("score-then-file", "--ties score-then-file"),
        ("docno-ascending", "--ties docno-ascending"),
    ] {
        let (_, original) = scores(&world, "q", "sys", &format!("{rules} --repeated first"));
        for output in ["out.txt", "out.csv", "out.parquet"] {
            world.line(&format!("convert sys -o {output} --ties {ties} --repeated first")).code(GOOD);
            assert_eq!(scores(&world, "q", output, rules).1, original, "{output} {ties} {rules}");
        }
    }
}

/// Judgments become qrels with the same scores. From the forms that `pool` writes in TREC format, they are the
/// lines of `pool`.
#[test]
fn converted_judgments_have_the_same_scores() {
    let world = World::new();
    world.write("q.txt", QRELS);
    world.write("r", trec(&ROWS));
    let cells = || QRELS.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let csv: String =
        cells().map(|cells| format!("{},{},{}\n", cells[0], quoted(cells[2]), cells[3])).collect();
    world.write("q.csv", format!("topic,docid,grade\n{csv}"));
    world.write(
        "words.csv",
        format!("qid,docno,label\n{csv}").replace(",2\n", ",high\n").replace(",3\n", ",high\n"),
    );
    let ntcir = cells()
        .filter(|cells| cells[3] != "-1")
        .map(|cells| format!("{} {} L{}\n", cells[0], cells[2], cells[3]));
    world.write("q.ntcir", ntcir.collect::<String>());
    world.write("gains.txt", QRELS.replace(" 2\n", " 0.5\n"));
    for (input, options) in [
        ("q.txt", ""),
        ("q.csv", ""),
        ("words.csv", "--grades high=2,1=1,0=0"),
        ("q.ntcir", "--qrels-format ntcir"),
        ("gains.txt", "--labels gains"),
    ] {
        let gains = if options.contains("gains") { options } else { "" };
        // A level has no gains, and Bpref needs levels.
        let original = scores(&world, input, "r", options);
        for ending in ["txt", "csv", "tsv", "json", "parquet", "qrels.gz"] {
            let output = format!("out.{ending}");
            world
                .line(format!("convert {input} {options} -o {output}").replace("  ", " ").as_str())
                .code(GOOD);
            assert_eq!(scores(&world, &output, "r", gains), original, "{input}: {output}");
        }
    }
    for input in ["q.txt", "q.csv"] {
        let pooled = world.line(&format!("pool {input} full --quiet")).code(GOOD).stdout;
        assert_eq!(world.line(&format!("convert {input} --quiet")).code(GOOD).stdout, pooled);
    }
    world.write("marked.txt", format!("\u{feff}{QRELS}"));
    for input in ["q.txt", "q.csv", "marked.txt"] {
        assert_eq!(world.line(&format!("convert {input} --quiet")).code(GOOD).stdout, QRELS, "{input}");
    }
    let levels = world.line("convert q.ntcir --qrels-format ntcir --quiet").code(GOOD).stdout;
    assert_eq!(levels, QRELS.replace("1 0 h -1\n", ""));
    // BEIR's judgments look like a run with whole scores.
    world.write("beir.tsv", "query-id\tcorpus-id\tscore\n1\ta\t2\n");
    assert_eq!(world.line("convert --qrels beir.tsv --quiet").code(GOOD).stdout, "1 0 a 2\n");
    assert_eq!(world.line("convert --run beir.tsv --quiet").code(GOOD).stdout, "1 Q0 a 1 2 beir\n");
}

/// The extension chooses the form and the compression, in lower or upper case.
#[test]
fn extensions_choose_the_form_and_the_compression() {
    let world = world();
    for (file, first_bytes) in [
        ("x", &b"1 Q0 a 1 2 me\n"[..]),
        ("x.TXT", b"1 Q0 a 1 2 me\n"),
        ("x.CSV", b"topic,docid,rank,score,tag\n"),
        ("x.TSV", b"topic\tdocid\trank\tscore\ttag\n"),
        ("x.Json", b"{\"1\":{\"a\":2"),
        ("x.PARQUET", b"PAR1"),
        ("x.csv.gz", b"\x1f\x8b"),
        ("x.csv.GZ", b"\x1f\x8b"),
        ("x.JSON.Xz", b"\xfd7zXZ\0"),
        ("x.ZST", b"\x28\xb5\x2f\xfd"),
    ] {
        world.line(&format!("convert r.txt -o {file}")).code(GOOD);
        let bytes = std::fs::read(world.path(file)).expect("written");
        assert!(bytes.starts_with(first_bytes), "{file}: {bytes:?}");
    }
    let lines = world.line("convert r.txt --quiet").code(GOOD).stdout;
    for file in ["x.CSV", "x.csv.GZ", "x.ZST"] {
        assert_eq!(world.line(&format!("convert {file} --quiet")).code(GOOD).stdout, lines, "{file}");
    }
}

fn world() -> World {
    let world = World::new();
    world.write("q.txt", "1 0 a 2\n#2 0 b 1\n");
    world.write("q.json", "{\"1\": {\"a\": 2, \"b\": 0}}");
    world.write("r.txt", "1 Q0 b 1 1.50 me\n1 Q0 a 2 2e0 me\n#2 Q0 b 1 1 me\n");
    world.write("run.json", "{\"1\": {\"b\": 1.5, \"a\": 2.0, \"c\": 1.5}, \"2\": {\"d\": 0.25}}");
    world.write("run.csv", "qid,docno,score,rank\n1,b,1.5,1\n1,a,2,2\n");
    world.write("blank.json", "{\"1\": {\"a\": 1.5}, \"2\": {\"b c\": 0.5}}");
    world.write("two.txt", "1 Q0 a 1 2 me\n2 Q0 a 1 2 you\n");
    world.write("two.csv", "qid,docno,score,run\n1,a,2,me\n2,a,2,you\n");
    world.write("both.csv", "qid,docno,label,score\n1,a,2,0.53\n");
    world.write("quotes.txt", "1 Q0 \"a\" 1 2 me\n");
    world.write("quoted-tag.txt", "1 Q0 a 1 2 \"me\"\n");
    world.write("runs/a.txt", "1 Q0 a 1 2 a\n");
    world.write("runs/b.txt", "1 Q0 a 1 2 b\n");
    world
}

#[test]
fn runs_and_judgments_are_converted() {
    let good = [
        "convert run.json",
        "convert run.json --tag labd1",
        "convert run.csv -o -",
        "convert r.txt",
        "convert r.txt --ties file-order",
        "convert r.txt --ties rank -M 1",
        "convert q.txt",
        "convert --qrels q.json",
        "convert --run q.json",
        "convert q.json --tag whole",
        "convert --qrels both.csv",
        "convert --run both.csv",
    ];
    let to_files = [
        "convert run.json run.txt",
        "convert q.txt q.csv",
        "convert r.txt r.json",
        "convert r.txt -o me.json",
        "convert quoted-tag.txt -o x.tsv --tag me",
    ];
    let rows = lines(GOOD, good).into_iter().map(|case| case.printed());
    cases("conversions", &world(), rows.chain(lines(GOOD, to_files)));
}

#[test]
fn conversions_are_refused() {
    let world = world();
    let usage = [
        "convert",
        "convert q.json",
        "convert both.csv",
        "convert q.txt --tag me",
        "convert q.txt --ties rank",
        "convert --run q.txt --grades a=1",
        "convert r.txt -o r.txt",
        "convert r.txt ./r.txt",
        "convert runs/a.txt runs/b.txt",
        "convert run.json runs",
        "convert r.txt run.json run.csv",
        "convert r.txt x.txt -o y.txt",
        "convert runs",
        "convert runs/*.txt",
        "convert r.txt -o nowhere/x.txt",
        "convert r.txt -o x.md",
        "convert q.txt -M 1 -o x.txt",
        "convert r.txt -o x.jsonl",
        "convert r.txt -o x.ndjson.gz",
        "convert r.txt -o x.txt.bz2",
        "convert r.txt -o x.zip",
        "convert r.txt -o x.csv.LZ4",
        "convert r.txt -o x.tar.gz",
        "convert r.txt -o x.tgz",
        "convert r.txt -o x.xlsx",
        "convert q.txt x.PKL.gz",
        "convert r.txt -o x.json --tag you",
        "convert r.txt --tag 'a b'",
        "convert r.txt --tag ''",
        "convert r.txt --json",
        "convert tiny-twin",
    ];
    let data = [
        "convert none.txt",
        "convert runz.json",
        "convert blank.json",
        "convert two.txt",
        "convert two.txt --tag both",
        "convert two.csv",
        "convert two.csv --tag both",
        "convert quotes.txt -o x.tsv",
        "convert quoted-tag.txt -o x.tsv",
        "convert r.txt -o x.tsv --tag '\"you\"'",
        "convert --run q.txt",
        "convert --qrels r.txt",
        "convert r.txt -o /dev/full",
    ];
    // Another tool's id of a collection.
    let description = TINY.replace("id: tiny\n", "id: trec-dl-2019\n");
    let id = case(USAGE, "convert dl19-passage")
        .write("collections/trec-dl-2019.yaml", description)
        .write("data/tiny/qrels.txt", "1 0 a 2\n")
        .write("data/tiny/runs/a.txt", "1 Q0 a 1 2 a\n");
    let rows = lines(USAGE, usage).into_iter().chain(lines(BAD_DATA, data)).chain([id]);
    cases("conversions_refused", &world, rows);
    assert!(["x.txt", "x.json", "x.tsv"].iter().all(|file| !world.path(file).exists()));
}

/// Lines of other tools, with the note that shows the command.
#[test]
fn files_are_converted_from_habit() {
    let world = world();
    let good = [
        "convert run.json --to trec --tag labd1 -o labd1.txt",
        "convert run.json run.trec --from json --to=trec",
        "to-trec run.json",
        "export run.json -f pytrec_eval -t csv -o run2.csv",
        "convert r.txt r.parquet --to parquet",
    ];
    let usage = [
        "convert run.json --to csv",
        "convert run.json --from csv --to trec",
        "export small -o small.txt",
        "transform nothing.json",
    ];
    cases("conversions_from_habit", &world, lines(GOOD, good).into_iter().chain(lines(USAGE, usage)));
}
