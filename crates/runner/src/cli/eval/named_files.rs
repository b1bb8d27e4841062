//! The files, measures and runs that the arguments of `rejudge eval` name.

use std::ffi::OsStr;
use std::num::NonZeroU8;
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::{Format, LabelKind, Verticals};
use rejudge_collections::{JudgmentFiles, Reading};
use rejudge_eval::intervals::MeanInterval;
use rejudge_eval::own_files::unread;
use rejudge_eval::{EvalError, Input, InputFiles, RequestedMeasures};
use rejudge_experiment::spec::yaml::from_compact;

use super::args::Eval;
use crate::cli::args::Global;
use crate::cli::args::files::{check_named_once, check_not_folder, run_list};
use crate::cli::named_collection::NamedCollection;
use crate::cli::output::Failure;

/// The value of --compare that compares all pairs.
pub(super) const ALL: &str = "all";

/// Returns the files, the measures that follow the runs on the command line (as for ir_measures), and the
/// lowest relevant level of a named collection's track.
pub(super) fn files(
    global: &Global,
    args: &Eval,
) -> Result<(InputFiles, Vec<String>, Option<NonZeroU8>), Failure> {
    let mut files = args.files.iter();
    let qrels = args.qrels.as_ref().or_else(|| files.next());
    let qrels = qrels.ok_or_else(|| Failure::usage("no judgments are named: rejudge eval QRELS RUN.."))?;
    check_named_once(args.qrels.as_deref(), args.files.iter().map(PathBuf::as_path))?;
    let collection = NamedCollection::find(global, qrels)?;
    check_not_folder(qrels, args.files.get(1), &args.more.reading.format(), "rejudge eval QRELS RUN..")?;
    let judgments = match &collection {
        Some(collection) => {
            refuse_judgment_options(args, &collection.descriptor.id)?;
            collection.judgments()
        }
        None => judgments(args, qrels.clone())?,
    };
    let described = collection.as_ref().map(|collection| &collection.files);
    let reading = Reading {
        // A run often has the same tag as the run that it reproduces.
        may_share_tags: !args.reproduces.is_empty(),
        run_names: described.map(|files| files.run_names).unwrap_or_default(),
        ..args.more.reading.to_reading(described)
    };
    let is_measure = |path: &&PathBuf| {
        let is_name = |name: &str| RequestedMeasures::read(&[name.to_owned()], args.rules.preset).is_ok();
        path.as_os_str() != "-" && !path.exists() && path.to_str().is_some_and(is_name)
    };
    let (measures, files): (Vec<&PathBuf>, Vec<&PathBuf>) = files.partition(is_measure);
    let measures = measures.iter().filter_map(|name| name.to_str()).map(str::to_owned).collect();
    let run_paths: Vec<PathBuf> = args.runs.iter().chain(files).cloned().collect();
    let runs = match &collection {
        Some(collection) if run_paths.is_empty() => collection.runs()?,
        _ => run_list(run_paths.iter())?,
    };
    let is_method = |path: &&PathBuf| {
        !path.exists() && path.to_str().is_some_and(|name| from_compact::<MeanInterval>(name, &[]).is_ok())
    };
    if let Some(method) = runs.iter().filter(|_| args.comparison.intervals.is_some()).find(is_method) {
        let method = method.display();
        return Err(Failure::usage(format!(
            "{method} is not a file; to choose the method, write --intervals={method}"
        )));
    }
    global.remarks(unread(&run_paths, &judgments.qrels, false, false));
    if runs.is_empty() {
        return Err(Failure::usage("no run is named: rejudge eval QRELS RUN.."));
    }
    let min_rel = collection.and_then(|collection| collection.descriptor.min_rel);
    Ok((InputFiles { judgments, runs, reading, topics: None }, measures, min_rel))
}

/// Returns all input files, except the table of `--expect`.
pub(super) fn inputs<'a>(args: &'a Eval, files: &'a InputFiles) -> impl Iterator<Item = &'a PathBuf> {
    let originals = args.reproduces.iter().chain(&args.original_qrels);
    let tables = args.output.zscores.iter().chain(&args.slices);
    let judge = args.judge.iter().map(|judge| &judge.file);
    files.runs.iter().chain(files.judgments.paths()).chain(originals).chain(tables).chain(judge)
}

