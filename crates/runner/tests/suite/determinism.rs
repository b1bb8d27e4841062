//! The same inputs give the same bytes: with any number of threads, in one run or in parts, in any folder and
//! environment, and with files in any order.

use std::process::Command;

use crate::cases::FILE;
use crate::world::{EXPERIMENT, GOOD, World, changed, counts, edited, ended};

/// Returns an experiment with a twin, files and several kinds of tables. It is large enough for threads to
/// overtake each other.
fn experiment() -> String {
    let sets = "full\n    - sample: {rate: 0.5, draws: 3}\n    - leave-one-team-out: {team: {each: all}}\n";
    let text = edited(
        EXPERIMENT,
        &[
            ("[tiny-twin]", "[tiny, tiny-twin]"),
            ("draws: 2", "draws: 5"),
            ("full\n", sets),
            ("[AP, nDCG@10]", "[AP, AP', nDCG@10, RBP, Bpref]"),
        ],
    );
    let tables = "\
tables:
  taus: {caption: Taus, panels: collection, rows: judgments, columns: measure, cell: tau}
  teams: {caption: Teams, panels: collection, rows: team, columns: [{label: unique, cell: teams.unique}]}
  power: {caption: Power, rows: collection, columns: measure, where: {judgments: full}, cell: {power: dp.power, significant: dp.significant}, show: \"{power:2} {significant:0}\"}
  errors: {caption: Errors, panels: collection, rows: judgments.depth, columns: measure, cell: errors.misses}
";
    format!("{text}{tables}")
}

fn world() -> World {
    let world = World::with_files();
    world.write(FILE, experiment());
    world
}

/// Compares results file by file, so that an assertion names the file that differs.
#[track_caller]
fn assert_same_results(world: &World, a: &str, other: &World, b: &str) {
    let (first, second) = (world.results(a), other.results(b));
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (path, bytes) in &first {
        assert!(second[path] == *bytes, "{}: {a} and {b} differ", path.display());
    }
}

#[test]
fn threads_change_nothing() {
    let world = world();
    for jobs in ["1", "2", "8"] {
        world.line(&format!("run small --cache c{jobs} --results r{jobs} --quiet --jobs {jobs}")).code(GOOD);
        assert_same_results(&world, "r1", &world, &format!("r{jobs}"));
    }
    assert!(world.results("r1").len() >= 3 + 2 * 4, "scores, choices, cells and four tables");
}

#[test]
fn another_folder_and_another_cache_change_nothing() {
    let (here, there) = (world(), world());
    here.line("run small --quiet").code(GOOD);
    std::fs::create_dir_all(there.path("deep/er")).unwrap();
    let mut elsewhere = std::process::Command::new(there.command([""]).get_program());
    elsewhere.args(["run", "small", "--quiet", "--results", "r", "--cache", "c"]);
    elsewhere.args(["--experiments", "../../experiments", "--collections", "../../collections"]);
    elsewhere.current_dir(there.path("deep/er")).env("REJUDGE_DATA", "../../data");
    ended(&mut elsewhere).code(GOOD);
    assert_same_results(&here, "results/small", &there, "deep/er/r");
    // A cache that was moved still works.
    std::fs::rename(there.path("deep/er/c"), there.path("moved")).unwrap();
    let moved = there.line("run small --results r2 --cache moved").code(GOOD);
    assert_eq!(counts(&moved)[0], 0, "{}", moved.stderr);
    assert_same_results(&here, "results/small", &there, "r2");
}

#[test]
fn parts_equal_the_complete_run() {
    let world = world();
    world.line("run small --cache whole --results r --quiet").code(GOOD);
    let pieces = [
        "measure=AP",
        "measure=nDCG@10,judgments=take*",
        "judgments=pool-depth(*)",
        "collection=tiny",
        "judgments=sample(draw=2*)",
    ];
    for piece in pieces {
        world.line(&format!("run small --cache pieces --results p --quiet --only {piece}")).code(GOOD);
        assert!(world.frame("p/cells.parquet").rows() > 0, "{piece}");
    }
    world.line("run small --cache pieces --results p --quiet").code(GOOD);
    assert_same_results(&world, "r", &world, "p");
    // A part that is taken from a complete cache equals the same part computed from an empty cache.
    world.line("run small --cache whole --results w --quiet --only judgments=pool-depth(*)").code(GOOD);
    world.line("run small --cache alone --results q --quiet --only judgments=pool-depth(*)").code(GOOD);
    assert_same_results(&world, "w", &world, "q");
}

/// If the values of an axis are in another order, rows may be in another order, but no number changes.
#[test]
fn the_order_of_axes_changes_no_number() {
    let world = world();
    world.line("run small --cache a --results r --quiet").code(GOOD);
    let turned = changed(&experiment(), "[tiny, tiny-twin]", "[tiny-twin, tiny]");
    let turned = changed(&turned, "[AP, AP', nDCG@10, RBP, Bpref]", "[Bpref, RBP, nDCG@10, AP', AP]");
    let turned = changed(&turned, "[5, 1]", "[1, 5]");
    world.write(FILE, turned);
    world.line("run small --cache b --results s --quiet").code(GOOD);
    let diff = world.line("diff r s --tolerance 0").code(GOOD);
    assert!(diff.stdout.ends_with(" equal, 0 moved, 0 gone, 0 new\n"), "{}", diff.stdout);
}

/// Returns the bytes that several commands write in an environment: a run, its report, an audit, a
/// simulation, and commands that only print.
fn outputs_in(world: &World, change: &dyn Fn(&mut Command) -> &mut Command) -> Vec<Vec<u8>> {
    let command = |words: &str| {
        let mut command = world.command(words.split(' '));
        ended(change(&mut command)).code(GOOD).stdout.into_bytes()
    };
    for folder in ["r", "c", "out", "twin"] {
        let _ = std::fs::remove_dir_all(world.path(folder));
    }
    command("run small --cache c --results r --quiet");
    command("report small --results r --quiet");
    let audit =
        "audit --qrels data/tiny/qrels.txt --runs data/tiny/runs --draws 2 -m AP -o out --cache c --quiet";
    command("simulate tiny-twin -o twin --quiet");
    let printed = [
        command(audit),
        command("eval data/tiny/qrels.txt data/tiny/runs/alpha.txt data/tiny/runs/beta.txt -q --format json"),
        command("pool build --runs data/tiny/runs --depth 2 --order random"),
        command("measures nDCG"),
    ];
    let folders = ["r", "out", "twin"].into_iter().flat_map(|folder| world.results(folder).into_values());
    printed.into_iter().chain(folders).collect()
}

/// The first change sets another locale, time zone, home folder, temporary folder and SOURCE_DATE_EPOCH. The
/// second removes all variables except `REJUDGE_DATA`.
#[test]
fn the_environment_changes_nothing() {
    let world = world();
    let text = changed(&experiment(), "draws: 5", "draws: 2");
    world.write(FILE, text);
    let expected = outputs_in(&world, &|command| command);
    assert!(expected.len() > 30);
    let tmp = world.path("tmp");
    std::fs::create_dir(&tmp).unwrap();
    type Change<'a> = &'a dyn Fn(&mut Command) -> &mut Command;
    let all = [
        ("LC_ALL", "tr_TR.UTF-8"),
        ("LANG", "tr_TR.UTF-8"),
        ("TZ", "Asia/Kathmandu"),
        ("SOURCE_DATE_EPOCH", "0"),
        ("HOME", "/nowhere"),
    ];
    let changes: [(&str, Change<'_>); 2] = [
        ("another environment", &|command| command.envs(all).env("TMPDIR", &tmp)),
        ("no environment", &|command| command.env_clear().env("REJUDGE_DATA", world.path("data"))),
    ];
    for (name, change) in changes {
        let made = outputs_in(&world, change);
        let differing = made.iter().zip(&expected).position(|(a, b)| a != b);
        assert_eq!((differing, made.len()), (None, expected.len()), "{name}");
    }
    assert_eq!(std::fs::read_dir(&tmp).unwrap().count(), 0, "temporary files are removed");
}

/// The order in which files are named does not matter, and neither does their order in a folder. `eval` has a row for each
/// run, in the order of the command line.
#[test]
fn the_order_of_files_changes_nothing() {
    let world = world();
    let runs = ["alpha", "alpha2", "beta", "gamma"].map(|name| format!("data/tiny/runs/{name}.txt"));
    let orders = [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]];
    let in_order = |words: &str, before: &str, order: &[usize]| {
        let files = order.iter().flat_map(|&at| [before, runs[at].as_str()]).filter(|word| !word.is_empty());
        world.rejudge(words.split(' ').chain(files)).code(GOOD).stdout
    };
    let sets = [
        "pool build --depth 2 --quiet",
        "pool build --depth 2 --order random --seed 3 --quiet",
        "pool build --depth 3 --runs-per-team 1 --seed 2 --stats --quiet",
        "pool data/tiny/qrels.txt pool-depth(depth=1) --quiet",
        "pool data/tiny/qrels.txt leave-one-team-out(team=alpha) --quiet",
    ];
    for words in sets {
        let expected = in_order(words, "--runs", &orders[0]);
        assert!(!expected.is_empty());
        orders.iter().for_each(|order| assert_eq!(in_order(words, "--runs", order), expected, "{words}"));
    }
    let rows = |text: String| {
        let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
        rows.sort();
        rows
    };
    for words in ["eval data/tiny/qrels.txt -q --quiet", "eval data/tiny/qrels.txt --quiet --format csv"] {
        let expected = rows(in_order(words, "", &orders[0]));
        orders.iter().for_each(|order| assert_eq!(rows(in_order(words, "", order)), expected, "{words}"));
        // Rows are in the order in which the runs are named.
        let first = in_order(words, "", &[2, 0]);
        assert!(first.find("beta") < first.find("alpha"), "{first}");
    }
    // The system decides the order of files in a folder. Here files do not have the names of their runs.
    let moved = World::with_files();
    moved.write(FILE, experiment());
    world.write("data/tiny/runs/.hidden", "no run");
    for (name, other) in [("alpha", "z"), ("beta", "a"), ("gamma", "m"), ("alpha2", "0")] {
        let at = |name: &str| moved.path(format!("data/tiny/runs/{name}.txt"));
        std::fs::rename(at(name), at(other)).unwrap();
    }
    world.line("run small --quiet --results r").code(GOOD);
    moved.line("run small --quiet --results r").code(GOOD);
    assert_same_results(&world, "r", &moved, "r");
}
