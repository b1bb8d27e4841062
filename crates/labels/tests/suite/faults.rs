//! Schemes that are refused, each with the part that is wrong.

use rejudge_labels::{
    Asker, Assessors, Combination, Condition, Criterion, Definition, Otherwise, Ratio, Rule, Scheme, Scoring,
    Threshold,
};

use crate::{definition, ratio, threshold};

const LABELS: [(&str, &str); 3] = [("A", "2"), ("B", "1"), ("C", "0")];

#[track_caller]
fn refused(definition: &Definition, expected: &str) {
    assert_eq!(Scheme::new(definition).expect_err(expected).to_string(), expected);
}

#[track_caller]
fn refused_with(change: impl FnOnce(&mut Definition), expected: &str) {
    let mut definition = definition(2, &LABELS, Combination::Sum);
    change(&mut definition);
    refused(&definition, expected);
}

fn patterns(scores: &[(&str, &str)], otherwise: Option<&str>) -> Combination {
    let scores = scores.iter().map(|&(pattern, score)| (pattern.to_owned(), ratio(score))).collect();
    Combination::Patterns { scores, otherwise: otherwise.map(ratio) }
}

#[test]
fn labels_and_assessors() {
    refused(&definition(2, &[], Combination::Sum), "labels: nothing is listed");
    refused(&definition(2, &[("a", "1"), ("a", "2")], Combination::Sum), "labels.a: `a` is listed twice");
    let blank = "cannot be a field of a table: it is empty, or has a blank at an end, or a tab";
    refused(&definition(2, &[("a ", "1")], Combination::Sum), &format!("labels.a : `a ` {blank}"));
    refused(&definition(2, &[("", "1")], Combination::Sum), &format!("labels.: `` {blank}"));
    let primes = [("a", "1/101"), ("b", "1/103")];
    refused(
        &definition(2, &primes, Combination::Sum),
        "labels: the common denominator of the scores is above 10000",
    );
    refused(&definition(2, &[("a", "0")], Combination::Sum), "combine: no item can gain anything");
    refused(
        &definition(2, &[("a", "-1"), ("b", "1")], Combination::Sum),
        "combine: an item can score -2, but a gain is not below 0: say `levels`",
    );
    let expected = "expected from 1 to 1000, the lower number first";
    for (at_least, at_most, shown) in [(0, Some(2), "0-2"), (3, Some(2), "3-2"), (1, Some(1001), "1-1001")] {
        refused_with(
            |definition| definition.assessors = Assessors { at_least, at_most },
            &format!("assessors: found {shown} assessors, {expected}"),
        );
    }
    refused_with(
        |definition| definition.assessors.at_most = None,
        "assessors: the number of assessors has no upper limit, so what they can give together cannot be listed: say `levels`",
    );
    refused_with(
        |definition| definition.assessors.at_most = Some(200),
        "assessors: the assessors can answer in more than 1000000 ways: say `levels`, and no patterns",
    );
    refused_with(
        |definition| definition.assessors = Assessors { at_least: 64, at_most: Some(64) },
        "combine: items can score 128 different numbers above 0, but levels go to 127: say `levels`",
    );
    let strength = ratio("-0.2");
    refused(
        &definition(2, &LABELS, Combination::Unanimity { strength }),
        "combine.unanimity.strength: the strength is -1/5, expected a number from 0",
    );
}

/// With thresholds any number of assessors will do.
#[test]
fn any_number_of_assessors_with_thresholds() {
    let mut definition = definition(2, &LABELS, Combination::Mean);
    definition.assessors.at_most = None;
    definition.levels = vec![threshold(1, "1"), threshold(2, "3/2")];
    let scheme = Scheme::new(&definition).expect("thresholds");
    assert_eq!(scheme.assessors().to_string(), "2-");
    assert_eq!((crate::level(&scheme, "A B C B B"), crate::level(&scheme, "A B")), (1, 2));
}

