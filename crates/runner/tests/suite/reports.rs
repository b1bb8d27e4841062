//! Reports. Each report describes its own data, and not the data of another experiment. Also: claims on
//! failed cells.

use std::collections::BTreeMap;

use rejudge_report::check::claims::{self, RealVerdicts};
use rejudge_report::table::CellTable;
use rejudge_tables::frame::{Frame, Values};

use crate::cases::FILE;
use crate::silent_defaults::with;
use crate::world::{EXPERIMENT, GOOD, TINY, World, changed, has};

/// A claim about a mean over judgment sets.
const DEEP: &str = "deep: {claim: at both depths, where: {collection: tiny-twin}, \
                    holds: {positive: {of: mean, measure: AP, judgments: \"pool-depth(*)\"}}}";

/// A claim about the twin, a claim about the files only, and a claim about both.
const CLAIMS: &str = "\
claims:
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

fn world(claims: &str) -> World {
    let world = World::with_files();
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny-twin, tiny]");
    world.write(FILE, changed(&changed(&text, "seed: 1", PAPER), "profiles:", &format!("{claims}{TABLES}")));
    world.write("experiments/small/expected.yaml", "schema: expected/v1\nexperiment: small\n");
    world
}

#[test]
fn real_collections_come_before_simulated_ones() {
    let world = world(CLAIMS);
    let report = world.reported();
    let at = |text: &str| report.find(text).unwrap_or_else(|| panic!("no {text} in {report}"));
    let heading = "| claim | shallow or with holes: tiny, pool depth 3, 0.833 judged | simulated |";
    assert!(at(heading) < at("## Tables"));
    assert!(at("*Real collections with public runs. ") < at("*Simulated collections. "));
    for claim in ["| of the twin | – | ✓ 1 <br>", "| of files | ✓ 1 <br>", "| of both | ✓ 1 <br>"] {
        assert!(at(claim) < at("## Tables"));
    }
}

#[test]
fn reports_say_what_is_drawn_and_whose_the_collections_are() {
    let world = world(CLAIMS);
    let text = world.read(FILE);
    let bootstrap = "bootstrap samples of the topics";
    for (from, to, kind, says) in [
        ("profiles:", "profiles:", "open", "Means over the draws of one run per team and"),
        ("one-per-team: {}", "all", "licensed", "Means over the draws of"),
        ("one-per-team: {}", "random: {runs: 2}", "licensed", "Means over the draws of random runs and"),
        (
            "- full",
            "- full\n    - sample: {rate: 0.5}",
            "open",
            "of one run per team, samples of the judgments and",
        ),
        ("draws: 2", "draws: 1", "open", "One draw of one run per team and"),
    ] {
        world.write("collections/tiny.yaml", TINY.replace("kind: open", &format!("kind: {kind}")));
        world.write(FILE, changed(&text, from, to));
        world.line("run small --results r").code(GOOD);
        world.line("report small --results r").code(GOOD);
        let file = if kind == "licensed" { "r/report-licensed.md" } else { "r/report.md" };
        let report = world.read(file);
        has(&report, format!("{says} {bootstrap}"));
        let whose = match kind {
            "open" => "*Real collections with public runs. ",
            _ => "*Licensed collections. ",
        };
        assert!(report.contains(whose), "{report}");
    }
    // These statistics draw nothing.
    let nothing = changed(&text, "one-per-team: {}", "all");
    let at = nothing.find("  dp:").unwrap();
    let nothing = format!("{}{}", &nothing[..at], &nothing[nothing.find("tables:").unwrap()..]);
    world.write("collections/tiny.yaml", TINY);
    world.write(FILE, nothing);
    let report = world.reported();
    assert!(report.contains("with public runs. Nothing is drawn."), "{report}");
}

/// Returns the cells with one change: the first cell of `mean` by AP on the twin under these judgments has
/// this status, and no number unless the status is `ok`.
fn with_status(cells: &Frame, judgments: &str, status: &str) -> Frame {
    let at = (0..cells.rows())
        .find(|&row| {
            let is = |column: &str, value: &str| &cells.text(column).unwrap()[row] == value;
            is("statistic", "mean")
                && is("measure", "AP")
                && is("judgments", judgments)
                && is("collection", "tiny-twin")
        })
        .expect("the cell");
    let cells = with(cells, "status", |values| {
        let Values::Text(texts) = values.clone() else { panic!("{values:?}") };
        *values = texts.iter().enumerate().map(|(row, old)| if row == at { status } else { old }).collect();
    });
    with(&cells, "value", |values| match values {
        Values::Number(numbers) if status != "ok" => numbers[at] = None,
        _ => {}
    })
}

/// If the value of one judgment set failed in a draw, the mean over the sets is missing in this draw. An
/// undefined value is left out of the mean.
#[test]
fn a_claim_on_a_failed_cell_cannot_be_evaluated() {
    let world = world(&format!("claims:\n  {DEEP}\n"));
    world.line("run small --results r").code(GOOD);
    let grid = world.grid().unwrap();
    let claim = claims::claims(&grid).unwrap().tested.remove(0);
    let cells = world.frame("r/cells.parquet");
    for (status, result) in [("ok", "holds 2/2"), ("undefined", "holds 2/2"), ("failed", "holds 1/1")] {
        let cell_table =
            CellTable::read(&grid, |add| add(&with_status(&cells, "pool-depth(depth=5)", status))).unwrap();
        let too_few = vec![None; grid.collections.len()];
        let real = (&[][..], &RealVerdicts::default());
        let outcomes =
            claim.clone().checked(&grid, &cell_table, &[], &too_few, real, BTreeMap::new()).outcomes;
        assert_eq!(outcomes.iter().map(|o| o.result()).collect::<Vec<_>>(), [result], "{status}");
    }
}
