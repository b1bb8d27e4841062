//! The gold standard of a subtopic task: the intent of each subtopic (`topic;intent;subtopic`).
//!
//! A subtopic belongs to one intent, and is relevant only to that one, at level 1 (Sakai, NTCIR survey,
//! section 4.6). So in D-nDCG of a ranking of subtopics, the gain of a subtopic is the probability of its
//! intent.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rejudge_collections::{
    FileText, IntentTable, LineColumn, Located, SeenValues, VerticalProbabilities, check_intent_count,
    unknown_intent,
};
use rejudge_metrics::diversity::VerticalMatch;
use rejudge_metrics::{Intent, IntentTopic, Placed};

use crate::labels::runs::{RankedSubtopics, semicolons};

const SUBTOPIC_FIELDS: &str = "3 (topic;intent;subtopic)";

/// The intent of each subtopic. First-level and second-level subtopics have a gold standard each.
#[derive(Clone, Debug, PartialEq)]
pub struct SubtopicGold {
    pub(crate) path: PathBuf,
    topics: BTreeMap<String, GoldTopic>,
}

/// The subtopics of a topic. They are the rows of its judgments.
#[derive(Clone, Debug, PartialEq)]
pub struct GoldTopic {
    /// The topic's first position in the file.
    start: LineColumn,
    names: Vec<String>,
    intents: Vec<Intent>,
    /// True if the probabilities are unknown and assumed to be equal.
    assumed: bool,
    /// The first position of each intent; `None` if the intent has no subtopics.
    places: Vec<Option<LineColumn>>,
    /// The row and the intent of each subtopic.
    subtopics: BTreeMap<String, (u32, usize)>,
    levels: Vec<u8>,
}

impl SubtopicGold {
    /// Reads the intent of each subtopic, and takes the intents' probabilities from `table`. If there is no
    /// table, or the table lacks a topic, the topic's intents are equally probable. `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::IntentTable;
    /// use rejudge_experiment::labels::SubtopicGold;
    /// let table = IntentTable::parse(Path::new("Iprob"), b"1 a 0.75\n1 b 0.25\n")?;
    /// let text = b"1;a;harry shum jr\n1;a;harry shum glee\n1;b;harry shum microsoft\n";
    /// let gold = SubtopicGold::parse(Path::new("gold"), text, Some(&table))?;
    /// let topic = gold.topic("1").expect("the gold standard has topic 1");
    /// assert_eq!(topic.place(["harry shum microsoft", "shum", "harry shum jr"]).len(), 2);
    /// assert_eq!(topic.judgments().intents[0].probability, 0.75);
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If the file is empty, a line does not have the format, a topic has a subtopic twice or too many
    /// intents, or the table has a topic but lacks one of its intents.
    pub fn parse(path: &Path, bytes: &[u8], table: Option<&IntentTable>) -> Result<Self, Located> {
        let source = FileText::new(path, bytes)?;
        let mut topics = BTreeMap::<String, GoldTopic>::new();
        let mut seen = SeenValues::default();
        for line in source.lines() {
            let [topic, intent, subtopic] = semicolons(&source, line, SUBTOPIC_FIELDS)?;
            seen.insert(&source, "subtopic", &source.cell(topic), &source.cell(subtopic))?;
            let name = source.get(topic);
            let listed = table.and_then(|table| Some((table, table.intents(name)?)));
            let gold = topics.entry(name.to_owned()).or_insert_with(|| {
                if table.is_some() && listed.is_none() {
                    tracing::warn!(topic = name, "the intents have no probabilities: equal ones are assumed");
                }
                let (names, intents): (Vec<String>, Vec<Intent>) =
                    listed.map(|(_, listed)| listed.iter().cloned().unzip()).unwrap_or_default();
                let (start, places) = (source.place(topic), vec![None; names.len()]);
                GoldTopic {
                    start,
                    names,
                    assumed: intents.is_empty(),
                    intents,
                    places,
                    subtopics: BTreeMap::new(),
                    levels: Vec::new(),
                }
            });
            let intent_name = source.get(intent);
            let index = gold.names.iter().position(|earlier| earlier == intent_name);
            let number = match (index, listed) {
                (Some(number), _) => number,
                (None, None) => {
                    gold.names.push(intent_name.to_owned());
                    gold.places.push(None);
                    gold.names.len() - 1
                }
                (None, Some((table, _))) => {
                    let kind = unknown_intent(intent_name, name, &table.path);
                    return Err(source.error(intent, kind));
                }
            };
            check_intent_count(&source, gold.names.len(), name, intent)?;
            gold.places[number].get_or_insert_with(|| source.place(intent));
            let row = gold.subtopics.len() as u32;
            gold.subtopics.insert(source.get(subtopic).to_owned(), (row, number));
        }
        if topics.is_empty() {
            return Err(source.empty(SUBTOPIC_FIELDS));
        }
        topics.values_mut().for_each(GoldTopic::finish);
        Ok(Self { path: path.to_owned(), topics })
    }

