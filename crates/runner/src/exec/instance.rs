//! A collection in memory, with what every judgment set is made from.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use rejudge_collections::{Base, DescribedCollection, Reading, load_described, twin, wrong_checksums};
use rejudge_pools::{
    Contributions, IntentJudgments, RunIx, TestCollection, View, fewest_unique, leave_one_team_out,
    pool_depth, repooled, sample as sampled, take_teams,
};

use super::outcome::Roster;
use crate::grid::{Grid, Judgments, Point};
use crate::spec::{Evaluation, GainRule, NoRelevant, TopicRule};

/// A loaded or drawn collection.
pub struct Instance {
    /// Its name, which keys its draws.
    pub name: String,
    /// Topics, runs, teams, rankings.
    pub collection: TestCollection,
    /// Judgments by intent, where there are any.
    pub intents: Option<IntentJudgments>,
    /// The judgments that the experiment starts from.
    pub base: View,
    /// Share of the pool that is judged, where the base is a pool of the stored runs.
    pub coverage: Option<f64>,
    /// Depth of the pool; `None` where judgments were not pooled.
    pub depth: Option<u32>,
    /// Who brought what.
    pub contributions: Contributions,
    pub(super) seed: u64,
    pub(super) draw: Option<u32>,
}

impl Instance {
    /// Draws the twin, or loads the files.
    pub fn load(grid: &Grid, collection: u32, draw: Option<u32>) -> Result<Self> {
        let at = &grid.collections[collection as usize];
        let descriptor = &at.entry.descriptor;
        let rules = &grid.evaluations[0].rules;
        let DescribedCollection { collection: data, intents, units } =
            match (descriptor.as_twin(), draw, &at.entry.root) {
                (Some(twin), Some(draw), _) => {
                    let collection = twin::generate(&twin, grid.seed, draw)?;
                    DescribedCollection { collection, intents: None, units: None }
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
                    load_described(descriptor, root, &reading)?
                }
                _ => bail!("the data of `{}` are not here", at.name),
            };
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
        let depth = match descriptor.base {
            Base::Repooled { depth } => Some(depth),
            Base::AsJudged => descriptor.pool_depth,
        };
        // Without a pool depth every stored document counts as contributed.
        let contributions = Contributions::new(&data, &base, depth.map_or(usize::MAX, |d| d as usize));
        let name = at.name.clone();
        Ok(Self {
            name,
            collection: data,
            intents,
            base,
            coverage,
            depth,
            contributions,
            seed: grid.seed,
            draw,
        })
    }

    /// The topics that count under `rules` where these runs are `scored`.
    pub fn topics(&self, rules: &Evaluation, scored: &[RunIx]) -> Vec<usize> {
        let has_relevant =
            |&t: &usize| rules.no_relevant == NoRelevant::Zero || self.base.relevant(t, rules.min_rel) > 0;
        let counts = |&t: &usize| match rules.topics {
            TopicRule::Qrels => true,
            TopicRule::Intersection => scored.iter().all(|&run| !self.collection.ranking(run, t).is_empty()),
        };
        (0..self.collection.topics().len()).filter(has_relevant).filter(counts).collect()
    }

    /// Names of runs, teams and topics, and the runs that `draw` compares.
    pub fn roster(&self, grid: &Grid, point: &Point, draw: u32) -> Result<Roster> {
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        let runs = &grid.runs[point.runs as usize];
        let scored = self.scored(rules, runs)?;
        let topics = self.topics(rules, &scored);
        let name = |&run: &RunIx| self.collection.runs()[run].name.clone();
        let team = |&run: &RunIx| self.collection.teams()[self.collection.runs()[run].team].name.clone();
        let row = |run: &RunIx| scored.binary_search(run).map(|row| row as u32);
        let chosen: Result<Vec<u32>, usize> = self.chosen(rules, runs, draw)?.iter().map(row).collect();
        Ok(Roster {
            runs: scored.iter().map(name).collect(),
            teams: scored.iter().map(team).collect(),
            topics: topics.iter().map(|&t| self.collection.topics()[t].name.clone()).collect(),
            dropped: (self.collection.topics().len() - topics.len()) as u32,
            chosen: chosen.map_err(|_| anyhow::anyhow!("a chosen run is not scored"))?,
            error: None,
        })
    }

    /// The judgment set as a view; `sample` is the draw that samples the judgments of files.
    pub fn view(&self, judgments: &Judgments, sample: Option<u32>) -> Result<View> {
        let (data, base, contributions) = (&self.collection, &self.base, &self.contributions);
        let team = |name: &str| {
            let found = data.teams().iter().position(|team| team.name == name);
            found.with_context(|| format!("`{}` has no team `{name}`", self.name))
        };
        Ok(match judgments {
            Judgments::Full => base.clone(),
            Judgments::LeaveOneTeamOut { team: name } => {
                leave_one_team_out(data, base, contributions, team(name)?)
            }
            Judgments::TakeOneTeam { team: name } => take_teams(data, base, contributions, &[team(name)?]),
            Judgments::TakeTeams { teams } => {
                let teams: Result<Vec<usize>> = teams.iter().map(|name| team(name)).collect();
                take_teams(data, base, contributions, &teams?)
            }
            Judgments::TakeFewestUnique { count } => {
                let teams = fewest_unique(data, contributions, *count as usize);
                take_teams(data, base, contributions, &teams)
            }
            Judgments::PoolDepth { depth } => pool_depth(data, base, *depth as usize),
            Judgments::Sample(parameters) => {
                let rule = parameters.rule;
                let draw = self.draw.or(sample).map_or_else(String::new, |draw| draw.to_string());
                sampled(data, base, rule, self.seed, &[&self.name, &draw, &parameters.draw.to_string()])
            }
        })
    }
}

/// A level above the gain table would silently gain what the highest level does.
fn check_levels(collection: &TestCollection, base: &View, rules: &Evaluation, name: &str) -> Result<()> {
    let GainRule::Map(gains) = &rules.gains else { return Ok(()) };
    for (at, topic) in collection.topics().iter().enumerate() {
        let of_documents = topic.verdicts.iter().filter_map(|v| match v {
            rejudge_metrics::Verdict::Level(level) => Some(*level),
            rejudge_metrics::Verdict::Pooled => None,
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
