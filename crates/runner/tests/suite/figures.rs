//! Figures: requested like tables, drawn by `run`, shown by `report`, with errors at their place.

use roxmltree::Document;

use crate::cases::{FILE, case, cases, edits};
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, USAGE, World, changed};

/// A figure of each form over the statistics of [`EXPERIMENT`].
const FIGURES: &str = "
figures:
  by-depth:
    caption: Tau <by> depth
    where: {judgments: \"pool-depth(*)\"}
    panels: collection
    rows: {axis: judgments.depth}
    columns: measure
    cell: tau
    plot:
      curves:
        x: {label: pool depth, scale: log}
        y: {label: Kendall's tau, to: 1}
        references: [{at: 0.9, label: tau = 0.9}]
  power:
    caption: Discriminative power
    where: {judgments: [full, \"pool-depth(depth=5)\"]}
    panels: collection
    rows: measure
    columns: judgments
    cell: dp.power
    plot: {bars: {y: {label: power}}}
";

fn world() -> World {
    let world = World::with_files();
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny-twin, tiny]");
    world.write(FILE, text + FIGURES);
    world
}

/// Returns the number of elements of each class in an SVG.
fn counts<const N: usize>(world: &World, path: &str, classes: [&str; N]) -> [usize; N] {
    let text = std::fs::read_to_string(world.path(path)).unwrap();
    let document = Document::parse(&text).unwrap();
    classes.map(|class| document.descendants().filter(|n| n.attribute("class") == Some(class)).count())
}

#[test]
fn a_run_draws_every_figure_once_a_kind_of_data() {
    let world = world();
    world.line("run small").code(GOOD);
    let classes = ["panel", "curve", "legend-entry", "reference", "bar"];
    for suffix in ["", "-open"] {
        let path = |name| format!("results/small/figures/{name}{suffix}.svg");
        assert_eq!(counts(&world, &path("by-depth"), classes), [1, 2, 2, 1, 0], "{suffix}");
        assert_eq!(counts(&world, &path("power"), classes), [1, 2, 2, 0, 4], "{suffix}");
    }
    let text = std::fs::read_to_string(world.path("results/small/figures/by-depth.svg")).unwrap();
    let document = Document::parse(&text).unwrap();
    let titles: Vec<_> = document.descendants().filter_map(|n| n.attribute("data-title")).collect();
    assert_eq!(titles, ["tiny-twin"]);
    assert_eq!(document.root_element().attribute("aria-label"), Some("Tau <by> depth (tau-b)"));
    // Its numbers: 2 collections, 2 depths, 2 measures.
    assert_eq!(world.frame("results/small/figures/by-depth.parquet").rows(), 8);
    let csv = std::fs::read_to_string(world.path("results/small/figures/by-depth.csv")).unwrap();
    assert_eq!(csv.lines().count(), 9);
    let manifest = std::fs::read_to_string(world.path("results/small/manifest.json")).unwrap();
    for file in ["by-depth.svg", "by-depth-open.svg", "by-depth.csv", "by-depth.parquet"] {
        assert!(manifest.contains(&format!("\"figures/{file}\"")), "{file}");
    }
}

#[test]
fn points_lie_where_the_numbers_say() {
    let world = world();
    world.line("run small").code(GOOD);
    let frame = world.frame("results/small/figures/by-depth.parquet");
    let [kind, row, column] = ["kind", "row", "column"].map(|name| frame.text(name).unwrap().to_vec());
    let mean = frame.number("mean").unwrap();
    let text = std::fs::read_to_string(world.path("results/small/figures/by-depth.svg")).unwrap();
    let document = Document::parse(&text).unwrap();
    let of_class = |class: &str, label: &str| {
        let meant =
            |n: &roxmltree::Node<'_, '_>| label.is_empty() || n.attribute("data-label") == Some(label);
        document.descendants().filter(|n| n.attribute("class") == Some(class)).find(meant).unwrap()
    };
    let number =
        |class: &str, name: &str| -> f64 { of_class(class, "").attribute(name).unwrap().parse().unwrap() };
    // The frame ends at 1, the reference is at 0.9.
    let (top, reference) = (number("frame", "y"), number("reference", "y1"));
    let mut compared = 0;
    for at in (0..frame.rows()).filter(|&at| kind[at] == "simulated") {
        let line =
            of_class("curve", &column[at]).descendants().find(|n| n.attribute("class") == Some("line"));
        let path = line.unwrap().attribute("d").unwrap();
        let points: Vec<&str> = path.split(['M', 'L']).skip(1).collect();
        // Depth 1 to the left of depth 5.
        let point = points[usize::from(row[at] == "5")];
        let y: f64 = point.split_once(' ').unwrap().1.parse().unwrap();
        let drawn = 1.0 - (y - top) / (reference - top) * 0.1;
        assert!(
            (drawn - mean[at].unwrap()).abs() < 1e-3,
            "{} {}: {drawn}, {:?}",
            row[at],
            column[at],
            mean[at]
        );
        compared += 1;
    }
    assert_eq!(compared, 4);
}

#[test]
fn reports_show_the_figures_of_real_collections_first() {
    let world = world();
    world.line("run small").code(GOOD);
    world.line("report small").code(GOOD);
    let report = std::fs::read_to_string(world.path("results/small/report.md")).unwrap();
    let at = |file: &str| report.find(&format!("![Tau <by> depth (tau-b)](figures/{file})"));
    assert!(at("by-depth-open.svg").is_some() && at("by-depth-open.svg") < at("by-depth.svg"), "{report}");
}

#[test]
fn figures_that_are_no_more_are_removed() {
    let world = world();
    world.line("run small").code(GOOD);
    assert!(world.path("results/small/figures/by-depth-open.svg").exists());
    world.write(FILE, EXPERIMENT.to_owned() + FIGURES);
    world.line("run small").code(GOOD);
    assert!(world.path("results/small/figures/by-depth.svg").exists());
    assert!(!world.path("results/small/figures/by-depth-open.svg").exists());
    world.write(FILE, EXPERIMENT);
    world.line("run small").code(GOOD);
    assert!(!world.path("results/small/figures/by-depth.csv").exists());
}

#[test]
fn the_same_bytes_whatever_the_threads() {
    let world = world();
    world.line("run small --results a --cache ca --jobs 1").code(GOOD);
    world.line("run small --results b --cache cb --jobs 3").code(GOOD);
    let (a, b) = (world.results("a"), world.results("b"));
    assert!(a.keys().any(|name| name.ends_with("by-depth.svg")));
    assert!(a == b);
}

#[test]
fn only_what_is_drawn_is_planned_and_listed() {
    let world = World::new();
    world.write(FILE, EXPERIMENT.to_owned() + FIGURES);
    let cells = world.line("plan small --cells").code(GOOD).stdout;
    assert!(cells.contains("small/tau[") && cells.contains("small/dp["), "{cells}");
    assert!(!cells.contains("small/mean[") && !cells.contains("take-one-team"), "{cells}");
    let list = world.line("list small").code(GOOD).stdout;
    assert!(list.contains("figure\tby-depth\tTau <by> depth (tau-b)\n"), "{list}");
}

#[test]
fn numbers_of_figures_are_accepted_like_those_of_tables() {
    let world = World::new();
    world.write(FILE, EXPERIMENT.to_owned() + FIGURES);
    world.line("run small").code(GOOD);
    world.line("accept small").code(GOOD);
    let golden = std::fs::read_to_string(world.path("experiments/small/golden/small/tables.csv")).unwrap();
    assert!(golden.contains("\"by-depth/tiny-twin[5, AP, mean]\",tiny-twin,"), "{golden}");
}

#[test]
fn mistakes() {
    let world = World::new();
    world.write(FILE, EXPERIMENT.to_owned() + FIGURES);
    let rows = [
        ("curves:\n", "lines:\n"),
        ("scale: log", "scale: logarithmic"),
        ("x: {label: pool depth", "z: {label: pool depth"),
        ("to: 1}", "from: 1, to: 1}"),
        ("to: 1}", "to: 1, scale: categories}"),
        ("to: 1}", "from: 0, to: 1, scale: log}"),
        ("at: 0.9", "at: 1.9"),
        ("bars: {y:", "bars: {x: {scale: log}, y:"),
        ("cell: tau", "cell: tua"),
        ("  power:\n", "  power-open:\n"),
        ("  power:\n", "  po/wer:\n"),
        ("cell: dp.power", "cell: {a: dp.power, b: dp.difference}"),
        (
            "figures:",
            "tables: {power: {caption: \"\", rows: measure, columns: judgments, cell: tau}}\nfigures:",
        ),
    ];
    cases("mistakes_in_figures", &world, edits(USAGE, "plan small", FILE, &rows));
}

/// If a figure cannot be drawn, the earlier results stay complete.
#[test]
fn a_figure_that_cannot_be_drawn_leaves_nothing_half_done() {
    let world = world();
    world.line("run small").code(GOOD);
    let before = world.results("results/small");
    let text = std::fs::read_to_string(world.path(FILE)).unwrap();
    let text = changed(
        &text,
        "    - pool-depth: {depth: {each: [5, 1]}}\n",
        "    - sample: {rate: {each: [0, 0.5]}}\n",
    );
    let text = changed(&text, "judgments: \"pool-depth(*)\"", "judgments: \"sample(*)\"");
    let text = changed(&text, "rows: {axis: judgments.depth}", "rows: {axis: judgments.rate}");
    let text = changed(&text, "[full, \"pool-depth(depth=5)\"]", "full");
    world.write(FILE, text);
    // 0 has no place on a logarithmic axis.
    cases("a_figure_that_cannot_be_drawn", &world, [case(BAD_DATA, "run small").said_with("by-depth")]);
    assert_eq!(world.results("results/small"), before);
}
