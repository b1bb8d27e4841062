//! One ranking for one topic, written as text: the way to score a single list without files.

use std::error::Error;
use std::str::FromStr;

use crate::diversity::{Intent, IntentScorer, IntentScratch, IntentTopic, Placed};
use crate::levels::{Gains, Verdict};
use crate::list::{Judged, JudgedList};
use crate::metric::Metric;
use crate::scorer::Scorer;

/// A ranking with all judgments for its topic, which you can score with any ad hoc measure.
///
/// The text has a character for each document, by rank: a digit is the document's level, `.` is an unjudged
/// document, and `?` is a pooled document with a withheld judgment. The levels of judged documents that are
/// not retrieved follow after `|`. Spaces are ignored.
///
/// ```
/// use rejudge_metrics::JudgedRanking;
/// // Level 2, unjudged, nonrelevant, level 1; one more document of level 1 is not retrieved.
/// let list: JudgedRanking = "2.01 | 1".parse()?;
/// assert_eq!(list.score("AP")?, Some((1.0 / 1.0 + 2.0 / 4.0) / 3.0));
/// assert_eq!(list.score("AP'")?, Some((1.0 / 1.0 + 2.0 / 3.0) / 3.0));
/// assert_eq!(list.score("P(rel=2)@4")?, Some(0.25));
/// assert_eq!(list.score("P(rel=3)@4")?, None);
/// let error = list.score("nDGC@10").unwrap_err();
/// assert_eq!(error.to_string(), "measure `nDGC@10`: unknown measure `nDGC` (did you mean `nDCG@10`?)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedRanking {
    raw: Vec<Judged>,
    condensed: Vec<Judged>,
    retrieved: u32,
    ideal: Vec<u8>,
    judged_nonrelevant: u32,
}

impl JudgedRanking {
    /// Creates the ranking. `documents` has each document's verdict by rank, `None` for a document without a
    /// verdict. `missed` has the levels of the judged documents that are not retrieved.
    pub fn new(documents: &[Option<Verdict>], missed: &[u8]) -> Self {
        let ranked = (1..).zip(documents);
        let raw: Vec<Judged> =
            ranked.filter_map(|(rank, verdict)| Some(Judged { rank, verdict: (*verdict)? })).collect();
        let judged = raw.iter().filter(|entry| entry.verdict != Verdict::Pooled);
        let condensed: Vec<Judged> =
            (1..).zip(judged).map(|(rank, entry)| Judged { rank, ..*entry }).collect();
        let retrieved_levels = condensed.iter().filter_map(|entry| match entry.verdict {
            Verdict::Level(level) => Some(level),
            Verdict::Pooled => None,
        });
        let mut ideal: Vec<u8> = retrieved_levels.chain(missed.iter().copied()).collect();
        ideal.sort_by(|a, b| b.cmp(a));
        let relevant = ideal.partition_point(|&level| level > 0);
        let judged_nonrelevant = (ideal.len() - relevant) as u32;
        ideal.truncate(relevant);
        Self { raw, condensed, retrieved: documents.len() as u32, ideal, judged_nonrelevant }
    }

    /// Returns the raw list, the input of measures without a prime.
    pub fn raw(&self) -> JudgedList<'_> {
        JudgedList {
            ranking: &self.raw,
            retrieved: self.retrieved,
            ideal: &self.ideal,
            judged_nonrelevant: self.judged_nonrelevant,
            ..JudgedList::default()
        }
    }

    /// Returns the condensed list, the input of primed measures: the judged documents at ranks 1, 2, ..
    pub fn condensed(&self) -> JudgedList<'_> {
        JudgedList { ranking: &self.condensed, retrieved: self.condensed.len() as u32, ..self.raw() }
    }

    /// Returns the score by a measure, for example `"AP"` or `"nDCG@10"`, or `None` if the measure is
    /// undefined, as most measures are for a topic without a relevant document. Documents of level 1 or above
    /// are relevant and a document's gain is its level, unless the name says otherwise (`rel=2`,
    /// `gains={1: 1, 2: 3}`).
    ///
    /// # Errors
    /// If no ad hoc measure has this name, or the parameters do not fit the levels or each other.
    pub fn score(&self, measure: &str) -> Result<Option<f64>, Box<dyn Error>> {
        let metric: Metric = measure.parse()?;
        let top_level = self.ideal.first().copied().unwrap_or(1);
        let scorer = Scorer::new(&[metric], &Gains::linear(top_level), 1, None)?;
        let mut scores = [None];
        scorer.score(&self.raw(), &self.condensed(), &mut scores);
        Ok(scores[0])
    }
}

