//! `--exclude-runs` and `--only-runs`: runs are left out as if their files were missing.

use std::fmt::Write;

use std::collections::BTreeSet;

use crate::audited;
use crate::cases::{Page, case, cases, lines};
use crate::snapshots::shown;
use crate::world::{BAD_DATA, GOOD, USAGE, World};

/// The run in each file of `runs`. `dense` is a csv file.
const FILES: [(&str, &str); 5] = [
    ("bm25.txt", "bm25"),
    ("dense.csv", "dense"),
    ("m.txt", "manual"),
    ("old.txt", "old"),
    ("rm3.txt", "bm25-rm3"),
];

/// A world with six topics of ten judged documents, and five runs that retrieve them in different orders.
fn world() -> World {
    let world = World::new();
    let (mut qrels, documents) = (String::new(), "abcdefghij");
    for topic in 0..6 {
        for (at, document) in documents.chars().enumerate() {
            let _ = writeln!(qrels, "{topic} 0 {document} {}", (at * 7 + topic * 3) % 4 / 2);
        }
    }
    world.write("q.txt", qrels);
    for (at, (file, run)) in FILES.into_iter().enumerate() {
        let ranking = move |topic: usize| {
            let first = (topic * (at + 2) + at * 3) % documents.len();
            documents.chars().cycle().skip(first).step_by(1 + 2 * (at % 2)).take(5)
        };
        let path = format!("runs/{file}");
        world.run(&path, run, (0..6).map(|topic| (topic, ranking(topic))));
        if file.ends_with(".csv") {
            let rows = world.read(&path).replace(" Q0 ", ",").replace(' ', ",");
            world.write(&path, format!("qid,docno,rank,score,run\n{rows}"));
        }
    }
    world.write("list.txt", "# runs of people\nmanual\tA\n\nold\tB\n");
    world
}

/// Choices, and the files that they leave out.
const CHOICES: [(&str, &[&str]); 11] = [
    ("--exclude-runs old", &["old.txt"]),
    // The name of a run is its tag.
    ("--exclude-runs bm25", &["bm25.txt"]),
    ("--exclude-runs bm25*", &["bm25.txt", "rm3.txt"]),
    ("--exclude old,dense", &["old.txt", "dense.csv"]),
    ("--without-runs old --skip-runs dense", &["old.txt", "dense.csv"]),
    ("--exclude-runs list.txt", &["m.txt", "old.txt"]),
    ("--exclude-run @list.txt,dense", &["m.txt", "old.txt", "dense.csv"]),
    // If no run has the name, a file may have it.
    ("--exclude-runs rm3,runs/m.txt", &["rm3.txt", "m.txt"]),
    ("--exclude-runs runs/*m*.txt", &["bm25.txt", "m.txt", "rm3.txt"]),
    ("--only-runs bm25*,dense", &["m.txt", "old.txt"]),
    ("--only-runs bm25*,old --exclude-runs bm25", &["bm25.txt", "dense.csv", "m.txt"]),
];

#[test]
fn a_choice_of_runs_is_the_same_as_fewer_files() {
    let world = world();
    for (choice, left_out) in CHOICES {
        let kept = FILES.iter().filter(|(file, _)| !left_out.contains(file));
        let kept: String = kept.map(|(file, _)| format!(" runs/{file}")).collect();
        let tables = "|-q|--compare all|--intervals|--bounds=pairs|--format json|-c -J --sort";
        for table in tables.split('|') {
            let scored = |rest: String| {
                let line = format!("eval q.txt{rest} -m AP -m nDCG@3 --quiet {table}");
                world.line(line.trim_end()).code(GOOD).stdout
            };
            assert_eq!(scored(format!(" runs {choice}")), scored(kept.clone()), "{choice} {table}");
        }
        let pool = |rest: String| {
            world.line(&format!("pool build{rest} --depth 2 --stats -o pool.txt --quiet")).code(GOOD);
            world.read("pool.txt")
        };
        assert_eq!(pool(format!(" runs {choice}")), pool(kept.clone()), "{choice}");
        let runs: String = kept.split_whitespace().map(|run| format!(" --runs {run}")).collect();
        let shallow = |rest: String| {
            let line = format!("pool q.txt pool-depth(depth=2){rest} -o shallow.txt --quiet");
            world.line(&line).code(GOOD);
            world.read("shallow.txt")
        };
        assert_eq!(shallow(format!(" --runs runs {choice}")), shallow(runs), "{choice}");
    }
}

/// The top documents of three runs on one topic, counted by hand.
#[test]
fn a_pool_has_no_document_of_a_run_that_is_left_out() {
    let world = World::new();
    for (run, ranking) in [("one", "abc"), ("two", "bde"), ("three", "fga")] {
        world.run(&format!("runs/{run}"), run, [(1, ranking.chars())]);
    }
    let documents = |rest: &str| {
        let pool = world.line(&format!("pool build runs --depth 2 --quiet {rest}")).code(GOOD).stdout;
        pool.lines().map(|line| line.trim_start_matches("1 ").to_owned()).collect::<String>()
    };
    assert_eq!(documents("-o -"), "abdfg");
    assert_eq!(documents("--exclude-runs three"), "abd");
    assert_eq!(documents("--exclude-runs t*"), "ab");
    assert_eq!(documents("--only-runs t*"), "bdfg");
}

