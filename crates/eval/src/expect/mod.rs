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
use rejudge_names::plural::{capitalised, counted, few, of_number};
use rejudge_names::{meant, nearest};
use rejudge_tables::frame::{Frame, Kind, Sheet, Table};
use serde_json::json;

use crate::scores::NAMED;
use crate::{EvalError, Files, Input, Preset, PresetRules, SUMMARY, Scores, Wanted};
pub(crate) use conventions::CONVENTIONS;
use conventions::{Comparison, Convention};
use table::Printout;
use value::{agrees, is_number, printed, without_marks};

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
            let is_turned = read.has_measures_as_rows(&table);
            let of_corner = read.rows_of_corner(&table);
            read.add(&of_corner.unwrap_or_else(|| if is_turned { table.transposed() } else { table }))?;
        }
        if read.cells.is_empty() {
            return Err(YamlError::nowhere(format!("--expect {file}: the table has no value")));
        }
        // Notes are on all names together.
        let all = wanted(&read.names, preset, judged_only);
        read.wanted = all.map_err(|error| YamlError::nowhere(error.to_string()))?;
        Ok(read)
    }

    /// Returns true if measures are in the first column and in no head.
    fn has_measures_as_rows(&self, table: &Printout) -> bool {
        let is_measure = |field: &Field| self.metric(&field.text).is_ok();
        let is_word = |name: &str| table.head.iter().any(|head| head.text.eq_ignore_ascii_case(name));
        let is_long = is_word("measure") && is_word("value");
        if is_long || table.rows.is_empty() {
            return false;
        }
        table.rows.iter().all(|row| is_measure(&row[0])) && !table.head.iter().skip(1).any(is_measure)
    }

    /// Returns the rows of a table whose first head is the measure of its only row, the others being runs: Anserini's pages have
    /// such a table for each measure, whose row is the collection.
    fn rows_of_corner(&self, table: &Printout) -> Option<Printout> {
        let is_measure = |field: &Field| self.metric(&field.text).is_ok();
        let [row] = table.rows.as_slice() else { return None };
        let (measure, runs) = table.head.split_first()?;
        if !is_measure(measure) || is_measure(&row[0]) || runs.is_empty() || runs.iter().any(is_measure) {
            return None;
        }
        let run = Field { text: "run".to_owned(), at: measure.at.clone() };
        Some(Printout { head: vec![run, measure.clone()], rows: table.transposed().rows })
    }

    /// The measures of a name, without marks such as the arrow of `AP ↑`.
    fn metric(&self, name: &str) -> Result<Wanted, EvalError> {
        let bare = without_marks(name);
        let bare = if bare.is_empty() { name } else { bare };
        wanted(&[bare.to_owned()], self.preset, self.judged_only)
    }

    fn add(&mut self, table: &Printout) -> Result<(), YamlError> {
        let column = |name: &str| table.head.iter().position(|head| head.text.eq_ignore_ascii_case(name));
        // A README names a model, and the column `file` its run.
        let run = column("file").or_else(|| column("run")).unwrap_or(0);
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
        let one = self.metric(&name.text);
        let one = one.map_err(|error| YamlError::here(&name.at, error.to_string()))?;
        let [metric] = one.metrics.as_slice() else {
            let found = counted(one.metrics.len(), "measure");
            return Err(YamlError::here(&name.at, format!("`{}` names {found}, expected one", name.text)));
        };
        let place = self.wanted.add(metric.clone());
        if place == self.names.len() {
            self.names.push(without_marks(&name.text).to_owned());
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

    /// Finds the run of each value; `named` returns the name of a run for another text, such as its file. Rows without a run,
    /// such as those of other papers, are not compared; returns a sentence that names them.
    ///
    /// # Errors
    /// If no row has a run, or a name is like that of a run without a row: it is probably a slip.
    pub fn find_runs(
        &mut self,
        input: &Input,
        named: impl Fn(&str) -> String,
    ) -> Result<Option<String>, YamlError> {
        let place = |name: &str| input.runs.iter().position(|run| run.name == name);
        let either = |text: &str| place(text).or_else(|| place(&named(text)));
        // The output of trec_eval names its run only with -m runid.
        let only = if input.runs.len() == 1 { Some(0) } else { None };
        let found = |cell: &Cell| match cell.run.text.as_str() {
            "" => only,
            text => either(text).or_else(|| either(without_marks(text))),
        };
        let places: Vec<Option<usize>> = self.cells.iter().map(found).collect();
        let without_row = || {
            let runs = input.runs.iter().enumerate().filter(|(at, _)| !places.contains(&Some(*at)));
            runs.map(|(_, run)| run.name.as_str())
        };
        let mut absent = Vec::new();
        for (cell, _) in self.cells.iter().zip(&places).filter(|(_, place)| place.is_none()) {
            let text = &cell.run.text;
            let near = nearest(text, without_row());
            if near.is_some() || places.iter().all(Option::is_none) {
                let names: Vec<&str> = input.runs.iter().map(|run| run.name.as_str()).collect();
                let hint = match near {
                    None => format!("; the runs are {}: name its file in --names", few(&names, NAMED, ", ")),
                    near => meant(near),
                };
                let says = format!("no file is of the run `{text}`{hint}");
                return Err(YamlError::here(&cell.run.at, says));
            }
            if !absent.contains(text) {
                absent.push(text.clone());
            }
        }
        let mut places = places.into_iter();
        self.cells.retain_mut(|cell| {
            let place = places.next().expect("a place for each cell");
            cell.place = place.unwrap_or(cell.place);
            if cell.run.text.is_empty() {
                cell.run.text.clone_from(&input.runs[cell.place].name);
            }
            place.is_some()
        });
        let (rows, have) = (counted(absent.len(), "row"), of_number(absent.len(), "has", "have"));
        Ok((!absent.is_empty()).then(|| {
            format!(
                "{rows} of the table {have} no run and {} not compared: {}",
                of_number(absent.len(), "is", "are"),
                few(&absent, NAMED, ", ")
            )
        }))
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
        let sheet = Sheet { notes, ..Sheet::from_rows(&rows) };
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