impl FromStr for JudgedRanking {
    type Err = Box<dyn Error>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (ranking, missed) = text.split_once('|').unwrap_or((text, ""));
        let level = |c: char| match c.to_digit(10) {
            Some(digit) => Ok(digit as u8),
            None => {
                let expected = "a digit (its level) or, before '|', '.' (unjudged) or '?' (withheld)";
                Err(not_a_document(&c.to_string(), expected))
            }
        };
        let verdict = |c: char| match c {
            '.' => Ok(None),
            '?' => Ok(Some(Verdict::Pooled)),
            _ => level(c).map(|level| Some(Verdict::Level(level))),
        };
        let without_spaces = |text: &'_ str| text.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>();
        let documents = without_spaces(ranking).into_iter().map(verdict).collect::<Result<Vec<_>, _>>()?;
        let missed = without_spaces(missed).into_iter().map(level).collect::<Result<Vec<_>, _>>()?;
        Ok(Self::new(&documents, &missed))
    }
}

/// A ranking with all judgments by intent for its topic, which you can score with any diversity measure.
///
/// The text starts with the probabilities of the intents and a colon; an `n` after a probability marks a
/// navigational intent. A word for each document follows, by rank: a digit for each intent, which is the
/// document's level for the intent, or `.` if the document is unjudged. Judged documents that are not
/// retrieved follow after `|`.
///
/// ```
/// use rejudge_metrics::IntentRanking;
/// // The first document is relevant to the more probable intent; the last one is not retrieved.
/// let list: IntentRanking = "0.75 0.25n: 20 . 01 | 11".parse()?;
/// assert_eq!(list.score("I-rec@2")?, Some(0.5));
/// let d_ndcg = 1.5 / (1.5 + 1.0 / 3.0_f64.log2());
/// assert_eq!(list.score("D-nDCG@2")?, Some(d_ndcg));
/// assert_eq!(list.score("D#-nDCG@2")?, Some(0.5 * 0.5 + 0.5 * d_ndcg));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct IntentRanking {
    intents: Vec<Intent>,
    levels: Vec<u8>,
    raw: Vec<Placed>,
    condensed: Vec<Placed>,
}

impl IntentRanking {
    /// Returns the score by a diversity measure, for example `"alpha_nDCG@10"`, or `None` if the topic
    /// has no document that the measure could reward. The defaults are the same as for [`JudgedRanking::score`].
    ///
    /// # Errors
    /// If no diversity measure has this name, or the parameters do not fit the levels.
    pub fn score(&self, measure: &str) -> Result<Option<f64>, Box<dyn Error>> {
        let metric: Metric = measure.parse()?;
        let top_level = self.levels.iter().copied().max().unwrap_or(0).max(1);
        let scorer = IntentScorer::new(&[metric], &Gains::linear(top_level), 1, None)?;
        let (intents, levels) = (&self.intents[..], &self.levels[..]);
        let topic = IntentTopic { intents, assumed: false, levels, factors: &[], id_order: &[] };
        let prepared = scorer.prepare(&topic, 0..(levels.len() / intents.len()) as u32);
        let mut scores = [None];
        prepared.score(&self.raw, &self.condensed, &mut IntentScratch::default(), &mut scores);
        Ok(scores[0])
    }
}

impl FromStr for IntentRanking {
    type Err = Box<dyn Error>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let without_intents =
            "no intents, expected their probabilities and a colon, as in '0.75 0.25: 20 . 01'";
        let (probabilities, rest) = text.split_once(':').ok_or(without_intents)?;
        let mut intents = Vec::new();
        for word in probabilities.split_whitespace() {
            let number = word.strip_suffix('n').unwrap_or(word);
            let probability = number.parse().ok().filter(|p| (0.0..=1.0).contains(p));
            let probability = probability.ok_or_else(|| {
                format!("'{word}' is not the probability of an intent, expected a number from 0 to 1")
            })?;
            intents.push(Intent { probability, navigational: number != word });
        }
        if intents.is_empty() {
            return Err(without_intents.into());
        }
        let (ranking, missed) = rest.split_once('|').unwrap_or((rest, ""));
        let (mut levels, mut raw, mut condensed) = (Vec::new(), Vec::new(), Vec::new());
        let expected = "a digit for each intent (its levels) or, before '|', '.' (unjudged)";
        let mut judge = |word: &str| {
            let digits: Option<Vec<u8>> = word.chars().map(|c| Some(c.to_digit(10)? as u8)).collect();
            let digits = digits.filter(|digits| digits.len() == intents.len());
            levels.extend(digits.ok_or_else(|| not_a_document(word, expected))?);
            Ok::<u32, String>((levels.len() / intents.len()) as u32 - 1)
        };
        for (rank, word) in (1..).zip(ranking.split_whitespace()).filter(|(_, word)| *word != ".") {
            let row = judge(word)?;
            raw.push(Placed { rank, row });
            condensed.push(Placed { rank: row + 1, row });
        }
        for word in missed.split_whitespace() {
            judge(word)?;
        }
        Ok(Self { intents, levels, raw, condensed })
    }
}

/// Returns the error message for a text that is not a document.
fn not_a_document(text: &str, expected: &str) -> String {
    format!("'{text}' is not a document, expected {expected}")
}
