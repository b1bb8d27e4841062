//! Nothing is written outside of the folder that the results are asked for in, whatever names and links say.

use std::os::unix::fs::symlink;

use crate::world::{BAD_DATA, EXPERIMENT, GOOD, RUNS, TINY_TWIN, USAGE, World, changed};

const FILE: &str = "experiments/small/experiment.yaml";

/// Names that lead elsewhere, or that no file can have.
fn bad_names() -> Vec<String> {
    let plain = ["../../x", "/tmp/x", "a/b", "a\\b", "..", ".", "", "a b", "a\u{1b}[31mb", "a:b", "*", "é"];
    plain.map(str::to_owned).into_iter().chain(["n".repeat(300)]).collect()
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Everything in the world but the cache, by path.
fn everything(world: &World) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    world.results("").into_iter().filter(|(path, _)| !path.starts_with(".rejudge")).collect()
}

#[test]
fn names_that_are_no_names_are_refused_with_their_line() {
    let world = World::with_files();
    let table = "tables:\n  NAME: {caption: T, rows: judgments, columns: measure, cell: tau}\n";
    let figure = "figures:\n  NAME: {caption: F, rows: measure, columns: judgments, cell: tau, plot: {bars: {y: {label: y}}}}\n";
    for name in bad_names() {
        let quoted = quoted(&name);
        let texts = [
            (changed(EXPERIMENT, "id: small", &format!("id: {quoted}")), 2),
            (changed(EXPERIMENT, "  tau: {", &format!("  {quoted}: {{")), 19),
            (format!("{EXPERIMENT}{}", table.replace("NAME", &quoted)), EXPERIMENT.lines().count() + 2),
            (format!("{EXPERIMENT}{}", figure.replace("NAME", &quoted)), EXPERIMENT.lines().count() + 2),
        ];
        for (text, line) in texts {
            world.write(FILE, &text);
            let before = everything(&world);
            let ended = world.line("run small").code(USAGE);
            let place = format!("{FILE}:{line}:");
            let why = [
                "is no name: letters, digits, `-` and `_` only",
                "a name of 300 characters, expected at most 100",
            ];
            let told = ended.stderr.lines().find(|line| why.iter().any(|why| line.contains(why)));
            assert!(told.is_some_and(|told| told.contains(&place)), "{name}: {place}\n{}", ended.stderr);
            assert!(everything(&world) == before, "{name}: nothing is written");
        }
    }
    // The same on the command line.
    world.write(FILE, EXPERIMENT);
    world.rejudge(["run", "small", "-s", "id=../../x"]).code(USAGE);
}

#[test]
fn the_longest_name_is_one_that_files_can_have() {
    let world = World::with_files();
    let name = "n".repeat(100);
    let figures = format!(
        "figures:\n  {name}: {{caption: F, panels: collection, rows: measure, columns: judgments, cell: dp.power, plot: {{bars: {{y: {{label: y}}}}}}}}\n"
    );
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny-twin, tiny]");
    world.write(
        &format!("experiments/{name}/experiment.yaml"),
        changed(&text, "id: small", &format!("id: {name}")) + &figures,
    );
    world.line(&format!("run {name}")).code(GOOD);
    world.line(&format!("report {name}")).code(GOOD);
    assert!(world.path(format!("results/{name}/figures/{name}-open.svg")).exists());
}

#[test]
fn names_of_an_audit_and_of_a_twin_are_held_to_the_same() {
    let world = World::with_files();
    for name in bad_names() {
        let before = everything(&world);
        world
            .rejudge(["audit", "--qrels", "data/tiny/qrels.txt", "--runs", "data/tiny/runs", "--id", &name])
            .code(USAGE);
        let like =
            ["simulate", "--like", "data/tiny/qrels.txt", "data/tiny/runs", "-o", "out", "--id", &name];
        world.rejudge(like).code(USAGE);
        assert!(everything(&world) == before, "{name}: nothing is written");
    }
}

