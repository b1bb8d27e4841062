//! `rejudge eval --compare`: SciPy computes the same numbers from the same differences. Invalid comparisons are refused.

use std::collections::BTreeMap;

use crate::cases::{case, cases, lines};
use crate::world::{BAD_DATA, GOOD, USAGE, World, close};

/// Creates a world with six topics that have one relevant document each, so RR is 1/rank.
pub fn world() -> World {
    let world = World::new();
    let topics = 1..=6;
    let qrels: String = topics.clone().map(|topic| format!("{topic} 0 r 1\n")).collect();
    world.write("q", qrels);
    let run = |tag: &str, ranks: [usize; 6]| {
        let of_rank = |rank, at| if at == rank { "r".to_owned() } else { format!("x{at}") };
        let ranking = |(topic, rank)| (topic, (1..=10).map(move |at| of_rank(rank, at)));
        world.run(tag, tag, topics.clone().zip(ranks).map(ranking));
    };
    run("base", [2, 4, 5, 1, 10, 2]);
    run("good", [1, 2, 4, 1, 5, 1]);
    run("bad", [4, 5, 8, 2, 4, 10]);
    world
}

/// Returns the p value and the corrected p value of each run.
fn compared(world: &World, more: &[&str]) -> BTreeMap<String, (f64, f64)> {
    let args = [&["eval", "q", "good", "bad", "base", "-m", "RR", "--compare", "base", "--quiet"], more];
    let output = world.rejudge(args.concat()).code(GOOD);
    let cells = output.cells();
    assert_eq!(cells[0][8..10], ["p", "p-adjusted"]);
    let row = |row: &Vec<&str>| (row[1].to_owned(), (row[8].parse().unwrap(), row[9].parse().unwrap()));
    cells[1..].iter().map(row).collect()
}

/// The baseline may be given by its name or by any path of its file.
#[test]
fn a_baseline_is_named_by_any_path() {
    let world = world();
    std::fs::create_dir(world.path("runs")).unwrap();
    for run in ["base", "good", "bad"] {
        std::fs::rename(world.path(run), world.path(format!("runs/{run}.txt"))).unwrap();
    }
    std::os::unix::fs::symlink("runs/base.txt", world.path("link")).unwrap();
    let compared = |base: &str| {
        world.line(&format!("eval q runs -m RR --compare {base} --format tsv --quiet")).code(GOOD).stdout
    };
    let by_name = compared("base");
    let whole = world.path("runs/base.txt").display().to_string();
    for path in ["runs/base.txt", "./runs/base.txt", "runs/../runs/base.txt", "link", &whole] {
        assert_eq!(compared(path), by_name, "{path}");
    }
}

const T_GOOD: f64 = 0.05036430172950258;
const T_BAD: f64 = 0.11587795205071334;
const WILCOXON_BAD: f64 = 0.15625;
const SIGNS_GOOD: f64 = 0.0625;
const SIGNS_BAD: f64 = 0.15625;

/// The values of the t test and of Wilcoxon's test are from scipy.stats.ttest_rel and wilcoxon(method="auto",
/// correction=False). Holm's correction of two p values is computed by hand.
#[test]
fn p_values_equal_scipy() {
    let world = world();
    let of = |rows: &BTreeMap<String, (f64, f64)>, run: &str| rows[run];
    let t = compared(&world, &["--test", "paired-t"]);
    let ((good, good_holm), (bad, bad_holm)) = (of(&t, "good"), of(&t, "bad"));
    close(good, T_GOOD);
    close(bad, T_BAD);
    let (least, most) = (good.min(bad), good.max(bad));
    close(good_holm.min(bad_holm), least * 2.0);
    close(good_holm.max(bad_holm), most.max(least * 2.0));
    let none = compared(&world, &["--test", "paired-t", "--correction", "none"]);
    assert_eq!(of(&none, "good"), (good, good));
    let bonferroni = compared(&world, &["--test", "paired-t", "--correction", "bonferroni"]);
    assert_eq!(of(&bonferroni, "bad"), (bad, (2.0 * bad).min(1.0)));
    close(of(&compared(&world, &["--test", "wilcoxon"]), "bad").0, WILCOXON_BAD);
    // The exact randomisation test uses all 2^6 assignments of signs.
    let signs = compared(&world, &["--test", "randomisation"]);
    close(of(&signs, "good").0, SIGNS_GOOD);
    close(of(&signs, "bad").0, SIGNS_BAD);
    // `good` wins on 5 topics and ties on one. `bad` wins on one of 6.
    let sign = compared(&world, &["--test", "sign"]);
    assert_eq!([of(&sign, "good").0, of(&sign, "bad").0], [2.0 / 32.0, 2.0 * 7.0 / 64.0]);
    let greater = compared(&world, &["--test", "sign", "--alternative", "greater"]);
    assert_eq!([of(&greater, "good").0, of(&greater, "bad").0], [1.0 / 32.0, 63.0 / 64.0]);
    let less = compared(&world, &["--alternative", "less"]);
    close(of(&less, "good").0, 1.0 - T_GOOD / 2.0);
    close(of(&less, "bad").0, T_BAD / 2.0);
    let bootstrap = compared(&world, &["--test", "paired-bootstrap"]);
    assert_eq!(bootstrap, compared(&world, &["--test", "paired-bootstrap"]), "the seed decides");
    assert_ne!(bootstrap, compared(&world, &["--test", "paired-bootstrap", "--seed", "2"]));
}

