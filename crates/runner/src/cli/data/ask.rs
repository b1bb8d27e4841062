//! The password of a host that gives runs to their licensees only: from a variable, from `~/.netrc`, or from a terminal.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Context;
use console::Term;
use rejudge_collections::descriptor::origin::ListedRuns;

use crate::cli::output::Failure;
use crate::fetch::login::{Login, VARIABLE};

/// Returns the name and the password for the host of the runs.
///
/// # Errors
/// If there is none, or it is not of its form.
pub fn login(runs: &ListedRuns) -> Result<Login, Failure> {
    let host = runs.host.as_str();
    if let Some(login) = Login::of_variable(host).map_err(|error| Failure::usage(error.to_string()))? {
        return Ok(login);
    }
    let netrc = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".netrc"));
    if let Some(path) = netrc.filter(|path| path.is_file()) {
        let named = || path.display().to_string();
        let text = std::fs::read_to_string(&path).with_context(named)?;
        if let Some(login) = Login::of_netrc(host, &text).with_context(named)? {
            return Ok(login);
        }
    }
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(Failure::usage(format!(
            "no password for {host}: put `machine {host} login NAME password PASSWORD` into ~/.netrc, or NAME:PASSWORD into \
             {VARIABLE}, or run the command on a terminal, which asks for it\n{}",
            runs.access.trim_end()
        )));
    }
    let mut stderr = io::stderr();
    write!(stderr, "User name for {host}: ")?;
    let mut name = String::new();
    io::stdin().read_line(&mut name)?;
    write!(stderr, "Password: ")?;
    let password = Term::stderr().read_secure_line()?;
    Ok(Login::new(host, name.trim(), &password)?)
}
