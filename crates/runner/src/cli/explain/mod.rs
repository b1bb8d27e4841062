//! `rejudge explain`: shows a number, and how it was computed.
//!
//! If the arguments name judgments and a run, the number is the run's score on a topic (`score`). Otherwise
//! the arguments name an experiment and one of its numbers. If they name only the experiment, its tables are
//! listed; if they name a table without labels, its labels are listed. A number of an experiment is a cell of
//! a table, given by its labels, or a computed cell, given by its address in cells.parquet. A table's cell
//! (`table_cell`) comes from computed cells (`run_cell`). For both we print the origin and the cache key. The
//! parts of the key show why a cell has to be computed again.

mod run_cell;
mod score;
mod source;
mod table_cell;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::descriptor::Kind;
use rejudge_collections::has_judgments;
use rejudge_experiment::grid::cache_key::key_of;
use rejudge_experiment::grid::{Grid, Point, Table, is_yaml, locate};
use rejudge_names::{arguments, meant, nearest, unquoted};
use rejudge_report::check::report::name_to_type;
use rejudge_report::table::results::Results;
use rejudge_report::table::{kind_word, number};
use score::ScoreArgs;
use source::Source;

use super::args::Global;
use super::args::typed::Typed;
use super::named_collection::NamedCollection;
use super::output::{Failure, print};
use super::{GOOD, completion};

const USAGE: &str = "rejudge explain QRELS RUN -m MEASURE --topic TOPIC [OPTIONS]
       rejudge explain COLLECTION RUN -m MEASURE --topic TOPIC [OPTIONS]
       rejudge explain EXPERIMENT 'TABLE[ROW, COLUMN]' [OPTIONS]
       rejudge explain EXPERIMENT/STATISTIC[AXIS=VALUE,..] [OPTIONS]
       rejudge explain EXPERIMENT [TABLE]";

const EXAMPLES: &str = "\
Examples:
  rejudge explain qrels.txt bm25.txt -m nDCG@10 --topic 301                  a score, document by document
  rejudge explain sakai-bias \"table-5[trec03-twin, take-three-teams, AP']\"   a cell of a table
  rejudge explain sakai-bias table-5                                         its panels, rows and columns
  rejudge explain audit/mine                                                 the tables of an audit";

/// `rejudge explain`
#[derive(Debug, ClapArgs)]
#[command(override_usage = USAGE, after_help = EXAMPLES)]
pub struct Explain {
    /// Judgments and a run, as in eval: prints the score of the run on a topic, rank by rank. Or an
    /// experiment (its name, its YAML file, or the folder of its results or of an audit) and one of its
    /// numbers: a cell of a table, TABLE[ROW, COLUMN] or TABLE[PANEL, ROW, COLUMN], or an address from
    /// cells.parquet
    ///
    /// Without a number, the experiment's tables are listed, or the panels, rows and columns of the table that
    /// you name. The experiment and the number can be one word: sakai-bias/table-4[..].
    #[arg(
        value_name = "QRELS RUN|EXPERIMENT NUMBER",
        num_args = 1..,
        required_unless_present = "qrels",
        add = ArgValueCompleter::new(completion::explain_arguments)
    )]
    pub what: Vec<PathBuf>,
    #[command(flatten)]
    pub score: Typed<ScoreArgs>,
    #[command(flatten)]
    pub number: Typed<NumberArgs>,
}

/// Options for a number of an experiment.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Number of an experiment")]
pub struct NumberArgs {
    /// Number of the draw
    #[arg(long, default_value_t = 1)]
    pub draw: u32,
    /// Change a value of the experiment
    #[arg(hide_short_help = true, short = 's', long = "set", value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Cache folder [default: $REJUDGE_CACHE, or .rejudge/cache]
    #[arg(
        hide_short_help = true, long, value_name = "DIR",
        default_value_os_t = rejudge_session::cache_folder(), hide_default_value = true
    )]
    pub cache: PathBuf,
    /// Folder of the results to read the value from [default: results/<id>, or the folder of the audit]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
}

