//! Compares runs with the original runs that they reproduce, by the measures of Breuer et al. (SIGIR 2020).

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rejudge_collections::{IdsByTopic, JudgmentFiles, KeptDocuments, has_file_name, ranked_runs, run_files};
use rejudge_pools::{NoVerdict, check_common_topics, check_topics};
use rejudge_stats::{
    Improvement, delta_relative_improvement, effect_ratio, kendall_tau_union, mean, rmse, t_test,
    truncated_rbo, unpaired_t_test,
};
use rejudge_tables::frame::{Frame, Table};

use crate::{EvalError, Input, InputFiles, PresetRules, RequestedMeasures, Scores, notes};

/// The persistence of rank-biased overlap, and the number of documents that are compared on each topic, as in
/// repro_eval.
const PERSISTENCE: f64 = 0.95;
const DEPTH: usize = 1000;

/// Compares the runs of `files` with the `originals` that they reproduce. `originals` is one run, or a baseline followed by
/// an advanced run. If the originals have their own judgments (`original_judgments`), scores are not paired by topic, and
/// documents are not compared. Returns a table with a row for each measure and reproduced run, and remarks on the files.
///
/// # Errors
/// If a file is invalid, `originals` contains a pattern, there are too many or too few runs, runs that are
/// scored with the same judgments differ in their topics, or a measure is not summarised by the arithmetic
/// mean.
pub fn reproduction(
    files: &InputFiles,
    originals: &[PathBuf],
    original_judgments: Option<JudgmentFiles>,
    measures: &RequestedMeasures,
    rules: &PresetRules,
) -> Result<(Table, Vec<String>), EvalError> {
    check(originals, &files.runs)?;
    let scored = |files: &InputFiles| -> Result<(Input, Scores, Vec<String>), EvalError> {
        let input = Input::load(files, &rules.rules, KeptDocuments::Judged)?;
        input.check(measures, &rules.rules, false)?;
        let scores = Scores::compute(&input, measures, &rules.rules)?;
        scores.averaged_topics("--reproduces")?;
        let notes = notes(&input, measures, &scores, rules);
        Ok((input, scores, notes))
    };
    // If the originals have their own judgments, `replicated` has the scores of `files`, and `scores` below has only
    // the scores of the originals.
    let replicated = original_judgments.is_some().then(|| scored(files)).transpose()?;
    let all_files = match original_judgments {
        Some(judgments) => InputFiles { judgments, runs: originals.to_vec(), ..files.clone() },
        None => InputFiles { runs: [originals, &files.runs].concat(), ..files.clone() },
    };
    let (input, scores, mut notes) = scored(&all_files)?;
    // `documents` has the documents of each run. It stays empty if the judgments differ, because documents are not
    // compared then.
    let mut documents = Vec::new();
    let (reproduced, runs) = match &replicated {
        Some((_, replicated, more_notes)) => {
            notes.iter_mut().for_each(|note| note.insert_str(0, "originals: "));
            notes.extend(more_notes.iter().cloned());
            (replicated, 0..replicated.runs.len())
        }
        None => {
            let pairs = originals.iter().cycle().zip(&files.runs);
            let identical =
                pairs.filter(|(original, run)| original.canonicalize().ok() == run.canonicalize().ok());
            notes.extend(identical.map(|(_, run)| format!("{}: compared with itself", run.display())));
            documents = ranked_runs(&all_files.runs, &rules.rules.reading(all_files.reading))?;
            (&scores, originals.len()..scores.runs.len())
        }
    };
    if originals.len() == 1 && files.runs.len() > 1 {
        notes.push(format!(
            "each of the {} runs is compared with {}; two originals are written --reproduces BASE,ADVANCED",
            files.runs.len(),
            originals[0].display()
        ));
    }
    // Pair each run with its original, which is the only original or the original at the same position.
    let pairs: Vec<(usize, usize)> =
        runs.enumerate().map(|(position, run)| (run, position.min(originals.len() - 1))).collect();
    let topics: Vec<&str> = scores.counted(0).iter().map(|&topic| &scores.topics[topic]).collect();
    let orders: Vec<[Option<f64>; 3]> = pairs
        .par_iter()
        .map(|&(run, original)| match (documents.get(original), documents.get(run)) {
            (Some(original_run), Some(reproduced_run)) => {
                order_agreement(&topics, &original_run.kept, &reproduced_run.kept)
            }
            _ => [None; 3],
        })
        .collect();
    // `untested` has, for each pair, the reason why its difference is not tested, or `None` if it is tested.
    let untested: Vec<Option<NoVerdict>> = pairs
        .iter()
        .map(|&(run, original)| match &replicated {
            // This test is unpaired, so each of the two runs needs enough topics.
            Some((_, replicated, _)) => {
                let topics = [&scores, replicated].map(|scores| scores.counted(0).len());
                topics.into_iter().find_map(|topics| check_topics(topics).err())
            }
            None => {
                let runs = [original, run].map(|run| (scores.runs[run].as_str(), &input.runs[run].kept));
                check_common_topics(runs, scores.counted(0)).err()
            }
        })
        .collect();
    for (&(run, _), why) in pairs.iter().zip(&untested) {
        notes.extend(why.as_ref().map(|why| format!("{}: no p-value: {why}", reproduced.runs[run])));
    }
    let mut rows = Frame::default();
    for (metric, measure) in scores.metrics.iter().enumerate() {
        let measure = measure.to_string();
        let effects = match pairs[..] {
            [(baseline, 0), (advanced, 1)] => {
                let [original, reproduced] = [(&scores, 0, 1), (reproduced, baseline, advanced)].map(
                    |(scores, baseline, advanced)| Improvement {
                        baseline: scores.of_run(baseline, metric),
                        advanced: scores.of_run(advanced, metric),
                    },
                );
                [effect_ratio(original, reproduced), delta_relative_improvement(original, reproduced)]
            }
            _ => [None, None],
        };
        for ((&(run, original), [ktu, by_rank, rbo]), untested) in pairs.iter().zip(&orders).zip(&untested) {
            let (original_scores, reproduced_scores) =
                (scores.of_run(original, metric), reproduced.of_run(run, metric));
            // The second original is the advanced run.
            let [er, delta] = if original == 1 { effects } else { [None, None] };
            let (error, test) = match replicated {
                None => {
                    (rmse(original_scores, reproduced_scores), t_test(original_scores, reproduced_scores))
                }
                Some(_) => (None, unpaired_t_test(original_scores, reproduced_scores)),
            };
            let test = test.filter(|_| untested.is_none());
            rows.add([
                ("measure", "name of the measure", (&measure).into()),
                ("run", "name of the reproduced run", (&reproduced.runs[run]).into()),
                ("original", "name of the run that it reproduces", (&scores.runs[original]).into()),
                ("topics", "topics of the reproduced run", reproduced_scores.len().into()),
                ("mean", "mean score of the reproduced run", mean(reproduced_scores).into()),
                ("original-mean", "mean score of the original", mean(original_scores).into()),
                ("original-topics", "topics of the original", original_scores.len().into()),
                (
                    "rmse",
                    "root mean square error of the scores by topic; empty if the judgments differ",
                    error.into(),
                ),
                (
                    "p",
                    "two-sided p-value of Student's t test of the two runs, paired by topic, or unpaired \
                     if the judgments differ; empty with fewer than 5 topics",
                    test.map(|test| test.p).into(),
                ),
                (
                    "er",
                    "effect ratio: the mean improvement over the baseline divided by the original mean \
                     improvement; only for advanced runs",
                    er.into(),
                ),
                (
                    "delta-ri",
                    "delta relative improvement: the original relative improvement over the baseline minus \
                     the reproduced one, above 0 if the original improved more; only for advanced runs",
                    delta.into(),
                ),
                (
                    "ktu",
                    "Kendall's tau union of the first 1000 documents, numbered by their ids as in \
                     repro_eval; mean over topics",
                    (*ktu).into(),
                ),
                (
                    "ktu-by-rank",
                    "Kendall's tau union of the first 1000 documents, numbered by their ranks in the original \
                     run; mean over topics",
                    (*by_rank).into(),
                ),
                (
                    "rbo@1000",
                    "rank-biased overlap of the documents, cut at rank 1000, with p = 0.95, as in \
                     repro_eval: 1 only for equal lists of 1000 documents; mean over topics",
                    (*rbo).into(),
                ),
            ]);
        }
    }
    Ok((rules.table("reproductions", rows, ""), notes))
}

