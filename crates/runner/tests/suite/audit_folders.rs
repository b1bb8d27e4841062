//! The output of `rejudge audit`: a folder of its own, whole or not at all, and never over files of others or
//! next to a report that it would contradict.

use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::audit::{collection, own_tag};
use crate::world::{BAD_DATA, Ended, GOOD, USAGE, World, has, paths};

/// A quick audit; `rest` gives its output.
pub fn audit(world: &World, rest: &str) -> Ended {
    world.line(&format!("audit --qrels mine/qrels.txt --runs mine/runs --draws 1 --depth 4 -m P@3 {rest}"))
}

/// Bytes of every file under `folder`, hidden ones too; of folders, none.
pub fn all(world: &World, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    paths(&world.path(folder))
        .into_iter()
        .map(|path| (path.clone(), std::fs::read(path).unwrap_or_default()))
        .collect()
}

pub fn world() -> World {
    let world = World::new();
    collection(&world, own_tag);
    world
}

#[test]
fn what_somebody_else_has_is_never_replaced() {
    let world = world();
    world.write("notes/report.md", "a report of mine\n");
    world.write("notes/tables/rates.csv", "mine\n");
    world.write("file", "no folder");
    let before = all(&world, ".");
    for (out, said) in [
        ("notes", "notes is not empty, and no audit made it: choose another folder (-o)"),
        ("file", "file is no folder"),
    ] {
        for more in ["", " --emit-yaml"] {
            let refused = audit(&world, &format!("-o {out}{more}")).code(USAGE);
            assert!(refused.stderr.contains(said), "{}", refused.stderr);
            assert_eq!(refused.stdout, "");
        }
    }
    assert!(all(&world, ".") == before);
    // A file that was put next to those of an audit stays, unless a file of the next audit has the same name.
    audit(&world, "-o out").code(GOOD);
    world.write("out/notes.txt", "mine\n");
    audit(&world, "-o out").code(GOOD);
    assert_eq!(world.read("out/notes.txt"), "mine\n");
    world.write("out/pooled.tsv", "mine\n");
    std::fs::remove_file(world.path("out/audit.json")).unwrap();
    audit(&world, "-o out").code(USAGE).says("no audit made it");
}

#[test]
fn a_file_of_the_same_name_is_not_replaced_even_in_the_folder_of_an_audit() {
    let world = world();
    // Without marks no pooled.tsv is written.
    let marks: String = (0..12).map(|run| format!("r{run:02}\t{}\n", run % 2)).collect();
    world.write("marks.tsv", format!("run\tpooled\n{marks}"));
    audit(&world, "-o out").code(GOOD);
    assert!(!world.path("out/pooled.tsv").exists());
    world.write("out/pooled.tsv", "mine\n");
    let before = all(&world, "out");
    let refused = audit(&world, "-o out --pooled marks.tsv").code(USAGE);
    refused.says("out/pooled.tsv was not written by an audit");
    assert!(all(&world, "out") == before);
}

/// An emitted experiment may be run in its folder, and audited afterwards.
#[test]
fn a_run_in_the_folder_of_an_audit_is_of_the_audit() {
    let world = world();
    audit(&world, "-o out --emit-yaml").code(GOOD);
    world.line("run out/experiment.yaml --results out").code(GOOD);
    audit(&world, "-o out").code(GOOD);
    audit(&world, "-o fresh").code(GOOD);
    assert!(world.results("out") == world.results("fresh"));
}

#[test]
fn an_audit_keeps_away_from_what_is_read() {
    let world = world();
    symlink(world.path("mine/runs"), world.path("link")).unwrap();
    let before = all(&world, ".");
    for out in ["mine/runs", "mine/runs/audit/deep", "link/out"] {
        audit(&world, &format!("-o {out}")).code(USAGE).says("is in the folder whose files are the runs");
    }
    assert!(all(&world, ".") == before);
    // A folder next to the judgments is not among them.
    audit(&world, "-o mine/audit --emit-yaml").code(GOOD);
}

#[test]
fn refusals_and_failures_leave_the_folder_as_it_was() {
    let world = world();
    audit(&world, "-o out").code(GOOD);
    world.write("mine/short.txt", "0 0 d1 1 x y\n");
    world.write("mine/ap.csv", "topic,a\n1,NaN\n");
    let before = all(&world, "out");
    let runs = "--runs mine/runs --draws 1 -o out";
    for (words, code) in [
        ("--scores AP=mine/ap.csv -o out".to_owned(), USAGE),
        (format!("--qrels mine/short.txt {runs}"), USAGE),
        (format!("--qrels mine/qrels.txt {runs} -m nDGC"), USAGE),
        (format!("--qrels mine/qrels.txt {runs} --teams mine/qrels.txt"), BAD_DATA),
        (format!("--qrels mine/qrels.txt {runs} --gains 1=2,2=1"), USAGE),
    ] {
        world.line(&format!("audit {words}")).code(code);
        assert!(all(&world, "out") == before, "{words}");
    }
    // Nothing is left of folders that were not there, either.
    world.line("audit --scores AP=mine/ap.csv -o new/deep/out").code(BAD_DATA);
    assert!(!world.path("new").exists());
}

