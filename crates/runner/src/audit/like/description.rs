//! The description of a simulated collection ("twin"). It contains no names from the original collection, except the
//! teams' names if `--keep-names` is given.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use rejudge_collections::descriptor::Descriptor;
use rejudge_twins::fit::{Fitted, Statistics};
use rejudge_twins::model;
use serde_json::json;

use super::matched::Matched;
use super::original::OriginalCollection;
use rejudge_experiment::spec::yaml::{Source, from_node, parse};
use rejudge_names::plural::counted;

/// A twin, with the facts for its description.
#[derive(Clone, Copy, Debug)]
pub struct TwinDescription<'a> {
    /// The twin's name.
    pub id: &'a str,
    /// The original collection.
    pub original: &'a OriginalCollection,
    /// The twin's constants.
    pub fitted: &'a Fitted,
    /// The statistics of the original collection and of the twin.
    pub matched: &'a Matched,
    /// True if the teams keep their real names.
    pub keeps_names: bool,
    /// The seed of the fit and of the draws.
    pub seed: u64,
    /// The number of passes that the fit made.
    pub passes: u32,
}

impl TwinDescription<'_> {
    /// Returns the description as YAML, and checks that reading the YAML gives the same constants.
    pub fn yaml(&self) -> Result<String> {
        let twin = &self.fitted.parameters;
        let runs = twin.teams.iter().map(|team| team.runs).sum();
        let (topics, teams) = (twin.topics, twin.teams.len());
        let title = format!(
            "Twin of a collection of {}, {} and {}",
            counted(topics, "topic"),
            counted(runs, "run"),
            counted(teams, "team")
        );
        let pool_depth = self.original.statistics.pool_depth;
        let written = json!({
            "schema": "collection/v1", "id": self.id, "title": title, "kind": "simulated", "pool-depth": pool_depth,
            "counts": {"topics": topics, "runs": runs, "teams": teams}, "twin": twin,
        });
        let mut text = format!(
            "# Constants of a twin (model version {}), fitted to the statistics of a collection by\n",
            model::VERSION
        );
        text += &format!(
            "# `rejudge simulate --like`, seed {}, {}. Figures: of the collection, then of the twin ({}).\n",
            self.seed,
            if self.passes == 1 { "1 pass".to_owned() } else { format!("{} passes", self.passes) },
            match self.matched.draws {
                1 => "one draw that the fit did not use".to_owned(),
                draws => format!("mean of {draws} draws that the fit did not use"),
            }
        );
        for statistic in self.matched.compared.iter().filter(|statistic| statistic.original.is_some()) {
            let [original, twin] = [statistic.original, statistic.mean()]
                .map(|value| value.map_or_else(|| "-".to_owned(), super::matched::number));
            text += &format!("#   {}: {original}, {twin}\n", statistic.name);
        }
        for sentence in self.unmatched() {
            text += &format!("# Not matched: {sentence}.\n");
        }
        text += if self.keeps_names {
            "# The teams have their real names (--keep-names).\n"
        } else {
            "# Names of teams and runs are made up.\n"
        };
        text += "# This description contains no document, topic, ranking or judgment, no score of a run on a topic, and no R of a \
                 named topic.\n";
        text += &serde_yaml::to_string(&written).context("the description cannot be written")?;
        let source = Source { name: format!("{}.yaml", self.id), folder: PathBuf::new(), text: text.clone() };
        let node = parse(source).map_err(|error| anyhow::anyhow!("{error}"))?;
        let read_back: Descriptor = from_node(&node).map_err(|error| anyhow::anyhow!("{error}"))?;
        if let Some(error) = read_back.check().first() {
            bail!("the description would not be valid: {error}");
        }
        if read_back.twin.as_ref() != Some(twin) {
            bail!("the description would not read back as it was written");
        }
        Ok(text)
    }

    /// Returns a sentence for each statistic that the twin does not match, for each property of the original
    /// collection that no twin has, and for each constant at the end of its range.
    pub fn unmatched(&self) -> Vec<String> {
        let limits = self.fitted.at_limit.iter().map(|(constant, value)| {
            format!("{constant} is at the end of its range, {value}: the model cannot go further")
        });
        self.matched
            .mismatches()
            .into_iter()
            .chain(self.original.unmatched.iter().cloned())
            .chain(limits)
            .collect()
    }
}

/// Sorts the teams by their number of runs, then of unique documents, then of unique relevant documents,
/// largest first, and gives them made-up names in this order. The original order would reveal something about
/// the real names.
pub fn anonymise(statistics: &mut Statistics) {
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
