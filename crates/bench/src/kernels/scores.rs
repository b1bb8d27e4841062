//! Scores joined runs under the full judgments.

use std::error::Error;

use rejudge_metrics::Family;
use rejudge_metrics::registry::Cutoff;
use rejudge_pools::View;

use super::Kernel;
use crate::arguments::Arguments;
use crate::instance;
use crate::threads;

/// The four measures for the comparison with other tools. Some of these tools do not have infAP.
const MEASURES: [&str; 4] = ["AP", "nDCG", "Bpref", "infAP"];

pub fn four(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    kernel(arguments, MEASURES.map(str::to_owned).to_vec())
}

pub fn all(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    kernel(arguments, measure_of_each_family())
}

/// Values for parameters that have no default.
const REQUIRED_PARAMETERS: [(&str, &str); 2] = [("RprecMult", "(mult=1)"), ("Rpref", "(form='N')")];

/// Returns one measure of each family that scores by document. Parameters have their defaults, or else
/// [`REQUIRED_PARAMETERS`].
pub fn measure_of_each_family() -> Vec<String> {
    Family::ALL.iter().filter(|family| !family.is_by_intent()).map(measure_of_family).collect()
}

fn measure_of_family(family: &Family) -> String {
    let entry = family.entry();
    let parameters = REQUIRED_PARAMETERS
        .iter()
        .find(|(name, _)| *name == entry.name)
        .map_or("", |(_, parameters)| parameters);
    let cutoff = match entry.cutoff {
        Cutoff::Required => "@10",
        Cutoff::Recall => "@0.1",
        Cutoff::Optional | Cutoff::Never => "",
    };
    format!("{}{parameters}{cutoff}", entry.name)
}

/// Returns the kernel that scores all runs by these measures.
pub fn kernel(arguments: &Arguments, measures: Vec<String>) -> Result<Kernel, Box<dyn Error>> {
    let scorers = instance::scorers(&measures)?;
    let collection = instance::collection(arguments)?;
    let (view, joined) = (View::full(&collection), instance::joined(&collection));
    let topics = instance::topics(&collection);
    let threads = arguments.threads;
    Ok(Box::new(move || {
        // If there is only one thread, it scores all runs in one call, as in experiments.
        let portions: Vec<_> = joined.chunks(if threads == 1 { joined.len() } else { 1 }).collect();
        let portion_scores =
            |portion: usize| instance::scores(&collection, &view, portions[portion], &topics, &scorers);
        let scored = threads::map(threads, portions.len(), portion_scores);
        instance::computed(&scored, "mean of the first measure")
    }))
}
