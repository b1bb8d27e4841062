//! The error that ends an operation.

use std::fmt;

use rejudge_collections::LoadError;
use rejudge_eval::EvalError;
use rejudge_experiment::spec::yaml::YamlError;
use rejudge_names::located::Located;
use rejudge_names::visible::{brief, visible};

/// The cause of a [`Failure`], from which the command takes its exit code.
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

#[derive(Debug)]
enum Message {
    Plain(String),
    Located(Box<Located>),
}

impl Failure {
    /// A wrong argument or configuration.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { cause: Cause::Usage, messages: vec![Message::Plain(message.into())] }
    }

    /// A wrong part of an argument.
    pub fn argument(error: Located) -> Self {
        Self { cause: Cause::Usage, ..error.into() }
    }

    /// Makes an error about bad data.
    pub fn data(message: impl Into<String>) -> Self {
        Self { cause: Cause::Data, messages: vec![Message::Plain(message.into())] }
    }

    /// Makes several errors about bad data.
    pub fn all(messages: Vec<String>) -> Self {
        Self { cause: Cause::Data, messages: messages.into_iter().map(Message::Plain).collect() }
    }

    /// Returns the messages, each with its source line if it has a place.
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
        let message = |error: YamlError| match error.located() {
            Some(located) => Message::Located(Box::new(located)),
            None => Message::Plain(error.to_string()),
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
            EvalError::Argument(error) => Self::argument(*error),
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
