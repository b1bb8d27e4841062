//! All judgments and runs of a collection, which its judgment sets share.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

use rejudge_collections::descriptor::LabelKind;
use rejudge_collections::{JudgeCounts, ReadRun, document_names, run_cell};
use rejudge_eval::compare::check_pairs;
use rejudge_eval::{BoundedScores, BoundsOf, Input, PresetRules, Scores, Wanted};
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_experiment::spec::{Rules, TopicRule};
use rejudge_metrics::Verdict;
use rejudge_pools::inspect::implied_depth;
use rejudge_pools::{JoinedRun, Run as StoredRun, TestCollection, View, repooled};
use rejudge_tables::frame::Table;
use rejudge_twins::fit::{Statistics, fit};
use rejudge_twins::{Twin, generate};

use crate::exceptions::Wrong;
use crate::judges::{self, Judges};
use crate::judgments::{Judgments, grade};
use crate::rows::TopicRows;
use crate::runs::{AllRuns, Run};

/// The depth of a simulated collection's pool if the judgments imply none.
const NO_POOL: u32 = 100;
/// Draws by which a twin's constants are moved.
const PASSES: u32 = 12;

/// Runs and their teams.
pub type RunTeams = Vec<(String, String)>;

/// The origin of a collection.
pub struct Given {
    /// The judgments.
    pub judgments: Arc<Judgments>,
    /// The runs.
    pub runs: Arc<AllRuns>,
    /// The other judges.
    pub judges: Judges,
    /// The teams that were given; without them each run is a team.
    pub teams: Option<RunTeams>,
    /// The name of the description and of judges, if it was loaded by them.
    pub described: Option<(String, Vec<String>)>,
    /// A description of the simulation; `None` if it is not simulated.
    pub simulated: Option<String>,
    /// The depth to which runs contributed documents, if a description has it.
    pub pool_depth: Option<u32>,
}

/// A simulated collection by the names that `rejudge simulate` gives its documents. `by_rank`: its runs have ranks, not
/// scores.
fn named(collection: &TestCollection, seed: u64, by_rank: bool, simulated: String) -> Result<Given, Wrong> {
    let names: Vec<Vec<String>> =
        collection.topics().map(|topic| document_names(topic.name, topic.documents, seed)).collect();
    let mut qrels = TopicRows::default();
    for (topic, names) in collection.topics().zip(&names) {
        qrels.begin(topic.name);
        for (name, verdict) in names.iter().zip(topic.verdicts) {
            qrels.push(name, grade(*verdict, None));
        }
    }
    let of_run = |(run, about): (usize, &StoredRun)| {
        let mut rows = TopicRows::default();
        for (at, (topic, names)) in collection.topics().zip(&names).enumerate() {
            let ranking = collection.ranking(run, at);
            rows.begin(topic.name);
            for (above, &document) in ranking.iter().enumerate() {
                let number = if by_rank { above + 1 } else { ranking.len() - above };
                rows.push(&names[document as usize], number as f64);
            }
        }
        Run::Rows(about.name.clone(), rows)
    };
    let runs = collection.runs().iter().enumerate().map(of_run).collect();
    Ok(Given {
        judgments: Arc::new(Judgments::of_rows(&qrels.without_empty(), LabelKind::Levels)?),
        runs: Arc::new(AllRuns::of_runs(runs, by_rank)),
        judges: Judges::new(),
        teams: Some(team_of_runs(collection)),
        described: None,
        simulated: Some(simulated),
        pool_depth: None,
    })
}

/// The team of each run.
fn team_of_runs(collection: &TestCollection) -> RunTeams {
    let team = |run: &StoredRun| (run.name.clone(), collection.teams()[run.team].name.clone());
    collection.runs().iter().map(team).collect()
}

/// All judgments and runs.
pub struct Whole {
    /// The judgments and runs as an input of scoring.
    pub input: Input,
    /// The origin.
    pub given: Given,
    /// The rules, which affect the scores.
    pub rules: PresetRules,
    /// The counts of the other judges' labels.
    pub labels: Vec<JudgeCounts>,
}

impl Whole {
    /// A collection with all its runs joined.
    pub fn new(
        collection: TestCollection,
        given: Given,
        rules: PresetRules,
        labels: Vec<JudgeCounts>,
    ) -> Self {
        let join = |(at, run): (usize, &StoredRun)| {
            ReadRun::new(run.name.clone(), JoinedRun::new(&collection, at, usize::MAX))
        };
        let joined = collection.runs().iter().enumerate().map(join).collect();
        let input = Input::of_judgments(PathBuf::from("qrels"), collection).with_runs(joined);
        Self { input, given, rules, labels }
    }

