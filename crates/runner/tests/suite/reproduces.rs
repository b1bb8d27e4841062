//! `eval --reproduces`: compares runs with the runs that they reproduce.

use crate::cases::{case, cases};
use crate::world::{GOOD, World};

/// Creates a world with judgments of two collections, and a baseline and an advanced run. Each run has an
/// original, a reproduction on the first collection, and a replication on the second.
fn world() -> World {
    let world = World::new();
    world.write("q", "1 0 d1 2\n1 0 d2 1\n2 0 d1 1\n2 0 d4 0\n3 0 d5 2\n");
    world.write("other", "8 0 e1 1\n9 0 e2 1\n9 0 e3 1\n");
    let run = |name: &str, lists: &[(&str, &[&str])]| {
        world.run(&format!("{name}.txt"), name, lists.iter().copied())
    };
    run("base", &[("1", &["d9", "d1", "d2"]), ("2", &["d4", "d1"]), ("3", &["d8", "d7", "d5"])]);
    run("new", &[("1", &["d1", "d9", "d2"]), ("2", &["d1", "d4"]), ("3", &["d8", "d5"])]);
    run("my-base", &[("1", &["d9", "d2", "d1"]), ("2", &["d4", "d1"]), ("3", &["d7", "d8", "d5"])]);
    run("my-new", &[("1", &["d1", "d2", "d3"]), ("2", &["d4", "d1"]), ("3", &["d5", "d8"])]);
    run("their-base", &[("8", &["e3", "e1"]), ("9", &["e1", "e2"])]);
    run("their-new", &[("8", &["e1"]), ("9", &["e2", "e1", "e3"])]);
    world
}

/// Returns the values of the rows by AP, beginning with the baseline. `None` means null.
fn values(world: &World, line: &str, columns: &[&str]) -> Vec<Vec<Option<f64>>> {
    let json = world.line(&format!("{line} -m AP --format json --quiet")).code(GOOD).json();
    let rows = json["reproductions"].as_array().expect("rows");
    rows.iter().map(|row| columns.iter().map(|column| row[*column].as_f64()).collect()).collect()
}

fn assert_near(found: &[Vec<Option<f64>>], expected: &[&[Option<f64>]]) {
    assert_eq!(found.len(), expected.len());
    assert!(found.iter().zip(expected).all(|(found, expected)| found.len() == expected.len()));
    for (found, expected) in found.iter().flatten().zip(expected.iter().copied().flatten()) {
        let is_near = match (found, expected) {
            (Some(found), Some(expected)) => (found - expected).abs() < 1e-12,
            (found, expected) => found == expected,
        };
        assert!(is_near, "{found:?} against {expected:?}");
    }
}

/// repro_eval compares 1,000 documents. Documents after these do not matter.
#[test]
fn documents_below_rank_1000_do_not_count() {
    let world = World::new();
    world.write("q", "1 0 d0007 1\n");
    let documents: Vec<String> = (0..1500).map(|number| format!("d{number:04}")).collect();
    let mut other = documents.clone();
    other[1000..].reverse();
    for (name, documents) in [("one", documents), ("other", other)] {
        world.run(&format!("{name}.txt"), name, [("1", documents)]);
    }
    let columns = ["ktu", "ktu-by-rank", "rbo@1000"];
    let found = values(&world, "eval q other.txt --reproduces one.txt", &columns);
    assert_near(&found, &[&[Some(1.0); 3]]);
}

/// The numbers are from `RpdEvaluator` and `RplEvaluator` of repro_eval 0.5.0 on the same files. repro_eval gives a p-value
/// for three topics, and we do not.
#[test]
fn values_equal_repro_eval() {
    let world = world();
    let found = values(
        &world,
        "eval q my-base.txt my-new.txt --reproduces base.txt,new.txt",
        &["rmse", "p", "er", "delta-ri", "ktu", "rbo@1000"],
    );
    let some = Some::<f64>;
    assert_near(
        &found,
        &[
            &[some(0.0), None, None, None, some(0.5555555555555532), some(0.29670365242863)],
            &[
                some(0.41943524640393054),
                None,
                some(1.1818181818181819),
                some(-0.11764705882352966),
                some(-0.5555555555555567),
                some(0.2240902393214724),
            ],
        ],
    );
    let found = values(
        &world,
        "eval other their-base.txt their-new.txt --reproduces base.txt,new.txt --original-qrels q",
        &["rmse", "p", "er", "delta-ri", "ktu", "ktu-by-rank", "rbo@1000"],
    );
    let (er, delta) = (some(1.7727272727272725), some(-0.7973856209150326));
    assert_near(
        &found,
        &[&[None, None, None, None, None, None, None], &[None, None, er, delta, None, None, None]],
    );
}

