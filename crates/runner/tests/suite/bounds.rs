//! `rejudge eval --bounds` and the statistic `bounds`: values worked by hand, labels of another judge, and
//! measures without bounds.

use crate::cases::{Page, case, cases, lines};
use crate::world::{BAD_DATA, GOOD, TINY, USAGE, World};

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Bounds
seed: 1
axes:
  collection: [two]
  measure: [AP, P@2, OldBpref]
  judgments: [full, pool-depth: {depth: 1}]
statistics:
  bounds: {bounds: {}}
  within: {within-bounds: {versus: full}}
";

/// Creates judgments with one relevant document `a`, and two runs. `u` (rank 1 of `x`) and `v` (rank 3 of
/// `y`) are unjudged.
fn world() -> World {
    let world = World::new();
    world.write("q", "1 0 a 1\n1 0 b 0\n");
    world.write("x", "1 Q0 u 1 2 x\n1 Q0 a 2 1 x\n");
    world.write("y", "1 Q0 a 1 3 y\n1 Q0 b 2 2 y\n1 Q0 v 3 1 y\n");
    world
}

/// If besides `a` only `v` is relevant, AP of `x` is (1/2)/2. If besides `a` only `u` is relevant, AP of `x`
/// is 1 and AP of `y` is 1/2.
#[test]
fn bounds_of_runs_are_as_worked_by_hand() {
    let mut page = Page::default();
    let found = page.case(&world(), case(GOOD, "eval q x y -m AP -m P@2 --bounds -q"));
    let expected = "run\ttopic\tmeasure\tvalue\tlower\tupper\tbounds\tcondensed\n\
                    x\t1\tAP\t0.5\t0.25\t1\texact\t1\nx\tall\tAP\t0.5\t0.25\t1\texact\t1\n\
                    x\t1\tP@2\t0.5\t0.5\t1\texact\t0.5\nx\tall\tP@2\t0.5\t0.5\t1\texact\t0.5\n\
                    y\t1\tAP\t1\t0.5\t1\texact\t1\ny\tall\tAP\t1\t0.5\t1\texact\t1\n\
                    y\t1\tP@2\t0.5\t0.5\t0.5\texact\t0.5\ny\tall\tP@2\t0.5\t0.5\t0.5\texact\t0.5\n";
    assert_eq!(found.stdout, expected);
    page.shown("bounds_of_runs");
}

/// A model labels `u` relevant and `v` nonrelevant, so AP of `x` is 1 and AP of `y` is 1/2. Its label for `a` is ignored.
#[test]
fn the_score_with_another_judge_is_between_the_bounds() {
    let world = world();
    world.write("model", "1 0 u 1\n1 0 v 0\n1 0 a 0\n2 0 a 1\n");
    let judged = |code: i32, judge: &str| case(code, format!("eval q x y -m AP --bounds --judge {judge}"));
    let mut page = Page::default();
    let found = page.case(&world, judged(GOOD, "model"));
    let expected = "run\ttopic\tmeasure\tvalue\tlower\tupper\tbounds\tcondensed\tfilled\n\
                    x\tall\tAP\t0.5\t0.25\t1\texact\t1\t1\ny\tall\tAP\t1\t0.5\t1\texact\t1\t0.5\n";
    assert_eq!(found.stdout, expected);
    // `w` and `z` are in no run and raise R to 3. So AP of `y` is below its lower bound, for which only
    // documents in runs are filled.
    let beyond = judged(GOOD, "beyond").write("beyond", "1 0 u 0\n1 0 v 0\n1 0 w 1\n1 0 z 1\n");
    let beyond = page.case(&world, beyond).stdout;
    assert!(beyond.contains("y\tall\tAP\t1\t0.5\t1\texact\t1\t0.3333333333333333\n"), "{beyond}");
    // Labels for documents that people judged are not used.
    page.case(&world, judged(GOOD, "same").write("same", "1 0 a 0\n1 0 b 1\n"));
    // A label above the levels of people is refused, or treated as an option says.
    page.write(&world, "gains", "1 0 u 45\n1 0 v 0\n1 0 v 1\n");
    for judge in ["gains", "gains,outside=clamp", "gains,labels=gains,repeated=last", "absent"] {
        page.case(&world, judged(BAD_DATA, judge));
    }
    page.shown("bounds_with_another_judge");
    world.write("model.jsonl", "{\"query_id\":\"1\",\"doc_id\":\"u\",\"relevance\":1}\n{\"query_id\":\"1\",\"doc_id\":\"v\",\"relevance\":0}\n");
    let taken = |judge: &str| {
        world.line(&format!("eval q x y -m AP --bounds --quiet --judge {judge}")).code(GOOD).stdout
    };
    assert_eq!(taken("gains,outside=clamp,repeated=first"), expected);
    assert_eq!(taken("model.jsonl"), expected);
    assert_eq!(taken("gains,highest=45,repeated=first"), expected);
    assert_ne!(taken("gains,outside=clamp,repeated=last"), expected);
    assert_ne!(taken("gains,outside=drop,repeated=first"), expected);
}

