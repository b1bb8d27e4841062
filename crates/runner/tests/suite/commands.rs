//! `diff`, `list`, `data` and `simulate`, the log, and the selectors of `--only`.

use std::collections::BTreeSet;

use crate::alone::Empty;
use crate::cases::{Page, case, cases, lines};
use crate::world::{BAD_DATA, DIFFERENT, GOOD, TINY, USAGE, World, changed, ended};

#[test]
fn diff_lists_the_numbers_that_moved() {
    let world = World::new();
    world.line("run small --results a --quiet").code(GOOD);
    world.line("run small --results b --quiet").code(GOOD);
    let same = world.line("diff a b").code(GOOD);
    assert!(
        same.stdout.ends_with(" equal, 0 moved, 0 gone, 0 new\n") && same.lines().len() == 1,
        "{}",
        same.stdout
    );
    world.line("run small --results c --quiet -s seed=2").code(GOOD);
    let moved = world.line("diff a c").code(DIFFERENT).stdout;
    assert!(moved.lines().any(|line| line.starts_with("mean ")), "{moved}");
    let seed = |line: &&str| line.split_whitespace().eq(["seed", "1", "2"]);
    assert_eq!(moved.lines().filter(seed).count(), 1, "{moved}");
    let rows = world.line("diff a c --format csv").code(DIFFERENT).stdout;
    let count: usize = moved
        .lines()
        .find_map(|line| line.split(" equal, ").nth(1)?.split(' ').next()?.parse().ok())
        .unwrap();
    assert_eq!(rows.lines().count(), count + 1, "a line for each number that moved\n{moved}");
    world.line("run small --results d --quiet -s axes.measure=[AP]").code(GOOD);
    world.line("diff a d").code(DIFFERENT).prints(" 0 moved, ").prints(" 0 new.");
    let rows = world.line("diff a d --format tsv").code(DIFFERENT).stdout;
    assert!(
        rows.lines().count() > 10 && rows.lines().skip(1).all(|line| line.contains("measure=nDCG@10")),
        "{rows}"
    );
    world.line("diff d a").code(DIFFERENT).prints(" 0 moved, 0 gone, ");
    world.line("run small --results f --quiet --draws 1").code(GOOD);
    world.line("diff a f").code(DIFFERENT).prints("not compared: 2 draws on one side, 1 draw on the other");
    // Numbers of another experiment have other addresses. Settings may have long values.
    let other = "schema: experiment/v1\nid: other\nextends: experiments/small/experiment.yaml\nevaluation: {max-rank: 5, gains: exponential, ties: docno-ascending}\n";
    world.write("other.yaml", other);
    world.line("run other.yaml --results e --quiet").code(GOOD);
    for form in ["", " --format tsv"] {
        world
            .line(&format!("diff a e{form}"))
            .code(DIFFERENT)
            .says("belong to `small`, and the second to `other`");
    }
    let settings = world.line("diff a e").code(DIFFERENT).stdout;
    assert!(settings.lines().all(|line| line.chars().count() < 160), "{settings}");
    cases("diff_with_nothing", &world, [case(BAD_DATA, "diff a nowhere")]);
}

#[test]
fn lists_of_experiments_and_data() {
    let world = World::with_files();
    let counts = "pool-depth: 3\ncounts: {topics: 3, runs: 4, teams: 3, judgments: 9}\n";
    let described = "collections/tiny.yaml";
    let verify = |code: i32, line: &str| case(code, line).printed_with("expected");
    let mut page = Page::default();
    for line in ["list", "list small", "data list"] {
        page.case(&world, case(GOOD, line).printed());
    }
    page.edit(&world, described, "pool-depth: 3\n", counts);
    page.case(&world, verify(GOOD, "data verify"));
    page.case(&world, verify(GOOD, "data verify tiny"));
    page.case(&world, verify(BAD_DATA, "data verify").edit(described, "runs: 4", "runs: 5"));
    // `run` only warns about a wrong count, and computes.
    world.change("[tiny-twin]", "[tiny]");
    page.case(
        &world,
        case(GOOD, "run small").edit(described, "runs: 4", "runs: 5").said_with("as described"),
    );
    // A twin has no files to verify.
    page.case(&world, case(GOOD, "data verify tiny-twin").printed());
    std::fs::remove_dir_all(world.path("data/tiny")).unwrap();
    page.case(&world, case(GOOD, "data list").printed());
    page.case(&world, verify(BAD_DATA, "data verify tiny"));
    page.case(&world, verify(BAD_DATA, "data verify tiny").without_data());
    page.case(&world, case(GOOD, "data list").printed().without_data());
    page.shown("lists_of_experiments_and_data");
    // REJUDGE_DATA may name the collection's folder by mistake, instead of the folder above it.
    let mut command = world.command(["data", "verify", "tiny"]);
    ended(command.env("REJUDGE_DATA", world.path("elsewhere/tiny")))
        .code(BAD_DATA)
        .says("elsewhere/tiny/tiny: REJUDGE_DATA names the collection's folder");
}

/// If a name is the beginning of several collections' names, these are suggested.
#[test]
fn names_with_a_common_beginning_are_suggested() {
    let refused = [
        "data get trec-covid",
        "data get trec-covid-rond1",
        "data verify trec",
        "data get clef-tar",
        "data get nothing",
        "simulate trec-dl -o x",
    ];
    cases("collections_that_begin_alike", &Empty::new(), lines(USAGE, refused));
}

