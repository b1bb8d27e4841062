//! Files of today's tools are read, or are refused with a message that says what can be read.

use std::process::Command;

use crate::cases::{Case, case, cases, lines};
use crate::habits::{Q, R};
use crate::world::{BAD_DATA, GOOD, USAGE, World, close};

fn world() -> World {
    let world = World::new();
    world.write("q", Q);
    world.write("r", R);
    world
}

/// Returns the run and the value in each line of scores.
fn scores(world: &World, args: &[&str]) -> Vec<(String, f64)> {
    let output = world.rejudge([args, &["--quiet"]].concat()).code(GOOD);
    let row = |cells: &Vec<&str>| (cells[0].to_owned(), cells[3].parse().expect("a score"));
    output.cells().iter().map(row).collect()
}

/// TIRA and ir_metadata have a folder for each run. If tags are not distinct, a run is named after its folder.
#[test]
fn each_run_may_have_a_folder() {
    let world = World::new();
    world.write("q", "1 0 d1 1\n1 0 d2 0\n");
    world.write("runs/a/run.txt", "1 Q0 d1 1 2 bm25\n1 Q0 d2 2 1 bm25\n");
    world.write("runs/b/run.txt", "1 Q0 d2 1 2 bm25\n1 Q0 d1 2 1 bm25\n");
    for run in ["a", "b"] {
        world.write(&format!("runs/{run}/ir-metadata.yml"), "tag: bm25\n");
    }
    let named = |run: &str, rr: f64| (run.to_owned(), rr);
    for runs in ["runs", "runs/*/run.txt", "r*/*/run.*", "runs/*"] {
        let found = scores(&world, &["eval", "q", runs, "-m", "RR"]);
        assert_eq!(found, [named("a", 1.0), named("b", 0.5)], "{runs}");
    }
    assert_eq!(scores(&world, &["eval", "q", "runs/a", "-m", "RR"]), [named("bm25", 1.0)]);
    let pooled = world.line("pool q --runs runs pool-depth(depth=1)").code(GOOD);
    assert!(!pooled.stderr.contains("is a folder"), "{}", pooled.stderr);
    let pooled =
        world.line("pool q --runs runs leave-one-team-out(team=a) --pool-depth 1 --quiet").code(GOOD);
    assert_eq!(pooled.stdout, "1 0 d2 0\n");
}

/// ColBERT's rankings have topic, passage, rank and score. RR is worked by hand: (1/2 + 1)/2.
#[test]
fn rankings_of_four_columns_are_read() {
    let world = World::new();
    world.write("q", "1 0 11 1\n2 0 20 1\n");
    world.write("ranking.tsv", "1\t10\t1\t25.3\n1\t11\t2\t24.1\n2\t20\t1\t19.4\n2\t21\t2\t18.0\n");
    world.write("whole.tsv", "1\t10\t1\t25\n1\t11\t2\t24\n2\t20\t1\t19\n2\t21\t2\t18\n");
    for run in ["ranking", "whole"] {
        let found = scores(&world, &["eval", "q", &format!("{run}.tsv"), "-m", "RR"]);
        assert_eq!(found, [(run.to_owned(), 0.75)]);
    }
    // If documents have numbers as ids, judgments still must not be taken for a ranking.
    world.write("judgments", "1 0 1 1\n1 0 2 0\n");
    world.line("eval q judgments -m RR").code(BAD_DATA);
}

/// ESCI has letters as grades, also in csv. If unjudged documents are removed, nDCG is (0.6884 + 0.6309)/2 by hand.
#[test]
fn letters_are_grades() {
    let world = World::new();
    let labels = [
        ("1", "B01", "E"),
        ("1", "B02", "S"),
        ("1", "B03", "C"),
        ("1", "B04", "I"),
        ("2", "B05", "E"),
        ("2", "B06", "I"),
    ];
    let lines = |line: &dyn Fn(&str, &str, &str) -> String| {
        labels.iter().map(|(topic, document, label)| line(topic, document, label)).collect::<String>()
    };
    let csv = lines(&|topic, document, label| format!("{topic},{document},{label}\n"));
    world.write("esci.csv", format!("query_id,product_id,esci_label\n{csv}"));
    world.write("esci.txt", lines(&|topic, document, label| format!("{topic} 0 {document} {label}\n")));
    let ranks =
        [("1", "B02"), ("1", "B99"), ("1", "B01"), ("1", "B04"), ("1", "B03"), ("2", "B06"), ("2", "B05")];
    let run = ranks
        .iter()
        .zip((0..100).rev())
        .map(|((topic, document), score)| format!("{topic} Q0 {document} 1 {score} s\n"));
    world.write("run", run.collect::<String>());
    for qrels in ["esci.csv", "esci.txt"] {
        let measure = "ndcg.1=0,2=0.01,3=0.1,4=1";
        let args = ["eval", qrels, "run", "-J", "-m", measure, "--grades", "E=4,S=3,C=2,I=1"];
        let found = scores(&world, &args);
        assert!((found[0].1 - 0.659_646_767_368_028_2).abs() < 1e-12, "{qrels}: {found:?}");
    }
    let pooled = world.line("pool esci.csv full --grades E=4,S=3,C=2,I=1 --quiet").code(GOOD);
    assert_eq!(pooled.lines().iter().filter(|line| !line.is_empty()).count(), 6);
    cases(
        "letters_as_grades",
        &world,
        [
            case(BAD_DATA, "eval esci.csv run -m nDCG"),
            case(BAD_DATA, "eval esci.txt run -m nDCG"),
            case(BAD_DATA, "eval esci.txt run -m nDCG --grades E=1,S=0"),
            case(2, "eval esci.txt run -m nDCG --grades E=1,S"),
            case(2, "eval esci.txt run -m nDCG --grades E=1,E=0"),
        ],
    );
}

