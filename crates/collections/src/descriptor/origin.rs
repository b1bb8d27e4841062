//! The publication of a collection's files, and the steps that convert them to its files.
//!
//! The steps are declared, so that they can be read and repeated with the same bytes as result. The module
//! `layout` of the command executes them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::descriptor::checksums::Sum;
use crate::descriptor::contradictions::{Faults, stays_inside};

/// The source of a collection's files.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Origin {
    /// The work to cite if you use the collection.
    pub cite: String,
    /// Other known sources of the files, which `data get` names when a repository does not have them any more.
    pub elsewhere: Option<String>,
    /// Repositories, by a name for this file.
    pub repositories: BTreeMap<String, Repository>,
    /// The files to lay out. A file from which others are made comes before them.
    pub layout: Vec<Share>,
    /// Small tables that no repository has: facts on runs and teams from its file names or texts.
    #[serde(default)]
    pub texts: BTreeMap<PathBuf, String>,
    /// Files by their addresses, as new name -> address. Their hashes are not published: `data get` pins each at its
    /// first download, and compares it afterwards.
    #[serde(default)]
    pub addresses: BTreeMap<PathBuf, String>,
    /// Runs behind a password.
    pub runs: Option<ListedRuns>,
}

/// Runs behind a password, at the addresses that a page `runs.md` of the TREC browser lists as `Input`. Each becomes a
/// file `RUN.gz` where `files.runs` has its runs, if it has the scores that are printed of it; its hash is pinned.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ListedRuns {
    /// The table of runs and teams that `layout` makes of the page, by `trec-browser-teams`.
    pub of: PathBuf,
    /// The only host that gets the password, as in the addresses: `trec.nist.gov`.
    pub host: String,
    /// The way to ask for a password.
    pub access: String,
    /// The table of printed scores that `layout` makes by `trec-browser-scores`.
    pub scores: PathBuf,
    /// The judgments that the printed scores are of, a file of the collection.
    pub judgments: PathBuf,
}

/// A repository at a commit.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Repository {
    /// `owner/name`.
    pub name: String,
    /// The commit, in full.
    #[schemars(regex(pattern = "^[0-9a-f]{40}$"))]
    pub commit: String,
    /// The address that paths of the commit's files are put behind; it ends in `/`.
    #[schemars(regex(pattern = "^https://.*/$"))]
    pub url: String,
    /// The licence of its files.
    pub licence: String,
}

/// Files of one repository that are converted in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Share {
    /// The repository.
    pub from: String,
    /// Their conversion. Compressed files are decompressed first; an ending `.gz`, `.xz` or `.zst` of the
    /// new name compresses again.
    #[serde(default)]
    pub make: Make,
    /// New name -> the published file.
    pub files: BTreeMap<PathBuf, PublishedFile>,
}

/// A file as it is published.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PublishedFile {
    /// Its path in the repository.
    pub path: String,
    /// SHA-256 of its bytes there.
    pub sha256: Sum,
    /// Its size there in bytes.
    pub bytes: u64,
}

/// The conversion of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Make {
    /// Nothing: the bytes are the published ones.
    #[default]
    Verbatim,
    /// Fields are joined by one blank.
    OneBlank,
    /// Lines of a run or of judgments are chosen, and written otherwise.
    Lines(Lines),
    /// Columns of a table with commas, by run.
    Columns(Columns),
    /// A row a run and measure, from a table with commas that has a column a measure.
    Values(Values),
    /// A matrix of scores with commas, from one with blanks or tabs between.
    Matrix(Matrix),
    /// The lines of trec_eval's output, from a log that contains them.
    TrecEvalOutput,
    /// Runs and their teams, from a page `runs.md` of the TREC browser.
    TrecBrowserTeams(BrowserTeams),
    /// A row a run and measure, from a page `results.md` of the TREC browser.
    TrecBrowserScores(Scores),
}

/// The runs to take from a page, and the names of their teams.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BrowserTeams {
    /// The task whose runs are meant; absent: all of the page, which then names no task.
    pub task: Option<String>,
    /// Teams that are written otherwise: as the page has them -> as the table has them.
    #[serde(default)]
    pub words: BTreeMap<String, String>,
}

