//! Colours of pictures, which a page has in two themes.

use std::collections::BTreeSet;

/// The style sheets of pages, which redraw the colours of pictures.
const STYLES: [&str; 2] = [
    include_str!("../../../tables/src/page/templates/page.css"),
    include_str!("../../../tables/src/page/templates/cards.css"),
];

#[test]
fn each_colour_of_a_picture_that_a_page_redraws_is_one_of_the_pictures() {
    let selected = STYLES.iter().flat_map(|style| style.split("[fill=\"").chain(style.split("[stroke=\"")));
    let selected = selected.filter(|text| text.starts_with('#'));
    let selected: BTreeSet<&str> = selected.filter_map(|text| text.split('"').next()).collect();
    let themed: BTreeSet<&str> = rejudge_tables::figures::THEMED.into_iter().collect();
    assert_eq!(selected, themed);
}
