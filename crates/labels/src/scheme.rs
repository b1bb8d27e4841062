//! A scheme: what assessors may say, what that is worth, and the levels that come of it.

use std::fmt;
use std::ops::RangeInclusive;

use crate::answers::{Answer, Answers, Column, Scoring, UnknownLabel};
use crate::attainable::attainable;
use crate::combination::{Asker, Combination, Combiner};
use crate::error::{Fault, SchemeError};
use crate::levels::{Levels, Threshold};
use crate::ratio::Ratio;

/// Most assessors of an item.
const MOST_ASSESSORS: usize = 1000;

/// How many assessors label an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessors {
    /// At least.
    pub at_least: usize,
    /// At most; `None`: any number.
    pub at_most: Option<usize>,
}

impl Assessors {
    fn contains(self, count: usize) -> bool {
        count >= self.at_least && self.at_most.is_none_or(|most| count <= most)
    }
}

impl fmt::Display for Assessors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { at_least, at_most: None } => write!(f, "{at_least}-"),
            Self { at_least, at_most: Some(most) } if at_least == most => write!(f, "{most}"),
            Self { at_least, at_most: Some(most) } => write!(f, "{at_least}-{most}"),
        }
    }
}

/// A scheme as written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// How many assessors label an item; the asker is none of them.
    pub assessors: Assessors,
    /// An assessor's answer to a score.
    pub scoring: Scoring,
    /// The answers of all assessors to one score.
    pub combination: Combination,
    /// That score to a level; empty: all scores that the scheme can give, in order.
    pub levels: Vec<Threshold>,
}

/// A scheme that can be used.
#[derive(Clone, Debug)]
pub struct Scheme {
    assessors: Assessors,
    answers: Answers,
    combiner: Combiner,
    asker: Option<Asker>,
    levels: Levels,
}

/// What an assessor said of an item of a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vote {
    /// The item's number in the topic.
    pub item: u32,
    /// The assessor's number.
    pub assessor: u32,
    /// The answer.
    pub answer: Answer,
}

/// An item with too few or too many assessors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("labels of {found} {}, expected {expected}", if *found == 1 { "assessor" } else { "assessors" })]
pub struct WrongCount {
    /// The assessors it has.
    pub found: usize,
    /// Those it should have.
    pub expected: Assessors,
}

impl WrongCount {
    /// Whether assessors are missing (and not too many).
    pub fn is_missing(&self) -> bool {
        self.found < self.expected.at_least
    }
}

impl Scheme {
    /// Checks a scheme: every answer has a score, every pattern a level, every level a gain.
    ///
    /// Without thresholds, the scores that items *can* have become the levels: 0 is level 0, the others
    /// are levels 1, 2, .., and each is the gain of its level. Which labels a file holds moves no level.
    ///
    /// ```
    /// use rejudge_labels::{Assessors, Combination, Definition, Ratio, Scheme, Scoring, to_f64};
    /// // TaskMine (survey, section 4.6): the mean of two scores.
    /// let labels = [("3", 3), ("2", 2), ("1", 1), ("0", 0)];
    /// let scheme = Scheme::new(&Definition {
    ///     assessors: Assessors { at_least: 2, at_most: Some(2) },
    ///     scoring: Scoring::Labels(labels.map(|(l, s)| (l.to_owned(), Ratio::from_integer(s))).into()),
    ///     combination: Combination::Mean,
    ///     levels: Vec::new(),
    /// })?;
    /// let gains = scheme.gains().iter().map(|(level, gain)| format!("{level}={}", to_f64(gain)));
    /// assert_eq!(gains.collect::<Vec<_>>().join(","), "1=0.5,2=1,3=1.5,4=2,5=2.5,6=3");
    /// # Ok::<(), rejudge_labels::SchemeError>(())
    /// ```
    ///
    /// # Errors
    /// With the part of the scheme that is wrong.
    pub fn new(definition: &Definition) -> Result<Self, SchemeError> {
        let Definition { assessors, scoring, combination, levels } = definition;
        let most = assessors.at_most.unwrap_or(MOST_ASSESSORS);
        if assessors.at_least == 0 || most < assessors.at_least || most > MOST_ASSESSORS {
            let fault = Fault::Assessors { found: assessors.to_string(), most: MOST_ASSESSORS };
            return Err(SchemeError::at(["assessors"], fault));
        }
        let (counts, limited) = (assessors.at_least..=most, assessors.at_most.is_some());
        let answers = Answers::new(scoring)?;
        let combiner = Combiner::new(combination, &answers, counts.clone(), limited)?;
        let levels = levels_of(levels, &combiner, &answers, counts, limited)?;
        let asker = match combination {
            Combination::Favourites { asker } => asker.clone(),
            _ => None,
        };
        Ok(Self { assessors: *assessors, answers, combiner, asker, levels })
    }

