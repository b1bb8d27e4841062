//! Simultaneous intervals of ranks, and the runs that may be the best.

use crate::{Matrix, SignFlips, StatsError, pairs};

use crate::certainty::largest_errors::{LargestErrors, root_of_squares};
use crate::differences::rounding;

/// Intervals of ranks, derived from simultaneous intervals of all differences.
///
/// We distinguish two runs if the simultaneous interval of their difference does not contain 0. A run's best
/// possible rank is 1 plus the number of runs that are shown to be better. Its worst possible rank is the
/// number of runs minus the number of runs that are shown to be worse. See M. Mogstad, J. P. Romano, A. M.
/// Shaikh and D. Wilhelm, Inference for ranks with applications to mobility across neighbourhoods and
/// academic achievement across countries, Review of Economic Studies 91(1), 2024 (we make two-sided
/// comparisons in a single step); M. Klein, T. Wright and J. Wieczorek, A joint confidence region for an
/// overall ranking of populations, Applied Statistics 69(3), 2020. With probability 1 - alpha all intervals
/// contain the true ranks.
///
/// A run may be the best unless it is shown to be worse than another run. For this, only the comparisons of
/// one run with all others need to hold at once, because only one run is the best: J. C. Hsu, Simultaneous
/// confidence intervals for all distances from the "best", Annals of Statistics 9(5), 1981, and Constrained
/// simultaneous confidence intervals for multiple comparisons with the best, 12(3), 1984; D. G. Edwards and
/// J. C. Hsu, Multiple comparisons with the best treatment, JASA 78, 1983, for comparisons with a different
/// spread for each pair. With probability 1 - alpha the best run is among the runs that may be the best. This
/// statement and the statement about ranks are separate: the probability that both are true can be lower than
/// 1 - alpha.
///
/// We compute critical values from Student's t of each pair under random signs of the topics ([`SignFlips`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// For each run (row) the best and the worst rank that it may have, from 1.
    pub ranks: Vec<[usize; 2]>,
    /// For each run, true if it may be the best.
    pub may_be_best: Vec<bool>,
    /// The value that |t| must exceed for a pair to be distinguished; infinite if there are too few topics.
    pub critical: f64,
    /// The number of pairs that we distinguish.
    pub separated: usize,
}

impl Standings {
    /// Computes the standings of the runs (rows) of `scores`, with confidence `1 - alpha`.
    ///
    /// ```text
    /// z = x_i - x_j    t = mean(z) / (sd(z) / sqrt n)    t*: t of z - mean(z) with the signs e
    /// distinguished: |t| > c         c: the (1 - alpha) quantile of the largest |t*|, over all pairs
    /// may be best: every t_i >= -c_i     c_i: the (1 - alpha) quantile of the largest -t*_i, over the pairs of run i
    /// ```
    ///
    /// If all differences of a pair are equal, but not 0, we distinguish the pair. With few topics there are
    /// too few assignments of signs for the quantiles, even if all are used: at 95 %, c needs 6 topics and
    /// c_i needs 5. Without c no pair is distinguished, not even a pair with equal differences. Without c_i
    /// run i may be the best.
    ///
    /// ```
    /// use rejudge_stats::{Draw, Matrix, SignFlips, Standings};
    /// let scores = Matrix::new(3, 8, vec![
    ///     0.1, 0.2, 0.1, 0.3, 0.2, 0.1, 0.2, 0.3,
    ///     0.7, 0.6, 0.5, 0.8, 0.7, 0.7, 0.5, 0.6,
    ///     0.6, 0.7, 0.6, 0.7, 0.6, 0.8, 0.4, 0.7,
    /// ])?;
    /// let flips = SignFlips::draw(1000, 8, &mut Draw::new(1, &["intervals"]));
    /// let standings = Standings::new(&scores, &flips, 0.05)?;
    /// assert_eq!(standings.ranks, [[3, 3], [1, 2], [1, 2]]);
    /// assert_eq!(standings.may_be_best, [false, true, true]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If scores and signs have different numbers of topics, there is only one topic, or fewer than `1 / alpha - 1`
    /// assignments of signs were drawn although more exist.
    ///
    /// # Panics
    /// If `alpha` is not between 0 and 1.
    pub fn new(scores: &Matrix, flips: &SignFlips, alpha: f64) -> Result<Self, StatsError> {
        assert!(alpha > 0.0 && alpha < 1.0, "alpha is {alpha}, expected a number between 0 and 1");
        let (runs, topics, samples) = (scores.rows(), scores.cols(), flips.samples());
        if topics != flips.topics() {
            return Err(StatsError::topics(topics, flips.topics()));
        }
        if topics < 2 {
            return Err(StatsError("found one topic, expected 2 or more".to_owned()));
        }
        if quantile_index(samples, alpha).is_none() && !flips.exhaustive() {
            let min_samples = (1.0 / alpha - 1.0 - 1e-9).ceil() as usize;
            return Err(StatsError(format!("found {samples} samples, expected {min_samples} or more")));
        }
        let errors = LargestErrors::new(scores, flips);
        let mut buffer = Vec::new();
        let mut critical_value =
            |u: &[f64]| quantile(u, alpha, &mut buffer).map_or(f64::INFINITY, |u| errors.t_from_u(u));
        let critical = critical_value(&errors.over_all_pairs);
        let leads = Leads::new(scores);
        let ranks: Vec<[usize; 2]> = (0..runs)
            .map(|run| {
                let better = (0..runs).filter(|&other| leads.exceed(other, run, critical)).count();
                let worse = (0..runs).filter(|&other| leads.exceed(run, other, critical)).count();
                [better + 1, runs - worse]
            })
            .collect();
        let may_be_best = (0..runs).map(|run| {
            let critical = critical_value(errors.for_run(run));
            !(0..runs).any(|other| leads.exceed(other, run, critical))
        });
        Ok(Self {
            may_be_best: may_be_best.collect(),
            separated: ranks.iter().map(|[best, _]| best - 1).sum(),
            ranks,
            critical,
        })
    }
}

