//! What `rejudge audit` says of measures: which of them are one, and which one leads.

use crate::audited::{
    DEEP, FAIR, REPORT, SEPARATES, answer, audit, budget_a_topic, runs, runs_of, write, write_judged,
};
use crate::snapshots::shown;
use crate::world::{GOOD, World};

#[test]
fn measures_that_are_alike_are_called_so() {
    // Binary judgments: gains change nothing.
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 8, &[]);
    let printed = audit(&world, "mine", "-m RBP(p=0.9) -m gRBP(p=0.9) --draws 5");
    assert!(answer(&printed, SEPARATES).starts_with("None more than another: all tell "), "{printed}");
    assert_eq!(answer(&printed, REPORT), "Cannot be said: by every criterion the measures are alike.");
    // Beside a measure that is worse they lead together.
    let printed = audit(&world, "mine", "-m RBP(p=0.9) -m P@1 -m gRBP(p=0.9) --draws 5");
    let report = answer(&printed, REPORT);
    assert!(report.contains(": RBP(p=0.9) (") && report.contains(") and gRBP(p=0.9) ("), "{report}");
    assert!(report.contains("which are level, each first in all 5 draws. With other seeds another measure may lead. Other weights"), "{report}");
    let written = std::fs::read_to_string(world.path("mine-out/report.md")).unwrap();
    assert!(written.contains("; first in 5 of 5 draws, always with others)"), "{written}");
    assert!(
        written
            .contains("One leads that comes first, alone or level with others, in at least 90% of the draws"),
        "{written}"
    );
}

/// Lines of a table of the audit.
fn table(world: &World, name: &str) -> String {
    std::fs::read_to_string(world.path(format!("mine-out/tables/{name}.csv"))).unwrap()
}

#[test]
fn infap_is_no_second_measure_where_it_is_ap() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 4, &["u1"]);
    let printed = audit(&world, "mine", "-m AP -m infAP -m nDCG --depth 4 --draws 5");
    for question in [SEPARATES, DEEP] {
        assert!(!answer(&printed, question).contains("infAP"), "{printed}");
    }
    let left_out = " infAP is left out: no document is marked as pooled and not judged, so that it is AP.";
    assert!(answer(&printed, REPORT).contains(left_out), "{printed}");
    let report = std::fs::read_to_string(world.path("mine-out/report.md")).unwrap();
    let told = "infAP is told beside AP only where judgments are sampled.";
    assert!(report.contains(told), "{report}");
    for name in ["scores", "separation", "left-out", "rankings", "base", "depths"] {
        let text = table(&world, name);
        assert!(text.contains(",AP,") && !text.contains("infAP"), "{name}: {text}");
    }
    assert!(table(&world, "rates").contains("infAP"));
    // Outside of the sampling only the sentences name it that say why.
    let named = |section: &str| section.contains("- infAP") || section.contains("| infAP");
    let sections: Vec<&str> = report.split("\n## ").filter(|section| named(section)).collect();
    assert!(matches!(sections[..], [one] if one.starts_with("Can judgments be cut?")), "{sections:?}");
    let alone = audit(&world, "mine", "-m AP -m infAP");
    let report = answer(&alone, REPORT);
    assert!(
        report.starts_with("Cannot be said: AP alone was asked for. AP is not recommended: "),
        "{report}"
    );
    assert!(report.ends_with(left_out), "{report}");
}

/// Two documents that are marked as not judged are no sample, for which infAP was made; a share of each topic is one.
#[test]
fn infap_is_a_measure_of_its_own_where_judgments_are_a_sample() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 4, &["u1"]);
    let qrels = std::fs::read_to_string(world.path("mine/qrels.txt")).unwrap();
    let marked = |is_marked: &dyn Fn(usize, usize) -> bool| -> String {
        let line = |(at, line): (usize, &str)| {
            let (topic, (head, level)) = (line.split(' ').next(), line.rsplit_once(' ').expect("a level"));
            let topic = topic.and_then(|topic| topic.parse().ok()).expect("a number");
            format!("{head} {}\n", if is_marked(topic, at) { "-1" } else { level })
        };
        qrels.lines().enumerate().map(line).collect()
    };
    let line = "-m infAP -m nDCG -m AP --depth 4 --draws 5";
    for (name, is_sample, text) in [
        ("two_marks_of_level_-1", false, marked(&|_, at| at < 2)),
        ("a_third_of_the_topics_sampled", false, marked(&|topic, at| topic < 10 && at % 5 == 0)),
        ("half_of_the_topics_sampled", true, marked(&|topic, at| topic < 15 && at % 5 == 0)),
    ] {
        world.write("mine/qrels.txt", text);
        let printed = audit(&world, "mine", line);
        let scores = table(&world, "scores");
        assert_eq!(scores.contains(",infAP,") && scores.contains(",AP,"), is_sample, "{name}: {scores}");
        assert_eq!(!answer(&printed, REPORT).contains("left out:"), is_sample, "{name}: {printed}");
    }
}