impl Explain {
    /// Returns true if the arguments ask for the score of a run, and false if they ask for a number of an
    /// experiment.
    pub fn is_of_score(&self, global: &Global) -> bool {
        let Some(first) = self.what.first() else { return true };
        let name = first.to_string_lossy();
        let is_experiment =
            locate(&name, &global.experiments).is_ok() || Results::new(first).manifest().is_ok();
        // An experiment and its number may be one word.
        let is_number = || name.contains('[') && !first.exists();
        let is_experiment = is_experiment || is_number();
        let is_file = |path: &Path| path.is_file() && !is_yaml(path);
        // An experiment may have the name of a collection.
        if !self.score.options.is_empty() {
            return is_file(first) || !is_experiment || NamedCollection::exists(global, &name);
        }
        match is_experiment {
            // An experiment's file may have no extension.
            true => {
                is_file(first) && (has_judgments(first) || self.what.get(1).is_some_and(|run| is_file(run)))
            }
            false => {
                is_file(first)
                    || NamedCollection::exists(global, &name)
                    || self.what.get(1).is_some_and(|run| is_file(run))
            }
        }
    }
}

pub fn main(global: &Global, args: &Explain) -> Result<u8, Failure> {
    let is_of_score = args.is_of_score(global);
    let wrong_options = if is_of_score { &args.number.options } else { &args.score.options };
    if let Some(option) = wrong_options.first() {
        let (subject, usage) = if is_of_score {
            ("a number of an experiment", "EXPERIMENT 'TABLE[ROW, COLUMN]'")
        } else {
            ("the score of a run", "QRELS RUN -m MEASURE --topic TOPIC")
        };
        return Err(Failure::usage(format!("{option} is for {subject}: rejudge explain {usage}")));
    }
    if is_of_score {
        return score::main(global, &args.what, &args.score.args);
    }
    print(&explanation(global, args)?)?;
    Ok(GOOD)
}

/// Explains a number, or lists the tables of an experiment or the labels of a table.
///
/// # Errors
/// If the number does not exist, or the experiment or its results cannot be read.
fn explanation(global: &Global, args: &Explain) -> Result<String, Failure> {
    let words: Vec<String> = args.what.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let (experiment, number) = experiment_and_number(global, &words)?;
    let args = &args.number.args;
    let Some(number) = number else {
        return Ok(table_cell::tables(&Source::open(global, &experiment, args, |_, _| Ok(()))?));
    };
    let (name, labels) = parts(&number)?;
    let is_address =
        labels.as_ref().is_some_and(|labels| labels.iter().any(|label| label.starts_with("collection=")));
    let has_exact_name = |grid: &Grid| grid.tables.iter().any(|table| table.name == name);
    let is_table = |table: &&Table, grid: &Grid| {
        !is_address && (table.name == name || !has_exact_name(grid) && is_called(table, name))
    };
    let check = |grid: &Grid, typed: &str| {
        if is_address || grid.tables.iter().any(|table| is_table(&table, grid)) {
            return Ok(());
        }
        Err(no_table(grid, typed, name, labels.is_some()))
    };
    let source = Source::open(global, &experiment, args, check)?;
    match (source.grid.tables.iter().find(|table| is_table(table, &source.grid)), &labels) {
        (None, _) => run_cell::explain(&source, &number),
        (Some(table), None) => table_cell::list_labels(&source, table),
        (Some(table), Some(labels)) => table_cell::explain(&source, table, labels),
    }
}

/// Splits the arguments into the experiment (a name, a file, or a folder of results) and the number, if they
/// have one: a table, a table's cell, or an address without the experiment.
fn experiment_and_number(global: &Global, what: &[String]) -> Result<(String, Option<String>), Failure> {
    let word = match what {
        [word] => word,
        [experiment, number] => {
            // An address that was copied from cells.parquet also begins with the experiment.
            let number = number.strip_prefix(&format!("{experiment}/")).unwrap_or(number);
            return Ok((experiment.clone(), Some(number.to_owned())));
        }
        words => {
            let count = words.len();
            return Err(Failure::usage(format!("expected an experiment and a number, found {count} words")));
        }
    };
    let head = word.find('[').map_or(word.as_str(), |bracket| &word[..bracket]);
    let no_experiment = match locate(word, &global.experiments) {
        Err(error) if Results::new(word).manifest().is_err() => error,
        _ => return Ok((word.clone(), None)),
    };
    // There may be several slashes: the experiment may be a path, and a slash separates a table from its
    // panel.
    let slashes = || head.rmatch_indices('/').map(|(index, _)| index).filter(|index| *index > 0);
    let slash = slashes().find(|slash| names_experiment(&word[..*slash], global));
    if let Some(slash) = slash.or_else(|| slashes().next()) {
        return Ok((word[..slash].to_owned(), Some(word[slash + 1..].to_owned())));
    }
    if head.len() == word.len() {
        return Err(no_experiment.into());
    }
    Err(Failure::usage(format!("expected EXPERIMENT 'TABLE[ROW, COLUMN]', found `{word}`")))
}

