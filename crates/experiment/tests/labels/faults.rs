//! Invalid schemes, with the position of each error.

use rejudge_experiment::labels::{Scheme, exact_number};

use crate::{level_of, text};

#[track_caller]
fn refused(text: &str, expected: &str) {
    let error = Scheme::parse("x", text).expect_err(expected).to_string();
    assert_eq!(error, expected, "{text}");
}

/// Lines of assessors, labels, the rest, and the place and message.
#[track_caller]
fn all_refused(cases: &str) {
    for line in cases.trim().lines() {
        let [assessors, labels, rest, expected] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        refused(&text(assessors, labels, rest), expected);
    }
}

const ABC: &str = "A: 2, B: 1, C: 0";

#[test]
fn labels_and_assessors() {
    all_refused(
        r"
2 |  | combine: sum | x:4:9: nothing is listed
2 | 'a ': 1 | combine: sum | x:4:10: `a ` cannot be a field of a table: it is empty, or has a blank at an end, or a tab
2 | '': 1 | combine: sum | x:4:10: `` cannot be a field of a table: it is empty, or has a blank at an end, or a tab
2 | a: 1/101, b: 1/103 | combine: sum | x:4:9: the common denominator of the scores is above 10000
2 | a: 0 | combine: sum | x:5:10: no item can gain anything
2 | a: -1, b: 1 | combine: sum | x:5:10: an item can score -2, but a gain is not below 0: say `levels`
0-2 | A: 2, B: 1, C: 0 | combine: sum | x:3:12: found 0-2 assessors, expected from 1 to 1000, the lower number first
3-2 | A: 2, B: 1, C: 0 | combine: sum | x:3:12: found 3-2 assessors, expected from 1 to 1000, the lower number first
1-1001 | A: 2, B: 1, C: 0 | combine: sum | x:3:12: found 1-1001 assessors, expected from 1 to 1000, the lower number first
some | A: 2, B: 1, C: 0 | combine: sum | x:3:12: found `some`, expected a number (`3`), a range (`1-4`) or `2-`
2- | A: 2, B: 1, C: 0 | combine: sum | x:3:12: the number of assessors has no upper limit, so what they can give together cannot be listed: say `levels`
2-200 | A: 2, B: 1, C: 0 | combine: sum | x:3:12: the assessors can answer in more than 1000000 ways: say `levels`, and no patterns
64 | A: 2, B: 1, C: 0 | combine: sum | x:5:10: items can score 128 different numbers above 0, but levels go to 127: say `levels`
2 | A: 2, B: 1, C: 0 | title: none combines | x:1:1: the key `combine` is missing: there may be several assessors
2 | A: 2, B: 1, C: 0 | combine: {unanimity: {strength: -0.2}} | x:5:33: the strength is -1/5, expected a number from 0
2 | A: 2, B: 1, C: 0 | combine: {majority: {otherwise: most}} | x:5:33: found `most`, expected `lowest`, `highest`, `median`, `mean` or a number
2 | A: 1e3 | combine: sum | x:4:13: found `1e3`, expected a number: `2`, `0.5` or `2/3`
",
    );
}

#[test]
fn levels() {
    for line in r"
{level: 0, at-least: 1} | x:6:10: levels are 1, 2, .. up to 127, each once, with `at-least` rising; found level 0 at least 1
{level: 3, at-least: 2}, {level: 1, at-least: 1} | x:6:10: levels are 1, 2, .. up to 127, each once, with `at-least` rising; found level 3 at least 2
{level: 1, at-least: 1}, {level: 2, at-least: 1} | x:6:35: levels are 1, 2, .. up to 127, each once, with `at-least` rising; found level 2 at least 1
{level: 1, at-least: 1}, {level: 1, at-least: 2} | x:6:35: levels are 1, 2, .. up to 127, each once, with `at-least` rising; found level 1 at least 2
{level: 1, at-least: 9/2} | x:6:10: no item reaches level 1: the highest score is 4
{level: 1, at-least: 1/2}, {level: 2, at-least: 2/3} | x:6:10: no item reaches level 1: no score is from 1/2 to below 2/3
{level: 1, at-least: 1, gain: 3}, {level: 2, at-least: 2} | x:6:44: the gain of level 2 is 2, expected a number from 3 (gains do not fall with the level)
{level: 1, at-least: 1, gain: -1} | x:6:10: the gain of level 1 is -1, expected a number from 0 (gains do not fall with the level)
{level: 1, at-least: 1, gain: 0} | x:6:9: no item can gain anything
"
    .trim()
    .lines()
    {
        let (levels, expected) = line.split_once(" | ").expect("two parts");
        refused(&text("2", ABC, &format!("combine: sum\nlevels: [{levels}]")), expected);
    }
    let favourites = "combine: {favourites: {}}\nlevels: [{level: 1, at-least: 1}]";
    let said = "x:6:9: favourites are level 1 and all others level 0: there is nothing to say of levels";
    refused(&text("2", ABC, favourites), said);
}

