//! `rejudge man`

use std::path::PathBuf;

use clap::{Args as ClapArgs, Command};
use clap_mangen::Man as Page;

use super::GOOD;
use super::args::{Global, command};
use super::output::Failure;
use rejudge_names::plural::counted;
use rejudge_store::atomic::write_whole;

/// `rejudge man`
#[derive(Debug, ClapArgs)]
pub struct Man {
    /// Folder that the pages are written to, such as ~/.local/share/man/man1
    pub folder: PathBuf,
}

pub fn main(global: &Global, args: &Man) -> Result<u8, Failure> {
    let mut rejudge = command().disable_help_subcommand(true);
    rejudge.build();
    // A user may type `rejudge man eval`, because the system's `man` takes the name of a page.
    if let Some(verb) = args.folder.to_str().filter(|name| rejudge.find_subcommand(name).is_some()) {
        return Err(Failure::usage(format!(
            "`rejudge help {verb}` shows the help of {verb}; for a folder of this name, write ./{verb}"
        )));
    }
    let pages = pages(&rejudge, "")?;
    for (name, page) in &pages {
        write_whole(&args.folder.join(name), page)?;
    }
    global.remark(format_args!("wrote {} to {}", counted(pages.len(), "page"), args.folder.display()));
    Ok(GOOD)
}

/// Returns the pages of a command and its subcommands, with their file names. The file names begin with `prefix`.
fn pages(command: &Command, prefix: &str) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let name = format!("{prefix}{}", command.get_name());
    let page = Page::new(command.clone().display_name(&name));
    let mut text = Vec::new();
    page.render(&mut text).map_err(|error| Failure::data(format!("the page of {name}: {error}")))?;
    let mut all = vec![(format!("{name}.1"), text)];
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        all.extend(pages(verb, &format!("{name}-"))?);
    }
    Ok(all)
}
