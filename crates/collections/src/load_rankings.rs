//! Loads runs without judgments, for example to build a pool for judging.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rayon::prelude::*;
use rejudge_pools::{DocIx, Names, TestCollection, Topic, topic_order};

use crate::error::LoadError;
use crate::load_teams::{TeamChoice, TeamFiles, TeamedRuns};
use crate::read_runs::{ReadRun, make_names_distinct, read_each, unscored_comments};
use crate::reading::Reading;
use crate::runs::{Ranking, Rankings};
use crate::scan::Stop;
use crate::unscored::Unscored;

/// Rankings of runs, with the ids of their documents.
#[derive(Debug)]
pub struct RunRankings {
    /// Topics without verdicts, sorted by name, with runs and teams. A topic's documents are numbered in the
    /// order of their ids, compared as bytes, so that their numbers do not depend on ranks.
    pub collection: TestCollection,
    /// The ids of the documents, by topic and number.
    pub documents: Vec<Vec<String>>,
    /// The rule by which runs got their teams.
    pub teams: TeamChoice,
    /// The parts of the files that are not used.
    pub unscored: Vec<Unscored>,
}

/// Topic -> the ids of its documents, by rank.
pub type IdsByTopic = IndexMap<String, Names>;

/// Reads run files down to the maximum rank of `reading`. Returns the runs in the order of `paths`, each
/// named by its tag.
pub fn ranked_runs(paths: &[PathBuf], reading: &Reading) -> Result<Vec<ReadRun<IdsByTopic>>, LoadError> {
    read_each(paths, reading, IdsByTopic::new, |topics| topics)
}

/// The part of a ranking that is kept.
pub(crate) trait FromRanking {
    fn from_ranking(ranking: &Ranking<'_>) -> Self;
}

impl FromRanking for Names {
    fn from_ranking(ranking: &Ranking<'_>) -> Self {
        ranking.documents().iter().map(|document| ranking.id(document)).collect()
    }
}

impl<K: FromRanking> Rankings for IndexMap<String, K> {
    fn restart(&mut self) {
        self.clear();
    }

    fn add(&mut self, ranking: &Ranking<'_>) -> Result<(), Stop> {
        match self.entry(ranking.name.to_owned()) {
            Entry::Occupied(_) => Err(Stop::TopicAgain),
            Entry::Vacant(topic) => {
                topic.insert(K::from_ranking(ranking));
                Ok(())
            }
        }
    }
}

/// Returns the topics of run files. We keep no documents, because they might not fit into memory.
pub fn topics_of_runs(paths: &[PathBuf], reading: &Reading) -> Result<HashSet<String>, LoadError> {
    let runs = ranked_runs(paths, &Reading { max_rank: 0, ..*reading })?;
    Ok(runs.into_iter().flat_map(|run| run.kept.into_keys()).collect())
}

/// Loads run files down to the maximum rank of `reading`, in the order of `runs`.
pub fn load_rankings(
    runs: &[PathBuf],
    files: &TeamFiles,
    reading: &Reading,
) -> Result<RunRankings, LoadError> {
    let mut ranked = ranked_runs(runs, reading)?;
    make_names_distinct(&mut ranked, reading);
    let TeamedRuns { runs, teams, source, mut unscored } = files.runs_and_teams(&ranked, &[])?;
    unscored.extend(unscored_comments(ranked.iter().flat_map(|run| &run.comments)));
    let mut topics: Vec<&String> = ranked.iter().flat_map(|run| run.kept.keys()).collect();
    topics.sort_unstable_by(|a, b| topic_order(a, b));
    topics.dedup();
    let ranked_topics = topics.into_par_iter().map(|name| {
        let ids_by_run: Vec<Option<&Names>> = ranked.iter().map(|run| run.kept.get(name)).collect();
        let mut ids: Vec<&str> = ids_by_run.iter().flatten().flat_map(|ids| ids.iter()).collect();
        ids.sort_unstable();
        ids.dedup();
        let number_by_id: HashMap<&str, DocIx> = ids.iter().copied().zip(0..).collect();
        let rankings = ids_by_run.into_iter().map(|ids| ids.into_iter().flat_map(Names::iter));
        let rankings = rankings.map(|ids| ids.map(|id| number_by_id[id]).collect()).collect();
        let topic = Topic { name: name.clone(), verdicts: Vec::new(), documents: ids.len() as u32 };
        ((topic, rankings), ids.iter().map(|&id| id.to_owned()).collect())
    });
    let (ranked_topics, documents) = ranked_topics.unzip();
    let collection = TestCollection::from_ranked_topics(ranked_topics, runs, teams);
    Ok(RunRankings { collection, documents, teams: source, unscored })
}
