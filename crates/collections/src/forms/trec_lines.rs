//! Records as lines of TREC, each at its original line number.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use super::{Kind, Record, wrong};
use crate::error::Located;
use crate::grades::hint_for;
use crate::text::uncompressed;

/// The lines so far.
pub(super) struct TrecLines<'a> {
    kind: Kind,
    by_rank: bool,
    path: &'a Path,
    /// The name of the file, for a run without one.
    name: String,
    /// The run that the first record names.
    tag: Option<String>,
    text: String,
    /// The line that is written next.
    line: usize,
    rounded: usize,
    /// Records of a topic of a run so far.
    ranks: HashMap<String, usize>,
}

impl<'a> TrecLines<'a> {
    pub fn new(kind: Kind, by_rank: bool, path: &'a Path) -> Self {
        let (text, ranks) = (String::new(), HashMap::new());
        Self { kind, by_rank, path, name: name_of(path), tag: None, text, line: 1, rounded: 0, ranks }
    }

    pub fn end(self) -> String {
        let Self { path, rounded, .. } = self;
        if rounded > 0 {
            tracing::warn!(path = %path.display(), count = rounded, "grades that are fractions: rounded to the nearest level, halves up");
        }
        self.text
    }

    pub fn add(&mut self, record: &Record<'_>) -> Result<(), Located> {
        let &Record { line, topic, document, .. } = record;
        checked(line, "topic", topic)?;
        checked(line, "document", document)?;
        // A line of TREC that begins so is a comment.
        if topic.starts_with('#') {
            return Err(wrong(line, format!("topic `{}` begins with `#`", topic.escape_debug())));
        }
        // Several records of one line of JSON follow each other.
        while self.line < line {
            self.text.push('\n');
            self.line += 1;
        }
        let _ = match self.kind {
            Kind::Run => {
                let (rank, score) = self.rank_and_score(record)?;
                let tag = self.tagged(record)?;
                writeln!(self.text, "{topic} Q0 {document} {rank} {score} {tag}")
            }
            kind => {
                let number = record.number.ok_or_else(|| wrong(line, "no grade"))?;
                let intent = match kind {
                    Kind::Intents => record.intent.unwrap_or_default(),
                    _ => "0",
                };
                checked(line, "intent", intent)?;
                let grade = match kind {
                    Kind::Labels => label(line, number)?,
                    _ => self.grade(line, number)?,
                };
                writeln!(self.text, "{topic} {intent} {document} {grade}")
            }
        };
        self.line += 1;
        Ok(())
    }

    /// A grade as a whole number; a fraction is rounded to the nearest, halves up.
    fn grade(&mut self, line: usize, text: &str) -> Result<String, Located> {
        let text = text.trim();
        if text.parse::<i64>().is_ok() {
            return Ok(text.to_owned());
        }
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        let number = number.ok_or_else(|| {
            let error = wrong(line, format!("grade `{}` is not a number", text.escape_debug()));
            Located { hint: hint_for(text).map(str::to_owned), ..error }
        })?;
        self.rounded += usize::from(number.fract() != 0.0);
        Ok(format!("{:.0}", (number + 0.5).floor()))
    }

    /// A run without ranks has them by the order of its records, one without scores by its ranks.
    fn rank_and_score(&mut self, record: &Record<'_>) -> Result<(String, String), Located> {
        let line = record.line;
        let place = self.ranks.entry(record.topic.to_owned()).or_default();
        *place += 1;
        let rank = match record.rank.map(str::trim) {
            None if self.by_rank => {
                return Err(wrong(line, "no rank to break ties by: expected a column `rank`"));
            }
            None => None,
            Some(text) => {
                let number = text.parse::<f64>().ok().filter(|rank| rank.fract() == 0.0);
                Some(number.ok_or_else(|| {
                    wrong(line, format!("rank `{}` is not a whole number", text.escape_debug()))
                })?)
            }
        };
        let score = match (record.number.map(str::trim), rank) {
            (Some(text), _) => {
                let is_score = text.parse::<f64>().is_ok_and(f64::is_finite);
                if !is_score {
                    let what = format!("score `{}` is not a finite number", text.escape_debug());
                    return Err(wrong(line, what));
                }
                text.to_owned()
            }
            (None, Some(rank)) => format!("{}", -rank),
            (None, None) => return Err(wrong(line, "neither score nor rank")),
        };
        Ok((rank.map_or_else(|| place.to_string(), |rank| rank.to_string()), score))
    }

    /// The name of the run: that of its records, which must be one, or of the file.
    fn tagged(&mut self, record: &Record<'_>) -> Result<String, Located> {
        let Some(tag) = record.tag.map(str::trim).filter(|tag| !tag.is_empty()) else {
            return Ok(self.name.clone());
        };
        let tag = one_word(tag);
        let first = self.tag.get_or_insert_with(|| tag.clone());
        if *first != tag {
            let [tag, first] = [&tag, &*first].map(|name| name.escape_debug());
            let what =
                format!("run `{tag}` beside run `{first}`: a file holds one run; part it by that column");
            return Err(wrong(record.line, what));
        }
        Ok(tag)
    }
}

/// Returns the name of a file without the extensions of the format.
fn name_of(path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let endings = [".jsonl", ".json", ".parquet", ".csv", ".tsv", ".txt", ".run", ".res", ".trec"];
    let name =
        endings.iter().fold(uncompressed(&file), |name, ending| name.strip_suffix(ending).unwrap_or(name));
    one_word(if matches!(name, "" | "-") { "run" } else { name })
}

/// Returns a name without blanks.
fn one_word(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("-")
}

/// Returns a label as it is written, a whole number without its point.
fn label(line: usize, text: &str) -> Result<String, Located> {
    let text = text.trim();
    checked(line, "label", text)?;
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && number.fract() == 0.0);
    let is_whole = text.parse::<i64>().is_ok();
    Ok(number.filter(|_| !is_whole).map_or_else(|| text.to_owned(), |number| format!("{number:.0}")))
}

/// Refuses an id that no line of TREC can hold.
fn checked(line: usize, what: &str, id: &str) -> Result<(), Located> {
    if id.is_empty() {
        return Err(wrong(line, format!("no {what}")));
    }
    match id.chars().find(|c| *c == ' ' || c.is_control()) {
        None => Ok(()),
        Some(found) => {
            let is_control = found.is_control() && !found.is_whitespace();
            let (holds, hint) = match is_control {
                true => ("a control character", None),
                false => (
                    "a blank, which parts columns elsewhere",
                    Some(
                        "a frame or a dict given to rejudge.evaluate in Python may have such ids; in files write `_`, in judgments and runs alike",
                    ),
                ),
            };
            let error = wrong(line, format!("{what} `{}` holds {holds}", id.escape_debug()));
            Err(Located { hint: hint.map(str::to_owned), ..error })
        }
    }
}