#[test]
fn choices_of_runs_cause_remarks_or_errors() {
    let world = world();
    world.write("empty.txt", "# none\n");
    world.write("typo.txt", "old\n\nmanuel\n");
    world.write("table.csv", "run,team\nold,A\n");
    world.write("ap.csv", "topic,bm25,old\n0,.5,.25\n1,.5,.75\n");
    let good = [
        "eval q.txt runs -m AP --exclude-runs list.txt",
        "eval q.txt runs -m AP --exclude-runs table.csv",
        "eval --scores AP=ap.csv --exclude-runs old",
        "pool build runs --depth 2 --exclude 'bm25*'",
        "pool q.txt 'pool-depth(depth=1)' --runs runs --exclude-runs old -o shallow.txt",
    ];
    let eval = [
        "--exclude-runs odl",
        "--exclude-runs x",
        "--exclude-runs 'x*'",
        "--exclude-runs old,densse",
        "--exclude-runs ''",
        "--exclude-runs ,",
        "--exclude-runs runs",
        "--exclude-runs nolist.txt",
        "--exclude-runs empty.txt",
        "--exclude-runs typo.txt",
        "--exclude-runs @typo.txt",
        "--exclude-runs q.txt",
        "--exclude-runs '*'",
        "--only-runs old --exclude-runs old",
        "--only-runs densse",
        "--exclude-runs old --compare old",
        "--exclude-runs old -o runs/old.txt",
        "--exclude-runs list.txt -o list.txt",
        "--exclude-runs runs/old.txt runs/m.txt",
    ];
    let eval = eval.map(|rest| format!("eval q.txt runs -m AP {rest}"));
    let others = [
        "eval q.txt - --exclude-runs old",
        "eval --scores AP=ap.csv --exclude-runs dense",
        "pool build runs --depth 2 --exclude-runs '*'",
        "pool build runs --depth 2 --exclude-runs old -o runs/old.txt",
        "pool q.txt 'sample(rate=0.5)' --exclude-runs old",
        "audit q.txt --exclude-runs old",
        "audit q.txt runs --exclude-runs odl",
        "audit --scores AP=ap.csv --exclude-runs old",
        "simulate tiny-twin --exclude-runs old -o twin",
    ];
    let missing = ["--exclude-runs @none", "--runs 'bm25*,dense'"];
    let missing = missing.map(|rest| format!("eval q.txt runs -m AP {rest}"));
    let rows = [lines(GOOD, good), lines(USAGE, eval), lines(USAGE, others), lines(BAD_DATA, missing)];
    cases("choices_of_runs", &world, rows.concat());
}

/// Files that cannot be read may be left out by the names of the files.
#[test]
fn a_run_that_is_left_out_is_not_read() {
    let world = world();
    let scored = |rest: &str| world.line(&format!("eval q.txt runs -m AP --quiet{rest}"));
    let before = scored("").code(GOOD).stdout;
    world.write("runs/damaged.txt", "1 Q0 a 1 2 damaged\n1 Q0 b 2 x damaged\n");
    world.write("runs/cut.gz", b"\x1f\x8b\x08\x00cut");
    world.write("runs/notes.md", "How the runs were made\n");
    scored("").code(BAD_DATA);
    assert_eq!(scored(" --exclude-runs damaged,cut,notes").code(GOOD).stdout, before);
    assert_eq!(scored(" --exclude-runs damaged,cut.gz,*.md").code(GOOD).stdout, before);
    let only = scored(" --only-runs bm25*").code(GOOD).stdout;
    assert_eq!(only.lines().count(), 2, "{only}");
}

/// Runs with the same tag are named by their files.
#[test]
fn runs_that_share_a_tag_are_left_out_by_their_files() {
    let world = world();
    let text = world.read("runs/old.txt");
    world.write("runs/old2.txt", text.replace(" b ", " z "));
    let names = |rest: &str| {
        let scores = world.line(&format!("eval q.txt runs -m AP --quiet {rest}")).code(GOOD).stdout;
        let names: Vec<&str> = scores.lines().filter_map(|line| line.split('\t').next()).collect();
        names.join(" ")
    };
    assert_eq!(names("--only-runs *old*"), "runs/old.txt runs/old2.txt");
    assert_eq!(names("--only-runs *old* --exclude-runs runs/old2.txt"), "old");
    assert_eq!(names("--only-runs old2"), "old");
}

