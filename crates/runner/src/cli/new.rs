//! `rejudge new`

use std::num::{NonZeroU8, NonZeroU32};
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::run_files;
use rejudge_eval::own_files::check_name;
use rejudge_experiment::grid::locate;
use rejudge_experiment::spec::RuleChoices;
use rejudge_pools::{NoVerdict, check_enough};
use rejudge_session::cache_folder;

use super::args::Global;
use super::args::files::FileArgs;
use super::args::rules::OTHER_LEVELS;
use super::output::{Failure, check_new, print};
use super::terminal::Terminal;
use super::{GOOD, completion};
use crate::audit::{AuditRequest, COLLECTION, Inputs, PreparedAudit};

const USAGE: &str = "rejudge new NAME --qrels FILE --runs DIR [OPTIONS]";

/// The experiment that is repeated if `--extends` is missing.
const DEFAULT_EXPERIMENT: &str = "sakai-bias";

/// `rejudge new`
#[derive(Debug, ClapArgs)]
#[command(override_usage = USAGE)]
pub struct New {
    /// Name of the collection and of the experiment, and the folder to create: a-z, 0-9 and `-`
    pub name: String,
    /// Qrels file
    #[arg(long, value_name = "FILE")]
    pub qrels: PathBuf,
    /// Folder of runs, a run file, or a quoted pattern ('runs/*.gz')
    #[arg(long, value_name = "DIR")]
    pub runs: PathBuf,
    #[command(flatten)]
    pub more: FileArgs,
    /// Pool depth [default: the depth down to which at least 95% of the documents at each rank are judged, if
    /// a pool of that depth contains at least 90% of the judgments]
    #[arg(long, alias = "pool-depth", value_name = "DEPTH")]
    pub depth: Option<NonZeroU32>,
    /// Lowest level that is relevant for binary measures [default: the experiment's, or 1]
    #[arg(short = 'l', long, aliases = OTHER_LEVELS, value_name = "LEVEL")]
    pub min_rel: Option<NonZeroU8>,
    /// Experiment to repeat on your collection (`rejudge list`)
    #[arg(long, value_name = "EXPERIMENT", default_value = DEFAULT_EXPERIMENT, add = ArgValueCompleter::new(completion::experiments))]
    pub extends: String,
}

pub fn main(global: &Global, args: &New) -> Result<u8, Failure> {
    let name = &args.name;
    check_name("the name", name)?;
    check_new(Path::new(name))?;
    if locate(name, &global.experiments).is_ok() {
        return Err(Failure::usage(format!(
            "there is already an experiment `{name}`: choose another name; `--extends {name}` repeats this experiment on your files"
        )));
    }
    let folder = PathBuf::from(name);
    let mut rules = RuleChoices::default();
    if let Some(level) = args.min_rel {
        rules.choose("min-rel", &level.to_string()).expect("a level is a value of the rule");
    }
    let files = args.more.own_files(&args.qrels, &args.runs)?;
    let runs = files.runs.clone();
    let request = AuditRequest {
        inputs: Inputs::Judged(Box::new(files), Vec::new(), Vec::new()),
        id: Some(name.clone()),
        folder: Some(folder),
        measures: None,
        depth: args.depth.map(|depth| (depth.into(), "--depth".to_owned())),
        pool_order: None,
        rules,
        seed: 1,
        draws: 1,
        set: Vec::new(),
        cache: cache_folder(),
    };
    let (experiment, dropped, has_depth) = Terminal::new(global).observed(|observer| {
        let places = global.places();
        let base = places.grid(&args.extends, None, &[])?;
        let prepared = PreparedAudit::new(places, request)?;
        if let Some(why) = &prepared.inspected.unjudged {
            return Err(Failure::data(format!("{why}; leave it out of {}", args.runs.display())));
        }
        global.remarks(prepared.inspected.assumed.iter().chain(&prepared.unread));
        let has_depth = prepared.inspected.has_depth();
        let (experiment, dropped) = prepared.write_extending(&args.extends, &base, observer)?;
        Ok((experiment, dropped, has_depth))
    })?;
    print(&format!("{}\n", experiment.display()))?;
    // NAME might be meant as the name of an experiment to repeat.
    if args.extends == DEFAULT_EXPERIMENT {
        global.remark(format_args!(
            "The experiment repeats `{DEFAULT_EXPERIMENT}` on your files. --extends EXPERIMENT repeats another one (`rejudge list`)."
        ));
    }
    if !dropped.is_empty() {
        global.remark(format_args!(
            "left out, because they do not fit your collection: {}",
            dropped.join(", ")
        ));
    }
    if !has_depth {
        let description = experiment.with_file_name(COLLECTION);
        global.remark(format_args!(
            "Claims about left-out teams and shallower pools will not be tested: add `pool-depth: DEPTH` to {}, or start \
             again with --depth",
            description.display()
        ));
    }
    if let Err(why @ NoVerdict::Runs(_)) = check_enough(usize::MAX, run_files(&[runs])?.len()) {
        global.remark(format_args!("Claims will not be tested: {why}."));
    }
    let experiment = experiment.display();
    global.remark(format_args!("Next: `rejudge run {experiment}`, then `rejudge report {experiment}`."));
    Ok(GOOD)
}
