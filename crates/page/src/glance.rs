//! What stands on top of a page: a few sentences, links, a bar for each table, a picture for each.
//!
//! Colours never say anything alone: the words of a bar stand beside it.

use std::fmt::Write;

use crate::escape::escape;
use crate::markdown::{Heading, is_here};
use crate::picture::embedded;

/// A link: to the page itself, to a file beside it, or to a paper by its identifier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// What it says.
    pub text: String,
    /// Where it leads.
    pub address: String,
}

impl Link {
    /// A link that says `text`.
    pub fn new(text: &str, address: &str) -> Self {
        Self { text: text.to_owned(), address: address.to_owned() }
    }

    /// As HTML; an address that may lead anywhere else is left out.
    pub(crate) fn html(&self) -> String {
        let text = escape(&self.text);
        let doi = self.address.strip_prefix("https://doi.org/");
        let leads = doi.map_or_else(|| is_here(&self.address), is_here);
        if leads { format!("<a href=\"{}\">{text}</a>", escape(&self.address)) } else { text }
    }
}

/// A part of the cells of a table, in the order of the colours: the best known first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Its colour, 0 to 7.
    pub colour: usize,
    /// Its name: `transcribed`.
    pub word: String,
    /// How many cells.
    pub count: usize,
}

/// The bar of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// What it is of: `Table 3`.
    pub name: String,
    /// The beginning of the heading that it leads to, where there is one.
    pub heading: Option<String>,
    /// The heading of its cells one by one, where there is one.
    pub cells: Option<String>,
    /// What its cells are.
    pub shares: Vec<Share>,
    /// What else is said of it.
    pub said: String,
    /// Its files.
    pub links: Vec<Link>,
}

/// A small picture with its caption.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// Its caption.
    pub caption: String,
    /// The SVG, which is trusted.
    pub svg: String,
}

/// What stands on top of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Glance {
    /// Its heading.
    pub name: String,
    /// What is said first, a paragraph each.
    pub sentences: Vec<String>,
    /// Where to read on.
    pub links: Vec<Link>,
    /// Heads of the columns of the bars.
    pub heads: [String; 4],
    /// The bars.
    pub bars: Vec<Bar>,
    /// What the pictures show; empty without them.
    pub explained: String,
    /// The pictures.
    pub sketches: Vec<Sketch>,
}

impl Glance {
    /// As HTML below its heading. `headings` are those of the page; pictures are numbered from `at`.
    pub(crate) fn html(&self, headings: &[Heading], at: usize) -> String {
        let mut out = String::new();
        for sentence in &self.sentences {
            let _ = writeln!(out, "<p>{}</p>", escape(sentence));
        }
        let links: Vec<String> = self.links.iter().map(Link::html).collect();
        if !links.is_empty() {
            let _ = writeln!(out, "<p class=\"links\">{}</p>", links.join(" · "));
        }
        if !self.bars.is_empty() {
            self.write_bars(&mut out, headings);
        }
        if !self.sketches.is_empty() {
            let _ = writeln!(out, "<p>{}</p>\n<div class=\"sketches\">", escape(&self.explained));
            for (number, sketch) in self.sketches.iter().enumerate() {
                let _ = writeln!(
                    out,
                    "<figure><figcaption>{}</figcaption><div class=\"paper\" role=\"group\" aria-label=\"{}\">{}</div></figure>",
                    escape(&sketch.caption),
                    escape(&sketch.caption),
                    embedded(&sketch.svg, at + number)
                );
            }
            out.push_str("</div>\n");
        }
        out
    }

    fn write_bars(&self, out: &mut String, headings: &[Heading]) {
        let _ = write!(
            out,
            "<table class=\"bars\"><caption class=\"unseen\">{}</caption>\n<thead><tr>",
            escape(&self.name)
        );
        for head in &self.heads {
            let _ = write!(out, "<th scope=\"col\">{}</th>", escape(head));
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for bar in &self.bars {
            let name = escape(&bar.name);
            let begins = |heading: &&Heading| {
                bar.heading.as_ref().is_some_and(|of| heading.text.starts_with(of.as_str()))
            };
            let name = match headings.iter().find(begins) {
                Some(heading) => format!("<a href=\"#{}\">{name}</a>", heading.id),
                None => name,
            };
            let is_of_cells = |heading: &&Heading| bar.cells.as_ref() == Some(&heading.text);
            let cells = headings.iter().find(is_of_cells);
            let cells = cells.map(|heading| format!("<a href=\"#{}\">cell by cell</a>", heading.id));
            let links: Vec<String> = cells.into_iter().chain(bar.links.iter().map(Link::html)).collect();
            let _ = writeln!(
                out,
                "<tr><th scope=\"row\">{name}</th><td>{}</td><td data-head=\"{}\">{}</td><td>{}</td></tr>",
                shares(&bar.shares),
                escape(&self.heads[2]),
                escape(&bar.said),
                links.join(" · ")
            );
        }
        out.push_str("</tbody></table>\n");
    }
}

/// A bar, and what its parts are in words.
pub(crate) fn shares(shares: &[Share]) -> String {
    let mut out = "<span class=\"shares\" aria-hidden=\"true\">".to_owned();
    let mut words = Vec::new();
    for Share { colour, word, count } in shares.iter().filter(|share| share.count > 0) {
        let _ = write!(out, "<span class=\"share-{colour}\" style=\"flex-grow:{count}\"></span>");
        let word = escape(word);
        words.push(format!(
            "<span class=\"word\"><i class=\"share-{colour}\" aria-hidden=\"true\"></i>{count} {word}</span>"
        ));
    }
    out.push_str("</span>");
    let _ = write!(out, "<span class=\"words\">{}</span>", words.join(" "));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_beside_the_page_or_to_a_paper() {
        let html = |address: &str| Link::new("a<b", address).html();
        assert_eq!(html("tables/a.csv"), "<a href=\"tables/a.csv\">a&lt;b</a>");
        assert_eq!(html("https://doi.org/10.1/x-y.2"), "<a href=\"https://doi.org/10.1/x-y.2\">a&lt;b</a>");
        for elsewhere in
            ["https://example.org/", "javascript:alert(1)", "https://doi.org/\"onclick=", "//x.org", ""]
        {
            assert_eq!(html(elsewhere), "a&lt;b", "{elsewhere}");
        }
    }

    #[test]
    fn a_bar_has_its_words_beside_it_and_leads_to_its_table() {
        let share = |word: &str, count| Share { colour: 2, word: word.to_owned(), count };
        let bar = Bar {
            name: "Table 3".to_owned(),
            heading: Some("Table 3: ".to_owned()),
            cells: Some("Table 3 cell by cell".to_owned()),
            shares: vec![share("recomputed", 0), share("transcribed", 9)],
            ..Bar::default()
        };
        let glance = Glance { bars: vec![bar], ..Glance::default() };
        let heading = |text: &str, id: &str| Heading { level: 4, id: id.to_owned(), text: text.to_owned() };
        let headings =
            [heading("Table 3a: x", "a"), heading("Table 3: x", "b"), heading("Table 3 cell by cell", "c")];
        let html = glance.html(&headings, 1);
        assert!(html.contains("<td><a href=\"#c\">cell by cell</a></td>"), "{html}");
        assert!(html.contains("<a href=\"#b\">Table 3</a>"), "{html}");
        assert!(html.contains("9 transcribed") && !html.contains("recomputed"), "{html}");
    }
}
