//! One cell that fails does not stop the others.

use std::process::Stdio;

use crate::interrupts::{holds_pack, until};
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, World, changed, counts};

const FILE: &str = "experiments/small/experiment.yaml";

/// (address, status, error) of the rows that failed, and how many there are of the others.
fn failed(world: &World, results: &str) -> (Vec<(String, String)>, usize) {
    let cells = world.frame(&format!("{results}/cells.parquet"));
    let (address, status, error) =
        (cells.text("address").unwrap(), cells.text("status").unwrap(), cells.text("error").unwrap());
    let rows = || address.iter().zip(status).zip(error);
    let of_failed = rows().filter(|((_, status), _)| *status == "failed");
    let failed: Vec<_> = of_failed.map(|((address, _), error)| (address.clone(), error.clone())).collect();
    let fine = rows().count() - failed.len();
    (failed, fine)
}

/// A broken collection beside a good twin: the rows of the twin are as if it stood alone.
#[test]
fn a_broken_collection_fails_its_own_cells() {
    for (path, text, reason) in [
        ("qrels.txt", "1 0 a1 high\n", "tiny/qrels.txt:1:8: grade `high` is not an integer"),
        ("runs/beta.txt", "1 Q0 b1 1 3\n", "beta.txt:1:1: 5 columns, expected 6"),
        ("teams.tsv", "alpha\tA\nalpha\tB\n", "teams.tsv:2:1: run `alpha` is listed already"),
        ("teams.tsv", "", "teams.tsv:1:1: the file is empty"),
        ("runs/delta.txt", "1 Q0 a 1 1 delta\n", "run `delta` ("),
        ("runs/beta.txt", "\u{1f}\u{8b}", "beta.txt: "),
    ] {
        let world = World::with_files();
        world.line("run small --cache c --results alone --quiet").code(GOOD);
        world.write(FILE, changed(EXPERIMENT, "[tiny-twin]", "[tiny, tiny-twin]"));
        let bytes = if reason == "beta.txt: " { vec![0x1f, 0x8b, 8, 0] } else { text.into() };
        world.write(&format!("data/tiny/{path}"), bytes);
        let ended = world.line("run small --cache c --results r").code(BAD_DATA);
        let told: Vec<&str> = ended.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
        assert!(told.len() == 1 && told[0].contains(reason), "one line for one reason\n{}", ended.stderr);
        assert!(told[0].contains(" cells failed, the first of them small/"), "{}", told[0]);
        let (failed, fine) = failed(&world, "r");
        assert!(!failed.is_empty() && failed.iter().all(|(address, _)| !address.contains("tiny-twin")));
        assert!(failed.iter().all(|(_, error)| error.contains(reason)), "{failed:?}");
        assert_eq!(fine, world.frame("alone/cells.parquet").rows());
        // What failed is tried again, the rest is kept; mended, everything is there.
        let again = world.line("run small --cache c --results r").code(BAD_DATA);
        assert_eq!(counts(&again)[0], 0, "{}", again.stderr);
        let good = World::with_files();
        good.write(FILE, changed(EXPERIMENT, "[tiny-twin]", "[tiny, tiny-twin]"));
        good.line("run small --cache c --results r --quiet").code(GOOD);
        for name in ["qrels.txt", "teams.tsv", "runs/beta.txt"] {
            world.write(
                &format!("data/tiny/{name}"),
                std::fs::read(good.path(format!("data/tiny/{name}"))).unwrap(),
            );
        }
        let _ = std::fs::remove_file(world.path("data/tiny/runs/delta.txt"));
        world.line("run small --cache c --results r --quiet").code(GOOD);
        assert!(world.results("r") == good.results("r"), "{path}");
    }
}

/// Files that are gone while the folder is there are bad data, not a missing collection.
#[test]
fn a_collection_without_a_file_fails() {
    for gone in ["qrels.txt", "teams.tsv", "runs"] {
        let world = World::with_files();
        world.write(FILE, changed(EXPERIMENT, "[tiny-twin]", "[tiny, tiny-twin]"));
        let path = world.path(format!("data/tiny/{gone}"));
        if gone == "runs" {
            std::fs::remove_dir_all(path).unwrap()
        } else {
            std::fs::remove_file(path).unwrap()
        }
        let ended = world.line("run small --results r").code(BAD_DATA);
        assert!(
            ended.stderr.lines().any(|line| line.starts_with("error: ") && line.contains(gone)),
            "{}",
            ended.stderr
        );
        let (failed, fine) = failed(&world, "r");
        assert!(!failed.is_empty() && fine > 0);
    }
}

