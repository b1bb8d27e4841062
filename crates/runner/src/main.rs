//! The binary `rejudge`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    rejudge::cli::main()
}
