use std::path::{Path, PathBuf};

use crate::descriptor::*;

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

/// The errors of a description, in which `SUM` is a checksum.
fn fields(yaml: &str) -> Vec<String> {
    let yaml = &yaml.replace("SUM", &"0".repeat(64));
    parse(yaml).expect(yaml).check().into_iter().map(|error| error.field).collect()
}

#[test]
fn a_good_descriptor_has_nothing_to_say() {
    let descriptor = parse(GOOD).expect("good");
    assert_eq!(descriptor.check(), []);
    assert_eq!(descriptor.base, Base::Repooled { depth: 10 });
    assert_eq!(descriptor.folder(Path::new("/data")), Some(PathBuf::from("/data/mine")));
    let plain = GOOD.replace("{repooled: {depth: 10}}", "as-judged");
    assert_eq!(parse(&plain).expect("good").base, Base::AsJudged);
}

#[test]
fn an_example_needs_neither_licence_nor_source() {
    let bare = GOOD.replace("licence: mine\nobtain: by hand\n", "");
    assert_eq!(fields(&bare), ["licence", "obtain"]);
    for kind in ["worked-example", "made-up"] {
        assert_eq!(fields(&bare.replace("kind: open", &format!("kind: {kind}"))), [""; 0]);
    }
}

#[test]
fn unknown_fields_and_words_are_refused() {
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
}

#[test]
fn contradictions_are_named_by_field() {
    for (good, bad, field) in [
        ("collection/v1", "collection/v9", "schema"),
        ("id: mine", "id: My Collection", "id"),
        ("kind: open", "kind: simulated", "files"),
        ("folder: mine", "folder: ../mine", "files.folder"),
        ("folder: mine", "folder: /mine", "files.folder"),
        ("runs/*.gz", "x*/runs.gz", "files.runs"),
        ("pool-depth: 100", "pool-depth: 0", "pool-depth"),
        ("depth: 10}", "depth: 0}", "base.repooled.depth"),
        ("licence: mine", "licence: ' '", "licence"),
        ("obtain: by hand\n", "", "obtain"),
        ("qrels.txt", "qrels.txt\n  grades: {S: 200}", "files.grades"),
        (
            "qrels.txt",
            "qrels.txt\n  groups: g\n  sha256: {qrels: SUM, runs: SUM, teams: SUM}",
            "files.sha256",
        ),
        ("qrels.txt", "qrels.txt\n  groups: ../g", "files.groups"),
        ("qrels.txt", "qrels.txt\n  intents: i\n  duplicates: d", "files"),
        ("qrels.txt", "qrels.txt\n  verticals: {probabilities: v}", "files.verticals"),
        (
            "qrels.txt",
            "qrels.txt\n  intents: i\n  verticals: {probabilities: v, level: 2}",
            "files.verticals.level",
        ),
        (
            "qrels.txt",
            "qrels.txt\n  sha256: {qrels: SUM, runs: SUM, teams: SUM, intents: SUM}",
            "files.sha256.intents",
        ),
        ("  runs: runs/*.gz\n", "", "files.teams"),
        ("  teams: teams.tsv\n", "", "files.teams"),
        ("teams: teams.tsv", "team-before: '-'", "files.team-before"),
        ("teams: teams.tsv", "run-names: files\n  team-before: ''", "files.team-before"),
        ("teams: teams.tsv", "teams: t\n  run-names: files\n  team-before: '-'", "files.team-before"),
        ("teams: teams.tsv", "run-names: files\n  team-before: '-'\n  later-runs: l/*", "files.later-runs"),
        ("qrels.txt", "qrels.txt\n  sha256: {qrels: SUM, runs: SUM}", "files.sha256"),
    ] {
        let found = fields(&GOOD.replace(good, bad));
        assert!(found.iter().any(|name| name == field), "{bad}: {found:?}");
    }
}

#[test]
fn judgments_alone_are_a_collection() {
    let alone = GOOD.replace("  runs: runs/*.gz\n", "").replace("  teams: teams.tsv\n", "");
    assert_eq!(fields(&alone), ["pool-depth", "base"]);
    let alone = alone.replace("pool-depth: 100\nbase: {repooled: {depth: 10}}\n", "");
    assert_eq!(fields(&alone), Vec::<String>::new());
    let pooled = alone.replace("qrels.txt", "qrels.txt\n  pooled: pooled.tsv");
    assert_eq!(fields(&pooled), ["files.pooled"]);
    let sums = alone
        .replace("qrels.txt", &format!("qrels.txt\n  sha256: {{qrels: {0}, runs: {0}}}", "0".repeat(64)));
    assert_eq!(fields(&sums), ["files.sha256.runs"]);
}

