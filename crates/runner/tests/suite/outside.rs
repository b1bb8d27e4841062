//! Nothing is written outside of the results folder, whatever names and links there are.

use std::os::unix::fs::symlink;

use crate::cases::{FILE, Page, case, cases};
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, RUNS, TINY_TWIN, USAGE, World, changed};

/// Returns names that are refused, because they lead to another folder, are empty or too long, or have
/// characters that a name must not have.
fn bad_names() -> Vec<String> {
    let plain = ["../../x", "/tmp/x", "a\\b", "..", "", "a\u{1b}[31mb", "a:b", "é"];
    plain.map(str::to_owned).into_iter().chain(["n".repeat(300)]).collect()
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns every file of the world except the cache and manifests, with its path.
fn files_of(world: &World) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    world.results("").into_iter().filter(|(path, _)| !path.starts_with(".rejudge")).collect()
}

#[test]
fn invalid_names_are_refused_with_their_line() {
    let table = "tables:\n  NAME: {caption: T, rows: judgments, columns: measure, cell: tau}\nprofiles:";
    let figure = "figures:\n  NAME: {caption: F, rows: measure, columns: judgments, cell: tau, plot: {bars: {y: {label: y}}}}\nprofiles:";
    let places =
        [("id: small", "id: NAME"), ("  tau: {", "  NAME: {"), ("profiles:", table), ("profiles:", figure)];
    let rows = bad_names().into_iter().enumerate().flat_map(|(number, name)| {
        // Every name is tried as an id, and as the name of a statistic, a table or a figure in turn.
        let turn = 1 + number % 3;
        let row = |(from, to): (&str, &str)| {
            case(USAGE, "run small").edit(FILE, from, to.replace("NAME", &quoted(&name)))
        };
        [row(places[0]), row(places[turn])]
    });
    let typed = case(USAGE, "run small -s id=../../x");
    cases("names_that_are_no_names", &World::with_files(), rows.chain([typed]));
}

#[test]
fn names_of_audits_and_twins_have_the_same_rules() {
    let world = World::with_files();
    for name in bad_names() {
        let before = files_of(&world);
        world
            .rejudge(["audit", "--qrels", "data/tiny/qrels.txt", "--runs", "data/tiny/runs", "--id", &name])
            .code(USAGE);
        let like =
            ["simulate", "--like", "data/tiny/qrels.txt", "data/tiny/runs", "-o", "out", "--id", &name];
        world.rejudge(like).code(USAGE);
        assert!(files_of(&world) == before, "{name}: nothing is written");
    }
}

/// Team names and tags come from files, and file names are made from them. They may contain slashes and dots,
/// but must not become paths.
#[test]
fn teams_and_tags_are_not_paths() {
    let world = World::with_files();
    let twin =
        TINY_TWIN.replace("name: one", "name: ../../../one").replace("name: two", "name: /nowhere/two");
    world.write("collections/tiny-twin.yaml", twin);
    let before = files_of(&world);
    world.line("simulate tiny-twin -o out").code(GOOD);
    let mut after = files_of(&world);
    after.retain(|(path, _)| !path.starts_with("out"));
    assert!(after == before);
    let runs = std::fs::read_dir(world.path("out/runs")).unwrap().count();
    assert_eq!(runs, 5, "each run is a file of the folder");
    // This name is too long for a file name.
    let long = TINY_TWIN.replace("name: one", &format!("name: {}", "n".repeat(300)));
    world.write("collections/tiny-twin.yaml", long);
    cases("a_team_with_a_long_name", &world, [case(BAD_DATA, "simulate tiny-twin -o again")]);
    assert!(!world.path("again").exists());
    // Tags in an audit are not paths either.
    let world = World::with_files();
    world.write("data/tiny/runs/alpha.txt", RUNS[0].1.replace("alpha", "../../../alpha"));
    world.write("data/tiny/teams.tsv", "../../../alpha\t../../A\nalpha2\t../../A\nbeta\t/tmp/B\ngamma\tC\n");
    let before = files_of(&world);
    let audit = "audit --qrels data/tiny/qrels.txt --runs data/tiny/runs --teams data/tiny/teams.tsv --draws 1 -m AP -o out";
    world.line(audit).code(GOOD);
    let mut after = files_of(&world);
    after.retain(|(path, _)| !path.starts_with("out"));
    assert!(after == before);
}

