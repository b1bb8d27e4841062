//! The output folder of `rejudge audit`. An audit writes it completely or not at all. It never replaces the
//! user's own files, and it writes no experiment next to a report on other files.

use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::audit::{collection, own_tag};
use crate::cases::{Case, Page, case, cases};
use crate::interrupts::until;
use crate::world::{BAD_DATA, Ended, GOOD, USAGE, World, awaited, has, paths};

/// Returns the command line of a quick audit. `rest` has further options, such as `-o`.
fn line(rest: &str) -> String {
    format!("audit --qrels mine/qrels.txt --runs mine/runs --draws 1 --depth 4 -m P@3 {rest}")
}

pub fn audit(world: &World, rest: &str) -> Ended {
    world.line(&line(rest))
}

fn refused(rest: &str) -> Case {
    case(USAGE, line(rest))
}

/// Returns the bytes of every file under `folder`, including hidden files. A folder is listed without bytes.
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
fn files_that_no_audit_wrote_are_never_replaced() {
    let world = world();
    world.write("notes/report.md", "a report of mine\n");
    world.write("file", "no folder");
    symlink(world.path("mine/runs"), world.path("link")).unwrap();
    let mut page = Page::default();
    let outputs = ["notes", "notes --emit-yaml", "file", "mine/runs", "mine/runs/audit/deep", "link/out"];
    for out in outputs {
        page.case(&world, refused(&format!("-o {out}")));
    }
    // A folder next to the judgments may be written, because it is not in the folder of the runs.
    audit(&world, "-o mine/audit --emit-yaml").code(GOOD);
    // A file that you put next to the files of an audit stays. An audit is refused if it would replace such a
    // file: below, an audit with marked runs would replace pooled.tsv.
    audit(&world, "-o out").code(GOOD);
    world.write("out/notes.txt", "mine\n");
    audit(&world, "-o out").code(GOOD);
    assert_eq!(world.read("out/notes.txt"), "mine\n");
    let marks: String = (0..12).map(|run| format!("r{run:02}\t{}\n", run % 2)).collect();
    world.write("marks.tsv", format!("run\tpooled\n{marks}"));
    world.write("out/pooled.tsv", "mine\n");
    let before = all(&world, "out");
    audit(&world, "-o out --pooled marks.tsv")
        .code(USAGE)
        .says("out/pooled.tsv was not written by `rejudge audit`");
    assert!(all(&world, "out") == before);
    page.case(&world, refused("-o out").remove("out/audit.json"));
    page.shown("folders_that_no_audit_wrote");
}

/// The same runs may be named in another way or order.
#[test]
fn an_audit_of_the_same_runs_replaces_the_earlier_one() {
    let world = world();
    let mut runs: Vec<String> = paths(&world.path("mine/runs"))
        .iter()
        .map(|run| format!("mine/runs/{}", run.file_name().unwrap().to_string_lossy()))
        .collect();
    let of = |runs: &str, out: &str| {
        world.line(&format!("audit mine/qrels.txt {runs} --draws 1 --depth 4 -m P@3 -o {out}"))
    };
    for named in ["mine/runs/*.txt", "mine/runs", "./mine/runs/*", &runs.join(" ")] {
        of(named, "out").code(GOOD);
    }
    runs.truncate(11);
    of(&runs.join(" "), "part").code(GOOD);
    runs.reverse();
    of(&runs.join(" "), "part").code(GOOD);
    let before = all(&world, "part");
    runs.pop();
    of(&runs.join(" "), "part").code(USAGE);
    of("mine/runs", "part").code(USAGE);
    assert!(all(&world, "part") == before);
}

/// You may write the results of an audit's experiment to the folder of the audit, and audit again afterwards.
#[test]
fn a_run_may_write_to_the_folder_of_its_audit() {
    let world = world();
    audit(&world, "-o out --emit-yaml").code(GOOD);
    world.line("run out/experiment.yaml --results out").code(GOOD);
    audit(&world, "-o out").code(GOOD);
    audit(&world, "-o fresh").code(GOOD);
    assert!(world.results("out") == world.results("fresh"));
}

