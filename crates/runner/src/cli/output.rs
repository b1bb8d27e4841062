//! Output that is common to all commands: errors, remarks, results.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use comfy_table::presets::NOTHING;
use comfy_table::{Attribute, Cell, ContentArrangement, Table};
use rejudge_collections::bundled::is_dir;
use rejudge_names::plural::few;
use rejudge_names::visible::{brief, visible};
use rejudge_session::Cause;
pub use rejudge_session::Failure;
use rejudge_store::atomic::write_whole;
use rejudge_tables::frame::{Screen, Sheet};

use super::{BAD_DATA, USAGE};

/// Prints the messages of an error on stderr. Returns its exit code.
pub fn report(failure: &Failure) -> u8 {
    let stderr = std::io::stderr();
    for text in failure.texts(colour(&stderr)) {
        let text: Vec<Cow<'_, str>> = text.lines().map(shortened).collect();
        let _ = writeln!(stderr.lock(), "{}", text.join("\n"));
    }
    match failure.cause {
        Cause::Usage => USAGE,
        Cause::Data => BAD_DATA,
    }
}

/// Prints a remark on stderr. A closed stderr is ignored.
pub fn remark(text: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr().lock(), "{}", visible(&brief(&text.to_string())));
}

/// The most characters of a line of a message. Messages quote files, whose lines may be long.
const LINE: usize = 2000;

/// Returns the beginning and the end of a line that is too long to read.
fn shortened(line: &str) -> Cow<'_, str> {
    let length = line.chars().count();
    if length <= LINE {
        return Cow::Borrowed(line);
    }
    let begin: String = line.chars().take(LINE / 2).collect();
    let end: String = line.chars().skip(length - LINE / 2).collect();
    Cow::Owned(format!("{begin} [{} characters more] {end}", length - LINE))
}

/// The most of the folder's own files that are named.
const NAMED: usize = 3;

/// Prints once which files were read from the working folder although the program bundles different ones.
pub fn say_own_files() {
    let own = rejudge_collections::bundled::own_and_other();
    let named: Vec<String> = own.iter().map(|entry| entry.display().to_string()).collect();
    if !named.is_empty() {
        let named = few(&named, NAMED, ", ");
        remark(format_args!("{named}: taken from this folder, where it differs from the built-in one"));
    }
}

/// Returns true if `stream` shows colours: a terminal, unless NO_COLOR is set.
pub fn colour(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Prints results on stdout. A reader that closed the pipe is no error. Control sequences are escaped for a terminal; a
/// file or a pipe receives the bytes as they are.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Like [`print`], for results that may be binary.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    stdout_ended(send(&mut std::io::stdout().lock(), bytes)?)
}

