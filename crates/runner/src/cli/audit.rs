//! `rejudge audit`

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::descriptor::Descriptor;
use rejudge_collections::{LoadError, Qrels, has_judgments, is_run_pattern, judged, pattern_of_files, read};
use rejudge_eval::pooling::Difference;
use rejudge_names::plural::counted;
use rejudge_pools::View;
use rejudge_tables::page::Card;

use super::args::Global;
use super::args::files::{FileArgs, check_named_once, check_not_folder};
use super::args::rules::{ChosenRules, OTHER_MEASURES};
use super::named_collection::{NamedCollection, check_no_collection};
use super::output::{Failure, print, print_bytes, print_columns};
use super::terminal::Terminal;
use super::terminal::{MAX_THREADS, OTHER_JOBS, use_threads};
use super::{GOOD, INTERRUPTED, completion};
use crate::audit::{
    Answer, AuditReport, AuditRequest, DEPTH_FROM_DESCRIPTION, Inputs, PreparedAudit, REPORT, VERDICTS,
    judges_named,
};

const USAGE: &str = "rejudge audit --qrels FILE --runs DIR [OPTIONS]
       rejudge audit QRELS RUNS [OPTIONS]
       rejudge audit COLLECTION [OPTIONS]
       rejudge audit --scores [MEASURE=]FILE.. [OPTIONS]
       rejudge audit QRELS";

/// `rejudge audit`
#[derive(Debug, ClapArgs)]
#[command(override_usage = USAGE)]
pub struct Audit {
    /// Qrels file and runs, as with --qrels and --runs; or the name of a collection (`rejudge data list`)
    #[arg(
        value_name = "QRELS RUNS|COLLECTION",
        num_args = 1..,
        required_unless_present_any = ["scores", "qrels"]
    )]
    pub files: Vec<PathBuf>,
    /// Qrels file, if it is not the first argument
    #[arg(long, value_name = "FILE")]
    pub qrels: Option<PathBuf>,
    /// Folder of runs, a run file, or a quoted pattern ('runs/*.gz')
    #[arg(long, alias = "run", value_name = "DIR")]
    pub runs: Vec<PathBuf>,
    /// Score matrices (CSV or parquet, topics by runs) instead of qrels and runs, as MEASURE=FILE; with one file,
    /// -m can name the measure
    #[arg(
        hide_short_help = true, long, value_name = "[MEASURE=]FILE", num_args = 1..,
        conflicts_with_all = [
            "files", "qrels", "runs", "teams", "pooled", "qrels_format", "grades", "labels", "extra_columns", "repeated",
            "exclude_runs", "only_runs", "also", "also_people", "new_run", "depth",
        ]
    )]
    pub scores: Vec<String>,
    #[command(flatten)]
    pub more: FileArgs,
    /// Labels of another judge, such as a model, to test whether it can replace people. Options follow the file:
    /// gpt=labels.txt,repeated=last,outside=drop,labels=gains,highest=3. Without NAME, the judge is named after the file
    #[arg(long, aliases = ["judge", "judges", "llm"], value_name = "[NAME=]FILE[,KEY=VALUE]", num_args = 1..)]
    pub also: Vec<String>,
    /// Labels of other people for the same documents. A judge of --also is measured against the agreement among people
    #[arg(hide_short_help = true, long, value_name = "[NAME=]FILE[,KEY=VALUE]", num_args = 1.., requires = "also")]
    pub also_people: Vec<String>,
    /// Runs that did not contribute to the pool. For each: can these judgments score it, or which documents should
    /// be judged first? The rest of the audit does not change
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub new_run: Vec<PathBuf>,
    /// Pool depth, at most the length of the longest ranking [default: the collection's, or the depth down to
    /// which at least 95% of the documents at each rank are judged, if a pool of that depth contains at least
    /// 90% of the judgments]
    #[arg(long, alias = "pool-depth", value_name = "DEPTH")]
    pub depth: Option<NonZeroU32>,
    /// Measures, separated by spaces; the verdicts are about the first one [default: nDCG@10 if runs are judged to a depth
    /// below 50, AP otherwise; then the other of the two, nDCG P@10 Q RBP RR Bpref AP' nDCG' Q', and infAP if the judgments
    /// are a sample]
    #[arg(
        short, long, aliases = OTHER_MEASURES, value_name = "MEASURES",
        add = ArgValueCompleter::new(completion::measures)
    )]
    pub measures: Option<Vec<String>>,
    #[command(flatten)]
    pub rules: ChosenRules<false>,
    /// Change a value of the experiment: path=value, or path+=value to add to a list (--emit-yaml shows the experiment)
    #[arg(hide_short_help = true, short = 's', long = "set", value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Number of random draws
    #[arg(long, default_value_t = const { NonZeroU32::new(10).expect("10 is not 0") })]
    pub draws: NonZeroU32,
    /// Root seed
    #[arg(hide_short_help = true, long, default_value_t = 1)]
    pub seed: u64,
    /// Name of the collection [default: the name of the given collection, of the qrels file's folder, or of the
    /// first score file]
    #[arg(hide_short_help = true, long, value_name = "NAME")]
    pub id: Option<String>,
    /// Folder for the report, the tables and the experiment: a new or empty folder, or the folder of an earlier audit of the
    /// same judgments and runs, whose files are replaced [default: audit/<id>]
    #[arg(short, long, aliases = ["out", "output-dir", "out-dir", "outdir"], value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Print the answers for people, or the file verdicts.json or report.md
    #[arg(
        hide_short_help = true,
        long,
        value_name = "FORMAT",
        default_value = "text",
        conflicts_with = "emit_yaml"
    )]
    pub format: Printed,
    /// Write the experiment and compute nothing. Refuses a folder with a report that has other options or is
    /// on other files
    #[arg(hide_short_help = true, long)]
    pub emit_yaml: bool,
    /// Cache folder [default: $REJUDGE_CACHE, or .rejudge/cache]
    #[arg(
        hide_short_help = true, long, alias = "cache-dir", value_name = "DIR",
        default_value_os_t = rejudge_session::cache_folder(), hide_default_value = true
    )]
    pub cache: PathBuf,
    /// Number of threads [default: one per core]
    #[arg(hide_short_help = true, long, aliases = OTHER_JOBS, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS)))]
    pub jobs: Option<u16>,
}

