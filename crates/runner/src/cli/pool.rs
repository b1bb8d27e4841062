//! `rejudge pool`: takes judgments away, or builds a pool from runs.

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display};
use std::fs::DirEntry;
use std::num::NonZeroU8;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand};
use rejudge_collections::descriptor::{LabelKind, QrelsFormat};
use rejudge_collections::{
    JudgeBytes, Labelled, MAX_FILE_NAME_BYTES, NumberedRuns, Qrels, QrelsLines, Reading, RunFile,
    RunRankings, ScoreType, TeamChoice, TeamFiles, Ties, Unscored, WriteError, has_judgments, load_numbered,
    load_rankings, read, run_file_name, run_files,
};
use rejudge_eval::own_files::{check_each_once, check_stdin, unread};
use rejudge_eval::pooling::{Difference, PoolFormat, binary_lines, level_lines, pool_size, sizes};
use rejudge_eval::{ChosenRuns, left_out_remark};
use rejudge_metrics::Verdict;
use rejudge_names::plural::{counted, few, of_number, of_share};
use rejudge_names::{Mistyped, read_call};
use rejudge_pools::{
    Absent, Contributions, JudgmentRequest, JudgmentSet, Manipulation, ManipulationError, POOL_DEPTH,
    Parameter, Pool as DocumentPool, Preference, Rule, TestCollection, View, pooled_runs,
};
use rejudge_store::atomic::{NewFiles, NewFolder};
use rejudge_tables::frame::Format;

use super::GOOD;
use super::args::Global;
use super::args::files::{FileArgs, check_named_once, check_not_folder};
use super::args::rules::OTHER_LEVELS;
use super::output::{Failure, check_target, is_other_format, print, remark, write_target};
use crate::audit::judges_named;

/// The maximum of --draws, so that a typing error does not fill the disk.
const MAX_DRAWS: u32 = 10_000;

/// `rejudge pool`
#[derive(Debug, ClapArgs)]
#[command(
    override_usage = "rejudge pool QRELS 'MANIPULATION(PARAMETER=VALUE, ..)' --runs DIR [OPTIONS]\n       \
                      rejudge pool build RUNS --depth K [OPTIONS]",
    after_help = manipulations()
)]
pub struct Pool {
    /// Qrels file (`-` for standard input; write ./build for a file named `build`), and a manipulation as in an
    /// experiment: 'leave-one-team-out(team=A)', 'sample(rate=0.1)'
    #[arg(value_names = ["QRELS", "MANIPULATION"])]
    pub words: Vec<OsString>,
    #[command(subcommand)]
    pub build: Option<PoolVerb>,
    #[command(flatten)]
    pub input: PoolInput,
    /// Number of top documents that each run contributed, for manipulations of teams [default: all documents
    /// retrieved]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub pool_depth: Option<u32>,
    /// Seed of a random manipulation such as `sample`; an experiment with this seed makes the same draw [default:
    /// 1]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Number of the draw with this seed. Samples of one draw are nested: a lower rate keeps a subset of what a
    /// higher rate keeps [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "draws")]
    pub draw: Option<u32>,
    /// Write the draws 1 to N, as files draw-001.qrels and so on in the folder of -o
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DRAWS)))]
    pub draws: Option<u32>,
    /// Write binary judgments, with grade 1 for this level and all above, and 0 for the others
    #[arg(
        short = 'l', long, aliases = OTHER_LEVELS, value_name = "LEVEL", help_heading = "Output"
    )]
    pub min_rel: Option<NonZeroU8>,
    /// Write to this file instead of stdout (`-`: stdout). With --draws, or without a team, the folder to write to: a new
    /// or empty folder, or one with only files that are replaced
    #[arg(
        short, long, aliases = ["out", "outfile", "output-file"], global = true, value_name = "FILE", help_heading = "Output"
    )]
    pub output: Option<PathBuf>,
    /// Show what changes: judged documents by level, topic and team (on stderr if the judgments go to stdout)
    #[arg(long, global = true, help_heading = "Output")]
    pub stats: bool,
}

impl Pool {
    /// Returns the words for the judgments and the manipulation, and the input with all runs. The shell
    /// replaces `--runs runs/*` with a list, and only the first file in the list is the value of the option;
    /// this method adds the other files.
    fn words_and_input(&self) -> (Vec<&OsStr>, PoolInput) {
        let mut input = self.input.clone();
        let first_run = usize::from(input.judgments.is_none());
        let has_list = !input.runs.is_empty() && self.words.len() > first_run + 1;
        let words = self.words.iter().map(OsString::as_os_str).enumerate();
        let (runs, words): (Vec<_>, Vec<_>) =
            words.partition(|&(index, word)| has_list && index >= first_run && Path::new(word).is_file());
        input.runs.extend(runs.into_iter().map(|(_, run)| PathBuf::from(run)));
        (words.into_iter().map(|(_, word)| word).collect(), input)
    }
}

/// Returns a list of all manipulations with their parameters, for the help page.
fn manipulations() -> String {
    let mut text = String::from("Manipulations:\n");
    for rule in Manipulation::all() {
        let parameter = |parameter: &Parameter| match parameter.absent {
            Absent::Refused => format!("{}=..", parameter.name),
            _ => format!("[{}=..]", parameter.name),
        };
        let parameters: Vec<String> = rule.parameters().iter().map(parameter).collect();
        text += &format!(
            "  {}({})\n      {}\n",
            rule.name(),
            parameters.join(", "),
            rule.summary().trim_end_matches('.')
        );
    }
    text + "\nA parameter in brackets may be left out. Without `team`, a file is written for each team (-o DIR). A value with a comma needs quotes: \"take-one-team(team='A, B')\"."
}

