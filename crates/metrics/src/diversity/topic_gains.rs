//! A topic's judgments under one table of gains, with the values that several measures share.

use std::sync::Arc;

use crate::diversity::greedy;
use crate::diversity::topic::{Intent, IntentTopic};
use crate::levels::Gains;

/// Gains by document and intent. Documents without a judgment gain nothing.
#[derive(Clone, Debug)]
pub(crate) struct TopicGains {
    /// The intents.
    pub intents: Arc<[Intent]>,
    /// The gains, row after row; each row has a gain for each intent.
    gains: Vec<f64>,
    /// The global gain of each row, Σ Pr(i|q) g_i (Sakai, survey of NTCIR, Eq. 7).
    global: Vec<f64>,
    /// The global ideal list: global gains above 0, highest first.
    pub ideal: Vec<f64>,
    /// For each intent, the number of documents with a gain.
    pub relevant: Vec<u32>,
    /// Each intent's probability divided by the highest probability, or 0 if the intent has no relevant
    /// document. If all intents are equally probable, the weights above 0 are exactly 1, so that rounding
    /// does not separate equal documents.
    pub weights: Vec<f64>,
    /// The divisor that turns a sum over `weights` into a sum over probabilities. Given probabilities are not
    /// rescaled. Assumed probabilities are shared equally by the intents with a relevant document, as in ndeval.
    /// `None` if no document is relevant to an intent with a probability above 0.
    pub weight_divisor: Option<f64>,
    id_order: Arc<[u32]>,
    /// The greedy orders computed so far, each with its α as bits.
    greedy: Vec<(u64, Arc<[u32]>)>,
}

impl TopicGains {
    /// Applies `gains` to the judgments of `judged_rows`.
    pub fn new(topic: &IntentTopic<'_>, judged_rows: impl Iterator<Item = u32>, gains: &Gains) -> Self {
        let count = topic.intents.len();
        let rows = topic.levels.len() / count.max(1);
        let (mut by_intent, mut global) = (vec![0.0; topic.levels.len()], vec![0.0; rows]);
        let mut relevant = vec![0; count];
        for row in judged_rows.map(|row| row as usize) {
            for (column, intent) in topic.intents.iter().enumerate() {
                let cell = row * count + column;
                let gain = gains.gain(topic.levels[cell]) * topic.factors.get(cell).copied().unwrap_or(1.0);
                by_intent[cell] = gain;
                global[row] += intent.probability * gain;
                relevant[column] += u32::from(gain > 0.0);
            }
        }
        let mut ideal: Vec<f64> = global.iter().copied().filter(|&gain| gain > 0.0).collect();
        ideal.sort_by(|a, b| b.total_cmp(a));
        let highest = topic.intents.iter().map(|intent| intent.probability).fold(0.0, f64::max);
        let mut weights = vec![0.0; count];
        for ((weight, intent), &relevant) in weights.iter_mut().zip(topic.intents).zip(&relevant) {
            if relevant > 0 && highest > 0.0 {
                *weight = intent.probability / highest;
            }
        }
        let total: f64 = weights.iter().sum();
        let weight_divisor = (total > 0.0).then_some(if topic.assumed { total } else { 1.0 / highest });
        let (intents, id_order) = (topic.intents.into(), topic.id_order.into());
        let gains = by_intent;
        Self {
            intents,
            gains,
            global,
            ideal,
            relevant,
            weights,
            weight_divisor,
            id_order,
            greedy: Vec::new(),
        }
    }

    /// Returns a document's gain for each intent.
    #[inline]
    pub fn row(&self, row: u32) -> &[f64] {
        let (row, count) = (row as usize, self.intents.len());
        &self.gains[row * count..(row + 1) * count]
    }

    /// Returns a document's global gain.
    #[inline]
    pub fn global(&self, row: u32) -> f64 {
        self.global[row as usize]
    }

    /// Returns the number of documents.
    pub fn rows(&self) -> u32 {
        self.global.len() as u32
    }

    /// Returns an intent's ideal list: the gains above 0, highest first.
    pub(crate) fn ideal_of(&self, intent: usize) -> Vec<f64> {
        let column = self.gains.iter().skip(intent).step_by(self.intents.len());
        let mut ideal: Vec<f64> = column.copied().filter(|&gain| gain > 0.0).collect();
        ideal.sort_by(|a, b| b.total_cmp(a));
        ideal
    }

    /// Returns the greedy order of the rows for this α; see [`greedy::order`].
    pub fn greedy(&mut self, alpha: f64) -> Arc<[u32]> {
        if let Some((_, order)) = self.greedy.iter().find(|(bits, _)| *bits == alpha.to_bits()) {
            return Arc::clone(order);
        }
        let order: Arc<[u32]> = greedy::order(self, alpha, &self.id_order).into();
        self.greedy.push((alpha.to_bits(), Arc::clone(&order)));
        order
    }

    /// Frees the greedy orders, because no measure needs them after the topic is prepared.
    pub(crate) fn drop_orders(&mut self) {
        self.greedy = Vec::new();
    }
}