/// If a judge failed to answer, its label is outside of the scale. The option `outside=drop` drops such labels.
#[test]
fn a_failed_answer_is_not_a_label() {
    let world = world();
    world.write("judge.txt", "1 0 a NaN\n1 0 b 0\n1 0 c 1\n2 0 d 0\n");
    world.write("judge.csv", "qid,docno,label\n1,a,NaN\n1,b,0\n1,c,1\n2,d,0\n");
    for judge in ["judge.txt", "judge.csv"] {
        let output = world.line(&format!("agreement q llm={judge},outside=drop")).code(GOOD);
        let row: Vec<&str> = output.stdout.lines().nth(1).expect("a row").split_whitespace().collect();
        // Two of three pairs are equal. By chance, 4/9 of the pairs would be equal.
        assert_eq!(row[..3], ["llm", "3", "1"], "{}", output.stdout);
        [2.0 / 3.0, 0.4]
            .iter()
            .zip(&row[3..])
            .for_each(|(expected, found)| close(found.parse().unwrap(), *expected));
    }
    cases("a_label_that_is_no_number", &world, [case(BAD_DATA, "agreement q llm=judge.txt")]);
}

/// A judge may be a list of files, as in an experiment. Its label is the label that most files give.
#[test]
fn a_list_of_judges_is_one_judge() {
    let world = world();
    for (judge, levels) in [("a", [1, 0, 1, 1]), ("b", [1, 1, 1, 0]), ("c", [0, 1, 0, 0])] {
        let line = |(pair, level): (&str, u8)| format!("{} 0 {} {level}\n", &pair[..1], &pair[1..]);
        let labels: String = ["1a", "1b", "1c", "2d"].into_iter().zip(levels).map(line).collect();
        world.write(judge, labels);
    }
    let pool = |manipulation: &str| {
        let args = ["pool", "q", manipulation, "--also", "a=a", "--also", "b=b", "--also", "c=c", "--quiet"];
        world.rejudge(args).code(GOOD).stdout
    };
    let majority = pool("full(judge=[a, b, c], by=majority)");
    assert_eq!(majority, "1 0 a 1\n1 0 b 1\n1 0 c 1\n2 0 d 0\n");
    assert_eq!(pool("full(judge=a+b+c)"), majority);
    assert_eq!(pool("full(judge=['c', b, a])"), majority);
    let refused = world.rejudge(["pool", "q", "full(judge=[])", "--also", "a=a"]).code(2);
    assert!(refused.stderr.contains("found an empty list"), "{}", refused.stderr);
}

/// `validate` lists everything that is wrong with a run, and everything that may be a mistake.
#[test]
fn runs_are_checked() {
    let world = world();
    world.write("docs", "a\nb a text\nu\nd\n");
    world.write("good.csv", "qid,docno,score\n1,a,2\n1,b,1\n2,d,1\n");
    world.write("ranks", "1 Q0 a 1 1 me\n1 Q0 b 2 2 me\n1 Q0 c 3 3 me\n2 Q0 d 1 1 me\n");
    world.write(
        "bad",
        "1 Q0 a 1 3 me\n1 Q0 a 2 2 me\n2 Q0 d 1 NaN me\n3 Q0 x 1 1 me\n1 0 z 7 2 you\n1 Q0 y 8 high me\n1 Q0 w me\n",
    );
    world.write("half", "1 Q0 a 1 3 me\n");
    let rows = [
        case(GOOD, "validate r").printed(),
        case(GOOD, "validate r good.csv --qrels q --documents docs --most 3").printed(),
        case(GOOD, "validate half --qrels q").printed(),
        case(GOOD, "validate none --qrels q").write("none", "1 Q0 a.txt 1 3 me\n").printed(),
        case(GOOD, "validate r --quiet").printed(),
        case(1, "validate ranks --documents docs").printed(),
        case(1, "validate bad --qrels q --documents docs --most 2").printed(),
        case(BAD_DATA, "validate nothing").printed(),
        case(BAD_DATA, "validate gone").printed(),
        case(USAGE, "validate"),
    ];
    world.write("nothing", "# a comment\n");
    cases("runs_that_are_checked", &world, rows);
}

