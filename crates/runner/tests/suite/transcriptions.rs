//! The shipped transcriptions of sakai-ncu and sakai-late-arrival: what they hold, and that their relations
//! can fail. That of sakai-bias has its own tests.

use std::path::PathBuf;

use rejudge_printed::{Expected, FailOn, PrintedCheck, lock};
use rejudge_spec::yaml::{Source, YamlError};

use crate::world::repository;

fn text(experiment: &str, name: &str) -> String {
    let path = repository().join("experiments").join(experiment).join(name);
    std::fs::read_to_string(path).expect("the file is shipped")
}

fn parse(text: String) -> Result<Expected, YamlError> {
    Expected::parse(Source { name: "expected.yaml".into(), folder: PathBuf::new(), text })
}

fn failures(text: String) -> Vec<(FailOn, String)> {
    let expected = parse(text).unwrap_or_else(|e| panic!("{e}"));
    let check = PrintedCheck::of(&expected).unwrap_or_else(|e| panic!("{e}"));
    check.failures().into_iter().map(|failure| (failure.kind, failure.message)).collect()
}

/// The text with `from` replaced in the one line that begins with `row`, below the line `table:`.
fn with(text: &str, table: &str, row: &str, from: &str, to: &str) -> (String, usize) {
    let heading = format!("  {table}:");
    let start = text.lines().position(|line| line == heading).unwrap_or_else(|| panic!("no {table}"));
    let below = text.lines().skip(start).position(|line| line.trim_start().starts_with(row));
    let at = start + below.unwrap_or_else(|| panic!("{table} has no `{row}`"));
    let change = |(i, line): (usize, &str)| match i == at {
        true => line.replacen(from, to, 1),
        false => line.to_owned(),
    };
    let changed: Vec<String> = text.lines().enumerate().map(change).collect();
    let changed = changed.join("\n") + "\n";
    assert!(changed != text, "{table} {row}: `{from}` is not there");
    (changed, at + 1)
}

/// Printed, recomputed, consistent and unchecked cells of each table, worked-out numbers left out.
fn counted(experiment: &str) -> Vec<(String, [usize; 4])> {
    let source = text(experiment, "expected.yaml");
    assert_eq!(failures(source.clone()), []);
    let expected = parse(source).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(lock::compare(&expected, &text(experiment, "expected.lock")), []);
    let check = PrintedCheck::of(&expected).unwrap_or_else(|e| panic!("{e}"));
    let tables = check.tally.tables.into_iter().filter(|(_, n)| n.printed > 0);
    tables.map(|(table, n)| (table, [n.printed, n.recomputed, n.consistent, n.unchecked])).collect()
}

#[test]
fn counts_are_those_of_the_catalogue() {
    let named = |counts: &[(&str, [usize; 4])]| -> Vec<(String, [usize; 4])> {
        counts.iter().map(|(table, counts)| ((*table).to_owned(), *counts)).collect()
    };
    // The 31 cells of Tables 1 and 2 are recomputed by a run.
    assert_eq!(
        counted("sakai-ncu"),
        named(&[
            ("table-1", [25, 0, 0, 25]),
            ("table-2", [6, 0, 0, 6]),
            ("table-3", [23, 0, 23, 0]),
            ("table-4", [52, 0, 2, 50]),
            ("table-5", [52, 0, 2, 50]),
            ("table-6", [104, 0, 56, 48]),
        ])
    );
    // Twelve sensitivities a table, and AveP's difference.
    let sensitivities = ["2a", "2b", "2c", "2d", "3a", "3b", "3c", "3d"];
    let mut late = vec![("table-1".to_owned(), [12, 0, 10, 2])];
    // One of each Table 3 stands beside a known erratum.
    let consistent = |name: &str| if name.starts_with('3') { 12 } else { 13 };
    late.extend(sensitivities.map(|name| (format!("table-{name}"), [24, 0, consistent(name), 11])));
    assert_eq!(counted("sakai-late-arrival"), late);
}