#[test]
fn patterns_of_labels() {
    for line in r"
2 | A: 2, B: 1, C: 0 | scores: {AA: 1, AX: 1}, otherwise: 0 | x:5:38: pattern `AX`: unknown label `X`; expected one of `A`, `B`, `C`
2 | A: 2, B: 1, C: 0 | scores: {AAA: 1}, otherwise: 0 | x:5:31: pattern `AAA` is of 3 labels, but there are 2 assessors
2 | A: 2, B: 1, C: 0 | scores: {AB: 1, B/A: 1}, otherwise: 0 | x:5:38: pattern `B/A` is listed twice: the order of the labels does not matter
2 | A: 2, B: 1, C: 0 | scores: {AA: 2, AC: 1, BB: 1} | x:5:21: 3 of the patterns have no score (the first is `AB`) and there is no `otherwise`
2 | A: 2, B: 1, C: 0 | scores: {AA: 2, AB: 1, AC: 1, BB: 1, BC: 0, CC: 0}, otherwise: 1 | x:5:85: `otherwise` is never used: all patterns are listed
2 | a/b: 1, c: 0 | scores: {}, otherwise: 1 | x:4:10: the label `a/b` contains `/`, which separates the labels of a pattern
2- | A: 2, B: 1, C: 0 | scores: {}, otherwise: 1 | x:3:12: the number of assessors has no upper limit, but a table of patterns has
"
    .trim()
    .lines()
    {
        let [assessors, labels, patterns, expected] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        refused(&text(assessors, labels, &format!("combine: {{patterns: {{{patterns}}}}}")), expected);
    }
}

/// A scheme of three criteria, with these rules.
fn rules(rules: &[&str], rest: &str) -> String {
    let head = "schema: labels/v1\nid: x\nassessors: 1";
    let criteria = "criteria: {fluent: [0, 1], context: [0, 1, 2], word: [no, yes]}";
    let rules: String = rules.iter().map(|rule| format!("  - {{{rule}}}\n")).collect();
    format!("{head}\n{criteria}\nrules:\n{rules}{rest}")
}

#[test]
fn tables_of_rules() {
    for line in r"
fluent: 1, contxt: 1 | x:6:24: `contxt` is no criterion, expected one of `fluent`, `context`, `word` (did you mean `context`?)
fluent: 2 | x:6:21: unknown fluent `2`; expected one of `0`, `1`
context: {at-least: 3} | x:6:22: no value of `context` meets this
context: [] | x:6:22: no value of `context` meets this
word: {at-most: 1} | x:6:19: `word` cannot be compared: its value `no` is not a number
context: {at-lest: 1} | x:6:23: unknown name `at-lest`, expected one of `at-least`, `at-most` (did you mean `at-least`?)
"
    .trim()
    .lines()
    {
        let (when, expected) = line.split_once(" | ").expect("two parts");
        refused(&rules(&[&format!("when: {{{when}}}, score: 1"), "score: 0"], ""), expected);
    }
    let first = "when: {fluent: 1}, score: 1";
    refused(&rules(&[first], ""), "x:6:3: no rule matches fluent 0, context 0, word no");
    refused(
        &rules(&[first, "when: {fluent: 1, word: yes}, score: 2", "score: 0"], ""),
        "x:7:5: this rule is never used: the rules above it match all that it does",
    );
    refused(
        &rules(&[first, "score: 0"], "combine: {patterns: {scores: {}, otherwise: 1}}"),
        "x:8:21: a pattern is made of labels, but these assessors answer by criteria",
    );
    let asker = "combine: {favourites: {asker: {assessor: a, best: b}}}";
    refused(
        &rules(&[first, "score: 0"], asker),
        "x:8:31: the asker's best answer is marked by a label, but these assessors answer by criteria",
    );
}

/// The first rule that matches gives the score; bounds include their number.
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
    .expect("rules");
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
        let answer = scheme.answer(&values).expect("values of the criteria");
        assert_eq!(level_of(&scheme, &[answer]), expected, "{values:?}");
    }
}

#[test]
fn criteria() {
    let of = |criteria: &str, expected: &str| {
        let head = "schema: labels/v1\nid: x\nassessors: 1";
        refused(&format!("{head}\ncriteria: {{{criteria}}}\nrules: [{{score: 1}}]\n"), expected);
    };
    of("docid: [0]", "x:4:12: a criterion cannot be called `docid`: every table of labels has such a column");
    of("fluent: []", "x:4:20: nothing is listed");
    of("fluent: [1, 1]", "x:4:20: duplicate `1`");
    let many = (0..10_001).map(|value| value.to_string()).collect::<Vec<_>>().join(", ");
    of(&format!("fluent: [{many}]"), "x:4:11: an assessor could give more than 10000 different answers");
}

#[test]
fn the_parts_of_a_scheme() {
    refused(
        "schema: labels/v2\nid: x\nassessors: 1\nlabels: {a: 1}\n",
        "x:1:9: the schema is `labels/v2`, expected `labels/v1`",
    );
    refused(
        "schema: labels/v1\nid: x\nassessors: 1\n",
        "x:1:1: either `labels`, or `criteria` with `rules`, says what a label is worth",
    );
}

#[test]
fn numbers_as_written() {
    for (text, shown) in [
        ("4/6", "2/3"),
        ("0", "0"),
        ("-0", "0"),
        ("007", "7"),
        ("1.2500", "5/4"),
        ("-1/2", "-1/2"),
        ("10000", "10000"),
    ] {
        assert_eq!(exact_number(text).expect(text).to_string(), shown);
    }
    for text in ["", "-", "+1", "1.", ".5", "1/", "/2", "1/0", "1/-2", "--1", "1e2", "nan", "½", "1 "] {
        let message = format!("found `{text}`, expected a number: `2`, `0.5` or `2/3`");
        assert_eq!(exact_number(text), Err(message), "{text}");
    }
    for text in ["10001", "0.00001", "1/10001", "99999999999999999999999999999999999999999999", "-10000.1"] {
        let range = "is out of range: at most 10000 from 0, in units of 1/10000 or larger";
        assert_eq!(exact_number(text), Err(format!("the number `{text}` {range}")), "{text}");
    }
}
