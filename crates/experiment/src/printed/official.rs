//! Numbers that the makers of a collection printed for its real runs. They are read from the collection's own
//! file, which is identified by its hash, and are never copied into expected.yaml.
//!
//! The file expected.yaml gives the number of values, so that they can be counted even if the collection's
//! data are missing.
//!
//! [`OfficialWire`] lists the forms of the files. All numbers are kept in memory, except the output of
//! `trec_eval -q`, which has a file for each run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rejudge_collections::contents::{FileHashes, sum_of_files};
use rejudge_collections::{LoadError, Located, PrintedScore, PrintedTable, PrintedText, run_files};
use rejudge_names::glob;
use rejudge_names::plural::counted;
use schemars::JsonSchema;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::cell::{Address, CellKind, PrintedCell};
use super::trec_eval_output::OutputFile;
use super::value::{Printed, Reading};
use super::{CheckFailure, CheckOutcome};
use crate::spec::yaml::{Position, Source, Spanned, YamlError};

/// A file of printed numbers. Its key determines its form. The first line of a table names the columns, which
/// are separated by commas in a `.csv`, and by tabs in any other file.
///
/// - `table/collection`: a line for each number, with the columns `run`, `measure` and `value`. In a `.csv`, a
///   line for each run, with a column `run` and a column for each measure.
/// - `by-topic/collection/measure`: a line for each topic, with the topic in the first column and a column for
///   each run. Runs that match `without` are not read.
/// - `trec-eval/collection/judgments`: the output of `trec_eval -q` in a file for each run, for scores under
///   these judgments.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OfficialWire {
    /// The file in the collection's folder. For trec_eval's output, a pattern such as `loo/eval.*`, whose `*`
    /// is the run.
    pub file: Spanned<String>,
    /// The folder of the file, if it is another folder next to the collection's.
    #[serde(default)]
    pub folder: Option<String>,
    /// The SHA-256 of the file. For trec_eval's output, the SHA-256 of a list with the hash and name of each
    /// file, in the format of sha256sum and sorted by name, as for runs in a description.
    #[schemars(with = "String", regex(pattern = "^[0-9a-f]{64}$"))]
    pub sha256: Spanned<String>,
    /// The number of values in the file that are counted. Values of `repeated` measures are not counted.
    pub numbers: usize,
    /// Maps each measure, by its name in the file, to a column of the experiment's table. Other measures are not
    /// read. Leave it out for scores by topic and for trec_eval's output.
    #[serde(default)]
    pub measures: BTreeMap<String, String>,
    /// Measures that another file prints as well. They are compared, but not counted again.
    #[serde(default)]
    pub repeated: Vec<String>,
    /// Patterns of runs that are missing from the collection, such as `THUIR-*`. Their scores by topic are not
    /// read.
    #[serde(default)]
    pub without: Vec<String>,
    /// Scores by topic that differ from the computed ones for a known reason.
    #[serde(default)]
    pub explained: Vec<Explained>,
}

/// A topic whose scores differ from the computed ones for a known reason.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Explained {
    /// The topic.
    pub topic: String,
    /// The number of the topic's scores that differ.
    pub numbers: usize,
    /// The reason.
    pub reason: String,
}

/// The numbers of a file, as cells of a panel.
#[derive(Clone, Debug)]
pub struct Official {
    /// The name of the table.
    pub table: String,
    /// The collection, which is the panel.
    pub collection: String,
    /// The measure's full name, if the numbers are scores by topic.
    pub measure: Option<String>,
    /// The judgment set, if the numbers are the output of trec_eval.
    pub judgments: Option<String>,
    /// The section of expected.yaml.
    pub wire: OfficialWire,
    /// The numbers in the order of the file; empty for trec_eval's output, or if the file is not available.
    pub cells: Vec<PrintedCell>,
    /// The files of trec_eval's output, by run; empty for the other forms, or if the files are not available.
    pub outputs: Vec<OutputFile>,
    /// The failure, if the file does not have the expected hash or number of values.
    pub failure: Option<CheckFailure>,
    /// True if the file is available.
    pub is_available: bool,
}

