//! Random collections, and judgment sets as plain sets of documents.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rejudge_metrics::Verdict;
use rejudge_pools::{
    Contributions, DocIx, Mask, Run, SampleRule, Team, TeamIx, TestCollection, Topic, TopicIx, TopicRef,
    UNINTERNED, View, leave_teams_out, pool_depth, sample,
};

/// A set of documents of one topic.
pub type Docs = BTreeSet<DocIx>;

pub fn docs(mask: &Mask) -> Docs {
    mask.iter().collect()
}

/// Returns the documents in the top `depth` of the pooled runs that `chosen` selects, with or without a verdict.
pub fn tops(c: &TestCollection, topic: TopicIx, depth: usize, chosen: impl Fn(&Run) -> bool) -> Docs {
    let runs = (0..c.runs().len()).filter(|&run| c.runs()[run].pooled && chosen(&c.runs()[run]));
    runs.flat_map(|run| c.ranking(run, topic).iter().take(depth).copied()).collect()
}

/// Returns `D_t` by its definition, within the pool of `base`.
pub fn contributed_documents(
    c: &TestCollection,
    base: &View,
    team: TeamIx,
    topic: TopicIx,
    depth: usize,
) -> Docs {
    &tops(c, topic, depth, |run| run.team == team) & &docs(base.pool(topic))
}

/// Returns the documents with a level.
pub fn with_level(topic: TopicRef<'_>) -> Docs {
    let judged = (0..).zip(topic.verdicts).filter(|(_, verdict)| **verdict != Verdict::Pooled);
    judged.map(|(doc, _)| doc).collect()
}

pub fn level(topic: TopicRef<'_>, doc: DocIx) -> u8 {
    match topic.verdicts[doc as usize] {
        Verdict::Level(level) => level,
        Verdict::Pooled => panic!("document {doc} has no level"),
    }
}

fn topic(name: usize) -> impl Strategy<Value = Topic> {
    let verdict = prop_oneof![
        1 => Just(Verdict::Pooled),
        5 => Just(Verdict::Level(0)),
        4 => (1_u8..4).prop_map(Verdict::Level),
    ];
    // At most 99 documents have a verdict, so that masks have up to two words.
    (prop::collection::vec(verdict, 0..100), 0_u32..12).prop_map(move |(verdicts, others)| {
        let documents = verdicts.len() as u32 + others;
        Topic { name: name.to_string(), verdicts, documents }
    })
}

fn ranking(topic: &Topic, numbered: bool) -> impl Strategy<Value = Vec<DocIx>> + use<> {
    let (judged, all) = (topic.verdicts.len() as DocIx, (0..topic.documents).collect::<Vec<_>>());
    let number = move |doc| if numbered || doc < judged { doc } else { UNINTERNED };
    let count = 0..=all.len();
    let some = prop::sample::subsequence(all, count).prop_shuffle();
    some.prop_map(move |docs| docs.into_iter().map(number).collect())
}

/// Generates collections of up to 3 topics, 4 teams and 6 runs. Unjudged documents have numbers if
/// `numbered`.
pub fn collection_where(numbered: bool) -> impl Strategy<Value = TestCollection> {
    let topics = (1_usize..4).prop_flat_map(|count| (0..count).map(topic).collect::<Vec<_>>());
    let teams = prop::collection::vec(any::<bool>(), 1..5);
    (topics, teams, 0_usize..7)
        .prop_flat_map(move |(topics, analysed, runs)| {
            let team = 0..analysed.len();
            let marks = prop::collection::vec((team, prop::bool::weighted(0.8), any::<bool>()), runs);
            let by_topic: Vec<_> = topics.iter().map(|topic| ranking(topic, numbered)).collect();
            let rankings = prop::collection::vec(by_topic, runs);
            (Just(topics), Just(analysed), marks, rankings)
        })
        .prop_map(|(topics, analysed, marks, rankings)| {
            let team = |(at, analysed)| Team { name: format!("team {at}"), analysed };
            let run =
                |(at, (team, pooled, eligible))| Run { name: format!("run {at}"), team, pooled, eligible };
            let runs = marks.into_iter().enumerate().map(run).collect();
            let teams = analysed.into_iter().enumerate().map(team).collect();
            TestCollection::new(topics, runs, teams, rankings)
        })
}

pub fn collection() -> impl Strategy<Value = TestCollection> {
    any::<bool>().prop_flat_map(collection_where)
}

pub fn rule(rate: &str, min_relevant: usize, min_nonrelevant: usize) -> SampleRule {
    SampleRule::new(rate.parse().expect("a rate"), min_relevant, min_nonrelevant)
}

/// Generates a collection with a judgment set that several manipulations made. A manipulation may have no
/// effect.
pub fn collection_and_view() -> impl Strategy<Value = (TestCollection, View)> {
    let thirds = prop_oneof![Just("0.4"), Just("0.8"), Just("1")];
    let parts =
        (collection(), prop::option::of(0_usize..150), any::<prop::sample::Index>(), thirds, any::<u64>());
    parts.prop_map(|(c, depth, team, rate, seed)| {
        let full = View::full(&c);
        let shallow = depth.map_or_else(|| full.clone(), |depth| pool_depth(&c, &full, depth));
        let contributions = Contributions::new(&c, &shallow, 10);
        let left = leave_teams_out(&c, &shallow, &contributions, &[team.index(c.teams().len())]);
        let view = sample(&c, &left, rule(rate, 0, 0), seed, &[]);
        (c, view)
    })
}
