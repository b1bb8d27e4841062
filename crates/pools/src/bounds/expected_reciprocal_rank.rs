//! Bounds of expected reciprocal rank, plain and normalised.

use rejudge_metrics::{Family, Metric};

use crate::bounds::interval::{Bounds, Kind};
use crate::bounds::open_list::OpenList;
use crate::bounds::rule::{Resolved, Rule, Setting};

/// ERR = Σ (1/r) s(r) Π_{i < r} (1 - s(i)). It is linear in each s(r), with the factor Π_{i < r} (1 - s(i)) (1/r -
/// E), where E is the ERR that the ranks below r add for a user who reaches them. E is at most 1/(r + 1), so a
/// higher level at any rank never lowers the score. The score is lowest if no hole is relevant, and highest if
/// every hole has the highest level. The bounds are exact.
///
/// nERR divides by the ERR of the ideal list. A higher level never lowers this ERR either. So nERR is at
/// least the lowest ERR divided by the ERR of the ideal list with every hole at the highest level. It is at
/// most 1, and at most the highest ERR divided by the ERR of the ideal list as judged. These are outer
/// bounds, because no filling need have the extreme ERR of the list together with the extreme ERR of the
/// ideal list.
#[derive(Debug)]
struct Cascade {
    /// For each level, the probability s that a document of this level satisfies the user.
    satisfied: Vec<f64>,
    last_rank: u32,
    /// The cutoff. `max-rank` is not applied here, because it must not shorten the ideal list.
    ideal_last_rank: u32,
    is_normalised: bool,
}

pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Resolved {
    let is_normalised = metric.family() == Family::NormalisedExpectedReciprocalRank;
    // The plain ERR of one document at rank 1 is s. The normalised form would divide s by the s of the
    // highest level.
    let plain = metric.to_string();
    let plain = plain.strip_prefix('n').unwrap_or(&plain).parse::<Metric>();
    let satisfied = match (is_normalised, plain) {
        (false, _) => setting.probe(metric)?.by_level(),
        (true, Ok(plain)) => setting.probe(&plain)?.by_level(),
        (true, Err(_)) => return Ok(None),
    };
    Ok(Some(Box::new(Cascade {
        satisfied,
        last_rank: setting.last_rank(metric),
        ideal_last_rank: metric.cutoff().unwrap_or(u32::MAX),
        is_normalised,
    })))
}

/// A user who reads the list from the top: the probability of still looking, and the expected reciprocal rank so far.
#[derive(Clone, Copy)]
struct User {
    looking: f64,
    expected: f64,
}

impl User {
    const AT_THE_TOP: Self = Self { looking: 1.0, expected: 0.0 };

    #[inline]
    fn see(&mut self, rank: u32, satisfied: f64) {
        self.expected += self.looking * satisfied / f64::from(rank);
        self.looking *= 1.0 - satisfied;
    }
}

impl Cascade {
    fn satisfaction(&self, level: u8) -> f64 {
        self.satisfied[usize::from(level)]
    }

    fn lower(&self, list: &OpenList<'_>) -> f64 {
        let mut user = User::AT_THE_TOP;
        for hit in list.judged_to(self.last_rank, 1) {
            user.see(hit.rank, self.satisfaction(hit.level));
        }
        user.expected
    }

    fn upper(&self, list: &OpenList<'_>) -> f64 {
        let (mut user, hole) = (User::AT_THE_TOP, self.satisfaction(list.top_level));
        let mut judged = list.judged_to(self.last_rank, 1).peekable();
        for gap in list.gaps_to(self.last_rank) {
            while let Some(hit) = judged.next_if(|hit| hit.rank < gap.first) {
                user.see(hit.rank, self.satisfaction(hit.level));
            }
            // The rest of the sum is at most `looking`, which is too small to matter.
            if user.looking < 1e-18 {
                return user.expected + user.looking;
            }
            for rank in gap.first..=gap.last {
                user.see(rank, hole);
            }
        }
        for hit in judged {
            user.see(hit.rank, self.satisfaction(hit.level));
        }
        user.expected
    }

    /// Returns the score of the ideal list with `holes` more documents at the highest level.
    fn ideal(&self, list: &OpenList<'_>, holes: u32) -> f64 {
        let (mut user, top) = (User::AT_THE_TOP, list.top_level);
        let filled = std::iter::repeat_n(top, holes as usize);
        let levels = filled.chain(list.ideal.iter().copied()).take(self.ideal_last_rank as usize);
        for (rank, level) in (1..).zip(levels) {
            if user.looking < 1e-18 {
                return user.expected + user.looking;
            }
            user.see(rank, self.satisfaction(level));
        }
        user.expected
    }
}

impl Rule for Cascade {
    fn kind(&self) -> Kind {
        if self.is_normalised { Kind::Outer } else { Kind::Exact }
    }

    fn bounds(&self, list: &OpenList<'_>, _: &mut Vec<f64>) -> Bounds {
        let plain = Bounds { lower: self.lower(list), upper: self.upper(list) };
        if !self.is_normalised {
            return plain;
        }
        let [filled_ideal, judged_ideal] = [list.holes(), 0].map(|holes| self.ideal(list, holes));
        let ratio = |score: f64, ideal: f64| if ideal > 0.0 { (score / ideal).min(1.0) } else { 0.0 };
        let upper = if judged_ideal > 0.0 {
            ratio(plain.upper, judged_ideal)
        } else {
            f64::from(u8::from(plain.upper > 0.0))
        };
        Bounds { lower: ratio(plain.lower, filled_ideal), upper }
    }
}
