//! Runs without judgments, from which a pool for judging is built.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use rayon::prelude::*;
use rejudge_pools::{DocIx, Names, TestCollection, Topic, topic_order};

use crate::error::LoadError;
use crate::load_teams::TeamFiles;
use crate::read_runs::names_apart;
use crate::reading::Reading;
use crate::runs::{Ranking, Rankings, RunReader};
use crate::scan::Stop;
use crate::teams_by_name::{NamedRun, TeamRule};

/// Rankings of runs, with the ids of their documents.
#[derive(Debug)]
pub struct RunRankings {
    /// Topics without a verdict, sorted by name, runs and teams. The numbers of a topic's documents follow
    /// their ids, compared as bytes: they do not depend on ranks.
    pub collection: TestCollection,
    /// By topic: the ids of its documents, by number.
    pub documents: Vec<Vec<String>>,
    /// The rule that gave the runs their teams.
    pub teams: TeamRule,
}

/// The rankings of one file.
struct Ranked {
    tag: String,
    path: PathBuf,
    topics: Vec<(String, Names)>,
}

/// Loads run files, in the order given, down to the maximum rank of `reading`.
///
/// # Errors
/// If a file is wrong, or runs and tables do not fit.
pub fn load_rankings(
    runs: &[PathBuf],
    files: &TeamFiles,
    reading: &Reading,
) -> Result<RunRankings, LoadError> {
    let read = |reader: &mut RunReader, path: &PathBuf| {
        let mut topics = Topics::default();
        let tag = reader.read(path, reading, &mut topics)?;
        Ok(Ranked { tag, path: path.clone(), topics: topics.named })
    };
    let loaded: Vec<Result<Ranked, LoadError>> = runs.par_iter().map_init(RunReader::default, read).collect();
    let loaded: Vec<Ranked> = loaded.into_iter().collect::<Result<_, _>>()?;
    let names = names_apart(loaded.iter().map(|run| (run.tag.as_str(), run.path.as_path())), reading);
    let named: Vec<_> =
        loaded.iter().zip(&names).map(|(run, name)| NamedRun { path: &run.path, name }).collect();
    let (runs, teams, rule) = files.runs_and_teams(&named, &[])?;
    let mut topics: Vec<&str> = loaded.iter().flat_map(|run| &run.topics).map(|(name, _)| &**name).collect();
    topics.sort_unstable_by(|a, b| topic_order(a, b));
    topics.dedup();
    let numbers: HashMap<&str, usize> = topics.iter().copied().zip(0..).collect();
    let mut by_topic: Vec<Vec<(usize, &Names)>> = vec![Vec::new(); topics.len()];
    for (run, ranked) in loaded.iter().enumerate() {
        for (name, ids) in &ranked.topics {
            by_topic[numbers[name.as_str()]].push((run, ids));
        }
    }
    let numbered: Vec<_> = by_topic.into_par_iter().map(numbered).collect();
    let mut rankings: Vec<Vec<Vec<DocIx>>> = vec![vec![Vec::new(); topics.len()]; loaded.len()];
    let (mut named_topics, mut documents) = (Vec::new(), Vec::new());
    for (at, (name, (ids, by_run))) in topics.iter().zip(numbered).enumerate() {
        for (run, ranking) in by_run {
            rankings[run][at] = ranking;
        }
        named_topics.push(Topic {
            name: (*name).to_owned(),
            verdicts: Vec::new(),
            documents: ids.len() as u32,
        });
        documents.push(ids);
    }
    let collection = TestCollection::new(named_topics, runs, teams, rankings);
    Ok(RunRankings { collection, documents, teams: rule })
}

/// Topics with the ids of their documents by rank.
#[derive(Default)]
struct Topics {
    named: Vec<(String, Names)>,
    names: HashSet<String>,
}

impl Rankings for Topics {
    fn restart(&mut self) {
        self.named.clear();
        self.names.clear();
    }

    fn add(&mut self, ranking: &Ranking<'_>) -> Result<(), Stop> {
        if !self.names.insert(ranking.name.to_owned()) {
            return Err(Stop::Returned);
        }
        let ids = ranking.documents().iter().map(|document| ranking.id(document));
        self.named.push((ranking.name.to_owned(), ids.collect()));
        Ok(())
    }
}

/// Returns the ids of a topic in their order, and each run's ranking in numbers.
fn numbered(runs: Vec<(usize, &Names)>) -> (Vec<String>, Vec<(usize, Vec<DocIx>)>) {
    let mut ids: Vec<&str> = runs.iter().flat_map(|(_, ids)| ids.iter()).collect();
    ids.sort_unstable();
    ids.dedup();
    let numbers: HashMap<&str, DocIx> = ids.iter().copied().zip(0..).collect();
    let rankings = runs.iter().map(|&(run, ranked)| (run, ranked.iter().map(|id| numbers[id]).collect()));
    (ids.iter().map(|&id| id.to_owned()).collect(), rankings.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_numbered_by_their_ids() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            path
        };
        let runs = [
            file("a__1", "2 Q0 z 1 3 one\n2 Q0 b 2 2 one\n2 Q0 c 3 1 one\n"),
            file("b__1", "1 Q0 a 1 3 two\n2 Q0 a 1 3 two\n2 Q0 z 2 2 two\n"),
        ];
        let reading = Reading { max_rank: 2, ..Reading::default() };
        let loaded = load_rankings(&runs, &TeamFiles::default(), &reading).expect("valid");
        let names: Vec<_> = loaded.collection.topics().map(|topic| topic.name).collect();
        assert_eq!(names, ["1", "2"]);
        assert_eq!(loaded.documents, [vec!["a"], vec!["a", "b", "z"]], "`c` is below the last rank");
        assert_eq!(loaded.collection.ranking(0, 1), [2, 1]);
        assert_eq!(loaded.collection.ranking(1, 1), [0, 2]);
        assert_eq!((loaded.collection.ranking(0, 0), loaded.collection.ranking(1, 0)), (&[][..], &[0][..]));
        assert_eq!(loaded.teams, TeamRule::FileNames);
    }
}
