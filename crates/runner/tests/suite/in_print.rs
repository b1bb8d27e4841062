//! Claims on printed numbers next to claims on draws, and printed tables as data.

use serde_json::Value;

use crate::world::{EXPERIMENT, GOOD, TINY, World, changed, has};

const TABLES: &str = "\
tables:
  t:
    caption: Power and errors
    panels: collection
    columns: measure
    rows:
      - {label: full, quantity: power, where: {judgments: full}, cell: dp.power, percent: true}
      - {label: one, quantity: misses, where: {judgments: \"take-one-team(*)\"}, cell: errors.misses, over: judgments.team, only: {relevant-for: 0.6}}
      - {label: one, quantity: false-alarms, where: {judgments: \"take-one-team(*)\"}, cell: errors.false-alarms, over: judgments.team, only: {relevant-for: 0.6}}
  u:
    caption: Score and rank
    where: {judgments: \"take-one-team(*)\"}
    panels: collection
    rows: judgments.team
    columns: measure
    cell: {change: change.relative, before: change.rank-before, after: change.rank-after}
    show: \"{change:+2%} {before:1}→{after:1}\"
  d:
    caption: Rank correlation
    where: {judgments: \"pool-depth(*)\"}
    panels: collection
    rows: {axis: judgments.depth}
    columns: {axis: measure}
    cell: tau
profiles:";

/// A paper that counts two of three teams, and for AP prints only one of two depths.
const EXPECTED: &str = "\
schema: expected/v1
experiment: small
tables:
  t/tiny:
    kind: needs-licensed-data
    then: within-draws
    percent: [power]
    cells: |
      condition | quantity     | AP   | nDCG@10
      full      | power        | 60%  | 40%
      one       | misses       | 1.50 | 2.50
      one       | false-alarms | 1.00 | 0.00
  u/tiny:
    kind: needs-licensed-data
    then: within-draws
    quantities: [change, ranks]
    percent: [change]
    cells: |
      team  | AP         | nDCG@10
      one   | +10.0% 3↑1 | +5.0% 2→2
      three | -4.0% 1↓2  | 0.0% 1→1
  d/tiny:
    kind: needs-licensed-data
    then: within-draws
    cells: |
      depth | AP   | nDCG@10
      5     | .900 | .700
      1     | -    | .500
";

const CLAIMS: &str = "\
claims:
  in-full: {claim: a mean over measures, holds: {between: {of: {of: dp.power, judgments: full}, low: 0.5, high: 0.5}}}
  never: {claim: power below 0, differs: it is a share, holds: {negative: {of: dp.power, judgments: full}}}
  by-sums: {claim: misses and false alarms, holds: {between: {of: {of: errors.disagreements, judgments: \"take-one-team(*)\", only: {relevant-for: 0.6}}, low: 2.5, high: 2.5}}}
  largest: {claim: the largest of two, holds: {between: {of: {of: dp.power, take: max, judgments: full}, low: 0.6, high: 0.6}}}
  of-counted-teams: {claim: the rank rises, holds: {positive: {of: change.rank-rise, judgments: \"take-one-team(*)\", measure: AP, only: {relevant-for: 0.6}}}}
  of-all-teams: {claim: of the third nothing is printed, holds: {positive: {of: change.rank-rise, judgments: \"take-one-team(*)\", measure: AP}}}
  at-each-depth: {claim: AP is not printed at depth 1, holds: {at-each: {over: judgments.depth, holds: {positive: {of: tau, judgments: \"pool-depth(*)\", measure: AP}}}}}
  of-ours: {claim: our stronger reading, counted: false, holds: {between: {of: {of: dp.power, take: min, judgments: full}, low: 0.4}}}
  in-sum: {claim: misses and false alarms, holds: {sum-at-least: {left: [{of: dp.power, judgments: full, measure: AP}, {of: dp.power, judgments: full, measure: nDCG@10}], right: [{of: dp.power, take: max, judgments: full}]}}}
  at-one-it-fails: {claim: nDCG fails at depth 1 whatever AP does, holds: {at-each: {over: judgments.depth, holds: {between: {of: {of: tau, judgments: \"pool-depth(*)\", measure: nDCG@10}, low: 0.6, high: 1}}}}}
";

fn world() -> World {
    let world = World::new();
    world.write("collections/tiny.yaml", changed(TINY, "kind: open", "kind: licensed"));
    let paper =
        "paper: {authors: [A. Author], title: A paper, venue: Somewhere}\nexpected: expected.yaml\nseed: 1";
    let text = changed(&changed(EXPERIMENT, "[tiny-twin]", "[tiny-twin, tiny]"), "seed: 1", paper);
    world.write(
        "experiments/small/experiment.yaml",
        changed(&text, "profiles:", &format!("{CLAIMS}{TABLES}")),
    );
    world.write("experiments/small/expected.yaml", EXPECTED);
    world.line("run small --results r").code(GOOD);
    world
}

fn checked(world: &World) -> Value {
    world.json("r/check.json")
}

#[test]
fn claims_are_tested_on_printed_cells() {
    let world = world();
    world
        .line("check small --results r")
        .code(GOOD)
        .prints("; 5 of 7 hold in the printed tables (3 within rounding)");
    let json = checked(&world);
    let found: Vec<(&str, &str, &str, Option<f64>)> = json["claims-in-print"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| {
            let text = |key: &str| f[key].as_str().unwrap();
            (text("claim"), text("collection"), text("holds"), f["margin"].as_f64())
        })
        .collect();
    let expected = [
        ("in-full", "holds", Some(0.0)),
        ("never", "does-not-hold", Some(-0.5)),
        ("by-sums", "holds", Some(0.0)),
        ("largest", "holds", Some(0.0)),
        // The printed cells are 3↑1 and 1↓2. The paper prints exactly the teams that it counts.
        ("of-counted-teams", "holds", Some(0.5)),
        ("of-all-teams", "not-printed", None),
        ("at-each-depth", "not-printed", None),
        // The claim is shown, but it is not counted among the seven.
        ("of-ours", "holds", Some(0.0)),
        ("in-sum", "holds", Some(0.4)),
        ("at-one-it-fails", "does-not-hold", Some(-0.1)),
    ];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for ((name, collection, holds, margin), wanted) in found.into_iter().zip(expected) {
        assert_eq!((name, collection, holds), (wanted.0, "tiny", wanted.1));
        let is_near = margin.zip(wanted.2).is_none_or(|(a, b)| (a - b).abs() < 1e-12);
        assert!(is_near && margin.is_some() == wanted.2.is_some(), "{name}: {margin:?}, not {:?}", wanted.2);
    }
    // A mean of 60% and 40% that should be .5, and sums of numbers with 2 decimals, may be off by rounding. Ranks are whole
    // numbers.
    let rounded = |name: &str| {
        let all = json["claims-in-print"].as_array().unwrap();
        all.iter().find(|f| f["claim"] == name).unwrap()["within-rounding"].as_bool()
    };
    let names =
        ["in-full", "never", "by-sums", "largest", "of-counted-teams", "of-all-teams", "at-one-it-fails"];
    assert_eq!(
        names.map(rounded),
        [Some(true), Some(false), Some(true), Some(true), Some(false), None, Some(false)]
    );
    for claim in json["claims"].as_array().unwrap() {
        let [low, high] = [0, 1].map(|at| claim["interval"][at].as_f64());
        let is_evaluable = claim["holds"] != "not-evaluable";
        assert_eq!((low.is_some(), high.is_some()), (is_evaluable, is_evaluable), "{claim}");
    }
}

#[test]
fn a_claim_has_a_line_of_verdicts_and_details() {
    let world = world();
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report.md");
    assert!(report.contains("| claim | printed | simulated |\n"), "{report}");
    let details = |name: &str| {
        let (_, after) = report.split_once(&format!("### {name}\n")).unwrap();
        after.split("\n#").next().unwrap().to_owned()
    };
    let never = details("never");
    assert!(never.contains("- printed, tiny: does not hold, margin -0.5000\n"), "{never}");
    // The claim is true in neither of the two draws. If the true share were .84, this would happen with probability .025.
    has(&never, "- simulated, tiny-twin: fails: true in 0 of 2 draws (95% interval 0.00 to 0.84)");
    let unsaid = details("of-all-teams");
    assert!(unsaid.contains("- printed, tiny: the paper does not print the numbers\n"), "{unsaid}");
    // The claim holds in print. On the simulated collection, the result depends on the seed.
    let outcome = |name: &str| {
        let json = world.line("check small --results r --json").code(GOOD).json();
        let all = json["experiments"][0]["check"]["claims"].as_array().unwrap().clone();
        all.iter().find(|f| f["claim"] == name).unwrap()["holds"].as_str().unwrap().to_owned()
    };
    assert_eq!(outcome("largest"), "fails 0/2");
    let drawn = "- simulated, tiny-twin: fails: true in 0 of 2 draws (95% interval 0.00 to 0.84), margin -";
    let largest = details("largest");
    assert!(largest.contains(drawn), "{largest}");
}

#[test]
fn a_table_is_shown_once_with_printed_and_simulated_views() {
    let world = world();
    // This tau is far from any draw.
    let far = changed(EXPECTED, "5     | .900 | .700", "5     | -.990 | .700");
    world.write("experiments/small/expected.yaml", far);
    world.line("report small --results r").code(GOOD);
    let few = world.read("r/report.md");
    assert!(!few.contains("\u{a0}▲"), "two draws give no 95% interval: {few}");
    let more = changed(&world.read("experiments/small/experiment.yaml"), "draws: 2", "draws: 39");
    world.write("experiments/small/experiment.yaml", more);
    world.line("run small --results r").code(GOOD);
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report.md");
    let row =
        report.lines().find(|line| line.starts_with("| 5 | -.990 ")).unwrap_or_else(|| panic!("{report}"));
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    // The sign shows the side without a colour, and the page adds a colour by the class `far`.
    assert!(cells[2].starts_with("-.990 <br>*sim ") && cells[2].ends_with("\u{a0}▲*"), "{row}");
    assert!(cells[3].starts_with(".700 <br>*sim "), "{row}");
    let page = world.read("r/report.html");
    for table in ["t", "u", "d"] {
        assert_eq!(page.matches(&format!("<h3 id=\"{table}\">")).count(), 1, "{table}");
    }
    // Both views of d show both numbers. The printed view has the printed number on top, and the simulated view has it
    // below.
    let (_, of_depth) = page.split_once("<h3 id=\"d\">").unwrap();
    let views: Vec<&str> = of_depth.split("<div class=\"view ").skip(1).collect();
    assert!(views[0].starts_with("printed\"") && views[1].starts_with("simulated\""), "{of_depth}");
    assert!(views[0].contains("<td class=\"n far\">-.990 <br><em>sim "), "{of_depth}");
    assert!(views[1].contains("\u{a0}▲ <br><em>printed -.990</em></td>"), "{of_depth}");
}

#[test]
fn printed_tables_are_data_in_the_papers_order() {
    let world = world();
    let more = changed(&world.read("experiments/small/experiment.yaml"), "draws: 2", "draws: 39");
    world.write("experiments/small/experiment.yaml", more);
    world.line("run small --results r").code(GOOD);
    world.line("report small --results r").code(GOOD);
    let rows = world.rows("r/tables/paper/d.parquet");
    // Depths are numbers, and are shown as printed. A dash has no value.
    assert!(world.frame("r/tables/paper/d.parquet").whole("row").is_ok());
    for (name, expected) in [
        ("row", ["5", "5", "1", "1"]),
        ("column", ["AP", "nDCG@10", "AP", "nDCG@10"]),
        ("printed", [".900", ".700", "-", ".500"]),
        ("value", ["0.9", "0.7", "", "0.5"]),
        ("collection", ["tiny"; 4]),
        ("simulated_by", ["tiny-twin", "tiny-twin", "", "tiny-twin"]),
    ] {
        assert_eq!(rows.texts(name), expected, "{name}");
    }
    let shown = rows.with(&[("simulated_by", "tiny-twin")]);
    let [twin, low, high] = ["twin", "lo", "hi"].map(|name| shown.numbers(name));
    assert!((0..3).all(|at| low[at] <= twin[at] && twin[at] <= high[at]), "{low:?} {twin:?} {high:?}");
    // A cell with several numbers has a row for each number.
    let rows = world.rows("r/tables/paper/u.parquet");
    assert_eq!(rows.texts("part")[..3], ["", "before", "after"]);
    assert_eq!(rows.texts("value")[..3], ["0.1", "3", "1"]);
    let csv = world.read("r/tables/paper/u.csv");
    assert!(csv.lines().nth(1).unwrap().starts_with("tiny,one,change,AP,,+10.0%,0.1,"), "{csv}");
    let tex = world.read("r/tables/paper/d.tex");
    assert!(tex.contains("\\caption{d (tiny). As printed; below a number, the mean"), "{tex}");
}
