//! Tables that can be pasted into a paper or into Markdown: labels are escaped, columns fit, and no simulated
//! collection passes for the one that it simulates.

use proptest::prelude::*;
use rejudge_report::table::{CellQuery, FilledCell, FilledTable};
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

/// A parser that is small enough to be right: groups and environments are closed in order, a row of a
/// tabular has a cell for each of its columns, and no character acts that should be shown.
fn check(text: &str) -> Result<Vec<Vec<usize>>, String> {
    let (mut groups, mut environments, mut rows) = (0_usize, Vec::<String>::new(), Vec::<Vec<usize>>::new());
    let (mut columns, mut is_math) = (0, false);
    for line in text.lines() {
        if line.starts_with('%') {
            continue;
        }
        let (mut cells, mut is_row) = (1, false);
        let mut rest = line.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '\\' => match rest.next() {
                    Some('\\') => is_row = true,
                    Some(c) if c.is_ascii_alphabetic() => {
                        let mut name = c.to_string();
                        while let Some(c) = rest.next_if(char::is_ascii_alphabetic) {
                            name.push(c);
                        }
                        if matches!(name.as_str(), "begin" | "end") {
                            let word: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                            if name == "begin" {
                                if word == "tabular" {
                                    let spec: String =
                                        rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                                    columns = spec.len();
                                    rows.push(Vec::new());
                                }
                                environments.push(word);
                            } else if environments.pop().as_ref() != Some(&word) {
                                return Err(format!("`{word}` is not open: {line}"));
                            }
                        }
                    }
                    Some(c) if "{}$&#%_".contains(c) => {}
                    other => return Err(format!("an escape of {other:?}: {line}")),
                },
                '{' => groups += 1,
                '}' => {
                    groups = groups.checked_sub(1).ok_or_else(|| format!("a group is not open: {line}"))?
                }
                '$' => is_math = !is_math,
                '&' => cells += 1,
                '^' if is_math => {}
                '>' if line.trim_start().starts_with("\\resizebox{\\ifdim\\width>") => {}
                // The end of a line that would be a space.
                '%' if rest.peek().is_none() => {}
                '#' | '%' | '_' | '^' | '<' | '>' | '|' | '"' | '`' => {
                    return Err(format!("`{c}` acts: {line}"));
                }
                _ => {}
            }
        }
        if is_math || (groups > 0 && line == "\\end{table}") {
            return Err(format!("something is open at the end of a line: {line}"));
        }
        if is_row {
            if cells != columns {
                return Err(format!("{cells} cells in {columns} columns: {line}"));
            }
            rows.last_mut().ok_or("a row outside of a table")?.push(cells);
        }
    }
    if environments.is_empty() { Ok(rows) } else { Err(format!("{environments:?} are open")) }
}

#[test]
fn tables_for_a_paper() {
    let world = world();
    let read = |name: &str| world.read(format!("results/small/tables/{name}"));
    let shown = read("shown.tex");
    // A part for the twin and one for the open collection.
    assert_eq!(check(&shown), Ok(vec![vec![2; 3]; 2]), "{shown}");
    let tau = read("tau.tex");
    assert_eq!(check(&tau), Ok(vec![vec![3; 3]; 2]), "{tau}");
    let version = concat!("rejudge ", env!("CARGO_PKG_VERSION"));
    let all = [shown, tau, read("shown.md"), read("tau.md")].join("----\n");
    crate::snapshots::shown("tables_for_a_paper", &all.replace(version, "rejudge VERSION"));

    let manifest = world.json("results/small/manifest.json");
    for name in ["tables/shown.tex", "tables/tau.md"] {
        let hash = blake3::hash(&std::fs::read(world.path("results/small").join(name)).unwrap());
        assert_eq!(manifest["files"][name], hash.to_hex().to_string(), "{name}");
    }
    // A table that is no more takes its files along.
    let renamed = TABLES.replace("  tau:\n    caption", "  other:\n    caption");
    world.change("profiles:", &format!("{renamed}profiles:"));
    world.line("run small --quiet").code(GOOD);
    let there =
        ["tau.tex", "tau.md", "other.tex"].map(|name| world.path("results/small/tables").join(name).exists());
    assert_eq!(there, [false, false, true]);
}

/// Every kind of collection is labelled.
#[test]
fn no_kind_passes_for_another() {
    for (kind, says) in [
        ("simulated", "Simulated twin"),
        ("worked-example", "Worked example"),
        ("made-up", "Made-up data"),
        ("open", "Open collection"),
        ("licensed", "Licensed data"),
        ("own", "The user's own collection"),
    ] {
        let table = table(kind, "c", "p", "r", "k");
        let text = latex(&table);
        assert!(text.contains(&format!("\\caption{{r (p). {says} c: ")), "{text}");
        assert!(text.contains(". Mean $\\pm$ standard deviation over the draws.}\n"), "{text}");
        assert!(markdown(&table).starts_with(&format!("r (p). {says} c: ")), "{kind}");
    }
}

fn latex(table: &FilledTable) -> String {
    Format::LATEX.text(&table.table("x")).expect("LaTeX has every table")
}

fn markdown(table: &FilledTable) -> String {
    Format::MARKDOWN.text(&table.table("x")).expect("Markdown has every table")
}

fn table(kind: &'static str, collection: &str, panel: &str, row: &str, column: &str) -> FilledTable {
    let cell = |row: &str, column: &str, value: f64| FilledCell {
        panel: panel.to_owned(),
        collection: collection.to_owned(),
        kind,
        row: row.to_owned(),
        row_quantity: String::new(),
        column: column.to_owned(),
        quantity: String::new(),
        coefficient: "",
        draws: vec![(1, value), (2, -value)],
        averaged: 1.0,
        note: String::new(),
        decimals: 2,
        percent: true,
        query: CellQuery::default(),
    };
    let other = format!("{column}2");
    let second = format!("{row}2");
    let [above, below] = [[0.5, -0.25], [1.0, 0.0]];
    let of_row = |row: &str, [x, y]: [f64; 2]| [cell(row, column, x), cell(row, &other, y)];
    let cells = [of_row(row, above), of_row(&second, below)].concat();
    FilledTable { name: "t".to_owned(), caption: row.to_owned(), show: None, plot: None, cells }
}

/// A row whose `where` leaves a column out is empty there, and its numbers stay under their own names.
#[test]
fn a_row_may_leave_a_column_out() {
    let mut table = table("simulated", "c", "", "r", "x");
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

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_labels_say(words in prop::collection::vec("[ -~\n\té±→τ\u{7}]{1,12}", 4)) {
        let [collection, panel, row, column] = [&words[0], &words[1], &words[2], &words[3]];
        let table = table("simulated", collection, panel, row, column);
        let text = latex(&table);
        prop_assert_eq!(check(&text), Ok(vec![vec![3; 3]]), "{}", text);
        // A line for each row of the Markdown, too, with as many bars that end a cell.
        let text = markdown(&table);
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).collect();
        prop_assert_eq!(rows.len(), 3, "{}", text);
        for row in rows {
            let escaped = row.replace("\\\\", "").replace("\\|", "");
            prop_assert_eq!(escaped.matches('|').count(), 4, "{}", row);
        }
    }
}
