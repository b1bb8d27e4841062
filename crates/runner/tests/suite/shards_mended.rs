//! Shards that are not all there: what `status` and `merge` say of them, and that the commands which `merge`
//! prints mend it.

use std::path::Path;

use crate::world::{BAD_DATA, GOOD, World, changed, ended};

const HEADER: &str = "to mend it, run (what is there already and still of use is not computed again):\n";

/// Each of three shards has something to do.
fn world() -> World {
    let world = World::new();
    world.change("draws: 2", "draws: 8");
    world
}

/// Computes shards of three; their folders.
fn computed(world: &World, numbers: &[u32], changes: &str) -> Vec<String> {
    for number in numbers {
        world.line(&format!("run small --quiet --shard hash:{number}/3{changes}")).code(GOOD);
    }
    let mut above = ".rejudge/shards/small".to_owned();
    if !changes.is_empty() {
        let variants = world.path(&above).join("variants");
        let variant = std::fs::read_dir(variants).unwrap().next().unwrap().unwrap().file_name();
        above += &format!("/variants/{}", variant.to_str().unwrap());
    }
    numbers.iter().map(|number| format!("{above}/hash-{number}-of-3")).collect()
}

/// The shard in a folder did not finish, and lost what it had.
fn unfinished(world: &World, folder: &str, state: &str) {
    let path = format!("{folder}/shard.json");
    let text = std::fs::read_to_string(world.path(&path)).unwrap();
    world.write(&path, changed(&text, "\"state\": \"finished\"", &format!("\"state\": \"{state}\"")));
    for entry in std::fs::read_dir(world.path(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "pack") {
            std::fs::remove_file(path).unwrap();
        }
    }
}

/// A command that was printed, as it is.
#[track_caller]
fn follow(world: &World, command: &str) {
    let words = command.trim().strip_prefix("rejudge ").expect("a command of rejudge");
    let mut bare = std::process::Command::new(assert_cmd::cargo::cargo_bin!("rejudge"));
    bare.args(words.split(' ')).arg("--quiet").current_dir(world.path(""));
    bare.env("REJUDGE_DATA", world.path("data")).stdin(std::process::Stdio::null());
    ended(&mut bare).code(GOOD);
}

#[track_caller]
fn merged(world: &World, shards: &[String]) {
    world.line(&format!("merge small --quiet {}", shards.join(" "))).code(GOOD);
}

/// What merging refuses these shards with.
#[track_caller]
fn refused(world: &World, shards: &[String]) -> String {
    world.line(&format!("merge small {}", shards.join(" "))).code(BAD_DATA).stderr
}

#[test]
fn a_missing_shard_is_told_with_its_command() {
    let world = world();
    let mut shards = computed(&world, &[1, 2], "");
    let third = "  rejudge run small --collections collections --shard hash:3/3\n";
    assert_eq!(refused(&world, &shards), format!("error: shard hash:3/3 is missing\n{HEADER}{third}"));
    // Beside others that are not finished too.
    unfinished(&world, &shards[0], "started");
    unfinished(&world, &shards[1], "stopped");
    let said = refused(&world, &shards);
    let (why, commands) = said.split_once(HEADER).unwrap();
    assert_eq!(why.matches(" is not finished: ").count(), 2, "{said}");
    assert!(commands.contains(third) && commands.lines().count() == 3, "{said}");
    commands.lines().for_each(|command| follow(&world, command));
    // It lies there, and was forgotten.
    let lies = ".rejudge/shards/small/hash-3-of-3";
    let words = format!("error: shard hash:3/3 is missing: it lies in {lies}, which was not given\n");
    assert_eq!(refused(&world, &shards), words);
    shards.push(lies.to_owned());
    merged(&world, &shards);
}

/// Where the others do not lie where shards usually do, it belongs beside them.
#[test]
fn a_missing_shard_belongs_beside_the_others() {
    let world = world();
    let shards = computed(&world, &[1, 2], "");
    let from = world.path(".rejudge/shards/small");
    std::fs::rename(from, world.path("moved")).unwrap();
    let name = |shard: &String| format!("moved/{}", Path::new(shard).file_name().unwrap().to_str().unwrap());
    let mut shards: Vec<String> = shards.iter().map(name).collect();
    let said = refused(&world, &shards);
    let command = said.split_once(HEADER).unwrap().1;
    assert!(command.ends_with("--shard hash:3/3 --cache moved/hash-3-of-3\n"), "{said}");
    follow(&world, command);
    shards.push("moved/hash-3-of-3".to_owned());
    merged(&world, &shards);
}

/// One that was computed with other changes may be wanted as it is, and stays.
#[test]
fn a_shard_of_another_seed_is_told_with_what_takes_its_place() {
    let world = world();
    let mut shards = computed(&world, &[1, 3], "");
    world.line("run small --quiet --shard hash:2/3 -s seed=7 --cache seed7").code(GOOD);
    let kept = std::fs::read(world.path("seed7/shard.json")).unwrap();
    shards.push("seed7".to_owned());
    let place = ".rejudge/shards/small/hash-2-of-3";
    let why = format!(
        "error: shard hash:2/3 (seed7) has seed 7, expected 1 (as shard hash:1/3); give merge {place} in its place\n"
    );
    let command = "  rejudge run small --collections collections --shard hash:2/3\n";
    assert_eq!(refused(&world, &shards), format!("{why}{HEADER}{command}"));
    follow(&world, command);
    assert_eq!(refused(&world, &shards), why, "it is there now");
    shards[2] = place.to_owned();
    merged(&world, &shards);
    shards.push("seed7".to_owned());
    let said = refused(&world, &shards);
    assert!(
        said.ends_with("(as shard hash:1/3); leave it out, the one of this plan is given too\n"),
        "{said}"
    );
    assert_eq!(std::fs::read(world.path("seed7/shard.json")).unwrap(), kept);
}

