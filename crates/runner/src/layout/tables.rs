//! Tables with commas become tables with tabs, by run.

use std::collections::BTreeSet;

use anyhow::Result;
use rejudge_collections::descriptor::origin::{Columns, Values};

use crate::layout::{at_line, no_such};

/// Columns, one row per run.
pub(crate) fn columns(columns: &Columns, source: &[u8]) -> Result<Vec<u8>> {
    let table = PublishedTable::read(source)?;
    let at = table.places(&columns.of)?;
    let word = |field: &str| columns.words.get(field).cloned().unwrap_or_else(|| field.to_owned());
    let rows = table.rows.iter().map(|row| at.iter().map(|&at| word(&row[at])).collect()).collect();
    Ok(written(&columns.heading, rows))
}

/// A row a run and measure.
pub(crate) fn values(values: &Values, source: &[u8]) -> Result<Vec<u8>> {
    let table = PublishedTable::read(source)?;
    let run = table.places(std::slice::from_ref(&values.run))?[0];
    let at = table.places(&values.of)?;
    let named = || at.iter().zip(&values.of);
    let rows = table.rows.iter().flat_map(|row| {
        named().map(|(&at, measure)| vec![row[run].clone(), measure.clone(), row[at].clone()])
    });
    Ok(written(&["run", "measure", "value"].map(str::to_owned), rows.collect()))
}

/// Rows, sorted by their first field, with tabs.
pub(crate) fn written(heading: &[String], mut rows: Vec<Vec<String>>) -> Vec<u8> {
    rows.sort_by(|a, b| a.first().cmp(&b.first()));
    let heading = (!heading.is_empty()).then(|| heading.to_vec());
    let lines = heading.into_iter().chain(rows).map(|row| row.join("\t") + "\n");
    lines.collect::<String>().into_bytes()
}

/// Returns the first fields of rows with tabs.
pub(crate) fn first_column(source: &[u8]) -> Result<BTreeSet<String>> {
    // Names may begin with a quote, because readers of these tables do not interpret quotes.
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.delimiter(b'\t').quoting(false).has_headers(false).from_reader(source);
    let rows = reader.into_records();
    Ok(rows
        .filter_map(|row| row.map(|row| row.get(0).map(str::to_owned)).transpose())
        .collect::<Result<_, _>>()?)
}

/// A table with a first line of names.
struct PublishedTable {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl PublishedTable {
    fn read(source: &[u8]) -> Result<Self> {
        let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(source).into_records();
        let mut row = || -> Result<Option<Vec<String>>> {
            let Some(record) = rows.next() else { return Ok(None) };
            let record = record?;
            Ok(Some(record.iter().map(|field| field.trim().to_owned()).collect()))
        };
        let names = row()?.unwrap_or_default();
        let mut table = Self { names, rows: Vec::new() };
        while let Some(row) = row()? {
            table.rows.push(row);
        }
        Ok(table)
    }

    /// Returns the positions of columns.
    fn places(&self, names: &[String]) -> Result<Vec<usize>> {
        let place = |name: &String| {
            let there: Vec<&str> = self.names.iter().map(String::as_str).collect();
            let at = self.names.iter().position(|other| other == name);
            at.ok_or_else(|| at_line(1, no_such("column", name, &there)))
        };
        names.iter().map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[u8] = b"run,team,yes,P@5\nb,\"T, two\",no,.50\na,T1,yes,0.1\n";

    fn text(bytes: Vec<u8>) -> String {
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn columns_and_values_are_as_printed() {
        let of = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let teams = Columns { of: of(&["run", "team"]), heading: of(&[]), words: [].into() };
        assert_eq!(text(columns(&teams, TABLE).expect("columns")), "a\tT1\nb\tT, two\n");
        let words = [("yes", "1"), ("no", "0")].map(|(a, b)| (a.to_owned(), b.to_owned())).into();
        let pooled = Columns { of: of(&["run", "yes"]), heading: of(&["run", "pooled"]), words };
        assert_eq!(text(columns(&pooled, TABLE).expect("columns")), "run\tpooled\na\t1\nb\t0\n");
        let scores = Values { run: "run".into(), of: of(&["P@5"]) };
        let expected = "run\tmeasure\tvalue\na\tP@5\t0.1\nb\tP@5\t.50\n";
        assert_eq!(text(values(&scores, TABLE).expect("values")), expected);
        let wrong = Values { run: "run".into(), of: of(&["p@5"]) };
        let error = values(&wrong, TABLE).expect_err("no such column").to_string();
        assert_eq!(error, "line 1: there is no column `p@5`, did you mean `P@5`?");
        let error = columns(&teams, b"run,team\na,b,c\n").expect_err("three fields").to_string();
        assert!(error.contains("found record with 3 fields"), "{error}");
    }
}
