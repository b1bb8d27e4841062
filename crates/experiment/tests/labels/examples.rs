//! The worked examples in the text of the survey (sections 3 and 4), and a few edge cases.

use rejudge_experiment::labels::{Vote, WrongCount};

use crate::{gain, level, scheme};

const LABELS: &str = "2: 2, 1: 1, 0: 0";
const LETTERS: &str = "A: 2, B: 1, C: 0";

/// Section 3.1: (1 + 2/3 + 1/3) / 3 = 2/3, which is rigidly relevant. In floating point it may not be exactly 2/3.
#[test]
fn an_average_of_two_thirds_is_rigidly_relevant() {
    let with_threshold = |threshold: &str| {
        let rest = format!("combine: mean\nlevels: [{{level: 1, at-least: {threshold}}}]");
        scheme("3", "very: 1, relevant: 2/3, partially: 1/3, non: 0", &rest)
    };
    let (rigid, relaxed) = (with_threshold("2/3"), with_threshold("1/3"));
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

/// Section 4.9, Eq. 13: (2, 1, 1) and (2, 2, 0) have the same raw gain, but gains of 4.6 and 4.0 with unanimity. Table
/// 2 prints ten levels with unanimity, and seven without.
#[test]
fn unanimity_distinguishes_equal_sums() {
    let raw = scheme("3", LABELS, "combine: sum");
    let aware = scheme("3", LABELS, "combine: {unanimity: {strength: 0.2}}");
    assert_eq!([gain(&raw, "2 1 1"), gain(&raw, "2 2 0")], [4.0, 4.0]);
    assert_eq!([gain(&aware, "2 1 1"), gain(&aware, "2 2 0")], [4.6, 4.0]);
    assert_eq!([gain(&aware, "2 2 2"), gain(&aware, "1 1 1"), gain(&aware, "0 0 0")], [7.2, 4.2, 0.0]);
    assert_eq!((level(&raw, "2 2 2"), level(&aware, "2 2 2")), (6, 9));
}

/// Section 4.5, the nine levels of Sakai et al., 2011.
#[test]
fn scores_of_four_assessors_are_added() {
    let scheme = scheme("4", LETTERS, "combine: sum");
    for (labels, expected) in
        [("A A A A", 8), ("A A A B", 7), ("B A A A", 7), ("A A B B", 6), ("A A A C", 6), ("C C C C", 0)]
    {
        assert_eq!(level(&scheme, labels), expected, "{labels}");
    }
}

/// Section 3.4: patterns of one or two assessors.
#[test]
fn one_or_two_assessors_are_scored_by_pattern() {
    let patterns = "combine: {patterns: {scores: {R: 4, N: 0, R/R: 4, N/N: 0}, otherwise: 1}}";
    let scheme = scheme("1-2", "R: 2, P: 1, N: 0", patterns);
    for (labels, expected) in [("R", 2), ("P", 1), ("N", 0), ("R R", 2), ("N R", 1), ("R N", 1), ("N N", 0)] {
        assert_eq!(level(&scheme, labels), expected, "{labels}");
    }
}

/// Section 4.9, CECG: the score of the majority, or 0 if all three assessors differ. The last lines try other values of
/// `otherwise`.
#[test]
fn a_three_way_split_has_no_majority() {
    let majority_or = |otherwise: &str| {
        scheme(
            "3",
            "2: 2, 1: 1, 0: 0, none: 0",
            &format!("combine: {{majority: {{otherwise: {otherwise}}}}}"),
        )
    };
    let cecg = majority_or("0");
    for (labels, expected) in
        [("2 2 0", 2), ("0 1 1", 1), ("1 0 0", 0), ("2 1 0", 0), ("0 2 1", 0), ("2 none 0", 0), ("1 1 1", 1)]
    {
        assert_eq!(level(&cecg, labels), expected, "{labels}");
    }
    assert_eq!(gain(&majority_or("lowest"), "0 2 1"), 0.0);
    assert_eq!(gain(&majority_or("highest"), "0 2 1"), 2.0);
    assert_eq!(gain(&majority_or("mean"), "0 2 1"), 1.0);
    assert_eq!(gain(&majority_or("median"), "0 2 1"), 1.0);
    assert_eq!(gain(&majority_or("highest"), "0 2 0"), 0.0);
}

/// A majority is more than half of the assessors. The most frequent score is not enough.
#[test]
fn half_is_not_a_majority() {
    let lowest = scheme("4", LABELS, "combine: {majority: {otherwise: lowest}}");
    assert_eq!(level(&lowest, "2 2 1 0"), 0);
    assert_eq!(level(&lowest, "2 2 1 1"), 1);
    assert_eq!(level(&lowest, "2 2 2 0"), 2);
    let median = scheme("4", LABELS, "combine: {majority: {otherwise: median}}");
    assert_eq!(level(&median, "2 0 1 2"), 1, "the lower one of the two in the middle");
}

/// Section 4.5: an assessor's favourites need not be rated A, and the asker's choice is a favourite too.
#[test]
fn favourites_get_level_1() {
    let favourites = "combine: {favourites: {asker: {assessor: asker, best: best}}}";
    let scheme = scheme("2", LETTERS, favourites);
    let table = [["B", "A"], ["B", "C"], ["C", "B"], ["C", "C"], ["C", "B"]];
    let votes: Vec<Vote> = (0..)
        .zip(table)
        .flat_map(|(item, labels)| (0..).zip(labels).map(move |(assessor, label)| (item, assessor, label)))
        .map(|(item, assessor, label)| Vote {
            item,
            assessor,
            answer: scheme.answer(&[label]).expect("the label exists"),
        })
        .collect();
    assert_eq!(scheme.consolidate(5, &votes, &[]), [Ok(1), Ok(1), Ok(0), Ok(0), Ok(0)]);
    assert_eq!(scheme.consolidate(5, &votes, &[3]), [Ok(1), Ok(1), Ok(0), Ok(1), Ok(0)]);
    // The first item lacks the vote of assessor 1, so it has no level. The best label of assessor 1 is now B,
    // so that two more items become favourites. The second item stays a favourite of assessor 0.
    let fewer: Vec<Vote> =
        votes.iter().copied().filter(|vote| (vote.item, vote.assessor) != (0, 1)).collect();
    let missing = WrongCount { found: 1, expected: scheme.assessors() };
    assert_eq!(scheme.consolidate(5, &fewer, &[]), [Err(missing), Ok(1), Ok(1), Ok(0), Ok(1)]);
    assert_eq!(missing.to_string(), "labels of 1 assessor, expected 2");
}

#[test]
fn thresholds_allow_any_number_of_assessors() {
    let levels = "combine: mean\nlevels: [{level: 1, at-least: 1}, {level: 2, at-least: 3/2}]";
    let scheme = scheme("2-", LETTERS, levels);
    assert_eq!(scheme.assessors().to_string(), "2-");
    assert_eq!((level(&scheme, "A B C B B"), level(&scheme, "A B")), (1, 2));
}
