//! A table that was printed elsewhere, recomputed: the cells that differ at their printed digits, and the
//! conventions (`CONVENTIONS`) that would explain all of them.

mod conventions;
mod explain;
mod table;
#[cfg(test)]
mod tests;
mod value;

use std::collections::HashMap;

use rejudge_experiment::printed::{Field, Printed};
use rejudge_experiment::spec::yaml::{Position, YamlError};
use rejudge_metrics::Metric;
use rejudge_names::plural::{capitalised, counted, of_number};
use rejudge_names::{meant, nearest};
use rejudge_tables::frame::{Frame, Kind, Sheet, Table};
use serde_json::json;

use crate::{Input, Preset, PresetRules, SUMMARY, Scores, Wanted};
pub(crate) use conventions::CONVENTIONS;
use conventions::Comparison;
use conventions::Convention;
pub use explain::Explanation;
use table::Printout;
use value::{agrees, is_number, printed};

/// The values of a table, and the measures that it names.
#[derive(Clone, Debug)]
pub struct Expected {
    cells: Vec<Cell>,
    names: Vec<String>,
    /// Its measures, in the order in which they are named.
    pub wanted: Wanted,
    /// Heads of ignored columns: they are not measures, and contain no number.
    skipped: Vec<String>,
}

/// A printed value.
#[derive(Clone, Debug)]
struct Cell {
    run: Field,
    /// Its measure, as an index in `Wanted::metrics`.
    measure: usize,
    text: String,
    printed: Printed,
    /// Its place in the file.
    at: Position,
}

impl Expected {
    /// Reads the table of a file in CSV, TSV or JSON, or those under a heading of Markdown (`README.md#results`):
    /// columns run, measure and value, or runs and a column for each measure, or the JSON that `eval -o` writes.
    /// Columns other than run, measure and value are ignored, except `topic`, which must be `all`. `judged_only`: the
    /// measures use condensed lists.
    ///
    /// # Errors
    /// If the file cannot be read, a measure is unknown, a value is not a number, or a cell is a duplicate.
    pub fn read(file: &str, preset: Preset, judged_only: bool) -> Result<Self, YamlError> {
        let tables = table::read(file)?;
        let mut reader = Reader { preset, judged_only, ..Reader::default() };
        for table in &tables {
            reader.add(table)?;
        }
        let empty = || YamlError::nowhere(format!("--expect {file}: the table has no value"));
        let mut wanted = Wanted::read(&reader.names, preset).map_err(|_| empty())?;
        if judged_only {
            wanted.judged_only().map_err(|error| YamlError::nowhere(error.to_string()))?;
        }
        if reader.cells.is_empty() {
            return Err(empty());
        }
        Ok(Self { cells: reader.cells, names: reader.names, wanted, skipped: reader.skipped })
    }

    /// A sentence for each column that is not compared.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let remark = |head: &String| {
            format!("column `{head}` skipped: its head is not a measure, and it has no number")
        };
        self.skipped.iter().map(remark)
    }

    /// Finds the run of each value; `named` returns the name of a run for another text, such as its file.
    ///
    /// # Errors
    /// If no file is of the run.
    pub fn among(&self, input: &Input, named: impl Fn(&str) -> String) -> Result<Placed<'_>, YamlError> {
        let place = |name: &str| input.runs.iter().position(|run| run.name == name);
        let runs = self.cells.iter().map(|cell| {
            let text = &cell.run.text;
            place(text).or_else(|| place(&named(text))).ok_or_else(|| {
                let near = nearest(text, input.runs.iter().map(|run| run.name.as_str()));
                let message = format!("no file is of the run `{text}`{}", meant(near));
                YamlError::here(&cell.run.at, message)
            })
        });
        Ok(Placed { expected: self, runs: runs.collect::<Result<_, _>>()? })
    }
}

/// Reads tables.
#[derive(Default)]
struct Reader {
    preset: Preset,
    judged_only: bool,
    cells: Vec<Cell>,
    metrics: Vec<Metric>,
    /// The name of each measure, in its first spelling.
    names: Vec<String>,
    /// The line of each run and measure.
    lines: HashMap<(String, usize), usize>,
    skipped: Vec<String>,
}

impl Reader {
    fn add(&mut self, table: &Printout) -> Result<(), YamlError> {
        let column = |name: &str| table.head.iter().position(|head| head.text.eq_ignore_ascii_case(name));
        let run = column("run").unwrap_or(0);
        if let (Some(measure), Some(value)) = (column("measure"), column("value")) {
            let topic = column("topic");
            for row in &table.rows {
                if let Some(topic) = topic.map(|topic| &row[topic]).filter(|topic| topic.text != SUMMARY) {
                    let says = format!(
                        "found the topic `{}`, expected `{SUMMARY}`: values of runs are compared",
                        topic.text
                    );
                    return Err(YamlError::here(&topic.at, says));
                }
                let measure = self.measure(&row[measure])?;
                self.value(&row[run], measure, &row[value])?;
            }
            return Ok(());
        }
        for (at, head) in table.head.iter().enumerate().filter(|(at, _)| *at != run) {
            let measure = match self.measure(head) {
                Err(_) if !table.rows.iter().any(|row| is_number(&row[at].text)) => {
                    self.skipped.push(head.text.clone());
                    continue;
                }
                measure => measure?,
            };
            for row in &table.rows {
                self.value(&row[run], measure, &row[at])?;
            }
        }
        Ok(())
    }

