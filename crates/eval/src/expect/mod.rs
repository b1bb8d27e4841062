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
use rejudge_names::plural::{capitalised, counted, of_number};
use rejudge_names::{meant, nearest};
use rejudge_tables::frame::{Frame, Kind, Sheet, Table};
use serde_json::json;

use crate::{EvalError, Files, Input, Preset, PresetRules, SUMMARY, Scores, Wanted};
pub(crate) use conventions::CONVENTIONS;
use conventions::{Comparison, Convention};
use table::Printout;
use value::{agrees, is_number, printed};

/// The values of a table, and the measures that it names.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    preset: Preset,
    judged_only: bool,
    cells: Vec<Cell>,
    /// The name of each measure, in its first spelling.
    names: Vec<String>,
    /// Its measures, in the order in which they are named.
    pub wanted: Wanted,
    /// The line of each run and measure.
    lines: HashMap<(String, usize), usize>,
    /// Heads of ignored columns: they are not measures, and contain no number.
    skipped: Vec<String>,
}

/// A printed value.
#[derive(Clone, Debug)]
struct Cell {
    run: Field,
    /// The index of its run among those of the input, once it is known.
    place: usize,
    /// Its measure, as an index in `Wanted::metrics`.
    measure: usize,
    value: Field,
    printed: Printed,
}

/// The measures of these names. `judged_only`: they use condensed lists.
fn wanted(names: &[String], preset: Preset, judged_only: bool) -> Result<Wanted, EvalError> {
    let mut wanted = Wanted::read(names, preset)?;
    if judged_only {
        wanted.judged_only()?;
    }
    Ok(wanted)
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
        let mut read = Self { preset, judged_only, ..Self::default() };
        for table in table::read(file)? {
            read.add(&table)?;
        }
        if read.cells.is_empty() {
            return Err(YamlError::nowhere(format!("--expect {file}: the table has no value")));
        }
        // Notes are on all names together.
        let all = wanted(&read.names, preset, judged_only);
        read.wanted = all.map_err(|error| YamlError::nowhere(error.to_string()))?;
        Ok(read)
    }

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
        let one = wanted(std::slice::from_ref(&name.text), self.preset, self.judged_only);
        let one = one.map_err(|error| YamlError::here(&name.at, error.to_string()))?;
        let [metric] = one.metrics.as_slice() else {
            let found = counted(one.metrics.len(), "measure");
            return Err(YamlError::here(&name.at, format!("`{}` names {found}, expected one", name.text)));
        };
        let place = self.wanted.add(metric.clone());
        if place == self.names.len() {
            self.names.push(name.text.clone());
        }
        Ok(place)
    }

    fn value(&mut self, run: &Field, measure: usize, value: &Field) -> Result<(), YamlError> {
        let printed = printed(&value.text).map_err(|error| YamlError::here(&value.at, error))?;
        if printed == Printed::Blank {
            return Ok(());
        }
        if let Some(line) = self.lines.insert((run.text.clone(), measure), value.at.line) {
            let (run, name) = (&run.text, &self.names[measure]);
            let says = format!("duplicate value of `{run}` by `{name}` (first on line {line})");
            return Err(YamlError::here(&value.at, says));
        }
        self.cells.push(Cell { run: run.clone(), place: 0, measure, value: value.clone(), printed });
        Ok(())
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
    pub fn find_runs(&mut self, input: &Input, named: impl Fn(&str) -> String) -> Result<(), YamlError> {
        let place = |name: &str| input.runs.iter().position(|run| run.name == name);
        for cell in &mut self.cells {
            let text = &cell.run.text;
            cell.place = place(text).or_else(|| place(&named(text))).ok_or_else(|| {
                let near = nearest(text, input.runs.iter().map(|run| run.name.as_str()));
                YamlError::here(&cell.run.at, format!("no file is of the run `{text}`{}", meant(near)))
            })?;
        }
        Ok(())
    }

    /// Compares the values with `scores`, which are of `input` and the measures of the table, and explains those that
    /// differ. The runs of the values are found.
    ///
    /// # Errors
    /// If files cannot be read a second time.
    pub fn outcome(
        &self,
        scores: &Scores,
        files: &Files,
        input: &Input,
        rules: &PresetRules,
    ) -> Result<Outcome, EvalError> {
        let (mut rows, mut places) = (Frame::new(COLUMNS), Vec::new());
        for cell in &self.cells {
            let ours = scores.summary(cell.place, cell.measure);
            if !agrees(&cell.printed, ours, Comparison::default()) {
                let (run, name) = (&cell.run.text, &self.names[cell.measure]);
                let Field { text, at } = &cell.value;
                places.push((at.clone(), format!("{name} of {run} is {ours}, and {text} is printed")));
                rows.push([run.into(), name.into(), text.into(), ours.into()]);
            }
        }
        let (all, differ) = (counted(self.cells.len(), "value"), places.len());
        let (mut sentences, mut explained) = (Vec::new(), json!(null));
        if differ == 0 {
            let agree = of_number(self.cells.len(), "it agrees", "all agree");
            sentences.push(format!("{all} recomputed: {agree} at the printed digits"));
        } else {
            let differs = of_number(differ, "differs", "differ");
            sentences.push(format!("{differ} of {all} {differs} at the printed digits"));
            explained = explain::explain(self, files, input, &rules.rules, &mut sentences)?;
        }
        let notes = sentences.iter().map(|sentence| capitalised(sentence) + ".").collect();
        let sheet = Sheet { notes, ..Sheet::of_rows(&rows) };
        let mut table = Table { sheets: Some(vec![sheet]), ..rules.table("differing", rows, "") };
        let mut object = table.json();
        object["values"] = json!(self.cells.len());
        object["explained"] = explained;
        table.json = Some(object);
        Ok(Outcome { table, sentences, places })
    }
}

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
