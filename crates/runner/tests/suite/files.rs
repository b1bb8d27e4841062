//! Bad files and wrong options: the exit codes, and messages that name the place, the text found and the text
//! expected.

use std::os::unix::fs::symlink;

use crate::cases::{Case, Page, case, cases, lines};
use crate::world::{BAD_DATA, GOOD, QRELS, RUNS, USAGE, World, gzip};

const Q: &str = "1 0 a 1\n1 0 b 0\n2 0 c 2\n";
const R: &str = "1 Q0 a 1 2 me\n1 Q0 b 2 1 me\n2 Q0 c 1 1 me\n";

/// Returns a case in which `eval` refuses a file.
fn refused(path: &str, bytes: impl AsRef<[u8]>) -> Case {
    case(BAD_DATA, "eval q r -m AP").write(path, bytes)
}

/// Creates a world with judgments and a run.
fn world() -> World {
    let world = World::new();
    world.write("q", Q);
    world.write("r", R);
    world
}

#[test]
fn bad_runs_are_refused() {
    let runs = [
        "1 Q0 a 1 2\n",
        "1 Q0 a 1 2 me\n1 Q0 b 1 2 me x\n",
        "1,a,1,2\n",
        "1 0 a 1\n",
        "1 Q0 a 1 high me\n",
        "1 Q0 a 1 12,5 me\n",
        "1 Q0 a 1 2 me\n1 Q0 b 2 NaN me\n",
        "1 Q0 a 1 -inf me\n",
        "1 Q0 a 1 1e400 me\n",
        "1 Q0 a 1 3 me\n1 Q0 b 2 2 me\n1 Q0 a 3 1 me\n",
        "1 a Q0 1 3 me\n1 b Q0 2 2 me\n",
        "",
        "# only a comment\n\n",
        "1 Q0 \u{1b}[31m 1 x\u{7} me\n",
    ];
    let latin = b"1 Q0 a 1 2 me\n1 Q0 \xe9t\xe9 2 1 me\n";
    let wide: Vec<u8> = "\u{feff}1 Q0 a 1 2 me\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let more = [refused("r", latin), refused("r", wide)];
    cases("bad_runs", &world(), runs.map(|run| refused("r", run)).into_iter().chain(more));
}

/// A run with one odd line is not taken for judgments, nor judgments with one odd line for a run.
#[test]
fn one_odd_line_does_not_change_the_kind_of_a_file() {
    let world = world();
    let run: String = (1..=20).map(|rank| format!("1 Q0 d{rank} {rank} {} me\n", 100 - rank)).collect();
    let qrels: String = (1..=20).map(|at| format!("1 0 d{at} 1\n")).collect();
    let odd = [
        refused("r", format!("{run}1 Q0 d21 21\n")),
        refused("r", format!("1 Q0 d21 21\n{run}")),
        refused("q", format!("{qrels}1 0 d21 1 of me\n")),
        refused("q", format!("1 0 d21 1 of me\n{qrels}")),
        // These files are of the other kind. The first of them begins with a comment.
        refused("r", format!("# judgments\n{qrels}")),
        refused("q", &run),
    ];
    cases("lines_of_the_other_kind", &world, odd);
}

/// Each file is valid, but it is of another kind than the argument needs, or about other topics.
#[test]
fn files_of_another_kind_are_refused() {
    let world = World::new();
    world.write("q", Q);
    world.write("runs/r", R);
    world.write("other", "topic-9 0 a 1\n");
    for run in ["s", "t", "u", "v"] {
        world.write(&format!("runs/{run}"), R);
    }
    // A warning names a topic of the run, and the error a topic of the judgments. These topics show
    // if columns are in another order, or if the run is from another year. If there are many runs, only the
    // first three files get a warning that no topic is in the judgments.
    let refused = ["eval runs/r q -m AP", "eval other runs/r -m AP", "eval other runs -m AP"];
    cases("files_that_are_something_else", &world, lines(BAD_DATA, refused));
}

#[test]
fn a_truncated_archive_is_refused() {
    let text: String = (0..2000).map(|i| format!("1 Q0 d{i} 1 {} me\n", 5000 - i)).collect();
    let whole = gzip(&text);
    let lengths = [3, 12, whole.len() / 2, whole.len() - 9, whole.len() - 1];
    cases("truncated_containers", &world(), lengths.map(|length| refused("r", &whole[..length])));
}

#[test]
fn missing_files_are_reported() {
    let world = World::with_files();
    let missing = [
        "eval qrels.txt data/tiny/runs/beta.txt",
        "eval data/tiny/qrels.txt runs/nothing",
        "eval data/tiny/qrels.txt data/tiny/runs --expect nothing.csv",
        "eval --scores nothing.csv",
    ];
    let wrong =
        ["eval nothing data/tiny/runs/beta.txt", "eval data data/tiny/runs/beta.txt", "data verify nothing"];
    let rows = lines(BAD_DATA, missing).into_iter().chain(lines(USAGE, wrong));
    cases("missing_files", &world, rows);
}

#[test]
fn equal_repeated_judgments_count_once() {
    let world = world();
    let twice = case(GOOD, "eval q r -m AP").edit("q", "1 0 a 1\n", "1 0 a 1\n1 0 a 1\n");
    let mut page = Page::default();
    assert_eq!(page.case(&world, twice.said_with("repeat")).stdout, "me\tall\tAP\t1\n");
    page.shown("judgments_that_agree");
}

