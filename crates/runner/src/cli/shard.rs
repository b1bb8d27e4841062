//! `rejudge run --shard`: the cells of a shard into the cache, and no results.

use rejudge_collections::descriptor::DATA_VARIABLE;
use rejudge_experiment::exec::shard::{Shard, part};
use rejudge_names::plural::{counted, of_number};

use super::args::Global;
use super::interrupt::SHARD;
use super::output::{Failure, remark};
use super::run::{Run, cache_and_size};
use super::terminal::Terminal;
use crate::session::Planned;

/// The word that leaves the shard to the array job.
const AUTO: &str = "auto";

/// Returns the named shard, or, for the word `auto`, the shard of this task of an array job of Slurm, whose numbers may
/// begin anywhere.
///
/// # Errors
/// If the text is not a shard, or if Slurm does not set the number of this task.
pub fn named(text: &str) -> Result<Shard, String> {
    if text != AUTO {
        return text.parse().map_err(|error| format!("{error}; `{AUTO}` in a task of an array job"));
    }
    let [task, count, first, last] = ["ID", "COUNT", "MIN", "MAX"].map(|name| {
        let value = std::env::var(format!("SLURM_ARRAY_TASK_{name}")).ok();
        value.and_then(|value| value.parse::<u32>().ok()).map(i64::from)
    });
    let (Some(task), Some(count), Some(first), Some(last)) = (task, count, first, last) else {
        return Err(format!("`{AUTO}` is for a task of an array job of Slurm (sbatch --array=1-8)"));
    };
    // If only tasks 3 and 5 are started, the number of shards is unknown.
    if last - first + 1 != count || !(first..=last).contains(&task) {
        return Err(format!("`{AUTO}` needs all numbers of a range; name the shard instead (K/N)"));
    }
    Ok(Shard { number: (task - first + 1) as u32, of: count as u32 })
}

/// Computes the missing cells of a shard.
pub fn run(global: &Global, args: &Run, shard: Shard) -> Result<u8, Failure> {
    let (choice, terminal) = (&args.experiment, Terminal::from_options(global, SHARD));
    let mut planned = global.planned(choice)?;
    let Planned { grid, plan, cache, .. } = &mut planned;
    if !plan.no_data.is_empty() && !global.quiet {
        let cells: usize = plan.no_data.iter().map(|(_, cells)| cells).sum();
        remark(format_args!(
            "{}: shard {shard} lacks the data of {}, which are not available ({DATA_VARIABLE}): {} of the plan {} for \
             them",
            grid.id,
            plan.without_data(grid).join(", "),
            counted(cells, "cell"),
            of_number(cells, "waits", "wait"),
        ));
    }
    plan.groups = part(grid, plan, cache, shard);
    let computed = planned.compute(args.options, &terminal)?;
    computed.planned.hashes.keep();
    terminal.say(&computed, || format!("shard {shard}, {}", cache_and_size(&computed.planned.cache)));
    Ok(terminal.code(computed.ended))
}
