//! Random samples of the judgments: incomplete, but unbiased.

use std::str::FromStr;

use rejudge_draws::Draw;
use rejudge_metrics::Verdict;

use crate::{DocIx, Mask, TestCollection, View};

/// A share of the judgments, as an exact decimal: `0.1` of 30 documents is 3, not 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rate {
    numerator: u64,
    denominator: u64,
}

/// A text that is no rate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a decimal fraction from 0 to 1 with at most 15 digits")]
pub struct RateError(String);

impl FromStr for Rate {
    type Err = RateError;

    fn from_str(text: &str) -> Result<Self, RateError> {
        let error = || RateError(text.to_owned());
        let (whole, digits) = text.split_once('.').unwrap_or((text, ""));
        let plain = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if whole.len() + digits.len() == 0 || !plain(whole) || !plain(digits) || digits.len() > 15 {
            return Err(error());
        }
        let denominator = 10_u64.pow(digits.len() as u32);
        let numerator = format!("{whole}{digits}").parse().map_err(|_| error())?;
        (numerator <= denominator).then_some(Self { numerator, denominator }).ok_or_else(error)
    }
}

impl Rate {
    /// `floor(rate x count)`, exactly.
    pub fn of(self, count: usize) -> usize {
        (u128::from(self.numerator) * count as u128 / u128::from(self.denominator)) as usize
    }
}

/// How many judgments of a topic a sample keeps: `max(minimum, floor(rate x count))` of the relevant
/// and of the nonrelevant ones apart, and never more than there are (Bompada et al., SIGIR 2007,
/// section 3, whose printed "min" must read "max").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SampleRule {
    /// Share of the judgments.
    pub rate: Rate,
    /// Least number of relevant documents.
    pub min_relevant: usize,
    /// Least number of nonrelevant documents.
    pub min_nonrelevant: usize,
}

/// A random sample of the judgments of `base`.
///
/// Samples are nested: under one `seed` and `key` the documents of a topic have one random order,
/// and a rate takes its head. Documents graded "in the pool, unjudged" are never taken.
pub fn sample(collection: &TestCollection, base: &View, rule: SampleRule, seed: u64, key: &[&str]) -> View {
    let of_topic = |(at, topic): (usize, &crate::Topic)| {
        let mut parts = vec!["sample"];
        parts.extend(key);
        parts.push(&topic.name);
        let mut draw = Draw::new(seed, &parts);
        let mut mask = Mask::none(topic.verdicts.len());
        let relevant = |doc: &DocIx| matches!(topic.verdicts[*doc as usize], Verdict::Level(1..));
        let nonrelevant = |doc: &DocIx| topic.verdicts[*doc as usize] == Verdict::Level(0);
        let mut take = |mut docs: Vec<DocIx>, least: usize| {
            draw.shuffle(&mut docs);
            for &doc in docs.iter().take(rule.rate.of(docs.len()).max(least)) {
                mask.insert(doc);
            }
        };
        take(base.mask(at).iter().filter(relevant).collect(), rule.min_relevant);
        take(base.mask(at).iter().filter(nonrelevant).collect(), rule.min_nonrelevant);
        mask
    };
    View::of_masks(collection, collection.topics().iter().enumerate().map(of_topic).collect())
}
