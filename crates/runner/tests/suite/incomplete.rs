//! The shipped transcription of bompada-incomplete, and the totals of all papers.

use rejudge_printed::{Class, Expected, FailOn, Licensed, PrintedCheck, RealNumbers, Total, classes, lock};
use rejudge_spec::yaml::Source;

use crate::world::repository;

fn text(experiment: &str) -> String {
    std::fs::read_to_string(repository().join("experiments").join(experiment).join("expected.yaml")).unwrap()
}

fn parse(experiment: &str, text: String) -> Expected {
    let folder = repository().join("experiments").join(experiment);
    let source = Source { name: "expected.yaml".into(), folder, text };
    Expected::parse(source).unwrap_or_else(|e| panic!("{e}"))
}

fn failures(expected: &Expected) -> Vec<(FailOn, String)> {
    let check = PrintedCheck::of(expected).unwrap_or_else(|e| panic!("{e}"));
    check.failures().into_iter().map(|failure| (failure.kind, failure.message)).collect()
}

#[test]
fn counts_are_those_of_the_catalogue() {
    let expected = parse("bompada-incomplete", text("bompada-incomplete"));
    assert_eq!(failures(&expected), []);
    let check = PrintedCheck::of(&expected).unwrap();
    let counted: Vec<(&str, [usize; 5])> = check
        .tally
        .tables
        .iter()
        .filter(|(_, n)| n.printed > 0)
        .map(|(table, n)| (table.as_str(), [n.printed, n.recomputed, n.consistent, n.at_errata, n.unchecked]))
        .collect();
    assert_eq!(
        counted,
        [
            ("table-1", [24, 0, 0, 2, 22]),
            ("table-2", [4, 0, 0, 0, 0]),
            ("table-3", [12, 0, 0, 0, 12]),
            ("table-4", [12, 0, 0, 12, 0]),
            ("table-5", [9, 0, 0, 3, 6]),
        ]
    );
    assert_eq!(
        check.tally.headline(&Licensed::default()),
        "bompada-incomplete: 61 printed cells: 0 recomputed, 0 consistent with one another, 17 beside a known \
         erratum (6 known errata), 4 transcribed, 40 unchecked; with licensed data: -; besides 31 numbers of the \
         text: 1 consistent, 16 beside a known erratum, 14 unchecked; 6 worked out from Table 4, not printed: 6 \
         agree"
    );
    let folder = repository().join("experiments/bompada-incomplete");
    assert_eq!(lock::verify(&expected, &folder.join("expected.lock")).unwrap(), []);
}

/// Without data: what is computed of worked examples is unchecked here, and licensed data say nothing.
#[test]
fn all_papers_together_are_the_catalogue() {
    let mut total = Total::default();
    for paper in ["bompada-incomplete", "sakai-bias", "sakai-late-arrival", "sakai-ncu", "sakai-ntcir"] {
        let expected = parse(paper, text(paper));
        let check = PrintedCheck::of(&expected).unwrap_or_else(|e| panic!("{e}"));
        let matched = usize::from(paper == "sakai-bias");
        total.add(&check.tally, &Licensed { matched, ..Licensed::default() }, &RealNumbers::default());
    }
    let line = total.line();
    assert!(line.starts_with("2039 printed cells: "), "{line}");
    assert!(
        line.contains(
            "; 21 known errata, 1 departure from the text; with licensed data: 1 match, 0 differ, "
        ),
        "{line}"
    );
    // The catalogue's 1508 are these three, and 127 of sakai-bias that no or hardly any relation binds.
    let parts = ", 1174 consistent with one another, 55 beside a known erratum, 156 transcribed, ";
    assert!(line.contains(parts), "{line}");
}