/// `small` is also the name of an experiment.
#[test]
fn a_path_of_an_audit_is_not_the_name_of_an_experiment() {
    let world = world();
    audit(&world, "-o small").code(GOOD);
    let tables = |named: &str| world.rejudge(["explain", named]).code(GOOD).stdout;
    assert_eq!(
        tables("./small"),
        tables("small/experiment.yaml").replace("small/experiment.yaml", "./small")
    );
    assert_eq!(tables("small/").lines().count(), tables("./small").lines().count());
    assert_ne!(tables("small"), tables("./small"));
}

#[test]
fn collections_whose_folders_share_a_name_do_not_replace_each_other() {
    let world = World::new();
    for folder in ["a", "b"] {
        collection(&world, own_tag);
        std::fs::create_dir(world.path(folder)).unwrap();
        std::fs::rename(world.path("mine"), world.path(folder).join("data")).unwrap();
    }
    let line = |of: &str| format!("audit --qrels {of}/data/qrels.txt --runs {of}/data/runs --draws 1 -m P@3");
    world.line(&line("a")).code(GOOD);
    cases("audits_of_one_name", &world, [case(USAGE, line("b"))]);
    world.line(&format!("{} --id other", line("b"))).code(GOOD);
    world.line(&line("a")).code(GOOD);
    assert!(world.path("audit/other/report.html").exists());
}

#[test]
fn failures_leave_the_folder_as_it_was() {
    let world = world();
    audit(&world, "-o out").code(GOOD).prints("Is the pool deep enough?");
    world.write("mine/ap.csv", "topic,a\n1,NaN\n");
    let before = all(&world, "out");
    let mut page = Page::default();
    // One level has no gain. The files can be read, but no cell can be computed.
    for out in ["out", "new"] {
        let failed = case(BAD_DATA, line(&format!("-o {out} --gains 1=1"))).printed();
        page.case(&world, failed).says(format!("nothing was written to {out}"));
    }
    page.case(&world, case(BAD_DATA, line("-o out --teams mine/qrels.txt")));
    page.case(&world, case(BAD_DATA, "audit --scores AP=mine/ap.csv -o new/deep/out"));
    page.shown("audits_that_failed");
    assert!(all(&world, "out") == before);
    assert!(!world.path("new").exists());
}

/// Returns the names of visible files that only one of the folders has, or whose content differs.
/// manifest.json is left out, because it contains times.
fn differing(world: &World, one: &str, other: &str) -> Vec<PathBuf> {
    let (one, other) = (world.results(one), world.results(other));
    let is_hidden = |path: &Path| path.to_string_lossy().starts_with('.');
    let names = one.keys().chain(other.keys()).filter(|path| !is_hidden(path));
    names.filter(|name| one.get(*name) != other.get(*name)).cloned().collect()
}

/// If an audit was killed while it wrote its files, the same command finishes it. audit.json is written first, and lists the
/// names of all files.
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
    // audit.json comes last, because the loop below writes it in any case.
    moved.sort_by_key(|name| name.as_path() == Path::new("audit.json"));
    assert!(moved.len() > 5, "{moved:?}");
    let copy = |from: &str, to: &str| {
        for (name, bytes) in world.results(from) {
            world.write(&format!("{to}/{}", name.display()), bytes);
        }
        std::fs::copy(world.path(from).join("manifest.json"), world.path(to).join("manifest.json")).unwrap();
    };
    for killed_after in [0, moved.len() / 2, moved.len()] {
        // The killed audit wrote over the results of another audit, or into a new folder.
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
            // Files of the old audit that the new audit does not write stay, because audit.json no longer lists them.
            let differing = differing(&world, "out", "new");
            assert!(
                differing.iter().all(|name| !new.contains_key(name)),
                "{killed_after} {over} {differing:?}"
            );
            assert_eq!(std::fs::read(world.path("out/audit.json")).unwrap().len(), list.len());
        }
    }
}

