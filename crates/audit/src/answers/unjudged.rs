//! Does the ranking hold, whatever is unjudged? By the lowest and the highest scores over all levels that
//! unjudged documents may have which any stored run retrieved (docs/bounds.md).

use rejudge_exec::Subject;
use rejudge_figures::SketchForm;

use super::super::cards::{Card, Finding, Question};
use super::Answer;
use super::ground::Ground;
use rejudge_eval::plural::counted;
use rejudge_spec::NoRelevant;

const QUESTION: Question = Question::Hidden;

/// Most runs in the small picture.
const SHOWN: usize = 9;

/// What the judgments allow by a measure.
struct Allowed {
    /// Its number on the axis.
    at: usize,
    /// Mean width of the bounds of the runs' means.
    width: f64,
    /// The best score less the worst.
    range: f64,
    /// Pairs of runs that are ordered under every filling, shown to flip between two, and neither.
    ordered: f64,
    flips: f64,
    unknown: f64,
}

impl Allowed {
    fn of(ground: &Ground<'_>, at: usize) -> Option<Self> {
        let of = |component: &str| ground.numbers.full("bounds", component, at);
        let scores = ground.numbers.scores(at);
        let [low, high] = [f64::min, f64::max].map(|of| scores.iter().copied().reduce(of));
        Some(Self {
            at,
            width: of("width")?,
            range: high? - low?,
            ordered: of("ordered")?,
            flips: of("flips")?,
            unknown: of("unknown")?,
        })
    }

    fn pairs(&self) -> f64 {
        self.ordered + self.flips + self.unknown
    }

    fn share(&self) -> f64 {
        self.ordered / self.pairs()
    }

    /// Whether the bounds are wider than the best run is above the worst.
    fn say_nothing(&self) -> bool {
        self.width > self.range
    }
}

pub(super) fn answer(ground: &Ground<'_>) -> Answer {
    let measures = ground.numbers.measures();
    if let Some(why) = ground.without_ranking(0) {
        return Answer::cannot(QUESTION, &why, &[]);
    }
    if ground.numbers.no_relevant() == NoRelevant::Drop {
        let why = "there are no bounds with --no-relevant drop, because a dropped topic would count again if an unjudged document were relevant for it";
        return Answer::cannot(QUESTION, why, &[]);
    }
    let all: Vec<Allowed> = ground.told().into_iter().filter_map(|at| Allowed::of(ground, at)).collect();
    let Some(main) = all.first().filter(|main| main.at == 0) else {
        let why =
            format!("there are no bounds of {} (docs/bounds.md says which measures have them)", measures[0]);
        return Answer::cannot(QUESTION, &why, &[BOUNDS]);
    };
    // What else says something, where the main measure does not.
    let other = all.iter().skip(1).find(|other| main.say_nothing() && !other.say_nothing());
    let short = format!(
        "Every document that a stored run holds and nobody judged may have any level. {} If other documents are relevant, \
         that no stored run holds, some of these bounds would be wider.",
        all.iter().map(|of| in_words(of, measures[of.at])).collect::<Vec<_>>().join(" ")
    );
    let card = Card::new(finding(main, other, &measures), ground.is_thin(), Some(picture(ground)));
    Answer { question: QUESTION, card: Some(card), short, shown: &[BOUNDS], ..Answer::default() }
}

/// The table of the experiment.
const BOUNDS: &str = "bounds";

fn finding(main: &Allowed, other: Option<&Allowed>, measures: &[&str]) -> Finding {
    let measure = measures[main.at].to_owned();
    let percent = |of: &Allowed| format!("{:.1}%", 100.0 * of.share());
    let (width, range) = (format!("{:.3}", main.width), format!("{:.3}", main.range));
    if main.say_nothing() {
        let other_share = other.map(percent);
        let other = other.map(|other| measures[other.at].to_owned());
        return Finding::BoundsSayNothing { measure, width, range, other, other_share };
    }
    let (pairs, ordered) = (main.pairs() as usize, percent(main));
    match main.ordered {
        all if all == main.pairs() => Finding::Holds { measure, pairs, width },
        0.0 => Finding::HoldsNot { measure, pairs, width },
        _ => Finding::HoldsInPart { measure, pairs, ordered, flips: main.flips as usize, width },
    }
}

fn in_words(of: &Allowed, measure: &str) -> String {
    let nothing = if of.say_nothing() {
        format!(
            " The bounds say nothing at this depth: they are wider than the best run is above the worst ({:.3}).",
            of.range
        )
    } else {
        String::new()
    };
    format!(
        "By {measure} the mean score of a run may then lie anywhere in {:.3} on average.{nothing} Of {}, {} are ordered under \
         every filling ({:.1}%), {} are shown to flip between two, of {} it cannot be said.",
        of.width,
        counted(of.pairs() as usize, "pair"),
        of.ordered,
        100.0 * of.share(),
        of.flips,
        of.unknown
    )
}

/// The bounds of the best runs, with their scores.
fn picture(ground: &Ground<'_>) -> SketchForm {
    let by_run = |statistic: &str, component: &str| {
        let found = ground.numbers.of(statistic, component, 0).into_iter();
        let full = found.filter(|f| f.judgments.is_full() && f.draw == 1);
        full.filter_map(|f| match f.of {
            Subject::Run(run) => Some((run.clone(), f.value)),
            _ => None,
        })
        .collect::<std::collections::BTreeMap<_, _>>()
    };
    let [lower, upper] = ["lower", "upper"].map(|end| by_run("bounds", end));
    let mut scores: Vec<(String, f64)> = by_run("scores", "score").into_iter().collect();
    scores.sort_by(|a, b| b.1.total_cmp(&a.1));
    let range = |(run, score): (String, f64)| {
        let ends = [*lower.get(&run)?, score, *upper.get(&run)?];
        Some((run, ends))
    };
    SketchForm::Ranges {
        ranges: scores.into_iter().filter_map(range).take(SHOWN).collect(),
        axis: format!("{} of the best runs", ground.numbers.measures()[0]),
    }
}
