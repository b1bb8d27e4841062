//! How far can judgments be cut? By random samples of them, relevant and nonrelevant ones apart (Bompada et
//! al., SIGIR 2007, section 4.1).

use super::super::cards::{Card, Finding, Question, pictures};
use super::ground::{ENOUGH_RUNS, Ground};
use super::{AGREE, Answer, AnswerTable, listed};
use rejudge_eval::plural::counted;

/// A share that differs by more than this from the rate that it was asked for is told.
const OFF: f64 = 0.1;

const QUESTION: Question = Question::Cut;

pub(super) fn answer(ground: &Ground<'_>) -> Answer {
    let numbers = ground.numbers;
    let (measures, draws, kept) = (numbers.measures(), numbers.draws(), numbers.kept());
    let table = Some(table(&kept));
    let few = || {
        (ground.runs < ENOUGH_RUNS).then(|| {
            format!(
                "the rankings of {} on samples differ too much to tell a rate",
                counted(ground.runs, "run")
            )
        })
    };
    if let Some(why) = ground.without_ranking(0).or_else(few) {
        let answer = Answer::cannot(QUESTION, &why, &["kept"]);
        return Answer { table, ..answer };
    }
    let shown = &["kept", "rate", "rate-tau-ap", "rates"];
    let share = |rate: f64| {
        let found = kept.iter().find(|(at, _)| *at == rate);
        found.map_or_else(String::new, |(_, share)| format!(" (which leaves {:.1}%)", 100.0 * share))
    };
    let line = |at: usize| {
        let name = measures[at];
        if let Some(why) = ground.without_ranking(at) {
            return format!("{name}: cannot be said, {why}");
        }
        let curve = numbers.curve("tau", "rate", at);
        let from = curve.knee(1.0, AGREE, 0.0);
        let (low, high) = curve.knees(1.0, AGREE);
        let by_sample =
            if draws == 1 { String::new() } else { format!("; sample by sample {}", range(low, high)) };
        let rate =
            if from < 1.0 { format!("rate {from}{}", share(from)) } else { "no rate below 1".to_owned() };
        format!("{name}: {rate}{by_sample}")
    };
    let curve = numbers.curve("tau", "rate", 0);
    if curve.is_empty() {
        return Answer::cannot(QUESTION, "the rankings by samples could not be computed", &[]);
    }
    let from = curve.knee(1.0, AGREE, 0.0);
    let opening = format!("By {}: {}", ground.main(), ground.tentatively());
    let over = match draws {
        1 => "tau-b of the one sample".to_owned(),
        draws => format!("the mean tau-b over {draws} samples"),
    };
    let with_all = "with the ranking by all these judgments";
    let (low, high) = curve.knees(1.0, AGREE);
    let short = if from < 1.0 {
        let noise = match draws {
            1 => " One sample does not tell its own noise.".to_owned(),
            _ => format!(
                " Sample by sample it is {}; other samples may say a step more or less.",
                range(low, high)
            ),
        };
        format!(
            "{opening}to a random sample at a rate of {from} on average{}. From that rate on {over} {with_all} is above {AGREE}.{noise}",
            share(from)
        )
    } else {
        format!("{opening}not at all. At no rate to 0.9 is {over} {with_all} above {AGREE}.")
    };
    let short = short + &by_others(ground, from);
    let figures = (0..measures.len()).map(line).chain(off(&kept)).collect();
    let finding = finding(measures[0], draws, (from, low, high), &kept, &curve.mean(0.0));
    // Where judgments are withheld every measure is told of.
    let all: Vec<usize> = (0..measures.len()).collect();
    let at = Some(from).filter(|from| *from < 1.0);
    let picture = pictures::curves(&numbers, "rate", "sampling rate", &all, at);
    let card = Card::new(finding, ground.is_thin(), Some(picture));
    Answer { question: QUESTION, card: Some(card), short, figures, table, shown }
}

/// The verdict with its numbers: the rate from which on samples agree on average, and from sample to sample.
fn finding(
    measure: &str,
    draws: u32,
    (rate, low, high): (f64, f64, f64),
    kept: &[(f64, f64)],
    curve: &[(f64, f64)],
) -> Finding {
    let measure = measure.to_owned();
    if rate >= 1.0 {
        let tau = curve.last().map_or_else(String::new, |(_, tau)| format!("{tau:.3}"));
        return Finding::Uncut { tau, measure };
    }
    let left = kept.iter().find(|(at, _)| *at == rate).map_or(rate, |(_, share)| *share);
    let left = format!("{:.1}%", 100.0 * left);
    if high >= 1.0 {
        return Finding::CutAtTimes { rate, left, measure };
    }
    Finding::Cut { rate, left, low, high, draws, measure }
}

/// Rates from sample to sample; at a rate of 1 nothing is cut.
fn range(low: f64, high: f64) -> String {
    match (low < high, high < 1.0) {
        (false, true) => format!("{low}"),
        (false, false) => "not at all".to_owned(),
        (true, true) => format!("{low} to {high}"),
        (true, false) => format!("from {low} to not at all"),
    }
}

/// The measure that needs least, where it is another one, as a sentence with a blank before it.
fn by_others(ground: &Ground<'_>, from: f64) -> String {
    let numbers = ground.numbers;
    let rates = (1..numbers.measures().len()).filter(|&at| ground.without_ranking(at).is_none());
    // The least of a dozen noisy means is below what another draw would show: each sample must agree.
    let in_every_sample = |at: usize| numbers.curve("tau", "rate", at).knees(1.0, AGREE).1;
    let rates: Vec<(f64, &str)> = rates.map(|at| (in_every_sample(at), numbers.measures()[at])).collect();
    let least = rates.iter().map(|(rate, _)| *rate).fold(from, f64::min);
    if least >= from || numbers.draws() == 1 {
        return String::new();
    }
    let those = rates.iter().filter(|(rate, _)| *rate == least).map(|(_, name)| (*name).to_owned());
    format!(
        " By {} a rate of {least} is enough in each of these {} samples.",
        listed(&those.collect::<Vec<_>>()),
        numbers.draws()
    )
}

/// Rates that are not what they say, since some documents always stay.
fn off(kept: &[(f64, f64)]) -> Option<String> {
    let worst: Vec<String> = kept
        .iter()
        .filter(|(rate, share)| (share - rate).abs() > OFF * rate)
        .map(|(rate, share)| format!("{rate} leaves {:.1}%", 100.0 * share))
        .collect();
    (!worst.is_empty()).then(|| format!(
        "Some rates leave another share, since 1 relevant and 10 nonrelevant documents of each topic always stay and counts are \
         rounded down: {}.",
        worst.join(", ")
    ))
}

/// What the rates leave.
fn table(kept: &[(f64, f64)]) -> AnswerTable {
    let row = |(rate, share): &(f64, f64)| vec![format!("{rate}"), format!("{:.1}%", 100.0 * share)];
    AnswerTable {
        caption: "The share of the judged documents that a rate leaves, on average".to_owned(),
        header: vec!["rate", "left"],
        rows: kept.iter().map(row).collect(),
    }
}
