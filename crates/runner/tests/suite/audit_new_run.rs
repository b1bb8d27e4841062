//! `rejudge audit --new-run`: verdicts on whether the judgments can score a run that did not contribute to the pool.

use std::fmt::Write;
use std::path::PathBuf;

use crate::audited::Verdicts;
use crate::cases::{cases, lines};
use crate::snapshots::shown;
use crate::world::{BAD_DATA, GOOD, USAGE, World};

/// Creates a world with five topics, and with five runs whose top 2 contain the documents `a` to `e`.
/// Documents `a` and `b` are relevant, `c`, `d` and `e` are not, and no other document is judged.
fn world() -> World {
    let world = World::new();
    let judged = [("a", 1), ("b", 1), ("c", 0), ("d", 0), ("e", 0)];
    let mut qrels = String::new();
    for topic in 0..5 {
        for (document, level) in judged {
            let _ = writeln!(qrels, "{topic} 0 {document} {level}");
        }
    }
    world.write("mine/qrels.txt", qrels);
    for (run, ranking) in [("A", "ab"), ("B", "ac"), ("C", "cd"), ("D", "bd"), ("E", "ce")] {
        write(&world, &format!("mine/runs/{run}__{run}.txt"), run, ranking);
    }
    write(&world, "new/A__late.txt", "late", "ax");
    write(&world, "new/same.txt", "same", "ab");
    world
}

/// Writes a run that has these documents for each topic.
fn write(world: &World, file: &str, run: &str, ranking: &str) {
    world.run(file, run, (0..5).map(|topic| (topic, ranking.chars())));
}

const AUDIT: &str = "audit --qrels mine/qrels.txt --runs mine/runs --draws 1 -m P@2 --depth 2 -o out";

/// By P@2 the runs A to E score 1, .5, 0, .5 and 0. `late` has one relevant document of two, and x is unjudged, so its score
/// is .5, at least .5 and at most 1. C and E are below it whether x is relevant or not. B and D tie with it if x is not
/// relevant, and A does if x is relevant. E has a document that no other run has, so only half of its documents are judged
/// if E is left out. All documents of A to D stay judged, so the average is nine tenths.
#[test]
fn an_audit_gives_bounds_ranks_and_documents_to_judge() {
    let world = world();
    let ended = world.line(&format!("{AUDIT} --new-run new/A__late.txt new/same.txt")).code(GOOD);
    let found = Verdicts::new(&world, "out");
    let (late, numbers) = (found.answer("new-run"), &found.answer("new-run")["numbers"]);
    assert_eq!((&late["verdict"], &numbers["unjudged"]), (&"no".into(), &5.into()), "{late:#}");
    for (name, value) in [
        ("1", 1.0),
        ("5", 0.5),
        ("judged", 0.5),
        ("lowest", 0.5),
        ("score", 0.5),
        ("highest", 1.0),
        ("above", 0.0),
        ("below", 2.0),
    ] {
        assert_eq!(numbers["own"][name], value, "{name}: {late:#}");
    }
    assert_eq!((&numbers["pooled"]["judged"], &numbers["left_out"]["judged"]), (&1.0.into(), &0.9.into()));
    let list = world.read("out/to-judge.late.txt");
    assert_eq!(list, "0 x\n1 x\n2 x\n3 x\n4 x\n");
    assert!(!world.path("out/to-judge.same.txt").exists());
    let same = &found.0["answers"].as_array().unwrap().last().unwrap();
    assert_eq!((&same["verdict"], &same["numbers"]["run"]), (&"yes".into(), &"same".into()));
    let cards = ended.stdout.split_once("Can these").unwrap().1;
    shown("an_audit_of_new_runs", &format!("Can these{cards}"));
    world.line("run out/experiment.yaml --results again").code(GOOD);
    assert_eq!(world.line("diff out again").code(GOOD).stdout.lines().count(), 1);
}

/// Files of other tools have no tag, so the run is named after the file. Each of the four files has the run `late` of the
/// test above.
#[test]
fn runs_without_a_tag_are_named_by_their_files() {
    let world = world();
    let rows: Vec<(String, &str, f64)> =
        (0..5).flat_map(|topic| [(topic.to_string(), "a", 2.0), (topic.to_string(), "x", 1.0)]).collect();
    let separated = |between: &str| {
        let lines = rows
            .iter()
            .map(|(topic, document, score)| format!("{topic}{between}{document}{between}{score}\n"));
        ["query_id", "doc_id", "score"].join(between) + "\n" + &lines.collect::<String>()
    };
    let topic = |topic: usize| format!("\"{topic}\": {{\"a\": 2.0, \"x\": 1.0}}");
    let nested: Vec<String> = (0..5).map(topic).collect();
    world.write("new/late.csv", separated(","));
    world.write("new/late.tsv", separated("\t"));
    world.write("new/late.json", format!("{{{}}}", nested.join(", ")));
    world.write("new/A__late.csv", separated(","));
    for (file, name) in
        [("late.csv", "late"), ("late.tsv", "late"), ("late.json", "late"), ("A__late.csv", "A_late")]
    {
        world.line(&format!("{AUDIT} --new-run new/{file}")).code(GOOD);
        let answer = &Verdicts::new(&world, "out").answer("new-run").clone();
        assert_eq!(
            (&answer["verdict"], &answer["numbers"]["run"]),
            (&"no".into(), &name.into()),
            "{answer:#}"
        );
        let own = &answer["numbers"]["own"];
        assert_eq!((&own["lowest"], &own["highest"]), (&0.5.into(), &1.0.into()), "{answer:#}");
        assert!(world.path(format!("out/to-judge.{name}.txt")).exists());
        world.line("run out/experiment.yaml --results again").code(GOOD);
    }
    // A tag may equal the name of the file.
    write(&world, "new/B__late.txt", "B__late", "ax");
    world.line(&format!("{AUDIT} --new-run new/B__late.txt")).code(GOOD);
    let answer = &Verdicts::new(&world, "out").answer("new-run").clone();
    assert_eq!(
        (&answer["verdict"], &answer["numbers"]["run"]),
        (&"no".into(), &"B__late".into()),
        "{answer:#}"
    );
}

