//! Links of a page.

use crate::page::markdown::is_here;

/// Returns an address that a page may lead to: the page itself, a file next to it, or a paper by its identifier.
pub fn leading(address: &str) -> Option<&str> {
    let named = address.strip_prefix("https://doi.org/").unwrap_or(address);
    is_here(named).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::leading;

    #[test]
    fn a_link_leads_beside_the_page_or_to_a_paper() {
        for here in ["tables/a.csv", "https://doi.org/10.1/x-y.2"] {
            assert_eq!(leading(here), Some(here));
        }
        for elsewhere in
            ["https://example.org/", "javascript:alert(1)", "https://doi.org/\"onclick=", "//x.org", ""]
        {
            assert_eq!(leading(elsewhere), None, "{elsewhere}");
        }
    }
}