    /// Returns a topic, or `None` if the file does not have it.
    pub fn topic(&self, name: &str) -> Option<&GoldTopic> {
        self.topics.get(name)
    }

    /// Returns the names of the topics, sorted.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &str> {
        self.topics.keys().map(String::as_str)
    }

    /// Checks that every intent with subtopics has verticals.
    ///
    /// # Errors
    /// If an intent with subtopics has no verticals. The error is about the first such intent of the first
    /// such topic.
    pub fn check(&self, verticals: &VerticalProbabilities) -> Result<(), Located> {
        for (name, topic) in &self.topics {
            for (intent, place) in topic.intents_with_subtopics() {
                if verticals.vertical_match(name, intent, "").is_none() {
                    return Err(place.error(&self.path, unknown_intent(intent, name, &verticals.path)));
                }
            }
        }
        Ok(())
    }

    /// Checks that `other` has every topic of this file.
    pub(crate) fn check_topics(&self, other: &Self) -> Result<(), Located> {
        let mut topics = self.topics.iter();
        let Some((name, topic)) = topics.find(|(name, _)| other.topic(name).is_none()) else { return Ok(()) };
        let kind = format!("topic `{}` is not in {}", name.escape_debug(), other.path.display());
        Err(topic.start.error(&self.path, kind))
    }
}

impl GoldTopic {
    /// Fills in the levels, and equal probabilities if they are not known.
    fn finish(&mut self) {
        let count = self.names.len();
        if self.intents.is_empty() {
            self.intents = vec![Intent { probability: 1.0 / count as f64, navigational: false }; count];
        }
        self.levels = vec![0; self.subtopics.len() * count];
        for &(row, intent) in self.subtopics.values() {
            self.levels[row as usize * count + intent] = 1;
        }
    }

    /// Returns the subtopics as judged documents. Subtopics with equal gains need no order, because only
    /// gains count.
    pub fn judgments(&self) -> IntentTopic<'_> {
        IntentTopic {
            intents: &self.intents,
            assumed: self.assumed,
            levels: &self.levels,
            factors: &[],
            id_order: &[],
        }
    }

    /// Returns the number of subtopics, which are the rows of the judgments.
    pub fn rows(&self) -> u32 {
        self.subtopics.len() as u32
    }

    /// Returns the judged documents of a ranking of subtopics. A subtopic without an intent leaves a gap in
    /// the ranks.
    pub fn place<'s>(&self, ranking: impl IntoIterator<Item = &'s str>) -> Vec<Placed> {
        let mut judged = Vec::new();
        for (rank, subtopic) in (1..).zip(ranking) {
            judged.extend(self.subtopics.get(subtopic).map(|&(row, _)| Placed { rank, row }));
        }
        judged
    }

    /// Returns the intents that have subtopics, each with its first position.
    pub(crate) fn intents_with_subtopics(&self) -> impl Iterator<Item = (&str, LineColumn)> {
        self.names.iter().zip(&self.places).filter_map(|(name, place)| Some((name.as_str(), (*place)?)))
    }

    /// Returns true if the topic has an intent of that name, with or without subtopics.
    pub(crate) fn has_intent(&self, name: &str) -> bool {
        self.names.iter().any(|intent| intent == name)
    }

    /// Returns the intent to which a subtopic belongs, or `None` if the gold standard lacks the subtopic.
    pub fn intent(&self, subtopic: &str) -> Option<&str> {
        self.subtopics.get(subtopic).map(|&(_, intent)| self.names[intent].as_str())
    }

    /// Returns, for each subtopic in a ranking, how well its vertical fits its intent, or `None` if the
    /// subtopic has no intent or its intent has no verticals. This is the input of
    /// [`v_score`](rejudge_metrics::diversity::v_score).
    pub fn vertical_matches(
        &self,
        run: &RankedSubtopics,
        verticals: &VerticalProbabilities,
    ) -> Vec<Option<VerticalMatch>> {
        let matches = run.subtopics.iter().map(|(subtopic, vertical)| {
            verticals.vertical_match(&run.name, self.intent(subtopic)?, vertical)
        });
        matches.collect()
    }
}