/// As for `eval --compare`, a verdict needs judged documents down to the cutoff, and five topics.
#[test]
fn verdicts_need_as_much_data_as_comparisons() {
    let world = world();
    let eval = |runs: &str, measure: &str| {
        world.line(&format!("eval mine/qrels.txt {runs} -m {measure} --compare all --quiet"))
    };
    for (topics, verdict) in [(4, "cannot-say"), (5, "no")] {
        world.run("new/some.txt", "some", (0..topics).map(|topic| (topic, "ax".chars())));
        world.line(&format!("{AUDIT} --new-run new/some.txt")).code(GOOD);
        let found = Verdicts::new(&world, "out");
        let answer = found.answer("new-run");
        assert_eq!(answer["verdict"], verdict, "{answer:#}");
        let why = "some has documents for 4 topics of the judgments: no verdict is given on fewer than 5.";
        assert_eq!(answer.to_string().contains(why), topics < 5, "{answer:#}");
        assert_ne!(found.verdict("deep"), "cannot-say", "other questions are not about the new run");
        eval("mine/runs new/some.txt", "P@2").code(if topics < 5 { BAD_DATA } else { GOOD });
    }
    write(&world, "mine/runs/F__F.txt", "F", "xya");
    for (measure, code) in [("P@2", BAD_DATA), ("P@3", GOOD)] {
        world.line(&AUDIT.replace("P@2", measure)).code(GOOD);
        let found = Verdicts::new(&world, "out");
        let why = "None of the documents that `F` retrieved down to rank 2 is judged";
        assert_eq!(found.answer("deep").to_string().contains(why), code == BAD_DATA, "{measure}");
        eval("mine/runs", measure).code(code);
    }
}

/// A new run changes no other answer of the audit. An edited list stays, because an assessor may have written
/// grades into it.
#[test]
fn lists_of_documents_to_judge_are_kept() {
    let world = world();
    let audited = |new: &str| {
        world.line(&format!("{AUDIT}{new}")).code(GOOD);
        Verdicts::new(&world, "out").0["answers"].as_array().unwrap().clone()
    };
    let alone = audited("");
    let with = audited(" --new-run new/A__late.txt");
    assert_eq!((&with[..alone.len()], with.len()), (&alone[..], alone.len() + 1));
    let list = world.read("out/to-judge.late.txt");
    world.write("out/to-judge.late.txt", list.replace("0 x", "0 0 x 1"));
    let edited = world.read("out/to-judge.late.txt");
    audited(" --new-run new/same.txt");
    let mut left: Vec<_> = world.results("out").into_keys().collect();
    left.retain(|name| name.to_string_lossy().contains("late"));
    assert_eq!(left, [PathBuf::from("to-judge.late.txt")]);
    audited(" --new-run new/A__late.txt");
    assert_eq!(world.read("out/to-judge.late.txt"), edited);
    write(&world, "new/A__late.txt", "late", "yx");
    let refused = world.line(&format!("{AUDIT} --new-run new/A__late.txt")).code(USAGE);
    refused.says("out/to-judge.late.txt was edited after `rejudge audit` wrote it: move it");
    assert_eq!(world.read("out/to-judge.late.txt"), edited);
    // If a list was not edited, it is replaced when the run changes.
    world.write("out/to-judge.late.txt", &list);
    audited(" --new-run new/A__late.txt");
    assert_ne!(world.read("out/to-judge.late.txt"), list);
}

#[test]
fn impossible_new_runs_are_reported() {
    let world = world();
    write(&world, "new/again.txt", "A", "ax");
    world.write("new/other.txt", "99 Q0 a 1 1 other\n");
    world.write("new/broken.txt", "0 Q0 a\n");
    let bad = ["none", "again", "other", "broken"].map(|name| format!("{AUDIT} --new-run new/{name}.txt"));
    let same = lines(USAGE, [format!("{AUDIT} --new-run mine/runs/A__A.txt")]);
    cases("new_runs_of_an_audit", &world, [lines(BAD_DATA, bad), same].concat());
    assert!(!world.path("out").exists());
}
