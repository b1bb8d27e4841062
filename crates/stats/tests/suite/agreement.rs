//! Agreement of two judges: properties, and the printed tables of a benchmark of real judges.

#![expect(clippy::unwrap_used, reason = "tests say what must be by unwrapping it")]

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use rejudge_stats::{Agreement, Coincidences, Distance, Weights};

fn alpha(agreement: &Agreement, distance: Distance) -> Option<f64> {
    Coincidences::from(agreement).alpha(distance)
}

/// Returns a judge's label of an item, which may be missing.
fn some() -> impl Strategy<Value = Option<u8>> {
    prop::option::weighted(0.7, 0_u8..5)
}

proptest! {
    /// An item that one or both judges did not label changes only the number of items that are left out.
    #[test]
    fn missing_labels_are_left_out(labels in prop::collection::vec((some(), some()), 0..60)) {
        let (one, other): (Vec<_>, Vec<_>) = labels.iter().copied().unzip();
        let by_both: Vec<(u8, u8)> = labels.iter().filter_map(|&(one, other)| one.zip(other)).collect();
        let (both_one, both_other): (Vec<u8>, Vec<u8>) = by_both.into_iter().unzip();
        let (found, whole) = (Agreement::new(&one, &other), Agreement::new(&both_one, &both_other));
        prop_assert_eq!(found.items() + found.left_out(), labels.len() as u64);
        prop_assert_eq!(whole.left_out(), 0);
        prop_assert_eq!((found.items(), found.levels()), (whole.items(), whole.levels()));
        prop_assert_eq!(found.cut(2).left_out(), found.left_out());
        prop_assert_eq!((found.kappa(), found.observed()), (whole.kappa(), whole.observed()));
        for weights in [Weights::Linear, Weights::Quadratic] {
            prop_assert_eq!(found.weighted_kappa(weights), whole.weighted_kappa(weights));
        }
    }
}

#[test]
fn kappa_without_items_or_with_one_level() {
    for agreement in
        [Agreement::default(), Agreement::new::<u8, u8>(&[], &[]), Agreement::new(&[None], &[1_u8])]
    {
        assert_eq!((agreement.levels(), agreement.items(), agreement.cut(1).items()), (0, 0, 0));
        assert_eq!([agreement.observed(), agreement.kappa(), agreement.cut(1).kappa()], [None; 3]);
        assert_eq!(alpha(&agreement, Distance::Ordinal), None);
    }
    // Both judges gave the same level to all items. They agree, but they would also agree at random.
    let constant = Agreement::new(&[2_u8, 2], &[2_u8, 2]);
    assert_eq!((constant.observed(), constant.kappa()), (Some(1.0), None));
    assert_eq!(constant.weighted_kappa(Weights::Linear), None);
    // One judge always gives level 2, which agrees no better than at random.
    assert_eq!(Agreement::new(&[2_u8, 2], &[2_u8, 1]).kappa(), Some(0.0));
}

/// Reads the labels of a file, by topic and document.
fn labels(path: &Path) -> BTreeMap<(String, String), u8> {
    let text = std::fs::read_to_string(path).unwrap();
    let line = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        ((fields[0].to_owned(), fields[2].to_owned()), fields[3].parse().unwrap())
    };
    text.lines().map(line).collect()
}

/// Checks the 466 numbers of Tables 3 to 6 of Rahmani et al., Judging the Judges, arXiv 2502.13908, that do
/// not depend on runs, for the 33 judges with public labels. Tables 3 to 5 read the three labels above 3 as
/// 3; Table 6 leaves them out.
#[test]
fn the_printed_tables_of_llmjudge() {
    let Some(data) = std::env::var_os("REJUDGE_DATA").map(|data| PathBuf::from(data).join("llmjudge_2024"))
    else {
        // We write to stderr directly, because the test harness would capture `eprintln!`. CI counts such lines, and
        // runs the skipped tests with the data.
        let test = std::thread::current().name().unwrap_or_default().to_owned();
        let message = format!("SKIPPED: {test}: REJUDGE_DATA is not set, so llmjudge_2024 cannot be read");
        let _ = writeln!(std::io::stderr(), "{message}");
        return;
    };
    let human = labels(&data.join("qrels.txt"));
    let levels = |labels: &BTreeMap<(String, String), u8>| -> Vec<u8> {
        human.keys().map(|pair| labels[pair]).collect()
    };
    let reading_3 = |labels: &[u8]| -> Vec<u8> { labels.iter().map(|&level| level.min(3)).collect() };
    let people = levels(&human);
    let printed = std::fs::read_to_string(data.join("printed.tsv")).unwrap();
    let (mut equal, mut off) = (0, Vec::new());
    for line in printed.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [table, judge, column, value] = fields[..4] else { panic!("{line}") };
        if ["tau", "rho"].contains(&column) {
            continue;
        }
        let given = if judge == "human" {
            people.clone()
        } else {
            levels(&labels(&data.join("judges").join(format!("{judge}.txt"))))
        };
        let all = Agreement::new(&people, &reading_3(&given));
        let cut = match column {
            "0|123" => all.cut(1),
            "01|23" => all.cut(2),
            "012|3" => all.cut(3),
            _ => all,
        };
        let computed = match (table, column) {
            ("3", "kappa") | ("4", _) => cut.kappa().unwrap(),
            ("3", "alpha") | ("5", _) => alpha(&cut, Distance::Ordinal).unwrap(),
            ("6", level) => {
                let level: u8 = level.parse().unwrap();
                given.iter().filter(|&&other| other == level).count() as f64
            }
            _ => panic!("{line}"),
        };
        let decimals = if table == "6" { 0 } else { 4 };
        let printed: f64 = value.parse().unwrap();
        if format!("{computed:.decimals$}") == format!("{printed:.decimals$}") {
            equal += 1;
        } else {
            off.push(format!("{line}: {computed}"));
        }
    }
    assert_eq!((equal, &off[..]), (466, &[][..]));
}