#[test]
fn levels() {
    let of = |levels: &[(u8, &str, Option<&str>)], expected: &str| {
        let levels = levels.iter().map(|&(level, at_least, gain)| Threshold {
            gain: gain.map(ratio),
            ..threshold(level, at_least)
        });
        refused_with(|definition| definition.levels = levels.collect(), expected);
    };
    let rule = "levels are 1, 2, .. up to 127, each once, with `at-least` rising";
    of(&[(0, "1", None)], &format!("levels.0: {rule}; found level 0 at least 1"));
    of(&[(3, "2", None), (1, "1", None)], &format!("levels.0: {rule}; found level 3 at least 2"));
    of(&[(1, "1", None), (2, "1", None)], &format!("levels.1: {rule}; found level 2 at least 1"));
    of(&[(1, "1", None), (1, "2", None)], &format!("levels.1: {rule}; found level 1 at least 2"));
    of(&[(1, "9/2", None)], "levels.0: no item reaches level 1: the highest score is 4");
    of(
        &[(1, "1/2", None), (2, "2/3", None)],
        "levels.0: no item reaches level 1: no score is from 1/2 to below 2/3",
    );
    let falls = "(gains do not fall with the level)";
    of(
        &[(1, "1", Some("3")), (2, "2", None)],
        &format!("levels.1: the gain of level 2 is 2, expected a number from 3 {falls}"),
    );
    of(
        &[(1, "1", Some("-1"))],
        &format!("levels.0: the gain of level 1 is -1, expected a number from 0 {falls}"),
    );
    of(&[(1, "1", Some("0"))], "levels: no item can gain anything");
}

#[test]
fn patterns_of_labels() {
    let of = |scores: &[(&str, &str)], otherwise, expected: &str| {
        refused(&definition(2, &LABELS, patterns(scores, otherwise)), expected);
    };
    of(
        &[("AA", "1"), ("AX", "1")],
        Some("0"),
        "combine.patterns.scores.AX: pattern `AX`: label `X` is none of `A`, `B`, `C`",
    );
    of(
        &[("AAA", "1")],
        Some("0"),
        "combine.patterns.scores.AAA: pattern `AAA` is of 3 labels, but there are 2 assessors",
    );
    of(
        &[("AB", "1"), ("B/A", "1")],
        Some("0"),
        "combine.patterns.scores.B/A: pattern `B/A` is listed twice: the order of the labels does not matter",
    );
    of(
        &[("AA", "2"), ("AC", "1"), ("BB", "1")],
        None,
        "combine.patterns: 3 of the patterns have no score (the first is `AB`) and there is no `otherwise`",
    );
    let all = [("AA", "2"), ("AB", "1"), ("AC", "1"), ("BB", "1"), ("BC", "0"), ("CC", "0")];
    of(&all, Some("1"), "combine.patterns.otherwise: `otherwise` is never used: all patterns are listed");
    let slashes = [("a/b", "1"), ("c", "0")];
    refused(
        &definition(2, &slashes, patterns(&[], Some("1"))),
        "labels.a/b: the label `a/b` holds `/`, which parts the labels of a pattern",
    );
    let mut unlimited = definition(2, &LABELS, patterns(&[], Some("1")));
    unlimited.assessors.at_most = None;
    refused(&unlimited, "assessors: the number of assessors has no upper limit, but a table of patterns has");
}

fn rules(rules: &[(&[(&str, Condition)], &str)]) -> Definition {
    let criteria =
        [("fluent", vec!["0", "1"]), ("context", vec!["0", "1", "2"]), ("word", vec!["no", "yes"])];
    let criteria = criteria.map(|(name, values)| Criterion {
        name: name.to_owned(),
        values: values.into_iter().map(str::to_owned).collect(),
    });
    let rules = rules.iter().map(|(when, score)| Rule {
        when: when.iter().map(|(name, condition)| ((*name).to_owned(), condition.clone())).collect(),
        score: ratio(score),
    });
    Definition {
        assessors: Assessors { at_least: 1, at_most: Some(1) },
        scoring: Scoring::Rules { criteria: criteria.into(), rules: rules.collect() },
        combination: Combination::Majority { otherwise: Otherwise::Lowest },
        levels: Vec::new(),
    }
}

fn is(value: &str) -> Condition {
    Condition::OneOf(vec![value.to_owned()])
}

