//! Compares the model with its prototype, which was written independently. The twins in `prototype/` have the constants
//! that the prototype used; the bundled twins were fitted again later.

use std::path::Path;

use rejudge_pools::View;
use rejudge_stats::{Ranking, mean, median, spearman_rho};
use rejudge_twins::fit::Statistics;
use rejudge_twins::{Twin, TwinParameters, generate};

use crate::prototype_figures::{Band, PROTOTYPE};

/// The part of a collection's description that the test reads.
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
    serde_yaml::from_str(&std::fs::read_to_string(path).expect("the file can be read"))
        .expect("the file is valid")
}

/// The statistics of a draw, and the shares of unjudged documents in the top 10, 100 and 1000.
struct Figures {
    found: Statistics,
    unjudged: [f64; 3],
    /// |U_t| of each analysed team.
    unique: Vec<f64>,
    unique_relevant: Vec<f64>,
}

fn figures(twin: &Twin<'_>, draw: u32) -> Figures {
    let collection = generate(twin, 20, draw);
    let unjudged = [10, 100, 1000].map(|depth| {
        let (mut unjudged, mut shown) = (0_usize, 0_usize);
        for run in 0..collection.runs().len() {
            for (index, topic) in collection.topics().enumerate() {
                let top = &collection.ranking(run, index)[..depth];
                shown += depth;
                unjudged += top.iter().filter(|&&document| !topic.is_judged(document)).count();
            }
        }
        unjudged as f64 / shown as f64
    });
    let found = Statistics::new(&collection, &View::full(&collection), twin.pool_depth).expect("topics");
    let listed = found.teams.iter().zip(collection.teams()).filter(|(_, team)| team.analysed);
    let (unique, unique_relevant) = listed.map(|(team, _)| (team.unique, team.unique_relevant)).unzip();
    Figures { found, unjudged, unique, unique_relevant }
}

fn extremes(values: &[f64]) -> [f64; 2] {
    [values.iter().copied().fold(f64::MAX, f64::min), values.iter().copied().fold(0.0, f64::max)]
}

fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    spearman_rho(&Ranking::new(a), &Ranking::new(b)).expect("teams differ")
}

#[test]
fn draws_agree_with_the_prototype() {
    let mut far = Vec::new();
    for expected in &PROTOTYPE {
        let descriptor = read("tests/suite/prototype", &format!("{}-twin", expected.id));
        let original = read("../../configs/collections", expected.id);
        let printed = &original.published.as_ref().expect("the teams are published").teams;
        let parameters = descriptor.twin.as_ref().expect("the collection is a twin");
        let pool_depth = descriptor.pool_depth.expect("the pool has a depth");
        let twin = Twin { id: &descriptor.id, pool_depth, parameters };
        // Twins with few runs get more draws, because the minimum over topics is far from normally
        // distributed.
        let runs: usize = twin.parameters.teams.iter().map(|team| team.runs).sum();
        let draws = (400 / runs).clamp(4, 12) as u32;
        let drawn: Vec<_> = (0..draws).map(|draw| figures(&twin, draw)).collect();
        let mut compare = |figure: &str, band: Band, value: &dyn Fn(&Figures) -> f64| {
            let mean = drawn.iter().map(value).sum::<f64>() / f64::from(draws);
            // Both values are means over draws. We allow 3.5 standard errors of their difference, plus the rounding of
            // the prototype's figures.
            let error = band.1 * (1.0 / f64::from(draws) + 1.0 / expected.draws).sqrt();
            let room = 3.5 * error + 0.006 * band.0.abs().max(0.1);
            println!(
                "{:9} {figure:24} prototype {:9.3}  here {mean:9.3}  room {room:.3}",
                expected.id, band.0
            );
            if (mean - band.0).abs() > room {
                far.push(format!("{} {figure}: {mean} against {}", expected.id, band.0));
            }
        };
        for (index, name) in ["mean", "least", "most"].into_iter().enumerate() {
            let statistic = |counts: &[f64]| {
                let [least, most] = extremes(counts);
                [mean(counts).expect("topics"), least, most][index]
            };
            compare(&format!("nonrelevant, {name}"), expected.nonrelevant[index], &|f| {
                statistic(&f.found.nonrelevant)
            });
            compare(&format!("relevant, {name}"), expected.relevant[index], &|f| {
                statistic(&f.found.relevant)
            });
        }
        for (index, level) in ["B", "A", "S"].into_iter().enumerate() {
            compare(&format!("relevant of grade {level}"), expected.by_level[index], &|f| {
                f.found.by_level[index]
            });
        }
        let relevant = parameters.relevant.mean * parameters.relevant_factor;
        compare("recall of the pool", expected.recall, &|f| {
            mean(&f.found.relevant).expect("topics") / relevant
        });
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
                let means = f.found.run_means();
                let [least, most] = extremes(&means);
                [least, median(&means).expect("runs"), most][index]
            });
        }
    }
    assert!(far.is_empty(), "{far:#?}");
}
