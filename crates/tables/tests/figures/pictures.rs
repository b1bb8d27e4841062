//! Tests of the elements of an SVG.

use std::collections::BTreeSet;

use rejudge_tables::figures::{Axis, Curve, Figure, Marks, Panel, Point, Scale, Spread, svg};
use roxmltree::Document;

use crate::sample::{draw, elements_of_class, figure, middle, number, places, texts};

#[test]
fn every_panel_has_every_curve_with_all_its_points() {
    let document = draw(&figure());
    let panels = elements_of_class(document.root(), "panel");
    assert_eq!(panels.len(), 2);
    for (panel, drawn) in figure().panels.iter().zip(panels) {
        let curves = elements_of_class(drawn, "curve");
        let labels: Vec<_> = curves.iter().map(|c| c.attribute("data-label").unwrap()).collect();
        assert_eq!(labels, panel.curves.iter().map(|c| c.label.as_str()).collect::<Vec<_>>());
        let frame = elements_of_class(drawn, "frame")[0];
        let [x, y, w, h] = ["x", "y", "width", "height"].map(|side| number(frame, side));
        for curve in curves {
            let lines = elements_of_class(curve, "line");
            assert_eq!(lines.len(), 1);
            let places = places(lines[0]);
            assert_eq!((places.len(), elements_of_class(curve, "marker").len()), (10, 10));
            assert!(places.iter().all(|p| x < p.0 && p.0 < x + w && y <= p.1 && p.1 <= y + h), "{places:?}");
        }
    }
}

#[test]
fn points_lie_in_proportion() {
    let document = draw(&figure());
    let lines = elements_of_class(document.root(), "line");
    // The curve with gamma = 0.5 has the values 1, 0.5, 0.25, .., so every step is half of the step before.
    let half = places(lines[3]);
    for three in half[..5].windows(3) {
        let steps = (three[1].1 - three[0].1, three[2].1 - three[1].1);
        assert!((steps.0 / steps.1 - 2.0).abs() < 0.01, "{steps:?}");
        assert!((three[2].0 - three[1].0 - (three[1].0 - three[0].0)).abs() < 0.02);
    }
}

#[test]
fn legend_and_curves_have_the_same_marks_and_no_two_look_alike() {
    let document = draw(&figure());
    let entries = elements_of_class(document.root(), "legend-entry");
    assert_eq!(entries.len(), 4);
    let mut looks = BTreeSet::new();
    for entry in entries {
        let label = entry.attribute("data-label").unwrap();
        assert_eq!(entry.descendants().find(|n| n.has_tag_name("text")).unwrap().text(), Some(label));
        let sample = elements_of_class(entry, "sample")[0];
        let dashes = sample.attribute("stroke-dasharray");
        let shape = |marker: roxmltree::Node<'_, '_>| {
            let path = marker.attribute("d").map(|d| d.split_once('m').unwrap().1.to_owned());
            (marker.tag_name().name().to_owned(), path, marker.attribute("fill").unwrap().to_owned())
        };
        let marker = shape(elements_of_class(entry, "marker")[0]);
        for curve in elements_of_class(document.root(), "curve") {
            if curve.attribute("data-label") == Some(label) {
                assert_eq!(elements_of_class(curve, "line")[0].attribute("stroke-dasharray"), dashes);
                assert!(elements_of_class(curve, "marker").into_iter().all(|m| shape(m) == marker));
            }
        }
        assert!(looks.insert(dashes.map(str::to_owned)), "{dashes:?}");
    }
}

