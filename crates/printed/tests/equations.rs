//! Equations between printed cells: what holds, what fails and why, and what is wrong with an equation.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]

use std::path::PathBuf;

use rejudge_printed::{Class, Expected, PrintedCheck, classes};
use rejudge_spec::yaml::{Source, YamlError};

/// Two tables, one with panels, and a quoted one; `RELATION` is to be written.
const PRINTED: &str = "\
schema: expected/v1
experiment: small
tables:
  facts:
    kind: relation
    cells: |
      statistic | a        | b
      topics    | 50       | 49
      teams     | 10(12)   | 16
      range     | [4, 115] | [3, 161]
      R         | 33.2     | 41.2
      S         | 8.1      | 12.5
      A         | —        | —
      B         | 25.0     | 28.8
  t/a:
    kind: relation
    quantities: [power, ranks]
    cells: |
      team | flags | AP               | Q
      X    | *     | 29/45=64.4% 2↑1  | 60.0% 1→1
      Y    |       | 28/45=62.2% 1↓2  | 62.2% 2→2
      Z    | *†    | 20/45=44.4% 3→3  | 44.4% 3→3
  words:
    kind: words
    cells: |
      what | says
      X    | two of three
quoted:
  \"other:facts\":
    cells: |
      statistic | a
      topics    | 50
      R         | 33.2
";

fn parse(relations: &str) -> Result<Expected, YamlError> {
    let text = format!("{PRINTED}relations:\n{relations}\n");
    Expected::parse(Source { name: "expected.yaml".into(), folder: PathBuf::new(), text })
}

/// A relation of these equations.
fn relation(equations: &str) -> String {
    format!("  - name: tried\n    says: it holds\n    equations: {equations}")
}

/// How often it is applied and the failures, without what comes before the equation.
fn failures(equations: &str) -> (usize, Vec<String>) {
    let expected = parse(&relation(equations)).unwrap_or_else(|e| panic!("{e}"));
    let check = PrintedCheck::of(&expected).unwrap_or_else(|e| panic!("{equations}: {e}"));
    let applied = check.outcomes.iter().map(|outcome| outcome.instances.len()).sum();
    let why = |message: String| {
        let (_, why) = message.split_once(" fails at ").expect("it says where");
        why.to_owned()
    };
    (applied, check.failures().into_iter().map(|failure| why(failure.message)).collect())
}

/// An equation of the numbers and lists below, in one place.
fn holds(equation: &str) -> Result<(), String> {
    let names = [
        ("topics", "{row: topics, column: a}"),
        ("teams", "{row: teams, column: a}"),
        ("range", "{row: range, column: a}"),
        ("R", "{row: R, column: a}"),
        ("S", "{row: S, column: a}"),
        ("A", "{row: A, column: a}"),
        ("B", "{row: B, column: a}"),
        ("all-R", "{row: R, column: all}"),
        ("both-R", "{row: R, column: [a, b]}"),
        ("X", "{table: t, panel: a, row: X, column: AP, quantity: power}"),
        ("Y", "{table: t, panel: a, row: Y, column: AP, quantity: power}"),
        ("Q-of-Y", "{table: t, panel: a, row: Y, column: Q, quantity: power}"),
        ("rank", "{table: t, panel: a, row: X, column: AP, quantity: ranks}"),
        ("ranks", "{table: t, panel: a, row: all, column: AP, quantity: ranks}"),
        ("marked", "{table: t, panel: a, row: {marked: \"*\"}, column: AP, quantity: power}"),
        ("none", "{table: t, panel: a, row: {marked: \"?\"}, column: AP, quantity: power}"),
        ("word", "{table: words, row: X, column: says}"),
    ];
    let is_used = |name: &&(&str, &str)| {
        let word = |c: char| !(c.is_alphanumeric() || c == '-');
        equation.split(word).any(|word| word == name.0)
    };
    let given: Vec<String> =
        names.iter().filter(is_used).map(|(name, labels)| format!("{name}: {labels}")).collect();
    let text = format!("{{in: {{table: facts}}, given: {{{}}}, holds: '{equation}'}}", given.join(", "));
    match failures(&text) {
        (1, found) if found.is_empty() => Ok(()),
        (_, found) => Err(found.join("; ")),
    }
}

