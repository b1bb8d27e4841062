//! Whether another judge may stand in for people, as `rejudge audit --also` says it.

use std::fmt::Write;

use crate::audited::{
    Judged, Noise, Rankings, answer, audit, is_relevant, pool, runs_of, values, write_judged,
};
use crate::world::{BAD_DATA, USAGE, World};

const TOPICS: usize = 30;
const ASKED: &str = "May another judge stand in for people?";

/// Judgments of the pool of all runs, and a judge's labels of what `labels` says, by topic and document.
fn world(labels: impl Fn(&str, f64) -> Option<u8>) -> (World, Rankings) {
    let world = World::new();
    let rankings = runs_of(12, TOPICS, 60, 20);
    let judged: Judged = (0..TOPICS).map(|topic| pool(rankings.values(), topic, 10)).collect();
    write_judged(&world, "mine", &rankings, &judged);
    let (mut text, mut noise) = (String::new(), Noise(5));
    for (topic, documents) in judged.iter().enumerate() {
        for document in documents {
            if let Some(label) = labels(document, noise.next()) {
                let _ = writeln!(text, "{topic} 0 {document} {label}");
            }
        }
    }
    world.write("mine/model.txt", text);
    (world, rankings)
}

fn of_people(document: &str) -> u8 {
    u8::from(is_relevant(document))
}

#[test]
fn the_judgments_again_tell_nothing() {
    let (world, _) = world(|document, _| Some(of_people(document)));
    let printed = audit(&world, "mine", "-m AP --also model=mine/model.txt");
    assert!(answer(&printed, ASKED).starts_with("`model` is the judgments themselves"), "{printed}");
    assert_eq!(values(&world, "mine-out", "labels", "full(judge=model)", "kappa")[""], 1.0);
}

#[test]
fn a_judge_that_draws_its_labels_is_refused() {
    let (world, _) = world(|_, noise| Some(u8::from(noise < 0.3)));
    let printed = audit(&world, "mine", "-m AP --also model=mine/model.txt");
    let said = answer(&printed, ASKED);
    assert!(said.contains("`model` in place of people: no."), "{said}");
    assert!(said.contains("from no share tried where they judge drawn ones"), "{said}");
    let kappa = values(&world, "mine-out", "labels", "full(judge=model)", "kappa")[""];
    assert!(kappa.abs() < 0.1, "{kappa}");
}

#[test]
fn a_judge_that_errs_rarely_brings_back_what_a_team_alone_brought() {
    // It errs on one document a topic.
    let (world, _) = world(|document, _| Some(if document == "d0" { 0 } else { of_people(document) }));
    let printed = audit(&world, "mine", "-m AP --also model=mine/model.txt");
    let said = answer(&printed, ASKED);
    assert!(!said.contains("in place of people: no"), "{said}");
    assert!(said.contains("How far people would agree with other people is not known here"), "{said}");
    let size = |fill: &str| {
        let sets = (0..12).map(|team| format!("leave-one-team-out({fill}team=T{team:02})"));
        sets.flat_map(|set| values(&world, "mine-out", "change", &set, "relative").into_values())
            .map(f64::abs)
            .sum::<f64>()
    };
    assert!(size("fill=model,") < size("") / 2.0, "{} {}", size("fill=model,"), size(""));
    // What is said of new teams is about people's judgments, as without the judge.
    let alone = audit(&world, "mine", "-m AP");
    let fair = "Would a new team be treated fairly?";
    assert_eq!(answer(&printed, fair), answer(&alone, fair));
}

#[test]
fn labels_on_another_scale_are_told() {
    let (world, _) = world(|document, _| Some(3 * of_people(document)));
    let line = "audit --qrels mine/qrels.txt --runs mine/runs -o out --draws 1 -m AP --also";
    for (also, code, message) in [
        ("model=mine/model.txt", BAD_DATA, "label `3` is outside the scale, expected 0 to 1"),
        ("model=mine/none.txt", BAD_DATA, "mine/none.txt"),
        ("model", USAGE, "--also model: expected NAME=FILE, such as gpt-4o=labels.txt"),
        ("a+b=mine/model.txt", USAGE, "`a+b` is no name of a judge"),
        ("model=mine/model.txt,repeat=last", USAGE, "unknown field `repeat`"),
        ("model=mine/model.txt,repeated=never", USAGE, "unknown variant `never`, expected one of"),
    ] {
        let ended = world.line(&format!("{line} {also}")).code(code);
        assert!(ended.stderr.contains(message), "{also}: {}", ended.stderr);
    }
    // As gains the labels rank as they do; beside people's they cannot stand.
    let printed = audit(&world, "mine", "-m AP --also model=mine/model.txt,labels=gains");
    let said = answer(&printed, ASKED);
    assert!(said.contains("it seems so, to rank these runs") && !said.contains("for the rest"), "{said}");
    let clamped = audit(&world, "mine", "-m AP --also model=mine/model.txt,outside=clamp");
    assert!(answer(&clamped, ASKED).contains("is the judgments themselves"), "{clamped}");
}
