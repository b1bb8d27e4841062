//! Ctrl-C, two runs at once, and full disks. Files that exist stay complete.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::cases::FILE;
use crate::world::{BAD_DATA, GOOD, World, awaited, counts, paths};

pub const INTERRUPTED: i32 = 130;
pub const STOPPING: &str = "stopping after the current cells; press Ctrl-C again to stop now";
const LONG: Duration = Duration::from_secs(60);

/// Creates a world whose experiment takes seconds. It has so many samples that a group can be stopped before
/// it ends.
fn slow() -> World {
    let world = World::slow();
    let table = "tables:\n  one: {caption: T, rows: judgments, columns: measure, cell: dp.power}\n";
    world.write(FILE, world.read(FILE) + table);
    world
}

/// Starts a run, and waits until its cache `c` has a cell.
pub fn started(world: &World, words: &str) -> Child {
    let child = world.start(words);
    until("a cell is kept", || !world.cell_files("c").is_empty());
    child
}

/// Sends the signal of Ctrl-C.
pub fn interrupt(child: &Child) {
    let sent = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(sent.unwrap().success());
}

const RUN: &str = "run small --jobs 1 --results r --cache c";

/// Waits until `is_so` returns true, which must happen within a minute.
pub fn until(what: &str, is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < LONG, "never: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn an_interrupted_run_continues_to_the_same_bytes() {
    let world = slow();
    let child = started(&world, RUN);
    interrupt(&child);
    let stderr = awaited(child).code(INTERRUPTED).stderr;
    let says = "small: interrupted; finished cells are in the cache, and no results were written: run the same command again to continue";
    // The answer to the signal comes first. The last line says how to continue, and nothing is said about
    // tables.
    assert_eq!(stderr.lines().next(), Some(STOPPING), "{stderr}");
    assert_eq!(stderr.lines().last(), Some(says), "{stderr}");
    assert_eq!(stderr.lines().count(), 3, "{stderr}");
    world.line("report small --results r").code(BAD_DATA).says("there are no results in r: ");
    let files: Vec<_> = paths(&world.path("r")).into_iter().filter(|path| path.is_file()).collect();
    assert_eq!(files, [world.path("r/.lock")]);

    let again = world.line("run small --results r --cache c").code(GOOD);
    let [computed, cached, failed] = counts(&again);
    assert!(computed > 0 && cached > 0 && failed == 0, "{}", again.stderr);
    world.line("run small --results whole --cache other").code(GOOD);
    assert_eq!(world.results("r"), world.results("whole"));
}

#[test]
fn an_interrupted_run_leaves_complete_results_complete() {
    let world = slow();
    world.line("run small --results r --cache c").code(GOOD);
    let complete = (world.results("r"), world.read("r/manifest.json"));
    std::fs::remove_dir_all(world.path("c")).unwrap();
    let child = started(&world, RUN);
    interrupt(&child);
    awaited(child).code(INTERRUPTED);
    assert!((world.results("r"), world.read("r/manifest.json")) == complete);
    world.line("report small --results r").code(GOOD);
}

/// A run that waits for another one has planned its cells, but computes none yet.
#[test]
fn a_signal_before_anything_is_computed_is_answered_and_ends_the_run() {
    let world = World::new();
    std::fs::create_dir(world.path("r")).unwrap();
    let lock = File::create(world.path("r/.lock")).unwrap();
    lock.lock().unwrap();
    let mut child = world.start(RUN);
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(stderr.next().as_deref(), Some("waiting for another run that writes to r"));
    interrupt(&child);
    let rest: Vec<String> = stderr.collect();
    assert_eq!(rest, ["stopped before anything was computed; nothing was written"]);
    assert_eq!(child.wait().unwrap().code(), Some(INTERRUPTED));
    assert!(!world.path("r/manifest.json").exists());
}

#[test]
fn a_second_signal_ends_at_once() {
    let world = slow();
    let child = started(&world, RUN);
    // The signals come so close together that no cell ends in between. They differ, because two pending
    // signals of the same kind may be merged into one.
    let both = format!("kill -INT {0}; kill -TERM {0}", child.id());
    assert!(Command::new("sh").args(["-c", &both]).status().unwrap().success());
    // The first signal may be answered before the second one comes. The run does not finish its current
    // cells, and writes no results.
    let stderr = awaited(child).code(INTERRUPTED).stderr;
    assert!(stderr.lines().all(|line| line == STOPPING), "{stderr}");
    assert!(!world.path("r/manifest.json").exists());
    world.line("run small --results r --cache c").code(GOOD);
}

#[test]
fn the_second_run_on_a_folder_waits_for_the_first() {
    let world = World::new();
    std::fs::create_dir(world.path("r")).unwrap();
    let lock = File::create(world.path("r/.lock")).unwrap();
    lock.lock().unwrap();
    let mut child = world.start("run small --results r --cache c");
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert_eq!(line, "waiting for another run that writes to r\n");
    assert!(child.try_wait().unwrap().is_none(), "the second run waits");
    assert!(!world.path("r/manifest.json").exists());
    // A command that only reads the results does not wait.
    world.line("report small --results r").code(BAD_DATA);
    // Cells that the other run computes meanwhile are not computed again.
    world.line("run small --results s --cache c").code(GOOD);
    drop(lock);
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(GOOD));
    assert!(rest.starts_with("small: 0 computed, "), "{rest}");
    assert!(world.results("r") == world.results("s"));
}

#[test]
fn a_full_disk_keeps_the_earlier_results() {
    let world = World::new();
    world.line("run small --results r --cache c").code(GOOD);
    let before = world.results("r");
    // Files of more than 2 KiB cannot be written, so only some of the results can.
    let run = world.command(["run", "small", "--results", "r", "--cache", "c", "-s", "draws=1"]);
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -f 4; exec \"$0\" \"$@\""]).arg(run.get_program());
    limited.args(run.get_args()).current_dir(world.path("."));
    crate::world::ended(&mut limited).code(BAD_DATA).says("cannot write r/");
    assert_eq!(world.results("r"), before);
}
