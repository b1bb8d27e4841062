//! What `rejudge audit` says is what the data support: against counts that are made here.

use std::collections::{BTreeMap, BTreeSet};

use crate::audited::{BASIS, DEEP, FAIR, Rankings, answer, audit, is_relevant, pool, runs, values, write};
use crate::world::{GOOD, World};

#[test]
fn scores_are_those_of_all_judgments_and_only_depth_is_asked_of_fewer() {
    let world = World::new();
    let rankings = runs(8, 30);
    // Judged beside the pool: one document that nobody has, two that some runs have further down.
    write(&world, "mine", &rankings, 4, &["u1", "d5", "d25"]);
    let printed = audit(&world, "mine", "-m AP --depth 4");
    let files: Vec<String> =
        rankings.keys().flat_map(|run| ["mine/runs/", run, ".txt "].map(str::to_owned)).collect();
    let eval = world.line(&format!("eval mine/qrels.txt {}-m AP", files.concat())).code(GOOD).stdout;
    let by_eval: BTreeMap<String, f64> = eval
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .map(|parts| (parts[0].to_owned(), parts[3].parse().unwrap()))
        .collect();
    let by_audit = values(&world, "mine-out", "scores", "full", "score");
    assert_eq!(by_audit.len(), 8);
    for (run, score) in &by_audit {
        assert!((score - by_eval[run]).abs() < 1e-15, "{run}: {score}, by eval {}", by_eval[run]);
    }
    let (mut judged, mut relevant, mut kept, mut kept_relevant) = (0, 0, 0, 0);
    for topic in 0..30 {
        let pool = pool(rankings.values(), topic, 4);
        let mut all = pool.clone();
        all.extend(["u1", "d5", "d25"].map(str::to_owned));
        judged += all.len();
        relevant += all.iter().filter(|d| is_relevant(d)).count();
        kept += pool.len();
        kept_relevant += pool.iter().filter(|d| is_relevant(d)).count();
    }
    let basis = answer(&printed, BASIS);
    assert!(
        basis.contains(&format!("start from all {judged} judged documents ({relevant} relevant)")),
        "{basis}"
    );
    assert!(basis.contains(&format!("keeps {kept} of the {judged} (")), "{basis}");
    assert!(
        basis.contains(&format!("; {kept_relevant} of the {relevant} relevant ones). Ranked by AP on these")),
        "{basis}"
    );
    let deep = answer(&printed, DEEP);
    assert!(
        deep.contains(&format!(
            "Outside of it {} documents more are judged, {} of them relevant: ",
            judged - kept,
            relevant - kept_relevant
        )),
        "{deep}"
    );
    assert!(!deep.contains("Nothing outside"), "{deep}");
    // Where the judgments are the pool and nothing else, that is said instead.
    write(&world, "pool", &rankings, 4, &[]);
    let printed = audit(&world, "pool", "-m AP --depth 4");
    assert!(
        answer(&printed, BASIS)
            .ends_with("They are the documents of the pool of depth 4 of all 8 runs, and no others.")
    );
    assert!(
        answer(&printed, DEEP).ends_with("a document that no pooled run has in its top 4 has no judgment.")
    );
}

#[test]
fn a_team_left_out_loses_what_it_alone_brought_and_nothing_else() {
    let world = World::new();
    let rankings = runs(8, 30);
    write(&world, "mine", &rankings, 4, &["u1", "d5", "d25"]);
    audit(&world, "mine", "-m AP --depth 4");
    for (run, own) in &rankings {
        let (team, name) = run.split_once("__").unwrap();
        let others: Vec<_> = rankings.iter().filter(|(other, _)| *other != run).map(|(_, r)| r).collect();
        let mut sum = 0.0;
        for (topic, ranking) in own.iter().enumerate() {
            let mut judged = pool(rankings.values(), topic, 4);
            judged.extend(["u1", "d5", "d25"].map(str::to_owned));
            let brought: BTreeSet<String> = ranking.iter().take(4).cloned().collect();
            let by_others = pool(others.iter().copied(), topic, 4);
            judged.retain(|document| !brought.contains(document) || by_others.contains(document));
            let relevant = judged.iter().filter(|d| is_relevant(d)).count();
            let (mut found, mut total) = (0, 0.0);
            for (at, document) in ranking.iter().enumerate() {
                if judged.contains(document) && is_relevant(document) {
                    found += 1;
                    total += f64::from(found) / (at + 1) as f64;
                }
            }
            sum += total / relevant as f64;
        }
        let set = format!("leave-one-team-out(team={team})");
        let after = values(&world, "mine-out", "change", &set, "after");
        assert_eq!(after.len(), 1);
        assert!(
            (after[name] - sum / 30.0).abs() < 1e-12,
            "{name}: {}, by definition {}",
            after[name],
            sum / 30.0
        );
    }
}

