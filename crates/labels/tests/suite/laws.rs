//! Every scheme against a naive one: all ordered answers are listed, scored in integers, and ranked.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rejudge_labels::{Answer, Combination, Otherwise, Ratio, Scheme, Vote, to_f64};

use crate::{definition, level_of, ratio};

/// Scores are multiples of 1/UNIT, so that all that is computed from four of them is a whole number of
/// 1/(12 UNIT).
const UNIT: i64 = 6;

fn combinations() -> impl Strategy<Value = Combination> {
    let fixed = (0_i128..4).prop_map(|score| Otherwise::Score(Ratio::from_integer(score)));
    let otherwise = prop_oneof![
        fixed,
        Just(Otherwise::Lowest),
        Just(Otherwise::Highest),
        Just(Otherwise::Median),
        Just(Otherwise::Mean)
    ];
    prop_oneof![
        Just(Combination::Sum),
        Just(Combination::Mean),
        otherwise.prop_map(|otherwise| Combination::Majority { otherwise }),
        (0..4).prop_map(|thirds| Combination::Unanimity { strength: ratio(&format!("{thirds}/3")) }),
    ]
}

/// In units of 1/(12 UNIT).
fn naive(combination: &Combination, scores: &[i64], highest: i64) -> i64 {
    let (n, sum) = (scores.len() as i64, scores.iter().sum::<i64>());
    let (top, bottom) = (*scores.iter().max().unwrap_or(&0), *scores.iter().min().unwrap_or(&0));
    match combination {
        Combination::Sum => sum * 12,
        Combination::Mean => sum * 12 / n,
        Combination::Majority { otherwise } => {
            let votes = |score: i64| scores.iter().filter(|&&other| other == score).count();
            match (scores.iter().find(|&&score| votes(score) * 2 > scores.len()), otherwise) {
                (Some(winner), _) => winner * 12,
                (None, Otherwise::Score(score)) => (to_f64(score) * (12 * UNIT) as f64) as i64,
                (None, Otherwise::Lowest) => bottom * 12,
                (None, Otherwise::Highest) => top * 12,
                (None, Otherwise::Median) => {
                    // The highest score that more than half of the assessors reach.
                    let reach = |score: i64| scores.iter().filter(|&&other| other >= score).count();
                    scores.iter().copied().filter(|&score| 2 * reach(score) > scores.len()).max().unwrap_or(0)
                        * 12
                }
                (None, Otherwise::Mean) => sum * 12 / n,
            }
        }
        Combination::Unanimity { .. } if sum == 0 => 0,
        Combination::Unanimity { strength } => {
            let thirds = (to_f64(strength) * 3.0).round() as i64;
            sum * 12 + thirds * 4 * n * (highest - (top - bottom))
        }
        other => unreachable!("{other:?}"),
    }
}

/// All ordered answers of `count` assessors.
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

    /// The level of any answers in any order is the place of their score among all attainable ones, and the
    /// gain of the level is that score.
    #[test]
    fn levels_are_places_among_attainable_scores(
        sixths in prop::collection::vec(0_i64..=12, 1..5),
        count in 1_usize..=4,
        combination in combinations(),
    ) {
        let names: Vec<(String, String)> =
            sixths.iter().enumerate().map(|(i, score)| (format!("l{i}"), format!("{score}/{UNIT}"))).collect();
        let labels: Vec<(&str, &str)> = names.iter().map(|(label, score)| (label.as_str(), score.as_str())).collect();
        let answers: Vec<usize> = (0..labels.len()).collect();
        let highest = *sixths.iter().max().unwrap_or(&0);
        let all = tuples(&answers, count);
        let score = |tuple: &[usize]| {
            naive(&combination, &tuple.iter().map(|&i| sixths[i]).collect::<Vec<_>>(), highest)
        };
        let mut places: BTreeMap<i64, u8> = all.iter().map(|tuple| (score(tuple), 0)).collect();
        places.retain(|&score, _| score > 0);
        places.values_mut().zip(1..).for_each(|(place, level)| *place = level);
        let scheme = Scheme::new(&definition(count, &labels, combination.clone()));
        if places.is_empty() {
            prop_assert_eq!(scheme.expect_err("no gain").to_string(), "combine: no item can gain anything");
            return Ok(());
        }
        let scheme = scheme.expect("a scheme");
        for tuple in &all {
            let given: Vec<Answer> = tuple.iter().map(|&i| scheme.answer(&[labels[i].0]).expect("a label")).collect();
            let found = level_of(&scheme, &given);
            prop_assert_eq!(found, places.get(&score(tuple)).copied().unwrap_or(0), "{:?}", tuple);
        }
        let gains: Vec<f64> = scheme.gains().iter().map(|(_, gain)| to_f64(gain)).collect();
        let expected: Vec<f64> = places.keys().map(|&score| score as f64 / (12 * UNIT) as f64).collect();
        prop_assert_eq!(gains, expected);
    }

    /// An item's level depends on its own votes only, whatever stands around them and in which order.
    #[test]
    fn items_do_not_meddle(
        table in prop::collection::vec([0_usize..3, 0..3, 0..3], 1..20),
        seed in prop::collection::vec(any::<u32>(), 60),
    ) {
        let labels = [("2", "2"), ("1", "1"), ("0", "0")];
        let scheme = Scheme::new(&definition(3, &labels, Combination::Sum)).expect("a sum");
        let answer = |label: usize| scheme.answer(&[labels[label].0]).expect("a label");
        let mut votes: Vec<Vote> = (0..).zip(&table).flat_map(|(item, row)| {
            (0..).zip(row).map(move |(assessor, &label)| (item, assessor, label))
        }).map(|(item, assessor, label)| Vote { item, assessor, answer: answer(label) }).collect();
        votes.sort_by_key(|vote| seed[(vote.item * 3 + vote.assessor) as usize]);
        let expected: Vec<_> = table.iter().map(|row| Ok(level_of(&scheme, &row.map(answer)))).collect();
        prop_assert_eq!(scheme.consolidate(table.len(), &votes, &[]), expected);
    }
}