#[test]
fn a_roster_stands_for_runs_that_are_not_here() {
    let runs = "  runs: runs/*.gz\n  teams: teams.tsv\n";
    let pool = "pool-depth: 100\nbase: {repooled: {depth: 10}}\n";
    assert!(GOOD.contains(runs) && GOOD.contains(pool));
    let listed = GOOD.replace(runs, "  roster: roster.tsv\n").replace(pool, "");
    assert_eq!(fields(&listed), Vec::<String>::new());
    let names = listed.replace("  qrels: qrels.txt\n", "");
    assert_eq!(fields(&names), Vec::<String>::new());
    assert_eq!(fields(&names.replace("  roster: roster.tsv\n", "")), ["files.qrels"]);
    for (change, field) in [
        ("  runs: runs/*\n  teams: teams.tsv\n", "files.roster"),
        ("  pooled: pooled.tsv\n", "files.pooled"),
        ("  sha256: {qrels: SUM}\n", "files.sha256"),
    ] {
        let found =
            fields(&listed.replace("  roster: roster.tsv\n", &format!("  roster: roster.tsv\n{change}")));
        assert!(found.iter().any(|name| name == field), "{change}: {found:?}");
    }
    for (change, field) in [("  intents: i\n", "files.intents"), ("  grades: {S: 1}\n", "files.grades")] {
        let found =
            fields(&names.replace("  roster: roster.tsv\n", &format!("  roster: roster.tsv\n{change}")));
        assert!(found.iter().any(|name| name == field), "{change}: {found:?}");
    }
    let sum = "0".repeat(64);
    let without = format!("  roster: roster.tsv\n  sha256: {{roster: {sum}}}\n");
    assert_eq!(fields(&names.replace("  roster: roster.tsv\n", &without)), Vec::<String>::new());
    assert_eq!(fields(&listed.replace("  roster: roster.tsv\n", &without)), ["files.sha256"]);
}

#[test]
fn printed_numbers_must_agree_with_one_another() {
    let with = |published: &str| {
        fields(&format!("{GOOD}counts: {{runs: 5, teams: 1}}\npublished:\n  printed: x\n  {published}\n"))
    };
    assert_eq!(with("relevant: {mean: 33.2, range: [4, 115]}"), Vec::<String>::new());
    assert_eq!(with("relevant: {mean: 3.2, range: [4, 115]}"), ["published.relevant"]);
    assert_eq!(
        with("relevant: {mean: 33.2, range: [4, 115]}\n  by-label: {S: 8.1, B: 20}"),
        ["published.by-label"]
    );
    assert_eq!(with("teams: [{name: a, runs: 4, unique: 1, unique-relevant: 0}]"), ["published.teams"]);
    assert_eq!(with("teams: [{name: a, runs: 5, unique: 1, unique-relevant: 0}]"), Vec::<String>::new());
}

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

#[test]
fn score_matrices_stand_in_place_of_judgments_and_runs() {
    let descriptor = parse(SCORES).expect("good");
    assert_eq!(descriptor.check(), []);
    assert_eq!(descriptor.folder(Path::new("/data")), Some(PathBuf::from("/data/mine")));
    let files = "files: {folder: mine, qrels: q, runs: r, teams: t}\nscores:";
    let sum = "a".repeat(64);
    for (good, bad, expected) in [
        ("scores:", files, vec!["files"]),
        ("licence:", "pool-depth: 10\nlicence:", vec!["pool-depth"]),
        ("licence:", "base: {repooled: {depth: 10}}\nlicence:", vec!["base"]),
        ("licence:", "counts: {judgments: 7}\nlicence:", vec!["counts.judgments"]),
        ("licence:", "counts: {topics: 7}\nlicence:", vec![]),
        ("licence:", "published: {printed: here}\nlicence:", vec!["published"]),
        ("kind: open", "kind: simulated", vec!["files", "twin"]),
        ("folder: mine", "folder: ../mine", vec!["scores.folder"]),
        ("ap.csv", "../ap.csv", vec!["scores.files.AP"]),
        ("{AP: ap.csv, nDCG@10: ndcg.csv.gz}", "{}", vec!["scores.files"]),
        ("AP: ap", "MAPP: ap", vec!["scores.files.MAPP"]),
        // The name must be the one that a measure prints, because it is looked up by that name.
        ("AP: ap", "RBP(p=0.8): ap", vec!["scores.files.RBP(p=0.8)"]),
        ("team-before: _", "team-before: ''", vec!["scores.team-before"]),
        ("team-before: _", "teams: teams.tsv", vec![]),
        ("team-before: _", "teams: ../teams.tsv", vec!["scores.teams"]),
        ("team-before: _", "team-before: _\n  teams: teams.tsv", vec!["scores.teams"]),
        (
            "team-before: _",
            &format!("teams: teams.tsv\n  sha256: {{AP: {sum}, nDCG@10: {sum}}}"),
            vec!["scores.sha256"],
        ),
        (
            "team-before: _",
            &format!("teams: teams.tsv\n  sha256: {{AP: {sum}, nDCG@10: {sum}, teams: {sum}}}"),
            vec![],
        ),
        ("team-before: _", &format!("sha256: {{AP: {sum}, nDCG@10: {sum}}}"), vec![]),
        ("team-before: _", &format!("sha256: {{AP: {sum}}}"), vec!["scores.sha256"]),
        (
            "team-before: _",
            &format!("sha256: {{AP: {sum}, nDCG@10: {sum}, RR: {sum}}}"),
            vec!["scores.sha256.RR"],
        ),
    ] {
        assert_eq!(fields(&SCORES.replace(good, bad)), expected, "{bad}");
    }
    for bad in ["topics: {from: t1}", "topics: {from: t1, to: t9, by: 2}"] {
        parse(&SCORES.replace("topics: {from: t1, to: t9}", bad)).expect_err(bad);
    }
}
