//! `rejudge new`: the questions of an experiment, asked of a user's files.

use std::collections::BTreeSet;

use crate::cases::{case, cases};
use crate::snapshots::shown;
use crate::world::{GOOD, USAGE, World};

const FILES: &str = "--qrels data/tiny/qrels.txt --runs data/tiny/runs --teams data/tiny/teams.tsv";

/// The cells by their addresses without the collection. Bootstrap samples are drawn by its name, so that they differ.
fn cells(world: &World, folder: &str, collection: &str) -> BTreeSet<[String; 7]> {
    let mut rows = world.rows(&format!("{folder}/cells.parquet")).with(&[("collection", collection)]);
    rows.0.retain(|row| !["dp", "errors"].contains(&row["statistic"].as_str()));
    let columns = ["statistic", "component", "judgments", "measure", "team", "run", "value"];
    rows.0.iter().map(|row| columns.map(|name| row[name].clone())).collect()
}

/// The numbers are those of a described collection of the same files.
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
fn what_cannot_be_new_is_refused() {
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
