//! Sets of topics as an axis: the cells, how they are computed, and inputs that are refused.

use crate::cases::{FILE, cases, edits};
use crate::given::COLLECTION;
use crate::world::{BAD_DATA, GOOD, USAGE, World, changed};

/// By the first two topics A is best, and by the last two C. B is always between them.
const SCORES: &str = "topic,A,B,C\nt1,0.9,0.5,0.1\nt2,0.9,0.5,0.1\nt3,0.1,0.5,0.9\nt4,0.1,0.5,0.9\n";

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Sets of topics
seed: 5
draws: 1
axes:
  collection: [given]
  judgments: [full]
  topic-sets:
    - disjoint-pairs: {size: {each: [1, 2, 3]}, pairs: 3000}
    - overlapping-pairs: {size: 4, pairs: 20}
  measure: [AP]
statistics:
  mean: {mean-score: {}}
  swaps: {swap-rates: {}}
tables:
  means: {caption: Means, rows: collection, columns: measure, cell: mean}
  errors: {caption: Errors, where: {topic-sets: \"disjoint-pairs(*)\"}, rows: topic-sets.size, columns: measure, cell: swaps}
";

fn world(experiment: &str) -> World {
    let world = World::new();
    world.write("collections/given.yaml", changed(COLLECTION, ", P@10: p10.csv", ""));
    world.write("data/scores/ap.csv", SCORES);
    world.write("experiments/small/experiment.yaml", experiment);
    world
}

#[test]
fn statistics_of_all_topics_have_no_more_cells_for_them() {
    let world = world(EXPERIMENT);
    world.line("plan small").code(GOOD).prints("\naxis topic-sets: 4\n");
    world.line("run small --results r --quiet").code(GOOD);
    let rows = world.rows("r/cells.parquet");
    let means = rows.with(&[("component", "mean")]);
    assert_eq!(means.texts("address"), ["small/mean[collection=given,judgments=full,measure=AP]"]);
    // There is one cell for three thousand pairs of sets, and none for sets that no table needs.
    let mut cells = rows.texts("address");
    cells.dedup();
    assert_eq!(cells.len(), 4, "{cells:?}");
    assert!(cells[1].ends_with("measure=AP,topic-sets=disjoint-pairs(pairs=3000,size=1)]"), "{cells:?}");
}

/// Worked by hand: of 12 ordered pairs of topics, 8 have topics of different halves, so every pair of runs changes its
/// order. Of the three ways to split the topics into halves, one separates {1, 2} from {3, 4}. In the other two, all runs
/// are tied, which counts as half a swap.
#[test]
fn error_rates_are_near_those_of_all_sets() {
    let world = world(EXPERIMENT);
    world.line("run small --results r --quiet").code(GOOD);
    let rows = world.rows("r/cells.parquet");
    let set = |size: &str| format!("disjoint-pairs(pairs=3000,size={size})");
    let of = |size: &str, name: &str| {
        rows.with(&[("topic_sets", &set(size)), ("component", name)]).number("value")
    };
    // With 3,000 draws, four standard errors are .035.
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 0.035, "{found}, {expected}");
    near(of("1", "error"), 8.0 / 12.0);
    near(of("2", "error"), 1.0 / 3.0 + 0.5 * 2.0 / 3.0);
    assert_eq!([of("1", "pairs-20"), of("1", "pairs-00")], [9000.0, 0.0]);
    assert_eq!([of("2", "error-00"), of("2", "error-20")], [0.5, 1.0]);
    let none = rows.with(&[("topic_sets", &set("3"))]);
    assert_eq!(none.texts("error")[0], "two sets of 3 topics need 6, found 4");
}

#[test]
fn wrong_topic_sets_are_refused() {
    let line = "columns: [{label: x, over: topic-sets.size, take: {extrapolated: {at: 9}}}]";
    let of_judgments = format!("rows: measure, {}", line.replace("topic-sets.size", "judgments"));
    let rows: [(&str, &str); 8] = [
        ("overlapping-pairs", "overlaping-pairs"),
        ("size: 4", "sise: 4"),
        ("size: 4, ", ""),
        ("size: 4", "size: 0"),
        ("rows: topic-sets.size", "rows: topic-sets.sise"),
        ("{swap-rates: {}}", "{swap-rates: {error: 5}}"),
        ("{swap-rates: {}}", "{swap-rates: {ties: bogus}}"),
        ("rows: topic-sets.size, columns: measure", &of_judgments),
    ];
    cases("mistakes_of_topic_sets", &world(EXPERIMENT), edits(USAGE, "plan small", FILE, &rows));
    world(&changed(EXPERIMENT, "rows: topic-sets.size, columns: measure", &format!("rows: measure, {line}")))
        .line("plan small")
        .code(GOOD);
}

/// By the first two topics A is before B, and B before C. By the last two the order is reversed. By all topics it is the
/// order of the first two.
const ON_SETS: &str = "\
schema: experiment/v1
id: small
title: Some of the topics
seed: 5
draws: 1
axes:
  collection: [given]
  judgments: [full]
  topic-sets:
    - named: {topics: {each: [[t1, t2], t3+t4]}}
    - random: {size: {each: [4, 5]}, draws: 2}
  measure: [AP]
statistics:
  score: {run-scores: {}}
  tau: {kendall-tau: {versus: {topic-sets: all}, ties: a}}
tables:
  all: {caption: Scores, rows: run, columns: measure, cell: score}
  named: {caption: tau, where: {topic-sets: \"named(*)\"}, rows: topic-sets.topics, columns: measure, cell: tau}
  drawn: {caption: tau, rows: topic-sets.size, columns: measure, cell: tau, over: topic-sets.draw}
";

fn world_of_sets(experiment: &str) -> World {
    let world = world(experiment);
    world.write("data/scores/ap.csv", SCORES.replace("t4,0.1,0.5,0.9", "t4,0.2,0.5,0.8"));
    world
}

#[test]
fn statistics_of_scores_are_computed_on_sets_of_topics() {
    let world = world_of_sets(ON_SETS);
    world.line("run small --results r --quiet").code(GOOD);
    let rows = world.rows("r/cells.parquet");
    let of = |set: &str, column: &str| {
        rows.with(&[("statistic", "tau"), ("topic_sets", set)]).texts(column)[0].to_owned()
    };
    for (set, tau) in
        [("named(topics=t1+t2)", "1"), ("named(topics=t3+t4)", "-1"), ("random(draw=2,size=4)", "1")]
    {
        assert_eq!(of(set, "value"), tau, "{set}");
    }
    assert_eq!(of("random(draw=1,size=5)", "error"), "a set of 5 topics needs at least that many, found 4");
    // If a collection has too few topics, a grid over several collections is still valid. A name that no topic has is a
    // mistake.
    let mistyped = world_of_sets(&changed(ON_SETS, "t3+t4", "t3+t5"));
    mistyped.line("run small --results r --quiet").code(BAD_DATA);
    let cells = mistyped.rows("r/cells.parquet");
    for (set, status) in [("named(topics=t3+t5)", "failed"), ("random(draw=1,size=5)", "undefined")] {
        assert_eq!(cells.with(&[("topic_sets", set)]).texts("status")[0], status, "{set}");
    }
    // Cells that no table needs on sets of topics use all topics. They have the same key as without the axis.
    let scores = rows.with(&[("statistic", "score")]).numbers("value");
    let mean_of = |a: f64, b: f64, c: f64, d: f64| (a + b + c + d) / 4.0;
    assert_eq!(scores.len(), 3, "{scores:?}");
    assert_eq!([scores[0], scores[2]], [mean_of(0.9, 0.9, 0.1, 0.2), mean_of(0.1, 0.1, 0.9, 0.8)]);
    let bare =
        "    - named: {topics: {each: [[t1, t2], t3+t4]}}\n    - random: {size: {each: [4, 5]}, draws: 2}\n";
    let bare = changed(ON_SETS, &format!("  topic-sets:\n{bare}"), "");
    let bare = changed(&bare, "versus: {topic-sets: all}", "versus: full");
    let bare = bare.split("  named: {").next().expect("the tables").to_owned();
    world.write("experiments/small/experiment.yaml", bare);
    world.line("plan small").code(GOOD).prints("cells: 1 = 1 cached + 0 to compute");
}

#[test]
fn mistakes_of_one_set_are_refused() {
    let rows: [(&str, &str); 5] = [
        ("versus: {topic-sets: all}", "versus: {topic-sets: al}"),
        ("versus: {topic-sets: all}", "versus: {topic-set: all}"),
        ("size: {each: [4, 5]}, draws: 2", "size: {range: {from: 0.5, to: 2, step: 0.5}}, draws: 2"),
        ("size: {each: [4, 5]}, draws: 2", "size: {range: {from: 5, to: 4, step: 0.5}}, draws: 2"),
        ("rows: topic-sets.topics", "rows: topic-sets.topic"),
    ];
    cases("mistakes_of_one_set_of_topics", &world_of_sets(ON_SETS), edits(USAGE, "plan small", FILE, &rows));
}

/// The worst runs are left out: as many as fit into the share.
#[test]
fn the_worst_runs_can_be_left_out() {
    let with_runs = changed(
        EXPERIMENT,
        "  judgments: [full]\n",
        "  runs: [without-worst: {share: 0.4, by: AP}]\n  judgments: [full]\n",
    );
    let world = world(&with_runs);
    world.write("data/scores/ap.csv", SCORES.replace("t1,0.9,0.5,0.1", "t1,0.8,0.5,0.2"));
    world.line("run small --results r --quiet").code(GOOD);
    assert_eq!(world.rows("r/choices.parquet").0.len(), 2);
}
