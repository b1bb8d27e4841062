//! Another judge is a model, or people who judged again. Its levels are kept next to the collection's own
//! verdicts. The checks that measures fit the labels are here too.

use std::sync::{Arc, OnceLock};

use rejudge_metrics::{Family, Gains, Metric, Verdict};

use rejudge_stats::Draw;

use crate::{ByTopic, DocIx, Material, View};

/// A judge's name and labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Judge {
    /// The name in the description of the collection.
    pub name: String,
    passes: Vec<Arc<Levels>>,
}

impl Judge {
    /// Creates a judge who labelled the documents once.
    pub fn new(name: String, levels: Levels) -> Self {
        Self { name, passes: vec![Arc::new(levels)] }
    }

    /// Creates a judge who labelled all documents in several passes.
    ///
    /// # Panics
    /// If there is no pass, or the passes have different gains. A draw may mix labels of several passes, so a
    /// label must mean the same in all passes.
    pub fn with_passes(name: String, passes: Vec<Levels>) -> Self {
        let first = passes.first().expect("a judge must have a pass");
        assert!(passes.iter().all(|pass| pass.gains == first.gains), "the passes have different gains");
        Self { name, passes: passes.into_iter().map(Arc::new).collect() }
    }

    /// Returns the labels of each pass.
    pub fn passes(&self) -> &[Arc<Levels>] {
        &self.passes
    }

    /// Returns the labels of the first pass.
    pub fn levels(&self) -> &Arc<Levels> {
        &self.passes[0]
    }

    /// Returns the labels of a draw, counted from 1. The first draws are the passes, in order. Further draws are
    /// dealt: each document gets its label from a random pass. A judge with one pass has the same labels in every
    /// draw.
    ///
    /// Dealt draws show how much results vary from pass to pass if there are too few passes to show it. Dealt
    /// draws vary less than passes do: with n passes, a dealt label has only (n - 1) / n of a label's
    /// variance.
    pub(crate) fn draw(&self, material: &Material<'_>) -> Arc<Levels> {
        let count = self.passes.len();
        let draw = material.draw.max(1) as usize;
        if draw <= count || count == 1 {
            return Arc::clone(&self.passes[(draw - 1).min(count - 1)]);
        }
        let mut deal = Draw::new(material.seed, &["dealt", material.key, &self.name, &draw.to_string()]);
        let mut topics: Vec<Vec<Verdict>> = Vec::with_capacity(self.levels().topics());
        for topic in 0..self.levels().topics() {
            let mut verdicts = self.levels().verdicts(topic).to_vec();
            // Documents are in the order of their ids, so that labels do not depend on the order of lines.
            let by_id = material.collection.file_facts().and_then(|file_facts| file_facts.by_id(topic));
            let mut dealt = |doc: usize| {
                verdicts[doc] = self.passes[deal.below(count as u32) as usize].verdicts(topic)[doc]
            };
            match by_id {
                Some(by_id) => by_id.iter().for_each(|&doc| dealt(doc as usize)),
                None => (0..self.levels().verdicts(topic).len()).for_each(dealt),
            }
            topics.push(verdicts);
        }
        Arc::new(Levels::new(topics, self.levels().gains().cloned()))
    }
}

/// A judge's verdict on each document that has a verdict from any judge, topic by topic.
///
/// [`Verdict::Pooled`] marks a document that this judge did not label.
#[derive(Clone, Debug)]
pub struct Levels {
    verdicts: ByTopic<Verdict>,
    /// For each topic, the documents of level 1 or above with their levels, the highest level first. Judgment sets
    /// make their ideal lists from these, without looking at the other documents. The lists are made on the first
    /// request, because scoring with all judgments does not need them.
    relevant: OnceLock<ByTopic<(DocIx, u8)>>,
    gains: Option<Gains>,
}

impl PartialEq for Levels {
    /// Compares verdicts and gains, but not the lists of relevant documents, because these are made on request.
    fn eq(&self, other: &Self) -> bool {
        self.verdicts == other.verdicts && self.gains == other.gains
    }
}

impl Levels {
    /// Creates the levels from each topic's verdicts, in the order of the documents. Pass `gains` if the levels
    /// only number a judge's own labels, for example fractions. Without `gains` the judge uses the same levels as
    /// the collection's assessors, with the same gains.
    pub fn new<V: IntoIterator<Item = Verdict>>(
        topics: impl IntoIterator<Item = V>,
        gains: Option<Gains>,
    ) -> Self {
        Self::from_verdicts(topics.into_iter().collect(), gains)
    }

    pub(crate) fn from_verdicts(verdicts: ByTopic<Verdict>, gains: Option<Gains>) -> Self {
        Self { verdicts, relevant: OnceLock::new(), gains }
    }

