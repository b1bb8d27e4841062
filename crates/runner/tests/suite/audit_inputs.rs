//! The inputs of `rejudge audit`, and its messages about them: files that can be read only once, names of
//! collections, depths, formats, gains, tags, and score matrices. Also the output paths of several verbs.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::audit::{collection, own_tag};
use crate::audit_folders::{all, audit, world};
use crate::cases::{case, cases, lines};
use crate::world::{BAD_DATA, GOOD, USAGE, World};

#[test]
fn impossible_inputs_are_reported() {
    let world = world();
    let words = [
        "--qrels - --runs mine/runs",
        "--qrels mine/qrels.txt --runs -",
        "--scores AP=-",
        "--qrels mine/qrels.txt --runs mine/runs --teams -",
        "--qrels /dev/stdin --runs mine/runs",
        "mine/runs mine/qrels.txt",
    ];
    let rows = words.iter().map(|words| format!("audit -o out {words}"));
    let like = ["- mine/runs", "mine/qrels.txt -"].map(|words| format!("simulate --like {words} -o out"));
    cases("inputs_of_an_audit", &world, lines(USAGE, rows.chain(like)));
    let folder = OsStr::from_bytes(b"out\xff");
    let words = ["audit", "mine/qrels.txt", "mine/runs", "-o"].map(OsStr::new);
    world.rejudge(words.into_iter().chain([folder])).code(USAGE).says("expected a folder name in UTF-8");
}

/// A collection of the catalogue can be audited by name. Its description names the files and the pool depth.
#[test]
fn a_collection_is_audited_by_its_name() {
    let world = World::with_files();

    world.line("audit tiny -m AP --draws 1 -o out").code(GOOD);
    let files = "--qrels data/tiny/qrels.txt --runs data/tiny/runs/* --teams data/tiny/teams.tsv";
    world.line(&format!("audit {files} --depth 3 --id tiny -m AP --draws 1 -o files")).code(GOOD);
    let cells = |folder: &str| std::fs::read(world.path(folder).join("cells.parquet")).unwrap();
    assert!(cells("out") == cells("files"));
    let missing = lines(BAD_DATA, ["audit mine/qrels.txt"]);
    let with_files = ["audit tiny data/tiny/runs", "audit tiny --qrels data/tiny/qrels.txt"];
    cases("an_audit_of_no_collection", &world, missing.into_iter().chain(lines(USAGE, with_files)));
}

#[test]
fn a_pool_is_no_deeper_than_the_longest_ranking() {
    let world = world();
    let line = "audit --qrels mine/qrels.txt --runs mine/runs --draws 1 -m P@3";
    let deep = world.line(&format!("{line} --depth 2000 -o deep")).code(GOOD);
    let message = "the top 12 documents of each run (--depth says 2000, which exceeds the length of the longest ranking)";
    deep.says(message);
    world.line(&format!("{line} --depth 12 -o twelve")).code(GOOD);
    let cells = |folder: &str| std::fs::read(world.path(folder).join("cells.parquet")).unwrap();
    assert!(cells("deep") == cells("twelve"));
}

#[test]
fn unread_files_next_to_the_inputs_are_reported() {
    let world = world();
    world.write("mine/runs/old/run.txt", "0 Q0 d1 1 1 old\n");
    world.write("mine/teams.tsv", "r00\tA\n");
    world.write("mine/pooled.tsv", "run\tpooled\nr00\t1\n");
    let read = [
        "audit --qrels mine/qrels.txt --runs mine/runs --draws 1 -m P@3 -o out",
        "pool mine/qrels.txt --runs mine/runs pool-depth(depth=1) -o depth.txt",
        "pool mine/qrels.txt --runs mine/runs take-one-team(team=team0) -o team.txt",
        "simulate --like mine/qrels.txt mine/runs --passes 1 --check-draws 1 -o twin",
    ];
    let rows = read.map(|line| case(GOOD, line).said_with("mine/"));
    cases("files_that_are_not_read", &world, rows);
    let quiet = audit(&world, "-o out --quiet").code(GOOD);
    assert_eq!(quiet.stderr, "");
}

