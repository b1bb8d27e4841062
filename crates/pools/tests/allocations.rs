//! Tests that making the lists of a joined run, and scoring it by intent, allocates nothing once the buffers
//! have grown, because a large experiment spends most of its time there.
#![allow(clippy::panic, reason = "helpers of tests may panic like tests")]
#![expect(unsafe_code, reason = "an allocator that counts has no safe form")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use rejudge_metrics::{Family, Gains, Intent, IntentScorer, IntentScratch, Metric, Verdict};
use rejudge_pools::{
    Buffers, DocIx, Group, IntentBuffers, IntentJudgments, JoinedRun, Run, Team, TestCollection, Topic,
    TopicIntents, TopicUnits, Units, View, pool_depth,
};

thread_local! {
    /// The number of allocations of this thread. The test harness allocates on other threads.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> usize {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}

fn collection() -> TestCollection {
    let topic = |name: usize| Topic {
        name: name.to_string(),
        verdicts: (0..1000).map(|doc| Verdict::Level(u8::from(doc % 7 == 0))).collect(),
        documents: 1000,
    };
    let runs =
        (0..5).map(|run| Run { name: run.to_string(), team: 0, pooled: true, eligible: true }).collect();
    // Run r ranks the documents from 100 r on. Its ranking for each topic is 20 documents shorter than for
    // the topic before.
    let ranking = |run: u32, topic: u32| (100 * run..1000 - 20 * topic).collect();
    let rankings = (0..5).map(|run| (0..4).map(|topic| ranking(run, topic)).collect()).collect();
    let teams = vec![Team { name: "a".into(), analysed: true }];
    TestCollection::new((0..4).map(topic).collect(), runs, teams, rankings)
}

/// Returns the number of allocations for the first list, and for all lists of two views after it.
fn list_allocations(c: &TestCollection, full: View) -> (usize, usize) {
    let views = [pool_depth(c, &full, 50), full];
    let joined: Vec<JoinedRun> = (0..5).map(|run| JoinedRun::new(c, run, 1000)).collect();
    let mut buffers = Buffers::default();
    let mut listed = 0;
    let growing =
        allocations(|| listed += buffers.lists(views[1].judgments(0), &joined[0], 0).raw.ranking.len());
    let steady = allocations(|| {
        for view in &views {
            for run in &joined {
                listed += (0..4)
                    .map(|topic| buffers.lists(view.judgments(topic), run, topic).raw.ranking.len())
                    .sum::<usize>();
            }
        }
    });
    assert!(listed > 10_000);
    (growing, steady)
}

#[test]
fn a_list_allocates_nothing_once_the_buffers_have_grown() {
    let c = collection();
    let (growing, steady) = list_allocations(&c, View::full(&c));
    // Two buffers grow to 1000 entries. Even by doubling from 4, this takes at most 18 allocations.
    assert!((1..=18).contains(&growing), "{growing}");
    assert_eq!(steady, 0);
}

#[test]
fn a_list_of_units_allocates_nothing_once_the_buffers_have_grown() {
    let c = collection();
    // Pairs of duplicates, and triples that overlap.
    let stated = TopicUnits {
        classes: (0..300).map(|doc| vec![doc, 999 - doc]).collect(),
        groups: (300..600)
            .map(|doc: DocIx| Group { members: vec![doc, doc + 1, doc + 50], level: 1 })
            .collect(),
    };
    let units = Units::new(&c, &vec![stated; 4]);
    let (growing, steady) = list_allocations(&c, View::full(&c).with_units(&c, Arc::new(units)));
    assert!(growing > 0);
    assert_eq!(steady, 0);
}

#[test]
fn diversity_measures_allocate_nothing_once_the_buffers_have_grown() {
    let verdicts: Vec<Verdict> = (0..1000).map(|doc| Verdict::Level(u8::from(doc % 7 == 0))).collect();
    let topic = Topic { name: "1".into(), verdicts, documents: 1000 };
    let runs =
        (0..5).map(|run| Run { name: run.to_string(), team: 0, pooled: true, eligible: true }).collect();
    let rankings = (0..5).map(|run| vec![(100 * run..1000).collect()]).collect();
    let teams = vec![Team { name: "a".into(), analysed: true }];
    let c = TestCollection::new(vec![topic], runs, teams, rankings);
    let kinds = [false, true, false, true];
    let by_intent = TopicIntents {
        names: (0..4).map(|intent| intent.to_string()).collect(),
        intents: kinds.map(|navigational| Intent { probability: 0.25, navigational }).to_vec(),
        assumed: false,
        // Each relevant document is relevant to one intent. The documents take the intents in turn.
        levels: (0..4000).map(|cell| u8::from(cell / 4 % 7 == 0 && cell / 28 % 4 == cell % 4)).collect(),
        factors: vec![],
        id_order: vec![],
    };
    let judgments = IntentJudgments::new(&c, vec![by_intent]);
    let family_metric = |family: &Family| -> Metric {
        let name = family.entry().name;
        name.parse().or_else(|_| format!("{name}@20").parse()).expect("a name, or one with a cutoff")
    };
    let metrics: Vec<Metric> =
        Family::ALL.iter().filter(|family| family.is_by_intent()).map(family_metric).collect();
    let scorer = IntentScorer::new(&metrics, &Gains::linear(1), 1, Some(1000)).expect("settings are good");
    let view = View::full(&c);
    let prepared = judgments.prepare(&scorer, &view, 0);
    let joined: Vec<JoinedRun> = (0..5).map(|run| JoinedRun::new(&c, run, 1000)).collect();
    let (mut buffers, mut scratch) = (IntentBuffers::default(), IntentScratch::default());
    let mut scores = vec![None; metrics.len()];
    let mut score = |run: &JoinedRun| {
        let [raw, condensed] = buffers.lists(&view, run, 0);
        prepared.score(raw, condensed, &mut scratch, &mut scores);
        assert!(scores.iter().all(Option::is_some));
    };
    assert!(allocations(|| score(&joined[0])) > 0);
    assert_eq!(allocations(|| joined.iter().for_each(&mut score)), 0);
}
