//! What `rejudge audit` says of judgments that no pool of a depth made: nothing that is not so.

use std::collections::{BTreeMap, BTreeSet};

use crate::audited::{
    BASIS, DEEP, FAIR, HANGS, Judged, Noise, Rankings, answer, audit, budget_a_topic, is_relevant, pool,
    runs, runs_of, values, write, write_judged,
};
use crate::world::World;

const TOPICS: usize = 30;

fn some_runs() -> Rankings {
    runs_of(10, TOPICS, 200, 60)
}

/// Move-to-front pooling (Cormack, Palmer and Clarke, SIGIR 1998): the next document of the run that has
/// brought fewest nonrelevant ones, until the budget of the topic is spent, which differs from topic to
/// topic.
fn move_to_front(rankings: &Rankings) -> Judged {
    let of_topic = |topic: usize| {
        let budget = 30 + 17 * topic % 41;
        let mut state = vec![(0, 0); rankings.len()];
        let mut judged = BTreeSet::new();
        while judged.len() < budget {
            let next = (0..state.len()).min_by_key(|&run| state[run].0).unwrap();
            let (misses, at) = &mut state[next];
            let Some(document) = rankings.values().nth(next).unwrap()[topic].get(*at) else { break };
            *at += 1;
            if judged.insert(document.clone()) && !is_relevant(document) {
                *misses += 1;
            }
        }
        judged
    };
    (0..TOPICS).map(of_topic).collect()
}

/// Samples of strata: half of what any run has in its top 5, a tenth of the rest of the pool of depth 60.
fn strata(rankings: &Rankings) -> Judged {
    let mut noise = Noise(5);
    let mut of_topic = |topic: usize| {
        let top = pool(rankings.values(), topic, 5);
        let all = pool(rankings.values(), topic, 60);
        let rate = |document: &String| if top.contains(document) { 0.5 } else { 0.1 };
        all.into_iter().filter(|document| noise.next() < rate(document)).collect()
    };
    (0..TOPICS).map(&mut of_topic).collect()
}

fn report(world: &World, folder: &str) -> String {
    std::fs::read_to_string(world.path(format!("{folder}-out/report.md"))).unwrap()
}

const FORMED: &str = "**Which runs formed the pool?**";

/// What the report says of who formed the pool.
fn formed(report: &str) -> &str {
    report.lines().find_map(|line| line.split_once(FORMED)).map(|(_, words)| words.trim()).unwrap()
}

#[test]
fn no_depth_is_named_where_none_explains_the_judgments() {
    let world = World::new();
    let rankings = some_runs();
    for (folder, judged) in [
        ("budget", budget_a_topic(&rankings, 40)),
        ("front", move_to_front(&rankings)),
        ("strata", strata(&rankings)),
    ] {
        write_judged(&world, folder, &rankings, &judged);
        let printed = audit(&world, folder, "-m AP -m P@10");
        let report = report(&world, folder);
        assert!(!report.contains("look like a pool"), "{folder} {report}");
        assert!(!report.contains("pooled run "), "{folder}: no run is known to have pooled: {report}");
        assert!(!report.contains("single team") && !report.contains("one team's pooled runs"), "{folder}");
        let fair = answer(&printed, FAIR);
        let why =
            "Cannot be said: the judgments are no pool of these runs to one depth, so nobody can tell for";
        assert!(fair.starts_with(why), "{folder}: {fair}");
        assert!(
            !report.contains("- AP: no; scores change") && !report.contains("- AP: yes; scores"),
            "{report}"
        );
        let deep = answer(&printed, DEEP);
        let taus = values(&world, &format!("{folder}-out"), "tau", "pool-depth(depth=1)", "tau");
        assert_eq!(taus.is_empty(), deep.starts_with("Cannot be said: less than 95% of the runs'"), "{deep}");
        let said = formed(&report);
        assert!(
            said.starts_with("None of the 10 runs looks pooled") || said.starts_with("Cannot be said"),
            "{said}"
        );
        assert!(
            deep.contains("o find what is relevant: ") || deep.contains("of finding what is relevant"),
            "{deep}"
        );
        let budget = "Each of the 30 topics has 40 judged documents: so many were asked for, it seems";
        assert_eq!(answer(&printed, BASIS).contains(budget), folder == "budget", "{printed}");
        assert_eq!(said.contains("by a budget a topic, it seems"), folder == "budget", "{said}");
        assert_eq!(said.contains("in another way (in the order of a method"), folder != "budget", "{said}");
    }
}