/// The lines to keep, and their new form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Lines {
    /// Only lines of the topics of this file of the collection.
    pub topics_of: Option<PathBuf>,
    /// Only lines of topics whose numbers are these or between them.
    pub topics: Option<TopicSpan>,
    /// Only lines whose document (the third field) is in this file of the collection, which has one a line.
    pub documents_of: Option<PathBuf>,
    /// The run's tag is the name of its file, from `__` to the ending.
    #[serde(default)]
    pub tag: Tag,
    /// Fields are joined by one blank, and the second is `Q0`.
    #[serde(default)]
    pub one_blank: bool,
    /// Topics come in the order of their names.
    #[serde(default)]
    pub topics_in_order: bool,
    /// The best documents of each topic.
    pub best: Option<Best>,
}

/// The first and the last topic, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TopicSpan {
    /// The first.
    pub from: u32,
    /// The last.
    pub to: u32,
}

/// The last field of a run's lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tag {
    /// As published.
    #[default]
    Published,
    /// The name of the file, from `__` to the ending.
    FileName,
}

/// The best documents of each topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Best {
    /// Maximum number of documents.
    pub documents: usize,
    /// The order that decides which are best.
    pub by: By,
}

/// The order of the documents of a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The score, then the document, both descending; the lines stay in their order.
    Score,
    /// The rank. The first of a repeated document counts, lines come in the order of ranks, ranks are
    /// numbered again from 1, and scores are 1,000,000 less the rank.
    Rank,
}

/// Columns of a table, one row per run, sorted by run; the first is the run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Columns {
    /// The columns, as the first line calls them.
    pub of: Vec<String>,
    /// Their names in a new first line; without them there is none.
    #[serde(default)]
    pub heading: Vec<String>,
    /// Words that are written otherwise.
    #[serde(default)]
    pub words: BTreeMap<String, String>,
}

/// Columns of a table as rows `run, measure, value`, sorted by run, values as they are printed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Values {
    /// The column of the runs.
    pub run: String,
    /// The columns of the measures, as the first line calls them.
    pub of: Vec<String>,
}

/// A matrix of scores: a line a topic and a column a run, with a first line of names whose first is `topic`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Matrix {
    /// Runs that are written otherwise: as published -> as in the matrix.
    #[serde(default)]
    pub words: BTreeMap<String, String>,
}

/// The printed scores to take: `run, measure, value, summary`, sorted by run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scores {
    /// The table of the runs that are meant; runs are in its first column.
    pub runs_of: PathBuf,
    /// Summary -> its measures that are taken.
    pub summaries: BTreeMap<String, Vec<String>>,
}

impl Origin {
    /// Returns the published files that become a part of the collection, with their repositories: each file
    /// once, in the order of the layout.
    pub fn published(&self) -> Vec<(&Repository, &PublishedFile)> {
        let mut seen = BTreeSet::new();
        let all = self.layout.iter().flat_map(|share| {
            let repository = self.repositories.get(&share.from);
            share.files.values().filter_map(move |file| Some((repository?, file)))
        });
        all.filter(|(_, file)| seen.insert(&file.sha256.0)).collect()
    }

    /// Returns the page that lists the addresses of the runs behind a password, and the choice of runs.
    pub fn page(&self) -> Option<(&PublishedFile, &BrowserTeams)> {
        let runs = self.runs.as_ref()?;
        self.layout.iter().find_map(|share| match &share.make {
            Make::TrecBrowserTeams(teams) => Some((share.files.get(&runs.of)?, teams)),
            _ => None,
        })
    }

    /// Returns the names of the collection's files.
    pub fn names(&self) -> impl Iterator<Item = &Path> {
        let made = self.layout.iter().flat_map(|share| share.files.keys());
        made.chain(self.texts.keys()).chain(self.addresses.keys()).map(PathBuf::as_path)
    }

