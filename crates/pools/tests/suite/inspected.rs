//! Laws of the inspection of pools and runs.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rejudge_pools::inspect::{MIN_POOL_SHARE, count_by_rank, identical_runs, implied_depth, ties};
use rejudge_pools::{FileFacts, RunIx, TestCollection, Tied, TopicRef, View, pool_depth};
use rejudge_stats::Draw;

use crate::model::{collection, collection_where};
use crate::pooled::{judged_from, judged_where, rankings};

fn topics_with_documents(c: &TestCollection, run: RunIx) -> Vec<usize> {
    (0..c.topics().len()).filter(|&topic| !c.ranking(run, topic).is_empty()).collect()
}

/// Returns the collection with groups of equal scores. Each ranking is cut into pieces of these lengths, which are
/// repeated.
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
    c.with_file_facts(FileFacts { tied, ..FileFacts::default() })
}

proptest! {
    /// Runs are identical if and only if they have documents, and their rankings for every topic are equal.
    #[test]
    fn identical_runs_are_copies(c in collection_where(true), copies in prop::collection::vec(0_usize..6, 0..4)) {
        prop_assume!(!c.runs().is_empty());
        let count = c.runs().len();
        let of = |run: RunIx| (0..c.topics().len()).map(|topic| c.ranking(run, topic).to_vec()).collect::<Vec<_>>();
        let origins: Vec<_> = (0..count).chain(copies.iter().map(|copy| copy % count)).collect();
        let runs = origins.iter().map(|&run| c.runs()[run].clone()).collect();
        let rankings = origins.iter().map(|&run| of(run)).collect();
        let more = TestCollection::new(c.topics().map(TopicRef::into_owned).collect(), runs, c.teams().to_vec(), rankings);
        let groups = identical_runs(&more);
        let group = |run: RunIx| groups.iter().position(|group| group.runs.contains(&run));
        for one in 0..origins.len() {
            for other in one + 1..origins.len() {
                let same = of(origins[one]) == of(origins[other]) && !topics_with_documents(&more, one).is_empty();
                prop_assert_eq!(same, group(one).is_some() && group(one) == group(other));
            }
        }
    }

    /// The numbers of tied groups agree with their definition.
    #[test]
    fn ties_are_counted(c in collection(), lengths in prop::collection::vec(1_u32..9, 1..6)) {
        let c = tied(c, &lengths);
        for run in 0..c.runs().len() {
            let found = ties(&c, run, usize::MAX).expect("read");
            prop_assert!(found.with_different_verdicts <= found.groups && found.tied <= found.documents);
            let ranges = &c.file_facts().expect("read").tied[run];
            prop_assert_eq!(found.groups, ranges.iter().map(Vec::len).sum::<usize>());
            let shallow = ties(&c, run, 3).expect("read");
            let begin = ranges.iter().flatten().filter(|group| group.start < 3).count();
            prop_assert_eq!((shallow.groups, shallow.tied), (begin, found.tied));
        }
    }

    /// All ranks together add the judged documents of the pool.
    #[test]
    fn ranks_add_up_to_the_pool(c in collection_where(true), depth in 1_usize..12) {
        let full = View::full(&c);
        let pool = pool_depth(&c, &full, depth);
        let of = |count: &dyn Fn(usize) -> usize| (0..c.topics().len()).map(count).sum::<usize>();
        let ranks = count_by_rank(&c, depth, 1);
        prop_assert_eq!(ranks.iter().map(|at| at.judged).sum::<usize>(), of(&|topic| pool.mask(topic).count() as usize));
        prop_assert_eq!(ranks.iter().map(|at| at.relevant).sum::<usize>(), of(&|topic| pool.relevant(topic, 1)));
        prop_assert!(ranks.iter().all(|at| at.relevant <= at.judged && at.judged <= at.new));
    }
}

proptest! {
    // A likely result need not occur in every draw, so the seed is fixed.
    #![proptest_config(ProptestConfig { cases: 100, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    /// The depth of a pool of all runs is found, even if one judgment in two hundred is lost.
    #[test]
    fn a_known_pool_is_found(seed in any::<u64>(), depth in 1_usize..20, lost in any::<bool>()) {
        let (rankings, all) = (rankings(12, seed), (0..12).collect::<Vec<_>>());
        let mut stream = Draw::new(seed, &["lost"]);
        let c = judged_from(&rankings, &all, depth, || lost && stream.below(200) == 0);
        prop_assert_eq!(implied_depth(&c), Some(depth as u32));
    }

    /// A depth is returned only if the pool contains nearly all judgments. Here a share of the documents outside of
    /// the pool is judged too.
    #[test]
    fn no_depth_is_returned_if_the_pool_contains_few_judgments(seed in any::<u64>(), depth in 2_usize..8, more in 0_u32..70) {
        let (rankings, all) = (rankings(12, seed), (0..12).collect::<Vec<_>>());
        let mut stream = Draw::new(seed, &["more"]);
        let c = judged_where(&rankings, &all, depth, |in_pool| in_pool | (stream.below(100) < more));
        let judged = |c: &TestCollection| c.topics().map(|topic| topic.verdicts.len()).sum::<usize>();
        let tops = judged(&judged_from(&rankings, &all, depth, || false));
        let explains = tops as f64 >= MIN_POOL_SHARE * judged(&c) as f64;
        prop_assert_eq!(implied_depth(&c), explains.then_some(depth as u32));
    }
}
