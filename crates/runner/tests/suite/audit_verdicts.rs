//! The verdicts of `rejudge audit` on small collections. Some collections support no verdict.

use crate::audited::{
    Judged, Rankings, Verdicts, audit, budget_a_topic, pool, runs, runs_of, values, write, write_judged,
};
use crate::world::{GOOD, World};

/// One team contributed only nonrelevant unique documents, so its score on the condensed list rises when it
/// is left out. Another team contributed only relevant ones, so its score falls.
#[test]
fn a_rise_counts_like_a_fall() {
    let world = World::new();
    let mut rankings = runs(20, 30);
    let odd = |topic: usize| {
        (0..6).map(|at| format!("x{at}_{topic}")).chain((0..4).map(|at| format!("d{at}"))).collect()
    };
    let novel = |_| (0..10).map(|at| format!("u{at}")).collect();
    rankings.insert("W__odd".to_owned(), (0..30).map(odd).collect());
    rankings.insert("Z__novel".to_owned(), (0..30).map(novel).collect());
    write(&world, "mine", &rankings, 10, &[]);
    audit(&world, "mine", "-m AP' --depth 10");
    for (team, run, sign) in [("W", "odd", 1.0), ("Z", "novel", -1.0)] {
        let set = format!("leave-one-team-out(team={team})");
        let of_run = |component| values(&world, "mine-out", "change", &set, component)[run];
        let (rise, relative) = (of_run("rank-rise"), of_run("relative"));
        assert!(rise * sign >= 3.0, "{run}: {rise}");
        let found = ["change", "ranks", "fall", "is-beyond"]
            .map(|component| values(&world, "mine-out", "nearly", &set, component)[""]);
        assert_eq!(found, [relative.abs(), rise.abs(), (-rise).max(0.0), 1.0], "{run}");
    }
}

#[test]
fn few_topics_and_few_runs_give_no_verdict_or_a_tentative_one() {
    let world = World::new();
    for (teams, topics, deep, cut, word) in [
        (8, 30, true, true, ""),
        (8, 24, true, true, "tentatively"),
        // With fewer than 7 runs, there is no verdict on `cut`, because rankings of so few runs differ too
        // much from sample to sample.
        (6, 30, true, false, "tentatively"),
        (8, 4, false, false, "more topics, 5 or more"),
        (3, 30, false, false, "more runs, 4 or more"),
    ] {
        let folder = format!("of{teams}x{topics}");
        write(&world, &folder, &runs(teams, topics), 4, &[]);
        let found = audit(&world, &folder, "-m AP --depth 4 --draws 5");
        let is_said = ["deep", "cut"].map(|question| found.verdict(question) != "cannot-say");
        let answer = found.answer("deep");
        assert_eq!(is_said, [deep, cut], "{folder}: {answer:#}");
        assert_eq!(answer["tentative"], word == "tentatively", "{folder}: {answer:#}");
        assert!(deep || answer["small-print"].to_string().contains(word), "{folder}: {answer:#}");
    }
}

/// The four worst runs retrieve relevant documents below the pool. Judgments of these documents change the
/// ranking, so no depth of the pool suffices.
#[test]
fn judgments_from_beyond_the_pool_can_leave_no_depth_that_suffices() {
    let world = World::new();
    let mut rankings = runs(8, 30);
    let beyond = ["u0", "u1", "u2", "u3", "u4"];
    for ranking in rankings.values_mut().skip(4).flatten() {
        ranking.splice(5.., beyond.map(str::to_owned));
    }
    write(&world, "mine", &rankings, 4, &beyond);
    let found = audit(&world, "mine", "-m AP --depth 4 --draws 1");
    assert_eq!(found.verdict("deep"), "no", "{:#}", found.answer("deep"));
    assert!(found.number("deep", "tau") <= 0.9);
    assert!(found.answer("deep")["numbers"]["depth_for_tau"].is_null());
    let depths = world.rows("mine-out/tables/depths.parquet");
    let cell = &depths.with(&[("column", "tau-b")]).0[0];
    assert_eq!([&cell["mean"], &cell["note"]], ["", "even 4 is not enough"]);
}