impl Official {
    /// The first part of the key for scores by topic, which are not compared with a table.
    pub(crate) const BY_TOPIC: &str = "by-topic";

    /// The first part of the key for trec_eval's output, which is not compared with a table either.
    pub(crate) const TREC_EVAL: &str = "trec-eval";

    /// Reads a key, which has one of the forms of [`OfficialWire`].
    pub(super) fn new(key: &str, wire: OfficialWire) -> Result<Self, YamlError> {
        let (table, collection, measure, judgments) = match key.splitn(3, '/').collect::<Vec<_>>()[..] {
            [table, collection] => (table, collection, None, None),
            [Self::BY_TOPIC, collection, measure] => {
                (Self::BY_TOPIC, collection, Some(measure.to_owned()), None)
            }
            [Self::TREC_EVAL, collection, judgments] => {
                (Self::TREC_EVAL, collection, None, Some(judgments.to_owned()))
            }
            _ => {
                let message = format!(
                    "`{key}`: expected `table/collection`, such as `scores/trec-covid-round1`; or \
                     `by-topic/collection/measure`, such as `by-topic/ntcir13-www-english/Q@10`; or \
                     `trec-eval/collection/judgments`, such as `trec-eval/trec-dl-2019/full`"
                );
                return Err(wire.file.error(message));
            }
        };
        if (measure.is_none() && judgments.is_none()) == wire.measures.is_empty() {
            let message = format!(
                "`{key}`: expected `measures` for a table, but none for scores by topic (the key has their measure) or for trec_eval's output"
            );
            return Err(wire.file.error(message));
        }
        let (table, collection) = (table.to_owned(), collection.to_owned());
        let (cells, outputs) = (Vec::new(), Vec::new());
        Ok(Self {
            table,
            collection,
            measure,
            judgments,
            wire,
            cells,
            outputs,
            failure: None,
            is_available: false,
        })
    }

    /// Returns the reason why a score by topic differs from the computed one, if it is known.
    pub fn explained(&self, cell: &PrintedCell) -> Option<&Explained> {
        self.wire.explained.iter().find(|explained| explained.topic == cell.address.row)
    }

    /// Returns true if a number is counted. It is not counted if another file prints it too.
    pub fn is_counted(&self, cell: &PrintedCell) -> bool {
        let is_repeated = |measure: &String| self.wire.measures.get(measure) == Some(&cell.address.column);
        !self.wire.repeated.iter().any(is_repeated)
    }

    /// Reads the file in the collection's `folder`. If the file does not exist, nothing is read, because the
    /// collection is not available yet.
    pub(super) fn read(&mut self, folder: &Path) -> Result<(), YamlError> {
        let folder = match &self.wire.folder {
            Some(other) => &folder.with_file_name(other),
            None => folder,
        };
        let path: PathBuf = folder.join(&self.wire.file.value);
        if self.judgments.is_some() {
            return self.list_outputs(path);
        }
        if !path.exists() {
            return Ok(());
        }
        let source = self.open(&path, folder)?;
        self.cells = self.numbers_in(&source)?;
        let numbers = self.cells.iter().filter(|cell| self.is_counted(cell)).count();
        if numbers != self.wire.numbers && self.failure.is_none() {
            let message = format!("{}, expected {}", counted(numbers, "number"), self.wire.numbers);
            self.failure = Some(self.differs(source, &message));
        }
        Ok(())
    }

