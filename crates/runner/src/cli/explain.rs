//! `rejudge explain`

use super::GOOD;
use super::args::Global;
use super::args::explain::Explain;
use super::output::{Failure, print};

pub fn main(global: &Global, args: &Explain) -> Result<u8, Failure> {
    print(&global.explain(args)?)?;
    Ok(GOOD)
}
