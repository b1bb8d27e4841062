//! Tests of loading files: a small handmade collection, its possible errors, and the real collections if they are
//! available.

use std::fs;
use std::path::{Path, PathBuf};

use rejudge_collections::contents::{FileFingerprint, FileHashes, content_hash, verify};
use rejudge_collections::descriptor::{
    Base, DATA_VARIABLE, Descriptor, LabelKind, Published, QrelsFormat, Unjudged,
};
use rejudge_collections::{
    LoadError, Qrels, Reading, TeamChoice, TeamFiles, Ties, analysed_teams, load, load_numbered,
    load_rankings,
};
use rejudge_metrics::Verdict;
use rejudge_pools::{TestCollection, repooled};

use crate::bundled::{described, skipped};

const QRELS: &str = "2 0 d1 1\n2 0 d2 0\n1 0 d1 -1\n1 0 d3 2\n";
const RUN_A: &str = "1 Q0 x9 1 3 a\n1 Q0 d3 2 2 a\n2 Q0 d2 1 9 a\n2 Q0 x1 2 8 a\n3 Q0 d1 1 1 a\n";
const RUN_B: &str = "1 Q0 d1 1 5 b\n1 Q0 x9 2 4 b\n1 Q0 x8 3 3 b\n";

struct Small {
    root: tempfile::TempDir,
    descriptor: Descriptor,
}