#[test]
fn equations_that_hold() {
    for equation in [
        // Rounding: 33.2 is 33.15 to 33.25.
        "R = 33.249999",
        "R = 132.9 / 4",
        "R - 33.15 >= 0",
        "S + B < 33.05 + .05 + .1",
        "X = 29/45",
        "percent(X) = X",
        "27/45 = 60%",
        "Q-of-Y = 28/45",
        "2^10 = 1024",
        "-2^2 = -4",
        "+1 - -1 = 2",
        "8/4/2 = 1",
        "1 - 2 - 3 = -4",
        "(1-.5^2)/(1-.5) = 3/2",
        "topics*R = 1660",
        // Averages over 50 topics are whole numbers over 50.
        "whole(topics * S) = 405",
        "whole(topics * R) >= 0",
        // As printed.
        "R is 33.2",
        "R is 33.20",
        "S is below R",
        "S is at most 8.1",
        "R is at least 33.2",
        "X is above Y",
        "Q-of-Y is 62.2%",
        "Y is Q-of-Y",
        "Q-of-Y is .622",
        "range is \"[4, 115]\"",
        "rank is \"2↑1\"",
        "teams is 10",
        "teams is \"10(12)\"",
        "word is \"two of three\"",
        // Parts.
        "low(range) <= R <= high(range)",
        "all(teams) - used(teams) = 2",
        "used(topics) = all(topics)",
        "numerator(X) = 29 = denominator(X) - 16",
        "arrow(rank) = sign(before(rank) - after(rank)) = 1",
        // Lists.
        "ascending(before(ranks)) = 1 to 3",
        "descending(after(ranks)) = 4 - (1 to 3)",
        "count(ranks) = 3",
        "count(before(ranks)) = count(1 to 3)",
        "count(marked is above Y) = 1",
        "count(none) = 0",
        "sum(all-R) = 74.4",
        "min(all-R, 50) is 33.2",
        "max(all-R, 50) is 50",
        "all-R is both-R",
        "both-R > 30",
        "R is one of all-R",
        "R = one of 33 + (0 to 10) / 10",
        "R is at least one of all-R",
        "pairs(1 to 3) = (0 to 2) * (1 to 3) / 2",
        "R is 1 or R is 33.2",
        "pairs(10) = 45",
        "rounded(29/45, 3) is .644",
        "rounded(-.5, 0) is -1",
        "rounded-up(1/3, 2) is .34",
        ".956 = one of means(1, 1 - 2 * (0 to 45) / 45)",
        ".967 = one of means(4, 1 - 2 * (0 to 45) / 45)",
        "rounded-up(critical-tau(30, .01), 2) is .34",
        "rounded(critical-tau-normal(30, .01), 4) is .3319",
    ] {
        assert_eq!(holds(equation), Ok(()), "{equation}");
    }
}

#[test]
fn equations_that_fail_say_why() {
    for (equation, why) in [
        ("R = 33.26", "`R = 33.26`: 33.15 to 33.25 is not equal to 33.255 to 33.265, where R `33.2`"),
        ("R is 33.3", "`33.2` is not `33.3`"),
        ("R is above 33.2", "33.2 is not above 33.2"),
        ("S < R < 33", "33.15 to 33.25 is not below 33, where R `33.2`, S `8.1`"),
        ("whole(topics * B / 7) = 0", "178.2143 to 178.9286 is no whole number"),
        ("R / (S - 8.1) = 1", "divides by 0"),
        ("A = 0", "`—` of facts[A, a] is not a number"),
        ("numerator(R) = 1", "`33.2` of facts[R, a] is not a fraction"),
        ("range = 4", "`[4, 115]` of facts[range, a] is not a number"),
        ("word = 2", "`two of three` of words[X, says] is not a number"),
        ("word is \"three of three\"", "`two of three` is not `three of three`"),
        ("range is 4", "`[4, 115]` is not `4`"),
        ("Y is above X or X is below Y", "0.6222 is not above 0.6444"),
        ("all-R = 33.2", "41.15 to 41.25 is not equal to 33.15 to 33.25"),
        ("ascending(before(ranks)) = 1 to 4", "3 numbers beside 4"),
        ("none > 0", "there is nothing to compare"),
        ("max(none) > 0", "none of no numbers is the smallest or the largest"),
        ("R = one of 1 to 30", "33.15 to 33.25 is not one of the 30 numbers"),
        ("R is one of both-R + 1", "33.2 is not one of the 2 numbers"),
        (".957 = one of means(1, 1 - 2 * (0 to 45) / 45)", "is not one of the means of 1 numbers"),
        ("999999999^16 = 1", "too many digits"),
        ("2^.5 = 1", "an exponent is a whole number from 0 to 16"),
        ("count(1 to 99999) = 1", "1 to 99999 are more than 10000 numbers"),
        ("critical-tau(30, 2) = 1", "2 is no level of significance"),
        ("critical-tau(3, .01) = 1", "no tau of 3 runs is significant"),
        ("rounded(R, 10) = 1", "up to 9 digits"),
    ] {
        let found = holds(equation).expect_err(equation);
        assert!(found.contains(why), "{equation}: {found}");
    }
}

