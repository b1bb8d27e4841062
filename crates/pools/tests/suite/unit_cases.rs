//! One ranking for one topic with classes and groups, written by hand or drawn at random.

use std::collections::BTreeSet;
use std::sync::Arc;

use Verdict::{Level, Pooled};
use proptest::prelude::*;
use rejudge_metrics::{Gains, JudgedList, Scorer, Verdict};
use rejudge_pools::{
    Buffers, DocIx, Group, JoinedRun, Lists, Run, Team, TestCollection, Topic, TopicUnits, Units, View,
};

pub const LINEAR: [f64; 4] = [0.0, 1.0, 2.0, 3.0];
/// Gains that are so steep that the order of levels at one rank matters in Q.
pub const STEEP: [f64; 4] = [0.0, 1.0, 5.0, 100.0];

pub fn gains(by_level: [f64; 4]) -> Gains {
    Gains::new((0..).zip(by_level)).expect("gains that do not decrease")
}

/// Returns the score of one list.
pub fn scored(list: &JudgedList<'_>, measure: &str, by_level: [f64; 4]) -> Option<f64> {
    let metric = measure.parse().unwrap_or_else(|error| panic!("{error}"));
    let scorer = Scorer::new(&[metric], &gains(by_level), 1, None).expect("good settings");
    let mut scores = [None];
    scorer.score(list, list, &mut scores);
    scores[0]
}

/// A collection of one topic and one run, and the units of the topic.
#[derive(Clone, Debug)]
pub struct Case {
    pub collection: TestCollection,
    pub units: TopicUnits,
}

impl Case {
    pub fn new(verdicts: &[Verdict], ranking: &[DocIx], units: TopicUnits) -> Self {
        let topic =
            Topic { name: "1".into(), verdicts: verdicts.to_vec(), documents: verdicts.len() as u32 + 9 };
        let run = Run { name: "a1".into(), team: 0, pooled: true, eligible: true };
        let team = Team { name: "a".into(), analysed: true };
        let rankings = vec![vec![ranking.to_vec()]];
        let collection = TestCollection::new(vec![topic], vec![run], vec![team], rankings);
        Self { collection, units }
    }

    pub fn verdicts(&self) -> &[Verdict] {
        self.collection.topic(0).verdicts
    }

    pub fn ranking(&self) -> &[DocIx] {
        self.collection.ranking(0, 0)
    }

    pub fn view(&self) -> View {
        let units = Units::new(&self.collection, std::slice::from_ref(&self.units));
        View::full(&self.collection).with_units(&self.collection, Arc::new(units))
    }

    pub fn score<T>(&self, of: impl Fn(&Lists<'_>) -> T) -> T {
        let (view, joined) = (self.view(), JoinedRun::new(&self.collection, 0, 1000));
        of(&Buffers::default().lists(view.judgments(0), &joined, 0))
    }

    /// Returns the raw list as (rank, verdict).
    pub fn entries(&self) -> Vec<(u32, Verdict)> {
        self.score(|lists| lists.raw.ranking.iter().map(|entry| (entry.rank, entry.verdict)).collect())
    }
}

pub fn group(members: &[DocIx], level: u8) -> Group {
    Group { members: members.to_vec(), level }
}

/// Generates classes and groups of the documents `0..judged`. A group does not contain two documents of one
/// class.
pub fn units_of(judged: DocIx) -> impl Strategy<Value = TopicUnits> {
    let docs: Vec<DocIx> = (0..judged).collect();
    let class_of = prop::collection::vec(0_usize..10, judged as usize);
    let most = docs.len().min(3);
    let members = prop::sample::subsequence(docs, most.min(1)..=most).prop_shuffle();
    let groups = prop::collection::vec((members, 1_u8..4), if judged == 0 { 0..1 } else { 0..7 });
    (class_of, groups).prop_map(|(class_of, groups)| {
        // A class number of 5 or above means that the document is in no class. This is so for about half of
        // the documents.
        let members = |class| {
            let docs = (0..).zip(&class_of).filter(|&(_, &of)| of == class).map(|(doc, _)| doc);
            docs.collect::<Vec<DocIx>>()
        };
        let classes: Vec<_> = (0..5).map(members).filter(|class| !class.is_empty()).collect();
        let class = |doc: DocIx| match class_of[doc as usize] {
            none @ 5.. => 100 * none + doc as usize,
            class => class,
        };
        let apart = |group: &Group| {
            let kinds: BTreeSet<_> = group.members.iter().map(|&doc| class(doc)).collect();
            !group.members.is_empty() && kinds.len() == group.members.len()
        };
        let groups = groups.into_iter().map(|(members, level)| Group { members, level }).filter(apart);
        TopicUnits { classes, groups: groups.collect() }
    })
}

/// Generates cases with few documents, so that units share documents.
pub fn case() -> impl Strategy<Value = Case> {
    let verdict = prop_oneof![1 => Just(Pooled), 6 => Just(Level(0)), 4 => (1_u8..4).prop_map(Level)];
    let verdicts = (4_usize..13).prop_flat_map(move |most| prop::collection::vec(verdict.clone(), 0..most));
    verdicts.prop_flat_map(|verdicts| {
        let judged = verdicts.len() as DocIx;
        let all: Vec<DocIx> = (0..judged + 4).collect();
        let ranking = prop::sample::subsequence(all, 0..=judged as usize + 4).prop_shuffle();
        (Just(verdicts), ranking, units_of(judged))
            .prop_map(|(verdicts, ranking, units)| Case::new(&verdicts, &ranking, units))
    })
}
