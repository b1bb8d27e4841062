//! The files of a simulated collection ("twin"): its description, which contains no names, and its match.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use rejudge_collections::descriptor::Descriptor;
use rejudge_twins::fit::{Fitted, Statistics};
use rejudge_twins::{TwinParameters, model};
use serde::Serialize;

use super::known::KnownCollection;
use super::matched::Matched;
use rejudge_experiment::spec::yaml::{Source, from_node, parse};
use rejudge_names::plural::counted;

/// All that a description is made of.
#[derive(Clone, Copy, Debug)]
pub struct Description<'a> {
    /// The twin's name.
    pub id: &'a str,
    /// The original collection.
    pub given: &'a KnownCollection,
    /// Its constants.
    pub fitted: &'a Fitted,
    /// The quality of the match.
    pub matched: &'a Matched,
    /// True if teams kept their names.
    pub keeps_names: bool,
    /// Seed of the fit and of the draws.
    pub seed: u64,
    /// Passes of the fit.
    pub passes: u32,
}

/// The form of `configs/collections/*-twin.yaml`.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct TwinDescription<'a> {
    schema: &'static str,
    id: &'a str,
    title: String,
    kind: &'static str,
    pool_depth: u32,
    counts: Counts,
    twin: &'a TwinParameters,
}

#[derive(Serialize)]
struct Counts {
    topics: usize,
    runs: usize,
    teams: usize,
}

/// Properties that are never matched, for any collection (limits of the model).
const NEVER: [&str; 8] = [
    "rankings, documents, topics and their texts: the twin's are drawn, and one draw is as good as another",
    "R, N and scores of a single topic: of topics only mean, spread, least and most are known",
    "R against difficulty, and how difficulty is spread: constants of the model",
    "the level of |U rel|: only how teams compare; the twin's sum is often a third short",
    "the top ranks: runs differ there no more than below, and a left-out run has hardly an unjudged document in its top 10",
    "interaction of runs and topics, and the likeness of runs of one team: constants of the model",
    "how much depends on which runs are compared: tau between judgment sets runs up to .1 below real collections of its like",
    "pools of depth 10 or less of very different systems: the model was made for depths of 50 and more",
];