/// A mean over no topics is not a number, and neither is a score if a level has no gain.
#[test]
fn undefined_scores_are_refused() {
    let rows = [
        case(BAD_DATA, "eval q r -m AP --no-relevant drop --quiet").write("q", "1 0 a 0\n"),
        case(BAD_DATA, "eval q r -m nDCG@10 --gains 1=1"),
    ];
    cases("scores_that_would_be_no_numbers", &world(), rows);
}

#[test]
fn ids_are_not_paths() {
    let world = World::with_files();
    world.write("r", "1 Q0 ../../a 1 2 ../me\n");
    let ended = world.rejudge(["eval", "data/tiny/qrels.txt", "r", "-m", "AP"]).code(GOOD);
    assert_eq!(ended.stdout, "../me\tall\tAP\t0\n");
    // In results, a run's tag and a team's name are only text.
    world.write("data/tiny/runs/alpha.txt", RUNS[0].1.replace("alpha", "../../alpha"));
    world.write("data/tiny/teams.tsv", "../../alpha\t../A\nalpha2\t../A\nbeta\tB\ngamma\tC\n");
    world.change("[tiny-twin]", "[tiny]");
    let before = world.results("");
    world.line("run small --results out --quiet").code(GOOD);
    let mut after = world.results("");
    after.retain(|path, _| !path.starts_with("out") && !path.starts_with(".rejudge"));
    assert_eq!(after, before, "files outside of the results and the cache");
    let cells = world.frame("out/scores.parquet");
    assert!(cells.text("run").unwrap().iter().any(|run| run == "../../alpha"));
}

#[test]
fn contradictory_runs_and_teams_are_refused() {
    let world = World::with_files();
    world.change("[tiny-twin]", "[tiny]");
    world.line("run small --quiet --results r --cache c").code(GOOD);
    let rows: [(&str, &str); 8] = [
        ("teams.tsv", "alpha\tA\nalpha2\tA\nbeta\tB\ngamma\tC\ndelta\tD\n"),
        ("teams.tsv", "alpha\tA\nbeta\tB\ngamma\tC\n"),
        ("teams.tsv", "alpha\tA\nalpha\tB\n"),
        ("teams.tsv", "alpha\n"),
        ("teams.tsv", ""),
        ("runs/zeta.txt", RUNS[2].1),
        ("qrels.txt", &QRELS.replace("1 0 a1 2", "1 0 a1 two")),
        ("runs/beta.txt", "1 Q0 b1 1 nan beta\n"),
    ];
    let run = |(path, text): (&str, &str)| {
        let run = case(BAD_DATA, "run small --results r --cache c").said_with("error: ");
        run.write(&format!("data/tiny/{path}"), text)
    };
    let sum = "0".repeat(64);
    let sums = format!("teams: teams.tsv,\n  sha256: {{qrels: {sum}, runs: {sum}, teams: {sum}}}}}");
    let checksum = case(BAD_DATA, "run small --results r --cache d").said_with("error: ");
    let checksum = checksum.edit("collections/tiny.yaml", "teams: teams.tsv}", sums);
    cases("runs_and_teams", &world, rows.map(run).into_iter().chain([checksum]));
}

#[test]
fn wrong_options_are_refused() {
    let options = [
        "-m nDGC@10",
        "-m 'AP(juged_only=True)'",
        "-m P@0",
        "-m ''",
        "--gains 1=x",
        "--gains 1=3,2=1",
        "--max-rank 0",
        "--min-rel 0",
        "--ties random",
    ];
    cases("wrong_options", &world(), options.map(|more| case(USAGE, format!("eval q r {more}"))));
}

/// If an unreadable run were left out silently, every number of a pool would change.
#[test]
fn an_unreadable_run_is_never_left_out() {
    let world = World::with_files();
    symlink("/none", world.path("data/tiny/runs/gone.run")).unwrap();
    symlink("loop.run", world.path("data/tiny/runs/loop.run")).unwrap();
    // Editors make such links next to files that are open. They are not runs.
    symlink("/none", world.path("data/tiny/runs/.#beta.txt")).unwrap();
    world.change("[tiny-twin]", "[tiny]");
    let refused = [
        "audit --qrels data/tiny/qrels.txt --runs data/tiny/runs -o out",
        "audit --qrels data/tiny/qrels.txt --runs data/tiny/runs/* -o out",
        "pool build --runs data/tiny/runs --depth 3 -o out",
        "pool build --runs data/tiny/runs/l*.run --depth 3 -o out",
        "pool data/tiny/qrels.txt --runs data/tiny/runs pool-depth(depth=1) -o out",
        "simulate --like data/tiny/qrels.txt data/tiny/runs -o out",
        "eval data/tiny/qrels.txt data/tiny/runs/gone.run data/tiny/runs/beta.txt -m AP -o out",
    ];
    let more = [
        case(BAD_DATA, "run small --results r").said_with("error: "),
        case(BAD_DATA, "data verify tiny").printed_with("gone.run"),
    ];
    cases("runs_that_cannot_be_read", &world, lines(BAD_DATA, refused).into_iter().chain(more));
    assert!(!world.path("out").exists());
    // If the pattern does not match these links, the command works. A folder within the folder does not matter.
    std::fs::create_dir(world.path("data/tiny/runs/old.run")).unwrap();
    world.line("pool build --runs data/tiny/runs/*.txt --depth 3 -o out").code(GOOD);
    for link in ["gone.run", "loop.run"] {
        std::fs::remove_file(world.path("data/tiny/runs").join(link)).unwrap();
    }
    world.line("pool build --runs data/tiny/runs --depth 3 -o all").code(GOOD);
    assert_eq!(std::fs::read(world.path("out")).unwrap(), std::fs::read(world.path("all")).unwrap());
}
