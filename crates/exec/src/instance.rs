//! A collection in memory, with what every judgment set is made from.

use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use rayon::prelude::*;
use rejudge_collections::{
    DescribedCollection, Judges, PrintedScores, Reading, load_described, printed_scores, wrong_checksums,
};
use rejudge_descriptor::{Base, place};
use rejudge_metrics::{Gains, Metric, Scorer, Verdict};
use rejudge_pools::{
    Buffers, Contributions, IntentJudgments, JoinedRun, JudgmentSet, Material, RunIx, TestCollection, View,
    repooled,
};

use super::scores::highest_level;
use super::source::{Source, Tells};
use rejudge_grid::Grid;
use rejudge_spec::{Evaluation, GainRule, NoRelevant, TopicRule};

/// A loaded or drawn collection.
pub struct Instance {
    /// Its name.
    pub name: String,
    /// What keys its draws.
    pub draw_key: String,
    /// Topics, runs, teams, rankings.
    pub collection: TestCollection,
    /// Judgments by intent, where there are any.
    pub intents: Option<IntentJudgments>,
    /// The judgments that the experiment starts from.
    pub base: View,
    /// Share of the pool that is judged, where the base is a pool of the stored runs.
    pub coverage: Option<f64>,
    /// Scores that were printed of its runs, where a statistic asks for them.
    pub printed: PrintedScores,
    /// Depth of the pool; `None` where judgments were not pooled.
    pub depth: Option<u32>,
    /// Who brought what.
    pub contributions: Contributions,
    seed: u64,
    draw: Option<u32>,
}

impl Instance {
    /// Draws the twin, or loads the files.
    pub fn load(grid: &Grid, collection: u32, draw: Option<u32>) -> Result<Self> {
        let at = &grid.collections[collection as usize];
        let descriptor = &at.entry.descriptor;
        let rules = &grid.evaluations[0].rules;
        let DescribedCollection { collection: data, intents, units, judges } =
            match (descriptor.as_twin(), draw, &at.entry.root) {
                (Some(twin), Some(draw), _) => {
                    let collection = rejudge_twins::generate(&twin, grid.seed, draw)?;
                    DescribedCollection { collection, intents: None, units: None, judges: Vec::new() }
                }
                (None, _, Some(root)) => {
                    // Numbers of other files must not stand under this collection's name.
                    if let Some(wrong) = wrong_checksums(descriptor, root)?.first() {
                        bail!(
                            "`{}` is not the described collection: another {} (rejudge data verify)",
                            at.name,
                            wrong.subject
                        );
                    }
                    // Scoring stops at `max-rank`, pooling does not: else a pool would depend on which other
                    // `max-rank` the same grid has.
                    let reading = Reading {
                        ties: rules.ties,
                        score_type: rules.score_type,
                        max_rank: usize::MAX,
                        ..Reading::default()
                    };
                    load_described(descriptor, root, &reading, Judges::Named(&at.asked_judges()))?
                }
                _ => bail!("the data of `{}` are not here", at.name),
            };
        for judge in &judges {
            tracing::info!(collection = at.name, judge = judge.name, "{judge}");
        }
        let (base, coverage) = match descriptor.base {
            Base::AsJudged => (View::full(&data), None),
            Base::Repooled { depth } => repooled(&data, depth as usize),
        };
        // From here on it is units that are found; every judgment set is made of the base and has them too.
        let base = match units {
            Some(units) => base.with_units(&data, Arc::new(units)),
            None => base,
        };
        check_levels(&data, &base, rules, &at.name)?;
        let asks = grid.statistics.iter().any(|statistic| statistic.kind.needs_printed_scores());
        let printed = match (&descriptor.files, &at.entry.root) {
            (Some(files), Some(root)) if asks => printed_scores(files, &place(root, &files.folder))?,
            _ => PrintedScores::new(),
        };
        let depth = match descriptor.base {
            Base::Repooled { depth } => Some(depth),
            Base::AsJudged => descriptor.pool_depth,
        };
        // Without a pool depth every stored document counts as contributed.
        let contributions = Contributions::new(&data, &base, depth.map_or(usize::MAX, |d| d as usize));
        Ok(Self {
            name: at.name.clone(),
            draw_key: at.draw_key().to_owned(),
            collection: data,
            intents,
            base,
            coverage,
            printed,
            depth,
            contributions,
            seed: grid.seed,
            draw,
        })
    }