/// The runs, and options for reading files. You may type them before or after the manipulation.
#[derive(Clone, Debug, ClapArgs)]
#[command(next_help_heading = "Input")]
pub struct PoolInput {
    /// Qrels file, if it is not the first argument
    #[arg(long = "qrels", global = true, value_name = "FILE")]
    pub judgments: Option<PathBuf>,
    /// Folder of runs, a run file, or a quoted pattern ('runs/*.gz'). May be repeated
    #[arg(long, global = true, value_name = "DIR")]
    pub runs: Vec<PathBuf>,
    #[command(flatten)]
    pub files: FileArgs,
    /// Labels of another judge, for manipulations that name it: 'full(judge=gpt)', 'full(fill=gpt)'. Options follow
    /// the file: gpt=labels.txt,repeated=last. May be repeated
    #[arg(
        hide_short_help = true,
        long,
        alias = "judge",
        global = true,
        value_name = "[NAME=]FILE[,KEY=VALUE]"
    )]
    pub also: Vec<String>,
    /// How ties are broken, or how all documents are ordered
    #[arg(hide_short_help = true, long, global = true, default_value = "docno-descending")]
    pub ties: Ties,
    /// Precision of scores
    #[arg(hide_short_help = true, long, global = true, default_value = "f64")]
    pub score_type: ScoreType,
}

impl PoolInput {
    /// Returns the rules for reading runs, down to `max_rank`.
    pub fn reading(&self, max_rank: usize) -> Reading {
        let (ties, score_type) = (self.ties, self.score_type);
        Reading { ties, score_type, max_rank, ..self.files.reading.to_reading(None) }
    }
}

/// The subcommand that works without judgments.
#[derive(Debug, Subcommand)]
pub enum PoolVerb {
    /// List the documents to be judged: the top documents of the runs
    Build(Build),
}

/// `rejudge pool build`
#[derive(Debug, ClapArgs)]
pub struct Build {
    /// Folders of runs, run files, or quoted patterns, as with --runs
    #[arg(value_name = "RUNS")]
    pub files: Vec<PathBuf>,
    /// Number of top documents that each run contributes
    #[arg(
        long, alias = "pool-depth", short_aliases = ['k', 'd'], value_name = "K",
        value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true
    )]
    pub depth: u32,
    /// Use only the first N pooled runs of each team, in the order of file names
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub runs_per_team: Option<u32>,
    /// Leave out the documents that this qrels file judges. A document with a negative grade is not judged yet
    #[arg(long, value_name = "QRELS")]
    pub judged: Option<PathBuf>,
    /// Judge at most N documents a topic
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true, conflicts_with = "budget_in_all")]
    pub budget: Option<u32>,
    /// Judge at most N documents in all; a topic may get none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub budget_in_all: Option<u32>,
    /// Which documents to judge first if the budget does not cover the pool
    #[arg(long, default_value = "frequency")]
    pub prefer: PreferArg,
    /// Persistence of the RBP weights of --prefer rbp
    #[arg(hide_short_help = true, long, value_name = "P", default_value = "0.8", value_parser = persistence)]
    pub persistence: f64,
    /// Order of the documents of a topic; `preferred` reveals to the assessor how the runs rank them
    #[arg(long, default_value = "docid")]
    pub order: OrderArg,
    /// Seed of --order random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Format of the list
    #[arg(long, default_value = "docs")]
    pub form: PoolFormat,
}

impl Build {
    /// Returns the order in which documents are chosen.
    pub fn preference(&self) -> Preference {
        match self.prefer {
            PreferArg::Frequency => Preference::Frequency,
            PreferArg::BestRank => Preference::BestRank,
            PreferArg::Rbp => Preference::Rbp(self.persistence),
        }
    }
}

/// The documents that are judged first if there is a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PreferArg {
    /// Documents in the pools of more runs; ties by the lower sum of ranks (as NTCIR sorts its pools)
    Frequency,
    /// By the best rank over all runs; ties in the order of frequency
    BestRank,
    /// Documents with the higher sum of (1 - p) p^(rank - 1) over the runs (Moffat, Webber and Zobel, SIGIR 2007)
    Rbp,
}

/// The order in which a topic's documents are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum OrderArg {
    /// By docid, which reveals no ranks
    Docid,
    /// As given by --prefer
    Preferred,
    /// At random
    Random,
}

fn persistence(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(p) if p > 0.0 && p < 1.0 => Ok(p),
        _ => Err("expected a number between 0 and 1".to_owned()),
    }
}

/// Refuses an output file if its extension promises something other than lines of text. The message says that
/// the lines have `content`. The extension `.csv` is accepted if the judgments are copied line by line from the
/// file `copied`, and this file has the same extension.
fn check_ending(output: Option<&Path>, copied: Option<&Path>, content: &str) -> Result<(), Failure> {
    let Some(path) = output else { return Ok(()) };
    let is_of_lines = matches!(Format::from_path(path), None | Some(Format::Tsv)) && !is_other_format(path);
    let is_copied = Format::from_path(path) == Some(Format::Csv)
        && copied.is_some_and(|qrels| qrels.extension() == path.extension());
    if is_of_lines || is_copied {
        return Ok(());
    }
    let (shown, ending) = (path.display(), path.extension().unwrap_or_default().display());
    let other = path.with_extension("txt");
    Err(Failure::usage(format!(
        "{shown}: the output is lines with {content}, not {ending}: name a file such as {}",
        other.display()
    )))
}

/// Refuses an output file with judgments, because a list of documents to judge would replace them. A list without levels,
/// as `--form qrels` writes it, may be replaced.
fn check_replaces_no_judgments(output: &Path) -> Result<(), Failure> {
    if !has_judgments(output) {
        return Ok(());
    }
    if let Ok(qrels) = Qrels::read(output, &QrelsFormat::trec())
        && qrels.topics().all(|topic| topic.verdicts().iter().all(|verdict| *verdict == Verdict::Pooled))
    {
        return Ok(());
    }
    let output = output.display();
    Err(Failure::usage(format!(
        "{output} has judgments, and the list of documents to judge would replace them: name another file (--judged {output} \
         leaves out the documents that it judges)"
    )))
}

