//! Collections that consist of score matrices, and printed numbers next to draws of random runs.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::audited::Noise;
use crate::cases::{FILE, case, cases, edits};
use crate::world::{
    BAD_DATA, DIFFERENT, GOOD, NOTHING_CHECKED, Rows, USAGE, World, changed, close, edited, ended, has,
};

const EXPECTED_FILE: &str = "experiments/small/expected.yaml";

const TOPICS: usize = 6;
const RUNS: usize = 20;

pub const COLLECTION: &str = "\
schema: collection/v1
id: given
title: Scores of runs
kind: open
scores: {folder: scores, files: {AP: ap.csv, P@10: p10.csv}}
licence: none
obtain: it is written by the test
";

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Given scores
expected: expected.yaml
seed: 5
draws: 1
axes:
  collection: [given]
  runs:
    - all
    - top: {runs: 5, by: P@10}
    - random: {runs: 4, draws: 40}
  judgments: [full]
  measure: [AP, P@10, RR]
statistics:
  facts: {collection-facts: {}}
  mean: {mean-score: {}}
  scores: {run-scores: {}}
  tau: {kendall-tau: {versus: {measure: P@10}, ties: a}}
  reciprocal: {kendall-tau: {versus: {measure: RR}}}
  dp: {discriminative-power: {test: {paired-bootstrap: {samples: 100}}, alpha: 0.05}}
  curve: {asl-curve: {of: dp}}
";

const EXPECTED: &str = "schema: expected/v1\nexperiment: small\ngate: {fail-on: [not-computed]}\n";

/// Returns scores by run and topic. By AP, each run is worse than the run before, apart from noise. P@10 is
/// AP rounded to tenths.
fn scores() -> [Vec<Vec<f64>>; 2] {
    let mut noise = Noise(7);
    let score = |run: usize, noise: f64| (0.9 - 0.035 * run as f64) * 0.6 + 0.3 * noise;
    let ap: Vec<Vec<f64>> =
        (0..RUNS).map(|run| (0..TOPICS).map(|_| score(run, noise.next())).collect()).collect();
    let tenths = ap.iter().map(|run| run.iter().map(|score| (score * 10.0).round() / 10.0).collect());
    [ap.clone(), tenths.collect()]
}

fn means(scores: &[Vec<f64>]) -> Vec<f64> {
    scores.iter().map(|run| run.iter().sum::<f64>() / TOPICS as f64).collect()
}

fn world() -> World {
    let world = World::new();
    for (file, scores) in ["ap", "p10"].iter().zip(scores()) {
        let mut text = "topic".to_owned();
        for run in 0..RUNS {
            let _ = write!(text, ",run{run:02}");
        }
        for topic in 0..TOPICS {
            let _ = write!(text, "\nt{topic}");
            for run in &scores {
                let _ = write!(text, ",{}", run[topic]);
            }
        }
        world.write(&format!("data/scores/{file}.csv"), text + "\n");
    }
    world.write("collections/given.yaml", COLLECTION);
    world.write(FILE, EXPERIMENT);
    world.write(EXPECTED_FILE, EXPECTED);
    world
}

/// The numbers of cells by statistic, component, measure, runs and draw, and the notes of cells without numbers.
type Cells = BTreeMap<[String; 5], Result<f64, String>>;

/// Returns the power by AP in each draw of these runs.
fn powers(found: &Cells, runs: &str) -> Vec<f64> {
    let is_of = |key: &[String; 5]| key[..3] == ["dp", "power", "AP"] && key[3].starts_with(runs);
    found.iter().filter(|(key, _)| is_of(key)).map(|(_, cell)| *cell.as_ref().unwrap()).collect()
}

fn cells(rows: &Rows) -> Cells {
    let cell = |row: &BTreeMap<String, String>| {
        let key = ["statistic", "component", "measure", "runs", "draw"].map(|name| row[name].clone());
        (key, row["value"].parse().map_err(|_| format!("{}: {}", row["status"], row["error"])))
    };
    rows.with(&[("run", ""), ("rank", "")]).0.iter().map(cell).collect()
}