/// Team names and tags are text of files, in which anything stands but blanks; files are called by them in
/// code.
#[test]
fn teams_and_tags_lead_nowhere() {
    let world = World::with_files();
    let twin = TINY_TWIN.replace("name: one", "name: ../../../one").replace("name: two", "name: /tmp/two");
    world.write("collections/tiny-twin.yaml", twin);
    let before = everything(&world);
    world.line("simulate tiny-twin -o out").code(GOOD);
    let mut after = everything(&world);
    after.retain(|(path, _)| !path.starts_with("out"));
    assert!(after == before);
    let runs = std::fs::read_dir(world.path("out/runs")).unwrap().count();
    assert_eq!(runs, 5, "each run is a file of the folder");
    // A name of which no file can be made.
    let long = TINY_TWIN.replace("name: one", &format!("name: {}", "n".repeat(300)));
    world.write("collections/tiny-twin.yaml", long);
    let ended = world.line("simulate tiny-twin -o again").code(BAD_DATA);
    assert!(ended.stderr.contains("cannot stand in a file"), "{}", ended.stderr);
    assert!(!world.path("again").exists());
    // Tags in an audit, whose report names them.
    let world = World::with_files();
    world.write("data/tiny/runs/alpha.txt", RUNS[0].1.replace("alpha", "../../../alpha"));
    world.write("data/tiny/teams.tsv", "../../../alpha\t../../A\nalpha2\t../../A\nbeta\t/tmp/B\ngamma\tC\n");
    let before = everything(&world);
    let audit = "audit --qrels data/tiny/qrels.txt --runs data/tiny/runs --teams data/tiny/teams.tsv --draws 1 -m AP -o out";
    world.line(audit).code(GOOD);
    let mut after = everything(&world);
    after.retain(|(path, _)| !path.starts_with("out"));
    assert!(after == before);
}

/// Links within the results that lead out of them are not followed.
#[test]
fn links_out_of_the_results_are_refused() {
    let world = World::new();
    let table = "tables:\n  one: {caption: T, rows: judgments, columns: measure, cell: tau}\n";
    world.write(FILE, format!("{EXPERIMENT}{table}"));
    std::fs::create_dir_all(world.path("theirs")).unwrap();
    for (link, to) in [("tables", "../theirs"), ("figures", "../theirs"), ("tables", "../nowhere")] {
        std::fs::create_dir_all(world.path("r")).unwrap();
        symlink(to, world.path("r").join(link)).unwrap();
        let ended = world.line("run small --results r --cache c").code(USAGE);
        let why = format!("cannot write to r/{link}: r/{link} is a link to {to}, expected a folder");
        assert!(ended.stderr.contains(&why), "{}", ended.stderr);
        assert!(!world.path("c").exists(), "before anything is computed");
        std::fs::remove_dir_all(world.path("r")).unwrap();
    }
    // The lock would be emptied, and the process written into it.
    world.write("theirs/file", "theirs");
    std::fs::create_dir(world.path("r")).unwrap();
    symlink("../theirs/file", world.path("r/.lock")).unwrap();
    let ended = world.line("run small --results r --cache c").code(BAD_DATA);
    assert!(ended.stderr.contains("cannot lock r: r/.lock is a link"), "{}", ended.stderr);
    std::fs::remove_file(world.path("r/.lock")).unwrap();
    // So would another name of the same file.
    std::fs::hard_link(world.path("theirs/file"), world.path("r/.lock")).unwrap();
    let ended = world.line("run small --results r --cache c").code(BAD_DATA);
    assert!(ended.stderr.contains("r/.lock is none of rejudge's"), "{}", ended.stderr);
    std::fs::remove_file(world.path("r/.lock")).unwrap();
    // In place of a file a link gives way to the file.
    for name in ["cells.parquet", "report.md", "report.html"] {
        symlink("../theirs/file", world.path("r").join(name)).unwrap();
    }
    world.line("run small --results r --cache c").code(GOOD);
    world.line("report small --results r").code(GOOD);
    assert!(!world.path("r/cells.parquet").is_symlink() && !world.path("r/report.html").is_symlink());
    assert_eq!(std::fs::read_to_string(world.path("theirs/file")).unwrap(), "theirs");
    assert_eq!(std::fs::read_dir(world.path("theirs")).unwrap().count(), 1);
    // The folder itself may be a link: that is where its user wants it.
    symlink("theirs", world.path("mine")).unwrap();
    std::fs::remove_file(world.path("theirs/file")).unwrap();
    world.line("run small --results mine --cache c").code(GOOD);
    assert!(world.path("theirs/tables/one.csv").exists());
}

