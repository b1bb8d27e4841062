//! How far, by chance, the difference of two runs is off at most: over all pairs, and over those of one run.
//!
//! The errors are imitated by flipping the signs of the topics (the wild bootstrap: R. Y. Liu, Bootstrap
//! procedures under some non-i.i.d. models, Annals of Statistics 16(4), 1988, with the signs of R. Davidson
//! and E. Flachaire, The wild bootstrap, tamed at last, Journal of Econometrics 146(1), 2008). All pairs see
//! the same signs, so that the largest error is that of runs that go together: the maximum t method of J. P.
//! Romano and M. Wolf, Exact and approximate stepdown methods for multiple hypothesis testing, JASA 100,
//! 2005. B. Carterette, Multiple testing in statistical analysis of systems-based information retrieval
//! experiments, TOIS 30(1), 2012, has such a method for runs.
//!
//! Topics drawn with replacement would be the other way. Runs that differ on few topics only then have
//! samples without these topics, whose t is infinite, and the largest of all t with them; signs leave every
//! topic in its place.

use rejudge_stats::{Matrix, SignFlips};

/// Runs side by side.
const LANES: usize = 8;

/// What a row of runs holds.
type Lanes = [f64; LANES];

/// The largest errors, one for each assignment of signs or two.
pub(crate) struct LargestErrors {
    /// `|t|` of the pair that is off most, for each assignment.
    pub(crate) of_all: Vec<f64>,
    /// By run, t of the other run whose lead over it is too large by most; for each assignment and its
    /// opposite.
    pub(crate) over: Vec<Vec<f64>>,
}

impl LargestErrors {
    /// With w the centred differences of two runs and e the signs of topics,
    ///
    /// ```text
    /// u = sum e w / sqrt(sum w^2)        t = u sqrt(n - 1) / sqrt(n - u^2)
    /// ```
    ///
    /// t being that of `e w` as Student has it, with their own mean and variance. It grows with u, so that
    /// only the largest u is made a t. Runs whose differences are all equal have u = 0.
    pub(crate) fn of(scores: &Matrix, flips: &SignFlips) -> Self {
        let (runs, topics) = (scores.rows(), scores.cols());
        let blocks = runs.div_ceil(LANES);
        let centred = centred(scores, blocks);
        let inverse = inverse_roots(scores, blocks);
        let student = |u: f64| {
            let n = topics as f64;
            u * (n - 1.0).sqrt() / (n - u * u).max(f64::MIN_POSITIVE).sqrt()
        };
        let mut of_all = Vec::with_capacity(flips.samples());
        let mut over = vec![Vec::with_capacity(2 * flips.samples()); runs];
        let mut sums = vec![[0.0; LANES]; blocks];
        for sample in 0..flips.samples() {
            sums.fill([0.0; LANES]);
            for (topic, row) in centred.chunks_exact(blocks).enumerate() {
                let sign = if flips.flips(sample, topic) { -1.0 } else { 1.0 };
                for (sums, row) in sums.iter_mut().zip(row) {
                    for lane in 0..LANES {
                        sums[lane] += sign * row[lane];
                    }
                }
            }
            let mut most = 0.0_f64;
            for (run, (over, inverse)) in over.iter_mut().zip(inverse.chunks_exact(blocks)).enumerate() {
                let (behind, ahead) = extremes(&sums, sums[run / LANES][run % LANES], inverse);
                over.push(student(ahead));
                over.push(student(-behind));
                most = most.max(ahead);
            }
            of_all.push(student(most));
        }
        Self { of_all, over }
    }
}

/// The least and the largest of `(sum - own) * inverse`, of which one is 0.
fn extremes(sums: &[Lanes], own: f64, inverse: &[Lanes]) -> (f64, f64) {
    let (mut least, mut most) = ([0.0; LANES], [0.0; LANES]);
    for (sums, inverse) in sums.iter().zip(inverse) {
        for lane in 0..LANES {
            let u = (sums[lane] - own) * inverse[lane];
            least[lane] = if u < least[lane] { u } else { least[lane] };
            most[lane] = if u > most[lane] { u } else { most[lane] };
        }
    }
    (least.into_iter().fold(0.0, f64::min), most.into_iter().fold(0.0, f64::max))
}

/// The scores less the mean of their run, topic by topic.
fn centred(scores: &Matrix, blocks: usize) -> Vec<Lanes> {
    let mut centred = vec![[0.0; LANES]; blocks * scores.cols()];
    for (run, mean) in scores.row_means().into_iter().enumerate() {
        for (topic, score) in scores.row(run).iter().enumerate() {
            centred[topic * blocks + run / LANES][run % LANES] = score - mean;
        }
    }
    centred
}

/// By pair of runs, 1 by the root of the sum of squares of the centred differences; 0 where there are none,
/// and beside the last run.
fn inverse_roots(scores: &Matrix, blocks: usize) -> Vec<Lanes> {
    let mut inverse = vec![[0.0; LANES]; blocks * scores.rows()];
    for (first, second) in rejudge_stats::pairs(scores.rows()) {
        if let Some(root) = root_of_squares(scores.row(first), scores.row(second)) {
            inverse[first * blocks + second / LANES][second % LANES] = root.recip();
            inverse[second * blocks + first / LANES][first % LANES] = root.recip();
        }
    }
    inverse
}

/// The root of the sum of squares of the centred differences; `None` where these are all equal, up to
/// rounding.
pub(crate) fn root_of_squares(x: &[f64], y: &[f64]) -> Option<f64> {
    let n = x.len() as f64;
    let mean = x.iter().zip(y).map(|(x, y)| x - y).sum::<f64>() / n;
    let squares: f64 = x.iter().zip(y).map(|(x, y)| (x - y - mean).powi(2)).sum();
    let largest = x.iter().chain(y).fold(0.0, |most: f64, score| most.max(score.abs()));
    (squares.sqrt() > 1e-12 * largest * n.sqrt()).then(|| squares.sqrt())
}
