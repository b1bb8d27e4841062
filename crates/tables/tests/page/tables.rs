//! Tests of tables on a page: headings, labels and names.

use roxmltree::Document;

use crate::sample::{check_page, elements_named, html, text, to_xml};

const TABLE: &str = "## Table 1\n\n**trec03-twin** (simulated)\n\n| | | AP |\n|---|---|--:|\n| team | low | .5 <br>*.4* |\n\
                     | | high | .9 |\n| \\|U\\| | low | - |\n";

#[test]
fn rows_have_labels_and_far_numbers_a_class() {
    let page = html(&TABLE.replace("*.4*", "*sim .4 ▼*"));
    check_page(&page);
    let page = to_xml(&page);
    let document = Document::parse(&page).unwrap();
    let body = elements_named(document.root(), "tbody")[0];
    let labels: Vec<String> = elements_named(body, "th").into_iter().map(text).collect();
    assert_eq!(labels, ["team", "low", "", "high", "|U|", "low"]);
    assert!(elements_named(body, "th").iter().all(|th| th.attribute("scope") == Some("row")));
    let cells: Vec<_> =
        elements_named(body, "td").iter().map(|td| (text(*td), td.attribute("class"))).collect();
    assert_eq!(cells[0], (".5 sim .4 ▼".to_owned(), Some("n far")));
    assert_eq!(cells[1], (".9".to_owned(), Some("n")));
}

#[test]
fn tables_are_named_and_columns_too() {
    let page = html(TABLE);
    let page = to_xml(&page);
    let document = Document::parse(&page).unwrap();
    let name = "Table 1, trec03-twin (simulated)";
    assert_eq!(text(elements_named(document.root(), "caption")[0]), name);
    let scroll = document.descendants().find(|n| n.attribute("class") == Some("scroll")).unwrap();
    assert_eq!((scroll.attribute("aria-label"), scroll.attribute("tabindex")), (Some(name), Some("0")));
    let heads: Vec<String> =
        elements_named(elements_named(document.root(), "thead")[0], "th").into_iter().map(text).collect();
    assert_eq!(heads, ["row", "part", "AP"]);
}

#[test]
fn a_blank_label_of_a_table_with_one_label_stays_blank() {
    let page = html("| run | AP |\n|---|--:|\n| a | 1 |\n| | 2 |\n");
    let page = to_xml(&page);
    let document = Document::parse(&page).unwrap();
    let body = elements_named(document.root(), "tbody")[0];
    assert_eq!(elements_named(body, "th").into_iter().map(text).collect::<Vec<_>>(), ["a", ""]);
}