/// Runs are ordered by a measure, by name, or as they are typed.
#[test]
fn runs_are_sorted() {
    let world = world();
    world.write("b", "1 Q0 a 1 3 b\n2 Q0 x 1 1 b\n");
    world.write("c", "1 Q0 x 1 3 c\n2 Q0 d 1 1 c\n");
    world.write("a", "1 Q0 x 1 3 a\n2 Q0 x 1 1 a\n");
    let order = |by: &str| {
        let output = world.line(&format!("eval q b c a -m AP -m RR --quiet{by}")).code(GOOD).stdout;
        let run = |line: &str| line.split_ascii_whitespace().next().unwrap_or_default().to_owned();
        output.lines().map(run).filter(|run| run.len() == 1).collect::<String>()
    };
    for (by, expected) in [
        // The runs b, c and a score .25, .5 and 0 by AP, and .5, .5 and 0 by RR.
        ("", "bbccaa"),
        (" --sort map", "ccbbaa"),
        (" --sort RR", "bbccaa"),
        (" --sort run", "aabbcc"),
        (" --sort input", "bbccaa"),
        (" --format wide", "cba"),
        (" --format wide --sort mrr", "bca"),
        (" --format wide --sort input", "bca"),
        (" -J --sort AP", "ccbbaa"),
    ] {
        assert_eq!(order(by), expected, "{by}");
    }
    let refused = [
        "eval q b -m AP --sort nDCG@10",
        "eval q b -m AP --sort ndgc",
        "eval q b -m AP --sort official",
        "eval q b c -m 'AP RR' --sort AP --tau",
    ];
    cases("runs_in_no_order", &world, lines(USAGE, refused));
}

/// Tables of comparisons, intervals and bounds list the runs as --sort says. Tables of comparisons for people are made in the
/// order of the first measure.
#[test]
fn other_tables_are_sorted() {
    let world = World::new();
    let topics = |line: &str| (1..=5).map(|topic| line.replace('T', &topic.to_string())).collect::<String>();
    world.write("q", topics("T 0 x 1\nT 0 y 0\nT 0 z 1\n"));
    // AP and P@2: a .42 and .5, b .83 and .5, c 1 and 1.
    for (run, ranking) in [("a", "uxvz"), ("b", "xuz"), ("c", "xz")] {
        world.run(
            &format!("runs/{run}"),
            run,
            (1..=5).map(|topic| (topic.to_string(), ranking.chars().map(String::from).collect::<Vec<_>>())),
        );
    }
    let commands = [
        "--compare a -m 'P@2 AP' --sort AP",
        "--compare all -m AP --sort AP",
        "--compare all -m AP --sort run",
        "--intervals -m 'P@2 AP' --sort AP",
        "--bounds -m 'P@2 AP' --sort AP",
        "--bounds=pairs -m AP --sort",
        "--compare a -m 'AP P@2' --sort AP --format wide",
    ];
    let mut rows: Vec<Case> =
        commands.map(|rest| case(GOOD, format!("eval q runs --quiet {rest}")).printed()).into();
    rows.push(case(USAGE, "eval q runs --compare a -m 'AP P@2' --sort run --format wide"));
    cases("other_tables_sorted", &world, rows);
}

/// The hint about LETOR's lines contains an awk program that converts them.
#[test]
fn following_a_hint_works() {
    let world = World::new();
    world.write("letor", "2 qid:1 1:0.1 2:0.5 # d1 a comment\n0 qid:1 1:0.3 # d2\n1 qid:2 1:0.2 #d3\n");
    world.write("r", "1 Q0 d2 1 2 s\n1 Q0 d1 2 1 s\n2 Q0 d3 1 1 s\n");
    let refused = world.line("eval letor r -m RR").code(BAD_DATA).stderr;
    let program = refused.split("awk '").nth(1).and_then(|rest| rest.split('\'').next()).expect("a program");
    let made = Command::new("awk").arg(program).arg(world.path("letor")).output().expect("awk").stdout;
    assert_eq!(String::from_utf8_lossy(&made), "1 0 d1 2\n1 0 d2 0\n2 0 d3 1\n");
}