    /// How many assessors label an item.
    pub fn assessors(&self) -> Assessors {
        self.assessors
    }

    /// The columns that hold an assessor's answer: `label`, or one for each criterion.
    pub fn columns(&self) -> &[Column] {
        &self.answers.columns
    }

    /// The answer that the texts of all columns make.
    ///
    /// # Errors
    /// With the number of the column whose text is unknown.
    pub fn answer(&self, texts: &[&str]) -> Result<Answer, (usize, UnknownLabel)> {
        self.answers.answer(texts)
    }

    /// The asker, an assessor who only marks the best item.
    pub fn asker(&self) -> Option<&Asker> {
        self.asker.as_ref()
    }

    /// The gain of each level from 1; level 0 gains nothing.
    pub fn gains(&self) -> &[(u8, Ratio)] {
        self.levels.gains()
    }

    /// The level of every item of a topic, by its number below `items`.
    ///
    /// `votes` come in any order, each assessor at most once an item; `best` are the items that the asker
    /// marked. An item without the right number of assessors has no level, but as long as it has votes,
    /// it may be what an assessor likes best.
    pub fn consolidate(&self, items: usize, votes: &[Vote], best: &[u32]) -> Vec<Result<u8, WrongCount>> {
        let mut sorted = votes.to_vec();
        sorted.sort_unstable_by_key(|vote| vote.item);
        let favourites = match self.combiner {
            Combiner::Favourites => Some(self.favourites(items, votes, best)),
            _ => None,
        };
        let (mut rest, mut given) = (sorted.as_slice(), Vec::new());
        let level = |item: usize| {
            let own = rest.partition_point(|vote| vote.item as usize <= item);
            let (of_item, others) = rest.split_at(own);
            rest = others;
            if !self.assessors.contains(own) {
                return Err(WrongCount { found: own, expected: self.assessors });
            }
            Ok(match &favourites {
                Some(favourites) => u8::from(favourites[item]),
                None => {
                    given.clear();
                    given.extend(of_item.iter().map(|vote| vote.answer));
                    self.levels.level(self.combiner.score(&mut given, &self.answers))
                }
            })
        };
        (0..items).map(level).collect()
    }

    /// The union of what each assessor rates highest in the topic and what the asker marked.
    fn favourites(&self, items: usize, votes: &[Vote], best: &[u32]) -> Vec<bool> {
        let score = |vote: &Vote| self.answers.score(vote.answer);
        let mut highest = std::collections::BTreeMap::new();
        for vote in votes {
            let highest = highest.entry(vote.assessor).or_insert(score(vote));
            *highest = (*highest).max(score(vote));
        }
        let mut favourites = vec![false; items];
        for vote in votes.iter().filter(|vote| score(vote) == highest[&vote.assessor]) {
            favourites[vote.item as usize] = true;
        }
        best.iter().for_each(|&item| favourites[item as usize] = true);
        favourites
    }
}

fn levels_of(
    thresholds: &[Threshold],
    combiner: &Combiner,
    answers: &Answers,
    counts: RangeInclusive<usize>,
    limited: bool,
) -> Result<Levels, SchemeError> {
    if thresholds.is_empty() {
        if !limited && !matches!(combiner, Combiner::Favourites) {
            return Err(SchemeError::at(["assessors"], Fault::Unlimited));
        }
        let scores =
            attainable(combiner, answers, counts).map_err(|fault| SchemeError::at(["assessors"], fault))?;
        return Levels::by_place(&scores).map_err(|fault| SchemeError::at(["combine"], fault));
    }
    if let Combiner::Favourites = combiner {
        return Err(SchemeError::at(["levels"], Fault::FavouriteLevels));
    }
    // Where they are too many to look at, a level that nothing reaches stays unnoticed.
    let scores = limited.then(|| attainable(combiner, answers, counts).ok()).flatten();
    Levels::by_threshold(thresholds, scores.as_ref())
}
