//! Links of a page.

use serde::Serialize;

use crate::page::markdown::is_here;

/// A link: to the page itself, to a file next to it, or to a paper by its identifier.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Link {
    /// The text of the link.
    pub text: String,
    /// The target; empty if it is neither the page, nor a file next to it, nor a paper.
    pub address: String,
}

impl Link {
    /// Makes a link with this `text`.
    pub fn new(text: &str, address: &str) -> Self {
        let doi = address.strip_prefix("https://doi.org/");
        let leads = doi.map_or_else(|| is_here(address), is_here);
        Self { text: text.to_owned(), address: if leads { address.to_owned() } else { String::new() } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_beside_the_page_or_to_a_paper() {
        for here in ["tables/a.csv", "https://doi.org/10.1/x-y.2"] {
            assert_eq!(Link::new("a", here).address, here);
        }
        for elsewhere in
            ["https://example.org/", "javascript:alert(1)", "https://doi.org/\"onclick=", "//x.org", ""]
        {
            assert_eq!(Link::new("a", elsewhere).address, "", "{elsewhere}");
        }
    }
}
