//! Files as other tools write them, as lines of TREC.

use std::path::Path;

use crate::forms::{Kind, as_trec};

use crate::error::{LoadError, Located};
use crate::file_text::LineColumn;
use crate::text::{read, uncompressed};

/// Converts a file of another form to lines of TREC; returns `None` if the form is unknown. If `by_rank`,
/// each record must have a rank.
pub(crate) fn as_lines(
    kind: Kind,
    by_rank: bool,
    path: &Path,
    bytes: &[u8],
) -> Result<Option<Vec<u8>>, Located> {
    let read = as_trec(kind, &name(path), bytes)
        .map_err(|fault| Located { name: path.to_string_lossy().into(), ..fault })?;
    let Some(read) = read else { return Ok(None) };
    if let Some(line) = read.unranked.filter(|_| by_rank) {
        let form = &read.form;
        let what = format!("no rank to break ties by: expected a column `rank` (read as {form})");
        return Err(LineColumn { line, column: 1 }.error(path, what));
    }
    tracing::info!(path = %path.display(), form = read.form, "not TREC's form");
    if read.rounded > 0 {
        let count = read.rounded;
        tracing::warn!(path = %path.display(), count, "grades that are fractions: rounded to the nearest level, halves up");
    }
    Ok(Some(read.text.into_bytes()))
}

/// Returns the lines of a file in TREC format, whatever its form.
///
/// ```
/// use rejudge_collections::forms::Kind;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("run.csv");
/// std::fs::write(&path, "qid,docno,score\n1,d1,2.5\n")?;
/// assert_eq!(rejudge_collections::read_lines(Kind::Run, &path)?, b"\n1 Q0 d1 1 2.5 run\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file cannot be read, or is of a known form and a record of it cannot be read.
pub fn read_lines(kind: Kind, path: &Path) -> Result<Vec<u8>, LoadError> {
    let bytes = read(path)?;
    Ok(as_lines(kind, false, path, &bytes)?.unwrap_or(bytes))
}

/// Reads a file and parses it.
///
/// # Errors
/// If the file cannot be read, or `parse` refuses it.
pub fn read_as<T>(
    path: &Path,
    parse: impl FnOnce(&Path, &[u8]) -> Result<T, Located>,
) -> Result<T, LoadError> {
    Ok(parse(path, &read(path)?)?)
}

/// Returns the name of a run without one: that of its file, without the extensions of the format.
fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let endings = [".jsonl", ".json", ".parquet", ".csv", ".tsv", ".txt", ".run", ".res", ".trec"];
    let name =
        endings.iter().fold(uncompressed(&name), |name, ending| name.strip_suffix(ending).unwrap_or(name));
    if matches!(name, "" | "-") { "run".to_owned() } else { name.to_owned() }
}
