//! A collection in memory: documents and judgments from which every judgment set is made, or only published scores.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use rayon::prelude::*;
use rejudge_collections::contents::{Finding, compared_counts};
use rejudge_collections::descriptor::{Base, Descriptor, place};
use rejudge_collections::{
    DescribedCollection, JudgeCounts, LoadError, Reading, ScoreMatrices, ScoresByMeasure, Unscored,
    load_described, load_scores, printed_scores, roster,
};
use rejudge_metrics::registry::Relevance;
use rejudge_metrics::{Gains, Metric, Verdict};
use rejudge_names::plural::few;
use rejudge_pools::{
    Contributions, IntentJudgments, JoinedRun, JudgmentSet, Levels, Material, RunIx, ScoreMatrix, Scorers,
    Scoring, TestCollection, Topic, TopicIx, View, repooled,
};

use crate::grid::{Collection, Grid, Measure};
use crate::spec::{Rules, TopicRule};
use crate::statistics::Outcome;

/// The reason why a statistic of judgments has no number, if the collection has only published scores.
pub(crate) const NO_JUDGMENTS: &str = "the collection has scores, but no judgments";

/// A collection that was read from files or drawn.
pub struct Instance {
    pub name: String,
    /// The part that identifies the collection in the keys of random draws.
    pub draw_key: String,
    /// The topics, runs, teams and rankings.
    pub collection: TestCollection,
    /// The judgments by intent, if the collection has any.
    pub intents: Option<IntentJudgments>,
    /// The judgments that the experiment starts from.
    pub base: View,
    /// The judged share of the pool, if the base is a pool of the stored runs.
    pub coverage: Option<f64>,
    /// The highest level that people gave to a document or a group of documents.
    highest_level: u8,
    /// The scores that the makers of the collection printed for its runs; empty unless a statistic needs
    /// them.
    pub printed_scores: ScoresByMeasure,
    /// The team of each run in the description's roster, which lists runs without files; `None` if there is no
    /// roster.
    pub roster: Option<BTreeMap<String, String>>,
    /// The depth of the pool; `None` if the judgments were not pooled, or the depth is unknown.
    pub depth: Option<u32>,
    /// The documents that each run and team contributed to the pool.
    pub contributions: Contributions,
    /// True if the base or a judgment set of the experiment has unjudged documents in the pool. Otherwise
    /// infAP is refused, because it is computed on complete judgments only as the reference of sampled judgments.
    pub has_unjudged: bool,
    /// The reason why a judge's labels cannot be read, by judge.
    unreadable_judges: BTreeMap<String, String>,
    pub(super) seed: u64,
    /// The draw of a twin; `None` for files.
    pub(super) draw: Option<u32>,
    /// The published scores of a collection that has neither judgments nor rankings.
    pub published: Option<PublishedScores>,
    /// The parts of the files that are not scored.
    pub(super) unscored: Vec<Unscored>,
}

/// The scores of a collection that has no documents to judge again, so that only the full judgment set has scores.
pub struct PublishedScores {
    pub knows_teams: bool,
    /// The scores by each measure.
    scores: BTreeMap<String, ScoreMatrix>,
}

