//! Whether another judge may stand in for people, as `rejudge audit --also` says it.

use std::fmt::Write;

use crate::audited::{
    Judged, Noise, Rankings, answer, audit, is_relevant, pool, runs_of, values, write_judged,
};
use crate::snapshots::shown;
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
    assert!(said.contains("at no share tried (at 0.75 in "), "{said}");
    assert!(said.contains("%) if they judge drawn ones"), "{said}");
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

#[test]
fn other_people_are_the_yardstick() {
    let (world, _) = world(|document, noise| Some(if noise < 0.2 { 0 } else { of_people(document) }));
    let lines = |of: &dyn Fn(&str, usize) -> Option<u8>| -> String {
        let qrels = std::fs::read_to_string(world.path("mine/qrels.txt")).expect("judgments");
        let line = |(at, line): (usize, &str)| {
            let (head, _) = line.rsplit_once(' ').expect("a label");
            let document = head.rsplit(' ').next().expect("a document");
            of(document, at).map(|label| format!("{head} {label}\n"))
        };
        qrels.lines().enumerate().filter_map(line).collect()
    };
    // They err in one pair of forty, and lack one of fifty.
    let near = |document: &str, at: usize| {
        let label = if at % 40 == 7 { 1 - of_people(document) } else { of_people(document) };
        (at % 50 != 3).then_some(label)
    };
    world.write("mine/second.txt", lines(&near));
    let whole = |document: &str, at: usize| {
        Some(if at % 40 == 7 { 1 - of_people(document) } else { of_people(document) })
    };
    world.write("mine/third.txt", lines(&whole));
    world.write("mine/same.txt", lines(&|document, _| Some(of_people(document))));
    let line = "-m AP --also model=mine/model.txt --also-people second=mine/second.txt third=mine/third.txt same=mine/same.txt";
    let printed = audit(&world, "mine", line);
    let said = answer(&printed, ASKED);
    let kappa = |name: &str| {
        let found = values(&world, "mine-out", "labels", &format!("full(judge={name})"), "kappa")[""];
        format!("a kappa of {found:.3} over ")
    };
    assert!(
        said.contains("`same` is the judgments themselves, label by label: people who agree with"),
        "{said}"
    );
    assert!(
        said.contains(&format!("`second`, other people, agree with the judgments by {}", kappa("second"))),
        "{said}"
    );
    assert!(said.contains("of the judged pairs, so that their ranking rests on fewer documents"), "{said}");
    assert!(said.contains(&format!("`model` by {}", kappa("model"))), "{said}");
    // Who labels other pairs is no measure of who labels all.
    let second = said.split("`second`, other people").nth(1).and_then(|rest| rest.split("`third`").next());
    assert!(second.is_some_and(|said| said.contains("as they label different pairs.")), "{said}");
    assert!(said.contains("less than these people in"), "{said}");
    assert!(!said.contains("is not known here"), "{said}");
    // Other people stand in for nobody.
    assert!(!said.contains("`second` in place of people") && !said.contains("`second` the rest"), "{said}");
    let tau = |set: &str| values(&world, "mine-out", "tau", set, "tau").len();
    assert_eq!([tau("full(judge=second)"), tau("budget(draw=1,fill=second,share=0.5)")], [1, 0]);

    // Who agree with themselves alone are no yardstick.
    let printed = audit(&world, "mine", "-m AP --also model=mine/model.txt --also-people same=mine/same.txt");
    assert!(answer(&printed, ASKED).contains("is not known here"), "{printed}");
}

/// Judgments of people, those of them that are about the first `topics`, and a judge's labels of the same topics
/// that `errs` reverses.
fn world_of_some_topics(topics: usize, errs: impl Fn(usize) -> bool) -> World {
    let (world, rankings) = world(|document, _| Some(of_people(document)));
    let judged: Judged = (0..topics).map(|topic| pool(rankings.values(), topic, 10)).collect();
    let first = |run: &Vec<Vec<String>>| run[..topics].to_vec();
    let of_first: Rankings = rankings.iter().map(|(name, run)| (name.clone(), first(run))).collect();
    write_judged(&world, "few", &of_first, &judged);
    let (mut text, pairs) = (String::new(), judged.iter().enumerate());
    let pairs = pairs.flat_map(|(topic, documents)| documents.iter().map(move |document| (topic, document)));
    for (at, (topic, document)) in pairs.enumerate() {
        let label = if errs(at) { 1 - of_people(document) } else { of_people(document) };
        let _ = writeln!(text, "{topic} 0 {document} {label}");
    }
    world.write("mine/some.txt", text);
    world
}