/// The audit writes the files of the runs that it read, so that its experiment gives the same numbers.
#[test]
fn an_audit_records_the_choice_of_runs() {
    let world = World::new();
    let runs = audited::runs(7, 6);
    audited::write(&world, "all/mine", &runs, 10, &[]);
    for (run, _) in runs.iter().filter(|(run, _)| !run.ends_with("r02") && !run.ends_with("r05")) {
        world.write(&format!("few/mine/runs/{run}.txt"), world.read(format!("all/mine/runs/{run}.txt")));
    }
    world.write("few/mine/qrels.txt", world.read("all/mine/qrels.txt"));
    let line = |folder: &str, rest: &str| {
        format!("audit {folder}/mine/qrels.txt {folder}/mine/runs --depth 10 --draws 2 -m AP {rest}")
    };
    let mut page = Page::default();
    let chosen = line("all", "--exclude-runs r02,r05 -o out");
    page.case(&world, case(GOOD, &chosen).said_with("left out"));
    world.line(&line("few", "-o few-out")).code(GOOD);
    let cells = |folder: &str| std::fs::read(world.path(folder).join("cells.parquet")).unwrap();
    assert!(cells("out") == cells("few-out"));
    // The experiment that the audit wrote is about the same runs.
    world.line("run out/experiment.yaml --results again --cache another").code(GOOD);
    assert!(cells("again") == cells("out"));
    // The same choice, made in another way, is the same audit. Another choice needs another folder.
    page.case(
        &world,
        case(GOOD, line("all", "--only-runs r00,r01,r03,r04,r06 -o out")).said_with("left out"),
    );
    page.case(&world, case(USAGE, line("all", "--exclude-runs r02 -o out")));
    page.case(
        &world,
        case(GOOD, line("all", "--exclude-runs r02,r05 -o emitted --emit-yaml")).said_with("left out"),
    );
    assert_eq!(world.read("emitted/collection.yaml"), world.read("out/collection.yaml"));
    let report = world.read("out/report.md");
    let remarks: String = report.lines().filter(|line| line.contains("left out (")).collect();
    page.shown("an_audit_of_chosen_runs");
    shown("collection_of_chosen_runs", &(world.read("out/collection.yaml") + &remarks + "\n"));
}

/// A run of the folder can be left out of the pool and tested as a new run.
#[test]
fn a_run_that_is_left_out_may_be_a_new_run() {
    let world = World::new();
    audited::write(&world, "mine", &audited::runs(6, 6), 10, &[]);
    let line = "audit mine/qrels.txt mine/runs --depth 10 --draws 2 -m AP --exclude-runs r03 --new-run mine/runs/T03__r03.txt";
    world.line(line).code(GOOD);
    let names = world.rows("audit/mine/scores.parquet").with(&[("collection", "mine")]);
    let names: BTreeSet<&str> = names.texts("run").into_iter().collect();
    assert_eq!(names, ["r00", "r01", "r02", "r04", "r05"].into());
}

/// Tables may list runs that are left out.
#[test]
fn tables_may_list_runs_that_are_left_out() {
    let world = world();
    let teams: String = FILES.iter().map(|(_, run)| format!("{run}\tteam-{run}\n")).collect();
    world.write("teams.tsv", teams);
    let line = "pool build runs --depth 2 --runs-per-team 1 --teams teams.tsv --exclude-runs old -o pool.txt";
    let rest = "'take-one-team(team=team-old)' --teams teams.tsv --exclude-runs old -o team.txt";
    cases(
        "tables_of_chosen_runs",
        &world,
        [case(GOOD, line), case(USAGE, format!("pool q.txt --runs runs {rest}"))],
    );
}

/// Runs that have folders of their own can be left out, too.
#[test]
fn runs_in_folders_of_their_own_are_left_out() {
    let world = World::new();
    for (run, topics) in audited::runs(6, 6) {
        let name = run.split_once("__").unwrap().1;
        world.run(&format!("tira/{name}/run.txt"), name, topics.iter().enumerate());
        world.write(&format!("tira/{name}/ir-metadata.yml"), "tag: x\n");
    }
    audited::write(&world, "mine", &audited::runs(6, 6), 10, &[]);
    let rest = "--depth 10 --draws 2 -m AP --exclude-runs r0[1],r03 -o";
    world.line(&format!("audit mine/qrels.txt tira {rest} wrong")).code(USAGE);
    world
        .line("audit mine/qrels.txt tira --depth 10 --draws 2 -m AP --exclude-runs r01,r03 -o out")
        .code(GOOD);
    let text = world.read("out/collection.yaml");
    let line = text.lines().find(|line| line.trim_start().starts_with("runs:")).unwrap();
    assert_eq!(line.trim(), "runs: ../tira/{r00/run.txt,r02/run.txt,r04/run.txt,r05/run.txt}");
    world.line("run out/experiment.yaml --results again --cache another").code(GOOD);
    let cells = |folder: &str| std::fs::read(world.path(folder).join("cells.parquet")).unwrap();
    assert!(cells("again") == cells("out"));
}
