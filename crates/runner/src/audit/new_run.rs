//! Runs that did not contribute to the pool: can the judgments score them?

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::RunNames;
use rejudge_collections::{
    NumberedRuns, Qrels, Reading, ranked_runs, run_cell, run_file_name, run_files, untagged_name,
};
use rejudge_eval::EvalError;
use rejudge_eval::own::{OwnFiles, check_each_once, check_read_again};
use rejudge_metrics::{Gains, Judged, JudgedList, Metric, Scorer, Verdict};
use rejudge_names::located::Located;

/// A run that took no part in the pool.
#[derive(Clone, Debug)]
pub struct NewRun {
    pub name: String,
    /// The name of its copy next to the description, which needs no team.
    pub copy: String,
    /// The bytes of its file.
    pub bytes: Vec<u8>,
    /// The number of judged topics for which it has documents.
    pub answered: usize,
    /// Its unjudged documents, down to the last rank that counts, as `rejudge pool build` lists them.
    pub to_judge: String,
}

/// The beginning of the names of files that list unjudged documents.
const TO_JUDGE: &str = "to-judge.";

/// Returns true if a file of an audit lists the unjudged documents of a run.
pub fn is_to_judge(name: &str) -> bool {
    name.starts_with(TO_JUDGE)
}

impl NewRun {
    /// The name of the file that lists its unjudged documents. Runs of two names have two files.
    pub fn list(&self) -> String {
        format!("{TO_JUDGE}{}.txt", run_file_name(&self.name))
    }

    /// Returns the file that lists its unjudged documents; `None` if there are none.
    pub fn list_file(&self) -> Option<(String, Vec<u8>)> {
        (self.unjudged() > 0).then(|| (self.list(), self.to_judge.clone().into_bytes()))
    }

    /// Returns the number of unjudged documents.
    pub fn unjudged(&self) -> usize {
        self.to_judge.lines().count()
    }
}

/// Reads new runs, to compare with the collection that was `loaded`; their documents count to rank `depth`.
///
/// # Errors
/// If a file cannot be read, is among the runs, has the name of a run, or has none of the topics.
pub fn new_runs(
    paths: &[PathBuf],
    files: &OwnFiles,
    loaded: &NumberedRuns,
    reading: &Reading,
    depth: u32,
) -> Result<Vec<NewRun>, EvalError> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let runs = run_files(std::slice::from_ref(&files.runs))?;
    check_each_once(&[runs, paths.to_vec()].concat())?;
    check_read_again(paths.iter().map(PathBuf::as_path))?;
    let qrels = Qrels::read(&files.qrels, &files.format).map_err(EvalError::from)?;
    let reading = Reading { max_rank: depth as usize, ..*reading };
    let mut names: Vec<String> = loaded.collection.runs().iter().map(|run| run.name.clone()).collect();
    let mut out = Vec::new();
    for path in paths {
        let run = new_run(path, out.len() + 1, loaded.names, &qrels, &reading)?;
        if names.contains(&run.name) {
            let message = format!("another run is named `{}` too", run_cell(&run.name));
            return Err(wrong(path, message, "give each run a tag of its own"));
        }
        if run.answered == 0 {
            let topic = qrels.topics().next().map_or("", |topic| topic.name());
            let message = "no topic of this run is in the judgments".to_owned();
            return Err(wrong(path, message, &format!("their first topic is `{topic}`")));
        }
        names.push(run.name.clone());
        out.push(run);
    }
    Ok(out)
}

/// Reads the one at `place`.
fn new_run(
    path: &Path,
    place: usize,
    names: RunNames,
    qrels: &Qrels,
    reading: &Reading,
) -> Result<NewRun, EvalError> {
    let run = ranked_runs(&[path.to_owned()], reading).map_err(EvalError::from)?.remove(0);
    let (mut to_judge, mut answered) = (String::new(), 0);
    for judged in qrels.topics() {
        let Some(documents) = run.kept.get(judged.name()) else { continue };
        answered += 1;
        for document in documents.iter() {
            if !matches!(judged.verdict(document), Some(Verdict::Level(_))) {
                // Writing to a string cannot fail.
                let _ = writeln!(to_judge, "{} {document}", judged.name());
            }
        }
    }
    let bytes =
        std::fs::read(path).map_err(|error| EvalError::Data(format!("{}: {error}", path.display())))?;
    // A prefix before `__` would be read as a team.
    let file = path.file_name().unwrap_or_default().to_string_lossy().replace("__", "_");
    // The copy of a run without a tag keeps the name of its file in a folder, because that is the name of the run. A tag may
    // be the name of its file, too, which matters only if the copy has another name.
    let is_tag = || run.name.contains("__") && String::from_utf8_lossy(&bytes).contains(&run.name);
    let is_untagged = names == RunNames::Tags && run.name == untagged_name(path) && !is_tag();
    let copy = if is_untagged { format!("new-{place}/{file}") } else { format!("new-{place}.{file}") };
    let name = match names {
        RunNames::Tags if is_untagged => untagged_name(Path::new(&copy)),
        RunNames::Tags => run.name,
        _ => copy.clone(),
    };
    Ok(NewRun { name, copy, bytes, answered, to_judge })
}

/// Returns true if a measure depends on the top `depth` documents alone: neither a relevant document below them nor a further
/// one that is not retrieved changes the score of a topic with more relevant documents than the top has places.
pub fn is_of_top(metric: &Metric, depth: u32) -> bool {
    let score = |level: u8, below: bool, relevant: u32| {
        let top = (1..=depth).map(|rank| Judged { rank, verdict: Verdict::Level(level) });
        let last = below.then_some(Judged { rank: depth + 1, verdict: Verdict::Level(1) });
        let ranking: Vec<Judged> = top.chain(last).collect();
        let list = JudgedList {
            ranking: &ranking,
            retrieved: depth + 1,
            ideal: &vec![1; relevant as usize],
            judged_nonrelevant: depth,
            ..JudgedList::default()
        };
        let scorer = Scorer::new(std::slice::from_ref(metric), &Gains::linear(1), 1, None).ok()?;
        let mut scores = [None];
        scorer.score(&list, &list, &mut scores);
        scores[0]
    };
    let (few, more) = (depth + 1, depth + 2);
    score(0, false, few) == score(0, true, few) && score(1, false, few) == score(1, false, more)
}

fn wrong(path: &Path, message: String, hint: &str) -> EvalError {
    let name = path.display().to_string();
    let hint = Some(hint.to_owned());
    EvalError::Located(Box::new(Located { name, line: 1, column: 1, message, hint, excerpt: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_measures_depend_on_the_top_alone() {
        let is = |name: &str| is_of_top(&name.parse().expect("a measure"), 10);
        for name in ["nDCG@10", "P@10", "RR@10", "ERR@10", "nDCG@5"] {
            assert!(is(name), "{name}");
        }
        for name in ["AP", "AP@10", "nDCG", "RR", "RBP(p=0.8)", "Rprec", "Bpref", "nDCG@20", "R@10"] {
            assert!(!is(name), "{name}");
        }
    }
}
