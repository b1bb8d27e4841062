//! What every command prints in the same way: errors, logs, results.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context as LayerContext, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use super::args::{Global, LogForm};
use super::{BAD_DATA, USAGE};
use crate::part::write_whole;
use crate::yaml::YamlError;

/// Why a command ended, and its exit code.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: u8,
    messages: Vec<Message>,
}

#[derive(Debug)]
enum Message {
    Plain(String),
    Yaml(YamlError),
}

impl Failure {
    /// A wrong argument or configuration.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { code: USAGE, messages: vec![Message::Plain(message.into())] }
    }

    /// Bad data.
    pub fn data(message: impl Into<String>) -> Self {
        Self { code: BAD_DATA, messages: vec![Message::Plain(message.into())] }
    }

    /// Bad data, in several ways.
    pub fn all(messages: Vec<String>) -> Self {
        Self { code: BAD_DATA, messages: messages.into_iter().map(Message::Plain).collect() }
    }

    /// Prints the messages on stderr.
    pub fn report(&self) {
        let stderr = std::io::stderr();
        let colour = colour(&stderr);
        for message in &self.messages {
            let text = match message {
                Message::Plain(text) => format!("error: {text}"),
                Message::Yaml(error) if error.at.is_some() => error.render(colour),
                Message::Yaml(error) => format!("error: {error}"),
            };
            let _ = writeln!(stderr.lock(), "{text}");
        }
    }
}

/// A remark on stderr. Nobody may be there to read it, which is no reason to end otherwise.
pub fn remark(text: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

impl From<YamlError> for Failure {
    fn from(error: YamlError) -> Self {
        vec![error].into()
    }
}

impl From<Vec<YamlError>> for Failure {
    fn from(errors: Vec<YamlError>) -> Self {
        Self { code: USAGE, messages: errors.into_iter().map(Message::Yaml).collect() }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::data(format!("{error:#}"))
    }
}

/// Whether `stream` shows colours: a terminal, unless NO_COLOR is set.
pub fn colour(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Sends tracing events to stderr.
pub fn logs(global: &Global) {
    use tracing_subscriber::EnvFilter;
    let level = if global.quiet { "error" } else { "warn" };
    let level = if global.log == LogForm::Json && !global.quiet { "info" } else { level };
    let filter = EnvFilter::try_from_env("REJUDGE_LOG").unwrap_or_else(|_| EnvFilter::new(level));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match global.log {
        LogForm::Json => builder.json().finish().with(Once::default()).init(),
        LogForm::Text => {
            let text = builder.without_time().with_target(false).with_ansi(colour(&std::io::stderr()));
            text.finish().with(Once::default()).init();
        }
    }
}

/// Lets a warning through once: some files are read several times, and say each time what is odd about them.
#[derive(Debug, Default)]
struct Once {
    said: Mutex<BTreeSet<String>>,
}

impl<S: tracing::Subscriber> Layer<S> for Once {
    fn event_enabled(&self, event: &tracing::Event<'_>, _: LayerContext<'_, S>) -> bool {
        if *event.metadata().level() != tracing::Level::WARN {
            return true;
        }
        let mut text = String::new();
        event.record(&mut |field: &tracing::field::Field, value: &dyn std::fmt::Debug| {
            let value = format!("{value:?}");
            // One file may be read by two paths: an audit describes where it lies.
            let real = Path::new(&value).canonicalize();
            text += &format!("{field}={} ", real.map_or(value, |real| real.to_string_lossy().into_owned()));
        });
        self.said.lock().map_or(true, |mut said| said.insert(text))
    }
}

/// Prints results on stdout. A reader that closed the pipe wants no more: that is no error.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// As [`print`], for results that are no text.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::data(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Refuses a folder that is there already: one that is written anew replaces nothing.
pub fn check_new(folder: &Path) -> Result<(), Failure> {
    if folder.symlink_metadata().is_ok() {
        return Err(Failure::usage(format!("{} exists already", folder.display())));
    }
    Ok(())
}

/// Refuses to write over a file that is read: that would destroy what the results come from.
pub fn check_target<'a>(
    target: Option<&Path>,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    let Some(real) = target.and_then(|target| target.canonicalize().ok()) else { return Ok(()) };
    let is_input = |input: &&PathBuf| input.canonicalize().is_ok_and(|input| input == real);
    match inputs.into_iter().find(is_input) {
        // A device may be both.
        Some(input) if real.is_file() => {
            Err(Failure::usage(format!("{} is read, and would be written over", input.display())))
        }
        _ => Ok(()),
    }
}

/// Writes results where the user said: `-` is stdout, a link is followed, and what is no file (a pipe, a device) is
/// written to as it is. A file is written whole or not at all, into folders that are made where they are not there, as those
/// of results, twins and audits are.
pub fn write_target(target: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if target == Path::new("-") {
        return print_bytes(bytes);
    }
    match target.canonicalize() {
        Ok(real) if !real.is_file() && !real.is_dir() => {
            let file = std::fs::OpenOptions::new().write(true).open(&real);
            let written = file.and_then(|mut file| file.write_all(bytes));
            written.map_err(|error| Failure::data(format!("cannot write {}: {error}", target.display())))
        }
        Ok(real) => Ok(write_whole(&real, bytes)?),
        Err(_) => Ok(write_whole(target, bytes)?),
    }
}
