//! Runs that did not contribute to the pool. The audit says whether the judgments can score them.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::RunNames;
use rejudge_collections::{
    NumberedRuns, Qrels, Reading, name_cell, ranked_runs, run_file_name, run_files, untagged_name,
};
use rejudge_eval::EvalError;
use rejudge_eval::own_files::{OwnFiles, check_each_once, check_read_again};
use rejudge_metrics::{Gains, Judged, JudgedList, Metric, Scorer, Verdict};
use rejudge_names::located::Located;

/// A run that did not contribute to the pool.
#[derive(Clone, Debug)]
pub struct NewRun {
    pub name: String,
    /// The path of a copy of the run, relative to the description's folder.
    pub copy: String,
    /// The content of the run's file.
    pub bytes: Vec<u8>,
    /// The number of judged topics for which the run has documents.
    pub answered: usize,
    /// The run's unjudged documents on judged topics, down to the last rank that counts. Each line is
    /// `topic docid`, as in the output of `rejudge pool build`.
    pub to_judge: String,
}

/// The names of files that list unjudged documents begin with this.
const TO_JUDGE_PREFIX: &str = "to-judge.";

/// Returns true if this is the name of a file that lists a run's unjudged documents.
pub fn is_to_judge(name: &str) -> bool {
    name.starts_with(TO_JUDGE_PREFIX)
}

impl NewRun {
    /// Returns the name of the file that lists the run's unjudged documents. Two runs never have the same
    /// file.
    pub fn list(&self) -> String {
        format!("{TO_JUDGE_PREFIX}{}.txt", run_file_name(&self.name))
    }

    /// Returns the file that lists the run's unjudged documents, or `None` if there are no such documents.
    pub fn list_file(&self) -> Option<(String, Vec<u8>)> {
        (self.unjudged() > 0).then(|| (self.list(), self.to_judge.clone().into_bytes()))
    }

    /// Returns the number of unjudged documents in `to_judge`.
    pub fn unjudged(&self) -> usize {
        self.to_judge.lines().count()
    }
}

/// Reads new runs for the collection in `loaded`. Documents below rank `depth` do not count.
///
/// # Errors
/// If a file cannot be read, can be read only once, is named twice or is also among the collection's runs, or
/// if its run has the name of another run or has no judged topic.
pub fn read_new_runs(
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
    check_each_once(paths)?;
    let run_files: Vec<PathBuf> = runs.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let is_among_runs = |path: &&PathBuf| path.canonicalize().is_ok_and(|file| run_files.contains(&file));
    if let Some(path) = paths.iter().find(is_among_runs) {
        let stem = path.file_stem().unwrap_or_default().display();
        return Err(EvalError::Usage(format!(
            "--new-run {}: this file is also among the runs: name it only once, or add --exclude-runs {stem}",
            path.display()
        )));
    }
    check_read_again(paths.iter().map(PathBuf::as_path))?;
    let qrels = Qrels::read(&files.qrels, &files.format).map_err(EvalError::from)?;
    let reading = Reading { max_rank: depth as usize, ..*reading };
    let mut names: Vec<String> = loaded.collection.runs().iter().map(|run| run.name.clone()).collect();
    let mut out = Vec::new();
    for (number, path) in (1..).zip(paths) {
        let run = read_new_run(path, number, loaded.names, &qrels, &reading)?;
        if names.contains(&run.name) {
            let message = format!("a run named `{}` is already among the runs", name_cell(&run.name));
            return Err(error_in(
                path,
                message,
                "give each run its own tag; a run that was pooled needs no --new-run",
            ));
        }
        if run.answered == 0 {
            let topic = qrels.topics().next().map_or("", |topic| topic.name());
            let message = "no topic of this run is in the judgments".to_owned();
            return Err(error_in(path, message, &format!("the first topic of the judgments is `{topic}`")));
        }
        names.push(run.name.clone());
        out.push(run);
    }
    Ok(out)
}

/// Reads the new run with this `number`, counted from 1.
fn read_new_run(
    path: &Path,
    number: usize,
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
    // Readers would take the part of a file name before `__` for a team, so we replace `__`.
    let file = path.file_name().unwrap_or_default().to_string_lossy().replace("__", "_");
    // A run without a tag is named after its file. So its copy keeps the file name, and goes into its own
    // folder. We do the same if the tag equals the file name, unless the tag contains `__`: the copy cannot
    // have `__` in its file name, but the tag in the copy still names the run.
    let is_tag = || run.name.contains("__") && String::from_utf8_lossy(&bytes).contains(&run.name);
    let is_untagged = names == RunNames::Tags && run.name == untagged_name(path) && !is_tag();
    let copy = if is_untagged { format!("new-{number}/{file}") } else { format!("new-{number}.{file}") };
    let name = match names {
        RunNames::Tags if is_untagged => untagged_name(Path::new(&copy)),
        RunNames::Tags => run.name,
        _ => copy.clone(),
    };
    Ok(NewRun { name, copy, bytes, answered, to_judge })
}

/// Returns true if a measure depends only on the first `depth` documents of a run, provided that the topic
/// has more than `depth` relevant documents.
///
/// We test this with such a topic, because nDCG@10 depends on R if R is below 10. The score must not change
/// if a document below the top becomes relevant, or if there is one more relevant document that the run does
/// not retrieve.
pub fn depends_only_on_top(metric: &Metric, depth: u32) -> bool {
    // `AP(rel=2)` has no score if no document has level 2, whatever is below the top.
    let relevant_level = metric.rel().unwrap_or(1);
    let score = |level_of_top: u8, has_relevant_below: bool, relevant: u32| {
        let top = (1..=depth).map(|rank| Judged { rank, verdict: Verdict::Level(level_of_top) });
        let below =
            has_relevant_below.then_some(Judged { rank: depth + 1, verdict: Verdict::Level(relevant_level) });
        let ranking: Vec<Judged> = top.chain(below).collect();
        let list = JudgedList {
            ranking: &ranking,
            retrieved: depth + 1,
            ideal: &vec![relevant_level; relevant as usize],
            judged_nonrelevant: depth,
            ..JudgedList::default()
        };
        let scorer =
            Scorer::new(std::slice::from_ref(metric), &Gains::linear(relevant_level), 1, None).ok()?;
        let mut scores = [None];
        scorer.score(&list, &list, &mut scores);
        scores[0]
    };
    let (relevant, one_more) = (depth + 1, depth + 2);
    score(0, false, relevant) == score(0, true, relevant)
        && score(relevant_level, false, relevant) == score(relevant_level, false, one_more)
}

fn error_in(path: &Path, message: String, hint: &str) -> EvalError {
    let name = path.display().to_string();
    let hint = Some(hint.to_owned());
    EvalError::Located(Box::new(Located { name, line: 1, column: 1, message, hint, excerpt: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_measures_depend_only_on_the_top() {
        for name in ["nDCG@10", "P@10", "RR@10", "ERR@10", "nDCG@5", "P(rel=2)@10", "RR(rel=3)@10"] {
            assert!(depends_only_on_top(&name.parse().expect("a measure"), 10), "{name}");
        }
        let others = [
            "AP",
            "AP@10",
            "AP(rel=2)",
            "nDCG",
            "RR",
            "RR(rel=2)",
            "RBP(p=0.8)",
            "Rprec",
            "Bpref",
            "nDCG@20",
            "R@10",
        ];
        for name in others {
            assert!(!depends_only_on_top(&name.parse().expect("a measure"), 10), "{name}");
        }
    }
}