    /// The judgment set as a view; `sample` is the draw that samples the judgments of files.
    pub fn view(&self, judgments: &JudgmentSet, sample: Option<u32>) -> Result<View> {
        let material = Material {
            collection: &self.collection,
            base: &self.base,
            contributions: &self.contributions,
            seed: self.seed,
            // Every twin is drawn; files are what they are.
            key: if self.draw.is_some() { &self.draw_key } else { Material::FILES },
            draw: self.draw.or(sample).unwrap_or_default(),
        };
        judgments.of(&material).with_context(|| format!("`{judgments}` of `{}`", self.name))
    }
}

impl Instance {
    /// What the levels of a judgment set gain: what another judge's labels say, or the rules of the
    /// evaluation.
    pub fn gains(&self, rules: &Evaluation, view: &View) -> Gains {
        view.gains().cloned().unwrap_or_else(|| rules.gains.of(highest_level(self)))
    }
}

impl Source for Instance {
    fn name(&self) -> &str {
        &self.name
    }

    fn draw_key(&self) -> &str {
        &self.draw_key
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn draw(&self) -> Option<u32> {
        self.draw
    }

    fn collection(&self) -> &TestCollection {
        &self.collection
    }

    fn tells(&self) -> Tells {
        Tells { rankings: true, teams: true }
    }

    fn topics(&self, rules: &Evaluation, scored: &[RunIx]) -> Vec<usize> {
        let has_relevant =
            |&t: &usize| rules.no_relevant == NoRelevant::Zero || self.base.relevant(t, rules.min_rel) > 0;
        let counts = |&t: &usize| match rules.topics {
            TopicRule::Qrels => true,
            TopicRule::Intersection => scored.iter().all(|&run| !self.collection.ranking(run, t).is_empty()),
        };
        (0..self.collection.topics().len()).filter(has_relevant).filter(counts).collect()
    }

    fn summaries(&self, rules: &Evaluation, by: &Metric) -> Result<Vec<f64>> {
        let topics = self.topics(rules, &self.all_runs());
        ensure!(!topics.is_empty(), "no topic of `{}` is left to choose runs by {by}", self.name);
        let gains = self.gains(rules, &self.base);
        let scorer = Scorer::new(std::slice::from_ref(by), &gains, rules.min_rel, rules.max_rank)
            .with_context(|| format!("runs are chosen by {by}"))?;
        let room = || (JoinedRun::default(), Buffers::default());
        let summary = |(joined, buffers): &mut (JoinedRun, Buffers), &run: &RunIx| {
            joined.join(&self.collection, run, rules.max_rank as usize);
            let score = |&topic: &usize| {
                let mut score = [None];
                buffers.score(&scorer, &self.collection, &self.base, joined, topic, &mut score);
                score[0].unwrap_or(0.0)
            };
            let scores: Vec<f64> = topics.iter().map(score).collect();
            by.summary().of(scores)
        };
        Ok(self.all_runs().par_iter().map_init(room, summary).collect())
    }
}

/// A level above the gain table would silently gain what the highest level does.
fn check_levels(collection: &TestCollection, base: &View, rules: &Evaluation, name: &str) -> Result<()> {
    let GainRule::Map(gains) = &rules.gains else { return Ok(()) };
    for judge in collection.judges().iter().filter(|judge| judge.levels.gains().is_none()) {
        if judge.levels.highest() > gains.top_level() {
            let (judge, level) = (&judge.name, judge.levels.highest());
            bail!(
                "`{judge}` of `{name}` gives level {level}, but `gains` ends at level {}",
                gains.top_level()
            );
        }
    }
    for (at, topic) in collection.topics().iter().enumerate() {
        let of_documents = topic.verdicts.iter().filter_map(|v| match v {
            Verdict::Level(level) => Some(*level),
            Verdict::Pooled => None,
        });
        // A group may stand higher than its documents.
        let of_units = base.ideal(at).first().copied();
        if let Some(level) = of_documents.max().max(of_units).filter(|&level| level > gains.top_level()) {
            bail!(
                "topic {} of `{name}` has a document of level {level}, but `gains` ends at level {}",
                topic.name,
                gains.top_level()
            );
        }
    }
    Ok(())
}