#[test]
fn shards_that_are_alike_are_told_once_how_merge_takes_them() {
    let world = world();
    let shards = computed(&world, &[1, 2, 3], " -s draws=3");
    let words = "error: the 3 shards were run with `-s draws=3`, merge was given no -s and no --only: \
                 give merge the same\n";
    assert_eq!(refused(&world, &shards), words);
    let single = refused(&world, &shards[..1]);
    assert!(single.starts_with(&format!("error: shard hash:1/3 ({}) was run with ", shards[0])), "{single}");
    let other = world.line(&format!("merge small -s draws=4 --only measure=AP {}", shards.join(" ")));
    let words =
        "run with `-s draws=3`, merge was given `-s draws=4 --only measure=AP`: give merge the same\n";
    assert!(other.stderr.ends_with(words), "{}", other.stderr);
    world.line(&format!("merge small --quiet -s draws=3 {}", shards.join(" "))).code(GOOD);
    // The experiment is another than it was: they are run again.
    let shards = computed(&world, &[1, 2, 3], "");
    world.change("seed: 1\ndraws: 2", "seed: 2\ndraws: 8");
    let said = refused(&world, &shards);
    let (why, commands) = said.split_once(HEADER).unwrap();
    assert_eq!(why, "error: each of the 3 shards has seed 1, expected 2 (as in this merge)\n");
    assert_eq!(commands.lines().count(), 3, "{said}");
    commands.lines().for_each(|command| follow(&world, command));
    merged(&world, &shards);
}

#[test]
fn a_value_that_only_one_sets_is_called_not_set() {
    let world = World::new();
    let mut shards = computed(&world, &[1], "");
    world.change("draws: 2", "draws: {simulated: 3, open: 3}");
    shards.extend(computed(&world, &[2], ""));
    let said = refused(&world, &shards);
    let words = "has draws 2, expected it not set; has draws.open not set, expected 3; ";
    assert!(said.contains(words) && said.contains(" (as shard hash:2/3)\n"), "{said}");
}

/// The lines of `status`, each to its second column.
fn standing(world: &World, arguments: &str, code: i32) -> Vec<String> {
    let stdout = world.line(&format!("status small{arguments}")).code(code).stdout;
    let begin = |line: &str| line.split('\t').take(2).collect::<Vec<_>>().join(" ");
    stdout.lines().map(begin).collect()
}

#[test]
fn status_lists_every_shard_of_the_division() {
    let world = world();
    let shards = computed(&world, &[1, 2], "");
    let expected = ["hash:1/3 done", "hash:2/3 done", "hash:3/3 not started"];
    assert_eq!(standing(&world, "", BAD_DATA), expected);
    assert_eq!(standing(&world, " --cache .rejudge/shards/small/hash-2-of-3", GOOD), expected[1..2]);
    unfinished(&world, &shards[0], "started");
    unfinished(&world, &shards[1], "stopped");
    let third = world.path(".rejudge/shards/small/hash-3-of-3");
    std::fs::create_dir_all(&third).unwrap();
    // Some have begun, and do not yet know what their part is.
    std::fs::write(third.join("alive"), "process 17 on a machine of another name\n").unwrap();
    let expected = ["hash:1/3 killed", "hash:2/3 stopped", "hash:3/3 running"];
    assert_eq!(standing(&world, "", BAD_DATA), expected);
    std::fs::remove_file(third.join("alive")).unwrap();
    computed(&world, &[1, 2, 3], "");
    assert_eq!(standing(&world, "", GOOD), ["hash:1/3 done", "hash:2/3 done", "hash:3/3 done"]);
    // Each division by itself.
    world.line("run small --quiet --shard slice:2/2").code(GOOD);
    assert_eq!(standing(&world, "", BAD_DATA)[3..], ["slice:1/2 not started", "slice:2/2 done"]);
}

#[test]
fn a_shard_without_keys_has_nothing_to_do() {
    let world = World::with_files();
    world.change("[tiny-twin]", "[tiny]");
    let mut without = world.command(["run", "small", "--quiet", "--shard", "hash:1/1"]);
    ended(without.env_remove("REJUDGE_DATA").env("HOME", world.path("nobody"))).code(GOOD);
    let status = world.line("status small").code(GOOD).stdout;
    assert_eq!(status, "hash:1/1\tnothing to do\t0 of 0\t\twithout the data of tiny\n");
}

/// There may be more than anybody can list.
#[test]
fn of_billions_of_shards_a_hundred_are_listed() {
    let world = World::new();
    world.line("run small --quiet --shard slice:2/4294967295").code(GOOD);
    let status = world.line("status small").code(BAD_DATA);
    assert_eq!(status.stdout.lines().count(), 101);
    assert!(
        status.stdout.starts_with("slice:1/4294967295\tnot started\nslice:2/4294967295\tnothing to do\t")
    );
    assert_eq!(status.stderr, "small: 4294967194 more shards are not started\n");
}
