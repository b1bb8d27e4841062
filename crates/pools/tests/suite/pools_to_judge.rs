//! Laws of pools to be judged, and of samples by level.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rejudge_pools::{
    DocIx, Pool, Preference, Run, SampleRule, Team, TestCollection, Topic, View, pooled_runs, sample,
};

use crate::model::{collection_and_view, rule};

/// Generates collections of a few runs with short rankings, without judgments.
fn rankings() -> impl Strategy<Value = TestCollection> {
    let ranking = Just((0..12).collect::<Vec<DocIx>>())
        .prop_shuffle()
        .prop_flat_map(|docs| (0..=docs.len()).prop_map(move |length| docs[..length].to_vec()));
    let run = (prop::collection::vec(ranking, 2), any::<bool>(), 0_usize..2);
    prop::collection::vec(run, 1..6).prop_map(|runs| {
        let topic = |name: &str| Topic { name: name.into(), verdicts: vec![], documents: 12 };
        let named = runs.iter().enumerate().map(|(number, &(_, pooled, team))| Run {
            name: number.to_string(),
            team,
            pooled,
            eligible: true,
        });
        let teams = ["a", "b"].map(|name| Team { name: name.into(), analysed: true });
        let (named, rankings) = (named.collect(), runs.into_iter().map(|(ranking, ..)| ranking).collect());
        TestCollection::new(vec![topic("1"), topic("2")], named, teams.into(), rankings)
    })
}

const PREFERENCES: [Preference; 3] = [Preference::Frequency, Preference::BestRank, Preference::Rbp(0.8)];

fn listed(pool: &Pool) -> Vec<BTreeSet<DocIx>> {
    (0..2).map(|topic| pool.topic(topic).iter().map(|pooled| pooled.doc).collect()).collect()
}

proptest! {
    #[test]
    fn a_pool_is_the_union_of_the_tops(c in rankings(), depth in 1_usize..14) {
        let runs = pooled_runs(&c, None);
        for preference in PREFERENCES {
            let pool = Pool::build(&c, &runs, depth, preference);
            for topic in 0..2 {
                let top = |&run: &usize| c.ranking(run, topic).iter().take(depth).copied();
                let union: BTreeSet<DocIx> = runs.iter().flat_map(top).collect();
                prop_assert_eq!(&listed(&pool)[topic], &union);
                prop_assert_eq!(pool.topic(topic).len(), union.len());
                for pooled in pool.topic(topic) {
                    let ranks = runs.iter().filter_map(|&run| {
                        let rank = c.ranking(run, topic).iter().position(|&doc| doc == pooled.doc)? + 1;
                        (rank <= depth).then_some(rank)
                    });
                    let ranks: Vec<usize> = ranks.collect();
                    prop_assert_eq!(pooled.runs as usize, ranks.len());
                    prop_assert_eq!(pooled.rank_sum as usize, ranks.iter().sum::<usize>());
                    prop_assert_eq!(pooled.best_rank as usize, *ranks.iter().min().expect("it is in a pool"));
                }
            }
        }
    }

    #[test]
    fn a_team_has_its_first_runs(c in rankings(), most in 1_usize..4) {
        let (all, some) = (pooled_runs(&c, None), pooled_runs(&c, Some(most)));
        for team in 0..2 {
            let of_team = |runs: &[usize]| -> Vec<usize> {
                runs.iter().copied().filter(|&run| c.runs()[run].team == team).collect()
            };
            let expected: Vec<usize> = of_team(&all).into_iter().take(most).collect();
            prop_assert_eq!(of_team(&some), expected);
        }
    }

    /// Every level keeps its share, level 0 is sampled as without strata by level, and a lower rate keeps a
    /// subset of the documents that a higher rate keeps.
    #[test]
    fn samples_by_level_count_every_level(
        (c, base) in collection_and_view(),
        rates in (0_usize..=100, 0_usize..=100),
        least in 0_usize..3,
        seed in any::<u64>(),
    ) {
        let of = |hundredths: usize, by_level| {
            let rate = format!("{}.{:02}", hundredths / 100, hundredths % 100);
            sample(&c, &base, SampleRule { by_level, ..rule(&rate, least, 2) }, seed, &["x"])
        };
        let (small, large) = (of(rates.0.min(rates.1), true), of(rates.0.max(rates.1), true));
        let by_relevance = of(rates.0.min(rates.1), false);
        for at in 0..c.topics().len() {
            prop_assert_eq!(small.mask(at).without(large.mask(at)).count(), 0);
            prop_assert_eq!(small.judged_nonrelevant(at), by_relevance.judged_nonrelevant(at));
            let level = |view: &View, level: u8| view.ideal(at).iter().filter(|&&l| l == level).count();
            for number in 1..=c.topic(at).verdicts.len() as u8 {
                let count = level(&base, number);
                let share = rates.0.min(rates.1) * count / 100;
                prop_assert_eq!(level(&small, number), count.min(share.max(least)));
            }
        }
    }
}
