//! The error that ended an operation.

use std::fmt;

use rejudge_collections::LoadError;
use rejudge_eval::EvalError;
use rejudge_experiment::spec::yaml::YamlError;
use rejudge_names::located::Located;
use rejudge_names::visible::{brief, one_line, visible};

/// The cause of a [`Failure`], which decides the exit code of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A wrong argument or configuration.
    Usage,
    /// Bad or missing data, or a file that cannot be read or written.
    Data,
}

/// The error that ended an operation.
#[derive(Debug)]
pub struct Failure {
    pub cause: Cause,
    messages: Vec<Message>,
}

/// A message of a [`Failure`].
#[derive(Debug)]
pub enum Message {
    /// A sentence.
    Plain(String),
    /// An error at a position in a file.
    Located(Box<Located>),
}

impl Failure {
    /// Makes an error about a wrong argument or configuration.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { cause: Cause::Usage, messages: vec![Message::Plain(message.into())] }
    }

    /// Makes an error about the value of an option, such as `--draws 0: expected a whole number from 1`.
    pub fn argument(option: &str, value: &str, message: &str) -> Self {
        let needs_quotes = value.is_empty() || value.contains(char::is_whitespace);
        let quote = if needs_quotes { "'" } else { "" };
        Self::usage(format!("{option} {quote}{}{quote}: {message}", one_line(value)))
    }

    /// Makes an error about bad data.
    pub fn data(message: impl Into<String>) -> Self {
        Self { cause: Cause::Data, messages: vec![Message::Plain(message.into())] }
    }

    /// Makes an error with several messages about bad data.
    pub fn from_messages(messages: Vec<String>) -> Self {
        Self { cause: Cause::Data, messages: messages.into_iter().map(Message::Plain).collect() }
    }

    /// Returns the messages.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Returns the messages, each with its position if it has one.
    pub fn located(&self) -> impl Iterator<Item = (Option<&Located>, &str)> {
        self.messages.iter().map(|message| match message {
            Message::Plain(text) => (None, text.as_str()),
            Message::Located(error) => (Some(&**error), error.message.as_str()),
        })
    }

    /// Returns the messages for a terminal. A message about a position in a file also shows the line, if the
    /// line is available.
    pub fn texts(&self, colour: bool) -> impl Iterator<Item = String> {
        self.messages.iter().map(move |message| match message {
            Message::Plain(text) => visible(&brief(&format!("error: {text}"))).into_owned(),
            Message::Located(error) => error.render(colour),
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.texts(false).collect();
        f.write_str(&texts.join("\n"))
    }
}

impl From<YamlError> for Failure {
    fn from(error: YamlError) -> Self {
        vec![error].into()
    }
}

impl From<Vec<YamlError>> for Failure {
    fn from(errors: Vec<YamlError>) -> Self {
        let message = |error: YamlError| match &error.at {
            // This is an error in a change, such as `draws=0`. A change is short, so we name it without a position.
            Some(at) if at.source.is_typed() => {
                let name = at.source.name.clone();
                Message::Plain(format!("{name}: {}", YamlError { at: None, ..error }))
            }
            _ => match error.located() {
                Some(located) => Message::Located(Box::new(located)),
                None => Message::Plain(error.to_string()),
            },
        };
        Self { cause: Cause::Usage, messages: errors.into_iter().map(message).collect() }
    }
}

impl From<Located> for Failure {
    fn from(error: Located) -> Self {
        Self { cause: Cause::Data, messages: vec![Message::Located(Box::new(error))] }
    }
}

impl From<EvalError> for Failure {
    fn from(error: EvalError) -> Self {
        match error {
            EvalError::Usage(message) => Self::usage(message),
            EvalError::Argument { option, value, message } => Self::argument(&option, &value, &message),
            EvalError::Data(message) => Self::data(message),
            EvalError::Located(error) => (*error).into(),
        }
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        EvalError::from(error).into()
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::data(error.to_string())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::data(format!("{error:#}"))
    }
}
