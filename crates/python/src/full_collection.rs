//! A [`FullCollection`] has all judgments and runs of a collection. Collections that are made from it by
//! changing the judgments share it.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

use rejudge_collections::descriptor::LabelKind;
use rejudge_collections::{JudgeCounts, ReadRun, document_names, name_cell, text_cell};
use rejudge_eval::compare::check_pairs;
use rejudge_eval::{BoundedScores, BoundsOf, Input, PresetRules, RequestedMeasures, Scores};
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_experiment::spec::{Rules, TopicRule};
use rejudge_metrics::Verdict;
use rejudge_pools::inspect::implied_depth;
use rejudge_pools::{JoinedRun, Run, TestCollection, View, repooled};
use rejudge_tables::frame::Table;
use rejudge_twins::fit::{Statistics, fit};
use rejudge_twins::{Twin, generate};

use crate::exceptions::Exception;
use crate::judges::{self, Judges};
use crate::judgments::{Judgments, grade};
use crate::rows::TopicRows;
use crate::runs::{RunInput, Runs};

/// The depth of a twin's pool if the judgments do not imply one.
const DEFAULT_DEPTH: u32 = 100;
/// The number of draws by which the constants of a twin are adjusted.
const PASSES: u32 = 12;

/// Pairs of a run and its team.
pub type RunTeams = Vec<(String, String)>;

/// The parts that a collection is made from. If the collection was loaded by name, a pickle contains only
/// `described` of these parts. Otherwise a pickle contains the judgments, runs, judges, teams and
/// `simulated`.
pub struct Origin {
    /// The judgments.
    pub judgments: Arc<Judgments>,
    /// The runs.
    pub runs: Arc<Runs>,
    /// The other judges.
    pub judges: Judges,
    /// The teams. If `None`, each run is a team of its own.
    pub teams: Option<RunTeams>,
    /// If the collection was loaded by name, this is the name, and the names of the requested judges (or
    /// `all`).
    pub described: Option<(String, Vec<String>)>,
    /// If the collection is simulated, this is a text with the seed and the draw.
    pub simulated: Option<String>,
    /// The depth to which runs contributed documents, if a description has it.
    pub pool_depth: Option<u32>,
}

/// Returns the parts of a simulated collection. Documents have the names that `rejudge simulate` gives them.
/// If `by_rank`, the runs have ranks instead of scores.
fn simulated_origin(
    collection: &TestCollection,
    seed: u64,
    by_rank: bool,
    simulated: String,
) -> Result<Origin, Exception> {
    let names: Vec<Vec<String>> =
        collection.topics().map(|topic| document_names(topic.name, topic.documents, seed)).collect();
    let mut qrels = TopicRows::default();
    for (topic, names) in collection.topics().zip(&names) {
        qrels.begin(topic.name);
        for (name, verdict) in names.iter().zip(topic.verdicts) {
            qrels.push(name, grade(*verdict, None));
        }
    }
    let mut runs = Vec::new();
    for (run_ix, run) in collection.runs().iter().enumerate() {
        let mut rows = TopicRows::default();
        for (topic_ix, (topic, names)) in collection.topics().zip(&names).enumerate() {
            let ranking = collection.ranking(run_ix, topic_ix);
            rows.begin(topic.name);
            for (position, &document) in ranking.iter().enumerate() {
                let number = if by_rank { position + 1 } else { ranking.len() - position };
                rows.push(&names[document as usize], number as f64);
            }
        }
        runs.push(RunInput::Rows(run.name.clone(), rows));
    }
    Ok(Origin {
        judgments: Arc::new(Judgments::from_rows(&qrels.without_empty(), LabelKind::Levels)?),
        runs: Arc::new(Runs::from_runs(runs, by_rank)),
        judges: Judges::new(),
        teams: Some(run_teams(collection)),
        described: None,
        simulated: Some(simulated),
        pool_depth: None,
    })
}

/// Returns the names of each run and its team.
fn run_teams(collection: &TestCollection) -> RunTeams {
    let team = |run: &Run| (run.name.clone(), collection.teams()[run.team].name.clone());
    collection.runs().iter().map(team).collect()
}

/// All judgments and runs of a collection.
pub struct FullCollection {
    /// The judgments and the joined runs, which can be scored.
    pub input: Input,
    /// The parts that the collection was made from.
    pub origin: Origin,
    /// The rules of scoring.
    pub rules: PresetRules,
    /// For each of the other judges, the counts of its labels.
    pub label_counts: Vec<JudgeCounts>,
}

impl FullCollection {
    /// Joins all runs of a collection with its judgments.
    pub fn new(
        collection: TestCollection,
        origin: Origin,
        rules: PresetRules,
        label_counts: Vec<JudgeCounts>,
    ) -> Self {
        let mut runs = Vec::new();
        for (run_ix, run) in collection.runs().iter().enumerate() {
            runs.push(ReadRun::new(run.name.clone(), JoinedRun::new(&collection, run_ix, usize::MAX)));
        }
        let input = Input::from_judgments(PathBuf::from("qrels"), collection).with_runs(runs);
        Self { input, origin, rules, label_counts }
    }

