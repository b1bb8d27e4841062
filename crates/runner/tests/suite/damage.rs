//! Damaged files of the cache and of results. No damaged number is used.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime};

use rejudge_experiment::exec::{Outcome, Roster};
use rejudge_experiment::grid::Grid;
use rejudge_experiment::grid::plan::Group;
use rejudge_stats::Draw;
use rejudge_store::cache::{Cache, Key};

use crate::world::{BAD_DATA, EXPERIMENT, Ended, GOOD, TINY_TWIN, World, awaited, changed, counts, plan};

const RUN: &str = "run small --cache c --results r";

/// Creates a world in which a small experiment was run.
fn after_a_run() -> World {
    let world = World::new();
    world.change("draws: 2", "draws: 1");
    world.line(RUN).code(GOOD);
    world
}

/// Replaces the cache `c` with a copy of the cache `from`.
fn copy_cache(world: &World, from: &str) {
    let _ = std::fs::remove_dir_all(world.path("c"));
    std::fs::create_dir(world.path("c")).unwrap();
    for file in world.cell_files(from) {
        std::fs::copy(&file, world.path("c").join(file.file_name().unwrap())).unwrap();
    }
}

/// Returns a pseudorandom number below `bound`. It is the same in every run of the tests.
fn random(what: &str, round: usize, bound: usize) -> usize {
    Draw::new(1, &[what, &round.to_string()]).below(bound as u32) as usize
}

fn flip(path: &Path, at: usize) {
    let mut bytes = std::fs::read(path).unwrap();
    bytes[at] ^= 1 << (at % 8);
    damaged(path, &bytes);
}

/// Writes other bytes to a file, and dates it two days back. A younger file might be a copy that is still being written.
fn damaged(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes).unwrap();
    let two_days_ago = SystemTime::now() - Duration::from_secs(2 * 24 * 60 * 60);
    File::options().write(true).open(path).unwrap().set_modified(two_days_ago).unwrap();
}

/// Checks that a run with damaged cache files gives the same results, and that the next run computes nothing
/// and repeats no warning, except about files that it does not use. Returns the output of the first run.
#[track_caller]
fn mended(world: &World, what: &str) -> Ended {
    let expected = world.results("whole");
    // If there were results of the same inputs, the run would not read the cache.
    let _ = std::fs::remove_dir_all(world.path("r"));
    let ended = world.line(RUN).code(GOOD);
    assert!(world.results("r") == expected, "{what}");
    let again = world.line(RUN).code(GOOD);
    assert_eq!(counts(&again)[0], 0, "{what}: the damaged cells are stored again\n{}", again.stderr);
    // A damaged file that no result needs is not written again, so the warning about it is repeated.
    let lines = again.stderr.lines().filter(|line| !line.contains(" is not used: ")).count();
    assert_eq!(lines, 2, "{what}: no cell has two warnings\n{}", again.stderr);
    assert!(world.results("r") == expected, "{what}");
    ended
}

fn world_with_a_copy() -> World {
    let world = after_a_run();
    for (from, to) in [("c", "sound"), ("r", "whole")] {
        std::fs::rename(world.path(from), world.path(to)).unwrap();
    }
    world
}

#[test]
fn unchanged_results_do_not_read_the_cache() {
    let world = after_a_run();
    let results = world.results("r");
    // One bit of each file is flipped. A run that read the cache would report the damage.
    world.cell_files("c").iter().for_each(|file| flip(file, 40));
    let run = world.line(RUN).code(GOOD);
    assert_eq!((counts(&run)[0], run.stderr.lines().count()), (0, 2), "{}", run.stderr);
    std::fs::remove_file(world.path("r/cells.parquet")).unwrap();
    let run = world.line(RUN).code(GOOD);
    assert!(counts(&run)[0] > 0 && run.stderr.contains("are damaged"), "{}", run.stderr);
    assert_eq!(world.results("r"), results);
}

