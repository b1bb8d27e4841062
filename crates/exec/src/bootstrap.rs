//! The bootstrap test of all pairs of runs: topic samples that cells share, pairs in parallel.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use rejudge_draws::Draw;
use rejudge_stats::{Matrix, PairedBootstrap, PairedTestError, Resamples, pairs};

/// Pairs that one thread tests at a time: enough that threads seldom meet, few enough that all have work.
const BLOCK: usize = 256;

/// Samples are drawn once for all measures and judgment sets of a draw that have as many topics.
#[derive(Default)]
pub struct Samples {
    drawn: Mutex<HashMap<(u32, usize, usize), Arc<Resamples>>>,
}

impl Samples {
    /// `samples` samples of `topics` topics of a collection's `draw`.
    pub fn of(
        &self,
        seed: u64,
        collection: &str,
        draw: u32,
        samples: usize,
        topics: usize,
    ) -> Arc<Resamples> {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let resamples = drawn.entry((draw, samples, topics)).or_insert_with(|| {
            let mut draw = Draw::new(seed, &["bootstrap", collection, &draw.to_string()]);
            Arc::new(Resamples::draw(samples, topics, &mut draw))
        });
        Arc::clone(resamples)
    }
}

/// The significance level of each pair of rows, and the difference required at level `alpha`.
///
/// # Errors
/// When scores and samples are of different topics, or there is only one.
pub fn levels(
    scores: &Matrix,
    resamples: &Resamples,
    alpha: f64,
) -> Result<(Vec<f64>, Option<f64>), PairedTestError> {
    let test = PairedBootstrap::new(scores, resamples)?;
    let all: Vec<(usize, usize)> = pairs(scores.rows()).collect();
    let blocks: Vec<(Vec<f64>, Option<f64>)> =
        all.par_chunks(BLOCK).map(|block| test.asl_and_required_difference_of(block, alpha)).collect();
    let (asl, required): (Vec<Vec<f64>>, Vec<Option<f64>>) = blocks.into_iter().unzip();
    Ok((asl.concat(), required.into_iter().flatten().reduce(f64::max)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 40 runs make 780 pairs, which are four blocks.
    #[test]
    fn blocks_say_what_the_whole_says() {
        let mut draw = Draw::new(1, &["scores"]);
        let scores = Matrix::new(40, 20, (0..800).map(|_| draw.unit()).collect()).expect("finite scores");
        let resamples = Samples::default().of(1, "toy", 3, 200, 20);
        let whole = PairedBootstrap::new(&scores, &resamples).expect("20 topics");
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let found = pool.install(|| levels(&scores, &resamples, 0.05)).expect("20 topics");
            assert_eq!(found, (whole.asl(), whole.required_difference(0.05)));
        }
    }

    #[test]
    fn samples_are_drawn_once_for_a_draw_and_its_topics() {
        let samples = Samples::default();
        let first = samples.of(1, "toy", 0, 50, 10);
        assert!(Arc::ptr_eq(&first, &samples.of(1, "toy", 0, 50, 10)));
        assert_ne!(*first, *samples.of(1, "toy", 1, 50, 10));
        assert_eq!(samples.of(1, "toy", 0, 60, 9).topics(), 9);
        assert_eq!(*first, *Samples::default().of(1, "toy", 0, 50, 10));
    }
}