/// Links in the results that lead to another folder are not followed.
#[test]
fn links_out_of_the_results_are_refused() {
    let world = World::new();
    let table = "tables:\n  one: {caption: T, rows: judgments, columns: measure, cell: tau}\n";
    world.write(FILE, format!("{EXPERIMENT}{table}"));
    std::fs::create_dir_all(world.path("theirs")).unwrap();
    let mut page = Page::default();
    let run = |code: i32| case(code, "run small --results r --cache c");
    for (link, to) in [("tables", "../theirs"), ("figures", "../theirs"), ("tables", "../nowhere")] {
        std::fs::create_dir_all(world.path("r")).unwrap();
        symlink(to, world.path("r").join(link)).unwrap();
        page.case(&world, run(USAGE));
        std::fs::remove_dir_all(world.path("r")).unwrap();
    }
    page.shown("links_out_of_the_results");
    world.write("theirs/file", "theirs");
    std::fs::create_dir(world.path("r")).unwrap();
    for to in ["../theirs/file", "../theirs/new"] {
        symlink(to, world.path("r/.lock")).unwrap();
        world.line("run small --results r --cache c").code(BAD_DATA).says("cannot lock r: ");
        std::fs::remove_file(world.path("r/.lock")).unwrap();
    }
    // If a link is in the place of a file, the file replaces it.
    for name in ["cells.parquet", "report.md", "report.html"] {
        symlink("../theirs/file", world.path("r").join(name)).unwrap();
    }
    world.line("run small --results r --cache c").code(GOOD);
    world.line("report small --results r").code(GOOD);
    assert!(!world.path("r/cells.parquet").is_symlink() && !world.path("r/report.html").is_symlink());
    assert_eq!(world.read("theirs/file"), "theirs");
    assert_eq!(std::fs::read_dir(world.path("theirs")).unwrap().count(), 1);
    // The folder itself may be a link, because the user made it.
    symlink("theirs", world.path("mine")).unwrap();
    std::fs::remove_file(world.path("theirs/file")).unwrap();
    world.line("run small --results mine --cache c").code(GOOD);
    assert!(world.path("theirs/tables/one.csv").exists());
}

#[test]
fn links_out_of_an_audit_are_refused() {
    let world = World::with_files();
    std::fs::create_dir_all(world.path("theirs")).unwrap();
    std::fs::create_dir_all(world.path("out")).unwrap();
    symlink("../theirs", world.path("out/.hidden")).unwrap();
    symlink("../theirs", world.path("out/tables")).unwrap();
    let audit = "audit --qrels data/tiny/qrels.txt --runs data/tiny/runs --draws 1 -m AP -o out";
    let mut page = Page::default();
    // An audit refuses a folder that has visible entries but no audit.json.
    page.case(&world, case(USAGE, audit));
    std::fs::remove_file(world.path("out/tables")).unwrap();
    world.line(audit).code(GOOD);
    std::fs::rename(world.path("out/tables"), world.path("theirs/tables")).unwrap();
    symlink("../theirs/tables", world.path("out/tables")).unwrap();
    page.case(&world, case(BAD_DATA, audit));
    // A new run without a tag is copied into a folder of its own, new-1.
    world.write("data/late.csv", "qid,docid,score\n1,d1,2\n2,d1,1\n");
    let with_new_run = audit.replace("-o out", "--depth 2 --new-run data/late.csv -o late");
    world.line(&with_new_run).code(GOOD);
    assert!(world.path("late/new-1/late.csv").exists());
    std::fs::remove_dir_all(world.path("late/new-1")).unwrap();
    world.write("victim/late.csv", "mine");
    symlink("../victim", world.path("late/new-1")).unwrap();
    let before = files_of(&world);
    page.case(&world, case(BAD_DATA, &with_new_run));
    page.case(&world, case(BAD_DATA, with_new_run.replace(" --new-run data/late.csv", "")));
    assert!(files_of(&world) == before);
    page.shown("links_out_of_an_audit");
}

