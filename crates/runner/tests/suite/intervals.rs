//! `rejudge eval --intervals`: the numbers of SciPy on the same scores, in every form; inputs without intervals; and
//! the statistic of topic set sizes.

use crate::cases::{FILE, case, cases, edits, lines};
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, USAGE, World};

/// Six topics with one relevant document each: RR is 1/rank.
fn world() -> World {
    let world = World::new();
    let topics = 1..=6;
    world.write("q", topics.clone().map(|topic| format!("{topic} 0 r 1\n")).collect::<String>());
    let run = |tag: &str, ranks: [usize; 6]| {
        let lines = topics.clone().zip(ranks).flat_map(|(topic, rank)| {
            let of_rank = move |at: usize| if at == rank { "r".to_owned() } else { format!("x{at}") };
            let tag = tag.to_owned();
            (1..=10).map(move |at| format!("{topic} Q0 {} {at} {} {tag}\n", of_rank(at), 100 - at))
        });
        world.write(tag, lines.collect::<String>());
    };
    run("good", [1, 2, 4, 1, 5, 1]);
    run("bad", [4, 5, 8, 2, 4, 10]);
    run("base", [2, 4, 5, 1, 10, 2]);
    world
}

const HEADER: &str = "measure\trun\ttopics\tmean\tlow\thigh\trank\tbest-rank\tworst-rank\tmay-be-best";

/// Returns the cells of each run after the measure.
fn rows(world: &World, more: &str) -> Vec<Vec<String>> {
    let line = format!("eval q good bad base -m RR --quiet {more}");
    let ended = world.line(line.trim()).code(GOOD);
    let mut lines = ended.stdout.lines();
    assert_eq!(lines.next(), Some(HEADER), "{line}");
    lines.map(|line| line.split('\t').skip(1).map(str::to_owned).collect()).collect()
}

#[track_caller]
fn close(found: &str, expected: f64) {
    let found: f64 = found.parse().expect("a number");
    assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
}

/// Means and ends by scipy.stats.t.interval; ranks by NumPy from all 32 signs up to opposite ones, with
/// SciPy's t.
#[test]
fn the_numbers_are_those_of_scipy() {
    let world = world();
    let expected = [
        ("good", 0.6583333333333333, [0.2513245426909168, 1.06534212397575], "1"),
        ("bad", 0.2375, [0.08747290701617566, 0.3875270929838244], "3"),
        ("base", 0.425, [0.08373166216081251, 0.7662683378391875], "2"),
    ];
    for (row, (run, mean, ends, rank)) in rows(&world, "--intervals").iter().zip(expected) {
        assert_eq!((row[0].as_str(), row[1].as_str(), row[5].as_str()), (run, "6", rank));
        close(&row[2], mean);
        close(&row[3], ends[0]);
        close(&row[4], ends[1]);
        assert_eq!(row[6..], ["1", "3", "yes"]);
    }
    let surer = rows(&world, "--intervals=t --confidence 0.8");
    let ranks: Vec<&[String]> = surer.iter().map(|row| &row[6..]).collect();
    assert_eq!(ranks, [["1", "1", "yes"], ["2", "3", "no"], ["2", "3", "no"]]);
    let half = rows(&world, "--intervals --confidence .5");
    close(&half[1][3], 0.19508831204143298);
    close(&half[1][4], 0.2799116879585671);
}

#[test]
fn the_bootstrap_hangs_on_its_seed_alone() {
    let world = world();
    let of = |more: &str| rows(&world, &format!("--intervals=bootstrap {more}"));
    assert_eq!(of(""), of("--seed 1 --samples 10000"));
    let (one, other) = (of("--samples 999"), of("--samples 999 --seed 2"));
    assert_ne!(one[0][3..5], other[0][3..5]);
    // Ranks come from all signs there are of six topics.
    assert_eq!(one[0][5..], other[0][5..]);
}

