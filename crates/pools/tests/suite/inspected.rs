//! The laws of the inspection, each against a naive reading of its definition.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rejudge_metrics::{Gains, JudgedList, Metric, Scorer};
use rejudge_pools::inspect::{
    ALIKE_DEPTH, ALIKE_PERSISTENCE, Answers, CLIFF_OF_SOME, COMPLETE, EXPLAINS, EXPLAINS_ALL, LOST,
    PoolShape, TieOrder, alike_runs, answers, covered_to, identical_runs, implied_pool, judged_at, judgments,
    ties, with_ties,
};
use rejudge_pools::{AsRead, Buffers, DocIx, JoinedRun, RunIx, TestCollection, Tied, UNINTERNED, View};
use rejudge_stats::Draw;

use crate::model::{collection, collection_where};
use crate::pooled::{judged_from, judged_where, rankings};
use crate::unit_cases::{LINEAR, scored};

/// Measures that raising a document above one of a lower level never lowers.
const MEASURES: [&str; 9] = ["AP", "Q", "nDCG", "nDCG@3", "ERR", "RBP", "P@3", "RR", "Bpref"];

/// Scores of `MEASURES` by run and topic.
fn scores(c: &TestCollection) -> Vec<Vec<Option<f64>>> {
    let metrics: Vec<Metric> = MEASURES.iter().map(|name| name.parse().expect("a measure")).collect();
    let scorer = Scorer::new(&metrics, &Gains::linear(3), 1, Some(1000)).expect("good settings");
    let (full, mut buffers, mut rows) = (View::full(c), Buffers::default(), Vec::new());
    for run in 0..c.runs().len() {
        let joined = JoinedRun::new(c, run, 1000);
        for topic in 0..c.topics().len() {
            let lists = buffers.lists(c, &full, &joined, topic);
            let mut row = vec![None; metrics.len()];
            scorer.score(&lists.raw, &lists.condensed, &mut row);
            rows.push(row);
        }
    }
    rows
}

fn answered(c: &TestCollection, run: RunIx) -> Vec<usize> {
    (0..c.topics().len()).filter(|&topic| !c.ranking(run, topic).is_empty()).collect()
}

/// The same collection with groups of equal scores: each ranking cut into pieces of these lengths, over and
/// over.
fn tied(c: TestCollection, lengths: &[u32]) -> TestCollection {
    let pieces = |length: usize| {
        let (mut at, mut groups) = (0, Vec::new());
        for &piece in lengths.iter().cycle() {
            if at as usize >= length {
                return groups;
            }
            if piece > 1 {
                groups.push(Tied { start: at, end: at + piece });
            }
            at += piece;
        }
        groups
    };
    let of_run = |run| (0..c.topics().len()).map(|topic| pieces(c.ranking(run, topic).len())).collect();
    let tied = (0..c.runs().len()).map(of_run).collect();
    c.with_as_read(AsRead { tied, ..AsRead::default() })
}

/// RBO down to `ALIKE_DEPTH` by sets.
fn overlap(a: &[DocIx], b: &[DocIx]) -> f64 {
    let top = |list: &[DocIx], depth: usize| -> BTreeSet<DocIx> {
        list.iter().take(depth).copied().filter(|&doc| doc != UNINTERNED).collect()
    };
    let deepest = a.len().max(b.len()).min(ALIKE_DEPTH);
    let weight = |depth: usize| ALIKE_PERSISTENCE.powi(depth as i32 - 1);
    let agreement = |depth: usize| (&top(a, depth) & &top(b, depth)).len() as f64 / depth as f64;
    let sum: f64 = (1..=deepest).map(|depth| weight(depth) * agreement(depth)).sum();
    sum / (1..=deepest).map(weight).sum::<f64>()
}

/// The share of the top `depth` that is judged; of no document at all 0.
fn judged_to(list: &JudgedList<'_>, depth: usize) -> f64 {
    if depth == 0 { 0.0 } else { scored(list, &format!("Judged@{depth}"), LINEAR).expect("any list has one") }
}

