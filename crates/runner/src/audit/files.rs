//! Makes the text of collection.yaml, which describes an audited collection, and of the tables that it names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::audit::other_judge::OtherJudge;
use anyhow::{Context, Result};
use rejudge_collections::descriptor::{ExtraColumns, Format, LabelKind, RepeatedDocuments, canonical};
use rejudge_collections::{JudgeCounts, Ties, is_run_pattern, name_cell, run_pattern, text_cell};
use rejudge_eval::own_files::OwnFiles;
use serde_json::{Map, Value, json};

/// The file name of the collection's description in the audit's folder.
pub const COLLECTION: &str = "collection.yaml";
/// The file name of the experiment in the audit's folder.
pub const EXPERIMENT: &str = "experiment.yaml";

/// The table with the team of each run.
pub const TEAMS: &str = "teams.tsv";
/// The table of the runs that formed the pool.
pub const POOLED: &str = "pooled.tsv";

/// The facts in a collection's description.
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// The name of the collection.
    pub id: String,
    /// A title of one line, for people.
    pub title: String,
    /// The judgments and runs. `None` if the audit has only score matrices.
    pub files: Option<OwnFiles>,
    /// The file of a run that did not contribute to the pool, relative to the description's folder.
    pub new_run: Option<String>,
    /// True if runs are named after their files, because several runs have the same tag.
    pub by_file: bool,
    /// True if only some runs were pooled. Then pooled.tsv is written next to the description, besides
    /// teams.tsv, which every audit of runs writes.
    pub some_pooled: bool,
    /// The assumed pool depth. `None` if it is unknown.
    pub depth: Option<u32>,
    /// The order of documents with equal scores when the pool was formed. `None` if it is the order in which
    /// runs are scored.
    pub pool_order: Option<Ties>,
    /// The other judges, with the counts of their labels.
    pub judges: Vec<(OtherJudge, JudgeCounts)>,
    /// Score matrices by measure.
    pub scores: BTreeMap<String, PathBuf>,
}

/// Returns the text of the description, for a file in the folder `home`.
///
/// # Errors
/// If the folder of an input file does not exist.
pub fn describe(description: &Description, home: &Path) -> Result<String> {
    let home = canonical(home);
    let path =
        |path: &Path| Ok::<_, anyhow::Error>(relative_path(path, &home)?.to_string_lossy().into_owned());
    let mut out = json!({
        "schema": "collection/v1", "id": description.id, "title": description.title, "kind": "own",
    });
    if let Some(OwnFiles { qrels, format, runs, reading, .. }) = &description.files {
        let mut judges = Map::new();
        for (OtherJudge { name, file, .. }, _) in &description.judges {
            let mut keys = Map::from_iter([("file".to_owned(), path(&file.file)?.into())]);
            keys.extend(file.options());
            judges.insert(name.clone(), keys.into());
        }
        out["files"] = json!({
            "folder": ".",
            "qrels": path(qrels)?,
            "runs": path(&run_pattern(runs))?,
            "later-runs": description.new_run,
            "format": (format.format == Format::Ntcir).then_some("ntcir"),
            "grades": (!format.grades.is_empty()).then_some(&format.grades),
            "labels": (format.labels != LabelKind::default()).then_some(format.labels),
            "topics": &format.topics,
            "extra-columns": (reading.extra_columns == ExtraColumns::Ignored).then_some("ignored"),
            "repeated-documents": (reading.repeated == RepeatedDocuments::First).then_some("first"),
            "run-names": description.by_file.then_some("files"),
            "teams": TEAMS,
            "pooled": description.some_pooled.then_some(POOLED),
            "judges": (!judges.is_empty()).then_some(judges),
        });
        out["pool-depth"] = json!(description.depth);
        out["pool-order"] = json!(description.pool_order);
    } else {
        let mut files = Map::new();
        for (measure, file) in &description.scores {
            files.insert(measure.clone(), path(file)?.into());
        }
        out["scores"] = json!({"folder": ".", "files": files});
    }
    for part in ["", "/files"] {
        if let Some(Value::Object(keys)) = out.pointer_mut(part) {
            keys.retain(|_, value| !value.is_null());
        }
    }
    let yaml = serde_yaml::to_string(&out)?;
    Ok(format!("{BY_AUDIT}# Paths are relative to the folder of this file.\n{yaml}"))
}

/// The first line of a collection's description, of a table and of an audit's experiment.yaml. It tells a
/// reader where the file comes from.
pub const BY_AUDIT: &str = "# Made by rejudge.\n";

/// Returns a table with a value for each run, in the form of teams.tsv and pooled.tsv.
pub fn table<'a>(header: [&'a str; 2], rows: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let lines = rows.map(|(run, value)| format!("{}\t{}\n", name_cell(run), text_cell(value)));
    std::iter::once(format!("{BY_AUDIT}{}\t{}\n", header[0], header[1])).chain(lines).collect()
}

/// Returns the path of a file relative to the folder `home`, which must be a canonical path. On another drive
/// the file keeps its absolute path. A path without a file name, such as `..`, is returned unchanged.
pub fn relative_path(file: &Path, home: &Path) -> Result<PathBuf> {
    // The path may end in a pattern such as `*.gz` or `{a/run.txt,b/run.txt}`, which cannot be made
    // canonical. So we make only the folder before it canonical.
    let folders = file.ancestors().skip(1).filter(|_| file.file_name().is_some());
    let Some(folder) = folders.into_iter().find(|folder| !is_run_pattern(folder)) else {
        return Ok(file.to_owned());
    };
    let rest = file.strip_prefix(folder).context("a path begins with its folder")?;
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    let folder = folder.canonicalize().with_context(|| format!("cannot find {}", folder.display()))?;
    let (target, start) = (folder.components().collect::<Vec<_>>(), home.components().collect::<Vec<_>>());
    let common = target.iter().zip(&start).take_while(|(a, b)| a == b).count();
    let up = start[common..].iter().map(|_| Path::new(".."));
    let down = target[common..].iter().map(Path::new);
    Ok(up.chain(down).chain([rest]).collect())
}