#[test]
fn words_are_escaped_and_read_back() {
    let document = draw(&figure());
    let root = document.root_element();
    assert_eq!(
        (root.attribute("role"), root.attribute("aria-label")),
        (Some("img"), Some("Stopping <probability>"))
    );
    let child = |name| root.children().find(|n| n.has_tag_name(name)).and_then(|n| n.text());
    assert_eq!(child("title"), Some("Stopping <probability>"));
    assert!(child("desc").unwrap().contains("Panels: trec03-twin, ntcir6-j-twin."));
    assert_eq!(texts(&document, "panel-title"), ["trec03-twin", "ntcir6-j-twin"]);
    assert_eq!(texts(&document, "axis-label"), ["relevant document", "probability", "relevant document"]);
    assert_eq!(texts(&document, "reference-label"), ["alpha = 0.05"; 2]);
}

#[test]
fn the_ground_is_white_and_as_large_as_the_figure() {
    let document = draw(&figure());
    let ground = elements_of_class(document.root(), "ground")[0];
    let root = document.root_element();
    assert_eq!(ground.attribute("fill"), Some("#fff"));
    assert_eq!(ground.attribute("width"), root.attribute("width"));
    assert_eq!(ground.attribute("height"), root.attribute("height"));
}

#[test]
fn ids_are_those_of_the_figure_and_all_are_there() {
    let document = draw(&Figure { marks: Marks::Bars, ..categories() });
    let ids: BTreeSet<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
    assert!(ids.iter().all(|id| id.starts_with("f-figure-1-")), "{ids:?}");
    let named =
        document.descendants().flat_map(|n| [n.attribute("fill"), n.attribute("clip-path")]).flatten();
    let named: Vec<&str> = named.filter_map(|v| v.strip_prefix("url(#")?.strip_suffix(')')).collect();
    assert!(!named.is_empty() && named.iter().all(|id| ids.contains(id)));
}

#[test]
fn dense_curves_have_few_markers() {
    let points: Vec<Point> =
        (1..=3003).map(|i| Point::at(f64::from(i), (f64::from(i) / 3003.0).powi(4))).collect();
    let curve = |label: &str| Curve { label: label.into(), points: points.clone() };
    let panel = Panel { curves: vec![curve("AP"), curve("Q")], ..Panel::default() };
    let text = svg(&Figure { panels: vec![panel], ..Figure::default() }).unwrap();
    let document = Document::parse(&text).unwrap();
    let markers: Vec<usize> = elements_of_class(document.root(), "curve")
        .iter()
        .map(|&curve| elements_of_class(curve, "marker").len())
        .collect();
    assert!(markers.iter().all(|n| (5..=10).contains(n)), "{markers:?}");
    assert!(text.len() < 20_000, "{}", text.len());
}

#[test]
fn a_missing_number_is_a_gap() {
    let mut figure = figure();
    figure.panels[0].curves[0].points[4].y = None;
    let document = draw(&figure);
    let curve = elements_of_class(document.root(), "curve")[0];
    let pieces: Vec<usize> =
        elements_of_class(curve, "line").into_iter().map(|line| places(line).len()).collect();
    assert_eq!((pieces, elements_of_class(curve, "marker").len()), (vec![4, 5], 9));
}

#[test]
fn empty_panels_say_so() {
    let mut figure = figure();
    figure.panels[1] = Panel { title: "trec8".into(), note: "no data".into(), ..Panel::default() };
    let document = draw(&figure);
    assert_eq!(texts(&document, "note"), ["no data"]);
    assert_eq!(elements_of_class(document.root(), "panel").len(), 2);
}

/// Returns a figure with three curves over three categories, with spread.
fn categories() -> Figure {
    let curve = |label: &str, y: f64| Curve {
        label: label.into(),
        points: (0..3).map(|x| Point { x: f64::from(x), y: Some(y), spread: Some(0.1) }).collect(),
    };
    let names = ["AP, Q", "AP, nDCG@1000 of the original form", "Q, nDCG"];
    let panel = Panel {
        title: "ntcir5-c".into(),
        categories: names.map(String::from).into(),
        curves: vec![curve("3:2:1", 0.9), curve("10:5:1", 0.8), curve("1:1:1", -0.2)],
        ..Panel::default()
    };
    let y = Axis { label: "Kendall's tau".into(), to: Some(1.0), ..Axis::default() };
    Figure { name: "figure 1".into(), panels: vec![panel], y, ..Figure::default() }
}

