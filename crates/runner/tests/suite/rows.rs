//! cells.parquet as a tidy table, and numbers over several collections.

use crate::cases::FILE;
use crate::world::{EXPERIMENT, GOOD, Rows, TINY, USAGE, World, changed, edited, has};

/// A table of means over collections, and a table of maxima over collections.
const TABLES: &str = "\
tables:
  over:
    caption: Mean over collections
    where: {judgments: \"pool-depth(*)\"}
    rows: judgments.depth
    columns: measure
    cell: mean
    over: collection
  most:
    caption: The highest
    where: {judgments: \"pool-depth(*)\"}
    columns: measure
    rows: [{label: highest, where: {judgments: \"pool-depth(depth=1)\"}, cell: mean, over: collection, take: max}]
";

fn world(collections: &str) -> World {
    let world = World::with_files();
    let text = changed(EXPERIMENT, "collection: [tiny-twin]", &format!("collection: {collections}"));
    world.write(FILE, changed(&text, "profiles:", &format!("{TABLES}profiles:")));
    // The collection `other` has an additional run, so the numbers differ.
    world.write("data/other/runs/delta", "1 Q0 a1 1 3 delta\n2 Q0 b2 1 9 delta\n3 Q0 b3 1 9 delta\n");
    world.write("data/other/qrels.txt", crate::world::QRELS);
    for (name, lines) in crate::world::RUNS {
        world.write(&format!("data/other/runs/{name}"), lines);
    }
    world.write("data/other/teams.tsv", format!("{}delta\tD\n", crate::world::TEAMS));
    world.write(
        "collections/other.yaml",
        edited(TINY, &[("id: tiny", "id: other"), ("folder: tiny", "folder: other")]),
    );
    world
}

/// The mean that a reader computes from the tidy table is the mean in the table over collections.
#[test]
fn a_mean_over_collections_is_one_of_their_rows() {
    let world = world("[tiny, other]");
    world.line("run small --results r").code(GOOD);
    let cells = world.rows("r/cells.parquet").with(&[("statistic", "mean")]);
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
    // Returns the mean over draws for each collection.
    let of = |depth: &str, measure: &str| {
        let cells = cells.with(&[("depth", depth), ("measure", measure)]);
        ["tiny", "other"].map(|name| mean(cells.with(&[("collection", name)]).numbers("value")))
    };
    let table = world.rows("r/tables/over.parquet");
    assert_eq!(table.0.len(), 4);
    assert_eq!(table.with(&[("collection", "tiny + other"), ("kind", "open"), ("averaged", "2")]).0.len(), 4);
    for ([depth, measure], found) in table.by(["row", "column"], "mean") {
        assert!((found - mean(of(depth, measure).to_vec())).abs() < 1e-12, "{depth} {measure}");
    }
    for ([measure], highest) in world.rows("r/tables/most.parquet").by(["column"], "mean") {
        assert_eq!(highest, of("1", measure).into_iter().fold(0.0, f64::max), "{measure}");
    }
    // The number can be traced back to the cells of both collections.
    let output = world.line("explain small over[1,AP] --results r").code(GOOD).stdout;
    has(&output, "[collection=tiny,");
    has(&output, "[collection=other,");
}

/// A number over real and simulated runs would describe neither.
#[test]
fn no_number_is_over_collections_of_two_kinds() {
    let world = world("[tiny, tiny-twin]");
    let refused = world.line("run small --results r").code(USAGE).stderr;
    let why = "collections of several kinds fit: use `panels`, or name collections of one kind";
    assert!(refused.contains(&format!("`over` cannot be filled: {why}")), "{refused}");
}

/// A mean over the available collections would look like a mean over all collections.
#[test]
fn a_number_over_collections_waits_for_all_of_them() {
    let world = world("[tiny, other]");
    std::fs::remove_dir_all(world.path("data/other")).expect("its files go");
    world.line("run small --results r");
    let table = world.rows("r/tables/over.parquet").0;
    assert!(table.iter().all(|row| row["mean"].is_empty()));
    assert_eq!(table[0]["note"], "other: its data are not available");
}

/// A parameter that is part of an address has a column of its type, such as `depth`. If another column
/// already has the parameter's name, the name of the axis is added: `judgments_team`. Points without the
/// parameter have no value there.
#[test]
fn parameters_of_axes_are_columns() {
    let world = World::new();
    let sample = "    - full\n    - sample: {rate: {each: [0.5, 0.25]}, draws: 2}\n";
    world.experiment(&[("    - full\n", sample), ("  measure:", "  min-rel: [1, 2]\n  measure:")]);
    world.line("run small --results r").code(GOOD);
    let cells = world.frame("r/cells.parquet");
    assert!(
        cells.whole("depth").is_ok() && cells.number("rate").is_ok() && cells.text("judgments_team").is_ok()
    );
    assert!(cells.column("rounding").is_err(), "a default everywhere is no column");
    for row in Rows::of(&cells).0 {
        let argument = |text: &str, name: &str| {
            let found = row[text].split_once(&format!("{name}=")).map(|(_, rest)| rest);
            found.and_then(|rest| rest.split([',', ')']).next()).unwrap_or_default().to_owned()
        };
        for (column, name) in
            [("depth", "depth"), ("judgments_draw", "draw"), ("rate", "rate"), ("judgments_team", "team")]
        {
            assert_eq!(row[column], argument("judgments", name), "{row:?}");
        }
        assert_eq!(row["min_rel"], argument("runs", "min-rel"), "{row:?}");
    }
}
