//! Tests that errors in descriptions name the wrong field, and that `plain` keeps a `..` after a link.

use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::*;

fn parse(yaml: &str) -> Result<Descriptor, String> {
    let value: serde_json::Value = serde_yaml::from_str(yaml).map_err(|error| error.to_string())?;
    serde_json::from_value(value).map_err(|error| error.to_string())
}

const GOOD: &str = "
schema: collection/v1
id: mine
title: My collection
kind: open
files:
  folder: mine
  qrels: qrels.txt
  runs: runs/*.gz
  teams: teams.tsv
pool-depth: 100
base: {repooled: {depth: 10}}
licence: mine
obtain: by hand
";

const RUNS: &str = "  runs: runs/*.gz\n  teams: teams.tsv\n";
const POOL: &str = "pool-depth: 100\nbase: {repooled: {depth: 10}}\n";
const QRELS: &str = "  qrels: qrels.txt\n";
const ROSTER: &str = "  roster: roster.tsv\n";

const SCORES: &str = "
schema: collection/v1
id: mine
title: My scores
kind: open
scores:
  folder: mine
  files: {AP: ap.csv, nDCG@10: ndcg.csv.gz}
  topics: {from: t1, to: t9}
  team-before: _
licence: mine
obtain: by hand
";

/// Applies each edit (old text, new text, fields) to the description, and checks that errors name exactly these
/// fields. `SUM` in the new text becomes a checksum.
fn check(good: &str, edits: &[(&str, &str, &[&str])]) {
    for (from, to, expected) in edits {
        assert!(good.contains(from), "{from}");
        let yaml = good.replacen(from, to, 1).replace("SUM", &"0".repeat(64));
        let fields: Vec<String> =
            parse(&yaml).expect(to).check().into_iter().map(|error| error.field).collect();
        assert_eq!(fields, *expected, "{to}");
    }
}

#[test]
fn unknown_keys_and_words_are_refused() {
    for descriptor in [GOOD, SCORES].map(|yaml| parse(yaml).expect("good")) {
        assert_eq!(descriptor.check(), []);
        assert_eq!(descriptor.folder(Path::new("/data")), Some(PathBuf::from("/data/mine")));
    }
    for (good, bad, word) in [
        ("title:", "titel:", "titel"),
        ("kind: open", "kind: public", "public"),
        ("{repooled: {depth: 10}}", "{repooled: {deepness: 10}}", "deepness"),
        ("{repooled: {depth: 10}}", "{pooled: {depth: 10}}", "pooled"),
        ("qrels: qrels.txt", "qrels: qrels.txt\n  format: csv", "csv"),
        ("qrels: qrels.txt", "qrels: qrels.txt\n  sha256: {qrels: 0a}", "`0a` is not 64 digits"),
    ] {
        let error = parse(&GOOD.replace(good, bad)).expect_err(bad);
        assert!(error.contains(word), "{error}");
    }
    for bad in ["topics: {from: t1}", "topics: {from: t1, to: t9, by: 2}"] {
        parse(&SCORES.replace("topics: {from: t1, to: t9}", bad)).expect_err(bad);
    }
}

#[test]
fn contradictions_between_files_are_named() {
    let published = |what: &str| {
        format!("counts: {{runs: 5, teams: 1}}\npublished:\n  printed: x\n  {what}\nlicence: mine")
    };
    check(
        GOOD,
        &[
            ("{repooled: {depth: 10}}", "as-judged", &[]),
            ("licence: mine\nobtain: by hand\n", "", &["licence", "obtain"]),
            ("collection/v1", "collection/v9", &["schema"]),
            ("id: mine", "id: My Collection", &["id"]),
            ("kind: open", "kind: simulated", &["files", "twin", "base"]),
            ("folder: mine", "folder: ../mine", &["files.folder"]),
            ("runs/*.gz", "x*/runs.gz", &["files.runs"]),
            ("depth: 10}", "depth: 0}", &["base.repooled.depth"]),
            ("qrels.txt", "qrels.txt\n  grades: {S: 200}", &["files.grades"]),
            (
                "qrels.txt",
                "qrels.txt\n  groups: g\n  sha256: {qrels: SUM, runs: SUM, teams: SUM}",
                &["files.sha256"],
            ),
            ("qrels.txt", "qrels.txt\n  intents: i\n  duplicates: d", &["files"]),
            ("qrels.txt", "qrels.txt\n  verticals: {probabilities: v}", &["files.verticals"]),
            (
                "qrels.txt",
                "qrels.txt\n  intents: i\n  verticals: {probabilities: v, level: 2}",
                &["files.verticals.level"],
            ),
            (
                "qrels.txt",
                "qrels.txt\n  sha256: {qrels: SUM, runs: SUM, teams: SUM, intents: SUM}",
                &["files.sha256.intents"],
            ),
            ("  runs: runs/*.gz\n", "", &["pool-depth", "base", "files.teams"]),
            ("  teams: teams.tsv\n", "", &["files.runs"]),
            ("teams: teams.tsv", "team-before: '-'", &["files.team-before"]),
            ("teams: teams.tsv", "run-names: files\n  team-before: ''", &["files.team-before"]),
            ("teams: teams.tsv", "teams: t\n  run-names: files\n  team-before: '-'", &["files.team-before"]),
            (
                "teams: teams.tsv",
                "run-names: files\n  team-before: '-'\n  later-runs: l/*",
                &["files.later-runs"],
            ),
            ("licence: mine", &published("relevant: {mean: 33.2, range: [4, 115]}"), &[]),
            ("licence: mine", &published("relevant: {mean: 3.2, range: [4, 115]}"), &["published.relevant"]),
            (
                "licence: mine",
                &published("relevant: {mean: 33.2, range: [4, 115]}\n  by-label: {S: 8.1, B: 20}"),
                &["published.by-label"],
            ),
            (
                "licence: mine",
                &published("teams: [{name: a, runs: 4, unique: 1, unique-relevant: 0}]"),
                &["published.teams"],
            ),
            ("licence: mine", &published("teams: [{name: a, runs: 5, unique: 1, unique-relevant: 0}]"), &[]),
        ],
    );
}

