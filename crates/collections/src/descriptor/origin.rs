//! The published files that a collection is made from, and the steps that convert them.
//!
//! The steps are data, not code, so that you can read them, and repeat them with other tools to get the same
//! contents. The module `layout` of the command executes them.

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
    /// Other known sources of the files. `data get` names them if a file cannot be downloaded from a
    /// repository.
    pub elsewhere: Option<String>,
    /// Repositories, by the names that `layout` uses for them.
    pub repositories: BTreeMap<String, Repository>,
    /// The files to lay out. A file that is needed to make others comes before them.
    pub layout: Vec<Share>,
    /// New name -> the text of a small table that no repository has, such as a table of teams that was made
    /// from file names.
    #[serde(default)]
    pub texts: BTreeMap<PathBuf, String>,
    /// New name -> the address of a file whose hash is not published. `data get` pins the hash at the first
    /// download, and refuses later downloads with another hash.
    #[serde(default)]
    pub addresses: BTreeMap<PathBuf, String>,
    /// Runs behind a password.
    pub runs: Option<ListedRuns>,
}

/// Runs behind a password, at the addresses that a page `runs.md` of the TREC browser lists as `Input`. A
/// file is accepted if its tag is the name of the run and its scores agree with the printed ones. It then
/// gets the file name in `files.runs`, with `RUN.gz` for the `*`, and its hash is pinned.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ListedRuns {
    /// The table of runs and teams that `layout` makes from the page, by `trec-browser-teams`.
    pub of: PathBuf,
    /// The only host that gets the password, as in the addresses: `trec.nist.gov`.
    pub host: String,
    /// The way to ask for a password.
    pub access: String,
    /// The table of printed scores that `layout` makes by `trec-browser-scores`.
    pub scores: PathBuf,
    /// The file of the collection with the judgments from which the printed scores were computed.
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
    /// The address before the paths of the commit's files; it ends in `/`.
    #[schemars(regex(pattern = "^https://.*/$"))]
    pub url: String,
    /// The licence of its files.
    pub licence: String,
}

/// Files of one repository that are converted in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Share {
    /// The repository, by its name in `repositories`.
    pub from: String,
    /// The conversion. Compressed files are decompressed first, and the result is compressed if the new name
    /// ends in `.gz`, `.xz` or `.zst`.
    #[serde(default)]
    pub make: Make,
    /// New name -> the published file.
    pub files: BTreeMap<PathBuf, PublishedFile>,
}

/// A file as it is published.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PublishedFile {
    /// The path in the repository.
    pub path: String,
    /// SHA-256 of the bytes in the repository.
    pub sha256: Sum,
    /// The size in the repository, in bytes.
    pub bytes: u64,
}

/// The conversion of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Make {
    /// No conversion of the decompressed bytes.
    #[default]
    Verbatim,
    /// Join the fields of each line by one blank, and drop empty lines.
    OneBlank,
    /// Choose lines of a run or of judgments, and rewrite them.
    Lines(Lines),
    /// Some columns of a comma-separated table that has a row per run.
    Columns(Columns),
    /// A row per run and measure, from a comma-separated table with a column per measure.
    Values(Values),
    /// A comma-separated matrix of scores, from one with blanks or tabs.
    Matrix(Matrix),
    /// The lines of trec_eval's output, from a log that contains them.
    TrecEvalOutput,
    /// Runs and their teams, from a page `runs.md` of the TREC browser.
    TrecBrowserTeams(BrowserTeams),
    /// A row per run and measure, from a page `results.md` of the TREC browser.
    TrecBrowserScores(Scores),
}

/// The runs to take from a page, and the names of their teams.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BrowserTeams {
    /// Take the runs of this task. Absent: take all runs; it is an error if the page names a task.
    pub task: Option<String>,
    /// Team names to replace: as on the page -> as in the table.
    #[serde(default)]
    pub words: BTreeMap<String, String>,
}

/// The lines to keep, and how to rewrite them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Lines {
    /// Keep lines whose topic is in this file of the collection.
    pub topics_of: Option<PathBuf>,
    /// Keep lines whose topic number is in this range.
    pub topics: Option<TopicSpan>,
    /// Keep lines whose document (the third field) is in this file of the collection, which has one document per line.
    pub documents_of: Option<PathBuf>,
    /// The run's tag.
    #[serde(default)]
    pub tag: Tag,
    /// Join the six fields of a run's line by one blank, and make the second `Q0`.
    #[serde(default)]
    pub one_blank: bool,
    /// Sort topics by name, compared as bytes.
    #[serde(default)]
    pub topics_in_order: bool,
    /// Keep the best documents of each topic.
    pub best: Option<Best>,
}

/// The first and the last topic, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TopicSpan {
    /// The first topic.
    pub from: u32,
    /// The last topic.
    pub to: u32,
}

/// The run's tag, the last field of each line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tag {
    /// The published tag.
    #[default]
    Published,
    /// The part of the file's name after `__`, or the whole name if it has no `__`, without the endings
    /// `.gz`, `.xz`, `.zst` and `.txt`.
    FileName,
}