/// Without its folder a collection is skipped, with the way to get it, and that is no failure.
#[test]
fn a_collection_that_is_not_here_is_skipped() {
    let world = World::with_files();
    world.write(FILE, changed(EXPERIMENT, "[tiny-twin]", "[tiny, tiny-twin]"));
    std::fs::remove_dir_all(world.path("data/tiny")).unwrap();
    let plan = world.line("plan small").code(GOOD);
    assert!(
        plan.stdout.contains("waiting: ")
            && plan.stdout.contains("(`rejudge data verify tiny` says how to get it)"),
        "{}",
        plan.stdout
    );
    let obtain = world.line("data verify tiny").code(BAD_DATA).stderr;
    assert!(obtain.contains("it is written by the test"), "{obtain}");
    let ended = world.line("run small --results r").code(GOOD);
    let says = "small: to look at: `rejudge report small --results r`; more on 1 collection that is not here: \
                `rejudge data verify tiny` says how to get it";
    assert_eq!(ended.stderr.lines().last(), Some(says), "{}", ended.stderr);
    // It is no trouble: the log alone has a line for each of them.
    let log = world.line("run small --results r --log json").code(GOOD).stderr;
    assert!(log.contains("the collection's files are not here"), "{log}");
    let cells = world.frame("r/cells.parquet");
    assert!(cells.text("collection").unwrap().iter().all(|name| name == "tiny-twin"));
    assert!(cells.text("kind").unwrap().iter().all(|kind| kind == "simulated"));
}

/// A level above the gains fails; a statistic that is not defined is `undefined`, which is no failure.
#[test]
fn undefined_is_not_failed() {
    let world = World::with_files();
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny]");
    let text = changed(&text, "{S: 3, A: 2, B: 1}", "{A: 2, B: 1}");
    world.write(FILE, &text);
    world.write("data/tiny/teams.tsv", "alpha\tA\nalpha2\tA\nbeta\tA\ngamma\tA\n");
    world.line("run small --results r").code(GOOD);
    let cells = world.frame("r/cells.parquet");
    let (statistic, status, error) =
        (cells.text("statistic").unwrap(), cells.text("status").unwrap(), cells.text("error").unwrap());
    for ((statistic, status), error) in statistic.iter().zip(status).zip(error) {
        match statistic.as_str() {
            // One team: one run is compared, and no two can differ.
            "tau" | "dp" | "errors" => {
                assert_eq!(status, "undefined", "{statistic}");
                assert!(!error.is_empty(), "{statistic} says why");
            }
            _ => assert_eq!((status.as_str(), error.as_str()), ("ok", ""), "{statistic}"),
        }
    }
    world.write(FILE, changed(&text, "{A: 2, B: 1}", "{B: 1}"));
    let ended = world.line("run small --results r").code(BAD_DATA);
    let reason = "topic 1 of `tiny` has a document of level 2, but `gains` ends at level 1";
    assert!(ended.stderr.contains(reason), "{}", ended.stderr);
}

/// One judgment set that cannot be made, beside others that can.
#[test]
fn a_judgment_set_that_cannot_be_made_fails_alone() {
    let world = World::with_files();
    // Without a readable list of teams any name may be meant, until the files are there.
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny]");
    let text = changed(&text, "full\n", "full\n    - take-teams: {teams: [A, Nobody]}\n");
    world.write(FILE, &text);
    let ended = world.line("run small --results r").code(crate::world::USAGE);
    assert!(ended.stderr.contains("`tiny` has no analysed team `Nobody`"), "{}", ended.stderr);
    // A team that brought nothing that is judged: its judgment set is empty, not broken.
    world.write(FILE, text.replace("Nobody", "C"));
    world.line("run small --results r").code(GOOD);
}

