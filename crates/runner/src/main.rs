//! The binary `rejudge`.

use std::process::ExitCode;

fn main() -> ExitCode {
    rejudge::cli::main()
}