#[test]
fn statistics_of_scores_are_computed_from_matrices() {
    let world = world();
    world.line("run small --results r").code(GOOD);
    let rows = world.rows("r/cells.parquet");
    let found = cells(&rows);
    let at = |name: &str, measure: &str, runs: &str| {
        let (statistic, component) = name.split_once('.').unwrap_or((name, ""));
        let key = [statistic, component, measure, runs, "1"].map(str::to_owned);
        found.get(&key).unwrap_or_else(|| panic!("no {key:?}")).clone()
    };
    let number = |name: &str, measure: &str, runs: &str| at(name, measure, runs).unwrap();
    let [ap, p10] = scores().map(|scores| means(&scores));
    close(number("mean.mean", "AP", "all"), ap.iter().sum::<f64>() / RUNS as f64);
    // The five best runs by P@10, compared by AP.
    let mut best: Vec<usize> = (0..RUNS).collect();
    best.sort_by(|&a, &b| p10[b].total_cmp(&p10[a]).then(a.cmp(&b)));
    let of_best = best[..5].iter().map(|&r| ap[r]).sum::<f64>() / 5.0;
    close(number("mean.mean", "AP", "top(by=P@10,runs=5)"), of_best);
    // tau-a over all pairs of runs.
    let mut tau = 0.0;
    for a in 0..RUNS {
        for b in 0..a {
            let (x, y) = (ap[a] - ap[b], p10[a] - p10[b]);
            tau += if x * y == 0.0 || y.abs() < 1e-12 { 0.0 } else { (x * y).signum() };
        }
    }
    close(number("tau.tau", "AP", "all"), tau / (RUNS * (RUNS - 1) / 2) as f64);
    assert_eq!(number("dp.pairs", "AP", "all"), 190.0);
    assert_eq!(number("dp.pairs", "AP", "random(draws=40,runs=4)"), 6.0);
    assert_eq!((number("facts.topics", "", "all"), number("facts.runs", "", "all")), (6.0, 20.0));
    assert!(!found.keys().any(|key| key[..2] == ["facts", "teams"]), "the collection names no teams");
    // A measure without a matrix has no numbers. A comparison with this measure has no number either. This is
    // not a failure.
    let none = Err("undefined: no scores by RR".to_owned());
    for name in ["mean", "scores", "tau", "dp", "curve"] {
        assert_eq!(at(name, "RR", "all"), none, "{name}");
    }
    assert_eq!(at("reciprocal", "AP", "all"), none);
    assert!(found.values().all(|cell| cell.as_ref().err().is_none_or(|e| e.starts_with("undefined"))));
    let curve = rows.with(&[("statistic", "curve"), ("status", "ok")]);
    assert_eq!(curve.0.len(), 2 * (190 + 10 + 40 * 6));
}

#[test]
fn statistics_of_judgments_or_teams_have_no_number() {
    let world = world();
    let text = changed(EXPERIMENT, "[full]", "[full, pool-depth: {depth: 5}]");
    let text =
        changed(&text, "  mean:", "  teams: {team-facts: {}}\n  ranks: {utility-by-rank: {}}\n  mean:");
    world.write(FILE, &text);
    world.line("run small --results r").code(GOOD);
    for row in world.rows("r/cells.parquet").0 {
        let of_judgments = matches!(row["statistic"].as_str(), "teams" | "ranks");
        if row["judgments"].starts_with("pool-depth") || of_judgments {
            let reasons = ["the collection has scores, but no judgments", "no scores by RR"];
            let is_said = reasons.iter().any(|reason| row["error"].starts_with(reason));
            assert!(row["status"] == "undefined" && is_said, "{row:?}");
        }
    }
    world.write(FILE, EXPERIMENT);
    let choices = ["one-per-team: {}", "complete: {share: 0.9}", "top: {runs: 5, by: RR}"];
    let rows = choices.map(|choice| ("top: {runs: 5, by: P@10}", choice));
    cases("choices_of_given_scores", &world, edits(BAD_DATA, "run small --results r2", FILE, &rows));
    // If names of runs contain their teams, one run per team can be chosen.
    let files = "files: {AP: teams.csv, P@10: teams.csv}, team-before: \"1\"}";
    let described = changed(COLLECTION, "files: {AP: ap.csv, P@10: p10.csv}}", files);
    world.write("collections/given.yaml", described);
    let scores = "topic,a1,a12,b1,b12,b13\nt1,0.1,0.2,0.3,0.4,0.5\nt2,0.5,0.6,0.7,0.8,1\n";
    world.write("data/scores/teams.csv", scores);
    let text = changed(EXPERIMENT, "top: {runs: 5, by: P@10}", "best-of-each-team: {by: AP}");
    world.write(FILE, text);
    world.line("run small --results r3").code(GOOD);
    let best = world.rows("r3/choices.parquet").with(&[("runs", "best-of-each-team(by=AP)")]);
    assert_eq!(best.texts("run"), ["a12", "b13"]);
}

