//! `rejudge eval --intervals`: SciPy computes the same numbers from the same scores. Also: all formats, inputs without
//! intervals, and the statistic of topic set sizes.

use crate::cases::{FILE, case, cases, edits, lines};
use crate::compare::world;
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, USAGE, World, close};

const HEADER: &str = "measure\trun\ttopics\tmean\tlow\thigh\trank\tbest-rank\tworst-rank\tmay-be-best";

/// Returns the cells of each run, without the measure.
fn rows(world: &World, more: &str) -> Vec<Vec<String>> {
    let line = format!("eval q good bad base -m RR --quiet {more}");
    let ended = world.line(line.trim()).code(GOOD);
    assert_eq!(ended.lines()[0], HEADER, "{line}");
    let rows = ended.cells().into_iter().skip(1);
    rows.map(|row| row[1..].iter().map(|cell| (*cell).to_owned()).collect()).collect()
}

fn number(cell: &str) -> f64 {
    cell.parse().expect("a number")
}

/// Means and interval ends are from scipy.stats.t.interval. Ranks are from NumPy, with SciPy's t, over all 32 combinations
/// of signs; a combination and its negative count once.
#[test]
fn intervals_equal_scipy() {
    let world = world();
    let expected = [
        ("good", 0.6583333333333333, [0.2513245426909168, 1.06534212397575], "1"),
        ("bad", 0.2375, [0.08747290701617566, 0.3875270929838244], "3"),
        ("base", 0.425, [0.08373166216081251, 0.7662683378391875], "2"),
    ];
    for (row, (run, mean, ends, rank)) in rows(&world, "--intervals").iter().zip(expected) {
        assert_eq!((row[0].as_str(), row[1].as_str(), row[5].as_str()), (run, "6", rank));
        close(number(&row[2]), mean);
        close(number(&row[3]), ends[0]);
        close(number(&row[4]), ends[1]);
        assert_eq!(row[6..], ["1", "3", "yes"]);
    }
    let surer = rows(&world, "--intervals=t --confidence 0.8");
    let ranks: Vec<&[String]> = surer.iter().map(|row| &row[6..]).collect();
    assert_eq!(ranks, [["1", "1", "yes"], ["2", "3", "no"], ["2", "3", "no"]]);
    for percentage in ["80", "80%"] {
        assert_eq!(rows(&world, &format!("--intervals=t --confidence {percentage}")), surer);
    }
    let half = rows(&world, "--intervals --confidence .5");
    close(number(&half[1][3]), 0.19508831204143298);
    close(number(&half[1][4]), 0.2799116879585671);
}

#[test]
fn the_bootstrap_depends_only_on_its_seed() {
    let world = world();
    let of = |more: &str| rows(&world, &format!("--intervals=bootstrap {more}"));
    assert_eq!(of(""), of("--seed 1 --samples 10000"));
    let (one, other) = (of("--samples 999"), of("--samples 999 --seed 2"));
    assert_ne!(one[0][3..5], other[0][3..5]);
    // With six topics, the ranks use all possible signs.
    assert_eq!(one[0][5..], other[0][5..]);
}

#[test]
fn scores_without_intervals_are_refused() {
    let world = world();
    let good = world.read("good");
    world.write("part", good.lines().take(50).map(|line| format!("{line}\n")).collect::<String>());
    let options = [
        "good bad -m RR --intervals --compare bad",
        "good bad -m RR --intervals --bounds",
        "good bad -m RR --confidence .9",
        "good bad -m RR --compare bad --confidence .05",
        "good bad -m RR --samples 50",
        "good bad -m RR --intervals --confidence 100",
        "good bad -m RR --intervals --confidence 1%",
        "good bad -m RR --intervals -q",
        "good bad -m RR --intervals --judged-report",
        "good bad -m RR --intervals --format trec_eval",
        "good bad -m RR --intervals --samples 10",
        "good bad -m RR --intervals=bootstrap --samples 30",
        "good bad -m num_ret --intervals",
        "good bad part -m RR --topics run --intervals",
        // There can be only one table.
        "good bad --compare good --intervals",
        "good bad --intervals --compare all",
        "good bad --estimate --judge q --intervals",
    ];
    let refused = options.map(|more| format!("eval q {more} --quiet"));
    // The rules are the same as for `--compare`: too few topics, and too few judged documents.
    let few = case(BAD_DATA, "eval q good bad -m RR --intervals --quiet");
    let few = [
        few.clone().write("q", "1 0 r 1\n2 0 r 1\n3 0 r 1\n4 0 r 1\n"),
        few.write("good", "1 Q0 r 1 1 good\n"),
        case(BAD_DATA, "eval q bad -m RR --intervals --quiet").write("bad", "1 Q0 elsewhere 1 1 bad\n"),
    ];
    cases("scores_without_intervals", &world, lines(USAGE, refused).into_iter().chain(few));
}

#[test]
fn sizes_follow_the_variance_of_the_scores() {
    let world = World::new();
    let at = EXPERIMENT.find("statistics:").expect("statistics");
    let with = |size: &str| format!("{}statistics:\n  size: {{topic-set-size: {size}}}\n", &EXPERIMENT[..at]);
    world.write(FILE, with("{alpha: 0.05, power: 0.8, difference: 0.1, runs: 3}"));
    world.line("run small --quiet").code(GOOD);
    let cells = world.rows("results/small/cells.parquet");
    let of = |name: &str| cells.with(&[("component", name)]).numbers("value");
    let (sizes, variances) = (of("paired-t"), of("variance-of-differences"));
    assert!(!sizes.is_empty() && sizes.len() == variances.len());
    for (size, variance) in sizes.iter().zip(&variances) {
        let asked = rejudge_stats::Requirement { alpha: 0.05, power: 0.8, difference: 0.1 };
        assert_eq!(asked.topics_by_paired_t(*variance), Some(*size as usize));
    }
    for (size, variance) in of("anova").iter().zip(of("variance")) {
        // The size must be larger than 2 (1.96 + 0.84)^2 variance / difference^2, which the normal distribution gives for
        // two runs.
        assert!(*size > 15.0 * variance / 0.01, "{size} of {variance}");
    }
    let rows = [("power: 0.8", "power: 1"), ("difference: 0.1", "difference: 0"), ("runs: 3", "runs: 1")];
    cases("sizes_of_topic_sets", &world, edits(USAGE, "plan small", FILE, &rows));
}
