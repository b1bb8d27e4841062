//! Finds the user name and the password for a host that gives runs only to people with a licence. Looks in a
//! variable and in `~/.netrc`, and otherwise asks for them on the terminal.

use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use rejudge_collections::descriptor::origin::ListedRuns;
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};
use signal_hook::SigId;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::register;
use signal_hook::low_level::{emulate_default_handler, unregister};

use crate::cli::output::Failure;
use crate::fetch::login::{LOGIN_VARIABLE, Login};

/// Returns the user name and the password for the host of the runs.
///
/// # Errors
/// If there is no password, the variable or the entry in `~/.netrc` is malformed, or `~/.netrc` or the terminal
/// cannot be read.
pub fn login(runs: &ListedRuns) -> Result<Login, Failure> {
    let host = runs.host.as_str();
    if let Some(login) = Login::from_variable(host).map_err(|error| Failure::usage(error.to_string()))? {
        return Ok(login);
    }
    let netrc = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".netrc"));
    if let Some(path) = netrc.filter(|path| path.is_file()) {
        let shown_path = || path.display().to_string();
        let text = std::fs::read_to_string(&path).with_context(shown_path)?;
        if let Some(login) = Login::from_netrc(host, &text).with_context(shown_path)? {
            return Ok(login);
        }
    }
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(Failure::usage(format!(
            "no password for {host}: put `machine {host} login NAME password PASSWORD` into ~/.netrc, or NAME:PASSWORD into \
             {LOGIN_VARIABLE}, or run the command on a terminal, which asks for it\n{}",
            runs.access.trim_end()
        )));
    }
    let mut stderr = io::stderr();
    write!(stderr, "User name for {host}: ")?;
    let mut name = String::new();
    if io::stdin().read_line(&mut name)? == 0 {
        return Err(closed().into());
    }
    let password = hidden_line(|| write!(stderr, "Password: "))?;
    writeln!(stderr)?;
    Ok(Login::new(host, name.trim(), &password)?)
}

/// If one of these signals ends the program, we first let the terminal show typed keys again.
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// Reads a line that the terminal does not show. We do not use a library, because it would leave typed keys hidden
/// if you press Ctrl-C, and not every shell repairs this. `prompt` is called when keys are already hidden. If it were
/// called before, a key typed after the prompt could be shown, and would be lost when the terminal changes.
///
/// # Errors
/// If the terminal cannot be changed or read, or the line is not UTF-8.
fn hidden_line(prompt: impl FnOnce() -> io::Result<()>) -> io::Result<String> {
    let terminal = io::stdin();
    let before = tcgetattr(&terminal)?;
    let mut hidden = before.clone();
    hidden.local_modes.remove(LocalModes::ECHO | LocalModes::ICANON);
    // A read ends after a tenth of a second without a key, so that we notice signals.
    hidden.special_codes[SpecialCodeIndex::VMIN] = 0;
    hidden.special_codes[SpecialCodeIndex::VTIME] = 1;
    let received = SIGNALS.map(|_| Arc::new(AtomicBool::new(false)));
    let registered: Vec<SigId> = SIGNALS
        .into_iter()
        .zip(&received)
        .map(|(signal, received)| register(signal, Arc::clone(received)))
        .collect::<io::Result<_>>()?;
    tcsetattr(&terminal, OptionalActions::Flush, &hidden)?;
    let is_stopped = || received.iter().any(|received| received.load(Ordering::Relaxed));
    let line =
        prompt().and_then(|()| line(&mut terminal.lock(), is_stopped, || tcgetattr(&terminal).is_ok()));
    let restored = tcsetattr(&terminal, OptionalActions::Flush, &before);
    registered.into_iter().for_each(|id| {
        unregister(id);
    });
    if let Some((signal, _)) =
        SIGNALS.into_iter().zip(&received).find(|(_, received)| received.load(Ordering::Relaxed))
    {
        emulate_default_handler(signal)?;
    }
    let line = line?;
    restored?;
    String::from_utf8(line).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Returns the error for a terminal that is closed before the line is complete.
fn closed() -> io::Error {
    io::Error::new(
        io::ErrorKind::UnexpectedEof,
        "the terminal was closed before name and password were typed",
    )
}

/// Reads the bytes of a line, key by key, until the line is complete or `is_stopped` returns true.
///
/// # Errors
/// If a key cannot be read, or if no key comes and `is_open` returns false.
fn line(
    keys: &mut impl Read,
    is_stopped: impl Fn() -> bool,
    is_open: impl Fn() -> bool,
) -> io::Result<Vec<u8>> {
    const END: u8 = 4;
    const BACKSPACE: u8 = 8;
    const KILL: u8 = 21;
    const DELETE: u8 = 127;
    let (mut line, mut key) = (Vec::new(), [0]);
    while !is_stopped() {
        match keys.read(&mut key) {
            // Either no key came for a tenth of a second, or the terminal is closed, and every read ends at once without
            // a key.
            Ok(0) if is_open() => continue,
            Ok(0) => return Err(closed()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        match key[0] {
            b'\n' | b'\r' | END => break,
            KILL => line.clear(),
            BACKSPACE | DELETE => {
                // A character may have several bytes. All of them except the first begin with the bits 10.
                while line.pop().is_some_and(|byte: u8| byte & 0xc0 == 0x80) {}
            }
            byte => line.push(byte),
        }
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn keys_make_a_line() {
        for (keys, expected) in [
            ("secret\nmore", "secret"),
            ("s\u{e9}\u{7f}e\r", "se"),
            ("\u{8}a\u{15}b\u{4}", "b"),
            ("two words\n", "two words"),
        ] {
            let read = line(&mut keys.as_bytes(), || false, || true).expect("keys");
            assert_eq!(String::from_utf8(read).expect("text"), expected, "{keys:?}");
        }
        assert_eq!(line(&mut "a\n".as_bytes(), || true, || true).expect("keys"), b"");
        // If the terminal is closed, no key will ever come.
        let closed = line(&mut "a".as_bytes(), || false, || false).expect_err("the line is not complete");
        assert_eq!(closed.kind(), std::io::ErrorKind::UnexpectedEof);
    }
}