/// Each document is written as its rank in the original run. On topic 1, the original is 0 1 2, and the reproduction is 0 2
/// 3, because it has a new document. On topics 2 and 3, two documents are exchanged.
#[test]
fn tau_does_not_depend_on_the_ids() {
    let found = values(&world(), "eval q my-new.txt --reproduces new.txt", &["ktu-by-rank"]);
    assert_near(&found, &[&[Some((1.0 - 1.0 - 1.0) / 3.0)]]);
    let found = values(&world(), "eval q new.txt --reproduces new.txt", &["rmse", "ktu", "ktu-by-rank"]);
    assert_near(&found, &[&[Some(0.0), Some(1.0), Some(1.0)]]);
}

/// The p-values are from scipy.stats: ttest_rel if the topics are the same, ttest_ind otherwise. Two equal runs have a
/// p-value of 1. With fewer than five topics there is no test.
#[test]
fn differences_are_tested_on_enough_topics() {
    let world = World::new();
    // The ranks of the relevant document in each run.
    let run = |name: &str, first: usize, ranks: &[usize]| {
        let list = |rank: usize| (1..=rank).map(|at| format!("d{}", rank - at)).collect::<Vec<_>>();
        let lists = (first..).zip(ranks).map(|(topic, &rank)| (topic, list(rank)));
        world.run(&format!("{name}.txt"), name, lists);
    };
    let judged =
        |topics: std::ops::Range<usize>| topics.map(|topic| format!("{topic} 0 d0 1\n")).collect::<String>();
    world.write("q", judged(1..7));
    world.write("other", judged(7..13));
    run("one", 1, &[1, 2, 4, 1, 2, 5]);
    run("same", 1, &[1, 2, 4, 1, 2, 5]);
    run("two", 1, &[2, 4, 5, 1, 4, 2]);
    run("theirs", 7, &[2, 4, 5, 1, 4, 2]);
    run("few", 1, &[2, 4, 5, 1]);
    let p = |line: &str| values(&world, line, &["p"]);
    assert_near(&p("eval q two.txt --reproduces one.txt"), &[&[Some(0.3136472176673471)]]);
    assert_near(&p("eval q same.txt --reproduces one.txt"), &[&[Some(1.0)]]);
    assert_near(
        &p("eval other theirs.txt --reproduces one.txt --original-qrels q"),
        &[&[Some(0.5227696530622294)]],
    );
    assert_near(&p("eval q few.txt --reproduces one.txt"), &[&[None]]);
    world.write("small", judged(7..11));
    assert_near(&p("eval small theirs.txt --reproduces one.txt --original-qrels q"), &[&[None]]);
    cases(
        "reproduced_on_few_topics",
        &world,
        [
            case(0, "eval q few.txt --reproduces one.txt -m AP --format wide").printed(),
            case(0, "eval small theirs.txt --reproduces one.txt --original-qrels q -m AP --format wide")
                .printed(),
        ],
    );
}

/// If a run is compared with itself, there is a remark. Equal tags alone cause no remark.
#[test]
fn equal_tags_cause_no_remark() {
    let world = world();
    let new = world.read("my-new.txt").replace("my-new", "new");
    world.write("same-tag.txt", new);
    cases(
        "reproduced_runs_remarks",
        &world,
        [
            case(0, "eval q same-tag.txt --reproduces new.txt -m AP --format wide").printed(),
            case(0, "eval q new.txt --reproduces ./new.txt -m AP --format wide").printed(),
        ],
    );
}

#[test]
fn incomparable_reproductions_are_refused() {
    cases(
        "reproduced_runs_refused",
        &world(),
        [
            case(2, "eval q my-new.txt --reproduces base.txt,new.txt"),
            case(2, "eval q my-base.txt my-new.txt --reproduces base.txt,new.txt,new.txt"),
            case(3, "eval q my-new.txt --reproduces absent.txt"),
            case(2, "eval q my-new.txt --reproduces new.txt --compare new"),
            case(2, "eval q my-new.txt --reproduces new.txt --format trec_eval"),
            case(2, "eval q my-new.txt --reproduces new.txt -m GMAP"),
            case(2, "eval q my-new.txt --reproduces new.txt -m NumRelRet"),
            case(2, "eval q my-new.txt --reproduces new.txt --test wilcoxon"),
            case(2, "eval other their-new.txt --reproduces new.txt --original-qrels q --by-intent"),
            case(2, "eval q my-new.txt --original-qrels q"),
            case(2, "eval q - --reproduces new.txt"),
            case(2, "eval q my-new.txt --reproduces *.txt"),
        ],
    );
}
