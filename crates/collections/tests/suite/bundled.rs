//! Tests of the bundled descriptors: each is valid, a twin has the sizes of the collection that it simulates,
//! and bundled data files have their checksums. Also compares the examples by intent with the plain examples,
//! and tests that the working folder can override bundled files.

use std::io::Write;
use std::path::{Path, PathBuf};

use rejudge_collections::bundled::{Bundled, bundled_file, entries, is_dir, overriding_entries, register};
use rejudge_collections::contents::{FileHashes, content_hash, wrong_checksums};
use rejudge_collections::descriptor::{Counts, Descriptor, Kind};
use rejudge_collections::{Reading, load_described};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/collections")
}

fn read(path: &Path) -> Descriptor {
    let text = std::fs::read_to_string(path).expect("text");
    // Parse a tree of values first, because serde_yaml would require a YAML tag for an enum.
    let tree: serde_json::Value = serde_yaml::from_str(&text).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    serde_json::from_value(tree).unwrap_or_else(|e| panic!("{path:?}: {e}"))
}

/// Returns the bundled descriptor with this id.
pub fn described(id: &str) -> Descriptor {
    read(&folder().join(format!("{id}.yaml")))
}

/// Prints that the test of this thread is skipped. The line is written directly to stderr, which the test harness does
/// not capture, so that `.ci/run` finds it and runs the test with the data.
pub fn skipped(why: &str) {
    let test = std::thread::current().name().unwrap_or_default().to_owned();
    let _ = writeln!(std::io::stderr(), "SKIPPED: {test}: {why}");
}

fn bundled() -> Vec<(String, Descriptor)> {
    let files = std::fs::read_dir(folder()).expect("configs/collections");
    let paths = files.map(|file| file.expect("an entry").path());
    // The files of an example are in a folder next to its descriptor.
    let mut bundled: Vec<_> = paths
        .filter(|path| path.is_file())
        .map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), read(&path)))
        .collect();
    bundled.sort_by(|a, b| a.0.cmp(&b.0));
    bundled
}

#[test]
fn every_descriptor_is_valid_and_named_like_its_file() {
    let bundled = bundled();
    for id in
        ["clef-ehealth-2015", "clef-tar-2017", "trec8-robust", "trec03", "trec04", "ntcir6-j", "ntcir6-c"]
    {
        assert!(bundled.iter().any(|(name, _)| name == id), "{id} is missing");
    }
    for (name, descriptor) in bundled {
        assert_eq!(descriptor.id, name);
        // Checksums and counts are the only protection against other scores under the same name.
        if let Some(scores) = &descriptor.scores {
            assert!(scores.sha256.is_some(), "{name}");
            assert!(descriptor.counts.topics.is_some() && descriptor.counts.runs.is_some(), "{name}");
        }
        assert_eq!(descriptor.check(), [], "{name}");
        assert_eq!(descriptor.as_twin().is_some(), descriptor.kind == Kind::Simulated, "{name}");
    }
}

#[test]
fn a_twin_has_the_printed_sizes_of_its_original() {
    for id in ["trec03", "trec04", "ntcir6-j", "ntcir6-c"] {
        let (original, twin) = (described(id), described(&format!("{id}-twin")));
        let (published, twin_of) =
            (original.published.as_ref().expect("printed"), twin.twin.as_ref().expect("constants"));
        assert_eq!(original.pool_depth, twin.pool_depth);
        assert_eq!(original.counts, twin.counts);
        assert_eq!(original.counts.topics, Some(twin_of.topics));
        assert_eq!(original.counts.teams, Some(twin_of.teams.len()));
        assert_eq!(original.counts.runs, Some(twin_of.teams.iter().map(|team| team.runs).sum()));
        let relevant = published.relevant.expect("printed");
        assert_eq!(relevant.range, Some(twin_of.relevant.range));
        // The paper divides the sums of TREC04 by 50, although there are 49 topics, and prints one decimal.
        let correction = if id == "trec04" { 50.0 / 49.0 } else { 1.0 };
        let is_printed_mean = |printed: f64, twin_mean: f64| match id {
            "trec04" => (twin_mean - printed * correction).abs() <= 0.05 * correction + 1e-9,
            _ => twin_mean == printed,
        };
        assert!(is_printed_mean(relevant.mean, twin_of.relevant.mean), "{id} {}", twin_of.relevant.mean);
        let grades = [("S", twin_of.grades.s), ("A", twin_of.grades.a), ("B", twin_of.grades.b)];
        for (label, mean) in grades {
            let printed = published.by_label.get(label).copied().unwrap_or(0.0);
            assert!(is_printed_mean(printed, mean), "{id} {label}: {printed}, {mean}");
        }
        for (printed, drawn) in published.teams.iter().zip(&twin_of.teams) {
            assert_eq!((&printed.name, printed.runs, false), (&drawn.name, drawn.runs, drawn.unlisted));
        }
        let unlisted = twin_of.teams.iter().filter(|team| team.unlisted).count();
        assert_eq!(published.other_teams, unlisted);
        assert_eq!(published.teams.iter().filter(|team| team.take_three).count(), 3, "{id}");
    }
}

