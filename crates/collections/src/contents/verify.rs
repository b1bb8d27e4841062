//! Compares the files of a collection with its descriptor, for `rejudge data verify`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::path::{Path, PathBuf};

use crate::descriptor::{
    Base, Counts, Descriptor, Files, JudgeFile, Published, Statistic, Sum, Unjudged, place,
};
use crate::{LoadError, Reading, described_runs, judge_counts, load, load_scores, roster};
use rayon::prelude::*;
use rejudge_metrics::Verdict;
use rejudge_pools::{TestCollection, repooled};
use sha2::{Digest, Sha256};

use super::FileHashes;
use crate::text::uncompressed;

/// A checked property, with the value that the descriptor expects, if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The checked property, such as `topics` or `sha256 of qrels`.
    pub subject: String,
    /// The value in the files, or the text of an error or a remark.
    pub found: String,
    /// The value in the descriptor, or `None` if it has none.
    pub expected: Option<String>,
    /// False if the two values differ, or if the property could not be checked.
    pub is_good: bool,
    /// True if the value is unknown because a file is missing.
    pub is_missing: bool,
    /// True if a paper prints the expected value. Papers can be wrong: for `trec04`, a paper divides by 50
    /// topics instead of 49.
    pub is_printed: bool,
    /// True for a remark that the files may be damaged, rather than a property that every collection has.
    pub is_remark: bool,
}

impl Finding {
    fn compared(subject: impl Into<String>, found: impl Display, expected: Option<impl Display>) -> Self {
        let (found, expected) = (found.to_string(), expected.map(|value| value.to_string()));
        let is_good = expected.as_ref().is_none_or(|expected| *expected == found);
        Self {
            subject: subject.into(),
            found,
            expected,
            is_good,
            is_missing: false,
            is_printed: false,
            is_remark: false,
        }
    }

    /// Returns the difference in words, with both values, or with only the found value if no value was
    /// expected.
    pub fn difference(&self) -> String {
        let Self { subject, found, expected, .. } = self;
        let expected =
            expected.as_ref().map_or_else(String::new, |expected| format!(", described as {expected}"));
        format!("{subject}: {found}{expected}")
    }

    fn failed(subject: &str, error: &LoadError) -> Self {
        let (subject, found) = (subject.into(), error.to_string());
        let is_missing = matches!(error, LoadError::Read(error) if error.is_missing);
        Self {
            subject,
            found,
            expected: None,
            is_good: false,
            is_missing,
            is_printed: false,
            is_remark: false,
        }
    }

    fn remark(subject: String, found: String) -> Self {
        Self {
            subject,
            found,
            expected: None,
            is_good: true,
            is_missing: false,
            is_printed: false,
            is_remark: true,
        }
    }
}

/// Compares the files under `root` with their descriptor: checksums, counts, and the sizes that papers print.
/// Also reports how many of the pooled runs' top documents are judged, which runs may be truncated, and the
/// counts of judges' labels. Returns no findings if the collection has no files.
pub fn verify(descriptor: &Descriptor, root: &Path) -> Vec<Finding> {
    let mut findings = checksums(descriptor, root, &FileHashes::without_cache())
        .unwrap_or_else(|error| vec![Finding::failed("checksums", &error)]);
    if descriptor.scores.is_some() {
        match load_scores(descriptor, root, &[]) {
            Ok(loaded) => {
                let loaded = [loaded.topics.len(), loaded.runs.len(), loaded.teams.len()];
                findings.extend(counts(&descriptor.counts, loaded, None));
            }
            Err(error) => findings.push(Finding::failed("loading", &error)),
        }
    }
    let Some(files) = &descriptor.files else { return findings };
    match load(descriptor, root, &Reading::default()) {
        Ok(collection) => {
            match roster(files, &place(root, &files.folder)) {
                Ok(roster) => findings.extend(compared_counts(descriptor, &collection, roster.as_ref())),
                Err(error) => findings.push(Finding::failed("roster", &error)),
            }
            if !collection.runs().is_empty() {
                findings.extend(coverage(descriptor, &collection));
                findings.extend(truncated_runs(&collection));
            }
            if let Some(published) = &descriptor.published {
                findings.extend(printed(published, &collection));
            }
        }
        Err(error) => findings.push(Finding::failed("loading", &error)),
    }
    findings.extend(judge_findings(files, &place(root, &files.folder)));
    findings
}

/// Counts the labels of every additional judge, or reports why the judge's file does not fit the description.
fn judge_findings(files: &Files, folder: &Path) -> Vec<Finding> {
    let Some(qrels) = files.qrels.as_ref().map(|qrels| place(folder, qrels)) else { return Vec::new() };
    let format = files.qrels_format();
    let finding = |(name, judge): (&String, &JudgeFile)| {
        let subject = format!("judge {name}");
        match judge_counts((&qrels, &format), (name, judge), folder) {
            Ok(counts) => Finding::compared(subject, counts, None::<String>),
            Err(error) => Finding::failed(&subject, &error),
        }
    };
    files.judges.iter().map(finding).collect()
}

