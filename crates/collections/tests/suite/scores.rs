//! Tests of collections that consist of score matrices: files that fit together, files that contradict each other,
//! and the real collections if they are available.

use std::fs;
use std::io::Write;
use std::path::Path;

use rejudge_collections::contents::{FileHashes, content_hash, verify, wrong_checksums};
use rejudge_collections::descriptor::{DATA_VARIABLE, Descriptor};
use rejudge_collections::{LoadError, Reading, ScoreMatrices, load, load_scores};

use crate::bundled::{described, skipped};

const AP: &str = "topic,me_1,you_1,me_2\nt1,0.1,0.2,0.3\nt2,0.4,0.5,0.6\nt3,0.7,0.8,0.9\n";
/// The same topics and runs in another order.
const RR: &str = "topic,you_1,me_2,me_1\nt3,1,0,0.5\nt1,0.25,1,1\nt2,0.2,0.1,0\n";

struct Small {
    root: tempfile::TempDir,
    descriptor: Descriptor,
}

impl Small {
    /// Creates a collection of two matrices. `more` is inserted among the keys of `scores`.
    fn new(more: &str) -> Self {
        let yaml = format!(
            "{{schema: collection/v1, id: small, title: t, kind: open, licence: x, obtain: x,
               counts: {{topics: 3, runs: 3}},
               scores: {{folder: small, files: {{AP: ap.csv, RR: rr.csv}}{more}}}}}"
        );
        let descriptor: Descriptor = serde_yaml::from_str(&yaml).expect("valid");
        assert_eq!(descriptor.check(), []);
        let small = Self { root: tempfile::tempdir().expect("a folder"), descriptor };
        fs::create_dir(small.root.path().join("small")).expect("a folder");
        small.put("ap.csv", AP);
        small.put("rr.csv", RR);
        small
    }

    fn put(&self, file: &str, content: impl AsRef<[u8]>) {
        fs::write(self.root.path().join("small").join(file), content).expect("written");
    }

    fn load(&self, measures: &[&str]) -> Result<ScoreMatrices, LoadError> {
        load_scores(&self.descriptor, self.root.path(), measures)
    }

    /// Returns the error of loading if `file` has this content, without the folder.
    fn with(more: &str, file: &str, content: &str) -> String {
        let small = Self::new(more);
        small.put(file, content);
        let message = small.load(&["AP"]).expect_err(content).to_string();
        message.replace(&format!("{}/small/", small.root.path().display()), "")
    }

    fn hash(&self) -> String {
        content_hash(&self.descriptor, self.root.path(), &FileHashes::without_cache()).expect("readable")
    }
}

/// The description names the measure of each file. If the file names its measures, too, that measure must be among
/// them.
#[test]
fn measures_in_files_must_match_the_description() {
    let long = |measure: &str| {
        let rows = [1, 2, 3].map(|topic| {
            format!("t{topic},me_1,{measure},.5\nt{topic},you_1,{measure},.25\nt{topic},me_2,{measure},1\n")
        });
        rows.concat()
    };
    let header = "topic,run,measure,score\n";
    let both = format!("{header}{}{}", long("AP").replace(",1\n", ",0\n"), long("RR"));
    let small = Small::new("");
    small.put("rr.csv", both);
    let loaded = small.load(&["RR"]).expect("good");
    assert_eq!(loaded.matrices[0].1.of_run(1), [1.0; 3]);
    let other = format!("{header}{}", long("AP"));
    assert_eq!(Small::with("", "rr.csv", &other), "rr.csv: no scores by `RR`, only by AP");
}

