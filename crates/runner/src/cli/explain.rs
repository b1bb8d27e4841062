//! `rejudge explain`

use super::GOOD;
use super::args::Global;
use super::args::explain::Explain;
use super::output::{Failure, print};
use crate::session::ExplainRequest;

pub fn main(global: &Global, args: &Explain) -> Result<u8, Failure> {
    let Explain { what, draw, set, cache, results } = args.clone();
    let request = ExplainRequest { what, draw, set, cache, results };
    print(&global.places().explain(&request)?)?;
    Ok(GOOD)
}
