//! Figures are requested like tables, drawn by `run` and shown by `report`. Errors have their place in the file.

use std::collections::BTreeSet;

use roxmltree::Document;

use crate::cases::{FILE, case, cases, edits};
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, USAGE, World, changed, edited, has};

/// A figure of each form, over the statistics of [`EXPERIMENT`].
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
    let text = world.read(path);
    let document = Document::parse(&text).unwrap();
    classes.map(|class| document.descendants().filter(|n| n.attribute("class") == Some(class)).count())
}

#[test]
fn a_run_draws_every_figure_once_for_each_kind_of_data() {
    let world = world();
    world.line("run small").code(GOOD);
    let classes = ["panel", "curve", "legend-entry", "reference", "bar"];
    for suffix in ["", "-open"] {
        let path = |name| format!("results/small/figures/{name}{suffix}.svg");
        assert_eq!(counts(&world, &path("by-depth"), classes), [1, 2, 2, 1, 0], "{suffix}");
        assert_eq!(counts(&world, &path("power"), classes), [1, 2, 2, 0, 4], "{suffix}");
    }
    let text = world.read("results/small/figures/by-depth.svg");
    let document = Document::parse(&text).unwrap();
    let titles: Vec<_> = document.descendants().filter_map(|n| n.attribute("data-title")).collect();
    assert_eq!(titles, ["tiny-twin"]);
    assert_eq!(document.root_element().attribute("aria-label"), Some("Tau <by> depth (tau-b)"));
    // The figure has 8 numbers: 2 collections, 2 depths, 2 measures.
    assert_eq!(world.frame("results/small/figures/by-depth.parquet").rows(), 8);
    let csv = world.read("results/small/figures/by-depth.csv");
    assert_eq!(csv.lines().count(), 9);
    let manifest = world.read("results/small/manifest.json");
    for file in ["by-depth.svg", "by-depth-open.svg", "by-depth.csv", "by-depth.parquet"] {
        assert!(manifest.contains(&format!("\"figures/{file}\"")), "{file}");
    }
}

#[test]
fn wrong_figures_are_refused() {
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
        ("  power:\n", "  power-own:\n"),
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
    let edits = [
        ("pool-depth: {depth: {each: [5, 1]}}", "sample: {rate: {each: [0, 0.5]}}"),
        ("judgments: \"pool-depth(*)\"", "judgments: \"sample(*)\""),
        ("rows: {axis: judgments.depth}", "rows: {axis: judgments.rate}"),
        ("[full, \"pool-depth(depth=5)\"]", "full"),
    ];
    world.write(FILE, edited(&world.read(FILE), &edits));
    // 0 has no place on a logarithmic axis.
    cases("a_figure_that_cannot_be_drawn", &world, [case(BAD_DATA, "run small").said_with("by-depth")]);
    assert_eq!(world.results("results/small"), before);
}

/// Style sheets of pages that change the colours of pictures.
const STYLES: [&str; 2] = [
    include_str!("../../../tables/src/page/templates/page.css"),
    include_str!("../../../tables/src/page/templates/cards.css"),
];

#[test]
fn every_colour_that_a_page_changes_is_used_by_pictures() {
    let selected = STYLES.iter().flat_map(|style| style.split("[fill=\"").chain(style.split("[stroke=\"")));
    let selected = selected.filter(|text| text.starts_with('#'));
    let selected: BTreeSet<&str> = selected.filter_map(|text| text.split('"').next()).collect();
    let themed: BTreeSet<&str> = rejudge_tables::figures::THEMED.into_iter().collect();
    assert_eq!(selected, themed);
}

/// A caption must not end the brackets of its picture. Otherwise the rest of the caption would become a link,
/// another picture and a script.
#[test]
fn a_caption_with_every_mark_of_markdown_stays_text() {
    let world = world();
    let caption = "caption: 'a\\](http://evil/x.png) <script>alert(1)</script> ![b](http://evil/y.png) # c'";
    world.write(FILE, changed(&world.read(FILE), "caption: Tau <by> depth", caption));
    world.line("run small --results r").code(GOOD);
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report.md");
    let escaped =
        "a\\\\\\]\\(http://evil/x.png) \\<script>alert(1)\\</script> \\!\\[b\\]\\(http://evil/y.png) # c";
    has(&report, format!("![{escaped} (tau-b)](figures/by-depth"));
    assert!(!report.contains("](http"), "{report}");
    for tag in ["<script", "</script"] {
        assert!(report.match_indices(tag).all(|(at, _)| report[..at].ends_with('\\')), "{report}");
    }
    assert_eq!(report.lines().filter(|line| line.starts_with("# ")).count(), 1);
    let page = world.read("r/report.html");
    assert!(!page.contains("<script>alert") && !page.contains("src=\"http"), "{page}");
}