/// The audit reads the collection three times: to inspect it, to hash it and to score it. All three must see the same files.
#[test]
fn files_that_change_under_an_audit_end_it() {
    let world = world();
    let child =
        world.start("audit --qrels mine/qrels.txt --runs mine/runs --draws 300 -m AP -o out --jobs 1");
    until("it computes", || world.path(".rejudge/cache").exists());
    let run = std::fs::read_dir(world.path("mine/runs")).unwrap().next().unwrap().unwrap().path();
    std::fs::write(&run, std::fs::read_to_string(&run).unwrap().replace(" 1 ", " 2 ")).unwrap();
    awaited(child).code(BAD_DATA).says(" changed while ");
    assert!(!world.path("out").exists(), "nothing is written");
}

/// The report may be about other arguments or other files, or older than the numbers.
#[test]
fn an_experiment_is_not_written_next_to_another_report() {
    let world = world();
    world.write("ap.csv", "topic,a,b\n1,0.5,0.1\n2,0.5,0.2\n");
    let scored = "audit --scores AP=ap.csv --draws 1 -o scored";
    world.line(scored).code(GOOD);
    world.line(&format!("{scored} --emit-yaml")).code(GOOD);
    audit(&world, "-o out").code(GOOD);
    let before = all(&world, "out");
    // Returns the text of a file without its last line.
    let less = |name: &str| {
        let text = world.read(name);
        text[..text.trim_end().rfind('\n').unwrap() + 1].to_owned()
    };
    let [qrels, run] = ["mine/qrels.txt", "mine/runs/team0__run0.txt"];
    let emitted = || refused("-o out --emit-yaml");
    let mut page = Page::default();
    page.case(&world, refused("-o out --seed 2 --emit-yaml"));
    page.case(&world, emitted().write(qrels, less(qrels)));
    page.case(&world, emitted().write(run, less(run)));
    page.case(&world, case(USAGE, format!("{scored} --emit-yaml")).edit("ap.csv", "0.2", "0.3"));
    // The same experiment is already in the folder.
    audit(&world, "-o out --emit-yaml").code(GOOD);
    assert!(all(&world, "out") == before);
    // An experiment without a report may be replaced. An audit with other arguments replaces the whole earlier audit.
    audit(&world, "-o yaml --emit-yaml").code(GOOD);
    audit(&world, "-o yaml --seed 2 --emit-yaml").code(GOOD);
    assert!(world.read("yaml/experiment.yaml").contains("seed: 2\n"));
    let one: String = (0..12).map(|run| format!("{}\tone\n", own_tag(run))).collect();
    world.write("one.tsv", one);
    assert!(world.path("out/tables/left-out.csv").exists());
    audit(&world, "-o out --teams one.tsv").code(GOOD);
    assert!(!world.path("out/tables/left-out.csv").exists(), "only the earlier audit wrote this table");
    audit(&world, "-o fresh --teams one.tsv").code(GOOD);
    assert!(world.results("out") == world.results("fresh"));
    // The judgments change, and the experiment is run again in the folder of its report.
    world.write(qrels, less(qrels));
    world.line("run fresh/experiment.yaml --results fresh").code(GOOD);
    page.case(&world, refused("-o fresh --teams one.tsv --emit-yaml"));
    audit(&world, "-o fresh --teams one.tsv").code(GOOD);
    audit(&world, "-o fresh --teams one.tsv --emit-yaml").code(GOOD);
    page.shown("experiments_beside_reports");
}

/// The experiment is written with its changes, so that running it later gives the same numbers.
#[test]
fn settings_change_an_audit_as_they_change_a_run() {
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
