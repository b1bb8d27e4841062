//! Which measures come first, draw by draw of whatever is random, and whether one of them leads.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::{ENOUGH_DRAWS, listed};
use rejudge_eval::plural::counted;

/// A measure leads that comes first, alone or level with others, in at least this part of the draws, of
/// which there must be [`ENOUGH_DRAWS`]. Of two measures that are alike and never level one does so by
/// chance in 2% of all cases with 10 draws, in 6% with 5.
pub const LEADS: f64 = 0.9;

/// Who comes first, draw by draw.
pub struct Leaders {
    draws: usize,
    /// Measures that share a first place, and in how many draws just these do; the most frequent ones
    /// first. Every draw is counted once.
    firsts: Vec<(Vec<usize>, usize)>,
}

impl Leaders {
    /// Of so many measures and draws, given the mean rank of a measure in a draw.
    pub fn new(measures: usize, draws: usize, mean_rank: impl Fn(usize, usize) -> f64) -> Self {
        let mut firsts: Vec<(Vec<usize>, usize)> = Vec::new();
        for draw in 0..draws {
            let ranks: Vec<f64> = (0..measures).map(|at| mean_rank(at, draw)).collect();
            let least = ranks.iter().copied().fold(f64::INFINITY, f64::min);
            let these: Vec<usize> = (0..measures).filter(|&at| ranks[at] == least).collect();
            match firsts.iter_mut().find(|(known, _)| *known == these) {
                Some((_, count)) => *count += 1,
                None => firsts.push((these, 1)),
            }
        }
        // Stable: of those that are equally often first, who was so in an earlier draw.
        firsts.sort_by_key(|(_, count)| Reverse(*count));
        Self { draws, firsts }
    }

    /// The measures that lead, and in how many draws each of them comes first at the least; `None` where
    /// none do, or the draws are too few to tell.
    pub fn lead(&self) -> Option<(Vec<usize>, usize)> {
        let measures: BTreeSet<usize> =
            self.firsts.iter().flat_map(|(these, _)| these.iter().copied()).collect();
        let counts: Vec<(usize, usize)> = measures.into_iter().map(|at| (at, self.first_in(at))).collect();
        let leading: Vec<(usize, usize)> =
            counts.into_iter().filter(|(_, count)| *count >= self.asked_for()).collect();
        let least = leading.iter().map(|(_, count)| *count).min().filter(|_| self.draws >= ENOUGH_DRAWS)?;
        Some((leading.into_iter().map(|(at, _)| at).collect(), least))
    }

    /// In how many draws a measure comes first, alone or with others.
    fn first_in(&self, at: usize) -> usize {
        self.firsts.iter().filter(|(these, _)| these.contains(&at)).map(|(_, count)| count).sum()
    }

    /// How many draws a measure must come first in to lead.
    fn asked_for(&self) -> usize {
        (LEADS * self.draws as f64).ceil() as usize
    }

    /// Why none leads.
    pub fn why_none(&self) -> String {
        if self.draws < ENOUGH_DRAWS {
            format!(
                "of {} nothing is told of the noise of the order (from {ENOUGH_DRAWS} on it is)",
                counted(self.draws, "draw")
            )
        } else {
            format!("no measure comes first in {} of {} draws", self.asked_for(), self.draws)
        }
    }

    /// Who comes first in how many draws: `Q in 5, AP and infAP together in 4, and RR in 1`.
    pub fn in_words(&self, names: &[&str]) -> String {
        let first = |(these, count): &(Vec<usize>, usize)| {
            let together = if these.len() > 1 { " together" } else { "" };
            format!("{}{together} in {count}", all_of(these, names))
        };
        listed(&self.firsts.iter().map(first).collect::<Vec<_>>())
    }

    /// In how many draws one measure comes first, and in how many of these with others.
    pub fn of_measure(&self, at: usize) -> String {
        let of_it = || self.firsts.iter().filter(|(these, _)| these.contains(&at));
        let all = self.first_in(at);
        let shared: usize = of_it().filter(|(these, _)| these.len() > 1).map(|(_, count)| *count).sum();
        let shared = match shared {
            0 => String::new(),
            shared if shared == all => ", always with others".to_owned(),
            1 => ", once with others".to_owned(),
            shared => format!(", {shared} times with others"),
        };
        format!("first in {all} of {}{shared}", counted(self.draws, "draw"))
    }
}

/// The names of some measures.
fn all_of(these: &[usize], names: &[&str]) -> String {
    listed(&these.iter().map(|&at| names[at].to_owned()).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean ranks by measure, by draw.
    fn leaders<const DRAWS: usize>(ranks: &[[f64; DRAWS]]) -> Leaders {
        Leaders::new(ranks.len(), DRAWS, |at, draw| ranks[at][draw])
    }

    #[test]
    fn a_winner_by_chance_does_not_lead_and_a_shared_place_counts_once() {
        let found =
            leaders(&[[1.0, 1.0, 2.0, 1.5, 1.0], [2.0, 2.0, 1.0, 1.5, 3.0], [3.0, 3.0, 3.0, 3.0, 2.0]]);
        assert_eq!(found.lead(), None);
        assert_eq!(found.why_none(), "no measure comes first in 5 of 5 draws");
        assert_eq!(found.in_words(&["Q", "AP", "RR"]), "Q in 3, AP in 1 and Q and AP together in 1");
        assert_eq!(found.of_measure(0), "first in 4 of 5 draws, once with others");
        assert_eq!(found.of_measure(2), "first in 0 of 5 draws");
    }

    #[test]
    fn nine_of_ten_draws_lead_and_eight_do_not() {
        let ahead = |draws: usize| {
            let ranks: [f64; 10] = std::array::from_fn(|draw| if draw < draws { 1.0 } else { 3.0 });
            leaders(&[ranks, [2.0; 10]]).lead()
        };
        assert_eq!([8, 9, 10].map(ahead), [None, Some((vec![0], 9)), Some((vec![0], 10))]);
        // One that is first in all draws leads, though another is level with it in some.
        let at_times = leaders(&[[1.0; 5], [1.0, 1.0, 2.0, 2.0, 2.0]]);
        assert_eq!(at_times.lead(), Some((vec![0], 5)));
        assert_eq!(at_times.of_measure(0), "first in 5 of 5 draws, 2 times with others");
        // Two that are always level lead together.
        let level = leaders(&[[1.5; 10], [3.0; 10], [1.5; 10]]);
        assert_eq!(level.lead(), Some((vec![0, 2], 10)));
        assert_eq!(level.of_measure(2), "first in 10 of 10 draws, always with others");
    }

    #[test]
    fn few_draws_tell_nothing() {
        let found = leaders(&[[1.0; 4], [2.0; 4]]);
        assert_eq!(found.lead(), None);
        let why = "of 4 draws nothing is told of the noise of the order (from 5 on it is)";
        assert_eq!(found.why_none(), why);
        assert!(leaders(&[[1.0; 5], [2.0; 5]]).lead().is_some());
    }
}