#[test]
fn tables_of_rules() {
    let of =
        |when: &[(&str, Condition)], expected: &str| refused(&rules(&[(when, "1"), (&[], "0")]), expected);
    of(
        &[("fluent", is("1")), ("contxt", is("1"))],
        "rules.0.when.contxt: `contxt` is no criterion, expected one of `fluent`, `context`, `word`",
    );
    of(&[("fluent", is("2"))], "rules.0.when.fluent: fluent `2` is none of `0`, `1`");
    of(
        &[("context", Condition::AtLeast(ratio("3")))],
        "rules.0.when.context: no value of `context` meets this",
    );
    of(
        &[("context", Condition::OneOf(Vec::new()))],
        "rules.0.when.context: no value of `context` meets this",
    );
    of(
        &[("word", Condition::AtMost(Ratio::ONE))],
        "rules.0.when.word: `word` cannot be compared: its value `no` is not a number",
    );
    let first = (&[("fluent", is("1"))][..], "1");
    refused(&rules(&[first]), "rules: no rule matches fluent 0, context 0, word no");
    let inner = (&[("fluent", is("1")), ("word", is("yes"))][..], "2");
    refused(
        &rules(&[first, inner, (&[], "0")]),
        "rules.1: this rule is never used: the rules above it match all that it does",
    );
    let mut by_pattern = rules(&[first, (&[], "0")]);
    by_pattern.combination = patterns(&[], Some("1"));
    refused(
        &by_pattern,
        "combine.patterns: a pattern is made of labels, but these assessors answer by criteria",
    );
    by_pattern.combination =
        Combination::Favourites { asker: Some(Asker { assessor: "a".into(), best: "b".into() }) };
    refused(
        &by_pattern,
        "combine.favourites.asker: the asker's best answer is marked by a label, but these assessors answer by criteria",
    );
}

/// The first rule that matches gives the score; bounds include their number.
#[test]
fn the_first_rule_counts() {
    let middle: &[(&str, Condition)] =
        &[("context", Condition::AtLeast(ratio("1"))), ("context", Condition::AtMost(ratio("1")))];
    let scheme = Scheme::new(&rules(&[
        (middle, "3"),
        (&[("fluent", is("1")), ("context", Condition::AtLeast(ratio("1")))], "2"),
        (&[("word", is("yes"))], "1"),
        (&[], "0"),
    ]))
    .expect("rules");
    for (values, expected) in [
        ("0 1 no", 3),
        ("1 1 yes", 3),
        ("1 2 no", 2),
        ("0 2 no", 0),
        ("0 2 yes", 1),
        ("1 0 yes", 1),
        ("1 0 no", 0),
    ] {
        let values: Vec<&str> = values.split(' ').collect();
        let answer = scheme.answer(&values).expect("values of the criteria");
        assert_eq!(crate::level_of(&scheme, &[answer]), expected, "{values:?}");
    }
}

#[test]
fn criteria() {
    let of = |name: &str, values: &[&str], expected: &str| {
        let mut definition = rules(&[(&[], "1")]);
        let values = values.iter().map(|&value| value.to_owned()).collect();
        let criteria = vec![Criterion { name: name.to_owned(), values }];
        definition.scoring =
            Scoring::Rules { criteria, rules: vec![Rule { when: Vec::new(), score: Ratio::ONE }] };
        refused(&definition, expected);
    };
    of(
        "docid",
        &["0"],
        "criteria.docid: a criterion cannot be called `docid`: every table of labels has such a column",
    );
    of("fluent", &[], "criteria.fluent: nothing is listed");
    of("fluent", &["1", "1"], "criteria.fluent: `1` is listed twice");
    let many: Vec<String> = (0..10_001).map(|value| value.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    of("fluent", &many, "criteria: an assessor could give more than 10000 different answers");
}

#[test]
fn favourites_are_levels_already() {
    let mut definition = definition(2, &LABELS, Combination::Favourites { asker: None });
    definition.levels = vec![threshold(1, "1")];
    refused(
        &definition,
        "levels: favourites are level 1 and all others level 0: there is nothing to say of levels",
    );
}
