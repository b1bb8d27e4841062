//! What `rejudge audit` claims: no more than the files show, on collections where an expert objected.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::audited::{
    BASIS, DEEP, FAIR, HANGS, Judged, Noise, Rankings, answer, audit, budget_a_topic, is_relevant, pool,
    runs_of, values, write, write_judged,
};
use crate::world::World;

const TOPICS: usize = 30;

fn some_runs() -> Rankings {
    runs_of(10, TOPICS, 200, 60)
}

/// The documents of all runs, each judged with this chance.
fn sampled(rankings: &Rankings, rate: impl Fn(&str) -> f64) -> Judged {
    let mut noise = Noise(11);
    let mut of_topic = |topic: usize| {
        let all = pool(rankings.values(), topic, usize::MAX);
        all.into_iter().filter(|document| noise.next() < rate(document)).collect()
    };
    (0..TOPICS).map(&mut of_topic).collect()
}

/// Judgments of the pool of depth 20 of every other run.
fn half_pooled(world: &World) -> Rankings {
    let rankings = some_runs();
    let pooled = || rankings.values().step_by(2);
    let judged: Vec<_> = (0..TOPICS).map(|topic| pool(pooled(), topic, 20)).collect();
    write_judged(world, "mine", &rankings, &judged);
    rankings
}

fn middle(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let half = numbers.len() / 2;
    if numbers.len() % 2 == 1 { numbers[half] } else { (numbers[half - 1] + numbers[half]) / 2.0 }
}

#[test]
fn topics_with_nothing_relevant_do_not_have_few() {
    let world = World::new();
    let rankings = some_runs();
    let mut judged: Judged = (0..TOPICS).map(|topic| pool(rankings.values(), topic, 5)).collect();
    judged[3].retain(|document| !is_relevant(document));
    let mut relevant = 0;
    judged[7].retain(|document| {
        relevant += usize::from(is_relevant(document));
        !is_relevant(document) || relevant <= 2
    });
    write_judged(&world, "mine", &rankings, &judged);
    let printed = audit(&world, "mine", "-m AP");
    assert!(printed.contains("1 to 4 relevant documents known: 1 of 30 (7)."), "{printed}");
    assert!(printed.contains("No relevant document known: 3."), "{printed}");
}

#[test]
fn who_did_not_pool_is_known_where_it_is_marked() {
    let world = World::new();
    let rankings = half_pooled(&world);
    let report = |folder: &str| std::fs::read_to_string(world.path(format!("{folder}/report.md"))).unwrap();
    let inferred = audit(&world, "mine", "-m AP");
    let told = "5 stored runs look unpooled. All are of teams without a run that looks pooled: their top 10";
    assert!(answer(&inferred, FAIR).contains(told), "{inferred}");
    assert!(!report("mine-out").contains("did not pool"), "{inferred}");
    let marks = rankings.keys().enumerate().fold("run\tpooled\n".to_owned(), |mut marks, (at, run)| {
        let _ = writeln!(marks, "{}\t{}", run.split_once("__").unwrap().1, u8::from(at % 2 == 0));
        marks
    });
    world.write("pooled.tsv", marks);
    let marked = audit(&world, "mine", "-m AP --pooled pooled.tsv");
    assert!(answer(&marked, FAIR).contains("5 stored runs did not pool"), "{marked}");
}

#[test]
fn a_team_that_moves_the_ranking_counts_in_it() {
    let mut told = BTreeSet::new();
    for (folder, depth) in [("shallow", 1), ("deep", 50)] {
        let world = World::new();
        write(&world, folder, &some_runs(), depth, &[]);
        let printed = audit(&world, folder, &format!("-m AP --depth {depth}"));
        let tau = |team: usize| {
            let set = format!("leave-one-team-out(team=T{team:02})");
            values(&world, &format!("{folder}-out"), "tau", &set, "tau")[""]
        };
        let least = (0..10).map(tau).fold(1.0, f64::min);
        let says = answer(&printed, FAIR).contains("one team of 10 counts little in it");
        assert_eq!(says, least > 0.9, "{folder}: {least} {printed}");
        told.insert(says);
    }
    assert_eq!(told.len(), 2, "both were seen");
}

#[test]
fn the_middle_of_an_even_number_is_between_two() {
    let world = World::new();
    write(&world, "mine", &runs_of(8, TOPICS, 200, 60), 3, &[]);
    let printed = audit(&world, "mine", "-m AP --depth 3");
    let change = |team: usize| {
        let set = format!("leave-one-team-out(team=T{team:02})");
        values(&world, "mine-out", "change", &set, "relative")[&format!("r{team:02}")]
    };
    let median = 100.0 * middle((0..8).map(change).collect());
    assert!(answer(&printed, FAIR).contains(&format!("median {median:+.2}%)")), "{median} {printed}");
}

