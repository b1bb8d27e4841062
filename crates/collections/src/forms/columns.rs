//! Names that columns have in other tools: ir_measures, PyTerrier, BEIR, pandas of all kinds.

use super::{Kind, Number, Record};

/// The content of a column. Letter case, blanks, points, hyphens and underscores of its name are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The topic.
    Topic,
    /// The document.
    Document,
    /// The level of a judgment.
    Grade,
    /// The score of a document.
    Score,
    /// The rank of a document.
    Rank,
    /// The run.
    Run,
    /// The intent, or subtopic, that a judgment is for.
    Intent,
    /// The team of a run.
    Team,
}

impl Role {
    /// The roles of columns of judgments and runs.
    const OF_RECORDS: [Self; 7] =
        [Self::Topic, Self::Document, Self::Grade, Self::Score, Self::Rank, Self::Run, Self::Intent];

    /// Returns the names, without the ignored characters.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Topic => &["qid", "queryid", "topicid", "topic", "narrativeid", "topicno"],
            Self::Document => &[
                "docno",
                "docid",
                "corpusid",
                "documentid",
                "document",
                "pid",
                "passageid",
                "did",
                "doc",
                "segmentid",
                "productid",
                "itemid",
            ],
            Self::Grade => &[
                "label",
                "relevance",
                "rel",
                "grade",
                "judgment",
                "judgement",
                "relevancegrade",
                "score",
                "escilabel",
            ],
            Self::Score => &["score", "sim", "similarity", "retrievalscore"],
            Self::Rank => &["rank", "position"],
            Self::Run => &["runid", "run", "runname", "tag", "runtag", "system", "systemname", "name"],
            Self::Intent => &["intent", "subtopic", "subtopicid", "iteration"],
            Self::Team => &["team", "group"],
        }
    }

    /// Returns the word for the content, and names as they are usually written.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Topic => ("topic", "qid, query_id, topic, .."),
            Self::Document => ("document", "docno, doc_id, corpus-id, .."),
            Self::Grade => ("grade", "label, relevance, rel, score, .."),
            Self::Score => ("score", "score, sim, .."),
            Self::Rank => ("rank", "rank, position"),
            Self::Run => ("run", "run, run_id, tag, system, .."),
            Self::Intent => ("intent", "intent, subtopic, .."),
            Self::Team => ("team", "team, group"),
        }
    }

    /// Returns true if a column of this name holds anything of a record.
    pub(super) fn is_any(name: &str) -> bool {
        let name = plain(name);
        Self::OF_RECORDS.iter().any(|role| role.names().contains(&name.as_str()))
    }

    /// Returns the position of the only column of the role, or `None` if there is none. `noun` is the word for a
    /// column in messages.
    ///
    /// A file has one column per role, with two exceptions: PyTerrier's `docid`, a number of its index, is allowed
    /// next to the `docno` that judgments have, and a `score` next to a grade.
    ///
    /// # Errors
    /// If several columns have the role.
    pub fn find(self, names: &[&str], noun: &str) -> Result<Option<usize>, String> {
        let plains: Vec<String> = names.iter().map(|name| plain(name)).collect();
        let found: Vec<usize> =
            (0..names.len()).filter(|&at| self.names().contains(&plains[at].as_str())).collect();
        let is_there = |name: &str| found.iter().any(|&at| plains[at] == name);
        let gives_way = |at: usize| {
            let is_number_of_index = names[at].trim().eq_ignore_ascii_case("docid") && is_there("docno");
            // A run next to its judgments.
            let is_of_run = self == Self::Grade
                && plains[at] == "score"
                && !found.iter().all(|&at| plains[at] == "score");
            is_number_of_index || is_of_run
        };
        let firm: Vec<usize> = found.iter().copied().filter(|&at| !gives_way(at)).collect();
        match firm[..] {
            [] => Ok(None),
            [one] => Ok(Some(one)),
            [one, other, ..] => {
                let [one, other] = [one, other].map(|at| names[at].escape_debug());
                let (role, _) = self.words();
                Err(format!("two {noun}s of the {role}, `{one}` and `{other}`: expected one"))
            }
        }
    }

    /// Like [`find`](Self::find); a role that no column has is an error too.
    pub fn required(self, names: &[&str], noun: &str) -> Result<usize, String> {
        let (role, usual) = self.words();
        self.find(names, noun)?.ok_or_else(|| format!("no {noun} of the {role} ({usual})"))
    }
}

/// Returns a name without the ignored characters.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ' | '.')).flat_map(char::to_lowercase).collect()
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub topic: usize,
    pub document: usize,
    /// The grade of a judgment, the score of a run.
    pub number: Option<usize>,
    pub rank: Option<usize>,
    pub tag: Option<usize>,
    pub intent: Option<usize>,
}

impl Columns {
    /// Returns the roles of columns with these names, or an error if a role is missing or ambiguous.
    pub fn new(kind: Kind, names: &[&str], noun: &str) -> Result<Self, String> {
        let is_any = |role: Role| role.find(names, noun).map(|found| found.is_some());
        if !is_any(Role::Topic)? && !is_any(Role::Document)? {
            return Err(format!("no {noun} of the topic, and none of the document"));
        }
        let (topic, document) = (Role::Topic.required(names, noun)?, Role::Document.required(names, noun)?);
        let columns = Self { topic, document, ..Self::default() };
        if kind != Kind::Run {
            let intent = (kind == Kind::Intents).then(|| Role::Intent.required(names, noun)).transpose()?;
            return Ok(Self { number: Some(Role::Grade.required(names, noun)?), intent, ..columns });
        }
        let [number, rank, tag] = [Role::Score, Role::Rank, Role::Run].map(|role| role.find(names, noun));
        let (number, rank, tag) = (number?, rank?, tag?);
        if number.or(rank).is_none() {
            return Err(format!("no {noun} of the score or the rank"));
        }
        Ok(Self { number, rank, tag, ..columns })
    }

    /// Returns the record of a row; `cell` returns the text in a column, which is empty if there is no value. `repeats`: topic
    /// and tag are those of the row before.
    pub fn record<'r>(&self, line: usize, repeats: bool, cell: impl Fn(usize) -> &'r str) -> Record<'r> {
        let some = |at: Option<usize>| at.map(&cell).filter(|text| !text.is_empty());
        Record {
            line,
            topic: cell(self.topic),
            document: cell(self.document),
            number: some(self.number).map(Number::Text),
            rank: some(self.rank).map(Number::Text),
            tag: some(self.tag),
            intent: some(self.intent),
            repeats,
        }
    }
}

/// Returns true if a name is one of a topic, or of a document.
pub(super) fn is_named(name: &str) -> bool {
    let name = plain(name);
    [Role::Topic, Role::Document].iter().any(|role| role.names().contains(&name.as_str()))
}
