//! The description of an audited collection: collection.yaml, with the tables that it names.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::audit::other_judge::OtherJudge;
use anyhow::{Context, Result};
use rejudge_collections::descriptor::{ExtraColumns, Format, QrelsFormat, RepeatedDocuments};
use rejudge_collections::{Ties, run_cell};

/// The description, in the folder of the audit.
pub const COLLECTION: &str = "collection.yaml";
/// The experiment, next to it.
pub const EXPERIMENT: &str = "experiment.yaml";

/// The teams of its runs.
pub const TEAMS: &str = "teams.tsv";
/// The table of the runs that formed the pool.
pub const POOLED: &str = "pooled.tsv";

/// The known facts about a collection.
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// Its name.
    pub id: String,
    /// One line for people.
    pub title: String,
    /// The qrels with their format; `None` for score matrices.
    pub qrels: Option<(PathBuf, QrelsFormat)>,
    /// The run files, as a pattern.
    pub runs: PathBuf,
    /// A run that took no part in the pool, next to the description.
    pub new_run: Option<String>,
    /// True if runs are named by their files, because their tags do not tell them apart.
    pub by_file: bool,
    /// The treatment of text after the tag of a run's line.
    pub extra_columns: ExtraColumns,
    /// The treatment of a document that a run has twice for a topic.
    pub repeated: RepeatedDocuments,
    /// True if not all runs were pooled: then pooled.tsv is next to the description, as teams.tsv always is.
    pub some_pooled: bool,
    /// Depth of the pool that the audit starts from.
    pub depth: Option<u32>,
    /// The order in which runs were read for the pool, if it differs from the order for scoring.
    pub pool_order: Option<Ties>,
    pub judges: Vec<OtherJudge>,
    /// Score matrices by measure.
    pub scores: BTreeMap<String, PathBuf>,
}

/// The description as text, for the folder `home`.
///
/// # Errors
/// If a file is not there.
pub fn describe(of: &Description, home: &Path) -> Result<String> {
    let home = real(home);
    let path = |path: &Path| -> Result<String> { Ok(quoted(&seen_from(path, &home)?.to_string_lossy())) };
    let mut out = format!("{BY_AUDIT}# Paths are seen from the folder of this file.\n");
    let _ = write!(out, "schema: collection/v1\nid: {}\ntitle: {}\nkind: own\n", of.id, quoted(&of.title));
    let Some((qrels, format)) = &of.qrels else {
        out += "scores:\n  folder: .\n  files:\n";
        for (measure, file) in &of.scores {
            let _ = writeln!(out, "    {}: {}", quoted(measure), path(file)?);
        }
        return Ok(out);
    };
    let _ = write!(out, "files:\n  folder: .\n  qrels: {}\n  runs: {}\n", path(qrels)?, path(&of.runs)?);
    if let Some(new_run) = &of.new_run {
        let _ = writeln!(out, "  later-runs: {}", quoted(new_run));
    }
    if format.format == Format::Ntcir {
        out += "  format: ntcir\n";
    }
    if of.extra_columns == ExtraColumns::Ignored {
        out += "  extra-columns: ignored\n";
    }
    if of.repeated == RepeatedDocuments::First {
        out += "  repeated-documents: first\n";
    }
    if of.by_file {
        out += "  # The tags in the files do not tell the runs apart.\n  run-names: files\n";
    }
    let _ = writeln!(out, "  teams: {TEAMS}");
    if of.some_pooled {
        let _ = writeln!(out, "  pooled: {POOLED}");
    }
    if !of.judges.is_empty() {
        out += "  judges:\n";
    }
    for OtherJudge { name, file, .. } in &of.judges {
        let options: String = file.options().iter().map(|(key, value)| format!(", {key}: {value}")).collect();
        let _ = writeln!(out, "    {}: {{file: {}{options}}}", quoted(name), path(&file.file)?);
    }
    if let Some(depth) = of.depth {
        let _ = write!(
            out,
            "# Each pooled run contributed its documents down to this rank; other judged documents stay.\npool-depth: {depth}\n"
        );
    }
    if let Some(order) = of.pool_order {
        let _ = write!(
            out,
            "# A run contributed them in this order; it is scored in the order of the evaluation.\npool-order: {}\n",
            serde_json::json!(order).as_str().unwrap_or_default()
        );
    }
    Ok(out)
}

/// A text in quotes, as YAML reads it.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The first line of the files that people may look at.
pub const BY_AUDIT: &str = "# Made by rejudge.\n";

/// A table of runs with a value each, as teams.tsv and pooled.tsv have them.
pub fn table<'a>(header: [&'a str; 2], rows: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let lines = rows.map(|(run, value)| format!("{}\t{value}\n", run_cell(run)));
    std::iter::once(format!("{BY_AUDIT}{}\t{}\n", header[0], header[1])).chain(lines).collect()
}

/// Returns the target of a path, whose last folders need not exist.
pub fn real(path: &Path) -> PathBuf {
    let there = path.ancestors().find(|above| above.exists()).unwrap_or(Path::new("."));
    let below = path.strip_prefix(there).unwrap_or(path);
    there.canonicalize().map_or_else(|_| path.to_owned(), |real| real.join(below))
}

/// Returns the path of a file relative to a folder, whose path is canonical. A file that cannot be reached from there
/// (on another drive) keeps its path.
pub fn seen_from(file: &Path, home: &Path) -> Result<PathBuf> {
    // A pattern is no file, but its folder is one.
    let (folder, name) = match (file.parent(), file.file_name()) {
        (Some(parent), Some(name)) if parent == Path::new("") => (PathBuf::from("."), name),
        (Some(parent), Some(name)) => (parent.to_owned(), name),
        _ => return Ok(file.to_owned()),
    };
    let folder = folder.canonicalize().with_context(|| format!("cannot find {}", folder.display()))?;
    let (there, here) = (folder.components().collect::<Vec<_>>(), home.components().collect::<Vec<_>>());
    let common = there.iter().zip(&here).take_while(|(a, b)| a == b).count();
    let up = here[common..].iter().map(|_| Path::new(".."));
    let down = there[common..].iter().map(Path::new);
    Ok(up.chain(down).chain([Path::new(name)]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_goes_up_and_down_again() {
        let root = tempfile::tempdir().expect("a folder");
        let at = |path: &str| root.path().canonicalize().expect("there").join(path);
        for folder in ["data/runs", "out/audit"] {
            std::fs::create_dir_all(at(folder)).expect("made");
        }
        let seen = |file: &str, home: &str| seen_from(&at(file), &at(home)).expect("there");
        assert_eq!(seen("data/runs/*.gz", "out/audit"), Path::new("../../data/runs/*.gz"));
        assert_eq!(seen("out/audit/teams.tsv", "out/audit"), Path::new("teams.tsv"));
        assert_eq!(seen("data/qrels", "data"), Path::new("qrels"));
        assert!(seen_from(&at("none/qrels"), &at("out")).is_err());
    }
}
