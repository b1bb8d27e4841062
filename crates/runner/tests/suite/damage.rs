//! Damaged files of the cache and of results: every damage is detected, and no damaged number is used.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rejudge_stats::Draw;

use crate::world::{BAD_DATA, EXPERIMENT, Ended, GOOD, TINY_TWIN, World, awaited, changed, counts};

const RUN: &str = "run small --cache c --results r";

/// A world whose experiment is small, and has run.
fn after_a_run() -> World {
    let world = World::new();
    world.change("draws: 2", "draws: 1");
    world.line(RUN).code(GOOD);
    world
}

/// Puts a copy of the cache at `c` in place of the one there.
fn copied(world: &World, from: &str) {
    let _ = std::fs::remove_dir_all(world.path("c"));
    std::fs::create_dir(world.path("c")).unwrap();
    for file in world.cell_files(from) {
        std::fs::copy(&file, world.path("c").join(file.file_name().unwrap())).unwrap();
    }
}

/// A random number below `bound`, the same in every run of the tests.
fn random(what: &str, round: usize, bound: usize) -> usize {
    Draw::new(1, &[what, &round.to_string()]).below(bound as u32) as usize
}

fn flip(path: &Path, at: usize) {
    let mut bytes = std::fs::read(path).unwrap();
    bytes[at] ^= 1 << (at % 8);
    damaged(path, &bytes);
}

/// Puts other bytes into a file of two days ago: a younger one may be a copy that is still being written.
fn damaged(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes).unwrap();
    let two_days_ago = SystemTime::now() - Duration::from_secs(2 * 24 * 60 * 60);
    File::options().write(true).open(path).unwrap().set_modified(two_days_ago).unwrap();
}

/// Whatever is done to a file of the cache: a warning, the same results, and nothing to warn of afterwards.
#[track_caller]
fn mended(world: &World, what: &str) -> Ended {
    let expected = world.results("whole");
    // Existing results with valid cache inputs would need no number of the cache.
    let _ = std::fs::remove_dir_all(world.path("r"));
    let ended = world.line(RUN).code(GOOD);
    assert!(world.results("r") == expected, "{what}");
    let again = world.line(RUN).code(GOOD);
    assert_eq!(counts(&again)[0], 0, "{what}: what was damaged is kept again\n{}", again.stderr);
    // A damaged file that nothing needs is never written again.
    let lines = again.stderr.lines().filter(|line| !line.contains(" is not used: ")).count();
    assert_eq!(lines, 2, "{what}: nobody is warned of cells twice\n{}", again.stderr);
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
fn results_that_are_proved_need_no_number_of_the_cache() {
    let world = after_a_run();
    let results = world.results("r");
    // One flipped bit in an entry: any reader detects and reports the damage.
    world.cell_files("c").iter().for_each(|file| flip(file, 40));
    let run = world.line(RUN).code(GOOD);
    assert_eq!((counts(&run)[0], run.stderr.lines().count()), (0, 2), "{}", run.stderr);
    std::fs::remove_file(world.path("r/cells.parquet")).unwrap();
    let run = world.line(RUN).code(GOOD);
    assert!(counts(&run)[0] > 0 && run.stderr.contains("are damaged"), "{}", run.stderr);
    assert_eq!(world.results("r"), results);
}

#[test]
fn a_flipped_bit_anywhere_in_the_cache_is_noticed() {
    let world = world_with_a_copy();
    let (of, mut read) = (world.cell_files("sound").len(), 0);
    for round in 0..16 {
        copied(&world, "sound");
        let file = world.cell_files("c").swap_remove(random("file", round, of));
        // A unit test covers the magic number.
        let at = 16 + random("byte", round, std::fs::metadata(&file).unwrap().len() as usize - 16);
        flip(&file, at);
        let what = format!("byte {at} of {}", file.display());
        let ended = mended(&world, &what);
        let told = ["are damaged: they are computed again", " is not used: "];
        let lines = ended.stderr.lines().filter(|line| told.iter().any(|told| line.contains(told))).count();
        // Matrices are not read if all cells computed from them exist.
        let is_read = counts(&ended)[0] > 0;
        assert!(lines <= 1 && (lines == 1 || !is_read), "{what}: one warning\n{}", ended.stderr);
        read += usize::from(is_read);
    }
    assert!(read > 4, "only {read} of 16 were read");
}

#[test]
fn a_cache_file_cut_short_or_emptied_is_noticed() {
    let world = world_with_a_copy();
    let of = world.cell_files("sound").len();
    for round in 0..8 {
        copied(&world, "sound");
        let file = &world.cell_files("c")[random("file", round, of)];
        let bytes = std::fs::read(file).unwrap();
        let length = if round < of { 0 } else { random("length", round, bytes.len()) };
        damaged(file, &bytes[..length]);
        mended(&world, &format!("{length} bytes of {}", file.display())).says(" is not used: ");
    }
    // And longer than it was.
    copied(&world, "sound");
    let file = &world.cell_files("c")[0];
    damaged(file, &[std::fs::read(file).unwrap(), b"more".to_vec()].concat());
    mended(&world, "four bytes more").says(" is not used: ");
}

/// The content of a cache file is identified by the file itself, not by its name.
#[test]
fn cache_files_that_changed_places_give_the_same() {
    let world = world_with_a_copy();
    copied(&world, "sound");
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
    copied(&world, "sound");
    for file in world.cell_files("c") {
        let mut bytes = std::fs::read(&file).unwrap();
        assert_eq!(&bytes[..15], b"rejudge-cells/1");
        bytes[14] = b'2';
        std::fs::write(&file, bytes).unwrap();
    }
    let before = world.cell_files("c");
    let ended = world.line(RUN).code(GOOD);
    let told = "is not used: another version of rejudge, or another program, wrote it";
    assert_eq!(ended.stderr.matches(told).count(), before.len());
    assert_eq!(counts(&ended)[1], 0, "nothing of it is used");
    assert!(world.results("r") == world.results("whole"));
    assert!(before.iter().all(|file| file.exists()), "whose version it is may still want it");
}

/// No reader believes a file whose checksum is not that of the manifest.
#[test]
fn a_flipped_bit_anywhere_in_results_is_refused() {
    let world = after_a_run();
    world.line("report small --results r").code(GOOD);
    let files: Vec<PathBuf> = world.results("r").into_keys().collect();
    let files: Vec<_> =
        files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "parquet")).collect();
    assert_eq!(files.len(), 3);
    for round in 0..9 {
        let path = world.path("r").join(&files[round % files.len()]);
        let sound = std::fs::read(&path).unwrap();
        flip(&path, random("results", round, sound.len()));
        for command in ["report small --results r", "diff r r"] {
            world
                .line(command)
                .code(BAD_DATA)
                .says("is not the file that the run wrote (another checksum): run again");
        }
        std::fs::write(&path, sound).unwrap();
    }
    world.line("report small --results r").code(GOOD);
    // `check` reads the same files as `report`.
    let bundled = |words: &str| crate::world::ended(&mut world.bundled(words));
    bundled("run sakai-ntcir --results s").code(GOOD);
    flip(&world.path("s/cells.parquet"), 1000);
    bundled("check sakai-ntcir --results s").code(BAD_DATA).says("is not the file that the run wrote");
}