pub fn main(global: &Global, args: &Pool) -> Result<u8, Failure> {
    let qrels = args.input.judgments.as_deref();
    let is_run = |word: &OsString| Path::new(word).is_file() && !has_judgments(Path::new(word));
    if let (None, [word, rest @ ..], None) = (&args.build, args.words.as_slice(), qrels)
        && (rest.is_empty() && Path::new(word).is_dir() || !rest.is_empty() && args.words.iter().all(is_run))
    {
        let path = word.display();
        let (found, runs) =
            if rest.is_empty() { ("a folder", path.to_string()) } else { ("runs", format!("{path} ..")) };
        return Err(Failure::usage(format!(
            "{path}: expected judgments and a manipulation, found {found}; `rejudge pool build {runs} --depth K` makes a pool \
             from the runs"
        )));
    }
    let content = if args.build.is_some() { "documents to judge" } else { "judgments" };
    let copied = qrels.or_else(|| args.words.first().map(Path::new)).filter(|_| args.min_rel.is_none());
    check_ending(args.output.as_deref(), copied, content)?;
    check_named_once(qrels, args.words.iter().map(Path::new))?;
    let has_manipulation_options = args.pool_depth.is_some()
        || args.seed.is_some()
        || args.draw.is_some()
        || args.draws.is_some()
        || args.min_rel.is_some();
    let (words, input) = args.words_and_input();
    match (&args.build, words.as_slice(), qrels) {
        (Some(PoolVerb::Build(request)), [], None) if !has_manipulation_options => {
            build(global, args, request)
        }
        (None, [set], Some(qrels)) => manipulate(global, args, &input, qrels, set),
        (None, [qrels, set], None) => manipulate(global, args, &input, Path::new(qrels), set),
        (Some(_), ..) => Err(Failure::usage(
            "`build` makes a pool from runs: write its options after it; --judged names judgments that you already have",
        )),
        (None, [_, set, arguments @ ..], None) if is_manipulation(set) && !arguments.is_empty() => {
            let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy()).collect();
            let arguments = match words.as_slice() {
                [value] if !value.contains('=') => {
                    let list = if value.contains(',') { format!("[{value}]") } else { value.to_string() };
                    format!("{}={list}", first_parameter(set))
                }
                [key, value] if !key.contains('=') && !value.contains('=') => format!("{key}={value}"),
                words => words.join(", "),
            };
            let set = set.display();
            Err(Failure::usage(format!("write the manipulation as one word in quotes: '{set}({arguments})'")))
        }
        _ => Err(Failure::usage(
            "expected judgments and a manipulation: rejudge pool QRELS 'pool-depth(depth=10)' --runs DIR",
        )),
    }
}

/// Returns true if a word is the name of a manipulation.
fn is_manipulation(word: &OsStr) -> bool {
    Manipulation::all().iter().any(|rule| word == rule.name())
}

/// Returns the name of the first parameter that a manipulation requires. If it requires none, returns the name
/// of its first parameter, or `..`.
fn first_parameter(name: &OsStr) -> &'static str {
    let rule = Manipulation::all().iter().find(|rule| name == rule.name());
    let parameters = rule.map(|rule| rule.parameters()).unwrap_or_default();
    let required = parameters.iter().find(|parameter| matches!(parameter.absent, Absent::Refused));
    required.or(parameters.first()).map_or("..", |parameter| parameter.name)
}

/// Returns advice to add to the error about a manipulation, if the manipulation has a seed. The seed is an option,
/// because all random manipulations of a command share it.
pub fn advice_on_seed(manipulation: &str) -> String {
    let arguments = read_call(manipulation).ok().and_then(|(_, arguments)| arguments).unwrap_or_default();
    let seed = arguments.iter().find(|argument| argument.key == "seed");
    seed.map(|seed| format!("; `--seed {}` gives the seed", seed.typed)).unwrap_or_default()
}

/// Parses the manipulation, which may lack its team. Returns an error if the text is not a manipulation, or if an option
/// would have no effect on the manipulation.
fn read_request(args: &Pool, set: &OsStr) -> Result<JudgmentRequest, Failure> {
    let text = set
        .to_str()
        .ok_or_else(|| Failure::usage(format!("the manipulation `{}` is not UTF-8", set.display())))?;
    let set = JudgmentSet::read_without_team(text).map_err(|error: Mistyped| {
        let quotes_text = error.message.contains(&format!("`{text}`"));
        let list_advice = if text.contains('[') { "; `rejudge rescore` takes a list of values" } else { "" };
        let advice = advice_on_seed(text) + list_advice;
        Failure::usage(if quotes_text { error.to_string() } else { format!("{text}: {error}{advice}") })
    })?;
    let draw = args.draw.or(args.draws.map(|_| 1));
    let request = JudgmentRequest { set, pool_depth: args.pool_depth, seed: args.seed, draw };
    match request.ignored_option() {
        None => Ok(request),
        Some(("draw", why)) if args.draws.is_some() => {
            Err(Failure::usage(format!("--draws would have no effect: {why}")))
        }
        Some((option, why)) => Err(Failure::usage(format!("--{option} would have no effect: {why}"))),
    }
}

/// The judgments and runs to which manipulations are applied.
struct Material<'a> {
    args: &'a Pool,
    format: &'a QrelsFormat,
    lines: &'a QrelsLines,
    qrels: &'a Qrels,
    collection: &'a TestCollection,
    full: &'a View,
    contributions: &'a Contributions,
    has_runs: bool,
    with_teams: bool,
}

/// Judgments after a manipulation.
struct Manipulated {
    bytes: Vec<u8>,
    difference: Difference,
    /// True if the labels are another judge's, at least in part.
    has_other_labels: bool,
    has_gains: bool,
    /// The reason why the judgments are not written, or `None` if they are.
    nothing_left: Option<NothingLeft>,
}

/// The reason why judgments are not written.
#[derive(Clone, Copy, Debug)]
enum NothingLeft {
    NoJudgment,
    /// No judgment has the level of -l or a higher one.
    NoLevel(NonZeroU8),
}

impl Display for NothingLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoJudgment => f.write_str("no judgment is left"),
            Self::NoLevel(level) => {
                write!(f, "-l: no judgment that is left has level {level} or above")
            }
        }
    }
}

