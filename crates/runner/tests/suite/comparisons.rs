//! Comparisons of rankings by two measures, and the names of rank correlations. Also: draws of sampled
//! judgments, the sorted significance levels (ASL) of pairs, and counts of relevant documents.

use std::collections::{BTreeMap, BTreeSet};

use rejudge_stats::{Ranking, kendall_tau_a, tau_ap, tau_ap_symmetric};

use crate::cases::{FILE, case, cases};
use crate::world::{EXPERIMENT, GOOD, USAGE, World, changed, counts, edited, has};

/// Returns the small experiment with other statistics.
fn experiment(statistics: &str) -> String {
    let at = EXPERIMENT.find("statistics:").expect("statistics");
    format!("{}statistics:\n{statistics}", &EXPERIMENT[..at])
}

/// Returns the numbers of a statistic's component by measure, judgments and draw.
fn numbers(world: &World, statistic: &str, component: &str) -> BTreeMap<[String; 3], f64> {
    let rows = world.rows("results/small/cells.parquet");
    let rows = rows.with(&[("statistic", statistic), ("component", component)]);
    let found = rows.by(["measure", "judgments", "draw"], "value");
    found.into_iter().map(|(key, value)| (key.map(str::to_owned), value)).collect()
}

/// Returns the means of the compared runs in a draw, from scores.parquet.
fn means(world: &World, measure: &str, draw: &str) -> Vec<f64> {
    let full = [("measure", measure), ("judgments", "full"), ("topic", "all"), ("draw", draw)];
    world.rows("results/small/scores.parquet").with(&full).numbers("score")
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
    let [tau, yar, rray, both] = ["tau", "yar", "rray", "both"].map(|name| numbers(&world, name, "tau"));
    let mut differ = false;
    for draw in ["1", "2"] {
        let [gold, examined] = ["AP", "nDCG@10"].map(|measure| Ranking::new(&means(&world, measure, draw)));
        assert_eq!(gold.ranks().len(), 5);
        let key = ["nDCG@10", "full", draw].map(str::to_owned);
        assert_eq!(Some(tau[&key]), kendall_tau_a(&gold, &examined));
        assert_eq!(Some(yar[&key]), tau_ap(&gold, &examined));
        assert_eq!(Some(rray[&key]), tau_ap(&examined, &gold));
        assert_eq!(Some(both[&key]), tau_ap_symmetric(&gold, &examined));
        differ |= yar[&key] != rray[&key];
    }
    assert!(differ, "on these twins the direction of tau-AP matters");
    let itself = |all: &BTreeMap<[String; 3], f64>| {
        all.iter().filter(|([measure, ..], _)| measure == "AP").all(|(_, &value)| value == 1.0)
    };
    assert!(itself(&tau) && itself(&yar), "a measure agrees with itself under every judgment set");
}

