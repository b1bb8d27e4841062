//! Expected reciprocal rank, and the users whom its normalised form shares.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Domain, Entry, Measure, Parameter, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Gains;
use rejudge_levels::LevelTable;

/// How probably a document of a level satisfies a user, who then stops.
#[derive(Clone, Debug, PartialEq)]
pub enum StopBy {
    /// (2^level - 1) / 2^max_rel (Chapelle et al., CIKM 2009, Eq. 4). gdeval, and so ir-measures, has
    /// max_rel = 4 for every collection. A level above `max_rel` counts as `max_rel`.
    Exp {
        /// The highest level that the scale of judgments has.
        max_rel: u8,
    },
    /// gain / (gain(H) + 1), gain(H) being the highest of the table (NTCIREVAL).
    Gain(Gains),
}

impl StopBy {
    fn probabilities(&self) -> LevelTable {
        match self {
            Self::Exp { max_rel } => {
                let power = |level: u8| libm::exp2(f64::from(level));
                LevelTable::new((1..=*max_rel).map(|level| (power(level) - 1.0) / power(*max_rel)))
            }
            Self::Gain(gains) => {
                LevelTable::new((1..=gains.top_level()).map(|l| gains.gain(l) / (gains.highest() + 1.0)))
            }
        }
    }
}

/// Expected reciprocal rank of the document at which a user is satisfied, s(r) being the probability that the
/// one at rank `r` satisfies ([`StopBy`]):
///
/// ERR = Σ (1/r) s(r) Π_{i < r} (1 - s(i))
///
/// Unjudged documents satisfy nobody. With a cutoff the sum ends there. The ideal list scores below 1.
/// `None` when no judged document can satisfy: the value would be 0 for every run.
///
/// Chapelle et al., CIKM 2009, Eq. 2 to 4. A name without parameters is gdeval's `ERR@k`; a collection with
/// a level above `max_rel` is then an error.
///
/// ```
/// use rejudge_levels::*;
/// use rejudge_metrics::*;
/// let ranking = [(1, 1), (3, 2)].map(|(rank, level)| Judged { rank, verdict: Verdict::Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 3,
///     ideal: &[2, 1],
///     judged_nonrelevant: 0,
///     documents: None,
/// };
/// let exp = StopBy::Exp { max_rel: 4 };
/// let score = expected_reciprocal_rank(&list, &exp, None);
/// assert_eq!(score, Some(1.0 / 16.0 + 15.0 / 16.0 * (3.0 / 16.0) / 3.0));
/// assert_eq!(expected_reciprocal_rank(&list, &exp, Some(2)), Some(1.0 / 16.0));
/// let by_gain = StopBy::Gain(Gains::linear(3));
/// let score = expected_reciprocal_rank(&list, &by_gain, None);
/// assert_eq!(score, Some(1.0 / 4.0 + 3.0 / 4.0 * (2.0 / 4.0) / 3.0));
/// assert_eq!(
///     expected_reciprocal_rank(&JudgedList { ranking: &[], ideal: &[], ..list }, &exp, None),
///     None
/// );
/// ```
pub fn expected_reciprocal_rank(list: &JudgedList<'_>, stop: &StopBy, cutoff: Option<u32>) -> Option<f64> {
    ExpectedReciprocalRank(Cascade::new(stop, cutoff, None)).score(list, hits::hits(list.ranking))
}

/// Users who go down a list until they are satisfied.
#[derive(Clone, Debug)]
pub(crate) struct Cascade {
    probabilities: LevelTable,
    last_rank: u32,
    /// The cutoff alone: cutting runs at a rank does not shorten the ideal list.
    ideal_last_rank: u32,
}

impl Cascade {
    pub const PARAMETERS: [Parameter; 2] = [
        Parameter {
            name: "stop",
            meaning: "probability of being satisfied: (2^level - 1) / 2^max_rel, or gain / (gain(H) + 1)",
            domain: Domain::Words(&["exp", "gain"]),
            default: Some("exp"),
            only_with: None,
        },
        Parameter {
            name: "max_rel",
            meaning: "highest level of the scale of judgments",
            domain: Domain::Level,
            default: Some("4"),
            only_with: Some(("stop", "exp")),
        },
    ];

    pub fn new(stop: &StopBy, cutoff: Option<u32>, max_rank: Option<u32>) -> Self {
        let ideal_last_rank = cutoff.unwrap_or(LAST_RANK);
        Self {
            probabilities: stop.probabilities(),
            last_rank: ideal_last_rank.min(max_rank.unwrap_or(LAST_RANK)),
            ideal_last_rank,
        }
    }

    pub fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let stop = if metric.word("stop") == "gain" {
            StopBy::Gain(setting.gains(metric)?)
        } else {
            // The domain holds whole numbers up to 255 only.
            let max_rel = metric.number("max_rel") as u8;
            let (metric_name, highest) = (|| metric.to_string(), setting.gains.top_level());
            if metric.gains().is_some() {
                let instead = "stop='exp' goes by level";
                return Err(ScorerError::UnusedGains { metric: metric_name(), instead });
            }
            if highest > max_rel {
                let (metric, parameter) = (metric_name(), "max_rel");
                return Err(ScorerError::LevelAbove { metric, parameter, highest, last: max_rel });
            }
            StopBy::Exp { max_rel }
        };
        Ok(Self::new(&stop, metric.cutoff(), setting.max_rank))
    }

    /// The expected reciprocal rank of documents of these ranks and levels.
    #[inline]
    fn expect(&self, documents: impl Iterator<Item = (u32, u8)>) -> f64 {
        let (mut looking, mut sum) = (1.0, 0.0);
        for (rank, level) in documents {
            let satisfied = self.probabilities.at(level);
            sum += looking * satisfied / f64::from(rank);
            looking *= 1.0 - satisfied;
        }
        sum
    }

    #[inline]
    pub fn of_run(&self, hits: impl Iterator<Item = Hit>) -> f64 {
        let seen = hits.take_while(|hit| hit.rank <= self.last_rank);
        self.expect(seen.map(|hit| (hit.rank, hit.level)))
    }

    /// That of the ideal list; 0 when no judged document can satisfy.
    #[inline]
    pub fn of_ideal(&self, list: &JudgedList<'_>) -> f64 {
        let ideal = (1..).zip(list.ideal.iter().copied());
        self.expect(ideal.take(self.ideal_last_rank as usize))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ExpectedReciprocalRank(Cascade);

impl Measure for ExpectedReciprocalRank {
    const ENTRY: Entry = Entry {
        name: "ERR",
        title: "expected reciprocal rank",
        formula: "Σ (1/r) s(r) Π_{i < r} (1 - s(i)); exp: s = (2^level - 1) / 2^max_rel; gain: s = g / (gain(H) + 1)",
        parameters: &Cascade::PARAMETERS,
        cutoff: Cutoff::Optional,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "Chapelle et al., CIKM 2009, Eqs. 2 to 4",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Cascade::resolve(metric, setting).map(Self)
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let satisfiable = list.ideal.first().is_some_and(|&level| self.0.probabilities.at(level) > 0.0);
        satisfiable.then(|| self.0.of_run(hits))
    }
}