#[test]
fn links_out_of_an_audit_are_refused() {
    let world = World::with_files();
    std::fs::create_dir_all(world.path("theirs")).unwrap();
    std::fs::create_dir_all(world.path("out")).unwrap();
    symlink("../theirs", world.path("out/.hidden")).unwrap();
    symlink("../theirs", world.path("out/tables")).unwrap();
    let audit = "audit --qrels data/tiny/qrels.txt --runs data/tiny/runs --draws 1 -m AP -o out";
    // A folder with anything in it is no audit's.
    let ended = world.line(audit).code(USAGE);
    assert!(ended.stderr.contains("is not empty, and no audit made it"), "{}", ended.stderr);
    std::fs::remove_file(world.path("out/tables")).unwrap();
    world.line(audit).code(GOOD);
    std::fs::rename(world.path("out/tables"), world.path("theirs/tables")).unwrap();
    symlink("../theirs/tables", world.path("out/tables")).unwrap();
    let ended = world.line(audit).code(USAGE);
    assert!(ended.stderr.contains("out/tables is a link to ../theirs/tables"), "{}", ended.stderr);
}

/// A manifest may be anybody's: what it lists is removed from its folder alone.
#[test]
fn a_manifest_cannot_have_other_files_removed() {
    let world = World::new();
    world.line("run small --results r --cache c").code(GOOD);
    world.write("victim", "mine");
    let manifest = std::fs::read_to_string(world.path("r/manifest.json")).unwrap();
    let victims = ["../victim".to_owned(), world.path("victim").display().to_string()];
    for victim in victims {
        let listed =
            changed(&manifest, "\"files\": {", &format!("\"files\": {{ {}: \"0\",", quoted(&victim)));
        world.write("r/manifest.json", listed);
        let ended = world.line("run small --results r --cache c").code(BAD_DATA);
        assert!(ended.stderr.contains("is no name of a file in r"), "{}", ended.stderr);
        assert_eq!(std::fs::read_to_string(world.path("victim")).unwrap(), "mine");
    }
}

#[test]
fn a_folder_for_results_that_is_none_is_refused() {
    let world = World::new();
    world.write("file", "mine");
    let ended = world.line("run small --results file").code(USAGE);
    assert!(ended.stderr.contains("file is a file, expected a folder for results"), "{}", ended.stderr);
    symlink("nowhere", world.path("link")).unwrap();
    let ended = world.line("run small --results link").code(USAGE);
    assert!(ended.stderr.contains("link is a link to nowhere, which is not there"), "{}", ended.stderr);
    // A cache that is none, too, before anything is computed.
    for cache in ["file", "link"] {
        let ended = world.line(&format!("run small --results r --cache {cache}")).code(BAD_DATA);
        assert!(ended.stderr.contains(&format!("the cache {cache}: ")), "{}", ended.stderr);
    }
    assert_eq!(std::fs::read_to_string(world.path("file")).unwrap(), "mine");
    assert!(!world.path("nowhere").exists());
}