    fn measure(&mut self, name: &Field) -> Result<usize, YamlError> {
        let wrong = |error: String| YamlError::here(&name.at, error);
        let mut one = Wanted::read(std::slice::from_ref(&name.text), self.preset)
            .map_err(|error| wrong(error.to_string()))?;
        if self.judged_only {
            one.judged_only().map_err(|error| wrong(error.to_string()))?;
        }
        let [metric] = one.metrics.as_slice() else {
            return Err(wrong(format!(
                "`{}` names {}, expected one",
                name.text,
                counted(one.metrics.len(), "measure")
            )));
        };
        if let Some(place) = self.metrics.iter().position(|known| known == metric) {
            return Ok(place);
        }
        self.metrics.push(metric.clone());
        self.names.push(name.text.clone());
        Ok(self.metrics.len() - 1)
    }

    fn value(&mut self, run: &Field, measure: usize, value: &Field) -> Result<(), YamlError> {
        let text = value.text.clone();
        let printed = printed(&text).map_err(|error| YamlError::here(&value.at, error))?;
        if printed == Printed::Blank {
            return Ok(());
        }
        if let Some(line) = self.lines.insert((run.text.clone(), measure), value.at.line) {
            let names = (&run.text, &self.names[measure]);
            let says = format!("duplicate value of `{}` by `{}` (first on line {line})", names.0, names.1);
            return Err(YamlError::here(&value.at, says));
        }
        self.cells.push(Cell { run: run.clone(), measure, text, printed, at: value.at.clone() });
        Ok(())
    }
}

/// Values and the files of their runs.
#[derive(Clone, Debug)]
pub struct Placed<'a> {
    expected: &'a Expected,
    /// The index of each value's run among the runs of the input.
    runs: Vec<usize>,
}

impl Placed<'_> {
    /// The values that differ from `scores`, which are of the measures of the table.
    pub fn compare(&self, scores: &Scores) -> Vec<Differing> {
        let differing = |(at, cell): (usize, &Cell)| {
            let ours = scores.summary(self.runs[at], cell.measure);
            (!agrees(&cell.printed, ours, Comparison::default())).then_some((at, ours))
        };
        self.expected.cells.iter().enumerate().filter_map(differing).collect()
    }

    /// The outcome as a table.
    pub fn outcome(
        &self,
        differing: &[Differing],
        explanation: Option<Explanation>,
        rules: &PresetRules,
    ) -> Outcome {
        let mut rows = Frame::new(COLUMNS);
        let mut places = Vec::new();
        for &(at, ours) in differing {
            let cell = &self.expected.cells[at];
            let name = &self.expected.names[cell.measure];
            let says = format!("{name} of {} is {ours}, and {} is printed", cell.run.text, cell.text);
            places.push((cell.at.clone(), says));
            rows.push([(&cell.run.text).into(), name.into(), (&cell.text).into(), ours.into()]);
        }
        let sentences = sentences(self.expected.cells.len(), rows.rows(), explanation.as_ref());
        let notes = sentences.iter().map(|sentence| capitalised(sentence) + ".").collect();
        let sheet = Sheet { notes, ..Sheet::of_rows(&rows) };
        let mut table = Table { sheets: Some(vec![sheet]), ..rules.table("differing", rows, "") };
        let mut object = table.json();
        object["values"] = json!(self.expected.cells.len());
        object["explained"] = explanation.as_ref().map_or(json!(null), Explanation::json);
        table.json = Some(object);
        Outcome { table, sentences, places }
    }
}

/// A value that differs: its place, and the value recomputed.
pub type Differing = (usize, f64);

/// The columns of the table: a row for each value that differs.
const COLUMNS: [(&str, Kind, &str); 4] = [
    ("run", Kind::Text, "name of the run in the table"),
    ("measure", Kind::Text, "name of the measure in the table"),
    ("printed", Kind::Text, "the value of the table"),
    ("ours", Kind::Number, "the value recomputed"),
];

/// The values that differ, and the conventions that explain them.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub table: Table,
    /// The number of values that differ, and the conventions that explain them.
    pub sentences: Vec<String>,
    /// The place of each value that differs, and a sentence with both values.
    pub places: Vec<(Position, String)>,
}

/// Returns sentences: the number of values that differ, and the conventions that explain them.
fn sentences(values: usize, differ: usize, explanation: Option<&Explanation>) -> Vec<String> {
    let all = counted(values, "value");
    let first = match differ {
        0 => {
            format!("{all} recomputed: {} at the printed digits", of_number(values, "it agrees", "all agree"))
        }
        _ => format!("{differ} of {all} {} at the printed digits", of_number(differ, "differs", "differ")),
    };
    std::iter::once(first).chain(explanation.into_iter().flat_map(Explanation::sentences)).collect()
}