#[test]
fn a_pool_that_is_judged_in_part_does_not_lie_within_the_judgments() {
    let world = World::new();
    let rankings = some_runs();
    let judged = budget_a_topic(&rankings, 120);
    write_judged(&world, "mine", &rankings, &judged);
    let printed = audit(&world, "mine", "-m AP");
    assert!(!printed.contains("from a pool within them"), "{printed}");
    let depth = std::fs::read_to_string(world.path("mine-out/collection.yaml")).unwrap();
    let depth: usize =
        depth.lines().find_map(|line| line.strip_prefix("pool-depth: ")).unwrap().parse().unwrap();
    let (mut all, mut found) = (0, 0);
    for (topic, judged) in judged.iter().enumerate() {
        let pool = pool(rankings.values(), topic, depth);
        all += pool.len();
        found += pool.intersection(judged).count();
    }
    let share = 100.0 * found as f64 / all as f64;
    let deep = answer(&printed, DEEP);
    if share < 90.0 {
        assert!(deep.contains(&format!("only {share:.1}% are judged")), "{share} {deep}");
        assert!(
            answer(&printed, FAIR)
                .contains("No verdict is drawn from leaving teams out: of the different documents"),
            "{printed}"
        );
        assert!(values(&world, "mine-out", "change", "leave-one-team-out(team=T00)", "relative").is_empty());
    } else if found < all {
        assert!(deep.contains(&format!("of whose documents {share:.1}% are judged")), "{share} {deep}");
    }
    assert!(found < all, "a part is judged");
}

#[test]
fn judgments_of_the_pool_cannot_say_yes_of_it() {
    let world = World::new();
    write(&world, "mine", &runs_of(20, TOPICS, 200, 60), 30, &[]);
    let printed = audit(&world, "mine", "-m AP");
    let deep = answer(&printed, DEEP);
    assert!(deep.starts_with("To rank these runs by AP: it seems so"), "{deep}");
    let hangs = answer(&printed, HANGS);
    assert!(hangs.contains("deep enough for the ranking as a whole: it seems so"), "{hangs}");
    assert!(!hangs.contains("as a whole: yes"), "{hangs}");
    assert!(!printed.contains("(100.0%) are the pool's own"), "{printed}");
    assert!(hangs.contains("does not depend on depth, pooled runs and teams. Not tried: "), "{hangs}");
}

#[test]
fn runs_that_are_not_stored_are_blamed_where_they_left_a_trace() {
    let world = World::new();
    let rankings = some_runs();
    let deeper = |topic: usize| rankings["T00__r00"][topic][30..50].iter().cloned();
    for (folder, strangers) in [("none", 0), ("some", 6)] {
        let judged: Judged = (0..TOPICS)
            .map(|topic| {
                let mut judged = pool(rankings.values(), topic, 8);
                judged.extend(deeper(topic));
                judged.extend((0..strangers).map(|at| format!("x{}", 900 + at)));
                judged
            })
            .collect();
        write_judged(&world, folder, &rankings, &judged);
        let printed = audit(&world, folder, "-m AP");
        assert!(printed.contains("look like a pool of depth 8 of all 10 runs"), "{printed}");
        assert_eq!(printed.contains("runs that are not stored"), strangers > 0, "{folder} {printed}");
    }
}

#[test]
fn a_sample_at_one_rate_looks_like_one_and_strata_do_not() {
    let world = World::new();
    let rankings = some_runs();
    let is_even = "about the same share of their documents is judged at ranks";
    let formed = |folder: &str| {
        let printed = audit(&world, folder, "-m AP");
        (printed.contains(is_even) && printed.contains("look like a sample of wider judgments"), printed)
    };
    write_judged(&world, "random", &rankings, &sampled(&rankings, |_| 0.25));
    let (is_told, printed) = formed("random");
    assert!(is_told, "{printed}");
    let report = std::fs::read_to_string(world.path("random-out/report.md")).unwrap();
    let without_pool = "| no pool of these runs to a depth | - | 10 | - | - | - | - | - | cannot be said |";
    assert!(report.contains(without_pool), "{report}");
    // A sample that prefers what is relevant, which stands further up.
    let strata = sampled(&rankings, |document| if is_relevant(document) { 0.6 } else { 0.2 });
    write_judged(&world, "strata", &rankings, &strata);
    let (is_told, printed) = formed("strata");
    assert!(!is_told, "{printed}");
    // One that prefers it so little that ranks do not show it: nobody can call it random.
    let levels = sampled(&rankings, |document| if is_relevant(document) { 0.28 } else { 0.24 });
    write_judged(&world, "levels", &rankings, &levels);
    let (is_told, printed) = formed("levels");
    assert!(is_told && !printed.contains("random sample of wider"), "{printed}");
    assert!(printed.contains("Whether it was at one rate for all levels nobody can tell"), "{printed}");
}