/// By AP, a, b and c score .5, .375, .25 on t1, then .5, .25, .5 on t2, and .25, .125, 1 on t3. So by AP c is before a, and
/// a before b. By P@10 a is before c, and c before b. Two of three pairs agree, so tau is 1/3.
#[test]
fn rankings_by_mean_scores_are_as_worked_by_hand() {
    let world = world();
    let ap = "topic,a-1,a-2,b-1,c-1,c-2,c-3\n\
              t1,0.25,0.75,0.375,0,0.25,0.5\nt2,0.5,0.5,0.25,0.75,0.75,0\nt3,0,0.5,0.125,1,1,1\n";
    let p10 = "topic,a-1,a-2,b-1,c-1,c-2,c-3\n\
               t1,1,0.5,0.25,1,0,0.5\nt2,1,0.5,0.25,1,0,0.5\nt3,1,0.5,0.25,1,0,0.5\n";
    world.write("data/scores/ap.csv", ap);
    world.write("data/scores/p10.csv", p10);
    let described = changed(COLLECTION, "p10.csv}}", "p10.csv}, team-before: \"-\"}");
    world.write("collections/given.yaml", described);
    world.write(FILE, changed(EXPERIMENT, "top: {runs: 5, by: P@10}", "mean-of-each-team: {}"));
    world.line("run small --results r").code(GOOD);
    let scores = world.rows("r/scores.parquet").with(&[("runs", "mean-of-each-team"), ("measure", "AP")]);
    let of_system = |run| scores.with(&[("run", run)]).with(&[("topic", "all")]).number("score");
    assert_eq!(["a", "b", "c"].map(of_system), [1.25 / 3.0, 0.25, 1.75 / 3.0]);
    let on = |run, topic| scores.with(&[("run", run), ("topic", topic)]).number("score");
    let by_topic = |run| ["t1", "t2", "t3"].map(|topic| on(run, topic));
    assert_eq!(["a", "b", "c"].map(by_topic), [[0.5, 0.5, 0.25], [0.375, 0.25, 0.125], [0.25, 0.5, 1.0]]);
    let cells = world.rows("r/cells.parquet").with(&[("runs", "mean-of-each-team"), ("draw", "1")]);
    let tau = cells.with(&[("statistic", "tau"), ("measure", "AP"), ("component", "tau")]).number("value");
    close(tau, 1.0 / 3.0);
}

