//! Recomputes a table that was printed elsewhere, such as in a README. Finds the cells that differ at their
//! printed digits, and the conventions (`CONVENTIONS`) that would explain all of these differences.

mod conventions;
mod explain;
mod table;
#[cfg(test)]
mod tests;
mod value;

use std::collections::HashMap;
use std::path::Path;

use rejudge_collections::has_scores;
use rejudge_experiment::printed::{Field, Printed};
use rejudge_experiment::spec::yaml::{Position, YamlError};
use rejudge_names::plural::{capitalised, counted, few, of_number};
use rejudge_names::{meant, nearest};
use rejudge_tables::frame::{Frame, Kind, Sheet, Table};
use serde_json::json;

use crate::scores::MAX_NAMED;
use crate::{EvalError, Input, InputFiles, Preset, PresetRules, RequestedMeasures, SUMMARY, Scores};
pub(crate) use conventions::CONVENTIONS;
use conventions::{Comparison, Convention};
use table::Printout;
use value::{agrees, is_number, printed, without_marks};

/// The values and measures of a printed table.
#[derive(Clone, Debug, Default)]
pub struct ExpectedScores {
    preset: Preset,
    judged_only: bool,
    cells: Vec<Cell>,
    /// The name of each measure as the table first spells it.
    names: Vec<String>,
    /// The measures in the order in which the table names them.
    pub measures: RequestedMeasures,
    /// The line on which each run and measure has its value.
    lines: HashMap<(String, usize), usize>,
    /// The heads of ignored columns. These heads are not measures, and these columns contain no number.
    skipped: Vec<String>,
}

/// A printed value.
#[derive(Clone, Debug)]
struct Cell {
    run: Field,
    /// The index of the run in `Input::runs`. It is 0 until `find_runs` has set it.
    run_index: usize,
    /// The index of the measure in `RequestedMeasures::metrics`.
    measure: usize,
    value: Field,
    printed: Printed,
}

/// Returns the measures with these names. If `judged_only` is true, they use condensed lists.
fn read_measures(
    names: &[String],
    preset: Preset,
    judged_only: bool,
) -> Result<RequestedMeasures, EvalError> {
    let mut measures = RequestedMeasures::read(names, preset)?;
    if judged_only {
        measures.judged_only()?;
    }
    Ok(measures)
}

/// Returns the error about a value on a single topic. We compare only means over topics.
fn value_of_topic(topic: &Field) -> YamlError {
    let (name, file) = (&topic.text, &topic.at.source.name);
    let message = format!(
        "found scores by topic (`{name}`), expected each run's mean over topics, with `{SUMMARY}` as the topic"
    );
    let help = format!(
        "`rejudge eval --scores {file} -o means.csv` writes the means, and --expect means.csv reads them"
    );
    // `--scores` reads only some of the forms that a table of `--expect` may have.
    let help = has_scores(Path::new(file)).then_some(help);
    YamlError { help, ..YamlError::at_position(&topic.at, message) }
}

impl ExpectedScores {
    /// Reads the table of a CSV, TSV or JSON file, the output of trec_eval, or the tables under a heading of
    /// Markdown (`README.md#results`). A table has the columns run, measure and value, or a row for each run
    /// and a column for each measure, or a row for each measure and a column for each run. The JSON may be a
    /// file that `eval -o` wrote. A table with the columns run, measure and value may have other columns,
    /// which are ignored. If a table has a column `topic`, each topic must be `all`. (In a README, such a column
    /// may instead name fields of topics, such as `title`.) If `judged_only` is true, the measures use condensed
    /// lists.
    ///
    /// # Errors
    /// If the file cannot be read as a table, has no such heading, or has no value. Also if a measure is
    /// unknown, a value is not a number, a cell is a duplicate, or a topic is not `all`.
    pub fn read(file: &str, preset: Preset, judged_only: bool) -> Result<Self, YamlError> {
        let mut expected = Self { preset, judged_only, ..Self::default() };
        for table in table::read(file)? {
            if let Some(rows) = expected.rows_of_single_measure(&table) {
                expected.add(&rows)?;
            } else if expected.has_measures_as_rows(&table) {
                expected.add(&table.transposed())?;
            } else {
                expected.add(&table)?;
            }
        }
        if expected.cells.is_empty() {
            return Err(YamlError::without_position(format!("--expect {file}: the table has no value")));
        }
        // We read all names again, so that notes are about all of them together.
        let measures = read_measures(&expected.names, preset, judged_only);
        expected.measures = measures.map_err(|error| YamlError::without_position(error.to_string()))?;
        Ok(expected)
    }

