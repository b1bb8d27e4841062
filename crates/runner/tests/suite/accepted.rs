//! What `accept` keeps and `check` holds results against: the numbers of each experiment apart, with or without expected.yaml
//! and whatever its gate says.

use crate::world::{BAD_DATA, EXPERIMENT, GOOD, World, changed};

const TABLE: &str = "\
tables:
  shown: {caption: Tau, where: {judgments: \"pool-depth(*)\"}, panels: collection, rows: judgments.depth, columns: measure, cell: tau}
";

/// What is accepted of an experiment in `sweeps`.
fn golden(world: &World, id: &str) -> [String; 2] {
    ["tables.csv", "scores.csv"].map(|name| {
        let path = world.path(format!("sweeps/golden/{id}/{name}"));
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    })
}

/// A world with two sweeps in one folder, of which the second has another seed.
fn sweeps() -> World {
    let world = World::new();
    let one = changed(EXPERIMENT, "profiles:", &format!("{TABLE}profiles:"));
    world.write("sweeps/one.yaml", changed(&one, "id: small", "id: one"));
    world.write("sweeps/two.yaml", "schema: experiment/v1\nid: two\nextends: one.yaml\nseed: 2\n");
    for sweep in ["one", "two"] {
        world.line(&format!("run sweeps/{sweep}.yaml --quiet")).code(GOOD);
    }
    world
}

#[test]
fn sweeps_in_one_folder_keep_their_numbers_apart() {
    let world = sweeps();
    world.line("accept sweeps/one.yaml").code(GOOD);
    let before = golden(&world, "one");
    world.line("accept sweeps/two.yaml").code(GOOD);
    assert_eq!(golden(&world, "one"), before);
    assert_ne!(golden(&world, "two"), before);
    // Results of the other are not this one's.
    let said = "results/two holds the results of `two`, not of `one`";
    let foreign = world.line("accept sweeps/one.yaml --results results/two").code(BAD_DATA);
    assert!(foreign.stderr.contains(said), "{}", foreign.stderr);
    assert_eq!(golden(&world, "one"), before);
    // Nor are numbers that belong to nobody.
    std::fs::rename(world.path("sweeps/golden/one/tables.csv"), world.path("sweeps/golden/tables.csv"))
        .unwrap();
    let said = "sweeps/golden/tables.csv does not say which experiment its numbers are of: move it to ";
    let ended = world.line("accept sweeps/two.yaml").code(BAD_DATA);
    assert!(ended.stderr.contains(said), "{}", ended.stderr);
}
