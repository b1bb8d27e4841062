//! `rejudge accept`

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::bundled::bundled_file;
use rejudge_names::plural::counted;
use rejudge_report::check::golden;
use rejudge_report::check::golden::current_golden_numbers;

use super::args::Global;
use super::output::{Failure, print};
use super::subject::open_results;
use super::{GOOD, completion};

/// `rejudge accept`
#[derive(Debug, ClapArgs)]
pub struct Accept {
    /// Name of an experiment, or the path of a YAML file
    #[arg(add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: String,
    /// Folder of the results [default: results/<id>]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
    /// Show what would be accepted, and write nothing
    #[arg(long)]
    pub dry_run: bool,
}

pub fn main(global: &Global, args: &Accept) -> Result<u8, Failure> {
    let subject = open_results(global, &args.experiment, args.results.as_ref())?;
    if bundled_file(Path::new(&subject.grid.resolved.at.source.name)).is_some() {
        return Err(Failure::usage(format!(
            "`{}` is built into rejudge, so its values can be accepted only in a checkout of rejudge. To accept \
             values of your own, write an experiment that extends it",
            subject.grid.id
        )));
    }
    if !subject.grid.overrides.is_empty() {
        return Err(Failure::usage(
            "these results belong to a changed experiment: run the experiment without changes first",
        ));
    }
    let Some(computed) = subject.computed()? else {
        return Err(Failure::data("there are no results to accept: run the experiment first"));
    };
    computed.current(&subject.grid.id)?;
    if !computed.manifest().only.is_empty() {
        return Err(Failure::usage(format!(
            "these results contain only a part of the experiment (--only {}): run all of it first",
            computed.manifest().only.join(" --only ")
        )));
    }
    golden::check_home(&subject.grid)?;
    let (mut text, mut written) = (String::new(), Vec::new());
    for (file, now) in current_golden_numbers(&subject.grid, &computed)? {
        let path = golden::file(&subject.grid, file)?;
        let accepted = golden::read(&path)?;
        let is_computed = |name: &str| now.values().any(|(collection, _)| collection == name);
        let changes = golden::compare(&accepted, &now, &is_computed);
        for change in changes.iter().filter(|change| change.old.is_some()) {
            let (old, new) = (change.old.flatten(), change.new.flatten());
            let number = |value: Option<f64>| value.map_or("none".to_owned(), |value| value.to_string());
            let relative = old.zip(new).map(|(old, new)| (new - old) / old.abs().max(new.abs()));
            let relative = relative.map_or(String::new(), |relative| format!(" ({relative:+.2e})"));
            text += &format!("~ {}: {} -> {}{relative}\n", change.cell, number(old), number(new));
        }
        text += &format!(
            "{file}: {} moved, {} new\n",
            counted(changes.iter().filter(|change| change.old.is_some()).count(), "number"),
            changes.iter().filter(|change| change.old.is_none()).count()
        );
        // If the data of a collection are missing here, its accepted numbers stay.
        let mut merged = accepted;
        merged.retain(|_, (collection, _)| !is_computed(collection));
        merged.extend(now.clone());
        written.push((file, merged));
    }
    if !args.dry_run {
        golden::write(&subject.grid, &written)?;
    }
    print(&text)?;
    Ok(GOOD)
}
