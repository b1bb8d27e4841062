//! Tests that text from outside remains text.

use proptest::prelude::*;
use roxmltree::Document;

use crate::sample::{check_page, elements_named, html, text, to_xml};

#[test]
fn raw_html_becomes_text() {
    let page = html(
        "<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> b &lt; c\n\n| | a |\n|---|---|\n\
                   | <script>x</script> | <b>1</b> <br>2 |\n",
    );
    check_page(&page);
    let page = to_xml(&page);
    let document = Document::parse(&page).unwrap();
    assert_eq!(elements_named(document.root(), "script").len(), 1, "the page's own");
    let cells = elements_named(document.root(), "tbody")[0];
    assert_eq!(text(elements_named(cells, "th")[0]), "<script>x</script>");
    assert_eq!(text(elements_named(cells, "td")[0]), "<b>1</b> 2");
    assert_eq!(elements_named(cells, "br").len(), 1, "a line break is one");
    let paragraphs: Vec<String> = elements_named(document.root(), "p").into_iter().map(text).collect();
    assert_eq!(paragraphs, ["<script>alert(1)</script>", "A <img src=x onerror=alert(1)> b < c"]);
}

#[test]
fn only_local_links_are_kept() {
    let page = html(
        "[a](javascript:alert(1)) [b](https://example.org) [c](//example.org) [d](#here) [e](a/report.html) \
                   <https://example.org> ![f](https://example.org/x.svg)\n\n## Here\n",
    );
    check_page(&page);
    let page = to_xml(&page);
    let document = Document::parse(&page).unwrap();
    let main = elements_named(document.root(), "main")[0];
    let links: Vec<_> = elements_named(main, "a").iter().map(|a| a.attribute("href").unwrap()).collect();
    assert_eq!(links, ["#here", "a/report.html"]);
    assert_eq!(text(elements_named(main, "p")[0]).trim(), "a b c d e https://example.org");
    assert_eq!(text(elements_named(main, "p")[1]), "Missing picture: f");
}

#[test]
fn the_title_is_text() {
    let page = rejudge_tables::page::page("</title><script>\"&", &[], [].into());
    check_page(&page);
    assert!(page.contains("<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;</title>"));
}

proptest! {
    #[test]
    fn whatever_the_text_the_page_is_sound(lines in prop::collection::vec("[ -~γ\t]{0,40}", 0..12)) {
        check_page(&html(&lines.join("\n")));
    }

    #[test]
    fn whatever_the_marks_the_page_is_sound(marks in prop::collection::vec(
        prop::sample::select(vec![
            "# ", "## ", "a", "\n", "\n\n", "| ", "|---|", "| a | b |\n|---|--:|\n| c | d |\n", "- ", "1. ", "> ", "*", "**", "`",
            "```\n", "[a](#main)", "[", "](", "![x](y)", "<br>", "<!--", "<b>", "</script>", "---\n", "    ", "\\", "&lt;", "&",
            "Measures: `a`, `b`\n",
        ]), 0..40)
    ) {
        check_page(&html(&marks.concat()));
    }
}
