//! The ground that the answers of `rejudge audit` stand on, and where nothing can be said.

use crate::audited::{BASIS, CUT, DEEP, FAIR, REPORT, SEPARATES, answer, audit, runs, said, write};
use crate::world::{BAD_DATA, GOOD, World};

#[test]
fn what_no_ranking_shows_cannot_be_said_and_the_cause_is_named() {
    let world = World::new();
    let rankings = runs(8, 30);
    write(&world, "mine", &rankings, 4, &[]);
    let printed = audit(&world, "mine", "--min-rel 2 -m AP");
    let cause = "Cannot be said: all 8 runs score 0 by AP, as no judged document has level 2 or above";
    for question in [DEEP, FAIR, CUT] {
        assert!(answer(&printed, question).starts_with(cause), "{question} {printed}");
    }
    let none: String = (0..8).map(|run| format!("r{run:02}\t0\n")).collect();
    world.write("none.tsv", format!("run\tpooled\n{none}"));
    let printed = audit(&world, "mine", "--pooled none.tsv -m AP");
    assert!(answer(&printed, DEEP).starts_with("Cannot be said: no run is marked as pooled."), "{printed}");
    assert!(
        answer(&printed, FAIR).starts_with("Cannot be said: no run is marked as pooled, so that no team")
    );
    assert!(answer(&printed, CUT).starts_with("By AP (which"), "{printed}");
    let report = answer(&printed, REPORT);
    assert!(
        report.starts_with("Cannot be said: AP alone was asked for. AP is not recommended: "),
        "{report}"
    );
}

#[test]
fn few_topics_and_few_runs_are_told_before_any_verdict() {
    let world = World::new();
    for (teams, topics, basis, deep) in [
        (8, 24, " Few topics: Buckley and Voorhees (SIGIR 2000) ask for 25", ": tentatively, on 24 topics, "),
        (6, 30, " Few runs: of 6 a single exchanged pair takes tau", ": tentatively, on 6 runs, "),
        (8, 4, " Few topics: no verdict is given on fewer than 5.", "Cannot be said: 4 topics are too few "),
        (
            3,
            30,
            " Few runs: no verdict is given on the ranking of fewer than 4.",
            "Cannot be said: 3 runs are too few ",
        ),
        (8, 25, " Scores, tests", "y AP (which this report does not recommend here, see below): "),
    ] {
        let folder = format!("of{teams}x{topics}");
        write(&world, &folder, &runs(teams, topics), 4, &[]);
        let printed = audit(&world, &folder, "-m AP");
        assert!(printed.starts_with(BASIS), "{printed}");
        assert!(answer(&printed, BASIS).contains(basis), "{printed}");
        for question in [DEEP, FAIR] {
            assert!(answer(&printed, question).contains(deep), "{question} {printed}");
        }
        // Ten samples of six runs give one rate with one seed and another with the next.
        let cut = if teams == 6 {
            "Cannot be said: the rankings of 6 runs on samples differ too much"
        } else {
            deep
        };
        assert!(answer(&printed, CUT).contains(cut), "{printed}");
    }
}

#[test]
fn a_run_without_a_topic_in_common_is_set_aside() {
    let world = World::new();
    let rankings = runs(8, 30);
    write(&world, "mine", &rankings, 4, &[]);
    audit(&world, "mine", "-m AP --depth 4");
    write(&world, "more", &rankings, 4, &[]);
    world.write("more/runs/Lost__lost.txt", "none Q0 d1 1 1 lost\n");
    let printed = audit(&world, "more", "-m AP --depth 4");
    let basis = answer(&printed, BASIS);
    assert!(basis.starts_with("30 topics, 8 runs. "), "{basis}");
    assert!(basis.contains("set aside, neither compared nor left out: lost."), "{basis}");
    // Nothing else changes: it is neither a run of score 0 nor a team that brought nothing.
    for question in [DEEP, FAIR, CUT] {
        let before = audit(&world, "mine", "-m AP --depth 4");
        let of_all = |text: &str| text.replace("8 of the 9 runs", "all 8 runs");
        assert_eq!(answer(&before, question), of_all(answer(&printed, question)));
    }
    let experiment = std::fs::read_to_string(world.path("more-out/experiment.yaml")).unwrap();
    assert!(!experiment.contains("Lost"), "{experiment}");
}

#[test]
fn ranks_that_are_not_scored_are_told() {
    let world = World::new();
    let mut rankings = runs(8, 5);
    write(&world, "mine", &rankings, 4, &[]);
    assert!(!answer(&audit(&world, "mine", "-m AP"), BASIS).contains("down to rank"));
    for topic in rankings.get_mut("T03__r03").unwrap() {
        topic.extend((100..1091).map(|document| format!("d{document}")));
    }
    write(&world, "long", &rankings, 4, &[]);
    let printed = audit(&world, "long", "-m AP");
    assert!(answer(&printed, BASIS).contains("down to rank 1000. 1 goes further"), "{printed}");
}