/// The papers do not list the teams of these collections. They print the numbers of runs and teams used, the mean
/// number of relevant documents and, if relevance is graded, the mean number for each grade.
#[test]
fn a_twin_without_printed_teams_has_the_printed_sizes() {
    // The numbers of judged topics, printed topics, runs and teams are from Bompada et al., Table 1, and Sakai, late
    // arrival, Table 1.
    for (id, topics, printed_topics, runs, teams) in [
        ("trec8", 50, 50, 124, 38),
        ("trec10", 50, 50, 77, 26),
        ("trec12", 100, 100, 73, 16),
        ("trec14", 59, 60, 57, 18),
        ("ntcir5-c", 50, 50, 30, 15),
        ("ntcir5-j", 47, 47, 30, 15),
    ] {
        let (original, twin) = (described(id), described(&format!("{id}-twin")));
        let (published, twin_of) =
            (original.published.as_ref().expect("printed"), twin.twin.as_ref().expect("constants"));
        assert_eq!(original.kind, if id == "trec8" { Kind::Open } else { Kind::Licensed });
        assert_eq!(original.pool_depth, twin.pool_depth, "{id}");
        let used = Counts {
            topics: Some(printed_topics),
            runs: Some(runs),
            teams: Some(teams),
            ..Counts::default()
        };
        assert_eq!(published.used, used, "{id}");
        assert_eq!((original.counts.topics, twin_of.topics), (Some(topics), topics), "{id}");
        assert_eq!(twin.counts, Counts { topics: Some(topics), ..used }, "{id}");
        assert_eq!(twin_of.teams.len(), teams, "{id}");
        let by_team: Vec<_> = twin_of.teams.iter().map(|team| team.runs).collect();
        assert_eq!(by_team.iter().sum::<usize>(), runs, "{id}");
        // Runs are distributed as evenly as possible, and larger teams come first.
        assert!(by_team.is_sorted_by(|a, b| a >= b) && by_team[0] - by_team[teams - 1] <= 1, "{id}");
        assert_eq!(published.relevant.map(|relevant| relevant.mean), Some(twin_of.relevant.mean), "{id}");
        let [s, a, b] = ["S", "A", "B"].map(|label| published.by_label.get(label).copied().unwrap_or(0.0));
        let grades = [twin_of.grades.s, twin_of.grades.a, twin_of.grades.b];
        let binary = published.by_label.is_empty();
        assert_eq!(if binary { [0.0, 0.0, twin_of.relevant.mean] } else { [s, a, b] }, grades, "{id}");
    }
}

