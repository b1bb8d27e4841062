//! Labels of several assessors as cells: the level and the gain of each item.

use rejudge_collections::{AssessorLabels, read};

use super::outcome::{Number, Outcome, Subject};
use crate::grid::Consolidation;
use crate::spec::find_scheme;

/// Level and gain of every item of the only topic, and how many levels the scheme has, level 0 included. An
/// item that has no level, since assessors are missing, has no numbers.
pub fn consolidated(of: &Consolidation) -> Result<Outcome, Outcome> {
    let folder = of.scheme.parent().unwrap_or(&of.scheme);
    let scheme =
        find_scheme(&of.scheme.to_string_lossy(), folder).map_err(|e| Outcome::failed(e.to_string()))?;
    let scheme = scheme.scheme;
    let bytes = read(&of.labels).map_err(|e| Outcome::failed(e.to_string()))?;
    let labels =
        AssessorLabels::parse(&of.labels, &bytes, &scheme).map_err(|e| Outcome::failed(e.to_string()))?;
    let mut topics = labels.topics();
    let (Some(topic), None) = (topics.next(), topics.next()) else {
        return Err(Outcome::failed(format!("{}: expected one topic", of.labels.display())));
    };
    let gain = |level: u8| {
        let found = scheme.gains().iter().find(|(known, _)| *known == level);
        found.map_or(0.0, |(_, gain)| gain.to_f64())
    };
    let mut outcome = Outcome::of(&[("levels", (scheme.gains().len() + 1) as f64)]);
    let levels = scheme.consolidate(topic.documents().len(), topic.votes(), topic.best());
    for (item, level) in topic.documents().iter().zip(levels) {
        let Ok(level) = level else { continue };
        for (component, value) in [("gain", gain(level)), ("level", f64::from(level))] {
            let of = Subject::Item((*item).to_owned());
            outcome.numbers.push(Number { component: component.to_owned(), of, value });
        }
    }
    Ok(outcome)
}
