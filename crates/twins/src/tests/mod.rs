//! Properties that hold for every draw. (The tests in tests/suite compare twins with numbers from the model's
//! prototype.)

mod effects;

use rejudge_metrics::Verdict;

use super::*;

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
    for (index, topic) in collection.topics().enumerate() {
        for verdict in topic.verdicts {
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
        fingerprint(&pool.install(|| generate(&twin, 5, 2)))
    };
    assert_eq!(with(1), with(4));
    let other = |twin: &Twin<'_>, seed, draw| fingerprint(&generate(twin, seed, draw));
    let renamed = Twin { id: "other-twin", ..twin };
    let all = [other(&twin, 5, 2), other(&twin, 5, 3), other(&twin, 6, 2), other(&renamed, 5, 2)];
    assert!((1..4).all(|later| !all[..later].contains(&all[later])), "seed, draw and id each matter");
}

#[test]
fn every_pooled_document_is_judged_and_no_other() {
    let parameters = TwinParameters { cross_lingual: true, ..small() };
    let twin = Twin { id: "small-twin", pool_depth: 30, parameters: &parameters };
    let collection = generate(&twin, 5, 0);
    for (index, topic) in collection.topics().enumerate() {
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

/// Shorter rankings and unpooled runs must not change anything else in a draw.
#[test]
fn short_rankings_and_unpooled_runs_change_nothing_else() {
    let mut parameters = small();
    let draw =
        |parameters: &TwinParameters| generate(&Twin { id: "small-twin", pool_depth: 30, parameters }, 5, 0);
    let whole = draw(&parameters);
    parameters.ranking_length = Some(20);
    (parameters.teams[0].pooled, parameters.teams[3].pooled) = (Some(1), Some(0));
    let cut = draw(&parameters);
    let pooled: Vec<_> = cut.runs().iter().map(|run| run.pooled).collect();
    assert_eq!(pooled, [true, false, false, true, true, true, true, true, true, false, false, false]);
    assert_eq!(cut.teams().iter().map(|team| team.analysed).collect::<Vec<_>>(), [true, true, true, false]);
    for topic in 0..5 {
        let verdicts = &cut.topic(topic).verdicts;
        let mut seen = vec![false; verdicts.len()];
        for (run, &is_pooled) in pooled.iter().enumerate() {
            let ranking = cut.ranking(run, topic);
            assert_eq!(ranking.len(), 20);
            let is_in_pool = |&document: &u32| (document as usize) < verdicts.len();
            if is_pooled {
                assert!(ranking.iter().all(is_in_pool));
                ranking.iter().for_each(|&document| seen[document as usize] = true);
            }
            // The pools differ, so the documents have different numbers. We compare at which ranks two rankings have
            // the same documents.
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
    assert_eq!(fields(|p| p.effects.team_slope = -0.1), ["effects.team-slope"]);
    assert_eq!(fields(|p| p.effects.left_tail = -0.1), ["effects.left-tail"]);
    assert_eq!(fields(|p| p.effects.run_topic = f64::NAN), ["effects.run-topic"]);
    assert_eq!(fields(|p| p.effects.quality_by_easiness = 1.1), ["effects.quality-by-easiness"]);
    assert_eq!(fields(|p| p.effects.interaction_by_easiness = -1.0), [""; 0]);
    assert_eq!(fields(|p| p.teams[2].pooled = Some(4)), ["teams[2]"]);
    assert_eq!(fields(|p| p.teams.iter_mut().for_each(|team| team.pooled = Some(0))), ["teams"]);
}
