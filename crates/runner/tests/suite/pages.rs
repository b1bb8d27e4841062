//! Pages: each report is one file, and an index lists all of them.

use crate::cases::{FILE, cases, lines};
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, USAGE, World, changed};

/// A table with a row for each team, and a figure.
const SHOWN: &str = "\
tables:
  t: {caption: Scores, where: {judgments: \"take-one-team(*)\"}, panels: collection, columns: measure, rows: {axis: judgments.team}, cell: mean}
figures:
  f:
    caption: Tau <by> depth
    where: {judgments: \"pool-depth(*)\"}
    panels: collection
    rows: {axis: judgments.depth}
    columns: measure
    cell: tau
    plot: {curves: {x: {label: depth}, y: {label: tau}}}
profiles:";

/// Creates a world with a simulated collection and a collection of files.
fn world() -> World {
    let world = World::with_files();
    world.experiment(&[("[tiny-twin]", "[tiny-twin, tiny]"), ("profiles:", SHOWN)]);
    world
}

#[test]
fn a_page_has_real_collections_before_simulated_ones() {
    let world = world();
    world.line("run small").code(GOOD);
    world.line("report small").code(GOOD).says("results/small/report.html");
    assert!(world.read("results/small/report.md").contains("Tau \\<by> depth"), "Markdown is escaped");
    let page = world.read("results/small/report.html");
    let report = page.split_once(">Tables</h2>").unwrap().1;
    let at = |text: &str| report.find(text).unwrap_or_else(|| panic!("no {text} in {report}"));
    assert!(at("<div class=\"view real\">") < at("<div class=\"view simulated\">"));
    assert!(at("<strong class=\"real\">Real") < at("<strong class=\"simulated\">Simulated"));
    // Each kind of collection has a picture as wide as on paper, and one as wide as a telephone.
    assert_eq!(report.matches("<svg ").count(), 4);
    assert_eq!(report.matches("<summary>Numbers of this figure</summary>").count(), 2);
    // The page has the same figures as the run's files.
    let drawn = world.read("results/small/figures/f.svg");
    let line = drawn.lines().find(|line| line.contains("class=\"line\"")).unwrap();
    let place = line.split(" d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(report.contains(place) && !drawn.contains("class=\"mark\""));
    let address = |word: &str| page.replace("http://www.w3.org/2000/svg", "").contains(word);
    assert!(!address("http:") && !address("https:") && !address(" src="));
    world.line("report small").code(GOOD);
    assert_eq!(page, world.read("results/small/report.html"), "another report writes the same page");
}

#[test]
fn the_index_leads_to_every_page() {
    let world = world();
    world.write("experiments/other/experiment.yaml", changed(EXPERIMENT, "id: small", "id: other"));
    world.line("report --all").code(BAD_DATA).says("no experiment has results");
    world.line("run small").code(GOOD);
    let output = world.line("report --all").code(GOOD).stderr;
    assert!(output.contains("other: no results (`rejudge run other` writes them)"), "{output}");
    let index = world.read("results/index.html");
    assert!(index.contains("<a href=\"small/report.html\">"), "{index}");
    assert!(
        !index.contains("other/report.html") && index.contains("<code>rejudge run other</code>"),
        "{index}"
    );
    assert!(world.path("results/small/report.html").exists());
    // `--index` writes no reports, but the same index.
    std::fs::remove_file(world.path("results/small/report.html")).unwrap();
    let output = world.line("report --index").code(GOOD).stderr;
    assert_eq!(output, "results/index.html\n");
    assert_eq!(world.read("results/index.html"), index);
    assert!(!world.path("results/small/report.html").exists());
}

#[test]
fn the_index_has_a_row_for_each_paper() {
    let world = world();
    let paper = "paper: {authors: [\"A, B.\"], title: On <pools>, venue: SIGIR 2007, year: 2007, doi: 10.1145/1.2}\nseed:";
    let text = world.read(FILE);
    let text: Vec<&str> = text.lines().filter(|line| !line.starts_with("paper:")).collect();
    world.write(FILE, changed(&(text.join("\n") + "\n"), "seed:", paper));
    world.line("run small").code(GOOD);
    world.line("report --index").code(GOOD);
    let index = world.read("results/index.html");
    assert!(index.contains("<a href=\"small/report.html\">On &lt;pools&gt;</a>"), "{index}");
    assert!(index.contains("<span class=\"by\">small, A, B.: SIGIR 2007</span>"), "{index}");
    // The page loads nothing from other addresses. Only its links lead to other addresses.
    assert!(!index.contains(" src="), "{index}");
}

#[test]
fn a_report_is_of_one_experiment_or_of_all() {
    let more = [
        "",
        " small --all",
        " --all --results r",
        " --all --index",
        " small --index",
        " --all --experiments nowhere",
    ];
    cases("reports_of_one_or_all", &world(), lines(USAGE, more.map(|more| format!("report{more}"))));
}
