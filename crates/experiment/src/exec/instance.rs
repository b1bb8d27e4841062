//! A collection in memory: with the inputs of every judgment set, or with given scores alone.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use rayon::prelude::*;
use rejudge_collections::contents::{Finding, compared_counts};
use rejudge_collections::descriptor::{Base, Descriptor, place};
use rejudge_collections::{
    DescribedCollection, JudgeCounts, LoadError, PrintedScores, Reading, ScoreMatrices, Unscored,
    load_described, load_scores, printed_scores, roster,
};
use rejudge_metrics::{Gains, Metric, Verdict};
use rejudge_pools::{
    Contributions, IntentJudgments, JoinedRun, JudgmentSet, Levels, Material, RunIx, ScoreMatrix, Scorers,
    Scoring, TestCollection, Topic, TopicIx, View, repooled,
};

use crate::grid::{Collection, Grid, Measure};
use crate::spec::{Rules, TopicRule};
use crate::statistics::Outcome;

/// The reason why a statistic of judgments has no number.
pub(crate) const NO_JUDGMENTS: &str = "the collection has scores, but no judgments";

/// A loaded or drawn collection.
pub struct Instance {
    pub name: String,
    /// The part of its keys that identifies its draws.
    pub draw_key: String,
    /// Topics, runs, teams, rankings.
    pub collection: TestCollection,
    /// Judgments by intent, if it has any.
    pub intents: Option<IntentJudgments>,
    /// The judgments that the experiment starts from.
    pub base: View,
    /// Share of the pool that is judged, if the base is a pool of the stored runs.
    pub coverage: Option<f64>,
    /// The highest level that people gave to any document, or to a group of them.
    highest: u8,
    /// Published scores of its runs, if a statistic needs them.
    pub printed: PrintedScores,
    /// Run -> team of the participants, if the runs themselves are not available.
    pub roster: Option<BTreeMap<String, String>>,
    /// Depth of the pool; `None` if judgments were not pooled.
    pub depth: Option<u32>,
    /// The documents that each run and team contributed to the pool.
    pub contributions: Contributions,
    /// True if some documents of the pool are unjudged, in the base or in a judgment set of the experiment. infAP is
    /// refused on complete judgments, except as the reference of sampled ones.
    pub has_pooled: bool,
    /// Other judges whose labels cannot be read, and why.
    damaged: BTreeMap<String, String>,
    pub(super) seed: u64,
    /// The draw of a twin.
    pub(super) draw: Option<u32>,
    /// The scores of a collection that has no judgments and no rankings.
    pub given: Option<Given>,
    /// The parts of its files that are not scored.
    pub(super) unscored: Vec<Unscored>,
}

/// Scores of a collection without documents to judge again, so that only the full judgment set has scores.
pub struct Given {
    pub knows_teams: bool,
    /// By measure.
    scores: BTreeMap<String, ScoreMatrix>,
}