#[test]
fn judgments_without_runs_and_rosters() {
    let only_judgments = GOOD.replace(RUNS, "").replace(POOL, "");
    let with_roster = GOOD.replace(RUNS, ROSTER).replace(POOL, "");
    let only_roster = with_roster.replace(QRELS, "");
    let roster_and = |more: &str| format!("{ROSTER}  {more}\n");
    check(GOOD, &[(RUNS, "", &["pool-depth", "base"])]);
    check(
        &only_judgments,
        &[
            ("mine", "mine", &[]),
            ("qrels.txt", "qrels.txt\n  pooled: pooled.tsv", &["files.pooled"]),
            ("qrels.txt", "qrels.txt\n  sha256: {qrels: SUM, runs: SUM}", &["files.sha256.runs"]),
        ],
    );
    check(
        &with_roster,
        &[
            (QRELS, QRELS, &[]),
            (QRELS, "", &[]),
            (ROSTER, &roster_and("runs: runs/*\n  teams: teams.tsv"), &["files.roster"]),
            (ROSTER, &roster_and("pooled: pooled.tsv"), &["files.pooled"]),
            (ROSTER, &roster_and("sha256: {qrels: SUM}"), &["files.sha256"]),
            (ROSTER, &roster_and("sha256: {roster: SUM}"), &["files.sha256"]),
        ],
    );
    check(
        &only_roster,
        &[
            (ROSTER, "", &["files.qrels"]),
            (ROSTER, &roster_and("intents: i"), &["files.intents"]),
            (ROSTER, &roster_and("grades: {S: 1}"), &["files.grades"]),
            (ROSTER, &roster_and("sha256: {roster: SUM}"), &[]),
        ],
    );
}

#[test]
fn score_matrices_in_place_of_judgments_and_runs() {
    check(
        SCORES,
        &[
            ("scores:", "files: {folder: mine, qrels: q, runs: r, teams: t}\nscores:", &["files"]),
            ("licence:", "pool-depth: 10\nlicence:", &["pool-depth"]),
            ("licence:", "base: {repooled: {depth: 10}}\nlicence:", &["base"]),
            ("licence:", "counts: {judgments: 7}\nlicence:", &["counts.judgments"]),
            ("licence:", "counts: {topics: 7}\nlicence:", &[]),
            ("licence:", "published: {printed: here}\nlicence:", &["published"]),
            ("kind: open", "kind: simulated", &["files", "twin"]),
            ("folder: mine", "folder: ../mine", &["scores.folder"]),
            ("ap.csv", "../ap.csv", &["scores.files.AP"]),
            ("{AP: ap.csv, nDCG@10: ndcg.csv.gz}", "{}", &["scores.files"]),
            ("AP: ap", "MAPP: ap", &["scores.files.MAPP"]),
            // A measure must have the name that the program prints, because it is looked up by that name.
            ("AP: ap", "RBP(p=0.8): ap", &["scores.files.RBP(p=0.8)"]),
            ("team-before: _", "team-before: ''", &["scores.team-before"]),
            ("team-before: _", "teams: teams.tsv", &[]),
            ("team-before: _", "teams: ../teams.tsv", &["scores.teams"]),
            ("team-before: _", "team-before: _\n  teams: teams.tsv", &["scores.teams"]),
            ("team-before: _", "teams: teams.tsv\n  sha256: {AP: SUM, nDCG@10: SUM}", &["scores.sha256"]),
            ("team-before: _", "teams: teams.tsv\n  sha256: {AP: SUM, nDCG@10: SUM, teams: SUM}", &[]),
            ("team-before: _", "sha256: {AP: SUM}", &["scores.sha256"]),
            ("team-before: _", "sha256: {AP: SUM, nDCG@10: SUM, RR: SUM}", &["scores.sha256.RR"]),
        ],
    );
}

#[test]
fn dots_after_a_link_are_not_removed() {
    let root = tempfile::tempdir().expect("a folder");
    let path_to = |path: &str| root.path().join(path);
    std::fs::create_dir_all(path_to("far/away")).expect("made");
    std::os::unix::fs::symlink(path_to("far/away"), path_to("link")).expect("made");
    assert_eq!(plain(&path_to("link/../qrels")), path_to("link/../qrels"));
    assert_eq!(plain(&path_to("far/away/../qrels")), path_to("far/qrels"));
}