impl Instance {
    /// Draws a simulated collection, or reads a collection's files. The labels of the judges in `unread`
    /// could not be read when the keys were made. They are not used even if they can be read now, because the
    /// keys do not depend on them.
    pub fn load(grid: &Grid, index: u32, draw: Option<u32>, unread: &[String]) -> Result<Self> {
        let collection = &grid.collections[index as usize];
        let descriptor = &collection.entry.descriptor;
        let mut evaluations = grid.evaluations_of(index as usize);
        let rules = &evaluations.next().expect("each collection has an evaluation").1.rules;
        let mut unreadable_judges = BTreeMap::new();
        let (described, published) = match descriptor.scores {
            Some(_) => read_scores(collection)?,
            None => (draw_or_read(grid, collection, draw, &mut unreadable_judges)?, None),
        };
        let DescribedCollection { collection: data, intents, units, judges, unscored } = described;
        for judge in unread {
            let reason = "its file could not be read when the run was planned: run again";
            unreadable_judges.entry(judge.clone()).or_insert_with(|| reason.to_owned());
        }
        warn_of_judges((grid, rules), collection, &judges, &data);
        let (base, coverage) = match descriptor.base {
            Base::AsJudged => (View::full(&data), None),
            Base::Repooled { depth, .. } => repooled(&data, depth as usize),
        };
        // From here on, units (groups of documents that count as one) take the place of documents. Every judgment set
        // has them too, because it is made from the base.
        let base = match units {
            Some(units) => base.with_units(&data, Arc::new(units)),
            None => base,
        };
        let highest_level = check_levels(&data, &base, rules, &collection.name)?;
        let needs_printed = grid.statistics.iter().any(|statistic| statistic.entry.needs_printed_scores);
        let files = descriptor.files.as_ref().zip(collection.entry.root.as_ref());
        let files = files.map(|(files, root)| (files, place(root, &files.folder)));
        let printed_scores = match &files {
            Some((files, folder)) if needs_printed => printed_scores(files, folder)?,
            _ => ScoresByMeasure::new(),
        };
        let roster = files.as_ref().map_or(Ok(None), |(files, folder)| roster(files, folder))?;
        if files.is_some() && published.is_none() {
            warn_of_counts(&collection.name, descriptor, &data, roster.as_ref());
        }
        let depth = descriptor.contributed_depth();
        // Without a pool depth, a team contributed each document in the pool that its pooled runs retrieved,
        // at any rank.
        let contributions =
            Contributions::new(&data, &base, depth.map_or(usize::MAX, |depth| depth as usize));
        let has_unjudged_documents = |topic: usize| base.pool(topic).count() > base.mask(topic).count();
        let has_unjudged = collection.judgments.iter().any(JudgmentSet::withholds)
            || (0..data.topics().len()).any(has_unjudged_documents);
        Ok(Self {
            has_unjudged,
            name: collection.name.clone(),
            draw_key: collection.draw_key().to_owned(),
            collection: data,
            intents,
            base,
            coverage,
            highest_level,
            printed_scores,
            roster,
            depth,
            contributions,
            unreadable_judges,
            seed: grid.seed,
            draw,
            published,
            unscored,
        })
    }

    /// Returns the judgments of a judgment set. For files, `sample` is the draw by which judgments are
    /// sampled.
    pub fn view(&self, judgments: &JudgmentSet, sample: Option<u32>) -> Result<View> {
        let needs =
            |judge: &str| judgments.depends_on_every_judge() || judgments.judges().any(|name| name == judge);
        if let Some((judge, reason)) = self.unreadable_judges.iter().find(|(judge, _)| needs(judge)) {
            bail!("the labels of `{judge}` are unusable: {reason}");
        }
        let material = Material {
            collection: &self.collection,
            base: &self.base,
            contributions: &self.contributions,
            seed: self.seed,
            // The key for files does not contain the collection's name, so that copied and renamed files give
            // the same samples.
            key: if self.draw.is_some() { &self.draw_key } else { Material::KEY_OF_FILES },
            draw: self.draw.or(sample).unwrap_or_default(),
        };
        judgments.view(&material).with_context(|| format!("`{judgments}` of `{}`", self.name))
    }

    /// Returns true if at least one other judge of a judgment set labelled a document of `topic`, or if the set has no
    /// other judges.
    pub fn is_labelled(&self, judgments: &JudgmentSet, topic: TopicIx) -> bool {
        let labels = |name: &str| {
            let judge = self.collection.judges().iter().find(|judge| judge.name == name);
            let verdicts = judge.map_or(&[][..], |judge| judge.levels().verdicts(topic));
            verdicts.iter().any(|verdict| matches!(verdict, Verdict::Level(_)))
        };
        judgments.judges().next().is_none() || judgments.judges().any(labels)
    }
}