impl Material<'_> {
    /// Applies a manipulation.
    fn apply(&self, request: &JudgmentRequest) -> Result<Manipulated, Failure> {
        let Self { args, collection, full, contributions, .. } = *self;
        let usage = |error: ManipulationError| Failure::usage(error.to_string());
        if let Some(team) = request.team_without_pool(collection).map_err(usage)? {
            return Err(Failure::usage(format!("team `{team}` has no pooled run (--pooled)")));
        }
        let view = request.view(collection, [full, full], contributions).map_err(usage)?;
        let has_gains = view.gains().is_some();
        if args.min_rel.is_some() && has_gains {
            return Err(Failure::usage("-l: the labels of this judge are gains, which have no levels"));
        }
        // Without -l and without the labels of another judge, lines are copied from the file.
        let text = match (args.min_rel, view.levels()) {
            (Some(min_rel), _) => Ok(binary_lines(self.qrels, &view, min_rel).into_bytes()),
            (None, None) => self.lines.only_judgments_of(&view),
            (None, Some(_)) => {
                level_lines(self.qrels, &view, self.format).map(String::into_bytes).map_err(WriteError::label)
            }
        };
        let bytes = text.map_err(|error| match request.set.argument("pool") {
            Some("kept") => Failure::usage(format!(
                "{error}: withheld documents need judgments of --qrels-format trec (sample(.., pool=dropped) leaves them out)"
            )),
            _ => Failure::usage(error.to_string()),
        })?;
        let contributions = self.has_runs.then_some(contributions);
        let difference =
            Difference::new(collection, [full, &view], contributions, self.with_teams, args.min_rel);
        let has_other_labels = view.levels().is_some();
        Ok(Manipulated {
            bytes,
            difference,
            has_other_labels,
            has_gains,
            nothing_left: self.nothing_left(&view),
        })
    }

    fn nothing_left(&self, view: &View) -> Option<NothingLeft> {
        let mut verdicts = (0..view.topics()).flat_map(|topic| view.verdicts(topic));
        match self.args.min_rel {
            Some(min_rel)
                if !verdicts
                    .any(|verdict| matches!(verdict, Verdict::Level(level) if *level >= min_rel.get())) =>
            {
                Some(NothingLeft::NoLevel(min_rel))
            }
            _ if (0..view.topics()).all(|topic| view.mask(topic).count() == 0) => {
                Some(NothingLeft::NoJudgment)
            }
            _ => None,
        }
    }
}

/// Applies a manipulation to judgments, and writes the resulting judgments.
fn manipulate(
    global: &Global,
    args: &Pool,
    input: &PoolInput,
    path: &Path,
    set: &OsStr,
) -> Result<u8, Failure> {
    let usage =
        "rejudge pool QRELS 'MANIPULATION' --runs DIR; `rejudge pool build RUNS --depth K` makes a pool";
    check_not_folder(path, None, &input.files.reading.format(), usage)?;
    let request = read_request(args, set)?;
    let set = &request.set;
    let is_of_teams = set.rule().depends_on_teams();
    if input.runs.is_empty() && set.depends_on_runs() {
        let name = set.name();
        return Err(Failure::usage(format!("{name} needs the runs: name their folder with --runs")));
    }
    let folder = JudgmentFolder::from_args(args, set)?;
    let output = args.output.as_deref().filter(|_| folder.is_none());
    let ChosenRuns { files: runs, left_out } = inputs(input, output, &path.to_owned())?;
    let judges = judges_named(&input.also, &[])?;
    let labels_files = || judges.iter().map(|judge| &judge.file.file);
    check_target(output, labels_files())?;
    if let Some(folder) = &folder {
        let tables = [&input.files.teams, &input.files.pooled].into_iter().flatten();
        let run_files = runs.iter().chain(left_out.iter().map(|run| &run.path));
        let files = run_files.chain(tables).chain(labels_files()).map(PathBuf::as_path);
        folder.check_inputs(files.chain([path]))?;
    }
    let format = input.files.reading.format();
    let bytes = read(path).map_err(|e| Failure::data(e.to_string()))?;
    let lines = QrelsLines::parse(path, bytes, &format)?;
    let remark_on_runs = left_out_remark(left_out.iter().map(|run| &*run.name), runs.len());
    let files = team_files(input, is_of_teams, left_out);
    let labels = judges.iter().map(|judge| JudgeBytes::read(&judge.name, &judge.file, Path::new("")));
    let labels = labels.collect::<Result<Vec<_>, _>>()?;
    // Documents that only another judge labelled come after the documents of the qrels file.
    let mut qrels = lines.qrels().clone();
    let labelled = Labelled::new(&labels, &mut qrels)?;
    let NumberedRuns { collection, teams: source, unscored, .. } =
        load_numbered(&qrels, path, &runs, &files, &input.reading(usize::MAX))?;
    let (collection, counts) = labelled.add_to(collection);

    let full = View::full(&collection);
    if args.min_rel.is_some() && format.labels == LabelKind::Gains {
        return Err(Failure::usage("-l: gains have no levels (--labels gains)"));
    }
    let with_teams = is_of_teams || input.files.teams.is_some();
    let material = Material {
        args,
        format: &format,
        lines: &lines,
        qrels: &qrels,
        collection: &collection,
        full: &full,
        contributions: &request.contributions(&collection, &full),
        has_runs: !runs.is_empty(),
        with_teams,
    };
    let written = match &folder {
        None => {
            let manipulated = material.apply(&request)?;
            match manipulated.nothing_left {
                Some(NothingLeft::NoJudgment) => {
                    let path = path.display();
                    return Err(Failure::data(format!(
                        "{path}: no judgment is left, so nothing was written"
                    )));
                }
                Some(why) => return Err(Failure::data(why.to_string())),
                None => {}
            }
            write(args, &manipulated.bytes)?;
            vec![(String::new(), manipulated)]
        }
        Some(folder) => folder.write(&material, &request)?,
    };
    if !global.quiet {
        remark_on_runs.iter().for_each(remark);
        remark_unread(input, path, is_of_teams);
        Unscored::line(&unscored).into_iter().for_each(remark);
        if with_teams {
            remark_teams(&collection, &source);
        }
        counts.iter().for_each(|counts| remark(format_args!("judge {}: {counts}", counts.name)));
        match (&folder, written.as_slice()) {
            (Some(folder), _) => folder.remarks(set, request.contribution_depth(), &written),
            (None, [(_, manipulated)]) if manipulated.has_other_labels => remarks_on_levels(set, manipulated),
            (None, written) => written.iter().for_each(|(_, manipulated)| {
                remarks(set, request.contribution_depth(), &manipulated.difference);
                remark_unjudged(set, &collection, &manipulated.difference, path);
            }),
        }
    }
    match (args.stats, &folder) {
        (false, _) => Ok(GOOD),
        (true, None) => print_stats(args, &written[0].1.difference.text()),
        (true, Some(_)) => {
            let text = |(file, manipulated): &(String, Manipulated)| {
                format!("{file}\n{}", manipulated.difference.text())
            };
            print_stats(args, &written.iter().map(text).collect::<Vec<_>>().join("\n"))
        }
    }
}