    /// Returns true if every row begins with a measure, and no head of another column is a measure. A table
    /// with the columns measure and value does not count.
    fn has_measures_as_rows(&self, table: &Printout) -> bool {
        let is_measure = |field: &Field| self.measures_named(&field.text).is_ok();
        let has_head = |name: &str| table.head.iter().any(|head| head.text.eq_ignore_ascii_case(name));
        let is_long = has_head("measure") && has_head("value");
        if is_long || table.rows.is_empty() {
            return false;
        }
        table.rows.iter().all(|row| is_measure(&row[0])) && !table.head.iter().skip(1).any(is_measure)
    }

    /// Turns a table with one row into a table with a row for each run, if the first head is a measure and
    /// the other heads are runs. For example, Anserini's pages have such a table for each measure, and its
    /// row is for the collection. Returns `None` for other tables.
    fn rows_of_single_measure(&self, table: &Printout) -> Option<Printout> {
        let is_measure = |field: &Field| self.measures_named(&field.text).is_ok();
        let [row] = table.rows.as_slice() else { return None };
        let (measure, runs) = table.head.split_first()?;
        if !is_measure(measure) || is_measure(&row[0]) || runs.is_empty() || runs.iter().any(is_measure) {
            return None;
        }
        let run = Field { text: "run".to_owned(), at: measure.at.clone() };
        Some(Printout { head: vec![run, measure.clone()], rows: table.transposed().rows })
    }

    /// Returns the measures that a name means. The name may have marks, such as the arrow in `AP ↑`.
    fn measures_named(&self, name: &str) -> Result<RequestedMeasures, EvalError> {
        let bare = without_marks(name);
        let bare = if bare.is_empty() { name } else { bare };
        read_measures(&[bare.to_owned()], self.preset, self.judged_only)
    }

    /// Adds the values of a table.
    fn add(&mut self, table: &Printout) -> Result<(), YamlError> {
        let column = |name: &str| table.head.iter().position(|head| head.text.eq_ignore_ascii_case(name));
        // A row of a README may name the model first, and its run file in a column `file`.
        let run = column("file").or_else(|| column("run")).unwrap_or(0);
        let topic = column("topic");
        let has_value = column("measure").is_some() && column("value").is_some();
        // In a README, a column `topic` may name the field of the topics that a run used, such as `title`.
        let is_id = |text: &str| has_value || text.contains(|c: char| c.is_ascii_digit());
        let mut topics = table.rows.iter().filter_map(|row| Some(&row[topic?]));
        if let Some(topic) = topics.find(|topic| topic.text != SUMMARY && is_id(&topic.text)) {
            return Err(value_of_topic(topic));
        }
        if let (Some(measure), Some(value)) = (column("measure"), column("value")) {
            for row in &table.rows {
                let measure = self.add_measure(&row[measure])?;
                self.add_value(&row[run], measure, &row[value])?;
            }
            return Ok(());
        }
        // A column of fields stays, so that a remark says that it is skipped.
        let summaries = topic.filter(|topic| table.rows.iter().all(|row| row[*topic].text == SUMMARY));
        let is_other = |index: usize| index != run && Some(index) != summaries;
        for (index, head) in table.head.iter().enumerate().filter(|(index, _)| is_other(*index)) {
            let measure = match self.add_measure(head) {
                Err(_) if !table.rows.iter().any(|row| is_number(&row[index].text)) => {
                    self.skipped.push(head.text.clone());
                    continue;
                }
                measure => measure?,
            };
            for row in &table.rows {
                self.add_value(&row[run], measure, &row[index])?;
            }
        }
        Ok(())
    }

