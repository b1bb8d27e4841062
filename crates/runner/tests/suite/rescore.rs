//! `rejudge rescore`: rankings after judgments are taken away.

use std::collections::BTreeMap;

use crate::cases::{Page, case, cases, lines};
use crate::world::{BAD_DATA, GOOD, TINY, USAGE, World, changed, close};

const FILES: &str = "data/tiny/qrels.txt data/tiny/runs --teams data/tiny/teams.tsv";
/// The files without the table of teams, for manipulations that are not about teams.
const WITHOUT_TEAMS: &str = "data/tiny/qrels.txt data/tiny/runs";
/// The runs of the larger world: the name, the step between the numbers of neighbouring documents, and the team.
const RUNS: [(&str, u32, &str); 5] =
    [("alpha", 3, "A"), ("alpha2", 7, "A"), ("beta", 9, "B"), ("gamma", 11, "C"), ("delta", 13, "D")];

/// Returns a world whose collection `tiny` has three topics with forty documents each.
fn world() -> World {
    let world = World::with_files();
    let level = |topic: u32, doc: u32| (doc * doc + topic) % 7 % 3;
    let judgments = |topic| (0..40).map(move |doc| format!("{topic} 0 d{doc:02} {}\n", level(topic, doc)));
    world.write("data/tiny/qrels.txt", (1..4).flat_map(judgments).collect::<String>());
    let mut teams = String::new();
    for (run, step, team) in RUNS {
        let ranking = |topic| (topic, (0..25).map(move |at| format!("d{:02}", (at * step + topic) % 40)));
        world.run(&format!("data/tiny/runs/{run}.txt"), run, (1..4).map(ranking));
        teams += &format!("{run}\t{team}\n");
    }
    world.write("data/tiny/teams.tsv", teams);
    world
}

