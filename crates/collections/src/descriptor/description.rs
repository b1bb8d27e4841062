//! The descriptor of a collection, the kinds of collections, and the data folder.

use std::num::NonZeroU8;
use std::path::{Path, PathBuf};

use rejudge_twins::{Twin, TwinParameters};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::descriptor::base::Base;
use crate::descriptor::files::Files;
use crate::descriptor::origin::Origin;
use crate::descriptor::place::place;
use crate::descriptor::published::Published;
use crate::descriptor::schema;
use crate::descriptor::scores::Scores;
use crate::reading::Ties;

/// The environment variable that names the folder with the collections' files.
pub const DATA_VARIABLE: &str = "REJUDGE_DATA";

/// Returns the folder of the collections' files, and true if `REJUDGE_DATA` names this folder. If
/// `REJUDGE_DATA` is unset or empty, the folder is `rejudge` in the user's data folder, and the result is
/// `None` if neither `XDG_DATA_HOME` nor `HOME` gives a data folder.
pub fn data_folder() -> Option<(PathBuf, bool)> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = variable(DATA_VARIABLE) {
        return Some((folder, true));
    }
    // XDG requires ignoring relative paths.
    let xdg_folder = variable("XDG_DATA_HOME").filter(|folder| folder.is_absolute());
    let user_folder = xdg_folder.or_else(|| Some(variable("HOME")?.join(".local/share")))?;
    Some((user_folder.join("rejudge"), false))
}

/// A collection.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(transform = schema::add_rules_of_kinds)]
pub struct Descriptor {
    /// Version of the format: `collection/v1`.
    #[schemars(extend("const" = "collection/v1"))]
    pub schema: String,
    /// The name of the collection. In `configs/collections`, the file of the description must be called
    /// `<id>.yaml`.
    #[schemars(regex(pattern = "^[a-z0-9-]+$"))]
    pub id: String,
    /// A title for people, in one line.
    pub title: String,
    /// The kind: real, simulated or made up, and who may use it.
    pub kind: Kind,
    /// The files; absent for a twin, for score matrices, and for a worked example that has none.
    pub files: Option<Files>,
    /// The score matrices, for a collection without judgments or rankings. With score matrices, `files` must
    /// be absent.
    pub scores: Option<Scores>,
    /// The depth to which runs were pooled; absent if there was no pool, or if its depth is unknown.
    #[schemars(range(min = 1))]
    pub pool_depth: Option<u32>,
    /// The rule that ordered each run's documents for the pool; absent if it is the rule by which runs are
    /// scored.
    pub pool_order: Option<Ties>,
    /// The lowest level that the track's binary measures count as relevant; absent if it is 1. An experiment
    /// may choose another level.
    pub min_rel: Option<NonZeroU8>,
    /// The judgments that experiments start from.
    #[serde(default)]
    pub base: Base,
    /// The numbers of topics, runs, teams and judgments, with which `rejudge data verify` compares the files.
    #[serde(default)]
    pub counts: Counts,
    /// The licence of the data.
    pub licence: Option<String>,
    /// Instructions for getting the files and laying them out.
    pub obtain: Option<String>,
    /// The source from which `rejudge data get` fetches an open collection, or a licensed one with runs behind a password.
    pub origin: Option<Origin>,
    /// Numbers that papers print about the collection.
    pub published: Option<Published>,
    /// The constants of a twin's model.
    pub twin: Option<TwinParameters>,
}

/// The kind of a collection. The paths of `open` and `licensed` collections are relative to the data folder,
/// and those of `worked-example`, `made-up` and `own` collections to the folder of the description. A
/// `simulated` collection has no files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Drawn from a model.
    Simulated,
    /// An example of a few lines that a paper works out. There may be no files, for example if the paper
    /// works out labels of assessors instead of judgments and runs.
    WorkedExample,
    /// Files that were made up to show something. No paper prints a number about them.
    MadeUp,
    /// Real, and openly available.
    Open,
    /// Real, for those who have the licence.
    Licensed,
    /// The user's own files, described by `rejudge new`, by `rejudge audit` or by hand. We do not know where
    /// they come from.
    #[default]
    Own,
}

impl Kind {
    /// Returns true for a worked example and made-up data, whose files come with the project.
    pub fn is_bundled(self) -> bool {
        matches!(self, Self::WorkedExample | Self::MadeUp)
    }

    /// Returns true if paths start from the folder of the description, and not from the data folder.
    pub fn is_beside_description(self) -> bool {
        self.is_bundled() || self == Self::Own
    }

    /// Returns true if the files come with the project, or the collection is drawn from a model, so that you
    /// need not get the data first.
    pub fn needs_no_data(self) -> bool {
        self.is_bundled() || self == Self::Simulated
    }
}

/// Numbers of topics, runs, teams and judgments. An absent number is not checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Counts {
    /// Topics with judgments, or the topics of the score matrices.
    pub topics: Option<usize>,
    /// Runs.
    pub runs: Option<usize>,
    /// Teams.
    pub teams: Option<usize>,
    /// Documents in the judgments, summed over topics. Documents whose judgment is withheld (a negative
    /// grade) count, too. Not checked if `base` keeps unjudged documents in a new pool.
    pub judgments: Option<usize>,
}

impl Descriptor {
    /// Returns the depth to which runs contributed documents to the judgments that experiments start from.
    /// `None` means that there was no pool, or that its depth is unknown. A team then contributed every
    /// document of the judgments that its pooled runs retrieved, at any rank.
    pub fn contributed_depth(&self) -> Option<u32> {
        match self.base {
            Base::Repooled { depth, .. } => Some(depth),
            Base::AsJudged => self.pool_depth,
        }
    }

    /// Returns the twin, if the collection is simulated, and has a pool depth and the constants of its model.
    pub fn as_twin(&self) -> Option<Twin<'_>> {
        let parameters = self.twin.as_ref().filter(|_| self.kind == Kind::Simulated)?;
        Some(Twin { id: &self.id, pool_depth: self.pool_depth?, parameters })
    }

    /// Returns true if the collection is a worked example without `files` and `scores`.
    pub fn is_without_files(&self) -> bool {
        self.kind == Kind::WorkedExample && self.files.is_none() && self.scores.is_none()
    }

    /// Returns the collection's folder under `root`, or `None` if the collection has no files. `root` is the
    /// [`data_folder`], or the folder of the description if [`Kind::is_beside_description`] returns true.
    pub fn folder(&self, root: &Path) -> Option<PathBuf> {
        let files = self.files.as_ref().map(|files| &files.folder);
        Some(place(root, files.or(self.scores.as_ref().map(|scores| &scores.folder))?))
    }

    /// Returns true if `rejudge data get` fetches the collection without a password.
    pub fn is_fetched_without_password(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.runs.is_none())
    }

    /// Returns the path that `data get` gives the file of a run behind a password: the pattern of `runs`,
    /// with `RUN.gz` for the `*`. Returns `None` if there is no such pattern.
    pub fn run_file(&self, run: &str) -> Option<PathBuf> {
        let pattern = self.files.as_ref()?.runs.as_ref()?;
        let (before, after) = pattern.file_name()?.to_str()?.split_once('*')?;
        Some(pattern.with_file_name(format!("{before}{run}.gz{after}")))
    }

    /// Returns the files that may have a checksum in `sha256`, except for run files, each with its key.
    pub fn named_files(&self) -> impl Iterator<Item = (&str, &Path)> {
        let scores = self.scores.iter().flat_map(Scores::named_files);
        scores.chain(self.files.iter().flat_map(Files::named_files))
    }
}
