//! The output of `trec_eval -q`, in a file for each run, with a line for each printed value.
//!
//! There may be hundreds of thousands of values, so they are parsed line by line and not kept as cells.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rejudge_collections::uncompressed;

use crate::spec::yaml::{Position, Source, YamlError};

/// The measures with values that are not numbers: the name of the run, and relevance by rank (`'0110'`).
/// Their lines are skipped.
const MEASURES_OF_WORDS: [&str; 2] = ["runid", "relstring"];

/// The output for one run.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// The name of the run.
    pub run: String,
    /// The file, which may be compressed.
    pub path: PathBuf,
}

/// A line of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputLine<'a> {
    /// The number of the line, from 1.
    pub number: usize,
    /// The measure, by trec_eval's name.
    pub measure: &'a str,
    /// The topic, or `all`.
    pub topic: &'a str,
    /// The printed value.
    pub text: &'a str,
}

impl OutputFile {
    /// Returns the files with their runs. The last part of `pattern` is the pattern of a file name. A run's name is
    /// what the `*` of this part matches, or the whole file name if the part has no `*`, in both cases without the
    /// extension of a compressed file.
    pub(super) fn from_paths(paths: Vec<PathBuf>, pattern: &str) -> Vec<Self> {
        let (head, tail) =
            pattern.rsplit('/').next().and_then(|name| name.split_once('*')).unwrap_or(("", ""));
        let tail = uncompressed(tail);
        let files = paths.into_iter().map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let name = uncompressed(&name);
            let run = name.strip_prefix(head).and_then(|name| name.strip_suffix(tail)).unwrap_or(name);
            Self { run: run.to_owned(), path: path.clone() }
        });
        files.collect()
    }

    /// Reads the file, which may be compressed.
    ///
    /// # Errors
    /// If the file cannot be read, or is not UTF-8.
    pub fn read(&self) -> Result<Arc<Source>, YamlError> {
        let error =
            |message: String| YamlError::without_position(format!("{}: {message}", self.path.display()));
        let bytes = rejudge_collections::read(&self.path).map_err(|failure| error(failure.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| error("it is not UTF-8".to_owned()))?;
        let folder = self.path.parent().unwrap_or(Path::new("")).to_owned();
        Ok(Arc::new(Source { name: self.path.display().to_string(), folder, text }))
    }
}

/// Returns the lines of trec_eval's output, except those of `runid` and `relstring`, which have no numbers.
///
/// # Errors
/// An item is an error if its line does not have three fields separated by tabs.
pub fn lines_of(source: &Arc<Source>) -> impl Iterator<Item = Result<OutputLine<'_>, YamlError>> {
    (1..).zip(source.text.lines()).filter_map(|(number, line)| {
        let mut fields = line.split('\t').map(str::trim);
        match [fields.next(), fields.next(), fields.next(), fields.next()] {
            [Some(words), ..] if MEASURES_OF_WORDS.contains(&words) => None,
            [Some(measure), Some(topic), Some(text), None] => {
                Some(Ok(OutputLine { number, measure, topic, text }))
            }
            _ => {
                let position = Position { source: Arc::clone(source), line: number, column: 1 };
                let expected =
                    "expected a measure, a topic and a value, separated by tabs, as `trec_eval -q` prints them";
                Some(Err(YamlError::at_position(&position, expected)))
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_three_fields_and_words_are_skipped() {
        let text = "map                   \t401\t0.0007\nrelstring             \t401\t'010'\nrunid \tall\ta b\nnum_q \tall\t50\nmap 0.5\n";
        let source = Arc::new(Source { name: "out".into(), folder: "".into(), text: text.into() });
        let read: Vec<String> = lines_of(&source)
            .map(|line| match line {
                Ok(OutputLine { number, measure, topic, text }) => {
                    format!("{number} {measure} {topic} {text}")
                }
                Err(error) => error.to_string(),
            })
            .collect();
        assert_eq!(read[..2], ["1 map 401 0.0007", "4 num_q all 50"]);
        assert!(read[2].starts_with("out:5:1: expected a measure"), "{}", read[2]);
    }

    #[test]
    fn runs_are_named_by_their_files() {
        for (pattern, file, run) in [
            ("loo/eval.*", "eval.a.b", "a.b"),
            ("loo/*.b", "eval.a.b", "eval.a"),
            ("loo/eval.a.b", "eval.a.b", "eval.a.b"),
            ("loo/eval.*", "eval.a.b.gz", "a.b"),
            ("loo/*.gz", "a.b.gz", "a.b"),
            ("loo/*.b.zst", "a.b.zst", "a"),
        ] {
            let path = PathBuf::from("x/loo").join(file);
            assert_eq!(OutputFile::from_paths(vec![path], pattern)[0].run, run, "{pattern} {file}");
        }
    }
}