/// The examples by intent are the same collections as the plain examples: the highest level of a document for any
/// intent is its level in the plain example.
#[test]
fn an_example_by_intent_has_the_same_levels() {
    let loaded = |id: &str| {
        load_described(&described(id), &folder(), &Reading::default(), &[])
            .map(|loaded| (loaded.collection, loaded.intents))
            .unwrap_or_else(|error| panic!("{error}"))
    };
    for levels in [3, 5] {
        let (plain, none) = loaded(&format!("graded-{levels}"));
        let (union, judgments) = loaded(&format!("graded-{levels}-intents"));
        assert!(none.is_none());
        let judgments = judgments.expect("judgments by intent");
        for topic in 0..plain.topics().len() {
            assert_eq!(plain.topic(topic).name, union.topic(topic).name);
            assert_eq!(judgments.names(topic), ["a", "b", "c"]);
            assert_eq!(plain.topic(topic).verdicts, union.topic(topic).verdicts);
            for run in 0..plain.runs().len() {
                assert_eq!(plain.ranking(run, topic), union.ranking(run, topic));
            }
        }
        let navigational = |topic| judgments.topic(topic).intents.iter().any(|intent| intent.navigational);
        let topics = (0..plain.topics().len()).filter(|&topic| navigational(topic));
        assert_eq!(topics.count(), 3);
    }
}

/// The descriptions of bundled files have checksums, so that an edited file is not taken for the example.
#[test]
fn bundled_files_have_the_described_checksums() {
    let mut with_files = 0;
    for (name, descriptor) in bundled().iter().filter(|(_, descriptor)| descriptor.kind.is_bundled()) {
        match &descriptor.files {
            Some(files) => {
                with_files += 1;
                assert!(files.sha256.is_some(), "{name}");
                assert_eq!(
                    wrong_checksums(descriptor, &folder(), &FileHashes::without_cache()).expect(name),
                    [],
                    "{name}"
                );
            }
            None => {
                assert_eq!(descriptor.kind, Kind::WorkedExample, "{name}");
                let empty =
                    load_described(descriptor, &folder(), &Reading::default(), &[]).expect(name).collection;
                assert!(empty.names().is_empty() && empty.runs().is_empty(), "{name}");
                content_hash(descriptor, &folder(), &FileHashes::without_cache()).expect(name);
            }
        }
    }
    assert!(with_files >= 11, "{with_files}");
}

/// The working folder of this test has `tests/suite`, but no other bundled entry.
#[test]
fn bundled_files_are_visible_unless_the_working_folder_overrides_them() {
    const NAMES: [&str; 6] = [
        "configs/collections/graded.yaml",
        "configs/collections/graded/qrels.txt",
        "experiments/a/experiment.yaml",
        "experiments/a-b/experiment.yaml",
        "tests/none/file.txt",
        "tests/suite/none.txt",
    ];
    register(Bundled {
        folders: &["experiments", "configs/collections", "configs", "tests"],
        files: || NAMES.map(|name| (name.to_owned(), name.to_owned())).into(),
    });
    let is_visible = |path: &str| bundled_file(Path::new(path)).is_some();
    assert!(
        NAMES[..5].iter().all(|name| is_visible(name))
            && is_visible("./experiments/x/../a/./experiment.yaml")
    );
    for none in [
        "experiments/a",
        "experiments",
        "experiments/b/experiment.yaml",
        "../experiments/a/experiment.yaml",
        "/experiments/a/experiment.yaml",
        // The working folder has its own `tests/suite`, which overrides the bundled one although it lacks this file.
        "tests/suite/none.txt",
    ] {
        assert!(!is_visible(none), "{none}");
    }
    assert_eq!(overriding_entries(), [Path::new("tests/suite")]);
    for (path, expected) in [
        ("experiments", &["a", "a-b"][..]),
        ("experiments/a/", &["experiment.yaml"]),
        ("configs/collections", &["graded", "graded.yaml"]),
        ("configs", &["collections"]),
        ("experiment", &[]),
        ("/experiments", &[]),
        ("experiments/a/experiment.yaml", &[]),
    ] {
        let names: Vec<PathBuf> =
            entries(Path::new(path)).iter().map(|entry| entry.file_name().expect("a name").into()).collect();
        assert_eq!(names, expected.iter().map(PathBuf::from).collect::<Vec<_>>(), "{path}");
        assert_eq!(is_dir(Path::new(path)), !expected.is_empty(), "{path}");
    }
    let both = entries(Path::new("tests"));
    let count = |path: &str| both.iter().filter(|entry| *entry == Path::new(path)).count();
    assert!(both.is_sorted() && count("tests/none") == 1 && count("tests/suite") == 1, "{both:?}");
}