#[test]
fn bars_are_side_by_side_and_begin_at_zero() {
    let document = draw(&Figure { marks: Marks::Bars, ..categories() });
    let curves = elements_of_class(document.root(), "curve");
    let bars: Vec<Vec<[f64; 4]>> = curves
        .iter()
        .map(|curve| {
            let bars = elements_of_class(*curve, "bar").into_iter();
            bars.map(|bar| ["x", "y", "width", "height"].map(|side| number(bar, side))).collect()
        })
        .collect();
    assert!(bars.iter().all(|bars| bars.len() == 3));
    let ground = bars[0][0][1] + bars[0][0][3];
    for (place, ((first, second), third)) in bars[0].iter().zip(&bars[1]).zip(&bars[2]).enumerate() {
        assert!(first[0] + first[2] <= second[0] && second[0] + second[2] <= third[0], "{place}");
        assert!((second[1] + second[3] - ground).abs() < 0.02 && (third[1] - ground).abs() < 0.02);
        assert!((first[3] / third[3] - 4.5).abs() < 0.01);
    }
    assert_eq!(elements_of_class(document.root(), "error-bar").len(), 9);
    let fills: BTreeSet<_> =
        elements_of_class(document.root(), "bar").iter().map(|bar| bar.attribute("fill")).collect();
    assert_eq!(fills.len(), 3);
}

#[test]
fn ranks_grow_downwards() {
    let straight = categories();
    let reversed = Figure { y: Axis { reversed: true, ..straight.y.clone() }, ..straight.clone() };
    let heights = |figure: &Figure| {
        let document = draw(figure);
        let frame = elements_of_class(document.root(), "frame")[0];
        let middle = number(frame, "y") + number(frame, "height") / 2.0;
        let curves = elements_of_class(document.root(), "curve");
        curves
            .iter()
            .map(|curve| places(elements_of_class(*curve, "line")[0])[0].1 - middle)
            .collect::<Vec<_>>()
    };
    let (up, down) = (heights(&straight), heights(&reversed));
    assert!(up[0] < up[1] && up[1] < up[2]);
    assert!(up.iter().zip(&down).all(|(up, down)| (up + down).abs() < 0.02), "{up:?} {down:?}");
}

#[test]
fn dots_are_not_joined() {
    let document = draw(&Figure { marks: Marks::Dots, ..categories() });
    assert!(elements_of_class(document.root(), "line").is_empty());
    assert_eq!(elements_of_class(elements_of_class(document.root(), "panel")[0], "marker").len(), 9);
}

/// Returns a figure of three collections, with two ranks for each team: with all judgments, and without the
/// team's own documents.
fn ranks() -> Figure {
    let panel = |(title, teams): (&str, usize)| {
        let curve = |label: &str, shift: usize| Curve {
            label: label.into(),
            points: (0..teams)
                .map(|team| Point::at(team as f64, ((team + shift) % teams + 1) as f64))
                .collect(),
        };
        Panel {
            title: title.into(),
            categories: (0..teams).map(|team| format!("a_university_of_some_town_{team}")).collect(),
            curves: vec![curve("all judgments", 0), curve("without its team", 1)],
            note: String::new(),
        }
    };
    let panels = [("trec-dl-2019", 12), ("trec-covid-round1", 56), ("trec-dl-2020", 17)].map(panel);
    let y = Axis { label: "rank".into(), from: Some(1.0), reversed: true, ..Axis::default() };
    Figure { name: "ranks".into(), panels: panels.into(), y, marks: Marks::Dots, ..Figure::default() }
}