    pub(super) fn check(&self, faults: &mut Faults) {
        let mut fail = |field: &str, reason: String| faults.add(field, reason);
        if self.cite.trim().is_empty() {
            fail("origin.cite", "is empty, expected what to cite".into());
        }
        let is_hexadecimal = |text: &str, length| {
            text.len() == length && text.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c))
        };
        for (key, repository) in &self.repositories {
            let mut fail = |name: &str, reason| fail(&format!("origin.repositories.{key}.{name}"), reason);
            let parts: Vec<&str> = repository.name.split('/').collect();
            if parts.len() != 2 || !stays_inside(Path::new(&repository.name)) {
                fail("name", format!("`{}`, expected `owner/name`", repository.name));
            }
            if !is_hexadecimal(&repository.commit, 40) {
                fail("commit", format!("`{}` is not 40 digits of 0-9a-f", repository.commit));
            }
            if !repository.url.starts_with("https://") || !repository.url.ends_with('/') {
                let reason = format!("`{}`, expected https:// at its begin and / at its end", repository.url);
                fail("url", reason);
            }
        }
        let mut made: BTreeSet<&Path> = BTreeSet::new();
        for share in &self.layout {
            if !self.repositories.contains_key(&share.from) {
                fail("origin.layout", format!("there is no repository `{}` in `repositories`", share.from));
            }
            for before in share.make.needs() {
                if !made.contains(before) {
                    let before = before.display();
                    fail("origin.layout", format!("`{before}` is needed before it is laid out"));
                }
            }
            for (name, file) in &share.files {
                if !stays_inside(name) {
                    fail("origin.layout", format!("`{}` does not stay inside its folder", name.display()));
                }
                if !made.insert(name) {
                    fail("origin.layout", format!("`{}` is created twice", name.display()));
                }
                if !stays_inside(Path::new(&file.path)) {
                    fail("origin.layout", format!("`{}` does not stay inside its repository", file.path));
                }
            }
        }
        let bytes = |sum: u64, (_, file): &(&Repository, &PublishedFile)| sum.checked_add(file.bytes);
        if self.published().iter().try_fold(0, bytes).is_none() {
            fail("origin.layout", format!("`bytes` of its files add up to more than {}", u64::MAX));
        }
        let texts = self.texts.keys().map(|name| ("origin.texts", name));
        for (field, name) in texts.chain(self.addresses.keys().map(|name| ("origin.addresses", name))) {
            if !stays_inside(name) {
                fail(field, format!("`{}` does not stay inside its folder", name.display()));
            }
            if !made.insert(name) {
                fail(field, format!("`{}` is created twice", name.display()));
            }
        }
        let Some(runs) = &self.runs else { return };
        if self.page().is_none() {
            let reason = format!("`layout` does not make `{}` by `trec-browser-teams`", runs.of.display());
            fail("origin.runs.of", reason);
        }
        let is_scores = |share: &Share| {
            matches!(share.make, Make::TrecBrowserScores(_)) && share.files.contains_key(&runs.scores)
        };
        if !self.layout.iter().any(is_scores) {
            let reason =
                format!("`layout` does not make `{}` by `trec-browser-scores`", runs.scores.display());
            fail("origin.runs.scores", reason);
        }
        if !made.contains(runs.judgments.as_path()) {
            fail("origin.runs.judgments", format!("`{}` is not made", runs.judgments.display()));
        }
        let is_host = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        if runs.host.is_empty() || !runs.host.chars().all(is_host) {
            fail("origin.runs.host", format!("`{}`, expected a host such as `trec.nist.gov`", runs.host));
        }
        if runs.access.trim().is_empty() {
            fail("origin.runs.access", "is empty, expected how to ask for a password".into());
        }
    }
}

impl Make {
    /// Returns the files of the collection that must be there before.
    pub fn needs(&self) -> impl Iterator<Item = &Path> {
        let needed = match self {
            Self::Lines(lines) => [lines.topics_of.as_deref(), lines.documents_of.as_deref()],
            Self::TrecBrowserScores(scores) => [Some(scores.runs_of.as_path()), None],
            _ => [None, None],
        };
        needed.into_iter().flatten()
    }
}
