//! Files and options that are mistaken, or mean harm: each is refused, with its place.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::world::{BAD_DATA, EXPERIMENT, Ended, GOOD, QRELS, TINY, USAGE, World, changed};

const FILE: &str = "experiments/small/experiment.yaml";

/// Runs a line of words, which must end within half a minute.
#[track_caller]
fn ends(world: &World, words: &str) -> Ended {
    let mut command = world.command(words.split(' '));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(30);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > until {
            child.kill().unwrap();
            panic!("`{words}` hangs");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    Ended { code: output.status.code().unwrap(), stdout: String::new(), stderr }
}

#[track_caller]
fn pipe(path: &Path) {
    let _ = std::fs::remove_file(path);
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_pipe_among_the_files_of_a_description_is_not_waited_for() {
    let world = World::with_files();
    world.change("collection: [tiny-twin]", "collection: [tiny]");
    for name in ["qrels.txt", "teams.tsv"] {
        let path = world.path(format!("data/tiny/{name}"));
        let before = std::fs::read(&path).unwrap();
        pipe(&path);
        for words in ["run small", "data verify tiny"] {
            let ended = ends(&world, words);
            assert_ne!(ended.code, GOOD, "{words}");
            if words == "run small" {
                let place = format!("data/tiny/{name}: cannot be read: it is not a regular file");
                assert!(ended.stderr.contains(&place), "{}", ended.stderr);
            }
        }
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, before).unwrap();
    }
    ends(&world, "run small").code(GOOD);
}

#[test]
fn a_wrong_checksum_is_told_with_its_line() {
    let world = World::with_files();
    world.change("collection: [tiny-twin]", "collection: [tiny]");
    let sum = "0".repeat(64);
    let text = changed(
        TINY,
        "teams: teams.tsv}",
        &format!("teams: teams.tsv,\n  sha256: {{qrels: {sum}, runs: {sum}, teams: {sum}}}}}"),
    );
    let line = text.lines().position(|line| line.contains(&sum)).unwrap() + 1;
    world.write("collections/tiny.yaml", text);
    let refused = world.line("run small").code(BAD_DATA);
    assert!(refused.stderr.contains(&format!("collections/tiny.yaml:{line}:")), "{}", refused.stderr);
}

#[test]
fn options_of_an_audit_that_contradict_themselves_are_refused() {
    let world = World::with_files();
    world.write("labels.txt", QRELS);
    let audit = "audit data/tiny/qrels.txt data/tiny/runs -o out --emit-yaml";
    for twice in ["repeated=first,repeated=last", "file=other.txt", "highest=2,highest=2"] {
        let ended = world.line(&format!("{audit} --also gpt=labels.txt,{twice}")).code(USAGE);
        let key = twice.split('=').next().unwrap();
        assert!(ended.stderr.contains(&format!("duplicate key `{key}`")), "{}", ended.stderr);
    }
    let folder = OsStr::from_bytes(b"out\xff");
    let words = ["audit", "data/tiny/qrels.txt", "data/tiny/runs", "-o"].map(OsStr::new);
    let ended = world.rejudge(words.into_iter().chain([folder])).code(USAGE);
    assert!(ended.stderr.contains("expected a name in UTF-8"), "{}", ended.stderr);
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
    assert!(refused.stderr.contains(said) && refused.stderr.contains("`taus`"), "{}", refused.stderr);
    world.write("experiments/small/expected.yaml", changed(expected, "tau/", "taus/"));
    world.line("check small").code(GOOD);
}

#[test]
fn no_label_of_a_panel_becomes_markup() {
    let world = World::new();
    let label = "<script>alert(1)</script>![x](https://example.org/x.png)";
    let panels = format!("[{{label: \"{label}\", where: {{measure: AP}}}}]");
    let tables = format!(
        "tables:\n  taus: {{caption: Tau, where: {{judgments: \"pool-depth(*)\"}}, panels: {panels}, rows: judgments.depth, columns: [{{label: tau, cell: tau}}]}}\nprofiles:"
    );
    world.write(FILE, changed(EXPERIMENT, "profiles:", &tables));
    world.line("run small --results r").code(GOOD);
    world.line("report small --results r").code(GOOD);
    let reports =
        world.results("r").into_iter().filter(|(path, _)| path.extension().is_some_and(|e| e == "md"));
    let mut shown = 0;
    for (path, bytes) in reports {
        let text = String::from_utf8(bytes).unwrap();
        shown += text.matches("alert(1)").count();
        for acts in ["<script>", "</script>", "![x]("] {
            let escaped = text.matches(&format!("\\{acts}")).count();
            assert_eq!(text.matches(acts).count(), escaped, "{}: {acts}", path.display());
        }
    }
    assert!(shown > 0, "the label is in the report");
}
