//! Tests the error rate and the power of [`GroupChange`] on twins. If the judge does not favour a group of
//! runs, a change of the group is found in about 5% of draws. If the judge favours the group, a change is
//! found in many draws.

use std::sync::Arc;

use rayon::prelude::*;
use rejudge_metrics::{Gains, Scorer, Verdict};
use rejudge_pools::{Buffers, JoinedRun, Levels, TestCollection, View};
use rejudge_stats::{Draw, GroupChange, Matrix, Resamples, RunClasses};
use rejudge_twins::{ByGrade, Relevant, Twin, TwinParameters, TwinTeam, generate};

const TOPICS: usize = 12;
/// With 2,000 draws, which take two minutes, .042 of the draws are flagged by score and .037 by rank without
/// an effect, and .596 and .514 with the effect below.
const DRAWS: u32 = 400;
/// The numbers of teams, with two runs each, in the group, in the comparison group and in the rest.
const TEAMS: [usize; 3] = [4, 4, 3];

/// Returns constants for which the teams of the group are the best, followed by the teams of the comparison group.
fn parameters() -> TwinParameters {
    let names = (0..TEAMS.iter().sum()).map(|number: usize| format!("team{number:02}"));
    let team = |name| TwinTeam { name, runs: 2, ..TwinTeam::default() };
    let teams: Vec<TwinTeam> = names.map(team).collect();
    TwinParameters {
        topics: TOPICS,
        relevant: Relevant { mean: 15.0, range: [3, 40] },
        grades: ByGrade { s: 3.0, a: 5.0, b: 7.0 },
        ranking_length: Some(20),
        quality_order: teams.iter().map(|team| team.name.clone()).collect(),
        teams,
        ..TwinParameters::default()
    }
}

/// Returns the labels of a judge. Some relevant documents lose a level, and some nonrelevant ones become
/// relevant; these errors do not depend on the runs. `liked` contains documents, and the probability with
/// which the judge raises their levels.
fn labels(collection: &TestCollection, liked: (&[Vec<bool>], f64), draw: &mut Draw) -> Levels {
    let by_topic = collection.topics().zip(liked.0).map(|(topic, is_liked)| {
        let label = |(verdict, is_liked): (&Verdict, &bool)| {
            let Verdict::Level(level) = verdict else { return *verdict };
            let other = match (level, draw.unit()) {
                (0, chance) if chance < 0.06 => 1,
                (1.., chance) if chance < 0.3 => level - 1,
                _ => *level,
            };
            Verdict::Level(if *is_liked && draw.unit() < liked.1 { (other + 1).min(3) } else { other })
        };
        topic.verdicts.iter().zip(is_liked).map(label).collect::<Vec<_>>()
    });
    Levels::new(by_topic, None)
}

fn scores(collection: &TestCollection, view: &View) -> Matrix {
    let metric = "nDCG@10".parse().expect("a measure");
    let scorer = Scorer::new(&[metric], &Gains::linear(3), 1, Some(1000)).expect("gains");
    let (mut buffers, mut data) = (Buffers::default(), Vec::new());
    for run in 0..collection.runs().len() {
        let joined = JoinedRun::new(collection, run, 1000);
        for topic in 0..TOPICS {
            let mut score = [None];
            buffers.score(&scorer, view.judgments(topic), &joined, topic, &mut score);
            data.push(score[0].unwrap_or(0.0));
        }
    }
    Matrix::new(collection.runs().len(), TOPICS, data).expect("scores")
}

/// Returns two flags for a draw: true if the group differs by score, and true if it differs by rank. The
/// flags may differ only if the whole group is above all other runs: the group then cannot gain ranks, and a
/// small fall costs no ranks, so only the first flag is true.
fn flags(parameters: &TwinParameters, liking: f64, number: u32) -> [bool; 2] {
    let twin = Twin { id: "groups", pool_depth: 10, parameters };
    let collection = generate(&twin, 20_261_121, number);
    let members = |from: usize, teams: usize| -> Vec<Vec<usize>> {
        (from..from + teams).map(|team| vec![2 * team, 2 * team + 1]).collect()
    };
    let [group, comparison, rest] = TEAMS;
    let runs = RunClasses {
        group: members(0, group),
        comparison: members(group, comparison),
        rest: members(group + comparison, rest).concat(),
    };
    let top_documents = |topic: usize| {
        let mut is_at_top = vec![false; collection.topic(topic).verdicts.len()];
        for &run in runs.group.iter().flatten() {
            for &doc in collection.ranking(run, topic).iter().take(10) {
                is_at_top[doc as usize] = true;
            }
        }
        is_at_top
    };
    let top_documents: Vec<Vec<bool>> = (0..TOPICS).map(top_documents).collect();
    let stream = |part| Draw::new(1, &[part, &number.to_string()]);
    let judge = Arc::new(labels(&collection, (&top_documents, liking), &mut stream("judge")));
    let before = scores(&collection, &View::full(&collection));
    let after = scores(&collection, &View::by_judge(&collection, &judge));
    let resamples = Resamples::draw(200, TOPICS, &mut stream("bootstrap"));
    let change = GroupChange::new(&before, &after, &runs, &resamples, 0.05).expect("members");
    let flags = [change.score.differs(), change.rank.differs()];
    let means = after.row_means();
    let others = runs.comparison.iter().flatten().chain(&runs.rest);
    let best = others.map(|&run| means[run]).fold(f64::MIN, f64::max);
    let is_on_top = runs.group.iter().flatten().all(|&run| means[run] > best);
    assert!(flags[0] == flags[1] || (flags[0] && is_on_top), "draw {number}: {change:?}");
    flags
}

/// Returns the shares of draws that are flagged by score and by rank.
fn flagged(liking: f64, draws: u32) -> [f64; 2] {
    let parameters = parameters();
    let all: Vec<[bool; 2]> =
        (0..draws).into_par_iter().map(|number| flags(&parameters, liking, number)).collect();
    [0, 1].map(|kind| all.iter().filter(|flags| flags[kind]).count() as f64 / f64::from(draws))
}

#[test]
fn one_draw_of_twenty_is_flagged_without_an_effect() {
    let shares = flagged(0.0, DRAWS);
    println!("without an effect: {} by score, {} by rank", shares[0], shares[1]);
    // Three standard errors of a share of 5 %.
    let max_deviation = 3.0 * (0.05 * 0.95 / f64::from(DRAWS)).sqrt();
    for share in shares {
        assert!((share - 0.05).abs() <= max_deviation, "{share} is not 5 % up to {max_deviation}");
    }
}

#[test]
fn an_effect_is_found() {
    let [by_score, by_rank] = flagged(0.6, 100);
    println!("with an effect: {by_score} by score, {by_rank} by rank");
    assert!(by_score > 0.4 && by_rank > 0.4, "{by_score}, {by_rank}");
}
