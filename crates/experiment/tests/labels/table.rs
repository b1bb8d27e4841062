//! Assessors' labels from files, and errors in the files.

use std::path::Path;

use proptest::prelude::*;
use rejudge_collections::Located;
use rejudge_experiment::labels::{LabelledTopic, Scheme, read_labels};

fn scheme(combine: &str) -> Scheme {
    crate::scheme("1-3", "A: 2, B: 1, C: 0", combine)
}

fn criteria() -> Scheme {
    let text = "schema: labels/v1\nid: x\nassessors: 1\ncriteria: {fluent: [0, 1], coherent: [0, 1]}\n\
                rules: [{when: {fluent: {at-least: 1}}, score: 1}, {score: 0}]\n";
    Scheme::parse("x", text).expect("the scheme is valid")
}

fn levels(text: &str, scheme: &Scheme) -> Result<Vec<(String, String, Option<u8>)>, Located> {
    let topics = read_labels(Path::new("l"), text.as_bytes(), scheme)?;
    let rows_of_topic = |topic: &LabelledTopic<'_>| {
        let name = topic.name.to_string();
        let rows = topic.documents.iter().zip(topic.levels(scheme));
        rows.map(|(doc, level)| (name.clone(), doc.to_string(), level.ok())).collect::<Vec<_>>()
    };
    Ok(topics.iter().flat_map(rows_of_topic).collect())
}

#[test]
fn each_bad_line_is_named() {
    let header = "topic docid assessor label\n";
    let rows = ["", "1 d a\n", "1 d a D\n", "1 d a a\n", "1 d a A\n2 d a A\n1 e a A\n1 d a A\n"];
    let tabs =
        ["topic\tdocid\tassessor\tlabel\n1\td\ta\t\n", "topic\tdocid\tassessor\tlabel\n1\td 1\ta\tA\n"];
    let headers = [
        "topic docid assesor label\n",
        "topic docid label\n",
        "topic docid label label\n",
        "1\td\ta\tA\n",
        "# x\n",
        "docid topic assessor label\nd #1 a A\n",
    ];
    let texts = rows.map(|rows| format!("{header}{rows}"));
    let texts = headers.into_iter().chain(tabs).chain(texts.iter().map(String::as_str));
    let message = |text: &str| levels(text, &scheme("combine: sum")).expect_err(text).to_string();
    insta::assert_snapshot!(texts.map(message).collect::<Vec<_>>().join("\n"));
}

#[test]
fn each_criterion_has_a_column() {
    let scheme = criteria();
    let text = "coherent docid topic fluent assessor\n1 d t 0 a\n0 e t 1 a\n";
    let row = |doc: &str, level| ("t".to_owned(), doc.to_owned(), Some(level));
    assert_eq!(levels(text, &scheme).expect("the table is valid"), [row("d", 0), row("e", 1)]);
    let error = levels("topic docid assessor fluent coherent\n1 d a 1 2\n", &scheme).expect_err("no 2");
    assert_eq!(error.to_string(), "l:2:9: unknown coherent `2`, expected one of `0`, `1`");
    let error = levels("topic docid assessor label\n", &scheme).expect_err("a label");
    assert!(
        error.to_string().starts_with("l:1:22: unknown column `label`, expected one of `topic`,"),
        "{error}"
    );
}

/// The asker is not one of the assessors. A document that only the asker marked has too few assessors.
#[test]
fn the_asker_is_not_counted_as_an_assessor() {
    let scheme = scheme("combine: {favourites: {asker: {assessor: asker, best: best}}}");
    let header = "topic docid assessor label\n";
    let text = format!("{header}1 d a B\n1 e a C\n1 f a C\n1 f asker best\n1 g asker best\n");
    let levels_found: Vec<_> =
        levels(&text, &scheme).expect("the table is valid").into_iter().map(|(_, _, level)| level).collect();
    assert_eq!(levels_found, [Some(1), Some(0), Some(1), None]);
    let error = levels(&format!("{header}1 d asker A\n"), &scheme).expect_err("no label of the asker");
    assert_eq!(error.to_string(), "l:2:11: the asker `asker` gives only the label `best`, found `A`");
}

proptest! {
    /// The order of rows and columns does not change the level of any document.
    #[test]
    fn order_does_not_matter(
        rows in prop::collection::btree_map(("[12]", "[a-c]", "[x-z]"), "[ABC]", 1..18),
        shuffled in Just([0, 1, 2, 3]).prop_shuffle(),
        reversed: bool,
    ) {
        let scheme = scheme("combine: sum");
        let table = |order: [usize; 4], reversed: bool| {
            let mut lines: Vec<String> = rows.iter().map(|((topic, doc, assessor), label)| {
                order.map(|column| [topic, doc, assessor, label][column].as_str()).join("\t") + "\n"
            }).collect();
            if reversed {
                lines.reverse();
            }
            order.map(|column| ["topic", "docid", "assessor", "label"][column]).join("\t") + "\n" + &lines.concat()
        };
        let sorted = |text: String| {
            let mut rows = levels(&text, &scheme).expect("the table is valid");
            rows.sort();
            rows
        };
        prop_assert_eq!(sorted(table([0, 1, 2, 3], false)), sorted(table(shuffled, reversed)));
    }
}