/// Rewrites the runs of a folder line by line: columns in, columns out.
fn rewrite(world: &World, folder: &str, of: impl Fn(&mut Vec<String>)) {
    for entry in std::fs::read_dir(world.path(format!("{folder}/runs"))).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let line = |line: &str| {
            let mut columns: Vec<String> = line.split(' ').map(str::to_owned).collect();
            of(&mut columns);
            columns.join(" ") + "\n"
        };
        std::fs::write(&path, text.lines().map(line).collect::<String>()).unwrap();
    }
}

#[test]
fn rankings_that_only_the_rule_for_ties_makes_are_told_where_the_answers_rest() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 4, &[]);
    let flat = |runs: &'static [&'static str]| {
        move |columns: &mut Vec<String>| {
            if runs.is_empty() || runs.contains(&columns[5].as_str()) {
                columns[4] = "1".to_owned();
            }
        }
    };
    let says = "all documents of a topic have one score. No system orders them but the rule for ties (the greater document id first)";
    assert!(!answer(&audit(&world, "mine", "-m AP"), BASIS).contains("one score"));
    rewrite(&world, "mine", flat(&["r02", "r05"]));
    let some = audit(&world, "mine", "-m AP");
    assert!(answer(&some, BASIS).contains(&format!("In 2 of the 8 runs (r02, r05) {says}")), "{some}");
    rewrite(&world, "mine", flat(&[]));
    let printed = audit(&world, "mine", "-m AP");
    assert!(answer(&printed, BASIS).contains(&format!("In all 8 runs {says}")), "{printed}");
    let report = std::fs::read_to_string(world.path("mine-out/report.md")).unwrap();
    let (_, section) = report.split_once("## What do the answers rest on?\n").unwrap();
    assert!(section.split_once("\n## ").unwrap().0.contains(says), "{report}");
    let ascending = audit(&world, "mine", "-m AP --ties docno-ascending");
    assert!(answer(&ascending, BASIS).contains("(the smaller document id first)"), "{ascending}");
    // The ranks of the file order all.
    assert!(!answer(&audit(&world, "mine", "-m AP --ties rank"), BASIS).contains("the rule for ties"));
}

#[test]
fn copies_of_one_run_are_no_pool() {
    let world = World::new();
    let mut rankings = runs(1, 30);
    let one = rankings.remove("T00__r00").unwrap();
    for copy in 0..6 {
        // Deeper than what is judged of them.
        let topic =
            |topic: &Vec<String>| topic.iter().cloned().chain((0..9).map(|n| format!("x{n}"))).collect();
        rankings.insert(format!("T{copy}__r{copy}"), one.iter().map(topic).collect());
    }
    write(&world, "mine", &rankings, 10, &[]);
    let printed = audit(&world, "mine", "-m AP");
    assert!(
        printed.contains(
            "Which runs formed the pool? Cannot be said: the 6 runs are one ranking, which is no sign"
        ),
        "{printed}"
    );
    assert!(!printed.contains("look like a pool"), "{printed}");
    let basis = answer(&printed, BASIS);
    assert!(
        basis.ends_with("the documents of the top 10 of the one ranking that all runs are, and no others."),
        "{basis}"
    );
    // Their score has as many digits as in the tables.
    let (_, after) = answer(&printed, DEEP).split_once("all 6 runs score ").unwrap();
    let score = after.split(' ').next().unwrap();
    assert!(score.len() == 6 && score.parse::<f64>().is_ok_and(|score| score > 0.0), "{printed}");
}

#[test]
fn judgments_without_a_nonrelevant_document_are_called_so() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 4, &[]);
    let said = "No judged document is nonrelevant, so ";
    assert!(!audit(&world, "mine", "-m AP -m Bpref").contains(said));
    let qrels = std::fs::read_to_string(world.path("mine/qrels.txt")).unwrap();
    let relevant = |line: &&str| line.ends_with(" 1");
    let relevant: String = qrels.lines().filter(relevant).map(|line| format!("{line}\n")).collect();
    world.write("mine/qrels.txt", relevant);
    let printed = audit(&world, "mine", "-m AP -m Bpref --depth 4 --draws 5");
    let basis = answer(&printed, BASIS);
    assert!(
        basis.contains(said) && basis.contains("Bpref, infAP and measures of condensed lists mean nothing"),
        "{basis}"
    );
    assert!(
        answer(&printed, DEEP).contains("cannot be told: no judged document is nonrelevant."),
        "{printed}"
    );
    assert!(
        answer(&printed, REPORT).starts_with("Cannot be said: no judged document is nonrelevant"),
        "{printed}"
    );
}

