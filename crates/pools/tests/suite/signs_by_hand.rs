//! Signs of how documents came to be judged, in collections small enough to count by hand.

use rejudge_metrics::Verdict::Level;
use rejudge_pools::inspect::{ReadForPool, even_shares, read_for_pool};
use rejudge_pools::{DocIx, Run, Team, TestCollection, Topic};

/// Runs of one team over topics whose documents 0 to `judged` - 1 are judged.
fn collection(judged: usize, documents: u32, rankings: Vec<Vec<Vec<DocIx>>>) -> TestCollection {
    let topics = rankings.first().map_or(0, Vec::len);
    let topic = |at: usize| Topic { name: at.to_string(), verdicts: vec![Level(1); judged], documents };
    let run = |at: usize| Run { name: format!("a{at}"), team: 0, pooled: true, eligible: true };
    TestCollection::new(
        (0..topics).map(topic).collect(),
        (0..rankings.len()).map(run).collect(),
        vec![Team { name: "a".into(), analysed: true }],
        rankings,
    )
    .expect("a collection")
}

/// Fifty ranks: judged documents, which are those below 20, stand where `is_judged` says.
fn fifty(is_judged: fn(u32) -> bool) -> Vec<DocIx> {
    let (mut judged, mut others) = (0..20, 20..70);
    (0..50).map(|at| if is_judged(at) { judged.next() } else { others.next() }.expect("one left")).collect()
}

/// 40 topics, nine runs with two judged documents in each five ranks, and one more.
fn nine_and(one: Vec<DocIx>) -> Option<[f64; 4]> {
    let even = fifty(|at| at % 5 < 2);
    let rankings = (0..9).map(|_| even.clone()).chain([one]).map(|ranking| vec![ranking; 40]);
    even_shares(&collection(20, 70, rankings.collect()))
}

/// Of ten runs one without judged documents down to rank 10: 9 x .4 / 10 = .36 there and .4 below, .392 in
/// all, so that the bands are even; but that run has nothing of the share. One judged document in each five
/// of its first ten, .2, is half of .38 and of more: (9 x .4 + .2) / 10 = .38 there and .396 in all.
#[test]
fn a_sample_leaves_judged_documents_to_every_run() {
    assert_eq!(nine_and(fifty(|at| at >= 10 && at % 5 < 2)), None);
    assert_eq!(nine_and(fifty(|at| at % 5 < if at < 10 { 1 } else { 2 })), Some([0.38, 0.38, 0.4, 0.4]));
}

/// Nothing can be said of a run that retrieved nothing.
#[test]
fn an_empty_run_is_no_sign_against_a_sample() {
    assert_eq!(nine_and(Vec::new()), Some([0.4; 4]));
}

/// One run and two documents a topic, of which document 0 is judged: each `true` has it first.
fn order(is_first: impl IntoIterator<Item = bool>) -> TestCollection {
    let ranking = |first: bool| if first { vec![0, 1] } else { vec![1, 0] };
    collection(1, 2, vec![is_first.into_iter().map(ranking).collect()])
}

/// Whether another order explains the judgments that gains and loses so many tops of depth 1.
fn found(gained: usize, lost: usize) -> Option<ReadForPool> {
    let first = order((0..gained + lost).map(|at| at >= gained));
    let other = order((0..gained + lost).map(|at| at < gained));
    read_for_pool(&[&first, &other], 1)
}

/// An order explains the judgments from five tops gained on, if these are nine tenths of those that differ.
#[test]
fn tops_that_an_order_breaks_count_against_it() {
    assert_eq!(found(4, 0), None);
    assert_eq!(found(5, 0), Some(ReadForPool { order: 1, gained: 5, lost: 0 }));
    assert_eq!(found(8, 1), None, "8 of 9 is less");
    assert_eq!(found(9, 1), Some(ReadForPool { order: 1, gained: 9, lost: 1 }));
    assert_eq!(found(17, 2), None, "17 of 19 is less");
    assert_eq!(found(18, 2), Some(ReadForPool { order: 1, gained: 18, lost: 2 }));
}

/// Of several orders the one that gains most, less what it loses; the first of equals.
#[test]
fn the_order_that_gains_most_is_told() {
    // In the first order only the last of 20 tops is whole. The others gain 10 and lose 0, gain 11 and
    // lose 1, gain 12 and lose 1.
    let first = order((0..20).map(|at| at == 19));
    let ten = order((0..20).map(|at| at < 10 || at == 19));
    let eleven = order((0..20).map(|at| at < 11));
    let twelve = order((0..20).map(|at| at < 12));
    let best = Some(ReadForPool { order: 3, gained: 12, lost: 1 });
    assert_eq!(read_for_pool(&[&first, &ten, &eleven, &twelve], 1), best);
    let gained = Some(ReadForPool { order: 1, gained: 10, lost: 0 });
    assert_eq!(read_for_pool(&[&first, &ten, &eleven], 1), gained);
}
