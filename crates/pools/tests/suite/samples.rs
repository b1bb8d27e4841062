//! Tests random samples: their sizes, that they are nested, and their documents. Also tests rates, roundings,
//! and the pool of some runs.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rejudge_metrics::Verdict::{Level, Pooled};

use rejudge_pools::{
    JoinedRun, Rate, Rounding, SampleOrder, SampleRule, TestCollection, Topic, View, sample,
};

use crate::model::{collection_and_view, docs, rule};

/// Returns a topic of 40 relevant, 160 nonrelevant and 20 withheld documents, mixed.
fn topic(name: &str) -> Topic {
    let verdict = |doc| match doc % 11 {
        0 | 1 => Level(1 + doc as u8 % 3),
        10 => Pooled,
        _ => Level(0),
    };
    Topic { name: name.into(), verdicts: (0..220).map(verdict).collect(), documents: 220 }
}

fn collection_of(topics: Vec<Topic>) -> TestCollection {
    TestCollection::new(topics, vec![], vec![], vec![])
}

/// Returns the documents of topic `at` in a sample of a tenth.
fn tenth(c: &TestCollection, at: usize, seed: u64, key: &[&str]) -> Vec<u32> {
    sample(c, &View::full(c), rule("0.1", 1, 10), seed, key).mask(at).iter().collect()
}

proptest! {
    #[test]
    fn counts_are_exact(
        (c, base) in collection_and_view(),
        thousandths in 0_usize..=1000,
        least in (0_usize..20, 0_usize..40),
        seed in any::<u64>(),
    ) {
        let rate = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        let view = sample(&c, &base, rule(&rate, least.0, least.1), seed, &["x"]);
        for at in 0..c.topics().len() {
            let expected = |count: usize, least: usize| count.min(least.max(thousandths * count / 1000));
            prop_assert_eq!(view.relevant(at, 1), expected(base.relevant(at, 1), least.0));
            let nonrelevant = base.judged_nonrelevant(at) as usize;
            prop_assert_eq!(view.judged_nonrelevant(at) as usize, expected(nonrelevant, least.1));
            prop_assert_eq!(view.mask(at).without(base.mask(at)).count(), 0);
            prop_assert_eq!(view.pool(at), base.pool(at));
        }
    }

    #[test]
    fn samples_are_nested(
        (c, base) in collection_and_view(),
        rates in (0_usize..100, 0_usize..100),
        least in (0_usize..3, 0_usize..15),
        seed in any::<u64>(),
    ) {
        let of = |hundredths: usize| {
            sample(&c, &base, rule(&format!("0.{hundredths:02}"), least.0, least.1), seed, &["x"])
        };
        let (small, large) = (of(rates.0.min(rates.1)), of(rates.0.max(rates.1)));
        for at in 0..c.topics().len() {
            prop_assert_eq!(small.mask(at).without(large.mask(at)).count(), 0);
        }
        prop_assert_eq!(sample(&c, &base, rule("1", 0, 0), seed, &["x"]), base);
    }

    /// Compares every rounding with the exact fraction, counted in thousandths.
    #[test]
    fn roundings_agree_with_exact_arithmetic(thousandths in 0_usize..=1000, count in 0_usize..5000) {
        let rate: Rate = format!("{}.{:03}", thousandths / 1000, thousandths % 1000).parse().expect("a rate");
        let exact = thousandths * count;
        let away = |rounding: Rounding| exact.abs_diff(1000 * rate.count(count, rounding));
        let (floor, ceil) = (rate.count(count, Rounding::Floor), rate.count(count, Rounding::Ceil));
        prop_assert!(1000 * floor <= exact && 1000 * ceil >= exact && away(Rounding::Floor) < 1000);
        prop_assert!(away(Rounding::Ceil) < 1000 && ceil <= count);
        for rounding in [Rounding::HalfUp, Rounding::HalfEven] {
            prop_assert!(away(rounding) <= 500);
            let found = rate.count(count, rounding);
            let to = if rounding == Rounding::HalfUp { ceil } else { found + found % 2 };
            prop_assert!(away(rounding) < 500 || found == to);
        }
    }

    /// The judged documents are the same whether the pool is dropped or kept. The sample that is taken from
    /// an order is the sample that `sample` draws.
    #[test]
    fn a_dropped_pool_is_the_sample(
        (c, base) in collection_and_view(),
        hundredths in 0_usize..=100,
        rounding in prop::sample::select(vec![Rounding::Floor, Rounding::Ceil, Rounding::HalfUp, Rounding::HalfEven]),
        seed in any::<u64>(),
    ) {
        let rate = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        let of = |drops_pool| SampleRule { rounding, drops_pool, ..rule(&rate, 1, 2) };
        let order = SampleOrder::draw(&c, &base, seed, &["x"]);
        let (kept, dropped) = (order.sample(of(false)), order.sample(of(true)));
        prop_assert_eq!(&kept, &sample(&c, &base, of(false), seed, &["x"]));
        for at in 0..c.topics().len() {
            prop_assert_eq!(kept.mask(at), dropped.mask(at));
            prop_assert_eq!((kept.pool(at), dropped.pool(at)), (base.pool(at), dropped.mask(at)));
            prop_assert_eq!((kept.ideal(at), kept.judged_nonrelevant(at)), (dropped.ideal(at), dropped.judged_nonrelevant(at)));
        }
    }

    /// Compares the pool of some runs with its definition. Only documents that the base judges are judged.
    #[test]
    fn the_pool_of_runs_is_the_documents_that_they_retrieved((c, base) in collection_and_view(), marks in any::<[bool; 6]>()) {
        let runs: Vec<usize> = (0..c.runs().len()).filter(|&run| marks[run]).collect();
        let each: Vec<_> = runs.iter().map(|&run| JoinedRun::new(&c, run, usize::MAX)).collect();
        let view = base.retrieved_by(&c, each.iter());
        for at in 0..c.topics().len() {
            let retrieved = runs.iter().flat_map(|&run| c.ranking(run, at).iter().copied()).collect();
            prop_assert_eq!(docs(view.mask(at)), &docs(base.mask(at)) & &retrieved);
            prop_assert_eq!(docs(view.pool(at)), &docs(base.pool(at)) & &retrieved);
        }
    }
}

