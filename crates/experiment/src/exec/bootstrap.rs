//! Topic samples of the bootstrap test, which cells share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use rejudge_stats::{Draw, Resamples};
use rejudge_store::cache::held;

/// Topic samples of a draw, drawn once for all measures and judgment sets with the same number of topics.
#[derive(Default)]
pub struct Samples {
    drawn: Mutex<HashMap<(u32, usize, usize), Arc<Resamples>>>,
}

impl Samples {
    /// `samples` samples of `topics` topics of a collection's `draw`.
    pub fn resamples(
        &self,
        seed: u64,
        collection: &str,
        draw: u32,
        samples: usize,
        topics: usize,
    ) -> Arc<Resamples> {
        let mut drawn = held(&self.drawn);
        let resamples = drawn.entry((draw, samples, topics)).or_insert_with(|| {
            let mut draw = Draw::new(seed, &["bootstrap", collection, &draw.to_string()]);
            Arc::new(Resamples::draw(samples, topics, &mut draw))
        });
        Arc::clone(resamples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_drawn_once_for_a_draw_and_its_topics() {
        let samples = Samples::default();
        let first = samples.resamples(1, "toy", 0, 50, 10);
        assert!(Arc::ptr_eq(&first, &samples.resamples(1, "toy", 0, 50, 10)));
        assert_ne!(*first, *samples.resamples(1, "toy", 1, 50, 10));
        assert_eq!(samples.resamples(1, "toy", 0, 60, 9).topics(), 9);
        assert_eq!(*first, *Samples::default().resamples(1, "toy", 0, 50, 10));
    }
}