/// Returns a finding for each checksum that differs from the descriptor's.
pub fn wrong_checksums(
    descriptor: &Descriptor,
    root: &Path,
    hashes: &FileHashes,
) -> Result<Vec<Finding>, LoadError> {
    let mut findings = checksums(descriptor, root, hashes)?;
    findings.retain(|finding| !finding.is_good);
    Ok(findings)
}

/// Compares the checksums in the `sha256` of `files` or `scores`. The checksums of printed scores and of judges' labels
/// are compared when these files are read.
fn checksums(descriptor: &Descriptor, root: &Path, hashes: &FileHashes) -> Result<Vec<Finding>, LoadError> {
    let Some(folder) = descriptor.folder(root) else { return Ok(Vec::new()) };
    let (files, mut findings) = (descriptor.files.as_ref(), Vec::new());
    let scores_sums = descriptor.scores.as_ref().and_then(|scores| scores.sha256.as_ref());
    let sums = scores_sums.or(files.and_then(|files| files.sha256.as_ref()));
    for (role, Sum(expected)) in sums.into_iter().flatten() {
        let found = match (descriptor.named_files().find(|(name, _)| name == role), files, role.as_str()) {
            (Some((_, path)), ..) => hex(hashes.hash(&place(&folder, path))?),
            (None, Some(files), "runs") => sum_of_files(described_runs(&files.runs, &folder)?, hashes)?,
            (None, Some(files), "later-runs") => {
                sum_of_files(described_runs(&files.later_runs, &folder)?, hashes)?
            }
            _ => continue,
        };
        findings.push(Finding::compared(format!("sha256 of {role}"), found, Some(expected)));
    }
    Ok(findings)
}

/// Returns the SHA-256 of a list in the format of sha256sum, with the hash and name of each file, sorted by name. Compressed files
/// count as their decompressed contents, under the name without the ending.
///
/// # Errors
/// If a file cannot be read.
pub fn sum_of_files(paths: Vec<PathBuf>, hashes: &FileHashes) -> Result<String, LoadError> {
    let mut list = paths
        .par_iter()
        .map(|path| Ok(format!("{}  {}\n", hex(hashes.hash(path)?), plain_name(path))))
        .collect::<Result<Vec<String>, LoadError>>()?;
    list.sort_unstable_by(|a, b| a[64..].cmp(&b[64..]));
    Ok(hex(Sha256::digest(list.concat()).into()))
}

fn hex(hash: [u8; 32]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the file's name without a compression extension, such as `.gz`.
fn plain_name(path: &Path) -> String {
    uncompressed(&path.file_name().unwrap_or_default().to_string_lossy()).to_owned()
}

/// Compares the numbers of topics, runs, teams and judgments of a loaded collection with its descriptor. A `roster` of runs and
/// teams takes precedence over the loaded runs.
pub fn compared_counts(
    descriptor: &Descriptor,
    collection: &TestCollection,
    roster: Option<&BTreeMap<String, String>>,
) -> Vec<Finding> {
    let [runs, teams] = match roster {
        Some(roster) => [roster.len(), roster.values().collect::<BTreeSet<_>>().len()],
        None => [collection.runs().len(), collection.teams().len()],
    };
    let topics = collection.topics().len();
    // Labels that only other judges gave are not judgments of the collection.
    let judgments = (0..topics).map(|topic| collection.own_documents(topic)).sum();
    // In a new pool that keeps unjudged documents, such a document looks like a withheld judgment, so the number of
    // judgments is unknown.
    let is_known = !matches!(descriptor.base, Base::Repooled { unjudged: Unjudged::Pooled, .. });
    counts(&descriptor.counts, [topics, runs, teams], is_known.then_some(judgments))
}

fn counts(expected: &Counts, [topics, runs, teams]: [usize; 3], judgments: Option<usize>) -> Vec<Finding> {
    let mut findings = vec![
        Finding::compared("topics", topics, expected.topics),
        Finding::compared("runs", runs, expected.runs),
        Finding::compared("teams", teams, expected.teams),
    ];
    findings.extend(judgments.map(|found| Finding::compared("judgments", found, expected.judgments)));
    findings
}

/// Returns the shares of judged documents among the top documents of the pooled runs, down to rank 10 and
/// down to the pool depth. Each share is computed twice: over the ranks of all pooled runs, where a withheld
/// judgment counts as judged, and over the documents of their pool, where it does not. Documents with equal
/// scores are ordered by the rule for the pool (`pool-order`), not by the rule by which runs are scored.
fn coverage(descriptor: &Descriptor, collection: &TestCollection) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut add = |subject, value: String| findings.push(Finding::compared(subject, value, None::<String>));
    let depths = [Some(10), descriptor.pool_depth.map(|depth| depth as usize)];
    let mut depths: Vec<usize> = depths.into_iter().flatten().collect();
    depths.dedup();
    for depth in depths {
        let (mut judged, mut ranks) = (0, 0);
        for (number, _) in collection.runs().iter().enumerate().filter(|(_, run)| run.pooled) {
            for (index, topic) in collection.topics().enumerate() {
                let ranking = collection.pool_ranking(number, index);
                let top = &ranking[..depth.min(ranking.len())];
                ranks += top.len();
                judged += top.iter().filter(|&&document| (document as usize) < topic.verdicts.len()).count();
            }
        }
        let share = if ranks == 0 { 0.0 } else { judged as f64 / ranks as f64 };
        let subject = format!("judged among the top {depth} of pooled runs");
        add(subject, format!("{share:.4} ({judged} of {ranks})"));
        if let (_, Some(share)) = repooled(collection, depth) {
            add(format!("judged in the pool of depth {depth}"), format!("{share:.4}"));
        }
    }
    findings
}

