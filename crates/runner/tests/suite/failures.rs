//! If one cell fails, all other cells are still computed, unless the run must stop at the first failure.
//! Also: missing files, files that change, and panics.

use crate::cases::{FILE, Page, case, cases, lines};
use crate::interrupts::started;
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, QRELS, RUNS, USAGE, World, awaited, changed, counts};

/// Returns the address and the error of each row that failed, and the number of other rows.
fn failed(world: &World, results: &str) -> (Vec<(String, String)>, usize) {
    let cells = world.rows(&format!("{results}/cells.parquet"));
    let failed = cells.with(&[("status", "failed")]).0;
    let fine = cells.0.len() - failed.len();
    (failed.into_iter().map(|row| (row["address"].clone(), row["error"].clone())).collect(), fine)
}

/// An experiment has a broken collection and a good simulated collection. The good collection has as many
/// rows as without the broken collection.
#[test]
fn a_broken_collection_fails_its_own_cells() {
    let (mut page, good) = (Page::default(), World::with_files());
    good.change("[tiny-twin]", "[tiny, tiny-twin]");
    good.line("run small --cache c --results r --quiet").code(GOOD);
    for (path, bytes) in [
        ("qrels.txt", &b"1 0 a1 high\n"[..]),
        ("runs/beta.txt", b"1 Q0 b1 1 3\n"),
        ("teams.tsv", b""),
        ("runs/delta.txt", b"1 Q0 a 1 1 delta\n"),
        ("runs/beta.txt", &[0x1f, 0x8b, 8, 0]),
    ] {
        let world = World::with_files();
        world.line("run small --cache c --results alone --quiet").code(GOOD);
        world.change("[tiny-twin]", "[tiny, tiny-twin]");
        page.write(&world, &format!("data/tiny/{path}"), bytes);
        let ended = page.case(&world, case(BAD_DATA, "run small --cache c --results r").said_with("error: "));
        let errors: Vec<&str> = ended.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
        assert_eq!(errors.len(), 1, "one line for one reason\n{}", ended.stderr);
        let (failed, fine) = failed(&world, "r");
        assert!(!failed.is_empty() && failed.iter().all(|(address, _)| !address.contains("tiny-twin")));
        assert!(failed.iter().all(|(_, error)| errors[0].contains(error)), "{failed:?}");
        assert_eq!(fine, world.frame("alone/cells.parquet").rows());
        // Failed cells are tried again, and all other cells are cached. After the collection is repaired, all
        // cells exist.
        let again = world.line("run small --cache c --results r").code(BAD_DATA);
        assert_eq!(counts(&again)[0], 0, "{}", again.stderr);
        for name in ["qrels.txt", "teams.tsv", "runs/beta.txt"].map(|name| format!("data/tiny/{name}")) {
            world.write(&name, good.read(&name));
        }
        let _ = std::fs::remove_file(world.path("data/tiny/runs/delta.txt"));
        world.line("run small --cache c --results r --quiet").code(GOOD);
        assert!(world.results("r") == good.results("r"), "{path}");
    }
    page.shown("a_broken_collection");
}

/// If the folder exists but a file is missing, this is an error. The collection is not treated as absent.
#[test]
fn a_collection_without_a_file_fails() {
    let mut page = Page::default();
    for gone in ["qrels.txt", "teams.tsv", "runs"] {
        let world = World::with_files();
        world.change("[tiny-twin]", "[tiny, tiny-twin]");
        let path = world.path(format!("data/tiny/{gone}"));
        std::fs::rename(path, world.path("away")).unwrap();
        page.case(&world, case(BAD_DATA, "run small --results r").said_with("error: "));
        let (failed, fine) = failed(&world, "r");
        assert!(!failed.is_empty() && fine > 0);
        page.case(&world, case(BAD_DATA, "data verify tiny"));
    }
    page.shown("a_collection_without_a_file");
}

/// If a collection has no folder, it is skipped, and the command that says how to get it is printed. This is
/// not a failure of the run.
#[test]
fn a_missing_collection_is_skipped() {
    let world = World::with_files();
    world.change("[tiny-twin]", "[tiny, tiny-twin]");
    std::fs::remove_dir_all(world.path("data/tiny")).unwrap();
    let mut page = Page::default();
    page.case(&world, case(GOOD, "plan small").printed_with("data verify"));
    page.case(&world, case(BAD_DATA, "data verify tiny"));
    page.case(&world, case(GOOD, "run small --results r").said_with("Missing data"));
    page.shown("a_collection_that_is_not_here");
    let cells = world.rows("r/cells.parquet");
    assert_eq!(cells.0, cells.with(&[("collection", "tiny-twin"), ("kind", "simulated")]).0);
}

