//! Tables to paste into a paper or into Markdown. Labels are escaped, columns fit, and a simulated collection
//! is never labelled as the collection that it simulates.

use rejudge_collections::descriptor::Kind;
use rejudge_report::table::{FilledCell, FilledTable};
use rejudge_tables::frame::Format;

use crate::world::{GOOD, World, has};

const TABLES: &str = "\
tables:
  shown:
    caption: \"Topics & 50% of_it\"
    where: {judgments: full}
    columns: collection
    rows:
      - {label: \"#topics {x}\", cell: facts.topics, decimals: 0}
      - {label: \"a | b\", cell: facts.runs, decimals: 0}
  tau:
    caption: Taus
    panels: collection
    where: {judgments: \"pool-depth(*)\"}
    columns: measure
    cell: tau
    rows: judgments
";

fn world() -> World {
    let world = World::with_files();
    world.experiment(&[("[tiny-twin]", "[tiny-twin, tiny]"), ("profiles:", &format!("{TABLES}profiles:"))]);
    world.line("run small --quiet").code(GOOD);
    world
}

#[test]
fn tables_have_forms_for_papers() {
    let world = world();
    let read = |name: &str| world.read(format!("results/small/tables/{name}"));
    let version = concat!("rejudge ", env!("CARGO_PKG_VERSION"));
    let all = ["shown.tex", "tau.tex", "shown.md", "tau.md"].map(read).join("----\n");
    crate::snapshots::shown("tables_for_a_paper", &all.replace(version, "rejudge VERSION"));

    let manifest = world.json("results/small/manifest.json");
    for name in ["tables/shown.tex", "tables/tau.md"] {
        let hash = blake3::hash(&std::fs::read(world.path("results/small").join(name)).unwrap());
        assert_eq!(manifest["files"][name], hash.to_hex().to_string(), "{name}");
    }
    // If a table is removed from the experiment, its files are removed too.
    let renamed = TABLES.replace("  tau:\n    caption", "  other:\n    caption");
    world.change("profiles:", &format!("{renamed}profiles:"));
    world.line("run small --quiet").code(GOOD);
    let there =
        ["tau.tex", "tau.md", "other.tex"].map(|name| world.path("results/small/tables").join(name).exists());
    assert_eq!(there, [false, false, true]);
}

#[test]
fn every_kind_of_collection_is_labelled() {
    for (kind, says) in [
        (Kind::Simulated, "Simulated twin"),
        (Kind::WorkedExample, "Worked example"),
        (Kind::MadeUp, "Made-up data"),
        (Kind::Open, "Open collection"),
        (Kind::Licensed, "Licensed data"),
        (Kind::Own, "The user's own collection"),
    ] {
        let table = table(kind, "p");
        let text = latex(&table);
        assert!(text.contains(&format!("\\caption{{r (p). {says} c: ")), "{text}");
        assert!(text.contains(". Mean $\\pm$ standard deviation over the draws.}\n"), "{text}");
        assert!(markdown(&table).starts_with(&format!("r (p). {says} c: ")), "{kind:?}");
    }
}

fn latex(table: &FilledTable) -> String {
    Format::Latex.text(&table.table("x")).expect("LaTeX has every table")
}

fn markdown(table: &FilledTable) -> String {
    Format::Markdown.text(&table.table("x")).expect("Markdown has every table")
}

fn table(kind: Kind, panel: &str) -> FilledTable {
    let cell = |(row, column, value): (&str, &str, f64)| FilledCell {
        panel: panel.to_owned(),
        collection: "c".to_owned(),
        kind,
        row: row.to_owned(),
        column: column.to_owned(),
        draws: vec![(1, value), (2, -value)],
        averaged: 1.0,
        decimals: 2,
        percent: true,
        ..FilledCell::default()
    };
    let cells = [("r", "x", 0.5), ("r", "x2", -0.25), ("r2", "x", 1.0), ("r2", "x2", 0.0)].map(cell);
    FilledTable {
        name: "t".to_owned(),
        caption: "r".to_owned(),
        show: None,
        plot: None,
        cells: cells.to_vec(),
    }
}

/// If a row's `where` leaves out a column, the cell is empty. The row's other numbers stay in their columns.
#[test]
fn a_row_may_leave_a_column_out() {
    let mut table = table(Kind::Simulated, "");
    for cell in &mut table.cells {
        cell.draws.truncate(1);
    }
    let cut = |leave: usize| {
        let mut table = table.clone();
        table.cells.remove(leave);
        markdown(&table)
    };
    has(&cut(0), "| | x2 | x |\n|---|--:|--:|\n| r | -25.00% | |\n| r2 | 0.00% | 100.00% |\n");
    has(&cut(2), "| | x | x2 |\n|---|--:|--:|\n| r | 50.00% | -25.00% |\n| r2 | | 0.00% |\n");
}
