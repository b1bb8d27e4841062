//! Inputs from the files of the workload, which the other tools in a comparison read too.

use std::error::Error;
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{Qrels, Reading, TeamChoice, TeamFiles, load_numbered, read, run_files};
use rejudge_pools::TestCollection;
use rejudge_stats::{Matrix, Resamples};
use serde::de::DeserializeOwned;

/// Returns the run files, sorted by path.
pub fn runs(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    Ok(run_files(&[folder.join("runs")])?)
}

/// Reads a collection with judgments, teams and runs.
pub fn collection(folder: &Path) -> Result<TestCollection, Box<dyn Error>> {
    let path = folder.join("qrels.txt");
    let bytes = read(&path)?;
    let qrels = Qrels::parse(&path, &bytes, &QrelsFormat::trec())?;
    let teams = TeamFiles { teams: TeamChoice::Table(folder.join("teams.tsv")), ..TeamFiles::default() };
    Ok(load_numbered(&qrels, &path, &runs(folder)?, &teams, &Reading::default())?.collection)
}

/// Reads the rows of a table of numbers that has no heading.
fn read_table<T: DeserializeOwned>(path: &Path) -> Result<Vec<Vec<T>>, Box<dyn Error>> {
    let with_path = |error: csv::Error| format!("{}: {error}", path.display());
    let mut reader =
        csv::ReaderBuilder::new().delimiter(b'\t').has_headers(false).from_path(path).map_err(with_path)?;
    Ok(reader.deserialize().collect::<Result<_, _>>().map_err(with_path)?)
}

/// Reads a matrix of numbers, such as scores.
pub fn matrix(path: &Path) -> Result<Matrix, Box<dyn Error>> {
    let rows = read_table::<f64>(path)?;
    let cols = rows.first().map_or(0, Vec::len);
    Ok(Matrix::new(rows.len(), cols, rows.concat())?)
}

/// Reads samples of topics, each a row of topic numbers.
pub fn resamples(path: &Path) -> Result<Resamples, Box<dyn Error>> {
    let rows = read_table::<usize>(path)?;
    let topics = rows.first().map_or(0, Vec::len);
    let mut counts = vec![0; rows.len() * topics];
    for (sample, row) in rows.iter().enumerate() {
        for &topic in row {
            if topic >= topics {
                return Err("a sample contains a topic number that is out of range".into());
            }
            counts[sample * topics + topic] += 1;
        }
    }
    Ok(Resamples::from_counts(topics, counts)?)
}