/// Returns true if `text` is the name of an experiment, or the path of its file or of a folder with its results.
fn names_experiment(text: &str, global: &Global) -> bool {
    locate(text, &global.experiments).is_ok() || Results::new(text).manifest().is_ok()
}

/// Splits a number into the name before the brackets and the labels in them. In `table-4/trec03[Q, full]`,
/// the panel `trec03` becomes the first label.
fn parts(number: &str) -> Result<(&str, Option<Vec<String>>), Failure> {
    let Some((name, rest)) = number.split_once('[') else { return Ok((number, None)) };
    let Some(inside) = rest.strip_suffix(']') else {
        return Err(Failure::usage(format!(
            "expected TABLE[ROW, COLUMN], found `{number}`, which does not end with `]`"
        )));
    };
    let (name, panel) = match name.split_once('/') {
        Some((name, panel)) => (name, Some(panel)),
        None => (name, None),
    };
    let labels = panel.into_iter().chain(arguments(inside)).map(str::trim);
    Ok((name, Some(labels.map(|label| unquoted(label).unwrap_or_else(|| label.to_owned())).collect())))
}

/// Returns true if `name` differs from the table's name only in case, blanks and hyphens: `Table 3` is `table-3`.
fn is_called(table: &Table, name: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| !matches!(c, ' ' | '-')).flat_map(char::to_lowercase).collect()
    };
    letters(&table.name) == letters(name)
}

/// Returns the error for a name that no table has.
fn no_table(grid: &Grid, typed: &str, name: &str, has_labels: bool) -> Failure {
    let id = &grid.id;
    if grid.statistics.iter().any(|statistic| statistic.name == name) {
        return Failure::usage(format!(
            "`{name}` is a statistic: an address names a value of every axis, as in {id}/{name}[collection=..,measure=..]"
        ));
    }
    let tables = grid.tables.iter().map(|table| table.name.as_str());
    let hint = meant(nearest(name, tables));
    let kind = if has_labels { "table" } else { "table or statistic" };
    Failure::usage(format!("`{id}` has no {kind} `{name}`{hint}: `rejudge explain {typed}` lists its tables"))
}

/// Returns lines with the cache key of a cell, the key's parts, and the parts that changed since the last
/// run.
fn key_lines(source: &Source, statistic: usize, point: &Point) -> String {
    let now = source.parts(&source.cache_inputs, statistic, point);
    let key = key_of(&now);
    let state = if source.cache.has(&key) { "cached" } else { "to run" };
    let mut text = format!("key {key} ({state})\n");
    for (name, value) in &now {
        let _ = writeln!(text, "  {name}: {value}");
    }
    let Some(earlier) = &source.earlier else {
        text.push_str("no earlier run to compare with\n");
        return text;
    };
    let before = source.parts(&earlier.cache_inputs, statistic, point);
    let mut changed = Vec::new();
    let version = env!("CARGO_PKG_VERSION");
    if earlier.version != version {
        changed.push(format!("changed rejudge: {} -> {version}\n", earlier.version));
    }
    for ((name, new), (_, old)) in now.iter().zip(&before).filter(|(new, old)| new != old) {
        changed.push(format!("changed {name}: {old} -> {new}\n"));
    }
    match (changed.is_empty(), &source.stale) {
        (false, _) => text.extend(changed),
        (true, Some(why)) => drop(writeln!(text, "{why}")),
        (true, None) => text.push_str("nothing changed since the last run\n"),
    }
    text
}

