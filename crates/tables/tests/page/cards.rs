//! Tests of cards: a verdict has a sign besides its colour, and text never becomes an element. Also tests
//! line breaks, and the columns of tables with long texts.

use rejudge_tables::page::{Card, Markdown, Section, Writer, page};
use roxmltree::Document;

use crate::sample::{check_page, elements_named, picture, text, to_xml};

fn card(question: &str) -> Card {
    let svg = picture().svg;
    Card {
        question: question.to_owned(),
        class: "partly".to_owned(),
        sign: "◐".to_owned(),
        word: "Partly <b>".to_owned(),
        sentence: "<script>alert(1)</script>".to_owned(),
        number: "4 & 5".to_owned(),
        number_is: "of <10>".to_owned(),
        small_print: vec!["Assumes <i>".to_owned(), "Would help: a & b".to_owned(), "More".to_owned()],
        picture: svg,
        evidence: "Since | so.\n\n### Table\n\n| | a |\n|---|--:|\n| x | 1 |\n\n![p](p.svg)\n".into(),
    }
}

#[test]
fn a_card_shows_its_verdict_and_folds_its_reasons() {
    let cards = [card("Deep?"), card("Deep?")];
    let [topics, rules] = ["66 topics", "### Ties\n\ndocno"].map(Markdown::from);
    let rules = Section::Folded("Rules", &rules);
    let sections = [Section::Text("", &topics), Section::Cards(&cards), rules];
    let html = page("Audit", &sections, [("p.svg".to_owned(), picture())].into());
    check_page(&html);
    assert!(html.contains("<li>Assumes &lt;i&gt;</li><li>Would help: a &amp; b</li>"), "{html}");
    let page = to_xml(&html);
    let document = Document::parse(&page).unwrap();
    let articles = elements_named(document.root(), "article");
    assert_eq!(articles.len(), 2);
    for article in &articles {
        let paragraphs: Vec<String> = elements_named(*article, "p").into_iter().map(text).collect();
        assert_eq!(paragraphs[..3], ["◐ Partly <b>", "4 & 5 of <10>", "<script>alert(1)</script>"]);
        let reasons = elements_named(*article, "details")[0];
        assert_eq!(text(elements_named(reasons, "summary")[0]), "Why? Deep?");
        assert_eq!(text(elements_named(reasons, "li")[0]), "More", "small print beyond two lines");
        assert_eq!(elements_named(reasons, "table").len(), 2, "its own, and the numbers of the picture");
        assert_eq!(
            elements_named(*article, "svg").len(),
            2,
            "the small picture, and the one among the reasons"
        );
    }
    // The table of contents lists only visible parts, and the list of verdicts links to the cards.
    let contents: Vec<String> =
        elements_named(elements_named(document.root(), "nav")[0], "a").into_iter().map(text).collect();
    assert_eq!(contents, ["Deep?", "Deep?", "Rules"]);
    let glance =
        elements_named(document.root(), "ul").into_iter().find(|ul| ul.attribute("class") == Some("glance"));
    assert_eq!(elements_named(glance.unwrap(), "li").len(), 2);
}

#[test]
fn line_breaks_are_kept_except_in_prose() {
    let (markdown, mut writer) = (Markdown::from("One *sentence*\nin two lines.\n"), Writer::default());
    assert_eq!(writer.html(&markdown), "<p>One <em>sentence</em><br>in two lines.</p>\n");
    assert_eq!(writer.prose(&markdown), "<p>One <em>sentence</em>\nin two lines.</p>\n");
}

#[test]
fn a_long_text_gets_a_wider_column() {
    let long = "a text of more than forty letters that needs some room";
    let markdown = Markdown::written(format!("| x | about |\n|---|---|\n| 1 | {long} |\n| 2 | short |\n"));
    let html = page("Page", &[Section::Text("", &markdown)], [].into());
    assert!(html.contains(&format!("<td class=\"long\">{long}</td>")), "{html}");
    assert!(html.contains("<td>short</td>"), "{html}");
}
