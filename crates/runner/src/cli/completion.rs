//! `rejudge completion`, and completions of experiments, collections, measures and tables. Names are looked
//! up when you press Tab, so they include your own experiments and collections.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::engine::{PathCompleter, ValueCompleter};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, CompletionCandidate};
use rejudge_metrics::Family;

use super::GOOD;
use rejudge_session::{COLLECTIONS, EXPERIMENTS};

use super::args::{Global, command};
use super::other_words::verb_meant;
use super::output::{Failure, print_bytes};
use rejudge_experiment::grid::{Grid, experiment_names, load, locate};
use rejudge_experiment::spec::Catalogue;
use rejudge_session::BUNDLED;

/// The variable that the shell sets when it asks for completions.
const SHELL_VARIABLE: &str = "REJUDGE_COMPLETE";

/// `rejudge completion`
#[derive(Debug, ClapArgs)]
pub struct Completion {
    /// The shell
    #[arg(value_parser = ["bash", "elvish", "fish", "powershell", "zsh"])]
    pub shell: String,
}

/// Prints a script for the shell's startup file. The script calls this program for each completion.
pub fn main(_: &Global, args: &Completion) -> Result<u8, Failure> {
    let shells = Shells::builtins();
    let shell = shells.completer(&args.shell).ok_or_else(|| Failure::usage("unknown shell"))?;
    let mut script = Vec::new();
    shell
        .write_registration(SHELL_VARIABLE, "rejudge", "rejudge", "rejudge", &mut script)
        .map_err(|error| Failure::data(error.to_string()))?;
    if args.shell == "bash" {
        script.extend_from_slice(include_bytes!("completion.bash"));
    }
    print_bytes(&script)?;
    Ok(GOOD)
}

/// If a shell asks for completions, prints them and returns true.
pub fn answer() -> bool {
    // The shell sets the variable to its own name, and puts `--` before the words to complete. We check both,
    // because the variable may be set for all commands, but no ordinary command line begins with `--`.
    let shell = std::env::var_os(SHELL_VARIABLE).unwrap_or_default();
    let shell = Path::new(&shell).file_stem().unwrap_or_default().to_string_lossy();
    let is_question = std::env::args_os().nth(1).is_some_and(|word| word == "--");
    if !is_question || Shells::builtins().completer(&shell).is_none() {
        return false;
    }
    if experiments_folder() == Path::new(EXPERIMENTS) && collections_folder() == Path::new(COLLECTIONS) {
        rejudge_collections::bundled::register(BUNDLED);
    }
    let completer = CompleteEnv::with_factory(command).var(SHELL_VARIABLE);
    let mut words: Vec<OsString> = std::env::args_os().collect();
    // The words are the program of this process, `--`, the program that you typed, and its verb. If you typed
    // a verb of another tool, we complete the arguments of our verb for the same task.
    if words.len() > 4
        && let Some(verb) = words[3].to_str().and_then(verb_meant)
    {
        words[3] = verb.into();
    }
    // On an error we print no completions. A message would appear within the line that you type.
    completer.try_complete(words, std::env::current_dir().ok().as_deref()).unwrap_or(true)
}

/// Returns the words after the program's name on the command line that you are completing.
fn words() -> Vec<String> {
    let words = std::env::args_os().skip_while(|word| word != "--").skip(2);
    words.map(|word| word.to_string_lossy().into_owned()).collect()
}

/// Returns the folder that `option` names, or the default folder.
fn folder(option: &str, default: &str) -> PathBuf {
    let words = words();
    let value = words.iter().enumerate().find_map(|(index, word)| match word.strip_prefix(option)? {
        "" => words.get(index + 1).cloned(),
        value => value.strip_prefix('=').map(str::to_owned),
    });
    value.unwrap_or_else(|| default.to_owned()).into()
}

fn experiments_folder() -> PathBuf {
    folder("--experiments", EXPERIMENTS)
}

fn collections_folder() -> PathBuf {
    folder("--collections", COLLECTIONS)
}

fn catalogue() -> Catalogue {
    Catalogue::open(&collections_folder(), None)
}

/// Returns the experiment called `name`, if it exists and can be read.
fn grid_of(name: &str) -> Option<Grid> {
    let path = locate(name, &experiments_folder()).ok()?;
    load(&path, None, &[], &catalogue()).ok()
}

/// Returns the names that begin with the typed text.
fn with_prefix<T: AsRef<str>>(
    current: &OsStr,
    names: impl IntoIterator<Item = T>,
) -> Vec<CompletionCandidate> {
    let Some(typed) = current.to_str() else { return Vec::new() };
    let matching = names.into_iter().filter(|name| name.as_ref().starts_with(typed));
    matching.map(|name| CompletionCandidate::new(name.as_ref())).collect()
}

/// Completes names of experiments. If no name begins with the typed text, completes YAML files.
pub fn experiments(current: &OsStr) -> Vec<CompletionCandidate> {
    let candidates = with_prefix(current, experiment_names(&experiments_folder()));
    if candidates.is_empty() {
        let yaml = PathCompleter::file().filter(|path| path.extension().is_some_and(|e| e == "yaml"));
        return yaml.complete(current);
    }
    candidates
}

/// Completes names of collections.
pub fn collections(current: &OsStr) -> Vec<CompletionCandidate> {
    with_prefix(current, catalogue().names())
}

/// Completes the last name in a list of measures.
pub fn measures(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_str().unwrap_or_default();
    let before = typed.rfind(' ').map_or("", |space| &typed[..=space]);
    let entries = Family::ALL.iter().map(|family| family.entry());
    let matching = entries.filter(|entry| entry.name.starts_with(&typed[before.len()..]));
    matching
        .map(|entry| {
            let name = format!("{before}{}", entry.name);
            CompletionCandidate::new(name).help(Some(entry.title.into()))
        })
        .collect()
}

/// Completes an argument of `explain`: an experiment, and then one of its tables. If no name begins with the
/// typed text, completes collections and files.
pub fn explain_arguments(current: &OsStr) -> Vec<CompletionCandidate> {
    let candidates = experiment_or_table(current);
    if !candidates.is_empty() {
        return candidates;
    }
    let mut candidates = collections(current);
    candidates.extend(PathCompleter::any().complete(current));
    candidates
}

/// Completes an experiment, and then one of its tables.
fn experiment_or_table(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_str().unwrap_or_default();
    let earlier = words().into_iter().skip(1).find(|word| word != typed && grid_of(word).is_some());
    // The experiment is either an earlier word, or the part of the typed word before the slash.
    let (before, experiment) = match (earlier, typed.rsplit_once('/')) {
        (Some(experiment), _) => (String::new(), experiment),
        (None, Some((experiment, _))) => (format!("{experiment}/"), experiment.to_owned()),
        (None, None) => {
            return with_prefix(
                current,
                experiment_names(&experiments_folder()).iter().map(|name| format!("{name}/")),
            );
        }
    };
    let Some(grid) = grid_of(&experiment) else { return Vec::new() };
    with_prefix(current, grid.tables.iter().map(|table| format!("{before}{}[", table.name)))
}
