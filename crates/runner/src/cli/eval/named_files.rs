//! The files, measures and runs that the arguments of `rejudge eval` and `rejudge explain` name.

use std::num::NonZeroU8;
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::{Format, LabelKind, Verticals};
use rejudge_collections::{JudgmentFiles, Reading, RunFile, run_files, run_names};
use rejudge_eval::intervals::MeanInterval;
use rejudge_eval::own_files::unread;
use rejudge_eval::{ChosenRuns, EvalError, Input, InputFiles, Preset, RequestedMeasures, left_out_remark};
use rejudge_experiment::spec::yaml::from_compact;

use super::args::{Eval, InputArgs, Topics};
use crate::cli::args::Global;
use crate::cli::args::files::{
    QrelsArgs, check_named_once, check_not_folder, place_of_file, run_list, word_after_flag,
};
use crate::cli::named_collection::{NamedCollection, check_no_collection};
use crate::cli::output::Failure;

/// The order of the arguments of `eval`.
const EVAL: &str = "rejudge eval QRELS RUN..";

/// The value of --compare that compares all pairs. After the name of a collection, it means all of the collection's runs.
pub(super) const ALL: &str = "all";

/// The files that arguments name.
pub struct NamedFiles {
    pub files: InputFiles,
    /// The runs that the options leave out.
    pub left_out: Vec<RunFile>,
    /// The measures that are typed after the runs, as for ir_measures.
    pub measures: Vec<String>,
    /// The collection, if its name is the first argument.
    pub collection: Option<NamedCollection>,
}

impl NamedFiles {
    /// Finds the files of `eval`.
    pub(super) fn of_eval(global: &Global, args: &Eval) -> Result<Self, Failure> {
        let is_method = |path: &&PathBuf| {
            !path.exists()
                && path.to_str().is_some_and(|name| from_compact::<MeanInterval>(name, &[]).is_ok())
        };
        let paths = args.files.iter().chain(&args.more.runs);
        if let Some(method) = paths.filter(|_| args.comparison.intervals.is_some()).find(is_method) {
            let method = method.display();
            return Err(Failure::usage(format!(
                "{method} is not a file; to choose the method, write --intervals={method}"
            )));
        }
        let paths = args.files.iter().chain(&args.more.runs);
        let is_level = |path: &&PathBuf| {
            !path.exists()
                && path.to_str().is_some_and(|level| level.trim_end_matches('%').parse::<f64>().is_ok())
        };
        if let Some(level) = paths.filter(|_| args.comparison.intervals.is_some()).find(is_level) {
            let level = level.display();
            return Err(Failure::usage(format!(
                "{level} is not a file; to choose the level, write --intervals --confidence {level}"
            )));
        }
        // A run often has the same tag as the run that it reproduces.
        let may_share_tags = !args.reproduces.is_empty();
        let mut named = Self::find(global, &args.files, &args.more, args.rules.preset, may_share_tags, EVAL)?;
        if let Some(collection) = &named.collection {
            let named_paths = || args.files.iter().chain(&args.more.runs);
            let own_run = named_paths().find(|path| path.exists());
            if let Some(own_run) = own_run.filter(|_| !named_paths().any(|path| path.as_os_str() == ALL)) {
                let (id, own_run) = (&collection.descriptor.id, own_run.display());
                global.remark(format_args!(
                    "note: only the named runs are scored; `rejudge eval {id} all {own_run}` scores the collection's runs too"
                ));
            }
        }
        if let Some(word) = word_after_flag(&["-c", "--complete"], &named.files.runs) {
            // Other tools have `-c RUN` for a comparison.
            let is_run = |run: &RunFile| word.as_os_str() == run.name.as_str();
            let runs: Vec<PathBuf> = named.files.runs.iter().filter(|run| *run != word).cloned().collect();
            let is_known = run_names(&runs, &named.files.reading).iter().any(is_run);
            let word = word.display();
            let advice = if is_known {
                format!("`--compare {word}` compares the other runs with {word}")
            } else {
                "`--compare RUN` compares runs with one of them".to_owned()
            };
            return Err(Failure::usage(format!(
                "{word} is not a file, and -c, which is --topics qrels, takes no value; {advice}"
            )));
        }
        for topics in &args.rules.topics {
            let Topics::Choice(typed) = topics else { continue };
            let is_number = |path: &&PathBuf| {
                path.to_string_lossy().chars().all(|letter| letter.is_ascii_digit() || ",-".contains(letter))
            };
            if let Some(word) = word_after_flag(&[typed.as_str()], &named.files.runs).filter(is_number) {
                let word = word.display();
                return Err(Failure::data(format!(
                    "{word} is not a file; --topics takes one list with commas, as in --topics {typed},{word}"
                )));
            }
        }
        if let Some(baseline) = args.comparison.compare.as_ref().filter(|baseline| named.lacks(baseline)) {
            named.files.runs.push(PathBuf::from(baseline));
        }
        if let Some(collection) = named.collection.as_ref().filter(|_| args.original_qrels.is_some()) {
            return Err(not_with_collection("--original-qrels", &collection.descriptor.id));
        }
        Ok(named)
    }