impl Description<'_> {
    /// The YAML, which is seen to read back as these very constants.
    pub fn yaml(&self) -> Result<String> {
        let twin = &self.fitted.parameters;
        let runs = twin.teams.iter().map(|team| team.runs).sum();
        let counts = Counts { topics: twin.topics, runs, teams: twin.teams.len() };
        let title = format!(
            "Twin of a collection of {}, {} and {}",
            counted(counts.topics, "topic"),
            counted(runs, "run"),
            counted(counts.teams, "team")
        );
        let pool_depth = self.given.statistics.pool_depth;
        let (schema, kind) = ("collection/v1", "simulated");
        let written = TwinDescription { schema, id: self.id, title, kind, pool_depth, counts, twin };
        let mut text = format!(
            "# Constants of a twin (model version {}), fitted to the statistics of a collection by\n",
            model::VERSION
        );
        text += &format!(
            "# `rejudge simulate --like`, seed {}, {}. Figures: collection, twin ({}).\n",
            self.seed,
            passes_of(self.passes),
            match self.matched.draws {
                1 => "one other draw".to_owned(),
                draws => format!("mean of {draws} other draws"),
            }
        );
        for figure in self.matched.figures.iter().filter(|figure| figure.given.is_some()) {
            let [given, twin] = [figure.given, figure.mean()]
                .map(|value| value.map_or_else(|| "-".to_owned(), super::matched::number));
            text += &format!("#   {}: {given}, {twin}\n", figure.name);
        }
        for sentence in self.unmatched() {
            text += &format!("# Not matched: {sentence}.\n");
        }
        for sentence in self.sentences("as constants; matched.md has the figures") {
            text += &format!("# {sentence}\n");
        }
        text += &serde_yaml::to_string(&written).context("the description cannot be written")?;
        let source = Source { name: format!("{}.yaml", self.id), folder: PathBuf::new(), text: text.clone() };
        let node = parse(source).map_err(|error| anyhow::anyhow!("{error}"))?;
        let back: Descriptor = from_node(&node).map_err(|error| anyhow::anyhow!("{error}"))?;
        if let Some(error) = back.check().first() {
            bail!("the description would not be valid: {error}");
        }
        if back.twin.as_ref() != Some(twin) {
            bail!("the description would not read back as it was written");
        }
        Ok(text)
    }

    /// Returns the page on the quality of the match.
    pub fn page(&self) -> String {
        let Self { id, given, seed, passes, .. } = self;
        let mut text = format!(
            "# {id}: how well it matches\n\n\
             A twin fitted by `rejudge simulate --like` (model version {}, seed {seed}, {}). The figures are of \
             {}. *given*: the twin has it by construction; *fitted*: \
             constants were moved towards it; *free*: it comes out as it does. The pool is taken as one of depth {} of {}: {}. Topics without a \
             relevant document in the pool are not counted.\n\n",
            model::VERSION,
            passes_of(*passes),
            match self.matched.draws {
                1 => "draw 1 of the twin, which moved no constant".to_owned(),
                draws => format!("draws 1 to {draws} of the twin, which were not used for the fit"),
            },
            given.statistics.pool_depth,
            given.pool_of,
            given.depth_from,
        );
        text += &self.matched.markdown();
        text += "\n## Not matched in this collection\n\n";
        let unmatched = self.unmatched();
        if unmatched.is_empty() {
            text += "Nothing beyond what no twin matches.\n";
        }
        unmatched.iter().for_each(|sentence| text += &format!("- {sentence}\n"));
        text += "\n## Not matched in any\n\n";
        NEVER.iter().for_each(|sentence| text += &format!("- {sentence}\n"));
        text += "\n## What the description reveals about the collection\n\n";
        self.sentences("in the table above, and as constants")
            .iter()
            .for_each(|sentence| text += &format!("{sentence}\n"));
        text
    }

    /// Returns the properties of this collection that the simulation lacks.
    pub fn unmatched(&self) -> Vec<String> {
        let limits = self.fitted.at_limit.iter().map(|(constant, value)| {
            format!("{constant} is at the end of its range, {value}: the model cannot go further")
        });
        self.matched.far().into_iter().chain(self.given.unlike.iter().cloned()).chain(limits).collect()
    }

    fn sentences(&self, by_team: &str) -> Vec<String> {
        let names = if self.keeps_names {
            "The teams have their real names (--keep-names)."
        } else {
            "Names of teams and runs are made up, and teams are ordered by numbers of runs and of unique contributions."
        };
        vec![
            format!(
                "Told of the collection: the numbers of topics, teams and runs of each team, pool depth and ranking \
                 length; of R, N, levels and scores the figures above (the least and most R are those of two topics); of \
                 each team how much it brought alone and its place by AP ({by_team})."
            ),
            "It contains no document, topic, ranking or judgment, no score of a run on a topic, and no R of a named topic.".to_owned(),
            names.to_owned(),
            "Who knows the collection will recognise it, and a team by its number of runs or its place.".to_owned(),
        ]
    }
}

/// A number of passes, in words.
fn passes_of(count: u32) -> String {
    if count == 1 { "1 pass".to_owned() } else { format!("{count} passes") }
}

/// Sorts teams by number of runs, then by their unique contributions, and gives them made-up names: an order by name
/// would reveal the names.
pub fn anonymous(statistics: &mut Statistics) {
    statistics.teams.sort_by(|a, b| {
        b.runs
            .cmp(&a.runs)
            .then(b.unique.total_cmp(&a.unique))
            .then(b.unique_relevant.total_cmp(&a.unique_relevant))
    });
    let digits = statistics.teams.len().to_string().len().max(2);
    for (number, team) in (1..).zip(&mut statistics.teams) {
        team.name = format!("team{number:0digits$}");
    }
}