/// The tops of all runs are judged, and more than twice as much besides, as in the TREC Deep Learning track.
#[test]
fn a_pool_that_explains_few_judgments_is_not_the_judgments() {
    let world = World::new();
    let rankings = some_runs();
    let beside = budget_a_topic(&rankings, 110);
    let judged: Judged =
        (0..TOPICS).map(|topic| &pool(rankings.values(), topic, 3) | &beside[topic]).collect();
    write_judged(&world, "mine", &rankings, &judged);
    let printed = audit(&world, "mine", "-m AP");
    let report = report(&world, "mine");
    let all: usize = judged.iter().map(BTreeSet::len).sum();
    let tops: usize = (0..TOPICS).map(|topic| pool(rankings.values(), topic, 3).len()).sum();
    assert!(2 * tops < all, "{tops} of {all}");
    assert!(!report.contains("look like a pool"), "{report}");
    // Whatever depth is varied, the verdict is on all judgments.
    let deep = answer(&printed, DEEP);
    let depth = std::fs::read_to_string(world.path("mine-out/collection.yaml")).unwrap();
    let depth = depth.lines().find_map(|line| line.strip_prefix("pool-depth: ")).unwrap().to_owned();
    let tau = values(&world, "mine-out", "tau", &format!("pool-depth(depth={depth})"), "tau")[""];
    assert_eq!(deep.contains("To rank these runs by AP: no. "), tau <= 0.9, "{tau} {deep}");
    assert!(deep.contains(&format!("{tau:.3}")), "{tau} {deep}");
}

#[test]
fn the_share_that_a_pool_explains_is_said() {
    let world = World::new();
    let rankings = some_runs();
    let more: Vec<String> = (0..9).map(|at| format!("x{}", at + 300)).collect();
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    write(&world, "mine", &rankings, 6, &more);
    let printed = audit(&world, "mine", "-m AP");
    let tops: usize = (0..TOPICS).map(|topic| pool(rankings.values(), topic, 6).len()).sum();
    let all = tops + 9 * TOPICS;
    let report = report(&world, "mine");
    let said = formed(&report);
    let words = format!(
        "The judgments look like a pool of depth 6 of all 10 runs. It explains {tops} of the {all} judged documents ({:.1}%)",
        100.0 * tops as f64 / all as f64
    );
    assert!(said.starts_with(&words), "{said}");
    // What nobody retrieved is in no run, and is counted there.
    let basis = answer(&printed, BASIS);
    let share = 100.0 * (9 * TOPICS) as f64 / all as f64;
    let nowhere = format!(
        "{} of the {all} judged documents ({share:.1}%) stand in no stored run, 0 of them relevant.",
        9 * TOPICS
    );
    assert!(basis.contains(&nowhere), "{basis}");
    assert!(answer(&printed, DEEP).contains("0 of them relevant: all in no stored run."), "{printed}");
}

#[test]
fn of_complete_judgments_pools_are_not_asked() {
    let world = World::new();
    let rankings = some_runs();
    let all: BTreeSet<String> = (0..240).map(|document| format!("d{document}")).collect();
    write_judged(&world, "mine", &rankings, &vec![all; TOPICS]);
    let printed = audit(&world, "mine", "-m AP -m P@10");
    assert!(
        answer(&printed, DEEP)
            .starts_with("Does not arise: it seems that all documents of a set were judged, not"),
        "{printed}"
    );
    assert!(
        answer(&printed, FAIR).starts_with("Does not arise: all documents of a set were judged"),
        "{printed}"
    );
    let report = report(&world, "mine");
    assert!(
        formed(&report).starts_with("None had to: the documents of most runs are judged to the end"),
        "{report}"
    );
    assert!(!report.contains("pooled run "), "{report}");
    assert!(values(&world, "mine-out", "change", "leave-one-team-out(team=T00)", "after").is_empty());
    // Where somebody says how deep they were pooled, it is asked, and the judgments do not bear that out.
    let printed = audit(&world, "mine", "-m AP --depth 10");
    let fair = answer(&printed, FAIR);
    assert!(fair.starts_with("Cannot be said: the judgments are no pool"), "{fair}");
    assert!(
        fair.contains(
            " a team brought the judged documents in the top 10 of its runs, then the answer by AP"
        )
    );
}

#[test]
fn four_runs_are_not_told_empty_sentences() {
    let world = World::new();
    write(&world, "mine", &runs(4, TOPICS), 4, &[]);
    let printed = audit(&world, "mine", "-m AP -m P@3");
    assert!(!printed.contains("one team's pooled runs") && !printed.contains("up to 0"), "{printed}");
    assert!(!printed.contains("counts little"), "{printed}");
}

#[test]
fn rankings_shorter_than_the_relevant_documents_are_told() {
    let world = World::new();
    let rankings: Rankings = runs_of(8, TOPICS, 30, 4);
    let all: BTreeSet<String> = (0..30).map(|document| format!("d{document}")).collect();
    write_judged(&world, "mine", &rankings, &vec![all; TOPICS]);
    let basis = answer(&audit(&world, "mine", "-m AP"), BASIS).to_owned();
    // Ten are relevant, and no ranking has more than four documents.
    let words = "In 30 of the 30 topics no ranking, as far as it is scored, has as many documents as are relevant (topic 0: 4 at \
                 most, and 10 relevant): neither mean AP nor mean recall can be above 0.400.";
    assert!(basis.contains(words), "{basis}");
    let long = audit(&world, "mine", "-m AP --min-rel 2");
    assert!(!answer(&long, BASIS).contains("as far as it is scored"), "{long}");
}