/// Each relation fails when a number that it binds is another, and names the line.
#[test]
fn every_relation_can_fail() {
    let ncu = [
        ("same-collections", "table-3", "average N", "1157.9", "1157.8"),
        ("grades", "table-3", "S-relevant", "2.5", "2.9"),
        ("averages-in-ranges-nonrelevant", "table-3", "average N", "925.5", "2050.6"),
        ("averages-in-ranges-relevant", "table-3", "range R", "[4, 115]", "[34, 115]"),
        ("ap-with-itself", "table-5/trec03", "rb, beta=0, 1:2:3", "1  ", ".999"),
        ("top-heavier", "table-5/ntcir6-j", "gu, beta=1, 1:5:10", ".927", ".939"),
        ("percentages", "table-6/trec03", "rb, beta=0, 1:2:3", "50/120=41.7", "50/120=41.6"),
        ("percentages", "table-6/ntcir6-j", "gu, beta=0, 1:2:3", "26/45=57.8", "26/46=56.5"),
        ("same-power", "table-6/trec03", "rb, beta=1, 1:2:3", "80/120=66.7", "81/120=67.5"),
        (
            "most-discriminative-ntcir",
            "table-6/ntcir6-j",
            "rb, beta=10000, 1:5:10",
            "30/45=66.7",
            "31/45=68.9",
        ),
        ("most-discriminative-trec", "table-6/trec03", "gu, beta=1, 1:2:3", "82/120=68.3", "80/120=66.7"),
        ("crossings", "crossings-rank-biased/trec03", "gamma=0.9", "65", "66"),
        ("crossings", "crossings-uniform/ntcir6-j", "gu, beta=1 ", "29", "28"),
        ("text", "table-4/trec03", "rb, beta=0, 1:2:3", ".652", ".653"),
    ];
    let late = [
        ("grades", "table-1", "average R", "89.1", "89.9"),
        ("runs-used", "table-1", "#runs used", "30 (15)  | 30", "30 (15)  | 31"),
        ("percentages", "table-2d/ntcir5-c", "nDCG a=100", "45%", "44%"),
        ("percentages", "table-3b/ntcir5-j", "genAveP", "61/105=58%", "61/106=58%"),
        ("sorted", "table-3a/ntcir5-j", "nDCG a=10 ", "72/105=69%", "75/105=71%"),
        ("gains-do-not-matter-2a", "table-2a/ntcir5-c", "AveP", "0.09", "0.08"),
        ("gains-do-not-matter-2b", "table-2d/ntcir5-c", "AveP", "64/105=61%", "65/105=62%"),
        ("gains-do-not-matter-3a", "table-3c/ntcir5-j", "AveP", "0.08", "0.09"),
        ("gains-do-not-matter-3b", "table-3b/ntcir5-j", "AveP", "0.12", "0.11"),
        ("bold-chinese", "table-2b/ntcir5-c", "Q beta=0.1", "65/105=62%", "64/105=61%"),
        ("bold-chinese", "table-2c/ntcir5-c", "Q beta=10 ", "79/105=75%", "77/105=73%"),
        ("bold-japanese", "table-3b/ntcir5-j", "Q beta=1 ", "57/105=54%", "59/105=56%"),
        ("crossings", "crossings/ntcir5-j", "nDCG a=2", "61", "68"),
        ("text", "table-2b/ntcir5-c", "Q beta=1 ", "0.10", "0.11"),
        ("text-arithmetic", "text", "- {section: \"5.2\", holds: 37/105", "35%", "36%"),
        ("tau-threshold", "text", "- rounded-up(critical-tau(30", "30", "32"),
    ];
    for (experiment, changes) in [("sakai-ncu", &ncu[..]), ("sakai-late-arrival", &late[..])] {
        let original = text(experiment, "expected.yaml");
        for (relation, table, row, from, to) in changes {
            let in_text = *table == "text";
            let (changed, line) = match in_text {
                true => {
                    with(&original.replace("\nrelations:", "\n  text:\nrelations:"), table, row, from, to)
                }
                false => with(&original, table, row, from, to),
            };
            let changed =
                if in_text { changed.replace("\n  text:\nrelations:", "\nrelations:") } else { changed };
            let line = (line - usize::from(in_text)).to_string();
            let found = failures(changed);
            let names_it = |(_, message): &(FailOn, String)| {
                message.contains(&format!("relation `{relation}` fails"))
                    && message.split(|c: char| !c.is_ascii_digit()).any(|number| number == line)
            };
            assert!(found.iter().any(names_it), "{experiment} {relation}, line {line}: {found:#?}");
        }
        let names: Vec<&str> = original.lines().filter_map(|l| l.strip_prefix("  - name: ")).collect();
        let errata = original.matches("\n    shows-in:").count();
        // Two relations on what the text says fail as shipped, where an erratum is known.
        let tried: std::collections::BTreeSet<&str> = changes.iter().map(|change| change.0).collect();
        let untried: Vec<&&str> =
            names[..names.len() - errata].iter().filter(|n| !tried.contains(**n)).collect();
        assert!(
            untried.iter().all(|name| matches!(
                **name,
                "text-arithmetic" | "names-of-metrics" | "tau-threshold-nearest"
            )),
            "{untried:?} need a line above"
        );
    }
}

