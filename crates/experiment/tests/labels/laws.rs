//! Laws of label schemes: random schemes are compared with a naive one that lists all ordered answers, scores
//! them in integers and ranks them. Also laws of items, printed numbers and patterns.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rejudge_experiment::labels::{Answer, Ratio, Scheme, Vote, exact_number, to_f64};

use crate::{level_of, scheme, text};

/// Scores are multiples of 1/UNIT, so that every number computed from up to four of them is a multiple of 1/(12 UNIT).
const UNIT: i64 = 6;

/// A way to combine scores.
#[derive(Clone, Debug)]
enum Way {
    Sum,
    Mean,
    /// The value of `otherwise`: a number, or one of four words.
    Majority(&'static str),
    /// The strength in thirds.
    Unanimity(i64),
}

impl Way {
    fn written(&self) -> String {
        match self {
            Self::Sum => "combine: sum".to_owned(),
            Self::Mean => "combine: mean".to_owned(),
            Self::Majority(otherwise) => format!("combine: {{majority: {{otherwise: {otherwise}}}}}"),
            Self::Unanimity(thirds) => format!("combine: {{unanimity: {{strength: {thirds}/3}}}}"),
        }
    }

    /// Returns the score in units of 1/(12 UNIT).
    fn naive(&self, scores: &[i64], highest: i64) -> i64 {
        let (count, sum) = (scores.len() as i64, scores.iter().sum::<i64>());
        let (top, bottom) = (*scores.iter().max().unwrap_or(&0), *scores.iter().min().unwrap_or(&0));
        match self {
            Self::Sum => sum * 12,
            Self::Mean => sum * 12 / count,
            Self::Majority(otherwise) => {
                let votes = |score: i64| scores.iter().filter(|&&other| other == score).count();
                match (scores.iter().find(|&&score| votes(score) * 2 > scores.len()), *otherwise) {
                    (Some(winner), _) => winner * 12,
                    (None, "lowest") => bottom * 12,
                    (None, "highest") => top * 12,
                    (None, "median") => {
                        // The highest score that more than half of the assessors reach.
                        let reach = |score: i64| scores.iter().filter(|&&other| other >= score).count();
                        let reached = scores.iter().copied().filter(|&score| 2 * reach(score) > scores.len());
                        reached.max().unwrap_or(0) * 12
                    }
                    (None, "mean") => sum * 12 / count,
                    (None, number) => number.parse::<i64>().expect("the word is a number") * 12 * UNIT,
                }
            }
            Self::Unanimity(_) if sum == 0 => 0,
            Self::Unanimity(thirds) => sum * 12 + thirds * 4 * count * (highest - (top - bottom)),
        }
    }
}

fn ways() -> impl Strategy<Value = Way> {
    const OTHERWISE: [&str; 8] = ["0", "1", "2", "3", "lowest", "highest", "median", "mean"];
    prop_oneof![
        Just(Way::Sum),
        Just(Way::Mean),
        prop::sample::select(&OTHERWISE[..]).prop_map(Way::Majority),
        (0_i64..4).prop_map(Way::Unanimity),
    ]
}

/// Returns all ordered answers of `count` assessors.
fn tuples(answers: &[usize], count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![Vec::new()], |tuples, _| {
        tuples
            .iter()
            .flat_map(|tuple| answers.iter().map(|&answer| [&tuple[..], &[answer]].concat()))
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The level of answers in any order is the place of their score among all attainable scores above 0, and
    /// the gain of the level is that score.
    #[test]
    fn levels_are_places_among_attainable_scores(
        sixths in prop::collection::vec(0_i64..=12, 1..5),
        count in 1_usize..=4,
        way in ways(),
    ) {
        let label = |(index, score): (usize, &i64)| format!("l{index}: {score}/{UNIT}");
        let labels = sixths.iter().enumerate().map(label).collect::<Vec<_>>().join(", ");
        let answers: Vec<usize> = (0..sixths.len()).collect();
        let highest = *sixths.iter().max().unwrap_or(&0);
        let tuples = tuples(&answers, count);
        let score = |tuple: &[usize]| {
            way.naive(&tuple.iter().map(|&i| sixths[i]).collect::<Vec<_>>(), highest)
        };
        let mut places: BTreeMap<i64, u8> = tuples.iter().map(|tuple| (score(tuple), 0)).collect();
        places.retain(|&score, _| score > 0);
        places.values_mut().zip(1..).for_each(|(place, level)| *place = level);
        let scheme = Scheme::parse("x", &text(&count.to_string(), &labels, &way.written()));
        if places.is_empty() {
            let message = scheme.expect_err("no gain").to_string();
            prop_assert!(message.ends_with("no item can have a gain above 0"), "{}", message);
            return Ok(());
        }
        let scheme = scheme.expect("the scheme is valid");
        for tuple in &tuples {
            let answers: Vec<Answer> =
                tuple.iter().map(|i| scheme.answer(&[&format!("l{i}")]).expect("the label exists")).collect();
            let level = level_of(&scheme, &answers);
            prop_assert_eq!(level, places.get(&score(tuple)).copied().unwrap_or(0), "{:?}", tuple);
        }
        let gains: Vec<f64> = scheme.gains().iter().map(|(_, gain)| to_f64(gain)).collect();
        let expected: Vec<f64> = places.keys().map(|&score| score as f64 / (12 * UNIT) as f64).collect();
        prop_assert_eq!(gains, expected);
    }

    /// If scores are added, an item's level depends only on its own votes, not on other items or the order of
    /// votes.
    #[test]
    fn items_do_not_affect_each_other(
        table in prop::collection::vec([0_usize..3, 0..3, 0..3], 1..20),
        seed in prop::collection::vec(any::<u32>(), 60),
    ) {
        let scheme = scheme("3", "2: 2, 1: 1, 0: 0", "combine: sum");
        let answer = |label: usize| scheme.answer(&[["2", "1", "0"][label]]).expect("the label exists");
        let mut votes: Vec<Vote> = (0..).zip(&table).flat_map(|(item, row)| {
            (0..).zip(row).map(move |(assessor, &label)| (item, assessor, label))
        }).map(|(item, assessor, label)| Vote { item, assessor, answer: answer(label) }).collect();
        votes.sort_by_key(|vote| seed[(vote.item * 3 + vote.assessor) as usize]);
        let expected: Vec<_> = table.iter().map(|row| Ok(level_of(&scheme, &row.map(answer)))).collect();
        prop_assert_eq!(scheme.consolidate(table.len(), &votes, &[]), expected);
    }

    #[test]
    fn a_printed_number_is_read_back(numerator in -10_000_i128..=10_000, denominator in 1_i128..=10_000) {
        let number = Ratio::new(numerator, denominator);
        prop_assert_eq!(exact_number(&number.to_string()), Ok(number));
    }
}

/// Section 4.5 of the survey: four assessors and three labels make 15 patterns.
#[test]
fn every_pattern_without_a_score_is_counted_once() {
    for (kinds, size, expected) in
        [(3, 4, 15), (1, 5, 1), (4, 1, 4), (5, 3, 35), (3, 10, 66), (2, 1000, 1001)]
    {
        let labels = (0..kinds).map(|label| format!("{label}: {label}")).collect::<Vec<_>>().join(", ");
        let none = text(&size.to_string(), &labels, "combine: {patterns: {scores: {}}}");
        let message = Scheme::parse("x", &none).expect_err("no scores").to_string();
        let have = if expected == 1 { "has" } else { "have" };
        let counted = format!("{expected} of the patterns {have} no score");
        assert!(message.contains(&counted), "{message}");
    }
}
