//! `rejudge new`: an existing experiment on a user's files.

use std::collections::BTreeSet;

use crate::cases::{FILE, case, cases};
use crate::snapshots::shown;
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, USAGE, World, changed};

const FILES: &str = "--qrels data/tiny/qrels.txt --runs data/tiny/runs --teams data/tiny/teams.tsv";

/// Returns the parts of each cell's address, without the collection, and its value. Cells of bootstrap tests
/// are left out, because their samples depend on the collection's name.
fn cells(world: &World, folder: &str, collection: &str) -> BTreeSet<[String; 7]> {
    let mut rows = world.rows(&format!("{folder}/cells.parquet")).with(&[("collection", collection)]);
    rows.0.retain(|row| !["dp", "errors"].contains(&row["statistic"].as_str()));
    let columns = ["statistic", "component", "judgments", "measure", "team", "run", "value"];
    rows.0.iter().map(|row| columns.map(|name| row[name].clone())).collect()
}

/// The numbers are the same as for a described collection with these files.
#[test]
fn a_new_experiment_asks_the_same_questions() {
    let world = World::with_files();
    let written = world.line(&format!("new mine {FILES} --depth 3 --extends small")).code(GOOD);
    assert_eq!(written.stdout, "mine/experiment.yaml\n");
    shown("a_new_experiment", &world.read("mine/experiment.yaml"));
    world.line("run mine/experiment.yaml -s axes.runs=[all] --results new").code(GOOD);
    world.line("run small -s axes.collection=[tiny] -s axes.runs=[all] --results described").code(GOOD);
    let (new, described) = (cells(&world, "new", "mine"), cells(&world, "described", "tiny"));
    assert!(!new.is_empty());
    assert_eq!(new, described);
}

#[test]
fn impossible_new_experiments_are_refused() {
    let world = World::with_files();
    std::fs::create_dir(world.path("there")).unwrap();
    cases(
        "mistakes_of_new",
        &world,
        [
            case(USAGE, format!("new there {FILES}")),
            case(USAGE, format!("new Mine {FILES}")),
            case(USAGE, format!("new small {FILES}")),
            case(USAGE, format!("new mine {FILES} --extends smal")),
            case(USAGE, "new mine --qrels data/tiny/qrels.txt"),
        ],
    );
}

/// As in an audit, three runs are too few to test a claim. If a run is not judged, no experiment is written.
#[test]
fn claims_need_enough_runs_and_judged_ones() {
    let world = World::with_files();
    let claim = "claims:\n  c: {claim: of all, holds: {positive: {of: mean, measure: AP, judgments: full}}}\nprofiles:";
    world.write(FILE, changed(EXPERIMENT, "profiles:", claim));
    let topics = 1..=6;
    let qrels: String = topics.clone().map(|topic| format!("{topic} 0 a 1\n{topic} 0 b 0\n")).collect();
    world.write("q", qrels);
    for (folder, runs) in [("three", 3), ("four", 4)] {
        for run in 0..runs {
            let documents = if run % 2 == 0 { ["a", "b"] } else { ["b", "a"] };
            let lists = topics.clone().map(|topic| (topic, documents));
            world.run(&format!("{folder}/t{run}__r"), &format!("t{run}"), lists);
        }
        world.line(&format!("new of-{folder} --qrels q --runs {folder} --extends small")).code(GOOD);
        world
            .line(&format!("run of-{folder}/experiment.yaml -s axes.runs=[all] --results r-{folder}"))
            .code(GOOD);
        world.line(&format!("report of-{folder}/experiment.yaml --results r-{folder}")).code(GOOD);
        let report = world.read(format!("r-{folder}/report.md"));
        let why = "cannot be tested: 3 runs are too few: no verdict is given on fewer than 4";
        assert_eq!(report.contains(why), runs < 4, "{report}");
        assert_eq!(report.contains("| ✓ 1 <br>"), runs >= 4, "{report}");
    }
    world.run("four/t4__r", "t4", topics.map(|topic| (topic, ["x", "y"])));
    cases(
        "new_with_a_run_that_is_not_judged",
        &world,
        [case(BAD_DATA, "new of-five --qrels q --runs four --extends small")],
    );
}

/// If a run file disappears, every later `plan` and `run` names the run, even if cells are cached and with
/// `--quiet`. The report names the run too.
#[test]
fn runs_that_disappear_are_named_until_they_are_back() {
    const NAMED: &str = "not scored: 1 run of teams.tsv without a file (alpha2)";
    let world = World::with_files();
    world.line(&format!("new mine {FILES} --depth 3 --extends small")).code(GOOD);
    world.line("run mine/experiment.yaml --quiet").code(GOOD);
    let report = || {
        world.line("report mine/experiment.yaml --quiet").code(GOOD);
        world.read("results/mine/report.md")
    };
    assert!(!report().contains("not scored"));
    let [file, away] = ["data/tiny/runs/alpha2.txt", "away"].map(|path| world.path(path));
    std::fs::rename(&file, &away).unwrap();
    world.line("plan mine/experiment.yaml").code(GOOD).prints(NAMED);
    // The numbers are computed, then read from results, and then from the cache without results.
    for _ in 0..2 {
        world.line("run mine/experiment.yaml --quiet").code(GOOD).says(NAMED);
    }
    std::fs::remove_dir_all(world.path("results")).unwrap();
    world.line("run mine/experiment.yaml --quiet").code(GOOD).says(NAMED);
    world.line("plan mine/experiment.yaml").code(GOOD).prints(NAMED);
    assert!(report().contains(NAMED));
    std::fs::rename(&away, &file).unwrap();
    let back = world.line("run mine/experiment.yaml --quiet").code(GOOD);
    assert!(!back.stderr.contains("not scored"), "{}", back.stderr);
    assert!(!report().contains("not scored"));
}
