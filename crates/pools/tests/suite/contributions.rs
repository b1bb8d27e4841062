//! Compares `D_t` and `U_t` with their definitions.

use proptest::prelude::*;
use rejudge_pools::{Contributions, TestCollection, View};

use crate::model::{Docs, collection_and_view, contributed_documents, docs, level};

/// Returns `U_t` by its definition: `D_t` without the `D_t` of every other team.
fn unique(c: &TestCollection, base: &View, team: usize, topic: usize, depth: usize) -> Docs {
    let others = (0..c.teams().len()).filter(|&other| other != team);
    others.fold(contributed_documents(c, base, team, topic, depth), |rest, other| {
        &rest - &contributed_documents(c, base, other, topic, depth)
    })
}

proptest! {
    #[test]
    fn contributions_agree_with_their_definition(
        (c, base) in collection_and_view(),
        depth in 0_usize..60,
        min_rel in 0_u8..4,
    ) {
        let contributions = Contributions::new(&c, &base, depth);
        for team in 0..c.teams().len() {
            let (mut total, mut contributed_topics, mut topics) = (0, 0, 0);
            for (at, topic) in c.topics().enumerate() {
                let d = contributed_documents(&c, &base, team, at, depth);
                let u = unique(&c, &base, team, at, depth);
                prop_assert_eq!(&docs(contributions.pooled(team, at)), &d);
                prop_assert_eq!(&docs(contributions.unique(team, at)), &u);
                // Level 0 is never relevant.
                let is_relevant = |doc: &&u32| base.keeps(at, **doc) && level(topic, **doc) >= min_rel.max(1);
                total += u.len();
                let relevant = u.iter().filter(is_relevant).count();
                prop_assert_eq!(contributions.unique_relevant(&base, team, at, min_rel) as usize, relevant);
                if docs(base.mask(at)).iter().any(|doc| is_relevant(&doc)) {
                    topics += 1;
                    contributed_topics += usize::from(d.iter().any(|doc| is_relevant(&doc)));
                }
            }
            prop_assert_eq!(contributions.unique_total(team) as usize, total);
            prop_assert_eq!(contributions.topics_with_relevant(&base, team, min_rel), (contributed_topics, topics));
        }
    }
}
