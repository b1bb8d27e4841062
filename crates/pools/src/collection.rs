//! The test collection in memory. The documents of each topic are numbered, and their ids are not kept.

use std::sync::Arc;

use rejudge_metrics::{Gains, Verdict};

use crate::judge::{Judge, Levels};
use crate::members::{DocIx, Run, RunIx, Team, Topic, TopicIx, TopicRef, UNINTERNED};
use crate::{ByTopic, FileFacts, Names};

/// A topic with its rankings, by run.
pub type RankedTopic = (Topic, Vec<Vec<DocIx>>);

/// Topics with judgments, runs with rankings, and teams.
#[derive(Clone, Debug)]
pub struct TestCollection {
    /// The names of the topics.
    names: Arc<Names>,
    /// The verdicts of the collection's own judges.
    levels: Arc<Levels>,
    /// For each topic, how many documents have a number. Empty if every numbered document has a verdict.
    documents: Vec<u32>,
    runs: Vec<Run>,
    teams: Vec<Team>,
    /// `rankings[run][topic]`: documents by rank; empty if the run lacks the topic.
    rankings: Vec<Vec<Vec<DocIx>>>,
    /// The rankings in the order in which the pool was formed, or `None` if that is the order of `rankings`.
    pub(crate) pool_rankings: Option<Vec<Vec<Vec<DocIx>>>>,
    /// Facts from the collection's files beyond judgments and rankings; `None` if they are unknown.
    file_facts: Option<FileFacts>,
    /// Other judges of the documents.
    judges: Vec<Judge>,
    /// For each topic, the number of documents in the collection's own judgments. The documents that only other
    /// judges label come after these and are not in the pool. Empty if other judges label no further documents.
    own_documents: Vec<usize>,
}

impl TestCollection {
    /// Creates a collection. `rankings[run][topic]` lists documents by rank. Only [`UNINTERNED`] may be
    /// repeated in a ranking.
    ///
    /// Draws are keyed by the names of topics and teams, so two topics or teams with the same name would get
    /// equal draws.
    ///
    /// ```
    /// use rejudge_metrics::Verdict::Level;
    /// use rejudge_pools::{Run, Team, TestCollection, Topic, UNINTERNED};
    ///
    /// let topics = vec![Topic { name: "1".into(), verdicts: vec![Level(1), Level(0)], documents: 3 }];
    /// let runs = vec![Run { name: "a1".into(), team: 0, pooled: true, eligible: true }];
    /// let teams = vec![Team { name: "a".into(), analysed: true }];
    /// let rankings = vec![vec![vec![2, UNINTERNED, 0, UNINTERNED]]];
    /// let collection = TestCollection::new(topics, runs, teams, rankings);
    /// assert_eq!(collection.ranking(0, 0), [2, UNINTERNED, 0, UNINTERNED]);
    /// ```
    ///
    /// # Panics
    /// If the parts contradict each other. Readers of files reject such files, so a panic is the caller's
    /// mistake.
    pub fn new(topics: Vec<Topic>, runs: Vec<Run>, teams: Vec<Team>, rankings: Vec<Vec<Vec<DocIx>>>) -> Self {
        let judged =
            Self::from_judgments(topics.iter().map(|topic| (topic.name.as_str(), &topic.verdicts[..])));
        let is_within = |topic: &Topic| topic.verdicts.len() <= topic.documents as usize;
        assert!(topics.iter().all(is_within), "there are verdicts on documents that do not exist");
        assert_eq!(rankings.len(), runs.len(), "there must be a list of rankings for each run");
        let are_numbered = |(topic, ranking): (&Topic, &Vec<DocIx>)| {
            ranking.iter().all(|&doc| doc < topic.documents || doc == UNINTERNED)
        };
        for (Run { name, team, .. }, by_topic) in runs.iter().zip(&rankings) {
            assert!(*team < teams.len(), "run `{name}` belongs to a team that does not exist");
            assert_eq!(by_topic.len(), topics.len(), "run `{name}` must have a ranking for each topic");
            let all_exist = topics.iter().zip(by_topic).all(are_numbered);
            assert!(all_exist, "run `{name}` ranks documents that do not exist");
        }
        let has_more = topics.iter().any(|topic| topic.documents as usize > topic.verdicts.len());
        let documents = topics.iter().map(|topic| topic.documents).filter(|_| has_more).collect();
        Self { documents, runs, teams, rankings, ..judged }
    }

