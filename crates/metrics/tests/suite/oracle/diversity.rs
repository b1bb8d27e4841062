//! Compares scores with ndeval, through pyndeval 0.0.8, and with the equations of the survey of NTCIR,
//! written in Python. `diversity.py` wrote two tables for each topic to `diversity.txt`. The first table
//! has ndeval's measures with equal probabilities of the intents. The second table has measures with unequal
//! probabilities, which `weights='ndeval'` ignores.

use rejudge_metrics::{Gains, Intent};

use crate::intents::IntentCase;

/// Returns the words of a line after its keyword.
fn parts<'a>(line: &'a str, keyword: &str) -> Vec<&'a str> {
    let mut words = line.split(' ');
    assert_eq!(words.next(), Some(keyword), "{line}");
    words.collect()
}

/// Reads a table: a topic with a ranking, and the expected scores.
fn read(table: &str) -> (IntentCase, Vec<(&str, f64)>) {
    let lines: Vec<&str> = table.lines().collect();
    let [probabilities, kinds, judged, ranking, expected] = lines[..] else { panic!("{table}") };
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let kinds = parts(kinds, "kinds");
    let intents = parts(probabilities, "probabilities").into_iter().zip(kinds);
    let intents = intents.map(|(p, kind)| Intent { probability: number(p), navigational: kind == "nav" });
    let judged: Vec<(&str, &str)> =
        parts(judged, "judged").into_iter().map(|entry| entry.split_once(':').expect("id:levels")).collect();
    let digit = |c: char| c.to_digit(10).expect("a level") as u8;
    let mut sorted: Vec<&str> = judged.iter().map(|(id, _)| *id).collect();
    sorted.sort_unstable();
    let place = |id: &str| sorted.binary_search(&id).expect("judged") as u32;
    let row = |id: &str| judged.iter().position(|(known, _)| *known == id).map(|row| row as u32);
    let intents: Vec<Intent> = intents.collect();
    let case = IntentCase {
        // Equal probabilities mark the tables of ndeval, which has no probabilities.
        assumed: intents.iter().all(|intent| intent.probability == intents[0].probability),
        intents,
        rows: judged.iter().map(|(_, levels)| levels.chars().map(digit).collect()).collect(),
        factors: Vec::new(),
        id_order: judged.iter().map(|(id, _)| place(id)).collect(),
        ranking: parts(ranking, "ranking").into_iter().map(row).collect(),
    };
    let expected = parts(expected, "expected").into_iter().map(|pair| pair.rsplit_once('=').expect("="));
    (case, expected.map(|(name, value)| (name, number(value))).collect())
}

#[test]
fn ndeval_and_the_survey_agree() {
    let mut compared = 0;
    for table in include_str!("diversity.txt").trim_end().split("\n\n") {
        let (case, expected) = read(table);
        let names: Vec<&str> = expected.iter().map(|(name, _)| *name).collect();
        let scores = case.scores(&names, &Gains::linear(2), 1000);
        for ((name, value), score) in expected.into_iter().zip(scores) {
            // If no document is relevant, ndeval returns 0 and we return `None`.
            let close = score.map_or(value == 0.0, |score| (score - value).abs() < 1e-13);
            assert!(close, "{name}: {score:?}, not {value}\n{table}");
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}
