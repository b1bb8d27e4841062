//! Samples of judgments, of experiments and of `pool sample` alike: the same files, seed and draws give the
//! same documents.

use crate::{SampleRule, TestCollection, View, sample};

/// What keys samples of files, whatever their names and folders: a file is copied, or renamed.
pub const FILES: &str = "own";

/// A sample of the judgments of `base`. `draws`: the one of the experiment, and that of the sample
/// (`sample(draw=2)`); `key`: the name of a twin, or [`FILES`].
pub fn sampled(
    collection: &TestCollection,
    base: &View,
    rule: SampleRule,
    seed: u64,
    key: &str,
    draws: [u32; 2],
) -> View {
    let [draw, again] = draws.map(|draw| draw.to_string());
    sample(collection, base, rule, seed, &[key, &draw, &again])
}
