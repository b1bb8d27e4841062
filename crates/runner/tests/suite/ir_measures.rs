//! `rejudge eval` against the values that cwl_eval, gdeval and Compatibility print for small files.

use std::collections::BTreeMap;

use crate::world::{GOOD, World, real_data, say};

/// A row of the expectations.
struct Expected {
    measure: String,
    topic: String,
    /// The printed text.
    value: String,
}

fn expected(file: &str, all: &str) -> Vec<Expected> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [from, measure, topic, value] = cells[..] else { panic!("{line}") };
        (from == file).then(|| Expected { measure: measure.into(), topic: topic.into(), value: value.into() })
    };
    all.lines().skip(1).filter_map(row).collect()
}

/// Compares at the printed digits; `ours` returns the name of the measure here.
fn agrees(file: &str, count: usize, more: &[&str], ours: impl Fn(&str) -> String) {
    let Some(folder) = real_data("fixtures").map(|folder| folder.join("ir_measures")) else { return };
    let all = std::fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let rows = expected(file, &all);
    let world = World::new();
    let mut command = world.command(["eval", "--quiet", "-q"]);
    command.arg(folder.join(format!("{file}.qrels"))).arg(folder.join(format!("{file}.run"))).args(more);
    for row in &rows {
        command.args(["-m", &ours(&row.measure)]);
    }
    let stdout = crate::world::ended(&mut command).code(GOOD).stdout;
    let found: BTreeMap<(String, String), f64> = stdout
        .lines()
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            ((cells[2].to_owned(), cells[1].to_owned()), cells[3].parse().unwrap())
        })
        .collect();
    for row in &rows {
        let name: rejudge_metrics::Metric = ours(&row.measure).parse().unwrap();
        let value = found[&(name.to_string(), row.topic.clone())];
        let digits = row.value.split_once('.').unwrap().1.len();
        if digits < 10 {
            assert_eq!(format!("{value:.digits$}"), row.value, "{file} {} {}", row.measure, row.topic);
        } else {
            let printed: f64 = row.value.parse().unwrap();
            assert!((value - printed).abs() <= 1e-15, "{file} {} {}: {value}", row.measure, row.topic);
        }
    }
    say(&format!("{file}: {} values equal", rows.len()));
    assert_eq!(rows.len(), count);
}

#[test]
fn cwl_eval() {
    // ir_measures' notation has the cutoff after the parameters.
    agrees("cwl", 54, &[], |name| match name.split_once('@').zip(name.split_once('(')) {
        Some(((family, rest), (_, parameters))) if !family.contains('(') => {
            let cutoff = rest.split('(').next().unwrap();
            format!("{family}({parameters}@{cutoff}")
        }
        _ => name.to_owned(),
    });
}

#[test]
fn compatibility() {
    agrees("compat", 6, &[], str::to_owned);
}

/// gdeval's gain is 2^level - 1 in either measure.
#[test]
fn gdeval() {
    agrees("gdeval", 8, &[], |name| match name.strip_prefix("nDCG@") {
        Some(cutoff) => format!("nDCG(dcg='exp-log2')@{cutoff}"),
        None => name.to_owned(),
    });
}