/// Returns three measures of how well two runs agree in the order of their documents, each averaged over
/// `topics`: Kendall's tau union of documents that are numbered by their ids, Kendall's tau union of
/// documents that are numbered by their ranks in the original run, and rank-biased overlap.
fn order_agreement(topics: &[&str], original: &IdsByTopic, reproduced: &IdsByTopic) -> [Option<f64>; 3] {
    let [mut ktu, mut by_rank, mut rbo] = <[Vec<f64>; 3]>::default();
    for &topic in topics {
        // Like repro_eval, compare only the first `DEPTH` documents.
        let [original, reproduced]: [Vec<&str>; 2] = [original, reproduced]
            .map(|run| run.get(topic).into_iter().flat_map(|ids| ids.iter().take(DEPTH)).collect());
        ktu.extend(kendall_tau_union(&original, &reproduced));
        rbo.extend(truncated_rbo(&original, &reproduced, PERSISTENCE, DEPTH));
        // Documents that are not in the original run get the next numbers, in the order of the reproduced run.
        let mut numbers: HashMap<&str, usize> = original.iter().copied().zip(0..).collect();
        for id in &reproduced {
            let next = numbers.len();
            numbers.entry(id).or_insert(next);
        }
        let [original, reproduced] =
            [original, reproduced].map(|ids| ids.iter().map(|id| numbers[id]).collect::<Vec<usize>>());
        by_rank.extend(kendall_tau_union(&original, &reproduced));
    }
    [mean(&ktu), mean(&by_rank), mean(&rbo)]
}

