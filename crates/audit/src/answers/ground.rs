//! How firm the ground is that a verdict stands on: topics, runs, and scores that differ.

use rejudge_pools::inspect::FEWEST_TOPICS;
use rejudge_stats::Ranking;

use super::super::inferred::{Repeated, repeated};
use super::super::inspection::Inspection;
use super::super::numbers::Numbers;
use super::coverage::against;
use super::listed;
use rejudge_eval::plural::{counted, of_number};

/// Fewer topics make every verdict tentative: Buckley and Voorhees (SIGIR 2000, evaluating evaluation
/// measure stability) ask for 25 at the least, and for 50 where it can be had.
pub const ENOUGH_TOPICS: usize = 25;

/// Of fewer runs a single exchanged pair takes tau to .9 or below: 1 - 4/(n (n - 1)) is .867 for 6 and .905
/// for 7.
pub const ENOUGH_RUNS: usize = 7;

/// Of fewer runs tau has so few values (3 pairs make 4) that no verdict is given.
pub const FEWEST_RUNS: usize = 4;

/// What all answers rest on.
pub struct Ground<'a> {
    /// The cells.
    pub numbers: Numbers<'a>,
    /// What was seen of the files; `None` for score matrices.
    pub files: Option<&'a Inspection>,
    /// Topics that count.
    pub topics: usize,
    /// Runs that are compared.
    pub runs: usize,
    /// Measures that are another one by the judgments as they are.
    repeated: Vec<Repeated>,
}

impl<'a> Ground<'a> {
    /// What the cells and the files are.
    pub fn new(numbers: Numbers<'a>, files: Option<&'a Inspection>) -> Self {
        let topics = numbers.full("facts", "topics", 0).unwrap_or(0.0) as usize;
        let repeated = match files {
            Some(files) if !files.is_sample() => repeated(&numbers.measure_names()),
            _ => Vec::new(),
        };
        Self { topics, runs: numbers.scores(0).len(), numbers, files, repeated }
    }

    /// The measures that are told of where no judgments are sampled, the main one first: those that are not
    /// another one of them there.
    pub fn told(&self) -> Vec<usize> {
        let is_told = |at: &usize| self.repeated.iter().all(|repeated| repeated.at != *at);
        (0..self.numbers.measures().len()).filter(is_told).collect()
    }

    /// The measures of those that are told of which may be recommended; and why others may not, as sentences
    /// with a blank before each.
    pub fn recommendable(&self) -> (Vec<usize>, String) {
        let (labels, names) = (self.numbers.measures(), self.numbers.measure_names());
        let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
        let mut told = self.told();
        told.retain(|&at| {
            let metric = names[at].parse().ok();
            let found = self.files.zip(metric).and_then(|(files, metric)| against(files, &metric));
            let stays = found.is_none();
            if let Some(why) = found {
                match reasons.iter_mut().find(|(known, _)| *known == why) {
                    Some((_, others)) => others.push(labels[at].to_owned()),
                    None => reasons.push((why, vec![labels[at].to_owned()])),
                }
            }
            stays
        });
        let sentence = |(why, which): &(String, Vec<String>)| {
            format!(" {} {} not recommended: {why}.", listed(which), of_number(which.len(), "is", "are"))
        };
        (told, reasons.iter().map(sentence).collect())
    }

    /// The main measure; with a warning where the report would not recommend it.
    pub fn main(&self) -> String {
        let name = self.numbers.measures()[0];
        match self.recommendable().0.contains(&0) {
            true => name.to_owned(),
            false => format!("{name} (which this report does not recommend here, see below)"),
        }
    }