/// NTCIR's judgments and runs with additional columns give the same numbers as the same files in TREC's form,
/// also when the experiment is run later.
#[test]
fn an_audits_experiment_reads_the_same_forms_of_files() {
    let world = world();
    audit(&world, "-o plain").code(GOOD);
    let qrels = world.read("mine/qrels.txt");
    let ntcir: String = qrels
        .lines()
        .map(|line| {
            let cells: Vec<&str> = line.split(' ').collect();
            format!("{} {} L{}\n", cells[0], cells[2], cells[3])
        })
        .collect();
    world.write("ntcir/qrels.txt", ntcir);
    for run in all(&world, "mine/runs").into_keys() {
        let text = std::fs::read_to_string(&run).unwrap();
        let more: String = text.lines().map(|line| format!("{line} more text\n")).collect();
        let name = Path::new("ntcir/runs").join(run.file_name().unwrap());
        world.write(name.to_str().unwrap(), more);
    }
    let line = "audit --qrels ntcir/qrels.txt --runs ntcir/runs --draws 1 --depth 4 -m P@3 --id mine --qrels-format ntcir -o out";
    world.line(line).code(BAD_DATA).says("columns, expected 6");
    world.line(&format!("{line} --extra-columns")).code(GOOD);
    let values =
        |folder: &str| world.frame(&format!("{folder}/cells.parquet")).number("value").unwrap().to_vec();
    assert_eq!(values("out"), values("plain"));
    world.line("run out/experiment.yaml --results again --cache another").code(GOOD);
    assert_eq!(values("again"), values("plain"));
    let like = "simulate --like ntcir/qrels.txt ntcir/runs --qrels-format ntcir --passes 1 --check-draws 1";
    world.line(&format!("{like} -o twin")).code(BAD_DATA);
    world.line(&format!("{like} --extra-columns -o twin")).code(GOOD);
}

#[test]
fn score_matrices_name_a_measure_and_refuse_rules_for_judgments() {
    let world = world();
    for file in ["s_ap.csv", "s_p10.csv", "plain.csv"] {
        world.write(file, "topic,a,b\n1,0.5,0.1\n2,0.5,0.2\n3,0.1,0.3\n");
    }
    let refused = [
        "plain.csv",
        "s_ap.csv s_p10.csv -m AP",
        "AP=s_ap.csv --min-rel 2",
        "AP=s_ap.csv --gains exponential",
        "AP=s_ap.csv --ties rank",
        "AP=s_ap.csv --no-relevant drop",
        "AP=s_ap.csv --qrels-format ntcir",
        "AP=s_ap.csv --extra-columns",
    ];
    // The table names its measures, as `eval -q` writes it.
    let rows =
        |measure: &str| format!("a,1,{measure},.5\na,2,{measure},.25\nb,1,{measure},1\nb,2,{measure},0\n");
    world.write(
        "both.csv",
        format!("run,topic,measure,value\n{}{}", rows("AP"), rows("RR").replace(",1\n", ",.9\n")),
    );
    let audits = |words: &[&str]| -> Vec<String> {
        words.iter().map(|words| format!("audit --draws 1 -o out --scores {words}")).collect()
    };
    let rows = [lines(USAGE, audits(&refused)), lines(BAD_DATA, audits(&["nDCG@3=both.csv"]))].concat();
    cases("an_audit_of_matrices", &world, rows);
    let measure = |words: &str| {
        world.line(&format!("audit --draws 1 -o out --scores {words}")).code(GOOD);
        let text = world.read("out/collection.yaml");
        std::fs::remove_dir_all(world.path("out")).unwrap();
        text.lines().last().unwrap().trim().to_owned()
    };
    assert_eq!(measure("AP=s_ap.csv"), "AP: ../s_ap.csv");
    assert_eq!(measure("s_ap.csv -m map"), "AP: ../s_ap.csv", "another name of the same measure");
    assert_eq!(
        measure("P@10=s_ap.csv"),
        "P@10: ../s_ap.csv",
        "a given measure counts more than the file's name"
    );
    assert_eq!(measure("plain.csv -m P@10"), "P@10: ../plain.csv");
    assert_eq!(measure("map=both.csv"), "AP: ../both.csv");
    world.line("audit --draws 1 -o out --scores RR=both.csv").code(GOOD);
    let asked = [("statistic", "scores"), ("judgments", "full"), ("status", "ok")];
    let means = world.rows("out/cells.parquet").with(&asked).numbers("value");
    assert_eq!(means, [0.375, 0.45]);
}