    /// Finds the judgments, runs and measures that `paths` and `options` name. `usage` shows their order, for
    /// messages.
    pub fn find(
        global: &Global,
        paths: &[PathBuf],
        options: &InputArgs,
        preset: Preset,
        may_share_tags: bool,
        usage: &str,
    ) -> Result<Self, Failure> {
        let mut files = paths.iter();
        let qrels = options.qrels.as_ref().or_else(|| files.next());
        let qrels = qrels.ok_or_else(|| Failure::usage(format!("no judgments are named: {usage}")))?;
        check_named_once(options.qrels.as_deref(), paths.iter().map(PathBuf::as_path))?;
        let collection = NamedCollection::find(global, qrels)?;
        check_not_folder(qrels, paths.get(1), &options.reading.format(), usage)?;
        let judgments = match &collection {
            Some(collection) => {
                refuse_judgment_options(options, &collection.descriptor.id)?;
                collection.judgments()
            }
            None => {
                let runs = options.runs.iter().chain(files.clone());
                check_no_collection(global, qrels, runs.map(PathBuf::as_path))?;
                judgments(options, qrels.clone())
            }
        };
        let described = collection.as_ref().map(|collection| &collection.files);
        let run_names = described.map(|files| files.run_names).unwrap_or_default();
        let reading = Reading { may_share_tags, run_names, ..options.reading.to_reading(described) };
        let (measures, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
            files.partition(|path| is_measure(path, preset));
        let measures = measures.iter().filter_map(|name| name.to_str()).map(str::to_owned).collect();
        let run_paths: Vec<PathBuf> = options.runs.iter().chain(files).cloned().collect();
        let is_pattern_of_names = |path: &&PathBuf| {
            run_paths.len() > options.runs.len()
                && !path.to_string_lossy().contains('/')
                && !path.is_symlink()
                && !path.exists()
                && run_files(std::slice::from_ref(*path)).is_err()
        };
        if let Some(names) = options.runs.iter().find(is_pattern_of_names).filter(|_| collection.is_none()) {
            let names = names.display();
            return Err(Failure::data(format!(
                "--runs {names}: no file has this name; `--only-runs` chooses runs by name, as in --only-runs '{names}'"
            )));
        }
        let runs = match &collection {
            Some(collection) if run_paths.is_empty() => collection.runs()?,
            Some(collection) => {
                let mut paths = Vec::new();
                for path in &run_paths {
                    if path.as_os_str() == ALL && !path.exists() {
                        paths.extend(collection.runs()?);
                    } else {
                        paths.push(collection.run_file(path, &reading).map_err(|error| match path.to_str() {
                            Some(name) if NamedCollection::exists(global, name) => {
                                let id = &collection.descriptor.id;
                                Failure::usage(format!(
                                    "{name} is a collection, and {id} is named already: score one collection at a time"
                                ))
                            }
                            _ => error,
                        })?);
                    }
                }
                run_list(paths.iter())?
            }
            None => run_list(run_paths.iter())?,
        };
        global.remarks(unread(&run_paths, &judgments.qrels, false, false));
        if runs.is_empty() {
            return Err(Failure::usage(format!("no run is named: {usage}")));
        }
        let filter = &options.filter;
        let ChosenRuns { files: runs, left_out } = filter.choose(runs, &reading)?;
        global.remarks(left_out_remark(left_out.iter().map(|run| &*run.name), runs.len()));
        let choice_files = left_out.iter().map(|run| run.path.clone()).chain(filter.lists()).collect();
        let files = InputFiles { judgments, runs, choice_files, reading, topics: None };
        Ok(Self { files, left_out, measures, collection })
    }

    /// Returns the depth to which the runs of the named collection contributed documents to its pool. Returns
    /// `None` if no collection is named, or if its description gives no depth.
    pub fn pool_depth(&self) -> Option<u32> {
        self.collection.as_ref().and_then(|collection| collection.descriptor.contributed_depth())
    }

    /// Returns true if `run` is the path of a file that is not used yet: it is neither a run, nor a run that the
    /// options left out, nor a list of names. If a run has the name `run`, returns false.
    fn lacks(&self, run: &str) -> bool {
        let real = Path::new(run).canonicalize().ok();
        let files = &self.files;
        let is_same = |path: &PathBuf| path.canonicalize().ok() == real;
        run != ALL
            && Path::new(run).is_file()
            && place_of_file(run, &files.runs).is_none()
            && !files.runs.iter().chain(&files.choice_files).any(is_same)
            && !run_names(&files.runs, &files.reading).iter().any(|file| file.name == run)
    }

    /// Returns the lowest relevant level, if a collection is named and its description gives this level.
    pub fn min_rel(&self) -> Option<NonZeroU8> {
        self.collection.as_ref().and_then(|collection| collection.descriptor.min_rel)
    }
}

/// Returns true if the path is the name of a measure, and not a file.
fn is_measure(path: &Path, preset: Preset) -> bool {
    let is_name = |name: &str| RequestedMeasures::read(&[name.to_owned()], preset).is_ok();
    path.as_os_str() != "-" && !path.exists() && path.to_str().is_some_and(is_name)
}

/// Returns the input files that the arguments name, except the table of `--expect` and a file of topics.
pub(super) fn inputs<'a>(args: &'a Eval, files: &'a InputFiles) -> impl Iterator<Item = &'a PathBuf> {
    let originals = args.reproduces.iter().chain(&args.original_qrels);
    let tables = args.output.zscores.iter().chain(&args.slices);
    let judge = args.judge.iter().map(|judge| &judge.file);
    files.paths().chain(originals).chain(tables).chain(judge)
}

/// Refuses options for judgments if a collection is named, because its description has the settings for its
/// judgments.
fn refuse_judgment_options(args: &InputArgs, collection: &str) -> Result<(), Failure> {
    refuse_format_options(&args.reading.qrels, collection)?;
    let options = [
        ("--duplicates", args.duplicates.is_some()),
        ("--groups", args.groups.is_some()),
        ("--by-intent", args.by_intent),
    ];
    match options.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((option, _)) => Err(not_with_collection(option, collection)),
    }
}