/// A level without a gain is a failure. A statistic that is not defined is `undefined`, which is not a failure.
#[test]
fn undefined_is_not_failed() {
    let world = World::with_files();
    world.experiment(&[("[tiny-twin]", "[tiny]"), ("{S: 3, A: 2, B: 1}", "{A: 2, B: 1}")]);
    world.write("data/tiny/teams.tsv", "alpha\tA\nalpha2\tA\nbeta\tA\ngamma\tA\n");
    world.line("run small --results r").code(GOOD);
    for row in world.rows("r/cells.parquet").0 {
        // There is one team, so only one run is chosen, and there is no pair of runs to compare.
        let is_undefined = ["tau", "dp", "errors"].contains(&row["statistic"].as_str());
        assert_eq!(
            (row["status"] == "undefined", !row["error"].is_empty()),
            (is_undefined, is_undefined),
            "{row:?}"
        );
    }
    let row =
        case(BAD_DATA, "run small --results r").edit(FILE, "{A: 2, B: 1}", "{B: 1}").said_with("error: ");
    cases("a_level_without_a_gain", &world, [row]);
}

/// A judgment set of a team that does not exist is refused, before anything is computed.
#[test]
fn a_judgment_set_of_an_unknown_team_is_refused() {
    let world = World::with_files();
    // The list of teams can be read, so a name that it lacks is an error.
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny]");
    let text = changed(&text, "full\n", "full\n    - take-teams: {teams: [A, Nobody]}\n");
    world.write(FILE, &text);
    cases("a_team_that_nobody_has", &world, [case(USAGE, "run small --results r")]);
    // The team C exists.
    world.write(FILE, text.replace("Nobody", "C"));
    world.line("run small --results r").code(GOOD);
}

#[test]
fn fail_fast_stops_and_says_so() {
    let world = World::with_files();
    world.write("data/tiny/qrels.txt", "1 0 a1 high\n");
    world.experiment(&[("[tiny-twin]", "[tiny, tiny-twin]"), ("draws: 2", "draws: 40")]);
    world.line("run small --results r --fail-fast --jobs 1").code(BAD_DATA);
    let draws = |results: &str| {
        let cells = world.rows(&format!("{results}/cells.parquet")).with(&[("collection", "tiny-twin")]);
        cells.texts("draw").into_iter().collect::<std::collections::BTreeSet<_>>().len()
    };
    assert!(draws("r") < 40, "{} of 40 draws were computed after the failure", draws("r"));
    world.line("run small --results r --jobs 1").code(BAD_DATA);
    assert_eq!(draws("r"), 40);
    // A field of the experiment does the same as --fail-fast.
    let text = world.read(FILE);
    world.write(FILE, changed(&text, "profiles:", "run: {on-cell-error: stop}\nprofiles:"));
    world.line("run small --results r --cache c2 --jobs 1").code(BAD_DATA);
    assert!(draws("r") < 40);
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let world = World::new();
    world.write("file", "");
    let refused =
        ["run small --results file/r", "run small --cache file/c", "simulate tiny-twin -o file/out"];
    cases("folders_that_cannot_be_written", &world, lines(BAD_DATA, refused));
}

/// Runs a command that panics at a place. Builds with debug assertions panic at the place that REJUDGE_DEFECT
/// names.
fn broken(world: &World, words: &str, place: &str) -> crate::world::Ended {
    let mut command = world.command(words.split(' '));
    crate::world::ended(command.env("REJUDGE_DEFECT", place).env("RUST_BACKTRACE", "0"))
}