/// In two collections the judged documents were chosen in other ways than by a pool depth, and in the third
/// all retrieved documents are judged. The audit infers no pool depth. If the user gives a depth, it is
/// compared with the judgments.
#[test]
fn no_pool_depth_is_inferred_without_a_pool() {
    let world = World::new();
    let rankings = runs_of(12, 30, 200, 60);
    let all =
        |depth: usize| -> Judged { (0..30).map(|topic| pool(rankings.values(), topic, depth)).collect() };

    // The pool of depth 5 is judged, and every third document of the pool of depth 60.
    let stratified: Judged = (all(5).into_iter().zip(all(60)))
        .map(|(top, rest)| top.into_iter().chain(rest.into_iter().step_by(3)).collect())
        .collect();
    for (folder, judged) in
        [("budget", budget_a_topic(&rankings, 80)), ("stratified", stratified), ("everything", all(60))]
    {
        write_judged(&world, folder, &rankings, &judged);
        let found = audit(&world, folder, "-m AP");
        assert!(found.0["depth"].is_null(), "{folder}: {}", found.0["depth"]);
        for question in ["deep", "fair"] {
            let answer = found.answer(question);
            assert_eq!(found.verdict(question), "cannot-say", "{folder}: {answer:#}");
            assert!(answer["small-print"].to_string().contains("Would help: --depth"), "{answer:#}");
        }
        let experiment = world.read(format!("{folder}-out/experiment.yaml"));
        assert!(!experiment.contains("leave-one-team-out:"), "{experiment}");
    }
    // The experiment that the audit wrote has no tables that stay empty.
    world.line("run budget-out/experiment.yaml --results again --quiet").code(GOOD);
    // At depth 20, some documents of the pool are unjudged. At depth 2, the pool contains only a few of the
    // judgments.
    for (depth, number) in [(20, "share_of_pool_judged"), (2, "share_of_judgments_in_pool")] {
        let found = audit(&world, "stratified", &format!("-m AP --depth {depth}"));
        for question in ["deep", "fair"] {
            let limit = if number == "share_of_pool_judged" { 0.9 } else { 0.5 };
            assert_eq!(found.verdict(question), "cannot-say", "{:#}", found.answer(question));
            assert!(found.number(question, number) < limit);
        }
    }
    // If exactly the documents of a pool are judged, the judgments imply its depth.
    write(&world, "pool", &rankings, 8, &[]);
    let found = audit(&world, "pool", "-m AP");
    assert_eq!(found.0["depth"], 8);
    assert!(["deep", "fair"].iter().all(|question| found.verdict(question) != "cannot-say"));
}

/// The first measure is nDCG@10 for shallow judgments and AP for deep ones, and the report says why. If the
/// judgments are a sample, infAP is added.
#[test]
fn the_first_measure_suits_the_judgments() {
    let world = World::new();
    write(&world, "shallow", &runs_of(8, 10, 200, 120), 4, &[]);
    write(&world, "deep", &runs_of(8, 10, 200, 120), 80, &[]);
    let measure = |folder: &str, more: &str| {
        let found = audit(&world, folder, format!("--draws 1 {more}").trim_end());
        let report = world.read(format!("{folder}-out/report.md"));
        assert!(report.contains(found.0["why-measure"].as_str().unwrap()), "{report}");
        found.0["measure"].as_str().unwrap().to_owned()
    };
    assert_eq!([measure("shallow", "--depth 50"), measure("deep", "--depth 49")], ["AP", "nDCG@10"]);
    assert_eq!(["shallow", "deep"].map(|folder| measure(folder, "")), ["nDCG@10", "AP"]);
    let scores = |folder: &str| world.read(format!("{folder}-out/tables/scores.csv"));
    assert!(!scores("shallow").contains("infAP"));
    let qrels = world.read("shallow/qrels.txt");
    let marked = |(at, line): (usize, &str)| match at % 5 {
        0 => format!("{} -1\n", line.rsplit_once(' ').unwrap().0),
        _ => format!("{line}\n"),
    };
    world.write("shallow/qrels.txt", qrels.lines().enumerate().map(marked).collect::<String>());
    measure("shallow", "");
    assert!(scores("shallow").contains("infAP"));
}