/// Of near duplicates, as in MS MARCO v2, at most one is judged, and only the first one in a ranking stays. AP is worked by
/// hand.
#[test]
fn only_the_first_copy_of_a_document_stays() {
    let world = World::new();
    world.write("q", "1 0 d1 1\n1 0 d2 1\n1 0 d3 0\n2 0 d9 1\n");
    world.write("classes", "1 c d1\n1 c d1x\n1 c d1y\n1 e e1\n1 e e2\n");
    let topics = [
        ("d1 d1x d2", 1.0),
        ("d1x d1 d2", 1.0),
        ("d1x d1y d2", 1.0),
        ("d3 d1y d1 d2", (0.5 + 2.0 / 3.0) / 2.0),
    ];
    let more = [("e1 e2 d1", 0.25), ("e2 x d1 e1 d2", (1.0 / 3.0 + 0.5) / 2.0)];
    for (ranking, ap) in topics.into_iter().chain(more) {
        let line = |(at, id): (usize, &str)| format!("1 Q0 {id} {at} {} s\n", 9 - at);
        world.write("run", ranking.split(' ').enumerate().map(line).collect::<String>() + "2 Q0 d9 1 1 s\n");
        let found = scores(&world, &["eval", "q", "run", "-q", "-n", "-m", "AP", "--duplicates", "classes"]);
        assert_eq!(found[0].1, ap, "{ranking}");
        assert_eq!(found[1].1, 1.0, "the other topic");
        // If a copy has the id of the judged document, it is a repeated document.
        let renamed = world.read("run").replace("d1x", "d1").replace("d1y", "d1").replace("e2", "e1");
        world.write("renamed", renamed);
        let first = scores(&world, &["eval", "q", "renamed", "-q", "-n", "-m", "AP", "--repeated=first"]);
        assert_eq!(first, found, "{ranking}");
    }
    // A copy is removed before the ranking is cut.
    world.write("run", "1 Q0 d1 1 3 s\n1 Q0 d1x 2 2 s\n1 Q0 d2 3 1 s\n");
    let cut = ["eval", "q", "run", "-m", "AP", "-m", "NumRet", "-M", "2", "--duplicates", "classes"];
    let found = scores(&world, &[&cut[..], &["--topics", "1"]].concat());
    assert_eq!(found.iter().map(|(_, value)| *value).collect::<Vec<_>>(), [1.0, 2.0]);
    let refused = ["1 c d1\n1 c d2\n1 c d1x\n", "1 c d1\n1 c d1x\n1 e d1x\n", "1 c d1\n3 c d1x\n"]
        .map(|classes| case(BAD_DATA, "eval q run -m AP --duplicates classes").write("classes", classes));
    cases("classes_that_are_not_of_copies", &world, refused);
}

/// These formats are recognised, but not read.
#[test]
fn unsupported_formats_are_named() {
    let world = world();
    world.write("lz4", b"\x04\x22\x4d\x18\x40\x40\xc0\x46\x00\x00\x00\x82");
    world.write("zip", b"PK\x03\x04\x14\x00\x00\x00\x08\x00");
    world.write("lists.parquet", include_bytes!("../fixtures/lists.parquet"));
    world.write(
        "nuggets.jsonl",
        "{\"qid\": \"1\", \"nuggets\": [{\"text\": \"a\", \"importance\": \"vital\"}]}\n",
    );
    world.write("quepid", "3 qid:7 # https://shop.example/p/1 red shoes\n");
    let json =
        "{\"qid\":\"1\",\"docno\":\"a\",\"score\":NaN}\n{\"qid\":\"1\",\"docno\":\"b\",\"score\":1.5}\n";
    world.write("nan.jsonl", json);
    world.write("later.jsonl", json.lines().rev().map(|line| format!("{line}\n")).collect::<String>());
    world.write("nan.json", "{\"1\": {\"a NaN\": 1, \"b\": -Infinity}}");
    world.write("blank.csv", "query_id,doc_id,relevance\nred shoes,B1,1\n");
    world.write("two", R.to_owned() + &R.replace("me", "you"));
    world.write("bad-line", R.replace("1 Q0 u 2 2 me", "1 u 2 me"));
    world.write("intents", "1 1 a 1\n1 2 a 0\n");
    world.write("labels", "1 a L1\n1 b L0\n");
    let files = [
        "q lz4",
        "q zip",
        "lists.parquet r",
        "nuggets.jsonl r",
        "q nuggets.jsonl",
        "quepid r",
        "q nan.jsonl",
        "q later.jsonl",
        "q nan.json",
        "blank.csv r",
        "q two",
        "q bad-line",
        "intents r",
        "labels r",
        "r q",
        "q r q",
    ];
    cases(
        "forms_that_are_not_read",
        &world,
        lines(BAD_DATA, files.map(|files| format!("eval {files} -m AP"))),
    );
}
