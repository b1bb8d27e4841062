//! Reasons why an audit does not write to a folder.

/// The reason why an audit does not write to a folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It contains files of others, or inputs.
    #[error("{why}: {instead}")]
    Taken {
        why: String,
        /// The advice.
        instead: &'static str,
    },
    /// It contains the audit of another collection.
    #[error("{why}: choose another folder, or another name for the collection")]
    OfAnother { why: String },
    /// A link in it leads out of it.
    #[error("{0}")]
    LeadsOut(String),
    /// It cannot be read or written.
    #[error("{0:#}")]
    Disk(#[from] anyhow::Error),
}

impl FolderError {
    pub(crate) fn taken(why: String, instead: &'static str) -> Self {
        Self::Taken { why, instead }
    }
}
