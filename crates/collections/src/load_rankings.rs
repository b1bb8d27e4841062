//! Runs without judgments, from which a pool for judging is built.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rayon::prelude::*;
use rejudge_pools::{DocIx, Names, TestCollection, Topic, topic_order};

use crate::error::LoadError;
use crate::load_teams::{TeamChoice, TeamFiles, TeamedRuns};
use crate::read_runs::{ReadRun, commented, name_apart, read_each};
use crate::reading::Reading;
use crate::runs::{Ranking, Rankings};
use crate::scan::Stop;
use crate::unscored::Unscored;

/// Rankings of runs, with the ids of their documents.
#[derive(Debug)]
pub struct RunRankings {
    /// Topics without a verdict, sorted by name, runs and teams. The numbers of a topic's documents follow
    /// their ids, compared as bytes: they do not depend on ranks.
    pub collection: TestCollection,
    /// By topic: the ids of its documents, by number.
    pub documents: Vec<Vec<String>>,
    /// The source of the teams.
    pub teams: TeamChoice,
    /// The parts of the files that are not used.
    pub unscored: Vec<Unscored>,
}

/// The ids of the documents of each topic, by rank.
pub type ByRank = IndexMap<String, Names>;

/// Reads run files, in the order given, down to the maximum rank of `reading`. Each is named by its tag.
pub fn ranked_runs(paths: &[PathBuf], reading: &Reading) -> Result<Vec<ReadRun<ByRank>>, LoadError> {
    read_each(paths, reading, ByRank::new, |topics| topics)
}

impl Rankings for ByRank {
    fn restart(&mut self) {
        self.clear();
    }

    fn add(&mut self, ranking: &Ranking<'_>) -> Result<(), Stop> {
        match self.entry(ranking.name.to_owned()) {
            Entry::Occupied(_) => Err(Stop::Returned),
            Entry::Vacant(topic) => {
                topic.insert(ranking.documents().iter().map(|document| ranking.id(document)).collect());
                Ok(())
            }
        }
    }
}

/// Returns the topics of run files, without their documents, which may not fit into memory.
pub fn topics_of_runs(paths: &[PathBuf], reading: &Reading) -> Result<HashSet<String>, LoadError> {
    let runs = ranked_runs(paths, &Reading { max_rank: 0, ..*reading })?;
    Ok(runs.into_iter().flat_map(|run| run.kept.into_keys()).collect())
}

/// Loads run files, in the order given, down to the maximum rank of `reading`.
pub fn load_rankings(
    runs: &[PathBuf],
    files: &TeamFiles,
    reading: &Reading,
) -> Result<RunRankings, LoadError> {
    let mut ranked = ranked_runs(runs, reading)?;
    name_apart(&mut ranked, reading);
    let TeamedRuns { runs, teams, source, mut unscored } = files.runs_and_teams(&ranked, &[])?;
    unscored.extend(commented(ranked.iter().flat_map(|run| &run.comments)));
    let mut topics: Vec<&String> = ranked.iter().flat_map(|run| run.kept.keys()).collect();
    topics.sort_unstable_by(|a, b| topic_order(a, b));
    topics.dedup();
    let numbered = topics.into_par_iter().map(|name| {
        let of_runs: Vec<Option<&Names>> = ranked.iter().map(|run| run.kept.get(name)).collect();
        let mut ids: Vec<&str> = of_runs.iter().flatten().flat_map(|ids| ids.iter()).collect();
        ids.sort_unstable();
        ids.dedup();
        let numbers: HashMap<&str, DocIx> = ids.iter().copied().zip(0..).collect();
        let rankings = of_runs.into_iter().map(|ids| ids.into_iter().flat_map(Names::iter));
        let rankings = rankings.map(|ids| ids.map(|id| numbers[id]).collect()).collect();
        let topic = Topic { name: name.clone(), verdicts: Vec::new(), documents: ids.len() as u32 };
        ((topic, rankings), ids.iter().map(|&id| id.to_owned()).collect())
    });
    let (numbered, documents) = numbered.unzip();
    let collection = TestCollection::of_ranked(numbered, runs, teams);
    Ok(RunRankings { collection, documents, teams: source, unscored })
}
