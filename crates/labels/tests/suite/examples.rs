//! What the survey works out in its text (sections 3 and 4).

use rejudge_labels::{Asker, Combination, Otherwise, Scheme, Vote, WrongCount};

use crate::{definition, gain, level, ratio, threshold};

/// Section 3.1: (1 + 2/3 + 1/3) / 3 = 2/3, which is rigidly relevant; floating point would have to be lucky.
#[test]
fn an_average_of_two_thirds_is_rigidly_relevant() {
    let labels = [("very", "1"), ("relevant", "2/3"), ("partially", "1/3"), ("non", "0")];
    let mut definition = definition(3, &labels, Combination::Mean);
    definition.levels = vec![threshold(1, "2/3")];
    let rigid = Scheme::new(&definition).expect("rigid");
    definition.levels = vec![threshold(1, "1/3")];
    let relaxed = Scheme::new(&definition).expect("relaxed");
    for (labels, expected) in [
        ("very relevant partially", [1, 1]),
        ("relevant relevant relevant", [1, 1]),
        ("very very non", [1, 1]),
        ("relevant relevant partially", [0, 1]),
        ("very non non", [0, 1]),
        ("partially partially partially", [0, 1]),
        ("partially partially non", [0, 0]),
    ] {
        assert_eq!([level(&rigid, labels), level(&relaxed, labels)], expected, "{labels}");
    }
}

/// Section 4.9, Eq. 13: (2, 1, 1) and (2, 2, 0) have the same raw gain, and 4.6 and 4.0 with unanimity.
/// Table 2 prints ten levels, seven without.
#[test]
fn unanimity_tells_211_from_220() {
    let labels = [("2", "2"), ("1", "1"), ("0", "0")];
    let raw = Scheme::new(&definition(3, &labels, Combination::Sum)).expect("a sum");
    let strength = ratio("0.2");
    let aware = Scheme::new(&definition(3, &labels, Combination::Unanimity { strength })).expect("Eq. 13");
    assert_eq!([gain(&raw, "2 1 1"), gain(&raw, "2 2 0")], [4.0, 4.0]);
    assert_eq!([gain(&aware, "2 1 1"), gain(&aware, "2 2 0")], [4.6, 4.0]);
    assert_eq!([gain(&aware, "2 2 2"), gain(&aware, "1 1 1"), gain(&aware, "0 0 0")], [7.2, 4.2, 0.0]);
    assert_eq!((level(&raw, "2 2 2"), level(&aware, "2 2 2")), (6, 9));
}

/// Section 4.5, the nine levels of Sakai et al., 2011.
#[test]
fn points_of_answers() {
    let labels = [("A", "2"), ("B", "1"), ("C", "0")];
    let scheme = Scheme::new(&definition(4, &labels, Combination::Sum)).expect("nine levels");
    for (labels, expected) in
        [("A A A A", 8), ("A A A B", 7), ("B A A A", 7), ("A A B B", 6), ("A A A C", 6), ("C C C C", 0)]
    {
        assert_eq!(level(&scheme, labels), expected, "{labels}");
    }
}

/// Section 3.4: of one or two assessors.
#[test]
fn patterns_of_one_and_of_two() {
    let scores = [("R", "4"), ("N", "0"), ("R/R", "4"), ("N/N", "0")];
    let scores = scores.map(|(pattern, score)| (pattern.to_owned(), ratio(score)));
    let patterns = Combination::Patterns { scores: scores.into(), otherwise: Some(ratio("1")) };
    let mut definition = definition(2, &[("R", "2"), ("P", "1"), ("N", "0")], patterns);
    definition.assessors.at_least = 1;
    let scheme = Scheme::new(&definition).expect("patterns");
    for (labels, expected) in [("R", 2), ("P", 1), ("N", 0), ("R R", 2), ("N R", 1), ("R N", 1), ("N N", 0)] {
        assert_eq!(level(&scheme, labels), expected, "{labels}");
    }
}

