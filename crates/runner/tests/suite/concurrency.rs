//! Several processes at once: runs into one folder, runs with one cache, and readers while a run writes the folder.
//! Also the limit of the number of threads.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::interrupts::started;
use crate::world::{EXPERIMENT, GOOD, USAGE, World, changed, ended};

/// Creates a world whose experiment takes seconds with one thread.
fn slow() -> World {
    let world = World::slow();
    world.write("experiments/quick/experiment.yaml", changed(EXPERIMENT, "id: small", "id: quick"));
    world
}

/// A run that waits for another prints a message. If the other run is killed, the waiting run continues, and
/// no lock has to be removed.
#[test]
fn a_killed_holder_leaves_no_lock() {
    let world = slow();
    let mut first = started(&world, "run small --results r --cache c --jobs 1");
    let mut second = world.start("run small --results r --cache c");
    let mut stderr = BufReader::new(second.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert_eq!(line, "waiting for another run that writes to r\n");
    assert!(second.try_wait().unwrap().is_none() && first.try_wait().unwrap().is_none());
    first.kill().unwrap();
    first.wait().unwrap();
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    assert_eq!(second.wait().unwrap().code(), Some(GOOD), "{rest}");
    assert!(rest.contains(" failed; results in r; cache in c ("), "{rest}");
    // A lock of a process that is gone is ignored.
    let third = world.line("run small --results r --cache c").code(GOOD);
    assert!(!third.stderr.contains("waiting"), "{}", third.stderr);
    world.line("run small --results whole --cache other").code(GOOD);
    assert!(world.results("r") == world.results("whole"));
}

#[test]
fn other_folders_do_not_wait() {
    let world = slow();
    // This run would take minutes. It is killed below.
    let mut first = started(&world, "run small --results r --cache c --jobs 1 -s draws=200");
    for words in [
        "run small --results s --cache c -s draws=1",
        "run quick --results q --cache c",
        "plan small --cache c",
    ] {
        let ended = world.line(words).code(GOOD);
        assert!(!ended.stderr.contains("waiting"), "{words}: {}", ended.stderr);
    }
    assert!(first.try_wait().unwrap().is_none(), "the first run has not ended");
    first.kill().unwrap();
    first.wait().unwrap();
}

/// Versions of results that a reader may see: with one draw, or with two.
struct Versions {
    world: World,
    /// The reports of the two versions. `differences` has what `diff` prints for each version against the first.
    reports: [String; 2],
    differences: [String; 2],
}

impl Versions {
    fn new() -> Self {
        let world = World::new();
        world.line("run small --results one --cache c -s draws=1").code(GOOD);
        world.line("run small --results two --cache c -s draws=2").code(GOOD);
        let reports = ["one", "two"].map(|name| {
            world.line(&format!("report small --results {name}")).code(GOOD);
            world.read(std::path::Path::new(name).join("report.md"))
        });
        assert_ne!(reports[0], reports[1]);
        let differences = ["one", "two"].map(|name| world.line(&format!("diff {name} one")).stdout);
        Self { world, reports, differences }
    }

    /// Reads while `write` puts the versions with 2 draws and with 1 draw into `r` in turn.
    fn read_while(&self, write: impl Fn(usize) + Send) {
        let stop = AtomicBool::new(false);
        let draws = [2, 1].into_iter().cycle().take_while(|_| !stop.load(Ordering::Relaxed));
        std::thread::scope(|scope| {
            scope.spawn(|| draws.for_each(write));
            (0..12).for_each(|_| self.read());
            stop.store(true, Ordering::Relaxed);
        });
    }

    /// Reads `r` with `report` and `diff`. Both must soon see one complete version.
    fn read(&self) {
        let since = Instant::now();
        self.world.line("report small --results r").code(GOOD);
        let report = self.world.read("r/report.md");
        assert!(self.reports.contains(&report), "the report mixes two versions");
        let diff = self.world.line("diff r one");
        assert!(
            self.differences.contains(&diff.stdout),
            "the difference mixes two versions: {}{}",
            diff.stdout,
            diff.stderr
        );
        assert!(since.elapsed() < Duration::from_secs(20), "a reader waited");
    }
}

/// Runs write the folder again and again. Readers see the old or the new results, never a mixture.
#[test]
fn readers_see_old_or_new_results() {
    let versions = Versions::new();
    let world = &versions.world;
    world.line("run small --results r --cache c -s draws=1").code(GOOD);
    versions.read_while(|draws| {
        world.line(&format!("run small --results r --cache c -s draws={draws}")).code(GOOD);
    });
}

/// A writer holds the lock and pauses after every rename, so that readers meet every intermediate state.
#[test]
fn readers_outlast_a_slow_writer() {
    let versions = Versions::new();
    let world = &versions.world;
    let names = ["scores.parquet", "choices.parquet", "cells.parquet", "manifest.json"];
    std::fs::create_dir(world.path("r")).unwrap();
    let put = |from: &str, name: &str| {
        std::fs::copy(world.path(from).join(name), world.path("r/.new")).unwrap();
        std::fs::rename(world.path("r/.new"), world.path("r").join(name)).unwrap();
    };
    names.iter().for_each(|name| put("one", name));
    let lock = File::create(world.path("r/.lock")).unwrap();
    versions.read_while(|draws| {
        lock.lock().unwrap();
        for name in names {
            put(["one", "two"][draws - 1], name);
            std::thread::sleep(Duration::from_millis(20));
        }
        lock.unlock().unwrap();
        std::thread::sleep(Duration::from_millis(100));
    });
}

/// These variables set the number of threads if there is no `--jobs`, and have the same limit.
#[test]
fn variables_of_threads_are_limited_as_jobs_are() {
    let world = World::with_files();
    world.line("run small --jobs 1025").code(USAGE);
    for variable in ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"] {
        let eval = |threads: &str| {
            let mut command = world.command("eval data/tiny/qrels.txt data/tiny/runs".split(' '));
            ended(command.env(variable, threads))
        };
        eval("1024").code(GOOD);
        for threads in ["1025", "99999999999"] {
            let message = format!("error: {variable}={threads}: expected at most 1024 threads");
            eval(threads).code(USAGE).says(message);
        }
    }
}
