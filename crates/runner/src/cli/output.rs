//! Output of all commands: errors and remarks on stderr, results on stdout or in a file. Also checks the
//! folders and output files that arguments name.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use comfy_table::presets::NOTHING;
use comfy_table::{Attribute, Cell, ContentArrangement, Table};
use rejudge_collections::bundled::is_dir;
use rejudge_names::visible::{brief, visible};
use rejudge_session::Cause;
pub use rejudge_session::Failure;
use rejudge_store::atomic::write_whole;
use rejudge_tables::frame::{Screen, Sheet};

use super::{BAD_DATA, USAGE};

/// Prints the messages of an error on stderr, and returns its exit code.
pub fn report(failure: &Failure) -> u8 {
    let stderr = std::io::stderr();
    for text in failure.texts(colour(&stderr)) {
        let lines: Vec<Cow<'_, str>> = text.lines().map(shortened).collect();
        let _ = writeln!(stderr.lock(), "{}", lines.join("\n"));
    }
    match failure.cause {
        Cause::Usage => USAGE,
        Cause::Data => BAD_DATA,
    }
}

/// Prints a remark on stderr. If stderr is closed, the remark is lost.
pub fn remark(text: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr().lock(), "{}", visible(&brief(&text.to_string())));
}

/// The maximum length of a line of a message, in characters. Longer lines are shortened, because messages
/// quote lines of files, which may be very long.
const MAX_LINE: usize = 2000;

/// Returns the line. If it is longer than [`MAX_LINE`], returns only its beginning and its end.
fn shortened(line: &str) -> Cow<'_, str> {
    let length = line.chars().count();
    if length <= MAX_LINE {
        return Cow::Borrowed(line);
    }
    let begin: String = line.chars().take(MAX_LINE / 2).collect();
    let end: String = line.chars().skip(length - MAX_LINE / 2).collect();
    Cow::Owned(format!("{begin} [{} more characters] {end}", length - MAX_LINE))
}

/// Returns true if `stream` is a terminal and NO_COLOR is unset or empty.
pub fn colour(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Prints results on stdout. On a terminal, control sequences are escaped; a file or a pipe gets the bytes unchanged. It is
/// not an error if the reader closes the pipe, as `head` does.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Like [`print`], for results that may be binary.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    stdout_ended(send(&mut std::io::stdout().lock(), bytes)?)
}

