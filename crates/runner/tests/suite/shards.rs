//! Shards of a plan, computed apart and joined: the bytes of a run that was never divided.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rejudge_exec::shard::{Record, State};

use crate::world::{BAD_DATA, EXPERIMENT, GOOD, TINY, USAGE, World, changed, counts, ended};

const FILE: &str = "experiments/small/experiment.yaml";
const RESUMABLE: i32 = 85;

/// A twin and files, samples that files draw anew in each draw, and statistics that look at others.
fn experiment() -> String {
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny, tiny-twin]");
    let text = changed(&text, "draws: 2", "draws: 5");
    let text = changed(&text, "[one-per-team: {}]", "[all, one-per-team: {}, random: {runs: 2, draws: 3}]");
    let text = changed(
        &text,
        "full\n",
        "full\n    - sample: {rate: 0.5, draws: 2}\n    - leave-one-team-out: {team: {each: all}}\n",
    );
    let pairs = "  pairs: {pair-tests: {test: {wilcoxon: {}}, pairs: 4, pool: of-the-pair}}\n  \
                 confusion: {confusion-matrix: {of: pairs, versus: full}}\n  \
                 curve: {asl-curve: {of: dp}}\n";
    changed(&text, "profiles:", &format!("{pairs}profiles:"))
}

fn world() -> World {
    let world = World::with_files();
    world.write(FILE, experiment());
    // Slices go by a guess at what a collection costs.
    world.write("collections/tiny.yaml", format!("{TINY}counts: {{topics: 3, runs: 4, teams: 3}}\n"));
    world
}

/// Computes all shards of a division; their folders.
fn computed(world: &World, division: &str, of: u32) -> Vec<String> {
    let shard = |number| {
        world.line(&format!("run small --quiet --shard {division}:{number}/{of}")).code(GOOD);
        format!(".rejudge/shards/small/{division}-{number}-of-{of}")
    };
    (1..=of).map(shard).collect()
}

fn record(world: &World, folder: &str) -> Record {
    Record::read(&world.path(folder)).unwrap()
}

fn packs(world: &World, folder: &str) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(world.path(folder)).into_iter().flatten();
    let paths = listed.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|e| e == "pack")).collect()
}

/// Merging is refused in these words, and leaves nothing behind.
#[track_caller]
fn refused(world: &World, shards: &[String], words: &[&str]) {
    let line = format!("merge small --results refused --cache fresh {}", shards.join(" "));
    let ended = world.line(&line).code(BAD_DATA);
    for word in words {
        assert!(ended.stderr.contains(word), "`{word}` is not in\n{}", ended.stderr);
    }
    assert!(!world.path("refused").exists() && packs(world, "fresh").is_empty(), "something was written");
}

#[test]
fn eight_shards_are_the_whole() {
    let world = world();
    world.line("run small --cache whole --results r --quiet").code(GOOD);
    let expected = world.results("r");
    for division in ["hash", "slice"] {
        let shards = computed(&world, division, 8);
        let with_keys = shards.iter().filter(|shard| !record(&world, shard).keys.is_empty()).count();
        assert!(with_keys > 4, "only {with_keys} shards have anything to do");
        let results = format!("merged-{division}");
        let line = format!("merge small --cache joined-{division} --results {results} {}", shards.join(" "));
        let merged = world.line(&line).code(GOOD);
        assert_eq!(counts(&merged)[0], 0, "{}", merged.stderr);
        let found = world.results(&results);
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (path, bytes) in &expected {
            assert!(found[path] == *bytes, "{} differs after {division}", path.display());
        }
        // Again, into the same cache: nothing is there twice.
        let before = packs(&world, &format!("joined-{division}")).len();
        world.line(&line).code(GOOD);
        assert_eq!(packs(&world, &format!("joined-{division}")).len(), before);
    }
}

