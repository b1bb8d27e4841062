//! The files of an audit: its description, its experiment, its tables and its report.

use std::path::Path;

use anyhow::Result;
use rejudge_table::parquet;

use super::experiment::{AuditQuestions, experiment};
use super::files::{BY_AUDIT, COLLECTION, EXPERIMENT, describe};
use super::folder::REPORT;
use super::inspect::InspectedCollection;
use super::report::{AuditSubject, Audited, page, report, verdicts};
use rejudge_check::report::pictures_of_both_widths;

/// The report in a browser.
pub const PAGE: &str = "report.html";

/// The verdicts for programs.
pub const VERDICTS: &str = "verdicts.json";

/// The experiment with all that it needs to be run, for the folder `folder`: names and bytes.
pub fn experiment_files(
    asked: &AuditQuestions,
    looked: &InspectedCollection,
    folder: &Path,
) -> Result<Vec<(String, Vec<u8>)>> {
    let tables = looked.tables.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes()));
    let described = describe(&looked.description, folder)?.into_bytes();
    let asked = format!("{BY_AUDIT}{}", experiment(asked)?).into_bytes();
    Ok(tables.chain([(COLLECTION.to_owned(), described), (EXPERIMENT.to_owned(), asked)]).collect())
}

/// The report with the tables of what was seen.
pub fn report_files(of: &Audited<'_>) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    if let AuditSubject::Files(inspection) = of.seen {
        let provenance = serde_json::json!({ "experiment": of.grid.id }).to_string();
        for (name, frame) in inspection.frames() {
            files.push((name.to_owned(), parquet::write(&frame, &provenance)?));
        }
    }
    let text = report(of);
    let pictures = pictures_of_both_widths(of.tables)?;
    let page = page(of, &|address| pictures.get(address).cloned());
    let verdicts = serde_json::to_string_pretty(&verdicts(of))? + "\n";
    files.push((REPORT.to_owned(), text.into_bytes()));
    files.push((PAGE.to_owned(), page.into_bytes()));
    files.push((VERDICTS.to_owned(), verdicts.into_bytes()));
    Ok(files)
}