    /// Adds a measure, unless the table has named it already. Returns its index.
    fn add_measure(&mut self, name: &Field) -> Result<usize, YamlError> {
        let measures = self.measures_named(&name.text);
        let measures = measures.map_err(|error| YamlError::at_position(&name.at, error.to_string()))?;
        let [metric] = measures.metrics.as_slice() else {
            let count = counted(measures.metrics.len(), "measure");
            return Err(YamlError::at_position(
                &name.at,
                format!("`{}` names {count}, expected one", name.text),
            ));
        };
        let index = self.measures.add(metric.clone());
        if index == self.names.len() {
            self.names.push(without_marks(&name.text).to_owned());
        }
        Ok(index)
    }

    /// Adds a value, unless its cell is blank.
    fn add_value(&mut self, run: &Field, measure: usize, value: &Field) -> Result<(), YamlError> {
        let printed = printed(&value.text).map_err(|error| YamlError::at_position(&value.at, error))?;
        if printed == Printed::Blank {
            return Ok(());
        }
        if let Some(line) = self.lines.insert((run.text.clone(), measure), value.at.line) {
            let (run, name) = (&run.text, &self.names[measure]);
            let message = format!("duplicate value of `{run}` by `{name}` (first on line {line})");
            return Err(YamlError::at_position(&value.at, message));
        }
        self.cells.push(Cell { run: run.clone(), run_index: 0, measure, value: value.clone(), printed });
        Ok(())
    }

    /// Keeps only the values by the measures with these names.
    ///
    /// # Errors
    /// If a name is not a measure, or the table lacks one of these measures.
    pub fn keep_measures(&mut self, names: &[String]) -> Result<(), EvalError> {
        let kept = read_measures(names, self.preset, self.judged_only)?.metrics;
        let metrics = &self.measures.metrics;
        if let Some(missing) = kept.iter().find(|metric| !metrics.contains(metric)) {
            let names = few(&self.names, MAX_NAMED, ", ");
            return Err(EvalError::Usage(format!(
                "-m {missing}: the table of --expect has values by {names} only"
            )));
        }
        let places: Vec<usize> = (0..metrics.len()).filter(|&place| kept.contains(&metrics[place])).collect();
        self.cells.retain(|cell| places.contains(&cell.measure));
        if self.cells.is_empty() {
            let names = names.join(" ");
            return Err(EvalError::Usage(format!(
                "-m {names}: the table of --expect has no value by these measures"
            )));
        }
        for cell in &mut self.cells {
            let place = places.iter().position(|place| *place == cell.measure);
            cell.measure = place.expect("the cell's measure is kept");
        }
        self.names = places.iter().map(|&place| self.names[place].clone()).collect();
        self.measures = read_measures(&self.names, self.preset, self.judged_only)?;
        Ok(())
    }

