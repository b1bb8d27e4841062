//! `rejudge pool`: takes judgments away as an experiment does, builds pools to judge, and refuses wrong inputs.

use std::collections::BTreeSet;

use crate::cases::{Page, case, cases, lines};
use crate::world::{BAD_DATA, GOOD, QRELS, TINY, USAGE, World, changed};

const IN: &str = "--runs data/tiny/runs --teams data/tiny/teams.tsv";

/// Returns the lines of the tiny qrels with these pairs of topic and document.
fn kept_lines(kept: &[&str]) -> String {
    let is_kept = |line: &&str| {
        let cells: Vec<&str> = line.split(' ').collect();
        kept.contains(&format!("{} {}", cells[0], cells[2]).as_str())
    };
    QRELS.lines().filter(is_kept).map(|line| format!("{line}\n")).collect()
}

#[test]
fn manipulations_keep_the_right_lines() {
    let world = World::with_files();
    let kept = |manipulation: &str| {
        world.line(&format!("pool data/tiny/qrels.txt {IN} {manipulation} --quiet")).code(GOOD).stdout
    };
    // The expected lines are worked by hand from RUNS. Only beta has b2. Only beta has b1 at rank 1 or 2.
    // Only alpha and alpha2 have a2.
    assert_eq!(
        kept("pool-depth(depth=1)"),
        kept_lines(&["1 a1", "1 a2", "1 b1", "1 x1", "2 a1", "2 x2", "2 b2", "3 a1", "3 b3"])
    );
    assert_eq!(kept("pool-depth(depth=9)"), QRELS);
    let others = kept_lines(&["1 a1", "1 a2", "1 b1", "1 x1", "2 a1", "2 x2", "3 a1", "3 b3"]);
    assert_eq!(kept("leave-one-team-out(team=B)"), others);
    // alpha has b1 at rank 3.
    assert_eq!(kept("leave-one-team-out(team=B) --pool-depth 2"), others.replace("1 0 b1 1\n", ""));
    assert_eq!(kept("take-one-team(team=C)"), kept_lines(&["1 x1", "2 x2"]));
    let both = kept_lines(&["1 b1", "1 x1", "2 b2", "2 a1", "2 x2", "3 b3"]);
    assert_eq!((kept("take-teams(teams=B+C)"), kept("take-teams(teams=C+B)")), (both.clone(), both));
    assert_eq!(kept("take-teams(teams=A+B+C)"), QRELS);
    // Options may come before or after the manipulation.
    let before =
        world.line(&format!("pool --quiet {IN} data/tiny/qrels.txt take-one-team(team=C)")).code(GOOD).stdout;
    assert_eq!(before, kept("take-one-team(team=C)"));
    // A pattern selects runs just as their folder does.
    assert_eq!(kept("pool-depth(depth=1) --runs data/tiny/runs/*"), kept("pool-depth(depth=1)"));
}