/// The cache, too, may be anybody's: what lies there under the names of its files is not written through,
/// waited for, or read without end.
#[test]
fn links_and_pipes_in_a_cache_lead_nowhere() {
    let world = World::new();
    world.line("run small --results whole --cache good").code(GOOD);
    world.write("theirs", "theirs");
    for name in ["timings.jsonl", "alive", "shard.json"] {
        world.write(&format!("c/{name}.keep"), "");
        symlink("../theirs", world.path("c").join(name)).unwrap();
    }
    world.line("run small --results r --cache c").code(GOOD);
    world.line("run small --shard hash:1/1 --cache c").code(GOOD);
    world.line("merge small c --cache c --results r").code(GOOD);
    std::fs::create_dir(world.path("d")).unwrap();
    std::fs::hard_link(world.path("theirs"), world.path("d/timings.jsonl")).unwrap();
    world.line("run small --results r --cache d").code(GOOD);
    assert_eq!(std::fs::read_to_string(world.path("theirs")).unwrap(), "theirs");
    let odd = |to: &std::path::Path, name: &str| {
        let _ = std::fs::remove_file(to.join(name));
        let made = std::process::Command::new("mkfifo").arg(to.join(name)).status().unwrap();
        assert!(made.success());
    };
    let _ = std::fs::remove_dir_all(world.path("c"));
    std::fs::create_dir(world.path("c")).unwrap();
    for name in ["a.pack", "timings.jsonl", "alive", ".rejudge-x.part"] {
        odd(&world.path("c"), name);
    }
    symlink("/dev/zero", world.path("c/b.pack")).unwrap();
    let ended = world.line("run small --results r --cache c").code(GOOD);
    assert!(ended.stderr.contains("c/a.pack cannot be read and is not used: it is no ordinary file"));
    world.line("run small --shard hash:1/1 --cache c").code(GOOD);
    world.line("plan small --cache c").code(GOOD);
    let merged = world.line("merge small c --cache other --results r").code(BAD_DATA);
    assert!(merged.stderr.contains("c/a.pack: it is no ordinary file"), "{}", merged.stderr);
    odd(&world.path("c"), "shard.json");
    let merged = world.line("merge small c --cache other --results r").code(BAD_DATA);
    assert!(merged.stderr.contains("cannot read c/shard.json: it is no ordinary file"), "{}", merged.stderr);
    // The same among results, which readers open and a run replaces.
    for name in ["cells.parquet", "scores.parquet", "manifest.json"] {
        odd(&world.path("r"), name);
        let ended = world.line("diff r whole").code(BAD_DATA);
        let says = format!("cannot read r/{name}: it is no ordinary file");
        assert!(ended.stderr.contains(&says), "{}", ended.stderr);
        world.line("run small --results r --cache good").code(GOOD);
        assert!(world.results("r") == world.results("whole"), "{name}");
    }
    std::fs::remove_file(world.path("r/cells.parquet")).unwrap();
    symlink("/dev/zero", world.path("r/cells.parquet")).unwrap();
    let ended = world.line("diff r whole").code(BAD_DATA);
    assert!(ended.stderr.contains("cannot read r/cells.parquet: it is no ordinary file"), "{}", ended.stderr);
    // And where an experiment names a file.
    for file in ["/dev/zero", "pipe"] {
        odd(&world.path("experiments/small"), "pipe");
        world.change("one-per-team: {}", &format!("one-per-team: {{file: {file}}}"));
        let ended = world.line("run small --results r --cache d").code(BAD_DATA);
        assert!(ended.stderr.contains("it is no ordinary file"), "{}", ended.stderr);
    }
}

/// `-o` follows a link to a file, and makes none where a link leads nowhere.
#[test]
fn an_output_behind_a_link() {
    let world = World::with_files();
    world.write("theirs", "old");
    symlink("theirs", world.path("link")).unwrap();
    symlink("nowhere", world.path("dangling")).unwrap();
    let eval = "eval data/tiny/qrels.txt data/tiny/runs/beta.txt -m AP -o ";
    world.line(&format!("{eval}link")).code(GOOD);
    assert!(world.path("link").is_symlink());
    assert!(std::fs::read_to_string(world.path("theirs")).unwrap().starts_with("beta\tall\tAP\t"));
    let ended = world.line(&format!("{eval}dangling")).code(BAD_DATA);
    let says = "cannot write dangling: it is a link to nowhere, which is not there";
    assert!(ended.stderr.contains(says), "{}", ended.stderr);
    assert!(world.path("dangling").is_symlink() && !world.path("nowhere").exists());
}
