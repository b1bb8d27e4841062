//! The commands: one file a verb; `args` has what is typed, a file a verb where it is much. Only here are
//! arguments read, logs set up and progress bars drawn.

mod accept;
mod args;
mod audit;
mod check;
mod columns;
mod completion;
mod data;
mod data_get;
mod diff;
mod eval;
mod explain;
mod further;
mod interrupt;
mod labels;
mod like;
mod list;
mod man;
mod measures;
mod merge;
mod output;
mod plan;
mod plan_summary;
mod pool;
mod pool_build;
mod pool_remarks;
mod progress;
mod report;
mod run;
mod schema;
mod shard;
mod simulate;
mod slurm;
mod status;
mod subtopics;
mod terminal;
mod threads;
mod waiting;

use std::error::Error;
use std::io::Write;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::process::ExitCode;

use clap::Parser;

use crate::shipped::BROUGHT;
use args::{Args, Command};
pub use output::Failure;
use rejudge_exec::defect::{announce, caught, on_demand};

/// Good.
const GOOD: u8 = 0;
/// A check failed.
const CHECK_FAILED: u8 = 1;
/// Nothing could be checked.
const NOTHING_CHECKED: u8 = 4;
/// Usage or configuration.
const USAGE: u8 = 2;
/// Bad data, or a cell that failed.
const BAD_DATA: u8 = 3;
/// A shard that was stopped by a signal, to be resumed.
const RESUMABLE: u8 = 85;
/// A defect of rejudge.
const DEFECT: u8 = 70;
/// Interrupted.
const INTERRUPTED: u8 = 130;

/// Reads the arguments, runs the command, and reports what went wrong.
pub fn main() -> ExitCode {
    announce();
    interrupt::outgrown_files_are_errors();
    match caught(completion::answer) {
        Ok(false) => {}
        Ok(true) => return ExitCode::from(GOOD),
        Err(_) => return ExitCode::from(DEFECT),
    }
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return told(&error),
    };
    output::logs(&args.global);
    if args.global.has_usual_folders() {
        rejudge_shipped::bring(BROUGHT);
    }
    let done = caught(|| threads::check().and_then(|()| command(&args)));
    if !args.global.quiet {
        output::say_own_files();
    }
    match done {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(failure)) => {
            failure.report();
            ExitCode::from(failure.code)
        }
        // It has been announced.
        Err(_) => ExitCode::from(DEFECT),
    }
}

/// Help and versions on stdout, which count as results; what is wrong with arguments on stderr.
fn told(error: &clap::Error) -> ExitCode {
    let written = match in_plain_words(error) {
        Some(text) => std::io::stderr().write_all(text.as_bytes()),
        None => error.print(),
    };
    match output::stdout_ended(written) {
        Err(failure) if !error.use_stderr() => {
            failure.report();
            ExitCode::from(failure.code)
        }
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE)),
    }
}

/// A wrong number, where the standard library speaks of digits, literals and types.
fn in_plain_words(error: &clap::Error) -> Option<String> {
    let cause = error.source()?;
    let words = match cause.downcast_ref::<ParseIntError>().map(ParseIntError::kind) {
        Some(IntErrorKind::Zero) => "expected a whole number from 1",
        Some(IntErrorKind::PosOverflow) => "the number is too large",
        Some(_) => "expected a whole number",
        None if cause.is::<ParseFloatError>() => "expected a number",
        None => return None,
    };
    let said = error.render();
    let text = if output::colour(&std::io::stderr()) { said.ansi().to_string() } else { said.to_string() };
    Some(text.replacen(&format!(": {cause}"), &format!(": {words}"), 1))
}

fn command(args: &Args) -> Result<u8, Failure> {
    on_demand(|| "command".to_owned());
    match &args.command {
        Command::List(list) => list::main(&args.global, list),
        Command::Plan(plan) => plan::main(&args.global, plan),
        Command::Run(run) => run::main(&args.global, run),
        Command::Merge(merge) => merge::main(&args.global, merge),
        Command::Status(status) => status::main(&args.global, status),
        Command::Check(check) => check::main(&args.global, check),
        Command::Report(report) => report::main(&args.global, report),
        Command::Accept(accept) => accept::main(&args.global, accept),
        Command::Explain(explain) => explain::main(&args.global, explain),
        Command::Diff(diff) => diff::main(diff),
        Command::Eval(eval) => eval::main(&args.global, eval),
        Command::Audit(audit) => audit::main(&args.global, audit),
        Command::Measures(measures) => measures::main(measures),
        Command::Labels(labels) => labels::main(&args.global, labels),
        Command::Subtopics(subtopics) => subtopics::main(&args.global, subtopics),
        Command::Pool(pool) => pool::main(&args.global, pool),
        Command::Simulate(simulate) => simulate::main(&args.global, simulate),
        Command::Data(data) => data::main(&args.global, data),
        Command::Schema(schema) => schema::main(schema),
        Command::Completion(completion) => completion::main(completion),
        Command::Man(man) => man::main(man),
    }
}
