//! Kendall's tau-b of all pairs of rankings of the same items.

use std::error::Error;

use rejudge_stats::{RankOrder, Ranking, pairs};

use super::Kernel;
use crate::arguments::Arguments;
use crate::result::ResultSummary;
use crate::threads;
use crate::{files, random_inputs};

pub fn prepare(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    let rankings = match &arguments.files {
        Some(folder) => files::matrix(&folder.join("rankings.tsv"))?,
        None => random_inputs::scores(arguments)?,
    };
    let threads = arguments.threads;
    Ok(Box::new(move || {
        let orders =
            threads::map(threads, rankings.rows(), |run| RankOrder::new(&Ranking::new(rankings.row(run))));
        let pairs: Vec<(usize, usize)> = pairs(rankings.rows()).collect();
        let taus = threads::map(threads, pairs.len(), |pair| {
            let (first, second) = pairs[pair];
            orders[first].tau_b(&orders[second]).unwrap_or(0.0)
        });
        let mut computed = ResultSummary::new();
        computed.add_numbers(&taus);
        computed.with_figure("sum of tau", taus.iter().sum())
    }))
}