    /// Why others are not told of, as sentences with a blank before each.
    pub fn untold(&self) -> String {
        let measures = self.numbers.measures();
        let (marked, all) = self.files.map_or((0, 0), Inspection::marked_and_all);
        let (documents, is) = match marked {
            0 => ("no document is".to_owned(), "it is"),
            _ => (
                format!("only {} of {all} are", counted(marked, "document")),
                "the judgments are no sample, and it is nearly",
            ),
        };
        let one = |repeated: &Repeated| {
            let (at, of) = (measures[repeated.at], measures[repeated.of]);
            format!(" {at} is left out: {documents} marked as pooled and not judged, so that {is} {of}.")
        };
        self.repeated.iter().map(one).collect()
    }

    /// Why rankings of the runs by the measure `at` tell nothing; `None` where they do.
    pub fn without_ranking(&self, at: usize) -> Option<String> {
        // By all judgments a repeated measure is the other one, whose scores are there.
        let repeated = self.repeated.iter().find(|repeated| repeated.at == at);
        let scores = self.numbers.scores(repeated.map_or(at, |repeated| repeated.of));
        let name = self.numbers.measures()[at];
        match self.runs {
            0 => Some(format!("no run has a score by {name}")),
            1 => Some("there is one run, and so no ranking of runs".to_owned()),
            _ if Ranking::of(&scores).is_all_tied() => Some(format!(
                "all {} runs score {} by {name}{}, so that there is no ranking to compare with",
                self.runs,
                printed(scores[0]),
                self.nothing_relevant()
            )),
            _ => self.too_few(),
        }
    }

    /// Why no verdict is given; `None` where there are enough topics and runs.
    pub fn too_few(&self) -> Option<String> {
        if self.topics < FEWEST_TOPICS {
            return Some(format!(
                "{} {} too few (no verdict is given on fewer than {FEWEST_TOPICS})",
                counted(self.topics, "topic"),
                of_number(self.topics, "is", "are")
            ));
        }
        (self.runs < FEWEST_RUNS).then(|| {
            format!(
                "{} {} too few (no verdict is given on fewer than {FEWEST_RUNS})",
                counted(self.runs, "run"),
                of_number(self.runs, "is", "are")
            )
        })
    }

    /// Where scores are all alike since nothing is relevant.
    fn nothing_relevant(&self) -> String {
        let most = self.numbers.full("facts", "relevant-max", 0);
        match (most, self.numbers.min_rel()) {
            (Some(0.0), 0 | 1) => ", as no judged document is relevant".to_owned(),
            (Some(0.0), level) => format!(", as no judged document has level {level} or above"),
            _ => String::new(),
        }
    }

    /// How a sentence with a verdict begins: with this word, after a warning where there are few topics or
    /// runs.
    pub fn opening(&self, word: &str) -> String {
        match self.tentatively().as_str() {
            "" => word.to_owned(),
            warning => {
                let (first, rest) = warning.split_at(1);
                format!("{}{rest}{}", first.to_uppercase(), word.to_lowercase())
            }
        }
    }

    /// Whether there are few topics or runs.
    pub fn is_thin(&self) -> bool {
        self.is_thin_on(self.topics)
    }

    /// Returns true if there are few runs, or so many topics are few.
    pub fn is_thin_on(&self, topics: usize) -> bool {
        topics < ENOUGH_TOPICS || self.runs < ENOUGH_RUNS
    }

    /// The warning before a verdict where there are few topics or runs, with a blank behind it.
    pub fn tentatively(&self) -> String {
        self.tentatively_on(self.topics)
    }

    /// The same before a verdict that is about some of the topics.
    pub fn tentatively_on(&self, topics: usize) -> String {
        let mut few = Vec::new();
        if topics < ENOUGH_TOPICS {
            few.push(counted(topics, "topic"));
        }
        if self.runs < ENOUGH_RUNS {
            few.push(counted(self.runs, "run"));
        }
        if few.is_empty() { String::new() } else { format!("tentatively, on {}, ", listed(&few)) }
    }
}

/// A score as the tables have it, whole numbers without digits after the point.
fn printed(score: f64) -> String {
    if score == score.trunc() { format!("{score}") } else { format!("{score:.4}") }
}
