//! How far can judgments be cut? By random samples of them, relevant and nonrelevant ones apart (Bompada et
//! al., SIGIR 2007, section 4.1).
//!
//! Who cuts judgments draws one sample, and does not choose which, nor does who ranks runs by them choose the
//! measure. So the verdict goes by the worst sample and by all measures, not by the mean of one.

use super::super::cards::{Card, Finding, Question, pictures};
use super::ground::{ENOUGH_RUNS, Ground};
use super::{AGREE, Answer, AnswerTable, listed};
use rejudge_eval::plural::counted;

/// A share that differs by more than this from the rate that it was asked for is told.
const OFF: f64 = 0.1;

const QUESTION: Question = Question::Cut;

/// From which rate on samples rank the runs as all judgments do, by one measure; 1 where they do at none.
struct Sampled<'a> {
    measure: &'a str,
    /// By the mean of the samples.
    mean: f64,
    /// By the best and by the worst sample.
    best: f64,
    worst: f64,
}

impl Sampled<'_> {
    fn holds(&self) -> bool {
        self.worst < 1.0
    }
}

/// What all measures say of the samples.
struct Cut<'a> {
    ground: &'a Ground<'a>,
    /// The measures by which all judgments rank the runs, the main one first.
    by: Vec<Sampled<'a>>,
    /// What the rates leave.
    kept: Vec<(f64, f64)>,
    /// The highest rate.
    most: f64,
}

pub(super) fn answer(ground: &Ground<'_>) -> Answer {
    let kept = ground.numbers.kept();
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
    if ground.numbers.curve("tau", "rate", 0).is_empty() {
        return Answer::cannot(QUESTION, "the rankings by samples could not be computed", &[]);
    }
    let cut = Cut::new(ground, kept);
    let finding = cut.finding();
    let rate = match finding {
        Finding::Cut { rate, .. } | Finding::CutInPart { rate, .. } => Some(rate),
        _ => None,
    };
    // Where judgments are withheld every measure is told of.
    let all: Vec<usize> = (0..ground.numbers.measures().len()).collect();
    let figures = all.iter().map(|&at| cut.line(at)).chain(off(&cut.kept)).collect();
    let picture = pictures::curves(&ground.numbers, "rate", "sampling rate", &all, rate);
    let card = Card::new(finding, ground.is_thin(), Some(picture));
    let shown = &["kept", "rate", "rate-tau-ap", "rates"];
    Answer { question: QUESTION, card: Some(card), short: cut.in_words(), figures, table, shown }
}

impl<'a> Cut<'a> {
    fn new(ground: &'a Ground<'_>, kept: Vec<(f64, f64)>) -> Self {
        let measures = ground.numbers.measures();
        let sampled = |at: usize| {
            let curve = ground.numbers.curve("tau", "rate", at);
            let (best, worst) = curve.knees(1.0, AGREE);
            Sampled { measure: measures[at], mean: curve.knee(1.0, AGREE, 0.0), best, worst }
        };
        let ranks = |at: &usize| ground.without_ranking(*at).is_none();
        let by = (0..measures.len()).filter(ranks).map(sampled).collect();
        let most = kept.iter().map(|(rate, _)| *rate).fold(0.0, f64::max);
        Self { ground, by, kept, most }
    }

    /// The verdict with its numbers, by the worst sample and by all measures.
    fn finding(&self) -> Finding {
        let names = |holds: bool| {
            let of = self.by.iter().filter(|sampled| sampled.holds() == holds);
            of.map(|sampled| sampled.measure.to_owned()).collect::<Vec<_>>()
        };
        let (holds, fails) = (names(true), names(false));
        let by = |names: &[String]| match names {
            [one] => one.clone(),
            several => format!("each of {} measures", several.len()),
        };
        // One sample for all measures: that rate at which the last of them agrees.
        let worst = self.by.iter().filter(|sampled| sampled.holds()).map(|sampled| sampled.worst);
        let rate = worst.fold(0.0, f64::max);
        let (left, samples, most) = (self.left(rate), self.samples(), self.most);
        match (holds.is_empty(), fails.is_empty()) {
            (false, true) => Finding::Cut { rate, left, by: by(&holds), samples },
            (false, false) => {
                Finding::CutInPart { rate, left, holds: listed(&holds), fails: listed(&fails), samples, most }
            }
            (true, _) => {
                let curve = self.ground.numbers.curve("tau", "rate", 0).least();
                let tau = curve.last().map_or_else(String::new, |(_, tau)| format!("{tau:.3}"));
                Finding::Uncut { tau, by: by(&fails), measure: self.by[0].measure.to_owned(), most }
            }
        }
    }