/// Section 4.9, CECG: the majority, and 0 where all three differ; and the other ways out.
#[test]
fn a_majority_and_three_way_splits() {
    let labels = [("2", "2"), ("1", "1"), ("0", "0"), ("none", "0")];
    let of = |otherwise| {
        Scheme::new(&definition(3, &labels, Combination::Majority { otherwise })).expect("a majority")
    };
    let cecg = of(Otherwise::Score(ratio("0")));
    for (labels, expected) in
        [("2 2 0", 2), ("0 1 1", 1), ("1 0 0", 0), ("2 1 0", 0), ("0 2 1", 0), ("2 none 0", 0), ("1 1 1", 1)]
    {
        assert_eq!(level(&cecg, labels), expected, "{labels}");
    }
    assert_eq!(gain(&of(Otherwise::Lowest), "0 2 1"), 0.0);
    assert_eq!(gain(&of(Otherwise::Highest), "0 2 1"), 2.0);
    assert_eq!(gain(&of(Otherwise::Mean), "0 2 1"), 1.0);
    assert_eq!(gain(&of(Otherwise::Median), "0 2 1"), 1.0);
    assert_eq!(gain(&of(Otherwise::Highest), "0 2 0"), 0.0);
}

/// Half is no majority: it takes more than half of the assessors, not only more than any other score.
#[test]
fn half_is_no_majority() {
    let labels = [("2", "2"), ("1", "1"), ("0", "0")];
    let majority = Combination::Majority { otherwise: Otherwise::Lowest };
    let scheme = Scheme::new(&definition(4, &labels, majority)).expect("a majority");
    assert_eq!(level(&scheme, "2 2 1 0"), 0);
    assert_eq!(level(&scheme, "2 2 1 1"), 1);
    assert_eq!(level(&scheme, "2 2 2 0"), 2);
    let majority = Combination::Majority { otherwise: Otherwise::Median };
    let scheme = Scheme::new(&definition(4, &labels, majority)).expect("a majority");
    assert_eq!(level(&scheme, "2 0 1 2"), 1, "the lower one of the two in the middle");
}

/// Section 4.5: the favourites of each assessor need not be rated A; what the asker chose is one, too.
#[test]
fn favourites_of_a_topic() {
    let asker = Asker { assessor: "asker".into(), best: "best".into() };
    let favourites = Combination::Favourites { asker: Some(asker) };
    let labels = [("A", "2"), ("B", "1"), ("C", "0")];
    let scheme = Scheme::new(&definition(2, &labels, favourites)).expect("favourites");
    let table = [["B", "A"], ["B", "C"], ["C", "B"], ["C", "C"], ["C", "B"]];
    let votes: Vec<Vote> = (0..)
        .zip(table)
        .flat_map(|(item, labels)| (0..).zip(labels).map(move |(assessor, label)| (item, assessor, label)))
        .map(|(item, assessor, label)| Vote {
            item,
            assessor,
            answer: scheme.answer(&[label]).expect("a label"),
        })
        .collect();
    assert_eq!(scheme.consolidate(5, &votes, &[]), [Ok(1), Ok(1), Ok(0), Ok(0), Ok(0)]);
    assert_eq!(scheme.consolidate(5, &votes, &[3]), [Ok(1), Ok(1), Ok(0), Ok(1), Ok(0)]);
    // An assessor is missing for the first item, which the first one still likes best with the second.
    let fewer: Vec<Vote> =
        votes.iter().copied().filter(|vote| (vote.item, vote.assessor) != (0, 1)).collect();
    let missing = WrongCount { found: 1, expected: scheme.assessors() };
    assert_eq!(scheme.consolidate(5, &fewer, &[]), [Err(missing), Ok(1), Ok(1), Ok(0), Ok(1)]);
    assert_eq!(missing.to_string(), "labels of 1 assessor, expected 2");
}
