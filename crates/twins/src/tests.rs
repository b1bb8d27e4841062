//! The twins against the figures they were fitted to, and against the prototype of the model.
//!
//! Bands are those of the prototype (numpy) on forty draws, or twenty, with room for the spread between
//! draws: the two share distributions, not random numbers.
//! Long for the table of the prototype's figures, a row a twin.

use std::path::Path;

use rejudge_metrics::Verdict;
use rejudge_pools::{Contributions, Topic, View};

use super::*;

/// What the test reads of a shipped description.
#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Shipped {
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

fn shipped(id: &str) -> Shipped {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../configs/collections/{id}.yaml"));
    serde_yaml::from_str(&std::fs::read_to_string(path).expect("shipped")).expect("valid")
}

/// What a draw looks like; means over topics unless it says otherwise.
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
    let collection = assemble(twin.parameters, &level, drawn).expect("drawn");
    let topics = collection.topics();
    let count = |topic: &Topic, level: u8| {
        topic.verdicts.iter().filter(|&&verdict| verdict == Verdict::Level(level)).count() as f64
    };
    let per_topic = |of: &dyn Fn(&Topic) -> f64| topics.iter().map(of).collect::<Vec<_>>();
    let relevant = per_topic(&|topic| (1..=3).map(|level| count(topic, level)).sum());
    let found: f64 = relevant.iter().sum();
    let unjudged = [10, 100, 1000].map(|depth| {
        let (mut unjudged, mut shown) = (0_u32, 0_u32);
        for run in 0..collection.runs().len() {
            for (index, topic) in topics.iter().enumerate() {
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
    let verdicts = &collection.topics()[topic].verdicts;
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

/// A figure of the prototype on seeds from 1001: mean and standard deviation between draws.
type Band = (f64, f64);

struct Prototype {
    id: &'static str,
    /// How many seeds.
    draws: f64,
    nonrelevant: [Band; 3],
    relevant: [Band; 3],
    /// Levels 1, 2, 3.
    by_level: [Band; 3],
    recall: Band,
    /// At 100 and at 1000.
    unjudged: [Band; 2],
    unique_relevant: Band,
    /// Rank correlation of |U_t| and of |U_t^rel| with print, where they are printed.
    like_print: Option<[Band; 2]>,
    /// Smallest, median and largest mean AP of a run.
    average_precision: [Band; 3],
}

const PROTOTYPE: [Prototype; 10] = [
    Prototype {
        id: "trec03",
        draws: 40.0,
        nonrelevant: [(925.13, 9.39), (324.55, 40.4), (2032.7, 133.0)],
        relevant: [(33.39, 0.71), (3.975, 0.158), (125.47, 6.83)],
        by_level: [(24.0, 2.11), (0.0, 0.0), (9.393, 1.91)],
        recall: (0.924, 0.0196),
        unjudged: [(0.0, 0.0), (0.4772, 0.0028)],
        unique_relevant: (1.973, 0.309),
        like_print: Some([(0.9918, 0.004), (0.6153, 0.148)]),
        average_precision: [(0.1816, 0.0205), (0.3212, 0.0147), (0.4205, 0.0201)],
    },
    Prototype {
        id: "trec04",
        draws: 40.0,
        nonrelevant: [(647.92, 11.7), (193.18, 47.1), (1520.7, 113.0)],
        relevant: [(40.41, 0.979), (3.875, 0.335), (154.0, 17.9)],
        by_level: [(28.19, 2.76), (0.0, 0.0), (12.21, 2.51)],
        recall: (0.895, 0.0217),
        unjudged: [(0.0, 0.0), (0.5682, 0.0041)],
        unique_relevant: (3.241, 0.445),
        like_print: Some([(0.9379, 0.0258), (0.4776, 0.15)]),
        average_precision: [(0.1896, 0.0161), (0.3517, 0.015), (0.4567, 0.0179)],
    },
    Prototype {
        id: "ntcir6-j",
        draws: 40.0,
        nonrelevant: [(1018.1, 20.2), (206.93, 87.3), (1847.8, 129.0)],
        relevant: [(97.06, 3.12), (10.6, 0.928), (336.43, 41.9)],
        by_level: [(31.11, 4.39), (62.76, 5.17), (3.186, 1.99)],
        recall: (0.8101, 0.026),
        unjudged: [(0.0, 0.0), (0.5243, 0.0041)],
        unique_relevant: (11.28, 0.809),
        like_print: Some([(0.9811, 0.0136), (0.8206, 0.0902)]),
        average_precision: [(0.2304, 0.0218), (0.3888, 0.0101), (0.5744, 0.0169)],
    },
    Prototype {
        id: "ntcir6-c",
        draws: 40.0,
        nonrelevant: [(886.54, 15.5), (202.38, 95.7), (1542.8, 96.6)],
        relevant: [(86.17, 2.94), (13.72, 2.24), (334.1, 60.6)],
        by_level: [(34.89, 5.57), (30.96, 5.5), (20.32, 3.88)],
        recall: (0.7848, 0.0268),
        unjudged: [(0.0, 0.0), (0.5694, 0.0033)],
        unique_relevant: (10.79, 0.905),
        like_print: Some([(0.967, 0.0226), (0.4653, 0.247)]),
        average_precision: [(0.1709, 0.0359), (0.3861, 0.0113), (0.5486, 0.026)],
    },
    Prototype {
        id: "trec8",
        draws: 20.0,
        nonrelevant: [(692.51, 14.6), (137.8, 59.2), (1840.2, 265.0)],
        relevant: [(84.96, 1.82), (7.8, 0.41), (318.35, 26.9)],
        by_level: [(84.96, 1.82), (0.0, 0.0), (0.0, 0.0)],
        recall: (0.894, 0.0191),
        unjudged: [(0.0, 0.0), (0.5261, 0.00486)],
        unique_relevant: (6.233, 0.541),
        like_print: None,
        average_precision: [(0.2611, 0.0234), (0.4026, 0.00849), (0.5065, 0.0152)],
    },
    Prototype {
        id: "trec10",
        draws: 20.0,
        nonrelevant: [(601.94, 10.5), (130.35, 54.7), (1549.6, 128.0)],
        relevant: [(65.8, 1.55), (5.95, 0.224), (303.65, 55.6)],
        by_level: [(65.8, 1.55), (0.0, 0.0), (0.0, 0.0)],
        recall: (0.883, 0.0208),
        unjudged: [(0.0, 0.0), (0.5697, 0.00263)],
        unique_relevant: (5.618, 0.621),
        like_print: None,
        average_precision: [(0.3045, 0.0185), (0.3727, 0.00852), (0.4377, 0.0151)],
    },
    Prototype {
        id: "trec12",
        draws: 20.0,
        nonrelevant: [(579.64, 8.51), (106.25, 43.3), (1602.8, 171.0)],
        relevant: [(55.61, 1.15), (4.0, 0.0), (260.55, 25.2)],
        by_level: [(55.61, 1.15), (0.0, 0.0), (0.0, 0.0)],
        recall: (0.8731, 0.0181),
        unjudged: [(0.0, 0.0), (0.5818, 0.00254)],
        unique_relevant: (5.234, 0.36),
        like_print: None,
        average_precision: [(0.2869, 0.0162), (0.3603, 0.00752), (0.4262, 0.0158)],
    },
    Prototype {
        id: "trec14",
        draws: 40.0,
        nonrelevant: [(432.57, 9.58), (88.45, 43.6), (1047.9, 111.0)],
        relevant: [(55.4, 1.6), (4.85, 0.483), (238.18, 39.4)],
        by_level: [(26.94, 2.61), (0.0, 0.0), (28.46, 2.69)],
        recall: (0.8185, 0.0236),
        unjudged: [(0.04034, 0.000591), (0.6753, 0.00275)],
        unique_relevant: (6.67, 0.551),
        like_print: None,
        average_precision: [(0.2542, 0.0251), (0.3745, 0.012), (0.4777, 0.0198)],
    },
    Prototype {
        id: "ntcir5-c",
        draws: 40.0,
        nonrelevant: [(417.67, 7.49), (124.43, 40.1), (931.45, 105.0)],
        relevant: [(61.16, 2.02), (6.75, 0.543), (228.65, 31.0)],
        by_level: [(21.86, 3.35), (31.52, 3.56), (7.784, 2.23)],
        recall: (0.7932, 0.0263),
        unjudged: [(0.0, 0.0), (0.6542, 0.00241)],
        unique_relevant: (8.684, 0.63),
        like_print: None,
        average_precision: [(0.1727, 0.0214), (0.3292, 0.0149), (0.4589, 0.0221)],
    },
    Prototype {
        id: "ntcir5-j",
        draws: 40.0,
        nonrelevant: [(366.79, 8.81), (97.38, 33.0), (854.42, 104.0)],
        relevant: [(88.75, 2.5), (10.68, 0.656), (283.08, 38.7)],
        by_level: [(43.78, 3.53), (42.18, 4.14), (2.785, 1.61)],
        recall: (0.7389, 0.0208),
        unjudged: [(0.0, 0.0), (0.6627, 0.00264)],
        unique_relevant: (14.69, 0.939),
        like_print: None,
        average_precision: [(0.219, 0.0193), (0.3821, 0.0153), (0.5159, 0.0168)],
    },
];

#[test]
fn draws_look_like_those_of_the_prototype() {
    let mut far = Vec::new();
    for expected in &PROTOTYPE {
        let descriptor = shipped(&format!("{}-twin", expected.id));
        let original = shipped(expected.id);
        let printed = &original.published.as_ref().expect("printed").teams;
        let parameters = descriptor.twin.as_ref().expect("a twin");
        let pool_depth = descriptor.pool_depth.expect("a depth");
        let twin = Twin { id: &descriptor.id, pool_depth, parameters };
        // More of what is cheap to draw: the least of a few topics is far from normal.
        let runs: usize = twin.parameters.teams.iter().map(|team| team.runs).sum();
        let draws = (400 / runs).clamp(4, 12) as u32;
        let drawn: Vec<_> = (0..draws).map(|draw| figures(&twin, draw)).collect();
        let mut compare = |what: &str, band: Band, of: &dyn Fn(&Figures) -> f64| {
            let mean = drawn.iter().map(of).sum::<f64>() / f64::from(draws);
            // Both are means over draws: 3.5 standard errors of the difference, and what the
            // prototype's figures lost by rounding.
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

pub(super) fn small() -> TwinParameters {
    let team = |name: &str, oddness| TwinTeam { name: name.into(), runs: 3, oddness, ..TwinTeam::default() };
    TwinParameters {
        topics: 5,
        relevant: Relevant { mean: 40.0, range: [5, 90] },
        grades: ByGrade { s: 10.0, a: 10.0, b: 20.0 },
        teams: vec![team("a", 0.4), team("b", 0.7), team("c", 1.1), team("d", 2.0)],
        ..TwinParameters::default()
    }
}

fn fingerprint(collection: &TestCollection) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for (index, topic) in collection.topics().iter().enumerate() {
        for verdict in &topic.verdicts {
            let Verdict::Level(level) = verdict else { panic!("a twin withholds nothing") };
            hasher.update(&[*level]);
        }
        for run in 0..collection.runs().len() {
            collection.ranking(run, index).iter().for_each(|document| {
                hasher.update(&document.to_le_bytes());
            });
        }
    }
    hasher.finalize()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let parameters = small();
    let twin = Twin { id: "small-twin", pool_depth: 30, parameters: &parameters };
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        fingerprint(&pool.install(|| generate(&twin, 5, 2)).expect("drawn"))
    };
    assert_eq!(with(1), with(4));
    let other = |twin: &Twin<'_>, seed, draw| fingerprint(&generate(twin, seed, draw).expect("drawn"));
    let renamed = Twin { id: "other-twin", ..twin };
    let all = [other(&twin, 5, 2), other(&twin, 5, 3), other(&twin, 6, 2), other(&renamed, 5, 2)];
    assert!((1..4).all(|later| !all[..later].contains(&all[later])), "seed, draw and id each matter");
}

#[test]
fn the_canonical_text_changes_with_every_constant() {
    let base = small();
    let text = |parameters: &TwinParameters, pool_depth| Twin { id: "t", pool_depth, parameters }.canonical();
    let mut texts = vec![text(&base, 30), text(&base, 31)];
    let changes: [fn(&mut TwinParameters); 18] = [
        |p| p.topics += 1,
        |p| p.relevant.mean += 0.1,
        |p| p.relevant.range[0] += 1,
        |p| p.relevant.range[1] += 1,
        |p| p.grades.a += 1.0,
        |p| p.quality += 0.01,
        |p| p.separation += 0.01,
        |p| p.technology += 0.01,
        |p| p.relevant_factor += 0.01,
        |p| p.grade_factors.s += 0.01,
        |p| p.cross_lingual = true,
        |p| p.quality_order = vec!["a".into()],
        |p| p.teams[1].oddness += 0.001,
        |p| p.teams[1].relevant_oddness = Some(1.0),
        |p| p.teams[1].runs += 1,
        |p| p.teams[1].pooled = Some(1),
        |p| p.relevant_spread = Some(0.9),
        |p| p.ranking_length = Some(1000),
    ];
    for change in changes {
        let mut parameters = base.clone();
        change(&mut parameters);
        texts.push(text(&parameters, 30));
    }
    let count = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), count);
}

#[test]
fn every_pooled_document_is_judged_and_no_other() {
    let parameters = TwinParameters { cross_lingual: true, ..small() };
    let twin = Twin { id: "small-twin", pool_depth: 30, parameters: &parameters };
    let collection = generate(&twin, 5, 0).expect("drawn");
    for (index, topic) in collection.topics().iter().enumerate() {
        let mut pooled: Vec<_> =
            (0..12).flat_map(|run| collection.ranking(run, index)[..30].to_vec()).collect();
        pooled.sort_unstable();
        pooled.dedup();
        assert!(pooled.iter().copied().eq(0..topic.verdicts.len() as u32));
        for run in 0..12 {
            let mut ranking = collection.ranking(run, index).to_vec();
            ranking.sort_unstable();
            ranking.dedup();
            assert_eq!(ranking.len(), model::RUN_LENGTH);
        }
    }
    let monolingual: Vec<_> = collection.runs().iter().map(|run| run.eligible).collect();
    assert_eq!(monolingual, [true, true, false].repeat(4));
}

/// What a twin may have of its own leaves the draw of all else as it is.
#[test]
fn short_rankings_and_runs_that_did_not_pool_are_those_of_the_whole_draw() {
    let mut parameters = small();
    let draw = |parameters: &TwinParameters| {
        generate(&Twin { id: "small-twin", pool_depth: 30, parameters }, 5, 0).expect("drawn")
    };
    let whole = draw(&parameters);
    parameters.ranking_length = Some(20);
    (parameters.teams[0].pooled, parameters.teams[3].pooled) = (Some(1), Some(0));
    let cut = draw(&parameters);
    let pooled: Vec<_> = cut.runs().iter().map(|run| run.pooled).collect();
    assert_eq!(pooled, [true, false, false, true, true, true, true, true, true, false, false, false]);
    assert_eq!(cut.teams().iter().map(|team| team.analysed).collect::<Vec<_>>(), [true, true, true, false]);
    for topic in 0..5 {
        let verdicts = &cut.topics()[topic].verdicts;
        let mut seen = vec![false; verdicts.len()];
        for (run, &is_pooled) in pooled.iter().enumerate() {
            let ranking = cut.ranking(run, topic);
            assert_eq!(ranking.len(), 20);
            let is_in_pool = |&document: &u32| (document as usize) < verdicts.len();
            if is_pooled {
                assert!(ranking.iter().all(is_in_pool));
                ranking.iter().for_each(|&document| seen[document as usize] = true);
            }
            // Numbers differ, as another pool is numbered; which rankings share which documents does not.
            for other in 0..run {
                let shared = |c: &TestCollection| {
                    let other = &c.ranking(other, topic)[..20];
                    let places = c.ranking(run, topic)[..20].iter();
                    places.map(|document| other.iter().position(|d| d == document)).collect::<Vec<_>>()
                };
                assert_eq!(shared(&cut), shared(&whole));
            }
        }
        assert!(seen.into_iter().all(|seen| seen), "a judged document is in the pool");
    }
}

#[test]
fn constants_that_cannot_be_drawn_from_are_named() {
    let fields = |change: fn(&mut TwinParameters)| {
        let mut parameters = small();
        change(&mut parameters);
        parameters.check().into_iter().map(|error| error.field).collect::<Vec<_>>()
    };
    assert_eq!(fields(|_| ()), Vec::<String>::new());
    assert_eq!(fields(|p| p.topics = 0), ["topics"]);
    assert_eq!(fields(|p| p.quality = f64::NAN), ["quality"]);
    assert_eq!(fields(|p| p.relevant.range = [50, 90]), ["relevant.range"]);
    assert_eq!(fields(|p| p.relevant.range = [5, 3000]), ["relevant.range"]);
    assert_eq!(fields(|p| p.grades = ByGrade { s: 0.0, a: 0.0, b: 0.0 })[0], "grades");
    assert_eq!(fields(|p| p.teams.truncate(1)), ["teams"]);
    assert_eq!(fields(|p| p.teams[2].name = "a".into()), ["teams[2]"]);
    assert_eq!(fields(|p| p.teams[2].name = "a b".into()), ["teams[2]"]);
    assert_eq!(fields(|p| p.teams[2].runs = 0), ["teams[2]"]);
    assert_eq!(fields(|p| p.teams[2].oddness = 0.0), ["teams[2]"]);
    assert_eq!(fields(|p| p.teams[2].relevant_oddness = Some(1.0)), ["teams"]);
    assert_eq!(fields(|p| p.teams[2].unlisted = true), ["teams[2]"]);
    assert_eq!(fields(|p| p.quality_order = vec!["z".into()]), ["quality-order"]);
    assert_eq!(fields(|p| p.relevant_spread = Some(1.6)), ["relevant-spread"]);
    assert_eq!(fields(|p| p.ranking_length = Some(0)), ["ranking-length"]);
    assert_eq!(fields(|p| p.ranking_length = Some(1001)), ["ranking-length"]);
    assert_eq!(fields(|p| p.teams[2].pooled = Some(4)), ["teams[2]"]);
    assert_eq!(fields(|p| p.teams.iter_mut().for_each(|team| team.pooled = Some(0))), ["teams"]);
}
