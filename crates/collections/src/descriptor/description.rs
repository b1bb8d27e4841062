//! A collection, and the kinds of them.

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

/// The environment variable that holds the folder of all collections' files.
pub const DATA_VARIABLE: &str = "REJUDGE_DATA";

/// Returns the folder of the collections' files, and true if `REJUDGE_DATA` names it; otherwise it is the default one
/// in the user's data folder.
pub fn data_folder() -> Option<(PathBuf, bool)> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = named(DATA_VARIABLE) {
        return Some((folder, true));
    }
    // XDG requires ignoring relative paths.
    let xdg = named("XDG_DATA_HOME").filter(|folder| folder.is_absolute());
    let folder = xdg.or_else(|| Some(named("HOME")?.join(".local/share")))?;
    Some((folder.join("rejudge"), false))
}

/// A collection.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(transform = schema::by_kind)]
pub struct Descriptor {
    /// Version of the format: `collection/v1`.
    #[schemars(extend("const" = "collection/v1"))]
    pub schema: String,
    /// Name in experiments, and of the file.
    #[schemars(regex(pattern = "^[a-z0-9-]+$"))]
    pub id: String,
    /// One line for people.
    pub title: String,
    /// Its kind: real, simulated or made up, and who may use it.
    pub kind: Kind,
    /// Its files; absent for a twin and for a worked example that has none.
    pub files: Option<Files>,
    /// Its score matrices, if it has no judgments and runs; then it has no `files`.
    pub scores: Option<Scores>,
    /// Depth to which runs were pooled; absent where judgments were not pooled.
    #[schemars(range(min = 1))]
    pub pool_depth: Option<u32>,
    /// The order in which runs were read for the pool; absent where they were as they are scored.
    pub pool_order: Option<Ties>,
    /// The level from which its track counts a document as relevant by binary measures; absent where that is 1. Experiments
    /// choose theirs.
    pub min_rel: Option<NonZeroU8>,
    /// The judgments that experiments start from.
    #[serde(default)]
    pub base: Base,
    /// Counts of the files, which are checked.
    #[serde(default)]
    pub counts: Counts,
    /// Its licence.
    pub licence: Option<String>,
    /// Instructions to get the files and to lay them out.
    pub obtain: Option<String>,
    /// Source of `rejudge data get`; for an open collection, or a licensed one with runs behind a password.
    pub origin: Option<Origin>,
    /// Numbers that papers print about it.
    pub published: Option<Published>,
    /// Constants of the model, for a twin.
    pub twin: Option<TwinParameters>,
}

/// Six kinds of collections, never mixed up. The project describes the data of three kinds. Two kinds come with the
/// project: a worked example holds values that a paper prints, and a made-up collection does not. The last kind is
/// known only by its files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Drawn from a model.
    Simulated,
    /// The few lines that a paper works out, with their description. Without files it is what the paper's
    /// text works out of no judgments and runs, such as labels of assessors.
    WorkedExample,
    /// Files that were made up to show something, with their description: no paper prints anything of them.
    MadeUp,
    /// Real, and openly available.
    Open,
    /// Real, for those who have the licence.
    Licensed,
    /// The user's own files, described by `rejudge audit` or by hand: nobody has looked at where they come
    /// from.
    #[default]
    Own,
}

impl Kind {
    /// Returns true if the files come with the description.
    pub fn is_bundled(self) -> bool {
        matches!(self, Self::WorkedExample | Self::MadeUp)
    }

    /// Returns true if paths start from the folder of the description, and not from that of all collections' files.
    pub fn lies_beside(self) -> bool {
        self.is_bundled() || self == Self::Own
    }

    /// Returns true if numbers of it can always be had.
    pub fn needs_no_data(self) -> bool {
        self.is_bundled() || self == Self::Simulated
    }
}

/// Counts of the files; an absent one is not checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Counts {
    /// Topics with judgments.
    pub topics: Option<usize>,
    /// Runs.
    pub runs: Option<usize>,
    /// Teams.
    pub teams: Option<usize>,
    /// Judged documents, all topics together.
    pub judgments: Option<usize>,
}

impl Descriptor {
    /// Returns the depth to which runs contributed documents to the judgments that it starts from; `None` if it is unknown, so
    /// that every stored document counts as contributed.
    pub fn contributed_depth(&self) -> Option<u32> {
        match self.base {
            Base::Repooled { depth, .. } => Some(depth),
            Base::AsJudged => self.pool_depth,
        }
    }

    /// Returns the twin that a simulated collection is.
    pub fn as_twin(&self) -> Option<Twin<'_>> {
        let parameters = self.twin.as_ref().filter(|_| self.kind == Kind::Simulated)?;
        Some(Twin { id: &self.id, pool_depth: self.pool_depth?, parameters })
    }

    /// Returns true if it is a worked example of no judgments and runs.
    pub fn is_without_files(&self) -> bool {
        self.kind == Kind::WorkedExample && self.files.is_none() && self.scores.is_none()
    }

    /// Returns the collection's folder under `root` (the value of [`DATA_VARIABLE`]).
    pub fn folder(&self, root: &Path) -> Option<PathBuf> {
        let files = self.files.as_ref().map(|files| &files.folder);
        Some(place(root, files.or(self.scores.as_ref().map(|scores| &scores.folder))?))
    }

    /// Returns true if `rejudge data get` fetches it without a password.
    pub fn is_fetched_by_anybody(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.runs.is_none())
    }

    /// Returns the name in its folder that `data get` gives the file of a run behind a password: the pattern of its runs
    /// with `RUN.gz` for the `*`.
    pub fn run_file(&self, run: &str) -> Option<PathBuf> {
        let pattern = self.files.as_ref()?.runs.as_ref()?;
        let (before, after) = pattern.file_name()?.to_str()?.split_once('*')?;
        Some(pattern.with_file_name(format!("{before}{run}.gz{after}")))
    }

    /// Returns the files that are named one by one, by their keys in `sha256`.
    pub fn named(&self) -> impl Iterator<Item = (&str, &Path)> {
        let scores = self.scores.iter().flat_map(Scores::named);
        scores.chain(self.files.iter().flat_map(Files::named))
    }
}
