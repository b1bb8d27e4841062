//! The scores of a list under one filling. The fillings here give each unjudged document the highest level or level
//! 0.

use rejudge_metrics::{Hit, JudgedList, Scorer};

use crate::bounds::open_list::OpenList;

/// A filled list and its scores. Its memory is reused from list to list.
#[derive(Debug, Default)]
pub(crate) struct Filled {
    hits: Vec<Hit>,
    ideal: Vec<u8>,
    scores: Vec<Option<f64>>,
}

impl Filled {
    /// Scores `list` under a filling. The holes at `ranks`, which ascend, and `elsewhere` holes outside the list get the
    /// highest level, all other holes level 0. An undefined score becomes 0.
    pub fn score(
        &mut self,
        scorer: &Scorer,
        list: &OpenList<'_>,
        ranks: &[u32],
        elsewhere: u32,
        scores: &mut [f64],
    ) {
        let (top, relevant) = (list.top_level, ranks.len() as u32 + elsewhere);
        // A filling judges every retrieved document.
        let hit = |rank: u32, level: u8| Hit { rank, judged_above: rank - 1, pooled_above: rank - 1, level };
        self.hits.clear();
        let mut ranks = ranks.iter().copied().peekable();
        for judged in list.judged {
            while let Some(rank) = ranks.next_if(|rank| *rank < judged.rank) {
                self.hits.push(hit(rank, top));
            }
            self.hits.push(hit(judged.rank, judged.level));
        }
        self.hits.extend(ranks.map(|rank| hit(rank, top)));
        self.ideal.clear();
        self.ideal.extend(std::iter::repeat_n(top, relevant as usize).chain(list.ideal.iter().copied()));
        let list = JudgedList {
            hits: Some(&self.hits),
            retrieved: list.retrieved,
            ideal: &self.ideal,
            judged_nonrelevant: list.judged_nonrelevant + list.holes() - relevant,
            ..JudgedList::default()
        };
        self.scores.resize(scores.len(), None);
        scorer.score(&list, &list, &mut self.scores);
        for (score, defined) in scores.iter_mut().zip(&self.scores) {
            *score = defined.unwrap_or(0.0);
        }
    }
}