impl Small {
    fn new() -> Self {
        let root = tempfile::tempdir().expect("a folder");
        let yaml = "{schema: collection/v1, id: small, title: t, kind: open, licence: x, obtain: x,
            files: {folder: small, qrels: qrels.txt, runs: runs/*.txt, teams: teams.tsv}}";
        let small = Self { root, descriptor: serde_yaml::from_str(yaml).expect("valid") };
        assert_eq!(small.descriptor.check(), []);
        fs::create_dir_all(small.path("runs")).expect("a folder");
        small.put("qrels.txt", QRELS);
        // With these names, the order of the files differs from the order of the runs (`a`, `b`).
        small.put("runs/2.txt", RUN_A);
        small.put("runs/1.txt", RUN_B);
        small.put("teams.tsv", "b\tTwo\na\tOne\n");
        small
    }

    fn path(&self, file: &str) -> PathBuf {
        self.root.path().join("small").join(file)
    }

    fn put(&self, file: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(file), content).expect("written");
    }

    fn load(&self) -> Result<TestCollection, LoadError> {
        load(&self.descriptor, self.root.path(), &Reading::default())
    }

    /// Returns the error of loading, without the folder.
    fn message(&self) -> String {
        let message = self.load().expect_err("bad").to_string();
        message.replace(&format!("{}/", self.path("").display().to_string().trim_end_matches('/')), "")
    }

    /// Returns the error of loading if `file` has this content.
    fn with(file: &str, content: impl AsRef<[u8]>) -> String {
        let small = Self::new();
        small.put(file, content);
        small.message()
    }
}

#[test]
fn judged_documents_have_the_first_numbers() {
    let collection = Small::new().load().expect("good");
    let names: Vec<_> = collection.topics().map(|topic| topic.name).collect();
    assert_eq!(names, ["1", "2"], "by name, and not by line");
    assert_eq!(collection.topic(1).verdicts, [Verdict::Level(1), Verdict::Level(0)]);
    assert_eq!(collection.topic(0).verdicts, [Verdict::Pooled, Verdict::Level(2)]);
    assert_eq!((collection.topic(1).documents, collection.topic(0).documents), (3, 4));
    let runs: Vec<_> =
        collection.runs().iter().map(|run| (run.name.as_str(), run.team, run.pooled)).collect();
    assert_eq!(runs, [("a", 0, true), ("b", 1, true)]);
    let teams: Vec<_> = collection.teams().iter().map(|team| (team.name.as_str(), team.analysed)).collect();
    assert_eq!(teams, [("One", true), ("Two", true)]);
    assert_eq!(collection.ranking(0, 1), [1, 2]);
    assert_eq!(collection.ranking(0, 0), [2, 1]);
    assert_eq!(collection.ranking(1, 1), Vec::<u32>::new());
    // In topic 1, `x9` has its number 2 from run a.
    assert_eq!(collection.ranking(1, 0), [0, 2, 3]);
}

#[test]
fn without_a_descriptor_each_run_is_its_own_team() {
    let small = Small::new();
    let runs = [small.path("runs/1.txt"), small.path("runs/2.txt")];
    let load = |runs: &[PathBuf]| {
        let (path, files) =
            (small.path("qrels.txt"), TeamFiles { teams: TeamChoice::OneEach, ..Default::default() });
        let qrels = Qrels::read(&path, &QrelsFormat::trec()).expect("good");
        load_numbered(&qrels, &path, runs, &files, &Reading::default())
    };
    let collection = load(&runs).expect("good").collection;
    assert_eq!(collection.runs().iter().map(|run| run.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(collection.teams()[collection.runs()[1].team].name, "b");
    assert_eq!(collection.ranking(1, 0), [0, 2, 3], "judged documents, then the others by run and rank");
    let error = load(&[runs[0].clone(), runs[0].clone()]).expect_err("twice").to_string();
    assert_eq!(error, format!("{0} and {0} both hold run `1.txt`", runs[0].display()));
}

/// Without judgments, documents are numbered in the order of their ids, not of their ranks.
#[test]
fn without_judgments_documents_are_numbered_by_id() {
    let small = Small::new();
    small.put("runs/1.txt", "2 Q0 z 1 3 one\n2 Q0 b 2 2 one\n2 Q0 c 3 1 one\n");
    small.put("runs/2.txt", "1 Q0 a 1 3 two\n2 Q0 a 1 3 two\n2 Q0 z 2 2 two\n");
    let (runs, reading) =
        ([small.path("runs/1.txt"), small.path("runs/2.txt")], Reading { max_rank: 2, ..Reading::default() });
    let loaded = load_rankings(&runs, &TeamFiles::default(), &reading).expect("valid");
    assert_eq!(loaded.collection.topics().map(|topic| topic.name).collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(loaded.documents, [vec!["a"], vec!["a", "b", "z"]], "`c` is below the last rank");
    let rankings = |run| [0, 1].map(|topic| loaded.collection.ranking(run, topic).to_vec());
    assert_eq!([rankings(0), rankings(1)], [[vec![], vec![2, 1]], [vec![0], vec![0, 2]]]);
    assert_eq!(loaded.teams, TeamChoice::OneEach);
}

#[test]
fn tables_mark_pooled_and_eligible_runs() {
    let mut small = Small::new();
    let files = small.descriptor.files.as_mut().expect("files");
    (files.pooled, files.eligible) = (Some("pooled.tsv".into()), Some("eligible.tsv".into()));
    small.put("pooled.tsv", "run\tpooled\na\t1\nb\t0\n");
    small.put("eligible.tsv", "run\teligible\na\t1\nb\t0\n");
    let collection = small.load().expect("good");
    assert_eq!(
        collection.runs().iter().map(|run| (run.pooled, run.eligible)).collect::<Vec<_>>(),
        [(true, true), (false, false)]
    );
    assert_eq!(collection.teams().iter().map(|team| team.analysed).collect::<Vec<_>>(), [true, false]);
    let files = small.descriptor.files.as_ref().expect("files");
    assert_eq!(analysed_teams(files, small.root.path()).expect("readable"), ["One"]);
    small.put("pooled.tsv", "run\tpooled\na\t1\n");
    assert_eq!(small.message(), "run `b` (runs/1.txt) is not in pooled.tsv");
}

#[test]
fn errors_name_the_file_and_line() {
    for (file, content, message) in [
        (
            "runs/1.txt",
            "1 Q0 d 1 2 b b\n",
            "runs/1.txt:1:1: 7 columns, expected 6 (topic, Q0, document, rank, score, tag) (--extra-columns ignores text after the tag)",
        ),
        ("runs/1.txt", "1 Q0 d 1 NaN b\n", "runs/1.txt:1:10: score `NaN` is not finite"),
        ("runs/1.txt", "1 Q0 d 1 -inf b\n", "runs/1.txt:1:10: score `-inf` is not finite"),
        (
            "runs/1.txt",
            "",
            "runs/1.txt:1:1: the file is empty: expected lines of 6 columns (topic, Q0, document, rank, score, tag)",
        ),
        ("teams.tsv", "a\tOne\n", "run `b` (runs/1.txt) is not in teams.tsv"),
        (
            "runs/1.txt",
            "1 Q0 d 1 1 #unlike\n",
            "run `#unlike` (runs/1.txt) is not in teams.tsv (a line that begins with `#` is a comment: write `\\#unlike`)",
        ),
        ("runs/3.txt", RUN_B, "runs/1.txt and runs/3.txt both hold run `b`"),
    ] {
        assert_eq!(Small::with(file, content), message, "{file}: {content:?}");
    }
}

#[test]
fn harmless_variations_give_the_same_collection() {
    let expected = Small::new().load().expect("good");
    let reversed = |text: &str| text.lines().rev().map(|line| format!("{line}\n")).collect::<String>();
    for variation in [
        RUN_A.replace('\n', "\r\n"),
        RUN_A.replace(' ', "\t"),
        RUN_A.replace(' ', "  \t "),
        format!("\u{feff}{RUN_A}"),
        RUN_A.trim_end().to_owned(),
        format!("# comment\n\n{RUN_A}\n \n"),
        reversed(RUN_A),
    ] {
        let small = Small::new();
        small.put("runs/2.txt", &variation);
        // The file is decompressed although its name does not end in `.zst`.
        small.put(
            "qrels.txt",
            zstd::encode_all(QRELS.replace('\n', "\r\n").as_bytes(), 3).expect("into memory"),
        );
        let loaded = small.load().expect("good");
        for (run, topic) in [(0, 0), (0, 1), (1, 1)] {
            assert_eq!(loaded.ranking(run, topic), expected.ranking(run, topic), "{variation:?}");
        }
    }
    let small = Small::new();
    small.put("runs/1.txt", RUN_B.replace("d1", "\u{6587}\u{a0}\u{66f8}"));
    small.put("qrels.txt", QRELS.replace("d1", "\u{6587}\u{a0}\u{66f8}"));
    assert_eq!(small.load().expect("UTF-8 ids").ranking(1, 1), expected.ranking(1, 1));
}

#[test]
fn missing_folders_and_runs_are_reported() {
    let small = Small::new();
    let elsewhere = load(&small.descriptor, Path::new("/nonexistent"), &Reading::default());
    let message = elsewhere.expect_err("no folder").to_string();
    assert!(message.contains("`: no folder /nonexistent/"), "{message}");
    fs::remove_file(small.path("runs/1.txt")).expect("removed");
    fs::remove_file(small.path("runs/2.txt")).expect("removed");
    assert_eq!(small.message(), "no run file matches runs/*.txt");
}

#[test]
fn runs_and_teams_can_come_from_file_names() {
    let mut small = Small::new();
    let by_table =
        content_hash(&small.descriptor, small.root.path(), &FileHashes::without_cache()).expect("readable");
    fs::remove_file(small.path("teams.tsv")).expect("removed");
    fs::rename(small.path("runs/2.txt"), small.path("runs/One-2.txt")).expect("renamed");
    fs::rename(small.path("runs/1.txt"), small.path("runs/Two-1.5.txt")).expect("renamed");
    let files = small.descriptor.files.as_mut().expect("files");
    (files.teams, files.team_before) = (None, Some("-".to_owned()));
    files.run_names = rejudge_collections::descriptor::RunNames::FileStems;
    assert_eq!(small.descriptor.check(), []);
    let collection = small.load().expect("good");
    let runs: Vec<_> = collection.runs().iter().map(|run| (run.name.as_str(), run.team)).collect();
    assert_eq!(runs, [("One-2", 0), ("Two-1.5", 1)]);
    let files = small.descriptor.files.as_ref().expect("files");
    assert_eq!(analysed_teams(files, small.root.path()).expect("readable"), ["One", "Two"]);
    let by_name =
        content_hash(&small.descriptor, small.root.path(), &FileHashes::without_cache()).expect("readable");
    assert_ne!(by_name, by_table);
    fs::rename(small.path("runs/One-2.txt"), small.path("runs/2.txt")).expect("renamed");
    assert_eq!(small.message(), "run `2` of runs/2.txt has no team in its name: expected a team before `-`");
}

#[test]
fn the_content_hash_depends_on_contents_and_reading_rules() {
    use std::io::Write;
    let hash = |small: &Small| {
        content_hash(&small.descriptor, small.root.path(), &FileHashes::without_cache()).expect("readable")
    };
    let expected = hash(&Small::new());
    let small = Small::new();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(RUN_B.as_bytes()).expect("into memory");
    small.put("runs/1.txt", gzip.finish().expect("into memory"));
    fs::rename(small.path("runs/2.txt"), small.path("runs/0.txt")).expect("renamed");
    assert_eq!(hash(&small), expected, "compression and names do not count");
    for (file, content) in
        [("qrels.txt", "2 0 d1 1\n"), ("teams.tsv", "a\tOne\nb\tOne\n"), ("runs/1.txt", RUN_A)]
    {
        let small = Small::new();
        small.put(file, content);
        assert_ne!(hash(&small), expected, "{file}");
    }
    let mut small = Small::new();
    small.descriptor.files.as_mut().expect("files").grades.insert("1".into(), 3);
    assert_ne!(hash(&small), expected, "grades");
    let mut small = Small::new();
    small.descriptor.files.as_mut().expect("files").labels = LabelKind::Gains;
    assert_ne!(hash(&small), expected, "scale of the grades");
    // If runs are named by their files, renaming a file changes the hash.
    let mut small = Small::new();
    small.descriptor.files.as_mut().expect("files").run_names =
        rejudge_collections::descriptor::RunNames::Files;
    let by_file = hash(&small);
    assert_ne!(by_file, expected, "names of runs");
    fs::rename(small.path("runs/2.txt"), small.path("runs/0.txt")).expect("renamed");
    assert_ne!(hash(&small), by_file, "names of files");
}

#[test]
fn a_fingerprint_detects_changed_files() {
    type Change<'a> = &'a dyn Fn(&Small);
    let changes: [(&str, Change<'_>); 7] = [
        ("runs/1.txt", &|small| small.put("runs/1.txt", RUN_B.replace("x9", "x7"))),
        ("runs/2.txt", &|small| small.put("runs/2.txt", &RUN_A.as_bytes()[..RUN_A.len() / 2])),
        ("runs/1.txt", &|small| {
            small.put("new", RUN_B);
            fs::rename(small.path("new"), small.path("runs/1.txt")).expect("renamed");
        }),
        ("runs/3.txt", &|small| small.put("runs/3.txt", RUN_B.replace(" b\n", " c\n"))),
        ("runs/2.txt", &|small| fs::remove_file(small.path("runs/2.txt")).expect("removed")),
        ("qrels.txt", &|small| small.put("qrels.txt", QRELS.replace("d2 0", "d2 1"))),
        ("teams.tsv", &|small| small.put("teams.tsv", "b\tTwo\na\tUno\n")),
    ];
    let hour_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    let set_back = |small: &Small, file: &str| {
        let file = fs::File::open(small.path(file)).expect("there");
        file.set_modified(hour_ago).expect("dated back");
    };
    for (file, change) in changes {
        // We first change files that were just written, and then old files. After a change, the time of an
        // old file is set back.
        for is_old in [false, true] {
            let small = Small::new();
            let files = ["qrels.txt", "teams.tsv", "runs/1.txt", "runs/2.txt"];
            if is_old {
                files.iter().for_each(|file| set_back(&small, file));
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            let fingerprint =
                FileFingerprint::new(&small.descriptor, small.root.path(), &[], &FileHashes::without_cache())
                    .expect("readable");
            assert_eq!(
                fingerprint.hash,
                content_hash(&small.descriptor, small.root.path(), &FileHashes::without_cache())
                    .expect("readable")
            );
            fingerprint.check(&small.descriptor, small.root.path()).expect("nothing changed");
            change(&small);
            if is_old && small.path(file).exists() {
                set_back(&small, file);
            }
            let error = fingerprint.check(&small.descriptor, small.root.path()).expect_err("it changed");
            let message = error.to_string();
            assert!(
                message.ends_with(" changed while numbers of `small` were computed: run again"),
                "{message}"
            );
            // If the files are too young, stamps may not show the change, so the message may name the folder
            // instead of the file.
            assert!(message.contains(file) || !is_old, "{file}: {message}");
        }
    }
}

#[test]
fn verification_finds_what_differs() {
    let mut small = Small::new();
    let sum = |file: &str| {
        use sha2::Digest;
        sha2::Sha256::digest(fs::read(small.path(file)).expect("there"))
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect::<String>()
    };
    let list = format!("{}  1.txt\n{}  2.txt\n", sum("runs/1.txt"), sum("runs/2.txt"));
    small.put("list", list);
    let [qrels, teams, runs] = ["qrels.txt", "teams.tsv", "list"].map(sum);
    let files = small.descriptor.files.as_mut().expect("files");
    let sums = [("qrels", qrels), ("runs", runs), ("teams", teams)];
    files.sha256 = Some(sums.map(|(role, sum)| (role.to_owned(), sum.try_into().expect("a sum"))).into());
    small.descriptor.counts.judgments = Some(4);
    let bad = |small: &Small| -> Vec<String> {
        let findings = verify(&small.descriptor, small.root.path());
        findings.into_iter().filter(|finding| !finding.is_good).map(|finding| finding.subject).collect()
    };
    assert_eq!(bad(&small), Vec::<String>::new());
    small.descriptor.counts.judgments = Some(5);
    small.put("runs/1.txt", RUN_B.replace("x8", "x7"));
    assert_eq!(bad(&small), ["sha256 of runs", "judgments"]);
    small.put("qrels.txt", "");
    assert_eq!(bad(&small), ["sha256 of qrels", "sha256 of runs", "loading"]);
}

/// A truncated run does not contradict the description, but its file may be damaged.
#[test]
fn verification_remarks_on_truncated_runs() {
    let small = Small::new();
    let lines = |tag: &str, topics: &[u8], documents: usize| -> String {
        let of_topic = |topic: &u8| {
            (1..=documents)
                .map(|rank| format!("{topic} Q0 x{rank} {rank} -{rank} {tag}\n"))
                .collect::<String>()
        };
        topics.iter().map(of_topic).collect::<Vec<String>>().concat()
    };
    let mut teams = "s\tOne\n".to_owned();
    for number in 1..=11 {
        small.put(&format!("runs/{number}.txt"), lines(&format!("r{number}"), &[1, 2], 4));
        teams += &format!("r{number}\tTwo\n");
    }
    small.put("runs/s.txt", lines("s", &[1], 2));
    small.put("teams.tsv", teams);
    let findings = verify(&small.descriptor, small.root.path());
    assert!(findings.iter().all(|finding| finding.is_good), "{findings:?}");
    let remarks = findings.iter().filter(|finding| finding.is_remark);
    let remarks: Vec<[&str; 2]> =
        remarks.map(|remark| [remark.subject.as_str(), remark.found.as_str()]).collect();
    let short = "has at most 2 documents for a topic, the median run 4";
    assert_eq!(remarks, [["run s", "has 1 of 2 topics"], ["run s", short]]);
}

/// Judges can be compared on judgments even if no run is stored.
#[test]
fn judgments_can_be_loaded_without_runs() {
    let mut small = Small::new();
    let files = small.descriptor.files.as_mut().expect("files");
    (files.runs, files.teams, files.pooled, files.eligible) = (None, None, None, None);
    let collection = load(&small.descriptor, small.root.path(), &Reading::default()).expect("loads");
    assert_eq!((collection.runs().len(), collection.teams().len()), (0, 0));
    assert!(!collection.names().is_empty());
    let before =
        content_hash(&small.descriptor, small.root.path(), &FileHashes::without_cache()).expect("there");
    small.put("runs/1.txt", "no run\n");
    assert_eq!(
        content_hash(&small.descriptor, small.root.path(), &FileHashes::without_cache()).expect("there"),
        before
    );
    let findings = verify(&small.descriptor, small.root.path());
    assert!(
        findings.iter().all(|finding| finding.is_good && !finding.subject.contains("pooled runs")),
        "{findings:?}"
    );
}

#[test]
fn verification_compares_printed_sizes() {
    let mut small = Small::new();
    let yaml = "{printed: a paper, relevant: {mean: 1.0, range: [1, 1]}, nonrelevant: {mean: 0.5, range: [0, 1]},
        teams: [{name: One, runs: 1, unique: 1, unique-relevant: 0}, {name: Two, runs: 1, unique: 1, unique-relevant: 0}]}";
    let bad = |small: &Small| -> Vec<String> {
        let findings = verify(&small.descriptor, small.root.path());
        findings.into_iter().filter(|finding| !finding.is_good).map(|finding| finding.subject).collect()
    };
    let published: Published = serde_yaml::from_str(yaml).expect("valid");
    small.descriptor.published = Some(published.clone());
    assert_eq!(bad(&small), Vec::<String>::new());
    let changed = small.descriptor.published.as_mut().expect("set above");
    changed.nonrelevant = published.relevant;
    changed.teams[1].runs = 2;
    assert_eq!(bad(&small), ["mean nonrelevant", "range of nonrelevant", "runs of team Two"]);
    small.descriptor.published.as_mut().expect("set above").teams.truncate(1);
    assert!(bad(&small).contains(&"teams analysed".to_owned()));
}

/// Returns the folder of real collections. If it is unknown, prints a message and returns `None`.
fn data() -> Option<PathBuf> {
    let root = std::env::var_os(DATA_VARIABLE).map(PathBuf::from);
    if root.is_none() {
        skipped(&format!("{DATA_VARIABLE} is not set"));
    }
    root
}

#[test]
fn open_collections_match_their_descriptors() {
    let Some(root) = data() else { return };
    for id in [
        "clef-ehealth-2015",
        "clef-tar-2017",
        "trec8-robust",
        "trec8",
        "trec12-17-runs",
        "trec03-17-runs",
        "trec04-10-runs",
    ] {
        let findings = verify(&described(id), &root);
        for finding in &findings {
            println!("{id}: {}: {} {:?}", finding.subject, finding.found, finding.expected);
        }
        assert!(findings.iter().all(|finding| finding.is_good), "{id}: {findings:?}");
        assert!(findings.iter().filter(|finding| finding.expected.is_some()).count() >= 7, "{id}");
    }
}

/// The file `trec_eval_means.tsv` next to the runs has the means that trec_eval printed for the same files. Average
/// precision depends on every rank, so the comparison also shows whether equal scores are in trec_eval's order.
#[test]
fn means_agree_with_trec_eval() {
    let Some(root) = data() else { return };
    for id in ["clef-ehealth-2015", "clef-tar-2017", "trec8-robust"] {
        let descriptor = described(id);
        let collection = load(&descriptor, &root, &Reading::default()).expect(id);
        let table = fs::read_to_string(descriptor.folder(&root).expect("files").join("trec_eval_means.tsv"));
        let table = table.expect("trec_eval's means");
        let mut compared = 0;
        for line in table.lines().skip(1) {
            let cells: Vec<_> = line.split('\t').collect();
            let [run, measure @ ("map" | "P_10"), "all", expected] = cells[..] else { continue };
            let number = collection.runs().iter().position(|stored| stored.name == run).expect(run);
            let mean = mean(&collection, number, |relevant, total| match measure {
                "map" => {
                    (1..)
                        .zip(relevant)
                        .map(|(retrieved, rank)| f64::from(retrieved) / *rank as f64)
                        .sum::<f64>()
                        / total as f64
                }
                _ => relevant.iter().filter(|&&rank| rank <= 10).count() as f64 / 10.0,
            });
            let expected = expected.parse::<f64>().expect("a number");
            assert!(
                (mean - expected).abs() <= 0.000_050_1,
                "{id} {run} {measure}: {mean} against {expected}"
            );
            compared += 1;
        }
        assert_eq!(compared, 2 * collection.runs().len(), "{id}");
    }
}

/// Returns the mean over the topics of the qrels, like `trec_eval -c`. A topic has score 0 if it has no
/// relevant documents, or if the run does not have the topic. `score` gets the ranks of retrieved relevant
/// documents, and the number of all relevant documents.
fn mean(collection: &TestCollection, run: usize, score: impl Fn(&[usize], usize) -> f64) -> f64 {
    let is_relevant = |verdict: &&Verdict| matches!(verdict, Verdict::Level(1..));
    let mut sum = 0.0;
    for (index, topic) in collection.topics().enumerate() {
        let total = topic.verdicts.iter().filter(is_relevant).count();
        if total > 0 {
            let relevant =
                |document: &u32| topic.verdicts.get(*document as usize).as_ref().is_some_and(is_relevant);
            let ranked = (1..).zip(collection.ranking(run, index));
            let ranks: Vec<_> =
                ranked.filter(|(_, document)| relevant(document)).map(|(rank, _)| rank).collect();
            sum += score(&ranks, total);
        }
    }
    sum / collection.topics().len() as f64
}

#[test]
fn a_pool_may_have_its_own_order() {
    let small = Small::new();
    small.put("runs/1.txt", "1 Q0 d1 3 5 b\n1 Q0 d3 2 5 b\n1 Q0 x8 1 4 b\n");
    let load = |pool_order, ties| {
        let descriptor = Descriptor { pool_order, ..small.descriptor.clone() };
        load(&descriptor, small.root.path(), &Reading { ties, ..Reading::default() }).expect("good")
    };
    for order in [Ties::DocnoDescending, Ties::DocnoAscending, Ties::Rank, Ties::ScoreThenFile] {
        let (with_order, in_order) = (load(Some(order), Ties::default()), load(None, order));
        let judged = |ranking: &[u32]| ranking.iter().map(|&doc| doc.min(2)).collect::<Vec<_>>();
        assert_eq!(judged(with_order.pool_ranking(1, 0)), judged(in_order.ranking(1, 0)), "{order:?}");
        // The judged share of the pool is also computed in the pool's order.
        assert_eq!(repooled(&with_order, 2).1, repooled(&in_order, 2).1, "{order:?}");
        assert!(repooled(&with_order, 2).1.is_some(), "{order:?}");
        // The order of ties for scoring stays the same.
        assert_eq!(with_order.ranking(1, 0), [1, 0, 3], "{order:?}");
    }
    // `ScoreThenFile` puts the two lines with score 5 first and keeps their order in the file. Ranks would
    // put `x8` first, and ascending ids would put `d1` before `d3`.
    small.put("runs/1.txt", "1 Q0 x8 1 4 b\n1 Q0 d3 2 5 b\n1 Q0 d1 3 5 b\n");
    assert_eq!(load(None, Ties::ScoreThenFile).ranking(1, 0)[..2], [1, 0]);
    assert_eq!(load(None, Ties::DocnoAscending).ranking(1, 0)[..2], [0, 1]);
    small.put("runs/1.txt", "1 Q0 d1 3 5 b\n1 Q0 d3 2 5 b\n1 Q0 x8 1 4 b\n");
    let by_rank = load(Some(Ties::Rank), Ties::default());
    assert_eq!(by_rank.pool_ranking(1, 0)[1..], [1, 0]);
    assert!(by_rank.pool_ranking(1, 0)[0] >= 2, "x8 is not judged");
}

#[test]
fn unjudged_documents_of_a_pool_have_their_judgments_withheld() {
    let small = Small::new();
    let load = |unjudged, depth| {
        let base = Base::Repooled { depth, unjudged };
        load(&Descriptor { base, ..small.descriptor.clone() }, small.root.path(), &Reading::default())
    };
    let verdicts = |unjudged, depth| {
        let collection = load(unjudged, depth).expect("good");
        let of_topic = |topic: usize| collection.topic(topic).verdicts.to_vec();
        (of_topic(0), of_topic(1))
    };
    let (pooled, level_1, level_0) = (Verdict::Pooled, Verdict::Level(1), Verdict::Level(0));
    let judged = [pooled, Verdict::Level(2)];
    assert_eq!(verdicts(Unjudged::LeftOut, 2), (judged.to_vec(), vec![level_1, level_0]));
    // At depth 2, the unjudged documents are `x9` in topic 1 and `x1` in topic 2. At depth 3 there is also `x8`.
    assert_eq!(
        verdicts(Unjudged::Pooled, 2),
        ([&judged[..], &[pooled]].concat(), vec![level_1, level_0, pooled])
    );
    assert_eq!(verdicts(Unjudged::Pooled, 3).0, [&judged[..], &[pooled, pooled]].concat());
    let collection = load(Unjudged::Pooled, 2).expect("good");
    let (view, coverage) = repooled(&collection, 2);
    let counts = |topic| (view.mask(topic).count(), view.pool(topic).count());
    // The pool of topic 1 has `d1`, which is withheld, `d3` and `x9`. The pool of topic 2 has `d2` and `x1`.
    assert_eq!((counts(0), counts(1)), ((1, 3), (1, 2)));
    assert_eq!(coverage, Some(2.0 / 5.0));
    small.put("pooled.tsv", "run\tpooled\na\t1\nb\t0\n");
    let mut marked = small.descriptor.clone();
    marked.files.as_mut().expect("files").pooled = Some("pooled.tsv".into());
    marked.base = Base::Repooled { depth: 3, unjudged: Unjudged::Pooled };
    let collection =
        rejudge_collections::load(&marked, small.root.path(), &Reading::default()).expect("good");
    assert_eq!(collection.topic(0).verdicts.len(), 3, "`x8` is in a run that was not pooled");
}

#[test]
fn ties_in_files_are_recorded() {
    let small = Small::new();
    let text = "1 Q0 a 1 5 b\n1 Q0 x 2 5.0 b\n1 Q0 b 3 4 b\n1 Q0 y 3 3 b\n1 Q0 z 5 3 b\n1 Q0 w 6 3 b\n9 Q0 a 1 1 b\n";
    small.put("runs/1.txt", text);
    let runs = [small.path("runs/1.txt")];
    let read = |ties, max_rank| {
        let reading = Reading { ties, max_rank, ..Reading::default() };
        let (path, format) = (small.path("qrels.txt"), QrelsFormat::trec());
        let bytes = std::fs::read(&path).expect("there");
        let qrels = Qrels::parse(&path, &bytes, &format).expect("good");
        load_numbered(&qrels, &path, &runs, &TeamFiles::default(), &reading).expect("good").collection
    };
    let groups = |ties, max_rank| {
        let collection = read(ties, max_rank);
        let file_facts = collection.file_facts().expect("files");
        file_facts.tied[0][0].iter().map(|tied| (tied.start, tied.end)).collect::<Vec<_>>()
    };
    for ties in [Ties::DocnoDescending, Ties::DocnoAscending] {
        assert_eq!(groups(ties, 1000), [(0, 2), (3, 6)]);
        assert_eq!(groups(ties, 4), [(0, 2), (3, 6)], "a group that is cut keeps its end");
        assert_eq!(groups(ties, 3), [(0, 2)]);
    }
    assert_eq!(groups(Ties::Rank, 1000), [(2, 4)], "equal ranks");
    assert_eq!(groups(Ties::FileOrder, 1000), []);
    // All documents have numbers, including unjudged ones.
    let collection = read(Ties::default(), 1000);
    assert!(collection.ranking(0, 0).iter().all(|&doc| doc < collection.topic(0).documents));
    let described = small.load().expect("good");
    assert_eq!(described.file_facts().expect("files").tied.len(), 2);
}
