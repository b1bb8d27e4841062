//! A choice of topics: by name, by ranges of numbers, or from a file.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use rejudge_collections::forms::Role;
use rejudge_collections::{LoadError, Reading, ids_in_csv, read, run_names, topics_of_runs};
use rejudge_names::{meant, nearest, visible};

use crate::notes::MAX_LISTED;
use crate::{EvalError, InputFiles};
use rejudge_names::plural::{counted, few, of_number};

/// A choice of the topics that are scored. In [`InputFiles::topics`], other topics count as missing from the
/// judgments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicChoice {
    typed: String,
    names: BTreeSet<String>,
    /// Ranges of numbers, each with the text that was typed.
    ranges: Vec<(String, RangeInclusive<u64>)>,
    file: Option<PathBuf>,
}

/// Returns true if the name of a topic is a number within a range, or is the text of the range itself.
fn is_within((typed, range): &(String, RangeInclusive<u64>), topic: &str) -> bool {
    topic == typed || unsigned_number(topic).is_some_and(|number| range.contains(&number))
}

/// Parses a number without a sign. Unlike `str::parse`, it does not accept `+`.
fn unsigned_number(text: &str) -> Option<u64> {
    if text.chars().all(|c| c.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Returns the range that a text such as `401..410` or `401:410` means, with its text in our form.
fn as_range(text: &str) -> Option<(String, RangeInclusive<u64>)> {
    let separators = ["..=", "...", "..", ":", "\u{2013}", "\u{2014}"];
    let (first, last) = separators.into_iter().find_map(|separator| text.split_once(separator))?;
    let range = unsigned_number(first)?..=unsigned_number(last)?;
    Some((format!("{first}-{last}"), range))
}

/// Returns the first word of each line of a file, with the number of the line, or the first cell of each row
/// of a `.csv` file. Blank lines, lines that begin with `#`, and a csv header that names the column of this
/// `role` are ignored. `typed` is the value of `option`, for the error.
pub(crate) fn names_in_file(
    option: &str,
    typed: &str,
    path: &Path,
    role: Role,
) -> Result<Vec<(usize, String)>, EvalError> {
    let bytes = read(path).map_err(|error| EvalError::Data(format!("{option} {typed}: {error}")))?;
    if let Some(ids) = ids_in_csv(path, &bytes, role)? {
        return Ok(ids.into_iter().map(|(line, id)| (line, id.into_owned())).collect());
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    if has_several_ids_on_lines(text) {
        let why = "several ids on a line, expected one id on each line";
        return Err(EvalError::argument(option, typed, why));
    }
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.starts_with('#'));
    Ok(lines
        .filter_map(|(number, line)| Some((number, line.split_whitespace().next()?.to_owned())))
        .collect())
}

/// Returns true if the lines of a text file have several ids each, as in `401 402 403` or `401,402`. We would take only the first
/// one. A list has no id twice, unlike the numbers of a run or of qrels, and two numbers between blanks may be a topic and its query.
fn has_several_ids_on_lines(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut ids = BTreeSet::new();
    let mut has_lines = false;
    for line in lines {
        has_lines = true;
        let words: Vec<&str> = line.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()).collect();
        let has_several = words.len() > 2 || words.len() == 2 && line.contains([',', ';']);
        let are_new_ids = words.iter().all(|word| unsigned_number(word).is_some() && ids.insert(*word));
        if !has_several || !are_new_ids {
            return false;
        }
    }
    has_lines
}

impl TopicChoice {
    /// Reads topics and ranges, such as `1-25`, `1,3,7` or `301-310,345`. It also reads a file of topics,
    /// given as `@FILE`, or as a path that does not look like a number or a range. Each line of the file
    /// begins with a topic, and its query may follow after a blank, or after a comma in a `.csv` file. Blank
    /// lines and lines that begin with `#` are ignored.
    ///
    /// ```
    /// use rejudge_eval::TopicChoice;
    /// let choice = TopicChoice::read("301-310,345")?;
    /// assert!(choice.contains("0305") && choice.contains("345") && !choice.contains("311"));
    /// assert!(choice.contains("301-310"), "a topic of this name");
    /// # Ok::<(), rejudge_eval::EvalError>(())
    /// ```
    ///
    /// # Errors
    /// If a range ends before it begins, no topic is named, or the file cannot be read.
    pub fn read(typed: &str) -> Result<Self, EvalError> {
        let mut choice =
            Self { typed: typed.to_owned(), names: BTreeSet::new(), ranges: Vec::new(), file: None };
        let is_file = |text: &&str| {
            text.contains(|c: char| !c.is_ascii_digit() && c != '-') && Path::new(text).is_file()
        };
        if let Some(file) = typed.strip_prefix('@').or(Some(typed).filter(is_file)) {
            let names = names_in_file("--topics", typed, Path::new(file), Role::Topic)?;
            choice.names = names.into_iter().map(|(_, name)| name).collect();
            choice.file = Some(PathBuf::from(file));
        } else {
            for part in typed.split(',').map(str::trim).filter(|part| !part.is_empty()) {
                match part.split_once('-').map(|(from, to)| (unsigned_number(from), unsigned_number(to))) {
                    Some((Some(from), Some(to))) if from > to => {
                        let why = format!("the range `{part}` ends before it begins, expected {to}-{from}");
                        return Err(EvalError::argument("--topics", typed, why));
                    }
                    Some((Some(from), Some(to))) => {
                        choice.ranges.push((part.to_owned(), from..=to));
                    }
                    _ => drop(choice.names.insert(part.to_owned())),
                }
            }
        }
        if choice.names.is_empty() && choice.ranges.is_empty() {
            let why = "no topic given; expected topics as in 1-25, 1,3,7 or FILE";
            return Err(EvalError::argument("--topics", typed, why));
        }
        Ok(choice)
    }

    /// Returns the file that lists the topics, if there is one.
    pub fn file(&self) -> Option<&PathBuf> {
        self.file.as_ref()
    }

    /// Returns true if a topic of this name is scored.
    pub fn contains(&self, topic: &str) -> bool {
        self.names.contains(topic) || self.ranges.iter().any(|range| is_within(range, topic))
    }

    /// Returns the chosen names that are missing from `topics`, in byte order.
    pub(crate) fn names_missing_from<'a>(&'a self, topics: &BTreeSet<&str>) -> impl Iterator<Item = &'a str> {
        self.names.iter().map(String::as_str).filter(|name| !topics.contains(name))
    }

    /// Returns, for each of the judged `topics`, true if the topic is scored.
    ///
    /// # Errors
    /// If a range has no judged topic, if a chosen topic is in neither the judgments nor the runs of `files`,
    /// or if no chosen topic is judged.
    pub(crate) fn choose(
        &self,
        topics: &[&str],
        files: &InputFiles,
        reading: &Reading,
    ) -> Result<Vec<bool>, LoadError> {
        let wrong = |why: String| LoadError::Topics { typed: self.typed.clone(), why };
        let is_empty = |range: &&_| !topics.iter().any(|topic| is_within(range, topic));
        if let Some((empty, _)) = self.ranges.iter().find(is_empty) {
            let first = topics.first().copied().unwrap_or_default();
            return Err(wrong(format!(
                "no topic of `{}` is in {}: its first topic is `{}`",
                files.judgments.qrels.display(),
                empty,
                visible::one_line(first)
            )));
        }
        let is_chosen: Vec<bool> = topics.iter().map(|topic| self.contains(topic)).collect();
        let unjudged: Vec<&str> = self.names_missing_from(&topics.iter().copied().collect()).collect();
        if unjudged.is_empty() {
            return Ok(is_chosen);
        }
        // Standard input can be read only once, so we do not look for topics in it.
        let runs: Vec<_> = files.runs.iter().filter(|path| path.as_os_str() != "-").cloned().collect();
        let in_runs = topics_of_runs(&runs, reading)?;
        let unknown: Vec<&str> = unjudged.iter().copied().filter(|name| !in_runs.contains(*name)).collect();
        if let [first, ..] = unknown.as_slice() {
            let candidates = ["qrels", "intersection", "run"].into_iter().chain(topics.iter().copied());
            let range = as_range(first).filter(|range| topics.iter().any(|topic| is_within(range, topic)));
            let range = range.as_ref().map(|(text, _)| text.as_str());
            let hint = meant(range.or_else(|| nearest(first, candidates)));
            let is_topic = |name: &str| topics.contains(&name);
            let is_range = first
                .match_indices('-')
                .any(|(hyphen, _)| is_topic(&first[..hyphen]) && is_topic(&first[hyphen + 1..]));
            let advice = if is_range {
                "; ranges consist of numbers: list these topics, or name a file with them".to_owned()
            } else if first.contains(['/', '.']) && hint.is_empty() {
                // The name was probably meant as the path of a file.
                "; there is no file with this name either".to_owned()
            } else if are_runs(&unknown, &runs, reading) {
                "; these are runs, which --only-runs chooses".to_owned()
            } else if hint.is_empty() {
                let (path, count) = (files.judgments.qrels.display(), counted(topics.len(), "topic"));
                format!("; {path} has {count}: {}", listed(topics))
            } else {
                String::new()
            };
            let (names, are) = (listed(&unknown), of_number(unknown.len(), "is", "are"));
            let topics = of_number(unknown.len(), "topic", "topics");
            return Err(wrong(format!(
                "{topics} {names} {are} in neither the judgments nor the runs{hint}{advice}"
            )));
        }
        if !is_chosen.contains(&true) {
            let path = files.judgments.qrels.display();
            return Err(wrong(format!("{path} has no judgments of {}", listed(&unjudged))));
        }
        Ok(is_chosen)
    }
}

/// Returns true if each of `names` is the name of a run in the files `runs`.
fn are_runs(names: &[&str], runs: &[PathBuf], reading: &Reading) -> bool {
    let runs = run_names(runs, reading);
    names.iter().all(|name| runs.iter().any(|run| run.name == *name))
}

impl fmt::Display for TopicChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.typed)
    }
}

/// Returns a remark about chosen topics that are in the runs, but not in the judgments.
pub(crate) fn unjudged_remark(names: &[String]) -> Option<String> {
    let count = counted(names.len(), "topic");
    let are = of_number(names.len(), "is", "are");
    (!names.is_empty())
        .then(|| format!("{count} of --topics {are} not in the qrels and not scored ({})", listed(names)))
}

fn listed(names: &[impl AsRef<str>]) -> String {
    let quoted: Vec<String> =
        names.iter().map(|name| format!("`{}`", visible::one_line(name.as_ref()))).collect();
    few(&quoted, MAX_LISTED, ", ")
}
