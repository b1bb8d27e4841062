//! The test collection in memory: integers only below this point.

use rejudge_metrics::Verdict;

/// Number of a document within its topic. Documents with a verdict come first: `0..judged`.
pub type DocIx = u32;
/// Number of a topic, in the order of the judgments' topics.
pub type TopicIx = usize;
/// Number of a run.
pub type RunIx = usize;
/// Number of a team.
pub type TeamIx = usize;

/// A document that a loader did not number, because it has no verdict and nobody asked for it.
pub const UNINTERNED: DocIx = DocIx::MAX;

/// A topic and the verdicts of its documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The topic's name in the qrels.
    pub name: String,
    /// Verdict of document `0..verdicts.len()`; documents beyond are unjudged.
    pub verdicts: Vec<Verdict>,
    /// How many documents of the topic have a number, judged or not.
    pub documents: u32,
}

/// A run: its name, its team, and whether it formed the pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Name of the run.
    pub name: String,
    /// The team that submitted it.
    pub team: TeamIx,
    /// Whether its top documents went into the pool.
    pub pooled: bool,
    /// Whether it may stand for its team (the papers take monolingual runs only).
    pub eligible: bool,
}

/// A team that submitted runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// Name of the team.
    pub name: String,
    /// Whether the paper analyses it; a team that is not (no monolingual run) still pools.
    pub analysed: bool,
}

/// Topics with judgments, runs with rankings, teams.
#[derive(Clone, Debug)]
pub struct TestCollection {
    topics: Vec<Topic>,
    runs: Vec<Run>,
    teams: Vec<Team>,
    /// `rankings[run][topic]`: documents by rank; empty where the run lacks the topic.
    rankings: Vec<Vec<Vec<DocIx>>>,
}

/// A collection that contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CollectionError {
    /// The rankings are not runs x topics.
    #[error("{found} rankings for {expected} (run, topic) pairs")]
    Shape {
        /// Rankings given.
        found: usize,
        /// Runs x topics.
        expected: usize,
    },
    /// A run names a team that does not exist.
    #[error("run `{run}` belongs to team number {team}, but there are only {teams} teams")]
    UnknownTeam {
        /// The run.
        run: String,
        /// Its team.
        team: TeamIx,
        /// Number of teams.
        teams: usize,
    },
    /// A ranking holds a number that is no document of the topic.
    #[error("run `{run}`, topic `{topic}`: document number {doc} of {documents}")]
    UnknownDocument {
        /// The run.
        run: String,
        /// The topic.
        topic: String,
        /// The document.
        doc: DocIx,
        /// Documents of the topic.
        documents: u32,
    },
}

impl TestCollection {
    /// Puts the parts together; `rankings[run][topic]` lists documents by rank.
    pub fn new(
        topics: Vec<Topic>,
        runs: Vec<Run>,
        teams: Vec<Team>,
        rankings: Vec<Vec<Vec<DocIx>>>,
    ) -> Result<Self, CollectionError> {
        let found = rankings.iter().map(Vec::len).sum();
        let expected = runs.len() * topics.len();
        if rankings.len() != runs.len() || rankings.iter().any(|r| r.len() != topics.len()) {
            return Err(CollectionError::Shape { found, expected });
        }
        for (run, by_topic) in runs.iter().zip(&rankings) {
            if run.team >= teams.len() {
                return Err(CollectionError::UnknownTeam { run: run.name.clone(), team: run.team, teams: teams.len() });
            }
            for (topic, ranking) in topics.iter().zip(by_topic) {
                if let Some(&doc) = ranking.iter().find(|&&d| d >= topic.documents && d != UNINTERNED) {
                    let (run, name) = (run.name.clone(), topic.name.clone());
                    return Err(CollectionError::UnknownDocument { run, topic: name, doc, documents: topic.documents });
                }
            }
        }
        Ok(Self { topics, runs, teams, rankings })
    }

    /// The topics, in the order of the qrels.
    pub fn topics(&self) -> &[Topic] {
        &self.topics
    }

    /// The runs.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The teams.
    pub fn teams(&self) -> &[Team] {
        &self.teams
    }

    /// Documents of `topic` in `run`, by rank.
    pub fn ranking(&self, run: RunIx, topic: TopicIx) -> &[DocIx] {
        &self.rankings[run][topic]
    }
}