/// Each file is damaged in four ways: a flipped bit, no bytes, fewer bytes, more bytes. The crate `store` tests every byte.
#[test]
fn damaged_cache_files_are_noticed() {
    let world = world_with_a_copy();
    let mut read = 0;
    for (number, sound) in world.cell_files("sound").iter().enumerate() {
        let bytes = std::fs::read(sound).unwrap();
        let file = world.path("c").join(sound.file_name().unwrap());
        for round in 0..3 {
            copy_cache(&world, "sound");
            // A unit test covers the magic number.
            let at = 16 + random("byte", 3 * number + round, bytes.len() - 16);
            flip(&file, at);
            let what = format!("byte {at} of {}", file.display());
            let ended = mended(&world, &what);
            let messages = ["are damaged: they are computed again", " is not used: "];
            let is_told = |line: &&str| messages.iter().any(|message| line.contains(message));
            let lines = ended.stderr.lines().filter(is_told).count();
            // If all cells that are computed from a matrix exist, the matrix is not read.
            let is_read = counts(&ended)[0] > 0;
            assert!(lines <= 1 && (lines == 1 || !is_read), "{what}: one warning\n{}", ended.stderr);
            read += usize::from(is_read);
        }
        let part = random("length", number, bytes.len());
        for other in [&[][..], &bytes[..part], &[&bytes[..], b"more"].concat()] {
            copy_cache(&world, "sound");
            damaged(&file, other);
            mended(&world, &format!("{} bytes of {}", other.len(), file.display())).says(" is not used: ");
        }
    }
    assert!(read > 0, "no damaged file was read");
}

/// A cache file is identified by its content, not by its name.
#[test]
fn exchanged_cache_files_give_equal_results() {
    let world = world_with_a_copy();
    copy_cache(&world, "sound");
    let files = world.cell_files("c");
    let (first, last) = (&files[0], &files[files.len() - 1]);
    std::fs::rename(first, world.path("aside")).unwrap();
    std::fs::rename(last, first).unwrap();
    std::fs::rename(world.path("aside"), last).unwrap();
    let ended = mended(&world, "swapped");
    assert_eq!(counts(&ended)[0], 0, "{}", ended.stderr);
}

#[test]
fn a_cache_of_another_version_is_left_alone() {
    let world = world_with_a_copy();
    copy_cache(&world, "sound");
    for file in world.cell_files("c") {
        let mut bytes = std::fs::read(&file).unwrap();
        assert_eq!(&bytes[..15], b"rejudge-cells/1");
        bytes[14] = b'2';
        std::fs::write(&file, bytes).unwrap();
    }
    let before = world.cell_files("c");
    let ended = world.line(RUN).code(GOOD);
    let message = "is not used: another version of rejudge, or another program, wrote it";
    assert_eq!(ended.stderr.matches(message).count(), before.len());
    assert_eq!(counts(&ended)[1], 0, "no cell of the other version is used");
    assert!(world.results("r") == world.results("whole"));
    assert!(before.iter().all(|file| file.exists()), "the other version may still need it");
}

/// Result files are damaged by a flipped bit, shortened, emptied or exchanged. No reader accepts a file whose hash is not in
/// the manifest, and the next run repairs it.
#[test]
fn changed_results_are_refused_and_repaired() {
    let world = after_a_run();
    let whole = world.results("r");
    let read = |name: &str| std::fs::read(world.path("r").join(name)).unwrap();
    let cells = read("cells.parquet");
    let flipped = |name: &'static str| {
        let mut bytes = read(name);
        let at = random("results", 0, bytes.len());
        bytes[at] ^= 1 << (at % 8);
        (name, bytes)
    };
    let damages = [
        ("cells.parquet", Vec::new()),
        ("cells.parquet", cells[..cells.len() / 2].to_vec()),
        ("scores.parquet", cells),
        ("manifest.json", b"{\"experiment\": ".to_vec()),
        flipped("cells.parquet"),
        flipped("choices.parquet"),
        flipped("scores.parquet"),
    ];
    for (name, bytes) in damages {
        world.write(&format!("r/{name}"), bytes);
        let message = match name {
            "manifest.json" => "manifest.json is damaged",
            _ => "is not the file that the run wrote (its checksum differs): run again",
        };
        for reader in ["report small --results r", "check small --results r", "diff r r"] {
            world.line(reader).code(BAD_DATA).says(message);
        }
        world.line(RUN).code(GOOD);
        assert!(world.results("r") == whole, "{name}");
    }
    world.line("report small --results r").code(GOOD);
    // Now a needed file is missing.
    std::fs::remove_file(world.path("r/cells.parquet")).unwrap();
    world.line("report small --results r").code(BAD_DATA).says("cannot read r/cells.parquet: it is missing");
}

