//! The judgments of a topic under one table of gains, with the values that its measures share.

use std::sync::Arc;

use crate::diversity::greedy;
use crate::diversity::topic::{Intent, IntentTopic};
use crate::levels::Gains;

/// Gains by document and intent. A document whose judgment is not kept gains nothing.
#[derive(Clone, Debug)]
pub(crate) struct TopicGains {
    /// The intents.
    pub intents: Arc<[Intent]>,
    /// Row after row, a gain for each intent.
    gains: Vec<f64>,
    /// The global gain of each row, Σ Pr(i|q) g_i (Sakai, survey of NTCIR, Eq. 7).
    global: Vec<f64>,
    /// Global gains above 0, highest first: the global ideal list.
    pub ideal: Vec<f64>,
    /// The number of relevant documents of each intent, which are those with a gain.
    pub relevant: Vec<u32>,
    /// The probability of each intent divided by the highest one, 0 without relevant documents. Equal
    /// probabilities are exactly 1, so that rounding does not separate equal documents.
    pub weights: Vec<f64>,
    /// The divisor that turns `weights`, by which a sum is weighted, into probabilities: the highest weight
    /// gives back the given ones, while assumed ones are equal among the intents with relevant documents, as
    /// in ndeval. `None` if no document is relevant to an intent that has a probability.
    pub whole: Option<f64>,
    id_order: Arc<[u32]>,
    /// The greedy orders that were requested, each with its α as bits.
    greedy: Vec<(u64, Arc<[u32]>)>,
}

impl TopicGains {
    /// Applies `gains` to the judgments of the rows `kept`.
    pub fn new(topic: &IntentTopic<'_>, kept: impl Iterator<Item = u32>, gains: &Gains) -> Self {
        let count = topic.intents.len();
        let rows = topic.levels.len() / count.max(1);
        let (mut by_intent, mut global) = (vec![0.0; topic.levels.len()], vec![0.0; rows]);
        let mut relevant = vec![0; count];
        for row in kept.map(|row| row as usize) {
            for (at, intent) in topic.intents.iter().enumerate() {
                let cell = row * count + at;
                let gain = gains.gain(topic.levels[cell]) * topic.factors.get(cell).copied().unwrap_or(1.0);
                by_intent[cell] = gain;
                global[row] += intent.probability * gain;
                relevant[at] += u32::from(gain > 0.0);
            }
        }
        let mut ideal: Vec<f64> = global.iter().copied().filter(|&gain| gain > 0.0).collect();
        ideal.sort_by(|a, b| b.total_cmp(a));
        let highest = topic.intents.iter().map(|intent| intent.probability).fold(0.0, f64::max);
        let weight = |(intent, &relevant): (&Intent, &u32)| {
            if relevant > 0 && highest > 0.0 { intent.probability / highest } else { 0.0 }
        };
        let weights: Vec<f64> = topic.intents.iter().zip(&relevant).map(weight).collect();
        let total: f64 = weights.iter().sum();
        let whole = (total > 0.0).then_some(if topic.assumed { total } else { 1.0 / highest });
        let (intents, id_order) = (topic.intents.into(), topic.id_order.into());
        let gains = by_intent;
        Self { intents, gains, global, ideal, relevant, weights, whole, id_order, greedy: Vec::new() }
    }

    /// Returns the gains of a document for each intent.
    #[inline]
    pub fn row(&self, row: u32) -> &[f64] {
        let (row, count) = (row as usize, self.intents.len());
        &self.gains[row * count..(row + 1) * count]
    }

    /// Returns the global gain of a document.
    #[inline]
    pub fn global(&self, row: u32) -> f64 {
        self.global[row as usize]
    }

    /// Returns the number of documents.
    pub fn rows(&self) -> u32 {
        self.global.len() as u32
    }

    /// Returns the gains above 0 for one intent, highest first: its ideal list.
    pub(crate) fn ideal_of(&self, intent: usize) -> Vec<f64> {
        let all = self.gains.iter().skip(intent).step_by(self.intents.len());
        let mut ideal: Vec<f64> = all.copied().filter(|&gain| gain > 0.0).collect();
        ideal.sort_by(|a, b| b.total_cmp(a));
        ideal
    }

    /// Rows in the order in which each adds most novelty to those before; see [`greedy::order`].
    pub fn greedy(&mut self, alpha: f64) -> Arc<[u32]> {
        if let Some((_, order)) = self.greedy.iter().find(|(known, _)| *known == alpha.to_bits()) {
            return Arc::clone(order);
        }
        let order: Arc<[u32]> = greedy::order(self, alpha, &self.id_order).into();
        self.greedy.push((alpha.to_bits(), Arc::clone(&order)));
        order
    }

    /// Drops the greedy orders once every measure has used them.
    pub(crate) fn drop_orders(&mut self) {
        self.greedy = Vec::new();
    }
}
