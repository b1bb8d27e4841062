//! `rejudge audit --also`: verdicts on whether another judge can replace people.

use std::fmt::Write;

use crate::audited::{Judged, Noise, audit, is_relevant, pool, runs_of, values, write_judged};
use crate::cases::{case, cases, lines};
use crate::world::{BAD_DATA, GOOD, USAGE, World};

const TOPICS: usize = 30;

/// Creates a world with judgments of the pool of all runs, and a judge. `labels` returns the judge's label
/// for a document and a random number.
fn world(labels: impl Fn(&str, f64) -> Option<u8>) -> World {
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
    world
}

fn human_label(document: &str) -> u8 {
    u8::from(is_relevant(document))
}

/// A copy of the judgments gives no information. Random labels rank the runs differently. Gains of three
/// times people's levels rank the runs as people do, although gains cannot be combined with levels.
#[test]
fn verdicts_on_judges_depend_on_their_labels() {
    let same = world(|document, _| Some(human_label(document)));
    let found = audit(&same, "mine", "-m AP --also model=mine/model.txt");
    assert_eq!(found.verdict("judges"), "cannot-say", "{:#}", found.answer("judges"));
    let drawn = world(|_, noise| Some(u8::from(noise < 0.3)));
    let found = audit(&drawn, "mine", "-m AP --also model=mine/model.txt");
    assert_eq!(found.verdict("judges"), "no", "{:#}", found.answer("judges"));
    let kappa = values(&drawn, "mine-out", "labels", "full(judge=model)", "kappa")[""];
    assert!(kappa.abs() < 0.1, "{kappa}");
    let gains = world(|document, _| Some(3 * human_label(document)));
    let found = audit(&gains, "mine", "-m AP --also model=mine/model.txt,labels=gains");
    assert_eq!(found.verdict("judges"), "yes", "{:#}", found.answer("judges"));
    assert!(!gains.path("mine-out/tables/shares.csv").exists());
}

/// For a judge with several passes, the card gives a ceiling and the range over the passes. The ends of each
/// range are the values of the two passes if each is audited as a judge of its own.
#[test]
fn a_judge_with_passes_has_a_ceiling_and_a_range() {
    let world = world(|document, noise| {
        Some(if noise < 0.1 { 1 - human_label(document) } else { human_label(document) })
    });
    let first = world.read("mine/model.txt");
    let second = self::world(|document, noise| {
        Some(if noise > 0.8 { 1 - human_label(document) } else { human_label(document) })
    });
    let second = second.read("mine/model.txt");
    world.write("mine/two.txt", format!("{first}{second}"));
    world.write("mine/second.txt", second);
    let found = audit(&world, "mine", "-m AP --also one=mine/model.txt two=mine/second.txt");
    assert!(found.answer("judges").to_string().contains("in one pass"), "{:#}", found.answer("judges"));
    let of_judges =
        [("tau", "tau"), ("labels", "observed"), ("labels", "kappa")].map(|(statistic, component)| {
            let mut ends = ["one", "two"].map(|judge| {
                values(&world, "mine-out", statistic, &format!("full(judge={judge})"), component)[""]
            });
            ends.sort_by(f64::total_cmp);
            ends
        });
    let found = audit(&world, "mine", "-m AP --also model=mine/two.txt,repeated=each");
    let of_passes =
        |component: &str| values(&world, "mine-out", "passes", "full(judge=model)", component)[""];
    for (quantity, ends) in ["tau", "equal", "kappa"].into_iter().zip(of_judges) {
        let range = ["least", "greatest"].map(|end| of_passes(&format!("people-{end}-{quantity}")));
        assert_eq!(range, ends, "{quantity}");
        assert_ne!(ends[0], ends[1], "{quantity}");
    }
    let ceiling = of_passes("tau");
    assert!(ceiling < 1.0, "{ceiling}");
    let card = found.answer("judges").to_string();
    assert!(card.contains("the mean over its draws"), "{card}");
    let found = audit(&world, "mine", "-m AP --also model=mine/two.txt,repeated=mean");
    let of_means = found.answer("judges").to_string();
    assert!(of_means.contains("by its mean labels") && !of_means.contains("one pass"), "{of_means}");
    let [least, greatest] = of_judges[0];
    assert!(card.contains(&format!("tau-b of {ceiling:.3}, the ceiling")), "{card}");
    assert!(card.contains(&format!("its 2 passes have {least:.3} to {greatest:.3}")), "{card}");
}

