//! A topic judged by intent, with a ranking and its scores, and random topics of this form.

use proptest::prelude::*;
use rejudge_metrics::{Gains, Intent, IntentScorer, IntentScratch, IntentTopic, Metric, Placed};

/// No ranking of a case is longer than this.
pub const LONGEST: u32 = 30;

/// A topic and a ranking.
#[derive(Clone, Debug)]
pub struct IntentCase {
    pub intents: Vec<Intent>,
    /// True if no probabilities were given, so that all are equal.
    pub assumed: bool,
    /// For each judged document, its levels by intent.
    pub rows: Vec<Vec<u8>>,
    /// The factors of the gains, in the order of `rows`. If empty, all factors are 1.
    pub factors: Vec<f64>,
    pub id_order: Vec<u32>,
    /// Rows by rank; `None` is an unjudged document.
    pub ranking: Vec<Option<u32>>,
}

impl IntentCase {
    /// Returns the scores of the case by several metrics.
    pub fn scores(&self, names: &[&str], gains: &Gains, max_rank: u32) -> Vec<Option<f64>> {
        let metrics: Vec<Metric> =
            names.iter().map(|name| name.parse().unwrap_or_else(|error| panic!("{error}"))).collect();
        let scorer = IntentScorer::new(&metrics, gains, 1, Some(max_rank)).expect("settings are good");
        let levels = self.rows.concat();
        let prepared = scorer.prepare(&self.topic(&levels), 0..self.rows.len() as u32);
        let mut scores = vec![None; metrics.len()];
        let (raw, condensed) = (self.raw(), self.condensed());
        prepared.score(&raw, &condensed, &mut IntentScratch::default(), &mut scores);
        scores
    }

    /// Returns the score by one metric. The gain of a level is the level.
    pub fn score(&self, name: &str) -> Option<f64> {
        self.scores(&[name], &Gains::linear(3), LONGEST)[0]
    }

    /// Returns the judgments, with these levels row after row.
    pub fn topic<'a>(&'a self, levels: &'a [u8]) -> IntentTopic<'a> {
        IntentTopic {
            intents: &self.intents,
            assumed: self.assumed,
            levels,
            factors: &self.factors,
            id_order: &self.id_order,
        }
    }

    pub fn raw(&self) -> Vec<Placed> {
        let ranked = (1..).zip(&self.ranking);
        ranked.filter_map(|(rank, row)| row.map(|row| Placed { rank, row })).collect()
    }

    pub fn condensed(&self) -> Vec<Placed> {
        (1..).zip(self.ranking.iter().flatten()).map(|(rank, &row)| Placed { rank, row }).collect()
    }
}

/// Returns random probabilities, and true if they are assumed, not given. Assumed probabilities are equal.
fn equal_or_not(count: usize) -> impl Strategy<Value = (Vec<f64>, bool)> {
    let equal = any::<bool>().prop_map(move |assumed| (vec![1_u32; count], assumed));
    let shares =
        prop_oneof![equal, prop::collection::vec(1_u32..10, count).prop_map(|shares| (shares, false))];
    shares.prop_map(|(shares, assumed)| {
        let total: u32 = shares.iter().sum();
        (shares.iter().map(|&share| f64::from(share) / f64::from(total)).collect(), assumed)
    })
}

/// Returns random topics with a number of intents in the range `intents` and up to 19 judged documents. The
/// ranking has some of these documents, and up to 6 unjudged ones.
pub fn case(intents: std::ops::Range<usize>) -> impl Strategy<Value = IntentCase> {
    (intents, 1_usize..20).prop_flat_map(|(count, documents)| {
        let level = prop_oneof![3 => Just(0_u8), 2 => 1_u8..4];
        let rows = prop::collection::vec(prop::collection::vec(level, count), documents);
        let id_order = Just((0..documents as u32).collect::<Vec<_>>()).prop_shuffle();
        let all = (0..documents as u32).map(Some).chain([None; 6]).collect::<Vec<_>>();
        let ranking = prop::sample::subsequence(all.clone(), 0..=all.len()).prop_shuffle();
        let kinds = prop::collection::vec(any::<bool>(), count);
        let factor = prop_oneof![2 => Just(1.0), 1 => 0.0_f64..1.0, 1 => Just(0.0)];
        let factors = prop_oneof![Just(Vec::new()), prop::collection::vec(factor, count * documents)];
        (equal_or_not(count), kinds, rows, factors, id_order, ranking).prop_map(
            |((probabilities, assumed), kinds, rows, factors, id_order, ranking)| {
                let intent = |(probability, navigational)| Intent { probability, navigational };
                let intents = probabilities.into_iter().zip(kinds).map(intent).collect();
                IntentCase { intents, assumed, rows, factors, id_order, ranking }
            },
        )
    })
}
