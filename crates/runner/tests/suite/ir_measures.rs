//! `rejudge eval` against the values that cwl_eval, gdeval and Compatibility print for small files.

use std::collections::BTreeMap;

use crate::world::{GOOD, World, real_data, say};

/// Compares at the printed digits; `ours` returns the name of the measure here.
fn agrees(file: &str, count: usize, more: &[&str], ours: impl Fn(&str) -> String) {
    let Some(folder) = real_data("fixtures").map(|folder| folder.join("ir_measures")) else { return };
    let all = std::fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let row = |line| -> [&str; 4] { str::split(line, '\t').collect::<Vec<_>>().try_into().expect(line) };
    let rows: Vec<_> = all.lines().skip(1).map(row).filter(|[from, ..]| *from == file).collect();
    let world = World::new();
    let mut command = world.command(["eval", "--quiet", "-q"]);
    command.arg(folder.join(format!("{file}.qrels"))).arg(folder.join(format!("{file}.run"))).args(more);
    for [_, measure, ..] in &rows {
        command.args(["-m", &ours(measure)]);
    }
    let stdout = crate::world::ended(&mut command).code(GOOD).stdout;
    let found: BTreeMap<(String, String), f64> = stdout
        .lines()
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            ((cells[2].to_owned(), cells[1].to_owned()), cells[3].parse().unwrap())
        })
        .collect();
    for [_, measure, topic, printed] in &rows {
        let name: rejudge_metrics::Metric = ours(measure).parse().unwrap();
        let value = found[&(name.to_string(), (*topic).to_owned())];
        let digits = printed.split_once('.').unwrap().1.len();
        if digits < 10 {
            assert_eq!(format!("{value:.digits$}"), *printed, "{file} {measure} {topic}");
        } else {
            assert!(
                (value - printed.parse::<f64>().unwrap()).abs() <= 1e-15,
                "{file} {measure} {topic}: {value}"
            );
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