/// If besides `a` only `u` is relevant, AP of `x` and `y` is 1 and 1/2. If besides `a` only `v` is relevant,
/// it is (1/2)/2 and (1 + 2/3)/2. For P@2 only `u` matters, and the runs may tie.
#[test]
fn bounds_of_pairs_are_as_worked_by_hand() {
    let args = "eval q x y -m AP -m P@2 --bounds=pairs --format csv";
    let mut page = Page::default();
    let found = page.case(&world(), case(GOOD, args));
    page.shown("bounds_of_pairs");
    let rows: Vec<&str> = found.stdout.lines().collect();
    assert_eq!(rows[0], "measure,run,other,differences-of,lower,upper,least-found,most-found,order");
    let cells: Vec<&str> = rows[1].split(',').collect();
    assert_eq!((cells[0], cells[7], cells[8]), ("AP", "0.5", "order flips between two fillings"));
    let least: f64 = cells[6].parse().unwrap();
    assert!((least - (1.0 / 4.0 - 5.0 / 6.0)).abs() < 1e-12, "{least}");
    assert_eq!(rows[2], "P@2,x,y,scores,0,0.5,0,0.5,undecided");
}

#[test]
fn bounds_that_are_too_wide_suggest_cutoffs_within_the_pool() {
    let world = World::new();
    let judged = |topic| (1..=10).map(move |at| format!("{topic} 0 d{at} {}\n", u8::from(at <= 5)));
    world.write("q", (1..=3).flat_map(judged).collect::<String>());
    let run = |tag: &str, document: fn(u32) -> u32| {
        let ranking = |topic| (topic, (1..=40).map(move |at| format!("d{}", document(at))));
        world.run(tag, tag, (1..=3).map(ranking));
    };
    run("better", |at| at);
    // `worse` ranks the first five documents after the next five.
    run("worse", |at| if at <= 10 { (at + 4) % 10 + 1 } else { at + 100 });
    let pairs = "eval q better worse -m 'RBP(p=0.99)' --bounds=pairs";
    cases("bounds_within_the_pool", &world, [case(GOOD, pairs)]);
}

/// The statistic has the bounds that `eval` prints for each run, and no value if a measure has no bounds.
#[test]
fn the_statistic_equals_the_bounds_of_eval() {
    let world = world();
    for (from, to) in [("q", "qrels.txt"), ("x", "runs/x"), ("y", "runs/y")] {
        world.write(&format!("data/two/{to}"), world.read(from));
    }
    world.write("data/two/teams.tsv", "x\tus\ny\tthem\n");
    world.write("collections/two.yaml", TINY.replace("tiny", "two").replace("depth: 3", "depth: 1"));
    world.write("experiments/small/experiment.yaml", EXPERIMENT);
    world.line("run small --results r --cache c").code(GOOD);
    let cells = world.rows("r/cells.parquet").with(&[("status", "ok")]);
    let cells = cells.by(["judgments", "measure", "component", "run"], "value");
    let value = |measure, component, run| cells.get(&["full", measure, component, run]).copied();
    assert_eq!((value("AP", "lower", "x"), value("AP", "upper", "x")), (Some(0.25), Some(1.0)));
    assert_eq!((value("P@2", "lower", "y"), value("P@2", "upper", "y")), (Some(0.5), Some(0.5)));
    assert_eq!((value("AP", "width", ""), value("AP", "flips", "")), (Some(0.625), Some(1.0)));
    assert_eq!((value("P@2", "unknown", ""), value("OldBpref", "width", "")), (Some(1.0), None));
    // Of the judged documents, the pool of depth 1 contains only `a`, so `b` is unjudged. Scores under the
    // full judgments are within the bounds.
    let of_pool = |component| cells[&["pool-depth(depth=1)", "AP", component, ""]];
    assert_eq!(["runs", "within", "below", "above"].map(of_pool), [2.0, 2.0, 0.0, 0.0]);
    assert_eq!(of_pool("topics-within"), 1.0);
}

#[test]
fn runs_and_measures_without_bounds_are_refused() {
    let world = world();
    world.write("model", "1 0 u 1\n");
    let refused = [
        "eval q x -m OldBpref --bounds",
        "eval q x -m AP --bounds --format trec_eval",
        "eval q x -m AP --bounds=pairs",
        "eval q x y -m AP --bounds --intervals",
        "eval q x -m AP --bounds=pairs -q",
        "eval q x y -m AP --bounds --compare x",
        "eval q x -m AP --bounds=teams",
        "eval q x y -m AP --judge model",
        "eval q x y -m AP --bounds --judge model,repeat=last",
        "eval q x y -m AP --bounds=pairs --judge model",
    ];
    // Filling could give topic 2 a relevant document, and the mean would then be over other topics.
    let back = case(USAGE, "eval q r -m P@1 --bounds --no-relevant drop")
        .write("q", "1 0 a 1\n2 0 c 0\n")
        .write("r", "1 Q0 a 1 2 r\n2 Q0 x 1 1 r\n");
    cases("runs_without_bounds", &world, lines(USAGE, refused).into_iter().chain([back]));
}