/// Refuses options for the format of a qrels file, because a named collection's description gives the format.
pub fn refuse_format_options(args: &QrelsArgs, collection: &str) -> Result<(), Failure> {
    let options = [
        ("--qrels-format", args.qrels_format != Format::Trec),
        ("--grades", args.grades.is_some()),
        ("--labels", args.labels != LabelKind::Levels),
    ];
    match options.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((option, _)) => Err(not_with_collection(option, collection)),
    }
}

/// Returns the error for an option that a named collection does not take.
fn not_with_collection(option: &str, collection: &str) -> Failure {
    Failure::usage(format!(
        "{option} cannot be used with the collection {collection}, whose description gives the files of its judgments and their format"
    ))
}

/// Returns the name of the run that `text` means. Besides the run's name, you may type the path of its file,
/// or the file's name with or without extensions if only one file has that name. If `text` is `all`, or means
/// no run, returns `text`.
pub(super) fn run_named<'a>(text: &'a str, files: &InputFiles, input: &'a Input) -> &'a str {
    if text == ALL || input.runs.iter().any(|run| run.name == text) {
        return text;
    }
    let real = Path::new(text).canonicalize().ok();
    let is_same = |path: &PathBuf| path.as_os_str() == text;
    let is_same_file = |path: &PathBuf| real.is_some() && path.canonicalize().ok() == real;
    let place = |is_it: &dyn Fn(&PathBuf) -> bool| files.runs.iter().position(is_it);
    let run = place(&is_same).or_else(|| place(&is_same_file)).or_else(|| place_of_file(text, &files.runs));
    run.and_then(|run| input.runs.get(run)).map_or(text, |run| run.name.as_str())
}

