//! Simultaneous intervals of the ranks of all runs, and the runs that may be the best, by one measure.

use std::error::Error;

use rejudge_stats::{Draw, SignFlips, Standings};

use super::Kernel;
use crate::arguments::Arguments;
use crate::random_inputs;
use crate::result::ResultSummary;

const ALPHA: f64 = 0.05;

pub fn prepare(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    let scores = random_inputs::scores(arguments)?;
    let flips = SignFlips::draw(arguments.samples, arguments.topics, &mut Draw::new(1, &["rank-intervals"]));
    Standings::new(&scores, &flips, ALPHA)?;
    Ok(Box::new(move || {
        let standings = Standings::new(&scores, &flips, ALPHA).expect("the same call succeeded in `prepare`");
        let mut computed = ResultSummary::new();
        let ends = standings.ranks.iter().flatten().map(|&rank| rank as f64);
        computed.add_numbers(&ends.chain([standings.critical]).collect::<Vec<_>>());
        let best = standings.may_be_best.iter().filter(|&&may_be| may_be).count();
        computed
            .with_figure("pairs told apart", standings.separated as f64)
            .with_figure("may be best", best as f64)
    }))
}
