//! Rankings against rankings: by another measure, under sampled judgments, and the significance levels in
//! order.

use std::collections::{BTreeMap, BTreeSet};

use rejudge_stats::{Ranking, kendall_tau_a, tau_ap, tau_ap_symmetric};

use crate::cases::{FILE, case, cases};
use crate::world::{EXPERIMENT, GOOD, USAGE, World, changed, counts};

/// Statistics in place of those of the small experiment.
fn experiment(statistics: &str) -> String {
    let at = EXPERIMENT.find("statistics:").expect("statistics");
    format!("{}statistics:\n{statistics}", &EXPERIMENT[..at])
}

/// The numbers of a component by (measure, judgments, draw, rank).
fn numbers(world: &World, statistic: &str) -> BTreeMap<(String, String, i64, i64), f64> {
    let frame = world.frame("results/small/cells.parquet");
    let text = |name: &str| frame.text(name).expect(name).to_vec();
    let [statistics, measures, judgments] = [text("statistic"), text("measure"), text("judgments")];
    let (draws, ranks) = (frame.whole("draw").expect("draw"), frame.whole("rank").expect("rank"));
    let values = frame.number("value").expect("value");
    (0..frame.rows())
        .filter(|&row| statistics[row] == statistic)
        .map(|row| {
            let key = (
                measures[row].to_string(),
                judgments[row].to_string(),
                draws[row].expect("a draw"),
                ranks[row].unwrap_or(0),
            );
            (key, values[row].expect("a value"))
        })
        .collect()
}

/// The means of the compared runs of a draw, from scores.parquet.
fn means(world: &World, measure: &str, draw: i64) -> Vec<f64> {
    let frame = world.frame("results/small/scores.parquet");
    let text = |name: &str| frame.text(name).expect(name).to_vec();
    let (measures, judgments, topics) = (text("measure"), text("judgments"), text("topic"));
    let (draws, scores) = (frame.whole("draw").expect("draw"), frame.number("score").expect("score"));
    (0..frame.rows())
        .filter(|&row| measures[row] == measure && judgments[row] == "full" && topics[row] == "all")
        .filter(|&row| draws[row] == Some(draw))
        .map(|row| scores[row].expect("a score"))
        .collect()
}

#[test]
fn a_measure_is_compared_with_a_measure() {
    let world = World::new();
    let text = experiment(
        "  tau: {kendall-tau: {versus: {measure: AP}, ties: a}}\n  yar: {tau-ap: {versus: {measure: AP}, form: versus-is-gold}}\n  \
         rray: {tau-ap: {versus: {measure: AP}, form: cell-is-gold}}\n  both: {tau-ap: {versus: {measure: AP}, form: symmetric}}\n",
    );
    let text =
        changed(&text, "collection: [tiny-twin]\n  runs: [one-per-team: {}]", "collection: [tiny-twin]");
    world.write(FILE, &text);
    world.line("run small --quiet").code(GOOD);
    let [tau, yar, rray, both] = ["tau", "yar", "rray", "both"].map(|name| numbers(&world, name));
    let mut differ = false;
    for draw in [1, 2] {
        let [gold, examined] = ["AP", "nDCG@10"].map(|measure| Ranking::new(&means(&world, measure, draw)));
        assert_eq!(gold.ranks().len(), 5);
        let key = ("nDCG@10".to_owned(), "full".to_owned(), draw, 0);
        assert_eq!(Some(tau[&key]), kendall_tau_a(&gold, &examined));
        assert_eq!(Some(yar[&key]), tau_ap(&gold, &examined));
        assert_eq!(Some(rray[&key]), tau_ap(&examined, &gold));
        assert_eq!(Some(both[&key]), tau_ap_symmetric(&gold, &examined));
        differ |= yar[&key] != rray[&key];
    }
    assert!(differ, "on these twins the direction of tau-AP matters");
    let itself = |all: &BTreeMap<(String, String, i64, i64), f64>| {
        all.iter().filter(|((measure, ..), _)| measure == "AP").all(|(_, &value)| value == 1.0)
    };
    assert!(itself(&tau) && itself(&yar), "a measure agrees with itself under every judgment set");
}

