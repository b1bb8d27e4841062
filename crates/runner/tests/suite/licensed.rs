//! A licensed collection by way of its twin: written as files in the layout that the catalogue expects,
//! then found, verified and used.

use std::collections::BTreeSet;

use crate::world::{BAD_DATA, DIFFERENT, GOOD, USAGE, World, counts, ended};

const EXPERIMENT: &str = "\
schema: experiment/v1
id: own-data
seed: 3
draws: 2
evaluation: {no-relevant: drop, gains: {S: 3, A: 2, B: 1}}
axes:
  collection: [trec03]
  runs: [one-per-team: {}]
  judgments: [full, {take-teams: {fewest-unique: 3}}, {pool-depth: {depth: 10}}]
  measure: [AP, \"AP'\"]
statistics:
  facts: {collection-facts: {}}
  tau: {kendall-tau: {versus: full}}
";

#[test]
fn a_twin_written_as_files_serves_as_the_licensed_collection() {
    let world = World::new();
    world.write("own.yaml", EXPERIMENT);
    let bundled = |line: &str| {
        let mut command = world.bundled(line);
        command.env("REJUDGE_DATA", world.path("data"));
        ended(&mut command)
    };
    let listed = bundled("data list").code(GOOD).stdout;
    assert!(listed.contains("trec03\tlicensed\tnot available\t"), "{listed}");
    let skipped = bundled("run own.yaml --results none").code(GOOD);
    assert!(
        skipped.stderr.contains("Missing data: trec03 (`rejudge data verify trec03` says how to get it)."),
        "{}",
        skipped.stderr
    );
    assert_eq!(world.frame("none/cells.parquet").rows(), 0, "no fall back to the twin");
    let refused = bundled("data verify trec03").code(BAD_DATA);
    assert!(
        refused.stderr.starts_with("error: the files of `trec03` are not available: there is no folder ")
            && refused.stderr.contains("data/trec03\nJudgments: "),
        "{}",
        refused.stderr
    );

    // The grades of trec03: 2 for highly relevant, which the simulated collection calls S.
    bundled("simulate trec03-twin --as trec03 -o data/trec03").code(GOOD);
    let again = bundled("simulate trec03-twin -o data/trec03").code(USAGE);
    assert_eq!(again.stderr, "error: data/trec03 exists already\n");
    let listed = bundled("data list").code(GOOD).stdout;
    assert!(listed.contains("trec03\tlicensed\there\t"), "{listed}");
    // Its counts are those of the collection, its judgments are not: a twin is not taken for the real one.
    let verified = bundled("data verify trec03").code(BAD_DATA).stdout;
    for found in ["good\ttopics\t50", "good\truns\t78", "good\tteams\t16", "BAD\tmean relevant"] {
        assert!(verified.contains(&format!("trec03\t{found}")), "{found}\n{verified}");
    }
    let run = bundled("run own.yaml --results r").code(GOOD);
    // Two rosters, six score matrices, and nine cells per draw, of which the facts are not drawn anew.
    assert_eq!(counts(&run)[2], 0, "{}", run.stderr);
    let scores = world.frame("r/scores.parquet");
    let distinct = |column: &str| scores.text(column).unwrap().to_vec().into_iter().collect::<BTreeSet<_>>();
    assert_eq!((distinct("run").len(), distinct("team").len(), distinct("topic").len()), (78, 16, 51));
    assert_eq!(distinct("kind").into_iter().collect::<Vec<_>>(), ["licensed"]);
    // Full judgments per topic and as a mean, the two others as a mean: 78 runs, two measures.
    assert_eq!(scores.rows(), 78 * 2 * (50 + 1 + 2));
    assert!(
        scores.number("score").unwrap().iter().all(|score| score.is_some_and(|s| (0.0..=1.0).contains(&s)))
    );
    let choices = world.frame("r/choices.parquet");
    let drawn = |draw| {
        let rows = choices.whole("draw").unwrap().iter().zip(choices.text("run").unwrap().to_vec());
        rows.filter(|(d, _)| **d == Some(draw)).map(|(_, run)| run.clone()).collect::<Vec<_>>()
    };
    assert_eq!((drawn(1).len(), drawn(2).len()), (16, 16), "one run a team");
    assert_ne!(drawn(1), drawn(2), "another draw chooses other runs");

    // The files contain the simulated collection itself: the same scores either way.
    world.write(
        "twin.yaml",
        EXPERIMENT
            .replace("[trec03]", "[trec03-twin]")
            .replace("seed: 3", "seed: 20090107")
            .replace("[one-per-team: {}]", "[all]"),
    );
    bundled("run twin.yaml --results twin --only judgments=full -s draws=1").code(GOOD);
    let twin = world.frame("twin/scores.parquet");
    let rows = |frame: &rejudge_tables::frame::Frame| {
        let key = ["judgments", "measure", "run", "topic"].map(|column| frame.text(column).unwrap().to_vec());
        let score = frame.number("score").unwrap().to_vec();
        let row = |at: usize| (key.each_ref().map(|column| column[at].clone()), score[at]);
        (0..frame.rows())
            .map(row)
            .filter(|(key, _)| key[0] == "full")
            .collect::<std::collections::BTreeMap<_, _>>()
    };
    assert_eq!(rows(&twin).len(), 78 * 2 * 51);
    assert!(rows(&twin) == rows(&scores), "scores of the files and of the twin differ");

    // A run that is taken away is noticed by `verify`.
    std::fs::remove_file(
        std::fs::read_dir(world.path("data/trec03/runs")).unwrap().next().unwrap().unwrap().path(),
    )
    .unwrap();
    let verified = bundled("data verify trec03").code(BAD_DATA).stdout;
    assert!(verified.contains("trec03\tBAD\truns\t77\texpected 78"), "{verified}");
}

/// Table 1 of Bompada et al. prints 60 topics of TREC-14; the collection has 59, according to a known erratum, and so
/// has its simulation, which is used here.
#[test]
fn a_known_erratum_of_a_paper_is_a_known_difference_with_the_data() {
    let world = World::new();
    let bundled = |line: &str| {
        let mut command = world.bundled(line);
        command.env("REJUDGE_DATA", world.path("data"));
        ended(&mut command)
    };
    bundled("simulate trec14-twin --as trec14 -o data/trec14").code(GOOD);
    let few = "-s draws=1 -s statistics.tests.pair-tests.pairs=2 --only collection=trec14,judgments=full";
    bundled(&format!("run bompada-incomplete --results r {few}")).code(GOOD);
    // The judgments are others, and most was not computed: the check fails, but not at the topics.
    let check = bundled("check bompada-incomplete --results r").code(DIFFERENT);
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(world.path("r/check.json")).unwrap()).unwrap();
    let printed =
        ["recomputed", "recomputed-otherwise", "differs"].map(|name| json["printed"][name].as_u64());
    assert_eq!(printed, [2, 1, 1].map(Some), "{}", check.stdout);
    assert!(check.stderr.contains("table-1[avg rels, trec14] is printed 58.4, "), "{}", check.stderr);
    assert!(!check.stderr.contains("table-1[topics, trec14]"), "{}", check.stderr);
    let rows = world.frame("r/checks.parquet");
    let column = |name: &str| rows.text(name).unwrap().to_vec();
    let topics = (0..rows.rows())
        .find(|&at| (column("row")[at].as_str(), column("column")[at].as_str()) == ("topics", "trec14"))
        .unwrap();
    let found = ["printed", "should_be", "outcome"].map(|name| column(name)[topics].clone());
    assert_eq!(found, ["60", "59", "known-difference"]);
    assert_eq!(rows.number("computed").unwrap()[topics], Some(59.0));
}
