//! What an audit says at first sight: the same in the terminal, in report.md, on the page and for programs.

use std::collections::BTreeSet;

use crate::audited::{runs, write, write_judged};
use crate::world::{GOOD, World};

/// The answers that have a verdict, by question.
fn verdicts(world: &World, folder: &str) -> Vec<(String, serde_json::Value)> {
    let text = std::fs::read_to_string(world.path(format!("{folder}/verdicts.json"))).unwrap();
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    let answers = found["answers"].as_array().unwrap().clone();
    let asked = |answer: &serde_json::Value| answer["question"].as_str().unwrap().to_owned();
    let with = |answer: serde_json::Value| {
        (!answer["verdict"].is_null()).then(|| (asked(&answer), answer["verdict"].clone()))
    };
    answers.into_iter().filter_map(with).collect()
}

fn verdict(world: &World, folder: &str, question: &str) -> serde_json::Value {
    let all = verdicts(world, folder);
    all.into_iter().find(|(asked, _)| asked == question).unwrap_or_else(|| panic!("{question}")).1
}

#[test]
fn every_form_says_the_same() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 4, &[]);
    let line = "audit --qrels mine/qrels.txt --runs mine/runs -o out --draws 5 -m AP -m P@3 -m nDCG";
    let printed = world.line(line).code(GOOD).stdout;
    let [report, page] =
        ["out/report.md", "out/report.html"].map(|file| std::fs::read_to_string(world.path(file)).unwrap());
    let found = verdicts(&world, "out");
    let asked: BTreeSet<&str> = found.iter().map(|(question, _)| question.as_str()).collect();
    let all = ["cut", "deep", "fair", "hidden", "report", "separates", "topics"];
    assert_eq!(asked, BTreeSet::from(all));
    let cards: Vec<&str> = page.split("<article").skip(1).collect();
    assert_eq!(cards.len(), all.len());
    for (at, (question, verdict)) in found.iter().enumerate() {
        let sentence = verdict["sentence"].as_str().unwrap();
        assert!(printed.contains(&format!(". {sentence}\n")), "{question}: {printed}");
        // In the table and above its reasons; of what cannot be said the sentence is the reason.
        let unsaid = usize::from(verdict["finding"]["cannot-say"].is_object());
        let times =
            |text: &str, least: usize| (least..=least + unsaid).contains(&text.matches(sentence).count());
        assert!(times(&report, 2), "{question}: {report}");
        let sentence = sentence.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let count = page.matches(&sentence).count();
        assert!((1..=1 + unsaid).contains(&count), "{question}: {count} times {sentence}");
        assert!(cards[at].contains(&sentence) && cards[at].contains("class=\"why\""), "{question}");
    }
    // Runs stand by their scores, the best first.
    let (_, scores) = report.split_once("## Scores").unwrap();
    let rows: Vec<f64> = scores
        .lines()
        .skip_while(|line| !line.starts_with("| r"))
        .map_while(|line| line.split('|').nth(2)?.trim().parse().ok())
        .collect();
    assert!(rows.len() == 8 && rows.is_sorted_by(|a, b| a >= b), "{rows:?}");
}

#[test]
fn where_all_is_judged_nothing_is_hidden() {
    let world = World::new();
    let rankings = runs(8, 30);
    let all: BTreeSet<String> = (0..30).map(|document| format!("d{document}")).collect();
    write_judged(&world, "all", &rankings, &vec![all; 30]);
    write(&world, "few", &rankings, 1, &[]);
    for folder in ["all", "few"] {
        let line =
            format!("audit --qrels {folder}/qrels.txt --runs {folder}/runs -o {folder}-out --draws 1 -m AP");
        world.line(&line).code(GOOD);
    }
    let hidden = verdict(&world, "all-out", "hidden");
    assert_eq!((&hidden["number"], &hidden["is"]), (&"0.000".into(), &"yes".into()), "{hidden}");
    // To depth 1 hardly anything is: bounds are wide, and a verdict on the ranking is none.
    let hidden = verdict(&world, "few-out", "hidden");
    assert_eq!(hidden["is"], "cannot-say", "{hidden}");
    let width: f64 = hidden["number"].as_str().unwrap().parse().unwrap();
    let range: f64 = hidden["finding"]["bounds-say-nothing"]["range"].as_str().unwrap().parse().unwrap();
    assert!(width > range, "{hidden}");
}

#[test]
fn there_are_enough_topics_where_the_test_says_so() {
    let world = World::new();
    for (folder, topics) in [("short", 8), ("long", 60)] {
        write(&world, folder, &runs(8, topics), 4, &[]);
        let line =
            format!("audit --qrels {folder}/qrels.txt --runs {folder}/runs -o {folder}-out --draws 1 -m AP");
        world.line(&line).code(GOOD);
    }
    let least = |folder: &str| -> f64 {
        let found = verdict(&world, folder, "topics");
        let least: f64 = found["number"].as_str().unwrap().parse().unwrap();
        // The verdict is what the least difference says.
        let expected = if least <= 0.05 {
            "yes"
        } else if least <= 0.1 {
            "partly"
        } else {
            "no"
        };
        assert_eq!(found["is"], expected, "{found}");
        least
    };
    let [few, many] = ["short-out", "long-out"].map(least);
    assert!(many < few, "{many} on 60 topics, {few} on 8");
}
