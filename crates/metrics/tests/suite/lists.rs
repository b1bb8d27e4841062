//! Rankings written by hand or drawn at random, with the judgments that go with them.

use proptest::prelude::*;
use rejudge_metrics::{Gains, JudgedRanking, Metric, Scorer, Verdict};

/// A document of a ranking: without a verdict, withheld, or judged.
pub type Document = Option<Verdict>;

/// A ranking and the judged documents that it did not retrieve.
#[derive(Clone, Debug)]
pub struct Case {
    pub ranking: Vec<Document>,
    /// The levels of the judged documents that are not in the ranking.
    pub missed: Vec<u8>,
}

impl Case {
    /// Reads a ranking: a digit is a level, `p` a withheld judgment, and `.` an unjudged document. `missed`
    /// contains digits.
    pub fn parse(ranking: &str, missed: &str) -> Self {
        let digit = |c: char| u8::try_from(c.to_digit(10).expect("a digit")).expect("below 10");
        let document = |c| match c {
            '.' => None,
            'p' => Some(Verdict::Pooled),
            _ => Some(Verdict::Level(digit(c))),
        };
        Self { ranking: ranking.chars().map(document).collect(), missed: missed.chars().map(digit).collect() }
    }

    fn levels(&self) -> Vec<u8> {
        let level = |document: &Document| match document {
            Some(Verdict::Level(level)) => Some(*level),
            _ => None,
        };
        self.ranking.iter().filter_map(level).chain(self.missed.iter().copied()).collect()
    }

    /// Returns the ideal list: levels of 1 or above, highest first.
    pub fn ideal(&self) -> Vec<u8> {
        let mut ideal = self.levels();
        ideal.retain(|&level| level > 0);
        ideal.sort_by(|a, b| b.cmp(a));
        ideal
    }

    pub fn is_relevant(&self, index: usize) -> bool {
        matches!(self.ranking[index], Some(Verdict::Level(1..)))
    }

    /// Returns all judged documents in the ideal order, the nonrelevant ones last.
    pub fn in_ideal_order(&self) -> Self {
        let mut levels = self.levels();
        levels.sort_by(|a, b| b.cmp(a));
        Self {
            ranking: levels.into_iter().map(|level| Some(Verdict::Level(level))).collect(),
            missed: Vec::new(),
        }
    }

    /// Returns the same ranking with its unjudged and withheld documents judged nonrelevant.
    pub fn all_judged(&self) -> Self {
        let judge = |document: &Document| match document {
            Some(Verdict::Level(level)) => Some(Verdict::Level(*level)),
            _ => Some(Verdict::Level(0)),
        };
        Self { ranking: self.ranking.iter().map(judge).collect(), missed: self.missed.clone() }
    }

    /// Returns this ranking, which must be the top of `other`'s ranking, with all judgments of `other`.
    pub fn with_judgments_of(&self, other: &Self) -> Self {
        let rest =
            Self { ranking: other.ranking[self.ranking.len()..].to_vec(), missed: other.missed.clone() };
        Self { ranking: self.ranking.clone(), missed: rest.levels() }
    }

    /// Returns the case as a measure sees it.
    pub fn lists(&self) -> JudgedRanking {
        JudgedRanking::new(&self.ranking, &self.missed)
    }
}

/// Returns the name of the same measure on the condensed list.
pub fn primed(name: &str) -> String {
    let (family, rest) = name.split_at(name.find(['(', '@']).unwrap_or(name.len()));
    format!("{family}'{rest}")
}

/// Scores `case` with one metric.
pub fn score(case: &Case, name: &str, gains: &Gains, min_rel: u8, max_rank: u32) -> Option<f64> {
    let metric: Metric = name.parse().unwrap_or_else(|error| panic!("{error}"));
    let scorer = Scorer::new(&[metric], gains, min_rel, Some(max_rank)).expect("settings are good");
    let (lists, mut scores) = (case.lists(), [None]);
    scorer.score(&lists.raw(), &lists.condensed(), &mut scores);
    scores[0]
}

/// Returns random rankings of fewer than `longest` documents, which have a level from 0 to 3 or are withheld
/// or unjudged. Fewer than 10 judged documents are not retrieved.
pub fn case(longest: usize) -> impl Strategy<Value = Case> {
    let document = prop_oneof![
        3 => Just(None),
        1 => Just(Some(Verdict::Pooled)),
        6 => (0_u8..4).prop_map(|level| Some(Verdict::Level(level))),
    ];
    (prop::collection::vec(document, 0..longest), prop::collection::vec(0_u8..4, 0..10))
        .prop_map(|(ranking, missed)| Case { ranking, missed })
}
