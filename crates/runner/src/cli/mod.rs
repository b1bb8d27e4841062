//! The commands, one file per verb, with its arguments; `args` defines the command line and the arguments that verbs share.
//! Arguments are read, logs set up and progress bars drawn here only.

mod accept;
pub(crate) mod args;
mod audit;
mod check;
pub(crate) mod completion;
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
mod other_words;
mod output;
mod plan;
mod pool;
mod report;
mod run;
mod schema;
mod simulate;
mod subject;
mod subtopics;
mod terminal;
mod validate;

use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use rejudge_names::located::Located;

use crate::bundled::BUNDLED;
pub use output::Failure;
use rejudge_experiment::exec::defect::{announce, caught, on_demand};
use rejudge_report::table::parquet;
pub use terminal::Terminal;

/// Exit code of success.
const GOOD: u8 = 0;
/// A check failed.
const CHECK_FAILED: u8 = 1;
/// Exit code if nothing could be checked, or the topics do not decide.
const NOTHING_CHECKED: u8 = 4;
/// Exit code of an error in usage or configuration.
const USAGE: u8 = 2;
/// Exit code of bad data, or a failed cell.
const BAD_DATA: u8 = 3;
/// A shard that was stopped by a signal, to be resumed.
const RESUMABLE: u8 = 85;
/// A defect of rejudge.
const DEFECT: u8 = 70;
/// Exit code after an interrupt.
const INTERRUPTED: u8 = 130;

/// Reads the arguments, runs the command, and reports errors.
pub fn main() -> ExitCode {
    announce(parquet::is_reading);
    terminal::outgrown_files_are_errors();
    match caught(completion::answer) {
        Ok(false) => {}
        Ok(true) => return ExitCode::from(GOOD),
        Err(_) => return ExitCode::from(DEFECT),
    }
    let mut command = args::command();
    let parsed = other_words::parsed(&mut command, std::env::args_os());
    let parsed = parsed.or_else(|error| other_words::pool_of_runs(&mut command).ok_or(error));
    let args = match parsed.or_else(|error| other_words::eval_of_files(&mut command).ok_or(error)) {
        Ok(args) => args,
        Err(error) => {
            return print_usage_error(&other_words::explained(error, &command, std::env::args_os()));
        }
    };
    logs::begin(&args.global);
    if args.global.places().are_usual() {
        rejudge_collections::bundled::bring(BUNDLED);
    }
    let done = caught(|| {
        on_demand(|| "command".to_owned());
        terminal::check_thread_variables()?;
        args.command.carry_out(&args.global)
    });
    if !args.global.quiet {
        output::say_own_files();
    }
    match done {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(failure)) => ExitCode::from(output::report(&failure)),
        // The panic has been reported.
        Err(_) => ExitCode::from(DEFECT),
    }
}

/// Prints help and versions on stdout, because they are results, and errors in arguments on stderr.
fn print_usage_error(error: &clap::Error) -> ExitCode {
    if let Some(error) = in_value(error) {
        return ExitCode::from(output::report(&Failure::argument(error)));
    }
    let written = error.print();
    match output::stdout_ended(written) {
        Err(failure) if !error.use_stderr() => ExitCode::from(output::report(&failure)),
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE)),
    }
}

/// Returns the error in a value at its place. The standard library speaks of digits, literals and types of a wrong
/// number, which is reworded.
fn in_value(error: &clap::Error) -> Option<Located> {
    let cause = error.source()?;
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (value, argument) = (text(ContextKind::InvalidValue)?, text(ContextKind::InvalidArg)?);
    let message = match cause.downcast_ref::<ParseIntError>().map(ParseIntError::kind) {
        Some(IntErrorKind::Zero) => "expected a whole number from 1".to_owned(),
        Some(IntErrorKind::PosOverflow) => "the number is too large".to_owned(),
        Some(_) => "expected a whole number".to_owned(),
        None if cause.is::<ParseFloatError>() => "expected a number".to_owned(),
        None => cause.to_string(),
    };
    let option = argument.split([' ', '[', '=']).next().filter(|option| !option.is_empty());
    Some(Located::of_argument(option.unwrap_or(argument), value, message))
}