/// Five wins and 45 ties are not significant: 2 of the 2^5 assignments of signs are as extreme. The
/// normal approximation would give .025.
#[test]
fn ties_do_not_make_wilcoxon_significant() {
    let world = World::new();
    let topics = 1..=50;
    world.write("q", topics.clone().map(|topic| format!("{topic} 0 r 1\n")).collect::<String>());
    let run = |tag: &str, at_top: i32| {
        let ranking = |topic| (topic, if topic <= at_top { ["r", "x"] } else { ["x", "r"] });
        world.run(tag, tag, topics.clone().map(ranking));
    };
    run("base", 20);
    run("sys", 25);
    let compared = |more: &str| {
        let line = format!("eval q sys base -m P@1 --compare base --correction none --quiet --test {more}");
        world.line(&line).code(GOOD).cells()[1][8].parse::<f64>().unwrap()
    };
    assert_eq!(compared("wilcoxon"), 0.0625);
    assert_eq!(compared("wilcoxon(distribution=exact)"), 0.0625);
    assert_eq!(compared("wilcoxon(distribution=normal)"), 0.025347318677468256);
}

/// If no document of a run is judged, its score of 0 is not a measurement, so no test may call a difference significant.
#[test]
fn runs_that_are_not_judged_or_share_no_topic_are_not_compared() {
    let world = world();
    let run = |tag: &str, topics: std::ops::RangeInclusive<i32>, documents: &[&str]| {
        world.run(tag, tag, topics.map(|topic| (topic, documents.to_vec())));
    };
    run("foreign", 1..=6, &["other-1", "other-2"]);
    run("low", 1..=6, &["x1", "x2", "r"]);
    run("first", 1..=3, &["r"]);
    run("last", 4..=6, &["x1", "r"]);
    run("four", 1..=4, &["x1", "r"]);
    run("five", 1..=5, &["x1", "r"]);
    let refused = [
        "eval q foreign base -m RR --compare base",
        "eval q base foreign good -m RR --compare all --test wilcoxon",
        "eval q low base -m RR@2 --compare base",
        "eval q low base -m RR -m P@2 --compare base",
        "eval q first last -m RR --compare last",
        "eval q four base -m RR --compare base",
        "eval q five four base -m RR --compare all --topics intersection",
    ];
    cases("runs_that_are_not_judged", &world, lines(BAD_DATA, refused));
    for line in [
        "eval q low base -m RR --compare base",
        "eval q low base -m RR@3 --compare base",
        "eval q five base -m RR --compare base",
        "eval q five base -m RR --compare base --topics intersection",
    ] {
        world.line(line).code(GOOD);
    }
}

/// Chosen topics are compared as if the judgments had no other topics.
#[test]
fn chosen_topics_are_compared() {
    let world = world();
    world.write("fewer", (1..=5).map(|topic| format!("{topic} 0 r 1\n")).collect::<String>());
    let compared = |words: &str| {
        let test = "--compare all --test randomisation(samples=50)";
        world.line(&format!("eval {words} good bad base -m RR {test} --quiet")).code(GOOD).stdout
    };
    assert_eq!(compared("q --topics 1-5"), compared("fewer"));
}