/// What is recomputed is a number: a relation that finds words again reproduces none.
#[test]
fn words_are_no_recomputed_cells() {
    let (mut numbers, mut words) = (0, 0);
    for paper in ["bompada-incomplete", "sakai-bias", "sakai-late-arrival", "sakai-ncu", "sakai-ntcir"] {
        let expected = parse(paper, text(paper));
        let check = PrintedCheck::of(&expected).unwrap_or_else(|e| panic!("{e}"));
        let classes = classes(&expected, &check.outcomes);
        for (cell, class) in expected.cells.iter().zip(classes) {
            let is_number = cell.text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
            match class {
                Class::Recomputed | Class::RecomputedOtherwise => {
                    assert!(is_number, "{paper}: {} prints {}", cell.address, cell.text);
                    numbers += 1;
                }
                _ => words += usize::from(class == Class::Transcribed && !is_number),
            }
        }
    }
    assert!(numbers > 0 && words >= 4, "{numbers} numbers, {words} words");
}

#[test]
fn every_relation_can_fail() {
    let original = text("bompada-incomplete");
    for (relation, from, to) in [
        ("matrix-names", "| C(1,1)                 | C(1,2)", "| C(1,1)                 | C(2,1)"),
        ("matrix-names", "qrels | C(2,1)", "qrels | C(1,2)"),
        ("rates", "| .898 ", "| .899 "),
        ("rates", "| .794", "| .795"),
        ("rates", "| 62     | 5      | 22 ", "| 63     | 5      | 22 "),
        ("rate-in-caption", "caption        | 0.3", "caption        | 0.4"),
        ("matrix-at-knee", "bpref   | 0.3   | 0.5    | 0.5", "bpref   | 0.3   | 0.5    | 0.4"),
        ("accuracy-at-knee", "| .898 ", "| .901 "),
        (
            "order-of-knees",
            "infAP   | 0.3   | 0.7    | 0.5    | 0.4",
            "infAP   | 0.3   | 0.7    | 0.5    | 0.5",
        ),
        ("knees-are-rates", "NDCG    | 0.3   | 0.1    |", "NDCG    | 0.3   | 0.15   |"),
        (
            "smallest-sample",
            "non-relevant                     | 27813",
            "non-relevant                     | 87813",
        ),
        ("twice-more", "| 2004", "| 2882"),
        (
            "average-of-judgments",
            "topics    | 50    | 50     | 100    | 60",
            "topics    | 50    | 50     | 100    | 59",
        ),
        ("numbers-of-qrels", "4.3     | 16", "4.3     | 14"),
        (
            "number-of-collections",
            "collections                      | 3",
            "collections                      | 4",
        ),
        ("accuracy-of-ndcg", "for f below    | 0.05", "for f below    | 0.2"),
        ("pairs-of-runs", "pairs of runs  | 300", "pairs of runs  | 265"),
    ] {
        assert!(original.contains(from), "`{from}` must be there");
        let found = failures(&parse("bompada-incomplete", original.replacen(from, to, 1)));
        let about = found.iter().filter(|(_, message)| message.contains(&format!("relation `{relation}`")));
        // Where a known erratum is mended it is stale; elsewhere the relation fails.
        assert!(about.count() > 0, "{relation}: {found:?}");
    }
    let relations =
        &original[original.find("\nrelations:").unwrap()..original.find("\nknown-errata:").unwrap()];
    assert_eq!(relations.matches("  - name: ").count(), 14, "a new relation needs a line above");
}

#[test]
fn without_its_erratum_each_relation_fails_where_the_paper_is_wrong() {
    let original = text("bompada-incomplete");
    let (start, end) =
        (original.find("\nknown-errata:").unwrap(), original.find("\n# In how many draws").unwrap());
    let found = failures(&parse("bompada-incomplete", format!("{}{}", &original[..start], &original[end..])));
    for (relation, count) in [
        ("accuracy-at-knee", 3),
        ("accuracy-of-ndcg", 3),
        ("rate-in-caption", 2),
        ("pairs-of-runs", 3),
        ("smallest-sample", 2),
        ("numbers-of-qrels", 3),
        ("average-of-judgments", 1),
        ("twice-more", 1),
        ("number-of-collections", 1),
    ] {
        let of = found.iter().filter(|(_, m)| m.contains(&format!("relation `{relation}` fails"))).count();
        assert_eq!(of, count, "{relation}: {found:?}");
    }
    assert_eq!(found.len(), 19, "{found:?}");
}