#[test]
fn matrices_share_one_order_of_topics_and_runs() {
    let small = Small::new("");
    let loaded = small.load(&["RR", "AP"]).expect("good");
    assert_eq!(loaded.topics, ["t1", "t2", "t3"]);
    let names: Vec<_> = loaded.runs.iter().map(|run| run.name.as_str()).collect();
    assert_eq!(names, ["me_1", "me_2", "you_1"]);
    let [(first, rr), (second, ap)] = loaded.matrices.as_slice() else { panic!("two were asked for") };
    assert_eq!((first.as_str(), second.as_str()), ("RR", "AP"));
    assert_eq!(
        [0, 1, 2].map(|run| rr.of_run(run).to_vec()),
        [[1.0, 0.0, 0.5], [1.0, 0.1, 0.0], [0.25, 0.2, 1.0]]
    );
    assert_eq!(
        [0, 1, 2].map(|run| ap.of_run(run).to_vec()),
        [[0.1, 0.4, 0.7], [0.3, 0.6, 0.9], [0.2, 0.5, 0.8]]
    );
    let only_rr = small.load(&["RR"]).expect("good");
    assert_eq!((&only_rr.topics, &only_rr.matrices), (&loaded.topics, &loaded.matrices[..1].to_vec()));
    assert!(small.load(&[]).expect("good").matrices.is_empty());
}

#[test]
fn a_run_is_its_own_team_unless_its_name_contains_a_team() {
    let teams = |extra| {
        let loaded = Small::new(extra).load(&[]).expect("good");
        let team_of = |run: &rejudge_pools::Run| loaded.teams[run.team].name.clone();
        assert!(loaded.runs.iter().all(|run| run.pooled && run.eligible));
        assert!(loaded.teams.iter().all(|team| team.analysed));
        loaded.runs.iter().map(team_of).collect::<Vec<_>>()
    };
    assert_eq!(teams(""), ["me_1", "me_2", "you_1"]);
    assert_eq!(teams(", team-before: _"), ["me", "me", "you"]);
}

#[test]
fn a_table_may_give_the_teams() {
    let small = Small::new(", teams: teams.tsv");
    let table = "me_1\tB\nme_2\tA\nyou_1\tB\n";
    small.put("teams.tsv", table);
    let loaded = small.load(&[]).expect("good");
    let teams: Vec<_> = loaded.runs.iter().map(|run| loaded.teams[run.team].name.as_str()).collect();
    assert_eq!((teams, loaded.teams.len()), (vec!["B", "A", "B"], 2));
    let before = small.hash();
    small.put("teams.tsv", table.replace('A', "C"));
    assert_ne!(small.hash(), before, "the table is part of the content");
    assert_ne!(Small::new("").hash(), before);
    let message = Small::with(", teams: teams.tsv", "teams.tsv", "me_1\tB\nme_2\tA\n");
    assert_eq!(message, "run `you_1` (ap.csv) is not in teams.tsv");
}

#[test]
fn topics_can_be_chosen_by_the_first_and_the_last() {
    let loaded = Small::new(", topics: {from: t2, to: t3}").load(&["RR"]).expect("good");
    assert_eq!(loaded.topics, ["t2", "t3"]);
    assert_eq!(loaded.matrices[0].1.of_run(2), [0.2, 1.0]);
    let single = Small::new(", topics: {from: t2, to: t2}").load(&["AP"]).expect("good");
    assert_eq!((single.topics.len(), single.matrices[0].1.of_run(1)), (1, &[0.6][..]));
}