const TABLES: &str = "\
tables:
  t:
    caption: power of random runs
    where: {runs: \"random(*)\", measure: AP}
    panels: collection
    columns: measure
    rows:
      - {label: random, quantity: power, cell: dp.power, percent: true, decimals: 1}
      - {label: random, quantity: low, cell: dp.power, over: draw, take: {quantile: 0.1}}
      - {label: random, quantity: middle, cell: dp.power, over: draw, take: {quantile: 0.5}}
";

const PAPER: &str = "\
schema: expected/v1
experiment: paper
tables:
  t/printed:
    kind: needs-licensed-data
    then: within-draws
    percent: [power]
    cells: |
      runs | quantity | AP
      one  | power    | 4/6=66.7%
      two  | power    | 99.9%
real-draws:
  - {cells: {table: t, panel: printed}, experiment: small, draws: {table: t, panel: given, row: random, column: AP}, of: 4 of 20 runs}
gate: {fail-on: [not-computed]}
";

/// A cell of a paper is compared with draws of real runs that another experiment computes.
#[test]
fn printed_cells_are_compared_with_draws_of_real_runs() {
    let world = world();
    world.write(FILE, format!("{EXPERIMENT}{TABLES}"));
    world.line("run small").code(GOOD);
    let mut draws = powers(&cells(&world.rows("results/small/cells.parquet")), "random");
    draws.sort_by(f64::total_cmp);
    assert_eq!(draws.len(), 40);
    let table = world.rows("results/small/tables/t.parquet");
    let mean = |quantity: &str| table.with(&[("row_quantity", quantity)]).number("mean");
    // A tenth of the draws are at most `low`, and half are at most `middle`.
    assert_eq!((mean("low"), mean("middle")), (draws[3], draws[19]));
    let paper =
        EXPERIMENT.replace("id: small", "id: paper").replace("    - random: {runs: 4, draws: 40}\n", "");
    let paper =
        format!("{paper}{TABLES}").replace("{runs: \"random(*)\", measure: AP}", "{runs: all, measure: AP}");
    world.write("experiments/paper/experiment.yaml", paper);
    world.write("experiments/paper/expected.yaml", PAPER);
    world.line("run paper").code(GOOD);
    world.line("accept paper").code(GOOD);
    let check = world.line("check paper").code(GOOD);
    // All 40 draws are in the central 99%. The largest draw is below the printed 99.9%.
    let headline = "2 real, drawn (1 inside and 1 outside of the central 99% of draws of real runs)";
    check.prints(headline);
    let json = world.json("results/paper/check.json");
    let ends = [draws[0], draws[39]];
    assert_eq!(json["real-drawn"][0]["central"], serde_json::json!(ends));
    // 4 of 6 pairs are 66.7%.
    let below = draws.iter().filter(|&&p| p < 0.66).count();
    let equal = draws.iter().filter(|&&p| (p - 4.0 / 6.0).abs() < 0.01).count();
    assert!(below > 0 && equal > 0, "{draws:?}");
    let percentile = 100.0 * (below as f64 + equal as f64 / 2.0) / 40.0;
    assert_eq!(json["real-drawn"][0]["percentile"], percentile);
    assert_eq!((&json["real-drawn"][0]["inside"], &json["printed"]["recomputed"]), (&true.into(), &0.into()));
    world.line("report paper").code(GOOD);
    let report = world.read("results/paper/report.md");
    let counts = ends.map(|share| format!("{:.0}", 6.0 * share)).join(" to ");
    has(&report, format!("{counts} of 6"));
    has(&report, "not a reproduction");
    // A mistyped address is an error in the paper's cells, and also in the draws of the other experiment.
    let file = "experiments/paper/expected.yaml";
    let slips = [("panel: printed}", "panel: print}", USAGE), ("row: random", "row: randon", DIFFERENT)];
    let slips = slips.map(|(from, to, code)| case(code, "check paper").edit(file, from, to).printed());
    cases("slips_of_real_draws", &world, slips);
    // There are no draws if the other experiment has no results, or results of an earlier version.
    world.write(FILE, format!("{EXPERIMENT}{TABLES}").replace("seed: 5", "seed: 6"));
    let check = world.line("check paper").code(GOOD);
    assert!(!check.stdout.contains("real, drawn"), "{}", check.stdout);
}

#[test]
fn a_report_with_draws_is_kept_if_their_data_are_gone() {
    let world = world();
    world.write(FILE, format!("{EXPERIMENT}{TABLES}"));
    world.line("run small").code(GOOD);
    // The paper's own numbers need no data.
    let edits = [
        ("id: small", "id: paper"),
        ("[given]", "[tiny-twin]"),
        ("    - random: {runs: 4, draws: 40}\n", ""),
        ("{runs: \"random(*)\", measure: AP}", "{runs: all, measure: AP}"),
    ];
    world.write("experiments/paper/experiment.yaml", edited(&format!("{EXPERIMENT}{TABLES}"), &edits));
    world.write("experiments/paper/expected.yaml", PAPER);
    let without_data = |words: &str| ended(world.command(words.split(' ')).env_remove("REJUDGE_DATA"));
    without_data("run paper").code(GOOD).says("; results in results/paper; ");
    world.line("report paper").code(GOOD);
    let report = world.read("results/paper/report.md");
    assert!(!report.contains("| not computed |"));
    // As long as the draws can be computed, `report` requires their results.
    std::fs::rename(world.path("results/small"), world.path("away")).unwrap();
    world
        .line("report paper")
        .code(BAD_DATA)
        .says("results/paper/report.md shows printed cells next to draws of small, ");
    std::fs::rename(world.path("away"), world.path("results/small")).unwrap();
    without_data("run paper")
        .code(GOOD)
        .says("results/paper shows numbers of the missing data and was not changed.");
    without_data("report paper").code(GOOD);
    assert_eq!(world.read("results/paper/report.md"), report);
    has(&world.read("target/results/paper/report.md"), "| not computed |");
}

#[test]
fn impossible_numbers_of_draws_are_refused() {
    let world = world();
    world.write(FILE, format!("{EXPERIMENT}{TABLES}"));
    let edits = [
        ("quantile: 0.1", "quantile: 1.1"),
        ("over: draw, take: {quantile: 0.1}", "take: {quantile: 0.1}"),
        ("columns: measure", "columns: draw"),
    ];
    cases("numbers_of_draws", &world, edits.map(|(from, to)| case(USAGE, "plan small").edit(FILE, from, to)));
}

#[test]
fn every_verb_reports_missing_data() {
    let world = world();
    world.write(FILE, format!("{EXPERIMENT}{TABLES}"));
    world.write(EXPECTED_FILE, EXPECTED);
    // No cell can be computed. This is shown even with `--quiet`. Among other experiments it is one line, and not a failure.
    let lines = [
        (BAD_DATA, "run"),
        (BAD_DATA, "run --quiet"),
        (GOOD, "run --if-available"),
        (BAD_DATA, "report"),
        (NOTHING_CHECKED, "check"),
        (NOTHING_CHECKED, "check --github"),
        (NOTHING_CHECKED, "check --all"),
    ];
    let absent = |(code, verb): (i32, &str)| {
        let of = if verb.ends_with("--all") { "" } else { " small" };
        case(code, format!("{verb}{of} --results r2")).without_data().printed()
    };
    cases("experiments_without_data", &world, lines.map(absent));
}

const CLAIMS: &str = "\
claims:
  of-random-runs:
    claim: some pairs of random runs differ
    where: {runs: \"random(*)\", measure: AP}
    holds: {at-least: {left: {of: dp}, right: {of: dp}}}
  of-all-runs:
    claim: some pairs of all runs differ
    where: {runs: all, measure: AP}
    holds: {at-least: {left: {of: dp}, right: {of: dp}}}
  random-beside-all:
    claim: random runs hold more pairs that differ than all runs
    where: {measure: AP}
    holds: {at-least: {left: {of: dp, runs: \"random(*)\"}, right: {of: dp, runs: all}}}
";

/// A claim is evaluated in each draw of its runs. A number with one draw is combined with each draw.
#[test]
fn claims_have_the_draws_of_their_runs() {
    let world = world();
    world.write(FILE, format!("{EXPERIMENT}{TABLES}{CLAIMS}"));
    world.write(EXPECTED_FILE, EXPECTED);
    world.line("run small --results r").code(GOOD);
    world.line("check small --results r");
    let json = world.json("r/check.json");
    let held = |at: usize| json["claims"][at]["holds"].as_str().unwrap().to_owned();
    // With a single choice of runs, a share of choices would say nothing.
    assert_eq!([held(0), held(1)], ["holds 40/40", "holds"]);
    let found = cells(&world.rows("r/cells.parquet"));
    let (all, random) = (powers(&found, "all"), powers(&found, "random"));
    assert_eq!((all.len(), random.len()), (1, 40));
    let at_least = random.iter().filter(|&&power| power >= all[0]).count();
    assert!(at_least > 0 && at_least < 40, "all draws are on one side of {all:?}: {random:?}");
    let verdict = match at_least {
        36.. => "holds",
        ..=4 => "fails",
        _ => "undecided",
    };
    assert_eq!(held(2), format!("{verdict} {at_least}/40"));
    // The report says what is random, and has separate counts for runs with their own number of draws.
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report.md");
    let head = "seed 5, 1 draw of bootstrap samples of the topics, 40 of random(runs=4).\n";
    assert!(report.contains(head), "{report}");
    let means = "Means over the draws of random runs and bootstrap samples of the topics ± their standard deviation (none if all draws are equal).";
    assert!(report.contains(means), "{report}");
}