    pub(crate) fn with_gains(self, gains: Option<Gains>) -> Self {
        Self { gains, ..self }
    }

    /// Returns the verdicts of `topic`.
    ///
    /// # Panics
    /// If `topic` is out of range.
    pub fn verdicts(&self, topic: usize) -> &[Verdict] {
        self.verdicts.topic(topic)
    }

    /// Returns the number of topics.
    pub fn topics(&self) -> usize {
        self.verdicts.topics()
    }

    /// Returns the gains of the levels if the labels are gains, so that levels only number them, or else `None`.
    pub fn gains(&self) -> Option<&Gains> {
        self.gains.as_ref()
    }

    /// Returns the highest level of any document, or 0 if there is none.
    pub fn highest(&self) -> u8 {
        let levels = self.verdicts.iter().flatten().map(|verdict| match verdict {
            Verdict::Level(level) => *level,
            Verdict::Pooled => 0,
        });
        levels.max().unwrap_or(0)
    }

    /// Returns the topic's levels of 1 or above, the highest first.
    pub(crate) fn ideal(&self, topic: usize) -> Vec<u8> {
        let relevant_level = |verdict: &Verdict| match verdict {
            Verdict::Level(level @ 1..) => Some(*level),
            _ => None,
        };
        let mut levels: Vec<u8> = self.verdicts(topic).iter().filter_map(relevant_level).collect();
        levels.sort_unstable_by_key(|&level| std::cmp::Reverse(level));
        levels
    }

    /// Returns the topic's documents of level 1 or above with their levels, the highest level first.
    pub(crate) fn relevant(&self, topic: usize) -> &[(DocIx, u8)] {
        self.relevant.get_or_init(|| self.verdicts.iter().map(relevant).collect()).topic(topic)
    }
}

/// The reason why levels cannot be used: the labels are gains, and levels only number the gains in order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLevels {
    /// The rule `gains` maps levels to gains.
    #[error("the labels are gains, so `gains`, which maps levels to gains, would have no effect")]
    Gains,
    /// The rule `min-rel` refers to a level.
    #[error("the labels are gains: they have no level {0}, which `min-rel` requires")]
    MinRel(u8),
    /// A measure refers to levels.
    #[error("the labels are gains: they have no levels, which {0} requires")]
    Measure(Metric),
}

impl NoLevels {
    /// Checks that the labels of `view` have the levels to which `min_rel` and these measures refer.
    ///
    /// # Errors
    /// If the labels have no levels, but one of these refers to levels.
    pub fn check(metrics: &[Metric], min_rel: u8, view: &View) -> Result<(), Self> {
        if view.gains().is_none() { Ok(()) } else { Self::check_gains(metrics, min_rel) }
    }

    /// Checks that neither `min_rel` nor these measures refer to levels, because labels that are gains have none.
    ///
    /// # Errors
    /// If one of these refers to levels.
    pub fn check_gains(metrics: &[Metric], min_rel: u8) -> Result<(), Self> {
        if min_rel > 1 {
            return Err(Self::MinRel(min_rel));
        }
        let level_measure = metrics.iter().find(|metric| metric.depends_on_levels());
        level_measure.map_or(Ok(()), |metric| Err(Self::Measure(metric.clone())))
    }
}

/// infAP was requested, but no judgment is withheld. Then there is nothing to infer, and infAP would look like a
/// second measure that agrees with AP.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} needs documents that are pooled but unjudged (grade -1), and there are none: on complete judgments \
     it is AP except for an epsilon of 0.00001"
)]
pub struct NothingToInfer(Metric);

impl NothingToInfer {
    /// Checks that judgments are withheld (`has_pooled`) if one of the measures is infAP.
    ///
    /// # Errors
    /// If a measure is infAP and no judgments are withheld, so that there is nothing to infer.
    pub fn check<'a>(metrics: impl IntoIterator<Item = &'a Metric>, has_pooled: bool) -> Result<(), Self> {
        let inferred =
            metrics.into_iter().find(|metric| metric.family() == Family::InferredAp && !has_pooled);
        inferred.map_or(Ok(()), |metric| Err(Self(metric.clone())))
    }
}

/// Returns the documents of level 1 or above with their levels, the highest level first.
fn relevant(verdicts: &[Verdict]) -> Vec<(DocIx, u8)> {
    let relevant = (0..).zip(verdicts).filter_map(|(doc, verdict)| match verdict {
        Verdict::Level(level @ 1..) => Some((doc, *level)),
        _ => None,
    });
    let mut relevant: Vec<_> = relevant.collect();
    relevant.sort_by_key(|&(_, level)| std::cmp::Reverse(level));
    relevant
}