#[test]
fn parquet_of_other_tools_is_read_or_refused_by_name() {
    use rejudge_tables::frame::{Frame, Values};
    let world = world();
    let matrix = |scores: [f64; 2]| {
        let topics = Values::from_iter(["1", "2"]);
        let numbers = |values: [f64; 2]| Values::Number(values.map(Some).to_vec());
        let frame = Frame::default().with("topic", "", topics).with("a", "", numbers([0.5, 0.25]));
        rejudge_report::table::parquet::write(&frame.with("b", "", numbers(scores)), "{}").unwrap()
    };
    world.write("nan.parquet", matrix([0.1, f64::NAN]));
    world.write("good.parquet", matrix([0.1, 0.2]));
    world.write("other.csv", "topic,a,b\n1,0.5,0.1\n3,0.5,0.2\n");
    world.write("cut.parquet", &matrix([0.1, 0.2])[..200]);
    let rows = ["AP=nan.parquet", "AP=good.parquet P@10=other.csv", "AP=cut.parquet"]
        .map(|words| format!("audit -o out --scores {words}"));
    cases("an_audit_of_parquet", &world, lines(BAD_DATA, rows));
    assert!(!world.path("out").exists());
    // pyarrow 26 wrote this file. Its columns are topic (int16), wide (double), int8, uint8, uint16, none (int16).
    let frame = rejudge_report::table::parquet::read(include_bytes!("../fixtures/narrow.parquet")).unwrap();
    assert_eq!(frame.whole("topic").unwrap(), [Some(401), Some(-2)]);
    assert_eq!(frame.number("wide").unwrap(), [Some(0.25), Some(1.0)]);
    assert_eq!(frame.whole("int8").unwrap(), [Some(-1), Some(127)]);
    assert_eq!(frame.whole("uint8").unwrap(), [Some(0), Some(255)]);
    assert_eq!(frame.whole("uint16").unwrap(), [Some(1), Some(65535)]);
    assert_eq!(frame.whole("none").unwrap(), [None, Some(3)]);
}

/// `pool`, `pool build` and `eval` refuse an output file in a missing folder. The output folder of `simulate`
/// and `audit` may have missing parents, but neither writes into a folder that `simulate` wrote.
#[test]
fn all_verbs_treat_output_paths_alike() {
    let world = world();
    for (name, line) in [
        ("a/x", "pool mine/qrels.txt --runs mine/runs pool-depth(depth=1)"),
        ("b/x", "pool build --runs mine/runs --depth 1"),
        ("c/x", "eval mine/qrels.txt mine/runs/team0__run0.txt"),
    ] {
        world.line(&format!("{line} -o {name}")).code(USAGE).says("there is no folder");
        assert!(!world.path(name).exists(), "{line}");
        std::fs::create_dir(world.path(name).parent().expect("a folder")).expect("a new folder");
        world.line(&format!("{line} -o {name}")).code(GOOD);
        assert!(world.path(name).is_file(), "{line}");
    }
    world.line("simulate tiny-twin -o new/deep/twin --quiet").code(GOOD);
    audit(&world, "-o new/audit --emit-yaml").code(GOOD);
    for line in [
        "simulate tiny-twin -o new/deep/twin",
        "simulate --like mine/qrels.txt mine/runs -o new/deep/twin",
        "audit --qrels mine/qrels.txt --runs mine/runs -o new/deep/twin",
    ] {
        world.line(line).code(USAGE);
    }
}

/// The experiment has the gains from the command line, value by value.
#[test]
fn gains_reach_the_experiment_unchanged() {
    let world = world();
    audit(&world, "-o out --gains 2=2.5,1=0.5 --emit-yaml").code(GOOD);
    let text = world.read("out/experiment.yaml");
    assert!(text.contains("evaluation:\n  gains: 1=0.5,2=2.5\n"), "{text}");
    audit(&world, "-o none --gains 1=1,2=9}").code(USAGE).says("--gains 1=1,2=9}: found `1=1,2=9}`");
}

/// A reader of a table could mistake these tags for a header or a comment.
#[test]
fn tags_may_look_like_a_header_or_a_comment() {
    let world = World::new();
    let tags = ["run", "#1", "\\#2", "team"];
    collection(&world, |run| tags.get(run).map_or_else(|| own_tag(run), |tag| (*tag).to_owned()));
    audit(&world, "-o odd").code(GOOD);
    let tables = world.read("odd/teams.tsv");
    for line in ["\nrun\tteam\n", "\nrun\tteam0\n", "\n\\#1\tteam0\n", "\n\\\\#2\tteam1\n", "\nteam\tteam1\n"]
    {
        assert!(tables.contains(line), "{line}: {tables}");
    }
    let runs = world.frame("odd/scores.parquet");
    let runs: std::collections::BTreeSet<&str> = runs.text("run").unwrap().iter().collect();
    assert!(tags.iter().all(|tag| runs.contains(*tag)), "{runs:?}");
    // The table of teams that an audit wrote can be passed to `--teams`.
    audit(&world, "-o again --teams odd/teams.tsv").code(GOOD);
    world.write("commented.tsv", tables.replace("\\#1\t", "#1\t"));
    audit(&world, "-o again --teams commented.tsv")
        .code(BAD_DATA)
        .says("a line that begins with `#` is a comment: write `\\#1`");
}