/// Returns the file whose name is `name`, with or without extensions, in the folder of a reproduced run.
fn file_beside(name: &Path, reproduced: &[PathBuf]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> =
        reproduced.iter().filter_map(|path| path.parent()).map(Path::to_owned).collect();
    let files = run_files(&folders).ok()?;
    files.into_iter().find(|file| has_file_name(file, &name.to_string_lossy()))
}

/// Refuses a wrong number of runs, a pattern among the originals, and the name of a run instead of its file.
fn check(originals: &[PathBuf], reproduced: &[PathBuf]) -> Result<(), EvalError> {
    let is_pattern = |path: &&PathBuf| path.to_string_lossy().contains('*') && !path.is_file();
    if let Some(pattern) = originals.iter().find(is_pattern) {
        let pattern = pattern.display();
        return Err(EvalError::Usage(format!("--reproduces takes files, but {pattern} is a pattern")));
    }
    for name in originals.iter().filter(|path| !path.exists()) {
        if let Some(file) = file_beside(name, reproduced) {
            let (name, file) = (name.display(), file.display());
            let message = format!("--reproduces {name}: there is no such file (did you mean `{file}`?)");
            return Err(EvalError::Data(message));
        }
    }
    let message = match (originals.len(), reproduced.len()) {
        (1, _) | (2, 2) => return Ok(()),
        (2, count) => format!(
            "--reproduces BASE,ADVANCED needs 2 runs, the reproduced baseline and the reproduced advanced run in this \
             order; found {count}"
        ),
        (count, _) => {
            format!(
                "--reproduces takes an original run, or a baseline and an advanced one; found {count} files"
            )
        }
    };
    Err(EvalError::Usage(message))
}