/// The output of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Printed {
    /// The answers, for people
    Text,
    /// The verdicts
    Json,
    /// The report
    #[value(alias = "md")]
    Markdown,
}

impl Audit {
    /// Returns the qrels file if the arguments name no runs and no option that needs runs. Without runs,
    /// judgments can only be counted.
    pub fn only_judgments(&self) -> Option<&PathBuf> {
        let qrels = match (&self.qrels, self.files.as_slice()) {
            (Some(qrels), []) => qrels,
            (None, [qrels]) => qrels,
            _ => return None,
        };
        // Counts do not depend on these options, so a user who types one of them has probably
        // forgotten the runs.
        let is_plain = self.depth.is_none()
            && self.measures.is_none()
            && self.output.is_none()
            && !self.emit_yaml
            && self.format == Printed::Text
            && self.more.filter.option().is_none();
        let has_no_runs = self.runs.is_empty() && self.new_run.is_empty();
        (has_no_runs && is_plain && qrels.is_file()).then_some(qrels)
    }
}

pub fn main(global: &Global, args: &Audit) -> Result<u8, Failure> {
    use_threads(args.jobs)?;
    if let Some(output) = args.output.as_ref().filter(|_| args.format != Printed::Text)
        && output.extension().is_some_and(|ending| ["json", "md"].iter().any(|file| ending == *file))
    {
        return Err(Failure::usage(format!(
            "-o {}: an audit writes a folder, and --format prints to stdout: write `> {}`",
            output.display(),
            output.display()
        )));
    }
    if let Some(qrels) = args.only_judgments() {
        if let Some(labels) = args.also.first() {
            return Err(Failure::usage(format!(
                "no runs are named: `rejudge audit QRELS RUNS --also {labels}`; `rejudge agreement {} {labels}` compares the labels",
                qrels.display()
            )));
        }
        print_columns(&counts(args, qrels)?, "\t")?;
        global.remark("only the judgments are counted; `rejudge audit QRELS RUNS` audits them");
        return Ok(GOOD);
    }
    let terminal = Terminal::new(global);
    let request = request(args, global)?;
    let (folder, carried_out) = terminal.observed(|observer| {
        let prepared = PreparedAudit::new(global.places(), request)?;
        let inspected = &prepared.inspected;
        global.remarks(inspected.assumed.iter().chain([&inspected.why_measure]).chain(&prepared.unread));
        if args.emit_yaml {
            return Ok((prepared.write_experiment(observer)?, None));
        }
        Ok((prepared.folder.path.clone(), Some(prepared.carry_out(observer)?)))
    })?;
    let Some((computed, report)) = carried_out else {
        print(&format!("{}\n", folder.display()))?;
        return Ok(GOOD);
    };
    let Some(report) = report else {
        terminal.summarise(&computed, || format!("nothing was written to {}", folder.display()));
        if computed.interrupted {
            return Ok(INTERRUPTED);
        }
        let failed = counted(computed.report.failed.len(), "cell");
        return Err(Failure::data(format!("{failed} failed: verdicts need all cells")));
    };
    terminal.summarise(&computed, || format!("results in {}", folder.display()));
    if report.replaces_another {
        let folder = folder.display();
        global.remark(format_args!(
            "replaced the report in {folder}, which was on other files or had other options (--output names another folder)"
        ));
    }
    let file = match args.format {
        Printed::Text => {
            print(&summary(&report))?;
            return Ok(GOOD);
        }
        Printed::Json => VERDICTS,
        Printed::Markdown => REPORT,
    };
    print_bytes(&read(&folder.join(file)).map_err(LoadError::from)?)?;
    Ok(GOOD)
}

