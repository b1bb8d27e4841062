//! A sample figure, and functions that query an SVG.

use rejudge_tables::figures::{Axis, Curve, Figure, Panel, Point, Reference, svg};
use roxmltree::{Document, Node};

/// Returns a figure with two panels of four curves over ten ranks, and a reference.
pub fn figure() -> Figure {
    let curve = |gamma: f64| Curve {
        label: format!("γ < {gamma} & \"more\""),
        points: (0..10).map(|n| Point::at(f64::from(n + 1), gamma.powi(n))).collect(),
    };
    let panel = |title: &str| Panel {
        title: title.to_owned(),
        curves: [1.0, 0.9, 0.7, 0.5].map(curve).into(),
        ..Panel::default()
    };
    Figure {
        name: "figure 1".into(),
        caption: "Stopping <probability>".into(),
        panels: vec![panel("trec03-twin"), panel("ntcir6-j-twin")],
        x: Axis { label: "relevant document".into(), ..Axis::default() },
        y: Axis { label: "probability".into(), ..Axis::default() },
        references: vec![Reference { y: 0.05, label: "alpha = 0.05".into() }],
        ..Figure::default()
    }
}

/// Returns the elements of a class below `node`.
pub fn elements_of_class<'a, 'b>(node: Node<'a, 'b>, class: &'a str) -> Vec<Node<'a, 'b>> {
    node.descendants().filter(|n| n.attribute("class") == Some(class)).collect()
}

/// Returns the texts of the elements of a class.
pub fn texts<'a>(document: &'a Document<'a>, class: &'a str) -> Vec<&'a str> {
    elements_of_class(document.root(), class).iter().filter_map(|n| n.text()).collect()
}

/// Returns the value of an attribute as a number.
pub fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// Returns the positions along a path of M and L steps.
pub fn places(path: Node<'_, '_>) -> Vec<(f64, f64)> {
    let d = path.attribute("d").unwrap();
    let pairs = d.split(['M', 'L', 'Z']).filter(|part| !part.is_empty());
    pairs
        .map(|pair| pair.split_once(' ').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).unwrap())
        .collect()
}

/// Returns the middle of a marker, which is a circle or a path that begins `Mx ym..`.
pub fn middle(marker: Node<'_, '_>) -> (f64, f64) {
    let Some(path) = marker.attribute("d") else { return (number(marker, "cx"), number(marker, "cy")) };
    let (x, y) = path[1..].split('m').next().unwrap().split_once(' ').unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

/// Draws a figure and parses the SVG.
pub fn draw(figure: &Figure) -> Document<'static> {
    Document::parse(svg(figure).unwrap().leak()).unwrap()
}