/// Scores with written judgments are the scores that experiments compute with judgment sets. With the same
/// seed and draw number, the command and the experiment draw the same sample, although the lines of the qrels
/// are in mixed order.
#[test]
fn written_judgments_score_as_judgment_sets_do() {
    let world = World::with_files();
    let files = "teams: teams.tsv, judges: {model: model.txt}";
    world.write("collections/tiny.yaml", changed(TINY, "teams: teams.tsv", files));
    // Two topics with forty documents each, in mixed order.
    let lines = |shift: u32| -> String {
        let level = |doc: u32| (doc * doc + shift) % 7 % 3;
        let of_topic =
            |topic| (0..40).map(move |doc| format!("{topic} 0 d{:02} {}\n", doc * 27 % 40, level(doc)));
        (1..3).flat_map(of_topic).collect()
    };
    world.write("data/tiny/qrels.txt", lines(0));
    world.write("data/tiny/model.txt", lines(1));
    for (run, step) in [("alpha", 3), ("alpha2", 7), ("beta", 9), ("gamma", 11)] {
        let ranking = |topic| (topic, (0..25).map(move |at| format!("d{:02}", (at * step + topic) % 40)));
        world.run(&format!("data/tiny/runs/{run}.txt"), run, (1..3).map(ranking));
    }
    let experiment = "\
schema: experiment/v1
id: small
title: Judgment sets
seed: 5
draws: {open: 2}
axes:
  collection: [tiny]
  runs: [all]
  judgments:
    - leave-one-team-out: {team: {each: all}}
    - take-one-team: {team: {each: all}}
    - pool-depth: {depth: {each: [2, 1]}}
    - full: {judge: model}
    - full: {fill: model}
    - leave-one-team-out: {team: B, judge: model}
    - leave-one-team-out: {team: B, fill: model}
    - budget: {share: 0.5, fill: model}
    - sample: {rate: {each: [0.3, 0.6]}, min-nonrelevant: 1, draws: 2, pool: dropped}
  measure: [AP, nDCG, \"Q'\", Bpref, P@10]
statistics:
  mean: {mean-score: {}}
";
    world.write("experiments/small/experiment.yaml", experiment);
    world.line("run small --keep-scores").code(GOOD);
    let mut scores = world.rows("results/small/scores.parquet");
    // `eval` prints 0 if a score is undefined.
    for score in scores.0.iter_mut().filter_map(|row| row.get_mut("score").filter(|score| score.is_empty())) {
        *score = "0".to_owned();
    }
    let computed = scores.by(["judgments", "draw", "run", "topic", "measure"], "score");
    let mut compared = 0;
    for (set, draw) in computed.keys().map(|key| (key[0], key[1])).collect::<BTreeSet<_>>() {
        let drawn = format!("--seed 5 --draw {draw}");
        let options = match set.split('(').next() {
            Some("sample") => drawn,
            Some("budget") => format!("{IN} {drawn}"),
            Some("pool-depth" | "full") => IN.to_owned(),
            _ => format!("{IN} --pool-depth 3"),
        };
        let also = "--also model=data/tiny/model.txt";
        world.line(&format!("pool data/tiny/qrels.txt {also} {options} {set} -o few.qrels")).code(GOOD);
        let eval = ["eval", "few.qrels", "data/tiny/runs", "-q", "--quiet", "-m", "AP nDCG Q' Bpref P@10"];
        for row in world.rejudge(eval).code(GOOD).cells() {
            let [run, topic, measure, score] = row[..] else { panic!("{row:?}") };
            if topic != "all" {
                let key = [set, draw, run, topic, measure];
                assert_eq!(computed[&key], score.parse::<f64>().unwrap(), "{key:?}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 22 * 4 * 2 * 5);
}

#[test]
fn changes_are_reported() {
    let world = World::with_files();
    let output =
        world.line(&format!("pool data/tiny/qrels.txt {IN} take-one-team(team=C) --stats -o few")).code(GOOD);
    let lines = output.lines();
    // The counts are worked by hand from the lines of the files.
    for line in [
        "topics with judgments\t3\t2\t-1",
        "topics with relevant documents\t3\t1\t-2",
        "judged\t9\t2\t-7",
        "relevant\t7\t1\t-6",
        "level 0\t2\t1\t-1",
        "level 1\t5\t1\t-4",
        "level 2\t2\t0\t-2",
        "relevant, most on a topic\t3\t1\t-2",
        "judgment\t3",
        "relevant document\t2 3",
        "A\t2\t2\t7\t3\t2",
        "B\t1\t1\t5\t1\t1",
        "C\t1\t1\t2\t0\t0",
    ] {
        assert!(lines.contains(&line), "no `{line}` in\n{}", output.stdout);
    }
    let mut page = Page::default();
    let few = |more: &str| case(GOOD, format!("pool data/tiny/qrels.txt {IN} {more}"));
    page.case(&world, few("take-one-team(team=C) --stats -o few"));
    // The table is on stderr if the judgments go to stdout.
    let output = page.case(&world, few("pool-depth(depth=1) --stats --quiet").unsaid());
    assert!(
        output.stderr.starts_with("what\tbefore") && output.stdout.starts_with("1 0 a1 2\n"),
        "{output:?}"
    );
    page.shown("what_changed_in_a_pool");
}

#[test]
fn teams_come_from_file_names_and_unpooled_runs_contribute_nothing() {
    let world = World::with_files();
    for (from, to) in [("alpha", "A__1"), ("alpha2", "A__2"), ("beta", "B__1"), ("gamma", "C__1")] {
        let text = std::fs::read(world.path(format!("data/tiny/runs/{from}.txt"))).unwrap();
        world.write(&format!("named/{to}.txt"), text);
    }
    let of =
        |rest: &str| world.line(&format!("pool data/tiny/qrels.txt take-one-team(team={rest}")).code(GOOD);
    let named = of("C) --runs named");
    assert_eq!(named.stdout, of(&format!("C) {IN}")).stdout);
    let each = of("gamma) --runs data/tiny/runs");
    assert_eq!(each.stdout, named.stdout);
    let sources = ["C) --runs named", "gamma) --runs data/tiny/runs"];
    let sources = sources.map(|rest| format!("pool data/tiny/qrels.txt take-one-team(team={rest}"));
    cases("where_teams_come_from", &world, lines(GOOD, sources));

    world.write("pooled.tsv", "run\tpooled\nalpha\t1\nalpha2\t0\nbeta\t1\ngamma\t0\n");
    let pooled = world
        .line(&format!("pool data/tiny/qrels.txt {IN} --pooled pooled.tsv pool-depth(depth=1)"))
        .code(GOOD);
    assert_eq!(pooled.stdout, kept_lines(&["1 a1", "1 b1", "2 a1", "2 b2", "3 a1", "3 b3"]));
}

#[test]
fn a_pool_is_built_from_runs_without_judgments() {
    let world = World::with_files();
    let build = |rest: &str| world.line(&format!("pool build --runs data/tiny/runs {rest}")).code(GOOD);
    let all = build("--depth 1");
    assert_eq!(all.stdout, "1 a1\n1 a2\n1 b1\n1 x1\n2 a1\n2 b2\n2 x2\n2 zz\n3 a1\n3 b3\n3 zz\n");
    // On topic 1, the top 2 contain these documents, with their ranks in the runs: a1 (1, 2), a2 (2, 1), x1 (2, 1), b1 (1),
    // zz (2).
    let preferred = build("--depth 2 --order preferred --form table --budget 4");
    assert_eq!(
        preferred.lines()[..5],
        [
            "topic\tdocid\truns\trank sum\tbest rank",
            "1\ta1\t2\t3\t1",
            "1\ta2\t2\t3\t1",
            "1\tx1\t2\t3\t1",
            "1\tb1\t1\t1\t1"
        ]
    );
    let by_id: BTreeSet<String> = build("--depth 2 --budget 4").stdout.lines().map(str::to_owned).collect();
    let random = build("--depth 2 --budget 4 --order random").stdout;
    assert_eq!(random.lines().map(str::to_owned).collect::<BTreeSet<_>>(), by_id);
    assert_ne!(random, build("--depth 2 --budget 4").stdout);
    assert_eq!(build("--depth 2 --budget-in-all 5").lines().len(), 5);
    // Only documents without a judgment, or with a withheld one, are left. The list can be read as judgments.
    world.write("few", "1 0 a1 2\n1 0 x1 -1\n2 0 zz 0\n");
    let rest = build("--depth 1 --judged few --form qrels --stats -o rest");
    assert_eq!(rest.lines().last().copied(), Some("all\t11\t2\t9"));
    let rest = world.read("rest");
    assert!(
        rest.starts_with("1 0 a2 -1\n1 0 b1 -1\n1 0 x1 -1\n2 0 a1 -1\n") && !rest.contains("zz 0"),
        "{rest}"
    );
    // A list without levels may be replaced.
    world.write("again", &rest);
    world.line("pool build --runs data/tiny/runs --depth 1 --judged rest --form qrels -o again").code(GOOD);
    assert!(world.read("again").contains("1 0 a1 -1"));
    let teams = build("--teams data/tiny/teams.tsv --runs-per-team 1 --depth 1");
    assert_eq!(teams.stdout, "1 a1\n1 b1\n1 x1\n2 a1\n2 b2\n2 zz\n3 a1\n3 b3\n3 zz\n");
    let commands = ["--depth 1", "--teams data/tiny/teams.tsv --runs-per-team 1 --depth 1"];
    let commands = commands.map(|rest| format!("pool build --runs data/tiny/runs {rest}"));
    cases("pools_to_be_judged", &world, lines(GOOD, commands));
    // A pool without an unjudged document is an empty list, not an error.
    world.write(
        "complete",
        all.stdout.lines().map(|line| line.replace(' ', " 0 ") + " 1\n").collect::<String>(),
    );
    let judged = "pool build --runs data/tiny/runs --depth 1 --judged complete -o none";
    cases("pools_that_are_judged", &world, lines(GOOD, [judged]));
    assert_eq!(world.read("none"), "");
}

/// The name of a team may contain commas and quotes, and the name of a file may contain bytes that are not
/// UTF-8.
#[test]
fn a_team_whose_name_has_a_comma_is_named_in_quotes() {
    use std::os::unix::ffi::OsStrExt;
    let world = World::with_files();
    world.write("teams.tsv", "alpha\tA, B\nalpha2\tA, B\nbeta\tO'Neill\ngamma\tC\n");
    let kept = |team: &str| {
        let set = format!("take-one-team(team={team})");
        let line = "pool data/tiny/qrels.txt --runs data/tiny/runs --teams teams.tsv --quiet";
        world.rejudge(line.split(' ').chain([set.as_str()])).code(GOOD).stdout
    };
    let of = |team: &str| format!("pool data/tiny/qrels.txt {IN} take-one-team(team={team}) --quiet");
    let [of_a, of_b] = ["A", "B"].map(|team| world.line(&of(team)).code(GOOD).stdout);
    assert_eq!([kept("'A, B'"), kept("\"A, B\"")], [of_a.clone(), of_a.clone()]);
    assert_eq!(kept("O'Neill"), of_b);

    let odd = std::ffi::OsStr::from_bytes(b"q\xff");
    std::fs::copy(world.path("data/tiny/qrels.txt"), world.path(".").join(odd)).unwrap();
    let few = std::ffi::OsStr::new("take-one-team(team=A)");
    let args = IN.split(' ').map(std::ffi::OsStr::new).chain([odd, few, std::ffi::OsStr::new("--quiet")]);
    assert_eq!(world.rejudge([std::ffi::OsStr::new("pool")].into_iter().chain(args)).code(GOOD).stdout, of_a);
}

#[test]
fn mistakes_are_reported_and_leave_no_files() {
    let world = World::with_files();
    std::fs::create_dir(world.path("empty")).unwrap();
    world.write("pooled.tsv", "run\tpooled\nalpha\t1\nalpha2\t0\nbeta\t1\ngamma\t0\n");
    world.write("intents", "1 1 d 0\n1 2 d 1\n");
    world.write("other", "9 0 d 1\n");
    world.write("slip.tsv", "alpha\tA\nalpha2\tA\nbetta\tB\ngamma\tC\n");
    world.write("turned.tsv", "A\talpha\nA\talpha2\nB\tbeta\nC\tgamma\n");
    world.write("turned-files.tsv", "A\talpha.txt\nB\tbeta.txt\n");
    world.write("mixed/A__x", "1 Q0 a1 1 1 x\n");
    world.write("mixed/y", "1 Q0 a1 1 1 y\n");
    let q = "data/tiny/qrels.txt";
    let wrong = [
        format!("{q} {IN} pool-depth(depth=0)"),
        format!("{q} pool-depth(depth=1)"),
        format!("pool-depth(depth=1) {IN}"),
        format!("{q} {IN} pool-dept(depth=1)"),
        format!("{q} {IN} take-one-team(team=D)"),
        format!("{q} --runs data/tiny/runs take-one-team(team=alpa)"),
        format!("{q} {IN} take-teams(teams=A++B)"),
        format!("{q} sample(rate=1.5)"),
        format!("{q} sample(rate=nan)"),
        format!("{q} sample"),
        format!("{q} sample rate 0.5"),
        format!("{q} take-teams A,B"),
        format!("{q} take-one-team A"),
        format!("{q} depth 10"),
        format!("{q} set full"),
        format!("{q} pool-depth(depth=1) data/tiny/runs"),
        format!("{q} {IN} pool-depth(depth=1) --pool-depth 5"),
        format!("{q} {IN} take-one-team(team=A) --seed 2"),
        format!("{q} full --draw 2"),
        format!("--seed 2 build {IN} --depth 1"),
        format!("--draw 2 build {IN} --depth 1"),
        format!("--pool-depth 2 build {IN} --depth 1"),
        format!("{q} sample(rate=0.5) --teams data/tiny/teams.tsv"),
        format!("{q} build {IN} --depth 1"),
        format!("build {IN} --depth 1 --budget 0"),
        "build --depth 1".to_owned(),
        format!("build {IN} --depth 1 --prefer rbp --persistence 1"),
        format!("{q} {IN} --pooled pooled.tsv take-one-team(team=C)"),
    ];
    let bad = [
        format!("data/tiny/runs/beta.txt {IN} pool-depth(depth=1)"),
        format!("{q} --runs {q} pool-depth(depth=1)"),
        format!("{q} --runs data/tiny/runs --teams slip.tsv take-one-team(team=A)"),
        format!("{q} --runs data/tiny/runs --teams turned.tsv take-one-team(team=A)"),
        format!("{q} --runs data/tiny/runs --teams turned-files.tsv take-one-team(team=A)"),
        format!("{q} --runs mixed take-one-team(team=A)"),
        format!("{q} --runs empty pool-depth(depth=1)"),
        format!("{q} --runs nowhere pool-depth(depth=1)"),
        format!("{q} --runs data/tiny/runs/*.gz pool-depth(depth=1)"),
        format!("other {IN} pool-depth(depth=1)"),
        format!("intents {IN} pool-depth(depth=1)"),
        format!("{q} sample(rate=0,min-relevant=0,min-nonrelevant=0,pool=dropped)"),
    ];
    let [wrong, bad] = [(USAGE, wrong.to_vec()), (BAD_DATA, bad.to_vec())]
        .map(|(code, words)| words.into_iter().map(move |words| case(code, format!("pool {words} -o out"))));
    let over = [
        format!("pool {q} {IN} pool-depth(depth=1) -o {q}"),
        format!("pool build {IN} --depth 1 -o {q}"),
        format!("pool {q} full -o q.xlsx"),
    ];
    cases("mistakes_of_pool", &world, wrong.chain(bad).chain(lines(USAGE, over)));
    assert!(!world.path("out").exists());
}

/// A folder of draws has the files of `--draw 1` to `--draw N`, and a folder of teams the files of each team.
#[test]
fn several_judgment_sets_are_files_in_a_folder() {
    let world = World::with_files();
    let q = "data/tiny/qrels.txt";
    let pool = |words: &str| world.line(&format!("pool {q} {words}")).code(GOOD);
    let sample = "sample(rate=0.5,min-relevant=0,min-nonrelevant=0,pool=dropped) --seed 7";
    pool(&format!("{sample} --draws 3 -o drawn/"));
    for draw in 1..=3 {
        let one = pool(&format!("{sample} --draw {draw}")).stdout;
        assert_eq!(world.read(format!("drawn/draw-00{draw}.qrels")), one, "draw {draw}");
    }
    for set in ["leave-one-team-out(team={each: all})", "take-one-team"] {
        let line = ["pool", q, set, "-o", "teams"].into_iter().chain(IN.split(' '));
        world.rejudge(line).code(GOOD);
        for team in ["A", "B", "C"] {
            let name = set.split('(').next().unwrap();
            let one = pool(&format!("{IN} {name}(team={team})")).stdout;
            assert_eq!(world.read(format!("teams/{team}.qrels")), one, "{set} {team}");
        }
    }
    // A name that cannot be the name of a file is escaped.
    world.write("odd.tsv", "alpha\tA/../x\nalpha2\tA/../x\nbeta\tB, b\ngamma\t.C\n");
    let odd = "--runs data/tiny/runs --teams odd.tsv";
    pool(&format!("{odd} take-one-team -l 2 -o odd"));
    assert_eq!(
        world.read("odd/A%2F..%2Fx.qrels"),
        pool(&format!("{odd} take-one-team(team=A/../x) -l 2")).stdout
    );
}

#[test]
fn folders_of_judgments() {
    let world = World::with_files();
    let q = "data/tiny/qrels.txt";
    world.write("mine/notes.txt", "mine\n");
    world.write("file", "mine\n");
    world.write("pooled.tsv", "run\tpooled\nalpha\t1\nalpha2\t1\nbeta\t1\ngamma\t0\n");
    world.write("model.txt", MODEL);
    world.write("draws/draw-001.qrels", QRELS);
    let sample = "sample(rate=0.5,min-relevant=0,min-nonrelevant=0,pool=dropped)";
    let mut page = Page::default();
    let good = [
        format!("{q} {sample} --draws 2 -o new/drawn"),
        // The same files are replaced.
        format!("{q} {sample} --draws 2 --seed 5 -o new/drawn"),
        format!("{q} {IN} leave-one-team-out --pool-depth 2 -o teams"),
        format!("{q} {IN} take-one-team --pooled pooled.tsv --stats -o taken"),
        format!("{q} {IN} --also m=model.txt 'take-one-team(fill=m)' -o filled"),
    ];
    for row in good {
        page.case(&world, case(GOOD, format!("pool {row}")).printed());
    }
    let wrong = [
        format!("{q} {sample} --draws 2"),
        format!("{q} {sample} --draws 2 -o -"),
        format!("{q} {sample} --draws 2 -o few.qrels"),
        format!("{q} {sample} --draws 2 -o file"),
        format!("{q} {sample} --draws 2 -o mine"),
        format!("{q} {sample} --draws 1 -o new/drawn"),
        format!("draws/draw-001.qrels {sample} --draws 2 -o draws"),
        format!("{q} {sample} --draws 2 --draw 1 -o out"),
        format!("{q} {sample} --draws 0 -o out"),
        format!("{q} full --draws 2 -o out"),
        format!("{q} {IN} leave-one-team-out --draws 2 -o out"),
        format!("{q} leave-one-team-out -o out"),
        format!("{q} {IN} leave-one-team-out"),
        format!("{q} {IN} leave-one-team-out(dept=3) -o out"),
        format!("{q} {sample} -o mine"),
    ];
    for row in lines(USAGE, wrong.iter().map(|row| format!("pool {row}"))) {
        page.case(&world, row);
    }
    page.case(&world, case(BAD_DATA, format!("pool {q} {sample} --draws 2 -l 9 -o out")));
    page.shown("folders_of_judgments");
    assert!(!world.path("out").exists() && !world.path("few.qrels").exists());
}

/// Labels of a model. `a2` is missing, the levels of `b1`, `b2` and `b3` are lower by one, and people did not
/// judge `z`.
const MODEL: &str = "\
1 0 a1 2\n1 0 b1 0\n1 0 x1 1\n1 0 z 1\n2 0 a1 1\n2 0 b2 1\n2 0 x2 0\n3 0 a1 1\n3 0 b3 0\n";

#[test]
fn labels_of_other_judges_are_counted_or_refused() {
    let world = World::with_files();
    world.write("model.txt", MODEL);
    world.write("twice.txt", format!("{MODEL}1 0 a1 1\n9 0 a1 1\n"));
    world.write("gains.txt", "1 0 a1 0.25\n1 0 b1 2\n");
    let q = "data/tiny/qrels.txt";
    let pool = |code: i32, line: &str| case(code, format!("pool {q} {line}"));
    let mut page = Page::default();
    let ended = page.case(&world, pool(GOOD, "--also m=twice.txt,repeated=last full(judge=m) --stats -o q"));
    ended.prints("level 2\t2\t0\t-2");
    let ended = page.case(&world, pool(GOOD, "--also g=gains.txt,labels=gains full(judge=g)"));
    assert_eq!(ended.stdout, "1 0 a1 0.25\n1 0 b1 2\n");
    for (code, line) in [
        (BAD_DATA, "--also m=twice.txt full(judge=m)"),
        (BAD_DATA, "--also m=none.txt full(judge=m)"),
        (USAGE, "--also m=model.txt full(judge=n)"),
        (USAGE, "full(judge=n)"),
        (BAD_DATA, "--also m full"),
        (USAGE, "--also g=gains.txt,labels=gains full(fill=g)"),
        (USAGE, "--also m=model.txt budget(order=pool,share=0.5,judge=m)"),
        (USAGE, "--also m=model.txt full(judge=m) -o model.txt"),
    ] {
        page.case(&world, pool(code, line));
    }
    page.shown("labels_of_other_judges");
}
