//! Shards of a plan, computed by processes that share a cache. The results have the bytes of a run without shards.

use std::process::Command;

use crate::cases::{FILE, Page, case};
use crate::interrupts::started;
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, USAGE, World, awaited, changed, counts, edited, ended};

const RESUMABLE: i32 = 85;

/// Returns an experiment with a twin and files, samples that each draw takes from files, and statistics that
/// look at other draws.
fn experiment() -> String {
    let pairs = "  pairs: {pair-tests: {test: {wilcoxon: {}}, pairs: 4, pool: of-the-pair}}\n  \
                 confusion: {confusion-matrix: {of: pairs, versus: full}}\n  \
                 curve: {asl-curve: {of: dp}}\nprofiles:";
    let sets = "full\n    - sample: {rate: 0.5, draws: 2}\n    - leave-one-team-out: {team: {each: all}}\n";
    let edits = [
        ("[tiny-twin]", "[tiny, tiny-twin]"),
        ("draws: 2", "draws: 5"),
        ("[one-per-team: {}]", "[all, one-per-team: {}, random: {runs: 2, draws: 3}]"),
        ("full\n", sets),
        ("profiles:", pairs),
    ];
    edited(EXPERIMENT, &edits)
}

fn world() -> World {
    let world = World::with_files();
    world.write(FILE, experiment());
    world
}

/// Writes the results of the cache `c` without computing anything, and compares them with a run without shards.
#[track_caller]
fn joined(world: &World) {
    let run = world.line("run small --cached --cache c --results r").code(GOOD);
    assert_eq!(counts(&run)[0], 0, "{}", run.stderr);
    world.line("run small --cache whole --results w --quiet").code(GOOD);
    assert!(world.results("r") == world.results("w"));
}

/// Each draw also chooses its own sets of topics. Other draws of files use scores that belong to the first
/// draw.
#[test]
fn eight_processes_fill_one_cache() {
    let world = world();
    let sets = "  topic-sets: [random: {size: 2, draws: 2}]\n  measure:";
    world.write(FILE, changed(&experiment(), "  measure:", sets));
    let shards = (1..=8).map(|k| world.start(&format!("run small --jobs 1 --shard {k}/8 --cache c")));
    for shard in shards.collect::<Vec<_>>() {
        awaited(shard).code(GOOD);
    }
    joined(&world);
}

/// Only the plan decides which shard computes a draw. The results of other shards do not matter.
#[test]
fn shards_one_after_another_fill_one_cache() {
    let world = world();
    for (of, cache) in [(1, "one"), (3, "three")] {
        let computed = (1..=of).map(|k| {
            let run = world.line(&format!("run small --shard {k}/{of} --cache {cache}")).code(GOOD);
            counts(&run)[0]
        });
        let computed: Vec<usize> = computed.collect();
        assert!(computed.iter().all(|computed| *computed > 100), "{computed:?}");
        let run = world.line(&format!("run small --cached --cache {cache} --results {cache}-r")).code(GOOD);
        assert_eq!(counts(&run)[1], computed.iter().sum::<usize>(), "nothing is computed twice");
        // If the first shard is run again, all of its cells exist.
        let again = world.line(&format!("run small --shard 1/{of} --cache {cache}")).code(GOOD);
        assert_eq!(counts(&again)[0], 0, "{}", again.stderr);
    }
    assert!(world.results("one-r") == world.results("three-r"));
}

/// Machines without a common folder can join their caches by copying files.
#[test]
fn separate_caches_are_joined_by_copying() {
    let world = world();
    std::fs::create_dir(world.path("c")).unwrap();
    for k in 1..=4 {
        world.line(&format!("run small --quiet --shard {k}/4 --cache apart-{k}")).code(GOOD);
        for path in world.cell_files(&format!("apart-{k}")) {
            std::fs::copy(&path, world.path("c").join(path.file_name().unwrap())).unwrap();
        }
    }
    joined(&world);
}

#[test]
fn missing_cells_are_named_and_nothing_is_written() {
    let world = world();
    let mut page = Page::default();
    let cached = || case(BAD_DATA, "run small --cached --cache c --results r");
    page.case(&world, cached());
    for k in [4, 1, 2] {
        world.line(&format!("run small --quiet --shard {k}/4 --cache c")).code(GOOD);
    }
    page.case(&world, cached());
    world.line("run small --quiet --shard 3/4 --cache c").code(GOOD);
    // These runs have another seed, or one more measure, than the shards.
    page.case(&world, case(BAD_DATA, "run small --cached --cache c --results r -s seed=2"));
    page.case(&world, case(BAD_DATA, "run small --cached --cache c --results r -s axes.measure+=RBP"));
    assert!(!world.path("r").exists(), "something was written");
    page.shown("cells_that_are_missing");
    joined(&world);
    // Damage is found when a cell is read.
    for path in world.cell_files("c") {
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[40] ^= 1;
        std::fs::write(path, bytes).unwrap();
    }
    std::fs::remove_dir_all(world.path("r")).unwrap();
    let refused = world.line("run small --cached --cache c --results r").code(BAD_DATA);
    refused.says("are damaged: they are computed again");
    refused.says("are not in the cache c: ");
    assert!(!world.path("r/cells.parquet").exists());
}