/// Returns the name of the run that the value of `--compare` means. If `--compare` has no value, returns the
/// name of the first of two runs. If the value is `all`, or means no run, returns it unchanged.
///
/// # Errors
/// If `--compare` names a file that is not among the runs, or if it has no value and there are not two runs.
pub(super) fn baseline<'a>(
    text: &'a str,
    files: &InputFiles,
    input: &'a Input,
) -> Result<&'a str, EvalError> {
    let is_run = |name: &str| input.runs.iter().any(|run| run.name == name);
    if Path::new(text).is_file() && !is_run(run_named(text, files, input)) {
        return Err(EvalError::Usage(format!(
            "--compare {text}: this file is not among the runs that are compared: --exclude-runs or --only-runs leaves it out"
        )));
    }
    if text.is_empty() {
        return first_of_two(input.runs.iter().map(|run| run.name.as_str()));
    }
    Ok(run_named(text, files, input))
}

/// Returns the name of the first of two runs, the baseline if `--compare` has no value.
///
/// # Errors
/// If there are not two runs.
pub(super) fn first_of_two<'a>(
    mut runs: impl ExactSizeIterator<Item = &'a str>,
) -> Result<&'a str, EvalError> {
    let count = runs.len();
    match runs.next().filter(|_| count == 2) {
        Some(first) => Ok(first),
        None => Err(EvalError::Usage(format!(
            "--compare without a run needs two runs, found {count}: name the baseline, or `all`"
        ))),
    }
}

/// Returns the name of the run that `--compare NAME` compares with the others, or `None` if NAME is `all`.
///
/// # Errors
/// If NAME is `all`, and a run has this name, because NAME could mean the run or all pairs.
pub(super) fn compared_run<'a>(name: &'a str, runs: &[String]) -> Result<Option<&'a str>, EvalError> {
    match name {
        ALL if runs.iter().any(|run| run == ALL) => Err(EvalError::Usage(
            "--compare all compares every pair, and a run is named `all`: give it another name".to_owned(),
        )),
        ALL => Ok(None),
        name => Ok(Some(name)),
    }
}

/// Returns the qrels file, with its format and the tables that options name.
pub(super) fn judgments(args: &InputArgs, qrels: PathBuf) -> JudgmentFiles {
    let verticals = |probabilities: &PathBuf| Verticals {
        probabilities: probabilities.clone(),
        documents: args.document_verticals.clone(),
        level: args.vertical_level,
    };
    JudgmentFiles {
        qrels,
        format: args.reading.format(),
        duplicates: args.duplicates.clone(),
        groups: args.groups.clone(),
        by_intent: args.by_intent,
        probabilities: args.intent_probabilities.clone(),
        intent_types: args.intent_types.clone(),
        verticals: args.verticals.as_ref().map(verticals),
    }
}