/// The t of each run's lead over every other run.
struct Leads {
    runs: usize,
    t: Vec<f64>,
}

impl Leads {
    fn new(scores: &Matrix) -> Self {
        let runs = scores.rows();
        let mut t = vec![0.0; runs * runs];
        for (first, second) in pairs(runs) {
            let lead = t_of_pair(scores.row(first), scores.row(second));
            t[first * runs + second] = lead;
            t[second * runs + first] = -lead;
        }
        Self { runs, t }
    }

    /// Returns true if the t of `first`'s lead over `second` exceeds the critical value. We add a relative
    /// margin of 1e-10, because scores such as P@10 often give values of t that are equal but differ after
    /// rounding.
    fn exceed(&self, first: usize, second: usize, critical: f64) -> bool {
        let t = self.t[first * self.runs + second];
        t > 0.0 && t > critical * (1.0 + 1e-10)
    }
}

/// Returns t(x - y). If all differences are equal, t is infinite, or 0 if they are 0.
fn t_of_pair(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len() as f64;
    let sum: f64 = x.iter().zip(y).map(|(x, y)| x - y).sum();
    match root_of_squares(x, y) {
        Some(root) => sum / n * (n * (n - 1.0)).sqrt() / root,
        None if sum.abs() > rounding(x.iter().chain(y)) * n => f64::INFINITY.copysign(sum),
        None => 0.0,
    }
}

/// Returns the index of the (1 - alpha) quantile in B = `samples` sorted values: (1 - alpha) (B + 1), rounded
/// up, minus 1. Returns `None` if there are too few samples.
fn quantile_index(samples: usize, alpha: f64) -> Option<usize> {
    let place = ((1.0 - alpha) * (samples + 1) as f64 - 1e-9).ceil() as usize;
    (1..=samples).contains(&place).then(|| place - 1)
}

/// Returns the (1 - alpha) quantile, or `None` if there are too few values. The buffer is reused to save allocations.
fn quantile(values: &[f64], alpha: f64, buffer: &mut Vec<f64>) -> Option<f64> {
    let index = quantile_index(values.len(), alpha)?;
    buffer.clear();
    buffer.extend_from_slice(values);
    Some(*buffer.select_nth_unstable_by(index, f64::total_cmp).1)
}