/// A manifest may be forged. If it lists files elsewhere, these are not removed.
#[test]
fn a_manifest_cannot_have_other_files_removed() {
    let world = World::new();
    world.line("run small --results r --cache c").code(GOOD);
    world.write("victim", "mine");
    let manifest = world.read("r/manifest.json");
    let victims = ["../victim".to_owned(), world.path("victim").display().to_string()];
    let mut page = Page::default();
    for victim in victims {
        let listed =
            changed(&manifest, "\"files\": {", &format!("\"files\": {{ {}: \"0\",", quoted(&victim)));
        world.write("r/manifest.json", listed);
        page.case(&world, case(BAD_DATA, "run small --results r --cache c"));
        assert_eq!(world.read("victim"), "mine");
    }
    page.shown("a_manifest_of_other_files");
}

#[test]
fn an_invalid_results_folder_is_refused() {
    let world = World::new();
    world.write("file", "mine");
    symlink("nowhere", world.path("link")).unwrap();
    let rows = [
        case(USAGE, "run small --results file"),
        case(USAGE, "run small --results link"),
        // A cache that is not a folder is also refused, before anything is computed.
        case(BAD_DATA, "run small --results r --cache file"),
        case(BAD_DATA, "run small --results r --cache link"),
    ];
    cases("folders_that_are_none", &world, rows);
    assert_eq!(world.read("file"), "mine");
    assert!(!world.path("nowhere").exists());
}

/// Results in the folder of a collection's runs would be read as runs.
#[test]
fn results_among_the_runs_are_refused() {
    let world = World::with_files();
    let before = files_of(&world);
    let run = |results: &str| format!("run small -s axes.collection=[tiny] --results {results}");
    let rows = ["data/tiny/runs", "data/tiny/runs/results"].map(|results| case(USAGE, run(results)));
    cases("results_among_runs", &world, rows);
    assert!(files_of(&world) == before);
    world.line(&run("data/tiny/results")).code(GOOD);
    world.line(&run("other")).code(GOOD);
}

/// A cache may be forged. Links and pipes with the names of its files are not written to, not waited for, and
/// not read endlessly.
#[test]
fn links_and_pipes_in_a_cache_are_not_followed() {
    let world = World::new();
    world.line("run small --results whole --cache good").code(GOOD);
    let odd = |to: &std::path::Path, name: &str| {
        let _ = std::fs::remove_file(to.join(name));
        let made = std::process::Command::new("mkfifo").arg(to.join(name)).status().unwrap();
        assert!(made.success());
    };
    std::fs::create_dir(world.path("c")).unwrap();
    for name in [&format!("{}.cells", "a".repeat(32)), ".rejudge-x.part"] {
        odd(&world.path("c"), name);
    }
    symlink("/dev/zero", world.path(format!("c/{}.cells", "b".repeat(32)))).unwrap();
    let mut page = Page::default();
    page.case(&world, case(GOOD, "run small --results r --cache c").said_with("ordinary"));
    world.line("plan small --cache c").code(GOOD);
    // Results may also have links and pipes in the place of files. Readers refuse them, and a run replaces them.
    for name in ["cells.parquet", "scores.parquet", "manifest.json"] {
        odd(&world.path("r"), name);
        page.case(&world, case(BAD_DATA, "diff r whole"));
        world.line("run small --results r --cache good").code(GOOD);
        assert!(world.results("r") == world.results("whole"), "{name}");
    }
    std::fs::remove_file(world.path("r/cells.parquet")).unwrap();
    symlink("/dev/zero", world.path("r/cells.parquet")).unwrap();
    page.case(&world, case(BAD_DATA, "diff r whole"));
    // An experiment may name a device or a pipe as a file.
    for file in ["/dev/zero", "pipe"] {
        odd(&world.path("experiments/small"), "pipe");
        let named = format!("one-per-team: {{file: {file}}}");
        let run = case(BAD_DATA, "run small --results r --cache d").said_with("error: ");
        page.case(&world, run.edit(FILE, "one-per-team: {}", named));
    }
    // A collection may have pipes in the place of files.
    for name in ["qrels.txt", "teams.tsv"] {
        let world = World::with_files();
        odd(&world.path("data/tiny"), name);
        let run = case(BAD_DATA, "run small --results r -s axes.collection=[tiny]");
        page.case(&world, run.said_with("error: "));
        page.case(&world, case(BAD_DATA, "data verify tiny"));
    }
    page.shown("files_that_are_no_ordinary_files");
}