/// Prints text with terminal colours. The caller must have escaped names from files.
pub fn print_styled(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    stdout_ended(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// Writes results to a stream. If it is a terminal, the bytes must be text, and control sequences in them are escaped.
fn send(stream: &mut (impl Write + IsTerminal), bytes: &[u8]) -> Result<std::io::Result<()>, Failure> {
    let written = match (stream.is_terminal(), std::str::from_utf8(bytes)) {
        (false, _) => stream.write_all(bytes),
        (true, Ok(text)) => stream.write_all(visible(text).as_bytes()),
        (true, Err(_)) => {
            return Err(Failure::usage(
                "these results are binary, so a terminal cannot show them; name a file with -o",
            ));
        }
    };
    Ok(written.and_then(|()| stream.flush()))
}

/// Returns the error if writing to stdout failed, except if the reader closed the pipe.
pub fn stdout_ended(written: std::io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::data(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Refuses a folder that does not exist. `option` is the option that names the folder.
pub fn check_folder(folder: &Path, option: &str) -> Result<(), Failure> {
    if is_dir(folder) {
        return Ok(());
    }
    Err(Failure::usage(format!("there is no folder {} ({option})", folder.display())))
}

/// Refuses a folder that already exists, because a new folder must not replace anything.
pub fn check_new(folder: &Path) -> Result<(), Failure> {
    if folder.symlink_metadata().is_ok() {
        return Err(Failure::usage(format!("{} already exists", folder.display())));
    }
    Ok(())
}

/// Refuses an output file that is also an input, because writing it would destroy the input. Also refuses a
/// name that ends with `/`, and a file in a folder that does not exist, because the folder's name is probably
/// mistyped.
pub fn check_target<'a>(
    target: Option<&Path>,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    if let Some(target) = target.filter(|target| target.as_os_str().as_encoded_bytes().ends_with(b"/")) {
        let target = target.display();
        return Err(Failure::usage(format!(
            "{target} is the name of a folder, expected a file, such as {target}out.txt"
        )));
    }
    if let Some(folder) = target.and_then(Path::parent).filter(|folder| *folder != Path::new("")) {
        check_folder(folder, "-o")?;
    }
    let Some(real) = target.and_then(|target| target.canonicalize().ok()) else { return Ok(()) };
    let is_input = |input: &&PathBuf| input.canonicalize().is_ok_and(|input| input == real);
    match inputs.into_iter().find(is_input) {
        // A device such as /dev/tty may be both input and output.
        Some(input) if real.is_file() => {
            Err(Failure::usage(format!("{} is an input and would be overwritten", input.display())))
        }
        _ => Ok(()),
    }
}

/// Extensions of spreadsheets, documents, databases, and formats of libraries. We write none of them.
const OTHER_FORMATS: &[&str] = &[
    "arrow", "avro", "db", "docx", "feather", "h5", "hdf5", "joblib", "npy", "npz", "ods", "odt", "orc",
    "pdf", "pickle", "pkl", "rdata", "rds", "sqlite", "sqlite3", "xls", "xlsb", "xlsm", "xlsx", "xml",
    "yaml", "yml",
];

/// Returns true if the extension of a file belongs to a well-known format that we do not write. Other unknown extensions
/// may be parts of a run's name, as in `bm25.k1`.
pub fn is_other_format(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    OTHER_FORMATS.contains(&extension.as_str())
}

/// Paths that mean stdout.
const STDOUT_PATHS: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Writes results to a file, either completely or not at all. `-` means stdout. Links are followed. A pipe or a device is
/// written to directly.
pub fn write_target(target: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if STDOUT_PATHS.iter().any(|name| target == Path::new(name)) {
        return print_bytes(bytes);
    }
    let failed = |error| Failure::data(format!("cannot write {}: {error}", target.display()));
    match (target.metadata(), target.read_link()) {
        (Ok(metadata), _) if !metadata.is_file() && !metadata.is_dir() => {
            let mut file = std::fs::OpenOptions::new().write(true).open(target).map_err(failed)?;
            send(&mut file, bytes)?.map_err(failed)
        }
        (Ok(metadata), _) => {
            // Writing renames a new file over the old one, and that works even if the old one is read-only. So we test
            // whether the old one can be opened for writing.
            if metadata.is_file() {
                std::fs::OpenOptions::new().write(true).open(target).map_err(failed)?;
            }
            Ok(write_whole(&target.canonicalize().map_err(failed)?, bytes)?)
        }
        (Err(_), Ok(to)) => {
            let (link, to) = (target.display(), to.display());
            Err(Failure::data(format!("cannot write {link}: it is a link to {to}, which does not exist")))
        }
        (Err(_), Err(_)) => Ok(write_whole(target, bytes)?),
    }
}

/// The minimum width of a terminal to which tables are fitted. Some terminals report a width of 0.
const MIN_TABLE_WIDTH: u16 = 40;

/// Prints lines with columns. A terminal shows them as a table. `separator` is a tab if programs also read the lines.
pub fn print_columns(text: &str, separator: &str) -> Result<(), Failure> {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return print(text);
    }
    print_styled(&(aligned(text, separator, colour(&stdout)) + "\n"))
}

/// Prints tables for people. On a terminal, they fit its width and have highlights.
pub fn print_sheets(sheets: &[Sheet]) -> Result<(), Failure> {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return print(&Sheet::to_text(sheets, None));
    }
    let width = width(&Table::new());
    print_styled(&Sheet::to_text(sheets, Some(Screen { width, is_styled: colour(&stdout) })))
}

/// Returns the width of the terminal, or `None` if it is too narrow for tables.
fn width(table: &Table) -> Option<u16> {
    table.width().filter(|&width| width >= MIN_TABLE_WIDTH)
}

/// Lays out lines with columns for a terminal. Cells wrap to fit its width, unless it is too narrow for tables. If
/// `is_styled`, the first column is bold.
fn aligned(text: &str, separator: &str, is_styled: bool) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING);
    if width(&table).is_some() {
        table.set_content_arrangement(ContentArrangement::Dynamic);
    }
    // A separator other than a tab, such as ": ", may occur again in the text of the second column.
    let parts = if separator == "\t" { usize::MAX } else { 2 };
    for line in text.lines() {
        let cell = |(column, text): (usize, &str)| {
            let cell = Cell::new(visible(text));
            if column == 0 && is_styled { cell.add_attribute(Attribute::Bold) } else { cell }
        };
        table.add_row(line.splitn(parts, separator).enumerate().map(cell));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt()
}