/// Each place is one application, in the order of the file, and binds what it says.
#[test]
fn places_and_names() {
    let of = |equations: &str| failures(equations);
    let none: Vec<String> = Vec::new();
    for (applied, equations) in [
        (2, "{for-each: column, in: {table: facts, row: R}, holds: cell > 0}"),
        (2, "{in: {table: facts, row: R, column: [a, b]}, holds: cell > 0}"),
        (12, "{for-each: cell, in: {table: t}, given: {there: {}}, holds: there is there}"),
        (6, "{for-each: [panel, row, column], in: {table: t, quantity: power}, holds: 0 < cell < 1}"),
        (
            2,
            "{for-each: [panel, column], in: {table: t}, given: {r: {row: all, quantity: ranks}}, holds: ascending(before(r)) = 1 to 3}",
        ),
        (
            1,
            "{in: {table: t, panel: a, row: {marked: †}, column: AP, quantity: ranks}, holds: before(cell) = 3}",
        ),
        (
            2,
            "{in: {table: t, panel: a, row: {unmarked: †}, column: AP, quantity: ranks}, holds: before(cell) < 3}",
        ),
        (
            2,
            "{in: {table: t, panel: a, row: {not: [X, Y, Q]}, column: [AP, Q], quantity: ranks}, holds: before(cell) = 3}",
        ),
        // The panel is a column elsewhere, where there are neither panels nor quantities.
        (
            3,
            "{for-each: row, in: {table: t, panel: a, column: AP, quantity: ranks}, given: {n: {table: facts, row: topics, column: $panel}}, holds: before(cell) < n}",
        ),
        // What a list does not take need not be there.
        (
            3,
            "{for-each: row, in: {table: t, panel: a, column: Q, quantity: power}, given: {x: {row: {label: $row, unmarked: †}}}, holds: count(x) <= 1}",
        ),
        (
            2,
            "{for-each: column, in: {table: facts}, binds: {R: {row: R}, S: {row: S}, A: {row: A}, B: {row: B}}, given: {n: {row: topics}}, blanks: 0, holds: whole(n * R) = whole(n * S) + whole(n * A) + whole(n * B)}",
        ),
        (
            1,
            "{in: {table: facts, column: a, row: [R]}, where: {half: cell / 2, quarter: half / 2}, holds: [half < cell, quarter * 4 = cell]}",
        ),
        (
            2,
            "{for-each: row, in: {table: \"other:facts\", column: a}, binds: {ours: {table: facts}}, holds: cell is ours}",
        ),
    ] {
        assert_eq!(of(equations), (applied, none.clone()), "{equations}");
    }
    let (applied, found) = of("{for-each: column, in: {table: facts, row: R}, holds: cell < 40}");
    assert_eq!(applied, 2);
    assert_eq!(
        found,
        ["facts[R, b]: `cell < 40`: 41.15 to 41.25 is not below 40, where cell `41.2` (line 11)"]
    );
}

/// Bound cells count, given ones do not; words are transcribed whatever finds them; one cell is recomputed.
#[test]
fn what_counts() {
    let classed = |relations: &str, row: &str| {
        let expected = parse(relations).unwrap_or_else(|e| panic!("{e}"));
        let check = PrintedCheck::of(&expected).unwrap_or_else(|e| panic!("{e}"));
        let all = classes(&expected, &check.outcomes);
        let mut cells = expected.cells.iter().zip(all);
        cells.find(|(cell, _)| cell.address.row == row).map(|(_, class)| class)
    };
    let of = |equations: &str, row: &str| classed(&relation(equations), row);
    let given = "{in: {table: facts, row: R, column: a}, given: {S: {row: S}}, holds: cell > S}";
    assert_eq!((of(given, "R"), of(given, "S")), (Some(Class::Consistent), Some(Class::Unchecked)));
    let fails = "{in: {table: facts, row: R, column: a}, given: {S: {row: S}}, holds: cell < S}";
    assert_eq!((of(fails, "R"), of(fails, "S")), (Some(Class::Contradicted), Some(Class::Unchecked)));
    let blank = "{in: {table: facts, column: a}, binds: {R: {row: R}, A: {row: A}}, blanks: 0, holds: R > A}";
    assert_eq!(of(blank, "R"), Some(Class::Consistent));
    let words = "{in: {table: words, row: X, column: says}, holds: 'cell is \"two of three\"'}";
    let expected = parse(&relation(words)).unwrap_or_else(|e| panic!("{e}"));
    let check = PrintedCheck::of(&expected).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(classes(&expected, &check.outcomes).last(), Some(&Class::Transcribed));
    let again = "  - name: tried\n    says: it holds\n    recomputes: true\n    equations: {in: {table: facts, row: R, column: a}, holds: cell = 664/20}";
    assert_eq!(classed(again, "R"), Some(Class::Recomputed));
}

