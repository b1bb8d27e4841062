//! Bounds of joined runs and of pairs of runs under the full judgments. For comparison, `scores_only` computes only
//! the scores.

use std::error::Error;

use rejudge_metrics::{Gains, Metric};
use rejudge_pools::View;
use rejudge_pools::bounds::{Bounding, Order, Retrieved, RunBounds};

use super::{Kernel, scores};
use crate::arguments::Arguments;
use crate::result::ResultSummary;
use crate::{instance, threads};

/// The measures: at least one for each module that derives bounds, except `r_precision`.
const MEASURES: [&str; 10] = ["AP", "P@10", "R@100", "RR", "nDCG", "nDCG@10", "RBP", "Bpref", "Q", "ERR"];

pub fn scores_only(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    scores::kernel(arguments, MEASURES.map(str::to_owned).to_vec())
}

pub fn runs(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    kernel(arguments, false)
}

pub fn pairs(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    kernel(arguments, true)
}

fn kernel(arguments: &Arguments, with_pairs: bool) -> Result<Kernel, Box<dyn Error>> {
    let metrics: Vec<Metric> = MEASURES.map(str::parse).into_iter().collect::<Result<_, _>>()?;
    let collection = instance::collection(arguments)?;
    let (view, joined) = (View::full(&collection), instance::joined(&collection));
    let topics = instance::topics(&collection);
    let retrieved = Retrieved::new(&collection, Some(instance::MAX_RANK))?;
    let gains = Gains::linear(instance::TOP_LEVEL);
    let threads = arguments.threads;
    Ok(Box::new(move || {
        let bounding = Bounding::new(&metrics, &gains, 1, &collection, &view, &retrieved)
            .expect("bounds of all these measures can be derived");
        let portions: Vec<_> = joined.chunks(if threads == 1 { joined.len() } else { 1 }).collect();
        let bounded =
            threads::map(threads, portions.len(), |portion| bounding.bounds(portions[portion], &topics));
        if !with_pairs {
            return computed(&bounded);
        }
        let numbers: Vec<usize> = (0..joined.len()).collect();
        let pairs = bounding.pairs(&numbers, &joined, &topics, false);
        let count = pairs.iter().filter(|row| matches!(row[0].order, Order::First | Order::Second)).count();
        let mut computed = ResultSummary::new();
        pairs
            .iter()
            .flatten()
            .for_each(|pair| computed.add_numbers(&[pair.difference.lower, pair.reached.upper]));
        computed.with_figure("pairs ordered by the first measure", count as f64)
    }))
}

fn computed(bounded: &[RunBounds]) -> ResultSummary {
    let mut computed = ResultSummary::new();
    let (mut widths, mut count) = (0.0, 0.0);
    for run_bounds in bounded {
        for run in 0..run_bounds.runs() {
            for measure in 0..MEASURES.len() {
                for bounds in run_bounds.of_run(measure, run) {
                    computed.add_numbers(&[bounds.lower, bounds.upper]);
                    if measure == 0 {
                        (widths, count) = (widths + bounds.width(), count + 1.0);
                    }
                }
            }
        }
    }
    computed.with_figure("mean width of the bounds of the first measure", widths / count)
}
