//! Why a session ended without a result.

use rejudge_eval::EvalError;
use rejudge_spec::yaml::YamlError;

/// Why a session ended without a result.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// A wrong argument.
    #[error("{0}")]
    Usage(String),
    /// A wrong configuration, with its places.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Yaml(Vec<YamlError>),
    /// Data that cannot be read or written, or do not hold what is asked for.
    #[error("{0}")]
    Data(String),
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
            EvalError::Data(message) => Self::Data(message),
        }
    }
}

impl From<anyhow::Error> for SessionError {
    fn from(error: anyhow::Error) -> Self {
        Self::Data(format!("{error:#}"))
    }
}