#[test]
fn a_good_judge_replaces_the_labels_of_a_left_out_team() {
    // The judge is wrong only about `d0`.
    let world = world(|document, _| Some(if document == "d0" { 0 } else { human_label(document) }));
    let line = "-m AP --depth 10";
    let found = audit(&world, "mine", &format!("{line} --also model=mine/model.txt"));
    assert_ne!(found.verdict("judges"), "no", "{:#}", found.answer("judges"));
    let size = |fill: &str| {
        let sets = (0..12).map(|team| format!("leave-one-team-out({fill}team=T{team:02})"));
        sets.flat_map(|set| values(&world, "mine-out", "nearly", &set, "change").into_values()).sum::<f64>()
    };
    assert!(size("fill=model,") < size("") / 2.0, "{} {}", size("fill=model,"), size(""));
    // The judge does not change verdicts on new teams, because these are about people's judgments.
    let alone = audit(&world, "mine", line);
    assert_eq!(found.answer("fair"), alone.answer("fair"));
}

#[test]
fn wrong_labels_and_names_are_reported() {
    let world = world(|document, _| Some(3 * human_label(document)));
    let line = "audit --qrels mine/qrels.txt --runs mine/runs -o out --draws 1 -m AP";
    let bad = [
        "model=mine/model.txt",
        "model=mine/none.txt",
        "mine/none.txt,repeated=last",
        "x=mine/model.txt --also-people y",
    ];
    let wrong = [
        "a+b=mine/model.txt",
        "model=mine/model.txt,repeat=last",
        "model=mine/model.txt,repeated=never",
        "model=mine/model.txt,repeated=first,repeated=last",
        "model=mine/model.txt,file=other.txt",
        "x=mine/model.txt --also-people x=mine/model.txt",
    ];
    let rows = |code, also: &[&str]| lines(code, also.iter().map(|also| format!("{line} --also {also}")));
    cases("judges_of_an_audit", &world, [rows(BAD_DATA, &bad), rows(USAGE, &wrong)].concat());
}

/// A judge who says only if a document is relevant may mean a higher level than 1. Without a binary measure, such as AP, no
/// level is too low to be relevant.
#[test]
fn binary_labels_beside_levels_are_reported() {
    let world = world(|document, _| Some(human_label(document)));
    world.write("mine/qrels.txt", world.read("mine/qrels.txt").replace(" 1\n", " 3\n"));
    let line = "audit --qrels mine/qrels.txt --runs mine/runs --draws 1 --also model=mine/model.txt";
    let rows = ["-o a -m AP", "-o b -m nDCG@10 --min-rel 2", "-o c -m 'nDCG@10 AP P@5' --min-rel 2"];
    cases(
        "a_binary_judge_of_graded_documents",
        &world,
        rows.map(|row| case(GOOD, format!("{line} {row}")).said_with("`model`")),
    );
}

/// A copy of people's labels for nine topics ranks the runs as people do on these topics. Labels for fewer
/// than five topics are not enough, even if the other topics have many judgments. For labels of
/// `--also-people`, the audit does not ask if they can replace people.
#[test]
fn the_labels_of_people_on_some_topics_keep_the_ranking() {
    let world = world(|_, _| None);
    let qrels = world.read("mine/qrels.txt");
    let labelled = |topics: usize| -> String {
        let is_of = |line: &&str| line.split(' ').next().unwrap().parse::<usize>().unwrap() < topics;
        qrels.split_inclusive('\n').filter(is_of).collect()
    };
    world.write("mine/some.txt", labelled(9));
    let line = "-m AP --also some=mine/some.txt --also-people others=mine/some.txt";
    let found = audit(&world, "mine", line);
    let of = |statistic, component| values(&world, "mine-out", statistic, "full(judge=some)", component)[""];
    assert_eq!([of("labels", "kappa"), of("tau", "tau")], [1.0, 1.0]);
    assert_eq!([of("decisions", "lost"), of("decisions", "new"), of("kept", "kept")], [0.0, 0.0, 1.0]);
    assert_eq!(found.verdict("judges"), "yes", "{:#}", found.answer("judges"));
    assert_eq!(found.answer("judges")["numbers"]["best"]["topics"], 9);
    assert!(values(&world, "mine-out", "tau", "budget(fill=others,order=pool,share=0.5)", "tau").is_empty());

    world.write("mine/some.txt", labelled(4));
    let found = audit(&world, "mine", "-m AP --also some=mine/some.txt");
    assert_eq!(found.verdict("judges"), "cannot-say");
}