#[test]
fn collections_whose_folders_share_a_name_do_not_replace_each_other() {
    let world = world();
    for folder in ["a/data", "b/data"] {
        std::fs::create_dir_all(world.path(folder).join("runs")).unwrap();
        for path in all(&world, "mine").into_keys().filter(|path| path.is_file()) {
            let name = path.strip_prefix(world.path("mine")).unwrap();
            std::fs::copy(&path, world.path(folder).join(name)).unwrap();
        }
    }
    let line = |of: &str, rest: &str| {
        world.line(&format!("audit --qrels {of}/data/qrels.txt --runs {of}/data/runs --draws 1 -m P@3{rest}"))
    };
    line("a", "").code(GOOD);
    let before = all(&world, "audit/data");
    let refused = line("b", "").code(USAGE);
    assert_eq!(
        refused.stderr,
        "error: audit/data holds the audit of a/data/qrels.txt: choose another folder, or another name for the collection (-o, --id)\n"
    );
    assert!(all(&world, "audit/data") == before);
    line("b", " --id other").code(GOOD);
    line("a", "").code(GOOD);
    assert!(world.path("audit/other/report.html").exists());
}

#[test]
fn after_failed_cells_there_is_no_verdict() {
    let world = world();
    let emitted = audit(&world, "-o out").code(GOOD);
    assert!(emitted.stdout.contains("Is the pool deep enough?"));
    let before = all(&world, "out");
    // A level that the gains do not know: the files can be read, but no cell can be computed.
    let failed = audit(&world, "-o out --gains 1=1").code(BAD_DATA);
    assert!(!failed.stdout.contains("deep enough") && failed.stdout.is_empty(), "{}", failed.stdout);
    failed.says("cells failed, and the others alone are not enough for an audit");
    failed.says("nothing is written to out");
    assert!(all(&world, "out") == before);
    audit(&world, "-o none --gains 1=1").code(BAD_DATA);
    assert!(!world.path("none").exists());
}

/// Names of the visible files of a folder that are not those of another, or hold something else; not
/// manifest.json, which tells the time.
fn differing(world: &World, one: &str, other: &str) -> Vec<PathBuf> {
    let (one, other) = (world.results(one), world.results(other));
    let is_hidden = |path: &Path| path.to_string_lossy().starts_with('.');
    let names = one.keys().chain(other.keys()).filter(|path| !is_hidden(path));
    names.filter(|name| one.get(*name) != other.get(*name)).cloned().collect()
}

/// An audit that was killed among its files is finished by the same command: of each file the bytes are
/// known from a list that is written before.
#[test]
fn an_audit_that_was_killed_among_its_files_is_finished() {
    let world = world();
    let command = |out: &str, measure: &str| {
        format!("audit --qrels mine/qrels.txt --runs mine/runs --draws 1 -m {measure} -o {out}")
    };
    world.line(&command("old", "P@3")).code(GOOD);
    world.line(&command("new", "AP")).code(GOOD);
    let list = std::fs::read(world.path("new/audit.json")).unwrap();
    let new = world.results("new");
    let old = world.results("old");
    let mut moved: Vec<&PathBuf> = new.keys().filter(|name| new.get(*name) != old.get(*name)).collect();
    // It comes last.
    moved.sort_by_key(|name| name.as_path() == Path::new("audit.json"));
    assert!(moved.len() > 5, "{moved:?}");
    let copy = |from: &str, to: &str| {
        for (name, bytes) in world.results(from) {
            world.write(&format!("{to}/{}", name.display()), bytes);
        }
        std::fs::copy(world.path(from).join("manifest.json"), world.path(to).join("manifest.json")).unwrap();
    };
    for killed_after in [0, moved.len() / 2, moved.len()] {
        // Over the results of another audit, and in a folder of its own.
        for over in [true, false] {
            let _ = std::fs::remove_dir_all(world.path("out"));
            if over {
                copy("old", "out");
            }
            for name in &moved[..killed_after] {
                world.write(&format!("out/{}", name.display()), &new[*name]);
            }
            world.write("out/audit.json", &list);
            world.line(&command("out", "AP")).code(GOOD);
            // Files of the old audit that the new one does not write stay, because the list does not have them.
            let differing = differing(&world, "out", "new");
            assert!(
                differing.iter().all(|name| !new.contains_key(name)),
                "{killed_after} {over} {differing:?}"
            );
            assert_eq!(std::fs::read(world.path("out/audit.json")).unwrap().len(), list.len());
        }
    }
}