#[test]
fn what_each_rank_brought_is_counted() {
    let world = World::new();
    let rankings = runs(8, 30);
    write(&world, "mine", &rankings, 6, &[]);
    let printed = audit(&world, "mine", "-m AP --depth 6");
    let ranks = world.frame("mine-out/ranks.parquet");
    let mut brought = Vec::new();
    for rank in 1..=6 {
        let new = |topic| -> BTreeSet<String> {
            let above = pool(rankings.values(), topic, rank - 1);
            pool(rankings.values(), topic, rank).difference(&above).cloned().collect()
        };
        let new: Vec<String> = (0..30).flat_map(new).collect();
        brought.push((new.len() as i64, new.iter().filter(|d| is_relevant(d)).count() as i64));
    }
    let whole = |name: &str| ranks.whole(name).unwrap().iter().flatten().copied().collect::<Vec<i64>>();
    let found: Vec<(i64, i64)> = whole("new").into_iter().zip(whole("relevant")).collect();
    assert_eq!(found, brought);
    assert_eq!(whole("judged"), whole("new"));
    let (last, first) = (brought[4].0 + brought[5].0, brought[0]);
    let deep = answer(&printed, DEEP);
    let words = if brought[5].0 >= 100 {
        format!("Rank 6 brought {} relevant among {} new judged documents", brought[5].1, brought[5].0)
    } else {
        format!(
            "Ranks 5 to 6 brought {} relevant among {last} new judged documents",
            brought[4].1 + brought[5].1
        )
    };
    assert!(deep.contains(&words), "{words}: {deep}");
    assert!(deep.contains(&format!("rank 1 brought {} among {}", first.1, first.0)), "{deep}");
}

/// Fifty runs that resemble each other, and one whose relevant documents nobody else has.
fn with_a_novel_team() -> Rankings {
    let mut rankings = runs(50, 30);
    let novel = (0..30).map(|_| (0..10).map(|at| format!("u{at}")).collect()).collect();
    rankings.insert("Z__novel".to_owned(), novel);
    rankings
}

#[test]
fn one_team_among_many_counts() {
    let world = World::new();
    write(&world, "mine", &with_a_novel_team(), 10, &[]);
    let printed = audit(&world, "mine", "-m AP --depth 10");
    let taus = values(&world, "mine-out", "tau", "leave-one-team-out(team=Z)", "tau");
    assert!(taus[""] > 0.9, "the correlation over all runs hardly moves: {taus:?}");
    let fair = answer(&printed, FAIR);
    assert!(
        fair.starts_with(
            "By AP: not for every team: no for Z (1 of 51). Of 51 teams, each left out in turn, "
        ),
        "{fair}"
    );
    assert!(fair.contains("Scores change most for Z: by 100.00% on average."), "{fair}");
    assert!(fair.contains("The deepest fall of a pooled run is by 50 ranks (novel)"), "{fair}");
    // Who falls is named, in words, in the table and in the picture.
    assert!(fair.contains(" fall in rank, deepest novel of Z by 50"), "{fair}");
    let [report, page] = ["report.md", "report.html"]
        .map(|file| std::fs::read_to_string(world.path(format!("mine-out/{file}"))).unwrap());
    assert!(report.contains("| Z | no | 1 | 100.00% | 50 | novel by 50 | 0 |"), "{report}");
    assert!(page.contains(">100.0%, \u{2193}50</text>"), "{page}");
    assert!(page.contains("\u{2193}: deepest fall in rank"), "{page}");
}

