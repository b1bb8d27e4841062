//! Cells that are computed again after a change, and cells that are not.

use crate::world::{EXPERIMENT, GOOD, World, changed, counts};

/// Returns the addresses and draws of the cells and scores that a run would compute, as `plan` lists them.
fn planned(world: &World) -> Vec<String> {
    let ended = world.line("plan small --cache c --cells").code(GOOD);
    ended.lines().into_iter().map(str::to_owned).collect()
}

/// Makes a world in which the experiment was run.
fn after_a_run() -> World {
    let world = World::new();
    let ended = world.line("run small --cache c --results r").code(GOOD);
    assert_eq!(counts(&ended)[1..], [0, 0]);
    assert_eq!(planned(&world), [""; 0]);
    world
}

#[test]
fn another_depth_plans_its_own_cells() {
    let world = after_a_run();
    world.change("[5, 1]", "[5, 1, 2]");
    let mut expected = Vec::new();
    for draw in [1, 2] {
        let on = |name: &str, rest: &str| {
            format!("small/{name}[collection=tiny-twin,judgments=pool-depth(depth=2){rest}] draw {draw}")
        };
        let measures = [",measure=AP", ",measure=nDCG@10"];
        expected.extend(measures.map(|measure| on("scores", measure)));
        expected.push(on("facts", ""));
        for name in ["mean", "tau", "dp", "errors"] {
            expected.extend(measures.map(|measure| on(name, measure)));
        }
    }
    assert_eq!(planned(&world), expected);
    let ended = world.line("run small --cache c --results r").code(GOOD);
    assert_eq!(counts(&ended), [expected.len(), 148, 0]);
}

/// On a collection of files, all draws share the scores under the full judgments. A sample differs from draw
/// to draw, and so do the scores under it.
#[test]
fn scores_under_a_sample_are_planned_with_their_draw() {
    let world = World::with_files();
    world.experiment(&[("[tiny-twin]", "[tiny]"), ("- full\n", "- full\n    - sample: {rate: 0.5}\n")]);
    let lines = planned(&world);
    let draws = |judgments: &str| -> Vec<&str> {
        let on_set = format!("small/scores[collection=tiny,judgments={judgments}");
        let scores = lines.iter().filter(|line| line.starts_with(&on_set));
        scores.map(|line| line.rsplit_once(']').expect("an address ends with a bracket").1).collect()
    };
    assert_eq!(draws("sample("), [" draw 1", " draw 2", " draw 1", " draw 2"], "two measures in two draws");
    assert_eq!(draws("full,"), ["", ""]);
}

/// If there are tables, only their cells are planned.
#[test]
fn other_names_and_another_order_plan_nothing() {
    let table = "tables:\n  one: {caption: Tau, rows: judgments, columns: measure, cell: tau}\n";
    let text = format!("{EXPERIMENT}{table}");
    let world = World::new();
    let file = "experiments/small/experiment.yaml";
    world.write(file, &text);
    world.line("run small --cache c --results r").code(GOOD);
    // A measure set has its own labels.
    let set = "schema: measures/v1\nmeasures: {average: AP, gain: nDCG@10}\n";
    world.write("experiments/small/set.yaml", set);
    for (from, to) in [
        ("caption: Tau", "caption: Another caption"),
        ("rows: judgments, columns: measure", "columns: measure, rows: judgments"),
        ("cell: tau", "cell: tau, decimals: 1"),
        ("  smoke: [draws=1]", "  quick: [draws=1]"),
        ("[AP, nDCG@10]", "{set: set.yaml}"),
    ] {
        world.write(file, changed(&text, from, to));
        assert_eq!(planned(&world), [""; 0], "{from} -> {to}");
    }
    // The content stays, but names, order and the number of files change.
    let base = changed(&text, "seed: 1", "seed: 9");
    world.write("experiments/base.yaml", base);
    world.write(file, "extends: ../base.yaml\nid: small\nseed: 1\nstatistics:\n  rank: {kendall-tau: {versus: full}}\ntables: {one: {cell: rank}}\n");
    assert_eq!(planned(&world), [""; 0]);
    // The values of the axes are in another order.
    let turned = changed(
        &text,
        "    - full\n    - take-one-team: {team: {each: all}}\n",
        "    - take-one-team: {team: {each: all}}\n    - full\n",
    );
    world.write(file, changed(&turned, "[AP, nDCG@10]", "[nDCG@10, AP]"));
    assert_eq!(planned(&world), [""; 0]);
}

/// Each pair of grids has some keys in common. The second grid must not use results of the first grid that
/// differ for it.
#[test]
fn grids_that_share_a_cache_do_not_change_each_other() {
    let variants = [
        ("[one-per-team: {}]", "[all, one-per-team: {}]"),
        ("  measure:", "  max-rank: [10, 1000]\n  measure:"),
        ("  measure:", "  min-rel: [1, 2]\n  measure:"),
    ];
    for (from, to) in variants {
        let world = World::with_files();
        let file = "experiments/small/experiment.yaml";
        let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny-twin, tiny]");
        let narrow = changed(&text, from, to);
        let wide = changed(&narrow, "[AP, nDCG@10]", "[AP, nDCG@10, RR]");
        world.write(file, &text);
        world.line("run small --cache c --results r").code(GOOD);
        for (grid, name) in [(&narrow, "narrow"), (&wide, "wide")] {
            world.write(file, grid);
            world.line(&format!("run small --cache c --results {name}")).code(GOOD);
            world.line(&format!("run small --cache cache-{name} --results alone-{name}")).code(GOOD);
            assert!(world.results(name) == world.results(&format!("alone-{name}")), "{to}: {name}");
        }
    }
}