/// What an audit of all topics says of a judge of some is what an audit of these topics says of it.
#[test]
fn a_judge_of_some_topics_is_compared_on_these() {
    const SOME: usize = 9;
    let world = world_of_some_topics(SOME, |at| at % 9 == 4);
    audit(&world, "mine", "-m AP --also some=mine/some.txt");
    audit(&world, "few", "-m AP --also some=mine/some.txt");
    for (statistic, component) in [
        ("tau", "tau"),
        ("tau-ap", "tau"),
        ("top", "kept"),
        ("decisions", "agreed"),
        ("decisions", "reversed"),
        ("decisions", "lost"),
        ("decisions", "new"),
        ("decisions", "undecided"),
    ] {
        let of = |folder| values(&world, folder, statistic, "full(judge=some)", component);
        let (all, few) = (of("mine-out"), of("few-out"));
        assert!(!few.is_empty(), "{statistic}: {component}");
        assert_eq!(all, few, "{statistic}: {component}");
    }
    // What people say by themselves stays on all topics.
    assert_ne!(
        values(&world, "mine-out", "scores", "full", "score"),
        values(&world, "few-out", "scores", "full", "score")
    );
}

/// People's own labels of some topics rank the runs as people do on these topics.
#[test]
fn the_labels_of_people_on_some_topics_keep_the_ranking() {
    let world = world_of_some_topics(9, |_| false);
    let printed = audit(&world, "mine", "-m AP --also some=mine/some.txt --also-people others=mine/some.txt");
    let of = |statistic, component| values(&world, "mine-out", statistic, "full(judge=some)", component)[""];
    assert_eq!(of("labels", "kappa"), 1.0);
    assert_eq!(of("tau", "tau"), 1.0);
    assert_eq!([of("decisions", "lost"), of("decisions", "new"), of("kept", "kept")], [0.0, 0.0, 1.0]);
    shown("a_judge_of_some_topics", answer(&printed, ASKED));

    // Fewer than five topics say nothing, however many the others judged.
    let world = world_of_some_topics(4, |_| false);
    let printed = audit(&world, "mine", "-m AP --also some=mine/some.txt");
    shown("a_judge_of_four_topics", answer(&printed, ASKED));
}

#[test]
fn other_people_are_named_beside_a_judge_and_once() {
    let (world, _) = world(|document, _| Some(of_people(document)));
    let line = "audit --qrels mine/qrels.txt --runs mine/runs -o out --draws 1 -m AP";
    for (more, message) in [
        ("--also-people x=mine/model.txt", "--also"),
        ("--also x=mine/model.txt --also-people x=mine/model.txt", "there is a judge `x` already"),
        ("--also x=mine/model.txt --also-people y", "--also-people y: expected NAME=FILE"),
    ] {
        let ended = world.line(&format!("{line} {more}")).code(USAGE);
        assert!(ended.stderr.contains(message), "{more}: {}", ended.stderr);
    }
}

/// The share from which on a ranking is kept is that of resamples of topics and orders.
#[test]
fn a_ranking_is_kept_in_resamples_of_the_topics() {
    // The labels rank the runs nearly as people do: on the topics that are there, and not on any others.
    let (world, _) = world(|document, noise| Some(if noise < 0.08 { 0 } else { of_people(document) }));
    let printed = audit(&world, "mine", "-m AP --also model=mine/model.txt --draws 1");
    let said = answer(&printed, ASKED);
    let kept = |set: &str| values(&world, "mine-out", "kept", set, "kept")[""];
    let whole = kept("full(judge=model)");
    assert!(said.contains(&format!("In {:.0}% of resamples of the topics", 100.0 * whole)), "{said}");
    // People who judge more of it keep the ranking in more of the resamples.
    let shares = ["0.1", "0.25", "0.5", "0.75"];
    let of_shares = shares.map(|share| kept(&format!("budget(draw=1,fill=model,order=pool,share={share})")));
    assert!(of_shares[3] >= of_shares[0] && of_shares[3] > 0.5, "{of_shares:?}");
    assert!(said.contains("(tried: 0.1, 0.25, 0.5 and 0.75)"), "{said}");
    // Columns of one label would be one: the table has each of both orders.
    let table = std::fs::read_to_string(world.path("mine-out/tables/shares-1.md")).expect("a table");
    let columns = ["tau-b", "best 10 kept", "new pairs", "all kept in resamples of the topics"];
    for order in ["highest ranks first", "drawn"] {
        assert!(columns.iter().all(|column| table.contains(&format!("| {column}, {order} |"))), "{table}");
    }
}