#[test]
fn a_rise_is_told_like_a_fall() {
    // On the condensed list a team that is left out is rid of the nonrelevant documents that it alone
    // brought.
    let world = World::new();
    let mut rankings = runs(20, 30);
    let odd = (0..30)
        .map(|topic| {
            let junk = (0..6).map(|at| format!("x{at}_{topic}"));
            junk.chain((0..4).map(|at| format!("d{at}"))).collect()
        })
        .collect();
    rankings.insert("W__odd".to_owned(), odd);
    write(&world, "mine", &rankings, 10, &[]);
    let printed = audit(&world, "mine", "-m AP' --depth 10");
    let rise = values(&world, "mine-out", "change", "leave-one-team-out(team=W)", "rank-rise")["odd"];
    assert!(rise >= 3.0, "{rise}");
    let fair = answer(&printed, FAIR);
    assert!(fair.starts_with("By AP': not for every team: no for W (1 of 21). Of 21 teams"), "{fair}");
    assert!(fair.contains(&format!("the highest rise by {rise} ranks (odd)")), "{fair}");
}

#[test]
fn equal_scores_are_no_change() {
    // Half of the runs are copies of others, and every run finds a relevant document first.
    let world = World::new();
    let mut rankings = runs(8, 30);
    for run in 0..4 {
        let copy = rankings[&format!("T{run:02}__r{run:02}")].clone();
        rankings.insert(format!("C{run}__copy{run}"), copy);
    }
    write(&world, "mine", &rankings, 10, &[]);
    let printed = audit(&world, "mine", "-m RR --depth 10");
    for statistic in ["tau", "tau-ap"] {
        for run in 0..4 {
            // What its copy brought too is not taken away.
            let set = format!("leave-one-team-out(team=T{run:02})");
            assert_eq!(values(&world, "mine-out", statistic, &set, "tau")[""], 1.0, "{statistic}");
        }
        let whole = values(&world, "mine-out", statistic, "pool-depth(depth=10)", "tau");
        assert_eq!(whole[""], 1.0, "{statistic}");
    }
    let fair = answer(&printed, FAIR);
    assert!(fair.contains("so they seem fairly treated whatever they brought: copy0 and r00;"), "{fair}");
}

#[test]
fn the_same_files_give_the_same_numbers_whatever_their_folder_is_called() {
    let world = World::new();
    for folder in ["track2020", "track2021"] {
        write(&world, folder, &runs(8, 30), 4, &[]);
    }
    let [first, second] = ["track2020", "track2021"].map(|folder| {
        let printed = audit(&world, folder, "-m AP --cache none");
        let cells = world.frame(&format!("{folder}-out/cells.parquet"));
        (printed.replace(folder, ""), cells.number("value").unwrap().to_vec())
    });
    assert_eq!(first, second);
}

#[test]
fn the_share_that_a_rate_leaves_is_told() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 4, &[]);
    audit(&world, "mine", "-m AP");
    let all = values(&world, "mine-out", "facts", "full", "judged")[""];
    let report = std::fs::read_to_string(world.path("mine-out/report.md")).unwrap();
    let mut told = 0;
    for rate in [0.05, 0.1, 0.2, 0.5, 0.9] {
        let set = format!("sample(draw=1,rate={rate})");
        let share = values(&world, "mine-out", "facts", &set, "judged")[""] / all;
        // All samples of a rate leave equally many.
        if (share - rate).abs() > 0.1 * rate {
            assert!(report.contains(&format!("{rate} leaves {:.1}%", 100.0 * share)), "{report}");
            told += 1;
        }
        assert!(report.contains(&format!("| {rate} | {:.1}% |", 100.0 * share)), "{rate} {share}");
    }
    assert!(told >= 2, "small rates keep ten nonrelevant documents: {report}");
}

#[test]
fn names_are_shown_as_they_are_written() {
    let world = World::new();
    let mut rankings = runs(8, 30);
    let copy = rankings["T00__r00"].clone();
    rankings.insert("X__*star*".to_owned(), copy);
    write(&world, "mine", &rankings, 4, &[]);
    let printed = audit(&world, "mine", "-m AP");
    assert!(printed.contains("Identical runs: *star*, r00 hold"), "{printed}");
    let page = std::fs::read_to_string(world.path("mine-out/report.html")).unwrap();
    assert!(page.contains("*star*") && !page.contains("<em>star</em>"));
}
