//! Existing results. A run writes only the files that change. It leaves results alone if their data are
//! missing, or if a later version or another program wrote them. Also: the hashes of inputs in the manifest,
//! runs whose cells failed, levels without documents, and little memory.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::cases::{FILE, Page, case, cases};
use crate::world::{
    BAD_DATA, DIFFERENT, EXPERIMENT, Ended, GOOD, QRELS, USAGE, World, changed, counts, ended,
};

const TABLE: &str = "\
tables:
  shown: {caption: Tau, where: {judgments: \"pool-depth(*)\"}, panels: collection, rows: judgments.depth, columns: measure, cell: tau}
figures:
  drawn:
    caption: Tau
    where: {judgments: \"pool-depth(*)\"}
    panels: collection
    rows: judgments.depth
    columns: measure
    cell: tau
    plot: {curves: {x: {label: depth}, y: {label: tau}}}
";

/// Creates a world with results for a twin and for files.
fn world() -> World {
    let world = World::with_files();
    world.experiment(&[("[tiny-twin]", "[tiny-twin, tiny]"), ("profiles:", &format!("{TABLE}profiles:"))]);
    world.line("run small --quiet").code(GOOD);
    world
}

fn manifest(world: &World) -> Value {
    serde_json::from_slice(&std::fs::read(world.path("results/small/manifest.json")).unwrap()).unwrap()
}

/// Returns each file of the results, with metadata that change if the file is written again.
fn files(world: &World) -> BTreeMap<PathBuf, (u64, i64)> {
    let names = world.results("results/small").into_keys().filter(|name| name.to_str() != Some(".lock"));
    let names = names.chain([PathBuf::from("manifest.json")]);
    let about = |name: PathBuf| {
        let about = world.path("results/small").join(&name).metadata().unwrap();
        (name, (about.ino(), about.mtime_nsec()))
    };
    names.map(about).collect()
}

fn without_data(world: &World, words: &str) -> Ended {
    ended(world.command(words.split(' ')).env_remove("REJUDGE_DATA"))
}

#[test]
fn results_are_not_replaced_without_their_data() {
    let world = world();
    world.line("report small").code(GOOD);
    let (before, was) = (world.results("results/small"), files(&world));
    let rows = [(GOOD, "run small"), (GOOD, "report small"), (USAGE, "run small --results results/small")];
    cases("results_that_would_be_emptied", &world, rows.map(|(code, line)| case(code, line).without_data()));
    assert_eq!((world.results("results/small"), files(&world)), (before, was));
    assert!(!world.read("target/results/small/report.md").contains("**tiny**"));
    // Without the data, a run may write to another folder, even twice, and a changed run writes to its own
    // folder. With the data, the results may be written again.
    without_data(&world, "run small --results elsewhere").code(GOOD);
    without_data(&world, "run small --results elsewhere").code(GOOD);
    without_data(&world, "run small -s axes.collection=[tiny-twin]").code(GOOD);
    world.line("run small").code(GOOD);
}

/// A clone of the repository has the committed report, but no other results.
#[test]
fn a_committed_report_is_not_replaced_without_its_data() {
    let world = world();
    let remove = |folder: &str| std::fs::remove_dir_all(world.path(folder)).unwrap();
    let folders =
        || ["results", "target/results"].map(|of| world.path(of).join("small/manifest.json").exists());
    world.line("run small").code(GOOD);
    world.line("report small").code(GOOD);
    let report = world.read("results/small/report.md");
    remove("results");
    world.write("results/small/report.md", &report);
    for words in ["run small", "report small", "report --index"] {
        without_data(&world, words).code(GOOD);
    }
    assert_eq!(folders(), [false, true]);
    assert_eq!(world.read("results/small/report.md"), report);
    assert!(world.read("results/index.html").contains("href=\"../target/results/small/report.html\""));
    // With the data, the report is written again, with the same bytes.
    for words in ["run small", "report small", "report --index"] {
        world.line(words).code(GOOD);
    }
    assert_eq!(folders(), [true, true]);
    assert_eq!(world.read("results/small/report.md"), report);
    assert!(world.read("results/index.html").contains("href=\"small/report.html\""));
    // If the committed report does not show the collection whose data are missing, a run without the data
    // writes its results next to the report.
    remove("results");
    remove("target");
    world.write("results/small/report.md", report.replace("tiny", "tiny-twin"));
    without_data(&world, "run small").code(GOOD);
    assert_eq!(folders(), [true, false]);
}

#[test]
fn a_run_with_nothing_to_do_writes_nothing() {
    let world = world();
    let before = files(&world);
    world.line("run small").code(GOOD);
    assert_eq!(files(&world), before);
    // Only files that were changed or removed are written again, and the manifest.
    world.write("results/small/tables/shown.csv", "gone");
    std::fs::remove_file(world.path("results/small/figures/drawn.svg")).unwrap();
    world.line("run small").code(GOOD);
    let after = files(&world);
    let moved = before.iter().filter(|(name, about)| after[*name] != **about);
    let moved: Vec<&str> = moved.map(|(name, _)| name.to_str().unwrap()).collect();
    assert_eq!(moved, ["figures/drawn.svg", "manifest.json", "tables/shown.csv"]);
    // If a setting changes the numbers, the manifest lists the setting.
    world.line("run small -s draws=1 --results results/small").code(GOOD);
    assert_ne!(manifest(&world)["overrides"], json!([]));
}

#[test]
fn result_inputs_cover_every_change() {
    let world = world();
    let inputs = |words: &str| {
        world.line(&format!("{words} --results results/small")).code(GOOD);
        let wrote = manifest(&world);
        (wrote["inputs"]["scores"].to_string(), wrote["inputs"]["results"].to_string())
    };
    let first = inputs("run small");
    // The hashes do not depend on the time, the duration or the number of threads.
    std::fs::remove_dir_all(world.path("results/small")).unwrap();
    std::fs::remove_dir_all(world.path(".rejudge")).unwrap();
    assert_eq!(inputs("run small --jobs 1"), first);
    let file = FILE;
    let text = world.read(file);
    world.write(file, changed(&text, "caption: Tau, where", "caption: Kendall, where"));
    let captioned = inputs("run small");
    assert_eq!(captioned.0, first.0);
    assert_ne!(captioned.1, first.1);
    let shown = world.read("results/small/tables/shown.tex");
    assert!(shown.contains("Kendall"));
    // Comments, and the lines on which values are, do not matter.
    world.write(file, format!("# A comment\n\n{text}"));
    assert_eq!(inputs("run small"), first);
    world.write(file, text);
    let mut all = vec![first.clone(), captioned];
    for words in [
        "run small --keep-scores",
        "run small --only collection=tiny",
        "run small -s seed=2",
        "run small -s draws=1",
        "run small -s axes.measure=[AP,P@1]",
    ] {
        let other = inputs(words);
        assert!(all.iter().all(|(_, known)| *known != other.1), "{words}");
        all.push(other);
    }
    assert_eq!(inputs("run small"), first);
    world.write("data/tiny/qrels.txt", changed(QRELS, " 1\n", " 0\n"));
    let judged_again = inputs("run small");
    assert_ne!(judged_again.0, first.0);
    assert!(all.iter().all(|(_, known)| *known != judged_again.1));
}

#[test]
fn results_of_a_later_rejudge_are_left_alone() {
    let world = world();
    let mut wrote = manifest(&world);
    let mut page = Page::default();
    for version in ["9.9.9", "99.0.0-rc.1", "tomorrow"] {
        wrote["version"] = json!(version);
        wrote["of-tomorrow"] = json!(1);
        world.write("results/small/manifest.json", wrote.to_string());
        let before = files(&world);
        for (words, code) in [
            ("report small", BAD_DATA),
            ("check small", BAD_DATA),
            ("accept small", BAD_DATA),
            ("run small", USAGE),
        ] {
            world.write("experiments/small/golden/small/tables.csv", "cell,collection,value\n");
            page.case(&world, case(code, words));
        }
        assert_eq!(files(&world), before);
    }
    wrote["version"] = json!("0.0.9");
    world.write("results/small/manifest.json", wrote.to_string());
    page.case(&world, case(GOOD, "report small"));
    page.case(&world, case(DIFFERENT, "check small").said_with("0.0.9"));
    let ran = page.case(&world, case(GOOD, "run small").said_with("0.0.9"));
    assert_eq!(counts(&ran)[0], 0);
    page.case(&world, case(GOOD, "run small").said_with("0.0.9"));
    page.shown("results_of_other_versions");
    assert_eq!(manifest(&world)["version"], json!(env!("CARGO_PKG_VERSION")));
}

#[test]
fn the_manifest_of_another_program_is_left_alone() {
    let world = world();
    let mut page = Page::default();
    for theirs in [r#"{"name": "my web app", "version": "1.0.0"}"#, "[1, 2]"] {
        page.write(&world, "site/manifest.json", theirs);
        page.case(&world, case(USAGE, "run small --results site"));
        assert_eq!(world.read("site/manifest.json"), theirs);
    }
    page.shown("the_manifest_of_another_program");
}

#[test]
fn a_run_whose_cells_all_failed_is_incomplete() {
    let world = world();
    assert_eq!(manifest(&world)["complete"], json!(true));
    world.write("data/tiny/qrels.txt", "1 0 a1 high\n");
    world.line("run small").code(BAD_DATA);
    assert_eq!(manifest(&world)["complete"], json!(true), "the results of the twin exist");
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny]");
    world.write(FILE, text);
    world.line("run small").code(BAD_DATA);
    assert_eq!(manifest(&world)["complete"], json!(false));
    cases("a_run_of_which_all_failed", &world, [case(BAD_DATA, "report small")]);
    world.write("data/tiny/qrels.txt", QRELS);
    world.line("run small").code(GOOD);
    assert_eq!(manifest(&world)["complete"], json!(true));
}

#[test]
fn a_level_without_documents_is_reported() {
    let world = world();
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny]");
    let rules = "evaluation: {no-relevant: zero, min-rel: 3, ";
    world.write(FILE, changed(&text, "evaluation: {", rules));
    // The remark is also printed if the cells are cached. It is not printed if a document has the level.
    let run = || case(GOOD, "run small").said_with("min-rel");
    cases(
        "a_level_that_no_document_has",
        &world,
        [run(), run(), run().edit(FILE, "min-rel: 3", "min-rel: 2")],
    );
}

/// If memory has no room for all matrices, only those that results show are kept, and each cell reads the
/// others that it needs from the cache.
#[test]
fn score_matrices_beyond_the_budget_change_nothing() {
    let world = World::with_files();
    world.experiment(&[
        ("[tiny-twin]", "[tiny-twin, tiny]"),
        ("- full\n", "- full\n    - sample: {rate: {each: [0.3, 0.6]}}\n"),
    ]);
    let run = |budget: &str, name: &str| {
        let words = format!("run small --quiet --cache cache-{name} --results {name}");
        let mut command = world.command(words.split(' '));
        ended(command.env("REJUDGE_MATRICES", budget)).code(GOOD);
        // A second run without the limit must not change the results.
        world.line(&format!("run small --quiet --cache cache-{name} --results {name}")).code(GOOD);
        world.results(name)
    };
    let expected = run("1000000000", "all");
    assert_eq!(run("0", "none"), expected);
    // Other cells need the matrices that are in the cache.
    let words = "run small --quiet --cache cache-all --results more -s statistics.dp.dp.alpha=0.1";
    let words = words.replace("dp.dp.alpha", "dp.discriminative-power.alpha");
    world.line(&words).code(GOOD);
    let more = world.results("more");
    let words = words.replace("more", "less");
    let words = words.replace("cache-all", "cache-none");
    ended(world.command(words.split(' ')).env("REJUDGE_MATRICES", "0")).code(GOOD);
    assert_eq!(world.results("less"), more);
}