/// Returns lines with the origin of a number: statistic, measure, judgments, runs, collection and files, and
/// a command that computes the number.
fn origin_lines(source: &Source, statistic: usize, component: &str, point: &Point) -> String {
    let grid = &source.grid;
    let statistic = &grid.statistics[statistic];
    let entry = statistic.entry;
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name:<12} {value}");
    };
    let quantity = match entry.components.first() {
        Some(main) if *main != component && !component.is_empty() => format!("{component} of "),
        _ => String::new(),
    };
    let summary = without_full_stop(entry.summary);
    line("statistic", &format!("{quantity}{}: {summary} ({})", statistic.name, entry.name));
    if let Some(measure) = grid.measure(point) {
        let family = measure.metric.family().entry();
        let name = if measure.label == measure.name {
            measure.name.clone()
        } else {
            format!("{}, which is {}", measure.label, measure.name)
        };
        let list = if measure.metric.is_condensed() { " on the condensed list" } else { "" };
        line("measure", &format!("{name}: {}{list}", family.title));
        line("formula", family.formula);
    }
    if let (Some(set), Some(name)) = (grid.set(point), grid.set_name(point)) {
        line("judgments", &format!("{name}: {}", without_full_stop(set.rule().summary)));
    }
    line("runs", &grid.runs_and_rules(point));
    let collection = &grid.collections[point.collection as usize];
    let descriptor = &collection.entry.descriptor;
    line(
        "collection",
        &format!("{} ({}): {}", collection.name, kind_word(descriptor.kind), descriptor.title),
    );
    if descriptor.kind == Kind::Simulated {
        line("drawn", &format!("from its constants, seed {}, draw {}", grid.seed, source.draw));
    } else if let Some(folder) = &collection.entry.folder {
        let judged =
            descriptor.files.iter().flat_map(|files| [files.qrels.as_deref(), files.runs.as_deref()]);
        let matrix = descriptor.scores.iter().zip(grid.measure(point));
        let matrix = matrix.map(|(scores, measure)| scores.files.get(&measure.name));
        let names = judged.flatten().chain(matrix.flatten().map(PathBuf::as_path));
        let files: Vec<String> = names.map(|name| folder.join(name).display().to_string()).collect();
        if !files.is_empty() {
            line("files", &files.join(", "));
        }
        if !collection.entry.is_available() {
            line("", "which are not available");
        }
    }
    let address = grid.address(&statistic.name, point);
    if let Some((_, selector)) = address.split_once('[') {
        let mut words = vec!["rejudge", "run", name_to_type(grid)];
        words.extend(grid.overrides.iter().flat_map(|set| ["-s", set.as_str()]));
        words.extend(["--only", selector.strip_suffix(']').unwrap_or(selector)]);
        let command = shlex::try_join(words).expect("no word of YAML holds a NUL");
        line("repeat", &command);
    }
    text
}

fn without_full_stop(text: &str) -> &str {
    text.trim_end_matches('.')
}

/// Formats a number for reading, with few digits.
fn short(value: f64) -> String {
    let digits = match value.abs() {
        _ if value.fract() == 0.0 => 0,
        size if size >= 1000.0 => 1,
        _ => 4,
    };
    number(value, digits, false)
}

/// Returns a text with the mean and standard deviation over draws, and the value of the draw `draw`. If there
/// is only one draw, the text has only its value. If there are no draws, returns `no number`.
fn over_draws(draws: &[(u32, f64)], draw: u32, format: &dyn Fn(f64) -> String) -> String {
    let values: Vec<f64> = draws.iter().map(|&(_, value)| value).collect();
    let Some(mean) = rejudge_stats::mean(&values) else { return "no number".to_owned() };
    let mut text = format(mean);
    let requested = draws.iter().find(|&&(number, _)| number == draw).map(|&(_, value)| value);
    if let (Some(deviation), true) = (rejudge_stats::standard_deviation(&values), draws.len() > 1) {
        let _ = write!(text, " ±{}", format(deviation).trim_start_matches('+'));
        let _ = write!(text, "  mean and standard deviation of {} draws", draws.len());
        match requested {
            Some(value) => drop(write!(text, "; draw {draw}: {}", format(value))),
            None => drop(write!(text, "; draw {draw} has no number")),
        }
    }
    text
}