/// Terminal, report.md, page and verdicts.json agree. A hint (`Would help:`) is given exactly if there is no
/// verdict.
#[test]
fn all_outputs_of_an_audit_agree() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 4, &[]);
    let line = "audit --qrels mine/qrels.txt --runs mine/runs -o out --draws 5 -m AP -m P@3 -m nDCG";
    let printed = world.line(line).code(GOOD).stdout;
    let [report, page] = ["out/report.md", "out/report.html"].map(|file| world.read(file));
    let found = Verdicts::new(&world, "out");
    let answers = found.0["answers"].as_array().unwrap();
    let asked: Vec<&str> = answers.iter().map(|answer| answer["question"].as_str().unwrap()).collect();
    assert_eq!(asked, ["deep", "fair", "cut", "separates", "report", "hidden", "topics"]);
    assert_eq!(page.matches("<article").count(), asked.len());
    for answer in answers {
        let sentence = answer["sentence"].as_str().unwrap();
        assert!(printed.contains(&format!(". {sentence}\n")), "{sentence}: {printed}");
        assert_eq!(report.matches(sentence).count(), 2, "{sentence}: {report}");
        let lines: Vec<&str> =
            answer["small-print"].as_array().unwrap().iter().filter_map(|l| l.as_str()).collect();
        let helps = lines.iter().filter(|line| line.starts_with("Would help: ")).count();
        assert_eq!(answer["verdict"] == "cannot-say", helps > 0, "{answer:#}");
        assert!(
            lines.iter().all(|line| printed.contains(&format!("\n    {line}\n"))),
            "{lines:?}: {printed}"
        );
    }
}

#[test]
fn one_draw_separates_no_measures_and_equal_measures_are_named() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 8, &[]);
    let one = audit(&world, "mine", "-m AP -m P@3 -m nDCG --draws 1");
    assert_eq!([one.verdict("separates"), one.verdict("report")], ["cannot-say", "cannot-say"]);
    // Judgments are binary, so gains make no difference.
    let alike = audit(&world, "mine", "-m RBP(p=0.9) -m gRBP(p=0.9) --draws 5");
    assert_eq!([alike.verdict("separates"), alike.verdict("report")], ["no", "cannot-say"]);
    // If a worse measure is added, these two lead together.
    let three = audit(&world, "mine", "-m RBP(p=0.9) -m P@1 -m gRBP(p=0.9) --draws 5");
    assert_eq!(three.verdict("report"), "partly", "{:#}", three.answer("report"));
    let alone = audit(&world, "mine", "-m AP");
    assert_eq!([alone.verdict("separates"), alone.verdict("report")], ["not-asked", "not-asked"]);
}

/// Only about half of the documents in the runs' top 10 are judged, so no measure that counts unjudged
/// documents as nonrelevant is recommended.
#[test]
fn a_measure_of_unjudged_ranks_is_not_recommended() {
    let world = World::new();
    write(&world, "mine", &runs_of(10, 30, 200, 60), 4, &[]);
    let found = audit(&world, "mine", "-m AP -m RR -m RBP -m P@10 -m nDCG@10 -m Bpref -m AP'");
    let numbers = &found.answer("report")["numbers"];
    assert_eq!(
        numbers["measures_unjudged"],
        serde_json::json!(["AP", "RR", "RBP", "P@10", "nDCG@10"]),
        "{numbers:#}"
    );
    assert_eq!(numbers["candidates"], serde_json::json!(["Bpref", "AP'"]));
}

/// If a rule makes a verdict impossible, the small print names the rule's option.
#[test]
fn missing_bounds_give_no_verdict() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 4, &["u1"]);
    let dropped = audit(&world, "mine", "-m nDCG@10 -m AP --no-relevant drop");
    assert_eq!(dropped.verdict("hidden"), "cannot-say");
    assert!(dropped.answer("hidden")["small-print"].to_string().contains("--no-relevant zero"));
    let alike = audit(&world, "mine", "-m AP --min-rel 2");
    for question in ["deep", "fair", "cut", "hidden", "topics"] {
        let answer = alike.answer(question);
        assert_eq!(answer["verdict"], "cannot-say", "{answer:#}");
        assert!(answer["small-print"].to_string().contains("(--min-rel)"), "{answer:#}");
    }
}

#[test]
fn a_run_without_a_topic_in_common_is_set_aside() {
    let world = World::new();
    let rankings: Rankings = runs(8, 30);
    write(&world, "mine", &rankings, 4, &[]);
    write(&world, "more", &rankings, 4, &[]);
    world.write("more/runs/Lost__lost.txt", "none Q0 d1 1 1 lost\n");
    let [mine, more] = ["mine", "more"].map(|folder| audit(&world, folder, "-m AP --depth 4"));
    for question in ["deep", "fair", "cut", "topics"] {
        assert_eq!(mine.answer(question), more.answer(question));
    }
    let experiment = world.read("more-out/experiment.yaml");
    assert!(!experiment.contains("Lost"), "{experiment}");
}
