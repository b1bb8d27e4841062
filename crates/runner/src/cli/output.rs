//! What every command prints in the same way: errors, logs, results.

use std::io::{IsTerminal, Write};

use super::args::{Global, LogForm};
use super::{BAD_DATA, USAGE};
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
        LogForm::Json => builder.json().init(),
        LogForm::Text => {
            builder.without_time().with_target(false).with_ansi(colour(&std::io::stderr())).init()
        }
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
