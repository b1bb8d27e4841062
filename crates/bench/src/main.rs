//! `rejudge-bench CASE`: times one kernel within one process, without the time for starting and for making its inputs,
//! and prints a line of JSON.
//!
//! ```text
//! rejudge-bench CASE [--repetitions N] [--threads N] [--files FOLDER]
//!               [--runs N] [--topics N] [--documents N] [--judged N] [--sets N] [--samples N]
//! rejudge-bench cases | measures
//! ```
//!
//! Inputs come from the files of the workload (`--files`, see benches/workload.py) or are random. `load`
//! needs files; `rank-intervals` and `read-odd` have only random inputs. The checksum covers all or some of
//! the numbers that a kernel computes, so most changes of a result are noticed. `figures` summarise the
//! result in a form that other tools can be compared with. `measures` prints one measure of each family that
//! scores by document, and `cases` prints the cases that can be timed.

#![forbid(unsafe_code)]

mod arguments;
mod cases;
mod files;
mod instance;
mod kernels;
mod random_inputs;
mod result;
mod threads;

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use arguments::Arguments;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rejudge-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<(), Box<dyn Error>> {
    match args.first().map(String::as_str) {
        Some("measures") => println!("{}", kernels::scores::measure_of_each_family().join("\n")),
        Some("cases") => {
            cases::CASES.iter().for_each(|case| println!("{:<20} {}", case.name, case.description))
        }
        _ => {
            let arguments = Arguments::read(args)?;
            let case = cases::find(&arguments.case)?;
            threads::start(&arguments)?;
            let kernel = (case.prepare)(&arguments)?;
            let mut seconds = Vec::with_capacity(arguments.repetitions);
            let mut last_result = None;
            for _ in 0..arguments.repetitions {
                let started = Instant::now();
                let result = kernel();
                seconds.push(started.elapsed().as_secs_f64());
                if last_result.as_ref().is_some_and(|last_result| *last_result != result) {
                    return Err("two repetitions returned different results".into());
                }
                last_result = Some(result);
            }
            let result = last_result.expect("there is at least one repetition");
            println!("{}", result.line(case.name, arguments.threads, &seconds));
        }
    }
    Ok(())
}
