//! Compares the model with its prototype, which was written independently, using the constants of the
//! prototype in `prototype/`. Bundled twins were fitted again since.

use std::path::Path;

use rejudge_metrics::Verdict;
use rejudge_pools::{Contributions, TopicRef, View};

use super::prototype_figures::{Band, PROTOTYPE};
use crate::*;

/// The part of a bundled description that the test reads.
#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Bundled {
    id: String,
    pool_depth: Option<u32>,
    twin: Option<TwinParameters>,
    published: Option<Published>,
}

#[derive(serde::Deserialize)]
struct Published {
    #[serde(default)]
    teams: Vec<PublishedTeam>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
struct PublishedTeam {
    unique: f64,
    unique_relevant: f64,
}

fn read(folder: &str, id: &str) -> Bundled {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(format!("{id}.yaml"));
    serde_yaml::from_str(&std::fs::read_to_string(path).expect("bundled")).expect("valid")
}

/// The statistics of a draw; means over topics unless stated otherwise.
#[derive(Debug, Default)]
struct Figures {
    nonrelevant: [f64; 3],
    relevant: [f64; 3],
    by_level: [f64; 3],
    recall: f64,
    unjudged: [f64; 3],
    unique: Vec<f64>,
    unique_relevant: Vec<f64>,
    average_precision: [f64; 3],
}

fn mean_and_range(counts: &[f64]) -> [f64; 3] {
    let mean = counts.iter().sum::<f64>() / counts.len() as f64;
    [mean, counts.iter().copied().fold(f64::MAX, f64::min), counts.iter().copied().fold(0.0, f64::max)]
}

fn figures(twin: &Twin<'_>, draw: u32) -> Figures {
    let (level, drawn) = draw_topics(twin, 20, draw);
    let truth: usize = drawn.iter().map(|topic| topic.relevant).sum();
    let collection = assemble(twin.parameters, &level, drawn);
    let topics = collection.topics();
    let count = |topic: TopicRef<'_>, level: u8| {
        topic.verdicts.iter().filter(|&&verdict| verdict == Verdict::Level(level)).count() as f64
    };
    let per_topic = |of: &dyn Fn(TopicRef<'_>) -> f64| topics.clone().map(of).collect::<Vec<_>>();
    let relevant = per_topic(&|topic| (1..=3).map(|level| count(topic, level)).sum());
    let found: f64 = relevant.iter().sum();
    let unjudged = [10, 100, 1000].map(|depth| {
        let (mut unjudged, mut shown) = (0_u32, 0_u32);
        for run in 0..collection.runs().len() {
            for (index, topic) in topics.clone().enumerate() {
                let top = &collection.ranking(run, index)[..depth];
                shown += depth as u32;
                unjudged +=
                    top.iter().filter(|&&document| document as usize >= topic.verdicts.len()).count() as u32;
            }
        }
        f64::from(unjudged) / f64::from(shown)
    });
    let contributions = Contributions::new(&collection, &View::full(&collection), twin.pool_depth as usize);
    let listed: Vec<_> =
        (0..collection.teams().len()).filter(|&team| collection.teams()[team].analysed).collect();
    let per_team = |of: &dyn Fn(usize) -> u32| {
        listed.iter().map(|&team| f64::from(of(team)) / topics.len() as f64).collect::<Vec<_>>()
    };
    let mut means: Vec<f64> = (0..collection.runs().len())
        .map(|run| {
            (0..topics.len()).map(|topic| average_precision(&collection, run, topic)).sum::<f64>()
                / topics.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Figures {
        nonrelevant: mean_and_range(&per_topic(&|topic| count(topic, 0))),
        relevant: mean_and_range(&relevant),
        by_level: [1, 2, 3].map(|level| mean_and_range(&per_topic(&|topic| count(topic, level)))[0]),
        recall: found / truth as f64,
        unjudged,
        unique: per_team(&|team| contributions.unique_total(team)),
        unique_relevant: per_team(&|team| contributions.unique_relevant_total(&collection, team, 1)),
        average_precision: [
            means[0],
            (means[means.len() / 2] + means[(means.len() - 1) / 2]) / 2.0,
            means[means.len() - 1],
        ],
    }
}

fn average_precision(collection: &TestCollection, run: usize, topic: usize) -> f64 {
    let verdicts = &collection.topic(topic).verdicts;
    let relevant = |verdict: Option<&Verdict>| matches!(verdict, Some(Verdict::Level(1..)));
    let ranked = (1..).zip(collection.ranking(run, topic));
    let found =
        ranked.filter(|(_, document)| relevant(verdicts.get(**document as usize))).map(|(rank, _)| rank);
    let sum: f64 = (1..).zip(found).map(|(count, rank): (u32, u32)| f64::from(count) / f64::from(rank)).sum();
    sum / verdicts.iter().filter(|verdict| relevant(Some(verdict))).count() as f64
}

/// Spearman's correlation; equal values share their mean rank.
fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let ranks = |values: &[f64]| -> Vec<f64> {
        let below = |x: f64| values.iter().filter(|&&y| y < x).count() as f64;
        let equal = |x: f64| values.iter().filter(|&&y| y == x).count() as f64;
        values.iter().map(|&x| below(x) + (equal(x) - 1.0) / 2.0).collect()
    };
    let centred = |values: Vec<f64>| -> Vec<f64> {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.into_iter().map(|x| x - mean).collect()
    };
    let (a, b) = (centred(ranks(a)), centred(ranks(b)));
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    dot(&a, &b) / (dot(&a, &a) * dot(&b, &b)).sqrt()
}

#[test]
fn draws_look_like_those_of_the_prototype() {
    let mut far = Vec::new();
    for expected in &PROTOTYPE {
        let descriptor = read("src/tests/prototype", &format!("{}-twin", expected.id));
        let original = read("../../configs/collections", expected.id);
        let printed = &original.published.as_ref().expect("printed").teams;
        let parameters = descriptor.twin.as_ref().expect("a twin");
        let pool_depth = descriptor.pool_depth.expect("a depth");
        let twin = Twin { id: &descriptor.id, pool_depth, parameters };
        // More draws of small twins, because the minimum of a few topics is far from normal.
        let runs: usize = twin.parameters.teams.iter().map(|team| team.runs).sum();
        let draws = (400 / runs).clamp(4, 12) as u32;
        let drawn: Vec<_> = (0..draws).map(|draw| figures(&twin, draw)).collect();
        let mut compare = |what: &str, band: Band, of: &dyn Fn(&Figures) -> f64| {
            let mean = drawn.iter().map(of).sum::<f64>() / f64::from(draws);
            // Both are means over draws: 3.5 standard errors of the difference, plus the rounding of the
            // prototype's figures.
            let error = band.1 * (1.0 / f64::from(draws) + 1.0 / expected.draws).sqrt();
            let room = 3.5 * error + 0.006 * band.0.abs().max(0.1);
            println!("{:9} {what:24} prototype {:9.3}  here {mean:9.3}  room {room:.3}", expected.id, band.0);
            if (mean - band.0).abs() > room {
                far.push(format!("{} {what}: {mean} against {}", expected.id, band.0));
            }
        };
        for (index, name) in ["mean", "least", "most"].into_iter().enumerate() {
            compare(&format!("nonrelevant, {name}"), expected.nonrelevant[index], &|f| f.nonrelevant[index]);
            compare(&format!("relevant, {name}"), expected.relevant[index], &|f| f.relevant[index]);
        }
        for (index, level) in ["B", "A", "S"].into_iter().enumerate() {
            compare(&format!("relevant of grade {level}"), expected.by_level[index], &|f| f.by_level[index]);
        }
        compare("recall of the pool", expected.recall, &|f| f.recall);
        compare("unjudged at 10", (0.0, 0.0), &|f| f.unjudged[0]);
        compare("unjudged at 100", expected.unjudged[0], &|f| f.unjudged[1]);
        compare("unjudged at 1000", expected.unjudged[1], &|f| f.unjudged[2]);
        compare("unique relevant", expected.unique_relevant, &|f| f.unique_relevant.iter().sum());
        if let Some([like_unique, like_relevant]) = expected.like_print {
            let unique: Vec<_> = printed.iter().map(|team| team.unique).collect();
            let relevant: Vec<_> = printed.iter().map(|team| team.unique_relevant).collect();
            compare("rank corr. of |U|", like_unique, &|f| rank_correlation(&f.unique, &unique));
            compare("rank corr. of |U rel|", like_relevant, &|f| {
                rank_correlation(&f.unique_relevant, &relevant)
            });
        }
        for (index, name) in ["least", "median", "most"].into_iter().enumerate() {
            compare(&format!("MAP, {name}"), expected.average_precision[index], &|f| {
                f.average_precision[index]
            });
        }
    }
    assert!(far.is_empty(), "{far:#?}");
}
