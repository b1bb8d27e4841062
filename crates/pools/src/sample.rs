//! Random samples of the judgments: incomplete, but unbiased.

use std::str::FromStr;

use rejudge_draws::Draw;
use rejudge_metrics::Verdict;

use crate::{DocIx, Mask, TestCollection, View};

/// A share of the judgments, as an exact decimal: `0.29` of 100 documents is 29, where the double
/// nearest to it gives 28. Zeros at the end make no difference.
///
/// ```
/// use rejudge_pools::Rate;
///
/// let rate = |text: &str| text.parse::<Rate>();
/// assert_eq!(rate("0.29")?.of(100), 29);
/// assert_eq!((0.29 * 100.0) as usize, 28);
/// assert_eq!((rate(".5")?, rate("1")?.of(7), rate("0")?.of(7)), (rate("0.50")?, 7, 0));
/// let error = rate("1.5").unwrap_err();
/// assert_eq!(error.to_string(), "`1.5` is not a decimal fraction from 0 to 1 with at most 15 digits");
/// # Ok::<(), rejudge_pools::RateError>(())
/// ```
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

    /// # Errors
    /// When the text is no plain decimal (signs and exponents are none), is above 1, or has more
    /// than 15 digits after the point.
    fn from_str(text: &str) -> Result<Self, RateError> {
        let error = || RateError(text.to_owned());
        let (whole, digits) = text.split_once('.').unwrap_or((text, ""));
        let plain = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if whole.len() + digits.len() == 0 || !plain(whole) || !plain(digits) {
            return Err(error());
        }
        // So that 0.1 and 0.10 are equal, as keys too.
        let digits = digits.trim_end_matches('0');
        if digits.len() > 15 {
            return Err(error());
        }
        let denominator = 10_u64.pow(digits.len() as u32);
        // The zero in front stands for what `.0` is left without.
        let numerator = format!("0{whole}{digits}").parse().map_err(|_| error())?;
        (numerator <= denominator).then_some(Self { numerator, denominator }).ok_or_else(error)
    }
}

impl Rate {
    /// Whether `part` is at least this share of `whole`, exactly.
    ///
    /// ```
    /// let share: rejudge_pools::Rate = "0.95".parse()?;
    /// assert!(share.is_reached_by(19, 20) && !share.is_reached_by(18, 19));
    /// # Ok::<(), rejudge_pools::RateError>(())
    /// ```
    #[must_use]
    pub fn is_reached_by(self, part: usize, whole: usize) -> bool {
        part as u128 * u128::from(self.denominator) >= whole as u128 * u128::from(self.numerator)
    }

    /// `floor(rate x count)`, exactly.
    #[must_use]
    pub fn of(self, count: usize) -> usize {
        (u128::from(self.numerator) * count as u128 / u128::from(self.denominator)) as usize
    }
}

/// How many judgments of a topic a sample keeps: `max(minimum, floor(rate x count))` of the relevant
/// (level 1 or above) and of the nonrelevant ones (level 0) apart, and never more than there are
/// (Bompada et al., SIGIR 2007, section 4.1, with minima 1 and 10; the printed "min" must read "max").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SampleRule {
    /// Share of the judgments.
    pub rate: Rate,
    /// Least number of relevant documents.
    pub min_relevant: usize,
    /// Least number of nonrelevant documents.
    pub min_nonrelevant: usize,
}

/// A random sample of the judgments of `base`, drawn topic by topic.
///
/// Samples are nested: under one `seed` and `key` the relevant and the nonrelevant documents of a
/// topic have one random order each, and a rate takes the heads. The orders depend on the name of
/// the topic and on the numbers of its documents, not on other topics.
///
/// Documents that are left out stay in the pool with their judgments withheld, as do those that
/// `base` withholds: infAP takes its estimates from them (Yilmaz and Aslam, CIKM 2006).
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{SampleRule, TestCollection, Topic, View, sample};
///
/// // Of 10 relevant and 30 nonrelevant documents:
/// let verdicts: Vec<_> = (0..40).map(|doc| Level(u8::from(doc % 4 == 0))).collect();
/// let topic = Topic { name: "1".into(), verdicts, documents: 40 };
/// let collection = TestCollection::new(vec![topic], vec![], vec![], vec![])?;
/// let full = View::full(&collection);
/// let of = |rate: &str| {
///     let rule = SampleRule { rate: rate.parse()?, min_relevant: 1, min_nonrelevant: 10 };
///     Ok::<_, rejudge_pools::RateError>(sample(&collection, &full, rule, 7, &["draw 1"]))
/// };
/// let (tiny, half) = (of("0.01")?, of("0.5")?);
/// assert_eq!((tiny.relevant(0, 1), tiny.judged_nonrelevant(0)), (1, 10)); // the minima
/// assert_eq!((half.relevant(0, 1), half.judged_nonrelevant(0)), (5, 15));
/// assert_eq!(tiny.mask(0).and(half.mask(0)), *tiny.mask(0)); // nested
/// assert_eq!(tiny.pool(0), full.pool(0));
/// assert_eq!(of("1")?, full);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When `base` is of another collection.
pub fn sample(collection: &TestCollection, base: &View, rule: SampleRule, seed: u64, key: &[&str]) -> View {
    base.withheld(collection, |at| {
        let topic = &collection.topics()[at];
        let mut parts = vec!["sample"];
        parts.extend(key);
        parts.push(&topic.name);
        let mut draw = Draw::new(seed, &parts);
        let mut mask = Mask::none(topic.verdicts.len());
        let is_relevant = |doc: &DocIx| matches!(topic.verdicts[*doc as usize], Verdict::Level(1..));
        let (relevant, nonrelevant) = base.mask(at).iter().partition(is_relevant);
        let mut take = |mut docs: Vec<DocIx>, least: usize| {
            // All of them, whatever the rate: a rate must not move what is drawn after it.
            draw.shuffle(&mut docs);
            for &doc in docs.iter().take(rule.rate.of(docs.len()).max(least)) {
                mask.insert(doc);
            }
        };
        take(relevant, rule.min_relevant);
        take(nonrelevant, rule.min_nonrelevant);
        mask
    })
}