/// No command line has room for tens of thousands.
#[test]
fn folders_of_shards_may_come_by_standard_input() {
    let world = world();
    let shards = computed(&world, "hash", 4);
    world.line(&format!("merge small --cache a --results named {}", shards.join(" "))).code(GOOD);
    let list = world.path("list");
    std::fs::write(&list, shards.join("\n")).unwrap();
    let mut command = world.command(["merge", "small", "--cache", "b", "--results", "listed", "-"]);
    ended(command.stdin(std::fs::File::open(&list).unwrap())).code(GOOD);
    assert_eq!(world.results("named"), world.results("listed"));
    let mut command = world.command(["merge", "small", "--cache", "c", "-"]);
    let stderr = ended(command.stdin(std::process::Stdio::null())).code(USAGE).stderr;
    assert!(stderr.contains("standard input names no folder of a shard"), "{stderr}");
}

/// The survey's worked examples, made-up collections and twins.
#[test]
fn eight_shards_of_a_paper_are_the_paper() {
    let world = World::new();
    ended(&mut world.shipped("run sakai-ntcir --cache whole --results r --quiet")).code(GOOD);
    let mut shards = String::new();
    for number in 1..=8 {
        ended(&mut world.shipped(&format!("run sakai-ntcir --quiet --shard slice:{number}/8"))).code(GOOD);
        shards += &format!(" .rejudge/shards/sakai-ntcir/slice-{number}-of-8");
    }
    let merged = ended(&mut world.shipped(&format!("merge sakai-ntcir --results m{shards}"))).code(GOOD);
    assert_eq!(counts(&merged)[0], 0, "{}", merged.stderr);
    assert!(world.results("r") == world.results("m"));
}

/// Keys that two draws, or two collections of the same files, have in common are one shard's own.
#[test]
fn what_is_common_has_one_owner() {
    let world = world();
    world.write("collections/same.yaml", changed(TINY, "id: tiny", "id: same"));
    world.write(FILE, changed(&experiment(), "[tiny, tiny-twin]", "[same, tiny]"));
    world.line("run small --cache whole --results r --quiet").code(GOOD);
    for (division, of) in [("hash", 1), ("slice", 3), ("hash", 7)] {
        let shards = computed(&world, division, of);
        let mut keys: Vec<String> = Vec::new();
        for shard in &shards {
            keys.extend(record(&world, shard).keys.iter().map(ToString::to_string));
        }
        let all = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all, "a key has two owners");
        let line = format!("merge small --cache {division}{of} --results m {}", shards.join(" "));
        let merged = world.line(&line).code(GOOD);
        assert_eq!((counts(&merged)[0], counts(&merged)[2]), (0, 0), "{}", merged.stderr);
        assert!(world.results("r") == world.results("m"));
    }
}

#[test]
fn a_grid_that_grows_leaves_hashed_shards_what_they_have() {
    let world = world();
    let shards = computed(&world, "hash", 4);
    let before: Vec<usize> = shards.iter().map(|shard| record(&world, shard).keys.len()).collect();
    let grown = changed(&experiment(), "draws: 5", "draws: 7");
    world.write(FILE, changed(&grown, "[AP, nDCG@10]", "[AP, nDCG@10, RBP]"));
    for (number, had) in (1..).zip(before) {
        let ended = world.line(&format!("run small --shard hash:{number}/4")).code(GOOD);
        assert_eq!(counts(&ended)[1], had, "shard {number} lost keys\n{}", ended.stderr);
    }
    world.line("run small --cache whole --results r --quiet").code(GOOD);
    world.line(&format!("merge small --results m --quiet {}", shards.join(" "))).code(GOOD);
    assert!(world.results("r") == world.results("m"));
}

#[test]
fn a_missing_and_an_overlapping_shard_are_refused_by_name() {
    let world = world();
    let shards = computed(&world, "hash", 4);
    let without: Vec<String> = shards.iter().filter(|shard| !shard.contains("hash-3-")).cloned().collect();
    let words = "error: shard hash:3/4 is missing: it lies in .rejudge/shards/small/hash-3-of-4, which was not given\n";
    refused(&world, &without, &[words]);
    world.line("run small --quiet --shard hash:2/4 --cache again").code(GOOD);
    let twice: Vec<String> = shards.iter().cloned().chain(["again".to_owned()]).collect();
    refused(
        &world,
        &twice,
        &["error: shard hash:2/4 (.rejudge/shards/small/hash-2-of-4) and shard hash:2/4 (again) overlap: "],
    );
    // In place of the missing one: both are said.
    let instead: Vec<String> = without.iter().cloned().chain(["again".to_owned()]).collect();
    refused(&world, &instead, &["shard hash:2/4 (again) overlap: ", "shard hash:3/4 is missing"]);
    // Shards of two divisions may overlap in any way.
    let slices = computed(&world, "slice", 2);
    let mixed: Vec<String> = shards.iter().chain(&slices).cloned().collect();
    let words = "error: shard slice:1/2 (.rejudge/shards/small/slice-1-of-2) is of another division than shard hash:1/4 (";
    refused(&world, &mixed, &[words]);
}

