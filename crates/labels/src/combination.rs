//! The scores that several assessors gave an item, to one.

use crate::answers::{Answer, Answers};
use crate::error::{Fault, SchemeError};
use crate::patterns::PatternTable;
use crate::ratio::Ratio;

/// How the answers of the assessors of an item become one score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Combination {
    /// Σ s over the assessors (INTENT, WWW, OpenLiveQ: survey, sections 4.6, 4.10, 4.12).
    Sum,
    /// Σ s / N (NTCIR-2, TaskMine, STC Japanese: sections 3.1, 4.6, 4.9).
    Mean,
    /// The score of more than half of the assessors (STC CECG, WWW-2 Chinese: sections 4.9, 4.10).
    /// Labels of equal score are votes for the same. Only with the median does a better label never
    /// lower the result: with 0, say, (0, 1, 1) gives 1 and (0, 1, 2) gives 0.
    Majority {
        /// The score where there is no majority.
        otherwise: Otherwise,
    },
    /// ugv = gv + p N (D_max - D), Eq. 13 of the survey: gv is the sum of the scores, p the strength,
    /// N the number of assessors of the item, D_max the highest score that an assessor can give, and D
    /// the difference between the highest and the lowest score of the item. An item with gv = 0 stays
    /// at 0: the equation would give 1.2 to what three assessors agree is worth nothing.
    Unanimity {
        /// p, 0.2 at NTCIR-13.
        strength: Ratio,
    },
    /// A score for each pattern of labels; their order does not matter (Math, CQA: sections 3.4, 4.5).
    Patterns {
        /// Pattern and score. Labels are parted by `/`, or by nothing where each is one character:
        /// `relevant/relevant`, `AAAB`.
        scores: Vec<(String, Ratio)>,
        /// The score of all other patterns; without it all must be listed.
        otherwise: Option<Ratio>,
    },
    /// 1 for the items of a topic that some assessor rates highest among all that this assessor rated in
    /// the topic, whatever the label, and for the asker's best; 0 for the others (CQA: section 4.5).
    Favourites {
        /// Who asked, where the table holds that too.
        asker: Option<Asker>,
    },
}

/// The score of an item without a majority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// Always this one.
    Score(Ratio),
    /// The lowest that an assessor gave it.
    Lowest,
    /// The highest that an assessor gave it.
    Highest,
    /// The middle one of what the assessors gave it, the lower one of two.
    Median,
    /// The mean of what the assessors gave it.
    Mean,
}

/// A special assessor who labels nothing but the best item, and does not count as an assessor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// The name in the column `assessor`.
    pub assessor: String,
    /// The only label this assessor gives.
    pub best: String,
}

/// A combination that is ready for answers.
#[derive(Clone, Debug)]
pub(crate) enum Combiner {
    Sum,
    Mean,
    Majority(Otherwise),
    Unanimity { strength: Ratio, highest: Ratio },
    Patterns(PatternTable),
    Favourites,
}

impl Combiner {
    pub fn new(
        combination: &Combination,
        answers: &Answers,
        counts: std::ops::RangeInclusive<usize>,
        limited: bool,
    ) -> Result<Self, SchemeError> {
        Ok(match combination {
            Combination::Sum => Self::Sum,
            Combination::Mean => Self::Mean,
            Combination::Majority { otherwise } => Self::Majority(*otherwise),
            Combination::Unanimity { strength } if *strength < Ratio::ZERO => {
                let fault = Fault::Strength { found: strength.to_string() };
                return Err(SchemeError::at(["combine", "unanimity", "strength"], fault));
            }
            Combination::Unanimity { strength } => {
                Self::Unanimity { strength: *strength, highest: answers.highest() }
            }
            Combination::Patterns { .. } if !limited => {
                return Err(SchemeError::at(["assessors"], Fault::UnlimitedPatterns));
            }
            Combination::Patterns { scores, otherwise } => {
                Self::Patterns(PatternTable::new(scores, *otherwise, answers, counts)?)
            }
            Combination::Favourites { asker: Some(_) } if !answers.labels => {
                return Err(SchemeError::at(["combine", "favourites", "asker"], Fault::AskerLabels));
            }
            Combination::Favourites { .. } => Self::Favourites,
        })
    }

    /// The score of an item from its answers (at least one; their order is lost). Favourites are not
    /// decided here, as they depend on the other items of the topic.
    pub fn score(&self, given: &mut [Answer], answers: &Answers) -> Ratio {
        let sum = |given: &[Answer]| given.iter().fold(Ratio::ZERO, |sum, &a| sum + answers.score(a));
        match self {
            Self::Sum => sum(given),
            Self::Mean => sum(given) / given.len() as i128,
            Self::Majority(otherwise) => {
                given.sort_unstable_by_key(|&answer| answers.score(answer));
                // Who has more than half of a sorted row stands in its middle.
                let middle = answers.score(given[given.len() / 2]);
                let votes = given.iter().filter(|&&answer| answers.score(answer) == middle).count();
                match otherwise {
                    _ if 2 * votes > given.len() => middle,
                    Otherwise::Score(score) => *score,
                    Otherwise::Lowest => answers.score(given[0]),
                    Otherwise::Highest => answers.score(given[given.len() - 1]),
                    Otherwise::Median => answers.score(given[(given.len() - 1) / 2]),
                    Otherwise::Mean => sum(given) / given.len() as i128,
                }
            }
            Self::Unanimity { strength, highest } => {
                let gain = sum(given);
                if gain == Ratio::ZERO {
                    return gain;
                }
                let scores = || given.iter().map(|&answer| answers.score(answer));
                let (top, bottom) = (scores().max(), scores().min());
                let spread = top.unwrap_or(Ratio::ZERO) - bottom.unwrap_or(Ratio::ZERO);
                gain + *strength * given.len() as i128 * (*highest - spread)
            }
            Self::Patterns(table) => table.score(given),
            Self::Favourites => unreachable!("favourites are decided by topic"),
        }
    }
}
