//! Properties that all figures have.

use proptest::prelude::*;
use rejudge_tables::figures::{Axis, Curve, Figure, Marks, Panel, Point, Reference, Scale, svg};
use roxmltree::Document;

use crate::sample::{elements_of_class, middle, number, places};

/// The x, the y and the spread of a point.
type Triple = (f64, f64, f64);

prop_compose! {
    fn figures()(
        panels in proptest::collection::vec(
            proptest::collection::vec(proptest::collection::vec((1e-6..1e6_f64, 1e-6..1e3_f64, 0.0..10.0_f64), 0..40), 0..5),
            0..5,
        ),
        log in any::<(bool, bool)>(),
        reversed in any::<(bool, bool)>(),
        to in prop::option::of(1.0..1e3_f64),
        marks in prop_oneof![Just(Marks::Curves), Just(Marks::Bars), Just(Marks::Dots)],
        label in "[ -~α-ω]{0,60}",
    ) -> Figure {
        let scale = |log| if log { Scale::Log } else { Scale::Linear };
        let panel = |(at, curves): (usize, Vec<Vec<Triple>>)| Panel {
            title: format!("{at} {label}"),
            categories: (0..40).map(|i| format!("{i}{label}")).collect(),
            curves: curves.into_iter().enumerate().map(|(i, mut points)| {
                points.sort_by(|a, b| a.0.total_cmp(&b.0));
                let placed = |(k, (x, y, spread)): (usize, (f64, f64, f64))| Point {
                    x: if marks == Marks::Curves { x } else { k as f64 },
                    y: Some(y),
                    spread: Some(spread),
                };
                Curve { label: format!("{i} {label}"), points: points.into_iter().enumerate().map(placed).collect() }
            }).collect(),
            note: String::new(),
        };
        Figure {
            name: label.clone(),
            caption: label.clone(),
            panels: panels.into_iter().enumerate().map(panel).collect(),
            x: Axis { label: label.clone(), scale: scale(log.0), reversed: reversed.0, ..Axis::default() },
            y: Axis { label: label.clone(), scale: scale(log.1), reversed: reversed.1, to, ..Axis::default() },
            references: vec![Reference { y: 0.05, label: label.clone() }],
            marks,
            ..Figure::default()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_figure_is_xml_with_all_marks_in_the_frame_and_the_same_bytes_twice(figure in figures()) {
        let text = svg(&figure).unwrap();
        prop_assert_eq!(&text, &svg(&figure).unwrap());
        let document = Document::parse(&text).unwrap();
        for node in document.descendants() {
            for attribute in node.attributes().filter(|a| !a.name().starts_with("data-") && a.name() != "aria-label") {
                prop_assert!(!attribute.value().contains("NaN") && !attribute.value().contains("inf"), "{:?}", attribute);
            }
        }
        for panel in elements_of_class(document.root(), "panel") {
            let frame = elements_of_class(panel, "frame")[0];
            let [x, y, w, h] = ["x", "y", "width", "height"].map(|side| number(frame, side));
            // The path of an error bar begins `M x low V high M ..`.
            for bar in elements_of_class(panel, "error-bar") {
                let ends = bar.attribute("d").unwrap().split(['V', 'M', ' ']).skip(2).take(2);
                for end in ends.map(|end| end.parse::<f64>().unwrap()) {
                    prop_assert!(end >= y - 0.01 && end <= y + h + 0.01);
                }
            }
            // If the axis has a given end, the path of a line may leave the plot area, because the viewer clips it.
            for line in elements_of_class(panel, "line").into_iter().filter(|_| figure.y.to.is_none()) {
                for place in places(line) {
                    prop_assert!(place.0 >= x - 0.01 && place.0 <= x + w + 0.01);
                    prop_assert!(place.1 >= y - 0.01 && place.1 <= y + h + 0.01);
                }
            }
        }
        for panel in &figure.panels {
            // A panel with many categories is cut into pieces with titles such as `TITLE (1 of 2)`.
            let pieces = elements_of_class(document.root(), "panel").into_iter().filter(|drawn| {
                let rest = drawn.attribute("data-title").unwrap().strip_prefix(&panel.title);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
            });
            let curves: Vec<_> = pieces.flat_map(|piece| elements_of_class(piece, "curve")).collect();
            for curve in &panel.curves {
                let drawn: Vec<_> =
                    curves.iter().filter(|drawn| drawn.attribute("data-label") == Some(&curve.label)).collect();
                let count = |class| drawn.iter().map(|drawn| elements_of_class(**drawn, class).len()).sum::<usize>();
                prop_assert!(!drawn.is_empty());
                match figure.marks {
                    Marks::Bars => prop_assert_eq!(count("bar"), curve.points.len()),
                    Marks::Dots => prop_assert_eq!(count("marker"), curve.points.len()),
                    // Points beyond a given end have no marker.
                    Marks::Curves if figure.y.to.is_some() => prop_assert!(count("marker") <= curve.points.len()),
                    Marks::Curves if curve.points.len() > 25 => prop_assert!((1..=10).contains(&count("marker"))),
                    Marks::Curves => prop_assert_eq!(count("marker"), curve.points.len()),
                }
            }
        }
        for panel in elements_of_class(document.root(), "panel") {
            let frame = elements_of_class(panel, "frame")[0];
            let [x, y, w, h] = ["x", "y", "width", "height"].map(|side| number(frame, side));
            for marker in elements_of_class(panel, "marker") {
                let at = middle(marker);
                // The largest marker extends 4.5 units from its middle.
                prop_assert!(at.0 > x + 4.5 && at.0 < x + w - 4.5, "{:?} in {:?}", at, (x, w));
                prop_assert!(at.1 > y + 4.5 && at.1 < y + h - 4.5, "{:?} in {:?}", at, (y, h));
            }
        }
    }
}

/// Axes without numbers, with one number, and with the smallest and largest numbers have finite positions.
#[test]
fn extreme_axes_are_drawn() {
    let (tiny, huge) = (f64::from_bits(1), f64::MAX);
    let above: [&[f64]; 8] =
        [&[], &[0.5], &[2.0, 2.0], &[tiny], &[tiny, 1e-310], &[tiny, huge], &[huge], &[1e20]];
    let others: [&[f64]; 5] = [&[0.0], &[-0.5], &[-huge, huge], &[-tiny, tiny], &[-1e20]];
    let ends = [
        (None, None),
        (Some(1e20), None),
        (Some(huge), None),
        (None, Some(tiny)),
        (Some(tiny), Some(2.0 * tiny)),
        (Some(5.0), None),
    ];
    for (scale, values) in above
        .into_iter()
        .flat_map(|values| [(Scale::Linear, values), (Scale::Log, values)])
        .chain(others.map(|values| (Scale::Linear, values)))
    {
        for (from, to) in ends {
            let point = |value: &f64| Point { spread: Some(huge), ..Point::at(*value, *value) };
            let curve = Curve { label: "AP".to_owned(), points: values.iter().map(point).collect() };
            let axis = Axis { scale, from, to, ..Axis::default() };
            let figure = Figure {
                name: "extreme".to_owned(),
                panels: vec![Panel { curves: vec![curve], ..Panel::default() }],
                x: axis.clone(),
                y: axis,
                ..Figure::default()
            };
            let text = svg(&figure).unwrap();
            let is_finite = !text.contains("NaN") && !text.contains("inf");
            assert!(is_finite, "{scale:?} {values:?} {from:?} {to:?}: {text}");
        }
    }
}
