//! The question as typed: `sakai-bias 'table-4[Q, trec03]'` or `sakai-bias/table-4[Q, trec03]`.

use rejudge_experiment::grid::locate;
use rejudge_names::{arguments, meant, nearest, unquoted};
use rejudge_report::table::results::Results;

use super::source::Source;
use crate::cli::Failure;
use crate::cli::args::Global;

/// An experiment and the part of it that is explained.
pub(super) struct Question {
    /// Its name, its YAML, its folder or that of its results.
    pub experiment: String,
    /// A table, a cell of one, or an address without the experiment.
    pub number: Option<String>,
}

impl Question {
    pub fn read(global: &Global, what: &[String]) -> Result<Self, Failure> {
        let word = match what {
            [word] => word,
            [experiment, number] => {
                // An address repeats its experiment.
                let number = number.strip_prefix(&format!("{experiment}/")).unwrap_or(number);
                return Ok(Self { experiment: experiment.clone(), number: Some(number.to_owned()) });
            }
            _ => return Err(Failure::usage("expected an experiment, and a number of it".to_owned())),
        };
        let head = word.find('[').map_or(word.as_str(), |at| &word[..at]);
        let missing = match locate(word, &global.experiments) {
            Err(error) if Results::new(word).manifest().is_err() => error,
            _ => return Ok(Self { experiment: word.clone(), number: None }),
        };
        // The experiment may be a path, and a panel follows its table after a slash too.
        let slashes = || head.rmatch_indices('/').map(|(at, _)| at).filter(|at| *at > 0);
        let is_experiment = |at: &usize| {
            let name = &word[..*at];
            locate(name, &global.experiments).is_ok() || Results::new(name).manifest().is_ok()
        };
        if let Some(at) = slashes().find(is_experiment).or_else(|| slashes().next()) {
            let (experiment, number) = (word[..at].to_owned(), word[at + 1..].to_owned());
            return Ok(Self { experiment, number: Some(number) });
        }
        if head.len() == word.len() {
            return Err(missing.into());
        }
        Err(Failure::usage(format!("`{word}` names no experiment: expected EXPERIMENT 'TABLE[ROW, COLUMN]'")))
    }
}

/// Returns the name before the brackets, and the labels in them; the panel of `table-4/trec03[Q, full]` is the first.
pub(super) fn parts(number: &str) -> Result<(&str, Option<Vec<String>>), Failure> {
    let Some((name, rest)) = number.split_once('[') else { return Ok((number, None)) };
    let Some(inside) = rest.strip_suffix(']') else {
        let message = format!("`{number}` does not end with `]`: expected TABLE[ROW, COLUMN]");
        return Err(Failure::usage(message));
    };
    let (name, panel) = match name.split_once('/') {
        Some((name, panel)) => (name, Some(panel)),
        None => (name, None),
    };
    let labels = panel.into_iter().chain(arguments(inside)).map(str::trim);
    Ok((name, Some(labels.map(|label| unquoted(label).unwrap_or_else(|| label.to_owned())).collect())))
}

/// Returns the error for a name that is not a table.
pub(super) fn no_table(source: &Source, name: &str, has_labels: bool) -> Failure {
    let (grid, id, typed) = (&source.grid, &source.grid.id, &source.typed);
    if grid.statistics.iter().any(|statistic| statistic.name == name) {
        return Failure::usage(format!(
            "`{name}` is a statistic: its address says every axis, as in {id}/{name}[collection=..,measure=..]"
        ));
    }
    let tables = grid.tables.iter().map(|table| table.name.as_str());
    let hint = meant(nearest(name, tables));
    let form = if has_labels { "table" } else { "table or statistic" };
    Failure::usage(format!("`{id}` has no {form} `{name}`{hint}: `rejudge explain {typed}` lists its tables"))
}
