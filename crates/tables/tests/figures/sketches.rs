//! Tests of small pictures: they are valid XML, have a caption and stay within their width.

use rejudge_tables::figures::{Sketch, SketchForm, sketch};

fn forms() -> Vec<SketchForm> {
    let name = |at: usize| format!("a run with a long name & <{at}>");
    let curve: Vec<(f64, f64)> = (1..=10).map(|x| (f64::from(x), 1.0 - 0.3 / f64::from(x))).collect();
    vec![
        SketchForm::Curves {
            main: curve.clone(),
            others: vec![curve.iter().map(|(x, y)| (*x, y - 0.2)).collect(), Vec::new()],
            line: Some(0.9),
            answer: Some(3.0),
            axes: ["pool depth".to_owned(), "tau-b".to_owned()],
        },
        SketchForm::Bars {
            bars: (0..5).map(|at| (name(at), at as f64 / 5.0, format!("{at}%"))).collect(),
            lines: vec![(0.3, "the limit".to_owned())],
            below: "and 3 more".to_owned(),
        },
        SketchForm::Ranges {
            ranges: (0..3).map(|at| (name(at), [0.1, 0.2, 0.5 + at as f64])).collect(),
            axis: "AP".to_owned(),
        },
    ]
}

#[test]
fn every_form_is_drawn_within_its_picture() {
    for form in forms() {
        let caption = "less < more".to_owned();
        let text = sketch(&Sketch { caption: caption.clone(), form });
        let document = roxmltree::Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!(root.attribute("aria-label"), Some(caption.as_str()));
        let [wide, high] =
            ["width", "height"].map(|side| root.attribute(side).unwrap().parse::<f64>().unwrap());
        for element in root.descendants() {
            let number = |name: &str| element.attribute(name).and_then(|text| text.parse::<f64>().ok());
            for (name, most) in
                [("x", wide), ("x1", wide), ("x2", wide), ("cx", wide), ("y", high), ("cy", high)]
            {
                assert!(number(name).is_none_or(|at| (0.0..=most).contains(&at)), "{name} in {element:?}");
            }
            let right = number("x").zip(number("width")).map(|(x, width)| x + width);
            assert!(right.is_none_or(|right| right <= wide + 0.01), "{element:?}");
        }
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}

#[test]
fn empty_sketches_are_drawn() {
    let none = SketchForm::Bars { bars: Vec::new(), lines: Vec::new(), below: String::new() };
    let curve = |main: &[(f64, f64)], line| SketchForm::Curves {
        main: main.to_vec(),
        others: Vec::new(),
        line,
        answer: Some(1.0),
        axes: Default::default(),
    };
    let ranges = |ranges: &[[f64; 3]]| SketchForm::Ranges {
        ranges: ranges.iter().map(|ends| ("a".to_owned(), *ends)).collect(),
        axis: String::new(),
    };
    let infinite = SketchForm::Bars {
        bars: [f64::NAN, f64::INFINITY, 0.5].map(|value| ("a".to_owned(), value, String::new())).into(),
        lines: vec![(f64::INFINITY, String::new())],
        below: String::new(),
    };
    let forms = [
        none,
        infinite,
        curve(&[(1.0, 0.5)], None),
        curve(&[], None),
        curve(&[], Some(0.9)),
        curve(&[(1.0, f64::NAN), (f64::INFINITY, 0.5)], Some(f64::INFINITY)),
        curve(&[(1.0, -1e300), (1.0, -1e300)], None),
        ranges(&[]),
        ranges(&[[0.5; 3]]),
        ranges(&[[f64::NEG_INFINITY, f64::NAN, f64::INFINITY]]),
        ranges(&[[f64::MIN, 0.0, f64::MAX]]),
    ];
    for form in forms {
        let text = sketch(&Sketch { caption: "nothing".to_owned(), form: form.clone() });
        let is_finite = !text.contains("NaN") && !text.contains("inf");
        assert!(roxmltree::Document::parse(&text).is_ok() && is_finite, "{form:?}: {text}");
    }
}