#[test]
fn dots_of_many_categories_are_all_drawn_on_pieces_that_a_page_has_room_for() {
    let figure = ranks();
    for field in [None, Some((860.0, 320.0)), Some((270.0, 230.0))] {
        let document = draw(&Figure { plot_area: field, ..figure.clone() });
        let panels = elements_of_class(document.root(), "panel");
        for panel in &figure.panels {
            let pieces: Vec<_> = panels
                .iter()
                .filter(|piece| piece.attribute("data-title").unwrap().starts_with(&panel.title))
                .collect();
            let count =
                |class| pieces.iter().map(|piece| elements_of_class(**piece, class).len()).sum::<usize>();
            assert_eq!(count("marker"), 2 * panel.categories.len(), "{}", panel.title);
            let ticks = pieces.iter().flat_map(|piece| elements_of_class(**piece, "tick"));
            let teams = ticks.filter(|tick| tick.text().unwrap().starts_with("a_university")).count();
            assert_eq!(teams, panel.categories.len());
        }
        let wide = number(document.root_element(), "width");
        let narrow = field.filter(|(field, _)| *field < 400.0);
        assert!(wide <= narrow.map_or(1200.0, |(field, _)| field + 240.0), "{field:?}: {wide}");
    }
}

#[test]
fn a_dot_or_a_bar_beyond_a_given_end_is_drawn() {
    for marks in [Marks::Dots, Marks::Bars] {
        let y = Axis { from: Some(0.85), to: Some(0.88), ..Axis::default() };
        let document = draw(&Figure { marks, y, ..categories() });
        let class = if marks == Marks::Dots { "marker" } else { "bar" };
        assert_eq!(elements_of_class(elements_of_class(document.root(), "panel")[0], class).len(), 9);
        let lowest = texts(&document, "tick").into_iter().find_map(|tick| tick.parse::<f64>().ok());
        assert_eq!(lowest, Some(-0.2), "the axis reaches the lowest value");
    }
}

#[test]
fn a_point_that_no_line_of_a_dense_curve_joins_has_its_marker() {
    let mut points: Vec<Point> = (0..60).map(|i| Point::at(f64::from(i), f64::from(i % 7))).collect();
    // No line joins the points 3, 5 and 59: each is between two gaps, or between a gap and the end.
    [2, 4, 6, 58].into_iter().for_each(|gap| points[gap].y = None);
    for reversed in [false, true] {
        let curve = Curve { label: "AP".into(), points: points.clone() };
        let x = Axis { reversed, ..Axis::default() };
        let document = draw(&Figure {
            panels: vec![Panel { curves: vec![curve], ..Panel::default() }],
            x,
            ..Figure::default()
        });
        let panel = elements_of_class(document.root(), "panel")[0];
        let line = elements_of_class(panel, "line")[1];
        let xs: Vec<f64> =
            elements_of_class(panel, "marker").into_iter().map(|marker| middle(marker).0).collect();
        let joined = places(line);
        let (from, to) = joined.iter().fold((f64::MAX, f64::MIN), |(a, b), at| (a.min(at.0), b.max(at.0)));
        let outside = xs.iter().filter(|x| **x < from || **x > to).count();
        // The points 0 and 1 are joined, and each may have a marker.
        assert!((3..=5).contains(&outside) && (8..=14).contains(&xs.len()), "{outside} of {}", xs.len());
    }
}

#[test]
fn spread_is_a_band_over_numbers_and_error_bars_over_categories() {
    let count = |figure: &Figure| {
        let document = draw(figure);
        (
            elements_of_class(document.root(), "band").len(),
            elements_of_class(document.root(), "error-bar").len(),
        )
    };
    let over = |scale| Figure { x: Axis { scale, ..Axis::default() }, ..categories() };
    assert_eq!(count(&over(Scale::Linear)), (3, 0));
    assert_eq!(count(&over(Scale::Categories)), (0, 9));
    assert_eq!(count(&Figure { spread: Spread::Hidden, ..over(Scale::Linear) }), (0, 0));
}