impl Instance {
    /// Returns the gains of the levels in a judgment set. The labels themselves may be gains. Otherwise the
    /// evaluation's rules give the gains. `linear` and `exponential` end at the highest level that people gave, or at
    /// the set's highest level if that is higher. Other sets have no effect on them.
    ///
    /// # Errors
    /// If the rules have no gain for a level.
    pub fn gains(&self, rules: &Rules, view: &View) -> Result<Gains> {
        if let Some(gains) = view.gains() {
            return Ok(gains.clone());
        }
        let highest = view.levels().map_or(0, Levels::highest);
        if let Some(top) = rules.gains.top_level() {
            let name = &self.name;
            ensure!(
                highest <= top,
                "a judge of `{name}` gives level {highest}, but `gains` ends at level {top}"
            );
        }
        Ok(rules.gains.up_to(self.highest_level.max(highest)))
    }

    /// Returns the scorers of measures under a judgment set.
    ///
    /// # Errors
    /// If a measure does not fit the set's levels, or if the rules have no gain for one of these levels.
    pub fn scorers(&self, metrics: &[Metric], rules: &Rules, view: &View) -> Result<Scorers> {
        rules.refuse_levels(metrics, view)?;
        let max_rank = rules.max_rank.map(NonZeroU32::get);
        Scorers::new(metrics, &self.gains(rules, view)?, rules.min_rel.get(), max_rank).context("measures")
    }

    /// Returns a judgment set prepared for scoring.
    ///
    /// # Errors
    /// If a measure needs judgments by intent and the collection has none.
    pub fn scoring<'a>(&'a self, scorers: &'a Scorers, view: &'a View) -> Result<Scoring<'a>> {
        Scoring::new(scorers, &self.collection, view, self.intents.as_ref()).context("measures")
    }
}

/// Draws the twin, or reads the files. Judges whose labels cannot be read are added to `unreadable_judges`.
fn draw_or_read(
    grid: &Grid,
    collection: &Collection,
    draw: Option<u32>,
    unreadable_judges: &mut BTreeMap<String, String>,
) -> Result<DescribedCollection> {
    let descriptor = &collection.entry.descriptor;
    match (descriptor.as_twin(), draw, &collection.entry.root) {
        (Some(twin), Some(draw), _) => {
            Ok(DescribedCollection::plain(rejudge_twins::generate(&twin, grid.seed, draw)))
        }
        (None, _, Some(root)) => {
            // `max-rank` limits the ranks that are scored, but not the pool. Otherwise the pool would depend
            // on the `max-rank` values that the grid sweeps.
            let rules = &grid.evaluations[0].rules;
            let reading = Reading { max_rank: usize::MAX, ..rules.reading(Reading::default()) };
            let judges = collection.used_judges();
            Ok(read_with_sound_judges(descriptor, root, &reading, judges, unreadable_judges)?)
        }
        _ => bail!("the data of `{}` are not available", collection.name),
    }
}

/// Warns if the counts in the files, such as the numbers of topics and runs, differ from the description.
fn warn_of_counts(
    name: &str,
    descriptor: &Descriptor,
    data: &TestCollection,
    roster: Option<&BTreeMap<String, String>>,
) {
    let counts = compared_counts(descriptor, data, roster).into_iter().filter(|count| !count.is_good);
    let differences: Vec<String> = counts
        .map(|Finding { subject, found: count, expected, .. }| {
            format!("{count} {subject}, expected {}", expected.unwrap_or_default())
        })
        .collect();
    if !differences.is_empty() {
        tracing::warn!(
            "{name} is not as described: {}; see `rejudge data verify {name}`",
            differences.join("; ")
        );
    }
}

