//! Tests of the parts of a page.

use rejudge_tables::page::{Markdown, Section, page};
use roxmltree::Document;

use crate::sample::{check_page, elements_named, picture, text, to_xml};

const TEXT: &str = "# The same title\n\n## Tables\n\n### Table 1\n\n![Tau](figures/tau.svg)\n";

fn two_parts() -> String {
    let text = Markdown::from(TEXT);
    let parts = ["Twins", "Open data"].map(|name| Section::Text(name, &text));
    page("Bias", &parts, [("figures/tau.svg".to_owned(), picture())].into())
}

#[test]
fn parts_are_sections_with_headings_below_them() {
    let html = two_parts();
    check_page(&html);
    let page = to_xml(&html);
    let document = Document::parse(&page).unwrap();
    let sections = elements_named(document.root(), "section");
    assert_eq!(sections.len(), 2);
    for (section, name) in sections.into_iter().zip(["Twins", "Open data"]) {
        let heads: Vec<String> =
            ["h2", "h3", "h4"].iter().flat_map(|h| elements_named(section, h)).map(text).collect();
        assert_eq!(heads, [name, "Tables", "Table 1"]);
        assert_eq!(section.attribute("aria-labelledby"), elements_named(section, "h2")[0].attribute("id"));
    }
    assert_eq!(elements_named(document.root(), "h1").into_iter().map(text).collect::<Vec<_>>(), ["Bias"]);
    let contents: Vec<String> =
        elements_named(elements_named(document.root(), "nav")[0], "a").into_iter().map(text).collect();
    assert_eq!(contents, ["Twins", "Tables", "Open data", "Tables"], "down to level 3");
}

#[test]
fn the_same_picture_twice_has_ids_of_its_own() {
    let html = two_parts();
    let page = to_xml(&html);
    let document = Document::parse(&page).unwrap();
    let pictures = elements_named(document.root(), "svg");
    assert_eq!(pictures.len(), 2);
    let ids: Vec<_> =
        pictures.iter().map(|svg| elements_named(*svg, "clipPath")[0].attribute("id").unwrap()).collect();
    assert_ne!(ids[0], ids[1]);
    for (svg, id) in pictures.iter().zip(ids) {
        let mark = elements_named(*svg, "g")[0];
        for reference in ["fill", "clip-path"] {
            assert_eq!(mark.attribute(reference), Some(format!("url(#{id})").as_str()));
        }
        // Only the titles of marks remain in an embedded SVG.
        assert_eq!(elements_named(*svg, "title").into_iter().map(text).collect::<Vec<_>>(), ["AP, 1: 0.5"]);
    }
    let numbers = elements_named(document.root(), "figure")[0];
    assert_eq!(text(elements_named(numbers, "summary")[0]), "Numbers of this figure");
    assert_eq!(text(elements_named(numbers, "td")[0]), "0.5");
}

#[test]
fn the_same_input_gives_the_same_bytes_and_no_address_of_the_network() {
    let html = two_parts();
    assert_eq!(html, two_parts());
    let without_names = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    assert!(
        !without_names.contains("http:")
            && !without_names.contains("https:")
            && !without_names.contains("@import")
    );
    assert!(html.contains(
        "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\""
    ));
    assert!(html.contains("<html lang=\"en\">") && html.contains("name=\"viewport\""));
}
