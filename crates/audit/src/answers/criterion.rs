//! What measures are ranked by.

use rejudge_stats::{Ranking, mean};

/// What measures are ranked by.
pub struct Criterion {
    /// What it is.
    pub name: &'static str,
    /// The same in a word or two, for the head of a column.
    pub in_short: &'static str,
    /// What a measure that comes first by it does.
    pub says: &'static str,
    /// The value of each measure; `None` where it is undefined.
    pub values: Vec<Option<f64>>,
    /// The same by draw, where it is random.
    pub draws: Vec<Vec<Option<f64>>>,
    /// Whether it rests on who formed the pool, and how deep.
    pub rests_on_pool: bool,
}

impl Criterion {
    pub fn fixed(
        name: &'static str,
        in_short: &'static str,
        says: &'static str,
        values: Vec<Option<f64>>,
    ) -> Self {
        Self { name, in_short, says, values, draws: Vec::new(), rests_on_pool: false }
    }

    /// The same, resting on who formed the pool, and how deep.
    pub fn of_pool(self) -> Self {
        Self { rests_on_pool: true, ..self }
    }

    /// `by_draw[measure][draw]`.
    pub fn random(
        name: &'static str,
        in_short: &'static str,
        says: &'static str,
        by_draw: &[Vec<f64>],
    ) -> Self {
        let values = by_draw.iter().map(|draws| mean(draws)).collect();
        let count = by_draw.iter().map(Vec::len).max().unwrap_or(0);
        let of = |draw: usize| by_draw.iter().map(|draws| draws.get(draw).copied()).collect();
        Self { name, in_short, says, values, draws: (0..count).map(of).collect(), rests_on_pool: false }
    }

    /// The values of a draw; those of all where nothing is random.
    pub fn of_draw(&self, draw: usize) -> &[Option<f64>] {
        self.draws.get(draw).unwrap_or(&self.values)
    }

    /// Whether a measure comes first, alone or with others.
    pub fn is_first(&self, at: usize) -> bool {
        self.values[at].is_some() && ranking(&self.values).ranks()[at] == 1
    }

    /// What measures that are all alike say nothing of.
    pub fn tells(&self) -> bool {
        !ranking(&self.values).is_all_tied()
    }
}

/// The measures by their values; an undefined value comes last.
pub fn ranking(values: &[Option<f64>]) -> Ranking {
    Ranking::of(&values.iter().map(|value| value.unwrap_or(f64::NEG_INFINITY)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tied_measures_share_their_ranks_and_an_undefined_one_comes_last() {
        let values = [Some(0.5), None, Some(0.7), Some(0.5)];
        assert_eq!([0, 1, 2, 3].map(|at| ranking(&values).mean_rank(at)), [2.5, 4.0, 1.0, 2.5]);
    }

    #[test]
    fn equal_measures_are_told_nothing_of() {
        assert!(!Criterion::fixed("", "", "", vec![Some(0.1), Some(0.1)]).tells());
        assert!(Criterion::fixed("", "", "", vec![Some(0.1), None]).tells());
        let both = Criterion::fixed("", "", "", vec![Some(0.2), Some(0.1), Some(0.2)]);
        assert_eq!([0, 1, 2].map(|at| both.is_first(at)), [true, false, true]);
    }
}