/// A formula of the text that is none, an unknown row and a level that is none are errors of their line.
#[test]
fn mistakes_in_a_relation_name_their_line() {
    for (experiment, from, to, message) in [
        ("sakai-ncu", "holds: 10*9/2 = 45", "holds: 10*9/0 = 45", "divides by 0"),
        ("sakai-ncu", "holds: 10*9/2 = 45", "holds: 10*9/2", "an equation has a `=`"),
        (
            "sakai-late-arrival",
            "row: Q beta=10, column: sensitivity}\n        binds",
            "row: Q beta=11, column: sensitivity}\n        binds",
            "no row is labelled `Q beta=11` here",
        ),
        (
            "sakai-late-arrival",
            "rounded-up(critical-tau(30, .01), 2)",
            "rounded-up(critical-tau(30, 0), 2)",
            "0 is no level of significance",
        ),
        ("sakai-late-arrival", "pairs(all(runs))", "pairs(al(runs))", "did you mean `all`?"),
    ] {
        let original = text(experiment, "expected.yaml");
        assert_eq!(original.matches(from).count(), 1, "{from}");
        let first = from.lines().next().expect("a line");
        let line = original.lines().position(|line| line.contains(first)).expect("it is there") + 1;
        let error = parse(original.replace(from, to))
            .and_then(|expected| PrintedCheck::of(&expected).map(|_| ()))
            .expect_err(message)
            .to_string();
        assert!(error.contains(message), "{message}: {error}");
        assert!(error.starts_with(&format!("expected.yaml:{line}:")), "line {line}: {error}");
    }
}

/// Without their errata the relations fail where the papers are wrong; mended, the errata are stale.
#[test]
fn errata_are_where_the_papers_are_wrong() {
    for (experiment, failing) in [
        ("sakai-ncu", &["names-of-metrics", "names-of-metrics"][..]),
        ("sakai-late-arrival", &["bold-japanese", "text-arithmetic", "tau-threshold-nearest"][..]),
    ] {
        let original = text(experiment, "expected.yaml");
        let start = original.find("\nknown-errata:").expect("the section is there");
        let end = original[start + 1..].find("\n\n").map(|at| start + 1 + at).expect("it ends");
        let found = failures(format!("{}{}", &original[..start], &original[end..]));
        assert_eq!(found.len(), failing.len(), "{found:#?}");
        for ((_, message), relation) in found.iter().zip(failing) {
            assert!(message.contains(&format!("relation `{relation}` fails")), "{message}");
        }
    }
    for (experiment, from, to, erratum) in [
        ("sakai-ncu", "says: beta=1000,", "says: beta=10000,", "beta-of-the-text"),
        ("sakai-late-arrival", "holds: 15*14 = 105", "holds: 15*14/2 = 105", "pairs-without-their-half"),
        (
            "sakai-late-arrival",
            "given: &avep-japanese {AveP: {table: [table-3a, table-3b, table-3c, table-3d], row: AveP}}\n        holds: metric is above AveP",
            "given: &avep-japanese {AveP: {table: [table-3a, table-3b, table-3c, table-3d], row: AveP}}\n        holds: metric is at least AveP",
            "ties-count-as-more",
        ),
        (
            "sakai-late-arrival",
            "- rounded(critical-tau(30, .01), 2) is .34\n        - rounded(critical-tau-normal(30, .01), 2) is .34",
            "- rounded(critical-tau(30, .01), 2) is .33\n        - rounded(critical-tau-normal(30, .01), 2) is .33",
            "rounded-up",
        ),
    ] {
        let found = failures(text(experiment, "expected.yaml").replace(from, to));
        assert!(!found.is_empty(), "{erratum}");
        for (kind, message) in found {
            assert_eq!(kind, FailOn::StaleExpectation, "{message}");
            assert!(message.contains(&format!("erratum `{erratum}` is stale")), "{message}");
        }
    }
}