#[test]
fn fail_fast_stops_and_says_so() {
    let world = World::with_files();
    world.write("data/tiny/qrels.txt", "1 0 a1 high\n");
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny, tiny-twin]");
    world.write(FILE, changed(&text, "draws: 2", "draws: 40"));
    let ended = world.line("run small --results r --fail-fast --jobs 1").code(BAD_DATA);
    assert!(ended.stderr.contains("qrels.txt:1:8: grade `high` is not an integer"), "{}", ended.stderr);
    let draws = |results: &str| {
        let cells = world.frame(&format!("{results}/cells.parquet"));
        let twin = cells.text("collection").unwrap().iter().zip(cells.whole("draw").unwrap());
        let drawn: std::collections::BTreeSet<_> =
            twin.filter(|(name, _)| *name == "tiny-twin").map(|(_, d)| *d).collect();
        drawn.len()
    };
    assert!(draws("r") < 40, "{} of 40 draws were computed after the failure", draws("r"));
    world.line("run small --results r --jobs 1").code(BAD_DATA);
    assert_eq!(draws("r"), 40);
    // The same, as a field of the experiment.
    let text = std::fs::read_to_string(world.path(FILE)).unwrap();
    world.write(FILE, changed(&text, "profiles:", "run: {on-cell-error: stop}\nprofiles:"));
    world.line("run small --results r --cache c2 --jobs 1").code(BAD_DATA);
    assert!(draws("r") < 40);
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let world = World::new();
    world.write("file", "");
    for args in ["run small --results file/r", "run small --cache file/c", "simulate tiny-twin -o file/out"] {
        let ended = world.line(args).code(BAD_DATA);
        assert!(ended.stderr.starts_with("error: ") && ended.stderr.contains("file"), "{}", ended.stderr);
    }
}

/// Runs a command that breaks at a place (builds with debug assertions break at the place that a variable
/// names).
fn broken(world: &World, words: &str, place: &str) -> crate::world::Ended {
    let mut command = world.command(words.split(' '));
    crate::world::ended(command.env("REJUDGE_DEFECT", place).env("RUST_BACKTRACE", "0"))
}