/// Returns tab-separated lines with counts of the judgments, such as the topics, the judged documents, and
/// the documents of each level.
fn counts(args: &Audit, qrels: &Path) -> Result<String, Failure> {
    let collection = judged(&Qrels::read(qrels, &args.more.reading.format())?);
    let full = View::full(&collection);
    Ok(Difference::new(&collection, [&full, &full], None, false, None).counts())
}

/// Returns the summary, the verdicts, the number of remarks on the files, and the path of the page. If
/// consecutive questions have the same answer, the answer is printed once below these questions. For example,
/// all questions have the same answer if there are too few runs.
fn summary(report: &AuditReport) -> String {
    let answer = |answer: &Answer| {
        let Card { sign, word, sentence, number, number_is, small_print, .. } = &answer.card;
        let number = if number.is_empty() { String::new() } else { format!("\n    {number} {number_is}") };
        let small_print: String = small_print.iter().map(|line| format!("\n    {line}")).collect();
        format!("  {sign} {word}. {sentence}{number}{small_print}\n")
    };
    let remarks = match report.remarks.len() {
        0 => String::new(),
        notes => format!("Tables, and {} on your files:\n", counted(notes, "note")),
    };
    let page = format!("{}\n", report.page.display());
    let summary = if report.summary.is_empty() { String::new() } else { format!("{}\n\n", report.summary) };
    let questions = |answers: &[Answer]| -> String {
        answers.iter().map(|answer| format!("{}\n", answer.card.question)).collect()
    };
    let same_answers = report.answers.chunk_by(|one, next| answer(one) == answer(next));
    let verdicts: String = same_answers.map(|all| questions(all) + &answer(&all[0])).collect();
    summary + &verdicts + &remarks + &page
}

/// Values of the experiment that `-s` must not change, because verdicts depend on them. Each comes with the
/// argument that changes it.
const ARGUMENTS_FOR_SETTINGS: [(&str, &str); 4] =
    [("id", "--id"), ("axes.collection", "the files"), ("axes.measure", "-m"), ("axes.runs", "the files")];

/// Returns the request that the arguments make.
fn request(args: &Audit, global: &Global) -> Result<AuditRequest, Failure> {
    for (path, instead) in ARGUMENTS_FOR_SETTINGS {
        let changes_it = |change: &&String| {
            change.strip_prefix(path).is_some_and(|rest| rest.starts_with(['=', '+', '.']))
        };
        if let Some(change) = args.set.iter().find(changes_it) {
            return Err(Failure::usage(format!("-s {change}: an audit takes its `{path}` from {instead}")));
        }
    }
    let collection = named_collection(args, global)?;
    let stated = args.depth.map(|depth| (depth.into(), "--depth".to_owned()));
    let mut rules = args.rules.0.clone();
    if let Some(level) = collection.as_ref().and_then(|collection| collection.descriptor.min_rel) {
        rules.choose_min_rel(level);
    }
    let (inputs, id, depth, pool_order) = match collection {
        Some(collection) => {
            let judges = judges_named(&args.also, &args.also_people)?;
            let files = Box::new(collection.own_files(&args.more)?);
            let Descriptor { id, pool_depth, pool_order, .. } = collection.descriptor;
            (Inputs::Judged(files, judges, args.new_run.clone()), Some(id), pool_depth, pool_order)
        }
        None => (inputs(global, args)?, None, None, None),
    };
    Ok(AuditRequest {
        inputs,
        id: args.id.clone().or(id),
        folder: args.output.clone(),
        measures: args.measures.clone(),
        depth: stated.or(depth.map(|depth| (depth, DEPTH_FROM_DESCRIPTION.to_owned()))),
        pool_order,
        rules,
        seed: args.seed,
        draws: args.draws.get(),
        set: args.set.clone(),
        cache: args.cache.clone(),
    })
}

/// Returns the collection if the arguments name a collection instead of files.
fn named_collection(args: &Audit, global: &Global) -> Result<Option<NamedCollection>, Failure> {
    match args.files.as_slice() {
        [name] if args.qrels.is_none() && args.runs.is_empty() => NamedCollection::find(global, name),
        _ => Ok(None),
    }
}