    /// Lists the files of trec_eval's output, and checks their hash.
    fn list_outputs(&mut self, pattern: PathBuf) -> Result<(), YamlError> {
        if !pattern.parent().is_some_and(Path::is_dir) {
            return Ok(());
        }
        let file = &self.wire.file;
        let to_yaml_error = |error: LoadError| file.error(error.to_string());
        let paths = run_files(&[pattern]).map_err(to_yaml_error)?;
        let sum = sum_of_files(paths.clone(), &FileHashes::without_cache()).map_err(to_yaml_error)?;
        if sum != self.wire.sha256.value {
            let message =
                format!("the sha256 of {} is {sum}, expected {}", file.value, self.wire.sha256.value);
            let position = self.wire.sha256.at.as_ref();
            let outcome = CheckOutcome::TranscriptionDiffers;
            self.failure = Some(CheckFailure::new(outcome, &self.table, position, &message));
        }
        self.outputs = OutputFile::from_paths(paths, &file.value);
        self.is_available = true;
        Ok(())
    }

    /// Returns the numbers of the file, line by line.
    fn numbers_in(&self, source: &Arc<Source>) -> Result<Vec<PrintedCell>, YamlError> {
        let position = |line: usize, column: usize| Position { source: Arc::clone(source), line, column };
        let to_yaml_error =
            |error: Located| YamlError::at_position(&position(error.line, error.column), error.message);
        let table =
            PrintedTable::parse(Path::new(&source.name), source.text.as_bytes()).map_err(to_yaml_error)?;
        let (wire, mut cells) = (&self.wire, Vec::new());
        let mut add = |line: usize, row: PrintedText<'_>, column: &str, number: PrintedText<'_>| {
            let value = Printed::parse(number.text, Reading::default());
            let value = value.map_err(|message| table.error(number, message))?;
            let address = Address {
                table: self.table.clone(),
                panel: Some(self.collection.clone()),
                row: row.text.to_owned(),
                column: column.to_owned(),
                quantity: self.measure.clone(),
            };
            cells.push(PrintedCell {
                address,
                text: number.text.to_owned(),
                value,
                reading: Reading::default(),
                should_be: None,
                kind: CellKind::RealRuns,
                is_drawn: false,
                in_text: false,
                worked_out_from: None,
                page: None,
                at: position(line, 1),
            });
            Ok(())
        };
        let mut add_all = || -> Result<(), Located> {
            if self.measure.is_none() && !table.is_csv() {
                for score in table.scores()? {
                    let PrintedScore { line, run, measure, value } = score?;
                    if let Some(column) = wire.measures.get(measure.text) {
                        add(line, run, column, value)?;
                    }
                }
                return Ok(());
            }
            // Either a line is a topic and a column is a run, or a line is a run and a column is a measure.
            let mut columns = Vec::new();
            let row = if self.measure.is_some() {
                let is_taken = |run: &str| !wire.without.iter().any(|pattern| glob(pattern, run));
                columns
                    .extend((1..).zip(table.names()[1..].iter().copied()).filter(|(_, run)| is_taken(run)));
                0
            } else {
                for (measure, column) in &wire.measures {
                    columns.push((table.column(measure)?, column.as_str()));
                }
                table.column("run")?
            };
            for line in table.lines() {
                let line = line?;
                for &(place, column) in &columns {
                    add(line.number, line.cell(row)?, column, line.cell(place)?)?;
                }
            }
            Ok(())
        };
        add_all().map_err(to_yaml_error)?;
        Ok(cells)
    }

    /// Reads the text of the file. Sets `failure` if the hash of the file is not the expected one.
    fn open(&mut self, path: &Path, folder: &Path) -> Result<Arc<Source>, YamlError> {
        let error = |message: String| YamlError::without_position(format!("{}: {message}", path.display()));
        let bytes = rejudge_store::ordinary_file::read(path).map_err(|failure| error(failure.to_string()))?;
        let sum = format!("{:x}", Sha256::digest(&bytes));
        let text = String::from_utf8(bytes).map_err(|_| error("it is not UTF-8".to_owned()))?;
        let source = Arc::new(Source { name: path.display().to_string(), folder: folder.to_owned(), text });
        self.is_available = true;
        if sum != self.wire.sha256.value {
            let message = format!("its sha256 is {sum}, expected {}", self.wire.sha256.value);
            self.failure = Some(self.differs(Arc::clone(&source), &message));
        }
        Ok(source)
    }

