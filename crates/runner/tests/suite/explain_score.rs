//! `explain QRELS RUN`: the score of a run on a topic, rank by rank.

use rejudge_metrics::Family;
use serde_json::Value;

use crate::cases::{Page, case, cases, lines};
use crate::world::{BAD_DATA, GOOD, QRELS, USAGE, World, close};

/// Judgments of topic 1 with three levels and a withheld judgment. On topic 2 nothing is relevant.
const JUDGMENTS: &str = "1 0 a 2\n1 0 b 0\n1 0 c 1\n1 0 d 3\n1 0 e 1\n1 0 h -1\n2 0 a 0\n2 0 b 0\n3 0 a 1\n";
/// The documents `x` and `y` are unjudged, and `h` is withheld.
const RUN: &str = "1 Q0 b 1 9 me\n1 Q0 a 2 8.5 me\n1 Q0 x 3 7 me\n1 Q0 y 4 7 me\n1 Q0 c 5 2 me\n1 Q0 h 6 1 me\n1 Q0 d 7 .5 me\n\
    2 Q0 a 1 1 me\n";

fn world() -> World {
    let world = World::new();
    world.write("q.txt", JUDGMENTS);
    world.write("runs/r.txt", RUN);
    world
}

/// Returns the scores of `explain --format json`.
fn explained(world: &World, line: &str) -> Vec<Value> {
    let object = world.line(&format!("explain {line} --format json --quiet")).code(GOOD).json();
    object["scores"].as_array().unwrap().clone()
}

fn ranks<'a>(score: &'a Value, field: &str) -> Vec<&'a Value> {
    score["ranks"].as_array().unwrap().iter().map(|rank| &rank[field]).collect()
}

fn numbers(score: &Value, field: &str) -> Vec<f64> {
    ranks(score, field).iter().map(|number| number.as_f64().unwrap()).collect()
}

/// The names of measures of every family, some of them with a cutoff, on the raw and the condensed list.
fn measures() -> Vec<String> {
    let form = |family: &Family| {
        let entry = family.entry();
        match entry.name {
            "RprecMult" => "RprecMult(mult=0.5)".to_owned(),
            "Rpref" => "Rpref(form='N')".to_owned(),
            "Accuracy" => "Accuracy(rel=1)@4".to_owned(),
            name => match entry.cutoff.mark() {
                "@recall" => format!("{name}@0.5"),
                "" => name.to_owned(),
                _ => format!("{name}@4"),
            },
        }
    };
    let on_condensed_list = ["AP'", "nDCG'@3", "Bpref'", "alpha_nDCG'@2"];
    let whole = ["AP", "nDCG", "Judged", "Utility(a=1, b=-1, c=-2, d=1, N=20)"];
    let others = on_condensed_list.into_iter().chain(whole).map(str::to_owned);
    // infAP needs withheld judgments, and judgments by intent have none.
    Family::ALL.iter().map(form).filter(|name| name != "infAP").chain(others).collect()
}

/// The last value has the bits of the score that `eval -q` prints, and the changes add up to it. Each value is the score
/// that `eval --max-rank` prints.
#[test]
fn the_changes_add_up_to_the_score_by_every_measure() {
    let world = World::new();
    let by_intent = "1 1 a 2\n1 2 a 1\n1 1 b 0\n1 2 c 1\n1 3 d 3\n1 1 e 1\n1 2 h 0\n2 1 a 1\n2 2 b 4\n";
    world.write("q.txt", by_intent);
    world.write("r.txt", RUN);
    let measures = measures();
    let scores = |options: &str| -> Vec<f64> {
        let words = "eval q.txt r.txt --by-intent -q -n --quiet --format csv"
            .split(' ')
            .chain(options.split_whitespace());
        let words = words.chain(measures.iter().flat_map(|name| ["-m", name]));
        let table = world.rejudge(words).code(GOOD).stdout;
        let rows = table.lines().filter(|line| line.starts_with("me,1,"));
        rows.map(|line| line.rsplit(',').next().unwrap().parse().unwrap()).collect()
    };
    let words = "explain q.txt r.txt --by-intent --topic 1 --ranks 9 --quiet --format json".split(' ');
    let words = words.chain(measures.iter().flat_map(|name| ["-m", name]));
    let object = world.rejudge(words).code(GOOD).json();
    let found = object["scores"].as_array().unwrap();
    assert_eq!(found.len(), measures.len());
    let whole = scores("");
    assert_eq!(whole.len(), measures.len());
    let down_to: Vec<Vec<f64>> = (1..=7).map(|rank| scores(&format!("--max-rank {rank}"))).collect();
    for (measure, (found, whole)) in found.iter().zip(whole).enumerate() {
        let (name, values) = (&measures[measure], numbers(found, "value"));
        assert_eq!(found["score"].as_f64().map(f64::to_bits), Some(whole.to_bits()), "{name}");
        assert_eq!(values.last().copied().map(f64::to_bits), Some(whole.to_bits()), "{name}");
        close(numbers(found, "change").iter().sum(), whole);
        let from_first = &values[values.len() - 7..];
        for (rank, value) in from_first.iter().enumerate() {
            assert_eq!(value.to_bits(), down_to[rank][measure].to_bits(), "{name} down to rank {}", rank + 1);
        }
    }
}

