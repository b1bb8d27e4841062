//! Choices of runs as values of an axis: `top(by=AP,runs=30)`.

use std::fmt;
use std::ops::Deref;
use std::path::PathBuf;

use crate::spec::yaml::{Node, Spanned, YamlError};
use rejudge_pools::RunChoice;
use rejudge_store::ordinary_file;

use super::rules::axis_values;

/// The compared runs, with every parameter checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs {
    /// The choice.
    pub choice: RunChoice,
    /// The file that names the runs, if there is one, with its contents when the experiment was read, or the reason why
    /// it could not be read.
    pub file: Option<(PathBuf, Result<Vec<u8>, String>)>,
}

impl Deref for Runs {
    type Target = RunChoice;

    fn deref(&self) -> &RunChoice {
        &self.choice
    }
}

/// The name of the choice in addresses, keys and tables.
impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.choice.fmt(f)
    }
}

/// Checks the axis; an empty one compares all runs.
pub(super) fn resolve(nodes: &[Node], most: u64, errors: &mut Vec<YamlError>) -> Vec<Runs> {
    if nodes.is_empty() {
        return vec![Runs { choice: RunChoice::every_run(), file: None }];
    }
    let runs = |(choice, node): (RunChoice, &Node)| {
        let file = choice.file().map(|file| {
            // From the folder of the file that the choice is written in.
            let path = Spanned { value: file.to_owned(), at: Some(node.at.clone()) }.path();
            let content = ordinary_file::read(&path).map_err(|error| error.to_string());
            (path, content)
        });
        Runs { choice, file }
    };
    axis_values("runs", nodes, most, errors).into_iter().map(runs).collect()
}