#[test]
fn a_shard_of_something_else_is_refused_by_what_it_is() {
    let world = world();
    let shards = computed(&world, "hash", 2);
    let second = &shards[1];
    let named = format!("error: shard hash:2/2 ({second}) ");
    let again = "\n  rejudge run small --collections collections --shard hash:2/2\n";
    let foreign = |change: &dyn Fn(), words: &str| {
        change();
        world.line(&format!("run small --quiet --shard hash:2/2 --cache {second}")).code(GOOD);
        world.write(FILE, experiment());
        refused(&world, &shards, &[&format!("{named}{words} (as shard hash:1/2)\n")]);
    };
    let of = |change: &'static str, to: &'static str| {
        let world = &world;
        move || world.write(FILE, changed(&experiment(), change, to))
    };
    foreign(&of("id: small", "id: other"), "is of the experiment `other`, expected `small`");
    foreign(&of("seed: 1", "seed: 2"), "has seed 2, expected 1");
    foreign(&of("draws: 5", "draws: 4"), "has draws 4, expected 5");
    foreign(&of("[AP, nDCG@10]", "[AP]"), "lacks axes.measure nDCG@10");
    foreign(
        &of("samples: 50", "samples: 60"),
        "has statistics.dp.discriminative-power.test.paired-bootstrap.samples 60, expected 50",
    );
    // It says how to mend it, and that does.
    refused(
        &world,
        &shards,
        &["to mend it, run (what is there already and still of use is not computed again):\n", again],
    );
    world.line("run small --quiet --shard hash:2/2").code(GOOD);
    world.line(&format!("merge small --results mended --cache mended-cache {}", shards.join(" "))).code(GOOD);
    let other = |arguments: &str, words: &str| {
        world.line(&format!("run small --quiet --shard hash:2/2 --cache {second} {arguments}")).code(GOOD);
        refused(&world, &shards, &[&format!("{named}{words} (as shard hash:1/2)\n")]);
    };
    other("-s draws=4", "has draws 4, expected 5");
    other("-s draws=5", "is made with the changes draws=5, expected none");
    other("--only measure=AP", "is made with --only measure=AP, expected none");
    // Nothing is computed, and the tables are other: the same plan.
    world.write(FILE, changed(&experiment(), "A small experiment", "Another title"));
    world.line("run small --quiet --shard hash:2/2").code(GOOD);
    world.write(FILE, experiment());
    world.line(&format!("merge small --results titled --cache titled-cache {}", shards.join(" "))).code(GOOD);
}

/// Without data a shard computes less, and says so: when it begins, in `status`, and of the shards beside it.
#[test]
fn a_shard_without_data_says_so_when_it_runs() {
    let world = world();
    let shards = computed(&world, "hash", 2);
    let without = |line: &str| {
        let mut command = world.command(line.split(' '));
        ended(command.env_remove("REJUDGE_DATA").env("HOME", world.path("nobody"))).code(GOOD).stderr
    };
    let said = without("run small --shard hash:2/2");
    let words = "small: shard hash:2/2 is without the data of tiny, which are not here (REJUDGE_DATA): ";
    assert!(said.starts_with(words), "{said}");
    assert!(
        said.contains(" cells of the plan wait for them; `rejudge data verify tiny` says how to get them\n")
    );
    let warning = "warning: small: shard hash:1/2 beside shard hash:2/2 is made with the data of tiny, expected without \
                   them: `rejudge merge` refuses the two together\n";
    assert!(said.contains(warning), "{said}");
    assert_eq!(without("run small --quiet --shard hash:2/2"), warning, "who wants quiet is warned too");
    let back = world.line("run small --quiet --shard hash:1/2").code(GOOD).stderr;
    assert!(
        back.contains(
            "warning: small: shard hash:2/2 beside shard hash:1/2 is made without the data of tiny"
        )
    );
    let status = world.line("status small").code(BAD_DATA);
    assert!(status.stdout.contains("hash:2/2\tdone\t"), "{}", status.stdout);
    assert!(status.stdout.ends_with("\t\twithout the data of tiny\n"), "{}", status.stdout);
    let second = &shards[1];
    let words = format!(
        "small: shard hash:2/2 ({second}) is made without the data of tiny, expected with them (as shard hash:1/2)"
    );
    assert!(status.stderr.starts_with(&words), "{}", status.stderr);
    refused(
        &world,
        &shards,
        &[&format!("error: shard hash:2/2 ({second}) is made without the data of tiny, expected with them ")],
    );
    // Run again where the data are, it is whole, and nobody is warned.
    assert_eq!(world.line("run small --quiet --shard hash:2/2").code(GOOD).stderr, "");
    world.line("status small").code(GOOD);
}