/// The maximum number of runs that are named for one kind of remark.
const MAX_NAMED_RUNS: usize = 3;

/// Returns remarks on runs that may be truncated, because they lack more than a tenth of the topics or their longest
/// ranking is at most half as long as the median run's. If a tenth of the runs or more are that short, we assume that
/// the participants chose this length.
fn truncated_runs(collection: &TestCollection) -> Vec<Finding> {
    let runs = collection.runs();
    let lengths: Vec<Vec<usize>> = (0..runs.len()).map(|run| collection.lengths(run).collect()).collect();
    let is_retrieved = |topic: &usize| lengths.iter().any(|run_lengths| run_lengths[*topic] > 0);
    let topics = (0..collection.topics().len()).filter(is_retrieved).count();
    let mut lacking = Vec::new();
    for (run, run_lengths) in runs.iter().zip(&lengths) {
        let retrieved_topics = run_lengths.iter().filter(|length| **length > 0).count();
        if 10 * (topics - retrieved_topics) > topics {
            lacking.push((run.name.as_str(), format!("has {retrieved_topics} of {topics} topics")));
        }
    }
    let longest: Vec<usize> =
        lengths.iter().map(|run_lengths| run_lengths.iter().copied().max().unwrap_or_default()).collect();
    let mut sorted = longest.clone();
    sorted.sort_unstable();
    let median = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    let mut short = Vec::new();
    for (run, longest) in runs.iter().zip(longest) {
        if longest > 0 && 2 * longest <= median {
            let remark = format!("has at most {longest} documents for a topic, the median run {median}");
            short.push((run.name.as_str(), remark));
        }
    }
    if 10 * short.len() >= runs.len() {
        short.clear();
    }
    let mut remarks = first_remarks(lacking, "lack more than a tenth of the topics");
    remarks.extend(first_remarks(short, "have at most half as many documents for a topic as the median run"));
    remarks
}

/// Returns a remark on each of the first runs, and one on all others together: their number, and the text `others_remark`.
fn first_remarks(runs: Vec<(&str, String)>, others_remark: &str) -> Vec<Finding> {
    let others = runs.len().saturating_sub(MAX_NAMED_RUNS);
    let first_runs = runs.into_iter().take(MAX_NAMED_RUNS);
    let mut remarks: Vec<Finding> =
        first_runs.map(|(run, remark)| Finding::remark(format!("run {run}"), remark)).collect();
    if others > 0 {
        remarks.push(Finding::remark(format!("{others} more"), others_remark.to_owned()));
    }
    remarks
}

/// Compares the sizes that papers print. Means are rounded to one decimal, as in the papers.
fn printed(published: &Published, collection: &TestCollection) -> Vec<Finding> {
    let topic_counts = |relevant: bool| -> Vec<usize> {
        let is_counted =
            |verdict: &&Verdict| matches!(verdict, Verdict::Level(level) if (*level > 0) == relevant);
        collection.topics().map(|topic| topic.verdicts.iter().filter(is_counted).count()).collect()
    };
    let mut findings = Vec::new();
    for (name, statistic, counts) in [
        ("relevant", published.relevant, topic_counts(true)),
        ("nonrelevant", published.nonrelevant, topic_counts(false)),
    ] {
        let Some(Statistic { mean, range }) = statistic else { continue };
        let computed = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
        let [computed, mean] = [computed, mean].map(|mean| format!("{mean:.1}"));
        findings.push(Finding::compared(format!("mean {name}"), computed, Some(mean)));
        let (min, max) = (counts.iter().min().unwrap_or(&0), counts.iter().max().unwrap_or(&0));
        let range = range.map(|[low, high]| format!("{low} to {high}"));
        findings.push(Finding::compared(format!("range of {name}"), format!("{min} to {max}"), range));
    }
    for team in &published.teams {
        let runs =
            collection.runs().iter().filter(|run| collection.teams()[run.team].name == team.name).count();
        findings.push(Finding::compared(format!("runs of team {}", team.name), runs, Some(team.runs)));
    }
    if !published.teams.is_empty() {
        let analysed = collection.teams().iter().filter(|team| team.analysed).count();
        findings.push(Finding::compared("teams analysed", analysed, Some(published.teams.len())));
    }
    findings.iter_mut().for_each(|finding| finding.is_printed = true);
    findings
}
