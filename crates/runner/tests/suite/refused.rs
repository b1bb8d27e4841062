//! Files and options that are mistaken, or mean harm: each is refused, with its place.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use crate::world::{BAD_DATA, Ended, GOOD, QRELS, TINY, USAGE, World, changed, ended};

/// Runs a line of words, which must end within half a minute.
#[track_caller]
fn ends(world: &World, words: &str) -> Ended {
    let command = world.command(words.split(' '));
    let mut limited = Command::new("timeout");
    limited.arg("30").arg(command.get_program()).args(command.get_args());
    ended(limited.current_dir(world.path("")).env("REJUDGE_DATA", world.path("data")))
}

#[test]
fn a_pipe_among_the_files_of_a_description_is_not_waited_for() {
    let world = World::with_files();
    world.change("collection: [tiny-twin]", "collection: [tiny]");
    for name in ["qrels.txt", "teams.tsv"] {
        let path = world.path(format!("data/tiny/{name}"));
        let before = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let place = format!("data/tiny/{name}: cannot be read: it is not a regular file");
        ends(&world, "run small").code(BAD_DATA).says(place);
        ends(&world, "data verify tiny").code(BAD_DATA);
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, before).unwrap();
    }
    ends(&world, "run small").code(GOOD);
}

#[test]
fn a_wrong_checksum_names_the_collection_and_both_sums() {
    let world = World::with_files();
    world.change("collection: [tiny-twin]", "collection: [tiny]");
    let sum = "0".repeat(64);
    let text = changed(
        TINY,
        "teams: teams.tsv}",
        &format!("teams: teams.tsv,\n  sha256: {{qrels: {sum}, runs: {sum}, teams: {sum}}}}}"),
    );
    world.write("collections/tiny.yaml", text);
    world.line("run small").code(BAD_DATA).says(format!("described as {sum} (rejudge data verify tiny)"));
}

#[test]
fn options_of_an_audit_that_contradict_themselves_are_refused() {
    let world = World::with_files();
    world.write("labels.txt", QRELS);
    let audit = "audit data/tiny/qrels.txt data/tiny/runs -o out --emit-yaml";
    for twice in ["repeated=first,repeated=last", "file=other.txt", "highest=2,highest=2"] {
        let ended = world.line(&format!("{audit} --also gpt=labels.txt,{twice}")).code(USAGE);
        let key = twice.split('=').next().unwrap();
        ended.says(format!("duplicate key `{key}`"));
    }
    let folder = OsStr::from_bytes(b"out\xff");
    let words = ["audit", "data/tiny/qrels.txt", "data/tiny/runs", "-o"].map(OsStr::new);
    world.rejudge(words.into_iter().chain([folder])).code(USAGE).says("expected a name in UTF-8");
}

#[test]
fn printed_values_of_a_table_that_does_not_exist_are_refused() {
    let tables = "tables:\n  taus: {caption: Tau, where: {judgments: \"pool-depth(*)\"}, panels: collection, rows: judgments.depth, columns: measure, cell: tau}\nexpected: expected.yaml\nprofiles:";
    let expected = "schema: expected/v1\nexperiment: small\ntables:\n  tau/tiny:\n    kind: needs-licensed-data\n    then: exact\n    cells: |\n      depth | AP\n      5     | .52\n";
    let world = World::new();
    world.change("profiles:", tables);
    world.write("experiments/small/expected.yaml", expected);
    world.line("run small --quiet").code(GOOD);
    let refused = world.line("check small").code(USAGE);
    let said = "experiments/small/expected.yaml:9:";
    refused.says(said).says("`taus`");
    world.write("experiments/small/expected.yaml", changed(expected, "tau/", "taus/"));
    world.line("check small").code(GOOD);
}