#[test]
fn incomparable_runs_are_refused() {
    let world = world();
    world.write("short", "1 Q0 r 1 1 short\n");
    world.write("of2", "1 0 r 0\n2 0 r 1\n");
    let refused = [
        "eval q good base -m RR --compare bace",
        "eval q good base -m RR --compare bm25",
        "eval q base -m RR --compare base",
        "eval q short base -m RR --compare base --preset trec9",
        "eval q good base -m map --compare base --format trec_eval",
        "eval q good base -m GMAP --compare base",
        "eval q good base -m NumRet --compare base",
        "eval q good base -m RR --compare base -q --test sign",
        "eval q good base -m RR --test sign -q",
        "eval q good base -m RR --compare base -q --correction none",
        "eval q good base -m RR --compare base -q --alternative less",
        "eval q good base -m RR --compare base -q --samples 100",
        "eval q good base -m RR --compare base -q --seed 2",
        "eval q good base -m RR --compare bace -q",
        "eval q base -m RR --compare base -q",
        "eval q short base -m RR --compare base -q --preset trec9",
        "eval q good base -m RR --compare base -q --allow RR:.1",
        "eval q good base -m RR --compare base -q --judged-report",
        "eval q good base -m RR --compare base -q --format svg",
        "eval q good bad base -m RR --compare all --correction tukey --test wilcoxon",
        "eval q good bad base -m RR --compare all --correction randomised-tukey --test paired-bootstrap",
        "eval q good -m RR --compare all",
        "eval q good bad base -m RR --compare base --samples 100",
        "eval q good bad base -m RR --test wilcoxon --correction tukey --samples 100",
        "eval q good bad base -m RR --test 'randomisation(samples=100)' --samples 100",
        "eval q good bad base -m RR --correction 'randomised-tukey(samples=100)' --test randomisation --samples 50",
        "eval q good bad base -m RR --test randomisation --samples 0",
        "eval q good bad base -m RR --test randomisation --samples 10e6",
        "eval q good bad base -m RR --compare base --allow RR:.1 --samples 100",
        "eval q good bad base -m RR --samples 100",
        "eval q good base -m RR --alternative greater",
        "eval q good base -m RR --compare base --alternative one-sided",
        "eval q good base -m RR --compare base --alternative less --test bootstrap",
        "eval q good base -m RR --compare base --alternative less --correction tukey",
    ];
    // A mean over no topics is undefined.
    let over_none = ["run", "run --compare base", "intersection"]
        .map(|topics| format!("eval of2 short base -m RR --no-relevant drop --topics {topics}"));
    cases(
        "runs_that_cannot_be_compared",
        &world,
        lines(USAGE, refused).into_iter().chain(lines(BAD_DATA, over_none)),
    );
    // Averaging each run over its own topics is allowed if the runs have the same topics.
    world.line("eval q good base -m RR --compare base --preset trec9").code(GOOD);
}

/// The intervals are Student's, for all pairs. With two runs, Tukey's HSD is the t test.
#[test]
fn every_pair_is_compared() {
    let world = world();
    let args = "eval q good bad base -m RR --compare all --quiet";
    let out = world.line(args).code(GOOD);
    let pairs: Vec<Vec<&str>> = out.cells()[1..].iter().map(|row| row[..3].to_vec()).collect();
    assert_eq!(pairs, [["RR", "good", "bad"], ["RR", "good", "base"], ["RR", "bad", "base"]]);
    let first = |more: &str| -> Vec<f64> {
        let ended = world.line(&format!("eval q good base -m RR --compare all --quiet{more}")).code(GOOD);
        ended.cells()[1][4..12].iter().map(|cell| cell.parse().unwrap()).collect()
    };
    let row = first(" --correction tukey");
    let (difference, p, adjusted, low, high) = (row[2], row[4], row[5], row[6], row[7]);
    close(p, T_GOOD);
    assert!((adjusted / p - 1.0).abs() < 1e-8, "{row:?}");
    // p is slightly above 0.05, so the interval barely contains 0.
    assert!(low < 0.0 && low > -0.01 && (low + high - 2.0 * difference).abs() < 1e-12, "{row:?}");
    assert!((first("")[6] - low).abs() < 1e-9);
    let drawn = || world.line(&format!("{args} --correction randomised-tukey")).code(GOOD).stdout;
    assert_eq!(drawn(), drawn());
}