/// Refuses a list of files if one of them is missing, or if all are in one folder and one has a name that a
/// pattern cannot contain.
fn check_list(runs: &[PathBuf]) -> Result<(), Failure> {
    let is_folder_or_pattern = |run: &PathBuf| run.is_dir() || is_run_pattern(run);
    if runs.len() < 2 || runs.iter().any(is_folder_or_pattern) {
        return Ok(());
    }
    for missing in runs.iter().filter(|run| !run.exists()) {
        read(missing).map_err(LoadError::from)?;
    }
    let has_special_character = |run: &&PathBuf| {
        run.file_name().is_some_and(|name| name.to_string_lossy().contains([',', '{', '}', '*']))
    };
    let have_same_folder = runs.iter().all(|run| run.parent() == runs[0].parent());
    match runs.iter().find(has_special_character).filter(|_| have_same_folder) {
        Some(run) => Err(Failure::usage(format!(
            "{}: a list of runs cannot have `,`, `{{`, `}}` or `*` in a name: name a folder with only these runs",
            run.display()
        ))),
        None => Ok(()),
    }
}

/// Returns the files that the arguments name.
fn inputs(global: &Global, args: &Audit) -> Result<Inputs, Failure> {
    if !args.scores.is_empty() {
        if let Some((rule, _)) = args.rules.0.iter().next() {
            return Err(Failure::usage(format!(
                "'--{rule}' cannot be used with '--scores', whose runs are scored already"
            )));
        }
        return Ok(Inputs::scores(&args.scores, args.measures.as_deref())?);
    }
    check_named_once(args.qrels.as_deref(), args.files.iter().map(PathBuf::as_path))?;
    let (qrels, rest) = match (&args.qrels, args.files.split_first()) {
        (None, Some((qrels, rest))) => (Some(qrels), rest),
        (qrels, _) => (qrels.as_ref(), args.files.as_slice()),
    };
    if let Some(qrels) = qrels {
        check_no_collection(global, qrels, args.runs.iter().chain(rest).map(PathBuf::as_path))?;
    }
    // The shell replaces the pattern in `--runs runs/*` with a list of files, and only the first file is the
    // value of the option. So we join the list again and look for a pattern that matches it, because an
    // experiment needs a folder or a pattern.
    let list: Vec<PathBuf> = args.runs.iter().chain(rest).cloned().collect();
    let expanded = pattern_of_files(&list);
    let (runs, extra) = match &expanded {
        Some(runs) => (Some(runs), None),
        None => {
            check_list(&list)?;
            (list.first(), list.get(1))
        }
    };
    let is_collection = |qrels: &PathBuf| {
        !qrels.exists() && qrels.to_str().is_some_and(|name| NamedCollection::exists(global, name))
    };
    match (qrels, runs, extra) {
        (Some(collection), Some(runs), _) if is_collection(collection) => {
            // If it has no files, for example because it is simulated, that error is the better one.
            NamedCollection::find(global, collection)?;
            Err(Failure::usage(format!(
                "{collection} is a collection, which is audited with its own runs: leave out {}; `rejudge audit \
                 {collection} --new-run RUN` asks if its judgments can score another run",
                runs.display(),
                collection = collection.display()
            )))
        }
        (Some(qrels), Some(runs), None) => {
            check_not_folder(qrels, Some(runs), &args.more.reading.format(), "rejudge audit QRELS RUNS")?;
            let judges = judges_named(&args.also, &args.also_people)?;
            let files = args.more.own_files(qrels, runs)?;
            Ok(Inputs::Judged(Box::new(files), judges, args.new_run.clone()))
        }
        (None, ..) => Err(Failure::usage("no judgments are named: rejudge audit QRELS RUNS")),
        (Some(name), None, _) if !name.exists() => Err(Failure::data(format!(
            "{}: neither a file of judgments nor a collection of `rejudge data list`",
            name.display()
        ))),
        (Some(_), None, _) => Err(Failure::usage(
            "no runs are named: rejudge audit QRELS RUNS, or rejudge audit COLLECTION; without runs, only counts are printed, \
                 and -o, -m, --depth, --format, --emit-yaml, --exclude-runs and --only-runs would have no effect",
        )),
        (Some(qrels), _, Some(extra)) => {
            let labels = list.iter().find(|path| has_judgments(path)).filter(|_| has_judgments(qrels));
            Err(Failure::usage(match labels {
                Some(labels) => format!(
                    "{labels} has judgments, and so has {}, which is named first: if {labels} has the labels of another judge, write \
                     --also {labels}",
                    qrels.display(),
                    labels = labels.display()
                ),
                None => format!(
                    "unexpected argument {}: name the runs by a folder, by a pattern in quotes, or as up to 1,000 files; \
                     --new-run names a run that did not contribute to the pool",
                    extra.display()
                ),
            }))
        }
    }
}
