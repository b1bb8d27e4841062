//! Simultaneous intervals of the ranks of all runs, and the runs that may be the best, by one measure.

use std::error::Error;

use rejudge_stats::{Draw, SignFlips, Standings};

use super::Kernel;
use crate::arguments::Arguments;
use crate::drawn;
use crate::result::Computed;

const ALPHA: f64 = 0.05;

pub fn prepare(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    let scores = drawn::scores(arguments)?;
    let flips = SignFlips::draw(arguments.samples, arguments.topics, &mut Draw::new(1, &["rank-intervals"]));
    Standings::new(&scores, &flips, ALPHA)?;
    Ok(Box::new(move || {
        let standings = Standings::new(&scores, &flips, ALPHA).expect("was made before");
        let mut computed = Computed::new();
        let ends = standings.ranks.iter().flatten().map(|&rank| rank as f64);
        computed.numbers(&ends.chain([standings.critical]).collect::<Vec<_>>());
        let best = standings.may_be_best.iter().filter(|&&may_be| may_be).count();
        computed.figure("pairs told apart", standings.separated as f64).figure("may be best", best as f64)
    }))
}
