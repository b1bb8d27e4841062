//! The paired bootstrap test of all pairs of runs, by one measure.

use std::error::Error;

use rejudge_stats::{PairedBootstrap, discriminative_power, pairs};

use super::Kernel;
use crate::arguments::Arguments;
use crate::result::ResultSummary;
use crate::threads;
use crate::{files, random_inputs};

const ALPHA: f64 = 0.05;

/// With several threads, the number of pairs in one task. It is small, so that no thread waits long for
/// another.
const BATCH: usize = 256;

pub fn prepare(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    let (scores, resamples) = match &arguments.files {
        Some(folder) => {
            (files::matrix(&folder.join("scores.tsv"))?, files::resamples(&folder.join("samples.tsv"))?)
        }
        None => (random_inputs::scores(arguments)?, random_inputs::resamples(arguments)),
    };
    PairedBootstrap::new(&scores, &resamples)?;
    let threads = arguments.threads;
    Ok(Box::new(move || {
        let test = PairedBootstrap::new(&scores, &resamples).expect("the same call succeeded in `prepare`");
        let asl = if threads == 1 {
            test.asl()
        } else {
            let pairs: Vec<(usize, usize)> = pairs(scores.rows()).collect();
            let batches: Vec<&[(usize, usize)]> = pairs.chunks(BATCH).collect();
            threads::map(threads, batches.len(), |batch| test.asl_of(batches[batch])).concat()
        };
        let mut computed = ResultSummary::new();
        computed.add_numbers(&asl);
        let significant = discriminative_power(&asl, ALPHA).significant;
        computed
            .with_figure("sum of ASL", asl.iter().sum())
            .with_figure("significant pairs", significant as f64)
    }))
}