/// `--compare NAME` names the run with this tag. If no run has this tag, it names the run in the file with
/// this name, which must be the only such file.
#[test]
fn a_run_is_named_by_its_file() {
    let world = world();
    for (path, run) in [("runs/bm25.txt.v2", "base"), ("runs/dense.txt", "good"), ("runs/base.txt", "bad")] {
        world.write(path, std::fs::read(world.path(run)).unwrap());
    }
    let compared = |baseline: &str| world.line(&format!("eval q runs -m RR --quiet --compare {baseline}"));
    let by_tag = compared("base").code(GOOD).stdout;
    for name in ["bm25", "bm25.txt", "bm25.txt.v2", "runs/bm25.txt.v2"] {
        assert_eq!(compared(name).code(GOOD).stdout, by_tag, "{name}");
    }
    assert_eq!(compared("dense").code(GOOD).stdout, compared("good").code(GOOD).stdout);
    world.write("more/dense.run", std::fs::read(world.path("bad")).unwrap());
    world.write("runs/base.txt", "1 Q0 r 1 1 other\n");
    let refused = ["eval q runs more -m RR --compare dense", "eval q runs -m RR --compare bm"];
    cases("files_that_name_no_run", &world, lines(USAGE, refused));
}

/// The numbers are those of [`p_values_equal_scipy`] and of `intervals_equal_scipy`, rounded. P-values keep their digits.
#[test]
fn digits_round_means_differences_and_interval_ends() {
    let world = world();
    for (asked, lines) in [
        (
            "--compare base --digits 2",
            &["good 0.66 <", "RR good base 0.23 0.00 0.47 1.05 0.050 0.101 5:1:0"][..],
        ),
        (
            "--compare base --digits 4",
            &["bad 0.2375", "RR bad base -0.1875 -0.4412 0.0662 -0.7756 0.116 0.116 1:0:5"],
        ),
        ("--intervals --digits 1", &["RR good 6 0.7 0.3 1.1 1 1 3 yes"]),
        ("--intervals --digits 5", &["RR bad 6 0.23750 0.08747 0.38753 3 1 3 yes"]),
        ("--bounds --digits 1", &["good all RR 0.7 0.7 1.0 exact 1.0"]),
        ("-m P@2 --tau --digits 2", &["RR P@2 3 6 1.00 1.00 1.00"]),
    ] {
        let ended = world.line(&format!("eval q good bad base -m RR {asked} --quiet")).code(GOOD);
        let printed: Vec<String> =
            ended.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        for line in lines {
            assert!(printed.iter().any(|printed| printed == line), "{line}\n{}", ended.stdout);
        }
    }
}

/// Student's t is the effect size times the square root of the number of topics. If all differences are equal, there is no
/// effect size.
#[test]
fn effect_sizes_are_those_of_the_t_test() {
    let world = world();
    let ended = world.line("eval q good bad base -m RR -m P@2 --compare all --quiet").code(GOOD);
    let rows = ended.cells();
    let column = |name: &str| rows[0].iter().position(|cell| *cell == name).unwrap();
    let (topics, statistic, size) = (column("topics"), column("statistic"), column("effect-size"));
    let mut sizes = 0;
    for row in &rows[1..] {
        let number = |column: usize| row[column].parse::<f64>().ok();
        if let Some(size) = number(size) {
            close(size * number(topics).unwrap().sqrt(), number(statistic).unwrap());
            sizes += 1;
        }
    }
    assert!(sizes >= 3, "{rows:?}");
    world.write("s.csv", "topic,a,b\n1,.5,.25\n2,.75,.5\n3,.25,0\n4,.5,.25\n5,.5,.25\n");
    let ended = world.line("eval --scores s.csv --compare b --test sign --quiet").code(GOOD);
    assert_eq!(ended.cells()[1][size], "");
}

/// `--samples` means the parameter of whatever is random: the test, the correction or both.
#[test]
fn samples_are_those_of_the_random_test_and_correction() {
    let world = world();
    let compared = |more: &str| {
        world.line(&format!("eval q good bad base -m RR {more} --quiet --format csv")).code(GOOD).stdout
    };
    for (short, parameters) in [
        (
            "--compare base --test paired-bootstrap --samples 70",
            "--compare base --test paired-bootstrap(samples=70)",
        ),
        ("--test Randomization --samples 70", "--compare all --test randomisation(samples=70)"),
        ("--correction randomised-tukey --samples 70", "--correction randomised-tukey(samples=70)"),
        (
            "--test randomisation --correction randomised-tukey --samples 70 --seed 2",
            "--test randomisation(samples=70) --correction randomised-tukey(samples=70) --seed 2",
        ),
        ("--test bootstrap --samples 10000", "--test bootstrap"),
    ] {
        assert_eq!(compared(short), compared(parameters), "{short}");
    }
}