    /// Returns the judgments that `view` leaves, with the names of their documents. A document of the view's
    /// pool without a judgment has the grade -1. A topic without documents in the pool is left out.
    pub fn judgments(&self, view: &View) -> Result<Judgments, Exception> {
        let origin = &self.origin;
        let topic_ixs: HashMap<&str, usize> =
            self.collection().topics().enumerate().map(|(topic_ix, topic)| (topic.name, topic_ix)).collect();
        let rows = judges::with_judge_labels(&origin.judgments, &origin.judges, |qrels, _| {
            let mut rows = TopicRows::default();
            for topic in qrels.topics() {
                let Some(&topic_ix) = topic_ixs.get(topic.name()) else { continue };
                let verdicts = view.verdicts(topic_ix);
                rows.begin(topic.name());
                for (doc_ix, (document, _)) in (0..).zip(topic.judgments()) {
                    if view.pool(topic_ix).contains(doc_ix) {
                        let is_judged = view.keeps(topic_ix, doc_ix);
                        let verdict = if is_judged { verdicts[doc_ix as usize] } else { Verdict::Pooled };
                        rows.push(document, grade(verdict, view.gains()));
                    }
                }
            }
            Ok(rows)
        })?;
        let labels = if view.gains().is_some() { LabelKind::Gains } else { LabelKind::Levels };
        Judgments::from_rows(&rows.without_empty(), labels)
    }

    /// Returns warnings about measures that count only levels which no document has.
    pub fn warnings(&self, view: &View, measures: &RequestedMeasures) -> Vec<String> {
        self.input_with(view).unreached_levels(measures)
    }

    /// Returns the depth to which runs contributed documents: the caller's depth, else the description's. It
    /// is an error if the caller's depth is 0.
    pub fn pool_depth(&self, depth: Option<usize>) -> Result<Option<u32>, Exception> {
        match depth.map(u32::try_from) {
            Some(Ok(0)) => Err(Exception::value("depth: 0, expected a rank of 1 or more")),
            Some(depth) => Ok(Some(depth.unwrap_or(u32::MAX))),
            None => Ok(self.origin.pool_depth),
        }
    }

    /// Returns all judgments, runs and teams as a collection.
    pub fn collection(&self) -> &TestCollection {
        &self.input.judgments
    }

    /// Returns the input with only the judgments of `view`.
    fn input_with(&self, view: &View) -> Input {
        self.input.clone().with_view(view.clone())
    }

    /// Scores the runs by the judgments of `view`.
    pub fn scores(&self, view: &View, measures: &RequestedMeasures) -> Result<Scores, Exception> {
        let input = self.input_with(view);
        input.check_leniently(measures, &self.rules.rules)?;
        Ok(Scores::compute_leniently(&input, measures, &self.rules.rules)?)
    }

    /// Refuses to test a pair of runs if `view` judges none of the documents that a run has down to a
    /// measure's cutoff, or if the runs have too few topics in common.
    pub fn check_pairs(
        &self,
        view: &View,
        scores: &Scores,
        pairs: &[(usize, usize)],
    ) -> Result<(), Exception> {
        Ok(check_pairs(&self.input_with(view), scores, pairs)?)
    }

    /// Returns the lowest and highest scores that the judgments of `view` allow.
    pub fn bounds(
        &self,
        view: &View,
        measures: &RequestedMeasures,
        per_topic: bool,
    ) -> Result<Table, Exception> {
        let (input, scores) = (self.input_with(view), self.scores(view, measures)?);
        let bounded = BoundedScores::new(&input, measures, &self.rules, &scores, BoundsOf::Runs)?;
        Ok(bounded.runs(&self.rules, per_topic))
    }

    /// Fits a model to the collection, and draws a twin from it.
    pub fn twin(&self, seed: u64, depth: Option<u32>, draw: u32) -> Result<Origin, Exception> {
        let collection = self.collection();
        let depth = depth.or_else(|| implied_depth(collection)).unwrap_or(DEFAULT_DEPTH);
        let depth = depth.min(collection.longest()).max(1);
        let (base, _) = repooled(collection, depth as usize);
        let targets = Statistics::new(collection, &base, depth).map_err(Exception::value)?;
        let fitted = fit(&targets, seed, PASSES, |_| ()).map_err(Exception::value)?;
        let twin = Twin { id: "twin", pool_depth: depth, parameters: &fitted.parameters };
        let simulated = format!("twin, seed {seed}, draw {draw}");
        simulated_origin(&generate(&twin, seed, draw), seed, self.origin.runs.by_rank, simulated)
    }

    /// Returns the rules as options of `rejudge audit`. An audit counts all topics of the judgments, so
    /// another rule for topics is refused.
    pub fn audit_options(&self) -> Result<Vec<(String, String)>, Exception> {
        let rules = &self.rules.rules;
        if rules.topics != TopicRule::Qrels {
            let topics = to_compact(&rules.topics);
            return Err(Exception::value(format!(
                "topics: `{topics}`, expected `qrels`: an audit counts all topics of the judgments"
            )));
        }
        // An audit always has a last rank. If these rules have none, we take the default rank, or the length
        // of the longest ranking if it is greater, so that no document is cut off.
        let default_rank = Rules::default().max_rank.expect("experiments have a last rank");
        let longest = NonZeroU32::new(self.collection().longest());
        let max_rank = rules.max_rank.or(longest.map(|rank| rank.max(default_rank))).or(Some(default_rank));
        let options = Rules { max_rank, ..rules.clone() }.typed().into_iter();
        let options = options.filter(|(name, _)| !["topics", Rules::EMPTIED_TOPICS].contains(&name.as_str()));
        // `rejudge.command.audit` takes options with underscores.
        Ok(options.map(|(name, value)| (name.replace('-', "_"), value)).collect())
    }

    /// Returns a line for each run: its name, a tab and its team.
    pub fn team_lines(&self) -> String {
        let mut lines = String::new();
        for (run, team) in run_teams(self.collection()) {
            lines += &format!("{}\t{}\n", name_cell(&run), text_cell(&team));
        }
        lines
    }
}
