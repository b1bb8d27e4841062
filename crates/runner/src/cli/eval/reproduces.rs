//! `rejudge eval --reproduces`

use rejudge_eval::{PresetRules, Reproduction, TopicChoice, Wanted};

use super::args::Eval;
use super::given::{Given, judgments};
use crate::cli::GOOD;
use crate::cli::args::Global;
use crate::cli::output::{Failure, remark};

/// Compares the runs with their originals.
pub(super) fn main(
    global: &Global,
    args: &Eval,
    wanted: &Wanted,
    given: Given,
    (topics, rules): (Option<TopicChoice>, &PresetRules),
) -> Result<u8, Failure> {
    if given.inputs(args).any(|path| path.as_os_str() == "-") {
        return Err(Failure::usage(
            "--reproduces reads files again, and standard input (`-`) can be read once",
        ));
    }
    let other = args.original_qrels.clone().map(|qrels| judgments(args, qrels)).transpose()?;
    let files = given.files(args, topics);
    let reproduction = Reproduction::load(&files, &args.reproduces, other, wanted, rules)?;
    if !global.quiet {
        reproduction.notes.iter().cloned().for_each(remark);
    }
    args.output.table.form.write(&reproduction.table(rules))?;
    Ok(GOOD)
}