/// A mistake in an equation, in its names or in its labels names its line and column (marked here), and what
/// is near.
#[test]
fn mistakes_have_a_place() {
    let start = PRINTED.lines().count() + 4;
    for (equations, message) in [
        (
            "{in: {table: facts, row: R, column: a}, holds: cell = ¦= 1}",
            "found `=`, expected a number, a name",
        ),
        (
            "{in: {table: facts, row: R, column: a}, holds: cell¦}",
            "found the end, expected a comparison: an equation has a `=`",
        ),
        (
            "{in: {table: facts, row: R, column: a}, holds: 'cell = 1 ¦2'}",
            "found `2`, expected the end of the equation",
        ),
        ("{in: {table: facts, row: R, column: a}, holds: \"cell = (1¦\"}", "found the end, expected `)`"),
        (
            "{in: {table: facts, row: R, column: a}, holds: cell = ¦sume(1)}",
            "there is no function `sume` (did you mean `sum`?)",
        ),
        (
            "{in: {table: facts, row: R, column: a}, holds: cell = pairs(1)¦(2)}",
            "found `(`, expected the end",
        ),
        (
            "{in: {table: facts, row: R, column: a}, holds: \"cell = ¦pairs(1, 2)\"}",
            "`pairs` takes 1 numbers, found 2",
        ),
        (
            "{in: {table: facts, row: R, column: a}, holds: ¦low(1) = cell}",
            "`low` is a part of one cell: `low(cell)`",
        ),
        (
            "{in: {table: facts, row: R, column: a}, holds: cell is at ¦3}",
            "found `3`, expected `least` or `most`",
        ),
        ("{in: {table: facts, row: R, column: a}, holds: cell = one ¦3}", "found `3`, expected `of`"),
        (
            "{in: {table: facts, row: R, column: a}, holds: \"cell = sum(¦means(1, 2))\"}",
            "`means` stands behind `= one of`",
        ),
        (
            "{in: {table: facts, row: R, column: a}, holds: cell = ¦cel}",
            "nothing is named `cel` here (did you mean `cell`?)",
        ),
        (
            "{in: {table: facts, row: R, column: a}, binds: {x: {row: S}}, holds: ¦cell-x = 1}",
            "nothing is named `cell-x` here (a minus has blanks around it: `cell - x`)",
        ),
        (
            "{in: {table: facts, row: R, column: a}, binds: {¦x: {row: S}}, holds: cell = 1}",
            "no equation uses `x`",
        ),
        (
            "{in: {table: facts, row: R, column: a}, binds: {x: {row: S}}, given: {¦x: {row: S}}, holds: cell = x}",
            "`x` is named twice",
        ),
        (
            "{in: {table: facts, row: R, column: a}, binds: {¦one: {row: S}}, holds: cell = 1}",
            "`one` is a word of the equations",
        ),
        (
            "{in: {table: facts, row: R, column: a}, binds: {¦a b: {row: S}}, holds: cell = 1}",
            "`a b` is no name",
        ),
        (
            "{in: {table: ¦fact, row: R}, holds: cell = 1}",
            "no table is labelled `fact` here (did you mean `facts`?)",
        ),
        ("{in: {table: facts, row: ¦r}, holds: cell = 1}", "no row is labelled `r` here (did you mean `R`?)"),
        (
            "{in: {table: facts, row: R, column: a}, binds: {x: {row: ¦s}}, holds: cell = x}",
            "no row is labelled `s` here",
        ),
        (
            "{in: {table: facts, row: R, column: a}, binds: {x: {row: ¦$colum}}, holds: cell = x}",
            "`$colum` stands for nothing: the place has no colum (did you mean `column`?)",
        ),
        (
            "{in: {table: facts, row: R, column: a}, binds: {x: {table: ¦t, row: X}}, holds: cell = x}",
            "t[X, a] is not among the printed or quoted cells; the place is facts[R, a]",
        ),
        (
            "{in: {table: facts, row: R, column: a}, binds: {x: {table: ¦t, row: X, column: AP}}, holds: cell = x}",
            "`x` stands for several cells, t/a[X, AP, power] and t/a[X, AP, ranks] among them",
        ),
        (
            "{in: {table: facts, row: R}, holds: ¦cell = 1}",
            "`cell` is the cell at the place, and facts[R] is more than a cell",
        ),
        ("{in: {row: R}, holds: ¦cell = 1}", "an equation is of a `section` of the text, or `in` a table"),
        ("{in: {table: facts, row: R, column: a}, blanks: ¦none, holds: cell = 1}", "`none` is no number"),
        (
            "{section: \"4\", says: 1, binds: {¦x: {table: facts, row: R, column: a}}, holds: x = 1}",
            "an equation of the text binds no cell",
        ),
        (
            "{section: ¦\"4\", in: {table: facts}, holds: 1 = 1}",
            "an equation of the text is at no place of a table",
        ),
        ("{section: ¦\"4\", holds: [1 = 1, 2 = 2]}", "the words of the text stand in `says`"),
        ("{says: ¦x, in: {table: facts}, holds: 1 = 1}", "what the text says stands in a `section`"),
        ("{section: \"4\", holds: ¦1/0 = 1}", "divides by 0"),
        ("{in: {table: {¦marks: x}}, holds: cell = 1}", "unknown key `marks`"),
        ("{for-each: ¦cells, in: {table: facts}, holds: cell = 1}", "did you mean `cell`?"),
    ] {
        let column = relation(equations).lines().last().and_then(|line| line.find('¦')).expect("a mark") + 1;
        let equations = equations.replace('¦', "");
        let error = parse(&relation(&equations)).and_then(|e| PrintedCheck::of(&e).map(|_| ()));
        let error = error.expect_err(&equations).to_string();
        assert!(error.contains(message), "{equations}: {error}");
        let place = format!("expected.yaml:{start}:{column}: ");
        assert!(error.starts_with(&place), "{equations}: {error}, not {place}");
    }
    for (relations, message) in [
        ("  - {name: tried, says: it holds}", "the relation `tried` has either `equations` or `holds`"),
        (
            "  - {name: tried, says: it holds, recomputes: true, holds: {tasks: {file: x}}}",
            "`recomputes` belongs to `equations`",
        ),
        (
            "  - {name: tried, says: it holds, recomputes: true, equations: {in: {table: facts, row: R, column: a}, holds: cell > 1}}",
            "an equation that recomputes binds one cell",
        ),
        (
            "  - {name: tried, says: it holds, recomputes: true, equations: {in: {table: facts, row: R, column: a}, binds: {S: {row: S}}, holds: cell = S}}",
            "an equation that recomputes binds one cell",
        ),
        (
            "  - {name: tried, says: it holds, equations: {in: {table: t, row: {marked: x}}, holds: 1 = 1}}",
            "the relation `tried` applies to nothing",
        ),
    ] {
        let error = parse(relations).and_then(|e| PrintedCheck::of(&e).map(|_| ())).expect_err(relations);
        assert!(error.to_string().contains(message), "{relations}: {error}");
    }
}

/// The examples of the documentation are read, hold, and notice a changed digit.
#[test]
fn the_documentation_holds() {
    let page = include_str!("../../../docs/relations.md");
    let blocks: Vec<&str> =
        page.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let text = blocks.concat();
    let read = |text: String| {
        let source = Source { name: "relations.md".into(), folder: PathBuf::new(), text };
        Expected::parse(source).unwrap_or_else(|e| panic!("{e}"))
    };
    let failing =
        |expected: &Expected| PrintedCheck::of(expected).unwrap_or_else(|e| panic!("{e}")).failures().len();
    let expected = read(text.clone());
    assert_eq!((failing(&expected), expected.relations.len()), (0, 3));
    let check = PrintedCheck::of(&expected).unwrap_or_else(|e| panic!("{e}"));
    let total = check.tally.total;
    assert_eq!((total.printed, total.consistent, total.text_recomputed), (8, 8, 2));
    for (from, to) in [("+6.1%", "+6.2%"), (".3910", ".3920"), (".4140", ".4142"), ("= 64.2%", "= 64.3%")] {
        assert!(failing(&read(text.replacen(from, to, 1))) > 0, "{from} to {to}");
    }
}
