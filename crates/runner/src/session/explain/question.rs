//! The question as typed: `sakai-bias 'table-4[Q, trec03]'` or `sakai-bias/table-4[Q, trec03]`.

use rejudge_experiment::grid::locate;
use rejudge_names::arguments;
use rejudge_names::{meant, nearest};

use super::source::Source;
use crate::session::{Places, SessionError};

/// An experiment and the part of it that is explained.
pub(super) struct Question {
    /// Its name, its YAML or its folder.
    pub experiment: String,
    /// A table, a cell of one, or an address without the experiment.
    pub number: Option<String>,
}

impl Question {
    pub fn read(places: &Places, what: &[String]) -> Result<Self, SessionError> {
        let word = match what {
            [word] => word,
            [experiment, number] => {
                // An address repeats its experiment.
                let number = number.strip_prefix(&format!("{experiment}/")).unwrap_or(number);
                return Ok(Self { experiment: experiment.clone(), number: Some(number.to_owned()) });
            }
            _ => return Err(SessionError::Usage("expected an experiment, and a number of it".to_owned())),
        };
        let head = word.find('[').map_or(word.as_str(), |at| &word[..at]);
        let missing = match locate(word, &places.experiments) {
            Ok(_) => return Ok(Self { experiment: word.clone(), number: None }),
            Err(error) => error,
        };
        if let Some((experiment, _)) = head.rsplit_once('/').filter(|(before, _)| !before.is_empty()) {
            let number = word[experiment.len() + 1..].to_owned();
            return Ok(Self { experiment: experiment.to_owned(), number: Some(number) });
        }
        if head.len() == word.len() {
            return Err(missing.into());
        }
        Err(SessionError::Usage(format!(
            "`{word}` names no experiment: expected EXPERIMENT 'TABLE[ROW, COLUMN]'"
        )))
    }
}

/// Returns the name before the brackets, and the labels in them.
pub(super) fn parts(number: &str) -> Result<(&str, Option<Vec<String>>), SessionError> {
    let Some((name, rest)) = number.split_once('[') else { return Ok((number, None)) };
    let Some(inside) = rest.strip_suffix(']') else {
        let message = format!("`{number}` does not end with `]`: expected TABLE[ROW, COLUMN]");
        return Err(SessionError::Usage(message));
    };
    let unquoted = |label: &str| match label.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(inside) => inside.to_owned(),
        None => label.to_owned(),
    };
    Ok((name, Some(arguments(inside).into_iter().map(|label| unquoted(label.trim())).collect())))
}

/// Returns the error for a name that is not a table.
pub(super) fn no_table(source: &Source, name: &str, has_labels: bool) -> SessionError {
    let (grid, id, typed) = (&source.grid, &source.grid.id, &source.typed);
    if grid.statistics.iter().any(|statistic| statistic.name == name) {
        return SessionError::Usage(format!(
            "`{name}` is a statistic: its address says every axis, as in {id}/{name}[collection=..,measure=..]"
        ));
    }
    let tables = grid.tables.iter().map(|table| table.name.as_str());
    let hint = match meant(nearest(name, tables)) {
        hint if hint.is_empty() => format!(": `rejudge explain {typed}` lists its tables"),
        hint => hint,
    };
    let form = if has_labels { "table" } else { "table or statistic" };
    SessionError::Usage(format!("`{id}` has no {form} `{name}`{hint}"))
}