    fn differs(&self, source: Arc<Source>, message: &str) -> CheckFailure {
        let start = Position { source, line: 1, column: 1 };
        CheckFailure::new(CheckOutcome::TranscriptionDiffers, &self.table, Some(&start), message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::expected::Expected;

    const FILE: &str = "run\tmeasure\tvalue\tsummary\nb\tmap\t0.1234\tx\nb\tP_5\t0.2000\tx\na\tmap\t0.5\tx\n";

    /// Reads `text` as the file of this key. Returns the row, text and line of each number, or the error.
    fn read(key: &str, measures: &str, text: &str, numbers: usize) -> String {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        std::fs::write(folder.path().join("f.tsv"), text).expect("the file can be written");
        // The expected hash is that of a file with 0.5, so that a file with 0.6 does not match.
        let sha256 = format!("{:x}", Sha256::digest(text.replace("0.6", "0.5")));
        let text = format!(
            "schema: expected/v1\nexperiment: e\nofficial:\n  {key}: {{file: f.tsv, sha256: \"{sha256}\", \
             numbers: {numbers}, measures: {{{measures}}}}}\n"
        );
        let source = Source { name: "expected.yaml".into(), folder: "".into(), text };
        let read = Expected::parse(source).and_then(|mut expected| {
            expected.read_official(&|_| Some(folder.path().to_owned()))?;
            Ok(expected.official.remove(0))
        });
        let text = match read {
            Err(error) => error.to_string(),
            Ok(Official { failure: Some(failure), .. }) => failure.message,
            Ok(Official { cells, .. }) => {
                let cells =
                    cells.iter().map(|cell| format!("{} {} {}", cell.address.row, cell.text, cell.at.line));
                cells.collect::<Vec<_>>().join("; ")
            }
        };
        text.replace(&format!("{}/", folder.path().display()), "")
    }

    #[test]
    fn numbers_are_read_with_their_lines_and_mistakes_are_located() {
        for (text, numbers, expected) in [
            (FILE, 2, "b 0.1234 2; a 0.5 4"),
            // A quotation mark is an ordinary character.
            ("run\tmeasure\tvalue\n\"a\tmap\t0.5\n", 1, "\"a 0.5 2"),
            (FILE, 5, "f.tsv:1:1: 2 numbers, expected 5"),
            (&FILE.replace("0.5", "0.6"), 2, "f.tsv:1:1: its sha256 is "),
            (
                "run\tmeasures\tvalue\n",
                2,
                "f.tsv:1:1: there is no column `measure`, found `run`, `measures`, `value`",
            ),
            ("run\tmeasure\tvalue\n\u{e9}\tmap\t.x\n", 2, "f.tsv:2:7: "),
            ("run\tmeasure\tvalue\na\tmap\n", 2, "f.tsv:2:1: the cell in the column `value` is empty"),
        ] {
            let read = read("scores/real", "map: AP", text, numbers);
            assert!(read.starts_with(expected), "{text}: {read}");
        }
    }

    #[test]
    fn a_key_has_a_table_or_a_measure() {
        for (key, measures, expected) in [
            ("scores", "", "expected `table/collection`"),
            ("scores/real/AP", "", "expected `table/collection`"),
            ("trec-eval/real", "", "expected `measures` for a table"),
            ("trec-eval/real/full", "map: AP", "none for scores by topic"),
            ("by-topic/real/AP", "map: AP", "the key has their measure"),
            ("scores/real", "", "expected `measures` for a table"),
        ] {
            let read = read(key, measures, FILE, 2);
            assert!(read.contains(expected), "{read}");
        }
    }
}