/// Every rank correlation is shown with the name of its coefficient, even if the table's caption does not
/// mention it.
#[test]
fn every_coefficient_is_named() {
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
    let report = world.read("results/small/report.md");
    for caption in [
        "one: Rankings (tau-b)",
        "named: tau-b of rankings",
        "mixed: Scores and rankings (whole: tau-b, its top: tau-AP,b)",
        "Depths (tau-a)",
    ] {
        assert!(report.lines().any(|line| line.contains(caption)), "{caption}: {report}");
    }
    assert!(!report.contains("tau-b of rankings ("), "{report}");
    has(&world.read("results/small/figures/drawn.svg"), "correlation (tau-a)");
    let mixed = world.rows("results/small/tables/mixed.parquet");
    let coefficients: BTreeSet<_> =
        mixed.texts("column").into_iter().zip(mixed.texts("coefficient")).collect();
    let expected = [("its top", "tau-AP,b"), ("score", ""), ("tau-a", "tau-a"), ("whole", "tau-b")];
    assert_eq!(coefficients, expected.into());
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
fn significance_levels_are_in_order() {
    let world = World::new();
    let text = experiment(
        "  dp: {discriminative-power: {test: {paired-bootstrap: {samples: 50}}, alpha: 0.2}}\n  asl: {asl-curve: {of: dp}}\n",
    );
    let text = changed(&text, "  runs: [one-per-team: {}]\n", "");
    world.write(FILE, text + "  worst: {asl-curve: {of: asl}}\n");
    cases("levels_of_no_power", &world, [case(USAGE, "run small --quiet")]);
    let text = world.read(FILE);
    world.write(FILE, text.replace("  worst: {asl-curve: {of: asl}}\n", ""));
    world.line("run small --quiet").code(GOOD);
    let levels = world.rows("results/small/cells.parquet").with(&[("statistic", "asl")]);
    let power = numbers(&world, "dp", "significant");
    assert_eq!(levels.0.len(), 10 * power.len(), "five runs make ten pairs");
    for (key, power) in &power {
        let [measure, judgments, draw] = key;
        let of = [("measure", measure.as_str()), ("judgments", judgments), ("draw", draw)];
        let curve = levels.with(&of).numbers("value");
        assert!(curve.is_sorted());
        let below = curve.iter().filter(|&&asl| asl < 0.2).count() as f64;
        assert_eq!(below, *power, "{key:?}");
    }
}

/// A judged document is either relevant or nonrelevant. It is nonrelevant if its level is below `min-rel`.
#[test]
fn relevant_and_nonrelevant_documents_are_the_judged_ones() {
    let world = World::with_files();
    let text = experiment("  facts: {collection-facts: {}}\n");
    world.write(FILE, edited(&text, &[("[tiny-twin]", "[tiny]")]));
    let fact = |min_rel: u8, component: &str| {
        world.line(&format!("run small --quiet -s evaluation.min-rel={min_rel} --results r")).code(GOOD);
        let asked = [("statistic", "facts"), ("judgments", "full"), ("component", component)];
        world.rows("r/cells.parquet").with(&asked).numbers("value")[0]
    };
    for min_rel in [1, 2] {
        let [relevant, nonrelevant, judged, topics] =
            ["relevant", "nonrelevant", "judged", "topics"].map(|component| fact(min_rel, component));
        assert!((relevant + nonrelevant - judged / topics).abs() < 1e-12, "min-rel {min_rel}");
    }
    assert!(fact(2, "relevant") < fact(1, "relevant"));
}

/// Each draw samples the judgments again. The runs are not drawn here, so on real runs everything else is
/// equal in all draws.
#[test]
fn every_draw_samples_anew() {
    let world = World::with_files();
    let text = experiment("  facts: {collection-facts: {}}\n  mean: {mean-score: {}}\n");
    let edits = [
        ("[tiny-twin]", "[tiny, tiny-twin]"),
        ("  runs: [one-per-team: {}]\n", ""),
        ("draws: 2", "draws: 12"),
        ("    - take-one-team: {team: {each: all}}\n", ""),
        ("pool-depth: {depth: {each: [5, 1]}}", "sample: {rate: 0.5, min-nonrelevant: 0, min-relevant: 0}"),
    ];
    world.write(FILE, edited(&text, &edits));
    let ended = world.line("run small").code(GOOD);
    assert!(counts(&ended)[0] > 0);
    let cells = world.rows("results/small/cells.parquet").with(&[("statistic", "mean"), ("measure", "AP")]);
    let of = |collection: &str, set: &str| {
        let mut rows = cells.with(&[("collection", collection)]);
        rows.0.retain(|row| row["judgments"].starts_with(set));
        assert_eq!(rows.0.len(), 12);
        rows.texts("value").into_iter().collect::<BTreeSet<_>>().len()
    };
    assert_eq!(of("tiny", "full"), 1);
    assert!(of("tiny", "sample") > 3, "{} of 12 samples differ", of("tiny", "sample"));
    assert!(of("tiny-twin", "sample") > 3);
    // Scores under a sample name its draw. The other scores of these real runs have no draw.
    for row in world.rows("results/small/scores.parquet").with(&[("collection", "tiny")]).0 {
        assert_eq!(!row["draw"].is_empty(), row["judgments"].starts_with("sample"));
    }
    let again = world.line("run small").code(GOOD);
    assert_eq!(counts(&again)[0], 0);
}

/// The decisions under the full judgments are the same in each draw. They are compared with the decisions
/// under each draw of a sample.
#[test]
fn each_draw_is_compared_with_the_full_judgments() {
    let world = World::with_files();
    let text = experiment(
        "  dp: {discriminative-power: {test: {paired-t: {}}, alpha: 0.4}}\n  decisions: {decisions: {of: dp, versus: full}}\n",
    );
    let edits = [
        ("[tiny-twin]", "[tiny]"),
        ("draws: 2", "draws: {open: 3}"),
        ("  runs: [one-per-team: {}]\n", ""),
        ("    - take-one-team: {team: {each: all}}\n", ""),
        ("pool-depth: {depth: {each: [5, 1]}}", "sample: {rate: 0.5}"),
    ];
    world.write(FILE, edited(&text, &edits));
    world.line("run small --quiet").code(GOOD);
    let [agreed, reversed, lost, new] =
        ["agreed", "reversed", "lost", "new"].map(|component| numbers(&world, "decisions", component));
    let significant = numbers(&world, "dp", "significant");
    let of_samples: Vec<_> = agreed.keys().filter(|key| key[1] != "full").collect();
    assert_eq!(of_samples.len(), 2 * 3);
    for key in of_samples {
        let full = [key[0].clone(), "full".to_owned(), key[2].clone()];
        assert_eq!(agreed[key] + reversed[key] + lost[key], significant[&full], "{key:?}");
        assert_eq!(agreed[key] + reversed[key] + new[key], significant[key], "{key:?}");
    }
}