/// Results cut short, emptied or in each other's place; running again mends them.
#[test]
fn results_that_are_not_what_the_run_wrote_are_refused_and_mended() {
    let world = after_a_run();
    let whole = world.results("r");
    let cells = std::fs::read(world.path("r/cells.parquet")).unwrap();
    let cases: [(&str, &[u8]); 4] = [
        ("cells.parquet", b""),
        ("cells.parquet", &cells[..cells.len() / 2]),
        ("scores.parquet", &cells),
        ("manifest.json", b"{\"experiment\": "),
    ];
    for (name, bytes) in cases {
        world.write(&format!("r/{name}"), bytes);
        let ended = world.line("report small --results r").code(BAD_DATA);
        let told = ["is not the file that the run wrote", "manifest.json is damaged"];
        assert!(told.iter().any(|told| ended.stderr.contains(told)), "{name}: {}", ended.stderr);
        world.line(RUN).code(GOOD);
        world.line("report small --results r").code(GOOD);
        let mut now = world.results("r");
        now.retain(|path, _| !path.to_string_lossy().starts_with("report"));
        assert!(now == whole, "{name}");
    }
    // A file that is needed and gone.
    std::fs::remove_file(world.path("r/cells.parquet")).unwrap();
    world
        .line("report small --results r")
        .code(BAD_DATA)
        .says("cannot read r/cells.parquet: it is not there");
}

/// The manifest has no checksum of its own: an invalid one is an error, and nothing panics.
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

/// A cache in which everything is damaged at once, by two experiments that use it together.
#[test]
fn two_experiments_mend_one_cache_at_once() {
    let world = world_with_a_copy();
    world.write("collections/tiny-twin.yaml", TINY_TWIN);
    world.write("experiments/other/experiment.yaml", changed(EXPERIMENT, "id: small", "id: other"));
    world.line("run other --cache d --results other-whole").code(GOOD);
    copied(&world, "sound");
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
