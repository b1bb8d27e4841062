//! `rejudge run`

use clap::Args as ClapArgs;
use indicatif::DecimalBytes;
use rejudge_experiment::exec::shard::Shard;
use rejudge_report::table::results::Results;
use rejudge_store::cache::Cache;

use super::args::Global;
use super::output::{Failure, remark};
use super::terminal::Terminal;
use super::threads::use_threads;
use super::{BAD_DATA, GOOD, further, shard};
use crate::session::{Choice, EmptyTable, Ended, RunOptions};

/// `rejudge run`
#[derive(Debug, ClapArgs)]
pub struct Run {
    #[command(flatten)]
    pub experiment: Choice,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub options: RunOptions,
    /// Compute only shard K of N into the cache, and write no results; `auto` in an array job of Slurm.
    /// Run `rejudge run --cached` afterwards to write the results
    #[arg(
        long, value_name = "K/N", conflicts_with = "results",
        value_parser = shard::named
    )]
    pub shard: Option<Shard>,
}

/// The folder of the cache and its size, so that people see it grow.
pub fn cache_and_size(cache: &Cache) -> String {
    format!("cache in {} ({})", cache.folder().display(), DecimalBytes(cache.size()))
}

/// Groups the empty tables by reason, each with its first table.
fn by_reason(empty: &[EmptyTable]) -> Vec<(Vec<&str>, &EmptyTable)> {
    let mut out: Vec<(Vec<&str>, &EmptyTable)> = Vec::new();
    for table in empty {
        let same =
            |(_, of): &&mut (Vec<&str>, &EmptyTable)| (&of.why, of.is_wrong) == (&table.why, table.is_wrong);
        match out.iter_mut().find(same) {
            Some((names, _)) => names.push(&table.name),
            None => out.push((vec![&table.name], table)),
        }
    }
    out
}

pub fn main(global: &Global, args: &Run) -> Result<u8, Failure> {
    use_threads(args.jobs)?;
    if let Some(shard) = args.shard {
        return shard::run(global, args, shard);
    }
    let (choice, terminal) = (&args.experiment, Terminal::new(global));
    let (computed, empty) = global.carry_out(choice, args.options, &terminal)?;
    let grid = &computed.planned.grid;
    let (id, results) = (&grid.id, Results::new(choice.results_folder(grid)));
    terminal.say(&computed, || {
        format!("results in {}; {}", results.folder.display(), cache_and_size(&computed.planned.cache))
    });
    for (names, EmptyTable { why, is_wrong, .. }) in by_reason(&empty) {
        let are = if names.len() == 1 { "is" } else { "are" };
        let names = names.join(", ");
        match is_wrong {
            true => remark(format_args!("error: {id}: {names} {are} empty: {why}")),
            false if global.quiet => {}
            false => remark(format_args!("{id}: {names} {are} empty: {why}")),
        }
    }
    let lacks_all = further::lacks_all(&computed);
    if lacks_all || !global.quiet && computed.ended != Ended::Stopped {
        further::say(&choice.experiment, &results, &computed);
    }
    let code = terminal.code(computed.ended);
    // An empty table is an error if the available collections could have filled it.
    let is_wrong = lacks_all || empty.iter().any(|table| table.is_wrong);
    Ok(if code == GOOD && is_wrong { BAD_DATA } else { code })
}