#[test]
fn status_looks_where_it_is_told_to() {
    let world = world();
    for number in [1, 2] {
        world
            .line(&format!("run small --quiet --shard hash:{number}/2 --cache elsewhere/{number}"))
            .code(GOOD);
    }
    let nothing = world.line("status small").code(BAD_DATA);
    assert!(nothing.stderr.contains("no shard lies in .rejudge/shards/small"), "{}", nothing.stderr);
    let both = world.line("status small --cache elsewhere").code(GOOD).stdout;
    assert_eq!(both.lines().count(), 2);
    let second = world.line("status small --cache elsewhere/2").code(GOOD).stdout;
    assert_eq!(both.lines().nth(1), second.lines().next());
    assert!(second.starts_with("hash:2/2\tdone\t"), "{second}");
    let refused = world.line("status small --results r").code(USAGE);
    assert!(refused.stderr.contains("unexpected argument '--results'"), "{}", refused.stderr);
}

/// Cells go on from version to version where nothing changed that they depend on: that is said, not hidden.
#[test]
fn versions_of_shards_are_told_apart() {
    let world = world();
    let shards = computed(&world, "hash", 2);
    let path = format!("{}/shard.json", shards[0]);
    let version = env!("CARGO_PKG_VERSION");
    let text = std::fs::read_to_string(world.path(&path)).unwrap();
    world.write(&path, changed(&text, &format!("\"version\": \"{version}\""), "\"version\": \"0.0.1\""));
    refused(
        &world,
        &shards,
        &[&format!("is made by rejudge 0.0.1, expected {version} (as shard hash:2/2)\n")],
    );
    let taken =
        "shard hash:1/2 has cells of rejudge 0.0.1, taken over where nothing that they depend on changed\n";
    let again = world.line("run small --shard hash:1/2").code(GOOD);
    assert!(again.stderr.contains(taken) && counts(&again)[0] == 0, "{}", again.stderr);
    assert_eq!(record(&world, &shards[0]).earlier_versions, ["0.0.1"]);
    // Once more: what it took over it still has.
    world.line("run small --quiet --shard hash:1/2").code(GOOD);
    let merged = world.line(&format!("merge small {}", shards.join(" "))).code(GOOD);
    assert!(merged.stderr.contains(taken), "{}", merged.stderr);
    assert_eq!(merged.stderr.matches("has cells of rejudge").count(), 1);
}

