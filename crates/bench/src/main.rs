//! `rejudge-bench CASE`: times one kernel within one process, without the time for starting and for reading inputs,
//! and prints a line of JSON.
//!
//! ```text
//! rejudge-bench CASE [--repetitions N] [--threads N] [--files FOLDER]
//!               [--runs N] [--topics N] [--documents N] [--judged N] [--sets N] [--samples N]
//! rejudge-bench cases | measures
//! ```
//!
//! Inputs come from the files of the workload (`--files`, see benches/workload.py) or are random. The checksum covers
//! every bit of the result, so that any changed number is noticed; `figures` summarise the result in a form that other
//! tools can be compared with. `measures` prints a name for every family of measures by document, and `cases` prints the
//! cases that can be timed.

#![forbid(unsafe_code)]

mod arguments;
mod cases;
mod drawn;
mod files;
mod instance;
mod kernels;
mod result;
mod threads;

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use arguments::Arguments;

fn main() -> ExitCode {
    let typed: Vec<String> = std::env::args().skip(1).collect();
    match run(&typed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rejudge-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(typed: &[String]) -> Result<(), Box<dyn Error>> {
    match typed.first().map(String::as_str) {
        Some("measures") => println!("{}", kernels::scores::every_measure().join("\n")),
        Some("cases") => cases::CASES.iter().for_each(|case| println!("{:<20} {}", case.name, case.about)),
        _ => {
            let arguments = Arguments::read(typed)?;
            let case = cases::find(&arguments.case)?;
            threads::start(&arguments)?;
            let kernel = (case.prepare)(&arguments)?;
            let mut seconds = Vec::with_capacity(arguments.repetitions);
            let mut last = None;
            for _ in 0..arguments.repetitions {
                let started = Instant::now();
                let result = kernel();
                seconds.push(started.elapsed().as_secs_f64());
                if last.as_ref().is_some_and(|last| *last != result) {
                    return Err("two repetitions differ".into());
                }
                last = Some(result);
            }
            let result = last.ok_or("no repetition")?;
            println!("{}", result.line(case.name, arguments.threads, &seconds));
        }
    }
    Ok(())
}