/// The best documents of each topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Best {
    /// Maximum number of documents.
    pub documents: usize,
    /// The order that decides which documents are best.
    pub by: By,
}

/// The order of the documents of a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// By score, then by document, both descending. Lines keep their order.
    Score,
    /// By rank. A repeated document counts at its best rank. The lines of a topic are sorted by rank, ranks
    /// start again from 1, scores are 1,000,000 minus the rank, and fields are joined as by `one-blank`.
    Rank,
}

/// Columns of a table, one row per run, sorted by the first of these columns, which is the run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Columns {
    /// The columns, by their names in the first line.
    pub of: Vec<String>,
    /// The names for a new first line; if there are no names, the table gets no first line.
    #[serde(default)]
    pub heading: Vec<String>,
    /// Cells to replace, in any of the columns: as published -> as in the new table.
    #[serde(default)]
    pub words: BTreeMap<String, String>,
}

/// Columns of a table as rows `run, measure, value`, sorted by run. Values stay as printed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Values {
    /// The column of the runs.
    pub run: String,
    /// The columns of the measures, by their names in the first line.
    pub of: Vec<String>,
}

/// A matrix of scores: a line per topic and a column per run. The first line has the names, beginning with `topic`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Matrix {
    /// Run names to replace: as published -> as in the matrix.
    #[serde(default)]
    pub words: BTreeMap<String, String>,
}

/// The printed scores to take: `run, measure, value, summary`, sorted by run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scores {
    /// The table whose first column names the runs to take.
    pub runs_of: PathBuf,
    /// Summary -> the measures to take.
    pub summaries: BTreeMap<String, Vec<String>>,
}

impl Origin {
    /// Returns the published files of the collection with their repositories, in the order of the layout. Files with the
    /// same contents are returned once.
    pub fn published(&self) -> Vec<(&Repository, &PublishedFile)> {
        let mut seen = BTreeSet::new();
        let files = self.layout.iter().flat_map(|share| {
            let repository = self.repositories.get(&share.from);
            share.files.values().filter_map(move |file| Some((repository?, file)))
        });
        files.filter(|(_, file)| seen.insert(&file.sha256.0)).collect()
    }

    /// Returns the page with the addresses of the runs behind a password, and the rules that choose runs from this page.
    pub fn page(&self) -> Option<(&PublishedFile, &BrowserTeams)> {
        let runs = self.runs.as_ref()?;
        self.layout.iter().find_map(|share| match &share.make {
            Make::TrecBrowserTeams(teams) => Some((share.files.get(&runs.of)?, teams)),
            _ => None,
        })
    }

    /// Returns the names of the files that `data get` makes, except for runs behind a password.
    pub fn names(&self) -> impl Iterator<Item = &Path> {
        let laid_out = self.layout.iter().flat_map(|share| share.files.keys());
        laid_out.chain(self.texts.keys()).chain(self.addresses.keys()).map(PathBuf::as_path)
    }

    pub(super) fn check(&self, faults: &mut Faults) {
        let mut fail = |field: &str, reason: String| faults.add(field, reason);
        if self.cite.trim().is_empty() {
            fail("origin.cite", "is empty, expected the work to cite".into());
        }
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
                let reason =
                    format!("`{}`, expected it to begin with https:// and to end with /", repository.url);
                fail("url", reason);
            }
        }
        let mut laid_out: BTreeSet<&Path> = BTreeSet::new();
        for share in &self.layout {
            if !self.repositories.contains_key(&share.from) {
                fail("origin.layout", format!("there is no repository `{}` in `repositories`", share.from));
            }
            for before in share.make.needs() {
                if !laid_out.contains(before) {
                    let before = before.display();
                    fail("origin.layout", format!("`{before}` is needed before it is laid out"));
                }
            }
            for (name, file) in &share.files {
                if !stays_inside(name) {
                    fail("origin.layout", format!("`{}` does not stay inside its folder", name.display()));
                }
                if !laid_out.insert(name) {
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
            if !laid_out.insert(name) {
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
        if !laid_out.contains(runs.judgments.as_path()) {
            fail("origin.runs.judgments", format!("`{}` is not laid out", runs.judgments.display()));
        }
        let is_host = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        if runs.host.is_empty() || !runs.host.chars().all(is_host) {
            fail("origin.runs.host", format!("`{}`, expected a host such as `trec.nist.gov`", runs.host));
        }
        if runs.access.trim().is_empty() {
            fail("origin.runs.access", "is empty, expected the way to ask for a password".into());
        }
    }
}

/// Returns true if a text has this number of characters, and all are digits of 0-9a-f.
pub(super) fn is_hexadecimal(text: &str, length: usize) -> bool {
    text.len() == length && text.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c))
}

impl Make {
    /// Returns the files of the collection that the conversion reads.
    pub fn needs(&self) -> impl Iterator<Item = &Path> {
        let needed = match self {
            Self::Lines(lines) => [lines.topics_of.as_deref(), lines.documents_of.as_deref()],
            Self::TrecBrowserScores(scores) => [Some(scores.runs_of.as_path()), None],
            _ => [None, None],
        };
        needed.into_iter().flatten()
    }
}
