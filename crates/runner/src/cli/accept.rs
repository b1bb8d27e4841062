//! `rejudge accept`

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::bundled::in_place;
use rejudge_report::check::golden;
use rejudge_report::check::golden::goldens;

use super::args::Global;
use super::output::{Failure, print};
use super::{GOOD, completion, subject};

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
    let subject = subject::opened(global, &args.experiment, args.results.as_ref())?;
    if in_place(Path::new(&subject.grid.resolved.at.source.name)).is_some() {
        return Err(Failure::usage(format!(
            "`{}` is built into rejudge, and its values are accepted only in a checkout of rejudge. To \
             accept values of your own, write an experiment that extends it",
            subject.grid.id
        )));
    }
    if !subject.grid.overrides.is_empty() {
        return Err(Failure::usage(
            "these results are of a changed experiment: only the experiment itself is accepted",
        ));
    }
    let Some(computed) = subject.computed()? else {
        return Err(Failure::data("there are no results to accept: run the experiment first"));
    };
    computed.current(&subject.grid.id)?;
    if !computed.manifest().only.is_empty() {
        return Err(Failure::usage(format!(
            "these results are of a part of the experiment (--only {}): run all of it first",
            computed.manifest().only.join(" --only ")
        )));
    }
    golden::check_home(&subject.grid)?;
    let (mut text, mut written) = (String::new(), Vec::new());
    for (file, now) in goldens(&subject.grid, &computed)? {
        let path = golden::file(&subject.grid, file)?;
        let accepted = golden::read(&path)?;
        let here = |name: &str| now.values().any(|(collection, _)| collection == name);
        let moved = golden::compare(&accepted, &now, &here);
        for m in moved.iter().filter(|m| m.old.is_some()) {
            let show = |value: Option<f64>| value.map_or("none".to_owned(), |v| v.to_string());
            let relative =
                m.old.flatten().zip(m.new.flatten()).map(|(old, new)| (new - old) / old.abs().max(new.abs()));
            let change = relative.map_or(String::new(), |r| format!(" ({:+.2e})", r));
            text +=
                &format!("~ {}: {} -> {}{change}\n", m.cell, show(m.old.flatten()), show(m.new.flatten()));
        }
        text += &format!(
            "{file}: {} moved, {} new\n",
            moved.iter().filter(|m| m.old.is_some()).count(),
            moved.iter().filter(|m| m.old.is_none()).count()
        );
        // Accepted numbers of collections that are not available are kept.
        let mut merged = accepted;
        merged.retain(|_, (collection, _)| !here(collection));
        merged.extend(now.clone());
        written.push((file, merged));
    }
    if !args.dry_run {
        golden::write(&subject.grid, &written)?;
    }
    print(&text)?;
    Ok(GOOD)
}