#[test]
fn simulate_writes_what_eval_reads() {
    let world = World::new();
    world.line("simulate tiny-twin -o twin").code(GOOD);
    world.line("simulate tiny-twin -o same").code(GOOD);
    world.line("simulate tiny-twin -o other --draw 2").code(GOOD);
    assert!(world.results("twin") == world.results("same"));
    assert!(world.results("twin") != world.results("other"));
    let runs: Vec<_> =
        world.results("twin/runs").into_keys().map(|run| format!("twin/runs/{}", run.display())).collect();
    assert_eq!(runs.len(), 5);
    let args = ["eval", "twin/qrels.txt", "-m", "AP"].map(str::to_owned).into_iter().chain(runs);
    assert_eq!(world.rejudge(args).code(GOOD).lines().len(), 5);
    // The files contain the twin itself, so an experiment gives both the same scores.
    world.write("collections/tiny.yaml", TINY);
    world.line("simulate tiny-twin --as tiny -o data/tiny").code(GOOD);
    let [files, twin] = ["tiny", "tiny-twin"].map(|collection| {
        let set = "-s draws=1 -s seed=20090107 -s axes.runs=[all] -s axes.judgments=[full]";
        let line = format!("run small {set} -s axes.collection=[{collection}] --results {collection}");
        world.line(&line).code(GOOD);
        world.rows(&format!("{collection}/scores.parquet"))
    });
    let key = ["measure", "run", "topic"];
    assert!(files.by(key, "score") == twin.by(key, "score"));
    // NTCIR's judgments have three columns. A scale that has no label for some level is refused.
    let described = |more: &str| {
        let qrels = changed(TINY, "qrels: qrels.txt,", &format!("qrels: qrels.txt, {more},"));
        world.write("collections/tiny.yaml", qrels);
    };
    described("format: ntcir");
    world.line("simulate tiny-twin --as tiny -o ntcir").code(GOOD);
    let line = world.read("ntcir/qrels.txt").lines().next().unwrap().to_owned();
    assert!(
        line.split(' ').count() == 3 && ["S", "A", "B", "C"].contains(&line.rsplit(' ').next().unwrap()),
        "{line}"
    );
    // Levels can be read as gains, also in NTCIR's columns.
    for more in ["labels: gains", "format: ntcir, labels: gains"] {
        described(more);
        let folder = format!("gains-{}", more.len());
        let line = format!("simulate tiny-twin --as tiny -o {folder}");
        world.line(&line).code(GOOD).says("level 2 is written as the gain 2");
        let qrels = world.read(format!("{folder}/qrels.txt"));
        let grades: BTreeSet<&str> = qrels.lines().filter_map(|line| line.rsplit(' ').next()).collect();
        assert!(grades.is_subset(&["0", "1", "2", "3"].into()), "{grades:?}");
    }
    described("grades: {y: 1, n: 0}");
    let rows = [
        case(BAD_DATA, "simulate tiny-twin --as tiny -o lacking"),
        case(USAGE, "simulate tiny-twin --as tiny-twin -o x"),
        case(USAGE, "simulate tiny -o x").remove("collections/tiny.yaml"),
    ];
    cases("simulations_that_cannot_be", &world, rows);
    assert!(!world.path("lacking").exists());
}

/// An empty level counts as no level, and a wrong level does not silence warnings.
#[test]
fn a_wrong_log_level_silences_no_warnings() {
    let world = World::new();
    world.write("q", "1 0 d1 1\n");
    world.write("a.txt", "1 Q0 d1 1 2.0 me\n");
    world.write("b.txt", "1 Q0 d1 1 2.0 me\n");
    let stderr = |level: &str| {
        let mut command = world.command(["eval", "q", "a.txt", "b.txt"]);
        ended(command.env("REJUDGE_LOG", level)).code(GOOD).stderr
    };
    let is_warned = |stderr: &str| stderr.contains("several files have this run tag");
    assert!(["", " ", "warn", "info", "rejudge=debug,warn"].iter().all(|level| is_warned(&stderr(level))));
    assert!(!is_warned(&stderr("error")) && !is_warned(&stderr("off")));
    let wrong = stderr("loud");
    assert!(is_warned(&wrong) && wrong.contains("REJUDGE_LOG is `loud`, expected a level"), "{wrong}");
}

/// A name with a comma is written in quotes, and several names in brackets.
#[test]
fn selectors_quote_and_list() {
    let world = World::new();
    world.change("measure: [AP, nDCG@10]", "measure: {set: m.yaml}");
    let set = "schema: measures/v1\nmeasures: {\"AP, all\": AP, \"nDCG, 10\": nDCG@10, P: P@5}\n";
    world.write("experiments/small/m.yaml", set);
    let cells = |only: &str| {
        let ended = world.rejudge(["plan", "small", "--only", only]).code(GOOD);
        let line =
            ended.lines().into_iter().find(|line| line.starts_with("cells: ")).expect("cells").to_owned();
        line.split(' ').nth(1).and_then(|n| n.parse::<usize>().ok()).expect("a count")
    };
    let [one, other] = [r#"measure="AP, all""#, "measure=P"].map(cells);
    let both = cells(r#"measure=["AP, all",P]"#);
    assert!(one > 0 && one < both && other < both && both < cells("judgments=*"), "{one} {other} {both}");
}