/// Gains 0, 2 and 0 at ranks 1 to 3, and the ideal gains 3, 2 and 1.
#[test]
fn ndcg_at_3_is_as_worked_by_hand() {
    let world = world();
    let [ndcg] = &explained(&world, "q.txt runs/r.txt -m nDCG@3 --topic 1")[..] else { panic!("one score") };
    let d = |rank: f64| 1.0 / (1.0 + rank).log2();
    let value = 2.0 * d(2.0) / (3.0 * d(1.0) + 2.0 * d(2.0) + 1.0 * d(3.0));
    for (found, expected) in numbers(ndcg, "value").iter().zip([0.0, value, value]) {
        close(*found, expected);
    }
    for (found, expected) in numbers(ndcg, "change").iter().zip([0.0, value, 0.0]) {
        close(*found, expected);
    }
    // Equal scores are ordered by docid, the greater first.
    assert_eq!(ranks(ndcg, "docid"), ["b", "a", "y"]);
    assert_eq!(numbers(ndcg, "score"), [9.0, 8.5, 7.0]);
    assert_eq!(ranks(ndcg, "label"), ["0", "2", "-"]);
    assert_eq!((&ndcg["relevant"], &ndcg["judged"]["1"]), (&4.into(), &2.into()));
    assert_eq!(ndcg["not-retrieved"][0]["docid"], "e");
}

/// The score does not change if you name the run, the topic and the rules in another way.
#[test]
fn arguments_are_those_of_eval() {
    let world = world();
    let usual = explained(&world, "q.txt runs/r.txt -m AP --topic 1");
    for line in [
        "q.txt runs/r.txt --topic 1",
        "-m map -q 1 q.txt runs/r.txt",
        "q.txt runs/r.txt AP --query 1",
        "--run runs/r.txt --topic 1 --measure AP q.txt",
        "--qrels q.txt runs --topics 1",
        "--qrels q.txt --runs runs/r.txt -q 1-1",
    ] {
        assert_eq!(explained(&world, line), usual, "{line}");
    }
    // Both measures on both topics, topic by topic.
    let several = explained(&world, "q.txt runs/r.txt -m AP,RR --topic 1,2");
    let names: Vec<_> = several.iter().map(|score| (&score["topic"], &score["measure"])).collect();
    let [one, two, ap, rr] = ["1", "2", "AP", "RR"].map(Value::from);
    assert_eq!(names, [(&one, &ap), (&one, &rr), (&two, &ap), (&two, &rr)]);
}

/// Scores are shown as the file has them, whatever orders the documents. Here scores, ranks, lines and docids all give
/// another order.
#[test]
fn rules_order_the_documents() {
    let world = world();
    world.write("runs/r.txt", "1 Q0 x 2 8 me\n1 Q0 b 1 7 me\n1 Q0 a 3 9 me\n1 Q0 y 4 8 me\n");
    for (rules, documents, scores) in [
        ("--preset trec9", ["a", "y", "x", "b"], [9.0, 8.0, 8.0, 7.0]),
        ("--ties docno-ascending", ["a", "x", "y", "b"], [9.0, 8.0, 8.0, 7.0]),
        ("--ties rank", ["b", "x", "a", "y"], [7.0, 8.0, 9.0, 8.0]),
        ("--preset ntcir", ["x", "b", "a", "y"], [8.0, 7.0, 9.0, 8.0]),
    ] {
        let line = format!("q.txt runs/r.txt -m P@4 --topic 1 {rules}");
        let [score] = &explained(&world, &line)[..] else { panic!("one score") };
        assert_eq!(ranks(score, "docid"), documents, "{rules}");
        assert_eq!(numbers(score, "score"), scores, "{rules}");
        let ended = world.line(&format!("explain {line}")).code(GOOD);
        // The ranks contradict the scores, and no other warning is due.
        let is_due = |line: &str| line.contains("scores decide, not ranks");
        let mut warnings = ended.stderr.lines().filter(|line| line.contains("warning"));
        assert!(warnings.all(is_due), "{}", ended.stderr);
    }
}