impl Instance {
    /// Draws the simulated collection, or loads its files. The labels of `unread` judges could not be read when the
    /// keys were made, so that results from them would be cached under keys that do not depend on them.
    pub fn load(grid: &Grid, collection: u32, draw: Option<u32>, unread: &[String]) -> Result<Self> {
        let at = &grid.collections[collection as usize];
        let descriptor = &at.entry.descriptor;
        let mut evaluations = grid.evaluations_of(collection as usize);
        let rules = &evaluations.next().expect("each collection has an evaluation").1.rules;
        let mut damaged = BTreeMap::new();
        let (described, given) = match descriptor.scores {
            Some(_) => with_scores(at)?,
            None => (drawn_or_read(grid, at, draw, &mut damaged)?, None),
        };
        let DescribedCollection { collection: data, intents, units, judges, unscored } = described;
        for judge in unread {
            let late = || "its file could not be read when the run was planned: run again".to_owned();
            damaged.entry(judge.clone()).or_insert_with(late);
        }
        warn_of_judges((grid, rules), &at.name, &judges, &data);
        let (base, coverage) = match descriptor.base {
            Base::AsJudged => (View::full(&data), None),
            Base::Repooled { depth, .. } => repooled(&data, depth as usize),
        };
        // From here on, documents are units; every judgment set is made from the base and thus has units too.
        let base = match units {
            Some(units) => base.with_units(&data, Arc::new(units)),
            None => base,
        };
        let highest = check_levels(&data, &base, rules, &at.name)?;
        let asks = grid.statistics.iter().any(|statistic| statistic.entry.needs_printed_scores);
        let files = descriptor.files.as_ref().zip(at.entry.root.as_ref());
        let files = files.map(|(files, root)| (files, place(root, &files.folder)));
        let printed = match &files {
            Some((files, folder)) if asks => printed_scores(files, folder)?,
            _ => PrintedScores::new(),
        };
        let roster = files.as_ref().map_or(Ok(None), |(files, folder)| roster(files, folder))?;
        if files.is_some() && given.is_none() {
            warn_of_counts(&at.name, descriptor, &data, roster.as_ref());
        }
        let depth = descriptor.contributed_depth();
        // Without a pool depth every stored document counts as contributed.
        let contributions = Contributions::new(&data, &base, depth.map_or(usize::MAX, |d| d as usize));
        let is_withheld = |topic: usize| base.pool(topic).count() > base.mask(topic).count();
        let has_pooled =
            at.judgments.iter().any(JudgmentSet::withholds) || (0..data.topics().len()).any(is_withheld);
        Ok(Self {
            has_pooled,
            name: at.name.clone(),
            draw_key: at.draw_key().to_owned(),
            collection: data,
            intents,
            base,
            coverage,
            highest,
            printed,
            roster,
            depth,
            contributions,
            damaged,
            seed: grid.seed,
            draw,
            given,
            unscored,
        })
    }

    /// The judgment set as a view; `sample` is the draw that samples the judgments of files.
    pub fn view(&self, judgments: &JudgmentSet, sample: Option<u32>) -> Result<View> {
        let asks =
            |judge: &str| judgments.is_of_every_judge() || judgments.judges().any(|name| name == judge);
        if let Some((judge, why)) = self.damaged.iter().find(|(judge, _)| asks(judge)) {
            bail!("the labels of `{judge}` are unusable: {why}");
        }
        let material = Material {
            collection: &self.collection,
            base: &self.base,
            contributions: &self.contributions,
            seed: self.seed,
            // A simulated collection differs by draw; files do not.
            key: if self.draw.is_some() { &self.draw_key } else { Material::FILES },
            draw: self.draw.or(sample).unwrap_or_default(),
        };
        judgments.view(&material).with_context(|| format!("`{judgments}` of `{}`", self.name))
    }

    /// Returns true if the other judges of a judgment set, taken together, labelled a document of `topic`, or if
    /// it has no other judges.
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
    /// Returns the gains of the levels of a judgment set: the labels themselves, if they are gains, or those of the evaluation's
    /// rules. The scale of a set ends at the highest level of the human judgments and of the set itself, regardless of
    /// other sets.
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
        Ok(rules.gains.up_to(self.highest.max(highest)))
    }

    /// Measures that score under a judgment set.
    ///
    /// # Errors
    /// If one does not fit its levels.
    pub fn scorers(&self, metrics: &[Metric], rules: &Rules, view: &View) -> Result<Scorers> {
        rules.refuse_levels(metrics, view)?;
        let max_rank = rules.max_rank.map(NonZeroU32::get);
        Scorers::new(metrics, &self.gains(rules, view)?, rules.min_rel.get(), max_rank).context("measures")
    }

    /// Returns the scorers of a judgment set.
    ///
    /// # Errors
    /// If a measure needs judgments by intent and there are none.
    pub fn scoring<'a>(&'a self, scorers: &'a Scorers, view: &'a View) -> Result<Scoring<'a>> {
        Scoring::new(scorers, &self.collection, view, self.intents.as_ref()).context("measures")
    }
}

