//! Tests of the parts of files that do not affect any score.

use std::fs;
use std::path::PathBuf;

use rejudge_collections::descriptor::{Descriptor, QrelsFormat};
use rejudge_collections::{
    JudgmentFiles, KeptDocuments, Qrels, Reading, TeamFiles, Unscored, load_described, load_numbered,
    load_rankings, runs_without_files,
};

/// Returns the unscored parts of judgments and runs with these contents.
fn parts(qrels: &str, runs: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: String| folder.path().join(name);
    let files: Vec<PathBuf> = (0..runs.len()).map(|number| path(format!("r{number}"))).collect();
    files.iter().zip(runs).for_each(|(file, text)| fs::write(file, text).expect("written"));
    let judged = path("qrels".to_owned());
    fs::write(&judged, qrels).expect("written");
    let (format, reading) = (QrelsFormat::trec(), Reading { may_share_tags: true, ..Reading::default() });
    let joined =
        JudgmentFiles::plain(judged.clone(), format).join_runs(&files, &reading, None, KeptDocuments::Judged);
    let joined = joined.expect("sound").unscored;
    let read = Qrels::read(&judged, &QrelsFormat::trec()).expect("sound");
    let numbered = load_numbered(&read, &judged, &files, &TeamFiles::default(), &reading);
    assert_eq!(numbered.expect("sound").unscored, joined, "by both loaders");
    joined.iter().map(ToString::to_string).collect()
}

#[test]
fn each_part_is_counted_with_its_reason() {
    const COMMENTS: &str = "in lines that begin with `#`, which are comments";
    const FORM: &str = "that the judgments have in another Unicode form (NFC, NFD)";
    let split_run =
        "as a whole, because several files without a common topic have its tag: each file is scored as a run";
    let no_parts: [String; 0] = [];
    for (qrels, runs, expected) in [
        ("1 0 a 1\n", &["# a comment\n#1 is one, too\n1 Q0 a 1 2 x\n# 1 Q0 b 1 1 x\n"][..], &no_parts[..]),
        (
            "1 0 a 1\n#2 0 a 1\n#2 0 b 0\n#x 0 b y\n",
            &["1 Q0 a 1 2 x\n#2 Q0 a 1 2 x\n#3 Q0 a 1 2 x\n#4 Q0 a 1 high x\n1 Q0 b 2 1 x\n"],
            &[format!("2 topics {COMMENTS} (#2, #3)")],
        ),
        // Both normal forms of topic 3's document are judged. The unjudged id `Pele` differs from a judged id even in
        // NFC.
        (
            "1 0 Beyonc\u{e9} 1\n1 0 b 1\n2 0 Pel\u{e9} 1\ne\u{301} 0 a 1\n3 0 \u{e9} 1\n3 0 e\u{301} 1\n",
            &[
                "1 Q0 Beyonce\u{301} 1 3 x\n1 Q0 \u{fc} 2 2 x\n2 Q0 Pel\u{e9} 1 1 x\n\u{e9} Q0 a 1 1 x\n3 Q0 e\u{301} 1 1 x\n",
                "1 Q0 Beyonce\u{301} 1 3 y\n2 Q0 Pele\u{301} 1 1 y\n2 Q0 Pele 2 .5 y\n",
            ],
            &[
                format!("1 topic {FORM} (\u{e9})"),
                format!("2 documents {FORM} (Beyonce\u{301}, Pele\u{301})"),
            ],
        ),
        (
            "1 0 a 1\n2 0 a 1\n3 0 a 1\n",
            &[
                "1 Q0 a 1 1 x\n",
                "2 Q0 a 1 1 x\n3 Q0 a 1 1 x\n",
                "1 Q0 a 1 1 y\n",
                "1 Q0 b 1 1 y\n2 Q0 a 1 1 y\n",
            ],
            &[format!("1 run {split_run} (x)")],
        ),
    ] {
        assert_eq!(parts(qrels, runs), expected, "{qrels}{runs:?}");
    }
}

/// Planning and loading report the same runs without files, with one exception: if teams.tsv has as many rows
/// as there are run files, planning does not report runs that only pooled.tsv lists.
#[test]
fn runs_of_tables_without_files() {
    let root = tempfile::tempdir().expect("a folder");
    let put = |file: &str, text: &str| {
        let path = root.path().join("small").join(file);
        fs::create_dir_all(path.parent().expect("a file")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    put("qrels.txt", "1 0 a 1\n");
    put("runs/1.txt", "1 Q0 a 1 1 x\n");
    put("runs/2.txt", "1 Q0 a 1 1 y\n");
    let rows: String = "xyabcdef".chars().map(|run| format!("{run}\tT\n")).collect();
    put("teams.tsv", &rows);
    put("pooled.tsv", "run\tpooled\nx\t1\ny\t1\na\t0\n");
    let yaml = "{schema: collection/v1, id: small, title: t, kind: open, licence: x, obtain: x,
        files: {folder: small, qrels: qrels.txt, runs: runs/*.txt, teams: teams.tsv, pooled: pooled.tsv}}";
    let descriptor: Descriptor = serde_yaml::from_str(yaml).expect("valid");
    let loaded =
        || load_described(&descriptor, root.path(), &Reading::default(), &[]).expect("sound").unscored;
    let planned = || {
        let files = descriptor.files.as_ref().expect("it has files");
        runs_without_files(files, root.path()).expect("sound")
    };
    let line = "not scored: 6 runs of teams.tsv without a file (a, b, c, d, e and 1 more)";
    for unscored in [loaded(), planned()] {
        assert_eq!(Unscored::line(&unscored).as_deref(), Some(line));
    }
    put("teams.tsv", "x\tT\ny\tT\n");
    assert_eq!(planned(), []);
    let line = "not scored: 1 run of pooled.tsv without a file (a)";
    assert_eq!(Unscored::line(&loaded()).as_deref(), Some(line));
}

#[test]
fn comments_are_reported_without_judgments() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("r");
    fs::write(&run, "#1 Q0 a 1 2 x\n2 Q0 a 1 2 x\n").expect("written");
    let read = load_rankings(&[run], &TeamFiles::default(), &Reading::default()).expect("sound");
    let line = "not scored: 1 topic in lines that begin with `#`, which are comments (#1)";
    assert_eq!(Unscored::line(&read.unscored).as_deref(), Some(line));
}