#[test]
fn nearly_the_same_runs_are_told_whatever_the_judgments_are() {
    let world = World::new();
    let mut rankings = some_runs();
    let mut copy = rankings["T00__r00"].clone();
    copy.iter_mut().for_each(|ranking| ranking.swap(40, 41));
    rankings.insert("Z__copy".to_owned(), copy);
    write(&world, "pool", &rankings, 6, &[]);
    write_judged(&world, "sample", &rankings, &sampled(&rankings, |_| 0.25));
    for folder in ["pool", "sample"] {
        let printed = audit(&world, folder, "-m AP");
        assert!(printed.contains("Nearly the same runs: copy and r00 (1.000)"), "{folder} {printed}");
        let covering = "cover for one another when one is left out: copy and r00.";
        assert_eq!(answer(&printed, FAIR).contains(covering), folder == "pool", "{folder} {printed}");
    }
}

/// A pool that was made with equal scores by docid ascending is one, in that order.
#[test]
fn the_order_that_the_pool_was_read_in_is_told() {
    let world = World::new();
    let (mut qrels, depth) = (String::new(), 4);
    let mut judged = vec![BTreeSet::new(); TOPICS];
    for run in 0..6 {
        let mut text = String::new();
        for (topic, judged) in judged.iter_mut().enumerate() {
            // Every second run has one score for all of its documents.
            let documents: Vec<String> = (0..20).map(|at| format!("d{run}_{at:02}")).collect();
            judged.extend(documents.iter().take(depth).cloned());
            for (at, document) in documents.iter().enumerate() {
                let score = if run % 2 == 0 { 1 } else { 100 - at };
                let _ = writeln!(text, "{topic} Q0 {document} {} {score} r{run}", at + 1);
            }
        }
        world.write(&format!("mine/runs/T{run}__r{run}.txt"), text);
    }
    for (topic, judged) in judged.iter().enumerate() {
        for (at, document) in judged.iter().enumerate() {
            let _ = writeln!(qrels, "{topic} 0 {document} {}", u8::from(at % 3 == 0));
        }
    }
    world.write("mine/qrels.txt", qrels);
    let printed = audit(&world, "mine", "-m AP --depth 4");
    let report = std::fs::read_to_string(world.path("mine-out/report.md")).unwrap();
    let whole = "They are the documents of the pool of depth 4 of all 6 runs, and no others.";
    assert!(answer(&printed, BASIS).contains(whole), "{printed}");
    let order = "With the smaller document id first among equal scores, it seems. Runs are scored with the greater first. Read so, 90 \
                 more tops of 4 documents (of a run and a topic each) are judged whole, and none ceases to be.";
    assert!(report.contains(order), "{report}");
    // The runs of one score are unjudged at the top as they are scored, and brought four documents each.
    let description = std::fs::read_to_string(world.path("mine-out/collection.yaml")).unwrap();
    assert!(description.contains("\npool-order: docno-ascending\n"), "{description}");
    for run in 0..6 {
        let set = format!("leave-one-team-out(team=T{run})");
        let change = values(&world, "mine-out", "change", &set, "relative");
        assert_eq!(change[&format!("r{run}")], -1.0, "nobody else has a document of its: {change:?}");
    }
    // Below the pool no top is judged whole: the order is asked where the judgments end.
    audit(&world, "mine", "-m AP --depth 12");
    let description = std::fs::read_to_string(world.path("mine-out/collection.yaml")).unwrap();
    assert!(description.contains("\npool-order: docno-ascending\n"), "{description}");
    let ascending = audit(&world, "mine", "-m AP --depth 4 --ties docno-ascending");
    assert!(!ascending.contains("read for the pool?"), "{ascending}");
    let by_rank = audit(&world, "mine", "-m AP --depth 4 --ties rank");
    assert!(!by_rank.contains("read for the pool?"), "{by_rank}");
}