#[test]
fn files_that_do_not_fit_together_are_named() {
    for (more, file, content, message) in [
        (
            "",
            "rr.csv",
            "topic,you_1,me_1,me_2\nt1,1,1,1\nt2,1,1,1\n",
            "rr.csv has no topic `t3`, which ap.csv has",
        ),
        (
            "",
            "rr.csv",
            "topic,you_1,me_1,me_2\nt1,1,1,1\nt2,1,1,1\nt3,1,1,1\nt4,1,1,1\n",
            "ap.csv has no topic `t4`, which rr.csv has",
        ),
        (
            "",
            "rr.csv",
            "topic,me_1,me_2\nt1,1,1\nt2,1,1\nt3,1,1\n",
            "rr.csv has no run `you_1`, which ap.csv has",
        ),
        (
            "",
            "ap.csv",
            "topic,me_1,me_2\nt1,1,1\nt2,1,1\nt3,1,1\n",
            "ap.csv has no run `you_1`, which rr.csv has",
        ),
        // An invalid file is an error even if its measure is not requested.
        ("", "rr.csv", "topic,a\nt1,-\n", "rr.csv:2:4: score `-` is not a number"),
        (", topics: {from: t1, to: t9}", "ap.csv", AP, "topic `t9` of `scores.topics` is not in ap.csv"),
        (
            ", topics: {from: t3, to: t2}",
            "ap.csv",
            AP,
            "`scores.topics` is from `t3` to `t2`, but ap.csv has them the other way round",
        ),
        (
            ", team-before: _2",
            "ap.csv",
            AP,
            "run `me_1` of ap.csv has no team in its name: expected a team before `_2`",
        ),
        (
            ", team-before: me",
            "ap.csv",
            AP,
            "run `me_1` of ap.csv has no team in its name: expected a team before `me`",
        ),
    ] {
        assert_eq!(Small::with(more, file, content), message);
    }
}

#[test]
fn missing_data_and_wrong_requests_have_different_errors() {
    let small = Small::new("");
    let message = small.load(&["AP", "nDCG@10"]).expect_err("no such measure").to_string();
    assert_eq!(message, "collection `small` has no scores by `nDCG@10`, only by AP, RR");
    let message =
        load(&small.descriptor, small.root.path(), &Reading::default()).expect_err("no runs").to_string();
    assert_eq!(message, "collection `small` consists of score matrices: it has no judgments or runs");
    let elsewhere = Path::new("/nowhere");
    let message = "collection `small`: no folder /nowhere/small";
    assert_eq!(load_scores(&small.descriptor, elsewhere, &[]).expect_err("no folder").to_string(), message);
    let hash = content_hash(&small.descriptor, elsewhere, &FileHashes::without_cache());
    assert_eq!(hash.expect_err("no folder").to_string(), message);
    fs::remove_file(small.root.path().join("small/rr.csv")).expect("there");
    assert!(matches!(small.load(&["AP"]), Err(LoadError::Read(_))));
    let yaml = "{schema: collection/v1, id: d, title: t, kind: open, licence: x, obtain: x,
        files: {folder: d, qrels: q, runs: r, teams: t}}";
    let without_scores: Descriptor = serde_yaml::from_str(yaml).expect("valid");
    let message = load_scores(&without_scores, small.root.path(), &[]).expect_err("no scores").to_string();
    assert_eq!(message, "collection `d` has no score matrices");
}

#[test]
fn compressed_files_are_the_same_collection() {
    let (plain, packed) = (Small::new(""), Small::new(""));
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(AP.as_bytes()).expect("into memory");
    packed.put("ap.csv", gzip.finish().expect("into memory"));
    assert_eq!(plain.load(&["AP"]).expect("good").matrices, packed.load(&["AP"]).expect("good").matrices);
    assert_eq!(plain.hash(), packed.hash());
}

#[test]
fn the_hash_depends_on_everything_that_affects_scores() {
    let changed = Small::new("");
    changed.put("rr.csv", RR.replace("0.25", "0.26"));
    let swapped = Small::new("");
    swapped.put("ap.csv", RR);
    swapped.put("rr.csv", AP);
    let mut hashes = vec![Small::new("").hash(), changed.hash(), swapped.hash()];
    for extra in [", team-before: _", ", topics: {from: t1, to: t2}", ", topics: {from: t2, to: t3}"] {
        hashes.push(Small::new(extra).hash());
    }
    assert!((1..hashes.len()).all(|later| !hashes[..later].contains(&hashes[later])), "{hashes:?}");
}

