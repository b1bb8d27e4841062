//! Reports: what each says of its own data, and nothing of others'.

use rejudge_check::findings;
use rejudge_frame::{Column, Frame, Values};
use rejudge_grid::{Overrides, load};
use rejudge_spec::Catalogue;
use rejudge_spec::yaml::{Source, parse};
use rejudge_table::Book;

use crate::world::{EXPERIMENT, GOOD, TINY, World, changed, ended};

const FILE: &str = "experiments/small/experiment.yaml";

/// A mean over judgment sets.
const DEEP: &str = "deep: {claim: at both depths, where: {collection: tiny-twin}, \
                    holds: {positive: {of: mean, measure: AP, judgments: \"pool-depth(*)\"}}}";

/// A finding of the twin, one of the files alone, one of both.
const FINDINGS: &str = "\
findings:
  of-twin: {claim: of the twin, where: {collection: tiny-twin}, holds: {positive: {of: mean, measure: AP, judgments: full}}}
  of-files: {claim: of files, where: {collection: tiny}, holds: {positive: {of: mean, measure: AP, judgments: full}}}
  of-both: {claim: of both, holds: {positive: {of: mean, measure: AP, judgments: full}}}
";

const TABLES: &str = "\
tables:
  t: {caption: Scores, where: {judgments: full}, columns: collection, rows: measure, cell: mean}
profiles:";

const PAPER: &str =
    "paper: {authors: [A. Author], title: A paper, venue: Somewhere}\nexpected: expected.yaml\nseed: 1";

fn world() -> World {
    let world = World::with_files();
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny-twin, tiny]");
    world.write(FILE, changed(&changed(&text, "seed: 1", PAPER), "profiles:", TABLES));
    world.write(
        "experiments/small/expected.yaml",
        format!("schema: expected/v1\nexperiment: small\n{FINDINGS}"),
    );
    world
}

#[test]
fn the_report_of_twins_does_not_depend_on_open_data() {
    let world = world();
    let report = |data: bool| {
        for verb in ["run", "report"] {
            let mut command = world.command([verb, "small", "--results", if data { "r" } else { "twin" }]);
            if !data {
                command.env_remove("REJUDGE_DATA");
            }
            ended(&mut command).code(GOOD);
        }
        std::fs::read_to_string(world.path(if data { "r/report.md" } else { "twin/report.md" })).unwrap()
    };
    let (with, without) = (report(true), report(false));
    assert_eq!(with, without);
    assert!(with.contains("**of-twin**") && with.contains("**of-both**"), "{with}");
    assert!(!with.contains("of-files"), "it has no outcome on a twin: {with}");
    let open = std::fs::read_to_string(world.path("r/report-open.md")).unwrap();
    assert!(open.contains("**of-files**") && open.contains("**of-both**"), "{open}");
    assert!(!open.contains("of-twin"), "{open}");
}

#[test]
fn reports_say_what_is_drawn_and_whose_the_collections_are() {
    let world = world();
    let text = std::fs::read_to_string(world.path(FILE)).unwrap();
    let bootstrap = "bootstrap samples of the topics";
    for (from, to, kind, says) in [
        (
            "profiles:",
            "profiles:",
            "open",
            format!("Means over the draws of one run a team and {bootstrap} ±"),
        ),
        (
            "profiles:",
            "profiles:",
            "licensed",
            format!("Means over the draws of one run a team and {bootstrap} ±"),
        ),
        ("one-per-team: {}", "all", "open", format!("Means over the draws of {bootstrap} ±")),
        ("one-per-team: {}", "all", "licensed", format!("Means over the draws of {bootstrap} ±")),
        (
            "one-per-team: {}",
            "random: {runs: 2}",
            "licensed",
            format!("Means over the draws of random runs and {bootstrap} ±"),
        ),
        (
            "- full",
            "- full\n    - sample: {rate: 0.5}",
            "open",
            format!("Means over the draws of one run a team, samples of the judgments and {bootstrap} ±"),
        ),
        ("draws: 2", "draws: 1", "open", format!("One draw of one run a team and {bootstrap}.")),
    ] {
        world.write("collections/tiny.yaml", TINY.replace("kind: open", &format!("kind: {kind}")));
        world.write(FILE, changed(&text, from, to));
        world.line("run small --results r").code(GOOD);
        world.line("report small --results r").code(GOOD);
        let report = std::fs::read_to_string(world.path(format!("r/report-{kind}.md"))).unwrap();
        assert!(report.contains(&says), "{says}\n{report}");
        let ends = match kind {
            "open" => ". These collections are not the paper's: none of its numbers stands beside them.\n",
            _ => ", with print beside it. *Difference*: computed minus printed, ",
        };
        assert!(report.contains(ends), "{report}");
    }
    // Statistics that draw nothing.
    let nothing = changed(&text, "one-per-team: {}", "all");
    let at = nothing.find("  dp:").unwrap();
    let nothing = format!("{}{}", &nothing[..at], &nothing[nothing.find("tables:").unwrap()..]);
    world.write("collections/tiny.yaml", TINY);
    world.write(FILE, nothing);
    world.line("run small --results r").code(GOOD);
    world.line("report small --results r").code(GOOD);
    let report = std::fs::read_to_string(world.path("r/report-open.md")).unwrap();
    assert!(report.contains("\nNothing is drawn. These collections are not the paper's"), "{report}");
}

/// The same cells, the first that fits with another status and no number.
fn with_status(cells: &Frame, judgments: &str, status: &str) -> Frame {
    let at = (0..cells.rows())
        .find(|&row| {
            let is = |column: &str, value: &str| cells.text(column).unwrap()[row] == value;
            is("statistic", "mean")
                && is("measure", "AP")
                && is("judgments", judgments)
                && is("collection", "tiny-twin")
        })
        .expect("the cell");
    let changed = |column: &Column| {
        let values = match (&column.values, column.name.as_str()) {
            (Values::Text(values), "status") => {
                let mut values = values.clone();
                values[at] = status.to_owned();
                Values::Text(values)
            }
            (Values::Number(values), "value") if status != "ok" => {
                let mut values = values.clone();
                values[at] = None;
                Values::Number(values)
            }
            (values, _) => values.clone(),
        };
        Column { name: column.name.clone(), about: column.about.clone(), values }
    };
    Frame { columns: cells.columns.iter().map(changed).collect() }
}

/// A mean over judgment sets of which one failed is none; an undefined one has no part in it.
#[test]
fn a_finding_on_a_failed_cell_cannot_be_evaluated() {
    let world = world();
    let expected = format!("schema: expected/v1\nexperiment: small\nfindings:\n  {DEEP}\n");
    world.write("experiments/small/expected.yaml", expected);
    world.line("run small --results r").code(GOOD);
    let catalogue = Catalogue::open(&world.path("collections"), Some(world.path("data")));
    let grid = load(&world.path(FILE), &Overrides::default(), &catalogue).unwrap();
    let node = parse(Source { name: "f".into(), folder: Default::default(), text: DEEP.to_owned() }).unwrap();
    let finding = findings::resolve(&node, &grid).unwrap().remove(0);
    let cells = world.frame("r/cells.parquet");
    for (status, result) in [("ok", "2/2"), ("undefined", "2/2"), ("failed", "1/1")] {
        let book = Book::of_frame(&grid, &with_status(&cells, "pool-depth(depth=5)", status)).unwrap();
        let outcomes = finding.evaluate(&grid, &book);
        assert_eq!(outcomes.iter().map(|o| o.result()).collect::<Vec<_>>(), [result], "{status}");
    }
}
