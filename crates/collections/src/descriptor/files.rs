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

/// Paths of a collection's files, relative to `folder`. If the collection is open or licensed, `folder` is
/// relative to the data folder (`REJUDGE_DATA`, by default `rejudge` in the user's data folder). Otherwise
/// `folder` is relative to the folder of the description. A path may lead out of its folder only if the
/// collection is the user's own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(extend("anyOf" = [{"required": ["qrels"]}, {"required": ["roster"]}]))]
#[schemars(extend("dependencies" = {
    "runs": {"anyOf": [{"required": ["teams"]}, {"required": ["team-before"]}]},
    "teams": ["runs"], "team-before": ["runs"], "pooled": ["runs"], "eligible": ["runs"], "printed-scores": ["runs"],
    "later-runs": ["runs"], "run-groups": ["runs"]
}))]
pub struct Files {
    /// The folder of the files, which other collections may share.
    pub folder: PathBuf,
    /// The judgments; absent if there is only a `roster`.
    pub qrels: Option<PathBuf>,
    /// The range of judged topics that is used, in the order of topic names; absent: all.
    pub topics: Option<TopicRange>,
    /// Intents with their probabilities and types, if the judgments are by intent (`topic intent document
    /// grade`). Absent: they are by document.
    pub intents: Option<PathBuf>,
    /// The format of the judgments.
    #[serde(default)]
    pub format: Format,
    /// Grade or label, as it is written in the file -> its level. Empty: TREC grades are themselves the
    /// levels, and NTCIR labels have their usual levels, unless `labels` says that grades are gains.
    #[serde(default)]
    pub grades: Labels,
    /// The scale of the grades.
    #[serde(default)]
    pub labels: LabelKind,
    /// The run files: in the file name, `*` means any characters, and `{a,b}` one of several texts. A
    /// collection without `runs` may still have judgments, on which judges are compared, or a `roster`.
    pub runs: Option<PathBuf>,
    /// Files of runs that were made after the judgments. They were not pooled, and their teams did not take
    /// part. A run's team is the part of the file name before `__`; if no file name has `__`, each later run
    /// is its own team.
    pub later_runs: Option<PathBuf>,
    /// The source of a run's name: its tag, or its file.
    #[serde(default)]
    pub run_names: RunNames,
    /// The treatment of text after the tag of a run's line.
    #[serde(default)]
    pub extra_columns: ExtraColumns,
    /// The treatment of a document that a run has twice for a topic.
    #[serde(default)]
    pub repeated_documents: RepeatedDocuments,
    /// A table with a run and its team on each line.
    pub teams: Option<PathBuf>,
    /// Instead of the table: a run's team is the part of its name before this text.
    pub team_before: Option<String>,
    /// A table with a run and its team on each line, for runs without files. It shows which teams took part,
    /// and with how many runs. It cannot be combined with `runs` or tables of runs. Because there are no
    /// rankings, nothing can be scored.
    pub roster: Option<PathBuf>,
    /// A table with the columns `run` and `pooled`: 1 for a run that was pooled, 0 for another; absent: all
    /// runs except the later ones were pooled.
    pub pooled: Option<PathBuf>,
    /// A table with the columns `run` and `eligible`: 1 for a run that may represent its team, for example
    /// because it is monolingual, 0 for another; absent: all runs may. A team without an eligible run is not
    /// analysed, but its runs are still pooled.
    pub eligible: Option<PathBuf>,
    /// Groups of runs: a table with a column `run` and a column for each kind of group, such as `family`. A
    /// run without a line, or with `-` or an empty cell, is in no group.
    pub run_groups: Option<PathBuf>,
    /// Classes of duplicate documents (`topic class document`). If all documents of a class are judged, only
    /// the first relevant one that a run retrieves counts as relevant. If at most one is judged, a ranking
    /// keeps only the first document of the class, and this document gets the judgment if there is one. Any
    /// other class is an error. Only for judgments by document.
    pub duplicates: Option<PathBuf>,
    /// Groups of documents that are relevant only together (`topic group document level`). A document that is
    /// itself judged relevant also counts on its own. Only for judgments by document.
    pub groups: Option<PathBuf>,
    /// Verticals, by which the gains for intents are weighted; only for judgments by intent.
    pub verticals: Option<Verticals>,
    /// Other judges by name. A name consists of letters, digits, `.`, `_` and `-`, and is not `all`. Only for
    /// judgments by document without `duplicates` and `groups`.
    #[serde(default)]
    pub judges: BTreeMap<String, JudgeFile>,
    /// The runs' scores, as the makers of the collection printed them.
    pub printed_scores: Option<PrintedScores>,
    /// Checksums of `qrels`, `runs`, `teams` and so on. The keys for the two files of `verticals` are
    /// `verticals` and `document-verticals`.
    pub sha256: Option<Sums>,
}

/// The verticals that suit an intent, and their documents.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Verticals {
    /// Pr(v|i): `topic intent vertical probability`.
    pub probabilities: PathBuf,
    /// `topic document vertical`. A document that is not in the file is from the Web; without a file, all
    /// documents are from the Web.
    pub documents: Option<PathBuf>,
    /// The level that all documents from other verticals than the Web get for every intent. If it is absent,
    /// they keep their judged levels.
    pub level: Option<u8>,
}

/// Printed scores of runs: a tab-separated table with the columns `run`, `measure` and `value`. If the file's
/// name ends in `.csv`, commas separate the columns.
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
    /// `topic document label`, or, as in early collections, `topic label document flag`, where the flag is
    /// 0 or 1.
    #[value(help = "topic docid label")]
    Ntcir,
}

/// The source of a run's name: its tag, or its file. A run that has its own folder, with metadata, gets the
/// name of this folder instead of the file's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RunNames {
    /// The tag in the lines of the run.
    #[default]
    Tags,
    /// The name of the file, for example because several runs have the same tag.
    Files,
    /// The name of the file without its compression extension (`.gz`, `.bz2`, `.xz`, `.zst`) and without its
    /// last extension, such as `.run`.
    FileStems,
}

/// The treatment of text after the tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExtraColumns {
    /// The line is an error, because a blank in a document id would shift every column after it.
    #[default]
    Refused,
    /// The text is not read, as in trec_eval.
    Ignored,
}

impl Files {
    /// Returns the format of the judgments.
    pub fn qrels_format(&self) -> QrelsFormat {
        let Self { format, grades, labels, topics, .. } = self;
        QrelsFormat { format: *format, grades: grades.clone(), labels: *labels, topics: topics.clone() }
    }

    /// Returns the files that may have a checksum in `sha256`, except for run files, each with its key.
    pub fn named_files(&self) -> impl Iterator<Item = (&str, &Path)> {
        let verticals = self.verticals.as_ref();
        let files = [
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
        files.into_iter().filter_map(|(role, path)| Some((role, path?.as_path())))
    }
}