proptest! {
    #[test]
    fn judged_at_is_the_mean_of_the_measure(c in collection()) {
        let depths = [0, 1, 2, 5, 30, 200];
        let (full, mut buffers) = (View::full(&c), Buffers::default());
        for run in 0..c.runs().len() {
            let joined = JoinedRun::new(&c, run, usize::MAX);
            let answered = answered(&c, run);
            let found = judged_at(&c, run, &depths);
            prop_assert_eq!(found.is_some(), !answered.is_empty());
            for (at, found) in found.into_iter().flatten().enumerate() {
                let of = |&topic: &usize| {
                    let lists = buffers.lists(&c, &full, &joined, topic);
                    judged_to(&lists.raw, depths[at])
                };
                let mean = answered.iter().map(of).sum::<f64>() / answered.len() as f64;
                prop_assert!((found - mean).abs() < 1e-12, "{} against {}", found, mean);
            }
        }
    }

    #[test]
    fn covered_to_is_the_last_depth_of_enough(c in collection(), share in 0.05_f64..1.0) {
        let longest = (0..c.runs().len()).flat_map(|run| c.lengths(run)).max().unwrap_or(0);
        let mean = |depth: usize| {
            let by_run: Vec<f64> =
                (0..c.runs().len()).filter_map(|run| judged_at(&c, run, &[depth])).map(|found| found[0]).collect();
            by_run.iter().sum::<f64>() / by_run.len() as f64
        };
        let covered = covered_to(&c, share);
        prop_assert!(covered <= longest);
        prop_assert!((1..=covered).all(|depth| mean(depth) >= share));
        prop_assert!(covered == longest || mean(covered + 1) < share);
    }

    /// Whatever the collection, what is said of a run is what counting gives.
    #[test]
    fn runs_are_described_as_counted(c in collection()) {
        let pool = implied_pool(&[&c]);
        for (run, described) in pool.runs.iter().enumerate() {
            let topics = answered(&c, run);
            let has_verdict = |topic: usize, doc: DocIx| (doc as usize) < c.topics()[topic].verdicts.len();
            let count = |all: bool| {
                let like = |&&topic: &&usize| {
                    c.ranking(run, topic).iter().take(pool.depth).all(|&doc| has_verdict(topic, doc) == all)
                };
                topics.iter().filter(like).count() as u32
            };
            let blank = count(false);
            let lost = if pool.depth < 5 || f64::from(blank) > LOST * topics.len() as f64 { 0 } else { blank };
            prop_assert_eq!(described.answered as usize, topics.len());
            prop_assert_eq!((described.complete, described.lost), (count(true), lost));
            prop_assert!((0.0..=1.0).contains(&described.complete_share()));
            prop_assert!(!described.looks_pooled || described.complete_share() >= COMPLETE);
        }
        // The same collection twice is the same evidence.
        prop_assert_eq!(implied_pool(&[&c, &c]), pool);
    }

    #[test]
    fn alike_runs_are_those_of_the_definition(c in collection(), least in 0.0_f64..1.0) {
        let found = alike_runs(&c, least);
        let (mut expected, mut close) = (BTreeSet::new(), false);
        for first in 0..c.runs().len() {
            for second in first + 1..c.runs().len() {
                let topics: BTreeSet<_> = answered(&c, first).into_iter().chain(answered(&c, second)).collect();
                let of = |&topic: &usize| overlap(c.ranking(first, topic), c.ranking(second, topic));
                let mean = topics.iter().map(of).sum::<f64>() / topics.len() as f64;
                close |= (mean - least).abs() < 1e-12;
                if mean >= least {
                    expected.insert([first, second]);
                }
                if let Some(pair) = found.iter().find(|pair| pair.runs == [first, second]) {
                    prop_assert!((pair.overlap - mean).abs() < 1e-12);
                    prop_assert_eq!(pair.topics, topics.len());
                }
            }
        }
        let runs: BTreeSet<_> = found.iter().map(|pair| pair.runs).collect();
        prop_assert!(close || runs == expected, "{:?} against {:?}", runs, expected);
        prop_assert!(found.is_sorted_by(|a, b| a.overlap >= b.overlap));
    }

    /// Runs are identical if and only if every topic is the same; and then they overlap in full.
    #[test]
    fn identical_runs_are_copies(c in collection_where(true), copies in prop::collection::vec(0_usize..6, 0..4)) {
        prop_assume!(!c.runs().is_empty());
        let count = c.runs().len();
        let of = |run: RunIx| (0..c.topics().len()).map(|topic| c.ranking(run, topic).to_vec()).collect::<Vec<_>>();
        let origins: Vec<_> = (0..count).chain(copies.iter().map(|copy| copy % count)).collect();
        let runs = origins.iter().map(|&run| c.runs()[run].clone()).collect();
        let rankings = origins.iter().map(|&run| of(run)).collect();
        let more = TestCollection::new(c.topics().to_vec(), runs, c.teams().to_vec(), rankings).expect("fits");
        let groups = identical_runs(&more);
        let group = |run: RunIx| groups.iter().position(|group| group.runs.contains(&run));
        for one in 0..origins.len() {
            for other in one + 1..origins.len() {
                let same = of(origins[one]) == of(origins[other]) && !answered(&more, one).is_empty();
                prop_assert_eq!(same, group(one).is_some() && group(one) == group(other));
            }
        }
        let alike = alike_runs(&more, 1.0 - 1e-12);
        for pair in groups.iter().flat_map(|group| group.runs.windows(2)) {
            let found = alike.iter().find(|alike| alike.runs == *pair).expect("identical runs are alike");
            prop_assert_eq!((found.overlap, found.same), (1.0, found.topics));
        }
    }

    #[test]
    fn judgments_agree_with_the_full_view(c in collection(), min_rel in 0_u8..4, few in 0_usize..60) {
        let (found, full) = (judgments(&c, min_rel, few), View::full(&c));
        for (at, topic) in found.topics.iter().enumerate() {
            prop_assert_eq!(topic.relevant, full.relevant(at, min_rel));
            let judged = full.mask(at).count() as usize;
            prop_assert_eq!(topic.relevant + topic.nonrelevant, judged);
            prop_assert_eq!(judged + topic.pooled, c.topics()[at].verdicts.len());
            prop_assert_eq!(found.none_relevant.contains(&at), topic.relevant == 0);
            prop_assert_eq!(found.few_relevant.contains(&at), (1..few).contains(&topic.relevant));
        }
        let judged: usize = (0..c.topics().len()).map(|at| full.mask(at).count() as usize).sum();
        prop_assert_eq!(found.levels.iter().sum::<usize>(), judged);
    }

    /// No order of equal scores leaves the bounds, and both bounds are orders of them.
    #[test]
    fn scores_stay_between_the_bounds(
        c in collection(),
        lengths in prop::collection::vec(1_u32..9, 1..6),
        seed in any::<u64>(),
    ) {
        let c = tied(c, &lengths);
        let [best, worst] = [TieOrder::Best, TieOrder::Worst].map(|order| with_ties(&c, order).expect("read"));
        // Any other order of the same groups.
        let mut stream = Draw::new(seed, &["ties"]);
        let mut shuffled = Vec::new();
        for run in 0..c.runs().len() {
            let mut by_topic = Vec::new();
            for topic in 0..c.topics().len() {
                let mut ranking = c.ranking(run, topic).to_vec();
                let length = ranking.len();
                for group in &c.as_read().expect("read").tied[run][topic] {
                    stream.shuffle(&mut ranking[group.start as usize..(group.end as usize).min(length)]);
                }
                let sorted = |ranking: &[DocIx]| {
                    let mut sorted = ranking.to_vec();
                    sorted.sort_unstable();
                    sorted
                };
                prop_assert_eq!(sorted(best.ranking(run, topic)), sorted(&ranking));
                prop_assert_eq!(sorted(worst.ranking(run, topic)), sorted(&ranking));
                by_topic.push(ranking);
            }
            shuffled.push(by_topic);
        }
        let any = TestCollection::new(c.topics().to_vec(), c.runs().to_vec(), c.teams().to_vec(), shuffled);
        let any = any.expect("the same documents");
        let (best, worst, any, as_is) = (scores(&best), scores(&worst), scores(&any), scores(&c));
        for ((best, worst), (any, as_is)) in best.iter().zip(&worst).zip(any.iter().zip(&as_is)) {
            for (at, name) in MEASURES.iter().enumerate() {
                for score in [any[at], as_is[at]] {
                    prop_assert_eq!(score.is_some(), best[at].is_some() && worst[at].is_some());
                    if let (Some(score), Some(best), Some(worst)) = (score, best[at], worst[at]) {
                        prop_assert!(worst <= score + 1e-12 && score <= best + 1e-12, "{}", name);
                    }
                }
            }
        }
    }

    /// Groups that do not matter move no score, and the counts are those of the definition.
    #[test]
    fn only_mattering_ties_move_scores(c in collection(), lengths in prop::collection::vec(1_u32..9, 1..6)) {
        let c = tied(c, &lengths);
        let [best, worst] =
            [TieOrder::Best, TieOrder::Worst].map(|order| scores(&with_ties(&c, order).expect("read")));
        let topics = c.topics().len();
        for run in 0..c.runs().len() {
            let found = ties(&c, run, usize::MAX).expect("read");
            prop_assert!(found.mattering <= found.groups && found.tied <= found.documents);
            let ranges = &c.as_read().expect("read").tied[run];
            prop_assert_eq!(found.groups, ranges.iter().map(Vec::len).sum::<usize>());
            let shallow = ties(&c, run, 3).expect("read");
            let begin = ranges.iter().flatten().filter(|group| group.start < 3).count();
            prop_assert_eq!((shallow.groups, shallow.tied), (begin, found.tied));
            if found.mattering == 0 {
                let of_run = run * topics..(run + 1) * topics;
                prop_assert_eq!(&best[of_run.clone()], &worst[of_run]);
            }
        }
    }

    #[test]
    fn answers_are_counted(c in collection()) {
        for run in 0..c.runs().len() {
            let Answers { lacks, mean, most } = answers(&c, run);
            let lengths: Vec<_> = answered(&c, run).iter().map(|&topic| c.ranking(run, topic).len()).collect();
            prop_assert_eq!(lacks.len() + lengths.len(), c.topics().len());
            prop_assert!(lacks.iter().all(|&topic| c.ranking(run, topic).is_empty()));
            prop_assert_eq!(mean.is_some(), !lengths.is_empty());
            prop_assert_eq!(most, lengths.iter().copied().max());
            if let (Some(mean), Some(&fewest), Some(most)) = (mean, lengths.iter().min(), most) {
                prop_assert!(fewest as f64 <= mean && mean <= most as f64);
            }
        }
    }
}

