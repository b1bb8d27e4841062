//! A team that is left out of the judgments, and what becomes of its runs.

use rejudge_stats::mean;

/// A run of a team that is left out.
#[derive(Clone, Debug, Default)]
pub struct Moved {
    pub run: String,
    /// Relative change of its score; `None` where it was 0.
    pub change: Option<f64>,
    /// By how many ranks it rises.
    pub rise: f64,
}

/// A team that is left out, with those of its runs that pooled.
#[derive(Clone, Debug)]
pub struct TeamLeftOut {
    pub name: String,
    pub runs: Vec<Moved>,
    /// Its runs that did not pool.
    pub others: Vec<Moved>,
}

impl TeamLeftOut {
    /// Mean size of the relative changes of its pooled runs; `None` where all of them scored 0.
    pub fn size(&self) -> Option<f64> {
        size(self.runs.iter())
    }

    /// The most ranks that one of its pooled runs moves, up or down.
    pub fn moves(&self) -> f64 {
        self.runs.iter().map(|run| run.rise.abs()).fold(0.0, f64::max)
    }
}

/// Mean size of the relative changes of runs.
pub fn size<'a>(runs: impl Iterator<Item = &'a Moved>) -> Option<f64> {
    mean(&runs.filter_map(|run| run.change.map(f64::abs)).collect::<Vec<_>>())
}
