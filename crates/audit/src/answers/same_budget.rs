//! What as many judgments would find on more topics, judged by a shallower pool.
//!
//! A design is held against what there is today: the same number of judgments, and differences in the same
//! unit. By a shallower pool runs score otherwise, and lie further apart or nearer together. So what a test
//! finds there is stretched by how much further apart the runs are by all judgments. The least difference
//! that a test finds goes with the deviation of differences, so that a measure that is multiplied by a
//! constant finds the same.

use rejudge_stats::Requirement;

use super::topic_sets::{ALPHA, POWER};

/// The judgments as they are.
#[derive(Clone, Copy, Debug)]
pub struct Today {
    pub topics: usize,
    /// Judged documents of all topics.
    pub judged: f64,
}

/// A pool of the stored runs on today's topics.
#[derive(Clone, Copy, Debug)]
pub struct ByPool {
    pub depth: u32,
    /// Judged documents of all topics.
    pub judged: f64,
    /// Of the differences of two runs over topics, by this pool.
    pub variance: f64,
    /// By how much runs are further apart by all judgments.
    pub stretch: f64,
}

/// A pool of this depth on as many topics as today's judgments pay for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Design {
    pub depth: u32,
    pub topics: usize,
    /// The least difference that they find, in the measure by all judgments.
    pub least: f64,
}

/// The least difference that the paired t test finds on so many topics.
pub fn least_difference(topics: usize, variance: f64) -> f64 {
    Requirement::least_difference_of_paired_t(ALPHA, POWER, topics, variance)
}

impl Design {
    /// `None` where nothing of the pool is judged.
    pub fn new(today: Today, pool: ByPool) -> Option<Self> {
        let topics = (today.topics as f64 * today.judged / pool.judged) as usize;
        let least = pool.stretch * least_difference(topics.max(2), pool.variance);
        (pool.judged > 0.0).then_some(Self { depth: pool.depth, topics, least })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: Today = Today { topics: 50, judged: 86_830.0 };

    fn pool(judged: f64, variance: f64, stretch: f64) -> ByPool {
        ByPool { depth: 40, judged, variance, stretch }
    }

    #[test]
    fn a_pool_that_is_today_finds_what_today_does() {
        let design = Design::new(TODAY, pool(TODAY.judged, 0.0131, 1.0)).expect("a design");
        assert_eq!((design.topics, design.least), (50, least_difference(50, 0.0131)));
        // SciPy 1.17: the d at which ncf.sf(f.isf(.05, 1, n - 1), 1, n - 1, n d^2 / v) is .8, by brentq.
        for (topics, variance, by_scipy) in [
            (50, 0.0131, 0.046_260_859_0),
            (102, 0.0186, 0.038_196_527_7),
            (43, 0.0448, 0.092_563_573_8),
            (8, 0.02, 0.163_487_992_0),
        ] {
            let found = least_difference(topics, variance);
            assert!((found - by_scipy).abs() < 1e-7, "{topics} {variance}: {found}, by SciPy {by_scipy}");
        }
    }

    #[test]
    fn half_the_judgments_a_topic_pay_for_twice_the_topics() {
        let half = Design::new(TODAY, pool(TODAY.judged / 2.0, 0.0131, 1.0)).expect("a design");
        assert_eq!((half.topics, half.least), (100, least_difference(100, 0.0131)));
        assert_eq!(Design::new(TODAY, pool(0.0, 0.0131, 1.0)), None);
    }

    proptest::proptest! {
        /// A measure that is multiplied by a constant finds the same: its variance is as its square, and
        /// runs by all judgments are as much nearer together.
        #[test]
        fn a_scale_changes_nothing(
            scale in 0.1..10.0_f64, share in 0.05..1.0_f64, variance in 1e-4..0.2_f64,
        ) {
            let of = |scale: f64| {
                let pool = pool(share * TODAY.judged, variance * scale * scale, 1.0 / scale);
                Design::new(TODAY, pool).expect("a design")
            };
            let (one, other) = (of(1.0), of(scale));
            proptest::prop_assert_eq!(one.topics, other.topics);
            proptest::prop_assert!((one.least - other.least).abs() < 1e-7 * one.least.max(1.0));
        }
    }
}
