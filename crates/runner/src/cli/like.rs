//! `rejudge simulate --like`

use std::path::PathBuf;

use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{Page, Reading, write_with};
use rejudge_eval::own::{OwnFiles, is_name, name_of};
use rejudge_names::plural::counted;
use rejudge_pools::View;
use rejudge_twins::fit::{FitError, Statistics, fit};
use rejudge_twins::{Twin, generate};

use super::GOOD;
use super::args::Global;
use super::output::{Failure, check_new, print, remark};
use super::progress::steps;
use super::simulate::Simulate;
use crate::audit::like::{Description, KnownCollection, Matched, anonymous};

/// Simulations that fit the constants, and that measure the match.
const PASSES: u32 = 12;
const CHECK_DRAWS: u32 = 8;

pub fn main(global: &Global, args: &Simulate, files: &[PathBuf]) -> Result<u8, Failure> {
    let (id, files) = (id(args)?, inputs(args, files)?);
    check_new(&args.output)?;
    let data = |error: FitError| Failure::data(format!("{}: {error}", files.qrels.display()));
    let loaded = files.load(&Reading::default())?;
    let teams = loaded.teams;
    let is_marked = files.pooled.is_some();
    let mut given = KnownCollection::new(loaded, args.fit.pool_depth, is_marked).map_err(data)?;
    if !global.quiet {
        files.unread().iter().for_each(remark);
        let (of, statistics) = (&given.pool_of, &given.statistics);
        let [topics, runs, count] =
            [statistics.relevant.len(), statistics.average_precision.len(), statistics.teams.len()];
        remark(format_args!(
            "{}, {}, {}: {teams}",
            counted(topics, "topic"),
            counted(runs, "run"),
            counted(count, "team")
        ));
        remark(format_args!("pool of depth {} of {of}: {}", statistics.pool_depth, given.depth_from));
    }
    if args.fit.keep_names {
        // A team gives its runs their names, which hold no blanks.
        for team in &mut given.statistics.teams {
            team.name = team.name.split_whitespace().collect::<Vec<_>>().join("-");
        }
    } else {
        anonymous(&mut given.statistics);
    }
    let (passes, check_draws) =
        (args.fit.passes.unwrap_or(PASSES), args.fit.check_draws.unwrap_or(CHECK_DRAWS));
    let bar = steps(passes + check_draws, global.quiet);
    bar.set_message("fitting");
    let fitted = fit(&given.statistics, args.seed, passes, |_| bar.inc(1)).map_err(data)?;
    bar.set_message("drawing");
    let pool_depth = given.statistics.pool_depth;
    let twin = Twin { id: &id, pool_depth, parameters: &fitted.parameters };
    let draw = |draw| generate(&twin, args.seed, draw);
    let mut drawn = Vec::new();
    for number in 1..=check_draws {
        let collection = draw(number);
        drawn.push(Statistics::new(&collection, &View::full(&collection), pool_depth).map_err(data)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let matched = Matched::new(&given.statistics, &drawn);
    let description = Description {
        id: &id,
        given: &given,
        fitted: &fitted,
        matched: &matched,
        keeps_names: args.fit.keep_names,
        seed: args.seed,
        passes,
    };
    let pages = [Page { name: format!("{id}.yaml"), text: description.yaml()? }];
    let files = (!args.fit.no_files).then(|| draw(args.draw));
    write_with(files.as_ref(), &pages, &args.output, &QrelsFormat::trec(), args.seed)
        .map_err(|e| Failure::data(e.to_string()))?;
    if !global.quiet {
        description.unmatched().iter().for_each(|sentence| remark(format_args!("not matched: {sentence}")));
        remark(format_args!("{id}: its description is {}/{id}.yaml", args.output.display()));
    }
    print(&matched.tsv())?;
    Ok(GOOD)
}

fn id(args: &Simulate) -> Result<String, Failure> {
    match &args.fit.id {
        Some(id) if is_name(id) => Ok(id.clone()),
        Some(id) => {
            Err(Failure::usage(format!("--id: `{}` is not made of a-z, 0-9 and `-`", id.escape_debug())))
        }
        None => {
            let folder = args.output.file_name().unwrap_or_default().to_string_lossy();
            name_of(&folder).ok_or_else(|| {
                let folder = args.output.display();
                Failure::usage(format!(
                    "{folder} gives the twin no name of a-z, 0-9 and `-`: name it with --id"
                ))
            })
        }
    }
}

/// The files of the collection.
fn inputs(args: &Simulate, files: &[PathBuf]) -> Result<OwnFiles, Failure> {
    let [qrels, runs] = files else { return Err(Failure::usage("--like takes QRELS and a folder of RUNS")) };
    if qrels.is_dir() {
        let (qrels, runs) = (qrels.display(), runs.display());
        return Err(Failure::usage(format!(
            "--like QRELS RUNS: {qrels} must be a file of judgments and {runs} a folder of runs, or a pattern"
        )));
    }
    Ok(args.fit.more.own(qrels, runs))
}