    /// The same with every reserve: the main measure first, then all.
    fn in_words(&self) -> String {
        let opening = format!("By {}: {}", self.ground.main(), self.ground.tentatively());
        let main = &self.by[0];
        let (draws, samples) = (self.ground.numbers.draws(), self.samples());
        let over = match draws {
            1 => "tau-b of the one sample".to_owned(),
            _ => format!("tau-b of {samples}"),
        };
        let with_all = format!("with the ranking by all these judgments is above {AGREE}");
        let own = match main.holds() {
            true => format!(
                "to a random sample at a rate of {}{}. From that rate on {over} {with_all}.",
                main.worst,
                self.leaves(main.worst)
            ),
            false => {
                format!("not at all. There is no rate to {} from which on {over} {with_all}.", self.most)
            }
        };
        let noise = match draws {
            1 => " One sample does not tell its own noise.".to_owned(),
            _ => format!(
                " Sample by sample it is {}, by the mean of the samples {}; other samples may say a step more or less.",
                range(main.best, main.worst),
                one(main.mean)
            ),
        };
        format!("{opening}{own}{noise}{}", self.by_others())
    }

    /// What the other measures need, as sentences with a blank before each.
    fn by_others(&self) -> String {
        let [main, others @ ..] = &self.by[..] else { return String::new() };
        if others.is_empty() {
            return String::new();
        }
        let samples = self.samples();
        let names = |of: &dyn Fn(&Sampled<'_>) -> bool| {
            let found = self.by.iter().filter(|sampled| of(sampled));
            found.map(|sampled| sampled.measure.to_owned()).collect::<Vec<_>>()
        };
        let mut out = String::new();
        let worst = self.by.iter().filter(|sampled| sampled.holds());
        if let Some(most) = worst.max_by(|a, b| a.worst.total_cmp(&b.worst)) {
            let needs = names(&|sampled| sampled.worst == most.worst);
            out += &format!(
                " Of the {} by which samples agree most is needed by {}: a rate of {} in {samples}.",
                counted(self.by.iter().filter(|sampled| sampled.holds()).count(), "measure"),
                listed(&needs),
                most.worst
            );
        }
        let fails = names(&|sampled| !sampled.holds());
        if !fails.is_empty() {
            out += &format!(
                " By {} a sample at a rate of {} {} the runs otherwise.",
                listed(&fails),
                self.most,
                if self.ground.numbers.draws() == 1 { "ranks" } else { "may rank" }
            );
        }
        let least = others.iter().map(|sampled| sampled.worst).fold(main.worst, f64::min);
        if least < main.worst && self.ground.numbers.draws() > 1 {
            out += &format!(
                " By {} a rate of {least} is enough in {samples}.",
                listed(&names(&|sampled| sampled.worst == least))
            );
        }
        out
    }

    /// What is told of a measure.
    fn line(&self, at: usize) -> String {
        let name = self.ground.numbers.measures()[at];
        if let Some(why) = self.ground.without_ranking(at) {
            return format!("{name}: cannot be said, {why}");
        }
        let Some(sampled) = self.by.iter().find(|sampled| sampled.measure == name) else {
            return String::new();
        };
        let rate = match sampled.holds() {
            true => format!("from rate {}{} on", sampled.worst, self.leaves(sampled.worst)),
            false => format!("from no rate to {} on", self.most),
        };
        match self.ground.numbers.draws() {
            1 => format!("{name}: {rate}"),
            _ => format!(
                "{name}: {rate} in {}; sample by sample {}, by their mean {}",
                self.samples(),
                range(sampled.best, sampled.worst),
                one(sampled.mean)
            ),
        }
    }

    fn samples(&self) -> String {
        match self.ground.numbers.draws() {
            1 => "the one sample that was drawn".to_owned(),
            draws => format!("each of {}", counted(draws as usize, "sample")),
        }
    }

    /// The share of the judged documents that a rate leaves.
    fn left(&self, rate: f64) -> String {
        let left = self.kept.iter().find(|(at, _)| *at == rate).map_or(rate, |(_, share)| *share);
        format!("{:.1}%", 100.0 * left)
    }

    fn leaves(&self, rate: f64) -> String {
        format!(" (which leaves {})", self.left(rate))
    }
}

/// A rate; at a rate of 1 nothing is cut.
fn one(rate: f64) -> String {
    if rate < 1.0 { format!("{rate}") } else { "not at all".to_owned() }
}

/// Rates from sample to sample.
fn range(low: f64, high: f64) -> String {
    match (low < high, high < 1.0) {
        (false, _) => one(low),
        (true, true) => format!("{low} to {high}"),
        (true, false) => format!("from {low} to not at all"),
    }
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
