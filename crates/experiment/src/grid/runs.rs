//! Choices of runs as values of an axis: `top(by=AP,runs=30)`.

use std::fmt;
use std::ops::Deref;
use std::path::PathBuf;

use crate::spec::yaml::{Node, Spanned, YamlError};
use rejudge_pools::RunChoice;
use rejudge_store::ordinary_file;

use super::rules::axis_values;

/// A choice of the compared runs, with its parameters checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs {
    pub choice: RunChoice,
    /// The file that names the runs, if there is one. Its content, or the reason why it could not be read, is from the
    /// time when the experiment was read.
    pub file: Option<(PathBuf, Result<Vec<u8>, String>)>,
}

impl Deref for Runs {
    type Target = RunChoice;

    fn deref(&self) -> &RunChoice {
        &self.choice
    }
}

/// Writes the name of the choice, as in addresses and selectors.
impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.choice.fmt(f)
    }
}

/// Resolves the axis `runs`. If it is empty, all runs are compared.
pub(super) fn resolve(nodes: &[Node], max_cells: u64, errors: &mut Vec<YamlError>) -> Vec<Runs> {
    if nodes.is_empty() {
        return vec![Runs { choice: RunChoice::every_run(), file: None }];
    }
    let mut out = Vec::new();
    for (choice, node) in axis_values::<rejudge_pools::RunRule>("runs", nodes, max_cells, errors) {
        let file = choice.file().map(|file| {
            // The path is relative to the YAML file that contains the choice.
            let path = Spanned { value: file.to_owned(), at: Some(node.at.clone()) }.path();
            let content = ordinary_file::read(&path).map_err(|error| error.to_string());
            (path, content)
        });
        out.push(Runs { choice, file });
    }
    out
}