/// The folder to which several judgment sets are written, a file for each.
struct JudgmentFolder<'a> {
    path: &'a Path,
    /// The number of draws, or `None` if there is a file for each team.
    draws: Option<u32>,
}

impl<'a> JudgmentFolder<'a> {
    /// Returns the folder of -o if several files are to be written, because of --draws or because `set` lacks its team.
    fn from_args(args: &'a Pool, set: &JudgmentSet) -> Result<Option<Self>, Failure> {
        let name = set.name();
        let (several, one) = match (args.draws, set.lacks_team()) {
            (Some(_), true) => {
                return Err(Failure::usage(format!(
                    "--draws writes a file for each draw, {name} without a team a file for each team: name the team, as in \
                     '{name}(team=A)', or leave --draws out"
                )));
            }
            (Some(_), false) => {
                ("--draws writes a file for each draw".to_owned(), "--draw N writes one".to_owned())
            }
            (None, true) => (
                format!("{name} without a team writes a file for each team"),
                format!("'{name}(team=A)' writes one"),
            ),
            (None, false) => {
                let Some(path) = args.output.as_deref().filter(|path| path.is_dir()) else { return Ok(None) };
                let draws = if set.is_drawn() { "; --draws N writes a file for each draw" } else { "" };
                return Err(Failure::usage(format!(
                    "{} is a folder: name a file, such as {}{draws}",
                    path.display(),
                    path.join("few.qrels").display()
                )));
            }
        };
        let Some(path) = args.output.as_deref().filter(|path| *path != Path::new("-")) else {
            return Err(Failure::usage(format!("{several}: name a folder with -o; {one}")));
        };
        let shown = path.display();
        if path.exists() && !path.is_dir() {
            return Err(Failure::usage(format!("{shown} is not a folder: {several}; {one}")));
        }
        // `out/` names a folder even if it does not exist yet, and `few.qrels` is probably meant as a file.
        if !path.is_dir()
            && path.extension().is_some()
            && !path.as_os_str().as_encoded_bytes().ends_with(b"/")
        {
            return Err(Failure::usage(format!("{several}: name a folder, such as {shown}/, or {one}")));
        }
        Ok(Some(Self { path, draws: args.draws }))
    }

