//! Finds the names of runs without loading the runs.

use std::path::PathBuf;

use rayon::prelude::*;

use crate::forms::untagged_name;
use crate::read_runs::{ReadRun, make_names_distinct, name_by_file};
use crate::reading::Reading;
use crate::runs::run_tag;

/// A run file and the name of its run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFile {
    /// The name of the run.
    pub name: String,
    /// The file.
    pub path: PathBuf,
}

/// Returns the files with the names of their runs, in the order of `paths`. [`join_runs`](crate::join_runs)
/// and [`load_rankings`](crate::load_rankings) give runs the same names. Usually only the start of a file in
/// TREC format is read. A run that cannot be read is named after its file, so that the caller can leave it out
/// by name.
///
/// ```
/// use rejudge_collections::{Reading, run_names};
/// let folder = tempfile::tempdir()?;
/// let at = |name: &str| folder.path().join(name);
/// std::fs::write(at("a.txt"), "# a comment\n1 Q0 d 1 0.5 first\n1 Q0 e 2 damaged\n")?;
/// std::fs::write(at("b.csv"), "qid,docno,score,run\n1,d,0.5,second\n")?;
/// std::fs::write(at("c.txt"), "not a run\n")?;
/// let runs = run_names(&["a.txt", "b.csv", "c.txt"].map(at), &Reading::default());
/// let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
/// assert_eq!(names, ["first", "second", "c"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run_names(paths: &[PathBuf], reading: &Reading) -> Vec<RunFile> {
    let runs = paths.par_iter().map(|path| ReadRun {
        name: name_by_file(reading.run_names, path)
            .or_else(|| run_tag(path))
            .unwrap_or_else(|| untagged_name(path)),
        kept: (),
        path: path.clone(),
        ..ReadRun::default()
    });
    let mut runs: Vec<ReadRun<()>> = runs.collect();
    // `may_share_tags` turns off the warning about shared tags, because the warning comes when the runs are
    // loaded.
    make_names_distinct(&mut runs, &Reading { may_share_tags: true, ..*reading });
    runs.into_iter().map(|ReadRun { name, path, .. }| RunFile { name, path }).collect()
}
