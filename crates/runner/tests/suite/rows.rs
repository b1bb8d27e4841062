//! cells.parquet as a tidy table, and numbers taken over collections.

use std::collections::BTreeMap;

use crate::world::{EXPERIMENT, GOOD, TINY, USAGE, World, changed};

const FILE: &str = "experiments/small/experiment.yaml";

/// A table of means over collections, and the same numbers collection by collection.
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
    // One collection has a run more, so that their numbers differ.
    world.write("data/other/runs/delta", "1 Q0 a1 1 3 delta\n2 Q0 b2 1 9 delta\n3 Q0 b3 1 9 delta\n");
    world.write("data/other/qrels.txt", crate::world::QRELS);
    for (name, lines) in crate::world::RUNS {
        world.write(&format!("data/other/runs/{name}"), lines);
    }
    world.write("data/other/teams.tsv", format!("{}delta\tD\n", crate::world::TEAMS));
    world.write(
        "collections/other.yaml",
        changed(&changed(TINY, "id: tiny", "id: other"), "folder: tiny", "folder: other"),
    );
    world
}

/// The mean computed by a reader of the tidy table equals that of the table over collections.
#[test]
fn a_mean_over_collections_is_one_of_their_rows() {
    let world = world("[tiny, other]");
    world.line("run small --results r").code(GOOD);
    let cells = world.frame("r/cells.parquet");
    let [statistic, collection, measure] =
        ["statistic", "collection", "measure"].map(|name| cells.text(name).expect(name));
    let (depth, value) = (cells.whole("depth").expect("depth"), cells.number("value").expect("value"));
    // By depth and measure, then by collection: the values of the draws.
    let mut found: BTreeMap<(i64, &str), BTreeMap<&str, Vec<f64>>> = BTreeMap::new();
    for row in (0..cells.rows()).filter(|&row| &statistic[row] == "mean") {
        if let (Some(depth), Some(value)) = (depth[row], value[row]) {
            let of = found.entry((depth, &measure[row])).or_default();
            of.entry(&collection[row]).or_default().push(value);
        }
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let table = world.frame("r/tables/over.parquet");
    let [row, column, of, kind] =
        ["row", "column", "collection", "kind"].map(|name| table.text(name).expect(name));
    let (means, averaged) =
        (table.number("mean").expect("mean"), table.number("averaged").expect("averaged"));
    assert_eq!(table.rows(), 4);
    for at in 0..4 {
        let of_collections: Vec<f64> =
            found[&(row[at].parse().expect("a depth"), &column[at])].values().map(|of| mean(of)).collect();
        assert_eq!(of_collections.len(), 2);
        assert!((means[at].expect("a mean") - mean(&of_collections)).abs() < 1e-12);
        assert_eq!((&of[at], &kind[at], averaged[at]), ("tiny + other", "open", Some(2.0)));
    }
    let highest = world.frame("r/tables/most.parquet");
    let of_depth_1 = |measure: &str| found[&(1, measure)].values().map(|of| mean(of)).fold(0.0, f64::max);
    let measures = highest.text("column").expect("column").to_vec();
    let expected: Vec<Option<f64>> = measures.iter().map(|measure| Some(of_depth_1(measure))).collect();
    assert_eq!(highest.number("mean").expect("mean"), expected);
    // The number is traced back to the cells of both.
    let told = world.line("explain small over[1,AP] --results r").code(GOOD).stdout;
    assert!(told.contains("[collection=tiny,") && told.contains("[collection=other,"), "{told}");
}

/// A number of real and simulated runs at once would be of neither.
#[test]
fn no_number_is_over_collections_of_two_kinds() {
    let world = world("[tiny, tiny-twin]");
    let refused = world.line("run small --results r").code(USAGE).stderr;
    let why = "collections of several kinds fit: say `panels`, or name those of one kind";
    assert!(refused.contains(&format!("`over` cannot be filled: {why}")), "{refused}");
}

/// A mean of the collections that happen to be here would pass for one of all.
#[test]
fn a_number_over_collections_waits_for_all_of_them() {
    let world = world("[tiny, other]");
    std::fs::remove_dir_all(world.path("data/other")).expect("its files go");
    world.line("run small --results r");
    let table = world.frame("r/tables/over.parquet");
    assert!(table.number("mean").expect("mean").iter().all(Option::is_none));
    assert_eq!(&table.text("note").expect("note")[0], "other: its data are not available");
}

/// A parameter has a column of its type, under a name of its own; points without the parameter have no value.
#[test]
fn parameters_of_axes_are_columns() {
    let world = World::new();
    let text = changed(
        EXPERIMENT,
        "    - pool-depth: {depth: {each: [5, 1]}}\n",
        "    - pool-depth: {depth: {each: [5, 1]}}\n    - sample: {rate: {each: [0.5, 1.0]}, draws: 2}\n",
    );
    let text = changed(&text, "  measure: [AP, nDCG@10]", "  measure: [AP, nDCG@10]\n  min-rel: [1, 2]");
    world.write(FILE, text);
    world.line("run small --results r").code(GOOD);
    let cells = world.frame("r/cells.parquet");
    let judgments = cells.text("judgments").expect("judgments");
    let [depth, draw, min_rel] =
        ["depth", "judgments_draw", "min_rel"].map(|name| cells.whole(name).expect(name));
    let (rate, team) = (cells.number("rate").expect("rate"), cells.text("judgments_team").expect("team"));
    let runs = cells.text("runs").expect("runs");
    for row in 0..cells.rows() {
        let argument = |name: &str| {
            let (_, rest) = judgments[row].split_once(&format!("{name}="))?;
            rest.split([',', ')']).next()
        };
        assert_eq!(depth[row].map(|depth| depth.to_string()).as_deref(), argument("depth"), "{row}");
        assert_eq!(draw[row].map(|draw| draw.to_string()).as_deref(), argument("draw"), "{row}");
        assert_eq!(rate[row], argument("rate").map(|rate| rate.parse().expect("a rate")), "{row}");
        assert_eq!(&team[row], argument("team").unwrap_or_default(), "{row}");
        let rule = runs[row].split_once("min-rel=").map(|(_, value)| value.parse().expect("a level"));
        assert_eq!(min_rel[row], rule, "{row}");
    }
    assert!(cells.column("rounding").is_err(), "a default everywhere is no column");
}