/// Returns the rows of a csv table, each by column.
fn rows(csv: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

/// Returns Kendall's tau-b by its definition: the sum over pairs of the product of signs, divided by the root of
/// the products of the numbers of pairs that are not tied.
fn tau_b(x: &[f64], y: &[f64]) -> f64 {
    let sign = |a: f64, b: f64| if (a - b).abs() < 1e-12 { 0.0 } else { (a - b).signum() };
    let (mut sum, mut untied_x, mut untied_y) = (0.0, 0.0, 0.0);
    for i in 0..x.len() {
        for j in 0..i {
            let (a, b) = (sign(x[i], x[j]), sign(y[i], y[j]));
            sum += a * b;
            untied_x += a * a;
            untied_y += b * b;
        }
    }
    sum / f64::sqrt(untied_x * untied_y)
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Returns each run's mean score, sorted by name.
fn scores(world: &World, qrels: &str, measure: &str) -> Vec<f64> {
    let eval = ["eval", qrels, "data/tiny/runs", "--quiet", "-c", "-m", measure];
    let output = world.rejudge(eval).code(GOOD);
    let by_run: BTreeMap<&str, f64> =
        output.cells().iter().map(|row| (row[0], row[3].parse().expect("a score"))).collect();
    by_run.into_values().collect()
}

/// `rejudge pool` writes the same judgments, `eval` scores them, and tau is computed by its definition. Draw n of
/// `rescore` is `pool --draw n`.
#[test]
fn tau_is_that_of_written_judgments() {
    let world = world();
    let output = world
        .line(&format!(
            "rescore {WITHOUT_TEAMS} --depth 9,2 --rate .1,0.5 --draws 3 --seed 5 -m AP -m nDCG@10 --quiet --format csv"
        ))
        .code(GOOD);
    let rows = rows(&output.stdout);
    assert_eq!(rows.len(), 8);
    for row in &rows {
        let (set, measure) = (&row["judgments"], &row["measure"]);
        let before = scores(&world, "data/tiny/qrels.txt", measure);
        let options: Vec<String> = if set.starts_with("sample") {
            (1..4).map(|draw| format!("--seed 5 --draw {draw}")).collect()
        } else {
            vec!["--runs data/tiny/runs".to_owned()]
        };
        let (mut taus, mut kept, mut changes) = (Vec::new(), Vec::new(), Vec::new());
        for options in &options {
            world.line(&format!("pool data/tiny/qrels.txt {set} {options} --quiet -o few.qrels")).code(GOOD);
            let judged = world.read("few.qrels").lines().filter(|line| !line.ends_with(" -1")).count();
            kept.push(judged as f64 / 120.0);
            let after = scores(&world, "few.qrels", measure);
            let relative: Vec<f64> =
                before.iter().zip(&after).map(|(before, after)| (after - before) / before).collect();
            changes.push(mean(&relative));
            taus.push(tau_b(&before, &after));
        }
        let number =
            |column: &str| row[column].parse::<f64>().unwrap_or_else(|_| panic!("{column}: {row:?}"));
        close(number("tau-b"), mean(&taus));
        close(number("kept"), mean(&kept));
        close(number("change"), mean(&changes));
        if let [_, _, _] = taus[..] {
            let squares: f64 = taus.iter().map(|tau| (tau - mean(&taus)).powi(2)).sum();
            close(number("tau-b-sd"), (squares / 2.0).sqrt());
        } else {
            assert_eq!(row["tau-b-sd"], "", "{row:?}");
        }
        let counts = ["runs", "topics", "draws"].map(|column| row[column].as_str());
        assert_eq!(counts, ["5", "3", if options.len() == 3 { "3" } else { "1" }]);
    }
}

/// An experiment with the same seed and number of draws has the same taus and changes. Each run of a team changes
/// as in `run-changes`.
#[test]
fn experiments_compute_the_same() {
    let world = world();
    world.write("collections/tiny.yaml", changed(TINY, "pool-depth: 3", "pool-depth: 6"));
    let experiment = "\
schema: experiment/v1
id: small
title: Fewer judgments
seed: 5
draws: {open: 4}
evaluation: {max-rank: all}
axes:
  collection: [tiny]
  runs: [all]
  judgments:
    - full
    - pool-depth: {depth: {each: [9, 2]}}
    - sample: {rate: {each: [0.1, 0.5]}}
    - leave-one-team-out: {team: {each: all}}
    - leave-own-team-out
  measure: [AP, \"Q'\"]
statistics:
  tau: {kendall-tau: {versus: full}}
  tau-ap: {tau-ap: {versus: full}}
  runs: {run-changes: {versus: full, of: judgments.team}}
";
    world.write("experiments/small/experiment.yaml", experiment);
    world.line("run small").code(GOOD);
    let cells = world.rows("results/small/cells.parquet");
    let line = "rescore tiny pool-depth(depth=[9,2]) sample(rate=[0.1,0.5]) leave-own-team-out --leave-one-team-out \
                --draws 4 --seed 5 -m AP,Q' --quiet --format csv";
    let rows = rows(&world.line(line).code(GOOD).stdout);
    assert_eq!(rows.len(), 2 * (2 + 2 + 1 + 4));
    for row in &rows {
        let (set, measure) = (row["judgments"].as_str(), row["measure"].as_str());
        let cell_set = set.replace("sample(", "sample(draw=1,");
        let cells = |statistic, component| {
            let wanted = [
                ("statistic", statistic),
                ("component", component),
                ("judgments", cell_set.as_str()),
                ("measure", measure),
            ];
            cells.with(&wanted).numbers("value")
        };
        for (column, statistic) in [("tau-b", "tau"), ("tau-ap-b", "tau-ap")] {
            let values = cells(statistic, "tau");
            assert!(!values.is_empty(), "{statistic} of {cell_set} by {measure}");
            close(row[column].parse().expect("a tau"), mean(&values));
        }
        if set.starts_with("leave-one-team-out") {
            close(row["team-change"].parse().expect("a change"), mean(&cells("runs", "relative")));
            close(row["team-rise"].parse().expect("a rise"), mean(&cells("runs", "rank-rise")));
        }
    }
}

#[test]
fn people_read_tables_and_notes() {
    let world = World::with_files();
    let mut page = Page::default();
    for line in [
        format!("rescore {WITHOUT_TEAMS} --depth 1,3 --format wide"),
        format!("rescore {WITHOUT_TEAMS} --depth 1,3 --digits 2"),
        format!("rescore {FILES} --leave-one-team-out --pool-depth 2 AP --format markdown"),
        format!("rescore {WITHOUT_TEAMS} 'sample(rate=0.1, min-nonrelevant=0)' --draws 4 RR --format wide"),
        format!("rescore {FILES} 'take-one-team(team=C)' --format csv"),
        "rescore tiny leave-own-team-out -m AP --format json".to_owned(),
    ] {
        page.case(&world, case(GOOD, line).printed());
    }
    // Judgments that leave topics without a relevant document, and draws without a tau.
    let samples = "'sample(rate=[0.4,0.5],min-nonrelevant=0,min-relevant=0)'";
    page.case(&world, case(GOOD, format!("rescore {WITHOUT_TEAMS} {samples} --draws 4 P@1")));
    let two_runs = "data/tiny/runs/alpha.txt data/tiny/runs/beta.txt";
    page.case(&world, case(GOOD, format!("rescore data/tiny/qrels.txt {two_runs} --depth 1 AP")));
    page.shown("rescored");
}

#[test]
fn mistakes_are_explained() {
    let world = World::with_files();
    let mut rows = lines(
        USAGE,
        [
            format!("rescore {WITHOUT_TEAMS}"),
            "rescore --depth 5".to_owned(),
            format!("rescore {WITHOUT_TEAMS} --depth 0"),
            format!("rescore {WITHOUT_TEAMS} --depth 5,ten"),
            format!("rescore {WITHOUT_TEAMS} --depth 5,5"),
            format!("rescore {WITHOUT_TEAMS} --rate 10%"),
            format!("rescore {WITHOUT_TEAMS} 'sampel(rate=0.1)'"),
            format!("rescore {WITHOUT_TEAMS} 'sample(rat=0.1)'"),
            format!("rescore {WITHOUT_TEAMS} 'sample(rate=0.1, seed=3)'"),
            format!("rescore {WITHOUT_TEAMS} --leave-one-team-out A -m AP"),
            format!("rescore {WITHOUT_TEAMS} -m AP --team A"),
            format!("rescore {WITHOUT_TEAMS} --drop 20"),
            format!("rescore {WITHOUT_TEAMS} --depth 1 --digits 2 --format csv"),
            format!("rescore {WITHOUT_TEAMS} pool-depth"),
            format!("rescore {WITHOUT_TEAMS} leave-one-team-out"),
            format!("rescore {WITHOUT_TEAMS} 'take-one-team(depth=2)'"),
            format!("rescore {WITHOUT_TEAMS} leave-team-out -m AP"),
            format!("rescore {WITHOUT_TEAMS} pool-dept --rate 0.5"),
            format!("rescore {WITHOUT_TEAMS} depth=5"),
            "rescore data/tiny/qrels.txt data/tiny/runs/betta.txt AP".to_owned(),
            "rescore tiny loto".to_owned(),
            "rescore tiny beta".to_owned(),
            format!("rescore {WITHOUT_TEAMS} 'full(judge=gpt)'"),
            format!("rescore {FILES} 'take-one-team(team=D)'"),
            format!("rescore {FILES} --depth 5"),
            format!("rescore {WITHOUT_TEAMS} --depth 1 --draws 5"),
            format!("rescore {WITHOUT_TEAMS} --depth 1 --seed 5"),
            format!("rescore {WITHOUT_TEAMS} --depth 1 --pool-depth 5"),
            format!("rescore {WITHOUT_TEAMS} --rate 0.5 --draws 0"),
            format!("rescore {WITHOUT_TEAMS} --rate 0.5 --format trec_eval"),
            format!("rescore {WITHOUT_TEAMS} --rate 0.5 -m nDGC"),
            "rescore data/tiny/qrels.txt --depth 1".to_owned(),
            "rescore data/tiny/qrels.txt data/tiny/runs/beta.txt --depth 1".to_owned(),
            "rescore data/tiny/runs data/tiny/qrels.txt --depth 1".to_owned(),
            "rescore tinny --depth 1".to_owned(),
            "pool data/tiny/qrels.txt 'sample(rate=[0.1, 0.2])'".to_owned(),
            format!("rescore {WITHOUT_TEAMS} --depth 1 -o data/tiny/qrels.txt"),
        ],
    );
    rows.extend(lines(
        BAD_DATA,
        [
            format!("rescore {WITHOUT_TEAMS} --depth 1 -m infAP"),
            "rescore data/tiny/qrels.txt data/tiny/runs data/missing.txt --depth 1".to_owned(),
        ],
    ));
    cases("rescore_mistakes", &world, rows);
}

/// The bytes are the same at any number of threads, and the curve of a figure has the values of the table.
#[test]
fn threads_do_not_change_a_byte() {
    let world = world();
    let run = |threads: &str, output: &str| {
        let line = format!(
            "rescore {WITHOUT_TEAMS} --rate 0.1,0.3,0.5 --draws 7 -m AP -m Bpref -m infAP --quiet -o {output}"
        );
        let mut command = world.command(line.split(' '));
        crate::world::ended(command.env("RAYON_NUM_THREADS", threads)).code(GOOD);
        world.read(output)
    };
    for file in ["a.csv", "a.svg"] {
        assert_eq!(run("1", file), run("5", file), "{file}");
    }
    let svg = world.read("a.svg");
    for label in ["AP", "Bpref", "infAP"] {
        assert!(svg.contains(&format!("class=\"curve\" data-label=\"{label}\"")), "{label}");
    }
}
