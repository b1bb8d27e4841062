//! A licensed collection by way of its twin: written as files in the layout that the catalogue expects,
//! then found, verified and used.

use std::collections::BTreeSet;

use crate::world::{BAD_DATA, GOOD, World, counts, edited, ended};

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
    bundled("run own.yaml --results none")
        .code(BAD_DATA)
        .says("Missing data: trec03 (`rejudge data verify trec03` says how to get it).");
    assert_eq!(world.frame("none/cells.parquet").rows(), 0, "no fall back to the twin");
    // The grades of trec03: 2 for highly relevant, which the simulated collection calls S.
    bundled("simulate trec03-twin --as trec03 -o data/trec03").code(GOOD);
    // Its counts are those of the collection, its judgments are not: a twin is not taken for the real one.
    let verified = bundled("data verify trec03").code(BAD_DATA).stdout;
    for found in ["good\ttopics\t50", "good\truns\t78", "good\tteams\t16", "BAD\tmean relevant"] {
        assert!(verified.contains(&format!("trec03\t{found}")), "{found}\n{verified}");
    }
    let run = bundled("run own.yaml --results r").code(GOOD);
    // Two rosters, six score matrices, and nine cells per draw, of which the facts are not drawn anew.
    assert_eq!(counts(&run)[2], 0, "{}", run.stderr);
    let scores = world.rows("r/scores.parquet");
    let distinct = |column: &str| scores.texts(column).into_iter().collect::<BTreeSet<_>>();
    assert_eq!((distinct("run").len(), distinct("team").len(), distinct("topic").len()), (78, 16, 51));
    assert_eq!(distinct("kind").into_iter().collect::<Vec<_>>(), ["licensed"]);
    // Full judgments per topic and as a mean, the two others as a mean: 78 runs, two measures.
    assert_eq!(scores.0.len(), 78 * 2 * (50 + 1 + 2));
    assert!(scores.numbers("score").iter().all(|score| (0.0..=1.0).contains(score)));
    // The files contain the simulated collection itself: the same scores either way.
    let edits =
        [("[trec03]", "[trec03-twin]"), ("seed: 3", "seed: 20090107"), ("[one-per-team: {}]", "[all]")];
    world.write("twin.yaml", edited(EXPERIMENT, &edits));
    bundled("run twin.yaml --results twin --only judgments=full -s draws=1").code(GOOD);
    let [twin, files] =
        [world.rows("twin/scores.parquet"), scores].map(|rows| rows.with(&[("judgments", "full")]));
    assert_eq!(twin.0.len(), 78 * 2 * 51);
    let key = ["measure", "run", "topic"];
    assert!(twin.by(key, "score") == files.by(key, "score"), "scores of the files and of the twin differ");
}