/// Draws the twin, or reads the files; judges whose labels cannot be had are `damaged`.
fn drawn_or_read(
    grid: &Grid,
    at: &Collection,
    draw: Option<u32>,
    damaged: &mut BTreeMap<String, String>,
) -> Result<DescribedCollection> {
    let descriptor = &at.entry.descriptor;
    match (descriptor.as_twin(), draw, &at.entry.root) {
        (Some(twin), Some(draw), _) => {
            Ok(DescribedCollection::plain(rejudge_twins::generate(&twin, grid.seed, draw)))
        }
        (None, _, Some(root)) => {
            // `max-rank` limits scoring but not pooling; otherwise a pool would depend on the other `max-rank` values
            // of the grid.
            let rules = &grid.evaluations[0].rules;
            let reading = Reading { max_rank: usize::MAX, ..rules.reading(Reading::default()) };
            Ok(with_sound_judges(descriptor, root, &reading, at.asked_judges(), damaged)?)
        }
        _ => bail!("the data of `{}` are not available", at.name),
    }
}

/// Warns if the files have other counts than their description.
fn warn_of_counts(
    name: &str,
    descriptor: &Descriptor,
    data: &TestCollection,
    roster: Option<&BTreeMap<String, String>>,
) {
    let counts = compared_counts(descriptor, data, roster).into_iter().filter(|count| !count.good);
    let unlike: Vec<String> = counts
        .map(|Finding { subject, found, expected, .. }| {
            format!("{found} {subject}, expected {}", expected.unwrap_or_default())
        })
        .collect();
    if !unlike.is_empty() {
        tracing::warn!("{name} is not as described: {}; see `rejudge data verify {name}`", unlike.join("; "));
    }
}

/// Warns of judges whose labels are incomplete, or none of whose levels is relevant to a measure.
fn warn_of_judges((grid, rules): (&Grid, &Rules), name: &str, counts: &[JudgeCounts], data: &TestCollection) {
    let unlike: Vec<&JudgeCounts> = counts.iter().filter(|judge| !judge.is_whole()).collect();
    match unlike.as_slice() {
        [] => {}
        [judge] => tracing::warn!("judge `{}` of {name}: {judge}", judge.name),
        [judge, ..] => tracing::warn!(
            "{} of {} judges of {name} have labels that repeat, are missing, off the scale or of other topics, such as \
             `{}`: {judge}",
            unlike.len(),
            counts.len(),
            judge.name
        ),
    }
    for judge in data.judges().iter().filter(|judge| judge.levels().gains().is_none()) {
        let highest = judge.passes().iter().map(|pass| pass.highest()).max().unwrap_or(0);
        let asks = |measure: &&Measure| measure.metric.rel().unwrap_or(rules.min_rel.get()) > highest;
        if let Some(measure) = grid.measures.iter().find(asks) {
            let (judge, measure) = (&judge.name, &measure.label);
            tracing::warn!(
                "`{judge}` of {name} gives no level above {highest}: nothing is relevant by {measure}"
            );
        }
    }
}

/// Loads a collection with the judges that are `asked`, except those whose labels cannot be read. Only the cells that
/// need these judges fail.
fn with_sound_judges(
    descriptor: &Descriptor,
    root: &Path,
    reading: &Reading,
    mut asked: Vec<String>,
    damaged: &mut BTreeMap<String, String>,
) -> Result<DescribedCollection, LoadError> {
    loop {
        match load_described(descriptor, root, reading, &asked) {
            // Labels are read before runs, so that a second attempt is cheap.
            Err(LoadError::Judge { name, error }) if asked.contains(&name) => {
                asked.retain(|other| *other != name);
                damaged.insert(name, error.to_string());
            }
            loaded => return loaded,
        }
    }
}

