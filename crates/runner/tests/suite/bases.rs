//! An experiment uses all judgments of a collection, unless the experiment or the description repools them.
//! Lists, plans and reports say that judgments are repooled. Plans and reports also say how many judgments
//! are left.

use std::collections::BTreeMap;

use crate::alone::Empty;
use crate::cases::{FILE, case, cases, edits};
use crate::world::{EXPERIMENT, GOOD, QRELS, USAGE, World, changed};

const TABLE: &str = "tables:\n  one: {caption: T, where: {collection: tiny}, rows: judgments, columns: measure, cell: tau}\n  two: {caption: U, panels: collection, rows: judgments, columns: measure, cell: tau}\n";

/// Creates a world in which one relevant judged document is in no run.
fn world(repooled: &str) -> World {
    let world = World::with_files();
    world.write("data/tiny/qrels.txt", format!("{QRELS}3 0 nobody 1\n"));
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny, tiny-twin]");
    world.write(FILE, format!("{}{repooled}{TABLE}", changed(&text, "one-per-team: {}", "all")));
    world
}

/// Returns the mean AP of each run under all judgments that the base keeps.
fn means(world: &World) -> BTreeMap<String, f64> {
    let wanted = [("collection", "tiny"), ("judgments", "full"), ("measure", "AP"), ("topic", "all")];
    let scores = world.rows("r/scores.parquet").with(&wanted);
    scores.by(["run"], "score").into_iter().map(|([run], score)| (run.to_owned(), score)).collect()
}

#[test]
fn collections_are_used_as_judged_by_default() {
    let world = world("");
    world.line("run small --results r --cache c").code(GOOD);
    let eval = world
        .line("eval data/tiny/qrels.txt data/tiny/runs/alpha.txt data/tiny/runs/beta.txt -m AP")
        .code(GOOD);
    for (run, mean) in means(&world).iter().filter(|(run, _)| ["alpha", "beta"].contains(&run.as_str())) {
        eval.prints(format!("{run}\tall\tAP\t{mean}\n"));
    }
    assert_eq!(means(&world).len(), 4);
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report.md");
    assert!(!report.contains("repooled"), "{report}");
    // No bundled collection is repooled.
    let bundled = Empty::new().line("data list").code(GOOD).stdout;
    assert!(bundled.contains("trec8-robust") && !bundled.contains("repooled"), "{bundled}");
}

#[test]
fn repooling_is_shown_in_all_outputs() {
    let world = world("repooled: {tiny: {depth: 1}}\n");
    // Nine of the ten judged documents are at rank 1 of some run.
    let message = "repooled to depth 1, 9 of 10 judgments kept";
    let plan = world.line("plan small --results r --cache c").code(GOOD).stdout;
    assert!(plan.contains(&format!("base of tiny: {message}\n")), "{plan}");
    world
        .line("plan small --json --results r --cache c")
        .code(GOOD)
        .prints(format!("\"base\": \"{message}\""));
    let listed = world.line("list small").code(GOOD).stdout;
    assert!(listed.contains("base\ttiny\trepooled to depth 1\n"), "{listed}");
    for _ in 0..2 {
        // The judgments are counted in the first run, and the count is known in the second.
        world.line("run small --results r --cache c").code(GOOD);
        world.line("report small --results r").code(GOOD);
        let report = world.read("r/report.md");
        let head = format!(
            "Of repooled collections only the judgments within a pool of the stored runs are kept: tiny {message}."
        );
        assert!(report.contains(&head), "{report}");
        let legend =
            "- **Repooled**: for tiny, only the judgments within a pool of the stored runs are kept.";
        assert!(report.contains(legend), "{report}");
    }
    // The numbers differ. On topic 3, the run `beta` retrieves one of three relevant documents, or one of two
    // without `nobody`.
    let cut = means(&world);
    let plain = self::world("");
    plain.line("run small --results r --cache c").code(GOOD);
    let all = means(&plain);
    assert!(cut.len() == 4 && all.len() == 4 && cut != all);
    // If the files change, the judgments are counted again.
    world.write("data/tiny/qrels.txt", format!("{QRELS}3 0 nobody 1\n3 0 either 0\n"));
    world.line("plan small --results r --cache c").code(GOOD).prints("9 of 11 judgments kept");
    std::fs::rename(world.path("data/tiny"), world.path("data/away")).unwrap();
    let listed = world.line("list small").code(GOOD).stdout;
    assert!(listed.lines().any(|line| line.ends_with("repooled to depth 1")), "{listed}");
}

#[test]
fn impossible_repooling_is_refused() {
    let wrong = ["{tny: {depth: 1}}", "{tiny: {depth: 0}}", "{tiny-twin: {depth: 1}}", "{tiny: {deep: 1}}"];
    let rows = wrong.map(|repooled| ("{tiny: {depth: 1}}", repooled));
    cases(
        "bases_that_cannot_be",
        &world("repooled: {tiny: {depth: 1}}\n"),
        edits(USAGE, "plan small", FILE, &rows),
    );
}

#[test]
fn a_description_with_repooling_says_so() {
    let world = world("");
    let tiny = world.read("collections/tiny.yaml");
    world.write("collections/tiny.yaml", tiny + "base: {repooled: {depth: 1}}\n");
    let words = ["data list", "data verify tiny", "plan small"];
    cases(
        "a_description_that_pools_again",
        &world,
        words.map(|line| case(GOOD, line).printed_with("repooled")),
    );
}
