//! `rejudge new`

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_eval::own::check_name;
use rejudge_experiment::grid::locate;
use rejudge_experiment::spec::RuleChoices;
use rejudge_session::cache_folder;

use super::args::Global;
use super::args::files::FileArgs;
use super::output::{Failure, check_new, print};
use super::terminal::Terminal;
use super::{GOOD, completion};
use crate::audit::{AuditRequest, Inputs, PreparedAudit};

const USAGE: &str = "rejudge new NAME --qrels FILE --runs DIR [OPTIONS]";

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
    /// Pool depth [default: inferred from the judgments, if a pool of that depth contains at least 90% of them]
    #[arg(long, value_name = "DEPTH")]
    pub depth: Option<NonZeroU32>,
    /// Experiment to repeat on your collection (`rejudge list`)
    #[arg(long, value_name = "EXPERIMENT", default_value = "sakai-bias", add = ArgValueCompleter::new(completion::experiments))]
    pub extends: String,
}

pub fn main(global: &Global, args: &New) -> Result<u8, Failure> {
    let name = &args.name;
    check_name("the name", name)?;
    check_new(Path::new(name))?;
    if locate(name, &global.experiments).is_ok() {
        return Err(Failure::usage(format!("there is already an experiment `{name}`: choose another name")));
    }
    let folder = PathBuf::from(name);
    let files = args.more.own(&args.qrels, &args.runs);
    let request = AuditRequest {
        inputs: Inputs::Judged(Box::new(files), Vec::new(), Vec::new()),
        id: Some(name.clone()),
        folder: Some(folder),
        measures: None,
        depth: args.depth.map(|depth| (depth.into(), "--depth".to_owned())),
        pool_order: None,
        rules: RuleChoices::default(),
        seed: 1,
        draws: 1,
        set: Vec::new(),
        cache: cache_folder(),
    };
    let (experiment, dropped) = Terminal::new(global).observed(|observer| {
        let places = global.places();
        let base = places.grid(&args.extends, None, &[])?;
        let prepared = PreparedAudit::new(places, request)?;
        if let Some(why) = &prepared.inspected.unjudged {
            return Err(Failure::data(format!("{why}; leave it out of {}", args.runs.display())));
        }
        global.remarks(prepared.inspected.assumed.iter().chain(&prepared.unread));
        prepared.write_extending(&args.extends, &base, observer)
    })?;
    print(&format!("{}\n", experiment.display()))?;
    if !dropped.is_empty() {
        global.remark(format_args!(
            "left out, because your collection has no values for them: {}",
            dropped.join(", ")
        ));
    }
    let experiment = experiment.display();
    global.remark(format_args!("Next: `rejudge run {experiment}`, then `rejudge report {experiment}`."));
    Ok(GOOD)
}