#[test]
fn damage_and_gaps_are_refused_with_the_file() {
    let world = world();
    let shards = computed(&world, "hash", 2);
    let second = &shards[1];
    let pack = packs(&world, second).into_iter().max_by_key(|pack| pack.metadata().unwrap().len()).unwrap();
    let sound = std::fs::read(&pack).unwrap();
    let name = pack.file_name().unwrap().to_string_lossy().into_owned();
    for at in [0, 40, sound.len() / 2, sound.len() - 1] {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        std::fs::write(&pack, bytes).unwrap();
        let words = format!("error: shard hash:2/2 ({second}): {second}/{name} is damaged (another checksum");
        refused(&world, &shards, &[&words]);
    }
    std::fs::write(&pack, &sound[..sound.len() / 2]).unwrap();
    refused(
        &world,
        &shards,
        &["is damaged (another checksum than its name): remove it and run the shard again"],
    );
    std::fs::remove_file(&pack).unwrap();
    let words = format!("error: shard hash:2/2 ({second}) is not finished: ");
    refused(&world, &shards, &[&words, " keys are missing (packs of it are gone): run it again"]);
    // As it says: the shard computes what was in that pack, and all is well.
    let again = world.line("run small --shard hash:2/2").code(GOOD);
    assert!(counts(&again)[0] > 0 && counts(&again)[1] > 0, "{}", again.stderr);
    let path = world.path(second).join("shard.json");
    let text = std::fs::read_to_string(&path).unwrap();
    for (from, to, words) in [
        ("\"shard/v1\"", "\"shard/v2\"", "shard.json: found the schema `shard/v2`, expected `shard/v1`"),
        ("{", "[", "shard.json is damaged: "),
        ("\"hash:2/2\"", "\"hash:3/2\"", "shard.json is damaged: found `hash:3/2`, expected hash:K/N"),
        ("\"keys\": [\n    \"", "\"keys\": [\n    \"xx", "shard.json is damaged: found `xx"),
    ] {
        world.write(format!("{second}/shard.json").as_str(), changed(&text, from, to));
        refused(&world, &shards, &[words]);
    }
    // A key of the other shard in place of an own one: an overlap, though both names are there.
    let (own, other) = (record_key(&text, 0), record(&world, &shards[0]).keys[0].to_string());
    world.write(format!("{second}/shard.json").as_str(), changed(&text, &own, &other));
    refused(&world, &shards, &["overlap: 1 key is in both"]);
    std::fs::remove_file(&path).unwrap();
    refused(&world, &shards, &[&format!("error: {second} is no folder of a shard (no shard.json in it)")]);
    world.line("run small --quiet --shard hash:2/2").code(GOOD);
    world.line(&format!("merge small --results m --quiet {}", shards.join(" "))).code(GOOD);
}

/// A key in the text of a record.
fn record_key(text: &str, at: usize) -> String {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    value["keys"][at].as_str().unwrap().to_owned()
}

/// Cells that fail are part of a shard: merged, they fail as they do in a whole run.
#[test]
fn failed_cells_are_recorded_and_shown() {
    let world = world();
    world.write("data/tiny/qrels.txt", "1 0 a1 high\n");
    world.line("run small --cache whole --results r --quiet").code(BAD_DATA);
    let mut shards = Vec::new();
    for number in 1..=3 {
        let folder = format!(".rejudge/shards/small/hash-{number}-of-3");
        let ended = world.line(&format!("run small --shard hash:{number}/3"));
        let record = record(&world, &folder);
        assert_eq!(record.state, State::Finished);
        assert_eq!(ended.code, if record.failed.is_empty() { GOOD } else { BAD_DATA }, "{}", ended.stderr);
        assert_eq!(record.failed.is_empty(), record.missing.is_empty());
        assert!(record.failed.iter().all(|cell| cell.cell.starts_with("small/")
            && cell.reason.contains("qrels.txt:1:8: grade `high` is not an integer")));
        shards.push(folder);
    }
    assert!(shards.iter().any(|shard| !record(&world, shard).failed.is_empty()));
    let status = world.line("status small").code(BAD_DATA);
    assert!(status.stdout.contains("\tfailed\t"), "{}", status.stdout);
    let merged = world.line(&format!("merge small --results m {}", shards.join(" "))).code(BAD_DATA);
    assert!(
        merged.stderr.contains(" cells failed in their shards; they are tried again"),
        "{}",
        merged.stderr
    );
    assert!(world.results("r") == world.results("m"));
}

/// A world whose shards take seconds.
fn slow() -> World {
    let world = World::new();
    let text = changed(EXPERIMENT, "samples: 50", "samples: 20000");
    world.write(FILE, changed(&text, "draws: 2", "draws: 12"));
    world
}

