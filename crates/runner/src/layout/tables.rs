//! Converts published tables: csv files to tab-separated tables, and matrices with blanks between the columns to csv files.

use std::collections::BTreeSet;

use anyhow::Result;
use csv::{Reader, ReaderBuilder, StringRecord, Trim};
use rejudge_collections::descriptor::origin::{Columns, Matrix, Values};
use rejudge_names::Mistyped;
use rejudge_names::plural::counted;

use crate::layout::at_line;

/// Makes a tab-separated table with some of the columns, and a row for each row of the source.
pub(crate) fn columns(columns: &Columns, source: &[u8]) -> Result<Vec<u8>> {
    let mut table = reader(source);
    let indices = columns.of.iter().map(|name| column(&mut table, name)).collect::<Result<Vec<_>>>()?;
    let word = |field: &str| columns.words.get(field).map_or(field, String::as_str).to_owned();
    let row = |record: StringRecord| indices.iter().map(|&index| word(&record[index])).collect();
    let rows = table.records().map(|record| Ok(row(record?)));
    Ok(tab_separated(&columns.heading, rows.collect::<Result<_>>()?))
}

/// Makes a tab-separated table with a row for each run and measure.
pub(crate) fn values(values: &Values, source: &[u8]) -> Result<Vec<u8>> {
    let mut table = reader(source);
    let run = column(&mut table, &values.run)?;
    let indices = values.of.iter().map(|name| column(&mut table, name)).collect::<Result<Vec<_>>>()?;
    let mut rows = Vec::new();
    for record in table.records() {
        let record = record?;
        for (&index, measure) in indices.iter().zip(&values.of) {
            rows.push([&record[run], measure, &record[index]].map(str::to_owned).to_vec());
        }
    }
    Ok(tab_separated(&["run", "measure", "value"].map(str::to_owned), rows))
}

/// Makes a csv file with a row for each topic and a column for each run.
pub(crate) fn matrix(matrix: &Matrix, source: &[u8]) -> Result<Vec<u8>> {
    let text = std::str::from_utf8(source)?;
    let (mut csv, mut width) = (String::new(), None);
    for (number, line) in (1..).zip(text.lines()) {
        let mut fields: Vec<&str> = line.split_ascii_whitespace().collect();
        let expected = *width.get_or_insert(fields.len());
        if fields.len() != expected {
            return Err(at_line(number, format!("{}, expected {expected}", counted(fields.len(), "field"))));
        }
        if number == 1 {
            let word = |field| matrix.words.get(field).map_or(field, String::as_str);
            fields = ["topic"].into_iter().chain(fields.into_iter().skip(1).map(word)).collect();
        }
        csv += &(fields.join(",") + "\n");
    }
    Ok(csv.into_bytes())
}

/// Writes rows as tab-separated lines, sorted by their first field.
pub(crate) fn tab_separated(heading: &[String], mut rows: Vec<Vec<String>>) -> Vec<u8> {
    rows.sort_by(|a, b| a.first().cmp(&b.first()));
    let heading = (!heading.is_empty()).then(|| heading.to_vec());
    let lines = heading.into_iter().chain(rows).map(|row| row.join("\t") + "\n");
    lines.collect::<String>().into_bytes()
}

/// Returns the first field of every row in a tab-separated table.
pub(crate) fn first_column(source: &[u8]) -> Result<BTreeSet<String>> {
    // A name may begin with a quote. Readers of these tables do not interpret quotes.
    let mut reader = ReaderBuilder::new();
    let reader = reader.delimiter(b'\t').quoting(false).has_headers(false).from_reader(source);
    let rows = reader.into_records();
    Ok(rows
        .filter_map(|row| row.map(|row| row.get(0).map(str::to_owned)).transpose())
        .collect::<Result<_, _>>()?)
}

/// Makes a reader for a table that has the names of the columns in its first line.
fn reader(source: &[u8]) -> Reader<&[u8]> {
    ReaderBuilder::new().trim(Trim::All).from_reader(source)
}

/// Returns the index of the column called `name`.
fn column(table: &mut Reader<&[u8]>, name: &str) -> Result<usize> {
    let names: Vec<&str> = table.headers()?.iter().collect();
    let index = names.iter().position(|column| *column == name);
    index.ok_or_else(|| at_line(1, Mistyped::unknown("column", name, &names)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn blanks_and_tabs_of_a_matrix_become_commas() {
        let words = [("b".to_owned(), "beta".to_owned())].into();
        let made = |text: &str| {
            let made = matrix(&Matrix { words: BTreeMap::clone(&words) }, text.as_bytes());
            made.map(|bytes| String::from_utf8(bytes).expect("text")).map_err(|error| error.to_string())
        };
        assert_eq!(made("query\ta  b\r\n701 .5\t0\n"), Ok("topic,a,beta\n701,.5,0\n".to_owned()));
        assert_eq!(made("query a b\n701 .5\n"), Err("line 2: 2 fields, expected 3".to_owned()));
    }
}