#[test]
fn of_one_run_with_a_topic_all_says_the_same() {
    let world = World::new();
    write(&world, "mine", &runs(1, 30), 4, &[]);
    world.write("mine/runs/Lost__lost.txt", "none Q0 d1 1 1 lost\n");
    let line = "audit --qrels mine/qrels.txt --runs mine/runs -m AP --draws 2 -o mine-out";
    let ended = world.line(&format!("{line} --depth 4")).code(GOOD);
    assert!(!ended.stdout.contains("Yes"), "{}", ended.stdout);
    let all = said(&world, "mine-out");
    assert!(answer(&all, BASIS).contains("30 topics, 1 run."), "{all}");
    assert!(answer(&all, BASIS).contains("documents of the pool of depth 4 of the run"), "{all}");
    assert_eq!(
        answer(&all, FAIR),
        "Cannot be said: one run has a topic of the judgments, so that its team (T00) cannot be left out."
    );
    // The run that is marked has no topic: there is no pool, and everybody says why.
    world.write("marks.tsv", "run\tpooled\nr00\t0\nlost\t1\n");
    let ended = world.line(&format!("{line} --pooled marks.tsv")).code(GOOD);
    let why = "no run with a topic of the judgments is marked as pooled";
    let assumed = format!("There is no pool whose depth could be varied: {why}.\n");
    assert!(ended.stderr.contains(&assumed), "{}", ended.stderr);
    assert!(!ended.stderr.contains("The pool whose depth"), "{}", ended.stderr);
    let deep = format!("Cannot be said: {why}. So nothing is said of finding what is relevant either.");
    let all = said(&world, "mine-out");
    assert_eq!(answer(&all, DEEP), deep);
    assert_eq!(answer(&all, FAIR), format!("Cannot be said: {why}, so that no team brought anything."));
}

#[test]
fn one_draw_tells_nothing_of_noise() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 8, &[]);
    let printed = audit(&world, "mine", "-m AP -m P@3 -m nDCG --draws 1");
    let separates = answer(&printed, SEPARATES);
    assert!(
        separates.starts_with("Cannot be said: one draw tells nothing of the noise of the bootstrap samples"),
        "{separates}"
    );
    let cut = answer(&printed, CUT);
    assert!(cut.contains("tau-b of the one sample") && !cut.contains("mean"), "{cut}");
    let report = answer(&printed, REPORT);
    assert!(
        report.starts_with("Cannot be said: of 1 draw nothing is told of the noise of the order"),
        "{report}"
    );
    let written = std::fs::read_to_string(world.path("mine-out/report.md")).unwrap();
    assert!(written.contains("seed 1, 1 draw of whatever is random."), "{written}");
}

/// Words that stand in the plural behind a one, such as `1 topics`.
fn wrong_plurals(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split([' ', '\n', '(', ')', ',', ';', ':']).collect();
    let things = [
        "topics",
        "runs",
        "teams",
        "draws",
        "samples",
        "columns",
        "documents",
        "judgments",
        "pairs",
        "ranks",
        "rankings",
        "passes",
        "fields",
        "cells",
    ];
    let wrong = |pair: &&[&str]| pair[0] == "1" && things.contains(&pair[1].trim_end_matches('.'));
    words.windows(2).filter(wrong).map(|pair| pair.join(" ")).collect()
}

#[test]
fn one_thing_stands_in_the_singular() {
    let world = World::new();
    write(&world, "one", &runs(1, 1), 4, &["u1"]);
    write(&world, "mine", &runs(8, 30), 4, &["u1"]);
    world.write("ap.csv", "topic,a\n1,0.5\n");
    world.write("few.csv", "topic,a\n1\n");
    let runs = "one/runs/T00__r00.txt";
    let mut all = String::new();
    for (line, code) in [
        ("audit --qrels one/qrels.txt --runs one/runs --draws 1 -o one-out".to_owned(), GOOD),
        ("audit --scores AP=ap.csv --draws 1 -o scores-out".to_owned(), GOOD),
        ("audit --scores AP=few.csv --draws 1 -o few-out".to_owned(), BAD_DATA),
        ("audit --qrels mine/qrels.txt --runs mine/runs --draws 1 --depth 1 -o mine-out".to_owned(), GOOD),
        ("pool one/qrels.txt --runs one/runs pool-depth(depth=1) --stats -o depth.txt".to_owned(), GOOD),
        ("pool build --runs one/runs --depth 1 --stats -o build.txt".to_owned(), GOOD),
        ("pool one/qrels.txt --runs one/runs take-one-team(team=T00) --pool-depth 1 -o team.txt".to_owned(), GOOD),
        (
            "simulate --like mine/qrels.txt mine/runs --passes 1 --check-draws 1 --pool-depth 1 --no-files -o twin"
                .to_owned(),
            GOOD,
        ),
        (
            "eval mine/qrels.txt mine/runs/T00__r00.txt mine/runs/T01__r01.txt --compare r00 --test paired-bootstrap(samples=1) --format json"
                .to_owned(),
            GOOD,
        ),
        (format!("eval {runs} one/qrels.txt"), BAD_DATA),
    ] {
        let ended = world.line(&line).code(code);
        all += &format!("{line}\n{}\n{}\n", ended.stdout, ended.stderr);
    }
    for file in [
        "one-out/report.md",
        "mine-out/report.md",
        "scores-out/report.md",
        "twin/matched.md",
        "twin/twin.yaml",
    ] {
        all += &std::fs::read_to_string(world.path(file)).unwrap();
    }
    assert_eq!(wrong_plurals(&all), Vec::<String>::new(), "{all}");
    for said in
        ["1 topic, 1 run", "1 run of 1 team", "1 draw of whatever", "1 column, expected 2 (topic and 1 run"]
    {
        assert!(all.contains(said), "{said}: {all}");
    }
}
