//! The errors of invalid schemes. Also the order of rules, and the reading of exact numbers.

use rejudge_experiment::labels::{Scheme, exact_number};

use crate::{level_of, text};

/// Returns the message of a scheme that is refused.
fn refused(text: &str) -> String {
    Scheme::parse("x", text).expect_err(text).to_string()
}

const ABC: &str = "A: 2, B: 1, C: 0";

#[test]
fn wrong_labels_and_assessors_are_refused() {
    let messages = [
        ("2", "", "combine: sum"),
        ("2", "'a ': 1", "combine: sum"),
        ("2", "'': 1", "combine: sum"),
        ("2", "a: 1/101, b: 1/103", "combine: sum"),
        ("2", "a: -1, b: 1", "combine: sum"),
        ("0-2", ABC, "combine: sum"),
        ("1-1001", ABC, "combine: sum"),
        ("some", ABC, "combine: sum"),
        ("2-", ABC, "combine: sum"),
        ("2-200", ABC, "combine: sum"),
        ("64", ABC, "combine: sum"),
        ("2", ABC, "title: none combines"),
        ("2", ABC, "combine: {unanimity: {strength: -0.2}}"),
        ("2", ABC, "combine: {majority: {otherwise: most}}"),
        ("2", "A: 1e3", "combine: sum"),
    ]
    .map(|(assessors, labels, rest)| refused(&text(assessors, labels, rest)));
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn wrong_levels_are_refused() {
    let messages = [
        "{level: 0, at-least: 1}",
        "{level: 3, at-least: 2}, {level: 1, at-least: 1}",
        "{level: 1, at-least: 1}, {level: 2, at-least: 1}",
        "{level: 1, at-least: 1, gain: 3}, {level: 2, at-least: 2}",
        "{level: 1, at-least: 1, gain: -1}",
    ]
    .map(|levels| refused(&text("2", ABC, &format!("combine: sum\nlevels: [{levels}]"))));
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn wrong_patterns_are_refused() {
    let messages = [
        ("2", "scores: {AA: 1, AX: 1}, otherwise: 0"),
        ("2", "scores: {AAA: 1}, otherwise: 0"),
        ("2", "scores: {AB: 1, B/A: 1}, otherwise: 0"),
        ("2", "scores: {AA: 2, AC: 1, BB: 1}"),
        ("2-", "scores: {}, otherwise: 1"),
    ]
    .map(|(assessors, patterns)| {
        refused(&text(assessors, ABC, &format!("combine: {{patterns: {{{patterns}}}}}")))
    });
    insta::assert_snapshot!(messages.join("\n"));
}

/// Returns the text of a scheme with three criteria and these rules.
fn rules(rules: &[&str], rest: &str) -> String {
    let head = "schema: labels/v1\nid: x\nassessors: 1";
    let criteria = "criteria: {fluent: [0, 1], context: [0, 1, 2], word: [no, yes]}";
    let rules: String = rules.iter().map(|rule| format!("  - {{{rule}}}\n")).collect();
    format!("{head}\n{criteria}\nrules:\n{rules}{rest}")
}

#[test]
fn wrong_rules_are_refused() {
    let first = "when: {fluent: 1}, score: 1";
    let asker = "combine: {favourites: {asker: {assessor: a, best: b}}}";
    let whens = ["fluent: 1, contxt: 1", "fluent: 2", "word: {at-most: 1}", "context: {at-lest: 1}"]
        .map(|when| rules(&[&format!("when: {{{when}}}, score: 1"), "score: 0"], ""));
    let others = [
        rules(&[first], ""),
        rules(&[first, "score: 0"], "combine: {patterns: {scores: {}, otherwise: 1}}"),
        rules(&[first, "score: 0"], asker),
    ];
    let criteria = ["fluent: []", "fluent: [1, 1]"].map(|criteria| {
        format!("schema: labels/v1\nid: x\nassessors: 1\ncriteria: {{{criteria}}}\nrules: [{{score: 1}}]\n")
    });
    let parts = [
        "schema: labels/v2\nid: x\nassessors: 1\nlabels: {a: 1}\n".to_owned(),
        "schema: labels/v1\nid: x\nassessors: 1\n".to_owned(),
    ];
    let texts = whens.iter().chain(&others).chain(&criteria).chain(&parts);
    insta::assert_snapshot!(texts.map(|text| refused(text)).collect::<Vec<_>>().join("\n"));
}

/// The first rule that matches gives the score. A bound includes its own number.
#[test]
fn the_first_rule_counts() {
    let scheme = Scheme::parse(
        "x",
        &rules(
            &[
                "when: {context: {at-least: 1}, fluent: {at-most: 0}, word: [no]}, score: 3",
                "when: {fluent: 1, context: {at-least: 1}}, score: 2",
                "when: {word: yes}, score: 1",
                "score: 0",
            ],
            "",
        ),
    )
    .expect("the rules are valid");
    for (values, expected) in [
        ("0 1 no", 3),
        ("0 2 no", 3),
        ("1 1 yes", 2),
        ("1 2 no", 2),
        ("0 0 no", 0),
        ("0 2 yes", 1),
        ("1 0 yes", 1),
        ("1 0 no", 0),
    ] {
        let values: Vec<&str> = values.split(' ').collect();
        let answer = scheme.answer(&values).expect("the criteria have these values");
        assert_eq!(level_of(&scheme, &[answer]), expected, "{values:?}");
    }
}

#[test]
fn numbers_are_read_exactly() {
    for (text, expected) in [
        ("4/6", "2/3"),
        ("0", "0"),
        ("-0", "0"),
        ("007", "7"),
        ("1.2500", "5/4"),
        ("-1/2", "-1/2"),
        ("10000", "10000"),
    ] {
        assert_eq!(exact_number(text).expect(text).to_string(), expected);
    }
    for text in ["", "-", "+1", "1.", ".5", "1/", "/2", "1/0", "1/-2", "--1", "1e2", "nan", "½", "1 "] {
        let message = format!("found `{text}`, expected a number: `2`, `0.5` or `2/3`");
        assert_eq!(exact_number(text), Err(message), "{text}");
    }
    for text in ["10001", "0.00001", "1/10001", "99999999999999999999999999999999999999999999", "-10000.1"] {
        let range = "is out of range: expected -10000 to 10000, in steps of 1/10000 or larger";
        assert_eq!(exact_number(text), Err(format!("the number `{text}` {range}")), "{text}");
    }
}
