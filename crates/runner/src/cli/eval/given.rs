//! The files and measures that are named on the command line.

use std::ffi::OsStr;
use std::path::PathBuf;

use rejudge_collections::descriptor::{ExtraColumns, RepeatedDocuments, RunNames};
use rejudge_collections::{IntentFiles, JudgmentFiles, UnitFiles, VerticalFiles};
use rejudge_eval::compare::ALL;
use rejudge_eval::intervals::MeanInterval;
use rejudge_eval::own::{check_read_again, unread};
use rejudge_eval::{EvalError, Files, Input, Preset, TopicChoice, Wanted};
use rejudge_experiment::spec::yaml::from_compact;

use super::args::{Eval, USUAL_MEASURES};
use crate::cli::args::Global;
use crate::cli::args::files::QrelsFormatArg;
use crate::cli::named_collection::NamedCollection;
use crate::cli::output::{Failure, remark};
use crate::cli::run_list::run_list;

/// The judgments, the files of the runs, and the measures given after them, as in ir_measures.
pub(super) struct Given {
    judgments: JudgmentFiles,
    runs: Vec<PathBuf>,
    extra_columns: ExtraColumns,
    repeated: RepeatedDocuments,
    run_names: RunNames,
    measures: Vec<String>,
}

impl Given {
    pub fn new(global: &Global, args: &Eval, preset: Preset) -> Result<Self, Failure> {
        let mut files = args.files.iter();
        let qrels = args.qrels.as_ref().or_else(|| files.next());
        let qrels =
            qrels.ok_or_else(|| Failure::usage("no judgments are named: rejudge eval QRELS RUN.."))?;
        let reading = &args.more.reading;
        let collection = NamedCollection::find(global, qrels)?;
        let (judgments, extra_columns, repeated, run_names) = match &collection {
            Some(named) => {
                refuse_files_of_judgments(args, &named.descriptor.id)?;
                (named.judgments(), named.extra_columns(reading), named.repeated(reading), named.run_names())
            }
            None => {
                let judgments = judgments(args, qrels.clone())?;
                let repeated = reading.repeated.unwrap_or_default();
                (judgments, reading.extra_columns(), repeated, RunNames::default())
            }
        };
        let is_measure = |path: &&PathBuf| {
            let is_name = |name: &str| Wanted::read(&[name.to_owned()], preset).is_ok();
            path.as_os_str() != "-" && !path.exists() && path.to_str().is_some_and(is_name)
        };
        let (measures, files): (Vec<&PathBuf>, Vec<&PathBuf>) = files.partition(is_measure);
        let measures = measures.iter().filter_map(|name| name.to_str()).map(str::to_owned).collect();
        let named: Vec<PathBuf> = args.runs.iter().chain(files).cloned().collect();
        let runs = match &collection {
            Some(collection) if named.is_empty() => collection.runs()?,
            _ => run_list(named.iter())?,
        };
        let is_method = |path: &&PathBuf| {
            !path.exists()
                && path.to_str().is_some_and(|name| from_compact::<MeanInterval>(name, &[]).is_ok())
        };
        if let Some(method) = runs.iter().filter(|_| args.comparison.intervals.is_some()).find(is_method) {
            let method = method.display();
            return Err(Failure::usage(format!(
                "{method} is not a file; to choose the method, write --intervals={method}"
            )));
        }
        if !global.quiet {
            unread(&named, judgments.qrels(), &[]).into_iter().for_each(remark);
        }
        if runs.is_empty() {
            return Err(Failure::usage("no run is named: rejudge eval QRELS RUN.."));
        }
        Ok(Self { judgments, runs, extra_columns, repeated, run_names, measures })
    }

    /// The measures that are asked for, those of `--measures` first.
    pub fn wanted(&self, args: &Eval, preset: Preset) -> Result<Wanted, Failure> {
        let usual = args.measures == [USUAL_MEASURES] && !self.measures.is_empty();
        let measures = if usual { &[][..] } else { &args.measures };
        let mut wanted = Wanted::read(&[measures, &self.measures].concat(), preset)?;
        if args.rules.judged_only {
            wanted.judged_only()?;
        }
        if args.output.judged_report {
            wanted.add_judged_report();
        }
        Ok(wanted)
    }

