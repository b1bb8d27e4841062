//! Tests that a twin can be written to files and read back with the same judgments and rankings, although
//! documents may get other numbers. Also tests documents' names, equal bytes for equal seeds, and errors.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rejudge_collections::descriptor::{Descriptor, QrelsFormat};
use rejudge_collections::{Reading, ScoreType, Ties, load, run_file_name, write};
use rejudge_metrics::Verdict;
use rejudge_pools::{Run, Team, TestCollection, Topic, UNINTERNED};
use rejudge_twins::{ByGrade, Relevant, Twin, TwinParameters, TwinTeam, generate};

fn small(cross_lingual: bool) -> TestCollection {
    let team =
        |name: &str, unlisted| TwinTeam { name: name.into(), runs: 3, unlisted, ..TwinTeam::default() };
    let parameters = TwinParameters {
        topics: 4,
        relevant: Relevant { mean: 30.0, range: [5, 80] },
        grades: ByGrade { s: 5.0, a: 10.0, b: 15.0 },
        cross_lingual,
        teams: vec![team("alpha", false), team("beta", false), team("gamma", cross_lingual)],
        ..TwinParameters::default()
    };
    generate(&Twin { id: "small-twin", pool_depth: 20, parameters: &parameters }, 3, 0)
}

fn descriptor(eligible: bool) -> Descriptor {
    let eligible = if eligible { ", eligible: eligible.tsv" } else { "" };
    let yaml = format!(
        "{{schema: collection/v1, id: back, title: t, kind: open, licence: x, obtain: x,
        files: {{folder: out, qrels: qrels.txt, runs: runs/*.gz, teams: teams.tsv{eligible}}}}}"
    );
    serde_yaml::from_str(&yaml).expect("valid")
}

#[test]
fn written_files_are_read_as_equal_judgments_and_rankings() {
    for cross_lingual in [false, true] {
        let collection = small(cross_lingual);
        let root = tempfile::tempdir().expect("a folder");
        write(Some(&collection), &[], &root.path().join("out"), &QrelsFormat::trec(), 11).expect("written");
        assert_eq!(root.path().join("out/eligible.tsv").exists(), cross_lingual);
        let hidden = fs::read_dir(root.path()).expect("a folder").count();
        assert_eq!(hidden, 1, "nothing else is left in the folder");
        let rules = [
            Reading::default(),
            Reading { ties: Ties::Rank, score_type: ScoreType::F32, ..Reading::default() },
            Reading { ties: Ties::FileOrder, ..Reading::default() },
        ];
        for reading in rules {
            let back = load(&descriptor(cross_lingual), root.path(), &reading).expect("readable");
            assert_eq!((back.runs(), back.teams()), (collection.runs(), collection.teams()));
            assert_same_documents(&collection, &back);
        }
    }
}

/// Checks that there is a bijection between the documents that keeps verdicts and ranks. A document may have
/// another number in `read` than in `written`.
fn assert_same_documents(written: &TestCollection, read: &TestCollection) {
    for (index, (written_topic, read_topic)) in written.topics().zip(read.topics()).enumerate() {
        assert_eq!(
            (&written_topic.name, written_topic.verdicts.len()),
            (&read_topic.name, read_topic.verdicts.len())
        );
        let (mut to_read, mut to_written) = (BTreeMap::new(), BTreeMap::new());
        for run in 0..written.runs().len() {
            let (written_ranking, read_ranking) = (written.ranking(run, index), read.ranking(run, index));
            assert_eq!(written_ranking.len(), read_ranking.len());
            for (&written_doc, &read_doc) in written_ranking.iter().zip(read_ranking) {
                assert_eq!(*to_read.entry(written_doc).or_insert(read_doc), read_doc);
                assert_eq!(*to_written.entry(read_doc).or_insert(written_doc), written_doc);
                assert_eq!(
                    written_topic.verdicts.get(written_doc as usize),
                    read_topic.verdicts.get(read_doc as usize)
                );
            }
        }
    }
}

#[test]
fn names_do_not_reveal_judgments() {
    let root = tempfile::tempdir().expect("a folder");
    write(Some(&small(false)), &[], &root.path().join("out"), &QrelsFormat::trec(), 11).expect("written");
    let qrels = fs::read_to_string(root.path().join("out/qrels.txt")).expect("text");
    let mut numbers = Vec::new();
    for line in qrels.lines() {
        let fields: Vec<_> = line.split(' ').collect();
        let number: f64 = fields[2].rsplit('-').next().expect("a number").parse().expect("a number");
        numbers.push((fields[3] != "0", number));
    }
    let mean = |relevant: bool| {
        let places: Vec<_> = numbers.iter().filter(|row| row.0 == relevant).map(|row| row.1).collect();
        places.iter().sum::<f64>() / places.len() as f64
    };
    // The numbers are uniform over 0..6000, so that the mean of some hundred is 3000 with a standard error below 200.
    assert!((mean(true) - 3000.0).abs() < 700.0, "relevant: {}", mean(true));
    assert!((mean(false) - 3000.0).abs() < 400.0, "nonrelevant: {}", mean(false));
    let sorted =
        qrels.lines().map(|line| line.split(' ').nth(2).expect("a document").to_owned()).collect::<Vec<_>>();
    assert!(sorted.is_sorted(), "the order of lines does not reveal them either");
}

#[test]
fn equal_collections_and_seeds_give_equal_bytes() {
    let root = tempfile::tempdir().expect("a folder");
    let files = |name: &str, seed| {
        let folder = root.path().join(name);
        write(Some(&small(true)), &[], &folder, &QrelsFormat::trec(), seed).expect("written");
        let mut paths: Vec<_> = fs::read_dir(folder.join("runs"))
            .expect("runs")
            .map(|file| file.expect("a file").path())
            .collect();
        paths.extend(["qrels.txt", "teams.tsv", "eligible.tsv"].map(|file| folder.join(file)));
        paths.sort();
        paths.iter().map(|path| fs::read(path).expect("readable")).collect::<Vec<_>>()
    };
    assert!(files("one", 1) == files("two", 1));
    assert!(files("three", 1) != files("four", 2));
}

fn tiny(name: &str, document: u32) -> TestCollection {
    with_run(name, "r/1", document)
}

fn with_run(name: &str, run: &str, document: u32) -> TestCollection {
    let topic = Topic { name: name.into(), verdicts: vec![Verdict::Pooled], documents: 2 };
    let run = Run { name: run.into(), team: 0, pooled: false, eligible: true };
    let team = Team { name: "a team".into(), analysed: true };
    TestCollection::new(vec![topic], vec![run], vec![team], vec![vec![vec![0, document]]])
}

#[test]
fn an_error_leaves_no_files() {
    let root = tempfile::tempdir().expect("a folder");
    let out = root.path().join("out");
    let entries = || fs::read_dir(root.path()).expect("a folder").count();
    let refused = |collection: &TestCollection, out: &Path| {
        write(Some(collection), &[], out, &QrelsFormat::trec(), 1).expect_err("refused").to_string()
    };
    assert!(refused(&tiny("1", UNINTERNED), &out).contains("a document without a number"));
    // If topics had these names, their files could not be read again.
    for name in ["a b", "#1", "a\u{7}", "a\0", "\u{feff}1", ""] {
        assert!(refused(&tiny(name, 1), &out).starts_with("the topic name `"), "{name:?}");
    }
    // In a file name, each `/` takes three bytes, so this name has 252 bytes and `.gz`.
    let folder = root.path().join("long");
    write(Some(&with_run("1", &"/".repeat(84), 1)), &[], &folder, &QrelsFormat::trec(), 1)
        .expect("as long as can be");
    fs::remove_dir_all(folder).expect("removed");
    assert!(refused(&with_run("1", &"/".repeat(85), 1), &out).starts_with("the run name `"));
    assert_eq!(entries(), 0);
    write(Some(&tiny("1", 1)), &[], &out, &QrelsFormat::trec(), 1).expect("written");
    assert!(refused(&tiny("1", 1), &out).ends_with("already exists"));
    assert_eq!(entries(), 1);
    assert_eq!(fs::read_to_string(out.join("pooled.tsv")).expect("text"), "run\tpooled\nr/1\t0\n");
    assert!(out.join("runs/r%2F1.gz").exists());
    let names = ["CUNI_EN_Run.2", "../a b%", "a%2Fb"].map(run_file_name);
    assert_eq!(names, ["CUNI_EN_Run.2", "%2E.%2Fa%20b%25", "a%252Fb"]);
    assert!(fs::read_to_string(out.join("qrels.txt")).expect("text").ends_with(" -1\n"));
    assert!(refused(&tiny("1", 1), Path::new("/proc/none/out")).contains("cannot be written"));
}