#[test]
fn every_form_says_the_same() {
    let world = world();
    let tsv = rows(&world, "--intervals");
    let csv = world.line("eval q good bad base -m RR --quiet --intervals --format csv").code(GOOD).stdout;
    let csv: Vec<Vec<String>> =
        csv.lines().skip(1).map(|line| line.split(',').skip(1).map(str::to_owned).collect()).collect();
    assert_eq!(csv, tsv);
    let json = world.line("eval q good bad base -m RR --quiet --intervals --format json").code(GOOD).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["intervals"][1]["run"], "bad");
    assert_eq!(json["intervals"][1]["mean"].as_f64(), tsv[1][2].parse().ok());
    assert_eq!(json["intervals"][1]["worst-rank"], 3);
    assert_eq!(json["intervals"][1]["may-be-best"], "yes");
    let about = json["about"].as_str().expect("text");
    assert!(about.ends_with("intervals t; confidence 0.95; 10000 samples, seed 1"), "{about}");
    world.line("eval q good bad base -m RR --quiet --intervals --format parquet -o found").code(GOOD);
    let frame = world.frame("found");
    assert_eq!(frame.text("run").expect("runs").to_vec(), ["good", "bad", "base"]);
    assert_eq!(frame.whole("rank").expect("ranks"), [Some(1), Some(3), Some(2)]);
    close(&tsv[0][3], frame.number("low").expect("ends")[0].expect("an end"));
}

#[test]
fn scores_without_intervals() {
    let world = world();
    let good = std::fs::read_to_string(world.path("good")).expect("a run");
    world.write("part", good.lines().take(50).map(|line| format!("{line}\n")).collect::<String>());
    let options = [
        "good bad -m RR --intervals --compare bad",
        "good bad -m RR --intervals --bounds",
        "good bad -m RR --confidence .9",
        "good bad -m RR --samples 50",
        "good bad -m RR --intervals --confidence 95",
        "good bad -m RR --intervals -q",
        "good bad -m RR --intervals --judged-report",
        "good bad -m RR --intervals --format trec_eval",
        "good bad -m RR --intervals --samples 10",
        "good bad -m RR --intervals=bootstrap --samples 30",
        "good bad -m num_ret --intervals",
        "good bad part -m RR --topics run --intervals",
        // Two tables are not one.
        "good bad --compare good --intervals",
        "good bad --intervals --compare all",
        "good bad --estimate --judge q --intervals",
    ];
    let one = case(BAD_DATA, "eval q good bad -m RR --intervals --quiet").write("q", "1 0 r 1\n");
    let refused = options.map(|more| format!("eval q {more} --quiet"));
    cases("scores_without_intervals", &world, lines(USAGE, refused).into_iter().chain([one]));
}

/// Of one run the rank is known.
#[test]
fn one_run_is_the_first() {
    let ended = world().line("eval q good -m RR --intervals --quiet").code(GOOD);
    assert!(ended.stdout.ends_with("\t1\t1\t1\tyes\n"), "{}", ended.stdout);
}

#[test]
fn sizes_follow_the_variance_of_the_scores() {
    let world = World::new();
    let at = EXPERIMENT.find("statistics:").expect("statistics");
    let with = |size: &str| format!("{}statistics:\n  size: {{topic-set-size: {size}}}\n", &EXPERIMENT[..at]);
    world.write(FILE, with("{alpha: 0.05, power: 0.8, difference: 0.1, runs: 3}"));
    world.line("run small --quiet").code(GOOD);
    let frame = world.frame("results/small/cells.parquet");
    let (components, values) =
        (frame.text("component").expect("text").to_vec(), frame.number("value").expect("numbers"));
    let of = |name: &str| -> Vec<f64> {
        (0..frame.rows())
            .filter(|&row| components[row] == name)
            .map(|row| values[row].expect("a value"))
            .collect()
    };
    let (sizes, variances) = (of("paired-t"), of("variance-of-differences"));
    assert!(!sizes.is_empty() && sizes.len() == variances.len());
    for (size, variance) in sizes.iter().zip(&variances) {
        let asked = rejudge_stats::Requirement { alpha: 0.05, power: 0.8, difference: 0.1 };
        assert_eq!(asked.topics_by_paired_t(*variance), Some(*size as usize));
    }
    for (size, variance) in of("anova").iter().zip(of("variance")) {
        // Some way off the normal distribution's 2 (z + z)^2 variance / difference^2 of two runs, and above
        // it.
        assert!(*size > 15.0 * variance / 0.01, "{size} of {variance}");
    }
    let rows = [("power: 0.8", "power: 1"), ("difference: 0.1", "difference: 0"), ("runs: 3", "runs: 1")];
    cases("sizes_of_topic_sets", &world, edits(USAGE, "plan small", FILE, &rows));
}
