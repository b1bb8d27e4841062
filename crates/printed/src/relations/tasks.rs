//! A file of tasks says, as data, what the words of a survey's tables mean.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::{DITTO, Holds, Instance};
use rejudge_spec::yaml::{Spanned, YamlError};
use rejudge_spec::{Task, Tasks};

/// Columns of such a table, behind the row's label.
const COLUMNS: [&str; 3] = ["round", "levels", "measures"];
/// What may stand between the names of measures.
const BETWEEN: [&str; 2] = ["and", "etc"];

/// Every row of a table has its task in the file, in the same order, and every task its row. The printed
/// round and year can be written from the task's numbers, its numbers of levels are among the printed ones,
/// and the names of its measures fill the cell but for commas and parentheses. The file repeats no printed
/// word but those names, by which it links measures, so that a cell that holds is transcribed as data:
/// nothing of it is reproduced.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TasksFile {
    /// The file of tasks.
    file: Spanned<String>,
}

impl Holds for TasksFile {
    fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let tasks = Tasks::load(&self.file)?;
        let mut instances = Vec::new();
        for (table, rows) in &tasks.tables.0 {
            let of_file: Vec<&str> = rows.iter().map(|task| task.id.value.as_str()).collect();
            let mut of_print: Vec<&str> = Vec::new();
            for cell in expected.cells.iter().filter(|cell| cell.address.table == table.value) {
                if of_print.last() != Some(&cell.address.row.as_str()) {
                    of_print.push(&cell.address.row);
                }
            }
            if of_file != of_print {
                let odd = of_file.iter().zip(&of_print).find(|(a, b)| a != b).map_or("", |(a, _)| a);
                let message = format!(
                    "the rows of {} are other than those of expected.yaml, from `{odd}`",
                    table.value
                );
                return Err(table.error(message));
            }
            for task in rows {
                for column in COLUMNS {
                    instances.extend(instance(expected, &table.value, task, column)?);
                }
            }
        }
        Ok(instances)
    }
}

/// One cell against the file; none where nothing is printed.
fn instance<'e>(
    expected: &'e Expected,
    table: &str,
    task: &Task,
    column: &str,
) -> Result<Option<Instance<'e>>, YamlError> {
    let site = Site {
        table: table.to_owned(),
        row: Some(task.id.value.clone()),
        column: Some(column.to_owned()),
        ..Site::default()
    };
    let cell: &PrintedCell =
        expected.at(&site).ok_or_else(|| task.id.error(format!("{site} is not among the printed cells")))?;
    let verdict = match column {
        "round" => round(task, &cell.text),
        "levels" => levels(task, &cell.text),
        _ => measures(task, &cell.text),
    };
    // An empty field was no printed quantity, and has no place among the bound cells.
    let printed = expected.is_own(cell);
    Ok((printed || verdict.is_err()).then(|| Instance::new(site, &cell.at, vec![cell], Vec::new(), verdict)))
}

/// `3-5 (2002-2005)`; the year, or all of it, may be left to a row above.
fn round(task: &Task, printed: &str) -> Result<(), String> {
    let span = |numbers: &[u32]| match numbers {
        [only] => Ok(only.to_string()),
        [first, last] if first < last => Ok(format!("{first}-{last}")),
        other => {
            let numbers: Vec<String> = other.iter().map(u32::to_string).collect();
            Err(format!("`{}` is neither one number nor the first and the last", numbers.join(", ")))
        }
    };
    let (rounds, years) = (span(&task.rounds.0)?, span(&task.years.0)?);
    if matches!(printed, "" | DITTO) || printed == rounds || printed == format!("{rounds} ({years})") {
        return Ok(());
    }
    Err(format!("`{printed}` is printed, the file says {rounds} ({years})"))
}

/// The number of levels stands in the cell, or its letters do, without the nonrelevant level.
fn levels(task: &Task, printed: &str) -> Result<(), String> {
    let words: Vec<&str> = printed.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let numbered = |levels: u8| words.iter().any(|word| word.parse() == Ok(levels));
    let letters = |part: &str| {
        let labels = part.split(' ').find(|word| word.contains(',')).unwrap_or(part);
        labels.split(',').count() + 1
    };
    let lettered = |levels: u8| {
        printed.split(" / ").any(|part| part.contains(',') && letters(part) == usize::from(levels))
    };
    match task.levels.0.iter().find(|&&levels| !numbered(levels) && !lettered(levels)) {
        None => Ok(()),
        Some(levels) => Err(format!("`{printed}` is printed, the file says {levels} levels")),
    }
}

/// The names of the measures fill the cell.
fn measures(task: &Task, printed: &str) -> Result<(), String> {
    let mut rest = with_braces_opened(printed);
    let mut names: Vec<&str> = task.measures.iter().map(|link| link.printed.value.as_str()).collect();
    names.sort_by_key(|name| (Reverse(name.len()), *name));
    // A measure that is linked twice, on two scales, is printed once.
    names.dedup();
    for name in names {
        let at = rest.find(name).ok_or_else(|| format!("`{name}` is not in `{printed}`"))?;
        rest.replace_range(at..at + name.len(), " ");
    }
    let left =
        rest.split(|c: char| " ,().".contains(c)).find(|word| !word.is_empty() && !BETWEEN.contains(word));
    left.map_or(Ok(()), |word| Err(format!("`{word}` of `{printed}` is no measure of the file")))
}

/// `GA-{Q, nDCG}` is `GA-Q, GA-nDCG`.
fn with_braces_opened(text: &str) -> String {
    let Some((before, rest)) = text.split_once('{') else { return text.to_owned() };
    let Some((inside, after)) = rest.split_once('}') else { return text.to_owned() };
    let (head, prefix) = before.rsplit_once([' ', ',']).unwrap_or(("", before));
    let opened: Vec<String> = inside.split(',').map(|name| format!("{prefix}{}", name.trim())).collect();
    format!("{head} {}{}", opened.join(", "), with_braces_opened(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_stand_for_each_name() {
        assert_eq!(with_braces_opened("GA-{nG@1, Q}, (Hit)"), " GA-nG@1, GA-Q, (Hit)");
        assert_eq!(with_braces_opened("AP"), "AP");
    }
}