/// Every rank correlation is shown with its coefficient, even if the author of the table did not ask for it.
#[test]
fn a_coefficient_is_named_wherever_it_stands() {
    let world = World::new();
    let text = experiment(
        "  mean: {mean-score: {}}\n  tau: {kendall-tau: {versus: full}}\n  plain: {kendall-tau: {versus: full, ties: a}}\n  \
         top: {tau-ap: {versus: full, form: agreement}}\ntables:\n  \
         one: {caption: Rankings, where: {judgments: \"pool-depth(*)\"}, rows: judgments, columns: measure, cell: tau}\n  \
         named: {caption: tau-b of rankings, rows: judgments, columns: measure, cell: tau}\n  \
         mixed:\n    caption: Scores and rankings\n    rows: judgments\n    where: {measure: AP}\n    columns:\n      \
         - {label: score, cell: mean}\n      - {label: whole, cell: tau}\n      - {label: its top, cell: top}\n      \
         - {label: tau-a, cell: plain}\nfigures:\n  \
         drawn: {caption: Depths, where: {judgments: \"pool-depth(*)\"}, rows: {axis: judgments.depth}, columns: measure, cell: plain, \
         plot: {curves: {x: {label: pool depth}, y: {label: correlation}}}}\n",
    );
    world.write(FILE, &text);
    world.line("run small --quiet").code(GOOD);
    world.line("report small").code(GOOD);
    let read = |path: &str| std::fs::read_to_string(world.path(path)).expect(path);
    let report = read("results/small/report.md");
    for caption in [
        "one: Rankings (tau-b)",
        "named: tau-b of rankings",
        "mixed: Scores and rankings (whole: tau-b, its top: tau-AP,b)",
        "Depths (tau-a)",
    ] {
        assert!(report.lines().any(|line| line.contains(caption)), "{caption}: {report}");
    }
    assert!(!report.contains("tau-b of rankings ("), "{report}");
    assert!(read("results/small/figures/drawn.svg").contains("correlation (tau-a)"));
    let coefficients = |table: &str| -> BTreeSet<(String, String)> {
        let csv = read(&format!("results/small/tables/{table}.csv"));
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let head = reader.headers().expect("a header").clone();
        let at = |name: &str| head.iter().position(|column| column == name).expect(name);
        let [column, coefficient] = ["column", "coefficient"].map(at);
        reader
            .records()
            .map(|row| row.expect("a row"))
            .map(|r| (r[column].to_owned(), r[coefficient].to_owned()))
            .collect()
    };
    let expected = [("its top", "tau-AP,b"), ("score", ""), ("tau-a", "tau-a"), ("whole", "tau-b")];
    assert_eq!(coefficients("mixed"), expected.map(|(column, of)| (column.to_owned(), of.to_owned())).into());
}

#[test]
fn an_unknown_measure_is_named() {
    let world = World::new();
    let row = |versus: &str| {
        let text = experiment(&format!("  tau: {{kendall-tau: {{versus: {versus}}}}}\n"));
        case(USAGE, "run small --quiet").write(FILE, text)
    };
    cases("rankings_to_compare_with", &world, ["{measure: APP}", "{measures: AP}", "[full]"].map(row));
}