/// Warns about judges with incomplete labels, about judges whose levels are all too low to be relevant by some of the
/// measures, and about binary judges of graded documents, whose level 1 may stand for a higher level on people's scale.
fn warn_of_judges(
    (grid, rules): (&Grid, &Rules),
    collection: &Collection,
    counts: &[JudgeCounts],
    data: &TestCollection,
) {
    let name = &collection.name;
    let incomplete: Vec<&JudgeCounts> = counts.iter().filter(|judge| !judge.is_complete()).collect();
    match incomplete.as_slice() {
        [] => {}
        [judge] => tracing::warn!("judge `{}` of {name}: {judge}", judge.name),
        [judge, ..] => tracing::warn!(
            "{} of {} judges of {name} have documents with different labels, or labels that are missing, off the scale \
             or for other topics; one is `{}`: {judge}",
            incomplete.len(),
            counts.len(),
            judge.name
        ),
    }
    for judge in data.judges().iter().filter(|judge| judge.levels().gains().is_none()) {
        let highest = judge.passes().iter().map(|pass| pass.highest()).max().unwrap_or(0);
        let finds_nothing = |measure: &&Measure| match measure.metric.family().entry().relevance {
            Relevance::Binary => measure.metric.rel().unwrap_or(rules.min_rel.get()) > highest,
            Relevance::Graded => highest == 0,
            Relevance::Any => false,
        };
        let measures = grid.measures.iter().filter(finds_nothing);
        let measures: Vec<&str> = measures.map(|measure| measure.label.as_str()).collect();
        let judge = &judge.name;
        if !measures.is_empty() {
            let measures = few(&measures, 3, ", ");
            tracing::warn!(
                "`{judge}` of {name} gives no level above {highest}: nothing is relevant by {measures}"
            );
        } else if highest == 1 && has_own_labels(collection, judge) {
            let by_people = highest_by_people(data);
            let level = rules.min_rel.get();
            let reads_levels =
                |measure: &Measure| measure.metric.family().entry().relevance == Relevance::Graded;
            if by_people > 1 && (level > 1 || grid.measures.iter().any(reads_levels)) {
                let level = if level > 1 { level.to_string() } else { "LEVEL".to_owned() };
                tracing::warn!(
                    "`{judge}` of {name} gives only the levels 0 and 1, and people's go up to {by_people}: if its 1 means relevant, \
                     write the level that people give to relevant documents, as by `awk '$4 == 1 {{$4 = {level}}} 1' FILE`, in \
                     YAML `levels: {{\"0\": 0, \"1\": {level}}}`"
                );
            }
        }
    }
}

/// Returns true if the description does not map the labels of a judge to levels.
fn has_own_labels(collection: &Collection, judge: &str) -> bool {
    let files = collection.entry.descriptor.files.as_ref();
    files.and_then(|files| files.judges.get(judge)).is_some_and(|file| file.levels.is_empty())
}

/// Returns the highest level that people gave to a document.
fn highest_by_people(data: &TestCollection) -> u8 {
    let levels = data.topics().flat_map(|topic| topic.verdicts).map(|verdict| match verdict {
        Verdict::Level(level) => *level,
        Verdict::Pooled => 0,
    });
    levels.max().unwrap_or(0)
}

/// Loads a collection with the labels of `judges`. A judge whose labels cannot be read is left out, so
/// that only the cells that need these labels fail.
fn read_with_sound_judges(
    descriptor: &Descriptor,
    root: &Path,
    reading: &Reading,
    mut judges: Vec<String>,
    unreadable_judges: &mut BTreeMap<String, String>,
) -> Result<DescribedCollection, LoadError> {
    loop {
        match load_described(descriptor, root, reading, &judges) {
            // Another attempt is usually cheap, because labels are read before the runs are.
            Err(LoadError::Judge { name, error }) if judges.contains(&name) => {
                judges.retain(|other| *other != name);
                unreadable_judges.insert(name, error.to_string());
            }
            result => return result,
        }
    }
}

/// Reads a collection of published scores.
fn read_scores(collection: &Collection) -> Result<(DescribedCollection, Option<PublishedScores>)> {
    let descriptor = &collection.entry.descriptor;
    let (Some(root), Some(described)) = (&collection.entry.root, &descriptor.scores) else {
        bail!("the data of `{}` are not available", collection.name);
    };
    let measures: Vec<&str> = described.files.keys().map(String::as_str).collect();
    let ScoreMatrices { topics, runs, teams, matrices, unscored } = load_scores(descriptor, root, &measures)?;
    let topic = |name: String| Topic { name, verdicts: Vec::new(), documents: 0 };
    let rankings = vec![vec![Vec::new(); topics.len()]; runs.len()];
    let collection = TestCollection::new(topics.into_iter().map(topic).collect(), runs, teams, rankings);
    let published =
        PublishedScores { knows_teams: described.knows_teams(), scores: matrices.into_iter().collect() };
    let described = DescribedCollection { unscored, ..DescribedCollection::plain(collection) };
    Ok((described, Some(published)))
}