#[test]
fn a_rate_is_a_plain_decimal_from_0_to_1() {
    for (text, of_ten) in
        [("0", 0), ("1", 10), ("1.", 10), ("1.000", 10), (".25", 2), ("00.9", 9), ("0.", 0), (".0", 0)]
    {
        assert_eq!(text.parse::<Rate>().map(|rate| rate.count(10, Rounding::Floor)), Ok(of_ten), "{text}");
    }
    let wrong =
        ["", ".", "1.01", "2", "-0.5", "+0.5", "1e-1", "0,5", " 0.5", "0.5 ", "50%", "0.1.2", "NaN", "½"];
    let long = ["0.1234567890123456", "99999999999999999999", "99999999999999999999.5"];
    for text in wrong.into_iter().chain(long) {
        let error = text.parse::<Rate>().expect_err(text).to_string();
        assert_eq!(
            error,
            format!("`{text}` is not a decimal fraction from 0 to 1 with at most 15 decimal places")
        );
    }
}

/// This test fails if a change to the random draws would change every sampled number of the project.
#[test]
fn sampled_documents_do_not_change() {
    let c = collection_of(vec![topic("401")]);
    let relevant = [45, 99, 198, 199];
    let nonrelevant = [20, 30, 36, 49, 57, 80, 81, 85, 115, 119, 137, 147, 183, 196, 203, 211];
    let taken: BTreeSet<u32> = tenth(&c, 0, 1, &["twin", "1"]).into_iter().collect();
    assert_eq!(taken, relevant.into_iter().chain(nonrelevant).collect());
}
