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

    /// Its pooled runs that fall in rank, with by how many, the deepest fall first.
    pub fn falls(&self) -> Vec<(&str, f64)> {
        let falls = self.runs.iter().map(|run| (run.run.as_str(), -run.rise));
        let mut falls: Vec<(&str, f64)> = falls.filter(|(_, ranks)| *ranks > 0.0).collect();
        // Stable: equal falls stay in the order of the runs.
        falls.sort_by(|a, b| b.1.total_cmp(&a.1));
        falls
    }

    /// By how many ranks that of its pooled runs falls that falls most; 0 where none does.
    pub fn deepest_fall(&self) -> f64 {
        self.falls().first().map_or(0.0, |(_, ranks)| *ranks)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_fall_are_named_the_deepest_first() {
        let run = |(run, rise): (&str, f64)| Moved { run: run.to_owned(), change: None, rise };
        let runs = [("a", -1.0), ("b", 2.0), ("c", -3.0), ("d", 0.0), ("e", -1.0)].map(run).to_vec();
        let team = TeamLeftOut { name: "T".to_owned(), runs, others: vec![run(("f", -9.0))] };
        assert_eq!(team.falls(), [("c", 3.0), ("a", 1.0), ("e", 1.0)]);
        assert_eq!(team.deepest_fall(), 3.0);
        let still = TeamLeftOut { runs: Vec::new(), ..team };
        assert_eq!(still.deepest_fall(), 0.0);
    }
}