#[test]
fn a_collection_and_the_name_of_its_run() {
    let world = World::with_files();
    world.write("q.txt", QRELS);
    // This file's name is not the tag.
    world.write("data/tiny/runs/delta.txt", world.read("data/tiny/runs/beta.txt").replace("beta", "other"));
    for (file, names) in
        [("beta", &["beta", "beta.txt", "data/tiny/runs/beta.txt"][..]), ("delta", &["delta", "other"])]
    {
        let usual = explained(&world, &format!("q.txt data/tiny/runs/{file}.txt -m AP,nDCG@2 --topic 2"));
        for name in names {
            let found = explained(&world, &format!("tiny {name} -m AP,nDCG@2 --topic 2"));
            assert_eq!(found, usual, "{name}");
        }
    }
    let named = world.line("eval tiny beta -m AP --quiet").code(GOOD).stdout;
    assert_eq!(named, world.line("eval q.txt data/tiny/runs/beta.txt -m AP --quiet").code(GOOD).stdout);
}

#[test]
fn what_people_read() {
    let world = world();
    world.write("classes", "1 x a\n1 x d\n");
    let mut page = Page::default();
    for line in [
        "explain q.txt runs/r.txt -m nDCG@3 --topic 1 --format wide",
        "explain q.txt runs/r.txt -m 'AP' --topic 1 --format wide",
        "explain q.txt runs/r.txt -m AP -J -l 2 --topic 1 --ranks 4 --format wide",
        "explain q.txt runs/r.txt -m 'NumRel Judged@5 infAP' --topic 1 -M 5 --format wide",
        "explain q.txt runs/r.txt -m AP --topic 2,3 --format wide",
        "explain q.txt runs/r.txt -m AP --topic 1 --duplicates classes --format markdown",
        "explain q.txt runs/r.txt -m nDCG@3 --topic 1",
        "explain q.txt runs/r.txt -m nDCG@3 --topic 1 --csv",
        "explain q.txt runs/r.txt -m nDCG@3 --topic 1 --json",
    ] {
        page.case(&world, case(GOOD, line).printed());
    }
    let by_intent = "1 1 a 1\n1 2 a 2\n1 1 b 0\n1 3 d 1\n";
    let line = "explain q.txt runs/r.txt -m alpha_nDCG@3 --by-intent --topic 1 --format wide";
    page.case(&world, case(GOOD, line).write("q.txt", by_intent).printed());
    let line = "explain q.txt runs/r.txt -m nDCG@3 --labels gains --topic 1 --format wide";
    page.case(&world, case(GOOD, line).write("q.txt", "1 0 a .5\n1 0 d 1.25\n1 0 b 0\n").printed());
    page.shown("explained_scores");
}

#[test]
fn wrong_questions() {
    let world = World::with_table();
    world.write("q.txt", JUDGMENTS);
    world.write("runs/r.txt", RUN);
    world.write("runs/s.txt", RUN.replace("me", "you"));
    world.write("other.txt", "9 Q0 a 1 1 me\n");
    let usage = [
        "explain",
        "explain q.txt runs/r.txt",
        "explain q.txt runs/r.txt -m nDCG@10",
        "explain q.txt --runs runs/r.txt -m 'nDCG@10 AP' -c",
        "explain q.txt runs/r.txt --topic 11",
        "explain q.txt runs/r.txt --topic 1 -m nDGC@10",
        "explain q.txt runs/r.txt --topic 1 -m runid",
        "explain q.txt runs/r.txt --topic 1 --ranks 0",
        "explain q.txt runs/r.txt --topic 5-3",
        "explain q.txt runs --topic 1",
        "explain q.txt --topic 1",
        "explain runs q.txt --topic 1",
        "explain qq runs/r.txt --topic 1",
        "explain q.txt - --topic 1",
        "explain q.txt runs/r.txt --topic 1 --format svg",
        "explain q.txt runs/r.txt --topic 1 --format trec_eval",
        "explain q.txt runs/r.txt --topic 1 -o q.txt",
        "explain q.txt runs/r.txt --topic 1 --draw 2",
        "explain small 'x[AP, full]' --topic 1",
        "explain small x AP",
        "explain q.txt runs/r.txt --topics run",
        "eval q.txt runs/r.txt --explain",
        "why q.txt runs/r.txt",
    ];
    let data = [
        "explain qq.txt runs/r.txt --topic 1",
        "explain q.txt none.txt --topic 1",
        "explain q.txt other.txt --topic 1",
        "explain q.txt runs/r.txt --topic 2 --no-relevant drop",
        "explain q.txt runs/r.txt --topic 3 --preset trec9",
        "explain q.txt runs/r.txt --topic 1 -l 5",
        "explain runs/r.txt q.txt --topic 1",
    ];
    cases(
        "wrong_questions_about_scores",
        &world,
        lines(USAGE, usage).into_iter().chain(lines(BAD_DATA, data)),
    );
    let world = World::with_files();
    let asked = [
        "explain tiny --topic 1",
        "explain tiny bet --topic 1",
        "explain tinny beta --topic 1",
        "eval tiny tiny-twin -m AP",
    ];
    cases("wrong_runs_of_a_collection", &world, lines(USAGE, asked));
}
