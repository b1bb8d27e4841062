//! How firm the ground is that a verdict stands on: topics, runs, and scores that differ.

use rejudge_pools::inspect::FEWEST_TOPICS;

use super::super::inspection::Inspection;
use super::super::numbers::Numbers;
use super::listed;

/// Fewer topics make every verdict tentative: Buckley and Voorhees (SIGIR 2000, evaluating evaluation measure stability) ask
/// for 25 at the least, and for 50 where it can be had.
pub const ENOUGH_TOPICS: usize = 25;

/// Of fewer runs a single exchanged pair takes tau to .9 or below: 1 - 4/(n (n - 1)) is .867 for 6 and .905 for 7.
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
}

impl<'a> Ground<'a> {
    /// What the cells and the files are.
    pub fn new(numbers: Numbers<'a>, files: Option<&'a Inspection>) -> Self {
        let topics = numbers.full("facts", "topics", 0).unwrap_or(0.0) as usize;
        Self { topics, runs: numbers.scores(0).len(), numbers, files }
    }

    /// Why rankings of the runs by the measure `at` tell nothing; `None` where they do.
    pub fn without_ranking(&self, at: usize) -> Option<String> {
        let scores = self.numbers.scores(at);
        let name = self.numbers.measures()[at];
        match self.runs {
            0 => Some(format!("no run has a score by {name}")),
            1 => Some("there is one run, and so no ranking of runs".to_owned()),
            _ if scores.iter().all(|score| *score == scores[0]) => Some(format!(
                "all {} runs score {} by {name}{}, so that there is no ranking to compare with",
                self.runs,
                scores[0],
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
                if self.topics == 1 { "is" } else { "are" }
            ));
        }
        (self.runs < FEWEST_RUNS).then(|| {
            let pairs = self.runs * self.runs.saturating_sub(1) / 2;
            format!(
                "{} make {}, too few for a rank correlation (no verdict is given on fewer than {FEWEST_RUNS} runs)",
                counted(self.runs, "run"),
                counted(pairs, "pair")
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

    /// How a verdict begins: with this word, after a warning where there are few topics or runs.
    pub fn opening(&self, word: &str) -> String {
        let mut few = Vec::new();
        if self.topics < ENOUGH_TOPICS {
            few.push(counted(self.topics, "topic"));
        }
        if self.runs < ENOUGH_RUNS {
            few.push(counted(self.runs, "run"));
        }
        if few.is_empty() {
            return word.to_owned();
        }
        format!("Tentatively, on {}: {}", listed(&few), word.to_lowercase())
    }
}

/// So many things.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