/// If a cell panics, this is the error of that cell. All other cells are computed normally, and the failed cell is not
/// cached.
#[test]
fn a_panic_in_a_cell_is_its_error() {
    let world = World::new();
    world.line("run small --cache whole --results w").code(GOOD);
    let cell = "small/tau[collection=tiny-twin,judgments=pool-depth(depth=1),measure=AP]";
    let scores = "small/scores[collection=tiny-twin,judgments=pool-depth(depth=1),measure=AP]";
    for (place, most) in [(cell, 2), (scores, 40)] {
        let ended = broken(&world, "run small --cache c --results r --jobs 2", place).code(BAD_DATA);
        let reason =
            format!("(an internal error of rejudge, please report it): REJUDGE_DEFECT names {place}");
        ended.says(&reason);
        // The panic is printed once, although two draws caused it.
        let line = format!("please report it with the command: REJUDGE_DEFECT names {place} (");
        assert_eq!(ended.stderr.matches(&line).count(), 1, "{}", ended.stderr);
        let (failed, fine) = failed(&world, "r");
        assert!((2..=most).contains(&failed.len()), "{place}: {failed:?}");
        assert!(failed.iter().all(|(_, error)| error.contains(&reason)));
        let whole = world.rows("w/cells.parquet");
        let is_fine = |address: &&&str| !failed.iter().any(|(other, _)| other == **address);
        assert_eq!(fine, whole.texts("address").iter().filter(is_fine).count(), "all other cells exist");
        let again = world.line("run small --cache c --results r").code(GOOD);
        assert!(counts(&again)[0] > 0);
        assert!(world.results("r") == world.results("w"));
        std::fs::remove_dir_all(world.path("c")).unwrap();
    }
}

#[test]
fn a_panic_while_loading_fails_its_own_collection() {
    let world = World::with_files();
    world.line("run small --cache c --results alone").code(GOOD);
    world.change("[tiny-twin]", "[tiny, tiny-twin]");
    broken(&world, "run small --cache c --results r", "load tiny")
        .code(BAD_DATA)
        .says("REJUDGE_DEFECT names load tiny: ");
    let (failed, fine) = failed(&world, "r");
    assert!(!failed.is_empty() && failed.iter().all(|(address, _)| !address.contains("tiny-twin")));
    assert_eq!(fine, world.frame("alone/cells.parquet").rows());
}

/// A panic outside of cells prints one line and ends with an exit code of its own. Rust's code 101 would mean nothing to
/// users.
#[test]
fn a_panic_anywhere_else_has_an_exit_code() {
    let world = World::new();
    let ended = broken(&world, "list", "command").code(70);
    assert!(ended.stdout.is_empty());
    let line = "error: an internal error of rejudge, please report it with the command: REJUDGE_DEFECT names command (";
    assert!(ended.stderr.starts_with(line) && ended.stderr.lines().count() == 1, "{}", ended.stderr);
    // A backtrace is printed if it was requested.
    let mut command = world.command(["list"]);
    let output = command.env("REJUDGE_DEFECT", "command").env("RUST_BACKTRACE", "1").output().unwrap();
    assert_eq!(output.status.code(), Some(70));
    assert!(String::from_utf8_lossy(&output.stderr).contains("stack backtrace"));
}

/// Files change after the plan has hashed them and before they are read. Their cells fail, and nothing is cached under the
/// old hash.
#[test]
fn files_that_change_under_a_run_fail_its_cells() {
    let (run, qrels) = ("data/tiny/runs/beta.txt", "data/tiny/qrels.txt");
    let changes = [
        (run, Some(RUNS[2].1.replace("b1 1 3", "b1 1 1"))),
        (qrels, Some(QRELS.replace("b2 2", "b2 0"))),
        (run, None),
        (run, Some(RUNS[2].1[..30].to_owned())),
    ];
    for (number, (file, change)) in changes.into_iter().enumerate() {
        let world = World::with_files();
        // The simulated collection is put first. With one thread, nothing else is computed before it is
        // finished.
        world.experiment(&[("[tiny-twin]", "[tiny-twin, tiny]"), ("samples: 50", "samples: 8000")]);
        let child = started(&world, "run small --cache c --results r --jobs 1");
        match change {
            Some(text) => world.write(file, text),
            None => std::fs::remove_file(world.path(file)).unwrap(),
        }
        let stderr = awaited(child).code(BAD_DATA).stderr;
        let errors = stderr.lines().filter(|line| line.starts_with("error: ")).collect::<Vec<_>>();
        let name = file.rsplit('/').next().unwrap();
        assert!(errors.len() == 1 && errors[0].contains(name), "{number}\n{stderr}");
        let (failed, fine) = failed(&world, "r");
        assert!(!failed.is_empty() && failed.iter().all(|(address, _)| !address.contains("tiny-twin")));
        assert!(fine > 0);
        // With the original files again, no number comes from the changed files.
        let good = World::with_files();
        good.write(FILE, std::fs::read(world.path(FILE)).unwrap());
        good.line("run small --cache c --results r --quiet").code(GOOD);
        world.write(file, std::fs::read(good.path(file)).unwrap());
        world.line("run small --cache c --results r --quiet").code(GOOD);
        assert!(world.results("r") == good.results("r"), "{number}");
    }
}
