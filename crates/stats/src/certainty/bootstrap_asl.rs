//! The bootstrap test of all pairs of runs, with the pairs in parallel. Experiments compute discriminative
//! power with it.

use rayon::prelude::*;

use crate::{Matrix, PairedBootstrap, Resamples, StatsError, pairs};

/// The number of pairs in a block, which one thread tests. With larger blocks, some threads would have no
/// work. With smaller blocks, the search for the required difference, which starts anew in each block, could
/// skip fewer pairs.
const PAIRS_PER_BLOCK: usize = 256;

/// Returns the significance level of each pair of rows, and the difference required for significance at level `alpha`
/// (Sakai, SIGIR 2006). See [`PairedBootstrap`].
///
/// # Errors
/// If scores and samples have different numbers of topics, or there is only one topic.
pub fn bootstrap_asl(
    scores: &Matrix,
    resamples: &Resamples,
    alpha: f64,
) -> Result<(Vec<f64>, Option<f64>), StatsError> {
    let test = PairedBootstrap::new(scores, resamples)?;
    let all: Vec<(usize, usize)> = pairs(scores.rows()).collect();
    let blocks: Vec<(Vec<f64>, Option<f64>)> = all
        .par_chunks(PAIRS_PER_BLOCK)
        .map(|block| test.asl_and_required_difference_of(block, alpha))
        .collect();
    let (asl, required): (Vec<Vec<f64>>, Vec<Option<f64>>) = blocks.into_iter().unzip();
    Ok((asl.concat(), required.into_iter().flatten().reduce(f64::max)))
}

#[cfg(test)]
mod tests {
    use crate::Draw;

    use super::*;

    /// 40 runs make 780 pairs, which are four blocks.
    #[test]
    fn blocks_give_the_result_of_all_pairs_at_once() {
        let mut draw = Draw::new(1, &["scores"]);
        let scores = Matrix::new(40, 20, (0..800).map(|_| draw.unit()).collect()).expect("finite scores");
        let resamples = Resamples::draw(200, 20, &mut Draw::new(1, &["bootstrap"]));
        let whole = PairedBootstrap::new(&scores, &resamples).expect("20 topics");
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let found = pool.install(|| bootstrap_asl(&scores, &resamples, 0.05)).expect("20 topics");
            assert_eq!(found, (whole.asl(), whole.required_difference(0.05)));
        }
    }
}