/// Rows of the table of assumptions, by what is assumed.
fn assumptions(report: &str) -> BTreeMap<String, Vec<String>> {
    let (_, table) = report.split_once("| assumed |").unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| "));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>())
        .map(|row| (row[0].clone(), row[1..].to_vec()))
        .collect()
}

#[test]
fn what_hangs_on_what_was_inferred_is_computed() {
    let world = World::new();
    let mut rankings = some_runs();
    // Two runs of one team.
    let other = rankings.remove("T05__r05").unwrap();
    rankings.insert("T04__r05".to_owned(), other);
    write(&world, "mine", &rankings, 6, &[]);
    let printed = audit(&world, "mine", "-m AP");
    let rows = assumptions(&report(&world, "mine"));
    let what: Vec<&str> = rows.keys().map(String::as_str).collect();
    assert_eq!(
        what,
        ["a pool of depth 12", "a pool of depth 3", "as taken for granted", "every run a team of its own"]
    );
    // The verdicts of the answers, and the numbers of the experiment.
    let inferred = &rows["as taken for granted"];
    let tau = values(&world, "mine-out", "tau", "pool-depth(depth=3)", "tau")[""];
    assert_eq!((inferred[0].as_str(), inferred[1].as_str(), inferred[2].as_str()), ("6", "10", "9"));
    assert_eq!(rows["a pool of depth 3"][5], format!("{tau:.3}"));
    let fair = answer(&printed, FAIR);
    assert!(fair.contains(&format!("see below): {}. Of 9 teams", inferred[8])), "{fair} {inferred:?}");
    let counts: Vec<&str> = inferred[9].split(", ").collect();
    let said =
        format!("{} would have been treated fairly, {} nearly so, {} not", counts[0], counts[1], counts[2]);
    assert!(fair.contains(&said), "{fair} {inferred:?}");
    assert_eq!(rows["every run a team of its own"][2], "10");
    // What the shares beside it refute is no alternative.
    let fits: Vec<(&str, &str)> =
        rows.iter().map(|(what, row)| (what.as_str(), row.last().unwrap().as_str())).collect();
    let refuted = [("a pool of depth 12", "no"), ("a pool of depth 3", "no")];
    assert_eq!((&fits[..2], fits[2].1, fits[3].1), (&refuted[..], "-", "yes"));
    let hangs = answer(&printed, HANGS);
    assert!(!hangs.contains("with a pool of depth"), "{hangs}");
    assert!(
        hangs.contains(
            " What was tried and does not fit the judgments: a pool of depth 3, a pool of depth 12."
        ),
        "{hangs}"
    );
    // Whoever tells all of it is told of nothing else.
    let marks: String = (0..10).map(|run| format!("r{run:02}\t1\n")).collect();
    world.write("pooled.tsv", format!("run\tpooled\n{marks}"));
    let teams: String = (0..10).map(|run| format!("r{run:02}\tU{run}\n")).collect();
    world.write("teams.tsv", format!("run\tteam\n{teams}"));
    let printed = audit(&world, "mine", "-m AP --depth 6 --pooled pooled.tsv --teams teams.tsv");
    assert!(answer(&printed, HANGS).starts_with("Nothing else was tried"), "{printed}");
    // A depth that is told is not varied, and a pool as deep as the judgments alone answers for the others.
    let printed = audit(&world, "mine", "-m AP --depth 6");
    assert!(!printed.contains("a pool of depth 3"), "{printed}");
}

/// Runs of new teams are judged less than those whose team has a pooled run, and each is told by itself.
#[test]
fn new_teams_are_told_from_others() {
    let world = World::new();
    let mut rankings = some_runs();
    let judged: Judged = (0..TOPICS).map(|topic| pool(rankings.values().step_by(2), topic, 20)).collect();
    // Two of the five unpooled runs are of teams that pooled.
    for (run, team) in [("T01__r01", "T00"), ("T03__r03", "T02")] {
        let ranking = rankings.remove(run).unwrap();
        rankings.insert(format!("{team}__{}", run.split_once("__").unwrap().1), ranking);
    }
    write_judged(&world, "mine", &rankings, &judged);
    let share = |run: &str| {
        let tops = judged.iter().zip(&rankings[run]).map(|(judged, ranking)| {
            ranking[..10].iter().filter(|document| judged.contains(*document)).count()
        });
        100.0 * tops.sum::<usize>() as f64 / (10 * TOPICS) as f64
    };
    let shares = |runs: &[&str]| {
        let all: Vec<f64> = runs.iter().map(|run| share(run)).collect();
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        format!("{mean:.1}% on average, {:.1}% at least.", all.into_iter().fold(100.0, f64::min))
    };
    let printed = audit(&world, "mine", "-m AP");
    let told = format!(
        "5 stored runs look unpooled. 3 are of teams without a run that looks pooled: their top 10 are judged to {} 2 are of teams \
         with a run that looks pooled, so no new team's: their top 10 are judged to {} Those of the pooled runs are judged to \
         100.0% on average",
        shares(&["T05__r05", "T07__r07", "T09__r09"]),
        shares(&["T00__r01", "T02__r03"])
    );
    assert!(answer(&printed, FAIR).contains(&told), "{told} {printed}");
}