#[test]
fn a_measure_is_named_where_it_comes_first_in_nearly_all_draws() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 8, &[]);
    for seed in 1..=3 {
        let printed = audit(&world, "mine", &format!("-m AP -m RBP -m ERR --draws 10 --seed {seed}"));
        let report = answer(&printed, REPORT);
        // Each measure has its own count, in which it shares places with others.
        let written = std::fs::read_to_string(world.path("mine-out/report.md")).unwrap();
        let of = |measure: &str| -> u32 {
            let line =
                written.lines().find(|line| line.starts_with(&format!("- {measure} (mean rank"))).unwrap();
            let (_, rest) = line.split_once("; first in ").unwrap();
            rest.split(' ').next().unwrap().parse().unwrap()
        };
        let counts = ["AP", "RBP", "ERR"].map(|measure| (measure, of(measure)));
        assert!(counts.iter().map(|(_, count)| count).sum::<u32>() >= 10, "{counts:?}");
        let (lead, _) = report.split_once(", first in ").unwrap_or_default();
        for (measure, count) in counts {
            let is_named = lead.contains(&format!(" {measure} ("));
            assert_eq!(is_named, count >= 9, "{counts:?} {report}");
        }
        let none = report.starts_with("Cannot be said: no measure comes first in 9 of 10 draws.");
        assert_eq!(none, counts.iter().all(|(_, count)| *count < 9), "{counts:?} {report}");
    }
}

#[test]
fn measures_that_look_as_far_are_refused_together() {
    let world = World::new();
    let measures = "-m AP -m RR -m RBP -m P@10 -m nDCG@10 -m Bpref -m AP'";
    // Of the top 10 of the runs two thirds are judged.
    let rankings = runs_of(10, 30, 200, 60);
    write(&world, "mine", &rankings, 4, &[]);
    let printed = audit(&world, "mine", measures);
    let report = answer(&printed, REPORT);
    let refused = "AP, RR, RBP, P@10 and nDCG@10 are not recommended: of the top 10 of the runs ";
    assert!(report.contains(refused), "{printed}");
    // What leads of those that are left is not said to be ahead of the others.
    assert!(!report.contains(". It ") && !report.contains(" draws. It "), "{report}");
}

#[test]
fn a_few_pairs_have_no_percentage() {
    let world = World::new();
    write(&world, "mine", &runs(4, 30), 4, &[]);
    let printed = audit(&world, "mine", "-m AP -m P@3 --draws 5");
    let few = "Cannot be said: 6 pairs of 4 runs are too few to compare measures by (it takes 7 runs).";
    assert_eq!(answer(&printed, SEPARATES), few);
    let report = std::fs::read_to_string(world.path("mine-out/report.md")).unwrap();
    let (_, section) = report.split_once("## Does one measure separate the runs best?").unwrap();
    let (section, _) = section.split_once("### ").unwrap();
    assert!(section.contains(" of 6 pairs") && !section.contains('%'), "{section}");
    let alone = audit(&world, "mine", "-m AP");
    assert!(answer(&alone, SEPARATES).contains(" of 6 pairs of runs are told apart"), "{alone}");
}

/// What nothing can be said of makes no measure come first.
#[test]
fn a_pool_that_is_none_ranks_no_measure() {
    let world = World::new();
    let rankings = runs_of(10, 30, 200, 60);
    write_judged(&world, "budget", &rankings, &budget_a_topic(&rankings, 80));
    write(&world, "pool", &rankings, 12, &[]);
    for folder in ["budget", "pool"] {
        let printed = audit(&world, folder, "-m AP -m P@10 -m nDCG");
        let report = std::fs::read_to_string(world.path(format!("{folder}-out/report.md"))).unwrap();
        let is_told = answer(&printed, FAIR).starts_with("By AP");
        assert_eq!(is_told, folder == "pool", "{printed}");
        let criterion = "The criteria, in the order of the ranks: ";
        let (_, criteria) = report.split_once(criterion).unwrap();
        let criteria = criteria.lines().next().unwrap();
        assert_eq!(criteria.contains("on shallow pools"), is_told, "{criteria}");
        assert_eq!(criteria.contains("a team that is left out"), is_told, "{criteria}");
    }
}

/// If the rule is why there are no bounds, it is named; no help is a measure that was asked for.
#[test]
fn what_takes_the_bounds_away_is_named() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 4, &["u1"]);
    let mut said = String::new();
    for line in ["-m nDCG@10 -m AP --no-relevant drop", "-m AP -m nDCG@10", "-m AP"] {
        let line = format!("audit --qrels mine/qrels.txt --runs mine/runs -o mine-out --draws 1 {line}");
        let printed = world.line(&line).code(GOOD).stdout;
        let (_, after) = printed.split_once("whatever is unjudged?\n").expect("the question");
        said += &format!("$ rejudge {line}\n");
        after.lines().take_while(|line| line.starts_with(' ')).for_each(|line| said += &format!("{line}\n"));
    }
    shown("without_bounds", &said);
}