/// RR is 1/rank of the relevant document, whose ranks are those of [`world`]. Rows are in the order of the topics. The table
/// for people begins with the topic on which the first run loses most.
#[test]
fn differences_are_shown_topic_by_topic() {
    let world = world();
    let ranks = [("good", [1, 2, 4, 1, 5, 1]), ("bad", [4, 5, 8, 2, 4, 10]), ("base", [2, 4, 5, 1, 10, 2])];
    let [good, bad, base] = ranks;
    let score = |(_, ranks): (&str, [u32; 6]), topic: usize| 1.0 / f64::from(ranks[topic]);
    for (compared, pairs) in [
        ("--compare base", vec![(good, base), (bad, base)]),
        ("--compare all", vec![(good, bad), (good, base), (bad, base)]),
    ] {
        let line = format!("eval q good bad base -m RR {compared} -q --quiet");
        let ended = world.line(&line).code(GOOD);
        let cells = ended.cells();
        assert_eq!(
            cells[0],
            ["measure", "topic", "run", "baseline", "score", "baseline-score", "difference"]
        );
        let topics_and_pairs =
            (0..6).flat_map(|topic| pairs.iter().map(move |&(run, other)| (topic, run, other)));
        assert_eq!(cells.len(), 1 + 6 * pairs.len());
        for (row, (topic, run, other)) in cells[1..].iter().zip(topics_and_pairs) {
            assert_eq!(row[..4], ["RR", &(topic + 1).to_string(), run.0, other.0], "{line}");
            let numbers: Vec<f64> = row[4..].iter().map(|cell| cell.parse().unwrap()).collect();
            let (first, second) = (score(run, topic), score(other, topic));
            assert_eq!(numbers, [first, second, first - second], "{line}");
        }
    }
    let table = |more: &str| {
        let line = format!("eval q good bad base -m RR -q {more} --quiet --format wide");
        let text = world.line(&line).code(GOOD).stdout;
        let rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        rows.filter(|row| row.starts_with("RR ")).collect::<Vec<_>>()
    };
    // By the mean, `good` is above `base`, and `base` above `bad`.
    let rows = table("--compare base");
    assert_eq!(rows[..2], ["RR good base 4 1.0000 1.0000 0.0000", "RR good base 3 0.2500 0.2000 0.0500"]);
    assert_eq!(rows[6..8], ["RR bad base 4 0.5000 1.0000 -0.5000", "RR bad base 6 0.1000 0.5000 -0.4000"]);
    let rows = table("--compare all --digits 2");
    assert_eq!(rows[12], "RR base bad 5 0.10 0.25 -0.15");
    // Without a test, five topics in common, judged documents and means are not needed.
    world.write("one", "1 0 r 1\n2 0 x1 1\n");
    world.line("eval one good base -m RR,NumRet,GMAP --compare base -q").code(GOOD);
}

/// The share of pairs counts p values without a correction, and equals the count in the table for programs.
#[test]
fn discriminative_power_counts_uncorrected_p() {
    let world = world();
    let args = "eval q good bad base -m RR --quiet --compare all";
    let table = world.line(&format!("{args} --format tsv")).code(GOOD);
    let p = |row: &Vec<&str>| row[8].parse::<f64>().expect("a p value");
    let significant = table.cells().iter().skip(1).filter(|row| p(row) < 0.05).count();
    let shown = world.line(&format!("{args} --format wide")).code(GOOD).stdout;
    assert_eq!(significant, 1);
    assert!(shown.contains("uncorrected p below 0.05: RR 1 of 3 (33.3%)."), "{shown}");
}

/// A higher residual of RBP is not better. The sentence about the marks covers all measures.
#[test]
fn marks_say_better_only_if_a_higher_score_is() {
    let world = world();
    let mut rows = Vec::new();
    for measures in ["-m 'RBP(p=0.5)'", "-m 'RBP(p=0.5)' -m 'RBPresidual(p=0.5)'"] {
        for (compared, words) in [
            ("--compare base --alternative greater", "***:"),
            ("--compare base --alternative less", "***:"),
            ("--compare base", "***:"),
            ("--compare all", "Letters:"),
        ] {
            let line = format!("eval q good bad base {measures} {compared} --format wide");
            rows.push(case(GOOD, line).printed_with(words));
        }
    }
    cases("marks_of_comparisons", &world, rows);
}
