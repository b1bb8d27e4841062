//! Scores topics one after another: one list at a time by all judgments of its topic, keeping none of them.
//!
//! [`Scoring`](crate::Scoring) goes over runs that are held, under any judgment set; here are neither.

use rejudge_metrics::{Hit, HitList, Judged, JudgedList, Scorer, Verdict};

use crate::DocIx;
use crate::scoring::Scorers;

/// All judgments of a topic.
#[derive(Clone, Copy, Debug)]
pub struct TopicJudgments<'a> {
    /// The verdict of each document that has one.
    pub verdicts: &'a [Verdict],
    /// Levels >= 1, highest first.
    pub ideal: &'a [u8],
    /// The number of documents judged to be of level 0.
    pub nonrelevant: u32,
}

impl TopicJudgments<'_> {
    /// Judged documents of the level `min_rel` or above. Level 0 is never relevant: 0 means 1.
    pub fn relevant(&self, min_rel: u8) -> usize {
        self.ideal.partition_point(|&level| level >= min_rel)
    }
}

/// Scores lists as they pass; its room is kept from list to list.
#[derive(Clone, Debug)]
pub struct PassingScorer<'a> {
    scorer: &'a Scorer,
    raw: Vec<Hit>,
    condensed: Vec<Hit>,
    /// The lists as they are walked, for measures that do.
    raw_ranking: Vec<Judged>,
    condensed_ranking: Vec<Judged>,
    scores: Vec<Option<f64>>,
}

impl<'a> PassingScorer<'a> {
    /// Creates it for measures by document. Returns `None` if a measure is by intent.
    pub fn new(scorers: &'a Scorers) -> Option<Self> {
        let (scorer, scores) = (scorers.of_documents()?, vec![None; scorers.measures()]);
        let (raw, condensed, raw_ranking, condensed_ranking) = Default::default();
        Some(Self { scorer, raw, condensed, raw_ranking, condensed_ranking, scores })
    }

    /// The score by each measure of a list that holds `retrieved` documents: `seen` are rank and number of
    /// those with a verdict, by rank.
    ///
    /// ```
    /// use rejudge_metrics::{Gains, Verdict::Level};
    /// use rejudge_pools::{PassingScorer, Scorers, TopicJudgments};
    /// let scorers = Scorers::new(&["P@2".parse()?, "RR".parse()?], &Gains::linear(2), 1, None)?;
    /// let mut scorer = PassingScorer::new(&scorers).expect("measures by document");
    /// let verdicts = [Level(1), Level(0), Level(2)];
    /// let judgments = TopicJudgments { verdicts: &verdicts, ideal: &[2, 1], nonrelevant: 1 };
    /// assert_eq!(scorer.score(judgments, &[(1, 1), (2, 2)], 2), [Some(0.5), Some(0.5)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If a document has no verdict.
    pub fn score(
        &mut self,
        judgments: TopicJudgments<'_>,
        seen: &[(u32, DocIx)],
        retrieved: u32,
    ) -> &[Option<f64>] {
        let walks = self.scorer.needs_ranking();
        self.raw.clear();
        self.condensed.clear();
        self.raw_ranking.clear();
        self.condensed_ranking.clear();
        let mut judged = 0;
        for (pooled, &(rank, doc)) in (0..).zip(seen) {
            let verdict = judgments.verdicts[doc as usize];
            if let Verdict::Level(level @ 1..) = verdict {
                self.raw.push(Hit { rank, judged_above: judged, pooled_above: pooled, level });
                let (rank, above) = (judged + 1, judged);
                self.condensed.push(Hit { rank, judged_above: above, pooled_above: above, level });
            }
            let has_level = verdict != Verdict::Pooled;
            if walks {
                self.raw_ranking.push(Judged { rank, verdict });
                if has_level {
                    self.condensed_ranking.push(Judged { rank: judged + 1, verdict });
                }
            }
            judged += u32::from(has_level);
        }
        let list = |ranking, retrieved| JudgedList {
            ranking,
            retrieved,
            ideal: judgments.ideal,
            judged_nonrelevant: judgments.nonrelevant,
            documents: None,
        };
        let raw = HitList { hits: &self.raw, list: list(&self.raw_ranking, retrieved) };
        let condensed = HitList { hits: &self.condensed, list: list(&self.condensed_ranking, judged) };
        self.scorer.score_hits(&raw, &condensed, &mut self.scores);
        &self.scores
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rejudge_metrics::{Gains, Metric, trec_eval};

    use super::*;
    use crate::{JoinedRun, Scoring, TestCollection, Topic, View};

    proptest! {
        /// A list that passes has the scores of one that is held, by every measure that trec_eval has and by
        /// ours, on both forms of the list.
        #[test]
        fn what_passes_is_scored_as_what_is_held(
            levels in prop::collection::vec(-1_i32..4, 1..150),
            gaps in prop::collection::vec((1_u32..4, any::<prop::sample::Index>()), 0..60),
            more in 0_u32..9,
        ) {
            let verdict = |level: &i32| u8::try_from(*level).map_or(Verdict::Pooled, Verdict::Level);
            let verdicts: Vec<Verdict> = levels.iter().map(verdict).collect();
            let (mut seen, mut rank) = (Vec::<(u32, DocIx)>::new(), 0);
            for (gap, doc) in &gaps {
                let doc = doc.index(verdicts.len()) as DocIx;
                if seen.iter().all(|&(_, other)| other != doc) {
                    rank += gap;
                    seen.push((rank, doc));
                }
            }
            let retrieved = rank + more;
            let ours = ["AP'", "nDCG@5", "Q", "Q'", "RBP(p=0.8)", "bpref", "infAP", "ERR@10", "Judged@10", "RR"];
            let mut metrics: Vec<Metric> = ours.iter().filter_map(|name| name.parse().ok()).collect();
            metrics.extend(trec_eval::expand("all_trec").expect("a set"));
            metrics.retain(|metric| !metric.family().is_by_intent());
            prop_assert!(metrics.len() > 30);
            let scorers = Scorers::new(&metrics, &Gains::linear(3), 1, None).expect("they fit");

            let topic = Topic { name: "1".into(), verdicts: verdicts.clone(), documents: verdicts.len() as u32 };
            let collection = TestCollection::new(vec![topic], vec![], vec![], vec![]).expect("sound");
            let view = View::full(&collection);
            let joined = JoinedRun::of_topics([(&seen[..], &verdicts[..], retrieved)].into_iter());
            let held = Scoring::new(&scorers, &collection, &view, None).expect("they fit").scores([&joined], &[0]);
            let held: Vec<(u64, bool)> = (0..metrics.len())
                .map(|at| (held.of_run(at, 0)[0].to_bits(), held.undefined_topics(at).next().is_none()))
                .collect();

            let judgments = TopicJudgments {
                verdicts: &verdicts,
                ideal: view.ideal(0),
                nonrelevant: view.judged_nonrelevant(0),
            };
            let mut scorer = PassingScorer::new(&scorers).expect("by document");
            // Scored twice, because buffers are reused.
            scorer.score(judgments, &seen[..seen.len() / 2], retrieved);
            let passed: Vec<(u64, bool)> = scorer
                .score(judgments, &seen, retrieved)
                .iter()
                .map(|score| (score.unwrap_or(0.0).to_bits(), score.is_some()))
                .collect();
            prop_assert_eq!(passed, held);
        }
    }
}
