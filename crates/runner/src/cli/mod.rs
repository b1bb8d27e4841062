//! The command line. Each verb has a module with its arguments and its `main`. `args` has the list of verbs,
//! and the arguments that several verbs share. Only `cli` reads arguments, writes to the terminal and handles
//! signals.

mod accept;
mod agreement;
pub(crate) mod args;
mod audit;
mod cache;
mod check;
pub(crate) mod completion;
mod convert;
mod data;
mod diff;
mod eval;
mod explain;
mod labels;
mod list;
mod logs;
mod man;
mod measures;
mod named_collection;
mod new;
mod other_files;
mod other_lines;
mod other_words;
mod output;
mod plan;
mod pool;
mod report;
mod rescore;
mod run;
mod schema;
mod simulate;
mod subject;
mod subtopics;
mod terminal;
mod validate;

use std::error::Error;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};

use other_lines::Refused;
pub use output::Failure;
use rejudge_experiment::exec::defect::{catch_panic, install_panic_hook, panic_on_demand};
use rejudge_names::located::Located;
use rejudge_report::check::github;
use rejudge_report::table::parquet;
use rejudge_session::BUNDLED;
pub use terminal::Terminal;

/// The exit code of success.
const GOOD: u8 = 0;
/// The exit code if a check failed.
const CHECK_FAILED: u8 = 1;
/// The exit code if nothing could be checked, or if the topics are too few for a verdict (`eval --allow`).
const NOTHING_CHECKED: u8 = 4;
/// The exit code of an error in usage or configuration.
const USAGE: u8 = 2;
/// The exit code if data are bad or a cell failed.
const BAD_DATA: u8 = 3;
/// The exit code of a shard that a signal stopped. A scheduler that sees it should start the shard again.
const RESUMABLE: u8 = 85;
/// The exit code of a defect in rejudge.
const DEFECT: u8 = 70;
/// The exit code after an interrupt.
const INTERRUPTED: u8 = 130;

/// Returns true if `--experiments` or `--collections` names an existing folder.
fn names_folder(words: &[OsString]) -> bool {
    let is_option = |name: &str| name == "--experiments" || name == "--collections";
    words.iter().enumerate().any(|(place, word)| {
        let word = word.to_string_lossy();
        match word.split_once('=') {
            Some((option, folder)) => is_option(option) && Path::new(folder).is_dir(),
            None => is_option(&word) && words.get(place + 1).is_some_and(|folder| Path::new(folder).is_dir()),
        }
    })
}

/// Reads the arguments, runs the command, and reports errors.
pub fn main() -> ExitCode {
    install_panic_hook(parquet::is_reading);
    terminal::report_size_limit_as_error();
    match catch_panic(completion::answer) {
        Ok(false) => {}
        Ok(true) => return ExitCode::from(GOOD),
        Err(_) => return ExitCode::from(DEFECT),
    }
    // The words of other tools may name bundled experiments and collections, and we translate these words
    // before we know the folders. So we register the bundled files now, unless an option names a folder.
    if !names_folder(&std::env::args_os().collect::<Vec<_>>()) {
        rejudge_collections::bundled::register(BUNDLED);
    }
    let mut command = args::command();
    let (args, remark) = match other_lines::read(&mut command) {
        Ok(read) => read,
        Err(Refused { error, words, remark }) => {
            if let Some(remark) = remark.filter(|_| !words.iter().any(|word| word == "--quiet")) {
                output::remark(remark);
            }
            return print_usage_error(&other_words::explained(error, &command, words.into_iter()));
        }
    };
    logs::begin(&args.global);
    args.global.remarks(remark);
    if args.global.places().are_default() {
        rejudge_collections::bundled::register(BUNDLED);
    }
    let outcome = catch_panic(|| {
        panic_on_demand(|| "command".to_owned());
        terminal::check_thread_variables()?;
        args.global.check_collections()?;
        args.command.carry_out(&args.global)
    });
    args.global.remarks(rejudge_session::overriding_files());
    match outcome {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(failure)) => {
            annotate(failure.located());
            ExitCode::from(output::report(&failure))
        }
        // The panic hook has already printed a message.
        Err(_) => ExitCode::from(DEFECT),
    }
}

/// Prints errors as GitHub annotations if the arguments contain `--github`. If a job fails without an
/// annotation, GitHub shows only its exit code.
fn annotate<'a>(errors: impl Iterator<Item = (Option<&'a Located>, &'a str)>) {
    if std::env::args_os().any(|word| word == "--github") {
        for (place, message) in errors {
            // If stdout is closed, the error on stderr that follows is enough.
            let _ = output::print(&github::error_in(place, "error", message, &check::github_root()));
        }
    }
}

/// Prints an error in the arguments on stderr, and returns the exit code. For clap, `--help` and `--version`
/// are errors too; their text goes to stdout.
fn print_usage_error(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let text = error.to_string();
        let message = text.split("\n\nUsage:").next().unwrap_or_default();
        annotate(std::iter::once((None, message.strip_prefix("error: ").unwrap_or(message))));
    }
    if let Some(failure) = wrong_value(error) {
        return ExitCode::from(output::report(&failure));
    }
    let printed = error.print();
    match output::stdout_ended(printed) {
        Err(failure) if !error.use_stderr() => ExitCode::from(output::report(&failure)),
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE)),
    }
}

/// Returns the error if an argument has a wrong value. Messages about numbers are replaced, because the
/// standard library writes `invalid digit found in string`, and clap `0 is not in 1..=1024`.
fn wrong_value(error: &clap::Error) -> Option<Failure> {
    let cause = error.source()?;
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (value, argument) = (text(ContextKind::InvalidValue)?, text(ContextKind::InvalidArg)?);
    let message = match cause.downcast_ref::<ParseIntError>().map(ParseIntError::kind) {
        Some(IntErrorKind::Zero) => "expected a whole number from 1".to_owned(),
        Some(IntErrorKind::PosOverflow) => "the number is too large".to_owned(),
        Some(_) if value.contains(',') && argument.starts_with("--depth") => {
            "expected one depth: an audit also tries shallower pools, and `rejudge rescore QRELS RUN.. --depth 5,10` ranks the runs with \
             pools of each depth".to_owned()
        }
        Some(_) if value.contains(',') => "expected one whole number, found a list".to_owned(),
        Some(_) => "expected a whole number".to_owned(),
        None if cause.is::<ParseFloatError>() => "expected a number".to_owned(),
        None => {
            let message = cause.to_string();
            let range = message.split_once(" is not in ").and_then(|(_, range)| range.split_once("..="));
            match range {
                Some((min, max)) if max == u32::MAX.to_string() => {
                    format!("expected a whole number from {min}")
                }
                Some((min, max)) => format!("expected a whole number from {min} to {max}"),
                None => message,
            }
        }
    };
    let option = argument.split([' ', '[', '=']).next().filter(|option| !option.is_empty());
    Some(Failure::argument(option.unwrap_or(argument), value, &message))
}
