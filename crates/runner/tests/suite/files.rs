//! Bad files: exit 3, and a first line that names file, line, column, what was found and expected.

use std::os::unix::fs::symlink;

use crate::world::{BAD_DATA, GOOD, QRELS, RUNS, USAGE, World};

const Q: &str = "1 0 a 1\n1 0 b 0\n2 0 c 2\n";
const R: &str = "1 Q0 a 1 2 me\n1 Q0 b 2 1 me\n2 Q0 c 1 1 me\n";

/// The first line that `eval` says about these files, which it must refuse.
fn refused(qrels: &[u8], run: &[u8]) -> String {
    let world = World::new();
    world.write("q", qrels);
    world.write("r", run);
    let ended = world.rejudge(["eval", "q", "r", "-m", "AP"]).code(BAD_DATA);
    assert_eq!(ended.stdout, "", "nothing is scored");
    ended.stderr.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn bad_runs() {
    let cases: [(&str, &str); 14] = [
        ("1 Q0 a 1 2\n", "r:1:1: 5 columns, expected 6 (topic, Q0, document, rank, score, tag)"),
        (
            "1 Q0 a 1 2 me\n1 Q0 b 1 2 me x\n",
            "r:2:1: 7 columns, expected 6 (topic, Q0, document, rank, score, tag); --extra-columns leaves out what follows the tag",
        ),
        (
            "1,a,1,2\n",
            "r:1:1: `,` between the columns, expected blanks or tabs between 6 (topic, Q0, document, rank, score, tag)",
        ),
        (
            "1 0 a 1\n",
            "r:1:1: 4 columns, expected 6 (topic, Q0, document, rank, score, tag); 4 columns are those of judgments: are judgments \
             and runs swapped?",
        ),
        ("1 Q0 a 1 high me\n", "r:1:10: score `high` is not a number"),
        ("1 Q0 a 1 12,5 me\n", "r:1:10: score `12,5` is not a number"),
        ("1 Q0 a 1 2 me\n1 Q0 b 2 NaN me\n", "r:2:10: score `NaN` is not finite"),
        ("1 Q0 a 1 -inf me\n", "r:1:10: score `-inf` is not finite"),
        ("1 Q0 a 1 1e400 me\n", "r:1:10: score `1e400` is too large for double precision"),
        (
            "1 Q0 a 1 3 me\n1 Q0 b 2 2 me\n1 Q0 a 3 1 me\n",
            "r:3:6: document `a` is already in topic `1` of this run (line 1); --repeated first (of eval, audit and pool) keeps it where it ranks first",
        ),
        (
            "1 a Q0 1 3 me\n1 b Q0 2 2 me\n",
            "r:2:5: document `Q0` is already in topic `1` of this run (line 1); `Q0` is what stands before the document: are \
             columns 2 and 3 swapped?",
        ),
        ("", "r:1:1: the file is empty: expected lines of 6 columns (topic, Q0, document, rank, score, tag)"),
        (
            "# only a comment\n\n",
            "r:1:1: the file holds no rows: expected lines of 6 columns (topic, Q0, document, rank, score, tag)",
        ),
        (
            "1 Q0 \u{1b}[31m 1 x\u{7} me\n",
            "r:1:6: control character U+001B: a text holds none but tabs and the ends of lines",
        ),
    ];
    for (run, expected) in cases {
        assert_eq!(refused(Q.as_bytes(), run.as_bytes()), format!("error: {expected}"));
    }
    let latin = b"1 Q0 a 1 2 me\n1 Q0 \xe9t\xe9 2 1 me\n";
    let expected = "error: r:2:6: byte 0xe9 at byte offset 19 is not UTF-8: ids must be UTF-8 text";
    assert_eq!(refused(Q.as_bytes(), latin), expected);
    let wide: Vec<u8> = "\u{feff}1 Q0 a 1 2 me\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let expected = "error: r:1:1: byte 0xff at byte offset 0 is not UTF-8: ids must be UTF-8 text (this one begins a file of UTF-16)";
    assert_eq!(refused(Q.as_bytes(), &wide), expected);
}

/// Files that are sound, but not what they were named as.
#[test]
fn files_that_are_something_else() {
    let world = World::new();
    world.write("q", Q);
    world.write("runs/r", R);
    world.write("other", "topic-9 0 a 1\n");
    let refused = |words: &str| world.line(words).code(BAD_DATA).stderr;
    let swapped = refused("eval runs/r q -m AP");
    assert!(
        swapped.ends_with("6 columns are those of a run: are judgments and runs swapped?\n"),
        "{swapped}"
    );
    // Topics of both are named: they tell columns in another order from runs of another year.
    let apart = refused("eval other runs/r -m AP");
    assert!(apart.contains("no topic of this run is in the qrels path=runs/r topic=1\n"), "{apart}");
    assert!(
        apart.contains("has no topic in common with other, the first of which is `topic-9`\n"),
        "{apart}"
    );
    // Of many such runs three are named, in the order of their files.
    for run in ["s", "t", "u", "v"] {
        world.write(&format!("runs/{run}"), R);
    }
    let many = refused("eval other runs -m AP");
    let said = "no topic of this run is in the qrels path=";
    let named: Vec<&str> = many.lines().filter_map(|line| line.split(said).nth(1)).collect();
    assert_eq!(named, ["runs/r topic=1", "runs/s topic=1", "runs/t topic=1"], "{many}");
    assert!(many.contains("of more runs no topic is in the qrels runs=2\n"), "{many}");
}

#[test]
fn bad_judgments() {
    let cases: [(&str, &str); 7] = [
        ("1 0 a\n", "q:1:1: 3 columns, expected 4 (topic, iteration, document, grade)"),
        ("1 0 a 1\n1 0 b 1 1\n", "q:2:1: 5 columns, expected 4 (topic, iteration, document, grade)"),
        ("1 0 a 1,5\n", "q:1:7: grade `1,5` is not an integer"),
        ("1 0 a rel\n", "q:1:7: grade `rel` is not an integer"),
        ("1 0 a 400\n", "q:1:7: grade 400 is above 127, the highest relevance level"),
        (
            "1 0 a 1\n1 0 b 0\n1 0 a 0\n",
            "q:3:5: topic `1`, document `a`: judged level 0 here and level 1 on line 1",
        ),
        ("", "q:1:1: the file is empty: expected lines of 4 columns (topic, iteration, document, grade)"),
    ];
    for (qrels, expected) in cases {
        assert_eq!(refused(qrels.as_bytes(), R.as_bytes()), format!("error: {expected}"));
    }
}

#[test]
fn a_truncated_container_is_no_shorter_file() {
    use std::io::Write;
    let text: String = (0..2000).map(|i| format!("1 Q0 d{i} 1 {} me\n", 5000 - i)).collect();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(text.as_bytes()).unwrap();
    let whole = packed.finish().unwrap();
    for length in [3, 12, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
        let message = refused(Q.as_bytes(), &whole[..length]);
        assert!(message.starts_with("error: r: truncated or corrupt gzip: "), "{length}: {message}");
    }
}

#[test]
fn files_that_are_not_there() {
    let world = World::with_files();
    for (args, file) in [
        (["eval", "nothing", "data/tiny/runs/beta.txt"], "nothing"),
        (["eval", "data/tiny/qrels.txt", "runs/nothing"], "runs/nothing"),
        (["eval", "data", "data/tiny/runs/beta.txt"], "data"),
    ] {
        let ended = world.rejudge(args).code(BAD_DATA);
        assert!(ended.stderr.starts_with(&format!("error: {file}: cannot be read: ")), "{}", ended.stderr);
    }
}

#[test]
fn judgments_that_agree_are_one_and_said_so() {
    let world = World::new();
    world.write("q", format!("1 0 a 1\n{Q}"));
    world.write("r", R);
    let ended = world.rejudge(["eval", "q", "r", "-m", "AP"]).code(GOOD);
    assert_eq!(ended.stdout, "me\tall\tAP\t1\n");
    assert!(ended.stderr.contains("judgments that repeat an equal one"), "{}", ended.stderr);
}

#[test]
fn a_mean_over_no_topic_is_an_error_and_not_nan() {
    let world = World::new();
    world.write("q", "1 0 a 0\n");
    world.write("r", R);
    let ended =
        world.rejudge(["eval", "q", "r", "-m", "AP", "--no-relevant", "drop", "--quiet"]).code(BAD_DATA);
    assert_eq!(ended.stderr, "error: q: no topic has a relevant document, so no-relevant drop leaves none\n");
}

#[test]
fn a_level_without_a_gain_is_an_error() {
    let world = World::new();
    world.write("q", Q);
    world.write("r", R);
    let ended = world.rejudge(["eval", "q", "r", "-m", "nDCG@10", "--gains", "1=1"]).code(BAD_DATA);
    assert_eq!(ended.stderr, "error: q: a document is of level 2, but the gains (1=1) end at level 1\n");
}

#[test]
fn ids_are_names_and_no_paths() {
    let world = World::with_files();
    world.write("r", "1 Q0 ../../a 1 2 ../me\n");
    let ended = world.rejudge(["eval", "data/tiny/qrels.txt", "r", "-m", "AP"]).code(GOOD);
    assert_eq!(ended.stdout, "../me\tall\tAP\t0\n");
    // A run's tag and a team's name reach results as text only.
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

/// What `run` says of a collection whose files are changed as `change` does.
fn run_refuses(path: &str, text: &str, expected: &str) {
    let world = World::with_files();
    world.change("[tiny-twin]", "[tiny]");
    world.line("run small --quiet --results r --cache c").code(GOOD);
    world.write(path, text);
    let ended = world.line("run small --results r --cache c").code(BAD_DATA);
    let first = ended.stderr.lines().find(|line| line.starts_with("error: ")).unwrap_or_default();
    assert!(first.contains(expected), "{expected}\n{}", ended.stderr);
}

#[test]
fn runs_and_teams_that_do_not_fit_together() {
    run_refuses("data/tiny/teams.tsv", "alpha\tA\nalpha2\tA\nbeta\tB\ngamma\tC\ndelta\tD\n", "team `D` of ");
    run_refuses("data/tiny/teams.tsv", "alpha\tA\nbeta\tB\ngamma\tC\n", "run `alpha2` (");
    run_refuses(
        "data/tiny/teams.tsv",
        "alpha\tA\nalpha\tB\n",
        "teams.tsv:2:1: run `alpha` is listed already (line 1)",
    );
    run_refuses("data/tiny/teams.tsv", "alpha\n", "teams.tsv:1:1: 1 column, expected 2 (run, team)");
    run_refuses(
        "data/tiny/teams.tsv",
        "",
        "teams.tsv:1:1: the file is empty: expected lines of 2 columns (run, team)",
    );
    run_refuses("data/tiny/runs/zeta.txt", RUNS[2].1, "both hold run `beta`");
    run_refuses(
        "data/tiny/qrels.txt",
        &QRELS.replace("1 0 a1 2", "1 0 a1 two"),
        "qrels.txt:1:8: grade `two` is not an integer",
    );
    run_refuses(
        "data/tiny/runs/beta.txt",
        "1 Q0 b1 1 nan beta\n",
        "beta.txt:1:11: score `nan` is not finite",
    );
}

#[test]
fn wrong_options() {
    let world = World::with_files();
    let cases: [(&[&str], &str); 9] = [
        (&["-m", "nDGC@10"], "measure `nDGC@10`: `nDGC` is no measure (did you mean `nDCG@10`?)"),
        (
            &["-m", "AP(juged_only=True)"],
            "measure `AP(juged_only=True)`, byte 3: AP has no parameter `juged_only` (did you mean `judged_only`?)",
        ),
        (&["-m", "P@0"], "measure `P@0`, byte 2: the cutoff is `0`, expected a rank from 1"),
        (&["-m", ""], "no measure is named"),
        (&["--gains", "1=x"], "--gains: `1=x` is not LEVEL=GAIN"),
        (&["--gains", "1=3,2=1"], "--gains: the gain of level 2 is 1, less than 3 of the level below"),
        (
            &["--max-rank", "0"],
            "invalid value '0' for '--max-rank <RANK|all>': expected a rank from 1, or all",
        ),
        (&["--min-rel", "0"], "invalid value '0' for '--min-rel <MIN_REL>': 0 is not in 1.."),
        (&["--ties", "random"], "invalid value 'random' for '--ties <TIES>'"),
    ];
    for (more, expected) in cases {
        let args = [&["eval", "data/tiny/qrels.txt", "data/tiny/runs/beta.txt"], more].concat();
        let ended = world.rejudge(args).code(USAGE);
        assert!(ended.stderr.starts_with(&format!("error: {expected}")), "{expected}\n{}", ended.stderr);
    }
}

/// Without a run that was named, every number is another one.
#[test]
fn a_run_that_cannot_be_looked_at_is_never_left_out() {
    let world = World::with_files();
    symlink("/none", world.path("data/tiny/runs/gone.run")).unwrap();
    world.change("[tiny-twin]", "[tiny]");
    let why = "data/tiny/runs/gone.run: cannot be read: it is a link to /none, which is not there";
    for words in [
        "audit --qrels data/tiny/qrels.txt --runs data/tiny/runs -o out",
        "audit --qrels data/tiny/qrels.txt --runs data/tiny/runs/* -o out",
        "pool build --runs data/tiny/runs --depth 3 -o out",
        "pool data/tiny/qrels.txt --runs data/tiny/runs depth 1 -o out",
        "simulate --like data/tiny/qrels.txt data/tiny/runs -o out",
        "eval data/tiny/qrels.txt data/tiny/runs/gone.run data/tiny/runs/beta.txt -m AP -o out",
        "run small --results r",
    ] {
        let ended = world.line(words).code(BAD_DATA);
        // Who names the file itself hears what the system says of it.
        let why = if words.starts_with("eval") { "data/tiny/runs/gone.run: cannot be read: " } else { why };
        assert!(ended.stderr.contains(why), "{words}: {}", ended.stderr);
        assert!(!world.path("out").exists(), "{words}");
    }
    let verified = world.line("data verify tiny").code(BAD_DATA);
    assert!((verified.stdout + &verified.stderr).contains(why));
    // A pattern that does not ask for it, and a folder within, leave nothing out.
    std::fs::create_dir(world.path("data/tiny/runs/old.run")).unwrap();
    world.line("pool build --runs data/tiny/runs/*.txt --depth 3 -o out").code(GOOD);
    std::fs::remove_file(world.path("data/tiny/runs/gone.run")).unwrap();
    world.line("pool build --runs data/tiny/runs --depth 3 -o all").code(GOOD);
    assert_eq!(std::fs::read(world.path("out")).unwrap(), std::fs::read(world.path("all")).unwrap());
}
