//! Mistakes on the command line and in files: what the message says, and that no other number is printed.

use crate::cases::{Case, case, cases};
use crate::given::COLLECTION;
use crate::habits::{Q, R};
use crate::world::{BAD_DATA, DIFFERENT, GOOD, USAGE, World};

/// Creates judgments and two runs, also on five topics, as comparisons need them.
fn world() -> World {
    let world = World::new();
    let of_topics =
        |lines: &str| (1..=5).map(|topic| lines.replace('T', &topic.to_string())).collect::<String>();
    world.write("q5", of_topics("T 0 a 2\nT 0 b 0\n"));
    for (run, tag) in [("r", "me"), ("s", "you")] {
        world.write(&format!("runs5/{run}"), of_topics(&format!("T Q0 b 1 3 {tag}\nT Q0 a 3 1 {tag}\n")));
    }
    // Four topics of 20 documents. On topic 4, the run has other ids than the judgments.
    let of_20 = |line: &dyn Fn(usize, usize) -> String| -> String {
        (1..=4).flat_map(|topic| (1..=20).map(move |rank| line(topic, rank))).collect()
    };
    world.write("q20", of_20(&|topic, rank| format!("{topic} 0 d{rank} {}\n", rank % 2)));
    let id = |topic: usize, rank: usize| format!("{}{rank}", if topic == 4 { "D" } else { "d" });
    world.write(
        "r20",
        of_20(&|topic, rank| format!("{topic} Q0 {} {rank} {} me\n", id(topic, rank), 30 - rank)),
    );
    world.write("q", Q);
    world.write("runs/r.txt", R);
    world.write("runs/s.txt", R.replace("me", "you"));
    world
}

/// Makes a case in which a run has this text.
fn run(code: i32, text: impl AsRef<[u8]>) -> Case {
    case(code, "eval q r -m AP").write("r", text)
}

/// The queries of a BEIR collection.
const QUERIES: &str = "{\"_id\": \"1\", \"text\": \"a\", \"metadata\": {}}\n{\"_id\": \"2\", \"text\": \"b\", \"metadata\": {}}\n";