fn started(world: &World) -> std::process::Child {
    let mut run = world.command(["run", "small", "--jobs", "1", "--shard", "hash:1/1", "--cache", "c"]);
    let child = run.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let since = Instant::now();
    while packs(world, "c").is_empty() {
        assert!(since.elapsed() < Duration::from_secs(60), "nothing is kept");
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn a_shard_that_is_told_to_end_says_that_it_can_go_on() {
    for signal in ["-USR1", "-TERM", "-INT"] {
        let world = slow();
        let child = started(&world);
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(RESUMABLE), "{stderr}");
        assert!(
            stderr.contains("shard hash:1/1 was stopped: the same command goes on from there"),
            "{stderr}"
        );
        assert_eq!(record(&world, "c").state, State::Stopped);
        refused(&world, &["c".to_owned()], &["shard hash:1/1 (c) is not finished: ", "(it was stopped)"]);
        let again = world.line("run small --shard hash:1/1 --cache c").code(GOOD);
        let [computed, cached, failed] = counts(&again);
        assert!(computed > 0 && cached > 0 && failed == 0, "{}", again.stderr);
    }
}

#[test]
fn a_killed_shard_is_told_and_goes_on() {
    let world = slow();
    std::fs::create_dir_all(world.path(".rejudge/shards/small")).unwrap();
    std::os::unix::fs::symlink(world.path("c"), world.path(".rejudge/shards/small/hash-1-of-1")).unwrap();
    let mut child = started(&world);
    let status = world.line("status small").code(GOOD);
    assert!(status.stdout.starts_with("hash:1/1\trunning\t"), "{}", status.stdout);
    child.kill().unwrap();
    child.wait().unwrap();
    let status = world.line("status small").code(BAD_DATA);
    assert!(status.stdout.starts_with("hash:1/1\tkilled\t"), "{}", status.stdout);
    refused(&world, &["c".to_owned()], &["(it is running, or was killed): run it again"]);
    world.line("run small --shard hash:1/1 --cache c --quiet").code(GOOD);
    assert!(world.line("status small").code(GOOD).stdout.starts_with("hash:1/1\tdone\t"));
    world.line("merge small c --results m --quiet").code(GOOD);
    world.line("run small --cache whole --results r --quiet").code(GOOD);
    assert!(world.results("r") == world.results("m"));
}

#[test]
fn what_is_no_shard_is_refused() {
    let world = world();
    for (arguments, words) in [
        ("--shard hash:9/8", "found `hash:9/8`, expected hash:K/N or slice:K/N"),
        ("--shard hash:1/2 --results r", "cannot be used with"),
        ("--shard hash:1/2 --keep-scores", "cannot be used with"),
        ("--shard hash:1/2 --executor slurm", "cannot be used with"),
        ("--of-plan 1", "--shard"),
        ("--dry-run", "--dry-run is for --executor slurm"),
    ] {
        let ended = world.line(&format!("run small {arguments}")).code(USAGE);
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
    }
    world.line("merge small").code(USAGE);
    let plan = world.line("plan small").code(GOOD).stdout;
    let identity = plan.lines().find_map(|line| line.strip_prefix("identity: ")).unwrap();
    let identity = identity.split(' ').next().unwrap();
    world.line(&format!("run small --quiet --shard hash:1/2 --of-plan {identity}")).code(GOOD);
    let line = format!("run small --quiet --shard hash:2/2 --of-plan {identity}");
    let mut without = world.command(line.split(' '));
    let refused = ended(without.env_remove("REJUDGE_DATA")).code(BAD_DATA);
    let words = [&format!(", expected {identity}; "), "the data of tiny are not here"];
    assert!(words.iter().all(|words| refused.stderr.contains(words)), "{}", refused.stderr);
    assert!(!world.path(".rejudge/shards/small/hash-2-of-2/shard.json").exists());
}

/// There may be more shards than draws, and than anybody can list.
#[test]
fn billions_of_shards_take_no_more_than_a_few() {
    let world = World::new();
    let ended = world.line("run small --shard slice:1/4294967295 --cache c").code(GOOD);
    assert_eq!(counts(&ended), [0, 0, 0], "{}", ended.stderr);
    let merged = world.line("merge small c").code(BAD_DATA);
    assert!(merged.stderr.starts_with("error: shard slice:2/4294967295 is missing\n"), "{}", merged.stderr);
    assert!(merged.stderr.contains("error: and 4294967194 more shards are missing\n"), "{}", merged.stderr);
    assert!(merged.stderr.ends_with("\n  and so for 4294967289 more\n"), "{}", merged.stderr);
    assert_eq!(merged.stderr.lines().count(), 101 + 7);
}