#[test]
fn significance_levels_in_order() {
    let world = World::new();
    let text = experiment(
        "  dp: {discriminative-power: {test: {paired-bootstrap: {samples: 50}}, alpha: 0.2}}\n  asl: {asl-curve: {of: dp}}\n",
    );
    let text = changed(&text, "  runs: [one-per-team: {}]\n", "");
    world.write(FILE, text + "  worst: {asl-curve: {of: asl}}\n");
    cases("levels_of_no_power", &world, [case(USAGE, "run small --quiet")]);
    let text = std::fs::read_to_string(world.path(FILE)).expect("a file");
    world.write(FILE, text.replace("  worst: {asl-curve: {of: asl}}\n", ""));
    world.line("run small --quiet").code(GOOD);
    let asl = numbers(&world, "asl");
    let frame = world.frame("results/small/cells.parquet");
    let power = numbers_of(&frame, "dp", "significant");
    let mut curves: BTreeMap<(String, String, i64), Vec<f64>> = BTreeMap::new();
    for ((measure, judgments, draw, _), value) in asl {
        curves.entry((measure, judgments, draw)).or_default().push(value);
    }
    assert_eq!(curves.len(), power.len());
    for (key, curve) in curves {
        assert_eq!(curve.len(), 10, "five runs make ten pairs");
        assert!(curve.is_sorted());
        let below = curve.iter().filter(|&&asl| asl < 0.2).count() as f64;
        assert_eq!(below, power[&key], "{key:?}");
    }
}

fn numbers_of(
    frame: &rejudge_tables::frame::Frame,
    statistic: &str,
    component: &str,
) -> BTreeMap<(String, String, i64), f64> {
    let text = |name: &str| frame.text(name).expect(name).to_vec();
    let (statistics, components) = (text("statistic"), text("component"));
    let (measures, judgments) = (text("measure"), text("judgments"));
    let (draws, values) = (frame.whole("draw").expect("draw"), frame.number("value").expect("value"));
    (0..frame.rows())
        .filter(|&row| statistics[row] == statistic && components[row] == component)
        .map(|row| {
            let key = (measures[row].to_string(), judgments[row].to_string(), draws[row].expect("a draw"));
            (key, values[row].expect("a value"))
        })
        .collect()
}

/// Each draw samples the judgments of files anew; everything else is equal in all draws.
#[test]
fn every_draw_samples_anew() {
    let world = World::with_files();
    let text = experiment("  facts: {collection-facts: {}}\n  mean: {mean-score: {}}\n");
    let text = changed(&text, "[tiny-twin]", "[tiny, tiny-twin]");
    let text = changed(&text, "  runs: [one-per-team: {}]\n", "");
    let text = changed(&text, "draws: 2", "draws: 12");
    let text = changed(
        &text,
        "    - take-one-team: {team: {each: all}}\n    - pool-depth: {depth: {each: [5, 1]}}\n",
        "    - sample: {rate: 0.5, min-nonrelevant: 0, min-relevant: 0}\n",
    );
    world.write(FILE, &text);
    let ended = world.line("run small").code(GOOD);
    assert!(counts(&ended)[0] > 0);
    let frame = world.frame("results/small/cells.parquet");
    let collections = frame.text("collection").expect("collection").to_vec();
    let (statistics, judgments) =
        (frame.text("statistic").expect("s").to_vec(), frame.text("judgments").expect("j").to_vec());
    let (measures, values) =
        (frame.text("measure").expect("m").to_vec(), frame.number("value").expect("value"));
    let of = |collection: &str, set: &str| {
        let mut found: Vec<u64> = (0..frame.rows())
            .filter(|&row| collections[row] == collection && statistics[row] == "mean")
            .filter(|&row| judgments[row].starts_with(set) && measures[row] == "AP")
            .map(|row| values[row].expect("a mean").to_bits())
            .collect();
        assert_eq!(found.len(), 12);
        found.sort_unstable();
        found.dedup();
        found.len()
    };
    assert_eq!(of("tiny", "full"), 1);
    assert!(of("tiny", "sample") > 3, "{} of 12 samples differ", of("tiny", "sample"));
    assert!(of("tiny-twin", "sample") > 3);
    // The scores contain the draw that sampled them.
    let scores = world.frame("results/small/scores.parquet");
    let (sets, draws) = (scores.text("judgments").expect("j").to_vec(), scores.whole("draw").expect("draw"));
    let collections = scores.text("collection").expect("collection").to_vec();
    for row in (0..scores.rows()).filter(|&row| collections[row] == "tiny") {
        assert_eq!(draws[row].is_some(), sets[row].starts_with("sample"));
    }
    let again = world.line("run small").code(GOOD);
    assert_eq!(counts(&again)[0], 0);
}
