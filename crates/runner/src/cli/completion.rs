//! `rejudge completion`, and the answers to the shell: the experiments, collections, measures and cells that exist when
//! a key is pressed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::engine::{PathCompleter, ValueCompleter};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, CompletionCandidate};
use rejudge_metrics::Family;

use super::GOOD;
use rejudge_session::{COLLECTIONS, EXPERIMENTS};

use super::args::{Global, command};
use super::output::{Failure, print_bytes};
use crate::bundled::BUNDLED;
use rejudge_experiment::grid::{Grid, load, locate, names};
use rejudge_experiment::spec::Catalogue;

/// The variable that the shell sets when it asks for completions.
const ASKED: &str = "REJUDGE_COMPLETE";

/// `rejudge completion`
#[derive(Debug, ClapArgs)]
pub struct Completion {
    /// The shell
    #[arg(value_parser = ["bash", "elvish", "fish", "powershell", "zsh"])]
    pub shell: String,
}

/// Prints the script that the shell reads at startup. The script calls this program for each completion.
pub fn main(_: &Global, args: &Completion) -> Result<u8, Failure> {
    let failed = |error: std::io::Error| Failure::data(error.to_string());
    let shells = Shells::builtins();
    let shell = shells.completer(&args.shell).ok_or_else(|| Failure::usage("there is no such shell"))?;
    let mut script = Vec::new();
    shell.write_registration(ASKED, "rejudge", "rejudge", "rejudge", &mut script).map_err(failed)?;
    if args.shell == "bash" {
        script.extend_from_slice(include_bytes!("completion.bash"));
    }
    print_bytes(&script)?;
    Ok(GOOD)
}

/// Answers a shell that asks for completions, and returns true if one did.
pub fn answer() -> bool {
    // The shell gives its name in the variable, and puts `--` before the words to complete, where no verb can be: the
    // variable alone must not prevent a command from running.
    let shell = std::env::var_os(ASKED).unwrap_or_default();
    let shell = Path::new(&shell).file_stem().unwrap_or_default().to_string_lossy();
    let is_question = std::env::args_os().nth(1).is_some_and(|word| word == "--");
    if !is_question || Shells::builtins().completer(&shell).is_none() {
        return false;
    }
    if experiments_folder() == Path::new(EXPERIMENTS) && collections_folder() == Path::new(COLLECTIONS) {
        rejudge_collections::bundled::bring(BUNDLED);
    }
    let asked = CompleteEnv::with_factory(command).var(ASKED);
    // On an error the shell offers nothing, because it could not show a message.
    asked.try_complete(std::env::args_os(), std::env::current_dir().ok().as_deref()).unwrap_or(true)
}

/// Returns the words of the command line after the program's name.
fn words() -> Vec<String> {
    let behind = std::env::args_os().skip_while(|word| word != "--").skip(2);
    behind.map(|word| word.to_string_lossy().into_owned()).collect()
}

/// The folder that an option names, or its default.
fn folder(option: &str, default: &str) -> PathBuf {
    let words = words();
    let named = words.iter().enumerate().find_map(|(at, word)| match word.strip_prefix(option)? {
        "" => words.get(at + 1).cloned(),
        value => value.strip_prefix('=').map(str::to_owned),
    });
    named.unwrap_or_else(|| default.to_owned()).into()
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

/// The experiment that is named on the command line, before the shell's question or in it.
fn grid_of(name: &str) -> Option<Grid> {
    let path = locate(name, &experiments_folder()).ok()?;
    load(&path, None, &[], &catalogue()).ok()
}

/// Returns those of `all` that begin with the typed text.
fn beginning<T: AsRef<str>>(current: &OsStr, all: impl IntoIterator<Item = T>) -> Vec<CompletionCandidate> {
    let Some(typed) = current.to_str() else { return Vec::new() };
    let fit = all.into_iter().filter(|one| one.as_ref().starts_with(typed));
    fit.map(|one| CompletionCandidate::new(one.as_ref())).collect()
}

/// Completes names of experiments, and YAML files.
pub fn experiments(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut found = beginning(current, names(&experiments_folder()));
    if found.is_empty() {
        let yaml = PathCompleter::file().filter(|path| path.extension().is_some_and(|e| e == "yaml"));
        found = yaml.complete(current);
    }
    found
}

/// Completes names of collections.
pub fn collections(current: &OsStr) -> Vec<CompletionCandidate> {
    beginning(current, catalogue().names())
}

/// Completes the last of the typed names of measures.
pub fn measures(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_str().unwrap_or_default();
    let before = typed.rfind(' ').map_or("", |at| &typed[..=at]);
    let title = |family: &Family| Some(family.entry().title.into());
    let named = |family: &Family| {
        CompletionCandidate::new(format!("{before}{}", family.entry().name)).help(title(family))
    };
    let fit = Family::ALL.iter().filter(|family| family.entry().name.starts_with(&typed[before.len()..]));
    fit.map(named).collect()
}

/// Completes an argument of `explain`, one step at a time: an experiment, then its tables.
pub fn steps(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_str().unwrap_or_default();
    let named = words().into_iter().skip(2).find(|word| word != typed && grid_of(word).is_some());
    // The experiment is an earlier word, or the part before the slash.
    let (before, experiment) = match (named, typed.rsplit_once('/')) {
        (Some(experiment), _) => (String::new(), experiment),
        (None, Some((experiment, _))) => (format!("{experiment}/"), experiment.to_owned()),
        (None, None) => {
            return beginning(current, names(&experiments_folder()).iter().map(|name| format!("{name}/")));
        }
    };
    let Some(grid) = grid_of(&experiment) else { return Vec::new() };
    beginning(current, grid.tables.iter().map(|table| format!("{before}{}[", table.name)))
}