#[test]
fn checksums_and_counts_are_verified() {
    // The hashes of the two files, as `sha256sum` prints them.
    let sums = ", sha256: {AP: 244b71513c50361940f50ba75265c3d88b4a4ac5a653c27c5a11f82a69bc4181, RR: 54d7f0394e8ff065444c05ccf7e4828872a000cfaff36f56c635e02ecf84739a}";
    let small = Small::new(sums);
    let bad = |small: &Small| -> Vec<String> {
        let findings = verify(&small.descriptor, small.root.path());
        assert!(findings.len() >= 3, "{findings:?}");
        findings.into_iter().filter(|finding| !finding.is_good).map(|finding| finding.subject).collect()
    };
    assert_eq!(bad(&small), Vec::<String>::new());
    assert_eq!(
        wrong_checksums(&small.descriptor, small.root.path(), &FileHashes::without_cache())
            .expect("readable"),
        []
    );
    small.put("rr.csv", "topic,you_1,me_1,me_2\nt1,1,1,1\nt2,1,1,1\nt3,1,1,1\n");
    assert_eq!(bad(&small), ["sha256 of RR"]);
    assert_eq!(
        wrong_checksums(&small.descriptor, small.root.path(), &FileHashes::without_cache())
            .expect("readable")
            .len(),
        1
    );
    small.put("rr.csv", "topic,you_1\nt1,1\n");
    assert_eq!(bad(&small), ["sha256 of RR", "loading"]);
    let fewer = Small::new(", topics: {from: t1, to: t2}");
    fewer.put("ap.csv", AP);
    assert!(verify(&fewer.descriptor, fewer.root.path()).iter().any(|f| f.subject == "topics" && !f.is_good));
}

/// The real matrices match their descriptors, and their means match means that were computed without our reader (`awk
/// -F, 'NR > 1 {for (i = 2; i <= NF; i++) {s += $i; n++}} END {printf "%.10f", s / n}'`; for robust2003 `NR > 51`,
/// for robust2004-scores `$1 > 650`).
#[test]
fn the_real_matrices_are_as_described() {
    let Some(root) = std::env::var_os(DATA_VARIABLE) else {
        return skipped(&format!("{DATA_VARIABLE} is not set"));
    };
    let root = Path::new(&root);
    for (id, measure, mean) in [
        ("robust2003-scores", "AP", 0.323397641),
        ("robust2004-scores", "AP", 0.2928837106),
        ("robust2004-all-scores", "AP", 0.2598558488),
        ("trec8-adhoc-scores", "P@10", 0.4269457364),
        ("clef-ehealth-2015-scores", "RBP", 0.2805866116),
        ("web2010-scores", "nDCG(gains={1: 1, 2: 3, 3: 7, 4: 15})@20", 0.162013956),
        ("web2011-scores", "nDCG(gains={1: 1, 2: 3, 3: 7, 4: 15})@20", 0.2064358645),
        ("web2012-scores", "nDCG(gains={1: 1, 2: 3, 3: 7, 4: 15})@20", 0.138020625),
        ("web2013-scores", "nDCG(gains={1: 1, 2: 3, 3: 7, 4: 15})@20", 0.1979654529),
    ] {
        let descriptor = described(id);
        let scores = descriptor.scores.as_ref().expect("score matrices");
        if !descriptor.folder(root).is_some_and(|folder| folder.is_dir()) {
            continue;
        }
        for finding in verify(&descriptor, root) {
            assert!(finding.is_good, "{id}: {finding:?}");
        }
        assert_eq!(scores.sha256.as_ref().map(|sums| sums.len()), Some(scores.named_files().count()), "{id}");
        let loaded = load_scores(&descriptor, root, &[measure]).expect(id);
        let values = (0..loaded.runs.len()).flat_map(|run| loaded.matrices[0].1.of_run(run));
        let (sum, count) = values.fold((0.0, 0.0), |(sum, count), score| (sum + score, count + 1.0));
        assert!((sum / count - mean).abs() < 1e-9, "{id}: {} against {mean}", sum / count);
        assert_eq!(count as usize, loaded.runs.len() * loaded.topics.len());
    }
}