/// The collection is read when it is looked at, when it is hashed and when it is scored: all three must be
/// of the same.
#[test]
fn files_that_change_under_an_audit_end_it() {
    let world = world();
    let child =
        world.start("audit --qrels mine/qrels.txt --runs mine/runs --draws 300 -m AP -o out --jobs 1");
    let begun = || world.path(".rejudge/cache").exists();
    crate::interrupts::until("it computes", begun);
    let run = std::fs::read_dir(world.path("mine/runs")).unwrap().next().unwrap().unwrap().path();
    std::fs::write(&run, std::fs::read_to_string(&run).unwrap().replace(" 1 ", " 2 ")).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(BAD_DATA), "{stderr}");
    assert!(stderr.contains(" changed while "), "{stderr}");
    assert!(!world.path("out").exists(), "nothing is written");
}

#[test]
fn an_experiment_is_not_emitted_beside_the_report_of_another() {
    let world = world();
    audit(&world, "-o out").code(GOOD);
    let before = all(&world, "out");
    let refused = audit(&world, "-o out --seed 2 --emit-yaml").code(USAGE);
    assert!(
        refused
            .stderr
            .contains("out holds the report of another experiment, or on files that have changed since"),
        "{}",
        refused.stderr
    );
    assert!(all(&world, "out") == before);
    // The same experiment is in the folder already.
    audit(&world, "-o out --emit-yaml").code(GOOD);
    assert!(all(&world, "out") == before);
    // An experiment without a report may be replaced, and an audit with other arguments replaces the earlier one as a
    // whole.
    audit(&world, "-o yaml --emit-yaml").code(GOOD);
    audit(&world, "-o yaml --seed 2 --emit-yaml").code(GOOD);
    assert!(world.read("yaml/experiment.yaml").contains("seed: 2\n"));
    let one: String = (0..12).map(|run| format!("{}\tone\n", own_tag(run))).collect();
    world.write("one.tsv", one);
    assert!(world.path("out/tables/left-out.csv").exists());
    audit(&world, "-o out --teams one.tsv").code(GOOD);
    assert!(!world.path("out/tables/left-out.csv").exists(), "a table of the earlier audit alone");
    audit(&world, "-o fresh --teams one.tsv").code(GOOD);
    assert!(world.results("out") == world.results("fresh"));
}

/// The same experiment on changed files would have another report than the existing one.
#[test]
fn an_experiment_is_not_emitted_beside_a_report_on_other_files() {
    let world = world();
    audit(&world, "-o out").code(GOOD);
    let before = all(&world, "out");
    let said = "or on files that have changed since";
    for name in ["mine/qrels.txt", "mine/runs/team0__run0.txt"] {
        let text = world.read(name);
        // A line less.
        world.write(name, &text[..text.trim_end().rfind('\n').unwrap() + 1]);
        let refused = audit(&world, "-o out --emit-yaml").code(USAGE);
        refused.says(said);
        assert_eq!(refused.stdout, "");
        assert!(all(&world, "out") == before, "{name}");
        world.write(name, &text);
        audit(&world, "-o out --emit-yaml").code(GOOD);
    }
    // So it is where the experiment was run there since, and the report is older than the numbers.
    let text = std::fs::read_to_string(world.path("mine/qrels.txt")).unwrap();
    world.write("mine/qrels.txt", &text[..text.trim_end().rfind('\n').unwrap() + 1]);
    world.line("run out/experiment.yaml --results out").code(GOOD);
    assert!(audit(&world, "-o out --emit-yaml").code(USAGE).stderr.contains(said));
    audit(&world, "-o out").code(GOOD);
    audit(&world, "-o out --emit-yaml").code(GOOD);
}

#[test]
fn a_report_on_scores_that_were_changed_is_another() {
    let world = world();
    let line = "audit --scores AP=ap.csv --draws 1 -o out";
    world.write("ap.csv", "topic,a,b\n1,0.5,0.1\n2,0.5,0.2\n");
    world.line(line).code(GOOD);
    world.line(&format!("{line} --emit-yaml")).code(GOOD);
    world.write("ap.csv", "topic,a,b\n1,0.5,0.1\n2,0.5,0.3\n");
    let refused = world.line(&format!("{line} --emit-yaml")).code(USAGE);
    assert!(refused.stderr.contains("or on files that have changed since"), "{}", refused.stderr);
}

/// The experiment is written as it was changed, so that running it later gives the same numbers.
#[test]
fn an_experiment_is_changed_as_run_changes_it() {
    let world = world();
    let changed = "-o out -s statistics.nearly.team-change.change=0.2 -s tables.scores.decimals=1";
    audit(&world, changed).code(GOOD);
    let experiment = world.read("out/experiment.yaml");
    has(&experiment, "change: 0.2\n");
    has(&experiment, "decimals: 1\n");
    world.line("run out/experiment.yaml --results again").code(GOOD);
    assert_eq!(world.line("diff out again").code(GOOD).stdout.lines().count(), 1);
    audit(&world, "-o out -s axes.measure=[AP]")
        .code(USAGE)
        .says("an audit takes its `axes.measure` from -m");
}