    /// The judgments that `view` leaves, by the names of their documents. A topic without one is not among them.
    pub fn judgments(&self, view: &View) -> Result<Judgments, Wrong> {
        let given = &self.given;
        let places: HashMap<&str, usize> =
            self.collection().topics().enumerate().map(|(at, topic)| (topic.name, at)).collect();
        let rows = judges::with_labels(&given.judgments, &given.judges, |qrels, _| {
            let mut rows = TopicRows::default();
            for topic in qrels.topics() {
                let Some(&at) = places.get(topic.name()) else { continue };
                let verdicts = view.verdicts(at);
                rows.begin(topic.name());
                for (number, (document, _)) in (0..).zip(topic.judgments()) {
                    if view.pool(at).contains(number) {
                        let is_kept = view.keeps(at, number);
                        let verdict = if is_kept { verdicts[number as usize] } else { Verdict::Pooled };
                        rows.push(document, grade(verdict, view.gains()));
                    }
                }
            }
            Ok(rows)
        })?;
        let labels = if view.gains().is_some() { LabelKind::Gains } else { LabelKind::Levels };
        Judgments::of_rows(&rows.without_empty(), labels)
    }

    /// Returns remarks that a reader of the scores needs: measures for levels that no document has.
    pub fn notes(&self, view: &View, wanted: &Wanted) -> Vec<String> {
        self.by(view).unreached_levels(wanted)
    }

    /// Returns the depth to which runs contributed documents: the given one, else that of the description.
    pub fn pool_depth(&self, given: Option<usize>) -> Result<Option<u32>, Wrong> {
        match given.map(u32::try_from) {
            Some(Ok(0)) => Err(Wrong::value("depth: 0, expected a rank of 1 or more")),
            Some(depth) => Ok(Some(depth.unwrap_or(u32::MAX))),
            None => Ok(self.given.pool_depth),
        }
    }

    /// The collection.
    pub fn collection(&self) -> &TestCollection {
        &self.input.judgments
    }

    /// The input of scoring by the judgments of `view`.
    fn by(&self, view: &View) -> Input {
        self.input.clone().with_view(view.clone())
    }

    /// The scores by the judgments of `view`.
    pub fn scores(&self, view: &View, wanted: &Wanted) -> Result<Scores, Wrong> {
        let input = self.by(view);
        input.check_leniently(wanted, &self.rules.rules)?;
        Ok(Scores::of_any(&input, wanted, &self.rules.rules)?)
    }

    /// Refuses tests of pairs of runs whose documents are not judged by `view`, or which have no topic in common.
    pub fn check_pairs(&self, view: &View, scores: &Scores, pairs: &[(usize, usize)]) -> Result<(), Wrong> {
        Ok(check_pairs(&self.by(view), scores, pairs)?)
    }

    /// The lowest and highest scores that the judgments of `view` allow.
    pub fn bounds(&self, view: &View, wanted: &Wanted, per_topic: bool) -> Result<Table, Wrong> {
        let (input, scores) = (self.by(view), self.scores(view, wanted)?);
        let bounded = BoundedScores::new(&input, wanted, &self.rules, &scores, BoundsOf::Runs)?;
        Ok(bounded.runs(&self.rules, per_topic))
    }

    /// A draw of a twin.
    pub fn twin(&self, seed: u64, depth: Option<u32>, draw: u32) -> Result<Given, Wrong> {
        let collection = self.collection();
        let depth = depth.or_else(|| implied_depth(collection)).unwrap_or(NO_POOL);
        let depth = depth.min(collection.longest()).max(1);
        let (base, _) = repooled(collection, depth as usize);
        let targets = Statistics::new(collection, &base, depth).map_err(Wrong::value)?;
        let fitted = fit(&targets, seed, PASSES, |_| ()).map_err(Wrong::value)?;
        let twin = Twin { id: "twin", pool_depth: depth, parameters: &fitted.parameters };
        let simulated = format!("twin, seed {seed}, draw {draw}");
        named(&generate(&twin, seed, draw), seed, self.given.runs.by_rank, simulated)
    }

    /// The rules as options of `rejudge audit`, which counts all topics of the judgments.
    pub fn options(&self) -> Result<Vec<(String, String)>, Wrong> {
        let rules = &self.rules.rules;
        if rules.topics != TopicRule::Qrels {
            let topics = to_compact(&rules.topics);
            return Err(Wrong::value(format!(
                "topics: `{topics}`: an audit has all topics of the judgments, `qrels`"
            )));
        }
        // If no rank is the last, that of the longest ranking is.
        let usual = Rules::default().max_rank.expect("experiments have a last rank");
        let longest = NonZeroU32::new(self.collection().longest());
        let max_rank = rules.max_rank.or(longest.map(|rank| rank.max(usual))).or(Some(usual));
        let options = Rules { max_rank, ..rules.clone() }.typed().into_iter();
        let options = options.filter(|(name, _)| !["topics", Rules::EMPTIED_TOPICS].contains(&name.as_str()));
        // Python's options may have other names than these rules.
        Ok(options.map(|(name, value)| (name.replace('-', "_"), value)).collect())
    }

    /// The teams, a line a run.
    pub fn team_lines(&self) -> String {
        let line = |(run, team): (String, String)| format!("{}\t{team}\n", run_cell(&run));
        team_of_runs(self.collection()).into_iter().map(line).collect()
    }
}
