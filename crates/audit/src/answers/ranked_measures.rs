//! Measures in the order of their mean rank over several criteria, and who leads.

use super::criterion::{Criterion, ranking};
use super::leaders::Leaders;
use super::{listed, sentence};
use rejudge_eval::plural::of_number;

/// What measures are ranked by, and which these are.
pub struct RankedMeasures<'a> {
    pub criteria: Vec<Criterion>,
    pub names: Vec<&'a str>,
    /// Whether there are others, which are not recommended.
    pub some_left_out: bool,
}

impl RankedMeasures<'_> {
    /// The mean over the criteria of a measure's ranks, in a draw or over all.
    pub fn mean_rank(&self, at: usize, draw: Option<usize>) -> f64 {
        let values = |criterion: &Criterion| match draw {
            Some(draw) => ranking(criterion.of_draw(draw)).mean_rank(at),
            None => ranking(&criterion.values).mean_rank(at),
        };
        self.criteria.iter().map(values).sum::<f64>() / self.criteria.len() as f64
    }

    /// How many draws there are; 0 where nothing is random.
    pub fn draws(&self) -> usize {
        self.criteria.iter().map(|criterion| criterion.draws.len()).max().unwrap_or(0)
    }

    /// Who comes first, draw by draw.
    pub fn leaders(&self) -> Leaders {
        Leaders::new(self.names.len(), self.draws(), |at, draw| self.mean_rank(at, Some(draw)))
    }

    /// The measures that lead, and in how many draws, in words; `None` where none do.
    pub fn leading(&self, leaders: &Leaders) -> Option<(Vec<usize>, String)> {
        let draws = self.draws();
        if draws > 0 {
            let (these, count) = leaders.lead()?;
            let first = match these[..] {
                [one] => leaders.of_measure(one),
                _ if count == draws => format!("each first in all {draws} draws"),
                _ => format!("each first in at least {count} of {draws} draws"),
            };
            return Some((these, format!(", {first}")));
        }
        // Where nothing is random the order is what it is.
        let rank = |at: &usize| self.mean_rank(*at, None);
        let first = (0..self.names.len()).min_by(|a, b| rank(a).total_cmp(&rank(b)))?;
        Some((self.level_with(first), ", of which none is drawn".to_owned()))
    }

    /// The measures of the mean rank of one.
    pub fn level_with(&self, at: usize) -> Vec<usize> {
        let is_level = |other: &usize| self.mean_rank(*other, None) == self.mean_rank(at, None);
        (0..self.names.len()).filter(is_level).collect()
    }

    /// `Q (2.3)`; `Q (2.3) and AP (2.3), which are level`.
    pub fn with_rank(&self, these: &[usize]) -> String {
        let one = |&at: &usize| format!("{} ({:.1})", self.names[at], self.mean_rank(at, None));
        let ranks = these.iter().map(|&at| self.mean_rank(at, None));
        let level = match these {
            [_] => "",
            [first, ..] if ranks.clone().all(|rank| rank == self.mean_rank(*first, None)) => {
                ", which are level"
            }
            _ => ", which are nearly level",
        };
        format!("{}{level}", listed(&these.iter().map(one).collect::<Vec<_>>()))
    }

    /// What a measure comes first in.
    pub fn reasons(&self, at: usize) -> Vec<String> {
        let first = self.criteria.iter().filter(|criterion| criterion.is_first(at));
        let others =
            |criterion: &Criterion| (0..self.names.len()).filter(|&at| criterion.is_first(at)).count() - 1;
        let reason = |criterion: &Criterion| match others(criterion) {
            0 => criterion.says.to_owned(),
            1 => format!("{} (as 1 other does)", criterion.says),
            others => format!("{} (as {others} others do)", criterion.says),
        };
        first.map(reason).collect()
    }

    /// The lowest rank of a measure with how many share it, and by which criteria.
    pub fn lowest(&self, at: usize) -> (usize, usize, Vec<&'static str>) {
        let mut lowest = (0, 0, Vec::new());
        for criterion in &self.criteria {
            let ranking = ranking(&criterion.values);
            let rank = ranking.ranks()[at];
            let level = ranking.ranks().iter().filter(|other| **other == rank).count();
            if (rank, level) == (lowest.0, lowest.1) {
                lowest.2.push(criterion.name);
            } else if rank > lowest.0 {
                lowest = (rank, level, vec![criterion.name]);
            }
        }
        lowest
    }

    /// Why a measure leads, to the end of the sentence; of several that are level the list of all says it.
    pub fn why(&self, these: &[usize]) -> String {
        let [one] = *these else { return ".".to_owned() };
        let reasons = self.reasons(one);
        let first = match reasons[..] {
            [] => "it is first by no criterion".to_owned(),
            // One that is not recommended may come before it.
            _ if self.some_left_out => format!("of these {} it {}", self.names.len(), listed(&reasons)),
            _ => format!("it {}", listed(&reasons)),
        };
        let (lowest, level, by) = self.lowest(one);
        if lowest == 1 {
            return format!(
                ". On average over the draws it comes first of these {} by every criterion.",
                self.names.len()
            );
        }
        format!(
            ". {}. By its worst {} ({}) it is number {lowest}{} of {}.",
            sentence(&first),
            of_number(by.len(), "criterion", "criteria"),
            by.join("; "),
            if level > 1 { format!(" to {}", lowest + level - 1) } else { String::new() },
            self.names.len()
        )
    }
}
