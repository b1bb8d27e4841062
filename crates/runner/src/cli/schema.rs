//! `rejudge schema`

use clap::Args as ClapArgs;

use super::GOOD;
use super::args::Global;
use super::output::{Failure, print};
use crate::schemas::{FileKind, schema_of};

/// `rejudge schema`
#[derive(Debug, ClapArgs)]
pub struct Schema {
    /// Kind of file
    pub kind: FileKind,
}

pub fn main(_: &Global, args: &Schema) -> Result<u8, Failure> {
    print(&format!("{:#}\n", schema_of(args.kind)))?;
    Ok(GOOD)
}
