//! The checksums of the files of a collection.

use schemars::JsonSchema;
use serde::Deserialize;

/// SHA-256 of the files' contents, whatever compresses them, in hexadecimal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sha256 {
    /// Of the judgments, where there are any.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub qrels: Option<String>,
    /// Of the list of the run files' sums, sorted by their names without `.gz`, `.bz2`, `.xz` or `.zst`: in a
    /// folder of the decompressed files `LC_ALL=C sha256sum -- * | sha256sum`. This and the following where
    /// there are such files.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub runs: Option<String>,
    /// Of the later runs, as of the runs.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub later_runs: Option<String>,
    /// Of the table of groups of runs.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub run_groups: Option<String>,
    /// Of the table of teams.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub teams: Option<String>,
    /// Of the roster.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub roster: Option<String>,
    /// Of the table of intents.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub intents: Option<String>,
    /// Of the classes of duplicates.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub duplicates: Option<String>,
    /// Of the groups.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub groups: Option<String>,
    /// Of the probabilities of verticals.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub verticals: Option<String>,
    /// Of the verticals of documents.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub document_verticals: Option<String>,
}

/// Returns true if a text is a SHA-256 in lower case.
pub(crate) fn is_sum(text: &str) -> bool {
    text.len() == 64 && text.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c))
}

impl Sha256 {
    /// Returns the sums of the files that not every collection has, by the role of
    /// [`Files::further`](crate::descriptor::Files::further).
    pub fn further(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let all = [
            ("runs", &self.runs),
            ("later-runs", &self.later_runs),
            ("run-groups", &self.run_groups),
            ("teams", &self.teams),
            ("roster", &self.roster),
            ("intents", &self.intents),
            ("duplicates", &self.duplicates),
            ("groups", &self.groups),
            ("verticals", &self.verticals),
            ("document-verticals", &self.document_verticals),
        ];
        all.into_iter().filter_map(|(role, sum)| Some((role, sum.as_ref()?)))
    }
}