/// Reads the matrices of a collection of scores.
fn with_scores(at: &Collection) -> Result<(DescribedCollection, Option<Given>)> {
    let descriptor = &at.entry.descriptor;
    let (Some(root), Some(described)) = (&at.entry.root, &descriptor.scores) else {
        bail!("the data of `{}` are not available", at.name);
    };
    let measures: Vec<&str> = described.files.keys().map(String::as_str).collect();
    let ScoreMatrices { topics, runs, teams, matrices, unscored } = load_scores(descriptor, root, &measures)?;
    let topic = |name: String| Topic { name, verdicts: Vec::new(), documents: 0 };
    let rankings = vec![vec![Vec::new(); topics.len()]; runs.len()];
    let collection = TestCollection::new(topics.into_iter().map(topic).collect(), runs, teams, rankings);
    let given = Given { knows_teams: described.knows_teams(), scores: matrices.into_iter().collect() };
    Ok((DescribedCollection { unscored, ..DescribedCollection::plain(collection) }, Some(given)))
}

impl Given {
    pub fn by(&self, measure: &str, collection: &str) -> Result<&ScoreMatrix> {
        self.scores.get(measure).with_context(|| format!("`{collection}` has no scores by {measure}"))
    }

    /// Returns the numbers of topics, runs and (if they are known) teams.
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
    /// Returns the topics that count under `rules` if these runs are `scored`; of given scores all, because it is
    /// unknown which of them have relevant documents.
    pub fn topics(&self, rules: &Rules, scored: &[RunIx]) -> Vec<usize> {
        let counts = |&topic: &usize| match rules.topics {
            TopicRule::Qrels | TopicRule::Run => true,
            TopicRule::Intersection => {
                scored.iter().all(|&run| !self.collection.ranking(run, topic).is_empty())
            }
        };
        let all = 0..self.collection.topics().len();
        if self.given.is_some() {
            return all.collect();
        }
        all.filter(|&topic| rules.counts(&self.base, topic)).filter(counts).collect()
    }

    /// The score of each run under the full judgments, as the measure summarises topics; 0 for a topic that
    /// it is not defined on.
    pub(super) fn summaries(&self, rules: &Rules, by: &Metric) -> Result<Vec<f64>> {
        if let Some(given) = &self.given {
            let scores = given.by(&by.to_string(), &self.name)?;
            let summary = |run: usize| by.summary().summarise(scores.of_run(run).iter().copied());
            return Ok((0..scores.runs()).map(summary).collect());
        }
        let topics = self.topics(rules, &self.all_runs());
        ensure!(!topics.is_empty(), "no topic of `{}` is left to choose runs by {by}", self.name);
        let chosen_by = || format!("runs are chosen by {by}");
        let scorers = self.scorers(std::slice::from_ref(by), rules, &self.base).with_context(chosen_by)?;
        let scoring = self.scoring(&scorers, &self.base).with_context(chosen_by)?;
        let summary = |&run: &RunIx| {
            let joined = JoinedRun::new(&self.collection, run, rules.depth());
            let scores = scoring.scores([&joined], &topics);
            by.summary().summarise(scores[0].of_run(0).iter().copied())
        };
        Ok(self.all_runs().par_iter().map(summary).collect())
    }
}

/// Returns the highest level in the human judgments of a document or a group of documents. A level above the gain table
/// would silently gain as much as the highest level in it.
fn check_levels(collection: &TestCollection, base: &View, rules: &Rules, name: &str) -> Result<u8> {
    let mut highest = None;
    for (at, topic) in collection.topics().enumerate() {
        let of_documents = topic.verdicts.iter().map(|v| match v {
            Verdict::Level(level) => *level,
            Verdict::Pooled => 0,
        });
        // A group may have a higher level than its documents.
        let of_topic = of_documents.max().max(base.ideal(at).first().copied());
        if base.gains().is_none()
            && let (Some(top), Some(level)) = (rules.gains.top_level(), of_topic)
            && level > top
        {
            let topic = topic.name;
            bail!(
                "topic {topic} of `{name}` has a document of level {level}, but `gains` ends at level {top}"
            );
        }
        highest = highest.max(of_topic);
    }
    Ok(highest.unwrap_or(1))
}