/// A panic is the error of its own cell; all others are as if nothing had happened, and nothing of it is
/// kept.
#[test]
fn a_panic_in_a_cell_is_its_error() {
    let world = World::new();
    world.line("run small --cache whole --results w").code(GOOD);
    let cell = "small/tau[collection=tiny-twin,judgments=pool-depth(depth=1),measure=AP]";
    let scores = "small/scores[collection=tiny-twin,judgments=pool-depth(depth=1),measure=AP]";
    for (place, most) in [(cell, 2), (scores, 40)] {
        let ended = broken(&world, "run small --cache c --results r --jobs 2", place).code(BAD_DATA);
        let reason = format!("(a defect of rejudge, please report it): REJUDGE_DEFECT names {place}");
        assert!(ended.stderr.contains(&reason), "{}", ended.stderr);
        // The hook's line: once, though two draws met it.
        let line = format!(
            "error: a defect of rejudge, please report it with the command: REJUDGE_DEFECT names {place} ("
        );
        assert_eq!(ended.stderr.matches(&line).count(), 1, "{}", ended.stderr);
        let (failed, fine) = failed(&world, "r");
        assert!((2..=most).contains(&failed.len()), "{place}: {failed:?}");
        assert!(failed.iter().all(|(_, error)| error.contains(&reason)));
        let whole = world.frame("w/cells.parquet");
        let is_fine = |address: &&String| !failed.iter().any(|(other, _)| other == *address);
        assert_eq!(
            fine,
            whole.text("address").unwrap().iter().filter(is_fine).count(),
            "all others are there"
        );
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
    world.write(FILE, changed(EXPERIMENT, "[tiny-twin]", "[tiny, tiny-twin]"));
    let ended = broken(&world, "run small --cache c --results r", "load tiny").code(BAD_DATA);
    assert!(ended.stderr.contains("REJUDGE_DEFECT names load tiny: "), "{}", ended.stderr);
    let (failed, fine) = failed(&world, "r");
    assert!(!failed.is_empty() && failed.iter().all(|(address, _)| !address.contains("tiny-twin")));
    assert_eq!(fine, world.frame("alone/cells.parquet").rows());
}

/// Outside of cells too it is one line and an exit code of its own: 101 says nothing to anybody.
#[test]
fn a_panic_anywhere_else_has_an_exit_code() {
    let world = World::new();
    let ended = broken(&world, "list", "command").code(70);
    assert!(ended.stdout.is_empty());
    let line =
        "error: a defect of rejudge, please report it with the command: REJUDGE_DEFECT names command (";
    assert!(ended.stderr.starts_with(line) && ended.stderr.lines().count() == 1, "{}", ended.stderr);
    // Who asks for a backtrace gets one.
    let mut command = world.command(["list"]);
    let output = command.env("REJUDGE_DEFECT", "command").env("RUST_BACKTRACE", "1").output().unwrap();
    assert_eq!(output.status.code(), Some(70));
    assert!(String::from_utf8_lossy(&output.stderr).contains("stack backtrace"));
}

/// Files that somebody writes to between the plan, which hashed them, and the reading: their cells fail,
/// and nothing is kept under the hash of what was there before.
#[test]
fn files_that_change_under_a_run_fail_its_cells() {
    type Change<'a> = &'a dyn Fn(&World);
    let changes: [(&str, Change<'_>); 5] = [
        ("data/tiny/runs/beta.txt", &|world| {
            world.write("data/tiny/runs/beta.txt", crate::world::RUNS[2].1.replace("b1 1 3", "b1 1 1"))
        }),
        ("data/tiny/qrels.txt", &|world| {
            world.write("data/tiny/qrels.txt", crate::world::QRELS.replace("b2 2", "b2 0"))
        }),
        ("data/tiny/runs/beta.txt", &|world| {
            std::fs::remove_file(world.path("data/tiny/runs/beta.txt")).unwrap()
        }),
        ("data/tiny/runs/beta.txt", &|world| {
            world.write("data/tiny/runs/beta.txt", &crate::world::RUNS[2].1[..30])
        }),
        ("data/tiny/qrels.txt", &|world| std::fs::remove_file(world.path("data/tiny/qrels.txt")).unwrap()),
    ];
    for (number, (file, change)) in changes.into_iter().enumerate() {
        let world = World::with_files();
        // The twins come first, and with one thread nothing else is computed until they are there.
        let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny-twin, tiny]");
        world.write(FILE, changed(&text, "samples: 50", "samples: 8000"));
        let mut command = world.command("run small --cache c --results r --jobs 1".split(' '));
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        until("a cell is kept", || holds_pack(&world.path("c")));
        change(&world);
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(BAD_DATA), "{number}\n{stderr}");
        let told = stderr.lines().filter(|line| line.starts_with("error: ")).collect::<Vec<_>>();
        let name = file.rsplit('/').next().unwrap();
        assert!(told.len() == 1 && told[0].contains(name), "{number}\n{stderr}");
        let (failed, fine) = failed(&world, "r");
        assert!(!failed.is_empty() && failed.iter().all(|(address, _)| !address.contains("tiny-twin")));
        assert!(fine > 0);
        // What was there before is there again: not one of its numbers is of what was there in between.
        let good = World::with_files();
        good.write(FILE, std::fs::read(world.path(FILE)).unwrap());
        good.line("run small --cache c --results r --quiet").code(GOOD);
        world.write(file, std::fs::read(good.path(file)).unwrap());
        world.line("run small --cache c --results r --quiet").code(GOOD);
        assert!(world.results("r") == good.results("r"), "{number}");
    }
}

/// A run cut short within its compressed data, in a collection: an error of its cells, not a shorter run.
#[test]
fn a_run_cut_short_fails_its_cells() {
    use std::io::Write;
    let world = World::with_files();
    world.change("[tiny-twin]", "[tiny]");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(crate::world::RUNS[0].1.as_bytes()).unwrap();
    let whole = packed.finish().unwrap();
    for length in [whole.len() - 1, whole.len() / 2] {
        world.write("data/tiny/runs/alpha.txt", &whole[..length]);
        let ended = world.line("run small --cache c --results r").code(BAD_DATA);
        assert!(ended.stderr.contains("alpha.txt: truncated or corrupt gzip: "), "{}", ended.stderr);
    }
    world.write("data/tiny/runs/alpha.txt", &whole);
    world.line("run small --cache c --results r").code(GOOD);
}