    /// Refuses inputs in the folder, because they could be overwritten.
    fn check_inputs<'p>(&self, mut inputs: impl Iterator<Item = &'p Path>) -> Result<(), Failure> {
        let Ok(folder) = self.path.canonicalize() else { return Ok(()) };
        let is_within =
            |input: &&Path| input.canonicalize().is_ok_and(|input| input.parent() == Some(&folder));
        match inputs.find(is_within) {
            Some(input) => Err(Failure::usage(format!(
                "{} is an input in the folder {}: choose another folder (-o)",
                input.display(),
                self.path.display()
            ))),
            None => Ok(()),
        }
    }

    /// Returns the name of each file, with the request that makes it.
    fn requests(
        &self,
        collection: &TestCollection,
        request: &JudgmentRequest,
    ) -> Result<Vec<(String, JudgmentRequest)>, Failure> {
        if let Some(draws) = self.draws {
            let width = draws.to_string().len().max(3);
            let draw = |draw| {
                (
                    format!("draw-{draw:0width$}.qrels"),
                    JudgmentRequest { draw: Some(draw), ..request.clone() },
                )
            };
            return Ok((1..=draws).map(draw).collect());
        }
        let mut requests = Vec::new();
        for (team, set) in request.set.of_each_team(collection) {
            let file = format!("{}.qrels", run_file_name(team));
            if file.len() > MAX_FILE_NAME_BYTES {
                return Err(Failure::data(format!(
                    "the name of team `{team}` is too long for the name of a file"
                )));
            }
            requests.push((file, JudgmentRequest { set, ..request.clone() }));
        }
        if requests.is_empty() {
            return Err(Failure::data("no team has a pooled run (--pooled)"));
        }
        Ok(requests)
    }

    /// Writes the files, and returns the judgment sets with the names of their files. A new folder appears with all of its
    /// files. If nothing is left of a judgment set, it is returned, but not written.
    ///
    /// # Errors
    /// If the folder contains anything but hidden files and files that are replaced, or if nothing is left of any
    /// judgment set.
    fn write(
        &self,
        material: &Material<'_>,
        request: &JudgmentRequest,
    ) -> Result<Vec<(String, Manipulated)>, Failure> {
        let requests = self.requests(material.collection, request)?;
        let entries = self.path.read_dir().into_iter().flatten().flatten();
        let is_replaced = |entry: &DirEntry| {
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            is_file && requests.iter().any(|(file, _)| entry.file_name() == file.as_str())
        };
        let others = entries.filter(|entry| !is_replaced(entry)).map(|entry| entry.file_name());
        if let Some(other) = others.filter(|name| !name.as_encoded_bytes().starts_with(b".")).min() {
            return Err(Failure::usage(format!(
                "{} is not empty, and this command would not replace {}: choose another folder (-o)",
                self.path.display(),
                other.display()
            )));
        }
        let cannot_write = |error| Failure::data(format!("cannot write {}: {error}", self.path.display()));
        let is_new = !self.path.is_dir();
        let new_folder = is_new.then(|| NewFolder::begin(self.path)).transpose().map_err(cannot_write)?;
        let mut files = NewFiles::begin(new_folder.as_ref().map_or(self.path, NewFolder::path));
        let (mut sets, mut skipped) = (Vec::with_capacity(requests.len()), Vec::new());
        for (file, request) in requests {
            let mut set = material.apply(&request)?;
            // Together, the bytes of all draws might not fit into memory.
            let bytes = std::mem::take(&mut set.bytes);
            if set.nothing_left.is_some() {
                skipped.push(file.clone());
            } else {
                files.add(Path::new(&file), &bytes)?;
            }
            sets.push((file, set));
        }
        if skipped.len() == sets.len() {
            let why = sets.iter().find_map(|(file, set)| Some(format!("{file}: {}", set.nothing_left?)));
            return Err(Failure::data(why.expect("a file that is not written has a reason")));
        }
        // A file of an earlier command must not look like one of this command.
        files.finish(&skipped)?;
        new_folder.map_or(Ok(()), NewFolder::finish).map_err(cannot_write)?;
        Ok(sets)
    }

    /// Prints remarks that summarise the files.
    fn remarks(&self, set: &JudgmentSet, contributed_depth: usize, sets: &[(String, Manipulated)]) {
        remark_depth(set, contributed_depth);
        for (file, manipulated) in sets {
            if let Some(why) = &manipulated.nothing_left {
                remark(format_args!("not written: {file}: {why}"));
            }
        }
        let written = || sets.iter().filter(|(_, manipulated)| manipulated.nothing_left.is_none());
        written().take(1).for_each(|(_, manipulated)| remark_uncontributed(set, &manipulated.difference));
        let counts = || written().map(|(_, manipulated)| manipulated.difference.judged);
        let (least, most) = (counts().map(|[_, after]| after).min(), counts().map(|[_, after]| after).max());
        let (Some(least), Some(most), Some([before, _])) = (least, most, counts().next()) else { return };
        let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let outcome = if written().any(|(_, manipulated)| manipulated.has_other_labels) {
            format!("{range} judgments; people made {before}")
        } else {
            format!("{range} of {} are left", counted(before, "judgment"))
        };
        remark(format_args!("{} in {}: {outcome}", counted(counts().count(), "file"), self.path.display()));
        if let Some(judged) = counts().max_by_key(|[_, after]| *after) {
            remark_rate(set, judged);
        }
        remark_format(set, written().any(|(_, manipulated)| manipulated.has_gains));
        for kind in ["judgment", "relevant document"] {
            let lost = |(file, manipulated): &(String, Manipulated)| {
                let (_, topics) = manipulated.difference.lost.iter().find(|(lost, _)| *lost == kind)?;
                Some(format!("{file} ({})", topics.len()))
            };
            let files: Vec<String> = written().filter_map(lost).collect();
            if !files.is_empty() {
                remark(format_args!(
                    "files with topics without a {kind}, and the number of these topics: {}",
                    few(&files, MAX_NAMED, ", ")
                ));
            }
        }
    }
}

/// Returns the chosen run files, and the runs that were left out. First checks that neither a run file nor
/// standard input is read twice, that the output overwrites no input, and that options about runs are not
/// given without runs.
fn inputs(input: &PoolInput, output: Option<&Path>, judgments: &PathBuf) -> Result<ChosenRuns, Failure> {
    let filter = &input.files.filter;
    if input.runs.is_empty() {
        if let Some(table) = input.files.teams.as_ref().or(input.files.pooled.as_ref()) {
            return Err(Failure::usage(format!(
                "{} is a table of runs: name the runs with --runs",
                table.display()
            )));
        }
        if let Some(option) = filter.option() {
            return Err(Failure::usage(format!("{option} chooses among runs: name them with --runs")));
        }
        check_target(output, [judgments])?;
        return Ok(ChosenRuns::default());
    }
    let runs = run_files(&input.runs)?;
    check_each_once(&runs)?;
    let tables = [&input.files.teams, &input.files.pooled].into_iter().flatten();
    let files: Vec<&PathBuf> = runs.iter().chain([judgments]).chain(tables).collect();
    check_stdin(files.iter().copied())?;
    let lists: Vec<PathBuf> = filter.lists().collect();
    check_target(output, files.into_iter().chain(&lists))?;
    // The names of runs do not depend on the maximum rank.
    Ok(filter.choose(runs, &input.reading(usize::MAX))?)
}

/// Returns the source of the teams, and the table of pooled runs. If there is no table of teams, teams are
/// taken from file names if the command needs teams; otherwise each run is a team. The tables may also list
/// the runs in `left_out`.
fn team_files(input: &PoolInput, needs_teams: bool, left_out: Vec<RunFile>) -> TeamFiles {
    let teams = match &input.files.teams {
        Some(table) => TeamChoice::Table(table.clone()),
        None if needs_teams => TeamChoice::FileNames,
        None => TeamChoice::OneEach,
    };
    TeamFiles { teams, pooled: input.files.pooled.clone(), left_out, ..TeamFiles::default() }
}

/// Writes the judgments, or the list of documents, to the output.
fn write(args: &Pool, bytes: &[u8]) -> Result<(), Failure> {
    write_target(args.output.as_deref().unwrap_or(Path::new("-")), bytes)
}

/// Prints a table of counts. It goes to stdout, or to stderr if the judgments go to stdout.
fn print_stats(args: &Pool, table: &str) -> Result<u8, Failure> {
    match args.output.as_deref() {
        Some(path) if path != Path::new("-") => print(table)?,
        _ => remark(table.trim_end()),
    }
    Ok(GOOD)
}