/// Refuses options for files of judgments if a collection is named, because its description names these files.
fn refuse_judgment_options(args: &Eval, collection: &str) -> Result<(), Failure> {
    let more = &args.more;
    let options = [
        ("--qrels-format", more.reading.qrels.qrels_format != Format::Trec),
        ("--grades", more.reading.qrels.grades.is_some()),
        ("--labels", more.reading.qrels.labels != LabelKind::Levels),
        ("--duplicates", more.duplicates.is_some()),
        ("--groups", more.groups.is_some()),
        ("--by-intent", more.by_intent),
        ("--original-qrels", args.original_qrels.is_some()),
    ];
    match options.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((option, _)) => Err(Failure::usage(format!(
            "{option} cannot be used with the collection {collection}, whose description names the files of its judgments"
        ))),
    }
}

/// Returns the name of the run that `text` means. Besides the run's name, you may type the path of its file, or the file's
/// name with or without extensions if only one file has that name. If `text` means no run, returns `text`.
pub(super) fn run_named<'a>(text: &'a str, files: &InputFiles, input: &'a Input) -> &'a str {
    if text == ALL || input.runs.iter().any(|run| run.name == text) {
        return text;
    }
    let has_name = |path: &PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        name == text || name.strip_prefix(text).is_some_and(|ending| ending.starts_with('.'))
    };
    let matches: Vec<usize> = (0..files.runs.len()).filter(|&run| has_name(&files.runs[run])).collect();
    let only_match = || if let [only] = matches.as_slice() { Some(*only) } else { None };
    let real = Path::new(text).canonicalize().ok();
    let is_same = |path: &PathBuf| path.as_os_str() == text;
    let is_same_file = |path: &PathBuf| real.is_some() && path.canonicalize().ok() == real;
    let place = |is_it: &dyn Fn(&PathBuf) -> bool| files.runs.iter().position(is_it);
    let run = place(&is_same).or_else(|| place(&is_same_file)).or_else(only_match);
    run.and_then(|run| input.runs.get(run)).map_or(text, |run| run.name.as_str())
}

/// Returns the name of the run that the value of `--compare` means, or `all`. If `--compare` has no value, returns the name
/// of the first of two runs.
///
/// # Errors
/// If `--compare` names a file that is not among the runs, or has no value although there are not two runs.
pub(super) fn baseline<'a>(
    text: &'a str,
    files: &InputFiles,
    input: &'a Input,
) -> Result<&'a str, EvalError> {
    let is_run = |name: &str| input.runs.iter().any(|run| run.name == name);
    if Path::new(text).is_file() && !is_run(run_named(text, files, input)) {
        return Err(EvalError::Usage(format!(
            "--compare {text}: this file is not among the runs: name it there too, as in `rejudge eval QRELS RUN.. {text} \
             --compare {text}`"
        )));
    }
    match (text, &*input.runs) {
        ("", [first, _]) => Ok(&first.name),
        ("", runs) => Err(EvalError::Usage(format!(
            "--compare without a run needs two runs, found {}: name the baseline, or `all`",
            runs.len()
        ))),
        _ => Ok(run_named(text, files, input)),
    }
}

/// Returns the qrels file, with its format and the tables that options name.
pub(super) fn judgments(args: &Eval, qrels: PathBuf) -> Result<JudgmentFiles, Failure> {
    let more = &args.more;
    let format = more.reading.format();
    let verticals = |probabilities: &PathBuf| Verticals {
        probabilities: probabilities.clone(),
        documents: more.document_verticals.clone(),
        level: more.vertical_level,
    };
    Ok(JudgmentFiles {
        qrels,
        format,
        duplicates: more.duplicates.clone(),
        groups: more.groups.clone(),
        by_intent: more.by_intent,
        probabilities: more.intent_probabilities.clone(),
        intent_types: more.intent_types.clone(),
        verticals: more.verticals.as_ref().map(verticals),
    })
}
