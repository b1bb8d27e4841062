//! The files of a collection, and the rules by which they are read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::descriptor::checksums::{Sum, Sums};
use crate::descriptor::judge::{JudgeFile, LabelKind};
use crate::descriptor::qrels_format::{Labels, QrelsFormat};
use crate::descriptor::scores::TopicRange;
use crate::repeated_documents::RepeatedDocuments;

/// Paths of a collection, under `folder` in the folder that [`DATA_VARIABLE`](crate::descriptor::DATA_VARIABLE) names;
/// of one that comes with the project, in the folder of its description. A user's own files may lie
/// anywhere, seen from the folder of their description.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(extend("anyOf" = [{"required": ["qrels"]}, {"required": ["roster"]}]))]
#[schemars(extend("dependencies" = {
    "runs": {"anyOf": [{"required": ["teams"]}, {"required": ["team-before"]}]},
    "teams": ["runs"], "team-before": ["runs"], "pooled": ["runs"], "eligible": ["runs"], "printed-scores": ["runs"],
    "later-runs": ["runs"], "run-groups": ["runs"]
}))]
pub struct Files {
    /// The collection's own folder.
    pub folder: PathBuf,
    /// The judgments; absent where a `roster` is all that anybody can have.
    pub qrels: Option<PathBuf>,
    /// The topics that are used, of the judgments and in the order of topic names; absent: all.
    pub topics: Option<TopicRange>,
    /// Intents with their probabilities and types; then the judgments are by intent (`topic intent document
    /// grade`). Absent: they are by document.
    pub intents: Option<PathBuf>,
    /// The format of the judgments.
    #[serde(default)]
    pub format: Format,
    /// Grade or label as written -> level; empty: TREC grades are levels, NTCIR labels the usual ones.
    #[serde(default)]
    pub grades: Labels,
    /// The scale of the grades.
    #[serde(default)]
    pub labels: LabelKind,
    /// The run files: `*` in the file name stands for any characters. Absent, with `teams`: judgments alone,
    /// which judges may be compared on.
    pub runs: Option<PathBuf>,
    /// Further run files, of runs that were made when the judgments were there: of no team that took part,
    /// and not in the pool. Their teams are what stands before `__` in the names of their files.
    pub later_runs: Option<PathBuf>,
    /// The names of runs.
    #[serde(default)]
    pub run_names: RunNames,
    /// The treatment of text after the tag of a run's line.
    #[serde(default)]
    pub extra_columns: ExtraColumns,
    /// The treatment of a document that a run has twice for a topic.
    #[serde(default)]
    pub repeated_documents: RepeatedDocuments,
    /// Table run -> team.
    pub teams: Option<PathBuf>,
    /// Instead of that table: a run's team is what precedes the first place of this text in its name.
    pub team_before: Option<String>,
    /// Table run -> team of runs that are not here themselves: who took part with how many. Nothing can be
    /// scored, so that there are neither `runs` nor tables of runs beside it.
    pub roster: Option<PathBuf>,
    /// Table of the runs that were pooled; absent: all were.
    pub pooled: Option<PathBuf>,
    /// Table of the runs that may stand for their team (monolingual ones); absent: all may. A team
    /// without such a run is not analysed, but its runs still pool.
    pub eligible: Option<PathBuf>,
    /// Groups of runs: a table with the columns `run` and, for each kind of group, one named as the kind,
    /// such as `family`, with tabs between them. A run that it lacks is of no group, nor is one with a `-`.
    pub run_groups: Option<PathBuf>,
    /// Classes of documents of which one is enough (`topic class document`); of judgments by document alone.
    pub duplicates: Option<PathBuf>,
    /// Groups of documents relevant only together (`topic group document level`); of judgments by document
    /// alone.
    pub groups: Option<PathBuf>,
    /// Verticals, by which the gains for intents are weighted; of judgments by intent alone.
    pub verticals: Option<Verticals>,
    /// Other judges by their names, of letters, digits, `.`, `_` and `-`; of judgments by document alone.
    #[serde(default)]
    pub judges: BTreeMap<String, JudgeFile>,
    /// Scores of its runs that its makers printed.
    pub printed_scores: Option<PrintedScores>,
    /// Checksums of `qrels`, `runs`, `teams` and so on; `verticals` and `document-verticals` are those of
    /// `verticals`.
    pub sha256: Option<Sums>,
}

/// The verticals that suit an intent, and their documents.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Verticals {
    /// Pr(v|i): `topic intent vertical probability`.
    pub probabilities: PathBuf,
    /// `topic document vertical`; documents that are not there are of the Web, and all are without it.
    pub documents: Option<PathBuf>,
    /// The level of all documents beside the Web, for every intent; absent: as judged.
    pub level: Option<u8>,
}

/// Scores of runs that somebody printed: a table with the columns `run`, `measure` and `value`, and tabs
/// between them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PrintedScores {
    /// The file.
    pub file: PathBuf,
    /// SHA-256 of its contents, in hexadecimal.
    pub sha256: Sum,
}

/// The format of judgments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// `topic iteration document grade`.
    #[default]
    #[value(help = "topic iteration docid grade")]
    Trec,
    /// `topic document label`.
    #[value(help = "topic docid label")]
    Ntcir,
}

/// The names of runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RunNames {
    /// By the tag in its lines.
    #[default]
    Tags,
    /// By the name of its file, where tags do not tell runs apart.
    Files,
    /// By the name of its file without the endings of a compression (`.gz`, `.bz2`, `.xz`, `.zst`) and of a form (`.run`).
    FileStems,
}

/// The treatment of text after the tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExtraColumns {
    /// The line is an error: a blank in a document id shifts every column after it.
    #[default]
    Refused,
    /// It is not read (trec_eval).
    Ignored,
}

impl Files {
    /// Returns the format of the judgments.
    pub fn qrels_format(&self) -> QrelsFormat {
        let Self { format, grades, labels, topics, .. } = self;
        QrelsFormat { format: *format, grades: grades.clone(), labels: *labels, topics: topics.clone() }
    }

    /// Returns the files that are named one by one, by their keys in `sha256`.
    pub fn named(&self) -> impl Iterator<Item = (&str, &Path)> {
        let verticals = self.verticals.as_ref();
        let all = [
            ("qrels", self.qrels.as_ref()),
            ("teams", self.teams.as_ref()),
            ("roster", self.roster.as_ref()),
            ("intents", self.intents.as_ref()),
            ("pooled", self.pooled.as_ref()),
            ("eligible", self.eligible.as_ref()),
            ("run-groups", self.run_groups.as_ref()),
            ("duplicates", self.duplicates.as_ref()),
            ("groups", self.groups.as_ref()),
            ("verticals", verticals.map(|v| &v.probabilities)),
            ("document-verticals", verticals.and_then(|v| v.documents.as_ref())),
        ];
        all.into_iter().filter_map(|(role, path)| Some((role, path?.as_path())))
    }
}