/// `rejudge pool build`
fn build(global: &Global, args: &Pool, request: &Build) -> Result<u8, Failure> {
    let mut input = args.input.clone();
    input.runs.extend(request.files.iter().cloned());
    let input = &input;
    if input.runs.is_empty() {
        return Err(Failure::usage("no runs are named: rejudge pool build RUNS --depth K"));
    }
    let depth = request.depth as usize;
    // If there is no --judged, we use an empty path, which names no file.
    let judged = request.judged.clone().unwrap_or_default();
    let ChosenRuns { files: runs, left_out } = inputs(input, args.output.as_deref(), &judged)?;
    if let Some(output) = &args.output {
        check_replaces_no_judgments(output)?;
    }
    let needs_teams = request.runs_per_team.is_some();
    let remark_on_runs = left_out_remark(left_out.iter().map(|run| &*run.name), runs.len());
    let files = team_files(input, needs_teams, left_out);
    let rankings = load_rankings(&runs, &files, &input.reading(depth))?;
    let collection = &rankings.collection;

    let pooled = pooled_runs(collection, request.runs_per_team.map(|limit| limit as usize));
    let mut pool = DocumentPool::build(collection, &pooled, depth, request.preference());
    let counts = |pool: &DocumentPool| -> Vec<usize> {
        (0..collection.topics().len()).map(|topic| pool.topic(topic).len()).collect()
    };
    let in_pool = counts(&pool);
    if pool.documents() == 0 {
        return Err(Failure::data(
            "the pool is empty: no run is marked as pooled, or the pooled runs have no documents",
        ));
    }
    if let Some(path) = &request.judged {
        let qrels = Qrels::read(path, &input.files.reading.format())?;
        leave_out_judged(&mut pool, &rankings, &qrels);
    }
    let unjudged = counts(&pool);
    if let Some(budget) = request.budget {
        pool.keep(budget as usize);
    }
    if let Some(budget) = request.budget_in_all {
        pool.keep_in_total(budget as usize);
    }
    let listed = counts(&pool);
    match request.order {
        OrderArg::Docid => pool.order_by_number(),
        OrderArg::Preferred => {}
        OrderArg::Random => pool.order_randomly(collection, request.seed),
    }
    write(args, request.form.text(&rankings, &pool).as_bytes())?;
    if !global.quiet {
        remark_on_runs.iter().for_each(remark);
        remark_unread(input, &judged, needs_teams);
        Unscored::line(&rankings.unscored).into_iter().for_each(remark);
        if needs_teams || input.files.teams.is_some() {
            remark_teams(collection, &rankings.teams);
        }
        remarks_on_list(&rankings, request, &pooled, [&in_pool, &unjudged, &listed]);
    }
    if args.stats {
        return print_stats(args, &sizes(&rankings, [&in_pool, &unjudged, &listed]));
    }
    Ok(GOOD)
}

/// Removes documents that already have a level. A document with a negative grade stays, because a negative
/// grade is not a level.
fn leave_out_judged(pool: &mut DocumentPool, rankings: &RunRankings, qrels: &Qrels) {
    let topics = rankings.collection.names();
    pool.leave_out(|topic, doc| {
        let verdict = qrels.verdict(&topics[topic], &rankings.documents[topic][doc as usize]);
        matches!(verdict, Some(Verdict::Level(_)))
    });
}

/// Prints remarks: the pooled runs, the number of documents, and the topics without documents. `in_pool`, `unjudged`
/// and `listed` have a number for each topic: the documents in the pool, the unjudged ones among them, and the listed
/// ones.
fn remarks_on_list(
    rankings: &RunRankings,
    request: &Build,
    pooled: &[usize],
    [in_pool, unjudged, listed]: [&[usize]; 3],
) {
    let collection = &rankings.collection;
    if request.runs_per_team.is_some() {
        for (group, is_pooled) in [("of the pool", true), ("left out", false)] {
            let runs = collection.runs().iter().enumerate();
            let runs = runs.filter(|(run, _)| pooled.contains(run) == is_pooled);
            let names: Vec<&str> = runs.map(|(_, run)| run.name.as_str()).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(" ") };
            remark(format_args!("runs {group}: {names}"));
        }
    }
    let sum = |counts: &[usize]| counts.iter().sum::<usize>();
    let (smallest, largest) = (listed.iter().min().unwrap_or(&0), listed.iter().max().unwrap_or(&0));
    let per_topic =
        if smallest == largest { largest.to_string() } else { format!("{smallest} to {largest}") };
    remark(format_args!(
        "{} to judge, {per_topic} per topic on {}",
        counted(sum(listed), "document"),
        counted(listed.len(), "topic"),
    ));
    let judged = match request.judged {
        Some(_) => format!(", {} of them already judged", sum(in_pool) - sum(unjudged)),
        None => String::new(),
    };
    let (depth, runs) = (request.depth, counted(pooled.len(), "run"));
    remark(format_args!("the top {depth} of {runs} have {}{judged}", counted(sum(in_pool), "document")));
    if collection.longest() < depth {
        remark(format_args!(
            "the longest ranking has {}",
            counted(collection.longest() as usize, "document")
        ));
    }
    if let Some(budget) = request.budget.filter(|_| sum(listed) == sum(unjudged)) {
        let largest = unjudged.iter().max().copied().unwrap_or_default();
        remark(format_args!(
            "the budget of {budget} a topic leaves nothing out: no topic has more than {} (--budget-in-all is for all topics \
             together)",
            counted(largest, "document")
        ));
    }
    let empty_topics = collection.topics().zip(listed).filter(|(_, listed)| **listed == 0);
    let empty_topics: Vec<&str> = empty_topics.map(|(topic, _)| topic.name).collect();
    if !empty_topics.is_empty() {
        remark(format_args!(
            "{} {} no document to judge: {}",
            counted(empty_topics.len(), "topic"),
            of_number(empty_topics.len(), "has", "have"),
            few(&empty_topics, MAX_NAMED, " ")
        ));
    }
}