impl PublishedScores {
    pub fn matrix(&self, measure: &str, collection: &str) -> Result<&ScoreMatrix> {
        self.scores.get(measure).with_context(|| format!("`{collection}` has no scores by {measure}"))
    }

    /// Returns the numbers of topics, runs and, if the teams are known, teams.
    pub fn facts(&self, collection: &TestCollection) -> Outcome {
        let (topics, runs) = (collection.topics().len(), collection.runs().len());
        let mut numbers = vec![("topics", topics as f64), ("runs", runs as f64)];
        if self.knows_teams {
            numbers.push(("teams", collection.teams().len() as f64));
        }
        Outcome { topics: topics as u32, runs: runs as u32, ..Outcome::new(&numbers) }
    }
}

impl Instance {
    /// Returns the topics that count under `rules` if `scored_runs` are evaluated. If only published scores are available,
    /// all topics count, because it is unknown which of them have relevant documents.
    pub fn topics(&self, rules: &Rules, scored_runs: &[RunIx]) -> Vec<usize> {
        let topics = 0..self.collection.topics().len();
        if self.published.is_some() {
            return topics.collect();
        }
        let is_retrieved = |&topic: &usize| match rules.topics {
            TopicRule::Qrels | TopicRule::Run => true,
            TopicRule::Intersection => {
                scored_runs.iter().all(|&run| !self.collection.ranking(run, topic).is_empty())
            }
        };
        topics.filter(|&topic| rules.counts_topic(&self.base, topic)).filter(is_retrieved).collect()
    }

    /// Returns the score of each run under the full judgments, or its published score. The scores on the topics are
    /// summarised in the measure's own way. A topic on which the measure is undefined scores 0.
    pub(super) fn summaries(&self, rules: &Rules, metric: &Metric) -> Result<Vec<f64>> {
        if let Some(published) = &self.published {
            let scores = published.matrix(&metric.to_string(), &self.name)?;
            let summary = |run: usize| metric.summary().summarise(scores.of_run(run).iter().copied());
            return Ok((0..scores.runs()).map(summary).collect());
        }
        let topics = self.topics(rules, &self.all_runs());
        ensure!(!topics.is_empty(), "no topic of `{}` is left to choose runs by {metric}", self.name);
        let chosen_by = || format!("runs are chosen by {metric}");
        let scorers =
            self.scorers(std::slice::from_ref(metric), rules, &self.base).with_context(chosen_by)?;
        let scoring = self.scoring(&scorers, &self.base).with_context(chosen_by)?;
        let summary = |&run: &RunIx| {
            let joined = JoinedRun::new(&self.collection, run, rules.depth());
            let scores = scoring.scores([&joined], &topics);
            metric.summary().summarise(scores[0].of_run(0).iter().copied())
        };
        Ok(self.all_runs().par_iter().map(summary).collect())
    }
}

/// Returns the highest level that people gave to a document or a group of documents, or 1 if there are no
/// judgments, not even withheld ones.
///
/// # Errors
/// If a level is above the highest level of the gain table. Otherwise a document of that level would silently
/// get the gain of the highest level in the table.
fn check_levels(collection: &TestCollection, base: &View, rules: &Rules, name: &str) -> Result<u8> {
    let mut highest = None;
    for (index, topic) in collection.topics().enumerate() {
        let document_levels = topic.verdicts.iter().map(|verdict| match verdict {
            Verdict::Level(level) => *level,
            Verdict::Pooled => 0,
        });
        // A group may have a higher level than its documents.
        let highest_of_topic = document_levels.max().max(base.ideal(index).first().copied());
        if base.gains().is_none()
            && let (Some(top), Some(level)) = (rules.gains.top_level(), highest_of_topic)
            && level > top
        {
            let topic = topic.name;
            bail!(
                "topic {topic} of `{name}` has a document of level {level}, but `gains` ends at level {top}"
            );
        }
        highest = highest.max(highest_of_topic);
    }
    Ok(highest.unwrap_or(1))
}
