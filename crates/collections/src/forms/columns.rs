//! Finds columns by the names that they have in other tools, such as ir_measures, PyTerrier and BEIR.

use super::{FileKind, Number, Record};

/// The content of a column, which we recognise by the column's name. Names are compared without regard to
/// upper and lower case, spaces, dots, hyphens and underscores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The topic.
    Topic,
    /// The document.
    Document,
    /// The grade of a judgment.
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
    /// The roles that a column of judgments or runs may have.
    const RECORD_ROLES: [Self; 7] =
        [Self::Topic, Self::Document, Self::Grade, Self::Score, Self::Rank, Self::Run, Self::Intent];

    /// Returns the names of columns with this role, as [`normalized_name`] returns them.
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

    /// Returns the word for this role in messages, and examples of column names.
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

    /// Returns true if a column of this name belongs to judgments or runs.
    pub(super) fn is_record_column(name: &str) -> bool {
        Self::RECORD_ROLES.iter().any(|role| role.is_named(name))
    }

    /// Returns true if a column of this name has the role.
    pub fn is_named(self, name: &str) -> bool {
        self.names().contains(&normalized_name(name).as_str())
    }

    /// Returns the position of the only column with the role, or `None` if there is none. `noun` is the word
    /// for a column in messages, such as `field`.
    ///
    /// A file may have one column for each role, with two exceptions. PyTerrier writes `docno` and also
    /// `docid`, which is the number of the document in its index; we ignore `docid`. A file of judgments may
    /// also have the `score` of a run, which we ignore if there is another column of grades.
    ///
    /// # Errors
    /// If several columns have the role.
    pub fn find(self, names: &[&str], noun: &str) -> Result<Option<usize>, String> {
        let normalized_names: Vec<String> = names.iter().map(|name| normalized_name(name)).collect();
        let candidates: Vec<usize> = (0..names.len())
            .filter(|&column| self.names().contains(&normalized_names[column].as_str()))
            .collect();
        let mut columns = Vec::new();
        for &column in &candidates {
            let is_index_number = names[column].trim().eq_ignore_ascii_case("docid")
                && candidates.iter().any(|&candidate| normalized_names[candidate] == "docno");
            let is_score_of_run = self == Self::Grade
                && normalized_names[column] == "score"
                && candidates.iter().any(|&candidate| normalized_names[candidate] != "score");
            if !is_index_number && !is_score_of_run {
                columns.push(column);
            }
        }
        match columns[..] {
            [] => Ok(None),
            [column] => Ok(Some(column)),
            [first, second, ..] => {
                let [first, second] = [first, second].map(|column| names[column].escape_debug());
                let (role, _) = self.words();
                Err(format!("two {noun}s for the {role}, `{first}` and `{second}`: expected one"))
            }
        }
    }

    /// Returns the position of the only column with the role, as [`find`](Self::find) does, or an error if no
    /// column has the role.
    pub fn required(self, names: &[&str], noun: &str) -> Result<usize, String> {
        let (role, examples) = self.words();
        self.find(names, noun)?.ok_or_else(|| format!("no {noun} for the {role} ({examples})"))
    }
}

/// Returns a name in lower case, without spaces, dots, hyphens and underscores.
pub(crate) fn normalized_name(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ' | '.')).flat_map(char::to_lowercase).collect()
}

/// The positions of the columns of records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub topic: usize,
    pub document: usize,
    /// The grade of a judgment, or the score of a run.
    pub number: Option<usize>,
    pub rank: Option<usize>,
    pub tag: Option<usize>,
    pub intent: Option<usize>,
}

impl Columns {
    /// Finds the columns by their names.
    ///
    /// # Errors
    /// If a column is missing, or two columns have the same role.
    pub fn new(kind: FileKind, names: &[&str], noun: &str) -> Result<Self, String> {
        if Role::Topic.find(names, noun)?.is_none() && Role::Document.find(names, noun)?.is_none() {
            return Err(format!("no {noun} for the topic, and none for the document"));
        }
        let (topic, document) = (Role::Topic.required(names, noun)?, Role::Document.required(names, noun)?);
        let columns = Self { topic, document, ..Self::default() };
        if kind != FileKind::Run {
            let intent =
                (kind == FileKind::Intents).then(|| Role::Intent.required(names, noun)).transpose()?;
            return Ok(Self { number: Some(Role::Grade.required(names, noun)?), intent, ..columns });
        }
        let [number, rank, tag] = [Role::Score, Role::Rank, Role::Run].map(|role| role.find(names, noun));
        let (number, rank, tag) = (number?, rank?, tag?);
        if number.or(rank).is_none() {
            return Err(format!("no {noun} for the score or the rank"));
        }
        Ok(Self { number, rank, tag, ..columns })
    }

    /// Returns the record of a row. `cell` returns the text in a column, which is empty if there is no value.
    /// `repeats` is true if topic and tag are the same as in the row before.
    pub fn record<'r>(&self, line: usize, repeats: bool, cell: impl Fn(usize) -> &'r str) -> Record<'r> {
        let value = |column: Option<usize>| column.map(&cell).filter(|text| !text.is_empty());
        Record {
            line,
            topic: cell(self.topic),
            document: cell(self.document),
            number: value(self.number).map(Number::Text),
            rank: value(self.rank).map(Number::Text),
            tag: value(self.tag),
            intent: value(self.intent),
            repeats,
        }
    }
}

/// Returns true if a column of this name holds topics or documents.
pub(super) fn is_topic_or_document(name: &str) -> bool {
    [Role::Topic, Role::Document].iter().any(|role| role.is_named(name))
}
