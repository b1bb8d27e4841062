//! `rejudge new`

use std::path::{Path, PathBuf};

use crate::audit::Inputs;
use crate::session::{AuditRequest, Choice, cache_folder};
use rejudge_eval::own::{is_name, name_of};
use rejudge_experiment::grid::locate;
use rejudge_experiment::spec::RuleChoices;

use super::GOOD;
use super::args::Global;
use super::args::new::New;
use super::output::{Failure, check_new, print, remark};
use super::terminal::Terminal;

pub fn main(global: &Global, args: &New) -> Result<u8, Failure> {
    let name = &args.name;
    if !is_name(name) {
        let such = name_of(name).map_or_else(String::new, |name| format!(", such as {name}"));
        return Err(Failure::usage(format!("the name is `{name}`, expected a-z, 0-9 and `-`{such}")));
    }
    check_new(Path::new(name))?;
    if locate(name, &global.experiments).is_ok() {
        return Err(Failure::usage(format!("`{name}` is an experiment already: choose another name")));
    }
    let folder = PathBuf::from(name);
    let files = args.more.own(&args.qrels, &args.runs);
    let terminal = Terminal::new(global);
    let base = global.grid(&Choice { experiment: args.extends.clone(), ..Choice::default() })?;
    let prepared = global.prepare_audit(AuditRequest {
        given: Inputs::Judged(files, Vec::new(), Vec::new()),
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
    })?;
    if !global.quiet {
        prepared.assumed().iter().chain(&prepared.unread).for_each(remark);
    }
    let (experiment, dropped) = prepared.write_extending(&args.extends, &base, &terminal)?;
    print(&format!("{}\n", experiment.display()))?;
    if !global.quiet {
        if !dropped.is_empty() {
            remark(format_args!("left out, since nothing fills them here: {}", dropped.join(", ")));
        }
        let experiment = experiment.display();
        remark(format_args!("Next: `rejudge run {experiment}`, then `rejudge report {experiment}`."));
    }
    Ok(GOOD)
}