/// No file has a hash of the manifest itself. An invalid manifest is an error, and there is no panic.
#[test]
fn a_flipped_bit_in_the_manifest_never_panics() {
    let world = after_a_run();
    let path = world.path("r/manifest.json");
    let sound = std::fs::read(&path).unwrap();
    for round in 0..12 {
        flip(&path, random("manifest", round, sound.len()));
        let ended = world.line("report small --results r");
        assert!([GOOD, BAD_DATA, crate::world::USAGE].contains(&ended.code), "{ended:?}");
        std::fs::write(&path, &sound).unwrap();
    }
}

/// Every file of a cache is damaged, and two experiments use the cache at the same time.
#[test]
fn two_experiments_repair_one_cache_at_once() {
    let world = world_with_a_copy();
    world.write("collections/tiny-twin.yaml", TINY_TWIN);
    world.write("experiments/other/experiment.yaml", changed(EXPERIMENT, "id: small", "id: other"));
    world.line("run other --cache d --results other-whole").code(GOOD);
    copy_cache(&world, "sound");
    for file in world.cell_files("c") {
        let length = std::fs::metadata(&file).unwrap().len() as usize;
        flip(&file, random("at once", 0, length));
    }
    let lines = ["run small --cache c --results r", "run other --cache c --results s"];
    for child in lines.map(|line| world.start(line)) {
        awaited(child).code(GOOD);
    }
    assert!(world.results("r") == world.results("whole"));
    assert!(world.results("s") == world.results("other-whole"));
}

/// Another program may write wrong values with the right hashes. If a value has the wrong shape, it is computed again, and
/// there is no panic.
#[test]
fn forged_cells_are_computed_again() {
    let world = world_with_a_copy();
    let grid = world.grid().unwrap();
    type Forge = fn(&Cache, &Group, &Grid);
    let forges: [(&str, Forge); 6] = [
        ("scores of another shape", |cache, group, _| {
            group.scores.values().for_each(|key| cache.store(&[(*key, vec![0.5; 3])]).unwrap());
        }),
        ("summaries of another shape", |cache, group, _| {
            let summaries = |key: &Key| Key::new(format!("summaries of {key}").as_bytes());
            group.scores.values().for_each(|key| cache.store(&[(summaries(key), vec![0.5])]).unwrap());
        }),
        ("more bytes", |cache, group, _| {
            group.scores.values().for_each(|key| cache.store(&[(*key, (vec![0.5; 3], 7_u8))]).unwrap());
        }),
        ("a run that is not there", |cache, group, _| {
            let forged = Roster { chosen: vec![99], ..Roster::default() };
            group.rosters.values().for_each(|key| cache.store(&[(*key, &forged)]).unwrap());
        }),
        ("a failure", |cache, group, _| {
            let forged = Outcome::failed("it was never computed");
            group.cells.iter().for_each(|task| cache.store(&[(task.key, &forged)]).unwrap());
        }),
        ("p values that are none", |cache, group, grid| {
            for task in &group.cells {
                let kind = &grid.statistics[task.statistic as usize].kind;
                let mut outcome: Outcome = cache.load(&task.key).unwrap();
                if kind.test().is_some() {
                    outcome.pairs = vec![7.0];
                    cache.store(&[(task.key, &outcome)]).unwrap();
                }
            }
        }),
    ];
    for (what, forge) in forges {
        copy_cache(&world, "sound");
        // If several files have a key, the newest file is used. So the sound files get an older date than the
        // forged ones.
        world.cell_files("c").iter().for_each(|file| damaged(file, &std::fs::read(file).unwrap()));
        let cache = Cache::open(&world.path("c")).unwrap();
        plan(&grid, &[], &cache).groups.iter().for_each(|group| forge(&cache, group, &grid));
        cache.write().unwrap();
        let ended = mended(&world, what);
        assert!(ended.stderr.contains("are damaged: they are computed again"), "{what}: {}", ended.stderr);
    }
}