/// If data are missing, a shard computes less and says so.
#[test]
fn a_shard_without_data_says_so() {
    let world = world();
    let mut without = world.command(["run", "small", "--shard", "2/2", "--cache", "c"]);
    let output = ended(without.env("REJUDGE_DATA", world.path("nowhere"))).code(GOOD).stderr;
    let words = "small: the data of tiny are not available for shard 2/2 (REJUDGE_DATA): ";
    assert!(output.starts_with(words) && output.contains(" cells of the plan wait for them\n"), "{output}");
    world.line("run small --cached --cache c --results r").code(BAD_DATA).says(": tiny draw 1 (");
}

/// Failed cells are never cached. A shard with failed cells ends with exit code 3, and no results can be
/// written from its cache.
#[test]
fn failed_cells_are_missing() {
    let world = world();
    world.write("data/tiny/qrels.txt", "1 0 a1 high\n");
    let shards = (1..=3).map(|k| world.line(&format!("run small --shard {k}/3 --cache c")));
    let failed: Vec<bool> = shards
        .map(|ended| {
            let failed = counts(&ended)[2] > 0;
            assert_eq!(ended.code, if failed { BAD_DATA } else { GOOD }, "{}", ended.stderr);
            assert_eq!(failed, ended.stderr.contains("qrels.txt:1:8: grade `high` is not an integer"));
            failed
        })
        .collect();
    assert!(failed.contains(&true));
    let refused = world.line("run small --cached --cache c --results r").code(BAD_DATA);
    assert!(
        refused.stderr.contains("tiny draw") && !refused.stderr.contains("tiny-twin"),
        "{}",
        refused.stderr
    );
    world.write("data/tiny/qrels.txt", crate::world::QRELS);
    (1..=3).for_each(|k| drop(world.line(&format!("run small --quiet --shard {k}/3 --cache c")).code(GOOD)));
    joined(&world);
}

#[test]
fn a_stopped_shard_says_how_to_continue() {
    // The test sends SIGUSR1, as Slurm does. Other signals also stop a run.
    let world = World::slow();
    let child = started(&world, "run small --jobs 1 --shard 1/1 --cache c");
    assert!(
        Command::new("sh").args(["-c", &format!("kill -USR1 {}", child.id())]).status().unwrap().success()
    );
    let stderr = awaited(child).code(RESUMABLE).stderr;
    assert!(stderr.ends_with("run the same command again to continue\n"), "{stderr}");
    let again = world.line("run small --shard 1/1 --cache c").code(GOOD);
    let [computed, cached, failed] = counts(&again);
    assert!(computed > 0 && cached > 0 && failed == 0, "{}", again.stderr);
}

#[test]
fn invalid_shards_are_refused() {
    let world = world();
    for (arguments, words) in [
        ("--shard 9/8", "found `9/8`, expected K/N with K from 1 to N, such as 2/8"),
        ("--shard hash:1/8", "found `hash:1/8`, expected K/N"),
        ("--shard auto", "`auto` is for a task of an array job, which sets one of SLURM_ARRAY_TASK_ID"),
        ("--shard 1/2 --results r", "cannot be used with"),
        ("--shard 1/2 --keep-scores", "cannot be used with"),
        ("--shard 1/2 --cached", "cannot be used with"),
    ] {
        let ended = world.line(&format!("run small {arguments}")).code(USAGE);
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
    }
}

/// There may be more shards than draws.
#[test]
fn a_shard_without_draws_has_nothing_to_do() {
    let world = World::new();
    let ended = world.line("run small --shard 4294967295/4294967295 --cache c").code(GOOD);
    assert_eq!(counts(&ended), [0, 0, 0], "{}", ended.stderr);
}

#[test]
fn tasks_of_array_jobs_are_shards() {
    let world = World::new();
    let task = |id: &str, count: &str, min: &str, max: &str| {
        let mut run = world.command(["run", "small", "--quiet", "--shard", "auto", "--cache", "c"]);
        for (name, value) in [("ID", id), ("COUNT", count), ("MIN", min), ("MAX", max)] {
            run.env(format!("SLURM_ARRAY_TASK_{name}"), value);
        }
        ended(&mut run)
    };
    for (id, count, min, max) in [("3", "2", "3", "5"), ("9", "3", "1", "3"), ("0", "0", "0", "4294967295")] {
        let refused = task(id, count, min, max).code(USAGE).stderr;
        assert!(refused.contains("`auto` needs tasks with all numbers of a range"), "{refused}");
    }
    task("x", "3", "1", "3").code(USAGE);
    task("0", "2", "0", "1").code(GOOD);
    task("1", "2", "0", "1").code(GOOD);
    joined(&world);
}

/// These schedulers number their tasks from 0.
#[test]
fn tasks_of_every_scheduler_are_shards() {
    for (index, count) in [
        ("JOB_COMPLETION_INDEX", "REJUDGE_SHARDS"),
        ("AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE"),
        ("CLOUD_RUN_TASK_INDEX", "CLOUD_RUN_TASK_COUNT"),
    ] {
        let world = World::new();
        let task = |variables: &[(&str, &str)]| {
            let mut run = world.command(["run", "small", "--quiet", "--shard", "auto", "--cache", "c"]);
            ended(run.envs(variables.iter().copied()))
        };
        let refused = task(&[(index, "1")]).code(USAGE).stderr;
        assert!(refused.contains(&format!("`auto` needs a whole number in {count}")), "{refused}");
        task(&[(index, "2"), (count, "2")]).code(USAGE);
        for number in ["0", "1"] {
            task(&[(index, number), (count, "2")]).code(GOOD);
        }
        joined(&world);
    }
}