/// Prints text with terminal colours; any outside text in it must be escaped already.
pub fn print_styled(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    stdout_ended(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// Writes results to a stream. For a terminal, control sequences are escaped, and the bytes must be text.
fn send(stream: &mut (impl Write + IsTerminal), bytes: &[u8]) -> Result<std::io::Result<()>, Failure> {
    let written = match (stream.is_terminal(), std::str::from_utf8(bytes)) {
        (false, _) => stream.write_all(bytes),
        (true, Ok(text)) => stream.write_all(visible(text).as_bytes()),
        (true, Err(_)) => {
            return Err(Failure::usage("these results are no text for a terminal: name a file with -o"));
        }
    };
    Ok(written.and_then(|()| stream.flush()))
}

/// Returns the result of writing to stdout: a reader that closed the pipe is no error.
pub fn stdout_ended(written: std::io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::data(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Refuses a folder that does not exist, which `option` names.
pub fn check_folder(folder: &Path, option: &str) -> Result<(), Failure> {
    match is_dir(folder) {
        true => Ok(()),
        false => Err(Failure::usage(format!("there is no folder {} here ({option})", folder.display()))),
    }
}

/// Refuses a folder that already exists: a new folder must not replace anything.
pub fn check_new(folder: &Path) -> Result<(), Failure> {
    if folder.symlink_metadata().is_ok() {
        return Err(Failure::usage(format!("{} exists already", folder.display())));
    }
    Ok(())
}

/// Refuses to write over an input file, because that would destroy the source of the results, and into a folder that does
/// not exist, because its name is probably mistyped.
pub fn check_target<'a>(
    target: Option<&Path>,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    if let Some(folder) = target.and_then(Path::parent).filter(|folder| *folder != Path::new("")) {
        check_folder(folder, "-o")?;
    }
    let Some(real) = target.and_then(|target| target.canonicalize().ok()) else { return Ok(()) };
    let is_input = |input: &&PathBuf| input.canonicalize().is_ok_and(|input| input == real);
    match inputs.into_iter().find(is_input) {
        // A device may be both.
        Some(input) if real.is_file() => {
            Err(Failure::usage(format!("{} is an input and would be overwritten", input.display())))
        }
        _ => Ok(()),
    }
}

/// Names of stdout.
const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Writes results to the given target: `-` is stdout, a link is followed, and a pipe or a device is written to
/// directly. A file is written whole or not at all.
pub fn write_target(target: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if STDOUT.iter().any(|name| target == Path::new(name)) {
        return print_bytes(bytes);
    }
    let failed = |error| Failure::data(format!("cannot write {}: {error}", target.display()));
    match (target.metadata(), target.read_link()) {
        (Ok(about), _) if !about.is_file() && !about.is_dir() => {
            let mut file = std::fs::OpenOptions::new().write(true).open(target).map_err(failed)?;
            send(&mut file, bytes)?.map_err(failed)
        }
        (Ok(about), _) => {
            // A file that must not be written to is not put aside either.
            if about.is_file() {
                std::fs::OpenOptions::new().write(true).open(target).map_err(failed)?;
            }
            Ok(write_whole(&target.canonicalize().map_err(failed)?, bytes)?)
        }
        (Err(_), Ok(to)) => {
            let (link, to) = (target.display(), to.display());
            Err(Failure::data(format!("cannot write {link}: it is a link to {to}, which is not there")))
        }
        (Err(_), Err(_)) => Ok(write_whole(target, bytes)?),
    }
}

/// The narrowest terminal for which a table is laid out. Some terminals report a width of 0.
const NARROWEST: u16 = 40;

/// Prints lines whose columns are separated by `between`, which is a tab if programs read them.
pub fn print_columns(text: &str, between: &str) -> Result<(), Failure> {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return print(text);
    }
    print_styled(&(aligned(text, between, colour(&stdout)) + "\n"))
}

/// Prints tables for people: fitted to the width of the terminal, with highlights.
pub fn print_sheets(sheets: &[Sheet]) -> Result<(), Failure> {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return print(&Sheet::text_of(sheets, None));
    }
    let width = width(&Table::new());
    print_styled(&Sheet::text_of(sheets, Some(Screen { width, is_styled: colour(&stdout) })))
}

/// Returns the width of the terminal, if tables can be laid out for it.
fn width(table: &Table) -> Option<u16> {
    table.width().filter(|&width| width >= NARROWEST)
}

/// Returns the lines as a table whose cells wrap at the width of the terminal, with names in bold.
fn aligned(text: &str, between: &str, is_styled: bool) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING);
    if width(&table).is_some() {
        table.set_content_arrangement(ContentArrangement::Dynamic);
    }
    // Separators other than a tab split off the name only.
    let parts = if between == "\t" { usize::MAX } else { 2 };
    for line in text.lines() {
        let cell = |(at, text): (usize, &str)| {
            let cell = Cell::new(visible(text));
            if at == 0 && is_styled { cell.add_attribute(Attribute::Bold) } else { cell }
        };
        table.add_row(line.splitn(parts, between).enumerate().map(cell));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt()
}