    /// Returns a sentence for each column that is not compared.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let remark = |head: &String| {
            format!("column `{head}` skipped: its head is not a measure, and it has no number")
        };
        self.skipped.iter().map(remark)
    }

    /// Finds the run of each value. `run_name` returns the name of a run from another text, such as the name
    /// of its file. A row is not compared if its run is not in the input, for example because the row is
    /// from another paper. Returns a sentence that names these runs, or `None` if there are none.
    ///
    /// # Errors
    /// If the runs of all rows are missing from the input, or if the name of a missing run resembles the name
    /// of a run without a row. One of these two names is probably mistyped.
    pub fn find_runs(
        &mut self,
        input: &Input,
        run_name: impl Fn(&str) -> String,
    ) -> Result<Option<String>, YamlError> {
        let find = |name: &str| input.runs.iter().position(|run| run.name == name);
        let find_either = |text: &str| find(text).or_else(|| find(&run_name(text)));
        // The output of trec_eval names its run only if `runid` is among the measures.
        let only_run = if input.runs.len() == 1 { Some(0) } else { None };
        let find_run = |cell: &Cell| match cell.run.text.as_str() {
            "" => only_run,
            text => find_either(text).or_else(|| find_either(without_marks(text))),
        };
        let run_indices: Vec<Option<usize>> = self.cells.iter().map(find_run).collect();
        let runs_without_row = || {
            let runs = input.runs.iter().enumerate();
            runs.filter(|(index, _)| !run_indices.contains(&Some(*index))).map(|(_, run)| run.name.as_str())
        };
        let mut absent = Vec::new();
        for (cell, _) in self.cells.iter().zip(&run_indices).filter(|(_, index)| index.is_none()) {
            let text = &cell.run.text;
            let similar_name = nearest(text, runs_without_row());
            if similar_name.is_some() || run_indices.iter().all(Option::is_none) {
                let names: Vec<&str> = input.runs.iter().map(|run| run.name.as_str()).collect();
                let hint = match similar_name {
                    None => {
                        format!("; the runs are {}: name its file in --names", few(&names, MAX_NAMED, ", "))
                    }
                    similar_name => meant(similar_name),
                };
                let message = format!("no file has the run `{text}`{hint}");
                return Err(YamlError::at_position(&cell.run.at, message));
            }
            if !absent.contains(text) {
                absent.push(text.clone());
            }
        }
        let mut run_indices = run_indices.into_iter();
        self.cells.retain_mut(|cell| {
            let Some(run_index) = run_indices.next().expect("each cell has an index") else { return false };
            cell.run_index = run_index;
            if cell.run.text.is_empty() {
                cell.run.text.clone_from(&input.runs[run_index].name);
            }
            true
        });
        let (names, have) = (counted(absent.len(), "run"), of_number(absent.len(), "has", "have"));
        Ok((!absent.is_empty()).then(|| {
            format!(
                "{names} of the table {have} no file and {} not compared: {}",
                of_number(absent.len(), "is", "are"),
                few(&absent, MAX_NAMED, ", ")
            )
        }))
    }

    /// Compares the values with `scores`, the scores of `input` by the measures of the table, and explains
    /// the differences. Call [`Self::find_runs`] first.
    ///
    /// # Errors
    /// If files cannot be read a second time.
    pub fn differences(
        &self,
        scores: &Scores,
        files: &InputFiles,
        input: &Input,
        rules: &PresetRules,
    ) -> Result<Differences, EvalError> {
        let (mut rows, mut places) = (Frame::new(COLUMNS), Vec::new());
        for cell in &self.cells {
            let score = scores.summary(cell.run_index, cell.measure);
            if !agrees(&cell.printed, score, Comparison::default()) {
                let (run, name) = (&cell.run.text, &self.names[cell.measure]);
                let Field { text, at } = &cell.value;
                places.push((at.clone(), format!("{name} of {run} is {score}, and {text} is printed")));
                rows.push([run.into(), name.into(), text.into(), score.into()]);
            }
        }
        let (values, differing) = (counted(self.cells.len(), "value"), places.len());
        let (mut sentences, mut explained) = (Vec::new(), json!(null));
        if differing == 0 {
            let agree = of_number(self.cells.len(), "it agrees", "all agree");
            sentences.push(format!("{values} recomputed: {agree} at the printed digits"));
        } else {
            let differ = of_number(differing, "differs", "differ");
            sentences.push(format!("{differing} of {values} {differ} at the printed digits"));
            explained = explain::explain(self, files, input, &rules.rules, &mut sentences)?;
        }
        let notes = sentences.iter().map(|sentence| capitalised(sentence) + ".").collect();
        let sheet = Sheet { notes, ..Sheet::from_rows(&rows, None) };
        let mut table = Table { sheets: Some(vec![sheet]), ..rules.table("differing", rows, "") };
        let mut object = table.json();
        object["values"] = json!(self.cells.len());
        object["explained"] = explained;
        table.json = Some(object);
        Ok(Differences { table, sentences, places })
    }
}

/// The columns of the table of differences.
const COLUMNS: [(&str, Kind, &str); 4] = [
    ("run", Kind::Text, "name of the run in the table"),
    ("measure", Kind::Text, "name of the measure in the table"),
    ("printed", Kind::Text, "the value of the table"),
    ("ours", Kind::Number, "the value recomputed"),
];

/// The printed values that differ from the scores, and the conventions that explain them.
#[derive(Clone, Debug)]
pub struct Differences {
    /// The table of differences, with a row for each value that differs.
    pub table: Table,
    /// Sentences on the number of values that differ, and on the conventions that explain them.
    pub sentences: Vec<String>,
    /// The place of each value that differs, with a sentence that has both values.
    pub places: Vec<(Position, String)>,
}
