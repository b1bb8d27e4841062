//! Tests of marks with titles.

use rejudge_tables::figures::{Curve, Figure, Marks, Panel, Point, svg};
use roxmltree::Document;

use crate::sample::{draw, elements_of_class, figure, number};

#[test]
fn every_mark_has_its_numbers_as_a_title() {
    let document = draw(&Figure { has_titles: true, ..figure() });
    let curve = elements_of_class(document.root(), "curve")[1];
    let titles: Vec<&str> = elements_of_class(curve, "mark")
        .iter()
        .map(|mark| mark.children().find(|n| n.has_tag_name("title")).unwrap().text().unwrap())
        .collect();
    assert_eq!(titles.len(), 10);
    assert_eq!((titles[0], titles[2]), ("γ < 0.9 & \"more\", 1: 1.000", "γ < 0.9 & \"more\", 3: 0.8100"));
}

#[test]
fn a_picture_for_paper_looks_the_same_without_titles() {
    for marks in [Marks::Curves, Marks::Bars, Marks::Dots] {
        let panel = Panel {
            categories: vec!["a".into(), "b".into()],
            curves: vec![Curve {
                label: "AP".into(),
                points: vec![Point::at(0.0, 0.2), Point::at(1.0, 0.4)],
            }],
            ..Panel::default()
        };
        let plain = Figure { panels: vec![panel], marks, ..Figure::default() };
        let paper = svg(&plain).unwrap();
        assert!(!paper.contains("class=\"mark\""));
        let page = svg(&Figure { has_titles: true, ..plain }).unwrap();
        let document = Document::parse(&page).unwrap();
        assert_eq!(elements_of_class(document.root(), "mark").len(), 2, "{marks:?}");
        // Without the groups of marks and their titles, the SVG must equal the picture for paper.
        let mut lines = page.lines();
        let mut left = String::new();
        let mut inside = false;
        while let Some(line) = lines.next() {
            match line {
                "<g class=\"mark\">" => (inside, _) = (true, lines.next()),
                "</g>" if inside => inside = false,
                line => left += &format!("{line}\n"),
            }
        }
        assert_eq!(left, paper);
    }
}

#[test]
fn a_dense_curve_says_the_numbers_of_its_bends() {
    let points: Vec<Point> =
        (0..500).map(|i| Point::at(f64::from(i), libm::exp(-f64::from(i) / 60.0))).collect();
    let curve = Curve { label: "AP".into(), points };
    let panel = Panel { curves: vec![curve], ..Panel::default() };
    let figure = Figure { panels: vec![panel], has_titles: true, ..Figure::default() };
    let document = draw(&figure);
    let spots = elements_of_class(document.root(), "spot");
    assert!((10..100).contains(&spots.len()), "{}", spots.len());
    assert!(spots.iter().all(|spot| spot.attribute("stroke") == Some("none")));
    assert!(spots.windows(2).all(|pair| number(pair[0], "cx") < number(pair[1], "cx")));
    assert_eq!(
        spots[0].parent().unwrap().children().find_map(|n| n.text().filter(|t| t.len() > 1)),
        Some("AP, 0: 1.000")
    );
}
