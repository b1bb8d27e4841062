//! Reasons why a session ended without a result.

use crate::audit::FolderError;
use rejudge_eval::EvalError;
use rejudge_experiment::spec::yaml::YamlError;
use rejudge_names::located::Located;

/// The reason why a session ended without a result.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// A wrong argument.
    #[error("{0}")]
    Usage(String),
    /// A wrong part of an argument, with its place.
    #[error("{}", .0.message)]
    WrongPart(Box<Located>),
    /// A part of a choice or a request that is refused. Another value fixes it, or one of several others.
    #[error("{why}")]
    Refused {
        /// The error, and the expected value.
        why: String,
        /// The arguments that could be changed.
        arguments: Vec<Argument>,
    },
    /// A wrong configuration, with its places.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Yaml(Vec<YamlError>),
    /// Data that cannot be read or written, or that lack requested content.
    #[error("{0}")]
    Data(String),
    /// A mistake in a file, with its place.
    #[error(transparent)]
    Located(Box<Located>),
}

/// An argument of the caller that could be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// [`Choice::only`](crate::session::Choice::only)
    Only,
    ResultsFolder,
    /// [`AuditRequest::id`](crate::session::AuditRequest::id)
    AuditId,
    /// [`AuditRequest::folder`](crate::session::AuditRequest::folder)
    AuditFolder,
}

impl SessionError {
    pub(crate) fn refused(argument: Argument, why: String) -> Self {
        Self::Refused { why, arguments: vec![argument] }
    }
}

impl From<FolderError> for SessionError {
    fn from(error: FolderError) -> Self {
        let why = error.to_string();
        match error {
            FolderError::Taken { .. } => Self::refused(Argument::AuditFolder, why),
            FolderError::OfAnother { .. } => {
                Self::Refused { why, arguments: vec![Argument::AuditFolder, Argument::AuditId] }
            }
            FolderError::LeadsOut(_) => Self::Usage(why),
            FolderError::Disk(error) => error.into(),
        }
    }
}

impl From<YamlError> for SessionError {
    fn from(error: YamlError) -> Self {
        Self::Yaml(vec![error])
    }
}

impl From<Vec<YamlError>> for SessionError {
    fn from(errors: Vec<YamlError>) -> Self {
        Self::Yaml(errors)
    }
}

impl From<EvalError> for SessionError {
    fn from(error: EvalError) -> Self {
        match error {
            EvalError::Usage(message) => Self::Usage(message),
            EvalError::Argument(error) => Self::WrongPart(error),
            EvalError::Data(message) => Self::Data(message),
            EvalError::Located(error) => Self::Located(error),
        }
    }
}

impl From<anyhow::Error> for SessionError {
    fn from(error: anyhow::Error) -> Self {
        Self::Data(format!("{error:#}"))
    }
}