proptest! {
    // What is likely does not hold for every draw: the draws are always the same ones.
    #![proptest_config(ProptestConfig { cases: 100, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    /// A pool of known runs and depth is found again: no run of it is missed, also where one judgment in two
    /// hundred is lost, but for one in ten at most. Runs beside it may look pooled, where nine tenths of
    /// their tops are in the pool.
    #[test]
    fn a_known_pool_is_found(
        seed in any::<u64>(),
        depth in 1_usize..20,
        chosen in prop::sample::subsequence((0..24).collect::<Vec<_>>(), 3..24),
        lost in any::<bool>(),
    ) {
        let rankings = rankings(24, seed);
        let mut stream = Draw::new(seed, &["lost"]);
        // A top of 20 that loses one in two hundred is complete for 90 % of the topics: too few.
        let lost = lost && depth <= 5;
        let c = judged_from(&rankings, &chosen, depth, || lost && stream.below(200) == 0);
        let pool = implied_pool(&[&c]);
        let PoolShape::Depth { depth: found, .. } = pool.shape else {
            panic!("{:?} at {depth}", pool.shape);
        };
        prop_assert_eq!(found, depth);
        let looking: BTreeSet<_> = pool.looking_pooled().collect();
        let missed = chosen.iter().filter(|run| !looking.contains(run)).count();
        prop_assert!(missed == 0 || lost && missed <= (chosen.len() / 10).max(1), "{missed} of {}", chosen.len());
    }

    /// A pool is named where it explains the judgments, and nowhere else: of documents beside it so many in
    /// a hundred are judged too.
    #[test]
    fn a_pool_of_few_judgments_is_not_named(seed in any::<u64>(), depth in 2_usize..8, more in 0_u32..70) {
        let (rankings, all) = (rankings(12, seed), (0..12).collect::<Vec<_>>());
        let mut stream = Draw::new(seed, &["more"]);
        let c = judged_where(&rankings, &all, depth, |in_pool| in_pool | (stream.below(100) < more));
        let judged = |c: &TestCollection| c.topics().iter().map(|topic| topic.verdicts.len()).sum::<usize>();
        let tops = judged(&judged_from(&rankings, &all, depth, || false));
        let is_most = tops as f64 >= EXPLAINS * judged(&c) as f64;
        let pool = implied_pool(&[&c]);
        match pool.shape {
            PoolShape::Depth { depth: found, explained, cliff } => {
                prop_assert!(is_most && (found, explained) == (depth, tops));
                prop_assert!(cliff >= CLIFF_OF_SOME || tops as f64 >= EXPLAINS_ALL * judged(&c) as f64);
                prop_assert_eq!(pool.looking_pooled().count(), 12);
            }
            PoolShape::Part { depth: found, explained, runs, cliff } => {
                // Where half of all is judged the next rank may look like the last one; it explains as
                // little.
                prop_assert!((explained as f64) < EXPLAINS * judged(&c) as f64 || cliff < CLIFF_OF_SOME);
                prop_assert!((found, runs) != (depth, 12) || explained == tops);
                prop_assert_eq!(pool.looking_pooled().count(), 0);
            }
            // Where most documents are judged hardly any topic breaks.
            shape => prop_assert!(more > 20, "{shape:?}"),
        }
    }

    /// Judgments that are a random part of all documents were no pool of these runs, whatever part.
    #[test]
    fn scattered_judgments_are_no_pool(seed in any::<u64>(), kept in 5_u32..98) {
        let rankings = rankings(12, seed);
        let mut stream = Draw::new(seed, &["scattered"]);
        let all: Vec<_> = (0..12).collect();
        let c = judged_from(&rankings, &all, usize::MAX, || stream.below(100) >= kept);
        prop_assert_eq!(implied_pool(&[&c]).shape, PoolShape::NoRun);
    }

    #[test]
    fn judgments_of_everything_are_no_pool_of_a_depth(seed in any::<u64>(), others in 0_usize..6) {
        let rankings = rankings(12, seed);
        let chosen: Vec<_> = (others..12).collect();
        let c = judged_from(&rankings, &chosen, usize::MAX, || false);
        let pool = implied_pool(&[&c]);
        prop_assert_eq!(pool.shape, PoolShape::All);
        prop_assert_eq!(pool.looking_pooled().count(), 0);
    }
}