    /// Creates a collection from topics with their rankings, as [`TestCollection::new`] does.
    ///
    /// # Panics
    /// If the parts contradict each other.
    pub fn from_ranked_topics(ranked: Vec<RankedTopic>, runs: Vec<Run>, teams: Vec<Team>) -> Self {
        let (mut topics, mut rankings) = (Vec::new(), vec![Vec::new(); runs.len()]);
        for (topic, by_run) in ranked {
            topics.push(topic);
            rankings.iter_mut().zip(by_run).for_each(|(run, ranking)| run.push(ranking));
        }
        Self::new(topics, runs, teams, rankings)
    }

    /// Creates a collection without runs and teams, in which each numbered document has a verdict.
    ///
    /// ```
    /// use rejudge_metrics::Verdict::Level;
    /// use rejudge_pools::TestCollection;
    /// let collection = TestCollection::from_judgments([("1", &[Level(1), Level(0)][..])].into_iter());
    /// assert_eq!((collection.topics().len(), collection.topic(0).name), (1, "1"));
    /// assert_eq!((collection.topic(0).documents, collection.runs().len()), (2, 0));
    /// ```
    pub fn from_judgments<'a>(topics: impl Iterator<Item = (&'a str, &'a [Verdict])>) -> Self {
        let (mut names, mut verdicts) = (Names::default(), ByTopic::default());
        for (name, topic_verdicts) in topics {
            names.push(name);
            verdicts.push(topic_verdicts.iter().copied());
        }
        Self {
            names: Arc::new(names),
            levels: Arc::new(Levels::from_verdicts(verdicts, None)),
            documents: Vec::new(),
            runs: Vec::new(),
            teams: Vec::new(),
            rankings: Vec::new(),
            pool_rankings: None,
            file_facts: None,
            judges: Vec::new(),
            own_documents: Vec::new(),
        }
    }

    /// Returns the topic's documents of level 1 or above with their levels, the highest level first.
    ///
    /// # Panics
    /// If `topic` is out of range.
    pub fn relevant(&self, topic: TopicIx) -> &[(DocIx, u8)] {
        self.levels.relevant(topic)
    }

    /// Replaces the gains of the levels. Pass `Some` if the assessors' grades are gains themselves; the levels then
    /// only number these grades.
    #[must_use]
    pub fn with_gains(self, gains: Option<Gains>) -> Self {
        Self { levels: Arc::new(Arc::unwrap_or_clone(self.levels).with_gains(gains)), ..self }
    }

    /// Adds facts from the collection's files beyond judgments and rankings.
    ///
    /// # Panics
    /// If `file_facts` belongs to another collection.
    #[must_use]
    pub fn with_file_facts(self, file_facts: FileFacts) -> Self {
        assert!(file_facts.fits(&self), "`file_facts` belongs to another collection");
        Self { file_facts: Some(file_facts), ..self }
    }

    /// Sets the other judges. `own_documents` is, for each topic, the number of documents in the collection's
    /// own judgments. The documents after these have labels only from other judges, and are not in the pool.
    ///
    /// ```
    /// use rejudge_metrics::Verdict::{Level, Pooled};
    /// use rejudge_pools::{Judge, JudgmentSet, Levels, TestCollection, Topic, View};
    ///
    /// let topic = Topic { name: "1".into(), verdicts: vec![Level(2), Level(0), Pooled], documents: 3 };
    /// let model = Levels::new(vec![vec![Level(1), Level(3), Level(1)]], None);
    /// let model = Judge::new("model".into(), model);
    /// let collection =
    ///     TestCollection::new(vec![topic], vec![], vec![], vec![]).with_judges(vec![2], vec![model]);
    /// assert_eq!(View::full(&collection).pool(0).count(), 2);
    /// let by_model = View::by_judge(&collection, collection.judges()[0].levels());
    /// assert_eq!(by_model.ideal(0), [3, 1, 1]);
    /// ```
    ///
    /// # Panics
    /// If the judges or `own_documents` belong to another collection.
    #[must_use]
    pub fn with_judges(self, own_documents: Vec<usize>, judges: Vec<Judge>) -> Self {
        let fits = |levels: &Levels| {
            let topics = || self.topics().enumerate();
            levels.topics() == self.names.len()
                && topics().all(|(index, topic)| levels.verdicts(index).len() == topic.verdicts.len())
        };
        assert!(
            judges.iter().flat_map(Judge::passes).all(|levels| fits(levels)),
            "the judges belong to another collection"
        );
        assert_eq!(
            own_documents.len(),
            self.names.len(),
            "`own_documents` must have an entry for each topic"
        );
        let counts = || own_documents.iter().zip(self.topics());
        assert!(
            counts().all(|(own, topic)| *own <= topic.verdicts.len()),
            "each own document must have a verdict"
        );
        let has_more = counts().any(|(own, topic)| *own < topic.verdicts.len());
        Self { own_documents: if has_more { own_documents } else { Vec::new() }, judges, ..self }
    }

    /// Returns the other judges.
    pub fn judges(&self) -> &[Judge] {
        &self.judges
    }

    /// Returns the number of the topic's documents in the collection's own judgments. These documents have
    /// the lowest numbers; the documents after them have labels only from other judges.
    ///
    /// # Panics
    /// If `topic` is out of range.
    pub fn own_documents(&self, topic: TopicIx) -> usize {
        self.own_documents.get(topic).copied().unwrap_or(self.levels.verdicts(topic).len())
    }

    /// Returns the facts from the collection's files beyond judgments and rankings, or `None` if they are
    /// unknown, for example because the collection is simulated.
    pub fn file_facts(&self) -> Option<&FileFacts> {
        self.file_facts.as_ref()
    }

    /// Returns the topics in the order in which the caller passed them. In collections from files and in
    /// twins this is [`topic_order`](crate::topic_order).
    pub fn topics(&self) -> impl ExactSizeIterator<Item = TopicRef<'_>> + DoubleEndedIterator + Clone {
        (0..self.names.len()).map(|topic| self.topic(topic))
    }

    /// Returns a topic.
    ///
    /// # Panics
    /// If `topic` is out of range.
    pub fn topic(&self, topic: TopicIx) -> TopicRef<'_> {
        let verdicts = self.levels.verdicts(topic);
        let documents = self.documents.get(topic).copied().unwrap_or(verdicts.len() as u32);
        Topic { name: &self.names[topic], verdicts, documents }
    }

    /// Returns the names of the topics.
    pub fn names(&self) -> &Arc<Names> {
        &self.names
    }

    /// Returns the verdicts of the collection's own judges.
    pub(crate) fn levels(&self) -> &Arc<Levels> {
        &self.levels
    }

    /// Returns the gains of the levels if the assessors' grades are gains themselves, or else `None`.
    pub fn gains(&self) -> Option<&Gains> {
        self.levels.gains()
    }

    /// Returns the runs.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns the teams.
    pub fn teams(&self) -> &[Team] {
        &self.teams
    }

    /// Returns the documents of `topic` in `run`, by rank; empty if the run lacks the topic.
    ///
    /// # Panics
    /// If `run` or `topic` is out of range.
    pub fn ranking(&self, run: RunIx, topic: TopicIx) -> &[DocIx] {
        &self.rankings[run][topic]
    }

    /// Returns, for each topic, the number of documents that `run` retrieved.
    pub fn lengths(&self, run: RunIx) -> impl Iterator<Item = usize> {
        self.rankings[run].iter().map(Vec::len)
    }

    /// Returns the length of the longest ranking, or 1 if all are empty.
    pub fn longest(&self) -> u32 {
        self.rankings.iter().flatten().map(Vec::len).max().unwrap_or(0).max(1) as u32
    }
}