    /// Refuses measures on the command line, and files that cannot be read twice: an expected table names its measures,
    /// and explaining it requires reading the runs in other orders.
    pub fn for_expected(&self, args: &Eval) -> Result<(), Failure> {
        if let Some(measure) = self.measures.first() {
            return Err(Failure::usage(format!(
                "--expect: the table names the measures, found `{measure}` beside it"
            )));
        }
        Ok(check_read_again(self.inputs(args).map(PathBuf::as_path))?)
    }

    /// Returns the files, and the settings for reading them.
    pub fn files(self, args: &Eval, topics: Option<TopicChoice>) -> Files {
        let Self { judgments, runs, extra_columns, repeated, run_names, .. } = self;
        let may_share_tags = !args.reproduces.is_empty();
        Files { judgments, runs, extra_columns, repeated, run_names, may_share_tags, topics }
    }

    /// All files that are read.
    pub fn inputs<'a>(&'a self, args: &'a Eval) -> impl Iterator<Item = &'a PathBuf> {
        self.runs
            .iter()
            .chain(self.judgments.paths())
            .chain(&args.reproduces)
            .chain(&args.original_qrels)
            .chain(args.judge.as_ref().map(|judge| &judge.file))
            .chain(&args.output.zscores)
    }
}

/// Refuses options about the files of the judgments beside a collection, whose description names them.
fn refuse_files_of_judgments(args: &Eval, collection: &str) -> Result<(), Failure> {
    let more = &args.more;
    let options = [
        ("--qrels-format", more.reading.qrels_format != QrelsFormatArg::Trec),
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

/// Returns the name of the run whose file was given in place of a name: by its path, or by its name up to the first dot
/// if only one file has that name.
pub(super) fn run_named<'a>(text: &'a str, files: &Files, input: &'a Input) -> &'a str {
    if text == ALL || input.runs.iter().any(|run| run.name == text) {
        return text;
    }
    let is_called = |path: &PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        name == text || name.strip_prefix(text).is_some_and(|ending| ending.starts_with('.'))
    };
    let called: Vec<usize> = (0..files.runs.len()).filter(|&at| is_called(&files.runs[at])).collect();
    let only = || if let [only] = called.as_slice() { Some(*only) } else { None };
    let place = files.runs.iter().position(|path| path.as_os_str() == text).or_else(only);
    place.and_then(|place| input.runs.get(place)).map_or(text, |run| run.name.as_str())
}

/// Returns the name of the run that `--compare` names; without a value, of the first of two runs.
///
/// # Errors
/// If no run is named, and there are not two.
pub(super) fn baseline<'a>(text: &'a str, files: &Files, input: &'a Input) -> Result<&'a str, EvalError> {
    match (text, &*input.runs) {
        ("", [first, _]) => Ok(&first.name),
        ("", runs) => Err(EvalError::Usage(format!(
            "--compare without a run needs two runs, found {}: name the baseline, or `all`",
            runs.len()
        ))),
        _ => Ok(run_named(text, files, input)),
    }
}

/// The files of the judgments.
pub(super) fn judgments(args: &Eval, qrels: PathBuf) -> Result<JudgmentFiles, Failure> {
    let more = &args.more;
    let format = more.reading.qrels_format.into();
    let units = UnitFiles { duplicates: more.duplicates.clone(), groups: more.groups.clone() };
    if !more.by_intent {
        return Ok(JudgmentFiles::Plain { qrels, format, units });
    }
    if units != UnitFiles::default() {
        return Err(Failure::usage("--duplicates and --groups cannot be used with --by-intent"));
    }
    let vertical_files = |probabilities: &PathBuf| VerticalFiles {
        probabilities: probabilities.clone(),
        documents: more.document_verticals.clone(),
        level: more.vertical_level,
    };
    Ok(JudgmentFiles::ByIntent(IntentFiles {
        qrels,
        format,
        probabilities: more.intent_probabilities.clone(),
        kinds: more.intent_types.clone(),
        verticals: more.verticals.as_ref().map(vertical_files),
    }))
}