/// A line of another kind of file gets a hint of its own.
#[test]
fn files_that_are_no_runs() {
    let with_blank = R.replace(" b ", " annual report.pdf ");
    let with_number = "1 Q0 FT916 07105 1 9.5 me\n1 Q0 FT916 07106 2 8.5 me\n";
    let hits = r#"[{"query": "1", "hits": [{"id": "a", "s": 3.5}]}]"#;
    let rows = [
        run(BAD_DATA, R.replace(' ', "\u{a0}")),
        run(BAD_DATA, "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
        run(BAD_DATA, "num_ret\tall\t4\nmap\tall\t0.5\n"),
        run(BAD_DATA, "P_10\tall\t0.5\n"),
        run(BAD_DATA, R.replace(" me", "")),
        run(BAD_DATA, R.replace(" Q0", "")),
        run(BAD_DATA, "1\tb\t0\n1\ta\t1\n"),
        run(BAD_DATA, "1\tb\t3.5\n"),
        run(BAD_DATA, with_blank),
        run(BAD_DATA, R.replace("me", "me k1=0.9 b=0.4")),
        run(BAD_DATA, "runs/r.txt\nruns/s.txt\n"),
        run(BAD_DATA, format!("qid Q0 docno rank score tag\n{R}")),
        run(BAD_DATA, "1 Q0 4.01E+17 1 3 me\n1 Q0 4.01E+17 2 2 me\n"),
        run(BAD_DATA, b"\xff\xfe1\x00 \x00Q\x000\x00"),
        run(BAD_DATA, b"1 Q0 caf\xe9 1 3 me\n"),
        run(BAD_DATA, "{'1': {'b': 3.0}}"),
        run(BAD_DATA, format!("qid Q0 docno rnk sc system\n{R}")),
        run(BAD_DATA, R.replace(" a ", " annual report of a ")),
        run(BAD_DATA, "# Runs\n\nThese are the runs of our lab for the 2024 paper.\n"),
        run(BAD_DATA, "These are our lab runs.\n"),
        run(BAD_DATA, "These are runs of our lab.\n"),
        case(BAD_DATA, "eval q runs -m AP")
            .write("runs/README.md", "# Runs\n\nOf our lab.\n")
            .write("runs/qrels.txt", Q),
        run(BAD_DATA, with_number),
        case(BAD_DATA, "eval q r -m AP --extra-columns").write("r", with_number),
        run(BAD_DATA, hits),
        run(BAD_DATA, &hits[..hits.len() - 9]),
        case(BAD_DATA, "eval h r -m AP").write("r", R).write("h", hits),
        case(BAD_DATA, "eval t r -m AP").write("r", R).write("t", "1 international organized crime\n"),
        case(BAD_DATA, "eval t r -m AP").write("r", R).write("t", "1\tforeign minorities in Germany\n"),
        case(BAD_DATA, "eval q t -m AP").write("t", "1\tforeign minorities in Germany\n"),
        case(BAD_DATA, "eval w r -m AP").write("r", R).write("w", "1\t0\tNew York City\t2\n1\t0\ta\t1\n"),
        case(BAD_DATA, "eval w r -m AP").write("r", R).write("w", "1 0 a 1\n1 0 San Marino 2\n"),
        case(BAD_DATA, "agreement q w").write("w", "1\t0\tApollo 11\t2\n"),
        case(BAD_DATA, "eval h r -m AP").write("r", R).write("h", format!("topic iter docno relevance\n{Q}")),
        case(BAD_DATA, "eval queries.jsonl r -m AP").write("r", R).write("queries.jsonl", QUERIES),
    ];
    cases("files_that_are_no_runs", &world(), rows);
}

/// The scores of a run are not rounded to grades. A few fractions are.
#[test]
fn a_run_in_place_of_the_judgments() {
    let documents = |grade: &dyn Fn(usize) -> String| {
        let documents: Vec<String> = (0..20).map(|n| format!("\"d{n}\": {}", grade(n))).collect();
        format!("{{\"1\": {{{}}}}}", documents.join(", "))
    };
    let line = "eval q.json run.json -m num_rel";
    let run = documents(&|n| format!("{}.5", 30 - n));
    let rows = [
        case(BAD_DATA, line).write("q.json", &run).write("run.json", documents(&|n| (n % 2).to_string())),
        case(GOOD, line)
            .write("q.json", documents(&|n| if n == 0 { "0.5" } else { "1" }.to_owned()))
            .write("run.json", &run)
            .printed(),
    ];
    cases("a_run_in_place_of_the_judgments", &world(), rows);
}

/// The message says what to type instead.
#[test]
fn lines_with_mistakes() {
    let scores = ",topic,run,score\n0,1,a,0.5\n1,1,b,0.25\n";
    let scores_only = COLLECTION.replace("id: given", "id: tiny-twin-ap");
    let rows = [
        case(USAGE, "eval q runs -m “AP nDCG@10”"),
        case(USAGE, "eval q runs -m ndcg@1,5,10"),
        case(USAGE, "eval q runs --judge q"),
        case(USAGE, "eval q runs --topics t").write("t", "me\nyou\n"),
        case(BAD_DATA, "eval q runs/s.txt --reproduces r"),
        case(USAGE, "eval tiny-twin"),
        case(USAGE, "eval tiny-twin-a").write("collections/tiny-twin-ap.yaml", scores_only),
        case(USAGE, "eval tiny-twin runs/s.txt --qrels q"),
        case(USAGE, "audit q runs tiny-twin"),
        case(USAGE, "audit tiny-twin runs"),
        case(USAGE, "agreement tiny-twin --qrels q"),
        // The judgments come first, although their name does not.
        case(DIFFERENT, "validate q a").write("a", R.replace("2 Q0", "9 Q0")).printed(),
        case(BAD_DATA, "eval --scores s.csv").write("s.csv", scores),
        case(USAGE, "audit q runs --new-run runs/r.txt"),
        case(USAGE, "pool q leave-one-team-out team=me --runs runs"),
        case(USAGE, "pool q leave-one-team-out --runs runs"),
        case(USAGE, "run small --qrels q"),
        case(GOOD, "eval q runs -measures AP").printed(),
        case(USAGE, "eval q5 runs5 -m AP --intervals 90"),
        case(USAGE, "eval q5 runs5 -m AP --tau kendall,rbo"),
        case(GOOD, "eval q5 runs5 -m AP --reproduces runs5/r"),
        case(USAGE, "eval q runs -c me -m AP"),
        case(USAGE, "eval q runs -c bm25 -m AP"),
        case(USAGE, "pool q 'sample(seed=3)'"),
        case(USAGE, "measures qrels.txt").write("qrels.txt", Q),
        case(USAGE, "report judged").write("judged", Q),
        case(GOOD, "eval s runs -m 'nDCG AP'").write("s", format!("{Q}2 0 e 30\n")),
        case(GOOD, "validate s").write("s", format!("{Q}2 0 e 30\n")).printed(),
        case(GOOD, "eval p runs -m \"AP AP' Bpref Judged'@2\"").write("p", Q.replace("b 0", "b 1")),
        case(GOOD, "eval q runs -m 'AP P@1' --gains 1=0,2=1"),
        case(GOOD, "eval q runs -m \"nDCG(gains='linear')\" --gains 1=0,2=1"),
        case(GOOD, "eval p runs -m Bpref -l 2").write("p", Q.replace("b 0", "b 1")),
        case(GOOD, "eval p runs -m 'AP nDCG'").write("p", "1 0 a 3\n1 0 b 1\n1 0 c 2\n2 0 d 1\n"),
        case(GOOD, "eval p runs -m AP").write("p", "1 3 a 0\n1 0 b 0\n1 1 c 0\n2 2 d 0\n"),
        case(GOOD, "eval q20 r20 -m 'P@10 R@100'"),
        case(USAGE, "eval q runs --expect t.md").write("t.md", "| run | P@1 |\n|---|---|\n| her | 0.50 |\n"),
        case(USAGE, "audit q labels runs").write("labels", Q),
        case(GOOD, "eval q5 runs5 -m AP --intervals --confidence 5%"),
        case(GOOD, "rescore q5 runs5 -m AP --rate 1"),
        case(USAGE, "rescore q5 runs5 pool-depth depth=10"),
        case(USAGE, "rescore q5 runs5 --depth 5-20"),
        case(USAGE, "rescore q5 runs5 --depth '5 10'"),
        case(USAGE, "eval q5 runs5 -m AP --at-least 45%"),
        case(BAD_DATA, "eval q5 runs5 -m AP --topics 1 2"),
        case(BAD_DATA, "agreement q labels").write("labels", "1 0 a No\n1 0 b Yes\n"),
        case(BAD_DATA, "agreement q labels,outside=drop").write("labels", "1 0 a No\n1 0 b Yes\n"),
        case(USAGE, "run sweep").write("sweep.yaml", "id: sweep\n"),
        case(USAGE, "measures 'mean average precision'"),
    ];
    cases("lines_with_mistakes", &world(), rows);
}

/// A path in an experiment is relative to the experiment's folder. The names of statistics, and what the cells of a table
/// differ in, are in the messages.
#[test]
fn experiments_with_mistakes() {
    let world = World::with_files();
    let line = "plan mine/experiment.yaml";
    let text = |axes: &str, statistic: &str, cell: &str| {
        format!(
            "schema: experiment/v1\nid: mine\ntitle: T\nseed: 1\naxes:\n  collection: [tiny]\n  judgments: [full]\n  measure: [AP, RR]\n{axes}\
             statistics:\n  tau: {{kendall-tau: {{versus: full}}}}\n{statistic}tables:\n  t: {{caption: C, rows: collection, columns: measure, cell: {cell}}}\n"
        )
    };
    let plan = |text: String| case(USAGE, line).write("mine/experiment.yaml", text);
    let rows = [
        plan(text("", "", "kendall-tau")),
        plan(text("", "  lost: {misses-and-false-alarms: {of: power, versus: full}}\n", "tau")),
        plan(text("  min-rel: [1, 2]\n", "", "tau")),
        plan(text("", "", "tau").replace("[tiny]", "[mine/collection.yaml]"))
            .write("mine/collection.yaml", "schema: collection/v1\nid: mine\n"),
        case(GOOD, "run mine/experiment.yaml").write(
            "mine/experiment.yaml",
            text("  topic-sets: [all, {random: {size: 1}}, {random: {size: 100}}]\n", "", "tau")
                .replace("columns: measure", "columns: measure, where: {topic-sets: all}"),
        ),
    ];
    cases("experiments_with_mistakes", &world, rows);
}