/// At most this many topics are named in a remark.
const MAX_NAMED: usize = 10;

/// Prints a remark about each file or folder that is not read, although you may have meant it: a table of
/// pooled runs next to the judgments, a table of teams if the command needs teams, and folders within the
/// folder of the runs.
fn remark_unread(input: &PoolInput, judgments: &Path, needs_teams: bool) {
    if input.runs.is_empty() {
        return;
    }
    let lacks_teams = input.files.teams.is_none() && needs_teams;
    unread(&input.runs, judgments, lacks_teams, input.files.pooled.is_none()).iter().for_each(remark);
}

/// Returns a remark on the documents that each run contributed to the pool. `depth` is `usize::MAX` if there is no
/// limit.
pub fn contributed_remark(depth: usize) -> String {
    match depth {
        usize::MAX => {
            "each run contributed all documents that it retrieved (--pool-depth K: its top K)".to_owned()
        }
        depth => format!("each run contributed its top {}", counted(depth, "document")),
    }
}

/// Prints a remark with the number of teams and where they come from.
pub fn remark_teams(collection: &TestCollection, source: &TeamChoice) {
    let runs = collection.runs();
    let pooled = runs.iter().filter(|run| run.pooled).count();
    remark(format_args!(
        "teams: {}, with {} ({pooled} pooled): {source}",
        collection.teams().len(),
        counted(runs.len(), "run")
    ));
}

/// Prints remarks about facts that the written file does not show: which documents the runs contributed, how
/// many documents no pooled run contributed, how many judgments are left, and which topics lost all judged or
/// all relevant documents. Runs contributed their documents down to `contributed_depth`.
fn remarks(set: &JudgmentSet, contributed_depth: usize, difference: &Difference) {
    remark_depth(set, contributed_depth);
    remark_uncontributed(set, difference);
    let [before, after] = difference.judged;
    let are = of_share(after, before, "is", "are");
    remark(format_args!("{after} of {} {are} left", counted(before, "judgment")));
    remark_rate(set, difference.judged);
    remark_format(set, false);
    remark_topics(difference);
}

/// Prints a remark on the documents that each run contributed, if the manipulation depends on teams.
fn remark_depth(set: &JudgmentSet, contributed_depth: usize) {
    if set.rule().depends_on_teams() {
        remark(contributed_remark(contributed_depth));
    }
}

/// Prints a remark on the documents in the pool that no pooled run contributed, if the manipulation depends on
/// runs.
fn remark_uncontributed(set: &JudgmentSet, difference: &Difference) {
    if let Some([before, after]) = difference.uncontributed
        && before > 0
        && set.depends_on_runs()
    {
        let outcome = match (after > 0, before) {
            (true, 1) => "it stays in the pool",
            (true, _) => "they stay in the pool",
            (false, 1) => "it is left out",
            (false, _) => "they are left out",
        };
        let come = of_number(before, "comes", "come");
        remark(format_args!("{} {come} from no pooled run: {outcome}", counted(before, "document")));
    }
}

/// Prints a remark if more judgments are left than the rate of a sample allows.
fn remark_rate(set: &JudgmentSet, [before, after]: [usize; 2]) {
    // With rounding=floor, only min-relevant and min-nonrelevant can keep more than the share `rate`.
    if let Some(rate) = set.number("rate")
        && set.argument("rounding") == Some("floor")
        && after as f64 > rate * before as f64 + 1e-6
        && let [Some(relevant), Some(nonrelevant)] =
            ["min-relevant", "min-nonrelevant"].map(|name| set.argument(name))
    {
        remark(format_args!(
            "this is more than the rate, because each topic keeps at least {relevant} relevant and {nonrelevant} nonrelevant \
             documents (min-relevant, min-nonrelevant)"
        ));
    }
}

/// Prints a remark if the pool of `pool-depth` contains unjudged documents, with the command that lists them.
fn remark_unjudged(set: &JudgmentSet, collection: &TestCollection, difference: &Difference, qrels: &Path) {
    // With `formed-by`, only some of the pooled runs form the pool.
    let is_of_all_runs = set.is(&POOL_DEPTH) && set.argument("formed-by").is_none();
    let depth = set.argument("depth").filter(|_| is_of_all_runs).and_then(|depth| depth.parse().ok());
    let Some(depth) = depth else { return };
    let [_, judged] = difference.judged;
    let unjudged = pool_size(collection, depth).saturating_sub(judged);
    if unjudged > 0 {
        remark(format_args!(
            "{} in the top {depth} of the runs {} unjudged: `rejudge pool build RUNS --depth {depth} --judged {}` lists {}",
            counted(unjudged, "document"),
            of_number(unjudged, "is", "are"),
            qrels.display(),
            of_number(unjudged, "it", "them")
        ));
    }
}

/// Prints a remark on grades of the written lines that other tools may not expect.
fn remark_format(set: &JudgmentSet, has_gains: bool) {
    if set.argument("pool") == Some("kept") {
        remark(
            "lines with grade -1 are documents of the pool that are not in the sample: infAP needs them, and pool=dropped \
             leaves them out",
        );
    }
    if has_gains {
        remark("the labels are gains, which have their own scale: add labels=gains if you read them again");
    }
}

/// Prints remarks about topics that lost all judged documents, or all relevant ones.
fn remark_topics(difference: &Difference) {
    for (kind, topics) in &difference.lost {
        remark(format_args!(
            "topics left without a {kind}: {} ({})",
            topics.len(),
            few(topics, MAX_NAMED, " ")
        ));
    }
}

/// Prints remarks about judgments that another judge made or completed, and about topics that lost all judged
/// documents or all relevant ones.
fn remarks_on_levels(set: &JudgmentSet, manipulated: &Manipulated) {
    let [before, after] = manipulated.difference.judged;
    remark(format_args!("{}; people made {before}", counted(after, "judgment")));
    remark_format(set, manipulated.has_gains);
    remark_topics(&manipulated.difference);
}
