//! Judgments by intent: errors, and the join against its definition.

use proptest::prelude::*;
use rejudge_metrics::{Intent, Placed, Verdict};
use rejudge_pools::{
    Buffers, IntentBuffers, IntentJudgments, JoinedRun, TestCollection, Topic, TopicIntents,
};

use crate::model::collection_and_view;

fn collection() -> TestCollection {
    let verdicts = vec![Verdict::Level(2), Verdict::Pooled, Verdict::Level(0)];
    let topic = Topic { name: "7".into(), verdicts, documents: 3 };
    TestCollection::new(vec![topic], vec![], vec![], vec![]).expect("the parts fit")
}

fn good() -> TopicIntents {
    TopicIntents {
        names: vec!["a".into(), "b".into()],
        intents: [0.25, 0.75].map(|probability| Intent { probability, navigational: false }).to_vec(),
        assumed: false,
        levels: vec![2, 1, 0, 0, 0, 0],
        factors: vec![],
        id_order: vec![2, 0, 1],
    }
}

#[test]
fn what_contradicts_is_named() {
    let refused = |topics| {
        IntentJudgments::new(&collection(), topics).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(refused(vec![good()]), "");
    assert_eq!(refused(vec![]), "judgments by intent of 0 topics, but there are 1 topics");
    let with = |probabilities: [f64; 2]| TopicIntents {
        intents: probabilities.map(|probability| Intent { probability, navigational: true }).to_vec(),
        ..good()
    };
    let sums = |sum| {
        format!(
            "topic `7`: the probabilities of the intents sum to {sum}, expected numbers from 0 that sum to 1"
        )
    };
    assert_eq!(refused(vec![with([0.25, 0.5])]), sums("0.75"));
    assert_eq!(refused(vec![with([-0.5, 1.5])]), sums("1"));
    assert_eq!(refused(vec![with([f64::NAN, 0.5])]), sums("NaN"));
    assert_eq!(refused(vec![with([0.25, 0.750_000_9])]), "");
    for (topic, message) in [
        (TopicIntents { intents: vec![], ..good() }, "topic `7` has no intent"),
        (TopicIntents { names: vec![], ..good() }, "topic `7`: 0 names of intents, expected 2"),
        (TopicIntents { levels: vec![2, 1], ..good() }, "topic `7`: 2 levels, expected 6"),
        (TopicIntents { factors: vec![1.0; 3], ..good() }, "topic `7`: 3 factors, expected 6"),
        (TopicIntents { id_order: vec![0], ..good() }, "topic `7`: 1 places of ids, expected 3"),
        (
            TopicIntents { id_order: vec![0, 2, 2], ..good() },
            "topic `7`: the order of the ids does not place each document once",
        ),
        (
            TopicIntents { factors: vec![1.0, 1.0, 1.0, 1.5, 1.0, 1.0], ..good() },
            "topic `7`, document number 1: a gain's factor is 1.5, expected a number from 0 to 1",
        ),
        (
            TopicIntents { levels: vec![2, 1, 0, 1, 0, 0], ..good() },
            "topic `7`, document number 1: the highest level for an intent is 1, but its verdict is withheld",
        ),
        (
            TopicIntents { levels: vec![1, 1, 0, 0, 0, 0], ..good() },
            "topic `7`, document number 0: the highest level for an intent is 1, but its verdict is level 2",
        ),
    ] {
        assert_eq!(refused(vec![topic]), message);
    }
}

proptest! {
    /// The lists hold the judged documents of the lists of levels, at the same ranks.
    #[test]
    fn lists_are_those_of_the_levels((c, view) in collection_and_view(), max_rank in 0_usize..60) {
        let (mut buffers, mut by_intent) = (Buffers::default(), IntentBuffers::default());
        for run in 0..c.runs().len() {
            let joined = JoinedRun::new(&c, run, max_rank);
            for topic in 0..c.topics().len() {
                let levels = buffers.lists(view.judgments(topic), &joined, topic);
                let rows = by_intent.lists(&view, &joined, topic);
                let judged = levels.raw.ranking.iter().filter(|entry| entry.verdict != Verdict::Pooled);
                let ranks = |list: &[Placed]| list.iter().map(|placed| placed.rank).collect::<Vec<_>>();
                prop_assert_eq!(ranks(rows.raw), judged.clone().map(|entry| entry.rank).collect::<Vec<_>>());
                prop_assert_eq!(ranks(rows.condensed), (1..=rows.raw.len() as u32).collect::<Vec<_>>());
                prop_assert_eq!(rows.condensed.len(), levels.condensed.ranking.len());
                for (placed, entry) in rows.raw.iter().zip(judged) {
                    prop_assert_eq!(c.topic(topic).verdicts[placed.row as usize], entry.verdict);
                    prop_assert_eq!(c.ranking(run, topic)[placed.rank as usize - 1], placed.row);
                }
                prop_assert!(rows.raw.iter().zip(rows.condensed).all(|(a, b)| a.row == b.row));
            }
        }
    }
}
