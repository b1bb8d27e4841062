//! Sample pages, and functions that query their elements.

use rejudge_tables::page::{Markdown, Picture, Section, page};
use roxmltree::{Document, Node};

/// Returns a page with one text and without pictures.
pub fn html(markdown: &str) -> String {
    page("A page", &[Section::Text("", &Markdown::written(markdown))], [].into())
}

/// Returns a picture with an id, a title, and a mark with a title.
pub fn picture() -> Picture {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"Tau\">\n<title>Tau</title>\n\
               <clipPath id=\"field\"/>\n<g fill=\"url(#field)\" clip-path=\"url(#field)\" class=\"mark\"><title>AP, 1: 0.5</title></g>\n</svg>\n";
    Picture {
        svg: svg.to_owned(),
        numbers: "| | AP |\n|---|--:|\n| 1 | 0.5 |\n".into(),
        ..Picture::default()
    }
}

/// Converts a page to XML: closes void elements and removes the contents of script and style.
pub fn to_xml(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html.split_once("<html").map(|(_, html)| format!("<html{html}")).unwrap();
    for name in ["style", "script"] {
        let (before, after) = rest.split_once(&format!("<{name}>")).unwrap();
        let (_, after) = after.split_once(&format!("</{name}>")).unwrap();
        rest = format!("{before}<{name}/>{after}");
    }
    let mut remaining = rest.as_str();
    while let Some(at) = remaining.find('<') {
        let end = at + remaining[at..].find('>').unwrap();
        let tag = &remaining[at + 1..end];
        out += &remaining[..at];
        let name = tag.split([' ', '>']).next().unwrap();
        let is_void = ["meta", "link", "br", "wbr", "hr", "input"].contains(&name) && !tag.ends_with('/');
        // In XML every attribute needs a value.
        let tag = if tag == "details open" { "details open=\"\"" } else { tag };
        out += &format!("<{tag}{}>", if is_void { "/" } else { "" });
        remaining = &remaining[end + 1..];
    }
    out + remaining
}

/// Returns the elements with a name below `node`.
pub fn elements_named<'a, 'b>(node: Node<'a, 'b>, name: &'a str) -> Vec<Node<'a, 'b>> {
    node.descendants().filter(|n| n.has_tag_name(name) || n.tag_name().name() == name).collect()
}

/// Returns all text below `node`.
pub fn text(node: Node<'_, '_>) -> String {
    node.descendants().filter_map(|n| n.is_text().then(|| n.text()).flatten()).collect()
}

/// Asserts that all ids are unique, that links lead to ids or relative paths, and that there are only known elements
/// and no network addresses.
pub fn check_page(html: &str) {
    let text = to_xml(html);
    let document = Document::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "a duplicate id");
    let allowed = "html head meta title link style body a header h1 h2 h3 h4 h5 h6 nav details summary ul ol li main section article \
                   p br hr em strong code pre blockquote div table caption thead tbody tr th td span figure script svg g clipPath";
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(allowed.split(' ').any(|known| known == name), "<{name}>");
        assert!(name != "script" || node.attributes().len() == 0);
        for attribute in node.attributes() {
            let (key, value) = (attribute.name(), attribute.value());
            assert!(
                !key.starts_with("on") && !["src", "srcset", "style", "action"].contains(&key),
                "{key}={value}"
            );
            if key == "href" {
                let inside = value.strip_prefix('#').map(|id| ids.contains(&id));
                let beside = !value.contains(':') && !value.starts_with('/') && !value.starts_with('#');
                assert!(inside == Some(true) || beside || value == "data:,", "{key}={value}");
            }
            if key == "aria-labelledby" {
                assert!(ids.contains(&value), "{key}={value}");
            }
        }
    }
    let referenced_ids = html.split("url(#").skip(1).filter_map(|rest| rest.split(')').next());
    referenced_ids.for_each(|id| assert!(ids.contains(&id), "url(#{id})"));
}
