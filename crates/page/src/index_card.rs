//! Cards of an index: what leads to a page, with what stands on top of it.

use std::fmt::Write;

use crate::escape::escape;
use crate::glance::{Link, Share, shares};

/// A card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IndexCard {
    /// Its title, which leads to its page.
    pub title: String,
    /// Where that is; `None` where it is not there.
    pub page: Option<String>,
    /// Who made it, where it appeared.
    pub by: String,
    /// What came of it, a sentence each.
    pub sentences: Vec<String>,
    /// What is known of its cells.
    pub shares: Vec<Share>,
    /// Where to read on.
    pub links: Vec<Link>,
}

/// The cards as HTML.
pub(crate) fn index_cards(cards: &[IndexCard]) -> String {
    let mut out = "<ul class=\"cards\">\n".to_owned();
    for card in cards {
        let title = match &card.page {
            Some(page) => Link::new(&card.title, page).html(),
            None => escape(&card.title),
        };
        let _ = write!(out, "<li><strong>{title}</strong>");
        if !card.by.is_empty() {
            let _ = write!(out, "<p class=\"by\">{}</p>", escape(&card.by));
        }
        if !card.shares.is_empty() {
            let _ = write!(out, "<p>{}</p>", shares(&card.shares));
        }
        for sentence in &card.sentences {
            let _ = write!(out, "<p>{}</p>", escape(sentence));
        }
        let links: Vec<String> = card.links.iter().map(Link::html).collect();
        if !links.is_empty() {
            let _ = write!(out, "<p class=\"links\">{}</p>", links.join(" · "));
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ul>\n");
    out
}
